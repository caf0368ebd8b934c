"""Rows that follow from others: which are left out of the equations of motion, and which reactions are not unique because of them.

Independent rows are chosen in the metric of geometry, `A = J W^-1/2` (rows in metres, turns weighted with the characteristic length): masses have no say.
The largest row is taken first, then the one that is left largest beside those taken, and so on. The choice is made once, and anew only where it wears out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.kinematic.evaluate import Work, evaluate_position, work_for
from vazba.kinematic.mobility import APART, BESIDE, rows_beside
from vazba.kinematic.rank import TOLERANCE, Dense, dense_jacobian
from vazba.system import System

Array = NDArray[np.float64]
MOST = 900  # velocities up to which rows are chosen so; above it the factorisation decides on the way
WORN = 0.1  # of the smallest singular value of the best choice
SHOWN = 1e-6  # part of a null vector from which a row counts as involved


def rows_in_metres(system: System, q: Array, t: float) -> Array:
    """`J W^-1/2` at a position."""
    work = work_for(system)
    evaluate_position(system, work, q, t)
    return dense_jacobian(system, work) / np.sqrt(system.tables.weights)


def lasting_rows(system: System, q: Array, t: float, singular: bool) -> tuple[Array, float]:
    """`J W^-1/2` at a position (a little beside it where it is singular: rows that depend on each other only there are no redundant ones), and the part
    of the largest from which a row counts as independent."""
    a = rows_in_metres(system, q, t)
    if singular and (more := rows_beside(system, q, Dense(a), t)) is not None:
        return more[0], APART * BESIDE
    return a, TOLERANCE


def independent(a: Array, tolerance: float = TOLERANCE) -> NDArray[np.bool_]:
    """Which rows to keep: as many as are independent."""
    kept, left = np.zeros(len(a), bool), a.copy()
    sizes = np.linalg.norm(a, axis=1)
    least = tolerance * sizes.max(initial=0.0)
    basis: list[Array] = []
    while len(basis) < min(a.shape):
        beside = np.where(kept, -1.0, np.linalg.norm(left, axis=1) / np.maximum(sizes, 1e-300))
        k = int(np.argmax(beside))
        if not np.linalg.norm(left[k]) > least:
            break
        row = left[k].copy()
        for other in basis:  # once more: what rounding has left
            row -= (row @ other) * other
        kept[k] = True
        basis.append(row / np.linalg.norm(row))
        left -= np.outer(left @ basis[-1], basis[-1])
    return kept


def leave_out(work: Work, kept: NDArray[np.bool_]) -> int:
    """Have the equations of motion leave out all rows that are not kept; returns how many those are."""
    work.kept[:] = kept
    work.record.dropped = int(len(kept) - kept.sum())
    return int(work.record.dropped)


def not_unique(system: System, a: Array, tolerance: float = TOLERANCE) -> dict[str, tuple[str, ...]]:
    """Joints and drivers whose reactions are not unique, with the directions concerned."""
    u, s, _ = np.linalg.svd(a, full_matrices=True)
    rank = int((s > tolerance * s.max(initial=1e-300)).sum())
    part = np.sqrt((u[:, rank:] ** 2).sum(axis=1))
    found: dict[str, tuple[str, ...]] = {}
    for group in system.groups:
        words = tuple(word for word, row in zip(group.directions, group.rows) if part[row] > SHOWN)
        if words:
            found[group.label] = words
    return found


def review(work: Work, a: Array) -> bool:
    """Choose other rows where those that count have worn out: their smallest singular value is a small part of what a new choice has; returns whether
    the choice has changed. None is left out that depends on others in a singular posture only: a run that goes on needs it behind that."""
    now, best = work.kept > 0, independent(a)
    if best.sum() < now.sum():
        return False
    if best.sum() == now.sum() and not _least(a[now]) < WORN * _least(a[best]):
        return False
    leave_out(work, best)
    return True


def _least(a: Array) -> float:
    return float(np.linalg.svd(a, compute_uv=False)[-1]) if len(a) else 0.0
