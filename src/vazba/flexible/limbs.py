"""Rigid bars that meet and close no loop: trees of nodes, in the order they are eliminated, leaves first. See `equations.limbs`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Pairs = dict[tuple[int, int], float]
FREE = -1  # no parent, no row

# A node and what joins it to its parent: where both stand in the vector; the record of the parent and the row (FREE: none), sign of the row of a root that is
# held from the ground; mass of the node and between both. Then what is known in a posture: the inverse G of the node's reduced mass (xx, xy, yy, xz, yz, zz),
# `u = G m`, `w = m + mass between u`, `1/(m . u)`, m along the bar towards the parent.
LIMB = np.dtype([
    ("x", "u4"), ("x_up", "u4"), ("up", "i4"), ("rod", "i4"), ("sign", "f8"), ("own", "f8"), ("shared", "f8"), ("one", "f8"),
    ("g", "f8", 6), ("u", "f8", 3), ("w", "f8", 3), ("m", "f8", 3),
], align=True)  # fmt: skip


def limbs_of(rods: NDArray[np.void], nodes: list[int], weights: Pairs, free: int, d: int) -> NDArray[np.void]:
    """The records of those parts (of these nodes) that are trees, each with one row to the ground at most, and that have mass in all directions."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    mine, near, held, odd = set(nodes), {node: dict[int, int]() for node in nodes}, dict[int, list[int]](), set[int]()
    for i, j in weights:
        if i != j and i in mine and j in mine:
            near[i][j] = near[j][i] = FREE
    for k, rod in enumerate(rods):
        a, b = int(rod["a"]) // d, int(rod["b"]) // d
        if a in mine and b in mine:
            if rod["level"] or near[a].get(b, FREE) != FREE:
                odd.add(a)
            near[a][b] = near[b][a] = k
        elif a in mine or b in mine:
            held.setdefault(a if a in mine else b, []).append(k)
    pairs = np.array([(i, j) for i in nodes for j in near[i]], int).reshape(-1, 2)
    _, part = connected_components(coo_array((np.ones(len(pairs)), (pairs[:, 0], pairs[:, 1])), shape=(free, free)))
    together: dict[int, list[int]] = {}
    for node in nodes:
        together.setdefault(int(part[node]), []).append(node)
    out: list[tuple[int, int, int, int, float, float, float]] = []
    for members in together.values():
        rows = [(node, k) for node in members for k in held.get(node, ())]
        edges = sum(len(near[node]) for node in members) // 2
        if edges != len(members) - 1 or len(rows) > 1 or odd.intersection(members):
            continue
        if _has_mass(members, near, weights):
            out += _grown(rows[0] if rows else (members[0], FREE), near, rods, weights, d, len(out))
    table = np.zeros(len(out), LIMB)
    for name, column in zip(("x", "x_up", "up", "rod", "sign", "own", "shared"), zip(*out)):
        table[name] = column
    return table


def _has_mass(members: list[int], near: dict[int, dict[int, int]], weights: Pairs) -> bool:
    """Whether the mass of a tree of nodes is safely positive: its pivots in an order from the leaves."""
    order, seen = [(members[0], FREE)], {members[0]}
    for node, _ in order:
        for other in near[node]:
            if other not in seen:
                seen.add(other)
                order.append((other, node))
    left = {node: weights[node, node] for node in members}
    for node, up in reversed(order):
        if not left[node] > 1e-9 * weights[node, node]:
            return False
        if up != FREE:
            left[up] -= weights.get((min(node, up), max(node, up)), 0.0) ** 2 / left[node]
    return True


# many: a root, and all that is known of the tree
def _grown(
    root: tuple[int, int], near: dict[int, dict[int, int]], rods: NDArray[np.void], weights: Pairs, d: int, first: int
) -> list[tuple[int, int, int, int, float, float, float]]:
    """Records of one tree, leaves first, the root last; `first` is the place of the first of them."""
    top, holds = root
    order, parent = [top], {top: FREE}
    for node in order:
        for other in near[node]:
            if other not in parent:
                parent[other] = node
                order.append(other)
    order = _upward(top, order, parent)
    place = {node: first + k for k, node in enumerate(order)}
    out = []
    for node in order:
        up = parent[node]
        if up == FREE:
            sign = 0.0 if holds == FREE else 1.0 if int(rods["b"][holds]) // d == top else -1.0
            out.append((d * node, 0, FREE, holds, sign, weights[node, node], 0.0))
        else:
            shared = weights.get((min(node, up), max(node, up)), 0.0)
            out.append((d * node, d * up, place[up], near[node][up], 1.0, weights[node, node], shared))
    return out


def _upward(top: int, order: list[int], parent: dict[int, int]) -> list[int]:
    """Nodes of a tree, each branch as a whole before what it grows from: what was last written is read next."""
    below: dict[int, list[int]] = {node: [] for node in order}
    for node in order[1:]:
        below[parent[node]].append(node)
    found, stack = [], [top]
    while stack:
        node = stack.pop()
        found.append(node)
        stack += below[node]
    return found[::-1]
