"""Beam: an elastic body along a straight line, given by its section and material; one word says how it is computed.

Its local frame sits at its start, with x along it to its end. In the plane y lies 90 degrees to the left of x. In space `orientation` says how
the section lies; without it y lies in the vertical plane of the beam, upwards (`z = x_axis x e_z`, for a vertical beam `z = x_axis x e_y`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cardan_matrix, matrices, quaternion
from vazba.beams.modal_data import ModalDataField
from vazba.beams.section import Section, SectionField
from vazba.bodies.rigid import AngularVelocityField, OrientationField
from vazba.element import (
    ChoiceField,
    Element,
    FlagField,
    NameField,
    Number,
    NumberField,
    NumbersField,
    Scope,
    Vector,
    VectorField,
    element,
    given,
    shown,
)
from vazba.errors import Wrong
from vazba.frozen import frozen

Array = NDArray[np.float64]
MODELS = ("rigid", "rfe", "natural", "modal", "ancf")
LEAST_ELEMENTS = 2
SHAPED = ("modes", "shapes", "axial", "twist")
OUTSIDE = 1e-9  # of its length: how far beyond its ends a station may lie by rounding


class PlaceField(NameField):
    """A vector in ground components, or the name of a point."""

    def read(self, raw: Any, scope: Scope) -> Any:
        if isinstance(raw, str) or hasattr(raw, "SECTION"):
            return super().read(raw, scope)
        return scope.vector(raw, scope.dimension)


class CountField(NumberField):
    """A whole number."""

    def read(self, raw: Any, scope: Scope) -> int:  # type: ignore[override]
        value = super().read(raw, scope)
        if value != round(value) or value > 1e6:
            raise Wrong(f"{self.name} = {value:g} is not possible", "it counts things", "give a whole number")
        return round(value)


@frozen
class Span:
    """A beam in numbers: its start frame in the described configuration, length, section, material and how it is computed."""

    name: str
    dimension: int
    r: Array
    s: Array
    angle: float
    length: float
    section: Section
    E: float
    G: float
    density: float
    kappa: float
    damping: float
    model: str
    elements: int
    flexibility: str
    stations: tuple[float, ...]
    velocity: Array  # of the start frame's origin, ground components
    spin: Array  # angular velocity, beam components
    values: SimpleNamespace  # everything that was given, as numbers

    @property
    def bending_moments(self) -> tuple[float, ...]:
        """Second moments of area against bending along y and, in space, along z."""
        return (self.section.Jz,) if self.dimension == 2 else (self.section.Jz, self.section.Jy)

    @property
    def mass_per_length(self) -> float:
        return self.density * self.section.A

    def mass(self, length: float) -> tuple[float, Any]:
        """Mass, and inertia about the centre (plane: a number; space: about the local axes), of a piece: `m (l^2/12 + J/A)`, axial `rho l (Jy + Jz)`."""
        m, rho = self.mass_per_length * length, self.density * length
        slender, Jy, Jz = m * length**2 / 12, self.section.Jy, self.section.Jz
        return m, slender + rho * Jz if self.dimension == 2 else [
            rho * (Jy + Jz),
            slender + rho * Jy,
            slender + rho * Jz,
        ]

    def at(self, station: float) -> Array:
        """Where a station is in the described configuration."""
        return np.asarray(self.r + self.s[:, 0] * station)

    def motion_at(self, station: float) -> Array:
        """Velocity of a station in the beam's described rigid motion."""
        return np.asarray(self.velocity + np.cross(self.s @ self.spin, self.s[:, 0] * station))


@element("beams")
class Beam(Element):
    """An elastic beam, straight when it is not loaded. Joints, points and loads take hold of it like of a body: a point's first local component
    is its station, the distance from the start; `"NAME@0.5"` names the frame at station 0.5 m where a body is named.

    `model` says how it is computed: `rigid`; `rfe`, rigid segments joined by springs of all section forces in the middle of `elements` equal divisions;
    `natural`, the same with the ends of the segments as coordinates (plane only); `modal`, a sum of shapes in a frame that moves with it; `ancf`, position and
    slope at the nodes of `elements` cubic elements.
    """

    ALIASES: ClassVar[Mapping[str, str]] = {"from": "start", "to": "end"}

    start: Any = given(
        PlaceField(
            "its start (files: also `from`): ground components in the described configuration, or a point",
            to=("points",), unit="m", default=None,
        )
    )  # fmt: skip
    end: Any = given(PlaceField("its end (files: also `to`), likewise", to=("points",), unit="m", default=None))
    length: Number | None = given(
        NumberField("its length, with the pose of its start", unit="m", minimum=0.0, strict=True, default=None)
    )
    position: Vector | None = given(VectorField("its start, with `length`", unit="m", default=None))
    angle: Number | None = given(NumberField("angle of its axis, with `length`", unit="rad", default=None, dims=(2,)))
    orientation: Any = given(
        OrientationField("orientation of its frame: x along it, y and z in its section", default=None, dims=(3,))
    )
    section: Any = given(
        SectionField(
            'cross section: `{shape = "round", diameter}`, `{shape = "tube", diameter, thickness}`, `{shape = "rectangle", width, height}` '
            "(height along local y), or `{A, J, It}` (space also `Jy`, `Jz`)",
            unit="m, m^2, m^4",
        )
    )
    E: Number = given(NumberField("modulus of elasticity", unit="Pa", minimum=0.0, strict=True))
    G: Number | None = given(
        NumberField("shear modulus; without it E/2.6", unit="Pa", minimum=0.0, strict=True, default=None)
    )
    density: Number = given(NumberField("density", unit="kg/m^3", minimum=0.0, strict=True))
    kappa: Number | None = given(
        NumberField(
            "shear factor; without it that of Cowper for round sections and tubes, else 5/6",
            minimum=0.0, strict=True, default=None,
        )
    )  # fmt: skip
    damping: Number = given(
        NumberField("Kelvin-Voigt damping: `sigma = E (eps + damping eps')`", unit="s", minimum=0.0, default=0.0)
    )
    model: str = given(ChoiceField("how it is computed", choices=MODELS, default="rfe"))
    elements: Number = given(CountField("elements along it", minimum=float(LEAST_ELEMENTS), default=8))
    modes: Number | None = given(CountField("bending shapes (modal)", minimum=1.0, default=None))
    shapes: str | None = given(
        ChoiceField("which shapes (modal)", choices=("supported", "clamped", "free", "static"), default=None)
    )
    axial: Number | None = given(CountField("axial shapes (modal); 0: it does not stretch", minimum=0.0, default=None))
    twist: Number | None = given(CountField("shapes of twist (modal)", minimum=0.0, default=None, dims=(3,)))
    data: Any = given(
        ModalDataField("shapes from another program (modal): a TOML file, see the page on beams", default=None)
    )
    stiffening: bool = given(FlagField("axial forces make it stiffer or softer against bending (modal)", default=True))
    flexibility: str = given(
        ChoiceField(
            "what of it is elastic (rfe): all, or bending alone (plane only): then its segments are joined by pins with springs",
            choices=("all", "bending"), default="all",
        )
    )  # fmt: skip
    stations: Any = given(NumbersField("further stations to report, from its start", unit="m", default=None))
    velocity: Vector | None = given(
        VectorField("initial velocity of its start, ground components", unit="m/s", default=None)
    )
    angular_velocity: Any = given(
        AngularVelocityField(
            "initial angular velocity, as of a rigid body (space: local components)", unit="rad/s", default=None
        )
    )

    def drawing(self) -> Mapping[str, Any]:
        """Its line, bent, with its section."""
        return {"form": "beam", "body": self.name}

    def check_form(self) -> None:
        ends = [key for key in ("start", "end") if getattr(self, key) is not None]
        posed = [key for key in ("length", "position", "angle") if getattr(self, key) is not None]
        if ends and posed:
            raise Wrong(f"both {ends[0]} and {posed[0]} are given", "they say the same thing twice", "give start and end, or length and pose")  # fmt: skip
        if len(ends) == 1:
            missing = "end" if ends == ["start"] else "start"
            raise Wrong(f"{missing} is missing", "a beam has two ends", f"add {missing} = [..]")
        if not ends and self.length is None:
            raise Wrong("where it lies is not given", "", "add start = [..] and end = [..], or length, position and angle")  # fmt: skip
        if self.data is not None and (beside := [key for key in SHAPED if getattr(self, key) is not None]):
            raise Wrong(f"both data and {beside[0]} are given", "data bring shapes of their own", f"leave out {beside[0]}")  # fmt: skip

    def span(self, values: SimpleNamespace, dimension: int, place_of: Callable[[str], Array]) -> Span:
        """The beam in numbers; `place_of` tells where a point is drawn. Raises `Wrong`."""
        r, s, angle, length = self._frame(values, dimension, place_of)
        G = values.G if values.G is not None else values.E / 2.6
        kappa = values.kappa if values.kappa is not None else values.section.kappa(values.E, G)
        if dimension == 3 and values.flexibility == "bending":
            raise Wrong('flexibility = "bending" is not possible in space', "", 'use flexibility = "all"')
        if dimension == 3 and values.model == "natural":
            raise Wrong(
                'model = "natural" is not possible in space',
                "bars have no turn about their axes",
                "use rfe, modal or ancf",
            )
        stations = values.stations or ()
        for station in stations:
            check_station(station, self.name, length)
        velocity, spin = np.zeros(3), np.zeros(3)
        if values.velocity is not None:
            velocity[:dimension] = values.velocity
        if values.angular_velocity is not None:
            spin[3 - (1 if dimension == 2 else 3) :] = values.angular_velocity
        return Span(
            self.name, dimension, r, s, angle, length, values.section, values.E, G, values.density, kappa, values.damping,
            values.model, values.elements, values.flexibility, tuple(stations), velocity, spin, values,
        )  # fmt: skip

    def _frame(
        self, values: SimpleNamespace, dimension: int, place_of: Callable[[str], Array]
    ) -> tuple[Array, Array, float, float]:
        if values.length is not None:
            r = np.zeros(3)
            if values.position is not None:
                r[:dimension] = values.position
            if dimension == 2:
                return r, cardan_matrix((0.0, 0.0, values.angle or 0.0)), values.angle or 0.0, values.length
            return r, np.eye(3) if values.orientation is None else matrices(values.orientation), 0.0, values.length
        r, end = (_ground(getattr(values, key), place_of) for key in ("start", "end"))
        along = end - r
        length = float(np.linalg.norm(along))
        if not length > 1e-12 * (1.0 + float(np.abs(r).max())):
            raise Wrong("its start and its end are the same place", "its length must be positive", "move one of them")
        if dimension == 2:
            angle = math.atan2(along[1], along[0])
            return r, cardan_matrix((0.0, 0.0, angle)), angle, length
        if values.orientation is None:
            return r, default_axes(along / length), 0.0, length
        s = matrices(values.orientation)
        if np.linalg.norm(s[:, 0] - along / length) > 1e-6:
            what = f"orientation: its x axis {shown(s[:, 0].round(6).tolist())} does not lie along the beam"
            raise Wrong(what, f"start and end say {shown((along / length).round(6).tolist())}", "correct one of them")
        return r, s, 0.0, length


def default_axes(x: Array) -> Array:
    """Axes of a beam along the unit vector x (columns): y in its vertical plane, upwards."""
    z = np.cross(x, (0.0, 0.0, 1.0))
    if np.linalg.norm(z) < 1e-9:
        z = np.cross(x, (0.0, 1.0, 0.0))
    z /= np.linalg.norm(z)
    return np.column_stack([x, np.cross(z, x), z])


def pose_values(r: Array, s: Array, angle: float, dimension: int) -> dict[str, Any]:
    """Position and angle or orientation of a body with this pose."""
    if dimension == 2:
        return {"position": r[:2].tolist(), "angle": angle}
    return {"position": r.tolist(), "orientation": {"quaternion": quaternion(s).tolist()}}


def check_station(station: float, beam: str, length: float) -> float:
    """A station brought into the beam where it lies outside by rounding; raises `Wrong` where it lies outside."""
    if not -OUTSIDE * length <= station <= (1 + OUTSIDE) * length:
        raise Wrong(
            f"station {station:.9g} m lies outside beam {beam}",
            f"the beam is {length:.9g} m long",
            f"take a station from 0 to {length:.9g} m",
        )
    return min(max(station, 0.0), length)


def _ground(place: Any, place_of: Callable[[str], Array]) -> Array:
    if isinstance(place, str):
        return np.asarray(place_of(place), float)
    r = np.zeros(3)
    r[: len(place)] = place
    return r
