"""`vz.Stepper`: a model that is stepped by a loop that is not ours.

A step is a part of one run: the record of the run goes on where it was, so many short steps are the same motion as one long run, to its tolerance. Inputs are
held over a step; where one has changed the next step starts afresh there, as at a located switch.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba.case.controls import controls_of
from vazba.case.inputs import Inputs
from vazba.case.prepare import prepared
from vazba.case.starting import Start, moved_start, start_of
from vazba.case.time_laws import breaks, commands
from vazba.diagnosis.stopped import CRAWLING
from vazba.equations import posture
from vazba.equations.tables import dynamics_of
from vazba.errors import Fault, ModelError, SolveError
from vazba.formulations.formulation import Formulation
from vazba.formulations.in_bodies import Absolute
from vazba.integrate.loop import advance
from vazba.integrate.method import Method
from vazba.integrate.run_record import DONE, PAUSED, RUN, STOPPED
from vazba.integrate.switching import begin_modes
from vazba.kinematic.assembly import refuse
from vazba.kinematic.check import analyse, driver_faults
from vazba.kinematic.evaluate import work_for
from vazba.laws.dispatch import switches
from vazba.model import Model
from vazba.reporting.columns import Columns, Watch
from vazba.reporting.events import ended_by
from vazba.reporting.report import report
from vazba.result import Result
from vazba.simulation.begin import begun
from vazba.simulation.run import Run

if TYPE_CHECKING:
    from vazba.textbook.matrices import Matrices

Array = NDArray[np.float64]
AT_ONCE, MOST = 20_000, 2_000_000  # attempts between two looks, and within one step
FOREVER = 1e12  # s
REMEMBERED = (
    "t", "h", "span", "next_h", "last_end", "limit", "error", "grow", "last_h", "last_error", "ceiling", "farthest", "fresh", "evaluated", "extended",
    "at_break", "pending", "due", "steps", "rejected", "evaluations", "switches", "stiff_seen", "calm_seen", "refused",
)  # fmt: skip  # of the record of a run: all that is no address
assert set(REMEMBERED) <= set(RUN.names or ())


class Going(Run):
    """A run whose end is not known: `times` are the beginning and the end of the step at hand."""

    def _longest(self, method: Method | None, step: float) -> float:
        """What the user says; no step goes beyond that of the loop outside."""
        return float("inf") if method is None or method.damps else float(step or "inf")

    def begin(self, q: Array) -> None:
        """Ready for the first step."""
        self._set_up(q)
        t = float(self.times[0])
        self.breaks = breaks(self.system, self.whole.work.loads, np.array([t, FOREVER]), self.more_breaks)
        self.record.breaks, self.record.n_breaks = self.breaks.ctypes.data, len(self.breaks)

    def go(self, to: float) -> int:
        """Make steps until `to`; the status."""
        r, code, ends = self.record, PAUSED, self.ends
        ends[0], ends[1], r.i = r.t, to, 1
        if self.race is None:  # most steps end here
            code = int(advance(r.here, AT_ONCE))
            if code == DONE:
                return code
            code = self._gone_on(code)
        begun = self._attempts()
        while code == PAUSED:
            asked = AT_ONCE if self.race is None else max(1, min(AT_ONCE, self.race.due - self._attempts()))
            code = self._gone_on(int(advance(r.here, asked)))
            if code == PAUSED and self._attempts() - begun > MOST:
                code = CRAWLING
        return code

    @cached_property
    def ends(self) -> Any:
        """The numbers of `times`, quicker to write."""
        return self.times.data

    def why(self, code: int) -> str:
        """Why it could not go on."""
        return self._why(code)

    def refit(self, again: bool = False) -> None:
        """An input has jumped: elements take the modes that fit, and the method starts afresh. `again`: it was given before."""
        if not again:
            self.__dict__.pop("switching", None)
        if not again or self.switching:
            begin_modes(self.record.here)
        self.record.fresh, self.record.last_h = 1, 0.0

    @cached_property
    def switching(self) -> bool:
        """Whether anything has modes that depend on an input (a free length; efforts do not change lengths), or is known by its lengths only."""
        paths = self.whole.work.paths
        return bool(self.form.record.see) or any(map(switches, paths[paths["free_law"] > 0].view(np.recarray)))

    def ended_by(self) -> str:
        """The event that ended it."""
        return ended_by(self.system, self._logged())

    def like(self, other: Going) -> None:
        """Go on where another run of the same model and start is."""
        if self.form.name != other.form.name or self.used[-1] is not other.used[-1]:
            form: Formulation = self.form if self.form.name == other.form.name else self.whole
            self._begin(form, other.y.copy(), other.used[-1])
        self.y[:] = other.y
        for name in REMEMBERED:
            self.record[name] = other.record[name]
        for mine, its in zip(self.kept, other.kept, strict=True):
            mine[...] = its
        for mine, its in ((self.form, other.form), (self.whole, other.whole)):
            for key in ("paths", "loads", "turns"):
                getattr(mine.work, key)[...] = getattr(its.work, key)
        tree, its_tree = self.form.joints, other.form.joints
        if tree is not None and its_tree is not None:
            tree.arrays["left_out"][...], tree.record.kept = its_tree.arrays["left_out"], its_tree.record.kept
        self.log[...], self.posture[...] = other.log, other.posture
        self.race = None if other.race is None else replace(other.race, paces=list(other.race.paces))
        self.record.fresh = 1


class Stepper:
    """A model, stepped from outside: `reset`, `step`, `observe`. One instance a thread.

    `start` is that of `vz.simulate`; `method`, `integrator`, `rtol`, `atol` too. Inputs are commands of actuators, forces, torques and free
    lengths by name (`inputs` lists them with their units): numbers, or for `push` its components; they are held over a step. What has no
    command or is `actuated` must be given with every step; everything else follows its own law until it is first given, and then holds what was
    given last.
    """

    def __init__(
        self, model: Model, start: Any = None, method: str | None = None, integrator: str | None = None, rtol: float | None = None,
        atol: float | None = None,
    ) -> None:  # fmt: skip
        self.model = model
        self._said = {"method": method, "integrator": integrator, "rtol": rtol, "atol": atol}
        self._start: tuple[Any, float | None] = (start, None)
        self.reset(start)

    def reset(self, start: Any = None, time: float | None = None) -> None:
        """Back to a start (as the model says where none is given), at `time`; also to a `state` that was read before. Inputs follow their own laws again."""
        self._start = (start, time)
        array = isinstance(start, (np.ndarray, list)) or (isinstance(start, tuple) and len(start) > 2)
        begin = Start(time or 0.0) if array else start_of(self.model, start, time)
        settings, _, system, dynamics = prepared(self.model, begin.time, None, begin.time, **self._said)
        self._inputs = Inputs(system, steered=True)
        self._inputs.time = begin.time
        system, unknowns, shapes = (self._inputs.system, None, {}) if array else begun(self._inputs.system, begin)
        if array:
            system = moved_start(system, *self._split(system.nq, system.nv, np.asarray(start, float)))
        self._inputs.system = system
        controls = controls_of(self._inputs, begin.time, None)
        system = self._inputs.system
        assembly, found = analyse(system, names=False, t=begin.time)
        faults = driver_faults(system, assembly, found)
        if faults:
            raise ModelError(faults)
        if not assembly.closed:
            raise refuse(system, assembly, begin.time)
        times = np.array([begin.time, begin.time + 1.0])
        run = Going(Absolute(system, dynamics, assembly.work), times, settings)
        run.unknowns, run.shapes, run.singular, run.controls = unknowns, shapes, found.singular, controls
        if found.redundant:
            run.leave_out_redundant(assembly.q)
        run.begin(assembly.q)
        self._run, self._system = run, system
        self._inputs.follow(run.whole.work, run.form.work)
        self._last = self._covered(begin.time)
        self._seen: Result | None = None
        self._watch: Watch | None = None
        self._columns: dict[tuple[str, ...], Columns] = {}
        self.message = ""

    def _split(self, nq: int, nv: int, state: Array) -> tuple[Array, Array]:
        if state.shape != (nq + nv,) or not np.isfinite(state).all():
            what = f"the state given holds {state.size} numbers, {nq + nv} finite ones are needed"
            raise ModelError(Fault("start", what, "coordinates and velocities of all bodies", "give a `state` of it"))
        return state[:nq].copy(), state[nq:].copy()

    def _covered(self, begin: float) -> float:
        """Until when tables of drivers and commands are known."""
        inputs = self._inputs
        steered = {driver for driver, names in inputs.motions.items() if all(map(inputs.is_taken, names))}
        ends = [last for driver, (_, last) in self._system.driver_spans.items() if driver not in steered]
        ends += [law.span()[1] for _, values, _, law in commands(self._system) if getattr(values, "stop", None) is None]
        return max(begin, min(ends, default=math.inf))

    # --- stepping -----------------------------------------------------------------------------------------------------

    @property
    def inputs(self) -> dict[str, str]:
        """Names of all inputs, and their units."""
        return {name: one.unit for name, one in self._inputs.all.items()}

    @property
    def needed(self) -> tuple[str, ...]:
        """Inputs that must be given with every step."""
        return self._inputs.needed

    @property
    def time(self) -> float:
        """Where it is, s."""
        return float(self._run.record.t)

    @property
    def warnings(self) -> list[str]:
        """What is to be said of the start."""
        return list(dict.fromkeys(self._run.remarks))

    @property
    def state(self) -> Array:
        """Coordinates and velocities of all bodies, one after another, as `vz.matrices` takes them; `reset` takes them too."""
        run = self._run
        return np.array(run.form.bodies(run.y, self.time)[: self._system.nq + self._system.nv])

    def step(self, inputs: Mapping[str, Any] | ArrayLike | None = None, dt: float | None = None) -> float:
        """Go on by `dt` seconds with these inputs held; returns the time reached. An event that ends a run ends the step there (`message`).

        `inputs`: numbers by name, or an array or list in the order of `needed` (or of all `inputs`).
        """
        if not (type(dt) is float and 0.0 < dt < math.inf):
            dt = _seconds(dt)
        given = {} if inputs is None else inputs
        if type(given) is not dict and not isinstance(given, Mapping):
            given = self._inputs.by_order(given)
        run, known = self._run, self._inputs
        t = run.record.t
        to = t + dt
        if self.message or to > self._last + 1e-9 * (1.0 + abs(to)):
            known.values_of(given)  # what is wrong with them goes first
            self._refuse(to)
        known.time = t
        changed = known.set_again(given)
        if changed > 0:
            run.refit(again=True)
        elif changed < 0 and known.set(known.values_of(given)):
            run.refit()
            if known.motions:
                self._last = self._covered(t)
        self._seen, whole = None, run.form
        code = run.go(to)
        if run.form is not whole:
            known.follow(run.whole.work, run.form.work)
        if code == DONE:
            return run.record.t  # type: ignore[no-any-return]
        if code == STOPPED:
            self.message = f"ended at t = {self.time:.9g} s by event {run.ended_by()}"
        else:
            self.message = run.why(code)
            raise SolveError(self.message)
        return self.time

    def _refuse(self, to: float) -> None:
        """It has ended, or goes beyond a table."""
        if self.message:
            raise SolveError(f"{self.message}; reset() begins anew")
        what = f"a step to t = {to:.6g} s goes beyond a table, which ends at t = {self._last:.6g} s"
        raise ModelError(Fault("dt", what, "a table is not continued beyond its ends", "end the loop before"))

    # --- looking ------------------------------------------------------------------------------------------------------

    def observe(self, names: Iterable[str]) -> Array:
        """Columns of a result (`"tool.x"`, `"A.angle_rate"`, `"motor.effort"`) here and now, with the inputs at hand, in that order."""
        names = (names,) if isinstance(names, str) else tuple(names)
        columns = self._columns.get(names)
        if columns is None:
            columns = self._columns[names] = Columns(self._system, names)
        if columns.whole or self._run.whole.work.record.dropped:
            seen = self.result()
            return np.array([float(seen[name][0]) for name in names])
        run = self._run
        if self._watch is None or self._watch.form is not run.form:
            self._watch = Watch(run.form, run.y)
        return columns.of(self._watch.look(run.y, self.time))[0]

    def result(self) -> Result:
        """All columns here and now, as a result of one instant."""
        if self._seen is None:
            self._seen = self._look()
        return self._seen

    def _look(self) -> Result:
        run, times = self._run, np.array([self.time])
        row = np.concatenate([run.y, run.form.work.turns])[None]
        works = [run.form.work, run.whole.work]
        kept = [
            (getattr(work, key), getattr(work, key).copy()) for work in works for key in ("paths", "loads", "turns")
        ]
        baumgarte = run.form.dynamics.baumgarte.copy()
        seen = report(self._system, run.whole.work, times, [(run.form, 0, row)], np.zeros(posture.PLACES))
        for array, before in kept:
            array[...] = before
        run.form.dynamics.baumgarte[:] = baumgarte
        info = {"analysis": "step", "length": float(self._system.length), "method": run.form.name}
        return Result(
            self._system.described, times, seen.data, seen.names, seen.units, "done", "", [], info, absent=seen.absent,
            state=seen.state,
        )  # fmt: skip

    def matrices(self) -> Matrices:
        """All terms of the equations of motion here and now, by their textbook names, with the inputs at hand (see `vz.matrices`)."""
        from vazba.case.beam_start import without_elastic
        from vazba.textbook.matrices import matrices_at

        system = without_elastic(self._system, "vz.Stepper.matrices")
        work = work_for(system)
        for name in ("turns",):
            getattr(work, name)[:] = getattr(self._run.whole.work, name)
        work.loads[:] = self._run.whole.work.loads
        state = self.state
        q, v = np.ascontiguousarray(state[: system.nq]), np.ascontiguousarray(state[system.nq :])
        return matrices_at(system, dynamics_of(system), work, q, v, self.time)

    def copy(self) -> Stepper:
        """Another one that stands where this one stands; both go their own ways."""
        start, time = self._start
        other = Stepper.__new__(Stepper)
        other.model, other._said = self.model, dict(self._said)
        other.reset(start, time)
        other._inputs.like(self._inputs)
        other._run.like(self._run)
        if other._run.controls is not None and self._run.controls is not None:
            other._run.controls.like(self._run.controls)
        other._inputs.follow(other._run.whole.work, other._run.form.work)
        other.message = self.message
        return other

    def __repr__(self) -> str:
        return f"Stepper({self.model.name!r}, t = {self.time:.6g} s, inputs: {', '.join(self.inputs) or 'none'})"


def _seconds(dt: Any) -> float:
    """A length of time; raises `ModelError` where it is none."""
    if dt is None or isinstance(dt, bool) or not np.isfinite(dt) or not dt > 0:
        raise ModelError(Fault("dt", f"{dt!r} is not a step", "a step goes forward in time", "give seconds, above 0"))
    return float(dt)
