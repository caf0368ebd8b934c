"""Cylindrical joint: a shaft that turns and slides in its sleeve."""

from __future__ import annotations

from vazba.element import element
from vazba.joints.joint import ANGLE_3D, PairJoint, aligned, displacement, on_line, slide, turn


@element("joints", "cylindrical", dims=(3,))
class Cylindrical(PairJoint):
    """Axes stay on one line: `a_x . b_z = a_y . b_z = 0`, `b_x . d = b_y . d = 0`."""

    NEEDS_AXIS = (3,)
    ROWS = {3: (*aligned(), on_line("x"), on_line("y"))}
    FREE = {3: (turn("z"), slide("z"))}
    COORDINATES = {3: (ANGLE_3D, displacement("z"))}
