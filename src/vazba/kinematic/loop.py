"""The compiled loop of a kinematic run: from one output time to the next by prediction and Newton.

The prediction is `q + h q' + h^2/2 q'' + h^3/6 j`, with the jerk j from the last two accelerations (zero at the start and after a
halved step); the step is halved wherever the prediction is not good enough, and wherever it seems to pass a singular posture (`watch`).
"""

from __future__ import annotations

import numpy as np

from vazba._jit import F8, boundary, each, inlined, jit, matrix_of, record
from vazba.algebra.chart import move
from vazba.bodies.mechanics import change, largest_turn
from vazba.joints.rows import TURN
from vazba.kinematic.evaluate import call_velocity, joint_coordinates, largest
from vazba.kinematic.newton import CONVERGED, FOLLOW, close_position, rates_from, weighted_norm
from vazba.kinematic.watch import SPARED, at_singular, crossed, follow_roots, suspected
from vazba.motion.kernels import motion_at
from vazba.tables import TABLES, WORK, numbers_at

LARGEST_TURN = 0.5  # rad a body may turn in one step: longer ones could land on another branch
MOST_STEPS = 20_000  # in one call: then the caller may look at Ctrl-C
CORRECTED = 0.1  # part of a step that Newton may add to the prediction
TURNED = 0.3  # part of the velocities that may be new after a step
ROUGH = 1e-6  # of the characteristic length: what does not matter in a single step
FINE = 4e-3  # rad: where a step seems to pass a singular posture it is shortened to this, and then looked at closely
FOLLOWED = record(
    "FOLLOWED", {"pairs": np.int64} | each(F8, "q", "v", "a", "clock", "times", "room", "dense", "out", "notes"), "first", "last", "dependent", "reached"
)  # fmt: skip
table_at = matrix_of(np.float64)
DONE, STUCK, CONFLICT_VELOCITY, CONFLICT_ACCELERATION, MORE, CROSSED = 0, 1, 2, 3, 4, 5
NOW, NEXT, STEP, SINCE, ROOT, REFUSED, CLOCK = range(7)  # places in `clock`


@jit
def rates_at(s, w, v, a, size, dependent):  # type: ignore[no-untyped-def]
    """Velocities and accelerations at a closed position, from guesses in `v` and `a`; whether the equations for each can be met (`DONE` or a conflict)."""
    nu, gamma = WORK.nu(w), WORK.gamma(w)
    left = rates_from(s, w, nu, v, dependent)
    WORK.drift(w)[0] = left
    fast = weighted_norm(s, v)
    if not left <= 1e-7 * (fast + largest(nu)) + 1e-10 * size:
        return CONFLICT_VELOCITY
    call_velocity(w.velocity, s.here, w.here, v.ctypes.data)
    left = rates_from(s, w, gamma, a, dependent)
    if not left <= 1e-7 * (weighted_norm(s, a) + fast * fast / size + largest(gamma)) + 1e-10 * size:
        return CONFLICT_ACCELERATION
    return DONE


@jit
def predict_turns(s, w, t, h):  # type: ignore[no-untyped-def]
    """Where turning coordinates are expected after a step, so that whole turns are not lost in long steps."""
    coordinates, rows, turns = TABLES.coordinates(s), TABLES.rows(s), WORK.turns(w)
    values, rates = WORK.coordinates(w), WORK.rates(w)
    for k in range(coordinates.shape[0]):
        c = coordinates[k]
        if c.kind == TURN:
            turns[c.turn] = (values[k] + h * rates[k]) / c.factor
    if h == 0.0:
        return
    laws, ops, numbers = TABLES.laws(s), TABLES.ops(s), TABLES.numbers(s)
    for k in range(rows.shape[0]):  # a driven angle is known exactly
        r = rows[k]
        if r.turn >= 0 and r.law > 0:
            f, _, _ = motion_at(laws, ops, numbers, WORK.stack(w), int(r.law), t + h)
            turns[r.turn] = (f + r.value) / r.factor


@inlined
def _room(s, w, r):  # type: ignore[no-untyped-def]
    """Velocities and accelerations before a step, what was expected, roots with their slopes, and the Jacobian, as `watch` remembers them."""
    nq, nv, m, start = s.nq, s.nv, w.n_phi, r.room
    return (
        numbers_at(start, nv), numbers_at(start + 8 * nv, nv), numbers_at(start + 16 * nv, nq), numbers_at(start + 8 * (2 * nv + nq), 2 * m),
        numbers_at(start + 8 * (2 * nv + nq + 2 * m), w.n_jacobian),
    )  # fmt: skip


@jit
def _closed(s, w, r, size, h, t_new, turn, reach):  # type: ignore[no-untyped-def]
    """Close the joints from the prediction in `q_try`: `(verdict, smallest pivots, whether singular postures were looked for)`."""
    q, q_try, clock, notes = FOLLOWED.q(r), WORK.q_try(w), FOLLOWED.clock(r), FOLLOWED.notes(r)
    _, _, guess, roots, old = _room(s, w, r)
    for i in range(s.nq):
        guess[i] = q_try[i]
    status, iterations, small = close_position(s, w, q_try, t_new, size, FOLLOW)
    notes[2] += iterations
    far = change(s.dimension, guess, q_try, size)
    if status != CONVERGED or far > CORRECTED * max(reach, change(s.dimension, q, q_try, size)) + ROUGH * size:
        return STUCK, small, False
    looked, verdict, dense = clock[SINCE] + turn > SPARED * clock[ROOT], CROSSED, FOLLOWED.dense(r)
    if small <= r.dependent or not at_singular(s, w, r.dependent):
        many = dense.shape[0] == 0
        passed = suspected(s, w, roots, h) if many else looked and crossed(s, w, FOLLOWED.pairs(r), old, dense)
        verdict = CROSSED if passed else DONE
    return verdict, small, looked


@jit
def _rates_after(s, w, r, size, h, small, shortest):  # type: ignore[no-untyped-def]
    """Velocities and accelerations at the end of a step, or those before it where they cannot be had or are not what was expected: the verdict."""
    v, a, step, jerk = FOLLOWED.v(r), FOLLOWED.a(r), WORK.step(w), WORK.jerk(w)
    old_v, old_a, guess, _, _ = _room(s, w, r)
    for i in range(s.nv):
        old_v[i], old_a[i] = v[i], a[i]
        v[i] += h * (old_a[i] + 0.5 * h * jerk[i])
        a[i] += h * jerk[i]
        guess[i] = v[i]
    verdict = rates_at(s, w, v, a, size, small)
    for i in range(s.nv):
        step[i] = v[i] - guess[i]
    bent = weighted_norm(s, step)
    much = TURNED * max(weighted_norm(s, v), weighted_norm(s, old_v))
    if verdict == DONE and bent > much and h * bent > ROUGH * size and h > 4.0 * shortest:
        verdict = STUCK
    if verdict != DONE:
        for i in range(s.nv):
            v[i], a[i] = old_v[i], old_a[i]
    return verdict


@jit
def _accept(s, w, r, h, t_new, turn, looked):  # type: ignore[no-untyped-def]
    """The step is made."""
    q, q_try, a, jerk, clock = FOLLOWED.q(r), WORK.q_try(w), FOLLOWED.a(r), WORK.jerk(w), FOLLOWED.clock(r)
    _, old_a, _, roots, old = _room(s, w, r)
    for i in range(s.nq):
        q[i] = q_try[i]
    for i in range(s.nv):
        jerk[i] = (a[i] - old_a[i]) / h
    clock[NOW] = t_new
    clock[SINCE] += turn
    if looked:
        jacobian = WORK.jacobian(w)
        clock[SINCE] = 0.0
        for i in range(old.shape[0]):
            old[i] = jacobian[i]
    clock[ROOT] = follow_roots(s, w, roots, h)
    FOLLOWED.notes(r)[0] += 1
    joint_coordinates(s, w)


@jit
def run(s, w, r, size):  # type: ignore[no-untyped-def]
    """Go through the output times `first <= k < last`; the state `(q, v, a)` at `clock[NOW]` is carried along.

    A step is accepted when Newton had little to correct (`CORRECTED` of the step), when the velocities are close to what was expected (`TURNED`), and
    when no singular posture lies in it; otherwise it is halved. Returns `(status, next k)`: `CROSSED` when a short step (`FINE`) from the state at hand to
    `clock[NEXT]` seems to pass a singular posture. `notes = (steps, halvings, Newton iterations)`.
    """
    q, v, a, clock, times = FOLLOWED.q(r), FOLLOWED.v(r), FOLLOWED.a(r), FOLLOWED.clock(r), FOLLOWED.times(r)
    step, jerk, out = WORK.step(w), WORK.jerk(w), table_at(r.out, r.n_out // r.n_times, r.n_times)
    t, steps = clock[NOW], 0
    for k in range(r.first, r.last):
        target = times[k]
        h = target - t
        shortest = max(1e-9 * abs(h), 1e-14 * (abs(t) + 1.0))
        if clock[STEP] > shortest:
            h = min(h, clock[STEP])
        refused = False
        while t != target:
            steps += 1
            if steps > MOST_STEPS:
                return MORE, k
            if t + h > target or target - (t + h) < 0.1 * h:
                h = target - t
            for i in range(s.nv):
                step[i] = h * (v[i] + h * (0.5 * a[i] + h / 6.0 * jerk[i]))
            turn = largest_turn(s.dimension, step)
            if turn > LARGEST_TURN and h > shortest:
                h *= max(0.1, 0.9 * LARGEST_TURN / turn)
                continue
            reach = weighted_norm(s, step)
            move(TABLES.chart(s), q, step, 1.0, WORK.q_try(w))
            predict_turns(s, w, t, h)
            t_new = target if h == target - t else t + h
            verdict, small, looked = _closed(s, w, r, size, h, t_new, turn, reach)
            if verdict == CROSSED and turn <= FINE and t_new > clock[REFUSED]:
                predict_turns(s, w, t, 0.0)
                clock[NEXT] = t_new
                return CROSSED, k
            if verdict == DONE:
                verdict = _rates_after(s, w, r, size, h, small, shortest)
            if verdict == DONE:
                _accept(s, w, r, h, t_new, turn, looked)
                t = t_new
                clock[STEP] = h if refused else 2.0 * h
                refused = False
                if t != target:
                    h = min(clock[STEP], target - t)
            else:
                predict_turns(s, w, t, 0.0)
                for i in range(s.nv):
                    jerk[i] = 0.0
                refused = True
                h *= 0.5
                FOLLOWED.notes(r)[1] += 1
                clock[NEXT] = t_new
                if h < shortest:
                    return (STUCK if verdict == CROSSED else verdict), k
        store(w, q, v, a, k, out)
    return DONE, r.last


@jit
def store(w, q, v, a, k, out):  # type: ignore[no-untyped-def]
    """Column k of the output: `q, q', q''`, joint coordinates, their rates, largest violation of position and velocity
    (angles times the characteristic length)."""
    nq, nv = q.shape[0], v.shape[0]
    for i in range(nq):
        out[i, k] = q[i]
    for i in range(nv):
        out[nq + i, k] = v[i]
        out[nq + nv + i, k] = a[i]
    values, rates = WORK.coordinates(w), WORK.rates(w)
    at, nc = nq + 2 * nv, values.shape[0]
    for i in range(nc):
        out[at + i, k] = values[i]
        out[at + nc + i, k] = rates[i]
    out[at + 2 * nc, k] = largest(WORK.phi(w))
    out[at + 2 * nc + 1, k] = WORK.drift(w)[0]


# What Python calls, by addresses.


@boundary("int64(int64, int64, int64, int64, float64, int64)")
def find_rates(s_at, w_at, v_at, a_at, size, dependent):  # type: ignore[no-untyped-def]
    """`rates_at`."""
    s = TABLES.at(s_at)
    return rates_at(s, WORK.at(w_at), numbers_at(v_at, s.nv), numbers_at(a_at, s.nv), size, dependent)


@boundary("void(int64, int64, float64, float64)")
def turn_ahead(s_at, w_at, t, h):  # type: ignore[no-untyped-def]
    """`predict_turns`."""
    predict_turns(TABLES.at(s_at), WORK.at(w_at), t, h)


@boundary("void(int64, int64, int64, int64, int64)")
def store_column(s_at, w_at, at, k, out_at):  # type: ignore[no-untyped-def]
    """`store`; `at`: a record `RUN`; `out_at`: a table of one column, or 0 for that of the run."""
    s, w, r = TABLES.at(s_at), WORK.at(w_at), FOLLOWED.at(at)
    count = 1 if out_at != 0 else r.n_times
    out = table_at(out_at if out_at != 0 else r.out, r.n_out // r.n_times, count)
    store(w, numbers_at(r.q, s.nq), numbers_at(r.v, s.nv), numbers_at(r.a, s.nv), k, out)


@boundary("int64(int64, int64, int64, float64)")
def go_on(s_at, w_at, at, size):  # type: ignore[no-untyped-def]
    """`run`; the next output time is left in `reached`."""
    s, w, r = TABLES.at(s_at), WORK.at(w_at), FOLLOWED.at(at)
    status, r.reached = run(s, w, r, size)
    return status
