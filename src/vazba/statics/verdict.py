"""Whether an equilibrium is stable, apart from the motions that say nothing about it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vazba.statics.balance import least_stiffness, stiffnesses
from vazba.statics.equilibrium_result import INDIFFERENT, STABLE, UNSTABLE
from vazba.statics.idle import idle_parts, without
from vazba.statics.mechanics import Bodies
from vazba.statics.tangent import posture

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Verdict:
    """`stability`, and the motions (columns, in velocities) it is about."""

    stability: str
    stiffness: Array  # of all motions, smallest first, N/m; idle ones have 0
    falling: Array  # of negative stiffness
    free: Array  # without stiffness, and not idle
    idle: Array


def judged(mechanics: Bodies, q: Array, force: float) -> Verdict:
    """The stiffnesses of all motions that are not idle decide. Where there is no other, nothing comes back: indifferent."""
    whole = posture(mechanics, q)
    idle = idle_parts(mechanics, whole)
    at = without(whole, idle)
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
