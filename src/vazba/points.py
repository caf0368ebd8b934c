"""Points: named places on bodies, where joints, cables and forces attach and whose motion is reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vazba.bodies.rigid import OrientationField
from vazba.element import GROUND, Element, NameField, Vector, VectorField, element, given


@element("points")
class Point(Element):
    """A point fixed in a body: `p = r + S s`; given by its local `position`, or by where it is drawn (`at`). `orientation` makes it a frame."""

    body: str = given(NameField("the body it is fixed in", to=("bodies",), default=GROUND))
    position: Vector | None = given(VectorField("local position in the body frame", unit="m", default=None))
    at: Vector | None = given(
        VectorField("position in ground components, described configuration", unit="m", default=None)
    )

    orientation: Any = given(
        OrientationField(
            "orientation of a frame at the point, in the body frame (for placements: a tool)", default=None, dims=(3,)
        )
    )

    def drawing(self) -> Mapping[str, Any]:
        """A small mark."""
        return {"form": "point", "through": (self.name,)}
