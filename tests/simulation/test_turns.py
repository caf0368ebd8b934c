"""Whole turns of joints are kept whatever goes on with the run, and wherever it starts."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

import vazba as vz

INERTIA, SPRING = 0.02, 0.05  # kg m^2, N m/rad
RATE = sqrt(SPRING / INERTIA)


def shaft(speed: float, loss: float, forward: bool = True, dimension: int = 3) -> vz.Model:
    """A fast shaft on a weak torsion spring, and beside it a light block in thick oil, which makes the model stiff: `w0/k sin(k t)`."""
    d = dimension
    m = vz.Model("shaft", dimension=d, gravity=(0,) * d)
    spin = speed if d == 2 else (0, 0, speed)
    m.body("shaft", position=(0,) * d, mass=1, inertia=INERTIA if d == 2 else (INERTIA,) * 3, angular_velocity=spin)
    axis = {} if d == 2 else {"axis": (0, 0, 1)}
    m.revolute("A", *(("ground", "shaft") if forward else ("shaft", "ground")), at=(0,) * d, **axis)
    m.spring("twist", joint="A", stiffness=SPRING)
    m.body(
        "block", position=(3, 0, 0)[:d], mass=1e-3, inertia=1e-3 if d == 2 else (1e-3,) * 3, velocity=(0.01, 0, 0)[:d]
    )
    m.prismatic("rail", "ground", "block", at=(3, 0, 0)[:d], axis=(1, 0, 0)[:d])
    m.damper("oil", joint="rail", damping=loss)
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize(("speed", "loss"), [(1000, 2.0), (1000, 20.0), (5000, 20.0), (5000, 200.0)])
def test_turns_are_kept_when_another_formulation_goes_on(
    speed: float, loss: float, forward: bool, dimension: int
) -> None:
    res = vz.simulate(shaft(speed, loss, forward, dimension), until=0.3, every=0.001, rtol=1e-8, atol=1e-8)
    assert res.status == "done"
    assert res.info["method"] == "recursive then absolute"
    assert res.info["integrator"] == "dop853 then radau"
    exact = (1 if forward else -1) * speed / RATE * np.sin(RATE * res.time)
    assert np.abs(exact).max() > 40 * np.pi  # many turns,
    np.testing.assert_allclose(res["A"].angle, exact, atol=1e-9 * speed)  # and none is lost
    np.testing.assert_allclose(
        res["twist"].force, SPRING * np.abs(exact) * np.sign(res["twist"].force), atol=1e-9 * speed
    )
