"""Rank and both null spaces of a matrix C (rows x velocities): dense by singular values, sparse by inverse iteration.

Sparse: `C C^T + mu E` is factorised once. Its pivots are the squared distances of the rows from those before them; as many vectors as there are small
pivots (and a few more) are turned towards the smallest singular values by inverse iteration, and the singular values of `C^T Y` decide. Motions
are random vectors brought to `C z = 0` by the smallest change.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen

Array = NDArray[np.float64]
TOLERANCE = 1e-8  # singular values below this part of the largest count as zero
FEW = 240  # rows or velocities up to which singular values are taken at once
SMALL = 1e-6  # pivots below this part of a row's square are looked at more closely
MU = 1e-14  # of the largest squared row


@frozen
class Spaces:
    """Rank, dependencies of the rows (columns y with `C^T y = 0`), motions (columns z with `C z = 0`), both orthonormal."""

    rank: int
    dependencies: Array
    motions: Array


def spaces(c: Any, tolerance: float = TOLERANCE, motions: bool = True, rank: int | None = None) -> Spaces:
    """Of a sparse matrix; without `motions` only the rank and the dependencies are looked for, with a `rank` that is known only motions."""
    rows, columns = c.shape
    if not rows or c.nnz == 0:
        return Spaces(0, np.eye(rows), np.eye(columns))
    if max(rows, columns) <= FEW:
        left, sizes, right = np.linalg.svd(c.toarray())
        rank = int((sizes > tolerance * sizes[0]).sum()) if rank is None else rank
        return Spaces(rank, left[:, rank:], right[rank:].T)
    return _sparse(c.tocsr(), tolerance, motions, rank)


def _sparse(c: Any, tolerance: float, motions: bool, rank: int | None = None) -> Spaces:
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import norm, splu

    sizes = norm(c, axis=1)
    empty = sizes <= 1e-12 * sizes.max()  # rows that say nothing: each is a dependency by itself
    if empty.any():
        rest = _sparse(c[~empty].tocsr(), tolerance, motions, rank)
        dependent = np.zeros((len(sizes), int(empty.sum()) + rest.dependencies.shape[1]))
        dependent[np.flatnonzero(empty), np.arange(int(empty.sum()))] = 1.0
        dependent[~empty, int(empty.sum()) :] = rest.dependencies
        return Spaces(rest.rank, dependent, rest.motions)
    rows, columns = c.shape
    scaled = (diags_array(1.0 / sizes) @ c).tocsr()  # rows of length one
    gram = (scaled @ scaled.T).tocsc()
    shifted = gram + diags_array(np.full(rows, MU), format="csc")
    factor = splu(shifted, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
    rng = np.random.default_rng(7)
    doubtful = int((np.abs(factor.U.diagonal()) < SMALL).sum()) if rank is None else 0
    dependent = np.zeros((rows, 0))
    if doubtful:
        y = rng.normal(size=(rows, doubtful))
        for _ in range(2):
            y = orthonormal(factor.solve(y))
        moved = scaled.T @ y
        _, turned = np.linalg.eigh(moved.T @ moved)
        sizes_y = np.linalg.norm(moved @ turned, axis=0)
        found = y @ turned[:, sizes_y <= tolerance * np.sqrt(_largest(gram, rng))]
        dependent = orthonormal(found / sizes[:, None]) if found.shape[1] else found
    rank = rows - dependent.shape[1] if rank is None else rank
    z = np.zeros((columns, 0))
    if motions and columns > rank:
        z = rng.normal(size=(columns, columns - rank))
        for _ in range(2):
            z = orthonormal(z - scaled.T @ factor.solve(scaled @ z))
    return Spaces(rank, dependent, z)


def orthonormal(a: Array) -> Array:
    """An orthonormal basis of independent columns: Cholesky's factor of `a^T a`, twice, where it is good enough, else Householder's method.

    Matrix products are all it takes, which do not suffer where processors are shared.
    """
    from scipy.linalg import solve_triangular

    a = a / np.linalg.norm(a, axis=0)
    for _ in range(2):
        try:
            triangle = np.linalg.cholesky(a.T @ a)
        except np.linalg.LinAlgError:
            return np.asarray(np.linalg.qr(a)[0])
        a = solve_triangular(triangle, a.T, lower=True, check_finite=False).T
    return np.asarray(a)


def _largest(gram: Any, rng: np.random.Generator) -> float:
    """About the largest eigenvalue."""
    x = rng.normal(size=gram.shape[0])
    for _ in range(20):
        x = gram @ (x / np.linalg.norm(x))
    return float(np.linalg.norm(x))
