"""f = c: a coordinate that is held."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from vazba.frozen import frozen
from vazba.motion.motion import Lowered, Motion, Number, Scope, Values, named, plain


@frozen
class Constant(Motion):
    """`f = value`, `f' = f'' = 0`."""

    value: Number = 0.0  # rad or m

    key = "constant"

    @classmethod
    def from_raw(cls, raw: Any) -> Constant:
        return cls(raw)

    def resolve(self, scope: Scope) -> Constant:
        return Constant(named(scope, "constant", self.value))

    def lower(self) -> Lowered:
        return Lowered.from_pieces([0.0], [[float(self.value)]])

    def at(self, t: float | Sequence[float] | Values) -> tuple[Values, Values, Values]:
        """No table is made for it: models hold thousands of constants, and each is asked when it is read."""
        shape, said = np.shape(t), self.value
        value = said if type(said) is float else float(self.resolve(Scope()).value)
        return np.full(shape, value), np.zeros(shape), np.zeros(shape)

    def to_raw(self) -> Any:
        return plain(self.value) if not isinstance(self.value, str) else {"constant": self.value}

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        return cls(float(rng.normal()))
