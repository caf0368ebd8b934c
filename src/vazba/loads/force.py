"""Force applied at a point."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vazba.element import Element, NameField, Number, NumberField, element, given
from vazba.motion.fields import MotionsField


@element("forces")
class Force(Element):
    """A force at a point, in ground components or those of a body (`frame`); each component may be an expression in `t`."""

    point: str = given(NameField("where it acts", to=("points",)))
    force: Any = given(MotionsField("components of the force", unit="N", columns=True))
    frame: str | None = given(
        NameField("body whose components are meant (default: ground components)", to=("bodies",), default=None)
    )
    start: Number | None = given(NumberField("time from which it acts", unit="s", default=None))
    stop: Number | None = given(NumberField("time until which it acts", unit="s", default=None))

    def drawing(self) -> Mapping[str, Any]:
        """An arrow at its point."""
        return {"form": "arrow", "through": (self.point,)}
