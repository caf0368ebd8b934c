"""Mass, inertia and pose of bodies from their geometry."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any

import numpy as np

from vazba.algebra.rotations import quaternion, smallest_rotation
from vazba.errors import Fault, ModelError
from vazba.frozen import frozen


@frozen
class Shape:
    """Values for a body, and points to add to it (suffix -> local position)."""

    values: Mapping[str, Any]
    points: Mapping[str, list[float]] = field(default_factory=dict)


def rod(start: Sequence[Any], end: Sequence[Any], diameter: float, density: float, dimension: int) -> Shape:
    """Round rod: `m = rho pi d^2/4 l`, axial `m d^2/8`, lateral `m (d^2/16 + l^2/12)`."""
    ends = [_vector(p, dimension, "rod") for p in (start, end)]
    along = ends[1] - ends[0]
    length = float(np.linalg.norm(along))
    _positive("rod", length=length, diameter=diameter, density=density)
    mass = density * math.pi * diameter**2 / 4 * length
    axial, lateral = mass * diameter**2 / 8, mass * (diameter**2 / 16 + length**2 / 12)
    half = length / 2
    values = _pose((ends[0] + ends[1]) / 2, along, dimension)
    values |= {"mass": mass, "inertia": lateral if dimension == 2 else [axial, lateral, lateral]}
    return Shape(values, {"start": [-half] + [0.0] * (dimension - 1), "end": [half] + [0.0] * (dimension - 1)})


def box(centre: Sequence[Any], size: Sequence[Any], density: float, dimension: int) -> Shape:
    """Box: `m = rho a b c`, `Ix = m (b^2 + c^2)/12` and so on."""
    a, b, c = (float(s) for s in size)
    _positive("box", a=a, b=b, c=c, density=density)
    mass = density * a * b * c
    inertia = [mass * (b * b + c * c) / 12, mass * (a * a + c * c) / 12, mass * (a * a + b * b) / 12]
    values = {"position": [float(x) for x in _vector(centre, dimension, "box")[:dimension]], "mass": mass}
    return Shape(values | {"inertia": inertia[2] if dimension == 2 else inertia})


def sphere(centre: Sequence[Any], diameter: float, density: float, dimension: int) -> Shape:
    """Ball: `m = rho pi d^3/6`, `I = m d^2/10`."""
    _positive("sphere", diameter=diameter, density=density)
    mass = density * math.pi * diameter**3 / 6
    inertia = mass * diameter**2 / 10
    values = {"position": [float(x) for x in _vector(centre, dimension, "sphere")[:dimension]], "mass": mass}
    return Shape(values | {"inertia": inertia if dimension == 2 else [inertia] * 3})


def plate(corners: Sequence[Sequence[Any]], thickness: float, density: float, dimension: int) -> Shape:
    """Flat polygon of constant thickness: area, centroid and second moments by the shoelace sums, thickness included."""
    points = np.array([_vector(corner, dimension, "plate") for corner in corners])
    if len(points) < 3:
        raise ModelError(Fault("plate", f"{len(points)} corners", "a plate has at least three", "add corners"))
    _positive("plate", thickness=thickness, density=density)
    origin = points.mean(axis=0)
    normal = sum(
        (np.cross(points[k] - origin, points[(k + 1) % len(points)] - origin) for k in range(len(points))), np.zeros(3)
    )
    if np.linalg.norm(normal) < 1e-12:
        raise ModelError(Fault("plate", "its corners lie on a line", "the area is zero", "check the corners"))
    if dimension == 2:
        turn = np.eye(3)
    else:
        turn = smallest_rotation((0.0, 0.0, 1.0), normal)
    local = (points - origin) @ turn
    if np.abs(local[:, 2]).max() > 1e-9 * np.abs(local).max():
        raise ModelError(Fault("plate", "its corners do not lie in one plane", remedy="check the corners"))
    x, y = local[:, 0], local[:, 1]
    xn, yn = np.roll(x, -1), np.roll(y, -1)
    z = x * yn - xn * y
    area = z.sum() / 2
    cx, cy = ((x + xn) * z).sum() / (6 * area), ((y + yn) * z).sum() / (6 * area)
    ixx = ((y * y + y * yn + yn * yn) * z).sum() / 12 - area * cy * cy
    iyy = ((x * x + x * xn + xn * xn) * z).sum() / 12 - area * cx * cx
    ixy = ((x * yn + 2 * x * y + 2 * xn * yn + xn * y) * z).sum() / 24 - area * cx * cy
    mass, sign = density * abs(area) * thickness, math.copysign(1.0, area)
    rho, extra = density * thickness * sign, density * abs(area) * thickness**3 / 12
    inertia = [rho * ixx + extra, rho * iyy + extra, rho * (ixx + iyy), rho * ixy, 0.0, 0.0]
    position = origin + turn @ np.array([cx, cy, 0.0])
    values: dict[str, Any] = {
        "position": position[:dimension].tolist(),
        "mass": mass,
        "inertia": inertia[2] if dimension == 2 else inertia,
    }
    if dimension == 3:
        values["orientation"] = {"quaternion": quaternion(turn).tolist()}
    corners_local = local - np.array([cx, cy, 0.0])
    return Shape(values, {str(k + 1): corner[:dimension].tolist() for k, corner in enumerate(corners_local)})


def _pose(centre: Any, along: Any, dimension: int) -> dict[str, Any]:
    """Pose with the local x axis along a direction."""
    if dimension == 2:
        return {"position": centre[:2].tolist(), "angle": math.atan2(along[1], along[0])}
    return {
        "position": centre.tolist(),
        "orientation": {"quaternion": quaternion(smallest_rotation((1.0, 0.0, 0.0), along)).tolist()},
    }


def _vector(raw: Sequence[Any], dimension: int, what: str) -> Any:
    values = np.zeros(3)
    if len(raw) != dimension:
        raise ModelError(Fault(what, f"{list(raw)} has {len(raw)} components, expected {dimension}"))
    values[:dimension] = [float(x) for x in raw]
    return values


def _positive(what: str, **sizes: float) -> None:
    faults = [
        Fault(what, f"{name} = {value} is not positive", remedy="give a positive number")
        for name, value in sizes.items()
        if not value > 0
    ]
    if faults:
        raise ModelError(faults)
