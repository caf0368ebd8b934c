"""Models in TOML: read with the line of every key, and written back."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from vazba.element import NOWHERE, SECTIONS, Element, Origin, Section, shown
from vazba.errors import Fault, ModelError, suggestion
from vazba.expressions.units import number_hint
from vazba.files.reading import Reading, decode, read_bytes
from vazba.files.toml_lines import lines_of, statements
from vazba.files.toml_writing import write_text, write_toml
from vazba.model import SIMULATION_KEYS, Model

__all__ = ["read_text", "read_toml", "text_reading", "toml_reading", "write_text", "write_toml"]

KEYS = ("name", "dimension", "gravity", "parameters", *SECTIONS, "simulation", "start")
MAX_DEPTH = 24  # tables and lists inside each other
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


def read_toml(path: str | Path) -> Model:
    """The model in a TOML file; raises `ModelError` with all its faults."""
    return toml_reading(Path(path)).finish()


def read_text(text: str, file_name: str = "model.toml") -> Model:
    """The model in a TOML text; `file_name` stands in messages."""
    return text_reading(text, file_name).finish()


def text_reading(text: str, file_name: str) -> Reading:
    """A TOML text as far as it can be read; raises `ModelError` where nothing can."""
    reading = _Reader(text, file_name).reading()
    reading.model.allowed = ()
    return reading


def toml_reading(path: Path) -> Reading:
    """A TOML file as far as it can be read; raises `ModelError` where nothing can."""
    file = str(path)
    reading = _Reader(decode(read_bytes(path), file, "a TOML file"), file).reading()
    reading.model.source, reading.model.allowed = path, (path.parent.resolve(),)
    return reading


class _Reader:
    """Goes through a parsed document once and notes what it does not understand."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.document = _parse(text, file)
        self.lines = lines_of(text)
        self.faults: list[Fault] = []

    def reading(self) -> Reading:
        document = self.document
        dimension, known = self._dimension(document.get("dimension", 3))
        model = Model(self._name(document), dimension)
        reading = Reading(model, self.faults, evaluate=known)
        if "gravity" in document:
            model.gravity = document["gravity"]
            model.origins["gravity"] = self._origin("gravity")
        model.parameters = dict(self._table("parameters"))
        model.simulation = self._known_keys("simulation", self._table("simulation"), SIMULATION_KEYS, ("simulation",))
        model.start = dict(self._table("start"))
        for key in ("parameters", "simulation", "start"):
            if key in document:
                model.origins[key] = self._origin(key)
        for heading, section in SECTIONS.items():
            if heading in document:
                model.origins[heading] = self._origin(heading)
            for name, raw in self._table(heading, hint=True).items():
                record = self._element(section, name, raw, reading)
                if record is None:
                    reading.declare(heading, name)
                else:
                    model.section(heading)[name] = record
        for key in document:
            if key not in KEYS:
                self._fault(
                    "",
                    f"unknown {'section' if isinstance(document[key], dict) else 'key'} '{key}'",
                    suggestion(key, KEYS),
                    (key,),
                )
        return reading

    # --- the head ---------------------------------------------------------------------------------------------------

    def _name(self, document: Mapping[str, Any]) -> str:
        name = document.get("name", Path(self.file).stem or "model")
        if not isinstance(name, str):
            self._fault("", f"name = {shown(name)} is not a text", 'write name = "..."', ("name",))
        return str(name)

    def _dimension(self, raw: Any) -> tuple[int, bool]:
        """The dimension, and whether it is known."""
        if isinstance(raw, int) and not isinstance(raw, bool) and raw in (2, 3):
            return raw, True
        what = f"dimension = {shown(raw)} is not possible"
        self.faults.append(
            Fault(
                "",
                what,
                "a model is planar (2) or spatial (3)",
                "write dimension = 2 or 3",
                self.file,
                self._line(("dimension",)),
            )
        )
        return 3, False

    # --- elements ---------------------------------------------------------------------------------------------------

    def _element(self, section: Section, name: str, raw: Any, reading: Reading) -> Element | None:
        path = (section.heading, name)
        label = f"{section.kind} {name}"
        if not isinstance(raw, dict):
            self._fault(
                label,
                f"{shown(raw)} is not a table of keys",
                f"write [{section.heading}.{name}] and its keys below",
                path,
            )
            return None
        values = dict(raw)
        type_ = values.pop("type", None) if section.typed else None
        if (section.typed and not isinstance(type_, str)) or type_ not in section.types:
            self._type_fault(section, label, type_, path)
            return None
        record = section.types[type_]
        known = self._known_keys(label, values, (*record.schema(), *record.ALIASES), path)
        if len(known) < len(values):
            reading.spoiled.add(path)
        origin = self._origin(*path)
        for alias, key in record.ALIASES.items():
            if alias in known and key in known:
                self._fault(label, f"both {alias} and {key} are given", f"remove {alias}", (*path, alias))
            if alias in known:
                known.setdefault(key, known.pop(alias))
                origin = replace(origin, keys={**origin.keys, key: origin.keys.get(alias, 0)})
        return record(name=name, origin=origin, **known)

    def _type_fault(self, section: Section, label: str, type_: Any, path: tuple[str, ...]) -> None:
        types = [str(t) for t in section.types]
        if type_ is None:
            self._fault(label, "type is missing", f'add type = "..." with one of {", ".join(types)}', path)
        else:
            self._fault(label, f"type {shown(type_)} is unknown", suggestion(str(type_), types), (*path, "type"))

    def _known_keys(
        self, label: str, values: Mapping[str, Any], known: Iterable[str], path: tuple[str, ...]
    ) -> dict[str, Any]:
        known = list(known)
        for key in values:
            if key not in known:
                self._fault(label, f"unknown key '{key}'", suggestion(key, known), (*path, key))
        return {key: raw for key, raw in values.items() if key in known}

    def _table(self, key: str, hint: bool = False) -> Mapping[str, Any]:
        raw = self.document.get(key, {})
        if isinstance(raw, dict):
            return raw
        form = f"[{key}.NAME]" if hint else f"[{key}]"
        self._fault(
            "",
            f"'{key}' is not a table of {'elements' if hint else 'keys'}",
            f"write {form} and its keys below",
            (key,),
        )
        return {}

    # --- places -----------------------------------------------------------------------------------------------------

    def _line(self, path: tuple[str, ...]) -> int | None:
        return next((self.lines[path[:k]] for k in range(len(path), 0, -1) if path[:k] in self.lines), None)

    def _origin(self, *path: str) -> Origin:
        inner = self.document
        for key in path:
            inner = inner[key]
        keys = (
            {key: self.lines[(*path, key)] for key in inner if (*path, key) in self.lines}
            if isinstance(inner, dict)
            else {}
        )
        return Origin(self.file, self._line(path), keys) if self.file else NOWHERE

    def _fault(self, element: str, what: str, remedy: str, path: tuple[str, ...]) -> None:
        self.faults.append(Fault(element, what, remedy=remedy, file=self.file, line=self._line(path)))


# --- syntax ---------------------------------------------------------------------------------------------------------


def _parse(text: str, file: str) -> dict[str, Any]:
    """The document; a fault of syntax hides all others."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ModelError(_syntax_fault(text, str(error), file)) from error
    except RecursionError as error:
        raise ModelError(_too_deep(file)) from error
    except ValueError as error:  # integers of thousands of digits
        raise ModelError(_endless_number(text, file)) from error
    level: list[Any] = [document]
    for _ in range(MAX_DEPTH):
        level = [
            item
            for raw in level
            if isinstance(raw, (dict, list))
            for item in (raw.values() if isinstance(raw, dict) else raw)
        ]
        if not level:
            return document
    raise ModelError(_too_deep(file))


def _endless_number(text: str, file: str) -> Fault:
    longest = max(re.finditer(r"\d[\d_]*", text), key=lambda found: len(found[0]))
    line = text.count("\n", 0, longest.start()) + 1
    what = f"a number with {len(longest[0])} digits cannot be read"
    return Fault("", what, "numbers hold 16 digits", "write it with an exponent, as in 1.5e10", file, line)


def _too_deep(file: str) -> Fault:
    return Fault(
        "", f"tables and lists are nested more than {MAX_DEPTH} deep", "no model needs that", "check the brackets", file
    )


def _syntax_fault(text: str, message: str, file: str) -> Fault:
    place = _PLACE.search(message)
    what = _PLACE.sub("", message)
    line = int(place[1]) if place and place[1] else max(1, len(text.splitlines()))
    column = f", column {place[2]}" if place and place[2] else ""
    if "twice" in what or "overwrite" in what or "mutate" in what or "extend" in what:
        return _twice(text, what, file, line)
    remedy = "check the brackets and quotes" if "nclosed" in what or "terminated" in what else ""
    if what.startswith(("Invalid value", "Expected newline", "Unclosed array", "Unclosed inline")):
        remedy = 'texts and expressions stand in quotes ("60*deg"), lists in [ ]'
    lines = text.splitlines()
    written = lines[line - 1].partition("=")[2].partition("#")[0] if line <= len(lines) else ""
    remedy = number_hint(written) or remedy
    return Fault("", f"not valid TOML: {what[:1].lower()}{what[1:]}{column}", remedy=remedy, file=file, line=line)


def _twice(text: str, what: str, file: str, line: int) -> Fault:
    """A key or heading that stands twice, with the place of the first."""
    seen: dict[tuple[str, ...], int] = {}
    for path, at in statements(text):
        if at > line:
            break
        if at == line and path in seen:
            word = ".".join(path)
            element = f"{SECTIONS[path[0]].kind} {path[1]}" if path[0] in SECTIONS and len(path) > 1 else ""
            kind = "the name is used" if element and len(path) == 2 else f"'{word}' is given"
            return Fault(
                element, f"{kind} twice", f"first in line {seen[path]}", "rename or remove one of them", file, line
            )
        seen.setdefault(path, at)
    return Fault(
        "",
        f"not valid TOML: {what[:1].lower()}{what[1:]}",
        remedy="a key or section stands twice; remove one",
        file=file,
        line=line,
    )
