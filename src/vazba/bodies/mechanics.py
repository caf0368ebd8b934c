"""What a rigid body does, in the plane and in space: forces on it, its mass, momentum and energy, its coordinates and its pose.

A wrench acts on the velocities `v` of a body: in space the force in ground, the moment in body components.
"""

from __future__ import annotations

import math

from vazba._jit import inlined, jit
from vazba.algebra.rotations import matrix_quaternion, quaternion_matrix
from vazba.algebra.vectors import add, cross, dot, scaled, sub, triple, turned, turned_back


@inlined
def add_force(dimension, body, b, local, force, out):  # type: ignore[no-untyped-def]
    """Add a force (ground components) that acts at a local point of a body in state b to the generalised forces."""
    if dimension == 2:
        x, y = b.s[0] * local[0] + b.s[1] * local[1], b.s[3] * local[0] + b.s[4] * local[1]
        out[3 * body] += force[0]
        out[3 * body + 1] += force[1]
        out[3 * body + 2] += x * force[1] - y * force[0]
    else:
        moment = cross(local, turned_back(b.s, force))
        for n in range(3):
            out[6 * body + n] += force[n]
            out[6 * body + 3 + n] += moment[n]


@inlined
def add_wrench(dimension, body, b, local, force, moment, out):  # type: ignore[no-untyped-def]
    """Add a force at a local point and a moment (both in ground components)."""
    add_force(dimension, body, b, local, force, out)
    if dimension == 2:
        out[3 * body + 2] += moment[2]
    else:
        m = turned_back(b.s, moment)
        for n in range(3):
            out[6 * body + 3 + n] += m[n]


@inlined
def velocity_of(dimension, states, pose):  # type: ignore[no-untyped-def]
    """Velocity of a pose, from that of its body: for those of which none is asked at every evaluation."""
    if pose.body < 0:
        return (0.0, 0.0, 0.0)
    b = states[pose.body]
    x, y = pose.p[0] - b.r[0], pose.p[1] - b.r[1]
    if dimension == 2:
        return (b.v[0] - b.w[2] * y, b.v[1] + b.w[2] * x, 0.0)
    return add(triple(b.v), cross(triple(b.w), (x, y, pose.p[2] - b.r[2])))


@inlined
def gather_pull(dimension, b, pose, out):  # type: ignore[no-untyped-def]
    """Add the forces gathered at a pose to those of its body in state b; the moment in space in **ground** components."""
    fx, fy, fz = pose.pull[0], pose.pull[1], pose.pull[2]
    x, y = pose.p[0] - b.r[0], pose.p[1] - b.r[1]
    if dimension == 2:
        at = 3 * pose.body
        out[at] += fx
        out[at + 1] += fy
        out[at + 2] += x * fy - y * fx
    else:
        at, z = 6 * pose.body, pose.p[2] - b.r[2]
        out[at] += fx
        out[at + 1] += fy
        out[at + 2] += fz
        out[at + 3] += y * fz - z * fy
        out[at + 4] += z * fx - x * fz
        out[at + 5] += x * fy - y * fx


@jit
def mass_block(dimension, b, mass, reference, block):  # type: ignore[no-untyped-def]
    """Mass matrix of one body, divided by the reference mass, row by row; with what is added to bodies without mass (`massless`)."""
    m, c = mass.m / reference, triple(mass.c)
    if dimension == 2:
        x, y = b.s[0] * c[0] + b.s[1] * c[1], b.s[3] * c[0] + b.s[4] * c[1]
        soft = mass.soft / reference
        block[0], block[1], block[2] = m + soft, 0.0, -m * y
        block[3], block[4], block[5] = 0.0, m + soft, m * x
        block[6], block[7], block[8] = -m * y, m * x, (mass.inertia[8] + mass.soft_turn) / reference
        return
    for i in range(3):
        row = (b.s[3 * i], b.s[3 * i + 1], b.s[3 * i + 2])
        across = scaled(cross(row, c), -m)  # row i of -m S ~c
        for j in range(3):
            block[6 * i + j] = m if i == j else 0.0
            block[6 * i + 3 + j] = across[j]
            block[6 * (3 + j) + i] = across[j]
            block[6 * (3 + i) + 3 + j] = mass.inertia[3 * i + j] / reference
        block[7 * i] += mass.soft / reference
        block[7 * (3 + i)] += mass.soft_turn / reference


@jit
def body_forces(dimension, states, masses, g, out):  # type: ignore[no-untyped-def]
    """Add gravity and gyroscopic terms of all bodies."""
    for k in range(masses.shape[0]):
        b, mass = states[k], masses[k]
        c, w_g = triple(mass.c), triple(b.w)
        if c[0] == 0.0 and c[1] == 0.0 and c[2] == 0.0:  # nothing but its weight and, in space, its spin
            for n in range(2):
                out[(3 if dimension == 2 else 6) * k + n] += mass.m * g[n]
            if dimension == 3:
                w_b = turned_back(b.s, w_g)
                moment = cross(turned(mass.inertia, w_b), w_b)
                out[6 * k + 2] += mass.m * g[2]
                for n in range(3):
                    out[6 * k + 3 + n] += moment[n]
            continue
        arm = turned(b.s, c)
        weight = scaled(sub(g, cross(w_g, cross(w_g, arm))), mass.m)
        if dimension == 2:
            out[3 * k] += weight[0]
            out[3 * k + 1] += weight[1]
            out[3 * k + 2] += mass.m * (arm[0] * g[1] - arm[1] * g[0])
        else:
            w_b = turned_back(b.s, w_g)
            moment = add(scaled(cross(c, turned_back(b.s, g)), mass.m), cross(turned(mass.inertia, w_b), w_b))
            for n in range(3):
                out[6 * k + n] += weight[n]
                out[6 * k + 3 + n] += moment[n]


@jit
def largest_turn(dimension, step):  # type: ignore[no-untyped-def]
    """Largest angle by which a body turns in a step."""
    turn = 0.0
    if dimension == 2:
        for k in range(2, step.shape[0], 3):
            turn = max(turn, abs(step[k]))
    else:
        for k in range(3, step.shape[0], 6):
            turn = max(turn, math.sqrt(step[k] ** 2 + step[k + 1] ** 2 + step[k + 2] ** 2))
    return turn


@jit
def change(dimension, a, b, size) -> float:  # type: ignore[no-untyped-def]
    """How far two configurations are apart: the largest component, angles times the characteristic length, m."""
    width, big = 3 if dimension == 2 else 7, 0.0
    for k in range(a.shape[0]):
        x = abs(a[k] - b[k])
        if dimension == 2:
            x *= size if k % width == 2 else 1.0
        elif k % width > 2:
            x *= 2.0 * size
        if not x <= big:
            big = x
    return big


@inlined
def moments_to_bodies(dimension, states, out):  # type: ignore[no-untyped-def]
    """Moments that were gathered in ground components (`gather_pull`) in those of the bodies."""
    if dimension == 3:
        for k in range(states.shape[0]):
            at = 6 * k + 3
            out[at], out[at + 1], out[at + 2] = turned_back(states[k].s, (out[at], out[at + 1], out[at + 2]))


@inlined
def moment_of_momentum(dimension, b, mass, v, k):  # type: ignore[no-untyped-def]
    """`J w` of body k about its frame's origin, ground components."""
    if dimension == 2:
        return (0.0, 0.0, mass.inertia[8] * b.w[2])
    return turned(b.s, turned(mass.inertia, (v[6 * k + 3], v[6 * k + 4], v[6 * k + 5])))


@inlined
def spin_energy(dimension, b, mass, v, k):  # type: ignore[no-untyped-def]
    """Twice the energy of turning of body k about its frame's origin: `w . J w`."""
    if dimension == 2:
        return mass.inertia[8] * b.w[2] * b.w[2]
    w = (v[6 * k + 3], v[6 * k + 4], v[6 * k + 5])
    return dot(w, turned(mass.inertia, w))


@inlined
def put_mass_times(dimension, b, mass, a, k, out):  # type: ignore[no-untyped-def]
    """`M a` of body k."""
    c = triple(mass.c)
    if dimension == 2:
        arm = turned(b.s, c)
        at = 3 * k
        out[at] = mass.m * (a[at] - arm[1] * a[at + 2])
        out[at + 1] = mass.m * (a[at + 1] + arm[0] * a[at + 2])
        out[at + 2] = mass.m * (arm[0] * a[at + 1] - arm[1] * a[at]) + mass.inertia[8] * a[at + 2]
    else:
        at = 6 * k
        straight, turning = (a[at], a[at + 1], a[at + 2]), (a[at + 3], a[at + 4], a[at + 5])
        f = scaled(sub(straight, turned(b.s, cross(c, turning))), mass.m)
        moment = add(scaled(cross(c, turned_back(b.s, straight)), mass.m), turned(mass.inertia, turning))
        for n in range(3):
            out[at + n], out[at + 3 + n] = f[n], moment[n]


@inlined
def position_size(dimension, y, k):  # type: ignore[no-untyped-def]
    """Size of the coordinate that velocity k changes: one for a turn in space."""
    if dimension == 2:
        return abs(y[k])
    return abs(y[7 * (k // 6) + k % 6]) if k % 6 < 3 else 1.0


@inlined
def place_body(dimension, b, q, i, v, j):  # type: ignore[no-untyped-def]
    """Pose and twist of a body whose coordinates and velocities begin at i and j."""
    if dimension == 2:
        c, s = math.cos(q[i + 2]), math.sin(q[i + 2])
        b.r[0], b.r[1], b.angle = q[i], q[i + 1], q[i + 2]
        b.s[0], b.s[1], b.s[3], b.s[4], b.s[8] = c, -s, s, c, 1.0
        b.v[0], b.v[1], b.w[2] = v[j], v[j + 1], v[j + 2]
        return
    m = quaternion_matrix((q[i + 3], q[i + 4], q[i + 5], q[i + 6]))
    for n in range(9):
        b.s[n] = m[n]
    spin = turned(m, (v[j + 3], v[j + 4], v[j + 5]))
    for n in range(3):
        b.r[n], b.v[n], b.w[n] = q[i + n], v[j + n], spin[n]


@inlined
def show_body(dimension, b, k, q, v):  # type: ignore[no-untyped-def]
    """Coordinates and velocities of body k from its pose and twist; quaternions keep their sign."""
    if dimension == 2:
        q[3 * k], q[3 * k + 1], q[3 * k + 2] = b.r[0], b.r[1], b.angle
        v[3 * k], v[3 * k + 1], v[3 * k + 2] = b.v[0], b.v[1], b.w[2]
        return
    p, spin = matrix_quaternion(b.s), turned_back(b.s, triple(b.w))
    same = p[0] * q[7 * k + 3] + p[1] * q[7 * k + 4] + p[2] * q[7 * k + 5] + p[3] * q[7 * k + 6]
    sign = -1.0 if same < 0.0 else 1.0
    for n in range(3):
        q[7 * k + n], v[6 * k + n], v[6 * k + 3 + n] = b.r[n], b.v[n], spin[n]
    for n in range(4):
        q[7 * k + 3 + n] = sign * p[n]


@inlined
def accelerations_of(dimension, b, k, v, a):  # type: ignore[no-untyped-def]
    """Velocity, angular velocity and their rates of body k, ground components."""
    if dimension == 2:
        i = 3 * k
        return (v[i], v[i + 1], 0.0), (0.0, 0.0, v[i + 2]), (a[i], a[i + 1], 0.0), (0.0, 0.0, a[i + 2])
    i = 6 * k
    straight = (v[i], v[i + 1], v[i + 2])
    return straight, triple(b.w), (a[i], a[i + 1], a[i + 2]), turned(b.s, (a[i + 3], a[i + 4], a[i + 5]))
