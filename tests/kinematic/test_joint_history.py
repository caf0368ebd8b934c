"""Rates, accelerations and gaps of joints as columns, and quantities that are made when they are asked for."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vazba as vz

EXAMPLES = Path(__file__).parents[2] / "examples"
STEP = 1e-3
DRIVEN = ("hooke-pair", "screw-press", "rssr", "stewart", "quick-return", "slider-crank")


def derivative(values: np.ndarray, step: float) -> np.ndarray:
    """Central differences of sixth order, without the three values at each end."""
    parts = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))
    inner = range(3, len(values) - 3)
    return np.array([sum(c * (values[i + k] - values[i - k]) for k, c in parts) for i in inner]) / step


@pytest.mark.parametrize("name", DRIVEN)
def test_rates_and_accelerations_are_derivatives(name: str) -> None:
    res = vz.kinematics(vz.load(EXAMPLES / name / f"{name}.toml"), until=0.06, every=STEP)
    looked = 0
    for joint in res.names["joint"]:
        for quantity in res.quantities("joint", joint):
            if f"{quantity}_acceleration" not in res.quantities("joint", joint):
                continue
            value, rate, acceleration = (
                res.array("joint", joint, quantity + suffix) for suffix in ("", "_rate", "_acceleration")
            )
            size = max(np.abs(rate).max(), np.abs(acceleration).max(), 1e-3)
            np.testing.assert_allclose(derivative(value, STEP), rate[3:-3], atol=2e-8 * size)
            np.testing.assert_allclose(derivative(rate, STEP), acceleration[3:-3], atol=2e-8 * size)
            looked += 1
    assert looked >= 3


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_a_pendulum_accelerates_as_it_must(method: str) -> None:
    """`I th'' = -m g l cos th` (th from the horizontal), `th'^2 = 2 m g l (sin th0 - sin th) / I`."""
    m = vz.Model("pendulum", dimension=2)
    m.body("rod", position=(0, 0), angle=0.3, mass=2, inertia=0.5, com=(1, 0))
    m.revolute("A", "ground", "rod", at=(0, 0))
    res = vz.simulate(m, until=1, every=0.05, method=method, rtol=1e-11, atol=1e-12)
    a, inertia = res.joint("A"), 0.5 + 2 * 1**2
    np.testing.assert_allclose(a.angle_acceleration, -2 * 9.81 * np.cos(res["rod"].angle) / inertia, atol=1e-9)
    np.testing.assert_allclose(
        a.angle_rate**2, 2 * 2 * 9.81 * (np.sin(0.3) - np.sin(res["rod"].angle)) / inertia, atol=1e-8
    )
    assert res.unit("A.angle_rate") == "rad/s"
    assert res.unit("A.angle_acceleration") == "rad/s^2"


def test_the_largest_gap_of_a_joint_is_that_of_the_mechanism() -> None:
    """Baumgarte's method lets joints drift a little: the largest gap of all joints is `constraint.position`."""
    m = vz.load(EXAMPLES / "four-bar-free" / "four-bar-free.toml")
    res = vz.simulate(
        m,
        until=0.5,
        every=0.05,
        method="absolute",
        integrator="dop853",
        stabilisation="baumgarte",
        rtol=1e-5,
        atol=1e-7,
    )
    drift = np.array([res.joint(name).drift for name in m.joints])
    assert drift.max() > 1e-10
    np.testing.assert_allclose(drift.max(axis=0), res.constraint.position, rtol=1e-9, atol=1e-15)
    assert res.unit("A.drift") == "m"


def test_derived_names() -> None:
    m = vz.load(EXAMPLES / "four-bar-free" / "four-bar-free.toml")
    res = vz.simulate(m, until=0.2, every=0.05)
    body = next(name for name in res.names["body"] if np.abs(res.body(name).vx).max() > 0)
    np.testing.assert_allclose(res[f"{body}.speed"], np.hypot(res[f"{body}.vx"], res[f"{body}.vy"]), rtol=1e-14)
    np.testing.assert_allclose(res[f"{body}.acceleration"], np.linalg.norm(res[body].acceleration, axis=1), rtol=1e-14)
    np.testing.assert_allclose(res["B.force"], np.linalg.norm(res.joint("B").force_vector, axis=1), rtol=1e-14)
    np.testing.assert_allclose(res["A.moment"], np.abs(res["A.m"]))
    energy = res.energy
    np.testing.assert_allclose(res["energy.total"], energy.kinetic + energy.potential + energy.elastic, rtol=1e-14)
    units = {
        f"{body}.speed": "m/s",
        f"{body}.acceleration": "m/s^2",
        "B.force": "N",
        "A.moment": "N m",
        "energy.total": "J",
    }
    assert {name: res.unit(name) for name in units} == units
    assert not set(units) & set(res.columns)  # made when they are asked for
    assert all(name in res for name in units)
    for wrong in ("energy.speed", "A.total", "B.sped"):
        assert wrong not in res
        with pytest.raises(KeyError):
            res[wrong]


def test_derived_names_in_files_and_curves(tmp_path: Path) -> None:
    m = vz.load(EXAMPLES / "four-bar-free" / "four-bar-free.toml")
    res = vz.simulate(m, until=0.2, every=0.05)
    res.save(tmp_path / "run.csv")
    table = vz.Result.load(tmp_path / "run.csv")
    np.testing.assert_allclose(table["B.force"], res["B.force"])
    np.testing.assert_allclose(table["energy.total"], res["energy.total"])
    res.save(tmp_path / "few.csv", columns=["B.force", "energy.total"])
    few = vz.Result.load(tmp_path / "few.csv")
    assert few.columns == ("time", "B.force", "energy.total")
    np.testing.assert_array_equal(few["B.force"], res["B.force"])
    figure = vz.plot(res, ["B.force", "energy.total"])
    assert len(figure.axes) == 2
    with pytest.raises(vz.ModelError, match="no column"):
        res.save(tmp_path / "few.csv", columns=["B.forse"])
