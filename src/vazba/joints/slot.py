"""Pin in a slot: a point of the first body stays on a line of the second (planar)."""

from __future__ import annotations

from vazba.element import element
from vazba.joints.joint import PairJoint, displacement, on_line, slide, turn


@element("joints", "slot", dims=(2,))
class Slot(PairJoint):
    """`(R_j v)^T d = 0`: one equation; the pin slides along the slot and turns in it."""

    NEEDS_AXIS = (2,)
    ROWS = {2: (on_line("y"),)}
    FREE = {2: (slide("x"), turn("z", about="a"))}
    COORDINATES = {2: (displacement("x"),)}
