"""Postures of a model that was checked: assembled, moved along what is free, with joints held where the user drags them."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import matrices
from vazba.element import GROUND
from vazba.figures.skeleton import Poses

if TYPE_CHECKING:
    from vazba.kinematic.check import Check
    from vazba.model import Model
    from vazba.system import System

Array = NDArray[np.float64]
FRAMES, PERIOD = 48, 3.0  # of a free motion that is shown, s
MOST_MOTIONS = 6
REACH, TURN = 0.18, 0.5  # of the mechanism's length, and rad: how far a free motion goes


def poses_of(system: System, q: Array) -> Poses:
    """Poses of all bodies from coordinates (instants x coordinates)."""
    q = np.atleast_2d(q)
    count = len(q)
    poses: Poses = {GROUND: (np.zeros((count, 3)), np.broadcast_to(np.eye(3), (count, 3, 3)))}
    for k, name in enumerate(system.body_names):
        if system.dimension == 2:
            x, y, angle = q[:, 3 * k : 3 * k + 3].T
            c, s, o = np.cos(angle), np.sin(angle), np.zeros(count)
            turn = np.array([[c, -s, o], [s, c, o], [o, o, o + 1]]).transpose(2, 0, 1)
            poses[name] = (np.stack([x, y, o], axis=1), turn)
        else:
            poses[name] = (q[:, 7 * k : 7 * k + 3], matrices(q[:, 7 * k + 3 : 7 * k + 7]))
    return poses


def assembled(found: Check) -> Poses:
    """Where the bodies are when the joints are closed, as far as they can be."""
    return poses_of(found.system, found.assembly.q)


def free_motions(found: Check) -> list[tuple[str, Array, Poses]]:
    """What neither joints nor drivers hold, swinging to and fro: words, times and poses."""
    if not (found.assembles and found.mobility.undriven and found.system.nv <= 400):
        return []
    from vazba.bodies.space import displaced
    from vazba.kinematic.evaluate import evaluate_position, work_for
    from vazba.kinematic.mobility import sparse_basis
    from vazba.kinematic.newton import CONVERGED, SEEK, close
    from vazba.kinematic.rank import rows_of

    system, work = found.system, work_for(found.system)
    evaluate_position(system, work, found.assembly.q, 0.0)
    weights = np.sqrt(system.tables.weights)
    moving = rows_of(system, work).motions(MOST_MOTIONS)
    words = [str(m) for m in found.mobility.free_motions]
    out = []
    for k, vector in enumerate(sparse_basis(np.atleast_2d(moving))[:MOST_MOTIONS]):
        step = vector / weights
        turning = _turning(system)
        far = max(
            float(np.abs(step[~turning]).max(initial=0.0)) / (REACH * system.length),
            float(np.abs(step[turning]).max(initial=0.0)) / TURN,
            1e-12,
        )
        half = FRAMES // 4
        side: dict[int, Array] = {0: found.assembly.q}
        for sign in (1, -1):
            q = found.assembly.q.copy()
            for i in range(1, half + 1):
                part = (math.sin(math.pi / 2 * i / half) - math.sin(math.pi / 2 * (i - 1) / half)) / far
                following = displaced(system.dimension, q, step, sign * part)
                status, _ = close(system, work, following, 0.0, SEEK)
                q = following if status == CONVERGED else q
                side[sign * i] = q.copy()
        order = [*range(half + 1), *range(half - 1, -half - 1, -1), *range(-half + 1, 1)]
        poses = poses_of(system, np.array([side[i] for i in order]))
        time = np.linspace(0.0, PERIOD, len(order))
        out.append((words[k] if k < len(words) else "", time, poses))
    return out


def _turning(system: System) -> NDArray[np.bool_]:
    block = [False, False, True] if system.dimension == 2 else [False] * 3 + [True] * 3
    return np.array(block * len(system.body_names), bool)


def free_coordinates(found: Check) -> list[dict[str, Any]]:
    """Joint coordinates that may be dragged: those of joints that a free motion moves."""
    if not found.assembles or not found.mobility.undriven:
        return []
    moving = {(joint, name) for motion in found.mobility.free_motions for joint, name, _ in motion.joints}
    work = found.assembly.work
    out = []
    for (joint, coordinate), value in zip(found.system.coordinate_names, work.coordinates, strict=True):
        if (joint, coordinate.name) in moving and joint in found.model.joints:
            reach = math.pi if coordinate.unit == "rad" else found.system.length
            out.append(
                {
                    "joint": joint, "coordinate": coordinate.name, "unit": coordinate.unit, "value": float(value),
                    "minimum": float(value) - reach, "maximum": float(value) + reach,
                }
            )  # fmt: skip
    return out


def dragged(model: Model, start: Array | None, joint: str, coordinate: str, value: float) -> tuple[System, Array, bool]:
    """The posture in which one joint coordinate has a given value and the joints are closed; as near as it gets."""
    from vazba.compiler import compile_model
    from vazba.drivers.driver import Driver
    from vazba.kinematic.assembly import assemble

    held = copy.copy(model)
    held.drivers = dict(model.drivers)
    name = "held"
    while name in held.drivers:
        name += "_"
    values: dict[str, Any] = {"joint": joint, coordinate: float(value)}
    held.drivers[name] = Driver(name=name, **values)
    system = compile_model(held, rigid=True)
    found = assemble(system, 0.0, None if start is None or len(start) != system.nq else start)
    return system, found.q, found.closed
