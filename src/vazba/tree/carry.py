"""Which rows each body carries, where they are eliminated and in which order: the program of `tree.loops`, laid out once.

A closure (the rows of one joint, coupling or driver) is carried by the bodies between those it touches and the one where its branches meet, its base. Closures
carried by one body are coupled. At a base they are eliminated by least degree: the one coupled with the fewest first; its neighbours are then coupled.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.system import Group
from vazba.tree.loops import LATER
from vazba.tree.records import TOUCH
from vazba.tree.topology import Closure, Link

Integers = NDArray[np.int32]


@frozen(eq=False, repr=False)
class Carried:
    """Tables of the rows: see `tree.records`."""

    slots: NDArray[np.void]
    touches: NDArray[np.void]
    pairs: Integers  # couplings of the rows a body hands on, by triangle
    near_slots: Integers  # of each row solved at a body: the others it is coupled with there,
    near_pairs: Integers  # their couplings with it,
    fills: Integers  # and with each other, by triangle
    couplings: int


def carried(
    bodies: NDArray[np.void], links: tuple[Link, ...], closures: tuple[Closure, ...], groups: tuple[Group, ...], starts: tuple[tuple[int, ...], ...],
    nb: int, slot_type: Any,
) -> Carried:  # fmt: skip
    """The tables; `slot` and what follows of each body's record are filled in."""
    program = _program(links, closures, groups, starts, nb)
    for key, column in zip(("slot", "solved", "slots", "pair"), program.bodies, strict=True):
        bodies[key] = column
    table = np.zeros(len(program.slots), slot_type)
    for key, column in zip(
        ("row", "lead", "size_of", "own", "near", "nears", "filled", "up"), program.slots.T, strict=True
    ):
        table[key] = column
    table["rank"] = LATER
    lists = [x.copy() for x in program.lists]
    return Carried(table, program.touches.copy(), lists[0], lists[1], lists[2], lists[3], program.couplings)


@frozen(eq=False, repr=False)
class _Program:
    """The same for all trees of this form: nobody writes into it."""

    bodies: NDArray[np.int64]  # of each body: slot, solved, slots, pair (columns)
    slots: NDArray[np.int64]  # of each slot: row, lead, size, own, near, nears, fill, up
    touches: NDArray[np.void]
    lists: tuple[Integers, ...]
    couplings: int


@lru_cache(maxsize=8)
def _program(
    links: tuple[Link, ...],
    closures: tuple[Closure, ...],
    groups: tuple[Group, ...],
    starts: tuple[tuple[int, ...], ...],
    nb: int,
) -> _Program:
    """Rows of each body, and in which order they are eliminated."""
    count = len(links)
    passing: list[set[int]] = [set() for _ in range(count + 1)]  # closures a body hands on
    solved: list[list[int]] = [[] for _ in range(count + 1)]
    touched = []
    for c, (closure, group, blocks) in enumerate(zip(closures, groups, starts, strict=True)):
        solved[closure.base if closure.base >= 0 else count].append(c)
        for body, start in zip(closure.bodies, blocks, strict=True):
            k = body
            while k != closure.base:
                passing[k].add(c)
                k = links[k].parent
            touched += [(row, body, start + n * nb) for n, row in enumerate(group.rows)]
    near = _neighbours(passing, len(closures))
    order = {k: _eliminated(solved[k], near) for k in (*range(count - 1, -1, -1), count) if solved[k]}
    number: dict[tuple[int, int], int] = {}

    def coupling(a: int, b: int) -> int:
        return number.setdefault((max(a, b), min(a, b)), len(number))

    slots: list[tuple[int, int, int, int, int, int, int]] = []  # row, lead, size, own, near, nears, fill
    slot_of: dict[tuple[int, int], int] = {}
    of_bodies: list[tuple[int, int, int, int]] = []  # slot, solved, slots, pair
    pairs: list[int] = []
    near_slots: list[int] = []
    near_pairs: list[int] = []
    fill: list[int] = []
    for k in range(count + 1):
        here = [c for c, _ in order.get(k, [])]
        handed = [row for c in sorted(passing[k]) for row in groups[c].rows]
        rows = [row for c in here for row in groups[c].rows]
        place = {row: n for n, row in enumerate((*rows, *handed))}
        of_bodies.append((len(slots), len(rows), len(place), len(pairs)))
        slot_of |= {(k, row): len(slots) + n for row, n in place.items()}
        for c, others in order.get(k, []):
            mine = list(groups[c].rows)
            follow = [
                row
                for o in sorted(others, key=lambda o: place[groups[o].rows[0]] if groups[o].rows else -1)
                for row in groups[o].rows
            ]
            for row in mine:
                close = [*(r for r in mine if r != row), *follow]
                slots.append(
                    (row, place[mine[0]], len(mine), coupling(row, row), len(near_slots), len(close), len(fill))
                )
                near_slots += [place[r] for r in close]
                near_pairs += [coupling(row, r) for r in close]
                fill += [coupling(close[i], close[j]) for i in range(len(close)) for j in range(i + 1)]
        slots += [(row, 0, 0, coupling(row, row), 0, 0, 0) for row in handed]
        pairs += [coupling(handed[i], handed[j]) for i in range(len(handed)) for j in range(i + 1)]
    up = [-1] * len(slots)
    for (k, row), at in slot_of.items():
        if k < count and links[k].parent >= 0 and at >= of_bodies[k][0] + of_bodies[k][1]:
            up[at] = slot_of[links[k].parent, row]
    numbers = np.array([(*slot, above) for slot, above in zip(slots, up, strict=True)], int).reshape(-1, 8)
    touches = np.array([(slot_of[body, row], body, start) for row, body, start in touched], TOUCH)
    lists = tuple(np.array(x, np.int32) for x in (pairs, near_slots, near_pairs, fill))
    return _Program(np.array(of_bodies, int).reshape(-1, 4).T, numbers, touches, lists, len(number))


def _neighbours(passing: Sequence[set[int]], count: int) -> list[set[int]]:
    """Closures that are carried by one body."""
    near: list[set[int]] = [set() for _ in range(count)]
    for here in passing:
        for c in here:
            near[c] |= here
    for c in range(count):
        near[c].discard(c)
    return near


def _eliminated(closures: list[int], near: list[set[int]]) -> list[tuple[int, set[int]]]:
    """Closures of one base in the order of their elimination, each with those it is coupled with then; `near` loses them."""
    heap = [(len(near[c]), c) for c in closures]
    heapq.heapify(heap)
    here, done, found = set(closures), set[int](), []
    while heap:
        degree, c = heapq.heappop(heap)
        if c in done or degree != len(near[c]):
            continue
        done.add(c)
        others = near[c]
        found.append((c, others))
        for o in others:
            near[o] |= others
            near[o] -= {o, c}
            if o in here:
                heapq.heappush(heap, (len(near[o]), o))
    return found
