"""f = a0 + a1 t + a2 t^2 + ..."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from vazba.errors import Wrong
from vazba.frozen import frozen
from vazba.motion.motion import Lowered, Motion, Number, Scope, numbers, plain


@frozen
class Polynomial(Motion):
    """`f = sum a_k t^k`."""

    coefficients: Sequence[Number]  # a0, a1, ...: rad or m divided by s^k

    key = "polynomial"

    def __post_init__(self) -> None:
        if isinstance(self.coefficients, (list, np.ndarray)):
            object.__setattr__(self, "coefficients", tuple(self.coefficients))

    @classmethod
    def from_raw(cls, raw: Any) -> Polynomial:
        return cls(raw)

    def resolve(self, scope: Scope) -> Polynomial:
        values = numbers(scope, "polynomial", self.coefficients)
        if not values:
            raise Wrong("polynomial has no coefficients", remedy="write polynomial = [a0, a1, ...]")
        return Polynomial(values)

    def lower(self) -> Lowered:
        return Lowered.from_pieces([0.0], [[float(a) for a in self.coefficients]])

    def to_raw(self) -> Any:
        return {"polynomial": plain(self.coefficients)}

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        return cls(tuple(float(a) for a in rng.normal(size=rng.integers(1, 7))))
