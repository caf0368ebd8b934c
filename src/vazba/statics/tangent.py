"""The linearised equations of a mechanism at rest, in the motions its constraints allow: `M_r y'' + D_r y' + K_r y = r`.

    v = N y',   J N = 0,      M_r = N^T M N,      D_r = -N^T dF/dv N,      K_r = -N^T d(F + J^T lambda)/dq N   (lambda held),      r = N^T F

`J^T lambda` with the multipliers of the state holds the stiffness that reactions give (the weight of a pendulum on its rod), so prestress is
included exactly. Derivatives are those of the elements (`tangent.exact`).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.statics.mechanics import Mechanics

Array = NDArray[np.float64]
RANK = 1e-7  # singular values of J below this part of the largest count as zero
SURE = 1e-3  # rows that are so far from those before them, beside the farthest, are independent


@frozen
class Posture:
    """The mechanism at rest at one place: forces, multipliers and allowed motions.

    N is orthonormal in the metric of the weights, so that K_r is in N/m.
    """

    q: Array
    force: Array  # F
    n: Array  # N
    multipliers: Array  # smallest |W^-1/2 (F + J^T lambda)|
    residual: Array  # r = N^T F, N
    left: Array  # F + J^T lambda
    rank: int

    @property
    def freedoms(self) -> int:
        return self.n.shape[1]

    @property
    def size(self) -> float:
        """Largest unbalanced force, N (moments at the characteristic length)."""
        return float(np.abs(self.residual).max(initial=0.0))


@frozen
class Tangent:
    """`M_r y'' + D_r y' + K_r y = r`."""

    posture: Posture
    mass: Array
    damping: Array
    stiffness: Array

    @property
    def asymmetry(self) -> float:
        """Largest part of K_r that is not symmetric, beside the largest of K_r."""
        largest = np.abs(self.stiffness).max(initial=0.0)
        return float(np.abs(self.stiffness - self.stiffness.T).max(initial=0.0) / largest) if largest > 0 else 0.0


def posture(mechanics: Mechanics, q: Array) -> Posture:
    """Forces, multipliers and allowed motions at q."""
    force, roots = mechanics.force(q, np.zeros(len(mechanics.names))), np.sqrt(mechanics.weights)
    jacobian = mechanics.jacobian(q)
    count = len(jacobian)
    if not count:
        n = np.diag(1.0 / roots)
        return Posture(q, force, n, np.zeros(0), n.T @ force, force, 0)
    basis, rank, solve = _decomposed((jacobian / roots).T)
    multipliers = -solve(force / roots)
    n = basis[:, rank:] / roots[:, None]
    residual = n.T @ force
    return Posture(q, force, n, multipliers, residual, mechanics.weights * (n @ residual), rank)


def spanned(mechanics: Mechanics, q: Array, motions: Array) -> Posture:
    """The posture at q with some of its allowed motions alone (columns, orthonormal in the metric of the weights); reactions are left out."""
    force = mechanics.force(q, np.zeros(len(mechanics.names)))
    residual = motions.T @ force
    return Posture(q, force, motions, np.zeros(0), residual, mechanics.weights * (motions @ residual), 0)


def _decomposed(a: Array) -> tuple[Array, int, Callable[[Array], Array]]:
    """An orthonormal basis that begins with the columns' space of a, its dimension, and the smallest x with `|a x - b|` least, as a function of b.

    NumPy's own decompositions: where SciPy brings another library for them, the threads of both stand in each other's way.
    """
    count = a.shape[1]
    if count <= a.shape[0]:
        basis, triangle = np.linalg.qr(a, mode="complete")
        size = np.abs(np.diag(triangle))
        if size.min() > SURE * size.max():
            return basis, count, lambda b: np.linalg.solve(triangle[:count], basis[:, :count].T @ b)
    left, sizes, right = np.linalg.svd(a)
    rank = int((sizes > RANK * sizes[0]).sum()) if sizes[0] > 0 else 0
    return left, rank, lambda b: right[:rank].T @ ((left[:, :rank].T @ b) / sizes[:rank])


def stiffness(mechanics: Mechanics, at: Posture) -> Array:
    """K_r."""
    k, _ = mechanics.tangent(at.q, np.zeros(len(mechanics.names)), at.multipliers)
    return np.asarray(at.n.T @ (k @ at.n))


def tangent(mechanics: Mechanics, at: Posture) -> Tangent:
    """All of the linearised equations; what switches keeps its state."""
    mechanics.hold(at.q)
    try:
        k, d = mechanics.tangent(at.q, np.zeros(len(mechanics.names)), at.multipliers)
        m = mechanics.sparse_mass(at.q)
    finally:
        mechanics.hold(None)
    return Tangent(at, at.n.T @ (m @ at.n), at.n.T @ (d @ at.n), at.n.T @ (k @ at.n))
