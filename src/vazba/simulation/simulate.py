"""`vz.simulate`: what a mechanism does when it is let go."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.case.beam_start import start_changed
from vazba.case.controls import controls_of
from vazba.case.kept import kept_system
from vazba.case.prepare import prepared_by, require_model
from vazba.case.starting import Start, start_of
from vazba.equations.tables import Dynamics
from vazba.errors import ModelError
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.settings import Names, Settings
from vazba.kinematic.assembly import Assembly, refuse
from vazba.kinematic.check import analyse, driver_faults
from vazba.kinematic.mobility import Mobility
from vazba.kinematic.run import Progress
from vazba.kinematic.start import start_moved
from vazba.model import Model
from vazba.result import Result
from vazba.simulation.begin import begun
from vazba.simulation.run import Run
from vazba.system import System

Array = NDArray[np.float64]


def simulate(
    model: Model, until: float | None = None, every: float | None = None, *, method: str | None = None, integrator: str | None = None,
    rtol: float | None = None, atol: float | None = None, stabilisation: str | None = None, step: float | None = None, alpha: float | None = None,
    beta: float | None = None, cuts: Names | None = None, independent: Names | None = None, start: Any = None, start_time: float | None = None,
    progress: Progress | None = None,
) -> Result:  # fmt: skip
    """Let the mechanism move from t = 0 to `until` under gravity, force elements, loads and drivers.

    `start`: `drawn` (as described and assembled), `equilibrium`, an `Equilibrium`, a `Result` or its file (the last instant; `(result, t)` or
    `"run.nc@1.5"` another one), or a table of joint values, `{"A.angle": 0.5, "A.angle_rate": 2}`. `start_time` is 0, or the instant of a result.

    `method`: `absolute` (coordinates of the bodies), `recursive` (of joints, in O(n)), `minimal` (independent ones), or `auto`: absolute with
    an implicit integrator and where most bodies float, else recursive.
    `integrator`: `auto`, `taylor` (series), `dop853`, `dopri5` (explicit), `radau` (implicit, for stiff models),
    `generalized_alpha` (implicit, fixed `step` when given).
    `stabilisation`: how constraints are kept: `projection`; `baumgarte`, whose `alpha` and `beta` (1/s) follow the step unless given; `none`; with
    `generalized_alpha` `index3` or `index2`. Switches of cables and stops, starts of forces and events are located.
    `cuts` names joints the recursive and minimal methods cut, `independent` the coordinates of the minimal one (`"A.angle"`); both are found by themselves
    where they are not given. A run that cannot go on returns what was computed, with `status` "failed" and a `message`.
    """
    require_model(model)
    begin = start_of(model, start, start_time)
    settings, times, system, dynamics = prepared_by(
        kept_system, model, until, every, begin.time, method=method, integrator=integrator, rtol=rtol, atol=atol, stabilisation=stabilisation,
        step=step, alpha=alpha, beta=beta, cuts=cuts, independent=independent,
    )  # fmt: skip
    run, q = run_of(system, dynamics, begin, times, settings)
    return run.result(q, progress)


def _analysed(system: System, t: float) -> tuple[Assembly, Mobility]:
    """Assembly and mobility where a run starts."""
    if not system.reused:
        return analyse(system, names=False, t=t)
    assembly, found = system.remembered("analysed", t, lambda: analyse(system, names=False, t=t))
    return replace(assembly, q=assembly.q.copy(), work=assembly.work.copied()), found


def _moved(system: System, assembly: Assembly, begin: Start) -> list[str]:
    return start_changed(system, assembly) if begin.as_drawn else start_moved(system, assembly)


def run_of(
    system: System, dynamics: Dynamics, begin: Start, times: Array, settings: Settings, told: bool = True
) -> tuple[Run, Array]:
    """A run from its start, and the coordinates of all bodies there; raises `ModelError` and `AssemblyError`. `told`: a result with remarks is wanted."""
    system, unknowns, shapes = begun(system, begin)
    controls = controls_of(system, float(times[0]), float(times[-1]))
    if controls is not None:
        system = controls.inputs.system
    assembly, found = _analysed(system, begin.time)
    faults = driver_faults(system, assembly, found)
    if faults:
        raise ModelError(faults)
    if not assembly.closed:
        raise refuse(system, assembly, begin.time)
    run = Run(Absolute(system, dynamics, assembly.work), times, settings, told)
    run.unknowns, run.shapes, run.controls = unknowns, shapes, controls
    if told:
        run.remarks += system.remembered("start", (begin.as_drawn, begin.time), lambda: _moved(system, assembly, begin))
    run.singular, run.least = found.singular, found.smallest
    if found.redundant:
        run.leave_out_redundant(assembly.q)
    if found.singular:
        said = (
            "the run starts at a singular posture: which way it goes is not determined, nor are accelerations and reactions there, which need not fit each "
            f"other; involved: {', '.join(found.weak)}"
        )
        run.remarks.append(said)
    return run, assembly.q
