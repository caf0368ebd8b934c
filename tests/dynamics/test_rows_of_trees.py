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
