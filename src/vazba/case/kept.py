"""The system of a model, kept with it from one run to the next while nothing of the model has changed.

A sure sign: records are frozen, so that the same records in the same places are the same model, but for lists, tables and arrays in them, whose contents
are compared byte by byte. What else might change unseen (files, functions, elements of other packages) keeps nothing.
"""

from __future__ import annotations

import pickle
from dataclasses import fields
from operator import is_
from pathlib import PurePath
from typing import Any

import numpy as np

from vazba.case.beam_start import compiled
from vazba.element import SECTIONS, Element, Origin
from vazba.model import Model
from vazba.motion import Function, Motion
from vazba.system import System

FIXED = frozenset({float, int, str, bool, bytes, type(None), np.float64, np.int64, Origin})
Said = tuple[list[int], list[Any]]  # sizes of the tables of a model, and what stands in them
NOT_KEPT = ("beams", "nodes", "bars", "controllers")  # large, or with something of their own that changes


class Kept:
    """A system, and of what it was made."""

    def __init__(self, system: System, said: Said, loose: list[Any], held: bytes) -> None:
        self.system, self.said, self.loose, self.held = system, said, loose, held

    def is_of(self, said: Said) -> bool:
        """Whether a model that says this still is the same."""
        same = said[0] == self.said[0] and all(map(is_, said[1], self.said[1]))
        return same and pickle.dumps(self.loose) == self.held


def kept_system(model: Model, t: float = 0.0) -> System:
    """As `compiled`; what the system remembers of earlier runs (`System.memory`) is there again."""
    said, kept = _said(model), model.kept
    if isinstance(kept, Kept) and kept.is_of(said):
        return kept.system
    loose: list[Any] = []
    sure = not any(map(model.section, NOT_KEPT)) and all(_sure(one, loose) for one in said[1])
    held = pickle.dumps(loose) if sure else b""
    system, model.kept = compiled(model, t), None
    if sure and not model.scope().files:
        object.__setattr__(system, "memory", {})
        model.kept = Kept(system, said, loose, held)
    return system


def _said(model: Model) -> Said:
    """All that a system depends on."""
    tables = (model.parameters, model.simulation, model.free_lengths, *map(model.section, SECTIONS))
    said = [model.dimension, model.gravity, model.source, model.allowed, model.lowered]
    for table in tables:
        said += table
        said += table.values()
    return list(map(len, tables)), said


def _sure(raw: Any, loose: list[Any]) -> bool:
    """Whether a value cannot change unseen; what can be changed where it stands is added to `loose`."""
    kind = type(raw)
    if kind in FIXED:
        return True
    if kind is tuple:
        return all(_sure(one, loose) for one in raw)
    if isinstance(raw, (Element, Motion)):
        if isinstance(raw, Function) or not kind.__module__.startswith("vazba."):
            return False
        return all(_sure(getattr(raw, one.name), loose) for one in fields(raw))
    if kind is list or kind is dict:
        loose.append(raw)
        inner: list[Any] = []
        return all(_sure(one, inner) for one in (raw if kind is list else (*raw, *raw.values())))
    if kind is np.ndarray:
        loose.append(raw)
        return not raw.dtype.hasobject
    return isinstance(raw, PurePath)
