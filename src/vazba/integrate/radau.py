"""Radau IIA of order 5: adaptive implicit integration of stiff models, with the matrix from the elements' tangents.

Collocation at `c = (4 - sqrt 6)/10, (4 + sqrt 6)/10, 1`; Newton's iteration is split by the eigenvalues of the inverse of its coefficients into one
real and one complex system (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, section IV.8), which
`tangent/shifted.py` solves.

After each step the state is projected onto the constraints. Between its ends it is the collocation polynomial.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, inlined, jit
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import EXTRA, call_derivative, call_project
from vazba.integrate.method import Method, Room, enter
from vazba.integrate.run_record import ATTEMPT, BETWEEN, NOT_FINITE, STEP, complex_rows_at, matrix_at, runs_at
from vazba.tables import numbers_at
from vazba.tangent.bodies import TANGENT, call_factor, call_gather
from vazba.tangent.shifted import MU_COMPLEX, MU_REAL, TI, T, call_shift

if TYPE_CHECKING:
    from vazba.formulations.formulation import Formulation
    from vazba.formulations.settings import Settings

Array = NDArray[np.float64]
_S6 = math.sqrt(6.0)
C = np.array([(4 - _S6) / 10, (4 + _S6) / 10, 1.0])
E = np.array([-13 - 7 * _S6, -13 + 7 * _S6, -1.0]) / 3  # of the error estimate
P = np.array([  # collocation polynomial through the stages: powers of theta
    [13 / 3 + 7 * _S6 / 3, -23 / 3 - 22 * _S6 / 3, 10 / 3 + 5 * _S6],
    [13 / 3 - 7 * _S6 / 3, -23 / 3 + 22 * _S6 / 3, 10 / 3 - 5 * _S6],
    [1 / 3, -8 / 3, 10 / 3],
])  # fmt: skip
MOST_ITERATIONS = 10
CAREFUL, BRAVER = (
    0.7,
    1.05,
)  # where Newton's iteration did not converge, steps stay below this part of that step, and the limit grows with each
ROUNDING = 0.03  # of the tolerance: corrections below it need not shrink


@inlined
def _norm(x, y, new, rtol, atol):  # type: ignore[no-untyped-def]
    """Root mean square of a change over tolerance, of coordinates and velocities."""
    n, total = x.shape[0] - EXTRA, 0.0
    for j in range(n):
        scale = atol + rtol * max(abs(y[j]), abs(new[j]))
        total += (x[j] / scale) ** 2
    return math.sqrt(total / max(n, 1))


@jit
def _collocate(run, d, tan, limit, store, store_c):  # type: ignore[no-untyped-def]
    """Newton's iteration for the stages `y + z_i` from the start in z; returns `(iterations, rate)`, iterations = -1 when it does not converge.

    Its matrix is that of the second stage as it starts (`at`): what turns during a step turns half as much to either side of it.
    """
    n, h, t, rtol, atol, kernel, y = run.n, run.h, run.t, run.rtol, run.atol, run.derivative, numbers_at(run.y, run.n)
    z, f, w_real, r, trial, at = store[0:3], store[3:6], store[9], store[10], store[12], store[13]
    w_complex, r_c = store_c[0], store_c[1]
    sigma, sigma_c = MU_REAL / h, MU_COMPLEX / h
    for j in range(n):
        w_real[j] = TI[0, 0] * z[0, j] + TI[0, 1] * z[1, j] + TI[0, 2] * z[2, j]
        real = TI[1, 0] * z[0, j] + TI[1, 1] * z[1, j] + TI[1, 2] * z[2, j]
        imag = TI[2, 0] * z[0, j] + TI[2, 1] * z[1, j] + TI[2, 2] * z[2, j]
        w_complex[j] = complex(real, imag)
    tolerance = max(1e-13 / rtol, min(0.003, math.sqrt(rtol)))
    earlier, before, rate = -1.0, -1.0, 0.0
    for j in range(n):
        at[j] = y[j] + z[1, j]
    call_derivative(kernel, d.here, at.ctypes.data, f[1].ctypes.data, min(t + C[1] * h, limit))
    call_gather(tan.gather, d.here, tan.here, at.ctypes.data, min(t + C[1] * h, limit))
    call_factor(tan.factor_real, d.here, tan.here, h / MU_REAL, (h / MU_REAL) ** 2)
    call_factor(tan.factor_complex, d.here, tan.here, MU_COMPLEX.real / h, MU_COMPLEX.imag / h)
    for iteration in range(MOST_ITERATIONS):
        for i in range(3):
            if i == 1 and iteration == 0:
                continue
            for j in range(n):
                trial[j] = y[j] + z[i, j]
            call_derivative(kernel, d.here, trial.ctypes.data, f[i].ctypes.data, min(t + C[i] * h, limit))
        for j in range(n):
            r[j] = TI[0, 0] * f[0, j] + TI[0, 1] * f[1, j] + TI[0, 2] * f[2, j] - sigma * w_real[j]
            real = TI[1, 0] * f[0, j] + TI[1, 1] * f[1, j] + TI[1, 2] * f[2, j]
            imag = TI[2, 0] * f[0, j] + TI[2, 1] * f[1, j] + TI[2, 2] * f[2, j]
            r_c[j] = complex(real, imag) - sigma_c * w_complex[j]
        call_shift(tan.shift_real, d.here, tan.here, at.ctypes.data, r.ctypes.data, h)
        call_shift(tan.shift_complex, d.here, tan.here, at.ctypes.data, r_c.ctypes.data, h)
        size = 0.0
        for j in range(n):
            w_real[j] += r[j]
            w_complex[j] += r_c[j]
            if j < n - EXTRA:
                scale = atol + rtol * abs(y[j])
                size += (r[j] ** 2 + r_c[j].real ** 2 + r_c[j].imag ** 2) / (scale * scale)
            for i in range(3):
                z[i, j] = T[i, 0] * w_real[j] + T[i, 1] * w_complex[j].real + T[i, 2] * w_complex[j].imag
        size = math.sqrt(size / (3.0 * max(n - EXTRA, 1)))
        if not math.isfinite(size):
            return -1, 1.0
        if size <= 0.01 * tolerance:
            return iteration + 1, rate
        if before >= 0.0:
            once = size / before
            # errors along stiff directions and across them may take turns: what counts is the progress of two iterations
            rate = math.sqrt(size / earlier) if earlier >= 0.0 else min(once, 0.9)
            left = MOST_ITERATIONS - 1 - iteration
            if once > 10.0 or (earlier >= 0.0 and (rate >= 1.0 or rate**left / (1.0 - rate) * size > tolerance)):
                # what no longer shrinks, far below the tolerance, is rounding of forces that change steeply with the places
                return (iteration + 1 if size < ROUNDING and 0.8 < once < 10.0 else -1), rate
            slow = max(once, rate)
            if slow < 1.0 and slow / (1.0 - slow) * size < tolerance:
                return iteration + 1, rate
        earlier, before = before, size
    return -1, rate


@boundary(BETWEEN)
def between(run_at, theta, out_at):  # type: ignore[no-untyped-def]
    """State at the part theta of a step, by the collocation polynomial."""
    r = runs_at(run_at, 1)[0]
    y, z, out = numbers_at(r.y, r.n), matrix_at(r.store, 3, r.n), numbers_at(out_at, r.n)
    for j in range(r.n):
        total = 0.0
        for i in range(3):
            total += z[i, j] * theta * (P[i, 0] + theta * (P[i, 1] + theta * P[i, 2]))
        out[j] = y[j] + total


@inlined
def _go_on(old, z, h, last_h):  # type: ignore[no-untyped-def]
    """Stages to start from: the last polynomial, continued; zeros without one."""
    for k in range(3):
        ahead = 1.0 + C[k] * h / last_h if last_h > 0.0 else 0.0
        for j in range(z.shape[1]):
            total = 0.0
            for p in range(3 if last_h > 0.0 else 0):
                total += old[p, j] * (
                    ahead * (P[p, 0] + ahead * (P[p, 1] + ahead * P[p, 2])) - (P[p, 0] + P[p, 1] + P[p, 2])
                )
            z[k, j] = total


@inlined
def _estimate(r, tan, f0, z, out, at):  # type: ignore[no-untyped-def]
    """The error, filtered by the real system: `(gamma_0 - h f_y)^-1 (f + E z / h)`; f stands in `f0`."""
    for j in range(r.n):
        out[j] = f0[j] + (E[0] * z[0, j] + E[1] * z[1, j] + E[2] * z[2, j]) / r.h
    call_shift(tan.shift_real, r.d, tan.here, at.ctypes.data, out.ctypes.data, r.h)
    return _norm(out, numbers_at(r.y, r.n), numbers_at(r.new, r.n), r.rtol, r.atol)


@boundary(ATTEMPT)
def attempt(run_at):  # type: ignore[no-untyped-def]
    """One step. Rows of `store`: the stages (0 to 2), their derivatives, the stages of the last step (`last_h` is its length, 0: none), and room."""
    run = runs_at(run_at, 1)[0]
    d, tan, h, t = DYNAMICS.at(run.d), TANGENT.at(run.own), run.h, run.t
    store, store_c, n = matrix_at(run.store, run.rows, run.n), complex_rows_at(run.store_c, 2, run.n), run.n
    z, old, w_real, r, f0, trial, at = store[0:3], store[6:9], store[9], store[10], store[11], store[12], store[13]
    y, new = numbers_at(run.y, n), numbers_at(run.new, n)
    limit = run.limit if run.last_end <= t + h else math.inf
    run.evaluated, run.extended, run.refused = 0, 1, NOT_FINITE
    if run.fresh:
        call_derivative(run.derivative, run.d, run.y, f0.ctypes.data, t)
        run.evaluations += 1
        run.fresh = 0
    _go_on(old, z, h, run.last_h)
    iterations, _ = _collocate(run, d, tan, limit, store, store_c)
    run.evaluations += 3 * max(iterations, 2)
    if iterations < 0:
        run.ceiling, run.next_h, run.last_h, run.grow = CAREFUL * h, 0.5 * h, 0.0, 1.0
        return math.nan
    for j in range(n):
        new[j] = y[j] + z[2, j]
    error = _estimate(run, tan, f0, z, r, at)
    safety = 0.9 * (2 * MOST_ITERATIONS + 1) / (2 * MOST_ITERATIONS + iterations)
    if error > 1.0 and math.isfinite(error):  # once more, filtered: stiff parts are overestimated
        for j in range(n):
            trial[j] = y[j] + r[j]
        call_derivative(run.derivative, run.d, trial.ctypes.data, w_real.ctypes.data, t)
        run.evaluations += 1
        error = _estimate(run, tan, w_real, z, r, at)
    if not error <= 1.0:
        run.next_h = h * (max(0.2, safety * error**-0.25) if math.isfinite(error) else 0.1)
        run.last_h, run.grow = 0.0, 1.0
        return error
    call_project(d.project, run.d, run.new, t + h)
    factor_of = min(run.grow, max(0.2, safety * max(error, 1e-12) ** -0.25))
    if run.last_error > 0.0 and run.last_h > 0.0:  # predictive controller of Gustafsson
        slowly = safety * h / run.last_h * (run.last_error / max(error, 1e-12) ** 2) ** 0.25
        factor_of = min(factor_of, max(0.2, slowly))
    run.next_h = min(h * factor_of, BRAVER * run.ceiling)
    return error


@boundary(STEP)
def accept(run_at):  # type: ignore[no-untyped-def]
    """The stages are kept, for the next ones to start from; the derivative is found anew."""
    run = runs_at(run_at, 1)[0]
    store = matrix_at(run.store, run.rows, run.n)
    for k in range(3):
        for j in range(run.n):
            store[6 + k, j] = store[k, j]
    run.last_h, run.last_error, run.grow, run.fresh = run.h, max(run.error, 1e-12), 10.0, 1
    run.ceiling *= BRAVER


def _prepare(form: Formulation, settings: Settings, n: int) -> Room:  # noqa: ARG001
    tangent = form.tangent(True)
    return Room(tangent, tangent.record.here, np.zeros((14, n)), np.zeros((2, n), complex))


def _fits(form: Formulation) -> str:
    return "" if form.has_tangent else "it works in absolute coordinates"


RADAU = enter(Method("radau", 5, attempt, accept, between, _prepare, implicit=True, dense_good=False, fits=_fits))
