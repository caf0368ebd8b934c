"""What holds a modal beam together: strain along it and curvature, of a beam that hardly stretches, at Gauss points.

The slope of the bent axis is `s = (w_y', w_z')`, `z = s.s`, `r = sqrt(1 - z)`; a beam that keeps its length gets shorter along x by `g` and is bent by `k`,

    g = 1 - r,        k = w'' + b (s.w'') s,   b = 1/(r (1 + r)),

exactly: k is the curvature in the axes of a section that turned from the x axis to the direction of the beam by the shortest way, by `theta = s asin(|s|)/|s|`,
before the twist `phi` about that direction. In space a beam that winds is twisted by that,

    t = phi' - a (s_y w_z'' - s_z w_y''),   a = 1/(1 + r).

(Beyond `z = STEEP` the functions go on as parabolas, so that nothing breaks there.)

Axial shape j is a multiple of a wave `e_j` of mean square one; its strain is

    eps_j = kappa_j q_j + 1/L int e_j g dx:

`u' + g` seen through the waves which the axial shapes have, so that few of them do not lock the beam. It carries the stiffening of a rotating or stretched beam
and its loss of stiffness under pressure. The energy is

    U = 1/2 E A L sum eps_j^2 + 1/2 int (E Jz k_y^2 + E Jy k_z^2 + G It t^2) dx,

k there turned by phi into the axes of the section (`J = R^T diag(Jz, Jy) R` in the axes before the twist). What is linear in the shapes stands in K, the
rest is taken at the points. The same strains with their rates, as the sections see them, which roll, times the damping time give the forces of damping.

In the data of a beam stand, from `kappa` on: `kappa_j`; for every point the slopes and the curvatures (times `sqrt(E weight)`) of the bending shapes of one
plane, the weighted waves `e_j/L`, and (space) of the shapes of twist `phi'`, times the same root, and `phi`.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from vazba._jit import get, inlined, put

STEEP = 0.9  # the square of a slope of 72 degrees
PER_POINT = 12  # work numbers: s, w'' and their rates, along y and z each, phi' and its rate, phi and its rate


def data_of_points(axial: int, bends: int, points: int, twists: int) -> int:
    return axial + points * (2 * bends + axial + 2 * twists)


def room_of_points(axial: int, bends: int, points: int, planes: int) -> int:
    return PER_POINT * points + 2 * axial + planes * bends


def shortening(z: Any) -> tuple[Any, Any, Any]:
    """`g` and its first two derivatives by z."""
    near = np.minimum(z, STEEP)
    r, far = np.sqrt(1.0 - near), z - near
    once, twice = 0.5 / r, 0.25 / (r * r * r)
    return near / (1.0 + r) + far * (once + 0.5 * far * twice), once + far * twice, twice


def bending_factor(z: Any) -> tuple[Any, Any, Any]:
    """`b` and its first two derivatives by z."""
    near = np.minimum(z, STEEP)
    r, far = np.sqrt(1.0 - near), z - near
    f = 1.0 / (r * (1.0 + r))
    once = 0.5 * (1.0 + 2.0 * r) * f * f / r
    twice = 0.25 * (3.0 + r * (9.0 + 8.0 * r)) * f * f * f / (r * r)
    return f + far * (once + 0.5 * far * twice), once + far * twice, twice


def winding_factor(z: Any) -> tuple[Any, Any, Any]:
    """`a` and its first two derivatives by z."""
    near = np.minimum(z, STEEP)
    r, far = np.sqrt(1.0 - near), z - near
    f = 1.0 / (1.0 + r)
    once, twice = 0.5 * f * f / r, 0.25 * (1.0 + 3.0 * r) * f * f * f / (r * r * r)
    return f + far * (once + 0.5 * far * twice), once + far * twice, twice


_shortening, _bending_factor, _winding_factor = inlined(shortening), inlined(bending_factor), inlined(winding_factor)


@inlined
def turn_factor(z):  # type: ignore[no-untyped-def]
    """`theta = factor s`: the factor and its first two derivatives by z."""
    near = min(z, STEEP)
    far = z - near
    if near < 0.01:
        f = 1.0 + near * (1 / 6 + near * (3 / 40 + near * (5 / 112 + near * (35 / 1152 + near * 63 / 2816))))
        once = 1 / 6 + near * (3 / 20 + near * (15 / 112 + near * (35 / 288 + near * 315 / 2816)))
        twice = 3 / 20 + near * (15 / 56 + near * (35 / 96 + near * 315 / 704))
    else:
        slope, back = math.sqrt(near), 1.0 / math.sqrt(1.0 - near)
        f = math.asin(slope) / slope
        once = 0.5 * (back - f) / near
        twice = 0.5 * (0.5 * back * back * back - 3.0 * once) / near
    return f + far * (once + 0.5 * far * twice), once + far * twice, twice


@inlined
def _at_point(u, planes, q, first, at, data):  # type: ignore[no-untyped-def]
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
    return s_y, s_z, c_y, c_z


@inlined
def _twists(u, planes):  # type: ignore[no-untyped-def]
    """How many shapes of twist there are."""
    return int(u.n) - int(u.axial) - 2 * int(u.bends) if planes == 2 else 0


@inlined
def _twist_at(twists, q, first, at, data):  # type: ignore[no-untyped-def]
    """`phi'` (weighted) or `phi` at a point, by the shapes whose coordinates stand from `first` on."""
    total = 0.0
    for j in range(twists):
        total += get(data, at + j) * get(q, first + j)
    return total


@inlined
# many: strains and their rates as single numbers: pasted into loops over the points of a beam
def _efforts(u, planes, q, v, x, y, kappa, data, work, room):  # type: ignore[no-untyped-def]
    """Slopes and curvatures at the points with their rates into the room; `E A L (eps_j + tau eps_j')` behind them; returns energy and loss of stretching.

    Coordinates of the shapes stand from x on, their rates from y on."""
    bends, axial, twists = int(u.bends), int(u.axial), _twists(u, planes)
    efforts, at, turns = room + PER_POINT * int(u.points), kappa + axial, axial + 2 * bends
    rates = efforts + axial
    for j in range(axial):
        put(work, efforts + j, get(data, kappa + j) * get(q, x + j))
        put(work, rates + j, get(data, kappa + j) * get(v, y + j))
    for p in range(u.points):
        to = room + PER_POINT * p
        s_y, s_z, c_y, c_z = _at_point(u, planes, q, x + axial, at, data)
        ds_y, ds_z, dc_y, dc_z = _at_point(u, planes, v, y + axial, at, data)
        put(work, to, s_y)
        put(work, to + 1, s_z)
        put(work, to + 2, c_y)
        put(work, to + 3, c_z)
        put(work, to + 4, ds_y)
        put(work, to + 5, ds_z)
        put(work, to + 6, dc_y)
        put(work, to + 7, dc_z)
        g, g_z, _ = _shortening(s_y * s_y + s_z * s_z)
        quick = 2.0 * g_z * (s_y * ds_y + s_z * ds_z)
        at += 2 * bends
        for j in range(axial):
            put(work, efforts + j, get(work, efforts + j) + get(data, at + j) * g)
            put(work, rates + j, get(work, rates + j) + get(data, at + j) * quick)
        at += axial
        put(work, to + 8, _twist_at(twists, q, x + turns, at, data))
        put(work, to + 9, _twist_at(twists, v, y + turns, at, data))
        put(work, to + 10, _twist_at(twists, q, x + turns, at + twists, data))
        put(work, to + 11, _twist_at(twists, v, y + turns, at + twists, data))
        at += 2 * twists
    held, lost = 0.0, 0.0
    for j in range(axial):
        strain, rate = get(work, efforts + j), get(work, rates + j)
        held += 0.5 * u.stretch * strain * strain
        lost += u.stretch * u.damping * rate * rate
        put(work, efforts + j, u.stretch * (strain + u.damping * rate))
    return held, lost


@inlined
def _pull(u, efforts, waves, data, work):  # type: ignore[no-untyped-def]
    """What the axial efforts do to the shortening at a point."""
    total = 0.0
    for j in range(u.axial):
        total += get(work, efforts + j) * get(data, waves + j)
    return total


@inlined
def _winding(s, c, ds, dc, z, dz):  # type: ignore[no-untyped-def]
    """`G = a (s_y w_z'' - s_z w_y'')`, its rate, its derivatives by slopes and curvatures of the planes, and the first two derivatives of a."""
    a, a_z, a_zz = _winding_factor(z)
    x, rate = s[0] * c[1] - s[1] * c[0], ds[0] * c[1] + s[0] * dc[1] - ds[1] * c[0] - s[1] * dc[0]
    by_s = (a * c[1] + 2.0 * a_z * x * s[0], -a * c[0] + 2.0 * a_z * x * s[1])
    return a * x, a_z * dz * x + a * rate, by_s, (-a * s[1], a * s[0]), a_z, a_zz


@inlined
def _turned_apart(u, phi, k):  # type: ignore[no-untyped-def]
    """`(J - diag(Jz, Jy)) k`: what it makes that a flat section is twisted by phi."""
    if u.j_y == u.j_z:
        return (0.0, 0.0)
    sine, cosine = math.sin(phi), math.cos(phi)
    unequal = (u.j_y - u.j_z) * sine
    return (unequal * (cosine * k[1] - sine * k[0]), unequal * (cosine * k[0] + sine * k[1]))


@inlined
# many: strains and their rates as single numbers: pasted into loops over the points of a beam
def bent_force(u, dimension, q, v, x, y, kappa, data, work, room, out):  # type: ignore[no-untyped-def]
    """Add the forces on the shapes beyond those of K; returns `(elastic energy, power dissipated)` beyond those of K."""
    planes, bends, tau = dimension - 1, int(u.bends), u.damping
    elastic, lost = _efforts(u, planes, q, v, x, y, kappa, data, work, room)
    twists = _twists(u, planes)
    efforts, step = room + PER_POINT * int(u.points), 2 * bends + int(u.axial) + 2 * twists
    for j in range(u.axial):
        out[y + j] -= get(work, efforts + j) * get(data, kappa + j)
    for p in range(u.points):
        at, of = kappa + u.axial + p * step, room + PER_POINT * p
        s, c = (get(work, of), get(work, of + 1)), (get(work, of + 2), get(work, of + 3))
        ds, dc = (get(work, of + 4), get(work, of + 5)), (get(work, of + 6), get(work, of + 7))
        z, dz = s[0] * s[0] + s[1] * s[1], 2.0 * (s[0] * ds[0] + s[1] * ds[1])
        mixed, rate = s[0] * c[0] + s[1] * c[1], ds[0] * c[0] + ds[1] * c[1] + s[0] * dc[0] + s[1] * dc[1]
        b, b_z, _ = _bending_factor(z)
        _, g_z, _ = _shortening(z)
        by, quick = b * mixed, b_z * dz * mixed + b * rate
        more = (by * s[0], by * s[1])
        faster = (by * ds[0] + quick * s[0], by * ds[1] + quick * s[1])
        extra = (u.j_y * (more[0] + tau * faster[0]), u.j_z * (more[1] + tau * faster[1]))
        elastic += 0.5 * (u.j_y * more[0] * (2.0 * c[0] + more[0]) + u.j_z * more[1] * (2.0 * c[1] + more[1]))
        lost += tau * (u.j_y * faster[0] * (2.0 * dc[0] + faster[0]) + u.j_z * faster[1] * (2.0 * dc[1] + faster[1]))
        if planes == 2:  # in the axes of the section, which is twisted by phi and rolls
            bent, rates = (c[0] + more[0], c[1] + more[1]), (dc[0] + faster[0], dc[1] + faster[1])
            phi, rolling = get(work, of + 10), (get(work, of + 11) * bent[1], -get(work, of + 11) * bent[0])
            seen = (rates[0] + rolling[0], rates[1] + rolling[1])
            by_bent, by_seen = _turned_apart(u, phi, bent), _turned_apart(u, phi, seen)
            added = (by_seen[0] + u.j_y * rolling[0], by_seen[1] + u.j_z * rolling[1])
            elastic += 0.5 * (by_bent[0] * bent[0] + by_bent[1] * bent[1])
            lost += tau * (
                added[0] * seen[0] + added[1] * seen[1] + u.j_y * rates[0] * rolling[0] + u.j_z * rates[1] * rolling[1]
            )
            extra = (extra[0] + by_bent[0] + tau * added[0], extra[1] + by_bent[1] + tau * added[1])
        moment = (extra[0] + u.j_y * (c[0] + tau * dc[0]), extra[1] + u.j_z * (c[1] + tau * dc[1]))
        both = moment[0] * s[0] + moment[1] * s[1]
        along = 2.0 * (g_z * _pull(u, efforts, at + 2 * bends, data, work) + both * b_z * mixed)
        wound_s, wound_c = (0.0, 0.0), (0.0, 0.0)  # the torque times what slopes and curvatures wind
        if planes == 2:
            g, rate_g, g_s, g_c, _, _ = _winding(s, c, ds, dc, z, dz)
            torque = u.j_t * (get(work, of + 8) - g + tau * (get(work, of + 9) - rate_g))
            elastic += 0.5 * u.j_t * g * (g - 2.0 * get(work, of + 8))
            lost += tau * u.j_t * rate_g * (rate_g - 2.0 * get(work, of + 9))
            wound_s, wound_c = (torque * g_s[0], torque * g_s[1]), (torque * g_c[0], torque * g_c[1])
            rolled = moment[0] * (c[1] + more[1]) - moment[1] * (c[0] + more[0])
            for j in range(twists):
                place = at + step - 2 * twists + j
                out[y + u.axial + 2 * bends + j] += u.j_t * (g + tau * rate_g) * get(data, place) - rolled * get(
                    data, place + twists
                )
        for a in range(planes):
            by_c, to = extra[a] + both * b * s[a] - wound_c[a], y + u.axial
            by_s = moment[a] * by + both * b * c[a] + along * s[a] - wound_s[a]
            for k in range(bends):
                out[to + a * bends + k] -= by_c * get(data, at + bends + k) + by_s * get(data, at + k)
    return elastic, lost


@inlined
def _of_stretch(u, planes, kappa, data, work, room, j, turns):  # type: ignore[no-untyped-def]
    """`d eps_j / dq` of the bending shapes into `turns`."""
    bends = int(u.bends)
    step = 2 * bends + int(u.axial) + 2 * _twists(u, planes)
    for k in range(planes * bends):
        put(work, turns + k, 0.0)
    for p in range(u.points):
        at, of = kappa + u.axial + p * step, room + PER_POINT * p
        s = (get(work, of), get(work, of + 1))
        _, g_z, _ = _shortening(s[0] * s[0] + s[1] * s[1])
        by = 2.0 * g_z * get(data, at + 2 * bends + j)
        for a in range(planes):
            for k in range(bends):
                put(work, turns + a * bends + k, get(work, turns + a * bends + k) + by * s[a] * get(data, at + k))


@inlined
# long, many: one pass over the points of a beam; parts of it would each need a dozen of its numbers
def bent_tangent(u, dimension, q, v, x, y, kappa, data, work, room, start, size, stiffness, damping):  # type: ignore[no-untyped-def]
    """Add the derivatives of `bent_force` (exact but for what damping of bending adds to the stiffness) to a block whose rows are `size` apart."""
    planes, bends = dimension - 1, int(u.bends)
    _efforts(u, planes, q, v, x, y, kappa, data, work, room)
    twists, axial = _twists(u, planes), int(u.axial)
    efforts, step = room + PER_POINT * int(u.points), 2 * bends + axial + 2 * twists
    turns, many = efforts + 2 * axial, planes * bends
    for j in range(axial):
        _of_stretch(u, planes, kappa, data, work, room, j, turns)
        own, row = get(data, kappa + j), start + j * size
        stiffness[row + j] += u.stretch * own * own
        damping[row + j] += u.damping * u.stretch * own * own
        for k in range(many):
            value = u.stretch * get(work, turns + k)
            for at in (row + axial + k, row + j + (axial + k - j) * size):  # the row of j, and its column
                stiffness[at] += own * value
                damping[at] += u.damping * own * value
            for i in range(many):
                at, term = start + (axial + k) * size + axial + i, value * get(work, turns + i)
                stiffness[at] += term
                damping[at] += u.damping * term
    for p in range(u.points):
        at, of = kappa + axial + p * step, room + PER_POINT * p
        s, c = (get(work, of), get(work, of + 1)), (get(work, of + 2), get(work, of + 3))
        z, mixed = s[0] * s[0] + s[1] * s[1], s[0] * c[0] + s[1] * c[1]
        b, b_z, b_zz = _bending_factor(z)
        _, g_z, g_zz = _shortening(z)
        pull, h = _pull(u, efforts, at + 2 * bends, data, work), b * mixed
        # J in the axes before the twist, what it has beside the diagonal of K, J s, and J k
        turned_y, turned_z = (0.0, 0.0), (0.0, 0.0)
        if planes == 2:
            phi = get(work, of + 10)
            turned_y, turned_z = _turned_apart(u, phi, (1.0, 0.0)), _turned_apart(u, phi, (0.0, 1.0))
        stiff = ((u.j_y + turned_y[0], turned_y[1]), (turned_z[0], u.j_z + turned_z[1]))
        apart = (turned_y, turned_z)
        by_stiff = (stiff[0][0] * s[0] + stiff[0][1] * s[1], stiff[1][0] * s[0] + stiff[1][1] * s[1])
        bent = (c[0] + h * s[0], c[1] + h * s[1])
        moment = (stiff[0][0] * bent[0] + stiff[0][1] * bent[1], stiff[1][0] * bent[0] + stiff[1][1] * bent[1])
        both, square = moment[0] * s[0] + moment[1] * s[1], by_stiff[0] * s[0] + by_stiff[1] * s[1]
        # d(b s.w'') of shape k of plane a: by_s[a] times its slope, by_c[a] times its curvature
        by_s = (2.0 * b_z * mixed * s[0] + b * c[0], 2.0 * b_z * mixed * s[1] + b * c[1])
        by_c = (b * s[0], b * s[1])
        g, _, g_s, g_c, a_z, a_zz = _winding(s, c, s, c, z, 0.0)
        turned, torque = s[0] * c[1] - s[1] * c[0], u.j_t * (get(work, of + 8) - g)
        x_s, x_c, (winds, _, _) = (c[1], -c[0]), (-s[1], s[0]), _winding_factor(z)
        if planes == 2:
            across = (bent[1], -bent[0])  # d/dphi of k in the axes of the section
            held = (
                stiff[0][0] * across[0] + stiff[0][1] * across[1],
                stiff[1][0] * across[0] + stiff[1][1] * across[1],
            )
            shifted = (held[0] - moment[1], held[1] + moment[0])
            around = held[0] * across[0] + held[1] * across[1]
            first = start + (axial + 2 * bends) * size + axial + 2 * bends
            for j in range(twists):
                for i in range(twists):
                    value = get(data, at + step - twists + j) * get(data, at + step - twists + i)
                    stiffness[first + j * size + i] += (around - moment[0] * bent[0] - moment[1] * bent[1]) * value
                    damping[first + j * size + i] += u.damping * around * value
            along, slow = shifted[0] * s[0] + shifted[1] * s[1], held[0] * s[0] + held[1] * s[1]
            for a in range(planes):
                for k in range(bends):
                    s_k, c_k = get(data, at + k), get(data, at + bends + k)
                    wound, f_k, d_k = (
                        -u.j_t * (g_s[a] * s_k + g_c[a] * c_k),
                        c_k + h * s_k,
                        by_s[a] * s_k + by_c[a] * c_k,
                    )
                    place = start + (axial + a * bends + k) * size + axial + 2 * bends
                    for j in range(twists):
                        by_rate, by_value = (
                            wound * get(data, at + step - 2 * twists + j),
                            get(data, at + step - twists + j),
                        )
                        mirror = start + (axial + 2 * bends + j) * size + axial + a * bends + k
                        value = by_rate + by_value * (shifted[a] * f_k + along * d_k)
                        lossy = u.damping * (by_rate + by_value * (held[a] * f_k + slow * d_k))
                        stiffness[place + j] += value
                        stiffness[mirror] += value
                        damping[place + j] += lossy
                        damping[mirror] += lossy
        for a in range(planes):
            for e in range(planes):
                same = 1.0 if a == e else 0.0
                left, right, between = by_stiff[a], by_stiff[e], stiff[a][e]
                ss = between * h * h + h * (left * by_s[e] + right * by_s[a]) + square * by_s[a] * by_s[e]
                sc = between * h + h * left * by_c[e] + right * by_s[a] + square * by_s[a] * by_c[e]
                cs = between * h + left * by_s[e] + h * right * by_c[a] + square * by_c[a] * by_s[e]
                cc = apart[a][e] + left * by_c[e] + right * by_c[a] + square * by_c[a] * by_c[e]
                cross = both * (2.0 * b_z * s[a] * s[e] + same * b)
                more_ss = moment[a] * by_s[e] + moment[e] * by_s[a] + 2.0 * same * (both * b_z * mixed + pull * g_z)
                more_ss += both * (4.0 * b_zz * mixed * s[a] * s[e] + 2.0 * b_z * (s[a] * c[e] + c[a] * s[e]))
                more_ss += 4.0 * pull * g_zz * s[a] * s[e]
                more_sc, more_cs = moment[a] * by_c[e] + cross, moment[e] * by_c[a] + cross
                if planes == 2:
                    ss += u.j_t * g_s[a] * g_s[e]
                    sc += u.j_t * g_s[a] * g_c[e]
                    cs += u.j_t * g_c[a] * g_s[e]
                    cc += u.j_t * g_c[a] * g_c[e]
                    lever = winds * (e - a)
                    more_ss -= torque * (
                        4.0 * a_zz * turned * s[a] * s[e] + 2.0 * a_z * (same * turned + s[a] * x_s[e] + s[e] * x_s[a])
                    )
                    more_sc -= torque * (2.0 * a_z * s[a] * x_c[e] + lever)
                    more_cs -= torque * (2.0 * a_z * s[e] * x_c[a] - lever)
                for k in range(bends):
                    s_k, c_k = get(data, at + k), get(data, at + bends + k)
                    row = start + (axial + a * bends + k) * size + axial + e * bends
                    lossy_s, lossy_c = u.damping * (ss * s_k + cs * c_k), u.damping * (sc * s_k + cc * c_k)
                    held_s = (ss + more_ss) * s_k + (cs + more_cs) * c_k
                    held_c = (sc + more_sc) * s_k + cc * c_k
                    for i in range(bends):
                        s_i, c_i = get(data, at + i), get(data, at + bends + i)
                        damping[row + i] += lossy_s * s_i + lossy_c * c_i
                        stiffness[row + i] += held_s * s_i + held_c * c_i
