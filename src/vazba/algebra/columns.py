"""Sparse equations with many right sides: `A x = b` by the factors of A, a few columns at a time.

The columns that are solved together lie side by side: each number of the factors is used for all of them at once, and what they need stays near the
processor. Rows in which all of them are nothing are passed over: a branch moves nothing but what it carries.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import F8, I4, boundary, each, get, jit, packed, put, record, view_of

Array = NDArray[np.float64]
WIDTH = 32  # columns solved together
FACTORS = record(
    "FACTORS", each(I4, "lower_starts", "lower_rows", "upper_starts", "upper_rows") | each(F8, "lower", "upper")
)
SWEEP = "void(int64, int64, int64)"  # factors, numbers (row by row), columns
_numbers_at = view_of(F8)


@jit
def _is_nothing(z, at, width):  # type: ignore[no-untyped-def]
    k = 0
    while k < width and get(z, at + k) == 0.0:
        k += 1
    return k == width


@jit
def _take_away(z, to, source, factor, width):  # type: ignore[no-untyped-def]
    for k in range(width):
        put(z, to + k, get(z, to + k) - factor * get(z, source + k))


@boundary(SWEEP)
def solve_columns(factors_at, z_at, width):  # type: ignore[no-untyped-def]
    """`L U z = z`, both factors column by column: of L the first number of a column is its diagonal (1), of U the last."""
    f = FACTORS.at(factors_at)
    starts, rows, numbers = FACTORS.lower_starts(f), FACTORS.lower_rows(f), FACTORS.lower(f)
    n = starts.shape[0] - 1
    z = _numbers_at(z_at, n * width)
    for j in range(n):
        if starts[j + 1] > starts[j] + 1 and not _is_nothing(z, j * width, width):
            for p in range(starts[j] + 1, starts[j + 1]):
                _take_away(z, rows[p] * width, j * width, numbers[p], width)
    starts, rows, numbers = FACTORS.upper_starts(f), FACTORS.upper_rows(f), FACTORS.upper(f)
    for j in range(n - 1, -1, -1):
        last = starts[j + 1] - 1
        if _is_nothing(z, j * width, width):
            continue
        pivot = numbers[last]
        for k in range(j * width, (j + 1) * width):
            put(z, k, get(z, k) / pivot)
        for p in range(starts[j], last):
            _take_away(z, rows[p] * width, j * width, numbers[p], width)


class ManyColumns:
    """Factors of a sparse matrix, for many right sides."""

    def __init__(self, matrix: Any) -> None:
        """Raises `RuntimeError` where the matrix is singular."""
        from scipy.sparse.linalg import splu

        found = splu(matrix)
        lower, upper = found.L.tocsc(), found.U.tocsc()
        lower.sort_indices()
        upper.sort_indices()
        self.rows, self.columns = found.perm_r, found.perm_c
        self.arrays = {
            "lower_starts": lower.indptr.astype(np.int32), "lower_rows": lower.indices.astype(np.int32), "lower": lower.data,
            "upper_starts": upper.indptr.astype(np.int32), "upper_rows": upper.indices.astype(np.int32), "upper": upper.data,
        }  # fmt: skip
        self.record = packed(FACTORS, self.arrays)

    def solve(self, right: Array) -> Array:
        """`A^-1 right` (rows x columns). Rows that are missing in the end are nothing on the right, and not told of the solution."""
        count, width = right.shape
        z = np.empty((len(self.rows), width)) if count == len(self.rows) else np.zeros((len(self.rows), width))
        z[self.rows[:count]] = right
        solve_columns(self.record.here, z.ctypes.data, width)
        return z[self.columns[:count]]
