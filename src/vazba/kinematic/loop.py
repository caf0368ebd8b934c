"""The compiled loop of a kinematic run: from one output time to the next by prediction and Newton.

The prediction is `q + h q' + h^2/2 q'' + h^3/6 j`, with the jerk j from the last two accelerations (zero at the start and after a
halved step); the step is halved wherever the prediction is not good enough.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import addresses, boundary, jit, matrix_of, view_of
from vazba.bodies.kernels import moved
from vazba.joints.rows import TURN
from vazba.kinematic.evaluate import call_velocity, joint_coordinates, largest, work_at
from vazba.kinematic.newton import CONVERGED, FOLLOW, close_position, rates_from, weighted_norm
from vazba.motion.kernels import motion_at
from vazba.system import integers_at, laws_at, numbers_at, rows_at, tables_at

LARGEST_TURN = 0.5  # rad a body may turn in one step: longer ones could land on another branch
MOST_STEPS = 20_000  # in one call: then the caller may look at Ctrl-C
RUN = addresses(("q", "v", "a", "clock", "times", "out", "notes"), "first", "last", "dependent", "reached")
run_at, table_at = view_of(RUN), matrix_of(np.float64)
DONE, STUCK, CONFLICT_VELOCITY, CONFLICT_ACCELERATION, MORE = 0, 1, 2, 3, 4


@jit
def rates_at(s, w, v, a, size, dependent):  # type: ignore[no-untyped-def]
    """Velocities and accelerations at a closed position, from guesses in `v` and `a`; whether the equations for each can be met (`DONE` or a conflict)."""
    nu, gamma = numbers_at(w.nu, w.n_nu), numbers_at(w.gamma, w.n_gamma)
    left = rates_from(s, w, nu, v, dependent)
    numbers_at(w.drift, w.n_drift)[0] = left
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
    coordinates, rows, turns = (
        rows_at(s.coordinates, s.n_coordinates),
        rows_at(s.rows, s.n_rows),
        numbers_at(w.turns, w.n_turns),
    )
    values, rates = numbers_at(w.coordinates, w.n_coordinates), numbers_at(w.rates, w.n_rates)
    for k in range(coordinates.shape[0]):
        c = coordinates[k]
        if c.kind == TURN:
            turns[c.turn] = (values[k] + h * rates[k]) / c.factor
    if h == 0.0:
        return
    laws, ops, numbers = laws_at(s.laws, s.n_laws), integers_at(s.ops, s.n_ops), numbers_at(s.numbers, s.n_numbers)
    for k in range(rows.shape[0]):  # a driven angle is known exactly
        r = rows[k]
        if r.turn >= 0 and r.law > 0:
            f, _, _ = motion_at(laws, ops, numbers, numbers_at(w.stack, w.n_stack), int(r.law), t + h)
            turns[r.turn] = (f + r.value) / r.factor


@jit
def largest_turn(dimension, step):  # type: ignore[no-untyped-def]
    """Largest angle by which a body turns in a step."""
    turn = 0.0
    if dimension == 2:
        for k in range(2, step.shape[0], 3):
            turn = max(turn, abs(step[k]))
    else:
        for k in range(3, step.shape[0], 6):
            turn = max(turn, math.sqrt(step[k] ** 2 + step[k + 1] ** 2 + step[k + 2] ** 2))
    return turn


@jit
def run(s, w, q, v, a, clock, size, dependent, times, first, last, out, notes):  # type: ignore[no-untyped-def]
    """Go through the output times `first <= k < last`; the state `(q, v, a)` at `clock[0]` is carried along.

    Returns `(status, next k)`. `clock = (time, last step tried)`; `notes = (steps, halvings, Newton iterations, singular instants,
    time of the first singular instant)`.
    """
    step, q_try, jerk = numbers_at(w.step, w.n_step), numbers_at(w.q_try, w.n_q_try), numbers_at(w.jerk, w.n_jerk)
    t, steps = clock[0], 0
    for k in range(first, last):
        target = times[k]
        h = target - t
        shortest = max(1e-9 * abs(target - t), 1e-14 * (abs(t) + 1.0))
        while t != target:
            steps += 1
            if steps > MOST_STEPS:
                return MORE, k
            if t + h > target or target - (t + h) < 0.1 * h:
                h = target - t
            for i in range(v.shape[0]):
                step[i] = h * (v[i] + h * (0.5 * a[i] + h / 6.0 * jerk[i]))
            turn = largest_turn(s.dimension, step)
            if turn > LARGEST_TURN and h > shortest:
                h *= max(0.1, 0.9 * LARGEST_TURN / turn)
                continue
            moved(s.dimension, q, step, 1.0, q_try)
            predict_turns(s, w, t, h)
            t_new = target if h == target - t else t + h
            status, iterations, small = close_position(s, w, q_try, t_new, size, FOLLOW)
            notes[2] += iterations
            if status == CONVERGED:
                for i in range(q.shape[0]):
                    q[i] = q_try[i]
                t = t_new
                clock[0] = t
                notes[0] += 1
                for i in range(v.shape[0]):
                    before = a[i]
                    v[i] += h * (before + 0.5 * h * jerk[i])
                    a[i] += h * jerk[i]
                    jerk[i] = before
                conflict = rates_at(s, w, v, a, size, small)
                for i in range(v.shape[0]):
                    jerk[i] = (a[i] - jerk[i]) / h
                joint_coordinates(s, w)
                if small > dependent:
                    notes[3] += 1
                    if notes[3] == 1:
                        notes[4] = t
                if conflict != DONE:
                    return (STUCK if small > dependent else conflict), k
                if t != target:
                    h = min(2.0 * h, target - t)
            else:
                predict_turns(s, w, t, 0.0)
                for i in range(v.shape[0]):
                    jerk[i] = 0.0
                h *= 0.5
                notes[1] += 1
                clock[1] = h
                if h < shortest:
                    return STUCK, k
        store(w, q, v, a, k, out)
    return DONE, last


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
    values, rates = numbers_at(w.coordinates, w.n_coordinates), numbers_at(w.rates, w.n_rates)
    at, nc = nq + 2 * nv, values.shape[0]
    for i in range(nc):
        out[at + i, k] = values[i]
        out[at + nc + i, k] = rates[i]
    out[at + 2 * nc, k] = largest(numbers_at(w.phi, w.n_phi))
    out[at + 2 * nc + 1, k] = numbers_at(w.drift, w.n_drift)[0]


@boundary("int64(int64, int64, int64, float64)")
def begin(s_at, w_at, at, size):  # type: ignore[no-untyped-def]
    """Velocities and accelerations at the first instant, whose position is closed; it is stored. `at`: a record `RUN`."""
    s, w, r = tables_at(s_at, 1)[0], work_at(w_at, 1)[0], run_at(at, 1)[0]
    q, v, a = numbers_at(r.q, r.n_q), numbers_at(r.v, r.n_v), numbers_at(r.a, r.n_a)
    status = rates_at(s, w, v, a, size, r.dependent)
    if status == DONE:
        joint_coordinates(s, w)
        store(w, q, v, a, 0, table_at(r.out, r.n_out // r.n_times, r.n_times))
    return status


@boundary("int64(int64, int64, int64, float64)")
def go_on(s_at, w_at, at, size):  # type: ignore[no-untyped-def]
    """`run`, by addresses; the next output time is left in `reached`."""
    s, w, r = tables_at(s_at, 1)[0], work_at(w_at, 1)[0], run_at(at, 1)[0]
    status, r.reached = run(
        s, w, numbers_at(r.q, r.n_q), numbers_at(r.v, r.n_v), numbers_at(r.a, r.n_a), numbers_at(r.clock, r.n_clock), size, r.dependent,
        numbers_at(r.times, r.n_times), r.first, r.last, table_at(r.out, r.n_out // r.n_times, r.n_times), numbers_at(r.notes, r.n_notes),
    )  # fmt: skip
    return status
