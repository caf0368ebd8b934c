"""`y'` at `(y, t)`, for every formulation: `place -> force -> factorise -> solve -> rates -> book` (see `verbs`).

The state of a run is `y = (q, v, work put in, energy dissipated, energy stored in curves)`.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, get, jit, summing
from vazba.algebra.chart import put_rates
from vazba.equations.friction import GOING_ON, NEVER, begin_settling, settle
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import DERIVATIVE, EXTRA, FACTORISED, GIVEN, LOST, STORED, call_place, call_verb
from vazba.tables import TABLES, WORK, numbers_at


@jit
def stabilise(d, w, y_at):  # type: ignore[no-untyped-def]
    """Baumgarte's terms, where chosen: `gamma - 2 alpha Phi' - beta^2 Phi`."""
    pair = DYNAMICS.baumgarte(d)
    alpha, beta = pair[0], pair[1]
    if d.slack == 0 or (alpha == 0.0 and beta == 0.0):  # where loops are closed at every evaluation nothing drifts
        return
    call_verb(d.slack, d.here, y_at, w.residual)
    gamma, phi, residual = WORK.gamma(w), WORK.phi(w), WORK.residual(w)
    for k in range(gamma.shape[0]):
        gamma[k] += 2.0 * alpha * residual[k] - beta * beta * phi[k]


@jit
def solve_with_friction(d, w, out_at):  # type: ignore[no-untyped-def]
    """Solve with friction, which depends on the multipliers, and they on friction: see `settle`.

    Returns the power friction dissipates. Where it does not settle (a joint that locks itself), accelerations come out as not-a-number.
    """
    s, state, lost = TABLES.at(d.tables), GOING_ON, 0.0
    begin_settling(s, d)
    while state == GOING_ON:
        call_verb(d.solve, d.here, out_at, 0)
        call_verb(d.rub, d.here, 0, 0)
        state, lost = settle(s, w, d)
    if state == NEVER:
        out = numbers_at(out_at, d.nv)
        for k in range(d.nv):
            out[k] = math.nan
    return lost


@summing
def driver_power(w, d):  # type: ignore[no-untyped-def]
    """`lambda . (Phi_v v)` with `Phi_v v = nu`: only driven rows have a rate."""
    nu, multipliers, given = WORK.nu(w), DYNAMICS.multipliers(d), 0.0
    for k in range(nu.shape[0]):
        given += get(multipliers, k) * get(nu, k)
    return given


@jit
def book(d, w, rubbed, out):  # type: ignore[no-untyped-def]
    """Rates of the energy ledger at the state last evaluated."""
    powers = DYNAMICS.powers(d)
    out[0] = powers[GIVEN] + driver_power(w, d)
    out[1] = powers[LOST] + rubbed
    out[2] = powers[STORED]


@boundary(DERIVATIVE)
def derivative(d_at, y_at, out_at, t):  # type: ignore[no-untyped-def]
    """`y'` at `(y, t)`."""
    d = DYNAMICS.at(d_at)
    w, speeds_at = WORK.at(d.work), out_at + 8 * d.nq
    call_place(d.place, d_at, y_at, t)
    call_place(d.force_kernel, d_at, y_at, t)
    if d.factorise != 0:
        call_verb(d.factorise, d_at, 0, 0)
    DYNAMICS.powers(d)[FACTORISED] = t
    stabilise(d, w, y_at)
    rubbed = 0.0
    if d.rub != 0:
        rubbed = solve_with_friction(d, w, speeds_at)
    else:
        call_verb(d.solve, d_at, speeds_at, 0)
    v_at, chart = d.velocities if d.velocities != 0 else y_at + 8 * d.nq, DYNAMICS.chart(d)
    put_rates(chart, numbers_at(y_at, d.nq), numbers_at(v_at, d.nq), numbers_at(out_at, d.nq))
    book(d, w, rubbed, numbers_at(speeds_at + 8 * d.nv, EXTRA))
