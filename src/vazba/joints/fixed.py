"""Fixed joint: two bodies made one."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

from vazba.element import Number, NumberField, element, given
from vazba.joints.joint import PairJoint, Placed, Pose, aligned, coincide, no_turn
from vazba.joints.prismatic import held_angle
from vazba.joints.rows import ANGLE, Row


@element("joints", "fixed")
class Fixed(PairJoint):
    """Points meet and the relative orientation stays as drawn (planar: or as `angle` says)."""

    angle: Number | None = given(
        NumberField("angle of the second body relative to the first that is held", unit="rad", default=None, dims=(2,))
    )

    LOCKS_TURN = (2, 3)
    ROWS = {2: (*coincide(2), Row(ANGLE, "rotation", swap=True)), 3: (*coincide(3), *aligned(), no_turn())}
    FREE = {2: (), 3: ()}
    COORDINATES = {2: (), 3: ()}

    def rows(
        self, values: SimpleNamespace, a: Placed, b: Placed, place: Mapping[str, Pose], dimension: int
    ) -> tuple[Row, ...]:
        if dimension == 3:
            return self.ROWS[3]
        return (*self.ROWS[2][:2], held_angle(values, a, b, place, drawn=True))
