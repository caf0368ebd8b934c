"""Singular postures that a run passes: where constraints depend on each other the mechanism may go on along another branch.

The pivots of the factorised constraints tell it. The root s of the smallest one falls to zero like `|t - t_s|` and rises again; between two steps
that is seen by its kink: with the sign changed behind the valley four values lie nearly on a line, and without they do not. Rows that depend on
others all the time (redundant constraints) are left out.
"""

from __future__ import annotations

import math

from vazba._jit import inlined, jit
from vazba.algebra.schur import padded
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import FACTORISED
from vazba.kinematic.newton import FLOOR
from vazba.tables import TABLES, WORK, numbers_at
from vazba.tree.records import TREE

# Places in `notes`: how many values were seen; small pivots at first; the largest value of the rows at hand, and of all; what was passed, and when; whether a
# singular posture is near; until when one that the run begins in is; the ring: four times, four values.
COUNT, SMALL, LARGEST, EVER, PASSED, WHEN, NEAR, BEGUN, RING = range(9)
PLACES = RING + 8
DEEP = 0.2  # of the largest value: how deep a valley must be
WORN = 0.3  # of the largest value, where rows have been left out: whether others would be better is looked at
CLOSE = 1e-2  # of the largest value: so near to a singular posture that what steps see is a pole
SOON = 1e-3  # of a run, or s: how long one that begins in a singular posture is near it at least
STRAIGHTER = 0.2  # how much less the values must bend with the sign changed


@inlined
def _bend(t, f):  # type: ignore[no-untyped-def]
    """How much four values bend: the sizes of their second divided differences."""
    a, b, c = (f[1] - f[0]) / (t[1] - t[0]), (f[2] - f[1]) / (t[2] - t[1]), (f[3] - f[2]) / (t[3] - t[2])
    return abs((b - a) / (t[2] - t[0])) + abs((c - b) / (t[3] - t[1]))


@jit
def watch_posture(d, notes):  # type: ignore[no-untyped-def]
    """Look at the pivots at hand after a step; a singular posture that was passed is noted with its time."""
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    m, t = w.n_phi, DYNAMICS.powers(d)[FACTORISED]
    tree = TREE.at(d.tree)
    if m == 0 or d.minimal != 0 or (notes[COUNT] > 0.0 and not t > notes[RING + 3]):
        return  # the independent formulation tells its pivots itself
    values, small, big = WORK.values(w), 0, 0.0
    pivots = TABLES.pivots(s)
    for k in range(m if d.tree != 0 else 0):
        inverse = numbers_at(tree.compliances, m)[k] * numbers_at(tree.alone, m)[k]
        small += inverse == 0.0
        big = max(big, inverse)
    for k in range(0 if d.tree != 0 else m):
        at = w.n_jacobian + k * padded(m) + k if s.small else pivots[s.nv + k]
        inverse = abs(values[at])
        if inverse * FLOOR > 1.0:
            small += 1
        elif inverse > big:
            big = inverse
    watch_value(notes, t, small, 1.0 / math.sqrt(big) if big > 0.0 else 0.0)


@jit
def watch_value(notes, t, small, value):  # type: ignore[no-untyped-def]
    """The same by a number that passes zero, without its sign, at singular postures; `small`: how many pivots are as good as zero."""
    if notes[COUNT] == 0.0:
        notes[SMALL] = small
    for k in range(3):
        notes[RING + k], notes[RING + 4 + k] = notes[RING + k + 1], notes[RING + 5 + k]
    notes[RING + 3], notes[RING + 7] = t, value
    notes[LARGEST], notes[EVER] = max(notes[LARGEST], value), max(notes[EVER], value)
    notes[COUNT] += 1.0
    notes[NEAR] = small > notes[SMALL] or value < CLOSE * notes[EVER] or t < notes[BEGUN]
    if small > notes[SMALL]:
        _note(notes, t)
        notes[COUNT] = 1.0  # what was seen before has nothing to say of what comes
        return
    if notes[COUNT] < 4.0:
        return
    f = (notes[RING + 4], notes[RING + 5], notes[RING + 6], notes[RING + 7])
    if f[1] < f[0] and f[2] < f[3] and min(f[1], f[2]) < DEEP * notes[LARGEST]:
        times = (notes[RING], notes[RING + 1], notes[RING + 2], notes[RING + 3])
        if _bend(times, (f[0], f[1], -f[2], -f[3])) < STRAIGHTER * _bend(times, f):
            _note(notes, times[1] + (times[2] - times[1]) * f[1] / (f[1] + f[2]))


@inlined
def worn(notes):  # type: ignore[no-untyped-def]
    """Whether the rows that count have come near to depending on each other: others may be better."""
    return notes[COUNT] > 0.0 and notes[RING + 7] < WORN * notes[LARGEST]


@inlined
def _note(notes, t):  # type: ignore[no-untyped-def]
    notes[PASSED] += 1.0
    if notes[PASSED] == 1.0:
        notes[WHEN] = t
