"""Mechanisms that are moved, and an account of what acts on each of their bodies."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import vazba as vz

EXAMPLES = Path(__file__).parents[2] / "examples"
G = 9.81


def platform(minimum=5.0, maximum=200.0, driven=True):
    """Case 3: a plate on three rods, held by six cables whose tensions are chosen."""
    m = vz.load(EXAMPLES / "platform-tables")
    m.forces = {}
    m.cables = {name: replace(c, actuated=True, minimum=minimum, maximum=maximum) for name, c in m.cables.items()}
    if driven:
        m.drive("xy", point="point40", x="0.15*sin(2*t)*(1-exp(-2*t*t))", y="0.1*sin(3*t)*(1-exp(-2*t*t))")
        m.drive("yaw", point="point41", y="0.1*sin(3*t)*(1-exp(-2*t*t)) + 0.05*t*t*exp(-t)")
    return m


def three_rrr(motors=True):
    """Planar parallel robot: three legs of two links carry a triangle; motors at the feet."""
    m = vz.Model("3-RRR", dimension=2)
    m.body("plate", position=(0, 0), mass=2.0, inertia=0.02)
    for k in range(3):
        turn = np.pi / 2 + 2 * np.pi * k / 3
        foot, head = 0.6 * np.array([np.cos(turn), np.sin(turn)]), 0.15 * np.array([np.cos(turn), np.sin(turn)])
        middle, d = 0.5 * (foot + head), head - foot
        side = np.array([-d[1], d[0]]) / np.linalg.norm(d)
        knee = middle + side * np.sqrt(0.3**2 - (np.linalg.norm(d) / 2) ** 2)
        m.point(f"H{k}", "plate", position=head)
        for name, a, b in (("crank", foot, knee), ("rod", knee, head)):
            angle = float(np.arctan2(*(b - a)[::-1]))
            m.body(f"{name}{k}", position=0.5 * (a + b), angle=angle, mass=0.5, inertia=0.5 * 0.3**2 / 12)
        m.revolute(f"A{k}", "ground", f"crank{k}", at=foot)
        m.revolute(f"B{k}", f"crank{k}", f"rod{k}", at=knee)
        m.revolute(f"C{k}", f"rod{k}", "plate", at=head)
        if motors:
            m.actuator(f"motor{k}", joint=f"A{k}")
    m.point("P", "plate", position=(0, 0))
    m.drive("P", point="P", x="0.08*sin(3*t)", y="0.06*(1 - cos(3*t))")
    m.drive("turn", body="plate", angle="0.2*sin(2*t)")
    return m


def stewart(acting=True):
    """The example's platform with masses; its legs pushed by actuators while its drivers tell the motion."""
    m = vz.load(EXAMPLES / "stewart" / "stewart.toml")
    heavy = {"mass": 10.0, "inertia": (0.5, 0.6, 0.9)}
    light = {"mass": 1.0, "inertia": (0.05, 0.05, 0.002)}
    m.bodies = {k: replace(b, **(heavy if k == "platform" else light)) for k, b in m.bodies.items()}
    if acting:
        for k in range(1, 7):
            m.actuator(f"push{k}", joint=f"P{k}")
    return m


def eight_cables(**bounds):
    """A box of six freedoms on eight cables from the corners of a room."""
    m = vz.Model("eight cables")
    m.body("box", position=(0.1, -0.05, 1.0), orientation={"cardan": [0.1, -0.05, 0.2]}, mass=8.0,
           inertia=(0.3, 0.25, 0.4, 0.01, 0.02, -0.01), com=(0.01, 0.02, -0.03))  # fmt: skip
    for k, (x, y, z) in enumerate((x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (0, 1)):
        m.point(f"wall{k}", "ground", position=(2.0 * x, 1.5 * y, 2.6 if z else 0.0))
        m.point(f"box{k}", "box", position=(0.2 * x, -0.15 * y, 0.1 * (1 - 2 * z)))
        m.cable(f"c{k}", [f"wall{k}", f"box{k}"], stiffness=2e4, free_length=2.0, actuated=True, **bounds)
    return m


def parts(result, name, words):
    return np.column_stack([result.column(f"{name}.{word}") for word in words])


def seven_axes():
    """The arm of seven axes of the package example-robot-data, its joints moved to and fro; and the names of these."""
    pin = pytest.importorskip("pinocchio")
    path = (
        Path(pin.__file__).parents[4]
        / "share"
        / "example-robot-data"
        / "robots"
        / "panda_description"
        / "urdf"
        / "panda.urdf"
    )
    if not path.exists():
        pytest.skip("the package example-robot-data is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", vz.VazbaWarning)
        m = vz.load(path)
    joints = [name for name, joint in m.joints.items() if joint.TYPE == "revolute"]
    assert len(joints) == 7
    for k, name in enumerate(joints):
        m.drive(name, angle=f"{-1.2 if k == 3 else 0.3} + 0.3*sin({1 + 0.3 * k}*t)")
    follower = {joint.joints[0] for joint in m.joints.values() if joint.TYPE == "gear"}  # one finger follows the other
    for name, joint in m.joints.items():
        if joint.TYPE == "prismatic" and name not in follower:
            m.drive(name, displacement=0.01)
    return m, joints
