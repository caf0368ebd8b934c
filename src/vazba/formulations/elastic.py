"""The formulation of models with modal or nodal beams: the unknowns of all bodies, constraints with multipliers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.chart import moved_by
from vazba.attach import laws_of_the_state
from vazba.equations import elastic as kernels
from vazba.equations import elastic_shown
from vazba.equations.absolute import rub
from vazba.equations.projection import project_state
from vazba.equations.tables import hardened
from vazba.equations.verbs import EXTRA
from vazba.errors import ModelError, Wrong
from vazba.flexible.build import Flexible, flexible_of, net_of
from vazba.flexible.section_forces import section_forces
from vazba.flexible.steep import steep_beams
from vazba.formulations.formulation import Formulation, counted, take_over
from vazba.formulations.in_bodies import Absolute
from vazba.system import System

Array = NDArray[np.float64]


def _refuse_laws_of_the_state(system: System) -> None:
    """Users' functions of the whole state know the coordinates of bodies, of which elastic beams have others."""
    faults = []
    for record, key in laws_of_the_state(system.model):
        what = f"{key}: a function of the whole state does not go with modal and ancf beams"
        why, remedy = "they have coordinates of their own", "use a function of (length, rate, t), or rfe"
        faults.append(record.fault(Wrong(what, why, remedy)))
    if faults:
        raise ModelError(faults)


def _refuse_rotors(system: System) -> None:
    """The mass matrix of these models has no blocks between the bodies of a joint."""
    faults = []
    for k in system.tables.rotors.tolist():
        section, name = system.path_names[k]
        what, why = "armature does not go with modal and ancf beams, and nodes", "they have coordinates of their own"
        remedy = "make the rotor a body on a joint of its own, or use rfe"
        faults.append(system.model.section(section)[name].fault(Wrong(what, why, remedy)))
    if faults:
        raise ModelError(faults)


class Elastic(Formulation):
    """Coordinates of rigid bodies, floating frames with shapes, and nodes."""

    name = "absolute"
    has_tangent, own_coordinates = True, True

    def __init__(self, whole: Absolute, y: Array) -> None:
        self.whole, self.system = whole, whole.system
        _refuse_laws_of_the_state(self.system)
        _refuse_rotors(self.system)
        q = y[: self.system.nq]
        places = {"place": kernels.place_held.address, "place_all": kernels.place_stations.address}
        self.flexible: Flexible
        self.flexible, self.layout = flexible_of(self.system, q, float(whole.dynamics.reference[0]), places)
        self.flexible.arrays["q"][:] = q
        turns = np.concatenate([whole.work.turns, self.layout.turns])
        self.work = replace(whole.work, turns=turns)
        masses = hardened(whole.dynamics.masses, self.system)
        stations = [k for k in range(len(masses)) if k not in self.flexible.bodies]
        single = set(net_of(self.system).nodes)
        nodes = {k for k, name in enumerate(self.system.body_names) if name in single}  # these have their weight
        masses["inertia"][stations] = 0.0
        masses["m"][[k for k in stations if k not in nodes]] = 0.0
        fresh = {
            name: np.zeros_like(getattr(whole.dynamics, name))
            for name in ("force", "applied", "acceleration", "multipliers", "powers", "baumgarte", "settling", "shown")
        }
        self.dynamics = replace(whole.dynamics, masses=masses, **fresh)
        verbs = {
            "pose": kernels.place, "place": kernels.place, "force_kernel": kernels.force, "factorise": kernels.factorise, "solve": kernels.solve,
            "slack": kernels.slack, "step": kernels.step, "rub": rub if len(self.system.tables.frictions) else None, "show": elastic_shown.show,
            "amend": elastic_shown.amend, "project": project_state,
        }  # fmt: skip
        f = self.flexible
        self.record = self.dynamics.record_with(
            self.system, self.work, verbs, f.arrays["chart"], f.arrays["step"], nq=f.nq, nv=f.nv, flexible=f.record.here
        )
        self.record.whole = self.record.here
        take_over(self, whole)

    @property
    def unknowns(self) -> str:
        return f"{counted(self.flexible.nv, 'velocity', 'velocities')} of bodies, shapes and nodes, {counted(self.system.m, 'equation')} of joints and drivers"

    def start(self, y: Array) -> Array:
        nq, nv = self.system.nq, self.system.nv
        return self.flexible.start(y[:nq], y[nq : nq + nv], y[-EXTRA:])

    def bodies(self, y: Array, t: float = 0.0) -> Array:  # noqa: ARG002
        y, still = np.ascontiguousarray(y), np.zeros(len(y))
        elastic_shown.show(self.record.here, y.ctypes.data, still.ctypes.data)
        return np.concatenate([self.flexible.arrays["q"], self.flexible.arrays["v"], y[-EXTRA:]])

    def moved(self, q: Array, step: Array) -> Array:
        """Coordinates after a displacement given in the velocities."""
        return moved_by(self.flexible.arrays["chart"], q, step)

    def tangent(self, collocating: bool) -> Any:  # noqa: ARG002
        from vazba.tangent.elastic import flexible_tangent_of

        return flexible_tangent_of(self)

    def looked_at(self, times: Array, states: Array) -> list[str]:
        """Warnings that only the states of a run can give."""
        return steep_beams(self.flexible, times, states)

    def sections(self, states: Array) -> dict[str, Any]:
        """Section forces of the stations, by name: (instants, components)."""
        return section_forces(self.flexible, states)
