"""Spatial examples that are let go, against closed forms."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import pytest

import vazba as vz
from reference.runs import home, near

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


# --- heavy top --------------------------------------------------------------------------------------------------------

MASS, ARM, END, SPIN, THETA = 0.3, 0.05, 0.08, 200.0, pi / 6
AXIAL, LATERAL = MASS * 0.04**2 / 2, MASS * (0.04**2 / 4 + 0.01**2 / 12 + ARM**2)  # about the axis; about the tip


def test_heavy_top_precesses_steadily() -> None:
    """`A cos(theta) W^2 - C spin W + m g l = 0`: the axis goes round at W, neither faster nor lower."""
    roots = np.roots([LATERAL * cos(THETA), -AXIAL * SPIN, MASS * G * ARM])
    w = roots.min()
    res = vz.simulate(vz.load(home("heavy-top")), **TIGHT)
    t = res.time
    assert 2 * pi / w == pytest.approx(1.95, abs=0.01)
    assert w * t[-1] > 2 * pi
    axis = np.column_stack([sin(THETA) * np.sin(w * t), -sin(THETA) * np.cos(w * t), np.full(len(t), cos(THETA))])
    near(res.point("end").position / END, axis, 1e-9)
    near(res.body("top").wz, np.full(len(t), SPIN), 1e-11)
    inward = -MASS * ARM * w**2 * axis[:, :2]
    ball = res.joint("ball")
    near(np.column_stack([ball.fx, ball.fy]), inward, 1e-7)
    near(ball.fz, np.full(len(t), MASS * G), 1e-7)
    assert all(np.abs(ball[q]).max() == 0 for q in ("mx", "my", "mz"))


def test_heavy_top_let_go_from_rest_nods_between_two_circles() -> None:
    """From rest at u0 = cos(theta): down to the root of `1 - u^2 = a^2/b (u0 - u)`, a = C spin/A, b = 2 m g l/A, and back."""
    res = vz.simulate(vz.load(home("heavy-top")).with_parameters(kick=0), 0.5, 0.0005, **TIGHT)
    top, ratio = cos(THETA), (AXIAL * SPIN / LATERAL) ** 2 / (2 * MASS * G * ARM / LATERAL)
    low = ratio / 2 - sqrt(ratio**2 / 4 - ratio * top + 1)
    assert np.degrees(np.arccos(low)) == pytest.approx(33.73, abs=0.01)
    height = res.point("end").z / END
    assert height.max() == pytest.approx(top, abs=1e-9)
    assert height.min() == pytest.approx(low, abs=1e-5)  # at the nearest of the stored instants
    assert height.min() >= low - 1e-9
    # the energy, and the angular momentum about the vertical and about the axis, stay
    near(
        res.energy.kinetic + res.energy.potential, np.full(len(res), res.energy.kinetic[0] + MASS * G * ARM * top), 1e-9
    )
    speed = res.point("end").velocity / END
    x, y = (res.point("end").position[:, :2] / END).T
    vertical = LATERAL * (x * speed[:, 1] - y * speed[:, 0]) + AXIAL * SPIN * height
    near(vertical / vertical[0], np.ones(len(res)), 1e-9)
