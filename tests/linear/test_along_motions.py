"""`vz.linearize` along motions: a rotor's whirl in closed form, and a driven closed loop against accelerations of runs."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz


@pytest.mark.parametrize("carriage", [0.0, 0.1])
@pytest.mark.parametrize("spin", [5.0, 30.0])
def test_whirl_of_a_rotating_shaft(carriage, spin):
    """A disc on springs in axes that turn with W: `(m + c) x'' - 2 m W y' + (k - (m + c) W^2) x = 0`, `m y'' + 2 m W x' + (k - m W^2) y = 0`.

    Without the carriage: `s = +-i (w_0 +- W)`, the whirl seen from the shaft.
    """
    mass, k = 2.0, 800.0
    m = vz.Model("shaft", dimension=2, gravity=(0, 0))
    m.body("shaft", position=(0, 0), mass=1, inertia=0.1)
    m.body("carriage", position=(0, 0), mass=carriage, inertia=0.01)
    m.body("disc", position=(0, 0), mass=mass, inertia=0.3)
    m.revolute("bearing", "ground", "shaft", at=(0, 0))
    m.prismatic("x", "shaft", "carriage", at=(0, 0), axis=(1, 0))
    m.prismatic("y", "carriage", "disc", at=(0, 0), axis=(0, 1))
    for joint in ("x", "y"):
        m.spring(f"k{joint}", joint=joint, stiffness=k)
    m.drive("turn", joint="bearing", angle={"polynomial": [0.0, spin]})
    found = vz.linearize(m, at="motion")
    both = mass + carriage
    expected = np.zeros((4, 4))
    expected[:2, 2:] = np.eye(2)
    expected[2, 0], expected[2, 3] = spin**2 - k / both, 2 * mass * spin / both
    expected[3, 1], expected[3, 2] = spin**2 - k / mass, -2 * spin
    assert found.states[:2] == ("x.displacement", "y.displacement")
    assert pytest.approx(expected, abs=1e-10) == found.A
    assert found.steady
    if not carriage:
        w = np.sqrt(k / mass)
        assert np.sort(found.eigenvalues.imag) == pytest.approx(
            np.sort([w + spin, w - spin, -w - spin, spin - w]), rel=1e-9
        )


@pytest.mark.parametrize("at", ["auto", "motion"])
def test_a_massless_body_that_nothing_holds_has_no_linear_model(at):
    """A slider without mass on a spring: no acceleration follows from its displacement."""
    m = vz.Model("slider", dimension=2)
    m.body("bob", position=(0, -1), mass=1, inertia=0.1)
    m.body("slider", position=(1, 0), mass=0, inertia=0)
    m.revolute("pin", "ground", "bob", at=(0, 0))
    m.prismatic("rail", "ground", "slider", at=(1, 0), axis=(1, 0))
    m.spring("k", joint="rail", stiffness=10)
    with pytest.raises(vz.SolveError, match="body slider has no mass"):
        vz.linearize(m, at=at)


def test_a_driven_closed_loop():
    """A four-bar whose crank is driven, with a pendulum on its coupler: A is the derivative of the pendulum's acceleration in runs that start nearby."""
    m = vz.Model("driven loop", dimension=2)
    m.body("crank", position=(0, 0.1), angle=np.pi / 2, mass=1, inertia=0.01)
    m.body("coupler", position=(0.5, 0.3), mass=1.5, inertia=0.1)
    m.body("rocker", position=(1, 0.2), angle=np.pi / 2, mass=1, inertia=0.02)
    m.body("bob", position=(0.5, 0.0), mass=0.7, inertia=0.03)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "coupler", at=(0, 0.2))
    m.revolute("C", "coupler", "rocker", at=(1, 0.4))
    m.revolute("D", "rocker", "ground", at=(1, 0))
    m.revolute("P", "coupler", "bob", at=(0.5, 0.3))
    m.damper("d", joint="P", damping=0.05)
    m.drive("turn", joint="A", angle="4*t + 0.3*sin(5*t)")
    run = vz.simulate(m, 0.4, 0.1, rtol=1e-11, atol=1e-12)
    found = vz.linearize(m, at=(run, 0.4))
    assert found.states == ("P.angle", "P.angle_rate")
    here = {name: float(run[name][-1]) for name in found.states}

    def quick(name, part):
        start = here | {name: here[name] + part}
        return vz.simulate(m, 0.401, 0.001, start=start, start_time=0.4, rtol=1e-11)["P.angle_acceleration"][0]

    for column, name in enumerate(found.states):
        slopes = [(quick(name, h) - quick(name, -h)) / (2 * h) for h in (0.02, 0.01)]
        assert found.A[1, column] == pytest.approx((4 * slopes[1] - slopes[0]) / 3, abs=1e-6)
    assert not found.steady
