"""Signatures of the methods of `Model`, with the keywords of their elements: what `help()` and the completion of notebooks go by.

For editors and type checkers the same stands in `keywords.py` and `joint_keywords.py`, which `tools/keywords.py` writes.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from vazba.element import (
    KINDS,
    SECTIONS,
    ChoiceField,
    Element,
    Field,
    FlagField,
    NameField,
    NamesField,
    NumberField,
    VectorField,
)

METHODS = {"drive" if heading == "drivers" else kind: heading for heading, kind in KINDS.items() if heading != "joints"}


def kind_of(field: Field) -> str:
    """The type of a key's values; None where it may be left out."""
    if type(field) is NamesField:
        kind = "Sequence[Named]"
    elif type(field) is NameField:
        kind = "Named"
    elif isinstance(field, ChoiceField):
        kind = f"Literal[{', '.join(repr(word) for word in field.choices)}]".replace("'", '"')
    elif isinstance(field, FlagField):
        kind = "bool"
    elif isinstance(field, NumberField):
        kind = "Number"
    elif type(field) is VectorField:
        kind = "Vector"
    else:
        return "Any"
    return kind if field.required else f"{kind} | None"


def told(model: type[Any]) -> None:
    """Give the methods of `Model` signatures with the keywords of their elements."""
    for word, section in METHODS.items():
        if section in SECTIONS and not SECTIONS[section].typed:
            _tell(getattr(model, word, None), SECTIONS[section].types[None])
    for word, record in SECTIONS["joints"].types.items():
        _tell(getattr(model, str(word), None), record)


def _tell(method: Callable[..., Any] | None, record: type[Element]) -> None:
    if method is None:
        return
    plain = inspect.signature(method)
    before = [p for p in plain.parameters.values() if p.kind is not inspect.Parameter.VAR_KEYWORD]
    named = {p.name for p in before}
    keyed = [
        inspect.Parameter(
            key,
            inspect.Parameter.KEYWORD_ONLY,
            default=None if field.required else field.default,
            annotation=kind_of(field),
        )
        for key, field in record.schema().items()
        if key not in named
    ]
    method.__signature__ = plain.replace(parameters=[*before, *keyed])  # type: ignore[attr-defined]
