"""One factorised Jacobian for position, velocity and acceleration.

Position: damped Gauss-Newton on `Phi(q, t) = 0`; each step solves `[[W, J^T], [J, -mu E]] (dq, l) = (0, -Phi)`, which is the smallest step
(in the metric W) that satisfies the linearised equations, also when some of them depend on others. Velocity and acceleration
reuse the last factorisation and are refined against the Jacobian at the final position until their residual is at rounding.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, caller, get, jit, put
from vazba.algebra import schur
from vazba.algebra.chart import move
from vazba.algebra.ldl import factor, fill, solve
from vazba.algebra.schur import padded
from vazba.kinematic.evaluate import Work, call_position, largest, subtract_jacobian_times
from vazba.system import System
from vazba.tables import TABLES, WORK, numbers_at

MU = 1e-12  # regularisation of the multipliers, relative to rows of unit size
FLOOR = 1e-8  # a constraint pivot below this counts as dependent (an angle of 1e-4 rad to the rows before)
FOLLOW, SEEK = 0.5, 1e9  # how much Newton's steps must shrink: to stay on a branch, to find any
LARGEST_CORRECTION = 0.4  # of the characteristic length, times FOLLOW: a prediction further off is not trusted
CONVERGED, DIVERGED, NOT_FINITE = 0, 1, 2


FACTOR, SOLVE = "int64(int64, int64, float64)", "void(int64, int64, int64)"
call_factor, call_solve = caller(FACTOR), caller(SOLVE)


@boundary(FACTOR)
def factor_values(s_at, w_at, floor):  # type: ignore[no-untyped-def]
    """Factorise what was filled into `values`; returns how many constraint pivots are below `floor`."""
    s, w = TABLES.at(s_at), WORK.at(w_at)
    nodes, entries, pairs = TABLES.nodes(s), TABLES.entries(s), TABLES.pairs(s)
    return factor(nodes, entries, pairs, WORK.values(w), WORK.scratch(w), floor)


@boundary(SOLVE)
def solve_values(s_at, w_at, x_at):  # type: ignore[no-untyped-def]
    """Solve with the factorisation at hand, x (velocities, then multipliers) in place."""
    s, w = TABLES.at(s_at), WORK.at(w_at)
    x = numbers_at(x_at, w.n_x)
    solve(TABLES.nodes(s), TABLES.entries(s), WORK.values(w), x)


@jit
def factor_small(s, w, mu, part, floor):  # type: ignore[no-untyped-def]
    """Eliminate the multipliers of a small system, `J W^-1` standing at the head of `values`."""
    m, nj = w.n_phi, w.n_jacobian
    sizes = numbers_at(w.values + 8 * (nj + (m + 1) * padded(m)), m)
    divided, dense = numbers_at(w.values, nj), numbers_at(w.values + 8 * nj, m * padded(m))
    jacobian = numbers_at(w.jacobian, nj)
    return schur.factor(TABLES.couples(s), s.nb, jacobian, divided, dense, m, mu, part, floor, sizes)


SMALL = 0.1  # part of a row: pivots that are more of theirs are not counted together


@jit
def weak_small(w, part):  # type: ignore[no-untyped-def]
    """Whether little is left of the rows in the factorisation at hand: what pivots are of what their rows were made of, those that are small together,
    is less than a part (the product of all is below `e` times the smallest eigenvalue of the scaled matrix: none of them need be small alone)."""
    m, nj, left = w.n_phi, w.n_jacobian, 1.0
    stride = padded(m)
    sizes, dense = numbers_at(w.values + 8 * (nj + (m + 1) * stride), m), numbers_at(w.values + 8 * nj, m * stride)
    for k in range(m):
        lost = get(dense, k * stride + k) * get(sizes, k)  # the inverse is kept
        if lost * SMALL > 1.0:
            left /= lost
    return 1 if left < part else 0


@jit
def small_multipliers(w):  # type: ignore[no-untyped-def]
    """Where the multipliers of a small system stand, behind S: their address."""
    return w.values + 8 * (w.n_jacobian + w.n_phi * padded(w.n_phi))


@jit
def solve_small(s, w, loaded, x, right):  # type: ignore[no-untyped-def]
    """Solve a small system in place, `x = f` and the multipliers from `right = g`; `W^-1 f` is still to be added to x.

    The multipliers are left in `small_multipliers`.
    """
    m, nj, stride = w.n_phi, w.n_jacobian, padded(w.n_phi)
    divided, dense = numbers_at(w.values, nj), numbers_at(w.values + 8 * nj, m * stride)
    y, work = numbers_at(small_multipliers(w), stride), numbers_at(w.values + 8 * (nj + (m + 1) * stride), stride)
    for k in range(m):
        put(y, k, get(right, k))
    schur.solve(TABLES.strips(s), s.nb, divided, dense, m, loaded, x, y, work)


FACTORISE, LEAST_STEP = "int64(int64, int64, int64, float64)", "void(int64, int64, int64, int64)"
call_factorise, call_step = caller(FACTORISE), caller(LEAST_STEP)


@boundary(FACTORISE)
def factorise(s_at, w_at, weights_at, mu):  # type: ignore[no-untyped-def]
    """Factorise at the Jacobian last evaluated; returns the number of dependent rows."""
    s, w = TABLES.at(s_at), WORK.at(w_at)
    weights = numbers_at(weights_at, s.nv)
    values, jacobian = WORK.values(w), WORK.jacobian(w)
    if s.small:
        schur.divide_by_weights(TABLES.strips(s), s.nb, jacobian, weights, numbers_at(w.step, s.nv), values)
        return factor_small(s, w, mu, 0.0, FLOOR)
    fill(TABLES.places(s), TABLES.pivots(s), jacobian, weights, mu, values)
    return call_factor(w.factor, s_at, w_at, FLOOR)


@boundary(LEAST_STEP)
def least_step(s_at, w_at, right_at, out_at):  # type: ignore[no-untyped-def]
    """`out` = the smallest x with `J x = right`, by the factorisation at hand (without refinement)."""
    s, w = TABLES.at(s_at), WORK.at(w_at)
    right, out = numbers_at(right_at, w.n_phi), numbers_at(out_at, s.nv)
    if s.small:
        solve_small(s, w, w.n_phi < 0, out, right)  # nothing acts; a value, for a literal would be compiled apart
        return
    x, nv = WORK.x(w), s.nv
    for k in range(nv):
        x[k] = 0.0
    for k in range(right.shape[0]):
        x[nv + k] = right[k]
    call_solve(w.solve, s_at, w_at, w.x)
    for k in range(nv):
        out[k] = x[k]


@jit
def weighted_norm(s, x) -> float:  # type: ignore[no-untyped-def]
    """Root of the largest weighted component: metres."""
    weights, big = TABLES.weights(s), 0.0
    for k in range(x.shape[0]):
        y = x[k] * x[k] * weights[k]
        if not y <= big:
            big = y
    return math.sqrt(big)


@jit
def rates_from(s, w, right, out, dependent):  # type: ignore[no-untyped-def]
    """Solve `J x = right`, starting from the guess in `out`, with refinement; returns the largest residual that is left.

    It is zero to rounding unless rows contradict each other. Where none depends on others (all pivots above FLOOR), a solution shrinks the
    residual at least by MU/FLOOR = 1e-4; a second look is spared where that is enough.
    """
    residual, step = WORK.residual(w), WORK.step(w)
    before = math.inf
    for _ in range(12):
        for k in range(right.shape[0]):
            residual[k] = right[k]
        subtract_jacobian_times(s, w, out, residual)
        now = largest(residual)
        rounding = 1e-15 * (largest(right) + weighted_norm(s, out))
        if not now < 0.5 * before or now <= rounding:
            return now
        before = now
        call_step(w.step_kernel, s.here, w.here, w.residual, w.step)
        for k in range(out.shape[0]):
            out[k] += step[k]
        if dependent == 0 and MU / FLOOR * now <= rounding:
            return MU / FLOOR * now
    return before


@jit
def close_position(s, w, q, t, size, shrink):  # type: ignore[no-untyped-def]
    """Newton from `q` (changed in place) to `Phi(q, t) = 0`; `(status, iterations, dependent rows)`.

    Each step must be shorter than `shrink` times the one before: with `FOLLOW` a start too far away to be sure of the branch is refused.
    On return `phi`, `nu` and the Jacobian are those of the final position, and the factorisation is that of the last iteration.
    """
    phi, residual, step = WORK.phi(w), WORK.residual(w), WORK.step(w)
    before = math.inf
    small, last = 0, False
    for iteration in range(1, 31):
        call_position(w.position, s.here, w.here, q.ctypes.data, t)
        if last:
            return (CONVERGED if largest(phi) <= 1e-9 * size else DIVERGED), iteration, small
        small = call_factorise(w.factorise, s.here, w.here, s.weights, MU)
        if largest(phi) <= 3e-15 * size:  # nothing to correct
            return CONVERGED, iteration, small
        for k in range(residual.shape[0]):
            residual[k] = -phi[k]
        call_step(w.step_kernel, s.here, w.here, w.residual, w.step)
        now = weighted_norm(s, step)
        if not now < 1e100:
            return NOT_FINITE, iteration, small
        if iteration == 1 and now > shrink * LARGEST_CORRECTION * size:
            return DIVERGED, iteration, small
        if now > 1e-9 * size and (now > shrink * before or (iteration > 4 and now > 0.99 * before)):
            return DIVERGED, iteration, small
        move(TABLES.chart(s), q, step, 1.0, q)
        if now <= 1e-13 * size:  # the prediction was right: what is evaluated there holds
            return CONVERGED, iteration, small
        rate = min(now / before, 1.0) if iteration > 1 else 1e-3
        last = now * rate <= 1e-12 * size or now > 0.5 * before
        before = now
    return DIVERGED, 30, small


CLOSE = "int64(int64, int64, int64, float64, float64, float64, int64)"


@boundary(CLOSE)
def close_at(s_at, w_at, q_at, t, size, shrink, found_at):  # type: ignore[no-untyped-def]
    """`close_position`, by addresses; iterations and dependent rows go to the two numbers at `found_at`."""
    s, w, found = TABLES.at(s_at), WORK.at(w_at), numbers_at(found_at, 2)
    status, found[0], found[1] = close_position(s, w, numbers_at(q_at, s.nq), t, size, shrink)
    return status


def close(system: System, work: Work, q: NDArray[np.float64], t: float, shrink: float) -> tuple[int, int]:
    """Newton from `q` (changed in place) to `Phi(q, t) = 0`: `(status, dependent rows)`."""
    found = np.zeros(2)
    status = close_at(
        system.tables.record.here, work.record.here, q.ctypes.data, t, system.length, shrink, found.ctypes.data
    )
    return int(status), int(found[1])
