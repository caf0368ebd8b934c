"""Taylor series of high order for planar mechanisms: the motion as polynomials, all derivatives from one factorisation a step.

The step is as long as the last coefficients allow; the accelerations at its end, found anew, say whether that was right. The polynomials are the
continuous output. After each step positions and velocities are projected onto the loops, as explicit steps are.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vazba._jit import boundary, get, inlined, jit, put
from vazba.equations.records import DYNAMICS
from vazba.equations.recursive import call_tree
from vazba.equations.verbs import EXTRA, FACTORISED, call_project
from vazba.integrate.explicit import NOT_CLOSED
from vazba.integrate.method import Method, Room, enter
from vazba.integrate.outputs import keep_within
from vazba.integrate.run_record import ATTEMPT, BETWEEN, NOT_FINITE, OPEN, STEP, runs_at
from vazba.kinematic.evaluate import call_position
from vazba.tables import TABLES, WORK, numbers_at
from vazba.tree.build import ELIMINATION, Tree
from vazba.tree.planar_series import OF_FREEDOM, SERIES, Series, call_expand, what_is_not_analytic
from vazba.tree.records import TREE

if TYPE_CHECKING:
    from vazba.formulations.formulation import Formulation
    from vazba.formulations.settings import Settings

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
def _expand_first(d, s, w, tree, series, y_at, t):  # type: ignore[no-untyped-def]
    """Kinematics, factorisation and accelerations (order zero) at a state."""
    call_tree(tree.sweep, d.tree, y_at, y_at + 8 * tree.nq)
    if s.n_frames > 0:
        call_position(w.position, s.here, w.here, 0, t)
    call_tree(tree.factor, d.tree, w.jacobian, tree.rows)
    DYNAMICS.powers(d)[FACTORISED] = t
    call_expand(series.expand, d.tree, series.here, 0, 1)


@inlined
def _allowed(tree, series, y, rtol, atol):  # type: ignore[no-untyped-def]
    """The longest step by the last terms (root mean square over tolerance): four of the speeds, for some may be missing where a motion is symmetric in
    time, and the last of the coordinates."""
    freedom, width, p = SERIES.freedoms(series), series.width, series.order
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
def _at(tree, series, freedom, lost, y, h, out, expected):  # type: ignore[no-untyped-def]
    """State after the time h by the series of freedoms and of the energy lost, and the accelerations they have there."""
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
        SERIES.freedoms(series),
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


@boundary(STEP)
def propose(run_at):  # type: ignore[no-untyped-def]
    """Expand the motion at y, and name the step the last coefficients allow; 0 where that is so short that a singular posture must be near."""
    r = runs_at(run_at, 1)[0]
    d, series = DYNAMICS.at(r.d), SERIES.at(r.own)
    s, w, tree = TABLES.at(d.tables), WORK.at(d.work), TREE.at(d.tree)
    y = numbers_at(r.y, r.n)
    if r.fresh:
        _expand_first(d, s, w, tree, series, r.y, r.t)
        r.evaluations += 1
        r.fresh = 0
    call_expand(series.expand, d.tree, series.here, 1, series.order)
    r.evaluations += series.order - 1
    h = min(SAFETY * _allowed(tree, series, y, r.rtol, r.atol), r.ceiling)
    r.ceiling = math.inf
    r.next_h = h if h > SHRUNK * r.farthest else 0.0


@boundary(BETWEEN)
def between(run_at, theta, out_at):  # type: ignore[no-untyped-def]
    """State at the part theta of a step, by the polynomials."""
    r = runs_at(run_at, 1)[0]
    series, tree = SERIES.at(r.own), TREE.at(DYNAMICS.at(r.d).tree)
    freedom, lost = SERIES.freedoms(series), SERIES.lost(series)
    y, out, room = numbers_at(r.y, r.n), numbers_at(out_at, r.n), numbers_at(r.store + 8 * r.wide, r.n)
    _at(tree, series, freedom, lost, y, theta * r.span, out, room)


@boundary(ATTEMPT)
def attempt(run_at):  # type: ignore[no-untyped-def]
    """One step; the accelerations at its end, found anew for the next, tell its error. Rows of `store`: accelerations expected there, and room."""
    r = runs_at(run_at, 1)[0]
    d, series = DYNAMICS.at(r.d), SERIES.at(r.own)
    s, w, tree = TABLES.at(d.tables), WORK.at(d.work), TREE.at(d.tree)
    y, new, expected, h = numbers_at(r.y, r.n), numbers_at(r.new, r.n), numbers_at(r.store, r.n), r.h
    freedom, lost = SERIES.freedoms(series), SERIES.lost(series)
    r.extended, r.span = 1, h
    reached = keep_within(
        d, r, w, r.last_end if h == r.last_end - r.t else r.t + h
    )  # before the series at the end takes the place of this one
    _at(tree, series, freedom, lost, y, h, new, expected)
    left = call_project(d.project, r.d, r.new, r.t + h)
    _expand_first(d, s, w, tree, series, r.new, r.t + h)
    r.evaluations += 1
    r.evaluated, r.reached = 1, reached
    size = _defect(tree, series, h, new, expected, r.rtol, r.atol)
    if size <= 1.0 and left < NOT_CLOSED:
        return size
    sound = math.isfinite(size) and left < NOT_CLOSED
    r.ceiling, r.fresh, r.refused = (
        h * max(0.2, 0.8 * size ** (-1.0 / series.order)) if sound else 0.1 * h, 1, OPEN if math.isfinite(size) else NOT_FINITE,
    )  # fmt: skip
    r.next_h = r.ceiling if r.ceiling > SHRUNK * r.farthest else 0.0
    return math.nan


@boundary(STEP)
def accept(run_at):  # type: ignore[no-untyped-def]
    """The series at the end is that of the next step."""
    r = runs_at(run_at, 1)[0]
    r.farthest = max(r.farthest, r.h)


def _prepare(form: Formulation, settings: Settings, n: int) -> Room:
    tree = form.joints
    assert tree is not None
    tree.need(*ELIMINATION)
    series = Series(tree, order_for(settings.rtol, settings.atol), form.dynamics.gravity)
    return Room(series, series.record.here, np.zeros((2, n)))


def _fits(form: Formulation) -> str:
    return "it has no tree of joints" if form.joints is None else what_is_not_analytic(form.joints)


enter(Method("taylor", MOST_ORDER, attempt, accept, between, _prepare, propose=propose, whole=True, fits=_fits))
