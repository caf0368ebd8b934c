"""Statics and small motions of models with modal or nodal beams: the unknowns of `vazba.flexible`."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.equations import elastic as kernels
from vazba.equations.forces import rub_bodies
from vazba.equations.tables import Dynamics
from vazba.equations.verbs import EXTRA
from vazba.flexible.build import has_unknowns
from vazba.formulations.elastic import Elastic
from vazba.formulations.formulation import Formulation
from vazba.formulations.in_bodies import Absolute
from vazba.kinematic.evaluate import see_coordinates
from vazba.statics.mechanics import Array, Bodies
from vazba.system import System
from vazba.tangent.internal import Internal
from vazba.tangent.sparse import ExactTangent, Pattern
from vazba.tangent.stations import Stations

if TYPE_CHECKING:
    from scipy.sparse import csc_array

MOST_ROUNDS = 40  # of closing the joints


class ElasticBodies(Bodies):
    """Coordinates of rigid bodies, floating frames with shapes, and nodes."""

    elastic = True

    def __init__(self, system: System, dynamics: Dynamics, t: float, q: Array) -> None:
        """`q`: the assembled coordinates of the system's bodies."""
        super().__init__(system, dynamics, t)
        y = np.concatenate([q, np.zeros(system.nv + EXTRA)])
        self.form = Elastic(Absolute(system, dynamics, self.work), y)
        self.flexible = self.form.flexible
        self.dynamics, self.work, self.record = self.form.dynamics, self.form.work, self.form.record
        tables, work = system.tables.record, self.work.record
        self._records = int(tables.here), int(work.here)
        self._gravity = self.dynamics.gravity.copy()
        nq, nv = self.flexible.nq, self.flexible.nv
        self.start = self.form.start(y)[:nq]
        self.still, self._y = np.zeros(nv), np.zeros(nq + nv + EXTRA)
        self._stripes = self.flexible.arrays["stripes"]

    @cached_property
    def names(self) -> tuple[tuple[str, str], ...]:
        return self.flexible.names

    @cached_property
    def turning(self) -> NDArray[np.bool_]:
        return np.array([name.startswith(("w", "slope")) for _, name in self.names], bool)

    @cached_property
    def weights(self) -> Array:
        return np.where(self.turning, self.length**2, 1.0)

    def _place(self, q: Array, v: Array) -> None:
        nq, nv = self.flexible.nq, self.flexible.nv
        self._y[:nq], self._y[nq : nq + nv] = q, v
        kernels.place(self.record.here, self._y.ctypes.data, self.t)

    def sparse_mass(self, q: Array) -> csc_array:
        self._place(q, self.still)
        kernels.find_mass(self.record.here, 0, 0)
        return self._internal.blocks.filled(self.flexible.arrays["mass"] * float(self.dynamics.reference[0]))

    @cached_property
    def _stations(self) -> Stations:
        return Stations(self.form)

    @cached_property
    def _internal(self) -> Internal:
        return Internal(self.form, self.length)

    @cached_property
    def _exact(self) -> ExactTangent:
        if len(self.flexible.units):
            return ExactTangent(self.system)
        numbers = np.full((len(self.system.body_names), self.form.layout.nb), -1)
        for body, own in self._stations.unknowns.items():
            numbers[body, : len(own)] = own
        return ExactTangent(self.system, numbers.ravel(), self.flexible.nv)

    def _tangent(self, q: Array, v: Array, multipliers: Array) -> tuple[csc_array, csc_array]:
        k, d = super()._tangent(q, v, multipliers)
        if not len(self.flexible.units):
            return k, d
        wrenches = self.dynamics.force + self._rows_of_bodies().T @ multipliers
        b = self._stations.matrix()
        bent = self._stations.stiffness(q, self.t, wrenches)
        own, damps = self._internal.gathered(q, v, self.t)
        return b.T @ k @ b + bent + own, b.T @ d @ b + damps

    @cached_property
    def _row_stripes(self) -> Pattern:
        rows, columns = [], []
        for stripe in self._stripes:
            rows.append(np.full(int(stripe["count"]), int(stripe["row"])))
            columns.append(int(stripe["column"]) + np.arange(int(stripe["count"])))
        return Pattern(
            np.concatenate([*rows, np.zeros(0, int)]),
            np.concatenate([*columns, np.zeros(0, int)]),
            (self.system.m, self.flexible.nv),
        )

    def sparse_jacobian(self, q: Array) -> csc_array:
        values = self._reduced(q)
        places = [int(stripe["start"]) + np.arange(int(stripe["count"])) for stripe in self._stripes]
        return self._row_stripes.filled(values[np.concatenate([*places, np.zeros(0, int)])])

    def _force(self, q: Array, v: Array) -> Array:
        f, y = self.flexible, self._y
        self._place(q, v)
        kernels.force(self.record.here, y.ctypes.data, self.t)
        if len(self.system.tables.frictions):
            self.dynamics.multipliers[:] = 0.0
            rub_bodies(self.record.here, self.dynamics.force.ctypes.data)
        out = np.zeros(f.nv)
        kernels.reduce_forces(self.record.here, out.ctypes.data, 0)
        return out

    def _reduced(self, q: Array) -> Array:
        """The reduced Jacobian, block by block."""
        f = self.flexible
        self._place(q, self.still)
        kernels.factorise(self.record.here, 0, 0)
        return f.arrays["jacobian"]

    def jacobian(self, q: Array) -> Array:
        return np.asarray(self.sparse_jacobian(q).toarray())

    def moved(self, q: Array, step: Array) -> Array:
        return self.form.moved(q, step)

    def closed(self, q: Array) -> Array | None:
        """Newton's steps in the metric of the mass matrix."""
        if not self.system.m:
            return q
        out, residual, step = q.copy(), self.work.residual, np.zeros(self.flexible.nv)
        for _ in range(MOST_ROUNDS):
            self._reduced(out)
            phi = self.work.phi
            if not np.isfinite(phi).all():
                return None
            if np.abs(phi).max() < 1e-13 * self.length:
                return out
            residual[:] = -phi
            kernels.step(self.record.here, residual.ctypes.data, step.ctypes.data)
            out = self.moved(out, step)
        return out if np.abs(self.work.phi).max() < 1e-10 * self.length else None

    def look(self, q: Array) -> None:
        self._place(q, self.still)
        see_coordinates(self.system.tables.record.here, self.work.record.here)

    def bodies(self, q: Array) -> Array:
        y = np.concatenate([q, self.still, np.zeros(EXTRA)])
        return self.form.bodies(y)[: self.system.nq]

    def twists(self, q: Array, motions: Array) -> Array:
        nq, nv = self.system.nq, self.system.nv
        rates = [self.form.bodies(np.concatenate([q, column, np.zeros(EXTRA)]))[nq : nq + nv] for column in motions.T]
        return np.array(rates).reshape(-1, nv).T

    def instant(self, q: Array) -> tuple[Formulation, Array]:
        return self.form, np.concatenate([q, self.still, np.zeros(EXTRA), self.work.turns])


def mechanics_of(system: System, dynamics: Dynamics, t: float, q: Array) -> tuple[Bodies, Array]:
    """The mechanics of a system with held drivers whose bodies are assembled at q, and its coordinates there."""
    if not has_unknowns(system):
        return Bodies(system, dynamics, t), q
    found = ElasticBodies(system, dynamics, t, q)
    return found, found.start
