"""Distance joint: a massless rod of constant length between two points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from vazba.element import Number, NumberField, element, given
from vazba.errors import Wrong
from vazba.joints.joint import UNIT, Array, Freedom, PairJoint, Placed, Pose, turn
from vazba.joints.rows import DISTANCE, Row


@element("joints", "distance")
class Distance(PairJoint):
    """`|d| = length`; without `length` the distance as drawn is kept."""

    length: Number | None = given(NumberField("length of the rod", unit="m", minimum=0.0, strict=True, default=None))

    ROWS = {2: (Row(DISTANCE, "length"),), 3: (Row(DISTANCE, "length"),)}
    FREE = {
        2: (turn("z"), Freedom(False, "1")),
        3: (turn("x"), turn("y"), turn("z"), Freedom(False, "1"), Freedom(False, "2")),
    }
    COORDINATES = {2: (), 3: ()}

    def _bases_3d(self, values: SimpleNamespace, pose_a: Pose, pose_b: Pose) -> tuple[Array, Array]:
        """None of its rows asks for a basis: those of the bodies do."""
        return (
            (UNIT, UNIT) if values.axis is None and values.axes is None else super()._bases_3d(values, pose_a, pose_b)
        )

    def rows(
        self, values: SimpleNamespace, a: Placed, b: Placed, place: Mapping[str, Pose], dimension: int
    ) -> tuple[Row, ...]:
        if values.points is None:
            raise Wrong("points is missing", "a rod has two end points", 'add points = ["..", ".."]')
        length = values.length
        if length is None:
            ends = [place[f.body].r + place[f.body].s @ f.position for f in (a, b)]
            length = float(np.linalg.norm(ends[1] - ends[0]))
            if length < 1e-12:
                raise Wrong(
                    "its two points coincide as drawn",
                    "a rod of length zero has no direction",
                    "give length = .., or use another joint",
                )
        return tuple(replace(row, value=length) for row in self.ROWS[dimension])
