"""Examples with elastic beams: against rigid ones, against their refinement, and by their energy."""

import copy
import itertools
from dataclasses import replace
from math import pi

import numpy as np
import pytest

import vazba as vz
from reference import laws
from reference.runs import home, let_go

from .test_planar_dynamics import FourBar

NAME = "four-bar-flexible"


def rigid(model: vz.Model) -> vz.Model:
    other = copy.copy(model)
    other.beams = {name: replace(beam, model="rigid") for name, beam in model.beams.items()}
    return other


def test_with_rigid_rods_the_torque_is_that_of_the_reduced_inertia() -> None:
    """The reference leaves out how thick the rods are: their inertia is larger by `3/4 (d/l)^2`, 5e-5 of that of the crank."""
    bar, res = FourBar(), vz.simulate(rigid(vz.load(home(NAME))), until=3.5)
    times = (0.0, 0.5, 3.0, 3.5)
    crank = laws.trapezoid(res.time, pi / 3, 40 * 2 * pi / 60, times)
    steady = np.min(np.abs(res.time[:, None] - np.array(times)), axis=1) > 1e-9
    inertia, half_slope, _, slope = bar.reduced(crank.f)
    torque = inertia * crank.dd + half_slope * crank.d**2 + slope
    assert res.driver("motor").effort[steady] == pytest.approx(torque[steady], abs=1e-4 * np.abs(torque).max())


def test_a_thousand_times_stiffer_rods_are_a_thousand_times_nearer_to_rigid_ones() -> None:
    model = vz.load(home(NAME))
    stiff = model.with_parameters(E=2.1e14, G=0.81e14, tau=1e-5)
    runs = [vz.simulate(m, until=0.6, rtol=1e-6, atol=1e-8) for m in (rigid(model), model, stiff)]
    for column in ("L.x", "L.y", "rocker.angle"):
        plain, soft, near = (res[column] for res in runs)
        assert np.abs(near - plain).max() < 3e-3 * np.abs(soft - plain).max(), column


def test_the_path_converges_with_the_second_order() -> None:
    model, paths = vz.load(home(NAME)), []
    for n in (6, 12, 24):
        paths.append(
            vz.simulate(model.with_parameters(n=n), until=1.0, every=0.01, rtol=1e-7, atol=1e-9).point("L").position
        )
    first, second = (np.abs(a - b).max() for a, b in itertools.pairwise(paths))
    assert first / second == pytest.approx(4.0, abs=0.4)


def figures(res: vz.Result, plain: vz.Result) -> np.ndarray:
    """What the README tells: how far the middle of the coupler leaves the rigid one, the torque of the motor, elastic energy, moment in the rocker."""
    away = np.linalg.norm(res.point("L").position - plain.point("L").position, axis=1)
    peaks = (away, np.abs(res["motor.effort"]), res.energy.elastic, np.abs(res["rocker@0.833333.M"]))
    return np.array([peak.max() for peak in peaks])


def test_what_the_readme_says() -> None:
    """Its numbers, which are those of rigid finite elements, against beams of shapes and of nodal coordinates: other models of the same rods."""
    model = vz.load(home(NAME))
    plain = vz.simulate(rigid(model))
    told = (0.026, 91.0, 1.7, 16.0)  # m, N m, J, N m
    found = [figures(let_go(NAME), plain)]
    for word in ("modal", "ancf"):
        other = copy.copy(model)
        other.beams = {
            name: beam if beam.model == "rigid" else replace(beam, model=word, elements=6)
            for name, beam in model.beams.items()
        }
        found.append(figures(vz.simulate(other, rtol=1e-6, atol=1e-8), plain))
    for numbers in found:
        assert numbers == pytest.approx(told, rel=0.05)
        assert numbers == pytest.approx(found[1], rel=0.035)
        assert numbers[3] / (pi * 0.01**3 / 32) == pytest.approx(170e6, rel=0.05)  # stress of the outermost fibre
    text = str(vz.check(vz.load(home(NAME))))
    assert "first bending frequency 6.289 Hz (pinned - pinned)" in text
    assert "first bending frequency 5.094 Hz (pinned - pinned)" in text
