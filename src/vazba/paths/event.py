"""Event: a moment the run is to notice, when a length, a joint coordinate or a function of the state passes a value."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import ChoiceField, FlagField, Number, NumberField, Scope, element, given
from vazba.errors import Wrong
from vazba.laws.records import WATCH
from vazba.motion.constant import Constant
from vazba.paths.path import FunctionField, Law, PathElement, coordinate_field, ends_field, joint_field


class _PassedField(NumberField):
    """A number; columns of results have no value in it."""

    def read(self, raw: Any, scope: Scope) -> float:
        try:
            return super().read(raw, scope)
        except Wrong as wrong:
            if "columns have values only" not in str(wrong):
                raise
            what, why = wrong.what.partition("; columns have")[0], "a number is passed, not a column"
            remedy = "watch one coordinate or length that passes a number, or in Python a function: m.event(.., function=lambda length, rate, t, q, v: ..)"
            raise Wrong(what, why, remedy) from None


@element("events")
class Event(PathElement):
    """The time at which the distance of two points, or a joint coordinate, passes `value`, located by the integrator; with `stop` the run ends there.

    In Python `function(length, rate, t, q, v)` is watched instead of the length itself.
    """

    QUANTITIES: ClassVar[tuple[str, ...]] = ()

    points: Any = ends_field()
    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    value: Number = given(_PassedField("value that is passed", unit="m or rad", default=0.0))
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
