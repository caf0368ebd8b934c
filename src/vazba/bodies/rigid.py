"""Rigid body, planar (x, y, phi) or spatial (origin and unit quaternion)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cardan_matrix, matrices, quaternion
from vazba.bodies.appearance import ColourField, MeshField, ShapeField
from vazba.element import (
    Element,
    Field,
    FlagField,
    Number,
    NumberField,
    Scope,
    Vector,
    VectorField,
    element,
    given,
    shown,
)
from vazba.errors import Wrong, suggestion

Array = NDArray[np.float64]


class OrientationField(Field):
    """`{cardan = [a, b, c]}` (S = Rx Ry Rz) or `{quaternion = [w, x, y, z]}`; read as a unit quaternion."""

    def read(self, raw: Any, scope: Scope) -> Array:
        if not isinstance(raw, Mapping):
            raise Wrong(
                f"orientation = {shown(raw)} is not understood",
                remedy="write {cardan = [a, b, c]} or {quaternion = [w, x, y, z]}",
            )
        if set(raw) == {"cardan"}:
            return quaternion(cardan_matrix(scope.vector(raw["cardan"], 3)))
        if set(raw) == {"quaternion"}:
            p = np.array(scope.vector(raw["quaternion"], 4))
            if np.linalg.norm(p) < 1e-9:
                raise Wrong("quaternion = [0, 0, 0, 0] is no rotation", remedy="[1, 0, 0, 0] means: not turned")
            return p / np.linalg.norm(p)
        unknown = next((key for key in raw if key not in ("cardan", "quaternion")), None)
        if unknown is None:
            raise Wrong("orientation needs either cardan or quaternion", remedy="write {cardan = [a, b, c]}")
        raise Wrong(f"orientation: unknown key '{unknown}'", remedy=suggestion(unknown, ("cardan", "quaternion")))


class InertiaField(Field):
    """Planar: a number. Space: `[Ix, Iy, Iz]`, `[Ix, Iy, Iz, Dxy, Dxz, Dyz]` (`D_xy = int x y dm`) or the 3x3 tensor; read as the tensor."""

    def read(self, raw: Any, scope: Scope) -> float | Array:
        if scope.dimension == 2:
            value = scope.number(raw)
            if value < 0:
                raise Wrong(
                    f"inertia = {value:g} is negative", "a moment of inertia is zero or positive", "correct the value"
                )
            return value
        if isinstance(raw, (str, Mapping)) or not hasattr(raw, "__len__") or len(raw) not in (3, 6):
            raise Wrong(
                f"inertia = {shown(raw)} has the wrong form",
                remedy="give [Ix, Iy, Iz], [Ix, Iy, Iz, Dxy, Dxz, Dyz] or the 3x3 tensor",
            )
        if len(raw) == 3 and hasattr(raw[0], "__len__") and not isinstance(raw[0], str):
            tensor = np.array([scope.vector(row, 3) for row in raw])
            if not np.allclose(tensor, tensor.T, rtol=1e-9, atol=1e-12 * max(1.0, float(np.abs(tensor).max()))):
                raise Wrong("inertia tensor is not symmetric", remedy="entry (i, j) must equal entry (j, i)")
        else:
            ix, iy, iz, dxy, dxz, dyz = (*scope.vector(raw, len(raw)), 0.0, 0.0, 0.0)[:6]
            tensor = np.array([[ix, -dxy, -dxz], [-dxy, iy, -dyz], [-dxz, -dyz, iz]])
        principal = principal_moments(tensor)
        if principal[0] < -1e-9 * max(abs(principal[2]), 1e-300):
            raise Wrong(f"inertia is not positive: principal moments {', '.join(f'{p:.4g}' for p in principal)} kg m^2",
                        "no body has a negative moment of inertia", "check the signs of the products D (D_xy = integral of x y dm)")  # fmt: skip
        return tensor


class AngularVelocityField(Field):
    """Planar: a number. Space: three body components."""

    def read(self, raw: Any, scope: Scope) -> float | tuple[float, ...]:
        return scope.number(raw) if scope.dimension == 2 else scope.vector(raw, 3)


def principal_moments(tensor: Array) -> list[float]:
    """In rising order; most are given in principal axes, and need no search."""
    (ix, xy, xz), (_, iy, yz), (_, _, iz) = tensor.tolist()
    found = sorted((ix, iy, iz)) if xy == xz == yz == 0.0 else np.linalg.eigvalsh(tensor).tolist()
    return [float(x) for x in found]


def triangle_warning(tensor: Array) -> str | None:
    """What is odd about an inertia tensor whose principal moments violate `I3 <= I1 + I2`; None when nothing is."""
    low, mid, high = principal_moments(tensor)
    if high > (low + mid) * (1 + 1e-9):
        return (
            f"principal moments {low:.4g}, {mid:.4g}, {high:.4g} violate the triangle inequality: no real body has them"
        )
    return None


@element("bodies")
class Body(Element):
    """A rigid body. Its frame is where the model puts it; a point with local vector `s` is at `r + S s`."""

    position: Vector | None = given(VectorField("origin of the body frame", unit="m", default=None))
    angle: Number | None = given(NumberField("angle of the body frame", unit="rad", default=None, dims=(2,)))
    orientation: Any = given(OrientationField("orientation of the body frame", default=None, dims=(3,)))
    mass: Number | None = given(NumberField("mass (dynamics only)", unit="kg", minimum=0.0, default=None))
    inertia: Any = given(
        InertiaField("inertia about the centre of mass, body axes (dynamics only)", unit="kg m^2", default=None)
    )
    com: Vector | None = given(VectorField("centre of mass in the body frame", unit="m", default=None))
    velocity: Vector | None = given(
        VectorField("initial velocity of the origin, ground components", unit="m/s", default=None)
    )
    angular_velocity: Any = given(
        AngularVelocityField("initial angular velocity (space: body components)", unit="rad/s", default=None)
    )
    fixed: bool = given(
        FlagField("assembly keeps this body where it is described, if the joints allow it", default=False)
    )
    shape: Any = given(
        ShapeField(
            "how it looks, body frame: `{box = [a, b, c]}`, `{sphere = {radius}}`, `{cylinder = {radius, length, axis}}`, `{plate = {corners, thickness}}`",
            unit="m", default=None,
        )
    )  # fmt: skip
    mesh: Any = given(
        MeshField(
            "how it looks: an .stl or .obj file, body frame, or `{file, scale, position, orientation}`, or several",
            unit="m",
            default=None,
        )
    )
    colour: Any = given(ColourField('its colour in pictures: `"#rrggbb"` or a name', default=None))

    def drawing(self) -> Mapping[str, Any]:
        """Its shape or mesh; without them, what joins the places where something is attached."""
        return {"form": "body", "body": self.name}


def described_pose(values: Any, dimension: int) -> tuple[Array, Array, Array, float]:
    """Origin, rotation matrix, quaternion and planar angle from the values of a body."""
    r = np.zeros(3)
    if values.position is not None:
        r[:dimension] = values.position
    if dimension == 2:
        angle = values.angle or 0.0
        c, s = np.cos(angle), np.sin(angle)
        turned = np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])
        return r, turned, np.array([np.cos(angle / 2), 0.0, 0.0, np.sin(angle / 2)]), angle
    if values.orientation is None:
        return r, np.eye(3), np.array([1.0, 0.0, 0.0, 0.0]), 0.0
    return r, matrices(values.orientation), values.orientation, 0.0
