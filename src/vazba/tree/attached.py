"""Elements and loop rows of a system as the tree sees them: bodies in the order of the tree, frames on their internal frames, and of the
constraints only those that close loops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.ldl import plan
from vazba.frozen import changed
from vazba.joints.rows import TURN as TURNING
from vazba.kinematic.evaluate import Work, work_for
from vazba.laws.records import COORDINATE, EFFORT
from vazba.system import Group, System, Tables
from vazba.tree.topology import Topology

NO_PLAN = plan([], [], [], [])
Blocks = tuple[list[tuple[int, ...]], int]


@dataclass
class _Kept:
    """The tables of the system that stay, while they are renumbered."""

    rows: NDArray[np.void]  # of the loops
    numbers: list[int]  # of those rows, in the system
    coordinates: NDArray[np.void]
    chosen: list[int]  # which coordinates these are
    paths: NDArray[np.void]
    stops: NDArray[np.uint32]
    loads: NDArray[np.void]
    bushings: NDArray[np.void]
    frictions: NDArray[np.void]
    frames: NDArray[np.void]


def in_the_tree(
    system: System, topology: Topology, internals: Sequence[Any], sprung: list[int], states: NDArray[np.void]
) -> tuple[System, Work, tuple[int, ...]]:
    """The system, its work arrays, and the equations of the loops. `sprung`: paths that are springs at joints of the tree, which need no frames."""
    t = system.tables
    groups = [system.groups[closure.group] for closure in topology.closures]
    touches = [closure.bodies for closure in topology.closures]
    equations = tuple(row for group in groups for row in group.rows)
    starts, total = _blocks(groups, touches, system.space.nv)
    kept = _kept(system, groups, equations, sprung)
    _renumber_frames(kept)
    _renumber_coordinates(kept, system, topology)
    _onto_internal_frames(kept.frames, system, topology, internals)
    _place_blocks(kept, groups, touches, starts, system.space.nv)
    tables = _tables(t, kept)
    first, renumbered = 0, []
    for group in groups:
        renumbered.append(changed(group, first=first))
        first += len(group.directions)
    attached = changed(
        system, groups=tuple(renumbered), tables=tables, plan=NO_PLAN, block_starts=tuple(starts), touches=tuple(touches), jacobian_size=total,
        coordinate_names=tuple(system.coordinate_names[k] for k in kept.chosen), guided=None,
    )  # fmt: skip
    return attached, work_for(attached, 0, states), equations


def _blocks(groups: list[Group], touches: list[tuple[int, ...]], nv: int) -> Blocks:
    """Where the blocks of each loop's rows stand, a body after another, and how many numbers they are."""
    starts, total = [], 0
    for group, touched in zip(groups, touches, strict=True):
        size = len(group.directions) * nv
        starts.append(tuple(total + k * size for k in range(len(touched))))
        total += size * len(touched)
    return starts, total


def _kept(system: System, groups: list[Group], equations: tuple[int, ...], sprung: list[int]) -> _Kept:
    """Copies of the rows of the loops, the coordinates that something asks for, and all elements."""
    t = system.tables
    closing = np.zeros(system.m, bool)
    closing[list(equations)] = True
    numbers = closing[t.rows["row"]].nonzero()[0]
    rows = t.rows[numbers]
    used_turns = {int(turn) for turn in rows["turn"] if turn >= 0}
    cut = {group.name for group in groups if group.kind == "joint"}
    paths, loads, bushings = (x.copy() if len(x) else x for x in (t.paths, t.loads, t.bushings))
    if sprung:
        paths["kind"][sprung] = EFFORT
    if len(paths):
        paths["rotor"] = 0.0  # rotors belong to the freedoms (`tree.rotors`)
    asked = {int(p["first"]) for p in paths if p["kind"] == COORDINATE} | {int(f["coordinate"]) for f in t.frictions}
    chosen = [
        k for k, (turn, kind) in enumerate(zip(t.coordinates["turn"].tolist(), t.coordinates["kind"].tolist(), strict=True))
        if k in asked or turn in used_turns or (kind == TURNING and system.coordinate_names[k][0] in cut)
    ]  # fmt: skip
    return _Kept(
        rows,
        numbers.tolist(),
        t.coordinates[chosen],
        chosen,
        paths,
        t.stops.copy(),
        loads,
        bushings,
        t.frictions.copy(),
        t.frames,
    )


def _renumber_frames(kept: _Kept) -> None:
    """Leave out the frames nothing stands on any more."""
    columns: list[tuple[Any, str]] = [
        (table, side) for table in (kept.rows, kept.coordinates, kept.bushings) if len(table) for side in ("a", "b")
    ]
    columns += [(kept.loads, key) for key in ("frame", "other", "axes") if len(kept.loads)]
    count = len(kept.frames)
    needed = np.zeros(count + 1, bool)  # the last one: of no frame
    needed[kept.stops] = True
    for table, key in columns:
        needed[table[key]] = True
    used = needed[:-1].nonzero()[0]
    new = np.zeros(count + 1, int) - 1
    new[used] = np.arange(len(used))
    for table, key in columns:
        table[key] = new[table[key]]
    kept.stops[:] = new[kept.stops]
    kept.frames = kept.frames[used]


def _renumber_coordinates(kept: _Kept, system: System, topology: Topology) -> None:
    """Paths and friction name the coordinates that are left; friction at a joint of the tree its body (-1 - place) instead of rows."""
    place = {old: k for k, old in enumerate(kept.chosen)}
    for p in kept.paths:
        if p["kind"] == COORDINATE:
            p["first"] = place[int(p["first"])]
    for f in kept.frictions:
        f["coordinate"] = place[int(f["coordinate"])]
        mine = [k for k, old in enumerate(kept.numbers) if f["first"] <= old < f["first"] + f["count"]]
        f["first"], f["count"] = (mine[0], len(mine)) if mine else (-1 - _carrier(system, topology, int(f["first"])), 0)


def _carrier(system: System, topology: Topology, row: int) -> int:
    """Place in the tree of the body whose primary joint has this row of the whole system's table."""
    equation = int(system.tables.rows[row]["row"])
    name = next(group.name for group in system.groups if equation in group.rows)
    return next(k for k, link in enumerate(topology.links) if link.joint == name)


def _onto_internal_frames(
    frames: NDArray[np.void], system: System, topology: Topology, internals: Sequence[Any]
) -> None:
    """Frames on the internal frames of their bodies, which are numbered as in the tree."""
    moving = (frames["body"] >= 0).nonzero()[0]
    if not len(moving):
        return
    places = np.array([topology.place[body] for body in frames["body"][moving].tolist()])
    s = frames["s"][moving] - np.array([internals[k].origin for k in places])
    if system.dimension == 3:  # in the plane internal frames are not turned
        basis = np.array([internals[k].basis for k in places])
        s = np.einsum("kji,kj->ki", basis, s)
        turned = np.einsum("kji,kjl->kil", basis, frames["f"][moving].reshape(-1, 3, 3))
        frames["f"][moving] = turned.reshape(-1, 9)
    frames["s"][moving], frames["body"][moving] = s, places


def _place_blocks(
    kept: _Kept, groups: list[Group], touches: list[tuple[int, ...]], starts: list[tuple[int, ...]], nv: int
) -> None:
    """Where the derivatives of each row stand; equations are numbered anew."""
    owner = {row: k for k, group in enumerate(groups) for row in group.rows}
    number = {old: new for new, old in enumerate(row for group in groups for row in group.rows)}
    equations = kept.rows["row"].tolist()
    for side in ("a", "b"):
        found = []
        for old, body in zip(equations, kept.frames["body"][kept.rows[side]].tolist(), strict=True):
            g = owner[old]
            offset = (old - groups[g].first) * nv
            found.append(-1 if body < 0 else starts[g][touches[g].index(body)] + offset)
        kept.rows[f"block_{side}"] = found
    kept.rows["row"] = [number[old] for old in equations]


def _tables(t: Tables, kept: _Kept) -> Tables:
    """The tables of the tree: those kept, and nothing of the factorisation of all constraints."""
    return changed(
        t, frames=kept.frames, rows=kept.rows, coordinates=kept.coordinates, stops=kept.stops, paths=kept.paths, loads=kept.loads,
        bushings=kept.bushings, frictions=kept.frictions, nodes=NO_PLAN.nodes, entries=NO_PLAN.entries, pairs=NO_PLAN.pairs, places=NO_PLAN.places,
        pivots=NO_PLAN.pivots, strips=t.strips[:0], couples=t.couples[:0],
    )  # fmt: skip
