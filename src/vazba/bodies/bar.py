"""Bar: slender, described by its two ends; rigid, or elastic along its line."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from vazba.element import Element, NamesField, Number, NumberField, element, given
from vazba.errors import Wrong
from vazba.paths.mass import area_field, check_mass, density_field, mass_field, mass_of


@element("bars")
class Bar(Element):
    """A slender bar between two nodes: mass `m/6 [[2, 1], [1, 2]]` for each direction, no spin about its axis; with a moment of
    inertia I of its own `[[a, b], [b, a]]`, `a = m/4 + I/l^2`, `b = m/4 - I/l^2`.

    Rigid: `|r_2 - r_1| = l` as drawn. Elastic, with a stiffness EA: `F = EA/l0 (l - l0) + b/l0 dl/dt`, which pulls and pushes. Bars that share
    a node are joined there by a ball joint (pin) without a joint.
    """

    nodes: Any = given(NamesField("its two ends", to=("nodes",)))
    mass: Number | None = mass_field()
    density: Number | None = density_field()
    area: Number | None = area_field()
    inertia: Number | None = given(
        NumberField(
            "moment of inertia about its middle, across it (without it `m l^2/12`)",
            unit="kg m^2",
            minimum=0.0,
            default=None,
        )
    )
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
        check_mass(self)
        if self.inertia is not None and self.mass is None and self.density is None:
            raise Wrong("inertia is given without a mass", "", "add mass = .., or density and area")
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

    def masses(self, values: SimpleNamespace, length: float) -> tuple[float, float]:
        """Its mass m, and b of `[[a, b], [b, a]]` (`a + b = m/2`), kg."""
        mass = mass_of(values, length)
        return mass, mass / 6 if values.inertia is None else mass / 4 - values.inertia / length**2
