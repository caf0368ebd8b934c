"""Revolute joint: a pin."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from vazba.element import Number, element
from vazba.joints.joint import ANGLE_2D, ANGLE_3D, PairJoint, Placed, Pose, aligned, coincide, drawn_field, turn


@element("joints", "revolute")
class Revolute(PairJoint):
    """Two points meet, and in space the axes stay parallel: `r_i + S_i s_A - r_j - S_j s_B = 0`, `a_x . b_z = a_y . b_z = 0`."""

    drawn: Number | None = drawn_field("angle", "rad")

    NEEDS_AXIS = (3,)
    ROWS = {2: coincide(2), 3: coincide(3) + aligned()}
    FREE = {2: (turn("z"),), 3: (turn("z"),)}
    COORDINATES = {2: (ANGLE_2D,), 3: (ANGLE_3D,)}

    def _counted(self, drawn: float, a: Placed, b: Placed, pose_a: Pose, pose_b: Pose) -> tuple[Placed, Placed]:
        """The second body's frame turned about the axis."""
        x = b.basis[:, 0]
        here, seen = pose_a.s @ a.basis, pose_b.s @ x
        more = drawn - math.atan2(float(here[:, 1] @ seen), float(here[:, 0] @ seen))
        c, s = math.cos(more), math.sin(more)
        return a, replace(b, basis=b.basis @ np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]]))
