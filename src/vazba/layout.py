"""From what the compiler collected (frames, rows, laws, groups) to the tables of a `System`."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from operator import itemgetter
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np

from vazba._jit import on_lines
from vazba.algebra.ldl import Plan, plan
from vazba.algebra.schur import MOST, couples, strips
from vazba.attach import Attached
from vazba.bodies.kernels import FRAME, FULL, PLACE, POINT
from vazba.bodies.space import space_of
from vazba.errors import Fault, ModelError
from vazba.joints.joint import Array, Coordinate, Laid, Pose
from vazba.joints.rows import ROW
from vazba.laws.records import CABLE, POINTS
from vazba.model import Model
from vazba.motion.kernels import LawTable
from vazba.motion.motion import Motion
from vazba.system import Group, JointPlace, System, Tables


class Collected(Protocol):
    """What the compiler has collected."""

    model: Model
    dimension: int
    body_names: tuple[str, ...]
    body_index: dict[str, int]
    q0: Array
    v0: Array
    keep: Array
    place: dict[str, Pose]
    points: dict[str, tuple[str, Array]]
    laid: dict[str, Laid]
    laws: LawTable
    frames: list[tuple[Any, ...]]
    rows: list[dict[str, Any]]
    groups: list[Group]
    equations: int
    touches: list[tuple[int, ...]]
    turns: list[float]
    coordinates: dict[tuple[str, str], dict[str, Any]]
    coordinate_names: list[tuple[str, Coordinate]]
    driver_rows: dict[str, tuple[int, ...]]
    driver_motions: dict[str, tuple[tuple[str, Motion, str], ...]]
    driver_spans: dict[str, tuple[float, float]]
    attached: Attached
    values: dict[str, dict[str, SimpleNamespace]]


def system_of(c: Collected, like: System | None = None) -> System:
    """Number the equations, order the elimination and put everything into tables; `like`: the same with fewer groups of rows."""
    nvb = space_of(c.dimension).nv
    starts, total = [], 0
    for group, touched in zip(c.groups, c.touches, strict=True):
        size = len(group.directions) * nvb
        starts.append(tuple(total + k * size for k in range(len(touched))))
        total += size * len(touched)
    sizes = [len(group.directions) for group in c.groups]
    layout, rows, pairs = _ordered(nvb, len(c.body_names), tuple(sizes), tuple(c.touches), tuple(starts), _coupled(c))
    length = _length(c)
    if like is not None:
        tables = replace(
            like.tables, rows=_rows(c, starts, length), nodes=layout.nodes, entries=layout.entries, pairs=layout.pairs, places=layout.places,
            pivots=layout.pivots, strips=rows, couples=pairs,
        )  # fmt: skip
        return replace(
            like, groups=tuple(c.groups), tables=tables, plan=layout, block_starts=tuple(starts), touches=tuple(c.touches), jacobian_size=total,
        )  # fmt: skip
    coordinates = _records(list(c.coordinates.values()))
    coordinates["row"] = np.arange(len(coordinates))
    laws, ops, numbers = c.laws.arrays()
    rotation = length**2
    weights = np.array(space_of(c.dimension).each(1.0, rotation) * len(c.body_names))
    tables = Tables(
        c.dimension, _frames(c), _rows(c, starts, length), coordinates,
        laws, ops, numbers, layout.nodes, layout.entries, layout.pairs, layout.places, layout.pivots, rows, pairs,
        c.attached.paths, c.attached.stops, c.attached.loads, c.attached.bushings, c.attached.frictions, weights, c.attached.sights,
    )  # fmt: skip
    places = {
        name: JointPlace(str(c.model.joints[name].TYPE), laid.a.body, laid.a.position, laid.b.body, laid.b.position,
                         laid.b.basis[:, space_of(c.dimension).axis], laid.a.basis, laid.b.basis, laid.free)
        for name, laid in c.laid.items()
    }  # fmt: skip
    return System(
        c.model, c.dimension, c.body_names, c.q0, c.v0, c.keep * weights, length, tuple(c.groups), tables, layout,
        tuple(starts), tuple(c.touches), total, np.array(c.turns, float), tuple(c.coordinate_names), c.driver_rows,
        c.driver_motions, c.driver_spans, {name: (c.body_index[body], local) for name, (body, local) in c.points.items()},
        c.attached.path_names, c.attached.path_units, places, (c.laws, c.attached.alive),
        values=c.values, plans=c.attached.controls,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _ordered(
    size: int,
    bodies: int,
    groups: tuple[int, ...],
    touches: tuple[tuple[int, ...], ...],
    starts: tuple[tuple[int, ...], ...],
    coupled: tuple[tuple[int, int], ...],
) -> tuple[Plan, np.ndarray, np.ndarray]:
    """The order of elimination and its tables, which nobody writes into: the same for all models whose bodies are joined in the same way."""
    layout = plan([size] * bodies, groups, touches, starts, coupled=coupled)
    rows = strips(layout.places)
    return layout, rows, couples(rows, sum(groups)) if sum(groups) <= MOST else couples(rows[:0], 0)


def _coupled(c: Collected) -> tuple[tuple[int, int], ...]:
    """Pairs of bodies whose joint moves a rotor: the mass matrix has a block between them."""
    rotors = [int(k) for k in c.attached.paths["first"][c.attached.paths["rotor"] > 0.0]]
    if not rotors:
        return ()
    rows = list(c.coordinates.values())
    pairs = [(c.frames[rows[k]["a"]][0], c.frames[rows[k]["b"]][0]) for k in rotors]
    return tuple((a, b) for a, b in pairs if min(a, b) >= 0)


def _frames(c: Collected) -> np.ndarray:
    """The frames; `point` marks those at which only paths end: of them no basis is asked, and no velocity where these are undamped cables."""
    table = on_lines(np.array([(frame[0], PLACE, *frame[1:], 0.0) for frame in c.frames], FRAME))
    p = c.attached.paths
    if len(p):
        slow = (p["law"] == CABLE) & (p["count"] == 2) & (p["free_law"] == 0) & (p["damping"] == 0.0)
        p = p[(p["kind"] == POINTS) & ~slow]
    for path in p:
        table["point"][c.attached.stops[path["first"] : path["first"] + path["count"]]] = POINT
    asked = [entry[side] for entry in (*c.rows, *c.coordinates.values()) for side in ("a", "b")]
    asked += [int(bushing[side]) for bushing in c.attached.bushings for side in ("a", "b")]
    asked += [int(load[side]) for load in c.attached.loads for side in ("frame", "other", "axes")]
    asked += c.attached.full
    table["point"][[k for k in asked if k >= 0]] = FULL
    return table


def _length(c: Collected) -> float:
    """Characteristic length: how far joints sit from the origins of their bodies, or from each other."""
    arms = [math.hypot(*frame[4]) for frame in c.frames if frame[0] >= 0]
    arms += [math.hypot(*pose.r) for pose in c.place.values()]
    arms = [arm for arm in arms if arm > 0]
    if arms and not max(arms) < 1e100:
        raise ModelError(
            Fault(
                "",
                "the numbers of the model are too large to compute with",
                "they overflow",
                "check positions and lengths",
            )
        )
    return float(np.exp(np.log(arms).sum() / len(arms))) if arms else 1.0


def _rows(c: Collected, starts: list[tuple[int, ...]], length: float) -> np.ndarray:
    """The rows of all groups: where their derivatives stand, what moves their frames, how they are scaled."""
    table, nv, count = _records(c.rows), space_of(c.dimension).nv, len(c.body_names)
    group = np.array([entry["group"] for entry in c.rows], int)
    first = np.array([one.first for one in c.groups], int)
    within = table["row"] - first[group]
    bodies = np.array([frame[0] for frame in c.frames], int)
    turned = np.array([sum(frame[1:4]) > 0 for frame in c.frames], bool)
    units = np.array([unit == "m" for one in c.groups for unit in one.units], bool)  # of one equation after another
    keys = np.array([g * count + body for g, touched in enumerate(c.touches) for body in touched], int)
    places = np.array([place for group_starts in starts for place in group_starts], int)
    order = np.argsort(keys)
    for side in ("a", "b"):
        body = bodies[table[side]]
        free = body >= 0
        at = order[np.searchsorted(keys[order], (group * count + body)[free])]
        table[f"block_{side}"][free] = places[at] + within[free] * nv
        table["moving"] |= turned[table[side]]
    table["scale"] = np.where(units[table["row"]], 1.0, length)
    return table


def _records(rows: list[dict[str, Any]]) -> np.ndarray:
    return np.array(list(map(itemgetter(*(ROW.names or ())), rows)), ROW)
