"""Speed up, hold, stop: a trapezoidal speed profile; the law is its integral."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from vazba.errors import Wrong
from vazba.frozen import frozen
from vazba.motion.motion import Lowered, Motion, Number, Scope, keys_of, named, numbers, plain


@frozen
class Trapezoid(Motion):
    """`f = start` until t0; the speed grows linearly from 0 at t0 to `speed` at t1, stays until t2, falls to 0 at t3.

    `f'' = speed/(t1-t0)`, `0`, `-speed/(t3-t2)` on the three pieces: it jumps at the four times (taken from the right).
    """

    speed: Number  # rad/s or m/s
    times: Sequence[Number]  # t0 < t1 <= t2 < t3, s
    start: Number = 0.0  # rad or m

    key = "trapezoid"

    def __post_init__(self) -> None:
        if isinstance(self.times, (list, np.ndarray)):
            object.__setattr__(self, "times", tuple(self.times))

    @classmethod
    def from_raw(cls, raw: Any) -> Trapezoid:
        return cls(**keys_of(cls, raw, ["speed", "times"], ["start"]))

    def resolve(self, scope: Scope) -> Trapezoid:
        times = numbers(scope, "times", self.times)
        shown = "[" + ", ".join(f"{t:g}" for t in times) + "]"
        if len(times) != 4:
            raise Wrong(f"times = {shown} has {len(times)} entries", "four are expected", "give [t0, t1, t2, t3]")
        if not times[0] < times[1] <= times[2] < times[3]:
            why = "they must grow: a speed cannot jump" if sorted(times) == list(times) else "they must grow"
            raise Wrong(f"times = {shown} are out of order", why, "give [t0, t1, t2, t3] with t0 < t1 <= t2 < t3")
        return Trapezoid(named(scope, "speed", self.speed), times, named(scope, "start", self.start))

    def lower(self) -> Lowered:
        t0, t1, t2, t3 = (float(t) for t in self.times)
        speed, f0 = float(self.speed), float(self.start)
        f1 = f0 + speed * (t1 - t0) / 2.0
        f2 = f1 + speed * (t2 - t1)
        f3 = f2 + speed * (t3 - t2) / 2.0
        rising, falling = speed / (t1 - t0), -speed / (t3 - t2)
        rows = [[f0, 0, 0], [f0, 0, rising / 2.0], [f1, speed, 0], [f2, speed, falling / 2.0], [f3, 0, 0]]
        return Lowered.from_pieces([t0, t0, t1, t2, t3], rows)

    def breaks(self) -> tuple[float, ...]:
        return tuple(sorted({float(t) for t in self.times}))

    def to_raw(self) -> Any:
        start = {"start": plain(self.start)} if self.start != 0 else {}
        return {"trapezoid": {**start, "speed": plain(self.speed), "times": plain(self.times)}}

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        times = rng.uniform(-1.0, 1.0) + np.cumsum(rng.uniform(0.2, 1.0, size=4))
        return cls(float(rng.normal()), tuple(float(t) for t in times), float(rng.normal()))
