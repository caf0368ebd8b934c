"""Whether an equilibrium is stable, apart from the motions that say nothing about it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.statics.balance import least_stiffness, stiffnesses
from vazba.statics.equilibrium_result import INDIFFERENT, STABLE, UNSTABLE
from vazba.statics.idle import idle_parts, without
from vazba.statics.large import FEW, is_large, large_posture, large_stiffness, signs, softest
from vazba.statics.mechanics import Bodies
from vazba.statics.search import MOST_FREE, NO_STIFFNESS
from vazba.statics.tangent import posture, spanned

Array = NDArray[np.float64]


@frozen
class Verdict:
    """`stability`, and the motions (columns, in velocities) it is about."""

    stability: str
    stiffness: Array  # of all motions, smallest first, N/m; idle ones have 0
    falling: Array  # of negative stiffness
    free: Array  # without stiffness, and not idle
    idle: Array


def judged(mechanics: Bodies, q: Array, force: float) -> Verdict:
    """The stiffnesses of all motions that are not idle decide. Where there is no other, nothing comes back: indifferent."""
    if is_large(mechanics):
        return _judged_large(mechanics, q, force)
    whole = posture(mechanics, q)
    idle = idle_parts(mechanics, whole)
    at = without(mechanics, whole, idle)
    values, directions, _ = stiffnesses(mechanics, at)
    least = least_stiffness(mechanics, values, force) + float(np.linalg.norm(at.residual)) / mechanics.length
    falls, free = values < -least, np.abs(values) <= least
    stability = (
        UNSTABLE if falls.any() else INDIFFERENT if free.any() or (idle.shape[1] and not at.freedoms) else STABLE
    )
    return Verdict(
        stability, np.sort(np.concatenate([values, np.zeros(idle.shape[1])])), at.n @ directions[:, falls], at.n @ directions[:, free],
        whole.n @ idle,
    )  # fmt: skip


def _judged_large(mechanics: Bodies, q: Array, force: float) -> Verdict:
    """In sparse matrices: signs of pivots count, and the lowest stiffnesses are found beside zero."""
    at = large_posture(mechanics, q)
    k = large_stiffness(mechanics, at)
    least = NO_STIFFNESS * force / mechanics.length + 1e-11 * float(np.abs(k.data).max(initial=0.0))
    least += float(np.linalg.norm(at.left / np.sqrt(mechanics.weights))) / mechanics.length
    counted = signs(mechanics, at, k, least)
    few = FEW if counted is None else min(sum(counted), MOST_FREE) + FEW
    values, motions = softest(mechanics, at, k, few, least)
    zero = np.abs(values) <= least
    loose = spanned(mechanics, q, motions[:, zero])
    idle = idle_parts(mechanics, loose)
    rest = without(mechanics, loose, idle)
    falls = values < -least
    unstable, free = bool(falls.any() or (counted and counted[0])), bool(rest.freedoms)
    if counted is not None and counted[1] > int(zero.sum()):
        free = True  # more than were looked at
    stability = UNSTABLE if unstable else INDIFFERENT if free else STABLE
    return Verdict(stability, np.sort(values), motions[:, falls], rest.n, loose.n @ idle)
