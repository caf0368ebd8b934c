"""`vazba linearize`: names, eigenvalues, files, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from vazba.cli.app import app

PENDULUM = """
name = "pendulum"
dimension = 2
[bodies.rod]
position = [0, -0.6]
mass = 2
inertia = 0.3
[points]
tip = { body = "rod", position = [0, -0.4] }
[joints.A]
type = "revolute"
bodies = ["ground", "rod"]
at = [0, 0]
[actuators.motor]
joint = "A"
"""


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def model() -> str:
    Path("p.toml").write_text(PENDULUM)
    return "p.toml"


def test_it_shows_and_saves(model):
    done = run("linearize", model, "--column", "tip.x", "-o", "lin.json", "-o", "lin.mat", "-o", "lin.npz")
    assert done.exit_code == 0, done.output
    for word in ("A.angle_rate", "motor", "differences", "saved: lin.mat"):
        assert word in done.output
    kept = json.loads(Path("lin.json").read_text())
    about = 0.3 + 2 * 0.6**2  # J + m a^2
    assert np.array(kept["A"]) == pytest.approx(np.array([[0, 1], [-2 * 9.81 * 0.6 / about, 0]]), abs=1e-9)
    assert kept["outputs"] == ["tip.x"]
    assert Path("lin.npz").exists()


def test_about_an_instant_of_a_run(model):
    assert run("simulate", model, "--until", "0.5", "--every", "0.1", "-o", "run.nc").exit_code == 0
    done = run("linearize", model, "--at", "run.nc@0.3")
    assert done.exit_code == 0, done.output
    assert "t = 0.3 s" in done.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--input", "moter"), "'moter' is no input"),
        (("--at", "rest"), "'rest' is unknown"),
        (("--column", "tip.q"), "tip"),
        (("-o", "lin.xls"), ".mat"),
        (("--at", "none.nc@1"), "none.nc"),
    ],
)
def test_wrong_words_end_with_2(model, words, told):
    done = run("linearize", model, *words)
    assert done.exit_code == 2
    assert told in done.output
    assert "Traceback" not in done.output
