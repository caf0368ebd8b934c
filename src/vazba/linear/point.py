"""A model at one state, as functions that can be differenced: independent coordinates, speeds and inputs in, accelerations and columns out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.chart import QUATERNION, moved_by
from vazba.case.beam_start import compiled, without_elastic
from vazba.case.controls import controls_of
from vazba.case.inputs import Inputs
from vazba.case.starting import moved_start, start_of
from vazba.equations import minimal, posture
from vazba.equations.projection import project_state
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA
from vazba.errors import ModelError, SolveError
from vazba.formulations.freedom_names import freedom_names
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_independent import Minimal
from vazba.kinematic.assembly import refuse
from vazba.kinematic.check import analyse, driver_faults
from vazba.kinematic.redundancy import MOST, independent, leave_out, rows_in_metres
from vazba.laws.records import CABLE, LIMIT, REELED, SLACK, TAUT, UPPER
from vazba.linear.exact import Motion
from vazba.model import Model
from vazba.reporting.report import report
from vazba.result import Result
from vazba.simulation.begin import begun
from vazba.statics.modes import Place
from vazba.system import System
from vazba.tree.records import SLIDE

Array = NDArray[np.float64]
MOTION = "motion"
IN_MOTION = "vz.linearize about a motion"  # about rest: linear.elastic
SAMPLED = "a linear model (which knows no instants of looking)"


class Point:
    """The state a model is linearised about. `x` of a displacement: independent coordinates, then their speeds."""

    def __init__(self, model: Model, at: Any, t: float | None, found: Place | None = None) -> None:
        """`found`: the state at rest, where it is one."""
        self.remarks: list[str] = []
        self.where = ""
        system, self.t, start = self._begun(model, at, t, found)
        self.inputs.time = self.t
        assembly, found = analyse(system, names=False, t=self.t)
        faults = driver_faults(system, assembly, found)
        if faults:
            raise ModelError(faults)
        if not assembly.closed:
            raise refuse(system, assembly, self.t)
        self.system = system
        q = assembly.q if start is None else start
        self.whole = Absolute(system, dynamics_of(system), assembly.work)
        y = np.concatenate([q, system.v0, np.zeros(EXTRA)])
        project_state(self.whole.record.here, y.ctypes.data, self.t)
        if found.singular or not np.isfinite(y).all():
            raise SolveError(
                f"{self.where} is a singular posture: which coordinates are independent is not determined there; involved: {', '.join(found.weak)}"
            )
        if found.redundant and system.nv <= MOST:
            leave_out(self.whole.work, independent(rows_in_metres(system, q, self.t)))
        self.form = Minimal(self.whole, y)
        self.y = self.form.start(y)
        minimal.project_state(self.form.record.here, self.y.ctypes.data, self.t)
        self.inputs.follow(self.whole.work, self.form.work)
        tree = self.form.tree
        self.nq, self.free = tree.nq, np.array(self.form.arrays["independent"], int)
        self.n = len(self.free)
        names = freedom_names(system, tree)
        self.coordinates = tuple(names[k] for k in self.free)
        self.slides = np.asarray(tree.freedoms["kind"][self.free] == SLIDE)
        self.turns = self.form.work.turns.copy()
        self._hold()

    def _begun(self, model: Model, at: Any, t: float | None, found: Place | None) -> tuple[System, float, Array | None]:
        """The system that starts there, the time, and its coordinates where they are known to be closed."""
        if found is not None:
            mechanics = found.start.mechanics
            system = mechanics.system
            self.remarks += found.remarks
            self.where = f"about {'the drawing' if found.found is None else 'the equilibrium'}"
            tables = replace(system.tables, frictions=system.tables.frictions[:0])  # told by the preparation
            self.inputs = Inputs(replace(system, tables=tables), steered=True)
            q = np.array(mechanics.bodies(found.here.q))
            turns = np.array(mechanics.work.turns[: len(system.turns0)])
            return moved_start(self.inputs.system, q, np.zeros(system.nv), turns), mechanics.t, q
        begin = start_of(model, "drawn" if isinstance(at, str) and at == MOTION else at, t)
        self.inputs = Inputs(without_elastic(compiled(model, begin.time), IN_MOTION), steered=True)
        self.where = (
            "about the motion as described" if begin.as_drawn else f"about the motion at t = {begin.time:.6g} s"
        )
        sampled = [plan.record.fault_of(SAMPLED) for plan in self.inputs.system.plans if plan.every]
        if sampled:
            raise ModelError(sampled)
        self.inputs.system, _, _ = begun(self.inputs.system, begin)
        self.controls = controls_of(self.inputs, begin.time, None)  # continuous ones act
        return self.inputs.system, begin.time, None

    def _hold(self) -> None:
        """Cables and stops stay what they are at the state itself."""
        out, laws = np.zeros_like(self.y), self.form.work.paths["law"]
        if np.isin(laws, (CABLE, REELED, LIMIT)).any():
            self.form.derivative(self.form.record.here, self.y.ctypes.data, out.ctypes.data, self.t)
        else:
            minimal.place(self.form.record.here, self.y.ctypes.data, self.t)
        for work in (self.form.work,):
            paths = work.paths
            rope = np.isin(paths["law"], (CABLE, REELED))
            paths["mode"][rope] = np.where(paths["tension"][rope] > 0, TAUT, SLACK)
            stop = paths["law"] == LIMIT
            below, above = paths["length"][stop] < paths["lower"][stop], paths["length"][stop] > paths["upper"][stop]
            paths["mode"][stop] = np.where(below, TAUT, np.where(above, UPPER, SLACK))
        self.modes = self.form.work.paths["mode"].copy()

    def motion(self, drives: Sequence[str]) -> Motion:
        """What gives A and B."""
        return Motion(self, drives)

    @property
    def speeds(self) -> Array:
        """Independent speeds at the state."""
        return self.y[self.nq : self.nq + self.n]

    def displaced(self, x: Array) -> Array:
        """The state of the formulation after a displacement x, its loops closed."""
        tree, y = self.form.tree, self.y.copy()
        step = np.zeros(tree.nv)
        step[self.free] = x[: self.n]
        y[: self.nq] = moved_by(tree.chart, self.y[: self.nq], step)
        y[self.nq : self.nq + self.n] += x[self.n :]
        left = minimal.project_state(self.form.record.here, y.ctypes.data, self.t)
        if not left < 1e-6:
            y[:] = np.nan
        return y

    def rates(self, x: Array) -> Array:
        """All coordinates of the tree, all its speeds, and the independent accelerations, one after another."""
        y, out = self.displaced(x), np.zeros_like(self.y)
        if not np.isfinite(y).all():
            return np.full(self.nq + self.form.tree.nv + self.n, np.nan)
        self.form.derivative(self.form.record.here, y.ctypes.data, out.ctypes.data, self.t)
        return np.concatenate([y[: self.nq], self.form.arrays["eta"], out[self.nq : self.nq + self.n]])

    def motions(self, change: Array) -> Array:
        """Rows of `d(rates)` to those of the linear model: `(d theta', d eta')` of the independent freedoms.

        Deviations of turns are measured in axes that turn with the state: `theta' = w - w_0 x theta`.
        """
        tree = self.form.tree
        dq, dv, da = np.split(change, [self.nq, self.nq + tree.nv])
        rate = dv.copy()
        spins = np.array(self.form.arrays["eta"])
        for row in tree.chart[tree.chart["kind"] == QUATERNION]:
            i, j = int(row["q"]), int(row["v"])
            w, p = spins[j : j + 3], self.y[i : i + 4]
            left = np.array([[-p[1], p[0], p[3], -p[2]], [-p[2], -p[3], p[0], p[1]], [-p[3], p[2], -p[1], p[0]]])
            turn = 2.0 * left @ dq[i : i + 4]  # 2 p^-1 dp
            rate[j : j + 3] -= np.cross(w, turn, axisb=0, axisc=0) if turn.ndim > 1 else np.cross(w, turn)
        return np.concatenate([rate[self.free], da])

    def columns(self, xs: Array, names: tuple[str, ...]) -> Array:
        """Columns of a result at several displacements (displacements x names)."""
        if not names:
            return np.zeros((len(xs), 0))
        rows = np.array([np.concatenate([self.displaced(x), self.turns]) for x in xs])
        times, work = np.full(len(xs), self.t), self.form.work
        keep = [(array, array.copy()) for w in (work, self.whole.work) for array in (w.paths, w.loads, w.turns)]
        seen = report(self.system, self.whole.work, times, [(self.form, 0, rows)], np.zeros(posture.PLACES))
        for array, before in keep:
            array[...] = before
        found = Result(self.system.described, times, seen.data, seen.names, seen.units, absent=seen.absent)
        return np.column_stack([np.asarray(found[name], float) for name in names])
