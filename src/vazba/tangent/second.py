"""First and second derivatives of scalar functions of two frames (rows, ways between points, bushings) by the velocities of their bodies.

With the derivative D of a scalar function g by the twists of its frames, ground components, a body whose frame sits at `arm` from its origin has the column
`c = (D_v, S^T (D_w + arm x D_v))`. Along a displacement of the bodies, with the frames' twist,

    c' = (D_v', S^T (D_w' + arm x D_v' - spin x D_w - arm x (spin x D_v)))

where the last two terms belong to the turn of the body itself. Columns of all unit displacements make the second derivative `C = dc/dq`, not
symmetric where bodies turn in space. Everything is put into small matrices over the bodies an element touches (`Local`).
"""

from __future__ import annotations

from vazba._jit import inlined, jit
from vazba.algebra.vectors import add, column, cross, scaled, sub, triple, turned, turned_back, unit
from vazba.joints.series import STILL, column_series
from vazba.loads.bushing_series import bushing_series
from vazba.tables import TABLES, WORK


@inlined
def arm_of(b, frame):  # type: ignore[no-untyped-def]
    """From the origin of a body in state b to a frame on it, ground components."""
    return turned(b.s, triple(frame.s))


@inlined
def unit_spin(nb, b, k):  # type: ignore[no-untyped-def]
    """Turn of a body in its k-th unit displacement, ground components."""
    if nb == 3:
        return (0.0, 0.0, 1.0 if k == 2 else 0.0)
    return column(b.s, k - 3) if k >= 3 else (0.0, 0.0, 0.0)


@inlined
def unit_motion(nb, b, arm, k):  # type: ignore[no-untyped-def]
    """`(v, w, v', w')` of a frame on a body in its k-th unit displacement."""
    zero = (0.0, 0.0, 0.0)
    if k < (2 if nb == 3 else 3):
        return unit(k), zero, zero, zero
    spin = unit_spin(nb, b, k)
    return cross(spin, arm), spin, zero, zero


@inlined
def component(nb, b, j, force, moment):  # type: ignore[no-untyped-def]
    """The j-th of the generalised forces of a wrench about a body's origin (ground components)."""
    if j < (2 if nb == 3 else 3):
        return force[j]
    if nb == 3:
        return moment[2]
    return turned_back(b.s, moment)[j - 3]


@jit
def add_column(s, w, frame_at, at, wrench, factor, out):  # type: ignore[no-untyped-def]
    """Add `factor` times the generalised force of a wrench `(force, moment)` at a frame to the part of `out` that begins at `at`."""
    frame = TABLES.frames(s)[frame_at]
    b = WORK.states(w)[frame.body]
    moment = add(wrench[1], cross(arm_of(b, frame), wrench[0]))
    for j in range(s.nb):
        out[at + j] += factor * component(s.nb, b, j, wrench[0], moment)


@jit
def add_change(s, w, frame_at, place, wrench, change, spin):  # type: ignore[no-untyped-def]
    """Add the change of the generalised force of a wrench `(force, moment, factor)` at a frame, whose body turns by `spin`, to a column of a matrix.

    `place`: row and column where it begins, width, and the matrix."""
    row, at, width, out = place
    frame = TABLES.frames(s)[frame_at]
    b = WORK.states(w)[frame.body]
    arm = arm_of(b, frame)
    turned_along = add(cross(spin, wrench[1]), cross(arm, cross(spin, wrench[0])))
    moment = sub(add(change[1], cross(arm, change[0])), turned_along)
    for j in range(s.nb):
        out[(row + j) * width + at] += wrench[2] * component(s.nb, b, j, change[0], moment)


@jit
def add_scalar(s, w, what, factor, where, c, second):  # type: ignore[no-untyped-def]
    """Add `factor` times the first and second derivatives of a scalar function to `c` and `second`.

    `what`: kind, axes i and j, frames a and b; `where`: places of their bodies in `c` (-1: ground), and its length.
    """
    kind, i, j, a, b = what
    at_a, at_b, width = where
    poses, states, frames = (
        WORK.poses(w),
        WORK.states(w),
        TABLES.frames(s),
    )
    still = STILL
    (force, _, _), (on_a, _, _), (on_b, _, _) = column_series(kind, i, j, poses[a], poses[b], still, still)
    back, zero = scaled(force, -1.0), (0.0, 0.0, 0.0)
    if at_a >= 0:
        add_column(s, w, a, at_a, (back, on_a), factor, c)
    if at_b >= 0:
        add_column(s, w, b, at_b, (force, on_b), factor, c)
    for side in range(2):
        at, moved = (at_a, a) if side == 0 else (at_b, b)
        if at < 0:
            continue
        body = states[frames[moved].body]
        arm = arm_of(body, frames[moved])
        for k in range(s.nb):
            motion = unit_motion(s.nb, body, arm, k)
            by_a, by_b = (motion, still) if side == 0 else (still, motion)
            (_, push, _), (_, change_a, _), (_, change_b, _) = column_series(kind, i, j, poses[a], poses[b], by_a, by_b)
            spin = motion[1]
            if at_a >= 0:
                own = spin if side == 0 else zero
                add_change(
                    s, w, a, (at_a, at + k, width, second), (back, on_a, factor), (scaled(push, -1.0), change_a), own
                )
            if at_b >= 0:
                own = spin if side == 1 else zero
                add_change(s, w, b, (at_b, at + k, width, second), (force, on_b, factor), (push, change_b), own)


@inlined
def _of_bushing(series, n, i, order):  # type: ignore[no-untyped-def]
    """Component i of a bushing: `(Dvb, Dwa, Dwb)` or a derivative."""
    x, w_a, w_b, m = series
    k = i if n == 6 or i < 2 else 5
    if k < 3:
        one, at_a, at_b = (
            (x[0], w_a[0], w_b[0]) if k == 0 else (x[1], w_a[1], w_b[1]) if k == 1 else (x[2], w_a[2], w_b[2])
        )
        return one[order], at_a[order], at_b[order]
    turn = m[0] if k == 3 else m[1] if k == 4 else m[2]
    return (0.0, 0.0, 0.0), scaled(turn[order], -1.0), turn[order]


@jit
def add_bushing(s, w, bushing, i, where, c, second):  # type: ignore[no-untyped-def]
    """Add first and second derivatives of component i of a bushing."""
    at_a, at_b, width = where
    a, b, n = int(bushing.a), int(bushing.b), bushing.n
    poses, states, frames = (
        WORK.poses(w),
        WORK.states(w),
        TABLES.frames(s),
    )
    still, zero = STILL, (0.0, 0.0, 0.0)
    force, on_a, on_b = _of_bushing(bushing_series(bushing, poses[a], poses[b], still, still), n, i, 0)
    back = scaled(force, -1.0)
    if at_a >= 0:
        add_column(s, w, a, at_a, (back, on_a), 1.0, c)
    if at_b >= 0:
        add_column(s, w, b, at_b, (force, on_b), 1.0, c)
    for side in range(2):
        at, moved = (at_a, a) if side == 0 else (at_b, b)
        if at < 0:
            continue
        body = states[frames[moved].body]
        arm = arm_of(body, frames[moved])
        for k in range(s.nb):
            motion = unit_motion(s.nb, body, arm, k)
            by_a, by_b = (motion, still) if side == 0 else (still, motion)
            series = bushing_series(bushing, poses[a], poses[b], by_a, by_b)
            push, change_a, change_b = _of_bushing(series, n, i, 1)
            spin = motion[1]
            if at_a >= 0:
                own = spin if side == 0 else zero
                add_change(
                    s, w, a, (at_a, at + k, width, second), (back, on_a, 1.0), (scaled(push, -1.0), change_a), own
                )
            if at_b >= 0:
                own = spin if side == 1 else zero
                add_change(s, w, b, (at_b, at + k, width, second), (force, on_b, 1.0), (push, change_b), own)
