"""Joint coordinates: of the second body relative to the first, zero where the body frames are aligned, whole turns counted."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import vazba as vz

from .builders import compiled, vector


def unit(a):
    return np.array(a) / np.linalg.norm(a)


def placed(kind, rng, axes, **more):
    """A joint between two bodies by local points and axes; the compiled equations and the two local points."""
    m = vz.Model("coordinates", dimension=3)
    m.body("i", position=(0, 0, 0))
    m.body("j", position=(0, 0, 0))
    s_a, s_b = np.array(vector(rng, 3)), np.array(vector(rng, 3))
    m.point("P", "i", s_a.tolist())
    m.point("Q", "j", s_b.tolist())
    m.joint(kind, "J", points=["P", "Q"], axes=[np.array(a).tolist() for a in axes], **more)
    return compiled(m), s_a, s_b


def state(rng, s_a, s_b, relative, slide):
    """Both bodies so that `S_i^T S_j = relative` and the points are `slide` apart (components of i)."""
    s_i, r_i = Rotation.random(None, rng), rng.normal(size=3)
    s_j = s_i * relative
    r_j = r_i + s_i.apply(s_a) + s_i.apply(slide) - s_j.apply(s_b)
    quats = [x.as_quat(scalar_first=True) for x in (s_i, s_j)]
    return np.concatenate([r_i, quats[0], r_j, quats[1]])


@pytest.mark.parametrize("kind", ["revolute", "cylindrical", "planar", "screw"])
def test_angle_about_the_axis(kind):
    rng = np.random.default_rng(1)
    for _ in range(5):
        n = unit(rng.normal(size=3))
        equations, s_a, s_b = placed(kind, rng, (n, n), **({"lead": 0.9} if kind == "screw" else {}))
        names = [c.name for _, c in equations.system.coordinate_names]
        for angle in (0.0, 0.8, -2.9):
            slide = {"revolute": 0.0, "planar": 0.0, "cylindrical": 0.37, "screw": 0.9 * angle / (2 * np.pi)}[kind]
            q = state(rng, s_a, s_b, Rotation.from_rotvec(angle * n), slide * n)
            equations.work.turns[:] = 0.0
            found = equations.at(q)
            assert np.abs(found["phi"]).max() < 1e-13
            assert found["coordinates"][names.index("angle")] == pytest.approx(angle, abs=1e-13)
            if "displacement" in names:
                assert found["coordinates"][names.index("displacement")] == pytest.approx(slide, abs=1e-13)


def test_axes_that_differ_are_aligned_by_the_smallest_rotation():
    rng = np.random.default_rng(2)
    n_a, n_b = unit(rng.normal(size=3)), unit(rng.normal(size=3))
    equations, s_a, s_b = placed("revolute", rng, (n_a, n_b))
    smallest = Rotation.from_rotvec(unit(np.cross(n_b, n_a)) * np.arccos(n_a @ n_b))  # takes n_b to n_a
    for angle in (0.0, 1.1):
        q = state(rng, s_a, s_b, Rotation.from_rotvec(angle * n_a) * smallest, np.zeros(3))
        found = equations.at(q)
        assert np.abs(found["phi"]).max() < 1e-13
        assert found["coordinates"] == pytest.approx([angle], abs=1e-13)


def test_angles_of_a_universal_joint():
    """`S_i^T S_j = Rot(arm in i, angle_1) Rot(arm in j, angle_2)`, both zero where the body frames are aligned."""
    rng = np.random.default_rng(3)
    for _ in range(5):
        arm_a = unit(rng.normal(size=3))
        arm_b = unit(np.cross(arm_a, rng.normal(size=3)))
        equations, s_a, s_b = placed("universal", rng, (arm_a, arm_b))
        for one, two in ((0.0, 0.0), (0.7, 0.0), (0.0, -0.9), (0.7, -0.9), (2.5, 1.2)):
            relative = Rotation.from_rotvec(one * arm_a) * Rotation.from_rotvec(two * arm_b)
            equations.work.turns[:] = 0.0
            found = equations.at(state(rng, s_a, s_b, relative, np.zeros(3)))
            assert np.abs(found["phi"]).max() < 1e-13
            assert found["coordinates"] == pytest.approx([one, two], abs=1e-12)


def test_displacements_of_planes():
    """Planar joint: components of d along two axes of the first face; point on plane: of the second body's plane."""
    rng = np.random.default_rng(4)
    equations, s_a, s_b = placed("planar", rng, ((0, 0, 1), (0, 0, 1)))
    q = state(rng, s_a, s_b, Rotation.from_rotvec([0, 0, 0.6]), np.array([0.3, -0.5, 0.0]))
    assert equations.at(q)["coordinates"] == pytest.approx([0.6, 0.3, -0.5], abs=1e-13)
    equations, s_a, s_b = placed("point_on_plane", rng, ((0, 0, 1), (0, 0, 1)))
    relative = Rotation.random(None, rng)
    q = state(rng, s_a, s_b, relative, relative.apply([0.3, -0.5, 0.0]))  # d in components of j
    found = equations.at(q)
    assert np.abs(found["phi"]).max() < 1e-13
    assert found["coordinates"] == pytest.approx([0.3, -0.5], abs=1e-13)


def test_planar_coordinates():
    m = vz.Model("plane", dimension=2)
    m.body("i", position=(1, 2), angle=0.5)
    m.body("j", position=(0, 0))
    m.point("P", "i", (0.2, 0.1))
    m.point("Q", "j", (0.4, -0.3))
    m.revolute("A", "P", "Q")
    m.slot("B", "P", "Q", axis=(3, 4))
    equations = compiled(m)
    q = np.array([1.0, 2.0, 0.5, -0.7, 0.9, 17.0])
    c, s = np.cos(0.5), np.sin(0.5)
    p = np.array([1 + c * 0.2 - s * 0.1, 2 + s * 0.2 + c * 0.1])
    c, s = np.cos(17.0), np.sin(17.0)
    turn = np.array([[c, -s], [s, c]])
    d = np.array([-0.7, 0.9]) + turn @ [0.4, -0.3] - p
    assert equations.at(q)["coordinates"] == pytest.approx([16.5, (turn @ [0.6, 0.8]) @ d], abs=1e-13)


TURNS = 25


def driven(kind, law, until, every, **more):
    """A wheel on the ground turned by a law; the run."""
    m = vz.Model("wheel", dimension=3)
    m.body("wheel", position=(0.1, 0.2, 0.3), orientation={"cardan": [0.3, -0.2, 0.5]})
    m.joint(kind, "J", bodies=["ground", "wheel"], at=[0.0, 0.1, 0.0], axis=[1, 2, -1], **more)
    m.drive("D", joint="J", angle=law)
    if kind == "cylindrical":
        m.drive("E", joint="J", displacement="0.1*t")
    return vz.kinematics(m, until=until, every=every)


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("every", [0.004, 0.05, 1.0])  # a tenth of a turn, more than one, and all of them in one step
@pytest.mark.parametrize("kind", ["revolute", "cylindrical", "screw"])
def test_many_turns_are_counted(kind, every, sign):
    law = f"{sign * TURNS}*2*pi*t"
    result = driven(kind, law, 1.0, every, **({"lead": 0.02} if kind == "screw" else {}))
    assert result.status == "done"
    assert result.joint("J").angle == pytest.approx(sign * TURNS * 2 * np.pi * result.time, abs=1e-8)
    if kind == "screw":
        travelled = result.joint("J").displacement - result.joint("J").displacement[0]
        assert travelled == pytest.approx(sign * TURNS * 0.02 * result.time, abs=1e-10)
    speed = np.linalg.norm([result["wheel"].wx, result["wheel"].wy, result["wheel"].wz], axis=0)
    assert speed == pytest.approx(np.full(len(result), TURNS * 2 * np.pi), rel=1e-9)


@pytest.mark.parametrize("every", [0.002, 0.008, 0.013, 0.028])  # up to 0.7 of a turn in one step
def test_turns_of_a_joint_that_is_not_driven_itself(every):
    """A Hooke joint carries 25 turns across a bend of 40 deg: `tan(out) = cos(bend) tan(in)`; nothing drives the second pin."""
    bend = np.radians(40)
    m = vz.Model("cardan shaft", dimension=3)
    m.body("in", position=(0, 0, 0))
    m.body("out", position=(0, 0, 0))
    along = [np.cos(bend), np.sin(bend), 0.0]
    m.revolute("A", "ground", "in", at=(-1, 0, 0), axis=(1, 0, 0))
    m.joint("cylindrical", "B", bodies=["ground", "out"], at=along, axis=along)
    m.universal("U", "in", "out", at=(0, 0, 0), axes=[[0, 0, 1], [-np.sin(bend), np.cos(bend), 0]])
    m.drive("D", joint="A", angle=f"{TURNS}*2*pi*t")
    result = vz.kinematics(m, until=1.0, every=every)
    turned = TURNS * 2 * np.pi * result.time
    s, c = np.sin(turned), np.cos(turned)
    expected = turned + np.arctan2(s * c * (np.cos(bend) - 1), c**2 + s**2 * np.cos(bend))
    assert result.joint("B").angle - result.joint("B").angle[0] == pytest.approx(expected, abs=1e-7)
    assert result.joint("A").angle == pytest.approx(turned, abs=1e-8)


def test_universal_turns_are_counted():
    """The cross itself driven round about the arm in the ground, many turns in a few steps."""
    m = vz.Model("gimbal", dimension=3)
    m.body("ring", position=(0, 0, 0))
    m.universal("U", "ground", "ring", at=(0, 0, 0), axes=[[0, 0, 1], [1, 0, 0]])
    m.drive("one", joint="U", angle_1="50*pi*t")
    m.drive("two", joint="U", angle_2="-30*pi*t")
    for every in (0.003, 0.25):
        result = vz.kinematics(m, until=1.0, every=every)
        assert result.joint("U").angle_1 == pytest.approx(50 * np.pi * result.time, abs=1e-8)
        assert result.joint("U").angle_2 == pytest.approx(-30 * np.pi * result.time, abs=1e-8)


def test_a_thread_driven_from_ten_turns_on():
    """A law that begins far from zero: the nut stands where ten turns put it."""
    m = vz.Model("nut", dimension=3)
    m.body("nut", position=(0, 0, 0))
    m.point("P", "ground", (0, 0, 0))
    m.point("Q", "nut", (0, 0, 0))
    m.screw("J", "P", "Q", axes=[[0, 0, 1], [0, 0, 1]], lead=0.05)
    m.drive("D", joint="J", angle="20*pi - 3*t")
    result = vz.kinematics(m, until=1.0, every=0.1)
    assert result.joint("J").angle == pytest.approx(20 * np.pi - 3 * result.time, abs=1e-9)
    assert result["nut"].z == pytest.approx(0.5 - 0.15 * result.time / (2 * np.pi), abs=1e-10)


def test_displacement_grows_towards_the_axis():
    """Second body relative to the first, along the axis: 2D and 3D, the ground first or second."""
    for dimension, axis in ((2, (0.6, 0.8)), (3, (0.6, 0.8, 0.0))):
        for order, sign in ((("ground", "block"), 1), (("block", "ground"), -1)):
            m = vz.Model("guide", dimension=dimension)
            m.body("block", position=(0.0,) * dimension)
            m.prismatic("J", *order, at=(0.0,) * dimension, axis=axis)
            m.drive("D", joint="J", displacement="0.5*t")
            result = vz.kinematics(m, until=1.0, every=0.25)
            assert result["block"].x == pytest.approx(sign * 0.3 * result.time, abs=1e-13)
            assert result["block"].y == pytest.approx(sign * 0.4 * result.time, abs=1e-13)
            assert result.joint("J").displacement == pytest.approx(0.5 * result.time, abs=1e-13)


def test_planar_angle_counts_turns_from_the_described_angle():
    m = vz.Model("wheel", dimension=2)
    m.body("wheel", position=(0, 0), angle=7.0)
    m.revolute("J", "ground", "wheel", at=(0, 0))
    m.drive("D", joint="J", angle="7 - 40*pi*t")
    result = vz.kinematics(m, until=1.0, every=0.5)
    assert result["wheel"].angle == pytest.approx(7 - 40 * np.pi * result.time, abs=1e-10)
