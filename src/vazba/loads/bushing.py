"""Bushing: an elastic bearing with stiffness and damping in all directions."""

from __future__ import annotations

import math
from collections.abc import Mapping
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
    """Between two frames `F = K e + B e'`, with the displacement `e` of the second in axes of the first: `x, y, z` and the turns about them
    (`1/2 sum a_i x b_i`, the sine of the angle: for turns below a quarter; or the rotation vector), planar `x, y` and the angle.

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

    def check_form(self) -> None:
        if (self.bodies is None) == (self.points is None):
            raise Wrong(
                "give either bodies (and at) or points",
                "what it joins is not determined",
                'write bodies = ["..", ".."]',
            )
        if self.bodies is not None and self.at is None:
            raise Wrong("at is missing", "the place of the bushing is not known", "add at = [..]")

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

    def drawing(self) -> Mapping[str, Any]:
        """A block of rubber where it sits."""
        if self.points is not None:
            return {"form": "bushing", "through": tuple(self.points)}
        return {"form": "bushing", "bodies": tuple(self.bodies or ()), "at": self.at}


@inlined
def _sine_turn(a, b):  # type: ignore[no-untyped-def]
    """`1/2 sum a_i x b_i` in axes of a, and for each component the vector m with `e' = m . (w_b - w_a)`."""
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    bx, by, bz = column(b.r, 0), column(b.r, 1), column(b.r, 2)
    e = (0.5 * (dot(az, by) - dot(ay, bz)), 0.5 * (dot(ax, bz) - dot(az, bx)), 0.5 * (dot(ay, bx) - dot(ax, by)))
    m_x = scaled(sub(cross(ay, bz), cross(az, by)), 0.5)
    m_y = scaled(sub(cross(az, bx), cross(ax, bz)), 0.5)
    m_z = scaled(sub(cross(ax, by), cross(ay, bx)), 0.5)
    return e, m_x, m_y, m_z


@inlined
def _exact_turn(a, b):  # type: ignore[no-untyped-def]
    """Rotation vector e of b in axes of a, and for each component the vector m with `e' = m . (w_b - w_a)`: `m_i = a_i + 1/2 e x a_i + c e x (e x a_i)`."""
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    bx, by, bz = column(b.r, 0), column(b.r, 1), column(b.r, 2)
    x, y, z = 0.5 * (dot(az, by) - dot(ay, bz)), 0.5 * (dot(ax, bz) - dot(az, bx)), 0.5 * (dot(ay, bx) - dot(ax, by))
    sine, cosine = math.sqrt(x * x + y * y + z * z), 0.5 * (dot(ax, bx) + dot(ay, by) + dot(az, bz) - 1.0)
    angle = math.atan2(sine, cosine)
    square = angle * angle
    if square < 0.04:
        stretch = 1.0 + square * (
            1.0 / 6.0 + square * (7.0 / 360.0 + square * (31.0 / 15120.0 + square * 127.0 / 604800.0))
        )
        c = 1.0 / 12.0 + square * (1.0 / 720.0 + square * (1.0 / 30240.0 + square / 1209600.0))
    else:
        stretch = angle / sine
        c = 1.0 / square - (1.0 + cosine) / (2.0 * angle * sine)
    e = (stretch * x, stretch * y, stretch * z)
    v = add(add(scaled(ax, e[0]), scaled(ay, e[1])), scaled(az, e[2]))
    m_x = add(add(ax, scaled(cross(v, ax), 0.5)), scaled(cross(v, cross(v, ax)), c))
    m_y = add(add(ay, scaled(cross(v, ay), 0.5)), scaled(cross(v, cross(v, ay)), c))
    m_z = add(add(az, scaled(cross(v, az), 0.5)), scaled(cross(v, cross(v, az)), c))
    return e, m_x, m_y, m_z


@inlined
def _turn(exact, a, b):  # type: ignore[no-untyped-def]
    if exact != 0:
        return _exact_turn(a, b)
    return _sine_turn(a, b)


@jit
def bushing_columns(bushing, i, a, b):  # type: ignore[no-untyped-def]
    """`(Dva, Dwa, Dvb, Dwb)` of component i."""
    zero = (0.0, 0.0, 0.0)
    if i < (2 if bushing.n == 3 else 3):
        u = column(a.r, i)
        return scaled(u, -1.0), cross(u, sub(triple(b.p), triple(a.p))), u, zero
    if bushing.n == 3:
        return zero, (0.0, 0.0, -1.0), zero, (0.0, 0.0, 1.0)
    _, m_x, m_y, m_z = _turn(bushing.exact, a, b)
    m = m_x if i == 3 else m_y if i == 4 else m_z
    return zero, scaled(m, -1.0), zero, m


@jit
def push_bushing(dimension, bushing, frames, states, poses, out):  # type: ignore[no-untyped-def]
    """Add its forces; returns `(energy stored, power dissipated)`."""
    a, b, n = poses[bushing.a], poses[bushing.b], bushing.n
    d, w_a = sub(triple(b.p), triple(a.p)), triple(a.w)
    d_dot, w = sub(triple(b.v), triple(a.v)), sub(triple(b.w), w_a)
    along = sub(d_dot, cross(w_a, d))  # d' as seen in frame a
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    m_x, m_y, m_z = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    if n == 3:
        e = (dot(ax, d), dot(ay, d), b.angle - a.angle - bushing.turn, 0.0, 0.0, 0.0)
        rate = (dot(ax, along), dot(ay, along), w[2], 0.0, 0.0, 0.0)
    else:
        turn, m_x, m_y, m_z = _turn(bushing.exact, a, b)
        e = (dot(ax, d), dot(ay, d), dot(az, d), turn[0], turn[1], turn[2])
        rate = (dot(ax, along), dot(ay, along), dot(az, along), dot(m_x, w), dot(m_y, w), dot(m_z, w))
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
            force = add(force, scaled(ax if k == 0 else ay if k == 1 else az, effort))
        else:
            moment = add(moment, scaled(m_x if k == 3 else m_y if k == 4 else m_z, effort))
    f = frames[bushing.a]
    if f.body >= 0:  # both feel the force where the second frame is
        add_wrench(dimension, f.body, states[f.body], triple(f.s), force, add(moment, cross(d, force)), out)
    f = frames[bushing.b]
    if f.body >= 0:
        add_wrench(dimension, f.body, states[f.body], triple(f.s), scaled(force, -1.0), scaled(moment, -1.0), out)
    return stored, lost
