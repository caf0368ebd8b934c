"""One convention of joint values: trees, results and rates say the same, for every joint a tree is made of, whichever body comes first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vazba as vz

SPACE: dict[str, dict[str, Any]] = {
    "revolute": {"axis": (0.3, -0.5, 0.8)}, "prismatic": {"axis": (0.3, -0.5, 0.8)}, "cylindrical": {"axis": (0.2, 0.9, 0.4)},
    "planar": {"axis": (0.1, 0.2, 1.0)}, "universal": {"axes": [(1, 0, 0), (0, 1, 0)]}, "screw": {"axis": (0, 0.6, 0.8), "lead": 0.2},
}  # fmt: skip
PLANE: dict[str, dict[str, Any]] = {"revolute": {}, "prismatic": {"axis": (1, 0.4)}, "slot": {"axis": (1, 0.4)}}
BACKWARDS = ("planar",)  # seen from its second body its slides are no coordinates of the joint


def pair(dimension: int, kind: str, second_first: bool) -> vz.Model:
    """A heavy body on a pin to the ground, and another on the joint to be looked at; described with turned frames."""
    rng = np.random.default_rng(5)
    space = dimension == 3
    m = vz.Model("pair", dimension=dimension)
    for k, name in enumerate(("one", "two")):
        turned = {"orientation": {"cardan": rng.uniform(-1, 1, 3)}} if space else {"angle": float(rng.uniform(-1, 1))}
        spin = rng.normal(size=3) if space else float(rng.normal())
        m.body(
            name, position=rng.normal(size=dimension), **turned, mass=1.0 + k, com=0.1 * rng.normal(size=dimension),
            inertia=(0.1, 0.12, 0.15) if space else 0.1, velocity=rng.normal(size=dimension), angular_velocity=spin,
        )  # fmt: skip
    zero = (0.0,) * dimension
    m.revolute("pin", "ground", "one", at=zero, **({"axis": (0, 0.3, 1)} if space else {}))
    bodies = ["two", "one"] if second_first else ["one", "two"]
    m.joint(kind, "J", bodies=bodies, at=(0.4,) * dimension, **(SPACE if space else PLANE)[kind])
    return m


CASES = [
    (dimension, kind, first)
    for dimension, kinds in ((3, SPACE), (2, PLANE))
    for kind in kinds
    for first in (False, True)
    if not (first and kind in BACKWARDS)
]


@pytest.mark.filterwarnings("ignore::vazba.VazbaWarning")
@pytest.mark.parametrize(("dimension", "kind", "second_first"), CASES)
def test_trees_count_as_the_columns_of_results_do(dimension: int, kind: str, second_first: bool) -> None:
    m = pair(dimension, kind, second_first)
    res = vz.simulate(m, 0.4, 0.1, method="absolute", rtol=1e-10, atol=1e-12)
    tree = vz.joint_tree(m)
    seen = 0
    for t in res.time:
        q, v = tree.coordinates((res, t)), vz.speeds(tree, (res, t))
        for k, name in enumerate(tree.coordinate_names):
            if name in res:
                i = res.index(t)
                turns = round((res[name][i] - q[k]) / (2 * np.pi)) if name.rpartition(".")[2].startswith("angle") else 0
                assert q[k] + 2 * np.pi * turns == pytest.approx(res[name][i], abs=1e-8)
                assert v[k] == pytest.approx(res[f"{name}_rate"][i], abs=1e-7)
                seen += 1
    assert seen >= 2 * len(res.time)


def test_a_value_given_as_drawn_is_counted_from_there() -> None:
    """`drawn` shifts the coordinate, and nothing else: the same motion, reactions at the same point, and a driver in the shifted value."""
    plain, counted = (vz.Model(name) for name in ("plain", "counted"))
    for m, more in ((plain, [{}, {}]), (counted, [{"drawn": 7.5}, {"drawn": -0.3}])):
        m.body(
            "a",
            position=(0.1, 0, 0),
            orientation={"cardan": (0.4, 0.2, -0.3)},
            mass=1,
            inertia=(0.1, 0.1, 0.1),
            com=(0.3, 0, 0.1),
        )
        m.body("b", position=(0.6, 0, 0), mass=1, inertia=(0.1, 0.1, 0.1), com=(0.1, 0, 0))
        m.revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 1, 0.2), **more[0])
        m.prismatic("B", "a", "b", at=(0.5, 0, 0), axis=(1, 0, 0), **more[1])
        m.spring("s", joint="B", stiffness=50.0, free_length=-0.3 if m is counted else 0.0)
    one, two = (vz.simulate(m, 0.5, 0.1, rtol=1e-10, atol=1e-12) for m in (plain, counted))
    angle, slide = one.joint("A").angle, one.joint("B").displacement
    assert two.joint("A").angle == pytest.approx(angle - angle[0] + 7.5, abs=1e-8)
    assert two.joint("B").displacement == pytest.approx(slide - 0.3, abs=1e-8)
    for name in ("A", "B"):
        for key in ("fx", "fy", "fz", "mx", "my", "mz"):
            assert two[f"{name}.{key}"] == pytest.approx(one[f"{name}.{key}"], abs=1e-6)
    for m, zero in ((plain, angle[0]), (counted, 7.5)):
        m.drive("d", joint="A", angle=f"{float(zero)!r} + 0.2*t")
    one, two = (vz.simulate(m, 0.2, 0.1, rtol=1e-10, atol=1e-12) for m in (plain, counted))
    assert two.driver("d").effort == pytest.approx(one.driver("d").effort, abs=1e-6)


def floating_chain() -> vz.Model:
    m = vz.Model("chain", gravity=(0, 0, 0))
    for k, name in enumerate("abc"):
        m.body(
            name, position=(k, 0, 0), mass=1 + k, inertia=(0.1, 0.2, 0.2), com=(0.5, 0, 0.1), velocity=(0.1, 0.2, 0.3)
        )
        if k:
            m.revolute(f"J{k}", "abc"[k - 1], name, at=(k, 0, 0), axis=(0, k - 1, 2 - k))
    return m


@pytest.mark.parametrize("root", ["a", "b", "c"])
def test_any_body_may_be_the_root(root: str) -> None:
    """Speeds of trees grown from other roots are the same motion: same kinetic energy, same accelerations of the bodies."""
    m, rng = floating_chain(), np.random.default_rng(3)
    tree, usual = vz.joint_tree(m, root=root), vz.joint_tree(m)
    assert tree.root == root
    assert tree.coordinate_names[0] == f"{root}.x"
    res = vz.simulate(m, 0.1, 0.1, start={"J1.angle_rate": 1.0, "J2.angle_rate": -2.0})
    pushed = {"b": rng.normal(size=6)}
    states = [(j, j.coordinates(res), vz.speeds(j, res)) for j in (tree, usual)]
    energy = [v @ vz.mass_matrix(j, q) @ v / 2 for j, q, v in states]
    assert energy == pytest.approx([res.energy.kinetic[-1]] * 2, rel=1e-9)
    found = [vz.forward_dynamics(j, q, v, forces=pushed) for j, q, v in states]
    mine = {name: x for (j, _, _), a in zip(states[:1], found[:1]) for name, x in zip(j.coordinate_names, a)}
    other = {name: x for (j, _, _), a in zip(states[1:], found[1:]) for name, x in zip(j.coordinate_names, a)}
    for name in ("J1.angle", "J2.angle"):
        assert mine[name] == pytest.approx(other[name], rel=1e-9)


def test_roots_that_cannot_be_are_refused_by_name() -> None:
    m = floating_chain()
    with pytest.raises(vz.ModelError, match="there is no body 'bb'; did you mean 'b'"):
        vz.joint_tree(m, root="bb")
    m.revolute("J0", "ground", "a", at=(0, 0, 0), axis=(0, 0, 1))
    with pytest.raises(vz.ModelError, match="body b does not float; joint J1 carries it"):
        vz.joint_tree(m, root="b")


def test_states_that_do_not_fit_the_joints_are_refused() -> None:
    tree = vz.joint_tree(floating_chain())
    stepper = vz.Stepper(tree.model)
    stepper.step({}, 0.1)
    q, v = stepper.state[:21], stepper.state[21:]
    assert vz.speeds(tree, stepper) == pytest.approx(vz.speeds(tree, (q, v)))
    v[6] += 1.0
    with pytest.raises(vz.SolveError, match="does not fit the joints of the tree: body"):
        vz.speeds(tree, (q, v))
    with pytest.raises(ValueError, match="21 coordinates and 18 velocities of the bodies are needed"):
        vz.speeds(tree, q)
