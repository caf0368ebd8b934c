"""Vectors of space as tuples of three numbers: inside compiled code they live in registers."""

from __future__ import annotations

from vazba._jit import inlined

Vec = tuple[float, float, float]


@inlined
def dot(a: Vec, b: Vec) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def cross(a: Vec, b: Vec) -> Vec:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


@inlined
def add(a: Vec, b: Vec) -> Vec:
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


@inlined
def sub(a: Vec, b: Vec) -> Vec:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


@inlined
def scaled(a: Vec, k: float) -> Vec:
    return (a[0] * k, a[1] * k, a[2] * k)


@inlined
def unit(k: int) -> Vec:
    """The unit vector along axis k."""
    return (1.0 if k == 0 else 0.0, 1.0 if k == 1 else 0.0, 1.0 if k == 2 else 0.0)


@inlined
def triple(array) -> Vec:  # type: ignore[no-untyped-def]
    """Three numbers of an array as a vector."""
    return (array[0], array[1], array[2])


@inlined
def column(matrix, k: int) -> Vec:  # type: ignore[no-untyped-def]
    """Column `k` of a 3x3 matrix stored row by row in nine numbers: a basis vector."""
    return (matrix[k], matrix[3 + k], matrix[6 + k])


@inlined
def turned(matrix, a: Vec) -> Vec:  # type: ignore[no-untyped-def]
    """`S a` for a 3x3 matrix stored row by row."""
    return (
        matrix[0] * a[0] + matrix[1] * a[1] + matrix[2] * a[2],
        matrix[3] * a[0] + matrix[4] * a[1] + matrix[5] * a[2],
        matrix[6] * a[0] + matrix[7] * a[1] + matrix[8] * a[2],
    )


@inlined
def turned_back(matrix, a: Vec) -> Vec:  # type: ignore[no-untyped-def]
    """`S^T a` for a 3x3 matrix stored row by row."""
    return (
        matrix[0] * a[0] + matrix[3] * a[1] + matrix[6] * a[2],
        matrix[1] * a[0] + matrix[4] * a[1] + matrix[7] * a[2],
        matrix[2] * a[0] + matrix[5] * a[1] + matrix[8] * a[2],
    )
