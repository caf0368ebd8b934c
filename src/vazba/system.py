"""System: a model turned into numbers. Frozen: algorithms are functions that read it.

Sizes: `nq` coordinates (3 or 7 a body), `nv` velocities (3 or 6 a body), `m` constraint equations (joints first, then drivers).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from vazba._jit import packed
from vazba.algebra.ldl import HUB, Plan, plan
from vazba.algebra.schur import MOST
from vazba.bodies.kernels import PLACE as PLACED
from vazba.bodies.space import Space, bodies_chart, space_of
from vazba.frozen import frozen
from vazba.tables import NO_SIGHTS, TABLES

if TYPE_CHECKING:
    from vazba.controllers.seen import ControlPlan
    from vazba.flexible.units import Net
    from vazba.joints.joint import Coordinate, Freedom
    from vazba.lowering.carrier import BeamPlan
    from vazba.model import Model
    from vazba.motion.motion import Motion

Array = NDArray[np.float64]
T = TypeVar("T")


@frozen
class Group:
    """The equations of one joint or driver: which rows, what each forbids, and in which unit its gap is measured."""

    name: str
    kind: str  # "joint", "driver", or "guide" (assembly only)
    first: int
    directions: tuple[str, ...]
    units: tuple[str, ...]

    @property
    def label(self) -> str:
        return f"{self.kind} {self.name}"

    @property
    def rows(self) -> range:
        return range(self.first, self.first + len(self.directions))


@frozen(eq=False, repr=False)
class Tables:
    """Everything the compiled loops read, as flat arrays, and the one record of addresses by which kernels find them."""

    dimension: int
    frames: NDArray[np.void]
    rows: NDArray[np.void]
    coordinates: NDArray[np.void]  # joint coordinates, as rows of their own
    laws: NDArray[np.void]
    ops: NDArray[np.int32]
    numbers: Array
    nodes: NDArray[np.void]
    entries: NDArray[np.void]
    pairs: NDArray[np.void]
    places: NDArray[np.void]
    pivots: NDArray[np.int32]
    strips: NDArray[np.void]
    couples: NDArray[np.void]
    paths: NDArray[np.void]  # as they start; runs work on copies
    stops: NDArray[np.uint32]
    loads: NDArray[np.void]
    bushings: NDArray[np.void]
    frictions: NDArray[np.void]
    weights: Array  # of the velocities: 1 for translations, (characteristic length)^2 for rotations
    sights: NDArray[np.void] = field(default_factory=lambda: NO_SIGHTS)  # columns that laws of forces depend on

    @cached_property
    def record(self) -> Any:
        """What kernels are given: `s.rows` is an address and `s.n_rows` how many there are; `s.here` is its own address."""
        nv = len(self.weights)
        nq = nv // space_of(self.dimension).nv * space_of(self.dimension).nq
        return packed(
            TABLES,
            {name: getattr(self, name) for name in TABLES.kinds}, dimension=self.dimension, nq=nq, nv=nv, nb=space_of(self.dimension).nv, small=self.small,
            twists=bool((self.frames["point"] != PLACED).any()),
        )  # fmt: skip

    @property
    def chart(self) -> NDArray[np.void]:
        """How coordinates of the bodies follow their velocities."""
        return bodies_chart(self.dimension, len(self.weights) // space_of(self.dimension).nv)

    @cached_property
    def spread(self) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
        """Of each number of the Jacobian's blocks: its row, its column, and where it stands."""
        along = np.arange(space_of(self.dimension).nv)
        row, column, start = (self.strips[key].astype(np.intp)[:, None] for key in ("row", "column", "start"))
        return row, column + along, start + along

    @cached_property
    def here(self) -> int:
        """Address of the record."""
        return int(self.record.here)

    @cached_property
    def small(self) -> bool:
        """Few constraint equations: the multipliers are eliminated as a dense system (`algebra.schur`)."""
        return len(self.pivots) - len(self.weights) <= MOST and not self.rotors.size

    @cached_property
    def rotors(self) -> NDArray[np.intp]:
        """Paths with a rotor: its inertia couples the bodies of its joint."""
        return np.flatnonzero(self.paths["rotor"] > 0.0)

    def held_by(self, path: int) -> tuple[int, int]:
        """Bodies of the joint at whose coordinate a path acts (-1: ground)."""
        row, body = self.coordinates[int(self.paths["first"][path])], self.frames["body"]
        return int(body[row["a"]]), int(body[row["b"]])


@frozen(eq=False, repr=False)
class JointPlace:
    """Where a joint sits: its two frames' bodies, local positions and bases, its axis in the second body, and what it leaves free."""

    type: str
    body_a: str
    local_a: Array
    body_b: str
    local_b: Array
    axis_b: Array
    basis_a: Array
    basis_b: Array
    free: tuple[Freedom, ...]


@frozen(eq=False, repr=False)
class System:
    """The compiled model."""

    model: Model
    dimension: int
    body_names: tuple[str, ...]
    q0: Array  # coordinates as described
    v0: Array  # velocities as described
    keep: Array  # weights of the velocities in assembly: heavy where the user fixed a body
    length: float  # characteristic length, m: makes angles comparable with lengths
    groups: tuple[Group, ...]
    tables: Tables
    plan: Plan
    block_starts: tuple[tuple[int, ...], ...]
    touches: tuple[tuple[int, ...], ...]
    jacobian_size: int
    turns0: Array
    coordinate_names: tuple[tuple[str, Coordinate], ...]  # (joint, coordinate) of each row of tables.coordinates
    driver_rows: dict[str, tuple[int, ...]]  # rows of each driver
    driver_motions: dict[str, tuple[tuple[str, Motion, str], ...]]  # of each driver: (component, motion law, unit)
    driver_spans: dict[str, tuple[float, float]]  # times for which its motion is known
    points: dict[str, tuple[int, Array]]  # body (-1 ground) and local position
    path_names: tuple[tuple[str, str], ...]  # (section, name) of each row of tables.paths
    path_units: tuple[str, ...]  # "m" or "rad"
    joint_places: dict[str, JointPlace]
    alive: object  # keeps function pointers of motion laws
    guided: System | None = None  # for assembly: the same with rows that hold axes the right way round
    beams: tuple[BeamPlan, ...] = ()  # how the beams of the described model stand in this one
    values: Mapping[str, Mapping[str, SimpleNamespace]] = field(default_factory=dict)  # those read of `model`
    plans: tuple[ControlPlan, ...] = ()  # its controllers
    controls: Any = None  # their record for the kernels, where some compute something (`case.controls`)
    net: Net | None = None  # single nodes, and the bars between them
    told: Model | None = None  # the described model, where `model` was made from it by lowering its beams
    memory: dict[str, Any] = field(default_factory=dict, init=False)  # what was found of it
    reused: bool = field(
        default=False, init=False
    )  # by one run after another (`case.kept`): then also what is large, and copied, is remembered

    def remembered(self, what: str, key: Any, make: Callable[[], T]) -> T:
        """What `make` gives, or what it gave when last asked for with the same key. Nobody may write into it."""
        found = self.memory.get(what)
        if found is None or found[0] != key:
            found = self.memory[what] = key, make()
        return found[1]  # type: ignore[no-any-return]

    @cached_property
    def space(self) -> Space:
        """The plane or space."""
        return space_of(self.dimension)

    @property
    def turnless(self) -> int:
        """Velocities of the bodies that stand for nodes which are none of these: a node does not turn."""
        return 0 if self.net is None else len(self.net.nodes) * self.space.turns + 3 * len(self.net.frames)

    @property
    def described(self) -> Model:
        """The model as the user wrote it, beams and all."""
        return self.model if self.told is None else self.told

    @cached_property
    def nq(self) -> int:
        return len(self.q0)

    @cached_property
    def nv(self) -> int:
        return len(self.v0)

    @cached_property
    def m(self) -> int:
        return sum(len(group.directions) for group in self.groups)

    @cached_property
    def patient_plan(self) -> Plan:
        """As `plan`, but every constraint waits for all its bodies, hubs too: each pivot then is the distance of a row from those before."""
        joined = Counter(body for touched in self.touches for body in touched)
        if max(joined.values(), default=0) <= HUB:
            return self.plan
        size = space_of(self.dimension).nv
        groups = [len(group.directions) for group in self.groups]
        return plan([size] * len(self.body_names), groups, self.touches, self.block_starts, hub=self.m)

    @cached_property
    def joint_rows(self) -> int:
        """Equations of the joints alone; those of the drivers follow."""
        return sum(len(group.directions) for group in self.groups if group.kind == "joint")

    @property
    def attachments(self) -> dict[str, list[tuple[str, Array]]]:
        """For drawing: the joints and points on each body (or `ground`), by local position."""
        found: dict[str, list[tuple[str, Array]]] = {name: [] for name in (*self.body_names, "ground")}
        for name, place in self.joint_places.items():
            found[place.body_a].append((name, place.local_a))
            found[place.body_b].append((name, place.local_b))
        for name, (body, local) in self.points.items():
            found[self.body_names[body] if body >= 0 else "ground"].append((name, local))
        return found
