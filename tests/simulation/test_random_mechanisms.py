"""Random trees and random closed mechanisms: absolute, recursive and minimal formulations say the same of every state, and keep the laws of mechanics.

Plans are drawn by hypothesis in a fixed order, so that every run of the tests sees the same mechanisms. Relative differences stay near rounding times the
condition of the constraints (1e-14 on trees, 2e-12 with loops at worst); mechanisms within a thousandth of a singular posture are left out.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

import vazba as vz
from vazba.algebra.rotations import matrices
from vazba.equations.posture import PLACES
from vazba.equations.verbs import EXTRA
from vazba.formulations import in_joints
from vazba.reporting.observe import observed
from vazba.tree.coordinates import joint_coordinates_of, speeds_of
from vazba.tree.topology import topology_of

from .formulations import Formulations, difference
from .mechanisms import CARRIES, CLOSES, Plan, build, plans

LEAST = 1e-3  # condition of the constraints below which a posture counts as singular


def fixed(count: int) -> Any:
    return settings(
        max_examples=count, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )  # fmt: skip


def kinetic(model: vz.Model, y: Any) -> float:
    """Kinetic energy from the velocities of the bodies and the masses as written."""
    total, dim = 0.0, model.dimension
    nq, nv = (3, 3) if dim == 2 else (7, 6)
    bodies = list(model.bodies.values())
    for k, b in enumerate(bodies):
        q, v = y[nq * k : nq * (k + 1)], y[nq * len(bodies) + nv * k : nq * len(bodies) + nv * (k + 1)]
        com, inertia = np.array(b.com), np.array(b.inertia)
        if dim == 2:
            c, s = np.cos(q[2]), np.sin(q[2])
            arm = np.array([c * com[0] - s * com[1], s * com[0] + c * com[1]])
            u = v[:2] + v[2] * np.array([-arm[1], arm[0]])
            total += b.mass * u @ u / 2 + inertia * v[2] ** 2 / 2
        else:
            u = v[:3] + matrices(q[3:]) @ np.cross(v[3:], com)
            total += b.mass * u @ u / 2 + v[3:] @ inertia @ v[3:] / 2
    return float(total)


def potential(model: vz.Model, y: Any) -> float:
    """Energy of the weight, from the positions of the bodies and the masses as written."""
    total, nq = 0.0, 3 if model.dimension == 2 else 7
    for k, b in enumerate(model.bodies.values()):
        q, com = y[nq * k : nq * (k + 1)], np.array(b.com)
        if model.dimension == 2:
            c, s = np.cos(q[2]), np.sin(q[2])
            centre = q[:2] + [c * com[0] - s * com[1], s * com[0] + c * com[1]]
        else:
            centre = q[:3] + matrices(q[3:]) @ com
        total -= b.mass * np.array(model.gravity) @ centre
    return float(total)


def advanced(form: Any, y: Any, t: float, h: float) -> Any:
    """One step of the classical Runge-Kutta method."""

    def rate(y: Any, t: float) -> Any:
        out, y = np.zeros(len(y)), y.copy()
        form.derivative(form.record.here, y.ctypes.data, out.ctypes.data, t)
        return out

    k1 = rate(y, t)
    k2 = rate(y + h / 2 * k1, t + h / 2)
    k3 = rate(y + h / 2 * k2, t + h / 2)
    k4 = rate(y + h * k3, t + h)
    return y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def elastic(form: Any, y: Any, t: float, turns: Any) -> float:
    """Energy in springs, cables and bushings."""
    _, more, *_ = observed(form, np.array([t]), y[None].copy(), turns[None].copy(), np.zeros(PLACES))
    return float(more[0, 2])


def power_is_the_rate_of_energy(f: Formulations, form: Any, x: Any, t: float) -> None:
    """`T' + V' + U' = power put in - power dissipated - power into curves`, the left side by differences of fourth order over the motion."""
    model, h, energy = f.system.model, 2e-4, []
    scale = 1.0
    for step in (-2, -1, 1, 2):
        y = advanced(form, x, t, step * h)
        moment = t + step * h
        now = form.bodies(y, moment)
        energy.append(kinetic(model, now) + potential(model, now) + elastic(form, y, moment, f.turns))
        scale = max(scale, abs(energy[-1]))
    a, b, c, d = energy
    change = (8 * (c - b) - (d - a)) / (12 * h)
    rates = np.zeros(len(x))
    form.derivative(form.record.here, x.copy().ctypes.data, rates.ctypes.data, t)
    given_, lost, stored = rates[-EXTRA:]
    expected = given_ - lost - stored
    largest = max(scale, abs(given_), abs(lost), abs(stored))
    assert change == pytest.approx(expected, abs=2e-7 * largest)


def agree(f: Formulations, x: Any, t: float, tolerance: float) -> None:
    for name, found in f.differences(x, t).items():
        for quantity, value in found.items():
            assert value < tolerance, f"{name}: {quantity} differ by {value:.3g}"


# --- trees ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3])
def test_trees(dimension: int) -> None:
    """Accelerations, wrenches of all joints and powers; states become joint coordinates and back; power is the rate of energy."""

    @fixed(30)
    @given(plans(dimension))
    def holds(plan: Plan) -> None:
        tree_holds(plan)

    holds()


@pytest.mark.parametrize(("dimension", "kind"), [(dim, kind) for dim in (2, 3) for kind in CARRIES[dim]])
def test_every_joint_carries_both_ways(dimension: int, kind: str) -> None:
    """The body it carries may be its first or its second, and so may the ground."""
    elements = (("at joint", 0, 1), ("motor", 0, 1), ("friction", 0, 1), ("spring", -1, 1))
    for seed, (below, above) in enumerate([(False, False), (True, True), (False, True), (True, False)]):
        for count in (1, 2, 3):
            links = ((kind, -1, below), (kind, 0, above), (kind, 0, below))[:count]
            tree_holds(Plan(dimension, links, elements=elements if count == 2 else (), seed=seed))


def tree_holds(plan: Plan) -> None:
    f, t = Formulations(build(plan)), 0.3
    x = f.state(np.random.default_rng(plan.seed), t, away=1.2)
    agree(f, x, t, 1e-11)
    y = f.bodies(x)
    nq, nv = f.tree.nq, f.tree.nv
    back = joint_coordinates_of(f.tree, y[: f.system.nq])
    assert difference(*(unsigned(f.tree, each) for each in (back, x[:nq]))) < 1e-12
    assert difference(speeds_of(f.tree, x[:nq], y[f.system.nq : f.system.nq + f.system.nv]), x[nq : nq + nv]) < 1e-12
    power_is_the_rate_of_energy(f, f.recursive, x, t)


def unsigned(tree: Any, x: Any) -> Any:
    """Joint coordinates with the sign of quaternions taken out: p and -p are the same turn."""
    x, at, j = x.copy(), 0, 0
    while j < tree.nv:
        if tree.names[j][1] == "turn x":
            x[at : at + 4] *= np.sign(x[at : at + 4][np.argmax(np.abs(x[at : at + 4]))])
            at, j = at + 4, j + 3
        else:
            at, j = at + 1, j + 1
    return x


@pytest.mark.parametrize("dimension", [2, 3])
def test_tree_algorithms(dimension: int) -> None:
    """Mass matrix by composite bodies, by columns of the Newton-Euler sweep, and from the bodies' velocities; inverse of forward dynamics."""

    @fixed(25)
    @given(plans(dimension))
    def holds(plan: Plan) -> None:
        m = build(plan)
        m.frictions.clear()  # which depend on reactions: joint efforts alone do not say them
        tree, rng = vz.joint_tree(m), np.random.default_rng(plan.seed)
        if not tree.nv:
            return
        f = Formulations(m)
        x = f.state(rng, away=1.2)
        q = x[: tree.nq] - tree.inner(np.zeros(tree.nq))[0]  # as the joints count them
        v, effort = x[tree.nq : tree.nq + tree.nv].copy(), rng.normal(size=tree.nv)
        mass = vz.mass_matrix(tree, q)
        size = np.abs(mass).max()
        assert difference(mass, mass.T) == 0.0
        assert np.linalg.eigvalsh(mass).min() > 0
        bias = vz.inverse_dynamics(tree, q, v, np.zeros(tree.nv))
        columns = np.column_stack([vz.inverse_dynamics(tree, q, v, e) - bias for e in np.eye(tree.nv)])
        assert np.abs(columns - mass).max() < 1e-12 * (size + np.abs(bias).max())
        speeds = []
        for e in np.eye(tree.nv):
            x[tree.nq : tree.nq + tree.nv] = e
            speeds.append(f.bodies(x)[f.system.nq : -EXTRA])
        jacobian = np.column_stack(speeds)
        whole = vz.matrices(m, f.bodies(x)[: f.system.nq], np.zeros(f.system.nv)).M
        assert np.abs(jacobian.T @ whole @ jacobian - mass).max() < 1e-12 * size
        a = vz.forward_dynamics(tree, q, v, effort)
        assert vz.inverse_dynamics(tree, q, v, a) == pytest.approx(
            effort, abs=1e-11 * (1 + np.abs(mass @ a).max() + np.abs(bias).max())
        )
        assert np.abs(mass @ a + bias - effort).max() < 1e-11 * (1 + np.abs(mass @ a).max() + np.abs(bias).max())

    holds()


# --- closed mechanisms ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dimension", [2, 3])
def test_closed_mechanisms(dimension: int) -> None:
    """Accelerations, multipliers, wrenches and powers; any choice of cut joints; power is the rate of energy."""
    count = 0

    @fixed(50)
    @given(plans(dimension, loops=3), st.data())
    def holds(plan: Plan, data: st.DataObject) -> None:
        nonlocal count
        f, t = Formulations(build(plan)), 0.05
        x = f.state(np.random.default_rng(plan.seed), t, away=0.15)
        assume(x is not None and f.conditioned(x, t) >= LEAST)  # another is drawn in its place
        agree(f, x, t, 1e-9)
        power_is_the_rate_of_energy(f, f.recursive, x, t)
        joints = [name for name, joint in f.system.model.joints.items() if joint.TYPE not in ("gear", "rack")]
        if joints:
            same_with_cuts(f, x, t, data.draw(st.sets(st.sampled_from(joints), max_size=3)))
        count += 1

    holds()
    assert count == 50


NOT_CLOSED: dict[tuple[int, str], list[tuple[int, int]]] = {}  # between which bodies a closure finds no regular posture


@pytest.mark.parametrize(
    ("dimension", "kind"),
    [(dim, kind) for dim in (2, 3) for kind in (*CLOSES[dim], "gear", "driver", "distance driver")],
)
def test_every_closure(dimension: int, kind: str) -> None:
    """Between two branches, and between a branch and the ground, in either order."""
    links = {2: (("revolute", -1, True), ("revolute", 0, False), ("slot", -1, True), ("revolute", 2, True))}
    links[3] = (
        ("universal", -1, True),
        ("spherical", 0, False),
        ("revolute", -1, False),
        ("planar", 2, True),
        ("revolute", 0, True),
    )
    left_out = []
    for seed, (first, second) in enumerate([(1, 3), (3, 1), (-1, 3), (1, -1)]):
        closures = ((kind, first, second),) if kind in CLOSES[dimension] else (("distance", first, second),)
        elements = (("spring", first, second), ("at joint", 0, 1), ("friction", 0, 1), ("motor", 0, 1))
        plan = Plan(dimension, links[dimension], closures, elements, () if kind in CLOSES[dimension] else (kind,), seed)
        f, t = Formulations(build(plan)), 0.05
        x = f.state(np.random.default_rng(seed), t, away=0.15)
        if x is None or f.conditioned(x, t) <= LEAST:
            left_out.append((first, second))
            continue
        agree(f, x, t, 1e-9)
        power_is_the_rate_of_energy(f, f.recursive, x, t)
        power_is_the_rate_of_energy(f, f.minimal, f.minimal_state(x), t)
    assert left_out == NOT_CLOSED.get((dimension, kind), [])


@pytest.mark.parametrize("dimension", [2, 3])
def test_laws_of_the_user_see_the_bodies(dimension: int) -> None:
    """A Python function that looks at coordinates and velocities of all bodies is given the same in every formulation."""
    links = (("revolute", -1, False), ("slot" if dimension == 2 else "universal", 0, True), ("revolute", 1, False))
    closures = (("distance", 2, -1),)
    for seed in (2, 3):  # one law each: see `element`
        f = Formulations(build(Plan(dimension, links, closures, (("law", 0, 2), ("law", -1, 1)), seed=seed)))
        x = f.state(np.random.default_rng(seed), 0.2, away=0.15)
        assert f.conditioned(x, 0.2) > LEAST
        agree(f, x, 0.2, 1e-9)


def same_with_cuts(f: Formulations, x: Any, t: float, cuts: set[str]) -> None:
    """The same accelerations and wrenches with other joints cut."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(in_joints, "topology_of", lambda system: topology_of(system, cuts))
        other = Formulations(f.system.model)
    y = f.bodies(x)
    q, v = y[: f.system.nq], y[f.system.nq : -EXTRA]
    z = joint_coordinates_of(other.tree, q)
    z = np.concatenate([z, speeds_of(other.tree, z, v), np.zeros(EXTRA)])
    there = other.bodies(z)
    if f.system.dimension == 3:  # quaternions: either sign is the same orientation
        mine, yours = (state[: f.system.nq].reshape(-1, 7)[:, 3:] for state in (y, there))
        yours *= np.where((mine * yours).sum(axis=1) < 0, -1.0, 1.0)[:, None]
    assert there == pytest.approx(y, abs=1e-11)
    first = f.seen("absolute", x, t)
    for name in ("recursive", "minimal"):
        found = other.seen(name, z, t)
        assert difference(found.acceleration, first.acceleration) < 1e-9
        assert difference(found.wrenches, first.wrenches) < 1e-9
