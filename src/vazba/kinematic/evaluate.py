"""The constraint equations of a whole system at one state: `Phi`, `nu = -Phi_t`, `gamma` and the Jacobian's blocks.

Rows are multiplied by their scale (1 for lengths, the characteristic length for angles), so that all are metres and tolerances
mean the same for each.
"""

from __future__ import annotations

from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Template, address_of, boundary, caller, get, inlined, jit, on_lines, packed, put
from vazba.algebra.vectors import dot, triple
from vazba.bodies.kernels import STATE, add_row, body_poses, body_twists, frame_positions, frame_twists, ground_poses
from vazba.frozen import frozen
from vazba.joints.rows import COMPONENT, POSE, TURN, scalar_terms
from vazba.motion.kernels import STACK, motion_at
from vazba.rooms import roomy
from vazba.system import System
from vazba.tables import TABLES, WORK, numbers_at

Array = NDArray[np.float64]


@frozen(eq=False, repr=False)
class Work:
    """Arrays the compiled loops write into; one set for each thread."""

    states: NDArray[np.void]
    poses: NDArray[np.void]
    paths: NDArray[np.void]  # with their tensions and modes
    loads: NDArray[np.void]
    phi: Array
    nu: Array
    law: Array  # second derivatives of the motion laws
    gamma: Array
    jacobian: Array
    values: Array  # of the factorisation
    scratch: Array
    x: Array  # solution of the linear system
    residual: Array
    step: Array
    q_try: Array
    jerk: Array  # rate of the accelerations, for the prediction
    turns: Array  # angle at which each turning coordinate was last seen
    rates: Array  # rate of each joint coordinate
    coordinates: Array  # value of each joint coordinate
    stack: Array
    drift: Array  # what is left of the velocity equations
    kept: Array  # 0 for rows that follow from others and are left out, where `record.dropped` of them are; else 1
    small: bool

    @cached_property
    def record(self) -> Any:
        """What kernels are given: arrays and the large kernels, by their addresses."""
        return packed(WORK, {name: getattr(self, name) for name in WORK.kinds}, **_kernels(self.small))

    @cached_property
    def here(self) -> int:
        """Address of the record."""
        return int(self.record.here)

    @cached_property
    def _template(self) -> Template:
        return Template(WORK, {name: getattr(self, name) for name in WORK.kinds}, self.record)

    def copied(self, states: NDArray[np.void] | None = None) -> Work:
        """The same as when it was first copied, at other places; `states`: where these are."""
        arrays, record = self._template.made()
        if states is not None:
            arrays["states"], record.states = states, address_of(states)
        copy = Work(**arrays, small=self.small)
        copy.__dict__["record"] = record
        return copy


@cache
def _kernels(small: bool) -> dict[str, int]:
    """Addresses of the large kernels."""
    from vazba.kinematic.newton import factor_values, factorise, least_step, solve_values

    kernels = {
        "position": at_position, "velocity": at_velocity, "factorise": factorise, "step_kernel": least_step,
        **({} if small else {"factor": factor_values, "solve": solve_values}),  # then not even compiled
    }  # fmt: skip
    return {name: kernel.address for name, kernel in kernels.items()}


def work_for(system: System, values: int | None = None, states: NDArray[np.void] | None = None) -> Work:
    """Fresh work arrays; `values`: numbers of the factorisation, when it is not that of the constraints; `states`: where those of the bodies are."""
    m, nv, tables = system.m, system.nv, system.tables
    nc = len(tables.coordinates)
    if values is None:
        values = system.jacobian_size + (m + 2) * (m + 3) if tables.small else system.plan.values
    sizes = {
        "phi": m, "nu": m, "law": m, "gamma": m, "jacobian": system.jacobian_size, "values": values,
        "scratch": system.plan.scratch, "x": nv + m, "residual": m, "step": nv, "q_try": system.nq, "jerk": nv, "rates": nc, "coordinates": nc,
        "turns": len(system.turns0), "stack": STACK, "drift": 1, "kept": m,
    }  # fmt: skip
    tabled = {
        "states": np.zeros(len(system.body_names), STATE) if states is None else states,
        "poses": on_lines(np.zeros(len(tables.frames), POSE)), "paths": on_lines(tables.paths), "loads": tables.loads.copy(),
    }  # fmt: skip
    ground_poses(tables.frames, tabled["poses"])
    arrays, record = roomy(WORK, sizes, tabled, **_kernels(tables.small))
    arrays["turns"][:], arrays["kept"][:] = system.turns0, 1.0
    work = Work(**tabled, **arrays, small=tables.small)
    work.__dict__["record"] = record
    return work


AT_POSITION, AT_VELOCITY = "void(int64, int64, int64, float64)", "void(int64, int64, int64)"
call_position, call_velocity = caller(AT_POSITION), caller(AT_VELOCITY)


@inlined
def planar_component(r, a, b, states, frames, phi, jacobian):  # type: ignore[no-untyped-def]
    """`factor (p_b - p_a)_i - value`, the row most planar joints are made of, without the detour over space."""
    factor, i, n = r.factor * r.scale, r.i, r.row
    phi[n] += factor * (b.p[i] - a.p[i]) - r.scale * r.value
    if r.block_a >= 0:
        body = states[frames[r.a].body]
        arm = body.r[1] - a.p[1] if i == 0 else a.p[0] - body.r[0]
        put(jacobian, r.block_a + i, get(jacobian, r.block_a + i) - factor)
        put(jacobian, r.block_a + 2, get(jacobian, r.block_a + 2) - factor * arm)
    if r.block_b >= 0:
        body = states[frames[r.b].body]
        arm = body.r[1] - b.p[1] if i == 0 else b.p[0] - body.r[0]
        put(jacobian, r.block_b + i, get(jacobian, r.block_b + i) + factor)
        put(jacobian, r.block_b + 2, get(jacobian, r.block_b + 2) + factor * arm)


@boundary(AT_POSITION)
def at_position(s_at, w_at, q_at, t):  # type: ignore[no-untyped-def]
    """Fill `phi`, `nu` and `jacobian` at `(q, t)`; without q (0) at the poses that stand in `states`."""
    s, w = TABLES.at(s_at), WORK.at(w_at)
    states, poses, frames = WORK.states(w), WORK.poses(w), TABLES.frames(s)
    laws, ops, numbers = TABLES.laws(s), TABLES.ops(s), TABLES.numbers(s)
    stack, turns = WORK.stack(w), WORK.turns(w)
    phi, nu, law = WORK.phi(w), WORK.nu(w), WORK.law(w)
    jacobian, rows = WORK.jacobian(w), TABLES.rows(s)
    dimension = s.dimension
    if q_at != 0:
        body_poses(dimension, numbers_at(q_at, s.nq), states)
    frame_positions(dimension, frames, states, laws, ops, numbers, stack, t, poses)
    for k in range(phi.shape[0]):
        phi[k] = 0.0
        nu[k] = 0.0
        law[k] = 0.0
    for k in range(jacobian.shape[0]):
        jacobian[k] = 0.0
    for k in range(rows.shape[0]):
        r = rows[k]
        a, b = poses[r.a], poses[r.b]
        if r.kind == COMPONENT and r.law == 0 and s.nb == 3:  # the most frequent row, in the plane
            planar_component(r, a, b, states, frames, phi, jacobian)
            continue
        turn = turns[r.turn] if r.turn >= 0 else 0.0
        g, _, d_va, d_wa, d_vb, d_wb = scalar_terms(r.kind, r.i, r.j, a, b, turn)
        factor, n = r.factor * r.scale, r.row
        phi[n] += factor * g - r.scale * r.value
        if r.law > 0:
            f, f1, f2 = motion_at(laws, ops, numbers, stack, int(r.law), t)
            phi[n] -= r.scale * f
            nu[n] += r.scale * f1
            law[n] += r.scale * f2
        if r.moving != 0:
            nu[n] -= factor * (dot(d_wa, triple(a.w_t)) + dot(d_wb, triple(b.w_t)))
        if r.block_a >= 0:
            add_row(dimension, states[frames[r.a].body], frames[r.a], d_va, d_wa, factor, jacobian, r.block_a)
        if r.block_b >= 0:
            add_row(dimension, states[frames[r.b].body], frames[r.b], d_vb, d_wb, factor, jacobian, r.block_b)
    if w.dropped > 0:
        _leave_out(s, w)


@jit
def _leave_out(s, w):  # type: ignore[no-untyped-def]
    """Rows that follow from others say nothing: neither they nor their multipliers count."""
    phi, nu, law, kept = WORK.phi(w), WORK.nu(w), WORK.law(w), WORK.kept(w)
    jacobian, rows = WORK.jacobian(w), TABLES.rows(s)
    for k in range(rows.shape[0]):
        r = rows[k]
        if kept[r.row] == 0.0:
            phi[r.row], nu[r.row], law[r.row] = 0.0, 0.0, 0.0
            for j in range(s.nb):
                if r.block_a >= 0:
                    jacobian[r.block_a + j] = 0.0
                if r.block_b >= 0:
                    jacobian[r.block_b + j] = 0.0


@boundary(AT_VELOCITY)
def at_velocity(s_at, w_at, v_at):  # type: ignore[no-untyped-def]
    """Fill `gamma` for the velocities `v` at the position last evaluated; without v (0) for the twists that stand in `states`."""
    s, w = TABLES.at(s_at), WORK.at(w_at)
    states, poses, frames = WORK.states(w), WORK.poses(w), TABLES.frames(s)
    gamma, law, rows = WORK.gamma(w), WORK.law(w), TABLES.rows(s)
    if v_at != 0:
        body_twists(s.dimension, numbers_at(v_at, s.nv), states)
    if s.twists:
        frame_twists(s.dimension, frames, states, poses)
    for k in range(gamma.shape[0]):
        gamma[k] = law[k]
    for k in range(rows.shape[0]):
        r = rows[k]
        a, b = poses[r.a], poses[r.b]
        if r.kind == COMPONENT:  # its derivatives are constant
            gamma[r.row] -= r.factor * r.scale * (b.a_0[r.i] - a.a_0[r.i])
            continue
        _, rest, d_va, d_wa, d_vb, d_wb = scalar_terms(r.kind, r.i, r.j, a, b, 0.0)
        rest += dot(d_va, triple(a.a_0)) + dot(d_vb, triple(b.a_0))
        if r.moving != 0:
            rest += dot(d_wa, triple(a.al_0)) + dot(d_wb, triple(b.al_0))
        gamma[r.row] -= r.factor * r.scale * rest
    if w.dropped > 0:
        kept = WORK.kept(w)
        for k in range(gamma.shape[0]):
            gamma[k] *= kept[k]


def evaluate_position(system: System, work: Work, q: Array, t: float) -> None:
    """Fill `phi`, `nu` and `jacobian` at `(q, t)`."""
    q = np.ascontiguousarray(q, dtype=float)
    at_position(system.tables.here, work.here, address_of(q), float(t))


def evaluate(system: System, work: Work, q: Array, v: Array, t: float) -> None:
    """Fill `phi`, `nu`, `gamma`, `jacobian` and the joint coordinates at `(q, v, t)`."""
    evaluate_position(system, work, q, t)
    v = np.ascontiguousarray(v, dtype=float)
    at_velocity(system.tables.here, work.here, address_of(v))
    see_coordinates(system.tables.here, work.here)


@jit
def joint_coordinates(s, w):  # type: ignore[no-untyped-def]
    """Values and rates of all joint coordinates at the state last evaluated; whole turns are remembered in `turns`."""
    rows, poses, turns = TABLES.coordinates(s), WORK.poses(w), WORK.turns(w)
    values, rates = WORK.coordinates(w), WORK.rates(w)
    for k in range(rows.shape[0]):
        r = rows[k]
        a, b = poses[r.a], poses[r.b]
        turn = turns[r.turn] if r.turn >= 0 else 0.0
        g, _, d_va, d_wa, d_vb, d_wb = scalar_terms(r.kind, r.i, r.j, a, b, turn)
        rate = dot(d_va, triple(a.v)) + dot(d_wa, triple(a.w)) + dot(d_vb, triple(b.v)) + dot(d_wb, triple(b.w))
        values[k] = r.factor * g
        rates[k] = r.factor * rate
        if r.kind == TURN:
            turns[r.turn] = g


@boundary("void(int64, int64)")
def see_coordinates(s_at, w_at):  # type: ignore[no-untyped-def]
    """`joint_coordinates`, by addresses."""
    joint_coordinates(TABLES.at(s_at), WORK.at(w_at))


@jit
def subtract_jacobian_times(s, w, x, out):  # type: ignore[no-untyped-def]
    """`out -= J x` with the Jacobian in blocks."""
    strips, jacobian = TABLES.strips(s), WORK.jacobian(w)
    if s.nb == 3:
        for k in range(strips.shape[0]):
            at, row, column = strips[k].start, strips[k].row, strips[k].column
            total = get(jacobian, at) * get(x, column) + get(jacobian, at + 1) * get(x, column + 1)
            put(out, row, get(out, row) - total - get(jacobian, at + 2) * get(x, column + 2))
        return
    for k in range(strips.shape[0]):
        at, row, column, total = strips[k].start, strips[k].row, strips[k].column, 0.0
        for j in range(6):
            total += get(jacobian, at + j) * get(x, column + j)
        put(out, row, get(out, row) - total)


def gap_of(work: Work) -> float:
    """The largest violation of a row at the position last evaluated; nan when one is not a number."""
    return float(np.abs(work.phi).max(initial=0.0))


@jit
def largest(a) -> float:  # type: ignore[no-untyped-def]
    """Largest absolute value; nan when one is not a number."""
    big = 0.0
    for k in range(a.shape[0]):
        x = abs(a[k])
        if not x <= big:
            big = x
    return big
