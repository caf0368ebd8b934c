"""Actuator: a commanded force along a path or at a joint."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import NamesField, Number, element, given
from vazba.errors import Wrong
from vazba.laws.records import COMMAND
from vazba.motion.constant import Constant
from vazba.motion.fields import MotionField
from vazba.paths.actuation import actuated_field, bounds_of, maximum_field, minimum_field, weight_field
from vazba.paths.path import Law, PathElement, coordinate_field, joint_field, one_of
from vazba.paths.rotor import armature_field, check_rotor_form, gear_field, reflected


@element("actuators")
class Actuator(PathElement):
    """At a joint: the effort `torque(t)` or `force(t)` that moves its second body along the coordinate. Through points: `tension(t)`, which pulls them
    together.

    Without a command its effort is for inverse analyses to choose, and zero in a run.
    A motor's rotor moves along with the joint: `armature gear^2` is added to the inertia along the coordinate. Efforts are those at the joint, behind the
    gear: `gear` times the moment of the motor; without the rotor's inertia the ratio changes nothing.
    A cable whose *length* is commanded is a cable with a motion law as `free_length`; a commanded *motion* is a driver.
    """

    FORM: ClassVar[str] = "cylinder"

    QUANTITIES: ClassVar[tuple[str, ...]] = ("value", "rate", "effort", "power")

    through: Any = given(
        NamesField("the points it pulls together, in order", to=("points",), count=(2, None), default=None)
    )
    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    tension: Any = given(MotionField("commanded tension", unit="N", default=None, columns=True))
    force: Any = given(
        MotionField("commanded force along a joint's displacement", unit="N", default=None, columns=True)
    )
    torque: Any = given(MotionField("commanded moment about a joint's axis", unit="N m", default=None, columns=True))
    actuated: bool = actuated_field()
    minimum: Any = minimum_field("none")
    maximum: Any = maximum_field()
    weight: Number = weight_field()
    armature: Number = armature_field()
    gear: Number = gear_field()

    LEAST: ClassVar[float] = -math.inf  # effort, where no minimum is given

    def check_form(self) -> None:
        super().check_form()
        check_rotor_form(self)
        fitting = ("tension",) if self.joint is None else ("force", "torque")
        if all(getattr(self, key) is None for key in ("tension", "force", "torque")):
            return  # its effort is chosen
        said = one_of(self, fitting, "what it commands is not determined")
        for key in {"tension", "force", "torque"} - set(fitting):
            if getattr(self, key) is not None:
                raise Wrong(f"{said} and {key} are given together", "one of them would be ignored", f"remove {key}")

    def law_of(self, values: SimpleNamespace) -> Law:
        bounds_of(values, self.LEAST)
        said = next((law for law in (values.tension, values.torque, values.force) if law is not None), Constant(0.0))
        return Law(COMMAND, 1.0 if values.joint is None else -1.0, curve=said, rotor=reflected(values))
