"""Elastic bodies as the lowered model holds them: what they are made of, and the massless bodies that stand for their stations."""

from __future__ import annotations

from dataclasses import dataclass

from vazba.beams.beam import Span
from vazba.flexible.imported import ImportedShapes
from vazba.flexible.shapes import Shapes


@dataclass(frozen=True)
class Unit:
    """A beam with elastic coordinates; `stations`: name of the body that stands for each, and where it is."""

    span: Span
    stations: tuple[tuple[str, float], ...]  # the first is the start
    shapes: Shapes | ImportedShapes | None  # None: absolute nodal coordinates

    @property
    def count(self) -> int:
        """Shapes, or elements."""
        return self.span.elements if self.shapes is None else self.shapes.count
