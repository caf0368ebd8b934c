"""What belongs to freedoms of a tree, found by the joint coordinates they are: rotors of motors, stiffness and damping for implicit steps.

A rotor's inertia I at a freedom stands in the diagonal of the mass matrix of the tree: articulated masses have `c . M c + I`, the Newton-Euler sweep `I q''`.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vazba.errors import ModelError, Wrong
from vazba.laws.records import COORDINATE, LINEAR
from vazba.system import System
from vazba.tree.topology import Topology

Array = NDArray[np.float64]
Numbered = dict[int, int]  # of a coordinate: the freedom it is


def freedoms_of(system: System, topology: Topology, names: Sequence[tuple[str, str]]) -> Numbered:
    """Which freedom each joint coordinate is, where it is one."""
    places: dict[tuple[str, str], list[int]] = {}
    for k, (owner, what) in enumerate(names):
        places.setdefault((owner, what[0]), []).append(k)
    for link in topology.links:
        if link.joint is not None and not link.forward:
            # freedoms of a joint that carries its first body come in the opposite order
            for word in ("t", "s"):
                places.get((link.joint, word), []).reverse()
    found: Numbered = {}
    for k, (joint, coordinate) in enumerate(system.coordinate_names):
        mine = places.get((joint, "t" if coordinate.unit == "rad" else "s"))
        if mine:
            found[k] = mine.pop(0)
    return found


def enter_stiffness(system: System, numbered: Numbered, stiffness: Array, damping: Array) -> None:
    """Stiffness and damping of linear springs and dampers at joints of the tree, by freedom."""
    for path in system.tables.paths:
        if path["kind"] == COORDINATE and path["law"] == LINEAR and int(path["first"]) in numbered:
            stiffness[numbered[int(path["first"])]] += max(float(path["stiffness"]), 0.0)
            damping[numbered[int(path["first"])]] += max(float(path["damping"]), 0.0)


def enter_rotors(system: System, numbered: Numbered, freedoms: NDArray[np.void]) -> None:
    """Rotors at their freedoms; raises `ModelError` where the joint of one is kept by equations."""
    paths, faults = system.tables.paths, []
    for k in system.tables.rotors.tolist():
        if int(paths["first"][k]) in numbered:
            freedoms["rotor"][numbered[int(paths["first"][k])]] += float(paths["rotor"][k])
            continue
        section, name = system.path_names[k]
        joint = system.coordinate_names[int(paths["first"][k])][0]
        what = f"armature: joint {joint} is not in the tree of joints, so that its rotor has no coordinate there"
        why = "it closes a loop of joints that all have motors, or is named in cuts"
        faults.append(system.model.section(section)[name].fault(Wrong(what, why, 'take method = "absolute"')))
    if faults:
        raise ModelError(faults)
