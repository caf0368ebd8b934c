"""Motors and events at joints of the tree, which need no frames: the same as those of absolute coordinates, which do."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz


def arm(dimension: int) -> vz.Model:
    """Two links and a slide, drawn turned by 0.3 rad; the second joint is described from the link that it carries."""
    m = vz.Model("arm", dimension=dimension)
    space = dimension == 3

    def at(*p):
        return p if space else p[:2]

    def pair(*axis):
        return {"axis": axis} if space else {}

    inertia = [(0.02, 0.03, 0.04), (0.01, 0.02, 0.015), (0.002, 0.002, 0.003)]
    for k, (x, com) in enumerate(((0.0, 0.2), (0.5, 0.15), (0.9, 0.0))):
        m.body(
            f"b{k}",
            position=at(x, 0, 0),
            mass=2.0 - 0.5 * k,
            com=at(com, 0.02, 0.01),
            inertia=inertia[k] if space else 0.03,
            **({"orientation": {"cardan": [0, 0, 0.3]}} if space else {"angle": 0.3}),
        )
    m.revolute("A", "ground", "b0", at=at(0, 0, 0), **pair(0, 0, 1))
    m.revolute("B", "b1", "b0", at=at(0.5, 0, 0), **pair(0, 1, 0))
    m.joint("prismatic", "C", bodies=["b1", "b2"], at=at(0.9, 0, 0), axis=at(1, 0, 0))
    m.actuator("a", joint="A", torque="3*sin(5*t)", armature=0.02)
    m.actuator("b", joint="B", torque="1 - 2*t")
    m.actuator("c", joint="C", force="4*cos(3*t)")
    m.spring("s", joint="C", stiffness=200.0, damping=2.0)
    m.event("turned", joint="A", value=0.31 if space else 0.0)
    m.event("bent", joint="B", value=-0.1)
    m.event("out", joint="C", value=0.01)
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("method", ["recursive", "minimal"])
def test_as_in_absolute_coordinates(dimension, method):
    how = {"until": 0.6, "every": 0.05, "rtol": 1e-10, "atol": 1e-12}
    own = vz.simulate(arm(dimension), method=method, **how)
    other = vz.simulate(arm(dimension), method="absolute", **how)
    assert own.status == other.status == "done"
    for name in (
        "b2.x",
        "b2.y",
        "A.angle",
        "B.angle_rate",
        "C.displacement",
        "a.effort",
        "b.power",
        "c.effort",
        "energy.input",
        "A.fx",
        "B.fy",
    ):
        scale = 1.0 + np.abs(other[name]).max()
        assert own[name] == pytest.approx(other[name], abs=2e-8 * scale), name
    assert np.abs(own["energy.balance"]).max() < 1e-8
    assert [event[1:] for event in own.events] == [event[1:] for event in other.events]
    assert len({event[1] for event in own.events}) == 3
    assert [event[0] for event in own.events] == pytest.approx([event[0] for event in other.events], abs=1e-8)


def test_an_event_at_a_motor_s_joint_ends_a_step():
    """Constant torque on a wheel: `angle = torque t^2/(2 I)`, which passes 0.2 rad after `sqrt(2 0.2 I/torque)`."""
    m = vz.Model("wheel", dimension=2, gravity=(0, 0))
    m.body("wheel", position=(0, 0), mass=1.0, inertia=0.5)
    m.revolute("A", "ground", "wheel", at=(0, 0))
    m.actuator("motor", joint="A")
    m.event("there", joint="A", value=0.2, stop=True)
    step = vz.Stepper(m)
    while not step.message:
        step.step({"motor": 3.0}, 0.05)
    assert step.time == pytest.approx(np.sqrt(2 * 0.2 * 0.5 / 3.0), rel=1e-9)
    assert "there" in step.message
