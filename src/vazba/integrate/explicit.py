"""Explicit Runge-Kutta steps: stages, error estimate, continuous extension.

After every step positions and velocities are projected onto the constraints in the metric of the mass matrix:
`[[M, J^T], [J, -mu E]] (dq, .) = (0, -Phi)` and the same for `v` with `nu - Phi_v v`; or Baumgarte's terms hold them.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vazba._jit import boundary, get, inlined, jit, put, summing
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import EXTRA, call_derivative, call_project
from vazba.integrate.method import Method, Room
from vazba.integrate.run_record import ATTEMPT, BETWEEN, NOT_FINITE, OPEN, STEP, TOO_SMALL, matrix_at, runs_at
from vazba.integrate.tableau import TABLEAU, Tableau
from vazba.tables import numbers_at

if TYPE_CHECKING:
    from vazba.formulations.formulation import Formulation
    from vazba.formulations.settings import Settings

BAUMGARTE = 0.03  # alpha and beta times the step
NOT_CLOSED = 1e-6  # m: a state that cannot be brought nearer to the constraints is refused
JUMP, LEAST_JUMP = (
    0.1,
    1e3,
)  # part of the velocities, and absolute tolerances: what is refused where the constraints would take more away


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
    _combine(TABLEAU.a(tab), stage * tab.rows, stage, k, y, h, out)


@jit
# many: eight stages at a time: pasted where it is called
def _advance(d, kernel, tab, y, k, h, t, limit, out):  # type: ignore[no-untyped-def]
    """All stages but the first; `out` is the state at the end of the step. Nothing is evaluated later than `limit`."""
    c = TABLEAU.c(tab)
    for stage in range(1, tab.stages):
        _stage(tab, y, k, h, stage, out)
        call_derivative(kernel, d.here, out.ctypes.data, k[stage].ctypes.data, min(t + c[stage] * h, limit))
    _stage(tab, y, k, h, tab.stages, out)


@jit
def _extend(d, kernel, tab, y, k, h, t, out):  # type: ignore[no-untyped-def]
    """The stages that only the continuous extension needs."""
    c = TABLEAU.c(tab)
    for stage in range(tab.stages + 1, tab.rows):
        _stage(tab, y, k, h, stage, out)
        call_derivative(kernel, d.here, out.ctypes.data, k[stage].ctypes.data, t + c[stage] * h)


@boundary(BETWEEN)
def between(run_at, theta, out_at):  # type: ignore[no-untyped-def]
    """State at the part theta of a step."""
    r = runs_at(run_at, 1)[0]
    tab = TABLEAU.at(r.own)
    dense, degree, weights = TABLEAU.dense(tab), tab.degree, TABLEAU.weights(tab)
    for p in range(tab.rows):
        factor = 0.0
        for i in range(degree - 1, -1, -1):
            factor = (factor + get(dense, p * degree + i)) * theta
        weights[p] = factor
    _combine(
        weights,
        np.int64(0),
        tab.rows,
        matrix_at(r.store, r.rows, r.n),
        numbers_at(r.y, r.n),
        r.span,
        numbers_at(out_at, r.n),
    )


@summing
def _error(tab, y, new, k, h, rtol, atol):  # type: ignore[no-untyped-def]
    """Estimated error over tolerance (root mean square of what changes); not finite when the step failed."""
    n, last, size, size_low, odd, moving = y.shape[0], tab.stages, 0.0, 0.0, 0.0, 0
    stages = numbers_at(k.ctypes.data, k.shape[0] * n)
    start = np.int64(0)
    f, i, _, _ = _eight(TABLEAU.error(tab), start, start, last + 1, n)
    g, o, _, _ = _eight(TABLEAU.error_low(tab), start, start, last + 1, n)
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
    a, s, rows, weights = TABLEAU.a(tab), tab.stages, tab.rows, TABLEAU.weights(tab)
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
    return bottom > 0.0 and top > TABLEAU.settings(tab)[1] ** 2 * bottom


@inlined
def _projected(d, r, held, t):  # type: ignore[no-untyped-def]
    """Bring `new` onto the constraints; returns what is left open, infinity where velocities have to jump for it (behind a singular posture, where links that
    moved together would lock each other). `held` is room."""
    velocities = numbers_at(r.new + 8 * d.nq, d.nv)
    for k in range(d.nv):
        held[k] = velocities[k]
    left, size, moved = call_project(d.project, r.d, r.new, t), 0.0, 0.0
    for k in range(d.nv):
        size, moved = max(size, abs(held[k])), max(moved, abs(velocities[k] - held[k]))
    return math.inf if moved > JUMP * size + LEAST_JUMP * r.atol else left


@boundary(ATTEMPT)
def attempt(run_at):  # type: ignore[no-untyped-def]
    """One step with its error over tolerance; rows of `store` are the stages, the last of them the derivative at the end."""
    r = runs_at(run_at, 1)[0]
    d, tab = DYNAMICS.at(r.d), TABLEAU.at(r.own)
    y, new, k, h, t = numbers_at(r.y, r.n), numbers_at(r.new, r.n), matrix_at(r.store, r.rows, r.n), r.h, r.t
    exponent = -TABLEAU.settings(tab)[0]
    if r.projecting == 0:
        pair = DYNAMICS.baumgarte(d)
        pair[0] = r.alpha if r.alpha >= 0.0 else BAUMGARTE / r.span  # also where a step is cut short
        pair[1] = r.beta if r.beta >= 0.0 else BAUMGARTE / r.span
        r.fresh = 1
    if r.fresh:
        call_derivative(r.derivative, r.d, r.y, r.store, t)
        r.evaluations += 1
        r.fresh = 0
    _advance(d, r.derivative, tab, y, k, h, t, r.limit, new)
    left = _projected(d, r, k[tab.stages], t + h) if r.projecting else 0.0
    call_derivative(r.derivative, r.d, r.new, k[tab.stages].ctypes.data, min(t + h, r.limit))
    r.evaluations += tab.stages
    r.evaluated, r.extended = 1, tab.rows == tab.stages + 1
    size = _error(tab, y, new, k, h, r.rtol, r.atol)
    if not math.isfinite(size) or not left < NOT_CLOSED:
        r.next_h, r.grow, r.refused = 0.1 * h, 1.0, OPEN if math.isfinite(size) else NOT_FINITE
        return math.nan
    if size > 1.0:
        r.next_h, r.grow, r.refused = h * max(0.2, 0.9 * size**exponent), 1.0, TOO_SMALL
        return size
    r.next_h = h * min(r.grow, max(0.3, 0.85 * max(size, 1e-10) ** exponent))
    return size


@boundary(STEP)
def extend(run_at):  # type: ignore[no-untyped-def]
    """The stages that only the continuous extension needs; `trial` is used."""
    r = runs_at(run_at, 1)[0]
    d, tab = DYNAMICS.at(r.d), TABLEAU.at(r.own)
    k = matrix_at(r.store, r.rows, r.n)
    _extend(d, r.derivative, tab, numbers_at(r.y, r.n), k, r.h, r.t, numbers_at(r.trial, r.n))
    r.evaluations += tab.rows - tab.stages - 1


@boundary(STEP)
def accept(run_at):  # type: ignore[no-untyped-def]
    """The derivative at the end becomes that at the start; steps as long as stability allows are counted."""
    r = runs_at(run_at, 1)[0]
    tab, k = TABLEAU.at(r.own), matrix_at(r.store, r.rows, r.n)
    if r.watching and r.pending < 0:
        if _looks_stiff(tab, k):
            r.calm_seen = 0
            r.stiff_seen += 1
        elif r.stiff_seen > 0:
            r.calm_seen += 1
            if r.calm_seen == 6:
                r.stiff_seen = 0
    for j in range(r.n):
        k[0, j] = k[tab.stages, j]
    r.grow = 5.0 if r.steps < 7 else 1.8  # steps that grow slowly are seldom rejected


def explicit(tableau: Tableau) -> Method:
    """A Runge-Kutta method by its tableau."""

    def prepare(form: Formulation, settings: Settings, n: int) -> Room:  # noqa: ARG001
        own = tableau.for_run()
        return Room(own, own[0].here, np.zeros((tableau.rows, n)))

    return Method(
        tableau.name, tableau.order, attempt, accept, between, prepare, extend=extend if tableau.extra else None, dense_good=bool(tableau.extra),
    )  # fmt: skip
