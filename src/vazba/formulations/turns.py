"""How many whole turns joints have made: the one place that knows it for every formulation.

A turning coordinate is known from the bodies up to whole turns only. `turns` of the work arrays holds the angle at which each was last seen, from which it is
continued: there formulations in coordinates of bodies keep it from step to step, and those in joint coordinates for joints that close loops.
The angle of a joint in the tree is a coordinate of its own, and holds all of its turns: `turns = offset + x / factor`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def angles_seen(form: Any, y: Array | None = None) -> Array:
    """Angles from which whole turns go on, at the state y of a formulation (without it: as last seen)."""
    found = np.array(form.work.turns[: len(form.system.turns0)])
    if y is not None:
        for turn, at, offset, factor in getattr(form, "offsets", ()):
            found[turn] = offset + y[at] / factor
    return found


def hand_over(into: Any, other: Any, y: Array | None = None) -> None:
    """Whole turns from one formulation, at its state y, to another of the same model."""
    into.work.turns[: len(into.system.turns0)] = angles_seen(other, y)
