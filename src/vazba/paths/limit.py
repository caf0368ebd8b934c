"""Limit of a joint: elastic stops at the ends of its travel."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import ClassVar

from vazba.element import Number, NumberField, element, given
from vazba.errors import Wrong
from vazba.laws.records import LIMIT
from vazba.paths.path import Law, PathElement, coordinate_field, joint_field


@element("limits")
class Limit(PathElement):
    """Beyond `lower` or `upper` the coordinate x of the joint is pushed back by `K (x - bound) + B x'`; a stop never pulls.

    The moment of touching is located.
    """

    FORM: ClassVar[str] = "stop"

    joint: str | None = joint_field()
    coordinate: str | None = coordinate_field()
    lower: Number | None = given(NumberField("least value of the coordinate", unit="rad or m", default=None))
    upper: Number | None = given(NumberField("largest value of the coordinate", unit="rad or m", default=None))
    stiffness: Number = given(NumberField("stiffness K of the stop", unit="N m/rad or N/m", minimum=0.0, strict=True))
    damping: Number = given(NumberField("damping B of the stop", unit="N m s/rad or N s/m", minimum=0.0, default=0.0))

    def law_of(self, values: SimpleNamespace) -> Law:
        lower = -math.inf if values.lower is None else values.lower
        upper = math.inf if values.upper is None else values.upper
        if values.lower is None and values.upper is None:
            raise Wrong("neither lower nor upper is given", "it limits nothing", "add lower = .. or upper = ..")
        if not lower < upper:
            raise Wrong(f"lower = {lower:g} is not below upper = {upper:g}", remedy="swap them")
        return Law(LIMIT, values.stiffness, values.damping, lower=lower, upper=upper)
