"""Small dense systems in flat arrays, row by row: elimination with pivoting, triangular solutions, and a choice of columns."""

from __future__ import annotations

import math

from vazba._jit import get, jit, put


@jit
def lu_factor(a, n, order):  # type: ignore[no-untyped-def]
    """`P a = L U` in place, with row exchanges noted in `order`; returns the smallest pivot."""
    least = math.inf
    for k in range(n):
        best, at = -1.0, k
        for i in range(k, n):
            size = abs(get(a, i * n + k))
            if size > best:
                best, at = size, i
        order[k] = at
        if at != k:
            for j in range(n):
                x = get(a, k * n + j)
                put(a, k * n + j, get(a, at * n + j))
                put(a, at * n + j, x)
        least = min(least, best)
        inverse = 1.0 / get(a, k * n + k)
        for i in range(k + 1, n):
            factor = get(a, i * n + k) * inverse
            put(a, i * n + k, factor)
            if factor != 0.0:
                for j in range(k + 1, n):
                    put(a, i * n + j, get(a, i * n + j) - factor * get(a, k * n + j))
    return least


@jit
def lu_solve(a, n, order, x):  # type: ignore[no-untyped-def]
    """Solve with the factors, x in place."""
    for k in range(n):  # all exchanges first: the factors have been through the later ones too
        at = order[k]
        value = x[at]
        x[at] = x[k]
        x[k] = value
    for k in range(n):
        value = x[k]
        for i in range(k + 1, n):
            x[i] -= get(a, i * n + k) * value
    for k in range(n - 1, -1, -1):
        value = x[k]
        for j in range(k + 1, n):
            value -= get(a, k * n + j) * x[j]
        x[k] = value / get(a, k * n + k)


@jit
def lu_solve_transposed(a, n, order, x):  # type: ignore[no-untyped-def]
    """Solve with the transpose of what was factorised, x in place."""
    for k in range(n):
        value = x[k]
        for j in range(k):
            value -= get(a, j * n + k) * x[j]
        x[k] = value / get(a, k * n + k)
    for k in range(n - 1, -1, -1):
        value = x[k]
        for i in range(k + 1, n):
            value -= get(a, i * n + k) * x[i]
        x[k] = value
    for k in range(n - 1, -1, -1):
        at = order[k]
        value = x[at]
        x[at] = x[k]
        x[k] = value


@jit
def solve_symmetric(a, n, x):  # type: ignore[no-untyped-def]
    """Solve `a x = x` for a positive definite a (spoiled) by Cholesky's factorisation, x in place."""
    for k in range(n):
        pivot = get(a, k * n + k)
        for j in range(k):
            pivot -= get(a, k * n + j) ** 2
        pivot = math.sqrt(pivot)
        put(a, k * n + k, pivot)
        for i in range(k + 1, n):
            value = get(a, i * n + k)
            for j in range(k):
                value -= get(a, i * n + j) * get(a, k * n + j)
            put(a, i * n + k, value / pivot)
    for k in range(n):
        value = x[k]
        for j in range(k):
            value -= get(a, k * n + j) * x[j]
        x[k] = value / get(a, k * n + k)
    for k in range(n - 1, -1, -1):
        value = x[k]
        for i in range(k + 1, n):
            value -= get(a, i * n + k) * x[i]
        x[k] = value / get(a, k * n + k)


@jit
def choose_columns(a, m, n, most, least, rows, columns):  # type: ignore[no-untyped-def]
    """Rows and columns of a well-conditioned square part of a (m by n, spoiled), by elimination with complete pivoting.

    `rows` and `columns` (permutations, their first numbers are the choice) are filled; returns `(how many, the smallest pivot)`. It ends after `most` pivots
    or at one that is not above `least`.
    """
    for k in range(m):
        rows[k] = k
    for k in range(n):
        columns[k] = k
    last = math.inf
    for k in range(min(most, m, n)):
        best, at_row, at_column = -1.0, k, k
        for i in range(k, m):
            for j in range(k, n):
                size = abs(get(a, i * n + j))
                if size > best:
                    best, at_row, at_column = size, i, j
        if not best > least:
            return k, last
        last = best
        for j in range(n):
            x = get(a, k * n + j)
            put(a, k * n + j, get(a, at_row * n + j))
            put(a, at_row * n + j, x)
        for i in range(m):
            x = get(a, i * n + k)
            put(a, i * n + k, get(a, i * n + at_column))
            put(a, i * n + at_column, x)
        rows[k], rows[at_row] = rows[at_row], rows[k]
        columns[k], columns[at_column] = columns[at_column], columns[k]
        for i in range(k + 1, m):
            factor = get(a, i * n + k) / get(a, k * n + k)
            if factor != 0.0:
                for j in range(k, n):
                    put(a, i * n + j, get(a, i * n + j) - factor * get(a, k * n + j))
    return min(most, m, n), last
