"""`vazba inverse`: efforts, replay, bounds by name, files, exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app

HOIST = """
name = "hoist"
dimension = 2
[parameters]
m = 2.0
[bodies.load]
position = [0.2, -1]
mass = "m"
inertia = 0.1
[points]
left = { body = "ground", position = [-1, 0] }
right = { body = "ground", position = [1, 0] }
eye = { body = "load", position = [0, 0] }
[cables.a]
through = ["left", "eye"]
stiffness = 1e4
free_length = 1
actuated = true
[cables.b]
through = ["right", "eye"]
stiffness = 1e4
free_length = 1
actuated = true
[drivers.place]
point = "eye"
x = "0.2*cos(t)"
y = -1
[drivers.level]
body = "load"
angle = 0
[simulation]
until = 1
every = 0.05
"""


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def hoist() -> str:
    Path("hoist.toml").write_text(HOIST)
    return "hoist.toml"


def test_efforts_are_shown_and_saved(hoist):
    found = run("inverse", hoist, "-o", "run.nc", "-o", "run.csv")
    assert found.exit_code == 0, found.output
    assert "a.force" in found.output
    assert "greatest" in found.output
    res = vz.Result.load("run.nc")
    assert res.analysis == "inverse"
    assert res["a.force"] == pytest.approx(vz.inverse(vz.load(hoist))["a.force"])
    assert vz.Result.load("run.csv")["a.free_length"][0] > 0


def test_rest_bounds_and_parameters(hoist):
    found = run(
        "inverse",
        hoist,
        "--motion",
        "rest",
        "--minimum",
        "a=15",
        "--maximum",
        "a=40,b=50",
        "--set",
        "m=3",
        "-o",
        "rest.nc",
    )
    assert found.exit_code == 0, found.output
    res = vz.Result.load("rest.nc")
    assert len(res) == 1
    assert res["a.force"][0] >= 15
    assert res.info["maximum"] == {"a": 40.0, "b": 50.0}


def test_a_motion_from_a_file(hoist):
    assert run("kinematics", hoist, "-o", "motion.nc").exit_code == 0
    found = run("inverse", hoist, "--motion", "motion.nc", "-o", "run.nc")
    assert found.exit_code == 0, found.output
    assert len(vz.Result.load("run.nc")) == 21


def test_replay_tells_how_far_it_is_off(hoist):
    found = run("inverse", hoist, "--replay", "-o", "run.nc")
    assert found.exit_code == 0, found.output
    assert "replay: done, 21 instants; off the path by at most" in found.output
    assert vz.Result.load("run-replay.nc")["tracking.position"].max() < 1e-8
    held = run("inverse", hoist, "--replay", "--kp", "2000", "--kd", "50")
    assert held.exit_code == 0, held.output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--motion", "none.nc"), "no result file 'none.nc'"),
        (("--minimum", "c=1"), "'c' is not actuated"),
        (("--minimum", "a=9", "--maximum", "a=3"), "above maximum"),
        (("--minimum", "a=9", "--minimum", "3"), "others are named"),
        (("--objective", "best"), "'best' is unknown"),
        (("--kp", "5"), "add --replay"),
        (("--replay", "--kd", "5"), "kp is not given"),
        (("--actuators", "winch"), "no cable, spring, actuator or driver 'winch'"),
    ],
)
def test_wrong_options_end_with_two(hoist, words, said):
    found = run("inverse", hoist, *words)
    assert found.exit_code == 2
    assert said in " ".join(found.output.split())
    assert "Traceback" not in found.output


def test_what_is_infeasible_is_warned_of(hoist):
    found = run("inverse", hoist, "--maximum", "5")
    assert found.exit_code == 0
    text = " ".join(found.output.split())
    assert "more than the bounds allow" in text
    assert "cable a (maximum 5)" in text
