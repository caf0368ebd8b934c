"""Adaptive explicit Runge-Kutta integration, compiled from start to end: steps, projection, switches, output at the times asked for.

After every step positions and velocities are projected onto the constraints in the metric of the mass matrix:
`[[M, J^T], [J, -mu E]] (dq, .) = (0, -Phi)` and the same for `v` with `nu - Phi_v v`; or Baumgarte's terms hold them.
"""

from __future__ import annotations

import math

from vazba._jit import get, inlined, jit
from vazba.dynamics.absolute import EXTRA, call_derivative
from vazba.dynamics.minimal import call_rechoose
from vazba.dynamics.projection import call_project
from vazba.integrate.switching import margin, switch
from vazba.kinematic.evaluate import joint_coordinates, work_at
from vazba.system import numbers_at, tables_at

SAME_TIME = 1e-13  # times nearer than this (relative) are one: no step is made between them
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


@jit
def _stage(tab, y, k, h, stage, out):  # type: ignore[no-untyped-def]
    """State of a stage."""
    a = numbers_at(tab.a, tab.n_a)
    row = stage * tab.rows
    n = y.shape[0]
    for j in range(n):
        out[j] = 0.0
    for p in range(stage):
        factor = get(a, row + p)
        if factor != 0.0:
            for j in range(n):
                out[j] += factor * k[p, j]
    for j in range(n):
        out[j] = y[j] + h * out[j]


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
    dense, degree = numbers_at(tab.dense, tab.n_dense), tab.degree
    for j in range(y.shape[0]):
        out[j] = y[j]
    for p in range(tab.rows):
        factor = 0.0
        for i in range(degree - 1, -1, -1):
            factor = (factor + get(dense, p * degree + i)) * theta
        if factor != 0.0:
            factor *= h
            for j in range(y.shape[0]):
                out[j] += factor * k[p, j]


@jit
def _switch_part(d, tab, y, k, h, t, trial, last):  # type: ignore[no-untyped-def]
    """`(part of the step after which the first element is just past its switch, that element)`; `last` is the margin at the end.

    False position on the smallest margin, with the weight of an end that stays halved (Illinois), and bisection where that is slow.
    """
    low, high = 0.0, 1.0
    g_low, _ = margin(d, y, t)
    g_high, which = last
    if not g_low > 0.0:
        g_low = 1e-300
    side = 0
    for count in range(100):
        if (high - low) * h <= 1e-14 * (abs(t) + 1.0):
            break
        middle = (low * g_high - high * g_low) / (g_high - g_low) if count % 4 != 3 else 0.5 * (low + high)
        if not low < middle < high:
            middle = 0.5 * (low + high)
        _between(tab, y, k, h, middle, trial)
        g, here = margin(d, trial, t + middle * h)
        if g < 0.0:
            high, g_high, which = middle, g, here
            if side < 0:
                g_low *= 0.5
            side = -1
        else:
            low, g_low = middle, max(g, 1e-300)
            if side > 0:
                g_high *= 0.5
            side = 1
        if g == 0.0 or abs(g) < 1e-13:
            if g >= 0.0:  # a hair before: the element that is nearest switches here
                high, which = middle, here
            break
    return high, which


@jit
def _error(tab, y, new, k, h, rtol, atol):  # type: ignore[no-untyped-def]
    """Estimated error over tolerance (root mean square of what changes); not finite when the step failed."""
    high, low = numbers_at(tab.error, tab.n_error), numbers_at(tab.error_low, tab.n_error_low)
    n, size, size_low, moving = y.shape[0], 0.0, 0.0, 0
    for j in range(n):
        e, e_low = 0.0, 0.0
        for p in range(tab.stages + 1):
            e += get(high, p) * k[p, j]
            e_low += get(low, p) * k[p, j]
        size_j = max(abs(y[j]), abs(new[j]))
        if j >= n - EXTRA:  # work: beside what the step exchanges
            size_j = max(size_j, abs(h * k[0, j]), abs(h * k[tab.stages, j]))
        scale = 1.0 / (atol + rtol * size_j)
        moving += e != 0.0
        size += (e * scale) ** 2
        size_low += (e_low * scale) ** 2
        if not math.isfinite(k[tab.stages, j]):
            return math.nan
    if size == 0.0:
        return 0.0
    return abs(h) * size / math.sqrt((size + 0.01 * size_low) * moving)


@jit
def _looks_stiff(tab, y, k):  # type: ignore[no-untyped-def]
    """Whether the step is as long as stability allows: `h |f(y1) - f(y_s)| / |y1 - y_s|` at the last two stages (Hairer and Wanner)."""
    a, s, rows = numbers_at(tab.a, tab.n_a), tab.stages, tab.rows
    top, bottom = 0.0, 0.0
    for j in range(y.shape[0] - EXTRA):
        moved_by = 0.0
        for p in range(s):
            moved_by += (a[s * rows + p] - a[(s - 1) * rows + p]) * k[p, j]
        top += (k[s, j] - k[s - 1, j]) ** 2
        bottom += moved_by * moved_by
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
    while i < count and times[i] <= t + SAME_TIME * (1.0 + abs(t)):
        keep(w, y, out, i)
        i += 1
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
        whole, pending, extended = h, -1, tab.rows == tab.stages + 1
        g, which = margin(d, trial[0], t + h)
        if g < 0.0:
            if not extended:
                _extend(d, kernel, tab, y, k, h, t, trial[1])
                notes[EVALUATIONS] += tab.rows - tab.stages - 1
            part, pending = _switch_part(d, tab, y, k, h, t, trial[1], (g, which))
            h = max(part * h, 1e-14 * (1.0 + abs(t)))
            _advance(d, kernel, tab, y, k, h, t, limit, trial[0])
            if settings[3] != 0.0:
                call_project(d.project, d.here, trial[0].ctypes.data, t + h)
            call_derivative(kernel, d.here, trial[0].ctypes.data, k[tab.stages].ctypes.data, t + h)
            joint_coordinates(s, w)
            notes[EVALUATIONS] += tab.stages
            extended = tab.rows == tab.stages + 1
        t_new = end if h == end - t else t + h
        while i < count and times[i] <= t_new:
            if times[i] == t_new:
                keep(w, trial[0], out, i)
            else:
                if not extended:
                    _extend(d, kernel, tab, y, k, h, t, trial[1])
                    notes[EVALUATIONS] += tab.rows - tab.stages - 1
                    extended = True
                _between(tab, y, k, h, (times[i] - t) / h, trial[1])
                if settings[3] != 0.0:
                    call_project(d.project, d.here, trial[1].ctypes.data, times[i])
                keep(w, trial[1], out, i)
            i += 1
        if settings[4] != 0.0 and pending < 0:
            if _looks_stiff(tab, y, k):
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
        while i < count and times[i] <= t + SAME_TIME * (1.0 + abs(t)):
            for j in range(n):
                out[i, j] = y[j]
            i += 1
        before = notes[SWITCHES]
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
