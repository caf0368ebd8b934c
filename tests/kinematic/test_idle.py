"""Idle freedoms: a rod between balls, a roller, the rods of a platform; and freedoms that are not idle."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import vazba as vz

EXAMPLES = Path(__file__).parents[2] / "examples"


def rssr_with_two_balls():
    text = (EXAMPLES / "rssr" / "rssr.toml").read_text(encoding="utf-8")
    cross = 'type = "universal"\npoints = ["P1", "P2"]\naxes = [[0, 0, 1], [0, 1, 0]]'
    assert cross in text
    return text.replace(cross, 'type = "spherical"\npoints = ["P1", "P2"]')


def test_a_rod_between_two_balls_does_not_spin(tmp_path):
    """The rocker moves as with the universal joint, which takes the idle freedom away; the rod does not turn about its own line (local x)."""
    path = tmp_path / "rssr.toml"
    path.write_text(rssr_with_two_balls(), encoding="utf-8")
    found, held = vz.kinematics(vz.load(path)), vz.kinematics(vz.load(EXAMPLES / "rssr" / "rssr.toml"))
    assert found.status == "done"
    assert found["rocker.qy"] == pytest.approx(held["rocker.qy"], abs=1e-12)
    assert np.abs(found["coupler.wx"]).max() < 1e-12
    assert np.abs(found["coupler.alx"]).max() < 1e-10
    idle = [text for text in found.warnings if "idle" in text]
    assert len(idle) == 1
    assert "coupler" in idle[0]
    assert "as still as the constraints allow" in idle[0]


def roller(place):
    m = vz.Model("roller", dimension=2)
    m.body("arm", position=(0, 0))
    m.body("roller", position=place)
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.revolute("B", "arm", "roller", at=(1, 0))
    m.drive("A", angle="t")
    return m


def test_a_roller_on_its_pin_is_carried_without_turning():
    found = vz.kinematics(roller((1, 0)), 2, 0.1)
    assert found["roller.x"] == pytest.approx(np.cos(found.time), abs=1e-12)
    assert np.abs(found["roller.angle"]).max() < 1e-12
    assert any("roller can turn about z" in text for text in found.warnings)


def test_a_pendulum_is_not_idle():
    """Its mass centre moves when it turns: where it is depends on forces."""
    with pytest.raises(vz.ModelError, match="1 of 2 degrees of freedom are not driven"):
        vz.kinematics(roller((1.5, 0)), 2, 0.1)


def test_a_spring_beside_the_axis_makes_a_difference():
    m = roller((1, 0))
    m.point("P", "roller", (0.2, 0))
    m.point("Q", "arm", (0.5, 0.3))
    m.spring("s", "P", "Q", stiffness=10.0)
    with pytest.raises(vz.ModelError, match="not driven"):
        vz.kinematics(m, 2, 0.1)


def test_the_rods_of_a_platform_on_balls():
    m = vz.load(EXAMPLES / "platform-tables")
    m.drive("xy", point="point40", x="0.1*sin(t)", y=0)
    m.drive("yaw", point="point41", y=0)
    found = vz.kinematics(m, 3, 0.1)
    assert found["body4.x"] == pytest.approx(0.1 * np.sin(found.time), abs=1e-12)
    for rod in ("body1", "body2", "body3"):
        assert np.abs(found[f"{rod}.wz"]).max() < 1e-12
    (text,) = [text for text in found.warnings if "idle" in text]
    assert "3 freedoms are idle" in text
    assert found.info["idle"][0][0] in ("body1", "body2", "body3")
