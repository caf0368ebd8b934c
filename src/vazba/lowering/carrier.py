"""What a beam is to the rest of the model: sockets at stations, the elements that make it up, and a plan of how its results are read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.beams.beam import Span, pose_values
from vazba.element import Element, Origin
from vazba.flexible.units import Net, Unit
from vazba.frozen import frozen
from vazba.joints.joint import Pose

Array = NDArray[np.float64]
Place = tuple[str, Array]  # a body and a local position


@frozen
class Socket:
    """The body that carries a station, and its described pose: its axes lie along those of the beam."""

    body: str
    pose: Pose


@frozen
class Station:
    """A station that is reported: its name (`NAME@0.25`), where it is (the mean of several places), and its elastic element, if it is one."""

    name: str
    at: float
    places: tuple[Place, ...]
    element: str | None = None  # name of a bushing, or of a pin with a spring


@frozen(eq=False, repr=False)
class BeamPlan:
    """How a beam stands in the lowered model, for starting and reading a run."""

    span: Span
    model: str  # how it is computed in this model: kinematics takes all beams as rigid
    start: Place  # where its start frame is; its axes are those of that body
    bodies: tuple[
        tuple[str, Array], ...
    ]  # the bodies it consists of, and where their origins lie in the frame of the undeformed beam
    stations: tuple[Station, ...]
    hidden: tuple[tuple[str, str], ...] = ()  # (section, name) of elements of which nothing is shown
    unit: Unit | None = None  # it has elastic coordinates of its own
    net: Net | None = None  # it consists of bars, described by their nodes

    @property
    def name(self) -> str:
        return self.span.name

    @property
    def own(self) -> bool:
        """Whether it has coordinates of its own: its bodies are none of the equations of motion."""
        return self.unit is not None or self.net is not None


class Carrier(ABC):
    """One beam while the model is lowered: sockets are asked first, then what it consists of."""

    def __init__(self, span: Span, origin: Origin) -> None:
        self.span, self.origin = span, origin

    @abstractmethod
    def socket(self, station: float) -> Socket:
        """The body that carries a station."""

    @abstractmethod
    def records(self) -> list[Element]:
        """The elements that make up the beam."""

    @abstractmethod
    def plan(self) -> BeamPlan:
        """How results are read."""

    def reported(self) -> list[float]:
        """Stations that are reported: both ends, the middles of the elements, and those asked for."""
        length, n = self.span.length, self.span.elements
        found = [0.0, *((k + 0.5) * length / n for k in range(n)), length]
        names = {self.station_name(station) for station in found}
        for station in self.span.stations:
            if self.station_name(station) not in names:
                names.add(self.station_name(station))
                found.append(station)
        return sorted(found)

    def station_name(self, station: float) -> str:
        return f"{self.span.name}@{station:g}"

    def pose_at(self, station: float) -> Pose:
        """The undeformed frame at a station."""
        return Pose(self.span.at(station), self.span.s, self.span.angle)

    def motion_at(self, station: float) -> dict[str, Any]:
        """Pose and initial velocities of a body whose frame lies at a station."""
        span, at = self.span, self.span.at(station)
        values = pose_values(at, span.s, span.angle, span.dimension)
        if span.velocity.any() or span.spin.any():
            values["velocity"] = span.motion_at(station)[: span.dimension].tolist()
            values["angular_velocity"] = float(span.spin[2]) if span.dimension == 2 else span.spin.tolist()
        return values
