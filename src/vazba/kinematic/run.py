"""`vz.kinematics`: position, velocity and acceleration of everything over time, for a mechanism whose drivers take all its freedoms."""

from __future__ import annotations

import time as clock_time
import warnings
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vazba.compiler import compile_model
from vazba.element import NOWHERE
from vazba.errors import Fault, ModelError, VazbaWarning, Wrong
from vazba.kinematic.assembly import Assembly, refuse
from vazba.kinematic.check import analyse, driver_faults, held_angle_warnings, motion_faults
from vazba.kinematic.evaluate import Work
from vazba.kinematic.explain import explain_stop, passed_change_points
from vazba.kinematic.following import Following
from vazba.kinematic.idle import idle_freedoms, idle_remarks
from vazba.kinematic.loop import DONE, MORE
from vazba.kinematic.mobility import Mobility, mobility
from vazba.kinematic.oddities import degrees_meant
from vazba.kinematic.outputs import Outputs, Samples, driven_motions, outputs
from vazba.kinematic.path_history import along
from vazba.kinematic.start import start_moved
from vazba.kinematic.stopping import stoppable
from vazba.model import Model
from vazba.progress import watching
from vazba.result import Result
from vazba.system import System

Array = NDArray[np.float64]
Progress = Callable[[float, float], None]  # (time reached, end)
Show = Callable[[System, Work, Array, Array, Samples], Outputs]  # columns at these times of what the loop has stored
TICK = 0.1  # s of work between two looks at the progress bar and at Ctrl-C
LET_GO = "let it move by its forces: vazba simulate (vz.simulate)"
AT_REST = "vazba equilibrium (vz.equilibrium)"
MOST_ROUNDS = 100  # times 20,000 steps between two output times: more is a motion nobody means
MOST_VALUES = 400_000_000  # doubles in the result: 3.2 GB
SHORTEST, LONGEST = 1e-12, 1e18  # s, of a run


def kinematics(
    model: Model, until: float | None = None, every: float | None = None, *, progress: Progress | None = None, system: System | None = None,
    begin: float = 0.0,
) -> Result:  # fmt: skip
    """Drive the mechanism from t = 0 (or `begin`) to `until`, with a result every `every` seconds; `system`: compiled, to start elsewhere.

    A wrong model raises `ModelError`, one that cannot be assembled `AssemblyError`. A run that cannot go on returns what was
    computed before, with `status` "failed" and a `message` that says when and why (also issued as a `VazbaWarning`).
    """
    return kinematics_at(model, time_grid(model, until, every, begin), progress, system)


def kinematics_at(
    model: Model, times: Array, progress: Progress | None = None, system: System | None = None, show: Show | None = None
) -> Result:
    """The same with results at these growing times, from the first of them on; `show` makes the columns of what the loop has stored (quantities x times)."""
    begin, system = float(times[0]), system or compile_model(model, rigid=True)
    check_size(system, times)
    check_spans(system, float(times[-1]), begin)
    samples = driven_motions(system, times)
    faults = motion_faults(system, times, samples)
    if faults:
        raise ModelError(faults)
    assembly, found = analyse(system, names=False, t=begin)
    idle = (
        idle_freedoms(system, assembly.work, assembly.q, begin, found.undriven)
        if system.driver_rows and assembly.closed
        else []
    )
    _require_driven(system, assembly, replace(found, undriven=0) if idle else found)
    if not assembly.closed:
        raise refuse(system, assembly, begin)
    result = _run(system, assembly, found, times, samples, progress, show or _outputs)
    result.warnings = (*result.warnings, *idle_remarks(idle))
    if idle:
        result.info["idle"] = [[one.body, list(one.axis)] for one in idle]
    return result


def time_grid(model: Model, until: float | None, every: float | None, begin: float = 0.0) -> Array:
    """Output times `0, every, 2 every, ..., until` (from `begin` on); what is not given comes from the model's `[simulation]`."""
    faults: list[Fault] = []
    values: dict[str, float | None] = {}
    given = {"until": until, "every": every}

    def wrong(key: str, what: str, why: str = "", remedy: str = "") -> None:
        faults.append(Fault("simulation", what, why, remedy, *_written(model, key, given[key] is not None)))

    for name, said in given.items():
        raw = model.simulation.get(name) if said is None else said
        try:
            values[name] = None if raw is None else model.scope().number(raw)
        except Wrong as error:
            wrong(name, f"{name}: {error.what}", error.why, error.remedy)
            values[name] = None
    end, step = values["until"], values["every"]
    if end is None and not faults:
        wrong(
            "until",
            "until is not given",
            "the end of the run is not known",
            "give --until SECONDS, or until = .. in [simulation]",
        )
    if end is not None and end < 0:
        wrong("until", f"until = {end:g} lies in the past", "a run starts at t = 0", "give a positive time")
    elif end is not None and end < begin:
        wrong(
            "until",
            f"until = {end:g} s lies before the start",
            f"the run starts at t = {begin:g} s",
            "give a later time",
        )
    if end is not None and 0 < end - begin < SHORTEST:
        wrong(
            "until",
            f"until = {end:g} s is too short",
            "nothing moves in that time",
            f"give at least {SHORTEST:g} s, or 0 for the start alone",
        )
    if end is not None and end > LONGEST:
        wrong("until", f"until = {end:g} s is too long", "the universe is younger", "give a shorter time")
    if step is not None and step <= 0:
        wrong("every", f"every = {step:g} is not positive", "time must go forward", "give a positive time step")
    if faults or end is None:
        raise ModelError(faults)
    finish, end = end, end - begin
    step = step if step is not None else (end / 200 if end else 1.0)
    if end / step > 5e7:
        wrong("every", f"{end / step:.3g} instants are too many", "they do not fit into memory", "raise every")
        raise ModelError(faults)
    count = int(np.floor(end / step * (1 + 1e-12) + 1e-9))
    times: Array = np.arange(count + 1, dtype=float) * step
    if end - times[-1] > 1e-9 * step or (count == 0 and end > 0):
        times = np.append(times, end)
    times[-1] = end
    if begin:
        times += begin
        times[-1] = finish
    return times


def _written(model: Model, key: str, given: bool) -> tuple[str | None, int | None]:
    """File and line of a setting: where it stands, or else where it could stand; none for one given with the call."""
    if given:
        return None, None
    origin = model.origins.get("simulation", NOWHERE)
    if origin.file is not None:
        return origin.file, origin.line_of(key)
    source = model.source
    if source is None:
        return None, None
    return str(source.parent if source.suffix.lower() == ".csv" else source), None


def check_size(system: System, times: Array) -> None:
    """Refuse a run whose result does not fit into memory."""
    if len(times) * (system.nq + 2 * system.nv) > MOST_VALUES:
        what = f"{len(times)} instants of {system.nq} coordinates do not fit into memory"
        raise ModelError(Fault("simulation", what, "", "raise every", *_written(system.model, "every", False)))


def check_spans(system: System, end: float, begin: float = 0.0) -> None:
    """Refuse a run that goes beyond the tables of its drivers."""
    faults = []
    for name, (first, last) in system.driver_spans.items():
        record = system.model.drivers[name]
        if first > begin or last < end:
            faults.append(Fault(record.label, f"its table covers t = {first:g} s to {last:g} s, the run t = {begin:g} to {end:g} s",
                                "a table is not continued beyond its ends", "shorten the run or extend the table",
                                record.origin.file, record.origin.line))  # fmt: skip
    if faults:
        raise ModelError(faults)


def _require_driven(system: System, assembly: Assembly, found: Mobility) -> None:
    """A kinematic run needs a driver for every freedom, and no more."""
    faults = driver_faults(system, assembly, found)
    if found.singular and assembly.closed and (found.undriven or found.surplus_drivers):
        raise ModelError(
            Fault("", "the mechanism starts at a singular posture (dead centre or change point)",
                  f"there the drivers do not determine its motion; involved: {', '.join(found.weak)}",
                  "start the motion a little beside it, or drive another joint", str(system.model.source) if system.model.source else None)
        )  # fmt: skip
    place = str(system.model.source) if system.model.source else None
    if not system.driver_rows and not found.freedoms and not found.singular:
        faults.append(
            Fault("", "the structure cannot move", "degrees of freedom: 0, there is nothing to drive",
                  f"take away a joint if it is to move, or ask for its forces: {AT_REST}", file=place)
        )  # fmt: skip
    elif not system.driver_rows:
        faults.append(Fault("", "nothing is driven", f"degrees of freedom: {found.freedoms}, and a kinematic run needs a driver for each",
                            f"add [drivers.NAME], or {LET_GO}", file=place))  # fmt: skip
    elif found.undriven and assembly.closed:  # idle ones apart: see `kinematic.idle`
        named = found if found.free_motions else mobility(system, assembly.work, assembly.q, 0.0)
        motions = "; ".join(str(motion) for motion in named.free_motions[:4])
        faults.append(Fault("", f"{found.undriven} of {found.freedoms} degrees of freedom are not driven",
                            f"free to move: {motions}" if motions else "", f"add a driver for each, or {LET_GO}", file=place))  # fmt: skip
    if faults:
        raise ModelError(faults)


def _run(
    system: System, assembly: Assembly, found: Mobility, times: Array, samples: Samples, progress: Progress | None, show: Show
) -> Result:  # fmt: skip
    run = Following(system, assembly.work, assembly.q, times, idle=found.undriven > 0)
    started, interrupted, rounds, chunk = clock_time.perf_counter(), False, 0, 16
    code = run.begin()
    try:
        with stoppable() as stopping, watching(progress) as step:
            while code == DONE and run.done < len(times):
                tick, before = clock_time.perf_counter(), run.done
                code = run.advance(min(run.done + chunk, len(times)))
                stopping.look()
                if code == MORE:
                    rounds = rounds + 1 if run.done == before else 0
                    code = DONE if rounds < MOST_ROUNDS else MORE
                spent = clock_time.perf_counter() - tick
                chunk = max(1, min(2 * chunk, int(chunk * TICK / max(spent, 1e-6))))
                if step is not None:
                    step(float(times[run.done - 1]), float(times[-1]))
    except KeyboardInterrupt:
        interrupted = True
    seconds = clock_time.perf_counter() - started
    reached, stored = times[: run.done], run.out[:, : run.done]
    status, message = "done", ""
    if interrupted:
        status, message = (
            "interrupted",
            f"stopped by the user at t = {reached[-1]:.6g} s; what was computed is kept",
        )
    elif code != DONE:
        status, message = "failed", explain_stop(run, code)
        warnings.warn(message, VazbaWarning, stacklevel=3)
        reached, stored = run.posture()
        samples = driven_motions(system, reached)
    info = {
        "analysis": "kinematics", "steps": int(run.notes[0]), "halvings": int(run.notes[1]), "newton_iterations": int(run.notes[2]),
        "seconds": seconds, "freedoms": found.freedoms, "redundant": found.redundant,
    }  # fmt: skip
    try:
        kept = show(system, assembly.work, reached, stored, samples)
    except KeyboardInterrupt:  # an impatient user still gets the run: only a second Ctrl-C loses it
        kept = show(system, assembly.work, reached, stored, samples)
    return Result(
        system.described, reached, kept.data, kept.names, kept.units, status, message,
        [*held_angle_warnings(system), *degrees_meant(system), *taken_as_rigid(system), *start_moved(system, assembly), *_remarks(assembly, run)],
        info, absent=kept.absent,
    )  # fmt: skip


def _outputs(system: System, work: Work, times: Array, stored: Array, samples: Samples) -> Outputs:
    return outputs(system, work, times, stored, samples, along(system, work, times, stored))


def taken_as_rigid(system: System) -> list[str]:
    """Said of elastic beams: kinematics knows no forces."""
    names = [plan.name for plan in system.beams if plan.span.model != "rigid"]
    what = f"beam {names[0]} is" if len(names) == 1 else f"beams {', '.join(names)} are"
    return [f"{what} taken as rigid: without forces nothing bends"] if names else []


def _remarks(assembly: Assembly, run: Following) -> list[str]:
    remarks = []
    if assembly.restarts:
        remarks.append(
            "the described configuration did not lead to an assembled one by itself; another start near it was used"
        )
    return [*remarks, *passed_change_points(run.passed), *(str(jump) for jump in run.jumps)]
