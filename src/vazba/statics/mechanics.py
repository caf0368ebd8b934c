"""What statics and small motions ask of a mechanism: a handful of functions of its coordinates, whatever bodies it is made of.

    M v' = F(q, v, t) + J^T lambda,     Phi(q) = 0,     J = dPhi/dv

F holds all forces but those of the constraints: gravity, springs, dampers, cables, bushings, actuators, loads. Drivers are held: their rows stand in
`Phi` with the value of their motion at one time. Coulomb friction is left out (at rest it may have any value up to its limit), viscous friction is part of F.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from vazba.attach import depends_on_state
from vazba.bodies.space import PLANE, displaced
from vazba.equations.forces import all_forces, rub_bodies
from vazba.equations.mass_matrix import sparse_mass_matrix
from vazba.equations.tables import Dynamics, hardened
from vazba.equations.verbs import EXTRA
from vazba.formulations.formulation import Formulation
from vazba.formulations.in_bodies import Absolute, body_record
from vazba.kinematic.evaluate import Work, at_position, at_velocity, evaluate, evaluate_position, work_for
from vazba.kinematic.newton import CONVERGED, SEEK, close
from vazba.kinematic.rank import dense_jacobian
from vazba.laws.records import BY_LAW, CABLE, COMMAND, LIMIT, REELED, SLACK, TAUT, UPPER
from vazba.loads.kernels import BY_TIME, OFF
from vazba.statics.differences import by_differences
from vazba.system import System
from vazba.tangent.sparse import ExactTangent, Pattern

if TYPE_CHECKING:
    from scipy.sparse import csc_array

Array = NDArray[np.float64]


class Mechanics(Protocol):
    """A mechanism at time `t`. Displacements and velocities are arrays in the velocity variables `v`; coordinates `q` are changed by `moved` only."""

    t: float
    length: float  # characteristic length, m

    @property
    def names(self) -> tuple[tuple[str, str], ...]:
        """Of each velocity: the element it belongs to and its name (`("rod", "vx")`)."""

    @property
    def weights(self) -> Array:
        """Of the squared velocities: 1 for translations, `length**2` for turns, so that all count in metres."""

    @property
    def turning(self) -> NDArray[np.bool_]:
        """Which velocities are turns, rad/s."""

    def mass(self, q: Array) -> Array:
        """M."""

    def force(self, q: Array, v: Array) -> Array:
        """F; elements that cannot push, or stops, keep the state they have in `hold`."""

    def jacobian(self, q: Array) -> Array:
        """J, rows in metres."""

    def tangent(self, q: Array, v: Array, multipliers: Array) -> tuple[csc_array, csc_array]:
        """`K = -d(F + J^T lambda)/dq` (lambda held) and `D = -dF/dv`, sparse; what switches keeps its state."""

    def sparse_mass(self, q: Array) -> csc_array:
        """M."""

    def sparse_jacobian(self, q: Array) -> csc_array:
        """J."""

    def moved(self, q: Array, step: Array) -> Array:
        """Coordinates after a small displacement."""

    def closed(self, q: Array) -> Array | None:
        """The nearest coordinates with `Phi = 0`; None where none are found."""

    def look(self, q: Array) -> None:
        """Take q for where the mechanism is: whole turns of joints are counted from here."""

    def hold(self, q: Array | None) -> None:
        """Let what switches (cables, stops) keep the state it has at q, so that F is smooth; None: every one by its law."""

    def load_part(self, part: float) -> None:
        """Apply this part of gravity, loads and commanded forces only."""

    def largest_force(self, q: Array) -> float:
        """The largest single force at rest, N: what is small is small beside it."""


UNDECIDED = 1e-9  # of the characteristic length: a cable stretched by less is neither slack nor taut
PLANAR, SPATIAL = ("vx", "vy", "w"), ("vx", "vy", "vz", "wx", "wy", "wz")


class Bodies:
    """Absolute coordinates of all bodies."""

    elastic = False  # whether there are unknowns beside those of the system's bodies

    def __init__(self, system: System, dynamics: Dynamics, t: float) -> None:
        """`system` with its drivers held (`holding.held`)."""
        self.system, self.dynamics, self.t = system, dynamics, float(t)
        self.length = system.length
        self.heavy = replace(
            dynamics, masses=hardened(dynamics.masses, system)
        )  # motions without mass have no frequency
        self.work: Work = work_for(system)
        self.record = body_record(system, dynamics, self.work)
        tables, work = system.tables.record, self.work.record
        self._records = int(tables.here), int(work.here)
        self.still = np.zeros(system.nv)
        self._gravity, self._paths = dynamics.gravity.copy(), system.tables.paths["stiffness"].copy()
        self._part = 1.0

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        own = PLANAR if self.system.space is PLANE else SPATIAL
        return tuple((body, name) for body in self.system.body_names for name in own)

    @cached_property
    def weights(self) -> Array:
        return self.system.tables.weights

    @cached_property
    def turning(self) -> NDArray[np.bool_]:
        return np.array([name.startswith("w") for _, name in self.names], bool)

    def mass(self, q: Array) -> Array:
        return np.asarray(self.sparse_mass(q).toarray())

    def sparse_mass(self, q: Array) -> csc_array:
        evaluate_position(self.system, self.work, q, self.t)
        return sparse_mass_matrix(self.system, self.heavy, self.work)

    @cached_property
    def _of_state(self) -> bool:
        return depends_on_state(self.system)

    @cached_property
    def _exact(self) -> ExactTangent:
        return ExactTangent(self.system)

    @cached_property
    def _row_pattern(self) -> Pattern:
        rows, columns, _ = self.system.tables.spread
        rows, columns = np.broadcast_arrays(rows, columns)
        return Pattern(rows.ravel(), columns.ravel(), (self.system.m, self.system.nv))

    def sparse_jacobian(self, q: Array) -> csc_array:
        evaluate_position(self.system, self.work, q, self.t)
        return self._rows_of_bodies()

    def _rows_of_bodies(self) -> csc_array:
        return self._row_pattern.filled(self.work.jacobian[self.system.tables.spread[2].ravel()])

    def tangent(self, q: Array, v: Array, multipliers: Array) -> tuple[csc_array, csc_array]:
        if self._of_state:  # users' functions of the whole state: nothing is known of them
            return by_differences(self, q, v, multipliers)
        if self._part == 1.0 or not len(self.work.loads):
            return self._tangent(q, v, multipliers)
        whole = self._tangent(q, v, multipliers)
        self.work.loads["on"] = OFF
        bare = self._tangent(q, v, multipliers)
        self.work.loads["on"] = BY_TIME
        return bare[0] + self._part * (whole[0] - bare[0]), bare[1] + self._part * (whole[1] - bare[1])

    def _tangent(self, q: Array, v: Array, multipliers: Array) -> tuple[csc_array, csc_array]:
        self._force(q, v)
        self.dynamics.multipliers[:] = multipliers
        frictions = self.system.tables.frictions
        rough = frictions["coefficient"].copy()
        frictions["coefficient"] = 0.0  # Coulomb friction is left out
        y = np.concatenate([q, v])
        try:
            found = self._exact.gathered(self.record, y, self.t)
        finally:
            frictions["coefficient"] = rough
            self.dynamics.multipliers[:] = 0.0
        return found

    def force(self, q: Array, v: Array) -> Array:
        out = self._force(q, v)
        if self._part != 1.0 and len(self.work.loads):
            self.work.loads["on"] = OFF
            bare = self._force(q, v)
            self.work.loads["on"] = BY_TIME
            out = bare + self._part * (out - bare)
        return out

    def _force(self, q: Array, v: Array) -> Array:
        q, v = np.ascontiguousarray(q), np.ascontiguousarray(v)
        s_at, w_at, q_at, v_at = *self._records, q.ctypes.data, v.ctypes.data
        at_position(s_at, w_at, q_at, self.t)
        at_velocity(s_at, w_at, v_at)
        all_forces(self.record.here, q_at, v_at, self.t)
        if len(self.system.tables.frictions):
            self.dynamics.multipliers[:] = 0.0  # no normal force: what is viscous is left
            rub_bodies(self.record.here, self.dynamics.force.ctypes.data)
        return self.dynamics.force.copy()

    def jacobian(self, q: Array) -> Array:
        evaluate_position(self.system, self.work, q, self.t)
        return dense_jacobian(self.system, self.work)

    def moved(self, q: Array, step: Array) -> Array:
        return displaced(self.system.dimension, q, step)

    def closed(self, q: Array) -> Array | None:
        if not self.system.m:
            return q
        out, s = q.copy(), self.system
        status, _ = close(s, self.work, out, self.t, SEEK)
        return out if status == CONVERGED and np.isfinite(out).all() else None

    def look(self, q: Array) -> None:
        evaluate(self.system, self.work, q, self.still, self.t)

    def hold(self, q: Array | None) -> None:
        paths = self.work.paths
        paths["mode"] = BY_LAW
        if q is None or not len(paths):
            return
        self._force(q, self.still)
        cable = np.isin(paths["law"], (CABLE, REELED))
        paths["mode"][cable] = np.where(paths["tension"][cable] > 0, TAUT, SLACK)
        stop = paths["law"] == LIMIT
        below, above = paths["length"][stop] < paths["lower"][stop], paths["length"][stop] > paths["upper"][stop]
        paths["mode"][stop] = np.where(below, TAUT, np.where(above, UPPER, SLACK))

    def undecided(self, q: Array) -> list[str]:
        """Remarks on cables that are just about to pull: slightly longer they are stiff, slightly shorter not."""
        self._force(q, self.still)
        out, paths = [], self.work.paths
        for k in np.flatnonzero(np.isin(paths["law"], (CABLE, REELED))):
            if abs(paths[k]["length"] - paths[k]["free"]) <= UNDECIDED * self.length:
                out.append(
                    f"cable {self.system.path_names[k][1]} is just as long as its free length: it is counted as slack; a small tension makes it stiff"
                )
        return out

    def bodies(self, q: Array) -> Array:
        """Coordinates of the system's bodies."""
        return q

    def twists(self, q: Array, motions: Array) -> Array:  # noqa: ARG002
        """Velocities of the system's bodies in motions (columns)."""
        return motions

    def instant(self, q: Array) -> tuple[Formulation, Array]:
        """A formulation, and its state at rest at q as a run stores it."""
        state = np.concatenate([q, np.zeros(self.system.nv + EXTRA), self.work.turns])
        return Absolute(self.system, self.dynamics, self.work), state

    def load_part(self, part: float) -> None:
        self._part = part
        self.dynamics.gravity[:] = part * self._gravity
        command = self.work.paths["law"] == COMMAND
        self.work.paths["stiffness"][command] = part * self._paths[command]

    @cached_property
    def arms(self) -> Array:
        """Of each path, what makes its effort a force: 1, or the characteristic length."""
        return np.array([1.0 if unit == "m" else self.length for unit in self.system.path_units])

    def largest_force(self, q: Array) -> float:
        total = self._force(q, self.still)
        sizes = [np.abs(total) / np.sqrt(self.weights), self.dynamics.masses["m"] * np.linalg.norm(self._gravity)]
        if len(self.arms):
            sizes.append(np.abs(self.work.paths["tension"]) / self.arms)
        if len(self.work.loads):
            self.work.loads["on"] = OFF
            sizes.append(np.abs(total - self._force(q, self.still)) / np.sqrt(self.weights))
            self.work.loads["on"] = BY_TIME
        return float(max((size.max(initial=0.0) for size in sizes), default=0.0))
