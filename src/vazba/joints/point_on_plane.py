"""Point on plane: a point of the first body stays in a plane of the second."""

from __future__ import annotations

from vazba.element import element
from vazba.joints.joint import PairJoint, displacement, on_line, slide, turn


@element("joints", "point_on_plane", dims=(3,))
class PointOnPlane(PairJoint):
    """`b_z . d = 0`; `axis` is the normal of the plane."""

    NEEDS_AXIS = (3,)
    ROWS = {3: (on_line("z"),)}
    FREE = {3: (slide("x"), slide("y"), turn("x", about="a"), turn("y", about="a"), turn("z", about="a"))}
    COORDINATES = {3: (displacement("x", "displacement_1"), displacement("y", "displacement_2"))}
