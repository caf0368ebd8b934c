"""What searches for balance share: what is small, how far a step may go, and how it ended."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.statics.large import LargePosture, large_posture
from vazba.statics.mechanics import Mechanics
from vazba.statics.tangent import Posture, posture

Array = NDArray[np.float64]
BALANCED = 1e-9  # of the largest force: what may be left
NEAR = 1e-10  # characteristic lengths: how far the equilibrium may still be
EPS, NOTHING = 2.2e-16, 1e-8  # likewise, and N: forces that are no larger, all of them, are none
ROUNDING = 1e-14  # of stiffness times characteristic length: what forces are off by
NOTICED = 1e-2  # of the largest force: more is never taken for rounding
NO_STIFFNESS = 1e-9  # of the largest force over the characteristic length
LONGEST, FARTHEST_TURN = 0.3, 0.6  # first limit of a step in characteristic lengths; rad
FAR = 1e3  # times the size of the mechanism: what is that far away has gone
MOST, MOST_PART, MOST_RELAXED = 120, 60, 400  # steps: of Newton, for one part of the loads, of relaxation
PARTS = 10  # of the loads
MOST_FREE = 60  # motions without stiffness that are looked at in large mechanisms
MOST_NEARBY = 6  # steps to the balanced posture beside one that is nearly balanced


@frozen
class Balance:
    """How a search ended: the best posture found, and whether it is balanced."""

    posture: Posture | LargePosture
    force: float  # largest force that acts, N
    balanced: bool
    how: str  # "as drawn", "Newton", "loads in 10 parts", "relaxation"
    steps: int
    gone: bool = False  # something moved away without end
    last: Posture | LargePosture | None = None  # where the search was given up


def enough_for(mechanics: Mechanics, force: float, stiffest: float) -> float:
    """What may be left, N; beside points that meet the stiffness has no bound."""
    size = stiffest * mechanics.length
    return max(BALANCED * force, min(ROUNDING * size, NOTICED * force), min(EPS * size, NOTHING))


def in_metres(mechanics: Mechanics, step: Array) -> float:
    return float((np.abs(step) * np.sqrt(mechanics.weights)).max(initial=0.0))


def limited(mechanics: Mechanics, step: Array, limit: float) -> float:
    """The part of a step (in velocities) that may be made at once."""
    turning = mechanics.turning
    slide, turn = (float(np.abs(step[which]).max(initial=0.0)) for which in (~turning, turning))
    return min(1.0, limit / max(slide, 1e-300), min(FARTHEST_TURN, limit / mechanics.length) / max(turn, 1e-300))


def searched(
    mechanics: Mechanics, at: Posture | LargePosture, step: Array, limit: float
) -> tuple[Any, float, bool] | None:
    """The posture after as much of a step as keeps the force along it from turning round, how long that was, and whether more could have been made."""
    look = large_posture if isinstance(at, LargePosture) else posture
    share = limited(mechanics, step, limit)
    step, slope = share * step, share * float(at.left @ step)
    low, low_slope, kept = 0.0, slope, None
    part, high, high_slope = 1.0, np.inf, -np.inf
    for k in range(60):
        q = mechanics.closed(mechanics.moved(at.q, part * step))
        after = None if q is None else look(mechanics, q)
        now = -np.inf if after is None or not np.isfinite(after.size) else float(after.left @ step)
        if after is None or (now < -0.5 * slope and not (part == 1.0 and after.size < 0.5 * at.size)):
            high, high_slope = part, now
        elif np.isfinite(high) and now > 0.5 * slope and high - low > 1e-9:
            low, low_slope, kept = part, now, after
        else:
            return after, part * _size(step), share < 1 and part == 1 and now > 0.25 * slope
        middle = 0.5 if k % 2 or not np.isfinite(high_slope) else low_slope / (low_slope - high_slope)
        part = low + min(max(middle, 0.05), 0.95) * (high - low)
    return None if kept is None else (kept, low * _size(step), False)


def _size(step: Array) -> float:
    return float(np.abs(step).max(initial=0.0))


def gone(mechanics: Mechanics, start: Array, q: Array) -> bool:
    """Whether something is so far from where it started that nothing will stop it."""
    return float(np.abs(q - start).max(initial=0.0)) > FAR * (mechanics.length + float(np.abs(start).max(initial=0.0)))
