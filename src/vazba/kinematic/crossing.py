"""A singular posture on the way of a kinematic run, looked at closely: does the motion go on smoothly behind it (change point) or not (dead centre)?

Where a short step seems to pass one, both its ends are regular: there positions, velocities and accelerations are known to rounding, and one polynomial of
degree five joins them. At a change point two branches cross, the motion is smooth, and the polynomial satisfies the constraints all along, also at the singular
posture itself, where Newton's method and the equations for the velocities have nothing to say. Across a dead centre there is no motion: between
its two ends the polynomial leaves a gap that grows with the square of the width of the zone that cannot be reached.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.schur import padded
from vazba.bodies.space import PLANE, displaced, space_of
from vazba.frozen import frozen
from vazba.kinematic.evaluate import Work, at_velocity, evaluate_position, gap_of, see_coordinates
from vazba.kinematic.explain import weakest
from vazba.kinematic.loop import DONE, find_rates, turn_ahead
from vazba.kinematic.newton import CONVERGED, FOLLOW, MU, close, factorise
from vazba.kinematic.rank import FEW, dense_jacobian
from vazba.kinematic.watch import NONE
from vazba.system import System

Array = NDArray[np.float64]
OPEN = 1e-10  # of the characteristic length: a larger gap is a gap (a zone of 3e-5 rad that cannot be reached)
SINGULAR = 1e-5  # a smallest singular value below this, relative to the largest, is none
FARTHEST = 8.0  # times the step that was tried: how far behind it the motion is looked for


@frozen
class State:
    """Where the mechanism is, and how it moves."""

    t: float
    q: Array
    v: Array
    a: Array


@frozen
class Crossing:
    """When a singular posture was passed (None: there is none), and the regular state behind it."""

    time: float | None
    involved: tuple[str, ...]
    between: Between
    behind: State


class Between:
    """The polynomial of degree five from one state to another, `q(t) = left + x(t)`, rotations as vectors from the left orientation."""

    def __init__(self, system: System, left: State, right: State) -> None:
        self.system, self.left, self.h = system, left, right.t - left.t
        x, x1, x2 = _in_chart(system.dimension, left, right)
        h, v, a = self.h, left.v, left.a
        gap, slope, bend = (
            x - h * (v + h / 2 * a),
            h * (x1 - v - h * a),
            h * h * (x2 - a),
        )  # what the cubic and higher terms must add
        self.terms = (
            0 * x, h * v, h * h / 2 * a,
            10 * gap - 4 * slope + bend / 2, -15 * gap + 7 * slope - bend, 6 * gap - 3 * slope + bend / 2,
        )  # fmt: skip

    def at(self, t: float) -> State:
        """The state at a time between."""
        s, c, h = (t - self.left.t) / self.h, self.terms, self.h
        x = s * (c[1] + s * (c[2] + s * (c[3] + s * (c[4] + s * c[5]))))
        x1 = (c[1] + s * (2 * c[2] + s * (3 * c[3] + s * (4 * c[4] + s * 5 * c[5])))) / h
        x2 = (2 * c[2] + s * (6 * c[3] + s * (12 * c[4] + s * 20 * c[5]))) / (h * h)
        q = displaced(self.system.dimension, self.left.q, x)
        return State(t, q, *_from_chart(self.system.dimension, x, x1, x2))


def _in_chart(dimension: int, left: State, right: State) -> tuple[Array, Array, Array]:
    """The right state as `x, x', x''` seen from the left one."""
    if space_of(dimension) is PLANE:
        return right.q - left.q, right.v, right.a
    a, b = left.q.reshape(-1, 7), right.q.reshape(-1, 7)
    x = np.concatenate([b[:, :3] - a[:, :3], np.zeros((len(a), 3))], axis=1)
    w, p = a[:, 3:4], a[:, 4:]
    scalar = w * b[:, 3:4] + (p * b[:, 4:]).sum(axis=1, keepdims=True)
    vector = w * b[:, 4:] - b[:, 3:4] * p - np.cross(p, b[:, 4:])
    size = np.linalg.norm(vector, axis=1, keepdims=True)
    turn = 2 * np.arctan2(size, np.abs(scalar)) * np.sign(scalar)
    x[:, 3:] = np.where(size > 0, vector * turn / np.where(size > 0, size, 1.0), 0.0)
    x1, x2 = right.v.reshape(-1, 6).copy(), right.a.reshape(-1, 6).copy()
    r, spin, rate = x[:, 3:], x1[:, 3:].copy(), x2[:, 3:].copy()
    r1 = spin + np.cross(r, spin) / 2 + np.cross(r, np.cross(r, spin)) / 12
    x2[:, 3:] = (
        rate + (np.cross(r1, spin) + np.cross(r, rate)) / 2
        + (np.cross(r1, np.cross(r, spin)) + np.cross(r, np.cross(r1, spin)) + np.cross(r, np.cross(r, rate))) / 12
    )  # fmt: skip
    x1[:, 3:] = r1
    return x.ravel(), x1.ravel(), x2.ravel()


def _from_chart(dimension: int, x: Array, x1: Array, x2: Array) -> tuple[Array, Array]:
    """Velocities and accelerations from `x, x', x''`."""
    if space_of(dimension) is PLANE:
        return x1, x2
    v, a = x1.reshape(-1, 6).copy(), x2.reshape(-1, 6).copy()
    r, r1, r2 = x.reshape(-1, 6)[:, 3:], v[:, 3:].copy(), a[:, 3:].copy()
    v[:, 3:] = r1 - np.cross(r, r1) / 2 + np.cross(r, np.cross(r, r1)) / 6
    a[:, 3:] = r2 - np.cross(r, r2) / 2 + (np.cross(r1, np.cross(r, r1)) + np.cross(r, np.cross(r, r2))) / 6
    return v.ravel(), a.ravel()


def look_closely(
    system: System, work: Work, dependent: int, left: State, tried: float, names: bool = True
) -> Crossing | None:
    """What lies between the state at hand and the time `tried`; None where the motion does not go on smoothly behind it."""
    start = _nearness(system, work, dependent, left)
    for far in (1.0, 2.0, 4.0, FARTHEST):
        right = _ahead(system, work, dependent, left, left.t + far * (tried - left.t))
        if right is None:
            continue
        beyond = _nearness(system, work, dependent, right)
        if far < FARTHEST and beyond < 0.3 * start:
            continue  # the singular posture is still ahead, or too near
        between = Between(system, left, right)
        t = _lowest(system, work, dependent, between, start, beyond)
        if not _smooth(system, work, between, np.append(np.linspace(left.t, right.t, 9)[1:-1], t)):
            return None
        deep = _nearness(system, work, dependent, between.at(t))
        if deep >= SINGULAR:
            return Crossing(None, (), between, right)
        return Crossing(t, tuple(weakest(system, work)[0]) if names else (), between, right)
    return None


def _ahead(system: System, work: Work, dependent: int, left: State, t: float) -> State | None:
    """The regular state at a time a little ahead; None where there is none."""
    s, w, h = system.tables.here, work.here, t - left.t
    step = h * (left.v + h / 2 * left.a)
    if not np.abs(step * np.sqrt(system.tables.weights)).max() <= 0.1 * system.length:
        return None
    q = displaced(system.dimension, left.q, step)
    turn_ahead(s, w, left.t, h)
    status, small = close(system, work, q, t, FOLLOW)
    v, a = left.v + h * left.a, left.a.copy()
    good = status == CONVERGED and pivot_roots(system, work)[dependent] > NONE
    good = good and find_rates(s, w, v.ctypes.data, a.ctypes.data, system.length, small) == DONE
    turn_ahead(s, w, left.t, 0.0)
    return State(t, q, v, a) if good else None


def _smooth(system: System, work: Work, between: Between, times: Array) -> bool:
    """Whether the constraints are satisfied on the way."""
    for t in times:
        state = between.at(float(t))
        turn_ahead(system.tables.here, work.here, between.left.t, state.t - between.left.t)
        evaluate_position(system, work, state.q, state.t)
        if not gap_of(work) <= OPEN * max(system.length, 1e-3 * float(np.abs(state.q).max())):
            return False
    return True


def _lowest(system: System, work: Work, dependent: int, between: Between, start: float, end: float) -> float:
    """When the constraints are closest to depending on each other: how near they are is a valley with straight sides."""
    t, h = between.left.t + between.h * start / (start + end), between.h
    for aside in (0.05 * h, 1e-3 * h):
        aside = min(aside, t - between.left.t, between.left.t + h - t)
        before, after = (_nearness(system, work, dependent, between.at(t + side)) for side in (-aside, aside))
        t += aside * (before - after) / (before + after)
    return t


def _nearness(system: System, work: Work, dependent: int, state: State) -> float:
    """How near the constraints are to depending on each other: smallest singular value; of many, root of the smallest pivot (not of redundant rows)."""
    evaluate_position(system, work, state.q, state.t)
    if system.nv <= FEW:
        a = dense_jacobian(system, work) / np.sqrt(system.tables.weights)
        sizes = np.linalg.svd(a, compute_uv=False)
        return float(sizes[system.nv - 1] / sizes[0])
    factorise(system.tables.record.here, work.record.here, system.tables.weights.ctypes.data, MU)
    return float(pivot_roots(system, work)[dependent])


def pivot_roots(system: System, work: Work) -> Array:
    """Roots of the pivots of all rows in the factorisation at hand, the smallest first."""
    if system.tables.small:
        at = system.jacobian_size + np.arange(system.m) * (padded(system.m) + 1)
    else:
        at = system.plan.pivots[system.nv :]
    return np.asarray(1.0 / np.sqrt(np.sort(np.abs(work.values[at]))[::-1]))


def settle(system: System, work: Work, state: State, turns_from: State) -> None:
    """Make a state the one at hand: poses, rates and joint coordinates (with whole turns) are then its own."""
    turn_ahead(system.tables.here, work.here, turns_from.t, state.t - turns_from.t)
    evaluate_position(system, work, state.q, state.t)
    at_velocity(system.tables.record.here, work.record.here, state.v.ctypes.data)
    see_coordinates(system.tables.here, work.here)
