"""Generalised-alpha in joint coordinates, in O(n): joint stiffness and damping stand inside the articulated masses.

The equations of the step are those of `generalized_alpha`, in the speeds of a tree. Newton's correction x of the position solves

    (M + gamma' D + beta' K) x = -(M v' + h - G^T lambda) beta',      G x = -Phi,      beta' = h^2 beta (1 - alpha_f)/(1 - alpha_m),  gamma' = h gamma ...

with the left-hand matrix factorised like the mass matrix alone: K and D of linear springs and dampers at the joints of the tree are added where the freedom is
eliminated (`stiff`). What other elements and gyroscopic terms contribute is left out of the matrix, not of the equations: it costs iterations, not accuracy.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, inlined, jit
from vazba.dynamics.absolute import EXTRA, call_derivative, call_kinematics
from vazba.dynamics.projection import call_project
from vazba.dynamics.recursive import call_tree, element_forces, loop_power, moved
from vazba.dynamics.tables import dynamics_at
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
from vazba.integrate.generalized_alpha import ALPHA_F, ALPHA_M, BETA, GAMMA
from vazba.integrate.switching import LOGGED, margin, switch
from vazba.kinematic.evaluate import joint_coordinates, largest, work_at
from vazba.system import numbers_at, tables_at
from vazba.tree.records import tree_at

MOST_ITERATIONS = 20


@inlined
def _residual(d, w, tree, inverse, rate, out, t):  # type: ignore[no-untyped-def]
    """`out = M v' + h - G^T lambda` at the state last evaluated, with the multipliers of the tree."""
    element_forces(d, tree, t)
    call_tree(tree.loads, d.tree, d.gravity, tree.elements)
    if tree.n_rho > 0:
        call_tree(tree.loop_loads, d.tree, w.jacobian, 0)
    call_tree(inverse, d.tree, rate.ctypes.data, out.ctypes.data)


@jit
def _step(d, w, tree, inverse, y, new, h, t, limit, rate, aux, new_rate, new_aux, held, power, notes):  # type: ignore[no-untyped-def]
    """One step from `(y, rate, aux)` with the multipliers of the tree as a guess; whether Newton's iteration converged."""
    nq, nv = tree.nq, tree.nv
    stiffness, damping, stiff = numbers_at(tree.stiffness, nv), numbers_at(tree.damping, nv), numbers_at(tree.stiff, nv)
    efforts, x, rho = numbers_at(tree.efforts, nv), numbers_at(tree.rates, nv), numbers_at(tree.rho, tree.n_rho)
    multipliers, phi = numbers_at(tree.multipliers, tree.n_multipliers), numbers_at(w.phi, w.n_phi)
    beta, gamma = (1.0 - ALPHA_M) / (h * h * BETA * (1.0 - ALPHA_F)), GAMMA / (h * BETA)
    q, v, residual = new[:nq], new[nq : nq + nv], held[1]
    for k in range(nv):
        new_aux[k] = (ALPHA_F * rate[k] - ALPHA_M * aux[k]) / (1.0 - ALPHA_M)
        x[k] = h * y[nq + k] + h * h * ((0.5 - BETA) * aux[k] + BETA * new_aux[k])
        v[k] = y[nq + k] + h * ((1.0 - GAMMA) * aux[k] + GAMMA * new_aux[k])
        new_rate[k] = 0.0
    for k in range(nq):
        q[k] = y[k]
    moved(tree, q, x)
    for k in range(multipliers.shape[0]):
        multipliers[k] = held[0, k]
    last, good = math.inf, False
    for count in range(MOST_ITERATIONS):
        call_kinematics(d.kinematics, d.here, new.ctypes.data, min(t + h, limit))
        _residual(d, w, tree, inverse, new_rate, residual, min(t + h, limit))
        notes[EVALUATIONS] += 1
        if count == 0:
            for k in range(nv):
                stiff[k] = (gamma * damping[k] + stiffness[k]) / beta
            call_tree(tree.factor, d.tree, w.jacobian, tree.rows)
            for k in range(nv):
                stiff[k] = 0.0
        for k in range(multipliers.shape[0]):
            held[2, k] = multipliers[k]
            rho[k] = -phi[k]
        call_tree(tree.still, d.tree, 0, 0)
        for k in range(nv):
            efforts[k] = -residual[k] / beta
        call_tree(tree.solve, d.tree, tree.rho, tree.rates)
        for k in range(nv):
            efforts[k] = 0.0
        change = 0.0
        for k in range(nv):
            v[k] += gamma * x[k]
            new_rate[k] += beta * x[k]
            change = max(change, abs(x[k]))
        for k in range(multipliers.shape[0]):
            multipliers[k] = held[2, k] + beta * multipliers[k]
        moved(tree, q, x)
        if not math.isfinite(change):
            return False
        small, rate = 1e-13 * (1.0 + largest(q)), change / last
        if change <= small or (0.0 < rate < 0.1 and rate * change <= small) or (change < 1e-11 and rate > 0.5):
            good = True  # what the next correction would be is known from the last two
            break
        if change > 0.9 * last and change > 1e-9:
            return False
        last = change
    if not good:
        return False
    for k in range(nv):
        new_aux[k] += (1.0 - ALPHA_F) / (1.0 - ALPHA_M) * new_rate[k]
    call_kinematics(d.kinematics, d.here, new.ctypes.data, min(t + h, limit))
    element_forces(d, tree, min(t + h, limit))
    powers = numbers_at(d.powers, d.n_powers)
    power[1, 0], power[1, 1], power[1, 2] = powers[0] + loop_power(w, tree), powers[1], powers[2]
    for k in range(EXTRA):
        new[nq + nv + k] = y[nq + nv + k] + 0.5 * h * (power[0, k] + power[1, k])
    return True


@inlined
def _error(tree, h, aux, new_aux, rtol, atol):  # type: ignore[no-untyped-def]
    """Estimated error of the positions over tolerance; joint coordinates count as of size one."""
    total = 0.0
    for k in range(tree.nv):
        total += (h * h * (BETA - 1.0 / 6.0) * (new_aux[k] - aux[k]) / (atol + rtol)) ** 2
    return math.sqrt(total / max(tree.nv, 1))


@jit
def run(d, kernel, inverse, y, clock, times, first, last, breaks, settings, out, notes, log, store):  # type: ignore[no-untyped-def]
    """Integrate through the output times `first <= i < last`; returns `(status, next i)`. As `generalized_alpha.run`; `store` (10 x most) is work."""
    rtol, atol, fixed = settings[0], settings[1], settings[2]
    s, w, tree = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], tree_at(d.tree, 1)[0]
    n, nq, nv = y.shape[0], tree.nq, tree.nv
    rate, aux, new_rate, new_aux, new = store[0, :nv], store[1, :nv], store[2, :nv], store[3, :nv], store[4, :n]
    power, begin, held = store[5:7, :EXTRA], store[7, :n], store[7:10]
    multipliers = numbers_at(tree.multipliers, tree.n_multipliers)
    t, h, i, begun, fresh = clock[0], clock[1], first, notes[STEPS], True
    i = keep_due(w, y, t, times, out, i)
    while i < last:
        if notes[STEPS] - begun >= notes[MOST_STEPS]:
            break
        if fresh:  # the derivative gives consistent accelerations and multipliers
            call_derivative(kernel, d.here, y.ctypes.data, begin.ctypes.data, t)
            joint_coordinates(s, w)
            notes[EVALUATIONS] += 1
            for k in range(nv):
                rate[k] = aux[k] = begin[nq + k]
            for k in range(EXTRA):
                power[0, k] = begin[nq + nv + k]
            for k in range(multipliers.shape[0]):
                held[0, k] = multipliers[k]
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
        good = _step(d, w, tree, inverse, y, new, h, t, limit, rate, aux, new_rate, new_aux, held, power, notes)
        error = _error(tree, h, aux, new_aux, rtol, atol) if fixed == 0.0 and good else 0.0
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
                    d, w, tree, inverse, y, new, part, t, limit, rate, aux, new_rate, new_aux, held, power, notes
                ):
                    break
                g, here = margin(d, new, t + part)
                if g < 0.0:
                    high, g_high, which = part, g, here
                else:
                    low, g_low = part, max(g, 1e-300)
            h = high
            _step(d, w, tree, inverse, y, new, h, t, limit, rate, aux, new_rate, new_aux, held, power, notes)
            pending = which
        t_new = end if h == end - t else t + h
        if settings[3] != 0.0:
            call_project(d.project, d.here, new.ctypes.data, t_new)
        for j in range(n):
            y[j] = new[j]
        for k in range(nv):
            rate[k], aux[k] = new_rate[k], new_aux[k]
        for k in range(EXTRA):
            power[0, k] = power[1, k]
        for k in range(multipliers.shape[0]):
            held[0, k] = multipliers[k]
        t = t_new
        grown = whole * min(2.0, max(0.3, 0.9 * max(error, 1e-6) ** (-1.0 / 3.0)))
        h = max(grown, wanted if whole < wanted and pending < 0 else 0.0)
        before = notes[SWITCHES]
        stop = switch(d, y, t, pending, log, notes)
        joint_coordinates(s, w)
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
        d, r.kernel, r.own, numbers_at(r.y, r.n_y), numbers_at(r.clock, r.n_clock), numbers_at(r.times, r.n_times), r.first, r.last, numbers_at(r.breaks, r.n_breaks), numbers_at(r.settings, r.n_settings), matrix_at(r.out, r.n_out // r.width, r.width), numbers_at(r.notes, r.n_notes), matrix_at(r.log, r.n_log // LOGGED, LOGGED), matrix_at(r.store, r.n_store // r.wide, r.wide),
    )  # fmt: skip
    return status
