"""`vazba simulate`: exit codes, summary, saved columns."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app

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
    (["--integrator", "dopri6"], "dopri5"), (["--until", "-1"], "past"), (["--every", "0"], "every"), (["--rtol", "0"], "rtol"),
])  # fmt: skip
def test_wrong_settings_end_with_2(pendulum, words, said):
    done = run("simulate", pendulum, *words)
    assert done.exit_code == 2
    assert said in done.output


def test_a_body_without_mass_is_named(pendulum):
    pendulum.write_text(PENDULUM.replace("mass = 2\n", ""))
    done = run("simulate", pendulum)
    assert done.exit_code == 2
    assert "body rod: mass is not given" in done.output
