"""f = mean + amplitude sin(2 pi frequency t + phase)."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from vazba.expressions import parse
from vazba.frozen import frozen
from vazba.motion.motion import Lowered, Motion, Number, Scope, keys_of, named, plain

_LAW = "mean + amplitude*sin(2*pi*frequency*t + phase)"


@frozen
class Harmonic(Motion):
    """`f = mean + amplitude*sin(2*pi*frequency*t + phase)`."""

    amplitude: Number  # rad or m
    frequency: Number  # Hz
    mean: Number = 0.0  # rad or m
    phase: Number = 0.0  # rad

    key = "harmonic"

    @classmethod
    def from_raw(cls, raw: Any) -> Harmonic:
        return cls(**keys_of(cls, raw, ["amplitude", "frequency"], ["mean", "phase"]))

    def resolve(self, scope: Scope) -> Harmonic:
        return Harmonic(**{key: named(scope, key, raw) for key, raw in vars(self).items()})

    def lower(self) -> Lowered:
        return Lowered.from_program(parse(_LAW).program(vars(self)))

    def to_raw(self) -> Any:
        said = {key: raw for key, raw in vars(self).items() if key in ("amplitude", "frequency") or raw != 0}
        return {"harmonic": {key: plain(raw) for key, raw in said.items()}}

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        return cls(*(float(x) for x in rng.uniform(0.1, 2.0, size=4)))
