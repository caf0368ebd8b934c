"""Taylor series of high order for planar mechanisms: the motion as polynomials, all derivatives from one factorisation a step.

The step is as long as the last coefficients allow; the accelerations at its end, found anew, say whether that was right. The polynomials are the
continuous output. After each step, and at output times, positions and velocities are projected onto the loops, as explicit steps are.
"""

from __future__ import annotations

import math

from vazba._jit import get, inlined, jit, put
from vazba.dynamics.absolute import EXTRA
from vazba.dynamics.projection import call_project
from vazba.dynamics.recursive import call_tree
from vazba.integrate.explicit import (
    DONE,
    EVALUATIONS,
    MOST_STEPS,
    NOT_FINITE,
    OPEN,
    REJECTED,
    STEPS,
    TOO_SMALL,
    keep,
    keep_due,
)
from vazba.integrate.posture import FACTORISED
from vazba.integrate.switching import fit_modes
from vazba.kinematic.evaluate import call_position, work_at
from vazba.system import numbers_at, tables_at
from vazba.tree.build import Tree
from vazba.tree.planar_series import OF_FREEDOM, call_expand, what_is_not_analytic
from vazba.tree.records import tree_at

LEAST_ORDER, MOST_ORDER = 8, 30
SAFETY = 0.9  # of the step the coefficients allow
ROUNDING = 4e-15  # of an acceleration
SHRUNK = 1e-3  # of the longest step so far: series that end so soon come to a singular posture, which a method of few stages may step over


def is_best(tree: Tree) -> bool:
    """Whether series are the best choice where none is made: they are exact and cannot become stiff where there are no springs."""
    return not what_is_not_analytic(tree) and not len(tree.arrays["springs"])


def order_for(rtol: float, atol: float) -> int:
    """The order at which a simulated second costs least: each order costs about as much, and steps grow as `tolerance^(1/order)`."""
    return min(max(round(-0.7 * math.log(max(rtol, atol)) + 2), LEAST_ORDER), MOST_ORDER)


@inlined
def _expand_first(d, s, w, tree, series, y, t):  # type: ignore[no-untyped-def]
    """Kinematics, factorisation and accelerations (order zero) at the state y."""
    call_tree(tree.sweep, d.tree, y.ctypes.data, y.ctypes.data + 8 * tree.nq)
    if s.n_frames > 0:
        call_position(w.position, s.here, w.here, 0, t)
    call_tree(tree.factor, d.tree, w.jacobian, tree.rows)
    numbers_at(d.powers, d.n_powers)[FACTORISED] = t
    call_expand(series.expand, d.tree, series.here, 0, 1)


@inlined
def _allowed(tree, series, y, rtol, atol):  # type: ignore[no-untyped-def]
    """The longest step by the last terms (root mean square over tolerance): four of the speeds, for some may be missing where a motion is symmetric in
    time, and the last of the coordinates."""
    freedom, width, p = numbers_at(series.freedoms, series.n_freedoms), series.width, series.order
    e0, e1, e2, e3, far, nv = 0.0, 0.0, 0.0, 0.0, 0.0, tree.nv
    for j in range(nv):
        at = OF_FREEDOM * width * j + p
        scale, scale_q = 1.0 / (atol + rtol * abs(y[nv + j])), 1.0 / (atol + rtol * abs(y[j]))
        e0 += ((p + 1) * get(freedom, at + 1) * scale) ** 2
        e1 += (p * get(freedom, at) * scale) ** 2
        e2 += ((p - 1) * get(freedom, at - 1) * scale) ** 2
        e3 += ((p - 2) * get(freedom, at - 2) * scale) ** 2
        far += (get(freedom, at + 1) * scale_q) ** 2
    if not math.isfinite(e0 + e1 + e2 + e3 + far):
        return 0.0
    least = rtol * rtol
    h = min(_reach(e0 / nv, p, least, p), _reach(e1 / nv, p - 1, least, p), _reach(e2 / nv, p - 2, least, p))
    return min(h, _reach(e3 / nv, p - 3, least, p), _reach(far / nv, p + 1, least, p + 1))


@inlined
def _reach(square, k, least, p):  # type: ignore[no-untyped-def]
    """The step with which the term of order p would come down to the tolerance, if all terms fall as the one of order k says."""
    return max(square * least, 1e-300) ** (-0.5 / k) * least ** (0.5 / p)


@jit
def _at(tree, series, y, h, out, expected):  # type: ignore[no-untyped-def]
    """State after the time h, and the accelerations the series has there."""
    freedom, lost = numbers_at(series.freedoms, series.n_freedoms), numbers_at(series.lost, series.n_lost)
    width, p, nv = series.width, series.order, tree.nv
    for j in range(nv):
        at = OF_FREEDOM * width * j
        x, v, a = 0.0, 0.0, 0.0
        for n in range(p + 1, 1, -1):
            q = get(freedom, at + n)
            x = x * h + q
            v = v * h + n * q
            a = a * h + n * (n - 1) * q
        v = v * h + get(freedom, at + 1)
        put(out, nv + j, v)
        put(out, j, (x * h + get(freedom, at + 1)) * h + get(freedom, at))
        put(expected, j, a)
    energy = 0.0
    for n in range(p, 0, -1):
        energy = (energy + get(lost, n)) * h
    for j in range(EXTRA):
        put(out, 2 * nv + j, get(y, 2 * nv + j))
    put(out, 2 * nv + 1, get(y, 2 * nv + 1) + energy)


@inlined
def _defect(tree, series, h, new, expected, rtol, atol):  # type: ignore[no-untyped-def]
    """Error of the speeds over tolerance that the accelerations at the end of the step tell (root mean square)."""
    freedom, width, p, nv, total = (
        numbers_at(series.freedoms, series.n_freedoms),
        series.width,
        series.order,
        tree.nv,
        0.0,
    )
    for j in range(nv):
        a = 2.0 * get(freedom, OF_FREEDOM * width * j + 2)
        scale = (atol + rtol * abs(get(new, nv + j))) * (p + 1) + ROUNDING * h * abs(a)
        total += (h * (a - get(expected, j)) / scale) ** 2
    return math.sqrt(total / nv)


@jit
def run(d, series, y, clock, times, first, last, settings, out, notes, trial, log):  # type: ignore[no-untyped-def]
    """Integrate through the output times `first <= i < last`; returns `(status, next i)`. As `explicit.run`; `settings = (rtol, atol, longest step)`;
    `clock = (time, step, longest step so far)`; `trial`: (3 x n) work.
    """
    rtol, atol, count, p = settings[0], settings[1], times.shape[0], series.order
    s, w, tree = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    t, i, begun, fresh, most = clock[0], first, notes[STEPS], True, math.inf
    new, between, expected, end = trial[0], trial[1], trial[2], times[count - 1]
    i = keep_due(w, y, t, times, out, i)
    while i < last:
        if notes[STEPS] - begun >= notes[MOST_STEPS]:
            break
        if fresh:
            _expand_first(d, s, w, tree, series, y, t)
            notes[EVALUATIONS] += 1
        call_expand(series.expand, d.tree, series.here, 1, p)
        notes[EVALUATIONS] += p - 1
        h = min(SAFETY * _allowed(tree, series, y, rtol, atol), settings[2], most)
        clock[1] = h
        if not h > max(SHRUNK * clock[2], 1e-13 * (abs(t) + 1e-3)):
            return TOO_SMALL, i
        t_new = t + h
        if t + 1.001 * h > end:
            h, t_new = end - t, end
        reached = i
        while reached < count and times[reached] < t_new:
            _at(tree, series, y, times[reached] - t, between, expected)
            call_project(d.project, d.here, between.ctypes.data, times[reached])
            keep(w, between, out, reached)
            reached += 1
        _at(tree, series, y, h, new, expected)
        left = call_project(d.project, d.here, new.ctypes.data, t_new)
        _expand_first(d, s, w, tree, series, new, t_new)
        notes[EVALUATIONS] += 1
        size = _defect(tree, series, h, new, expected, rtol, atol)
        if not size <= 1.0 or not left < 1e-6:
            notes[REJECTED] += 1
            most = h * max(0.2, 0.8 * size ** (-1.0 / p)) if math.isfinite(size) and left < 1e-6 else 0.1 * h
            fresh = True
            if not most > max(SHRUNK * clock[2], 1e-13 * (abs(t) + 1e-3)):
                return (OPEN if math.isfinite(size) else NOT_FINITE), i
            continue
        for j in range(y.shape[0]):
            y[j] = new[j]
        t, i, fresh, most = t_new, reached, False, math.inf
        i = keep_due(w, y, t, times, out, i)
        fit_modes(d, t, -1, log, notes)
        notes[STEPS] += 1
        clock[0], clock[2] = t, max(clock[2], h)
    return DONE, i
