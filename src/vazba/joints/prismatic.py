"""Prismatic joint: a guide."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import SimpleNamespace

import numpy as np

from vazba.element import Number, NumberField, element, given
from vazba.joints.joint import PairJoint, Placed, Pose, aligned, displacement, drawn_field, no_turn, on_line, slide
from vazba.joints.rows import ANGLE, Row


def held_angle(values: SimpleNamespace, a: Placed, b: Placed, place: Mapping[str, Pose], drawn: bool) -> Row:
    """`phi_i - phi_j - phi0 = 0`: the planar angle a prismatic or fixed joint holds (given, as drawn, or zero).

    Whole turns are those drawn: a body at 360 degrees stands as one at 0, and need not be turned back.
    """
    between = place[b.body].angle - place[a.body].angle
    angle = values.angle if values.angle is not None else between if drawn else 0.0
    if np.isfinite(between - angle):
        angle += 2 * np.pi * round((between - angle) / (2 * np.pi))
    return Row(ANGLE, "rotation", value=-angle, swap=True)


@element("joints", "prismatic")
class Prismatic(PairJoint):
    """One body slides along an axis of the other without turning.

    Planar: point on line `(R_j v)^T d = 0` and angle `phi_i - phi_j - phi0 = 0`. The angle held is as drawn with `bodies`/`at`, and
    zero (or `angle`) with `points`. In space: `a_x . b_z = a_y . b_z = a_x . b_y = 0`, `b_x . d = b_y . d = 0`.
    """

    angle: Number | None = given(
        NumberField("angle of the second body relative to the first that is held", unit="rad", default=None, dims=(2,))
    )
    drawn: Number | None = drawn_field("displacement", "m")

    NEEDS_AXIS = (2, 3)
    LOCKS_TURN = (2, 3)
    ROWS = {
        2: (Row(ANGLE, "rotation", swap=True), on_line("y")),
        3: (*aligned(), no_turn(), on_line("x"), on_line("y")),
    }
    FREE = {2: (slide("x"),), 3: (slide("z"),)}
    COORDINATES = {2: (displacement("x"),), 3: (displacement("z"),)}

    def _counted(self, drawn: float, a: Placed, b: Placed, pose_a: Pose, pose_b: Pose) -> tuple[Placed, Placed]:
        """The point of the first body shifted along the axis."""
        axis = pose_b.s @ b.basis[:, 2]
        here = float(axis @ (pose_b.r + pose_b.s @ b.position - pose_a.r - pose_a.s @ a.position))
        return replace(a, position=a.position + (here - drawn) * (pose_a.s.T @ axis)), b

    def rows(
        self, values: SimpleNamespace, a: Placed, b: Placed, place: Mapping[str, Pose], dimension: int
    ) -> tuple[Row, ...]:
        if dimension == 3:
            return self.ROWS[3]
        return (held_angle(values, a, b, place, drawn=values.bodies is not None), *self.ROWS[2][1:])
