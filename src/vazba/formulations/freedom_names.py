"""What a user names of the recursive methods: joints to cut, and independent coordinates; and what is said where that cannot be.

A freedom of the tree is called by the joint's own coordinate, `A.angle`, `guide.displacement`, `hook.angle_1`; one that has no coordinate
of that kind (spherical joints) by its turn, `ball.turn_x`. A body that floats has `body.x`, `body.y`, `body.angle`, in space `body.x ... body.turn_z`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.errors import Fault, ModelError, suggestion
from vazba.formulations.settings import Place
from vazba.system import System
from vazba.tree.build import Tree
from vazba.tree.topology import Topology, topology_of

Array = NDArray[np.float64]
INDEPENDENT = 1e-6  # what is left of a row of the null space, in the metric of the masses, below which a coordinate follows from others
MOST_NAMED = 12


def topology_with(
    system: System, cuts: Sequence[str], place: Place = (None, None), root: str | None = None
) -> Topology:
    """Tree and loops with these joints cut, grown from a root; raises `ModelError` where a cut joint alone carries a body, or the root does not float."""
    found = topology_of(system, cuts, root)
    tree = {link.joint: link.body for link in found.links}
    faults = [
        Fault(
            "simulation", f"joint {name} cannot be cut", f"no other joint carries body {system.body_names[tree[name]]}" + (" then" if len(cuts) > 1 else ""),
            "leave it out of cuts", *place,
        )
        for name in dict.fromkeys(cuts) if name in tree
    ]  # fmt: skip
    if root is not None and root not in system.body_names:
        faults.append(Fault("root", f"there is no body '{root}'", "", suggestion(str(root), system.body_names)))
    elif root is not None:
        carrier = next(link for link in found.links if system.body_names[link.body] == root)
        if carrier.joint is not None:
            why = f"joint {carrier.joint} carries it: the tree grows from the ground, or from another root"
            faults.append(Fault("root", f"body {root} does not float", why, "leave root out"))
    if faults:
        raise ModelError(faults)
    return found


def freedom_names(system: System, tree: Tree) -> tuple[str, ...]:
    """What each freedom of the tree is called."""
    coordinates: dict[str, list[tuple[str, str]]] = {}
    for joint, coordinate in system.coordinate_names:
        coordinates.setdefault(joint, []).append((coordinate.unit, coordinate.name))
    carried = {link.joint: link for link in tree.topology.links if link.joint is not None}
    own: dict[str, list[list[str]]] = {}
    for owner, what in tree.names:
        own.setdefault(owner, []).append(what.split())
    out = []
    for owner, what in tree.names:
        word, axis = what.split()
        if owner not in carried:
            out.append(f"{owner}.{axis if word == 'slide' else _turn(axis, system.space is PLANE)}")
            continue
        alike = [a for w, a in own[owner] if w == word]
        known = [name for unit, name in coordinates.get(owner, ()) if unit == ("rad" if word == "turn" else "m")]
        if word == "turn" and len(alike) == 2 and not carried[owner].forward:  # a universal joint, from its other end
            known = known[::-1]
        place = alike.index(axis)
        plain = _turn(axis, len(alike) == 1) if word == "turn" else f"slide_{axis}"
        out.append(f"{owner}.{known[place] if place < len(known) else plain}")
    return tuple(out)


def _turn(axis: str, only: bool) -> str:
    return "angle" if only else f"turn_{axis}"


def places_of(system: System, tree: Tree, wanted: Sequence[str], place: Place = (None, None)) -> list[int]:
    """Freedoms by name; raises `ModelError` with all names that are not among them."""
    names = freedom_names(system, tree)
    faults = []
    for name in wanted:
        if name in names:
            continue
        joint, _, _ = name.partition(".")
        if joint in system.model.joints and joint not in {link.joint for link in tree.topology.links}:
            faults.append(_cut(system, tree, name, joint, wanted))
            continue
        own = [other for other in names if other.startswith(f"{joint}.")]
        if own or joint not in system.model.bodies:
            remedy = suggestion(name, own or names)
        else:
            remedy = "name coordinates of joints"
        faults.append(Fault("simulation", f"independent: '{name}' is no coordinate of the tree of joints", "", remedy))
    if faults:
        raise ModelError([fault.at(*place) for fault in faults])
    return [names.index(name) for name in wanted]


def _cut(system: System, tree: Tree, name: str, joint: str, wanted: Sequence[str]) -> Fault:
    """A coordinate of a joint that is not in the tree, and how that joint could come into it."""
    owners = {other.partition(".")[0] for other in wanted}
    what, why = f"independent: {name} is not among the coordinates", f"joint {joint} is kept by equations"
    cuts = tuple(
        group.name
        for group in (system.groups[closure.group] for closure in tree.topology.closures)
        if group.kind == "joint" and group.name != joint
    )
    for link in tree.topology.links:
        if link.joint is None or link.joint in owners:
            continue
        other = topology_of(system, (*cuts, link.joint))
        inside = {found.joint for found in other.links}
        if link.joint not in inside and owners & set(system.joint_places) <= inside:
            return Fault("simulation", what, why, f'have another joint of its loop cut: cuts = ["{link.joint}"]')
    return Fault("simulation", what, why, "name a coordinate of another joint")


def independence_faults(
    names: Sequence[str], named: Sequence[int], usual: Sequence[int], g: Array, scale: Array
) -> list[Fault]:
    """What is wrong with freedoms `named` as independent ones, where `g` are the loop rows, `usual` a choice that is right; freedoms times
    `scale` compare. None of it: an empty list."""
    needed = len(usual)

    def left(k: int) -> Array:
        """What of the motion of a freedom those before it do not determine."""
        return np.asarray(z[k] - sum((b * (b @ z[k]) for b in basis), np.zeros(needed)))

    z = np.linalg.svd(g / scale)[2][len(names) - needed :].T  # how freedoms move when the independent ones do
    basis: list[Array] = []
    good: list[int] = []
    remarks = []
    for k in named:
        row = left(k)
        size = float(np.linalg.norm(row))
        if size > INDEPENDENT:
            basis.append(row / size)
            good.append(k)
        else:
            remarks.append(_follows(names, z, k, good))
    if len(named) == needed and not remarks:
        return []
    whole = list(good)
    for k in usual:
        row = left(k)
        size = float(np.linalg.norm(row))
        if size > INDEPENDENT and len(whole) < needed:
            basis.append(row / size)
            whole.append(k)
    count = "none is" if not needed else "1 is" if needed == 1 else f"{needed} are"
    what = f"independent names {len(named)} coordinate{'' if len(named) == 1 else 's'}, {count} needed"
    if len(named) == needed:
        subject = f"{names[named[0]]} is not independent"
        if needed > 1:
            subject = f"the {needed} independent coordinates depend on each other"
        what = f"{subject} where the run starts"
    such = ", ".join(f'"{names[k]}"' for k in whole[:MOST_NAMED]) + (", ..." if len(whole) > MOST_NAMED else "")
    remedy = f"write independent = [{such}]" if needed else "nothing is free to move: leave it out"
    return [Fault("simulation", what, "; ".join(remarks[:MOST_NAMED]), remedy)]


def _follows(names: Sequence[str], z: Array, k: int, good: Sequence[int]) -> str:
    """From which of the others a coordinate follows."""
    if np.linalg.norm(z[k]) <= INDEPENDENT or not good:
        return f"{names[k]} cannot move by itself: joints and drivers hold it"
    weights = np.linalg.lstsq(z[list(good)].T, z[k], rcond=None)[0]
    needed = [names[i] for i, w in zip(good, weights, strict=True) if abs(w) > INDEPENDENT]
    return f"{names[k]} follows from {', '.join(needed)}"
