"""`vazba tensegrity` and `vazba new --template prism`."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app


def run(*words: object) -> object:
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_new_prism_stands_and_has_the_tension_it_asks_for() -> None:
    done = run("new", "prism", "--template", "prism")
    assert done.exit_code == 0, done.output
    assert "vazba tensegrity prism.toml" in done.output
    done = run("tensegrity", "prism.toml", "--picture", "prism.png", "--mechanism", 1)
    assert done.exit_code == 0, done.output
    assert "STABLE: prestress stiffens all 1 mechanisms" in done.output
    assert "1 infinitesimal, 0 finite" in done.output
    assert Path("prism.png").stat().st_size > 10_000
    eq = vz.equilibrium(vz.load("prism.toml"))
    assert eq.moved < 1e-8
    assert eq.tensions["side1"] == pytest.approx(100.0, rel=1e-9)
    assert run("check", "prism.toml").exit_code == 0
    assert run("simulate", "prism.toml", "--until", 0.1).exit_code == 0


def test_free_lengths_are_written() -> None:
    run("new", "prism", "--template", "prism")
    done = run("tensegrity", "prism.toml", "--level", 250, "-o", "stiff.toml")
    assert done.exit_code == 0, done.output
    assert "Free lengths for 250 N" in done.output
    tensions = vz.equilibrium(vz.load("stiff.toml")).tensions
    assert max(abs(force) for force in tensions.values()) == pytest.approx(250.0, rel=1e-9)


def test_a_wrong_shape_is_told_with_exit_code_2() -> None:
    run("new", "prism", "--template", "prism")
    done = run("tensegrity", "prism.toml", "--set", "twist=0.3")
    assert done.exit_code == 0
    assert "NOT STABLE: there is no self-stress" in done.output
    done = run("tensegrity", "prism.toml", "--set", "twist=0.3", "--level", 10)
    assert done.exit_code == 2
    assert "no self-stress: rank 12 of 12 members" in done.output + (done.stderr if done.stderr_bytes else "")
    assert run("tensegrity", "prism.toml", "-o", "x.csv").exit_code == 2
