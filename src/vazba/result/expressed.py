"""Expressions of columns: `sqrt(plate.vx**2 + plate.vy**2)`, `rope.force - 20`, by the safe grammar of numbers in models."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vazba.expressions import ExpressionError, parse

Array = NDArray[np.float64]


def expressed(text: str, time: Array, column: Callable[[str], Array]) -> Array | None:
    """Values over time of an expression of columns (and of `t`), or None where the text is none; `column` gives one, or raises that there is none."""
    try:
        found = parse(text)
    except ExpressionError:
        return None
    if not found.columns or len(found.code) == 1:
        return None
    values = {name: time if name in ("t", "time") else column(name) for name in found.names}
    return np.array(np.broadcast_to(found.over(values), time.shape), float)
