"""Node: a point with mass and without orientation, where bars, cables and forces meet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from vazba.element import Element, Field, Number, NumberField, Scope, Vector, VectorField, element, given, shown
from vazba.errors import Wrong

AXES = "xyz"


class HeldField(Field):
    """true, or the axes along which it cannot move; read as a tuple of axes."""

    def read(self, raw: Any, scope: Scope) -> tuple[str, ...]:
        axes = tuple(AXES[: scope.dimension])
        if isinstance(raw, bool):
            return axes if raw else ()
        if isinstance(raw, str) or not hasattr(raw, "__len__") or not all(isinstance(axis, str) for axis in raw):
            raise Wrong(
                f"{self.name} = {shown(raw)} is not understood", remedy='write true, or axes such as ["x", "z"]'
            )
        for axis in raw:
            if axis not in axes:
                why = f"the axes are {', '.join(axes)}"
                raise Wrong(f"{self.name}: '{axis}' is no axis of the model", why, "correct it")
        return tuple(axis for axis in axes if axis in raw)


@element("nodes")
class Node(Element):
    """A point with two (planar) or three coordinates. Whatever asks for a point takes it: cables, springs, forces, joints, drivers, bars."""

    position: Vector = given(VectorField("where it is", unit="m"))
    mass: Number = given(
        NumberField("its own mass, beside that of bars and cables", unit="kg", minimum=0.0, default=0.0)
    )
    fixed: Any = given(HeldField("true: it does not move; or the axes along which it does not", default=False))
    velocity: Vector | None = given(VectorField("initial velocity", unit="m/s", default=None))

    def drawing(self) -> Mapping[str, Any]:
        """A small mark."""
        return {"form": "point", "through": (self.name,)}
