"""One sweep from the root of a tree in space to its tips: poses and twists of all bodies (see `spatial`)."""

from __future__ import annotations

import math

from vazba._jit import boundary, get, inlined
from vazba.algebra.vectors import add, cross, scaled, sub, triple, turned
from vazba.tables import numbers_at
from vazba.tree.records import BALL, SPATIAL_TREE, TREE, TURN


@inlined
def put_triple(array, at, a):  # type: ignore[no-untyped-def]
    array[at], array[at + 1], array[at + 2] = a[0], a[1], a[2]


@inlined
def _turned_about(x, y, angle):  # type: ignore[no-untyped-def]
    """Two axes turned about the third of a right-handed basis."""
    c, s = math.cos(angle), math.sin(angle)
    return add(scaled(x, c), scaled(y, s)), sub(scaled(y, c), scaled(x, s))


@inlined
def basis_times(e, a):  # type: ignore[no-untyped-def]
    """Columns of the product of two bases, each row by row."""
    x = turned(e, (a[0], a[3], a[6]))
    y = turned(e, (a[1], a[4], a[7]))
    return x, y, turned(e, (a[2], a[5], a[8]))


@inlined
def _turned_by(x, y, z, p):  # type: ignore[no-untyped-def]
    """A basis turned by a quaternion, of whatever length."""
    size = 2.0 / (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3])
    xx, yy, zz = p[1] * p[1] * size, p[2] * p[2] * size, p[3] * p[3] * size
    xy, xz, yz = p[1] * p[2] * size, p[1] * p[3] * size, p[2] * p[3] * size
    wx, wy, wz = p[0] * p[1] * size, p[0] * p[2] * size, p[0] * p[3] * size
    return (
        add(add(scaled(x, 1.0 - yy - zz), scaled(y, xy + wz)), scaled(z, xz - wy)),
        add(add(scaled(x, xy - wz), scaled(y, 1.0 - xx - zz)), scaled(z, yz + wx)),
        add(add(scaled(x, xz + wy), scaled(y, yz - wx)), scaled(z, 1.0 - xx - yy)),
    )


@boundary("int64(int64, int64, int64)")
def sweep(tree_address, q_at, v_at):  # type: ignore[no-untyped-def]
    """Poses and twists of all bodies from coordinates and speeds, the freedoms' columns and the accelerations that belong to the speeds."""
    t = TREE.at(tree_address)
    bodies, freedoms = SPATIAL_TREE.bodies(t), SPATIAL_TREE.freedoms(t)
    n = t.n_bodies - 1
    states, q, v = TREE.states(t), numbers_at(q_at, t.nq), numbers_at(v_at, t.nv)
    t.q_now, t.v_now = q_at, v_at
    for k in range(n):
        b, s = bodies[k], states[k]
        p = states[b.parent]
        x, y, z = basis_times(p.s, b.basis)
        d, w = turned(p.s, triple(b.place)), triple(p.w)
        across = cross(w, d)
        u, bu, bw = add(triple(p.v), across), cross(w, across), (0.0, 0.0, 0.0)
        first, at, turned_before = b.first, b.at, False
        j = first
        while j < first + b.count:
            f = freedoms[j]
            if f.kind == BALL:
                x, y, z = _turned_by(x, y, z, (get(q, at), get(q, at + 1), get(q, at + 2), get(q, at + 3)))
                relative = add(add(scaled(x, get(v, j)), scaled(y, get(v, j + 1))), scaled(z, get(v, j + 2)))
                bw = add(bw, cross(w, relative))
                w = add(w, relative)
                zero = (0.0, 0.0, 0.0)
                put_triple(f.c, 0, zero)
                put_triple(f.c, 3, x)
                put_triple(freedoms[j + 1].c, 0, zero)
                put_triple(freedoms[j + 1].c, 3, y)
                put_triple(freedoms[j + 2].c, 0, zero)
                put_triple(freedoms[j + 2].c, 3, z)
                at += 4
                j += 3
                continue
            value, speed = f.sign * get(q, at), f.sign * get(v, j)
            axis = z if f.axis == 2 else (y if f.axis == 1 else x)
            if f.kind == TURN:
                bw = add(bw, scaled(cross(w, axis), speed))
                slide = (0.0, 0.0, 0.0)
                if f.advance != 0.0:
                    g, rate = scaled(axis, f.advance * value), f.advance * speed
                    turning = cross(w, g)
                    d = add(d, g)
                    bu = add(bu, add(cross(w, turning), scaled(cross(w, axis), 2.0 * rate)))
                    u = add(u, add(turning, scaled(axis, rate)))
                    slide = scaled(axis, f.sign * f.advance)
                w = add(w, scaled(axis, speed))
                if f.axis == 2:
                    x, y = _turned_about(x, y, value)
                elif f.axis == 1:
                    z, x = _turned_about(z, x, value)
                else:
                    y, z = _turned_about(y, z, value)
                put_triple(f.c, 0, slide)
                put_triple(f.c, 3, scaled(axis, f.sign))
                turned_before = True
            else:
                g = scaled(axis, value)
                turning = cross(w, g)
                d = add(d, g)
                bu = add(add(bu, cross(bw, g)), add(cross(w, turning), scaled(cross(w, axis), 2.0 * speed)))
                u = add(u, add(turning, scaled(axis, speed)))
                put_triple(f.c, 0, scaled(axis, f.sign))
                put_triple(f.c, 3, (0.0, 0.0, 0.0))
                if turned_before:  # the turn comes first: it carries what slides behind it
                    for i in range(first, j):
                        c = freedoms[i].c
                        put_triple(c, 0, add((c[0], c[1], c[2]), cross((c[3], c[4], c[5]), g)))
            at += 1
            j += 1
        put_triple(s.r, 0, add(triple(p.r), d))
        s.s[0], s.s[1], s.s[2] = x[0], y[0], z[0]
        s.s[3], s.s[4], s.s[5] = x[1], y[1], z[1]
        s.s[6], s.s[7], s.s[8] = x[2], y[2], z[2]
        put_triple(s.v, 0, u)
        put_triple(s.w, 0, w)
        put_triple(b.b, 0, bu)
        put_triple(b.b, 3, bw)
        put_triple(b.d, 0, d)
    return 0
