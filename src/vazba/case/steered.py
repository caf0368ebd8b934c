"""Motions of drivers as inputs: what is set is the acceleration of a driven value; its value and rate go on from where they are.

A value or rate that jumps is no motion: an infinite effort would be needed. While an acceleration w is held, the law is `f + f' x + w/2 x^2`, `x = t - t_0`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from vazba.element import Scope
from vazba.frozen import frozen
from vazba.joints.rows import PERP
from vazba.motion.motion import Lowered, Motion
from vazba.system import System

if TYPE_CHECKING:
    from vazba.case.inputs import Inputs

Array = NDArray[np.float64]
HELD = Lowered.from_pieces([0.0], [[0.0, 0.0, 0.0]])  # numbers: t_0, f, f', w/2


@frozen
class Steered(Motion):
    """The motion of a driver as it is described until its input is first given, and as that says from then on."""

    described: Motion
    inputs: Inputs
    name: str

    @classmethod
    def from_raw(cls, raw: Any) -> Motion:
        raise NotImplementedError(raw)  # it stands in no file

    @classmethod
    def example(cls, rng: np.random.Generator) -> Self:
        raise NotImplementedError(rng)

    def resolve(self, scope: Scope) -> Motion:
        return self.described.resolve(scope)

    def lower(self) -> Lowered:
        return self.described.lower()

    def to_raw(self) -> Any:
        return self.described.to_raw()

    def span(self) -> tuple[float, float]:
        return self.described.span()

    def breaks(self) -> tuple[float, ...]:
        return self.described.breaks()

    def at(self, t: float | Sequence[float] | Array) -> tuple[Array, Array, Array]:
        if not self.inputs.is_taken(self.name):
            return self.described.at(t)
        times = np.asarray(t, float)
        f, f1, f2 = (x.reshape(times.shape) for x in self.inputs.jets(self.name, times.ravel()))
        return f, f1, f2


def driven_rows(system: System) -> tuple[dict[str, tuple[str, int, str]], tuple[str, ...]]:
    """Of each driven value, by the name of its acceleration: driver, row of the table, unit; and drivers that have none: those of orientations."""
    rows, found, others = system.tables.rows, {}, []
    for driver, equations in system.driver_rows.items():
        for equation, (suffix, _, unit) in zip(equations, system.driver_motions[driver], strict=True):
            at = np.flatnonzero(rows["row"] == equation)
            if len(at) != 1 or rows["kind"][at[0]] == PERP or rows["moving"][at[0]]:
                others.append(driver)
                break
            found[f"{driver}.acceleration{suffix}"] = driver, int(at[0]), unit
    return found, tuple(others)
