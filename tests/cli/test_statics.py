"""`vazba equilibrium` and `vazba modes`: tables, files, pictures, and exit codes."""

from __future__ import annotations

import csv
import json
from math import pi, sqrt
from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app

HANGING = """
name = "hanging"
dimension = 2
[parameters]
k = 500
[bodies.block]
position = [0, -2]
mass = 3
inertia = 1
[points]
O = { body = "ground", position = [0, 0] }
P = { body = "block", position = [0, 0] }
[joints.guide]
type = "prismatic"
bodies = ["ground", "block"]
at = [0, -2]
axis = [0, 1]
[springs.s]
points = ["O", "P"]
stiffness = "k"
free_length = 1
[cables.long]
through = ["O", "P"]
stiffness = 100
free_length = 5
"""
FALLING = """
name = "falling"
dimension = 2
[bodies.stone]
mass = 2
inertia = 1
"""
G = 9.81


def run(*words: object):
    return CliRunner().invoke(app, [str(word) for word in words])


@pytest.fixture
def hanging(tmp_path: Path) -> Path:
    path = tmp_path / "hanging.toml"
    path.write_text(HANGING)
    return path


@pytest.fixture
def falling(tmp_path: Path) -> Path:
    path = tmp_path / "falling.toml"
    path.write_text(FALLING)
    return path


def test_equilibrium_shows_and_saves_it(hanging: Path) -> None:
    done = run("equilibrium", hanging, "-o", "rest.nc", "-o", "rest.csv", "--picture", "rest.png")
    assert done.exit_code == 0, done.output
    assert "hanging: stable equilibrium" in done.output
    assert "29.43" in done.output
    assert "slack" in done.output
    assert "500 N/m" in done.output
    saved = vz.Result.load("rest.nc")
    assert saved["block"].y[0] == pytest.approx(-1 - 3 * G / 500, rel=1e-12)
    assert saved.info["stability"] == "stable"
    assert Path("rest.png").stat().st_size > 1000
    assert run("picture", "rest.nc", "-o", "again.png").exit_code == 0


def test_parameters_can_be_changed(hanging: Path) -> None:
    assert run("equilibrium", hanging, "--set", "k=1000", "-o", "rest.nc").exit_code == 0
    assert vz.Result.load("rest.nc")["block"].y[0] == pytest.approx(-1 - 3 * G / 1000, rel=1e-12)


def test_without_equilibrium_the_exit_code_is_3_and_what_falls_is_named(falling: Path) -> None:
    done = run("equilibrium", falling, "-o", "rest.nc")
    assert done.exit_code == 3
    assert "NO equilibrium found" in done.output
    assert "nothing holds the mechanism against 19.62 N: stone can slide along y" in done.output
    assert vz.Result.load("rest.nc").status == "failed"
    done = run("modes", falling)
    assert done.exit_code == 3
    assert "there are no small motions about rest" in done.output


def test_modes_as_drawn_are_free_even_where_it_falls(falling: Path) -> None:
    done = run("modes", falling, "--at", "drawn")
    assert done.exit_code == 0
    assert "3 modes (3 free)" in done.output
    assert "forces are not balanced as drawn" in done.output


def test_modes_are_shown_saved_and_drawn(hanging: Path) -> None:
    done = run(
        "modes", hanging, "-o", "modes.json", "-o", "modes.csv", "--picture", "shapes.png", "--animate", "mode.gif"
    )
    assert done.exit_code == 0, done.output
    assert "the static equilibrium" in done.output
    omega = sqrt(500 / 3)
    assert f"{omega / (2 * pi):.6g}" in done.output
    held = json.loads(Path("modes.json").read_text())
    assert held["at"] == "equilibrium"
    (mode,) = held["modes"]
    assert mode["omega"] == pytest.approx(omega, rel=1e-10)
    assert mode["shape"]["block"] == {"vx": pytest.approx(0, abs=1e-12), "vy": 1.0, "w": pytest.approx(0, abs=1e-12)}
    assert mode["energy"] == {"block": pytest.approx(1.0)}
    (row,) = csv.DictReader(Path("modes.csv").read_text().splitlines())
    assert float(row["omega"]) == mode["omega"]
    assert float(row["block.vy"]) == 1.0
    assert Path("shapes.png").stat().st_size > 1000
    assert Path("mode.gif").read_bytes()[:4] == b"GIF8"


def test_an_unstable_motion_has_no_number_in_json_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "pencil.toml").write_text(
        'name = "pencil"\ndimension = 2\n[bodies.pencil]\nmass = 1\ninertia = 0.1\ncom = [0, 0.5]\n'
        '[joints.tip]\ntype = "revolute"\nbodies = ["ground", "pencil"]\nat = [0, 0]\n'
    )
    done = run("modes", "pencil.toml", "-o", "modes.json", "-o", "modes.csv", "--picture", "shapes.svg")
    assert done.exit_code == 0, done.output
    assert "UNSTABLE" in done.output
    (mode,) = json.loads(Path("modes.json").read_text())["modes"]
    assert mode["damping"] is None
    assert mode["growth"] == pytest.approx(sqrt(G * 0.5 / 0.35), rel=1e-10)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("modes", "--at", "drwn"), "did you mean 'drawn'?"),
        (("modes", "--count", "0"), "--count: 0 is not positive"),
        (("modes", "--mode", "7"), "there is no mode 7; give 1 to 1"),
        (("modes", "--time", "soon"), "--time"),
        (("modes", "--time", "-1"), "time starts at 0"),
        (("modes", "-o", "modes.nc"), "the ending '.nc' is not known"),
        (("modes", "--picture", "modes.txt"), "the ending '.txt' is not known"),
        (("equilibrium", "-o", "rest.json"), "the ending '.json' is not known"),
    ],
)
def test_wrong_options_are_refused(hanging: Path, words: tuple[str, ...], said: str) -> None:
    done = run(words[0], hanging, *words[1:])
    assert done.exit_code == 2
    assert said in done.output


def test_a_model_without_masses_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bare.toml").write_text('name = "bare"\ndimension = 2\n[bodies.b]\n')
    for command in ("modes", "equilibrium"):
        done = run(command, "bare.toml")
        assert done.exit_code == 2
        assert "bare.toml:3: body b: mass and inertia are not given" in done.output


def test_many_modes_are_cut_in_the_table(tmp_path: Path) -> None:
    model = vz.Model("beads", dimension=2, gravity=(0, 0))
    for k in range(9):
        model.body(f"b{k}", position=(k, 0), mass=1.0, inertia=1.0)
    vz.save(model, tmp_path / "beads.toml")
    done = run("modes", "beads.toml", "--count", 5)
    assert done.exit_code == 0
    assert "... and 22 more modes" in done.output
    assert "and 15 more" in done.output


ROTOR = """
name = "rotor"
gravity = [0, 0, 0]
[parameters]
omega = 50
[bodies.bearing]
position = [0, 0, 0]
mass = 0
inertia = [0, 0, 0]
[bodies.disc]
position = [0, 0, 0]
mass = 2
inertia = [0.05, 0.05, 0.08]
[bushings.shaft]
bodies = ["ground", "bearing"]
at = [0, 0, 0]
stiffness = [8000, 8000, 1e6, 300, 300, 1e5]
[joints.A]
type = "revolute"
bodies = ["bearing", "disc"]
at = [0, 0, 0]
axis = [0, 0, 1]
[drivers.spin]
joint = "A"
angle = { polynomial = [0, "omega"] }
"""


def test_sweep_of_modes() -> None:
    """A disc in the middle: across `sqrt(k/m)` at any speed, tilting `(sqrt(J_p^2 W^2 + 4 J_d k_t) +- J_p W)/(2 J_d)`."""
    Path("rotor.toml").write_text(ROTOR)
    words = ["modes", "rotor.toml", "--sweep", "omega=0..200/5", "--count", "4", "-o", "c.csv", "--picture", "c.png"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.output
    assert Path("c.png").stat().st_size > 5000
    with Path("c.csv").open() as file:
        rows = [row for row in csv.DictReader(file) if float(row["parameter omega"]) == 200]
    got = sorted(float(row["frequency"]) for row in rows)
    tilt = [(sqrt((0.08 * 200) ** 2 + 4 * 0.05 * 300) + sign * 0.08 * 200) / (2 * 0.05) for sign in (1, -1)]
    expected = sorted(w / (2 * pi) for w in (sqrt(8000 / 2), sqrt(8000 / 2), *tilt))
    assert got == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("text", ["omega", "omega=1", "omega=1..x", "omega=2..2", "omga=1..2"])
def test_a_sweep_that_is_not_understood(text: str) -> None:
    Path("rotor.toml").write_text(ROTOR)
    done = CliRunner().invoke(app, ["modes", "rotor.toml", "--sweep", text])
    assert done.exit_code == 2
    assert "omega" in done.output


def test_following_the_loads() -> None:
    Path("hanging.toml").write_text(HANGING)
    done = CliRunner().invoke(app, ["equilibrium", "hanging.toml", "--path", "way.csv"])
    assert done.exit_code == 0, done.output
    with Path("way.csv").open() as file:
        rows = list(csv.DictReader(file))
    for row in rows:  # a spring of 500 N/m, 1 m long: its weight grows
        assert float(row["block.y"]) == pytest.approx(-1 - float(row["part"]) * 3 * 9.81 / 500, abs=1e-9)
    assert float(rows[-1]["part"]) == 1.0
