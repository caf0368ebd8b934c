"""Drivers: prescribed motions f(t) of joint coordinates, points, distances and orientations.

| the driver says                               | equation                                                     |
|-----------------------------------------------|--------------------------------------------------------------|
| `joint`, `angle` / `displacement` / ...       | joint coordinate `= f(t)`                                    |
| `points`, `distance`                          | `|d| = f(t)`                                                 |
| `points`, `vector` (or `x`, `y`, `z`)         | `d = f(t)`, ground components                                |
| the same with `frame = "BODY"`                | `S_i^T d = f(t)`, components of that body                    |
| `point`, `position` (or `x`, `y`, `z`)        | a point along a ground trajectory                            |
| `body` or `bodies`, `angle` (planar)          | `phi_2 - phi_1 = f(t)`                                       |
| `body` or `bodies`, `orientation` (space)     | `S_1^T S_2 = Rx(f1) Ry(f2) Rz(f3)`                           |

`d` goes from the first point to the second.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from vazba.element import Element, NameField, NamesField, element, given
from vazba.errors import Wrong
from vazba.motion.fields import CardanMotionField, MotionField, MotionsField

COORDINATES = ("angle", "displacement", "angle_1", "angle_2", "displacement_1", "displacement_2")
COMPONENTS = ("x", "y", "z")


@element("drivers")
class Driver(Element):
    """A prescribed motion; see the table at the top of this file."""

    joint: str | None = given(NameField("joint whose coordinate is driven", to=("joints",), default=None))
    point: str | None = given(NameField("point driven along a ground trajectory", to=("points",), default=None))
    points: Any = given(
        NamesField("two points whose distance or connecting vector is driven", to=("points",), default=None)
    )
    body: str | None = given(
        NameField("body whose angle or orientation is driven, relative to ground", to=("bodies",), default=None)
    )
    bodies: Any = given(
        NamesField("two bodies whose relative angle or orientation is driven", to=("bodies",), default=None)
    )
    frame: str | None = given(
        NameField(
            "the first point's body, when `vector`, `x`, `y`, `z` are its components (default: ground components)",
            to=("bodies",),
            default=None,
        )
    )
    angle: Any = given(MotionField("angle, second body relative to the first", unit="rad", default=None))
    displacement: Any = given(MotionField("displacement, second body relative to the first", unit="m", default=None))
    angle_1: Any = given(MotionField("first angle of a universal joint", unit="rad", default=None, dims=(3,)))
    angle_2: Any = given(MotionField("second angle of a universal joint", unit="rad", default=None, dims=(3,)))
    displacement_1: Any = given(
        MotionField("first displacement of a planar or point-on-plane joint", unit="m", default=None, dims=(3,))
    )
    displacement_2: Any = given(
        MotionField("second displacement of a planar or point-on-plane joint", unit="m", default=None, dims=(3,))
    )
    distance: Any = given(MotionField("distance of two points", unit="m", default=None))
    vector: Any = given(MotionsField("vector from the first point to the second", unit="m", default=None))
    position: Any = given(MotionsField("trajectory of a point, ground components", unit="m", default=None))
    x: Any = given(MotionField("x component alone", unit="m", default=None))
    y: Any = given(MotionField("y component alone", unit="m", default=None))
    z: Any = given(MotionField("z component alone", unit="m", default=None, dims=(3,)))
    orientation: Any = given(
        CardanMotionField(
            "orientation {cardan = [..]} of the second body in the first", unit="rad", default=None, dims=(3,)
        )
    )

    def plan(self, values: SimpleNamespace) -> str:
        """Which line of the table this driver is: `joint distance vector point angle orientation`; raises `Wrong`."""
        targets = [key for key in ("joint", "point", "points", "body", "bodies") if getattr(values, key) is not None]
        if len(targets) != 1:
            said = "nothing" if not targets else " and ".join(targets)
            raise Wrong(
                f"{said} is to be driven", "a driver moves one thing", "give one of joint, point, points, body, bodies"
            )
        target = targets[0]
        motions = [
            key
            for key in (*COORDINATES, "distance", "vector", "position", *COMPONENTS, "orientation")
            if getattr(values, key) is not None
        ]
        allowed = {
            "joint": COORDINATES, "point": ("position", *COMPONENTS), "points": ("distance", "vector", *COMPONENTS),
            "body": ("angle", "orientation"), "bodies": ("angle", "orientation"),
        }[target]  # fmt: skip
        if not motions:
            raise Wrong("no motion is given", f"a driver of a {target} needs f(t)", f"add one of {', '.join(allowed)}")
        odd = [key for key in motions if key not in allowed]
        if odd:
            raise Wrong(f"{odd[0]} does not fit a driver of {target}", remedy=f"use one of {', '.join(allowed)}")
        if len(motions) > 1 and not set(motions) <= set(COMPONENTS):
            raise Wrong(
                f"{' and '.join(motions)} are given together", "a driver has one motion", "make a driver for each"
            )
        if values.frame is not None and target != "points":
            raise Wrong("frame fits only a driver of points", remedy="remove frame")
        if target == "joint":
            return "joint"
        if target == "points":
            return "distance" if motions[0] == "distance" else "vector"
        if target == "point":
            return "point"
        return motions[0]

    def drawing(self) -> Mapping[str, Any]:
        """A motor at its joint, a cylinder between its points, or a mark at what it moves."""
        if self.joint is not None:
            return {"form": "motor", "joint": self.joint}
        if self.points is not None:
            return {"form": "cylinder" if self.distance is not None else "vector", "through": tuple(self.points)}
        if self.point is not None:
            return {"form": "target", "through": (self.point,)}
        return {"form": "turn", "body": self.body if self.body is not None else (self.bodies or (None, None))[1]}
