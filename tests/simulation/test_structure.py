"""Tree, loops and cuts by name: graphs that can be drawn by hand, and laws of graphs on every example."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.textbook.structure import listed

sys.path.insert(0, str(Path(__file__).parents[1]))
from reference.runs import EXAMPLES, home

NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir() and path.name[0] not in "._")
COUPLINGS = ("gear", "rack")


def four_bar() -> vz.Model:
    return vz.load(home("four-bar"))


def test_a_four_bar_linkage_is_cut_opposite_to_the_ground():
    found = vz.topology(four_bar())
    assert [(body.body, body.joint, body.parent) for body in found.bodies] == [
        ("crank", "A", "ground"), ("coupler", "B", "crank"), ("rocker", "D", "ground"),
    ]  # fmt: skip
    assert found.cuts == ("C",)
    assert set(found.loops[0].bodies) == {"ground", "crank", "coupler", "rocker"}
    assert (found.freedoms, found.loops[0].equations) == (3, 2)
    assert [(row.name, row.kind) for row in found.kept] == [("motor", "driver")]


@pytest.mark.parametrize("cut", ["A", "B", "C", "D"])
def test_the_user_may_name_the_joint_to_cut(cut):
    found = vz.topology(four_bar(), cuts=[cut])
    assert found.cuts == (cut,)
    joint = vz.compile_model(four_bar()).joint_places[cut]
    assert (found.loops[0].bodies[0], found.loops[0].bodies[-1]) == (joint.body_a, joint.body_b)
    assert vz.topology(four_bar(), cut) == found
    assert f"loop cut at {cut} (revolute), 2 equations" in str(found)


def test_a_joint_that_alone_carries_a_body_is_not_cut():
    found = vz.topology(vz.load(home("pendulum-chain")), cuts=["pin3"])
    assert found.cuts == ()
    assert found.refused == ("pin3",)
    assert "pin3 is not cut" in str(found)
    assert [body.depth for body in found.bodies] == list(range(1, 11))


def test_an_unknown_joint_is_refused_with_a_suggestion():
    with pytest.raises(vz.ModelError, match=r"there is no joint 'AA'.*A"):
        vz.topology(four_bar(), cuts=["AA"])


def test_what_floats_and_what_holds_it():
    m = vz.Model("two rods", dimension=2)
    for k, name in enumerate(("left", "right", "far")):
        m.body(name, mass=1.0, inertia=1.0, position=(float(k), 0.0))
    m.point("P", "left")
    m.point("Q", "right")
    m.joint("distance", "bar", points=["P", "Q"])
    m.revolute("pin", "right", "far", at=(2, 0))
    found = vz.topology(m)
    assert {body.body for body in found.bodies if body.joint is None} == {"right", "left"}
    assert found.loops == ()
    assert [(row.name, row.kind, set(row.bodies)) for row in found.kept] == [("bar", "distance", {"left", "right"})]
    assert found.freedoms == 3 + 3 + 1


@pytest.mark.parametrize("name", NAMES)
def test_laws_of_graphs_with_any_cuts(name):
    """Loops of a connected graph: edges - nodes + 1; freedoms of the tree less its equations: those counted by Gruebler."""
    model = vz.load(home(name))
    system = vz.compile_model(model, rigid=True)
    joints = [joint for joint, record in model.joints.items() if record.TYPE not in COUPLINGS]
    rng = np.random.default_rng(3)
    for count in range(min(len(joints), 4)):
        found = vz.topology(model, cuts=list(rng.choice(joints, count, replace=False)))
        placed = set()
        for body in found.bodies:
            assert body.parent == "ground" or body.parent in placed
            placed.add(body.body)
        assert placed == set(system.body_names)
        roots = sum(body.joint is None for body in found.bodies)
        if name != "delta":  # whose plate hangs on rods of constant length alone, which carry nothing and close nothing
            assert len(found.loops) == len(joints) - (len(system.body_names) - roots)
        assert found.freedoms - found.equations == system.nv - system.m
        for loop in found.loops:
            assert len(set(loop.bodies)) == len(loop.bodies) >= 2
            carried = {frozenset((body.body, body.parent)) for body in found.bodies}
            assert all(frozenset(pair) in carried for pair in zip(loop.bodies, loop.bodies[1:]))


def test_long_lists_are_shortened():
    names = tuple("abcdefghij")
    assert listed(names, 10, "-") == "-".join(names)
    assert listed(names, 4, " ") == "a b (7 more) j"
