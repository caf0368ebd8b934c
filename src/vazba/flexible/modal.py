"""A beam whose deformation is a sum of shapes in a floating frame: `r_P = R + S xi`, `xi = xi_0 + A q`.

With the integrals of `flexible.shapes` its kinetic energy is

    T = 1/2 m R'.R' + R'.S (w x c + C q') + 1/2 w.J w + w.h q' + 1/2 q'.M q',
    c = int xi dm,   C = int A dm,   J(q) = J_0 + J_1 q + q J_2 q,   h(q) = h_0 + H q

(w in components of the frame), from which the mass matrix and the quadratic velocity terms follow without further approximation, so that energy is
conserved whatever the number of shapes:

    force    -S (w x (w x c) + 2 w x C q')
    moment   -(J' w + w x (J w + h q'))
    shapes   1/2 w.(dJ/dq_k) w + 2 w.(H_k q')

The axial strain of shape j, a multiple of a wave `e_j` of mean square one, also feels the slope that bending gives the beam:

    eps_j = kappa_j q_j + 1/2 q^T G_j q,   G_j = 1/L int e_j (w_y' w_y'^T + w_z' w_z'^T) dx,        U = 1/2 E A L sum eps_j^2 + 1/2 q^T K q

(Karman's strain, seen through the waves the axial shapes have, so that few of them do not lock the beam). It carries the stiffening of a rotating or stretched
beam and the loss of stiffness under pressure. The sine of the turn of a section is the slope `s = w'`, so that a beam which keeps its length is bent by

    k = w'' + 1/2 w' (w'.w''),          theta = s (1 + s.s/6),          U = 1/2 E int (Jz k_y^2 + Jy k_z^2) dx

to the third order in w; what this adds to `1/2 q^T K q` is taken at Gauss points. In space a section turns by a rotation vector, of theta and twist.
"""

from __future__ import annotations

import math

from vazba._jit import get, inlined, jit, put
from vazba.algebra.rotations import quaternion_matrix
from vazba.algebra.vectors import add, cross, dot, scaled, triple, turned, turned_back, unit

FRAME = 33  # work numbers before h: S (9), c, w, R', R (3 each), J, J' (6 each)
OF_J = ((0, 1, 2), (1, 3, 4), (2, 4, 5))  # where an entry of a symmetric 3x3 matrix stands among its six


def data_size(n: int, axial: int, bends: int, points: int) -> int:
    """Integrals of a beam with n shapes: IA, h0 (3n), H (3nn), J0, J1 (6n), J2 (6nn), M, K (nn); of its axial shapes kappa and G (nn each);
    of its bending shapes (of one plane) the slopes and weighted curvatures at the points; D (nn) of the linear damping."""
    return 6 * n + 3 * n * n + 6 + 6 * n + 6 * n * n + 3 * n * n + axial * (1 + n * n) + 2 * points * bends


@inlined
def stiffness_place(u):  # type: ignore[no-untyped-def]
    """Where K of bending and twist stands among the integrals; behind it kappa and G."""
    n = int(u.n)
    return int(u.data) + 12 * n + 6 + 10 * n * n


def work_size(n: int) -> int:
    return FRAME + 3 * n


@inlined
def _three(a, at):  # type: ignore[no-untyped-def]
    return (get(a, at), get(a, at + 1), get(a, at + 2))


@inlined
def _nine(a, at):  # type: ignore[no-untyped-def]
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
def _column(a, at, n, k):  # type: ignore[no-untyped-def]
    return (get(a, at + k), get(a, at + n + k), get(a, at + 2 * n + k))


@jit
def evaluate_modal(u, dimension, q, v, data, work):  # type: ignore[no-untyped-def]
    """Pose and twist of the frame, `c, J, J', h` at coordinates q and velocities v (of all unknowns), into its work numbers."""
    n, at, to = int(u.n), int(u.data), int(u.work)
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
        _put(work, to + 12, _three(v, y + 3))
        _put(work, to + 15, _three(v, y))
        _put(work, to + 18, _three(q, x))
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
        first = add(first, scaled(_column(data, ia, n, k), get(q, x + k)))
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
    size, turn, c = nr + n, _nine(work, to), _three(work, to + 9)
    big_c, big_h = int(u.data), to + FRAME
    mass = int(u.data) + 6 * n + 3 * n * n + 6 + 6 * n + 6 * n * n
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
        column = turned(turn, _column(data, big_c, n, k))
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
    n, to, at = int(u.n), int(u.work), int(u.data)
    nr = 3 if dimension == 2 else 6
    free, x, y = (2 if dimension == 2 else 3), int(u.q) + (3 if dimension == 2 else 7), int(u.v)
    turn, c, w = _nine(work, to), _three(work, to + 9), _three(work, to + 12)
    big_c, big_h = at, to + FRAME
    h, j1 = at + 6 * n, at + 6 * n + 3 * n * n + 6
    j2 = j1 + 6 * n
    stiff, bends = stiffness_place(u), int(u.bends)
    damps = damping_place(u)
    local_g = turned_back(turn, g)
    speed, spin = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)  # C q', h q'
    for k in range(n):
        rate = get(v, y + nr + k)
        speed = add(speed, scaled(_column(data, big_c, n, k), rate))
        if dimension == 2:
            spin = (0.0, 0.0, spin[2] + rate * get(work, big_h + 2 * n + k))
        else:
            spin = add(spin, scaled(_column(work, big_h, n, k), rate))
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
        total = dot(_column(data, big_c, n, k), local_g)
        pull, damp = 0.0, 0.0
        for i in range(n):
            pull += get(data, stiff + k * n + i) * get(q, x + i)
            damp += get(data, damps + k * n + i) * get(v, y + nr + i)
            rate = 2.0 * get(v, y + nr + i)
            if dimension == 2:
                total += rate * w[2] * get(data, h + (3 * k + 2) * n + i)
                total += w[2] * w[2] * get(data, j2 + 6 * (k * n + i) + 5) * get(q, x + i)
            else:
                total += rate * dot(w, _column(data, h + 3 * k * n, n, i))
                total += dot(w, _times(data, j2 + 6 * (k * n + i), w)) * get(q, x + i)
        if dimension == 2:
            total += 0.5 * w[2] * w[2] * get(data, j1 + 6 * k + 5)
        else:
            total += 0.5 * dot(w, _times(data, j1 + 6 * k, w))
        out[y + nr + k] += total - pull - damp
        elastic += 0.5 * value * pull
        lost += get(v, y + nr + k) * damp
    for j in range(u.axial):
        strain, rate = axial_strain(u, j, q, v, x, y + nr, data)
        effort, big_g = u.stretch * (strain + u.damping * rate), stiff + n * n + u.axial + j * n * n
        elastic += 0.5 * u.stretch * strain * strain
        lost += u.stretch * u.damping * rate * rate
        out[y + nr + j] -= effort * get(data, stiff + n * n + j)
        for k in range(n):
            for i in range(n):
                out[y + nr + k] -= effort * get(data, big_g + k * n + i) * get(q, x + i)
    planes, tau = dimension - 1, u.damping
    for p in range(u.points):
        at = points_place(u) + 2 * p * bends
        s, c = slope_and_curve(u, planes, q, x + u.axial, at, data)
        ds, dc = slope_and_curve(u, planes, v, y + nr + u.axial, at, data)
        mixed, rate = s[0] * c[0] + s[1] * c[1], ds[0] * c[0] + ds[1] * c[1] + s[0] * dc[0] + s[1] * dc[1]
        more = (0.5 * s[0] * mixed, 0.5 * s[1] * mixed)
        quick = (0.5 * (ds[0] * mixed + s[0] * rate), 0.5 * (ds[1] * mixed + s[1] * rate))
        extra = (u.j_y * (more[0] + tau * quick[0]), u.j_z * (more[1] + tau * quick[1]))
        moment = (extra[0] + u.j_y * (c[0] + tau * dc[0]), extra[1] + u.j_z * (c[1] + tau * dc[1]))
        both = 0.5 * (moment[0] * s[0] + moment[1] * s[1])
        elastic += 0.5 * (u.j_y * more[0] * (2.0 * c[0] + more[0]) + u.j_z * more[1] * (2.0 * c[1] + more[1]))
        lost += tau * (u.j_y * quick[0] * (2.0 * dc[0] + quick[0]) + u.j_z * quick[1] * (2.0 * dc[1] + quick[1]))
        for a in range(planes):
            by_c, by_s, to = extra[a] + both * s[a], 0.5 * moment[a] * mixed + both * c[a], y + nr + u.axial + a * bends
            for k in range(bends):
                out[to + k] -= by_c * get(data, at + bends + k) + by_s * get(data, at + k)
    return elastic, lost


@inlined
def points_place(u):  # type: ignore[no-untyped-def]
    """Where slopes and curvatures of the bending shapes at the points stand."""
    n = int(u.n)
    return stiffness_place(u) + n * n + int(u.axial) * (1 + n * n)


@inlined
def damping_place(u):  # type: ignore[no-untyped-def]
    """Where the linear damping stands."""
    return points_place(u) + 2 * int(u.points) * int(u.bends)


@inlined
def slope_and_curve(u, planes, q, first, at, data):  # type: ignore[no-untyped-def]
    """`w'` and `w''` (weighted) at a point, along y and z, by the shapes whose coordinates stand from `first` on."""
    s_y, c_y, s_z, c_z = 0.0, 0.0, 0.0, 0.0
    for k in range(u.bends):
        s, c, value = get(data, at + k), get(data, at + u.bends + k), get(q, first + k)
        s_y += s * value
        c_y += c * value
        if planes == 2:
            value = get(q, first + u.bends + k)
            s_z += s * value
            c_z += c * value
    return (s_y, s_z), (c_y, c_z)


@inlined
def axial_strain(u, j, q, v, x, y, data):  # type: ignore[no-untyped-def]
    """Strain j and its rate; the shapes' coordinates stand from x on, their rates from y on."""
    n = int(u.n)
    own = stiffness_place(u) + n * n
    strain, rate, big_g = (
        get(data, own + j) * get(q, x + j),
        get(data, own + j) * get(v, y + j),
        own + u.axial + j * n * n,
    )
    for k in range(n):
        for i in range(n):
            pair = get(data, big_g + k * n + i) * get(q, x + i)
            strain += 0.5 * pair * get(q, x + k)
            rate += pair * get(v, y + k)
    return strain, rate


@jit
def modal_tangent(u, dimension, q, v, data, start, stiffness, damping):  # type: ignore[no-untyped-def]
    """Derivatives of its elastic forces (exact but for what damping adds to the stiffness) into the block from `start` on."""
    n, nr = int(u.n), 3 if dimension == 2 else 6
    x, y, own = int(u.q) + (3 if dimension == 2 else 7), int(u.v) + nr, stiffness_place(u)
    size, kappa = nr + n, stiffness_place(u) + n * n
    for k in range(n):
        for i in range(n):
            at, value = start + (nr + k) * size + nr + i, get(data, own + k * n + i)
            stiffness[at], damping[at] = value, get(data, damping_place(u) + k * n + i)
    for j in range(u.axial):
        strain, rate = axial_strain(u, j, q, v, x, y, data)
        strain += u.damping * rate
        big_g = kappa + u.axial + j * n * n
        for k in range(n):
            turn_k = get(data, kappa + j) if k == j else 0.0
            for p in range(n):
                turn_k += get(data, big_g + k * n + p) * get(q, x + p)
            for i in range(n):
                turn_i = get(data, kappa + j) if i == j else 0.0
                for p in range(n):
                    turn_i += get(data, big_g + i * n + p) * get(q, x + p)
                at, value = start + (nr + k) * size + nr + i, u.stretch * turn_k * turn_i
                stiffness[at] += value + u.stretch * strain * get(data, big_g + k * n + i)
                damping[at] += u.damping * value
    _bent_tangent(u, dimension, q, data, start + nr * size + nr, size, stiffness, damping)


@inlined
def _bent_tangent(u, dimension, q, data, start, size, stiffness, damping):  # type: ignore[no-untyped-def]
    """What the slope adds to the derivatives of the moments, into a block whose rows are `size` apart."""
    bends, planes, first = int(u.bends), dimension - 1, int(u.q) + (3 if dimension == 2 else 7) + int(u.axial)
    for p in range(u.points):
        at = points_place(u) + 2 * p * bends
        s, c = slope_and_curve(u, planes, q, first, at, data)
        mixed = s[0] * c[0] + s[1] * c[1]
        moment = (u.j_y * (c[0] + 0.5 * s[0] * mixed), u.j_z * (c[1] + 0.5 * s[1] * mixed))
        both = 0.5 * (moment[0] * s[0] + moment[1] * s[1])
        for a in range(planes):
            for k in range(bends):
                s_k, c_k = get(data, at + k), get(data, at + bends + k)
                mixed_k, row = s_k * c[a] + s[a] * c_k, start + (u.axial + a * bends + k) * size + u.axial
                own_k = 0.5 * s_k * mixed
                for b in range(planes):
                    for i in range(bends):
                        s_i, c_i = get(data, at + i), get(data, at + bends + i)
                        mixed_i, own_i = s_i * c[b] + s[b] * c_i, 0.5 * s_i * mixed
                        j_a, j_b = (u.j_y if a == 0 else u.j_z), (u.j_y if b == 0 else u.j_z)
                        value = 0.25 * (u.j_y * s[0] * s[0] + u.j_z * s[1] * s[1]) * mixed_k * mixed_i
                        value += 0.5 * (j_a * s[a] * (c_k + own_k) * mixed_i + j_b * s[b] * (c_i + own_i) * mixed_k)
                        if a == b:
                            value += j_a * ((c_k + own_k) * (c_i + own_i) - c_k * c_i)
                        place = row + b * bends + i
                        damping[place] += u.damping * value
                        value += 0.5 * (moment[a] * s_k * mixed_i + moment[b] * s_i * mixed_k)
                        stiffness[place] += value + (both * (s_k * c_i + c_k * s_i) if a == b else 0.0)


@jit
def modal_energies(u, dimension, v, g, data, work, out):  # type: ignore[no-untyped-def]
    """Add its kinetic and potential energy, momentum and moment of momentum (about the ground origin) to `out` (8 numbers)."""
    n, to = int(u.n), int(u.work)
    nr, y = (3 if dimension == 2 else 6), int(u.v)
    turn, c, w = _nine(work, to), _three(work, to + 9), _three(work, to + 12)
    velocity, r = _three(work, to + 15), _three(work, to + 18)
    big_c, big_h = int(u.data), to + FRAME
    mass = int(u.data) + 6 * n + 3 * n * n + 6 + 6 * n + 6 * n * n
    speed, spin, own = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0
    for k in range(n):
        rate = get(v, y + nr + k)
        speed = add(speed, scaled(_column(data, big_c, n, k), rate))
        if dimension == 2:
            spin = (0.0, 0.0, spin[2] + rate * get(work, big_h + 2 * n + k))
        else:
            spin = add(spin, scaled(_column(work, big_h, n, k), rate))
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
def _turn_by_slope(slope, rate):  # type: ignore[no-untyped-def]
    """The turn of a section of a beam that keeps its length, its rate, and its acceleration while that of the slope is zero.

    The sine of the turn is the slope s, `theta = s (1 + s.s/6)`; the twist stays.
    """
    s, v = (0.0, slope[1], slope[2]), (0.0, rate[1], rate[2])
    square, mixed, speed = dot(s, s), dot(s, v), dot(v, v)
    turn = add(slope, scaled(s, square / 6.0))
    turning = add(rate, add(scaled(v, square / 6.0), scaled(s, mixed / 3.0)))
    return turn, turning, add(scaled(v, 2.0 * mixed / 3.0), scaled(s, speed / 3.0))


@inlined
def _turn_column(u, slope, column):  # type: ignore[no-untyped-def]
    """How one shape turns the section, at the slope there."""
    if u.points == 0:
        return column
    s, v = (0.0, slope[1], slope[2]), (0.0, column[1], column[2])
    return add(column, add(scaled(v, dot(s, s) / 6.0), scaled(s, dot(s, v) / 3.0)))


@jit
def modal_station(st, u, dimension, q, v, data, work, b, state, big_b, bias):  # type: ignore[no-untyped-def]
    """Pose and twist of a station into its state, its B, and the acceleration it has while the velocities do not change."""
    n, to, at = int(u.n), int(u.work), int(st.data)
    nr, free = (3, 2) if dimension == 2 else (6, 3)
    x, y = int(u.q) + (3 if dimension == 2 else 7), int(u.v) + nr
    size, turn, w = nr + n, _nine(work, to), _three(work, to + 12)
    xi, rate, theta, spin = (st.x, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    rows = at + 3 * n  # of Theta
    for k in range(n):
        value, speed = get(q, x + k), get(v, y + k)
        column = _column(data, at, n, k)
        xi, rate = add(xi, scaled(column, value)), add(rate, scaled(column, speed))
        out = turned(turn, column)
        for i in range(free):
            put(big_b, b + i * size + nr + k, out[i])
        column = _column(data, rows, n, k)
        theta, spin = add(theta, scaled(column, value)), add(spin, scaled(column, speed))
    slope, quick_turn = theta, (0.0, 0.0, 0.0)
    if u.points > 0:
        theta, spin, quick_turn = _turn_by_slope(theta, spin)
    arm = turned(turn, xi)
    for i in range(3):
        state.r[i] = get(work, to + 18 + i) + arm[i]
    velocity = add(_three(work, to + 15), turned(turn, add(cross(w, xi), rate)))
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
            put(big_b, b + 2 * size + nr + k, _turn_column(u, slope, _column(data, rows, n, k))[2])
        return
    matrix, a, c, quick = _turn_terms(theta, spin)
    for i in range(3):
        for j in range(3):
            total = 0.0
            for p in range(3):
                total += turn[3 * i + p] * matrix[3 * p + j]
            state.s[3 * i + j] = total
    once = cross(theta, spin)
    relative = add(
        spin, add(scaled(once, -a), scaled(cross(theta, once), c))
    )  # of the section in the frame, its own components
    carried = turned_back(matrix, w)
    own = add(carried, relative)
    out = turned(state.s, own)
    for i in range(3):
        state.w[i] = out[i]
    # d/dt (matrix^T w) with w' = 0 is -relative x carried
    once = cross(theta, quick_turn)
    quick = add(
        add(quick, cross(carried, relative)), add(quick_turn, add(scaled(once, -a), scaled(cross(theta, once), c)))
    )
    for i in range(3):
        put(bias, int(st.bias) + 3 + i, quick[i])
    for j in range(3):
        axis = unit(j)
        move, about = turned(turn, cross(axis, xi)), turned_back(matrix, axis)
        for i in range(3):
            put(big_b, b + i * size + 3 + j, move[i])
            put(big_b, b + (3 + i) * size + 3 + j, about[i])
            put(big_b, b + (3 + i) * size + j, 0.0)
    for k in range(n):
        column = _turn_column(u, slope, _column(data, rows, n, k))
        once = cross(theta, column)
        own = add(column, add(scaled(once, -a), scaled(cross(theta, once), c)))
        for i in range(3):
            put(big_b, b + (3 + i) * size + 6 + k, own[i])
