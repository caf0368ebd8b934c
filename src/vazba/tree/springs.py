"""Linear springs and dampers, motors and events at joints of the tree with one freedom, which need no frames.

    effort = -stiffness (q + offset) - damping q'          effort = -tension(t)          length = q + offset

`offset`: the coordinate of the joint where that of the freedom is zero; of springs less the free length or angle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vazba._jit import inlined
from vazba.laws.curves import command_tension
from vazba.laws.records import COMMAND, COORDINATE, LINEAR, WATCH
from vazba.system import System
from vazba.tables import WORK, numbers_at
from vazba.tree.records import MOTOR, SPRING, TREE, TURN, WATCHED


@dataclass
class Own:
    """Elements at joints of the tree that need no frames, by the numbers of their paths."""

    springs: dict[int, tuple[float, ...]] = field(default_factory=dict)
    motors: dict[int, int] = field(default_factory=dict)
    watches: dict[int, tuple[float, ...]] = field(default_factory=dict)

    @property
    def paths(self) -> list[int]:
        return [*self.springs, *self.motors, *self.watches]

    def tables(self) -> dict[str, NDArray[np.void]]:
        """As tables of the record of the tree."""
        watches = [(path, *watch) for path, watch in self.watches.items()]
        return {
            "springs": np.array(list(self.springs.values()), SPRING), "motors": np.array(list(self.motors.items()), MOTOR),
            "watches": np.array(watches, WATCHED),
        }  # fmt: skip


def own_elements(system: System, alone: Iterable[tuple[str, int, int, float]], values: NDArray[np.float64]) -> Own:
    """`alone`: joints with one freedom, its number, place and value; `values`: of the joints' coordinates there.

    Motors whose commands are found by looking at the state (controllers, laws that name columns) stay with the paths, and events with functions.
    """
    at = {joint: (freedom, place, value) for joint, freedom, place, value in alone}
    found, paths = Own(), system.tables.paths
    by_time = not system.plans and not len(system.tables.sights)
    law = paths["law"]
    known = (law == LINEAR) | (law == COMMAND) | (law == WATCH)
    for k in np.flatnonzero((paths["kind"] == COORDINATE) & (paths["free_law"] == 0) & known).tolist():
        path = paths[k]
        coordinate = int(path["first"])
        joint = system.coordinate_names[coordinate][0]
        if joint not in at:
            continue
        freedom, place, value = at[joint]
        offset = float(values[coordinate]) - value
        if path["law"] == LINEAR:
            stiffness, damping = float(path["stiffness"]), float(path["damping"])
            found.springs[k] = (freedom, place, stiffness, damping, offset - float(path["free"]))
        elif path["law"] == WATCH and path["pointer"] == 0:
            found.watches[k] = (freedom, place, offset)
        elif path["law"] == COMMAND and by_time:
            found.motors[k] = freedom
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
def motor_efforts(tree, s, w, t):  # type: ignore[no-untyped-def]
    """Add what the motors exert to `efforts`; returns the power they put in."""
    motors, efforts, v, power = (
        TREE.motors(tree),
        numbers_at(tree.efforts, tree.nv),
        numbers_at(tree.v_now, tree.nv),
        0.0,
    )
    for k in range(motors.shape[0]):
        motor = motors[k]
        path = WORK.paths(w)[motor.path]
        path.tension = command_tension(path, s, w, t)
        efforts[motor.freedom] -= path.tension
        power -= path.tension * v[motor.freedom]
    return power


@inlined
def watch_joints(tree, w):  # type: ignore[no-untyped-def]
    """Lengths and rates of events at the state last swept."""
    watches, q, v = TREE.watches(tree), numbers_at(tree.q_now, tree.nq), numbers_at(tree.v_now, tree.nv)
    for k in range(watches.shape[0]):
        watch = watches[k]
        path = WORK.paths(w)[watch.path]
        path.length, path.rate = q[watch.at] + watch.offset, v[watch.freedom]


@inlined
def without_efforts(b, freedoms, efforts, turns, count, out):  # type: ignore[no-untyped-def]
    """Take what acts at the freedoms of body b, and what their rotors resist, out of what it gets through its joint; moments stand in `out[turns:count]`."""
    for j in range(b.first, b.first + b.count):
        f = freedoms[j]
        effort = efforts[j] - f.rotor * f.rate
        first, last = (turns, count) if f.kind == TURN else (0, turns)
        for i in range(first, last):
            out[i] -= effort * f.c[i]
