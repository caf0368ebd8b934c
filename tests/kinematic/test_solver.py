"""Kinematic runs: against closed forms, their own derivatives, coarse steps, redundancy, and ends of reach."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import vazba as vz

from .mechanisms import CRANK, four_bar, four_bar_angles, slider_crank, stewart


def test_four_bar_against_its_closed_form():
    result = vz.kinematics(four_bar(), until=3, every=0.01)
    coupler, rocker = four_bar_angles(1 + 2 * np.pi * result.time)
    assert result["crank"].angle == pytest.approx(1 + 2 * np.pi * result.time, abs=1e-10)
    assert np.abs(np.angle(np.exp(1j * (result["coupler"].angle - coupler)))).max() < 1e-10
    assert result["rocker"].angle == pytest.approx(rocker, abs=1e-10)
    tip = [CRANK * np.cos(result["crank"].angle) + 1.5 * np.cos(coupler) - 0.7 * np.sin(coupler),
           CRANK * np.sin(result["crank"].angle) + 1.5 * np.sin(coupler) + 0.7 * np.cos(coupler)]  # fmt: skip
    assert np.allclose([result.point("tip").x, result.point("tip").y], tip, atol=1e-10)
    assert result.constraint.position.max() < 1e-10


@pytest.mark.parametrize("every", [0.05, 0.1, 0.25, 0.7])  # 18, 36, 90 and 252 degrees of the crank in one step
def test_coarse_steps_stay_on_the_branch(every):
    coarse = vz.kinematics(four_bar(), until=7, every=every)
    coupler, rocker = four_bar_angles(1 + 2 * np.pi * np.arange(0, 7 + 1e-9, 0.01))
    pick = np.rint(coarse.time / 0.01).astype(int)
    assert coarse.status == "done"
    assert coarse["rocker"].angle == pytest.approx(rocker[pick], abs=1e-9)
    assert np.abs(np.angle(np.exp(1j * (coarse["coupler"].angle - coupler[pick])))).max() < 1e-9


def test_coarse_and_fine_steps_agree_in_space():
    turn = Rotation.from_rotvec([0.4, -0.3, 0.7]).as_matrix()
    fine = vz.kinematics(four_bar(3, law="sin(3*t)", turn=turn), until=2, every=0.01)
    coarse = vz.kinematics(four_bar(3, law="sin(3*t)", turn=turn), until=2, every=0.5)
    assert fine.status == coarse.status == "done"
    for name in ("coupler", "rocker"):
        for quantity in ("x", "y", "z", "vx", "wz", "ax", "alz"):
            assert coarse[name][quantity] == pytest.approx(fine[name][quantity][::50], abs=1e-8)


def test_spatial_four_bar_equals_its_planar_twin():
    """Four parallel pins in space (three redundant equations) give the planar motion, to rounding."""
    flat = vz.kinematics(four_bar(), until=2, every=0.02)
    solid = vz.kinematics(four_bar(3), until=2, every=0.02)
    assert solid.info["redundant"] == 3
    for name in ("crank", "coupler", "rocker"):
        for planar, spatial in (
            ("x", "x"),
            ("y", "y"),
            ("vx", "vx"),
            ("vy", "vy"),
            ("w", "wz"),
            ("ax", "ax"),
            ("ay", "ay"),
            ("alpha", "alz"),
        ):
            scale = 1 + np.abs(flat.body(name)[planar]).max()
            assert np.abs(solid.body(name)[spatial] - flat.body(name)[planar]).max() < 1e-12 * scale, (name, planar)
        for nothing in ("z", "vz", "az", "wx", "wy", "alx", "aly", "qx", "qy"):
            assert np.abs(solid.body(name)[nothing]).max() < 1e-11
    for joint in "ABCD":
        difference = solid.joint(joint).angle - flat.joint(joint).angle
        assert np.abs(difference - 2 * np.pi * np.rint(difference / (2 * np.pi))).max() < 1e-12 * 20
        assert np.ptp(np.rint(difference / (2 * np.pi))) == 0  # the same whole turns all along


def derivative(values, step):
    """Fourth-order central differences; two instants are lost at each end."""
    return (8 * (values[3:-1] - values[1:-3]) - (values[4:] - values[:-4])) / (12 * step)


def agree(values, rates, step, rel):
    error = np.abs(derivative(values, step) - rates[2:-2]).max()
    assert error < rel * (1 + np.abs(rates).max()), error


def test_rates_of_a_planar_run_are_time_derivatives():
    step = 1e-3
    result = vz.kinematics(four_bar(law="1.5*sin(2*t)"), until=1, every=step)
    for name in ("crank", "coupler", "rocker"):
        body = result.body(name)
        for position, velocity, acceleration in (("x", "vx", "ax"), ("y", "vy", "ay"), ("angle", "w", "alpha")):
            agree(body[position], body[velocity], step, 1e-8)
            agree(body[velocity], body[acceleration], step, 1e-8)
    tip = result.point("tip")
    for axis in "xy":
        agree(tip[axis], tip[f"v{axis}"], step, 1e-8)
        agree(tip[f"v{axis}"], tip[f"a{axis}"], step, 1e-8)
    relative = result["rocker"].angle - result["coupler"].angle
    assert result.joint("C").angle == pytest.approx(relative, abs=1e-10)


def driven_platform():
    """A Stewart platform driven by its six legs, with a point off the plate's middle."""
    m = stewart()
    for k in range(6):
        m.drive(f"leg{k}", joint=f"P{k}", displacement=f"0.1*sin(2*t + {k}) - 0.1*sin({k})")
    m.point("tip", "plate", (0.2, 0.1, 0.4))
    return m


def test_rates_of_a_spatial_run_are_time_derivatives():
    step = 1e-3
    result = vz.kinematics(driven_platform(), until=0.6, every=step)
    assert result.status == "done"
    for name in ("plate", "low0", "high3"):
        body = result.body(name)
        for axis in "xyz":
            agree(body[axis], body[f"v{axis}"], step, 1e-8)
            agree(body[f"v{axis}"], body[f"a{axis}"], step, 1e-8)
            agree(body[f"w{axis}"], body[f"al{axis}"], step, 1e-8)
        p = np.stack([body[q] for q in ("qw", "qx", "qy", "qz")], axis=1)
        w = np.stack([body[q] for q in ("wx", "wy", "wz")], axis=1)
        s = Rotation.from_quat(p, scalar_first=True).as_matrix()
        s_dot = derivative(s, step)
        w_tilde = np.einsum("tji,tjk->tik", s[2:-2], s_dot)  # S' = S ~w, body components
        found = np.stack([w_tilde[:, 2, 1], w_tilde[:, 0, 2], w_tilde[:, 1, 0]], axis=1)
        assert np.abs(found - w[2:-2]).max() < 1e-8
        cardan = np.stack([body[q] for q in ("phi_x", "phi_y", "phi_z")], axis=1)
        assert np.abs(Rotation.from_euler("XYZ", cardan).as_matrix() - s).max() < 1e-12
    tip = result.point("tip")
    for axis in "xyz":
        agree(tip[axis], tip[f"v{axis}"], step, 1e-8)
        agree(tip[f"v{axis}"], tip[f"a{axis}"], step, 1e-8)
    for k in range(6):
        expected = 0.1 * np.sin(2 * result.time + k) - 0.1 * np.sin(k)
        assert result.joint(f"P{k}").displacement == pytest.approx(expected, abs=1e-10)


@pytest.mark.parametrize("every", [0.01, 0.1, 0.5])
def test_slider_driven_past_its_reach(every):
    """Crank and rod are in line at x = 3, which the slider reaches at t = (3 - start)/0.5; what came before is kept."""
    m, start = slider_crank(law="0.5*t")
    with pytest.warns(vz.VazbaWarning, match="dead centre"):
        result = vz.kinematics(m, until=4, every=every)
    end = (3 - start) / 0.5
    assert result.status == "failed"
    stopped = float(result.message.split("t = ")[1].split(" s")[0])
    assert stopped == pytest.approx(end, abs=1e-7)
    for name in ("driver push", "joint A", "joint B", "joint C"):
        assert name in result.message
    assert len(result.time) == int(np.floor(end / every)) + 2  # the outputs before, and the posture reached
    assert result.time[-1] == pytest.approx(end, abs=1e-6)
    x = start + 0.5 * result.time
    assert result["slider"].x == pytest.approx(x, abs=1e-10)
    angle = np.arccos((x**2 + 1 - 4) / (2 * x))
    assert result["crank"].angle[:-1] == pytest.approx(angle[:-1], abs=1e-8)
    assert result["crank"].angle[-1] == pytest.approx(0.0, abs=1e-3)


def test_crank_passes_its_dead_centres():
    """Driven by the crank, the same mechanism goes round as often as one likes."""
    m, _ = slider_crank()
    m.drive("A", angle="1 + 2*pi*t")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = vz.kinematics(m, until=2, every=0.125)
    a = 1 + 2 * np.pi * result.time
    assert result["slider"].x == pytest.approx(np.cos(a) + np.sqrt(4 - np.sin(a) ** 2), abs=1e-10)


def free_body(**driver):
    m = vz.Model("free", dimension=3)
    m.body("b", position=(0.1, 0.0, 0.0))
    m.point("Q", "b", (0.3, -0.2, 0.1))
    m.drive("turn", body="b", orientation={"cardan": ["0.4 + t", "0.3*sin(t)", "-0.2*t**2"]})
    m.drive("move", **driver)
    return m


def test_driven_orientation_and_point():
    step = 0.002
    result = vz.kinematics(free_body(point="Q", position=["cos(t)", "sin(t)", "0.2*t"]), until=1, every=step)
    t = result.time
    assert np.allclose(
        [result.point("Q").x, result.point("Q").y, result.point("Q").z], [np.cos(t), np.sin(t), 0.2 * t], atol=1e-11
    )
    assert np.allclose([result.point("Q").ax, result.point("Q").ay], [-np.cos(t), -np.sin(t)], atol=1e-8)
    b = result["b"]
    expected = Rotation.from_euler("XYZ", np.stack([0.4 + t, 0.3 * np.sin(t), -0.2 * t**2], axis=1)).as_matrix()
    found = Rotation.from_quat(np.stack([b.qw, b.qx, b.qy, b.qz], axis=1), scalar_first=True).as_matrix()
    assert np.abs(found - expected).max() < 1e-10
    s_dot = derivative(expected, step)
    w_tilde = np.einsum("tji,tjk->tik", expected[2:-2], s_dot)
    w = np.stack([b.wx, b.wy, b.wz], axis=1)
    assert np.abs(np.stack([w_tilde[:, 2, 1], w_tilde[:, 0, 2], w_tilde[:, 1, 0]], axis=1) - w[2:-2]).max() < 1e-9
    for k, name in enumerate(("alx", "aly", "alz")):
        agree(w[:, k], b[name], step, 1e-8)


@pytest.mark.parametrize("angles", [(3.14159265358979, 0.0, 0.0), (2.5, 0.2, 0.0), (0.0, 0.0, -3.0)])
def test_driven_orientation_far_from_the_described_one(angles):
    """More than a quarter turn from the description: the orientation that is driven, not one that only satisfies the rows."""
    m = vz.Model("free", dimension=3)
    m.body("b", position=(0, 0, 0))
    m.point("Q", "b", (0, 0, 0))
    m.drive("turn", body="b", orientation={"cardan": list(angles)})
    m.drive("move", point="Q", position=[0, 0, 0])
    b = vz.kinematics(m, until=0.1, every=0.1)["b"]
    found = Rotation.from_quat([b.qw[-1], b.qx[-1], b.qy[-1], b.qz[-1]], scalar_first=True)
    assert (found.inv() * Rotation.from_euler("XYZ", angles)).magnitude() < 1e-9


def test_driven_orientation_through_the_singular_angle():
    """The middle Cardan angle driven through 90 degrees and on."""
    m = vz.Model("free", dimension=3)
    m.body("b", position=(0, 0, 0))
    m.point("Q", "b", (0, 0, 0))
    m.drive("turn", body="b", orientation={"cardan": ["0.3", "pi*t", "0.2"]})
    m.drive("move", point="Q", position=[0, 0, 0])
    result = vz.kinematics(m, until=2, every=0.01)
    b = result["b"]
    found = Rotation.from_quat(np.stack([b.qw, b.qx, b.qy, b.qz], axis=1), scalar_first=True).as_matrix()
    t = result.time
    expected = Rotation.from_euler("XYZ", np.stack([0.3 + 0 * t, np.pi * t, 0.2 + 0 * t], axis=1)).as_matrix()
    assert np.abs(found - expected).max() < 1e-10


def test_relative_orientation_of_two_bodies():
    m = vz.Model("two", dimension=3)
    m.body("i", position=(0, 0, 0))
    m.body("j", position=(0, 0, 0))
    for name in "ij":
        m.point(f"O{name}", name, (0, 0, 0))
        m.drive(f"stay{name}", point=f"O{name}", position=[0, 0, 0])
    m.drive("first", body="i", orientation={"cardan": ["t", "0.2", "0"]})
    m.drive("second", bodies=("i", "j"), orientation={"cardan": ["0.1", "0.5*t", "0.3"]})
    result = vz.kinematics(m, until=1, every=0.1)
    t = result.time
    one = Rotation.from_euler("XYZ", np.stack([t, 0.2 + 0 * t, 0 * t], axis=1))
    two = Rotation.from_euler("XYZ", np.stack([0.1 + 0 * t, 0.5 * t, 0.3 + 0 * t], axis=1))
    j = result["j"]
    found = Rotation.from_quat(np.stack([j.qw, j.qx, j.qy, j.qz], axis=1), scalar_first=True)
    assert (found.inv() * (one * two)).magnitude().max() < 1e-9


def test_driven_vector_in_a_turning_body():
    """A bead at f(t) in components of a turning disc: a spiral in the ground."""
    m = vz.Model("spiral", dimension=2)
    m.body("disc", position=(0, 0))
    m.body("bead", position=(0.5, 0))
    m.revolute("A", "ground", "disc", at=(0, 0))
    m.point("O", "disc", (0, 0))
    m.point("P", "bead", (0, 0))
    m.drive("A", angle="2*t")
    m.drive("out", points=("O", "P"), vector=["0.5 + 0.1*t", "0.2"], frame="disc")
    m.drive("turn", bodies=("disc", "bead"), angle="t")
    result = vz.kinematics(m, until=1, every=0.05)
    t = result.time
    z = (0.5 + 0.1 * t + 0.2j) * np.exp(2j * t)
    assert result["bead"].x + 1j * result["bead"].y == pytest.approx(z, abs=1e-10)
    assert result["bead"].vx + 1j * result["bead"].vy == pytest.approx(2j * z + 0.1 * np.exp(2j * t), abs=1e-9)
    assert result["bead"].ax + 1j * result["bead"].ay == pytest.approx(-4 * z + 0.4j * np.exp(2j * t), abs=1e-9)
    assert result["bead"].angle == pytest.approx(3 * t, abs=1e-10)


def test_driven_distance():
    """A cylinder of changing length lifts a boom: law of cosines."""
    m = vz.Model("boom", dimension=2)
    m.body("boom", position=(0, 0), angle=1.0)
    m.revolute("A", "ground", "boom", at=(0, 0))
    m.point("foot", "ground", (1, 0))
    m.point("eye", "boom", (2, 0))
    start = np.sqrt(5 - 4 * np.cos(1.0))
    m.drive("ram", points=("foot", "eye"), distance=f"{start:.16g} + 0.3*t")
    result = vz.kinematics(m, until=1, every=0.1)
    length = start + 0.3 * result.time
    angle = np.arccos((5 - length**2) / 4)
    assert result["boom"].angle == pytest.approx(angle, abs=1e-9)
    assert result["boom"].w == pytest.approx(2 * length * 0.3 / (4 * np.sin(angle)), abs=1e-8)
