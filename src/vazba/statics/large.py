"""Balance, verdict and lowest modes of large mechanisms, without full matrices: as `balance` and `verdict`, on sparse exact tangents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.statics.bordered import Bordered, lowest
from vazba.statics.mechanics import Mechanics

if TYPE_CHECKING:
    from scipy.sparse import csc_array

Array = NDArray[np.float64]
MOST_DENSE = 240  # velocities up to which full matrices are as quick, and tell more
SHIFTS = (1e-12, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0)  # of the largest stiffness
FEW = 6  # lowest stiffnesses that are looked at


def is_large(mechanics: Mechanics) -> bool:
    """Whether it is looked at in sparse matrices."""
    return len(mechanics.names) > MOST_DENSE


@frozen
class LargePosture:
    """The mechanism at rest at one place, as `tangent.Posture`, without a basis of the motions it allows."""

    q: Array
    multipliers: Array
    left: Array  # F + J^T lambda
    size: float  # largest unbalanced force, N (moments at the characteristic length)
    jacobian: Any
    freedoms: int


def large_posture(mechanics: Mechanics, q: Array) -> LargePosture:
    """Forces and multipliers at q: the smallest `|W^-1/2 (F + J^T lambda)|`."""
    from scipy.sparse import diags_array

    force, weights = mechanics.force(q, np.zeros(len(mechanics.names))), mechanics.weights
    jacobian = mechanics.sparse_jacobian(q)
    if not jacobian.shape[0] or not np.isfinite(force).all() or not np.isfinite(jacobian.data).all():
        multipliers, left = np.zeros(jacobian.shape[0]), force
    else:
        x, multipliers = Bordered(diags_array(weights), jacobian, weights).solve(force)
        left = weights * x
    size = float(np.abs(left / np.sqrt(weights)).max(initial=0.0))
    return LargePosture(q, multipliers, left, size, jacobian, max(len(weights) - jacobian.shape[0], 0))


def large_stiffness(mechanics: Mechanics, at: LargePosture) -> csc_array:
    """K; what switches keeps its state."""
    mechanics.hold(at.q)
    try:
        return mechanics.tangent(at.q, np.zeros(len(mechanics.names)), at.multipliers)[0]
    finally:
        mechanics.hold(None)


class Downhill:
    """Newton's steps with K shifted by as little as makes it positive in the motions the joints allow."""

    def __init__(self, mechanics: Mechanics) -> None:
        self.mechanics, self.first = mechanics, 0

    def step(self, at: LargePosture, k: Any, soft: float = 0.0) -> tuple[Array, float, bool]:
        """The step (velocities), the largest stiffness (N/m), and whether K needed no shift. `soft`: a stiffness that is added at least, N/m."""
        weights = self.mechanics.weights
        roots = np.sqrt(weights)
        even = (k + k.T) * 0.5
        size = float(np.abs(k.data / (roots[k.indices] * np.repeat(roots, np.diff(k.indptr)))).max(initial=0.0))
        for number in range(self.first, len(SHIFTS)):
            shift = max(SHIFTS[number] * size, soft, 1e-300)
            solver = Bordered(even, at.jacobian, weights, shift)
            if solver.negative == 0 or solver.negative is None or number == len(SHIFTS) - 1:
                break
        plain = number <= 1
        self.first = max(number - 2, 0)
        odd = abs(k - k.T).max() if k.nnz else 0.0
        if plain and odd > 1e-7 * size:  # forces that turn with bodies: the whole matrix
            return Bordered(k, at.jacobian, weights, shift).solve(at.left)[0], size, plain
        return solver.solve(at.left)[0], size, plain


def signs(mechanics: Mechanics, at: LargePosture, k: Any, least: float) -> tuple[int, int] | None:
    """How many stiffnesses lie below `-least`, and how many within `least` of zero; None where elimination does not tell."""
    even, weights = (k + k.T) * 0.5, mechanics.weights
    below = Bordered(even, at.jacobian, weights, least).negative
    within = Bordered(even, at.jacobian, weights, -least).negative
    return None if below is None or within is None else (below, within - below)


def softest(mechanics: Mechanics, at: LargePosture, k: Any, count: int, least: float) -> tuple[Array, Array]:
    """The lowest stiffnesses (N/m) and their motions, orthonormal in the metric of the weights."""
    from scipy.sparse import diags_array

    even, weight = (k + k.T) * 0.5, diags_array(mechanics.weights).tocsc()
    return lowest(even, weight, at.jacobian, mechanics.weights, count, -3.0 * least, 1e-8)
