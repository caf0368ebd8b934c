"""Rows that close loops of a tree, where relative motion is gone or joints are doubled: closed forms, in every method."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

METHODS = ("absolute", "recursive", "minimal", "auto")
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def dumb_bell(dimension: int, held: bool) -> vz.Model:
    """Two bodies 1 m apart, their pin locked; the vector between them has the ground component `y = t^2/2`: the whole turns by `sin phi = t^2/2`."""
    more = (0.0,) * (dimension - 2)
    inertia = 0.1 if dimension == 2 else [0.1, 0.1, 0.1]
    m = vz.Model("dumb-bell", dimension=dimension, gravity=(0, -9.81, 0)[:dimension])
    m.body("a", position=(0, 0, *more), mass=1, inertia=inertia)
    m.body("b", position=(1, 0, *more), mass=1, inertia=inertia)
    axis = {} if dimension == 2 else {"axis": (0, 0, 1)}
    m.revolute("A", "a", "b", at=(0.5, 0, *more), **axis)
    m.drive("lock", joint="A", angle=0)
    m.point("P", "a", (0, 0, *more))
    m.point("Q", "b", (0, 0, *more))
    m.drive("up", points=("P", "Q"), y="0.5*t**2")
    if held:  # by a pin of the ground, in the plane of the motion
        m.revolute("O", "ground", "a", at=(0, 0, *more), **axis)
    return m


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("dimension", "held"), [(2, False), (2, True), (3, False), (3, True)])
def test_a_vector_in_ground_components_turns_bodies_that_cannot_move_to_each_other(dimension, held, method):
    """`phi = asin(t^2/2)`, `phi'' = 1` at the start; the effort lifts a rigid body: `(J + m r^2) phi'' / 1 m` without weight at its own centre."""
    r = vz.simulate(dumb_bell(dimension, held), 1.0, 0.25, method=method, **TIGHT)
    assert r.status == "done"
    b, a = r.body("b"), r.body("a")
    assert b.y - a.y == pytest.approx(r.time**2 / 2, abs=1e-9)
    assert np.hypot(b.x - a.x, b.y - a.y) == pytest.approx(1.0, abs=1e-9)
    assert (a.alpha if dimension == 2 else a.alz)[0] == pytest.approx(1.0, rel=1e-9)
    inertia, weight = (2 * 0.1 + 1.0, 9.81) if held else (2 * 0.1 + 2 * 0.25, 0.0)
    assert r.driver("up").effort[0] == pytest.approx(inertia + weight, rel=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("mass", [1.0, 1e-9, 1e9])
def test_a_body_on_two_parallel_guides_slides(method, mass):
    """The second guide says the same again: `s'' = g sin(slope)` from `s' = 1 m/s`, whatever the mass."""
    m = vz.Model("guides", dimension=2)
    slope = np.arctan2(0.3, 1.0)
    m.body("a", mass=mass, inertia=0.1 * mass, velocity=(np.cos(slope), np.sin(slope)))
    m.prismatic("A", "ground", "a", at=(0, 0), axis=(1, 0.3))
    m.prismatic("B", "ground", "a", at=(0.7, 0.2), axis=(1, 0.3))
    r = vz.simulate(m, 0.5, 0.1, method=method, **TIGHT)
    assert r.status == "done"
    way = r.time - 9.81 * np.sin(slope) * r.time**2 / 2
    assert r.body("a").x == pytest.approx(way * np.cos(slope), abs=1e-9)
    assert r.body("a").vy == pytest.approx((1 - 9.81 * np.sin(slope) * r.time) * np.sin(slope), abs=1e-9)


@pytest.mark.parametrize(
    ("method", "light"),
    [
        *((method, 1.0) for method in METHODS),
        *((method, 1e-6) for method in METHODS),
    ],
)
def test_doubled_joints_far_out_on_a_chain_change_nothing(method, light):
    """A pendulum whose bob is welded on twice, and a second arm hinged there twice about one axis: the motion is that with single joints."""

    def chain(doubled: bool) -> vz.Model:
        m = vz.Model("chain", dimension=3, gravity=(0, 0, -9.81))
        m.body("arm", position=(0.5, 0, 0), mass=2, inertia=[0.02, 0.2, 0.2])
        m.body(
            "bob", position=(1, 0.1, 0), mass=light, inertia=[0.01 * light] * 3, orientation={"cardan": [0.3, 0.4, 0.5]}
        )
        m.body("end", position=(1.5, 0, 0), mass=1, inertia=[0.01, 0.1, 0.1])
        m.revolute("O", "ground", "arm", at=(0, 0, 0), axis=(0, 1, 0.2))
        m.fixed("W", "arm", "bob", at=(1, 0, 0))
        m.revolute("E", "bob", "end", at=(1, 0, 0), axis=(0, 1, 0))
        if doubled:
            m.fixed("W2", "arm", "bob", at=(0.3, 1.2, 1))
            m.revolute("E2", "bob", "end", at=(1, 0.8, 0), axis=(0, 1, 0))
        return m

    r, single = (vz.simulate(chain(doubled), 0.5, 0.1, method=method, **TIGHT) for doubled in (True, False))
    assert r.status == "done"
    for body in ("bob", "end"):
        for key in ("x", "y", "z", "qx", "wy", "alz"):
            assert r[f"{body}.{key}"] == pytest.approx(single[f"{body}.{key}"], abs=2e-7), (body, key)
    assert np.abs(single["end.wy"]).max() > 1.0
