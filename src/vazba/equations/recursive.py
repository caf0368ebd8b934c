"""Accelerations in joint coordinates: articulated masses on the tree, loops closed where their branches meet.

The state of a run is `y = (joint coordinates, speeds, work put in, energy dissipated, energy stored in curves)`. Elements and loop rows act on bodies and
frames as they do in absolute coordinates; what differs is where poses and twists come from, and how loads become accelerations.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, caller, inlined, jit
from vazba.algebra.rotations import put_quaternion_rate, quaternion_turned
from vazba.equations.absolute import DERIVATIVE, EXTRA, KINEMATICS, call_kinematics
from vazba.equations.forces import call_forces
from vazba.equations.friction import GOING_ON, NEVER, begin_settling, settle
from vazba.equations.tables import dynamics_at
from vazba.kinematic.evaluate import call_position, call_velocity, largest, poses_at, states_at, work_at
from vazba.loads.friction import friction_effort, normal_force
from vazba.paths.kernels import row_state
from vazba.system import frictions_at, numbers_at, rows_at, tables_at
from vazba.tree.records import BALL, planar_slots_at, spatial_freedoms_at, spatial_slots_at, touches_at, tree_at
from vazba.tree.springs import spring_efforts

call_tree = caller("int64(int64, int64, int64)")


@inlined
def state_addresses(d, s, y_at):  # type: ignore[no-untyped-def]
    """Where the bodies' coordinates and velocities stand, for users' functions."""
    if d.tree != 0:
        tree = tree_at(d.tree, 1)[0]
        return tree.q, tree.v
    return y_at, y_at + 8 * s.nq


@boundary(KINEMATICS)
def kinematics(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Poses and twists of bodies and frames at `(y, t)`, and of the loop rows all but the accelerations."""
    d = dynamics_at(d_at, 1)[0]
    s, w, tree = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    call_tree(tree.sweep, d.tree, y_at, y_at + 8 * tree.nq)
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
    powers[0], powers[1], powers[2] = 0.0, spring_efforts(tree), 0.0
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
def _solve(d, w, tree, out_at):  # type: ignore[no-untyped-def]
    """Accelerations with the loads at hand."""
    call_tree(tree.loads, d.tree, d.gravity, tree.elements)
    rho, gamma = numbers_at(tree.rho, tree.n_rho), numbers_at(w.gamma, w.n_gamma)
    for k in range(rho.shape[0]):
        rho[k] = gamma[k]
    stabilise(d, w, tree, rho)
    call_tree(tree.solve, d.tree, tree.rho, out_at)


@jit
def stabilise(d, w, tree, rho):  # type: ignore[no-untyped-def]
    """Baumgarte's terms, where chosen: `gamma - 2 alpha Phi' - beta^2 Phi`."""
    pair, phi, residual = (
        numbers_at(d.baumgarte, d.n_baumgarte),
        numbers_at(w.phi, w.n_phi),
        numbers_at(w.residual, w.n_residual),
    )
    if pair[0] == 0.0 and pair[1] == 0.0:
        return
    loop_rates(w, tree, residual)
    for k in range(rho.shape[0]):
        rho[k] += 2.0 * pair[0] * residual[k] - pair[1] * pair[1] * phi[k]


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


@jit
def rub(d, s, w, tree, out):  # type: ignore[no-untyped-def]
    """Rate and effort of every friction by the reactions at hand, in pairs."""
    frictions, coordinates = frictions_at(s.frictions, s.n_frictions), rows_at(s.coordinates, s.n_coordinates)
    poses, turns = poses_at(w.poses, w.n_poses), numbers_at(w.turns, w.n_turns)
    for k in range(frictions.shape[0]):
        f = frictions[k]
        _, rate = row_state(coordinates[f.coordinate], poses, turns)
        out[2 * k], out[2 * k + 1] = rate, friction_effort(f, rate, _normal(f, d, s, w, tree))


FRICTION = "float64(int64, int64, int64)"
call_friction = caller(FRICTION)


@boundary(FRICTION)
def solve_with_friction(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations and friction, which depend on each other: see `settle`; returns the power dissipated."""
    d = dynamics_at(d_at, 1)[0]
    s, w, tree = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    pairs, state, lost = numbers_at(d.settling, d.n_settling), GOING_ON, 0.0
    begin_settling(s, d)
    while state == GOING_ON:
        _solve(d, w, tree, out_at)
        rub(d, s, w, tree, pairs)
        state, lost = settle(s, w, d)
    if state == NEVER:
        out = numbers_at(out_at, tree.nv)
        for k in range(tree.nv):
            out[k] = math.nan
    return lost


@jit
def rates_of(tree, y_at, v_at, out_at):  # type: ignore[no-untyped-def]
    """Rates of the joint coordinates from the speeds: the same, but for balls."""
    q, v, out = numbers_at(y_at, tree.nq), numbers_at(v_at, tree.nv), numbers_at(out_at, tree.nq)
    if tree.nq == tree.nv:
        for k in range(tree.nv):
            out[k] = v[k]
        return
    freedoms = spatial_freedoms_at(tree.freedoms, tree.n_freedoms)
    i, j = 0, 0
    while j < tree.nv:
        if freedoms[j].kind != BALL:
            out[i] = v[j]
            i += 1
            j += 1
            continue
        put_quaternion_rate(q, i, v, j, out)
        i += 4
        j += 3


@jit
def moved(tree, q, step):  # type: ignore[no-untyped-def]
    """Move the coordinates by a displacement given in the speeds."""
    if tree.nq == tree.nv:
        for k in range(tree.nv):
            q[k] += step[k]
        return
    freedoms = spatial_freedoms_at(tree.freedoms, tree.n_freedoms)
    i, j = 0, 0
    while j < tree.nv:
        if freedoms[j].kind != BALL:
            q[i] += step[j]
            i += 1
            j += 1
            continue
        p = quaternion_turned((q[i], q[i + 1], q[i + 2], q[i + 3]), step[j], step[j + 1], step[j + 2])
        q[i], q[i + 1], q[i + 2], q[i + 3] = p[0], p[1], p[2], p[3]
        i += 4
        j += 3


@boundary(DERIVATIVE)
def derivative(d_at, y_at, out_at, t):  # type: ignore[no-untyped-def]
    """`y'` at `(y, t)`."""
    d = dynamics_at(d_at, 1)[0]
    w, tree = work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    call_kinematics(d.kinematics, d_at, y_at, t)
    element_forces(d, tree, t)
    numbers_at(d.powers, d.n_powers)[5] = t
    rubbed, speeds_at = 0.0, out_at + 8 * tree.nq
    if tree.n_rho == 0 and d.friction_kernel == 0:
        call_tree(tree.articulated, d.tree, d.gravity, speeds_at)
    else:
        call_tree(tree.factor, d.tree, w.jacobian, tree.rows)
        if d.friction_kernel != 0:
            rubbed = call_friction(d.friction_kernel, d_at, speeds_at, 0)
        else:
            _solve(d, w, tree, speeds_at)
    rates_of(tree, y_at, y_at + 8 * tree.nq, out_at)
    out, powers = numbers_at(speeds_at + 8 * tree.nv, EXTRA), numbers_at(d.powers, d.n_powers)
    out[0] = powers[0] + loop_power(w, tree)
    out[1] = powers[1] + rubbed
    out[2] = powers[2]


@jit
def loop_power(w, tree):  # type: ignore[no-untyped-def]
    """Power of the drivers: `lambda . nu`."""
    nu, multipliers, given = numbers_at(w.nu, w.n_nu), numbers_at(tree.multipliers, tree.n_multipliers), 0.0
    for k in range(nu.shape[0]):
        given += multipliers[k] * nu[k]
    return given


@boundary("float64(int64, int64, float64)")
def project_state(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Bring coordinates and speeds of `y` onto the loops, in the metric of the mass matrix; returns the largest gap that is left."""
    d = dynamics_at(d_at, 1)[0]
    s, w, tree = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    q, v, rates = (
        numbers_at(y_at, tree.nq),
        numbers_at(y_at + 8 * tree.nq, tree.nv),
        numbers_at(tree.rates, tree.n_rates),
    )
    if tree.nq != tree.nv:
        unit_quaternions(tree, q)
    if w.n_phi == 0:
        return 0.0
    phi, rho, residual = (
        numbers_at(w.phi, w.n_phi),
        numbers_at(tree.rho, tree.n_rho),
        numbers_at(w.residual, w.n_residual),
    )
    v_at = y_at + 8 * tree.nq
    call_tree(tree.sweep, d.tree, y_at, v_at)
    call_position(w.position, s.here, w.here, 0, t)
    call_tree(tree.factor, d.tree, w.jacobian, tree.rows)
    numbers_at(d.powers, d.n_powers)[5] = t
    left, before = largest(phi), math.inf
    for _ in range(4):
        if left < 1e-15 or not left < 0.5 * before:
            break
        before = left
        call_tree(tree.still, d.tree, 0, 0)
        for k in range(phi.shape[0]):
            rho[k] = -phi[k]
        call_tree(tree.solve, d.tree, tree.rho, tree.rates)
        moved(tree, q, rates)
        call_tree(tree.sweep, d.tree, y_at, v_at)
        call_position(w.position, s.here, w.here, 0, t)
        left = largest(phi)
    before = math.inf
    for _ in range(3):
        loop_rates(w, tree, residual)
        now = largest(residual)
        if now < 1e-15 * (1.0 + largest(v)) or not now < 0.5 * before:
            break
        before = now
        call_tree(tree.still, d.tree, 0, 0)
        for k in range(phi.shape[0]):
            rho[k] = residual[k]
        call_tree(tree.solve, d.tree, tree.rho, tree.rates)
        for k in range(v.shape[0]):
            v[k] += rates[k]
        call_tree(tree.sweep, d.tree, y_at, v_at)
    return left


@jit
def unit_quaternions(tree, q):  # type: ignore[no-untyped-def]
    freedoms = spatial_freedoms_at(tree.freedoms, tree.n_freedoms)
    i, j = 0, 0
    while j < tree.nv:
        if freedoms[j].kind != BALL:
            i += 1
            j += 1
            continue
        size = 1.0 / math.sqrt(q[i] ** 2 + q[i + 1] ** 2 + q[i + 2] ** 2 + q[i + 3] ** 2)
        for k in range(i, i + 4):
            q[k] *= size
        i += 4
        j += 3
