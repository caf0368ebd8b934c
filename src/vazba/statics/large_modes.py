"""The lowest modes of large mechanisms: by Lanczos' method on the sparse linearised equations (`bordered.lowest`).

Undamped shapes first. Where there is damping or a stiffness that is not symmetric, each is followed from what these make of it among the shapes found to
the eigenvalue of the whole equations, `(s^2 M + s D + K) x + J^T y = 0`, by Newton's method (inverse iteration with T'(s)).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.statics.bordered import Bordered, lowest
from vazba.statics.large import LargePosture
from vazba.statics.mechanics import Mechanics
from vazba.statics.spectrum import FORCES, ROUNDING, UNBALANCED, Spectrum, damped, pair_of
from vazba.statics.tangent import Tangent, spanned

Array = NDArray[np.float64]
COUNT = 20  # modes of large mechanisms, unless asked for more
SHIFT = 1e-4  # below zero, of the square of a low frequency
MOST_FOLLOWED = 8
FOLLOWED = 1e-11
NO_DAMPING = 1e-14  # of critical


def large_tangent(mechanics: Mechanics, at: LargePosture, count: int | None) -> tuple[Tangent, Any, Any, Any]:
    """The equations in the lowest shapes (mass-normalised), and K, D, M as they are."""
    mechanics.hold(at.q)
    try:
        k, d = mechanics.tangent(at.q, np.zeros(len(mechanics.names)), at.multipliers)
        m = mechanics.sparse_mass(at.q)
    finally:
        mechanics.hold(None)
    even = (k + k.T) * 0.5
    wanted = min(COUNT if count is None else count, at.freedoms)
    shift = _below(even, m, at, mechanics.weights)
    _, shapes = lowest(even, m, at.jacobian, mechanics.weights, wanted + 4, shift)
    shapes = shapes[:, :wanted]
    return (
        Tangent(
            spanned(mechanics, at.q, shapes), shapes.T @ (m @ shapes), shapes.T @ (d @ shapes), shapes.T @ (k @ shapes)
        ),
        k,
        d,
        m,
    )


def _below(k: Any, m: Any, at: LargePosture, weights: Array) -> float:
    """A square of frequency below all: every sign of `K - shift M` is positive."""
    x = Bordered(m, at.jacobian, weights).solve(m @ np.cos(np.arange(len(weights)) * 1.3))[0]
    low = SHIFT * float(x @ (k @ x)) / max(float(x @ (m @ x)), 1e-300)
    shift = -max(abs(low) * 1e-3, 1e-12)
    for _ in range(30):
        negative = Bordered(k - shift * m, at.jacobian, weights).negative
        if negative is None or negative == 0:
            return shift
        shift *= 10.0
    return shift


def large_spectrum(
    of: Tangent, whole: tuple[Any, Any, Any], at: LargePosture, mechanics: Mechanics, force: float
) -> Spectrum:
    """As `spectrum.spectrum`, of the lowest shapes."""
    (k, d, m), shapes, length = whole, of.posture.n, mechanics.length
    squares = np.diag(of.stiffness).copy()
    sizes = (shapes * (mechanics.weights[:, None] * shapes)).sum(axis=0)
    left = float(np.linalg.norm(at.left / np.sqrt(mechanics.weights)))
    stiffest = float(np.abs(k.data / m.diagonal().clip(1e-300)[k.indices]).max(initial=0.0)) if k.nnz else 0.0
    floor = ROUNDING * stiffest + (FORCES * force + UNBALANCED * left) / length * sizes
    free = np.abs(squares) <= floor
    squares[free] = 0.0
    eigenvalues = np.array([pair_of(square, 0.0) for square in squares], complex).reshape(-1, 2)
    odd = abs(k - k.T).max() if k.nnz else 0.0
    skewed = bool(odd > 1e-9 * np.abs(k.data).max(initial=0.0))
    skew, rough = np.full(len(squares), skewed), []  # type: ignore[var-annotated]
    if (d.nnz and np.abs(d.data).max(initial=0.0) > 0.0) or skewed:
        b = of.stiffness - of.stiffness.T
        projected, coupled = damped(squares, of.damping, 0.5 * b if skewed else 0.0 * b)
        skew &= coupled
        for i in np.flatnonzero(~free):
            eigenvalues[i], sure = _followed((k, d, m, at.jacobian, mechanics.weights), shapes[:, i], projected[i])
            same = np.abs(eigenvalues[:i, 0] - eigenvalues[i, 0]) < 1e-6 * abs(eigenvalues[i, 0])
            if not sure or (same & (np.abs(squares[:i] - squares[i]) > 1e-6 * squares[i])).any():
                eigenvalues[i] = projected[i]
                rough.append(int(i) + 1)
        eigenvalues[free] = projected[free]
    return Spectrum(squares, shapes, eigenvalues, free, skew, tuple(rough))


def _followed(
    of: tuple[Any, Any, Any, Any, Array], shape: Array, pair: NDArray[np.complex128]
) -> tuple[NDArray[np.complex128], bool]:
    """The eigenvalues of the whole equations beside a pair, and whether they were found."""
    k, d, m, jacobian, weights = of
    if abs(pair[0].imag) == 0.0:
        return pair, False  # it creeps: what the shapes tell
    s, x = complex(pair[0]), shape.astype(complex)
    for _ in range(MOST_FOLLOWED):
        solver = Bordered(s * s * m + s * d + k, jacobian, weights)
        z = solver.solve((2.0 * s * m + d) @ x)[0]
        change = 1.0 / complex((m @ shape) @ z)
        s, x = s - change, z * change
        if not np.isfinite(s) or abs(s - pair[0]) > 0.5 * abs(pair[0]):
            return pair, False
        if abs(change) <= FOLLOWED * abs(s):
            break
    else:
        return pair, False
    if abs(s.real) <= NO_DAMPING * abs(s):
        s = complex(0.0, s.imag)
    return np.array([s, s.conjugate()]), True
