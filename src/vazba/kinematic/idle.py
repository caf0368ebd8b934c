"""Idle freedoms: motions nobody prescribes and that move nothing else, as a rod that spins between two ball joints, or a roller on its pin.

A motion is idle when one body alone turns about an axis that holds its mass centre and every point by which springs, cables or bushings act on it.
Such a body is held as still as the constraints allow: all steps, velocities and accelerations of a run are the smallest that fit.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.frozen import frozen
from vazba.kinematic.evaluate import Work, evaluate, evaluate_position
from vazba.kinematic.mobility import DENSE_LIMIT, described_motions, sparse_basis
from vazba.kinematic.rank import rows_of
from vazba.laws.records import POINTS, WATCH
from vazba.system import System

Array = NDArray[np.float64]
MOST = 200  # idle freedoms that are looked for
ON_AXIS = 1e-6  # of the characteristic length


@frozen
class Idle:
    """An idle freedom: the body, the axis it can turn about (body components), and this in words."""

    body: str
    axis: tuple[float, ...]
    words: str


def idle_freedoms(system: System, work: Work, q: Array, t: float, undriven: int) -> list[Idle]:
    """The idle freedoms, where all of the `undriven` ones are idle; empty otherwise."""
    if not undriven or undriven > MOST or system.nv > DENSE_LIMIT:
        return []
    evaluate_position(system, work, q, t)
    motions = sparse_basis(rows_of(system, work).motions(undriven))
    if len(motions) < undriven:
        return []
    found = []
    for vector in motions:
        evaluate(system, work, q, vector / np.sqrt(system.tables.weights), t)
        body = _alone(system, vector)
        if body is None or not _turns_on_the_spot(system, work, body):
            return []
        told = described_motions(system, work, q, t, vector[None])[0]
        evaluate(system, work, q, vector / np.sqrt(system.tables.weights), t)
        spin = np.array(work.states[body]["w"]) @ _turned(system, work, body)
        name = system.body_names[body]
        found.append(Idle(name, tuple((spin / np.linalg.norm(spin)).tolist()), f"{name} {told.how}"))
    return found


def _alone(system: System, vector: Array) -> int | None:
    """The one body that moves."""
    per = system.space.nv
    moving = np.flatnonzero(np.abs(vector).reshape(-1, per).max(axis=1) > 1e-6)
    return int(moving[0]) if len(moving) == 1 else None


def _turns_on_the_spot(system: System, work: Work, body: int) -> bool:
    """Whether mass centre and points of attack stay where they are."""
    state = work.states[body]
    spin, velocity = np.array(state["w"]), np.array(state["v"])
    size = float(np.linalg.norm(spin))
    if size * system.length < 1e-3 * float(np.linalg.norm(velocity)) or size == 0.0:
        return False
    turned = _turned(system, work, body)
    places = [np.zeros(3), *_attacked(system, body)]
    com = system.values["bodies"][system.body_names[body]].com
    if com is not None:
        places[0][: system.dimension] = com
    speeds = [np.linalg.norm(velocity + np.cross(spin, turned @ local)) for local in places]
    return bool(max(speeds) <= ON_AXIS * size * system.length)


def _turned(system: System, work: Work, body: int) -> Array:
    """`S` of a body."""
    turned = np.array(work.states[body]["s"]).reshape(3, 3)
    if system.space is PLANE:
        turned[2], turned[:, 2] = (0.0, 0.0, 1.0), (0.0, 0.0, 1.0)
    return turned


def _attacked(system: System, body: int) -> list[Array]:
    """Local positions of all frames by which forces act on a body."""
    tables, frames = system.tables, []
    for path in tables.paths:
        if path["kind"] == POINTS and path["law"] != WATCH:
            frames += tables.stops[path["first"] : path["first"] + path["count"]].tolist()
    frames += [int(bushing[end]) for bushing in tables.bushings for end in ("a", "b")]
    return [np.array(tables.frames[k]["s"]) for k in frames if tables.frames[k]["body"] == body]


def idle_remarks(found: list[Idle]) -> list[str]:
    """How they are told in a result."""
    if not found:
        return []
    more = f" and {len(found) - 8} more" if len(found) > 8 else ""
    verb = "freedom is idle" if len(found) == 1 else "freedoms are idle"
    named = "; ".join(one.words for one in found[:8]) + more
    return [
        f"{len(found)} {verb}, prescribed by nobody and moving nothing else: {named}. Held as still as the constraints allow"
    ]
