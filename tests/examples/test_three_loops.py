"""Seven bodies and three loops: one motion by every formulation, and momentum against what acts from outside."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from reference.runs import home, matrices, near

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}
BODIES = ("turntable", "crank", "coupler", "rocker", "slider", "rod", "arm")
JOINTS = "ABCDEFGHIJ"


@pytest.fixture(scope="module")
def runs() -> dict[str, vz.Result]:
    m = vz.load(home("three-loops"))
    return {
        method: vz.simulate(m, 2.0, 0.02, method=method, **TIGHT) for method in ("absolute", "recursive", "minimal")
    }


def table(r: vz.Result, names: object, quantities: str) -> np.ndarray:
    return np.column_stack([r[f"{name}.{q}"] for name in names for q in quantities.split()])


def test_all_formulations_make_the_same_motion(runs: dict[str, vz.Result]) -> None:
    first = runs["absolute"]
    for r in (runs["recursive"], runs["minimal"]):
        assert r.status == "done"
        near(table(r, BODIES, "x y z"), table(first, BODIES, "x y z"), 1e-9)
        assert r.constraint.position.max() < 1e-13
        assert r.constraint.velocity.max() < 1e-12
    near(table(runs["recursive"], BODIES, "ax ay az alx aly alz"), table(first, BODIES, "ax ay az alx aly alz"), 1e-8)
    near(table(runs["recursive"], JOINTS, "fx fy fz mx my mz"), table(first, JOINTS, "fx fy fz mx my mz"), 1e-8)


def test_what_acts_from_outside_changes_the_momentum() -> None:
    """Forces: weight, push, hanger, A and E. Moments about the ground origin likewise. Momentum from masses and motions, its rate by differences."""
    m = vz.load(home("three-loops"))
    r = vz.simulate(m, 0.5, 0.00025, **TIGHT)
    t, n = r.time, len(r.time)
    force, moment, p, spin = np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 3)), np.zeros((n, 3))

    def act(at: np.ndarray, f: np.ndarray) -> None:
        nonlocal force, moment
        force, moment = force + f, moment + np.cross(at, f)

    for name in BODIES:
        b, view = m.bodies[name], r.body(name)
        turn, com = matrices(view.quaternion), np.array(b.com or (0, 0, 0), float)
        inertia = np.diag(b.inertia[:3]).astype(float)
        if len(b.inertia) == 6:
            dxy, dxz, dyz = b.inertia[3:]
            inertia -= np.array([[0, dxy, dxz], [dxy, 0, dyz], [dxz, dyz, 0]])
        w = np.column_stack([view.wx, view.wy, view.wz])
        centre = np.column_stack([view.x, view.y, view.z]) + turn @ com
        speed = np.column_stack([view.vx, view.vy, view.vz]) + np.einsum("tij,tj->ti", turn, np.cross(w, com))
        p = p + b.mass * speed
        spin = spin + b.mass * np.cross(centre, speed) + np.einsum("tij,tj->ti", turn, w @ inertia)
        act(centre, np.tile([0, 0, -b.mass * G], (n, 1)))
    act(r.point("tip").position, np.column_stack([60 * np.sin(3 * t), 30 * np.cos(3 * t), 0 * t]))
    way = np.array([1.5, 0.2, 1.4]) - r.point("P").position
    length = np.linalg.norm(way, axis=1, keepdims=True)
    act(r.point("P").position, 150 * (length - 0.5) * way / length)
    for joint, at, sign in (
        ("A", np.zeros(3), 1.0),
        ("E", np.array([1.3, 0.2, 0.1]), -1.0),
    ):  # the ground is E's second body
        view = r.joint(joint)
        act(np.tile(at, (n, 1)), sign * np.column_stack([view.fx, view.fy, view.fz]))
        moment = moment + sign * np.column_stack([view.mx, view.my, view.mz])
    h = t[1]
    for total, outside in ((p, force), (spin, moment)):
        rate = (8 * (total[3:-1] - total[1:-3]) - (total[4:] - total[:-4])) / (12 * h)
        near(rate, outside[2:-2], 1e-6)
