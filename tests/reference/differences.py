"""Derivatives by central differences over six places: good to about 1e-12 of what changes."""

from __future__ import annotations

import numpy as np

SIX = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))


def by_differences(function, count, step=2e-3):
    """Columns of the derivative at zero of a function of `count` numbers."""
    columns = []
    for k in range(count):
        e = np.zeros(count)
        e[k] = step
        columns.append(sum(c * (function(j * e) - function(-j * e)) for j, c in SIX) / step)
    return np.array(columns).T
