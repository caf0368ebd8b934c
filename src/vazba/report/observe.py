"""What a user reads of stored states: accelerations, reactions, multipliers and energies, recomputed for each of them.

The reaction of a joint is the force and moment it exerts on its second body, at the joint's point there, in ground components. By virtual
power it is the sum of `lambda_k (Dv_k, Dw_k)` over the joint's rows, with the derivatives of the rows with respect to the twist of
the frame on the second body.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary, addresses, boundary, inlined, jit, matrix_of, packed, view_of
from vazba.algebra.vectors import add, cross, scaled, triple, turned
from vazba.equations.absolute import call_derivative, energies
from vazba.equations.posture import watch_posture
from vazba.equations.tables import dynamics_at, masses_at
from vazba.joints.rows import scalar_terms
from vazba.kinematic.evaluate import (
    call_position,
    call_velocity,
    joint_coordinates,
    largest,
    poses_at,
    states_at,
    subtract_jacobian_times,
    work_at,
)
from vazba.kinematic.loop import store
from vazba.kinematic.newton import call_factorise, call_solve, small_multipliers, solve_small
from vazba.loads.friction import friction_effort, normal_force
from vazba.paths.kernels import row_state
from vazba.system import System, frictions_at, integers_at, numbers_at, rows_at, strips_at, tables_at

# Rounding puts 1e-16/SOFT into what has no effect; each round takes the rest down by SOFT over the squares of the singular values.
SOFT, SOFT_ROUNDS = 1e-8, 8
FIXED = 9  # numbers before the multipliers in `more`


@jit
def reactions(s, w, d, owner, second, out):  # type: ignore[no-untyped-def]
    """Force and moment of every joint on its second body, at the state last evaluated."""
    rows, poses, multipliers = (
        rows_at(s.rows, s.n_rows),
        poses_at(w.poses, w.n_poses),
        numbers_at(d.multipliers, d.n_multipliers),
    )
    for k in range(out.shape[0]):
        out[k] = 0.0
    for k in range(rows.shape[0]):
        if owner[k] < 0:
            continue
        r = rows[k]
        _, _, d_va, d_wa, d_vb, d_wb = scalar_terms(r.kind, r.i, r.j, poses[r.a], poses[r.b], 0.0)
        effort, at = multipliers[r.row] * r.factor * r.scale, 6 * owner[k]
        for n in range(3):
            out[at + n] += effort * (d_vb[n] if second[k] == 1 else d_va[n])
            out[at + 3 + n] += effort * (d_wb[n] if second[k] == 1 else d_wa[n])


@jit
def momenta(s, w, d, v, out):  # type: ignore[no-untyped-def]
    """Momentum and moment of momentum about the ground origin, into places 3 to 8 of `out`."""
    states, masses = states_at(w.states, w.n_states), masses_at(d.masses, d.n_masses)
    p, l_total = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(masses.shape[0]):
        b, m, local = states[k], masses[k].m, triple(masses[k].c)
        c, r, u, w_g = turned(b.s, local), triple(b.r), triple(b.v), triple(b.w)
        p_k = scaled(add(u, cross(w_g, c)), m)
        if s.dimension == 2:
            spin = (0.0, 0.0, masses[k].inertia[8] * w_g[2])
        else:
            spin = turned(b.s, turned(masses[k].inertia, (v[6 * k + 3], v[6 * k + 4], v[6 * k + 5])))
        about_frame = add(spin, scaled(cross(c, u), m))  # inertia is about the frame's origin
        p = add(p, p_k)
        l_total = add(l_total, add(cross(r, p_k), about_frame))
    for n in range(3):
        out[3 + n], out[6 + n] = p[n], l_total[n]


@jit
def smallest_multipliers(s, w, d):  # type: ignore[no-untyped-def]
    """Of all multipliers with the same effect `J^T lambda` take those with the smallest sum of squares (rows in metres): they do not depend on which rows
    were left out. `[[W, J^T], [J, -mu E]] (., l) = (J^T lambda, 0)` with the weights of geometry, refined."""
    multipliers, strips, jacobian = (
        numbers_at(d.multipliers, d.n_multipliers),
        strips_at(s.strips, s.n_strips),
        numbers_at(w.jacobian, w.n_jacobian),
    )
    x, residual, nv, m = numbers_at(w.x, w.n_x), numbers_at(w.residual, w.n_residual), s.nv, w.n_phi
    call_factorise(w.factorise, s.here, w.here, s.weights, SOFT)
    for k in range(m):
        residual[k] = 0.0
    for _ in range(SOFT_ROUNDS):
        for k in range(nv):
            x[k] = 0.0
        for k in range(strips.shape[0]):
            strip = strips[k]
            for j in range(s.nb):
                x[strip.column + j] += jacobian[strip.start + j] * (multipliers[strip.row] - residual[strip.row])
        more = numbers_at(small_multipliers(w) if s.small else w.x + 8 * nv, m)
        if s.small:
            for k in range(m):
                more[k] = 0.0
            solve_small(s, w, w.n_phi > 0, numbers_at(w.x, nv), more)
        else:
            for k in range(m):
                x[nv + k] = 0.0
            call_solve(w.solve, s.here, w.here, w.x)
        for k in range(m):
            residual[k] += more[k]
    for k in range(m):
        multipliers[k] = residual[k]


@jit
def keep_instant(s, w, d, q, v, i, o):  # type: ignore[no-untyped-def]
    """Instant i, with the accelerations and multipliers at hand, into `stored` and `more`."""
    count, dropped = o.n_times, w.dropped
    if dropped > 0:  # all rows, for their drift and for the multipliers
        w.dropped = 0
        t = numbers_at(o.times, count)[i]
        call_position(w.position, s.here, w.here, q.ctypes.data, t)
        call_velocity(w.velocity, s.here, w.here, v.ctypes.data)
        smallest_multipliers(s, w, d)
    owner, second = integers_at(o.owner, o.n_owner), integers_at(o.second, o.n_second)
    stored, width = table_at(o.stored, o.n_stored // count, count), o.n_more // count
    more = numbers_at(o.more + 8 * i * width, width)
    a, multipliers = numbers_at(d.acceleration, d.n_acceleration), numbers_at(d.multipliers, d.n_multipliers)
    nu, residual = numbers_at(w.nu, w.n_nu), numbers_at(w.residual, w.n_residual)
    joint_coordinates(s, w)
    for k in range(nu.shape[0]):
        residual[k] = nu[k]
    subtract_jacobian_times(s, w, v, residual)
    numbers_at(w.drift, w.n_drift)[0] = largest(residual)
    store(w, q, v, a, i, stored)
    more[0], more[1], more[2] = energies(s, w, d, v)
    momenta(s, w, d, v, more)
    for k in range(multipliers.shape[0]):
        more[FIXED + k] = multipliers[k]
    at = FIXED + multipliers.shape[0]
    reactions(s, w, d, owner, second, numbers_at(o.more + 8 * (i * width + at), width - at))
    w.dropped = dropped


OBSERVED = addresses(
    ("times", "states", "turns", "owner", "second", "stored", "more", "rubbed", "rates", "passed", "links", "rows", "whole_state"),
    "whole", "whole_derivative",
)  # fmt: skip
observed_at, table_at = view_of(OBSERVED), matrix_of(np.float64)
OBSERVE = "void(int64, int64, int64)"  # of dynamics, its derivative, and a record OBSERVED


@inlined
def rub_at(s, w, d, i, out):  # type: ignore[no-untyped-def]
    """Rate and effort of every friction at the state last evaluated, by the multipliers at hand, into row i."""
    frictions, coordinates = frictions_at(s.frictions, s.n_frictions), rows_at(s.coordinates, s.n_coordinates)
    rows, poses, turns = rows_at(s.rows, s.n_rows), poses_at(w.poses, w.n_poses), numbers_at(w.turns, w.n_turns)
    multipliers = numbers_at(d.multipliers, d.n_multipliers)
    for k in range(frictions.shape[0]):
        f = frictions[k]
        _, rate = row_state(coordinates[f.coordinate], poses, turns)
        out[i, 2 * k], out[i, 2 * k + 1] = rate, friction_effort(f, rate, normal_force(f, rows, poses, multipliers))


@inlined
def see_turns(o, w, i):  # type: ignore[no-untyped-def]
    """The angles by which whole turns are counted, as they were at instant i."""
    turns = numbers_at(w.turns, w.n_turns)
    seen = numbers_at(o.turns + 8 * i * turns.shape[0], turns.shape[0])
    for k in range(turns.shape[0]):
        turns[k] = seen[k]


@boundary(OBSERVE)
def observe(d_at, derivative, o_at):  # type: ignore[no-untyped-def]
    """For each state (`turns`: the angles by which whole turns are counted): `stored` as a kinematic run keeps it, `more` = kinetic, potential,
    elastic, momentum (6), multipliers, reactions; `rubbed` = rate and effort of every friction;
    `passed`: see `integrate.posture`."""
    d, o = dynamics_at(d_at, 1)[0], observed_at(o_at, 1)[0]
    s, w, count = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], o.n_times
    times, n, passed = numbers_at(o.times, count), o.n_states // max(count, 1), numbers_at(o.passed, o.n_passed)
    for i in range(count):
        y_at = o.states + 8 * i * n
        see_turns(o, w, i)
        call_derivative(derivative, d_at, y_at, o.rates, times[i])
        watch_posture(d, passed)
        keep_instant(s, w, d, numbers_at(y_at, s.nq), numbers_at(y_at + 8 * s.nq, s.nv), i, o)
        rub_at(s, w, d, i, table_at(o.rubbed, count, o.n_rubbed // count))


def observe_by(kernel: Boundary, record: Any, derivative: Boundary, arrays: dict[str, Any], **numbers: int) -> None:
    """Call the observation of a formulation; what it writes into must be contiguous."""
    flat = {name: np.ascontiguousarray(array).reshape(-1) for name, array in arrays.items()}
    held = packed(
        OBSERVED, flat, **numbers
    )  # kept until the kernel returns: other threads may take memory that is free
    kernel(record.here, derivative.address, held.here)


def owners(system: System) -> tuple[tuple[str, ...], NDArray[np.int32], NDArray[np.int32]]:
    """Joints that have a reaction; for each row its joint (-1: none), and whether slot b is on the second body."""
    names = tuple(system.joint_places)
    index = {name: k for k, name in enumerate(names)}
    number = {name: k for k, name in enumerate(system.body_names)} | {"ground": -1}
    joint, body = (
        np.full(system.m, -1, np.int32),
        np.full(system.m, -1),
    )  # of each equation: its joint, and the joint's second body
    for group in system.groups:
        if group.kind == "joint" and group.name in index:
            rows = slice(group.first, group.first + len(group.directions))
            joint[rows], body[rows] = index[group.name], number[system.joint_places[group.name].body_b]
    table = system.tables.rows
    owner, on_b = joint[table["row"]], system.tables.frames["body"][table["b"]]
    return names, owner, ((owner >= 0) & (on_b == body[table["row"]])).astype(np.int32)
