"""Cable that passes freely through two or more points."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

from vazba.element import NamesField, Number, NumberField, Scope, element, given
from vazba.errors import Wrong
from vazba.laws.records import CABLE, REELED
from vazba.motion.constant import Constant
from vazba.motion.fields import MotionField
from vazba.motion.motion import Motion
from vazba.paths.actuation import actuated_field, bounds_of, maximum_field, minimum_field, weight_field
from vazba.paths.mass import area_field, check_mass, density_field, mass_field, mass_of
from vazba.paths.path import Law, PathElement

REELED_BY_COLUMNS = (
    "write a function of t, or an actuator through the same points, whose tension may name columns: "
    'tension = "max(0, 200*(NAME.value/(1.3 + 0.1*A.angle) - 1))" with its name for NAME, whose value is its length'
)


class _FreeLengthField(MotionField):
    """A positive number, or a motion law for a cable that is reeled in and out."""

    def read(self, raw: Any, scope: Scope) -> Motion:
        motion = super().read(raw, scope)
        start = float(motion.at(0.0)[0])
        if not start > 0:
            raise Wrong(
                f"{self.name} = {start:g} is not allowed",
                "it must be positive: strain is measured by it",
                "correct the value",
            )
        return motion


@element("cables")
class Cable(PathElement):
    """One tension along the whole path: `F = k/l0 (l - l0) + b/l0 dl/dt`, never negative; `l` is the sum of the segments.

    A free length given as a motion law reels the cable in and out. A cable with mass has `m/6 [[2, 1], [1, 2]]` for each direction between two points it
    passes, m being its share by length as drawn: it moves as a straight line does, and what runs through a point carries no momentum along.
    """

    FORM: ClassVar[str] = "cable"

    through: Any = given(NamesField("the points it passes, in order", to=("points",), count=(2, None)))
    stiffness: Number = given(NumberField("specific stiffness k (force per unit strain)", unit="N"))
    damping: Number = given(NumberField("specific damping b", unit="N s", default=0.0))
    free_length: Any = given(
        _FreeLengthField("free length l0 (may be a motion law)", unit="m", instead=REELED_BY_COLUMNS)
    )
    mass: Number | None = mass_field()
    density: Number | None = density_field()
    area: Number | None = area_field()
    actuated: bool = actuated_field()
    minimum: Any = minimum_field("0, it cannot push")
    maximum: Any = maximum_field()
    weight: Number = weight_field()

    LEAST: ClassVar[float] = 0.0  # effort, where no minimum is given

    def check_form(self) -> None:
        """Its points are checked where they are read."""
        check_mass(self)

    def mass_of(self, values: SimpleNamespace) -> float:
        """kg; that of a density is of the free length (of one that changes: at the start)."""
        return mass_of(values, float(values.free_length.at(0.0)[0]))

    def law_of(self, values: SimpleNamespace) -> Law:
        bounds_of(values, self.LEAST)
        if isinstance(values.free_length, Constant):
            unit = values.free_length.value
            return Law(CABLE, values.stiffness / unit, values.damping / unit, values.free_length)
        return Law(REELED, values.stiffness, values.damping, values.free_length)
