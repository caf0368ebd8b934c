"""Small motions about a steady motion: a rotor that spins, a mechanism that turns as one.

Displacements z are measured in axes that turn with W: those of the ground (W = 0) where bodies spin about axes that stand still, or axes that turn with
all bodies. With the turn R of these axes and `theta = Q z`, `Q = diag(R, S^T R)` for each body,

    (M z'' + D z' + K z) in the motions `J Q z = 0`:
    M = Q^T M Q,    D = Q^T (D Q + M (2 Q' - C Q)),    K = Q^T (K Q + D (Q' - C Q) + M (Q'' - C Q')),      C = -~w

with the exact tangents K, D of all elements, centrifugal and gyroscopic terms included. The motion is steady in these axes if these matrices are the same a
little later, which is looked at. Where forces do not balance (a beam that its own rotation stretches) the steady posture beside the described one is found
first, by Newton's method with K.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cross_matrix, matrices, rotation_about
from vazba.bodies.space import PLANE
from vazba.case.beam_start import compiled, without_elastic
from vazba.equations.tables import dynamics_of
from vazba.errors import ModelError, SolveError
from vazba.frozen import frozen
from vazba.kinematic.assembly import refuse
from vazba.kinematic.check import analyse, driver_faults
from vazba.model import Model
from vazba.statics.mechanics import Bodies
from vazba.tangent.rotors import mass_without_rotors, rotor_parts, rotor_products, rotor_series

if TYPE_CHECKING:
    from scipy.sparse import csc_array

Array = NDArray[np.float64]
LATER = 0.7  # rad: how far it has turned when it is looked at again
SAME = 1e-6  # of the largest numbers
MOST_STEPS, BALANCED, LONGEST = 40, 1e-9, 0.3
RANK = 1e-9
HELD = 1e-9  # of the largest stiffness: what is softer moves


@frozen
class Linear:
    """`M y'' + D y' + K y = 0`, `z = N y`, `theta = Q N y`."""

    mass: Array
    damping: Array
    stiffness: Array
    motions: Array  # Q N: velocities of all bodies
    places: Array  # N: the same in the axes chosen, turns too


class Steady:
    """A model in the motion it describes at time t, and the axes in which that is steady."""

    def __init__(self, model: Model, t: float) -> None:
        system = without_elastic(compiled(model, t), "vz.modes about a motion")
        assembly, found = analyse(system, names=False, t=t)
        faults = driver_faults(system, assembly, found)
        if faults:
            raise ModelError(faults)
        if not assembly.closed:
            raise refuse(system, assembly, t)
        self.system, self.remarks = system, []  # type: ignore[var-annotated]
        self.mechanics = Bodies(system, dynamics_of(system), t)
        self.q = assembly.q.copy()
        self.mechanics.look(self.q)
        self.v = self._velocities(system.v0)
        self.mechanics.hold(self.q)
        self.flat = system.space is PLANE
        self.turn, self.centre = self._axis()
        self.together = self._as_one()
        self.residual, self.force = 0.0, 0.0

    def _velocities(self, described: Array) -> Array:
        """The velocities that joints and drivers allow and that are nearest to those described: what is held by springs stays, what nothing holds moves."""
        mechanics = self.mechanics
        j, roots = mechanics.jacobian(self.q), np.sqrt(mechanics.weights)
        missing = mechanics.work.nu - j @ described
        if not len(missing) or np.abs(missing).max() <= 1e-12 * (1.0 + np.abs(mechanics.work.nu).max()):
            return described.copy()
        k = mechanics.tangent(self.q, mechanics.still, np.zeros(len(j)))[0].toarray() / np.outer(roots, roots)
        values, directions = np.linalg.eigh((k + k.T) / 2)
        stiff = np.maximum(values, 0.0) / max(float(values.max(initial=0.0)), 1e-300) + HELD
        soft = (directions / stiff) @ directions.T  # of the metric, inverse
        rows = j / roots
        x = soft @ rows.T @ np.linalg.lstsq(rows @ soft @ rows.T, missing, rcond=1e-12)[0]
        return np.asarray(described + x / roots)

    def _parts(self, q: Array, v: Array) -> tuple[Array, Array, Array, Array]:
        """Places, orientations, velocities and angular velocities (ground components) of all bodies."""
        count = len(self.system.body_names)
        r, u, w = np.zeros((count, 3)), np.zeros((count, 3)), np.zeros((count, 3))
        if self.flat:
            s = np.tile(np.eye(3), (count, 1, 1))
            c, z = np.cos(q[2::3]), np.sin(q[2::3])
            s[:, 0, 0], s[:, 0, 1], s[:, 1, 0], s[:, 1, 1] = c, -z, z, c
            r[:, :2], u[:, :2], w[:, 2] = q.reshape(-1, 3)[:, :2], v.reshape(-1, 3)[:, :2], v[2::3]
            return r, s, u, w
        s = matrices(q.reshape(-1, 7)[:, 3:])
        r, u = q.reshape(-1, 7)[:, :3], v.reshape(-1, 6)[:, :3]
        return r, s, u, np.einsum("kij,kj->ki", s, v.reshape(-1, 6)[:, 3:])

    def _axis(self) -> tuple[Array, Array]:
        """Angular velocity of the fastest body and a point of its axis."""
        r, _, u, w = self._parts(self.q, self.v)
        if not len(w):
            return np.zeros(3), np.zeros(3)
        k = int(np.argmax(np.linalg.norm(w, axis=1)))
        size = float(w[k] @ w[k])
        return w[k].copy(), r[k] + np.cross(w[k], u[k]) / size if size > 0 else r[k]

    def _as_one(self) -> bool:
        """Whether all bodies turn about one axis, and some of them around it: the axes of the ground do not serve."""
        r, _, u, w = self._parts(self.q, self.v)
        scale = float(np.linalg.norm(self.turn)) * self.mechanics.length + 1e-300
        if not np.abs(u).max(initial=0.0) > SAME * scale:
            return False
        field = np.cross(self.turn, r - self.centre)
        if np.abs(u - field).max() > SAME * scale or np.abs(w - self.turn).max() * self.mechanics.length > SAME * scale:
            raise SolveError(
                "the motion described is not steady: neither do all bodies turn about one axis as one, nor does each spin about an axis that stands still. "
                "Give velocities and drivers of such a motion, or use vz.linearize at one instant."
            )
        return True

    def _field(self, q: Array) -> tuple[Array, Array]:
        """Velocities and accelerations of the steady motion at q."""
        if not self.together:
            return self.v, np.zeros_like(self.v)
        r, s, _, _ = self._parts(q, self.v)
        u = np.cross(self.turn, r - self.centre)
        a = np.cross(self.turn, u)
        if self.flat:
            v = np.column_stack([u[:, :2], np.full(len(r), self.turn[2])])
            return v.ravel(), np.column_stack([a[:, :2], np.zeros(len(r))]).ravel()
        return np.hstack([u, np.einsum("kji,j->ki", s, self.turn)]).ravel(), np.hstack([a, np.zeros_like(a)]).ravel()

    def _spread(self, q: Array, v: Array, turned: Array) -> tuple[csc_array, csc_array, csc_array, csc_array]:
        """Q, Q', Q'' and C, with the axes turned by R."""
        from scipy.sparse import block_diag, csc_array

        _, s, _, w = self._parts(q, v)
        axes = cross_matrix(self.turn) if self.together else np.zeros((3, 3))
        lines = [x @ turned for x in (np.eye(3), axes, axes @ axes)]
        blocks: list[list[Array]] = [[], [], [], []]
        for k in range(len(s)):
            own = cross_matrix(w[k])
            less = axes - own
            turns = [s[k].T @ x @ turned for x in (np.eye(3), less, less @ axes - own @ less)]
            for n in range(3):
                block = np.zeros((3, 3) if self.flat else (6, 6))
                if self.flat:
                    block[:2, :2], block[2, 2] = lines[n][:2, :2], 1.0 if n == 0 else 0.0
                else:
                    block[:3, :3], block[3:, 3:] = lines[n], turns[n]
                blocks[n].append(block)
            c = np.zeros((3, 3) if self.flat else (6, 6))
            if not self.flat:
                c[3:, 3:] = -cross_matrix(s[k].T @ w[k])
            blocks[3].append(c)
        found = [csc_array(block_diag(b)) for b in blocks]
        return found[0], found[1], found[2], found[3]

    def matrices(self, q: Array, turned: Array) -> tuple[Any, Any, Any, Any, Array, Any]:
        """M, D, K and J in the axes, what is left of the forces there, and Q."""
        mechanics = self.mechanics
        v, a = self._field(q)
        force = mechanics._force(q, v)
        m, j = mechanics.sparse_mass(q), mechanics.sparse_jacobian(q)
        push = force - m @ a
        multipliers = np.linalg.lstsq(j.T.toarray(), -push, rcond=None)[0] if j.shape[0] else np.zeros(0)
        mechanics._exact.arrays["accelerations"][:] = a
        k, d = mechanics.tangent(q, v, multipliers)
        mechanics._exact.arrays["accelerations"][:] = 0.0
        big, big1, big2, c = self._spread(q, v, turned)
        rotors = len(mechanics.dynamics.rotors) > 0
        if rotors:
            m = mass_without_rotors(self.system, mechanics.heavy, mechanics.work)
        damping = big.T @ (d @ big + m @ (2.0 * big1 - c @ big))
        stiffness = big.T @ (k @ big + d @ (big1 - c @ big) + m @ (big2 - c @ big1))
        mass = big.T @ m @ big
        if rotors:
            added = rotor_products(rotor_parts(rotor_series(self.system, mechanics.record, a), big, big1, big2))
            mass, damping, stiffness = mass + added[0], damping + added[1], stiffness + added[2]
        return mass, damping, stiffness, j @ big, big.T @ push, big

    def _null(self, j: Any) -> Array:
        roots = np.sqrt(self.mechanics.weights)
        if not j.shape[0]:
            return np.diag(1.0 / roots)
        _, sizes, right = np.linalg.svd(j.toarray() / roots)
        rank = int((sizes > RANK * sizes[0]).sum())
        return np.asarray(right[rank:].T / roots[:, None])

    def balanced(self) -> Linear:
        """The equations about the steady posture beside the described one."""
        mechanics, before = self.mechanics, np.inf
        for step in range(MOST_STEPS):
            m, d, k, j, push, big = self.matrices(self.q, np.eye(3))
            n = self._null(j)
            left = n.T @ push
            self.residual = float(np.abs(left).max(initial=0.0))
            inertia = mechanics.sparse_mass(self.q) @ self._field(self.q)[1]
            self.force = max(
                mechanics.largest_force(self.q), float((np.abs(inertia) / np.sqrt(mechanics.weights)).max(initial=0.0))
            )
            linear = Linear(n.T @ (m @ n), n.T @ (d @ n), n.T @ (k @ n), np.asarray(big @ n), n)
            if (
                self.residual <= BALANCED * max(self.force, 1e-300)
                or not self.residual < before
                or step == MOST_STEPS - 1
            ):
                break
            values, directions = np.linalg.eigh((linear.stiffness + linear.stiffness.T) / 2)
            held = np.abs(values) > 1e-9 * np.abs(values).max(initial=0.0)
            y = directions[:, held] @ np.linalg.lstsq(
                directions[:, held].T @ linear.stiffness @ directions[:, held], directions[:, held].T @ left, rcond=None
            )[0]  # fmt: skip
            move = linear.motions @ y
            far = float((np.abs(move) * np.sqrt(mechanics.weights)).max(initial=0.0))
            q = mechanics.closed(
                mechanics.moved(self.q, min(1.0, LONGEST * mechanics.length / max(far, 1e-300)) * move)
            )
            if q is None:
                break
            before, self.q = self.residual, q
        self.v = self._field(self.q)[0]
        if self.residual > 1e-6 * max(self.force, 1e-300):
            self.remarks.append(
                f"forces are not balanced in the motion described: up to {self.residual:.3g} N are left; these are motions about a state it does not stay in"
            )
        self._look_again(linear)
        return linear

    def _look_again(self, linear: Linear) -> None:
        """Whether the equations are the same when it has turned a little."""
        speed = float(np.linalg.norm(self.turn))
        if not speed > 0:
            return
        mechanics, dt = self.mechanics, LATER / speed
        r, s, _, w = self._parts(self.q, self.v)
        step = np.zeros_like(self.v)
        turned = rotation_about(self.turn / speed, LATER) if self.together else np.eye(3)
        if self.flat:
            later = self.q.reshape(-1, 3).copy()
            later[:, 2] += dt * self.v[2::3]
            later[:, :2] = (self.centre + (r - self.centre) @ turned.T)[:, :2] if self.together else later[:, :2]
            later = later.ravel()
        else:
            parts = step.reshape(-1, 6)
            parts[:, 3:] = np.einsum("kji,kj->ki", s, dt * w)
            if self.together:
                parts[:, :3] = (r - self.centre) @ turned.T + self.centre - r
            later = mechanics.moved(self.q, step)
        t, q = mechanics.t, self.q
        mechanics.t = t + dt
        m, d, k, j, _, _ = self.matrices(later, turned)
        mechanics.t = t
        n = linear.places
        sizes = [float(np.abs(y).max(initial=0.0)) for y in (linear.mass, linear.damping, linear.stiffness)]
        usual = [max(size, sizes[0] * speed**power, 1e-300) for power, size in enumerate(sizes)]  # less is rounding
        pairs = ((m, linear.mass), (d, linear.damping), (k, linear.stiffness))
        off = max(
            float(np.abs(n.T @ (x @ n) - y).max(initial=0.0)) / size for (x, y), size in zip(pairs, usual, strict=True)
        )
        off = max(off, float(np.abs(j @ n).max(initial=0.0)))
        self.q = q
        if off > SAME:
            self.remarks.append(
                f"the equations change by {off:.1g} of their largest numbers while it turns: they are those of one instant, and their frequencies mean little. "
                "Steady are rotors that are round about their axes on any supports, and mechanisms that turn as one on supports alike in all directions."
            )
