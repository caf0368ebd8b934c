"""Bodies without mass, or without inertia about an axis: their equations say that the forces on them balance.

`[[M, J^T], [J, 0]]` may be regular where M is not: a link between two pins needs no mass. The factorisation does: it is given `M + S` with a little mass
S for such bodies, and the solution is then brought to the true equations by refinement,

    [[M + S, J^T], [J, 0]] (da, -dl) = (f + J^T l - M a, gamma - J a),

which converges by the ratio of S to the masses that move along. Where it does not, the motion is not determined: not-a-number, and the body is named.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, jit
from vazba.bodies.mechanics import mass_block
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import VERB, call_verb
from vazba.kinematic.evaluate import largest, subtract_jacobian_times
from vazba.tables import TABLES, WORK, numbers_at

ROUNDS = 12
ROUNDING, LEFT = (
    1e-15,
    1e-9,
)  # of the forces and accelerations: what is left when it is done, and what may be left where it does not become better


def room_for(nv: int, m: int) -> int:
    """Numbers `solve` needs."""
    return 3 * nv + 2 * m


@jit
def _residual(s, w, d, a, out, out_rows):  # type: ignore[no-untyped-def]
    """`f + J^T l - M a` and `gamma - J a`, with the true masses; returns their sizes beside those of their parts."""
    force, multipliers = DYNAMICS.force(d), DYNAMICS.multipliers(d)
    jacobian, strips, gamma = WORK.jacobian(w), TABLES.strips(s), WORK.gamma(w)
    states, masses, block = WORK.states(w), DYNAMICS.masses(d), DYNAMICS.block(d)
    size, scale = s.nb, largest(force)
    for k in range(s.nv):
        out[k] = force[k]
    for k in range(strips.shape[0]):
        strip = strips[k]
        for j in range(size):
            part = jacobian[strip.start + j] * multipliers[strip.row]
            out[strip.column + j] += part
            scale = max(scale, abs(part))
    for k in range(masses.shape[0]):
        mass_block(s.dimension, states[k], masses[k], 1.0, block)
        for i in range(size):
            soft = masses[k].soft if i < (2 if size == 3 else 3) else masses[k].soft_turn
            inertial = -soft * a[size * k + i]
            for j in range(size):
                inertial += block[i * size + j] * a[size * k + j]
            out[size * k + i] -= inertial
            scale = max(scale, abs(inertial))
    for k in range(gamma.shape[0]):
        out_rows[k] = gamma[k]
    subtract_jacobian_times(s, w, a, out_rows)
    return largest(out) / scale if scale > 0.0 else 0.0, largest(out_rows), largest(gamma) + largest(a)


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations and multipliers by `solve_once` and refinement."""
    d = DYNAMICS.at(d_at)
    s, w, nv, m = TABLES.at(d.tables), WORK.at(d.work), d.nv, d.n_multipliers
    a, multipliers = numbers_at(out_at, nv), numbers_at(d.multipliers, m)
    force, gamma = numbers_at(d.force, nv), numbers_at(w.gamma, m)
    held, change = numbers_at(d.massless, nv), numbers_at(d.massless + 16 * nv, nv)
    held_rows, sum_rows = numbers_at(d.massless + 24 * nv, m), numbers_at(d.massless + 24 * nv + 8 * m, m)
    right, before = numbers_at(d.massless + 8 * nv, nv), math.inf
    call_verb(d.solve_once, d_at, out_at, 0)
    for _ in range(ROUNDS):
        for k in range(m):
            sum_rows[k] = multipliers[k]
        beside, gap, size = _residual(s, w, d, a, right, held_rows)
        now = max(beside, gap / size if size > 0.0 else 0.0)
        if now <= ROUNDING:
            return 0
        if not now < 0.5 * before:
            break
        before = now
        for k in range(nv):
            held[k], force[k] = force[k], right[k]
        for k in range(m):
            held_rows[k], gamma[k] = gamma[k], held_rows[k]
        call_verb(d.solve_once, d_at, d.massless + 16 * nv, 0)
        for k in range(nv):
            force[k] = held[k]
            a[k] += change[k]
        for k in range(m):
            gamma[k] = held_rows[k]
            multipliers[k] += sum_rows[k]
    if not min(now, before) <= LEFT:
        for k in range(nv):
            a[k] = math.nan
    return 0
