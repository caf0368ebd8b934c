"""In what a value as written becomes numbers: parameters, dimension, and the files a model may name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from pathlib import Path

from vazba.errors import Wrong
from vazba.expressions import ExpressionError, parse
from vazba.frozen import frozen

Number = float | int | str  # a number or an expression over the parameters
Vector = Sequence[Number]


@frozen
class Scope:
    """What a raw value may refer to: parameter values, the model's dimension, and the folder of its file."""

    parameters: Mapping[str, float] = field(default_factory=dict)
    dimension: int = 3
    folder: Path | None = None
    allowed: tuple[Path, ...] | None = None  # folders and files (resolved) that a model may name; None: any
    files: set[str] = field(default_factory=set, compare=False)  # that were asked for

    def file(self, key: str, name: str) -> Path:
        """Where a file stands that a model names; raises `Wrong` where the model may not read it, whether it is there or not."""
        self.files.add(name)
        try:
            path = Path(name) if self.folder is None else self.folder / name
            real = path if self.allowed is None else path.resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise Wrong(f"{key} = {shown(name)} is no path", str(error), "give the name of a file") from error
        if self.allowed is None or any(real.is_relative_to(place) for place in self.allowed):
            return path
        why = "a model file reads nothing outside its own folder, links followed"
        remedy = (
            f"put it into that folder, or allow it: --allow-path {real.parent} (in Python vz.load(path, allow=[..]))"
        )
        raise Wrong(f"{key} = {shown(name)} leads to {real}", why, remedy)

    def number(self, raw: object) -> float:
        """A finite number from a number or an expression text."""
        if type(raw) is float and math.isfinite(raw):
            return raw
        if isinstance(raw, bool) or raw is None or not isinstance(raw, (int, float, str)):
            if hasattr(raw, "__float__") and not isinstance(raw, (bool, str)):
                raw = float(raw)
            else:
                raise Wrong(f"{shown(raw)} is not a number", remedy='give a number or an expression such as "2*a"')
        if isinstance(raw, str):
            try:
                return parse(raw).value(self.parameters)
            except ExpressionError as error:
                raise Wrong(f"expression {shown(raw)}: {error}") from error
        try:
            value = float(raw)
        except OverflowError:
            value = math.inf
        if not math.isfinite(value):
            raise Wrong(f"{shown(raw)} is not a finite number", remedy="give a finite number")
        return value

    def vector(self, raw: object, length: int) -> tuple[float, ...]:
        """A vector of `length` finite numbers."""
        plain = isinstance(raw, (list, tuple))  # asked first: what else is a sequence takes longer to find out
        if isinstance(raw, str) or not (plain or isinstance(raw, (Sequence, Mapping)) or hasattr(raw, "__len__")):
            raise Wrong(f"{shown(raw)} is not a vector", remedy=f"give a list of {length} numbers")
        values = list(raw)  # type: ignore[call-overload]
        if len(values) != length or (not plain and isinstance(raw, Mapping)):
            raise Wrong(
                f"{shown(raw)} has {len(values)} components, expected {length}",
                why=f"the model has dimension {self.dimension}",
                remedy=f"give a list of {length} numbers",
            )
        return tuple([self.number(value) for value in values])


def shown(raw: object, limit: int = 60) -> str:
    """A value as it may stand in a message: short, on one line."""
    try:
        text = repr(raw) if isinstance(raw, str) else str(raw)
    except ValueError:  # a whole number of thousands of digits
        text = "a number of thousands of digits"
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."


LARGEST = 1e100  # squares and products of three of these still are numbers


def bounded(name: str, value: float, largest: float = LARGEST) -> float:
    """A value that can be computed with."""
    if abs(value) > largest:
        why = f"nothing in a mechanism is above {LARGEST:g}, and numbers end at 1.8e308"
        raise Wrong(f"{name} = {value:g} is too large", why, "correct the exponent")
    return value
