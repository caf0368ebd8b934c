"""What may act: elements whose effort an inverse analysis chooses, between bounds and at a price."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

from vazba.element import Field, FlagField, NumberField, Scope, given
from vazba.errors import Wrong
from vazba.scope import bounded

NO_BOUND = "none"


class BoundField(Field):
    """A number, or "none": no bound (`side` times infinity)."""

    def __init__(self, doc: str, *, side: float, **options: Any) -> None:
        super().__init__(doc, **options)
        self.side = side

    def read(self, raw: Any, scope: Scope) -> float:
        if isinstance(raw, str) and raw.strip().lower() == NO_BOUND:
            return self.side * math.inf
        if isinstance(raw, float) and math.isinf(raw) and raw * self.side > 0:
            return raw
        return bounded(self.name, scope.number(raw))


def actuated_field() -> Any:
    return given(FlagField("whether its effort is chosen by inverse analyses (`vz.inverse`)", default=False))


def minimum_field(default: str) -> Any:
    return given(
        BoundField(f'least effort in inverse analyses; "none": no bound (default: {default})', side=-1.0, unit="N or N m", default=None)
    )  # fmt: skip


def maximum_field() -> Any:
    return given(
        BoundField('greatest effort in inverse analyses; "none": no bound (default: none)', side=1.0, unit="N or N m", default=None)
    )  # fmt: skip


def weight_field() -> Any:
    return given(
        NumberField("price of the effort in inverse analyses: sum of weight F^2", default=1.0, minimum=0.0, strict=True)
    )


def bounds_of(values: SimpleNamespace, least: float) -> tuple[float, float]:
    """Bounds of an element's effort, `least` where no minimum is given; raises `Wrong` where they cross."""
    low = least if values.minimum is None else values.minimum
    high = math.inf if values.maximum is None else values.maximum
    if low > high:
        told = "" if values.minimum is not None else " (that of cables, which cannot push)"
        raise Wrong(
            f"minimum = {low:g}{told} is above maximum = {high:g}",
            "no effort lies between them",
            'exchange them, or write minimum = "none"',
        )
    return low, high
