"""`vazba tensegrity` and `vazba new --template prism`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
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


def _told(done: object) -> str:
    return " ".join((done.output + (done.stderr if done.stderr_bytes else "")).split())  # type: ignore[attr-defined]


def test_frequencies_against_prestress_with_a_picture() -> None:
    run("new", "prism", "--template", "prism")
    done = run("tensegrity", "prism.toml", "--set", "EA=1e9", "--sweep", "level=25..100:2", "--picture", "sweep.png")
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.output.splitlines() if " N " in line and line.split()[1] == "N"]
    assert [float(row[0]) for row in rows] == [25.0, 100.0]
    assert float(rows[1][2]) / float(rows[0][2]) == pytest.approx(2.0, rel=1e-3)  # the root of the level
    assert Path("sweep.png").stat().st_size > 5_000


def test_loads_and_forces_by_name() -> None:
    run("new", "prism", "--template", "prism")
    text = Path("prism.toml").read_text()
    for k in "123":
        text = text.replace(f"b{k} = {{ position", f"b{k} = {{ fixed = true, position")
    Path("held.toml").write_text(text)
    done = run("tensegrity", "held.toml", "--load", "t1=0,0,-10", "--load", "t2=0,0,-10", "--steps", 2)
    assert done.exit_code == 0, done.output
    assert "equilibrium under 2 loads" in done.output
    done = run("tensegrity", "prism.toml", "--force", "side1=120", "-o", "tight.toml")
    assert done.exit_code == 0, done.output
    assert vz.equilibrium(vz.load("tight.toml")).tensions["side3"] == pytest.approx(120.0, rel=1e-9)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--sweep", "omega=1..2"), "'omega=1..2' is not understood"),
        (("--sweep", "level=1..2:1"), "1 levels are too few"),
        (("--sweep", "level=-3..2"), "level = -3 N is not possible"),
        (("--load", "t1"), "'t1' is not understood"),
        (("--load", "t1=1,2"), "'1,2' has 2 numbers; 3 are needed"),
        (("--load", "t9=1,2,3"), "load at t9: there is no such node, point or body"),
        (("--force", "side9=3"), "there is no member or group 'side9'"),
        (("--force", "side1=-3"), "would have to push"),
        (("--force", "side1=3", "--level", "4"), "--level is given too"),
        (("--level", "0"), "level = 0 N is not possible"),
    ],
)
def test_what_is_wrong_is_told_with_exit_code_2(words: tuple[str, ...], told: str) -> None:
    run("new", "prism", "--template", "prism")
    done = run("tensegrity", "prism.toml", *words)
    assert done.exit_code == 2, done.output
    assert told in _told(done)


@pytest.mark.parametrize(
    ("template", "states"), [("tower", 6), ("icosahedron", 1), ("t-bar", 1), ("d-bar", 1), ("platform", 3)]
)
def test_structures_to_start_from_are_what_their_generators_make(template: str, states: int) -> None:
    """One state a stage of the tower, and one of each of the three strings between its feet."""
    done = run("new", "mine", "--template", template)
    assert done.exit_code == 0, done.output
    assert "vazba tensegrity mine.toml" in done.stdout
    assert Path("mine.toml").read_text(encoding="utf-8").startswith("# ")
    found = vz.tensegrity.analyse(vz.load("mine.toml"))
    assert (found.model.name, found.static) == ("mine", states)
    assert found.stable


def test_a_mechanism_is_set_in_motion() -> None:
    run("new", "prism", "--template", "prism")
    done = run("tensegrity", "prism.toml", "--animate", "twist.gif")
    assert done.exit_code == 0, done.output
    assert Path("twist.gif").read_bytes()[:3] == b"GIF"
    assert run("tensegrity", "prism.toml", "--animate", "twist.html").exit_code == 0
    assert "<html" in Path("twist.html").read_text(encoding="utf-8").lower()
    wrong = run("tensegrity", "prism.toml", "--animate", "twist.gif", "--mechanism", "4")
    assert wrong.exit_code == 2
    assert "there is no mechanism number 4" in wrong.output


def test_bars_keep_their_lengths_while_a_mechanism_swings() -> None:
    found = vz.tensegrity.analyse(vz.tensegrity.prism(4, 1, 2))
    for number in (1, found.kinematic):
        moving = found.motion(number)
        for bar in found.model.bars.values():
            a, b = (np.column_stack([moving.array("body", end, c) for c in "xyz"]) for end in bar.nodes)
            long = np.linalg.norm(b - a, axis=1)
            assert long == pytest.approx(np.full(len(long), long[0]), rel=1e-9)
            assert np.ptp(a, axis=0).max() < 1.0
        side = found.model.cables["side1"].through
        a, b = (np.column_stack([moving.array("body", end, c) for c in "xyz"]) for end in side)
        small = found.motion(number, amplitude=1e-4)
        c, e = (np.column_stack([small.array("body", end, x) for x in "xyz"]) for end in side)
        assert np.ptp(np.linalg.norm(e - c, axis=1)) < 1e-6  # strings keep theirs to first order
