# ruff: noqa: E501  (one case, one line)
"""Wrong input, one case each: the message says the file, the line, the element, what is wrong and how to mend it."""

import errno
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from vazba.errors import ModelError
from vazba.files import load, save
from vazba.files.atomic import write_whole
from vazba.model import Model

PLANAR = """\
dimension = 2
[bodies.crank]
[points.P]
body = "crank"
[joints.A]
type = "revolute"
bodies = ["ground", "crank"]
at = [0, 0]
"""
SPATIAL = PLANAR.replace("= 2", "= 3").replace("at = [0, 0]", "at = [0, 0, 0]\naxis = [0, 0, 1]")


def said(path: Path, **options: dict[str, float]) -> list[str]:
    """Messages about a wrong model, without the folder."""
    with pytest.raises(ModelError) as caught:
        load(path, **options)  # type: ignore[arg-type]
    assert caught.value.exit_code == 2
    return [str(fault).replace(f"{path.parent}{os.sep}", "") for fault in caught.value.faults]


def toml(tmp_path: Path, text: str) -> list[str]:
    path = tmp_path / "m.toml"
    path.write_text(text, encoding="utf-8")
    return said(path)


TOML_CASES = {
    "unknown key": (PLANAR + "[bodies.rod]\nangel = 3", "m.toml:10: body rod: unknown key 'angel'; did you mean 'angle'?"),
    "unknown key of the model": ("gravty = [0, 0, 1]", "m.toml:1: unknown key 'gravty'; did you mean 'gravity'?"),
    "unknown section": ("[body.crank]", "m.toml:1: unknown section 'body'; did you mean 'bodies'?"),
    "unknown setting": ("[simulation]\nuntill = 3", "m.toml:2: simulation: unknown key 'untill'; did you mean 'until'?"),
    "section is no table": ("bodies = 3", "m.toml:1: 'bodies' is not a table of elements; write [bodies.NAME] and its keys below"),
    "section is a list": ("[[bodies]]\nname = 'a'", "m.toml:1: 'bodies' is not a table of elements; write [bodies.NAME]"),
    "element is no table": ("[bodies]\ncrank = 3", "m.toml:2: body crank: 3 is not a table of keys; write [bodies.crank]"),
    "beam without a place": ("[beams.b]\nE = 1\ndensity = 1\nsection = {A = 1, J = 1, It = 1}", "m.toml:1: beam b: where it lies is not given; add start"),
    "dimension": ("dimension = 4", "m.toml:1: dimension = 4 is not possible; a model is planar (2) or spatial (3); write"),
    "name is a number": ("name = 3", "m.toml:1: name = 3 is not a text"),
    "empty name": ('[bodies.""]', "m.toml:1: body : name '' is not usable; use letters"),
    "forbidden name": ('[bodies."a.b"]', "m.toml:1: body a.b: name 'a.b' holds a character that is not allowed"),
    "ground as a name": ("[bodies.ground]", "m.toml:1: body ground: 'ground' is not free as a name; it is the fixed frame itself; rename"),
    "duplicate name": (PLANAR + "[bodies.crank]", "m.toml:9: body crank: the name is used twice; first in line 2; rename"),
    "duplicate inline name": ("[bodies]\na = {}\na = {}", "m.toml:3: body a: the name is used twice; first in line 2; rename"),
    "duplicate key": ("[bodies.a]\nmass = 1\nmass = 2", "m.toml:3: body a: 'bodies.a.mass' is given twice; first in line 2"),
    "syntax": ("[bodies.a]\nangle = 60*deg", 'm.toml:2: not valid TOML: expected newline or end of document after a statement, column 11; texts and expressions stand in quotes ("60*deg")'),
    "unclosed text": ('name = "x\n', "m.toml:1: not valid TOML"),
    "unclosed list": ("gravity = [0,\n", "m.toml:1: not valid TOML"),
    "nested brackets": ("a = " + "[" * 100_000, "m.toml: tables and lists are nested more than 24 deep"),
    "nested keys": ("a" + ".a" * 5000 + " = 1", "m.toml: tables and lists are nested more than 24 deep"),
    "endless integer": ("name = " + "1" * 5000, "m.toml:1: a number with 5000 digits cannot be read; numbers hold 16 digits"),
    "joint type missing": ("[joints.A]\nat = [0, 0, 0]", 'm.toml:1: joint A: type is missing; add type = "..." with one of'),
    "joint type unknown": ('[joints.A]\ntype = "revolut"', "m.toml:2: joint A: type 'revolut' is unknown; did you mean 'revolute'?"),
    "joint type is a list": ("[joints.A]\ntype = []", "m.toml:2: joint A: type [] is unknown"),
    "joint on one body": (PLANAR.replace('"ground"', '"crank"'), "m.toml:5: joint A: bodies = ['crank', 'crank'] lie on one body only ('crank'); a joint joins two bodies; name another body"),
    "joint on ground only": (PLANAR.replace('"crank"]', '"ground"]'), "m.toml:5: joint A: bodies = ['ground', 'ground'] lie on one body only ('ground')"),
    "joint with one body": (PLANAR.replace('"ground", ', ""), "m.toml:7: joint A: bodies has 1 names, expected 2"),
    "joint points on one body": (PLANAR + '[points]\nQ = { body = "crank" }\n[joints.B]\ntype = "revolute"\npoints = ["P", "Q"]', "m.toml:11: joint B: points = ['P', 'Q'] lie on one body only ('crank'); a joint joins two bodies; take one point of each body"),
    "joint with bodies and points": (PLANAR + 'points = ["P", "P"]', "m.toml:5: joint A: both bodies and points are given"),
    "joint with neither": ('[joints.A]\ntype = "fixed"', "m.toml:1: joint A: neither bodies nor points are given"),
    "joint without place": (PLANAR.replace("at = [0, 0]", ""), "m.toml:5: joint A: at is missing; the place of the joint is not known; add at"),
    "joint without axis": (SPATIAL.replace("axis = [0, 0, 1]", ""), "m.toml:5: joint A: axis is missing; the direction of the joint is not known; add axis"),
    "joint of space in the plane": (PLANAR.replace("revolute", "spherical"), "m.toml:6: joint A: a spherical joint is not possible in dimension 2; it exists only in space"),
    "joint of the plane in space": (SPATIAL.replace("revolute", "slot"), "m.toml:6: joint A: a slot joint is not possible in dimension 3; it exists only in the plane"),
    "zero axis": (SPATIAL.replace("[0, 0, 1]", "[0, 0, 0]"), "m.toml:9: joint A: axis = [0, 0, 0] is a zero vector; it must show a direction; give a nonzero vector"),
    "nan": (PLANAR.replace("[0, 0]", "[nan, 0]"), "m.toml:8: joint A: at: nan is not a finite number; give a finite number"),
    "infinite": ("[bodies.a]\nmass = inf", "m.toml:2: body a: mass: inf is not a finite number"),
    "too large": ("[bodies.a]\nmass = 1" + "0" * 400, "m.toml:2: body a: mass: 1000"),
    "negative mass": ("[bodies.a]\nmass = -2", "m.toml:2: body a: mass = -2 is not allowed; it must be zero or positive; correct the value"),
    "indefinite inertia": ("[bodies.a]\ninertia = [1, 1, 1, 5, 0, 0]", "m.toml:2: body a: inertia is not positive: principal moments -4, 1, 6 kg m^2; no body has a negative moment of inertia; check the signs"),
    "asymmetric inertia": ("[bodies.a]\ninertia = [[1,0,0],[1,1,0],[0,0,1]]", "m.toml:2: body a: inertia tensor is not symmetric"),
    "number of components": ("[bodies.a]\nposition = [1, 2]", "m.toml:2: body a: position: [1, 2] has 2 components, expected 3; the model has dimension 3; give a list of 3 numbers"),
    "gravity of wrong length": ("dimension = 2\ngravity = [0, 0, -9.8]", "m.toml:2: gravity: [0, 0, -9.8] has 3 components, expected 2"),
    "key of the plane in space": ("[bodies.a]\nangle = 1", "m.toml:2: body a: angle has no meaning in dimension 3"),
    "text for a vector": ('[bodies.a]\nposition = "1, 2, 3"', "m.toml:2: body a: position: '1, 2, 3' is not a vector"),
    "date": ("[bodies.a]\nmass = 2020-01-01", "m.toml:2: body a: mass: 2020-01-01 is not a number"),
    "true": ("[bodies.a]\nmass = true", "m.toml:2: body a: mass: True is not a number"),
    "expression syntax": ('[bodies.a]\nmass = "2*"', "m.toml:2: body a: mass: expression '2*': the expression ends where a number or name should follow"),
    "expression name": ('[parameters]\nlength = 1\n[bodies.a]\nmass = "2*lenght"', "m.toml:4: body a: mass: expression '2*lenght': unknown name 'lenght'; did you mean 'length'?"),
    "forbidden name in expression": ("[bodies.a]\nmass = \"__import__('os')\"", "m.toml:2: body a: mass: expression"),
    "division by zero": ('[bodies.a]\nmass = "1/0"', "m.toml:2: body a: mass: expression '1/0': 1/0 divides by zero"),
    "time in a mass": ('[bodies.a]\nmass = "t"', "m.toml:2: body a: mass: expression 't': the time 't' has no value here"),
    "parameter of itself": ('[parameters]\na = "2*a"', "m.toml:2: parameter a: refers to itself in a circle: a -> a"),
    "parameter name": ("[parameters]\npi = 3", "m.toml:2: parameter pi: 'pi' already means something in expressions"),
    "unknown body": (PLANAR.replace('body = "crank"', 'body = "crnk"'), "m.toml:4: point P: body: there is no body 'crnk'; did you mean 'crank'?"),
    "unknown point": (PLANAR + '[springs.s]\npoints = ["P", "Q"]\nstiffness = 1', "m.toml:10: spring s: points: there is no point 'Q'; known: P"),
    "point twice": ('[points.P]\nposition = [0,0,0]\nat = [0,0,0]', "m.toml:1: point P: both position and at are given; they say the same thing twice; keep one"),
    "spring on one point": ('[points.P]\n[springs.s]\npoints = ["P", "P"]\nstiffness = 1', "m.toml:2: spring s: points = ['P', 'P']; both its ends are the same point"),
    "missing value": ('[points]\nP = {}\nQ = {}\n[dampers.d]\npoints = ["P", "Q"]', "m.toml:4: damper d: damping is missing"),
    "driver without motion": (PLANAR + '[drivers.d]\njoint = "A"', "m.toml:9: driver d: no motion is given"),
    "driver of unknown motion": (PLANAR + '[drivers.d]\njoint = "A"\nangle = { polynom = [1] }', "m.toml:11: driver d: angle: unknown motion law 'polynom'; did you mean 'polynomial'?"),
    "until": ("[simulation]\nuntil = -1", "m.toml:2: simulation: until = -1 is not allowed; it must be zero or positive"),
    "every": ("[simulation]\nevery = 0", "m.toml:2: simulation: every = 0 is not allowed; it must be positive"),
    "method": ('[simulation]\nmethod = "absolut"', "m.toml:2: simulation: method = 'absolut' is unknown; did you mean 'absolute'?"),
    "integrator": ("[simulation]\nintegrator = 4", "m.toml:2: simulation: integrator = 4 is not a name"),
    "integrator name": ('[simulation]\nintegrator = "dop583"', "m.toml:2: simulation: integrator = 'dop583' is unknown; did you mean 'dop853'?"),
    "stabilisation": ('[simulation]\nuntil = 1\nstabilisation = "baumgart"', "m.toml:3: simulation: stabilisation = 'baumgart' is unknown; did you mean 'baumgarte'?"),
    "step": ("[simulation]\nstep = 0", "m.toml:2: simulation: step = 0 is not allowed; it must be positive"),
}  # fmt: skip


@pytest.mark.parametrize("case", TOML_CASES)
def test_toml(case: str, tmp_path: Path) -> None:
    text, expected = TOML_CASES[case]
    messages = toml(tmp_path, text)
    assert len(messages) == 1, messages
    assert messages[0].startswith(expected)


def test_circular_parameters(tmp_path: Path) -> None:
    messages = toml(tmp_path, '[parameters]\na = "b"\nb = "a"\n[bodies.a]\nmass = "a"')
    assert messages == [
        "m.toml:2: parameter a: refers to itself in a circle: a -> b -> a",
        "m.toml:3: parameter b: refers to itself in a circle: b -> a -> b",
    ]


def test_all_faults_come_at_once_in_order(tmp_path: Path) -> None:
    text = 'x = 1\n[parameters]\na = "q"\n[bodies.a]\nmas = 1\nmass = "2*a"\ncom = [0, 0]\n[points.P]\nbody = "b"\n'
    text += '[joints.J]\ntype = "nut"\n[drivers.d]\njoint = "J"\nangle = "t"\n[springs.s]\nstifness = 3\npoints = ["P", "O"]'
    messages = toml(tmp_path, text)
    starts = [
        "1: unknown key 'x'",
        "3: parameter a",
        "5: body a: unknown key 'mas'",
        "7: body a: com",
        "9: point P: body",
    ]
    starts += [
        "11: joint J: type",
        "16: spring s: unknown key 'stifness'",
        "17: spring s: points: there is no point 'O'",
    ]
    assert len(messages) == len(starts), messages  # a wrong parameter, joint or key is not reported where it is used
    for message, start in zip(messages, starts, strict=True):
        assert message.startswith(f"m.toml:{start}")


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("m.toml", b"name = 'a'\nx = '\xe9'", "m.toml:2: byte 0xE9 at position 16 is not UTF-8; the file has another encoding or"),
        ("m.toml", "name = 'a'".encode("utf-16"), "m.toml: the encoding is UTF-16; only UTF-8 is read; save the file as UTF-8"),
        ("m.toml", b"a\0b", "m.toml:1: this is not a TOML file; it holds the control character '\\x00'"),
        ("m.toml", b"<!DOCTYPE html><html>", "m.toml:1: this is not a TOML file; it looks like a web page or XML; check that"),
        ("m.toml", b"\x89HDF\r\n\x1a\n", "m.toml: this is not a TOML file; it looks like a result file (.nc)"),
        ("m.toml", b"ID,Mass\n1,2\n", "m.toml:1: not valid TOML: expected '=' after a key"),
        ("m.urdf", b"<robot/>", "m.urdf:1: the robot has no links; there is nothing to move; add <link name=..>"),
        ("m.json", b"{}", "m.json: this is not a model file; found a file ending in '.json'; a model is a .toml file, a folder"),
        ("m", b"", "m: this is not a model file; found a file without ending; a model is"),
        ("BODY.CSV", b"ID", "BODY.CSV: a single table is not a model; found a file ending in '.CSV'; give the folder with the tables"),
        ("m.nc", b"no result", "m.nc"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_what_it_should_be(name: str, data: bytes, expected: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(data)
    messages = said(tmp_path / name)
    assert len(messages) == 1
    assert messages[0].startswith(expected)


def test_a_path_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "slider-crank.toml").write_text("")
    message = said(tmp_path / "slidercrank.toml")[0]
    assert message.startswith(
        "slidercrank.toml: there is no such file or folder; did you mean slider-crank.toml?; a model is"
    )
    assert "did you mean slider-crank.toml" in said(tmp_path / "slider-crank")[0]
    for odd in ("nul\0byte.toml", "x" * 5000 + ".toml", "no/such/folder/m.toml"):
        assert "there is no such file" in said(tmp_path / odd)[0]


def test_folders_without_tables(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert said(tmp_path / "empty")[0].startswith(
        "empty: there are no tables in this folder; found an empty folder; expected BODY.CSV"
    )
    (tmp_path / "empty" / "m.toml").write_text("")
    assert "give the file itself: " in said(tmp_path / "empty")[0]


def test_huge_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    with open(path, "wb") as file:
        file.truncate(60_000_000)
    assert said(path) == [
        "m.toml: the file has 60 MB; models larger than 50 MB are not read; check that it is the right file"
    ]


def test_a_file_the_system_refuses_to_open_is_told_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As below, for users whom the system refuses nothing."""
    path = tmp_path / "m.toml"
    path.write_text("")

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    with monkeypatch.context() as patch:
        patch.setattr("builtins.open", refused)
        patch.setattr(Path, "read_bytes", refused)
        faults = said(path)
    assert faults[0].startswith("m.toml: the file cannot be read; Permission denied; check its name and permissions")
    with monkeypatch.context() as patch:
        patch.setattr("tempfile.mkstemp", refused)
        with pytest.raises(
            ModelError, match="cannot be written; Permission denied; choose a place where you may write"
        ):
            save(Model(), tmp_path / "other.toml")
    assert not (tmp_path / "other.toml").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="everything may be read and written here")
def test_files_that_may_not_be_read_or_written(tmp_path: Path) -> None:
    path = tmp_path / "m.toml"
    path.write_text("")
    path.chmod(0)
    assert said(path)[0].startswith("m.toml: the file cannot be read; Permission denied")
    tmp_path.chmod(0o500)
    with pytest.raises(ModelError, match="cannot be written; Permission denied; choose a place where you may write"):
        save(Model(), tmp_path / "other.toml")
    tmp_path.chmod(0o700)


def test_saving_where_it_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(
        ModelError, match=r"m\.toml: the file cannot be written; No such file or directory; make the folder"
    ):
        save(Model(), tmp_path / "no" / "m.toml")
    with pytest.raises(ModelError, match=r"models are not written as '\.json'; use NAME\.toml, or a folder"):
        save(Model(), tmp_path / "m.json")
    with pytest.raises(ModelError, match="cannot be written"):
        save(Model(), tmp_path / "no" / "folder")
    with pytest.raises(ModelError, match=r"cannot be written.*remove the odd characters"):
        save(Model("\ud800"), tmp_path / "m.toml")
    assert list(tmp_path.iterdir()) == []


def test_a_failed_write_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "m.toml"
    write_whole(path, "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(ModelError, match="No space left on device"):
        write_whole(path, "new")
    assert [p.read_text() for p in tmp_path.iterdir()] == ["old"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes in folders here")
def test_a_pipe_is_written_into_and_not_replaced_by_a_file(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(path, "text")
        assert os.read(reader, 10) == b"text"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(path.stat().st_mode)
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_a_process_killed_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text("old")
    script = (
        "import os, sys, time\n"
        "from vazba.files.atomic import write_whole\n"
        "os.fsync = lambda handle: (print('writing', flush=True), time.sleep(60))\n"
        "write_whole(sys.argv[1], 'new' * 100_000)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "writing\n"
        process.send_signal(signal.SIGKILL)
        process.wait(timeout=30)
    assert path.read_text() == "old"


# --- Python -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import vazba.model\n1/0", "m.py:2: ZeroDivisionError: division by zero; the file was run and failed; correct the line"),
        ("x = (", "m.py:1: SyntaxError"),
        ("def f():\n    raise SystemExit(3)\nf()", "m.py:2: the file ends the program; it exits with 3; remove the exit"),
        ("x = 1", "m.py: the file defines no `model`; write model = vz.Model(...)"),
        ("from vazba.model import Model\nm = Model()", "m.py: the file defines no `model`; write model = m"),
        ("model = 3", "m.py: `model` is a int; it must be a vazba.Model"),
        ("from vazba.model import Model\nmodel = Model()\nmodel.body('b', mas=1)", "m.py:3: body b: unknown key 'mas'; did you mean 'mass'?"),
        ("from vazba.model import Model\nmodel = Model()\nmodel.body('b', mass=-1)", "m.py:3: body b: mass = -1 is not allowed"),
    ],
)  # fmt: skip
def test_python(text: str, expected: str, tmp_path: Path) -> None:
    (tmp_path / "m.py").write_text(text)
    messages = said(tmp_path / "m.py")
    assert len(messages) == 1
    assert messages[0].startswith(expected)


def test_a_python_file_is_run_as_a_module_with_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "vazba_test_neighbour.py").write_text("MASS = 3")
    text = "from vazba.model import Model\nfrom vazba_test_neighbour import MASS\nmodel = Model('p')\nmodel.body('b', mass=MASS)\n"
    (tmp_path / "m.py").write_text(text + "if __name__ == '__main__':\n    raise SystemExit(1)\n")
    assert load(tmp_path / "m.py").bodies["b"].mass == 3


# --- tables -----------------------------------------------------------------------------------------------------------

BODY = "ID,Mass,Ix,Iy,Iz,x0,y0,z0\n1,30,10,10,0.01,0,0,-1\n"
POINT = "ID,IDCON,x,y,z\n10,0,0,0,0\n11,1,0,0,1\n"
JOINT = "ID,ID_FROM,ID_TO\n50,10,11\n"
CABLE = "ID,k,b,l0,ID_THROUGH\n"

TABLE_CASES = {
    "unknown body": ({"POINT": POINT + "12,7,0,0,0\n"}, "POINT.CSV:4: point point12: body: there is no body 'body7'; did you mean 'body1'?"),
    "unknown point": ({"JOINT": "ID,ID_FROM,ID_TO\n50,10,31\n"}, "JOINT.CSV:2: joint joint50: points: there is no point 'point31'; did you mean 'point11'?"),
    "unknown point of a cable": ({"CABLE": CABLE + '20,1,1,1,"10,99"\n'}, "CABLE.CSV:2: cable cable20: through: there is no point 'point99'"),
    "missing column": ({"BODY": BODY.replace("Mass,", "").replace("30,", "")}, "BODY.CSV:1: column Mass is missing; found: ID, Ix, Iy, Iz, x0, y0, z0; add it"),
    "part of a group": ({"JOINT": "ID,ID_FROM,ID_TO,ax,ay\n50,10,11,0,1\n"}, "JOINT.CSV:1: column az is missing"),
    "unknown column": ({"JOINT": "ID,ID_FROM,ID_TO,TYP\n50,10,11,\n"}, "JOINT.CSV:1: unknown column 'TYP'; did you mean 'TYPE'?"),
    "column twice": ({"JOINT": "ID,ID_FROM,ID_TO,id\n50,10,11,50\n"}, "JOINT.CSV:1: column id stands twice"),
    "empty file": ({"SPRING": ""}, "SPRING.CSV: the table is empty; write a header and a row for each element, or remove the file"),
    "blank file": ({"SPRING": "\n ;;;\n"}, "SPRING.CSV: the table is empty"),
    "header only": ({"SPRING": "ID,ID_FROM,ID_TO,k,l0\n"}, "SPRING.CSV:1: the table has a header but no rows; add a row for each element, or remove"),
    "text in a number column": ({"POINT": POINT.replace("11,1,0,0,1", "11,1,0,abc,1")}, "POINT.CSV:3: point point11: y = 'abc' is not a number; column y holds numbers; write a number"),
    "nan": ({"POINT": POINT.replace("11,1,0,0,1", "11,1,0,NaN,1")}, "POINT.CSV:3: point point11: y = 'NaN' is not a finite number"),
    "too large": ({"POINT": POINT.replace("11,1,0,0,1", "11,1,0,1e999,1")}, "POINT.CSV:3: point point11: y = '1e999' is not a finite number"),
    "empty cell": ({"POINT": POINT.replace("11,1,0,0,1", "11,1,0,,1")}, "POINT.CSV:3: point point11: the cell of column y is empty; write a number"),
    "id is text": ({"POINT": POINT + "P,1,0,0,0\n"}, "POINT.CSV:4: ID = 'P' is not an ID; IDs are whole numbers, 1, 2, 3 ...; correct the cell"),
    "id is not whole": ({"POINT": POINT + "1.5,1,0,0,0\n"}, "POINT.CSV:4: ID = '1.5' is not an ID"),
    "id is negative": ({"POINT": POINT + "-1,1,0,0,0\n"}, "POINT.CSV:4: ID = '-1' is not an ID"),
    "id of the ground": ({"BODY": BODY + "0,1,1,1,1,0,0,0\n"}, "BODY.CSV:3: ID = 0 is not free; it means the ground; number bodies from 1"),
    "id twice": ({"POINT": POINT + "10,1,0,0,0\n"}, "POINT.CSV:4: point point10: ID 10 is used twice; first in line 2; give each row its own ID"),
    "too few cells": ({"POINT": POINT + "12,1,0\n"}, "POINT.CSV:4: the row has 3 cells, the header has 5; give every column a cell"),
    "too many cells": ({"POINT": POINT + "12,1,0,5,0,5,1\n"}, "POINT.CSV:4: the row has 7 cells, the header has 5; with decimal commas put semicolons between the cells"),
    "cable without quotes": ({"CABLE": CABLE + "20,1,1,1,10,11\n"}, "CABLE.CSV:2: the row has 6 cells, the header has 5; with decimal commas put semicolons between the cells; a list of IDs stands in quotes"),
    "cable through one": ({"CABLE": CABLE + "20,1,1,1,10\n"}, "CABLE.CSV:2: cable cable20: through has 1 names, expected at least 2"),
    "cable through words": ({"CABLE": CABLE + "20,1,1,1,a;b\n"}, "CABLE.CSV:2: cable cable20: ID_THROUGH = 'a;b' is not a list of IDs; 'a' is not an ID"),
    "negative mass": ({"BODY": BODY.replace("30", "-30")}, "BODY.CSV:2: body body1: mass = -30 is not allowed"),
    "indefinite inertia": ({"BODY": BODY.replace("0.01", "-1")}, "BODY.CSV:2: body body1: inertia is not positive"),
    "zero axis": ({"JOINT": "ID,ID_FROM,ID_TO,TYPE,ax,ay,az\n50,10,11,revolute,0,0,0\n"}, "JOINT.CSV:2: joint joint50: axis = [0.0, 0.0, 0.0] is a zero vector"),
    "joint on one body": ({"JOINT": "ID,ID_FROM,ID_TO\n50,11,11\n"}, "JOINT.CSV:2: joint joint50: points = ['point11', 'point11'] lie on one body only ('body1')"),
    "joint type": ({"JOINT": "ID,ID_FROM,ID_TO,TYPE\n50,10,11,sperical\n"}, "JOINT.CSV:2: joint joint50: TYPE = 'sperical' is not possible here; there is no such joint in space; did you mean 'spherical'?"),
    "joint of the plane": ({"JOINT": "ID,ID_FROM,ID_TO,TYPE\n50,10,11,slot\n"}, "JOINT.CSV:2: joint joint50: TYPE = 'slot' is not possible here"),
    "gear": ({"JOINT": "ID,ID_FROM,ID_TO,TYPE\n50,10,11,gear\n"}, "JOINT.CSV:2: joint joint50: TYPE = 'gear' is not possible here; a table holds joints between two points; write it into model.toml"),
    "two kinds of rates": ({"BODY": "ID,Mass,Ix,Iy,Iz,x0,y0,z0,wx0,wy0,wz0,dpx0,dpy0,dpz0\n1,3,1,1,1,0,0,0,0,0,0,0,0,0\n"}, "BODY.CSV:1: both wx0.. and dpx0.. are given"),
    "simulation key": ({"SIMULATION": "untl,3\n"}, "SIMULATION.CSV:1: simulation: unknown key 'untl'; did you mean 'until'?"),
    "simulation value": ({"SIMULATION": "until,3\nevery,often\n"}, "SIMULATION.CSV:2: simulation: every = 'often' is not a number"),
    "simulation word": ({"SIMULATION": "until,3\nstabilisation,projektion\n"}, "SIMULATION.CSV:2: simulation: stabilisation = 'projektion' is unknown; did you mean 'projection'?"),
    "simulation twice": ({"SIMULATION": "until,3\nuntil,4\n"}, "SIMULATION.CSV:2: simulation: until is given twice"),
    "simulation empty": ({"SIMULATION": "\n"}, "SIMULATION.CSV: the table is empty"),
    "gravity twice": ({"SIMULATION": "g,9.8\ngz,-9.8\n"}, "SIMULATION.CSV:1: simulation: both g and gx, gy, gz are given"),
    "web page": ({"SPRING": "<html>\n"}, "SPRING.CSV:1: this is not a CSV table; it looks like a web page or XML; save the table as CSV"),
    "spreadsheet": ({"SPRING": "PK\x03\x04"}, "SPRING.CSV: this is not a CSV table; it looks like a zip archive or a spreadsheet (.xlsx, .ods); save the table as CSV"),
    "table that is none": ({"TORQUE": "ID,ID_BODY,mx,my,mz\n1,1,0,0,1\n"}, "TORQUE.CSV: this table is not read; there is no table of torques; write them into model.toml as [torques.NAME]"),
    "plural of none": ({"Drivers": "ID;angle\n1;t\n"}, "Drivers.CSV: this table is not read; there is no table of drivers"),
    "plural": ({"SPRINGS": "ID"}, "SPRINGS.CSV: this table is not read; its name is not known; rename it to SPRING.CSV"),
    "separator": ({"JOINT": "sep=|\nID|ID_FROM|ID_TO\n"}, "JOINT.CSV:1: cells are separated by '|'; separate them by commas or semicolons"),
}  # fmt: skip


@pytest.mark.parametrize("case", TABLE_CASES)
def test_tables(case: str, tmp_path: Path) -> None:
    tables, expected = TABLE_CASES[case]
    folder = tmp_path / "model"
    folder.mkdir()
    for name, text in ({"BODY": BODY, "POINT": POINT, "JOINT": JOINT} | tables).items():
        (folder / f"{name}.CSV").write_text(text, encoding="utf-8")
    messages = [message.replace(f"model{os.sep}", "") for message in said(folder)]
    assert len(messages) == 1, messages
    assert messages[0].startswith(expected)


def test_a_folder_without_bodies_or_with_a_planar_head(tmp_path: Path) -> None:
    (tmp_path / "POINT.CSV").write_text("ID,IDCON,x,y,z\n10,0,0,0,0\n")
    assert "BODY.CSV is missing; a model needs bodies; add the table" in said(tmp_path)[0]
    (tmp_path / "BODY.CSV").write_text(BODY)
    (tmp_path / "body.csv").write_text(BODY)
    if len(list(tmp_path.glob("[Bb][Oo][Dd][Yy].*"))) == 2:
        assert "the table BODY is there 2 times; as BODY.CSV, body.csv; keep one" in said(tmp_path)[0]
    (tmp_path / "body.csv").unlink()
    (tmp_path / "BODY.CSV").write_text(BODY)
    (tmp_path / "model.toml").write_text("dimension = 2")
    assert "dimension = 2 is not possible beside tables; tables describe a spatial model" in said(tmp_path)[0]
    (tmp_path / "model.toml").write_text("[bodies.body1]")
    assert "body body1: the name body1 is used twice; model.toml has it too" in said(tmp_path)[0]


def test_faults_of_several_tables_come_together(tmp_path: Path) -> None:
    tables = {"BODY": BODY.replace("30", "x"), "POINT": POINT + "12,5,0,0,0\n", "JOINT": JOINT + "51,11,77\n"}
    for name, text in tables.items():
        (tmp_path / f"{name}.CSV").write_text(text)
    messages = said(tmp_path)
    assert [m.split(os.sep)[-1].split(": ")[0] for m in messages] == ["BODY.CSV:2", "JOINT.CSV:3", "POINT.CSV:4"]
