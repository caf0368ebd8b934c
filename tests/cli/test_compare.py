"""`vazba compare`: exit codes, table, picture, and what it says when methods do not agree."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app
from vazba.comparison import compare as comparing
from vazba.errors import SolveError
from vazba.formulations.settings import METHODS

PENDULUM = """
name = "double pendulum"
dimension = 2
[bodies.upper]
mass = 1
inertia = 0.1
[bodies.lower]
position = [1, 0]
mass = 1
inertia = 0.1
com = [0.5, 0]
[joints.A]
type = "revolute"
bodies = ["ground", "upper"]
at = [0, 0]
[joints.B]
type = "revolute"
bodies = ["upper", "lower"]
at = [1, 0]
[simulation]
until = 1
every = 0.1
"""
NAMES = [name for name in METHODS if name != "auto"]


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def pendulum(tmp_path: Path) -> Path:
    path = tmp_path / "pendulum.toml"
    path.write_text(PENDULUM)
    return path


def changed(monkeypatch: pytest.MonkeyPatch, method: str, change) -> None:
    """Let `change(result)` meddle with every result of a method."""
    simulate = comparing.simulate

    def wrong(model, *args, **given):
        result = simulate(model, *args, **given)
        if given["method"] == method:
            change(result)
        return result

    monkeypatch.setattr(comparing, "simulate", wrong)


def test_methods_agree_and_each_has_its_row(pendulum, tmp_path):
    done = run("compare", pendulum, "-o", tmp_path / "differences.svg")
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.stdout.splitlines()]
    for method in NAMES:
        integrator = "taylor" if method == "recursive" else "dop853"
        row = next(row for row in rows if row[:2] == [method, integrator])
        assert row[-1] == "agrees"
        assert all(0 <= float(cell) <= 1e-6 for cell in row[2:-4])
    (heading,) = (line for line in done.stdout.splitlines() if line.startswith("method "))
    assert [word for word in heading.split() if word.isalpha()][2:7] == ["positions", "velocities", "accelerations", "reactions", "energy"]  # fmt: skip
    assert "drift [m]" in heading
    assert "time [s]" in heading
    assert "double pendulum: all agree within 1e-06" in done.stdout
    drawn = (tmp_path / "differences.svg").read_text()
    for text in (
        "positions [m]",
        "velocities [m/s]",
        "reactions [N]",
        "energy [J]",
        "time [s]",
        "tolerance",
        "recursive",
        "minimal, dop853",
    ):
        assert text in drawn


def test_what_does_not_apply_is_named_with_its_reason(pendulum):
    found = vz.compare(vz.load(pendulum), integrators=["radau"])
    refused = [run for run in found.runs if run.verdict == "does not apply"]
    assert all(run.integrator == "radau" and "works in absolute coordinates" in run.remark for run in refused)
    assert all(f"{run.name} does not apply: " in found.summary for run in refused)
    assert found.agree
    assert {run.name for run in found.runs} >= {*NAMES, f"{NAMES[0]}, radau"}


@pytest.mark.parametrize(("words", "said"), [
    (["--tolerance", "2"], "--tolerance: 2 is not below 1"), (["--tolerance", "0"], "--tolerance: 0 is not positive"),
    (["--rtol", "-1"], "--rtol: -1 is not positive"), (["--integrator", "dopri6"], "did you mean 'dopri5'?"),
    (["-o", "picture.txt"], "the ending '.txt' is not known"), (["--until", "-1"], "past"),
])  # fmt: skip
def test_wrong_options_end_with_2(pendulum, words, said):
    done = run("compare", pendulum, *words)
    assert done.exit_code == 2
    assert said in done.output
    assert done.stdout == ""


def test_a_model_without_masses_is_refused(crank):
    done = run("compare", crank)
    assert done.exit_code == 2
    assert "mass and inertia are not given" in done.stderr


@pytest.mark.parametrize("method", NAMES[1:])
def test_a_wrong_reaction_is_found(pendulum, monkeypatch, method):
    def change(result):
        result.data["joint"]["fx"][4, 1] += 0.25

    changed(monkeypatch, method, change)
    done = run("compare", pendulum)
    assert done.exit_code == 3
    assert f"{method} DIFFERS" in done.stdout
    assert f"{method} differs most in joint B, reaction force: 2.50e-01 N at t = 0.4 s" in done.stdout
    assert "do NOT agree within 1e-06" in done.stdout


def test_a_wrong_motion_is_found_by_the_tolerance_that_is_asked_for(pendulum, monkeypatch):
    length = vz.compare(vz.load(pendulum)).scales["positions"]

    def change(result):
        result.data["body"]["x"][:, 1] += 1e-4 * length

    changed(monkeypatch, NAMES[1], change)
    assert run("compare", pendulum, "--tolerance", "2e-4").exit_code == 0
    done = run("compare", pendulum, "--tolerance", "5e-5")
    assert done.exit_code == 3
    assert f"{NAMES[1]} differs most in body lower, position" in done.stdout


def test_a_number_that_is_lost_is_found(pendulum, monkeypatch):
    def change(result):
        result.data["energy"]["potential"][3, 0] = np.nan

    changed(monkeypatch, NAMES[1], change)
    found = vz.compare(vz.load(pendulum))
    assert not found.agree
    assert "energy, potential" in found.summary


def test_a_method_that_fails_is_found(pendulum, monkeypatch):
    simulate = comparing.simulate

    def fails(model, *args, **given):
        if given["method"] == NAMES[1]:
            raise SolveError("nothing works")
        return simulate(model, *args, **given)

    monkeypatch.setattr(comparing, "simulate", fails)
    done = run("compare", pendulum)
    assert done.exit_code == 3
    assert f"{NAMES[1]} FAILED: nothing works" in done.stdout


def test_an_error_of_integration_is_no_disagreement(pendulum):
    found = vz.compare(vz.load(pendulum), 3.0, 0.1, rtol=1e-6, atol=1e-8, tolerance=2e-7, integrators=[])
    assert found.agree, found.summary
    assert "an error of integration" in found.summary
    assert found.results["minimal"].info["rtol"] < 1e-6  # the recursive method takes series, whose errors are smaller


def test_an_error_far_beyond_that_of_integration_is_one(pendulum, monkeypatch):
    def change(result):  # only at the looser tolerance
        if result.info["rtol"] > 1e-11:
            result.data["body"]["x"][-1, 1] += 0.01

    changed(monkeypatch, NAMES[1], change)
    found = vz.compare(vz.load(pendulum), integrators=[])
    assert not found.agree
    assert "too much for an error of integration" in found.summary


def test_chaos_is_judged_as_long_as_it_is_determined(pendulum):
    found = vz.compare(vz.load(pendulum), 100.0, 0.1, integrators=[])
    assert found.agree, found.summary
    assert "until t = " in found.summary
    assert "tighter tolerances change the motion itself" in found.summary
    late = [run for run in found.runs if run.count is not None and run.count < 1001]
    assert late
    assert all(run.count > 50 for run in late)


def test_reactions_that_are_not_unique_are_left_out_and_named():
    m = vz.Model("door", dimension=2)
    m.body("door", mass=2.0, inertia=0.5, com=(0.5, 0.0))
    m.revolute("hinge", "ground", "door", at=(0, 0))
    m.revolute("second", "ground", "door", at=(0, 0))
    m.body("leaf", mass=1.0, inertia=0.1, position=(1.0, 0.0))
    m.revolute("free", "door", "leaf", at=(1, 0))
    found = vz.compare(m, 0.5, 0.05, integrators=[])
    assert found.agree, found.summary
    assert "the reactions of joints hinge, second are not unique" in found.summary
    assert {row.element for _, row in found.rows() if row.kind == "reactions"} == {"joint free"}


def test_the_table_as_a_frame(pendulum):
    found = vz.compare(vz.load(pendulum), integrators=["dopri5"])
    frame = found.to_dataframe()
    assert set(frame["method"]) == set(NAMES)
    assert set(frame["integrator"]) == {"taylor", "dop853", "dopri5"}
    assert set(frame["verdict"]) == {"agrees"}
    assert (frame["relative"] <= 1e-6).all()
    assert set(found.results) == {"reference", *NAMES, *(f"{name}, dopri5" for name in NAMES)}
    assert str(found).endswith(found.summary)
