"""Scalar functions of two frames, from which every joint and every driver is put together.

A row says `c g(a, b) - value - f(t) = 0` for one scalar function `g` of frame `a` (on the first body) and frame `b` (on the
second). With `d = p_b - p_a`, basis vectors `a_i`, `b_j`, frame velocities `v` and angular velocities `w` in ground components,

    g' = Dva.v_a + Dwa.w_a + Dvb.v_b + Dwb.w_b          g'' = (the same with accelerations) + rest

| kind      | g                                              | unit |
|-----------|------------------------------------------------|------|
| COMPONENT | `d_k`, ground components                       | m    |
| NORMAL_A  | `a_i . d`                                      | m    |
| NORMAL_B  | `b_j . d`                                      | m    |
| DISTANCE  | `|d|`                                          | m    |
| PERP      | `a_i . b_j`                                    | 1    |
| ANGLE     | `phi_b - phi_a` (planar)                       | rad  |
| TURN      | `atan2(a_y . b_j, a_x . b_j)`, followed over whole turns | rad  |

Frames hide what kind of body is behind them; `Row` is the description, `ROW` the table, `scalar_terms` the kernel.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import inlined
from vazba.algebra.vectors import Vec, add, column, cross, dot, scaled, sub, triple
from vazba.frozen import frozen

COMPONENT, NORMAL_A, NORMAL_B, DISTANCE, PERP, ANGLE, TURN = range(7)
LENGTHS = (COMPONENT, NORMAL_A, NORMAL_B, DISTANCE)  # kinds measured in metres; the others in radians

ROW = np.dtype([
    ("kind", "i4"), ("i", "i4"), ("j", "i4"), ("a", "i4"), ("b", "i4"),  # what, which axes, which frames
    ("row", "i4"),  # the equation it adds to
    ("law", "i4"), ("turn", "i4"),  # motion law (0: none), memory of whole turns (-1: none)
    ("moving", "i4"),  # 1: one of its frames is turned by motion laws
    ("block_a", "i4"), ("block_b", "i4"),  # where its derivatives stand in the Jacobian's blocks (-1: ground)
    ("factor", "f8"), ("value", "f8"), ("scale", "f8"),
], align=True)  # fmt: skip

POSE = np.dtype([  # 40 numbers of 8 bytes are five lines of the processor's cache: most paths touch the first, or the first two
    ("p", "f8", 3), ("pull", "f8", 3),  # position; sum of the forces of straight paths, while they are gathered
    ("body", "i4"), ("angle", "f8"),  # its body (-1: ground), and the angle of that in the plane
    ("v", "f8", 3), ("r", "f8", 9), ("w", "f8", 3),  # velocity, basis, angular velocity
    ("a_0", "f8", 3), ("al_0", "f8", 3),  # accelerations when the body's accelerations are zero
    ("w_t", "f8", 3), ("al_t", "f8", 3),  # angular velocity and acceleration of a frame that is itself turned by motion laws
    ("spare", "f8", 5),
], align=True)  # fmt: skip


@frozen
class Row:
    """One scalar equation (or one addend of it) of a joint: kind, axes, the direction it forbids, in words."""

    kind: int
    direction: str
    i: int = 0
    j: int = 0
    factor: float = 1.0
    value: float = 0.0
    swap: bool = False  # frame b first
    continues: bool = False  # adds to the equation of the row before


@inlined
def scalar_terms(kind, i, j, a, b, turn):  # type: ignore[no-untyped-def]
    """`(g, rest, Dva, Dwa, Dvb, Dwb)` of one scalar function of the poses `a`, `b`; `turn`: the angle it was last seen at."""
    zero = (0.0, 0.0, 0.0)
    if kind == COMPONENT:
        g = b.p[i] - a.p[i]
        e = (1.0 if i == 0 else 0.0, 1.0 if i == 1 else 0.0, 1.0 if i == 2 else 0.0)
        return g, 0.0, scaled(e, -1.0), zero, e, zero
    if kind == ANGLE:
        return b.angle - a.angle, 0.0, zero, (0.0, 0.0, -1.0), zero, (0.0, 0.0, 1.0)
    w_a, w_b = triple(a.w), triple(b.w)
    if kind == PERP:
        u, n = column(a.r, i), column(b.r, j)
        m = cross(u, n)
        rest = dot(sub(w_a, w_b), _cross_rate(w_a, u, w_b, n))
        return dot(u, n), rest, zero, m, zero, scaled(m, -1.0)
    if kind == TURN:
        return _turn_terms(column(a.r, 0), column(a.r, 1), column(b.r, j), w_a, w_b, turn)
    d = sub(triple(b.p), triple(a.p))
    d_dot = sub(triple(b.v), triple(a.v))
    if kind == DISTANCE:
        length = math.sqrt(dot(d, d))
        n = scaled(d, 1.0 / length)
        along = dot(n, d_dot)
        return length, (dot(d_dot, d_dot) - along * along) / length, scaled(n, -1.0), zero, n, zero
    if kind == NORMAL_A:
        u, w = column(a.r, i), w_a
    else:
        u, w = column(b.r, j), w_b
    u_dot = cross(w, u)
    m = cross(u, d)
    rest = dot(d, cross(w, u_dot)) + 2.0 * dot(u_dot, d_dot)
    if kind == NORMAL_A:
        return dot(u, d), rest, scaled(u, -1.0), m, u, zero
    return dot(u, d), rest, scaled(u, -1.0), zero, u, m


@inlined
def _cross_rate(w_a: Vec, u: Vec, w_b: Vec, n: Vec) -> Vec:
    """Rate of `u x n` for `u` turning with `w_a` and `n` with `w_b`."""
    return add(cross(cross(w_a, u), n), cross(u, cross(w_b, n)))


@inlined
def _turn_terms(x: Vec, y: Vec, u: Vec, w_a: Vec, w_b: Vec, turn: float):  # type: ignore[no-untyped-def]
    """Angle of `u` (fixed in b) in the plane `x, y` (fixed in a): exact also while the axes are not yet aligned."""
    zero = (0.0, 0.0, 0.0)
    w = sub(w_a, w_b)
    c, s = dot(x, u), dot(y, u)
    xu, yu = cross(x, u), cross(y, u)
    rho = c * c + s * s
    m = scaled(sub(scaled(yu, c), scaled(xu, s)), 1.0 / rho)
    rate = dot(w, m)
    c_rest, s_rest = dot(w, _cross_rate(w_a, x, w_b, u)), dot(w, _cross_rate(w_a, y, w_b, u))
    rest = (c * s_rest - s * c_rest - 2.0 * rate * (c * dot(w, xu) + s * dot(w, yu))) / rho
    angle = math.atan2(s, c)
    angle += 2.0 * math.pi * math.floor((turn - angle) / (2.0 * math.pi) + 0.5)
    return angle, rest, zero, m, zero, scaled(m, -1.0)
