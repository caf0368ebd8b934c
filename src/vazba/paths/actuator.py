"""Actuator: a commanded force along a path or at a joint."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import NamesField, element, given
from vazba.errors import Wrong
from vazba.motion.fields import MotionField
from vazba.paths.kernels import COMMAND
from vazba.paths.path import Law, PathElement, coordinate_field, joint_field, one_of


@element("actuators")
class Actuator(PathElement):
    """At a joint: the effort `torque(t)` or `force(t)` that moves its second body along the coordinate. Through points: `tension(t)`, which pulls them
    together.

    A cable whose *length* is commanded is a cable with a motion law as `free_length`; a commanded *motion* is a driver.
    """

    FORM: ClassVar[str] = "cylinder"

    QUANTITIES: ClassVar[tuple[str, ...]] = ("value", "rate", "effort", "power")

    through: Any = given(
        NamesField("the points it pulls together, in order", to=("points",), count=(2, None), default=None)
    )
    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    tension: Any = given(MotionField("commanded tension", unit="N", default=None))
    force: Any = given(MotionField("commanded force along a joint's displacement", unit="N", default=None))
    torque: Any = given(MotionField("commanded moment about a joint's axis", unit="N m", default=None))

    def check_form(self) -> None:
        super().check_form()
        fitting = ("tension",) if self.joint is None else ("force", "torque")
        said = one_of(self, fitting, "what it commands is not determined")
        for key in {"tension", "force", "torque"} - set(fitting):
            if getattr(self, key) is not None:
                raise Wrong(f"{said} and {key} are given together", "one of them would be ignored", f"remove {key}")

    def law_of(self, values: SimpleNamespace) -> Law:
        if values.joint is None:
            return Law(COMMAND, 1.0, curve=values.tension)
        return Law(COMMAND, -1.0, curve=values.torque if values.torque is not None else values.force)
