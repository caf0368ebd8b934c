"""Stiffness and damping matrices of nodal beams: exact derivatives of their forces, but for what the moment of the twist adds (it is not symmetric)."""

from __future__ import annotations

import math

from vazba._jit import get, inlined, jit, put
from vazba.algebra.vectors import add, cross, dot, scaled, unit
from vazba.flexible.ancf import (
    W_STRETCH,
    X_STRETCH,
    W,
    X,
    bend,
    bending_rate,
    between,
    direction,
    node_places,
    node_size,
    slope,
    square_slopes,
    summed,
    vector,
    velocity_place,
)


@inlined
def _put_pair(blocks, node, i, j, value, out):  # type: ignore[no-untyped-def]
    """Add an entry of the symmetric matrix of an element in space, `i <= j < 14`, to the blocks of its two nodes."""
    block = node if j < 7 else node + 1 if i < 7 else node + 2
    place = int(blocks[block].start) + (i % 7) * 7 + j % 7
    put(out, place, get(out, place) + value)
    if i != j and (i < 7) == (j < 7):
        place = int(blocks[block].start) + (j % 7) * 7 + i % 7
        put(out, place, get(out, place) + value)


@jit
def _spatial_tangent(beam, q, x0, node, blocks, stiffness, damping, spare):  # type: ignore[no-untyped-def]
    """In space: stiffness of the twist (but for what its own moment adds), damping of twist and bending, of one element."""
    h, tau, still = beam.h, beam.damping, (0.0, 0.0, 0.0)
    t_0, _, size_0 = direction(vector(q, x0 + 3, 3), still)
    t_1, _, size_1 = direction(vector(q, x0 + 12, 3), still)
    arm = between(t_0, t_1)
    for k in range(14 + 42):  # the twist, then three rows of the rate of bending, of 14 numbers each
        spare[k] = 0.0
    spare[6], spare[13] = -1.0, 1.0
    for x in range(3):
        spare[3 + x], spare[10 + x] = arm[x] / size_0, arm[x] / size_1
    for p in range(3 if tau > 0.0 else 0):
        f1, f2, some = slope(X[p], h), bend(X[p], h), W[p] * h
        u, w = summed(f1, q, x0, 3), summed(f2, q, x0, 3)
        t, _, size = direction(u, still)
        a = size * size
        k = scaled(cross(u, w), 1.0 / a)
        b_0, b_1, across = scaled(between(t_0, t), 1.0 - X[p]), scaled(between(t_1, t), X[p]), cross(t, k)
        for x in range(3):
            ex, by_roll = unit(x), (b_0[x] + b_1[x]) / size
            from_u = add(bending_rate(u, w, a, k, ex, still), scaled(across, by_roll))
            from_w = bending_rate(u, w, a, k, still, ex)
            for i in range(4):
                near = 0.0 if i % 2 == 0 else (b_0[x] / size_0 if i == 1 else b_1[x] / size_1)
                for y in range(3):
                    spare[14 + 14 * y + velocity_place(i, 3) + x] = (
                        f1[i] * from_u[y] + f2[i] * from_w[y] + near * across[y]
                    )
        for y in range(3):
            spare[14 + 14 * y + 6], spare[14 + 14 * y + 13] = -(1.0 - X[p]) * across[y], -X[p] * across[y]
        for i in range(14):
            for j in range(i, 14):
                total = spare[14 + i] * spare[14 + j] + spare[28 + i] * spare[28 + j] + spare[42 + i] * spare[42 + j]
                _put_pair(blocks, node, i, j, some * tau * beam.ej * total, damping)
    for i in range(14):
        for j in range(i, 14):
            value = beam.gi * spare[i] * spare[j] / h
            _put_pair(blocks, node, i, j, value, stiffness)
            _put_pair(blocks, node, i, j, tau * value, damping)


@jit
def ancf_tangent(beam, d, q, blocks, stiffness, damping, spare):  # type: ignore[no-untyped-def]
    """Add the derivatives of its elastic forces (exact) and of its damping with respect to the rates, into blocks like those of the mass."""
    n, h, first, at, nn = int(beam.n), beam.h, int(beam.blocks), int(beam.q), node_size(d)
    for e in range(n):
        x0 = at + node_places(d) * e
        if d == 3:
            _spatial_tangent(beam, q, x0, first + 2 * e, blocks, stiffness, damping, spare)
        for p in range(3):
            f1, f2 = slope(X[p], h), bend(X[p], h)
            u, w = summed(f1, q, x0, d), summed(f2, q, x0, d)
            a, b, c = dot(u, u), dot(u, w), dot(w, w)
            half, k = 0.5 * beam.ej * W[p] * h, scaled(cross(u, w), 1.0 / a)
            along = slope(X_STRETCH[p], h)
            r = summed(along, q, x0, d)
            l2 = dot(r, r)
            size = math.sqrt(l2)
            f_a, f_b, f_c = square_slopes(a, b, c)
            f_aa, f_ab, f_ac = 2.0 * c / a**3 - 6.0 * b * b / a**4, 4.0 * b / a**3, -1.0 / (a * a)
            f_bb = -2.0 / (a * a)
            ea, tau = beam.ea * W_STRETCH[p] * h, beam.damping
            for x in range(d):
                ex = unit(x)
                from_u, from_w = (
                    bending_rate(u, w, a, k, ex, (0.0, 0.0, 0.0)),
                    bending_rate(u, w, a, k, (0.0, 0.0, 0.0), ex),
                )
                for y in range(d):
                    same = 1.0 if x == y else 0.0
                    ey = unit(y)
                    to_u, to_w = (
                        bending_rate(u, w, a, k, ey, (0.0, 0.0, 0.0)),
                        bending_rate(u, w, a, k, (0.0, 0.0, 0.0), ey),
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
                            place = int(blocks[first + node].start) + (d * (i % 2) + x) * nn + d * (j % 2) + y
                            value = f1[i] * (uu * f1[j] + uw * f2[j]) + f2[i] * (wu * f1[j] + ww * f2[j])
                            value += along[i] * rr * along[j]
                            put(stiffness, place, get(stiffness, place) + value)
                            if tau > 0.0 and d == 3:
                                put(damping, place, get(damping, place) + along[i] * d_rr * along[j])
                            elif tau > 0.0:
                                value = f1[i] * (d_uu * f1[j] + d_uw * f2[j]) + f2[i] * (d_wu * f1[j] + d_ww * f2[j])
                                value += along[i] * d_rr * along[j]
                                put(damping, place, get(damping, place) + value)
