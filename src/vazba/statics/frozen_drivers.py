"""A system whose drivers stand still: each is held at the value its motion law has at one time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cardan_matrix
from vazba.kinematic.assembly import assemble
from vazba.kinematic.evaluate import evaluate
from vazba.kinematic.newton import CONVERGED, FOLLOW, close
from vazba.motion import Constant, Motion
from vazba.motion.kernels import motions_over
from vazba.system import System, Tables

Array = NDArray[np.float64]
STEPS, SHORTEST = 50, 1e-5  # at least so many steps to the time asked for; the shortest, as a part of it


def held(system: System, t: float) -> System:
    """The same system with its drivers held at their values at time t; force elements and loads keep their laws of time."""
    if not system.driver_rows:
        return system
    motions: dict[str, tuple[tuple[str, Motion, str], ...]] = {
        name: tuple((suffix, Constant(float(motion.at(t)[0])), unit) for suffix, motion, unit in parts)
        for name, parts in system.driver_motions.items()
    }
    return replace(
        system,
        tables=_held(system.tables, t),
        driver_motions=motions,
        guided=None if system.guided is None else held(system.guided, t),
    )


def followed(system: System, t: float) -> tuple[Array, Array] | None:
    """Coordinates to which the drivers lead from the assembled drawing at time 0 to time t, and the angles whole turns are counted from.

    Small steps, so that the mechanism stays on its branch; None where it cannot be followed.
    """
    start = assemble(system)
    if not start.closed:
        return None
    work, q, still = start.work, start.q.copy(), np.zeros(system.nv)
    reached, step = 0.0, t / STEPS
    while reached < t:
        now = min(reached + step, t) if t - reached > 1e-9 * t else t
        tried = q.copy()
        status, _ = close(system, work, tried, now, FOLLOW)
        if status != CONVERGED:
            step /= 2
            if step < SHORTEST * t:
                return None
            continue
        q, reached, step = tried, now, min(1.5 * step, t / STEPS)
        evaluate(system, work, q, still, now)
    return q, work.turns.copy()


def _held(tables: Tables, t: float) -> Tables:
    """Rows without laws: `c g - (value + f(t))`; frames that laws turn are turned once and for all."""

    def value(law: int) -> float:
        return (
            float(motions_over(tables.laws, tables.ops, tables.numbers, law, np.array([float(t)]))[0][0])
            if law > 0
            else 0.0
        )

    rows, frames = tables.rows.copy(), tables.frames.copy()
    for k in np.flatnonzero(rows["law"] > 0):
        rows[k]["value"] += value(int(rows[k]["law"]))
    rows["law"], rows["moving"] = 0, 0
    for k in np.flatnonzero(frames["law_x"] + frames["law_y"] + frames["law_z"] > 0):
        turn = cardan_matrix([value(int(frames[k][key])) for key in ("law_x", "law_y", "law_z")])
        frames[k]["f"] = (frames[k]["f"].reshape(3, 3) @ turn).ravel()
    for key in ("law_x", "law_y", "law_z"):
        frames[key] = 0
    return replace(tables, rows=rows, frames=frames)
