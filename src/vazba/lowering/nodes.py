"""Nodes and bars to what the system knows: a node is a body whose unknowns are its coordinates alone (`vazba.flexible`) and a point of the same name,
a rigid bar a distance, an elastic one a spring."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from vazba.bodies.bar import Bar
from vazba.bodies.node import AXES
from vazba.bodies.rigid import Body
from vazba.element import GROUND, Element, Origin
from vazba.errors import Fault, Wrong
from vazba.flexible.units import Net
from vazba.joints.distance import Distance
from vazba.joints.point_on_line import PointOnLine
from vazba.joints.point_on_plane import PointOnPlane
from vazba.joints.slot import Slot
from vazba.model import Model
from vazba.paths.spring import Spring
from vazba.points import Point

Values = Mapping[str, Mapping[str, SimpleNamespace]]
SHARED = {"nodes": ("points", "bodies", "beams"), "bars": ("springs", "joints", "bodies")}  # names that would meet


def lower_nodes(model: Model, values: Values) -> tuple[Model, Net, list[Fault]]:
    """The model of sound elements without nodes and bars, how they stand in it, and what is wrong."""
    faults: list[Fault] = []
    out = copy.copy(model)
    out.lowered = True
    for heading in ("bodies", "points", "joints", "springs"):
        setattr(out, heading, dict(model.section(heading)))
    for heading, others in SHARED.items():
        for name, record in model.section(heading).items():
            for other in others:
                if name in model.section(other):
                    what = Wrong(
                        f"one of the {other} has the same name", "both are named in results", "rename one of them"
                    )
                    faults.append(record.fault(what))
    nodes, bars = values["nodes"], values["bars"]
    lengths, masses = {}, {}
    for name, read in bars.items():
        record = model.bars[name]
        a, b = (np.array(nodes[end].position, float) for end in read.nodes if end in nodes)
        lengths[name] = float(np.linalg.norm(b - a))
        if lengths[name] <= 0:
            faults.append(
                record.fault(
                    Wrong(
                        f"its length is 0 m between {' and '.join(read.nodes)}",
                        "a bar without length has no direction",
                        "draw its ends apart",
                    )
                )
            )
        masses[name] = record.mass_of(read, lengths[name])
    free = {name: read for name, read in nodes.items() if len(read.fixed or ()) < model.dimension}
    lumped = {name: read.mass for name, read in nodes.items()}
    for name, read in bars.items():
        for end in read.nodes:
            lumped[end] += masses[name] / 2
    for name, read in nodes.items():
        _put_node(out, model.nodes[name].origin, name, read, lumped[name], name in free, faults)
    held = {name: tuple(read.position) for name, read in nodes.items() if name not in free}
    rigid, elastic = [], []
    for name, read in bars.items():
        record = model.bars[name]
        if read.stiffness is not None:
            elastic.append(name)
            out.springs[name] = _spring(record, read, lengths[name])
        elif any(end in free for end in read.nodes):
            rigid.append(name)
            out.joints[name] = _made(Distance, name=name, origin=record.origin, points=list(read.nodes))
    net = Net(
        tuple(free), tuple(float(nodes[name].mass) for name in free), held,
        tuple((*read.nodes, masses[name]) for name, read in bars.items() if masses[name] > 0 and any(end in free for end in read.nodes)),
        tuple(rigid), tuple(elastic), {name: (read.nodes[0], read.nodes[1]) for name, read in bars.items()},
    )  # fmt: skip
    out.nodes, out.bars = {}, {}
    return out, net, faults


def _put_node(
    out: Model, origin: Origin, name: str, read: SimpleNamespace, mass: float, free: bool, faults: list[Fault]
) -> None:
    place = list(read.position)
    if not free:
        out.points[name] = _made(Point, name=name, origin=origin, body=GROUND, position=place)
        return
    if not mass > 0:
        why = "how it moves is not determined"
        faults.append(
            Wrong("it has no mass", why, "give mass = .., or fasten a bar with mass").fault(
                f"node {name}", origin.file, origin.line
            )
        )
        return
    inertia = mass if out.dimension == 2 else [mass] * 3  # of the body that stands for it; no equation of motion has it
    out.bodies[name] = _made(
        Body, name=name, origin=origin, position=place, mass=mass, inertia=inertia, velocity=read.velocity
    )
    out.points[name] = _made(Point, name=name, origin=origin, body=name, position=[0.0] * out.dimension)
    if read.fixed:
        support = _support(name, origin, read.fixed, place, out.dimension)
        out.joints[support.name] = support
        foot = f"{name}-foot"
        out.points[foot] = _made(Point, name=foot, origin=origin, body=GROUND, position=place)


def _made(kind: type[Element], **values: Any) -> Any:
    return kind(**values)


def _support(name: str, origin: Origin, fixed: tuple[str, ...], place: list[float], dimension: int) -> Any:
    """What keeps a node from moving along some axes."""
    del place
    points, words = [name, f"{name}-foot"], {"name": f"{name}-support", "origin": origin}
    loose = next(axis for axis in AXES[:dimension] if axis not in fixed)
    if dimension == 2:
        return _made(Slot, points=points, axis=_unit(loose, 2), **words)
    if len(fixed) == 1:
        return _made(PointOnPlane, points=points, axis=_unit(fixed[0], 3), **words)
    return _made(PointOnLine, points=points, axis=_unit(loose, 3), **words)


def _unit(axis: str, dimension: int) -> list[float]:
    return [1.0 if other == axis else 0.0 for other in AXES[:dimension]]


def _spring(record: Bar, read: SimpleNamespace, length: float) -> Spring:
    free = length if read.free_length is None else read.free_length
    return _made(Spring, name=record.name, origin=record.origin, points=list(read.nodes), stiffness=read.stiffness / free, free_length=free,
        damping=(read.damping or 0.0) / free,
    )  # fmt: skip
