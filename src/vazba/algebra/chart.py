"""The manifold as a table: how coordinates q and velocities v belong together, for every formulation.

A row `(kind, q, v, count)` says where its coordinates and velocities begin:

    LINE         count numbers, q' = v
    QUATERNION   p' = 1/2 p * (0, w), four coordinates and three velocities (angular velocity in body components)
    NODE         a node of a beam in space: position and slope (six numbers, q' = v) and a unit vector e across the slope (three), which
                 follows the slope by the smallest turn and spins about it with the seventh velocity
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, get, inlined, jit, put, view_of
from vazba.algebra.rotations import put_quaternion_rate, put_spin, quaternion_turned
from vazba.algebra.vectors import add, cross, dot, scaled

LINE, QUATERNION, NODE = range(3)
CHART = np.dtype([("kind", "i4"), ("q", "i4"), ("v", "i4"), ("count", "i4")], align=True)
chart_at, _numbers_at = view_of(CHART), view_of(np.float64)
_SIZES = {QUATERNION: (4, 3), NODE: (9, 7)}  # coordinates, velocities


def chart_of(parts: Iterable[tuple[int, int]]) -> NDArray[np.void]:
    """The table of these parts, `(kind, count)`, one behind another; neighbouring lines become one."""
    rows: list[tuple[int, int, int, int]] = []
    q = v = 0
    for kind, count in parts:
        if kind == LINE and rows and rows[-1][0] == LINE:
            rows[-1] = (LINE, *rows[-1][1:3], rows[-1][3] + count)
        elif kind != LINE or count:
            rows.append((kind, q, v, count))
        more_q, more_v = (count, count) if kind == LINE else _SIZES[kind]
        q, v = q + more_q, v + more_v
    return np.array(rows, CHART)


@inlined
def carried(a, b, e):  # type: ignore[no-untyped-def]
    """The vector e, turned as the smallest turn from a to b does."""
    n = cross(a, b)
    once = cross(n, e)
    return add(e, add(once, scaled(cross(n, once), 1.0 / (1.0 + dot(a, b)))))


@inlined
def _put_vector_rate(q, i, v, j, out):  # type: ignore[no-untyped-def]
    """`e'` of the node whose coordinates stand from i on and whose velocities stand from j on."""
    u, e = (q[i + 3], q[i + 4], q[i + 5]), (q[i + 6], q[i + 7], q[i + 8])
    size = math.sqrt(dot(u, u))
    t = scaled(u, 1.0 / size)
    side, back = cross(t, e), (v[j + 3] * e[0] + v[j + 4] * e[1] + v[j + 5] * e[2]) / size
    for n in range(3):
        out[i + 6 + n] = v[j + 6] * side[n] - back * t[n]


@inlined
def _move_vector(u, e, angle, i, out):  # type: ignore[no-untyped-def]
    """The vector e of a node whose slope was u, and is now what stands in `out`, spun by an angle: across the slope, of length one."""
    new = (out[i + 3], out[i + 4], out[i + 5])
    t, before = scaled(new, 1.0 / math.sqrt(dot(new, new))), scaled(u, 1.0 / math.sqrt(dot(u, u)))
    e = carried(before, t, e)
    e = add(e, scaled(t, -dot(t, e)))
    e = scaled(e, 1.0 / math.sqrt(dot(e, e)))
    e = add(scaled(e, math.cos(angle)), scaled(cross(t, e), math.sin(angle)))
    out[i + 6], out[i + 7], out[i + 8] = e[0], e[1], e[2]


@jit
def put_rates(chart, q, v, out):  # type: ignore[no-untyped-def]
    """`q' = T(q) v` into `out`; also of complex v."""
    for k in range(chart.shape[0]):
        row = chart[k]
        i, j = int(row.q), int(row.v)
        if row.kind == QUATERNION:
            put_quaternion_rate(q, i, v, j, out)
            continue
        for n in range(row.count if row.kind == LINE else 6):
            put(out, i + n, get(v, j + n))
        if row.kind == NODE:
            _put_vector_rate(q, i, v, j, out)


@jit
def move(chart, q, step, scale, out):  # type: ignore[no-untyped-def]
    """Coordinates after a displacement `scale * step` given in the velocities, into `out`, which may be q."""
    for k in range(chart.shape[0]):
        row = chart[k]
        i, j = int(row.q), int(row.v)
        if row.kind == LINE:
            for n in range(row.count):
                put(out, i + n, get(q, i + n) + scale * get(step, j + n))
        elif row.kind == QUATERNION:
            p = (q[i], q[i + 1], q[i + 2], q[i + 3])
            p = quaternion_turned(p, scale * step[j], scale * step[j + 1], scale * step[j + 2])
            out[i], out[i + 1], out[i + 2], out[i + 3] = p[0], p[1], p[2], p[3]
        else:
            u, e = (q[i + 3], q[i + 4], q[i + 5]), (q[i + 6], q[i + 7], q[i + 8])
            for n in range(6):
                out[i + n] = q[i + n] + scale * step[j + n]
            _move_vector(u, e, scale * step[j + 6], i, out)


@jit
def put_tangent(chart, q, x, out):  # type: ignore[no-untyped-def]
    """`T^+ x`: a change x of coordinates in the velocities, into `out`; also of complex x."""
    for k in range(chart.shape[0]):
        row = chart[k]
        i, j = int(row.q), int(row.v)
        if row.kind == QUATERNION:
            put_spin(q, i, x, out, j)
            continue
        for n in range(row.count if row.kind == LINE else 6):
            out[j + n] = x[i + n]
        if row.kind == NODE:
            u, e = (q[i + 3], q[i + 4], q[i + 5]), (q[i + 6], q[i + 7], q[i + 8])
            side = scaled(cross(u, e), 1.0 / math.sqrt(dot(u, u)))
            out[j + 6] = side[0] * x[i + 6] + side[1] * x[i + 7] + side[2] * x[i + 8]


@jit
def normalise(chart, q):  # type: ignore[no-untyped-def]
    """Bring quaternions to length one, and vectors of nodes across their slopes, to length one."""
    for k in range(chart.shape[0]):
        row = chart[k]
        i = int(row.q)
        if row.kind == QUATERNION:
            size = 1.0 / math.sqrt(q[i] ** 2 + q[i + 1] ** 2 + q[i + 2] ** 2 + q[i + 3] ** 2)
            for n in range(4):
                q[i + n] *= size
        elif row.kind == NODE:
            u, e = (q[i + 3], q[i + 4], q[i + 5]), (q[i + 6], q[i + 7], q[i + 8])
            e = add(e, scaled(u, -dot(u, e) / dot(u, u)))
            e = scaled(e, 1.0 / math.sqrt(dot(e, e)))
            q[i + 6], q[i + 7], q[i + 8] = e[0], e[1], e[2]


@boundary("void(int64, int64, int64, int64, float64, int64)")
def move_by(chart_address, rows, q_at, step_at, scale, out_at):  # type: ignore[no-untyped-def]
    """`move`, by addresses."""
    chart, nq, nv = chart_at(chart_address, rows), 0, 0
    for k in range(rows):
        row = chart[k]
        nq = row.q + (row.count if row.kind == LINE else 4 if row.kind == QUATERNION else 9)
        nv = row.v + (row.count if row.kind == LINE else 3 if row.kind == QUATERNION else 7)
    move(chart, _numbers_at(q_at, nq), _numbers_at(step_at, nv), scale, _numbers_at(out_at, nq))


def moved_by(
    chart: NDArray[np.void], q: NDArray[np.float64], step: NDArray[np.float64], scale: float = 1.0
) -> NDArray[np.float64]:
    """Coordinates after a displacement `scale * step` given in the velocities."""
    q, step, out = np.ascontiguousarray(q), np.ascontiguousarray(step, dtype=float), np.array(q, dtype=float)
    move_by(chart.ctypes.data, len(chart), q.ctypes.data, step.ctypes.data, scale, out.ctypes.data)
    return out
