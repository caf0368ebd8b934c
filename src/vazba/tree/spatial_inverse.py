"""Trees in space, given the accelerations: joint loads by the Newton-Euler sweep, the mass matrix by composite bodies, the loop rows in the speeds."""

from __future__ import annotations

from vazba._jit import boundary, get, put
from vazba.algebra.vectors import add, cross, dot, scaled, triple, turned, turned_back
from vazba.tables import numbers_at
from vazba.tree.records import SPATIAL_TREE, TREE
from vazba.tree.spatial_mass import add_shifted, mass_times, own_mass
from vazba.tree.springs import without_efforts


@boundary("int64(int64, int64, int64)")
def inverse(tree_address, rates_at, out_at):  # type: ignore[no-untyped-def]
    """What is wanting of `efforts` to make the freedoms accelerate by `rates`, from the loads `f` of the bodies.

    `f` becomes the wrench of each body's primary joint.
    """
    t = TREE.at(tree_address)
    bodies, freedoms = SPATIAL_TREE.bodies(t), SPATIAL_TREE.freedoms(t)
    n = t.n_bodies - 1
    states, rates, out = TREE.states(t), numbers_at(rates_at, t.nv), numbers_at(out_at, t.nv)
    efforts = TREE.efforts(t)
    for k in range(n):
        b, s = bodies[k], states[k]
        p = bodies[b.parent]
        w = (p.a[3], p.a[4], p.a[5])
        u = add(add((p.a[0], p.a[1], p.a[2]), cross(w, triple(b.d))), (b.b[0], b.b[1], b.b[2]))
        w = add(w, (b.b[3], b.b[4], b.b[5]))
        for j in range(b.first, b.first + b.count):
            f, rate = freedoms[j], get(rates, j)
            f.rate = rate
            u = add(u, scaled((f.c[0], f.c[1], f.c[2]), rate))
            w = add(w, scaled((f.c[3], f.c[4], f.c[5]), rate))
        b.a[0], b.a[1], b.a[2], b.a[3], b.a[4], b.a[5] = u[0], u[1], u[2], w[0], w[1], w[2]
        c, own, j = scaled(turned(s.s, triple(b.c)), b.m), turned_back(s.s, w), b.j
        force = add(scaled(u, b.m), cross(w, c))
        spin = (
            j[0] * own[0] + j[1] * own[1] + j[2] * own[2],
            j[1] * own[0] + j[3] * own[1] + j[4] * own[2],
            j[2] * own[0] + j[4] * own[1] + j[5] * own[2],
        )
        moment = add(cross(c, u), turned(s.s, spin))
        for i in range(3):
            b.f[i], b.f[3 + i] = force[i] - b.f[i], moment[i] - b.f[3 + i]
    for k in range(n - 1, -1, -1):
        b = bodies[k]
        force, moment = (b.f[0], b.f[1], b.f[2]), (b.f[3], b.f[4], b.f[5])
        for j in range(b.first, b.first + b.count):
            f = freedoms[j]
            c, turning = f.c, f.rotor * f.rate
            put(out, j, dot((c[0], c[1], c[2]), force) + dot((c[3], c[4], c[5]), moment) + turning - get(efforts, j))
        if b.parent != n:
            p = bodies[b.parent]
            moment = add(moment, cross(triple(b.d), force))
            for i in range(3):
                p.f[i] += force[i]
                p.f[3 + i] += moment[i]
    return 0


@boundary("int64(int64, int64, int64)")
def composite(tree_address, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Mass matrix in the speeds, by composite bodies."""
    t = TREE.at(tree_address)
    bodies, freedoms = SPATIAL_TREE.bodies(t), SPATIAL_TREE.freedoms(t)
    n, nv = t.n_bodies - 1, t.nv
    states, out = TREE.states(t), numbers_at(out_at, nv * nv)
    for k in range(nv * nv):
        out[k] = 0.0
    for k in range(n):
        own_mass(bodies[k], states[k].s)
    for k in range(n - 1, -1, -1):
        b = bodies[k]
        for j in range(b.first, b.first + b.count):
            c = freedoms[j].c
            force, moment = mass_times(b.mass, (c[0], c[1], c[2]), (c[3], c[4], c[5]))
            i = k
            while i < n:
                up = bodies[i]
                for o in range(up.first, up.first + up.count):
                    e = freedoms[o].c
                    out[j * nv + o] = out[o * nv + j] = dot((e[0], e[1], e[2]), force) + dot((e[3], e[4], e[5]), moment)
                moment = add(moment, cross(triple(up.d), force))
                i = up.parent
            out[j * nv + j] += freedoms[j].rotor
        if b.parent != n:
            add_shifted(bodies[b.parent].mass, b.mass, triple(b.d))
    return 0


@boundary("int64(int64, int64, int64)")
def closure(tree_address, jacobian_at, out_at):  # type: ignore[no-untyped-def]
    """Derivative of the loop rows with respect to the speeds (rows by `nv`), from their blocks on the bodies."""
    t = TREE.at(tree_address)
    bodies, freedoms = SPATIAL_TREE.bodies(t), SPATIAL_TREE.freedoms(t)
    slots, touches, n, nv = (
        SPATIAL_TREE.slots(t),
        TREE.touches(t),
        t.n_bodies - 1,
        t.nv,
    )
    states, jacobian, out = (
        TREE.states(t),
        numbers_at(jacobian_at, t.rows),
        numbers_at(out_at, nv * t.n_rho),
    )
    for k in range(out.shape[0]):
        out[k] = 0.0
    for k in range(touches.shape[0]):
        touch = touches[k]
        at, s, row = touch.start, states[touch.body], slots[touch.slot].row
        force = (jacobian[at], jacobian[at + 1], jacobian[at + 2])
        moment = turned(s.s, (jacobian[at + 3], jacobian[at + 4], jacobian[at + 5]))
        i = touch.body
        while i < n:
            b = bodies[i]
            for j in range(b.first, b.first + b.count):
                c = freedoms[j].c
                out[row * nv + j] += dot((c[0], c[1], c[2]), force) + dot((c[3], c[4], c[5]), moment)
            moment = add(moment, cross(triple(b.d), force))
            i = b.parent
    return 0


@boundary("int64(int64, int64, int64)")
def loop_loads(tree_address, jacobian_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Add what the multipliers do to the loads of the bodies."""
    t = TREE.at(tree_address)
    bodies, slots, touches = SPATIAL_TREE.bodies(t), SPATIAL_TREE.slots(t), TREE.touches(t)
    states, jacobian = TREE.states(t), numbers_at(jacobian_at, t.rows)
    multipliers = TREE.multipliers(t)
    for k in range(touches.shape[0]):
        touch = touches[k]
        at, b, value = touch.start, bodies[touch.body], multipliers[slots[touch.slot].row]
        moment = turned(states[touch.body].s, (jacobian[at + 3], jacobian[at + 4], jacobian[at + 5]))
        for i in range(3):
            b.f[i] += value * jacobian[at + i]
            b.f[3 + i] += value * moment[i]
    return 0


@boundary("int64(int64, int64, int64)")
def loop_bias(tree_address, jacobian_at, rho_at):  # type: ignore[no-untyped-def]
    """Take from `rho` what the loop rows accelerate by when the freedoms do not."""
    t = TREE.at(tree_address)
    bodies, slots, touches = SPATIAL_TREE.bodies(t), SPATIAL_TREE.slots(t), TREE.touches(t)
    states, jacobian, rho = (
        TREE.states(t),
        numbers_at(jacobian_at, t.rows),
        numbers_at(rho_at, t.n_rho),
    )
    for k in range(t.n_bodies - 1):
        b = bodies[k]
        p = bodies[b.parent]
        w = (p.a[3], p.a[4], p.a[5])
        u = add(add((p.a[0], p.a[1], p.a[2]), cross(w, triple(b.d))), (b.b[0], b.b[1], b.b[2]))
        for i in range(3):
            b.a[i], b.a[3 + i] = u[i], w[i] + b.b[3 + i]
    for k in range(touches.shape[0]):
        touch = touches[k]
        at, a, total = touch.start, bodies[touch.body].a, 0.0
        turn = turned_back(states[touch.body].s, (a[3], a[4], a[5]))
        for i in range(3):
            total += jacobian[at + i] * a[i] + jacobian[at + 3 + i] * turn[i]
        rho[slots[touch.slot].row] -= total
    return 0


@boundary("int64(int64, int64, int64)")
def wrench_at(tree_address, k, out_at):  # type: ignore[no-untyped-def]
    """What the primary joint exerts on body k, after `inverse`."""
    t = TREE.at(tree_address)
    b, out = SPATIAL_TREE.bodies(t)[k], numbers_at(out_at, 6)
    for i in range(6):
        out[i] = b.f[i]
    without_efforts(b, SPATIAL_TREE.freedoms(t), TREE.efforts(t), 3, 6, out)
    return 0
