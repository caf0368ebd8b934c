"""`vazba simulate`: exit codes, summary, saved columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app
from vazba.faults import INTEGRATORS, STABILISATIONS
from vazba.formulations.settings import METHODS

PENDULUM = """
name = "pendulum"
dimension = 2
[bodies.rod]
mass = 2
inertia = 0.5
com = [1, 0]
[joints.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [0, 0]
[simulation]
until = 1
every = 0.1
"""
CABLE = """
[points]
P = { body = "rod", position = [1, 0] }
Q = { body = "ground", position = [0, 1] }
[cables.c]
through = ["P", "Q"]
stiffness = 10
free_length = 5
"""


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def pendulum(tmp_path: Path) -> Path:
    path = tmp_path / "pendulum.toml"
    path.write_text(PENDULUM)
    return path


def test_a_pendulum_is_let_go_and_saved(pendulum, tmp_path):
    done = run("simulate", pendulum, "-o", tmp_path / "run.nc", "-o", tmp_path / "run.csv")
    assert done.exit_code == 0, done.output
    assert "energy balance" in done.output
    result = vz.Result.load(tmp_path / "run.nc")
    assert {"A.fx", "A.fy", "A.m", "energy.balance", "energy.kinetic", "constraint.position"} <= set(result.columns)
    energy = 0.5 * (0.5 + 2.0) * result["rod"].w ** 2 + 2.0 * 9.81 * np.sin(result["rod"].angle)
    assert np.abs(energy).max() < 1e-6
    assert (tmp_path / "run.csv").read_text().startswith("time,")


@pytest.mark.parametrize(("words", "said"), [
    (["--integrator", "dopri6"], "--integrator: 'dopri6' is unknown; did you mean 'dopri5'?"), (["--until", "-1"], "past"), (["--every", "0"], "every"),
    (["--method", "absolut"], "--method: 'absolut' is unknown; did you mean 'absolute'?"),
    (["--stabilisation", "project"], "--stabilisation: 'project' is unknown; did you mean 'projection'?"),
    (["--rtol", "0"], "--rtol: 0 is not positive"), (["--atol", "small"], "--atol: "), (["--step", "-1"], "--step: -1 is not positive"),
    (["--stabilisation", "index3"], "needs integrator = generalized_alpha"),
    (["--cuts", "a"], "--cuts: cuts: there is no joint 'a'; did you mean 'A'?"), (["--cuts", "A"], "simulation: joint A cannot be cut"),
    (["--method", "absolute", "--cuts", "A"], "--method, --cuts: cuts does not go with method = absolute"),
    (["--independent", "A.angel"], "'A.angel' is no coordinate of the tree of joints; did you mean 'A.angle'?"),
])  # fmt: skip
def test_wrong_settings_end_with_2(pendulum, words, said):
    done = run("simulate", pendulum, *words)
    assert done.exit_code == 2
    assert said in done.output
    assert done.stdout == ""


def test_a_wrong_word_in_the_file_is_found_when_it_is_read(pendulum):
    pendulum.write_text(PENDULUM + 'integrator = "dop583"\n')
    done = run("check", pendulum)
    assert done.exit_code == 2
    assert done.stderr.startswith(
        f"{pendulum}:15: simulation: integrator = 'dop583' is unknown; did you mean 'dop853'?"
    )


def test_the_help_names_every_choice():
    said = " ".join(
        CliRunner().invoke(app, ["simulate", "--help"], env={"COLUMNS": "400", "NO_COLOR": "1"}).output.split()
    )
    assert [word for word in (*METHODS, *INTEGRATORS, *STABILISATIONS) if word not in said] == []


def test_settings_reach_the_run(pendulum, tmp_path):
    words = ["--integrator", "dopri5", "--stabilisation", "baumgarte", "--rtol", "1e-6", "--atol", "1e-7"]
    assert run("simulate", pendulum, *words, "--step", "1/100", "-o", tmp_path / "a.nc").exit_code == 0
    info = vz.Result.load(tmp_path / "a.nc").info
    assert [info[key] for key in ("integrator", "stabilisation", "rtol", "atol")] == ["dopri5", "baumgarte", 1e-6, 1e-7]
    assert info["steps"] >= 100
    pendulum.write_text(
        PENDULUM + 'integrator = "dopri5"\nstabilisation = "baumgarte"\nrtol = 1e-6\natol = 1e-7\nstep = 0.01\n'
    )
    assert run("simulate", pendulum, "-o", tmp_path / "b.nc").exit_code == 0
    other = vz.Result.load(tmp_path / "b.nc")
    assert {**other.info, "seconds": 0} == {**info, "seconds": 0}
    assert "stabilisation = " in other.model_text


def test_joints_to_cut_and_independent_coordinates_by_name(tmp_path):
    path = Path(__file__).parents[2] / "examples" / "four-bar-free" / "four-bar-free.toml"
    words = ["--until", "0.1", "--every", "0.1", "--cuts", "B", "-o", tmp_path / "a.nc"]
    assert "recursive (chosen by auto): 3 speeds" in run("simulate", path, *words).stdout
    said = run("simulate", path, *words, "--independent", "C.angle", "--check").stdout
    assert "minimal (chosen by auto): 1 independent (C.angle) of 3 speeds of a tree of joints" in said
    info = vz.Result.load(tmp_path / "a.nc").info
    assert (info["cuts"], info["independent"]) == (["B"], ["C.angle"])
    done = run("simulate", path, "--independent", "A.angle, B.angle", "--independent", "D.angle")
    assert done.exit_code == 2
    assert "3 coordinates, 1 is needed; B.angle follows from A.angle; D.angle follows from A.angle" in done.output


def test_a_body_without_mass_is_named(pendulum):
    pendulum.write_text(PENDULUM.replace("mass = 2\n", ""))
    done = run("simulate", pendulum)
    assert done.exit_code == 2
    assert "body rod: mass is not given" in done.output


# --- the summary ------------------------------------------------------------------------------------------------------


def test_the_summary_tells_steps_speed_drift_and_energy_but_no_events_where_nothing_switches(pendulum):
    said = run("simulate", pendulum).stdout
    for text in (
        "recursive (chosen by auto): 1 speed of a tree of joints, 0 equations of loops and drivers",
        "integrator",
        "taylor (rtol 1e-08, atol 1e-10)",
        "evaluations",
        "largest drift",
        "time taken",
        " J exchanged",
    ):
        assert text in said
    assert "events" not in said
    assert "cable" not in said


def test_located_events_are_listed_and_one_that_ends_the_run_is_said(pendulum):
    events = "".join(f'[events.e{k}]\njoint = "A"\nvalue = {-0.1 * k}\n' for k in range(1, 8))
    pendulum.write_text(PENDULUM + events + '[events.end]\njoint = "A"\nvalue = -1\nstop = true\n')
    done = run("simulate", pendulum, "--step", "0.01")
    assert done.exit_code == 0
    assert "pendulum: done, ended at t = " in done.stdout
    assert "by event end" in done.stdout
    assert "8 located" in done.stdout
    assert done.stdout.count(": event e") == 5
    assert "... and 3 more" in done.stdout


def test_a_cable_that_never_switches_has_no_events(pendulum):
    pendulum.write_text(PENDULUM + CABLE)
    assert "events          none\n" in run("simulate", pendulum).stdout


def test_the_energy_of_a_steady_motion_does_not_alarm(pendulum):
    """A wheel that turns for ever exchanges nothing: the balance is judged by the energy it has, J w^2/2."""
    pendulum.write_text(PENDULUM.replace("com = [1, 0]", "angular_velocity = 20"))
    said = run("simulate", pendulum).stdout
    assert "of 100 J present (kinetic or elastic); hardly any is exchanged" in said


def test_nothing_moves():
    from vazba.cli.summary import energy_balance

    m = vz.Model("still", 2)
    m.body("rod", mass=1.0, inertia=1.0)
    m.fixed("F", "ground", "rod", at=(0, 0))
    assert energy_balance(vz.simulate(m, 1.0)) == "nothing moved"


# --- --check ----------------------------------------------------------------------------------------------------------


def test_check_runs_again_and_tells_the_difference(pendulum):
    done = run("simulate", pendulum, "--rtol", "1e-5", "--atol", "1e-5", "--check")
    assert done.exit_code == 0, done.output
    table = done.stdout.split("Largest differences from a run with rtol 1e-07, atol 1e-07")[1]
    rows = [line.split() for line in table.splitlines()]
    (rod,) = (row for row in rows if row[:2] == ["body", "rod"])
    assert rod[2] == "angle"
    assert 1e-9 < float(rod[3]) < 1e-3
    assert any(row[:4] == ["joint", "A", "reaction", "force"] and row[5] == "N" for row in rows)
    assert "The tighter run is nearer to the exact solution" in table
    assert "LARGE" not in table


def test_check_compares_the_events_too(pendulum):
    pendulum.write_text(PENDULUM + '[events.down]\njoint = "A"\nvalue = -1.5\n')
    said = run("simulate", pendulum, "--check").stdout
    assert "Events: the same 1 event in both, the largest shift " in said


def test_check_takes_events_at_one_instant_in_any_order():
    from vazba.cli.checking import _events

    def run_with(*events):
        return vz.Result(None, [0.0, 1.0], {}, {}, info={"located": events})

    mine = run_with((0.5, "c1", "slack"), (0.5, "c2", "slack"), (0.7, "c1", "taut"), (0.9, "c1", "slack"))
    swapped = run_with((0.5, "c2", "slack"), (0.5 + 1e-9, "c1", "slack"), (0.7, "c1", "taut"), (0.9, "c1", "slack"))
    assert _events(mine, swapped) == ["Events: the same 4 events in both, the largest shift 1.0e-09 s."]
    fewer = run_with((0.5, "c2", "slack"), (0.5, "c1", "slack"), (0.7, "c1", "taut"))
    assert "not all of them the same" in _events(mine, fewer)[0]
    other = run_with((0.5, "c1", "slack"), (0.5, "c3", "slack"), (0.7, "c1", "taut"), (0.9, "c1", "slack"))
    assert "not all of them the same" in _events(mine, other)[0]


def test_check_lists_what_only_one_run_has(capsys):
    from vazba.cli.checking import show_difference

    body = {"x": [[0.0], [1.0]], "y": [[0.0], [2.0]]}
    first = vz.Result(None, [0.0, 1.0], {"body": body}, {"body": ("b",)})
    second = vz.Result(None, [0.0, 1.0], {"body": {"x": body["x"]}}, {"body": ("b",)})
    assert show_difference(first, second, {"rtol": 1e-9, "atol": 1e-9}) == 0
    assert "Not compared: 1 column is in the first result only: b.y." in " ".join(capsys.readouterr().out.split())


def test_check_of_a_run_that_failed_is_not_made(pendulum):
    pendulum.write_text(
        PENDULUM
        + '[points]\nP = { body = "rod", position = [1, 0] }\n[forces.f]\npoint = "P"\nforce = ["1/(0.5037 - t)", 0]\n'
    )
    done = run("simulate", pendulum, "--check")
    assert done.exit_code == 3
    assert "the run stops at t = 0." in done.stderr
    assert "STOPPED before the end" in done.stdout
    assert "Largest differences" not in done.stdout


def test_check_shows_some_of_every_kind():
    from vazba.cli.checking import _interesting, worst_of_each
    from vazba.result.difference import Difference

    rows = [Difference("joint", f"J{k}", "reaction force", 1.0, "N", 0.0, 0.9) for k in range(30)]
    rows += [
        Difference("body", "b", "velocity", 1.0, "m/s", 0.0, 0.8),
        Difference("body", "b", "position", 1.0, "m", 0.0, 0.5),
    ]
    rows += [Difference("body", "still", "position", 1e-17, "m", 0.0, 1e-17)]
    shown = _interesting(worst_of_each(rows))
    assert [row.kind for row in shown] == ["joint"] * 4 + ["body"]
    assert shown[-1].quantity == "position"


def test_a_fixed_step_is_made_shorter(pendulum):
    from vazba.cli.checking import tighter

    given = {
        "method": None,
        "integrator": "generalized_alpha",
        "stabilisation": None,
        "rtol": None,
        "atol": 1e-6,
        "step": 0.02,
    }
    other = tighter(vz.load(pendulum), given)
    assert [other[key] for key in ("rtol", "atol", "step")] == pytest.approx([1e-10, 1e-8, 0.005])
