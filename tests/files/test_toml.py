"""TOML models: read with the line of every key, written back, and read again as the same model."""

from pathlib import Path

import pytest

from vazba.errors import ModelError
from vazba.files import load, save
from vazba.files.toml import read_text, read_toml, write_text, write_toml
from vazba.files.toml_lines import lines_of
from vazba.model import Model
from vazba.motion import Polynomial

SLIDER_CRANK = """\
name = "slider-crank"
dimension = 2
gravity = [0, -9.81]

[parameters]
a = 1.0
b = "5*a"

[bodies.crank]
position = [0, 0]
angle = "60*deg"
mass = 0.735
inertia = 0.088
com = [0.6, 0]
[bodies]
rod = { position = ["a", 0] }
slider = {}

[points]
B1 = { body = "crank", position = ["a", 0] }
B2 = { body = "rod" }
C2 = { body = "rod", position = ["b", 0] }
C3 = { body = "slider", position = [0, 0] }
G = { position = [0, 4] }

[joints.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [0, 0]
[joints]
B = { type = "revolute", points = ["B1", "B2"] }
C = { type = "revolute", points = ["C2", "C3"] }
S = { type = "prismatic", points = ["C3", "G"], axis = [1, 0] }

[drivers.crank]
joint = "A"
angle = "t**2 + pi/2"

[springs.s]
points = ["G", "C3"]
stiffness = 100
[dampers.d]
points = ["G", "C3"]
damping = 3
[cables.c]
through = ["G", "C3", "B1"]
stiffness = 10
free_length = "a"
[forces.push]
point = "C3"
force = ["40*sin(t)", 0]
start = 3.0

[simulation]
until = 1.5
every = 0.05
"""


def same(one: Model, other: Model) -> bool:
    sections = ("bodies", "points", "joints", "drivers", "springs", "dampers", "cables", "forces")
    heads = [(m.name, m.dimension, m.gravity, m.parameters, m.simulation) for m in (one, other)]
    return heads[0] == heads[1] and all(one.section(s) == other.section(s) for s in sections)


def test_values_are_kept_as_they_were_written() -> None:
    model = read_text(SLIDER_CRANK)
    assert (model.name, model.dimension, model.gravity) == ("slider-crank", 2, [0, -9.81])
    assert model.parameters == {"a": 1.0, "b": "5*a"}
    assert model.bodies["crank"].angle == "60*deg"
    assert model.points["G"].body == "ground"
    assert model.joints["S"].TYPE == "prismatic"
    assert model.simulation == {"until": 1.5, "every": 0.05}


def test_a_model_read_written_and_read_again_is_the_same() -> None:
    model = read_text(SLIDER_CRANK)
    assert same(read_text(write_toml(model)), model)
    assert write_toml(read_text(write_toml(model))) == write_toml(model)


def test_odd_names_and_values_survive_the_round_trip() -> None:
    model = Model(
        'a "quoted" \\ name\nin two lines \u017elu\u0165',
        gravity=(0, 0, -1e-7),
        parameters={"\u03b1": 1e22, "c": "\u03b1/3"},
    )
    model.body(
        "my body", orientation={"quaternion": [1, 0, 0, 0]}, inertia=[[1, 0, 0], [0, 1, 0], [0, 0, 1]], fixed=True
    )
    model.point("\u017elu\u0165", "my body", (1e-300, -0.1, 3))
    model.spherical("1", "ground", "my body", at=(0, 0, 0))
    model.simulation = {"until": 2, "method": "auto", "integrator": None}
    again = read_text(write_toml(model))
    assert again.name == model.name
    assert again.bodies == model.bodies
    assert again.points == model.points
    assert again.joints == model.joints
    assert again.simulation == {"until": 2, "method": "auto"}


def test_a_motion_law_from_python_is_written_as_its_table() -> None:
    model = Model(dimension=2)
    model.body("crank")
    model.revolute("A", "ground", "crank", at=(0, 0))
    model.drive("A", angle=Polynomial((0, 1, "2*pi")))
    assert read_text(write_toml(model)).drivers["A"].angle == {"polynomial": [0, 1, "2*pi"]}


def test_a_python_function_cannot_be_written_and_the_driver_is_named() -> None:
    model = Model(dimension=2)
    model.body("crank")
    model.revolute("A", "ground", "crank", at=(0, 0))
    model.drive("wheel", joint="A", angle=lambda t: t)
    with pytest.raises(ModelError, match=r"driver wheel: angle: .*function cannot be written.*expression"):
        write_toml(model)


def test_a_text_that_stands_alone_holds_the_table_of_its_motion(tmp_path: Path) -> None:
    (tmp_path / "motion.csv").write_text("time,value\n0,0\n1,2\n2,1\n")
    text = SLIDER_CRANK.replace('"t**2 + pi/2"', '{ table = "motion.csv" }')
    (tmp_path / "m.toml").write_text(text)
    model = load(tmp_path / "m.toml")
    assert 'table = "motion.csv"' in write_toml(model)
    assert read_text(write_text(model)).drivers["crank"].angle == {"table": {"times": [0, 1, 2], "values": [0, 2, 1]}}
    (tmp_path / "elsewhere").mkdir()
    save(model, tmp_path / "elsewhere" / "m.toml")
    assert load(tmp_path / "elsewhere" / "m.toml").drivers["crank"].angle["table"]["values"] == [0, 2, 1]
    save(model, tmp_path / "beside.toml")
    assert load(tmp_path / "beside.toml").drivers["crank"].angle == {"table": "motion.csv"}


def test_file_round_trip_and_name_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "crank.toml"
    save(read_text(SLIDER_CRANK), path)
    model = read_toml(path)
    assert same(model, read_text(SLIDER_CRANK))
    assert model.source == path
    assert model.joints["A"].origin.file == str(path)
    (tmp_path / "nameless.toml").write_text("[bodies.b]\n")
    assert load(tmp_path / "nameless.toml").name == "nameless"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["crank.toml", "nameless.toml"]


def test_a_byte_order_mark_and_windows_line_ends_are_tolerated(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_bytes(b"\xef\xbb\xbf" + SLIDER_CRANK.replace("\n", "\r\n").encode())
    assert same(load(path), read_text(SLIDER_CRANK))


def test_parameters_are_set_from_outside(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text(SLIDER_CRANK)
    assert load(path, set={"a": 1.2}).scope().parameters == {"a": 1.2, "b": 6.0}
    assert load(path, set={"b": "a + 1"}).scope().parameters == {"a": 1.0, "b": 2.0}
    with pytest.raises(ModelError, match=r"parameter aa: there is no such parameter to set; did you mean 'a'"):
        load(path, set={"aa": 1})
    with pytest.raises(ModelError, match=r"^parameter a: set to 'q': unknown name 'q'"):
        load(path, set={"a": "q"})


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("a = 1\n[b.c]\nd = 2", ("b", "c", "d"), 3),
        ("[b.c]", ("b",), 1),
        ('[ "b.x" . \'c\' ]\n"d e".f = 2', ("b.x", "c", "d e", "f"), 2),
        ('a = """\n[b]\nc = 1\n"""\n[b]\nc = 2', ("b", "c"), 6),
        ("a = '''\n[b]\n'''\nb = 1", ("b",), 4),
        ("a = [\n 1, # [x]\n [2, 3],\n]\nb = 1", ("b",), 5),
        ("a = { b = 1, c = { d = [\n1] , e = 2 } }\nf = 3", ("a", "c", "e"), 2),
        ("a = {}\nb = [{ c = 1 }, { d = 2 }]\ne = 1", ("e",), 3),
        ("a.b = 1\na.c = 2", ("a", "c"), 2),
        ('"\\u0061" = 1', ("a",), 1),
        ("x = 'a # b'\n# [y]\ny = 1", ("y",), 3),
        ('x = "a \\" = # "\ny = 1.5e3', ("y",), 2),
        ("[[t]]\na = 1\n[[t]]\nb = 2", ("t", "b"), 4),
    ],
)
def test_lines_of_keys(text: str, path: tuple[str, ...], line: int) -> None:
    assert lines_of(text)[path] == line
