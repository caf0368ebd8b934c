"""Bushing: an elastic bearing with stiffness and damping in all directions."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from vazba._jit import inlined, jit
from vazba.algebra.vectors import add, column, cross, dot, scaled, sub, triple
from vazba.element import ChoiceField, Element, Field, NamesField, Scope, Vector, VectorField, element, given, shown
from vazba.errors import Wrong
from vazba.paths.kernels import add_wrench

BUSHING = np.dtype([
    ("a", "i4"), ("b", "i4"), ("n", "i4"), ("k", "f8", 36), ("b_matrix", "f8", 36),
    ("turn", "f8"),  # planar: angle of the second body relative to the first where the frames are aligned
    ("exact", "i4"),  # in space: turns are the rotation vector, otherwise sines
    ("middle", "i4"),  # displacements are measured in axes half-way between both frames, otherwise in those of the first
], align=True)  # fmt: skip


class _MatrixField(Field):
    """As many numbers as there are directions, or the whole symmetric matrix."""

    def read(self, raw: Any, scope: Scope) -> np.ndarray:
        size = 3 if scope.dimension == 2 else 6
        wanted = f"give {size} numbers, or {size} rows of {size}"
        if isinstance(raw, str) or not hasattr(raw, "__len__") or len(raw) != size:
            raise Wrong(f"{self.name} = {shown(raw)} is not understood", remedy=wanted)
        if all(hasattr(row, "__len__") and not isinstance(row, str) for row in raw):
            matrix = np.array([scope.vector(row, size) for row in raw])
        else:
            matrix = np.diag(scope.vector(raw, size))
        if not np.allclose(matrix, matrix.T, rtol=1e-9, atol=0.0):
            raise Wrong(
                f"{self.name} is not symmetric", "its force would create energy from nothing", "make it symmetric"
            )
        return matrix


@element("bushings")
class Bushing(Element):
    """Between two frames `F = K e + B e'`, with the displacement `e` of the second from the first: `x, y, z` and the turns about them
    (`1/2 sum a_i x b_i`, the sine of the angle: for turns below a quarter; or the rotation vector), planar `x, y` and the angle. Axes are those half-way
    between both frames (turned from the first by half the relative rotation), so that it does not matter which body is named first.

    It acts as the gradient of `1/2 e^T K e`, so it conserves energy (but for B) and its force and moment balance exactly. Force and moment are
    zero in the described configuration when placed by `at`; placed by `points`, the axes are aligned there all the same.
    """

    bodies: Any = given(NamesField("the two bodies it joins", to=("bodies",), default=None))
    at: Vector | None = given(
        VectorField("its place, ground components, described configuration", unit="m", default=None)
    )
    points: Any = given(NamesField("two points it joins, instead of bodies and at", to=("points",), default=None))
    stiffness: Any = given(_MatrixField("stiffness K: translations, then rotations", unit="N/m, N m/rad"))
    damping: Any = given(_MatrixField("damping B", unit="N s/m, N m s/rad", default=None))
    turns: str = given(
        ChoiceField(
            "how turns are measured in space: by their sines, or by the rotation vector (its length is the angle, below half a turn)",
            choices=("sine", "vector"), default="sine", dims=(3,),
        )
    )  # fmt: skip
    axes: str | None = given(
        ChoiceField(
            "axes of displacements: half-way between both bodies (below half a turn), or those of the first body (a bearing in which a shaft turns); "
            "without it `middle` where every turn is resisted, else `first`",
            choices=("middle", "first"), default=None,
        )
    )  # fmt: skip

    def check_form(self) -> None:
        if (self.bodies is None) == (self.points is None):
            raise Wrong(
                "give either bodies (and at) or points",
                "what it joins is not determined",
                'write bodies = ["..", ".."]',
            )
        if self.bodies is not None and self.at is None:
            raise Wrong("at is missing", "the place of the bushing is not known", "add at = [..]")

    def in_the_middle(self, values: SimpleNamespace, dimension: int) -> bool:
        """Whether displacements are measured half-way between both bodies."""
        if values.axes is not None:
            return bool(values.axes == "middle")
        return bool((np.diag(values.stiffness)[dimension:] > 0).all())

    def frames(self, values: SimpleNamespace, place: Any, points: Any) -> list[tuple[str, np.ndarray, np.ndarray]]:
        """Body, local position and basis of its two frames, aligned in the described configuration."""
        if values.points is not None:
            held = [points[name] for name in values.points]
        else:
            at = np.zeros(3)
            at[: len(values.at)] = values.at
            held = [(name, place[name].local(at)) for name in values.bodies]
        first = place[held[0][0]].s
        return [(body, local, place[body].s.T @ first) for body, local in held]


@inlined
def _half_turn(a, b):  # type: ignore[no-untyped-def]
    """Half the relative rotation of b, by the angle theta/2 about the axis n: `c = cos(theta/2)`, and `p = n sin(theta/2)` in axes of a (or of b: the same)."""
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    bx, by, bz = column(b.r, 0), column(b.r, 1), column(b.r, 2)
    x, y, z = 0.5 * (dot(az, by) - dot(ay, bz)), 0.5 * (dot(ax, bz) - dot(az, bx)), 0.5 * (dot(ay, bx) - dot(ax, by))
    c = math.sqrt(max(0.25 * (1.0 + dot(ax, bx) + dot(ay, by) + dot(az, bz)), 1e-30))
    return c, scaled((x, y, z), 0.5 / c)


@inlined
def _turn(exact, c, p):  # type: ignore[no-untyped-def]
    """`k, g, h` of the turn `e = k p`, whose rate is `e' = g w + h p (p . w)` with the relative angular velocity w in axes of the middle.

    Rotation vector: `k = 2 g`, `g = (theta/2)/sin(theta/2)`, `h = (1 - g)/p^2`; sines: `k = 2 g`, `g = c`, `h = -(1 + 2 c)/(1 + c)`.
    """
    if exact == 0:
        return 2.0 * c, c, -(1.0 + 2.0 * c) / (1.0 + c)
    s = dot(p, p)
    if s < 0.01 and c > 0.0:  # the series of the arc sine
        h = -(
            1 / 6
            + s * (3 / 40 + s * (5 / 112 + s * (35 / 1152 + s * (63 / 2816 + s * (231 / 13312 + s * 143 / 10240)))))
        )
        return 2.0 * (1.0 - h * s), 1.0 - h * s, h
    sine = math.sqrt(s)
    g = math.atan2(sine, c) / sine
    return 2.0 * g, g, (1.0 - g) / s


@inlined
def _measured(bushing, a, b):  # type: ignore[no-untyped-def]
    """Axes of the displacement, axes of the middle, the turn e, p in the ground, and `g, h, share, twist`.

    The axes of the displacement turn with `w_a + (1 - share) w - twist p x w`, `w = w_b - w_a`: those of the middle have `share = 1/2` and
    `twist = 1/(2 (1 + c))`, those of the first frame `share = 1`, `twist = 0`.
    """
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    if bushing.n == 3:
        angle = b.angle - a.angle - bushing.turn
        turn, zero = (0.0, 0.0, angle), (0.0, 0.0, 0.0)
        if bushing.middle == 0:
            return (ax, ay, az), (ax, ay, az), turn, zero, 1.0, 0.0, 1.0, 0.0
        c, s = math.cos(0.5 * angle), math.sin(0.5 * angle)
        axes = (add(scaled(ax, c), scaled(ay, s)), sub(scaled(ay, c), scaled(ax, s)), az)
        return axes, axes, turn, zero, 1.0, 0.0, 0.5, 0.0
    c, q = _half_turn(a, b)
    k, g, h = _turn(bushing.exact, c, q)
    p, f = add(add(scaled(ax, q[0]), scaled(ay, q[1])), scaled(az, q[2])), 1.0 / (1.0 + c)
    middle = (
        add(add(scaled(ax, c), cross(p, ax)), scaled(p, f * q[0])),
        add(add(scaled(ay, c), cross(p, ay)), scaled(p, f * q[1])),
        add(add(scaled(az, c), cross(p, az)), scaled(p, f * q[2])),
    )
    if bushing.middle == 0:
        return (ax, ay, az), middle, scaled(q, k), p, g, h, 1.0, 0.0
    return middle, middle, scaled(q, k), p, g, h, 0.5, 0.5 * f


@jit
def bushing_columns(bushing, i, a, b):  # type: ignore[no-untyped-def]
    """`(Dva, Dwa, Dvb, Dwb)` of component i."""
    zero, axes = (0.0, 0.0, 0.0), 2 if bushing.n == 3 else 3
    (x, y, z), (u, v, o), _, p, g, h, share, twist = _measured(bushing, a, b)
    if i < axes:
        along = x if i == 0 else y if i == 1 else z
        arm = cross(along, sub(triple(b.p), triple(a.p)))
        bent = scaled(cross(arm, p), twist)
        return scaled(along, -1.0), add(scaled(arm, share), bent), along, sub(scaled(arm, 1.0 - share), bent)
    k = i - axes if bushing.n == 6 else 2
    m = u if k == 0 else v if k == 1 else o
    m = add(scaled(m, g), scaled(p, h * dot(p, m)))
    return zero, scaled(m, -1.0), zero, m


@jit
def push_bushing(dimension, bushing, frames, states, poses, out):  # type: ignore[no-untyped-def]
    """Add its forces; returns `(energy stored, power dissipated)`."""
    a, b, n = poses[bushing.a], poses[bushing.b], bushing.n
    d, w_a = sub(triple(b.p), triple(a.p)), triple(a.w)
    d_dot, w = sub(triple(b.v), triple(a.v)), sub(triple(b.w), w_a)
    (x, y, z), (u, v, o), turn, p, g, h, share, twist = _measured(bushing, a, b)
    w_axes = sub(add(w_a, scaled(w, 1.0 - share)), scaled(cross(p, w), twist))
    along, spin = sub(d_dot, cross(w_axes, d)), add(scaled(w, g), scaled(p, h * dot(p, w)))
    if n == 3:
        e = (dot(x, d), dot(y, d), turn[2], 0.0, 0.0, 0.0)
        rate = (dot(x, along), dot(y, along), w[2], 0.0, 0.0, 0.0)
    else:
        e = (dot(x, d), dot(y, d), dot(z, d), turn[0], turn[1], turn[2])
        rate = (dot(x, along), dot(y, along), dot(z, along), dot(u, spin), dot(v, spin), dot(o, spin))
    force, moment, stored, lost = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0
    for i in range(n):
        elastic, viscous = 0.0, 0.0
        for j in range(n):
            elastic += bushing.k[n * i + j] * e[j]
            viscous += bushing.b_matrix[n * i + j] * rate[j]
        stored += 0.5 * e[i] * elastic
        lost += rate[i] * viscous
        effort, k = elastic + viscous, i if n == 6 else i if i < 2 else 5
        if k < 3:
            force = add(force, scaled(x if k == 0 else y if k == 1 else z, effort))
        else:
            moment = add(moment, scaled(u if k == 3 else v if k == 4 else o, effort))
    moment = add(scaled(moment, g), scaled(p, h * dot(p, moment)))
    arm = cross(d, force)  # what the distance of the two forces turns is shared by both
    moment = add(moment, scaled(cross(arm, p), twist))
    f = frames[bushing.a]
    if f.body >= 0:
        add_wrench(dimension, f.body, states[f.body], triple(f.s), force, add(moment, scaled(arm, share)), out)
    f = frames[bushing.b]
    if f.body >= 0:
        back = sub(scaled(arm, 1.0 - share), moment)
        add_wrench(dimension, f.body, states[f.body], triple(f.s), scaled(force, -1.0), back, out)
    return stored, lost
