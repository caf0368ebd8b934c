"""Rates and accelerations of joint coordinates along a run, and how far each joint is open: from the stored motion of the bodies.

A coordinate `c(a, b)` of two frames: `c' = D_v v + D_w w` of both, `c'' = D_v a + D_w al + rest`, where `rest` holds what velocities alone make.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, inlined, jit, matrix_of
from vazba.algebra.vectors import add, cross, dot, sub, triple
from vazba.bodies.kernels import body_twists
from vazba.bodies.mechanics import accelerations_of
from vazba.joints.rows import scalar_terms
from vazba.kinematic.evaluate import Work, call_position
from vazba.system import System
from vazba.tables import TABLES, WORK, integers_at, numbers_at

Array = NDArray[np.float64]
table_at = matrix_of(np.float64)


@inlined
def _moving(dimension, body, pose, states, v, a):  # type: ignore[no-untyped-def]
    """Put the velocities of a frame into its pose; its acceleration and angular acceleration, ground components."""
    zero = (0.0, 0.0, 0.0)
    if body < 0:
        pose.v[0], pose.v[1], pose.v[2] = 0.0, 0.0, 0.0
        pose.w[0], pose.w[1], pose.w[2] = 0.0, 0.0, 0.0
        return zero, zero
    b = states[body]
    arm = sub(triple(pose.p), triple(b.r))
    velocity, w, acceleration, al = accelerations_of(dimension, b, body, v, a)
    across = cross(w, arm)
    speed = add(velocity, across)
    for k in range(3):
        pose.v[k], pose.w[k] = speed[k], w[k]
    return add(acceleration, add(cross(al, arm), cross(w, across))), al


@jit
def coordinate_acceleration(s, w, r, v, a):  # type: ignore[no-untyped-def]
    """Acceleration of a joint coordinate, for velocities and accelerations of all bodies at the position last evaluated."""
    states, poses, frames = (
        WORK.states(w),
        WORK.poses(w),
        TABLES.frames(s),
    )
    one, other = poses[r.a], poses[r.b]
    a_a, al_a = _moving(s.dimension, frames[r.a].body, one, states, v, a)
    a_b, al_b = _moving(s.dimension, frames[r.b].body, other, states, v, a)
    _, rest, d_va, d_wa, d_vb, d_wb = scalar_terms(r.kind, r.i, r.j, one, other, 0.0)
    return r.factor * (rest + dot(d_va, a_a) + dot(d_wa, al_a) + dot(d_vb, a_b) + dot(d_wb, al_b))


@jit
def _coordinates(s, w, v, a, stored, out, i):  # type: ignore[no-untyped-def]
    states, poses, frames = WORK.states(w), WORK.poses(w), TABLES.frames(s)
    rows, nc = TABLES.coordinates(s), s.n_coordinates
    for k in range(rows.shape[0]):
        r = rows[k]
        one, other = poses[r.a], poses[r.b]
        a_a, al_a = _moving(s.dimension, frames[r.a].body, one, states, v, a)
        a_b, al_b = _moving(s.dimension, frames[r.b].body, other, states, v, a)
        turn = stored[s.nq + 2 * s.nv + k, i] / r.factor if r.turn >= 0 else 0.0
        _, rest, d_va, d_wa, d_vb, d_wb = scalar_terms(r.kind, r.i, r.j, one, other, turn)
        rate = (
            dot(d_va, triple(one.v))
            + dot(d_wa, triple(one.w))
            + dot(d_vb, triple(other.v))
            + dot(d_wb, triple(other.w))
        )
        out[k, i] = r.factor * rate
        out[nc + k, i] = r.factor * (rest + dot(d_va, a_a) + dot(d_wa, al_a) + dot(d_vb, a_b) + dot(d_wb, al_b))


@boundary("void(int64, int64, int64, int64, int64, int64, int64, int64)")
def joints_along(s_at, w_at, times_at, count, stored_at, owner_at, groups, out_at):  # type: ignore[no-untyped-def]
    """`out[(rates, accelerations, gaps of the groups), time]` from what a run has stored; `owner`: the group of each equation."""
    s, w, times = TABLES.at(s_at), WORK.at(w_at), numbers_at(times_at, count)
    nc, nq, nv = s.n_coordinates, s.nq, s.nv
    stored, out = table_at(stored_at, nq + 2 * nv + nc, count), table_at(out_at, 2 * nc + groups, count)
    q, v, a = WORK.q_try(w), WORK.jerk(w), WORK.step(w)
    turns, phi, owner = WORK.turns(w), WORK.phi(w), integers_at(owner_at, w.n_phi)
    coordinates = TABLES.coordinates(s)
    for i in range(times.shape[0]):
        for k in range(nq):
            q[k] = stored[k, i]
        for k in range(nv):
            v[k], a[k] = stored[nq + k, i], stored[nq + nv + k, i]
        for k in range(coordinates.shape[0]):
            c = coordinates[k]
            if c.turn >= 0:
                turns[c.turn] = stored[nq + 2 * nv + k, i] / c.factor
        call_position(w.position, s.here, w.here, w.q_try, times[i])
        body_twists(s.dimension, v, WORK.states(w))
        for k in range(phi.shape[0]):
            if owner[k] >= 0:
                out[2 * nc + owner[k], i] = max(out[2 * nc + owner[k], i], abs(phi[k]))
        _coordinates(s, w, v, a, stored, out, i)


def joint_history(system: System, work: Work, times: Array, stored: Array) -> tuple[Array, Array, Array]:
    """Rates and accelerations of all joint coordinates, and the largest gap of each joint, m (times x numbers)."""
    nc, joints = len(system.coordinate_names), [group for group in system.groups if group.kind == "joint"]
    out = np.zeros((2 * nc + len(joints), len(times)))
    if out.size:
        owner = np.full(max(system.m, 1), -1, np.int32)
        for k, group in enumerate(joints):
            owner[list(group.rows)] = k
        turns, dropped = work.turns.copy(), int(work.record.dropped)
        times, stored = np.ascontiguousarray(times), np.ascontiguousarray(stored)
        work.record.dropped = 0  # rows that follow from others are looked at too
        joints_along(
            system.tables.here,
            work.here,
            times.ctypes.data,
            len(times),
            stored.ctypes.data,
            owner.ctypes.data,
            len(joints),
            out.ctypes.data,
        )
        work.turns[:], work.record.dropped = turns, dropped
    return out[:nc].T, out[nc : 2 * nc].T, out[2 * nc :].T
