"""Joint coordinates of a spanning tree: articulated masses, loops closed where their branches meet.

Elements and loop rows act on bodies and frames as they do in absolute coordinates; what differs is where poses and twists come from, and how loads become
accelerations.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, inlined, jit
from vazba.algebra.vectors import add, cross, sub, triple, turned
from vazba.equations.forces import call_forces, generalised_forces
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import (
    FACTORISED,
    FIXED,
    GIVEN,
    LOST,
    PLACE,
    RECHOOSE,
    STORED,
    VERB,
    WEAK_ROWS,
    call_derivative,
    call_place,
    call_verb,
)
from vazba.kinematic.evaluate import call_position, call_velocity
from vazba.kinematic.sights import look
from vazba.loads.friction import friction_effort, normal_force
from vazba.paths.kernels import row_state
from vazba.tables import TABLES, WORK, numbers_at
from vazba.tree.light import ADDED, BEGIN, FOUND, OPEN, SETTLED
from vazba.tree.records import PLANAR_TREE, SPATIAL_TREE, TREE
from vazba.tree.springs import motor_efforts, spring_efforts, watch_joints

ROUNDS = 20  # of solutions where bodies have no mass, or rows are weak
WEAK = 1e-5  # part of its compliance that is left of a row: rounding counts from here on
call_tree = call_verb  # of a tree, and two addresses or numbers


@inlined
def state_addresses(d, s, y_at):  # type: ignore[no-untyped-def]
    """Where the bodies' coordinates and velocities stand, for users' functions."""
    if d.tree != 0:
        tree = TREE.at(d.tree)
        return tree.q, tree.v
    return y_at, y_at + 8 * s.nq


@boundary(PLACE)
def pose(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Poses and twists of bodies, positions of frames, and loop rows."""
    d = DYNAMICS.at(d_at)
    call_tree(TREE.at(d.tree).sweep, d.tree, y_at, y_at + 8 * d.nq)
    if TABLES.at(d.tables).n_frames > 0:
        call_position(WORK.at(d.work).position, d.tables, d.work, 0, t)


@boundary(PLACE)
def place(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Poses and twists of bodies and frames at `(y, t)`, and of the loop rows all but the accelerations."""
    d = DYNAMICS.at(d_at)
    s, w, tree = TABLES.at(d.tables), WORK.at(d.work), TREE.at(d.tree)
    call_tree(tree.sweep, d.tree, y_at, y_at + 8 * d.nq)
    if s.n_frames > 0:
        call_position(w.position, s.here, w.here, 0, t)
        call_velocity(w.velocity, s.here, w.here, 0)
    watch_joints(tree, w)
    if tree.state:
        call_tree(tree.absolute, d.tree, 0, 0)


@jit
def loop_rates(w, tree, residual):  # type: ignore[no-untyped-def]
    """`nu - G v` of the loop rows at the twists at hand."""
    nu, states = WORK.nu(w), WORK.states(w)
    touches, jacobian = TREE.touches(tree), WORK.jacobian(w)
    for k in range(nu.shape[0]):
        residual[k] = nu[k]
    if tree.nb == 3:
        flat = PLANAR_TREE.slots(tree)
        for k in range(touches.shape[0]):
            at, b = touches[k].start, states[touches[k].body]
            residual[flat[touches[k].slot].row] -= (
                jacobian[at] * b.v[0] + jacobian[at + 1] * b.v[1] + jacobian[at + 2] * b.w[2]
            )
        return
    slots = SPATIAL_TREE.slots(tree)
    for k in range(touches.shape[0]):
        at, b, total = touches[k].start, states[touches[k].body], 0.0
        for i in range(3):
            turn = b.s[i] * b.w[0] + b.s[3 + i] * b.w[1] + b.s[6 + i] * b.w[2]
            total += jacobian[at + i] * b.v[i] + jacobian[at + 3 + i] * turn
        residual[slots[touches[k].slot].row] -= total


@jit
def element_forces(d, tree, t):  # type: ignore[no-untyped-def]
    """Fill `force`, `efforts` and `powers` with what the elements do."""
    powers, force, s, w = DYNAMICS.powers(d), TREE.force(tree), TABLES.at(d.tables), WORK.at(d.work)
    powers[LOST], powers[STORED] = spring_efforts(tree), 0.0
    powers[GIVEN] = motor_efforts(tree, s, w, t)
    if not tree.elements:
        return
    if s.n_sights > 0:
        look(s, w)
    for k in range(force.shape[0]):
        force[k] = 0.0
    if d.path_kernel != 0:
        call_forces(d.path_kernel, d.here, tree.q, tree.v, t)
    if d.bushing_kernel != 0:
        call_forces(d.bushing_kernel, d.here, tree.q, tree.v, t)
    if d.load_kernel != 0:
        call_forces(d.load_kernel, d.here, tree.q, tree.v, t)


@jit
def _normal(f, d, s, w, tree):  # type: ignore[no-untyped-def]
    """Magnitude of the reaction force of a joint with friction."""
    if f.first >= 0:
        return normal_force(f, TABLES.rows(s), WORK.poses(w), TREE.multipliers(tree))
    call_tree(tree.wrench, d.tree, -1 - f.first, tree.wrenches)
    out, total = numbers_at(tree.wrenches, tree.nb), 0.0
    for k in range(2 if tree.nb == 3 else 3):
        total += out[k] * out[k]
    return math.sqrt(total)


@boundary(PLACE)
def force(d_at, y_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """What acts on the bodies and in the joints."""
    d = DYNAMICS.at(d_at)
    element_forces(d, TREE.at(d.tree), t)


@jit
def _weak(tree):  # type: ignore[no-untyped-def]
    """Rows of whose compliance little is left."""
    inverse, scales, weak = TREE.compliances(tree), TREE.scales(tree), 0
    for k in range(inverse.shape[0]):
        if inverse[k] * scales[k] * WEAK > 1.0:
            weak += 1
    return weak


@boundary(RECHOOSE)
def keep_rows(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Choose the rows that depend on others at y, which is on the constraints, and keep them from there on; returns whether they have changed.

    The states within a step are not quite on the constraints: there, rows that depend on others seem to ask for something of their own. Where more or fewer
    depend on others than everywhere (a singular posture), the choice stays what it was.
    """
    d = DYNAMICS.at(d_at)
    tree = TREE.at(d.tree)
    tree.keeps = 0
    call_place(d.place, d_at, y_at, t)
    call_tree(tree.factor, d.tree, WORK.at(d.work).jacobian, tree.rows)
    inverse, out, count, changed = TREE.compliances(tree), TREE.left_out(tree), 0, 0
    for k in range(out.shape[0]):
        count += inverse[k] == 0.0
    if count != tree.too_many:
        tree.keeps = tree.kept
        return 0
    for k in range(out.shape[0]):
        now = 1.0 if inverse[k] == 0.0 else 0.0
        changed += now != out[k]
        out[k] = now
    tree.keeps = tree.kept = 1
    return changed


@boundary(VERB)
def factorise(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Articulated masses, and the loop rows carried to where they are closed."""
    d = DYNAMICS.at(d_at)
    tree = TREE.at(d.tree)
    dependent = call_tree(tree.factor, d.tree, WORK.at(d.work).jacobian, tree.rows)
    DYNAMICS.powers(d)[WEAK_ROWS] = _weak(tree)
    return dependent


@jit
def _rows_left(w, tree, out):  # type: ignore[no-untyped-def]
    """`gamma - G a` of the loop rows that count, with the accelerations at hand; returns the largest."""
    gamma, inverse, states = WORK.gamma(w), TREE.compliances(tree), WORK.states(w)
    touches, jacobian, worst = TREE.touches(tree), WORK.jacobian(w), 0.0
    for k in range(gamma.shape[0]):
        out[k] = gamma[k]
    if tree.nb == 3:
        flat, slots = PLANAR_TREE.bodies(tree), PLANAR_TREE.slots(tree)
        for k in range(touches.shape[0]):
            at, a = touches[k].start, flat[touches[k].body].a
            out[slots[touches[k].slot].row] -= jacobian[at] * a[0] + jacobian[at + 1] * a[1] + jacobian[at + 2] * a[2]
    else:
        bodies, spatial = SPATIAL_TREE.bodies(tree), SPATIAL_TREE.slots(tree)
        for k in range(touches.shape[0]):
            at, a, b, total = touches[k].start, bodies[touches[k].body].a, states[touches[k].body], 0.0
            for i in range(3):
                turn = b.s[i] * a[3] + b.s[3 + i] * a[4] + b.s[6 + i] * a[5]
                total += jacobian[at + i] * a[i] + jacobian[at + 3 + i] * turn
            out[spatial[touches[k].slot].row] -= total
    for k in range(gamma.shape[0]):
        if inverse[k] == 0.0:
            out[k] = 0.0
        worst = max(worst, abs(out[k]))
    return worst


@jit
def _refine(d, w, tree, out_at):  # type: ignore[no-untyped-def]
    """Where rows are weak: what is left of them is asked for too, as long as that makes it less."""
    rho, asked, left, before = TREE.rho(tree), TREE.asked(tree), TREE.left(tree), math.inf
    gamma = WORK.gamma(w)
    for k in range(asked.shape[0]):
        asked[k] = gamma[k]
    for _ in range(ROUNDS):
        now = _rows_left(w, tree, left)
        if not now < 0.5 * before:
            return
        before = now
        for k in range(asked.shape[0]):
            asked[k] += left[k]
            rho[k] = asked[k]
        call_tree(tree.loads, d.tree, d.gravity, tree.elements)
        call_tree(tree.solve, d.tree, tree.rho, out_at)


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations with the loads at hand."""
    d = DYNAMICS.at(d_at)
    w, tree = WORK.at(d.work), TREE.at(d.tree)
    call_tree(tree.loads, d.tree, d.gravity, tree.elements)
    rho, gamma = TREE.rho(tree), WORK.gamma(w)
    for k in range(rho.shape[0]):
        rho[k] = gamma[k]
    call_tree(tree.solve, d.tree, tree.rho, out_at)
    if DYNAMICS.powers(d)[WEAK_ROWS] > 0.0:
        _refine(d, w, tree, out_at)
    return 0


@boundary(VERB)
def solve_light(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations where bodies have no mass: see `tree.light`."""
    d = DYNAMICS.at(d_at)
    w, tree = WORK.at(d.work), TREE.at(d.tree)
    rho, gamma, out, state = TREE.rho(tree), WORK.gamma(w), numbers_at(out_at, d.nv), OPEN
    call_tree(tree.lighten, d.tree, BEGIN, 0)
    for _ in range(ROUNDS):
        call_tree(tree.loads, d.tree, d.gravity, tree.elements)
        for k in range(rho.shape[0]):
            rho[k] = gamma[k]
        call_tree(tree.lighten, d.tree, ADDED, 0)
        call_tree(tree.solve, d.tree, tree.rho, out_at)
        if state == SETTLED:
            return 0
        state = call_tree(tree.lighten, d.tree, FOUND, 0)
    if state != OPEN:
        return 0
    for k in range(out.shape[0]):
        out[k] = math.nan
    return 0


@boundary(VERB)
def solve_alone(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations of a tree without loops and friction: one articulated sweep, which factorises too."""
    d = DYNAMICS.at(d_at)
    return call_tree(TREE.at(d.tree).articulated, d.tree, d.gravity, out_at)


@boundary(VERB)
def slack(d_at, y_at, out_at):  # type: ignore[no-untyped-def]
    """`nu - G v` of the loop rows."""
    d = DYNAMICS.at(d_at)
    w, tree = WORK.at(d.work), TREE.at(d.tree)
    call_tree(tree.sweep, d.tree, y_at, y_at + 8 * d.nq)
    loop_rates(w, tree, numbers_at(out_at, w.n_nu))
    return 0


@boundary(VERB)
def step(d_at, right_at, out_at):  # type: ignore[no-untyped-def]
    """The smallest change of the joint coordinates onto the loops, by the factorisation at hand."""
    d = DYNAMICS.at(d_at)
    tree = TREE.at(d.tree)
    call_tree(tree.still, d.tree, 0, 0)
    return call_tree(tree.solve, d.tree, right_at, out_at)


@boundary(VERB)
def rub(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Rate and effort of every friction by the reactions at hand, in pairs."""
    d = DYNAMICS.at(d_at)
    s, w, tree = TABLES.at(d.tables), WORK.at(d.work), TREE.at(d.tree)
    frictions, coordinates = TABLES.frictions(s), TABLES.coordinates(s)
    poses, turns, out = WORK.poses(w), WORK.turns(w), DYNAMICS.settling(d)
    for k in range(frictions.shape[0]):
        f = frictions[k]
        _, rate = row_state(coordinates[f.coordinate], poses, turns)
        out[2 * k], out[2 * k + 1] = rate, friction_effort(f, rate, _normal(f, d, s, w, tree))
    return 0


@boundary(VERB)
def show(d_at, y_at, rates_at):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Bodies from joints. Where reactions are not unique, the whole finds its own, from which the smallest are taken."""
    d = DYNAMICS.at(d_at)
    whole, tree = DYNAMICS.at(d.whole), TREE.at(d.tree)
    s, w, t = (
        TABLES.at(whole.tables),
        WORK.at(whole.work),
        DYNAMICS.powers(d)[FACTORISED],
    )
    call_tree(tree.absolute, d.tree, 1, 0)
    q, v, shown = TREE.q(tree), TREE.v(tree), DYNAMICS.shown(whole)
    for k in range(q.shape[0]):
        shown[k] = q[k]
    for k in range(v.shape[0]):
        shown[q.shape[0] + k] = v[k]
    if d.redundant:
        call_derivative(whole.derivative, d.whole, whole.shown, whole.room, t)
    else:
        call_position(w.position, s.here, w.here, tree.q, t)
        call_velocity(w.velocity, s.here, w.here, tree.v)
        generalised_forces(s, w, whole, tree.q, tree.v, t)
        multipliers, loop = DYNAMICS.multipliers(whole), TREE.multipliers(tree)
        equations = TREE.equations(tree)
        for k in range(multipliers.shape[0]):
            multipliers[k] = 0.0
        for k in range(loop.shape[0]):
            multipliers[equations[k]] = loop[k]
    a, found = DYNAMICS.acceleration(whole), TREE.acceleration(tree)
    for k in range(a.shape[0]):
        a[k] = found[k]
    return 0


@boundary(VERB)
def amend(d_at, y_at, kept_at):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Force and moment of the joints of the tree on their second bodies, at their points there, ground components, from the recursion."""
    d = DYNAMICS.at(d_at)
    whole, tree = DYNAMICS.at(d.whole), TREE.at(d.tree)
    if d.redundant:
        return 0
    links, first = TREE.links(tree), FIXED + whole.n_multipliers
    states, wrench = TREE.states(tree), numbers_at(tree.wrenches, tree.nb)
    for k in range(links.shape[0]):
        link = links[k]
        if link.joint < 0:
            continue
        call_tree(tree.wrench, tree.here, k, tree.wrenches)
        planar = tree.nb == 3
        force = (wrench[0], wrench[1], 0.0 if planar else wrench[2])
        moment = (0.0, 0.0, wrench[2]) if planar else (wrench[3], wrench[4], wrench[5])
        if link.ball:
            moment = (0.0, 0.0, 0.0)  # but for rounding
        sign = 1.0
        if not link.forward:  # it carries its first body: the second gets the opposite, about its own point
            parent = states[link.parent]
            second = add(triple(parent.r), turned(parent.s, triple(link.other)))
            moment = add(moment, cross(sub(triple(states[k].r), second), force))
            sign = -1.0
        kept = numbers_at(kept_at + 8 * (first + 6 * link.joint), 6)
        for i in range(3):
            kept[i], kept[3 + i] = sign * force[i], sign * moment[i]
    return 0
