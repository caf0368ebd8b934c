"""Minimal: independent speeds of a spanning tree, loops closed at every evaluation."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary, packed
from vazba.equations import minimal
from vazba.equations.verbs import EXTRA
from vazba.errors import ModelError
from vazba.formulations.formulation import counted, enter
from vazba.formulations.freedom_names import freedom_names, independence_faults, places_of, topology_with
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_joints import Recursive
from vazba.formulations.settings import Place, Settings
from vazba.kinematic.evaluate import Work, at_position
from vazba.tree.records import SLIDE
from vazba.tree.topology import Topology

Array = NDArray[np.float64]
MOST_NAMED = 4  # coordinates that are named in a line


class Minimal(Recursive):
    """Independent speeds of a spanning tree, loops closed at every evaluation."""

    name = "minimal"

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
    def _place(self) -> Boundary:
        return minimal.place

    def _work(self) -> Work:
        """Behind the whole turns stands the choice of independent speeds: it is stored with every state."""
        turns = np.concatenate([self.tree.work.turns, np.zeros(self.tree.nv + len(self.tree.rows))])
        return replace(self.tree.work, turns=turns)

    def _record(self) -> Any:
        """The choice of independent speeds is made here, in the assembled posture."""
        tree, inverse = self.tree, self.tree.rooms[1]
        nv, rows, still = tree.nv, len(tree.rows), np.zeros(tree.nv)
        kernels = {
            name: getattr(inverse, name).address
            for name in ("inverse", "composite", "closure", "loop_loads", "loop_bias")
        }
        tree.record.wrench = inverse.wrench_at.address
        trial = self._arrays(rows)
        record = packed(minimal.MINIMAL, trial, r=rows, ns=nv - rows, **kernels)
        tree.rooms[0].sweep(tree.record.here, tree.start.ctypes.data, still.ctypes.data)
        at_position(tree.attached.tables.record.here, self.work.record.here, 0, 0.0)
        if rows or self.named:  # without, all freedoms are independent
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
        verbs = self._verbs() | {
            "place": minimal.place, "factorise": minimal.factorise, "solve": minimal.solve, "project": minimal.project_state, "rechoose": minimal.rechoose,
        }  # fmt: skip
        return self.dynamics.record_with(
            tree.attached, self.work, verbs, tree.chart, tree.arrays["rates"], nq=tree.nq, nv=nv - r, whole=self.whole.record.here, tree=tree.record.here,
            minimal=self.minimal.here, velocities=self.minimal.eta,
        )  # fmt: skip

    def _sizes(self) -> tuple[Array, Array]:
        """Of each loop row what it does to the bodies it touches (m for m, or for a turn by 1 m over the size of the mechanism); of each freedom how far it
        moves bodies (m): a turn by the size of the mechanism."""
        tree, length, touches = self.tree, self.system.length, self.tree.carried.touches
        weights = np.array(self.system.space.each(1.0, length**-2))
        blocks = self.work.jacobian[touches["start"][:, None] + np.arange(len(weights))]
        rows = tree.carried.slots["row"][touches["slot"]]
        size = np.bincount(rows, blocks**2 @ weights, len(tree.rows))
        return np.sqrt(np.where(size > 0.0, size, 1.0)), np.where(tree.freedoms["kind"] == SLIDE, 1.0, length)

    def _take_named(self, record: Any, trial: dict[str, Any], r: int) -> None:
        """Put the freedoms the user named in the place of those chosen; raises `ModelError` where they are not independent."""
        tree, nv = self.tree, self.tree.nv
        named = places_of(self.system, tree, self.named, self.place)
        g, usual = trial["g"].reshape(-1, nv), sorted(trial["all_columns"][r:].tolist())
        inertia = np.diag(trial["mass"].reshape(nv, nv)) / trial["reaches"] ** 2
        scale = np.sqrt(np.maximum(inertia, minimal.FAINT * inertia.max())) * trial["reaches"]
        faults = independence_faults(freedom_names(self.system, tree), named, usual, g, scale)
        if faults:
            raise ModelError([fault.at(*self.place) for fault in faults])
        g[:, named] = 0.0  # no pivots there
        minimal.choose_at(tree.record.here, record.here, r)

    def _arrays(self, r: int) -> dict[str, Any]:
        found = minimal.sizes(self.tree.nv, len(self.tree.rows), min(r, self.tree.nv))
        arrays: dict[str, Any] = {name: np.zeros(max(size, 0), kind) for name, (size, kind) in found.items()}
        limits = (minimal.NAMED_MUCH, minimal.NAMED_FAR) if self.named else (minimal.MUCH_BETTER, minimal.FAR_BETTER)
        arrays["pivots"][minimal.MUCH : minimal.BEST] = *limits, np.nan
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

    def turns_at(self, states: Array, turns: Array) -> Array:
        count = len(self.system.turns0)
        return np.hstack([super().turns_at(states, turns[:, :count]), turns[:, count:]])

    def alike(self, turns: Array) -> Iterator[slice]:
        """States are read with the choice they were stored with."""
        count, nv = len(self.system.turns0), self.tree.nv
        if turns.shape[1] < len(self.work.turns):  # states without a choice of their own
            yield slice(0, len(turns))
            return
        starts = np.flatnonzero(np.any(np.diff(turns[:, count:], axis=0) != 0, axis=1)) + 1
        pivots = self.arrays["pivots"]
        far = float(pivots[minimal.FAR])
        pivots[minimal.FAR] = np.inf  # each was good enough for the step that ended there
        for first, last in itertools.pairwise([0, *starts.tolist(), len(turns)]):
            if first < last:
                choice = turns[first, count:].astype(np.int32)
                self.arrays["all_columns"][:], self.arrays["all_rows"][:] = choice[:nv], choice[nv:]
                minimal.take_choice_at(self.tree.record.here, self.minimal.here)
                yield slice(first, last)
        pivots[minimal.FAR] = far

    def redundant(self, states: Array) -> bool:  # noqa: ARG002
        return len(self.arrays["rows"]) < len(self.tree.rows)


def _made(whole: Absolute, y: Array, settings: Settings) -> Minimal:
    topology = topology_with(whole.system, settings.cuts, settings.places["cuts"])
    return Minimal(whole, y, topology, settings.independent, settings.places["independent"])


enter("minimal", _made)
