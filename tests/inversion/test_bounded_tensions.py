"""Tensions within bounds against an independent quadratic programme: random wrenches on a box held by eight cables."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.algebra.rotations import cardan_matrix

from .mechanisms import G, eight_cables

COUNT = 1000
TURN = cardan_matrix([0.1, -0.05, 0.2])
PLACE, COM = np.array([0.1, -0.05, 1.0]), np.array([0.01, 0.02, -0.03])
INERTIA = np.array([[0.3, -0.01, -0.02], [-0.01, 0.25, 0.01], [-0.02, 0.01, 0.4]])


def quaternion(model):
    res = vz.inverse(model, "rest")
    return [float(res[f"box.{word}"][0]) for word in ("qw", "qx", "qy", "qz")]


def wrenches(rng, count=COUNT):
    """Accelerations of the box, and the force (ground) and moment about its frame (body axes) they ask for."""
    a = (
        rng.normal(size=(count, 6))
        * np.r_[np.full(3, 12.0), np.full(3, 20.0)]
        * rng.choice([0.2, 1.0], size=(count, 1))
    )
    force = 8.0 * (a[:, :3] + np.cross(a[:, 3:], COM) @ TURN.T - [0, 0, -G])
    about = INERTIA - 8.0 * (np.outer(COM, COM) - COM @ COM * np.eye(3))
    moment = a[:, 3:] @ about.T + 8.0 * np.cross(COM, (a[:, :3] - [0, 0, -G]) @ TURN)
    return a, np.hstack([force, moment])


def structure(model):
    """Columns of unit tensions: force (ground) and moment about the frame (body axes)."""
    columns = []
    for k in range(8):
        wall = np.array(model.points[f"wall{k}"].position, float)
        local = np.array(model.points[f"box{k}"].position, float)
        d = wall - (PLACE + TURN @ local)
        u = d / np.linalg.norm(d)
        columns.append(np.r_[u, np.cross(local, TURN.T @ u)])
    return np.array(columns).T


@pytest.mark.parametrize("weights", [np.ones(8), np.array([1, 2, 0.5, 3, 1, 1, 4, 0.25])])
def test_a_thousand_random_wrenches(weights):
    daqp = pytest.importorskip("daqp")
    from scipy.optimize import lsq_linear

    m = eight_cables(minimum=3.0, maximum=120.0)
    from dataclasses import replace

    m.cables = {name: replace(c, weight=float(w)) for (name, c), w in zip(m.cables.items(), weights, strict=True)}
    a, wanted = wrenches(np.random.default_rng(11))
    q = np.tile(np.r_[PLACE, quaternion(m)], (COUNT, 1))
    res = vz.inverse(m, (q, np.zeros((COUNT, 6)), a), time=np.arange(COUNT) * 1e-3)
    found = np.column_stack([res[f"c{k}.force"] for k in range(8)])
    t = structure(m)
    scale = np.r_[np.ones(3), np.full(3, 1 / res.info["length"])]
    assert (found >= 3.0).all()
    assert (found <= 120.0).all()
    feasible = 0
    for i in range(COUNT):
        x, _, flag, _ = daqp.solve(
            np.diag(weights), np.zeros(8), np.ascontiguousarray(t), np.r_[np.full(8, 120.0), wanted[i]], np.r_[np.full(8, 3.0), wanted[i]],
            np.r_[np.zeros(8, np.int32), np.full(6, 5, np.int32)].astype(np.int32),
        )  # fmt: skip
        if flag > 0:
            feasible += 1
            assert found[i] == pytest.approx(x, abs=1e-9 * 120)
            assert res["inverse.violation"][i] == 0
        else:
            best = lsq_linear(scale[:, None] * t, scale * wanted[i], (3.0, 120.0), method="bvls", tol=1e-15)
            missing = np.linalg.norm(scale * (t @ best.x - wanted[i]))
            assert res["inverse.violation"][i] == pytest.approx(missing, rel=1e-9, abs=1e-9 * 120)
    assert 200 < feasible < 900
    assert (res["inverse.residual"] == 0).all()
    assert res.status == "done"
    (text,) = res.warnings
    assert "instants between" in text
    assert "body box" in text
    assert "minimum 3" in text or "maximum 120" in text


def test_efforts_without_bounds_are_the_weighted_pseudoinverse():
    m = eight_cables(minimum="none")
    a, wanted = wrenches(np.random.default_rng(2), 20)
    q = np.tile(np.r_[PLACE, quaternion(m)], (20, 1))
    found = vz.inverse(m, (q, np.zeros((20, 6)), a))
    t = structure(m)
    expected = wanted @ np.linalg.pinv(t).T
    assert np.column_stack([found[f"c{k}.force"] for k in range(8)]) == pytest.approx(expected, abs=1e-9)
    near = vz.inverse(m, (q, np.zeros((20, 6)), a), objective="level", level=30.0)
    level = 30.0 + (wanted - t @ np.full(8, 30.0)) @ np.linalg.pinv(t).T
    assert np.column_stack([near[f"c{k}.force"] for k in range(8)]) == pytest.approx(level, abs=1e-9)
    assert any("1 s apart" in text for text in found.warnings)
