"""Dense elimination of the multipliers, for systems with few constraint equations.

    [ W    J^T  ] [ x ]   [ f ]          S l = J W^-1 f - g,     S = J W^-1 J^T + mu E
    [ J   -mu E ] [ l ] = [ g ]          x   = W^-1 f - (J W^-1)^T l

`S` is symmetric and positive definite for mu > 0, also with redundant constraints; it is kept as `U^T D U` in place (of D its inverse, of U
both triangles), rows padded to multiples of four. Up to `MOST` equations this is about twice as fast as the block factorisation of `ldl`, which is made for
many; without constraints it is the division by `W`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba._jit import get, inlined, jit, put

MOST = 20
STRIP = np.dtype(
    [("start", "i4"), ("row", "i4"), ("column", "i4")], align=True
)  # one equation in one body: a row of a block of J
COUPLE = np.dtype(
    [("a", "i4"), ("b", "i4"), ("target", "i4")], align=True
)  # two strips of one body, and their place in S


def strips(places: NDArray[np.void]) -> NDArray[np.void]:
    """The rows of all Jacobian blocks, one by one: short loops of one length run much faster than nested uneven ones."""
    counts = places["rows"]
    which = np.repeat(np.arange(len(places)), counts)
    down = np.arange(len(which)) - np.repeat(np.cumsum(counts) - counts, counts)
    found = np.zeros(len(which), STRIP)
    found["start"] = places["start"][which] + down * places["columns"][which]
    found["row"], found["column"] = places["row"][which] + down, places["column"][which]
    return found


def couples(rows: NDArray[np.void], m: int) -> NDArray[np.void]:
    """All pairs of strips that belong to the same body: what they add to the upper triangle of S."""
    by_body: dict[int, list[tuple[int, int]]] = {}
    for start, row, column in rows.tolist():
        by_body.setdefault(column, []).append((row, start))
    stride = (m + 3) & -4
    found = []
    for here in by_body.values():
        here.sort()
        found += [(a, b, i * stride + j) for k, (i, a) in enumerate(here) for j, b in here[k:]]
    return np.array(found, COUPLE)


@inlined
def padded(m):  # type: ignore[no-untyped-def]
    """Length of a row of S."""
    return (m + 3) & -4


@jit
def divide_by_weights(rows, n, jacobian, weights, inverse, out):  # type: ignore[no-untyped-def]
    """`J W^-1` for a diagonal W, in blocks like those of J; n velocities a body. `inverse` is left with the diagonal of `W^-1`."""
    for k in range(weights.shape[0]):
        put(inverse, k, 1.0 / get(weights, k))
    multiply_columns(rows, n, jacobian, inverse, out)


@jit
def multiply_columns(rows, n, jacobian, factors, out):  # type: ignore[no-untyped-def]
    """J times a diagonal matrix."""
    if n == 3:  # where the compiler knows the size it writes straight code
        _multiply_columns(rows, 3, jacobian, factors, out)
    else:
        _multiply_columns(rows, 6, jacobian, factors, out)


@inlined
def _multiply_columns(rows, n, jacobian, factors, out):  # type: ignore[no-untyped-def]
    for k in range(rows.shape[0]):
        at, column = rows[k].start, rows[k].column
        for j in range(n):
            put(out, at + j, get(jacobian, at + j) * get(factors, column + j))


@inlined
def times_inverse(inverse, at, n, x, x_at, out, out_at):  # type: ignore[no-untyped-def]
    """`out = W^-1 x` for one body, whose inverse block stands at `at`."""
    for i in range(n):
        total = 0.0
        for j in range(n):
            total += get(inverse, at + i * n + j) * get(x, x_at + j)
        put(out, out_at + i, total)


@inlined
def _divide_by_blocks(rows, n, jacobian, inverse, out):  # type: ignore[no-untyped-def]
    for k in range(rows.shape[0]):
        at = int(rows[k].start)
        times_inverse(inverse, n * int(rows[k].column), n, jacobian, at, out, at)


@jit
def divide_by_blocks(rows, n, jacobian, inverse, out):  # type: ignore[no-untyped-def]
    """`J W^-1` for a block-diagonal W, whose inverse blocks are given."""
    if n == 3:
        _divide_by_blocks(rows, 3, jacobian, inverse, out)
    else:
        _divide_by_blocks(rows, 6, jacobian, inverse, out)


@inlined
def _add_products(pairs, n, jacobian, divided, s):  # type: ignore[no-untyped-def]
    """Form S."""
    for k in range(pairs.shape[0]):
        a, b, target = pairs[k].a, pairs[k].b, pairs[k].target
        total = get(divided, a) * get(jacobian, b)
        for p in range(1, n):
            total += get(divided, a + p) * get(jacobian, b + p)
        put(s, target, get(s, target) + total)


@inlined
def _subtract_row(s, row, u, target, first, stride):  # type: ignore[no-untyped-def]
    """`target -= u row` for rows of S, four columns at a time: loops of one length are predicted, short uneven ones are not."""
    for j in range(first, stride, 4):
        a, b, c, d = get(s, row + j), get(s, row + j + 1), get(s, row + j + 2), get(s, row + j + 3)
        put(s, target + j, get(s, target + j) - u * a)
        put(s, target + j + 1, get(s, target + j + 1) - u * b)
        put(s, target + j + 2, get(s, target + j + 2) - u * c)
        put(s, target + j + 3, get(s, target + j + 3) - u * d)


@jit
# many: the tables of one small system, whose views the caller has
def factor(pairs, n, jacobian, divided, s, m, mu, part, floor, sizes):  # type: ignore[no-untyped-def]
    """Form S from J and `J W^-1` and factorise it in place; returns how many pivots are below `floor` (dependent rows).

    `mu` and `part` of the diagonal are added to it; `floor` is a part of the diagonal too, which goes into `sizes`: what depends on what must not depend on
    masses. A row of zeros counts for nothing.
    """
    stride = padded(m)
    for k in range(m * stride):
        put(s, k, 0.0)
    if n == 3:
        _add_products(pairs, 3, jacobian, divided, s)
    else:
        _add_products(pairs, 6, jacobian, divided, s)
    small = 0
    for k in range(m):
        put(sizes, k, get(s, k * stride + k))
    for k in range(m):
        row, size = k * stride, get(sizes, k)
        d = get(s, row + k) + mu + part * size
        if d < floor * size:
            small += 1
        if d < 1e-14 * size:  # rounding has eaten the pivot of a dependent row: keep it positive
            d = 1e-14 * size
        d = 1.0 / d if size > 0.0 else 0.0
        for i in range(k + 1, m):
            u = get(s, row + i)
            if u != 0.0:
                _subtract_row(s, row, u * d, i * stride, k & -4, stride)
        put(s, row + k, d)
    for k in range(m):
        row = k * stride
        d = get(s, row + k)
        for i in range(k + 1, m):
            u = get(s, row + i) * d
            put(s, row + i, u)
            put(s, i * stride + k, u)
    return small


@inlined
def _weigh(rows, n, divided, x, y):  # type: ignore[no-untyped-def]
    """`y += (J W^-1) x`."""
    for k in range(rows.shape[0]):
        at, row, column = rows[k].start, rows[k].row, rows[k].column
        total = get(divided, at) * get(x, column)
        for j in range(1, n):
            total += get(divided, at + j) * get(x, column + j)
        put(y, row, get(y, row) + total)


@inlined
def _spread(rows, n, divided, x, y):  # type: ignore[no-untyped-def]
    """`x -= (J W^-1)^T y`."""
    for k in range(rows.shape[0]):
        at, column, value = rows[k].start, rows[k].column, get(y, rows[k].row)
        for j in range(n):
            put(x, column + j, get(x, column + j) - get(divided, at + j) * value)


@inlined
def _subtract(s, row, u, y, stride):  # type: ignore[no-untyped-def]
    """`y -= u row` over a whole row: entries already final are spoilt and not used again."""
    for j in range(0, stride, 4):
        put(y, j, get(y, j) - u * get(s, row + j))
        put(y, j + 1, get(y, j + 1) - u * get(s, row + j + 1))
        put(y, j + 2, get(y, j + 2) - u * get(s, row + j + 2))
        put(y, j + 3, get(y, j + 3) - u * get(s, row + j + 3))


@jit
def multipliers(s, m, y, work):  # type: ignore[no-untyped-def]
    """Solve `S l = y` in place; `y` is spoilt beyond m up to the padded length, `work` is as long."""
    stride = padded(m)
    for k in range(m):
        value = get(y, k)
        put(work, k, value * get(s, k * stride + k))
        if value != 0.0:
            _subtract(s, k * stride, value, y, stride)
    for k in range(m - 1, -1, -1):
        value = get(work, k)
        put(y, k, value)
        _subtract(s, k * stride, value, work, stride)


@jit
# many: the tables of one small system, whose views the caller has
def solve(rows, n, divided, s, m, loaded, x, y, work):  # type: ignore[no-untyped-def]
    """From `x = f` and `y = g`, in place: `x` less `W^-1 f`, and the multipliers in `y`; `loaded` says whether f is not zero.

    The caller adds `W^-1 f` (a division for a diagonal W, a product for blocks). `y` and `work` have the padded length.
    """
    for k in range(m):
        put(y, k, -get(y, k))
    if loaded:
        if n == 3:
            _weigh(rows, 3, divided, x, y)
        else:
            _weigh(rows, 6, divided, x, y)
    multipliers(s, m, y, work)
    for k in range(x.shape[0]):
        put(x, k, 0.0)
    if n == 3:
        _spread(rows, 3, divided, x, y)
    else:
        _spread(rows, 6, divided, x, y)
