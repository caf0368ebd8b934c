"""What the answer of the oracle owes to the digits of the state it is asked about."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from .oracle import Answer, Oracle
from .poses import State, rounded

TIMES = 4


def apart(a: Any, b: Any, metric: Any) -> float:
    d = float(np.max(np.abs((np.asarray(a, float) - np.asarray(b, float)) * metric), initial=0.0))
    return d if np.isfinite(d) else np.inf


class Rounding:
    """What the oracle's answer at a state changes by when the state is rounded; worked out where it is asked for."""

    def __init__(self, model: Any, state: State, answer: Answer, turn: Any, arm: Any) -> None:
        self.model, self.state, self.answer, self.turn, self.arm = model, state, answer, turn, arm

    @cached_property
    def _others(self) -> list[Answer]:
        rng = np.random.default_rng(0)
        return [Oracle(self.model, rounded(self.state, rng)).answer() for _ in range(TIMES)]

    @cached_property
    def acceleration(self) -> float:
        held = self.answer.acceleration
        return max(apart(other.acceleration[b], held[b], self.turn) for other in self._others for b in held)

    @cached_property
    def wrenches(self) -> dict[str, float]:
        return {
            name: max(apart(held.determined @ np.asarray((other.wrenches[name].value - held.value) * self.arm, float), 0.0, 1.0) for other in self._others)
            for name, held in self.answer.wrenches.items()
        }  # fmt: skip
