"""A model as TOML text: what was given, as it was given, in a fixed order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from vazba.element import KINDS, Element, Scope
from vazba.errors import Fault, ModelError, Wrong
from vazba.model import Model
from vazba.motion import Motion, written_motion
from vazba.motion.table import Table

_BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\b": "\\b", "\f": "\\f"}


def write_toml(model: Model, standalone: bool = False) -> str:
    """TOML text of a model. `standalone` puts tables of motion laws and modal data into the text instead of the names of their files.

    A Python function as motion law cannot be written: `ModelError` with the driver's name.
    """
    faults: list[Fault] = []
    scope = model.scope() if standalone else None
    head: dict[str, Any] = {"name": model.name, "dimension": model.dimension, "gravity": model.gravity}
    blocks = [_block(None, head, Element(), None, faults)]
    if model.parameters:
        blocks.append(_block(("parameters",), model.parameters, Element(), None, faults))
    for heading in KINDS:
        for name, record in model.section(heading).items():
            values = ({"type": record.TYPE} if record.TYPE else {}) | record.given()
            blocks.append(_block((heading, name), values, record, scope, faults))
    if any(raw is not None for raw in model.simulation.values()):
        blocks.append(_block(("simulation",), model.simulation, Element(), None, faults))
    if model.start:
        blocks.append(_block(("start",), model.start, Element(), None, faults))
    if faults:
        raise ModelError(faults)
    return "\n".join(blocks)


def write_text(model: Model) -> str:
    """TOML text that needs no other file."""
    return write_toml(model, standalone=True)


def _block(
    heading: tuple[str, ...] | None,
    values: Mapping[str, Any],
    record: Element,
    scope: Scope | None,
    faults: list[Fault],
) -> str:
    """One heading with its keys."""
    lines = [] if heading is None else [f"[{'.'.join(_key(word) for word in heading)}]"]
    for key, raw in values.items():
        if raw is None:
            continue
        try:
            if scope is not None and key in record.schema():
                raw = record.schema()[key].alone(raw, scope)
            lines.append(f"{_key(key)} = {_value(raw, scope)}")
        except Wrong as remark:
            label = record.label if record.KIND else ".".join(heading or ())
            faults.append(Fault(label, f"{key}: {remark.what}", remark.why, remark.remedy))
    return "\n".join(lines) + "\n"


def _value(raw: Any, scope: Scope | None) -> str:
    if isinstance(raw, Motion) or callable(raw) or (scope is not None and _names_a_file(raw)):
        law = written_motion(raw)
        if scope is not None and isinstance(law, Table):
            law = law.resolve(scope)
        return _value(law.to_raw(), None)
    if hasattr(raw, "tolist"):
        raw = raw.tolist()
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, (int, float)):
        return repr(raw)
    if isinstance(raw, (str, Path)):
        return _text(str(raw))
    if isinstance(raw, (list, tuple)):
        return "[" + ", ".join(_value(item, scope) for item in raw) + "]"
    if isinstance(raw, Mapping):
        return (
            "{ " + ", ".join(f"{_key(str(key))} = {_value(item, scope)}" for key, item in raw.items()) + " }"
            if raw
            else "{}"
        )
    raise Wrong(f"a {type(raw).__name__} cannot be written to a file", remedy="use numbers, texts and lists")


def _names_a_file(raw: Any) -> bool:
    return isinstance(raw, Mapping) and set(raw) == {"table"} and isinstance(raw["table"], (str, Path))


def _key(word: str) -> str:
    return word if _BARE.fullmatch(word) else _text(word)


def _text(text: str) -> str:
    escaped = "".join(_ESCAPES.get(c, c if c >= " " and c != "\x7f" else f"\\u{ord(c):04x}") for c in text)
    return f'"{escaped}"'
