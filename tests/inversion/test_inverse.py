"""Efforts along motions: closed forms, balances of bodies, other code, and all ways to give a motion."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .mechanisms import G, eight_cables, parts, platform, seven_axes, stewart, three_rrr


def pendulum(**motor):
    m = vz.Model("arm", dimension=2)
    m.body("arm", position=(0.4, 0), mass=2.0, inertia=0.1)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.actuator("motor", joint="A", **motor)
    return m


def test_a_motor_holds_and_swings_an_arm():
    """`tau = (J + m l^2) phi'' + m g l cos phi`."""
    m = pendulum()
    assert vz.inverse(m, "rest")["motor.effort"] == pytest.approx([2.0 * G * 0.4], rel=1e-12)
    m.drive("A", angle="0.5*sin(3*t)")
    r = vz.inverse(m, until=2, every=0.01)
    phi, second = 0.5 * np.sin(3 * r.time), -4.5 * np.sin(3 * r.time)
    tau = (0.1 + 2.0 * 0.4**2) * second + 2.0 * G * 0.4 * np.cos(phi)
    assert r["motor.effort"] == pytest.approx(tau, abs=1e-11)
    assert r["motor.power"] == pytest.approx(tau * 1.5 * np.cos(3 * r.time), abs=1e-11)
    assert r["A.angle"] == pytest.approx(phi, abs=1e-12)
    assert r.analysis == r.info["analysis"] == "inverse"
    assert r.unit("motor.effort") == "N m"
    assert "A.effort" not in r  # the driver tells the motion and exerts nothing


def test_an_actuator_without_command_is_idle_in_a_run():
    r = vz.simulate(pendulum(), 0.3, 0.1)
    free = vz.Model("free", dimension=2)
    free.body("arm", position=(0.4, 0), mass=2.0, inertia=0.1)
    free.revolute("A", "ground", "arm", at=(0, 0))
    assert (r["motor.effort"] == 0).all()
    assert r["arm.angle"] == pytest.approx(vz.simulate(free, 0.3, 0.1)["arm.angle"], abs=1e-9)


def test_reactions_are_those_of_a_run():
    m = three_rrr(motors=False)
    found, run = vz.inverse(m, until=1, every=0.1), vz.simulate(m, 1, 0.1, rtol=1e-11, atol=1e-13)
    for joint in m.joints:
        for word in ("fx", "fy", "m"):
            assert found[f"{joint}.{word}"] == pytest.approx(run[f"{joint}.{word}"], abs=1e-7)


def test_every_body_of_the_platform_is_in_balance():
    """Newton and Euler for each body with the reported tensions and reactions, in ground components about its mass centre."""
    m = platform()
    r = vz.inverse(m, until=2, every=0.05)
    assert (r["inverse.residual"] == 0).all()
    assert (r["inverse.violation"] == 0).all()
    point = {name: parts(r, name, "xyz") for name in m.points}
    inertia = {"body4": np.diag([1.0, 1.0, 5.0])}
    for name, body in m.bodies.items():
        force = float(body.mass) * (parts(r, name, ("ax", "ay", "az")) - [0, 0, -9.8])
        from vazba.algebra.rotations import matrices

        s = matrices(parts(r, name, ("qw", "qx", "qy", "qz")))
        w, al = parts(r, name, ("wx", "wy", "wz")), parts(r, name, ("alx", "aly", "alz"))
        j = inertia.get(name, np.diag([1.0, 1.0, 0.1]))
        moment = np.einsum("tij,tj->ti", s, al @ j + np.cross(w, w @ j))
        centre = parts(r, name, "xyz")
        for cable, record in m.cables.items():
            ends = [point[p] for p in record.through]
            pull = (
                (ends[1] - ends[0])
                / np.linalg.norm(ends[1] - ends[0], axis=1, keepdims=True)
                * r[f"{cable}.force"][:, None]
            )
            for sign, p in ((1, record.through[0]), (-1, record.through[1])):
                if m.points[p].body == name:
                    force, moment = force - sign * pull, moment - np.cross(point[p] - centre, sign * pull)
        for joint, record in m.joints.items():
            reaction = parts(r, joint, ("fx", "fy", "fz"))
            for sign, p in ((-1, record.points[0]), (1, record.points[1])):
                if m.points[p].body == name:
                    force, moment = force - sign * reaction, moment - np.cross(point[p] - centre, sign * reaction)
        assert np.abs(force).max() < 1e-10
        assert np.abs(moment).max() < 1e-10


def test_free_lengths_realise_the_tensions():
    """A cable of its own stiffness and damping with the free length found has the tension found."""
    m = platform()
    r = vz.inverse(m, until=1, every=0.1)
    for name, c in m.cables.items():
        free, force = r[f"{name}.free_length"], r[f"{name}.force"]
        assert c.stiffness / free * (r[f"{name}.length"] - free) + c.damping / free * r[
            f"{name}.rate"
        ] == pytest.approx(force, abs=1e-9)


def test_leg_forces_of_a_stewart_platform_are_efforts_of_its_drivers():
    """Actuators at the legs and drivers as actuators are two ways through the equations."""
    acting, driven = vz.inverse(stewart(), until=1, every=0.02), vz.inverse(stewart(acting=False), until=1, every=0.02)
    for k in range(1, 7):
        assert acting[f"push{k}.effort"] == pytest.approx(driven[f"leg{k}.effort"], abs=1e-8)


def test_an_arm_of_seven_axes_agrees_with_newton_and_euler_along_the_tree():
    m, joints = seven_axes()
    r = vz.inverse(m, until=1, every=0.1)
    run = vz.simulate(m, 1, 0.1, method="recursive", rtol=1e-11, atol=1e-13)
    for name in joints:
        assert r[f"{name}.driver.effort"] == pytest.approx(run[f"{name}.driver.effort"], abs=1e-7)


# --- where the motion comes from --------------------------------------------------------------------------------------------


def test_all_ways_to_give_a_motion(tmp_path):
    m = three_rrr()
    first = vz.inverse(m, until=0.5, every=0.05)
    kinematics = vz.kinematics(m, until=0.5, every=0.05)
    kinematics.save(tmp_path / "motion.nc")
    kinematics.save(tmp_path / "motion.csv")
    q, v, a = (
        np.column_stack([kinematics[f"{body}.{word}"] for body in m.bodies for word in words])
        for words in (("x", "y", "angle"), ("vx", "vy", "w"), ("ax", "ay", "alpha"))
    )
    ways = [
        vz.inverse(m, kinematics), vz.inverse(m, tmp_path / "motion.nc"), vz.inverse(m, str(tmp_path / "motion.csv")),
        vz.inverse(m, (q, v, a), time=kinematics.time), vz.inverse(m, {"q": q, "v": v, "a": a, "time": kinematics.time}),
        vz.inverse(m, (q, v, a), every=0.05), vz.inverse(m, (q, v, a), until=0.5),
    ]  # fmt: skip
    for other in ways:
        for k in range(3):
            assert other[f"motor{k}.effort"] == pytest.approx(first[f"motor{k}.effort"], abs=1e-9)
        assert other.time == pytest.approx(first.time)
    assert len(vz.inverse(m, kinematics, until=0.2)) == 5
    assert len(vz.inverse(m, kinematics, every=0.1)) == 6


def test_rest_is_one_instant_unless_a_time_is_given():
    m = platform(driven=False)
    assert len(vz.inverse(m, "rest")) == 1
    r = vz.inverse(m, "rest", until=1, every=0.25)
    assert len(r) == 5
    assert (r["body4.x"] == r["body4.x"][0]).all()


def test_a_load_over_time_on_a_held_arm():
    m = pendulum()
    m.point("tip", "arm", position=(0.4, 0))
    m.force("push", "tip", ["0", "5*sin(t)"])
    r = vz.inverse(m, "rest", until=2, every=0.1)
    assert r["motor.effort"] == pytest.approx(2 * G * 0.4 - 0.8 * 5 * np.sin(r.time), abs=1e-12)


def test_a_beam_of_rigid_segments_moved_as_a_run_moved_it():
    """The effort that a run needed is found from its motion; drivers alone move beams as rigid, and say so."""
    m = vz.Model("whip", dimension=2)
    m.body("hub", mass=1.0, inertia=0.05)
    m.revolute("A", "ground", "hub", at=(0, 0))
    m.beam(
        "arm",
        start=(0.0, 0),
        end=(0.6, 0),
        section={"shape": "round", "diameter": 0.02},
        E=7e10,
        density=2700,
        elements=3,
    )
    m.fixed("F", "hub", "arm@0", at=(0, 0))
    m.drive("A", angle="0.2*t**2")
    run = vz.simulate(m, 0.1, 0.02, rtol=1e-10, atol=1e-12)
    r = vz.inverse(m, run)
    assert r["A.driver.effort"][1:] == pytest.approx(run["A.driver.effort"][1:], rel=1e-5)
    rigid = vz.inverse(m, until=0.1, every=0.02)
    assert any("taken as rigid" in text for text in rigid.warnings)


# --- passive elements, friction --------------------------------------------------------------------------------------------


def test_passive_elements_stand_on_the_known_side():
    m = pendulum()
    m.spring("s", joint="A", stiffness=30.0, free_angle=0.1)
    m.damper("d", joint="A", damping=0.7)
    m.drive("A", angle="0.5*sin(3*t)")
    r = vz.inverse(m, until=1, every=0.05)
    phi, rate, second = 0.5 * np.sin(3 * r.time), 1.5 * np.cos(3 * r.time), -4.5 * np.sin(3 * r.time)
    tau = 0.42 * second + 2 * G * 0.4 * np.cos(phi) + 30 * (phi - 0.1) + 0.7 * rate
    assert r["motor.effort"] == pytest.approx(tau, abs=1e-11)
    assert r["s.force"] == pytest.approx(30 * (phi - 0.1), abs=1e-11)


def test_friction_depends_on_the_reactions():
    """A sledge on a guide, pulled along it: `F = m a + mu m g` (`N = m g`)."""
    m = vz.Model("sledge", dimension=2)
    m.body("sledge", mass=3.0, inertia=0.1)
    m.prismatic("guide", "ground", "sledge", at=(0, 0), axis=(1, 0))
    m.friction("rub", "guide", coefficient=0.3, speed=1e-6)
    m.actuator("pull", joint="guide")
    m.drive("guide", displacement="0.5*t + 0.2*t**2")
    r = vz.inverse(m, until=1, every=0.1)
    assert r["pull.effort"] == pytest.approx(np.full(11, 3 * 0.4 + 0.3 * 3 * G), rel=1e-9)


def test_an_actuated_spring_does_not_follow_its_law():
    m = vz.Model("hung", dimension=2)
    m.body("b", position=(0, -1), mass=2.0, inertia=0.1)
    m.point("top", "ground", (0, 0))
    m.point("P", "b", (0, 0))
    m.spring("s", "top", "P", stiffness=500.0, free_length=0.2, actuated=True)
    assert vz.inverse(m, "rest")["s.force"] == pytest.approx([2 * G])


# --- redundancy ------------------------------------------------------------------------------------------------------------


def test_smooth_changes_less_than_norm():
    m = eight_cables(minimum=1.0)
    m.point("C", "box", (0, 0, 0))
    m.drive("C", point="C", position=["0.6*sin(2*t)", "0.4*sin(3*t)", "1 + 0.3*sin(t)"])
    m.drive("still", body="box", orientation={"cardan": [0, 0, 0]})
    norm, smooth = (vz.inverse(m, until=2, every=0.01, objective=o) for o in ("norm", "smooth"))
    ways = [(np.diff(np.column_stack([r[f"c{k}.force"] for k in range(8)]), axis=0) ** 2).sum() for r in (norm, smooth)]
    squares = [sum((r[f"c{k}.force"] ** 2).sum() for k in range(8)) for r in (norm, smooth)]
    assert ways[1] < ways[0]
    assert squares[0] < squares[1]
    assert (smooth["inverse.violation"] == 0).all()


def test_bounds_and_actuators_of_the_call_override_the_model():
    m = platform(driven=False)
    assert min(vz.inverse(m, "rest", minimum=7.0)[f"{c}.force"][0] for c in m.cables) == pytest.approx(7.0)
    r = vz.inverse(m, "rest", minimum={"cable71": 9.0})
    assert r["cable71.force"][0] >= 9.0
    some = vz.inverse(m, "rest", actuators=["cable71", "cable72", "cable73"], minimum=0.0)
    assert some.info["actuators"] == ["cable71", "cable72", "cable73"]
    assert some["cable74.force"][0] > 0
    assert some["cable74.free_length"][0] == pytest.approx(2.91)
    fewer = vz.inverse(m, "rest", actuators={"cable76": False}, minimum="none")
    assert len(fewer.info["actuators"]) == 5


def test_too_few_efforts_are_told_by_what_would_move():
    m = vz.Model("cart-pole", dimension=2)
    m.body("cart", mass=1.0, inertia=0.1)
    m.body("pole", position=(0.5, 0), mass=0.3, inertia=0.02)
    m.prismatic("rail", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.revolute("hinge", "cart", "pole", at=(0, 0))
    m.actuator("push", joint="rail")
    r = vz.inverse(m, "rest")
    assert r["inverse.residual"][0] > 1
    assert r["inverse.violation"][0] == 0
    (text,) = r.warnings
    assert "too few efforts" in text
    assert "hinge.angle" in text
    assert "pole" in text


def test_an_impossible_demand_names_instants_elements_and_direction():
    """A weight of 19.62 N on one cable of at most 12 N: 7.62 N are missing upwards."""
    m = vz.Model("hoist", dimension=2)
    m.body("b", position=(0, -1), mass=2.0, inertia=0.1)
    m.point("top", "ground", (0, 0))
    m.point("P", "b", (0, 0))
    m.cable("rope", ["top", "P"], stiffness=1e4, free_length=1.0, actuated=True, maximum=12.0)
    r = vz.inverse(m, "rest", until=1, every=0.5)
    assert r.status == "done"
    assert r["rope.force"] == pytest.approx([12.0] * 3)
    assert r["inverse.violation"] == pytest.approx([2 * G - 12] * 3)
    (text,) = r.warnings
    for word in ("cable rope (maximum 12)", "body b", "along (0, 1)", "from t = 0 s to 1 s"):
        assert word in text


def test_drivers_that_only_tell_the_motion_keep_their_values():
    r = vz.inverse(three_rrr(), until=0.5, every=0.1)
    assert r["P.driver.value_x"] == pytest.approx(0.08 * np.sin(3 * r.time), abs=1e-12)
    assert r["turn.value"] == pytest.approx(0.2 * np.sin(2 * r.time), abs=1e-12)
    assert "turn.value_x" not in r
    assert r.unit("turn.value") == "rad"


def test_a_table_that_ends_before_the_motion_is_told():
    m = pendulum()
    m.point("tip", "arm", position=(0.4, 0))
    m.force("push", "tip", [{"table": {"times": [0, 0.5], "values": [0, 1]}}, 0])
    with pytest.raises(vz.ModelError, match="force push"):
        vz.inverse(m, "rest", until=1, every=0.1)


def test_redundant_joints_share_their_load_as_in_a_run():
    """A door on two hinges: the motor's torque is unique, the reactions are the smallest, those of a run."""
    m = vz.Model("door")
    m.body("door", position=(0.5, 0, 1), mass=20, inertia=(4, 5, 2))
    m.revolute("low", "ground", "door", at=(0, 0, 0.5), axis=(0, 0, 1))
    m.revolute("high", "ground", "door", at=(0, 0, 1.5), axis=(0, 0, 1))
    m.drive("low", angle="0.4*t**2")
    r, run = vz.inverse(m, until=1, every=0.2), vz.simulate(m, 1, 0.2, rtol=1e-11, atol=1e-13)
    assert r["low.driver.effort"] == pytest.approx(np.full(6, 0.8 * (2 + 20 * 0.25)), rel=1e-9)
    for joint in ("low", "high"):
        for word in ("fx", "fy", "fz", "mx", "my"):
            assert r[f"{joint}.{word}"] == pytest.approx(run[f"{joint}.{word}"], abs=1e-5)
