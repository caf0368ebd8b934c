"""Dormand and Prince's explicit Runge-Kutta pair of order 5(4) with its continuous extension of order 4.

After every accepted step positions and velocities are projected onto the constraints in the metric of the mass matrix:
`[[M, J^T], [J, -mu E]] (dq, .) = (0, -Phi)` and the same for `v` with `nu - Phi_v v`.

Coefficients: J. R. Dormand, P. J. Prince, J. Comput. Appl. Math. 6 (1980) 19-26; continuous extension: L. F. Shampine, Math. Comput.
46 (1986) 135-150.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import jit
from vazba.bodies.kernels import moved
from vazba.dynamics.absolute import call_derivative, factorise_dynamics
from vazba.integrate.switching import off_mode, switch
from vazba.kinematic.evaluate import call_position, joint_coordinates, largest, subtract_jacobian_times, work_at
from vazba.kinematic.newton import call_step
from vazba.system import numbers_at, tables_at

DONE, TOO_SMALL, NOT_FINITE = 0, 1, 2
STAGES = 7
C = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1])
A = np.array([
    [0, 0, 0, 0, 0, 0, 0],
    [1 / 5, 0, 0, 0, 0, 0, 0],
    [3 / 40, 9 / 40, 0, 0, 0, 0, 0],
    [44 / 45, -56 / 15, 32 / 9, 0, 0, 0, 0],
    [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0, 0],
    [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0, 0],
    [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84, 0],
])  # fmt: skip
E = np.array([-71 / 57600, 0, 71 / 16695, -71 / 1920, 17253 / 339200, -22 / 525, 1 / 40])  # difference to order 4
P = np.array([
    [1, -8048581381 / 2820520608, 8663915743 / 2820520608, -12715105075 / 11282082432],
    [0, 0, 0, 0],
    [0, 131558114200 / 32700410799, -68118460800 / 10900136933, 87487479700 / 32700410799],
    [0, -1754552775 / 470086768, 14199869525 / 1410260304, -10690763975 / 1880347072],
    [0, 127303824393 / 49829197408, -318862633887 / 49829197408, 701980252875 / 199316789632],
    [0, -282668133 / 205662961, 2019193451 / 616988883, -1453857185 / 822651844],
    [0, 40617522 / 29380423, -110615467 / 29380423, 69997945 / 29380423],
])  # fmt: skip


@jit
def project(d, tables, work, y, t):  # type: ignore[no-untyped-def]
    """Bring positions (twice) and velocities of `y` onto the constraints."""
    s, w = tables_at(tables, 1)[0], work_at(work, 1)[0]
    nq, nv = s.nq, s.nv
    step, phi, nu = numbers_at(w.step, w.n_step), numbers_at(w.phi, w.n_phi), numbers_at(w.nu, w.n_nu)
    residual = numbers_at(w.residual, w.n_residual)
    q, v = y[:nq], y[nq : nq + nv]
    for _ in range(2):
        call_position(w.position, s.here, w.here, y.ctypes.data, t)
        factorise_dynamics(s, w, d)
        if largest(phi) < 1e-15:
            break
        for k in range(phi.shape[0]):
            residual[k] = -phi[k]
        call_step(w.step_kernel, s.here, w.here, w.residual, w.step)
        moved(s.dimension, q, step, 1.0, q)
    call_position(w.position, s.here, w.here, y.ctypes.data, t)
    for _ in range(2):
        for k in range(nu.shape[0]):
            residual[k] = nu[k]
        subtract_jacobian_times(s, w, v, residual)
        call_step(w.step_kernel, s.here, w.here, w.residual, w.step)
        for k in range(nv):
            v[k] += step[k]


@jit
def _advance(d, kernel, y, k, h, t, out):  # type: ignore[no-untyped-def]
    """Stages 2 to 7 of a step; `out` is the state at its end."""
    for stage in range(1, STAGES):
        for j in range(y.shape[0]):
            total = 0.0
            for p in range(stage):
                total += A[stage, p] * k[p, j]
            out[j] = y[j] + h * total
        call_derivative(kernel, d.here, out.ctypes.data, k[stage].ctypes.data, t + C[stage] * h)


@jit
def _between(y, k, h, theta, out):  # type: ignore[no-untyped-def]
    """State at the part theta of a step."""
    for j in range(y.shape[0]):
        total = 0.0
        for p in range(STAGES):
            total += k[p, j] * theta * (P[p, 0] + theta * (P[p, 1] + theta * (P[p, 2] + theta * P[p, 3])))
        out[j] = y[j] + h * total


@jit
def _switch_time(d, y, k, h, t, trial):  # type: ignore[no-untyped-def]
    """Length of the step after which the first cable is just past its switch."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = 0.5 * (low + high)
        _between(y, k, h, middle, trial)
        if off_mode(d, trial, t + middle * h):
            high = middle
        else:
            low = middle
        if (high - low) * h < 1e-14 * (abs(t) + 1.0):
            break
    return max(high * h, 4e-16 * abs(t), 1e-300)


@jit
def run(d, kernel, y, clock, times, first, last, breaks, rtol, atol, out, notes, k, trial):  # type: ignore[no-untyped-def]
    """Integrate through the output times `first <= i < last`; returns `(status, next i)`.

    `clock = (time, step)`, carried along; `breaks`: times no step may cross (load steps), sorted; `k`: stages (7 x n); `trial`: (2 x n);
    `notes = (steps, rejected, evaluations, cables switched)`.
    """
    n = y.shape[0]
    t, h = clock[0], clock[1]
    i = first
    fresh = True
    switch(d, y, t)
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    count = times.shape[0]
    while i < count and times[i] <= t:
        for j in range(n):
            out[i, j] = y[j]
        i += 1
    while i < last:
        end = times[count - 1]  # not that of the chunk: steps must not depend on how often the caller looks in
        for j in range(breaks.shape[0]):
            if t + 1e-12 * (1.0 + abs(t)) < breaks[j] < end:
                end = breaks[j]
        if h > 0.999 * (end - t):
            h = end - t
        if not h > 1e-13 * (abs(t) + 1e-3):
            clock[0], clock[1] = t, h
            return TOO_SMALL, i
        if fresh:
            call_derivative(kernel, d.here, y.ctypes.data, k[0].ctypes.data, t)
            joint_coordinates(s, w)  # remembers whole turns
            notes[2] += 1
            fresh = False
        _advance(d, kernel, y, k, h, t, trial[0])
        notes[2] += STAGES - 1
        size, finite = 0.0, True
        for j in range(n - 2):
            error = 0.0
            for p in range(STAGES):
                error += E[p] * k[p, j]
            scale = atol + rtol * max(abs(y[j]), abs(trial[0, j]))
            size += (h * error / scale) ** 2
            finite = finite and math.isfinite(k[STAGES - 1, j])
        size = math.sqrt(size / max(n - 2, 1))
        if not finite or not math.isfinite(size):
            notes[1] += 1
            h *= 0.1
            if not h > 1e-13 * (abs(t) + 1e-3):
                clock[0], clock[1] = t, h
                return NOT_FINITE, i
            continue
        if size > 1.0:
            notes[1] += 1
            h *= max(0.2, 0.9 * size**-0.2)
            continue
        whole = h
        if off_mode(d, trial[0], t + h):
            h = _switch_time(d, y, k, h, t, trial[1])
            _advance(d, kernel, y, k, h, t, trial[0])
            notes[2] += STAGES - 1
            notes[3] += 1
        t_new = end if h == end - t else t + h
        while i < count and times[i] <= t_new:
            _between(y, k, h, (times[i] - t) / h, trial[1])
            project(d, d.tables, d.work, trial[1], times[i])
            for j in range(n):
                out[i, j] = trial[1, j]
            i += 1
        for j in range(n):
            y[j] = trial[0, j]
        t = t_new
        project(d, d.tables, d.work, y, t)
        switch(d, y, t)
        fresh = True
        notes[0] += 1
        h = whole * min(5.0, max(0.3, 0.9 * max(size, 1e-10) ** -0.2))
        clock[0], clock[1] = t, h
    clock[0], clock[1] = t, h
    return DONE, i
