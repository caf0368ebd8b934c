"""`vz.replay`: a direct run with the efforts that an inverse analysis has found, and how far it comes off the path."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import matrices
from vazba.bodies.space import PLANE, space_of
from vazba.case.prepare import prepared
from vazba.case.time_laws import jumps as jumps_of
from vazba.compiler import compile_model
from vazba.element import SECTIONS
from vazba.errors import Fault, ModelError
from vazba.formulations.in_bodies import Absolute
from vazba.inversion.acting import Cast, cast_of, played, replaced
from vazba.inversion.driving import Standing
from vazba.inversion.finer import acted_efforts, finer
from vazba.inversion.motions import Course as Path
from vazba.inversion.motions import course_of
from vazba.inversion.splines import path_law
from vazba.kinematic.assembly import refuse
from vazba.kinematic.check import analyse
from vazba.kinematic.run import Progress
from vazba.model import Model
from vazba.result import Result
from vazba.simulation.run import Run
from vazba.system import System

Array = NDArray[np.float64]
RTOL, ATOL = 1e-11, 1e-12


def replay(
    result: Result, feedback: Mapping[str, float] | None = None, rtol: float | None = None, atol: float | None = None, *, method: str | None = None,
    integrator: str | None = None, progress: Progress | None = None,
) -> Result:  # fmt: skip
    """Run the model of an inverse analysis with the efforts found, its drivers absent.

    `tracking.position` (m) and `tracking.angle` (rad) tell how far the bodies are off the path.

    Efforts are splines through the instants, with breaks where an element reaches or leaves a bound. `feedback = {"kp": .., "kd": ..}` adds
    to each effort `kp` times what its length or joint coordinate is off, and `kd` times its rate. The sum stays within the bounds of the element; a
    `minimum` above zero is a reserve, which the feedback may use: cables go slack, and never push.
    """
    model = _model(result)
    info = result.info
    cast = cast_of(model, info["actuators"], info.get("minimum") or None, info.get("maximum") or None)
    gains = _gains(feedback)
    jumps = _jumps(model, result)
    fine = finer(model, result, cast, jumps)
    acted, start, kinks = _acted(model, fine, cast, gains, jumps)
    path = course_of(acted, result, None, None)
    settings, _, system, dynamics = prepared(
        acted,
        float(result.time[-1]),
        None,
        method=method,
        integrator=integrator,
        rtol=RTOL if rtol is None else rtol,
        atol=ATOL if atol is None else atol,
    )
    system = _started(system, path)
    assembly, _ = analyse(system, names=False)
    if not assembly.closed:
        raise refuse(system, assembly, 0.0)
    run = Run(Absolute(system, dynamics, assembly.work), np.ascontiguousarray(result.time), settings)
    run.more_breaks = kinks
    found = run.result(assembly.q, progress)
    return _tracked(found, start, path, cast, info.get("idle", []))


def _model(result: Result) -> Model:
    model = result.model if isinstance(result, Result) else None
    if model is None or result.analysis != "inverse":
        raise ModelError(
            Fault("replay", "it is not the result of an inverse analysis", "only that holds efforts and the model they act in",
                  "give what vz.inverse returned, or its .nc file")
        )  # fmt: skip
    if len(result.time) < 2:
        raise ModelError(
            Fault(
                "replay",
                "the result holds one instant",
                "a run needs a span of time",
                "give until (--until) to vz.inverse",
            )
        )
    if result.time[0] != 0:
        raise ModelError(
            Fault(
                "replay",
                f"the result starts at t = {result.time[0]:g} s",
                "a run starts at t = 0",
                "give a motion from t = 0 on",
            )
        )
    return model


def _jumps(model: Model, result: Result) -> Array:
    """When the efforts may jump: where accelerations of drivers do, where loads begin and end, where commands jump."""
    system = compile_model(model, rigid=True)
    found = [float(x) for parts in system.driver_motions.values() for _, motion, _ in parts for x in motion.breaks()]
    found += [float(x) for key in ("start", "stop") for x in system.tables.loads[key]] + jumps_of(system)
    end = float(result.time[-1])
    return np.unique([x for x in found if 1e-9 * end < x < (1 - 1e-9) * end])


def _gains(feedback: Any) -> tuple[float, float] | None:
    """`kp` (N/m, N m/rad) and `kd` of a feedback."""
    if feedback is None:
        return None
    known = ("kp", "kd")
    if not isinstance(feedback, Mapping) or set(feedback) - set(known) or "kp" not in feedback:
        raise ModelError(Fault("feedback", f"{feedback!r} is not a feedback", "", 'give {"kp": 100, "kd": 10}'))
    values = [feedback.get(key, 0.0) for key in known]
    for key, value in zip(known, values, strict=True):
        if (
            not isinstance(value, Real)
            or not np.isfinite(float(value))
            or float(value) < 0
            or (key == "kp" and float(value) == 0)
        ):
            raise ModelError(
                Fault("feedback", f"{key} = {value!r} is not allowed", "gains are positive", "give a positive number")
            )
    return float(values[0]), float(values[1])


def _acted(
    model: Model, result: Result, cast: Cast, gains: tuple[float, float] | None, jumps: Array
) -> tuple[Model, Model, Array]:
    """The model with efforts as laws of time; the same without them, as it is kept in the result; and when the laws have kinks."""
    bare = copy.copy(model)
    bare.drivers = {}
    if model.beams and any("taken as rigid" in text for text in result.warnings):
        bare.beams = {name: replace(beam, model="rigid") for name, beam in model.beams.items()}
    acted = copy.copy(bare)
    if not cast.acting:
        return Standing(model, acted, result, gains, jumps).all(), bare, jumps
    efforts, kinks = acted_efforts(result, cast, jumps)
    records = {}
    for k, one in enumerate(cast.acting):
        kind = SECTIONS[one.section].kind
        words = "value" if one.section == "actuators" else "length", "rate"
        value, rate = (result.array(kind, one.name, word) for word in words)
        bounds = min(one.minimum, 0.0), one.maximum  # a tension planned to be left over is there for the feedback
        law = path_law(result.time, (efforts[:, k], value, rate), one.pushes, gains, kinks, bounds)
        records[one.name] = played(one.record, law)
    return replaced(acted, records, cast.acting), bare, kinks


def _started(system: System, path: Path) -> System:
    """The same system, starting as the path does."""
    q, v, turns = path.q[0].copy(), path.v[0].copy(), system.turns0.copy()
    for row, (joint, coordinate) in zip(system.tables.coordinates, system.coordinate_names, strict=True):
        if row["turn"] >= 0 and (joint, coordinate.name) in path.joints:
            turns[row["turn"]] = path.joints[joint, coordinate.name][0] / row["factor"]
    guided = None if system.guided is None else replace(system.guided, q0=q, v0=v, turns0=turns)
    return replace(system, q0=q, v0=v, turns0=turns, guided=guided)


def _turned_by(p: Array, other: Array) -> Array:
    """The angle between two orientations: `4 asin(|p - p'|/2)`, of both signs the smaller."""
    apart = np.minimum(np.linalg.norm(p - other, axis=-1), np.linalg.norm(p + other, axis=-1))
    return np.asarray(4 * np.arcsin(np.clip(0.5 * apart, 0, 1)))


def _between(a: Array, b: Array) -> Array:
    """The angle between unit vectors."""
    return np.asarray(2 * np.arcsin(np.clip(0.5 * np.linalg.norm(a - b, axis=-1), 0, 1)))


def _idle(found: Result, idle: list[list[Any]]) -> list[tuple[int, Array]]:
    """Bodies with an idle turn and its axis (body components): of these the axis alone is compared."""
    place = {name: k for k, name in enumerate(found.names["body"])}
    return [(place[name], np.array(axis)) for name, axis in idle if name in place]


def _tracked(found: Result, model: Model, path: Path, cast: Cast, idle: list[list[Any]]) -> Result:
    """The run with its tracking error; idle turns do not count."""
    count, dimension = len(found.time), found.dimension
    body = found.data["body"]
    nb = len(found.names["body"])
    wanted = path.q[:count].reshape(count, nb, -1)
    place = space_of(dimension).axes
    off = np.stack([body[word] for word in place], axis=-1) - wanted[..., :dimension]
    if space_of(dimension) is PLANE:
        angle = np.abs(body["angle"] - wanted[..., 2])
        for k, _ in _idle(found, idle):
            angle[:, k] = 0.0
    else:
        here = np.stack([body[word] for word in ("qw", "qx", "qy", "qz")], axis=-1)
        angle = _turned_by(here, wanted[..., 3:])
        for k, axis in _idle(found, idle):
            angle[:, k] = _between(matrices(here[:, k]) @ axis, matrices(wanted[:, k, 3:]) @ axis)
    tracking = {
        "position": np.linalg.norm(off, axis=-1).max(axis=1, initial=0.0)[:, None],
        "angle": angle.max(axis=1, initial=0.0)[:, None],
    }
    info = {**found.info, "analysis": "replay", "actuators": [one.name for one in cast.acting] or list(cast.drivers)}
    units = {**found._units, ("tracking", "angle"): "rad", ("tracking", "position"): "m"}
    return Result(
        model, found.time, {**found.data, "tracking": tracking}, {**found.names, "tracking": ("tracking",)}, units, found.status, found.message,
        found.warnings, info, absent=found.absent,
    )  # fmt: skip
