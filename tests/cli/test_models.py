"""`check` and `kinematics`: what they print, where, with which exit code, and what they leave on disk."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vazba.cli.app import app
from vazba.result import Result

# A block on a guide, held by a rod of 1 m to the origin: driven to x > 1 it leaves its reach at t = 1 s.
REACH = """
name = "reach"
dimension = 2
[parameters]
rod = 1.0
[bodies.block]
position = [0, 1]
[bodies.rod]
position = [0, 0]
angle = "90*deg"
[bodies.cart]
position = [0, 0]
[points]
end = { body = "rod", position = ["rod", 0] }
pin = { body = "block", position = [0, 0] }
[joints.foot]
type = "revolute"
bodies = ["ground", "rod"]
at = [0, 0]
[joints.end]
type = "revolute"
points = ["end", "pin"]
[joints.rail]
type = "prismatic"
bodies = ["ground", "cart"]
at = [0, 0]
axis = [1, 0]
[joints.post]
type = "prismatic"
bodies = ["cart", "block"]
at = [0, 0]
axis = [0, 1]
[drivers.cart]
joint = "rail"
displacement = "t"
[simulation]
until = 2.0
every = 0.05
"""

runner = CliRunner()


def run(*words: str):
    return runner.invoke(app, list(words))


# --- check ------------------------------------------------------------------------------------------------------------


def test_check_shows_tables_with_units_and_findings(crank: str) -> None:
    done = run("check", crank)
    assert done.exit_code == 0
    for text in ("Bodies as assembled", "origin [m]", "angle [deg]", "Joints", "prismatic", "Drivers", "motor"):
        assert text in done.stdout
    assert "degrees of freedom: 1 by rank" in done.stdout
    assert "driven: 1 of 1" in done.stdout


def test_check_cuts_no_name_when_piped(crank: str) -> None:
    long = "a_very_long_name_of_a_body_that_would_not_fit_into_eighty_columns_of_a_terminal_at_all"
    text = Path(crank).read_text().replace('body = "rod"', f'body = "{long}"')
    Path("long.toml").write_text(text.replace("[bodies.rod]", f"[bodies.{long}]"))
    done = run("check", "long.toml")
    assert done.exit_code == 0
    assert f"crank - {long}" in done.stdout
    assert "…" not in done.stdout


def test_check_draws_the_assembled_mechanism(crank: str) -> None:
    done = run("check", crank, "--picture", "crank.png")
    assert done.exit_code == 0
    assert Path("crank.png").read_bytes().startswith(b"\x89PNG")


def test_check_draws_the_description_where_it_does_not_assemble(crank: str) -> None:
    done = run("check", crank, "--set", "height=2", "-o", "crank.svg")
    assert done.exit_code == 3
    assert "assembles: NO" in done.stdout
    assert "as described" in done.stderr
    assert "<svg" in Path("crank.svg").read_text()


def test_faults_each_on_a_line_of_stderr_with_file_and_line() -> None:
    Path("bad.toml").write_text(
        'dimension = 2\n[bodies.a]\nmas = 1\n[joints.J]\ntype = "revolut"\n[springs.s]\nk = 2\n'
    )
    done = run("check", "bad.toml")
    lines = done.stderr.splitlines()
    assert done.exit_code == 2
    assert done.stdout == ""
    assert lines[0].startswith("bad.toml:3: body a: unknown key 'mas'; did you mean 'mass'?")
    assert any(line.startswith("bad.toml:5: joint J: ") for line in lines)
    assert lines[-1] == f"{len(lines) - 1} faults in the model"


def test_contradicting_drivers_are_exit_2_on_stderr(crank: str) -> None:
    text = Path(crank).read_text() + '\n[drivers.second]\njoint = "guide"\ndisplacement = "0.1*t"\n'
    Path("two.toml").write_text(text)
    done = run("check", "two.toml")
    assert done.exit_code == 2
    assert "driver second" in done.stderr
    assert done.stderr.splitlines()[-1] == "1 fault in the model"


def test_model_that_is_not_there() -> None:
    done = run("check", "crnk.toml")
    assert done.exit_code == 2
    assert done.stderr.startswith("crnk.toml: there is no such file")


def test_python_model_says_that_it_runs_code() -> None:
    Path("m.py").write_text(
        "import vazba as vz\nmodel = vz.Model('arm', 2)\nmodel.body('arm')\n"
        "model.revolute('A', 'ground', 'arm', at=(0, 0))\nmodel.drive('A', angle='t')\n"
    )
    done = run("check", "m.py")
    assert done.exit_code == 0
    assert "running the Python file m.py" in done.stderr


# --- kinematics -------------------------------------------------------------------------------------------------------


def test_kinematics_without_output_writes_nothing(crank: str) -> None:
    done = run("kinematics", crank, "--until", "0.1")
    assert done.exit_code == 0
    assert sorted(os.listdir()) == [crank]
    for text in (
        "instants",
        "11, t = 0 to 0.1 s",
        "Newton iterations",
        "Bodies at t = 0.1 s",
        "vx [m/s]",
        "-o crank.nc",
    ):
        assert text in done.stdout


def test_kinematics_saves_every_form(crank: str) -> None:
    done = run("kinematics", crank, "--until", "0.2", "--every", "0.1", "-o", "a.nc", "-o", "a.csv", "-o", "a.parquet")
    assert done.exit_code == 0
    runs = [Result.load(name) for name in ("a.nc", "a.csv", "a.parquet")]
    assert [len(each) for each in runs] == [3, 3, 3]
    assert np.array_equal(runs[0]["slider.x"], runs[1]["slider.x"])
    assert np.array_equal(runs[0]["slider.x"], runs[2]["slider.x"])


def test_set_changes_a_parameter_also_by_an_expression(crank: str) -> None:
    done = run("kinematics", crank, "--until", "0", "--set", "crank=rod/2", "--set", "height=0", "-o", "a.nc")
    assert done.exit_code == 0
    expected = 0.15 * np.cos(np.pi / 6) + np.sqrt(0.09 - (0.15 / 2) ** 2)
    assert Result.load("a.nc")["slider.x"][-1] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("crnk=1", "did you mean 'crank'?"),
        ("crank", "write --set name=value"),
        ("=1", "write --set name=value"),
        ("crank=1/", "parameter crank"),
    ],
)
def test_wrong_set_is_exit_2(crank: str, word: str, said: str) -> None:
    for command in ("check", "kinematics"):
        done = run(command, crank, "--set", word)
        assert done.exit_code == 2
        assert said in done.stderr


def test_until_may_be_an_expression_and_must_be_a_number(crank: str) -> None:
    assert run("kinematics", crank, "--until", "pi/speed", "-o", "a.nc").exit_code == 0
    assert Result.load("a.nc").time[-1] == pytest.approx(0.5)
    done = run("kinematics", crank, "--until", "soon")
    assert done.exit_code == 2
    assert done.stderr.startswith("--until: ")


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("x.xyz", "use .nc, .csv, .parquet"),
        ("x", "has no ending"),
        ("no/x.nc", "there is no folder no"),
        ("dir.nc", "folder"),
    ],
)
def test_output_is_checked_before_the_run(crank: str, monkeypatch: pytest.MonkeyPatch, place: str, said: str) -> None:
    Path("dir.nc").mkdir()
    monkeypatch.setattr("vazba.simulation.driven.kinematics", lambda *_, **__: pytest.fail("it ran"))
    done = run("kinematics", crank, "-o", place)
    assert done.exit_code == 2
    assert said in done.stderr


def test_folder_that_may_not_be_written(crank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vazba.cli.common.may_write", lambda _: False)  # tests may run as root, who may all
    done = run("kinematics", crank, "-o", "a.nc")
    assert done.exit_code == 2
    assert "you may not write to ." in done.stderr


def test_failed_run_keeps_what_was_computed() -> None:
    Path("reach.toml").write_text(REACH)
    done = run("kinematics", "reach.toml", "-o", "a.nc", "-o", "a.csv")
    assert done.exit_code == 3
    kept = Result.load("a.nc")
    assert kept.status == "failed"
    assert 0.9 < kept.time[-1] <= 1.0
    assert len(Result.load("a.csv")) == len(kept)
    assert kept.message in done.stderr
    assert "saved: a.nc" in done.stdout
    assert "VazbaWarning" not in done.output


def test_a_partial_result_says_so_when_plotted() -> None:
    Path("reach.toml").write_text(REACH)
    run("kinematics", "reach.toml", "-o", "a.nc")
    done = run("plot", "a.nc", "block.x")
    assert done.exit_code == 0
    assert "not complete (failed)" in done.stderr


def test_model_that_does_not_assemble_is_exit_3_with_ranked_gaps(crank: str) -> None:
    done = run("kinematics", crank, "--set", "height=2", "-o", "a.nc")
    assert done.exit_code == 3
    assert not Path("a.nc").exists()
    assert "does not assemble" in done.stderr
    listed = done.stderr.split("the largest first:\n")[1].splitlines()
    assert any(line.split()[:2] == ["joint", "wrist"] and line.endswith(" m") for line in listed)


def test_ctrl_c_keeps_what_was_computed(crank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from contextlib import contextmanager

    @contextmanager
    def stopping(*_):
        def step(done: float, total: float) -> None:
            raise KeyboardInterrupt

        yield step

    monkeypatch.setattr("vazba.cli.running.progress", stopping)
    done = run("kinematics", crank, "-o", "a.nc")
    kept = Result.load("a.nc")
    assert done.exit_code == 130
    assert kept.status == "interrupted"
    assert 1 < len(kept) < 201
    assert "stopped by the user" in done.stderr


def test_ctrl_c_before_the_run(crank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*a: object, **k: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("vazba.simulation.driven.kinematics", stop)
    done = run("kinematics", crank)
    assert done.exit_code == 130
    assert done.stderr.strip() == "stopped; nothing was written"


def test_progress_tells_time_speed_and_what_is_left() -> None:
    from vazba.cli.progress import frames, simulated

    assert simulated(2.0, 10.0, 2.0) == "2 of 10 s, 2 times real time, 4.00 s left"
    assert simulated(0.0, 10.0, None) == "0 of 10 s"
    assert simulated(10.0, 10.0, 5.0) == "collecting the results"
    assert frames(5, 20, 0.05) == "5 of 20 frames, 5 min 0 s left"


def test_the_pace_is_that_of_the_last_seconds() -> None:
    from vazba.cli.progress import Pace

    clock = iter([100.0, 101.0, 102.0, 150.0, 156.0])
    pace = Pace(lambda: next(clock))
    assert pace(1.0) is None  # what was before, reading and compiling, does not count
    assert pace(3.0) == pytest.approx(2.0)
    assert pace(5.0) == pytest.approx(2.0)
    assert pace(6.0) == pytest.approx(1 / 48)  # a slow stretch
    assert pace(66.0) == pytest.approx(10.0)


def test_own_faults_are_one_paragraph(crank: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*a: object, **k: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("vazba.kinematic.check.check", broken)
    done = run("check", crank)
    assert done.exit_code == 70
    assert "this is a fault of vazba itself, not of your input: ZeroDivisionError: oh" in done.stderr
    assert "Traceback" not in done.stderr
    for words in (("--traceback", "check", crank), ("check", crank, "--traceback")):
        assert "Traceback" in run(*words).stderr
    monkeypatch.setenv("VAZBA_TRACEBACK", "1")
    assert "Traceback" in run("check", crank).stderr
