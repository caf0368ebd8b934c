"""Newton's iteration of Radau's method with every stiff element: a tangent that lacks a term costs iterations, or steps as short as explicit ones.

A step whose matrix is right converges in a few iterations whatever the stiffness; explicit methods are bound to the stiffness, which tells that it is there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import vazba as vz

MOST = 3.0  # iterations an attempt, of two at least and ten that are allowed

BRIEF = 1e-3  # s of an explicit run


def sliding() -> vz.Model:
    """A block pulled to and fro on a rail whose friction sticks: mu m g / s = 4e5 N s/m on 1 kg."""
    m = vz.Model("block", dimension=2, gravity=(0.0, -10.0))
    m.body("a", mass=1.0, inertia=0.1)
    m.prismatic("S", "ground", "a", at=(0, 0), axis=(1, 0))
    m.actuator("F", joint="S", force="5*sin(3*t)")
    m.friction("f", "S", coefficient=0.4, speed=1e-5)
    return m


def rubbing_pin() -> vz.Model:
    """A pendulum that sticks by the friction of its pin, whose reaction turns with it."""
    m = vz.Model("pendulum", dimension=2, gravity=(3.0, -9.0))
    m.body("a", position=(0.02, 0), mass=1.0, inertia=0.1)
    m.revolute("A", "ground", "a", at=(0, 0))
    m.actuator("T", joint="A", torque="0.2*sin(3*t)")
    m.friction("f", "A", coefficient=0.5, radius=0.1, speed=1e-5)
    return m


def at_stop() -> vz.Model:
    """An arm that leans on a stop of 1e6 N m, damped."""
    m = vz.Model("arm", dimension=2, gravity=(0.0, -10.0))
    m.body("a", position=(0.5, 0), mass=1.0, inertia=0.1)
    m.revolute("A", "ground", "a", at=(0, 0))
    m.actuator("T", joint="A", torque="2*sin(5*t)")
    m.limit("s", "A", lower=-0.001, stiffness=1e6, damping=1e4)
    return m


def reeled() -> vz.Model:
    """A load on a steel cable over two pulleys that is wound up."""
    m = vz.Model("hoist", dimension=2, gravity=(1.0, -10.0))
    m.body("a", position=(1.0, -1.0), mass=1.0, inertia=0.1)
    m.point("P", "ground", (0.0, 0.0))
    m.point("Q", "ground", (1.0, 0.0))
    m.point("R", "a", (0.0, 0.1))
    m.cable("c", ["P", "Q", "R"], stiffness=1e7, damping=1e4, free_length="1.9 - 0.2*t")
    return m


def bushed(turns: str) -> vz.Model:
    """A body in space on a stiff damped bushing under moments that twist it about all axes."""
    m = vz.Model("bushed", dimension=3, gravity=(1.0, 2.0, -10.0))
    m.body("a", position=(0.3, 0.1, 0.2), mass=1.0, inertia=(0.1, 0.2, 0.25))
    stiffness = [1e5] * 3 + [5.0] * 3
    m.bushing("b", "ground", "a", at=(0, 0, 0), stiffness=stiffness, damping=[1e4] * 3 + [1e3] * 3, turns=turns)
    m.torque("T", "a", ["2*sin(3*t)", "2*cos(3*t)", 1.0])
    return m


def twisted(model: str) -> vz.Model:
    """A shaft in space with a wheel at its end, wound up and bent."""
    m = vz.Model("shaft", dimension=3, gravity=(0.0, 0.0, -10.0))
    count = {"modes": 4, "twist": 4} if model == "modal" else {"elements": 3}
    section = {"shape": "round", "diameter": 0.02}
    values = {"section": section, "E": 2e10, "G": 8e9, "density": 1000.0, "damping": 1e-3}
    m.beam("b", (0, 0, 0), (1, 0, 0), **values, model=model, **count)
    m.fixed("wall", "ground", "b", at=(0, 0, 0))
    m.body("wheel", position=(1, 0, 0), mass=0.5, inertia=(0.01, 0.005, 0.005))
    m.fixed("hub", "b", "wheel", at=(1, 0, 0))
    m.torque("T", "wheel", ["20*sin(2*t)", 0.0, "2*sin(3*t)"])
    return m


CASES: dict[str, Callable[[], vz.Model]] = {
    "friction of a rail": sliding,
    "friction of a pin": rubbing_pin,
    "stop": at_stop,
    "reeled cable": reeled,
    "bushing": lambda: bushed("sine"),
    "bushing of rotation vectors": lambda: bushed("vector"),
    "twist of rigid finite elements": lambda: twisted("rfe"),
    "twist of shapes": lambda: twisted("modal"),
    "twist of nodes": lambda: twisted("ancf"),
}


@pytest.mark.parametrize("name", CASES)
def test_few_iterations_and_long_steps(name: str) -> None:
    """An attempt evaluates the three stages in each iteration, and the start once."""
    more: Any = {"method": "absolute", "rtol": 1e-6, "atol": 1e-9}
    run = vz.simulate(CASES[name](), 1.0, 0.1, integrator="radau", **more)
    assert run.status == "done"
    attempts = run.info["steps"] + run.info["rejected"]
    assert (run.info["evaluations"] / attempts - 1) / 3 < MOST
    assert run.info["rejected"] < 0.1 * attempts
    short = vz.simulate(CASES[name](), BRIEF, BRIEF, integrator="dopri5", **more)
    assert short.info["steps"] / BRIEF > 20 * run.info["steps"]  # it is stiff
    assert np.isfinite(run.energy.balance).all()
