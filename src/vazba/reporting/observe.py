"""What a user reads of stored states: accelerations, reactions, multipliers and energies, recomputed for each of them.

The reaction of a joint is the force and moment it exerts on its second body, at the joint's point there, in ground components. By virtual
power it is the sum of `lambda_k (Dv_k, Dw_k)` over the joint's rows, with the derivatives of the rows with respect to the twist of
the frame on the second body.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba._jit import F8, I4, boundary, each, jit, matrix_of, packed, record
from vazba.algebra.vectors import add, cross, scaled, triple, turned
from vazba.bodies.mechanics import moment_of_momentum
from vazba.equations.control import CONTROLS, LOOKING, RUNNING
from vazba.equations.energies import energies
from vazba.equations.posture import watch_posture
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import FIXED, call_derivative, call_verb
from vazba.joints.rows import scalar_terms
from vazba.kinematic.evaluate import call_position, call_velocity, joint_coordinates, largest, subtract_jacobian_times
from vazba.kinematic.loop import store
from vazba.kinematic.newton import call_factorise, call_solve, small_multipliers, solve_small
from vazba.kinematic.redundancy import independent, leave_out, rows_in_metres
from vazba.laws.records import BY_LAW
from vazba.loads.kernels import BY_TIME
from vazba.system import System
from vazba.tables import TABLES, WORK, numbers_at

if TYPE_CHECKING:
    from vazba.formulations.formulation import Formulation

Array = NDArray[np.float64]
# Each round takes what is left down by SOFT over the squares of the singular values, and to 1e-16/SOFT by rounding.
SOFT, SOFT_ROUNDS = 1e-13, 24


@jit
def reactions(s, w, d, owner, second, out):  # type: ignore[no-untyped-def]
    """Force and moment of every joint on its second body, at the state last evaluated."""
    rows, poses, multipliers = TABLES.rows(s), WORK.poses(w), DYNAMICS.multipliers(d)
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
    states, masses = WORK.states(w), DYNAMICS.masses(d)
    p, l_total = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(masses.shape[0]):
        b, m, local = states[k], masses[k].m, triple(masses[k].c)
        c, r, u, w_g = turned(b.s, local), triple(b.r), triple(b.v), triple(b.w)
        p_k = scaled(add(u, cross(w_g, c)), m)
        spin = moment_of_momentum(s.dimension, b, masses[k], v, k)
        about_frame = add(spin, scaled(cross(c, u), m))  # inertia is about the frame's origin
        p = add(p, p_k)
        l_total = add(l_total, add(cross(r, p_k), about_frame))
    for n in range(3):
        out[3 + n], out[6 + n] = p[n], l_total[n]


@jit
def _effect_left(s, w, d, found, out):  # type: ignore[no-untyped-def]
    """`J^T (lambda - found)` into `out`."""
    multipliers, strips = DYNAMICS.multipliers(d), TABLES.strips(s)
    jacobian = WORK.jacobian(w)
    for k in range(out.shape[0]):
        out[k] = 0.0
    for k in range(strips.shape[0]):
        strip = strips[k]
        for j in range(s.nb):
            out[strip.column + j] += jacobian[strip.start + j] * (multipliers[strip.row] - found[strip.row])


@jit
def smallest_multipliers(s, w, d):  # type: ignore[no-untyped-def]
    """Of all multipliers with the same effect `J^T lambda` take those with the smallest sum of squares (rows in metres): they do not depend on which rows
    were left out. They are `J z` for some z: `[[W, J^T], [J, -mu E]] (z mu, .) = (J^T lambda, 0)` with the weights of geometry, refined. Beside a singular
    posture a combination of rows has next to no effect, and of its multiplier a little is left; of that little, the second time, nothing."""
    multipliers, found = DYNAMICS.multipliers(d), numbers_at(w.residual, w.n_phi)
    call_factorise(w.factorise, s.here, w.here, s.weights, SOFT)
    for _ in range(2):
        _multipliers_by_effect(s, w, d, found)
        for k in range(w.n_phi):
            multipliers[k] = found[k]


@jit
def _multipliers_by_effect(s, w, d, found):  # type: ignore[no-untyped-def]
    """`found` = `J z` with the effect of the multipliers, by the factorisation at hand, refined."""
    weights, nv, m, before = TABLES.weights(s), s.nv, w.n_phi, math.inf
    x, z, more = (
        numbers_at(w.x, nv),
        numbers_at(w.step, nv),
        numbers_at(small_multipliers(w) if s.small else w.x + 8 * nv, m),
    )
    for k in range(m):
        found[k] = 0.0
    for _ in range(SOFT_ROUNDS):
        _effect_left(s, w, d, found, x)
        for k in range(nv):
            z[k] = x[k] / weights[k] if s.small else 0.0
        for k in range(m):
            more[k] = 0.0
        if s.small:
            solve_small(s, w, m > 0, x, more)
        else:
            call_solve(w.solve, s.here, w.here, w.x)
        for k in range(nv):
            z[k] += x[k]
        for k in range(m):
            more[k] = 0.0
        subtract_jacobian_times(s, w, z, more)
        for k in range(m):
            found[k] -= more[k] / SOFT
        now = largest(more) / SOFT
        if now <= 1e-13 * largest(found) or not now < 0.9 * before:
            break
        before = now


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
    owner, second = OBSERVED.owner(o), OBSERVED.second(o)
    stored, width = table_at(o.stored, o.n_stored // count, count), o.n_more // count
    more = numbers_at(o.more + 8 * i * width, width)
    a, multipliers = DYNAMICS.acceleration(d), DYNAMICS.multipliers(d)
    nu, residual = WORK.nu(w), WORK.residual(w)
    joint_coordinates(s, w)
    for k in range(nu.shape[0]):
        residual[k] = nu[k]
    subtract_jacobian_times(s, w, v, residual)
    WORK.drift(w)[0] = largest(residual)
    store(w, q, v, a, i, stored)
    more[0], more[1], more[2] = energies(s, w, d, v)
    momenta(s, w, d, v, more)
    for k in range(multipliers.shape[0]):
        more[FIXED + k] = multipliers[k]
    at = FIXED + multipliers.shape[0]
    reactions(s, w, d, owner, second, numbers_at(o.more + 8 * (i * width + at), width - at))
    w.dropped = dropped


OBSERVED = record(
    "OBSERVED", each(I4, "owner", "second") | each(F8, "times", "states", "turns", "stored", "more", "rubbed", "rates", "passed", "written")
)  # fmt: skip
table_at = matrix_of(np.float64)


@jit
def _see_turns(o, w, i):  # type: ignore[no-untyped-def]
    """The angles by which whole turns are counted, as they were at instant i."""
    turns, width = WORK.turns(w), o.n_turns // o.n_times
    seen = numbers_at(o.turns + 8 * i * width, width)
    for k in range(min(width, turns.shape[0])):
        turns[k] = seen[k]


@jit
def _see_controls(d, o, i):  # type: ignore[no-untyped-def]
    """What controllers write at instant i."""
    if d.controls == 0:
        return
    c, each = CONTROLS.at(d.controls), o.n_written // o.n_times
    outs, numbers = CONTROLS.outs(c), CONTROLS.numbers(c)
    written = numbers_at(o.written + 8 * i * each, each)
    for k in range(each):
        written[k] = numbers[outs[k].place]


@boundary("void(int64, int64)")
def observe(d_at, o_at):  # type: ignore[no-untyped-def]
    """For each state (`turns`: the angles by which whole turns are counted): `stored` as a kinematic run keeps it, `more` = kinetic, potential,
    elastic, momentum (6), multipliers, reactions; `rubbed` = rate and effort of every friction; `passed`: see `equations.posture`."""
    d, o = DYNAMICS.at(d_at), OBSERVED.at(o_at)
    whole, count = DYNAMICS.at(d.whole), o.n_times
    s, w, own = TABLES.at(whole.tables), WORK.at(whole.work), WORK.at(d.work)
    times, n, width = numbers_at(o.times, count), o.n_states // max(count, 1), o.n_more // max(count, 1)
    passed, pairs, each = (
        OBSERVED.passed(o),
        DYNAMICS.settling(d),
        o.n_rubbed // max(count, 1),
    )
    q, v = numbers_at(whole.shown, s.nq), numbers_at(whole.shown + 8 * s.nq, s.nv)
    for i in range(count):
        y_at, rubbed = o.states + 8 * i * n, numbers_at(o.rubbed + 8 * i * each, each)
        _see_turns(o, w, i)
        _see_turns(o, own, i)
        call_derivative(d.derivative, d_at, y_at, o.rates, times[i])
        watch_posture(d, passed)
        _see_controls(d, o, i)
        call_verb(d.show, d_at, y_at, o.rates)
        keep_instant(s, w, whole, q, v, i, o)
        if d.amend != 0:
            call_verb(d.amend, d_at, y_at, o.more + 8 * i * width)
        if d.rub != 0:
            call_verb(d.rub, d_at, 0, 0)
        for k in range(each):
            rubbed[k] = pairs[k]


def observed(
    form: Formulation, times: Array, states: Array, turns: Array, passed: Array
) -> tuple[Array, Array, Array, Array]:
    """Motion, energies and reactions, friction, and what controllers write, at stored states.

    Where rows follow from others, those that count are chosen anew for every state, whatever came before: the same bits for any number of them.
    """
    whole, parts = form.whole, []
    turns = form.turns_at(states, turns)
    for here in form.alike(turns):
        if not whole.work.record.dropped:
            parts.append(_as_chosen(form, times[here], states[here], turns[here], passed))
            continue
        for i in range(len(times))[here]:
            y = form.bodies(np.ascontiguousarray(states[i]), float(times[i]))
            leave_out(whole.work, independent(rows_in_metres(whole.system, y[: whole.system.nq], float(times[i]))))
            one = slice(i, i + 1)
            parts.append(_as_chosen(form, times[one], states[one], turns[one], passed))
    if not parts:
        return _as_chosen(form, times, states, turns, passed)
    if len(parts) == 1:
        return parts[0]
    return (
        np.concatenate([p[0] for p in parts], axis=1),
        np.concatenate([p[1] for p in parts]),
        np.concatenate([p[2] for p in parts]),
        np.concatenate([p[3] for p in parts]),
    )


def _as_chosen(
    form: Formulation, times: Array, states: Array, turns: Array, passed: Array
) -> tuple[Array, Array, Array, Array]:
    """The same, with the rows that count as they are chosen now."""
    system, count = form.system, len(times)
    names, owner, second = system.remembered("owners", None, lambda: owners(system))
    stored = np.zeros((system.nq + 2 * system.nv + 2 * len(system.coordinate_names) + 2, count))
    more = np.zeros((count, FIXED + system.m + 6 * len(names)))
    rubbed = np.zeros((count, len(system.tables.frictions), 2))
    controls = system.controls
    written = np.zeros((count, 0 if controls is None else int(controls.n_outs)))
    form.dynamics.baumgarte[:] = 0.0
    for work in (form.work, form.whole.work):  # elements and loads as their laws have them, not as a step keeps them
        work.paths["mode"], work.loads["on"] = BY_LAW, BY_TIME
    form.record.redundant = form.redundant(states)
    arrays = {
        "times": times, "states": states, "turns": turns, "owner": owner, "second": second, "stored": stored, "more": more, "rubbed": rubbed,
        "rates": np.zeros(states.shape[1]), "passed": passed, "written": written,
    }  # fmt: skip
    flat = {name: np.ascontiguousarray(array).reshape(-1) for name, array in arrays.items()}
    held = packed(OBSERVED, flat)  # kept until the kernel returns: other threads may take memory that is free
    if controls is not None:
        controls.looking = LOOKING
    observe(form.record.here, held.here)
    if controls is not None:
        controls.looking = RUNNING
    return stored, more, rubbed, written


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
