"""Kernels that use the language of kernels, each of its parts; as plain Python they say what compiled code must give."""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import inlined, jit, matrix_of, record, summing, view_of
from vazba._jit.records import F8, I4

ITEM = np.dtype([("kind", "i4"), ("count", "u4"), ("value", "f8"), ("at", "f8", (3,)), ("turn", "f8", (2, 3))])
ROOM = record("ROOM", {"numbers": F8, "counts": I4, "items": ITEM}, "rounds")
TABLE, ROWS = np.array([3.0, -1.5, 0.25]), np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])
WAYS = ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0))
LONG = (2.0, 3.0, 5.0, 7.0, 11.0, 13.0)
numbers_at, matrix_at, complex_at, items_at = view_of("f8"), matrix_of("f8"), view_of("c16"), view_of(ITEM)


@inlined
def swapped(pair, by=1.0):  # type: ignore[no-untyped-def]
    return pair[1] * by, pair[0]


@jit
def sign_of(x):  # type: ignore[no-untyped-def]
    if x > 0:
        return 1
    if x < 0:
        return -1
    return 0.5  # the result is a floating number, then


@summing
def total(numbers):  # type: ignore[no-untyped-def]
    found = 0.0
    for k in range(numbers.shape[0]):
        found += numbers[k]
    return found


def whole_numbers(a, b):  # type: ignore[no-untyped-def]
    return (a // b) * 1000003 + (a % b) * 101 + (a & b) + abs(a) - min(a, b, 3) + max(a, -b)


def by_known_numbers(a, b):  # type: ignore[no-untyped-def]
    return a // 7 + a % 7 * 10 + a // -4 * 100 + a % -4 * 1000 + b**2 + (a > b) + (not a)


def real_numbers(x, y):  # type: ignore[no-untyped-def]
    return x * y - x / y + (x - y) ** 2 + x**3 + y**-2 + abs(x) ** 0.7 + min(x, y) + max(x, y, 0.5)


def mixed(n, x):  # type: ignore[no-untyped-def]
    s = 0
    for k in range(n):
        s = s + k * x
    return s + n / 4 + (n if x > 0 else x) + int(x) + float(n) + round(x)


def functions(x, y):  # type: ignore[no-untyped-def]
    inside = x / (1.0 + abs(x))
    some = math.sin(x) + math.cos(y) + math.tan(inside) + math.atan2(x, y) + math.exp(-abs(y)) + math.log(1.0 + x * x)
    some += math.asin(inside) + math.acos(inside) + math.atan(y) + math.sqrt(abs(x)) + math.copysign(2.0, y)
    some += np.sinh(inside) + np.cosh(inside) + np.tanh(y) + np.hypot(x, y) + np.log10(1.0 + y * y) + np.sign(x)
    return some + math.floor(x) + np.floor(y) + np.minimum(x, y) + np.arctan2(y, x)


def conditions(a, b):  # type: ignore[no-untyped-def]
    found = 0
    if (a < b <= 3 and a != -2) or b == 7:
        found += 1
    if a in (1, 2, 5) or b not in (-1, 0):
        found += 10
    found += 100 * (a or b) + 1000 * (a and b)
    return found + (10000 if a != b else 20000)


def turns_and_ends(a, b):  # type: ignore[no-untyped-def]
    found, k = 0, 17
    for k in range(a, b):
        if k % 3 == 0:
            continue
        if k > 6:
            break
        found += k
    for i in range(b, a, -2):
        found = 3 * found + i
    for j in range(0, 9, max(b, 1)):
        found -= j
    while found > 100:
        found //= 2
    for w in (1, 4, 9):
        if w > a:
            break
        found += w
    return found * 100 + k


def tuples(x, y, n):  # type: ignore[no-untyped-def]
    pair = (x, y)
    pair = swapped(pair)
    (a, b), c = swapped(by=2.0, pair=pair), pair + (1.0,)
    found = a + 10.0 * b + 100.0 * c[2] + c[-1]
    for k in range(3):
        found += WAYS[k][n % 2] * c[k] + LONG[n % 6] + LONG[k + n % 3]
    return found


def names_again(x, n):  # type: ignore[no-untyped-def]
    k = n
    found = k * 1.0
    for k in range(n):
        found += k
    k = x  # no longer a whole number
    found += k
    k = (k, x)
    return found + k[0] * k[1]


def kinds_of_results(x):  # type: ignore[no-untyped-def]
    return sign_of(x) * 3.0


def constants(n):  # type: ignore[no-untyped-def]
    return TABLE[n % 3] + ROWS[n % 2, n % 3] + ROWS[1][2] + TABLE[-1]


def finite(x):  # type: ignore[no-untyped-def]
    return (1.0 if math.isfinite(x) else 2.0) + (10.0 if math.isnan(x) else 20.0)


def vectors(at, n):  # type: ignore[no-untyped-def]
    x, m = numbers_at(at, n), matrix_at(at, n // 2, 2)
    part, tail, rows = x[1:3], x[n - 2 :], m[1:]
    part[0] += 10.0
    tail[-1] *= 2.0
    m[0, 1] -= m[1][0]
    for k in range(n):
        x[-k - 1] += 0.5
    row = m[1, 1:]
    row[0] = 7.0
    beyond = x[n - 1 : n + 5]
    return total(x) + part.shape[0] + 100.0 * rows.shape[0] + 1000.0 * rows.shape[1] + 1e4 * beyond.shape[0]


def records(at, n):  # type: ignore[no-untyped-def]
    items = items_at(at, n)
    for k in range(n):
        one = items[k]
        one.kind = one.kind * 2 - k
        one.value += one.at[1] + one.turn[1, 2] + one.count
        one.at[2] = one["value"]
        one.turn[0][1] += 1.0
    items[0].count += 5
    items[n - 1] = items[0]
    return items[n - 1].value + items.itemsize + (items.ctypes.data - at)


def held(at):  # type: ignore[no-untyped-def]
    room = ROOM.at(at)
    numbers, counts, items = ROOM.numbers(room), ROOM.counts(room), ROOM.items(room)
    counts[0] += 3
    return numbers[1] * counts[1] + items[1].value + room.rounds + room.n_numbers


def complex_numbers(at, x, y):  # type: ignore[no-untyped-def]
    z = complex_at(at, 3)
    a = complex(x, y)
    z[0] = a * a + 2.0 - a / complex(0.5, -1.25)
    z[1] = np.sqrt(a) - z[0].real * a.imag
    z[2] = -a / (x * 0.1 + 3.0)
    return abs(a) + z[1].imag + x.real + x.imag
