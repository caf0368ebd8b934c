"""Models with modal or nodal beams, or nodes, about rest: the same functions as `linear.point` and `linear.exact`, in the unknowns of `vazba.flexible`.

    M v' = -K theta - D v + J^T dlambda + df,      J theta = 0,      P T = E,   J T = 0,      theta = T x

At rest in balance nothing else is of first order: T need not be derived along a motion. P are rows of joint coordinates where these are independent, then
of shapes and nodes, then of bodies that float.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.case.inputs import Inputs
from vazba.equations import posture as postures
from vazba.equations.projection import project_state
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError, SolveError
from vazba.linear.exact import NotExact
from vazba.reporting.report import report
from vazba.result import Result
from vazba.statics.elastic import ElasticBodies
from vazba.statics.modes import BALANCED, Place
from vazba.statics.tangent import Posture, posture
from vazba.tangent.series import gather_series
from vazba.tangent.stations import Stations

Array = NDArray[np.float64]
LEFT = (0.3, 0.03, 1e-3, 1e-5)  # what of a coordinate those before it must leave, of what moves: as much as can be had


class ElasticPoint:
    """A model at rest. `x` of a displacement: independent coordinates, then their speeds."""

    def __init__(self, found: Place) -> None:
        mechanics = found.start.mechanics
        self.remarks = list(found.remarks)
        self.where = f"about {'the drawing' if found.found is None else 'the equilibrium'}"
        if found.found is None and found.here.size > BALANCED * max(found.force, 1e-300):
            why = f"up to {found.here.size:.3g} N are left as drawn: with elastic beams and nodes linear models are made about rest"
            raise ModelError(Fault("linearize", "forces are not balanced as drawn", why, 'use at = "equilibrium"'))
        system, self.t = mechanics.system, mechanics.t
        tables = replace(system.tables, frictions=system.tables.frictions[:0])  # told by the preparation
        self.inputs = Inputs(replace(system, tables=tables))
        self.inputs.time = self.t
        self.system = self.inputs.system
        laid = np.array(mechanics.bodies(mechanics.start))  # type: ignore[attr-defined]
        self.mechanics = ElasticBodies(self.system, dynamics_of(self.system), self.t, laid)
        self.form, self.q = self.mechanics.form, np.array(found.here.q)
        self.mechanics.work.turns[:] = mechanics.work.turns
        self.inputs.follow(self.mechanics.work)
        self.mechanics.look(self.q)
        self.mechanics.hold(self.q)
        self.turns = self.mechanics.work.turns.copy()
        self.place = posture(self.mechanics, self.q)
        self._choose(self.place)

    def refuse_drivers(self, names: Sequence[str]) -> None:
        """Motions of drivers are no inputs here; raises `ModelError`."""
        drivers = [owner for owner in (name.partition(".")[0] for name in names) if owner in self.system.model.drivers]
        why, remedy = (
            "the motion of a driver as an input does not go with modal and ancf beams, and nodes",
            "move it by an actuator, or use rfe",
        )
        faults = [Fault("inputs", f"driver {owner} is no input", why, remedy) for owner in dict.fromkeys(drivers)]
        if faults:
            raise ModelError(faults)

    def _choose(self, at: Posture) -> None:
        """Independent coordinates, and T."""
        names, rows, turning = self._candidates()
        own, n = rows @ at.n, at.freedoms
        taken: list[int] = []
        size, basis = np.linalg.norm(rows / np.sqrt(self.mechanics.weights), axis=1), np.zeros((0, n))
        for least in LEFT:
            for k in range(len(rows)):
                if k in taken or len(taken) == n or not size[k] > 0:
                    continue
                rest = own[k] - basis.T @ (basis @ own[k])
                rest -= basis.T @ (basis @ rest)
                if np.linalg.norm(rest) > least * size[k]:
                    basis = np.vstack([basis, rest / np.linalg.norm(rest)])
                    taken.append(k)
        if len(taken) < n:
            raise SolveError(f"{self.where}: which coordinates are independent is not determined there")
        taken.sort()
        self.n, self.coordinates = n, tuple(names[k] for k in taken)
        self.slides = ~turning[taken]
        self.speeds, self.rows = np.zeros(n), rows[taken]
        self.motions_of_all = at.n @ np.linalg.inv(own[taken]) if n else at.n

    def _candidates(self) -> tuple[list[str], Array, NDArray[np.bool_]]:
        """Names, rows and kinds of all coordinates there are: of joints, of beams and nodes, of bodies."""
        mechanics, system, nb = self.mechanics, self.system, self.system.space.nv
        mechanics.force(self.q, mechanics.still)
        count = len(system.tables.coordinates)
        jacobian, seen = np.zeros(3 * max(system.jacobian_size, 1)), np.zeros(3 * max(2 * nb * count, 1))
        still = np.zeros(system.nv)
        gather_series(mechanics.record.here, still.ctypes.data, jacobian.ctypes.data, seen.ctypes.data, 0)
        parts, frames = seen[: 2 * nb * count].reshape(count, 2, nb), system.tables.frames["body"]
        by_bodies = np.zeros((count, system.nv))
        for k in range(count):
            for side, frame in enumerate((system.tables.coordinates[k]["a"], system.tables.coordinates[k]["b"])):
                body = int(frames[frame])
                if body >= 0:
                    by_bodies[k, nb * body : nb * (body + 1)] += parts[k, side]
        joints = np.asarray((Stations(self.form).matrix().T @ by_bodies.T).T)
        names = [f"{joint}.{coordinate.name}" for joint, coordinate in system.coordinate_names]
        turns = [coordinate.unit == "rad" for _, coordinate in system.coordinate_names]
        single = [_called(*name, system.space is PLANE) for name in mechanics.names]
        order = sorted(
            range(len(single)),
            key=lambda k: not mechanics.names[k][1].startswith("shape") and "node" not in mechanics.names[k][1],
        )
        names += [single[k] for k in order]
        turning = np.concatenate([np.array(turns, bool), mechanics.turning[order]])
        return names, np.vstack([joints, np.eye(len(single))[order]]), turning

    def displaced(self, x: Array) -> Array:
        """The state of the formulation after a displacement x, its joints closed."""
        t = self.motions_of_all
        q = self.mechanics.moved(self.q, t @ x[: self.n])
        y = np.concatenate([q, t @ x[self.n :], np.zeros(EXTRA)])
        if not project_state(self.mechanics.record.here, y.ctypes.data, self.t) < 1e-6:
            y[:] = np.nan
        return y

    def rates(self, x: Array) -> Array:
        """The independent speeds and accelerations."""
        y = self.displaced(x)
        out = np.zeros_like(y)
        self.form.derivative(self.form.record.here, y.ctypes.data, out.ctypes.data, self.t)
        nq, nv = self.form.flexible.nq, self.form.flexible.nv
        return np.concatenate([self.rows @ y[nq : nq + nv], self.rows @ out[nq : nq + nv]])

    def motions(self, change: Array) -> Array:
        """Rows of `d(rates)` to those of the linear model: about rest the same."""
        return change

    def columns(self, xs: Array, names: tuple[str, ...]) -> Array:
        """Columns of a result at several displacements (displacements x names)."""
        if not names:
            return np.zeros((len(xs), 0))
        rows = np.array([np.concatenate([self.displaced(x), self.turns]) for x in xs])
        times, work = np.full(len(xs), self.t), self.mechanics.work
        keep = [(array, array.copy()) for array in (work.paths, work.loads, work.turns)]
        seen = report(self.system, work, times, [(self.form, 0, rows)], np.zeros(postures.PLACES))
        for array, before in keep:
            array[...] = before
        found = Result(self.system.described, times, seen.data, seen.names, seen.units, absent=seen.absent)
        return np.column_stack([np.asarray(found[name], float) for name in names])

    def motion(self, drives: Sequence[str]) -> AtRest:
        """What gives A and B."""
        if drives:
            raise NotExact
        return AtRest(self)


class AtRest:
    """A and B by the exact tangent."""

    def __init__(self, point: ElasticPoint) -> None:
        from scipy.linalg import cho_factor

        self.point, mechanics, at, t = point, point.mechanics, point.place, point.motions_of_all
        k, d = mechanics.tangent(at.q, mechanics.still, at.multipliers)
        self.stiffness, self.damping = t.T @ (k @ t), t.T @ (d @ t)
        self._reduced = cho_factor(t.T @ (mechanics.sparse_mass(at.q) @ t)) if point.n else None
        self.quick = self.by_force(at.force)

    def rates(self) -> tuple[Array, Array]:
        """A, and what drivers do (none are inputs)."""
        n = self.point.n
        whole = np.zeros((2 * n, 2 * n))
        whole[:n, n:] = np.eye(n)
        whole[n:, :n], whole[n:, n:] = -self._solved(self.stiffness), -self._solved(self.damping)
        return whole, np.zeros((3, n, 0))

    def by_force(self, change: Array) -> Array:
        """What generalised forces do to the independent accelerations."""
        return self._solved(self.point.motions_of_all.T @ change)

    def _solved(self, right: Array) -> Array:
        from scipy.linalg import cho_solve

        return np.asarray(cho_solve(self._reduced, right)) if self._reduced is not None else np.zeros_like(right)

    def force(self) -> Array:
        """Generalised forces at the state, with the inputs as they are."""
        return self.point.mechanics.force(self.point.q, self.point.mechanics.still)


def _called(owner: str, name: str, plane: bool) -> str:
    """A coordinate by the name of its velocity: `arm.shape_1`, `arm.node_3_x`, `arm.node_3_slope_y`, `body.x`, `body.angle`, `body.turn_x`."""
    what, _, node = name.partition(" of node ")
    if what in ("vx", "vy", "vz"):
        what = what[1:]
    elif what.startswith("w"):
        what = "angle" if plane else "turn" if what == "w along it" else f"turn_{what[1:]}"
    what = what.replace(" ", "_")
    return f"{owner}.node_{node}_{what}" if node else f"{owner}.{what}"
