"""A controller that is a Python function: it reads columns and writes inputs, both by name."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from typing import Any

from vazba.controllers.controller import Controller, every_field
from vazba.element import Field, Number, Scope, element, given, shown
from vazba.errors import Wrong
from vazba.paths.path import FunctionField

TIME = ("t", "time")  # a first parameter of this name is the time


class WordsField(Field):
    """A list of names, or one name."""

    def read(self, raw: Any, scope: Scope) -> tuple[str, ...]:  # noqa: ARG002
        names = [raw] if isinstance(raw, str) else raw
        if isinstance(names, Mapping) or not hasattr(names, "__len__") or not len(names):
            raise Wrong(
                f"{self.name} = {shown(raw)} is not a list of names", remedy=f'write {self.name} = ["..", ".."]'
            )
        wrong = [name for name in names if not isinstance(name, str)]
        if wrong:
            raise Wrong(f"{self.name}: {shown(wrong[0])} is not a name", remedy='give names such as "A.angle"')
        twice = [name for name in names if list(names).count(name) > 1]
        if twice:
            raise Wrong(f"{self.name}: '{twice[0]}' is named twice", remedy="name it once")
        return tuple(names)


@element("controllers", "function")
class FunctionController(Controller):
    """`writes = f(t, *reads)`: a Python function of the time and of columns of the result, which gives the values of inputs.

    `def swing(t, angle, rate): return -40 * angle - 5 * rate` with `reads=["A.angle", "A.angle_rate"]`, `writes=["motor"]`. The time is passed where the
    first parameter is called `t`; a function with one more parameter gets all that it reads as one array. Several inputs are returned in their order, or as
    a table by name.
    """

    function: Any = given(FunctionField("the Python function"))
    reads: Any = given(WordsField("what it sees: columns such as A.angle, A.angle_rate, tool.x, tool.vx, rope.length"))
    writes: Any = given(WordsField("what it sets: inputs such as motor, push.x, rope.free_length"))
    every: Number | None = every_field()

    def check_form(self) -> None:
        if callable(self.function):
            reads = [self.reads] if isinstance(self.reads, str) else list(self.reads or ())
            passing(self.function, len(reads))


def passing(function: Any, count: int) -> tuple[bool, bool]:
    """`(whether the time is passed, whether all that is read is one array)`; raises `Wrong` where the number of parameters does not fit."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return True, False
    if any(p.kind is p.VAR_POSITIONAL for p in parameters):
        return True, False
    names = [p.name for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    needed = [p.name for p in parameters if p.default is p.empty and p.name in names]
    timed = bool(names) and names[0] in TIME
    fewest, most = len(needed) - timed, len(names) - timed
    if fewest <= count <= most:
        return timed, False
    if fewest <= 1 <= most:
        return timed, True
    name = getattr(function, "__name__", "function")
    raise Wrong(
        f"the function {name} takes {most} value{'s' * (most != 1)} beside the time, {count} are read",
        "",
        "write def f(t, ...) with one parameter for each name in reads",
    )
