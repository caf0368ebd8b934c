"""Examples of inverse dynamics: work over a round, weights at rest, and the direct runs with the efforts found."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from reference.runs import found_efforts, home

G = 9.81


def off(res, **given):
    replayed = vz.replay(res, **given)
    assert replayed.status == "done"
    return max(replayed["tracking.position"].max(), replayed["tracking.angle"].max())


@pytest.mark.parametrize("name", ["platform-cables", "three-rrr", "stewart-forces"])
def test_the_efforts_lead_along_the_path(name):
    assert off(found_efforts(name)) < 1e-8


def test_eight_ropes_need_a_feedback():
    """The posture is unstable: rounding grows without feedback, and does not with it."""
    res = found_efforts("eight-cables")
    assert off(res, feedback={"kp": 5e4, "kd": 2e3}) < 1e-8
    assert off(res) > 1e-3


@pytest.mark.parametrize(("name", "what"), [("three-rrr", "motor"), ("stewart-forces", "leg")])
def test_over_a_round_no_work_is_left(name, what):
    """Speeds and places are the same after a round: the mean power of all motors is zero (a trapezoidal sum over a period is exact to rounding here)."""
    res = found_efforts(name)
    powers = [res[f"{element}.power"] for element in res.names["actuator"] if element.startswith(what)]
    total = np.sum(powers, axis=0)
    assert np.abs(total).max() > 1
    assert np.trapezoid(total, res.time) == pytest.approx(0, abs=1e-9 * np.abs(total).max())


def test_a_still_platform_pulls_alike_on_all_cables():
    res = vz.inverse(vz.load(home("platform-cables")), "rest")
    assert [res[f"c{k}.force"][0] for k in range(1, 7)] == pytest.approx([5.0] * 6, abs=1e-9)
    up = sum(
        res[f"A{k}.fz"][0] for k in (1, 2, 3)
    )  # feet carry the weight of plate and rods, and what the cables pull down
    pull = sum(5.0 * 1.9364916731037085 / res[f"c{k}.length"][0] for k in range(1, 7))
    assert up == pytest.approx(8 * 9.8 + pull, rel=1e-12)


def test_a_still_robot_holds_its_weight_by_virtual_work():
    """Torques of the motors against the change of potential energy when a motor turns by a little, the others held."""
    m = vz.load(home("three-rrr"))
    torques = [vz.inverse(m, "rest")[f"motor{k}.effort"][0] for k in (1, 2, 3)]
    start = vz.kinematics(m, 0)
    angles = [start[f"A{k}.angle"][0] for k in (1, 2, 3)]

    def potential(moved):
        other = vz.load(home("three-rrr"))
        other.drivers = {}
        for k in (1, 2, 3):
            other.drive(f"A{k}", angle=float(angles[k - 1] + (1e-4 * moved[1] if k == moved[0] else 0.0)))
        res = vz.kinematics(other, 0)
        return sum(G * float(body.mass) * res[f"{name}.y"][0] for name, body in other.bodies.items())

    slopes = [(potential((k, 1)) - potential((k, -1))) / 2e-4 for k in (1, 2, 3)]
    assert torques == pytest.approx(slopes, rel=1e-6, abs=1e-6)


def test_the_region_of_eight_ropes_lies_inside_the_room():
    region = vz.feasible(vz.load(home("eight-cables")), "middle", "xz", count=13)
    x, z = np.meshgrid(region.first, region.second)
    assert region.feasible.any()
    assert np.abs(x[region.feasible]).max() < 2.0
    assert z[region.feasible].max() < 2.6
    assert (region.feasible == region.feasible[:, ::-1]).all()  # room and box are symmetric
