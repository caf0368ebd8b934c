"""Numbers and vectors with their first two derivatives along a motion, as tuples `(x, x', x'')`: product rules once, for columns of rows and bushings."""

from __future__ import annotations

import math

from vazba._jit import inlined, jit
from vazba.algebra.vectors import add, cross, dot, scaled, sub


@inlined
def still(x):  # type: ignore[no-untyped-def]
    """A number that does not change."""
    return (x, 0.0, 0.0)


@inlined
def fixed(x):  # type: ignore[no-untyped-def]
    """A vector that does not change."""
    return (x, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))


@jit
def carried_by(u, w, al):  # type: ignore[no-untyped-def]
    """A vector fixed in a frame that turns with w, al."""
    once = cross(w, u)
    return (u, once, add(cross(al, u), cross(w, once)))


@inlined
def plus(a, b):  # type: ignore[no-untyped-def]
    return (add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2]))


@inlined
def minus(a, b):  # type: ignore[no-untyped-def]
    return (sub(a[0], b[0]), sub(a[1], b[1]), sub(a[2], b[2]))


@inlined
def multiple(a, k):  # type: ignore[no-untyped-def]
    """A constant times a vector."""
    return (scaled(a[0], k), scaled(a[1], k), scaled(a[2], k))


@jit
def times(a, x):  # type: ignore[no-untyped-def]
    """A vector times a number."""
    once = add(scaled(a[1], x[0]), scaled(a[0], x[1]))
    return (scaled(a[0], x[0]), once, add(add(scaled(a[2], x[0]), scaled(a[1], 2.0 * x[1])), scaled(a[0], x[2])))


@jit
def across(a, b):  # type: ignore[no-untyped-def]
    """Vector product."""
    once = add(cross(a[1], b[0]), cross(a[0], b[1]))
    return (cross(a[0], b[0]), once, add(add(cross(a[2], b[0]), scaled(cross(a[1], b[1]), 2.0)), cross(a[0], b[2])))


@jit
def along(a, b):  # type: ignore[no-untyped-def]
    """Scalar product."""
    twice = dot(a[2], b[0]) + 2.0 * dot(a[1], b[1]) + dot(a[0], b[2])
    return (dot(a[0], b[0]), dot(a[1], b[0]) + dot(a[0], b[1]), twice)


@inlined
def total(x, y):  # type: ignore[no-untyped-def]
    return (x[0] + y[0], x[1] + y[1], x[2] + y[2])


@inlined
def less(x, y):  # type: ignore[no-untyped-def]
    return (x[0] - y[0], x[1] - y[1], x[2] - y[2])


@inlined
def part(x, k):  # type: ignore[no-untyped-def]
    """A constant times a number."""
    return (k * x[0], k * x[1], k * x[2])


@jit
def product(x, y):  # type: ignore[no-untyped-def]
    return (x[0] * y[0], x[1] * y[0] + x[0] * y[1], x[2] * y[0] + 2.0 * x[1] * y[1] + x[0] * y[2])


@jit
def inverse(x):  # type: ignore[no-untyped-def]
    r = 1.0 / x[0]
    return (r, -x[1] * r * r, (2.0 * x[1] * x[1] * r - x[2]) * r * r)


@jit
def root(x):  # type: ignore[no-untyped-def]
    y = math.sqrt(x[0])
    once = 0.5 * x[1] / y
    return (y, once, (0.5 * x[2] - once * once) / y)


@inlined
def followed(x, f, slope, bend):  # type: ignore[no-untyped-def]
    """A function of x with value f and its two derivatives there."""
    return (f, slope * x[1], slope * x[2] + bend * x[1] * x[1])
