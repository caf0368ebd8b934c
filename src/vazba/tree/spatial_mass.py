"""Masses of bodies and of trees of bodies in space: `[[A, B], [B^T, D]]` of 21 numbers, A and D symmetric (xx xy xz yy yz zz), B row by row."""

from __future__ import annotations

from vazba._jit import inlined
from vazba.algebra.vectors import dot, scaled, triple, turned


@inlined
def _inertia(e, j):  # type: ignore[no-untyped-def]
    """`E J E^T` of a symmetric J (xx xy xz yy yz zz)."""
    x = (
        e[0] * j[0] + e[1] * j[1] + e[2] * j[2],
        e[0] * j[1] + e[1] * j[3] + e[2] * j[4],
        e[0] * j[2] + e[1] * j[4] + e[2] * j[5],
    )
    y = (
        e[3] * j[0] + e[4] * j[1] + e[5] * j[2],
        e[3] * j[1] + e[4] * j[3] + e[5] * j[4],
        e[3] * j[2] + e[4] * j[4] + e[5] * j[5],
    )
    z = (
        e[6] * j[0] + e[7] * j[1] + e[8] * j[2],
        e[6] * j[1] + e[7] * j[3] + e[8] * j[4],
        e[6] * j[2] + e[7] * j[4] + e[8] * j[5],
    )
    r0, r1, r2 = (e[0], e[1], e[2]), (e[3], e[4], e[5]), (e[6], e[7], e[8])
    return dot(x, r0), dot(x, r1), dot(x, r2), dot(y, r1), dot(y, r2), dot(z, r2)


@inlined
def mass_times(m, u, w):  # type: ignore[no-untyped-def]
    """`[[A, B], [B^T, D]] (u, w)`."""
    force = (
        m[0] * u[0] + m[1] * u[1] + m[2] * u[2] + m[6] * w[0] + m[7] * w[1] + m[8] * w[2],
        m[1] * u[0] + m[3] * u[1] + m[4] * u[2] + m[9] * w[0] + m[10] * w[1] + m[11] * w[2],
        m[2] * u[0] + m[4] * u[1] + m[5] * u[2] + m[12] * w[0] + m[13] * w[1] + m[14] * w[2],
    )
    moment = (
        m[6] * u[0] + m[9] * u[1] + m[12] * u[2] + m[15] * w[0] + m[16] * w[1] + m[17] * w[2],
        m[7] * u[0] + m[10] * u[1] + m[13] * u[2] + m[16] * w[0] + m[18] * w[1] + m[19] * w[2],
        m[8] * u[0] + m[11] * u[1] + m[14] * u[2] + m[17] * w[0] + m[19] * w[1] + m[20] * w[2],
    )
    return force, moment


@inlined
def mass_turn(m, w):  # type: ignore[no-untyped-def]
    """`[[A, B], [B^T, D]] (0, w)`."""
    force = (
        m[6] * w[0] + m[7] * w[1] + m[8] * w[2],
        m[9] * w[0] + m[10] * w[1] + m[11] * w[2],
        m[12] * w[0] + m[13] * w[1] + m[14] * w[2],
    )
    moment = (
        m[15] * w[0] + m[16] * w[1] + m[17] * w[2],
        m[16] * w[0] + m[18] * w[1] + m[19] * w[2],
        m[17] * w[0] + m[19] * w[1] + m[20] * w[2],
    )
    return force, moment


@inlined
def less_square(m, f, g, k):  # type: ignore[no-untyped-def]
    """`M -= k (f, g) (f, g)^T`."""
    a, b = scaled(f, k), scaled(g, k)
    m[0] -= a[0] * f[0]
    m[1] -= a[0] * f[1]
    m[2] -= a[0] * f[2]
    m[3] -= a[1] * f[1]
    m[4] -= a[1] * f[2]
    m[5] -= a[2] * f[2]
    for i in range(3):
        m[6 + 3 * i] -= a[i] * g[0]
        m[7 + 3 * i] -= a[i] * g[1]
        m[8 + 3 * i] -= a[i] * g[2]
    m[15] -= b[0] * g[0]
    m[16] -= b[0] * g[1]
    m[17] -= b[0] * g[2]
    m[18] -= b[1] * g[1]
    m[19] -= b[1] * g[2]
    m[20] -= b[2] * g[2]


@inlined
def add_shifted(p, m, d):  # type: ignore[no-untyped-def]
    """Add the mass m, about a point at d, to p: `B' = B - A ~d`, `D' = D - B^T ~d + ~d B'`."""
    x, y, z = d
    a0, a1, a2, a3, a4, a5 = m[0], m[1], m[2], m[3], m[4], m[5]
    # row i of A ~d is (a_y d_z - a_z d_y, a_z d_x - a_x d_z, a_x d_y - a_y d_x) with a the row: a x d
    b00, b01, b02 = m[6] - (a1 * z - a2 * y), m[7] - (a2 * x - a0 * z), m[8] - (a0 * y - a1 * x)
    b10, b11, b12 = m[9] - (a3 * z - a4 * y), m[10] - (a4 * x - a1 * z), m[11] - (a1 * y - a3 * x)
    b20, b21, b22 = m[12] - (a4 * z - a5 * y), m[13] - (a5 * x - a2 * z), m[14] - (a2 * y - a4 * x)
    for i in range(6):
        p[i] += m[i]
    p[6] += b00
    p[7] += b01
    p[8] += b02
    p[9] += b10
    p[10] += b11
    p[11] += b12
    p[12] += b20
    p[13] += b21
    p[14] += b22
    # B^T ~d: row i is (column i of B) x d; ~d B': row 0 = y b2 - z b1, row 1 = z b0 - x b2, row 2 = x b1 - y b0
    p[15] += m[15] - (m[9] * z - m[12] * y) + y * b20 - z * b10
    p[16] += m[16] - (m[12] * x - m[6] * z) + y * b21 - z * b11
    p[17] += m[17] - (m[6] * y - m[9] * x) + y * b22 - z * b12
    p[18] += m[18] - (m[13] * x - m[7] * z) + z * b01 - x * b21
    p[19] += m[19] - (m[7] * y - m[10] * x) + z * b02 - x * b22
    p[20] += m[20] - (m[8] * y - m[11] * x) + x * b12 - y * b02


@inlined
def own_mass(b, e):  # type: ignore[no-untyped-def]
    """Mass of a body alone, about its internal origin, ground axes."""
    m = b.mass
    c = scaled(turned(e, triple(b.c)), b.m)
    m[0], m[1], m[2], m[3], m[4], m[5] = b.m, 0.0, 0.0, b.m, 0.0, b.m
    m[6], m[7], m[8] = 0.0, c[2], -c[1]
    m[9], m[10], m[11] = -c[2], 0.0, c[0]
    m[12], m[13], m[14] = c[1], -c[0], 0.0
    m[15], m[16], m[17], m[18], m[19], m[20] = _inertia(e, b.j)
