"""Laws of a bushing: the gradient of an energy, no matter which body is named first, balanced, and its tangent against differences.

The strain is written here once more, from its definition: the axes are those of the first frame turned by half the relative rotation (by its logarithm); with
sines displacements are the mean of what both frames see.
"""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import vazba as vz
from vazba.loads.bushing import _euler_parameters

DIMENSIONS = (2, 3)
KINDS = [(2, "sine"), (3, "sine"), (3, "vector")]
LOCAL = {"a": np.array([0.3, -0.2, 0.1]), "b": np.array([-0.4, 0.1, 0.25])}


def full(rng: np.random.Generator, n: int, size: float) -> np.ndarray:
    root = rng.normal(size=(n, n))
    return size * (0.5 * np.eye(n) + 0.1 * root @ root.T)


def pair(dimension: int, turns: str, swap: bool = False, damped: bool = False, **values: Any) -> vz.Model:
    """Two free bodies, drawn parallel, with a bushing of full matrices between a point of each."""
    rng, n = np.random.default_rng(8), 3 if dimension == 2 else 6
    m = vz.Model("pair", dimension=dimension, gravity=(0,) * dimension)
    for k, name in enumerate("ab"):
        inertia = 0.5 + k if dimension == 2 else [0.4 + k, 0.5, 0.6 + 0.2 * k]
        m.body(name, mass=1.0 + k, inertia=inertia)
        m.point(f"P{name}", name, LOCAL[name][:dimension].tolist())
    known = {"stiffness": full(rng, n, 30.0).tolist(), "damping": full(rng, n, 2.0 * damped).tolist()}
    m.bushing(
        "B",
        *(("Pb", "Pa") if swap else ("Pa", "Pb")),
        **known,
        **({"turns": turns} if dimension == 3 else {}),
        **values,
    )
    return m


def some_state(dimension: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    q, v = [], rng.normal(size=6 if dimension == 2 else 12)
    turn = Rotation.from_rotvec(rng.normal(size=3))
    for _ in range(2):
        q += list(0.5 * rng.normal(size=dimension))
        if dimension == 2:
            q.append(1.2 * rng.normal())
        else:
            x, y, z, w = turn.as_quat()
            q += [w, x, y, z]
            turn = turn * Rotation.from_rotvec(0.7 * rng.normal(size=3))
    return np.array(q), v


def frames(q: np.ndarray, dimension: int) -> list[tuple[np.ndarray, np.ndarray, float]]:
    """Place, axes and angle of both ends of the bushing."""
    out = []
    for k, name in enumerate("ab"):
        part, local = q[(3, 7)[dimension - 2] * k :], LOCAL[name].copy()
        if dimension == 2:
            local[2] = 0.0
            s, r, angle = Rotation.from_rotvec([0, 0, part[2]]).as_matrix(), np.array([*part[:2], 0.0]), float(part[2])
        else:
            s, r, angle = Rotation.from_quat([*part[4:7], part[3]]).as_matrix(), part[:3], 0.0
        out.append((r + s @ local, s, angle))
    return out


def strain(q: np.ndarray, dimension: int, turns: str) -> np.ndarray:
    (p_a, s_a, phi_a), (p_b, s_b, phi_b) = frames(q, dimension)
    turn = np.array([0, 0, phi_b - phi_a]) if dimension == 2 else Rotation.from_matrix(s_a.T @ s_b).as_rotvec()
    axes = s_a @ Rotation.from_rotvec(turn / 2).as_matrix()
    if (dimension, turns) == (3, "sine"):
        axes = (s_a + s_b) / 2
    apart = axes.T @ (p_b - p_a)
    if dimension == 2:
        return np.array([apart[0], apart[1], turn[2]])
    size = np.linalg.norm(turn)
    return np.concatenate([apart, turn if turns == "vector" else turn * np.sin(size) / size])


def moved(q: np.ndarray, step: np.ndarray, dimension: int) -> np.ndarray:
    """Coordinates displaced by a small step of the velocities (in space turns in body components)."""
    if dimension == 2:
        return q + step
    out = q.copy()
    for k in range(2):
        out[7 * k : 7 * k + 3] += step[6 * k : 6 * k + 3]
        x, y, z, w = (
            Rotation.from_quat([*q[7 * k + 4 : 7 * k + 7], q[7 * k + 3]])
            * Rotation.from_rotvec(step[6 * k + 3 : 6 * k + 6])
        ).as_quat()
        out[7 * k + 3 : 7 * k + 7] = w, x, y, z
    return out


def columns(q: np.ndarray, dimension: int, turns: str) -> np.ndarray:
    """`de/dv` by differences."""
    h, n = 1e-5, 6 if dimension == 2 else 12
    steps = h * np.eye(n)
    rows = [
        (strain(moved(q, s, dimension), dimension, turns) - strain(moved(q, -s, dimension), dimension, turns)) / (2 * h)
        for s in steps
    ]
    return np.array(rows).T


@pytest.mark.parametrize(("dimension", "turns"), KINDS)
def test_it_is_the_gradient_of_its_energy_and_damps_the_rates_of_its_strains(dimension, turns):
    """`f = -(de/dv)^T (K e + B e')`, at turns up to more than a right angle; without velocities minus the gradient of `1/2 e^T K e`."""
    m = pair(dimension, turns, damped=True)
    bushing = m.bushings["B"]
    k, b = np.array(bushing.stiffness), np.array(bushing.damping)
    for seed in range(6):
        q, v = some_state(dimension, seed)
        e, j = strain(q, dimension, turns), columns(q, dimension, turns)
        exact = -j.T @ (k @ e + b @ (j @ v))
        still = vz.matrices(m, q, 0 * v).force
        found = still + vz.matrices(m, q, v).force - vz.matrices(pair(dimension, turns), q, v).force
        assert still == pytest.approx(-j.T @ k @ e, abs=1e-7 * np.abs(exact).max())
        assert found == pytest.approx(exact, abs=1e-7 * np.abs(exact).max())


@pytest.mark.parametrize(("dimension", "turns"), KINDS)
@pytest.mark.parametrize("axes", [None, "middle", "first"])
def test_which_body_is_named_first(dimension, turns, axes):
    """Does not matter, but where the axes of the first are asked for."""
    apart = 0.0
    for seed in range(4):
        q, v = some_state(dimension, seed)
        one, two = (
            vz.matrices(pair(dimension, turns, swap, damped=True, axes=axes), q, v).force for swap in (False, True)
        )
        apart = max(apart, np.abs(one - two).max() / np.abs(one).max())
    assert (apart > 1e-3) if axes == "first" else (apart < 1e-12), apart


def test_a_bearing_whose_shaft_turns_on_has_the_axes_of_its_first_body():
    """Without resistance against a turn they stand in the bearing: a soft direction stays where it is, however far the shaft has turned."""
    m = vz.Model("shaft", dimension=2, gravity=(0, 0))
    m.body("shaft", mass=1.0, inertia=0.1, angular_velocity=2 * np.pi, velocity=(0.3, 0.0))
    m.bushing("B", "ground", "shaft", at=(0, 0), stiffness=(4.0, 900.0, 0.0))
    r = vz.simulate(m, 3.0, 0.1, rtol=1e-10, atol=1e-12)
    assert r.body("shaft").x == pytest.approx(0.15 * np.sin(2.0 * r.time), abs=1e-8)
    assert np.abs(r.body("shaft").y).max() < 1e-8
    assert r.body("shaft").angle[-1] == pytest.approx(6 * np.pi, abs=1e-6)


@pytest.mark.parametrize(("dimension", "turns"), [(2, "sine"), (3, "sine")])
def test_it_is_smooth_beyond_half_a_turn(dimension, turns):
    """Bodies that tumble many times keep their energy (sines, and the planar angle)."""
    m = pair(dimension, turns)
    for name, sign in (("a", 1.0), ("b", -1.0)):
        spin = 12.0 * sign if dimension == 2 else [9.0 * sign, -2.0, 12.0]
        m.bodies[name] = replace(m.bodies[name], angular_velocity=spin)
    r = vz.simulate(m, 2.0, 0.1, rtol=1e-9, atol=1e-11)
    assert r.status == "done", r.message
    assert np.abs(r.energy.balance).max() < 1e-6 * r.energy.kinetic[0]


@pytest.mark.parametrize(("dimension", "turns"), KINDS)
def test_momentum_and_moment_of_momentum_of_a_free_pair_are_kept(dimension, turns):
    m = pair(dimension, turns, damped=True)
    spin = 1.5 if dimension == 2 else [1.0, -2.0, 0.5]
    m.bodies["a"] = replace(m.bodies["a"], angular_velocity=spin, velocity=[0.5, -1.0, 0.3][:dimension])
    r = vz.simulate(m, 1.0, 0.1, rtol=1e-10, atol=1e-12)
    words = ("px", "py", "l") if dimension == 2 else ("px", "py", "pz", "lx", "ly", "lz")
    for word in words:
        assert r.momentum[word] == pytest.approx(r.momentum[word][0], abs=1e-8), word
    assert r.energy.dissipated[-1] > 0.1
    assert np.abs(r.energy.balance).max() < 1e-8


@pytest.mark.parametrize("angle", [0.0, 1e-9, 1.0, 2.2, 3.0, np.pi - 1e-6, np.pi - 1e-12])
def test_turns_are_known_to_rounding_up_to_half_a_turn(angle: float) -> None:
    """The rotation vector of b in axes of a, about all sorts of axes, against the quaternions it is made of."""
    rng = np.random.default_rng(2)
    for axis in (*np.eye(3), *rng.normal(size=(20, 3))):
        n, a = axis / np.linalg.norm(axis), Rotation.random(random_state=rng).as_matrix()
        b = a @ Rotation.from_rotvec(angle * n).as_matrix()
        c, q = _euler_parameters(SimpleNamespace(r=tuple(a.ravel())), SimpleNamespace(r=tuple(b.ravel())))
        assert c == pytest.approx(np.cos(angle / 2), abs=1e-15)
        assert q == pytest.approx(np.sin(angle / 2) * n, abs=1e-15)
