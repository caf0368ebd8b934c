"""Points are reported where their bodies carry them, however many there are and however long a run is."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.kinematic import outputs


def turning(points: int) -> vz.Model:
    """A disc turned by `t**2`, with points on a spiral, and some on the ground."""
    m = vz.Model("disc", dimension=2)
    m.body("disc", position=(0.5, 0.0), angle=0)
    m.revolute("A", "ground", "disc", at=(0.5, 0.0))
    m.drive("A", angle="t**2")
    m.point("still", "ground", (1.0, 2.0))
    for k in range(points):
        m.point(f"p{k}", "disc", (0.1 * k, 0.3 - 0.05 * k))
    return m


@pytest.mark.parametrize("at_once", [1, 30, outputs.AT_ONCE])
@pytest.mark.parametrize("points", [0, 1, 5])
def test_points_of_a_turning_disc(points: int, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """`p = c + S s`, `p' = w x S s`, `p'' = al x S s - w^2 S s` with the angle `t^2`, `w = 2 t`, `al = 2`."""
    monkeypatch.setattr(outputs, "AT_ONCE", at_once)
    res = vz.kinematics(turning(points), until=1.5, every=0.1)
    t = res.time
    c, s, w, al = np.cos(t**2), np.sin(t**2), 2 * t, 2.0
    for k in range(points):
        x, y = 0.1 * k, 0.3 - 0.05 * k
        rx, ry = c * x - s * y, s * x + c * y
        p = res[f"p{k}"]
        for found, wanted in (
            (p.x, 0.5 + rx), (p.y, ry), (p.vx, -w * ry), (p.vy, w * rx), (p.ax, -al * ry - w**2 * rx), (p.ay, al * rx - w**2 * ry),
        ):  # fmt: skip
            assert np.allclose(found, wanted, rtol=0, atol=1e-12)
    assert (res["still"].x == 1.0).all()
    assert (res["still"].vy == 0.0).all()
