"""The functions kernels may call beside one another: those of Python, `math` and NumPy that make numbers of numbers."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from vazba._jit.language.arithmetic import MATHS, compared, converted, extreme, function, magnitude, real, whole
from vazba._jit.language.emitter import Emitter
from vazba._jit.language.kinds import BOOL, COMPLEX, FLOAT, INT, ArrayKind, KernelError, Value, double, tuple_of
from vazba._jit.language.memory import pointer, read, write

Made = Callable[[Emitter, list[Value]], Value]


def _of_floats(name: str) -> Made:
    def make(e: Emitter, given: list[Value]) -> Value:
        return Value(FLOAT, (function(e, name, *(converted(e, x, FLOAT).only for x in given)),))

    return make


def _root(e: Emitter, given: list[Value]) -> Value:
    """The square root, of complex numbers that with the real part that is not negative."""
    if given[0].kind != COMPLEX:
        return _of_floats("sqrt")(e, given)
    a, b = given[0].parts
    sum_ = real(e, "+", function(e, "hypot", a, b), function(e, "fabs", a))
    long = function(e, "sqrt", real(e, "*", sum_, double(0.5)))
    short = real(e, "/", real(e, "*", function(e, "fabs", b), double(0.5)), long)
    right = e.made(f"fcmp oge double {a}, {double(0.0)}")
    x, y = (e.made(f"select i1 {right}, double {p}, double {q}") for p, q in ((long, short), (short, long)))
    return Value(COMPLEX, (x, function(e, "copysign", y, b)))


def _floor(e: Emitter, given: list[Value]) -> Value:
    return whole(e, _of_floats("floor")(e, given))


def _is_finite(e: Emitter, given: list[Value]) -> Value:
    size = function(e, "fabs", converted(e, given[0], FLOAT).only)
    return Value(BOOL, (e.made(f"fcmp olt double {size}, {double(math.inf)}"),))


def _is_nan(e: Emitter, given: list[Value]) -> Value:
    x = converted(e, given[0], FLOAT).only
    return Value(BOOL, (e.made(f"fcmp uno double {x}, {x}"),))


def _sign(e: Emitter, given: list[Value]) -> Value:
    x = converted(e, given[0], FLOAT).only
    above, below = (e.made(f"fcmp {word} double {x}, {double(0.0)}") for word in ("ogt", "olt"))
    side = e.made(f"select i1 {below}, double {double(-1.0)}, double {x}")
    return Value(FLOAT, (e.made(f"select i1 {above}, double {double(1.0)}, double {side}"),))


def _lesser(e: Emitter, given: list[Value]) -> Value:
    """As NumPy: not-a-number where one of them is."""
    a, b = (converted(e, x, FLOAT).only for x in given)
    less, none = e.made(f"fcmp olt double {a}, {b}"), e.made(f"fcmp uno double {a}, {a}")
    first = e.made(f"or i1 {less}, {none}")
    return Value(FLOAT, (e.made(f"select i1 {first}, double {a}, double {b}"),))


def _round(e: Emitter, given: list[Value]) -> Value:
    return whole(e, _of_floats("rint")(e, given))


def _complex(e: Emitter, given: list[Value]) -> Value:
    if len(given) == 1:
        return converted(e, given[0], COMPLEX)
    return Value(COMPLEX, tuple(converted(e, x, FLOAT).only for x in given))


def _bool(e: Emitter, given: list[Value]) -> Value:
    return compared(e, "!=", given[0], converted(e, Value(BOOL, ("false",), False), given[0].kind))


def _get(e: Emitter, given: list[Value]) -> Value:
    """An item of a vector, whose place is not negative."""
    array, index = given
    if not isinstance(array.kind, ArrayKind):
        raise KernelError(f"get takes of arrays, not of {array.kind}")
    return read(e, array.kind.dtype, pointer(e, array.kind.dtype, array.parts[0], converted(e, index, INT).only))


def _put(e: Emitter, given: list[Value]) -> Value:
    array, index, value = given
    if not isinstance(array.kind, ArrayKind):
        raise KernelError(f"put puts into arrays, not into {array.kind}")
    place = pointer(e, array.kind.dtype, array.parts[0], converted(e, index, INT).only)
    write(e, array.kind.dtype, place, value)
    return tuple_of([])


def _len(e: Emitter, given: list[Value]) -> Value:  # noqa: ARG001  (all have the same arguments)
    if not isinstance(given[0].kind, ArrayKind):
        raise KernelError(f"{given[0].kind} has no length here")
    return Value(INT, (given[0].parts[1],), None, True)


BUILTINS: dict[Any, Made] = {
    abs: lambda e, given: magnitude(e, given[0]),
    min: lambda e, given: extreme(e, "<", given),
    max: lambda e, given: extreme(e, ">", given),
    int: lambda e, given: whole(e, given[0]),
    np.int64: lambda e, given: whole(e, given[0]),
    float: lambda e, given: converted(e, given[0], FLOAT),
    complex: _complex,
    bool: _bool,
    len: _len,
    round: _round,
    math.floor: _floor,
    math.isfinite: _is_finite,
    math.isnan: _is_nan,
    np.sign: _sign,
    np.minimum: _lesser,
    np.sqrt: _root,
    np.floor: _of_floats("floor"),
    np.abs: lambda e, given: magnitude(e, given[0]),
    operator.getitem: _get,
    operator.setitem: _put,
}
for _module in (math, np):
    for _name in MATHS - {"floor"}:
        if hasattr(_module, _name):
            BUILTINS.setdefault(getattr(_module, _name), _of_floats(_name))
