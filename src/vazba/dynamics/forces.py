"""Generalised forces on the bodies at the state last evaluated: gravity, gyroscopic terms, paths and loads.

For a body whose frame sits at P, with the centre of mass at `c` (body components), mass m and inertia `J_P`:

    force   m g - m S ~w ~w c         moment about P (body components)   c x S^T m g - ~w J_P w

A force F at a frame with the local position s adds `F` and `s x S^T F`.
"""

from __future__ import annotations

import math

from vazba._jit import inlined, jit
from vazba.algebra.vectors import add, cross, dot, scaled, sub, triple, turned, turned_back
from vazba.dynamics.tables import BY_LAW, BY_TIME, CABLE, DAMPER, ON, TAUT, loads_at, masses_at, paths_at
from vazba.kinematic.evaluate import poses_at, states_at
from vazba.motion.kernels import motion_at
from vazba.system import frames_at, integers_at, laws_at, numbers_at


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


@jit
def tension(law, stiffness, damping, free_length, length, rate):  # type: ignore[no-untyped-def]
    """Tension of a path by its law (see `tables`)."""
    if law == DAMPER:
        return damping * rate
    elastic = stiffness * (length - free_length)
    if law == CABLE:
        total = elastic + damping * rate
        return 0.0 if elastic < 0.0 or total < 0.0 else total
    return elastic


@jit
def path_state(path, stops, poses):  # type: ignore[no-untyped-def]
    """Length of a path and its rate."""
    length, rate = 0.0, 0.0
    for k in range(path.first, path.first + path.count - 1):
        a, b = poses[stops[k]], poses[stops[k + 1]]
        d = sub(triple(b.p), triple(a.p))
        segment = math.sqrt(dot(d, d))
        length += segment
        rate += dot(d, sub(triple(b.v), triple(a.v))) / segment
    return length, rate


@jit
def pull(dimension, path, stops, frames, states, poses, force, out):  # type: ignore[no-untyped-def]
    """Add `force` (tension) along a path: it pulls the ends of every segment together."""
    for k in range(path.first, path.first + path.count - 1):
        a, b = stops[k], stops[k + 1]
        d = sub(triple(poses[b].p), triple(poses[a].p))
        f = scaled(d, force / math.sqrt(dot(d, d)))
        if frames[a].body >= 0:
            add_force(dimension, frames[a].body, states[frames[a].body], triple(frames[a].s), f, out)
        if frames[b].body >= 0:
            add_force(dimension, frames[b].body, states[frames[b].body], triple(frames[b].s), scaled(f, -1.0), out)


@jit
def generalised_forces(s, w, d, t):  # type: ignore[no-untyped-def]
    """Fill `force` (and tension, length and rate of every path) at the position and velocity last evaluated."""
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
    g, dimension = triple(gravity), s.dimension
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
    paths, stops = paths_at(d.paths, d.n_paths), integers_at(d.stops, d.n_stops)
    for k in range(paths.shape[0]):
        path = paths[k]
        length, rate = path_state(path, stops, poses)
        if path.mode == BY_LAW:
            force = tension(path.law, path.stiffness, path.damping, path.free_length, length, rate)
        elif path.mode == TAUT:
            force = path.stiffness * (length - path.free_length) + path.damping * rate
        else:
            force = 0.0
        path.length, path.rate, path.tension = length, rate, force
        if force != 0.0:
            pull(dimension, path, stops, frames, states, poses, force, out)
    loads, laws = loads_at(d.loads, d.n_loads), laws_at(d.laws, d.n_laws)
    ops, numbers, stack = (
        integers_at(d.ops, d.n_ops),
        numbers_at(d.numbers, d.n_numbers),
        numbers_at(w.stack, w.n_stack),
    )
    for k in range(loads.shape[0]):
        load = loads[k]
        frame = frames[load.frame]
        if (load.on == ON or (load.on == BY_TIME and t >= load.start)) and frame.body >= 0:
            x, _, _ = motion_at(laws, ops, numbers, stack, int(load.x), t)
            y, _, _ = motion_at(laws, ops, numbers, stack, int(load.y), t)
            z, _, _ = motion_at(laws, ops, numbers, stack, int(load.z), t)
            add_force(dimension, frame.body, states[frame.body], triple(frame.s), (x, y, z), out)
