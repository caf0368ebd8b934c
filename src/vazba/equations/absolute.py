"""Absolute coordinates: `[[M, J^T], [J, -mu E]] (v', -lambda) = (f, gamma)` in the velocities of all bodies.

M is divided by a reference mass, so that the factorisation of `algebra.ldl` works on numbers of order one whatever the units. Where rows are weak
(little is left of their pivots) the solution is refined (`refinement`).
"""

from __future__ import annotations

from vazba._jit import boundary, jit
from vazba.algebra.ldl import fill
from vazba.algebra.schur import divide_by_blocks, multiply_columns, times_inverse
from vazba.bodies.mechanics import mass_block
from vazba.equations.forces import generalised_forces, rub_pairs
from vazba.equations.records import DYNAMICS
from vazba.equations.refinement import exact_step
from vazba.equations.rotors import add_rotor_blocks, rotor_columns
from vazba.equations.verbs import LOST_ROWS, PLACE, VERB, WEAK_ROWS
from vazba.kinematic.evaluate import call_position, call_velocity, largest, subtract_jacobian_times
from vazba.kinematic.newton import (
    FLOOR,
    MU,
    call_factor,
    call_solve,
    call_step,
    factor_small,
    small_multipliers,
    solve_small,
    weak_small,
)
from vazba.tables import TABLES, WORK, numbers_at

ASTRAY = 0.1  # part of what a step is to close that it may leave open
WEAK = 1e-5  # part of a pivot that is left: rounding counts from here on
DEPENDENT = 1e-12  # part of a pivot that is left where rows depend on others: angles of 1e-6 rad are told apart


@jit
def inverse_blocks(s, w, d):  # type: ignore[no-untyped-def]
    """Inverse of every body's mass block at the position last evaluated: `P N P^T` with the constant N of the body and `P = diag(S, E)`.

    With the centre of mass in the origin it is constant, and stands there from the beginning.
    """
    states, masses = WORK.states(w), DYNAMICS.masses(d)
    inverse, size = DYNAMICS.inverse(d), s.nb
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


@boundary(PLACE)
def pose(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Positions of bodies and frames, and rows."""
    d = DYNAMICS.at(d_at)
    call_position(WORK.at(d.work).position, d.tables, d.work, y_at, t)


@boundary(PLACE)
def place(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """The same, and twists."""
    d = DYNAMICS.at(d_at)
    w = WORK.at(d.work)
    call_position(w.position, d.tables, d.work, y_at, t)
    call_velocity(w.velocity, d.tables, d.work, y_at + 8 * d.nq)


@boundary(PLACE)
def force(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """What acts on the bodies."""
    d = DYNAMICS.at(d_at)
    generalised_forces(TABLES.at(d.tables), WORK.at(d.work), d, y_at, y_at + 8 * d.nq, t)


@boundary(VERB)
def factorise_few(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Factorise with the mass matrix at the position last evaluated, few constraints; returns the number of dependent rows."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    jacobian, divided = WORK.jacobian(w), numbers_at(w.values, w.n_jacobian)
    if d.plain:
        multiply_columns(TABLES.strips(s), s.nb, jacobian, DYNAMICS.diagonals(d), divided)
    else:
        inverse_blocks(s, w, d)
        divide_by_blocks(TABLES.strips(s), s.nb, jacobian, DYNAMICS.inverse(d), divided)
    dependent = factor_small(s, w, 0.0, 0.0, DEPENDENT)
    if dependent > 0:  # a singular posture: the smallest multipliers
        factor_small(s, w, 0.0, MU, DEPENDENT)
    DYNAMICS.powers(d)[WEAK_ROWS] = dependent + weak_small(w, WEAK) + d.uneven
    DYNAMICS.powers(d)[LOST_ROWS] = dependent
    return dependent


@boundary(VERB)
def factorise_many(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """The same by the block factorisation."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    values, states, masses = WORK.values(w), WORK.states(w), DYNAMICS.masses(d)
    pivots, block = TABLES.pivots(s), DYNAMICS.block(d)
    jacobian, weights = WORK.jacobian(w), TABLES.weights(s)
    fill(TABLES.places(s), pivots, jacobian, weights, MU, values)
    size, reference = s.nb, DYNAMICS.reference(d)[0]
    for k in range(masses.shape[0]):
        mass_block(s.dimension, states[k], masses[k], reference, block)
        at = pivots[size * k]
        for n in range(size * size):
            values[at + n] = block[n]
    if d.n_rotors > 0:
        rotors = DYNAMICS.rotors(d)
        rotor_columns(s, w, rotors)
        add_rotor_blocks(size, rotors, pivots, reference, values)
    DYNAMICS.powers(d)[WEAK_ROWS] = 1.0  # always looked at: beside the factorisation it costs little
    return call_factor(w.factor, s.here, w.here, FLOOR)


@boundary(VERB)
def solve_few(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """`v'` into `out` and `lambda` (of the scaled rows) into `multipliers` from `force` and `gamma`, few constraints."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    x, step, nv = numbers_at(w.x, s.nv), WORK.step(w), s.nv
    force, gamma = DYNAMICS.force(d), WORK.gamma(w)
    a, multipliers = numbers_at(out_at, nv), DYNAMICS.multipliers(d)
    inverse, reference = DYNAMICS.inverse(d), DYNAMICS.reference(d)[0]
    diagonals = DYNAMICS.diagonals(d)
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
    return 0


@boundary(VERB)
def solve_many(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """The same by the block factorisation."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    x, nv = WORK.x(w), s.nv
    force, gamma = DYNAMICS.force(d), WORK.gamma(w)
    a, multipliers = numbers_at(out_at, nv), DYNAMICS.multipliers(d)
    reference = DYNAMICS.reference(d)[0]
    for k in range(nv):
        x[k] = force[k] / reference
    for k in range(gamma.shape[0]):
        x[nv + k] = gamma[k]
    call_solve(w.solve, s.here, w.here, w.x)
    for k in range(nv):
        a[k] = x[k]
    for k in range(gamma.shape[0]):
        multipliers[k] = -x[nv + k] * reference
    return 0


@boundary(VERB)
def slack(d_at, y_at, out_at):  # type: ignore[no-untyped-def]
    """`nu - Phi_v v`."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    nu, out = WORK.nu(w), numbers_at(out_at, w.n_nu)
    for k in range(out.shape[0]):
        out[k] = nu[k]
    subtract_jacobian_times(s, w, numbers_at(y_at + 8 * d.nq, d.nv), out)
    return 0


@boundary(VERB)
def step(d_at, right_at, out_at):  # type: ignore[no-untyped-def]
    """The smallest change onto the rows, by the factorisation at hand; where that has lost its digits, as exactly as accelerations are found."""
    d = DYNAMICS.at(d_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    call_step(w.step_kernel, d.tables, d.work, right_at, out_at)
    right, left = numbers_at(right_at, w.n_phi), numbers_at(d.refining, w.n_phi)
    for k in range(left.shape[0]):
        left[k] = right[k]
    subtract_jacobian_times(s, w, numbers_at(out_at, s.nv), left)
    if not largest(left) <= ASTRAY * largest(right):
        exact_step(d_at, right_at, out_at)
    return 0


@boundary(VERB)
def rub(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Rate and effort of every friction by the multipliers at hand."""
    d = DYNAMICS.at(d_at)
    rub_pairs(TABLES.at(d.tables), WORK.at(d.work), d)
    return 0


@boundary(VERB)
def show(d_at, y_at, rates_at):  # type: ignore[no-untyped-def]
    """All is at hand but for its place."""
    d = DYNAMICS.at(d_at)
    y, rates = numbers_at(y_at, d.nq + d.nv), numbers_at(rates_at + 8 * d.nq, d.nv)
    shown, a = DYNAMICS.shown(d), DYNAMICS.acceleration(d)
    for k in range(d.nq + d.nv):
        shown[k] = y[k]
    for k in range(d.nv):
        a[k] = rates[k]
    return 0
