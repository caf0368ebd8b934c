"""Motion laws f(t), f'(t), f''(t): one record per file; `read_motion` makes one from what a user wrote."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any

from vazba.element import Scope, shown
from vazba.errors import Wrong, suggestion
from vazba.motion.constant import Constant
from vazba.motion.expression import Formula
from vazba.motion.function import Function
from vazba.motion.harmonic import Harmonic
from vazba.motion.motion import Lowered, Motion
from vazba.motion.polynomial import Polynomial
from vazba.motion.smooth_step import SmoothStep
from vazba.motion.table import Table
from vazba.motion.trapezoid import Trapezoid

MOTIONS: dict[str, type[Motion]] = {
    kind.key: kind for kind in (Constant, Polynomial, Harmonic, Trapezoid, SmoothStep, Table, Formula, Function)
}

_REMEDY = 'give a number, an expression in t such as "2*pi*t", or one of ' + ", ".join(
    f"{{{key} = ...}}" for key in MOTIONS if key != Function.key
)


def read_motion(raw: Any, scope: Scope, columns: bool = False, instead: str = "write a function of t") -> Motion:
    """A motion law in plain numbers, from a number, text, table of one key, function or record; raises `Wrong`. `columns`: those of results may stand in it;
    `instead`: what to do where they may not."""
    found = written_motion(raw).resolve(scope)
    if found.columns and not columns:
        raise Wrong(
            f"{shown(raw)}: {found.columns[0]} has no value here",
            "columns are known in `force`, `torque` and `tension` of forces, torques and actuators",
            instead,
        )
    return found


def written_motion(raw: Any) -> Motion:
    """The record as written, its numbers possibly still expressions; raises `Wrong`."""
    if isinstance(raw, Motion):
        return raw
    if isinstance(raw, str):
        return Formula(raw)
    if isinstance(raw, Real) and not isinstance(raw, bool):
        return Constant(float(raw))
    if isinstance(raw, Mapping):
        if len(raw) != 1:
            raise Wrong(f"{shown(dict(raw))} is not a motion law", f"it has {len(raw)} keys instead of one", _REMEDY)
        key, value = next(iter(raw.items()))
        if key not in MOTIONS:
            raise Wrong(f"unknown motion law '{key}'", remedy=suggestion(str(key), MOTIONS))
        return MOTIONS[key].from_raw(value)
    if callable(raw):
        return Function(raw)
    raise Wrong(f"{shown(raw)} is not a motion law", remedy=_REMEDY)


__all__ = [
    "MOTIONS",
    "Constant",
    "Formula",
    "Function",
    "Harmonic",
    "Lowered",
    "Motion",
    "Polynomial",
    "SmoothStep",
    "Table",
    "Trapezoid",
    "read_motion",
    "written_motion",
]
