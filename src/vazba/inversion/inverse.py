"""`vz.inverse`: which efforts make a mechanism move as wanted."""

from __future__ import annotations

import time as clock_time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba._jit import packed
from vazba.case.time_laws import check_commands
from vazba.compiler import compile_model
from vazba.equations.tables import Dynamics, dynamics_of
from vazba.equations.verbs import FIXED
from vazba.errors import Fault, ModelError, suggestion
from vazba.formulations.in_bodies import body_record
from vazba.inversion.acting import OBJECTIVES, Acting, Cast, cast_of, levels, silent
from vazba.inversion.kernels import INVERSION, KEPT, invert, rooms
from vazba.inversion.motions import Course, check_course, course_of
from vazba.inversion.report import report
from vazba.kinematic.evaluate import Work, work_for
from vazba.kinematic.run import TICK, Progress
from vazba.kinematic.stopping import stoppable
from vazba.model import Model
from vazba.progress import watching
from vazba.reporting.observe import OBSERVED, owners
from vazba.result import Result
from vazba.system import System

Array = NDArray[np.float64]
Bound = float | str | Mapping[str, float | str]


@dataclass
class Solved:
    """What the compiled loop has found at each instant."""

    system: System
    dynamics: Dynamics
    work: Work
    course: Course
    cast: Cast
    stored: Array  # as a kinematic run keeps it (quantities x times)
    more: Array  # energies, momentum, multipliers, reactions
    rubbed: Array
    efforts: Array  # times x acting elements
    balance: Array
    missing: Array  # generalised force that nothing exerts, times x velocities
    done: int = 0
    seconds: float = 0.0
    interrupted: bool = False


# many: what a user may say, by keyword
def inverse(
    model: Model, motion: Any = None, until: float | None = None, every: float | None = None, *, actuators: Any = None, minimum: Bound | None = None,
    maximum: Bound | None = None, objective: str = "norm", level: float | Mapping[str, float] | None = None, time: ArrayLike | None = None,
    progress: Progress | None = None,
) -> Result:  # fmt: skip
    """The efforts that make the mechanism move as wanted: `T_c F_c + Phi_v^T lambda = M v' - f_known - f_gyro`.

    `motion`: by default the drivers, run as kinematics from t = 0 to `until`; else a `Result` or result file, `"rest"` (hold the described posture; one
    instant, unless `until` is given), or arrays `(q, v, a)` (instants x coordinates, bodies in model order) with `time`.

    Elements with `actuated = true` act, and actuators without a command; or those named in `actuators`. Without any the drivers are the actuators.
    `minimum` and `maximum` (N, N m: one number, or by name) override the bounds of the model. Of all efforts that do it those are taken with the least
    `sum weight F^2` (`objective="norm"`), closest to `level` (`"level"`), or changing least from instant to instant (`"smooth"`). Where bounds or missing
    actuators forbid the motion, what comes closest is given, with `inverse.violation`, `inverse.residual` and a warning.
    """
    objective = _objective(model, objective, level)
    cast = cast_of(model, actuators, minimum, maximum)
    course = course_of(model, motion, until, every, time, progress if motion is None else None)
    wanted = levels(cast, level)
    return inverted(model, course, cast, wanted, objective, progress if motion is not None else None)


def inverted(
    model: Model,
    course: Course,
    cast: Cast,
    wanted: Mapping[str, float],
    objective: str,
    progress: Progress | None = None,
) -> Result:
    """The efforts for a motion that is known."""
    quiet = silent(model, cast)
    read = {
        heading: {name: found for name, found in known.items() if quiet.section(heading).get(name) is model.section(heading)[name]}
        for heading, known in course.read.items()
    }  # fmt: skip
    system = compile_model(quiet, course.rigid, read)
    check_commands(system, course.times)
    check_course(system, course)
    solved = solve(system, course, cast, wanted, objective == "smooth", progress)
    settings = {
        "actuators": [one.name for one in cast.acting] or list(cast.drivers), "minimum": {one.name: one.minimum for one in cast.acting},
        "maximum": {one.name: one.maximum for one in cast.acting}, "objective": objective, "level": dict(wanted), "motion": course.kind,
        "idle": course.idle,
    }  # fmt: skip
    return report(model, solved, settings)


def _objective(model: Any, objective: str, level: Any) -> str:
    if not isinstance(model, Model):
        raise ModelError(
            Fault("", f"{model!r} is not a model", "a vazba.Model is expected", "read it with vz.load(...)")
        )
    if objective not in OBJECTIVES:
        raise ModelError(Fault("objective", f"'{objective}' is unknown", "", suggestion(str(objective), OBJECTIVES)))
    if objective == "level" and level is None:
        raise ModelError(
            Fault(
                "objective",
                "the level is not given",
                "efforts are to be close to it",
                "give level = NUMBER, or {name: number}",
            )
        )
    return "level" if objective == "norm" and level is not None else objective


def solve(
    system: System,
    course: Course,
    cast: Cast,
    wanted: Mapping[str, float],
    smooth: bool,
    progress: Progress | None = None,
) -> Solved:
    """Go through the instants of a motion."""
    dynamics, work, count = dynamics_of(system), work_for(system), len(course.times)
    acting, nv, m = cast.acting, system.nv, system.m
    names, owner, second = owners(system)
    frictions = len(system.tables.frictions)
    found = Solved(
        system, dynamics, work, course, cast,
        np.zeros((system.nq + 2 * nv + 2 * len(system.tables.coordinates) + 2, count)), np.zeros((count, FIXED + m + 6 * len(names))),
        np.zeros((count, 2 * frictions)), np.zeros((count, len(acting))), np.zeros((count, KEPT)), np.zeros((count, nv)),
    )  # fmt: skip
    record = body_record(system, dynamics, work)
    times = np.ascontiguousarray(course.times)
    observed = {
        "times": times, "owner": owner, "second": second, "stored": found.stored.reshape(-1), "more": found.more.reshape(-1),
        "rubbed": found.rubbed.reshape(-1),
    }  # fmt: skip
    watched = packed(OBSERVED, observed)
    arrays = rooms(nv, m, len(acting)) | _given(system, course, acting, wanted) | {
        "times": times, "clock": np.zeros(count) if course.still else times, "efforts": found.efforts.reshape(-1), "balance": found.balance.reshape(-1),
        "missing": found.missing.reshape(-1),
    }  # fmt: skip
    run = packed(INVERSION, arrays, smooth=int(smooth), observed=watched.here)
    started, chunk = clock_time.perf_counter(), 16
    try:
        with stoppable() as stopping, watching(progress) as step:
            while found.done < count:
                tick = clock_time.perf_counter()
                run.first, run.last = found.done, min(found.done + chunk, count)
                invert(record.here, run.here)
                found.done = int(run.last)
                stopping.look()
                chunk = max(1, min(4 * chunk, int(chunk * TICK / max(clock_time.perf_counter() - tick, 1e-6))))
                if step is not None:
                    step(float(times[found.done - 1]), float(times[-1]))
    except KeyboardInterrupt:
        found.interrupted = True
    found.seconds = clock_time.perf_counter() - started
    return found


def _given(system: System, course: Course, acting: tuple[Acting, ...], wanted: Mapping[str, float]) -> dict[str, Any]:
    """The motion, and who acts how, as arrays for the kernel."""
    place = {key: k for k, key in enumerate(system.path_names)}
    seen = np.full((len(course.times), len(system.coordinate_names)), np.nan)
    for k, (joint, coordinate) in enumerate(system.coordinate_names):
        if (joint, coordinate.name) in course.joints:
            seen[:, k] = course.joints[joint, coordinate.name]
    return {
        "q": np.ascontiguousarray(course.q).reshape(-1), "v": np.ascontiguousarray(course.v).reshape(-1), "a": np.ascontiguousarray(course.a).reshape(-1),
        "seen": seen.reshape(-1),
        "acting": np.array([place[one.section, one.name] for one in acting], np.int32),
        "signs": np.array([-1.0 if one.pushes else 1.0 for one in acting]),
        "roots": np.sqrt([one.weight for one in acting]) if acting else np.zeros(0),
        "lower": np.array([one.minimum for one in acting]), "upper": np.array([one.maximum for one in acting]),
        "level": np.array([wanted.get(one.name, 0.0) for one in acting]),
    }  # fmt: skip
