"""Assembly from rough positions, and what is said when there is none."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import vazba as vz
from vazba.kinematic.assembly import assemble

from .mechanisms import COUPLER, CRANK, GROUND, ROCKER, four_bar


def ends(q, k, length):
    x, y, angle = q[3 * k : 3 * k + 3]
    return np.array([x, y]), np.array([x + length * np.cos(angle), y + length * np.sin(angle)])


@pytest.mark.parametrize("seed", range(20))
def test_four_bar_closes_from_rough_positions(seed):
    """Coupler and rocker described wrong by decimetres and tenths of a radian: the pins meet again (checked by hand)."""
    found = assemble(vz.compile_model(four_bar(noise=0.3, seed=seed, law="0")))
    assert found.closed
    a, b = ends(found.q, 0, CRANK)
    b2, c = ends(found.q, 1, COUPLER)
    d, c2 = ends(found.q, 2, ROCKER)
    assert np.allclose([a, b - b2, c - c2, d], [[0, 0], [0, 0], [0, 0], [GROUND, 0]], atol=1e-9)
    assert found.q[2] == pytest.approx(1.0, abs=1e-9)  # as driven


@pytest.mark.parametrize("seed", range(8))
def test_spatial_four_bar_closes_from_rough_positions(seed):
    model = four_bar(3, law=None)
    rng = np.random.default_rng(seed)
    for name in ("coupler", "rocker"):
        body = model.bodies[name]
        p = np.array(body.orientation["quaternion"]) + 0.1 * rng.normal(size=4)
        moved = {
            "position": (np.array(body.position) + 0.2 * rng.normal(size=3)).tolist(),
            "orientation": {"quaternion": p.tolist()},
        }
        model.bodies[name] = type(body)(name=name, **moved)
    check = vz.check(model)
    assert check.assembles
    assert check.mobility.freedoms == 1
    system, q = check.system, check.assembly.q.reshape(-1, 7)
    s = Rotation.from_quat(q[:, 3:], scalar_first=True)
    tips = q[:, :3] + s.apply([[CRANK, 0, 0], [COUPLER, 0, 0], [ROCKER, 0, 0]])
    assert system.body_names == ("crank", "coupler", "rocker")
    assert np.allclose(tips[0], q[1, :3], atol=1e-9)
    assert np.allclose(tips[1], tips[2], atol=1e-9)
    assert np.allclose(s.apply([0, 0, 1]), [0, 0, 1], atol=1e-9)


def test_fixed_bodies_stay():
    m = vz.Model("two", dimension=2)
    m.body("keeps", position=(1.0, 0.0), angle=0.3, fixed=True)
    m.body("comes", position=(3.0, 1.0), angle=0.1)
    m.point("P", "keeps", (1, 0))
    m.point("Q", "comes", (-1, 0))
    m.revolute("J", "P", "Q")
    found = assemble(vz.compile_model(m))
    assert found.closed
    assert found.q[:3] == pytest.approx([1.0, 0.0, 0.3], abs=1e-5)
    keeps_tip = np.array([1 + np.cos(0.3), np.sin(0.3)])
    x, y, angle = found.q[3:]
    assert [x - np.cos(angle), y - np.sin(angle)] == pytest.approx(keeps_tip, abs=1e-5)


def test_bodies_without_a_position_are_placed():
    """A chain described by its joints alone."""
    m = vz.Model("chain", dimension=2)
    for k in range(4):
        m.body(f"b{k}")
        m.point(f"b{k}_0", f"b{k}", (0, 0))
        m.point(f"b{k}_1", f"b{k}", (1, 0))
    m.point("start", "ground", (0, 0))
    m.point("end", "ground", (3, 1))
    for k, (one, two) in enumerate(
        zip(["start", *(f"b{j}_1" for j in range(4))], [*(f"b{j}_0" for j in range(4)), "end"])
    ):
        m.revolute(f"J{k}", one, two)
    check = vz.check(m)
    assert check.assembles
    assert check.mobility.freedoms == 2
    tips = [(x + np.cos(a), y + np.sin(a)) for x, y, a in check.assembly.q.reshape(-1, 3)]
    assert tips[-1] == pytest.approx((3, 1), abs=1e-9)


def short_four_bar():
    """The rocker is far too short to meet the coupler."""
    m = four_bar(law="0")
    m.points["coupler_1"] = type(m.points["coupler_1"])(name="coupler_1", body="coupler", position=[0.2, 0])
    m.points["rocker_1"] = type(m.points["rocker_1"])(name="rocker_1", body="rocker", position=[0.2, 0])
    return m


def test_what_does_not_close_is_ranked():
    with pytest.raises(vz.AssemblyError) as caught:
        vz.kinematics(short_four_bar(), until=1, every=0.1)
    gaps = caught.value.gaps
    assert caught.value.exit_code == 3
    assert [gap for _, gap, _ in gaps] == sorted((gap for _, gap, _ in gaps), reverse=True)
    assert {name for name, _, _ in gaps} == {"joint A", "joint B", "joint C", "joint D", "driver drive"}
    # 3.2 between the pins is 1.8 more than 1 + 0.2 + 0.2 can span, crank at 1 rad: the open joints share it
    total = sum(gap for name, gap, unit in gaps if unit == "m")
    assert 1.5 < total < 3.5
    for name, gap, _ in gaps[:3]:
        assert name in str(caught.value)
        assert f"{gap:.3g}" in str(caught.value)
    check = vz.check(short_four_bar())
    assert not check.assembles
    assert check.exit_code == 3
    assert "assembles: NO" in str(check)


def test_opposed_axes_are_turned_round():
    """Local axes say that the second body hangs upside down: described upright, it must be turned, not accepted as it is."""
    m = vz.Model("flip", dimension=3)
    m.body("b", position=(0, 0, 0))
    m.point("P", "ground", (0, 0, 0))
    m.point("Q", "b", (0, 0, 0))
    m.revolute("J", "P", "Q", axes=[[0, 0, 1], [0, 0, -1]])
    check = vz.check(m)
    w, x, y, z = check.assembly.q[3:]
    third = np.array([2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)])  # S e_z
    assert check.assembles
    assert -third == pytest.approx([0, 0, 1], abs=1e-9)


def test_guide_described_more_than_a_quarter_turn_off():
    m = vz.Model("guide", dimension=3)
    m.body("b", position=(0, 0, 0), orientation={"cardan": [0, 0, 2.5]})
    m.point("P", "ground", (0, 0, 0))
    m.point("Q", "b", (0, 0, 0))
    m.prismatic("J", "P", "Q", axes=[[0, 0, 1], [0, 0, 1]])
    check = vz.check(m)
    assert check.assembles
    assert abs(check.assembly.q[3]) == pytest.approx(1.0, abs=1e-9)  # aligned with the ground, not half a turn from it
