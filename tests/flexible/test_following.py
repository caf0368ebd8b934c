"""Paths of equilibria: snap-through in closed form, roll-up of slender beams, columns beyond Euler's force against the elastica."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .cases import hold, round_beam
from .test_statics import EJ, RATIO, SHEAR, elastica


def test_a_shallow_truss_snaps_through(tmp_path):
    """Two bars `k` of length l: `F = 2 k (l - sqrt(1 + y^2)) y/sqrt(1 + y^2)`, R. von Mises; the load turns back at its extremes."""
    h, k, load = 0.3, 100.0, 8.0
    length = np.hypot(1, h)
    m = vz.Model("truss", dimension=2, gravity=(0, 0))
    for name, x, y in (("a", -1, 0), ("b", 1, 0), ("top", 0, h)):
        m.node(name, (x, y), mass=1, fixed=None if name == "top" else True)
    for name in "ab":
        m.bar(f"bar {name}", [name, "top"], stiffness=k * length, free_length=length)
    m.force("F", "top", (0, -load))
    found = vz.equilibrium(m, follow=True)
    assert found.stable
    y, force = found.path.result["top.y"], load * found.path.parts
    around = np.hypot(1, y)
    assert force == pytest.approx(2 * k * (length - around) * y / around, abs=1e-6)
    assert y[-1] < -h
    assert len(found.path.turning) == 2
    falling = found.path.negative > 0
    extreme = np.sqrt(length ** (2 / 3) - 1)  # of F over y: (1 + y^2)^(3/2) = l
    assert (np.abs(y[falling]) < extreme).all()
    assert (np.abs(y[~falling]) > extreme).all()
    found.path.save(tmp_path / "p.csv")
    assert len((tmp_path / "p.csv").read_text().splitlines()) == len(y) + 1


def strip(model, elements, slender):
    """A beam of length and E J one with the moment `2 pi E J/L` at its end."""
    m = vz.Model("roll", dimension=2, gravity=(0, 0))
    m.beam(
        "b",
        (0, 0),
        (1, 0),
        section={"A": 1.0, "J": 1.0 / slender},
        E=slender,
        density=1.0,
        model=model,
        elements=elements,
    )
    m.fixed("A", "ground", "b", at=(0, 0))
    m.point("tip", "b", (1.0, 0.0))
    m.point("side", "b", (1.0, 0.1))
    m.torque("T", "b@1", 2 * np.pi)
    return m


@pytest.mark.parametrize(("model", "elements", "close"), [("ancf", 8, 4e-3), ("rfe", 8, 1e-9), ("natural", 8, 1e-8)])
@pytest.mark.parametrize("slender", [1e4, 1e8])
def test_a_slender_beam_is_rolled_up_to_a_circle(model, elements, close, slender):
    """The end turns once and comes back to the start, whatever `E A L^2/(E J)`."""
    found = vz.equilibrium(strip(model, elements, slender), follow=True)
    assert found.residual < 1e-6 * found.force
    assert found.stable, found.message
    assert found.result.energy.elastic[0] == pytest.approx(
        0.5 * (2 * np.pi) ** 2, rel=2 * close
    )  # half of moment times turn
    assert np.hypot(found["tip"].x[0], found["tip"].y[0]) < close
    assert [found["side"].x[0], found["side"].y[0]] == pytest.approx([0.0, 0.1], abs=close)


@pytest.mark.parametrize(("model", "elements", "close"), [("ancf", 12, 1e-3), ("rfe", 12, 1e-9), ("natural", 12, 1e-8)])
def test_nobody_has_to_say_that_loads_should_grow(model, elements, close):
    """Where Newton's method is throttled by the axial stiffness of a beam, the path of equilibria is followed."""
    found = vz.equilibrium(strip(model, elements, 1e8))
    assert found.how == "growing loads"
    assert found.stable, found.message
    assert np.hypot(found["tip"].x[0], found["tip"].y[0]) < close


MODELS = {
    "ancf": ({"model": "ancf", "elements": 6}, np.inf, 2e-3),
    "rfe": ({"model": "rfe", "elements": 16}, SHEAR, 8e-3),
    "modal": ({"model": "modal", "shapes": "static", "modes": 7, "axial": 3}, np.inf, 2e-3),
    "natural": ({"model": "natural", "elements": 32}, np.inf, 4e-3),
}


@pytest.mark.parametrize("how", MODELS)
def test_a_column_beyond_buckling(how):
    """Clamped below, 1.2 times Euler's force `pi^2 E J/(4 L^2)` along it and a hundredth of that across: the elastica, bent by more than half its length."""
    values, shear, close = MODELS[how]
    press = 1.2 * np.pi**2 * EJ / 4
    side = 0.01 * press

    def guess(s: np.ndarray) -> np.ndarray:
        return np.vstack([s, 0.5 * s**2, 1.2 * np.sin(np.pi * s / 2), 1.9 * np.cos(np.pi * s / 2)])

    exact = elastica(lambda s: (-press + 0 * s, side + 0 * s), shear, guess, lambda a, b: np.array([*a[:3], b[3]]))(1.0)
    assert exact[1] > 0.5
    m, _ = round_beam(2, RATIO, **values)
    hold(m, "clamped")
    m.point("tip", "b", (1.0, 0.0))
    m.force("N", "tip", (-press, side))
    found = vz.equilibrium(m, follow=True)
    assert found.stable, found.message
    assert found["tip"].y[0] == pytest.approx(exact[1], abs=close)
    assert found["tip"].x[0] == pytest.approx(exact[0], abs=close)
