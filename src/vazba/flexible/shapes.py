"""Shapes of a modal beam and the integrals of its inertia, computed once.

Local displacement `A(x) q` and section rotation `Theta(x) q` of a station x, `A = (u; w_y; w_z)`, `Theta = (phi; -w_z'; w_y')`. Bending shapes:

- supported: `sin(k pi x/L)`; the frame's axis goes through both ends,
- clamped: eigenfunctions of the cantilever; the frame is that of the section at the start,
- free: eigenfunctions of the free beam; the frame follows the mean motion,
- static: cubics that turn one end while both ends stay (constraint shapes), and eigenfunctions of the beam clamped at both ends (Craig and Bampton): right for
  any way its ends are held; the frame's axis goes through both ends.

Axial displacement and twist: `x/L` and `sin(k pi x/L)`; of the free beam `cos(k pi x/L)`. All are scaled to a largest value of one.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vazba.beams.beam import Span
from vazba.flexible.inertia import inertia_sums
from vazba.frozen import frozen

Array = NDArray[np.float64]
Shape = Callable[[Array, int], Array]  # (x, order of the derivative)
PANELS, POINTS = 24, 10  # of the quadrature


def _wave(rate: float, length: float, a: float, b: float, c: float, s: float) -> Shape:
    """`a e^(k (x - L)) + b e^(-k x) + c cos(k x) + s sin(k x)` with k = rate: no large numbers for high eigenfunctions."""

    def shape(x: Array, n: int) -> Array:
        turn = rate * x + n * math.pi / 2
        waves = c * np.cos(turn) + s * np.sin(turn)
        ends = a * np.exp(rate * (x - length)) + (-1.0) ** n * b * np.exp(-rate * x)
        return np.asarray(rate**n * (ends + waves))

    return shape


def _polynomial(coefficients: tuple[float, ...]) -> Shape:
    p = np.polynomial.Polynomial(coefficients)
    return lambda x, n: np.asarray((p.deriv(n) if n else p)(x))


def root(kind: str, k: int) -> float:
    """`beta L` of eigenfunction k (from 1): cantilever `cos cosh = -1`, free and clamped at both ends `cos cosh = 1`."""
    sign = -1.0 if kind == "clamped" else 1.0
    x = (k - 0.5) * math.pi if kind == "clamped" else (k + 0.5) * math.pi
    for _ in range(50):  # cos x = sign / cosh x
        f, slope = math.cos(x) - sign / math.cosh(x), -math.sin(x) + sign * math.tanh(x) / math.cosh(x)
        step = f / slope
        x -= step
        if abs(step) < 1e-15 * x:
            break
    return x


def _eigenfunction(kind: str, k: int, length: float) -> Shape:
    """Of the cantilever (`clamped`), the free beam (`free`) or the one clamped at both ends (`static`)."""
    beta = root("clamped" if kind == "clamped" else "free", k)
    small, co, si = math.exp(-beta), math.cos(beta), math.sin(beta)
    if kind == "clamped":
        below, above = (
            (1 + small**2) / 2 + small * co,
            (1 - small**2) / 2 - small * si,
        )  # (cosh + cos) and (sinh - sin) times e^-beta
        part, rest = above / below, (small + co + si) / below  # sigma, (1 - sigma) e^beta
        return _wave(beta / length, length, rest / 2, (1 + part) / 2, -1.0, part)
    above, below = (1 + small**2) / 2 - small * co, (1 - small**2) / 2 - small * si  # (cosh - cos), (sinh - sin)
    part, rest = above / below, (-small - si + co) / below
    sign = 1.0 if kind == "free" else -1.0
    return _wave(beta / length, length, rest / 2, (1 + part) / 2, sign, -sign * part)


def bending_shapes(kind: str, count: int, length: float) -> list[Shape]:
    """The first shapes of a family."""
    if kind == "supported":
        return [_wave(k * math.pi / length, length, 0.0, 0.0, 0.0, 1.0) for k in range(1, count + 1)]
    if kind != "static":
        return [_eigenfunction(kind, k, length) for k in range(1, count + 1)]
    ends = [_polynomial((0.0, 1.0, -2 / length, 1 / length**2)), _polynomial((0.0, 0.0, -1 / length, 1 / length**2))]
    return [*ends, *(_eigenfunction("static", k, length) for k in range(1, count - 1))][:count]


def axial_shapes(kind: str, count: int, length: float) -> list[Shape]:
    """Of stretching and of twisting."""
    if kind == "free":
        return [_wave(k * math.pi / length, length, 0.0, 0.0, 1.0, 0.0) for k in range(1, count + 1)]
    waves = [_wave(k * math.pi / length, length, 0.0, 0.0, 0.0, 1.0) for k in range(1, count)]
    return [_polynomial((0.0, 1 / length)), *waves][:count]


def _scaled(shape: Shape, length: float) -> Shape:
    largest = float(np.abs(shape(np.linspace(0.0, length, 2001), 0)).max())
    return lambda x, n: shape(x, n) / largest


@frozen
class Shapes:
    """The shapes of one beam, in the order axial, bending along y, (space) bending along z, twist; `kinds` says which each is: u, y, z, t."""

    span: Span
    kind: str
    kinds: tuple[str, ...]
    functions: tuple[Shape, ...]
    stiffening: bool

    @property
    def count(self) -> int:
        return len(self.functions)

    def values(self, x: Array, n: int) -> Array:
        """Derivative n of every shape at the stations x: (shapes, stations)."""
        x = np.atleast_1d(np.asarray(x, float))
        return np.array([f(x, n) for f in self.functions]).reshape(self.count, len(x))

    def _of(self, letter: str) -> Array:
        return np.array([kind == letter for kind in self.kinds], float)[:, None]

    def displacement(self, x: Array) -> Array:
        """`A`: (stations, 3, shapes)."""
        f = self.values(x, 0)
        return np.stack([(f * self._of(letter)).T for letter in "uyz"], axis=1)

    def rotation(self, x: Array) -> Array:
        """`Theta`: (stations, 3, shapes)."""
        f, slope = self.values(x, 0), self.values(x, 1)
        parts = (f * self._of("t"), -slope * self._of("z"), slope * self._of("y"))
        return np.stack([part.T for part in parts], axis=1)

    def quadrature(self) -> tuple[Array, Array]:
        """Gauss points and weights over the beam."""
        length = self.span.length
        x, w = np.polynomial.legendre.leggauss(POINTS)
        step = length / PANELS
        points = (np.arange(PANELS)[:, None] + (x + 1) / 2).ravel() * step
        return points, np.tile(w * step / 2, PANELS)

    @cached_property
    def invariants(self) -> dict[str, Array]:
        """Integrals over the beam: see `flexible.modal`."""
        span, section = self.span, self.span.section
        points, weights = self.quadrature()
        place = np.zeros((len(points), 3))
        place[:, 0] = points
        spins = span.density * np.array([section.Jy + section.Jz, section.Jy, section.Jz])
        found = inertia_sums(
            span.mass_per_length * weights,
            place,
            self.displacement(points),
            np.outer(weights, spins),
            self.rotation(points),
        )
        return found | {"stiffness": self.stiffness, "damping": span.damping * self.stiffness} | self._at_points()

    @property
    def axial(self) -> int:
        return self.kinds.count("u")

    @cached_property
    def waves(self) -> tuple[Array, Callable[[Array], Array]]:
        """`kappa_j`, and the waves `e_j` at stations x (axial shapes, stations): the derivatives of the axial shapes, of mean square one."""
        points, weights = self.quadrature()
        f = self.values(points, 1)[: self.axial]
        kappa = np.sqrt((f * f) @ weights / self.span.length)
        return kappa, lambda x: self.values(x, 1)[: self.axial] / kappa[:, None]

    @property
    def bends(self) -> int:
        return self.kinds.count("y")

    @property
    def twists(self) -> int:
        return self.kinds.count("t")

    @property
    def points(self) -> int:
        """Gauss points where the slope is looked at: nowhere on a beam that does not get shorter as it bends."""
        return 2 * self.bends + self.axial + 3 if self.stiffening and self.axial else 0

    def _at_points(self) -> dict[str, Array]:
        """See `flexible.bending`."""
        kappa, waves = self.waves
        if self.points == 0:
            return {"kappa": kappa, "bent": np.zeros(0)}
        x, w = np.polynomial.legendre.leggauss(self.points)
        at, weights = (x + 1) / 2 * self.span.length, w * self.span.length / 2
        slope, curve = (self.values(at, n)[self.axial : self.axial + self.bends].T for n in (1, 2))
        along = (waves(at) * weights / self.span.length).T
        root = np.sqrt(self.span.E * weights)[:, None]
        rate, twist = (self.values(at, n)[self.count - self.twists :].T for n in (1, 0))
        return {"kappa": kappa, "bent": np.hstack([slope, curve * root, along, rate * root, twist])}

    @cached_property
    def stiffness(self) -> Array:
        """`K = int (E Jz w_y'' w_y''^T + E Jy w_z'' w_z''^T + G It phi' phi'^T) dx`: of bending and twist."""
        points, weights = self.quadrature()
        total = np.zeros((self.count, self.count))
        for letter, order, stiff in self.strains()[1:]:
            f = self.values(points, order) * self._of(letter)
            total += stiff * (f * weights) @ f.T
        return total

    def strains(self) -> list[tuple[str, int, float]]:
        """Kind of shape, order of its derivative that is a strain, and stiffness."""
        span, section = self.span, self.span.section
        found = [("u", 1, span.E * section.A), ("y", 2, span.E * section.Jz), ("z", 2, span.E * section.Jy)]
        return [*found, ("t", 1, span.G * section.It)] if section.It is not None else found


def shapes_of(span: Span, kind: str, modes: int, axial: int, twist: int, stiffening: bool) -> Shapes:
    """The shapes of a beam: `modes` bending shapes in each plane, `axial` and (space) `twist` ones."""
    parts = [("u", axial_shapes(kind, axial, span.length)), ("y", bending_shapes(kind, modes, span.length))]
    if span.dimension == 3:
        parts += [("z", bending_shapes(kind, modes, span.length)), ("t", axial_shapes(kind, twist, span.length))]
    kinds = tuple(letter for letter, found in parts for _ in found)
    functions = tuple(_scaled(f, span.length) for _, found in parts for f in found)
    return Shapes(span, kind, kinds, functions, stiffening)
