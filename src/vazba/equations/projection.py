"""Projection onto the constraints in the metric of the mass matrix, for every formulation that has a `step` (see `verbs`).

[[M, J^T], [J, -mu E]] (dq, .) = (0, -Phi),      [[M, J^T], [J, -mu E]] (dv, .) = (0, nu - Phi_v v)
"""

from __future__ import annotations

import math

from vazba._jit import boundary
from vazba.algebra.chart import move, normalise
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import FACTORISED, PROJECT, call_place, call_verb
from vazba.kinematic.evaluate import largest
from vazba.tables import WORK, numbers_at

POSITIONS, VELOCITIES = 4, 3  # corrections at most
WORSE = 4.0  # times what was open: more is no rounding, the correction is taken back


@boundary(PROJECT)
def project_state(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Bring positions and velocities of `y` onto the constraints; returns the largest violation of position that is left."""
    d = DYNAMICS.at(d_at)
    w, chart, v_at = WORK.at(d.work), DYNAMICS.chart(d), y_at + 8 * d.nq
    q, v, step = numbers_at(y_at, d.nq), numbers_at(v_at, d.nv), DYNAMICS.change(d)
    normalise(chart, q)
    if w.n_phi == 0:
        return 0.0
    phi, residual = WORK.phi(w), WORK.residual(w)
    call_place(d.pose, d_at, y_at, t)
    call_verb(d.factorise, d_at, 0, 0)
    DYNAMICS.powers(d)[FACTORISED] = t
    left, before = largest(phi), math.inf
    for _ in range(POSITIONS):
        if left < 1e-15 or not left < 0.5 * before:
            break
        before = left
        for k in range(phi.shape[0]):
            residual[k] = -phi[k]
        call_verb(d.step, d_at, w.residual, d.change)
        move(chart, q, step, 1.0, q)
        call_place(d.pose, d_at, y_at, t)
        left = largest(phi)
        if not left <= WORSE * before:
            move(chart, q, step, -1.0, q)
            call_place(d.pose, d_at, y_at, t)
            left = largest(phi)
            break
    call_verb(d.slack, d_at, y_at, w.residual)
    now = largest(residual)
    for _ in range(VELOCITIES):
        if now < 1e-15 * (1.0 + largest(v)):
            break
        before = now
        call_verb(d.step, d_at, w.residual, d.change)
        for k in range(d.nv):
            v[k] += step[k]
        call_verb(d.slack, d_at, y_at, w.residual)
        now = largest(residual)
        if not now <= WORSE * before:
            for k in range(d.nv):
                v[k] -= step[k]
            break
        if not now < 0.5 * before:
            break
    return left
