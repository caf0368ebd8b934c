"""The constraint graph of a mechanism: a spanning tree of its joints, and the joints that close loops over it.

Bodies are nodes, joints edges. The tree grows from the ground level by level, so that loops stay short; of the joints that reach a body at the same level
the one with the fewest freedoms carries it, which leaves loops to be closed by few equations. Joints whose motors have rotors come first: a rotor needs a
coordinate. What is not in the tree (cut joints, couplings, drivers) is kept by its rows. A body no joint of the tree reaches is a root of its own, free to
move: the one that `root` in `[simulation]` names, or that with the most joints.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

import numpy as np

from vazba.frozen import frozen
from vazba.joints.joint import Freedom
from vazba.joints.rows import COMPONENT
from vazba.system import System

MOTIONS = {  # by the joint's freedoms: the order of motions from the first body to the second; T turns about and S slides along an axis, B is a ball
    2: {"": "", "Tz": "Tz", "Sx": "Sx", "Sx Tz": "Tz Sx"},
    3: {"": "", "Tz": "Tz", "Sz": "Sz", "Sz Tz": "Sz Tz", "Sx Sy Tz": "Sx Sy Tz", "Tx Ty Tz": "B", "Tz Tz": "Tz Ty"},
}  # fmt: skip


@frozen
class Link:
    """One body of the tree: who carries it, by which joint; `forward` when it is the joint's second body."""

    body: int
    parent: int  # place in the tree, -1: the ground
    joint: str | None  # None: it floats
    forward: bool


@frozen
class Closure:
    """A joint, coupling or driver kept by its rows: which bodies (places in the tree) it touches, and the one where it is eliminated (-1: ground).

    That is where their branches meet: moving that body with all it carries changes nothing in what two bodies see of each other. A vector driven in ground
    components turns with the bodies, also where they cannot move relative to each other any more: it belongs to the ground.
    """

    group: int
    bodies: tuple[int, ...]
    base: int


@frozen
class Topology:
    """Tree and loops of a system."""

    links: tuple[Link, ...]
    closures: tuple[Closure, ...]
    place: dict[int, int]  # of each body in the tree

    def path(self, k: int) -> list[int]:
        """From a body to the ground, which is -1 and comes last."""
        found = [k]
        while found[-1] >= 0:
            found.append(self.links[found[-1]].parent)
        return found


@cache
def motions(free: tuple[Freedom, ...], dimension: int) -> str | None:
    """How a joint moves from its first body to its second; None when that is not a sequence of simple motions."""
    key = " ".join(sorted(("T" if f.turns else "S") + f.axis for f in free))
    return MOTIONS[dimension].get(key)


Carriers = dict[int, tuple[int, str | None, bool]]  # of each body: who carries it, by which joint, forward
Edge = tuple[bool, int, int, int, str, bool]  # named as a cut, freedoms, order, the body it leads to, joint, forward


def topology_of(system: System, cuts: Collection[str] = (), root: str | None = None) -> Topology:
    """Spanning tree and closures; joints named in `cuts` join the tree only where nothing else leads. `root`: the body that floats."""
    wanted = system.model.simulation.get("root") if root is None else root
    key = tuple(cuts), wanted
    return system.remembered("topology", key, lambda: _grown(system, cuts, wanted))


def _grown(system: System, cuts: Collection[str], wanted: str | None) -> Topology:
    index = {name: k for k, name in enumerate(system.body_names)} | {"ground": -1}
    edges: dict[int, list[Edge]] = {}
    for order, (name, joint) in enumerate(system.joint_places.items()):
        a, b = index[joint.body_a], index[joint.body_b]
        if a != b and motions(joint.free, system.dimension) is not None:
            edges.setdefault(a, []).append((name in cuts, len(joint.free), order, b, name, True))
            edges.setdefault(b, []).append((name in cuts, len(joint.free), order, a, name, False))
    carried: Carriers = {}
    firm = {system.coordinate_names[int(k)][0] for k in system.tables.paths["first"][system.tables.rotors]} - set(cuts)
    rounds = (False, True) if cuts else (True,)  # whether cut joints count
    for allowed in rounds:
        _grow([-1, *carried], carried, edges, allowed, firm)
    while len(carried) < len(
        system.body_names
    ):  # a part without a way to the ground floats on the body with the most joints
        left = [body for body in range(len(system.body_names)) if body not in carried]
        first = max(left, key=lambda body: (system.body_names[body] == wanted, len(edges.get(body, ())), -body))
        carried[first] = (-1, None, True)
        for allowed in rounds:
            _grow(list(carried), carried, edges, allowed, firm)
    tree = _numbered(carried)
    return Topology(tree.links, _closures(system, tree), tree.place)


def _grow(
    level: list[int], carried: Carriers, edges: dict[int, list[Edge]], cuts: bool, firm: Collection[str]
) -> None:  # fmt: skip
    """Carry what joints reach from these bodies, level by level; what `firm` joints reach comes along at once."""
    level = _along(level, carried, edges, firm)
    while level:
        found = sorted((*edge[1:], body) for body in level for edge in edges.get(body, ()) if cuts or not edge[0])
        level = []
        for _, _, other, name, forward, body in found:
            if other >= 0 and other not in carried:
                carried[other] = (body, name, forward)
                level += _along([other], carried, edges, firm)


def _along(
    bodies: list[int], carried: Carriers, edges: dict[int, list[Edge]], firm: Collection[str]
) -> list[int]:  # fmt: skip
    """These bodies and all that firm joints (those of motors with rotors) reach from them, which are carried."""
    found = list(bodies)
    for body in found if firm else ():
        for _, _, _, other, name, forward in sorted(edges.get(body, ())):
            if name in firm and other >= 0 and other not in carried:
                carried[other] = (body, name, forward)
                found.append(other)
    return found


def _numbered(carried: Carriers) -> Topology:
    """Parents first; a child follows its parent closely: neighbours in memory."""
    children: dict[int, list[int]] = {}
    for body, (parent, _, _) in carried.items():
        children.setdefault(parent, []).append(body)
    links: list[Link] = []
    place = {-1: -1}
    stack = children.get(-1, [])[::-1]
    while stack:
        body = stack.pop()
        parent, name, forward = carried[body]
        place[body] = len(links)
        links.append(Link(body, place[parent], name, forward))
        stack += children.get(body, [])[::-1]
    return Topology(tuple(links), (), place)


def _closures(system: System, tree: Topology) -> tuple[Closure, ...]:
    primary = {link.joint for link in tree.links}
    frames, rows = system.tables.frames["body"], system.tables.rows
    grounded = set(rows["row"][np.minimum(frames[rows["a"]], frames[rows["b"]]) < 0].tolist())
    turning = set(rows["row"][rows["kind"] == COMPONENT].tolist())  # but for joints, where the vector is zero
    closures = []
    for k, group in enumerate(system.groups):
        if group.kind != "joint" or group.name not in primary:
            touched = tuple(tree.place[body] for body in system.touches[k])
            outside = grounded if group.kind == "joint" else grounded | turning
            base = -1 if not outside.isdisjoint(group.rows) else _meeting(tree, touched)
            closures.append(Closure(k, touched, base))
    return tuple(closures)


def _meeting(tree: Topology, touched: tuple[int, ...]) -> int:
    """The body where the branches of the touched bodies meet."""
    here = set(touched) or {-1}
    while len(here) > 1:  # parents have lower numbers: the highest goes up
        top = max(here)
        here.remove(top)
        here.add(tree.links[top].parent)
    return here.pop()
