"""Sparse systems with constraints, `[[K + sigma W, J^T], [J, -eps]] (x, -y) = (f, g)`: solutions, signs, lowest stiffnesses and frequencies.

Velocities are scaled by the roots of the weights (all in metres) and K by its largest number. The small eps lets rows depend on others; one refinement
makes up for it. Factorised without interchanges of rows, the signs of the pivots tell how many stiffnesses K has below zero in the motions J allows (J. J.
Sylvester's law of inertia): as many as there are negative pivots beyond one for each row.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
EPS = 1e-11
ACCURATE = 1e-9  # of the solution and the right side: what an elimination without interchanges may leave, or it is done with them
FULL = 3  # times as many velocities as eigenvalues: less is done in full matrices


class Bordered:
    """One factorisation; `sigma` in N/m."""

    def __init__(self, k: Any, jacobian: Any, weights: Array, sigma: complex = 0.0) -> None:
        from scipy.sparse import block_array, csc_array, diags_array

        self.n, self.m = k.shape[0], jacobian.shape[0]
        self.roots = np.sqrt(weights)
        shrink = diags_array(1.0 / self.roots)
        scaled = shrink @ k @ shrink
        size = float(np.abs(scaled.data).max(initial=0.0)) if scaled.nnz else 0.0
        self.size = max(size, abs(sigma), 1e-300)
        top = (scaled + sigma * diags_array(np.ones(self.n))) / self.size
        rows = jacobian @ shrink
        self.whole = csc_array(
            block_array([[top, rows.T], [rows, diags_array(np.full(self.m, -EPS))]]) if self.m else top
        )
        self.bare = csc_array(block_array([[top, rows.T], [rows, None]]) if self.m else top)
        self._factor()

    def _factor(self) -> None:
        from scipy.sparse.linalg import splu

        self.negative: int | None = None
        try:
            found = splu(self.whole, permc_spec="MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options={"SymmetricMode": True})
            probe = np.cos(np.arange(self.n + self.m, dtype=float))
            x = found.solve(probe.astype(self.whole.dtype))
            left = np.abs(self.whole @ x - probe).max(initial=0.0)
            if left < ACCURATE * (1.0 + np.abs(x).max(initial=0.0)) and np.array_equal(found.perm_r, found.perm_c):
                self.lu = found
                if not np.iscomplexobj(self.whole.data):
                    self.negative = int((found.U.diagonal() < 0).sum()) - self.m
                return
        except RuntimeError:  # exactly singular
            pass
        try:
            self.lu = splu(self.whole)
        except RuntimeError:
            more = self.whole.copy()
            more.setdiag(more.diagonal() + np.where(np.arange(self.n + self.m) < self.n, EPS, -EPS))
            self.lu = splu(more)

    def solve(self, f: Array, g: Array | None = None) -> tuple[Array, Array]:
        """`x` and `y` with `(K + sigma W) x + J^T (-y) = f`, `J x = g` (0); also of several right sides (columns)."""
        roots = self.roots if f.ndim == 1 else self.roots[:, None]
        below = np.zeros((self.m, *f.shape[1:])) if g is None else g
        right = np.concatenate([f / roots / self.size, below])
        z = self.lu.solve(right)
        if self.m:  # what eps left out
            z = z + self.lu.solve(right - self.bare @ z)
        return z[: self.n] / roots, -z[self.n :] * self.size


def lowest(
    k: Any, mass: Any, jacobian: Any, weights: Array, count: int, shift: float, exact: float = 1e-12
) -> tuple[Array, Array]:
    """The `count` eigenvalues of `K x = w M x` (symmetric, `J x = 0`) nearest to `shift`, which lies below those wanted, and their vectors, `x^T M x = 1`;
    `exact`: their relative error."""
    from scipy.sparse.linalg import LinearOperator, eigsh

    n = k.shape[0]
    if n <= FULL * (count + jacobian.shape[0]) and n < 1000:
        return _in_full(k, mass, jacobian, weights, count)
    solver = Bordered(k - shift * mass, jacobian, weights)
    operator = LinearOperator((n, n), matvec=lambda x: solver.solve(np.asarray(x, float).ravel())[0], dtype=float)
    start = solver.solve(mass @ np.cos(np.arange(n) + 0.5 * np.sin(7.0 * np.arange(n))))[0]
    values, vectors = eigsh(
        k, k=count, M=mass, sigma=shift, OPinv=operator, v0=start, ncv=min(n, max(2 * count + 10, 30)), tol=exact
    )
    order = np.argsort(values)
    return values[order], vectors[:, order]


def _in_full(k: Any, mass: Any, jacobian: Any, weights: Array, count: int) -> tuple[Array, Array]:
    """The same where nearly all are asked for."""
    from scipy.linalg import eigh

    roots = np.sqrt(weights)
    n = np.diag(1.0 / roots)
    if jacobian.shape[0]:
        _, sizes, right = np.linalg.svd(jacobian.toarray() / roots)
        n = right[int((sizes > 1e-9 * sizes[0]).sum()) :].T / roots[:, None]
    values, vectors = eigh(n.T @ (k @ n), n.T @ (mass @ n))
    return values[:count], np.asarray(n @ vectors[:, :count])
