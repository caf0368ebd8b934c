"""Joint coordinates of a spanning tree: articulated masses, loops closed where their branches meet.

Elements and loop rows act on bodies and frames as they do in absolute coordinates; what differs is where poses and twists come from, and how loads become
accelerations.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, inlined, jit
from vazba.algebra.vectors import add, cross, sub, triple, turned
from vazba.equations.forces import call_forces, generalised_forces
from vazba.equations.tables import dynamics_at
from vazba.equations.verbs import FACTORISED, FIXED, GIVEN, LOST, PLACE, STORED, VERB, call_derivative, call_verb
from vazba.kinematic.evaluate import call_position, call_velocity, poses_at, states_at, work_at
from vazba.loads.friction import friction_effort, normal_force
from vazba.paths.kernels import row_state
from vazba.system import frictions_at, integers_at, numbers_at, rows_at, tables_at
from vazba.tree.light import ADDED, BEGIN, FOUND, OPEN, SETTLED
from vazba.tree.records import links_at, planar_slots_at, spatial_slots_at, touches_at, tree_at
from vazba.tree.springs import spring_efforts

ROUNDS = 20  # of solutions where bodies have no mass
call_tree = call_verb  # of a tree, and two addresses or numbers


@inlined
def state_addresses(d, s, y_at):  # type: ignore[no-untyped-def]
    """Where the bodies' coordinates and velocities stand, for users' functions."""
    if d.tree != 0:
        tree = tree_at(d.tree, 1)[0]
        return tree.q, tree.v
    return y_at, y_at + 8 * s.nq


@boundary(PLACE)
def pose(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Poses and twists of bodies, positions of frames, and loop rows."""
    d = dynamics_at(d_at, 1)[0]
    call_tree(tree_at(d.tree, 1)[0].sweep, d.tree, y_at, y_at + 8 * d.nq)
    if tables_at(d.tables, 1)[0].n_frames > 0:
        call_position(work_at(d.work, 1)[0].position, d.tables, d.work, 0, t)


@boundary(PLACE)
def place(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Poses and twists of bodies and frames at `(y, t)`, and of the loop rows all but the accelerations."""
    d = dynamics_at(d_at, 1)[0]
    s, w, tree = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    call_tree(tree.sweep, d.tree, y_at, y_at + 8 * d.nq)
    if s.n_frames > 0:
        call_position(w.position, s.here, w.here, 0, t)
        call_velocity(w.velocity, s.here, w.here, 0)
    if tree.state:
        call_tree(tree.absolute, d.tree, 0, 0)


@jit
def loop_rates(w, tree, residual):  # type: ignore[no-untyped-def]
    """`nu - G v` of the loop rows at the twists at hand."""
    nu, states = numbers_at(w.nu, w.n_nu), states_at(w.states, w.n_states)
    touches, jacobian = touches_at(tree.touches, tree.n_touches), numbers_at(w.jacobian, w.n_jacobian)
    for k in range(nu.shape[0]):
        residual[k] = nu[k]
    if tree.nb == 3:
        flat = planar_slots_at(tree.slots, tree.n_slots)
        for k in range(touches.shape[0]):
            at, b = touches[k].start, states[touches[k].body]
            residual[flat[touches[k].slot].row] -= (
                jacobian[at] * b.v[0] + jacobian[at + 1] * b.v[1] + jacobian[at + 2] * b.w[2]
            )
        return
    slots = spatial_slots_at(tree.slots, tree.n_slots)
    for k in range(touches.shape[0]):
        at, b, total = touches[k].start, states[touches[k].body], 0.0
        for i in range(3):
            turn = b.s[i] * b.w[0] + b.s[3 + i] * b.w[1] + b.s[6 + i] * b.w[2]
            total += jacobian[at + i] * b.v[i] + jacobian[at + 3 + i] * turn
        residual[slots[touches[k].slot].row] -= total


@jit
def element_forces(d, tree, t):  # type: ignore[no-untyped-def]
    """Fill `force`, `efforts` and `powers` with what the elements do."""
    powers, force = numbers_at(d.powers, d.n_powers), numbers_at(tree.force, tree.n_force)
    powers[GIVEN], powers[LOST], powers[STORED] = 0.0, spring_efforts(tree), 0.0
    if not tree.elements:
        return
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
        return normal_force(
            f, rows_at(s.rows, s.n_rows), poses_at(w.poses, w.n_poses), numbers_at(tree.multipliers, tree.n_multipliers)
        )
    call_tree(tree.wrench, d.tree, -1 - f.first, tree.wrenches)
    out, total = numbers_at(tree.wrenches, tree.nb), 0.0
    for k in range(2 if tree.nb == 3 else 3):
        total += out[k] * out[k]
    return math.sqrt(total)


@boundary(PLACE)
def force(d_at, y_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """What acts on the bodies and in the joints."""
    d = dynamics_at(d_at, 1)[0]
    element_forces(d, tree_at(d.tree, 1)[0], t)


@boundary(VERB)
def factorise(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Articulated masses, and the loop rows carried to where they are closed."""
    d = dynamics_at(d_at, 1)[0]
    tree = tree_at(d.tree, 1)[0]
    return call_tree(tree.factor, d.tree, work_at(d.work, 1)[0].jacobian, tree.rows)


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations with the loads at hand."""
    d = dynamics_at(d_at, 1)[0]
    w, tree = work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    call_tree(tree.loads, d.tree, d.gravity, tree.elements)
    rho, gamma = numbers_at(tree.rho, tree.n_rho), numbers_at(w.gamma, w.n_gamma)
    for k in range(rho.shape[0]):
        rho[k] = gamma[k]
    return call_tree(tree.solve, d.tree, tree.rho, out_at)


@boundary(VERB)
def solve_light(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations where bodies have no mass: see `tree.light`."""
    d = dynamics_at(d_at, 1)[0]
    w, tree = work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    rho, gamma, out = numbers_at(tree.rho, tree.n_rho), numbers_at(w.gamma, w.n_gamma), numbers_at(out_at, d.nv)
    call_tree(tree.lighten, d.tree, BEGIN, 0)
    state = OPEN
    for _ in range(ROUNDS):
        call_tree(tree.loads, d.tree, d.gravity, tree.elements)
        call_tree(tree.lighten, d.tree, ADDED, 0)
        for k in range(rho.shape[0]):
            rho[k] = gamma[k]
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
    d = dynamics_at(d_at, 1)[0]
    return call_tree(tree_at(d.tree, 1)[0].articulated, d.tree, d.gravity, out_at)


@boundary(VERB)
def slack(d_at, y_at, out_at):  # type: ignore[no-untyped-def]
    """`nu - G v` of the loop rows."""
    d = dynamics_at(d_at, 1)[0]
    w, tree = work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    call_tree(tree.sweep, d.tree, y_at, y_at + 8 * d.nq)
    loop_rates(w, tree, numbers_at(out_at, w.n_nu))
    return 0


@boundary(VERB)
def step(d_at, right_at, out_at):  # type: ignore[no-untyped-def]
    """The smallest change of the joint coordinates onto the loops, by the factorisation at hand."""
    d = dynamics_at(d_at, 1)[0]
    tree = tree_at(d.tree, 1)[0]
    call_tree(tree.still, d.tree, 0, 0)
    return call_tree(tree.solve, d.tree, right_at, out_at)


@boundary(VERB)
def rub(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Rate and effort of every friction by the reactions at hand, in pairs."""
    d = dynamics_at(d_at, 1)[0]
    s, w, tree = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    frictions, coordinates = frictions_at(s.frictions, s.n_frictions), rows_at(s.coordinates, s.n_coordinates)
    poses, turns, out = (
        poses_at(w.poses, w.n_poses),
        numbers_at(w.turns, w.n_turns),
        numbers_at(d.settling, d.n_settling),
    )
    for k in range(frictions.shape[0]):
        f = frictions[k]
        _, rate = row_state(coordinates[f.coordinate], poses, turns)
        out[2 * k], out[2 * k + 1] = rate, friction_effort(f, rate, _normal(f, d, s, w, tree))
    return 0


@boundary(VERB)
def show(d_at, y_at, rates_at):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Bodies from joints. Where reactions are not unique, the whole finds its own, from which the smallest are taken."""
    d = dynamics_at(d_at, 1)[0]
    whole, tree = dynamics_at(d.whole, 1)[0], tree_at(d.tree, 1)[0]
    s, w, t = (
        tables_at(whole.tables, 1)[0],
        work_at(whole.work, 1)[0],
        numbers_at(d.powers, d.n_powers)[FACTORISED],
    )
    call_tree(tree.absolute, d.tree, 1, 0)
    q, v, shown = numbers_at(tree.q, tree.n_q), numbers_at(tree.v, tree.n_v), numbers_at(whole.shown, whole.n_shown)
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
        multipliers, loop = (
            numbers_at(whole.multipliers, whole.n_multipliers),
            numbers_at(tree.multipliers, tree.n_multipliers),
        )
        equations = integers_at(tree.equations, tree.n_equations)
        for k in range(multipliers.shape[0]):
            multipliers[k] = 0.0
        for k in range(loop.shape[0]):
            multipliers[equations[k]] = loop[k]
    a, found = (
        numbers_at(whole.acceleration, whole.n_acceleration),
        numbers_at(tree.acceleration, tree.n_acceleration),
    )
    for k in range(a.shape[0]):
        a[k] = found[k]
    return 0


@boundary(VERB)
def amend(d_at, y_at, kept_at):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Force and moment of the joints of the tree on their second bodies, at their points there, ground components, from the recursion."""
    d = dynamics_at(d_at, 1)[0]
    whole, tree = dynamics_at(d.whole, 1)[0], tree_at(d.tree, 1)[0]
    if d.redundant:
        return 0
    links, first = links_at(tree.links, tree.n_links), FIXED + whole.n_multipliers
    states, wrench = states_at(tree.states, tree.n_bodies), numbers_at(tree.wrenches, tree.nb)
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
