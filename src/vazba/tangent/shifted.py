"""Solutions with the matrix of a collocation step, shifted by its eigenvalues: `(sigma - f_y) x = r` with `sigma = mu/h`.

The coefficients of Radau IIA of order 5 have one real eigenvalue and a pair (E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, 2nd ed.,
Springer 1996, section IV.8). With the state `(q, v)` each system reduces to the velocities:

    [[M + D/sigma + K/sigma^2, J^T], [J, 0]] (x_v, .) = (M r_v/sigma - K r_q/sigma^2, J r_v/sigma),      x_q = (x_v + r_q)/sigma
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, caller, inlined
from vazba.algebra.chart import put_rates, put_tangent
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import EXTRA
from vazba.tables import TABLES, numbers_at
from vazba.tangent.bodies import (
    TANGENT,
    add_mass_times,
    add_stiffness_times,
    call_solve,
    complexes_at,
    set_jacobian_times,
)

Array = NDArray[np.float64]
_S6 = math.sqrt(6.0)
A = np.array([
    [(88 - 7 * _S6) / 360, (296 - 169 * _S6) / 1800, (-2 + 3 * _S6) / 225],
    [(296 + 169 * _S6) / 1800, (88 + 7 * _S6) / 360, (-2 - 3 * _S6) / 225],
    [(16 - _S6) / 36, (16 + _S6) / 36, 1 / 9],
])  # fmt: skip


def _split() -> tuple[float, complex, Array, Array]:
    """Eigenvalues of `A^-1` (the real one, one of the pair) and the transformation that separates them."""
    values, vectors = np.linalg.eig(np.linalg.inv(A).T)  # columns: left eigenvectors
    real = int(np.argmin(np.abs(values.imag)))
    pair = int(np.argmin(values.imag))
    ti = np.array([vectors[:, real].real, vectors[:, pair].real, vectors[:, pair].imag])
    return float(values[real].real), complex(values[pair]), np.linalg.inv(ti), ti


MU_REAL, MU_COMPLEX, T, TI = _split()


@inlined
def take_shifted(chart, q, nv, sigma, x, theta, rates, r):  # type: ignore[no-untyped-def]
    """`r` becomes the solution, from the velocities x and the tangent part theta of its coordinates."""
    nq = q.shape[0]
    put_rates(chart, q, theta, rates)  # what of r lies in the tangent space
    for k in range(nq):
        r[k] -= rates[k]
    for k in range(nv):
        theta[k] += x[k]
    put_rates(chart, q, theta, rates)
    for k in range(nq):
        r[k] = (r[k] + rates[k]) / sigma
    for k in range(nv):
        r[nq + k] = x[k]
    for k in range(nq + nv, r.shape[0]):
        r[k] = r[k] / sigma


@inlined
# many: real and complex numbers stand in arrays of their own
def _shift(d, s, tan, q, r, sigma, x, theta, rates, solve):  # type: ignore[no-untyped-def]
    """`r` becomes the solution of `(sigma - f_y) x = r`."""
    nq, nv, reference = s.nq, s.nv, DYNAMICS.reference(d)[0]
    chart = DYNAMICS.chart(d)
    put_tangent(chart, q, r, theta)
    for k in range(x.shape[0]):
        x[k] = 0.0
    add_mass_times(s, tan, r, nq, 1.0 / sigma, reference, x)
    add_stiffness_times(s, tan, theta, -1.0 / (sigma * sigma), reference, x)
    set_jacobian_times(s, tan, r, nq, 1.0 / sigma, x, nv)
    call_solve(solve, tan.here, 0, 0)
    take_shifted(chart, q, nv, sigma, x, theta, rates, r)


SHIFT = "void(int64, int64, int64, int64, float64)"  # of dynamics, tangent, q, r, and the step
call_shift = caller(SHIFT)


@boundary(SHIFT)
def shift_real(d_at, tan_at, q_at, r_at, h):  # type: ignore[no-untyped-def]
    """Solve with the real eigenvalue."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    s = TABLES.at(d.tables)
    q, r = numbers_at(q_at, s.nq), numbers_at(r_at, s.nq + s.nv + EXTRA)
    theta, rates, x = TANGENT.theta(tan), TANGENT.rates(tan), TANGENT.x(tan)
    _shift(d, s, tan, q, r, MU_REAL / h, x, theta, rates, tan.solve_real)


@boundary(SHIFT)
def shift_complex(d_at, tan_at, q_at, r_at, h):  # type: ignore[no-untyped-def]
    """Solve with the complex one."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    s = TABLES.at(d.tables)
    q, r = numbers_at(q_at, s.nq), complexes_at(r_at, s.nq + s.nv + EXTRA)
    theta, rates = TANGENT.theta_c(tan), TANGENT.rates_c(tan)
    _shift(d, s, tan, q, r, MU_COMPLEX / h, TANGENT.x_c(tan), theta, rates, tan.solve_complex)
