"""Parameters that may refer to each other in any order: values for those that have one, a message for each other."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real

from vazba.expressions.expression import Expression, parse, unknown_name
from vazba.expressions.grammar import CONSTANTS, FORBIDDEN, FUNCTIONS, ExpressionError


def name_fault(name: object) -> str:
    """Why a parameter cannot have this name, or an empty text."""
    if not isinstance(name, str) or not name.isidentifier() or name.startswith("_"):
        return f"'{name}' cannot be a name: use letters, digits and underscores, a letter first"
    if name == "t":
        return "'t' is the time and cannot be a parameter; choose another name"
    if name in FUNCTIONS or name in CONSTANTS or name.lower() in FORBIDDEN:
        return f"'{name}' already means something in expressions; choose another name"
    return ""


def _read(raw: object) -> float | Expression:
    """A parameter as written: a number, or an expression to be computed later."""
    if isinstance(raw, str):
        return parse(raw)
    if isinstance(raw, bool) or not isinstance(raw, Real):
        raise ExpressionError(f"{raw!r:.60} is not a number or an expression")
    try:
        value = float(raw)
    except OverflowError:
        raise ExpressionError("the number is too large") from None
    if not math.isfinite(value):
        raise ExpressionError(f"{value} is not a finite number")
    return value


def evaluate_parameters(raw: Mapping[str, float | int | str]) -> tuple[dict[str, float], dict[str, str]]:
    """Values of parameters that may refer to each other in any order, and one message for each that has a fault."""
    values: dict[str, float] = {}
    faults: dict[str, str] = {}
    waiting: dict[str, Expression] = {}
    for name, item in raw.items():
        try:
            read = _read(item)
            faulty = name_fault(name)
            unknown = sorted(n for n in read.names if n not in raw) if isinstance(read, Expression) else []
            if faulty or unknown:
                raise ExpressionError(faulty) if faulty else unknown_name(unknown[0], [n for n in raw if n != name])
            if isinstance(read, Expression):
                waiting[name] = read
            else:
                values[name] = read
        except ExpressionError as error:
            faults[name] = name_fault(name) or str(error)
    for name in waiting:
        _settle(name, waiting, values, faults)
    return {n: values[n] for n in raw if n in values}, {n: faults[n] for n in raw if n in faults}


def _settle(root: str, waiting: Mapping[str, Expression], values: dict[str, float], faults: dict[str, str]) -> None:
    """Compute one parameter after all it refers to: depth first with a list instead of recursion."""
    path: dict[str, list[str]] = {}  # the parameters being settled, in order, with what each still waits for
    if root not in values and root not in faults:
        path[root] = sorted(waiting[root].names)
    while path:
        name = next(reversed(path))
        if path[name]:
            other = path[name].pop()
            if other in path:
                _name_circle(list(path), other, faults)
            elif other not in values and other not in faults:
                path[other] = sorted(waiting[other].names)
            continue
        del path[name]
        if name in faults:
            continue
        wrong = sorted(other for other in waiting[name].names if other in faults)
        try:
            if wrong:
                raise ExpressionError(f"refers to the parameter '{wrong[0]}', which is wrong itself")
            values[name] = waiting[name].value(values)
        except ExpressionError as error:
            faults[name] = str(error)


def _name_circle(path: list[str], first: str, faults: dict[str, str]) -> None:
    circle = path[path.index(first) :]
    for k, name in enumerate(circle):
        if len(circle) <= 8:
            turned = [*circle[k:], *circle[:k]]
        else:
            turned = [name, circle[(k + 1) % len(circle)], "...", circle[k - 1]]
        faults.setdefault(name, "refers to itself in a circle: " + " -> ".join([*turned, name]))
