"""What moves a system: masses, force elements along paths, and loads, as tables for the kernels.

A *path* turns frames into one length and its rate; a *law* turns length and rate into one tension:

| law    | tension                                                                  |
|--------|--------------------------------------------------------------------------|
| SPRING | `K (l - l0)`                                                             |
| DAMPER | `B l'`                                                                   |
| CABLE  | `k/l0 (l - l0) + b/l0 l'`, zero when the elastic part or the sum is negative |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import addresses, packed, view_of
from vazba.algebra.rotations import cross_matrix
from vazba.errors import Fault, ModelError
from vazba.kinematic.evaluate import Work
from vazba.motion.constant import Constant
from vazba.motion.kernels import LAW, LawTable
from vazba.system import System

Array = NDArray[np.float64]
SPRING, DAMPER, CABLE = range(3)
BY_LAW, SLACK, TAUT, LOOSE = range(
    4
)  # how a cable's tension is taken: by its law; none; the law without its limit; none though stretched

MASS = np.dtype(
    [("m", "f8"), ("c", "f8", 3), ("inertia", "f8", 9), ("inverse", "f8", 36)], align=True
)  # inertia about the frame's origin, body axes; inverse of the mass block in body axes, times the reference mass
PATH = np.dtype([
    ("law", "i4"), ("first", "i4"), ("count", "i4"),  # its stops
    ("stiffness", "f8"), ("damping", "f8"), ("free_length", "f8"), ("tension", "f8"), ("length", "f8"), ("rate", "f8"),
    ("mode", "i4"), ("held", "i4"), ("flipped", "f8"),  # of a cable: see `integrate.switching`
], align=True)  # fmt: skip
LOAD = np.dtype([("frame", "i4"), ("x", "i4"), ("y", "i4"), ("z", "i4"), ("start", "f8"), ("on", "i4")], align=True)
OFF, ON, BY_TIME = range(3)  # whether a load acts: decided at the start of a step, or by the time
NAMES = (
    "masses", "paths", "stops", "loads", "laws", "ops", "numbers", "gravity", "reference", "force", "acceleration", "multipliers", "block",
    "inverse",
)  # fmt: skip
DYNAMICS = addresses(NAMES, "tables", "work")
masses_at, paths_at, loads_at, dynamics_at = (view_of(d) for d in (MASS, PATH, LOAD, DYNAMICS))


@dataclass(frozen=True)
class Dynamics:
    """Masses, paths and loads of a system; `force` and the tensions in `paths` are written by the kernels."""

    masses: NDArray[np.void]
    paths: NDArray[np.void]
    stops: NDArray[np.int32]
    loads: NDArray[np.void]
    laws: NDArray[np.void]
    ops: NDArray[np.int32]
    numbers: Array
    gravity: Array
    reference: Array  # one mass, by which the mass matrix is divided
    force: Array
    acceleration: Array
    multipliers: Array
    block: Array
    inverse: Array  # of the mass blocks, one after another
    path_names: tuple[str, ...]
    alive: object

    def record_with(self, system: System, work: Work) -> Any:
        """What kernels are given: these tables, and where those of the system and its work arrays are."""
        arrays = {name: getattr(self, name) for name in NAMES}
        return packed(DYNAMICS, arrays, tables=system.tables.record.here, work=work.record.here)


def dynamics_of(system: System) -> Dynamics:
    """Tables of masses, paths and loads; raises `ModelError` where a body has no mass or inertia."""
    model, scope = system.model, system.model.scope()
    laws = LawTable()
    stops: list[int] = []
    paths: list[tuple[float, ...]] = []
    names: list[str] = []
    for law, section in ((SPRING, model.springs), (DAMPER, model.dampers), (CABLE, model.cables)):
        for name, record in section.items():
            values = record.read(scope, [])
            through = values.through if law == CABLE else values.points
            unit = values.free_length if law == CABLE else 1.0  # a cable's stiffness and damping are per unit strain
            stiffness, damping = getattr(values, "stiffness", 0.0) / unit, getattr(values, "damping", 0.0) / unit
            free_length = getattr(values, "free_length", 0.0)
            paths.append(
                (law, len(stops), len(through), stiffness, damping, free_length, 0.0, 0.0, 0.0, BY_LAW, 0, -np.inf)
            )
            stops += [system.point_frames[point] for point in through]
            names.append(f"{record.KIND} {name}")
    loads = []
    for record in model.forces.values():
        values = record.read(scope, [])
        motions = (*values.force, Constant(0.0))[:3]
        start = -np.inf if values.start is None else values.start
        loads.append((system.point_frames[values.point], *(laws.add(f) for f in motions), start, BY_TIME))
    down = (0.0, -9.81) if system.dimension == 2 else (0.0, 0.0, -9.81)
    gravity = np.zeros(3)
    gravity[: system.dimension] = down if model.gravity is None else scope.vector(model.gravity, system.dimension)
    tables = laws.arrays()
    masses = _masses(system)
    reference = np.array([np.exp(np.mean(np.log(masses["m"])))])
    return Dynamics(
        masses, np.array(paths, PATH), np.array(stops, np.int32), np.array(loads, LOAD), tables[0].astype(LAW), *tables[1:],
        gravity, reference, np.zeros(system.nv), np.zeros(system.nv), np.zeros(system.m), np.zeros(36),
        _inverses(system, masses, float(reference[0])), tuple(names), laws,
    )  # fmt: skip


def _masses(system: System) -> NDArray[np.void]:
    """Mass, centre of mass and inertia about the frame's origin: `J_P = J - m ~c ~c`."""
    table, faults = np.zeros(len(system.body_names), MASS), []
    scope = system.model.scope()
    for k, (_, body) in enumerate(system.model.bodies.items()):
        values = body.read(scope, [])
        missing = [word for word in ("mass", "inertia") if getattr(values, word) is None]
        if missing or values.mass == 0:
            what = f"{' and '.join(missing)} is not given" if missing else "its mass is zero"
            faults.append(
                Fault(
                    body.label,
                    what,
                    "its motion under forces is not determined",
                    "give mass and inertia",
                    body.origin.file,
                    body.origin.line,
                )
            )
            continue
        c = np.zeros(3)
        if values.com is not None:
            c[: system.dimension] = values.com
        inertia = np.diag([0.0, 0.0, float(values.inertia)]) if system.dimension == 2 else np.asarray(values.inertia)
        table[k] = (
            values.mass,
            c,
            (inertia + values.mass * (c @ c * np.eye(3) - np.outer(c, c))).ravel(),
            np.zeros(36),
        )
    if faults:
        raise ModelError(faults)
    return table


def _inverses(system: System, masses: NDArray[np.void], reference: float) -> Array:
    """Inverse mass blocks in body axes, times the reference mass; also entered into the table of masses."""
    size, blocks = (3 if system.dimension == 2 else 6), []
    for mass in masses:
        m, c = float(mass["m"]), mass["c"]
        block = np.zeros((size, size))
        if size == 3:
            block[:] = [[m, 0, -m * c[1]], [0, m, m * c[0]], [-m * c[1], m * c[0], mass["inertia"][8]]]
        else:
            block[:3, :3], block[3:, 3:] = m * np.eye(3), mass["inertia"].reshape(3, 3)
            block[:3, 3:] = -m * cross_matrix(c)
            block[3:, :3] = block[:3, 3:].T
        inverse = reference * np.linalg.inv(block)
        mass["inverse"][: size * size] = inverse.ravel()
        blocks.append(inverse.ravel())
    return np.concatenate(blocks) if blocks else np.zeros(0)
