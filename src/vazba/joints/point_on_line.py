"""Point on line: a point of the first body stays on a line of the second (space; in the plane it is called slot)."""

from __future__ import annotations

from vazba.element import element
from vazba.joints.joint import PairJoint, displacement, on_line, slide, turn


@element("joints", "point_on_line", dims=(3,))
class PointOnLine(PairJoint):
    """`b_x . d = b_y . d = 0`; `axis` is the line."""

    NEEDS_AXIS = (3,)
    ROWS = {3: (on_line("x"), on_line("y"))}
    FREE = {3: (slide("z"), turn("x", about="a"), turn("y", about="a"), turn("z", about="a"))}
    COORDINATES = {3: (displacement("z"),)}
