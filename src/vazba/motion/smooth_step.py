"""From one value to another without a jump in acceleration."""

from __future__ import annotations

from typing import Any, Self

import numpy as np

from vazba.errors import Wrong
from vazba.frozen import frozen
from vazba.motion.motion import Lowered, Motion, Number, Scope, keys_of, named, plain


@frozen
class SmoothStep(Motion):
    """`f = f0 + (f1 - f0)(10u^3 - 15u^4 + 6u^5)`, `u = (t - start)/(end - start)` held within 0 and 1.

    f' and f'' vanish at both ends, so the law is twice continuously differentiable everywhere.
    """

    from_value: Number  # before `start`, rad or m
    to_value: Number  # after `end`, rad or m
    start: Number  # s
    end: Number  # s

    key = "step"

    @classmethod
    def from_raw(cls, raw: Any) -> SmoothStep:
        entries = keys_of(cls, raw, ["from", "to", "start", "end"])
        return cls(entries["from"], entries["to"], entries["start"], entries["end"])

    def resolve(self, scope: Scope) -> SmoothStep:
        entries = self.to_raw()["step"]
        from_value, to_value, start, end = (named(scope, key, raw) for key, raw in entries.items())
        if not start < end:
            raise Wrong(f"step from {start:g} s to {end:g} s", "it must start before it ends", "make end later")
        return SmoothStep(from_value, to_value, start, end)

    def lower(self) -> Lowered:
        f0, f1, t0, t1 = float(self.from_value), float(self.to_value), float(self.start), float(self.end)
        rise, length = f1 - f0, t1 - t0
        quintic = [f0, 0, 0, 10.0 * rise / length**3, -15.0 * rise / length**4, 6.0 * rise / length**5]
        return Lowered.from_pieces([t0, t0, t1], [[f0, 0, 0, 0, 0, 0], quintic, [f1, 0, 0, 0, 0, 0]])

    def to_raw(self) -> Any:
        values = {"from": self.from_value, "to": self.to_value, "start": self.start, "end": self.end}
        return {"step": {key: plain(raw) for key, raw in values.items()}}

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        f0, f1, t0, length = (float(x) for x in rng.uniform(0.2, 2.0, size=4))
        return cls(f0, f1, t0, t0 + length)
