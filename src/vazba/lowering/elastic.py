"""A beam with elastic coordinates of its own (`modal`, `ancf`): to the lowered model it is a set of bodies, one for each station that is held or reported.

These bodies have no mass in the equations of motion, which are those of `vazba.flexible`. The mass they carry here (each its share of the beam) only helps to
bring velocities at the start onto the joints.
"""

from __future__ import annotations

import numpy as np

from vazba.beams.beam import Span
from vazba.bodies.rigid import Body
from vazba.element import Element, Origin
from vazba.errors import Wrong
from vazba.flexible.imported import ImportedShapes
from vazba.flexible.shapes import Shapes, shapes_of
from vazba.flexible.units import Unit
from vazba.lowering.carrier import BeamPlan, Carrier, Socket, Station

MODES, AXIAL, TWIST, MOST_MODES = (
    6,
    3,
    4,
    40,
)  # bending shapes in each plane, axial ones and those of twist, unless said


def modal_shapes(span: Span) -> Shapes | ImportedShapes:
    """The shapes a modal beam asks for; raises `Wrong`."""
    v = span.values
    if v.data is not None:
        return ImportedShapes(span, v.data)
    modes = MODES if v.modes is None else v.modes
    kind = v.shapes or "static"
    if kind == "static" and modes < 2:
        raise Wrong(
            f"modes = {modes} is too few", "static shapes begin with one that turns each end", "give 2 or more, or shapes = ..",
        )  # fmt: skip
    if modes > MOST_MODES:
        raise Wrong(f"modes = {modes} is too many", "", f"give {MOST_MODES} or fewer, or use more beams")
    axial = AXIAL if v.axial is None else v.axial
    return shapes_of(span, kind, modes, axial, TWIST if v.twist is None else v.twist, v.stiffening)


class ElasticBeam(Carrier):
    """Bodies `NAME@0.5` at stations."""

    def __init__(self, span: Span, origin: Origin, shapes: Shapes | ImportedShapes | None) -> None:
        super().__init__(span, origin)
        self.shapes = shapes
        self.held: dict[float, str] = {}
        for station in (0.0, *self.reported()):
            self._name(station)

    def _name(self, station: float) -> str:
        near = min(self.held, key=lambda other: abs(other - station), default=None)
        if near is not None and abs(near - station) <= 1e-9 * self.span.length:
            return self.held[near]
        name, digits = self.station_name(station), 7
        while name in self.held.values():
            name, digits = f"{self.span.name}@{station:.{digits}g}", digits + 1
        self.held[station] = name
        return name

    def socket(self, station: float) -> Socket:
        return Socket(self._name(station), self.pose_at(station))

    def records(self) -> list[Element]:
        mass, inertia = self.span.mass(self.span.length)
        share = 1.0 / len(self.held)
        part = inertia * share if self.span.dimension == 2 else [x * share for x in inertia]
        return [
            Body(name=name, origin=self.origin, **(self.motion_at(at) | {"mass": mass * share, "inertia": part}))
            for at, name in self.held.items()
        ]

    def plan(self) -> BeamPlan:
        bodies = tuple((name, np.array([at, 0.0, 0.0])) for at, name in self.held.items())
        origin = np.zeros(3)
        stations = tuple(Station(self._name(at), at, ((self._name(at), origin),)) for at in self.reported())
        unit = Unit(self.span, tuple((name, at) for at, name in self.held.items()), self.shapes)
        return BeamPlan(
            self.span,
            self.span.model,
            (self._name(0.0), origin),
            bodies,
            stations,
            tuple(("bodies", name) for name, _ in bodies),
            unit,
        )
