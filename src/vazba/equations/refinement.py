"""Solutions that are brought to rounding: of bodies without mass, slender and very uneven ones, and near singular postures.

`[[M, J^T], [J, 0]]` may be regular where M is not: a link between two pins needs no mass. The factorisation does: it is given `M + S` with a little mass S for
such bodies, and a little compliance mu of the rows near singular postures; and it loses digits where moments of inertia are tiny. What is left of the true
equations is solved for again,

    [[M + S, J^T], [J, -mu E]] (da, -dl) = (f + J^T l - M a, gamma - J a),

until it is rounding beside the terms of each equation. That is as exact as the numbers of the equations themselves are. It converges by the ratio of S to the
masses that move along; where it does not for bodies without mass, the motion is not determined: not-a-number, and the body is named.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, get, jit, put
from vazba.bodies.mechanics import mass_block
from vazba.equations.dense_solution import factor_dense, solve_dense
from vazba.equations.records import DYNAMICS
from vazba.equations.rotors import add_rotor_sizes, add_rotors_times
from vazba.equations.verbs import LOST_ROWS, VERB, WEAK_ROWS, call_verb
from vazba.kinematic.evaluate import largest
from vazba.tables import TABLES, WORK, numbers_at

ROUNDS = 40
FAINT = 1e-6  # of the largest terms
# of the terms of an equation: what is left when it is done, what is tried otherwise, and what may be left of bodies without mass
ROUNDING, DOUBTFUL, LEFT = 1e-15, 1e-12, 1e-9
HELD = 1e-6  # part of the accelerations without joints: if less is left, reactions have eaten the digits


@jit
def _residual(s, w, d, a, out, out_rows, sizes, sizes_rows):  # type: ignore[no-untyped-def]
    """`f + J^T l - M a` and `gamma - J a`, with the true masses; returns the largest beside the terms it is made of."""
    force, multipliers = DYNAMICS.force(d), DYNAMICS.multipliers(d)
    jacobian, strips, gamma = WORK.jacobian(w), TABLES.strips(s), WORK.gamma(w)
    states, masses, block = WORK.states(w), DYNAMICS.masses(d), DYNAMICS.block(d)
    size = s.nb
    for k in range(s.nv):
        out[k] = force[k]
        sizes[k] = abs(force[k])
    for k in range(gamma.shape[0]):
        out_rows[k] = gamma[k]
        sizes_rows[k] = abs(gamma[k])
    for k in range(strips.shape[0]):
        at, row, column = strips[k].start, strips[k].row, strips[k].column
        for j in range(size):
            part, moved = get(jacobian, at + j) * get(multipliers, row), get(jacobian, at + j) * get(a, column + j)
            put(out, column + j, get(out, column + j) + part)
            put(sizes, column + j, get(sizes, column + j) + abs(part))
            put(out_rows, row, get(out_rows, row) - moved)
            put(sizes_rows, row, get(sizes_rows, row) + abs(moved))
    for k in range(masses.shape[0]):
        mass_block(s.dimension, states[k], masses[k], 1.0, block)
        for i in range(size):
            soft = masses[k].soft if i < (2 if size == 3 else 3) else masses[k].soft_turn
            inertial = -soft * a[size * k + i]
            for j in range(size):
                part = block[i * size + j] * a[size * k + j]
                inertial += part
                sizes[size * k + i] += abs(part)
            out[size * k + i] -= inertial
    if d.n_rotors > 0:
        add_rotors_times(size, DYNAMICS.rotors(d), a, -1.0, out)
        add_rotor_sizes(size, DYNAMICS.rotors(d), a, sizes)
    reference = DYNAMICS.reference(d)[0]
    return max(_beside(out, sizes, 0.0), _beside(out_rows, sizes_rows, largest(sizes) / reference))


@jit
def _beside(left, sizes, usual):  # type: ignore[no-untyped-def]
    """The largest of what is left beside its terms; terms that are nothing beside the others, or beside usual ones, are rounding themselves."""
    least, worst = FAINT * max(largest(sizes), usual), 0.0
    for k in range(left.shape[0]):
        if left[k] != 0.0:
            worst = max(worst, abs(left[k]) / (sizes[k] + least))
    return worst


@jit
def _refine(d_at, out_at, as_it_stands):  # type: ignore[no-untyped-def]
    """Solve for what is left of the true equations until it is rounding, or becomes no better; returns what is left beside its terms."""
    d = DYNAMICS.at(d_at)
    s, w, nv, m = TABLES.at(d.tables), WORK.at(d.work), d.nv, d.n_multipliers
    a, multipliers = numbers_at(out_at, nv), numbers_at(d.multipliers, m)
    force, gamma = numbers_at(d.force, nv), numbers_at(w.gamma, m)
    room, rows_room = d.refining, d.refining + 32 * nv
    held, right = numbers_at(room, nv), numbers_at(room + 8 * nv, nv)
    change, sizes = numbers_at(room + 16 * nv, nv), numbers_at(room + 24 * nv, nv)
    held_rows, sum_rows = numbers_at(rows_room, m), numbers_at(rows_room + 8 * m, m)
    sizes_rows = numbers_at(rows_room + 16 * m, m)
    before = math.inf
    for _ in range(ROUNDS):
        now = _residual(s, w, d, a, right, held_rows, sizes, sizes_rows)
        if now <= ROUNDING:
            return now
        if not now < (0.9 if d.light else 0.5) * before:
            if now < before or before == math.inf:
                return now
            for k in range(nv):  # it has not become better
                a[k] -= change[k]
            for k in range(m):
                multipliers[k] = sum_rows[k]
            return before
        before = now
        for k in range(m):
            sum_rows[k] = multipliers[k]
        for k in range(nv):
            held[k], force[k] = force[k], right[k]
        for k in range(m):
            held_rows[k], gamma[k] = gamma[k], held_rows[k]
        if as_it_stands:
            solve_dense(s, w, d, change)
        else:
            call_verb(d.solve_once, d_at, room + 16 * nv, 0)
        for k in range(nv):
            force[k] = held[k]
            a[k] += change[k]
        for k in range(m):
            gamma[k] = held_rows[k]
            multipliers[k] += sum_rows[k]
    return before


@jit
def _moves(w, a):  # type: ignore[no-untyped-def]
    """Whether joints leave enough of the accelerations that forces alone would give (`step`, few constraints)."""
    return HELD * largest(WORK.step(w)) <= largest(a)


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations and multipliers by `solve_once`, refined where it is in doubt; what stays in doubt by full elimination, where there are few unknowns."""
    d = DYNAMICS.at(d_at)
    call_verb(d.solve_once, d_at, out_at, 0)
    powers = DYNAMICS.powers(d)
    if (
        d.light == 0
        and powers[WEAK_ROWS] == 0.0
        and (d.slender == 0 or _moves(WORK.at(d.work), numbers_at(out_at, d.nv)))
    ):
        return 0
    s, w, a, left = TABLES.at(d.tables), WORK.at(d.work), numbers_at(out_at, d.nv), math.inf
    if powers[LOST_ROWS] == 0.0 or d.n_dense == 0:
        left = _refine(d_at, out_at, False)
    if not left <= DOUBTFUL and d.n_dense > 0:
        if factor_dense(s, w, d):
            solve_dense(s, w, d, a)
            left = _refine(d_at, out_at, True)
        elif left == math.inf:
            left = _refine(d_at, out_at, False)
    if d.light and not left <= LEFT:
        for k in range(d.nv):
            a[k] = math.nan
    return 0


@jit
def exact_step(d_at, right_at, out_at):  # type: ignore[no-untyped-def]
    """The smallest change onto the rows, `J out = right`, as accelerations that nothing but the rows asks for."""
    d = DYNAMICS.at(d_at)
    w, nv, m = WORK.at(d.work), d.nv, d.n_multipliers
    force, multipliers, gamma = d.force, d.multipliers, w.gamma
    d.force = d.refining + 8 * (4 * nv + 3 * m)
    d.multipliers = d.force + 8 * nv
    w.gamma = right_at
    still = numbers_at(d.force, nv)
    for k in range(nv):
        still[k] = 0.0
    call_verb(d.solve, d_at, out_at, 0)
    d.force, d.multipliers, w.gamma = force, multipliers, gamma
