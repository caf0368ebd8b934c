"""All motion laws of a system in three arrays, and the one kernel that evaluates them with exact derivatives.

A law is one record of `LAW`. PROGRAM: a stack machine whose values are jets (f, f', f'') in time, so every operation
carries its derivatives along: `g(f)' = g'(f) f'`, `g(f)'' = g''(f) f'^2 + g'(f) f''`. PIECES: polynomials one after
another. POINTER: C functions. What has no value (log of a negative number) comes out as inf or nan; callers check.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, call_address, caller, jit, view_of
from vazba.errors import VazbaWarning
from vazba.expressions import MAX_STACK
from vazba.expressions import grammar as g
from vazba.motion.constant import Constant
from vazba.motion.motion import PIECES, PROGRAM, Motion, Values

LAW = np.dtype(
    [
        ("kind", np.int64),  # PROGRAM, PIECES, POINTER
        ("op", np.int64),  # first operation and one past the last
        ("op_end", np.int64),
        ("number", np.int64),  # first number
        ("pieces", np.int64),  # how many polynomials, of how many coefficients each
        ("width", np.int64),
        ("value", np.int64),  # addresses of f, f', f''; 0: to be differenced
        ("rate", np.int64),
        ("acceleration", np.int64),
        ("kernel", np.int64),  # that evaluates its kind: compiled only where there is such a law
    ]
)
laws_at, _integers_at, _numbers_at = view_of(LAW), view_of(np.int32), view_of(np.float64)
Jet = tuple[float, float, float]


class LawTable:
    """Collects motion laws; law 0 is always the constant zero. Keep `alive` as long as the arrays are used."""

    def __init__(self) -> None:
        self.alive: list[object] = []
        self._in_python: list[str] = []
        self.slots: list[tuple[int, str]] = []  # numbers into which columns are written, and which
        self._laws: list[tuple[int, ...]] = []
        self._ops: list[NDArray[np.int32]] = [np.zeros(1, np.int32)]  # never empty
        self._numbers: list[Values] = [np.zeros(1)]
        self._append(Constant(0.0))

    def add(self, motion: Motion) -> int:
        """Index of a resolved motion law."""
        return 0 if isinstance(motion, Constant) and motion.value == 0 else self._append(motion)

    def _append(self, motion: Motion) -> int:
        lowered = motion.lower()
        op, number = sum(map(len, self._ops)), sum(map(len, self._numbers))
        self._ops.append(lowered.ops)
        self._numbers.append(lowered.numbers)
        self.alive.append(lowered.alive)
        self._in_python += lowered.in_python
        self.slots += [(number + place, column) for place, column in lowered.slots]
        shape = (op, op + len(lowered.ops), number, lowered.pieces, lowered.width)
        kernel = _KERNELS.get(lowered.kind, pointer_law).address if self._laws else 0
        self._laws.append((lowered.kind, *shape, *lowered.addresses, kernel))
        return len(self._laws) - 1

    def tell_of(self, label: str) -> None:
        """Warn of functions of that element, entered since this was last called, that are called back in Python."""
        import warnings

        for said in self._in_python:
            warnings.warn(f"{label}: {said}", VazbaWarning, stacklevel=3)
        self._in_python.clear()

    def arrays(self) -> tuple[np.ndarray, NDArray[np.int32], Values]:
        """`laws`, `ops`, `numbers` for `motion_at`."""
        return np.array(self._laws, LAW), np.concatenate(self._ops), np.concatenate(self._numbers)


STACK = 3 * MAX_STACK  # numbers of workspace for `motion_at`


def new_stack() -> Values:
    """Workspace for `motion_at`, one for each thread."""
    return np.zeros(STACK)


EVALUATE = "void(int64, int64, int64, int64, float64)"
call_kernel = caller(EVALUATE)


@jit
def motion_at(laws, ops, numbers, stack, index, t):  # type: ignore[no-untyped-def]
    """f, f', f'' of law `index` at time t; `stack` is workspace (`new_stack`)."""
    if index == 0:
        return 0.0, 0.0, 0.0
    here = laws.ctypes.data + index * laws.itemsize
    call_kernel(laws[index]["kernel"], here, ops.ctypes.data, numbers.ctypes.data, stack.ctypes.data, t)
    return stack[0], stack[1], stack[2]


@boundary("void(int64, int64, int64, int64, int64, int64, int64)")
def motion_over(law_at, ops_at, numbers_at, stack_at, times_at, out_at, count):  # type: ignore[no-untyped-def]
    """f, f', f'' of a law at many times: three vectors one after another."""
    times, stack, out = _numbers_at(times_at, count), _numbers_at(stack_at, 3), _numbers_at(out_at, 3 * count)
    kernel = laws_at(law_at, 1)[0].kernel
    for k in range(count):
        call_kernel(kernel, law_at, ops_at, numbers_at, stack_at, times[k])
        out[k], out[count + k], out[2 * count + k] = stack[0], stack[1], stack[2]


def motions_over(laws: np.ndarray, ops: NDArray[np.int32], numbers: Values, index: int, times: Values) -> Values:
    """f, f', f'' of law `index` at many times (3 x times)."""
    out, times = np.zeros((3, len(times))), np.ascontiguousarray(times, dtype=float)
    if index > 0:
        stack, here = new_stack(), laws.ctypes.data + index * laws.itemsize
        motion_over(
            here,
            ops.ctypes.data,
            numbers.ctypes.data,
            stack.ctypes.data,
            times.ctypes.data,
            out.ctypes.data,
            len(times),
        )
    return out


@jit
def pieces_at(numbers: Values, start: int, pieces: int, width: int, t: float) -> Jet:
    """The polynomial in force at t, by Horner's rule for value and derivatives at once."""
    low, high = 0, pieces  # the last piece that has begun lies in low..high-1
    while high - low > 1:
        middle = (low + high) // 2
        if t >= numbers[start + middle]:
            low = middle
        else:
            high = middle
    x = t - numbers[start + low]
    first = start + pieces + low * width
    f, f1, half_f2 = 0.0, 0.0, 0.0
    for k in range(first + width - 1, first - 1, -1):
        half_f2 = half_f2 * x + f1
        f1 = f1 * x + f
        f = f * x + numbers[k]
    return f, f1, 2.0 * half_f2


@jit
def program_at(
    ops: NDArray[np.int32], numbers: Values, stack: Values, op: int, op_end: int, number: int, t: float
) -> Jet:
    """Run postfix code on jets."""
    top = -3
    for position in range(op, op_end):
        code = ops[position]
        if code <= g.TIME:
            top += 3
            if code == g.PUSH:
                stack[top], stack[top + 1], stack[top + 2] = numbers[number], 0.0, 0.0
                number += 1
            else:
                stack[top], stack[top + 1], stack[top + 2] = t, 1.0, 0.0
        elif code < g.FIRST_UNARY:
            top -= 3
            a = (stack[top], stack[top + 1], stack[top + 2])
            b = (stack[top + 3], stack[top + 4], stack[top + 5])
            stack[top], stack[top + 1], stack[top + 2] = binary(code, a, b)
        elif code == g.STEP:
            top -= 12
            x = (stack[top], stack[top + 1], stack[top + 2])
            x0 = (stack[top + 3], stack[top + 4], stack[top + 5])
            f0 = (stack[top + 6], stack[top + 7], stack[top + 8])
            x1 = (stack[top + 9], stack[top + 10], stack[top + 11])
            f1 = (stack[top + 12], stack[top + 13], stack[top + 14])
            stack[top], stack[top + 1], stack[top + 2] = step(x, x0, f0, x1, f1)
        else:
            exponent = 0.0
            if code == g.POWC:
                exponent = numbers[number]
                number += 1
            f1, f2 = stack[top + 1], stack[top + 2]
            value, first, second = unary(code, stack[top], exponent)
            stack[top], stack[top + 1], stack[top + 2] = value, first * f1, second * f1 * f1 + first * f2
    return stack[0], stack[1], stack[2]


@jit
def difference(a: Jet, b: Jet) -> Jet:
    """a - b"""
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@jit
def product(a: Jet, b: Jet) -> Jet:
    """a b"""
    return a[0] * b[0], a[1] * b[0] + a[0] * b[1], a[2] * b[0] + 2.0 * a[1] * b[1] + a[0] * b[2]


@jit
def quotient(a: Jet, b: Jet) -> Jet:
    """a / b, from a = q b differentiated twice"""
    q = a[0] / b[0]
    q1 = (a[1] - q * b[1]) / b[0]
    return q, q1, (a[2] - 2.0 * q1 * b[1] - q * b[2]) / b[0]


@jit
def binary(code: int, a: Jet, b: Jet) -> Jet:
    """An operation on two jets."""
    if code == g.ADD:
        return a[0] + b[0], a[1] + b[1], a[2] + b[2]
    if code == g.SUB:
        return difference(a, b)
    if code == g.MUL:
        return product(a, b)
    if code == g.DIV:
        return quotient(a, b)
    if code == g.POW:  # a^b = exp(w), w = b ln a
        ratio, ratio1, _ = quotient((a[1], a[2], 0.0), (a[0], a[1], 0.0))  # a'/a and its derivative
        _, w1, w2 = product(b, (np.log(a[0]), ratio, ratio1))
        value = a[0] ** b[0]
        return value, value * w1, value * (w1 * w1 + w2)
    if code == g.MIN:
        return b if b[0] < a[0] else a
    if code == g.MAX:
        return b if b[0] > a[0] else a
    if code == g.ATAN2:  # a = y, b = x
        square = a[0] * a[0] + b[0] * b[0]
        turn = (b[0] * a[1] - a[0] * b[1]) / square
        slip = 2.0 * (a[0] * a[1] + b[0] * b[1]) / square
        return np.arctan2(a[0], b[0]), turn, (b[0] * a[2] - a[0] * b[2]) / square - turn * slip
    length = np.hypot(a[0], b[0])
    rate = (a[0] * a[1] + b[0] * b[1]) / length
    return length, rate, (a[1] * a[1] + b[1] * b[1] + a[0] * a[2] + b[0] * b[2] - rate * rate) / length


@jit
def step(x: Jet, x0: Jet, f0: Jet, x1: Jet, f1: Jet) -> Jet:
    """f0 + (f1 - f0) s(u), s = 10u^3 - 15u^4 + 6u^5, u = (x - x0)/(x1 - x0) within 0 and 1"""
    if x[0] <= x0[0]:
        return f0
    if x[0] >= x1[0]:
        return f1
    u, u1, u2 = quotient(difference(x, x0), difference(x1, x0))
    first, second = 30.0 * u * u * (1.0 - u) * (1.0 - u), 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u)
    s = (u * u * u * (10.0 + u * (6.0 * u - 15.0)), first * u1, second * u1 * u1 + first * u2)
    rise = product(difference(f1, f0), s)
    return f0[0] + rise[0], f0[1] + rise[1], f0[2] + rise[2]


@jit
def unary(code: int, x: float, exponent: float) -> Jet:
    """g(x), dg/dx, d2g/dx2 of a function of one value."""
    if code == g.NEG:
        return -x, -1.0, 0.0
    if code == g.SIN:
        s = np.sin(x)
        return s, np.cos(x), -s
    if code == g.COS:
        c = np.cos(x)
        return c, -np.sin(x), -c
    if code == g.TAN:
        value = np.tan(x)
        first = 1.0 + value * value
        return value, first, 2.0 * value * first
    if code == g.ASIN:
        first = 1.0 / np.sqrt((1.0 - x) * (1.0 + x))
        return np.arcsin(x), first, x * first * first * first
    if code == g.ACOS:
        first = -1.0 / np.sqrt((1.0 - x) * (1.0 + x))
        return np.arccos(x), first, x * first * first * first
    if code == g.ATAN:
        first = 1.0 / (1.0 + x * x)
        return np.arctan(x), first, -2.0 * x * first * first
    if code == g.SINH:
        value = np.sinh(x)
        return value, np.cosh(x), value
    if code == g.COSH:
        value = np.cosh(x)
        return value, np.sinh(x), value
    if code == g.TANH:
        value = np.tanh(x)
        first = 1.0 / np.cosh(x) ** 2
        return value, first, -2.0 * value * first
    if code == g.EXP:
        value = np.exp(x)
        return value, value, value
    if code == g.LOG:
        return np.log(x), 1.0 / x, -1.0 / (x * x)
    if code == g.LOG10:
        return np.log10(x), 1.0 / (x * math.log(10.0)), -1.0 / (x * x * math.log(10.0))
    if code == g.SQRT:
        value = np.sqrt(x)
        return value, 0.5 / value, -0.25 / (value * x)
    if code == g.ABS:
        return (x, 1.0, 0.0) if x >= 0.0 else (-x, -1.0, 0.0)
    if code == g.SIGN:
        return np.sign(x), 0.0, 0.0
    if code == g.FLOOR:
        return np.floor(x), 0.0, 0.0
    return power(x, exponent)


@jit
def power(x: float, n: float) -> Jet:
    """x^n with a constant exponent: exact at x = 0 for whole n >= 0 and for negative x with whole n."""
    if n == 0.0:
        return 1.0, 0.0, 0.0
    if n == 1.0:
        return x, 1.0, 0.0
    if n == 2.0:
        return x * x, 2.0 * x, 2.0
    return x**n, n * x ** (n - 1.0), n * (n - 1.0) * x ** (n - 2.0)


@jit
def pointer_at(value: int, rate: int, acceleration: int, t: float) -> Jet:
    """f and its derivatives from functions; what is not given is differenced."""
    f = call_address(value, t)
    if rate != 0 and acceleration != 0:
        return f, call_address(rate, t), call_address(acceleration, t)
    if rate != 0:
        f1 = call_address(rate, t)
        f2, _ = differences(rate, f1, t)
        return f, f1, f2
    f1, f2 = differences(value, f, t)
    if acceleration != 0:
        f2 = call_address(acceleration, t)
    return f, f1, f2


@jit
def differences(address: int, f: float, t: float) -> tuple[float, float]:
    """f' and f'' by central differences of sixth order, each with the best of four steps.

        f'  = (45 (f1 - f-1) - 9 (f2 - f-2) + (f3 - f-3)) / (60 h)
        f'' = (270 (f1 + f-1) - 27 (f2 + f-2) + 2 (f3 + f-3) - 490 f) / (180 h^2)

    Steps are powers of two, so t + kh is exact. From the finest step on, a coarser one is taken where its estimated
    error is smaller (truncation: from the difference to the formulas of fourth order; rounding: from the size of f) and
    it agrees with the finer one. A step that leaves the domain of f gives nan and is passed over.
    """
    best1, best2, error1, error2 = np.nan, np.nan, np.inf, np.inf
    h = 1.0 / 8192.0
    for _ in range(4):
        a, b = call_address(address, t + h), call_address(address, t - h)
        a2, b2 = call_address(address, t + 2.0 * h), call_address(address, t - 2.0 * h)
        a3, b3 = call_address(address, t + 3.0 * h), call_address(address, t - 3.0 * h)
        d1 = (45.0 * (a - b) - 9.0 * (a2 - b2) + (a3 - b3)) / (60.0 * h)
        d2 = (270.0 * (a + b) - 27.0 * (a2 + b2) + 2.0 * (a3 + b3) - 490.0 * f) / (180.0 * h * h)
        rounding = 2.2e-16 * (abs(f) + abs(a) + abs(b)) / h
        off1 = 0.02 * abs(d1 - (8.0 * (a - b) - (a2 - b2)) / (12.0 * h)) + rounding
        off2 = 0.02 * abs(d2 - (16.0 * (a + b) - (a2 + b2) - 30.0 * f) / (12.0 * h * h)) + rounding / h
        if off1 < error1 and not abs(d1 - best1) > 50.0 * (off1 + error1):
            best1, error1 = d1, off1
        if off2 < error2 and not abs(d2 - best2) > 50.0 * (off2 + error2):
            best2, error2 = d2, off2
        h *= 4.0
    return best1, best2


@boundary(EVALUATE)
def program_law(law_at, ops_at, numbers_at, out_at, t):  # type: ignore[no-untyped-def]
    """A law by postfix code; all three write f, f', f'' to the beginning of the stack."""
    law, out = laws_at(law_at, 1)[0], _numbers_at(out_at, 3 * MAX_STACK)
    ops, numbers = _integers_at(ops_at, law.op_end), _numbers_at(numbers_at, law.number + law.op_end - law.op)
    out[0], out[1], out[2] = program_at(ops, numbers, out, law.op, law.op_end, law.number, t)


@boundary(EVALUATE)
def pieces_law(law_at, ops_at, numbers_at, out_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """A law by polynomials."""
    law, out = laws_at(law_at, 1)[0], _numbers_at(out_at, 3)
    numbers = _numbers_at(numbers_at, law.number + law.pieces * (1 + law.width))
    out[0], out[1], out[2] = pieces_at(numbers, law.number, law.pieces, law.width, t)


@boundary(EVALUATE)
def pointer_law(law_at, ops_at, numbers_at, out_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """A law by C functions."""
    law, out = laws_at(law_at, 1)[0], _numbers_at(out_at, 3)
    out[0], out[1], out[2] = pointer_at(law.value, law.rate, law.acceleration, t)


_KERNELS = {PROGRAM: program_law, PIECES: pieces_law}
