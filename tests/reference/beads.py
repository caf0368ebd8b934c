"""An elastic line in the plane as beads on springs, written and integrated without the package: second order in the number of beads.

Beads carry the mass of the line (half as much at its ends), springs between neighbours stretch by `E A`, springs at the beads bend by `E J/dl`; where the line
is clamped half a cell is left, so that the spring there is twice as stiff. Sections have no inertia against turning, as in absolute nodal coordinates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import eigh

Hold = Callable[[float], tuple[float, float]]  # angle of the clamp and its rate
Carry = Callable[[float], tuple[np.ndarray, np.ndarray]]  # place and velocity of the start


@dataclass(frozen=True)
class Beads:
    """A line whose first bead stays at the origin, or is moved (`carry`). `clamp`: its direction there, nothing where it is pinned."""

    n: int
    length: float
    ea: float
    ej: float
    line: float  # mass for each metre
    damping: float = 0.0
    gravity: float = 9.81
    clamp: Hold | None = None
    carry: Carry | None = None

    @property
    def masses(self) -> np.ndarray:
        m = np.full(self.n, self.line * self.length / self.n)
        m[-1] /= 2
        return m

    def force(self, t: float, r: np.ndarray, v: np.ndarray) -> np.ndarray:
        """On the beads after the first: (n, 2)."""
        dl, tau = self.length / self.n, self.damping
        r0, v0 = (np.zeros(2), np.zeros(2)) if self.carry is None else self.carry(t)
        d, dv = np.diff(r, axis=0, prepend=r0[None]), np.diff(v, axis=0, prepend=v0[None])
        size = np.hypot(*d.T)
        along = d / size[:, None]
        across = np.column_stack([-along[:, 1], along[:, 0]])
        rate, turning = (along * dv).sum(axis=1), (across * dv).sum(axis=1) / size
        pull = self.ea * (size / dl - 1 + tau * rate / dl)
        # angles from one segment to the next, at the beads between them
        before, after = along[:-1], along[1:]
        bend = np.arctan2(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0], (before * after).sum(axis=1))
        moment = np.zeros(self.n + 1)
        moment[1:-1] = self.ej / dl * (bend + tau * np.diff(turning))
        if self.clamp is not None:
            angle, spin = self.clamp(t)
            c, s = np.cos(angle), np.sin(angle)
            first = np.arctan2(c * along[0, 1] - s * along[0, 0], c * along[0, 0] + s * along[0, 1])
            moment[0] = 2 * self.ej / dl * (first + tau * (turning[0] - spin))
        # a segment is pulled along itself and turned by the difference of the moments at its ends
        end = pull[:, None] * along - (np.diff(moment) / size)[:, None] * across
        out = -end
        out[:-1] += end[1:]
        out[:, 1] -= self.masses * self.gravity
        return out

    def straight(self, angle: float = 0.0) -> np.ndarray:
        """State of the straight line at rest from where it starts."""
        x = np.arange(1, self.n + 1)[:, None] * self.length / self.n * np.array([np.cos(angle), np.sin(angle)])
        r0 = np.zeros(2) if self.carry is None else self.carry(0.0)[0]
        return np.hstack([r0 + x, 0 * x]).ravel()

    def run(self, times: np.ndarray, start: np.ndarray, rtol: float = 1e-7, atol: float = 1e-8) -> np.ndarray:
        """Positions and velocities of the beads: (times, n, 4)."""
        masses = self.masses[:, None]

        def rate(t: float, y: np.ndarray) -> np.ndarray:
            y = y.reshape(-1, 4)
            return np.hstack([y[:, 2:], self.force(t, y[:, :2], y[:, 2:]) / masses]).ravel()

        found = solve_ivp(rate, (times[0], times[-1]), start, "LSODA", times, rtol=rtol, atol=atol, lband=11, uband=11)
        assert found.success, found.message
        return found.y.T.reshape(len(times), -1, 4)

    def stiffness(self, r: np.ndarray) -> np.ndarray:
        """Derivative of the forces at rest, by central differences."""
        h, still, flat = 1e-6 * self.length / self.n, np.zeros((self.n, 2)), r.ravel()

        def at(place: np.ndarray) -> np.ndarray:
            return self.force(0.0, place.reshape(-1, 2), still).ravel()

        return np.column_stack([(at(flat - h * e) - at(flat + h * e)) / (2 * h) for e in np.eye(len(flat))])

    def rest(self) -> np.ndarray:
        """Where the beads are at rest, by Newton's method; the weight is put on in steps."""
        r, still = self.straight().reshape(-1, 4)[:, :2], np.zeros((self.n, 2))
        for part in np.linspace(0.1, 1.0, 10):
            some = replace(self, gravity=self.gravity * part)
            for _ in range(30):
                step = np.linalg.solve(some.stiffness(r), some.force(0.0, r, still).ravel()).reshape(-1, 2)
                r = r + step
                if np.abs(step).max() < 1e-10 * self.length:
                    break
            else:
                raise AssertionError(step)
        return r

    def frequencies(self, r: np.ndarray, count: int = 3) -> np.ndarray:
        """Lowest angular frequencies of small vibrations about a place of rest."""
        k = self.stiffness(r)
        return np.sqrt(eigh((k + k.T) / 2, np.diag(np.repeat(self.masses, 2)), eigvals_only=True)[:count])


def refined(coarse: np.ndarray, fine: np.ndarray) -> np.ndarray:
    """What two results of n and 2 n beads lead to: Richardson's extrapolation of an error of second order."""
    return fine + (fine - coarse) / 3
