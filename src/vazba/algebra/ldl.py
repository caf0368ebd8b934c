"""Block factorisation `K = L D L^T` of a sparse symmetric matrix whose pattern never changes.

    K = [ W    J^T  ]     W: one positive block a body (and some between bodies),   J: one block a constraint and body it touches,
        [ J   -mu E ]     mu > 0 small

Nodes are bodies and constraints. `plan` orders them once (minimum degree, a constraint after the bodies it joins: its pivot
block is then `-(J W^-1 J^T + mu E)` reduced, negative definite, so that no pivoting is needed) and lays out where every block
stands; `factor` and `solve` run compiled, without allocation, in O(n) for chains, trees and ladders. Because K is quasi-definite the
factorisation exists in any order, also with redundant constraints.
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vazba._jit import get, inlined, jit, put

NODE = np.dtype([
    ("n", "i4"), ("x", "i4"),  # number of unknowns, where they stand in the vector
    ("block", "i4"), ("panel", "i4"),  # where its blocks stand in the values
    ("first", "i4"), ("count", "i4"), ("rows", "i4"),  # its below-diagonal entries and their rows together
    ("first_pair", "i4"), ("positive", "i4"),
], align=True)  # fmt: skip
ENTRY = np.dtype([("n", "i4"), ("x", "i4"), ("row", "i4")], align=True)
PAIR = np.dtype([("target", "i4"), ("stride", "i4")], align=True)
PLACE = np.dtype([
    ("target", "i4"), ("down", "i4"), ("across", "i4"),  # where a block of J stands in the values, strides along its rows and columns
    ("start", "i4"), ("row", "i4"), ("column", "i4"), ("rows", "i4"), ("columns", "i4"),  # where in the Jacobian's blocks, and which
], align=True)  # fmt: skip
HUB = 12  # a body with more constraints than this is eliminated late: its constraints need not wait for it


class Plan(NamedTuple):
    """Where everything stands: nodes in elimination order, entries, updates, blocks of J, and sizes of the work arrays."""

    nodes: NDArray[np.void]
    entries: NDArray[np.void]
    pairs: NDArray[np.void]
    places: NDArray[np.void]  # the blocks of J
    pivots: NDArray[np.int32]  # for each unknown: where its diagonal value stands
    values: int
    scratch: int
    couplings: NDArray[np.void]  # blocks of W between bodies


def order(
    sizes: Sequence[int], touches: Sequence[Sequence[int]], hub: int = HUB, coupled: Sequence[tuple[int, int]] = ()
) -> tuple[list[int], list[list[int]]]:
    """Elimination order of bodies 0..nb-1 and constraints nb.., and the later neighbours of each at its elimination."""
    bodies = len(sizes) - len(touches)
    near: list[set[int]] = [set() for _ in sizes]
    for a, b in coupled:
        near[a].add(b)
        near[b].add(a)
    for k, touched in enumerate(touches):
        for body in touched:
            near[bodies + k].add(body)
            near[body].add(bodies + k)
    hubs = {b for b in range(bodies) if len(near[b]) > hub}
    awaited = [set(touched) - hubs or set(touched) for touched in touches]
    waits = [0] * bodies + [len(wanted) for wanted in awaited]

    def cost(node: int) -> tuple[int, int]:
        return sum(sizes[other] for other in near[node]) + (10**6 if node in hubs else 0), node

    heap = [cost(node) for node in range(len(sizes)) if waits[node] == 0]
    heapq.heapify(heap)
    done = [False] * len(sizes)
    sequence: list[int] = []
    later: list[list[int]] = [[] for _ in sizes]
    while heap:
        value, node = heapq.heappop(heap)
        if done[node]:
            continue
        if value != cost(node)[0]:
            heapq.heappush(heap, cost(node))
            continue
        done[node] = True
        sequence.append(node)
        neighbours = near[node]
        later[node] = list(neighbours)
        for other in neighbours:
            near[other] |= neighbours
            near[other] -= {other, node}
        for other in neighbours:
            if node < bodies <= other and node in awaited[other - bodies]:
                waits[other] -= 1
            if waits[other] == 0:
                heapq.heappush(heap, cost(other))
    return sequence, later


def plan(
    body_sizes: Sequence[int],
    group_sizes: Sequence[int],
    touches: Sequence[Sequence[int]],
    block_starts: Sequence[Sequence[int]],
    hub: int = HUB,
    coupled: Sequence[tuple[int, int]] = (),
) -> Plan:
    """Lay out the factorisation; `touches[g]` are the bodies of constraint g, `block_starts[g]` where their Jacobian blocks begin.

    `coupled`: pairs of bodies between which W has a block too; `couplings` of the plan says where, rows those of the first.
    """
    sizes = [*body_sizes, *group_sizes]
    bodies = len(body_sizes)
    sequence, later = order(sizes, touches, hub, coupled)
    position = {node: k for k, node in enumerate(sequence)}
    x_start = [0, *itertools.accumulate(sizes)]
    node_list: list[tuple[int, ...]] = []
    blocks, panels, lower = [0] * len(sizes), [0] * len(sizes), [[0]] * len(sizes)
    entry_list: list[tuple[int, int, int]] = []
    row_in: list[dict[int, int]] = [{} for _ in sizes]
    value_count, scratch = 0, 1
    pivots = [0] * x_start[-1]
    pair_count = 0
    for node in sequence:
        n = sizes[node]
        below = lower[node] = sorted(later[node], key=position.__getitem__)
        rows = 0
        first = len(entry_list)
        for other in below:
            entry_list.append((sizes[other], x_start[other], rows))
            row_in[node][other] = rows
            rows += sizes[other]
        blocks[node], panels[node] = value_count, value_count + n * n
        node_list.append((
            n, x_start[node], value_count, value_count + n * n, first, len(below), rows, pair_count, int(node < bodies),
        ))  # fmt: skip
        pivots[x_start[node] : x_start[node + 1]] = range(value_count, value_count + n * n, n + 1)
        value_count += n * n + rows * n
        scratch = max(scratch, rows * n, n)
        pair_count += len(below) * (len(below) + 1) // 2
    pair_list: list[tuple[int, int]] = []
    for node in sequence:
        below = lower[node]
        for i, row_node in enumerate(below):
            for column_node in below[:i]:
                stride = sizes[column_node]
                pair_list.append((panels[column_node] + row_in[column_node][row_node] * stride, stride))
            pair_list.append((blocks[row_node], sizes[row_node]))
    couplings = []
    for a, b in coupled:
        early, late = (a, b) if position[a] < position[b] else (b, a)
        n = sizes[early]
        target = panels[early] + row_in[early][late] * n
        down, across = (1, n) if early == a else (n, 1)
        couplings.append((target, down, across, 0, x_start[a], x_start[b], sizes[a], sizes[b]))
    places = []
    nv = x_start[bodies]
    for g, touched in enumerate(touches):
        group = bodies + g
        for body, start in zip(touched, block_starts[g], strict=True):
            n = sizes[body]
            if position[body] < position[group]:
                target = panels[body] + row_in[body][group] * n
                places.append((target, n, 1, start, x_start[group] - nv, x_start[body], sizes[group], n))
            else:
                stride = sizes[group]
                target = panels[group] + row_in[group][body] * stride
                places.append((target, 1, stride, start, x_start[group] - nv, x_start[body], sizes[group], n))
    return Plan(
        np.array(node_list, NODE), np.array(entry_list, ENTRY), np.array(pair_list, PAIR), np.array(places, PLACE),
        np.array(pivots, np.int32), value_count, scratch, np.array(couplings, PLACE),
    )  # fmt: skip


@jit
def fill(places, pivots, jacobian, weights, mu, values):  # type: ignore[no-untyped-def]
    """Put `W` (diagonal), `J` and `-mu` into the values."""
    for k in range(values.shape[0]):
        values[k] = 0.0
    nv = weights.shape[0]
    for k in range(nv):
        put(values, pivots[k], weights[k])
    for k in range(nv, pivots.shape[0]):
        put(values, pivots[k], -mu)
    for b in range(places.shape[0]):
        place = places[b]
        start, down, across, columns = place.start, place.down, place.across, place.columns
        target = place.target
        for _ in range(place.rows):
            for j in range(columns):
                put(values, target + j * across, get(jacobian, start + j))
            start += columns
            target += down


@inlined
def _eliminate(node, entries, pairs, values, scratch, floor, n):  # type: ignore[no-untyped-def]
    """Eliminate one node of size n; returns how many of its pivots are below `floor`."""
    small = 0
    block, panel, first, pair = node.block, node.panel, node.first, node.first_pair
    for j in range(n):  # row by row: scratch holds L D of the row
        at_j = block + j * n
        d = get(values, at_j + j)
        for p in range(j):
            y = get(values, at_j + p)
            for o in range(p):
                y -= get(scratch, o) * get(values, block + p * n + o)
            put(scratch, p, y)
            scaled = y * get(values, block + p * n + p)
            put(values, at_j + p, scaled)
            d -= y * scaled
        if node.positive == 0:
            if d.real > -floor:
                small += 1
            if (
                d.real > -1e-14 and abs(d.imag) < 1e-14
            ):  # rounding has eaten the pivot of a dependent row: keep it negative
                d = d * 0.0 - 1e-14
        put(values, at_j + j, 1.0 / d)
    for r in range(node.rows):
        at, base = panel + r * n, r * n
        for j in range(n):
            y = get(values, at + j)
            for p in range(j):
                y -= get(scratch, base + p) * get(values, block + j * n + p)
            put(scratch, base + j, y)
        for j in range(n):
            put(values, at + j, get(scratch, base + j) * get(values, block + j * n + j))
    for i in range(node.count):
        rows_i, at_i = entries[first + i].n, panel + entries[first + i].row * n
        for j in range(i + 1):
            rows_j, at_j = entries[first + j].n, entries[first + j].row * n
            target, stride = pairs[pair].target, pairs[pair].stride
            pair += 1
            for a in range(rows_i):
                for b in range(rows_j):
                    y = 0.0
                    for p in range(n):
                        y += get(values, at_i + a * n + p) * get(scratch, at_j + b * n + p)
                    put(values, target + b, get(values, target + b) - y)
                target += stride
    return small


@jit
def factor(nodes, entries, pairs, values, scratch, floor):  # type: ignore[no-untyped-def]
    """Factorise in place (of D its inverse is kept); returns how many constraint pivots are below `floor` (dependent rows)."""
    small = 0
    for k in range(nodes.shape[0]):
        node = nodes[k]
        n = int(node.n)
        if n == 3:  # where the compiler knows the size it writes straight code
            small += _eliminate(node, entries, pairs, values, scratch, floor, 3)
        elif n == 2:
            small += _eliminate(node, entries, pairs, values, scratch, floor, 2)
        elif n == 6:
            small += _eliminate(node, entries, pairs, values, scratch, floor, n)
        else:
            small += _eliminate(node, entries, pairs, values, scratch, floor, n)
    return small


@inlined
def _forward(node, entries, values, x, n):  # type: ignore[no-untyped-def]
    block, at, x0 = node.block, node.panel, node.x
    size = 0.0
    for i in range(n):
        size += abs(get(x, x0 + i))
    if size == 0.0:  # bodies nothing acts on: most of them
        return
    for i in range(1, n):
        y = get(x, x0 + i)
        for p in range(i):
            y -= get(values, block + i * n + p) * get(x, x0 + p)
        put(x, x0 + i, y)
    for e in range(node.first, node.first + node.count):
        y0 = entries[e].x
        for r in range(entries[e].n):
            y = get(x, y0 + r)
            for p in range(n):
                y -= get(values, at + p) * get(x, x0 + p)
            put(x, y0 + r, y)
            at += n
    for i in range(n):
        put(x, x0 + i, get(x, x0 + i) * (get(values, block + i * n + i)))


@inlined
def _backward(node, entries, values, x, n):  # type: ignore[no-untyped-def]
    block, at, x0 = node.block, node.panel, node.x
    for e in range(node.first, node.first + node.count):
        y0 = entries[e].x
        for r in range(entries[e].n):
            y = get(x, y0 + r)
            for p in range(n):
                put(x, x0 + p, get(x, x0 + p) - get(values, at + p) * y)
            at += n
    for i in range(n - 1, -1, -1):
        y = get(x, x0 + i)
        for p in range(i + 1, n):
            y -= get(values, block + p * n + i) * get(x, x0 + p)
        put(x, x0 + i, y)


@jit
def solve(nodes, entries, values, x):  # type: ignore[no-untyped-def]
    """Solve `K x = b` in place, `x` holding b."""
    for k in range(nodes.shape[0]):
        node = nodes[k]
        n = int(node.n)
        if n == 3:
            _forward(node, entries, values, x, 3)
        elif n == 2:
            _forward(node, entries, values, x, 2)
        elif n == 6:
            _forward(node, entries, values, x, n)
        else:
            _forward(node, entries, values, x, n)
    for k in range(nodes.shape[0] - 1, -1, -1):
        node = nodes[k]
        n = int(node.n)
        if n == 3:
            _backward(node, entries, values, x, 3)
        elif n == 2:
            _backward(node, entries, values, x, 2)
        elif n == 6:
            _backward(node, entries, values, x, n)
        else:
            _backward(node, entries, values, x, n)


@jit
def factor_any(nodes, entries, pairs, values, scratch, floor):  # type: ignore[no-untyped-def]
    """As `factor`, for real or complex values, without code of its own for the usual sizes: slower, and compiled in a fraction of the time."""
    small = 0
    for k in range(nodes.shape[0]):
        small += _eliminate(nodes[k], entries, pairs, values, scratch, floor, int(nodes[k].n))
    return small


@jit
def solve_any(nodes, entries, values, x):  # type: ignore[no-untyped-def]
    """As `solve`, for real or complex values."""
    for k in range(nodes.shape[0]):
        _forward(nodes[k], entries, values, x, int(nodes[k].n))
    for k in range(nodes.shape[0] - 1, -1, -1):
        _backward(nodes[k], entries, values, x, int(nodes[k].n))
