"""Files that a model names are read inside its own folder only, links followed, unless the user allows more."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

import vazba as vz
from vazba.cli.app import app

MODEL = """
name = "crank"
dimension = 2
[bodies.crank]
mass = 1
inertia = 0.1
[joints.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [0, 0]
[drivers.d]
joint = "A"
angle = { table = "FILE" }
[simulation]
until = 1
every = 0.5
"""
BEAM = """
dimension = 2
[beams.b]
start = [0, 0]
end = [1, 0]
section = { shape = "round", diameter = 0.01 }
E = 2e11
density = 7800
model = "modal"
data = "FILE"
[joints.A]
type = "fixed"
bodies = ["ground", "b"]
at = [0, 0]
"""
NUMBERS = "0,0\n0.5,0.1\n1,0.3\n2,0.2\n"
COMMANDS = {
    "check": (), "kinematics": (), "simulate": (), "equilibrium": (), "modes": (), "compare": (), "picture": ("-o", "p.png"), "export": ("-o", "e.toml"),
}  # fmt: skip


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "below").mkdir()
    (tmp_path / "model" / "below" / "law.csv").write_text(NUMBERS)
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "law.csv").write_text(NUMBERS)
    return tmp_path


def written(place: Path, file: str | Path, text: str = MODEL) -> Path:
    path = place / "model" / "m.toml"
    path.write_text(text.replace("FILE", str(file)))
    return path


def refusal(path: Path, **options: object) -> str:
    with pytest.raises(vz.ModelError) as caught:
        vz.load(path, **options)
    (fault,) = caught.value.faults
    return str(fault)


def test_a_file_inside_the_folder_of_the_model_is_read(place):
    assert vz.kinematics(vz.load(written(place, "below/law.csv"))).status == "done"
    assert vz.kinematics(vz.load(written(place, place / "model" / "below" / "law.csv"))).status == "done"
    assert vz.kinematics(vz.load(written(place, "below/../below/law.csv"))).status == "done"


def test_a_file_outside_is_refused_with_place_value_and_remedy(place):
    path = written(place, "../secret/law.csv")
    said = refusal(path)
    line = path.read_text().splitlines().index('angle = { table = "../secret/law.csv" }') + 1
    assert said.startswith(f"{path}:{line}: driver d: ")
    assert f"table = '../secret/law.csv' leads to {place.resolve() / 'secret' / 'law.csv'}" in said
    assert "a model file reads nothing outside its own folder" in said
    assert f"--allow-path {place.resolve() / 'secret'}" in said


@pytest.mark.parametrize(
    "name", ["../secret/law.csv", "ABSOLUTE", "link.csv", "linked/law.csv", "../secret/none.csv", "/etc/passwd"]
)
def test_no_way_leads_outside(name, place):
    """Also by links, and in the same words whether or not there is such a file."""
    (place / "model" / "link.csv").symlink_to(place / "secret" / "law.csv")
    (place / "model" / "linked").symlink_to(place / "secret")
    name = str(place / "secret" / "law.csv") if name == "ABSOLUTE" else name
    assert "leads to" in refusal(written(place, name))
    (place / "model" / "m.toml").unlink()
    m = vz.Model("crank")
    m.body("body1", mass=1, inertia=(1, 1, 1))
    m.joint("revolute", "joint5", "ground", "body1", at=(0, 0, 0), axis=(0, 0, 1))
    vz.save(m, place / "model")
    with (place / "model" / "model.toml").open("a") as file:
        file.write(
            f'\n[drivers.d]\njoint = "{next(iter(vz.load(place / "model").joints))}"\nangle = {{ table = "{name}" }}\n'
        )
    with pytest.raises(vz.ModelError, match=r"driver d: .*leads to"):
        vz.load(place / "model")


def test_modal_data_is_held_to_the_same_rule(place):
    (place / "secret" / "modes.toml").write_text("frequencies = [1]")
    said = refusal(written(place, "../secret/modes.toml", BEAM))
    assert "beam b: data = '../secret/modes.toml' leads to" in said
    assert "too few nodes" in refusal(place / "model" / "m.toml", allow=[place / "secret"])


def test_more_is_read_where_the_user_allows_it(place):
    path = written(place, "../secret/law.csv")
    for allow in ([place / "secret"], [str(place / "secret" / "law.csv")], place, [place / "model" / ".." / "secret"]):
        model = vz.load(path, allow=allow)
        assert vz.kinematics(model).status == "done"
    assert "leads to" in refusal(path, allow=[place / "model" / "below"])
    assert "is not there" in refusal(path, allow=[place / "none"])
    assert vz.kinematics(vz.load(path, {}, allow=[place])).status == "done"


def test_a_folder_may_itself_be_reached_by_a_link(place):
    written(place, "below/law.csv")
    (place / "elsewhere").symlink_to(place / "model")
    assert vz.kinematics(vz.load(place / "elsewhere" / "m.toml")).status == "done"


def test_a_result_holds_its_tables_and_reads_nothing(place):
    vz.kinematics(vz.load(written(place, "below/law.csv"))).save(place / "run.nc")
    model = vz.load(place / "run.nc")
    assert vz.kinematics(model).status == "done"
    from vazba.files.toml import read_text

    with pytest.raises(vz.ModelError, match="leads to"):
        read_text(MODEL.replace("FILE", str(place / "secret" / "law.csv")))


def test_models_made_in_python_read_what_they_name(place):
    m = vz.Model("crank", dimension=2)
    m.body("crank", mass=1, inertia=0.1)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.drive("A", angle={"table": str(place / "secret" / "law.csv")})
    assert vz.kinematics(m, until=1, every=0.5).status == "done"


def test_odd_paths_are_faults_too(place):
    loop = place / "model" / "loop.csv"
    loop.symlink_to(loop)
    said = refusal(written(place, "loop.csv"))
    assert "m.toml:13: driver d: " in said
    assert "is not there" in said or "is no path" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_reads_a_model_can_be_allowed_more(command, place, monkeypatch):
    monkeypatch.chdir(place)
    path = written(place, "../secret/law.csv")
    assert not os.path.exists("p.png")
    words = [command, str(path), *COMMANDS[command]]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 2
    assert "leads to" in done.output
    assert (
        "leads to"
        not in CliRunner().invoke(app, [*words, "--allow-path", "secret", "--allow-path", "model/below"]).output
    )
