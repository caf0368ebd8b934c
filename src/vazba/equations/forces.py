"""Generalised forces on the bodies at the state last evaluated: gravity, gyroscopic terms, paths, bushings and loads.

For a body whose frame sits at P, with the centre of mass at `c` (body components), mass m and inertia `J_P`:

    force   m g - m S ~w ~w c         moment about P (body components)   c x S^T m g - ~w J_P w

A force F at a frame with the local position s adds `F` and `s x S^T F`.
"""

from __future__ import annotations

from vazba._jit import boundary, caller, inlined, jit
from vazba.algebra.vectors import triple
from vazba.bodies.mechanics import body_forces, gather_pull, moments_to_bodies
from vazba.equations.friction import GOING_ON, begin_settling, settle
from vazba.equations.records import DYNAMICS
from vazba.equations.rotors import rotor_forces
from vazba.equations.verbs import BUSHED, GIVEN, LOST, STORED
from vazba.kinematic.sights import look
from vazba.laws.dispatch import path_powers, tension
from vazba.laws.records import EFFORT
from vazba.loads.bushing import push_bushing
from vazba.loads.friction import friction_effort, normal_force
from vazba.loads.kernels import acts, apply_load, load_power, load_vector
from vazba.paths.kernels import is_straight, is_user, measure, pull, push_row, row_state, straight_pull, user_pull
from vazba.tables import TABLES, WORK, numbers_at

FORCES = "void(int64, int64, int64, float64)"  # of dynamics, q, v, and the time
call_forces = caller(FORCES)


@jit
def generalised_forces(s, w, d, q_at, v_at, t):  # type: ignore[no-untyped-def]
    """Fill `force` at the position and velocity last evaluated, and `powers`: put in, dissipated, stored in curves.

    Kinds of element a model does not have are not even compiled: their addresses are zero.
    """
    powers = DYNAMICS.powers(d)
    powers[GIVEN], powers[LOST], powers[STORED] = 0.0, 0.0, 0.0
    g, out = triple(DYNAMICS.gravity(d)), DYNAMICS.force(d)
    if s.n_sights > 0:
        look(s, w)
    for k in range(out.shape[0]):
        out[k] = 0.0
    if d.path_kernel != 0:  # before all others
        call_forces(d.path_kernel, d.here, q_at, v_at, t)
    body_forces(s.dimension, WORK.states(w), DYNAMICS.masses(d), g, out)
    if d.n_rotors > 0:
        rotor_forces(s, w, DYNAMICS.rotors(d), out)
    if d.bushing_kernel != 0:
        call_forces(d.bushing_kernel, d.here, q_at, v_at, t)
    if d.load_kernel != 0:
        call_forces(d.load_kernel, d.here, q_at, v_at, t)


@boundary(FORCES)
def all_forces(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]
    """`generalised_forces`, by addresses."""
    d = DYNAMICS.at(d_at)
    generalised_forces(TABLES.at(d.tables), WORK.at(d.work), d, q_at, v_at, t)


@boundary("float64(int64, int64)")
def rub_bodies(d_at, out_at):  # type: ignore[no-untyped-def]
    """`friction_forces`, by addresses."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    return friction_forces(s, w, d, numbers_at(out_at, d.n_force))


@boundary("int64(int64, int64)")
def settle_bodies(d_at, begin):  # type: ignore[no-untyped-def]
    """One round of `settle` with the multipliers at hand, or, to `begin`, its start at the forces at hand; returns its state."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    if begin:
        begin_settling(s, d)
        return GOING_ON
    rub_pairs(s, w, d)
    state, _ = settle(s, w, d)
    return state


@boundary("void(int64, int64, int64, float64, int64)")
def pull_path(s_at, w_at, k, force, out_at):  # type: ignore[no-untyped-def]
    """The generalised force of a tension in path k, at the state last evaluated."""
    s, w = TABLES.at(s_at), WORK.at(w_at)
    pull(WORK.paths(w)[k], s, w, force, numbers_at(out_at, s.nv))


@jit
def straight_forces(s, w, t, q_at, v_at, out, powers):  # type: ignore[no-untyped-def]
    """Forces of all straight paths into `out`, which is zero before; returns how many other paths there are.

    Forces are summed at the points they act on, moments of the bodies in ground components, which are turned into those of the bodies at the end.
    """
    states, poses = WORK.states(w), WORK.poses(w)
    paths, stops, dimension = WORK.paths(w), TABLES.stops(s), s.dimension
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
    moments_to_bodies(dimension, states, out)
    return others


@boundary(FORCES)
def path_forces(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]
    """Forces of all paths into `force`, which is zero before; their tensions, lengths and rates are written into the table."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    out, powers = DYNAMICS.force(d), DYNAMICS.powers(d)
    if straight_forces(s, w, t, q_at, v_at, out, powers) > 0:
        _other_forces(s, w, t, q_at, v_at, out, powers, False)


@boundary(FORCES)
def other_paths(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]
    """As `path_forces`, without the straight ones, which a formulation takes care of itself."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    _other_forces(s, w, t, q_at, v_at, DYNAMICS.force(d), DYNAMICS.powers(d), True)


@inlined
def _other_forces(s, w, t, q_at, v_at, out, powers, users):  # type: ignore[no-untyped-def]
    """Add the forces of all paths that are not straight; `users`: also of those with a user's law between two points."""
    paths = WORK.paths(w)
    for k in range(paths.shape[0]):
        path = paths[k]
        if is_straight(path) or (is_user(path) and not users) or path.kind == EFFORT:
            continue
        measure(path, s, w, t, q_at, v_at)
        path.tension = tension(path, s, w, t, q_at, v_at)
        if path.tension != 0.0:
            pull(path, s, w, path.tension, out)
        given, lost, stored = path_powers(path, t)
        powers[GIVEN] += given
        powers[LOST] += lost
        powers[STORED] += stored


@boundary(FORCES)
def bushing_forces(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Add the forces of all bushings; `powers[BUSHED]` is the energy they hold."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    frames, states, poses = TABLES.frames(s), WORK.states(w), WORK.poses(w)
    bushings, out, powers = TABLES.bushings(s), DYNAMICS.force(d), DYNAMICS.powers(d)
    powers[BUSHED] = 0.0
    for k in range(bushings.shape[0]):
        stored, lost = push_bushing(s.dimension, bushings[k], frames, states, poses, out)
        powers[LOST] += lost
        powers[BUSHED] += stored


@boundary(FORCES)
def load_forces(d_at, q_at, v_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Add the loads that act."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    frames, states, poses = TABLES.frames(s), WORK.states(w), WORK.poses(w)
    laws, ops, numbers = TABLES.laws(s), TABLES.ops(s), TABLES.numbers(s)
    loads, out, powers = WORK.loads(w), DYNAMICS.force(d), DYNAMICS.powers(d)
    for k in range(loads.shape[0]):
        load = loads[k]
        if acts(load, t):
            vector = load_vector(load, poses, laws, ops, numbers, WORK.stack(w), t)
            apply_load(s.dimension, load, vector, frames, states, out)
            powers[GIVEN] += load_power(load, vector, poses)


@jit
def rub_pairs(s, w, d):  # type: ignore[no-untyped-def]
    """Rate and effort of every friction by the multipliers at hand, in pairs, into `settling`."""
    frictions, coordinates = TABLES.frictions(s), TABLES.coordinates(s)
    rows, poses, turns = TABLES.rows(s), WORK.poses(w), WORK.turns(w)
    multipliers, out = DYNAMICS.multipliers(d), DYNAMICS.settling(d)
    for k in range(frictions.shape[0]):
        f = frictions[k]
        _, rate = row_state(coordinates[f.coordinate], poses, turns)
        out[2 * k], out[2 * k + 1] = rate, friction_effort(f, rate, normal_force(f, rows, poses, multipliers))


@jit
def friction_forces(s, w, d, out):  # type: ignore[no-untyped-def]
    """Add friction by the multipliers at hand to `out`; returns the power dissipated."""
    frames, states, poses = TABLES.frames(s), WORK.states(w), WORK.poses(w)
    frictions, coordinates = TABLES.frictions(s), TABLES.coordinates(s)
    pairs, lost = DYNAMICS.settling(d), 0.0
    rub_pairs(s, w, d)
    for k in range(frictions.shape[0]):
        rate, effort = pairs[2 * k], pairs[2 * k + 1]
        push_row(s.dimension, coordinates[frictions[k].coordinate], frames, states, poses, effort, out)
        lost -= effort * rate
    return lost
