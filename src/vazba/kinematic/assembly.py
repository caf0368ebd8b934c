"""Assembly: from rough positions to a configuration in which joints (and drivers) close.

Levenberg-Marquardt on `Phi(q, t) = 0` in a weighted metric: bodies the user fixed hardly move, bodies without a position move most
easily. When the description leads into a dead end, a few other starts around it are tried.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vazba._jit import address_of
from vazba.algebra.chart import move_by
from vazba.bodies.space import PLANE, displaced
from vazba.errors import AssemblyError
from vazba.kinematic.evaluate import Work, at_position, evaluate, evaluate_position, gap_of, work_for
from vazba.kinematic.newton import CONVERGED, SEEK, close, factorise, least_step
from vazba.system import System

Array = NDArray[np.float64]
RESTARTS = 12
CLOSED = 1e-9  # a gap below this part of the characteristic length is closed
LARGEST_TURN = 0.6  # rad in one step


@dataclass(frozen=True)
class Assembly:
    """Where the bodies ended, how far every joint and driver is open there, and how far the bodies had to move."""

    q: Array
    gaps: tuple[tuple[str, float, str], ...]  # (joint or driver, gap, unit), largest first
    moved: float  # largest displacement of a body's origin from the description, m
    turned: float  # largest turn of a body from the description, rad
    closed: bool
    restarts: int
    work: Work


def assemble(system: System, t: float = 0.0, q: Array | None = None) -> Assembly:
    """The nearest configuration that closes all joints and drivers at time `t`; `closed` tells whether there is one."""
    start = system.q0 if q is None else q
    work = work_for(system)
    best, restarts = _search(system.guided or system, work_for(system.guided) if system.guided else work, start, t)
    work.turns[:] = system.turns0
    evaluate_position(system, work, best, t)
    if gap_of(work) <= 1e-6 * system.length:
        polished = best.copy()
        status, _ = close(system, work, polished, t, SEEK)
        best = polished if status == CONVERGED else best
    evaluate(system, work, best, np.zeros(system.nv), t)
    closed = bool(gap_of(work) <= CLOSED * system.length)
    return Assembly(best, gaps(system, work), *displacement(system, start, best), closed, restarts, work)


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


def gaps(system: System, work: Work) -> tuple[tuple[str, float, str], ...]:
    """How far each joint and driver is open at the state last evaluated, largest first."""
    scale = row_scales(system)
    found = []
    for group in system.groups:
        rows = list(group.rows)
        worst = max(rows, key=lambda k: abs(work.phi[k]))
        found.append((group.label, float(abs(work.phi[worst]) / scale[worst]), group.units[worst - group.first]))
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
    """Levenberg-Marquardt from `q`."""
    s, w = system.tables.here, work.here
    step, trial, chart = np.zeros(system.nv), q.copy(), system.tables.chart
    residual_at, step_at, trial_at, keep_at = (address_of(x) for x in (work.residual, step, trial, system.keep))
    turns = system.space.straight_and_turning(step)[1]
    evaluate_position(system, work, q, t)
    cost, mu = _cost(work), 1e-3
    stalled = 0
    for _ in range(400):
        if gap_of(work) <= 1e-13 * system.length or not math.isfinite(cost):
            break
        factorise(s, w, keep_at, mu)
        np.negative(work.phi, out=work.residual)
        least_step(s, w, residual_at, step_at)
        turn = float(np.abs(turns).max(initial=0.0))
        scale = min(1.0, LARGEST_TURN / turn) if turn > 0 else 1.0
        move_by(chart.ctypes.data, len(chart), address_of(q), step_at, scale, trial_at)
        at_position(s, w, trial_at, t)
        new = _cost(work)
        if new < cost:
            stalled = stalled + 1 if new > (1 - 1e-6) * cost else 0
            q, cost = trial.copy(), new
            mu = max(mu * 0.2, 1e-14)
        else:
            mu *= 6.0
            evaluate_position(system, work, q, t)
            stalled += 1
        if mu > 1e8 or stalled > 12:
            break
    return q


def _cost(work: Work) -> float:
    cost = float(work.phi @ work.phi)
    return cost if math.isfinite(cost) else math.inf


def nudged(system: System, q: Array, rng: np.random.Generator, attempt: int) -> Array:
    """Another start near the description: bodies that are not fixed moved and turned at random, more with each attempt."""
    free = (system.keep < 1e3).astype(float)
    turn = min(0.3 * attempt, 3.0)
    size = max(system.length, float(np.abs(system.q0).max(initial=0.0)) * 0.1) * 0.3 * attempt
    scale = np.resize(system.space.each(size, turn), system.nv)
    return displaced(system.dimension, q, rng.normal(size=system.nv) * scale * free)


def displacement(system: System, a: Array, b: Array) -> tuple[float, float]:
    """Largest displacement of a body's origin, m, and largest turn of a body, rad."""
    if system.space is PLANE:
        d = (b - a).reshape(-1, 3)
        return math.sqrt((d[:, :2] ** 2).sum(axis=1).max(initial=0.0)), float(np.abs(d[:, 2]).max(initial=0.0))
    before, after = a.reshape(-1, 7), b.reshape(-1, 7)
    turn = 2 * np.arccos(np.clip(np.abs((before[:, 3:] * after[:, 3:]).sum(axis=1)), 0.0, 1.0))
    return float(np.linalg.norm((after - before)[:, :3], axis=1).max(initial=0.0)), float(turn.max(initial=0.0))
