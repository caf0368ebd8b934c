"""A beam whose deformation is a sum of shapes in a floating frame: `r_P = R + S xi`, `xi = xi_0 + A q`.

With the integrals of `flexible.shapes` its kinetic energy is

    T = 1/2 m R'.R' + R'.S (w x c + C q') + 1/2 w.J w + w.h q' + 1/2 q'.M q',
    c = int xi dm,   C = int A dm,   J(q) = J_0 + J_1 q + q J_2 q,   h(q) = h_0 + H q

(w in components of the frame), from which the mass matrix and the quadratic velocity terms follow without further approximation, so that energy is
conserved whatever the number of shapes:

    force    -S (w x (w x c) + 2 w x C q')
    moment   -(J' w + w x (J w + h q'))
    shapes   1/2 w.(dJ/dq_k) w + 2 w.(H_k q')

What holds it together is in `flexible.bending`, its stations are in `flexible.modal_station`.
"""

from __future__ import annotations

import math

from vazba._jit import get, inlined, jit, put
from vazba.algebra.rotations import quaternion_matrix
from vazba.algebra.vectors import add, cross, dot, scaled, triple, turned, turned_back, unit
from vazba.flexible.bending import bent_force, bent_tangent, data_of_points, room_of_points

FRAME = 33  # work numbers before h: S (9), c, w, R', R (3 each), J, J' (6 each)
OF_J = ((0, 1, 2), (1, 3, 4), (2, 4, 5))  # where an entry of a symmetric 3x3 matrix stands among its six


def data_size(n: int, axial: int, bends: int, points: int, twists: int) -> int:
    """Integrals of a beam with n shapes: IA, h0 (3n), H (3nn), J0, J1 (6n), J2 (6nn), M, K and D of linear damping (nn each); what stands at the points."""
    return 6 * n + 3 * n * n + 6 + 6 * n + 6 * n * n + 3 * n * n + data_of_points(axial, bends, points, twists)


@inlined
def stiffness_place(u):  # type: ignore[no-untyped-def]
    """Where K of bending and twist stands among the integrals; behind it D, then what stands at the points."""
    n = int(u.n)
    return int(u.constants) + 12 * n + 6 + 10 * n * n


def work_size(n: int, axial: int, bends: int, points: int, planes: int) -> int:
    return FRAME + 3 * n + room_of_points(axial, bends, points, planes)


@inlined
def three(a, at):  # type: ignore[no-untyped-def]
    return (get(a, at), get(a, at + 1), get(a, at + 2))


@inlined
def nine(a, at):  # type: ignore[no-untyped-def]
    return (
        get(a, at), get(a, at + 1), get(a, at + 2), get(a, at + 3), get(a, at + 4), get(a, at + 5), get(a, at + 6), get(a, at + 7), get(a, at + 8),
    )  # fmt: skip


@inlined
def _put(a, at, x):  # type: ignore[no-untyped-def]
    put(a, at, x[0])
    put(a, at + 1, x[1])
    put(a, at + 2, x[2])


@inlined
def _times(a, at, x):  # type: ignore[no-untyped-def]
    """A symmetric matrix of six numbers times a vector."""
    xx, xy, xz, yy, yz, zz = get(a, at), get(a, at + 1), get(a, at + 2), get(a, at + 3), get(a, at + 4), get(a, at + 5)
    return (xx * x[0] + xy * x[1] + xz * x[2], xy * x[0] + yy * x[1] + yz * x[2], xz * x[0] + yz * x[1] + zz * x[2])


@inlined
def column_of(a, at, n, k):  # type: ignore[no-untyped-def]
    return (get(a, at + k), get(a, at + n + k), get(a, at + 2 * n + k))


@jit
def evaluate_modal(u, dimension, q, v, data, work):  # type: ignore[no-untyped-def]
    """Pose and twist of the frame, `c, J, J', h` at coordinates q and velocities v (of all unknowns), into its work numbers."""
    n, at, to = int(u.n), int(u.constants), int(u.work)
    x, y = int(u.q), int(u.v)
    if dimension == 2:
        c, s = math.cos(q[x + 2]), math.sin(q[x + 2])
        turn = (c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0)
        _put(work, to + 12, (0.0, 0.0, v[y + 2]))
        _put(work, to + 15, (v[y], v[y + 1], 0.0))
        _put(work, to + 18, (q[x], q[x + 1], 0.0))
        x += 3
        y += 3
    else:
        turn = quaternion_matrix((q[x + 3], q[x + 4], q[x + 5], q[x + 6]))
        _put(work, to + 12, three(v, y + 3))
        _put(work, to + 15, three(v, y))
        _put(work, to + 18, three(q, x))
        x += 7
        y += 6
    for k in range(9):
        put(work, to + k, turn[k])
    ia, h0 = at, at + 3 * n
    h, j0 = at + 6 * n, at + 6 * n + 3 * n * n
    j1 = j0 + 6
    j2 = j1 + 6 * n
    big_h, first = to + FRAME, triple(u.c0)
    for k in range(n):
        first = add(first, scaled(column_of(data, ia, n, k), get(q, x + k)))
    _put(work, to + 9, first)
    low, high = (5, 6) if dimension == 2 else (0, 6)
    for c in range(low, high):
        total, rate = get(data, j0 + c), 0.0
        for k in range(n):
            line = get(data, j1 + 6 * k + c)
            slope = line
            for i in range(n):
                pair = get(data, j2 + 6 * (k * n + i) + c) * get(q, x + i)
                line += pair
                slope += 2.0 * pair
            total += line * get(q, x + k)
            rate += slope * get(v, y + k)
        put(work, to + 21 + c, total)
        put(work, to + 27 + c, rate)
    for i in range(2 if dimension == 2 else 0, 3):
        for k in range(n):
            total = get(data, h0 + i * n + k)
            for p in range(n):
                total += get(q, x + p) * get(data, h + (3 * p + i) * n + k)
            put(work, big_h + i * n + k, total)


@jit
def modal_mass(u, dimension, data, work, factor, start, out):  # type: ignore[no-untyped-def]
    """Its mass matrix times a factor, row by row from `start` on, after `evaluate_modal`."""
    n, to = int(u.n), int(u.work)
    nr = 3 if dimension == 2 else 6
    size, turn, c = nr + n, nine(work, to), three(work, to + 9)
    big_c, big_h = int(u.constants), to + FRAME
    mass = int(u.constants) + 6 * n + 3 * n * n + 6 + 6 * n + 6 * n * n
    free = 2 if dimension == 2 else 3  # translations
    for i in range(nr):
        for j in range(nr):
            put(out, start + i * size + j, factor * u.m if i == j and i < free else 0.0)
    for j in range(nr - free):
        axis = (0.0, 0.0, 1.0) if dimension == 2 else unit(j)
        arm = turned(turn, cross(axis, c))
        for i in range(free):
            put(out, start + i * size + free + j, factor * arm[i])
            put(out, start + (free + j) * size + i, factor * arm[i])
        row = _times(work, to + 21, axis)
        if dimension == 2:
            put(out, start + 2 * size + 2, factor * row[2])
        else:
            for i in range(3):
                put(out, start + (3 + i) * size + 3 + j, factor * row[i])
    for k in range(n):
        column = turned(turn, column_of(data, big_c, n, k))
        for i in range(nr):
            if i < free:
                value = factor * column[i]
            else:
                value = factor * get(work, big_h + (2 if dimension == 2 else i - 3) * n + k)
            put(out, start + i * size + nr + k, value)
            put(out, start + (nr + k) * size + i, value)
        for p in range(n):
            put(out, start + (nr + k) * size + nr + p, factor * get(data, mass + k * n + p))


@jit
def modal_force(u, dimension, q, v, g, data, work, out):  # type: ignore[no-untyped-def]
    """Add gravity, quadratic velocity terms and elastic forces; returns `(elastic energy, power dissipated)`. After `evaluate_modal`."""
    n, to, at = int(u.n), int(u.work), int(u.constants)
    nr = 3 if dimension == 2 else 6
    free, x, y = (2 if dimension == 2 else 3), int(u.q) + (3 if dimension == 2 else 7), int(u.v)
    turn, c, w = nine(work, to), three(work, to + 9), three(work, to + 12)
    big_c, big_h = at, to + FRAME
    h, j1 = at + 6 * n, at + 6 * n + 3 * n * n + 6
    j2 = j1 + 6 * n
    stiff = stiffness_place(u)
    damps = stiff + n * n
    local_g = turned_back(turn, g)
    speed, spin = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)  # C q', h q'
    for k in range(n):
        rate = get(v, y + nr + k)
        speed = add(speed, scaled(column_of(data, big_c, n, k), rate))
        if dimension == 2:
            spin = (0.0, 0.0, spin[2] + rate * get(work, big_h + 2 * n + k))
        else:
            spin = add(spin, scaled(column_of(work, big_h, n, k), rate))
    inside = add(cross(w, cross(w, c)), scaled(cross(w, speed), 2.0))
    push = turned(turn, scaled(inside, -1.0))
    for i in range(free):
        out[y + i] += push[i] + u.m * g[i]
    weight = cross(c, local_g)
    if dimension == 2:
        out[y + 2] += weight[2] - get(work, to + 32) * w[2]
    else:
        given = add(_times(work, to + 27, w), cross(w, add(_times(work, to + 21, w), spin)))
        for i in range(3):
            out[y + 3 + i] += weight[i] - given[i]
    elastic, lost = 0.0, 0.0
    for k in range(n):
        value = get(q, x + k)
        total = dot(column_of(data, big_c, n, k), local_g)
        pull, damp = 0.0, 0.0
        for i in range(n):
            pull += get(data, stiff + k * n + i) * get(q, x + i)
            damp += get(data, damps + k * n + i) * get(v, y + nr + i)
            rate = 2.0 * get(v, y + nr + i)
            if dimension == 2:
                total += rate * w[2] * get(data, h + (3 * k + 2) * n + i)
                total += w[2] * w[2] * get(data, j2 + 6 * (k * n + i) + 5) * get(q, x + i)
            else:
                total += rate * dot(w, column_of(data, h + 3 * k * n, n, i))
                total += dot(w, _times(data, j2 + 6 * (k * n + i), w)) * get(q, x + i)
        if dimension == 2:
            total += 0.5 * w[2] * w[2] * get(data, j1 + 6 * k + 5)
        else:
            total += 0.5 * dot(w, _times(data, j1 + 6 * k, w))
        out[y + nr + k] += total - pull - damp
        elastic += 0.5 * value * pull
        lost += get(v, y + nr + k) * damp
    more, loss = bent_force(u, dimension, q, v, x, y + nr, stiff + 2 * n * n, data, work, big_h + 3 * n, out)
    return elastic + more, lost + loss


@jit
# many: views of one record, made once for all beams
def modal_tangent(u, dimension, q, v, data, work, start, stiffness, damping):  # type: ignore[no-untyped-def]
    """Derivatives of its elastic forces (exact but for what damping of bending adds to the stiffness) into the block from `start` on."""
    n, nr = int(u.n), 3 if dimension == 2 else 6
    x, y, own = int(u.q) + (3 if dimension == 2 else 7), int(u.v) + nr, stiffness_place(u)
    size, damps, room = nr + n, own + n * n, int(u.work) + FRAME + 3 * n
    first = start + nr * size + nr
    for k in range(n):
        for i in range(n):
            at = first + k * size + i
            stiffness[at], damping[at] = get(data, own + k * n + i), get(data, damps + k * n + i)
    bent_tangent(u, dimension, q, v, x, y, own + 2 * n * n, data, work, room, first, size, stiffness, damping)


@jit
def modal_energies(u, dimension, v, g, data, work, out):  # type: ignore[no-untyped-def]
    """Add its kinetic and potential energy, momentum and moment of momentum (about the ground origin) to `out` (8 numbers)."""
    n, to = int(u.n), int(u.work)
    nr, y = (3 if dimension == 2 else 6), int(u.v)
    turn, c, w = nine(work, to), three(work, to + 9), three(work, to + 12)
    velocity, r = three(work, to + 15), three(work, to + 18)
    big_c, big_h = int(u.constants), to + FRAME
    mass = int(u.constants) + 6 * n + 3 * n * n + 6 + 6 * n + 6 * n * n
    speed, spin, own = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0
    for k in range(n):
        rate = get(v, y + nr + k)
        speed = add(speed, scaled(column_of(data, big_c, n, k), rate))
        if dimension == 2:
            spin = (0.0, 0.0, spin[2] + rate * get(work, big_h + 2 * n + k))
        else:
            spin = add(spin, scaled(column_of(work, big_h, n, k), rate))
        for i in range(n):
            own += 0.5 * rate * get(data, mass + k * n + i) * get(v, y + nr + i)
    carried = turned(turn, add(cross(w, c), speed))
    turning = (0.0, 0.0, get(work, to + 26) * w[2]) if dimension == 2 else _times(work, to + 21, w)
    out[0] += 0.5 * u.m * dot(velocity, velocity) + dot(velocity, carried) + 0.5 * dot(w, turning) + dot(w, spin) + own
    arm = turned(turn, c)
    out[1] -= u.m * dot(g, r) + dot(g, arm)
    p = add(scaled(velocity, u.m), carried)
    about = add(cross(arm, velocity), turned(turn, add(turning, spin)))
    moment = add(cross(r, p), about)
    for i in range(3):
        out[2 + i] += p[i]
        out[5 + i] += moment[i]
