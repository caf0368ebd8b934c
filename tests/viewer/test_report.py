"""The report: largest reactions with their times, as text; everything a reader needs to trust the run."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app
from vazba.viewer.report import reactions, report_text

from .conftest import EXAMPLES, run_of


def words(text: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", text))


def test_largest_reactions_of_a_pendulum_against_the_closed_form() -> None:
    """Let go from the horizontal, a mass point m on a massless rod l pulls 3 m g at the bottom, after the quarter period K(1/sqrt 2) sqrt(l/g)."""
    m = vz.Model("pendulum", dimension=2)
    m.body("bob", position=(1, 0), mass=2.0, inertia=0.0)
    m.revolute("A", "ground", "bob", at=(0, 0))
    quarter = 1.8540746773013719 * np.sqrt(1 / 9.81)
    result = vz.simulate(m, until=quarter, every=quarter / 200)
    ((name, force, at, _, _),) = reactions(result)
    assert name == "A"
    assert force == pytest.approx(3 * 2 * 9.81, rel=1e-6)
    assert at == pytest.approx(quarter)
    text = words(report_text(result))
    assert f"{3 * 2 * 9.81:.4g}" in text
    assert f"{quarter:.4g}" in text


def test_it_tells_what_was_modelled_and_how_it_was_computed() -> None:
    result = run_of("crane-cable")
    text = words(report_text(result, ["hoist.force"]))
    for expected in (
        "boom",
        "hoist",
        "degrees of freedom",
        "energy balance",
        "largest drift",
        "recursive",
        "hoist.force [N]",
        "Versions",
        "free_length",
    ):
        assert expected in text
    largest = float(result["hoist"].force.max())
    assert f"{largest:.4g}" in text
    assert "EA = 8e6" in text or "8000000" in text or "8e+06" in text


def test_the_command_writes_it_and_refuses_what_it_cannot(tmp_path: Path) -> None:
    run_of("slider-crank").save(tmp_path / "run.nc")
    done = CliRunner().invoke(app, ["report", str(tmp_path / "run.nc"), "slider.x", "-o", str(tmp_path / "r.html")])
    assert done.exit_code == 0, done.output
    text = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert "http:" not in text
    assert "https:" not in text
    done = CliRunner().invoke(app, ["report", str(tmp_path / "run.nc"), "slider.q", "-o", str(tmp_path / "r.html")])
    assert done.exit_code == 2
    done = CliRunner().invoke(app, ["report", str(tmp_path / "run.nc"), "-o", str(tmp_path / "r.pdf")])
    assert done.exit_code == 2


def test_export_of_pages(tmp_path: Path) -> None:
    run_of("slider-crank").save(tmp_path / "run.nc")
    page = tmp_path / "run.html"
    done = CliRunner().invoke(
        app,
        [
            "export",
            str(tmp_path / "run.nc"),
            "-o",
            str(page),
            "--column",
            "slider.vx",
            "--ghost",
            str(tmp_path / "run.nc"),
        ],
    )
    assert done.exit_code == 0, done.output
    assert '"shown":[["slider.vx"]]' in page.read_text(encoding="utf-8")
    model = EXAMPLES / "slider-crank" / "slider-crank.toml"
    done = CliRunner().invoke(app, ["export", str(model), "-o", str(page)])
    assert done.exit_code == 0, done.output
    assert '"kind":"model"' in page.read_text(encoding="utf-8")
    done = CliRunner().invoke(app, ["export", str(tmp_path / "run.nc"), "-o", str(page), "--column", "slider.no"])
    assert done.exit_code == 2
    done = CliRunner().invoke(
        app, ["export", str(tmp_path / "run.nc"), "-o", str(tmp_path / "a.csv"), "--ghost", str(tmp_path / "run.nc")]
    )
    assert done.exit_code == 2


def test_modes_from_their_file(tmp_path: Path) -> None:
    from vazba.viewer.stored_modes import read_modes

    model = EXAMPLES / "quarter-car" / "quarter-car.toml"
    done = CliRunner().invoke(app, ["modes", str(model), "-o", str(tmp_path / "modes.json")])
    assert done.exit_code == 0, done.output
    assert np.allclose(read_modes(tmp_path / "modes.json").frequencies, vz.modes(vz.load(model)).frequencies, rtol=1e-9)
    done = CliRunner().invoke(app, ["export", str(tmp_path / "modes.json"), "-o", str(tmp_path / "modes.html")])
    assert done.exit_code == 0, done.output
    assert '"kind":"modes"' in (tmp_path / "modes.html").read_text(encoding="utf-8")
    (tmp_path / "bad.json").write_text('{"a": 1}')
    done = CliRunner().invoke(app, ["view", str(tmp_path / "bad.json"), "--no-browser"])
    assert done.exit_code == 2


def test_what_cannot_be_shown_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    run_of("slider-crank").save(tmp_path / "run.csv")
    for command in (["view", "--no-browser"], ["export", "-o", str(tmp_path / "run.html")]):
        done = CliRunner().invoke(app, [command[0], str(tmp_path / "run.csv"), *command[1:]])
        assert done.exit_code == 2, done.output
        assert "model" in done.output


def test_an_equilibrium_can_be_looked_at(tmp_path: Path) -> None:
    rest = vz.equilibrium(vz.load(EXAMPLES / "quarter-car" / "quarter-car.toml"))
    text = vz.html(rest, tmp_path / "rest.html").read_text(encoding="utf-8")
    assert '"kind":"result"' in text
    assert '"analysis":"equilibrium"' in text
