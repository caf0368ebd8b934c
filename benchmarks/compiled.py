"""A compiled DOP853 (Dormand and Prince, order 8, with Hairer's dense output), as somebody would use it who compiles a right-hand side of his own.

The coefficients are SciPy's. `solver(rate)` gives `solve(start, parameters, times, rtol, atol)`, all of it one compiled function: no Python between steps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numpy as np
from peers import TOLERANCES, Array, Job, Way
from scipy.integrate._ivp import dop853_coefficients as known

A, B, C, D, E3, E5 = (np.ascontiguousarray(getattr(known, name)) for name in ("A", "B", "C", "D", "E3", "E5"))
STAGES, EXTENDED, ROWS = known.N_STAGES, known.N_STAGES_EXTENDED, known.INTERPOLATOR_POWER


def solver(rate: Any) -> Any:
    """For a compiled `rate(t, y, parameters, out)`: a function that gives the states at increasing times, a row each."""

    @numba.njit(error_model="numpy")
    def stage(k, s, y, t, h, parameters, trial):  # type: ignore[no-untyped-def]
        for i in range(len(y)):
            total = 0.0
            for j in range(s):
                total += A[s, j] * k[j, i]
            trial[i] = y[i] + h * total
        rate(t + C[s] * h, trial, parameters, k[s])

    @numba.njit(error_model="numpy")
    def error_over(k, y, new, h, rtol, atol):  # type: ignore[no-untyped-def]
        fifth = third = 0.0
        for i in range(len(y)):
            scale = atol + rtol * max(abs(y[i]), abs(new[i]))
            five = three = 0.0
            for j in range(STAGES + 1):
                five += E5[j] * k[j, i]
                three += E3[j] * k[j, i]
            fifth += (five / scale) ** 2
            third += (three / scale) ** 2
        if fifth == 0.0 and third == 0.0:
            return 0.0
        return abs(h) * fifth / np.sqrt((fifth + 0.01 * third) * len(y))

    @numba.njit(error_model="numpy")
    def between(k, y, new, h, f):  # type: ignore[no-untyped-def]
        for i in range(len(y)):
            change = new[i] - y[i]
            f[0, i], f[1, i], f[2, i] = change, h * k[0, i] - change, 2 * change - h * (k[STAGES, i] + k[0, i])
            for r in range(ROWS - 3):
                total = 0.0
                for j in range(EXTENDED):
                    total += D[r, j] * k[j, i]
                f[3 + r, i] = h * total

    @numba.njit(error_model="numpy")
    def solve(start, parameters, times, rtol, atol):  # type: ignore[no-untyped-def]
        n = len(start)
        states, k, f = np.empty((len(times), n)), np.zeros((EXTENDED, n)), np.zeros((ROWS, n))
        y, new, trial, t, done = start.copy(), np.empty(n), np.empty(n), times[0], 1
        states[0] = y
        rate(t, y, parameters, k[0])
        small = large = 0.0
        for i in range(n):
            scale = atol + rtol * abs(y[i])
            small += (y[i] / scale) ** 2
            large += (k[0, i] / scale) ** 2
        h = 0.01 * np.sqrt(small / large) if small > 1e-10 and large > 1e-10 else 1e-4
        rejected = False
        while done < len(times):
            for s in range(1, STAGES):
                stage(k, s, y, t, h, parameters, trial)
            for i in range(n):
                total = 0.0
                for j in range(STAGES):
                    total += B[j] * k[j, i]
                new[i] = y[i] + h * total
            rate(t + h, new, parameters, k[STAGES])
            error = error_over(k, y, new, h, rtol, atol)
            if not error < 1.0:
                h *= max(0.333, 0.9 * error ** (-1.0 / 8.0)) if error == error else 0.1
                rejected = True
                continue
            if times[done] <= t + h:
                for s in range(STAGES + 1, EXTENDED):
                    stage(k, s, y, t, h, parameters, trial)
                between(k, y, new, h, f)
                while done < len(times) and times[done] <= t + h:
                    x = (times[done] - t) / h
                    for i in range(n):
                        value = 0.0
                        for r in range(ROWS):
                            value = (value + f[ROWS - 1 - r, i]) * (x if r % 2 == 0 else 1.0 - x)
                        states[done, i] = y[i] + value
                    done += 1
            t += h
            y[:], k[0] = new, k[STAGES]
            h *= min(1.0 if rejected else 6.0, 0.9 * max(error, 1e-10) ** (-1.0 / 8.0))
            rejected = False
        return states

    return solve


def way(
    name: str,
    rate: Any,
    start: Array,
    parameters: Array,
    times: Array,
    sample: Callable[[Array], Array],
    settings: Sequence[float] = TOLERANCES,
) -> Way:
    """A right-hand side in Numba under the compiled DOP853."""
    solve = solver(rate)
    solve(start, parameters, times[:2], 1e-3, 1e-3)

    def prepare(tolerance: float) -> Job:
        return lambda: sample(solve(start, parameters, times, tolerance, tolerance))

    return Way(f"{name} + compiled DOP853", prepare, settings)
