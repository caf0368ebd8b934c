"""The system of a model, kept with it from one run to the next while nothing of the model has changed.

A sure sign: records are frozen, so that the same records in the same places are the same model, but for lists, tables and arrays in them, whose contents
are compared byte by byte. What else might change unseen (files, functions, elements of other packages) keeps nothing.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable
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
NOT_KEPT = ("beams", "controllers")  # large, or with something of their own that changes


class Kept:
    """A system, and of what it was made."""

    def __init__(self, system: System, said: Said, loose: list[Any], held: bytes) -> None:
        self.system, self.said, self.loose, self.held = system, said, loose, held

    def is_of(self, said: Said) -> bool:
        """Whether a model that says this still is the same."""
        same = said[0] == self.said[0] and all(map(is_, said[1], self.said[1]))
        return same and pickle.dumps(self.loose) == self.held


def kept_system(model: Model, t: float = 0.0) -> System:
    """As `compiled`. From the second run on the system remembers all that was found of it (`System.reused`)."""
    said, kept = _said(model), model.kept
    if isinstance(kept, Kept) and kept.is_of(said):
        object.__setattr__(kept.system, "reused", True)
        return kept.system
    loose: list[Any] = []
    sure = not any(map(model.section, NOT_KEPT)) and _sure(said[1], loose)
    held = pickle.dumps(loose) if sure else b""
    system, model.kept = compiled(model, t), None
    if sure and not model.scope().files:
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


def _sure(values: Iterable[Any], loose: list[Any]) -> bool:
    """Whether none of these values can change unseen; those that can be changed where they stand are added to `loose`."""
    for raw in values:
        kind = type(raw)
        if kind in FIXED:
            continue
        if kind is list or kind is dict:
            loose.append(raw)
            if not _sure(raw if kind is list else (*raw, *raw.values()), []):  # what stands in it is compared with it
                return False
        elif kind is np.ndarray:
            loose.append(raw)
            if raw.dtype.hasobject:
                return False
        elif isinstance(raw, (Element, Motion)):
            if (
                isinstance(raw, Function)
                or not kind.__module__.startswith("vazba.")
                or not _sure(vars(raw).values(), loose)
            ):
                return False
        elif not (_sure(raw, loose) if kind is tuple else isinstance(raw, PurePath)):
            return False
    return True
