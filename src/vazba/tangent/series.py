"""Rows of joints and drivers, and joint coordinates, along a motion: `J'`, `J''`, and the same of the columns of joint coordinates.

With the wrench `(D_v, D_w)` of a row at a frame (`joints.series`) and `N = D_w + arm x D_v`, the column of the body `(D_v, S^T N)` changes as

    (S^T N)' = S^T (N' - w x N)          (S^T N)'' = S^T (N'' - 2 w x N' - w' x N + w x (w x N))
"""

from __future__ import annotations

from vazba._jit import boundary, jit
from vazba.algebra.jets import across, carried_by, multiple, plus
from vazba.algebra.vectors import add, cross, scaled, sub, triple, turned
from vazba.equations.records import DYNAMICS
from vazba.joints.series import column_series
from vazba.tables import TABLES, WORK, numbers_at
from vazba.tangent.second import arm_of, component


@jit
def _turning(s, w, a, body):  # type: ignore[no-untyped-def]
    """Angular velocity and acceleration of a body (-1: ground), ground components."""
    if body < 0:
        return (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    b = WORK.states(w)[body]
    if s.nb == 3:
        return triple(b.w), (0.0, 0.0, a[3 * body + 2])
    return triple(b.w), turned(b.s, (a[6 * body + 3], a[6 * body + 4], a[6 * body + 5]))


@jit
def _motion(s, w, a, frame_at):  # type: ignore[no-untyped-def]
    """`(v, w, v', w')` of a frame, from the accelerations of the bodies."""
    frame, pose = TABLES.frames(s)[frame_at], WORK.poses(w)[frame_at]
    spin, quick = _turning(s, w, a, frame.body)
    velocity, line, arm = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    if frame.body >= 0:
        b, at = WORK.states(w)[frame.body], s.nb * frame.body
        arm, velocity = arm_of(b, frame), triple(b.v)
        line = (a[at], a[at + 1], 0.0 if s.nb == 3 else a[at + 2])
    out = cross(spin, arm)
    velocity, line = add(velocity, out), add(line, add(cross(quick, arm), cross(spin, out)))
    if frame.law_x + frame.law_y + frame.law_z > 0:
        quick = add(quick, add(triple(pose.al_t), cross(spin, triple(pose.w_t))))
        spin = add(spin, triple(pose.w_t))
    return velocity, spin, line, quick


@jit
def _put(s, w, a, frame_at, wrench, factor, out):  # type: ignore[no-untyped-def]
    """Add a row at a frame to three rows of numbers: as it is, once and twice derived."""
    frame = TABLES.frames(s)[frame_at]
    b = WORK.states(w)[frame.body]
    spin, quick = _turning(s, w, a, frame.body)
    force, moment = wrench
    n = plus(moment, across(carried_by(arm_of(b, frame), spin, quick), force))
    first = sub(n[1], cross(spin, n[0]))
    second = sub(sub(n[2], scaled(cross(spin, n[1]), 2.0)), cross(quick, n[0]))
    second = add(second, cross(spin, cross(spin, n[0])))
    for j in range(s.nb):
        out[0][out[3] + j] += factor * component(s.nb, b, j, force[0], n[0])
        out[1][out[3] + j] += factor * component(s.nb, b, j, force[1], first)
        out[2][out[3] + j] += factor * component(s.nb, b, j, force[2], second)


@jit
def _row(s, w, a, r, factor, at, out):  # type: ignore[no-untyped-def]
    """One row; `at`: where the parts of its two bodies begin (-1: ground)."""
    poses = WORK.poses(w)
    by_a, by_b = _motion(s, w, a, int(r.a)), _motion(s, w, a, int(r.b))
    force, on_a, on_b = column_series(int(r.kind), int(r.i), int(r.j), poses[r.a], poses[r.b], by_a, by_b)
    if at[0] >= 0:
        _put(s, w, a, int(r.a), (multiple(force, -1.0), on_a), factor, (out[0], out[1], out[2], at[0]))
    if at[1] >= 0:
        _put(s, w, a, int(r.b), (force, on_b), factor, (out[0], out[1], out[2], at[1]))


@boundary("void(int64, int64, int64, int64, int64)")
def gather_series(d_at, a_at, rows_out, coordinates_out, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Fill three sets of numbers laid out as the Jacobian's blocks, and three of joint coordinates with `2 nb` each, at the state last evaluated."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    a, n, frames = numbers_at(a_at, s.nv), w.n_jacobian, TABLES.frames(s)
    out = (numbers_at(rows_out, n), numbers_at(rows_out + 8 * n, n), numbers_at(rows_out + 16 * n, n))
    rows, coordinates, kept = (
        TABLES.rows(s),
        TABLES.coordinates(s),
        WORK.kept(w),
    )
    for k in range(rows.shape[0]):
        r = rows[k]
        if kept[r.row] != 0.0:
            _row(s, w, a, r, r.factor * r.scale, (int(r.block_a), int(r.block_b)), out)
    size = 2 * s.nb * coordinates.shape[0]
    seen = (
        numbers_at(coordinates_out, size), numbers_at(coordinates_out + 8 * size, size), numbers_at(coordinates_out + 16 * size, size),
    )  # fmt: skip
    for k in range(coordinates.shape[0]):
        r = coordinates[k]
        at_a = 2 * s.nb * k if frames[r.a].body >= 0 else -1
        at_b = 2 * s.nb * k + s.nb if frames[r.b].body >= 0 else -1
        _row(s, w, a, r, r.factor, (at_a, at_b), seen)
