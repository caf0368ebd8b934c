"""Exact matrices of a linear model: the tangents of the elements, along a motion.

With displacements `theta` of all bodies (turns in body axes: `theta' = dv + C theta`, C = -~w), multipliers and accelerations at the state,

    M dv' = -K theta - D dv + J^T dlambda,      J theta = 0

and independent coordinates x, whose rows P tell them from theta. `[J; P] T = [0; E]` gives `theta = T x`, its derivatives along the motion T' and T'':

    theta = T x,   dv = T x' + (T' - C T) x,   dv' = T x'' + (2 T' - C T) x' + (T'' - C T' - C' T) x

What stands beside `M T x''` goes to the right, a few columns at a time, and the accelerations are those of the whole sparse equations
`[M, J^T; J, 0]`, whose factors are at hand: `J T = 0` and `P T = E`, so that `x'' = P a`. No full matrix is factorised.

Motions of drivers that deviate by u add columns: `J theta = s u` in their rows (s: the scale of the row), and the same formulas with `T = [T_x, T_u]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.columns import WIDTH, ManyColumns
from vazba.algebra.rotations import cross_matrix, matrices
from vazba.attach import depends_on_state
from vazba.bodies.space import PLANE
from vazba.equations.absolute import place
from vazba.equations.forces import all_forces
from vazba.equations.mass_matrix import sparse_mass_matrix
from vazba.equations.verbs import EXTRA
from vazba.formulations.in_bodies import body_record
from vazba.tangent.rotors import mass_without_rotors, rotor_parts, rotor_series
from vazba.tangent.series import gather_series
from vazba.tangent.sparse import ExactTangent, Pattern
from vazba.tree.records import BALL

if TYPE_CHECKING:
    from vazba.linear.point import Point

Array = NDArray[np.float64]
STILL = 1e-13  # of what forces alone would do: smaller accelerations are rounding
FITS = 1e-7  # how well rows of coordinates must tell the speeds of the tree


class NotExact(Exception):
    """Something is known by differences only."""


class Motion:
    """Rows and coordinates of a point with two derivatives along its motion: `T`, `T'`, `T''`."""

    def __init__(self, point: Point, drives: Sequence[str] = ()) -> None:
        """`drives`: accelerations of drivers whose motions are inputs."""
        system, whole = point.system, point.whole
        if (
            system.controls is not None
            or depends_on_state(system)
            or (system.tables.frictions["coefficient"] != 0.0).any()
        ):
            raise NotExact
        self.point, self.system, self.nv, self.n = point, system, system.nv, point.n
        self.driven = [int(point.inputs.all[name].row) for name in drives]
        whole.work.paths["mode"] = point.form.work.paths["mode"]
        self.y = np.concatenate([point.form.bodies(point.y, point.t)[: system.nq + system.nv], np.zeros(EXTRA)])
        self.v = self.y[system.nq : system.nq + self.nv]
        self.dynamics, self.record = whole.dynamics, body_record(system, whole.dynamics, whole.work)
        force = self.force()
        self.m = sparse_mass_matrix(system, self.dynamics, whole.work)
        self.bare = mass_without_rotors(system, self.dynamics, whole.work) if len(self.dynamics.rotors) else self.m
        self.kept = np.flatnonzero(whole.work.kept != 0)
        self.a = self._accelerations(force)
        exact = ExactTangent(system)
        exact.arrays["accelerations"][:] = self.a
        self.k, self.d = exact.gathered(self.record, self.y, point.t)
        acts = np.abs(force / self.m.diagonal().clip(1e-300)).max(initial=0.0)
        self.moves = bool(self.v.any() or np.abs(self.a).max(initial=0.0) > STILL * acts)
        self._rows()
        self._spread()

    def _accelerations(self, force: Array) -> Array:
        """`M a - J^T lambda = F`, `J a = gamma`; the multipliers go into the dynamics."""
        from scipy.sparse import block_array, csc_array

        work, (rows, columns, places) = self.point.whole.work, self.system.tables.spread
        full = csc_array(
            (work.jacobian[places].ravel(), (np.broadcast_to(rows, columns.shape).ravel(), columns.ravel())),
            shape=(self.system.m, self.nv),
        )
        j = full[self.kept]
        whole = csc_array(block_array([[self.m, j.T], [j, None]])) if len(self.kept) else self.m
        try:
            self.equations = ManyColumns(whole)
        except RuntimeError:
            raise NotExact from None
        found = self.equations.solve(np.concatenate([force, work.gamma[self.kept]])[:, None])[:, 0]
        self.dynamics.multipliers[:] = 0.0
        self.dynamics.multipliers[self.kept] = -found[self.nv :]
        return np.asarray(found[: self.nv])

    def _rows(self) -> None:
        """J and P with two derivatives, as sparse matrices one above the other."""
        system, nb = self.system, self.system.space.nv
        tables, count = system.tables, len(system.tables.coordinates)
        jacobian, seen = np.zeros(3 * max(system.jacobian_size, 1)), np.zeros(3 * max(2 * nb * count, 1))
        gather_series(self.record.here, self.a.ctypes.data, jacobian.ctypes.data, seen.ctypes.data, 0)
        jacobian, seen = (
            jacobian[: 3 * system.jacobian_size].reshape(3, -1),
            seen[: 6 * nb * count].reshape(3, count, 2, nb),
        )
        rows, columns, places = tables.spread
        rows = np.broadcast_to(rows, columns.shape)
        kept = self.kept
        number = np.full(system.m, -1)
        number[kept] = np.arange(len(kept))
        entries = [(number[rows.ravel()], columns.ravel(), [jacobian[k][places.ravel()] for k in range(3)])]
        if len(kept) + self.n != self.nv:
            raise NotExact
        own, along = self._coordinates(), np.arange(nb)
        plain = np.array([(k, what) for k, what in enumerate(own) if isinstance(what, int)], int).reshape(-1, 2)
        for side, key in enumerate("ab"):  # coordinates of joints, all at once
            bodies = tables.frames["body"][tables.coordinates[key][plain[:, 1]]]
            (number, what), bodies = plain[bodies >= 0].T, bodies[bodies >= 0].astype(int)
            at = nb * bodies[:, None] + along
            where = np.broadcast_to(len(kept) + number[:, None], at.shape)
            entries.append((where.ravel(), at.ravel(), [seen[j, what, side].ravel() for j in range(3)]))
        for k, what in enumerate(own):
            for body, parts in () if isinstance(what, int) else what:
                entries.append((np.full(nb, len(kept) + k), nb * body + along, list(parts)))
        pattern = Pattern(
            np.concatenate([e[0] for e in entries]), np.concatenate([e[1] for e in entries]), (self.nv, self.nv)
        )
        self.rows = [pattern.filled(np.concatenate([e[2][k] for e in entries])) for k in range(3)]

    def _coordinates(self) -> list[Any]:
        """Of each independent freedom: a row of the joint coordinates, or of bodies their parts with two derivatives."""
        point, system = self.point, self.system
        tree, nb = point.form.tree, system.space.nv
        known = {f"{joint}.{coordinate.name}": k for k, (joint, coordinate) in enumerate(system.coordinate_names)}
        links = {link.joint or system.body_names[link.body]: (k, link) for k, link in enumerate(tree.topology.links)}
        out: list[Any] = []
        zero = np.zeros(nb)
        for number, name in zip(point.free, point.coordinates, strict=True):
            owner, what = tree.names[number]
            place, link = links[owner]
            word, axis = what.split()
            if name in known and link.joint is not None:
                out.append(known[name])
            elif link.joint is None:
                unit = np.zeros(nb)
                unit["xyz".index(axis) if word == "slide" else 2 if nb == 3 else 3 + "xyz".index(axis)] = 1.0
                out.append([(link.body, (unit, zero, zero))])
            elif tree.freedoms["kind"][number] == BALL:
                out.append(self._ball(link, tree.internals[place].basis[:, "xyz".index(axis)]))
            else:
                raise NotExact
        return out

    def _ball(self, link: Any, axis: Array) -> list[tuple[int, tuple[Array, Array, Array]]]:
        """Relative angular velocity along an axis fixed in the child."""
        child, parent = link.body, self.point.form.tree.topology.links[link.parent].body if link.parent >= 0 else -1
        zero = np.zeros(3)
        found = [(child, (np.concatenate([zero, axis]), np.zeros(6), np.zeros(6)))]
        if parent < 0:
            return found
        s, w, al = self._turn(child)
        p, wp, alp = self._turn(parent)
        n = s @ axis
        n1 = np.cross(w, n)
        n2 = np.cross(al, n) + np.cross(w, n1)
        once = n1 - np.cross(wp, n)
        twice = n2 - 2 * np.cross(wp, n1) - np.cross(alp, n) + np.cross(wp, np.cross(wp, n))
        return [*found, (parent, tuple(np.concatenate([zero, -p.T @ x]) for x in (n, once, twice)))]  # type: ignore[list-item]

    def _turn(self, body: int) -> tuple[Array, Array, Array]:
        """Orientation, angular velocity and acceleration, ground components."""
        s = matrices(self.y[7 * body + 3 : 7 * body + 7])
        return s, s @ self.v[6 * body + 3 : 6 * body + 6], s @ self.a[6 * body + 3 : 6 * body + 6]

    def _spread(self) -> None:
        """The factors of the rows, by which T is made a few columns at a time, and whether they tell the speeds of the tree."""
        self.rows = [m.copy() for m in self.rows]  # they share their pattern
        for m in self.rows:
            m.eliminate_zeros()
        try:
            self.solver = ManyColumns(self.rows[0])
        except RuntimeError:
            raise NotExact from None
        self.ends: list[tuple[int, float]] = []  # rows that drivers move, and their scales
        for row in self.driven:
            at = np.flatnonzero(self.kept == self.system.tables.rows["row"][row])
            if not len(at):
                raise NotExact  # left out: it follows from others
            self.ends.append((int(at[0]), float(self.system.tables.rows["scale"][row])))
        self.own = own_rows = self.rows[0].tocsr()[self.nv - self.n :]
        way = np.zeros((self.nv, 1))
        way[self.nv - self.n :, 0] = np.cos(np.arange(self.n))  # all columns at once, whatever they are
        if not np.abs(self.rows[0] @ self.solver.solve(way) - way).max(initial=0.0) < FITS:
            raise NotExact
        speeds = own_rows @ self.v
        own = np.array(self.point.form.arrays["eta"])[self.point.free]
        if not np.allclose(speeds, own, rtol=FITS, atol=FITS * (1.0 + np.abs(own).max(initial=0.0))):
            raise NotExact  # rows that mean something else than the tree
        self.quick = own_rows @ self.a + self.rows[1][self.nv - self.n :] @ self.v  # accelerations of x

    def _columns(self, first: int, last: int) -> Array:
        """Columns of T: of independent coordinates, then of drivers."""
        right = np.zeros((self.nv, last - first))
        for k in range(first, last):
            row, scale = (self.nv - self.n + k, 1.0) if k < self.n else self.ends[k - self.n]
            right[row, k - first] = scale
        return self.solver.solve(right)

    def _turned(self, w: Array, x: Array) -> Array:
        """`C x = -w x theta` of all bodies, for columns x."""
        if self.system.space is PLANE:
            return np.zeros_like(x)
        turns = x.reshape(-1, 6, x.shape[1])[:, 3:].transpose(0, 2, 1)
        out = np.zeros((len(turns), 6, x.shape[1]))
        out[:, 3:] = -np.cross(w.reshape(-1, 6)[:, None, 3:], turns).transpose(0, 2, 1)
        return out.reshape(x.shape)

    def _balls(self) -> tuple[Array, Array]:
        """`C_r` and its derivative: of balls among the independent freedoms, `x' = d eta - eta x x`."""
        point, kinds = self.point, self.point.form.tree.freedoms["kind"]
        c, c1 = np.zeros((self.n, self.n)), np.zeros((self.n, self.n))
        eta, quick, j = np.array(point.form.arrays["eta"]), self.quick, 0
        while j < len(kinds):
            if kinds[j] != BALL:
                j += 1
                continue
            at = np.flatnonzero(np.isin(point.free, [j, j + 1, j + 2]))
            if len(at) not in (0, 3) and np.abs(eta[j : j + 3]).max() > 0.0:
                raise NotExact
            if len(at) == 3:
                c[np.ix_(at, at)], c1[np.ix_(at, at)] = -cross_matrix(eta[j : j + 3]), -cross_matrix(quick[at])
            j += 3
        return c, c1

    def rates(self) -> tuple[Array, Array]:
        """A, and what values, rates and accelerations of drivers do to the independent accelerations (three matrices)."""
        own, own1 = self._balls()
        n = self.n
        by_x, by_rate, by_u = self._responses()
        driven = np.array([by_x[:, n:], by_rate[:, n:], by_u])
        by_x, by_rate = by_x[:, :n], by_rate[:, :n]
        whole = np.zeros((2 * n, 2 * n), order="F")
        whole[np.arange(n), np.arange(n, 2 * n)] = 1.0
        whole[n:, :n] = by_x
        whole[n:, n:] = by_rate
        if own.any():
            whole[:n, :n] = own
            whole[n:, :n] += by_rate @ own - own @ own - own1
            whole[n:, n:] -= own
        return whole, driven

    def _responses(self) -> tuple[Array, Array, Array]:
        """Independent accelerations by `x`, `x'` and the accelerations of drivers, a few columns of T at a time."""
        m, k, d = (x.tocsr() for x in (self.bare, self.k, self.d))
        for x in (m, k, d):
            x.eliminate_zeros()
        n, count = self.n, self.n + len(self.driven)
        slow, fast, quick = (np.zeros((n, width), order="F") for width in (count, count, count - n))
        rotors = rotor_series(self.system, self.record, self.a) if len(self.dynamics.rotors) else None
        for first in range(0, count, WIDTH):
            at = slice(first, min(first + WIDTH, count))
            t = self._columns(at.start, at.stop)
            stiff, damped, t1, t2 = k @ t, d @ t, None, None
            if self.moves:
                t1 = -self.solver.solve(self.rows[1] @ t)
                t2 = -self.solver.solve(self.rows[2] @ t + 2.0 * (self.rows[1] @ t1))
                c_t = self._turned(self.v, t)
                damped += m @ (2.0 * t1 - c_t)
                stiff += d @ (t1 - c_t) + m @ (t2 - self._turned(self.v, t1) - self._turned(self.a, t))
            if rotors is not None:
                _, p1, p2 = rotor_parts(rotors, t, t1, t2)
                damped += 2.0 * rotors[0].T @ p1
                stiff += rotors[0].T @ p2
            slow[:, at], fast[:, at] = self.by_force(-stiff), self.by_force(-damped)
            drivers = slice(max(at.start, n), at.stop)
            if drivers.start < drivers.stop:
                quick[:, drivers.start - n : drivers.stop - n] = self.by_force(
                    -(self.m @ t[:, drivers.start - first :])
                )
        return slow, fast, quick

    def by_force(self, change: Array) -> Array:
        """What generalised forces (columns) do to the independent accelerations."""
        return (
            np.asarray(self.own @ self.equations.solve(change)) if change.any() else np.zeros((self.n, change.shape[1]))
        )

    def force(self) -> Array:
        """Generalised forces at the state, with the inputs as they are."""
        q, v = self.y, self.y[self.system.nq :]
        place(self.record.here, q.ctypes.data, self.point.t)
        all_forces(self.record.here, q.ctypes.data, v.ctypes.data, self.point.t)
        return self.dynamics.force.copy()
