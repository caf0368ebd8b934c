"""What springs, dampers, cables, actuators, limits and events share: a path and a law.

A path goes through `points`, or is the coordinate of a `joint`. `law` says what is made of its length and rate; the tables, the energy ledger,
the located switches and the results follow from that (`laws`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from vazba.element import Element, Field, NameField, NamesField, Scope, given, shown
from vazba.errors import Wrong
from vazba.frozen import frozen
from vazba.laws.entered import EnteredLaw
from vazba.motion import Constant, Formula, Motion, Polynomial, Table, read_motion
from vazba.motion.motion import Lowered
from vazba.motion.table import spline

Law_function = Callable[..., float]


@frozen
class Law:
    """How a length and its rate become a tension: a kind of `laws` and its numbers."""

    kind: int
    stiffness: float = 0.0
    damping: float = 0.0
    free: Motion = Constant(0.0)  # free length or angle
    curve: Motion | None = None
    function: Law_function | None = None
    lower: float = 0.0
    upper: float = 0.0
    entered: EnteredLaw | None = None  # one with a file of its own
    rotor: float = 0.0  # inertia that moves along with a joint's coordinate, kg m^2 or kg


@frozen
class InX(Formula):
    """An expression in `x` instead of `t`."""

    def lower(self) -> Lowered:
        from vazba.expressions import parse

        return Lowered.from_program(parse(self.text).program(self.parameters, "x"))

    def program(self, parameters: Mapping[str, float]) -> Any:
        from vazba.expressions import ExpressionError, parse

        try:
            return parse(self.text).program(parameters, "x")
        except ExpressionError as error:
            raise Wrong(f"expression {shown(self.text)}: {error}") from error

    def resolve(self, scope: Scope) -> InX:
        from vazba.expressions import parse

        known = {**scope.parameters, **self.parameters}
        self.program(known)
        return InX(self.text, {name: float(known[name]) for name in sorted(parse(self.text).names - {"x"})})


@frozen
class TableCurve(Table):
    """A table of forces; beyond its ends it goes on straight, and the run says that it was left."""

    def lower(self) -> Lowered:
        x, y = np.array(self.times, np.float64), np.array(self.values, np.float64)
        pieces = spline(x, y)
        h, (_, c1, c2, c3) = x[-1] - x[-2], pieces[-1]
        before, after = [y[0], pieces[0, 1], 0.0, 0.0], [y[-1], c1 + h * (2.0 * c2 + 3.0 * h * c3), 0.0, 0.0]
        return Lowered.from_pieces([x[0], *x], [before, *pieces, after])


class CurveField(Field):
    """A force over `x`: a table, a polynomial, or an expression in `x`."""

    def read(self, raw: Any, scope: Scope) -> Motion:
        if isinstance(raw, str):
            return InX(raw).resolve(scope)
        if isinstance(raw, Mapping) and set(raw) == {"expression"}:
            return InX.from_raw(raw["expression"]).resolve(scope)
        motion = read_motion(raw, scope)
        if isinstance(motion, Table):
            return TableCurve(motion.times, motion.values, motion.source)
        if not isinstance(motion, (Polynomial, InX)):
            raise Wrong(
                f"{self.name} = {shown(raw)} is not a curve",
                remedy='write {table = "file.csv"}, {polynomial = [..]} or "1e3*x + 1e5*x**3"',
            )
        return motion


class FunctionField(Field):
    """A Python function of `(length, rate, t)` or `(length, rate, t, q, v)`."""

    def read(self, raw: Any, scope: Scope) -> Law_function:  # noqa: ARG002
        if not callable(raw):
            raise Wrong(
                f"{self.name} = {shown(raw)} is not a function",
                "a law of one's own is given in Python",
                "write a table or an expression",
            )
        return raw  # type: ignore[no-any-return]


class PathElement(Element):
    """Base of all elements along a path; concrete ones declare `points`, `through` or `joint` and give their law."""

    QUANTITIES: ClassVar[tuple[str, ...]] = ("length", "rate", "force")
    FORM: ClassVar[str] = ""  # what is drawn along its path

    def drawing(self) -> Mapping[str, Any]:
        """Something along its points, or about the joint it acts on."""
        through = getattr(self, "points", None) or getattr(self, "through", None)
        return (
            {"form": self.FORM, "through": tuple(through)}
            if through
            else {"form": self.FORM, "joint": getattr(self, "joint", None)}
        )

    def law_of(self, values: SimpleNamespace) -> Law:
        """What it makes of length and rate; raises `Wrong`."""
        raise NotImplementedError(type(self).__name__)

    def check_form(self) -> None:
        """It must lie along one path."""
        keys = [key for key in ("points", "through", "joint") if key in self.schema()]
        said = [key for key in keys if getattr(self, key) is not None]
        if len(said) != 1:
            what = "it lies nowhere" if not said else f"both {' and '.join(said)} are given"
            remedy = f"give one of {', '.join(keys)}" if len(keys) > 1 else f'add {keys[0]} = ".."'
            raise Wrong(what, "its path is not known", remedy)
        ends = getattr(self, "points", None)
        if isinstance(ends, (list, tuple)) and len(ends) == 2 and ends[0] == ends[1]:
            raise Wrong(f"points = {shown(ends)}", "both its ends are the same point", "name two points")
        if getattr(self, "coordinate", None) is not None and getattr(self, "joint", None) is None:
            raise Wrong("coordinate is given without a joint", remedy="add joint = .., or remove coordinate")


def ends_field() -> Any:
    return given(NamesField("its two end points", to=("points",), default=None))


def joint_field() -> Any:
    return given(NameField("joint on whose coordinate it acts, instead of points", to=("joints",), default=None))


def coordinate_field() -> Any:
    return given(
        _CoordinateField(
            "which coordinate of the joint, where it has several (`angle`, `displacement`, ..)", default=None
        )
    )


class _CoordinateField(Field):
    def read(self, raw: Any, scope: Scope) -> str:  # noqa: ARG002
        if not isinstance(raw, str):
            raise Wrong(
                f"{self.name} = {shown(raw)} is not a name", remedy='write coordinate = "angle" or "displacement"'
            )
        return raw


def one_of(record: Element, keys: tuple[str, ...], why: str) -> str:
    """The one of several keys that is given; raises `Wrong`."""
    said = [key for key in keys if getattr(record, key) is not None]
    if len(said) != 1:
        what = f"{keys[0]} is missing" if not said else f"{' and '.join(said)} are given together"
        raise Wrong(what, why, f"give one of {', '.join(keys)}" if len(keys) > 1 else f"add {keys[0]} = ..")
    return said[0]
