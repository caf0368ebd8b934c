"""Feasible regions against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .mechanisms import G, eight_cables, platform


def hung():
    m = vz.Model("hung", dimension=2)
    m.body("b", position=(0.5, -0.5), mass=2.0, inertia=0.1)
    m.point("C", "b", (0, 0))
    for name, x in (("a", 0.0), ("b", 1.0)):
        m.point(f"top_{name}", "ground", (x, 0))
        m.cable(name, [f"top_{name}", "C"], stiffness=1e4, free_length=0.5, actuated=True, maximum=20.0)
    return m


@pytest.mark.parametrize("push", [0.0, 4.0])
def test_a_weight_on_two_ropes(push):
    """Two forces along two lines and a weight (and a push along x): both tensions in closed form."""
    f = vz.feasible(hung(), "C", "xy", first=(-0.5, 1.5), second=(-2.0, 0.4), count=(41, 49), force=(push, 0))
    x, y = np.meshgrid(f.first, f.second)
    weight, la, lb = 2 * G, np.hypot(x, y), np.hypot(x - 1, y)
    with np.errstate(all="ignore"):
        a = (weight * (1 - x) + push * (-y)) * la / -y
        b = (weight * x - push * (-y)) * lb / -y
        good = (y < 0) & (a >= 0) & (b >= 0) & (a <= 20) & (b <= 20)
        edge = np.minimum.reduce([np.abs(a), np.abs(b), np.abs(a - 20), np.abs(b - 20)]) < 1e-9
    assert good.any()
    assert (f.feasible == good)[~edge & (y != 0)].all()
    assert f.efforts["a"][f.feasible] == pytest.approx(a[f.feasible], abs=1e-9)
    assert f.efforts["b"][f.feasible] == pytest.approx(b[f.feasible], abs=1e-9)
    assert f.area == pytest.approx(0.05 * 0.05 * f.feasible.sum())


def test_a_region_and_a_rest_agree():
    """What the region says at a place is what an inverse analysis says of the posture there."""
    m = eight_cables(minimum=5.0, maximum=150.0)
    m.point("C", "box", (0, 0, 0))
    f = vz.feasible(m, "C", "xz", first=(-1.8, 1.8), second=(0.2, 2.4), count=(7, 5))
    assert 0 < f.feasible.sum() < f.feasible.size
    from dataclasses import replace

    for i, j in ((0, 0), (2, 3), (4, 5)):
        m.bodies["box"] = replace(m.bodies["box"], position=(float(f.first[j]), -0.05, float(f.second[i])))
        r = vz.inverse(m, "rest")
        assert (r["inverse.violation"][0] == 0) == f.feasible[i, j]
        if f.feasible[i, j]:
            assert r["c3.force"][0] == pytest.approx(f.efforts["c3"][i, j], abs=1e-8)


def test_a_platform_on_rods_is_led_by_its_joints(tmp_path):
    """Three rods and six cables have a threefold symmetry: so has the region."""
    m = platform(minimum=1.0, maximum=40.0, driven=False)
    f = vz.feasible(m, "point40", "xy", first=(-1, 1), second=(-1, 1), count=21)
    assert 50 < f.feasible.sum() < 441
    assert (f.feasible == f.feasible[::-1]).all()  # it is its own mirror image in the x-z plane
    f.picture(tmp_path / "region.png")
    assert (tmp_path / "region.png").stat().st_size > 5000
