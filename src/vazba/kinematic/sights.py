"""Columns of a result as forces see them: of joints, bodies, points and paths, at the state last placed.

Controllers read them, and laws of forces: an expression such as `-20*A.angle - 2*A.angle_rate` has a place among the numbers of the system for each column,
into which `look` writes before forces are asked for.
"""

from __future__ import annotations

import math

from vazba._jit import inlined, jit
from vazba.algebra.vectors import triple
from vazba.bodies.mechanics import velocity_of
from vazba.controllers.seen import ANGLE, CARDAN, LENGTH, POSITION, RATE, TURNING
from vazba.paths.kernels import path_state
from vazba.tables import TABLES, WORK


@inlined
def _cardan(r, axis):  # type: ignore[no-untyped-def]
    """One of the angles of `S = Rx Ry Rz`."""
    if axis == 0:
        return math.atan2(-r[5], r[8])
    if axis == 2:
        return math.atan2(-r[1], r[0])
    return math.atan2(r[2], math.sqrt(r[0] * r[0] + r[1] * r[1]))


@jit
def seen_at(s, w, path, what, axis):  # type: ignore[no-untyped-def]
    """One column, at the state last placed."""
    if what in (LENGTH, RATE):
        length, rate = path_state(path, s, w)
        return length if what == LENGTH else rate
    pose = WORK.poses(w)[TABLES.stops(s)[path.first]]
    if what == POSITION:
        return pose.p[axis]
    if what == ANGLE:
        return pose.angle
    if what == CARDAN:
        return _cardan(pose.r, axis)
    states = WORK.states(w)
    if what == TURNING:
        if pose.body < 0:
            return 0.0
        turning = triple(states[pose.body].w)
        if s.nb == 3:  # in the plane
            return turning[2]
        return pose.r[axis] * turning[0] + pose.r[3 + axis] * turning[1] + pose.r[6 + axis] * turning[2]
    return velocity_of(s.dimension, states, pose)[axis]


@jit
def look(s, w):  # type: ignore[no-untyped-def]
    """Write the columns that laws depend on to their places."""
    sights, paths, numbers = TABLES.sights(s), WORK.paths(w), TABLES.numbers(s)
    for k in range(sights.shape[0]):
        sight = sights[k]
        numbers[sight.place] = seen_at(s, w, paths[sight.path], sight.what, sight.axis)
