"""A parsed expression: its value as a number, and as code for the compiled stack machine.

`Expression.value` computes in plain floats and says in words what cannot be computed. `Expression.program` puts in the
parameters, folds constants and leaves code for the stack machine of `vazba.motion.kernels`.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import suggestion
from vazba.expressions import grammar as g
from vazba.expressions.grammar import ExpressionError, Instruction, clipped
from vazba.frozen import frozen

MAX_STACK = 32  # values the stack machine holds at once


def smooth(u: float) -> float:
    """The quintic `6u^5 - 15u^4 + 10u^3` from 0 to 1 with zero first and second derivative at both ends."""
    return 0.0 if u <= 0.0 else 1.0 if u >= 1.0 else u * u * u * (10.0 + u * (6.0 * u - 15.0))


def _step(t: float, t0: float, f0: float, t1: float, f1: float) -> float:
    return f0 + (f1 - f0) * smooth((t - t0) / (t1 - t0))


def _sign(x: float) -> float:
    return float((x > 0.0) - (x < 0.0))


_PLAIN: dict[int, Callable[..., float]] = {
    g.ADD: operator.add, g.SUB: operator.sub, g.MUL: operator.mul, g.DIV: operator.truediv, g.POW: math.pow, g.MIN: min,
    g.MAX: max, g.ATAN2: math.atan2, g.HYPOT: math.hypot, g.NEG: operator.neg, g.SIN: math.sin, g.COS: math.cos,
    g.TAN: math.tan, g.ASIN: math.asin, g.ACOS: math.acos, g.ATAN: math.atan, g.SINH: math.sinh, g.COSH: math.cosh,
    g.TANH: math.tanh, g.EXP: math.exp, g.LOG: math.log, g.LOG10: math.log10, g.SQRT: math.sqrt, g.ABS: abs,
    g.SIGN: _sign, g.FLOOR: math.floor, g.STEP: _step,
}  # fmt: skip


def _steps(t: Any, t0: Any, f0: Any, t1: Any, f1: Any) -> Any:
    u = np.clip((t - t0) / (t1 - t0), 0.0, 1.0)
    return f0 + (f1 - f0) * u**3 * (10.0 + u * (6.0 * u - 15.0))


_MANY: dict[int, Callable[..., Any]] = {
    g.ADD: np.add, g.SUB: np.subtract, g.MUL: np.multiply, g.DIV: np.divide, g.POW: np.power, g.MIN: np.minimum, g.MAX: np.maximum,
    g.ATAN2: np.arctan2, g.HYPOT: np.hypot, g.NEG: np.negative, g.SIN: np.sin, g.COS: np.cos, g.TAN: np.tan, g.ASIN: np.arcsin,
    g.ACOS: np.arccos, g.ATAN: np.arctan, g.SINH: np.sinh, g.COSH: np.cosh, g.TANH: np.tanh, g.EXP: np.exp, g.LOG: np.log,
    g.LOG10: np.log10, g.SQRT: np.sqrt, g.ABS: np.abs, g.SIGN: np.sign, g.FLOOR: np.floor, g.STEP: _steps,
}  # fmt: skip


def _values_of(op: int) -> int:
    return 5 if op == g.STEP else 2 if op < g.FIRST_UNARY else 1


def _apply(op: int, values: list[float], text: str, step: Instruction) -> float:
    """One operation on numbers; what has no finite real value is refused, quoting the text."""
    if op == g.MUL and math.isfinite(result := values[0] * values[1]):  # most are
        return result
    wrong = ""
    if (op == g.DIV and values[1] == 0.0) or (op == g.POW and values[0] == 0.0 and values[1] < 0.0):
        wrong = "divides by zero"
    elif op == g.STEP and not values[1] < values[3]:
        wrong = "must start before it ends: step(t, start, from, end, to)"
    else:
        try:
            result = float(_PLAIN[op](*values))
            if math.isfinite(result):
                return result
            wrong = "is too large"
        except OverflowError:
            wrong = "is too large"
        except ValueError:
            wrong = "has no real value"
    raise ExpressionError(f"{clipped(text[step.start : step.end])} {wrong}", step.start + 1)


@frozen
class Program:
    """Postfix code of a function of one variable: `numbers` are taken in order by PUSH and POWC; `depth` <= 32."""

    ops: NDArray[np.int32]
    numbers: NDArray[np.float64]
    depth: int
    slots: tuple[tuple[int, str], ...] = ()  # places among the numbers that columns are written into, and which


class _Slot(float):
    """Where the value of a column is put in later."""

    name: str


_Part = float | list[tuple[int, float | None]]  # a constant, or code


@frozen
class Expression:
    """A parsed expression; `names` are the free names in it, without constants."""

    text: str
    code: tuple[Instruction, ...] = field(repr=False, compare=False)
    names: frozenset[str] = field(repr=False, compare=False)

    @property
    def columns(self) -> frozenset[str]:
        """Names of columns (`A.angle`) in it."""
        return frozenset(name for name in self.names if "." in name)

    def over(self, values: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
        """The same for many values of the names at once; what has no value is not-a-number."""
        stack: list[NDArray[np.float64]] = []
        with np.errstate(all="ignore"):
            for step in self.code:
                if step.op == g.PUSH:
                    stack.append(np.asarray(float(step.payload)))  # type: ignore[arg-type]
                elif step.op == g.NAME:
                    if step.payload not in values:
                        raise unknown_name(str(step.payload), values, step.start + 1)
                    stack.append(np.asarray(values[str(step.payload)], float))
                else:
                    count = _values_of(step.op)
                    stack[-count:] = [np.asarray(_MANY[step.op](*stack[-count:]), float)]
        return stack[0]

    def _known(self, step: Instruction, values: Mapping[str, float]) -> float:
        name = str(step.payload)
        if name not in values:
            raise unknown_name(name, values, step.start + 1)
        return float(values[name])

    @cached_property
    def _plan(self) -> list[tuple[Instruction, int, int, float]]:
        """Of each instruction: its operation, how many values it takes, and the number it pushes."""
        return [
            (step, step.op, _values_of(step.op), float(step.payload) if step.op == g.PUSH else 0.0)  # type: ignore[arg-type]
            for step in self.code
        ]

    def value(self, values: Mapping[str, float]) -> float:
        """The number, with `values` for the names."""
        stack: list[float] = []
        for step, op, count, number in self._plan:
            if op == g.PUSH:
                stack.append(number)
            elif op == g.NAME:
                stack.append(self._known(step, values))
            else:
                stack[-count:] = [_apply(op, stack[-count:], self.text, step)]
        if not math.isfinite(stack[0]):
            raise ExpressionError(f"{clipped(self.text)} is not a finite number")
        return stack[0]

    def program(self, values: Mapping[str, float], variable: str = "t") -> Program:
        """Code with `variable` left free and all other names replaced by `values`."""
        stack: list[_Part] = []
        for step in self.code:
            if step.op == g.PUSH:
                stack.append(float(step.payload))  # type: ignore[arg-type]
            elif step.op == g.NAME and step.payload == variable:
                stack.append([(g.TIME, None)])
            elif step.op == g.NAME and step.payload in self.columns and step.payload not in values:
                slot = _Slot(0.0)
                slot.name = str(step.payload)
                stack.append([(g.PUSH, slot)])
            elif step.op == g.NAME:
                stack.append(self._known(step, values))
            else:
                count = _values_of(step.op)
                stack[-count:] = [self._join(step.op, stack[-count:], step)]
        return _assemble(stack[0])

    def _join(self, op: int, parts: list[_Part], step: Instruction) -> _Part:
        """One operation on parts: computed at once where all are constant."""
        constants = [part for part in parts if isinstance(part, float)]
        if len(constants) == len(parts):
            return _apply(op, constants, self.text, step)
        if op == g.STEP and isinstance(parts[1], float) and isinstance(parts[3], float):
            _apply(op, [parts[1], parts[1], 0.0, parts[3], 0.0], self.text, step)
        if op == g.DIV and parts[1] == 0.0:
            _apply(op, [1.0, 0.0], self.text, step)
        if op == g.POW and isinstance(parts[1], float):
            return [*_code(parts[0]), (g.POWC, parts[1])]
        return [item for part in parts for item in _code(part)] + [(op, None)]


def _code(part: _Part) -> list[tuple[int, float | None]]:
    return [(g.PUSH, part)] if isinstance(part, float) else part


def _assemble(part: _Part) -> Program:
    code = _code(part)
    depth = height = 0
    for op, _ in code:
        height += 1 if op in (g.PUSH, g.TIME) else 1 - _values_of(op)
        depth = max(depth, height)
    if depth > MAX_STACK:
        raise ExpressionError(f"more than {MAX_STACK} operations wait for each other; use fewer brackets")
    numbers = [number for _, number in code if number is not None]
    if not all(map(math.isfinite, numbers)):
        raise ExpressionError("a number in the expression is not finite")
    slots = tuple((k, number.name) for k, number in enumerate(numbers) if isinstance(number, _Slot))
    return Program(np.array([op for op, _ in code], np.int32), np.array(numbers, np.float64), depth, slots)


def unknown_name(name: str, known: Iterable[str], column: int | None = None) -> ExpressionError:
    """The error for a name that has no value here."""
    if name == "t":
        return ExpressionError("the time 't' has no value here; use it only in functions of time", column)
    word = clipped(name)
    if word.lower() == "time":
        return ExpressionError(f"unknown name '{word}'; the time is called t", column)
    if "." in word:
        where = "columns have values only in `force`, `torque` and `tension` of forces, torques and actuators"
        return ExpressionError(f"'{word}' has no value here; {where}", column)
    hint = suggestion(word, [*known, *g.CONSTANTS])
    return ExpressionError(f"unknown name '{word}'" + (f"; {hint}" if hint else ""), column)


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """Read an expression, or raise `ExpressionError`."""
    code = tuple(g.postfix(text))
    return Expression(text, code, frozenset(str(step.payload) for step in code if step.op == g.NAME))
