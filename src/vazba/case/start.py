"""What is to be said of force elements where a run starts, and of what they met on the way."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.element import Element
from vazba.equations.forces import all_forces
from vazba.errors import Fault, ModelError, Wrong
from vazba.kinematic.evaluate import Work, evaluate
from vazba.laws.records import LIMIT, LINEAR, LISTEN, POINTS, RATE
from vazba.system import System

Array = NDArray[np.float64]
COINCIDE = 1e-9  # of the characteristic length
CHANGED = 1e-6  # of the largest described velocity: smaller changes are rounding
MOST_TOLD = 4  # bodies


def look_at_start(system: System, work: Work, record: Any, y: Array, t: float = 0.0) -> list[str]:
    """Remarks on stops that are passed and points that coincide at the start, t = 0 unless given; raises `ModelError` where a force has no direction."""
    if not system.path_names:
        return []
    q, v = y[: system.nq].copy(), y[system.nq : system.nq + system.nv].copy()
    evaluate(system, work, q, v, t)
    all_forces(record.here, q.ctypes.data, v.ctypes.data, t)
    remarks: list[str] = []
    faults: list[Fault] = []
    work.paths["met"] = np.inf
    gaps = np.linalg.norm(np.diff(work.poses["p"][system.tables.stops], axis=0), axis=1)
    law, first, count = (work.paths[key] for key in ("law", "first", "count"))
    through, short = np.flatnonzero(work.paths["kind"] == POINTS), np.flatnonzero(gaps < COINCIDE * system.length)
    of = through[np.searchsorted(first[through], short, side="right") - 1]  # stops stand in the order of the paths
    looked = law == LIMIT
    looked[of[(short + 1 < first[of] + count[of]) & (law[of] != LISTEN)]] = True
    for k in np.flatnonzero(looked).tolist():
        path, element = work.paths[k], _element(system, k)
        if path["law"] == LIMIT:
            remarks += [f"{element.label}: {text}" for text in _beyond(system, path, k)]
        if path["kind"] != POINTS:
            continue
        met = meeting(system, work, k, COINCIDE)
        plain = path["count"] == 2 and (path["law"] == RATE or (path["law"] == LINEAR and path["free"] == 0))
        if met and not plain:
            what = f"its points {met[0]} and {met[1]} coincide where the run starts"
            if path["tension"] != 0:
                why, remedy = "a segment without length has no direction", "move one of them, or leave one out"
                faults.append(element.fault(Wrong(what, why, remedy)))
            else:
                remarks.append(f"{element.label}: {what}; it does not pull yet")
    if faults:
        raise ModelError(faults)
    return remarks


def changed_velocities(system: System, before: Array, after: Array) -> str:
    """What is said where described velocities do not fit the joints and drivers: by how much each body's were changed; nothing where they fit."""
    per_body, moves = system.space.nv, system.space.moves
    described = float(np.abs(before).max(initial=0.0))
    change = np.abs(after - before)
    if not described or not change.max(initial=0.0) > CHANGED * described:
        return ""
    parts = (after - before).reshape(-1, per_body)
    sizes = np.column_stack([np.linalg.norm(parts[:, :moves], axis=1), np.linalg.norm(parts[:, moves:], axis=1)])
    told = []
    for k in np.argsort(-sizes.max(axis=1), kind="stable").tolist():
        much = [
            f"{x:.3g} {unit}" for x, unit in zip(sizes[k], ("m/s", "rad/s"), strict=True) if x > CHANGED * described
        ]
        told += [f"body {system.body_names[k]}, by {' and '.join(much)}"] if much else []
    more = f"; also {'; '.join(told[1:MOST_TOLD])}" if len(told) > 1 else ""
    more += f"; and {len(told) - MOST_TOLD} more" if len(told) > MOST_TOLD else ""
    return f"the described velocities do not fit the joints and drivers: they were changed, most at {told[0]}{more}"


def met_on_the_way(system: System, work: Work) -> list[str]:
    """Remarks on paths whose points met while they pulled."""
    remarks = []
    for k in np.flatnonzero(np.isfinite(work.paths["met"])).tolist():
        met = f"two of its points meet at t = {work.paths[k]['met']:.6g} s while it pulls"
        remarks.append(f"{_element(system, k).label}: {met}: its direction is not determined there")
    return remarks


def meeting(system: System, work: Work, k: int, part: float) -> tuple[str, str] | None:
    """Names of two neighbouring points of path k that are closer than a part of the characteristic length."""
    path, element = work.paths[k], _element(system, k)
    stops = system.tables.stops[path["first"] : path["first"] + path["count"]]
    gaps = np.linalg.norm(np.diff(work.poses["p"][stops], axis=0), axis=1)
    names = getattr(element, "points", None) or getattr(element, "through", None) or ()
    for gap, pair in zip(gaps, itertools.pairwise(names)):
        if gap < part * system.length:
            return pair
    return None


def _element(system: System, k: int) -> Element:
    section, name = system.path_names[k]
    return system.model.section(section)[name]  # type: ignore[no-any-return]


def _beyond(system: System, path: Any, k: int) -> list[str]:
    for bound, sign in (("lower", -1.0), ("upper", 1.0)):
        far = sign * (path["length"] - path[bound])
        if far > 0:
            unit = system.path_units[k]
            force = f"{abs(path['tension']):.3g} {'N' if unit == 'm' else 'N m'}"
            return [f"the run starts {far:.3g} {unit} beyond its {bound} stop, which pushes with {force}"]
    return []
