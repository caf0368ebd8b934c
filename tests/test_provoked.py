"""Messages that the page on troubleshooting quotes, provoked by small models: the program says them, and the page explains them."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.cli.checking import _meaning
from vazba.result.difference import Difference

PAGE = (Path(__file__).parents[1] / "docs" / "troubleshooting.md").read_text(encoding="utf-8")


def pin(angle: object = None, **values: object) -> vz.Model:
    m = vz.Model("pin", dimension=2)
    m.body("arm", mass=1, inertia=1, com=(0.5, 0), **values)
    m.revolute("A", "ground", "arm", at=(0, 0))
    if angle is not None:
        m.drive("d", joint="A", angle=angle)
    return m


def four_bar(a: float, b: float, c: float, d: float, crank: float, **drive: object) -> vz.Model:
    """Pins at the origin and at (d, 0); the rocker is drawn where it belongs, or as near as can be."""
    m = vz.Model("four-bar", dimension=2)
    p, q = a * np.array([np.cos(crank), np.sin(crank)]), np.array([d, 0.0])
    r = float(np.hypot(*(q - p)))
    turn = np.arctan2(*(q - p)[::-1]) + np.arccos(np.clip((b * b + r * r - c * c) / (2 * b * r), -1, 1))
    s = p + b * np.array([np.cos(turn), np.sin(turn)])
    for name, (u, v) in {"crank": (np.zeros(2), p), "rod": (p, s), "rocker": (q, s)}.items():
        m.body(name, position=tuple(u), angle=float(np.arctan2(*(v - u)[::-1])), mass=1, inertia=0.1)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.point("B1", "crank", (a, 0))
    m.point("B2", "rod", (0, 0))
    m.point("C1", "rod", (b, 0))
    m.point("C2", "rocker", (c, 0))
    m.joint("revolute", "B", "B1", "B2")
    m.joint("revolute", "C", "C1", "C2")
    m.revolute("D", "ground", "rocker", at=(d, 0))
    for joint, law in drive.items():
        m.drive(joint, angle=law)
    return m


def raised(call: Callable[[], object]) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", vz.VazbaWarning)
        try:
            found = call()
        except vz.VazbaError as error:
            return str(error)
    return f"{found} {getattr(found, 'message', '')} {' '.join(getattr(found, 'warnings', ()))}"


def door() -> vz.Model:
    m = vz.Model("door")
    m.body("leaf", mass=1, inertia=(1, 1, 1))
    for name, z in (("top", 1), ("bottom", 0)):
        m.revolute(name, "ground", "leaf", at=(0, 0, z), axis=(0, 0, 1))
    return m


def with_spring(**values: object) -> vz.Model:
    m = pin()
    m.point("O", "ground", (0, 0.1))
    m.point("P", "arm", (1, 0))
    m.spring("s", "O", "P", **values)
    return m


def ends(length: float, rate: float, t: float) -> float:
    """A law that has no value from t = 0.1 s on."""
    return length + 0.1 * rate if t < 0.1 else float("nan")


def circle() -> vz.Model:
    m = pin()
    m.parameters = {"a": "b", "b": "a"}
    return m


SAID: dict[str, Callable[[], str]] = {
    "assembles: NO": lambda: str(vz.check(four_bar(1, 1, 1, 5, 1.0))),
    "the model does not assemble": lambda: raised(lambda: vz.simulate(four_bar(1, 1, 1, 5, 1.0), 1)),
    "nothing is driven": lambda: raised(lambda: vz.kinematics(pin(), 1)),
    "degrees of freedom are not driven": lambda: raised(lambda: vz.kinematics(_two_arms(), 1)),
    "contradict each other": lambda: raised(lambda: vz.kinematics(_two_drivers("t + 0.2"), 1)),
    "depend on each other": lambda: raised(lambda: vz.kinematics(_two_drivers("t"), 1)),
    "redundant constraints: ": lambda: str(vz.check(door())),
    "NEAR SINGULAR": lambda: str(vz.check(four_bar(1, 2, 1, 2, 1e-4))),
    "the mechanism locks up at a dead centre, the limit of its reach": lambda: raised(
        lambda: vz.kinematics(four_bar(1, 1.2, 1, 2, 1.0, A="1 + t"), 4, 0.05)
    ),
    "its table covers t = ": lambda: raised(
        lambda: vz.kinematics(pin({"table": {"times": [0, 0.5], "values": [0, 1]}}), 1)
    ),
    "refers to itself in a circle: ": lambda: raised(lambda: vz.check(circle())),
    "gives no finite number": lambda: raised(lambda: vz.simulate(with_spring(law=ends), 1)),
    "the described velocities do not fit the joints and drivers": lambda: raised(
        lambda: vz.simulate(pin(velocity=(1, 0)), 0.1)
    ),
    "They are LARGE": lambda: _meaning([Difference("body", "b", "position", 1.0, "m", 0.0, 0.5)]),
    "there is no equilibrium": lambda: raised(lambda: vz.equilibrium(_falling())),
    "is taken as": lambda: raised(lambda: vz.simulate(_point_mass(), 0.1)),
    "the mechanism passed ": lambda: raised(lambda: vz.kinematics(four_bar(1, 2, 1, 2, 0.5, A="0.5 - t"), 1, 0.05)),
    "the mechanism is at a singular posture (change point, dead centre, or a lock)": lambda: raised(_falls_flat),
    "the mechanism passes a singular posture near t = ": lambda: raised(_falls_flat),
    "no equilibrium was found": lambda: raised(lambda: vz.equilibrium(_hung_on_next_to_nothing())),
    "cannot be compiled and is called in Python": lambda: _warned(lambda: vz.simulate(with_spring(law=outside), 0.01)),
    "do not settle: a joint locks itself": lambda: raised(lambda: vz.simulate(_wedged(), 1)),
}


def outside(length: float, rate: float, t: float) -> float:
    """A law that no compiler takes."""
    return float({"law": 10 * length + rate * t}.setdefault("law", f"{t}"))


def _warned(call: Callable[[], object]) -> str:
    with pytest.warns(vz.VazbaWarning) as said:
        call()
    return " ".join(str(one.message) for one in said)


def _hung_on_next_to_nothing() -> vz.Model:
    """On a cable that would have to be stretched by a mile."""
    m = vz.Model("hung", dimension=2)
    m.body("stone", mass=1, inertia=1)
    m.prismatic("A", "ground", "stone", at=(0, 0), axis=(0, 1))
    m.point("O", "ground", (1, 0))
    m.point("P", "stone", (0, 0))
    m.cable("c", ["O", "P"], stiffness=1e-3, free_length=1.5)
    return m


def _falls_flat() -> vz.Result:
    return vz.simulate(four_bar(1, 2, 1, 2, 0.5), 3, 0.1, method="absolute", rtol=1e-12, atol=1e-14)


def _wedged() -> vz.Model:
    """A pin wider than the pendulum is long: the more it brakes, the more it presses."""
    m = vz.Model("jammed", dimension=2)
    m.body("rod", mass=2.0, inertia=0.05, com=[0, -0.6], angular_velocity=3.0)
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.friction("wide", "A", coefficient=1.2, radius=0.8)
    return m


def _two_arms() -> vz.Model:
    m = pin("t")
    m.body("hand", position=(1.5, 0), mass=1, inertia=1)
    m.revolute("B", "arm", "hand", at=(1, 0))
    return m


def _two_drivers(second: str) -> vz.Model:
    m = pin("t")
    m.drive("e", joint="A", angle=second)
    return m


def _falling() -> vz.Model:
    m = vz.Model("stone", dimension=2)
    m.body("stone", mass=1, inertia=1)
    return m


def _point_mass() -> vz.Model:
    m = vz.Model("bead", dimension=2)
    m.body("bead", mass=1, inertia=1e-15, com=(0.5, 0))
    m.revolute("A", "ground", "bead", at=(0, 0))
    return m


@pytest.mark.parametrize("phrase", SAID)
def test_what_the_page_quotes_is_said(phrase: str) -> None:
    assert phrase in PAGE
    assert phrase in SAID[phrase]()
