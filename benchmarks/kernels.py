"""Boundaries of the package, called from loops in Numba: the package itself runs without Numba, benchmarks compile with it."""

from __future__ import annotations

import math

import numba

from vazba._jit import compiling
from vazba.equations.verbs import DERIVATIVE, VERB

call_derivative, call_tree = compiling.caller(DERIVATIVE), compiling.caller(VERB)


@numba.njit
def derivatives(kernel, d, y, out, many):  # type: ignore[no-untyped-def]
    """A derivative some times."""
    for _ in range(many):
        call_derivative(kernel, d, y, out, 0.0)


@numba.njit(error_model="numpy", fastmath={"contract", "nsz"})
def solve_symmetric(a, n, x):  # type: ignore[no-untyped-def]
    """As that of `vazba.algebra.dense`: a plain Cholesky factorisation, x in place."""
    for k in range(n):
        pivot = a[k * n + k]
        for j in range(k):
            pivot -= a[k * n + j] ** 2
        pivot = math.sqrt(pivot)
        a[k * n + k] = pivot
        for i in range(k + 1, n):
            value = a[i * n + k]
            for j in range(k):
                value -= a[i * n + j] * a[k * n + j]
            a[i * n + k] = value / pivot
    for k in range(n):
        value = x[k]
        for j in range(k):
            value -= a[k * n + j] * x[j]
        x[k] = value / a[k * n + k]
    for k in range(n - 1, -1, -1):
        value = x[k]
        for i in range(k + 1, n):
            value -= a[i * n + k] * x[i]
        x[k] = value / a[k * n + k]
