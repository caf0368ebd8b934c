"""A failing model made smaller: elements are left out one by one while the same fault stays."""

from __future__ import annotations

import time
from collections.abc import Callable

import vazba as vz
from vazba.element import SECTIONS, NameField

ORDER = (
    "events",
    "frictions",
    "limits",
    "bushings",
    "torques",
    "forces",
    "actuators",
    "cables",
    "dampers",
    "springs",
    "drivers",
    "joints",
    "bodies",
)


def without(model: vz.Model, section: str, name: str) -> vz.Model:
    """A copy without an element, all that names it, and points nobody uses."""
    other = vz.Model(model.name, model.dimension, model.gravity, model.parameters)
    gone = {(section, name)}
    while True:  # what names something that is gone goes too
        more = {
            (s, record.name) for s in SECTIONS for record in model.section(s).values()
            if (s, record.name) not in gone and any((to, used) in gone for to, used in _named(record))
        }  # fmt: skip
        if not more:
            break
        gone |= more
    used = {pair for s in SECTIONS for r in model.section(s).values() if (s, r.name) not in gone for pair in _named(r)}
    for s in SECTIONS:
        for record in model.section(s).values():
            if (s, record.name) not in gone and (s != "points" or (s, record.name) in used):
                other.add(record)
    return other


def _named(record: object) -> list[tuple[str, str]]:
    out = []
    for key, field in record.schema().items():  # type: ignore[attr-defined]
        raw = getattr(record, key)
        if raw is not None and isinstance(field, NameField):
            out += [(to, used) for used in ([raw] if isinstance(raw, str) else raw) for to in field.to]
    return out


def shrunk(model: vz.Model, fails: Callable[[vz.Model], bool], seconds: float = 20.0) -> vz.Model:
    """The smallest model found within the time that still fails in the same way."""
    end, found = time.monotonic() + seconds, True
    while found:
        found = False
        for section in ORDER:
            for name in list(model.section(section)):
                if time.monotonic() > end:
                    return model
                if name not in model.section(section):
                    continue
                other = without(model, section, name)
                if other.bodies and fails(other):
                    model, found = other, True
    return model
