"""Tables of models whose bodies are nodes alone, for `equations.nodes`: ends of straight paths, rows, and the parts that are solved apart.

All stands in one vector: coordinates of the free nodes, then those of places on the ground, then (of what is solved for) the rows.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import F8, each, on_lines, record
from vazba.algebra.ldl import ENTRY, NODE, PAIR, Plan, plan
from vazba.flexible.build import Layout, net_of
from vazba.flexible.limbs import LIMB, limbs_of
from vazba.joints.rows import COMPONENT, DISTANCE, NORMAL_A, NORMAL_B
from vazba.laws.records import CABLE, POINTS
from vazba.system import System

Array = NDArray[np.float64]
Pairs = dict[tuple[int, int], float]

# One row between two places: `n . (r_b - r_a) = value`, n along a rigid bar, or constant (`level`). Where no other row or mass takes hold of its ends: the
# inverse of the mass between them (`aa`, `ab`, `bb`), and `ease = 1/(aa + bb - 2 ab)`.
ROD = np.dtype([
    ("a", "u4"), ("b", "u4"), ("row", "u4"), ("level", "u4"), ("value", "f8"), ("n", "f8", 3),
    ("aa", "f8"), ("ab", "f8"), ("bb", "f8"), ("ease", "f8"),
], align=True)  # fmt: skip
SEEN = np.dtype(
    [("which", "i4"), ("at", "i4")], align=True
)  # a frame or a body, and where its node stands in the vector
# An end of a row that is not alone, in the factorisation: where, how far its components are apart, their sign.
SPOT = np.dtype([("rod", "i4"), ("target", "i4"), ("stride", "i4"), ("sign", "f8")], align=True)

TOGETHER = 64  # straight paths that are looked at together (`equations.strands`)

NODAL = record(
    "NODAL",
    {"ends": "u4", "tied": "u4", "rest": "u4", "rods": ROD, "frames": SEEN, "bodies": SEEN, "spots": SPOT, "limbs": LIMB}
    | {"nodes": NODE, "entries": ENTRY, "pairs": PAIR}  # mass of the nodes of which no row takes hold, one direction
    | {"joined": NODE, "joined_entries": ENTRY, "joined_pairs": PAIR}  # rows that share nodes, and these
    | each(F8, "weight", "places", "speeds", "x", "lay", "hard", "natural", "values", "scratch", "constant", "joined_values", "joined_scratch"),
    "wide", "count_tied", "count_rest", "alone", "ready", "others", "first_row", "place_all", "force_all", "show_all",
)  # fmt: skip


def is_nodal(system: System) -> bool:
    """Whether there is nothing but nodes, and all rows are bars or planes between them and the ground."""
    tables = system.tables
    if (
        len(net_of(system).nodes) < len(system.body_names)
        or len(tables.bushings)
        or len(tables.frictions)
        or len(tables.sights)
    ):
        return False
    if system.controls is not None or len(tables.rows) != system.m:
        return False
    rows, frames = tables.rows, tables.frames
    arms, turned = frames["s"][frames["body"] >= 0], frames["law_x"] + frames["law_y"] + frames["law_z"]
    straight = (
        np.isin(rows["kind"], (COMPONENT, NORMAL_A, NORMAL_B, DISTANCE)) & (rows["law"] == 0) & (rows["scale"] == 1.0)
    )
    lengths = (rows["kind"] != DISTANCE) | (rows["factor"] == 1.0)
    return not arms.any() and not turned.any() and bool((straight & lengths).all())


def nodal_tables(
    system: System, layout: Layout, weight: Array, reference: float, mu: float
) -> tuple[dict[str, NDArray[Any]], dict[str, int]]:
    """Arrays and numbers of the record, masses divided by the reference; `weight` is that of each body (bodies x 3), N."""
    d, tables, free = layout.d, system.tables, len(layout.net.nodes)
    index = {name: k for k, name in enumerate(system.body_names)}
    at_body = {index[name]: d * k for k, name in enumerate(layout.net.nodes)}
    frames, ground = tables.frames, list[Array]()
    at_frame = np.zeros(len(frames), int)
    for k, frame in enumerate(frames):
        if frame["body"] >= 0:
            at_frame[k] = at_body[int(frame["body"])]
        else:
            at_frame[k] = d * (free + len(ground))
            ground.append(frame["s"][:d])
    count = d * (free + len(ground))
    weights = {pair: mass / reference for pair, mass in layout.weights.items()}
    rods = _rods(system, at_frame)
    rods, lone, joined = _apart(rods, weights, free, d)
    limbs = limbs_of(rods, joined, weights, free, d)
    joined = sorted(set(joined) - {int(x) // d for x in limbs["x"]})
    paths, stops = tables.paths, tables.stops
    ends = np.zeros((len(paths), 2), np.uint32)
    straight = (paths["law"] <= CABLE) & (paths["count"] == 2) & (paths["free_law"] == 0) & (paths["kind"] == POINTS)
    for k in np.flatnonzero(straight):
        ends[k] = at_frame[stops[paths["first"][k] :][:2]]
    own, one = _lone(lone, weights, d)
    spots, constant, many = _joined(rods, joined, weights, count, (d, mu))
    places = np.concatenate([np.zeros(d * free), *ground])
    heavy = [weight[index[name], :d] / reference for name in layout.net.nodes]
    arrays: dict[str, NDArray[Any]] = {
        "ends": ends.ravel(), "rods": on_lines(rods), "spots": spots, "constant": constant, "limbs": on_lines(limbs),
        "frames": np.array([(k, at_frame[k]) for k in range(len(frames)) if frames["body"][k] >= 0], SEEN),
        "bodies": np.array(list(at_body.items()), SEEN), "weight": np.concatenate([*heavy, np.zeros(d * len(ground))]),
        "places": places, "speeds": np.zeros(count), "x": np.zeros(count + system.m),
        "nodes": one.nodes, "entries": one.entries, "pairs": one.pairs, "values": own, "scratch": np.zeros(one.scratch),
        "joined": many.nodes, "joined_entries": many.entries, "joined_pairs": many.pairs, "joined_values": constant.copy(),
        "joined_scratch": np.zeros(many.scratch),
        "tied": np.zeros(2 * len(paths), np.uint32), "rest": np.zeros(len(paths), np.uint32), "lay": np.zeros(4 * TOGETHER),
        "hard": np.zeros(len(paths)), "natural": np.zeros(len(paths)),
    }  # fmt: skip
    alone = len(rods) - len({int(spot["rod"]) for spot in spots}) - int((limbs["rod"] >= 0).sum())
    return arrays, {"wide": d, "alone": alone, "first_row": count}


def _rods(system: System, at_frame: NDArray[np.int_]) -> NDArray[np.void]:
    """The rows, without what belongs to their ends."""
    rows, frames = system.tables.rows, system.tables.frames
    out = np.zeros(len(rows), ROD)
    for rod, row in zip(out, rows):
        rod["a"], rod["b"], rod["row"], rod["value"] = at_frame[row["a"]], at_frame[row["b"]], row["row"], row["value"]
        rod["level"] = row["kind"] != DISTANCE
        if row["kind"] == COMPONENT:
            rod["n"] = row["factor"] * np.eye(3)[row["i"]]
        elif row["kind"] != DISTANCE:
            frame, axis = (row["a"], row["i"]) if row["kind"] == NORMAL_A else (row["b"], row["j"])
            rod["n"] = row["factor"] * frames[frame]["f"].reshape(3, 3)[:, axis]
    return out


def _apart(rods: NDArray[np.void], weights: Pairs, free: int, d: int) -> tuple[NDArray[np.void], list[int], list[int]]:
    """Rows, first those that are alone with their ends; nodes of which no row takes hold; and all others."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ends = np.stack([rods["a"], rods["b"]], axis=1).astype(int) // d
    inner = (ends < free).all(axis=1)
    edges = np.array([*(pair for pair in weights if pair[0] != pair[1]), *ends[inner].tolist()], int).reshape(-1, 2)
    graph = coo_array((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(free, free))
    parts, part = connected_components(graph, directed=False)
    held = part[np.where(ends[:, 0] < free, ends[:, 0], ends[:, 1])]  # of each row
    rows, nodes = np.bincount(held, minlength=parts), np.bincount(part, minlength=parts)
    unit = np.abs(np.linalg.norm(rods["n"], axis=1) - 1.0) < 1e-12
    alone = (rows[held] == 1) & (nodes[held] <= 2) & ((rods["level"] == 0) | unit)
    inside = ends < free
    alone &= nodes[held] == inside.sum(axis=1)  # else another node hangs on it by its mass
    k = np.flatnonzero(alone)
    single = np.array([weights.get((node, node), 0.0) for node in range(free)] + [0.0])
    m_a, m_b = single[np.where(inside[k], ends[k], free)].T
    m_ab = np.array([weights.get((min(a, b), max(a, b)), 0.0) for a, b in ends[k].tolist()])
    two = np.asarray(inside[k].all(axis=1))
    with np.errstate(all="ignore"):
        determinant = np.where(two, m_a * m_b - m_ab**2, m_a + m_b)
        least = 1e-12 * np.maximum(np.maximum(m_a, m_b), m_ab) ** inside[k].sum(axis=1)
        aa, bb = np.where(two, [m_b, m_a], inside[k].T) / determinant
        ab = -m_ab / determinant
        rods["aa"][k], rods["ab"][k], rods["bb"][k], rods["ease"][k] = aa, ab, bb, 1.0 / (aa + bb - 2 * ab)
    bare = k[~(determinant > least)]  # bars without inertia
    alone[bare] = False
    for key in ("aa", "ab", "bb", "ease"):
        rods[key][bare] = 0.0
    solved = np.zeros(free, bool)
    solved[ends[alone][ends[alone] < free]] = True
    lone = np.flatnonzero((rows == 0)[part])
    solved[lone] = True
    return rods[np.argsort(~alone, kind="stable")], lone.tolist(), np.flatnonzero(~solved).tolist()


def _planned(
    nodes: list[int], weights: Pairs, size: int, touches: list[list[int]]
) -> tuple[Plan, Array, list[tuple[int, int]]]:
    """The factorisation of the mass between some nodes with rows that touch them (by their places in `nodes`), its constant values."""
    place = {node: k for k, node in enumerate(nodes)}
    coupled = [(place[i], place[j]) for i, j in weights if i != j and i in place and j in place]
    starts = [[0] * len(touched) for touched in touches]
    found = plan([size] * len(nodes), [1] * len(touches), touches, starts, coupled=coupled)
    values = np.zeros(found.values)
    for k, node in enumerate(nodes):
        values[found.pivots[size * k : size * (k + 1)]] = weights[node, node]
    for (i, j), c in zip(coupled, found.couplings):
        a, b = sorted((nodes[i], nodes[j]))
        values[int(c["target"]) + np.arange(size) * (int(c["down"]) + int(c["across"]))] = weights[a, b]
    return found, values, coupled


def _lone(nodes: list[int], weights: Pairs, d: int) -> tuple[Array, Plan]:
    """Mass of the nodes of which no row takes hold, one direction: values and plan, whose unknowns stand in the vector of all."""
    found, values, _ = _planned(nodes, weights, 1, [])
    where = np.array([d * node for node in nodes], int)
    return values, _moved(found, where)


def _joined(
    rods: NDArray[np.void], nodes: list[int], weights: Pairs, count: int, how: tuple[int, float]
) -> tuple[NDArray[np.void], Array, Plan]:
    """Rows that share nodes: where their ends stand, the constant values, and the plan."""
    (d, mu), place, mine = how, {node: k for k, node in enumerate(nodes)}, []
    for k, rod in enumerate(rods):
        inside = [
            (place[int(rod[side]) // d], sign)
            for side, sign in (("a", -1.0), ("b", 1.0))
            if int(rod[side]) // d in place
        ]
        if inside:
            mine.append((k, inside))
    found, values, _ = _planned(nodes, weights, d, [[node for node, _ in inside] for _, inside in mine])
    first = d * len(nodes)
    values[found.pivots[first:]] = -mu
    spots, at = [], 0
    for k, inside in mine:
        for _, sign in inside:
            p = found.places[at]
            spots.append((k, int(p["target"]), int(p["across"]), sign))
            at += 1
    where = [d * node + c for node in nodes for c in range(d)] + [count + int(rods["row"][k]) for k, _ in mine]
    return np.array(spots, SPOT), values, _moved(found, np.array(where, int))


def _moved(found: Plan, where: NDArray[np.int_]) -> Plan:
    """The same with its unknowns elsewhere in the vector; those of a node stay together."""
    nodes, entries = found.nodes.copy(), found.entries.copy()
    if len(nodes):
        nodes["x"] = where[nodes["x"]]
    if len(entries):
        entries["x"] = where[entries["x"]]
    return found._replace(nodes=nodes, entries=entries)
