"""`vz.kinematics`, from any start."""

from __future__ import annotations

import copy
from typing import Any

from vazba.case.joint_values import at_values
from vazba.case.starting import at_state, start_of
from vazba.compiler import compile_model
from vazba.kinematic.run import Progress
from vazba.kinematic.run import kinematics as driven
from vazba.model import Model
from vazba.result import Result
from vazba.simulation.begin import at_rest


def kinematics(
    model: Model, until: float | None = None, every: float | None = None, *, start: Any = None, start_time: float | None = None,
    progress: Progress | None = None,
) -> Result:  # fmt: skip
    """Drive the mechanism from t = 0 to `until`, with a result every `every` seconds.

    `start` and `start_time` as of `vz.simulate`: the drivers decide where everything is, the start in which of several ways it is assembled, and from where
    whole turns of joints are counted. A wrong model raises `ModelError`, one that cannot be assembled `AssemblyError`. A run that cannot go
    on returns what was computed before, with `status` "failed" and a `message` that says when and why (also issued as a `VazbaWarning`).
    """
    if not isinstance(model, Model):
        return driven(model, until, every, progress=progress)
    begin = start_of(model, start, start_time)
    if begin.as_drawn:
        return driven(model, until, every, progress=progress, begin=begin.time)
    system = compile_model(model, rigid=True)
    if begin.equilibrium:
        begin = at_rest(model, begin.time)
    if begin.result is not None:
        system, _ = at_state(system, begin)
    else:
        free = copy.copy(model)
        free.drivers = {}
        system, _ = at_values(system, begin, free)
    return driven(model, until, every, progress=progress, system=system, begin=begin.time)
