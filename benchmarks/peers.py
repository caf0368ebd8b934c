"""Races at equal error: what vazba and other packages need to reach the same accuracy.

A *way* is one solver on one problem. It is prepared for a setting (a tolerance, or the number of steps between two output times) outside
the timing and gives a job; the job integrates and returns what is compared with the reference, sampled at the output times. For each way
and each error asked for, the settings are tried from loose to tight, and the cheapest run that reaches the error counts.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import io
import math
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import measure
import numpy as np
from numpy.typing import NDArray

import vazba as vz
from vazba.simulation import run as simulation

Array = NDArray[np.float64]
Job = Callable[[], Array]
Times = dict[float, dict[str, "Taken"]]  # error -> way -> what it took, of those that reach it
TOLERANCES = tuple(float(f"{10**-p:.1e}") for p in np.arange(5.0, 13.6, 0.5))
STEPS = tuple(round(2 ** (k / 2)) for k in range(2, 30))  # between two output times, a factor of sqrt(2) apart
LIMIT = 6.0  # CPU seconds: a way whose next run would take longer is given up
TURNS = 9
WIDTHS = (54, 12, 12, 12, 34)
MISSING: list[str] = []
# given to vazba, which measures its integration by a wall clock
CPU_CLOCK = SimpleNamespace(perf_counter=time.process_time)


@dataclass
class Taken:
    """CPU seconds of a run: in its steps, and of the whole call. Of others both are the same: what they do before and after is not counted."""

    steps: float
    call: float
    error: float


@dataclass
class Way:
    """One solver: `prepare(setting)` gives the job that is timed."""

    name: str
    prepare: Callable[[Any], Job]
    settings: Sequence[Any] = TOLERANCES
    own: bool = False  # of vazba
    say: Callable[[Any], str] = "tolerance {:.0e}".format
    error_of: Callable[[Array], float] | None = None  # where its solution has a limit of its own
    tried: list[tuple[Any, float, float]] = field(default_factory=list)  # setting, seconds, error

    @property
    def family(self) -> str:
        """What is one line of the page: vazba with any integrator, a right-hand side under any integrator."""
        return "vazba" if self.own else self.name.partition(" + ")[0]

    def search(self, level: float, error_of: Callable[[Array], float]) -> None:
        """Tighten the setting until the error is reached, or patience is out."""
        error_of = self.error_of or error_of
        for setting in self.settings[len(self.tried) :]:
            if any(error <= level for _, _, error in self.tried):
                return
            if self.tried and self.tried[-1][1] > LIMIT / 1.5:
                return
            seconds, found = timed(self.prepare(setting))
            self.tried.append((setting, seconds, error_of(found)))

    def best(self, level: float) -> tuple[Any, float, float] | None:
        reached = [run for run in self.tried if run[2] <= level]
        return min(reached, key=lambda run: run[1]) if reached else None


def timed(job: Job) -> tuple[float, Array]:
    """CPU seconds of a run and what it found. vazba says itself how long its integration took; others are nothing but integration."""
    start = time.process_time()
    found = job()
    return getattr(job, "seconds", None) or time.process_time() - start, found


class Own:
    """A run of `vz.simulate`; `seconds` is what the integration took, without reading the model and making the result."""

    def __init__(
        self, model: vz.Model, until: float, every: float, sample: Callable[[vz.Result], Array], **how: Any
    ) -> None:
        self.call = lambda: vz.simulate(model, until, every, **how)
        self.sample, self.seconds, self.info = sample, 0.0, {}

    def __call__(self) -> Array:
        simulation.clock_time = CPU_CLOCK
        result = self.call()
        if result.status != "done":
            raise RuntimeError(result.message)
        self.seconds, self.info = result.info["seconds"], result.info
        return self.sample(result)


def own_ways(
    model: vz.Model,
    until: float,
    every: float,
    sample: Callable[[vz.Result], Array],
    *,
    integrators: Iterable[str] = ("taylor", "dopri5", "dop853"),
    settings: Sequence[float] = TOLERANCES,
) -> list[Way]:
    """One way for each integrator the package knows; each is run once, so that nothing is compiled within the timing."""
    ways = []
    for name in integrators:
        try:
            vz.simulate(model, 2 * every, every, integrator=name, rtol=1e-3, atol=1e-3)
        except vz.ModelError as error:
            if "integrator" not in str(error):
                raise
            measure.row(f"vazba {name}", "not available", widths=WIDTHS)
            continue

        def prepare(tolerance: float, name: str = name) -> Job:
            return Own(model, until, every, sample, integrator=name, rtol=tolerance, atol=tolerance)

        ways.append(Way(f"vazba {name}", prepare, settings, own=True))
    return ways


def scipy_ways(
    name: str,
    rate: Callable[[float, Array], Array],
    start: Array,
    times: Array,
    sample: Callable[[Array], Array] = lambda states: states,
    *,
    settings: Sequence[float] = TOLERANCES,
    which: Iterable[str] = ("Adams", "LSODA", "DOP853", "dop853"),
) -> list[Way]:
    """A right-hand side under SciPy: compiled Adams of variable order (vode), LSODA (odeint) and dop853 (ode, which stops at every output),
    and DOP853 of solve_ivp, written in Python."""
    from scipy.integrate import ode, odeint, solve_ivp

    def lsoda(tolerance: float) -> Job:
        def job() -> Array:
            return sample(odeint(rate, start, times, tfirst=True, rtol=tolerance, atol=tolerance, mxstep=1_000_000))

        return job

    def modern(tolerance: float) -> Job:
        span = (times[0], times[-1])

        def job() -> Array:
            return sample(solve_ivp(rate, span, start, "DOP853", t_eval=times, rtol=tolerance, atol=tolerance).y.T)

        return job

    def classic(name: str, **options: Any) -> Callable[[float], Job]:
        def prepare(tolerance: float) -> Job:
            def job() -> Array:
                solver = ode(rate).set_integrator(name, rtol=tolerance, atol=tolerance, nsteps=1_000_000, **options)
                solver.set_initial_value(start, times[0])
                states = np.empty((len(times), len(start)))
                states[0] = start
                for k in range(1, len(times)):
                    states[k] = solver.integrate(times[k])
                return sample(states)

            return job

        return prepare

    known = {
        "Adams": ("Adams (vode)", classic("vode", method="adams")),
        "LSODA": ("LSODA (odeint)", lsoda),
        "DOP853": ("DOP853 (solve_ivp)", modern),
        "dop853": ("dop853 (ode)", classic("dop853")),
    }
    return [Way(f"{name} + {known[key][0]}", known[key][1], settings) for key in which]


def per_output(every: float) -> Callable[[int], str]:
    """How a number of fixed steps per output is called."""
    return lambda n: f"step {every / n:.1e} s"


def exudyn_solver(
    exu: Any,
    system: Any,
    until: float,
    every: float,
    kind: Any,
    *,
    sparse: bool = False,
    tight: bool = False,
) -> Callable[[int], None]:
    """A function of the number of fixed steps per output that lets an assembled Exudyn system go; `tight` is for errors far below 1e-6."""
    settings = exu.SimulationSettings()
    run = settings.timeIntegration
    run.endTime, run.verboseMode, run.adaptiveStep = until, 0, False
    run.newton.useModifiedNewton = True
    if tight:
        run.newton.relativeTolerance, run.newton.absoluteTolerance = 1e-10, 1e-12
    settings.solution.file.write = False
    settings.solution.sensors.writePeriod = every
    solvers = exu.LinearSolverType
    settings.linearSolver.solverType = solvers.EigenSparse if sparse else solvers.EXUdense

    def solve(n: int) -> None:
        run.numberOfSteps = round(until / every) * n
        system.SolveDynamic(settings, solverType=kind)

    return solve


def load(path: Path) -> Any:
    """The module in a file outside the package."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"no module in {path}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def installed(*packages: str) -> dict[str, Any]:
    """The modules that can be imported, by name; prints the versions, and which are not installed."""
    names = {"pinocchio": "pin"}
    sys.exudynFast = True  # type: ignore[attr-defined]  # asks Exudyn for the build without range checks
    found, said = {}, [f"vazba {vz.__version__}"]
    MISSING.clear()
    for package in ("numpy", "scipy", "numba", *packages):
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                found[package] = importlib.import_module(package)
            said.append(f"{package} {metadata.version(names.get(package, package))}")
        except ImportError:
            said.append(f"{package} not installed")
            MISSING.append(package)
    print("  " + ", ".join(said))
    return found


def race(
    ways: list[Way], levels: Sequence[float], error_of: Callable[[Array], float], unit: str, case: str = ""
) -> Times:
    """Print and return what each way needs for each error (not those that do not reach it); the best of each family goes to the page, under `case`.

    The runs that count are repeated in turns, so that a busy machine slows everybody alike.
    """
    times: Times = {}
    for level in levels:
        for way in ways:
            way.search(level, error_of)
        best = {way.name: way.best(level) for way in ways}
        jobs = {way.name: way.prepare(found[0]) for way in ways if (found := best[way.name])}
        least = {name: Taken(found[1], math.inf, found[2]) for name, found in best.items() if found}
        for turn in range(TURNS):
            for name, job in jobs.items():
                taken = least[name]
                if turn == 0 or taken.steps < 1:
                    start = time.process_time()
                    taken.steps = min(taken.steps, timed(job)[0])
                    taken.call = min(taken.call, time.process_time() - start)
        for way in ways:
            if not way.own and way.name in least:
                least[way.name].call = least[way.name].steps
        print(f"  error below {level:.0e} {unit}")
        measure.row("", "CPU ms", "error", "", "setting", widths=WIDTHS)
        for way in ways:
            found = best[way.name]
            if found is None:
                setting, seconds, error = min(way.tried, key=lambda run: run[2])
                cells = "not reached", f"{error:.1e}", f"in {seconds:.2f} s", way.say(setting)
            else:
                setting, _, error = found
                note = f"call {least[way.name].call * 1e3:.1f}" if way.own else ""
                cells = f"{least[way.name].steps * 1e3:.2f}", f"{error:.1e}", note, way.say(setting)
            measure.row(way.name, *cells, widths=WIDTHS)
        times[level] = least
        if case:
            _note(f"{case}, {level:.0e} {unit}", ways, least, unit)
    return times


def _note(case: str, ways: list[Way], least: dict[str, Taken], unit: str) -> None:
    """Rows of the page: vazba's steps and its whole call, then the best of each family of others; ratios are to the whole call."""
    own = min((least[way.name].call for way in ways if way.own and way.name in least), default=None)
    rows = []
    for family in dict.fromkeys(way.family for way in ways):
        members = [way for way in ways if way.family == family]
        reached = [way for way in members if way.name in least]
        if not reached:
            error = min(run[2] for way in members for run in way.tried)
            rows.append((math.inf, (family, "not reached", f"{error:.0e} {unit}", None)))
            continue
        if family == "vazba":
            best = min(reached, key=lambda way: least[way.name].call)
            taken = least[best.name]
            error = f"{taken.error:.0e} {unit}"
            rows.append((taken.call, (f"**{best.name}, whole call**", taken.call, error, 1.0)))
            for way in reached:
                steps = least[way.name].steps
                error = f"{least[way.name].error:.0e} {unit}"
                rows.append((steps, (f"{way.name}, its steps", steps, error, steps / taken.call)))
        else:
            best = min(reached, key=lambda way: least[way.name].steps)
            taken = least[best.name]
            ratio = taken.steps / own if own else None
            rows.append((taken.steps, (best.name, taken.steps, f"{taken.error:.0e} {unit}", ratio)))
    for k, (_, cells) in enumerate(sorted(rows, key=lambda pair: pair[0])):
        measure.note(case if k == 0 else "", *cells)


def compared(times: Times, others: str, unit: str) -> None:
    """Say, without a target, how much more or less than vazba those need whose names begin so."""
    for level, found in times.items():
        mine = [taken for name, taken in found.items() if name.startswith("vazba")]
        rest = [taken.steps for name, taken in found.items() if name.startswith(others)]
        if mine and rest:
            ratios = [min(rest) / min(getattr(taken, what) for taken in mine) for what in ("steps", "call")]
            print(
                f"  {others} at {level:.0e} {unit}: {ratios[0]:.2g} times vazba's steps, {ratios[1]:.2g} times its whole call"
            )


def verdict(times: Times, wanted: float, unit: str, others: str = "", whats: Sequence[str] = ("steps", "call")) -> bool:
    """Say for each error whether vazba needs as many times less as wanted than the best of the others (whose names begin so): steps, and the whole call.

    Where none of the others reaches the error, or none is there, nothing is judged.
    """
    whom, met = others or "the best other", True
    without = ", ".join(f"{name} not installed" for name in MISSING if name.startswith(others.lower()))
    for level, found in times.items():
        mine = [taken for name, taken in found.items() if name.startswith("vazba")]
        rest = [
            taken.steps for name, taken in found.items() if not name.startswith("vazba") and name.startswith(others)
        ]
        for what in whats:
            target = f"{'steps' if what == 'steps' else 'the whole call'} at least {wanted:g}x less than {whom} at {level:.0e} {unit}"
            if not rest:
                measure.verdict(None, f"{target} ({without or 'which does not reach it'})")
                continue
            own = min((getattr(taken, what) for taken in mine), default=math.inf)
            said = f"measured {min(rest) / own:.2g}x" + (f", {without}" if without else "")
            met &= measure.verdict(min(rest) >= wanted * own, f"{target} ({said})")
    return met
