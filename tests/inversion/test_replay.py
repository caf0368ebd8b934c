"""Inverse, then direct: the efforts found move the mechanism along the path they were found for."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.inversion import splines

from .mechanisms import EXAMPLES, platform, seven_axes, stewart, three_rrr

OFF = 1e-8


def off(replayed):
    assert replayed.status == "done"
    assert replayed.analysis == "replay"
    return float(max(replayed["tracking.position"].max(), replayed["tracking.angle"].max()))


def test_the_platform_with_bounded_cables():
    """Cables reach and leave their bounds on the way."""
    r = vz.inverse(platform(), until=1.5, every=0.01)
    tensions = np.column_stack([r[f"{name}.force"] for name in r.names["cable"]])
    assert 0 < (tensions == 5.0).mean() < 0.7
    replayed = vz.replay(r)
    assert off(replayed) < OFF
    assert replayed.time == pytest.approx(r.time)
    assert "driver" not in replayed.names
    assert replayed["cable71.force"] == pytest.approx(r["cable71.force"], abs=1e-6)
    assert np.abs(replayed["energy.balance"]).max() < 1e-8


def test_efforts_that_are_wrong_lead_elsewhere(monkeypatch):
    """The tracking error is seen: a thousandth more of every tension leads a tenth of a millimetre away."""
    r = vz.inverse(platform(), until=0.6, every=0.02)
    through = splines.course_through
    monkeypatch.setattr(splines, "course_through", lambda times, values, kinks: through(times, 1.001 * values, kinks))
    assert off(vz.replay(r)) > 1e-5


@pytest.mark.parametrize("motors", [True, False])
def test_a_planar_parallel_robot(motors):
    """Motors at the feet; or, without them, the drivers of the plate (a force on its point, and a torque)."""
    assert off(vz.replay(vz.inverse(three_rrr(motors), until=2, every=0.02))) < OFF


@pytest.mark.parametrize("acting", [True, False])
def test_a_stewart_platform(acting):
    assert off(vz.replay(vz.inverse(stewart(acting), until=1, every=0.02))) < OFF


def test_with_passive_springs_dampers_and_friction():
    m = three_rrr()
    m.spring("s", joint="B0", stiffness=5.0, free_angle=0.3)
    m.damper("d", joint="C1", damping=0.3)
    m.friction("rub", "A2", coefficient=0.2, radius=0.02, speed=0.05)
    r = vz.inverse(
        m, until=1.2, every=0.02
    )  # the posture is unstable: what is off grows tenfold in 0.2 s, rounding too
    assert np.abs(r["rub.effort"]).max() > 1e-3
    assert off(vz.replay(r)) < OFF


def delta():
    """That of the examples, whose motors lead its plate."""
    return vz.load(EXAMPLES / "delta" / "delta.py")


@pytest.mark.parametrize(
    "make", [delta, lambda: stewart(True), lambda: seven_axes()[0]], ids=["delta", "stewart", "seven axes"]
)
def test_spatial_ones_with_passive_springs_and_friction_in_every_pin_and_slide(make):
    m = make()
    for k, (name, joint) in enumerate(list(m.joints.items())):
        if joint.TYPE not in ("revolute", "prismatic"):
            continue
        m.spring(f"s{k}", joint=name, stiffness=5.0, damping=0.2)
        m.friction(
            f"f{k}", name, coefficient=0.05, speed=0.01, **({"radius": 0.01} if joint.TYPE == "revolute" else {})
        )
    plain, r = vz.inverse(make(), until=0.5, every=0.01), vz.inverse(m, until=0.5, every=0.01)
    which = [f"{name}.effort" for name in r.names.get("actuator") or r.names["driver"]]
    assert max(np.abs(r[name] - plain[name]).max() for name in which) > 0.01  # they do count
    assert off(vz.replay(r)) < OFF


def test_a_robot_from_a_file_with_friction_in_its_joints():
    """The arm of six axes: friction turns over within a millisecond where an axis turns back."""
    m = vz.load(EXAMPLES / "serial-robot" / "serial-robot.py")
    assert off(vz.replay(vz.inverse(m, until=0.4, every=0.01))) < OFF


def test_an_arm_of_seven_axes():
    r = vz.inverse(seven_axes()[0], until=1, every=0.02)
    assert off(vz.replay(r)) < OFF


@pytest.mark.parametrize("frame", [None, "base"])
def test_drivers_of_points_vectors_and_orientations(frame):
    m = driven_pair(frame)
    assert off(vz.replay(vz.inverse(m, until=1, every=0.02))) < OFF


def driven_pair(frame):
    """Two bodies in space that are driven all through: point, vector (in ground or body components), orientations."""
    m = vz.Model("pair")
    m.body("base", position=(0.1, 0.2, 0.3), mass=3, inertia=(0.2, 0.3, 0.4))
    m.body("b", position=(0.5, 0.2, 0.7), mass=2, inertia=(0.1, 0.2, 0.25, 0.01, 0.02, 0.03), com=(0.05, -0.02, 0.03))
    m.point("P", "base", (0.1, 0, 0.2))
    m.point("Q", "b", (0.2, 0.1, 0))
    m.point("O", "ground", (1, 1, 1))
    m.drive("place", point="P", position=["0.2 + 0.1*sin(t)", "0.1*cos(t)", "0.5 + 0.1*sin(2*t)"])
    m.drive("turn", body="base", orientation={"cardan": ["0.2 + 0.3*sin(t)", "0.1*t", "0.3*cos(t)"]})
    values = {"frame": frame} if frame else {}
    m.drive("vec", points=["P", "Q"], vector=["0.4 + 0.1*sin(t)", "0.1*cos(2*t)", "0.3 + 0.05*t"], **values)
    bodies = {"bodies": ["base", "b"]} if frame is None else {"body": "b"}
    m.drive("rel", orientation={"cardan": ["0.1*sin(2*t)", "0.2 + 0.2*t", "0.3*cos(t)"]}, **bodies)
    m.spring("s", "O", "Q", stiffness=20, free_length=0.3, damping=1)
    return m


@pytest.mark.parametrize("frame", [None, "base"])
def test_efforts_of_driver_components_by_power(frame):
    """The work of all drivers, component by component, is what the ledger of a run says it put in; and runs report the same columns."""
    from scipy.interpolate import CubicSpline

    m = driven_pair(frame)
    r, run = vz.inverse(m, until=1, every=0.005), vz.simulate(m, 1, 0.005, rtol=1e-10, atol=1e-12)
    power = np.zeros(len(r))
    for name in m.drivers:
        for axis in "xyz":
            value, effort = r[f"{name}.value_{axis}"], r[f"{name}.effort_{axis}"]
            power += effort * CubicSpline(r.time, value).derivative()(r.time)
            assert effort == pytest.approx(run[f"{name}.effort_{axis}"], abs=1e-7)
            assert r.unit(f"{name}.effort_{axis}") == ("N m" if name in ("turn", "rel") else "N")
    assert power == pytest.approx(sum(r[f"{name}.power"] for name in m.drivers), abs=1e-5)
    assert CubicSpline(r.time, power).antiderivative()(r.time) == pytest.approx(run["energy.input"], abs=1e-6)


def test_efforts_of_an_orientation_driver_against_newton_and_euler():
    """A free body turned about z alone by its first Cardan angles: `M_z = J_z phi''`, the others carry the products of inertia."""
    m = vz.Model("rotor", gravity=(0, 0, 0))
    m.body("b", mass=1.0, inertia=(0.2, 0.3, 0.5, 0.0, 0.04, 0.0))
    m.point("C", "b", (0, 0, 0))
    m.drive("place", point="C", position=[0, 0, 0])
    m.drive("turn", body="b", orientation={"cardan": [0, 0, "t**2"]})
    r = vz.inverse(m, until=1, every=0.1)
    rate, second = 2 * r.time, 2.0
    local = np.column_stack([np.full(11, -0.04 * second), -0.04 * rate**2, np.full(11, 0.5 * second)])  # D_xz = 0.04
    c, s = np.cos(r.time**2), np.sin(r.time**2)
    assert r["turn.effort_z"] == pytest.approx(local[:, 2], abs=1e-12)
    assert r["turn.effort_x"] == pytest.approx(c * local[:, 0] - s * local[:, 1], abs=1e-12)
    assert r["turn.effort_y"] == pytest.approx(s * local[:, 0] + c * local[:, 1], abs=1e-12)


def test_feedback_holds_an_unstable_posture():
    """An inverted pendulum with a wrong weight falls; with feedback it stays near the path."""
    m = vz.Model("inverted", dimension=2)
    m.body("rod", position=(0, 0.5), mass=1.0, inertia=0.1)
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.actuator("motor", joint="A")
    r = vz.inverse(m, "rest", until=2, every=0.05)
    r.model.point("tip", "rod", position=(0, 0.5))
    r.model.force("wind", "tip", [0.01, 0])
    r.info["motion"] = "result"  # as found without the wind
    free, held = vz.replay(r), vz.replay(r, feedback={"kp": 200.0, "kd": 20.0})
    assert free["tracking.angle"].max() > 0.3
    assert held["tracking.angle"].max() < 1e-4
    assert held["tracking.angle"][-1] == pytest.approx(0.01 / (200 - 9.81 * 0.5), rel=1e-2)


def test_feedback_keeps_bounds_and_cables_do_not_push():
    """A cart between two ropes of 2 N, in a wind of 6 N: the gains ask the lee rope to push. It goes slack, and the other holds within its bound:
    at rest where `2 + kp x = 6`."""
    m = vz.Model("cart", dimension=2)
    m.body("cart", mass=1.0, inertia=0.1)
    m.prismatic("rail", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.point("C", "cart", (0, 0))
    for name, x in (("left", -1.0), ("right", 1.0)):
        m.point(f"end {name}", "ground", (x, 0))
        m.cable(name, (f"end {name}", "C"), stiffness=1e4, free_length=0.9, actuated=True, maximum=9.0)
    m.drive("hold", joint="rail", displacement=0.0)
    r = vz.inverse(m, until=4, every=0.05, level=2.0)
    assert r["left.force"] == pytest.approx(2.0)
    r.model.force("wind", "C", [6, 0])
    r.info["motion"] = "result"  # as found without the wind
    held = vz.replay(r, feedback={"kp": 100.0, "kd": 20.0}, rtol=1e-8, atol=1e-10)
    assert held["right.force"].min() == 0.0
    assert held["left.force"].max() <= 9.0
    assert held["cart.x"][-1] == pytest.approx(0.04, rel=1e-5)
    assert held["left.force"][-1] == pytest.approx(6.0, rel=1e-5)
    stronger = vz.replay(r, feedback={"kp": 4000.0, "kd": 400.0}, rtol=1e-8, atol=1e-10)
    assert stronger["left.force"].max() <= 9.0
    assert stronger["right.force"].min() >= 0.0


def test_a_saved_result_is_replayed(tmp_path):
    r = vz.inverse(three_rrr(), until=0.5, every=0.05)
    r.save(tmp_path / "found.nc")
    again = vz.Result.load(tmp_path / "found.nc")
    assert again.analysis == "inverse"
    assert off(vz.replay(again)) < OFF
