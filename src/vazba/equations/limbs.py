"""Rigid bars that meet and close no loop: `[[W x E, J^T], [J, 0]] (a, y) = (f, gamma)` from the leaves of a tree of nodes to its root, and back.

A node c with the reduced mass `A = G^-1`, joined to its parent p by the mass b and, where m points from c to p, by the row `m . (a_p - a_c) = gamma`:

    u = G m,  w = m + b u,    A_p += w w^T/(m . u) - b^2 G,    f_p += w (m . g + gamma)/(m . u) - b g,   g = G f_c
    y = (w . a_p - m . g - gamma)/(m . u),    a_c = g - b G a_p + u y

A root may be held by one row from the ground.
"""

from __future__ import annotations

from vazba._jit import get, inlined, jit, put
from vazba.algebra.vectors import add, dot, scaled, sub, triple
from vazba.equations.strands import at
from vazba.flexible.nodal import NODAL


@inlined
def _times(g, v):  # type: ignore[no-untyped-def]
    """`G v`."""
    return (
        g[0] * v[0] + g[1] * v[1] + g[3] * v[2],
        g[1] * v[0] + g[2] * v[1] + g[4] * v[2],
        g[3] * v[0] + g[4] * v[1] + g[5] * v[2],
    )


@inlined
def _inverse(a):  # type: ignore[no-untyped-def]
    """Of a symmetric positive matrix (xx, xy, yy, xz, yz, zz)."""
    xx, xy, yy, xz, yz, zz = a[0], a[1], a[2], a[3], a[4], a[5]
    p, q, r = yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy
    one = 1.0 / (xx * p + xy * q + xz * r)
    return one * p, one * q, one * (xx * zz - xz * xz), one * r, one * (xy * xz - xx * yz), one * (xx * yy - xy * xy)


@jit
def factor_limbs(n):  # type: ignore[no-untyped-def]
    """Reduced masses in the posture of the rows."""
    limbs, rods = NODAL.limbs(n), NODAL.rods(n)
    for k in range(limbs.shape[0]):
        limb = limbs[k]
        own = limb.own
        limb.g[0], limb.g[1], limb.g[2], limb.g[3], limb.g[4], limb.g[5] = own, 0.0, own, 0.0, 0.0, own
    for k in range(limbs.shape[0]):
        limb = limbs[k]
        g, b = _inverse(limb.g), limb.shared
        for c in range(6):
            limb.g[c] = g[c]
        m, u, w, one = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0
        if limb.rod >= 0:
            rod = rods[limb.rod]
            m = triple(rod.n)
            if limb.up < 0:
                m = scaled(m, limb.sign)
            elif rod.a != limb.x:
                m = scaled(m, -1.0)
            u = _times(g, m)
            w, one = add(m, scaled(u, b)), 1.0 / dot(m, u)
        limb.one = one
        for c in range(3):
            limb.m[c], limb.u[c], limb.w[c] = m[c], u[c], w[c]
        if limb.up >= 0:
            a, v, b = limbs[limb.up].g, scaled(w, one), b * b
            a[0] += v[0] * w[0] - b * g[0]
            a[1] += v[0] * w[1] - b * g[1]
            a[2] += v[1] * w[1] - b * g[2]
            a[3] += v[0] * w[2] - b * g[3]
            a[4] += v[1] * w[2] - b * g[4]
            a[5] += v[2] * w[2] - b * g[5]


@inlined
def _write(x, i, v, d):  # type: ignore[no-untyped-def]
    for c in range(d):
        put(x, i + c, v[c])


@inlined
def solve_limbs(n, d):  # type: ignore[no-untyped-def]
    """Solve in place."""
    limbs, rods, x, first = NODAL.limbs(n), NODAL.rods(n), NODAL.x(n), n.first_row
    for k in range(limbs.shape[0]):
        limb = limbs[k]
        i, j, m = int(limb.x), int(limb.x_up), triple(limb.m)
        g = _times(limb.g, at(x, i, d))
        if limb.up >= 0:
            gamma = get(x, first + int(rods[limb.rod].row)) if limb.rod >= 0 else 0.0
            more = sub(scaled(triple(limb.w), (dot(m, g) + gamma) * limb.one), scaled(g, limb.shared))
            _write(x, j, add(at(x, j, d), more), d)
        elif limb.rod >= 0:
            row = first + int(rods[limb.rod].row)
            y = (dot(m, g) - get(x, row)) * limb.one
            put(x, row, y)
            g = sub(g, scaled(triple(limb.u), y))
        _write(x, i, g, d)
    for k in range(limbs.shape[0] - 1, -1, -1):
        limb = limbs[k]
        if limb.up < 0:
            continue
        i = int(limb.x)
        g, up = at(x, i, d), at(x, int(limb.x_up), d)
        a = sub(g, scaled(_times(limb.g, up), limb.shared))
        if limb.rod >= 0:
            row = first + int(rods[limb.rod].row)
            y = (dot(triple(limb.w), up) - dot(triple(limb.m), g) - get(x, row)) * limb.one
            put(x, row, y)
            a = add(a, scaled(triple(limb.u), y))
        _write(x, i, a, d)
