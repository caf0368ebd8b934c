"""The formulations of one model behind one interface: what the integrators call, and how stored states become results."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary, packed
from vazba.equations import absolute, minimal, recursive
from vazba.equations.tables import Dynamics
from vazba.errors import ModelError
from vazba.flexible.build import units_of
from vazba.formulations.freedom_names import freedom_names, independence_faults, places_of, topology_with
from vazba.formulations.settings import IMPLICIT, Place, Settings
from vazba.formulations.turns import hand_over
from vazba.kinematic.evaluate import Work, at_position, evaluate
from vazba.kinematic.redundancy import review, rows_in_metres
from vazba.loads.kernels import BY_TIME
from vazba.paths.kernels import BY_LAW
from vazba.report.observe import FIXED, observe, observe_by, owners
from vazba.report.observe_tree import link_table, observe_tree
from vazba.system import System
from vazba.tree.build import Tree, tree_of
from vazba.tree.coordinates import speeds_of
from vazba.tree.records import SLIDE
from vazba.tree.topology import Topology, topology_of

Array = NDArray[np.float64]
EXTRA = absolute.EXTRA
MOST_NAMED = 4  # coordinates that are named in a line
# Freedoms of a tree that cost as much as one equation of the absolute method (few of them, by dimension; many), and as one that closes a loop.
FEW, MANY, CLOSING = {2: 4.0, 3: 2.5}, 5.0, 6.0


class Formulation(Protocol):
    """What a run asks of a formulation."""

    name: str
    derivative: Boundary
    elastic: bool  # it has bodies with coordinates of their own
    has_tangent: bool  # implicit methods can ask for its tangent
    system: System
    dynamics: Dynamics
    work: Work
    record: Any

    @property
    def joints(self) -> Tree | None:
        """The tree whose joint coordinates it integrates."""

    @property
    def unknowns(self) -> str:
        """What is integrated, in words."""

    @property
    def remarks(self) -> list[str]:
        """What is to be said of it after a run."""

    def start(self, y: Array) -> Array:
        """State of a run from the bodies' coordinates and velocities."""

    def bodies(self, y: Array, t: float = 0.0) -> Array:
        """The bodies' coordinates and velocities from the state of a run at time t (drivers close loops too)."""

    def observed(self, times: Array, states: Array, turns: Array, passed: Array) -> tuple[Array, Array, Array]:
        """Motion, energies and reactions, and friction at stored states: see `observe`."""

    def sections(self, states: Array) -> dict[str, Array]:
        """Section forces of beams with elastic coordinates of their own, by the name of their station."""

    def looked_at(self, times: Array, states: Array) -> list[str]:
        """Warnings that only the states of a run can give."""

    def tangent(self, collocating: bool) -> Any:
        """Matrices for implicit steps; `collocating`: with those of complex numbers, for methods of several stages."""


class Absolute:
    """Coordinates of all bodies, constraints with multipliers."""

    name = "absolute"
    derivative: Boundary = absolute.derivative
    elastic, has_tangent, joints = False, True, None

    def __init__(self, system: System, dynamics: Dynamics, work: Work) -> None:
        self.system, self.dynamics, self.work = system, dynamics, work
        self.record = dynamics.record_with(system, work)

    @property
    def unknowns(self) -> str:
        return f"{self.system.nv} velocities of the bodies, {counted(self.system.m, 'equation')} of joints and drivers"

    @property
    def remarks(self) -> list[str]:
        return []

    def start(self, y: Array) -> Array:
        return y

    def bodies(self, y: Array, t: float = 0.0) -> Array:  # noqa: ARG002
        return y

    def looked_at(self, times: Array, states: Array) -> list[str]:  # noqa: ARG002
        return []

    def tangent(self, collocating: bool) -> Any:
        from vazba.tangent.bodies import tangent_of

        return tangent_of(self.system, collocating)

    def sections(self, states: Array) -> dict[str, Array]:  # noqa: ARG002
        return {}

    def observed(self, times: Array, states: Array, turns: Array, passed: Array) -> tuple[Array, Array, Array]:
        return one_by_one(self, self, times, states, turns, passed)

    def observed_as_chosen(
        self, times: Array, states: Array, turns: Array, passed: Array
    ) -> tuple[Array, Array, Array]:
        """The same, with the rows that count as they are chosen now."""
        names, owner, second = owners(self.system)
        stored, more, rubbed = room_for(self.system, len(names), len(times))
        self.dynamics.baumgarte[:] = 0.0
        by_law(self.work)
        arrays = {
            "times": times, "states": states, "turns": turns, "owner": owner, "second": second, "stored": stored, "more": more, "rubbed": rubbed,
            "rates": np.zeros(states.shape[1]), "passed": passed,
        }  # fmt: skip
        observe_by(observe, self.record, self.derivative, arrays)
        return stored, more, rubbed


class Recursive:
    """Joint coordinates of a spanning tree, loops closed by multipliers."""

    name = "recursive"
    elastic, has_tangent = False, False
    derivative: Boundary = recursive.derivative
    kinematics: Boundary = recursive.kinematics

    def __init__(self, whole: Absolute, y: Array, topology: Topology | None = None) -> None:
        self.whole, self.system = whole, whole.system
        q, v = y[: self.system.nq].copy(), y[self.system.nq : self.system.nq + self.system.nv]
        evaluate(self.system, whole.work, q, v, 0.0)
        self.tree = tree_of(
            self.system, whole.dynamics.masses, q, whole.work.coordinates, topology or topology_of(self.system)
        )
        self.tree.arrays["q"][:] = q
        self.work = self._work()
        force = self.tree.arrays["force"]
        self.dynamics = replace(whole.dynamics, force=force, applied=np.zeros(len(force)), baumgarte=np.zeros(2))
        self.record = self._record()
        self.offsets = []  # whole turns of a joint of the tree: place in `turns`, its coordinate here, value when that is zero, factor
        for k, at, offset in self.tree.seen:
            row = self.system.tables.coordinates[k]
            self.offsets.append(
                (
                    int(row["turn"]),
                    at,
                    float((whole.work.coordinates[k] + offset) / row["factor"]),
                    float(row["factor"]),
                )
            )
        take_over(self, whole)

    @property
    def unknowns(self) -> str:
        return f"{counted(self.tree.nv, 'speed')} of a tree of joints, {counted(len(self.tree.rows), 'equation')} of loops and drivers"

    @property
    def remarks(self) -> list[str]:
        return []

    @property
    def joints(self) -> Tree | None:
        return self.tree

    def looked_at(self, times: Array, states: Array) -> list[str]:  # noqa: ARG002
        return []

    def tangent(self, collocating: bool) -> Any:
        raise NotImplementedError("implicit methods in joint coordinates have their own")

    def _work(self) -> Work:
        return self.tree.work

    def _record(self) -> Any:
        return self.dynamics.record_with(self.tree.attached, self.work, self.tree.record.here)

    def start(self, y: Array) -> Array:
        x = self.tree.start.copy()
        v = y[self.system.nq : self.system.nq + self.system.nv]
        return np.concatenate([x, speeds_of(self.tree, x, v), y[-EXTRA:]])

    def bodies(self, y: Array, t: float = 0.0) -> Array:
        self.kinematics(self.record.here, y.ctypes.data, t)
        rooms(self.tree)[0].absolute(self.tree.record.here, 0, 0)
        return np.concatenate([self.tree.arrays["q"], self.tree.arrays["v"], y[-EXTRA:]])

    def sections(self, states: Array) -> dict[str, Array]:  # noqa: ARG002
        return {}

    def observed(self, times: Array, states: Array, turns: Array, passed: Array) -> tuple[Array, Array, Array]:
        return one_by_one(self, self.whole, times, states, turns, passed)

    def observed_as_chosen(
        self, times: Array, states: Array, turns: Array, passed: Array
    ) -> tuple[Array, Array, Array]:
        """The same, with the rows that count as they are chosen now."""
        names, owner, second = owners(self.system)
        stored, more, rubbed = room_for(self.system, len(names), len(times))
        by_law(self.work)
        by_law(self.whole.work)
        turns = turns.copy()
        for turn, at, offset, factor in self.offsets:
            turns[:, turn] = offset + states[:, at] / factor
        rates = np.zeros(max(states.shape[1], self.system.nq + self.system.nv + EXTRA))
        rows = np.array(self.tree.rows, np.int32)
        whole = absolute.derivative.address if self.redundant(states) else 0
        arrays = {
            "times": times, "states": states, "turns": turns, "owner": owner, "second": second, "stored": stored, "more": more, "rubbed": rubbed,
            "rates": rates, "passed": passed, "links": link_table(self.system, self.tree, names), "rows": rows, "whole_state": np.zeros(len(rates)),
        }  # fmt: skip
        observe_by(
            observe_tree, self.record, self.derivative, arrays, whole=self.whole.record.here, whole_derivative=whole
        )
        return stored, more, rubbed

    def redundant(self, states: Array) -> bool:
        """Whether loop rows depend on each other, so that reactions are not unique."""
        if not len(states):
            return False
        rate = np.zeros(states.shape[1])
        self.derivative(self.record.here, np.ascontiguousarray(states[0]).ctypes.data, rate.ctypes.data, 0.0)
        return bool(self.whole.work.record.dropped or (self.tree.arrays["compliances"] == 0.0).any())


class Minimal(Recursive):
    """Independent speeds of a spanning tree, loops closed at every evaluation."""

    name = "minimal"
    derivative: Boundary = minimal.derivative
    kinematics: Boundary = minimal.kinematics

    def __init__(
        self, whole: Absolute, y: Array, topology: Topology | None = None, independent: Sequence[str] = (), place: Place = (None, None)
    ) -> None:  # fmt: skip
        self.named, self.place = tuple(independent), place
        super().__init__(whole, y, topology)
        self.first = self.independent

    @property
    def unknowns(self) -> str:
        names = f" ({', '.join(self.first)})" if 0 < len(self.first) <= MOST_NAMED else ""
        return f"{len(self.first)} independent{names} of {counted(self.tree.nv, 'speed')} of a tree of joints"

    @property
    def remarks(self) -> list[str]:
        when = float(self.arrays["pivots"][minimal.CHANGED])
        if np.isnan(when):
            return []
        what = f"the independent coordinates {', '.join(self.named)} do not determine the motion well near t = {when:.4g} s"
        return [f"{what}: from there on others are taken where they are better"]

    @property
    def joints(self) -> Tree | None:
        return None

    def _work(self) -> Work:
        """Behind the whole turns stands the choice of independent speeds: it is stored with every state."""
        turns = np.concatenate([self.tree.work.turns, np.zeros(self.tree.nv + len(self.tree.rows))])
        return replace(self.tree.work, turns=turns)

    def _record(self) -> Any:
        """The choice of independent speeds is made here, in the assembled posture."""
        tree, inverse = self.tree, rooms(self.tree)[1]
        nv, rows, still = tree.nv, len(tree.rows), np.zeros(tree.nv)
        kernels = {
            name: getattr(inverse, name).address
            for name in ("inverse", "composite", "closure", "loop_loads", "loop_bias")
        }
        tree.record.wrench = inverse.wrench_at.address
        trial = self._arrays(rows)
        record = packed(minimal.MINIMAL, trial, r=rows, ns=nv - rows, **kernels)
        rooms(tree)[0].sweep(tree.record.here, tree.start.ctypes.data, still.ctypes.data)
        at_position(tree.attached.tables.record.here, self.work.record.here, 0, 0.0)
        inverse.composite(tree.record.here, record.mass, 0)
        inverse.closure(tree.record.here, self.work.record.jacobian, record.g)
        trial["row_sizes"][:], trial["reaches"][:] = self._sizes()
        r = minimal.choose_at(tree.record.here, record.here, rows)
        if self.named:
            self._take_named(record, trial, r)
        self.arrays = self._arrays(r)
        for name in ("all_rows", "all_columns", "row_sizes", "reaches"):
            self.arrays[name][:] = trial[name]
        self.minimal = packed(minimal.MINIMAL, self.arrays, r=r, ns=nv - r, **kernels)
        minimal.take_choice_at(tree.record.here, self.minimal.here)
        return self.dynamics.record_with(tree.attached, self.work, tree.record.here, self.minimal.here)

    def _sizes(self) -> tuple[Array, Array]:
        """Of each loop row what it does to the bodies it touches (m for m, or for a turn by 1 m over the size of the mechanism); of each freedom how far it
        moves bodies (m): a turn by the size of the mechanism."""
        tree, length, touches = self.tree, self.system.length, self.tree.carried.touches
        weights = np.array([1.0, 1.0, length**-2] if tree.dimension == 2 else [1.0] * 3 + [length**-2] * 3)
        blocks = self.work.jacobian[touches["start"][:, None] + np.arange(len(weights))]
        rows = tree.carried.slots["row"][touches["slot"]]
        size = np.bincount(rows, blocks**2 @ weights, len(tree.rows))
        return np.sqrt(np.where(size > 0.0, size, 1.0)), np.where(tree.freedoms["kind"] == SLIDE, 1.0, length)

    def _take_named(self, record: Any, trial: dict[str, Any], r: int) -> None:
        """Put the freedoms the user named in the place of those chosen; raises `ModelError` where they are not independent."""
        tree, nv = self.tree, self.tree.nv
        named = places_of(self.system, tree, self.named, self.place)
        g, usual = trial["g"].reshape(-1, nv), sorted(trial["all_columns"][r:].tolist())
        scale = np.sqrt(np.diag(trial["mass"].reshape(nv, nv)))
        faults = independence_faults(freedom_names(self.system, tree), named, usual, g, scale)
        if faults:
            raise ModelError([fault.at(*self.place) for fault in faults])
        g[:, named] = 0.0  # no pivots there
        minimal.choose_at(tree.record.here, record.here, r)

    def _arrays(self, r: int) -> dict[str, Any]:
        found = minimal.sizes(self.tree.nv, len(self.tree.rows), min(r, self.tree.nv))
        arrays: dict[str, Any] = {name: np.zeros(max(size, 0), kind) for name, (size, kind) in found.items()}
        limits = (minimal.NAMED_MUCH, minimal.NAMED_FAR) if self.named else (minimal.MUCH_BETTER, minimal.FAR_BETTER)
        arrays["pivots"][minimal.MUCH :] = *limits, np.nan
        return arrays | {"kept": self.work.turns[len(self.system.turns0) :]}

    def start(self, y: Array) -> Array:
        x = super().start(y)
        nq, nv = self.tree.nq, self.tree.nv
        return np.concatenate([x[:nq], x[nq : nq + nv][self.arrays["independent"]], x[-EXTRA:]])

    @property
    def independent(self) -> tuple[str, ...]:
        """Names of the independent freedoms as they are chosen now, `A.angle`."""
        names = freedom_names(self.system, self.tree)
        return tuple(names[k] for k in self.arrays["independent"])

    def observed(self, times: Array, states: Array, turns: Array, passed: Array) -> tuple[Array, Array, Array]:
        """States are read with the choice they were stored with."""
        count, nv = len(self.system.turns0), self.tree.nv
        if turns.shape[1] < len(self.work.turns):  # states without a choice of their own
            return super().observed(times, states, turns, passed)
        starts = np.flatnonzero(np.any(np.diff(turns[:, count:], axis=0) != 0, axis=1)) + 1
        pivots, parts = self.arrays["pivots"], []
        far = float(pivots[minimal.FAR])
        pivots[minimal.FAR] = np.inf  # each was good enough for the step that ended there
        for first, last in itertools.pairwise([0, *starts, len(times)]):
            if first < last:
                choice = turns[first, count:].astype(np.int32)
                self.arrays["all_columns"][:], self.arrays["all_rows"][:] = choice[:nv], choice[nv:]
                minimal.take_choice_at(self.tree.record.here, self.minimal.here)
            parts.append(super().observed(times[first:last], states[first:last], turns[first:last, :count], passed))
        pivots[minimal.FAR] = far
        return (
            np.concatenate([p[0] for p in parts], axis=1),
            np.concatenate([p[1] for p in parts]),
            np.concatenate([p[2] for p in parts]),
        )

    def redundant(self, states: Array) -> bool:  # noqa: ARG002
        return len(self.arrays["rows"]) < len(self.tree.rows)


def one_by_one(
    form: Absolute | Recursive, whole: Absolute, times: Array, states: Array, turns: Array, passed: Array
) -> tuple[Array, Array, Array]:
    """What is observed of a formulation. Where rows follow from others, those that count are looked at anew for every state."""
    if not whole.work.record.dropped or not len(times):
        return form.observed_as_chosen(times, states, turns, passed)
    parts, nq = [], whole.system.nq
    for i, t in enumerate(times):
        here = slice(i, i + 1)
        y = form.bodies(np.ascontiguousarray(states[i]), float(t))
        review(whole.work, rows_in_metres(whole.system, y[:nq], float(t)))
        parts.append(form.observed_as_chosen(times[here], states[here], turns[here], passed))
    return (
        np.concatenate([p[0] for p in parts], axis=1),
        np.concatenate([p[1] for p in parts]),
        np.concatenate([p[2] for p in parts]),
    )


def formulation_named(settings: Settings, whole: Absolute, y: Array, stiff: bool = False) -> Formulation:
    """The formulation of the settings, at the state y of the bodies; `stiff`: it is known to need an implicit integrator.

    `auto` takes the absolute one with an implicit integrator, else the cheaper one; where cuts or independent coordinates are named, the one they are for.
    """
    name = settings.method
    if units_of(whole.system):
        from vazba.formulations.elastic import Elastic

        return Elastic(whole, y)
    if stiff:
        return whole
    if name == "absolute":
        return whole
    topology = topology_with(whole.system, settings.cuts, settings.places["cuts"])
    if name == "auto" and (settings.independent or settings.cuts):
        name = "minimal" if settings.independent else "recursive"
    elif name == "auto" and settings.integrator == "taylor":
        name = "recursive"
    elif name == "auto" and (settings.integrator in IMPLICIT or cheaper_in_bodies(whole.system, topology)):
        return whole
    elif name == "auto":
        name = "recursive"
    if name == "recursive":
        return Recursive(whole, y, topology)
    return Minimal(whole, y, topology, settings.independent, settings.places["independent"])


def cheaper_in_bodies(system: System, topology: Topology) -> bool:
    """Whether an evaluation costs less in the coordinates of the bodies than in those of the joints: where most bodies float.

    Measured by `benchmarks/methods.py`; the reasons stand on the page `docs/cost.md`.
    """
    freedoms = sum(
        len(system.joint_places[link.joint].free) if link.joint is not None else 3 if system.dimension == 2 else 6
        for link in topology.links
    )
    closing = sum(len(system.groups[closure.group].directions) for closure in topology.closures)
    each = FEW[system.dimension] if system.tables.small else MANY
    return not system.m or each * system.m < freedoms + CLOSING * closing


def counted(count: int, word: str, many: str = "") -> str:
    """`3 rows`."""
    return f"{count} {word if count == 1 else many or word + 's'}"


def take_over(into: Formulation, other: Formulation, y: Array | None = None) -> None:
    """Modes of switching elements, loads that act and whole turns, from one formulation (at its state y) to another of the same model."""
    if into is other:
        return
    for key in ("mode", "held", "flipped", "missed", "met"):
        into.work.paths[key] = other.work.paths[key]
    into.work.loads["on"] = other.work.loads["on"]
    hand_over(into, other, y)


def rooms(tree: Tree) -> Any:
    """The modules with the kernels of the tree."""
    from vazba.tree import planar, planar_inverse, spatial, spatial_inverse

    return (planar, planar_inverse) if tree.dimension == 2 else (spatial, spatial_inverse)


def room_for(system: System, joints: int, count: int) -> tuple[Array, Array, Array]:
    """Arrays for what is observed."""
    stored = np.zeros((system.nq + 2 * system.nv + 2 * len(system.coordinate_names) + 2, count))
    return stored, np.zeros((count, FIXED + system.m + 6 * joints)), np.zeros((count, len(system.tables.frictions), 2))


def by_law(work: Work) -> None:
    """Elements and loads as their laws have them, not as a step keeps them."""
    work.paths["mode"], work.loads["on"] = BY_LAW, BY_TIME
