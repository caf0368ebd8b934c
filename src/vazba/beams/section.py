"""Cross sections of beams: area, moments of area, torsion constant and shear factor from their sizes, or as given."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from vazba.element import Field, Scope, shown
from vazba.errors import Wrong, suggestion
from vazba.frozen import frozen

SIZES = {"round": ("diameter",), "tube": ("diameter", "thickness"), "rectangle": ("width", "height")}
VALUES = ("A", "J", "Jy", "Jz", "It")
FORMS = (
    'write {shape = "round", diameter = ..}, {shape = "tube", diameter = .., thickness = ..}, '
    '{shape = "rectangle", width = .., height = ..} or {A = .., J = .., It = ..}'
)


@frozen
class Section:
    """`A = int dA`, `Jz = int y^2 dA` (bends in the local x-y plane), `Jy = int z^2 dA`, torsion constant `It`; sizes along local y and z for drawing."""

    A: float
    Jy: float
    Jz: float
    It: float | None
    shape: str = ""
    height: float = 0.0
    width: float = 0.0
    hollow: float = 0.0  # inner by outer diameter

    def kappa(self, E: float, G: float) -> float:  # noqa: N803
        """Shear factor: round and tube by Cowper (1966) with `nu = E/(2 G) - 1`, others 5/6."""
        if self.shape not in ("round", "tube"):
            return 5 / 6
        nu, square = E / (2 * G) - 1, (1 + self.hollow**2) ** 2
        return 6 * (1 + nu) * square / ((7 + 6 * nu) * square + (20 + 12 * nu) * self.hollow**2)


class SectionField(Field):
    """`{shape = "round", diameter}`, `{shape = "tube", diameter, thickness}`, `{shape = "rectangle", width, height}` (height along local y),
    or `{A, J, It}` (space also `Jy`, `Jz`); read as a `Section`."""

    def read(self, raw: Any, scope: Scope) -> Section:
        if isinstance(raw, Section):
            return raw
        if not isinstance(raw, Mapping) or not raw:
            raise Wrong(f"section = {shown(raw)} is not understood", remedy=FORMS)
        words = dict(raw)
        if len(words) == 1 and isinstance(next(iter(words.values())), Mapping):  # {round = {diameter = ..}}
            ((shape, inner),) = words.items()
            words = {"shape": shape, **inner}
        if "shape" in words and "type" in words:
            raise Wrong("section: both shape and type are given", "they say the same thing", "keep shape")
        shape = words.pop("shape", words.pop("type", None))
        if shape is None:
            return self._by_values(words, scope)
        if shape not in SIZES:
            raise Wrong(f"section: shape {shown(shape)} is unknown", remedy=suggestion(str(shape), SIZES))
        sizes = self._numbers(words, SIZES[shape], SIZES[shape], scope)
        return getattr(self, f"_{shape}")(**sizes)  # type: ignore[no-any-return]

    def _numbers(self, words: Mapping[str, Any], known: tuple[str, ...], needed: tuple[str, ...], scope: Scope) -> Any:
        unknown = next((key for key in words if key not in known), None)
        if unknown is not None:
            raise Wrong(f"section: unknown key '{unknown}'", remedy=suggestion(unknown, known))
        missing = next((key for key in needed if key not in words), None)
        if missing is not None:
            raise Wrong(f"section: {missing} is missing", remedy=f"add {missing} = ..")
        found = {}
        for key, raw in words.items():
            try:
                found[key] = scope.number(raw)
            except Wrong as remark:
                raise Wrong(f"section: {key}: {remark.what}", remark.why, remark.remedy) from remark
            if not found[key] > 0:
                raise Wrong(f"section: {key} = {found[key]:g} is not positive", "no beam has it", "correct the value")
        return found

    def _round(self, diameter: float) -> Section:
        area, moment = math.pi * diameter**2 / 4, math.pi * diameter**4 / 64
        return Section(area, moment, moment, 2 * moment, "round", diameter, diameter)

    def _tube(self, diameter: float, thickness: float) -> Section:
        inner = diameter - 2 * thickness
        if inner < 0:
            why = f"the wall is thicker than half the diameter {diameter:g} m"
            raise Wrong(f"section: thickness = {thickness:g} is too large", why, "correct the value")
        area, moment = math.pi * (diameter**2 - inner**2) / 4, math.pi * (diameter**4 - inner**4) / 64
        return Section(area, moment, moment, 2 * moment, "tube", diameter, diameter, inner / diameter)

    def _rectangle(self, width: float, height: float) -> Section:
        Jz, Jy = width * height**3 / 12, height * width**3 / 12
        return Section(width * height, Jy, Jz, rectangle_torsion(width, height), "rectangle", height, width)

    def _by_values(self, words: Mapping[str, Any], scope: Scope) -> Section:
        if not set(words) & set(VALUES):
            raise Wrong(f"section = {shown(dict(words))} is not understood", remedy=FORMS)
        found = self._numbers(words, VALUES, ("A",), scope)
        Jz, Jy = (found.get(key, found.get("J")) for key in ("Jz", "Jy"))
        if Jz is None and scope.dimension == 2:
            raise Wrong("section: J is missing", "the bending stiffness is E J", "add J = ..")
        if scope.dimension == 3 and (Jz is None or Jy is None or "It" not in found):
            raise Wrong("section: J (or Jy and Jz) and It are needed", "a beam bends and twists", "add J = .., It = ..")
        height = 2 * math.sqrt(Jz / found["A"])  # of the ellipse with these moments it would be twice that
        return Section(found["A"], Jz if Jy is None else Jy, Jz, found.get("It"), "", height, height)


def rectangle_torsion(a: float, b: float) -> float:
    """Torsion constant of a rectangle, Saint-Venant's series: `a b^3/3 (1 - 192 b/(pi^5 a) sum tanh(n pi a/(2 b))/n^5)`, n odd, a >= b."""
    a, b = max(a, b), min(a, b)
    total = sum(math.tanh(n * math.pi * a / (2 * b)) / n**5 for n in range(1, 60, 2))
    return a * b**3 / 3 * (1 - 192 * b / (math.pi**5 * a) * total)
