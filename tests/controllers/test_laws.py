"""PD and computed torque against closed forms and against each other; sampled controllers against their recursion in discrete time."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

METHODS = ("absolute", "recursive", "minimal")
MASS = 2.0


def slider(**values):
    """A mass on a guide, without weight."""
    m = vz.Model("slider", dimension=2, gravity=(0, 0))
    m.body("b", mass=MASS, inertia=1.0)
    m.prismatic("P", "ground", "b", at=(0, 0), axis=(1, 0))
    if values:
        m.controller("pd", "hold", joint="P", **values)
    return m


def two_links():
    """A double pendulum with a spring and a damper."""
    m = vz.Model("arm", dimension=2)
    m.body("u", position=(0.4, 0), mass=3.0, inertia=0.2)
    m.body("l", position=(1.1, 0), mass=2.0, inertia=0.1)
    m.revolute("A", "ground", "u", at=(0, 0))
    m.revolute("B", "u", "l", at=(0.8, 0))
    m.spring("s", joint="B", stiffness=7.0, free_angle=0.3)
    m.damper("d", joint="A", damping=1.5)
    return m


@pytest.mark.parametrize("method", METHODS)
def test_pd_is_the_damped_oscillator(method):
    kp, kd, target = 50.0, 4.0, 0.7
    res = vz.simulate(slider(target=target, kp=kp, kd=kd), 2, 0.1, method=method, rtol=1e-10, atol=1e-12)
    decay, t = kd / (2 * MASS), res.time
    w = np.sqrt(kp / MASS - decay**2)
    expected = target * (1 - np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t)))
    assert np.abs(res["P.displacement"] - expected).max() < 1e-9
    assert np.allclose(res["hold.value"], expected, atol=1e-9)
    assert np.allclose(res["hold.effort"], MASS * res["P.displacement_acceleration"], atol=1e-7)
    assert np.allclose(res["hold.power"], res["hold.effort"] * res["hold.rate"])
    assert np.abs(res["energy.balance"]).max() < 1e-8
    assert np.allclose(res["energy.input"], res["energy.kinetic"], atol=1e-8)


def test_target_rate_and_feedforward_follow_a_moving_target_exactly():
    """With the acceleration fed forward a start on the target stays on it."""
    m = slider(target="0.2*t + 0.1*t**2", kp=30.0, kd=5.0, feedforward=0.2 * MASS)
    res = vz.simulate(m, 1, 0.1, start={"P.displacement_rate": 0.2}, rtol=1e-10, atol=1e-12)
    assert np.abs(res["P.displacement"] - 0.2 * res.time - 0.1 * res.time**2).max() < 1e-10


def test_limit_is_a_constant_effort():
    res = vz.simulate(slider(target=100.0, kp=10.0, limit=3.0), 1, 0.1)
    assert np.abs(res["P.displacement"] - 0.5 * 3.0 / MASS * res.time**2).max() < 1e-10
    assert np.all(res["hold.effort"] == 3.0)


def hanging(**values):
    """A weight on a cable, held at a length by a controller."""
    m = vz.Model("winch", dimension=2, gravity=(0, -10.0))
    m.body("b", position=(0, -1), mass=MASS, inertia=1.0)
    m.prismatic("P", "ground", "b", at=(0, -1), axis=(0, 1))
    m.point("top", "ground", (0, 0))
    m.point("hook", "b", (0, 0))
    m.cable("rope", ("top", "hook"), stiffness=1e5, free_length=0.2)  # its own law would pull with 4e5 N
    m.controller("pd", "hold", cable="rope", target=1.0, **values)
    return m


def test_a_cable_is_pulled_by_its_controller_alone_and_never_pushed():
    kp, kd = 200.0, 8.0
    res = vz.simulate(hanging(kp=kp, kd=kd), 1.0, 0.05, rtol=1e-10, atol=1e-12)
    sag, decay = MASS * 10.0 / kp, kd / (2 * MASS)
    w = np.sqrt(kp / MASS - decay**2)
    length = 1 + sag * (1 - np.exp(-decay * res.time) * (np.cos(w * res.time) + decay / w * np.sin(w * res.time)))
    assert np.abs(res["rope.length"] - length).max() < 1e-9
    assert np.allclose(res["rope.force"], res["hold.effort"])
    assert np.allclose(res["rope.force"], kp * (length - 1) + kd * res["rope.rate"], atol=1e-7)
    thrown = vz.simulate(hanging(kp=kp, kd=kd), 0.5, 0.05, start={"P.displacement_rate": 5.0})
    assert thrown["rope.force"].min() == 0.0
    flying = thrown["rope.force"] == 0.0
    assert np.allclose(thrown["b.ay"][flying], -10.0)


@pytest.mark.parametrize("method", METHODS)
def test_a_sampled_pd_is_its_recursion(method):
    """Between two looks the acceleration is constant: the motion in discrete time is exact."""
    kp, kd, target, every, x, v = 90.0, 12.0, 0.5, 0.02, 0.0, 0.0
    res = vz.simulate(slider(target=target, kp=kp, kd=kd, every=every), 1, every, method=method)
    for k in range(50):
        assert abs(res["P.displacement"][k] - x) < 1e-11
        effort = kp * (target - x) - kd * v
        assert abs(res["hold.effort"][k] - effort) < 1e-9
        x, v = x + every * v + 0.5 * every**2 * effort / MASS, v + every * effort / MASS
    assert np.abs(res["energy.balance"]).max() < 1e-11


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("every", [None, 0.005])
def test_outputs_do_not_change_a_bit(method, every):
    def last(step):
        m = two_links()
        m.controller("computed_torque", "ct", targets={"A": "0.3*sin(2*t)", "B": 0.2}, kp=100, kd=20, every=every)
        return vz.simulate(m, 0.2, step, method=method)

    few, many = last(0.2), last(0.0013)
    for name in ("A.angle", "B.angle_rate", "energy.input"):
        assert few[name][-1] == many[name][-1]


@pytest.mark.parametrize("method", METHODS)
def test_computed_torque_leaves_the_error_a_linear_oscillator(method):
    """`e'' + kd e' + kp e = 0` in every joint, whatever gravity, springs, dampers and coupling do."""
    m = two_links()
    m.controller(
        "computed_torque",
        "ct",
        targets={"A": "0.4*sin(t)", "B": "0.3 - 0.1*t"},
        kp={"A": 25, "B": 49},
        kd={"A": 10, "B": 14},
    )
    res = vz.simulate(m, 1, 0.05, method=method, start={"A.angle": 0.2, "B.angle": -0.1}, rtol=1e-10, atol=1e-12)
    t = res.time
    for joint, target, rate, root in (("A", 0.4 * np.sin(t), 0.4, 5.0), ("B", 0.3 - 0.1 * t, -0.1, 7.0)):
        e0, e1 = target[0] - res[f"{joint}.angle"][0], rate
        expected = (e0 + (e1 + root * e0) * t) * np.exp(-root * t)
        assert np.abs(target - res[f"{joint}.angle"] - expected).max() < 1e-8
    assert np.abs(res["energy.balance"]).max() < 1e-7


def five_bar():
    m = vz.Model("five-bar", dimension=2)
    places = {
        "a": ((0, 0), (-0.2, 0.9)),
        "b": ((-0.2, 0.9), (0.5, 1.6)),
        "c": ((0.5, 1.6), (1.2, 0.9)),
        "d": ((1.2, 0.9), (1, 0)),
    }
    for name, (p, q) in places.items():
        m.body(name, position=np.mean([p, q], axis=0).tolist(), mass=1.0, inertia=0.1)
    ends = [
        ("A", "ground", "a", (0, 0)),
        ("B", "a", "b", (-0.2, 0.9)),
        ("C", "b", "c", (0.5, 1.6)),
        ("D", "c", "d", (1.2, 0.9)),
        ("E", "d", "ground", (1, 0)),
    ]
    for name, one, other, at in ends:
        m.revolute(name, one, other, at=at)
    return m


@pytest.mark.parametrize("method", METHODS)
def test_computed_torque_of_a_closed_loop(method):
    m = five_bar()
    m.controller("computed_torque", "ct", targets={"A": "0.1*sin(3*t)", "E": 0.05}, kp=100, kd=20)
    res = vz.simulate(m, 0.5, 0.05, method=method, rtol=1e-10, atol=1e-12)
    t = res.time
    expected = -0.3 * t * np.exp(-10 * t)
    assert np.abs(res["A.angle"] - 0.1 * np.sin(3 * t) - expected).max() < 1e-8
    assert np.abs(0.05 - res["E.angle"] - (0.05 + 0.5 * t) * np.exp(-10 * t)).max() < 1e-8


def test_joints_that_depend_on_each_other_are_told():
    m = five_bar()
    m.controller("computed_torque", "ct", targets={"A": 0, "B": 0, "E": 0}, kp=100, kd=20)
    with pytest.warns(vz.VazbaWarning):
        res = vz.simulate(m, 0.5, 0.05)
    assert res.status == "failed"
    assert "controller ct" in res.message
    assert "independently" in res.message


def test_friction_is_not_known_to_computed_torque_but_inverse_agrees_without_it():
    """The efforts of a run on the path are those of inverse dynamics."""
    m = two_links()
    m.controller("computed_torque", "ct", targets={"A": "0.2*t**2", "B": "0.1*t**3"}, kp=100, kd=20)
    res = vz.simulate(m, 1, 0.1, rtol=1e-11, atol=1e-12)
    driven = two_links()
    driven.drive("A", angle="0.2*t**2")
    driven.drive("B", angle="0.1*t**3")
    wanted = vz.inverse(driven, until=1, every=0.1)
    for joint in "AB":
        assert np.abs(res[f"ct_{joint}.effort"] - wanted[f"{joint}.effort"]).max() < 1e-7


def test_pd_holds_in_statics_as_a_spring_does():
    """Sampled ones too: at rest there is nothing to be held over."""
    for every in (None, 0.01):
        m = two_links()
        m.controller("pd", "one", joint="A", target=0.1, kp=60.0, every=every)
        springs = two_links()
        springs.spring("k", joint="A", stiffness=60.0, free_angle=0.1)
        a, b = vz.equilibrium(m), vz.equilibrium(springs)
        assert abs(a.result["A.angle"][-1] - b.result["A.angle"][-1]) < 1e-9
        found, expected = vz.modes(m, at="equilibrium"), vz.modes(springs, at="equilibrium")
        assert np.allclose(found.eigenvalues, expected.eigenvalues, rtol=1e-6)
