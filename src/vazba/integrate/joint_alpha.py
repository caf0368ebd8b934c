"""Generalised-alpha in joint coordinates, in O(n): joint stiffness and damping stand inside the articulated masses.

The equations of the step are those of `generalized_alpha`, in the speeds of a tree. Newton's correction x of the position solves

    (M + gamma' D + beta' K) x = -(M v' + h - G^T lambda) beta',      G x = -Phi,      beta' = h^2 beta (1 - alpha_f)/(1 - alpha_m),  gamma' = h gamma ...

with the left-hand matrix factorised like the mass matrix alone: K and D of linear springs and dampers at the joints of the tree are added where the freedom is
eliminated (`stiff`). What other elements and gyroscopic terms contribute is left out of the matrix, not of the equations: it costs iterations, not accuracy.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from vazba._jit import boundary, inlined, jit
from vazba.algebra.chart import move, put_rates
from vazba.equations.derivative import book
from vazba.equations.records import DYNAMICS
from vazba.equations.recursive import call_tree, element_forces
from vazba.equations.verbs import EXTRA, call_derivative, call_place, call_project
from vazba.integrate.generalized_alpha import ALPHA_F, ALPHA_M, BETA, GAMMA, alpha_method, propose_next
from vazba.integrate.method import Room, enter
from vazba.integrate.run_record import ATTEMPT, matrix_at, runs_at
from vazba.kinematic.evaluate import largest
from vazba.tables import WORK, numbers_at
from vazba.tree.build import ELIMINATION
from vazba.tree.records import TREE

if TYPE_CHECKING:
    from vazba.formulations.formulation import Formulation
    from vazba.formulations.settings import Settings

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
def _step(r, d, w, tree, store):  # type: ignore[no-untyped-def]
    """One step from `(y, aux)` with the multipliers kept as a guess; whether Newton's iteration converged. For the rows of `store` see `attempt`."""
    nq, nv, h, t = tree.nq, tree.nv, r.h, min(r.t + r.h, r.limit)
    rate, new_f, aux, new_aux = store[0, nq:], store[1], store[2], store[3]
    new_rate, residual, guess = store[6], store[7], store[5]
    y, new = numbers_at(r.y, r.n), numbers_at(r.new, r.n)
    stiffness, damping, stiff = numbers_at(tree.stiffness, nv), numbers_at(tree.damping, nv), numbers_at(tree.stiff, nv)
    efforts, x, rho = numbers_at(tree.efforts, nv), numbers_at(tree.rates, nv), TREE.rho(tree)
    multipliers, phi = TREE.multipliers(tree), WORK.phi(w)
    beta, gamma = (1.0 - ALPHA_M) / (h * h * BETA * (1.0 - ALPHA_F)), GAMMA / (h * BETA)
    q, v = new[:nq], new[nq : nq + nv]
    for k in range(nv):
        new_aux[k] = (ALPHA_F * rate[k] - ALPHA_M * aux[k]) / (1.0 - ALPHA_M)
        new_rate[k] = rate[k]  # as a guess
        x[k] = h * y[nq + k] + h * h * ((0.5 - BETA) * aux[k] + BETA * new_aux[k]) + rate[k] / beta
        v[k] = y[nq + k] + h * ((1.0 - GAMMA) * aux[k] + GAMMA * new_aux[k]) + gamma / beta * rate[k]
    for k in range(nq):
        q[k] = y[k]
    chart = DYNAMICS.chart(d)
    move(chart, q, x, 1.0, q)
    for k in range(multipliers.shape[0]):
        multipliers[k] = store[4, k]
    last, good = math.inf, False
    for count in range(MOST_ITERATIONS):
        call_place(d.place, r.d, r.new, t)
        _residual(d, w, tree, r.own, new_rate, residual, t)
        r.evaluations += 1
        if count == 0:
            for k in range(nv):
                stiff[k] = (gamma * damping[k] + stiffness[k]) / beta
            call_tree(tree.factor, d.tree, w.jacobian, tree.rows)
            for k in range(nv):
                stiff[k] = 0.0
        for k in range(multipliers.shape[0]):
            guess[k] = multipliers[k]
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
            multipliers[k] = guess[k] + beta * multipliers[k]
        move(chart, q, x, 1.0, q)
        if not math.isfinite(change):
            return False
        small, slow = 1e-13 * (1.0 + largest(q)), change / last
        if change <= small or (0.0 < slow < 0.1 and slow * change <= small) or (change < 1e-11 and slow > 0.5):
            good = True  # what the next correction would be is known from the last two
            break
        if change > 0.9 * last and change > 1e-9:
            return False
        last = change
    if not good:
        return False
    for k in range(nv):
        new_aux[k] += (1.0 - ALPHA_F) / (1.0 - ALPHA_M) * new_rate[k]
    for k in range(multipliers.shape[0]):
        guess[k] = multipliers[k]
    call_place(d.place, r.d, r.new, t)
    element_forces(d, tree, t)
    put_rates(chart, q, v, new_f)
    for k in range(nv):
        new_f[nq + k] = new_rate[k]
    at = nq + nv
    book(d, w, 0.0, new_f[at:])
    for k in range(EXTRA):
        new[at + k] = y[at + k] + 0.5 * h * (store[0, at + k] + new_f[at + k])
    return True


@inlined
def _error(tree, h, aux, new_aux, rtol, atol):  # type: ignore[no-untyped-def]
    """Estimated error of the positions over tolerance; joint coordinates count as of size one."""
    total = 0.0
    for k in range(tree.nv):
        total += (h * h * (BETA - 1.0 / 6.0) * (new_aux[k] - aux[k]) / (atol + rtol)) ** 2
    return math.sqrt(total / max(tree.nv, 1))


@boundary(ATTEMPT)
def attempt(run_at):  # type: ignore[no-untyped-def]
    """One step. Rows of `store`: `y'` at both ends, a at both, multipliers at both, v' at the end, room."""
    r = runs_at(run_at, 1)[0]
    d = DYNAMICS.at(r.d)
    w, tree = WORK.at(d.work), TREE.at(d.tree)
    store, multipliers = matrix_at(r.store, r.rows, r.wide), TREE.multipliers(tree)
    if r.fresh:  # the derivative gives consistent accelerations and multipliers
        call_derivative(r.derivative, r.d, r.y, r.store, r.t)
        r.evaluations += 1
        for k in range(tree.nv):
            store[2, k] = store[0, tree.nq + k]
        for k in range(multipliers.shape[0]):
            store[4, k] = multipliers[k]
        r.fresh = 0
    good = _step(r, d, w, tree, store)
    r.evaluated, r.extended = 0, 1
    error = _error(tree, r.h, store[2], store[3], r.rtol, r.atol) if good else 0.0
    if good and r.projecting:
        call_project(d.project, r.d, r.new, r.t + r.h)
    return propose_next(r, good, error)


def _prepare(form: Formulation, settings: Settings, n: int) -> Room:  # noqa: ARG001
    tree = form.joints
    assert tree is not None
    tree.need(*ELIMINATION, "loop_loads")
    return Room(None, tree.rooms[1].inverse.address, np.zeros((8, max(n, form.work.record.n_phi))))


def _fits(form: Formulation) -> str:
    return "" if form.joints is not None else "it works in the coordinates of a tree of joints"


enter(alpha_method(attempt, _prepare, _fits))
