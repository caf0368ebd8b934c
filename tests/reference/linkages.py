"""Closed forms of planar linkages, written over jets (or plain arrays wrapped in them)."""

from __future__ import annotations

from reference.jets import atan2, cos, dot, plus, sin, sqrt, times


def circles(p, q, p_radius, q_radius, side):
    """The point at given distances from p and q; side +1: to the left when looking from p to q (a dyad)."""
    d = plus(q, p, -1.0)
    d2 = dot(d, d)
    along = (d2 + p_radius**2 - q_radius**2) / (2 * d2)
    across = sqrt(p_radius**2 / d2 - along * along)
    return (p[0] + along * d[0] - side * across * d[1], p[1] + along * d[1] + side * across * d[0])


def direction(p, q):
    """Angle of the line from p to q."""
    d = plus(q, p, -1.0)
    return atan2(d[1], d[0])


def polar(origin, radius, angle):
    return (origin[0] + radius * cos(angle), origin[1] + radius * sin(angle))


def carried(origin, angle, local):
    """A point fixed in a body with this origin and angle."""
    c, s = cos(angle), sin(angle)
    return plus(origin, times(((c, -s), (s, c)), local))
