"""Dynamic relaxation: the heavily damped motion `W v = F`, by implicit steps `(E/tau + K_r) y = r`; tau grows as the unbalanced force shrinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.statics.mechanics import Mechanics
from vazba.statics.search import MOST_RELAXED, Balance, gone, limited

Array = NDArray[np.float64]
HOW = "relaxation"


def relaxed(
    mechanics: Mechanics,
    q: Array,
    posture_at: Callable[[Mechanics, Array], Any],
    step_from: Callable[[Any, float, float], tuple[Array, Any]],
) -> Balance:
    """Follow it from q. `step_from(posture, force, tau)`: a step of all velocities, and the balanced posture where this one is (else none)."""
    length, start = mechanics.length, q
    mechanics.look(q)
    at = best = posture_at(mechanics, q)
    tau = 0.05 * length / max(at.size, 1e-300)
    for step in range(MOST_RELAXED):
        force = mechanics.largest_force(at.q)
        if not np.isfinite(at.size):
            break
        best = at if at.size < best.size else best
        move, balanced = step_from(at, force, tau)
        if balanced is not None:
            return Balance(balanced, force, True, HOW, step)
        closed = mechanics.closed(mechanics.moved(at.q, limited(mechanics, move, length) * move))
        after = None if closed is None else posture_at(mechanics, closed)
        if closed is None or after is None or not after.size < 10 * at.size:
            tau /= 10
            if tau < 1e-12 * length / at.size:
                break
            continue
        tau *= float(np.clip(at.size / max(after.size, 1e-300), 0.2, 5.0))
        at = after
        mechanics.look(closed)
        if gone(mechanics, start, closed):
            return Balance(best, force, False, HOW, step, gone=True, last=at)
    return Balance(best, mechanics.largest_force(best.q), False, HOW, MOST_RELAXED, last=at)
