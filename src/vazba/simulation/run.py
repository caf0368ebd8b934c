"""One run: its arrays, the looks at its progress, and the result."""

from __future__ import annotations

import time as clock_time
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import address_of, fields_of
from vazba.case.controls import Controls
from vazba.case.start import look_at_start, met_on_the_way
from vazba.case.time_laws import beyond_tables, breaks, depends_on_time
from vazba.diagnosis.stiff_beams import has_elastic_beams, stiff_beams
from vazba.diagnosis.stopped import CRAWLING, MANY, stays_near
from vazba.equations import posture
from vazba.equations.verbs import EXTRA
from vazba.errors import VazbaWarning
from vazba.flexible.build import has_unknowns
from vazba.formulations.choose import formulation_named
from vazba.formulations.formulation import Formulation, take_over
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_joints import Recursive
from vazba.formulations.settings import Settings
from vazba.integrate.loop import advance
from vazba.integrate.method import Method, Room, method_for
from vazba.integrate.registry import explicit_name, method_of
from vazba.integrate.run_record import DONE, LOGGED, NOT_FINITE, OPEN, PAUSED, REVIEW, RUN, STIFF, STOPPED, TOO_SMALL
from vazba.integrate.switching import begin_modes
from vazba.kinematic.beam_warnings import beam_warnings
from vazba.kinematic.oddities import odd_values
from vazba.kinematic.outputs import Outputs
from vazba.kinematic.redundancy import MOST, independent, lasting_rows, leave_out, not_unique, review, rows_in_metres
from vazba.kinematic.run import TICK, Progress
from vazba.kinematic.stopping import stoppable
from vazba.progress import watching
from vazba.reporting.events import described, ended_by
from vazba.reporting.ledger import possible_energy, unbalanced
from vazba.reporting.report import report
from vazba.result import Result
from vazba.simulation.begin import digits_lost, elastic_start, first_step, rounding_of_start, with_consistent_velocities
from vazba.simulation.race import Race, race_of

Array = NDArray[np.float64]
MOST_LOGGED = 20_000  # switches and events kept by time
PATIENCE, HOPELESS = 200_000, 1e8  # attempts without a stored result, and those to the end: a run is given up
FEW_STEPS, MANY_STEPS = 20, 200_000  # between two looks at the progress bar and at Ctrl-C: at first, and at most
IMPLICIT_PARTS, EXPLICIT_PARTS = 200, 50  # of a run whose elements follow the time: steps that are no longer
LOST_PART = 1e-8  # of accelerations and reactions, by which rounding may change them
LOST_DIGITS = 1e-9  # of accelerations, by which formulations may differ: reactions differ by ten times as much where levers are short
NEAR_SINGULAR = 1e-3  # smallest singular value, relative to the largest, below which rounding of the start is looked at
REVIEWED = 40  # steps after which the choice of rows is looked at again
GROW = 2  # times as many from one look to the next, while they take less than a tick


class Run:
    """One run: its arrays, the looks at its progress, and the result."""

    def __init__(self, whole: Absolute, times: Array, settings: Settings, told: bool = True) -> None:
        """`told`: a result with remarks is wanted."""
        self.system, self.times, self.settings = whole.system, times, settings
        self.whole = whole
        self.form: Formulation = whole
        self.segments: list[tuple[Formulation, int, Array]] = []  # formulation, its first output time, states
        self.remarks: list[str] = list(whole.dynamics.remarks)
        if told:
            self.remarks += self.system.remembered("odd values", None, lambda: odd_values(self.system))
            self.remarks += beam_warnings(self.system, float(times[-1]))
        self.posture, self.passed = (
            np.zeros(posture.PLACES + 4 * len(self.system.tables.bushings)),  # with the turns of bushings behind it
            np.zeros(posture.PLACES),
        )
        self.log = np.zeros((MOST_LOGGED if len(self.system.tables.paths) else 0, LOGGED))
        self.breaks, self.more_breaks = np.zeros(0), np.zeros(0)  # the latter: told by the caller
        self.y = np.zeros(0)
        rows = np.zeros(1, RUN)
        self.record: Any = fields_of(RUN, rows)
        self.record.here = rows.ctypes.data
        self.used: list[Method] = []
        self.race: Race | None = None  # where beams make it worth while to try which method is faster
        self.singular, self.least = False, 1.0  # where it starts; the smallest singular value there
        self.rounding: tuple[float, float] | None = (
            None  # what it does to accelerations and reactions there, where that is much
        )
        self.unknowns: Array | None = None  # elastic coordinates and velocities to start with, where they are known
        self.shapes: dict[str, float] = {}  # and single ones, by name
        self.record.t, self.record.due = times[0], np.inf
        self.controls: Controls | None = None  # where some controllers compute something
        self.rows_begun: NDArray[np.bool_] | None = (
            None  # those that count at a singular start, where fewer do than behind it
        )
        self.not_unique: dict[str, tuple[str, ...]] = {}  # joints and directions whose reactions are not

    def leave_out_redundant(self, q: Array) -> None:
        """Choose the rows that count, where others follow from them; joints whose reactions are not unique are told."""
        system = self.system
        if system.nv > MOST or has_unknowns(system):
            return
        a, tolerance = lasting_rows(system, q, float(self.times[0]), self.singular)
        leave_out(self.whole.work, independent(a, tolerance))
        if self.singular:
            self.rows_begun = independent(rows_in_metres(system, q, float(self.times[0])))
        self.not_unique = not_unique(system, a, tolerance)
        if self.not_unique:
            named = "; ".join(f"{label} ({', '.join(words)})" for label, words in self.not_unique.items())
            self.remarks.append(
                f"reactions are not unique, because joints constrain the same motions: {named}. Those with the smallest sum of squares are given "
                f"(moments divided by the characteristic length, {system.length:.3g} m)"
            )

    def _review(self) -> None:
        """Look whether the rows that count still determine the others well, and choose others where they do not."""
        t = float(self.record.t)
        if review(self.whole.work, rows_in_metres(self.system, self.y[: self.system.nq], t)):
            self.record.fresh = 1
            self.posture[posture.COUNT] = self.posture[posture.LARGEST] = 0.0  # the pivots are others

    def result(self, q: Array, progress: Progress | None) -> Result:
        self._set_up(q)
        started = clock_time.perf_counter()
        done, code, interrupted = self._integrate(progress)
        seconds = clock_time.perf_counter() - started
        self.remarks += met_on_the_way(self.system, self.form.work)
        self.remarks += [text for form, _, _ in self.segments for text in form.remarks]
        status, message, r = "done", "", self.record
        times = self.times[:done]
        if code != DONE or interrupted:
            times = self._with_last(times)
            done = len(times)
        if interrupted:
            status = "interrupted"
            message = f"stopped by the user at t = {times[-1] if done else 0.0:.6g} s; what was computed is kept"
        elif code == STOPPED:
            message = f"ended at t = {r.t:.9g} s by event {ended_by(self.system, self._logged())}"
        elif code != DONE:
            status, message = "failed", self._why(code)
            warnings.warn(message, VazbaWarning, stacklevel=3)
        kept = self._report(times)
        self.remarks += beyond_tables(self.system, times, kept.data)
        for k, (form, first, states) in enumerate(self.segments):
            last = self.segments[k + 1][1] if k + 1 < len(self.segments) else len(times)
            self.remarks += form.looked_at(times[first:last], states[: last - first])
        if not self.used[-1].damps:
            dynamics, duration = self.whole.dynamics, float(times[-1] - times[0]) if done else 0.0
            mass, gravity = float(dynamics.masses["m"].sum()), float(np.linalg.norm(dynamics.gravity))
            possible = possible_energy(mass, gravity, self.system.length, duration)
            self.remarks += unbalanced(times, kept.data["energy"], self.settings.rtol, possible)
        finite = np.isfinite(kept.data["energy"]["balance"])
        if status == "done" and r.steps > MANY and self.least < NEAR_SINGULAR and finite.all():
            y, lost = self.form.bodies(self.y, float(r.t)), float(np.abs(kept.data["energy"]["balance"]).max())
            self.remarks += stays_near(self.system, self.whole.work, y, float(r.t), int(r.steps), lost)
        if not finite.all():
            when = times[int(np.argmin(finite))]
            said = f"from t = {when:.4g} s the energies are too large for numbers: masses or velocities are beyond all measure"
            self.remarks.append(said)
        passed = [float(notes[posture.WHEN]) for notes in (self.posture, self.passed) if notes[posture.PASSED]]
        singular = min(passed, default=None)
        if singular is not None:
            said = f"the mechanism passes a singular posture near t = {singular:.4g} s: the branch it takes there is not determined"
            self.remarks.append(said)
        info = {
            "analysis": "simulate", "method": " then ".join(dict.fromkeys(form.name for form, _, _ in self.segments)),
            "integrator": " then ".join(dict.fromkeys(method.name for method in self.used)),
            "stabilisation": self.settings.stabilisation, "unknowns": self.form.unknowns, "chosen": self.settings.method,
            "steps": int(r.steps), "rejected": int(r.rejected), "evaluations": int(r.evaluations), "events": int(r.switches), "seconds": seconds,
            "rtol": self.settings.rtol, "atol": self.settings.atol, "length": float(self.system.length),
            "located": [described(self.system, *row) for row in self._logged()],
            "cuts": list(self.settings.cuts), "independent": list(self.settings.independent), "singular": singular,
            "rounding": None if self.rounding is None else list(self.rounding),
            "not_unique": {label: list(words) for label, words in self.not_unique.items()},
        }  # fmt: skip
        return Result(
            self.system.described, times, kept.data, kept.names, kept.units, status, message, self.remarks, info, absent=kept.absent, state=kept.state,
        )  # fmt: skip

    def _report(self, times: Array) -> Outputs:
        if self.rows_begun is not None:  # the report looks at them anew for every state
            leave_out(self.whole.work, self.rows_begun)
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
        t, rate = float(self.record.t), np.zeros(len(self.y))
        if len(times) and not t > times[-1] + 1e-12 * (1.0 + abs(t)):
            return times
        form.derivative(form.record.here, self.y.ctypes.data, rate.ctypes.data, t)
        if not (np.isfinite(rate).all() and np.isfinite(self.y).all()):
            return times
        self.segments[-1] = (form, first, np.vstack([states, np.concatenate([self.y, form.work.turns])]))
        return np.append(times, t)

    def _set_up(self, q: Array) -> None:
        """A consistent start at the coordinates q of the bodies, the formulation, and its integrator."""
        self.y = np.concatenate([q, self.system.v0, np.zeros(EXTRA)])
        self.remarks += with_consistent_velocities(self.whole, self.y, float(self.times[0]))
        begin, span = float(self.times[0]), float(self.times[-1] - self.times[0])
        self.posture[posture.NEAR] = self.singular
        self.posture[posture.BEGUN] = begin + posture.SOON * max(span, 1.0) if self.singular else -np.inf
        if self.controls is not None:
            self.record.due = self.controls.begin(self.whole, self.y, float(self.times[0]))
        self.record.pending = -1
        if len(self.whole.work.paths) or len(self.whole.work.loads):
            self._fill(self.whole, None)
            begin_modes(self.record.here)
        self.record.switches = 0
        self.remarks += look_at_start(self.system, self.whole.work, self.whole.record, self.y, float(self.times[0]))
        auto = self.settings.integrator == "auto" and self.settings.stabilisation == "projection"
        stiff = auto and stiff_beams(self.system, self.whole.dynamics, float(self.times[-1]))
        self.breaks = breaks(self.system, self.whole.work.loads, self.times, self.more_breaks)
        if self.least < NEAR_SINGULAR and not self.singular and not has_unknowns(self.system):
            self.rounding, said = rounding_of_start(self.whole, self.y, float(self.times[0]), LOST_PART)
            self.remarks += said
        form = formulation_named(self.settings, self.whole, self.y, stiff)
        y = form.start(self.y)
        if isinstance(form, Recursive) and (form.tree.rows or form.tree.light):
            form, y = self._sure(form, y)
        self.race = race_of(self.settings, form, stiff) if auto and has_elastic_beams(self.system) else None
        method = self.race.method if self.race else method_of(self.settings, form, stiff, self.singular)
        if form.own_coordinates:
            y = elastic_start(form, y, self.unknowns, self.shapes, float(self.times[0]))
        self._begin(form, y, method)

    def _sure(self, form: Recursive, y: Array) -> tuple[Formulation, Array]:
        """The formulation and its state; that of the bodies instead, or words, where slender or light bodies in loops cost it digits."""
        lost, known = digits_lost(form, self.y, y, float(self.times[0])), self.rounding[0] if self.rounding else 0.0
        if not lost > max(LOST_DIGITS, 10.0 * known) or self.singular:
            return form, y
        if self.settings.method == "auto" and self.settings.integrator != "taylor":
            return self.whole, self.whole.start(self.y)
        self.remarks.append(
            f"method {form.name}: at the start its accelerations differ by {lost:.1g} of the largest from those of all bodies' equations (slender or light "
            'bodies, closed loops and a nearly singular posture come together): method = "absolute" is surer here'
        )
        return form, y

    def _begin(self, form: Formulation, y: Array, method: Method) -> None:
        """Go on from a state of a formulation with a method."""
        self.y, self.form, first = y, form, int(self.record.i)
        self.used.append(method)
        if self.segments and self.segments[-1][0] is form:
            first = self.segments[-1][1]
        else:
            if self.segments:
                self.posture[[posture.COUNT, posture.LARGEST, posture.EVER]] = 0.0  # it has other pivots
                last, begun, states = self.segments.pop()
                self.segments.append((last, begun, states[: first - begun]))
            states = np.zeros((len(self.times) - first, len(y) + len(form.work.turns)))
            self.segments.append((form, first, states))
        self._fill(form, method)
        r = self.record
        r.next_h = float(r.fixed) or first_step(
            form, y, self.settings, (float(r.t), float(self.times[-1] - self.times[0]))
        )
        r.fresh, r.grow, r.ceiling, r.last_h, r.last_error, r.farthest, r.stiff_seen = 1, 5.0, np.inf, 0.0, 0.0, 0.0, 0

    def _fill(self, form: Formulation, method: Method | None) -> None:
        """The record of the run for a formulation and a method; counts, time and output go on."""
        n, settings, r = len(self.y), self.settings, self.record
        width = n + len(form.work.turns)
        self.room = method.prepare(form, settings, n) if method else Room(None, 0, np.zeros((1, n)))
        first, states = self.segments[-1][1:] if self.segments else (0, np.zeros((0, width)))
        self.kept = new, trial, store, store_c, aside = (
            np.zeros(n), np.zeros(n), self.room.store, self.room.store_c, np.zeros_like(self.room.store),
        )  # fmt: skip
        names = ("propose", "attempt", "extend", "between", "accept")
        boundaries = {name: getattr(method, name) if method else None for name in names}
        given = {
            "d": form.record.here, "derivative": form.derivative.address, "own": self.room.address, "y": address_of(self.y), "new": address_of(new),
            "trial": address_of(trial), "n": n, "store": address_of(store), "rows": store.shape[0], "wide": store.shape[1],
            "store_c": address_of(store_c), "aside": address_of(aside) if method and method.implicit else 0,
            "times": address_of(self.times), "n_times": len(self.times), "out": address_of(states) - 8 * first * width,
            "width": width, "breaks": address_of(self.breaks), "n_breaks": len(self.breaks), "log": address_of(self.log), "n_log": len(self.log),
            "posture": address_of(self.posture), "rtol": settings.rtol, "atol": settings.atol, "here": r.here,
            "review": REVIEWED if form is self.whole and form.work.record.dropped else 0, "least": method.least if method else 0.0,
            **{name: boundary.address if boundary else 0 for name, boundary in boundaries.items()},
        }  # fmt: skip
        alpha = method is not None and method.damps
        step = settings.step or 0.0
        given |= {
            "fixed": step if alpha else 0.0, "longest": self._longest(method, step),
            "projecting": settings.stabilisation in ("projection", "index2"), "closing": settings.stabilisation not in ("baumgarte", "none"),
            "alpha": -1.0 if settings.alpha is None else settings.alpha, "beta": -1.0 if settings.beta is None else settings.beta,
            "redo": method is not None and not method.dense_good,
            "watching": settings.integrator == "auto" and settings.stabilisation == "projection" and not (self.race or (method and method.implicit)),
            "whole": method is not None and (method.whole or (alpha and step > 0)),
        }  # fmt: skip
        for name, value in given.items():
            setattr(r, name, value)

    def _longest(self, method: Method | None, step: float) -> float:
        """The longest step: what the user says, and no longer than a part of the run where something follows the time: it might be passed over unseen."""
        if method is None or (method.damps and step):
            return float(np.inf)
        if method.propose is not None:
            return float(step or np.inf)
        parts = IMPLICIT_PARTS if method.implicit else EXPLICIT_PARTS
        longest = float(self.times[-1] - self.times[0]) / parts if depends_on_time(self.system) else np.inf
        return min(step or np.inf, longest or np.inf)

    def _integrate(self, progress: Progress | None) -> tuple[int, int, bool]:
        """Go through all output times: how many were reached, the status, and whether the user stopped."""
        r, most, code, interrupted = self.record, FEW_STEPS, PAUSED, False
        stored, since = 0, 0.0  # output times reached, and the time, PATIENCE attempts ago
        try:
            with stoppable() as stopping, watching(progress) as step:
                while code == PAUSED:
                    tick, asked = clock_time.perf_counter(), min(most, PATIENCE - self._attempts() % PATIENCE)
                    asked = self.race.allowed(asked, self._attempts()) if self.race else asked
                    code = self._gone_on(self._advanced(asked))
                    stopping.look()
                    spent = clock_time.perf_counter() - tick
                    most = max(1, min(GROW * most, int(asked * TICK / max(spent, 1e-6)), MANY_STEPS))
                    if code == PAUSED and self._attempts() % PATIENCE == 0:  # by count, never by the clock
                        code = CRAWLING if r.i == stored and self._crawls(since) else code
                        stored, since = int(r.i), float(r.t)
                    if step is not None:
                        step(float(r.t), float(self.times[-1]))
        except KeyboardInterrupt:  # it comes when a kernel returns, before what it returns is taken
            interrupted = True
        return int(r.i), code, interrupted

    def _gone_on(self, code: int) -> int:
        """Where series come to their end, or a model proves stiff, another method goes on."""
        r = self.record
        failed = code in (TOO_SMALL, NOT_FINITE, OPEN)
        if failed and self.used[-1].propose is not None:
            found, _ = method_for(explicit_name(self.settings), self.form)
            assert found is not None
            self._begin(self.form, self.y, found)
            return PAUSED
        if code == REVIEW:
            self._review()
            return PAUSED
        if code == STIFF:
            form = self.form
            y = self.y if form.has_tangent else form.bodies(self.y, float(r.t))
            take_over(self.whole, form, self.y)
            form = form if form.has_tangent else self.whole
            self._begin(form, y, method_of(self.settings, form, stiff=True))
            return PAUSED
        if self.race and (code == PAUSED or failed) and (other := self.race.look(self._attempts(), float(r.t), failed)):
            wanted = np.inf if failed else float(r.next_h)
            self._begin(self.form, self.y, other)
            r.next_h = wanted if other.implicit and not failed else min(wanted, float(r.next_h))
            return PAUSED
        return code

    def _advanced(self, asked: int) -> int:
        """So many attempts. Where a method settles, one that is rejected leaves the turns remembered as they were: it may have gone far astray."""
        rejected, turns = (
            int(self.record.rejected),
            self.form.work.turns.copy() if self.race and self.race.settling else None,
        )
        code = int(advance(self.record.here, asked))
        if turns is not None and self.record.rejected != rejected:
            self.form.work.turns[:] = turns
        return code

    def _attempts(self) -> int:
        return int(self.record.steps + self.record.rejected)

    def _crawls(self, since: float) -> bool:
        """Whether steps have become so short that the end is out of reach: hopelessly many to come, at the pace of the last ones."""
        t = float(self.record.t)
        return bool(PATIENCE * (float(self.times[-1]) - t) > HOPELESS * (t - since))

    def _logged(self) -> Array:
        """Located switches: time, element, mode before and after."""
        return self.log[: min(int(self.record.switches), len(self.log))]

    def _why(self, code: int) -> str:
        """Why the run could not go on, and what may help."""
        from vazba.diagnosis.stopped import why_stopped

        if self.controls is not None and (said := self.controls.why()):
            return f"stopped at t = {float(self.record.t):.6g} s: {said}"
        implicit, t = self.used[-1].implicit, float(self.record.t)
        whole, y = self.whole, self.form.bodies(self.y, t)
        take_over(whole, self.form, self.y)
        near = bool(self.posture[posture.NEAR])
        said = why_stopped(self.system, whole.dynamics, whole.work, whole.record, y, t, code, implicit, near)
        beside = " It started at a singular posture: start a little beside it."
        return said + (beside if self.singular and "singular" not in said else "")
