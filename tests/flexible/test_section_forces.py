"""Section forces `N, Q, M` of all models against those of statics, and where the beam is held against the reaction."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vazba as vz

from .cases import hold, round_beam, vector

SIZES: dict[str, dict[str, Any]] = {
    "rfe": {"elements": 8},
    "modal": {"modes": 6, "axial": 3},
    "ancf": {"elements": 4},
}


def stations(r: vz.Result, *words: str) -> tuple[np.ndarray, ...]:
    """Where the beam is cut, and the section forces there at the last instant."""
    names = [name for name in r.names["station"] if "N" in r.station(name).quantities]
    return np.array([float(name.split("@")[1]) for name in names]), *(
        np.array([r.station(name)[word][-1] for name in names]) for word in words
    )


@pytest.mark.parametrize("model", SIZES)
def test_a_force_at_the_tip_in_the_plane(model):
    """`N = F_x`, `Q = F_y`, `M = F_y (L - x)`; at the clamp they are what it holds with."""
    m, _ = round_beam(2, 0.01, model=model, **SIZES[model])
    hold(m, "clamped")
    m.point("tip", "b", (1.0, 0.0))
    fx, fy = 3e-9, 1e-9
    m.force("F", "tip", (fx, fy))
    at = vz.equilibrium(m)
    x, n, q, moment = stations(at.result, "N", "Q", "M")
    assert n == pytest.approx(fx, rel=1e-4)
    assert q == pytest.approx(fy, rel=1e-4)
    assert moment == pytest.approx(fy * (1 - x), abs=1e-4 * fy)
    assert at.reaction("A") == pytest.approx([-fx, -fy, -fy], rel=1e-4)


@pytest.mark.parametrize("model", SIZES)
def test_forces_and_a_torque_at_the_tip_in_space(model):
    """`N, Qy, Qz, T` are the forces and the torque along the beam, `My = -F_z (L - x)`, `Mz = F_y (L - x)`; nodal beams carry no torque."""
    m, _ = round_beam(3, 0.01, model=model, **SIZES[model])
    hold(m, "clamped")
    m.point("tip", "b", (1.0, 0.0, 0.0))
    fx, fy, fz, torque = 3e-9, 1e-9, -2e-9, 0.0 if model == "ancf" else 4e-9
    m.force("F", "tip", (fx, fy, fz))
    m.torque("T", "b@1", [torque, 0, 0])
    at = vz.equilibrium(m)
    x, n, qy, qz, t, my, mz = stations(at.result, "N", "Qy", "Qz", "T", "My", "Mz")
    assert n == pytest.approx(fx, rel=1e-4)
    assert qy == pytest.approx(fy, rel=2e-4)
    assert qz == pytest.approx(fz, rel=2e-4)
    assert t == pytest.approx(torque, rel=1e-4, abs=1e-20)
    assert my == pytest.approx(-fz * (1 - x), abs=2e-13)
    assert mz == pytest.approx(fy * (1 - x), abs=2e-13)
    assert at.reaction("A") == pytest.approx([-fx, -fy, -fz, -torque, fz, -fy], abs=2e-13)


@pytest.mark.parametrize("turn", [0.0, 0.7, 2.5])
def test_section_forces_stand_in_the_axes_of_the_section(turn):
    """A beam drawn in any direction, and one whose section is turned about its axis: components along its own axes."""
    for model in SIZES:
        m = vz.Model("turned", dimension=3, gravity=(0, 0, 0))
        c, s = np.cos(turn / 2), np.sin(turn / 2)
        section = {"A": 1.0, "Jy": 1e-4, "Jz": 1e-4, "It": 2e-4}
        m.beam(
            "b",
            length=1.0,
            orientation={"quaternion": [c, s, 0, 0]},
            section=section,
            E=1.0,
            density=1.0,
            model=model,
            **SIZES[model],
        )
        m.fixed("A", "ground", "b", at=(0, 0, 0))
        m.point("tip", "b", (1.0, 0.0, 0.0))
        m.force("F", "tip", (0.0, 1e-9, 0.0))
        x, qy, qz, my, mz = stations(vz.equilibrium(m).result, "Qy", "Qz", "My", "Mz")
        fy, fz = 1e-9 * np.cos(turn), -1e-9 * np.sin(turn)
        assert qy == pytest.approx(fy, abs=2e-13), model
        assert qz == pytest.approx(fz, abs=2e-13), model
        assert my == pytest.approx(-fz * (1 - x), abs=2e-13), model
        assert mz == pytest.approx(fy * (1 - x), abs=2e-13), model


def weighed(model: str, **size: Any) -> tuple[vz.Result, float]:
    """A cantilever under its weight, along and across."""
    g = 1e-8
    m, _ = round_beam(2, 0.01, gravity=(g, -g), model=model, **size)
    return vz.equilibrium(hold(m, "clamped")).result, g


@pytest.mark.parametrize(
    ("model", "sizes", "limits", "gains"),
    [
        ("rfe", ({"elements": 8}, {"elements": 16}), (1e-5, 1e-5, 1e-5), (0.0, 0.0, 0.0)),  # right at every number of elements
        ("ancf", ({"elements": 4}, {"elements": 8}), (1e-5, 1e-5, 6e-3), (0.0, 0.0, 1.9)),  # N and Q are right at every number
        ("modal", ({"modes": 6, "axial": 3}, {"modes": 12, "axial": 6}), (0.1, 0.09, 4e-3), (0.9, 0.9, 1.9)),
    ],
)  # fmt: skip
def test_weight(model, sizes, limits, gains):
    """`N = w (L - x)`, `Q = -w (L - x)`, `M = -w (L - x)^2/2`, ends included; how the largest error falls when refined."""
    errors = []
    for size in sizes:
        r, g = weighed(model, **size)
        x, n, q, moment = stations(r, "N", "Q", "M")
        errors.append(
            [np.abs(n / g - (1 - x)).max(), np.abs(q / g + 1 - x).max(), np.abs(moment / g + (1 - x) ** 2 / 2).max()]
        )
    assert (np.array(errors[0]) < limits).all(), errors
    if any(gains):
        assert (np.log2(np.array(errors[0]) / errors[1]) > gains).all(), errors


def test_in_the_middle_of_an_element_the_transverse_force_is_right():
    r, g = weighed("ancf", elements=4)
    x, q = stations(r, "Q")
    assert q[1:-1] / g == pytest.approx(-(1 - x[1:-1]), abs=1e-4)


@pytest.mark.parametrize("model", SIZES)
def test_tension_of_a_spinning_beam(model):
    """`N = rho A W^2 (L^2 - x^2)/2`; with three axial shapes the first three terms of its cosine series, `2/3 + sum 4 (-1)^(k + 1)/(k pi)^2 cos(k pi x/L)`."""
    m, _ = round_beam(2, 0.01, model=model, damping=1.0, angular_velocity=0.02, **SIZES[model])
    m.revolute("A", "ground", "b", at=(0, 0))
    r = vz.simulate(m, until=60.0, every=10.0, rtol=1e-8, atol=1e-11)
    x, n = stations(r, "N")
    exact = 1 - x**2
    if model == "modal":
        exact = 2 / 3 + sum(4 * (-1) ** (k + 1) / (k * np.pi) ** 2 * np.cos(k * np.pi * x) for k in (1, 2))
    assert n / (0.02**2 / 2) == pytest.approx(exact, abs=7e-3)


@pytest.mark.parametrize(
    ("model", "sizes", "gain"),
    [("ancf", ({"elements": 4}, {"elements": 8}), 3.0), ("modal", ({"modes": 6}, {"modes": 12}), 3.0)],
)
def test_a_vibrating_beam_ends_in_its_clamp(model, sizes, gain):
    """A cantilever let go: the moment of its first section is that of the clamp, closer when refined; the reaction itself is that of fine rigid elements."""
    apart = []
    for size in ({"model": "rfe", "elements": 24}, *({"model": model, **size} for size in sizes)):
        m, unit = round_beam(2, 0.01, gravity=vector(2, 0.0, -1e-5), damping=2.0, **size)
        r = vz.simulate(hold(m, "clamped"), until=2.0 / unit, every=0.05 / unit, rtol=1e-7, atol=1e-10)
        if size["model"] == "rfe":
            fine = r
            continue
        for word in ("fx", "fy", "m"):
            assert r[f"A.{word}"][2:] == pytest.approx(fine[f"A.{word}"][2:], abs=3e-3 * np.abs(fine["A.fy"]).max()), (
                word
            )
        apart.append(np.abs(r.station("b@0").M + r["A.m"])[2:].max() / np.abs(r["A.m"]).max())
    assert apart[0] < 7e-3
    assert apart[1] < apart[0] / gain
