"""Robots from URDF: places, masses, joints, couplings and resistances against formulas written out here."""

from pathlib import Path

import numpy as np
import pytest

import vazba as vz
from vazba.algebra.rotations import matrices
from vazba.bodies.rigid import Body
from vazba.files.toml import read_text, write_toml
from vazba.files.urdf import text_reading
from vazba.model import Model


def robot(text: str, floating_base: bool = False) -> Model:
    return text_reading(f'<robot name="r">{text}</robot>'.encode(), "r.urdf", floating_base).finish()


def link(name: str, mass: float = 1.0, xyz: str = "0 0 0", rpy: str = "0 0 0", moments: str = "") -> str:
    moments = moments or 'ixx="0.01" iyy="0.02" izz="0.025" ixy="0" ixz="0" iyz="0"'
    inner = f'<origin xyz="{xyz}" rpy="{rpy}"/><mass value="{mass}"/><inertia {moments}/>'
    return f'<link name="{name}"><inertial>{inner}</inertial></link>'


def joint(
    name: str, kind: str, parent: str, child: str, xyz: str = "0 0 0", rpy: str = "0 0 0", axis: str = "0 0 1", more: str = ""
) -> str:  # fmt: skip
    ends = f'<parent link="{parent}"/><child link="{child}"/><origin xyz="{xyz}" rpy="{rpy}"/>'
    return f'<joint name="{name}" type="{kind}">{ends}<axis xyz="{axis}"/>{more}</joint>'


def rx(a: float) -> np.ndarray:
    return np.array([[1, 0, 0], [0, np.cos(a), -np.sin(a)], [0, np.sin(a), np.cos(a)]])


def ry(a: float) -> np.ndarray:
    return np.array([[np.cos(a), 0, np.sin(a)], [0, 1, 0], [-np.sin(a), 0, np.cos(a)]])


def rz(a: float) -> np.ndarray:
    return np.array([[np.cos(a), -np.sin(a), 0], [np.sin(a), np.cos(a), 0], [0, 0, 1]])


def shift(rotation: np.ndarray, xyz: tuple[float, ...] = (0, 0, 0)) -> np.ndarray:
    out = np.eye(4)
    out[:3, :3], out[:3, 3] = rotation, xyz
    return out


def tensor(body: Body) -> np.ndarray:
    values = np.array(body.inertia, float)
    return np.diag(values) if values.ndim == 1 else values


# --- places -------------------------------------------------------------------------------------------------------------

ARM = (
    "".join(link(name) for name in ("base", "upper", "slide", "hand"))
    + joint("j1", "revolute", "base", "upper", "0.1 0.2 0.3", "0.4 -0.5 0.6", "0 0 1")
    + joint("j2", "prismatic", "upper", "slide", "0.5 0 0.1", "1.2 0.3 -2", "1 0 0")
    + joint("j3", "continuous", "slide", "hand", "0 -0.2 0.1", "-0.7 0.2 3", "0 2 0")
    + '<link name="tool"/>'
    + joint("j4", "fixed", "hand", "tool", "0.1 0.2 -0.3", "0.1 0.2 0.3")
)


def by_hand(q: tuple[float, float, float]) -> dict[str, np.ndarray]:
    """Forward kinematics of `ARM`; roll, pitch, yaw are about fixed axes: Rz Ry Rx."""
    upper = shift(rz(0.6) @ ry(-0.5) @ rx(0.4), (0.1, 0.2, 0.3)) @ shift(rz(q[0]))
    slide = upper @ shift(rz(-2) @ ry(0.3) @ rx(1.2), (0.5, 0, 0.1)) @ shift(np.eye(3), (q[1], 0, 0))
    hand = slide @ shift(rz(3) @ ry(0.2) @ rx(-0.7), (0, -0.2, 0.1)) @ shift(ry(q[2]))
    tool = hand @ shift(rz(0.3) @ ry(0.2) @ rx(0.1), (0.1, 0.2, -0.3))
    return {"upper": upper, "slide": slide, "hand": hand, "tool": tool}


def test_links_lie_where_hand_written_matrices_put_them_at_zero() -> None:
    model, expected = robot(ARM), by_hand((0, 0, 0))
    assert list(model.bodies) == ["upper", "slide", "hand"]
    for name, body in model.bodies.items():
        np.testing.assert_allclose(body.position, expected[name][:3, 3], atol=1e-15)
        np.testing.assert_allclose(matrices(body.orientation["quaternion"]), expected[name][:3, :3], atol=1e-15)
    tool = model.points["tool"]
    assert tool.body == "hand"
    np.testing.assert_allclose(
        expected["hand"][:3, :3] @ tool.position + expected["hand"][:3, 3], expected["tool"][:3, 3]
    )
    assert model.points["base"].body == "ground"
    found = vz.check(model)
    assert found.assembles
    assert found.assembly.moved < 1e-12
    assert found.mobility.freedoms == 3


def test_driven_to_joint_values_the_links_are_where_matrices_put_them() -> None:
    model, q = robot(ARM), (0.7, 0.15, -2.4)
    for name, key, value in zip(("j1", "j2", "j3"), ("angle", "displacement", "angle"), q, strict=True):
        model.drive(name, **{key: value})
    res, expected = vz.kinematics(model, 1, 1), by_hand(q)
    for name in model.bodies:
        np.testing.assert_allclose(res.body(name).position[0], expected[name][:3, 3], atol=1e-12)
        np.testing.assert_allclose(matrices(res.body(name).quaternion[0]), expected[name][:3, :3], atol=1e-12)
    np.testing.assert_allclose(res.point("tool").position[0], expected["tool"][:3, 3], atol=1e-12)


def test_floating_and_planar_joints() -> None:
    text = "".join(link(name) for name in ("world", "boat", "puck"))
    text += joint("free", "floating", "world", "boat", "1 2 3", "0 0 1")
    text += joint("table", "planar", "world", "puck", "0 0 1", "0.3 0 0", "0 0 1")
    model = robot(text)
    assert list(model.joints) == ["table"]
    assert model.joints["table"].TYPE == "planar"
    np.testing.assert_allclose(model.joints["table"].axis, rx(0.3) @ (0, 0, 1))
    np.testing.assert_allclose(model.bodies["boat"].position, (1, 2, 3))
    assert vz.check(model).mobility.freedoms == 6 + 3


def test_the_root_is_the_ground_or_goes_free(tmp_path: Path) -> None:
    text = link("base", 5) + link("arm") + joint("j", "revolute", "base", "arm")
    path = tmp_path / "r.urdf"
    path.write_text(f"<robot>{text}</robot>", encoding="utf-8")
    fixed, free = vz.load(path), vz.load(path, floating_base=True)
    assert (fixed.name, fixed.source) == ("r", path)
    assert vz.check(fixed).mobility.freedoms == 1
    assert free.bodies["base"].mass == 5
    assert vz.check(free).mobility.freedoms == 7
    with pytest.raises(vz.ModelError, match="floating_base is given; only a robot"):
        vz.load(vz.save(fixed, tmp_path / "r.toml"), floating_base=True)


# --- masses -------------------------------------------------------------------------------------------------------------


def test_inertia_is_turned_into_the_axes_of_the_link() -> None:
    moments = 'ixx="0.3" iyy="0.5" izz="0.6" ixy="0.01" ixz="-0.02" iyz="0.03"'
    model = robot(
        link("base") + link("arm", 2.5, "0.1 0.2 0.3", "0.3 -0.6 1.1", moments) + joint("j", "revolute", "base", "arm")
    )
    arm, s = model.bodies["arm"], rz(1.1) @ ry(-0.6) @ rx(0.3)
    given = np.array([[0.3, 0.01, -0.02], [0.01, 0.5, 0.03], [-0.02, 0.03, 0.6]])
    assert arm.mass == 2.5
    assert list(arm.com) == [0.1, 0.2, 0.3]
    np.testing.assert_allclose(tensor(arm), s @ given @ s.T, rtol=1e-14)


def test_links_that_are_fixed_to_each_other_are_one_body() -> None:
    """Point clouds stand for the links: the lumped body must have the moments of all points together."""
    rng = np.random.default_rng(3)
    text, points, masses = '<link name="base"/>', [], []
    frames = {"a": np.eye(4)}
    placing = {"b": ("a", "0.3 0 0.1", (0.5, 0.2, -1.0)), "c": ("b", "0 -0.4 0.2", (-0.9, 0.3, 2.0))}
    for name, (parent, xyz, (roll, pitch, yaw)) in placing.items():
        place = shift(rz(yaw) @ ry(pitch) @ rx(roll), tuple(map(float, xyz.split())))
        frames[name] = frames[parent] @ place
        text += joint(f"to_{name}", "fixed", parent, name, xyz, f"{roll} {pitch} {yaw}")
    for name, frame in frames.items():
        cloud, m = rng.normal(size=(9, 3)), rng.uniform(0.1, 1, 9)
        centre = m @ cloud / m.sum()
        moments = sum(mk * (d @ d * np.eye(3) - np.outer(d, d)) for mk, d in zip(m, cloud - centre, strict=True))
        six = zip(
            ("ixx", "iyy", "izz", "ixy", "ixz", "iyz"), ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)), strict=True
        )
        values = " ".join(f'{key}="{float(moments[k])!r}"' for key, k in six)
        text += link(name, float(m.sum()), " ".join(repr(float(x)) for x in centre), "0 0 0", values)
        points += [frame[:3, :3] @ p + frame[:3, 3] for p in cloud]
        masses += list(m)
    model = robot(text + joint("j", "revolute", "base", "a"))
    body, p, m = model.bodies["a"], np.array(points), np.array(masses)
    centre = m @ p / m.sum()
    about = sum(mk * (d @ d * np.eye(3) - np.outer(d, d)) for mk, d in zip(m, p - centre, strict=True))
    assert list(model.bodies) == ["a"]
    assert body.mass == pytest.approx(m.sum(), rel=1e-14)
    np.testing.assert_allclose(body.com, centre, rtol=1e-12)
    np.testing.assert_allclose(tensor(body), about, rtol=1e-12)
    np.testing.assert_allclose(model.points["c"].position, frames["c"][:3, 3])


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_a_moving_link_without_mass_is_taken_as_it_is(method: str) -> None:
    """A weightless cart carries an arm that spins: nothing pushes the arm sideways, so its centre of mass keeps its place along the rail."""
    text = link("base") + '<link name="cart"/>' + link("arm", 1.0, "0.3 0 0")
    text += joint("x", "prismatic", "base", "cart", axis="1 0 0") + joint("turn", "revolute", "cart", "arm")
    model = robot(text)
    assert vz.check(model).mobility.freedoms == 2
    res = vz.simulate(model, 1.0, 0.1, start={"turn.angle_rate": 3.0}, method=method, rtol=1e-10, atol=1e-12)
    centre = res.joint("x").displacement + 0.3 * np.cos(res.joint("turn").angle)
    np.testing.assert_allclose(centre, 0.3, atol=1e-8)
    assert np.ptp(res.joint("turn").angle) > 2


def test_joints_that_move_nothing_heavy_are_named_by_every_command() -> None:
    text = link("base") + link("arm") + '<link name="flag"/>' + joint("turn", "revolute", "base", "arm")
    with pytest.warns(
        vz.VazbaWarning, match=r"r.urdf:1: joint pole: nothing beyond it has mass: its motion under forces is not"
    ):
        robot(text + joint("pole", "revolute", "arm", "flag"))
    with pytest.raises(vz.ModelError, match=r"r.urdf:1: body flag: mass and inertia are not given"):
        vz.simulate(robot(link("base") + '<link name="flag"/>' + joint("pole", "revolute", "base", "flag")), 1, 0.1)


# --- joints that follow others, resistances, limits ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kinds", "ratio", "offset"),
    [
        (("revolute", "revolute"), -2.0, 0.3), (("prismatic", "revolute"), 0.1, -0.05), (("revolute", "prismatic"), 4.0, 0.2),
        (("prismatic", "prismatic"), -1.5, 0.07),
    ],
)  # fmt: skip
def test_a_joint_follows_another_one(kinds: tuple[str, str], ratio: float, offset: float) -> None:
    """The link that follows is where its joint value `ratio q + offset` puts it, also with turned frames."""
    mimic = f'<mimic joint="lead" multiplier="{ratio}" offset="{offset}"/>'
    model = robot(
        "".join(link(name) for name in ("base", "a", "b"))
        + joint("lead", kinds[1], "base", "a", "1 0 0", "0 0 0.5")
        + joint("follow", kinds[0], "base", "b", "0 1 0", "0 0 -0.8", more=mimic)
    )
    found = vz.check(model)
    assert found.assembly.moved < 1e-12
    assert found.mobility.freedoms == 1
    model.drive("lead", **{"angle" if kinds[1] == "revolute" else "displacement": 0.35})
    res = vz.kinematics(model, 1, 1)
    value = ratio * 0.35 + offset
    turned = rz(-0.8 + value) if kinds[0] == "revolute" else rz(-0.8)
    np.testing.assert_allclose(matrices(res.body("b").quaternion[0]), turned, atol=1e-12)
    np.testing.assert_allclose(res.body("b").position[0], (0, 1, 0 if kinds[0] == "revolute" else value), atol=1e-12)


def test_damping_and_friction_act_against_the_joint() -> None:
    """A wheel on a vertical axis: `J w' = -b w - c` until it stands, in closed form."""
    resist = '<dynamics damping="0.03" friction="0.05"/>'
    model = robot(link("base") + link("wheel") + joint("axle", "continuous", "base", "wheel", more=resist))
    object.__setattr__(model.bodies["wheel"], "angular_velocity", [0, 0, 20.0])
    res = vz.simulate(model, 1.0, 0.01, rtol=1e-10, atol=1e-12)
    inertia, b, c = 0.025, 0.03, 0.05
    exact = (20 + c / b) * np.exp(-b / inertia * res.time) - c / b
    np.testing.assert_allclose(res.body("wheel").wz, exact, atol=1e-6)  # friction is smoothed: 1e-3 rad/s of 5
    assert res.energy.dissipated[-1] == pytest.approx(0.5 * inertia * (400 - exact[-1] ** 2), rel=1e-7)


def test_limits_are_noticed_not_enforced() -> None:
    limit = '<limit lower="-2.5" upper="0.5" effort="10" velocity="2"/>'
    turned = joint("pin", "revolute", "base", "arm", rpy="1.5707963267948966 0 0.4", more=limit)
    model = robot(link("base") + link("arm", 2.0, "0.3 0 0") + turned)
    assert model.events["pin_upper"].value == 0.5
    res = vz.simulate(model, 1.2, 0.01)
    noticed = [event for event in res.events if event[1] == "event pin_lower"]
    assert noticed
    before = res.joint("pin").angle[res.time <= noticed[0][0]]
    assert before.min() > -2.5
    assert before[-1] == pytest.approx(-2.5, abs=0.1)


# --- names, notes, and the way out ----------------------------------------------------------------------------------------


def test_names_that_a_model_cannot_have_are_changed_and_told() -> None:
    text = "".join(link(name) for name in ("base", "arm/0.1", "arm_0_1", "ground"))
    text += joint("j.1", "revolute", "base", "arm/0.1") + joint("2nd", "revolute", "arm/0.1", "arm_0_1", rpy="0 0 1")
    text += joint("sin", "revolute", "arm_0_1", "ground", rpy="0 0 1")
    reading = text_reading(f"<robot>{text}</robot>".encode(), "r.urdf")
    model = reading.finish()
    assert list(model.bodies) == ["arm_0_1", "arm_0_1_2", "ground_2"]
    assert list(model.joints) == ["j_1", "2nd", "sin"]
    assert not model.parameters
    assert reading.notes[0] == (
        "link names that are not possible here: arm/0.1 is arm_0_1, arm_0_1 is arm_0_1_2, ground is ground_2"
    )
    assert reading.notes[1] == "joint names that are not possible here: j.1 is j_1"
    assert vz.check(model).mobility.freedoms == 3


def test_notes_tell_what_became_of_the_parts() -> None:
    limit = '<limit lower="0.1" upper="2" effort="50" velocity="3"/><dynamics friction="0.4"/>'
    text = link("base", 3) + link("arm") + link("tool", 0.25) + '<link name="tip"/><link name="cart"/>'
    text += joint("j", "revolute", "base", "arm", rpy="0 0 1", more=limit) + joint("f", "fixed", "arm", "tool")
    text += joint("g", "fixed", "tool", "tip") + joint("k", "prismatic", "arm", "cart")
    assert text_reading(f"<robot>{text}</robot>".encode(), "r.urdf").notes == [
        "fixed to the ground: base (3 kg)",
        "one body with arm: tool (0.25 kg), tip",
        "without mass: cart",
        "limits are watched by events, nothing stops there: j 0.1 to 2 rad",
        "drawn beyond the limits, as joint value zero lies there: j",
        "limits of effort and speed are not enforced: j 50 N m and 3 rad/s",
        "friction is smoothed below friction_speed = 0.001 rad/s or m/s: j",
    ]


def test_a_robot_saved_as_toml_is_the_same_model(tmp_path: Path) -> None:
    limits = '<limit lower="-1" upper="2"/><dynamics damping="0.3" friction="0.1"/>'
    text = ARM + link("finger") + joint("j5", "revolute", "hand", "finger", "0 0 0.1", "0 1 0", "0.6 0.8 0", limits)
    text += link("thumb") + joint(
        "j6", "revolute", "hand", "thumb", more='<mimic joint="j5" multiplier="-0.5" offset="0.1"/>'
    )
    model = robot(text)
    again = vz.load(vz.save(model, tmp_path / "r.toml"))
    for heading in ("bodies", "points", "joints", "dampers", "events"):
        assert model.section(heading) == again.section(heading)
        assert list(model.section(heading)) == list(again.section(heading))
    assert model.parameters == again.parameters
    assert write_toml(read_text(write_toml(model))) == write_toml(model)


# --- motors -------------------------------------------------------------------------------------------------------------


def transmission(joint_name: str, inner: str) -> str:
    return f'<transmission name="t"><type>simple</type><joint name="{joint_name}"/><actuator name="a">{inner}</actuator></transmission>'


def test_rotors_of_motors_in_transmissions() -> None:
    """`izz + rotor gear^2` is the inertia about the axis; transmissions that tell no rotor are passed over."""
    text = link("base") + link("arm") + joint("j", "continuous", "base", "arm")
    rotor = '<drake:rotor_inertia value="2e-5"/><drake:gear_ratio value="50"/>'
    model = robot(text + transmission("j", rotor))
    assert vz.mass_matrix(model, [0.3]) == pytest.approx(np.array([[0.025 + 2e-5 * 2500]]))
    assert list(model.actuators) == ["j_motor"]
    plain = robot(text + transmission("j", "<mechanicalReduction>50</mechanicalReduction>"))
    assert not plain.actuators


@pytest.mark.parametrize(
    ("name", "inner", "told"),
    [
        ("k", '<drake:rotor_inertia value="1"/>', r"transmission t: there is no joint 'k'.*did you mean 'j'|known: j"),
        ("j", '<drake:rotor_inertia value="-1"/>', r"rotor_inertia = -1 is negative"),
        ("j", '<drake:rotor_inertia value="x"/>', r"value = 'x' is not a number"),
        ("j", '<drake:rotor_inertia value="1"/><drake:gear_ratio value="0"/>', r"gear_ratio = 0"),
    ],
)
def test_wrong_motors_are_told(name: str, inner: str, told: str) -> None:
    text = link("base") + link("arm") + joint("j", "continuous", "base", "arm") + transmission(name, inner)
    with pytest.raises(vz.ModelError, match=told):
        robot(text)
