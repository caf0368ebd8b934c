"""Equations of motion at one state against closed forms, finite differences and free-body balances."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import vazba as vz
from vazba.algebra.rotations import matrices as rotation_matrices
from vazba.bodies.space import displaced

G = 9.81


def pendulum(**body: object) -> vz.Model:
    m = vz.Model("pendulum", dimension=2)
    m.body("rod", **{"mass": 2.0, "inertia": 0.3, "com": (0.5, 0.1), "angle": 0.4, "angular_velocity": 1.5, **body})
    m.revolute("A", "ground", "rod", at=(0, 0))
    return m


def test_compound_pendulum():
    """`(J + m c^2) phi'' = -m g x_c`; the pin carries `m (a_c - g)`."""
    r = vz.matrices(pendulum())
    s, c = np.sin(0.4), np.cos(0.4)
    arm = np.array([0.5 * c - 0.1 * s, 0.5 * s + 0.1 * c])
    alpha = -2.0 * G * arm[0] / (0.3 + 2.0 * 0.26)
    assert r.acceleration == pytest.approx([0, 0, alpha], abs=1e-12)
    centre = alpha * np.array([-arm[1], arm[0]]) - 1.5**2 * arm
    assert -r.multipliers == pytest.approx(2.0 * (centre - [0, -G]), rel=1e-12)  # rows are p_ground - p_rod


def test_free_body_turns_by_eulers_equations():
    """A free body with its frame away from the centre of mass: Newton and Euler at the centre, told at the frame."""
    rng = np.random.default_rng(3)
    inertia, c, w, mass = np.diag([0.2, 0.5, 0.6]), np.array([0.3, -0.2, 0.5]), rng.normal(size=3), 3.0
    m = vz.Model("stone", dimension=3, gravity=(0.5, -1.0, -9.0))
    m.body("b", mass=mass, inertia=inertia.tolist(), com=c.tolist(), orientation={"cardan": [0.3, -0.8, 1.1]},
           velocity=[1, 2, 3], angular_velocity=w.tolist())  # fmt: skip
    r = vz.matrices(m)
    alpha = np.linalg.solve(inertia, -np.cross(w, inertia @ w))
    s = rotation_matrices(r.q[3:])
    origin = np.array([0.5, -1.0, -9.0]) - s @ (np.cross(alpha, c) + np.cross(w, np.cross(w, c)))
    assert r.acceleration == pytest.approx([*origin, *alpha], abs=1e-11)


def spatial() -> vz.Model:
    m = vz.Model("two bodies", dimension=3)
    rng = np.random.default_rng(11)
    for name in ("a", "b"):
        m.body(name, position=rng.normal(size=3).tolist(), orientation={"cardan": rng.normal(size=3).tolist()}, mass=2.0,
               inertia=[0.3, 0.4, 0.5, 0.02, -0.03, 0.01], com=rng.normal(size=3).tolist(), velocity=rng.normal(size=3).tolist(),
               angular_velocity=rng.normal(size=3).tolist())  # fmt: skip
        m.point(f"P{name}", name, rng.normal(size=3).tolist())
        m.point(f"Q{name}", name, rng.normal(size=3).tolist())
    m.point("O", "ground", (0.2, -0.4, 0.1))
    m.spring("s", "Pa", "Pb", stiffness=120.0, free_length=0.3)
    m.damper("d", "Qa", "O", damping=7.0)
    m.cable("c", ["O", "Qa", "Pb", "Qb"], stiffness=500.0, damping=20.0, free_length=1.0)
    m.force("f", "Qb", ["3*t", 2.0, "cos(t)"])
    return m


def test_kinetic_energy_is_that_of_all_particles():
    """`1/2 v^T M v` equals the energy from the velocity of the centre of mass and the spin."""
    m = spatial()
    r = vz.matrices(m)
    energy = 0.0
    for k, body in enumerate(m.bodies.values()):
        s, w, v = rotation_matrices(r.q[7 * k + 3 : 7 * k + 7]), r.v[6 * k + 3 : 6 * k + 6], r.v[6 * k : 6 * k + 3]
        d = body.inertia
        tensor = np.array([[d[0], -d[3], -d[4]], [-d[3], d[1], -d[5]], [-d[4], -d[5], d[2]]])
        centre = v + s @ np.cross(w, body.com)
        energy += 0.5 * body.mass * centre @ centre + 0.5 * w @ tensor @ w
    assert 0.5 * r.v @ r.M @ r.v == pytest.approx(energy, rel=1e-13)
    assert np.linalg.eigvalsh(r.M)[0] > 0


def length(m: vz.Model, q: np.ndarray, names: list[str]) -> float:
    places = []
    for name in names:
        point = m.points[name]
        if point.body == "ground":
            places.append(np.array(point.position))
        else:
            k = list(m.bodies).index(point.body)
            places.append(q[7 * k : 7 * k + 3] + rotation_matrices(q[7 * k + 3 : 7 * k + 7]) @ point.position)
    return sum(float(np.linalg.norm(b - a)) for a, b in pairwise(places))


@pytest.mark.parametrize(("column", "names"), [(0, ["Pa", "Pb"]), (1, ["Qa", "O"]), (2, ["O", "Qa", "Pb", "Qb"])])
def test_distribution_columns_are_derivatives_of_the_length(column, names):
    m = spatial()
    r = vz.matrices(m)
    h, found = 1e-6, np.zeros(len(r.v))
    for k in range(len(r.v)):
        ends = []
        for sign in (1, -1):
            step = np.zeros(len(r.v))
            step[k] = sign * h
            ends.append(length(m, displaced(3, r.q, step), names))
        found[k] = -(ends[0] - ends[1]) / (2 * h)
    assert r.columns[:, column] == pytest.approx(found, abs=1e-8)


def test_tensions_by_their_laws():
    m = spatial()
    r = vz.matrices(m)
    rates = -r.columns.T @ r.v
    lengths = [length(m, r.q, names) for names in (["Pa", "Pb"], ["Qa", "O"], ["O", "Qa", "Pb", "Qb"])]
    cable = 500.0 * (lengths[2] - 1.0) + 20.0 * rates[2]
    assert lengths[2] > 1.0
    assert r.tensions == pytest.approx([120.0 * (lengths[0] - 0.3), 7.0 * rates[1], max(cable, 0.0)], rel=1e-12)


def test_a_slack_cable_pulls_nothing():
    m = spatial()
    m.cable("loose", ["Pa", "Pb"], stiffness=500.0, damping=20.0, free_length=100.0)
    r = vz.matrices(m)
    assert r.tensions[-1] == 0.0
    assert r.acceleration == pytest.approx(vz.matrices(spatial()).acceleration, rel=1e-14)


def test_inner_forces_balance():
    """Springs and cables between bodies change neither momentum nor moment of momentum: their columns sum to nothing."""
    m = spatial()
    r = vz.matrices(m)
    for k in (0,):  # the spring, which does not touch the ground
        f = r.columns[:, k]
        force, moment = np.zeros(3), np.zeros(3)
        for b in range(2):
            p, s = r.q[7 * b : 7 * b + 3], rotation_matrices(r.q[7 * b + 3 : 7 * b + 7])
            force += f[6 * b : 6 * b + 3]
            moment += np.cross(p, f[6 * b : 6 * b + 3]) + s @ f[6 * b + 3 : 6 * b + 6]
        assert np.abs(force).max() < 1e-14
        assert np.abs(moment).max() < 1e-14


def test_rates_of_the_coordinates():
    """`q' = T v` against a small motion."""
    r = vz.matrices(spatial())
    h, ends = 1e-6, []
    for sign in (1, -1):
        ends.append(displaced(3, r.q, r.v, sign * h))
    assert r.T @ r.v == pytest.approx((ends[0] - ends[1]) / (2 * h), abs=1e-9)


def test_redundant_pins_share_the_weight():
    """A bar on two fixed supports that both hold it sideways: two equal multipliers, one too many."""
    m = vz.Model("bar", dimension=2)
    m.body("bar", mass=4.0, inertia=1.0)
    m.revolute("A", "ground", "bar", at=(-1, 0))
    m.revolute("B", "ground", "bar", at=(1, 0))
    r = vz.matrices(m)
    assert np.abs(r.acceleration).max() < 1e-12
    assert r.multipliers == pytest.approx([0, -2 * G, 0, -2 * G], abs=1e-10)


def test_bodies_without_mass_are_named_all_at_once():
    m = vz.Model("light", dimension=2)
    m.body("a")
    m.body("b", mass=1.0)
    with pytest.raises(vz.ModelError, match=r"(?s)body a: mass and inertia are not given.*body b: inertia is"):
        vz.matrices(m)
