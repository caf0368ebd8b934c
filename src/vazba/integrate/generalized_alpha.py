"""Generalised-alpha for constrained systems, on the rotations themselves (M. Arnold, O. Bruls, Multibody Syst. Dyn. 18 (2007) 185-202).

    q_1 = q_0 o (h v_0 + h^2 ((1/2 - beta) a_0 + beta a_1)),      v_1 = v_0 + h ((1 - gamma) a_0 + gamma a_1)
    (1 - alpha_m) a_1 + alpha_m a_0 = (1 - alpha_f) v'_1 + alpha_f v'_0,      M v'_1 = f_1 + J_1^T lambda_1,      Phi(q_1, t_1) = 0

Second order, with numerical damping of high frequencies by the spectral radius `RHO`. `index3` keeps the positions on the constraints, `index2` the
velocities as well (projected). The step is fixed where the user says so, otherwise it follows the tolerance by `h^2 |beta - 1/6| |a_1 - a_0|`. Steps end
on output times, load steps and switches.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, inlined, jit
from vazba.bodies.kernels import moved
from vazba.dynamics.absolute import EXTRA, call_derivative, driver_power, mass_block
from vazba.dynamics.forces import friction_forces, generalised_forces
from vazba.dynamics.projection import call_project
from vazba.dynamics.tables import dynamics_at, masses_at
from vazba.integrate.entry import ENTRY, matrix_at, runs_at
from vazba.integrate.explicit import (
    DONE,
    EVALUATIONS,
    MOST_STEPS,
    NOT_FINITE,
    REJECTED,
    STEPS,
    STOPPED,
    SWITCHES,
    TOO_SMALL,
    keep_due,
)
from vazba.integrate.switching import LOGGED, margin, switch
from vazba.integrate.tangent import call_factor, call_gather, call_solve, tangent_at
from vazba.kinematic.evaluate import call_position, call_velocity, joint_coordinates, largest, states_at, work_at
from vazba.system import numbers_at, strips_at, tables_at

RHO = 0.8
ALPHA_M, ALPHA_F = (2 * RHO - 1) / (RHO + 1), RHO / (RHO + 1)
GAMMA = 0.5 + ALPHA_F - ALPHA_M
BETA = 0.25 * (GAMMA + 0.5) ** 2
MOST_ITERATIONS = 12


@inlined
def _residual(s, w, d, tan, rate, multipliers, reference, out):  # type: ignore[no-untyped-def]
    """`out = f + J^T lambda - M v'` over the reference mass at the state last evaluated; returns its size beside the forces."""
    force, masses, states = (
        numbers_at(d.force, d.n_force),
        masses_at(d.masses, d.n_masses),
        states_at(w.states, w.n_states),
    )
    jacobian, strips, block = (
        numbers_at(w.jacobian, w.n_jacobian),
        strips_at(s.strips, s.n_strips),
        numbers_at(tan.mass, tan.n_mass),
    )
    size = s.nb
    for k in range(s.nv):
        out[k] = force[k] / reference
    for k in range(strips.shape[0]):
        strip = strips[k]
        for j in range(size):
            out[strip.column + j] += jacobian[strip.start + j] * multipliers[strip.row]
    scale = 0.0
    for k in range(masses.shape[0]):
        mass_block(s.dimension, states[k], masses[k], reference, block)
        for i in range(size):
            inertial = 0.0
            for j in range(size):
                inertial += block[i * size + j] * rate[size * k + j]
            out[size * k + i] -= inertial
            scale = max(scale, abs(inertial), abs(force[size * k + i] / reference))
    return scale


@inlined
def _forces(s, w, d, y, multipliers, reference, t):  # type: ignore[no-untyped-def]
    """Evaluate position, velocity and forces (with friction) at y; returns the power friction dissipates."""
    call_position(w.position, s.here, w.here, y.ctypes.data, t)
    call_velocity(w.velocity, s.here, w.here, y.ctypes.data + 8 * s.nq)
    generalised_forces(s, w, d, y.ctypes.data, y.ctypes.data + 8 * s.nq, t)
    lost = 0.0
    held = numbers_at(d.multipliers, d.n_multipliers)
    for k in range(held.shape[0]):
        held[k] = multipliers[k] * reference
    if s.n_frictions > 0:
        lost, _ = friction_forces(s, w, d, numbers_at(d.force, d.n_force))
    return lost


@jit
def _step(d, s, w, tan, y, new, h, t, limit, rate, aux, multipliers, new_rate, new_aux, new_multipliers, power, notes):  # type: ignore[no-untyped-def]
    """One step from `(y, rate, aux, multipliers)`; whether Newton's iteration converged. `power` holds the powers at both ends."""
    nq, nv = s.nq, s.nv
    reference = numbers_at(d.reference, d.n_reference)[0]
    x, step, phi = numbers_at(tan.x, tan.n_x), numbers_at(w.step, w.n_step), numbers_at(w.phi, w.n_phi)
    q, v = new[:nq], new[nq : nq + nv]
    beta, gamma = (1.0 - ALPHA_M) / (h * h * BETA * (1.0 - ALPHA_F)), GAMMA / (h * BETA)
    call_factor(tan.factor_real, d.here, tan.here, gamma / beta, 1.0 / beta)
    for k in range(nv):
        new_aux[k] = (ALPHA_F * rate[k] - ALPHA_M * aux[k]) / (1.0 - ALPHA_M)
        step[k] = h * y[nq + k] + h * h * ((0.5 - BETA) * aux[k] + BETA * new_aux[k])
        v[k] = y[nq + k] + h * ((1.0 - GAMMA) * aux[k] + GAMMA * new_aux[k])
        new_rate[k] = 0.0
    moved(s.dimension, y[:nq], step, 1.0, q)
    for k in range(phi.shape[0]):
        new_multipliers[k] = multipliers[k]
    last = math.inf
    for _ in range(MOST_ITERATIONS):
        lost = _forces(s, w, d, new, new_multipliers, reference, min(t + h, limit))
        notes[EVALUATIONS] += 1
        scale = _residual(s, w, d, tan, new_rate, new_multipliers, reference, x)
        for k in range(nv):
            x[k] /= beta
        for k in range(phi.shape[0]):
            x[nv + k] = -phi[k]
        for k in range(nv + phi.shape[0], x.shape[0]):
            x[k] = 0.0
        call_solve(tan.solve_real, tan.here, 0, 0)
        change = 0.0
        for k in range(nv):
            step[k] = x[k]
            v[k] += gamma * x[k]
            new_rate[k] += beta * x[k]
            change = max(change, abs(x[k]))
        for k in range(phi.shape[0]):
            new_multipliers[k] -= beta * x[nv + k]
        moved(s.dimension, q, step, 1.0, q)
        if not math.isfinite(change):
            return False
        if change <= 1e-13 * (1.0 + largest(q)) or (change * beta <= 1e-10 * scale and change < 1e-11):
            for k in range(nv):
                new_aux[k] += (1.0 - ALPHA_F) / (1.0 - ALPHA_M) * new_rate[k]
            lost = _forces(s, w, d, new, new_multipliers, reference, min(t + h, limit))
            powers = numbers_at(d.powers, d.n_powers)
            power[1, 0], power[1, 1], power[1, 2] = powers[0] + driver_power(w, d), powers[1] + lost, powers[2]
            for k in range(EXTRA):
                new[nq + nv + k] = y[nq + nv + k] + 0.5 * h * (power[0, k] + power[1, k])
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
        size = 1.0
        if s.dimension == 2:
            size = abs(y[k])
        elif k % 6 < 3:
            size = abs(y[7 * (k // 6) + k % 6])
        total += (h * h * (BETA - 1.0 / 6.0) * (new_aux[k] - aux[k]) / (atol + rtol * max(size, 1e-3))) ** 2
    return math.sqrt(total / max(s.nv, 1))


@jit
def run(d, kernel, tan, y, clock, times, first, last, breaks, settings, out, notes, log, store):  # type: ignore[no-untyped-def]
    """Integrate through the output times `first <= i < last`; returns `(status, next i)`. As `explicit.run`.

    `settings = (rtol, atol, fixed step or 0, whether velocities are projected)`; `store` (9 x most) is work.
    """
    rtol, atol, fixed = settings[0], settings[1], settings[2]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    reference = numbers_at(d.reference, d.n_reference)[0]
    n, nq, nv, m = y.shape[0], s.nq, s.nv, w.n_phi
    rate, aux, multipliers = store[0, :nv], store[1, :nv], store[2, :m]
    new_rate, new_aux, new_multipliers, new = store[3, :nv], store[4, :nv], store[5, :m], store[6, :n]
    power, begin = store[7:9, :EXTRA], store[9, :n]
    t, h, i, begun, fresh = clock[0], clock[1], first, notes[STEPS], True
    if fixed > 0.0:
        h = fixed
    i = keep_due(w, y, t, times, out, i)
    while i < last:
        if notes[STEPS] - begun >= notes[MOST_STEPS]:
            break
        if fresh:  # the derivative gives consistent accelerations and multipliers
            call_derivative(kernel, d.here, y.ctypes.data, begin.ctypes.data, t)
            notes[EVALUATIONS] += 1
            held = numbers_at(d.multipliers, d.n_multipliers)
            for k in range(nv):
                rate[k] = begin[nq + k]
                aux[k] = begin[nq + k]
            for k in range(m):
                multipliers[k] = held[k] / reference
            for k in range(EXTRA):
                power[0, k] = begin[nq + nv + k]
            fresh = False
        end, at_break = times[i], False
        for j in range(breaks.shape[0]):
            if t + 1e-12 * (1.0 + abs(t)) < breaks[j] <= end:
                end, at_break = breaks[j], True
        wanted = fixed if fixed > 0.0 else h
        h = wanted
        if h > 0.999 * (end - t):
            h = end - t
        elif h > 0.5 * (end - t) and fixed == 0.0:
            h = 0.5 * (end - t)
        if not h > 1e-13 * (abs(t) + 1e-3):
            clock[0], clock[1] = t, h
            return TOO_SMALL, i
        limit = end - 2e-15 * (1.0 + abs(end)) if at_break else math.inf
        call_position(w.position, s.here, w.here, y.ctypes.data, t)
        call_velocity(w.velocity, s.here, w.here, y.ctypes.data + 8 * nq)
        joint_coordinates(s, w)
        generalised_forces(s, w, d, y.ctypes.data, y.ctypes.data + 8 * nq, t)
        call_gather(tan.gather, d.here, tan.here, y.ctypes.data, t)
        good = _step(
            d, s, w, tan, y, new, h, t, limit, rate, aux, multipliers, new_rate, new_aux, new_multipliers, power, notes
        )
        error = _error(s, y, h, aux, new_aux, rtol, atol) if fixed == 0.0 and good else 0.0
        if not good or not error <= 1.0:
            notes[REJECTED] += 1
            h *= 0.25 if not good else max(0.2, 0.9 * error ** (-1.0 / 3.0))
            if fixed > 0.0 or not h > 1e-13 * (abs(t) + 1e-3):
                clock[0], clock[1] = t, h
                return NOT_FINITE, i
            continue
        pending, whole = -1, h
        g, which = margin(d, new, t + h)
        if g < 0.0:
            low, high, g_low, g_high = 0.0, h, max(margin(d, y, t)[0], 1e-300), g
            least = 1e-12 * (1.0 + abs(t))  # no step can be made that is much shorter
            for count_of in range(30):
                if high - low < least:
                    break
                part = (low * g_high - high * g_low) / (g_high - g_low) if count_of % 3 < 2 else 0.5 * (low + high)
                if not low + 0.1 * least < part < high:
                    part = 0.5 * (low + high)
                if not _step(
                    d,
                    s,
                    w,
                    tan,
                    y,
                    new,
                    part,
                    t,
                    limit,
                    rate,
                    aux,
                    multipliers,
                    new_rate,
                    new_aux,
                    new_multipliers,
                    power,
                    notes,
                ):
                    break
                g, here = margin(d, new, t + part)
                if g < 0.0:
                    high, g_high, which = part, g, here
                else:
                    low, g_low = part, max(g, 1e-300)
            h = high
            _step(
                d,
                s,
                w,
                tan,
                y,
                new,
                h,
                t,
                limit,
                rate,
                aux,
                multipliers,
                new_rate,
                new_aux,
                new_multipliers,
                power,
                notes,
            )
            pending = which
        t_new = end if h == end - t else t + h
        if settings[3] != 0.0:
            call_project(d.project, d.here, new.ctypes.data, t_new)
        for j in range(n):
            y[j] = new[j]
        for k in range(nv):
            rate[k], aux[k] = new_rate[k], new_aux[k]
        for k in range(m):
            multipliers[k] = new_multipliers[k]
        for k in range(EXTRA):
            power[0, k] = power[1, k]
        t = t_new
        grown = whole * min(2.0, max(0.3, 0.9 * max(error, 1e-6) ** (-1.0 / 3.0)))
        h = max(grown, wanted if whole < wanted and pending < 0 else 0.0)
        before = notes[SWITCHES]
        stop = switch(d, y, t, pending, log, notes)
        fresh = at_break or notes[SWITCHES] != before
        notes[STEPS] += 1
        i = keep_due(w, y, t, times, out, i)
        clock[0], clock[1] = t, h
        if stop:
            return STOPPED, i
    clock[0], clock[1] = t, h
    return DONE, i


@boundary(ENTRY)
def run_at(at):  # type: ignore[no-untyped-def]
    """`run`, by the address of a record `RUN`."""
    r = runs_at(at, 1)[0]
    d = dynamics_at(r.d, 1)[0]
    status, r.reached = run(
        d, r.kernel, tangent_at(r.own, 1)[0], numbers_at(r.y, r.n_y), numbers_at(r.clock, r.n_clock), numbers_at(r.times, r.n_times), r.first, r.last, numbers_at(r.breaks, r.n_breaks), numbers_at(r.settings, r.n_settings), matrix_at(r.out, r.n_out // r.width, r.width), numbers_at(r.notes, r.n_notes), matrix_at(r.log, r.n_log // LOGGED, LOGGED), matrix_at(r.store, r.n_store // r.wide, r.wide),
    )  # fmt: skip
    return status
