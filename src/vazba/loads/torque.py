"""Torque applied to a body, or between two."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vazba.bodies.space import PLANE, space_of
from vazba.element import Element, NameField, NamesField, Number, NumberField, Scope, element, given
from vazba.errors import Wrong
from vazba.motion import Constant, read_motion
from vazba.motion.fields import MotionsField


class _TorqueField(MotionsField):
    """In the plane one motion law (about z), in space one for each component."""

    def read(self, raw: Any, scope: Scope) -> Any:
        if space_of(scope.dimension) is PLANE:
            return Constant(0.0), Constant(0.0), read_motion(raw, scope, self.columns)
        return super().read(raw, scope)


@element("torques")
class Torque(Element):
    """A free moment on a `body`, or on the second of two `bodies` with its opposite on the first; may change with `t`."""

    body: str | None = given(NameField("body it acts on", to=("bodies",), default=None))
    bodies: Any = given(
        NamesField("two bodies: it acts on the second, its opposite on the first", to=("bodies",), default=None)
    )
    torque: Any = given(_TorqueField("moment about z (2D) or its components (3D)", unit="N m", columns=True))
    frame: str | None = given(
        NameField("body whose components are meant (default: ground components)", to=("bodies",), default=None)
    )
    start: Number | None = given(NumberField("time from which it acts", unit="s", default=None))
    stop: Number | None = given(NumberField("time until which it acts", unit="s", default=None))

    def check_form(self) -> None:
        if (self.body is None) == (self.bodies is None):
            raise Wrong("give either body or bodies", "what it acts on is not determined", 'write body = ".."')

    def drawing(self) -> Mapping[str, Any]:
        """A turning arrow about the body it acts on."""
        return {"form": "turn", "body": self.body if self.body is not None else (self.bodies or (None, None))[1]}
