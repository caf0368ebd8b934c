"""Modes about a steady motion: `vz.modes(at="motion")`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.model import Model
from vazba.statics.mode_results import CREEPS, FREE, UNSTABLE, VIBRATES, Mode, Modes
from vazba.statics.steady import Linear, Steady
from vazba.statics.tangent import Tangent, spanned

Array = NDArray[np.float64]
ROUNDING = 1e-15  # of the largest number of A: what eigenvalues that meet at zero are off by is its root
GROWS, NO_DAMPING = 1e-9, 1e-13  # of the fastest rate
ROUND = 1e-3  # of the largest orbit: flatter ones go neither way round


def steady_modes(model: Model, t: float, count: int | None) -> Modes:
    """All small motions about the steady motion a model describes."""
    at = Steady(model, t)
    linear = at.balanced()
    n = len(linear.mass)
    values, vectors = _eigen(linear)
    fastest = float(np.abs(values).max(initial=0.0))
    chosen = _chosen(values, n)
    found = []
    for number, (i, other) in enumerate(chosen[:count], start=1):
        found.append(_mode(at, linear, number, (values[i], values[other]), vectors[:n, i], fastest))
    remarks = list(dict.fromkeys([*at.mechanics.dynamics.remarks, *at.remarks]))
    if at.together:
        remarks.append(
            f"frequencies are those seen in axes that turn with {np.linalg.norm(at.turn):.6g} rad/s; in the ground they are larger or smaller by this speed"
        )
    posture = spanned(at.mechanics, at.q, linear.motions)
    odd = np.abs(linear.stiffness - linear.stiffness.T).max(initial=0.0) / max(
        np.abs(linear.stiffness).max(initial=0.0), 1e-300
    )
    return Modes(
        model, float(t), "motion", tuple(found), at.mechanics.names, at.q, at.mechanics.work.turns.copy(), at.residual, (), (), float(odd),
        Tangent(posture, linear.mass, linear.damping, linear.stiffness), None, tuple(remarks), float(np.linalg.norm(at.turn)),
    )  # fmt: skip


def _eigen(linear: Linear) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
    """Of `(y, y')' = A (y, y')`; rates that are zero but for rounding are zero."""
    from scipy.linalg import eig

    n = len(linear.mass)
    if not n:
        return np.zeros(0, complex), np.zeros((0, 0), complex)
    low = np.linalg.solve(linear.mass, np.hstack([-linear.stiffness, -linear.damping]))
    unit = max(float(np.sqrt(np.abs(low[:, :n]).max())), float(np.abs(low[:, n:]).max()), 1e-300)
    a = np.block([[np.zeros((n, n)), np.eye(n)], [low[:, :n] / unit**2, low[:, n:] / unit]])
    values, vectors = eig(a)
    values = np.asarray(values, complex)
    values[np.abs(values) <= 10.0 * np.sqrt(ROUNDING * float(np.abs(a).max()))] = 0.0
    return np.asarray(values * unit, np.complex128), np.asarray(vectors, np.complex128)


def _chosen(values: NDArray[np.complex128], n: int) -> list[tuple[int, int]]:
    """n pairs of eigenvalues, the slowest first: each complex one with its conjugate, real ones two and two."""
    pairs = [(int(i), int(np.argmin(np.abs(values - values[i].conjugate())))) for i in np.flatnonzero(values.imag > 0)]
    real = np.flatnonzero(values.imag == 0)
    real = real[np.lexsort((values[real].real, np.abs(values[real].real)))]
    pairs += [(int(a), int(b)) for a, b in zip(real[::2], real[1::2], strict=False)]
    return sorted(pairs, key=lambda pair: (abs(values[pair[0]]), values[pair[0]].real))[:n]


def _mode(
    at: Steady, linear: Linear, number: int, pair: tuple[complex, complex], y: NDArray[np.complex128], fastest: float
) -> Mode:
    s, other = complex(pair[0]), complex(pair[1])
    if abs(s.real) <= NO_DAMPING * fastest and s.imag:
        s = complex(0.0, s.imag)
        other = s.conjugate()
    growth = max(s.real, other.real)
    omega = abs(s) if s.imag else 0.0
    kind = (
        UNSTABLE
        if growth > GROWS * fastest
        else VIBRATES
        if s.imag
        else FREE
        if max(abs(s), abs(other)) == 0.0
        else CREEPS
    )
    roots = np.sqrt(at.mechanics.weights)
    motion = linear.motions @ y
    big = int(np.argmax(np.abs(motion) * roots))
    y = y / (motion[big] * roots[big]) if motion[big] else y
    motion = linear.motions @ y
    energy = np.real(np.conj(motion) * (at.mechanics.sparse_mass(at.q) @ motion))
    owners = [name for name, _ in at.mechanics.names]
    shares: dict[str, float] = {}
    for name, part in zip(owners, energy, strict=True):
        shares[name] = shares.get(name, 0.0) + float(part)
    modal = sum(shares.values())
    movers = (
        tuple((name, part / modal) for name, part in sorted(shares.items(), key=lambda x: -x[1]) if part > 1e-9 * modal)
        if modal > 0
        else ()
    )
    damping = -s.real / abs(s) if s.imag else float("nan")
    return Mode(
        number,
        kind,
        omega,
        damping,
        (s, other),
        motion.real.copy(),
        modal,
        movers,
        _whirl(at, linear, y) if s.imag else "",
    )


def _whirl(at: Steady, linear: Linear, y: NDArray[np.complex128]) -> str:
    """Which way round the bodies go: with the turn of the mechanism, against it, or neither."""
    speed = float(np.linalg.norm(at.turn))
    if at.flat or at.together or not speed > 0:
        return ""
    axis = at.turn / speed
    first = np.cross(axis, np.eye(3)[int(np.argmin(np.abs(axis)))])
    first /= np.linalg.norm(first)
    second = np.cross(axis, first)
    places = (linear.places @ y).reshape(-1, 2, 3) * np.array([1.0, at.mechanics.length])[None, :, None]
    area = float(-np.imag(np.conj(places @ first) * (places @ second)).sum())
    size = float((np.abs(places) ** 2).sum())
    return "" if abs(area) <= ROUND * size else "forward" if area > 0 else "backward"
