"""What stretches, bends and twists a modal beam: functions of the slope, and the strains of its sections as they stand."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.algebra.rotations import matrices
from vazba.flexible.bending import STEEP, bending_factor, shortening, turn_factor, winding_factor

from .alone import LENGTH, THICK, Alone, gauss

EXACT = {
    shortening: lambda z: 1 - np.sqrt(1 - z),
    bending_factor: lambda z: (1 / np.sqrt(1 - z) - 1) / z,
    turn_factor: lambda z: np.arcsin(np.sqrt(z)) / np.sqrt(z),
    winding_factor: lambda z: (1 - np.sqrt(1 - z)) / z,
}
NAMES = ("shortening", "bending", "turn", "winding")


@pytest.mark.parametrize("function", EXACT, ids=NAMES)
def test_they_are_those_of_a_beam_that_keeps_its_length(function):
    for z in (1e-4, 5e-3, 0.00999, 0.01001, 0.2, 0.6, STEEP):
        assert function(z)[0] == pytest.approx(EXACT[function](z), rel=3e-12), z


@pytest.mark.parametrize("function", EXACT, ids=NAMES)
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


@pytest.mark.parametrize("dimension", [2, 3])
def test_its_energy_is_that_of_the_curvature_and_twist_of_its_sections(dimension):
    """`1/2 int (E J k.k + G It t^2) dx` by differences of the sections as they stand, `S^T S'`, and of the strain what the axial shapes can hold."""
    h, (x, weights) = 2e-4, gauss()
    places = [x - h, x, x + h]
    more = {"section": THICK | {"Jy": 0.02}} if dimension == 3 else {}
    beam = Alone("modal", dimension, stations=np.concatenate(places).tolist(), **more)
    names, rng = beam.system.body_names, np.random.default_rng(5)
    sets = [[names.index(f"b@{at:g}") for at in place] for place in places]
    for _ in range(3):
        families = (3, 6) if dimension == 2 else (3, 6, 6, 2)
        sizes = np.concatenate([1 / np.arange(1, n + 1) ** 3 for n in families])  # high shapes are many times steeper
        step = rng.normal(size=beam.nv) * np.concatenate([np.full(beam.nv - len(sizes), 0.7), 0.05 * sizes])
        q, found = beam.of.moved(beam.of.start, step), []
        for beam.index in sets:
            found.append(beam.poses(q))
        (r0, s0), (_, s), (r1, s1) = found
        turn = np.einsum("gji,gjk->gik", s, s1 - s0) / (2 * h)
        section = beam.span.section
        if dimension == 2:
            bent = beam.span.E * section.Jz * turn[:, 1, 0] ** 2
        else:
            t, k_y, k_z = (turn[:, i, j] - turn[:, j, i] for i, j in ((2, 1), (0, 2), (1, 0)))
            bent = (beam.span.G * section.It * t**2 + beam.span.E * (section.Jy * k_y**2 + section.Jz * k_z**2)) / 4
            assert np.abs(t).max() > 0.01
        axis = np.array([np.cos(q[2]), np.sin(q[2])]) if dimension == 2 else matrices(q[3:7])[:, 0]  # of the frame
        strain = ((r1 - r0) / (2 * h) - s[:, :, 0]) @ axis  # 1 + u' - r
        waves = [np.ones_like(x), *(np.sqrt(2) * np.cos(n * np.pi * x / LENGTH) for n in (1, 2))]
        stretched = sum((weights @ (strain * wave)) ** 2 / LENGTH for wave in waves)
        energy = 0.5 * (beam.span.E * section.A * stretched + weights @ bent)
        assert beam.elastic(q) == pytest.approx(energy, rel=2e-5)
