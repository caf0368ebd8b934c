"""What the shell offers when Tab is pressed: asked as a shell asks, through the environment."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app

EXAMPLE = Path(__file__).parents[2] / "examples" / "slider-crank" / "slider-crank.toml"


def offered(line: str) -> list[str]:
    asked = {"_VAZBA_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1)}
    done = CliRunner().invoke(app, [], prog_name="vazba", env=asked)
    assert done.exit_code == 0, done.output
    return done.output.split()


def test_columns_parameters_and_names_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = vz.kinematics(vz.load(EXAMPLE), until=0.1, every=0.05)
    result.save("run.nc")
    (tmp_path / "broken.nc").write_text("no numbers")
    assert offered("vazba plot ru") == ["run.nc"]
    assert offered("vazba plot run.nc slider.v") == ["slider.vx", "slider.vy"]
    assert offered("vazba export run.nc --column rod.a") == ["rod.angle", "rod.ax", "rod.ay", "rod.alpha"]
    assert set(offered("vazba report run.nc ")) == set(result.columns)
    assert offered(f"vazba kinematics {EXAMPLE} --set ") == ["a=", "b=", "c="]
    assert offered("vazba examples slider") == ["slider-crank"]
    assert offered("vazba plot broken.nc s") == []
    assert offered("vazba kinematics nothing.toml --set ") == []
