"""The compiled loop of a kinematic run: from one output time to the next by the second-order prediction
`q + h q' + h^2/2 q''` and Newton, with the step halved wherever the prediction is not good enough."""

from __future__ import annotations

from vazba._jit import jit
from vazba.bodies.kernels import moved
from vazba.joints.rows import TURN
from vazba.kinematic.evaluate import at_velocity, joint_coordinates, largest, subtract_jacobian_times
from vazba.kinematic.newton import CONVERGED, FOLLOW, close_position, rates_from, weighted_norm
from vazba.motion.kernels import motion_at
from vazba.system import integers_at, laws_at, numbers_at, rows_at

DONE, STUCK, CONFLICT_VELOCITY, CONFLICT_ACCELERATION = 0, 1, 2, 3


@jit
def rates_at(s, w, v, a, size):  # type: ignore[no-untyped-def]
    """Velocities and accelerations at a closed position, from guesses in `v` and `a`; whether the equations for each can be met (`DONE` or a conflict)."""
    nu, gamma = numbers_at(w.nu, w.n_nu), numbers_at(w.gamma, w.n_gamma)
    left = rates_from(s, w, nu, v)
    fast = weighted_norm(s, v)
    if not left <= 1e-7 * (fast + largest(nu)) + 1e-10 * size:
        return CONFLICT_VELOCITY
    at_velocity(s, w, v)
    left = rates_from(s, w, gamma, a)
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
def run(s, w, q, v, a, clock, size, dependent, times, first, last, out, notes):  # type: ignore[no-untyped-def]
    """Go through the output times `first <= k < last`; the state `(q, v, a)` at `clock[0]` is carried along.

    Returns `(status, next k)`. `clock = (time, last step tried)`; `notes = (steps, halvings, Newton iterations, singular instants,
    time of the first singular instant)`.
    """
    step, q_try = numbers_at(w.step, w.n_step), numbers_at(w.q_try, w.n_q_try)
    t = clock[0]
    for k in range(first, last):
        target = times[k]
        h = target - t
        shortest = max(1e-9 * abs(target - t), 1e-14 * (abs(t) + 1.0))
        while t != target:
            if t + h > target or target - (t + h) < 0.1 * h:
                h = target - t
            for i in range(v.shape[0]):
                step[i] = h * v[i] + 0.5 * h * h * a[i]
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
                    v[i] += h * a[i]
                conflict = rates_at(s, w, v, a, size)
                joint_coordinates(s, w)
                if small > dependent:
                    notes[3] += 1
                    if notes[3] == 1:
                        notes[4] = t
                if conflict != DONE:
                    return conflict, k
                if t != target:
                    h = min(2.0 * h, target - t)
            else:
                predict_turns(s, w, t, 0.0)
                h *= 0.5
                notes[1] += 1
                clock[1] = h
                if h < shortest:
                    return STUCK, k
        store(s, w, q, v, a, k, out)
    return DONE, last


@jit
def store(s, w, q, v, a, k, out):  # type: ignore[no-untyped-def]
    """Row k of the output: `q, q', q''`, joint coordinates, their rates, largest violation of position and velocity."""
    nq, nv = q.shape[0], v.shape[0]
    for i in range(nq):
        out[k, i] = q[i]
    for i in range(nv):
        out[k, nq + i] = v[i]
        out[k, nq + nv + i] = a[i]
    values, rates = numbers_at(w.coordinates, w.n_coordinates), numbers_at(w.rates, w.n_rates)
    at, nc = nq + 2 * nv, values.shape[0]
    for i in range(nc):
        out[k, at + i] = values[i]
        out[k, at + nc + i] = rates[i]
    phi, nu, residual = numbers_at(w.phi, w.n_phi), numbers_at(w.nu, w.n_nu), numbers_at(w.residual, w.n_residual)
    for i in range(residual.shape[0]):
        residual[i] = nu[i]
    subtract_jacobian_times(s, w, v, residual)
    rows = rows_at(s.rows, s.n_rows)
    position, velocity = 0.0, 0.0
    for i in range(rows.shape[0]):
        position = max(position, abs(phi[rows[i].row]) / rows[i].scale)
        velocity = max(velocity, abs(residual[rows[i].row]) / rows[i].scale)
    out[k, at + 2 * nc] = position
    out[k, at + 2 * nc + 1] = velocity
