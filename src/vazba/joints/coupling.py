"""Joints that couple the coordinates of two other joints: gear pair, rack and pinion.

`first = ratio * second + offset`, where first and second are joint coordinates (each: second body relative to the first). The
offset is the one drawn. A carrier that moves (a planetary gear) needs nothing special: joint angles are relative to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import FlagField, NamesField, Number, NumberField, NumbersField, element, given
from vazba.errors import Wrong
from vazba.frozen import frozen
from vazba.joints.joint import Joint


@frozen
class Coupling(Joint):
    """One equation between a coordinate of each of two joints."""

    joints: Any = given(NamesField("the two joints whose coordinates it couples", to=("joints",)))

    WANTED: ClassVar[tuple[str, str]] = ("angle", "angle")  # kinds of the two coordinates

    def ratio_of(self, values: SimpleNamespace) -> float:
        """`d(first)/d(second)`; raises `Wrong`."""
        raise Wrong("no ratio")

    def wanted(self, held: Sequence[Sequence[str]]) -> tuple[str, str]:  # noqa: ARG002
        """Which coordinate of each joint it couples, where the joints have these."""
        return self.WANTED

    def drawing(self) -> Mapping[str, Any]:
        """Wheels on the axes of its two joints, or a wheel and its rack."""
        return {"form": str(self.TYPE), "joints": tuple(self.joints or ())}


@element("joints", "gear")
class Gear(Coupling):
    """Gear pair: `angle_1 = ratio * angle_2 + offset` for the angles of two joints; `ratio = -z_2/z_1` (`+` for an internal wheel).

    Between two guides the same for their displacements: slides of a telescope, fingers of a gripper.
    """

    ratio: Number | None = given(
        NumberField("angle (or displacement) of the first joint per that of the second", nonzero=True, default=None)
    )
    teeth: Any = given(
        NumbersField("numbers of teeth (or radii) of the two wheels, instead of `ratio`", length=2, default=None)
    )
    internal: bool = given(FlagField("one wheel has its teeth inside: both turn the same way", default=False))
    offset: Number | None = given(
        NumberField("constant of the equation; as drawn when not given", unit="rad or m", default=None)
    )

    def wanted(self, held: Sequence[Sequence[str]]) -> tuple[str, str]:
        """Angles; displacements where no joint has an angle."""
        slides = held and all("angle" not in names and "displacement" in names for names in held)
        return ("displacement", "displacement") if slides else self.WANTED

    def ratio_of(self, values: SimpleNamespace) -> float:
        if (values.ratio is None) == (values.teeth is None):
            raise Wrong("ratio or teeth: give one of them", "the transmission is not known", "add teeth = [z1, z2]")
        if values.ratio is not None:
            return float(values.ratio)
        if min(values.teeth) <= 0:
            raise Wrong(
                f"teeth = {list(values.teeth)} must be positive", remedy="use internal = true for an internal wheel"
            )
        return float(values.teeth[1] / values.teeth[0] * (1 if values.internal else -1))


@element("joints", "rack")
class Rack(Coupling):
    """Rack and pinion: `displacement = radius * angle + offset`; `joints` = [guide of the rack, pin of the pinion]."""

    joints: Any = given(
        NamesField("the prismatic joint of the rack and the revolute joint of the pinion", to=("joints",))
    )
    radius: Number = given(
        NumberField("pitch radius of the pinion (negative: the rack runs the other way)", unit="m", nonzero=True)
    )
    offset: Number | None = given(
        NumberField("constant of the equation; as drawn when not given", unit="m", default=None)
    )

    WANTED = ("displacement", "angle")

    def ratio_of(self, values: SimpleNamespace) -> float:
        return float(values.radius)
