"""Planar joint (in space): two faces that slide on each other."""

from __future__ import annotations

from vazba.element import element
from vazba.joints.joint import ANGLE_3D, PairJoint, aligned, displacement, on_line, slide, turn


@element("joints", "planar", dims=(3,))
class Planar(PairJoint):
    """Normals stay parallel and the faces together: `a_x . b_z = a_y . b_z = 0`, `a_z . d = 0`; `axis` is the normal."""

    NEEDS_AXIS = (3,)
    ROWS = {3: (*aligned(), on_line("z", of="a"))}
    FREE = {3: (turn("z"), slide("x", of="a"), slide("y", of="a"))}
    COORDINATES = {
        3: (ANGLE_3D, displacement("x", "displacement_1", of="a"), displacement("y", "displacement_2", of="a"))
    }
