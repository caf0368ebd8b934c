"""`vz.simulate`: what a mechanism does when it is let go."""

from __future__ import annotations

import time as clock_time
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.compiler import compile_model
from vazba.dynamics.absolute import derivative
from vazba.dynamics.observe import observe, owners
from vazba.dynamics.tables import BY_LAW, BY_TIME, Dynamics, dynamics_of
from vazba.errors import Fault, ModelError, VazbaWarning, suggestion
from vazba.integrate import dopri5
from vazba.kinematic.assembly import refuse, row_scales
from vazba.kinematic.check import analyse, driver_faults, motion_faults
from vazba.kinematic.evaluate import Work
from vazba.kinematic.outputs import Outputs, driven_motions, outputs
from vazba.kinematic.run import TICK, Progress, check_spans, time_grid
from vazba.model import Model
from vazba.result import Result
from vazba.system import System

Array = NDArray[np.float64]
METHODS, INTEGRATORS = ("auto", "absolute"), ("auto", "dopri5")


def simulate(
    model: Model, until: float | None = None, every: float | None = None, *, method: str | None = None, integrator: str | None = None,
    rtol: float | None = None, atol: float | None = None, progress: Progress | None = None,
) -> Result:  # fmt: skip
    """Let the mechanism move from t = 0 to `until` under gravity, springs, dampers, cables, forces and drivers.

    Absolute coordinates, an adaptive explicit integrator (Dormand-Prince 5(4)) with projection onto the constraints; switches of cables
    and starts of forces are located. A run that cannot go on returns what was computed, with `status` "failed" and a `message`.
    """
    given = {"method": method, "integrator": integrator, "rtol": rtol, "atol": atol}
    settings = _settings(model, given)
    times = time_grid(model, until, every)
    system = compile_model(model)
    dynamics = dynamics_of(system)
    check_spans(system, float(times[-1]))
    faults = motion_faults(system, times, driven_motions(system, times))
    if faults:
        raise ModelError(faults)
    assembly, found = analyse(system, names=False)
    faults = driver_faults(system, assembly, found)
    if faults:
        raise ModelError(faults)
    if not assembly.closed:
        raise refuse(system, assembly, 0.0)
    return _Run(system, dynamics, assembly.work, times, settings).result(assembly.q, progress)


def _settings(model: Model, given: dict[str, Any]) -> dict[str, Any]:
    """Method, integrator and tolerances: given, or from the model's `[simulation]`, or the usual ones."""
    usual = {"method": "auto", "integrator": "auto", "rtol": 1e-8, "atol": 1e-10}
    out = {key: value if value is not None else model.simulation.get(key, usual[key]) for key, value in given.items()}
    faults = []
    for key, known in (("method", METHODS), ("integrator", INTEGRATORS)):
        if out[key] not in known:
            faults.append(
                Fault("simulation", f"{key} = {out[key]!r} is not available", "", suggestion(str(out[key]), known))
            )
    for key in ("rtol", "atol"):
        out[key] = model.scope().number(out[key])
        if not out[key] > 0:
            faults.append(
                Fault("simulation", f"{key} = {out[key]:g} is not positive", remedy="give a positive tolerance")
            )
    if faults:
        raise ModelError(faults)
    return out


class _Run:
    """One run: its arrays, the loop over chunks of output times, and the result."""

    def __init__(self, system: System, dynamics: Dynamics, work: Work, times: Array, settings: dict[str, Any]) -> None:
        self.system, self.dynamics, self.work, self.times, self.settings = system, dynamics, work, times, settings
        self.record = dynamics.record_with(system, work)
        self.remarks: list[str] = []
        self.turns = work.turns.copy()
        self.notes = np.zeros(4)
        self.reached = 0.0

    def result(self, q: Array, progress: Progress | None) -> Result:
        started = clock_time.perf_counter()
        states, done, code, interrupted = self._integrate(q, progress)
        seconds = clock_time.perf_counter() - started
        status, message = "done", ""
        if interrupted:
            status, message = (
                "interrupted",
                f"stopped by the user at t = {self.times[max(done - 1, 0)]:.6g} s; what was computed is kept",
            )
        elif code != dopri5.DONE:
            status, message = "failed", self._why(code)
            warnings.warn(message, VazbaWarning, stacklevel=3)
        kept = self._outputs(states[:done], self.times[:done])
        info = {
            "analysis": "simulate", "method": "absolute", "integrator": "dopri5", "steps": int(self.notes[0]), "rejected": int(self.notes[1]),
            "evaluations": int(self.notes[2]), "events": int(self.notes[3]), "seconds": seconds, "rtol": self.settings["rtol"],
            "atol": self.settings["atol"],
        }  # fmt: skip
        units: dict[tuple[str, ...], str] = {}
        for name, parts in self.system.driver_motions.items():
            units |= {("driver", name, f"value{suffix}"): unit for suffix, _, unit in parts}
            units[("driver", name, "effort")] = "N" if parts[0][2] == "m" else "N m"
        return Result(
            self.system.model,
            self.times[:done],
            kept.data,
            kept.names,
            units,
            status,
            message,
            self.remarks,
            info,
            absent=kept.absent,
        )

    def _integrate(self, q: Array, progress: Progress | None) -> tuple[Array, int, int, bool]:
        n = self.system.nq + self.system.nv + 2
        y = np.concatenate([q, self.system.v0, [0.0, 0.0]])
        self._consistent_velocities(y)
        states, stages, trial = np.zeros((len(self.times), n)), np.zeros((dopri5.STAGES, n)), np.zeros((2, n))
        clock = np.array([0.0, min(1e-4, self.times[-1] or 1e-4)])
        breaks = np.unique([start for start in self.dynamics.loads["start"] if 0 < start < self.times[-1]])
        rtol, atol = self.settings["rtol"], self.settings["atol"]
        done, chunk, code, interrupted = 0, 2, dopri5.DONE, False
        try:
            while done < len(self.times) and code == dopri5.DONE:
                tick = clock_time.perf_counter()
                end = min(done + chunk, len(self.times))
                code, done = (
                    int(x) for x in dopri5.run(self.record, derivative.address, y, clock, self.times, done, end, breaks, rtol, atol,
                                               states, self.notes, stages, trial)
                )  # fmt: skip
                spent = clock_time.perf_counter() - tick
                chunk = max(1, min(2 * chunk, int(chunk * TICK / max(spent, 1e-6))))
                if progress is not None:
                    progress(float(self.times[max(done - 1, 0)]), float(self.times[-1]))
        except KeyboardInterrupt:
            interrupted = True
        self.reached = float(clock[0])
        return states, done, code, interrupted

    def _consistent_velocities(self, y: Array) -> None:
        """Bring the described velocities onto the constraints; said when that changes them."""
        nq, nv = self.system.nq, self.system.nv
        before = y[nq : nq + nv].copy()
        dopri5.project(self.record, self.record.tables, self.record.work, y, 0.0)
        change = np.abs(y[nq : nq + nv] - before)
        if np.abs(before).max(initial=0.0) > 0 and change.max(initial=0.0) > 1e-6 * np.abs(before).max():
            body = self.system.body_names[int(np.argmax(change)) // (3 if self.system.dimension == 2 else 6)]
            self.remarks.append(
                f"the described velocities do not fit the joints and drivers: they were changed, most at body {body}, by {change.max():.3g}"
            )

    def _why(self, code: int) -> str:
        """Why the run could not go on, and what may help."""
        t = self.reached
        if code == dopri5.NOT_FINITE:
            return (f"the run stops at t = {t:.9g} s: accelerations are no longer finite. Two points of a spring or cable may coincide, or the mechanism "
                    "may be in a singular posture; look at the last results, or change the dimensions.")  # fmt: skip
        return (f"the run stops at t = {t:.9g} s: the step needed for the tolerance became too small. A posture where the joints lock, a very stiff "
                "element or a force that jumps may be the cause; look at the last results, or loosen rtol and atol.")  # fmt: skip

    def _outputs(self, states: Array, times: Array) -> Outputs:
        """Everything the run reports, recomputed from its states."""
        system, m = self.system, self.system.m
        names, owner, second = owners(system)
        coordinates = len(system.coordinate_names)
        stored = np.zeros((system.nq + 2 * system.nv + 2 * coordinates + 2, len(times)))
        more = np.zeros((len(times), 3 + m + 6 * len(names)))
        self.dynamics.paths["mode"], self.dynamics.loads["on"] = BY_LAW, BY_TIME
        self.work.turns[:] = self.turns
        observe(self.record, derivative.address, times, states, owner, second, stored, more, np.zeros(states.shape[1]))
        kept = outputs(system, times, stored, driven_motions(system, times))
        self._energies(kept, states, more)
        multipliers, wrenches = (
            more[:, 3 : 3 + m] * row_scales(system),
            more[:, 3 + m :].reshape(len(times), len(names), 6),
        )
        self._reactions(kept, names, wrenches)
        self._efforts(kept, times, multipliers)
        return kept

    def _energies(self, kept: Outputs, states: Array, more: Array) -> None:
        kinetic, potential, elastic, given, lost = *more[:, :3].T, states[:, -2], states[:, -1]
        total = kinetic + potential + elastic
        start = total[0] if len(total) else 0.0
        kept.names["energy"] = ("energy",)
        columns = {
            "kinetic": kinetic, "potential": potential, "elastic": elastic, "input": given, "dissipated": lost,
            "balance": total - given + lost - start,
        }  # fmt: skip
        kept.data["energy"] = {name: values[:, None] for name, values in columns.items()}

    def _reactions(self, kept: Outputs, names: tuple[str, ...], wrenches: Array) -> None:
        if "joint" not in kept.names:
            return
        place = {name: k for k, name in enumerate(names)}
        parts = (
            {"fx": 0, "fy": 1, "m": 5}
            if self.system.dimension == 2
            else dict(zip(("fx", "fy", "fz", "mx", "my", "mz"), range(6), strict=True))
        )
        for quantity, part in parts.items():
            column = np.full((len(wrenches), len(kept.names["joint"])), np.nan)
            for k, name in enumerate(kept.names["joint"]):
                if name in place:
                    column[:, k] = wrenches[:, place[name], part]
                else:
                    kept.absent.add(("joint", name, quantity))
            kept.data["joint"][quantity] = column

    def _efforts(self, kept: Outputs, times: Array, multipliers: Array) -> None:
        """Effort of each driver with one motion, and the power of each."""
        if "driver" not in kept.names:
            return
        effort, power = (np.full((len(times), len(kept.names["driver"])), np.nan) for _ in range(2))
        for k, name in enumerate(kept.names["driver"]):
            parts, rows = self.system.driver_motions[name], self.system.driver_rows[name]
            if any(direction.startswith("rotation") for group in self.system.groups if group.name == name and group.kind == "driver"
                   for direction in group.directions):  # fmt: skip
                kept.absent |= {("driver", name, "effort"), ("driver", name, "power")}
                continue
            power[:, k] = sum(
                multipliers[:, row] * motion.at(times)[1] for row, (_, motion, _) in zip(rows, parts, strict=True)
            )
            if len(rows) == 1:
                effort[:, k] = multipliers[:, rows[0]]
            else:
                kept.absent.add(("driver", name, "effort"))
        kept.data["driver"] |= {"effort": effort, "power": power}
