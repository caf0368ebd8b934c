"""Accelerations in absolute coordinates, compiled: `[[M, J^T], [J, -mu E]] (v', -lambda) = (f, gamma)`.

M is divided by a reference mass, so that the factorisation of `algebra.ldl` works on numbers of order one whatever the units. One step
of refinement brings the constraint rows to rounding. The state of a run is `y = (q, v, work put in, energy dissipated, energy stored in curves)`.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, caller, jit
from vazba.algebra.ldl import fill
from vazba.algebra.rotations import put_quaternion_rate
from vazba.algebra.schur import divide_by_blocks, multiply_columns, times_inverse
from vazba.algebra.vectors import add, cross, dot, scaled, triple, turned
from vazba.equations.forces import generalised_forces, rub
from vazba.equations.friction import GOING_ON, NEVER, begin_settling, settle
from vazba.equations.tables import dynamics_at, masses_at
from vazba.kinematic.evaluate import (
    call_position,
    call_velocity,
    largest,
    states_at,
    subtract_jacobian_times,
    work_at,
)
from vazba.kinematic.newton import (
    FLOOR,
    MU,
    call_factor,
    call_solve,
    call_step,
    factor_small,
    small_multipliers,
    solve_small,
)
from vazba.paths.kernels import elastic_energy
from vazba.system import integers_at, numbers_at, paths_at, places_at, strips_at, tables_at

DERIVATIVE = "void(int64, int64, int64, float64)"
EXTRA = 3  # numbers behind q and v in the state: work put in, energy dissipated, energy stored in curves
DEPENDENT = 1e-12  # part of a pivot that is left where rows depend on others: angles of 1e-6 rad are told apart
call_derivative = caller(DERIVATIVE)


@jit
def mass_block(dimension, b, mass, reference, block):  # type: ignore[no-untyped-def]
    """Mass matrix of one body, divided by the reference mass, row by row."""
    m, c = mass.m / reference, triple(mass.c)
    if dimension == 2:
        x, y = b.s[0] * c[0] + b.s[1] * c[1], b.s[3] * c[0] + b.s[4] * c[1]
        block[0], block[1], block[2] = m, 0.0, -m * y
        block[3], block[4], block[5] = 0.0, m, m * x
        block[6], block[7], block[8] = -m * y, m * x, mass.inertia[8] / reference
        return
    for i in range(3):
        row = (b.s[3 * i], b.s[3 * i + 1], b.s[3 * i + 2])
        across = scaled(cross(row, c), -m)  # row i of -m S ~c
        for j in range(3):
            block[6 * i + j] = m if i == j else 0.0
            block[6 * i + 3 + j] = across[j]
            block[6 * (3 + j) + i] = across[j]
            block[6 * (3 + i) + 3 + j] = mass.inertia[3 * i + j] / reference


@jit
def inverse_blocks(s, w, d):  # type: ignore[no-untyped-def]
    """Inverse of every body's mass block at the position last evaluated: `P N P^T` with the constant N of the body and `P = diag(S, E)`.

    With the centre of mass in the origin it is constant, and stands there from the beginning.
    """
    states, masses = states_at(w.states, w.n_states), masses_at(d.masses, d.n_masses)
    inverse, size = numbers_at(d.inverse, d.n_inverse), 3 if s.dimension == 2 else 6
    for k in range(masses.shape[0]):
        mass, b = masses[k], states[k]
        if mass.c[0] == 0.0 and mass.c[1] == 0.0 and mass.c[2] == 0.0:
            continue
        at = k * size * size
        if size == 3:
            c, z = b.s[0], b.s[3]
            n = mass.inverse
            xx, xy, yy = n[0], n[1], n[4]
            inverse[at] = c * c * xx - 2.0 * c * z * xy + z * z * yy
            inverse[at + 1] = inverse[at + 3] = c * z * (xx - yy) + (c * c - z * z) * xy
            inverse[at + 4] = z * z * xx + 2.0 * c * z * xy + c * c * yy
            inverse[at + 2] = inverse[at + 6] = c * n[2] - z * n[5]
            inverse[at + 5] = inverse[at + 7] = z * n[2] + c * n[5]
            continue
        for i in range(3):
            for j in range(3):
                across, along = 0.0, 0.0
                for p in range(3):
                    across += b.s[3 * i + p] * mass.inverse[6 * p + 3 + j]
                    turned_row = 0.0
                    for o in range(3):
                        turned_row += mass.inverse[6 * p + o] * b.s[3 * j + o]
                    along += b.s[3 * i + p] * turned_row
                inverse[at + 6 * i + j] = along
                inverse[at + 6 * i + 3 + j] = across
                inverse[at + 6 * (3 + j) + i] = across


THREE = "int64(int64, int64, int64)"  # of tables, work and dynamics
call_three = caller(THREE)


@boundary(THREE)
def factorise_few(s_at, w_at, d_at):  # type: ignore[no-untyped-def]
    """Factorise with the mass matrix at the position last evaluated, few constraints; returns the number of dependent rows."""
    s, w, d = tables_at(s_at, 1)[0], work_at(w_at, 1)[0], dynamics_at(d_at, 1)[0]
    jacobian, divided = numbers_at(w.jacobian, w.n_jacobian), numbers_at(w.values, w.n_jacobian)
    if d.plain:
        multiply_columns(
            strips_at(s.strips, s.n_strips), s.nb, jacobian, numbers_at(d.diagonals, d.n_diagonals), divided
        )
    else:
        inverse_blocks(s, w, d)
        divide_by_blocks(strips_at(s.strips, s.n_strips), s.nb, jacobian, numbers_at(d.inverse, d.n_inverse), divided)
    dependent = factor_small(s, w, 0.0, 0.0, DEPENDENT)
    if dependent > 0:  # a singular posture: the smallest multipliers
        factor_small(s, w, 0.0, MU, DEPENDENT)
    numbers_at(d.powers, d.n_powers)[4] = dependent
    return dependent


@boundary(THREE)
def factorise_many(s_at, w_at, d_at):  # type: ignore[no-untyped-def]
    """The same by the block factorisation."""
    s, w, d = tables_at(s_at, 1)[0], work_at(w_at, 1)[0], dynamics_at(d_at, 1)[0]
    values, states, masses = (
        numbers_at(w.values, w.n_values),
        states_at(w.states, w.n_states),
        masses_at(d.masses, d.n_masses),
    )
    pivots, block = integers_at(s.pivots, s.n_pivots), numbers_at(d.block, d.n_block)
    jacobian, weights = numbers_at(w.jacobian, w.n_jacobian), numbers_at(s.weights, s.n_weights)
    fill(places_at(s.places, s.n_places), pivots, jacobian, weights, MU, values)
    size, reference = s.nb, numbers_at(d.reference, d.n_reference)[0]
    for k in range(masses.shape[0]):
        mass_block(s.dimension, states[k], masses[k], reference, block)
        at = pivots[size * k]
        for n in range(size * size):
            values[at + n] = block[n]
    return call_factor(w.factor, s.here, w.here, FLOOR)


@boundary(THREE)
def solve_few(s_at, w_at, d_at):  # type: ignore[no-untyped-def]
    """`v'` into `acceleration` and `lambda` (of the scaled rows) into `multipliers` from `force` and `gamma`, few constraints."""
    s, w, d = tables_at(s_at, 1)[0], work_at(w_at, 1)[0], dynamics_at(d_at, 1)[0]
    x, step, nv = numbers_at(w.x, s.nv), numbers_at(w.step, w.n_step), s.nv
    force, gamma = numbers_at(d.force, d.n_force), numbers_at(w.gamma, w.n_gamma)
    a, multipliers = numbers_at(d.acceleration, d.n_acceleration), numbers_at(d.multipliers, d.n_multipliers)
    inverse, reference = numbers_at(d.inverse, d.n_inverse), numbers_at(d.reference, d.n_reference)[0]
    diagonals = numbers_at(d.diagonals, d.n_diagonals)
    if d.plain and gamma.shape[0] == 0:
        for k in range(nv):
            a[k] = force[k] * (diagonals[k] / reference)
        return 0
    for k in range(nv):
        x[k] = force[k] / reference
    if d.plain:
        for k in range(nv):
            step[k] = x[k] * diagonals[k]
    for k in range(0, 0 if d.plain else nv, s.nb):
        if s.nb == 3:
            times_inverse(inverse, 3 * k, 3, x, k, step, k)
        else:
            times_inverse(inverse, 6 * k, 6, x, k, step, k)
    if gamma.shape[0] == 0:
        for k in range(nv):
            a[k] = step[k]
        return 0
    solve_small(s, w, w.n_phi > 0, x, gamma)
    y = numbers_at(small_multipliers(w), w.n_phi)
    for k in range(nv):
        a[k] = x[k] + step[k]
    for k in range(gamma.shape[0]):
        multipliers[k] = -y[k] * reference
    if numbers_at(d.powers, d.n_powers)[4] > 0.0:
        refine(s, w, d)
    return 0


@boundary(THREE)
def solve_many(s_at, w_at, d_at):  # type: ignore[no-untyped-def]
    """The same by the block factorisation."""
    s, w, d = tables_at(s_at, 1)[0], work_at(w_at, 1)[0], dynamics_at(d_at, 1)[0]
    x, nv = numbers_at(w.x, w.n_x), s.nv
    force, gamma = numbers_at(d.force, d.n_force), numbers_at(w.gamma, w.n_gamma)
    a, multipliers = numbers_at(d.acceleration, d.n_acceleration), numbers_at(d.multipliers, d.n_multipliers)
    reference = numbers_at(d.reference, d.n_reference)[0]
    for k in range(nv):
        x[k] = force[k] / reference
    for k in range(gamma.shape[0]):
        x[nv + k] = gamma[k]
    call_solve(w.solve, s.here, w.here, w.x)
    for k in range(nv):
        a[k] = x[k]
    for k in range(gamma.shape[0]):
        multipliers[k] = -x[nv + k] * reference
    refine(s, w, d)
    return 0


@jit
def refine(s, w, d):  # type: ignore[no-untyped-def]
    """Bring the constraint rows to rounding: one more solution for what is left of them."""
    residual, step, gamma = (
        numbers_at(w.residual, w.n_residual),
        numbers_at(w.step, w.n_step),
        numbers_at(w.gamma, w.n_gamma),
    )
    a, multipliers = numbers_at(d.acceleration, d.n_acceleration), numbers_at(d.multipliers, d.n_multipliers)
    for k in range(gamma.shape[0]):
        residual[k] = gamma[k]
    subtract_jacobian_times(s, w, a, residual)
    if largest(residual) < 1e-14 * (largest(gamma) + largest(a)):
        return
    call_step(w.step_kernel, s.here, w.here, w.residual, w.step)
    reference = numbers_at(d.reference, d.n_reference)[0]
    for k in range(a.shape[0]):
        a[k] += step[k]
    more = numbers_at(small_multipliers(w) if s.small else w.x + 8 * s.nv, w.n_phi)
    for k in range(gamma.shape[0]):
        multipliers[k] -= more[k] * reference


@jit
def stabilise(s, w, d, v):  # type: ignore[no-untyped-def]
    """Baumgarte's terms, where chosen: `gamma - 2 alpha Phi' - beta^2 Phi`."""
    pair = numbers_at(d.baumgarte, d.n_baumgarte)
    alpha, beta = pair[0], pair[1]
    if alpha == 0.0 and beta == 0.0:
        return
    gamma, phi, nu = numbers_at(w.gamma, w.n_gamma), numbers_at(w.phi, w.n_phi), numbers_at(w.nu, w.n_nu)
    residual = numbers_at(w.residual, w.n_residual)
    for k in range(nu.shape[0]):
        residual[k] = nu[k]
    subtract_jacobian_times(s, w, v, residual)  # -Phi'
    for k in range(gamma.shape[0]):
        gamma[k] += 2.0 * alpha * residual[k] - beta * beta * phi[k]


RUBBED = "float64(int64, int64, int64)"
call_rubbed = caller(RUBBED)


@boundary(RUBBED)
def solve_with_friction(s_at, w_at, d_at):  # type: ignore[no-untyped-def]
    """Solve with friction, which depends on the multipliers, and they on friction: see `settle`.

    Returns the power friction dissipates. Where it does not settle (a joint that locks itself), accelerations come out as not-a-number.
    """
    s, w, d = tables_at(s_at, 1)[0], work_at(w_at, 1)[0], dynamics_at(d_at, 1)[0]
    pairs, state, lost = numbers_at(d.settling, d.n_settling), GOING_ON, 0.0
    begin_settling(s, d)
    while state == GOING_ON:
        call_three(d.solve, s_at, w_at, d_at)
        rub(s, w, d, pairs)
        state, lost = settle(s, w, d)
    if state == NEVER:
        a = numbers_at(d.acceleration, d.n_acceleration)
        for k in range(a.shape[0]):
            a[k] = math.nan
    return lost


@jit
def driver_power(w, d):  # type: ignore[no-untyped-def]
    """`lambda . (Phi_v v)` with `Phi_v v = nu`: only driven rows have a rate."""
    nu, multipliers, given = numbers_at(w.nu, w.n_nu), numbers_at(d.multipliers, d.n_multipliers), 0.0
    for k in range(nu.shape[0]):
        given += multipliers[k] * nu[k]
    return given


@jit
def coordinate_rates(dimension, q, v, out):  # type: ignore[no-untyped-def]
    """`q' = T(q) v`."""
    if dimension == 2:
        for k in range(q.shape[0]):
            out[k] = v[k]
        return
    for k in range(q.shape[0] // 7):
        i, j = 7 * k, 6 * k
        for n in range(3):
            out[i + n] = v[j + n]
        put_quaternion_rate(q, i + 3, v, j + 3, out)


KINEMATICS = "void(int64, int64, float64)"
call_kinematics = caller(KINEMATICS)


@boundary(KINEMATICS)
def kinematics(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Poses and twists of bodies and frames at `(y, t)`."""
    d = dynamics_at(d_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    call_position(w.position, s.here, w.here, y_at, t)
    call_velocity(w.velocity, s.here, w.here, y_at + 8 * s.nq)


@boundary(DERIVATIVE)
def derivative(d_at, y_at, out_at, t):  # type: ignore[no-untyped-def]
    """`y'` at `(y, t)`."""
    d = dynamics_at(d_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    nq, nv = s.nq, s.nv
    q, v = numbers_at(y_at, nq), numbers_at(y_at + 8 * nq, nv)
    rates, out = numbers_at(out_at, nq), numbers_at(out_at + 8 * nq, nv + EXTRA)
    call_position(w.position, s.here, w.here, y_at, t)
    call_velocity(w.velocity, s.here, w.here, y_at + 8 * nq)
    generalised_forces(s, w, d, y_at, y_at + 8 * nq, t)
    call_three(d.factorise, s.here, w.here, d_at)
    numbers_at(d.powers, d.n_powers)[5] = t
    stabilise(s, w, d, v)
    rubbed = 0.0
    if d.friction_kernel != 0:
        rubbed = call_rubbed(d.friction_kernel, s.here, w.here, d_at)
    else:
        call_three(d.solve, s.here, w.here, d_at)
    coordinate_rates(s.dimension, q, v, rates)
    a = numbers_at(d.acceleration, d.n_acceleration)
    for k in range(nv):
        out[k] = a[k]
    powers = numbers_at(d.powers, d.n_powers)
    out[nv] = powers[0] + driver_power(w, d)
    out[nv + 1] = powers[1] + rubbed
    out[nv + 2] = powers[2]


@jit
def energies(s, w, d, v):  # type: ignore[no-untyped-def]
    """`(kinetic, potential, elastic)` at the state last evaluated."""
    states, masses, paths = (
        states_at(w.states, w.n_states),
        masses_at(d.masses, d.n_masses),
        paths_at(w.paths, w.n_paths),
    )
    g = triple(numbers_at(d.gravity, d.n_gravity))
    kinetic, potential, elastic = 0.0, 0.0, 0.0
    for k in range(masses.shape[0]):
        b, mass = states[k], masses[k]
        c, u, w_g = turned(b.s, triple(mass.c)), triple(b.v), triple(b.w)
        if s.dimension == 2:
            spin = mass.inertia[8] * w_g[2] * w_g[2]
        else:
            w_b = (v[6 * k + 3], v[6 * k + 4], v[6 * k + 5])
            spin = dot(w_b, turned(mass.inertia, w_b))
        kinetic += 0.5 * mass.m * dot(u, u) + mass.m * dot(u, cross(w_g, c)) + 0.5 * spin
        potential -= mass.m * dot(g, add(triple(b.r), c))
    for k in range(paths.shape[0]):
        elastic += elastic_energy(paths[k])
    if d.bushing_kernel != 0:
        elastic += numbers_at(d.powers, d.n_powers)[3]
    return kinetic, potential, elastic
