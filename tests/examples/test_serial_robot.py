"""The serial robot against the equations of Newton and Euler, taken link by link from its URDF file."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import numpy as np
import pytest

import vazba as vz
from reference.runs import EXAMPLES, let_go, near

REACH = (1.6, 0.9, -0.7, 1.2, 0.8, -2.5)
T, SPEED, G = 0.8, 1e-3, np.array([0.0, 0.0, -9.81])


def numbers(node, key, default="0 0 0"):
    return np.array([float(word) for word in (node.get(key, default) if node is not None else default).split()])


def turn(axis, angle):
    """Rodrigues' formula."""
    x, y, z = axis
    k = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) + np.sin(angle) * k + (1 - np.cos(angle)) * k @ k


def placed(origin):
    roll, pitch, yaw = numbers(origin, "rpy")
    return numbers(origin, "xyz"), turn((0, 0, 1), yaw) @ turn((0, 1, 0), pitch) @ turn((1, 0, 0), roll)


def read():
    """Joints from base to tip with what their child link weighs: (place, axis or None, mass, centre, tensor, damping, friction)."""
    root = ET.parse(EXAMPLES / "serial-robot" / "arm.urdf").getroot()
    links = {link.get("name"): link.find("inertial") for link in root.findall("link")}
    joints, chain = root.findall("joint"), []
    for before, after in pairwise(joints):
        assert before.find("child").get("link") == after.find("parent").get("link")  # one after another
    for joint in joints:
        axis = None if joint.get("type") == "fixed" else numbers(joint.find("axis"), "xyz")
        inertial, resist = links[joint.find("child").get("link")], joint.find("dynamics")
        mass, centre, tensor = 0.0, np.zeros(3), np.zeros((3, 3))
        if inertial is not None:
            mass, (centre, s) = float(inertial.find("mass").get("value")), placed(inertial.find("origin"))
            m = inertial.find("inertia")
            tensor = s @ np.diag([float(m.get(key)) for key in ("ixx", "iyy", "izz")]) @ s.T
        b, c = (float(resist.get(key)) for key in ("damping", "friction")) if resist is not None else (0.0, 0.0)
        chain.append((placed(joint.find("origin")), axis, mass, centre, tensor, b, c))
    return chain


CHAIN = read()


def efforts(q, q1, q2):
    """Outward the accelerations, inward nothing: each axis turns what `F = m (a - g)` and `N = J al + w x J w` of all links after it ask for."""
    p, s, w, al, a = np.zeros(3), np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3)
    axes, wrenches, tip, k = [], [], p, 0
    for (shift, rotation), axis, mass, centre, tensor, b, c in CHAIN:
        d = s @ shift
        p, a, s = p + d, a + np.cross(al, d) + np.cross(w, np.cross(w, d)), s @ rotation
        if axis is not None:
            z = s @ axis
            al = al + z * q2[k] + np.cross(w, z * q1[k])
            w, s = w + z * q1[k], s @ turn(axis, q[k])
            axes.append((p, z, b * q1[k] + c * q1[k] / np.hypot(q1[k], SPEED)))
            k += 1
        d, moments = s @ centre, s @ tensor @ s.T
        force = mass * (a + np.cross(al, d) + np.cross(w, np.cross(w, d)) - G)
        wrenches.append((k, p + d, force, moments @ al + np.cross(w, moments @ w)))
        tip = p
    out = [
        resist + sum(z @ (np.cross(at - p, force) + moment) for count, at, force, moment in wrenches if count > j)
        for j, (p, z, resist) in enumerate(axes)
    ]
    return np.array(out), tip


def law(t):
    """There and back by `10 u^3 - 15 u^4 + 6 u^5`: share of the reach, its rate and acceleration."""
    there = 0.1 <= t < 0.1 + T
    back = 0.3 + T <= t < 0.3 + 2 * T
    if not (there or back):
        return (1.0 if 0.1 + T <= t < 0.3 + T else 0.0), 0.0, 0.0
    u = (t - 0.1) / T if there else (t - 0.3 - T) / T
    f = u**3 * (10 - 15 * u + 6 * u * u)
    f1, f2 = 30 * u * u * (1 - u) ** 2 / T, 60 * u * (1 - u) * (1 - 2 * u) / T**2
    return (f, f1, f2) if there else (1 - f, -f1, -f2)


def test_the_drives_give_what_newton_and_euler_ask_for():
    res, reach = let_go("serial-robot"), np.array(REACH)
    expected, tips = zip(*(efforts(*(reach * x for x in law(t))) for t in res.time), strict=True)
    for k in range(6):
        drive = res.driver(f"axis_{k + 1}")
        near(drive.effort, np.array(expected)[:, k], 1e-9)
        near(drive.value, reach[k] * np.array([law(t)[0] for t in res.time]), 1e-12)
    near(res.point("tip").position, np.array(tips), 1e-12)


def test_the_same_efforts_as_commands_give_the_motion_back():
    """Direct dynamics: torques from the formula, as tables, swing the arm that is not driven."""
    reach = np.array(REACH)
    times = np.linspace(0, 0.5, 1001)
    torques = np.array([efforts(*(reach * x for x in law(t)))[0] for t in times])
    model = vz.load(EXAMPLES / "serial-robot" / "arm.urdf")
    for k in range(6):
        model.actuator(f"motor{k + 1}", joint=f"axis_{k + 1}", torque=vz.Table(tuple(times), tuple(torques[:, k])))
    res = vz.simulate(model, 0.5, 0.01)
    for k in range(6):
        wanted = reach[k] * np.array([law(t)[0] for t in res.time])
        assert np.abs(res.joint(f"axis_{k + 1}").angle - wanted).max() < 1e-6


def test_energy_comes_from_the_drives_and_goes_into_heat():
    """The arm ends as it began: what the drives put in is what dampers and friction take, from the law alone."""
    res, reach = let_go("serial-robot"), np.array(REACH)
    t = np.linspace(0, 0.4 + 2 * T, 200_001)
    rate = np.array([law(x)[1] for x in t])
    heat = 0.0
    axes = [(b, c) for _, axis, _, _, _, b, c in CHAIN if axis is not None]
    for (b, c), q in zip(axes, reach, strict=True):
        heat += np.trapezoid(b * (q * rate) ** 2 + c * (q * rate) ** 2 / np.hypot(q * rate, SPEED), t)
    assert res.energy.dissipated[-1] == pytest.approx(heat, rel=1e-6)
    assert res.energy.input[-1] == pytest.approx(heat, rel=1e-6)
