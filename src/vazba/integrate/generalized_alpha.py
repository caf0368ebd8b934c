"""Generalised-alpha for constrained systems, on the rotations themselves (M. Arnold, O. Bruls, Multibody Syst. Dyn. 18 (2007) 185-202).

    q_1 = q_0 o (h v_0 + h^2 ((1/2 - beta) a_0 + beta a_1)),      v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1)
    (1 - alpha_m) a_1 + alpha_m a_0 = (1 - alpha_f) v'_1 + alpha_f v'_0,      M v'_1 = f_1 + J_1^T lambda_1,      Phi(q_1, t_1) = 0

Second order, with numerical damping of high frequencies by the spectral radius `RHO`. `index3` keeps the positions on the constraints, `index2` the
velocities as well (projected). The step is fixed where the user says so, otherwise it follows the tolerance by `h^2 |beta - 1/6| |a_1 - a_0|`. Steps end
on load steps and switches; between its ends a step is a cubic.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from vazba._jit import Boundary, boundary, inlined, jit
from vazba.algebra.chart import move, put_rates
from vazba.bodies.mechanics import mass_block, position_size
from vazba.equations.derivative import book
from vazba.equations.forces import friction_forces
from vazba.equations.records import DYNAMICS
from vazba.equations.rotors import add_rotors_times, rotor_columns
from vazba.equations.verbs import EXTRA, call_derivative, call_place, call_project
from vazba.integrate.hermite import between
from vazba.integrate.method import Method, Room, enter
from vazba.integrate.run_record import ATTEMPT, NOT_FINITE, STEP, matrix_at, runs_at
from vazba.kinematic.evaluate import largest
from vazba.tables import TABLES, WORK, numbers_at
from vazba.tangent.bodies import TANGENT, call_factor, call_gather, call_solve

if TYPE_CHECKING:
    from vazba.formulations.formulation import Formulation
    from vazba.formulations.settings import Settings

RHO = 0.8
ALPHA_M, ALPHA_F = (2 * RHO - 1) / (RHO + 1), RHO / (RHO + 1)
GAMMA = 0.5 + ALPHA_F - ALPHA_M
BETA = 0.25 * (GAMMA + 0.5) ** 2
MOST_ITERATIONS = 12
ASTRAY = 0.5  # rad, or of the characteristic length: a correction that large leads to another solution, of turns made too many
LEAST = 1e-8  # s: in shorter steps the rounding of positions, over the step, spoils the velocities


@inlined
def _residual(s, w, d, tan, rate, multipliers, reference, out):  # type: ignore[no-untyped-def]
    """`out = f + J^T lambda - M v'` over the reference mass at the state last evaluated; returns its size beside the forces."""
    force, masses, states = DYNAMICS.force(d), DYNAMICS.masses(d), WORK.states(w)
    jacobian, strips, block = WORK.jacobian(w), TABLES.strips(s), TANGENT.mass(tan)
    size = s.nb
    for k in range(s.nv):
        out[k] = force[k] / reference
    for k in range(strips.shape[0]):
        strip = strips[k]
        for j in range(size):
            out[strip.column + j] += jacobian[strip.start + j] * multipliers[strip.row]
    scale = 0.0
    if d.n_rotors > 0:
        rotor_columns(s, w, DYNAMICS.rotors(d))
        add_rotors_times(size, DYNAMICS.rotors(d), rate, -1.0 / reference, out)
    for k in range(masses.shape[0]):
        mass_block(s.dimension, states[k], masses[k], reference, block)
        for i in range(size):
            inertial = 0.0
            for j in range(size):
                inertial += block[i * size + j] * rate[size * k + j]
            soft = masses[k].soft if i < (2 if size == 3 else 3) else masses[k].soft_turn
            inertial -= soft / reference * rate[size * k + i]
            out[size * k + i] -= inertial
            scale = max(scale, abs(inertial), abs(force[size * k + i] / reference))
    return scale


@inlined
def _forces(s, w, d, y, multipliers, reference, t):  # type: ignore[no-untyped-def]
    """Evaluate position, velocity and forces (with friction) at y; returns the power friction dissipates."""
    call_place(d.place, d.here, y.ctypes.data, t)
    call_place(d.force_kernel, d.here, y.ctypes.data, t)
    lost = 0.0
    held = DYNAMICS.multipliers(d)
    for k in range(held.shape[0]):
        held[k] = multipliers[k] * reference
    if s.n_frictions > 0:
        lost = friction_forces(s, w, d, DYNAMICS.force(d))
    return lost


@inlined
def _rates_at(s, w, d, y, rate, lost, out):  # type: ignore[no-untyped-def]
    """`y'` at the state last evaluated, with the accelerations found."""
    nq, nv = s.nq, s.nv
    put_rates(DYNAMICS.chart(d), y[:nq], y[nq : nq + nv], out)
    for k in range(nv):
        out[nq + k] = rate[k]
    book(d, w, lost, out[nq + nv :])


@jit
def _step(r, d, s, w, tan, store):  # type: ignore[no-untyped-def]
    """One step from `(y, aux, multipliers)` to `new`; whether Newton's iteration converged. For the rows of `store` see `attempt`."""
    nq, nv, h, t = s.nq, s.nv, r.h, min(r.t + r.h, r.limit)
    rate, new_f, aux, new_aux, multipliers, new_multipliers = (
        store[0, nq:],
        store[1],
        store[2],
        store[3],
        store[4],
        store[5],
    )
    y, new, new_rate = numbers_at(r.y, r.n), numbers_at(r.new, r.n), store[6]
    reference = DYNAMICS.reference(d)[0]
    x, step, phi, weights = TANGENT.x(tan), WORK.step(w), WORK.phi(w), TABLES.weights(s)
    q, v = new[:nq], new[nq : nq + nv]
    beta, gamma = (1.0 - ALPHA_M) / (h * h * BETA * (1.0 - ALPHA_F)), GAMMA / (h * BETA)
    for k in range(nv):
        new_aux[k] = (ALPHA_F * rate[k] - ALPHA_M * aux[k]) / (1.0 - ALPHA_M)
        new_rate[k] = rate[k]  # as a guess: without one, slender bodies seem to turn wildly in the first correction
        step[k] = h * y[nq + k] + h * h * ((0.5 - BETA) * aux[k] + BETA * new_aux[k]) + rate[k] / beta
        v[k] = y[nq + k] + h * ((1.0 - GAMMA) * aux[k] + GAMMA * new_aux[k]) + gamma / beta * rate[k]
    chart = DYNAMICS.chart(d)
    move(chart, y[:nq], step, 1.0, q)
    held = DYNAMICS.multipliers(d)
    for k in range(phi.shape[0]):
        new_multipliers[k] = multipliers[k]
        held[k] = multipliers[k] * reference
    call_place(
        d.place, r.d, r.new, t
    )  # derivatives are taken there: what slender bodies resist changes much within a step
    call_place(d.force_kernel, r.d, r.new, t)
    call_gather(tan.gather, r.d, tan.here, r.new, t)
    call_factor(tan.factor_real, r.d, tan.here, gamma / beta, 1.0 / beta)
    last = math.inf
    for _ in range(MOST_ITERATIONS):
        lost = _forces(s, w, d, new, new_multipliers, reference, t)
        r.evaluations += 1
        scale = _residual(s, w, d, tan, new_rate, new_multipliers, reference, x)
        for k in range(nv):
            x[k] /= beta
        for k in range(phi.shape[0]):
            x[nv + k] = -phi[k]
        for k in range(nv + phi.shape[0], x.shape[0]):
            x[k] = 0.0
        call_solve(tan.solve_real, tan.here, 0, 0)
        change, far = 0.0, 0.0
        for k in range(nv):
            step[k] = x[k]
            v[k] += gamma * x[k]
            new_rate[k] += beta * x[k]
            change, far = max(change, abs(x[k])), max(far, x[k] * x[k] * weights[k])
        for k in range(phi.shape[0]):
            new_multipliers[k] -= beta * x[nv + k]
        move(chart, q, step, 1.0, q)
        if not (math.isfinite(change) and far <= ASTRAY * ASTRAY * weights[s.nb - 1]):
            return False
        if change <= 1e-13 * (1.0 + largest(q)) or (change * beta <= 1e-10 * scale and change < 1e-11):
            for k in range(nv):
                new_aux[k] += (1.0 - ALPHA_F) / (1.0 - ALPHA_M) * new_rate[k]
            lost = _forces(s, w, d, new, new_multipliers, reference, t)
            _rates_at(s, w, d, new, new_rate, lost, new_f)
            for k in range(EXTRA):
                new[nq + nv + k] = y[nq + nv + k] + 0.5 * h * (store[0, nq + nv + k] + new_f[nq + nv + k])
            return True
        if change > 0.9 * last and change > 1e-9:
            return False
        last = change
    return False


@inlined
def _error(s, y, h, aux, new_aux, rtol, atol):  # type: ignore[no-untyped-def]
    """Estimated error of the positions over tolerance."""
    total = 0.0
    for k in range(s.nv):
        size = position_size(s.dimension, y, k)
        total += (h * h * (BETA - 1.0 / 6.0) * (new_aux[k] - aux[k]) / (atol + rtol * max(size, 1e-3))) ** 2
    return math.sqrt(total / max(s.nv, 1))


@inlined
def propose_next(r, good, error):  # type: ignore[no-untyped-def]
    """The next step by the error of a method of second order; returns the error, nan where the step failed."""
    if r.fixed > 0.0 and good:
        r.next_h = r.fixed
        return 0.0
    r.refused = NOT_FINITE
    if not good:
        r.next_h = 0.25 * r.h if r.fixed == 0.0 else 0.0
        return math.nan
    shrunk = max(0.2, 0.9 * error ** (-1.0 / 3.0))
    r.next_h = r.h * (shrunk if not error <= 1.0 else min(2.0, max(0.3, 0.9 * max(error, 1e-6) ** (-1.0 / 3.0))))
    return error


@boundary(ATTEMPT)
def attempt(run_at):  # type: ignore[no-untyped-def]
    """One step. Rows of `store`: `y'` at both ends, a at both, multipliers at both, v' at the end."""
    r = runs_at(run_at, 1)[0]
    d, tan = DYNAMICS.at(r.d), TANGENT.at(r.own)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    store, y, nq = matrix_at(r.store, r.rows, r.wide), numbers_at(r.y, r.n), s.nq
    held, reference = DYNAMICS.multipliers(d), DYNAMICS.reference(d)[0]
    if r.fresh:  # the derivative gives consistent accelerations and multipliers
        call_derivative(r.derivative, r.d, r.y, r.store, r.t)
        r.evaluations += 1
        for k in range(s.nv):
            store[2, k] = store[0, nq + k]
        for k in range(w.n_phi):
            store[4, k] = held[k] / reference
        r.fresh = 0
    good = _step(r, d, s, w, tan, store)
    r.evaluated, r.extended = 0, 1
    error = _error(s, y, r.h, store[2], store[3], r.rtol, r.atol) if good else 0.0
    if good and r.projecting:
        call_project(d.project, r.d, r.new, r.t + r.h)
    return propose_next(r, good, error)


@boundary(STEP)
def accept(run_at):  # type: ignore[no-untyped-def]
    """What was found at the end stands at the start of the next step."""
    r = runs_at(run_at, 1)[0]
    store = matrix_at(r.store, r.rows, r.wide)
    for k in range(store.shape[1]):
        store[0, k], store[2, k], store[4, k] = store[1, k], store[3, k], store[5, k]


def _prepare(form: Formulation, settings: Settings, n: int) -> Room:  # noqa: ARG001
    tangent = form.tangent(False)
    return Room(tangent, tangent.record.here, np.zeros((7, max(n, form.system.nv + form.system.m))))


def _fits(form: Formulation) -> str:
    if not form.has_tangent:
        return "it works in absolute coordinates"
    return "elastic bodies have coordinates of their own" if form.own_coordinates else ""


def alpha_method(
    attempt: Boundary, prepare: Callable[[Formulation, Settings, int], Room], fits: Callable[[Formulation], str]
) -> Method:
    """The method by one kind of step; formulations have their own."""
    return Method(
        "generalized_alpha", 2, attempt, accept, between, prepare, implicit=True, damps=True, dense_good=False, least=LEAST, fits=fits,
    )  # fmt: skip


enter(alpha_method(attempt, _prepare, _fits))
