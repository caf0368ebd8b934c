"""What is known of the primary joints of a tree, for their reactions; and how its coordinates follow its speeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.chart import LINE, QUATERNION, chart_of
from vazba.system import System
from vazba.tree.records import BALL, LINK
from vazba.tree.topology import Topology

NOWHERE = np.zeros(3)


def link_table(
    system: System, topology: Topology, internals: Sequence[Any], bodies: NDArray[np.void], freedoms: NDArray[np.void]
) -> NDArray[np.void]:
    """For each body of the tree its primary joint among those of the system, and where the joint's point on the parent is."""
    index = {name: k for k, name in enumerate(system.joint_places)}
    kinds, found = freedoms["kind"].tolist(), []
    for link, first, count in zip(topology.links, bodies["first"].tolist(), bodies["count"].tolist()):
        ball = system.dimension != 2 and count > 0 and set(kinds[first : first + count]) == {BALL}
        joint, local = -1, NOWHERE
        if link.joint is not None:
            place, joint = system.joint_places[link.joint], index[link.joint]
            local = place.local_a if link.forward else place.local_b
            if link.parent >= 0:
                internal = internals[link.parent]
                local = internal.basis.T @ (local - internal.origin)
        parent = link.parent if link.parent >= 0 else len(topology.links)
        found.append((joint, parent, int(link.forward), int(ball), local))
    return np.array(found, LINK)


def tree_chart(freedoms: NDArray[np.void]) -> NDArray[np.void]:
    """Balls have quaternions; their three speeds stand one behind another."""
    parts, j = [], 0
    while j < len(freedoms):
        ball = freedoms["kind"][j] == BALL
        parts.append((QUATERNION, 1) if ball else (LINE, 1))
        j += 3 if ball else 1
    return chart_of(parts)
