"""Generalised forces on the bodies at the state last evaluated: gravity, gyroscopic terms, paths, bushings and loads.

For a body whose frame sits at P, with the centre of mass at `c` (body components), mass m and inertia `J_P`:

    force   m g - m S ~w ~w c         moment about P (body components)   c x S^T m g - ~w J_P w

A force F at a frame with the local position s adds `F` and `s x S^T F`.
"""

from __future__ import annotations

from vazba._jit import boundary, caller, jit
from vazba.algebra.vectors import add, cross, scaled, sub, triple, turned, turned_back
from vazba.equations.friction import GOING_ON, begin_settling, settle
from vazba.equations.tables import dynamics_at, masses_at
from vazba.equations.verbs import BUSHED, GIVEN, LOST, STORED
from vazba.kinematic.evaluate import poses_at, states_at, work_at
from vazba.loads.bushing import push_bushing
from vazba.loads.friction import friction_effort, normal_force
from vazba.loads.kernels import acts, apply_load, load_power, load_vector
from vazba.paths.kernels import (
    EFFORT,
    gather_pull,
    is_straight,
    is_user,
    measure,
    path_powers,
    pull,
    push_row,
    row_state,
    stops_at,
    straight_pull,
    tension,
    user_pull,
)
from vazba.system import (
    bushings_at,
    frames_at,
    frictions_at,
    integers_at,
    laws_at,
    loads_at,
    numbers_at,
    paths_at,
    rows_at,
    tables_at,
)


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


FORCES = "void(int64, int64, int64, float64)"  # of dynamics, q, v, and the time
call_forces = caller(FORCES)


@jit
def generalised_forces(s, w, d, q_at, v_at, t):  # type: ignore[no-untyped-def]
    """Fill `force` at the position and velocity last evaluated, and `powers`: put in, dissipated, stored in curves.

    Kinds of element a model does not have are not even compiled: their addresses are zero.
    """
    powers = numbers_at(d.powers, d.n_powers)
    powers[GIVEN], powers[LOST], powers[STORED] = 0.0, 0.0, 0.0
    g, out = triple(numbers_at(d.gravity, d.n_gravity)), numbers_at(d.force, d.n_force)
    for k in range(out.shape[0]):
        out[k] = 0.0
    if d.path_kernel != 0:  # before all others
        call_forces(d.path_kernel, d.here, q_at, v_at, t)
    body_forces(s.dimension, states_at(w.states, w.n_states), masses_at(d.masses, d.n_masses), g, out)
    if d.bushing_kernel != 0:
        call_forces(d.bushing_kernel, d.here, q_at, v_at, t)
    if d.load_kernel != 0:
        call_forces(d.load_kernel, d.here, q_at, v_at, t)


@boundary(FORCES)
def all_forces(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]
    """`generalised_forces`, by addresses."""
    d = dynamics_at(d_at, 1)[0]
    generalised_forces(tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], d, q_at, v_at, t)


@boundary("float64(int64, int64)")
def rub_bodies(d_at, out_at):  # type: ignore[no-untyped-def]
    """`friction_forces`, by addresses."""
    d = dynamics_at(d_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    return friction_forces(s, w, d, numbers_at(out_at, d.n_force))


@boundary("int64(int64, int64)")
def settle_bodies(d_at, begin):  # type: ignore[no-untyped-def]
    """One round of `settle` with the multipliers at hand, or, to `begin`, its start at the forces at hand; returns its state."""
    d = dynamics_at(d_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    if begin:
        begin_settling(s, d)
        return GOING_ON
    rub_pairs(s, w, d)
    state, _ = settle(s, w, d)
    return state


@boundary("void(int64, int64, int64, float64, int64)")
def pull_path(s_at, w_at, k, force, out_at):  # type: ignore[no-untyped-def]
    """The generalised force of a tension in path k, at the state last evaluated."""
    s, w = tables_at(s_at, 1)[0], work_at(w_at, 1)[0]
    pull(paths_at(w.paths, w.n_paths)[k], s, w, force, numbers_at(out_at, s.nv))


@jit
def straight_forces(s, w, t, q_at, v_at, out, powers):  # type: ignore[no-untyped-def]
    """Forces of all straight paths into `out`, which is zero before; returns how many other paths there are.

    Forces are summed at the points they act on, moments of the bodies in ground components, which are turned into those of the bodies at the end.
    """
    states, poses = states_at(w.states, w.n_states), poses_at(w.poses, w.n_poses)
    paths, stops, dimension = paths_at(w.paths, w.n_paths), stops_at(s.stops, s.n_stops), s.dimension
    lost, others = 0.0, 0
    for k in range(paths.shape[0]):
        path = paths[k]
        if is_straight(path):
            lost += straight_pull(dimension, states, path, poses[stops[path.first]], poses[stops[path.first + 1]])
        else:
            others += 1
    powers[LOST] += lost
    for k in range(paths.shape[0] if others > 0 else 0):  # apart: with a call in it the loop above would be slower
        path = paths[k]
        if is_user(path):
            a, b = poses[stops[path.first]], poses[stops[path.first + 1]]
            powers[GIVEN] += user_pull(dimension, states, path, a, b, t, q_at, v_at, s.nq, s.nv)
            others -= 1
    if others == paths.shape[0]:
        return others
    for k in range(poses.shape[0]):
        pose = poses[k]
        if pose.body >= 0:
            gather_pull(dimension, states[pose.body], pose, out)
        pose.pull[0], pose.pull[1], pose.pull[2] = 0.0, 0.0, 0.0
    if dimension == 3:
        for k in range(states.shape[0]):
            at = 6 * k + 3
            out[at], out[at + 1], out[at + 2] = turned_back(states[k].s, (out[at], out[at + 1], out[at + 2]))
    return others


@boundary(FORCES)
def path_forces(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]
    """Forces of all paths into `force`, which is zero before; their tensions, lengths and rates are written into the table."""
    d = dynamics_at(d_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    out, powers = numbers_at(d.force, d.n_force), numbers_at(d.powers, d.n_powers)
    if straight_forces(s, w, t, q_at, v_at, out, powers) == 0:
        return
    paths = paths_at(w.paths, w.n_paths)
    for k in range(paths.shape[0]):
        path = paths[k]
        if is_straight(path) or is_user(path) or path.kind == EFFORT:
            continue
        measure(path, s, w, t, q_at, v_at)
        path.tension = tension(path, s, w, t, q_at, v_at)
        if path.tension != 0.0:
            pull(path, s, w, path.tension, out)
        given, lost, stored = path_powers(path)
        powers[GIVEN] += given
        powers[LOST] += lost
        powers[STORED] += stored


@boundary(FORCES)
def bushing_forces(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Add the forces of all bushings; `powers[BUSHED]` is the energy they hold."""
    d = dynamics_at(d_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    frames, states, poses = (
        frames_at(s.frames, s.n_frames),
        states_at(w.states, w.n_states),
        poses_at(w.poses, w.n_poses),
    )
    bushings, out, powers = (
        bushings_at(s.bushings, s.n_bushings),
        numbers_at(d.force, d.n_force),
        numbers_at(d.powers, d.n_powers),
    )
    powers[BUSHED] = 0.0
    for k in range(bushings.shape[0]):
        stored, lost = push_bushing(s.dimension, bushings[k], frames, states, poses, out)
        powers[LOST] += lost
        powers[BUSHED] += stored


@boundary(FORCES)
def load_forces(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Add the loads that act."""
    d = dynamics_at(d_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    frames, states, poses = (
        frames_at(s.frames, s.n_frames),
        states_at(w.states, w.n_states),
        poses_at(w.poses, w.n_poses),
    )
    laws, ops, numbers = laws_at(s.laws, s.n_laws), integers_at(s.ops, s.n_ops), numbers_at(s.numbers, s.n_numbers)
    loads, out, powers = loads_at(w.loads, w.n_loads), numbers_at(d.force, d.n_force), numbers_at(d.powers, d.n_powers)
    for k in range(loads.shape[0]):
        load = loads[k]
        if acts(load, t):
            vector = load_vector(load, poses, laws, ops, numbers, numbers_at(w.stack, w.n_stack), t)
            apply_load(s.dimension, load, vector, frames, states, out)
            powers[GIVEN] += load_power(load, vector, poses)


@jit
def rub_pairs(s, w, d):  # type: ignore[no-untyped-def]
    """Rate and effort of every friction by the multipliers at hand, in pairs, into `settling`."""
    frictions, coordinates = frictions_at(s.frictions, s.n_frictions), rows_at(s.coordinates, s.n_coordinates)
    rows, poses, turns = rows_at(s.rows, s.n_rows), poses_at(w.poses, w.n_poses), numbers_at(w.turns, w.n_turns)
    multipliers, out = numbers_at(d.multipliers, d.n_multipliers), numbers_at(d.settling, d.n_settling)
    for k in range(frictions.shape[0]):
        f = frictions[k]
        _, rate = row_state(coordinates[f.coordinate], poses, turns)
        out[2 * k], out[2 * k + 1] = rate, friction_effort(f, rate, normal_force(f, rows, poses, multipliers))


@jit
def friction_forces(s, w, d, out):  # type: ignore[no-untyped-def]
    """Add friction by the multipliers at hand to `out`; returns the power dissipated."""
    frames, states, poses = (
        frames_at(s.frames, s.n_frames),
        states_at(w.states, w.n_states),
        poses_at(w.poses, w.n_poses),
    )
    frictions, coordinates = frictions_at(s.frictions, s.n_frictions), rows_at(s.coordinates, s.n_coordinates)
    pairs, lost = numbers_at(d.settling, d.n_settling), 0.0
    rub_pairs(s, w, d)
    for k in range(frictions.shape[0]):
        rate, effort = pairs[2 * k], pairs[2 * k + 1]
        push_row(s.dimension, coordinates[frictions[k].coordinate], frames, states, poses, effort, out)
        lost -= effort * rate
    return lost
