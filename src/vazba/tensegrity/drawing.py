"""A model as a drawing of nodes, bars and strings: what is fastened at one place is one node."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.node import AXES
from vazba.errors import Fault, ModelError
from vazba.tensegrity.net import Net
from vazba.tensegrity.structure import BAR, SAME, STRING, Structure

Array = NDArray[np.float64]
MEETING = ("revolute", "spherical", "universal", "fixed")  # joints between two points at one place


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

    own = {*s.net.nodes, *s.net.held}

    def node_at(place: Array, name: str) -> str:
        key = np.round(place / unit).astype(int)
        for shift in np.ndindex(*(3,) * len(key)) if name not in own else ():  # nodes that meet stay two
            near = cells.get(tuple((key + np.array(shift) - 1).tolist()))
            if near is not None and np.linalg.norm(nodes[near] - place) <= unit:
                return near
        cells.setdefault(tuple(key.tolist()), name)
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
    strings, pieces = {}, {}
    for member in s.members:
        if member.kind == BAR:
            bars[member.name] = (names[member.ends[0]], names[member.ends[1]])
        elif member.kind == STRING or len(member.ends) == 2:
            ends = list(itertools.pairwise(names[end] for end in member.ends))
            if len(ends) == 1:
                strings[member.name] = ends[0]
                continue
            pieces[member.name] = tuple(f"{member.name}/{k + 1}" for k in range(len(ends)))
            strings |= dict(zip(pieces[member.name], ends))
    scope, along = s.model.scope(), {}
    for name, node in s.model.nodes.items():
        held = node.read(scope, []).fixed or ()
        if 0 < len(held) < dimension:
            along[name] = tuple(AXES.index(axis) for axis in held)
    return Net(s.model.name, nodes, bars, strings, {}, tuple(n for n in nodes if n in fixed), along, pieces), names


def pin_jointed(s: Structure, who: str) -> tuple[Net, dict[str, str]]:
    """As `net_of`; raises `ModelError` where the model is more than bars and strings that meet at nodes."""
    from vazba.tensegrity.bars import rods

    known, why = rods(s), "only bars and strings that meet at nodes are looked at"
    faults = [
        Fault(f"body {name}", "it is no bar", f"{who}: {why}", "make it of nodes and bars")
        for name in s.system.body_names
        if name not in known and name not in s.net.nodes
    ]
    faults += [
        Fault(
            f"joint {name}",
            f"a {place.type} joint does not hold two places together",
            f"{who}: {why}",
            "hold nodes by fixed = ..",
        )
        for name, place in s.system.joint_places.items()
        if place.type not in MEETING and name not in s.net.rigid and name.removesuffix("-support") not in s.net.nodes
    ]
    if faults:
        raise ModelError(faults)
    return net_of(s)
