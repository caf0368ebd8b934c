"""The formulation of models with modal or nodal beams: the unknowns of all bodies, constraints with multipliers."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary
from vazba.attach import PATHS
from vazba.equations import elastic as flexible
from vazba.equations.absolute import EXTRA
from vazba.errors import ModelError, Wrong
from vazba.flexible.build import Flexible, flexible_of
from vazba.flexible.section_forces import section_forces
from vazba.flexible.steep import steep_beams
from vazba.formulations.formulation import Absolute, by_law, counted, room_for, take_over
from vazba.report.observe import observe_by, owners
from vazba.report.observe_elastic import observe_flexible, show_bodies
from vazba.system import System

Array = NDArray[np.float64]


def _refuse_laws_of_the_state(system: System) -> None:
    """Users' functions of the whole state know the coordinates of bodies, of which elastic beams have others."""
    faults = []
    for heading in PATHS:
        for record in system.model.section(heading).values():
            for key in ("law", "function"):
                function = getattr(record, key, None)
                if callable(function) and len(inspect.signature(function).parameters) >= 5:
                    what = f"{key}: a function of the whole state does not go with modal and ancf beams"
                    faults.append(
                        record.fault(
                            Wrong(
                                what,
                                "they have coordinates of their own",
                                "use a function of (length, rate, t), or rfe",
                            )
                        )
                    )
    if faults:
        raise ModelError(faults)


class Elastic:
    """Coordinates of rigid bodies, floating frames with shapes, and nodes."""

    name = "absolute"
    derivative: Boundary = flexible.derivative
    elastic, has_tangent, joints = True, True, None

    def __init__(self, whole: Absolute, y: Array) -> None:
        self.whole, self.system = whole, whole.system
        _refuse_laws_of_the_state(self.system)
        q, room = y[: self.system.nq], flexible
        kernels = {
            "place": room.place_held.address, "place_all": room.place_stations.address, "forces": room.elastic_forces.address,
            "factorise": room.factorise.address, "solve": room.solve.address, "solve_step": room.solve_step.address,
        }  # fmt: skip
        self.flexible: Flexible
        self.flexible, self.layout = flexible_of(self.system, q, float(whole.dynamics.reference[0]), kernels)
        self.flexible.arrays["q"][:] = q
        turns = np.concatenate([whole.work.turns, self.layout.turns])
        self.work = replace(whole.work, turns=turns)
        masses = whole.dynamics.masses.copy()
        stations = [k for k in range(len(masses)) if k not in self.flexible.bodies]
        masses["m"][stations], masses["inertia"][stations] = 0.0, 0.0
        fresh = {
            name: np.zeros_like(getattr(whole.dynamics, name))
            for name in ("force", "applied", "acceleration", "multipliers", "powers", "baumgarte")
        }
        self.dynamics = replace(whole.dynamics, masses=masses, **fresh)
        self.record = self.dynamics.record_with(self.system, self.work, flexible=self.flexible.record.here)
        take_over(self, whole)

    @property
    def unknowns(self) -> str:
        return f"{counted(self.flexible.nv, 'velocity', 'velocities')} of bodies, shapes and nodes, {counted(self.system.m, 'equation')} of joints and drivers"

    @property
    def remarks(self) -> list[str]:
        return []

    def start(self, y: Array) -> Array:
        nq, nv = self.system.nq, self.system.nv
        return self.flexible.start(y[:nq], y[nq : nq + nv], y[-EXTRA:])

    def bodies(self, y: Array, t: float = 0.0) -> Array:  # noqa: ARG002
        f = self.flexible
        y = np.ascontiguousarray(y)
        flexible.place_stations(f.record.here, self.work.record.here, y.ctypes.data)
        show_bodies(f.record.here, self.work.record.here)
        return np.concatenate([f.arrays["q"], f.arrays["v"], y[-EXTRA:]])

    def observed(self, times: Array, states: Array, turns: Array, passed: Array) -> tuple[Array, Array, Array]:  # noqa: ARG002
        names, owner, second = owners(self.system)
        stored, more, rubbed = room_for(self.system, len(names), len(times))
        self.dynamics.baumgarte[:] = 0.0
        by_law(self.work)
        arrays = {
            "times": times, "states": states, "turns": turns, "owner": owner, "second": second, "stored": stored, "more": more, "rubbed": rubbed,
            "rates": np.zeros(states.shape[1]),
        }  # fmt: skip
        observe_by(observe_flexible, self.record, self.derivative, arrays)
        return stored, more, rubbed

    def tangent(self, collocating: bool) -> Any:  # noqa: ARG002
        from vazba.tangent.elastic import flexible_tangent_of

        return flexible_tangent_of(self)

    def looked_at(self, times: Array, states: Array) -> list[str]:
        """Warnings that only the states of a run can give."""
        return steep_beams(self.flexible, times, states)

    def sections(self, states: Array) -> dict[str, Any]:
        """Section forces of the stations, by name: (instants, components)."""
        return section_forces(self.flexible, states)
