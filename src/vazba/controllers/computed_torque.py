"""Computed torque: the efforts that would give the joints the wanted accelerations, by the equations of motion themselves."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from vazba.controllers.controller import Axis, Controller, GainField, every_field, gain, split_coordinate
from vazba.element import NameField, Number, Scope, element, given, shown
from vazba.errors import Wrong
from vazba.laws.records import COMMAND
from vazba.motion import read_motion
from vazba.motion.constant import Constant
from vazba.paths.path import Law


class TargetsField(NameField):
    """A table of motion laws by joint: `{A = "sin(t)", "C.displacement" = 0.1}`."""

    def names(self, value: Any) -> tuple[str, ...]:
        return tuple(split_coordinate(key)[0] for key in value or ())

    def read(self, raw: Any, scope: Scope) -> Any:
        if not isinstance(raw, Mapping) or not raw:
            raise Wrong(f"{self.name} = {shown(raw)} is not a table of targets", remedy='write {A = "sin(t)", B = 0.5}')
        found = {}
        for key, law in raw.items():
            try:
                found[str(key)] = read_motion(law, scope)
            except Wrong as remark:
                raise Wrong(f"{self.name}.{key}: {remark.what}", remark.why, remark.remedy) from remark
        return found


@element("controllers", "computed_torque")
class ComputedTorque(Controller):
    """Efforts u at joints with which the equations of motion give their coordinates x the accelerations `target'' + kd (target' - x') + kp (target - x)`.

    What acts besides (gravity, springs, dampers, loads, other controllers) is reckoned with, friction is not. Every joint that is to be moved has a target; the
    joints must be independent of each other. Efforts stay within `limit`.
    """

    targets: Any = given(
        TargetsField("what joint coordinates shall be: motion laws by joint", unit="rad or m", to=("joints",))
    )
    kp: Any = given(GainField("gain of the position: a number for all, or by joint", unit="1/s^2"))
    kd: Any = given(GainField("gain of the velocity: a number for all, or by joint", unit="1/s"))
    limit: Any = given(GainField("greatest effort: a number for all, or by joint", unit="N or N m", default=None))
    every: Number | None = every_field()

    def axes(self, values: SimpleNamespace) -> list[Axis]:
        found = []
        for key, target in values.targets.items():
            joint, coordinate = split_coordinate(key)
            kp, kd = (gain(getattr(values, word), key, word, values.targets) for word in ("kp", "kd"))
            limit = math.inf if values.limit is None else gain(values.limit, key, "limit", values.targets)
            law = Law(COMMAND, -1.0, free=target, curve=Constant(0.0), lower=-limit, upper=limit)
            name = f"{self.name}_{key.replace('.', '_')}"
            found.append(Axis(name, law, kp, kd, joint, coordinate))
        return found
