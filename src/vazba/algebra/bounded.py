"""Least squares within bounds, and of all solutions the smallest: an active-set method that is exact in finitely many rounds.

Two aims in order of rank, for a matrix A (p by n, column after column) and bounds `l <= x <= u`:

    first   |A x - b|  as small as possible,        then   |x|  as small as possible.

Numbers at a bound are held there; for the others the smallest least-squares solution is known (`_smallest`). The way to it is gone as far as the bounds
allow. Where it is gone to its end, a number is let go whose gradient points inwards: that of the first aim, or, where that one vanishes, that
of the second. All points on the way lie within the bounds, and each is better than the one before.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import get, inlined, jit, put, view_of

RANK = 1e-11  # part of the largest column below which a pivot counts as zero
SLOPE = 1e-12  # part of its terms below which a gradient counts as zero
AT = 1e-12  # part of the largest number by which a goal may lie beyond a bound: it lies on it
ROUNDS = 60  # per unknown; beyond half of them the first number that can be let go is (no cycles)
LOWER, FREE, UPPER, SHUT = -1, 0, 1, 2  # of each number: at a bound, between them, or both are the same
numbers_at = view_of(np.float64)


def room_of(p: int, n: int) -> int:
    """How many numbers `bounded_least` needs besides."""
    return p * n + n * n + 6 * n + 3 * p


@jit
def reflect(a, at, rows):  # type: ignore[no-untyped-def]
    """Householder's reflection that leaves nothing of a column (so many numbers from `at`) but its first: its vector in place; `(first number, factor)`."""
    square = 0.0
    for i in range(rows):
        square += get(a, at + i) * get(a, at + i)
    if square == 0.0:
        return 0.0, 0.0
    x = get(a, at)
    length = -math.copysign(math.sqrt(square), x)
    put(a, at, x - length)
    return length, -1.0 / (length * (x - length))


@jit
def reflected(a, at, rows, factor, c, to):  # type: ignore[no-untyped-def]
    """Apply the reflection whose vector stands at `at` to as many numbers of c, from `to` on."""
    total = 0.0
    for i in range(rows):
        total += get(a, at + i) * get(c, to + i)
    total *= factor
    for i in range(rows):
        put(c, to + i, get(c, to + i) - total * get(a, at + i))


@jit
def triangle(a, rows, columns):  # type: ignore[no-untyped-def]
    """`Q^T a` in place, upper triangular; returns how many rows of it are not zero."""
    steps = min(rows, columns)
    for k in range(steps):
        at = k * rows + k
        length, factor = reflect(a, at, rows - k)
        for j in range(k + 1, columns):
            reflected(a, at, rows - k, factor, a, j * rows + k)
        put(a, at, length)
        for i in range(k + 1, rows):
            put(a, k * rows + i, 0.0)
    return steps


@inlined
def _places(p, n):  # type: ignore[no-untyped-def]
    """Where in the room stand: the free columns, the trapezium turned over, the diagonals and factors of both, right side, u; z, y, what is left."""
    w = p * n
    d = w + n * n
    return (
        0,
        w,
        d,
        d + n,
        d + 2 * n,
        d + 3 * n,
        d + 4 * n,
        d + 4 * n + p,
        d + 5 * n + p,
        d + 6 * n + p,
        d + 6 * n + 2 * p,
    )


@jit
# many: the arrays of one problem; there are no objects in kernels, and a record would be packed at every call
def _take_free(a, ld, p, n, b, x, fixed, order, room):  # type: ignore[no-untyped-def]
    """The free columns, and the right side less what the others make; returns how many there are."""
    c, _, _, _, _, _, right, _, z, _, _ = _places(p, n)
    count = 0
    for i in range(p):
        put(room, right + i, get(b, i))
    for k in range(n):
        put(room, z + k, get(x, k))
        if fixed[k] == FREE:
            for i in range(p):
                put(room, c + count * p + i, get(a, k * ld + i))
            order[count] = k
            count += 1
        elif get(x, k) != 0.0:
            for i in range(p):
                put(room, right + i, get(room, right + i) - get(a, k * ld + i) * get(x, k))
    return count


@jit
def _eliminate(p, n, count, size, order, room):  # type: ignore[no-untyped-def]
    """Triangle of the free columns, the largest first; returns its rank."""
    c, _, diagonal, tau, _, _, right, _, _, _, _ = _places(p, n)
    for k in range(min(p, count)):
        best, at = -1.0, k
        for j in range(k, count):
            total = 0.0
            for i in range(k, p):
                total += get(room, c + j * p + i) ** 2
            if total > best:
                best, at = total, j
        if not best > (RANK * size) ** 2:
            return k
        if at != k:
            for i in range(p):
                value = get(room, c + k * p + i)
                put(room, c + k * p + i, get(room, c + at * p + i))
                put(room, c + at * p + i, value)
            other = order[k]
            order[k] = order[at]
            order[at] = other
        here = c + k * p + k
        length, factor = reflect(room, here, p - k)
        put(room, diagonal + k, length)
        put(room, tau + k, factor)
        for j in range(k + 1, count):
            reflected(room, here, p - k, factor, room, c + j * p + k)
        reflected(room, here, p - k, factor, room, right + k)
    return min(p, count)


@jit
def _full_rank(p, n, count, room):  # type: ignore[no-untyped-def]
    """The only least-squares solution into u, and y in the triangle's rows."""
    c, _, diagonal, _, _, _, right, u, _, y, _ = _places(p, n)
    for k in range(count - 1, -1, -1):
        value = get(room, right + k)
        for j in range(k + 1, count):
            value -= get(room, c + j * p + k) * get(room, u + j)
        put(room, u + k, value / get(room, diagonal + k))
    for k in range(count):
        value = get(room, u + k)
        for j in range(k):
            value -= get(room, c + k * p + j) * get(room, y + j)
        put(room, y + k, value / get(room, diagonal + k))


@jit
def _deficient(p, n, count, rank, room):  # type: ignore[no-untyped-def]
    """The smallest of many solutions into u, and y in the triangle's rows: with the trapezium `R = (Q_2 R_2)^T`, `u = Q_2 R_2^-T c`, `y = R_2^-1 R_2^-T c`."""
    c, w, diagonal, _, second, tau, right, u, _, y, _ = _places(p, n)
    for k in range(rank):
        for j in range(count):
            value = 0.0
            if j > k:
                value = get(room, c + j * p + k)
            elif j == k:
                value = get(room, diagonal + k)
            put(room, w + k * n + j, value)
    for k in range(rank):
        length, factor = reflect(room, w + k * n + k, count - k)
        put(room, second + k, length)
        put(room, tau + k, factor)
        for j in range(k + 1, rank):
            reflected(room, w + k * n + k, count - k, factor, room, w + j * n + k)
    for k in range(rank):
        value = get(room, right + k)
        for j in range(k):
            value -= get(room, w + k * n + j) * get(room, u + j)
        put(room, u + k, value / get(room, second + k))
    for k in range(rank - 1, -1, -1):
        value = get(room, u + k)
        for j in range(k + 1, rank):
            value -= get(room, w + j * n + k) * get(room, y + j)
        put(room, y + k, value / get(room, second + k))
    for k in range(rank, count):
        put(room, u + k, 0.0)
    for k in range(rank - 1, -1, -1):
        reflected(room, w + k * n + k, count - k, get(room, tau + k), room, u + k)


@jit
# many: the arrays of one problem; there are no objects in kernels, and a record would be packed at every call
def _smallest(a, ld, p, n, b, x, fixed, size, order, room):  # type: ignore[no-untyped-def]
    """The smallest of all x that make `|A x - b|` least, where only the free ones may change: into z; and y with `A_free^T y = z_free`."""
    c, _, _, tau, _, _, _, u, z, y, _ = _places(p, n)
    count = _take_free(a, ld, p, n, b, x, fixed, order, room)
    rank = _eliminate(p, n, count, size, order, room)
    if rank == count:
        _full_rank(p, n, count, room)
    else:
        _deficient(p, n, count, rank, room)
    for k in range(count):
        put(room, z + order[k], get(room, u + k))
    for k in range(rank, p):
        put(room, y + k, 0.0)
    for k in range(rank - 1, -1, -1):
        reflected(room, c + k * p + k, p - k, get(room, tau + k), room, y + k)


@jit
def _go(n, lower, upper, x, fixed, room, z):  # type: ignore[no-untyped-def]
    """Go towards z as far as the bounds allow; returns whether one stood in the way, which is held then."""
    part, blocking, side, big = 1.0, -1, FREE, 0.0
    for k in range(n):
        big = max(big, abs(get(room, z + k)))
    for k in range(n):
        if fixed[k] != FREE:
            continue
        goal, here = get(room, z + k), get(x, k)
        if goal < get(lower, k) - AT * big:
            reach = (get(lower, k) - here) / (goal - here)
            if reach < part:
                part, blocking, side = max(reach, 0.0), k, LOWER
        elif goal > get(upper, k) + AT * big:
            reach = (get(upper, k) - here) / (goal - here)
            if reach < part:
                part, blocking, side = max(reach, 0.0), k, UPPER
    for k in range(n):
        if fixed[k] == FREE:
            goal = get(room, z + k)
            if part < 1.0:
                goal = get(x, k) + part * (goal - get(x, k))
            put(x, k, min(max(goal, get(lower, k)), get(upper, k)))
    if blocking < 0:
        return False
    fixed[blocking] = side
    put(x, blocking, get(lower, blocking) if side == LOWER else get(upper, blocking))
    return True


@jit
# many: the arrays of one problem; there are no objects in kernels, and a record would be packed at every call
def _to_let_go(a, ld, p, n, x, fixed, size, room, first_found):  # type: ignore[no-untyped-def]
    """A number that should leave its bound: by the first aim, else by the second; -1 if there is none."""
    _, _, _, _, _, _, _, _, _, y, left = _places(p, n)
    worst, chosen, second, later, big = 0.0, -1, 0.0, -1, 0.0
    for i in range(p):
        big = max(big, abs(get(room, left + i)))
    for k in range(n):
        if fixed[k] == FREE or fixed[k] == SHUT:
            continue
        slope, terms, other, others = 0.0, 0.0, -get(x, k), abs(get(x, k))
        for i in range(p):
            entry = get(a, k * ld + i)
            slope += entry * get(room, left + i)
            terms += abs(entry)
            other += entry * get(room, y + i)
            others += abs(entry * get(room, y + i))
        inwards = -fixed[k] * slope  # at its lower bound it may grow
        if abs(slope) > SLOPE * terms * size + 1e-9 * terms * big:
            if inwards > worst and not (first_found and chosen >= 0):
                worst, chosen = inwards, k
        else:
            inwards = -fixed[k] * other
            if inwards > SLOPE * others and inwards > second and not (first_found and later >= 0):
                second, later = inwards, k
    return chosen if chosen >= 0 else later


@jit
def _look_at_left(a, ld, p, n, b, x, room):  # type: ignore[no-untyped-def]
    """`b - A x`, and the size of its terms."""
    left, big = _places(p, n)[10], 0.0
    for i in range(p):
        total, terms = get(b, i), abs(get(b, i))
        for k in range(n):
            total -= get(a, k * ld + i) * get(x, k)
            terms += abs(get(a, k * ld + i) * get(x, k))
        put(room, left + i, total)
        big = max(big, terms)
    return big


@jit
# many: the arrays of one problem; there are no objects in kernels, and a record would be packed at every call
def bounded_least(a, ld, p, n, b, lower, upper, x, fixed, order, room):  # type: ignore[no-untyped-def]
    """Solve; `x` and `fixed` hold a guess (which numbers are at which bound) and become the solution.

    `ld`: rows of the storage of `a`. Returns how many rounds it took, or -1 where it did not end.
    """
    size, z = 0.0, _places(p, n)[8]
    for k in range(n):
        total = 0.0
        for i in range(p):
            total += get(a, k * ld + i) ** 2
        size = max(size, math.sqrt(total))
        if get(lower, k) == get(upper, k):
            fixed[k] = SHUT
        if fixed[k] == LOWER or fixed[k] == SHUT:
            put(x, k, get(lower, k))
        elif fixed[k] == UPPER:
            put(x, k, get(upper, k))
        else:
            put(x, k, min(max(get(x, k), get(lower, k)), get(upper, k)))
    for turn in range(ROUNDS * (n + 1)):
        _smallest(a, ld, p, n, b, x, fixed, size, order, room)
        if _go(n, lower, upper, x, fixed, room, z):
            continue
        terms = _look_at_left(a, ld, p, n, b, x, room)
        k = _to_let_go(a, ld, p, n, x, fixed, terms, room, 2 * turn > ROUNDS * (n + 1))
        if k < 0:
            return turn + 1
        fixed[k] = FREE
    return -1
