"""PD controller of a joint or a cable."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

from vazba.controllers.controller import Axis, Controller, every_field
from vazba.element import NameField, Number, NumberField, element, given
from vazba.errors import Wrong
from vazba.laws.records import SERVO
from vazba.motion.fields import MotionField
from vazba.paths.path import Law, coordinate_field, joint_field


@element("controllers", "pd")
class ProportionalDerivative(Controller):
    """At a joint the effort `u = kp (target - x) + kd (target' - x') + feedforward` that moves its second body along the coordinate x, at most `limit`.

    With `cable` it pulls: the tension `kp (l - target) + kd (l' - target') + feedforward`, never negative and at most `limit`, takes the place of that
    of the cable's own law.
    """

    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    cable: str | None = given(
        NameField("cable whose length it holds, instead of a joint", to=("cables",), default=None)
    )
    target: Any = given(MotionField("what the coordinate or length shall be (a motion law)", unit="rad or m"))
    kp: Number = given(NumberField("gain of the position", unit="N m/rad or N/m", minimum=0.0))
    kd: Number = given(NumberField("gain of the velocity", unit="N m s/rad or N s/m", minimum=0.0, default=0.0))
    limit: Number | None = given(
        NumberField("greatest effort", unit="N or N m", minimum=0.0, strict=True, default=None)
    )
    feedforward: Any = given(MotionField("effort that is added (a motion law)", unit="N or N m", default=None))
    every: Number | None = every_field()

    def check_form(self) -> None:
        if (self.joint is None) == (self.cable is None):
            what = "it acts on nothing" if self.joint is None else "both joint and cable are given"
            raise Wrong(what, "what it moves is not known", "give one of joint, cable")
        if self.coordinate is not None and self.joint is None:
            raise Wrong("coordinate is given without a joint", remedy="remove it")

    def axes(self, values: SimpleNamespace) -> list[Axis]:
        limit = math.inf if values.limit is None else values.limit
        low = 0.0 if values.cable is not None else -limit
        law = Law(SERVO, values.kp, values.kd, values.target, curve=values.feedforward, lower=low, upper=limit)
        return [Axis(self.name, law, values.kp, values.kd, values.joint, values.coordinate, values.cable)]
