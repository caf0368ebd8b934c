"""From the linearised equations to natural frequencies, damping and shapes.

Undamped: `K_r y = w^2 M_r y` (symmetric part of K_r), with shapes scaled to `Y^T M_r Y = E`. In them the equations are `z'' + D z' + (W + B) z = 0`
with diagonal W, and B what is left of a stiffness that is not symmetric. Shapes that D and B do not couple are solved one by one,
`s^2 + d s + w^2 = 0`; the others together as `(z, z')' = A (z, z')`, and each pair of eigenvalues goes to the shape that has the largest part in it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.statics.tangent import Tangent

Array = NDArray[np.float64]
ROUNDING = 1e-14  # of the largest w^2: what an eigenvalue may be off
COUPLED = 1e-10  # relative to the rates of two shapes: less is no coupling
DAMPING = 1e-12  # of the largest of D_r: less is rounding
FORCES = 1e-9  # of the largest force at the characteristic length: less stiffness is none
UNBALANCED = 2.0  # times the unbalanced force at the characteristic length, likewise


@frozen
class Spectrum:
    """Of each shape, in the order of w^2: eigenvalues of the damped equations, and whether it is without stiffness."""

    squares: Array  # w^2, 1/s^2; negative: it falls over
    shapes: Array  # columns: motions in the velocities of all bodies, mass-normalised
    eigenvalues: NDArray[np.complex128]  # (count, 2), 1/s
    free: NDArray[np.bool_]
    skew: NDArray[
        np.bool_
    ]  # coupled to others by a stiffness that is not symmetric: w^2 alone does not tell its frequency
    rough: tuple[int, ...] = ()  # numbers of modes whose damping is known among the shapes found only


def spectrum(of: Tangent, force: float, length: float, idle: Array | None = None) -> Spectrum:
    """All shapes; `force` is the largest force that acts: stiffness far below `force / length` is none.

    Forces that are not balanced turn with the bodies they are left on, and look like a stiffness of their size over the length: that is none either.
    `idle`: motions (combinations of the allowed ones, orthonormal columns) that are known to have none.
    """
    from scipy.linalg import eigh

    n = of.posture.n
    if not n.shape[1]:
        nothing = np.zeros(0)
        return Spectrum(nothing, n, np.zeros((0, 2), complex), nothing.astype(bool), nothing.astype(bool))
    stiffness = of.stiffness
    left = of.posture.residual
    if idle is not None and idle.shape[1]:
        stiffness = stiffness - idle @ (idle.T @ stiffness)
        stiffness = stiffness - (stiffness @ idle) @ idle.T
        left = left - idle @ (idle.T @ left)
    squares, y = eigh((stiffness + stiffness.T) / 2, of.mass)
    sizes = (y * y).sum(axis=0)  # of the shapes, in the metric of the weights
    floor = ROUNDING * np.abs(squares).max() + (FORCES * force + UNBALANCED * np.linalg.norm(left)) / length * sizes
    free = np.abs(squares) <= floor
    squares[free] = 0.0
    d = y.T @ of.damping @ y
    d[np.abs(d) <= DAMPING * np.abs(of.damping).max() * np.sqrt(np.outer(sizes, sizes))] = 0.0
    b = y.T @ (stiffness - stiffness.T) @ y / 2
    b[np.abs(b) <= ROUNDING * np.abs(squares).max() + np.sqrt(np.outer(floor, floor))] = 0.0
    eigenvalues, skew = damped(squares, d, b)
    return Spectrum(squares, n @ y, eigenvalues, free, skew)


def first_of(of: Spectrum, count: int | None) -> Spectrum:
    """The lowest shapes alone."""
    if count is None:
        return of
    return Spectrum(of.squares[:count], of.shapes[:, :count], of.eigenvalues[:count], of.free[:count], of.skew[:count])


def damped(squares: Array, d: Array, b: Array) -> tuple[NDArray[np.complex128], NDArray[np.bool_]]:
    """Eigenvalues of `z'' + d z' + (W + b) z = 0`, two for each shape, and which are coupled by b."""
    from scipy.sparse.csgraph import connected_components

    rates = np.sqrt(np.abs(squares)) + np.abs(np.diag(d))
    beside = np.sqrt(np.outer(rates, rates))
    linked = (np.abs(d) > COUPLED * beside) | (np.abs(b) > COUPLED * beside**2)
    count, label = connected_components(linked, directed=False)
    out, skew = np.zeros((len(squares), 2), complex), np.zeros(len(squares), bool)
    for k in range(count):
        members = np.flatnonzero(label == k)
        if len(members) == 1:
            i = members[0]
            out[i] = pair_of(squares[i], d[i, i] if linked[i, i] else 0.0)
        else:
            inside = np.ix_(members, members)
            out[members] = _together(squares[members], d[inside], b[inside])
            skew[members] = bool(b[inside].any())
    return out, skew


def pair_of(square: float, d: float) -> tuple[complex, complex]:
    """Both roots of `s^2 + d s + w^2 = 0`, without cancellation; the one with the larger (imaginary, then real) part first."""
    under = square - d * d / 4
    if under > 0:
        return complex(-d / 2, np.sqrt(under)), complex(-d / 2, -np.sqrt(under))
    far = -d / 2 - np.copysign(np.sqrt(-under), d)
    near = square / far if far != 0 else 0.0
    return complex(max(near, far), 0.0), complex(min(near, far), 0.0)


def _together(squares: Array, d: Array, b: Array) -> NDArray[np.complex128]:
    """Eigenvalues of coupled shapes, two to each."""
    from scipy.linalg import eig
    from scipy.optimize import linear_sum_assignment

    count = len(squares)
    unit = max(float(np.sqrt(np.abs(squares).max())), float(np.abs(d).max()))  # 1/s: a fair scale of time
    a = np.zeros((2 * count, 2 * count))
    a[:count, count:] = np.eye(count)
    a[count:, :count], a[count:, count:] = -(np.diag(squares) + b) / unit**2, -d / unit
    values, vectors = eig(a)
    values = values * unit
    values.real[np.abs(values.real) <= 1e-13 * count * unit] = 0.0  # rounding
    parts = np.abs(vectors[:count]) ** 2
    parts /= parts.sum(axis=0)
    # a shape is also told by its own rate: many damped ones have a part in each other
    near = 1.0 / (1.0 + np.abs(np.log((np.abs(values)[None] + 1e-300) / (np.sqrt(np.abs(squares))[:, None] + 1e-300))))
    score = parts * near
    upper = np.flatnonzero(values.imag > 0)
    shapes, taken = linear_sum_assignment(-score[:, upper])
    out = np.zeros((count, 2), complex)
    out[shapes, 0], out[shapes, 1] = values[upper[taken]], values[upper[taken]].conj()
    rest, real = np.setdiff1d(np.arange(count), shapes), np.flatnonzero(values.imag == 0)
    if len(rest):
        _, taken = linear_sum_assignment(-score[np.repeat(rest, 2)][:, real])
        found = values[real[taken]].reshape(-1, 2).real
        out[rest] = np.sort(found, axis=1)[:, ::-1]
    return out
