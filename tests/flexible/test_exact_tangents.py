"""The exact tangent of models with elastic beams, nodes and bars is the derivative of all forces, those of stations included."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.statics.differences import by_differences
from vazba.statics.prepare import prepared


def beam_model(model, dimension):
    d, rest = dimension, [0.0] * (dimension - 2)
    m = vz.Model("bent", dimension=d, gravity=[0.4, -0.9, 0.3][:d])
    section = {"A": 1.0, "J": 0.05} if d == 2 else {"A": 1.0, "Jy": 0.05, "Jz": 0.05, "It": 0.08}
    more = {} if d == 2 else {"orientation": {"quaternion": [1, 0, 0, 0]}}
    m.beam(
        "b",
        [0.0, 0.0, *rest],
        [1.5, 0.0, *rest],
        section=section,
        E=2.0,
        G=1.5,
        density=1.2,
        damping=0.01,
        elements=3,
        model=model,
        **more,
    )
    m.body(
        "rigid",
        position=[1.5, 0.3, *rest],
        mass=0.7,
        inertia=0.2 if d == 2 else [0.2, 0.3, 0.4],
        com=[0.1, 0.05, *rest],
    )
    m.fixed("A", "ground", "b", at=[0.0, 0.0, *rest])
    if d == 2:
        m.revolute("B", "b", "rigid", at=[1.5, 0.0])
    else:
        m.universal("B", "b", "rigid", at=[1.5, 0.0, 0.0], axes=[[0, 0, 1], [0, 1, 0]])
    m.point("P", "b", at=[0.8, 0.1, *rest])
    m.point("G", "ground", [0.5, 1.0, *[0.4] * (d - 2)])
    m.spring("s", "P", "G", stiffness=3.0, free_length=0.2, damping=0.1)
    m.force("f", "P", [0.2, -0.3, 0.5][:d], frame="rigid")
    k = [2.0, 3.0, 1.0] if d == 2 else [2.0, 3.0, 2.5, 1.0, 1.5, 0.7]
    m.bushing("u", "b", "rigid", at=[1.0, 0.2, *rest], stiffness=k, damping=[0.1] * len(k))
    return m


@pytest.mark.parametrize("model", ["modal", "ancf"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_of_beams(model, dimension):
    start = prepared(beam_model(model, dimension), 0.0)
    mechanics, rng = start.mechanics, np.random.default_rng(3)
    n = len(mechanics.names)
    q = mechanics.moved(start.q, 0.05 * rng.normal(size=n))
    mechanics.look(q)
    found = mechanics.tangent(q, np.zeros(n), multipliers := rng.normal(size=mechanics.system.m))
    for exact, other in zip(found, by_differences(mechanics, q, np.zeros(n), multipliers), strict=True):
        assert np.abs((exact - other).toarray()).max() < 1e-8 * np.abs(other.toarray()).max()


def test_of_nodes_and_bars():
    """Off balance, with a cable over several nodes."""
    net = vz.Model("net")
    rng = np.random.default_rng(5)
    for k in range(5):
        net.node(f"n{k}", rng.normal(size=3).tolist(), mass=0.3, fixed=True if k == 0 else ["y"] if k == 1 else None)
    net.bar("a", ["n0", "n1"], mass=0.2)
    net.bar("e", ["n1", "n2"], mass=0.1, stiffness=40.0, damping=0.3)
    net.cable("c", ["n0", "n2", "n3", "n4"], stiffness=30.0, damping=0.2, free_length=1.0)
    net.spring("s", "n3", "n1", stiffness=20.0, free_length=0.4)
    start = prepared(net, 0.0)
    mechanics = start.mechanics
    n = len(mechanics.names)
    q = mechanics.moved(start.q, 0.1 * rng.normal(size=n))
    mechanics.hold(q)
    v, multipliers = np.zeros(n), rng.normal(size=mechanics.system.m)
    for exact, other in zip(
        mechanics.tangent(q, v, multipliers), by_differences(mechanics, q, v, multipliers), strict=True
    ):
        assert np.abs((exact - other).toarray()).max() < 1e-9 * np.abs(other.toarray()).max()
