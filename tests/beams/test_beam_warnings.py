"""What is said of beams whose model leaves out what counts, held against models that do not."""

from __future__ import annotations

import re
from typing import Any

import pytest

import vazba as vz

STEEL: dict[str, Any] = {"E": 2.1e11, "G": 0.81e11, "density": 7800.0}
HELD = ("clamped - free", "pinned - pinned", "clamped - clamped", "clamped - pinned", "free - free")


def beam(held: str, thick: float, dimension: int = 2, **values: Any) -> vz.Model:
    """One metre of it, `thick` high (space: half as wide)."""
    m = vz.Model("beam", dimension=dimension, gravity=[0.0] * dimension)
    zeros = [0.0] * (dimension - 1)
    ends = [0.0, *zeros], [1.0, *zeros]
    turned = {"orientation": {"quaternion": [1, 0, 0, 0]}} if dimension == 3 else {}
    m.beam("b", *ends, section={"shape": "rectangle", "width": thick / 2, "height": thick}, **STEEL, **turned, **values)
    for k, (how, at) in enumerate(zip(held.split(" - "), ends)):
        if how == "clamped":  # the far end may draw in
            m.joint(
                "fixed" if k == 0 else "prismatic",
                f"J{k}",
                "ground",
                "b",
                at=at,
                **({} if k == 0 else {"axis": (1, 0)}),
            )
        elif how == "pinned" and k == 0:
            m.revolute("J0", "ground", "b", at=at)
        elif how == "pinned":
            m.joint("slot", f"J{k}", "b", "ground", at=at, axis=(1, 0))
    return m


def told(warnings: Any) -> tuple[float, float] | None:
    """Parts told: too stiff, and of the frequency."""
    found = [re.search(r"about ([\d.e+]+) % too stiff, its frequency ([\d.e+]+) % too high", text) for text in warnings]
    found = [match for match in found if match]
    assert len(found) <= 1
    return (float(found[0][1]) / 100, float(found[0][2]) / 100) if found else None


def first(m: vz.Model) -> float:
    return next(mode.omega for mode in vz.modes(m) if mode.kind != "free")


@pytest.mark.parametrize("held", HELD)
@pytest.mark.parametrize("slender", [5.0, 7.0])
def test_the_error_told_is_that_of_the_first_frequency(held, slender):
    """Against rigid finite elements, which shear; what rotary inertia does is left out of both (`ancf` has none: it is put beside)."""
    m = beam(held, 1 / slender, model="modal")
    found = told(vz.modes(m).warnings)
    assert found is not None
    high = first(m) / first(beam(held, 1 / slender, model="rfe", elements=40)) - 1
    assert found[1] == pytest.approx(high, rel=0.35, abs=3e-3), (found, high)


@pytest.mark.parametrize("model", ["modal", "ancf"])
def test_the_error_told_is_that_of_the_deflection(model):
    """A cantilever five times as long as thick, weighed: shear adds `w L^2/(2 kappa G A)` to `w L^4/(8 E J)`, 4 E J/(kappa G A L^2) of it."""
    m = beam("clamped - free", 0.2, model=model)
    found = told(vz.equilibrium(m).warnings)
    r = 4 * STEEL["E"] * 0.2**2 / 12 / (5 / 6 * STEEL["G"])
    assert found is not None
    assert found[0] == pytest.approx(r / (1 + r), rel=0.25)


def test_who_says_it_and_who_does_not():
    for model, thick, wanted in (
        ("modal", 0.2, True),
        ("ancf", 0.2, True),
        ("rfe", 0.2, False),
        ("modal", 0.05, False),
    ):
        m = beam("clamped - free", thick, model=model)
        for warnings in (
            vz.check(m).warnings,
            vz.modes(m).warnings,
            vz.equilibrium(m).warnings,
            vz.simulate(m, 1e-4, 1e-4).warnings,
        ):
            text = [line for line in warnings if "do not shear" in line]
            assert bool(text) == wanted, (model, thick, warnings)
            assert all('take model = "rfe"' in line and line.startswith("beam b: ") for line in text)


def test_in_space_the_plane_is_named():
    m = beam("clamped - free", 0.25, 3, model="modal")
    assert any("first bending mode along y" in text for text in vz.modes(m).warnings)


def test_a_fast_drive_shears_more():
    """A slender beam driven far above its first frequency bends in short waves."""
    m = beam("clamped - free", 0.05, model="modal", modes=12)
    m.point("tip", "b", (1.0, 0.0))
    m.force("F", "tip", (0.0, "sin(2*pi*900*t)"))
    m.simulation["until"] = 0.05
    text = [line for line in vz.check(m).warnings if "do not shear" in line]
    assert len(text) == 1
    assert "bending at " in text[0]
