"""How the columns of a bushing change along a motion of its frames: `bushing_columns` with a time derivative (the second is not followed)."""

from __future__ import annotations

import math

from vazba._jit import inlined, jit
from vazba.algebra.jets import (
    across,
    along,
    carried_by,
    fixed,
    followed,
    inverse,
    less,
    minus,
    multiple,
    part,
    plus,
    product,
    root,
    still,
    times,
    total,
)
from vazba.algebra.vectors import column, sub, triple


@inlined
def _axes(pose, moves):  # type: ignore[no-untyped-def]
    w, al = moves[1], moves[3]
    return (
        carried_by(column(pose.r, 0), w, al),
        carried_by(column(pose.r, 1), w, al),
        carried_by(column(pose.r, 2), w, al),
    )


@jit
def _arc(s):  # type: ignore[no-untyped-def]
    """`g = asin(sqrt s)/sqrt s` and `h = (1 - g)/s` with their slopes."""
    if s[0] < 0.01:
        x = s[0]
        h = -(
            1 / 6
            + x * (3 / 40 + x * (5 / 112 + x * (35 / 1152 + x * (63 / 2816 + x * (231 / 13312 + x * 143 / 10240)))))
        )
        h_s = -(
            3 / 40
            + x
            * (2 * 5 / 112 + x * (3 * 35 / 1152 + x * (4 * 63 / 2816 + x * (5 * 231 / 13312 + x * 6 * 143 / 10240))))
        )
        g, g_s = 1.0 - h * x, -h - h_s * x
    else:
        sine, cosine = math.sqrt(s[0]), math.sqrt(1.0 - s[0])
        g = math.atan2(sine, cosine) / sine
        g_s = (1.0 - g * cosine) / (2.0 * s[0] * cosine)
        h = (1.0 - g) / s[0]
        h_s = (-g_s - h) / s[0]
    return followed(s, g, g_s, 0.0), followed(s, h, h_s, 0.0)


@jit
def _exact(a, b):  # type: ignore[no-untyped-def]
    """Of the rotation vector from axes a to axes b: the vectors m of its components, the axes half-way, p and c (see `bushing._exact_turn`)."""
    (ax, ay, az), (bx, by, bz) = a, b
    trace = total(total(along(ax, bx), along(ay, by)), along(az, bz))
    c = root(part(total(still(1.0), trace), 0.25))
    k = part(inverse(c), 0.25)
    x = product(less(along(az, by), along(ay, bz)), k)
    y = product(less(along(ax, bz), along(az, bx)), k)
    z = product(less(along(ay, bx), along(ax, by)), k)
    g, h = _arc(total(total(product(x, x), product(y, y)), product(z, z)))
    p = plus(plus(times(ax, x), times(ay, y)), times(az, z))
    f = inverse(total(still(1.0), c))
    mx = plus(plus(times(ax, c), across(p, ax)), times(p, product(f, x)))
    my = plus(plus(times(ay, c), across(p, ay)), times(p, product(f, y)))
    mz = plus(plus(times(az, c), across(p, az)), times(p, product(f, z)))
    turns = (
        plus(times(mx, g), times(p, product(h, x))),
        plus(times(my, g), times(p, product(h, y))),
        plus(times(mz, g), times(p, product(h, z))),
    )
    return turns, (mx, my, mz), p, c


@jit
def _half_way(x, d, p, f):  # type: ignore[no-untyped-def]
    arm = across(x, d)
    bent, half = times(across(arm, p), f), multiple(arm, 0.5)
    return plus(half, bent), minus(half, bent)


@jit
def bushing_series(bushing, a, b, by_a, by_b):  # type: ignore[no-untyped-def]
    """Of the displacements: directions x, `Dwa`, `Dwb`; of the turns: m (`Dwb = m`, `Dwa = -m`); each three with their derivatives."""
    none = fixed((0.0, 0.0, 0.0))
    first, second = _axes(a, by_a), _axes(b, by_b)
    ax, ay, az = first
    bx, by, bz = second
    d = (sub(triple(b.p), triple(a.p)), sub(by_b[0], by_a[0]), sub(by_b[2], by_a[2]))
    own = (across(ax, d), across(ay, d), across(az, d))
    if bushing.n == 3:
        turns = (none, none, fixed((0.0, 0.0, 1.0)))
        if bushing.middle == 0:
            return first, (own[0], own[1], none), (none, none, none), turns
        angle = (0.5 * (b.angle - a.angle - bushing.turn), 0.5 * (by_b[1][2] - by_a[1][2]), 0.0)
        c, s = math.cos(angle[0]), math.sin(angle[0])
        cosine, sine = followed(angle, c, -s, -c), followed(angle, s, c, -s)
        x, y = plus(times(ax, cosine), times(ay, sine)), minus(times(ay, cosine), times(ax, sine))
        u, v = multiple(across(x, d), 0.5), multiple(across(y, d), 0.5)
        return (x, y, az), (u, v, none), (u, v, none), turns
    if bushing.exact != 0:
        turns, (x, y, z), p, c = _exact(first, second)
        if bushing.middle != 0:
            f = part(inverse(total(still(1.0), c)), 0.5)
            (xa, xb), (ya, yb), (za, zb) = _half_way(x, d, p, f), _half_way(y, d, p, f), _half_way(z, d, p, f)
            return (x, y, z), (xa, ya, za), (xb, yb, zb), turns
        return first, own, (none, none, none), turns
    turns = (
        multiple(minus(across(ay, bz), across(az, by)), 0.5),
        multiple(minus(across(az, bx), across(ax, bz)), 0.5),
        multiple(minus(across(ax, by), across(ay, bx)), 0.5),
    )
    if bushing.middle != 0:
        h = 0.5
        axes = (multiple(plus(ax, bx), h), multiple(plus(ay, by), h), multiple(plus(az, bz), h))
        w_a = (multiple(own[0], h), multiple(own[1], h), multiple(own[2], h))
        w_b = (multiple(across(bx, d), h), multiple(across(by, d), h), multiple(across(bz, d), h))
        return axes, w_a, w_b, turns
    return first, own, (none, none, none), turns
