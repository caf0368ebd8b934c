"""Bushing: an elastic bearing with stiffness and damping in all directions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from vazba._jit import inlined, jit
from vazba.algebra.vectors import add, column, cross, dot, scaled, sub, triple
from vazba.bodies.mechanics import add_wrench
from vazba.bodies.space import space_of
from vazba.element import ChoiceField, Element, Field, NamesField, Scope, Vector, VectorField, element, given, shown
from vazba.errors import Wrong


class _MatrixField(Field):
    """As many numbers as there are directions, or the whole symmetric matrix."""

    def read(self, raw: Any, scope: Scope) -> np.ndarray:
        size = space_of(scope.dimension).nv
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
    (`1/2 sum a_i x b_i`, the sine of the angle: for turns below a quarter; or the rotation vector), planar `x, y` and the angle. Displacements are measured
    between both frames, so that it does not matter which is named first: in axes turned from the first by half the relative rotation; with sines they are the
    mean of what both frames see, which is the same but for the cosine of half the angle, and smooth at any turn.

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
            "axes of displacements: half-way between both bodies, or those of the first body (a bearing in which a shaft turns); "
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

    def drawing(self) -> Mapping[str, Any]:
        """A block of rubber where it sits."""
        if self.points is not None:
            return {"form": "bushing", "through": tuple(self.points)}
        return {"form": "bushing", "bodies": tuple(self.bodies or ()), "at": self.at}


@inlined
def _sine_turn(a, b):  # type: ignore[no-untyped-def]
    """`1/2 sum a_i x b_i` in axes of a (or of b: the same), and for each component the vector m with `e' = m . (w_b - w_a)`."""
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    bx, by, bz = column(b.r, 0), column(b.r, 1), column(b.r, 2)
    e = (0.5 * (dot(az, by) - dot(ay, bz)), 0.5 * (dot(ax, bz) - dot(az, bx)), 0.5 * (dot(ay, bx) - dot(ax, by)))
    m_x = scaled(sub(cross(ay, bz), cross(az, by)), 0.5)
    m_y = scaled(sub(cross(az, bx), cross(ax, bz)), 0.5)
    m_z = scaled(sub(cross(ax, by), cross(ay, bx)), 0.5)
    return e, (m_x, m_y, m_z)


@jit
def _euler_parameters(a, b):  # type: ignore[no-untyped-def]
    """Those of b in axes of a, the first one not negative: of a turn up to half a turn. By the largest of them, so that none is lost."""
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    bx, by, bz = column(b.r, 0), column(b.r, 1), column(b.r, 2)
    xx, yy, zz = dot(ax, bx), dot(ay, by), dot(az, bz)
    x, y, z = dot(az, by) - dot(ay, bz), dot(ax, bz) - dot(az, bx), dot(ay, bx) - dot(ax, by)
    if xx + yy + zz > -0.5:
        c = math.sqrt(0.25 * (1.0 + xx + yy + zz))
        return c, scaled((x, y, z), 0.25 / c)
    xy, yz, zx = dot(ax, by) + dot(ay, bx), dot(ay, bz) + dot(az, by), dot(az, bx) + dot(ax, bz)
    if xx > max(yy, zz):
        most, along = x, (1.0 + xx - yy - zz, xy, zx)
    elif yy > zz:
        most, along = y, (xy, 1.0 + yy - xx - zz, yz)
    else:
        most, along = z, (zx, yz, 1.0 + zz - xx - yy)
    size = 1.0 / math.sqrt(most * most + dot(along, along))
    return abs(most) * size, scaled(along, math.copysign(size, most))


@inlined
def _exact_turn(a, b):  # type: ignore[no-untyped-def]
    """Rotation vector e of b in axes of a (or of b: the same), its vectors m with `e' = m . (w_b - w_a)`, the axes M half-way, and `p = n sin(theta/2)` in the
    ground and `c = cos(theta/2)` of the angle theta about n: `m_i = g M_i + h p (p . M_i)`, `g = (theta/2)/sin(theta/2)`, `h = (1 - g)/p^2`."""
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    c, q = _euler_parameters(a, b)
    s = dot(q, q)
    if s < 0.01:  # the series of the arc sine
        h = -(
            1 / 6
            + s * (3 / 40 + s * (5 / 112 + s * (35 / 1152 + s * (63 / 2816 + s * (231 / 13312 + s * 143 / 10240)))))
        )
        g = 1.0 - h * s
    else:
        sine = math.sqrt(s)
        g = math.atan2(sine, c) / sine
        h = (1.0 - g) / s
    p, f = add(add(scaled(ax, q[0]), scaled(ay, q[1])), scaled(az, q[2])), 1.0 / (1.0 + c)
    mx = add(add(scaled(ax, c), cross(p, ax)), scaled(p, f * q[0]))
    my = add(add(scaled(ay, c), cross(p, ay)), scaled(p, f * q[1]))
    mz = add(add(scaled(az, c), cross(p, az)), scaled(p, f * q[2]))
    m_x, m_y, m_z = (
        add(scaled(mx, g), scaled(p, h * q[0])),
        add(scaled(my, g), scaled(p, h * q[1])),
        add(scaled(mz, g), scaled(p, h * q[2])),
    )
    return scaled(q, 2.0 * g), (m_x, m_y, m_z), (mx, my, mz), p, c


@inlined
def _half_way(x, d, p, f):  # type: ignore[no-untyped-def]
    """`(Dwa, Dwb)` of the displacement along an axis x half-way, which turns with `1/2 (w_a + w_b) - f p x (w_b - w_a)`."""
    arm = cross(x, d)
    bent, half = scaled(cross(arm, p), f), scaled(arm, 0.5)
    return add(half, bent), sub(half, bent)


@inlined
def _strains(bushing, a, b, d):  # type: ignore[no-untyped-def]
    """The turn e; of the displacements: their directions x, and what turning of a and of b changes, `e' = x . d' + Dwa . w_a + Dwb . w_b`; m of the turns."""
    ax, ay, az = column(a.r, 0), column(a.r, 1), column(a.r, 2)
    zero = (0.0, 0.0, 0.0)
    if bushing.n == 3:
        angle, one = b.angle - a.angle - bushing.turn, (zero, zero, (0.0, 0.0, 1.0))
        turn, x, y = (0.0, 0.0, angle), ax, ay
        if bushing.middle == 0:
            return turn, (ax, ay, az), (cross(ax, d), cross(ay, d), zero), (zero, zero, zero), one
        c, s = math.cos(0.5 * angle), math.sin(0.5 * angle)
        x, y = add(scaled(ax, c), scaled(ay, s)), sub(scaled(ay, c), scaled(ax, s))
        u, v = scaled(cross(x, d), 0.5), scaled(cross(y, d), 0.5)
        return turn, (x, y, az), (u, v, zero), (u, v, zero), one
    if bushing.exact != 0:
        turn, m, (x, y, z), p, c = _exact_turn(a, b)
        if bushing.middle != 0:
            f = 0.5 / (1.0 + c)
            (xa, xb), (ya, yb), (za, zb) = _half_way(x, d, p, f), _half_way(y, d, p, f), _half_way(z, d, p, f)
            return turn, (x, y, z), (xa, ya, za), (xb, yb, zb), m
    else:
        turn, m = _sine_turn(a, b)
        if bushing.middle != 0:  # the mean of what both see: smooth at any turn
            bx, by, bz = column(b.r, 0), column(b.r, 1), column(b.r, 2)
            h = 0.5
            x, y, z = scaled(add(ax, bx), h), scaled(add(ay, by), h), scaled(add(az, bz), h)
            w_a = (scaled(cross(ax, d), h), scaled(cross(ay, d), h), scaled(cross(az, d), h))
            w_b = (scaled(cross(bx, d), h), scaled(cross(by, d), h), scaled(cross(bz, d), h))
            return turn, (x, y, z), w_a, w_b, m
    return turn, (ax, ay, az), (cross(ax, d), cross(ay, d), cross(az, d)), (zero, zero, zero), m


@jit
def bushing_columns(bushing, i, a, b):  # type: ignore[no-untyped-def]
    """`(Dva, Dwa, Dvb, Dwb)` of component i."""
    zero, axes = (0.0, 0.0, 0.0), 2 if bushing.n == 3 else 3
    _, x, w_a, w_b, m = _strains(bushing, a, b, sub(triple(b.p), triple(a.p)))
    if i < axes:
        along = x[0] if i == 0 else x[1] if i == 1 else x[2]
        by_a = w_a[0] if i == 0 else w_a[1] if i == 1 else w_a[2]
        by_b = w_b[0] if i == 0 else w_b[1] if i == 1 else w_b[2]
        return scaled(along, -1.0), by_a, along, by_b
    k = i - 3 if bushing.n == 6 else 2
    turn = m[0] if k == 0 else m[1] if k == 1 else m[2]
    return zero, scaled(turn, -1.0), zero, turn


@jit
def strains(bushing, a, b):  # type: ignore[no-untyped-def]
    """Displacements and turns: six numbers, planar three."""
    d = sub(triple(b.p), triple(a.p))
    turn, (x, y, z), _, _, _ = _strains(bushing, a, b, d)
    if bushing.n == 3:
        return (dot(x, d), dot(y, d), turn[2], 0.0, 0.0, 0.0)
    return (dot(x, d), dot(y, d), dot(z, d), turn[0], turn[1], turn[2])


@jit
def push_bushing(dimension, bushing, frames, states, poses, out):  # type: ignore[no-untyped-def]
    """Add its forces; returns `(energy stored, power dissipated)`."""
    a, b, n = poses[bushing.a], poses[bushing.b], bushing.n
    d, d_dot = sub(triple(b.p), triple(a.p)), sub(triple(b.v), triple(a.v))
    wa, wb = triple(a.w), triple(b.w)
    w = sub(wb, wa)
    turn, (x, y, z), (xa, ya, za), (xb, yb, zb), (u, v, o) = _strains(bushing, a, b, d)
    ex, ey, ez = dot(x, d), dot(y, d), dot(z, d)
    dx = dot(x, d_dot) + dot(xa, wa) + dot(xb, wb)
    dy = dot(y, d_dot) + dot(ya, wa) + dot(yb, wb)
    dz = dot(z, d_dot) + dot(za, wa) + dot(zb, wb)
    if n == 3:
        e = (ex, ey, turn[2], 0.0, 0.0, 0.0)
        rate = (dx, dy, w[2], 0.0, 0.0, 0.0)
    else:
        e = (ex, ey, ez, turn[0], turn[1], turn[2])
        rate = (dx, dy, dz, dot(u, w), dot(v, w), dot(o, w))
    force, on_a, on_b, stored, lost = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0
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
            on_a = sub(on_a, scaled(xa if k == 0 else ya if k == 1 else za, effort))
            on_b = sub(on_b, scaled(xb if k == 0 else yb if k == 1 else zb, effort))
        else:
            moment = scaled(u if k == 3 else v if k == 4 else o, effort)
            on_a, on_b = add(on_a, moment), sub(on_b, moment)
    f = frames[bushing.a]
    if f.body >= 0:
        add_wrench(dimension, f.body, states[f.body], triple(f.s), force, on_a, out)
    f = frames[bushing.b]
    if f.body >= 0:
        add_wrench(dimension, f.body, states[f.body], triple(f.s), scaled(force, -1.0), on_b, out)
    return stored, lost


@jit
def passes_half_a_turn(bushings, poses, seen):  # type: ignore[no-untyped-def]
    """Whether one has passed half a turn, where its rotation vector jumps, since its turn was `seen` (Euler parameters, four each; zero: never): the shorter
    way from there then leads to the other sign. Where none has, the turns at hand are seen."""
    passed = False
    for k in range(bushings.shape[0]):
        if bushings[k].exact != 0 and bushings[k].n == 6:
            c, q = _euler_parameters(poses[bushings[k].a], poses[bushings[k].b])
            before = (seen[4 * k + 1], seen[4 * k + 2], seen[4 * k + 3])
            passed = passed or seen[4 * k] * c + dot(before, q) < 0.0
    for k in range(bushings.shape[0] if not passed else 0):
        if bushings[k].exact != 0 and bushings[k].n == 6:
            c, q = _euler_parameters(poses[bushings[k].a], poses[bushings[k].b])
            seen[4 * k], seen[4 * k + 1], seen[4 * k + 2], seen[4 * k + 3] = c, q[0], q[1], q[2]
    return passed
