"""Spring between two points or at a joint; with damping, by a curve, or by a law of one's own."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import FlagField, Number, NumberField, element, given
from vazba.errors import Wrong
from vazba.laws.records import CURVE, LINEAR, USER
from vazba.motion.constant import Constant
from vazba.motion.fields import MotionField
from vazba.paths.actuation import actuated_field, bounds_of, maximum_field, minimum_field, weight_field
from vazba.paths.path import (
    CurveField,
    FunctionField,
    Law,
    PathElement,
    coordinate_field,
    ends_field,
    joint_field,
    one_of,
)

SET_BY_COLUMNS = (
    "write a function of t, or an actuator in its place, whose tension, force or torque may name columns: "
    'tension = "200*(NAME.value - 1.3 - 0.1*A.angle)" with its name for NAME, whose value is its length (at a joint: '
    'torque = "-20*(A.angle - 0.1*B.angle)")'
)


@element("springs")
class Spring(PathElement):
    """Tension `F = K (l - l0) + B dl/dt` along the straight line between two points, or moment `F = K (angle - angle0) + B angle'` at a joint.

    Instead of `stiffness`, `force` gives a curve `F(x)` over the stretch `x = l - l0` (a table, or an expression in `x`), and in Python `law` any
    function `F(length, rate, t)`.
    """

    FORM: ClassVar[str] = "coil"

    points: Any = ends_field()
    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    stiffness: Number | None = given(NumberField("stiffness K", unit="N/m", default=None))
    force: Any = given(CurveField("force over the stretch x, instead of a stiffness", unit="N", default=None))
    law: Any = given(FunctionField("Python function (length, rate, t) -> force, instead of a stiffness", default=None))
    free_length: Any = given(
        MotionField("free length l0 (may be a motion law)", unit="m", default=0.0, instead=SET_BY_COLUMNS)
    )
    free_angle: Any = given(MotionField("free angle, at a joint", unit="rad", default=None, instead=SET_BY_COLUMNS))
    damping: Number = given(NumberField("damping B", unit="N s/m", default=0.0))
    actuated: bool = actuated_field()
    minimum: Any = minimum_field("none")
    maximum: Any = maximum_field()
    weight: Number = weight_field()
    member: bool = given(FlagField("whether it is a member of a tensegrity (`vz.tensegrity`)", default=False))

    LEAST: ClassVar[float] = -math.inf  # effort, where no minimum is given

    def check_form(self) -> None:
        super().check_form()
        one_of(self, ("stiffness", "force", "law"), "its force is not determined")
        also = {
            "damping": self.damping != 0,
            "free_length": self.free_length != 0,
            "free_angle": self.free_angle is not None,
        }
        if self.law is not None and any(also.values()):
            key = next(key for key, said in also.items() if said)
            raise Wrong(
                f"{key} is given beside law", "the function alone makes the force", f"take {key} into the function"
            )
        if also["free_length"] and also["free_angle"]:
            raise Wrong("free_length and free_angle are given together", remedy="give one of them")

    def law_of(self, values: SimpleNamespace) -> Law:
        bounds_of(values, self.LEAST)
        free = values.free_angle if values.free_angle is not None else values.free_length
        if values.law is not None:
            return Law(USER, function=values.law)
        if values.force is not None:
            return Law(CURVE, damping=values.damping, free=free or Constant(0.0), curve=values.force)
        return Law(LINEAR, values.stiffness, values.damping, free)
