"""Recursive: joint coordinates of a spanning tree, loops closed by multipliers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary
from vazba.equations import recursive as kernels
from vazba.equations.projection import project_state
from vazba.equations.verbs import EXTRA
from vazba.formulations.formulation import Formulation, counted, enter, take_over
from vazba.formulations.freedom_names import topology_with
from vazba.formulations.in_bodies import Absolute
from vazba.frozen import changed
from vazba.kinematic.evaluate import Work, evaluate
from vazba.tree.build import tree_of
from vazba.tree.coordinates import speeds_of
from vazba.tree.topology import Topology, topology_of

Array = NDArray[np.float64]


class Recursive(Formulation):
    """Joint coordinates of a spanning tree, loops closed by multipliers."""

    name = "recursive"

    def __init__(self, whole: Absolute, y: Array, topology: Topology | None = None, central: bool = False) -> None:
        self.whole, self.system = whole, whole.system
        q, v = y[: self.system.nq].copy(), y[self.system.nq : self.system.nq + self.system.nv]
        evaluate(self.system, whole.work, q, v, 0.0)
        self.tree = tree_of(
            self.system,
            whole.dynamics.masses,
            q,
            whole.work.coordinates,
            topology or topology_of(self.system),
            central,
        )
        self.tree.arrays["q"][:] = q
        self.work = self._work()
        force = self.tree.arrays["force"]
        self.dynamics = changed(
            whole.dynamics, force=force, applied=np.zeros(len(force)), baumgarte=np.zeros(2), multipliers=self.tree.arrays["multipliers"],
            settling=np.zeros_like(whole.dynamics.settling), powers=np.zeros_like(whole.dynamics.powers),
        )  # fmt: skip
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
    def _place(self) -> Boundary:
        return kernels.place

    def _work(self) -> Work:
        return self.tree.work

    def _record(self) -> Any:
        tree = self.tree
        alone = not tree.rows and not len(tree.attached.tables.frictions) and not tree.light
        some = kernels.solve_light if tree.light else kernels.solve
        verbs = self._verbs() | {
            "pose": kernels.pose, "place": kernels.place, "factorise": None if alone else kernels.factorise,
            "solve": kernels.solve_alone if alone else some, "slack": kernels.slack, "step": kernels.step, "project": project_state,
        }  # fmt: skip
        if self.whole.work.record.dropped:
            verbs["rechoose"], tree.record.too_many = kernels.keep_rows, self.whole.work.record.dropped
        self.joints = tree
        return self.dynamics.record_with(
            tree.attached,
            self.work,
            verbs,
            tree.chart,
            tree.arrays["rates"],
            nq=tree.nq,
            nv=tree.nv,
            whole=self.whole.record.here,
            tree=tree.record.here,
        )

    def _verbs(self) -> dict[str, Boundary | None]:
        """What does not depend on which speeds are integrated."""
        rubbing = len(self.tree.attached.tables.frictions)
        return {
            "force_kernel": kernels.force, "rub": kernels.rub if rubbing else None, "show": kernels.show, "amend": kernels.amend,
        }  # fmt: skip

    def start(self, y: Array) -> Array:
        x = self.tree.start.copy()
        v = y[self.system.nq : self.system.nq + self.system.nv]
        return np.concatenate([x, speeds_of(self.tree, x, v), y[-EXTRA:]])

    def bodies(self, y: Array, t: float = 0.0) -> Array:
        self._place(self.record.here, y.ctypes.data, t)
        self.tree.rooms[0].absolute(self.tree.record.here, 0, 0)
        return np.concatenate([self.tree.arrays["q"], self.tree.arrays["v"], y[-EXTRA:]])

    def turns_at(self, states: Array, turns: Array) -> Array:
        """Those of the joints of the tree are their coordinates themselves."""
        turns = turns.copy()
        for turn, at, offset, factor in self.offsets:
            turns[:, turn] = offset + states[:, at] / factor
        return turns

    def redundant(self, states: Array) -> bool:
        """Whether loop rows depend on each other."""
        if not len(states):
            return False
        rate = np.zeros(states.shape[1])
        self.derivative(self.record.here, np.ascontiguousarray(states[0]).ctypes.data, rate.ctypes.data, 0.0)
        return bool(self.whole.work.record.dropped or (self.tree.arrays["compliances"] == 0.0).any())


enter(
    "recursive",
    lambda whole, y, settings: Recursive(
        whole, y, topology_with(whole.system, settings.cuts, settings.places["cuts"]), central=True
    ),
)
