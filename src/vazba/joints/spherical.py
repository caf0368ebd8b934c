"""Spherical joint: a ball in its socket."""

from __future__ import annotations

from vazba.element import element
from vazba.joints.joint import PairJoint, coincide, turn


@element("joints", "spherical", dims=(3,))
class Spherical(PairJoint):
    """Two points meet: `r_i + S_i s_A - r_j - S_j s_B = 0`."""

    ROWS = {3: coincide(3)}
    FREE = {3: (turn("x"), turn("y"), turn("z"))}
    COORDINATES = {3: ()}
