"""Motions of drivers as inputs of `vz.linearize` and `vz.Stepper`: closed forms, differences, and small motions of runs."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.signal import cont2discrete

import vazba as vz
from vazba.linear.driven import Drives
from vazba.linear.exact import Motion
from vazba.linear.point import Point

G, MASS, ARM, ABOUT = 9.81, 2.0, 0.6, 0.3


def cart(law="0", speed=0.0, **more):
    """A pendulum under a cart that is driven along x."""
    m = vz.Model("cart", dimension=2)
    m.body("cart", mass=1, inertia=1, velocity=(speed, 0))
    m.body("bob", position=(0, -ARM), mass=MASS, inertia=ABOUT, velocity=(speed, 0))
    m.prismatic("rail", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.revolute("pin", "cart", "bob", at=(0, 0))
    m.drive("shake", joint="rail", displacement=law)
    m.actuator("motor", joint="pin", **more)
    return m


def test_a_pendulum_on_a_cart_that_is_driven():
    """`(J + m a^2) phi'' = -m g a phi - m a u'' + M`; the force of the driver is `(2 m_1 ..) u'' + m a phi''`."""
    found = vz.linearize(cart(), at="drawn", inputs=["shake", "motor"], outputs=["bob.x", "cart.vx", "shake.effort"])
    about = ABOUT + MASS * ARM**2
    assert found.states == ("pin.angle", "shake.value", "pin.angle_rate", "shake.value_rate")
    assert found.inputs == ("shake.acceleration", "motor")
    assert found.input_units == ("m/s^2", "N m")
    a, b = np.zeros((4, 4)), np.zeros((4, 2))
    a[0, 2] = a[1, 3] = 1
    a[2, 0], b[2], b[3, 0] = -MASS * G * ARM / about, [-MASS * ARM / about, 1 / about], 1
    assert pytest.approx(a, abs=1e-11) == found.A
    assert pytest.approx(b, abs=1e-11) == found.B
    c, d = np.zeros((3, 4)), np.zeros((3, 2))
    c[0, :2], c[1, 3] = [ARM, 1], 1
    c[2], d[2] = MASS * ARM * a[2], MASS * ARM * b[2] + [1 + MASS, 0]
    assert pytest.approx(c, abs=1e-8) == found.C
    assert pytest.approx(d, abs=1e-8) == found.D
    assert found.nominal == pytest.approx([0, 0])
    assert len(vz.linearize(cart(), at="drawn").states) == 2  # not without being asked for


def spatial():
    """A driven arm in space with a pendulum on a ball behind a slider, and a point driven along a line."""
    m = vz.Model("arm")
    m.body("arm", position=(0.3, 0, 0), mass=1, inertia=[0.02, 0.03, 0.04])
    m.body("slider", position=(0.6, 0.1, 0), mass=0.7, inertia=[0.01, 0.02, 0.01])
    m.body("bob", position=(0.7, 0.1, -0.4), mass=0.5, inertia=[0.02, 0.02, 0.01], angular_velocity=(0.3, -0.2, 0.5))
    m.revolute("A", "ground", "arm", at=(0, 0, 0), axis=(0.1, 0.2, 1))
    m.prismatic("B", "arm", "slider", at=(0.5, 0.1, 0), axis=(1, 0.3, 0.1))
    m.spherical("C", "slider", "bob", at=(0.7, 0.1, -0.05))
    m.drive("swing", joint="A", angle="0.3*sin(2*t)")
    m.drive("reach", joint="B", displacement="0.1*t + 0.05*t**2")
    return m


def loop():
    """Five bars in a plane, one driven by its joint, a point of another along x."""
    m = vz.Model("five bars", dimension=2)
    places = [(0, 0), (-0.2, 0.5), (0.3, 0.9), (0.8, 0.5), (0.6, 0)]
    for k in range(4):
        a, b = np.array(places[k]), np.array(places[k + 1])
        m.body(f"bar{k}", position=((a + b) / 2).tolist(), mass=1.0 + 0.3 * k, inertia=0.02 + 0.01 * k)
    bodies = ["ground", "bar0", "bar1", "bar2", "bar3", "ground"]
    for k, name in enumerate("ABCDE"):
        m.revolute(name, bodies[k], bodies[k + 1], at=places[k])
    m.drive("crank", joint="A", angle="0.4*t + 0.2*sin(3*t)")
    return m


@pytest.mark.parametrize(("make", "names"), [(spatial, ["swing", "reach"]), (loop, ["crank"])])
def test_exact_columns_are_derivatives_of_the_accelerations(make, names):
    """Along a motion, with balls, sliders and loops: tangents of the elements against differences with laws that deviate."""
    run = vz.simulate(make(), 0.4, 0.1, rtol=1e-10, atol=1e-12)
    point = Point(make(), (run, 0.4), None)
    chosen = point.inputs.named(names)
    point.inputs.set(dict(zip(chosen, point.inputs.now(chosen, point.t).tolist(), strict=True)))
    _, exact = Motion(point, chosen).rates()
    (found, _), (off, _) = Drives(point, chosen).differences(())
    assert off.max() < 1e-6
    assert np.abs(found[1]).max() > 0.01
    assert exact == pytest.approx(found, abs=1e-6 * np.abs(found).max())


def test_steps_of_a_driver_and_the_linear_model():
    """Small accelerations held over steps: the stepper's motion is that of the linear model sampled so, up to second order."""
    m = cart(law="0.2*t", speed=0.2, torque=0)
    found = vz.linearize(m, at="motion", inputs=["shake"])
    rng, dt, count = np.random.default_rng(1), 0.02, 60
    a, b, *_ = cont2discrete((found.A, found.B, found.C, found.D), dt)
    pushed = rng.normal(size=count)

    def off(size):
        stepper, x = vz.Stepper(m, rtol=1e-11, atol=1e-13), np.zeros(4)
        for w in size * pushed:
            stepper.step({"shake.acceleration": w}, dt)
            x = a @ x + b[:, 0] * w
        seen = stepper.observe(
            ["pin.angle", "rail.displacement", "pin.angle_rate", "rail.displacement_rate", "shake.value"]
        )
        here = np.array([0.0, 0.2 * count * dt, 0.0, 0.2])
        assert seen[4] == pytest.approx(seen[1], abs=1e-11)
        return np.abs(seen[:4] - here - x).max() / np.abs(x).max()

    assert off(1e-3) < 1e-6
    assert off(1e-2) == pytest.approx(100 * off(1e-3), rel=0.5)  # of third order: the pendulum is even


def test_a_driver_goes_on_from_where_it_is():
    """Value and rate are continuous; what was given is held, copies and resets too."""
    m = cart(law="0.5*t**2", torque=0)
    stepper = vz.Stepper(m, rtol=1e-10, atol=1e-12)
    assert stepper.inputs["shake.acceleration"] == "m/s^2"
    stepper.step({}, 1.0)  # as described
    stepper.step({"shake.acceleration": -2.0}, 0.5)
    assert stepper.observe(["rail.displacement", "rail.displacement_rate", "cart.ax"]) == pytest.approx(
        [0.5 + 0.5 - 0.25, 1.0 - 1.0, -2.0], abs=1e-9
    )
    other = stepper.copy()
    for one in (stepper, other):
        one.step({}, 0.5)
        assert one.observe(["rail.displacement", "rail.displacement_rate"]) == pytest.approx([0.5, -1.0], abs=1e-9)
    stepper.reset()
    stepper.step({}, 1.0)
    assert stepper.observe(["rail.displacement"]) == pytest.approx([0.5], abs=1e-9)


def test_what_cannot_be_is_told():
    with pytest.raises(vz.ModelError, match=r"'shake' is the motion of a driver.*infinite effort.*shake.acceleration"):
        vz.Stepper(cart(torque=0)).step({"shake": 0.1}, 0.1)
    m = vz.Model("gimbal", gravity=(0, 0, 0))
    m.body("top", mass=1, inertia=[1, 1, 1])
    m.spherical("S", "ground", "top", at=(0, 0, 0))
    m.drive("turn", body="top", orientation={"cardan": ["t", 0, 0]})
    with pytest.raises(vz.ModelError, match=r"driver turn is no input.*orientation"):
        vz.Stepper(m).step({"turn.acceleration_x": 0.1}, 0.1)
    with pytest.raises(vz.ModelError, match=r"driver turn is no input.*orientation"):
        vz.linearize(m, at="motion", inputs=["turn"])
