"""What a kinematic run says about motions without a value, guides drawn at an angle, and bodies it had to move."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import vazba as vz


def pin(law: object) -> vz.Model:
    m = vz.Model("pin", dimension=2)
    m.body("arm")
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.drive("A", angle=law)
    return m


@pytest.mark.parametrize(("law", "time"), [("log(t - 0.5)", "0"), ("sqrt(1 - t)", "1"), ("1/(t - 0.5)", "0.5")])
def test_a_motion_without_a_value_is_named_with_its_time(law, time):
    with pytest.raises(vz.ModelError, match=rf"driver A: .*no finite value, rate or acceleration at t = {time} s"):
        vz.kinematics(pin(law), until=2, every=0.1)


def test_check_refuses_a_motion_without_a_value_at_the_start():
    with pytest.raises(vz.ModelError, match=r"driver A: .*at t = 0 s"):
        vz.check(pin("log(t)"))


def guided(**options: object) -> vz.Model:
    m = vz.Model("guide", dimension=2)
    m.body("slider", position=(1, 0), angle="30*deg")
    m.prismatic("S", m.point("P", "slider", (0, 0)), m.point("G", "ground", (0, 0)), axis=(1, 0), **options)
    m.drive("S", displacement="-1 - t")
    return m


def test_a_guide_by_points_says_that_it_does_not_hold_the_angle_drawn():
    result = vz.kinematics(guided(), until=1, every=0.5)
    assert result["slider"].angle == pytest.approx(0.0, abs=1e-14)
    assert any("joint S" in text and "-30 deg" in text for text in result.warnings)
    held = vz.kinematics(guided(angle="-30*deg"), until=1, every=0.5)
    assert held["slider"].angle == pytest.approx(np.radians(30), abs=1e-14)
    assert held.warnings == ()


def test_check_tells_how_far_bodies_were_moved_and_turned():
    m = vz.Model("turned", dimension=3)
    m.body("b", orientation={"cardan": ["100*deg", 0, 0]})
    m.revolute("A", m.point("P", "ground", (0, 0, 0)), m.point("Q", "b", (0, 0, 0)), axes=[(0, 0, 1), (0, 0, 1)])
    found = vz.check(m)
    assert np.degrees(found.assembly.turned) == pytest.approx(100, abs=1e-6)
    assert found.assembly.moved == pytest.approx(0, abs=1e-12)
    assert "100 deg" in str(found)


def test_joints_that_leave_no_freedom_cannot_be_driven():
    m = vz.Model("truss", dimension=2)
    m.body("a")
    m.fixed("F", "ground", "a", at=(0, 0))
    m.revolute("A", "ground", "a", at=(1, 0))
    m.drive("A", angle="t")
    with pytest.raises(
        vz.ModelError, match="driver A: there is nothing to drive; the joints leave no degree of freedom"
    ):
        vz.kinematics(m, until=1)


@pytest.mark.parametrize("turns", [0, 7, 50, -11])
def test_a_driver_may_start_whole_turns_away(turns):
    """The posture of a planar four-bar does not depend on how many turns its driver has counted already."""
    from .mechanisms import four_bar

    near = vz.kinematics(four_bar(law="1 + t"), until=0.2, every=0.1)
    far = vz.kinematics(four_bar(law=f"1 + t + {turns}*2*pi"), until=0.2, every=0.1)
    assert far.point("tip").x == pytest.approx(near.point("tip").x, abs=1e-11)
    assert far["crank"].angle - near["crank"].angle == pytest.approx(2 * np.pi * turns, abs=1e-11)


def test_an_enormous_motion_is_given_up_and_what_was_computed_kept():
    with pytest.warns(vz.VazbaWarning, match="enormous motion"):
        result = vz.kinematics(pin("exp(50*t)"), until=1, every=0.1)
    assert result.status == "failed"
    assert result["arm"].angle == pytest.approx(np.exp(50 * result.time), rel=1e-12)
    assert len(result) >= 2


def test_numbers_that_overflow_are_refused():
    m = vz.Model("far", dimension=2)
    m.body("b")
    m.revolute("A", "ground", "b", at=(1e308, -1e308))
    m.drive("A", angle="t")
    with pytest.raises(vz.VazbaError, match=r"too large"):
        vz.kinematics(m, until=1)


def test_driving_a_joint_that_is_not_there_suggests_one():
    m = pin("t")
    m.drive("AA", angle="t")
    with pytest.raises(vz.ModelError, match=r"there is no joint 'AA'.*A"):
        vz.kinematics(m, until=1)


def in_line(law: str | None = None) -> vz.Model:
    """Slider-crank with crank and rod in line: a dead centre for a driver of the slider."""
    m = vz.Model("dead centre", dimension=2)
    m.body("crank")
    m.body("rod", position=(1, 0))
    m.body("slider", position=(2, 0))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "rod", at=(1, 0))
    m.revolute("C", "rod", "slider", at=(2, 0))
    m.prismatic("S", "ground", "slider", at=(2, 0), axis=(1, 0))
    if law:
        m.drive("S", displacement=law)
    return m


def test_a_dead_centre_is_a_posture_not_a_wrong_driver():
    assert not vz.check(in_line()).mobility.singular  # without a driver there is nothing singular about it
    found = vz.check(in_line("-t**2"))
    assert found.mobility.singular
    assert found.mobility.smallest == 0
    assert found.problems == ()
    assert "driver S" in found.mobility.weak
    with pytest.raises(vz.ModelError, match=r"starts at a singular posture .*driver S.*beside it"):
        vz.kinematics(in_line("-t**2"), until=0.5)


def test_a_flat_parallelogram_is_at_a_change_point():
    """Links in one line: two freedoms there, one a little beside."""
    m = vz.Model("parallelogram", dimension=2)
    for name, x in (("a", 0), ("c", 1), ("b", 2)):
        m.body(name, position=(x, 0))
    for name, pair, x in (
        ("A", ("ground", "a"), 0),
        ("B", ("a", "c"), 1),
        ("C", ("c", "b"), 3),
        ("D", ("ground", "b"), 2),
    ):
        m.revolute(name, *pair, at=(x, 0))
    found = vz.check(m).mobility
    assert (found.freedoms, found.freedoms_counted, found.singular) == (2, 1, True)


def test_a_body_that_only_force_elements_carry_is_not_alone():
    for how in ("spring", "damper", "cable", "actuator", "bushing"):
        m = vz.Model("hung", dimension=2)
        m.body("a", mass=1)
        top, low = m.point("T", "ground", (0, 1)), m.point("L", "a", (0, 0))
        add = {
            "spring": lambda m, p, q: m.spring("f", p, q, stiffness=1),
            "damper": lambda m, p, q: m.damper("f", p, q, damping=1),
            "cable": lambda m, p, q: m.cable("f", (p, q), stiffness=1, free_length=1),
            "actuator": lambda m, p, q: m.actuator("f", through=(p, q), tension=1),
            "bushing": lambda m, p, q: m.bushing("f", p, q, stiffness=(1, 1, 1)),
        }[how]
        add(m, top, low)
        assert vz.check(m).warnings == (), how


def test_a_body_that_is_only_watched_or_pushed_is_alone():
    m = vz.Model("alone", dimension=2)
    m.body("a", mass=1)
    top, low = m.point("T", "ground", (0, 1)), m.point("L", "a", (0, 0))
    m.event("e", points=(top, low), value=2)
    m.force("f", low, (1, 0))
    assert vz.check(m).warnings == ("body a: nothing is joined to it",)


def test_masses_are_shown_as_numbers():
    m = pin("t")
    m.parameters["rho"] = 7800
    m.body("b", mass="rho/3", position=(1, 0))
    assert [row[-1] for row in vz.check(m).bodies] == ["", "2600"]


@pytest.mark.parametrize("turns", [1, -1, 2])
def test_a_guide_keeps_the_whole_turns_drawn(turns):
    """A body described at 360 degrees stands as one at 0: nothing has to be moved, whether the body or the guide says so."""
    for body, guide in ((turns * 360, 0), (0, turns * 360)):
        m = vz.Model("guide", dimension=2)
        m.body("slider", position=(1, 0), angle=f"{body}*deg")
        m.prismatic(
            "S", m.point("G", "ground", (0, 0)), m.point("P", "slider", (0, 0)), axis=(1, 0), angle=f"{guide}*deg"
        )
        m.drive("S", displacement="1 + t")
        found = vz.check(m)
        assert found.assembly.moved < 1e-12
        assert found.assembly.turned < 1e-12
        assert found.warnings == ()
        assert vz.kinematics(m, until=1, every=0.5)["slider"].x == pytest.approx([1, 1.5, 2], abs=1e-12)


def test_a_run_tells_how_the_start_was_changed():
    """A four-bar with its coupler turned and its rocker moved: which bodies, how far, which joints were open, with units."""
    from .mechanisms import four_bar, four_bar_angles

    m = four_bar()
    coupler, _ = (float(x) for x in four_bar_angles(1.0))
    m.bodies["coupler"] = replace(m.bodies["coupler"], angle=coupler + np.radians(10))
    (remark,) = vz.kinematics(m, until=0.1, every=0.1).warnings
    assert "body coupler was turned by 1" in remark
    assert "deg" in remark
    turned = coupler + np.radians(10)
    gap = 3.0 * max(abs(np.cos(turned) - np.cos(coupler)), abs(np.sin(turned) - np.sin(coupler)))
    assert f"Open as described: joint C by {gap:.3g} m" in remark
    assert "body crank" not in remark
    assert remark in str(vz.check(m))
    assert vz.kinematics(four_bar(), until=0.1, every=0.1).warnings == ()


def test_bodies_that_were_not_described_are_not_told_of():
    m = vz.Model("arm", dimension=2)
    m.body("arm")
    m.revolute("A", m.point("O", "ground", (3, 4)), m.point("E", "arm", (1, 0)))
    m.drive("A", angle="1 + t")
    assert vz.kinematics(m, until=0.1, every=0.1).warnings == ()


def test_a_structure_is_not_told_to_add_a_driver():
    m = vz.Model("truss", dimension=2)
    m.body("a")
    m.fixed("F", "ground", "a", at=(0, 0))
    with pytest.raises(
        vz.ModelError, match=r"the structure cannot move; degrees of freedom: 0.*vz\.equilibrium"
    ) as told:
        vz.kinematics(m, until=1)
    assert "driver" not in str(told.value)


def test_other_assemblies_are_listed_on_demand():
    """A four-bar has two for one crank angle: the rocker on either side of the diagonal (law of cosines)."""
    from .mechanisms import COUPLER, CRANK, GROUND, ROCKER, four_bar

    found = vz.check(four_bar(), assemblies=True)
    x, y = CRANK * np.cos(1) - GROUND, CRANK * np.sin(1)
    half = np.arccos((x * x + y * y + ROCKER**2 - COUPLER**2) / (2 * np.hypot(x, y) * ROCKER))
    wanted = sorted(np.remainder(np.arctan2(y, x) + side * half, 2 * np.pi) for side in (-1, 1))
    assert sorted(np.remainder(q[8], 2 * np.pi) for q in found.assemblies.found) == pytest.approx(wanted, abs=1e-9)
    assert "assemblies: at least 2 ways found from 240 starts" in str(found)
    assert str(found).count("rocker at (3.2, 0) m") == 2
    again = vz.check(four_bar(), assemblies=True)
    assert all(np.array_equal(a, b) for a, b in zip(found.assemblies.found, again.assemblies.found, strict=True))
    assert vz.check(four_bar()).assemblies is None


def test_assemblies_of_a_mechanism_that_is_not_driven():
    """Its freedom is held meanwhile; one that is drawn roughly says without being asked that there are several."""
    from .mechanisms import four_bar

    found = vz.check(four_bar(law=None), assemblies=True)
    assert len(found.assemblies.found) == 2
    assert len(found.assemblies.held) == 1
    assert ", ".join(found.assemblies.held) + " held" in str(found)
    assert "at least 2 ways found from 16 starts" in str(vz.check(four_bar(noise=0.05)))


def test_assemblies_of_a_body_that_floats_are_not_looked_for():
    m = vz.Model("free", dimension=2)
    m.body("a")
    assert "not looked for" in str(vz.check(m, assemblies=True))
