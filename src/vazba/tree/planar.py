"""Trees of planar bodies: `v_i = B_i v_p + C_i eta_i`, one sweep out and two sweeps back and out for the accelerations.

Twists are `(x', y', phi')` of the internal origin. With `d` from the parent's origin to the body's, `B = [[1, 0, -dy], [0, 1, dx], [0, 0, 1]]`.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, get, inlined, put
from vazba.tables import numbers_at
from vazba.tree.light import soften_planar
from vazba.tree.loops import eliminate_row, multiplier, next_row, pass_freedom, row_load
from vazba.tree.records import PLANAR_TREE, TREE, TURN
from vazba.tree.springs import without_efforts


@boundary("int64(int64, int64, int64)")
def sweep(tree_address, q_at, v_at):  # type: ignore[no-untyped-def]
    """Poses and twists of all bodies from coordinates and speeds, the freedoms' columns and the accelerations that belong to the speeds."""
    t = TREE.at(tree_address)
    bodies, freedoms = PLANAR_TREE.bodies(t), PLANAR_TREE.freedoms(t)
    n = t.n_bodies - 1
    states, q, v = TREE.states(t), numbers_at(q_at, t.nq), numbers_at(v_at, t.nv)
    t.q_now, t.v_now = q_at, v_at
    for k in range(n):
        b, s = bodies[k], states[k]
        p = states[b.parent]
        dx, dy, w = p.s[0] * b.x - p.s[3] * b.y, p.s[3] * b.x + p.s[0] * b.y, p.w[2]
        vx, vy = p.v[0] - w * dy, p.v[1] + w * dx
        bx, by = -w * w * dx, -w * w * dy
        angle, turned, first = p.angle + b.turn, False, b.first
        c, z = p.s[0] * b.cos - p.s[3] * b.sin, p.s[3] * b.cos + p.s[0] * b.sin
        for j in range(first, first + b.count):
            f = freedoms[j]
            value, speed = f.sign * get(q, j), f.sign * get(v, j)
            if f.kind == TURN:
                angle += value
                w += speed
                c, z, turned = math.cos(angle), math.sin(angle), True
                f.c[0], f.c[1], f.c[2] = 0.0, 0.0, f.sign
                continue
            ex, ey = c * f.nx - z * f.ny, z * f.nx + c * f.ny
            gx, gy = ex * value, ey * value
            dx += gx
            dy += gy
            bx -= w * w * gx + 2.0 * w * ey * speed
            by -= w * w * gy - 2.0 * w * ex * speed
            vx += ex * speed - w * gy
            vy += ey * speed + w * gx
            f.c[0], f.c[1], f.c[2] = f.sign * ex, f.sign * ey, 0.0
            if turned:  # the turn comes first: it carries what slides behind it
                for i in range(first, j):
                    if freedoms[i].kind == TURN:
                        freedoms[i].c[0] -= freedoms[i].sign * gy
                        freedoms[i].c[1] += freedoms[i].sign * gx
        s.r[0], s.r[1] = p.r[0] + dx, p.r[1] + dy
        s.s[0], s.s[1], s.s[3], s.s[4] = c, -z, z, c
        s.angle = angle
        s.v[0], s.v[1], s.w[2] = vx, vy, w
        b.bx, b.by, b.dx, b.dy = bx, by, dx, dy
    return 0


@inlined
def own_mass(b, s):  # type: ignore[no-untyped-def]
    """Mass of a body alone, about its internal origin, ground axes."""
    b.mass[0], b.mass[1], b.mass[2] = b.m, 0.0, b.m
    b.mass[3], b.mass[4] = -b.m * (s.s[3] * b.cx + s.s[0] * b.cy), b.m * (s.s[0] * b.cx - s.s[3] * b.cy)
    b.mass[5] = b.j


@inlined
def _put_load(b, s, g, force, k, with_elements):  # type: ignore[no-untyped-def]
    """Gravity, what belongs to the speeds, and elements of body k about its internal origin into its load."""
    w = s.w[2]
    cx, cy = b.m * (s.s[0] * b.cx - s.s[3] * b.cy), b.m * (s.s[3] * b.cx + s.s[0] * b.cy)
    b.f[0], b.f[1], b.f[2] = b.m * g[0] + w * w * cx, b.m * g[1] + w * w * cy, cx * g[1] - cy * g[0]
    if with_elements:
        for i in range(3):
            b.f[i] += force[3 * k + i]


@boundary("int64(int64, int64, int64)")
def factor(tree_address, jacobian_at, with_rows):  # type: ignore[no-untyped-def]
    """Articulated masses, and the rows that close loops; returns the number of rows that depend on others."""
    t = TREE.at(tree_address)
    bodies, freedoms = PLANAR_TREE.bodies(t), PLANAR_TREE.freedoms(t)
    slots, pairs = PLANAR_TREE.slots(t), TREE.pairs(t)
    couplings, scales = TREE.couplings(t), TREE.scales(t)
    compliances, alone = TREE.compliances(t), TREE.alone(t)
    n, dependent, stiff, states = t.n_bodies - 1, 0, TREE.stiff(t), TREE.states(t)
    for k in range(n):
        own_mass(bodies[k], states[k])
    if t.light:
        soften_planar(bodies, states, n)
    if with_rows:
        for k in range(slots.shape[0]):
            slots[k].g[0] = slots[k].g[1] = slots[k].g[2] = 0.0
        for k in range(couplings.shape[0]):
            couplings[k] = 0.0
        for k in range(scales.shape[0]):
            scales[k] = alone[k] = 0.0
        touches, jacobian = TREE.touches(t), numbers_at(jacobian_at, t.rows)
        for k in range(touches.shape[0]):
            slot, b, at = slots[touches[k].slot], bodies[touches[k].body], touches[k].start
            x, y, w = jacobian[at], jacobian[at + 1], jacobian[at + 2]
            slot.g[0] += x
            slot.g[1] += y
            slot.g[2] += w
            put(alone, slot.row, get(alone, slot.row) + (x * x + y * y) * b.lightness[0] + w * w * b.lightness[1])
    for place in range(n - 1, -2, -1):  # leaves first, the ground last
        k = place if place >= 0 else n
        b = bodies[k]
        for i in range(b.solved):
            o, inverse = next_row(t, b, slots, couplings, scales, alone, compliances, i)
            if inverse == 0.0:
                dependent += 1
                continue
            slot = slots[b.slot + o]
            x, y, w = slot.g[0], slot.g[1], slot.g[2]
            b.mass[0] += inverse * x * x
            b.mass[1] += inverse * x * y
            b.mass[2] += inverse * y * y
            b.mass[3] += inverse * x * w
            b.mass[4] += inverse * y * w
            b.mass[5] += inverse * w * w
            eliminate_row(t, b, slots, couplings, o, inverse, 3)
        if k == n:
            continue
        xx, xy, yy, xw, yw, ww = b.mass[0], b.mass[1], b.mass[2], b.mass[3], b.mass[4], b.mass[5]
        for j in range(b.count - 1, -1, -1):
            f = freedoms[b.first + j]
            cx, cy, cw = f.c[0], f.c[1], f.c[2]
            ux, uy, uw = xx * cx + xy * cy + xw * cw, xy * cx + yy * cy + yw * cw, xw * cx + yw * cy + ww * cw
            f.u[0], f.u[1], f.u[2] = ux, uy, uw
            inverse = 1.0 / (cx * ux + cy * uy + cw * uw + get(stiff, b.first + j) + f.rotor)
            f.n = inverse
            xx -= ux * ux * inverse
            xy -= ux * uy * inverse
            yy -= uy * uy * inverse
            xw -= ux * uw * inverse
            yw -= uy * uw * inverse
            ww -= uw * uw * inverse
            if b.slots > b.solved:
                pass_freedom(b, slots, pairs, couplings, scales, f, j, 3)
        b.mass[0], b.mass[1], b.mass[2], b.mass[3], b.mass[4], b.mass[5] = xx, xy, yy, xw, yw, ww
        if b.parent == n:
            continue
        p, dx, dy = bodies[b.parent], b.dx, b.dy
        px, py = xw - xx * dy + xy * dx, yw - xy * dy + yy * dx
        p.mass[0] += xx
        p.mass[1] += xy
        p.mass[2] += yy
        p.mass[3] += px
        p.mass[4] += py
        p.mass[5] += ww + (yw + py) * dx - (xw + px) * dy
        for i in range(b.solved, b.slots):
            slot = slots[b.slot + i]
            up = slots[slot.up]
            up.g[0] += slot.g[0]
            up.g[1] += slot.g[1]
            up.g[2] += slot.g[2] + dx * slot.g[1] - dy * slot.g[0]
    return dependent


@boundary("int64(int64, int64, int64)")
def solve(tree_address, rho_at, out_at):  # type: ignore[no-untyped-def]
    """Accelerations of the freedoms into `out`, of the bodies, and multipliers, from the loads `f` of the bodies (spoiled), `efforts` and `rho` (spoiled)."""
    t = TREE.at(tree_address)
    bodies, freedoms = PLANAR_TREE.bodies(t), PLANAR_TREE.freedoms(t)
    slots = PLANAR_TREE.slots(t)
    couplings, compliances = TREE.couplings(t), TREE.compliances(t)
    rho, efforts, n = numbers_at(rho_at, t.n_rho), TREE.efforts(t), t.n_bodies - 1
    multipliers, out = TREE.multipliers(t), numbers_at(out_at, t.nv)
    for place in range(n - 1, -2, -1):  # leaves first, the ground last
        k = place if place >= 0 else n
        b = bodies[k]
        for i in range(b.solved):
            o = slots[b.slot + i].turn
            load, slot = row_load(t, b, slots, couplings, compliances, rho, o), slots[b.slot + o]
            for j in range(3):
                b.f[j] += load * slot.g[j]
        if k == n:
            continue
        fx, fy, fw = b.f[0], b.f[1], b.f[2]
        for j in range(b.count - 1, -1, -1):
            f = freedoms[b.first + j]
            r = (get(efforts, b.first + j) + f.c[0] * fx + f.c[1] * fy + f.c[2] * fw) * f.n
            f.r = r
            fx -= f.u[0] * r
            fy -= f.u[1] * r
            fw -= f.u[2] * r
            for i in range(b.solved, b.slots):
                slot = slots[b.slot + i]
                put(rho, slot.row, get(rho, slot.row) - slot.s[j] * r)
        fx -= b.mass[0] * b.bx + b.mass[1] * b.by
        fy -= b.mass[1] * b.bx + b.mass[2] * b.by
        fw -= b.mass[3] * b.bx + b.mass[4] * b.by
        for i in range(b.solved, b.slots):
            slot = slots[b.slot + i]
            put(rho, slot.row, get(rho, slot.row) - slot.g[0] * b.bx - slot.g[1] * b.by)
        b.f[0], b.f[1], b.f[2] = fx, fy, fw
        if b.parent != n:
            p = bodies[b.parent]
            p.f[0] += fx
            p.f[1] += fy
            p.f[2] += fw + b.dx * fy - b.dy * fx
    ground = bodies[n]
    for i in range(ground.solved - 1, -1, -1):
        multiplier(t, ground, slots, couplings, compliances, rho, multipliers, i, 3)
    for k in range(n):
        b = bodies[k]
        p = bodies[b.parent]
        x, y, w = p.a[0] - p.a[2] * b.dy + b.bx, p.a[1] + p.a[2] * b.dx + b.by, p.a[2]
        for j in range(b.first, b.first + b.count):
            f = freedoms[j]
            given = f.r - (f.u[0] * x + f.u[1] * y + f.u[2] * w) * f.n
            for i in range(b.solved, b.slots):
                slot = slots[b.slot + i]
                given += slot.s[j - b.first] * f.n * get(multipliers, slot.row)
            put(out, j, given)
            f.rate = given
            x += f.c[0] * given
            y += f.c[1] * given
            w += f.c[2] * given
        b.a[0], b.a[1], b.a[2] = x, y, w
        for i in range(b.solved - 1, -1, -1):
            multiplier(t, b, slots, couplings, compliances, rho, multipliers, i, 3)
    return 0


@boundary("int64(int64, int64, int64)")
def articulated(tree_address, gravity_at, out_at):  # type: ignore[no-untyped-def]
    """Accelerations of a tree without loops: loads, masses and elimination in one pass inward and one outward."""
    t = TREE.at(tree_address)
    bodies, freedoms = PLANAR_TREE.bodies(t), PLANAR_TREE.freedoms(t)
    efforts, n, g = TREE.efforts(t), t.n_bodies - 1, numbers_at(gravity_at, 2)
    states, force, out = TREE.states(t), TREE.force(t), numbers_at(out_at, t.nv)
    for k in range(n):
        b, s = bodies[k], states[k]
        own_mass(b, s)
        _put_load(b, s, g, force, k, t.elements)
    for k in range(n - 1, -1, -1):
        b = bodies[k]
        xx, xy, yy, xw, yw, ww = b.mass[0], b.mass[1], b.mass[2], b.mass[3], b.mass[4], b.mass[5]
        fx, fy, fw = b.f[0], b.f[1], b.f[2]
        for j in range(b.first + b.count - 1, b.first - 1, -1):
            f = freedoms[j]
            cx, cy, cw = f.c[0], f.c[1], f.c[2]
            ux, uy, uw = xx * cx + xy * cy + xw * cw, xy * cx + yy * cy + yw * cw, xw * cx + yw * cy + ww * cw
            inverse = 1.0 / (cx * ux + cy * uy + cw * uw + f.rotor)
            r = (get(efforts, j) + cx * fx + cy * fy + cw * fw) * inverse
            f.u[0], f.u[1], f.u[2], f.n, f.r = ux, uy, uw, inverse, r
            fx -= ux * r
            fy -= uy * r
            fw -= uw * r
            xx -= ux * ux * inverse
            xy -= ux * uy * inverse
            yy -= uy * uy * inverse
            xw -= ux * uw * inverse
            yw -= uy * uw * inverse
            ww -= uw * uw * inverse
        b.mass[0], b.mass[1], b.mass[2], b.mass[3], b.mass[4], b.mass[5] = xx, xy, yy, xw, yw, ww
        fx -= xx * b.bx + xy * b.by
        fy -= xy * b.bx + yy * b.by
        fw -= xw * b.bx + yw * b.by
        b.f[0], b.f[1], b.f[2] = fx, fy, fw
        if b.parent != n:
            p, dx, dy = bodies[b.parent], b.dx, b.dy
            px, py = xw - xx * dy + xy * dx, yw - xy * dy + yy * dx
            p.mass[0] += xx
            p.mass[1] += xy
            p.mass[2] += yy
            p.mass[3] += px
            p.mass[4] += py
            p.mass[5] += ww + (yw + py) * dx - (xw + px) * dy
            p.f[0] += fx
            p.f[1] += fy
            p.f[2] += fw + dx * fy - dy * fx
    for k in range(n):
        b = bodies[k]
        p = bodies[b.parent]
        x, y, w = p.a[0] - p.a[2] * b.dy + b.bx, p.a[1] + p.a[2] * b.dx + b.by, p.a[2]
        for j in range(b.first, b.first + b.count):
            f = freedoms[j]
            given = f.r - (f.u[0] * x + f.u[1] * y + f.u[2] * w) * f.n
            put(out, j, given)
            f.rate = given
            x += f.c[0] * given
            y += f.c[1] * given
            w += f.c[2] * given
        b.a[0], b.a[1], b.a[2] = x, y, w
    return 0


@boundary("int64(int64, int64, int64)")
def loads(tree_address, gravity_at, with_elements):  # type: ignore[no-untyped-def]
    """Loads of the bodies: gravity, what belongs to the speeds, and `force` of the elements."""
    t = TREE.at(tree_address)
    bodies, n, g = PLANAR_TREE.bodies(t), t.n_bodies - 1, numbers_at(gravity_at, 2)
    states, force = TREE.states(t), TREE.force(t)
    bodies[n].f[0] = bodies[n].f[1] = bodies[n].f[2] = 0.0
    for k in range(n):
        _put_load(bodies[k], states[k], g, force, k, with_elements)
    return 0


@boundary("int64(int64, int64, int64)")
def still(tree_address, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """No loads, no speeds: for steps of a projection."""
    t = TREE.at(tree_address)
    bodies = PLANAR_TREE.bodies(t)
    for k in range(bodies.shape[0]):
        b = bodies[k]
        b.f[0] = b.f[1] = b.f[2] = 0.0
        b.bx = b.by = 0.0
    efforts = TREE.efforts(t)
    for k in range(efforts.shape[0]):
        efforts[k] = 0.0
    return 0


@boundary("int64(int64, int64, int64)")
def wrench(tree_address, k, out_at):  # type: ignore[no-untyped-def]
    """What the primary joint exerts on body k about its internal origin, after `solve`."""
    t = TREE.at(tree_address)
    bodies, slots = PLANAR_TREE.bodies(t), PLANAR_TREE.slots(t)
    multipliers, out = TREE.multipliers(t), numbers_at(out_at, 3)
    b = bodies[k]
    p, m = bodies[b.parent], b.mass
    x, y, w = p.a[0] - p.a[2] * b.dy, p.a[1] + p.a[2] * b.dx, p.a[2]
    out[0] = m[0] * x + m[1] * y + m[3] * w - b.f[0]
    out[1] = m[1] * x + m[2] * y + m[4] * w - b.f[1]
    out[2] = m[3] * x + m[4] * y + m[5] * w - b.f[2]
    for i in range(b.solved, b.slots):
        slot = slots[b.slot + i]
        for j in range(3):
            out[j] -= slot.g[j] * multipliers[slot.row]
    without_efforts(b, PLANAR_TREE.freedoms(t), TREE.efforts(t), 2, 3, out)
    return 0


@boundary("int64(int64, int64, int64)")
def absolute(tree_address, with_accelerations, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Coordinates, velocities and accelerations of the bodies' own frames into `q`, `v`, `acceleration`."""
    t = TREE.at(tree_address)
    bodies, n = PLANAR_TREE.bodies(t), t.n_bodies - 1
    states, own, inside = TREE.states(t), numbers_at(t.own, n), numbers_at(t.frames_in, 12 * n)
    q, v, a = TREE.q(t), TREE.v(t), TREE.acceleration(t)
    for k in range(n):
        s, at = states[k], 3 * int(own[k])
        x, y = inside[12 * k], inside[12 * k + 1]
        dx, dy, w = s.s[0] * x - s.s[3] * y, s.s[3] * x + s.s[0] * y, s.w[2]
        q[at], q[at + 1], q[at + 2] = s.r[0] + dx, s.r[1] + dy, s.angle
        v[at], v[at + 1], v[at + 2] = s.v[0] - w * dy, s.v[1] + w * dx, w
        if with_accelerations:
            given = bodies[k].a
            a[at], a[at + 1] = given[0] - given[2] * dy - w * w * dx, given[1] + given[2] * dx - w * w * dy
            a[at + 2] = given[2]
    return 0
