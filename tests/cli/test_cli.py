"""The command line as a whole, and the commands to start with."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba
from vazba.cli.app import app
from vazba.result import Result

TEMPLATES = ("slider-crank", "four-bar", "spatial", "tables")

runner = CliRunner()


def run(*words: str):
    return runner.invoke(app, list(words))


# --- start ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("template", TEMPLATES)
def test_new_models_pass(template: str) -> None:
    done = run("new", "first try", "--template", template)
    assert done.exit_code == 0
    model = "first try" if template == "tables" else "first try.toml"
    checked = run("check", model)
    assert checked.exit_code == 0, checked.output
    assert "redundant constraints: none" in checked.stdout
    moved = run("kinematics", model, "-o", "run.nc")
    assert moved.exit_code == 0, moved.output
    kept = Result.load("run.nc")
    assert kept.name == "first try"
    assert kept.status == "done"
    assert kept["constraint.position"].max() < 1e-9


def test_check_lists_other_assemblies() -> None:
    run("new", "bar", "--template", "four-bar")
    done = run("check", "bar.toml", "--assemblies")
    assert done.exit_code == 0, done.output
    assert "assemblies: at least 2 ways found from 240 starts" in " ".join(done.stdout.split())
    assert "(used)" in done.stdout


@pytest.mark.parametrize("template", ["four-bar", "tables"])
def test_new_overwrites_only_with_force(template: str) -> None:
    run("new", "m", "--template", template)
    file = Path("m/BODY.CSV" if template == "tables" else "m.toml")
    whole = file.read_text()
    file.write_text("mine")
    done = run("new", "m", "--template", template)
    assert done.exit_code == 2
    assert "there already" in done.stderr
    assert file.read_text() == "mine"
    assert run("new", "m", "--template", template, "--force").exit_code == 0
    assert file.read_text() == whole


def test_examples_are_listed_and_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path("shipped")
    run("new", "shipped/pump/pump")
    run("new", "shipped/arm", "--template", "tables")
    monkeypatch.setattr("vazba.cli.examples.home", lambda: home)
    listed = run("examples").stdout
    assert "pump  A planar slider-crank: a crank turns" in listed
    assert "arm   A spatial slider-crank in CSV tables" in listed
    assert run("examples", "pump").stdout.startswith("pump: A planar slider-crank")
    done = run("examples", "pum", "--copy-to", "mine")
    assert done.exit_code == 2
    assert "did you mean 'pump'?" in done.stderr
    done = run("examples", "pump", "--copy-to", "mine")
    assert done.exit_code == 0
    assert "vazba check mine/pump/pump.toml" in done.stdout
    assert Path("mine/pump/pump.toml").read_text() == (home / "pump/pump.toml").read_text()
    assert run("examples", "pump", "--copy-to", "mine").exit_code == 2


def test_shipped_examples_are_found() -> None:
    done = run("examples")
    assert done.exit_code == 0
    assert "slider-crank" in done.stdout


def test_doctor_is_content() -> None:
    done = run("doctor")
    assert done.exit_code == 0, done.output
    for text in ("numba", "matplotlib", "slider-crank against its closed form", "all is well"):
        assert text in done.stdout


def test_doctor_names_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    from vazba.cli import doctor

    known = doctor._version
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "pyarrow" else known(name))
    done = run("doctor")
    assert done.exit_code == 0
    assert "pip install 'vazba[tables]'" in done.stdout
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "scipy" else known(name))
    done = run("doctor")
    assert done.exit_code == 1
    assert "scipy is missing" in done.stderr


def test_doctor_finds_wrong_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vazba.cli.doctor.CLOSE", 0.0)
    done = run("doctor")
    assert done.exit_code == 1
    assert "wrong numbers" in done.stderr


def test_warmup_says_when_it_is_warm(crank: str) -> None:
    assert run("warmup").exit_code == 0
    again = run("warmup")
    assert "everything is built already" in again.stdout
    assert again.stderr == ""
    run("new", "space", "--template", "spatial")
    for words in (("check", crank), ("check", "space.toml"), ("kinematics", "space.toml")):
        assert run(*words).stderr == ""


def test_building_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    from vazba._jit.builder import tell_on_screen

    tell_on_screen(0, 17, "")
    tell_on_screen(3, 17, "vazba.tree.planar:sweep")
    told = capsys.readouterr().err
    assert told.startswith("vazba: building 17 kernels")
    assert told.count("\n") == 1  # where the stream is no terminal


# --- the command itself -----------------------------------------------------------------------------------------------


def test_version_and_unknown_commands() -> None:
    assert run("--version").stdout.strip() == f"vazba {vazba.__version__}"
    done = run("kinematic", "x")
    assert done.exit_code == 2
    assert "No such command" in done.stderr
    done = run("sweep", "x")
    assert done.exit_code == 2
    assert "sweep" in done.stderr


def in_a_process(*words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(Path(vazba.__file__).parents[1])}
    command = [sys.executable, *words]
    return subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=False)


def test_process_exit_code_and_streams(crank: str) -> None:
    done = in_a_process("-m", "vazba", "kinematics", crank, "--set", "crnk=1")
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[0].endswith("did you mean 'crank'?")


def test_process_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom vazba.cli.app import app\n"
        "print(sorted({'numpy', 'numba', 'scipy', 'matplotlib', 'pandas', 'h5py'} & set(sys.modules)))"
    )
    done = in_a_process("-c", code)
    assert done.stdout.strip() == "[]", done.stderr
    assert "kinematics" in in_a_process("-m", "vazba", "--help").stdout


def test_process_check_imports_nothing_that_it_does_not_need(crank: str) -> None:
    code = (
        "import sys\nfrom vazba.cli.app import app\n"
        f"app(['check', '{crank}'], standalone_mode=False)\n"
        "print(sorted({'matplotlib', 'pandas', 'xarray', 'pyarrow', 'h5py', 'h5netcdf', 'pydantic'} & set(sys.modules)))"
    )
    done = in_a_process("-c", code)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


@pytest.mark.skipif(not hasattr(os, "fork"), reason="pipes close differently elsewhere")
def test_process_whose_reader_has_gone(crank: str) -> None:
    environment = {**os.environ, "PYTHONPATH": str(Path(vazba.__file__).parents[1])}
    command = [sys.executable, "-m", "vazba", "check", crank]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode == 141
    assert said == ""
