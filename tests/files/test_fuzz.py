"""Whatever a file holds, reading it ends in a model or in a `ModelError`."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vazba.errors import ModelError
from vazba.files import load
from vazba.files.toml import read_text, write_toml
from vazba.files.toml_lines import lines_of
from vazba.model import Model
from vazba.scope import LARGEST

EXAMPLES = Path(__file__).parents[2] / "examples"
FAST = settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

TOML = """\
name = "m"
dimension = 3
gravity = [0, 0, "-g"]
[parameters]
g = 9.8
[bodies.a]
position = [0, 0, 1]
orientation = { cardan = [0, "90*deg", 0] }
inertia = [1, 1, 2, 0, 0, 0]
mass = 3
[bodies.b]
orientation = { quaternion = [1, 0, 0, 0] }
[points]
P = { body = "a", position = [0, 0, -1] }
Q = { body = "b", at = [0, 1, 0] }
[joints.A]
type = "revolute"
bodies = ["ground", "a"]
at = [0, 0, 0]
axis = [0, 0, 1]
[joints.B]
type = "universal"
points = ["P", "Q"]
axes = [[1, 0, 0], [0, 1, 0]]
[drivers.d]
joint = "A"
angle = { trapezoid = { speed = 1, times = [0, 1, 2, 3] } }
[cables.c]
through = ["P", "Q"]
stiffness = 1
free_length = 1
[forces.f]
point = "P"
force = ["sin(t)", 0, 0]
[simulation]
until = 1
"""
PLATFORM = [path for path in sorted((EXAMPLES / "platform-tables").iterdir()) if path.suffix in (".CSV", ".toml")]
TABLES = {path.name: path.read_bytes() for path in PLATFORM}


def read(text: str) -> None:
    """A model, which can then be written and read again, or a ModelError that says something."""
    try:
        model = read_text(text)
    except ModelError as error:
        says_something(error)
    else:
        again = read_text(write_toml(model))
        assert again.bodies == model.bodies
        assert again.drivers == model.drivers


def says_something(error: ModelError) -> None:
    assert error.faults
    assert all(fault.what for fault in error.faults)


def read_folder(files: dict[str, bytes]) -> None:
    with tempfile.TemporaryDirectory() as name:
        for file, data in files.items():
            (Path(name) / file).write_bytes(data)
        try:
            load(name)
        except ModelError as error:
            says_something(error)


@st.composite
def mutated(draw: st.DrawFn, text: bytes) -> bytes:
    """A valid text with a few pieces removed, doubled, replaced or swapped."""
    data = bytearray(text)
    for _ in range(draw(st.integers(1, 4))):
        i = draw(st.integers(0, len(data)))
        j = min(len(data), i + draw(st.integers(0, 12)))
        action = draw(st.integers(0, 3))
        if action == 0:
            del data[i:j]
        elif action == 1:
            data[i:j] = data[i:j] * 2
        elif action == 2:
            pieces = [
                b"nan",
                b"1e308",
                b"-1",
                b"[",
                b"]",
                b'"',
                b"'",
                b"{}",
                b"=",
                b"\n",
                b",",
                b";",
                b"\xff",
                b"\0",
                b"9" * 400,
                b"a.b",
            ]
            data[i:j] = draw(st.sampled_from(pieces))
        else:
            data[i:j] = draw(st.binary(max_size=6))
    return bytes(data)


scalars = st.one_of(
    st.integers(),
    st.floats(),
    st.booleans(),
    st.text(max_size=6),
    st.sampled_from(["a", "ground", "P", "t", "1/0", "g*2", "**"]),
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)


def toml_value(raw: object) -> str:
    """Any value in TOML."""
    if isinstance(raw, bool):
        return str(raw).lower()
    if isinstance(raw, str):
        return '"' + "".join(f"\\U{ord(c):08x}" for c in raw if not 0xD800 <= ord(c) < 0xE000) + '"'
    if isinstance(raw, list):
        return "[" + ", ".join(toml_value(item) for item in raw) + "]"
    if isinstance(raw, dict):
        return "{" + ", ".join(f"{toml_value(k)} = {toml_value(v)}" for k, v in raw.items()) + "}"
    return repr(raw)


@FAST
@given(st.text(max_size=200))
def test_any_text_as_toml(text: str) -> None:
    lines_of(text)
    read(text)


@FAST
@given(st.binary(max_size=200))
def test_any_bytes_as_toml(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "m.toml"
        path.write_bytes(data)
        try:
            load(path)
        except ModelError as error:
            says_something(error)


@FAST
@given(mutated(TOML.encode()))
def test_spoiled_toml(data: bytes) -> None:
    read(data.decode("utf-8", errors="replace"))


LINES = [k for k, line in enumerate(TOML.splitlines()) if "=" in line]


@FAST
@given(st.sampled_from(LINES), values)
def test_any_value_for_any_key(line: int, raw: object) -> None:
    lines = TOML.splitlines()
    lines[line] = f"{lines[line].split(' = ')[0]} = {toml_value(raw)}"
    read("\n".join(lines))


@FAST
@given(st.sampled_from(sorted(TABLES)), st.data())
def test_spoiled_tables(file: str, data: st.DataObject) -> None:
    read_folder(TABLES | {file: data.draw(mutated(TABLES[file]))})


@FAST
@given(
    st.sampled_from(sorted(TABLES)),
    st.one_of(st.binary(max_size=100), st.text(alphabet='ID,;x1."\n -', max_size=60).map(str.encode)),
)
def test_any_bytes_as_a_table(file: str, data: bytes) -> None:
    read_folder(TABLES | {file: data})


@FAST
@given(
    st.text(max_size=30),
    st.text(min_size=1, max_size=12),
    st.floats(min_value=-LARGEST, max_value=LARGEST),  # beyond them values are refused
    st.integers(),
)
def test_names_and_numbers_survive_the_round_trip(title: str, name: str, x: float, k: int) -> None:
    model = Model(title)
    try:
        model.body(name, position=(x, k % 10**15, 0))
        text = write_toml(model)
        text.encode()
    except (ModelError, UnicodeEncodeError):
        return
    again = read_text(text)
    assert again.name == title
    assert again.bodies == model.bodies


@pytest.mark.parametrize("value", ["1e308", "-1e308", "1e-320"])
def test_extreme_numbers_end_in_a_model_or_an_error(value: str) -> None:
    for line in LINES:
        text = TOML.splitlines()
        for part in ("0", "1", "2", "3", "9.8"):
            read("\n".join([*text[:line], text[line].replace(part, value), *text[line + 1 :]]))
