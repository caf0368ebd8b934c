"""Stations of a modal beam: pose, twist, `B` and the bias of the acceleration, where something takes hold of it or is reported.

A section stands at `R + S (xi_0 + A q)` and is turned from the frame as its slope is (see `flexible.bending`), by a rotation vector across the beam, then by
the twist about the beam.
"""

from __future__ import annotations

import math

from vazba._jit import get, inlined, jit, put
from vazba.algebra.vectors import add, cross, dot, scaled, sub, turned, turned_back, unit
from vazba.flexible.bending import turn_factor
from vazba.flexible.modal import column_of, nine, three


@inlined
def _turn_terms(theta, rate):  # type: ignore[no-untyped-def]
    """Of the rotation vector theta: its matrix, `(a, b)` of `T = E - a ~theta + b ~theta ~theta` (`w = T theta'`, turned components), and `T' theta'`."""
    size = math.sqrt(dot(theta, theta))
    along = dot(theta, rate)
    if size < 1e-2:
        z = size * size
        s1, a, b = 1.0 - z / 6.0 + z * z / 120.0, 0.5 - z / 24.0 + z * z / 720.0, 1.0 / 6.0 - z / 120.0 + z * z / 5040.0
        a1, b1 = (
            -1.0 / 12.0 + z / 180.0 - z * z / 6720.0,
            -1.0 / 60.0 + z / 1260.0 - z * z / 60480.0,
        )  # a'/size, b'/size
    else:
        z, sine, cosine = size * size, math.sin(size), math.cos(size)
        s1, a, b = sine / size, (1.0 - cosine) / z, (size - sine) / (z * size)
        a1, b1 = (s1 - 2.0 * a) / z, (a - 3.0 * b) / z
    x, y, z2 = theta
    matrix = (
        1.0 - a * (y * y + z2 * z2), a * x * y - s1 * z2, a * x * z2 + s1 * y,
        a * x * y + s1 * z2, 1.0 - a * (x * x + z2 * z2), a * y * z2 - s1 * x,
        a * x * z2 - s1 * y, a * y * z2 + s1 * x, 1.0 - a * (x * x + y * y),
    )  # fmt: skip
    once = cross(theta, rate)
    twice = cross(theta, once)
    bias = add(add(scaled(once, -a1 * along), scaled(twice, b1 * along)), scaled(cross(rate, once), b))
    return matrix, a, b, bias


@inlined
def _spin_by(theta, rate, a, b):  # type: ignore[no-untyped-def]
    """`T theta'` with the a and b of `_turn_terms`."""
    once = cross(theta, rate)
    return add(rate, add(scaled(once, -a), scaled(cross(theta, once), b)))


@inlined
def _rolled(x, cosine, sine):  # type: ignore[no-untyped-def]
    """Components after a turn of the axes about the first of them."""
    return (x[0], cosine * x[1] + sine * x[2], cosine * x[2] - sine * x[1])


@inlined
def _turn_by_slope(slope, rate):  # type: ignore[no-untyped-def]
    """The turn of a section of a beam that keeps its length, its rate, and its acceleration while that of the slope is zero; the twist stays."""
    s, v = (0.0, slope[1], slope[2]), (0.0, rate[1], rate[2])
    f, f_z, f_zz = turn_factor(dot(s, s))
    z, quick = 2.0 * dot(s, v), 2.0 * dot(v, v)
    turn = (slope[0], f * s[1], f * s[2])
    turning = (rate[0], f * v[1] + f_z * z * s[1], f * v[2] + f_z * z * s[2])
    return turn, turning, add(scaled(v, 2.0 * f_z * z), scaled(s, f_zz * z * z + f_z * quick))


@inlined
def _turn_column(u, slope, column):  # type: ignore[no-untyped-def]
    """How one shape turns the section, at the slope there."""
    if u.points == 0:
        return column
    s, v = (0.0, slope[1], slope[2]), (0.0, column[1], column[2])
    f, f_z, _ = turn_factor(dot(s, s))
    along = 2.0 * f_z * dot(s, v)
    return (column[0], f * v[1] + along * s[1], f * v[2] + along * s[2])


@jit
# many: views of one record, made once for all stations
def modal_station(st, u, dimension, q, v, data, work, b, state, big_b, bias):  # type: ignore[no-untyped-def]
    """Pose and twist of a station into its state, its B, and the acceleration it has while the velocities do not change."""
    n, to, at = int(u.n), int(u.work), int(st.constants)
    nr, free = (3, 2) if dimension == 2 else (6, 3)
    x, y = int(u.q) + (3 if dimension == 2 else 7), int(u.v) + nr
    size, turn, w = nr + n, nine(work, to), three(work, to + 12)
    xi, rate, theta, spin = (st.x, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    rows = at + 3 * n  # of Theta
    for k in range(n):
        value, speed = get(q, x + k), get(v, y + k)
        column = column_of(data, at, n, k)
        xi, rate = add(xi, scaled(column, value)), add(rate, scaled(column, speed))
        out = turned(turn, column)
        for i in range(free):
            put(big_b, b + i * size + nr + k, out[i])
        column = column_of(data, rows, n, k)
        theta, spin = add(theta, scaled(column, value)), add(spin, scaled(column, speed))
    slope, quick_turn = theta, (0.0, 0.0, 0.0)
    if u.points > 0:
        theta, spin, quick_turn = _turn_by_slope(theta, spin)
    arm = turned(turn, xi)
    for i in range(3):
        state.r[i] = get(work, to + 18 + i) + arm[i]
    velocity = add(three(work, to + 15), turned(turn, add(cross(w, xi), rate)))
    push = turned(turn, cross(w, add(cross(w, xi), scaled(rate, 2.0))))
    for i in range(free):
        state.v[i] = velocity[i]
        put(bias, int(st.bias) + i, push[i])
        for j in range(free):
            put(big_b, b + i * size + j, 1.0 if i == j else 0.0)
    if dimension == 2:
        angle = q[int(u.q) + 2] + theta[2]
        cosine, sine = math.cos(angle), math.sin(angle)
        state.angle = angle
        state.s[0], state.s[1], state.s[3], state.s[4], state.s[8] = cosine, -sine, sine, cosine, 1.0
        state.w[2] = w[2] + spin[2]
        put(big_b, b + 2, -arm[1])
        put(big_b, b + size + 2, arm[0])
        put(big_b, b + 2 * size, 0.0)
        put(big_b, b + 2 * size + 1, 0.0)
        put(big_b, b + 2 * size + 2, 1.0)
        put(bias, int(st.bias) + 2, quick_turn[2])
        for k in range(n):
            put(big_b, b + 2 * size + nr + k, _turn_column(u, slope, column_of(data, rows, n, k))[2])
        return
    cosine, sine, roll = math.cos(theta[0]), math.sin(theta[0]), spin[0]
    theta, spin = (0.0, theta[1], theta[2]), (0.0, spin[1], spin[2])
    matrix, a, c, quick = _turn_terms(theta, spin)
    for i in range(3):
        row = (0.0, 0.0, 0.0)
        for p in range(3):
            row = add(row, scaled((matrix[3 * p], matrix[3 * p + 1], matrix[3 * p + 2]), turn[3 * i + p]))
        state.s[3 * i], state.s[3 * i + 1], state.s[3 * i + 2] = _rolled(row, cosine, sine)
    relative = _spin_by(theta, spin, a, c)  # of the section before its twist, in its components
    carried = turned_back(matrix, w)
    own = _rolled(add(carried, relative), cosine, sine)
    out = turned(state.s, (own[0] + roll, own[1], own[2]))
    for i in range(3):
        state.w[i] = out[i]
    # d/dt (matrix^T w) with w' = 0 is -relative x carried; the twist turns what is seen backwards
    quick = add(add(quick, cross(carried, relative)), _spin_by(theta, quick_turn, a, c))
    quick = sub(_rolled(quick, cosine, sine), cross((roll, 0.0, 0.0), own))
    for i in range(3):
        put(bias, int(st.bias) + 3 + i, quick[i])
    for j in range(3):
        axis = unit(j)
        move, about = turned(turn, cross(axis, xi)), _rolled(turned_back(matrix, axis), cosine, sine)
        for i in range(3):
            put(big_b, b + i * size + 3 + j, move[i])
            put(big_b, b + (3 + i) * size + 3 + j, about[i])
            put(big_b, b + (3 + i) * size + j, 0.0)
    for k in range(n):
        column = _turn_column(u, slope, column_of(data, rows, n, k))
        own = _rolled(_spin_by(theta, (0.0, column[1], column[2]), a, c), cosine, sine)
        put(big_b, b + 3 * size + 6 + k, own[0] + column[0])
        put(big_b, b + 4 * size + 6 + k, own[1])
        put(big_b, b + 5 * size + 6 + k, own[2])
