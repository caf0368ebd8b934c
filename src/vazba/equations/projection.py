"""Projection onto the constraints in the metric of the mass matrix.

[[M, J^T], [J, -mu E]] (dq, .) = (0, -Phi),      [[M, J^T], [J, -mu E]] (dv, .) = (0, nu - Phi_v v)
"""

from __future__ import annotations

import math

from vazba._jit import boundary, caller, jit
from vazba.bodies.kernels import moved
from vazba.equations.absolute import call_three
from vazba.equations.tables import dynamics_at
from vazba.kinematic.evaluate import call_position, largest, subtract_jacobian_times, work_at
from vazba.kinematic.newton import call_step
from vazba.system import numbers_at, tables_at

PROJECT = "float64(int64, int64, float64)"
call_project = caller(PROJECT)


@jit
def _unit_quaternions(y, nq):  # type: ignore[no-untyped-def]
    for k in range(3, nq, 7):
        size = 1.0 / math.sqrt(y[k] ** 2 + y[k + 1] ** 2 + y[k + 2] ** 2 + y[k + 3] ** 2)
        for j in range(k, k + 4):
            y[j] *= size


@boundary(PROJECT)
def project_state(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Bring positions and velocities of `y` onto the constraints; returns the largest violation of position that is left."""
    d = dynamics_at(d_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    nq, nv = s.nq, s.nv
    y = numbers_at(y_at, nq + nv)
    if s.dimension == 3:
        _unit_quaternions(y, nq)
    if w.n_phi == 0:
        return 0.0
    step, phi, nu = numbers_at(w.step, w.n_step), numbers_at(w.phi, w.n_phi), numbers_at(w.nu, w.n_nu)
    residual = numbers_at(w.residual, w.n_residual)
    q, v = y[:nq], y[nq : nq + nv]
    call_position(w.position, s.here, w.here, y_at, t)
    call_three(d.factorise, s.here, w.here, d_at)
    numbers_at(d.powers, d.n_powers)[5] = t
    left, before = largest(phi), math.inf
    for _ in range(4):
        if left < 1e-15 or not left < 0.5 * before:
            break
        before = left
        for k in range(phi.shape[0]):
            residual[k] = -phi[k]
        call_step(w.step_kernel, s.here, w.here, w.residual, w.step)
        moved(s.dimension, q, step, 1.0, q)
        call_position(w.position, s.here, w.here, y_at, t)
        left = largest(phi)
    before = math.inf
    for _ in range(3):
        for k in range(nu.shape[0]):
            residual[k] = nu[k]
        subtract_jacobian_times(s, w, v, residual)
        now = largest(residual)
        if now < 1e-15 * (1.0 + largest(v)) or not now < 0.5 * before:
            break
        before = now
        call_step(w.step_kernel, s.here, w.here, w.residual, w.step)
        for k in range(nv):
            v[k] += step[k]
    return left
