"""Damper between two points or at a joint."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import Number, NumberField, element, given
from vazba.laws.records import LINEAR, RATE
from vazba.paths.path import CurveField, Law, PathElement, coordinate_field, ends_field, joint_field, one_of


@element("dampers")
class Damper(PathElement):
    """Tension `F = B dl/dt` along the straight line between two points, or moment `F = B angle'` at a joint; or a curve `F(x)` over the rate `x`."""

    FORM: ClassVar[str] = "dashpot"

    points: Any = ends_field()
    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    damping: Number | None = given(NumberField("damping B", unit="N s/m", default=None))
    force: Any = given(CurveField("force over the rate x, instead of a damping", unit="N", default=None))

    def check_form(self) -> None:
        super().check_form()
        one_of(self, ("damping", "force"), "its force is not determined")

    def law_of(self, values: SimpleNamespace) -> Law:
        if values.force is not None:
            return Law(RATE, curve=values.force)
        return Law(LINEAR, damping=values.damping)
