"""Screw joint: a nut on its thread."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from vazba.element import Number, NumberField, element, given
from vazba.joints.joint import ANGLE_3D, Freedom, PairJoint, Placed, Pose, aligned, displacement, on_line, turn
from vazba.joints.rows import Row


@element("joints", "screw", dims=(3,))
class Screw(PairJoint):
    """A cylindrical joint whose displacement follows its angle: `displacement - lead/(2 pi) angle = offset`.

    The offset is as drawn, zero when placed by local `points` and `axes`. Whole turns are counted.
    """

    lead: Number = given(NumberField("advance in one turn (right-handed positive)", unit="m", nonzero=True))

    NEEDS_AXIS = (3,)
    ROWS = {
        3: (
            *aligned(),
            on_line("x"),
            on_line("y"),
            replace(displacement("z").row, direction="thread"),
            replace(ANGLE_3D.row, continues=True),
        )
    }
    FREE = {3: (turn("z"),)}  # with the slide lead/(2 pi) that belongs to it: see `free`
    COORDINATES = {3: (ANGLE_3D, displacement("z"))}

    def free(self, values: SimpleNamespace, dimension: int) -> tuple[Freedom, ...]:
        return tuple(replace(freedom, advance=values.lead / (2 * math.pi)) for freedom in self.FREE[dimension])

    def rows(
        self, values: SimpleNamespace, a: Placed, b: Placed, place: Mapping[str, Pose], dimension: int
    ) -> tuple[Row, ...]:
        per_radian = values.lead / (2 * math.pi)
        offset = 0.0
        if values.points is None or values.axis is not None:
            basis_a, basis_b = place[a.body].s @ a.basis, place[b.body].s @ b.basis
            d = place[b.body].r + place[b.body].s @ b.position - place[a.body].r - place[a.body].s @ a.position
            angle = math.atan2(float(basis_a[:, 1] @ basis_b[:, 0]), float(basis_a[:, 0] @ basis_b[:, 0]))
            offset = float(np.dot(basis_b[:, 2], d)) - per_radian * angle
        *rows, thread, thread_angle = self.ROWS[dimension]
        return (*rows, replace(thread, value=offset), replace(thread_angle, factor=-per_radian))
