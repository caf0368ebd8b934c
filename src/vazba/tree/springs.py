"""Linear springs and dampers at joints of the tree with one freedom: efforts, which need neither frames nor paths.

    effort = -stiffness (q + offset) - damping q'

`offset`: the coordinate of the joint where that of the freedom is zero, less the free length or angle.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vazba._jit import inlined
from vazba.laws.records import COORDINATE, LINEAR
from vazba.system import System
from vazba.tables import numbers_at
from vazba.tree.records import TREE, TURN


def own_springs(
    system: System, alone: Iterable[tuple[str, int, int, float]], values: NDArray[np.float64]
) -> dict[int, tuple[float, ...]]:
    """Springs by the number of their path. `alone`: joints with one freedom, its number, place and value; `values`: of the joints' coordinates there."""
    at = {joint: (freedom, place, value) for joint, freedom, place, value in alone}
    found: dict[int, tuple[float, ...]] = {}
    for k, path in enumerate(system.tables.paths):
        if path["kind"] == COORDINATE and path["law"] == LINEAR and path["free_law"] == 0:
            coordinate = int(path["first"])
            joint = system.coordinate_names[coordinate][0]
            if joint in at:
                freedom, place, value = at[joint]
                offset = float(values[coordinate]) - value - float(path["free"])
                found[k] = (freedom, place, float(path["stiffness"]), float(path["damping"]), offset)
    return found


@inlined
def spring_efforts(tree):  # type: ignore[no-untyped-def]
    """Fill `efforts` with those given and those of the springs at the state last swept; returns the power that is dissipated."""
    springs, efforts, lost = TREE.springs(tree), numbers_at(tree.efforts, tree.nv), 0.0
    given, q, v = numbers_at(tree.given, tree.nv), numbers_at(tree.q_now, tree.nq), numbers_at(tree.v_now, tree.nv)
    for k in range(efforts.shape[0]):
        efforts[k] = given[k]
    for k in range(springs.shape[0]):
        spring = springs[k]
        rate = v[spring.freedom]
        efforts[spring.freedom] -= spring.stiffness * (q[spring.at] + spring.offset) + spring.damping * rate
        lost += spring.damping * rate * rate
    return lost


@inlined
def without_efforts(b, freedoms, efforts, turns, count, out):  # type: ignore[no-untyped-def]
    """Take what acts at the freedoms of body b, and what their rotors resist, out of what it gets through its joint; moments stand in `out[turns:count]`."""
    for j in range(b.first, b.first + b.count):
        f = freedoms[j]
        effort = efforts[j] - f.rotor * f.rate
        first, last = (turns, count) if f.kind == TURN else (0, turns)
        for i in range(first, last):
            out[i] -= effort * f.c[i]
