"""A planar beam of rigid finite elements in natural coordinates: two end points for each segment, as an implementation of its own.

Constant mass matrix `[[a E, b E], [b E, a E]]` with `a = m/4 + I/l^2`, `b = m/4 - I/l^2`; rigidity `|r_2 - r_1|^2 = l^2` with multipliers, kept by Baumgarte's
stabilisation. Nothing of the package is used.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp

QUARTER = np.array([[0.0, -1.0], [1.0, 0.0]])


@dataclass
class NaturalBeam:
    """A beam along x from the origin, pinned there, let go from rest under gravity along -y."""

    length: float
    n: int
    area: float
    moment: float
    E: float
    G: float
    kappa: float
    density: float
    damping: float = 0.0
    gravity: float = 9.81
    alpha: float = 200.0  # of Baumgarte

    def __post_init__(self) -> None:
        part = self.length / self.n
        self.lengths = np.array([part / 2] + [part] * (self.n - 1) + [part / 2])
        ends = np.concatenate([[0.0], np.cumsum(self.lengths)])
        self.start = np.array([[[a, 0.0], [b, 0.0]] for a, b in itertools.pairwise(ends)])
        self.masses = self.density * self.area * self.lengths
        inertias = self.masses * self.lengths**2 / 12 + self.density * self.moment * self.lengths
        size = 4 * (self.n + 1)
        self.mass = np.zeros((size, size))
        for k, (m, i, long) in enumerate(zip(self.masses, inertias, self.lengths)):
            a, b = m / 4 + i / long**2, m / 4 - i / long**2
            self.mass[4 * k : 4 * k + 4, 4 * k : 4 * k + 4] = np.kron([[a, b], [b, a]], np.eye(2))
        self.stiffness = np.array([self.E * self.area, self.kappa * self.G * self.area, self.E * self.moment]) / part

    def strains(self, r: np.ndarray, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Strains of the element behind segment k, and their gradients (3 x coordinates)."""
        s, t = r[k, 1] - r[k, 0], r[k + 1, 1] - r[k + 1, 0]
        long, d = self.lengths[k], r[k + 1, 0] - r[k, 1]
        angle = np.arctan2(s[0] * t[1] - s[1] * t[0], s @ t)
        half = np.array([[np.cos(angle / 2), -np.sin(angle / 2)], [np.sin(angle / 2), np.cos(angle / 2)]])
        x = half @ s / long  # half-way between both segments
        e = np.array([x @ d, (QUARTER @ x) @ d, angle])
        turn_s, turn_t = QUARTER @ s / (s @ s), QUARTER @ t / (t @ t)  # of the directions of s and t
        turned = np.array([(QUARTER @ x) @ d, -x @ d, 0.0])[:, None] / 2  # by half of what each turns
        by_s = turned * turn_s + np.array([np.zeros(2), np.zeros(2), -turn_s])
        by_d = np.array([x, QUARTER @ x, np.zeros(2)])
        by_t = turned * turn_t + np.array([np.zeros(2), np.zeros(2), turn_t])
        gradient = np.zeros((3, 2 * r.shape[0], 2))
        gradient[:, 2 * k] -= by_s
        gradient[:, 2 * k + 1] += by_s - by_d
        gradient[:, 2 * k + 2] += by_d - by_t
        gradient[:, 2 * k + 3] += by_t
        return e, gradient.reshape(3, -1)

    def rate(self, _: float, y: np.ndarray) -> np.ndarray:
        size = len(y) // 2
        r, q, v = y[:size].reshape(-1, 2, 2), y[:size], y[size:]
        force = np.zeros((self.n + 1, 2, 2))
        force[:, :, 1] = -self.masses[:, None] * self.gravity / 2
        force = force.ravel()
        for k in range(self.n):
            e, gradient = self.strains(r, k)
            force -= gradient.T @ (self.stiffness * (e + self.damping * (gradient @ v)))
        rows, gamma = [], []
        for k, long in enumerate(self.lengths):
            s, w = r[k, 1] - r[k, 0], v.reshape(-1, 2, 2)[k, 1] - v.reshape(-1, 2, 2)[k, 0]
            row = np.zeros((self.n + 1, 2, 2))
            row[k] = [-s, s]
            rows.append(row.ravel())
            gamma.append(-w @ w - 2 * self.alpha * (s @ w) - self.alpha**2 * (s @ s - long * long) / 2)
        for axis in range(2):  # the pin
            row = np.zeros(size)
            row[axis] = 1.0
            rows.append(row)
            gamma.append(-2 * self.alpha * v[axis] - self.alpha**2 * q[axis])
        jacobian = np.array(rows)
        m = len(rows)
        system = np.block([[self.mass, jacobian.T], [jacobian, np.zeros((m, m))]])
        return np.concatenate([v, np.linalg.solve(system, np.concatenate([force, gamma]))[:size]])

    def fall(self, times: np.ndarray) -> np.ndarray:
        """End points of all segments at some times: (times, segments, 2, 2)."""
        y = np.concatenate([self.start.ravel(), np.zeros(self.start.size)])
        found = solve_ivp(self.rate, (0.0, times[-1]), y, "DOP853", times, rtol=1e-10, atol=1e-12)
        assert found.success
        return found.y[: self.start.size].T.reshape(len(times), -1, 2, 2)
