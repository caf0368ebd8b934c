"""Bushing: an elastic bearing with stiffness and damping in all directions."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from vazba._jit import jit
from vazba.algebra.vectors import dot, scaled, triple
from vazba.element import Element, Field, NamesField, Scope, Vector, VectorField, element, given, shown
from vazba.errors import Wrong
from vazba.joints.rows import ANGLE, NORMAL_A, PERP, scalar_terms
from vazba.paths.kernels import add_wrench

BUSHING = np.dtype([
    ("a", "i4"), ("b", "i4"), ("n", "i4"), ("k", "f8", 36), ("b_matrix", "f8", 36),
    ("turn", "f8"),  # planar: angle of the second body relative to the first where the frames are aligned
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
    (`1/2 sum a_i x b_i`, the sine of the angle: for turns below a quarter), planar `x, y` and the angle.

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


@jit
def bushing_terms(bushing, i, a, b):  # type: ignore[no-untyped-def]
    """`(e, e', Dva, Dwa, Dvb, Dwb)` of component i."""
    n = bushing.n
    if i < (2 if n == 3 else 3):
        g, _, d_va, d_wa, d_vb, d_wb = scalar_terms(NORMAL_A, i, 0, a, b, 0.0)
    elif n == 3:
        g, _, d_va, d_wa, d_vb, d_wb = scalar_terms(ANGLE, 0, 0, a, b, 0.0)
        g -= bushing.turn
    else:
        j, k = (i - 2) % 3, (i - 1) % 3  # turn about axis i - 3: half of a_k . b_j - a_j . b_k
        g, _, d_va, d_wa, d_vb, d_wb = scalar_terms(PERP, k, j, a, b, 0.0)
        g_2, _, _, d_wa_2, _, d_wb_2 = scalar_terms(PERP, j, k, a, b, 0.0)
        g = 0.5 * (g - g_2)
        d_wa = (0.5 * (d_wa[0] - d_wa_2[0]), 0.5 * (d_wa[1] - d_wa_2[1]), 0.5 * (d_wa[2] - d_wa_2[2]))
        d_wb = (0.5 * (d_wb[0] - d_wb_2[0]), 0.5 * (d_wb[1] - d_wb_2[1]), 0.5 * (d_wb[2] - d_wb_2[2]))
    rate = dot(d_va, triple(a.v)) + dot(d_wa, triple(a.w)) + dot(d_vb, triple(b.v)) + dot(d_wb, triple(b.w))
    return g, rate, d_va, d_wa, d_vb, d_wb


@jit
def push_bushing(dimension, bushing, frames, states, poses, out):  # type: ignore[no-untyped-def]
    """Add its forces; returns `(energy stored, power dissipated)`."""
    a, b, n = poses[bushing.a], poses[bushing.b], bushing.n
    stored, lost = 0.0, 0.0
    for i in range(n):
        e_i, rate_i, d_va, d_wa, d_vb, d_wb = bushing_terms(bushing, i, a, b)
        elastic, viscous = 0.0, 0.0
        for j in range(n):
            e_j, rate_j, _, _, _, _ = bushing_terms(bushing, j, a, b)
            elastic += bushing.k[n * i + j] * e_j
            viscous += bushing.b_matrix[n * i + j] * rate_j
        stored += 0.5 * e_i * elastic
        lost += rate_i * viscous
        effort = -(elastic + viscous)
        f = frames[bushing.a]
        if f.body >= 0:
            add_wrench(dimension, f.body, states[f.body], triple(f.s), scaled(d_va, effort), scaled(d_wa, effort), out)
        f = frames[bushing.b]
        if f.body >= 0:
            add_wrench(dimension, f.body, states[f.body], triple(f.s), scaled(d_vb, effort), scaled(d_wb, effort), out)
    return stored, lost
