"""A folder for each test of the command line, and models and results in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from vazba.cli.app import app


@pytest.fixture(autouse=True)
def inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("VAZBA_TRACEBACK", raising=False)


@pytest.fixture
def crank() -> str:
    """A slider-crank as `vazba new` writes it."""
    assert CliRunner().invoke(app, ["new", "crank"]).exit_code == 0
    return "crank.toml"


@pytest.fixture
def result(crank: str) -> str:
    """Half a second of its motion."""
    assert CliRunner().invoke(app, ["kinematics", crank, "--until", "0.5", "-o", "run.nc"]).exit_code == 0
    return "run.nc"
