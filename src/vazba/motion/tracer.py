"""Read a Python function of time by calling it once with a stand-in for t that writes down what is done to it.

What comes back is an `Expression`, with exact derivatives and the speed of built-in laws. Functions that branch on the
time, turn it into a plain float (`math.sin`) or use it as an index cannot be read so: `trace` then gives None.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from numbers import Real
from typing import Any

import numpy as np

from vazba.expressions import Expression, ExpressionError
from vazba.expressions import grammar as g
from vazba.expressions.grammar import Instruction

_LONGEST = 2000  # operations; a function that repeats itself beyond this is called instead
_SAMPLES = (0.0, 0.013, 0.25, 0.7, 1.0, 1.9, 3.3, 7.1, 25.3, 101.7)  # s


class _Untraceable(Exception):
    pass


_Code = tuple[tuple[int, float | str | None], ...]


def _code(value: Any) -> _Code:
    if isinstance(value, Tracer):
        return value.code
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value):
        raise _Untraceable
    return ((g.PUSH, float(value)),)


def _apply(op: int, *values: Any) -> Tracer:
    code = tuple(item for value in values for item in _code(value)) + ((op, None),)
    if len(code) > _LONGEST:
        raise _Untraceable
    return Tracer(code)


def _remainder(a: Any, b: Any) -> Tracer:
    return _apply(g.SUB, a, _apply(g.MUL, b, _apply(g.FLOOR, _apply(g.DIV, a, b))))


_UFUNCS: dict[np.ufunc, Callable[..., Tracer]] = {
    **{
        ufunc: (lambda *values, op=op: _apply(op, *values))
        for ufunc, op in {
            np.add: g.ADD, np.subtract: g.SUB, np.multiply: g.MUL, np.true_divide: g.DIV, np.power: g.POW,
            np.float_power: g.POW, np.minimum: g.MIN, np.maximum: g.MAX, np.fmin: g.MIN, np.fmax: g.MAX,
            np.arctan2: g.ATAN2, np.hypot: g.HYPOT, np.negative: g.NEG, np.sin: g.SIN, np.cos: g.COS, np.tan: g.TAN,
            np.arcsin: g.ASIN, np.arccos: g.ACOS, np.arctan: g.ATAN, np.sinh: g.SINH, np.cosh: g.COSH, np.tanh: g.TANH,
            np.exp: g.EXP, np.log: g.LOG, np.log10: g.LOG10, np.sqrt: g.SQRT, np.absolute: g.ABS, np.fabs: g.ABS,
            np.sign: g.SIGN, np.floor: g.FLOOR,
        }.items()
    },
    np.positive: lambda a: a,
    np.square: lambda a: _apply(g.POW, a, 2.0),
    np.reciprocal: lambda a: _apply(g.DIV, 1.0, a),
    np.deg2rad: lambda a: _apply(g.MUL, a, math.pi / 180.0),
    np.radians: lambda a: _apply(g.MUL, a, math.pi / 180.0),
    np.rad2deg: lambda a: _apply(g.MUL, a, 180.0 / math.pi),
    np.degrees: lambda a: _apply(g.MUL, a, 180.0 / math.pi),
    np.log2: lambda a: _apply(g.DIV, _apply(g.LOG, a), math.log(2.0)),
    np.exp2: lambda a: _apply(g.POW, 2.0, a),
    np.floor_divide: lambda a, b: _apply(g.FLOOR, _apply(g.DIV, a, b)),
    np.remainder: _remainder,
}  # fmt: skip


def _refuse(*_: Any, **__: Any) -> Any:
    raise _Untraceable


class Tracer:
    """Stands for the time (or a value computed from it) in a call of the user's function."""

    def __init__(self, code: _Code) -> None:
        self.code = code

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **options: Any) -> Tracer:
        if method != "__call__" or options or ufunc not in _UFUNCS:
            raise _Untraceable
        return _UFUNCS[ufunc](*inputs)

    def __add__(self, other: Any) -> Tracer:
        return _apply(g.ADD, self, other)

    def __radd__(self, other: Any) -> Tracer:
        return _apply(g.ADD, other, self)

    def __sub__(self, other: Any) -> Tracer:
        return _apply(g.SUB, self, other)

    def __rsub__(self, other: Any) -> Tracer:
        return _apply(g.SUB, other, self)

    def __mul__(self, other: Any) -> Tracer:
        return _apply(g.MUL, self, other)

    def __rmul__(self, other: Any) -> Tracer:
        return _apply(g.MUL, other, self)

    def __truediv__(self, other: Any) -> Tracer:
        return _apply(g.DIV, self, other)

    def __rtruediv__(self, other: Any) -> Tracer:
        return _apply(g.DIV, other, self)

    def __pow__(self, other: Any) -> Tracer:
        return _apply(g.POW, self, other)

    def __rpow__(self, other: Any) -> Tracer:
        return _apply(g.POW, other, self)

    def __mod__(self, other: Any) -> Tracer:
        return _remainder(self, other)

    def __rmod__(self, other: Any) -> Tracer:
        return _remainder(other, self)

    def __floordiv__(self, other: Any) -> Tracer:
        return _apply(g.FLOOR, _apply(g.DIV, self, other))

    def __neg__(self) -> Tracer:
        return _apply(g.NEG, self)

    def __pos__(self) -> Tracer:
        return self

    def __abs__(self) -> Tracer:
        return _apply(g.ABS, self)

    def __floor__(self) -> Tracer:
        return _apply(g.FLOOR, self)

    __bool__ = __float__ = __int__ = __index__ = __complex__ = __len__ = __iter__ = __getitem__ = __array__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = __hash__ = __round__ = __array_function__ = _refuse


def trace(function: Callable[[float], Any]) -> Expression | None:
    """The function as an expression in t, compared with it at a few times; None where it cannot be read."""
    try:
        code = _code(function(Tracer(((g.NAME, "t"),))))  # type: ignore[arg-type]
        expression = Expression("f(t)", tuple(Instruction(op, payload, 0, 4) for op, payload in code), frozenset({"t"}))
        expression.program({})
        return expression if _agree(function, expression) else None
    except Exception:  # noqa: BLE001  (whatever a user's function raises here, it can still be called with numbers)
        return None


def _agree(function: Callable[[float], Any], expression: Expression) -> bool:
    """True when both give the same number wherever both give one, and at least once."""
    compared = 0
    for time in _SAMPLES:
        try:
            value, wanted = expression.value({"t": time}), float(function(time))
        except (ExpressionError, ArithmeticError, ValueError):
            continue
        if math.isfinite(wanted):
            compared += 1
            if abs(value - wanted) > 1e-9 * (1.0 + abs(wanted)):
                return False
    return compared > 0
