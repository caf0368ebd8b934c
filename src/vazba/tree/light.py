"""Bodies of a tree without mass, or without inertia about an axis: their equations say that the forces on them balance.

The elimination needs some mass: it is given `M + S` with a little mass S in the centres of such bodies. What S takes up is given back as the load `S y`, with
the accelerations y of these centres that come out again: `y = a(y)`. With the elimination `a(y) = a_0 + A S y`, A symmetric, that is

    (S - S A S) y = S a_0,

solved by conjugate gradients with the preconditioner S, each step one solution: `z = a(y) - y` is what is left. Few are needed, as few motions are light.
Where none ends it, the motion is not determined.
"""

from __future__ import annotations

from vazba._jit import boundary, inlined, jit
from vazba.algebra.vectors import add, cross, scaled, triple, turned
from vazba.tree.records import PLANAR_TREE, SPATIAL_TREE, TREE
from vazba.tree.spatial_mass import less_square

BEGIN, ADDED, FOUND = range(
    3
)  # what is asked of `lighten`: forget all, add the load to the others, look at the accelerations it makes
SETTLED, GOING_ON, OPEN = range(3)  # what is answered: the load is found, or nearly, or not
ROUNDING, LEFT = (
    1e-18,
    1e-9,
)  # of the loads, that heavy bodies may bear: settled whatever comes, and where it becomes no better
NOISE = 4e-16  # of accelerations: a direction along which no more than this is seen leads nowhere
STALE = 0.1  # of what was left (squared) the round before
LEAST = 1e-9  # N: smaller loads count as this


@inlined
def soften_planar(bodies, states, n):  # type: ignore[no-untyped-def]
    """Add S to the masses."""
    for k in range(n):
        b, s = bodies[k], states[k]
        cx, cy = s.s[0] * b.cx - s.s[3] * b.cy, s.s[3] * b.cx + s.s[0] * b.cy
        b.mass[0] += b.soft
        b.mass[2] += b.soft
        b.mass[3] -= b.soft * cy
        b.mass[4] += b.soft * cx
        b.mass[5] += b.soft * (cx * cx + cy * cy) + b.soft_turn


@inlined
def soften_spatial(bodies, states, n):  # type: ignore[no-untyped-def]
    """Add S to the masses."""
    for k in range(n):
        b = bodies[k]
        c = turned(states[k].s, triple(b.c))
        less_square(b.mass, (1.0, 0.0, 0.0), (0.0, c[2], -c[1]), -b.soft)
        less_square(b.mass, (0.0, 1.0, 0.0), (-c[2], 0.0, c[0]), -b.soft)
        less_square(b.mass, (0.0, 0.0, 1.0), (c[1], -c[0], 0.0), -b.soft)
        for i in (15, 18, 20):
            b.mass[i] += b.soft_turn


@jit
def _pursue(t, bodies, n, count):  # type: ignore[no-untyped-def]
    """One step of the conjugate gradients, with the accelerations `now` of the centres; `count` numbers a body."""
    half, room = 2 if count == 3 else 3, TREE.lit(t)
    along, noise, first, left, before = 0.0, 0.0, room[0] < 0.0, 0.0, room[0]
    for k in range(n):
        for i in range(count):
            b = bodies[k]
            soft = b.soft if i < half else b.soft_turn
            along += soft * b.p[i] * (b.p[i] - (b.now[i] - b.made[i]))
            noise += soft * abs(b.p[i]) * NOISE * (abs(b.now[i]) + abs(b.made[i]))
    blind = not first and not along > noise
    share = 0.0 if first or blind else before / along
    now, biggest = 0.0, 0.0
    for k in range(n):
        for i in range(count):
            b = bodies[k]
            soft = b.soft if i < half else b.soft_turn
            b.made[i] += (1.0 if first else share) * (b.now[i] - b.made[i])
            b.found[i] += share * b.p[i]
            left = b.made[i] - b.found[i]
            now += soft * left * left
            biggest = max(biggest, abs(soft * left))
    load = room[1]
    no_better = not first and biggest <= LEFT * load and (blind or now > STALE * before)
    room[0], done = now, biggest <= ROUNDING * load or no_better
    for k in range(n):
        for i in range(count):
            b = bodies[k]
            onward = 0.0 if first else now / before * b.p[i]
            b.p[i] = 0.0 if done else b.made[i] - b.found[i] + onward
    return SETTLED if done else (GOING_ON if biggest <= LEFT * load else OPEN)


@jit
def _look(t, bodies, n, count):  # type: ignore[no-untyped-def]
    """The largest load of all bodies and joints, and what S would make of the accelerations rows ask for."""
    room, load, heavy, efforts, rho = TREE.lit(t), LEAST, 0.0, TREE.efforts(t), TREE.rho(t)
    for k in range(n):
        for i in range(count):
            load = max(load, abs(bodies[k].f[i]))
        heavy = max(heavy, bodies[k].soft, bodies[k].soft_turn)
    for k in range(efforts.shape[0]):
        load = max(load, abs(efforts[k]))
    for k in range(rho.shape[0]):
        load = max(load, heavy * abs(rho[k]))
    room[1] = load
    return SETTLED


@jit
def _begin(t, bodies, n, count):  # type: ignore[no-untyped-def]
    room = TREE.lit(t)
    room[0], room[1] = -1.0, 0.0
    for k in range(n):
        for i in range(count):
            bodies[k].found[i] = bodies[k].p[i] = bodies[k].made[i] = 0.0
    return SETTLED


@boundary("int64(int64, int64, int64)")
def lighten_planar(tree_address, task, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """See BEGIN, ADDED, FOUND."""
    t = TREE.at(tree_address)
    bodies, n = PLANAR_TREE.bodies(t), t.n_bodies - 1
    states = TREE.states(t)
    if task == BEGIN:
        return _begin(t, bodies, n, 3)
    for k in range(n):
        b, s = bodies[k], states[k]
        cx, cy = s.s[0] * b.cx - s.s[3] * b.cy, s.s[3] * b.cx + s.s[0] * b.cy
        if task == ADDED:
            fx, fy = b.soft * (b.found[0] + b.p[0]), b.soft * (b.found[1] + b.p[1])
            b.f[0] += fx
            b.f[1] += fy
            b.f[2] += cx * fy - cy * fx + b.soft_turn * (b.found[2] + b.p[2])
        else:
            b.now[0], b.now[1], b.now[2] = b.a[0] - b.a[2] * cy, b.a[1] + b.a[2] * cx, b.a[2]
    return _look(t, bodies, n, 3) if task == ADDED else _pursue(t, bodies, n, 3)


@boundary("int64(int64, int64, int64)")
def lighten_spatial(tree_address, task, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """See BEGIN, ADDED, FOUND."""
    t = TREE.at(tree_address)
    bodies, n = SPATIAL_TREE.bodies(t), t.n_bodies - 1
    states = TREE.states(t)
    if task == BEGIN:
        return _begin(t, bodies, n, 6)
    for k in range(n):
        b = bodies[k]
        c, turn = turned(states[k].s, triple(b.c)), (b.a[3], b.a[4], b.a[5])
        if task == ADDED:
            force = scaled((b.found[0] + b.p[0], b.found[1] + b.p[1], b.found[2] + b.p[2]), b.soft)
            moment = cross(c, force)
            for i in range(3):
                b.f[i] += force[i]
                b.f[3 + i] += moment[i] + b.soft_turn * (b.found[3 + i] + b.p[3 + i])
        else:
            centre = add((b.a[0], b.a[1], b.a[2]), cross(turn, c))
            for i in range(3):
                b.now[i], b.now[3 + i] = centre[i], turn[i]
    return _look(t, bodies, n, 6) if task == ADDED else _pursue(t, bodies, n, 6)
