"""`vz.simulate`: what a mechanism does when it is let go."""

from __future__ import annotations

import time as clock_time
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.dynamics.absolute import EXTRA
from vazba.dynamics.commands import beyond_tables, jumps
from vazba.dynamics.elastic import Elastic
from vazba.dynamics.explain import CRAWLING
from vazba.dynamics.formulation import Absolute, Formulation, Recursive, formulation_named, take_over
from vazba.dynamics.ledger import unbalanced
from vazba.dynamics.prepare import prepared
from vazba.dynamics.projection import project_state
from vazba.dynamics.report import report
from vazba.dynamics.settings import Names, Settings
from vazba.dynamics.start import changed_velocities, look_at_start, met_on_the_way
from vazba.dynamics.stiff_beams import stiff_beams
from vazba.errors import ModelError, SolveError, VazbaWarning
from vazba.integrate import explicit, posture
from vazba.integrate.choose import Integrator, integrator_named, runge_kutta
from vazba.integrate.switching import LOGGED, switch
from vazba.kinematic.assembly import refuse
from vazba.kinematic.beam_check import coarse_beams
from vazba.kinematic.check import analyse, driver_faults
from vazba.kinematic.odd import odd_values
from vazba.kinematic.outputs import Outputs
from vazba.kinematic.run import TICK, Progress
from vazba.kinematic.stopping import stoppable
from vazba.model import Model
from vazba.paths.kernels import WATCH
from vazba.result import Result

Array = NDArray[np.float64]
MOST_LOGGED = 20_000  # switches and events kept by time
PATIENCE, HOPELESS = 200_000, 1e8  # steps since a result was stored, and to the end, from which a run is given up
FEW_STEPS, MANY_STEPS = 20, 200_000  # between two looks at the progress bar and at Ctrl-C: at first, and at most
GROW = 2  # times as many from one look to the next, while they take less than a tick


def simulate(
    model: Model, until: float | None = None, every: float | None = None, *, method: str | None = None, integrator: str | None = None,
    rtol: float | None = None, atol: float | None = None, stabilisation: str | None = None, step: float | None = None,
    cuts: Names | None = None, independent: Names | None = None, progress: Progress | None = None,
) -> Result:  # fmt: skip
    """Let the mechanism move from t = 0 to `until` under gravity, force elements, loads and drivers.

    `method`: `absolute` (coordinates of the bodies), `recursive` (of joints, in O(n)), `minimal` (independent ones), or `auto`: absolute with
    an implicit integrator and where most bodies float, else recursive.
    `integrator`: `auto`, `taylor` (series), `dop853`, `dopri5` (explicit), `radau` (implicit, for stiff models),
    `generalized_alpha` (implicit, fixed `step` when given).
    `stabilisation`: how constraints are kept: `projection`, `baumgarte`; with `generalized_alpha` `index3` or `index2`. Switches of cables and
    stops, starts of forces and events are located. `cuts` names joints the recursive and minimal methods cut, `independent` the coordinates
    of the minimal one (`"A.angle"`); both are found by themselves where they are not given. A run that cannot go on returns what was
    computed, with `status` "failed" and a `message`.
    """
    settings, times, system, dynamics = prepared(
        model, until, every, method=method, integrator=integrator, rtol=rtol, atol=atol, stabilisation=stabilisation, step=step, cuts=cuts,
        independent=independent,
    )  # fmt: skip
    assembly, found = analyse(system, names=False)
    faults = driver_faults(system, assembly, found)
    if faults:
        raise ModelError(faults)
    if not assembly.closed:
        raise refuse(system, assembly, 0.0)
    run = _Run(Absolute(system, dynamics, assembly.work), times, settings)
    run.singular = found.singular
    if found.singular:
        run.remarks.append(
            f"the run starts at a singular posture: which way it goes is not determined; involved: {', '.join(found.weak)}"
        )
    return run.result(assembly.q, progress)


class _Run:
    """One run: its arrays, the loop over chunks of output times, and the result."""

    def __init__(self, whole: Absolute, times: Array, settings: Settings) -> None:
        self.system, self.times, self.settings = whole.system, times, settings
        self.whole = whole
        self.form: Formulation = whole
        self.segments: list[tuple[Formulation, int, Array]] = []  # formulation, its first output time, states
        self.remarks: list[str] = [*whole.dynamics.remarks, *odd_values(self.system)]
        self.remarks += coarse_beams(self.system, float(times[-1]))
        system = self.system
        self.notes, self.passed = np.zeros(posture.PLACES), np.zeros(posture.PLACES)
        self.log = np.zeros((MOST_LOGGED if len(system.tables.paths) else 0, LOGGED))
        self.y = np.zeros(0)
        self.clock = np.zeros(3)
        self.used: list[str] = []
        self.singular = False  # where it starts

    def result(self, q: Array, progress: Progress | None) -> Result:
        begun = self._set_up(q)
        started = clock_time.perf_counter()
        done, code, interrupted = self._integrate(*begun, progress)
        seconds = clock_time.perf_counter() - started
        self.remarks += met_on_the_way(self.system, self.form.work)
        self.remarks += [text for form, _, _ in self.segments for text in form.remarks]
        status, message = "done", ""
        times = self.times[:done]
        if code != explicit.DONE or interrupted:
            times = self._with_last(times)
            done = len(times)
        if interrupted:
            status, message = (
                "interrupted",
                f"stopped by the user at t = {times[-1] if done else 0.0:.6g} s; what was computed is kept",
            )
        elif code == explicit.STOPPED:
            message = f"ended at t = {self.clock[0]:.9g} s by event {self._ended_by()}"
        elif code != explicit.DONE:
            status, message = "failed", self._why(code)
            warnings.warn(message, VazbaWarning, stacklevel=3)
        kept = self._report(times)
        self.remarks += beyond_tables(self.system.model, times, kept.data)
        elastic = [(form, first, states) for form, first, states in self.segments if isinstance(form, Elastic)]
        if elastic and len(times):
            states = np.vstack([states for _, _, states in elastic])[: len(times) - elastic[0][1]]
            self.remarks += elastic[0][0].looked_at(times[elastic[0][1] :], states)
        if self.used[-1] != "generalized_alpha":  # which damps high frequencies by design
            self.remarks += unbalanced(times, kept.data["energy"], self.settings.rtol)
        finite = np.isfinite(kept.data["energy"]["balance"])
        if not finite.all():
            when = times[int(np.argmin(finite))]
            self.remarks.append(
                f"from t = {when:.4g} s the energies are too large for numbers: masses or velocities are beyond all measure"
            )
        passed = [float(notes[posture.WHEN]) for notes in (self.notes, self.passed) if notes[posture.PASSED]]
        singular = min(passed, default=None)
        if singular is not None:
            self.remarks.append(
                f"the mechanism passes a singular posture near t = {singular:.4g} s: the branch it takes there is not determined"
            )
        info = {
            "analysis": "simulate", "method": " then ".join(dict.fromkeys(form.name for form, _, _ in self.segments)), "integrator": " then ".join(self.used),
            "stabilisation": self.settings.stabilisation, "unknowns": self.form.unknowns, "chosen": self.settings.method,
            "steps": int(self.notes[explicit.STEPS]), "rejected": int(self.notes[explicit.REJECTED]),
            "evaluations": int(self.notes[explicit.EVALUATIONS]), "events": int(self.notes[explicit.SWITCHES]), "seconds": seconds,
            "rtol": self.settings.rtol, "atol": self.settings.atol, "length": float(self.system.length), "located": self._events(),
            "cuts": list(self.settings.cuts), "independent": list(self.settings.independent), "singular": singular,
        }  # fmt: skip
        return Result(
            self.system.described, times, kept.data, kept.names, kept.units, status, message, self.remarks, info, absent=kept.absent,
        )  # fmt: skip

    def _report(self, times: Array) -> Outputs:
        with np.errstate(all="ignore"):  # a run that failed may hold infinite numbers
            try:
                return report(self.system, self.whole.work, times, self.segments, self.passed)
            except KeyboardInterrupt:  # an impatient user still gets the run: only a second Ctrl-C loses it
                return report(self.system, self.whole.work, times, self.segments, self.passed)

    def _with_last(self, times: Array) -> Array:
        """The stored instants and the one at which a run ended before its time, if all is finite there."""
        form, first, states = self.segments[-1]
        states = states[: len(times) - first]
        self.segments[-1] = (form, first, states)
        t, rate = float(self.clock[0]), np.zeros(len(self.y))
        if len(times) and not t > times[-1] + 1e-12 * (1.0 + abs(t)):
            return times
        form.derivative(form.record.here, self.y.ctypes.data, rate.ctypes.data, t)
        if not (np.isfinite(rate).all() and np.isfinite(self.y).all()):
            return times
        self.segments[-1] = (form, first, np.vstack([states, np.concatenate([self.y, form.work.turns])]))
        return np.append(times, t)

    def _begin(self, form: Formulation, y: Array, first: int, stiff: bool = False) -> tuple[Integrator, Any, Array]:
        """Go on from the state y of the bodies in a formulation: integrator, its arrays, and room for the states from output time `first` on."""
        self.y = y if form is self.form and isinstance(form, Elastic) else form.start(y)
        self.form = form
        elastic = form if isinstance(form, Elastic) else None
        tree = form.tree if type(form) is Recursive else None
        integrator = integrator_named(self.settings, stiff, elastic, tree, self.singular)
        self.used.append(integrator.name)
        states = np.zeros((len(self.times) - first, len(self.y) + len(form.work.turns)))
        self.segments.append((form, first, states))
        return integrator, integrator.prepare(form.system, form.dynamics, form.work, form.record, len(self.y)), states

    def _set_up(self, q: Array) -> tuple[Integrator, Any, Array, Array]:
        """A consistent start at the coordinates q of the bodies, the formulation, and the integrator with its arrays."""
        self.y = np.concatenate([q, self.system.v0, np.zeros(EXTRA)])
        self._consistent_velocities()
        switch(self.whole.record, self.y, 0.0, -1, self.log, self.notes)
        self.notes[:] = 0
        self.remarks += look_at_start(self.system, self.whole.work, self.whole.record, self.y)
        auto = self.settings.integrator == "auto" and self.settings.stabilisation == "projection"
        stiff = auto and stiff_beams(self.system, self.whole.dynamics, float(self.times[-1]))
        form = formulation_named(self.settings, self.whole, self.y, stiff)
        integrator, arrays, states = self._begin(form, self.y, 0, stiff)
        states[0] = np.concatenate([self.y, self.form.work.turns])
        breaks = self._breaks()
        self.clock[:] = 0.0, self._first_step(), float(integrator.name != "taylor")
        return integrator, arrays, states, breaks

    def _integrate(
        self, integrator: Integrator, arrays: Any, states: Array, breaks: Array, progress: Progress | None
    ) -> tuple[int, int, bool]:
        base, done, chunk, code, interrupted = 0, 0, 2, explicit.DONE, False
        self.notes[explicit.MOST_STEPS] = FEW_STEPS
        counted = (0.0, 0.0)  # steps made, and the time, when a result was last stored
        try:
            with stoppable() as stopping:
                while done < len(self.times) and code == explicit.DONE:
                    tick = clock_time.perf_counter()
                    before, stop, steps = done, min(done + chunk, len(self.times)), self.notes[explicit.STEPS]
                    code, done = integrator.run(self.form.record, self.form.derivative.address, self.y, self.clock, self.times[base:], done - base,
                                                stop - base, breaks, states, self.notes, self.log, arrays)  # fmt: skip
                    done += base
                    stopping.look()
                    if code in (explicit.TOO_SMALL, explicit.NOT_FINITE, explicit.OPEN) and integrator.name == "taylor":
                        integrator = runge_kutta(self.settings)
                        arrays = integrator.prepare(
                            self.form.system, self.form.dynamics, self.form.work, self.form.record, len(self.y)
                        )
                        self.used.append(integrator.name)
                        self.clock[1:] = self._first_step(), 1.0
                        code = explicit.DONE
                    if code == explicit.STIFF:
                        elastic = isinstance(self.form, Elastic)
                        y, base = self.y if elastic else self.form.bodies(self.y, float(self.clock[0])), done
                        take_over(self.whole, self.form)
                        form, first, states = self.segments.pop()
                        self.segments.append((form, first, states[: done - first]))
                        integrator, arrays, states = self._begin(
                            self.form if elastic else self.whole, y, base, stiff=True
                        )
                        self.notes[explicit.STIFF_SEEN] = 0
                        code = explicit.DONE
                    spent = clock_time.perf_counter() - tick
                    chunk = max(1, min(GROW * chunk, int(max(done - before, 1) * TICK / max(spent, 1e-6))))
                    made = max(self.notes[explicit.STEPS] - steps, 1.0)
                    most = min(GROW * self.notes[explicit.MOST_STEPS], made * TICK / max(spent, 1e-6), MANY_STEPS)
                    self.notes[explicit.MOST_STEPS] = max(1.0, np.floor(most))
                    counted = self._effort() if done > before else counted
                    if code == explicit.DONE and self._crawls(*counted):
                        code = CRAWLING
                    if progress is not None:
                        progress(float(self.clock[0]), float(self.times[-1]))
        except KeyboardInterrupt:  # it comes when a kernel returns, before what it returns is taken
            interrupted = True
            done = max(done, int(np.searchsorted(self.times, self.clock[0], side="right")))
        return done, code, interrupted

    def _effort(self) -> tuple[float, float]:
        return float(self.notes[explicit.STEPS] + self.notes[explicit.REJECTED]), float(self.clock[0])

    def _crawls(self, steps: float, t: float) -> bool:
        """Whether steps have become so short that the end is out of reach: many since the last stored result, and hopelessly many to come."""
        made, passed = self._effort()[0] - steps, self.clock[0] - t
        return bool(made > PATIENCE and made * (self.times[-1] - self.clock[0]) > HOPELESS * passed)

    def _breaks(self) -> Array:
        """Times at which loads begin and end, and commanded forces and drivers' accelerations jump; one that is an output time but for rounding
        becomes that time: no step could be made between them."""
        found = [x for key in ("start", "stop") for x in self.whole.work.loads[key]] + jumps(self.system.model)
        laws = [motion for parts in self.system.driver_motions.values() for _, motion, _ in parts]
        found += [float(x) for motion in laws for x in motion.breaks()]
        breaks = np.unique([x for x in found if 0 < x < self.times[-1]])
        rounding = 1e-12 * (1.0 + breaks)
        near = self.times[np.searchsorted(self.times, breaks - rounding)]
        breaks = np.unique(np.where(near - breaks <= rounding, near, breaks))
        return np.asarray(breaks[breaks < self.times[-1]], float)

    def _first_step(self) -> float:
        """A first step by the size of state, rate and tolerance (Hairer, Norsett, Wanner, II.4, first part)."""
        if len(self.y) == EXTRA:
            return float(self.times[-1] or 1.0)
        rate, n = np.zeros(len(self.y)), len(self.y) - EXTRA
        self.form.derivative(self.form.record.here, self.y.ctypes.data, rate.ctypes.data, 0.0)
        scale = self.settings.atol + self.settings.rtol * np.abs(self.y[:n])
        with np.errstate(over="ignore"):
            size, speed = (float(np.sqrt(np.mean((x[:n] / scale) ** 2))) for x in (self.y, rate))
        if not np.isfinite(speed):
            return 1e-6
        step = 1e-6 if size < 1e-5 or speed < 1e-5 else 0.01 * size / speed
        return float(min(max(step, 1e-9), self.times[-1] or step))

    def _consistent_velocities(self) -> None:
        """Bring the described velocities onto the constraints; said when that changes them."""
        nq, nv = self.system.nq, self.system.nv
        before = self.y[nq : nq + nv].copy()
        project_state(self.whole.record.here, self.y.ctypes.data, 0.0)
        if not np.isfinite(self.y).all():
            raise SolveError(
                "the velocities at t = 0 cannot be brought onto the constraints: the mechanism is in a singular posture. Start a little beside it."
            )
        if said := changed_velocities(self.system, before, self.y[nq : nq + nv]):
            self.remarks.append(said)
            warnings.warn(said, VazbaWarning, stacklevel=5)

    def _switches(self) -> int:
        return min(int(self.notes[explicit.SWITCHES]), len(self.log))

    def _ended_by(self) -> str:
        """The event that ended the run: the last one logged that may."""
        paths = self.system.tables.paths
        ends = [
            int(k)
            for k in self.log[: self._switches(), 1]
            if paths[int(k)]["law"] == WATCH and paths[int(k)]["upper"] > 0
        ]
        return self.system.path_names[ends[-1]][1] if ends else ""

    def _events(self) -> list[tuple[float, str, str]]:
        """`(time, element, what happened)` of every located switch."""
        from vazba.dynamics.events import described

        return [described(self.system, *row) for row in self.log[: self._switches()]]

    def _why(self, code: int) -> str:
        """Why the run could not go on, and what may help."""
        from vazba.dynamics.explain import why_stopped

        implicit = self.used[-1] in ("radau", "generalized_alpha")
        whole, y = self.whole, self.form.bodies(self.y, float(self.clock[0]))
        take_over(whole, self.form)
        return why_stopped(
            self.system, whole.dynamics, whole.work, whole.record, y, float(self.clock[0]), code, implicit
        )
