"""Reference tables in Markdown, made from the registry of elements, the motion laws, the tables and the command line."""

from __future__ import annotations

import enum
import inspect
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args, get_type_hints

import numpy as np

import vazba.model  # noqa: F401  (registers all elements)
from vazba.drivers import driver as driver_module
from vazba.element import SECTIONS, Element, Field
from vazba.expressions.grammar import CONSTANTS, FUNCTIONS, MAX_LENGTH, MAX_NESTING
from vazba.faults import SIMULATION
from vazba.files.table_kinds import TABLES
from vazba.joints.joint import Freedom, PairJoint
from vazba.motion import MOTIONS, Constant, Formula, Function
from vazba.result.quantities import CONSTRAINT_UNITS, QUANTITIES, UNITS

PLACES = {(2, 3): "", (2,): "plane only", (3,): "space only"}
WORDS = {2: "plane", 3: "space"}


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table."""
    lines = [headings, ["---"] * len(headings), *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def code(text: object) -> str:
    return f"`{text}`"


def doc(thing: Any) -> str:
    """A docstring as Markdown: it is written with backticks and paragraphs."""
    return inspect.getdoc(thing) or ""


# --- elements ---------------------------------------------------------------------------------------------------------


def fields(schema: Mapping[str, Field]) -> str:
    """Name, unit, default and meaning of each key."""
    rows = [
        (code(name), field.unit or "", default(field), _meaning(field))
        for name, field in schema.items()
    ]  # fmt: skip
    return table(("key", "unit", "default", "meaning"), rows)


def default(field: Field) -> str:
    """The default as it would be written, in words where there is none."""
    if field.required:
        return "**needed**"
    if field.default is None:
        return ""
    return code(str(field.default).lower() if isinstance(field.default, bool) else f"{field.default!r}".strip("'"))


def _meaning(field: Field) -> str:
    place = PLACES.get(tuple(field.dims), "")
    return field.doc + (f" ({place})" if place else "")


def keys(heading: str) -> str:
    """What an element is, and its keys: of a section with one kind of record."""
    (record,) = SECTIONS[heading].types.values()
    return f"{doc(record)}\n\n{fields(record.schema())}"


def typed(heading: str) -> str:
    """The same of a section with several types, one after another."""
    parts = [
        f"#### `{name}`\n\n{doc(record)}\n\n{fields(record.schema())}"
        for name, record in SECTIONS[heading].types.items()
    ]
    return "\n\n".join(parts)


def joint_keys() -> str:
    """The keys that all joints between two bodies share."""
    return fields(PairJoint.schema())


def joints() -> str:
    """A section for each joint."""
    known = SECTIONS["joints"].types.items()
    order = sorted(known, key=lambda item: (not issubclass(item[1], PairJoint), str(item[0])))
    return "\n\n".join(joint(str(name), record) for name, record in order)


def joint(name: str, record: type[Element]) -> str:
    """What a joint does, its equations, what it leaves free, its coordinates and its own keys."""
    parts = [f"#### `{name}`", doc(record)]
    if issubclass(record, PairJoint):
        rows = []
        for dimension in record.DIMS:
            equations = sum(not row.continues for row in record.ROWS[dimension])
            free = ", ".join(freedom(f) for f in record.FREE[dimension]) or "nothing"
            named = [f"{code(c.name)} [{c.unit}]" for c in record.COORDINATES[dimension]]
            needs = _direction(name, dimension) if dimension in record.NEEDS_AXIS else ""
            rows.append((WORDS[dimension], str(equations), free, ", ".join(named) or "none", needs))
        parts.append(table(("in", "equations", "leaves free", "coordinates", "needs"), rows))
        own = {key: field for key, field in record.schema().items() if key not in PairJoint.schema()}
    else:
        parts.append("One equation, in the plane and in space; no bodies and no coordinates of its own.")
        own = dict(record.schema())
    if own:
        parts.append(fields(own))
    return "\n\n".join(parts)


def _direction(name: str, dimension: int) -> str:
    return "`axes`" if name == "universal" else "`axis`" if dimension == 2 else "`axis` or `axes`"


def freedom(free: Freedom) -> str:
    """A freedom in words."""
    if free.axis in "12":
        return f"slide across the rod ({free.axis})"
    word = "turn about" if free.turns else "slide along"
    return f"{word} {free.axis} of {free.of}"


def drivers() -> str:
    """The table of what can be driven, and the keys."""
    lines = [line for line in doc(driver_module).splitlines() if line.startswith("|") and not line.startswith("|--")]
    cells = [[cell.strip() for cell in _cells(line)] for line in lines]
    return f"{table(cells[0], cells[1:])}\n\n{fields(SECTIONS['drivers'].types[None].schema())}"


def _cells(line: str) -> list[str]:
    """Cells of a row; a bar inside backticks belongs to its cell."""
    cells, quoted = [""], False
    for sign in line.strip().strip("|"):
        quoted ^= sign == "`"
        if sign == "|" and not quoted:
            cells.append("")
        else:
            cells[-1] += sign
    return cells


# --- numbers and motion laws ------------------------------------------------------------------------------------------


def motions() -> str:
    """Every motion law: how it is written in a file, its class in Python, and its docstring."""
    rows = [(form(kind), code(f"vz.{kind.__name__}"), _first(doc(kind))) for kind in MOTIONS.values()]
    return table(("in a file", "in Python", "meaning"), rows)


def form(kind: Any) -> str:
    """How a law is written, from what a random one of its kind writes."""
    if kind is Formula:
        return '`"t**2 + pi/2"`, `{expression = ".."}`'
    if kind is Constant:
        return "`0.3`, `{constant = ..}`"
    if kind is Function:
        return "(not in files)"
    made = f"{{{kind.key} = {_blank(kind.example(np.random.default_rng(1)).to_raw()[kind.key])}}}"
    return code(made) + (', `{table = "file.csv"}`' if kind.key == "table" else "")


def _blank(raw: Any) -> str:
    if isinstance(raw, Mapping):
        return "{" + ", ".join(f"{key} = {_blank(value)}" for key, value in raw.items()) + "}"
    return "[..]" if isinstance(raw, (list, tuple)) else ".."


def _first(text: str) -> str:
    """All of a docstring on one line."""
    return " ".join(text.split())


def functions() -> str:
    """Functions, constants and limits of expressions."""
    groups: dict[str, list[str]] = {}
    for name, (_, count) in FUNCTIONS.items():
        groups.setdefault({-1: "two or more values", 1: "one value"}.get(count, f"{count} values"), []).append(name)
    rows = [(count, ", ".join(code(name) for name in names)) for count, names in groups.items()]
    rows.append(("constants", ", ".join(f"`{name}` = {value:.9g}" for name, value in CONSTANTS.items())))
    limits = f"An expression has at most {MAX_LENGTH} characters, with brackets, signs and powers at most {MAX_NESTING} deep."
    return f"{table(('takes', 'functions'), rows)}\n\n{limits}"


# --- files, results, command line -------------------------------------------------------------------------------------


def tables() -> str:
    """The CSV tables and their columns."""
    rows = []
    for name, kind in TABLES.items():
        optional = "; ".join(" ".join(code(column) for column in group.split()) for group in kind.optional)
        if kind.ignored:
            optional += f"{'; ' if optional else ''}{code(kind.ignored)} (ignored)"
        rows.append((code(f"{name}.CSV"), " ".join(code(column) for column in kind.required.split()), optional))
    return table(("table", "columns", "optional columns, each group all or none"), rows)


def simulation() -> str:
    """Keys of `[simulation]`."""
    return table(("key", "unit", "meaning"), [(code(k), field.unit, field.doc) for k, field in SIMULATION.items()])


def quantities() -> str:
    """What a result can hold of each kind of element, with units."""
    rows = []
    for kind, names in QUANTITIES.items():
        units: dict[str, list[str]] = {}
        for name in names:
            unit = CONSTRAINT_UNITS[name] if kind == "constraint" else UNITS.get(name, "")
            units.setdefault(
                unit or ("rad or m" if name.startswith("value") else "N m or N" if name.startswith("effort") else "1"),
                [],
            ).append(name)
        rows.append((kind, "; ".join(f"{' '.join(code(n) for n in named)} [{unit}]" for unit, named in units.items())))
    return table(("kind", "quantities"), rows)


def commands() -> str:
    """A section for each command with its arguments and options, as `--help` tells them."""
    from vazba.cli.app import app

    parts = []
    for command in app.registered_commands:
        function: Any = command.callback
        hints = get_type_hints(function, include_extras=True)
        rows = [_option(name, hints[name]) for name in inspect.signature(function).parameters]
        parts += [f"### `vazba {command.name or function.__name__}`", doc(function)]
        parts += [table(("argument or option", "meaning"), rows)] if rows else []
    return "\n\n".join(parts)


def _option(name: str, hint: Any) -> tuple[str, str]:
    """How an argument or option is written, and what it means."""
    (info,) = get_args(hint)[1:]
    if "Argument" in type(info).__name__:
        return code((info.metavar or name.upper()).strip("[]")), info.help or ""
    kind = get_args(hint)[0]
    choices = "|".join(kind) if isinstance(kind, enum.EnumMeta) else ""
    value = "" if kind is bool else f" {info.metavar or choices or 'VALUE'}"
    first = [info.default] if isinstance(info.default, str) else []  # `typer.Option("--set")` takes it as its default
    words = [*first, *(info.param_decls or ())] or [f"--{name.replace('_', '-')}"]
    return ", ".join(code(word + value) for word in words), info.help or ""
