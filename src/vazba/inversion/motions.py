"""The motion an inverse analysis is made for: driven, of a result, at rest, or given as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import SPACE
from vazba.case.beam_start import without_elastic
from vazba.compiler import compile_model
from vazba.errors import Fault, ModelError
from vazba.kinematic.assembly import assemble, refuse, row_scales
from vazba.kinematic.evaluate import Work, evaluate, work_for
from vazba.kinematic.outputs import Outputs, Samples, show_drivers
from vazba.kinematic.rank import dense_jacobian
from vazba.kinematic.run import Progress, kinematics_at, taken_as_rigid, time_grid
from vazba.lowering.nodes import has_nodes
from vazba.model import Model
from vazba.result import Result
from vazba.system import System

Array = NDArray[np.float64]
POSITION = {2: ("x", "y", "angle"), 3: ("x", "y", "z", "qw", "qx", "qy", "qz")}
VELOCITY = {2: ("vx", "vy", "w"), 3: ("vx", "vy", "vz", "wx", "wy", "wz")}
ACCELERATION = {2: ("ax", "ay", "alpha"), 3: ("ax", "ay", "az", "alx", "aly", "alz")}
OFF = 1e-6  # of the characteristic length (times the speeds): a motion further off its joints is refused


@dataclass
class Course:
    """A motion at instants: coordinates, velocities and accelerations of all bodies in the order of the model."""

    times: Array
    q: Array
    v: Array
    a: Array
    rigid: bool  # whether beams are taken as rigid bodies
    kind: str  # drivers, result, rest, arrays
    still: bool = False  # at rest: constraints are looked at where they were at the start
    joints: dict[tuple[str, str], Array] = field(default_factory=dict)  # coordinates that are known, by joint and name
    told: Result | None = None  # the kinematic run of the drivers
    remarks: list[str] = field(default_factory=list)
    idle: list[Any] = field(default_factory=list)  # body and axis of idle freedoms
    read: Mapping[str, Mapping[str, Any]] = field(
        default_factory=dict
    )  # values of the model's elements, where they are known


def course_of(
    model: Model,
    motion: Any,
    until: float | None,
    every: float | None,
    time: Any = None,
    progress: Progress | None = None,
) -> Course:
    """The motion as it is asked for; raises `ModelError` where it is not known."""
    refuse_elastic(model, motion)
    if motion is None:
        return driven(model, lambda: time_grid(model, until, every), progress)
    if isinstance(motion, str) and motion == "rest":
        end = until if until is not None else 0.0
        return at_rest(model, time_grid(model, end, every if end else None))
    if isinstance(motion, (str, Path)):
        path = Path(motion)
        if not path.exists():
            raise ModelError(
                Fault(
                    "motion",
                    f"there is no result file '{path}'",
                    "",
                    'give a result file, or "rest" to hold the described posture',
                )
            )
        motion = Result.load(path)
    if isinstance(motion, Result):
        return _of_result(model, motion, until, every)
    return _of_arrays(model, motion, until, every, time)


def refuse_elastic(model: Model, motion: Any) -> None:
    """Beams with coordinates of their own; masses between nodes, unless all is at rest and half the mass stands at either end."""
    if model.beams:
        without_elastic(compile_model(model), "vz.inverse")
    net = compile_model(model).net if has_nodes(model) else None
    if net is None or not net.bars:
        return
    if not isinstance(motion, str) or motion != "rest" or any(kind == "joint" for kind, _ in net.hidden):
        who = f"bar {next(iter(net.ends))}" if net.ends else "cables with mass"
        what = "vz.inverse does not know mass between nodes" + ("" if motion == "rest" else " that moves")
        raise ModelError(Fault(who, what, "", "describe it by bodies, or leave the mass out"))


def driven(model: Model, times: Callable[[], Array], progress: Progress | None = None) -> Course:
    """The motion of the drivers."""
    if not model.drivers:
        raise ModelError(
            Fault("", "the motion is not known", "the model has no drivers",
                  'add [drivers.NAME], or give a motion: "rest" (--motion rest), a result, or arrays', str(model.source) if model.source else None)
        )  # fmt: skip
    grid, system = times(), compile_model(model, rigid=True)
    rows = np.zeros((0, 0))

    def drivers_alone(system: System, _: Work, reached: Array, stored: Array, samples: Samples) -> Outputs:
        nonlocal rows
        rows, out = np.ascontiguousarray(stored.T), Outputs()
        show_drivers(system, out, reached, samples)
        return out

    result = kinematics_at(model, grid, progress, system, drivers_alone)
    if not len(result.time):
        raise ModelError(Fault("", "the drivers move nothing", result.message))
    q, v, a, values, _ = np.split(
        rows, np.cumsum([system.nq, system.nv, system.nv, len(system.coordinate_names)]), axis=1
    )
    joints = {(joint, c.name): values[:, k] for k, (joint, c) in enumerate(system.coordinate_names)}
    course = Course(result.time, q, v, a, True, "drivers", joints=joints, told=result, remarks=[*result.warnings])
    course.idle, course.read = list(result.info.get("idle", [])), system.values if system.model is model else {}
    if result.status != "done":
        course.remarks.append(f"the motion ends early: {result.message}")
    return course


def at_rest(model: Model, times: Array) -> Course:
    """The posture that is described, held."""
    system = compile_model(model, rigid=True)
    assembly = assemble(system)
    if not assembly.closed:
        raise refuse(system, assembly, 0.0)
    count = len(times)
    coordinates = {
        (joint, c.name): np.full(count, value)
        for (joint, c), value in zip(system.coordinate_names, assembly.work.coordinates, strict=True)
    }
    return Course(
        times, np.tile(assembly.q, (count, 1)), np.zeros((count, system.nv)), np.zeros((count, system.nv)), True, "rest", True, coordinates,
        remarks=taken_as_rigid(system),
    )  # fmt: skip


def _of_result(model: Model, result: Result, until: float | None, every: float | None) -> Course:
    if not len(result.time):
        raise ModelError(Fault("motion", "the result holds no instant", result.message, "give one that does"))
    chosen = np.arange(len(result.time))
    if until is not None:
        chosen = chosen[result.time <= until * (1 + 1e-12) + 1e-12]
    if every is not None and len(chosen):
        wanted = np.arange(result.time[0], result.time[chosen[-1]] + 1e-9 * every, every)
        near = np.array([int(np.argmin(np.abs(result.time - t))) for t in wanted], int)
        if np.abs(result.time[near] - wanted).max() > 1e-9 * max(1.0, abs(float(result.time[-1]))):
            raise ModelError(
                Fault(
                    "motion",
                    f"the result has no instants every {every:g} s",
                    "nothing is interpolated",
                    "leave every out",
                )
            )
        chosen = near
    if not len(chosen):
        raise ModelError(
            Fault("motion", f"the result has no instant before until = {until:g} s", "", "give a later one")
        )
    whole, rigid = compile_model(model), compile_model(model, rigid=True)
    held = result.names.get("body", ())
    missing = [
        [name for name in system.body_names if not _knows(result, name, system.dimension)] for system in (whole, rigid)
    ]
    if missing[0] and missing[1]:
        name = missing[1][0]
        raise ModelError(
            Fault("motion", f"the result does not tell the motion of body {name}", f"it has: {', '.join(held[:8]) or 'no bodies'}",
                  "give the result of a run of this model, with positions, velocities and accelerations")
        )  # fmt: skip
    if missing[0] and result.analysis != "kinematics" and any(plan.model != "rigid" for plan in whole.beams):
        raise ModelError(
            Fault(f"beam {missing[0][0].partition('#')[0]}", "the result does not hold the motion of its segments", "a table keeps that of its ends alone",
                  "give the result itself, or its .nc file")
        )  # fmt: skip
    return _taken(whole if not missing[0] else rigid, result, chosen, rigid=bool(missing[0]))


def _knows(result: Result, name: str, dimension: int) -> bool:
    words = [word for part in (POSITION, VELOCITY, ACCELERATION) for word in part[dimension]]
    if name in result.names.get("segment", ()):
        return all(word in result.data["segment"] for word in words)
    return all(_called(result, name, word) in result for word in words)


def _called(result: Result, name: str, word: str) -> str:
    """The column of a body: where the kinds are known, not that of a point of the same name."""
    return f"{name}.body.{word}" if "body" in result.names else f"{name}.{word}"


def _found(result: Result, name: str, word: str) -> Array:
    if name in result.names.get("segment", ()):
        return result.array("segment", name, word)
    return result.column(_called(result, name, word))


def _stacked(system: System, result: Result, words: Sequence[str], chosen: NDArray[np.intp]) -> Array:
    """These columns of all bodies, body by body (instants x columns)."""
    held, data = result.names.get("body", ()), result.data.get("body", {})
    if all(word in data for word in words) and set(system.body_names) <= set(held) and "segment" not in result.names:
        place = {name: k for k, name in enumerate(held)}
        own = np.array([place[name] for name in system.body_names], int)
        return np.stack([data[word][chosen][:, own] for word in words], axis=2).reshape(len(chosen), -1)
    return np.column_stack([_found(result, name, word)[chosen] for name in system.body_names for word in words])


def _taken(system: System, result: Result, chosen: NDArray[np.intp], rigid: bool) -> Course:
    """The motion of all bodies from the columns of a result."""
    parts = [_stacked(system, result, words[system.dimension], chosen) for words in (POSITION, VELOCITY, ACCELERATION)]
    joints = {
        (joint, c.name): result.column(f"{joint}.joint.{c.name}")[chosen]
        for joint, c in system.coordinate_names
        if f"{joint}.joint.{c.name}" in result
    }
    remarks = taken_as_rigid(system) if rigid else []
    q, v, a = parts
    return Course(result.time[chosen], q, v, a, rigid, "result", joints=joints, remarks=remarks)


def _of_arrays(model: Model, motion: Any, until: float | None, every: float | None, time: Any) -> Course:
    if isinstance(motion, Mapping):
        time = motion.get("time", time)
        motion = [motion.get(key) for key in ("q", "v", "a")]
    if not isinstance(motion, (Sequence, np.ndarray)) or isinstance(motion, str) or len(motion) not in (3, 4):
        raise ModelError(
            Fault(
                "motion",
                "it is not a motion",
                "",
                'give a Result, a result file, "rest", or arrays (q, v, a), instants x coordinates',
            )
        )
    if len(motion) == 4:
        time = motion[3]
    system = compile_model(model, rigid=True)
    names = ("q", "v", "a")
    wide = (system.nq, system.nv, system.nv)
    try:
        parts = [np.atleast_2d(np.ascontiguousarray(part, dtype=float)) for part in motion[:3]]
    except (TypeError, ValueError) as error:
        raise ModelError(Fault("motion", f"(q, v, a) are not arrays of numbers: {error}")) from None
    count = len(parts[0])
    for name, part, width in zip(names, parts, wide, strict=True):
        if part.shape != (count, width):
            words = " ".join((POSITION if name == "q" else VELOCITY)[system.dimension])
            raise ModelError(
                Fault(
                    "motion",
                    f"{name} has the shape {part.shape}, expected ({count}, {width})",
                    f"each body has {words}, in the order of the model",
                )
            )
        if not np.isfinite(part).all():
            raise ModelError(
                Fault(
                    "motion",
                    f"{name} holds numbers that are not finite, first in row {int(np.argmin(np.isfinite(part).all(1)))}",
                )
            )
    times, remarks = _instants(model, count, until, every, time)
    if system.space is SPACE:
        _unit_quaternions(system, parts[0])
    q, v, a = parts
    return Course(times, q, v, a, True, "arrays", remarks=[*remarks, *taken_as_rigid(system)])


def _instants(model: Model, count: int, until: float | None, every: float | None, time: Any) -> tuple[Array, list[str]]:
    """When the rows of arrays are."""
    if time is not None:
        times = np.atleast_1d(np.asarray(time, float))
        if times.shape != (count,) or not (np.diff(times) > 0).all():
            raise ModelError(
                Fault(
                    "time", f"{len(times)} times for {count} rows, growing, are expected", "", "give one for each row"
                )
            )
        return times, []
    if count == 1:
        return np.zeros(1), []
    if every is not None:
        return np.arange(count, dtype=np.float64) * float(every), []
    if until is not None:
        return np.linspace(0.0, float(until), count), []
    if "until" in model.simulation:
        grid = time_grid(model, None, None)
        if len(grid) == count:
            return grid, []
    return np.arange(count, dtype=float), ["the times of the motion are not given: its rows are taken as 1 s apart"]


def _unit_quaternions(system: System, q: Array) -> None:
    for k, name in enumerate(system.body_names):
        part = q[:, 7 * k + 3 : 7 * k + 7]
        length = np.linalg.norm(part, axis=1)
        worst = int(np.argmax(np.abs(length - 1)))
        if abs(length[worst] - 1) > OFF:
            raise ModelError(
                Fault("motion", f"the quaternion of body {name} has the length {length[worst]:.6g} in row {worst}", "an orientation is a unit quaternion",
                      "divide it by its length")
            )  # fmt: skip
        part /= length[:, None]


def check_course(system: System, course: Course) -> None:
    """Refuse a motion that violates the joints: which, by how much, when."""
    if course.kind == "drivers" or not system.joint_rows:
        return
    work, scale, weights = work_for(system), row_scales(system), np.sqrt(system.tables.weights)
    groups = [group for group in system.groups if group.kind == "joint"]
    units = ("", "/s", "/s^2")
    for i, t in enumerate(course.times):
        evaluate(system, work, course.q[i], course.v[i], 0.0 if course.still else float(t))
        jacobian = dense_jacobian(system, work)[: system.joint_rows]
        fast, far = (float(np.abs(weights * part[i]).max(initial=0.0)) for part in (course.v, course.a))
        gaps = (
            (np.abs(work.phi[: system.joint_rows]), system.length),
            (np.abs(jacobian @ course.v[i] - work.nu[: system.joint_rows]), system.length + fast),
            (
                np.abs(jacobian @ course.a[i] - work.gamma[: system.joint_rows]),
                system.length + fast + far + fast * fast / system.length,
            ),
        )
        for level, (gap, size) in enumerate(gaps):
            if gap.max() <= OFF * size * (1.0, 1.0, 10.0)[level]:
                continue
            row = int(np.argmax(gap))
            group = next(g for g in groups if row in g.rows)
            k = row - group.first
            unit = group.units[k] + units[level]
            word = ("position", "velocity", "acceleration")[level]
            raise ModelError(
                Fault(f"joint {group.name}", f"the motion violates it by {gap[row] / scale[row]:.3g} {unit} at t = {t:.6g} s",
                      f"{word}, {group.directions[k]}", "give a motion that keeps the joints closed, as vz.kinematics or vz.simulate make it")
            )  # fmt: skip
