"""Inverse kinematics against closed forms of planar arms, and the nearest posture against another package's constrained minimum (SciPy)."""

from __future__ import annotations

from math import atan2, hypot

import numpy as np
import pytest
from scipy.optimize import minimize

import vazba as vz


def arm(lengths: tuple[float, ...]) -> vz.Model:
    """A planar arm along x, its tip a point."""
    m, before, x = vz.Model("arm", dimension=2), "ground", 0.0
    for k, length in enumerate(lengths):
        m.body(f"b{k}", position=(x, 0), mass=1, inertia=0.1)
        m.revolute(f"J{k}", before, f"b{k}", at=(x, 0))
        before, x = f"b{k}", x + length
    m.point("tip", before, (lengths[-1], 0))
    return m


def tip(q: np.ndarray, lengths: tuple[float, ...]) -> np.ndarray:
    turn = np.cumsum(q)
    return np.array([np.cos(turn) @ lengths, np.sin(turn) @ lengths])


def test_two_links_have_the_textbook_angles() -> None:
    lengths, target = (0.8, 0.6), (0.5, 0.7)
    found = vz.inverse_kinematics(arm(lengths), "tip", target, start={"J1.angle": 1.0})
    r = hypot(*target)
    elbow = np.arccos((r**2 - 0.8**2 - 0.6**2) / (2 * 0.8 * 0.6))
    shoulder = atan2(target[1], target[0]) - atan2(0.6 * np.sin(elbow), 0.8 + 0.6 * np.cos(elbow))
    assert found.reached
    assert found.values == {"J0.angle": pytest.approx(shoulder, abs=1e-9), "J1.angle": pytest.approx(elbow, abs=1e-9)}
    assert found.distance < 1e-9


def test_beyond_reach_it_says_how_far_and_why() -> None:
    found = vz.inverse_kinematics(arm((0.8, 0.6)), "tip", (3.0, 4.0))
    assert found.status == "unreachable"
    assert found.distance == pytest.approx(5.0 - 1.4, abs=1e-6)
    assert "tip cannot be brought to its target: it comes no closer than 3.6 m" in found.message
    assert "beyond its reach" in found.message


def test_a_redundant_arm_moves_as_little_as_it_can() -> None:
    """Five links, a point only: the same posture as a constrained minimum by another package."""
    lengths, target = (0.5, 0.4, 0.4, 0.3, 0.2), np.array([0.7, 0.9])
    start = np.array([0.3, 0.2, -0.4, 0.6, 0.1])
    found = vz.inverse_kinematics(arm(lengths), "tip", target, start=start)
    other = minimize(
        lambda q: ((q - start) ** 2).sum(), start, jac=lambda q: 2 * (q - start), method="SLSQP",
        constraints={"type": "eq", "fun": lambda q: tip(q, lengths) - target}, options={"ftol": 1e-15, "maxiter": 500},
    )  # fmt: skip
    assert tip(found.q, lengths) == pytest.approx(target, abs=1e-9)
    assert ((found.q - start) ** 2).sum() == pytest.approx(other.fun, rel=1e-6)
    assert found.q == pytest.approx(other.x, abs=1e-4)


def test_limits_of_joints_are_kept() -> None:
    lengths, target, start = (0.5, 0.4, 0.4), np.array([0.4, 0.9]), np.array([0.3, 0.2, 0.1])
    limits = {"J1.angle": (-0.2, 0.7), "J2.angle": (None, None)}
    found = vz.inverse_kinematics(arm(lengths), "tip", target, start=start, limits=limits)
    other = minimize(
        lambda q: ((q - start) ** 2).sum(), start, method="SLSQP", bounds=[(None, None), (-0.2, 0.7), (None, None)],
        constraints={"type": "eq", "fun": lambda q: tip(q, lengths) - target}, options={"ftol": 1e-15},
    )  # fmt: skip
    assert other.success
    assert found.q == pytest.approx(other.x, abs=1e-4)
    assert found.at_limits == ("J1.angle",)
    assert vz.inverse_kinematics(arm(lengths), "tip", target, start=start, limits=False).at_limits == ()


def test_limits_that_keep_it_away_are_named() -> None:
    m = arm((0.8, 0.6))
    m.limit("stop", joint="J1", lower=-0.5, upper=0.5, stiffness=100)
    found = vz.inverse_kinematics(m, "tip", (0.0, 0.3))
    assert found.status == "unreachable"
    near = hypot(0.8 + 0.6 * np.cos(0.5), 0.6 * np.sin(0.5))
    assert found.distance == pytest.approx(near - 0.3, abs=1e-6)
    assert "limits of the joints keep it: J1.angle stands at" in found.message


def test_orientations_and_held_joints() -> None:
    """Position and angle of the last link of three are two links to its foot; with one joint held only the angle is left."""
    lengths = (0.5, 0.4, 0.3)
    m = arm(lengths)
    found = vz.inverse_kinematics(m, "tip", (0.4, 0.5), 1.2, start=(0.2, 0.9, 0.1))
    assert found.q.sum() == pytest.approx(1.2, abs=1e-9)
    assert tip(found.q, lengths) == pytest.approx([0.4, 0.5], abs=1e-9)
    only = vz.inverse_kinematics(m, "tip", orientation=1.2, start=(0.2, 0.9, 0.1), hold=["J0", "J2.angle"])
    assert only.q == pytest.approx([0.2, 0.9, 0.1])
    bent = vz.inverse_kinematics(m, "tip", orientation=1.5, start=(0.2, 0.9, 0.1))
    assert bent.q == pytest.approx([0.3, 1.0, 0.2], abs=1e-8)  # shared by all three


def test_closed_loops_stay_closed() -> None:
    """The coupler point of a parallelogram moves on a circle: targets on it are reached with the linkage closed."""
    m = vz.Model("parallelogram", dimension=2)
    for name, x in (("crank", 0.0), ("rocker", 1.0)):
        m.body(name, position=(x, 0), angle="80*deg", mass=1, inertia=0.1)
        m.revolute(f"{name}_foot", "ground", name, at=(x, 0))
    top = np.array([np.cos(np.deg2rad(80)), np.sin(np.deg2rad(80))]) * 0.5
    m.body("coupler", position=top, mass=1, inertia=0.1)
    m.revolute("B", "crank", "coupler", at=top)
    m.revolute("C", "rocker", "coupler", at=top + (1, 0))
    m.point("P", "coupler", (0.4, 0.2))
    angle = np.deg2rad(50)
    found = vz.inverse_kinematics(m, "P", (0.5 * np.cos(angle) + 0.4, 0.5 * np.sin(angle) + 0.2))
    assert found.reached
    assert found.values["crank_foot.angle"] == pytest.approx(angle, abs=1e-8)
    assert found.values["rocker_foot.angle"] == pytest.approx(angle, abs=1e-8)
    assert not vz.inverse_kinematics(m, "P", (0.5 * np.cos(angle) + 0.4, 0.5 * np.sin(angle) + 0.25)).reached


@pytest.mark.parametrize(
    ("given", "error", "words"),
    [
        ({"start": {"J9.angle": 1}}, vz.ModelError, "'J9.angle' is no coordinate of the tree of joints; did you mean"),
        ({"limits": {"J.angle": (0, 1)}}, vz.ModelError, "'J.angle' is no coordinate"),
        ({"limits": {"J0.angle": (1, 0)}}, ValueError, "lower = 1 is above upper = 0"),
        ({"hold": ["J0", "J1"]}, ValueError, "nothing is left to move"),
        ({"hold": "J5"}, vz.ModelError, "'J5' is neither a joint nor a coordinate"),
        ({"orientation": "up"}, ValueError, "could not convert|is not understood"),
        ({"position": (1, 2, 3)}, ValueError, "is not 2 numbers"),
        ({"position": None}, ValueError, "neither position nor orientation"),
    ],
)
def test_what_is_wrong_is_said(given: dict, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        vz.inverse_kinematics(arm((0.8, 0.6)), "tip", **({"position": (1, 0)} | given))
