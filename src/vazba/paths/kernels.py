"""Paths: the way through two or more points (POINTS) or a joint coordinate (COORDINATE), its length and rate, and what a tension along it does.

The generalised force on the bodies is `-F dl/dv`; the column `-(dl/dv)^T` is what a tension of one does. What makes a tension of length and rate is a law
(`laws`).
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import call_law, inlined, jit, view_of
from vazba.algebra.vectors import dot, scaled, sub, triple
from vazba.bodies.kernels import FRAME, STATE
from vazba.bodies.mechanics import add_force, add_wrench, velocity_of
from vazba.joints.rows import POSE, ROW, scalar_terms
from vazba.laws.curves import law_value
from vazba.laws.dispatch import natural_mode
from vazba.laws.records import BY_LAW, CABLE, COORDINATE, LOOSE, POINTS, TAUT, USER, WATCH
from vazba.tables import TABLES, WORK

frames_at, states_at, poses_at, rows_at = (view_of(d) for d in (FRAME, STATE, POSE, ROW))
numbers_at = view_of(np.float64)
stops_at = view_of(np.uint32)  # never negative: an index that may be costs more


@jit
def row_state(row, poses, turns):  # type: ignore[no-untyped-def]
    """`(value, rate)` of a joint coordinate."""
    a, b = poses[row.a], poses[row.b]
    turn = turns[row.turn] if row.turn >= 0 else 0.0
    g, _, d_va, d_wa, d_vb, d_wb = scalar_terms(row.kind, row.i, row.j, a, b, turn)
    rate = dot(d_va, triple(a.v)) + dot(d_wa, triple(a.w)) + dot(d_vb, triple(b.v)) + dot(d_wb, triple(b.w))
    return row.factor * g, row.factor * rate


@jit
def push_row(dimension, row, frames, states, poses, effort, out):  # type: ignore[no-untyped-def]
    """Add the generalised force `effort dg/dv` of a scalar function g of two frames."""
    a, b = poses[row.a], poses[row.b]
    _, _, d_va, d_wa, d_vb, d_wb = scalar_terms(row.kind, row.i, row.j, a, b, 0.0)
    e = effort * row.factor
    f = frames[row.a]
    if f.body >= 0:
        add_wrench(dimension, f.body, states[f.body], triple(f.s), scaled(d_va, e), scaled(d_wa, e), out)
    f = frames[row.b]
    if f.body >= 0:
        add_wrench(dimension, f.body, states[f.body], triple(f.s), scaled(d_vb, e), scaled(d_wb, e), out)


@jit
def way(path, s, w):  # type: ignore[no-untyped-def]
    """Length of the way through the stops, and its rate."""
    stops, poses = TABLES.stops(s), WORK.poses(w)
    length, rate = 0.0, 0.0
    for k in range(path.first, path.first + path.count - 1):
        a, b = poses[stops[k]], poses[stops[k + 1]]
        d = sub(triple(b.p), triple(a.p))
        segment = math.sqrt(dot(d, d))
        length += segment
        u = sub(triple(b.v), triple(a.v))
        rate += dot(d, u) / segment if segment > 0.0 else math.sqrt(dot(u, u))  # points that meet can only part
    return length, rate


@inlined
def path_state(path, s, w):  # type: ignore[no-untyped-def]
    """Length of a path and its rate."""
    if path.kind == POINTS:
        return way(path, s, w)
    coordinates = TABLES.coordinates(s)
    return row_state(coordinates[path.first], WORK.poses(w), WORK.turns(w))


@jit
def pull(path, s, w, force, out):  # type: ignore[no-untyped-def]
    """Add `force` (tension) along a path: it pulls the ends of every segment together, or turns the joint back."""
    frames, states = TABLES.frames(s), WORK.states(w)
    poses, stops, dimension = WORK.poses(w), TABLES.stops(s), s.dimension
    if path.kind == COORDINATE:
        row = TABLES.coordinates(s)[path.first]
        push_row(dimension, row, frames, states, poses, -force, out)
        return
    for k in range(path.first, path.first + path.count - 1):
        a, b = stops[k], stops[k + 1]
        d = sub(triple(poses[b].p), triple(poses[a].p))
        size = math.sqrt(dot(d, d))
        if size == 0.0:  # where they meet: the way they part
            d = sub(triple(poses[b].v), triple(poses[a].v))
            size = math.sqrt(dot(d, d))
        f = scaled(d, force / size)
        if frames[a].body >= 0:
            add_force(dimension, frames[a].body, states[frames[a].body], triple(frames[a].s), f, out)
        if frames[b].body >= 0:
            add_force(dimension, frames[b].body, states[frames[b].body], triple(frames[b].s), scaled(f, -1.0), out)


@inlined
def is_straight(path):  # type: ignore[no-untyped-def]
    """Whether it is a spring, damper or cable between two points, without further laws: most paths are, and they have a kernel of their own."""
    return path.law <= CABLE and path.count == 2 and path.free_law == 0


@inlined
def straight_way(dimension, states, a, b):  # type: ignore[no-untyped-def]
    """`(length, direction)` of the way from pose a to pose b."""
    d = sub(triple(b.p), triple(a.p))
    square = dot(d, d)
    length = math.sqrt(square)
    if length == 0.0:  # where they meet: the way they part
        d = sub(velocity_of(dimension, states, b), velocity_of(dimension, states, a))
        return length, scaled(d, 1.0 / math.sqrt(dot(d, d)))
    return length, scaled(d, length * (1.0 / square))  # divides while the root is being drawn


@inlined
def straight_rate(a, b, length, d):  # type: ignore[no-untyped-def]
    """Rate of the length of the way from pose a to pose b, whose direction is d."""
    u = sub(triple(b.v), triple(a.v))
    return dot(d, u) if length > 0.0 else math.sqrt(dot(u, u))  # points that meet can only part


@inlined
def rate_between(a, b, length):  # type: ignore[no-untyped-def]
    """Rate of the length of the way from pose a to pose b, whose velocities are known."""
    u = sub(triple(b.v), triple(a.v))
    if length == 0.0:
        return math.sqrt(dot(u, u))  # points that meet can only part
    return dot(sub(triple(b.p), triple(a.p)), u) / length


@inlined
def late_rate(dimension, states, a, b, length, d):  # type: ignore[no-untyped-def]
    """As `straight_rate`, where the poses have no velocities."""
    u = sub(velocity_of(dimension, states, b), velocity_of(dimension, states, a))
    return dot(d, u) if length > 0.0 else math.sqrt(dot(u, u))


@inlined
def straight_force(path, length, rate):  # type: ignore[no-untyped-def]
    """`(tension, power dissipated)` of a straight path; of one without damping whose mode is held the rate does not count."""
    force = elastic = path.stiffness * (length - path.free)
    lost = 0.0
    if path.damping != 0.0:
        force += path.damping * rate
        lost = path.damping * rate * rate
    if path.law == CABLE:
        mode = path.mode if path.mode != BY_LAW else natural_mode(path, length, rate)
        if mode != TAUT:
            force, lost = 0.0, -elastic * rate if mode == LOOSE else 0.0
    return force, lost


@inlined
def straight_pull(dimension, states, path, a, b):  # type: ignore[no-untyped-def]
    """Write length, rate and tension of a straight path between the poses a and b and add its force to theirs; returns the power dissipated.

    The rate of an undamped cable whose mode is held is left to `integrate.switching`, which asks for it once a step: it is a tenth of an evaluation.
    """
    length, d = straight_way(dimension, states, a, b)
    rate = 0.0
    path.length = length
    if path.damping != 0.0 or path.mode == BY_LAW:
        late = path.law == CABLE and path.damping == 0.0
        rate = late_rate(dimension, states, a, b, length, d) if late else straight_rate(a, b, length, d)
        path.rate = rate
    force, lost = straight_force(path, length, rate)
    path.tension = force
    if force != 0.0:
        _pull_together(a, b, scaled(d, force))
    return lost


@inlined
def is_user(path):  # type: ignore[no-untyped-def]
    """Whether it is a user's law between two points."""
    return path.law == USER and path.count == 2


@inlined
# many: all that a user-written law may look at
def user_pull(dimension, states, path, a, b, t, q_at, v_at, nq, nv):  # type: ignore[no-untyped-def]
    """The same as `straight_pull` for a user's law; returns the power put in."""
    length, d = straight_way(dimension, states, a, b)
    rate = straight_rate(a, b, length, d)
    force = call_law(path.pointer, length, rate, t, q_at, v_at, nq, nv)
    path.length, path.rate, path.tension = length, rate, force
    if force != 0.0:
        _pull_together(a, b, scaled(d, force))
    return -force * rate


@inlined
def _pull_together(a, b, f):  # type: ignore[no-untyped-def]
    """Add a force to those at pose a, and its opposite to those at pose b."""
    for n in range(3):
        a.pull[n] += f[n]
        b.pull[n] -= f[n]


@jit
def measure(path, s, w, t, q_at, v_at):  # type: ignore[no-untyped-def]
    """Write length, rate and free length of a path."""
    path.length, path.rate = path_state(path, s, w)
    if path.free_law > 0:
        path.free, path.free_rate = law_value(s, w, path.free_law, t)
    if path.law == WATCH and path.pointer != 0:
        path.length = call_law(path.pointer, path.length, path.rate, t, q_at, v_at, s.nq, s.nv)
