"""Efforts over time as motion laws: splines of high order through the instants, with breaks where an element reaches or leaves a bound."""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.laws.records import COMMAND, SERVO
from vazba.motion.motion import Lowered, Motion
from vazba.motion.table import spline
from vazba.paths.path import Law
from vazba.scope import Scope

Array = NDArray[np.float64]
HIGHEST = 7  # degree of the polynomials where there are enough instants
AT_BOUND = 1e-11  # of the largest effort


@frozen(eq=False)
class Course(Motion):
    """Polynomials one after another; between breaks f, f' and f'' are continuous."""

    starts: Array = field(default_factory=lambda: np.zeros(1))
    rows: Array = field(default_factory=lambda: np.zeros((1, 1)))  # coefficients of growing powers of `t - start`
    kinks: tuple[float, ...] = ()

    key = "course"

    @classmethod
    def from_raw(cls, raw: Any) -> Course:
        raise NotImplementedError(f"{raw!r}: a course is made of a result, not read from a file")

    def resolve(self, scope: Scope) -> Course:  # noqa: ARG002
        return self

    def lower(self) -> Lowered:
        return Lowered.from_pieces(self.starts.tolist(), self.rows)

    def breaks(self) -> tuple[float, ...]:
        return self.kinks

    def to_raw(self) -> Any:
        times = [*self.starts.tolist(), float(self.starts[-1]) + 1.0]
        return {"table": {"times": times, "values": [float(self.at(t)[0]) for t in times]}}

    @classmethod
    def example(cls, rng: np.random.Generator) -> Course:
        times = np.arange(9.0)
        return course_through(times, rng.normal(size=9), np.zeros(0))


def course_through(times: Array, values: Array, kinks: Array) -> Course:
    """The spline through values at times (growing), in parts between the kinks."""
    edges = np.concatenate([[-np.inf], kinks, [np.inf]])
    parts: list[tuple[Array, Array]] = []
    for left, right in pairwise(edges):
        near = 1e-9 * float(np.ptp(times))
        inside = (times > left + near) & (times < right - near)  # at a kink itself a value may belong to either side
        if not inside.any():
            continue
        begin, pieces = _polynomials(times[inside], values[inside])
        if np.isfinite(left):  # powers of t - start: the first piece is told from the kink on
            pieces[0] = _shifted(pieces[0], float(left - begin[0]))
            begin[0] = left
        parts.append((begin, pieces))
    rows = np.zeros((sum(len(begin) for begin, _ in parts), max(pieces.shape[1] for _, pieces in parts)))
    at = 0
    for _, pieces in parts:
        rows[at : at + len(pieces), : pieces.shape[1]] = pieces
        at += len(pieces)
    return Course(np.concatenate([begin for begin, _ in parts]), rows, tuple(float(t) for t in kinks))


def _polynomials(x: Array, y: Array) -> tuple[Array, Array]:
    """Starts and coefficients (growing powers) of the interpolating spline of the highest odd degree the points allow."""
    degree = min(HIGHEST, len(x) - 1)
    if degree == 0:
        return x[:1].copy(), np.array([[y[0]]])
    if degree < 5:
        return x[:-1].copy(), spline(x, y)
    from scipy.interpolate import PPoly, make_interp_spline

    pieces = PPoly.from_spline(make_interp_spline(x, y, k=degree - (degree + 1) % 2))
    kept = np.diff(pieces.x) > 0
    return pieces.x[:-1][kept].copy(), np.ascontiguousarray(pieces.c[::-1, kept].T)


def _shifted(row: Array, by: float) -> Array:
    """The same polynomial in powers of `t - (start + by)`."""
    from numpy.polynomial import Polynomial

    found = Polynomial(row)(Polynomial([by, 1.0])).coef
    return np.pad(found, (0, len(row) - len(found)))


def kinks_of(times: Array, efforts: Array, lower: Array, upper: Array) -> Array:
    """When elements reach or leave their bounds: where the efforts on the free side, continued, meet the bound."""
    if not efforts.shape[1] or len(times) < 2:
        return np.zeros(0)
    near = AT_BOUND * max(float(np.abs(efforts).max()), 1e-300)
    state = np.where(efforts <= lower + near, -1, np.where(efforts >= upper - near, 1, 0))
    changes = np.flatnonzero((np.diff(state, axis=0) != 0).any(axis=1))
    edges = [-1, *changes.tolist(), len(times) - 1]
    found = []
    for n, i in enumerate(changes.tolist(), start=1):
        parts = (slice(edges[n - 1] + 1, i + 1), slice(i + 1, edges[n + 1] + 1))
        roots = []
        for k in np.flatnonzero(state[i] != state[i + 1]).tolist():
            side = 0 if state[i, k] == 0 else 1
            bound = (lower if state[i + 1 - side, k] < 0 else upper)[k]
            if state[i + side, k] == 0:
                roots += _meeting(
                    times[parts[side]], efforts[parts[side], k] - bound, float(times[i]), float(times[i + 1])
                )
        found.append(float(np.median(roots)) if roots else 0.5 * float(times[i] + times[i + 1]))
    return np.array(found)


def _meeting(x: Array, y: Array, low: float, high: float) -> list[float]:
    """Where the spline of a part, continued, passes zero between two times."""
    starts, rows = _polynomials(x, y)
    last = high >= x[-1] and low >= x[-1] - 1e-300
    k = len(starts) - 1 if last else 0
    from numpy.polynomial import Polynomial

    roots = Polynomial(rows[k])(Polynomial([-starts[k], 1.0])).roots() if len(rows[k]) > 1 else np.zeros(0)
    real = roots[np.abs(roots.imag) < 1e-9 * max(1.0, abs(high))].real
    inside = real[(real >= low) & (real <= high)]
    return [float(inside[np.argmin(np.abs(inside - (x[-1] if last else x[0])))])] if len(inside) else []


def path_law(
    times: Array, found: tuple[Array, Array, Array], pushes: bool, gains: tuple[float, float] | None, kinks: Array,
    bounds: tuple[float, float] = (-np.inf, np.inf),
) -> Law:  # fmt: skip
    """The law of a path that exerts an effort (`found`: effort, value and rate over time), at a joint where it `pushes`.

    With feedback the tension is `F + kp (l - l_r) + kd (l' - l_r')`, within the bounds of the effort: a cable does not push. The slope of the curve through
    the values is not quite their rate: what it is off is given back with the effort.
    """
    effort, value, rate = found
    if gains is None:
        return Law(COMMAND, -1.0 if pushes else 1.0, curve=course_through(times, effort, kinks))
    low, high = (-bounds[1], -bounds[0]) if pushes else bounds  # of the tension, which an effort at a joint is against
    target = course_through(times, value, kinks)
    aside = gains[1] * (np.asarray(target.at(times)[1]) - rate)
    forward = course_through(times, effort - aside if pushes else effort + aside, kinks)
    return Law(SERVO, *gains, free=target, curve=forward, lower=low, upper=high)
