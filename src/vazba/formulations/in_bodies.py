"""Absolute coordinates: those of all bodies, constraints with multipliers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary
from vazba.equations import absolute as kernels
from vazba.equations import refinement
from vazba.equations.projection import project_state
from vazba.equations.tables import Dynamics
from vazba.formulations.formulation import Formulation, counted, enter
from vazba.kinematic.evaluate import Work
from vazba.system import System

Array = NDArray[np.float64]


def body_record(system: System, dynamics: Dynamics, work: Work, **others: Boundary) -> Any:
    """The record of the equations in the coordinates of all bodies; `others`: verbs that take the place of its own."""
    small = system.tables.small
    refined = dynamics.light or system.m > 0
    solve = kernels.solve_few if small else kernels.solve_many
    verbs = {
        "pose": kernels.pose, "place": kernels.place, "force_kernel": kernels.force,
        "factorise": kernels.factorise_few if small else kernels.factorise_many,
        "solve": refinement.solve if refined else solve, "solve_once": solve if refined else None,
        "slack": kernels.slack, "step": kernels.step, "rub": kernels.rub if len(system.tables.frictions) else None, "show": kernels.show,
        "project": project_state,
    }  # fmt: skip
    record = dynamics.record_with(
        system, work, verbs | others, system.tables.chart, work.step, nq=system.nq, nv=system.nv
    )
    record.whole = record.here
    return record


class Absolute(Formulation):
    """Coordinates of all bodies, constraints with multipliers."""

    name = "absolute"
    has_tangent = True

    def __init__(self, system: System, dynamics: Dynamics, work: Work) -> None:
        self.system, self.dynamics, self.work, self.whole = system, dynamics, work, self
        self.record = body_record(system, dynamics, work)

    @property
    def unknowns(self) -> str:
        return f"{self.system.nv} velocities of the bodies, {counted(self.system.m, 'equation')} of joints and drivers"

    def start(self, y: Array) -> Array:
        return y

    def bodies(self, y: Array, t: float = 0.0) -> Array:  # noqa: ARG002
        return y

    def tangent(self, collocating: bool) -> Any:
        from vazba.tangent.bodies import tangent_of

        return tangent_of(self.system, collocating)


enter("absolute", lambda whole, y, settings: whole)  # noqa: ARG005
