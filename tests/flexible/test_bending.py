"""The functions of the slope that stretch, bend and turn a modal beam."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.flexible.bending import STEEP, bending_factor, shortening, turn_factor

EXACT = {
    shortening: lambda z: 1 - np.sqrt(1 - z),
    bending_factor: lambda z: (1 / np.sqrt(1 - z) - 1) / z,
    turn_factor: lambda z: np.arcsin(np.sqrt(z)) / np.sqrt(z),
}


@pytest.mark.parametrize("function", EXACT, ids=("shortening", "bending", "turn"))
def test_they_are_those_of_a_beam_that_keeps_its_length(function):
    for z in (1e-4, 5e-3, 0.00999, 0.01001, 0.2, 0.6, STEEP):
        assert function(z)[0] == pytest.approx(EXACT[function](z), rel=3e-12), z


@pytest.mark.parametrize("function", EXACT, ids=("shortening", "bending", "turn"))
def test_their_derivatives_are_derivatives_also_beyond_steep_slopes(function):
    for z in (1e-3, 0.009, 0.02, 0.3, 0.7, STEEP + 0.01, 1.0, 2.5):
        h = 1e-4 * z
        for n in (0, 1):
            low, high, lower, higher = (function(z + k * h)[n] for k in (-1, 1, -2, 2))
            found = (8 * (high - low) - (higher - lower)) / (12 * h)
            assert function(z)[n + 1] == pytest.approx(found, rel=1e-7), (z, n)


def test_they_go_on_smoothly():
    for function in EXACT:
        below, above = function(STEEP * (1 - 1e-12)), function(STEEP * (1 + 1e-12))
        assert below == pytest.approx(above, rel=1e-9)
