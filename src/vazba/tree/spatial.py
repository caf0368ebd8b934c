"""Trees of bodies in space: `v_i = B_i v_p + C_i eta_i`, one sweep out and two sweeps back and out for the accelerations.

Twists are (velocity of the internal origin, angular velocity), loads (force, moment about the internal origin), all in ground axes. With `d` from the
parent's origin to the body's, `B = [[1, -~d], [0, 1]]`. Masses are `[[A, B], [B^T, D]]`; of one rigid body `A = m`, `B = -m ~c`.
"""

from __future__ import annotations

from vazba._jit import boundary, get, inlined, put
from vazba.algebra.rotations import matrix_quaternion
from vazba.algebra.vectors import add, cross, dot, scaled, sub, triple, turned, turned_back
from vazba.tables import numbers_at
from vazba.tree.light import soften_spatial
from vazba.tree.loops import eliminate_row, multiplier, next_row, pass_freedom, row_load
from vazba.tree.records import PLAIN, SPATIAL_TREE, TREE
from vazba.tree.spatial_mass import add_shifted, less_square, mass_times, mass_turn, own_mass
from vazba.tree.spatial_sweep import basis_times, put_triple, sweep
from vazba.tree.springs import without_efforts

__all__ = ["absolute", "articulated", "factor", "loads", "solve", "still", "sweep", "wrench"]


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
    put_triple(b.f, 0, force)
    put_triple(b.f, 3, moment)


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
        k, inverse = next_row(t, b, slots, couplings, scales, alone, compliances, i)
        if inverse == 0.0:
            dependent += 1
            continue
        g = slots[b.slot + k].g
        less_square(b.mass, (g[0], g[1], g[2]), (g[3], g[4], g[5]), -inverse)
        eliminate_row(t, b, slots, couplings, k, inverse, 6)
    return dependent


@inlined
# many: views of one record, made once for all bodies
def _factor_body(b, n, bodies, freedoms, slots, pairs, couplings, scales, stiff):  # type: ignore[no-untyped-def]
    """Eliminate the freedoms of a body and hand its mass and rows to its parent."""
    m = b.mass
    for j in range(b.count - 1, -1, -1):
        f = freedoms[b.first + j]
        cw = (f.c[3], f.c[4], f.c[5])
        if b.code == PLAIN:
            force, moment = mass_turn(m, cw)
            f.n = 1.0 / (dot(cw, moment) + get(stiff, b.first + j) + f.rotor)
        else:
            cu = (f.c[0], f.c[1], f.c[2])
            force, moment = mass_times(m, cu, cw)
            f.n = 1.0 / (dot(cu, force) + dot(cw, moment) + get(stiff, b.first + j) + f.rotor)
        put_triple(f.u, 0, force)
        put_triple(f.u, 3, moment)
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
    put_triple(b.f, 0, force)
    put_triple(b.f, 3, moment)
    if b.parent != n:
        p = bodies[b.parent]
        moment = add(moment, cross(triple(b.d), force))
        for i in range(3):
            p.f[i] += force[i]
            p.f[3 + i] += moment[i]


@inlined
# many: views of one record, made once for all bodies
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
            f.rate = given
            u = add(u, scaled((f.c[0], f.c[1], f.c[2]), given))
            w = add(w, scaled((f.c[3], f.c[4], f.c[5]), given))
        put_triple(b.a, 0, u)
        put_triple(b.a, 3, w)
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
                inverse = 1.0 / (dot(cw, u_w) + f.rotor)
                r = (get(efforts, j) + dot(cw, f_w)) * inverse
            else:
                u_u, u_w = mass_times(m, cu, cw)
                inverse = 1.0 / (dot(cu, u_u) + dot(cw, u_w) + f.rotor)
                r = (get(efforts, j) + dot(cu, f_u) + dot(cw, f_w)) * inverse
            f.n, f.r = inverse, r
            put_triple(f.u, 0, u_u)
            put_triple(f.u, 3, u_w)
            less_square(m, u_u, u_w, inverse)
            f_u, f_w = sub(f_u, scaled(u_u, r)), sub(f_w, scaled(u_w, r))
        held, held_moment = mass_times(m, (b.b[0], b.b[1], b.b[2]), (b.b[3], b.b[4], b.b[5]))
        f_u, f_w = sub(f_u, held), sub(f_w, held_moment)
        put_triple(b.f, 0, f_u)
        put_triple(b.f, 3, f_w)
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
            f.rate = given
            w = add(w, scaled((f.c[3], f.c[4], f.c[5]), given))
            if b.code != PLAIN:
                u = add(u, scaled((f.c[0], f.c[1], f.c[2]), given))
        put_triple(b.a, 0, u)
        put_triple(b.a, 3, w)
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
        x, y, z = basis_times(s.s, inside[at + 3 : at + 12])
        p = matrix_quaternion((x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]))
        i, j = 7 * body, 6 * body
        sign = -1.0 if p[0] * q[i + 3] + p[1] * q[i + 4] + p[2] * q[i + 5] + p[3] * q[i + 6] < 0.0 else 1.0
        put_triple(q, i, add(triple(s.r), d))
        q[i + 3], q[i + 4], q[i + 5], q[i + 6] = sign * p[0], sign * p[1], sign * p[2], sign * p[3]
        across = cross(w, d)
        put_triple(v, j, add(triple(s.v), across))
        put_triple(v, j + 3, (dot(x, w), dot(y, w), dot(z, w)))
        if with_accelerations:
            u, al = bodies[k].a, (bodies[k].a[3], bodies[k].a[4], bodies[k].a[5])
            put_triple(a, j, add(add((u[0], u[1], u[2]), cross(al, d)), cross(w, across)))
            put_triple(a, j + 3, (dot(x, al), dot(y, al), dot(z, al)))
    return 0
