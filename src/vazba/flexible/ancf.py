"""A beam of absolute nodal coordinates: position and slope `(r, r')` at the nodes, cubic between them, in the plane and in space.

Mass matrix `rho A int S^T S dx`, constant. Strains: stretch `e = |r'| - 1`, bending `k = r' x r''/|r'|^2` (the rate at which the direction turns along the
undeformed beam), so that

    U = 1/2 int (E A e^2 + E J k.k) dx,      k.k = c/a - b^2/a^2,   a = r'.r',  b = r'.r'',  c = r''.r''

Forces and their exact derivatives: bending at three Gauss points an element, stretch at its ends and its middle (Lobatto). There a cubic can keep its length
while it bends; at other points it cannot, and slender beams would be too stiff. Kelvin-Voigt damping acts on the rates of the strains, `k'` as seen by an
observer who turns with the beam. Sections have no inertia of their own against turning, and in space no stiffness against twist: about its own axis the beam is
turned as little as possible from where it was described (undefined only where it points exactly backwards).
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import get, inlined, jit, put
from vazba.algebra.vectors import add, cross, dot, scaled, turned_back, unit

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
def _sum(f, q, at, d):  # type: ignore[no-untyped-def]
    """`sum f_i q_i` of an element whose nodal vectors stand from `at` on."""
    out = (0.0, 0.0, 0.0)
    for i in range(4):
        third = get(q, at + d * i + 2) if d == 3 else 0.0
        out = add(out, scaled((get(q, at + d * i), get(q, at + d * i + 1), third), f[i]))
    return out


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
                            put(out, start + (d * i + x) * 2 * d + d * j + y, value * size if x == y else 0.0)


@inlined
def _strain(a, b, c):  # type: ignore[no-untyped-def]
    """Derivatives of `k.k` by a, b, c."""
    return -c / (a * a) + 2.0 * b * b / (a * a * a), -2.0 * b / (a * a), 1.0 / a


@jit
def ancf_force(beam, d, q, v, g, out):  # type: ignore[no-untyped-def]
    """Add gravity and elastic forces; returns `(elastic energy, power dissipated, potential energy)`."""
    n, h, at, to = int(beam.n), beam.h, int(beam.q), int(beam.v)
    elastic, lost, height = 0.0, 0.0, 0.0
    weight = beam.line * h
    for e in range(n):
        x0, y0 = at + 2 * d * e, to + 2 * d * e
        for i in range(4):
            part = weight * (0.5 if i % 2 == 0 else (h / 12.0 if i == 1 else -h / 12.0))
            for x in range(d):
                out[y0 + d * i + x] += part * g[x]
                height -= part * g[x] * get(q, x0 + d * i + x)
        for p in range(3):
            f1, f2 = slope(X[p], h), bend(X[p], h)
            u, w = _sum(f1, q, x0, d), _sum(f2, q, x0, d)
            a, b, c = dot(u, u), dot(u, w), dot(w, w)
            some, k = W[p] * h, scaled(cross(u, w), 1.0 / a)
            f_a, f_b, f_c = _strain(a, b, c)
            bending = 0.5 * beam.ej
            by_u = add(scaled(u, 2.0 * bending * f_a), scaled(w, bending * f_b))
            by_w = add(scaled(u, bending * f_b), scaled(w, 2.0 * bending * f_c))
            elastic += some * bending * dot(k, k)
            if beam.damping > 0.0:
                du, dw = _sum(f1, v, y0, d), _sum(f2, v, y0, d)
                quick = _bending_rate(u, w, a, k, du, dw)
                lost += some * beam.damping * beam.ej * dot(quick, quick)
                more_u, more_w = _bending_rate_back(u, w, a, k, scaled(quick, beam.damping * beam.ej))
                by_u, by_w = add(by_u, more_u), add(by_w, more_w)
            for i in range(4):
                for x in range(d):
                    out[y0 + d * i + x] -= some * (f1[i] * by_u[x] + f2[i] * by_w[x])
        for p in range(3):
            f1, some = slope(X_STRETCH[p], h), W_STRETCH[p] * h
            u = _sum(f1, q, x0, d)
            size = math.sqrt(dot(u, u))
            stretch = size - 1.0
            pull = beam.ea * stretch / size
            elastic += 0.5 * some * beam.ea * stretch * stretch
            if beam.damping > 0.0:
                rate = dot(u, _sum(f1, v, y0, d)) / size
                lost += some * beam.damping * beam.ea * rate * rate
                pull += beam.damping * beam.ea * rate / size
            for i in range(4):
                for x in range(d):
                    out[y0 + d * i + x] -= some * f1[i] * pull * u[x]
    return elastic, lost, height


@inlined
def _bending_rate(u, w, a, k, du, dw):  # type: ignore[no-untyped-def]
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
        x0, y0 = int(beam.q) + 2 * d * e, int(beam.v) + 2 * d * e
        for i in range(4):
            for j in range(4):
                size = beam.line * h * MASS[i, j] * (h if i % 2 == 1 else 1.0) * (h if j % 2 == 1 else 1.0)
                a, b = y0 + d * i, y0 + d * j
                third, high = (get(v, b + 2), get(q, x0 + d * i + 2)) if d == 3 else (0.0, 0.0)
                speed = scaled((get(v, b), get(v, b + 1), third), size)
                for x in range(d):
                    out[0] += 0.5 * get(v, a + x) * speed[x]
                place = (get(q, x0 + d * i), get(q, x0 + d * i + 1), high)
                moment = cross(place, speed)
                whole = 1.0 if i % 2 == 0 else 0.0  # shapes of positions add up to one
                for x in range(3):
                    out[5 + x] += moment[x]
                    out[2 + x] += whole * speed[x]


@jit
def ancf_tangent(beam, d, q, blocks, stiffness, damping):  # type: ignore[no-untyped-def]
    """Add the derivatives of its elastic forces (exact) and of its damping with respect to the rates, into blocks like those of the mass."""
    n, h, first, at = int(beam.n), beam.h, int(beam.blocks), int(beam.q)
    for e in range(n):
        x0 = at + 2 * d * e
        for p in range(3):
            f1, f2 = slope(X[p], h), bend(X[p], h)
            u, w = _sum(f1, q, x0, d), _sum(f2, q, x0, d)
            a, b, c = dot(u, u), dot(u, w), dot(w, w)
            half, k = 0.5 * beam.ej * W[p] * h, scaled(cross(u, w), 1.0 / a)
            along = slope(X_STRETCH[p], h)
            r = _sum(along, q, x0, d)
            l2 = dot(r, r)
            size = math.sqrt(l2)
            f_a, f_b, f_c = _strain(a, b, c)
            f_aa, f_ab, f_ac = 2.0 * c / a**3 - 6.0 * b * b / a**4, 4.0 * b / a**3, -1.0 / (a * a)
            f_bb = -2.0 / (a * a)
            ea, tau = beam.ea * W_STRETCH[p] * h, beam.damping
            for x in range(d):
                ex = unit(x)
                from_u, from_w = (
                    _bending_rate(u, w, a, k, ex, (0.0, 0.0, 0.0)),
                    _bending_rate(u, w, a, k, (0.0, 0.0, 0.0), ex),
                )
                for y in range(d):
                    same = 1.0 if x == y else 0.0
                    ey = unit(y)
                    to_u, to_w = (
                        _bending_rate(u, w, a, k, ey, (0.0, 0.0, 0.0)),
                        _bending_rate(u, w, a, k, (0.0, 0.0, 0.0), ey),
                    )
                    rr = ea * ((1.0 - 1.0 / size) * same + r[x] * r[y] / (l2 * size))
                    uu = half * (
                        2.0 * f_a * same
                        + 4.0 * f_aa * u[x] * u[y]
                        + 2.0 * f_ab * (u[x] * w[y] + w[x] * u[y])
                        + f_bb * w[x] * w[y]
                    )
                    uw = half * (f_b * same + 2.0 * f_ab * u[x] * u[y] + 4.0 * f_ac * u[x] * w[y] + f_bb * w[x] * u[y])
                    wu = half * (f_b * same + 2.0 * f_ab * u[y] * u[x] + 4.0 * f_ac * u[y] * w[x] + f_bb * w[y] * u[x])
                    ww = half * (f_bb * u[x] * u[y] + 2.0 * f_c * same)
                    d_rr, d_uu = tau * ea * r[x] * r[y] / l2, tau * 2.0 * half * dot(from_u, to_u)
                    d_uw, d_wu = tau * 2.0 * half * dot(from_u, to_w), tau * 2.0 * half * dot(from_w, to_u)
                    d_ww = tau * 2.0 * half * dot(from_w, to_w)
                    for i in range(4):
                        for j in range(4):
                            if i >= 2 and j < 2:
                                continue  # the block between the nodes is kept once
                            node = 2 * e if i < 2 and j < 2 else 2 * e + 1 if i < 2 else 2 * e + 2
                            place = int(blocks[first + node].start) + (d * (i % 2) + x) * 2 * d + d * (j % 2) + y
                            value = f1[i] * (uu * f1[j] + uw * f2[j]) + f2[i] * (wu * f1[j] + ww * f2[j])
                            value += along[i] * rr * along[j]
                            put(stiffness, place, get(stiffness, place) + value)
                            if tau > 0.0:
                                value = f1[i] * (d_uu * f1[j] + d_uw * f2[j]) + f2[i] * (d_wu * f1[j] + d_ww * f2[j])
                                value += along[i] * d_rr * along[j]
                                put(damping, place, get(damping, place) + value)


@jit
def ancf_station(st, beam, d, q, v, b, state, turns, big_b, bias):  # type: ignore[no-untyped-def]
    """Pose and twist of a station, its B (one part for each node of its element), and the acceleration it has while the velocities do not change."""
    h, e = beam.h, int(st.element)
    x0, y0 = int(beam.q) + 2 * d * e, int(beam.v) + 2 * d * e
    f0, f1 = shape(st.x, h), slope(st.x, h)
    r, u, velocity, du = _sum(f0, q, x0, d), _sum(f1, q, x0, d), _sum(f0, v, y0, d), _sum(f1, v, y0, d)
    a, nb, at = dot(u, u), (3 if d == 2 else 6), int(st.bias)
    size = math.sqrt(a)
    for i in range(3):
        state.r[i], state.v[i] = r[i], velocity[i]
    for i in range(nb):
        put(bias, at + i, 0.0)
    for node in range(2):
        begin = b + node * nb * 2 * d
        for i in range(d):
            for j in range(2 * d):
                put(big_b, begin + i * 2 * d + j, f0[2 * node + j // d] if j % d == i else 0.0)
    if d == 2:
        turn = turns[int(st.turn)]
        angle = math.atan2(u[1], u[0])
        angle += 2.0 * math.pi * round((turn - angle) / (2.0 * math.pi))
        turns[int(st.turn)] = angle
        spin = (u[0] * du[1] - u[1] * du[0]) / a
        cosine, sine = u[0] / size, u[1] / size
        state.angle = angle
        state.s[0], state.s[1], state.s[3], state.s[4], state.s[8] = cosine, -sine, sine, cosine, 1.0
        state.w[2] = spin
        put(bias, at + 2, -2.0 * dot(u, du) * spin / a)
        for node in range(2):
            begin = b + node * 12 + 8
            for j in range(2):
                f = f1[2 * node + j] / a
                put(big_b, begin + 2 * j, -f * u[1])
                put(big_b, begin + 2 * j + 1, f * u[0])
        return
    t, t0 = scaled(u, 1.0 / size), (st.basis[0], st.basis[3], st.basis[6])
    dt = scaled(add(du, scaled(t, -dot(t, du))), 1.0 / size)
    near = 1.0 + dot(t0, t)
    n = cross(t0, t)
    for j in range(3):
        axis = (st.basis[j], st.basis[3 + j], st.basis[6 + j])
        once = cross(n, axis)
        out = add(axis, add(once, scaled(cross(n, once), 1.0 / near)))
        for i in range(3):
            state.s[3 * i + j] = out[i]
    about = -dot(n, dt) / near
    spin = add(cross(t, dt), scaled(t, about))
    for i in range(3):
        state.w[i] = spin[i]
    ddt = add(scaled(dt, -2.0 * dot(u, du) / a), scaled(t, -dot(dt, dt)))
    turning = -(dot(n, ddt) + dot(cross(t0, dt), dt)) / near + dot(n, dt) * dot(t0, dt) / (near * near)
    quick = turned_back(state.s, add(cross(t, ddt), add(scaled(t, turning), scaled(dt, about))))
    for i in range(3):
        put(bias, at + 3 + i, quick[i])
    for j in range(3):
        ej = unit(j)
        change = scaled(add(ej, scaled(t, -t[j])), 1.0 / size)
        own = turned_back(state.s, add(cross(t, change), scaled(t, -dot(n, change) / near)))
        for node in range(2):
            for part in range(2):
                f, begin = f1[2 * node + part], b + node * 36 + 18 + 3 * part + j
                for i in range(3):
                    put(big_b, begin + 6 * i, f * own[i])
