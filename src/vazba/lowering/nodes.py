"""Nodes, bars and cables with mass to what the system knows.

A node is a body whose unknowns are its coordinates alone (`vazba.flexible`) and a point of the same name, a rigid bar a distance, an elastic one a spring.
The mass of a cable is between nodes: where it passes a point of a body, one of its own is held there.
"""

from __future__ import annotations

import copy
import itertools
import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np

from vazba.bodies.bar import Bar
from vazba.bodies.node import AXES
from vazba.bodies.rigid import Body
from vazba.element import GROUND, SECTIONS, Element, Origin, Scope
from vazba.errors import Fault, Wrong
from vazba.flexible.units import Net
from vazba.joints.distance import Distance
from vazba.joints.joint import Array
from vazba.joints.point_on_line import PointOnLine
from vazba.joints.point_on_plane import PointOnPlane
from vazba.joints.revolute import Revolute
from vazba.joints.slot import Slot
from vazba.joints.spherical import Spherical
from vazba.lowering.places import Places, Values
from vazba.model import Model
from vazba.paths.spring import Spring
from vazba.points import Point

NOTHING = 1e-12  # m: a bar below has no direction, as a distance joint
SHARED = {"nodes": ("points", "bodies", "beams"), "bars": ("springs", "joints", "bodies")}  # names that would meet


def has_nodes(model: Model) -> bool:
    """Whether there is something to lower: nodes, bars, or cables that may have mass."""
    return bool(model.nodes or model.bars) or any(
        c.mass is not None or c.density is not None for c in model.cables.values()
    )


def lower_nodes(model: Model, values: Values, rigid: bool = False) -> tuple[Model, Net, list[Fault], Values]:
    """The model of sound elements without nodes and bars, how they stand in it, what is wrong, and values of the elements made that need not be read;
    `rigid`: for kinematics, without the mass of cables."""
    lowering = _Lowering(model, values, rigid)
    lowering.refuse_shared_names()
    lowering.weigh_bars()
    lowering.weigh_cables()
    lowering.put_nodes()
    return lowering.out, lowering.net(), lowering.faults, lowering.read


class _Lowering:
    """Goes through bars, cables and nodes once: first their masses, then what stands for them."""

    def __init__(self, model: Model, values: Values, kinematic: bool) -> None:
        self.model, self.values, self.kinematic, self.faults = model, values, kinematic, list[Fault]()
        self.out = copy.copy(model)
        self.out.lowered = True
        for heading in ("bodies", "points", "joints", "springs", "cables"):
            setattr(self.out, heading, dict(model.section(heading)))
        nodes = {name: values["nodes"][name] for name in model.nodes}
        self.free = [name for name, read in nodes.items() if len(read.fixed or ()) < model.dimension]
        loose = set(self.free)
        self.held = {name: tuple(read.position) for name, read in nodes.items() if name not in loose}
        self.lumped = {name: float(read.mass) for name, read in nodes.items()}
        self.masses: list[tuple[str, str, float, float]] = []
        self.rigid: list[str] = []
        self.elastic: list[str] = []
        self.own: dict[str, str] = {}  # the node of its own that is held at a point
        self.hidden: list[tuple[str, str]] = []
        self.read: dict[str, dict[str, SimpleNamespace]] = {"bodies": {}, "points": {}, "joints": {}}
        scope = Scope(dimension=model.dimension)
        self.plain: dict[type[Element], dict[str, Any]] = {
            kind: vars(_made(kind).read(scope, [])) for kind in (Body, Point, Distance)
        }

    def wrong(self, record: Element, what: str, why: str, remedy: str) -> None:
        self.faults.append(record.fault(Wrong(what, why, remedy)))

    def refuse_shared_names(self) -> None:
        for heading, others in SHARED.items():
            for name, record in self.model.section(heading).items():
                for other in others:
                    if name in self.model.section(other):
                        self.wrong(record, f"one of the {other} has the same name", "both are named in results", "rename one of them")  # fmt: skip

    # --- masses ----------------------------------------------------------------------------------------------------------------

    def weigh_bars(self) -> None:
        nodes, moving = self.values["nodes"], set(self.free)
        for name, record in self.model.bars.items():
            read = self.values["bars"][name]
            length = math.dist(*(nodes[end].position for end in read.nodes))
            if length < NOTHING:
                what = f"its length is {length:.2g} m between {' and '.join(read.nodes)}"
                self.wrong(record, what, "a bar without length has no direction", "draw its ends apart")
                continue
            self._between(read.nodes[0], read.nodes[1], *record.masses(read, length))
            if read.stiffness is not None:
                self.elastic.append(name)
                self.out.springs[name] = _spring(record, read, length)
            elif any(end in moving for end in read.nodes):
                self.rigid.append(name)
                self._put(Distance, record, points=tuple(read.nodes), length=length)

    def weigh_cables(self) -> None:
        """Of each piece its share by length as drawn."""
        places = Places(self.model, self.values)
        for name, record in self.model.cables.items():
            read = self.values["cables"][name]
            mass = record.mass_of(read)
            if not mass > 0:
                continue
            try:
                ends = [self._passed(point, places, record.origin) for point in read.through]
            except Wrong as remark:
                self.faults.append(record.fault(remark))
                continue
            lengths = np.array([float(np.linalg.norm(b[1] - a[1])) for a, b in itertools.pairwise(ends)])
            shares = lengths / lengths.sum() if lengths.sum() > 0 else np.full(len(lengths), 1 / len(lengths))
            for (a, b), share in zip(itertools.pairwise(ends), shares):
                self._between(a[0], b[0], mass * float(share), mass * float(share) / 6)

    def _passed(self, point: str, places: Places, origin: Origin) -> tuple[str, Array]:
        """The node at a point, and where it is drawn; one of its own where the point is none."""
        if point in self.values["nodes"]:
            place = np.zeros(3)
            place[: self.model.dimension] = self.values["nodes"][point].position
            return point, place
        at, velocity = places.moving(point)
        if point in self.own:
            return self.own[point], at
        node = self.own[point] = f"{point}#mass"  # no name in a model has this sign
        place, d = at[: self.model.dimension].tolist(), self.model.dimension
        self.lumped[node] = 0.0
        if self.values["points"][point].body == GROUND or self.kinematic:
            self.held[node] = tuple(place)
            return node, at
        self.free.append(node)
        self.out.points[node] = _made(Point, name=node, origin=origin, body=node, position=[0.0] * d)
        self.out.bodies[node] = _made(Body, name=node, origin=origin, position=place, velocity=velocity[:d].tolist())
        meeting: type[Element] = Revolute if d == 2 else Spherical
        self.out.joints[node] = _made(meeting, name=node, origin=origin, points=[point, node])
        self.hidden += [("point", node), ("joint", node)]
        return node, at

    def _between(self, a: str, b: str, mass: float, between: float) -> None:
        self.lumped[a] += mass / 2
        self.lumped[b] += mass / 2
        if mass > 0 and not (a in self.held and b in self.held):
            self.masses.append((a, b, mass, between))

    # --- nodes -----------------------------------------------------------------------------------------------------------------

    def _put(self, kind: type[Element], record: Element, **values: Any) -> None:
        """An element that stands for a node or bar, of its name; its values are as they are read."""
        self.out.section(kind.SECTION)[record.name] = _made(kind, name=record.name, origin=record.origin, **values)
        self.read[kind.SECTION][record.name] = SimpleNamespace(**{**self.plain[kind], **values})

    def put_nodes(self) -> None:
        out, d = self.out, self.model.dimension
        for name, record in self.model.nodes.items():
            read = self.values["nodes"][name]
            place, mass = tuple(read.position), self.lumped[name]
            if name in self.held:
                self._put(Point, record, body=GROUND, position=place)
            elif not mass > 0:
                self.wrong(record, "it has no mass", "how it moves is not determined", "give mass = .., or fasten a bar or a cable with mass")  # fmt: skip
            else:
                # no equation of motion has the inertia of the body that stands for it
                inertia = mass if d == 2 else mass * np.eye(3)
                self._put(Body, record, position=place, velocity=read.velocity, mass=mass, inertia=inertia)
                self._put(Point, record, body=name, position=(0.0,) * d)
                if read.fixed:
                    self._support(record, read.fixed, place)
        self._refuse_without_inertia()
        for name in self.own.values():
            if name in out.bodies and self.lumped[name] > 0:
                mass = self.lumped[name]
                out.bodies[name] = replace(out.bodies[name], mass=mass, inertia=mass if d == 2 else [mass] * 3)

    def _refuse_without_inertia(self) -> None:
        """A bar whose mass is all in its middle, between nodes with nothing else: how it turns is not determined."""
        for name, record in self.model.bars.items():
            read, ends = self.values["bars"][name], self.values["bars"][name].nodes
            if read.inertia is None or any(end in self.held for end in ends):
                continue
            own = [(mass, between) for a, b, mass, between in self.masses if (a, b) == tuple(ends)]
            if not own:
                continue
            mass, between = own[0]
            bare = all(abs(self.lumped[end] - mass / 2) <= 1e-12 * mass for end in ends)
            if bare and mass / 4 - between <= 1e-12 * mass:
                why = "its nodes have no other mass: how it turns is not determined"
                self.wrong(record, f"inertia = {read.inertia:g} kg m^2", why, "give it inertia, or its nodes mass")

    def _support(self, record: Element, fixed: tuple[str, ...], place: tuple[float, ...]) -> None:
        """What keeps a node from moving along some axes."""
        name, dimension = f"{record.name}-support", self.model.dimension
        for heading, section in SECTIONS.items():
            if name in self.model.section(heading):
                remedy = "rename one of them" if section.kind == "node" else f"rename the {section.kind}, or the node"
                self.wrong(record, f"{section.kind} {name} has the name of its support", "both are named in results", remedy)  # fmt: skip
                return
        foot = f"{record.name}#foot"
        self.out.points[foot] = _made(Point, name=foot, origin=record.origin, body=GROUND, position=place)
        self.hidden.append(("point", foot))
        loose = next(axis for axis in AXES[:dimension] if axis not in fixed)
        kind: type[Element] = Slot if dimension == 2 else PointOnPlane if len(fixed) == 1 else PointOnLine
        along = fixed[0] if kind is PointOnPlane else loose
        axis = [1.0 if other == along else 0.0 for other in AXES[:dimension]]
        self.out.joints[name] = _made(kind, name=name, origin=record.origin, points=[record.name, foot], axis=axis)

    def net(self) -> Net:
        nodes, bars = self.values["nodes"], {name: self.values["bars"][name] for name in self.model.bars}
        self.out.nodes, self.out.bars = {}, {}
        heavy = {n: c for n, c in self.out.cables.items() if c.mass is not None or c.density is not None}
        self.out.cables |= {n: replace(c, mass=None, density=None) for n, c in heavy.items()}
        return Net(
            tuple(self.free), tuple(float(nodes[name].mass) if name in nodes else 0.0 for name in self.free), self.held, tuple(self.masses),
            tuple(self.rigid), tuple(self.elastic), {name: (read.nodes[0], read.nodes[1]) for name, read in bars.items()}, tuple(self.hidden),
        )  # fmt: skip


def _made(kind: type[Element], **values: Any) -> Any:
    return kind(**values)


def _spring(record: Bar, read: SimpleNamespace, length: float) -> Spring:
    free = length if read.free_length is None else read.free_length
    return _made(Spring, name=record.name, origin=record.origin, points=list(read.nodes), stiffness=read.stiffness / free, free_length=free,
        damping=(read.damping or 0.0) / free,
    )  # fmt: skip
