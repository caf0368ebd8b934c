"""A run that does not start as drawn: the system moved to its start, elastic coordinates included."""

from __future__ import annotations

import math
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import SPACE
from vazba.case.joint_values import at_values
from vazba.case.start import changed_velocities
from vazba.case.starting import RATE, Start, at_state
from vazba.equations import projection, recursive
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError, SolveError, VazbaWarning, suggestion
from vazba.formulations.formulation import Formulation
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_joints import Recursive
from vazba.formulations.settings import Settings
from vazba.kinematic.rank import Dense
from vazba.kinematic.redundancy import rows_in_metres
from vazba.model import Model
from vazba.system import System

Array = NDArray[np.float64]
STILL = 1e-3  # m/s^2: accelerations beside which differences are looked at, at least
KEPT = 1e-6  # relative: what closing the joints may change of a shape that was given


def at_rest(model: Model, t: float) -> Start:
    """The equilibrium of a model as the state to start from."""
    from vazba.statics.equilibrium import settled
    from vazba.statics.prepare import prepared

    found = settled(prepared(model, t))
    if not found.ok:
        raise SolveError(f"the run is to start at rest: {found.message}", found)
    return Start(t, found.result)


def begun(system: System, start: Start) -> tuple[System, Array | None, dict[str, float]]:
    """The system at its start; elastic unknowns that are known there, and shapes of beams that were given by name."""
    if start.equilibrium:
        start = at_rest(system.described, start.time)
    if start.result is not None:
        return *at_state(system, start), {}
    if start.values:
        moved, shapes = at_values(system, start, system.described)
        return moved, None, shapes
    return system, None, {}


def elastic_start(form: Any, y: Array, unknowns: Array | None, shapes: dict[str, float], t: float) -> Array:
    """The state of a run with elastic beams; raises `ModelError` where a shape that was given does not exist, or cannot be had."""
    n = len(y) - EXTRA
    if unknowns is not None:
        if len(unknowns) != n:
            what = f"the result holds {len(unknowns)} elastic coordinates and velocities, {n} are needed"
            raise ModelError(
                Fault("start", what, "its beams have other shapes or elements", "take a result of this model")
            )
        y = np.concatenate([unknowns, y[n:]])
    if not shapes:
        return y
    nq, spatial = form.flexible.nq, form.system.space is SPACE
    places: dict[str, int] = {}
    for k, (owner, name) in enumerate(form.flexible.names):
        if name.startswith("shape "):
            frames = sum(other == "wz" for _, other in form.flexible.names[:k]) if spatial else 0
            places[f"{owner}.{name.replace(' ', '_')}"] = k + frames
            places[f"{owner}.{name.replace(' ', '_')}{RATE}"] = nq + k
    unknown = [key for key in shapes if key not in places]
    if unknown:
        raise ModelError(
            [Fault("start", f"'{key}' is no shape of a beam", "", suggestion(key, places)) for key in unknown]
        )
    y = y.copy()
    for key, value in shapes.items():
        y[places[key]] = value
    projection.project_state(form.record.here, y.ctypes.data, t)
    lost = [key for key, value in shapes.items() if not abs(y[places[key]] - value) <= KEPT * max(abs(value), 1e-300)]
    if lost:
        what = f"{', '.join(lost)} cannot be had as given"
        raise ModelError(
            Fault(
                "start",
                what,
                "joints at the other end of the beam do not allow it",
                "give shapes of beams with a free end",
            )
        )
    return y


def first_step(form: Formulation, y: Array, settings: Settings, when: tuple[float, float]) -> float:
    """A first step by the size of state, rate and tolerance (Hairer, Norsett, Wanner, II.4, first part); `when`: the time, and how long the run is."""
    t, span = when
    if len(y) == EXTRA:
        return span or 1.0
    rate, n = np.zeros(len(y)), len(y) - EXTRA
    form.derivative(form.record.here, y.ctypes.data, rate.ctypes.data, t)
    scale = settings.atol + settings.rtol * np.abs(y[:n])
    with np.errstate(over="ignore"):
        size, speed = (math.sqrt(((x[:n] / scale) ** 2).sum() / n) for x in (y, rate))
    if not np.isfinite(speed):
        return 1e-6
    step = 1e-6 if size < 1e-5 or speed < 1e-5 else 0.01 * size / speed
    return float(min(max(step, 1e-9), span or step))


def with_consistent_velocities(whole: Absolute, y: Array, t: float) -> list[str]:
    """Bring the velocities in y onto the constraints, in place; what is said where that changes them."""
    nq, nv = whole.system.nq, whole.system.nv
    before = y[nq : nq + nv].copy()
    projection.project_state(whole.record.here, y.ctypes.data, t)
    if not np.isfinite(y).all():
        raise SolveError(
            "the velocities at t = 0 cannot be brought onto the constraints: the mechanism is in a singular posture. Start a little beside it."
        )
    said = changed_velocities(whole.system, before, y[nq : nq + nv])
    if said:
        warnings.warn(said, VazbaWarning, stacklevel=5)
    return [said] if said else []


def _in_metres(whole: Absolute, a: Array) -> Array:
    """Accelerations of bodies, turns at the characteristic length."""
    per_body, places = whole.system.space.nv, whole.system.dimension
    unit = np.array([1.0] * places + [whole.system.length] * (per_body - places))
    return np.asarray(a.reshape(-1, per_body) * unit)


def _accelerations(whole: Absolute, y: Array, t: float) -> Array:
    rate = np.zeros(len(y))
    whole.derivative(whole.record.here, y.ctypes.data, rate.ctypes.data, t)
    return _in_metres(whole, rate[whole.system.nq : whole.system.nq + whole.system.nv])


def _largest(whole: Absolute, a: Array) -> float:
    """Of these accelerations and gravity."""
    return max(float(np.abs(a).max(initial=0.0)), float(np.abs(whole.dynamics.gravity).max()), STILL)


def digits_lost(form: Recursive, y: Array, own: Array, t: float) -> float:
    """By which part of the largest the accelerations of a formulation in joints differ from those of the whole, at one state: y of the bodies, `own` of it."""
    whole, rate = form.whole, np.zeros(len(own))
    form.derivative(form.record.here, own.ctypes.data, rate.ctypes.data, t)
    recursive.show(form.record.here, own.ctypes.data, rate.ctypes.data)
    found = _in_metres(whole, whole.dynamics.acceleration)
    true = _accelerations(whole, y, t)
    return float(np.abs(found - true).max()) / _largest(whole, true)


def rounding_of_start(whole: Absolute, y: Array, t: float, much: float) -> tuple[tuple[float, float] | None, list[str]]:
    """By which part of the largest accelerations and reactions change with the last digit of the velocities in y, of the bodies, where that is much; in words.

    A velocity across a constraint, as small as rounding, stands for one along the weakest singular vector, the larger the nearer a singular posture is:
    by so much velocities are not known, and they are changed by so much either way.
    """
    system, v = whole.system, slice(whole.system.nq, whole.system.nq + whole.system.nv)
    root = np.sqrt(system.tables.weights)
    rows = Dense(rows_in_metres(system, y[: system.nq], t))
    least, way = rows.sizes[rows.rank - 1], rows.ways[rows.rank - 1] / root
    held, forces = _accelerations(whole, y, t), whole.dynamics.multipliers.copy()
    change, moved, pushed = np.finfo(float).eps / least * float(np.abs(y[v] * root).max()) * way, 0.0, 0.0
    for sign in (1.0, -1.0):
        other = y.copy()
        other[v] += sign * change
        moved = max(moved, float(np.abs(_accelerations(whole, other, t) - held).max()))
        pushed = max(pushed, float(np.abs(whole.dynamics.multipliers - forces).max(initial=0.0)))
    found = moved / _largest(whole, held), pushed / max(float(np.abs(forces).max(initial=0.0)), 1e-300)
    if max(found) <= much:
        return None, []
    return found, [
        f"the run starts near a singular posture (smallest singular value {least / rows.sizes[0]:.1g} of the largest): the last digit of its velocities "
        f"changes accelerations by {found[0]:.1g} of the largest, reactions by {found[1]:.1g}"
    ]
