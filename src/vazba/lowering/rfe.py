"""A beam of rigid finite elements: rigid segments joined by springs and dampers of all section forces.

The beam is divided into n equal parts of length dl; an elastic element sits in the middle of each, so that there are n + 1 rigid segments, the
first and the last half as long as the others. An elastic element is as stiff as the part of the beam it stands for,

    axial E A/dl,   shear kappa G A/dl,   bending E J/dl,   torsion G It/dl

and acts on the displacement measured in axes half-way between the two segments and on the relative rotation (the angle; in space the rotation
vector): the beam is the same from either end. Its damping is `damping` times its stiffness.
"""

from __future__ import annotations

import numpy as np

from vazba.bodies.rigid import Body
from vazba.element import Element
from vazba.joints.revolute import Revolute
from vazba.loads.bushing import Bushing
from vazba.lowering.carrier import Array, BeamPlan, Carrier, Socket, Station
from vazba.paths.spring import Spring


class RfeBeam(Carrier):
    """Segments `NAME#0` to `NAME#n`, each with its frame in its centre of mass."""

    @property
    def part(self) -> float:
        return self.span.length / self.span.elements

    def segment(self, station: float) -> int:
        """The segment that carries a station; where two meet the one nearer to the middle of the beam (and in its middle the one behind)."""
        nearer = 1e-9 if station <= self.span.length * (0.5 + 1e-9) else -1e-9
        return min(max(int(np.floor(station / self.part + 0.5 + nearer)), 0), self.span.elements)

    def name(self, k: int) -> str:
        return f"{self.span.name}#{k}"

    def ends(self, k: int) -> tuple[float, float]:
        """Stations between which a segment lies."""
        return max((k - 0.5) * self.part, 0.0), min((k + 0.5) * self.part, self.span.length)

    def centre(self, k: int) -> float:
        low, high = self.ends(k)
        return (low + high) / 2

    def socket(self, station: float) -> Socket:
        k = self.segment(station)
        return Socket(self.name(k), self.pose_at(self.centre(k)))

    def records(self) -> list[Element]:
        out: list[Element] = []
        for k in range(self.span.elements + 1):
            low, high = self.ends(k)
            mass, inertia = self.span.mass(high - low)
            values = self.motion_at(self.centre(k)) | {"mass": mass, "inertia": inertia}
            out.append(Body(name=self.name(k), origin=self.origin, **values))
        for k in range(self.span.elements):
            out += self._pin(k) if self.span.flexibility == "bending" else [self._bushing(k)]
        return out

    def stiffness(self) -> list[float]:
        """Of an elastic element: along x, y (z), then the turns."""
        span, section = self.span, self.span.section
        axial, shear = span.E * section.A / self.part, span.kappa * span.G * section.A / self.part
        bend_y, bend_z = span.E * section.Jy / self.part, span.E * section.Jz / self.part
        if span.dimension == 2:
            return [axial, shear, bend_z]
        assert section.It is not None
        return [axial, shear, shear, span.G * section.It / self.part, bend_y, bend_z]

    def _joined(self, k: int) -> dict[str, object]:
        at = self.span.at((k + 0.5) * self.part)
        return {"bodies": [self.name(k), self.name(k + 1)], "at": at[: self.span.dimension].tolist()}

    def _bushing(self, k: int) -> Element:
        stiffness = self.stiffness()
        damping = [self.span.damping * x for x in stiffness] if self.span.damping else None
        turns = "vector" if self.span.dimension == 3 else "sine"  # in the plane it is the angle anyway
        values = {"stiffness": stiffness, "damping": damping, "turns": turns}
        return Bushing(name=self.name(k), origin=self.origin, **self._joined(k), **values)  # type: ignore[arg-type]

    def _pin(self, k: int) -> list[Element]:
        """Bending alone: a pin with a torsion spring."""
        bend = self.stiffness()[2]
        pin = Revolute(name=self.name(k), origin=self.origin, **self._joined(k))  # type: ignore[arg-type]
        values = {"joint": self.name(k), "stiffness": bend, "damping": self.span.damping * bend, "free_angle": 0.0}
        spring = Spring(name=self.name(k), origin=self.origin, **values)  # type: ignore[arg-type]
        return [pin, spring]

    def plan(self) -> BeamPlan:
        span, stations = self.span, []
        for at in self.reported():
            k = self.segment(at)
            cut = round(at / self.part - 0.5)
            middle = abs(at / self.part - 0.5 - cut) < 1e-9
            held = (cut, cut + 1) if middle else (k,)
            places = tuple((self.name(i), self._local(at, i)) for i in held)
            stations.append(Station(self.station_name(at), at, places, self.name(cut) if middle else None))
        bodies = tuple(
            (self.name(k), np.array([self.centre(k), 0.0, 0.0])) for k in range(span.elements + 1)
        )  # fmt: skip
        hidden = tuple((record.SECTION, record.name) for record in self.records())
        return BeamPlan(span, span.model, (self.name(0), self._local(0.0, 0)), bodies, tuple(stations), hidden)

    def _local(self, station: float, k: int) -> Array:
        return np.array([station - self.centre(k), 0.0, 0.0])
