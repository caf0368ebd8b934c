"""Arithmetic of kernels, for the translator: as Python means it, but that nothing raises (a division by zero gives inf or not-a-number, of whole numbers 0)."""

from __future__ import annotations

from collections.abc import Sequence

from vazba._jit.language.emitter import Emitter
from vazba._jit.language.kinds import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NUMBERS,
    AnyKind,
    KernelError,
    TupleKind,
    Value,
    constant,
    double,
    items_of,
    joined,
    tuple_of,
)

_REAL = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
_WHOLE = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or"}
_ORDER = {"==": "oeq", "!=": "une", "<": "olt", "<=": "ole", ">": "ogt", ">=": "oge"}
_WHOLE_ORDER = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
_BY_LLVM = {"sin", "cos", "exp", "log", "log10", "sqrt", "floor", "fabs", "copysign", "pow", "rint", "ceil"}
_BY_C = {"tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "hypot"}
_OTHER_NAMES = {"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arctan2": "atan2"}
MATHS = _BY_LLVM | _BY_C | set(_OTHER_NAMES)


def converted(e: Emitter, value: Value, kind: AnyKind) -> Value:
    """The same value as another kind, which can hold it."""
    have = value.kind
    if have == kind:
        return value
    if isinstance(kind, TupleKind):
        pairs = zip(items_of(value), kind.items, strict=True)
        return tuple_of([converted(e, item, wanted) for item, wanted in pairs])
    if have not in NUMBERS or kind not in NUMBERS or NUMBERS.index(have) > NUMBERS.index(kind):  # type: ignore[arg-type]
        raise KernelError(f"{have} is not {kind}")
    if value.known is not None:
        made = {INT: int, FLOAT: float, COMPLEX: complex}[kind](value.known)  # type: ignore[index]
        found = constant(made)
        assert found is not None
        return found
    if kind == COMPLEX:
        return Value(COMPLEX, (converted(e, value, FLOAT).only, double(0.0)))
    if kind == INT:
        return Value(INT, (e.made(f"zext i1 {value.only} to i64"),), None, True)
    word = "uitofp i1" if have == BOOL else "sitofp i64"
    return Value(FLOAT, (e.made(f"{word} {value.only} to double"),))


def truth(e: Emitter, value: Value) -> Value:
    """Whether it counts as true."""
    if value.known is not None:
        return Value(BOOL, ("true" if value.known else "false",), bool(value.known))
    if value.kind == BOOL:
        return value
    if value.kind == INT:
        return Value(BOOL, (e.made(f"icmp ne i64 {value.only}, 0"),))
    if value.kind == FLOAT:
        return Value(BOOL, (e.made(f"fcmp une double {value.only}, {double(0.0)}"),))
    raise KernelError(f"{value.kind} is neither true nor false")


def real(e: Emitter, sign: str, a: str, b: str) -> str:
    """One operation of two floating numbers."""
    return e.made(f"{_REAL[sign]} {e.flags}double {a}, {b}")


def binary(e: Emitter, sign: str, a: Value, b: Value) -> Value:
    """`a sign b`."""
    if isinstance(a.kind, TupleKind) and isinstance(b.kind, TupleKind) and sign == "+":
        return tuple_of(items_of(a) + items_of(b))
    if sign == "**":
        return _power(e, a, b)
    kind = joined(a.kind, b.kind)
    if kind not in NUMBERS:
        raise KernelError(f"{a.kind} {sign} {b.kind} is not known")
    if kind == BOOL and sign in "&|":
        return Value(BOOL, (e.made(f"{_WHOLE[sign]} i1 {a.only}, {b.only}"),))
    if kind == BOOL:
        kind = INT
    if kind == INT and sign == "/":
        kind = FLOAT
    a, b = converted(e, a, kind), converted(e, b, kind)
    if kind == INT:
        return _whole(e, sign, a, b)
    if sign not in _REAL:
        raise KernelError(f"{sign} is for whole numbers")
    if kind == COMPLEX:
        return _complex(e, sign, a, b)
    return Value(FLOAT, (real(e, sign, a.only, b.only),))


def _whole(e: Emitter, sign: str, a: Value, b: Value) -> Value:
    if a.known is not None and b.known is not None and (b.known or sign not in ("//", "%")):
        x, y = a.known, b.known
        found = constant(
            {
                "+": x + y, "-": x - y, "*": x * y, "&": x & y, "|": x | y,
                "//": x // (y or 1), "%": x % (y or 1),
            }[sign]
        )  # fmt: skip
        assert found is not None
        return found
    if sign in _WHOLE:
        natural = a.natural and b.natural and sign in "+*"
        return Value(INT, (e.made(f"{_WHOLE[sign]} i64 {a.only}, {b.only}"),), None, natural)
    natural = a.natural and b.natural
    if b.known:
        divisor = b.only
    else:  # 0 where the divisor is
        zero = e.made(f"icmp eq i64 {b.only}, 0")
        divisor = e.made(f"select i1 {zero}, i64 1, i64 {b.only}")
    quotient, rest = e.made(f"sdiv i64 {a.only}, {divisor}"), e.made(f"srem i64 {a.only}, {divisor}")
    if not natural:  # towards minus infinity
        uneven = e.made(f"icmp ne i64 {rest}, 0")
        other = e.made(f"icmp slt i64 {e.made(f'xor i64 {rest}, {divisor}')}, 0")
        down = e.made(f"and i1 {uneven}, {other}")
        less = e.made(f"zext i1 {down} to i64")
        quotient = e.made(f"sub i64 {quotient}, {less}")
        rest = e.made(f"add i64 {rest}, {e.made(f'select i1 {down}, i64 {divisor}, i64 0')}")
    found = quotient if sign == "//" else rest
    if not b.known:
        found = e.made(f"select i1 {zero}, i64 0, i64 {found}")
    return Value(INT, (found,), None, natural)


def _complex(e: Emitter, sign: str, a: Value, b: Value) -> Value:
    (ar, ai), (br, bi) = a.parts, b.parts
    if sign in "+-":
        return Value(COMPLEX, (real(e, sign, ar, br), real(e, sign, ai, bi)))
    if sign == "*":
        re = real(e, "-", real(e, "*", ar, br), real(e, "*", ai, bi))
        return Value(COMPLEX, (re, real(e, "+", real(e, "*", ar, bi), real(e, "*", ai, br))))
    # (a / b) with both parts of b divided by the larger one first, so that squares do not overflow
    larger = e.made(f"fcmp oge double {function(e, 'fabs', br)}, {function(e, 'fabs', bi)}")
    big, small = (e.made(f"select i1 {larger}, double {x}, double {y}") for x, y in ((br, bi), (bi, br)))
    ratio = real(e, "/", small, big)
    below = real(e, "+", big, real(e, "*", small, ratio))
    first, second = (e.made(f"select i1 {larger}, double {x}, double {y}") for x, y in ((ar, ai), (ai, ar)))
    up = real(e, "+", first, real(e, "*", second, ratio))
    across = real(e, "-", second, real(e, "*", first, ratio))
    turned = real(e, "-", double(0.0), across)
    side = e.made(f"select i1 {larger}, double {across}, double {turned}")
    return Value(COMPLEX, (real(e, "/", up, below), real(e, "/", side, below)))


def _power(e: Emitter, a: Value, b: Value) -> Value:
    if b.kind == INT and b.known is not None and a.kind in (INT, FLOAT) and abs(b.known) <= 64:
        if a.kind == INT and b.known < 0:
            a = converted(e, a, FLOAT)
        found, square, left = constant(1 if a.kind == INT else 1.0), a, abs(b.known)
        assert found is not None
        while left:
            if left & 1:
                found = square if found.known == 1 else binary(e, "*", found, square)
            left >>= 1
            square = binary(e, "*", square, square) if left else square
        return found if b.known >= 0 else binary(e, "/", Value(FLOAT, (double(1.0),), 1.0), found)
    base, exponent = converted(e, a, FLOAT), converted(e, b, FLOAT)
    return Value(FLOAT, (function(e, "pow", base.only, exponent.only),))


def negative(e: Emitter, value: Value) -> Value:
    """`-value`."""
    if value.known is not None:
        found = constant(-value.known)
        assert found is not None
        return found
    if value.kind == COMPLEX:
        return Value(COMPLEX, tuple(e.made(f"fneg {e.flags}double {part}") for part in value.parts))
    if value.kind == FLOAT:
        return Value(FLOAT, (e.made(f"fneg {e.flags}double {value.only}"),))
    return Value(INT, (e.made(f"sub i64 0, {converted(e, value, INT).only}"),))


def compared(e: Emitter, sign: str, a: Value, b: Value) -> Value:
    """`a sign b` of two numbers."""
    kind = joined(a.kind, b.kind)
    if a.known is not None and b.known is not None:
        x, y = a.known, b.known
        found = constant(
            x == y if sign == "==" else x != y if sign == "!=" else x < y if sign == "<" else x <= y if sign == "<=" else x > y if sign == ">" else x >= y
        )  # fmt: skip
        assert found is not None
        return found
    if kind == BOOL:
        kind = INT
    a, b = converted(e, a, kind), converted(e, b, kind)
    if kind == INT:
        return Value(BOOL, (e.made(f"icmp {_WHOLE_ORDER[sign]} i64 {a.only}, {b.only}"),))
    if kind == FLOAT:
        return Value(BOOL, (e.made(f"fcmp {_ORDER[sign]} double {a.only}, {b.only}"),))
    raise KernelError(f"{a.kind} {sign} {b.kind} is not known")


def extreme(e: Emitter, sign: str, values: Sequence[Value]) -> Value:
    """`min` (sign <) or `max` (sign >): the first of those that are equal, as in Python."""
    kind = values[0].kind
    for value in values[1:]:
        kind = joined(kind, value.kind)
    best, *others = (converted(e, value, kind) for value in values)
    for value in others:
        better = compared(e, sign, value, best)
        part = kind.parts[0]
        natural = value.natural and best.natural if sign == "<" else value.natural or best.natural
        chosen = e.made(f"select i1 {better.only}, {part} {value.only}, {part} {best.only}")
        best = Value(kind, (chosen,), None, natural and kind == INT)
    return best


def function(e: Emitter, name: str, *arguments: str) -> str:
    """A mathematical function of floating numbers."""
    name = _OTHER_NAMES.get(name, name)
    symbol = f"llvm.{name}.f64" if name in _BY_LLVM else name
    given = ", ".join(f"double {x}" for x in arguments)
    e.declare(f"declare double @{symbol}({', '.join('double' for _ in arguments)})")
    return e.made(f"call {e.flags}double @{symbol}({given})")


def magnitude(e: Emitter, value: Value) -> Value:
    """`abs(value)`."""
    if value.kind == COMPLEX:
        return Value(FLOAT, (function(e, "hypot", *value.parts),))
    if value.kind == FLOAT:
        return Value(FLOAT, (function(e, "fabs", value.only),))
    whole = converted(e, value, INT)
    below = e.made(f"icmp slt i64 {whole.only}, 0")
    other = e.made(f"sub i64 0, {whole.only}")
    return Value(INT, (e.made(f"select i1 {below}, i64 {other}, i64 {whole.only}"),), None, True)


def whole(e: Emitter, value: Value) -> Value:
    """`int(value)`: towards zero."""
    if value.kind != FLOAT:
        return converted(e, value, INT)
    return Value(INT, (e.made(f"fptosi double {value.only} to i64"),))
