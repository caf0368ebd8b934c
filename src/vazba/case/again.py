"""A model evaluated again for other values of its parameters: what does not depend on them is kept.

Values of elements that name no changed parameter are not read again; where the same bodies are joined in the same way, the order of elimination and its
tables are those of the first time (`layout`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from types import SimpleNamespace
from typing import Any

from vazba.case.beam_start import compiled
from vazba.compiler import compile_again
from vazba.element import SECTIONS
from vazba.expressions import ExpressionError, parse
from vazba.model import Model
from vazba.motion.motion import Motion
from vazba.system import System


class Again:
    """`again.system({"k": 200})`: the system of a model with other parameters."""

    def __init__(self, model: Model, t: float = 0.0) -> None:
        self.model, self.t = model, t
        self.first = compiled(model, t)
        self.plain = not (model.beams or model.nodes or model.bars)
        self.users = _users(model) if self.plain else {}

    def changed(self, values: Mapping[str, float]) -> Model:
        """The model with these parameters; raises `ModelError` where there are none of these names."""
        return self.model.with_parameters(**values)

    def system(self, values: Mapping[str, float]) -> System:
        """Its system; raises `ModelError` where a value is not allowed."""
        model = self.changed(values)
        if not self.plain:
            return compiled(model, self.t)
        touched = {key for name in values for key in self.users.get(name, ())}
        kept: dict[str, dict[str, SimpleNamespace]] = {
            heading: {name: held for name, held in section.items() if (heading, name) not in touched}
            for heading, section in self.first.values.items()
        }
        return compile_again(model, kept)


def _users(model: Model) -> dict[str, set[tuple[str, str]]]:
    """Elements by the parameters they depend on, also by way of others."""
    named = {name: _names(raw) for name, raw in model.parameters.items()}
    found: dict[str, set[tuple[str, str]]] = {name: set() for name in model.parameters}
    for heading in SECTIONS:
        for record in model.section(heading).values():
            raws = [getattr(record, f.name) for f in fields(record) if "schema" in f.metadata]
            for name in _all(set().union(*(_names(raw) for raw in raws)), named):
                found.setdefault(name, set()).add((heading, record.name))
    return found


def _all(names: set[str], named: Mapping[str, set[str]]) -> set[str]:
    """Names, and those of the parameters these are made of."""
    seen: set[str] = set()
    fresh = set(names)
    while fresh:
        name = fresh.pop()
        seen.add(name)
        fresh |= named.get(name, set()) - seen
    return seen


def _names(raw: Any) -> set[str]:
    """Names in a value: those of its expressions, however deep."""
    if isinstance(raw, str):
        try:
            return set(parse(raw).names)
        except ExpressionError:
            return set()
    if isinstance(raw, Motion):
        return set().union(*(_names(getattr(raw, f.name)) for f in fields(raw)))
    if isinstance(raw, Mapping):
        return set().union(*(_names(item) for item in raw.values()))
    if isinstance(raw, (list, tuple)):
        return set().union(*(_names(item) for item in raw))
    return set()
