"""`plot`, `animate`, `picture` and `export`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from typer.testing import CliRunner

from vazba.cli.app import app
from vazba.result import Result

runner = CliRunner()


def run(*words: str):
    return runner.invoke(app, list(words))


def test_plot_list_shows_columns_with_units(result: str) -> None:
    done = run("plot", result, "--list")
    assert done.exit_code == 0
    rows = {words[0]: words[1] for words in map(str.split, done.stdout.splitlines()) if len(words) == 4}
    assert rows["slider.vx"] == "m/s"
    assert rows["crank.angle"] == "rad"
    assert not Path("run.png").exists()


def test_plot_beside_the_result_by_default(result: str) -> None:
    Path("sub").mkdir()
    Path(result).rename("sub/run.nc")
    done = run("plot", "sub/run.nc", "slider.x", "slider.vx")
    assert done.exit_code == 0
    assert done.stdout.strip() == "picture: sub/run.png"
    assert Path("sub/run.png").read_bytes().startswith(b"\x89PNG")


def test_plot_of_several_results(crank: str, result: str) -> None:
    run("kinematics", crank, "--set", "crank=0.12", "--until", "0.5", "-o", "other.csv")
    done = run("plot", result, "other.csv", "slider.x", "-o", "both.svg")
    assert done.exit_code == 0
    assert "other.csv" in Path("both.svg").read_text()


def test_plot_unknown_column_is_suggested(result: str) -> None:
    done = run("plot", result, "slidr.x")
    assert done.exit_code == 2
    assert "did you mean 'slider.x'?" in done.stderr
    assert not Path("run.png").exists()


def test_plot_needs_a_result() -> None:
    assert "is a result file" in run("plot", "slider.x").stderr
    done = run("plot", "no.nc", "slider.x")
    assert done.exit_code == 2
    assert "no such file" in done.stderr


def test_animate(result: str) -> None:
    done = run("animate", result, "--seconds", "0.2", "--trace", "slider")
    assert done.exit_code == 0
    assert Path("run.gif").read_bytes().startswith(b"GIF")
    done = run("animate", result, "--trace", "slidr")
    assert done.exit_code == 2
    assert "did you mean 'slider'?" in done.stderr


def test_picture_of_model_and_result(crank: str, result: str) -> None:
    assert run("picture", crank).stdout.strip() == "picture: crank.png"
    done = run("picture", result, "--time", "0.2", "-o", "at.svg")
    assert done.stdout.strip() == "picture: at.svg (t = 0.2 s)"
    assert "<svg" in Path("at.svg").read_text()
    assert run("picture", crank, "--time", "1").exit_code == 2


def test_export_there_and_back(result: str) -> None:
    done = run("export", result, "-o", "run.csv", "-o", "run.parquet")
    assert done.exit_code == 0
    assert "the model and the units stay in the .nc" in done.stderr
    assert run("export", "run.csv", "-o", "back.nc").exit_code == 0
    assert np.array_equal(Result.load("back.nc")["slider.ax"], Result.load(result)["slider.ax"])
    assert run("export", result, "-o", result).exit_code == 2
