"""Rows that close loops, carried from the bodies they touch up to the body where all their branches meet, and eliminated there.

A row `sum_b G_b a_b = gamma` with the multiplier `l` acts as the load `G_b^T l`. At a body it is `g . a + sum_s K l_s = rho`; eliminating a freedom with
the column c (`u = M c`, `n = 1/(c . u)`) turns it into

    s = c . g,   g <- g - u s n,   K_rs <- K_rs + s_r s_s n,   rho <- rho - s r,     r = (effort + c . f) n

and where the branches meet `K` is the compliance of the loop: `l = (rho - g . a - sum_o K_o l_o) / K` goes back into mass, load and the rows that go on.
A row whose compliance is nothing beside what it was made of (`scales`), or beside that of the touched bodies alone, depends on others: its multiplier is zero.
"""

from __future__ import annotations

from vazba._jit import get, inlined, put

DEPENDENT = 1e-10  # part of its compliance that is left of a row that depends on others
LATER = 1_000_000_000  # rank of a row that is not yet eliminated, or handed on
RIGID = 1e-20  # part of the compliance of the touched bodies alone that is left of a row no freedom moves


@inlined
def pass_freedom(body, slots, pairs, couplings, scales, dof, j, nc):  # type: ignore[no-untyped-def]
    """Let the rows a body hands on pass one of its freedoms; nc = 3 or 6."""
    first = body.slot
    for k in range(body.solved, body.slots):
        slot = slots[first + k]
        s = 0.0
        for n in range(nc):
            s += dof.c[n] * slot.g[n]
        slot.s[j] = s
        factor = s * dof.n
        for n in range(nc):
            slot.g[n] -= dof.u[n] * factor
        put(scales, slot.row, get(scales, slot.row) + s * factor)
        row = body.pair + k * (k + 1) // 2
        for o in range(body.solved, k + 1):
            at = get(pairs, row + o)
            put(couplings, at, get(couplings, at) + factor * slots[first + o].s[j])


@inlined
def coupling_at(body, pairs, a, b):  # type: ignore[no-untyped-def]
    """Place of `K` of two rows of a body."""
    high, low = (a, b) if a > b else (b, a)
    return get(pairs, body.pair + high * (high + 1) // 2 + low)


@inlined
def next_row(body, slots, pairs, couplings, scales, alone, compliances, step):  # type: ignore[no-untyped-def]
    """`(row to be eliminated next among those solved here, 1/K of it)`: the one with the largest compliance; `1/K` is zero where all left depend on others."""
    first, best, at = body.slot, -1.0, 0
    if step == 0:
        for k in range(body.solved):
            slots[first + k].rank = LATER
    for k in range(body.solved):
        if slots[first + k].rank == LATER:
            left = get(couplings, coupling_at(body, pairs, k, k))
            if not left <= best:
                best, at = left, k
    slot = slots[first + at]
    slot.rank = step
    slots[first + step].turn = at
    least = max(DEPENDENT * get(scales, slot.row), RIGID * get(alone, slot.row))
    inverse = 1.0 / best if best > least else 0.0
    put(compliances, slot.row, inverse)
    return at, inverse


@inlined
def eliminate_row(body, slots, pairs, couplings, k, inverse, nc):  # type: ignore[no-untyped-def]
    """Take row k, solved here, out of the rows that follow."""
    first = body.slot
    rank = slots[first + k].rank
    for o in range(body.slots):
        if slots[first + o].rank <= rank:
            continue
        factor = inverse * get(couplings, coupling_at(body, pairs, o, k))
        if factor == 0.0:
            continue
        for n in range(nc):
            slots[first + o].g[n] -= factor * slots[first + k].g[n]
        for p in range(o + 1):
            if slots[first + p].rank > rank:
                at = get(pairs, body.pair + o * (o + 1) // 2 + p)
                put(couplings, at, get(couplings, at) - factor * get(couplings, coupling_at(body, pairs, p, k)))


@inlined
def row_load(body, slots, pairs, couplings, compliances, rho, k):  # type: ignore[no-untyped-def]
    """`rho / K` of row k solved here, taken out of the rows that follow."""
    first = body.slot
    row, rank = slots[first + k].row, slots[first + k].rank
    load = get(compliances, row) * get(rho, row)
    for o in range(body.slots):
        if slots[first + o].rank > rank:
            other = slots[first + o].row
            put(rho, other, get(rho, other) - load * get(couplings, coupling_at(body, pairs, o, k)))
    return load


@inlined
def multiplier(body, slots, pairs, couplings, compliances, rho, multipliers, step, nc):  # type: ignore[no-untyped-def]
    """`l` of the row eliminated at this step, once the acceleration of the body and the multipliers of the rows that follow are known."""
    first = body.slot
    k = slots[first + step].turn
    slot = slots[first + k]
    left = get(rho, slot.row)
    for n in range(nc):
        left -= slot.g[n] * body.a[n]
    for o in range(body.slots):
        if slots[first + o].rank > slot.rank:
            left -= get(couplings, coupling_at(body, pairs, o, k)) * get(multipliers, slots[first + o].row)
    put(multipliers, slot.row, left * get(compliances, slot.row))
