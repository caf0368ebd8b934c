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


def test_what_the_readme_says() -> None:
    res, plain = let_go(NAME), vz.simulate(rigid(vz.load(home(NAME))))
    away = np.linalg.norm(res.point("L").position - plain.point("L").position, axis=1)
    assert away.max() == pytest.approx(0.026, abs=0.001)
    assert np.abs(res["motor.effort"]).max() == pytest.approx(91, abs=1)
    assert np.abs(plain["motor.effort"]).max() == pytest.approx(60, abs=1)
    assert res.energy.elastic.max() == pytest.approx(1.7, abs=0.1)
    moment = np.abs(res["rocker@0.833333.M"]).max()
    assert moment == pytest.approx(16, abs=0.5)
    assert moment / (pi * 0.01**3 / 32) == pytest.approx(170e6, rel=0.03)
    text = str(vz.check(vz.load(home(NAME))))
    assert "first bending frequency 6.289 Hz (pinned - pinned)" in text
    assert "first bending frequency 5.094 Hz (pinned - pinned)" in text
