"""What bars and strings can take: Euler's buckling load of bars, yield of strings."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vazba.element import Scope
from vazba.errors import Fault, ModelError
from vazba.frozen import frozen
from vazba.scope import shown
from vazba.tensegrity.given import number
from vazba.tensegrity.structure import STRING, Structure


@frozen
class Material:
    """Young's modulus E (Pa), density (kg/m3), strength (yield stress, Pa)."""

    E: float = 2.1e11
    density: float = 7800.0
    strength: float = 2.35e8

    def __post_init__(self) -> None:
        for key in ("E", "density", "strength"):
            number(Scope(), "material", f"{key} = {{}}", getattr(self, key))

    def euler(self, area: float, length: float) -> float:
        """`pi^2 E I / l^2` of a solid round bar, `I = A^2 / (4 pi)`; N."""
        return float(np.pi * self.E * area**2 / (4 * length**2))

    def area_against_buckling(self, force: float, length: float) -> float:
        """The least area of a solid round bar that carries a push without buckling, m2."""
        return float(np.sqrt(4 * length**2 * force / (np.pi * self.E)))


STEEL = Material()


def known_material(who: str, **given: object) -> None:
    """Refuse what is no material."""
    faults = [
        Fault(
            who,
            f"{key} = {shown(raw)} is no material",
            "",
            f"{key} = vz.tensegrity.Material(E=.., density=.., strength=..)",
        )
        for key, raw in given.items()
        if raw is not None and not isinstance(raw, Material)
    ]
    if faults:
        raise ModelError(faults)


def yields(s: Structure, strings: Material | None) -> dict[str, float]:
    """Yield force of each string, N: `A = EA / E` times the strength."""
    if strings is None:
        return {}
    scope = s.model.scope()
    stiffness = {m.name: s.model.cables[m.name].read(scope, []).stiffness for m in s.members if m.kind == STRING}
    return {name: float(k / strings.E * strings.strength) for name, k in stiffness.items()}


def warned(s: Structure, forces: Mapping[str, float], bars: Material | None, strings: Material | None) -> list[str]:
    """Forces beyond yield of strings or buckling of bars, in words."""
    from vazba.tensegrity.bars import axial_forces, eulers

    out = []
    for name, limit in yields(s, strings).items():
        if forces.get(name, 0.0) > limit:
            out.append(f"cable {name} yields: {forces[name]:.4g} N beyond {limit:.4g} N")
    if bars is not None:
        axial = axial_forces(s, forces)
        for name, limit in eulers(s, bars).items():
            if -axial.get(name, 0.0) > limit:
                out.append(f"bar {name} buckles: it pushes with {-axial[name]:.4g} N, beyond {limit:.4g} N")
    return out
