"""Radau IIA of order 5: adaptive implicit integration of stiff models, with the matrix from the elements' tangents.

Collocation at `c = (4 - sqrt 6)/10, (4 + sqrt 6)/10, 1`; Newton's iteration is split by the eigenvalues of the inverse of its coefficients into one
real and one complex system (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed., Springer 1996, section IV.8). With the state
`(q, v)` and an eigenvalue `sigma = mu/h` each of them reduces to the velocities:

    [[M + D/sigma + K/sigma^2, J^T], [J, 0]] (x_v, .) = (M r_v/sigma - K r_q/sigma^2, J r_v/sigma),      x_q = (x_v + r_q)/sigma

Steps end on output times, load steps and located switches; after each the state is projected onto the constraints.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, caller, inlined, jit
from vazba.algebra.rotations import put_spin
from vazba.dynamics.absolute import EXTRA, call_derivative, coordinate_rates
from vazba.dynamics.projection import call_project
from vazba.dynamics.tables import dynamics_at
from vazba.integrate.entry import ENTRY, complexes_2d, matrix_at, runs_at
from vazba.integrate.explicit import (
    DONE,
    EVALUATIONS,
    MOST_STEPS,
    NOT_FINITE,
    REJECTED,
    STEPS,
    STOPPED,
    TOO_SMALL,
    keep_due,
)
from vazba.integrate.switching import LOGGED, margin, switch
from vazba.integrate.tangent import (
    add_mass_times,
    add_stiffness_times,
    call_factor,
    call_gather,
    call_solve,
    complexes_at,
    set_jacobian_times,
    tangent_at,
)
from vazba.kinematic.evaluate import joint_coordinates, work_at
from vazba.system import numbers_at, tables_at

Array = NDArray[np.float64]
_S6 = math.sqrt(6.0)
C = np.array([(4 - _S6) / 10, (4 + _S6) / 10, 1.0])
A = np.array([
    [(88 - 7 * _S6) / 360, (296 - 169 * _S6) / 1800, (-2 + 3 * _S6) / 225],
    [(296 + 169 * _S6) / 1800, (88 + 7 * _S6) / 360, (-2 - 3 * _S6) / 225],
    [(16 - _S6) / 36, (16 + _S6) / 36, 1 / 9],
])  # fmt: skip
E = np.array([-13 - 7 * _S6, -13 + 7 * _S6, -1.0]) / 3  # of the error estimate
P = np.array([  # collocation polynomial through the stages: powers of theta
    [13 / 3 + 7 * _S6 / 3, -23 / 3 - 22 * _S6 / 3, 10 / 3 + 5 * _S6],
    [13 / 3 - 7 * _S6 / 3, -23 / 3 + 22 * _S6 / 3, 10 / 3 - 5 * _S6],
    [1 / 3, -8 / 3, 10 / 3],
])  # fmt: skip


def _split() -> tuple[float, complex, Array, Array]:
    """Eigenvalues of `A^-1` (the real one, one of the pair) and the transformation that separates them."""
    values, vectors = np.linalg.eig(np.linalg.inv(A).T)  # columns: left eigenvectors
    real = int(np.argmin(np.abs(values.imag)))
    pair = int(np.argmin(values.imag))
    ti = np.array([vectors[:, real].real, vectors[:, pair].real, vectors[:, pair].imag])
    return float(values[real].real), complex(values[pair]), np.linalg.inv(ti), ti


MU_REAL, MU_COMPLEX, T, TI = _split()
MOST_ITERATIONS = 10
CAREFUL, BRAVER = (
    0.7,
    1.05,
)  # where Newton's iteration did not converge, steps stay below this part of that step, and the limit grows with each
ROUNDING = 0.03  # of the tolerance: corrections below it need not shrink


@inlined
def _to_tangent(dimension, q, x, out):  # type: ignore[no-untyped-def]
    """`T^+ x`: a change of coordinates in the velocity variables (for quaternions `2 conj(p) * x`)."""
    if dimension == 2:
        for k in range(out.shape[0]):
            out[k] = x[k]
        return
    for k in range(q.shape[0] // 7):
        i, j = 7 * k, 6 * k
        for n in range(3):
            out[j + n] = x[i + n]
        put_spin(q, i + 3, x, out, j + 3)


@inlined
def _shift(d, s, tan, q, r, sigma, x, theta, rates, solve):  # type: ignore[no-untyped-def]
    """`r` becomes the solution of `(sigma - f_y) x = r`."""
    nq, nv, reference = s.nq, s.nv, numbers_at(d.reference, d.n_reference)[0]
    _to_tangent(s.dimension, q, r, theta)
    for k in range(x.shape[0]):
        x[k] = 0.0
    add_mass_times(s, tan, r, nq, 1.0 / sigma, x)
    add_stiffness_times(s, tan, theta, -1.0 / (sigma * sigma), reference, x)
    set_jacobian_times(s, tan, r, nq, 1.0 / sigma, x, nv)
    call_solve(solve, tan.here, 0, 0)
    coordinate_rates(s.dimension, q, theta, rates)  # what of r lies in the tangent space
    for k in range(nq):
        r[k] -= rates[k]
    for k in range(nv):
        theta[k] += x[k]
    coordinate_rates(s.dimension, q, theta, rates)
    for k in range(nq):
        r[k] = (r[k] + rates[k]) / sigma
    for k in range(nv):
        r[nq + k] = x[k]
    for k in range(nq + nv, r.shape[0]):
        r[k] = r[k] / sigma


SHIFT = "void(int64, int64, int64, int64, float64)"  # of dynamics, tangent, q, r, and the step
call_shift = caller(SHIFT)


@boundary(SHIFT)
def shift_real(d_at, tan_at, q_at, r_at, h):  # type: ignore[no-untyped-def]
    """Solve with the real eigenvalue."""
    d, tan = dynamics_at(d_at, 1)[0], tangent_at(tan_at, 1)[0]
    s = tables_at(d.tables, 1)[0]
    q, r = numbers_at(q_at, s.nq), numbers_at(r_at, s.nq + s.nv + EXTRA)
    theta, rates, x = numbers_at(tan.theta, tan.n_theta), numbers_at(tan.rates, tan.n_rates), numbers_at(tan.x, tan.n_x)
    _shift(d, s, tan, q, r, MU_REAL / h, x, theta, rates, tan.solve_real)


@boundary(SHIFT)
def shift_complex(d_at, tan_at, q_at, r_at, h):  # type: ignore[no-untyped-def]
    """Solve with the complex one."""
    d, tan = dynamics_at(d_at, 1)[0], tangent_at(tan_at, 1)[0]
    s = tables_at(d.tables, 1)[0]
    q, r = numbers_at(q_at, s.nq), complexes_at(r_at, s.nq + s.nv + EXTRA)
    theta, rates = complexes_at(tan.theta_c, tan.n_theta_c), complexes_at(tan.rates_c, tan.n_rates_c)
    _shift(d, s, tan, q, r, MU_COMPLEX / h, complexes_at(tan.x_c, tan.n_x_c), theta, rates, tan.solve_complex)


@inlined
def _norm(x, y, new, rtol, atol):  # type: ignore[no-untyped-def]
    """Root mean square of a change over tolerance, of coordinates and velocities."""
    n, total = x.shape[0] - EXTRA, 0.0
    for j in range(n):
        scale = atol + rtol * max(abs(y[j]), abs(new[j]))
        total += (x[j] / scale) ** 2
    return math.sqrt(total / max(n, 1))


@jit
def _collocate(d, kernel, tan, y, h, t, limit, rtol, atol, f, z, w_real, w_complex, r, r_c, trial, at):  # type: ignore[no-untyped-def]
    """Newton's iteration for the stages `y + z_i` from the start in z; returns `(iterations, rate)`, iterations = -1 when it does not converge.

    Its matrix is that of the second stage as it starts (`at`): what turns during a step turns half as much to either side of it.
    """
    n = y.shape[0]
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


@jit
def _between(y, z, theta, out):  # type: ignore[no-untyped-def]
    """State at the part theta of a step, by the collocation polynomial."""
    for j in range(y.shape[0]):
        total = 0.0
        for i in range(3):
            total += z[i, j] * theta * (P[i, 0] + theta * (P[i, 1] + theta * P[i, 2]))
        out[j] = y[j] + total


@jit
def run(d, kernel, tan, y, clock, times, first, last, breaks, settings, out, notes, log, store, store_c):  # type: ignore[no-untyped-def]
    """Integrate through the output times `first <= i < last`; returns `(status, next i)`. As `explicit.run`.

    `store` (15 x n) and `store_c` (2 x n) are work arrays; rows 0 to 2 of `store` keep the stages, from which the next step starts, and
    `clock[2]` the length of the step they belong to (0: none; zeros extrapolate to zeros).
    """
    n, rtol, atol = y.shape[0], settings[0], settings[1]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    z, f, old = store[0:3], store[3:6], store[6:9]
    w_real, r, f0, new, trial, at = store[9], store[10], store[11], store[12], store[13], store[14]
    w_complex, r_c = store_c[0], store_c[1]
    t, h, i, begun = clock[0], clock[1], first, notes[STEPS]
    grown, last_h, last_error, ceiling = 10.0, clock[2], 0.0, math.inf
    i = keep_due(w, y, t, times, out, i)
    fresh = True
    while i < last:
        if notes[STEPS] - begun >= notes[MOST_STEPS]:
            break
        end, at_break = times[i], False  # steps end on output times: the polynomial between is of low order
        for j in range(breaks.shape[0]):
            if t + 1e-12 * (1.0 + abs(t)) < breaks[j] <= end:
                end, at_break = breaks[j], True
        wanted = min(h, settings[2], ceiling)
        h = wanted
        if h > 0.999 * (end - t):
            h = end - t
        elif h > 0.5 * (end - t):
            h = 0.5 * (end - t)
        if not h > 1e-14 * (abs(t) + 1e-3):
            clock[0], clock[1], clock[2] = t, h, last_h
            return TOO_SMALL, i
        limit = end - 2e-15 * (1.0 + abs(end)) if at_break else math.inf
        if fresh:
            call_derivative(kernel, d.here, y.ctypes.data, f0.ctypes.data, t)
            joint_coordinates(s, w)
            notes[EVALUATIONS] += 1
            fresh = False
        for k in range(3):
            ahead = 1.0 + C[k] * h / last_h if last_h > 0.0 else 0.0
            for j in range(n):
                z[k, j] = 0.0
            if last_h > 0.0:  # go on along the last polynomial
                for j in range(n):
                    total = 0.0
                    for p in range(3):
                        total += old[p, j] * (
                            ahead * (P[p, 0] + ahead * (P[p, 1] + ahead * P[p, 2])) - (P[p, 0] + P[p, 1] + P[p, 2])
                        )
                    z[k, j] = total
        iterations, _ = _collocate(
            d, kernel, tan, y, h, t, limit, rtol, atol, f, z, w_real, w_complex, r, r_c, trial, at
        )
        notes[EVALUATIONS] += 3 * max(iterations, 2)
        if iterations < 0:
            notes[REJECTED] += 1
            ceiling = CAREFUL * h
            h *= 0.5
            last_h, grown = 0.0, 1.0
            if not h > 1e-14 * (abs(t) + 1e-3):
                clock[0], clock[1], clock[2] = t, h, last_h
                return NOT_FINITE, i
            continue
        for j in range(n):
            new[j] = y[j] + z[2, j]
            r[j] = f0[j] + (E[0] * z[0, j] + E[1] * z[1, j] + E[2] * z[2, j]) / h
        call_shift(tan.shift_real, d.here, tan.here, at.ctypes.data, r.ctypes.data, h)
        error = _norm(r, y, new, rtol, atol)
        safety = 0.9 * (2 * MOST_ITERATIONS + 1) / (2 * MOST_ITERATIONS + iterations)
        if error > 1.0 and math.isfinite(error):  # once more, filtered: stiff parts are overestimated
            for j in range(n):
                trial[j] = y[j] + r[j]
            call_derivative(kernel, d.here, trial.ctypes.data, r.ctypes.data, t)
            notes[EVALUATIONS] += 1
            for j in range(n):
                r[j] += (E[0] * z[0, j] + E[1] * z[1, j] + E[2] * z[2, j]) / h
            call_shift(tan.shift_real, d.here, tan.here, at.ctypes.data, r.ctypes.data, h)
            error = _norm(r, y, new, rtol, atol)
        if not error <= 1.0:
            notes[REJECTED] += 1
            h *= max(0.2, safety * error**-0.25) if math.isfinite(error) else 0.1
            last_h, grown = 0.0, 1.0
            if not h > 1e-14 * (abs(t) + 1e-3):
                clock[0], clock[1], clock[2] = t, h, last_h
                return NOT_FINITE, i
            continue
        pending = -1
        g, which = margin(d, new, t + h)
        if g < 0.0 and h > 1e-12 * (1.0 + abs(t)):
            low, high = 0.0, 1.0
            for _ in range(60):
                middle = 0.5 * (low + high)
                _between(y, z, middle, trial)
                g, here = margin(d, trial, t + middle * h)
                if g < 0.0:
                    high, which = middle, here
                else:
                    low = middle
                if (high - low) * h < 1e-13 * (1.0 + abs(t)):
                    break
            if high < 1.0 - 1e-9:  # the step again, up to the switch
                last_h = 0.0
                h = max(high * h, 1e-13 * (1.0 + abs(t)))
                for k in range(3):
                    for j in range(n):
                        z[k, j] = 0.0
                iterations, _ = _collocate(
                    d, kernel, tan, y, h, t, limit, rtol, atol, f, z, w_real, w_complex, r, r_c, trial, at
                )
                notes[EVALUATIONS] += 3 * max(iterations, 2)
                if iterations < 0:
                    notes[REJECTED] += 1
                    h *= 0.5
                    continue
                for j in range(n):
                    new[j] = y[j] + z[2, j]
            pending = which
        t_new = end if h == end - t else t + h
        call_project(d.project, d.here, new.ctypes.data, t_new)
        for j in range(n):
            y[j] = new[j]
        for k in range(3):
            for j in range(n):
                old[k, j] = z[k, j]
        factor_of = min(grown, max(0.2, safety * max(error, 1e-12) ** -0.25))
        if last_error > 0.0 and last_h > 0.0:  # predictive controller of Gustafsson
            factor_of = min(factor_of, max(0.2, safety * h / last_h * (last_error / max(error, 1e-12) ** 2) ** 0.25))
        last_h, last_error, grown, ceiling = h, max(error, 1e-12), 10.0, BRAVER * ceiling
        h = max(h * factor_of, wanted if h < wanted and error <= 1.0 and pending < 0 else 0.0)
        t = t_new
        before = notes[3]
        stop = switch(d, y, t, pending, log, notes)
        if notes[3] != before or at_break:
            last_h = 0.0
        fresh = True
        notes[STEPS] += 1
        i = keep_due(w, y, t, times, out, i)
        clock[0], clock[1], clock[2] = t, h, last_h
        if stop:
            return STOPPED, i
    clock[0], clock[1], clock[2] = t, h, last_h
    return DONE, i


@boundary(ENTRY)
def run_at(at):  # type: ignore[no-untyped-def]
    """`run`, by the address of a record `RUN`."""
    r = runs_at(at, 1)[0]
    d = dynamics_at(r.d, 1)[0]
    status, r.reached = run(
        d, r.kernel, tangent_at(r.own, 1)[0], numbers_at(r.y, r.n_y), numbers_at(r.clock, r.n_clock), numbers_at(r.times, r.n_times), r.first, r.last, numbers_at(r.breaks, r.n_breaks), numbers_at(r.settings, r.n_settings), matrix_at(r.out, r.n_out // r.width, r.width), numbers_at(r.notes, r.n_notes), matrix_at(r.log, r.n_log // LOGGED, LOGGED),
        matrix_at(r.store, r.n_store // r.wide, r.wide), complexes_2d(r.store_c, 2, r.n_y),
    )  # fmt: skip
    return status
