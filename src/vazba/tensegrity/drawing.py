"""A model as a drawing of nodes, bars and strings: what is fastened at one place is one node."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from vazba.tensegrity.net import Net
from vazba.tensegrity.structure import BAR, SAME, STRING, Structure

Array = NDArray[np.float64]


def net_of(s: Structure) -> tuple[Net, dict[str, str]]:
    """The drawing, and the node at which each point, joint and end of a member is."""
    from vazba.tensegrity.bars import rods

    dimension = s.system.dimension
    nodes: dict[str, Array] = {}
    names: dict[str, str] = {}
    fixed: set[str] = set()
    r, turn = s.poses(s.q)
    cells: dict[tuple[int, ...], str] = {}
    unit, hidden = 1e3 * SAME * s.length, set(s.net.hidden)

    def node_at(place: Array, name: str) -> str:
        key = np.round(place / unit).astype(int)
        for shift in np.ndindex(*(3,) * len(key)):
            near = cells.get(tuple((key + np.array(shift) - 1).tolist()))
            if near is not None and np.linalg.norm(nodes[near] - place) <= unit:
                return near
        cells[tuple(key.tolist())] = name
        nodes[name] = place
        return name

    for name, (body, local) in s.system.points.items():
        if ("point", name) in hidden:
            continue
        place = (r[body] + turn[body] @ np.append(local, np.zeros(3 - len(local))))[:dimension]
        names[name] = node_at(place, name)
        if body < 0:
            fixed.add(names[name])
    for name, joint in s.system.joint_places.items():
        if name in s.net.rigid or ("joint", name) in hidden or name.removesuffix("-support") in s.net.nodes:
            continue
        for body, local in ((joint.body_a, joint.local_a), (joint.body_b, joint.local_b)):
            k = s.system.body_names.index(body) if body in s.system.body_names else -1
            place = (r[k] + turn[k] @ np.append(local, np.zeros(3 - len(local))))[:dimension]
            names[name] = node_at(place, name)
            if k < 0:
                fixed.add(names[name])
    bars = {}
    for rod in rods(s).values():
        a, b = (
            node_at(place[:dimension], f"{rod.name}-{side}") for place, side in ((rod.start, "start"), (rod.end, "end"))
        )
        bars[rod.name] = (a, b)
    strings = {}
    for member in s.members:
        if member.kind == BAR:
            bars[member.name] = (names[member.ends[0]], names[member.ends[1]])
        elif member.kind == STRING or len(member.ends) == 2:
            ends = [names[end] for end in member.ends]
            for k, (a, b) in enumerate(itertools.pairwise(ends)):
                strings[member.name if len(ends) == 2 else f"{member.name}/{k + 1}"] = (a, b)
    return Net(s.model.name, nodes, bars, strings, {}, tuple(n for n in nodes if n in fixed)), names
