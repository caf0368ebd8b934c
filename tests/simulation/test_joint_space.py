"""Joint-space algorithms by hand, the projection of the absolute equations, and implicit steps in joint coordinates."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.errors import ModelError, SolveError


def double_pendulum(**more: object) -> vz.Model:
    """Two thin rods, lengths 0.8 and 0.6 m, masses 2 and 1.5 kg."""
    m = vz.Model("double", dimension=2, **more)
    m.body("a", position=(0, 0), mass=2.0, inertia=2.0 * 0.8**2 / 12, com=(0.4, 0))
    m.body("b", position=(0.8, 0), mass=1.5, inertia=1.5 * 0.6**2 / 12, com=(0.3, 0))
    m.point("tip", "b", (0.6, 0))
    m.revolute("A", "ground", "a", at=(0, 0))
    m.revolute("B", "a", "b", at=(0.8, 0))
    return m


def textbook(q: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Mass matrix and loads of the double pendulum with relative angles (any textbook on robots)."""
    m1, m2, l1, c1, c2, g = 2.0, 1.5, 0.8, 0.4, 0.3, 9.81
    j1, j2 = m1 * l1**2 / 12, m2 * 0.6**2 / 12
    a, b, d = j1 + j2 + m1 * c1**2 + m2 * (l1**2 + c2**2), m2 * l1 * c2, j2 + m2 * c2**2
    cos, sin = np.cos(q[1]), np.sin(q[1])
    mass = np.array([[a + 2 * b * cos, d + b * cos], [d + b * cos, d]])
    inward = np.array([-b * sin * (2 * v[0] * v[1] + v[1] ** 2), b * sin * v[0] ** 2])
    low = m2 * g * c2 * np.cos(q[0] + q[1])
    return mass, inward + np.array([(m1 * c1 + m2 * l1) * g * np.cos(q[0]) + low, low])


def test_a_double_pendulum_is_that_of_the_textbook():
    tree, rng = vz.joint_tree(double_pendulum()), np.random.default_rng(1)
    assert tree.names == ("A turn z", "B turn z")
    for _ in range(10):
        q, v, a, effort = rng.normal(size=(4, 2))
        mass, loads = textbook(q, v)
        assert vz.mass_matrix(tree, q) == pytest.approx(mass, rel=1e-13)
        assert vz.inverse_dynamics(tree, q, v, a) == pytest.approx(mass @ a + loads, rel=1e-11, abs=1e-12)
        assert vz.forward_dynamics(tree, q, v, effort) == pytest.approx(
            np.linalg.solve(mass, effort - loads), rel=1e-11
        )


def test_many_states_in_one_call():
    tree, rng = vz.joint_tree(double_pendulum()), np.random.default_rng(2)
    q, v, a = rng.normal(size=(3, 5, 2))
    efforts = vz.inverse_dynamics(tree, q, v, a)
    assert efforts.shape == (5, 2)
    assert vz.forward_dynamics(tree, q, v, efforts) == pytest.approx(a, rel=1e-10, abs=1e-11)
    assert efforts[3] == pytest.approx(vz.inverse_dynamics(tree, q[3], v[3], a[3]), abs=1e-13)


def test_jacobian_of_a_point():
    tree, q = vz.joint_tree(double_pendulum()), np.array([0.3, -0.7])

    def tip(q: np.ndarray) -> np.ndarray:
        return np.array([0.8 * np.cos(q[0]) + 0.6 * np.cos(q.sum()), 0.8 * np.sin(q[0]) + 0.6 * np.sin(q.sum())])

    slope = np.column_stack([(tip(q + d) - tip(q - d)) / 2e-6 for d in 1e-6 * np.eye(2)])
    found = vz.jacobian(tree, q, "tip")
    assert found[:2] == pytest.approx(slope, abs=1e-9)
    assert found[5] == pytest.approx([1.0, 1.0])
    with pytest.raises(ModelError, match="neither a point nor a body; did you mean 'tip'"):
        vz.jacobian(tree, q, "tup")


def test_closed_loops_have_no_efforts_of_their_own():
    m = double_pendulum()
    m.distance("rope", "tip", m.point("G", "ground", (1.0, 1.0)))
    with pytest.raises(SolveError, match=r"closed loops or drivers \(rope\)"):
        vz.inverse_dynamics(m, [0, 0], [0, 0], [0, 0])


def test_shapes_are_checked():
    tree = vz.joint_tree(double_pendulum())
    with pytest.raises(ValueError, match=r"q has the shape \(3,\); it must end in 2"):
        vz.forward_dynamics(tree, [0, 0, 0], [0, 0])
    with pytest.raises(ValueError, match="v has 3 rows where q has 2"):
        vz.forward_dynamics(tree, np.zeros((2, 2)), np.zeros((3, 2)))


@pytest.mark.parametrize("basis", ["null space", "partition"])
def test_projected_equations_give_the_same_accelerations(basis):
    m = double_pendulum()
    m.body("c", position=(1.4, 0), mass=1.0, inertia=0.02, com=(0.1, 0.05), angular_velocity=1.0)
    m.revolute("C", "b", "c", at=(1.4, 0))
    m.prismatic("D", m.point("E", "c", (0.2, 0.1)), m.point("F", "ground", (1.6, 0.1)), axis=(1.0, 0.3))
    rng = np.random.default_rng(3)
    full = vz.matrices(m)
    v = full.jacobian
    allowed = np.linalg.svd(v)[2][np.linalg.matrix_rank(v) :].T
    moving = vz.matrices(m, full.q, allowed @ rng.normal(size=allowed.shape[1]))
    small = moving.projected(basis)
    assert small.M.shape == (1, 1)
    assert small.acceleration == pytest.approx(moving.acceleration, rel=1e-9, abs=1e-9)
    assert moving.jacobian @ small.R == pytest.approx(np.zeros((len(moving.gamma), 1)), abs=1e-12)
    assert small.R @ small.speeds == pytest.approx(moving.v, abs=1e-10)


def stiff_chain(stiffness: float, damping: float) -> vz.Model:
    m, before = vz.Model("whip", dimension=2), "ground"
    for k in range(6):
        m.body(f"b{k}", position=(k / 6, 0), mass=1 / 6, inertia=1 / 6 / 36 / 12, com=(1 / 12, 0))
        m.revolute(f"j{k}", before, f"b{k}", at=(k / 6, 0))
        m.spring(f"s{k}", joint=f"j{k}", stiffness=stiffness, damping=damping)
        before = f"b{k}"
    return m


def test_implicit_steps_in_joint_coordinates_are_of_second_order():
    m = stiff_chain(20.0, 0.01)
    exact = vz.simulate(m, 0.4, 0.4, rtol=1e-11, atol=1e-13, method="absolute", integrator="dop853")["b5"].y[-1]
    steps = [4e-3, 2e-3, 1e-3]
    runs = [vz.simulate(m, 0.4, 0.4, method="recursive", integrator="generalized_alpha", step=h) for h in steps]
    errors = [abs(r["b5"].y[-1] - exact) for r in runs]
    assert np.polyfit(np.log(steps), np.log(errors), 1)[0] == pytest.approx(2.0, abs=0.3)
    assert runs[0].info["method"] == "recursive"


def test_stiffness_stands_inside_the_articulated_masses():
    """Springs with own motions at 1e5 1/s, steps of 1 ms: Newton's iteration converges as it does for soft ones."""
    soft, stiff = (
        vz.simulate(stiff_chain(k, 1e-3), 0.2, 0.05, method="recursive", integrator="generalized_alpha", step=1e-3)
        for k in (1.0, 1e6)
    )
    assert stiff.status == "done"
    assert stiff.info["evaluations"] < 1.5 * soft.info["evaluations"]
