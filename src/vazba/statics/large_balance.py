"""Searches for balance of large mechanisms, in sparse matrices: as those of `balance`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.statics.bordered import Bordered
from vazba.statics.large import Downhill, LargePosture, large_posture, large_stiffness
from vazba.statics.mechanics import Mechanics
from vazba.statics.relaxation import relaxed
from vazba.statics.search import (
    LONGEST,
    MOST_NEARBY,
    NEAR,
    NO_STIFFNESS,
    Balance,
    enough_for,
    gone,
    in_metres,
    searched,
)

Array = NDArray[np.float64]


def descend_large(mechanics: Mechanics, q: Array, most: int) -> Balance:
    """The same in sparse matrices: negative stiffness is shifted until it is none."""
    start, limit, how, downhill = q, LONGEST * mechanics.length, "as drawn", Downhill(mechanics)
    mechanics.look(q)
    at = large_posture(mechanics, q)
    best, before = Balance(at, mechanics.largest_force(q), not at.freedoms, how, 0), np.inf
    for step in range(most + 1):
        force = mechanics.largest_force(at.q)
        if not np.isfinite(at.size):
            break
        if at.size < best.posture.size:
            best = Balance(at, force, False, how, step)
        k = large_stiffness(mechanics, at)
        if not np.isfinite(k.data).all():
            break
        move, stiffest, _ = downhill.step(at, k, NO_STIFFNESS * force / mechanics.length)
        enough, far = enough_for(mechanics, force, stiffest), in_metres(mechanics, move)
        if at.size <= enough and (step == most or at.size > 0.5 * before or far <= NEAR * mechanics.length):
            return Balance(at, force, True, how, step)
        tried = searched(mechanics, at, move, limit) if step < most else None
        if tried is None:
            if at.size <= enough:
                return Balance(at, force, True, how, step)
            break
        before = at.size if at.size <= enough else np.inf
        after, length, free_way = tried
        limit = 2 * limit if free_way else max(min(limit, 4 * length), 1e-6 * mechanics.length)
        mechanics.look(after.q)
        how, at = "Newton", after
        if gone(mechanics, start, at.q):
            return Balance(best.posture, best.force, False, how, step, gone=True, last=at)
    return Balance(best.posture, best.force, False, how, best.steps, last=at)


def relax_large(mechanics: Mechanics, q: Array) -> Balance:
    """The same in sparse matrices."""
    downhill = Downhill(mechanics)

    def step_from(at: LargePosture, force: float, tau: float) -> tuple[Array, LargePosture | None]:
        move, stiffest, _ = downhill.step(at, large_stiffness(mechanics, at), 1.0 / tau)
        return move, at if at.size <= enough_for(mechanics, force, stiffest) else None

    return relaxed(mechanics, q, large_posture, step_from)


def settle_large(mechanics: Mechanics, at: LargePosture) -> LargePosture:
    for _ in range(MOST_NEARBY):
        k, force = large_stiffness(mechanics, at), mechanics.largest_force(at.q)
        step = Bordered(k, at.jacobian, mechanics.weights, NO_STIFFNESS * force / mechanics.length).solve(at.left)[0]
        q = (
            mechanics.closed(mechanics.moved(at.q, step))
            if in_metres(mechanics, step) < LONGEST * mechanics.length
            else None
        )
        after = None if q is None else large_posture(mechanics, q)
        if q is None or after is None or not after.size < at.size:
            break
        mechanics.look(q)
        at = after
    return at
