"""The compiled loop of an inverse analysis over the instants of a motion.

    T_c F_c + Phi_v^T lambda = r,        r = M v' - f_known - f_gyro

What the constraints leave free is found by projection: of a generalised force g remains `W x`, where

    [W   J^T] (x)   (g)
    [J    0 ] (l) = (0)

with the weights W of geometry (1 for translations, the square of the characteristic length for rotations). In `W^(1/2) x` all components are newtons, moments
divided by that length; the efforts are the smallest (weighted) that leave least of `r - T_c F_c`, within their bounds (`algebra.bounded`). The same
solutions give the multipliers, `l_r - l_c F_c`. Friction depends on these: it is settled as in a run (`equations.friction`).
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import F8, I4, boundary, each, get, jit, put, record
from vazba.algebra.bounded import FREE, bounded_least, triangle
from vazba.bodies.mechanics import put_mass_times
from vazba.equations.forces import generalised_forces, rub_pairs
from vazba.equations.friction import GOING_ON, NEVER, begin_settling, settle
from vazba.equations.records import DYNAMICS
from vazba.equations.rotors import add_rotors_times, rotor_columns
from vazba.kinematic.evaluate import call_position, call_velocity, largest, subtract_jacobian_times
from vazba.kinematic.loop import predict_turns
from vazba.kinematic.newton import MU, call_factorise, call_solve, small_multipliers, solve_small
from vazba.paths.kernels import pull
from vazba.reporting.observe import OBSERVED, keep_instant, smallest_multipliers
from vazba.tables import TABLES, WORK, integers_at, numbers_at

INVERSION = record(
    "INVERSION",
    each(I4, "acting", "fixed", "order")
    | each(
        F8, "times", "clock", "q", "v", "a", "seen", "signs", "roots", "lower", "upper", "level", "column", "projected", "held", "stack", "room", "low",
        "high", "best", "x", "right", "rest", "terms", "efforts", "balance", "missing",
    ),
    "first", "last", "smooth", "observed",
)  # fmt: skip
RESIDUAL, VIOLATION, SIZE, STATE, ROUNDS = range(5)  # places in `balance`
KEPT = 5
GOOD, LOCKED, ENDLESS = 0.0, 1.0, 2.0  # STATE
NOTHING = 1e-11  # part of the terms below which what is missing is rounding
ROUNDING = 1e-14  # part of a force: what is left of the rows is not refined
BARELY = 1e-30  # instead of MU where no row depends on others: nothing is regularised


@jit
def project(s, w, g, x, l):  # type: ignore[no-untyped-def]  # noqa: E741
    """`x` and `l` of a generalised force g, by the factorisation at hand, refined once where more than rounding is left of the rows."""
    nv, m, size = s.nv, w.n_phi, 0.0
    weights, residual = TABLES.weights(s), WORK.residual(w)
    if m == 0:
        for k in range(nv):
            put(x, k, get(g, k) / get(weights, k))
        return
    for k in range(m):
        put(residual, k, 0.0)
    if s.small:
        for k in range(nv):
            put(x, k, get(g, k))
        solve_small(s, w, w.n_phi > 0, x, residual)
        found = numbers_at(small_multipliers(w), m)
        for k in range(m):
            put(l, k, get(found, k))
        for k in range(nv):
            put(x, k, get(x, k) + get(g, k) / get(weights, k))
    else:
        whole = WORK.x(w)
        for k in range(nv):
            put(whole, k, get(g, k))
        for k in range(m):
            put(whole, nv + k, 0.0)
        call_solve(w.solve, s.here, w.here, w.x)
        for k in range(nv):
            put(x, k, get(whole, k))
        for k in range(m):
            put(l, k, get(whole, nv + k))
    subtract_jacobian_times(s, w, x, residual)
    for k in range(nv):
        size = max(size, get(g, k) * get(g, k) / get(weights, k))
    if largest(residual) <= ROUNDING * math.sqrt(size):
        return
    if s.small:
        step = WORK.step(w)
        solve_small(s, w, w.n_phi < 0, step, residual)
        found = numbers_at(small_multipliers(w), m)
        for k in range(m):
            put(l, k, get(l, k) + get(found, k))
        for k in range(nv):
            put(x, k, get(x, k) + get(step, k))
    else:
        whole = WORK.x(w)
        for k in range(nv):
            put(whole, k, 0.0)
        for k in range(m):
            put(whole, nv + k, get(residual, k))
        call_solve(w.solve, s.here, w.here, w.x)
        for k in range(nv):
            put(x, k, get(x, k) + get(whole, k))
        for k in range(m):
            put(l, k, get(l, k) + get(whole, nv + k))


@jit
def required(s, w, d, a, out, terms):  # type: ignore[no-untyped-def]
    """`r = M v' - f`, and the sizes of its terms."""
    states, masses, force = WORK.states(w), DYNAMICS.masses(d), DYNAMICS.force(d)
    for k in range(masses.shape[0]):
        put_mass_times(s.dimension, states[k], masses[k], a, k, out)
    if d.n_rotors > 0:
        rotors = DYNAMICS.rotors(d)
        rotor_columns(s, w, rotors)
        add_rotors_times(s.nb, rotors, a, 1.0, out)
    for k in range(s.nv):
        terms[k] = abs(out[k]) + abs(force[k])
        out[k] -= force[k]


@jit
def spread_columns(s, w, o):  # type: ignore[no-untyped-def]
    """What of a unit effort of each actuated element the constraints leave, and what they hold: `projected` and `held`."""
    nv, m, paths = s.nv, w.n_phi, WORK.paths(w)
    acting, signs, column = INVERSION.acting(o), INVERSION.signs(o), INVERSION.column(o)
    for c in range(acting.shape[0]):
        for k in range(nv):
            put(column, k, 0.0)
        pull(paths[acting[c]], s, w, signs[c], column)
        project(s, w, column, numbers_at(o.projected + 8 * c * nv, nv), numbers_at(o.held + 8 * c * m, m))


@jit
def choose(s, o, i, x):  # type: ignore[no-untyped-def]
    """The efforts that leave least of what is projected into x, the smallest of them; they go to row i of `efforts`, what they leave to `balance`."""
    nv, n = s.nv, o.n_acting
    stack, projected, weights = INVERSION.stack(o), INVERSION.projected(o), TABLES.weights(s)
    roots, lower, upper, level = (
        numbers_at(o.roots, n),
        numbers_at(o.lower, n),
        numbers_at(o.upper, n),
        numbers_at(o.level, n),
    )
    low, high, best, found = numbers_at(o.low, n), numbers_at(o.high, n), numbers_at(o.best, n), numbers_at(o.x, n)
    fixed, order, room = INVERSION.fixed(o), INVERSION.order(o), INVERSION.room(o)
    efforts = numbers_at(o.efforts + 8 * i * n, n)
    balance, terms = numbers_at(o.balance + 8 * i * KEPT, KEPT), numbers_at(o.terms, nv)
    if o.smooth != 0 and i > 0:
        before = numbers_at(o.efforts + 8 * (i - 1) * n, n)
        for k in range(n):
            level[k] = before[k]
    size = 0.0
    for k in range(nv):
        root = math.sqrt(get(weights, k))
        size += (get(terms, k) / root) ** 2
        put(stack, n * nv + k, root * get(x, k))
        for c in range(n):
            value = root * get(projected, c * nv + k)
            put(stack, c * nv + k, value / get(roots, c))
            put(stack, n * nv + k, get(stack, n * nv + k) - value * get(level, c))
    size = math.sqrt(size)
    p = triangle(stack, nv, n + 1)
    b = numbers_at(o.stack + 8 * n * nv, p)
    for c in range(n):
        low[c], high[c], best[c] = -math.inf, math.inf, 0.0
        order[c] = 0
        fixed[n + c] = FREE
    loose = integers_at(o.fixed + 4 * n, n)
    rounds = bounded_least(stack, nv, p, n, b, low, high, best, loose, order, room)
    within = True
    for c in range(n):
        low[c], high[c] = get(roots, c) * (lower[c] - level[c]), get(roots, c) * (upper[c] - level[c])
        found[c] = best[c]
        within = within and low[c] <= best[c] <= high[c]
    if not within:
        more = bounded_least(stack, nv, p, n, b, low, high, found, integers_at(o.fixed, n), order, room)
        rounds = rounds + more if more > 0 else -1
    residual, violation = 0.0, 0.0
    for k in range(p):
        rest, gap = get(b, k), 0.0
        for c in range(n):
            rest -= get(stack, c * nv + k) * best[c]
            gap += get(stack, c * nv + k) * (best[c] - found[c])
        residual += rest * rest
        violation += gap * gap
    for c in range(n):
        column = 0.0
        for k in range(p):
            column += get(stack, c * nv + k) ** 2
        size += math.sqrt(column) * abs(found[c])
        efforts[c] = min(max(level[c] + found[c] / get(roots, c), lower[c]), upper[c])
    residual, violation = math.sqrt(residual), math.sqrt(violation)
    balance[RESIDUAL] = residual if not residual <= NOTHING * size else 0.0
    balance[VIOLATION] = violation if not violation <= NOTHING * size else 0.0
    balance[SIZE], balance[ROUNDS] = size, rounds
    balance[STATE] = GOOD if rounds > 0 else ENDLESS


@jit
def without_choice(s, o, i, x):  # type: ignore[no-untyped-def]
    """Nothing but drivers acts: what is projected into x is left."""
    balance, terms, weights = (
        numbers_at(o.balance + 8 * i * KEPT, KEPT),
        numbers_at(o.terms, s.nv),
        TABLES.weights(s),
    )
    size, residual = 0.0, 0.0
    for k in range(s.nv):
        size += get(terms, k) ** 2 / get(weights, k)
        residual += get(x, k) ** 2 * get(weights, k)
    size, residual = math.sqrt(size), math.sqrt(residual)
    balance[RESIDUAL] = residual if not residual <= NOTHING * size else 0.0
    balance[VIOLATION], balance[SIZE], balance[STATE], balance[ROUNDS] = 0.0, size, GOOD, 1.0


@jit
def balanced(s, w, d, o, i, a):  # type: ignore[no-untyped-def]
    """Efforts and multipliers at the state last evaluated, with the forces at hand."""
    nv, n = s.nv, o.n_acting
    right, rest = numbers_at(o.right, nv), numbers_at(o.rest, nv)
    multipliers, weights = DYNAMICS.multipliers(d), TABLES.weights(s)
    required(s, w, d, a, right, numbers_at(o.terms, nv))
    project(s, w, right, rest, multipliers)
    if n > 0:
        choose(s, o, i, rest)
        efforts, m = numbers_at(o.efforts + 8 * i * n, n), w.n_phi
        for c in range(n):
            x, l = numbers_at(o.projected + 8 * c * nv, nv), numbers_at(o.held + 8 * c * m, m)  # noqa: E741
            for k in range(nv):
                put(rest, k, get(rest, k) - efforts[c] * get(x, k))
            for k in range(m):
                put(multipliers, k, get(multipliers, k) - efforts[c] * get(l, k))
    else:
        without_choice(s, o, i, rest)
    missing = numbers_at(o.missing + 8 * i * nv, nv)
    for k in range(nv):
        put(missing, k, get(weights, k) * get(rest, k))


@jit
def see(s, w, o, i):  # type: ignore[no-untyped-def]
    """Turning angles where they are known to be at instant i, or where they are expected."""
    clock = INVERSION.clock(o)
    if i > o.first:
        predict_turns(s, w, clock[i - 1], clock[i] - clock[i - 1])
    coordinates, turns = TABLES.coordinates(s), WORK.turns(w)
    seen = numbers_at(o.seen + 8 * i * coordinates.shape[0], coordinates.shape[0])
    for k in range(coordinates.shape[0]):
        c = coordinates[k]
        if c.turn >= 0 and not math.isnan(seen[k]):
            turns[c.turn] = seen[k] / c.factor


@jit
def instant(s, w, d, o, i):  # type: ignore[no-untyped-def]
    """Everything at instant i."""
    q, v = numbers_at(o.q + 8 * i * s.nq, s.nq), numbers_at(o.v + 8 * i * s.nv, s.nv)
    a, t = numbers_at(o.a + 8 * i * s.nv, s.nv), INVERSION.times(o)[i]
    acceleration, observed = DYNAMICS.acceleration(d), OBSERVED.at(o.observed)
    see(s, w, o, i)
    call_position(w.position, s.here, w.here, q.ctypes.data, INVERSION.clock(o)[i])
    call_velocity(w.velocity, s.here, w.here, v.ctypes.data)
    generalised_forces(s, w, d, q.ctypes.data, v.ctypes.data, t)
    dependent = call_factorise(w.factorise, s.here, w.here, s.weights, BARELY) if w.n_phi > 0 else 0
    if dependent > 0:
        call_factorise(w.factorise, s.here, w.here, s.weights, MU)
    spread_columns(s, w, o)
    if s.n_frictions > 0:
        begin_settling(s, d)
    state = GOING_ON
    while state == GOING_ON:
        balanced(s, w, d, o, i, a)
        if dependent > 0:
            smallest_multipliers(s, w, d)
        if s.n_frictions == 0:
            break
        rub_pairs(s, w, d)
        state, _ = settle(s, w, d)
        if state == GOING_ON and dependent > 0:
            call_factorise(w.factorise, s.here, w.here, s.weights, MU)
    if state == NEVER:
        numbers_at(o.balance + 8 * i * KEPT, KEPT)[STATE] = LOCKED
    for k in range(s.nv):
        acceleration[k] = a[k]
    keep_instant(s, w, d, q, v, i, observed)
    each, pairs = observed.n_rubbed // observed.n_times, DYNAMICS.settling(d)
    rubbed = numbers_at(observed.rubbed + 8 * i * each, each)
    rub_pairs(s, w, d)
    for k in range(each):
        rubbed[k] = pairs[k]


@boundary("void(int64, int64)")
def invert(d_at, o_at):  # type: ignore[no-untyped-def]
    """The instants from `first` to before `last`."""
    d, o = DYNAMICS.at(d_at), INVERSION.at(o_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    for i in range(o.first, o.last):
        instant(s, w, d, o, i)


def rooms(nv: int, m: int, n: int) -> dict[str, np.ndarray]:
    """Arrays the kernels work in, for n actuated elements."""
    from vazba.algebra.bounded import room_of

    numbers = {
        "column": nv, "projected": n * nv, "held": n * m, "stack": (n + 1) * nv, "room": room_of(min(nv, n + 1), n), "low": n, "high": n, "best": n, "x": n,
        "right": nv, "rest": nv, "terms": nv,
    }  # fmt: skip
    return {name: np.zeros(size) for name, size in numbers.items()} | {
        "fixed": np.zeros(2 * n, np.int32), "order": np.zeros(n, np.int32),
    }  # fmt: skip
