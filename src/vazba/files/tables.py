"""Models as CSV tables in a folder: one table for each kind of element, edited in a spreadsheet; always spatial."""

from __future__ import annotations

import re
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from vazba.bodies.space import SPACE, space_of
from vazba.element import KINDS, NOWHERE, SECTIONS, Element, NameField, Origin, shown
from vazba.errors import Fault, ModelError, Wrong, suggestion
from vazba.files.cells import Row, Sheet, number, raw_rows, sheet
from vazba.files.reading import Reading, decode, read_bytes
from vazba.files.table_kinds import TABLES, TableKind
from vazba.files.tables_writing import write_tables
from vazba.files.toml import toml_reading
from vazba.model import SIMULATION_KEYS, Model

__all__ = ["TABLES", "is_table_folder", "read_tables", "table_files", "tables_reading", "write_tables"]

_ALSO = ("SIMULATION",)


# --- the folder -----------------------------------------------------------------------------------------------------


def table_files(folder: Path) -> dict[str, list[Path]]:
    """Tables of a folder by their name in capitals (`BODY`, ..., `SIMULATION`), whatever the case of the file names."""
    found: dict[str, list[Path]] = {}
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() == ".csv" and path.stem.upper() in (*TABLES, *_ALSO) and path.is_file():
            found.setdefault(path.stem.upper(), []).append(path)
    return found


def is_table_folder(folder: Path) -> bool:
    """True when a folder holds a table of elements."""
    return any(name in TABLES for name in table_files(folder))


def read_tables(folder: str | Path) -> Model:
    """The model in a folder of tables; raises `ModelError` with all its faults."""
    return tables_reading(Path(folder)).finish()


def tables_reading(folder: Path) -> Reading:
    """A folder of tables as far as it can be read."""
    try:
        files, others = table_files(folder), sorted(folder.iterdir())
    except OSError as error:
        raise ModelError(
            Fault("", "the folder cannot be read", error.strerror or str(error), "check its permissions", str(folder))
        ) from error
    reading = _beside(folder, others)
    model, faults = reading.model, reading.faults
    model.allowed = (folder.resolve(),)
    if (
        not {"BODY", "NODE"} & set(files)
        and not model.bodies
        and not model.nodes
        and not reading.declared.get("bodies")
    ):
        faults.append(Fault("", "BODY.CSV is missing", "a model needs bodies", "add the table", str(folder)))
    plurals = {f"{heading}.csv": kind.upper() for heading, kind in KINDS.items() if kind.upper() in TABLES}
    for path in others:
        if path.suffix.lower() == ".csv" and path.stem.upper() not in (*TABLES, *_ALSO):
            close = get_close_matches(path.stem.upper(), TABLES, n=1, cutoff=0.8)
            plurals |= {path.name.lower(): close[0]} if close else {}
        if path.name.lower() in plurals:
            faults.append(
                Fault(
                    "",
                    "this table is not read",
                    "its name is not known",
                    f"rename it to {plurals[path.name.lower()]}.CSV",
                    str(path),
                )
            )
    faults += _without_table(others)
    for name, paths in files.items():
        if len(paths) > 1:
            faults.append(
                Fault(
                    "",
                    f"the table {name} is there {len(paths)} times",
                    f"as {', '.join(p.name for p in paths)}",
                    "keep one",
                    str(paths[1]),
                )
            )
        try:
            text = decode(read_bytes(paths[0]), str(paths[0]), "a CSV table", regional=True)
        except ModelError as error:
            faults.extend(error.faults)
            reading.evaluate = False
            continue
        model.source = model.source or paths[0]
        if name in TABLES:
            _read_elements(name, text, str(paths[0]), reading)
        else:
            _read_simulation(text, str(paths[0]), model, faults)
    _meet_nodes(model, faults)
    return reading


def _meet_nodes(model: Model, faults: list[Fault]) -> None:
    """Where a table names a point by a number that is a node's, the node is meant."""
    for name, record in model.nodes.items():
        if f"point{name[4:]}" in model.points:
            what = f"the number {name[4:]} is that of a point too"
            faults.append(
                record.fault(Wrong(what, "tables name nodes and points by their numbers", "give one of them another"))
            )
    for heading in ("joints", "springs", "dampers", "cables", "forces") if model.nodes else ():
        section = model.section(heading)
        for name, record in section.items():
            changes: dict[str, Any] = {}
            for key, schema in record.schema().items():
                raw = getattr(record, key)
                if not isinstance(schema, NameField) or "nodes" not in schema.to or raw is None:
                    continue
                names = [raw] if isinstance(raw, str) else list(raw)
                found = [_as_node(one, model) for one in names]
                if found != names:
                    changes[key] = found[0] if isinstance(raw, str) else found
            if changes:
                section[name] = replace(record, **changes)


def _as_node(name: str, model: Model) -> str:
    node = f"node{name[5:]}"
    return node if name.startswith("point") and name not in model.points and node in model.nodes else name


def _without_table(others: list[Path]) -> list[Fault]:
    """Tables of elements that have none: `TORQUE.CSV` with a column ID is meant as one, a curve of that name is not."""
    words = {word: heading for heading, kind in KINDS.items() for word in (kind, heading) if kind.upper() not in TABLES}
    faults = []
    for path in others:
        heading = words.get(path.stem.lower()) if path.suffix.lower() == ".csv" and path.is_file() else None
        if heading is None:
            continue
        try:
            head = next((line for line in path.read_text("utf-8-sig").splitlines() if line.strip()), "")
        except (OSError, UnicodeDecodeError):
            continue
        if re.split(r"[,;\t]", head)[0].strip(' "').upper() == "ID":
            why, remedy = f"there is no table of {heading}", f"write them into model.toml as [{heading}.NAME]"
            faults.append(Fault("", "this table is not read", why, remedy, str(path)))
    return faults


def _beside(folder: Path, others: list[Path]) -> Reading:
    """What `model.toml` beside the tables says, or an empty model."""
    path = next((p for p in others if p.name.lower() == "model.toml"), None)
    name = folder.resolve().name or "model"
    if path is None:
        return Reading(Model(name, 3))
    reading = toml_reading(path)
    if reading.model.name == path.stem:
        reading.model.name = name
    if space_of(reading.model.dimension) is not SPACE:
        what = f"dimension = {reading.model.dimension} is not possible beside tables"
        remedy = "remove it, or write the whole model as TOML"
        reading.faults.append(Fault("", what, "tables describe a spatial model", remedy, str(path)))
        reading.evaluate = False
    return reading


def _read_elements(name: str, text: str, file: str, reading: Reading) -> None:
    kind = TABLES[name]
    table = sheet(text, file, reading.faults, kind.joined)
    if table is None:
        reading.evaluate = False  # references into it would all be unknown
        return
    word = KINDS[kind.section]
    for cell in table.rejected:
        if number(cell) is not None:
            reading.declare(kind.section, f"{word}{cell}")
    complete = _check_columns(kind, table, reading.faults)
    first: dict[int, int] = {}
    for row in table.rows:
        ident = row.integer("ID") if "id" in row.cells else None
        if ident == 0 and kind.section == "bodies":
            row.fault("ID = 0 is not free", "it means the ground", "number bodies from 1")
            ident = None
        if ident is not None:
            row.element = f"{word} {word}{ident}"
            if ident in first:
                row.fault(f"ID {ident} is used twice", f"first in line {first[ident]}", "give each row its own ID")
            elif f"{word}{ident}" in reading.model.section(kind.section):
                row.fault(f"the name {word}{ident} is used twice", "model.toml has it too", "rename one of them")
            first.setdefault(ident, row.line)
            if complete:
                _add(kind, f"{word}{ident}", row, reading)
            else:
                reading.declare(kind.section, f"{word}{ident}")
        reading.faults.extend(row.faults)


def _add(kind: TableKind, name: str, row: Row, reading: Reading) -> None:
    values = {key: value for key, value in kind.values(row).items() if value is not None}
    if row.faults:
        reading.declare(kind.section, name)
        return
    record: type[Element] = SECTIONS[kind.section].types[values.pop("type", None)]
    reading.model.section(kind.section)[name] = record(name=name, origin=Origin(row.file, row.line), **values)


def _check_columns(kind: TableKind, table: Sheet, faults: list[Fault]) -> bool:
    """Report missing, unknown and contradicting columns; True when rows can be read."""
    known = {column.lower(): column for column in kind.columns}
    there = {column.lower() for column in table.columns if column}
    found = "found: " + ", ".join(table.columns)
    missing = [column for column in kind.required.split() if column.lower() not in there]
    for group in kind.optional:
        absent = [column for column in group.split() if column.lower() not in there]
        missing += absent if len(absent) < len(group.split()) else []
    spare = [column for column in table.columns if column and column.lower() not in known]
    for column in missing:
        faults.append(
            Fault(
                "",
                f"column {column} is missing",
                found,
                "add it" if not spare else "add it, or correct its name",
                table.file,
                table.line,
            )
        )
    for column in spare:
        hint = suggestion(column.lower(), known)
        hint = next(
            (hint.replace(f"'{small}'", f"'{right}'") for small, right in known.items() if f"'{small}'" in hint), hint
        )
        faults.append(
            Fault("", f"unknown column {shown(column)}", remedy=hint or "remove it", file=table.file, line=table.line)
        )
    if {"wx0", "dpx0"} <= there:
        faults.append(
            Fault(
                "",
                "both wx0.. and dpx0.. are given",
                "they say the same thing twice",
                "keep one of them",
                table.file,
                table.line,
            )
        )
    return not missing


# --- settings -------------------------------------------------------------------------------------------------------

_GRAVITY = ("g", "gx", "gy", "gz")


def _read_simulation(text: str, file: str, model: Model, faults: list[Fault]) -> None:
    """Rows `key, value`, or a header of keys and one row of values: until, every, ..., and g or gx, gy, gz."""
    rows, _ = raw_rows(text, file, faults)
    known = (*SIMULATION_KEYS, *_GRAVITY)
    if rows and [cell.lower() for cell in rows[0][2]] == ["key", "value"]:
        rows = rows[1:]
    if not rows:
        faults.append(
            Fault("", "the table is empty", remedy="write rows such as until,10 or remove the file", file=file)
        )
        return
    if len(rows[0][2]) != 2 or rows[0][2][1].lower() in known:
        if len(rows) != 2 or len(rows[1][2]) > len(rows[0][2]):
            why = "expected rows of key, value, or a header and one row"
            faults.append(
                Fault("", "the table is not understood", why, "write rows such as until,10", file, rows[0][0])
            )
            return
        rows = [(rows[1][0], 2, [key, value]) for key, value in zip(rows[0][2], rows[1][2])]
    given: dict[str, float] = {}
    lines: dict[str, int] = {}
    for line, _, cells in rows:
        key, cell = cells[0].lower(), (cells[1] if len(cells) > 1 else "")
        key = "g" if key == "gravity" else key
        row = Row({key: cell}, line, file, element="simulation", faults=faults)
        if len(cells) > 2:
            row.fault(
                f"the row has {len(cells)} cells, expected 2",
                remedy="write key,value (quotes or semicolons with decimal commas)",
            )
        elif key not in known:
            row.fault(f"unknown key '{cells[0]}'", remedy=suggestion(key, known))
        elif key in lines or key in model.simulation or (key in _GRAVITY and model.gravity is not None):
            row.fault(f"{key} is given twice", "" if key in lines else "model.toml gives it too", "keep one of them")
        elif key in ("method", "integrator", "stabilisation"):
            model.simulation[key], lines[key] = cell.lower(), line
        elif key in ("start", "root"):
            model.simulation[key], lines[key] = cell, line
        elif key in ("cuts", "independent"):
            model.simulation[key], lines[key] = re.split(r"[\s,;]+", cell.strip(" ,;")), line
        elif (value := row.number(key)) is not None:
            (given if key in _GRAVITY else model.simulation)[key] = value
            lines[key] = line
    if given:
        if "g" in given and len(given) > 1:
            faults.append(
                Fault(
                    "simulation",
                    "both g and gx, gy, gz are given",
                    remedy="keep one of them",
                    file=file,
                    line=lines["g"],
                )
            )
        model.gravity = [
            given.get("gx", 0.0),
            given.get("gy", 0.0),
            given.get("gz", -given["g"] if "g" in given else 0.0),
        ]
        model.origins["gravity"] = Origin(file, min(lines[key] for key in given))
    before = model.origins.get("simulation", NOWHERE)
    model.origins["simulation"] = before if before.file else Origin(file, None, lines)
