"""Derivatives of all forces by central differences over six places: what the exact tangents are held against, and what serves where users' functions
of the whole state act."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from scipy.sparse import csc_array

    from vazba.statics.mechanics import Bodies

Array = NDArray[np.float64]
STEP = 1e-3  # of the characteristic length, or rad
SIX = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))  # places on either side, and the factor of the difference there


def derivative(function: Callable[[Array], Array], steps: Array) -> Array:
    """Columns at zero; `steps` of the variables."""
    columns = []
    for k, h in enumerate(steps):
        e = np.zeros(len(steps))
        e[k] = h
        columns.append(sum(c * (function(j * e) - function(-j * e)) for j, c in SIX) / h)
    return np.array(columns).reshape(len(steps), -1).T


def by_differences(mechanics: Bodies, q: Array, v: Array, multipliers: Array) -> tuple[csc_array, csc_array]:
    """`K` and `D` as `Mechanics.tangent` gives them."""
    from scipy.sparse import csc_array

    def acting(step: Array) -> Array:
        at = mechanics.moved(q, step)
        pushed = mechanics.jacobian(at).T @ multipliers if len(multipliers) else 0.0
        return mechanics.force(at, v) + pushed

    steps = STEP * mechanics.length / np.sqrt(mechanics.weights)
    k, d = derivative(acting, steps), derivative(lambda more: mechanics.force(q, v + more), steps)
    return csc_array(-k), csc_array(-d)
