"""Joints, cables, springs, bushings, loads and drivers at stations of modal and nodal beams act as on rigid finite elements."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import vazba as vz
from beams.test_attaching import ATTACHED, hung

SIZES: dict[str, dict[str, Any]] = {"modal": {"modes": 5, "axial": 2}, "ancf": {"elements": 5}}


def run(what: str, dimension: int, model: str, **size: Any) -> vz.Result:
    """A soft beam falling from its pin, with something attached; a fifth of a second."""
    m = hung(dimension, model=model, **size)
    ATTACHED[what](m, dimension)
    r = vz.simulate(m, until=0.2, every=0.02, rtol=1e-7, atol=1e-9)
    assert r.status == "done"
    return r


@cache
def elements(what: str, dimension: int) -> vz.Result:
    return run(what, dimension, "rfe", elements=24 if dimension == 2 else 12)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("model", SIZES)
@pytest.mark.parametrize("what", ATTACHED)
def test_it_acts_as_on_rigid_elements(what, model, dimension):
    """The tip, which moves by 0.05 to 0.27 m, is where rigid elements say to 2.5 mm; what is put in is accounted for."""
    r = run(what, dimension, model, **SIZES[model])
    moved = max(np.ptp(r.energy.kinetic), np.ptp(r.energy.elastic), 1.0)
    assert np.abs(r.energy.balance).max() < 1e-8 * moved
    if what == "torque" and dimension == 3:
        pytest.skip(
            "this torque also turns the beam about its axis: nodal beams do not know that motion, rigid elements ring in it"
        )
    other = elements(what, dimension)
    for word in ("x", "y"):
        assert r[f"b@1.{word}"] == pytest.approx(other[f"b@1.{word}"], abs=2.5e-3), word
    for name in ("P", "w", "c", "s"):
        for word in ("x", "y", "length"):
            if f"{name}.{word}" in r:
                assert r[f"{name}.{word}"] == pytest.approx(other[f"{name}.{word}"], abs=2.5e-3), (name, word)
    for name in ("c", "s", "d"):
        if f"{name}.force" in r:
            assert r[f"{name}.force"] == pytest.approx(other[f"{name}.force"], abs=0.5), name


COARSE_AND_FINE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "ancf": ({"elements": 3}, {"elements": 8}),
    "modal": ({"modes": 4, "axial": 2}, {"modes": 14, "axial": 6}),
}


@pytest.mark.parametrize("model", COARSE_AND_FINE)
@pytest.mark.parametrize("what", ["joint", "bushing"])
def test_refined_they_come_together(what, model):
    """Moments inside a beam bend it sharply there: more shapes and elements follow."""
    best = run(what, 2, "rfe", elements=64)["b@1.y"]
    far, near = (np.abs(run(what, 2, model, **size)["b@1.y"] - best).max() for size in COARSE_AND_FINE[model])
    assert near < 1e-3
    assert near < 0.5 * far


def test_a_driver_turns_an_interior_section():
    """The section in the middle is turned as it is told; the effort of the driver makes the moment jump there, which smooth shapes follow slowly:
    with the first order."""
    efforts = []
    ways = [("rfe", {"elements": 48}), ("ancf", {"elements": 6}), ("modal", {"modes": 10}), ("modal", {"modes": 20})]
    for model, size in ways:
        m = hung(2, model=model, **size)
        m.drive("turn", body="b@0.5", angle="0.2*sin(8*t)")
        r = vz.simulate(m, until=0.4, every=0.02, rtol=1e-8, atol=1e-10)
        assert np.abs(r.energy.balance).max() < 1e-9
        efforts.append(r["turn.effort"])
    nodes, few, many = (np.abs(effort - efforts[0]).max() / np.ptp(efforts[0]) for effort in efforts[1:])
    assert nodes < 2e-3
    assert many < 0.025
    assert few / many == pytest.approx(2.0, abs=0.3)


def test_a_four_bar_of_all_models():
    """Crank, coupler and rocker each of another model, joined to each other: the same as all of rigid elements."""
    ways = {"mixed": ("ancf", "modal", "rfe"), "turned": ("rfe", "ancf", "modal"), "rfe": ("rfe", "rfe", "rfe")}
    found = {}
    size = {"rfe": {"elements": 16}, "modal": {"modes": 6, "axial": 3}, "ancf": {"elements": 5}}
    for name, (crank, coupler, rocker) in ways.items():
        m = vz.Model("four-bar", dimension=2)
        steel = {"section": {"shape": "round", "diameter": 0.02}, "E": 2e9, "density": 2000.0, "damping": 2e-3}
        m.beam("crank", (0, 0), (0, 0.3), model=crank, **steel, **size[crank])
        m.beam("coupler", (0, 0.3), (0.9, 0.6), model=coupler, **steel, **size[coupler])
        m.beam("rocker", (0.8, 0), (0.9, 0.6), model=rocker, **steel, **size[rocker])
        m.revolute("A", "ground", "crank", at=(0, 0))
        m.revolute("B", "crank", "coupler", at=(0, 0.3))
        m.revolute("C", "coupler", "rocker", at=(0.9, 0.6))
        m.revolute("D", "ground", "rocker", at=(0.8, 0))
        m.point("L", "coupler", (0.4, 0.0))
        m.drive("A", angle="3*t**2")
        found[name] = vz.simulate(m, until=1.0, every=0.05, rtol=1e-7, atol=1e-9)
        assert np.abs(found[name].energy.balance).max() < 1e-6
        assert np.abs(found[name].constraint.position).max() < 1e-9
    for name in ("mixed", "turned"):
        for word in ("x", "y"):
            assert found[name][f"L.{word}"] == pytest.approx(found["rfe"][f"L.{word}"], abs=2e-3)
        size_of = np.abs(found["rfe"]["C.fx"]).max()
        assert found[name]["C.fx"][2:] == pytest.approx(found["rfe"]["C.fx"][2:], abs=0.03 * size_of)
