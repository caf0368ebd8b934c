"""Degrees of freedom, redundant constraints and drivers, on mechanisms whose answer is known."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .mechanisms import bennett, four_bar, pinned_loop, sarrus, slider_crank, stewart


def test_spatial_four_bar_of_parallel_pins():
    check = vz.check(four_bar(3, law=None))
    m = check.mobility
    assert (m.freedoms, m.redundant, m.freedoms_counted) == (1, 3, -2)
    assert check.assembles
    assert check.exit_code == 0
    named = [name for d in m.dependencies for name, _ in d.members]
    assert len(m.dependencies) == 3
    assert set(named) == {"joint A", "joint B", "joint C", "joint D"}
    words = " ".join(str(d) for d in m.dependencies)
    assert "translation" in words  # across the plane
    assert "rotation" in words
    text = str(check)
    assert "degrees of freedom: 1 by rank, -2 by counting" in text
    assert "redundant constraints: 3" in text


def test_planar_four_bar():
    m = vz.check(four_bar(law=None)).mobility
    assert (m.freedoms, m.redundant, m.freedoms_counted, m.undriven) == (1, 0, 1, 1)
    (motion,) = m.free_motions
    assert {joint for joint, _, _ in motion.joints} == {"A", "B", "C", "D"}
    assert set(motion.bodies) == {"crank", "coupler", "rocker"}


def test_bennett():
    frames = bennett()
    assert np.allclose(frames[-1], np.eye(4), atol=1e-12)  # the loop closes
    m = vz.check(pinned_loop(frames)).mobility
    assert (m.freedoms, m.redundant, m.freedoms_counted) == (1, 3, -2)


def test_general_skew_loop_is_rigid():
    """Four skew pins in no special position do not move."""
    frames = bennett()
    frames[2] = frames[2].copy()
    frames[2][:3, 3] += [0.1, -0.05, 0.2]
    m = vz.check(pinned_loop(frames)).mobility
    assert (m.freedoms, m.redundant) == (0, 2)


def test_sarrus():
    m = vz.check(sarrus()).mobility
    assert (m.freedoms, m.redundant, m.freedoms_counted) == (1, 1, 0)


def test_sarrus_plate_goes_straight_up():
    model = sarrus()
    model.drive("lift", point="top", z="1.2 - 0.3*t")
    result = vz.kinematics(model, until=1, every=0.25)
    assert result.status == "done"
    assert np.abs([result["plate"].x, result["plate"].y]).max() < 1e-9
    assert np.abs([result["plate"].qx, result["plate"].qy, result["plate"].qz]).max() < 1e-9
    assert result["plate"].z == pytest.approx(1.2 - 0.3 * result.time, abs=1e-12)


def test_stewart():
    m = vz.check(stewart()).mobility
    assert (m.freedoms, m.redundant, m.freedoms_counted) == (6, 0, 6)


def parallelogram(links=3):
    """A bar on parallel cranks of equal length: all but two are more than needed."""
    m = vz.Model("parallelogram", dimension=2)
    m.body("bar", position=(0.5, 0.8))
    for k in range(links):
        x = float(k)
        m.body(f"crank{k}", position=(x, 0.0), angle=float(np.arctan2(0.8, 0.6)))
        m.revolute(f"low{k}", "ground", f"crank{k}", at=(x, 0))
        m.point(f"P{k}", f"crank{k}", (1.0, 0))
        m.point(f"Q{k}", "bar", (x + 0.1, 0.0))
        m.revolute(f"high{k}", f"P{k}", f"Q{k}")
    return m


def test_parallelogram_with_a_redundant_link():
    m = vz.check(parallelogram()).mobility
    assert (m.freedoms, m.redundant, m.freedoms_counted) == (1, 1, 0)
    (dependency,) = m.dependencies
    assert any(name.startswith("joint high") for name, _ in dependency.members)
    two = vz.check(parallelogram(2)).mobility
    assert (two.freedoms, two.redundant) == (1, 0)


def test_parallelogram_runs_with_its_redundant_link():
    model = parallelogram()
    model.drive("low0", angle="0.9273 + 0.5*t")
    result = vz.kinematics(model, until=1.0, every=0.1)
    assert result.status == "done"
    assert np.abs(result["bar"].angle).max() < 1e-9
    assert result["crank2"].angle == pytest.approx(0.9273 + 0.5 * result.time, abs=1e-9)


def test_a_bar_on_many_cranks_is_not_singular():
    """Fourteen cranks, twelve redundant: consistent all along, so nothing is said about singular postures."""
    model = parallelogram(14)
    model.drive("low0", angle="0.9273 + 0.5*t")
    result = vz.kinematics(model, until=0.5, every=0.1)
    assert result.status == "done"
    assert result.info["redundant"] == 12
    assert result["crank13"].angle == pytest.approx(0.9273 + 0.5 * result.time, abs=1e-9)
    assert result.warnings == ()


def test_freedoms_of_a_large_system_are_counted():
    """350 cranks (1053 velocities, 1400 equations): one freedom, 1400 - 1052 redundant equations."""
    m = vz.check(parallelogram(350)).mobility
    assert (m.freedoms, m.redundant, m.freedoms_counted) == (1, 348, -347)


def test_drivers_too_many_too_few_and_none():
    with pytest.raises(
        vz.ModelError, match=r"nothing is driven; degrees of freedom: 1,.*add \[drivers.*vazba simulate"
    ):
        vz.kinematics(four_bar(law=None), until=1)
    m = slider_crank(law="2.4")[0]
    m.drive("A", angle="1")
    with pytest.raises(vz.ModelError) as caught:
        vz.kinematics(m, until=1)
    assert "driven values: 2, degrees of freedom: 1" in str(caught.value)
    assert "push" in str(caught.value)
    assert "A" in str(caught.value)
    assert "contradict each other" in str(caught.value)
    assert vz.check(m).exit_code == 2


def test_surplus_drivers_that_agree():
    m, _ = slider_crank()
    m.drive("A", angle="1")
    m.drive("again", joint="S", displacement=0)  # as drawn
    with pytest.raises(vz.ModelError, match=r"depend on each other.*remove one"):
        vz.kinematics(m, until=1)


def test_a_driver_of_what_cannot_move():
    m = four_bar()
    m.body("post", position=(9, 9))
    m.fixed("F", "ground", "post", at=(9, 9))
    m.point("top", "post", (0, 0))
    m.drive("lift", point="top", y="9 + t")
    with pytest.raises(vz.ModelError, match="driver lift"):
        vz.kinematics(m, until=1)


def test_undriven_freedoms_are_named():
    m = four_bar()
    m.body("pendulum", position=(0, 5))
    m.revolute("hang", "ground", "pendulum", at=(0, 6))
    with pytest.raises(vz.ModelError) as caught:
        vz.kinematics(m, until=1)
    assert "1 of 2 degrees of freedom are not driven" in str(caught.value)
    assert "hang.angle" in str(caught.value)
    assert "pendulum" in str(caught.value)
    assert "crank" not in str(caught.value)


def test_singular_posture_is_seen():
    """Crank and rod of a driven slider in line: its displacement does not determine the motion there."""
    m = vz.Model("dead centre", dimension=2)
    m.body("crank", position=(0, 0))
    m.body("rod", position=(1, 0))
    m.body("slider", position=(3, 0))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "rod", at=(1, 0))
    m.revolute("C", "rod", "slider", at=(3, 0))
    m.prismatic("S", "ground", "slider", at=(0, 0), axis=(1, 0))
    assert vz.check(m).mobility.freedoms == 1
    m.drive("push", joint="S", displacement="3")
    found = vz.check(m).mobility
    assert (found.freedoms, found.undriven, found.surplus_drivers) == (1, 1, 1)
