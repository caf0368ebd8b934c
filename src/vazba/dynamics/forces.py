"""Generalised forces on the bodies at the state last evaluated: gravity, gyroscopic terms, paths, bushings and loads.

For a body whose frame sits at P, with the centre of mass at `c` (body components), mass m and inertia `J_P`:

    force   m g - m S ~w ~w c         moment about P (body components)   c x S^T m g - ~w J_P w

A force F at a frame with the local position s adds `F` and `s x S^T F`.
"""

from __future__ import annotations

from vazba._jit import jit
from vazba.algebra.vectors import add, cross, scaled, sub, triple, turned, turned_back
from vazba.dynamics.tables import masses_at
from vazba.kinematic.evaluate import poses_at, states_at
from vazba.loads.bushing import push_bushing
from vazba.loads.friction import friction_effort, normal_force
from vazba.loads.kernels import acts, apply_load, load_power, load_vector
from vazba.paths.kernels import measure, path_powers, pull, push_row, row_state, tension
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
)


@jit
def body_forces(dimension, states, masses, g, out):  # type: ignore[no-untyped-def]
    """Gravity and gyroscopic terms of all bodies; `out` is set."""
    for k in range(out.shape[0]):
        out[k] = 0.0
    for k in range(masses.shape[0]):
        b, mass = states[k], masses[k]
        c, w_g = triple(mass.c), triple(b.w)
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
def generalised_forces(s, w, d, q_at, v_at, t):  # type: ignore[no-untyped-def]
    """Fill `force` (and tension, length and rate of every path) at the position and velocity last evaluated.

    Returns the powers `(put in by loads and actuators, dissipated, stored in curves)`.
    """
    frames, states, poses = (
        frames_at(s.frames, s.n_frames),
        states_at(w.states, w.n_states),
        poses_at(w.poses, w.n_poses),
    )
    masses, gravity, out = (
        masses_at(d.masses, d.n_masses),
        numbers_at(d.gravity, d.n_gravity),
        numbers_at(d.force, d.n_force),
    )
    dimension, given, lost, stored = s.dimension, 0.0, 0.0, 0.0
    body_forces(dimension, states, masses, triple(gravity), out)
    laws, ops, numbers = laws_at(s.laws, s.n_laws), integers_at(s.ops, s.n_ops), numbers_at(s.numbers, s.n_numbers)
    stack, turns = numbers_at(w.stack, w.n_stack), numbers_at(w.turns, w.n_turns)
    paths, stops, coordinates = (
        paths_at(w.paths, w.n_paths),
        integers_at(s.stops, s.n_stops),
        rows_at(s.coordinates, s.n_coordinates),
    )
    for k in range(paths.shape[0]):
        path = paths[k]
        measure(path, stops, coordinates, poses, turns, laws, ops, numbers, stack, t, q_at, v_at, s.nq, s.nv)
        path.tension = tension(path, laws, ops, numbers, stack, t, q_at, v_at, s.nq, s.nv)
        if path.tension != 0.0:
            pull(dimension, path, stops, coordinates, frames, states, poses, path.tension, out)
        power, heat, kept = path_powers(path)
        given += power
        lost += heat
        stored += kept
    bushings = bushings_at(s.bushings, s.n_bushings)
    for k in range(bushings.shape[0]):
        _, heat = push_bushing(dimension, bushings[k], frames, states, poses, out)
        lost += heat
    loads = loads_at(w.loads, w.n_loads)
    for k in range(loads.shape[0]):
        load = loads[k]
        if acts(load, t):
            vector = load_vector(load, states, laws, ops, numbers, stack, t)
            apply_load(dimension, load, vector, frames, states, out)
            given += load_power(load, vector, poses)
    return given, lost, stored


@jit
def friction_forces(s, w, d, out):  # type: ignore[no-untyped-def]
    """Add friction by the multipliers at hand to `out`; returns `(power dissipated, sum of the efforts' sizes)`."""
    frames, states, poses = (
        frames_at(s.frames, s.n_frames),
        states_at(w.states, w.n_states),
        poses_at(w.poses, w.n_poses),
    )
    frictions, rows = frictions_at(s.frictions, s.n_frictions), rows_at(s.rows, s.n_rows)
    coordinates, turns = rows_at(s.coordinates, s.n_coordinates), numbers_at(w.turns, w.n_turns)
    multipliers = numbers_at(d.multipliers, d.n_multipliers)
    lost, size = 0.0, 0.0
    for k in range(frictions.shape[0]):
        f = frictions[k]
        row = coordinates[f.coordinate]
        _, rate = row_state(row, poses, turns)
        effort = friction_effort(f, rate, normal_force(f, rows, poses, multipliers))
        push_row(s.dimension, row, frames, states, poses, effort, out)
        lost -= effort * rate
        size += abs(effort)
    return lost, size
