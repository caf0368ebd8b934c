"""Rotations against SciPy, the matrices of the theory and finite differences."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from vazba.algebra.rotations import (
    cardan_angles,
    cardan_matrix,
    cardan_rates_to_angular,
    cardan_terms,
    cross_matrix,
    matrices,
    perpendicular,
    quaternion,
    quaternion_matrix,
    quaternion_turned,
    rotation_about,
    smallest_rotation,
)


def hinv(x, y):
    return np.array([[1, 0, np.sin(y)], [0, np.cos(x), -np.sin(x) * np.cos(y)], [0, np.sin(x), np.cos(x) * np.cos(y)]])


def h(x, y):
    sx, cx, sy, cy = np.sin(x), np.cos(x), np.sin(y), np.cos(y)
    return np.array([[cy, sx * sy, -cx * sy], [0, cx * cy, sx * cy], [0, -sx, cx]]) / cy


def test_matrices_of_quaternions():
    rotations = Rotation.random(50, np.random.default_rng(1))
    p = rotations.as_quat(scalar_first=True)
    assert np.allclose(matrices(p), rotations.as_matrix(), atol=1e-14)
    assert np.allclose(matrices(3.0 * p), rotations.as_matrix(), atol=1e-14)  # length does not matter
    assert matrices(p.reshape(5, 10, 4)).shape == (5, 10, 3, 3)
    for p_k, s in zip(p, rotations.as_matrix()):
        assert np.allclose(np.reshape(quaternion_matrix(tuple(0.7 * p_k)), (3, 3)), s, atol=1e-14)


def test_quaternions_of_matrices():
    half_turns = Rotation.from_rotvec(np.pi * np.vstack([np.eye(3), [[0.6, 0.8, 0.0], [-0.6, 0.0, 0.8]]]))
    small = Rotation.from_rotvec(1e-9 * np.eye(3))
    for s in Rotation.concatenate(
        [Rotation.random(50, np.random.default_rng(2)), half_turns, small, Rotation.identity(1)]
    ):
        p = quaternion(s.as_matrix())
        assert p[0] >= 0
        assert np.linalg.norm(p) == pytest.approx(1.0, abs=1e-14)
        assert np.allclose(matrices(p), s.as_matrix(), atol=1e-13)


def test_cardan_is_rx_ry_rz():
    for angles in np.random.default_rng(3).uniform(-3, 3, (20, 3)):
        expected = Rotation.from_euler("XYZ", angles).as_matrix()  # capitals: about the turned axes, Rx Ry Rz
        assert np.allclose(cardan_matrix(angles), expected, atol=1e-14)
    assert np.allclose(cardan_matrix((np.pi / 2, 0, 0)) @ [0, 1, 0], [0, 0, 1], atol=1e-15)


def test_cardan_angles_come_back():
    angles = np.random.default_rng(4).uniform(-1, 1, (40, 3)) * [np.pi, np.pi / 2, np.pi]
    s = np.array([cardan_matrix(a) for a in angles])
    assert np.allclose(cardan_angles(s), angles, atol=1e-12)
    assert cardan_angles(s.reshape(4, 10, 3, 3)).shape == (4, 10, 3)


@pytest.mark.parametrize("b", [np.pi / 2, -np.pi / 2])
def test_cardan_angles_where_they_are_singular(b):
    """At +-90 deg only `c + a` (or `c - a`) is known: a is 0 and the matrix comes back."""
    for a, c in np.random.default_rng(5).uniform(-3, 3, (20, 2)):
        s = Rotation.from_euler("XYZ", (a, b, c)).as_matrix()
        found = cardan_angles(s)
        assert found[0] == 0.0
        assert found[1] == pytest.approx(b, abs=1e-7)
        assert np.allclose(cardan_matrix(found), s, atol=1e-9)
        expected = c + a if b > 0 else c - a
        assert np.angle(np.exp(1j * (found[2] - expected))) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("near", [1e-3, 1e-6, 1e-8])
def test_cardan_angles_near_the_singularity_give_the_matrix_back(near):
    for sign in (1, -1):
        s = Rotation.from_euler("XYZ", (0.7, sign * (np.pi / 2 - near), -1.1)).as_matrix()
        assert np.allclose(cardan_matrix(cardan_angles(s)), s, atol=1e-8)


def test_rates_of_cardan_angles():
    rng = np.random.default_rng(6)
    for _ in range(10):
        eta, rates = rng.uniform(-1.2, 1.2, 3), rng.normal(size=3)
        w = cardan_rates_to_angular(eta, rates)
        assert np.allclose(w, hinv(eta[0], eta[1]) @ rates, atol=1e-14)
        assert np.allclose(h(eta[0], eta[1]) @ w, rates, atol=1e-12)
        step = 1e-5
        s_dot = (cardan_matrix(eta + step * rates) - cardan_matrix(eta - step * rates)) / (2 * step)
        w_tilde = s_dot @ cardan_matrix(eta).T  # S' = ~w S, ground components
        assert np.allclose([w_tilde[2, 1], w_tilde[0, 2], w_tilde[1, 0]], w, atol=1e-8)


def test_cardan_terms_by_finite_differences():
    rng = np.random.default_rng(7)
    for _ in range(20):
        eta, d1, d2 = rng.uniform(-3, 3, 3), rng.normal(size=3), rng.normal(size=3)

        def at(t, eta=eta, d1=d1, d2=d2):
            value, rate = eta + t * d1 + t * t / 2 * d2, d1 + t * d2
            matrix, w, al = cardan_terms(*((value[k], rate[k], d2[k]) for k in range(3)))
            return np.reshape(matrix, (3, 3)), np.array(w), np.array(al)

        matrix, w, al = at(0.0)
        assert np.allclose(matrix, Rotation.from_euler("XYZ", eta).as_matrix(), atol=1e-14)
        step = 1e-4
        s_dot = (8 * (at(step)[0] - at(-step)[0]) - (at(2 * step)[0] - at(-2 * step)[0])) / (12 * step)
        w_dot = (8 * (at(step)[1] - at(-step)[1]) - (at(2 * step)[1] - at(-2 * step)[1])) / (12 * step)
        w_tilde = s_dot @ matrix.T
        assert np.allclose([w_tilde[2, 1], w_tilde[0, 2], w_tilde[1, 0]], w, atol=1e-10)
        assert np.allclose(w_dot, al, atol=1e-9)


@pytest.mark.parametrize("size", [0.0, 1e-12, 1e-5, 0.99e-4, 1.01e-4, 0.3, 3.0, 40.0])
def test_quaternion_turned_in_body_components(size):
    rng = np.random.default_rng(8)
    for start in Rotation.random(10, rng):
        turn = rng.normal(size=3)
        turn *= size / np.linalg.norm(turn)
        p = quaternion_turned(tuple(start.as_quat(scalar_first=True)), *turn)
        expected = (start * Rotation.from_rotvec(turn)).as_matrix()  # S exp(~r): r in body components
        assert np.linalg.norm(p) == pytest.approx(1.0, abs=1e-15)
        assert np.allclose(matrices(p), expected, rtol=0, atol=1e-14)


def test_small_helpers():
    rng = np.random.default_rng(9)
    for a, b in rng.normal(size=(30, 2, 3)):
        assert np.allclose(cross_matrix(a) @ b, np.cross(a, b), atol=1e-15)
        n = perpendicular(a)
        assert abs(n @ a) < 1e-14
        assert np.linalg.norm(n) == pytest.approx(1.0)
        u, v = a / np.linalg.norm(a), b / np.linalg.norm(b)
        s = smallest_rotation(a, b)
        assert np.allclose(s @ u, v, atol=1e-14)
        assert Rotation.from_matrix(s).magnitude() == pytest.approx(np.arccos(u @ v), abs=1e-7)
        assert np.allclose(rotation_about(a, 0.7), Rotation.from_rotvec(0.7 * u).as_matrix(), atol=1e-15)
    for a in np.vstack([np.eye(3), -np.eye(3), [[1, 2, 3]]]):
        s = smallest_rotation(a, -a)
        assert np.allclose(s @ a, -a, atol=1e-12)
        assert np.linalg.det(s) == pytest.approx(1.0)
        assert np.allclose(smallest_rotation(a, 2 * a), np.eye(3), atol=1e-12)
