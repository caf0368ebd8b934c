"""Robots on the command line: checked with what became of their parts, run, and written as TOML."""

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import vazba as vz
from vazba.cli.app import app

ROBOT = """<robot name="swing">
<link name="base"/>
<link name="arm"><inertial><origin xyz="0.5 0 0"/><mass value="2"/><inertia ixx="0.01" iyy="0.1" izz="0.1"/></inertial></link>
<link name="tip"/>
<joint name="pin" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/><limit upper="1" lower="-1"/></joint>
<joint name="end" type="fixed"><parent link="arm"/><child link="tip"/><origin xyz="1 0 0"/></joint>
</robot>
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "swing.urdf").write_text(ROBOT, encoding="utf-8")
    return tmp_path


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


@pytest.mark.usefixtures("folder")
def test_check_tells_what_became_of_the_parts() -> None:
    done = run("check", "swing.urdf")
    assert done.exit_code == 0, done.output
    assert "swing: 3D, 1 body, 1 joint, 0 drivers" in done.stdout
    assert "one body with arm: tip\n" in done.stderr
    assert "limits are watched by events, nothing stops there: pin -1 to 1 rad\n" in done.stderr


def test_simulate_and_the_model_inside_the_result(folder: Path) -> None:
    done = run("simulate", "swing.urdf", "--until", "0.3", "-o", "run.nc")
    assert done.exit_code == 0, done.output
    assert "one body with" not in done.output
    assert list(vz.load(folder / "run.nc").points) == ["base", "tip"]


def test_export_writes_toml(folder: Path) -> None:
    done = run("export", "swing.urdf", "-o", "swing.toml")
    assert done.exit_code == 0, done.output
    assert "saved: swing.toml (1 joint)" in done.stdout
    assert vz.load(folder / "swing.toml").bodies == vz.load(folder / "swing.urdf").bodies
    assert run("export", "swing.urdf", "-o", "free.toml", "--floating-base").exit_code == 0
    assert list(vz.load(folder / "free.toml").bodies) == ["base", "arm"]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("export", "swing.urdf", "-o", "swing.csv"), "swing.urdf is no result; only a result has numbers to write"),
        (("export", "swing.urdf", "-o", "swing.urdf"), "the ending '.urdf' is not known"),
        (("export", "run.nc", "-o", "a.toml", "--floating-base"), "--floating-base: run.nc is no robot"),
        (("check", "swung.urdf"), "there is no such file or folder; did you mean swing.urdf?"),
        (("export", "swung.urdf", "-o", "a.toml"), "there is no such file or folder; did you mean swing.urdf?"),
    ],
)
def test_what_cannot_be_done_is_said(words: tuple[str, ...], expected: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert expected in done.stderr


def test_wrong_robots_end_with_all_their_faults(folder: Path) -> None:
    (folder / "swing.urdf").write_text(ROBOT.replace('"2"', '"-2"').replace('"arm"/>', '"arn"/>'), encoding="utf-8")
    for command in ("check", "kinematics", "simulate"):
        done = run(command, "swing.urdf")
        assert done.exit_code == 2
        assert "swing.urdf:3: link arm: mass value = -2 is negative" in done.stderr
        assert "swing.urdf:5: joint pin: there is no link 'arn'; did you mean 'arm'?" in done.stderr
        assert "3 faults in the model" in done.stderr


def test_what_could_not_be_taken_over_is_a_warning(folder: Path) -> None:
    (folder / "swing.urdf").write_text(ROBOT.replace("<limit", "<limits"), encoding="utf-8")
    done = run("simulate", "swing.urdf", "--until", "0.1")
    assert done.exit_code == 0
    assert (
        "warning: swing.urdf:5: joint pin: <limits> is not known and is left out; did you mean <limit>?" in done.stderr
    )
