"""Rows that close loops, carried from the bodies they touch up to the body where all their branches meet, and eliminated there.

A row `sum_b G_b a_b = gamma` with the multiplier `l` acts as the load `G_b^T l`. At a body it is `g . a + sum_s K l_s = rho`; eliminating a freedom with
the column c (`u = M c`, `n = 1/(c . u)`) turns it into

    s = c . g,   g <- g - u s n,   K_rs <- K_rs + s_r s_s n,   rho <- rho - s r,     r = (effort + c . f) n

and where the branches meet `K` is the compliance of the loop: `l = (rho - g . a - sum_o K_o l_o) / K` goes back into mass, load and the rows that go on.
A row whose compliance is nothing beside what it was made of (`scales`), or beside that of the touched bodies alone, depends on others: its multiplier is zero.
"""

from __future__ import annotations

from vazba._jit import get, inlined, put
from vazba.tree.records import TREE

DEPENDENT = 1e-10  # part of its compliance that is left of a row that depends on others
LATER = 1_000_000_000  # rank of a row that is not yet eliminated, or handed on
RIGID = 1e-20  # part of the compliance of the touched bodies alone that is left of a row no freedom moves


@inlined
def pass_freedom(body, slots, pairs, couplings, scales, dof, j, nc):  # type: ignore[no-untyped-def]
    """Let the rows a body hands on pass one of its freedoms; nc = 3 or 6."""
    first = body.slot + body.solved
    for k in range(body.slots - body.solved):
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
        for o in range(k + 1):
            at = get(pairs, row + o)
            put(couplings, at, get(couplings, at) + factor * slots[first + o].s[j])


@inlined
def next_row(t, body, slots, couplings, scales, alone, compliances, step):  # type: ignore[no-untyped-def]
    """`(slot to be eliminated next, 1/K of it)`: of the closure whose turn it is the row with the largest compliance; `1/K` is zero where all left depend
    on others, and of rows that are `left_out` for as long as that is kept."""
    first, best, at = body.slot, -1.0, 0
    lead, size = slots[first + step].lead, slots[first + step].size_of
    for k in range(lead, lead + size):
        if step == lead:
            slots[first + k].rank = LATER
        if slots[first + k].rank == LATER:
            left = get(couplings, slots[first + k].own)
            if not left <= best:
                best, at = left, k
    slot = slots[first + at]
    slot.rank = step
    slots[first + step].turn = at
    least = max(DEPENDENT * get(scales, slot.row), RIGID * get(alone, slot.row))
    inverse = 1.0 / best if best > least else 0.0
    if t.keeps != 0 and get(TREE.left_out(t), slot.row) != 0.0:
        inverse = 0.0
    put(compliances, slot.row, inverse)
    return at, inverse


@inlined
def eliminate_row(t, body, slots, couplings, k, inverse, nc):  # type: ignore[no-untyped-def]
    """Take row k, solved here, out of the rows that follow."""
    near_slots, near_pairs = TREE.near_slots(t), TREE.near_pairs(t)
    fills, first = TREE.fills(t), body.slot
    slot = slots[first + k]
    for i in range(slot.nears):
        other = slots[first + get(near_slots, slot.near + i)]
        if other.rank < slot.rank:
            continue
        factor = inverse * get(couplings, get(near_pairs, slot.near + i))
        if factor == 0.0:
            continue
        for n in range(nc):
            other.g[n] -= factor * slot.g[n]
        row = slot.filled + i * (i + 1) // 2
        for o in range(i + 1):
            if slots[first + get(near_slots, slot.near + o)].rank > slot.rank:
                at = get(fills, row + o)
                put(couplings, at, get(couplings, at) - factor * get(couplings, get(near_pairs, slot.near + o)))


@inlined
def row_load(t, body, slots, couplings, compliances, rho, k):  # type: ignore[no-untyped-def]
    """`rho / K` of row k solved here, taken out of the rows that follow."""
    near_slots, near_pairs = TREE.near_slots(t), TREE.near_pairs(t)
    first = body.slot
    slot = slots[first + k]
    load = get(compliances, slot.row) * get(rho, slot.row)
    for i in range(slot.nears):
        other = slots[first + get(near_slots, slot.near + i)]
        if other.rank > slot.rank:
            put(rho, other.row, get(rho, other.row) - load * get(couplings, get(near_pairs, slot.near + i)))
    return load


@inlined
# many: views of one record, made once for all bodies
def multiplier(t, body, slots, couplings, compliances, rho, multipliers, step, nc):  # type: ignore[no-untyped-def]
    """`l` of the row eliminated at this step, once the acceleration of the body and the multipliers of the rows that follow are known."""
    near_slots, near_pairs = TREE.near_slots(t), TREE.near_pairs(t)
    first = body.slot
    slot = slots[first + slots[first + step].turn]
    left = get(rho, slot.row)
    for n in range(nc):
        left -= slot.g[n] * body.a[n]
    for i in range(slot.nears):
        other = slots[first + get(near_slots, slot.near + i)]
        if other.rank > slot.rank:
            left -= get(couplings, get(near_pairs, slot.near + i)) * get(multipliers, other.row)
    put(multipliers, slot.row, left * get(compliances, slot.row))
