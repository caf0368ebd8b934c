"""Whether a step of a kinematic run went past a singular posture, where constraints (with the drivers) depend on each other.

There the determinant of the Jacobian J changes its sign, as often as rank is lost. Few unknowns: `J_old^T J`, with J_old from where it was last looked at, is
nearly symmetric and positive; every passage leaves a negative pivot. That holds with redundant rows too: no independent ones must be chosen. It is spared
while the bodies have turned by less than a small part of the root of the smallest pivot. Many unknowns: the root of each pivot of the factorisation is the
distance of a row from the rows before it, and passes zero with its sign changed; it is followed with its slope, and suspected where
its tangent says that it is below zero. What is suspected is looked at closely by `vazba.kinematic.crossing`.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, get, jit, put
from vazba.algebra.schur import padded
from vazba.tables import TABLES, WORK, numbers_at

FEW = 36  # velocities up to which the product of the Jacobians is made
NONE = 1e-5  # a root below this is none: the row depends on those before it
SPARED = 0.05  # turn, relative to the root of the smallest pivot, during which it is not looked at


def pairs_of_strips(strips: NDArray[np.void]) -> NDArray[np.int64]:
    """Pairs of strips of the same row, one after the other."""
    by_row: dict[int, list[int]] = {}
    for k, row in enumerate(strips["row"].tolist()):
        by_row.setdefault(row, []).append(k)
    pairs = [(i, j) for here in by_row.values() for i in here for j in here]
    return np.array(pairs, np.int64).ravel()


@jit
def crossed(s, w, pairs, old, dense) -> bool:  # type: ignore[no-untyped-def]
    """Whether `J_old^T J` has a pivot that is not positive; `dense` has place for the matrix (none: not computed)."""
    n, nb = s.nv, s.nb
    if dense.shape[0] == 0:
        return False
    strips, jacobian = TABLES.strips(s), WORK.jacobian(w)
    for k in range(n * n):
        put(dense, k, 0.0)
    for k in range(0, pairs.shape[0], 2):
        one, two = strips[pairs[k]], strips[pairs[k + 1]]
        at = one.column * n + two.column
        for i in range(nb):
            x = get(old, one.start + i)
            if x != 0.0:
                for j in range(nb):
                    put(dense, at + j, get(dense, at + j) + x * get(jacobian, two.start + j))
            at += n
    return has_negative_pivot(dense, n)


@jit
def has_negative_pivot(dense, n) -> bool:  # type: ignore[no-untyped-def]
    """Whether a matrix has a pivot that is not positive, by elimination in place."""
    for k in range(n):
        pivot = get(dense, k * n + k)
        if not pivot > 0.0:
            return True
        for i in range(k + 1, n):
            x = get(dense, i * n + k)
            if x != 0.0:
                x /= pivot
                for j in range(k + 1, n):
                    put(dense, i * n + j, get(dense, i * n + j) - x * get(dense, k * n + j))
    return False


@jit
def pivot_root(s, w, k) -> float:  # type: ignore[no-untyped-def]
    """Root of the pivot of row k of the factorisation at hand."""
    pivots, values = TABLES.pivots(s), WORK.values(w)
    at = w.n_jacobian + k * padded(w.n_phi) + k if s.small else int(pivots[s.nv + k])
    return 1.0 / math.sqrt(abs(get(values, at)))


@jit
def at_singular(s, w, dependent) -> bool:  # type: ignore[no-untyped-def]
    """Whether more rows than the redundant ones have no root."""
    count = 0
    for k in range(w.n_phi):
        count += pivot_root(s, w, k) <= NONE
    return count > dependent


@jit
def suspected(s, w, roots, h) -> bool:  # type: ignore[no-untyped-def]
    """Whether the tangent of a root says that it passed zero in a step of h; `roots`: value of each at the start of the step, then its slope.

    Rows that depend on others are left out.
    """
    m = w.n_phi
    for k in range(m):
        here = get(roots, k)
        if here > NONE and here + h * get(roots, m + k) < 0.0 and pivot_root(s, w, k) > NONE:
            return True
    return False


@jit
def follow_roots(s, w, roots, h) -> float:  # type: ignore[no-untyped-def]
    """Take the roots after an accepted step (slopes only for h > 0); returns the smallest that is not of a dependent row."""
    m, smallest = w.n_phi, 1.0
    for k in range(m):
        now = pivot_root(s, w, k)
        put(roots, m + k, (now - get(roots, k)) / h if h > 0.0 else 0.0)
        put(roots, k, now)
        if NONE < now < smallest:
            smallest = now
    return smallest


@boundary("float64(int64, int64, int64)")
def take_roots(s_at, w_at, roots_at):  # type: ignore[no-untyped-def]
    """`follow_roots` without slopes, by addresses."""
    w = WORK.at(w_at)
    return follow_roots(TABLES.at(s_at), w, numbers_at(roots_at, 2 * w.n_phi), 0.0)
