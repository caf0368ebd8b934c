"""Trees of bodies in space: `v_i = B_i v_p + C_i eta_i`, one sweep out and two sweeps back and out for the accelerations.

Twists are (velocity of the internal origin, angular velocity), loads (force, moment about the internal origin), all in ground axes. With `d` from the
parent's origin to the body's, `B = [[1, -~d], [0, 1]]`. Masses are `[[A, B], [B^T, D]]`; of one rigid body `A = m`, `B = -m ~c`.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, get, inlined, put
from vazba.algebra.rotations import matrix_quaternion
from vazba.algebra.vectors import add, cross, dot, scaled, sub, triple, turned, turned_back
from vazba.tables import numbers_at
from vazba.tree.light import soften_spatial
from vazba.tree.loops import eliminate_row, multiplier, next_row, pass_freedom, row_load
from vazba.tree.records import BALL, PLAIN, SPATIAL_TREE, TREE, TURN
from vazba.tree.spatial_mass import add_shifted, less_square, mass_times, mass_turn, own_mass
from vazba.tree.springs import without_efforts


@inlined
def _put(array, at, a):  # type: ignore[no-untyped-def]
    array[at], array[at + 1], array[at + 2] = a[0], a[1], a[2]


@inlined
def _turned_about(x, y, angle):  # type: ignore[no-untyped-def]
    """Two axes turned about the third of a right-handed basis."""
    c, s = math.cos(angle), math.sin(angle)
    return add(scaled(x, c), scaled(y, s)), sub(scaled(y, c), scaled(x, s))


@inlined
def _basis_times(e, a):  # type: ignore[no-untyped-def]
    """Columns of the product of two bases, each row by row."""
    x = turned(e, (a[0], a[3], a[6]))
    y = turned(e, (a[1], a[4], a[7]))
    return x, y, turned(e, (a[2], a[5], a[8]))


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
        x, y, z = _basis_times(p.s, b.basis)
        d, w = turned(p.s, triple(b.place)), triple(p.w)
        across = cross(w, d)
        u, bu, bw = add(triple(p.v), across), cross(w, across), (0.0, 0.0, 0.0)
        first, at, turned_before = b.first, b.at, False
        j = first
        while j < first + b.count:
            f = freedoms[j]
            if f.kind == BALL:
                p0, p1, p2, p3 = get(q, at), get(q, at + 1), get(q, at + 2), get(q, at + 3)
                size = 2.0 / (p0 * p0 + p1 * p1 + p2 * p2 + p3 * p3)
                xx, yy, zz = p1 * p1 * size, p2 * p2 * size, p3 * p3 * size
                xy, xz, yz = p1 * p2 * size, p1 * p3 * size, p2 * p3 * size
                wx, wy, wz = p0 * p1 * size, p0 * p2 * size, p0 * p3 * size
                x_new = add(add(scaled(x, 1.0 - yy - zz), scaled(y, xy + wz)), scaled(z, xz - wy))
                y_new = add(add(scaled(x, xy - wz), scaled(y, 1.0 - xx - zz)), scaled(z, yz + wx))
                z = add(add(scaled(x, xz + wy), scaled(y, yz - wx)), scaled(z, 1.0 - xx - yy))
                x, y = x_new, y_new
                relative = add(add(scaled(x, get(v, j)), scaled(y, get(v, j + 1))), scaled(z, get(v, j + 2)))
                bw = add(bw, cross(w, relative))
                w = add(w, relative)
                zero = (0.0, 0.0, 0.0)
                _put(f.c, 0, zero)
                _put(f.c, 3, x)
                _put(freedoms[j + 1].c, 0, zero)
                _put(freedoms[j + 1].c, 3, y)
                _put(freedoms[j + 2].c, 0, zero)
                _put(freedoms[j + 2].c, 3, z)
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
                _put(f.c, 0, slide)
                _put(f.c, 3, scaled(axis, f.sign))
                turned_before = True
            else:
                g = scaled(axis, value)
                turning = cross(w, g)
                d = add(d, g)
                bu = add(add(bu, cross(bw, g)), add(cross(w, turning), scaled(cross(w, axis), 2.0 * speed)))
                u = add(u, add(turning, scaled(axis, speed)))
                _put(f.c, 0, scaled(axis, f.sign))
                _put(f.c, 3, (0.0, 0.0, 0.0))
                if turned_before:  # the turn comes first: it carries what slides behind it
                    for i in range(first, j):
                        c = freedoms[i].c
                        _put(c, 0, add((c[0], c[1], c[2]), cross((c[3], c[4], c[5]), g)))
            at += 1
            j += 1
        _put(s.r, 0, add(triple(p.r), d))
        s.s[0], s.s[1], s.s[2] = x[0], y[0], z[0]
        s.s[3], s.s[4], s.s[5] = x[1], y[1], z[1]
        s.s[6], s.s[7], s.s[8] = x[2], y[2], z[2]
        _put(s.v, 0, u)
        _put(s.w, 0, w)
        _put(b.b, 0, bu)
        _put(b.b, 3, bw)
        _put(b.d, 0, d)
    return 0


@inlined
def _put_load(b, s, g, f, k, with_elements):  # type: ignore[no-untyped-def]
    """Gravity, gyroscopic terms and elements of body k about its internal origin into its load."""
    c, w = scaled(turned(s.s, triple(b.c)), b.m), triple(s.w)
    force = sub(scaled(g, b.m), cross(w, cross(w, c)))
    own, j = turned_back(s.s, w), b.j
    spin = (
        j[0] * own[0] + j[1] * own[1] + j[2] * own[2],
        j[1] * own[0] + j[3] * own[1] + j[4] * own[2],
        j[2] * own[0] + j[4] * own[1] + j[5] * own[2],
    )
    moment = sub(cross(c, g), turned(s.s, cross(own, spin)))
    if with_elements:
        force = add(force, (f[6 * k], f[6 * k + 1], f[6 * k + 2]))
        moment = add(moment, turned(s.s, (f[6 * k + 3], f[6 * k + 4], f[6 * k + 5])))
    _put(b.f, 0, force)
    _put(b.f, 3, moment)


@inlined
def _start_rows(t, bodies, states, slots, couplings, scales, alone, jacobian_at):  # type: ignore[no-untyped-def]
    """Enter the rows at the bodies they touch."""
    for k in range(slots.shape[0]):
        for i in range(6):
            slots[k].g[i] = 0.0
    for k in range(couplings.shape[0]):
        couplings[k] = 0.0
    for k in range(scales.shape[0]):
        scales[k] = alone[k] = 0.0
    touches, jacobian = TREE.touches(t), numbers_at(jacobian_at, t.rows)
    for k in range(touches.shape[0]):
        touch, g = touches[k], slots[touches[k].slot].g
        at = touch.start
        moment = turned(states[touch.body].s, (jacobian[at + 3], jacobian[at + 4], jacobian[at + 5]))
        b, row, total = bodies[touch.body], slots[touch.slot].row, 0.0
        for i in range(3):
            g[i] += jacobian[at + i]
            g[3 + i] += moment[i]
            total += jacobian[at + i] ** 2 * b.lightness[0] + moment[i] ** 2 * b.lightness[1]
        put(alone, row, get(alone, row) + total)


@inlined
def _solve_rows(t, b, slots, couplings, scales, alone, compliances):  # type: ignore[no-untyped-def]
    """Eliminate the rows whose branches meet here; returns how many depend on others."""
    dependent = 0
    for i in range(b.solved):
        k, inverse = next_row(b, slots, couplings, scales, alone, compliances, i)
        if inverse == 0.0:
            dependent += 1
            continue
        g = slots[b.slot + k].g
        less_square(b.mass, (g[0], g[1], g[2]), (g[3], g[4], g[5]), -inverse)
        eliminate_row(t, b, slots, couplings, k, inverse, 6)
    return dependent


@inlined
def _factor_body(b, n, bodies, freedoms, slots, pairs, couplings, scales, stiff):  # type: ignore[no-untyped-def]
    """Eliminate the freedoms of a body and hand its mass and rows to its parent."""
    m = b.mass
    for j in range(b.count - 1, -1, -1):
        f = freedoms[b.first + j]
        cw = (f.c[3], f.c[4], f.c[5])
        if b.code == PLAIN:
            force, moment = mass_turn(m, cw)
            f.n = 1.0 / (dot(cw, moment) + get(stiff, b.first + j))
        else:
            cu = (f.c[0], f.c[1], f.c[2])
            force, moment = mass_times(m, cu, cw)
            f.n = 1.0 / (dot(cu, force) + dot(cw, moment) + get(stiff, b.first + j))
        _put(f.u, 0, force)
        _put(f.u, 3, moment)
        less_square(m, force, moment, f.n)
        if b.slots > b.solved:
            pass_freedom(b, slots, pairs, couplings, scales, f, j, 6)
    if b.parent != n:
        d = triple(b.d)
        add_shifted(bodies[b.parent].mass, m, d)
        for i in range(b.solved, b.slots):
            g, up = slots[b.slot + i].g, slots[slots[b.slot + i].up].g
            force = (g[0], g[1], g[2])
            moment = cross(d, force)
            for o in range(3):
                up[o] += force[o]
                up[3 + o] += g[3 + o] + moment[o]


@inlined
def _load_rows(t, b, slots, couplings, compliances, rho):  # type: ignore[no-untyped-def]
    """Loads of the rows solved here."""
    for i in range(b.solved):
        k = slots[b.slot + i].turn
        load, slot = row_load(t, b, slots, couplings, compliances, rho, k), slots[b.slot + k]
        for j in range(6):
            b.f[j] += load * slot.g[j]


@inlined
def _load_body(b, n, bodies, freedoms, slots, rho, efforts):  # type: ignore[no-untyped-def]
    """Take the freedoms of a body out of its load and hand it to its parent."""
    force, moment = (b.f[0], b.f[1], b.f[2]), (b.f[3], b.f[4], b.f[5])
    for j in range(b.count - 1, -1, -1):
        f = freedoms[b.first + j]
        work = dot((f.c[0], f.c[1], f.c[2]), force) + dot((f.c[3], f.c[4], f.c[5]), moment)
        r = (get(efforts, b.first + j) + work) * f.n
        f.r = r
        force = sub(force, scaled((f.u[0], f.u[1], f.u[2]), r))
        moment = sub(moment, scaled((f.u[3], f.u[4], f.u[5]), r))
        for i in range(b.solved, b.slots):
            slot = slots[b.slot + i]
            put(rho, slot.row, get(rho, slot.row) - slot.s[j] * r)
    bu, bw = (b.b[0], b.b[1], b.b[2]), (b.b[3], b.b[4], b.b[5])
    held, held_moment = mass_times(b.mass, bu, bw)
    force, moment = sub(force, held), sub(moment, held_moment)
    for i in range(b.solved, b.slots):
        slot = slots[b.slot + i]
        g = slot.g
        put(rho, slot.row, get(rho, slot.row) - dot((g[0], g[1], g[2]), bu) - dot((g[3], g[4], g[5]), bw))
    _put(b.f, 0, force)
    _put(b.f, 3, moment)
    if b.parent != n:
        p = bodies[b.parent]
        moment = add(moment, cross(triple(b.d), force))
        for i in range(3):
            p.f[i] += force[i]
            p.f[3 + i] += moment[i]


@inlined
def _outward(t, n, bodies, freedoms, slots, couplings, compliances, rho, multipliers, out):  # type: ignore[no-untyped-def]
    """Accelerations of freedoms and bodies, and multipliers, from the ground outward."""
    ground = bodies[n]
    for i in range(ground.solved - 1, -1, -1):
        multiplier(t, ground, slots, couplings, compliances, rho, multipliers, i, 6)
    for k in range(n):
        b = bodies[k]
        p = bodies[b.parent]
        w = (p.a[3], p.a[4], p.a[5])
        u = add(add((p.a[0], p.a[1], p.a[2]), cross(w, triple(b.d))), (b.b[0], b.b[1], b.b[2]))
        w = add(w, (b.b[3], b.b[4], b.b[5]))
        for j in range(b.first, b.first + b.count):
            f = freedoms[j]
            given = f.r - (dot((f.u[0], f.u[1], f.u[2]), u) + dot((f.u[3], f.u[4], f.u[5]), w)) * f.n
            for i in range(b.solved, b.slots):
                slot = slots[b.slot + i]
                given += slot.s[j - b.first] * f.n * get(multipliers, slot.row)
            put(out, j, given)
            u = add(u, scaled((f.c[0], f.c[1], f.c[2]), given))
            w = add(w, scaled((f.c[3], f.c[4], f.c[5]), given))
        _put(b.a, 0, u)
        _put(b.a, 3, w)
        for i in range(b.solved - 1, -1, -1):
            multiplier(t, b, slots, couplings, compliances, rho, multipliers, i, 6)


@boundary("int64(int64, int64, int64)")
def factor(tree_address, jacobian_at, with_rows):  # type: ignore[no-untyped-def]
    """Articulated masses, and the rows that close loops; returns the number of rows that depend on others."""
    t = TREE.at(tree_address)
    bodies, freedoms = SPATIAL_TREE.bodies(t), SPATIAL_TREE.freedoms(t)
    slots, pairs = SPATIAL_TREE.slots(t), TREE.pairs(t)
    couplings, scales = TREE.couplings(t), TREE.scales(t)
    compliances, alone = TREE.compliances(t), TREE.alone(t)
    n, dependent, stiff = t.n_bodies - 1, 0, TREE.stiff(t)
    states = TREE.states(t)
    for k in range(n):
        own_mass(bodies[k], states[k].s)
    if t.light:
        soften_spatial(bodies, states, n)
    if with_rows:
        _start_rows(t, bodies, states, slots, couplings, scales, alone, jacobian_at)
    for k in range(n - 1, -1, -1):
        b = bodies[k]
        dependent += _solve_rows(t, b, slots, couplings, scales, alone, compliances)
        _factor_body(b, n, bodies, freedoms, slots, pairs, couplings, scales, stiff)
    return dependent + _solve_rows(t, bodies[n], slots, couplings, scales, alone, compliances)


@boundary("int64(int64, int64, int64)")
def solve(tree_address, rho_at, out_at):  # type: ignore[no-untyped-def]
    """Accelerations of the freedoms into `out`, of the bodies, and multipliers, from the loads `f` of the bodies (spoiled), `efforts` and `rho` (spoiled)."""
    t = TREE.at(tree_address)
    bodies, freedoms = SPATIAL_TREE.bodies(t), SPATIAL_TREE.freedoms(t)
    slots = SPATIAL_TREE.slots(t)
    couplings, compliances = TREE.couplings(t), TREE.compliances(t)
    rho, efforts, n = numbers_at(rho_at, t.n_rho), TREE.efforts(t), t.n_bodies - 1
    multipliers, out = TREE.multipliers(t), numbers_at(out_at, t.nv)
    for k in range(n - 1, -1, -1):
        b = bodies[k]
        _load_rows(t, b, slots, couplings, compliances, rho)
        _load_body(b, n, bodies, freedoms, slots, rho, efforts)
    _load_rows(t, bodies[n], slots, couplings, compliances, rho)
    _outward(t, n, bodies, freedoms, slots, couplings, compliances, rho, multipliers, out)
    return 0


@boundary("int64(int64, int64, int64)")
def articulated(tree_address, gravity_at, out_at):  # type: ignore[no-untyped-def]
    """Accelerations of a tree without loops: loads, masses and elimination in one pass inward and one outward."""
    t = TREE.at(tree_address)
    bodies, freedoms = SPATIAL_TREE.bodies(t), SPATIAL_TREE.freedoms(t)
    efforts, n, g = TREE.efforts(t), t.n_bodies - 1, triple(numbers_at(gravity_at, 3))
    states, force, out = TREE.states(t), TREE.force(t), numbers_at(out_at, t.nv)
    for k in range(n):
        b, s = bodies[k], states[k]
        own_mass(b, s.s)
        _put_load(b, s, g, force, k, t.elements)
    for k in range(n - 1, -1, -1):
        b = bodies[k]
        m = b.mass
        f_u, f_w = (b.f[0], b.f[1], b.f[2]), (b.f[3], b.f[4], b.f[5])
        for j in range(b.first + b.count - 1, b.first - 1, -1):
            f = freedoms[j]
            cu, cw = (f.c[0], f.c[1], f.c[2]), (f.c[3], f.c[4], f.c[5])
            if b.code == PLAIN:
                u_u, u_w = mass_turn(m, cw)
                inverse = 1.0 / dot(cw, u_w)
                r = (get(efforts, j) + dot(cw, f_w)) * inverse
            else:
                u_u, u_w = mass_times(m, cu, cw)
                inverse = 1.0 / (dot(cu, u_u) + dot(cw, u_w))
                r = (get(efforts, j) + dot(cu, f_u) + dot(cw, f_w)) * inverse
            f.n, f.r = inverse, r
            _put(f.u, 0, u_u)
            _put(f.u, 3, u_w)
            less_square(m, u_u, u_w, inverse)
            f_u, f_w = sub(f_u, scaled(u_u, r)), sub(f_w, scaled(u_w, r))
        held, held_moment = mass_times(m, (b.b[0], b.b[1], b.b[2]), (b.b[3], b.b[4], b.b[5]))
        f_u, f_w = sub(f_u, held), sub(f_w, held_moment)
        _put(b.f, 0, f_u)
        _put(b.f, 3, f_w)
        if b.parent != n:
            d, p = triple(b.d), bodies[b.parent]
            add_shifted(p.mass, m, d)
            f_w = add(f_w, cross(d, f_u))
            for i in range(3):
                p.f[i] += f_u[i]
                p.f[3 + i] += f_w[i]
    for k in range(n):
        b = bodies[k]
        p = bodies[b.parent]
        w = (p.a[3], p.a[4], p.a[5])
        u = add(add((p.a[0], p.a[1], p.a[2]), cross(w, triple(b.d))), (b.b[0], b.b[1], b.b[2]))
        w = add(w, (b.b[3], b.b[4], b.b[5]))
        for j in range(b.first, b.first + b.count):
            f = freedoms[j]
            given = f.r - (dot((f.u[0], f.u[1], f.u[2]), u) + dot((f.u[3], f.u[4], f.u[5]), w)) * f.n
            put(out, j, given)
            w = add(w, scaled((f.c[3], f.c[4], f.c[5]), given))
            if b.code != PLAIN:
                u = add(u, scaled((f.c[0], f.c[1], f.c[2]), given))
        _put(b.a, 0, u)
        _put(b.a, 3, w)
    return 0


@boundary("int64(int64, int64, int64)")
def loads(tree_address, gravity_at, with_elements):  # type: ignore[no-untyped-def]
    """Loads of the bodies: gravity, what belongs to the speeds, and `force` of the elements (moments in internal axes)."""
    t = TREE.at(tree_address)
    bodies, n, g = SPATIAL_TREE.bodies(t), t.n_bodies - 1, triple(numbers_at(gravity_at, 3))
    states, f = TREE.states(t), TREE.force(t)
    for i in range(6):
        bodies[n].f[i] = 0.0
    for k in range(n):
        _put_load(bodies[k], states[k], g, f, k, with_elements)
    return 0


@boundary("int64(int64, int64, int64)")
def still(tree_address, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """No loads, no speeds: for steps of a projection."""
    t = TREE.at(tree_address)
    bodies = SPATIAL_TREE.bodies(t)
    for k in range(bodies.shape[0]):
        for i in range(6):
            bodies[k].f[i] = 0.0
            bodies[k].b[i] = 0.0
    efforts = TREE.efforts(t)
    for k in range(efforts.shape[0]):
        efforts[k] = 0.0
    return 0


@boundary("int64(int64, int64, int64)")
def wrench(tree_address, k, out_at):  # type: ignore[no-untyped-def]
    """What the primary joint exerts on body k about its internal origin, after `solve`."""
    t = TREE.at(tree_address)
    bodies, slots = SPATIAL_TREE.bodies(t), SPATIAL_TREE.slots(t)
    multipliers, out = TREE.multipliers(t), numbers_at(out_at, 6)
    b = bodies[k]
    p = bodies[b.parent]
    w = (p.a[3], p.a[4], p.a[5])
    force, moment = mass_times(b.mass, add((p.a[0], p.a[1], p.a[2]), cross(w, triple(b.d))), w)
    for i in range(3):
        out[i], out[3 + i] = force[i] - b.f[i], moment[i] - b.f[3 + i]
    for i in range(b.solved, b.slots):
        slot = slots[b.slot + i]
        for j in range(6):
            out[j] -= slot.g[j] * multipliers[slot.row]
    without_efforts(b, SPATIAL_TREE.freedoms(t), TREE.efforts(t), 3, 6, out)
    return 0


@boundary("int64(int64, int64, int64)")
def absolute(tree_address, with_accelerations, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Coordinates, velocities and accelerations of the bodies' own frames into `q`, `v`, `acceleration`; quaternions keep their sign."""
    t = TREE.at(tree_address)
    bodies, n = SPATIAL_TREE.bodies(t), t.n_bodies - 1
    states, own, inside = TREE.states(t), numbers_at(t.own, n), numbers_at(t.frames_in, 12 * n)
    q, v, a = TREE.q(t), TREE.v(t), TREE.acceleration(t)
    for k in range(n):
        s, body, at = states[k], int(own[k]), 12 * k
        d, w = turned(s.s, (inside[at], inside[at + 1], inside[at + 2])), triple(s.w)
        x, y, z = _basis_times(s.s, inside[at + 3 : at + 12])
        p = matrix_quaternion((x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]))
        i, j = 7 * body, 6 * body
        sign = -1.0 if p[0] * q[i + 3] + p[1] * q[i + 4] + p[2] * q[i + 5] + p[3] * q[i + 6] < 0.0 else 1.0
        _put(q, i, add(triple(s.r), d))
        q[i + 3], q[i + 4], q[i + 5], q[i + 6] = sign * p[0], sign * p[1], sign * p[2], sign * p[3]
        across = cross(w, d)
        _put(v, j, add(triple(s.v), across))
        _put(v, j + 3, (dot(x, w), dot(y, w), dot(z, w)))
        if with_accelerations:
            u, al = bodies[k].a, (bodies[k].a[3], bodies[k].a[4], bodies[k].a[5])
            _put(a, j, add(add((u[0], u[1], u[2]), cross(al, d)), cross(w, across)))
            _put(a, j + 3, (dot(x, al), dot(y, al), dot(z, al)))
    return 0
