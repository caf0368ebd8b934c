"""Revolute joint: a pin."""

from __future__ import annotations

from vazba.element import element
from vazba.joints.joint import ANGLE_2D, ANGLE_3D, PairJoint, aligned, coincide, turn


@element("joints", "revolute")
class Revolute(PairJoint):
    """Two points meet, and in space the axes stay parallel: `r_i + S_i s_A - r_j - S_j s_B = 0`, `a_x . b_z = a_y . b_z = 0`."""

    NEEDS_AXIS = (3,)
    ROWS = {2: coincide(2), 3: coincide(3) + aligned()}
    FREE = {2: (turn("z"),), 3: (turn("z"),)}
    COORDINATES = {2: (ANGLE_2D,), 3: (ANGLE_3D,)}
