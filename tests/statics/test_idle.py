"""Motions that are told idle: what hangs is not, whatever it is made of; what is found twice counts once."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

G = 9.81
# Two equal uniform bars of one metre and one kilogram in a row: `M q'' + K q = 0` for their angles.
MASS, STIFFNESS = np.array([[4 / 3, 1 / 2], [1 / 2, 1 / 3]]), np.diag([1.5 * G, 0.5 * G])
DOUBLE = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(MASS, STIFFNESS)))) / (2 * np.pi)
BEAMS = {"modal": {"modes": 3}, "ancf": {"elements": 4}, "rfe": {"elements": 12}, "natural": {"elements": 12}}


def _beam(model: str, up: float, dimension: int = 2) -> vz.Model:
    """A stiff beam of one metre on a pin, hanging or standing."""
    m = vz.Model("pendulum", dimension=dimension)
    section = {"A": 1e-4, "J": 1e-8} if dimension == 2 else {"A": 1e-4, "Jy": 1e-8, "Jz": 1e-8, "It": 2e-8}
    more = {} if dimension == 2 else {"G": 8e10}
    end = (0, up) if dimension == 2 else (0, 0, up)
    m.beam("b", (0,) * dimension, end, section=section, E=2e11, density=7800, model=model, **BEAMS[model], **more)
    if dimension == 2:
        m.revolute("r", "ground", "b", at=(0, 0))
    else:
        m.revolute("r", "ground", "b", at=(0, 0, 0), axis=(0, 1, 0))
    return m


@pytest.mark.parametrize("model", BEAMS)
def test_a_beam_that_hangs_swings(model: str) -> None:
    """`w^2 = 3 g/(2 l)` of a bar that hardly bends (by 1e-5); standing it falls at that rate."""
    found = vz.modes(_beam(model, -1.0), count=1)
    assert found.frequencies[0] == pytest.approx(np.sqrt(1.5 * G) / (2 * np.pi), rel=4e-4)
    assert vz.equilibrium(_beam(model, -1.0)).stable
    standing = vz.modes(_beam(model, 1.0), at="equilibrium", count=1)
    assert max(mode.growth for mode in standing.modes) == pytest.approx(np.sqrt(1.5 * G), rel=4e-4)


@pytest.mark.parametrize("model", ["modal", "ancf"])
def test_it_swings_in_space_too(model: str) -> None:
    found = vz.modes(_beam(model, -1.0, 3), count=1)
    assert found.frequencies[0] == pytest.approx(np.sqrt(1.5 * G) / (2 * np.pi), rel=4e-4)


def _rods(first: str, level: bool) -> vz.Model:
    """A bar (of nodes, or a rigid body) on a ball joint and a rod on another at its end; drawn hanging, or level."""
    m, d = vz.Model("rods", dimension=3), np.array([1.0, 0, 0] if level else [0, 0, -1.0])
    turn = [1.0, 0, 0, 0] if level else [np.sqrt(0.5), 0, np.sqrt(0.5), 0]
    body = {"mass": 1.0, "inertia": [1e-3, 1 / 12, 1 / 12], "orientation": {"quaternion": turn}}
    if first == "nodes":
        m.node("A", (0, 0, 0), fixed=True)
        m.node("B", d.tolist())
        m.bar("bar", ("A", "B"), mass=1.0)
    else:
        m.body("bar", position=(d / 2).tolist(), **body)
        m.spherical("O", "ground", "bar", at=(0, 0, 0))
        m.point("B", "bar", (0.5, 0, 0))
    m.body("rod", position=(1.5 * d).tolist(), **body)
    m.point("P", "rod", (-0.5, 0, 0))
    m.spherical("S", points=("B", "P"))
    return m


@pytest.mark.parametrize("level", [False, True])
@pytest.mark.parametrize(("first", "spins"), [("nodes", 1), ("body", 2)])
def test_two_rods_in_a_row_swing_both_ways_and_spin(first: str, spins: int, level: bool) -> None:
    """Every frequency twice; spins about the vertical are idle, those of each rod and of both together being no more than two."""
    m = _rods(first, level)
    at_rest = vz.equilibrium(m)
    assert at_rest.stable
    assert at_rest["rod"].z[0] == pytest.approx(-1.5, abs=1e-9)
    found = vz.modes(m)
    assert found.frequencies == pytest.approx([*[0.0] * spins, *np.repeat(DOUBLE, 2)], abs=1e-6)
