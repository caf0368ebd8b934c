"""Matrices of the closed-loop recursion, of independent coordinates and of the block system, against each other and against absolute coordinates."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.textbook.joint_tree import JointTree

EXAMPLES = Path(__file__).parents[2] / "examples"


def loop(dimension: int) -> vz.Model:
    """A four-bar linkage with heavy bars, in space with a ball and a universal joint at its rod."""
    z = (0.0,) * (dimension - 2)
    axis = {"axis": (0, 0, 1)} if z else {}
    m = vz.Model("loop", dimension=dimension, gravity=(0, -9.81, *z))
    ends = {"crank": ((0.0, 0.0), (0.3, 0.4)), "rod": ((0.3, 0.4), (1.2, 0.9)), "rocker": ((1.0, 0.0), (1.2, 0.9))}
    for name, (p, q) in ends.items():
        m.body(
            name, position=(*p, *z), mass=1, inertia=(0.01, 0.1, 0.1) if z else 0.1, com=(*(np.subtract(q, p) / 2), *z)
        )
    m.revolute("A", "ground", "crank", at=(0, 0, *z), **axis)
    m.revolute("D", "ground", "rocker", at=(1, 0, *z), **axis)
    if z:
        m.spherical("B", "crank", "rod", at=(0.3, 0.4, 0.0))
        m.universal("C", "rod", "rocker", at=(1.2, 0.9, 0.0), axes=[(0, 0, 1), (1, 0, 0)])
    else:
        m.revolute("B", "crank", "rod", at=(0.3, 0.4))
        m.revolute("C", "rod", "rocker", at=(1.2, 0.9))
    return m


def three_loops() -> vz.Model:
    """Seven bodies, three loops, in space (the case every release must solve)."""
    return vz.load(next((EXAMPLES / "three-loops").glob("*.toml")))


MODELS = {"three loops": three_loops, "spatial loop": lambda: loop(3), "planar loop": lambda: loop(2)}


def moving(m: vz.Model) -> tuple[JointTree, np.ndarray, np.ndarray, np.ndarray, vz.Stepper]:
    """A state that fits the loops, some way into a run, and efforts."""
    stepper = vz.Stepper(m, rtol=1e-11, atol=1e-13)
    stepper.step(dict.fromkeys(stepper.needed, 0.0), 0.05)
    tree = vz.joint_tree(m)
    return (
        tree,
        tree.coordinates(stepper.state),
        vz.speeds(tree, stepper),
        np.random.default_rng(2).normal(size=tree.nv),
        stepper,
    )


@pytest.mark.parametrize("name", MODELS)
def test_three_roads_give_the_same_accelerations(name: str) -> None:
    tree, q, v, effort, stepper = moving(MODELS[name]())
    t = stepper.time
    expected = vz.forward_dynamics(tree, q, v, effort, t)
    size = np.abs(expected).max()
    r = vz.recursion_matrices(tree, q, v, effort, t)
    s = vz.minimal_matrices(tree, q, v, effort, t)
    b = vz.block_system(tree, q, v, effort, t)
    assert tree.loops
    for found in (r.etadot, s.etadot, b.etadot):
        assert found == pytest.approx(expected, abs=1e-8 * size)
    for algorithm in ("composite", "residual"):
        assert vz.forward_dynamics(tree, q, v, effort, t, algorithm=algorithm) == pytest.approx(
            expected, abs=1e-8 * size
        )
    assert s.gap < 1e-9
    assert s.J @ s.s + s.etabar == pytest.approx(v, abs=1e-9)


@pytest.mark.parametrize("name", MODELS)
def test_the_terms_say_what_their_names_promise(name: str) -> None:
    """Loops stay closed, bodies are in balance, joints do no work but by their efforts; reactions of both roads are the same."""
    tree, q, v, effort, stepper = moving(MODELS[name]())
    r, b = (f(tree, q, v, effort, stepper.time) for f in (vz.recursion_matrices, vz.block_system))
    size = np.abs(r.fp).max()
    assert r.G @ r.a.ravel() + r.gbarbar == pytest.approx(np.zeros(len(r.gbarbar)), abs=1e-8 * np.abs(r.a).max())
    assert r.GA @ r.lambda_ == pytest.approx(-r.G @ r.a0.ravel() - r.gbarbar, abs=1e-8 * size)
    assert np.abs(r.GA - r.GA.T).max() < 1e-10 * np.abs(r.GA).max()
    loads = (r.G.T @ r.lambda_).reshape(r.f.shape)
    first = 0
    for k in range(len(r.bodies)):
        below = sum((r.B[i].T @ r.fp[i] for i, p in enumerate(r.parents) if p == k), np.zeros(r.f.shape[1]))
        assert r.M[k] @ r.a[k] == pytest.approx(r.f[k] + loads[k] + r.fp[k] - below, abs=1e-8 * size)
        count = r.C[k].shape[1]
        assert r.C[k].T @ r.fp[k] == pytest.approx(r.tau[first : first + count], abs=1e-8 * size)
        assert r.N[k] == pytest.approx(r.C[k].T @ r.M_star[k] @ r.C[k], rel=1e-9, abs=1e-12)
        assert r.P[k] @ r.M_star[k] @ r.C[k] == pytest.approx(
            np.zeros_like(r.C[k]), abs=1e-9 * np.abs(r.M_star[k]).max()
        )
        first += count
    assert b.part("a") == pytest.approx(r.a.ravel(), abs=1e-7 * np.abs(r.a).max())
    assert b.part("fp") == pytest.approx(r.fp.ravel(), abs=1e-7 * size)


def test_mass_in_independent_coordinates_is_that_of_absolute_ones() -> None:
    """`J^T M J` of the tree and `R^T M R` of the bodies are the same kinetic energy; so is the right side's power."""
    tree, q, v, _, stepper = moving(loop(2))
    s, whole = vz.minimal_matrices(tree, q, v), stepper.matrices()
    assert s.s @ s.M_bar @ s.s == pytest.approx(whole.v @ whole.M @ whole.v, rel=1e-9)
    assert s.M_bar.shape == (1, 1)
    named = vz.minimal_matrices(tree, q, v, independent=[s.names[0]])
    assert named.independent == (s.names[0],)
    assert named.etadot == pytest.approx(s.etadot, rel=1e-8)
    with pytest.raises(vz.ModelError, match="1 independent coordinates are needed; such are"):
        vz.minimal_matrices(tree, q, v, independent=list(s.names[:2]))
    with pytest.raises(vz.ModelError, match=r"'X.angle' is no coordinate"):
        vz.minimal_matrices(tree, q, v, independent=["X.angle"])


def test_algorithms_by_name_and_their_refusal() -> None:
    tree = vz.joint_tree(loop(2))
    with pytest.raises(ValueError, match="algorithm = 'composit' is unknown; did you mean 'composite'"):
        vz.forward_dynamics(tree, tree.zero, np.zeros(tree.nv), algorithm="composit")
