"""`vz.topology`: how the recursive methods see a mechanism, by names: a tree of joints that carry bodies, and what closes loops over it.

    print(vz.topology(model))                    # chosen by itself
    print(vz.topology(model, cuts=["C"]))        # joint C is to be cut, if the tree can do without it

A model file says nothing of this: the tree is chosen such that loops are short and are closed by few equations.
"""

from __future__ import annotations

from collections.abc import Iterable

from vazba.compiler import compile_model
from vazba.element import GROUND, Element
from vazba.errors import Fault, ModelError, suggestion
from vazba.frozen import frozen
from vazba.model import Model
from vazba.system import System
from vazba.tree.topology import Closure, Topology, topology_of

MOST = 8  # bodies of a loop that are named in a line


@frozen
class Carried:
    """A body of the tree and the joint that carries it."""

    body: str
    joint: str | None  # None: it floats, no joint of the tree carries it
    type: str
    parent: str  # or `ground`
    freedoms: int  # of that joint
    depth: int  # joints between it and the ground


@frozen
class Loop:
    """A loop: the joint that is cut, the equations that keep it closed, and the bodies around, from its first to its second."""

    cut: str
    type: str
    equations: int
    bodies: tuple[str, ...]

    def around(self, most: int = MOST) -> str:
        """The bodies in a line."""
        return listed(self.bodies, most, " - ")


@frozen
class Kept:
    """A coupling, a driver, or a joint between parts that float: no loop of joints, but equations over the tree."""

    name: str
    kind: str  # driver, gear, rack, or the type of a joint
    equations: int
    bodies: tuple[str, ...]


@frozen
class Structure:
    """Tree, loops and what else is kept by equations."""

    name: str
    bodies: tuple[Carried, ...]  # parents first
    loops: tuple[Loop, ...]
    kept: tuple[Kept, ...]
    refused: tuple[str, ...]  # joints that were to be cut, but carry a body nothing else carries

    @property
    def cuts(self) -> tuple[str, ...]:
        """The joints that are cut."""
        return tuple(loop.cut for loop in self.loops)

    @property
    def freedoms(self) -> int:
        """Of the tree, before loops are closed."""
        return sum(body.freedoms for body in self.bodies)

    @property
    def equations(self) -> int:
        """That close loops, and that keep couplings and drivers."""
        return sum(loop.equations for loop in self.loops) + sum(row.equations for row in self.kept)

    def headline(self) -> str:
        """Counts in a line."""
        roots = sum(body.joint is None for body in self.bodies)
        words = [
            f"tree of {_counted(len(self.bodies), 'body', 'bodies')} with {_counted(self.freedoms, 'freedom', 'freedoms')}"
        ]
        words += [f"{roots} of them floating"] if roots else []
        words.append(f"{_counted(len(self.loops), 'loop', 'loops')}" if self.loops else "no loops")
        words.append(_counted(self.equations, "equation", "equations"))
        return ", ".join(words)

    def __str__(self) -> str:
        lines = [f"{self.name}: {self.headline()}"]
        for body in self.bodies:
            how = "floats" if body.joint is None else f"carried by {body.joint} ({body.type}) on {body.parent}"
            lines.append(
                f"{'  ' * min(body.depth, 12)}{body.body}: {how}, {_counted(body.freedoms, 'freedom', 'freedoms')}"
            )
        for loop in self.loops:
            lines.append(
                f"loop cut at {loop.cut} ({loop.type}), {_counted(loop.equations, 'equation', 'equations')}: {loop.around()}"
            )
        for row in self.kept:
            bodies = listed(row.bodies, MOST, ", ")
            lines.append(f"{row.kind} {row.name}, {_counted(row.equations, 'equation', 'equations')}: {bodies}")
        lines += [f"joint {name} is not cut: nothing else carries what it carries" for name in self.refused]
        return "\n".join(lines)


def topology(model: Model, cuts: Iterable[str | Element] | None = None) -> Structure:
    """Tree, loops and cuts of a mechanism (beams count as rigid).

    Joints named in `cuts` (or in the model's `[simulation]`) are cut where the tree can do without them.
    """
    return structure_of(compile_model(model, rigid=True), cuts)


def structure_of(system: System, cuts: Iterable[str | Element] | None = None) -> Structure:
    """The same of a compiled model."""
    cuts = system.model.simulation.get("cuts") or () if cuts is None else cuts
    wanted = [cuts] if isinstance(cuts, (str, Element)) else list(cuts)
    names = [joint.name if isinstance(joint, Element) else joint for joint in wanted]
    known = system.model.joints
    faults = [
        Fault("cuts", f"there is no joint '{name}'", "", suggestion(str(name), list(known))) for name in names if name not in known
    ]  # fmt: skip
    if faults:
        raise ModelError(faults)
    found = topology_of(system, names)
    bodies, closed = _carried(system, found), [_closed(system, found, closure) for closure in found.closures]
    loops = tuple(row for row in closed if isinstance(row, Loop))
    kept = tuple(row for row in closed if isinstance(row, Kept))
    tree = {body.joint for body in bodies}
    refused = tuple(name for name in dict.fromkeys(names) if name in tree)
    return Structure(system.model.name, bodies, loops, kept, refused)


def _carried(system: System, found: Topology) -> tuple[Carried, ...]:
    out: list[Carried] = []
    for link in found.links:
        parent, depth = (GROUND, 1) if link.parent < 0 else (out[link.parent].body, out[link.parent].depth + 1)
        place = system.joint_places[link.joint] if link.joint is not None else None
        free = len(place.free) if place is not None else system.space.nv
        kind = place.type if place is not None else ""
        out.append(Carried(system.body_names[link.body], link.joint, kind, parent, free, depth))
    return tuple(out)


def _closed(system: System, found: Topology, closure: Closure) -> Loop | Kept:
    group = system.groups[closure.group]
    count = len(group.directions)
    place = system.joint_places.get(group.name) if group.kind == "joint" else None
    if place is None:
        kind = group.kind if group.kind != "joint" else str(system.model.joints[group.name].TYPE)
        return Kept(group.name, kind, count, tuple(_names(system, found, k) for k in closure.bodies))
    index = {name: found.place[k] for k, name in enumerate(system.body_names)} | {GROUND: -1}
    up, down = (found.path(index[name]) for name in (place.body_a, place.body_b))
    while len(up) > 1 and len(down) > 1 and up[-2] == down[-2]:  # both end where they meet
        up.pop()
        down.pop()
    if any(found.links[k].joint is None for k in (*up[:-1], *down[:-1])):  # between parts that float
        return Kept(group.name, place.type, count, tuple(dict.fromkeys((place.body_a, place.body_b))))
    around = [*up, *down[-2::-1]]
    return Loop(group.name, place.type, count, tuple(_names(system, found, k) for k in around))


def _names(system: System, found: Topology, k: int) -> str:
    return GROUND if k < 0 else system.body_names[found.links[k].body]


def listed(names: tuple[str, ...], most: int, between: str) -> str:
    """Names in a line; of many the first and the last."""
    if len(names) <= most:
        return between.join(names)
    return between.join([*names[: most - 2], f"({len(names) - most + 1} more)", names[-1]])


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
