"""Planar trees, given the accelerations: joint loads by the recursive Newton-Euler sweep, the mass matrix by composite bodies, the loop rows in the speeds."""

from __future__ import annotations

from vazba._jit import boundary, get, put
from vazba.tables import numbers_at
from vazba.tree.planar import own_mass
from vazba.tree.records import PLANAR_TREE, TREE
from vazba.tree.springs import without_efforts


@boundary("int64(int64, int64, int64)")
def inverse(tree_address, rates_at, out_at):  # type: ignore[no-untyped-def]
    """What is wanting of `efforts` to make the freedoms accelerate by `rates`, from the loads `f` of the bodies.

    `f` becomes the wrench of each body's primary joint.
    """
    t = TREE.at(tree_address)
    bodies, freedoms = PLANAR_TREE.bodies(t), PLANAR_TREE.freedoms(t)
    n = t.n_bodies - 1
    states, rates, out = TREE.states(t), numbers_at(rates_at, t.nv), numbers_at(out_at, t.nv)
    efforts = TREE.efforts(t)
    for k in range(n):
        b, s = bodies[k], states[k]
        p = bodies[b.parent]
        x, y, w = p.a[0] - p.a[2] * b.dy + b.bx, p.a[1] + p.a[2] * b.dx + b.by, p.a[2]
        for j in range(b.first, b.first + b.count):
            f, rate = freedoms[j], get(rates, j)
            f.rate = rate
            x += f.c[0] * rate
            y += f.c[1] * rate
            w += f.c[2] * rate
        b.a[0], b.a[1], b.a[2] = x, y, w
        cx, cy = b.m * (s.s[0] * b.cx - s.s[3] * b.cy), b.m * (s.s[3] * b.cx + s.s[0] * b.cy)
        b.f[0] = b.m * x - cy * w - b.f[0]
        b.f[1] = b.m * y + cx * w - b.f[1]
        b.f[2] = cx * y - cy * x + b.j * w - b.f[2]
    for k in range(n - 1, -1, -1):
        b = bodies[k]
        for j in range(b.first, b.first + b.count):
            f = freedoms[j]
            c, turning = f.c, f.rotor * f.rate
            put(out, j, c[0] * b.f[0] + c[1] * b.f[1] + c[2] * b.f[2] + turning - get(efforts, j))
        if b.parent != n:
            p = bodies[b.parent]
            p.f[0] += b.f[0]
            p.f[1] += b.f[1]
            p.f[2] += b.f[2] + b.dx * b.f[1] - b.dy * b.f[0]
    return 0


@boundary("int64(int64, int64, int64)")
def composite(tree_address, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Mass matrix in the speeds, by composite bodies."""
    t = TREE.at(tree_address)
    bodies, freedoms = PLANAR_TREE.bodies(t), PLANAR_TREE.freedoms(t)
    n, nv = t.n_bodies - 1, t.nv
    states, out = TREE.states(t), numbers_at(out_at, nv * nv)
    for k in range(nv * nv):
        out[k] = 0.0
    for k in range(n):
        own_mass(bodies[k], states[k])
    for k in range(n - 1, -1, -1):
        b = bodies[k]
        m = b.mass
        for j in range(b.first, b.first + b.count):
            c = freedoms[j].c
            fx, fy = m[0] * c[0] + m[1] * c[1] + m[3] * c[2], m[1] * c[0] + m[2] * c[1] + m[4] * c[2]
            fw = m[3] * c[0] + m[4] * c[1] + m[5] * c[2]
            i = k
            while i < n:
                up = bodies[i]
                for o in range(up.first, up.first + up.count):
                    e = freedoms[o].c
                    out[j * nv + o] = out[o * nv + j] = e[0] * fx + e[1] * fy + e[2] * fw
                fw += up.dx * fy - up.dy * fx
                i = up.parent
            out[j * nv + j] += freedoms[j].rotor
        if b.parent != n:
            p, dx, dy = bodies[b.parent].mass, b.dx, b.dy
            px, py = m[3] - m[0] * dy + m[1] * dx, m[4] - m[1] * dy + m[2] * dx
            p[0] += m[0]
            p[1] += m[1]
            p[2] += m[2]
            p[3] += px
            p[4] += py
            p[5] += m[5] + (m[4] + py) * dx - (m[3] + px) * dy
    return 0


@boundary("int64(int64, int64, int64)")
def closure(tree_address, jacobian_at, out_at):  # type: ignore[no-untyped-def]
    """Derivative of the loop rows with respect to the speeds (rows by `nv`), from their blocks on the bodies."""
    t = TREE.at(tree_address)
    bodies, freedoms = PLANAR_TREE.bodies(t), PLANAR_TREE.freedoms(t)
    slots, touches, n, nv = (
        PLANAR_TREE.slots(t),
        TREE.touches(t),
        t.n_bodies - 1,
        t.nv,
    )
    jacobian, out = numbers_at(jacobian_at, t.rows), numbers_at(out_at, nv * t.n_rho)
    for k in range(out.shape[0]):
        out[k] = 0.0
    for k in range(touches.shape[0]):
        touch = touches[k]
        at, row, i = touch.start, slots[touch.slot].row, touch.body
        fx, fy, fw = jacobian[at], jacobian[at + 1], jacobian[at + 2]
        while i < n:
            b = bodies[i]
            for j in range(b.first, b.first + b.count):
                c = freedoms[j].c
                out[row * nv + j] += c[0] * fx + c[1] * fy + c[2] * fw
            fw += b.dx * fy - b.dy * fx
            i = b.parent
    return 0


@boundary("int64(int64, int64, int64)")
def loop_loads(tree_address, jacobian_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Add what the multipliers do to the loads of the bodies."""
    t = TREE.at(tree_address)
    bodies, slots, touches = PLANAR_TREE.bodies(t), PLANAR_TREE.slots(t), TREE.touches(t)
    jacobian, multipliers = numbers_at(jacobian_at, t.rows), TREE.multipliers(t)
    for k in range(touches.shape[0]):
        touch = touches[k]
        b, value = bodies[touch.body], multipliers[slots[touch.slot].row]
        for i in range(3):
            b.f[i] += value * jacobian[touch.start + i]
    return 0


@boundary("int64(int64, int64, int64)")
def loop_bias(tree_address, jacobian_at, rho_at):  # type: ignore[no-untyped-def]
    """Take from `rho` what the loop rows accelerate by when the freedoms do not."""
    t = TREE.at(tree_address)
    bodies, slots, touches = PLANAR_TREE.bodies(t), PLANAR_TREE.slots(t), TREE.touches(t)
    jacobian, rho = numbers_at(jacobian_at, t.rows), numbers_at(rho_at, t.n_rho)
    for k in range(t.n_bodies - 1):
        b = bodies[k]
        p = bodies[b.parent]
        b.a[0], b.a[1], b.a[2] = p.a[0] - p.a[2] * b.dy + b.bx, p.a[1] + p.a[2] * b.dx + b.by, p.a[2]
    for k in range(touches.shape[0]):
        touch = touches[k]
        a, at = bodies[touch.body].a, touch.start
        rho[slots[touch.slot].row] -= jacobian[at] * a[0] + jacobian[at + 1] * a[1] + jacobian[at + 2] * a[2]
    return 0


@boundary("int64(int64, int64, int64)")
def wrench_at(tree_address, k, out_at):  # type: ignore[no-untyped-def]
    """What the primary joint exerts on body k, after `inverse`."""
    t = TREE.at(tree_address)
    b, out = PLANAR_TREE.bodies(t)[k], numbers_at(out_at, 3)
    for i in range(3):
        out[i] = b.f[i]
    without_efforts(b, PLANAR_TREE.freedoms(t), TREE.efforts(t), 2, 3, out)
    return 0
