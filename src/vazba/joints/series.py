"""How the derivatives of a row change along a motion of its frames: what `scalar_terms` gives, with two time derivatives.

Along a unit twist of one frame the first derivative is a column of the second derivative of the scalar function g: the stiffness that a multiplier or
a tension gives. Along the motion of a mechanism both are `J'` and `J''`.
"""

from __future__ import annotations

from vazba._jit import inlined, jit
from vazba.algebra.jets import across, along, carried_by, fixed, inverse, minus, multiple, product, root, times, total
from vazba.algebra.vectors import column, sub, triple, unit
from vazba.joints.rows import ANGLE, COMPONENT, DISTANCE, NORMAL_A, PERP, TURN

STILL = (
    (0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0),
    (0.0, 0.0, 0.0),
)  # velocity, angular velocity, and their rates


@jit
def column_series(kind, i, j, a, b, by_a, by_b):  # type: ignore[no-untyped-def]
    """`(Dvb, Dwa, Dwb)` with two derivatives each (`Dva = -Dvb`) of a scalar function of the poses a, b that move with `(v, w, v', w')`."""
    none = fixed((0.0, 0.0, 0.0))
    if kind == COMPONENT:
        return fixed(unit(i)), none, none
    if kind == ANGLE:
        return none, fixed((0.0, 0.0, -1.0)), fixed((0.0, 0.0, 1.0))
    if kind == PERP:
        m = across(carried_by(column(a.r, i), by_a[1], by_a[3]), carried_by(column(b.r, j), by_b[1], by_b[3]))
        return none, m, multiple(m, -1.0)
    if kind == TURN:
        x, y = carried_by(column(a.r, 0), by_a[1], by_a[3]), carried_by(column(a.r, 1), by_a[1], by_a[3])
        m = _turn_column(x, y, carried_by(column(b.r, j), by_b[1], by_b[3]))
        return none, m, multiple(m, -1.0)
    d = (sub(triple(b.p), triple(a.p)), sub(by_b[0], by_a[0]), sub(by_b[2], by_a[2]))
    if kind == DISTANCE:
        return times(d, inverse(root(along(d, d)))), none, none
    if kind == NORMAL_A:
        u = carried_by(column(a.r, i), by_a[1], by_a[3])
        return u, across(u, d), none
    u = carried_by(column(b.r, j), by_b[1], by_b[3])
    return u, none, across(u, d)


@inlined
def _turn_column(x, y, u):  # type: ignore[no-untyped-def]
    """`(c (y x u) - s (x x u)) / (c^2 + s^2)` with `c = x . u`, `s = y . u`."""
    c, s = along(x, u), along(y, u)
    rho = total(product(c, c), product(s, s))
    return times(minus(times(across(y, u), c), times(across(x, u), s)), inverse(rho))
