"""Event: a moment the run is to notice, when a length, a joint coordinate or a function of the state passes a value."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import ChoiceField, FlagField, Number, NumberField, element, given
from vazba.laws.records import WATCH
from vazba.motion.constant import Constant
from vazba.paths.path import FunctionField, Law, PathElement, coordinate_field, ends_field, joint_field


@element("events")
class Event(PathElement):
    """The time at which the distance of two points, or a joint coordinate, passes `value`, located by the integrator; with `stop` the run ends there.

    In Python `function(length, rate, t, q, v)` is watched instead of the length itself.
    """

    QUANTITIES: ClassVar[tuple[str, ...]] = ()

    points: Any = ends_field()
    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    value: Number = given(NumberField("value that is passed", unit="m or rad", default=0.0))
    direction: str = given(ChoiceField("which way", choices=("both", "rising", "falling"), default="both"))
    stop: bool = given(FlagField("whether the run ends there", default=False))
    function: Any = given(
        FunctionField(
            "Python function (length, rate, t) or (length, rate, t, q, v), instead of the length", default=None
        )
    )

    def law_of(self, values: SimpleNamespace) -> Law:
        way = {"both": 0.0, "rising": 1.0, "falling": -1.0}[values.direction]
        return Law(WATCH, free=Constant(values.value), function=values.function, lower=way, upper=float(values.stop))
