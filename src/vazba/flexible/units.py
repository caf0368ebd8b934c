"""Elastic bodies as the lowered model holds them: what they are made of, and the massless bodies that stand for their stations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from vazba.beams.beam import Span
from vazba.flexible.imported import ImportedShapes
from vazba.flexible.shapes import Shapes
from vazba.frozen import frozen


@frozen
class Net:
    """Single nodes: the bodies that stand for those that are free, their own masses, and the masses of bars and cables between them.

    What is between two nodes has the mass `[[a, b], [b, a]]` for each direction, `a + b = m/2`; a uniform bar `m/6 [[2, 1], [1, 2]]`.
    """

    nodes: tuple[str, ...]  # names of free nodes, which are those of their bodies
    masses: tuple[float, ...]
    held: Mapping[str, tuple[float, ...]]  # nodes that do not move, and where they are
    bars: tuple[tuple[str, str, float, float], ...]  # ends, m and b
    rigid: tuple[str, ...] = ()  # bars that are rigid: joints of the lowered model
    elastic: tuple[str, ...] = ()  # bars that are elastic: springs of the lowered model
    ends: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # of all bars
    hidden: tuple[tuple[str, str], ...] = ()  # (kind, name) in results of what was made for them and is not shown
    frames: tuple[
        tuple[str, str, str], ...
    ] = ()  # planar: bodies that stand for the middles of bars, and their nodes, which follow each other

    def joined(self, other: Net | None) -> Net:
        """Both together."""
        if other is None:
            return self
        return Net(
            self.nodes + other.nodes, self.masses + other.masses, {**self.held, **other.held}, self.bars + other.bars, self.rigid + other.rigid,
            self.elastic + other.elastic, {**self.ends, **other.ends}, self.hidden + other.hidden, self.frames + other.frames,
        )  # fmt: skip


@frozen
class Unit:
    """A beam with elastic coordinates; `stations`: name of the body that stands for each, and where it is."""

    span: Span
    stations: tuple[tuple[str, float], ...]  # the first is the start
    shapes: Shapes | ImportedShapes | None  # None: absolute nodal coordinates

    @property
    def count(self) -> int:
        """Shapes, or elements."""
        return self.span.elements if self.shapes is None else self.shapes.count
