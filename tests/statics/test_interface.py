"""The mathematics of equilibrium and modes on another mechanism than bodies: whoever gives mass, forces and constraints gets both."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from scipy.sparse import csc_array

from vazba.statics.balance import balance
from vazba.statics.mechanics import Mechanics
from vazba.statics.spectrum import spectrum
from vazba.statics.tangent import posture, tangent

G, LENGTH, MASS, SPRING, SMALL = 9.81, 1.5, 2.0, 300.0, 0.4


class Bead:
    """A bead on a circle with a second mass on a spring along a line beside it: coordinates `x, y, s`, one constraint `x^2 + y^2 = l^2`."""

    t, length = 0.0, 1.0
    names = (("bead", "vx"), ("bead", "vy"), ("slider", "v"))
    weights = np.ones(3)
    turning = np.zeros(3, bool)
    part = 1.0

    def mass(self, q: np.ndarray) -> np.ndarray:  # noqa: ARG002
        return np.diag([MASS, MASS, SMALL])

    def force(self, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return np.array([0.0, -self.part * MASS * G, -SPRING * q[2] - 3.0 * v[2] + self.part * SMALL * G])

    def jacobian(self, q: np.ndarray) -> np.ndarray:
        return np.array([[2 * q[0], 2 * q[1], 0.0]])

    def tangent(self, q: np.ndarray, v: np.ndarray, multipliers: np.ndarray) -> tuple[csc_array, csc_array]:  # noqa: ARG002
        return csc_array(np.diag([-2 * multipliers[0], -2 * multipliers[0], SPRING])), csc_array(
            np.diag([0.0, 0.0, 3.0])
        )

    def sparse_mass(self, q: np.ndarray) -> csc_array:
        return csc_array(self.mass(q))

    def sparse_jacobian(self, q: np.ndarray) -> csc_array:
        return csc_array(self.jacobian(q))

    def moved(self, q: np.ndarray, step: np.ndarray) -> np.ndarray:
        return q + step

    def closed(self, q: np.ndarray) -> np.ndarray | None:
        far = np.hypot(q[0], q[1])
        return np.array([q[0] * LENGTH / far, q[1] * LENGTH / far, q[2]]) if far > 0 else None

    def look(self, q: np.ndarray) -> None:
        pass

    def hold(self, q: np.ndarray | None) -> None:
        pass

    def load_part(self, part: float) -> None:
        self.part = part

    def largest_force(self, q: np.ndarray) -> float:  # noqa: ARG002
        return MASS * G


def test_another_mechanism_rests_and_vibrates() -> None:
    bead: Mechanics = Bead()
    found = balance(bead, np.array([LENGTH * 0.8, LENGTH * 0.6, 0.0]))
    assert found.balanced
    np.testing.assert_allclose(found.posture.q, [0, -LENGTH, SMALL * G / SPRING], atol=1e-9)
    assert found.posture.multipliers[0] == pytest.approx(-MASS * G / (2 * LENGTH), rel=1e-9)
    modes = spectrum(tangent(bead, posture(bead, found.posture.q)), found.force, bead.length)
    np.testing.assert_allclose(modes.squares, [G / LENGTH, SPRING / SMALL], rtol=1e-10)
    omega = sqrt(SPRING / SMALL)
    ratio = 3.0 / (2 * SMALL * omega)
    np.testing.assert_allclose(modes.eigenvalues[1, 0], complex(-ratio * omega, omega * sqrt(1 - ratio**2)), rtol=1e-10)
