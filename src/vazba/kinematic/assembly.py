"""Assembly: from rough positions to a configuration in which joints (and drivers) close.

Levenberg-Marquardt on `Phi(q, t) = 0` in a weighted metric: bodies the user fixed hardly move, bodies without a position move most
easily. When the description leads into a dead end, a few other starts around it are tried.
"""

from __future__ import annotations

import math
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vazba._jit import address_of, boundary, jit
from vazba.algebra.chart import move
from vazba.bodies.space import PLANE, displaced
from vazba.errors import AssemblyError
from vazba.frozen import frozen
from vazba.kinematic.evaluate import Work, call_position, evaluate, evaluate_position, gap_of, largest, work_for
from vazba.kinematic.newton import CONVERGED, SEEK, call_factorise, call_step, close
from vazba.system import System
from vazba.tables import TABLES, WORK, numbers_at

Array = NDArray[np.float64]
RESTARTS = 12
CLOSED = 1e-9  # a gap below this part of the characteristic length is closed
LARGEST_TURN, LARGEST_COST = 0.6, 1e300  # rad in one step; a sum of squares above this is no number any more


@frozen(eq=False, repr=False)
class Assembly:
    """Where the bodies ended, how far every joint and driver is open there, and how far the bodies had to move."""

    q: Array
    moved: float  # largest displacement of a body's origin from the description, m
    turned: float  # largest turn of a body from the description, rad
    closed: bool
    restarts: int
    work: Work
    system: System
    phi: Array  # of all equations there
    drawn: Array  # and as described

    @cached_property
    def gaps(self) -> tuple[tuple[str, float, str], ...]:
        """`(joint or driver, gap, unit)`, largest first."""
        return gaps(self.system, self.phi)


def assemble(system: System, t: float = 0.0, q: Array | None = None) -> Assembly:
    """The nearest configuration that closes all joints and drivers at time `t`; `closed` tells whether there is one."""
    start = system.q0 if q is None else q
    work = work_for(system)
    evaluate_position(system, work, system.q0, t)
    drawn = work.phi.copy()
    best, restarts = _search(system.guided or system, work_for(system.guided) if system.guided else work, start, t)
    work.turns[:] = system.turns0
    evaluate_position(system, work, best, t)
    if gap_of(work) <= 1e-6 * system.length:
        polished = best.copy()
        status, _ = close(system, work, polished, t, SEEK)
        best = polished if status == CONVERGED else best
    evaluate(system, work, best, np.zeros(system.nv), t)
    closed = bool(gap_of(work) <= CLOSED * system.length)
    return Assembly(best, *displacement(system, start, best), closed, restarts, work, system, work.phi.copy(), drawn)


def _search(system: System, work: Work, start: Array, t: float) -> tuple[Array, int]:
    """Descend from the description, then from a few starts around it, until everything closes; the best found, and restarts."""
    best, best_gap = start.copy(), np.inf
    rng: np.random.Generator | None = None
    for attempt in range(RESTARTS + 1):
        if attempt > 0:
            rng = rng or np.random.default_rng(20240229)
        found = descend(system, work, start.copy() if rng is None else nudged(system, start, rng, attempt), t)
        evaluate_position(system, work, found, t)
        gap = gap_of(work)
        if gap < best_gap:
            best, best_gap = found, gap
        if gap <= CLOSED * system.length:
            break
    return best, attempt


def gaps(system: System, phi: Array) -> tuple[tuple[str, float, str], ...]:
    """How far each joint and driver is open where its equations have these values, largest first."""
    scale = row_scales(system)
    found = []
    for group in system.groups:
        worst = max(group.rows, key=lambda k: abs(phi[k]))
        found.append((group.label, float(abs(phi[worst]) / scale[worst]), group.units[worst - group.first]))
    return tuple(sorted(found, key=lambda entry: -entry[1]))


def row_scales(system: System) -> Array:
    """Factor each equation is multiplied by inside the solver."""
    scale = np.ones(system.m)
    scale[system.tables.rows["row"]] = system.tables.rows["scale"]
    return scale


def open_gaps(system: System, assembly: Assembly) -> list[tuple[str, float, str]]:
    """The gaps that count: not closed, and not negligible beside the largest."""
    largest_gap = assembly.gaps[0][1] if assembly.gaps else 0.0
    return [entry for entry in assembly.gaps if entry[1] > max(CLOSED * system.length, 1e-6 * largest_gap)]


def refuse(system: System, assembly: Assembly, t: float) -> AssemblyError:
    """The error that says what does not close."""
    open_ones = open_gaps(system, assembly)[:6]
    ranked = "; ".join(f"{name}: {gap:.3g} {unit}" for name, gap, unit in open_ones)
    return AssemblyError(
        f"the model does not assemble at t = {t:g} s: the smallest gaps that could be reached are {ranked}. "
        "Check the lengths and places of these joints (and the starting values of the drivers), or describe the bodies closer to where they belong.",
        assembly.gaps,
    )


def descend(system: System, work: Work, q: Array, t: float) -> Array:
    """Levenberg-Marquardt from `q`, which is changed."""
    step, trial = np.zeros(system.nv), q.copy()
    keep_at, q_at, step_at, trial_at = (address_of(x) for x in (system.keep, q, step, trial))
    descend_at(system.tables.here, work.here, keep_at, q_at, step_at, trial_at, t, system.length)
    return q


@jit
def squares(phi):  # type: ignore[no-untyped-def]
    """Sum of squares; infinite where one is not a number."""
    total = 0.0
    for k in range(phi.shape[0]):
        total += phi[k] * phi[k]
    return total if total <= LARGEST_COST else math.inf


@boundary("void(int64, int64, int64, int64, int64, int64, float64, float64)")
def descend_at(s_at, w_at, keep_at, q_at, step_at, trial_at, t, size):  # type: ignore[no-untyped-def]
    """Levenberg-Marquardt from q in place, `keep` its metric; step and trial are room to work in."""
    s, w = TABLES.at(s_at), WORK.at(w_at)
    q, step, trial = numbers_at(q_at, s.nq), numbers_at(step_at, s.nv), numbers_at(trial_at, s.nq)
    phi, residual, chart = WORK.phi(w), WORK.residual(w), TABLES.chart(s)
    call_position(w.position, s_at, w_at, q_at, t)
    cost, mu, stalled = squares(phi), 1e-3, 0
    for _ in range(400):
        if largest(phi) <= 1e-13 * size or cost == math.inf:
            return
        call_factorise(w.factorise, s_at, w_at, keep_at, mu)
        for k in range(residual.shape[0]):
            residual[k] = -phi[k]
        call_step(w.step_kernel, s_at, w_at, w.residual, step_at)
        turn = 0.0
        for k in range(step.shape[0]):
            if k % s.nb >= s.dimension:
                turn = max(turn, abs(step[k]))
        move(chart, q, step, LARGEST_TURN / turn if turn > LARGEST_TURN else 1.0, trial)
        call_position(w.position, s_at, w_at, trial_at, t)
        new = squares(phi)
        if new < cost:
            stalled = stalled + 1 if new > (1 - 1e-6) * cost else 0
            for k in range(q.shape[0]):
                q[k] = trial[k]
            cost, mu = new, max(mu * 0.2, 1e-14)
        else:
            mu *= 6.0
            call_position(w.position, s_at, w_at, q_at, t)
            stalled += 1
        if mu > 1e8 or stalled > 12:
            return


def nudged(system: System, q: Array, rng: np.random.Generator, attempt: int) -> Array:
    """Another start near the description: bodies that are not fixed moved and turned at random, more with each attempt."""
    free = (system.keep < 1e3).astype(float)
    turn = min(0.3 * attempt, 3.0)
    size = max(system.length, float(np.abs(system.q0).max(initial=0.0)) * 0.1) * 0.3 * attempt
    scale = np.resize(system.space.each(size, turn), system.nv)
    return displaced(system.dimension, q, rng.normal(size=system.nv) * scale * free)


def displacement(system: System, a: Array, b: Array) -> tuple[float, float]:
    """Largest displacement of a body's origin, m, and largest turn of a body, rad."""
    far, turn = displacements(system, a, b)
    return float(far.max(initial=0.0)), float(turn.max(initial=0.0))


def displacements(system: System, a: Array, b: Array) -> tuple[Array, Array]:
    """Displacement of every body's origin, m, and turn of every body, rad."""
    if system.space is PLANE:
        d = (b - a).reshape(-1, 3)
        return np.sqrt((d[:, :2] ** 2).sum(axis=1)), np.abs(d[:, 2])
    before, after = a.reshape(-1, 7), b.reshape(-1, 7)
    apart = np.minimum(*(np.linalg.norm(after[:, 3:] - sign * before[:, 3:], axis=1) for sign in (1.0, -1.0)))
    return np.linalg.norm((after - before)[:, :3], axis=1), 4 * np.arcsin(np.minimum(apart / 2, 1.0))
