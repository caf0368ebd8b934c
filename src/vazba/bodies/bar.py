"""Bar: slender, described by its two ends; rigid, or elastic along its line."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from vazba.element import Element, NamesField, Number, NumberField, element, given
from vazba.errors import Wrong


@element("bars")
class Bar(Element):
    """A uniform slender bar between two nodes: mass `m/6 [[2, 1], [1, 2]]` for each direction, no spin about its axis.

    Rigid: `|r_2 - r_1| = l` as drawn. Elastic, with a stiffness EA: `F = EA/l0 (l - l0) + b/l0 dl/dt`, which pulls and pushes. Bars that share
    a node are joined there by a ball joint (pin) without a joint.
    """

    nodes: Any = given(NamesField("its two ends", to=("nodes",)))
    mass: Number | None = given(NumberField("its mass", unit="kg", minimum=0.0, default=None))
    density: Number | None = given(NumberField("density, instead of a mass", unit="kg/m^3", minimum=0.0, default=None))
    area: Number | None = given(NumberField("cross-section", unit="m^2", minimum=0.0, strict=True, default=None))
    stiffness: Number | None = given(
        NumberField("E A (force per unit strain); rigid without", unit="N", minimum=0.0, strict=True, default=None)
    )
    free_length: Number | None = given(
        NumberField("free length l0 of an elastic bar (as drawn)", unit="m", minimum=0.0, strict=True, default=None)
    )
    damping: Number = given(NumberField("specific damping b of an elastic bar", unit="N s", default=0.0))

    def check_form(self) -> None:
        if isinstance(self.nodes, (list, tuple)) and len(self.nodes) == 2 and self.nodes[0] == self.nodes[1]:
            raise Wrong(f"nodes = {list(self.nodes)}", "both its ends are the same node", "name two nodes")
        if self.mass is not None and self.density is not None:
            raise Wrong("mass and density are given together", remedy="give one of them")
        if self.density is not None and self.area is None:
            raise Wrong("density is given without an area", "its mass is not known", "add area = ..")
        for key in ("free_length", "damping"):
            if self.stiffness is None and key in self.given():
                raise Wrong(
                    f"{key} is given, and no stiffness",
                    "a rigid bar keeps its length",
                    "add stiffness = .. (E A), or remove it",
                )

    def drawing(self) -> Mapping[str, Any]:
        """A rod between its nodes."""
        return {"form": "bar", "through": tuple(self.nodes or ())}

    def mass_of(self, values: SimpleNamespace, length: float) -> float:
        """Its mass, kg."""
        if values.density is not None:
            return float(values.density * values.area * length)
        return float(values.mass or 0.0)
