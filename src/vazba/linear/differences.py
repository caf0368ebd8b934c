"""Derivatives by central differences and Richardson's extrapolation, with their error.

    D(h) = (f(h) - f(-h)) / 2h = f' + a h^2 + b h^4 + ..

Steps h, h/2, h/4 take both terms away; the difference of the last two extrapolations tells the error. Several first steps are tried: the one whose
extrapolations agree best is taken, for each derivative.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
FIRST = (1.0, 5e-2, 2e-3)  # parts of the usual step with which it is tried
HALVES = 3
PARTS = tuple(first * sign / 2**k for first in FIRST for k in range(HALVES) for sign in (1.0, -1.0))


def derivative(f: Callable[[Array], Array], step: float) -> tuple[Array, Array]:
    """`df/ds` at s = 0 of a function of many places (places x values), and its error, both by value."""
    parts = np.array(PARTS) * step
    with np.errstate(all="ignore"):
        values = f(parts)
        best, error = np.full(values.shape[1:], np.nan), np.full(values.shape[1:], np.inf)
        for k in range(len(FIRST)):
            own = values[2 * HALVES * k : 2 * HALVES * (k + 1)]
            h = parts[2 * HALVES * k : 2 * HALVES * (k + 1) : 2]
            d = (own[0::2] - own[1::2]) / (2.0 * h.reshape(-1, *[1] * (own.ndim - 1)))
            once = (4.0 * d[1:] - d[:-1]) / 3.0
            twice = (16.0 * once[1] - once[0]) / 15.0
            rounding = 4e-16 * np.abs(own).max(axis=0) / h[-1]
            off = np.abs(twice - once[1]) + rounding
            better = off < error
            best, error = np.where(better, twice, best), np.where(better, off, error)
    return best, error
