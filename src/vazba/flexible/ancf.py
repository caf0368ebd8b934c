"""A beam of absolute nodal coordinates: position and slope `(r, r')` at the nodes, cubic between them, in the plane and in space.

Mass matrix `rho A int S^T S dx`, constant. Strains: stretch `e = |r'| - 1`, bending `k = r' x r''/|r'|^2` (the rate at which the direction turns along the
undeformed beam), so that

    U = 1/2 int (E A e^2 + E J k.k) dx,      k.k = c/a - b^2/a^2,   a = r'.r',  b = r'.r'',  c = r''.r''

Forces and their exact derivatives: bending at three Gauss points an element, stretch at its ends and its middle (Lobatto). There a cubic can keep its length
while it bends; at other points it cannot, and slender beams would be too stiff. Kelvin-Voigt damping acts on the rates of the strains, `k'` as seen by an
observer who turns with the beam.

In space every node also has a unit vector e across the beam, which says how its section is turned about the direction t; the velocity beside those of r and r'
is its spin w about t, `e' = (t x t' + w t) x e`, so that the mass matrix `rho Jp int N^T N dx` stays constant. The twist m of an element is the angle about t_1
from e_0, carried along by the smallest turn of t_0 to t_1, to e_1; turning as a whole does not change it:

    m' = w_1 - w_0 + b.(t_0' + t_1'),  b = t_0 x t_1/(1 + t_0.t_1),        U = 1/2 G It m^2/h

Sections between nodes are carried from both of them in this way. Sections have no inertia against tilting, and bend alike in all directions.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import boundary, get, inlined, jit, put, view_of
from vazba.algebra.chart import carried
from vazba.algebra.vectors import add, cross, dot, scaled
from vazba.flexible.records import ANCF, BLOCK
from vazba.tables import numbers_at

GAUSS = ((0.5 - math.sqrt(0.15), 5.0 / 18.0), (0.5, 4.0 / 9.0), (0.5 + math.sqrt(0.15), 5.0 / 18.0))
X = np.array([x for x, _ in GAUSS])
W = np.array([w for _, w in GAUSS])
X_STRETCH, W_STRETCH = np.array([0.0, 0.5, 1.0]), np.array([1.0, 4.0, 1.0]) / 6.0
MASS = np.array([  # int S^T S over an element of length one; rows r, h r', r, h r'
    [13 / 35, 11 / 210, 9 / 70, -13 / 420],
    [11 / 210, 1 / 105, 13 / 420, -1 / 140],
    [9 / 70, 13 / 420, 13 / 35, -11 / 210],
    [-13 / 420, -1 / 140, -11 / 210, 1 / 105],
])  # fmt: skip


@inlined
def shape(x, h):  # type: ignore[no-untyped-def]
    """The four functions at the part x of an element of length h."""
    return (
        1.0 - x * x * (3.0 - 2.0 * x),
        h * x * (1.0 - x) * (1.0 - x),
        x * x * (3.0 - 2.0 * x),
        h * x * x * (x - 1.0),
    )


@inlined
def slope(x, h):  # type: ignore[no-untyped-def]
    """Their derivatives with respect to the station."""
    return (6.0 * x * (x - 1.0) / h, (1.0 - x) * (1.0 - 3.0 * x), 6.0 * x * (1.0 - x) / h, x * (3.0 * x - 2.0))


@inlined
def bend(x, h):  # type: ignore[no-untyped-def]
    """Their second derivatives."""
    return ((12.0 * x - 6.0) / (h * h), (6.0 * x - 4.0) / h, (6.0 - 12.0 * x) / (h * h), (6.0 * x - 2.0) / h)


@inlined
def node_size(d):  # type: ignore[no-untyped-def]
    """Velocities of a node: of its position and slope, in space its spin about the beam."""
    return 4 if d == 2 else 7


@inlined
def node_places(d):  # type: ignore[no-untyped-def]
    """Coordinates of a node: position, slope, in space a vector across the beam."""
    return 4 if d == 2 else 9


@inlined
def velocity_place(i, d):  # type: ignore[no-untyped-def]
    """Where the velocity of vector i of an element (position and slope of its first node, then of its second) stands."""
    return (i // 2) * node_size(d) + (i % 2) * d


@inlined
def vector_place(i, d):  # type: ignore[no-untyped-def]
    """Where the vector itself stands."""
    return (i // 2) * node_places(d) + (i % 2) * d


@inlined
def vector(q, at, d):  # type: ignore[no-untyped-def]
    return (get(q, at), get(q, at + 1), get(q, at + 2) if d == 3 else 0.0)


@inlined
def summed(f, q, at, d):  # type: ignore[no-untyped-def]
    """`sum f_i q_i` of an element whose nodal vectors stand from `at` on."""
    out = (0.0, 0.0, 0.0)
    for i in range(4):
        out = add(out, scaled(vector(q, at + vector_place(i, d), d), f[i]))
    return out


@inlined
def summed_rates(f, v, at, d):  # type: ignore[no-untyped-def]
    """The same of their velocities."""
    out = (0.0, 0.0, 0.0)
    for i in range(4):
        out = add(out, scaled(vector(v, at + velocity_place(i, d), d), f[i]))
    return out


@inlined
def angle_about(t, a, b):  # type: ignore[no-untyped-def]
    """The angle about t from a to b, which lie across it."""
    return math.atan2(dot(t, cross(a, b)), dot(a, b))


@inlined
def between(a, b):  # type: ignore[no-untyped-def]
    """`a x b/(1 + a.b)`."""
    return scaled(cross(a, b), 1.0 / (1.0 + dot(a, b)))


@inlined
def direction(u, du):  # type: ignore[no-untyped-def]
    """Direction of u, its rate, and the length of u."""
    size = math.sqrt(dot(u, u))
    t = scaled(u, 1.0 / size)
    return t, scaled(add(du, scaled(t, -dot(t, du))), 1.0 / size), size


@jit
def ancf_mass(beam, d, factor, blocks, out):  # type: ignore[no-untyped-def]
    """Its mass matrix times a factor: a block for each node, and one between neighbours."""
    n, first, h = int(beam.n), int(beam.blocks), beam.h
    for k in range(n + 1):
        for part in range(2):
            if part == 1 and k == n:
                continue
            start = int(blocks[first + 2 * k + part].start)
            for i in range(2):
                for j in range(2):
                    size = (h if i == 1 else 1.0) * (h if j == 1 else 1.0) * h * beam.line * factor
                    value = 0.0
                    if part == 1:
                        value = MASS[i, 2 + j]
                    else:
                        if k < n:
                            value += MASS[i, j]
                        if k > 0:
                            value += MASS[2 + i, 2 + j]
                    for x in range(d):
                        for y in range(d):
                            at = start + (d * i + x) * node_size(d) + d * j + y
                            put(out, at, value * size if x == y else 0.0)
            if d == 3:
                ends = 1.0 / 6.0 if part == 1 else (1.0 / 3.0 if k % n == 0 else 2.0 / 3.0)
                put(out, start + 48, ends * h * beam.roll * factor)


ancf_at, blocks_at = view_of(ANCF), view_of(BLOCK)


@boundary("void(int64, int64, int64, float64, int64, int64, int64, int64)")
def ancf_masses(ancf_, n_ancf, d, factor, blocks, n_blocks, out, n_out):  # type: ignore[no-untyped-def]
    """`ancf_mass` of all nodal beams, by addresses."""
    beams = ancf_at(ancf_, n_ancf)
    for k in range(n_ancf):
        ancf_mass(beams[k], d, factor, blocks_at(blocks, n_blocks), numbers_at(out, n_out))


@inlined
def square_slopes(a, b, c):  # type: ignore[no-untyped-def]
    """Derivatives of `k.k` by a, b, c."""
    return -c / (a * a) + 2.0 * b * b / (a * a * a), -2.0 * b / (a * a), 1.0 / a


@jit
# long: one pass over the points of an element; parts of it would each need a dozen of its numbers
def ancf_force(beam, d, q, v, g, out):  # type: ignore[no-untyped-def]
    """Add gravity and elastic forces; returns `(elastic energy, power dissipated, potential energy)`."""
    n, h, at, to, nn = int(beam.n), beam.h, int(beam.q), int(beam.v), node_size(d)
    elastic, lost, height, tau = 0.0, 0.0, 0.0, beam.damping
    weight = beam.line * h
    for e in range(n):
        x0, y0 = at + node_places(d) * e, to + nn * e
        for i in range(4):
            part = weight * (0.5 if i % 2 == 0 else (h / 12.0 if i == 1 else -h / 12.0))
            for x in range(d):
                out[y0 + velocity_place(i, d) + x] += part * g[x]
                height -= part * g[x] * get(q, x0 + vector_place(i, d) + x)
        t_0 = t_1 = dt_0 = dt_1 = (1.0, 0.0, 0.0)
        size_0 = size_1 = 1.0
        if d == 3:
            t_0, dt_0, size_0 = direction(vector(q, x0 + 3, d), vector(v, y0 + 3, d))
            t_1, dt_1, size_1 = direction(vector(q, x0 + 12, d), vector(v, y0 + 10, d))
            arm = between(t_0, t_1)
            twist = angle_about(t_1, carried(t_0, t_1, vector(q, x0 + 6, d)), vector(q, x0 + 15, d))
            twisting = get(v, y0 + 13) - get(v, y0 + 6) + dot(arm, add(dt_0, dt_1))
            torque = beam.gi * (twist + tau * twisting) / h
            elastic += 0.5 * beam.gi * twist * twist / h
            lost += beam.gi * tau * twisting * twisting / h
            out[y0 + 6] += torque
            out[y0 + 13] -= torque
            w_0, w_1, part = get(v, y0 + 6), get(v, y0 + 13), beam.roll * h / 6.0
            top_0, top_1 = (
                scaled(cross(t_0, dt_0), part * (2.0 * w_0 + w_1)),
                scaled(cross(t_1, dt_1), part * (w_0 + 2.0 * w_1)),
            )
            for x in range(3):  # the moment of the twist, and that of the spin, whose axis turns
                out[y0 + 3 + x] += (top_0[x] - torque * arm[x]) / size_0
                out[y0 + 10 + x] += (top_1[x] - torque * arm[x]) / size_1
        for p in range(3):
            f1, f2 = slope(X[p], h), bend(X[p], h)
            u, w = summed(f1, q, x0, d), summed(f2, q, x0, d)
            a, b, c = dot(u, u), dot(u, w), dot(w, w)
            some, k = W[p] * h, scaled(cross(u, w), 1.0 / a)
            f_a, f_b, f_c = square_slopes(a, b, c)
            bending = 0.5 * beam.ej
            by_u = add(scaled(u, 2.0 * bending * f_a), scaled(w, bending * f_b))
            by_w = add(scaled(u, bending * f_b), scaled(w, 2.0 * bending * f_c))
            elastic += some * bending * dot(k, k)
            if tau > 0.0:
                du, dw = summed_rates(f1, v, y0, d), summed_rates(f2, v, y0, d)
                quick, across = bending_rate(u, w, a, k, du, dw), (0.0, 0.0, 0.0)
                b_0 = b_1 = (0.0, 0.0, 0.0)
                if d == 3:
                    t, dt, size = direction(u, du)
                    b_0, b_1, across = scaled(between(t_0, t), 1.0 - X[p]), scaled(between(t_1, t), X[p]), cross(t, k)
                    roll = (
                        (1.0 - X[p]) * get(v, y0 + 6)
                        + X[p] * get(v, y0 + 13)
                        - dot(b_0, add(dt_0, dt))
                        - dot(b_1, add(dt_1, dt))
                    )
                    quick = add(quick, scaled(across, -roll))
                lost += some * tau * beam.ej * dot(quick, quick)
                moment = scaled(quick, tau * beam.ej)
                more_u, more_w = _bending_rate_back(u, w, a, k, moment)
                by_u, by_w = add(by_u, more_u), add(by_w, more_w)
                if d == 3:
                    push = dot(moment, across)  # against what turns the section
                    by_u = add(by_u, scaled(add(b_0, b_1), push / math.sqrt(a)))
                    out[y0 + 6] += some * push * (1.0 - X[p])
                    out[y0 + 13] += some * push * X[p]
                    for x in range(3):
                        out[y0 + 3 + x] -= some * push * b_0[x] / size_0
                        out[y0 + 10 + x] -= some * push * b_1[x] / size_1
            for i in range(4):
                for x in range(d):
                    out[y0 + velocity_place(i, d) + x] -= some * (f1[i] * by_u[x] + f2[i] * by_w[x])
        for p in range(3):
            f1, some = slope(X_STRETCH[p], h), W_STRETCH[p] * h
            u = summed(f1, q, x0, d)
            size = math.sqrt(dot(u, u))
            stretch = size - 1.0
            pull = beam.ea * stretch / size
            elastic += 0.5 * some * beam.ea * stretch * stretch
            if tau > 0.0:
                rate = dot(u, summed_rates(f1, v, y0, d)) / size
                lost += some * tau * beam.ea * rate * rate
                pull += tau * beam.ea * rate / size
            for i in range(4):
                for x in range(d):
                    out[y0 + velocity_place(i, d) + x] -= some * f1[i] * pull * u[x]
    return elastic, lost, height


@inlined
def bending_rate(u, w, a, k, du, dw):  # type: ignore[no-untyped-def]
    """Rate of k as seen turning with the direction of u: `(u' x w + u x w')/a - 2 k (u.u')/a - (u x u') x k/a`."""
    plain = add(cross(du, w), cross(u, dw))
    out = add(plain, scaled(k, -2.0 * dot(u, du)))
    return scaled(add(out, scaled(cross(cross(u, du), k), -1.0)), 1.0 / a)


@inlined
def _bending_rate_back(u, w, a, k, m):  # type: ignore[no-untyped-def]
    """Its transpose: what a moment m that works on this rate does to u and w."""
    m = scaled(m, 1.0 / a)
    by_u = add(cross(w, m), scaled(u, -2.0 * dot(k, m)))
    # -m . ((u x u') x k) = -(u x u') . (k x m) = -u' . ((k x m) x u)
    by_u = add(by_u, scaled(cross(cross(k, m), u), -1.0))
    return by_u, cross(m, u)


@jit
def ancf_kinetic(beam, d, q, v, out):  # type: ignore[no-untyped-def]
    """Add its kinetic energy, momentum and moment of momentum about the ground origin to `out`, places 0 and 2 to 7."""
    n, h = int(beam.n), beam.h
    for e in range(n):
        x0, y0 = int(beam.q) + node_places(d) * e, int(beam.v) + node_size(d) * e
        if d == 3:
            w0, w1, part = get(v, y0 + 6), get(v, y0 + 13), beam.roll * h / 6.0
            out[0] += part * (w0 * w0 + w0 * w1 + w1 * w1)
            for node in range(2):
                u = vector(q, x0 + 9 * node + 3, d)
                spin = part * (2.0 * w0 + w1 if node == 0 else w0 + 2.0 * w1) / math.sqrt(dot(u, u))
                for x in range(3):
                    out[5 + x] += spin * u[x]
        for i in range(4):
            for j in range(4):
                size = beam.line * h * MASS[i, j] * (h if i % 2 == 1 else 1.0) * (h if j % 2 == 1 else 1.0)
                a, b = y0 + velocity_place(i, d), y0 + velocity_place(j, d)
                speed = scaled(vector(v, b, d), size)
                for x in range(d):
                    out[0] += 0.5 * get(v, a + x) * speed[x]
                moment = cross(vector(q, x0 + vector_place(i, d), d), speed)
                whole = 1.0 if i % 2 == 0 else 0.0  # shapes of positions add up to one
                for x in range(3):
                    out[5 + x] += moment[x]
                    out[2 + x] += whole * speed[x]
