"""A beam as one rigid body: the rod with its mass and inertia, frame at its start."""

from __future__ import annotations

import numpy as np

from vazba.bodies.rigid import Body
from vazba.element import Element
from vazba.lowering.carrier import BeamPlan, Carrier, Socket, Station


class RigidBeam(Carrier):
    """One body."""

    def socket(self, station: float) -> Socket:  # noqa: ARG002
        return Socket(self.span.name, self.pose_at(0.0))

    def records(self) -> list[Element]:
        span = self.span
        mass, inertia = span.mass(span.length)
        com = [span.length / 2, 0.0, 0.0][: span.dimension]
        said = span.values.length is None or span.values.position is not None
        values = self.motion_at(0.0) | {"mass": mass, "inertia": inertia, "com": com}
        if not said:
            del values["position"]  # assembly moves what was not placed first
        return [Body(name=span.name, origin=self.origin, **values)]

    def plan(self) -> BeamPlan:
        name, origin = self.span.name, np.zeros(3)
        stations = [
            Station(self.station_name(at), at, ((name, np.array([at, 0.0, 0.0])),)) for at in self.reported()
        ]  # fmt: skip
        return BeamPlan(self.span, "rigid", (name, origin), ((name, origin),), tuple(stations))
