"""Pin-jointed bars and strings written down once more, apart from the package: nodes with three (two) coordinates, bars without bending.

Only NumPy is used, and nothing of vazba. Bars are rigid rows `d . (v_b - v_a) = 0` with the mass `m/6 [[2, 1], [1, 2]]`, strings are `EA/l0 (l - l0)`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass
class Nodal:
    """Places (n, d), bars and strings as pairs of indices, held nodes."""

    x: np.ndarray
    bars: list[tuple[int, int]]
    strings: list[tuple[int, int]]
    held: tuple[int, ...] = ()

    @property
    def free(self) -> np.ndarray:
        d = self.x.shape[1]
        return np.array([d * k + i for k in range(len(self.x)) if k not in self.held for i in range(d)])

    @property
    def pairs(self) -> list[tuple[int, int]]:
        return [*self.bars, *self.strings]

    def directions(self) -> tuple[np.ndarray, np.ndarray]:
        gap = np.array([self.x[b] - self.x[a] for a, b in self.pairs])
        length = np.linalg.norm(gap, axis=1)
        return gap / length[:, None], length

    def matrix(self) -> np.ndarray:
        """Equilibrium matrix: forces of unit tensions on the free nodes (rows) of all members (columns), bars first."""
        d, (n, _) = self.x.shape[1], self.directions()
        out = np.zeros((self.x.size, len(self.pairs)))
        for k, (a, b) in enumerate(self.pairs):
            out[d * a : d * a + d, k] += n[k]
            out[d * b : d * b + d, k] -= n[k]
        return out[self.free]

    def self_stresses(self) -> np.ndarray:
        _, s, vt = np.linalg.svd(self.matrix())
        return vt[int((s > 1e-9 * s[0]).sum()) :].T

    def stiffness(self, tension: np.ndarray, ea: float) -> np.ndarray:
        """Tangent stiffness of strings (elastic and by tension) and of bars (by their force alone), on the free coordinates."""
        d, (n, length) = self.x.shape[1], self.directions()
        out = np.zeros((self.x.size, self.x.size))
        for k, (a, b) in enumerate(self.pairs):
            along = np.outer(n[k], n[k])
            block = tension[k] / length[k] * (np.eye(d) - along)
            if k >= len(self.bars):
                free = ea * length[k] / (ea + tension[k])
                block = block + ea / free * along
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                out[d * i : d * i + d, d * j : d * j + d] += sign * block
        return out[np.ix_(self.free, self.free)]

    def mass(self, bar_mass: float) -> np.ndarray:
        d = self.x.shape[1]
        out = np.zeros((self.x.size, self.x.size))
        for a, b in self.bars:
            for i, j, c in ((a, a, 2), (b, b, 2), (a, b, 1), (b, a, 1)):
                out[d * i : d * i + d, d * j : d * j + d] += c * bar_mass / 6 * np.eye(d)
        return out[np.ix_(self.free, self.free)]

    def frequencies(self, tension: np.ndarray, ea: float, bar_mass: float) -> np.ndarray:
        """Hz, lowest first; bars rigid."""
        rows = self.matrix()[:, : len(self.bars)].T
        _, s, vt = np.linalg.svd(rows)
        basis = vt[int((s > 1e-9 * s[0]).sum()) :].T
        m, k = (basis.T @ full @ basis for full in (self.mass(bar_mass), self.stiffness(tension, ea)))
        root = np.linalg.inv(np.linalg.cholesky(m))
        squares = np.linalg.eigvalsh(root @ k @ root.T)
        return np.sqrt(np.maximum(squares, 0.0)) / (2 * np.pi)


def prism(n: int, a: float, b: float, h: float, held: bool = False) -> Nodal:
    """The prism of n bars: bars, then strings below, above, at the sides."""
    turn = np.pi / 2 - np.pi / n
    low = [(a * np.cos(2 * np.pi * k / n), a * np.sin(2 * np.pi * k / n), 0.0) for k in range(n)]
    high = [(b * np.cos(2 * np.pi * k / n + turn), b * np.sin(2 * np.pi * k / n + turn), h) for k in range(n)]
    bars = [(k, n + (k + 1) % n) for k in range(n)]
    strings = [(k, (k + 1) % n) for k in range(n)] + [(n + k, n + (k + 1) % n) for k in range(n)]
    return Nodal(np.array(low + high), bars, strings + [(k, n + k) for k in range(n)], tuple(range(n)) if held else ())
