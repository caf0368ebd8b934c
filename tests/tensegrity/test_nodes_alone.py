"""Models of nodes alone have kernels of their own: they move as by the kernels of all elastic bodies, and are told from models that have more."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.case.prepare import prepared
from vazba.flexible import nodal

T = vz.tensegrity


def _flat_truss() -> vz.Model:
    """In the plane: rigid bars that meet, one of them with an inertia of its own, a slide, a damped cable to the ground, a load."""
    m = vz.Model("truss", dimension=2)
    m.node("a", (0, 0), fixed=True)
    m.node("b", (1, 0.2), mass=0.3)
    m.node("c", (2, 0), fixed=["y"], mass=0.1)
    m.node("d", (2.5, 1), mass=0.2)
    m.bar("ab", ("a", "b"), mass=1)
    m.bar("bc", ("b", "c"), mass=2, inertia=0.3)
    m.point("anchor", "ground", (1, 1.4))
    m.cable("guy", ("b", "anchor"), stiffness=300, free_length=1.0, damping=4)
    m.spring("s", points=("c", "d"), stiffness=200, free_length=1, damping=1)
    m.force("push", point="d", force=["3*sin(5*t)", 1.0])
    return m


def _elastic_pendulum() -> vz.Model:
    """In space: elastic bars in a chain share their mass without rows; the last hangs on a cable over a third node."""
    m = vz.Model("chain", dimension=3)
    m.node("n0", (0, 0, 0), fixed=True)
    for k in range(1, 5):
        m.node(f"n{k}", (k, 0.1 * k**2, 0), mass=0.1)
        m.bar(f"b{k}", (f"n{k - 1}", f"n{k}"), mass=1, stiffness=2e3, damping=2)
    m.cable("over", ("n0", "n2", "n4"), stiffness=500, free_length=3.5)
    return m


def _winch() -> vz.Model:
    """A cable whose free length changes, a supported tower whose bars meet."""
    m = T.tower(2, 3, supported=True, prestress=80, stiffness=5e3, damping=3, gravity=(0, 0, -9.81))
    m.cable("winch", ("n2-1", "n0-2"), stiffness=2e3, free_length="3.2 - 0.5*t")
    return m


def _blown_stack() -> vz.Model:
    """Bars that share no node; cables go slack and taut."""
    m = T.tower(3, 3, class_=1, prestress=40, stiffness=2e3)
    m.force("blow", point="n1-1", force=[0, 0, 300], stop=0.02)
    return m


def _branches() -> vz.Model:
    """In space: rigid bars branch and hang on the ground by one; one has no mass, and a heavy cable joins two branches into a third; beside it a bent bar."""
    m = vz.Model("branches", dimension=3)
    m.node("top", (0, 0, 2), fixed=True)
    places = {
        "n": (0, 0.2, 1),
        "a": (1, 0, 0.5),
        "b": (-1, 0.3, 0.4),
        "c": (0.1, 1.1, 0.3),
        "d": (1.5, 0.2, -0.4),
        "e": (2.2, 0.4, 0.3),
    }
    for name, place in places.items():
        m.node(name, place, mass=0.3 + 0.1 * len(m.nodes))
    for k, (one, other) in enumerate((("top", "n"), ("n", "a"), ("b", "n"), ("n", "c"), ("d", "a"))):
        m.bar(f"bar{k}", (one, other), mass=0.0 if k == 3 else 1 + 0.2 * k)
    m.cable("heavy", ("d", "e"), stiffness=900, free_length=0.9, mass=0.4)
    m.cable("stay", ("e", "c"), stiffness=300, free_length=2.0)
    for k in range(3):
        m.node(f"f{k}", (3 + k, 0.2 * k**2, 0), mass=0.1)
    for k in range(2):
        m.bar(f"bent{k}", (f"f{k}", f"f{k + 1}"), mass=0.7)
    return m


def _flat_tree() -> vz.Model:
    """In the plane: a branching tree of bars that nothing holds but springs, and a triangle of bars, which closes a loop."""
    m = vz.Model("tree", dimension=2)
    for k, place in enumerate(((0, 0), (1, 0.1), (1.8, 0.8), (1.9, -0.7), (2.9, 0.9), (4, 0), (5, 0), (4.5, 1))):
        m.node(f"n{k}", place, mass=0.2)
    for k, (one, other) in enumerate(((0, 1), (1, 2), (3, 1), (2, 4), (5, 6), (6, 7), (7, 5))):
        m.bar(f"b{k}", (f"n{one}", f"n{other}"), mass=0.5 + 0.1 * k)
    m.point("anchor", "ground", (0, 1))
    m.spring("s0", points=("anchor", "n0"), stiffness=200, free_length=0.5)
    m.spring("s1", points=("n4", "n5"), stiffness=100, free_length=1.0)
    return m


MODELS = {
    "truss": _flat_truss, "elastic bars": _elastic_pendulum, "winch": _winch, "stack": _blown_stack, "branches": _branches, "tree": _flat_tree,
}  # fmt: skip
LIMBS = {"branches": 9, "tree": 5, "winch": 6}  # nodes that are solved from the leaves of trees of bars


@pytest.mark.parametrize("name", LIMBS)
def test_bars_that_meet_and_close_no_loop_are_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found, look = list[int](), nodal.limbs_of
    monkeypatch.setattr(nodal, "limbs_of", lambda *given: found.append(len(table := look(*given))) or table)
    vz.simulate(MODELS[name](), 0.1, 0.1)
    assert found == [LIMBS[name]]


@pytest.mark.parametrize("name", MODELS)
def test_it_moves_as_by_the_general_kernels(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    model = MODELS[name]()
    assert nodal.is_nodal(prepared(model, 0.5, 0.05)[2])
    how = {"rtol": 1e-9, "atol": 1e-10, "integrator": "dop853"}
    quick = vz.simulate(model, 0.5, 0.05, **how)
    monkeypatch.setattr(nodal, "is_nodal", lambda _: False)
    general = vz.simulate(model, 0.5, 0.05, **how)
    assert general.info["evaluations"] > 0
    for kind in ("point", "bar", "cable", "spring", "energy", "joint"):
        for quantity, values in general.data.get(kind, {}).items():
            size = np.abs(values).max(initial=0.0)
            assert quick.data[kind][quantity] == pytest.approx(values, rel=0, abs=1e-6 * (1 + size)), (kind, quantity)
    assert np.abs(quick.energy.balance).max() < 1e-6
    assert quick.constraint.position.max() < 1e-12


def test_where_it_is_stiff_the_general_kernels_take_over() -> None:
    """Implicit steps read rows and poses as these leave them."""
    model = _elastic_pendulum()
    one, other = (vz.simulate(model, 0.3, 0.05, rtol=1e-8, atol=1e-9, integrator=name) for name in ("radau", "dop853"))
    assert one["n4.z"] == pytest.approx(other["n4.z"], abs=1e-5)


@pytest.mark.parametrize("more", ["body", "driver", "natural beam"])
def test_others_are_told_apart(more: str) -> None:
    m = vz.Model("mixed", dimension=2)
    m.node("a", (0, 0), fixed=True)
    m.node("b", (1, 0), mass=1)
    m.bar("ab", ("a", "b"), mass=1)
    if more == "body":
        m.body("plate", position=(1, 1), mass=1, inertia=1)
    elif more == "driver":
        m.node("c", (2, 0), mass=1)
        m.point("place", "ground", (2, 0))
        m.drive("d", point="c", x={"harmonic": {"mean": 2, "amplitude": 0.1, "frequency": 1}})
    else:
        m.beam("strip", (3, 0), (4, 0), section={"A": 1e-4, "J": 1e-9}, E=1e9, density=1e3, model="natural", elements=3)
    system = prepared(m, 0.1, 0.05)[2]
    assert not nodal.is_nodal(system)


def test_a_law_that_names_a_column_is_taken_by_the_general_kernels() -> None:
    """A mass on a force `-k x`: `x = x0 cos(w t)`."""
    m = vz.Model("named", dimension=2, gravity=(0, 0))
    m.node("n", (0.5, 0), mass=2.0)
    m.force("back", point="n", force=["-8*n.x", 0])
    assert vz.simulate(m, 1.0, 0.25, rtol=1e-9, atol=1e-10)["n.x"] == pytest.approx(
        0.5 * np.cos(2 * np.arange(5) / 4), abs=1e-6
    )
