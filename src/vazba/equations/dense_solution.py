"""`[[M, -J^T], [J, 0]] (v', lambda) = (f, gamma)` as it stands, by elimination with pivoting: for few unknowns, where masses have eaten the pivots of rows.

With tiny moments of inertia the rows' compliances `J M^-1 J^T` are all but dependent near singular postures; the matrix itself is not, as long as it is not
scaled by masses: rows and columns are, by their largest numbers.
"""

from __future__ import annotations

import math

from vazba._jit import jit
from vazba.algebra.dense import lu_factor, lu_solve
from vazba.bodies.mechanics import mass_block
from vazba.equations.records import DYNAMICS
from vazba.equations.rotors import add_rotors_dense
from vazba.tables import TABLES, WORK, numbers_at

LEAST = 1e-15  # of numbers of order one: a smaller pivot is none
SWEEPS = 6


@jit
def _equilibrate(a, n, scales):  # type: ignore[no-untyped-def]
    """Scale rows and columns alike until the largest number of each is about one; what is all zero (a row left out) gets a one, and the scale zero."""
    for k in range(n):
        scales[k] = 1.0
    for sweep in range(SWEEPS):
        for i in range(n):
            large = 0.0
            for j in range(n):
                large = max(large, abs(a[i * n + j]) * scales[j])
            if large > 0.0:
                scales[i] = math.sqrt(scales[i] / large)
            elif sweep == SWEEPS - 1:
                scales[i] = 0.0
    for i in range(n):
        for j in range(n):
            a[i * n + j] *= scales[i] * scales[j]
        if scales[i] == 0.0:
            a[i * n + i] = 1.0


@jit
def factor_dense(s, w, d):  # type: ignore[no-untyped-def]
    """Form and factorise at the position last placed, with the true masses; returns whether all pivots are sound."""
    nv, m, size = s.nv, w.n_phi, s.nb
    n, states, masses, block = nv + m, WORK.states(w), DYNAMICS.masses(d), DYNAMICS.block(d)
    a, strips, jacobian = numbers_at(d.dense, n * n), TABLES.strips(s), WORK.jacobian(w)
    scales = numbers_at(d.dense + 8 * n * (n + 1), n)
    for k in range(n * n):
        a[k] = 0.0
    for k in range(masses.shape[0]):
        mass_block(s.dimension, states[k], masses[k], 1.0, block)
        for i in range(size):
            row = size * k + i
            for j in range(size):
                a[row * n + size * k + j] = block[i * size + j]
            a[row * n + row] -= masses[k].soft if i < (2 if size == 3 else 3) else masses[k].soft_turn
    if d.n_rotors > 0:
        add_rotors_dense(size, DYNAMICS.rotors(d), n, a)
    for k in range(strips.shape[0]):
        row, column = nv + strips[k].row, strips[k].column
        for j in range(size):
            a[row * n + column + j] += jacobian[strips[k].start + j]
            a[(column + j) * n + row] = -a[row * n + column + j]
    _equilibrate(a, n, scales)
    return lu_factor(a, n, DYNAMICS.order(d)) > LEAST


@jit
def solve_dense(s, w, d, out):  # type: ignore[no-untyped-def]
    """Accelerations into `out`, and multipliers, by the factors at hand, from `force` and `gamma`."""
    nv, n = s.nv, s.nv + w.n_phi
    x, scales = numbers_at(d.dense + 8 * n * n, n), numbers_at(d.dense + 8 * n * (n + 1), n)
    force, gamma, multipliers = DYNAMICS.force(d), WORK.gamma(w), DYNAMICS.multipliers(d)
    for k in range(nv):
        x[k] = force[k] * scales[k]
    for k in range(nv, n):
        x[k] = gamma[k - nv] * scales[k]
    lu_solve(numbers_at(d.dense, n * n), n, DYNAMICS.order(d), x)
    for k in range(nv):
        out[k] = x[k] * scales[k]
    for k in range(nv, n):
        multipliers[k - nv] = x[k] * scales[k]
