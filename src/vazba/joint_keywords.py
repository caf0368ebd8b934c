"""Keywords of the methods of `Model`, for editors and type checkers alone: nothing imports it when a program runs.

Made by `tools/keywords.py`; a test says when it is out of date.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict

from numpy.typing import NDArray

from vazba.element import Element, Number

Named = str | Element
Vector = Sequence[Number] | NDArray[Any]


class PairKeys(TypedDict, total=False):
    """Of every joint between two bodies or points."""

    bodies: Sequence[Named] | None
    """the two bodies it joins (or `points`)"""
    at: Vector | None
    """where, ground components, described configuration [m]"""
    points: Sequence[Named] | None
    """one point on each body, instead of `bodies` and `at`"""
    axis: Vector | None
    """direction: ground components in the described configuration; in 2D with `points`: in the second body's frame"""
    axes: Any
    """one direction in each body (with `at`: ground components)"""


class DistanceKeys(PairKeys, total=False):
    """Of `m.distance(...)`."""

    length: Number | None
    """length of the rod [m]"""


class FixedKeys(PairKeys, total=False):
    """Of `m.fixed(...)`."""

    angle: Number | None
    """angle of the second body relative to the first that is held [rad]"""


class GearKeys(TypedDict, total=False):
    """Of `m.gear(...)`."""

    joints: Sequence[Named]
    """the two joints whose coordinates it couples"""
    ratio: Number | None
    """angle of the first joint per angle of the second"""
    teeth: Any
    """numbers of teeth (or radii) of the two wheels, instead of `ratio`"""
    internal: bool | None
    """one wheel has its teeth inside: both turn the same way"""
    offset: Number | None
    """constant of the equation; as drawn when not given [rad]"""


class PrismaticKeys(PairKeys, total=False):
    """Of `m.prismatic(...)`."""

    angle: Number | None
    """angle of the second body relative to the first that is held [rad]"""


class RackKeys(TypedDict, total=False):
    """Of `m.rack(...)`."""

    joints: Sequence[Named]
    """the prismatic joint of the rack and the revolute joint of the pinion"""
    radius: Number
    """pitch radius of the pinion (negative: the rack runs the other way) [m]"""
    offset: Number | None
    """constant of the equation; as drawn when not given [m]"""


class ScrewKeys(PairKeys, total=False):
    """Of `m.screw(...)`."""

    lead: Number
    """advance in one turn (right-handed positive) [m]"""


class JointKeys(PairKeys, total=False):
    """Of `m.joint(type, ...)`: those of all types."""

    length: Number | None
    """length of the rod [m]"""
    angle: Number | None
    """angle of the second body relative to the first that is held [rad]"""
    joints: Sequence[Named]
    """the prismatic joint of the rack and the revolute joint of the pinion"""
    ratio: Number | None
    """angle of the first joint per angle of the second"""
    teeth: Any
    """numbers of teeth (or radii) of the two wheels, instead of `ratio`"""
    internal: bool | None
    """one wheel has its teeth inside: both turn the same way"""
    offset: Number | None
    """constant of the equation; as drawn when not given [m]"""
    radius: Number
    """pitch radius of the pinion (negative: the rack runs the other way) [m]"""
    lead: Number
    """advance in one turn (right-handed positive) [m]"""
