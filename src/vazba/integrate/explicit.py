"""Adaptive explicit Runge-Kutta integration, compiled from start to end: steps, projection, switches, output at the times asked for.

After every step positions and velocities are projected onto the constraints in the metric of the mass matrix:
`[[M, J^T], [J, -mu E]] (dq, .) = (0, -Phi)` and the same for `v` with `nu - Phi_v v`; or Baumgarte's terms hold them.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import boundary, get, inlined, jit, put, summing
from vazba.dynamics.absolute import EXTRA, call_derivative
from vazba.dynamics.minimal import call_rechoose
from vazba.dynamics.projection import call_project
from vazba.dynamics.tables import dynamics_at
from vazba.integrate.entry import ENTRY, matrix_at, runs_at
from vazba.integrate.switching import LOGGED, crossing, fit_modes, hold, look_back, recall, suspected, switch
from vazba.integrate.tableau import tableau_at
from vazba.kinematic.evaluate import joint_coordinates, work_at
from vazba.system import numbers_at, tables_at

SAME_TIME = 1e-13  # times nearer than this (relative) are one: no step is made between them
CLOSE = 1e-7  # parts of a step: a switch this near to a place where it was looked for is known to rounding
BAUMGARTE = 0.03  # alpha and beta times the step
DONE, TOO_SMALL, NOT_FINITE, STIFF, STOPPED, OPEN = range(6)
STEPS, REJECTED, EVALUATIONS, SWITCHES, STIFF_SEEN, CALM_SEEN, MOST_STEPS = range(
    7
)  # places in `notes`; the last: steps in one call


@inlined
def keep(w, y, out, i):  # type: ignore[no-untyped-def]
    """Store the state, and behind it the angles by which whole turns are counted."""
    turns, n = numbers_at(w.turns, w.n_turns), y.shape[0]
    for j in range(n):
        out[i, j] = y[j]
    for j in range(turns.shape[0]):
        out[i, n + j] = turns[j]


@inlined
def keep_due(w, y, t, times, out, i):  # type: ignore[no-untyped-def]
    """Store the state at all output times from i on that are t; returns the next."""
    while i < times.shape[0] and times[i] <= t + SAME_TIME * (1.0 + abs(t)):
        keep(w, y, out, i)
        i += 1
    return i


@inlined
def _next(weights, at, p, count):  # type: ignore[no-untyped-def]
    """The first stage from p on that counts."""
    while p < count and get(weights, at + p) == 0.0:
        p += 1
    return p


@inlined
def _eight(weights, at, p, count, n):  # type: ignore[no-untyped-def]
    """Weights and beginnings of the next stages that count, up to eight, and the stage behind them; what is missing counts nothing."""
    p0 = _next(weights, at, p, count)
    p1 = _next(weights, at, p0 + 1, count)
    p2 = _next(weights, at, p1 + 1, count)
    p3 = _next(weights, at, p2 + 1, count)
    p4 = _next(weights, at, p3 + 1, count)
    p5 = _next(weights, at, p4 + 1, count)
    p6 = _next(weights, at, p5 + 1, count)
    p7 = _next(weights, at, p6 + 1, count)
    f0, i0 = (get(weights, at + p0), p0 * n) if p0 < count else (0.0, 0)
    f1, i1 = (get(weights, at + p1), p1 * n) if p1 < count else (0.0, i0)
    f2, i2 = (get(weights, at + p2), p2 * n) if p2 < count else (0.0, i0)
    f3, i3 = (get(weights, at + p3), p3 * n) if p3 < count else (0.0, i0)
    f4, i4 = (get(weights, at + p4), p4 * n) if p4 < count else (0.0, i0)
    f5, i5 = (get(weights, at + p5), p5 * n) if p5 < count else (0.0, i0)
    f6, i6 = (get(weights, at + p6), p6 * n) if p6 < count else (0.0, i0)
    f7, i7 = (get(weights, at + p7), p7 * n) if p7 < count else (0.0, i0)
    more = _next(weights, at, p7 + 1, count)
    return (f0, f1, f2, f3, f4, f5, f6, f7), (i0, i1, i2, i3, i4, i5, i6, i7), more, p4 < count


@inlined
def _sum(k, j, f, i, many):  # type: ignore[no-untyped-def]
    """`sum_p f_p k_p` of number j, of four or eight stages."""
    x = f[0] * get(k, i[0] + j) + f[1] * get(k, i[1] + j) + f[2] * get(k, i[2] + j) + f[3] * get(k, i[3] + j)
    if many:
        x += f[4] * get(k, i[4] + j) + f[5] * get(k, i[5] + j) + f[6] * get(k, i[6] + j) + f[7] * get(k, i[7] + j)
    return x


@jit
def _combine(weights, at, count, k, y, h, out):  # type: ignore[no-untyped-def]
    """`out = y + h sum_p weights[at + p] k_p`, in one pass where no more than eight stages count."""
    n = out.shape[0]
    stages = numbers_at(k.ctypes.data, k.shape[0] * n)
    f, i, p, many = _eight(weights, at, np.int64(0), count, n)
    if p >= count:
        if many:
            for j in range(n):
                put(out, j, get(y, j) + h * _sum(stages, j, f, i, True))
        else:
            for j in range(n):
                put(out, j, get(y, j) + h * _sum(stages, j, f, i, False))
        return
    g, o, _, _ = _eight(weights, at, p, count, n)
    for j in range(n):
        put(out, j, get(y, j) + h * (_sum(stages, j, f, i, True) + _sum(stages, j, g, o, True)))


@jit
def _stage(tab, y, k, h, stage, out):  # type: ignore[no-untyped-def]
    """State of a stage."""
    _combine(numbers_at(tab.a, tab.n_a), stage * tab.rows, stage, k, y, h, out)


@jit
def _advance(d, kernel, tab, y, k, h, t, limit, out):  # type: ignore[no-untyped-def]
    """All stages but the first; `out` is the state at the end of the step. Nothing is evaluated later than `limit`."""
    c = numbers_at(tab.c, tab.n_c)
    for stage in range(1, tab.stages):
        _stage(tab, y, k, h, stage, out)
        call_derivative(kernel, d.here, out.ctypes.data, k[stage].ctypes.data, min(t + c[stage] * h, limit))
    _stage(tab, y, k, h, tab.stages, out)


@jit
def _extend(d, kernel, tab, y, k, h, t, out):  # type: ignore[no-untyped-def]
    """The stages that only the continuous extension needs."""
    c = numbers_at(tab.c, tab.n_c)
    for stage in range(tab.stages + 1, tab.rows):
        _stage(tab, y, k, h, stage, out)
        call_derivative(kernel, d.here, out.ctypes.data, k[stage].ctypes.data, t + c[stage] * h)


@jit
def _between(tab, y, k, h, theta, out):  # type: ignore[no-untyped-def]
    """State at the part theta of a step."""
    dense, degree, weights = numbers_at(tab.dense, tab.n_dense), tab.degree, numbers_at(tab.weights, tab.n_weights)
    for p in range(tab.rows):
        factor = 0.0
        for i in range(degree - 1, -1, -1):
            factor = (factor + get(dense, p * degree + i)) * theta
        weights[p] = factor
    _combine(weights, np.int64(0), tab.rows, k, y, h, out)


@jit
def _switch_part(d, tab, y, k, h, t, trial, last, dip):  # type: ignore[no-untyped-def]
    """`(part of the step after which the first element is just past its switch, that element)`, -1 for none; see `look_back` for `last` and `dip`.

    The next guess is where cubics through the lengths at both ends of the bracket say; bisection where that is slow.
    """
    low, high, which, before = 0.0, 1.0, -1, 2.0
    if dip < 1.0:
        _between(tab, y, k, h, dip, trial)
        g, which = suspected(d, trial, t + dip * h)
        if g < 0.0:
            high = dip
            hold(d, False)
        elif last >= 0.0:
            return 1.0, -1
    for count in range(100):
        part, expected, sure = crossing(d, (high - low) * h)
        middle = low + part * (high - low)
        if count % 5 == 4 or expected < 0:
            middle = 0.5 * (low + high)
        else:
            which = expected
            if sure and abs(middle - before) < CLOSE:
                high = middle
                break
        if not low < middle < high:
            high = low if middle <= low else high
            break
        _between(tab, y, k, h, middle, trial)
        g, here = suspected(d, trial, t + middle * h)
        settled = abs(g) < 1e-13 or abs(middle - before) * h <= 1e-14 * (abs(t) + 1.0)
        before = middle
        if g < 0.0:
            high, which = middle, here
            hold(d, False)
        else:
            low = middle
            hold(d, True)
            if settled:  # a hair before: the element that is nearest switches here
                high, which = middle, here if g < 1e-13 else which
        if settled or (high - low) * h <= 1e-14 * (abs(t) + 1.0):
            break
    return high, which


@summing
def _error(tab, y, new, k, h, rtol, atol):  # type: ignore[no-untyped-def]
    """Estimated error over tolerance (root mean square of what changes); not finite when the step failed."""
    n, last, size, size_low, odd, moving = y.shape[0], tab.stages, 0.0, 0.0, 0.0, 0
    stages = numbers_at(k.ctypes.data, k.shape[0] * n)
    start = np.int64(0)  # (numba would compile the function once more for a number it knows)
    f, i, _, _ = _eight(numbers_at(tab.error, tab.n_error), start, start, last + 1, n)
    g, o, _, _ = _eight(numbers_at(tab.error_low, tab.n_error_low), start, start, last + 1, n)
    for j in range(n):
        size_j = max(abs(get(y, j)), abs(get(new, j)))
        end = get(stages, last * n + j)
        if j >= n - EXTRA:  # work: beside what the step exchanges
            size_j = max(size_j, abs(h * get(stages, j)), abs(h * end))
        scale, e = 1.0 / (atol + rtol * size_j), _sum(stages, j, f, i, True)
        e_low = _sum(stages, j, g, o, True)
        moving += e != 0.0
        size += (e * scale) ** 2
        size_low += (e_low * scale) ** 2
        odd += 0.0 * end  # not a number if that is not finite
    if odd != 0.0:
        return math.nan
    if size == 0.0:
        return 0.0
    return abs(h) * size / math.sqrt((size + 0.01 * size_low) * moving)


@summing
def _looks_stiff(tab, k):  # type: ignore[no-untyped-def]
    """Whether the step is as long as stability allows: `h |f(y1) - f(y_s)| / |y1 - y_s|` at the last two stages (Hairer and Wanner)."""
    a, s, rows, weights = numbers_at(tab.a, tab.n_a), tab.stages, tab.rows, numbers_at(tab.weights, tab.n_weights)
    n = k.shape[1]
    stages = numbers_at(k.ctypes.data, k.shape[0] * n)
    for p in range(s):
        weights[p] = a[s * rows + p] - a[(s - 1) * rows + p]
    start = np.int64(0)
    f, i, p, _ = _eight(weights, start, start, s, n)
    g, o, _, _ = _eight(weights, start, p, s, n)
    top, bottom = 0.0, 0.0
    for j in range(n - EXTRA):
        top += (get(stages, s * n + j) - get(stages, (s - 1) * n + j)) ** 2
        bottom += (_sum(stages, j, f, i, True) + _sum(stages, j, g, o, True)) ** 2
    return bottom > 0.0 and top > numbers_at(tab.settings, tab.n_settings)[1] ** 2 * bottom


@jit
def run(d, kernel, tab, y, clock, times, first, last, breaks, settings, out, notes, k, trial, log):  # type: ignore[no-untyped-def]
    """Integrate through the output times `first <= i < last`; returns `(status, next i)`.

    `clock = (time, step, whether the derivative at hand is to be found anew)`, carried along; `breaks`: times no step may cross (load steps), sorted;
    `settings = (rtol, atol, largest step, projecting, whether to stop when stiff)`; `k`: stages; `trial`: (2 x n); `log`: switches.
    """
    n, rtol, atol = y.shape[0], settings[0], settings[1]
    t, h, i, count = clock[0], clock[1], first, times.shape[0]
    exponent = -numbers_at(tab.settings, tab.n_settings)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    fresh, grow, begun = clock[2] != 0.0, 5.0, notes[STEPS]
    i = keep_due(w, y, t, times, out, i)
    while i < last:
        if notes[STEPS] - begun >= notes[MOST_STEPS]:
            break
        end = times[count - 1]  # not that of the chunk: steps must not depend on how often the caller looks in
        for j in range(breaks.shape[0]):
            if t + 1e-12 * (1.0 + abs(t)) < breaks[j] < end:
                end = breaks[j]
        h = min(h, settings[2])
        if h > 0.999 * (end - t):
            h = end - t
        elif h > 0.5 * (end - t):
            h = 0.5 * (end - t)
        if not h > 1e-13 * (abs(t) + 1e-3):
            clock[0], clock[1], clock[2] = t, h, 1.0
            return TOO_SMALL, i
        if settings[3] == 0.0:
            pair = numbers_at(d.baumgarte, d.n_baumgarte)
            pair[0] = pair[1] = BAUMGARTE / h
            fresh = True
        if fresh:
            call_derivative(kernel, d.here, y.ctypes.data, k[0].ctypes.data, t)
            joint_coordinates(s, w)
            notes[EVALUATIONS] += 1
            fresh = False
        limit = end - 2e-15 * (1.0 + abs(end))  # a law that jumps at the end of the step must not do so before
        _advance(d, kernel, tab, y, k, h, t, limit, trial[0])
        left = call_project(d.project, d.here, trial[0].ctypes.data, t + h) if settings[3] != 0.0 else 0.0
        call_derivative(kernel, d.here, trial[0].ctypes.data, k[tab.stages].ctypes.data, min(t + h, limit))
        notes[EVALUATIONS] += tab.stages
        size = _error(tab, y, trial[0], k, h, rtol, atol)
        if not math.isfinite(size) or not left < 1e-6:
            notes[REJECTED] += 1
            h *= 0.1
            grow = 1.0
            if not h > 1e-13 * (abs(t) + 1e-3):
                clock[0], clock[1], clock[2] = t, h, 1.0
                return (OPEN if math.isfinite(size) else NOT_FINITE), i
            continue
        if size > 1.0:
            notes[REJECTED] += 1
            h *= max(0.2, 0.9 * size**exponent)
            grow = 1.0
            continue
        joint_coordinates(s, w)  # remembers whole turns
        whole, span, pending, at_hand, kept, extended = h, h, -1, True, True, tab.rows == tab.stages + 1
        g, dip = look_back(d, h)
        if g < 0.0 or dip < 1.0:
            if not extended:
                _extend(d, kernel, tab, y, k, h, t, trial[1])
                notes[EVALUATIONS] += tab.rows - tab.stages - 1
            part, pending = _switch_part(d, tab, y, k, h, t, trial[1], g, dip)
            at_hand = kept = False
            if pending >= 0:
                h = max(part * h, 1e-14 * (1.0 + abs(t)))
                if extended:  # its continuous extension costs nothing, and is of lower order: the step again
                    span = h
                    _advance(d, kernel, tab, y, k, h, t, limit, trial[0])
                else:
                    _between(tab, y, k, span, h / span, trial[0])
                if settings[3] != 0.0:
                    call_project(d.project, d.here, trial[0].ctypes.data, t + h)
                if extended:
                    call_derivative(kernel, d.here, trial[0].ctypes.data, k[tab.stages].ctypes.data, t + h)
                    notes[EVALUATIONS] += tab.stages
            extended = True
        t_new = end if h == end - t else t + h
        while i < count and times[i] <= t_new:
            if times[i] == t_new:
                keep(w, trial[0], out, i)
            else:
                if not extended:
                    _extend(d, kernel, tab, y, k, h, t, trial[1])
                    notes[EVALUATIONS] += tab.rows - tab.stages - 1
                    extended, at_hand = True, False
                _between(tab, y, k, span, (times[i] - t) / span, trial[1])
                at_hand = False
                if settings[3] != 0.0:
                    call_project(d.project, d.here, trial[1].ctypes.data, times[i])
                keep(w, trial[1], out, i)
            i += 1
        if settings[4] != 0.0 and pending < 0:
            if _looks_stiff(tab, k):
                notes[CALM_SEEN] = 0
                notes[STIFF_SEEN] += 1
            elif notes[STIFF_SEEN] > 0:
                notes[CALM_SEEN] += 1
                if notes[CALM_SEEN] == 6:
                    notes[STIFF_SEEN] = 0
        for j in range(n):
            y[j] = trial[0, j]
            k[0, j] = k[tab.stages, j]
        at_break = t_new == end
        t = t_new
        i = keep_due(w, y, t, times, out, i)
        before = notes[SWITCHES]
        if not at_break and (at_hand or (kept and recall(d))):
            stop = fit_modes(d, t, pending, log, notes)
        else:
            stop = switch(d, y, t, pending, log, notes)
        fresh = pending >= 0 or at_break or notes[SWITCHES] != before
        if d.rechoose != 0 and call_rechoose(d.rechoose, d.here, y.ctypes.data, t) != 0:
            fresh = True
        notes[STEPS] += 1
        h = whole * min(grow, max(0.3, 0.85 * max(size, 1e-10) ** exponent))
        grow = 5.0 if notes[STEPS] < 8 else 1.8  # steps that grow slowly are seldom rejected
        clock[0], clock[1], clock[2] = t, h, 1.0
        if stop:
            return STOPPED, i
        if notes[STIFF_SEEN] >= 15:
            return STIFF, i
    clock[0], clock[1], clock[2] = t, h, 1.0 if fresh else 0.0
    return DONE, i


@boundary(ENTRY)
def run_at(at):  # type: ignore[no-untyped-def]
    """`run`, by the address of a record `RUN`."""
    r = runs_at(at, 1)[0]
    d = dynamics_at(r.d, 1)[0]
    status, r.reached = run(
        d, r.kernel, tableau_at(r.own, 1)[0], numbers_at(r.y, r.n_y), numbers_at(r.clock, r.n_clock), numbers_at(r.times, r.n_times), r.first, r.last, numbers_at(r.breaks, r.n_breaks), numbers_at(r.settings, r.n_settings), matrix_at(r.out, r.n_out // r.width, r.width), numbers_at(r.notes, r.n_notes),
        matrix_at(r.store, r.n_store // r.wide, r.wide), matrix_at(r.trial, 2, r.n_y), matrix_at(r.log, r.n_log // LOGGED, LOGGED),
    )  # fmt: skip
    return status
