"""`vz.linearize`: `x' = A x + B u`, `y = C x + D u` for small motions about a state.

The state x holds deviations of independent coordinates and of their speeds, u those of the inputs and y those of the outputs. Nothing is neglected but
what is of second order: gyroscopic and centrifugal terms are in A.

A and B come from the exact tangents of the elements (`linear.exact`), C and D of chosen outputs from differences of the columns of a result, with an estimate
of their error, which is kept. Where friction depends on reactions, or a user's law on the whole state, A and B are differences of the compiled accelerations
too (`linear.differences`): of sixth order, in several steps.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.case.inputs import DRIVE, FREE
from vazba.diagnosis.massless import without_mass
from vazba.element import SECTIONS
from vazba.errors import Fault, ModelError, SolveError, suggestion
from vazba.linear.differences import derivative
from vazba.linear.driven import STEP, Drives
from vazba.linear.elastic import AtRest, ElasticPoint
from vazba.linear.exact import Motion, NotExact
from vazba.linear.linear_model import LinearModel
from vazba.linear.point import MOTION, Point
from vazba.model import Model
from vazba.statics.modes import PLACES, place
from vazba.system import System

Array = NDArray[np.float64]
ROUNDING = 1e-15  # of the largest entry: exact tangents
NOISE = 30.0  # times the error of an entry: less is nothing
UNSURE = 1e-6  # of the largest entry: an error that is told


def linearize(
    model: Model, at: Any = "auto", inputs: str | Iterable[str] | None = None, outputs: str | Iterable[str] | None = None, t: float | None = None,
) -> LinearModel:  # fmt: skip
    """The linear model of small motions about a state, in independent coordinates.

    `at`: `drawn` (at rest as described and assembled), `equilibrium`, `auto` (as drawn where forces balance there, else the equilibrium), `motion` (positions
    and velocities as described), an instant of a run, `"run.nc@1.5"` or `(result, 1.5)`, or joint values (`{"A.angle": 0.1}`). At rest drivers are held at
    their values at time `t` (0); in motion they go on.

    `inputs`: names as those of `vz.Stepper` (`motor`, `push.x`, `rope.free_length`, `hold.target`, `crank.acceleration`); without them all that is `actuated`
    or has no command, or, where nothing is, all actuators, forces and torques but those whose laws name columns. The motion of a driver is set by its
    acceleration: its value and rate are two more states (`crank.value`, `crank.value_rate`).
    Targets and free lengths are held: what their rates would do is not in B.
    `outputs`: any columns of a result (`tool.x`, `A.angle_rate`, `rope.force`); without them the states.

    A and B are exact (but for rounding) unless friction depends on reactions or a law on the whole state; C and D of chosen outputs are differences of sixth
    order. `errors` estimates how far each is off.
    """
    if isinstance(at, str) and at not in (*PLACES, MOTION) and "@" not in at and not at.lower().endswith(".nc"):
        places = (*PLACES, MOTION)
        why = "it is a state, a result file .nc with @time, or (result, time)"
        raise ModelError(Fault("linearize", f"at = {at!r} is unknown", why, suggestion(at, places)))
    point = _point(model, at, t)
    chosen = _inputs(point, inputs)
    wanted = None if outputs is None else (outputs,) if isinstance(outputs, str) else tuple(outputs)
    drives = Drives(point, chosen)
    values = (*point.coordinates, *drives.states)
    states = (*values, *(f"{name}_rate" for name in values))
    nominal = dict(zip(chosen, point.inputs.now(chosen, point.t).tolist(), strict=True))
    point.inputs.set(nominal)
    forces = tuple(name for name in chosen if name not in drives.names)
    exact = _exactly(point, forces, nominal, drives.names)
    if exact is None or wanted:
        found = (
            *_by_states(point, wanted or (), exact is None),
            *_by_inputs(point, forces, nominal, wanted or ()),
            *drives.differences(wanted or ()),
        )
        (a, c), (a_off, c_off), (b, d), (b_off, d_off), (u, e), (u_off, e_off) = found
        c, d = drives.seen(c, d, e)
        c_off, d_off = drives.seen(c_off, d_off, e_off)
    if exact is not None:
        a, b, u, rest = exact
        a, b = drives.joined(a, b, u, 1.0)
        a_off, b_off = (np.array(ROUNDING * _largest(x)) for x in (a, b))  # one number for all entries
    else:
        rest = _rest(point)
        a, b = drives.joined(a, b, u, 1.0)
        a_off, b_off = drives.joined(a_off, b_off, u_off, 0.0)
    if wanted is None:
        wanted, c, d = states, np.eye(len(states)), np.zeros((len(states), len(chosen)))
        c_off = d_off = np.array(0.0)
    for what, m in (("A", a), ("B", b), ("C", c), ("D", d)):
        if not math.isfinite(_largest(m)):
            why = f"derivatives ({what}) are not finite. Look whether the mechanism is at the end of its reach there."
            if isinstance(point, Point) and (
                name := without_mass(point.system, point.whole.dynamics, point.whole.work)
            ):
                why = f"body {name} has no mass (or no inertia) in a motion that its joints leave free. Give it some, or hold it by a joint."
            raise SolveError(f"there is no linear model {point.where}: {why}")
    errors = {"A": _part(a, a_off), "B": _part(b, b_off), "C": _part(c, c_off), "D": _part(d, d_off)}
    remarks = list(point.remarks)
    for what, error in errors.items():
        if error > UNSURE:
            remarks.append(
                f"{what} is uncertain by {error:.1g} of its largest entry: something has no derivative there (a cable about to pull, a stop, a kink)"
            )
    units = tuple(point.inputs.all[name].unit for name in chosen)
    return LinearModel(
        model, point.where, point.t, _cleaned(a, a_off), b, c, d, states, chosen, tuple(wanted), units, rest, np.array(list(nominal.values())),
        errors, float(a_off.max(initial=0.0)), tuple(dict.fromkeys(remarks)),
    )  # fmt: skip


def _point(model: Model, at: Any, t: float | None) -> Point | ElasticPoint:
    if not (isinstance(at, str) and at in PLACES):
        return Point(model, at, t)
    found = place(model, at, 0.0 if t is None else float(t), "linearize")
    return ElasticPoint(found) if found.start.mechanics.elastic else Point(model, at, t, found)


def _inputs(point: Point | ElasticPoint, asked: str | Iterable[str] | None) -> tuple[str, ...]:
    found = point.inputs
    if asked is not None:
        names = (asked,) if isinstance(asked, str) else tuple(asked)
        if isinstance(point, ElasticPoint):
            point.refuse_drivers(names)
        return found.named(names)
    fed_back = _fed_back(point.system)
    others = (name for name, one in found.all.items() if one.kind not in (FREE, DRIVE) and one.label not in fed_back)
    return found.needed or tuple(others)


def _fed_back(system: System) -> set[str]:
    """Elements whose laws name columns: they belong to the system, and are inputs only where they are asked for."""
    found = set()
    for section in ("actuators", "forces", "torques"):
        for name, values in system.values.get(section, {}).items():
            laws = [law for value in vars(values).values() for law in (value if isinstance(value, tuple) else (value,))]
            if any(getattr(law, "columns", ()) for law in laws):
                found.add(f"{SECTIONS[section].kind} {name}")
    return found


def _rest(point: Point | ElasticPoint) -> Array:
    """How fast the speeds change at the state itself: zero where it is an equilibrium or a steady motion."""
    return point.rates(np.zeros(2 * point.n))[-point.n :] if point.n else np.zeros(0)


def _steps(point: Point | ElasticPoint) -> Array:
    lengths = np.where(point.slides, point.system.length, 1.0)
    return STEP * np.concatenate([lengths, lengths + np.abs(point.speeds)])


def _exactly(
    point: Point | ElasticPoint, names: tuple[str, ...], nominal: dict[str, float], drives: tuple[str, ...]
) -> tuple[Array, Array, Array, Array] | None:
    """A, B, what drivers do and the accelerations at the state by the tangents of the elements; None where these do not tell all."""
    try:
        motion = point.motion(drives)
        a, driven = motion.rates()
        pushed = [_pushed(point, motion, name, nominal) for name in names]
        forces = np.array(pushed).reshape(len(names), len(motion.force())).T
        b = np.vstack([np.zeros((point.n, len(names))), motion.by_force(forces)])
    except (NotExact, np.linalg.LinAlgError):
        return None
    sound = all(np.isfinite(x).all() for x in (a, b, driven))
    return (a, b, driven, motion.quick) if sound else None


def _pushed(point: Point | ElasticPoint, motion: Motion | AtRest, name: str, nominal: dict[str, float]) -> Array:
    """The generalised force of one unit of an input: linear, but for free lengths of cables."""

    def forces(parts: Array) -> Array:
        rows = []
        for part in parts:
            point.inputs.set({name: nominal[name] + float(part)})
            rows.append(motion.force())
        point.inputs.set({name: nominal[name]})
        return np.array(rows)

    return derivative(forces, _input_step(point, name, nominal))[0]


def _input_step(point: Point | ElasticPoint, name: str, nominal: dict[str, float]) -> float:
    one = point.inputs.all[name]
    long = one.kind == "free" and one.unit == "m"
    step = STEP * (point.system.length if long else max(1.0, abs(nominal[name])))
    return min(step, 0.2 * nominal[name]) if long and one.label.startswith("cable") else step


def _by_states(
    point: Point | ElasticPoint, outputs: tuple[str, ...], rates: bool
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    n, steps = 2 * point.n, _steps(point)
    a, a_off, c, c_off = np.zeros((n, n)), np.zeros((n, n)), np.zeros((len(outputs), n)), np.zeros((len(outputs), n))
    point.rates(np.zeros(n))
    for k in range(n):

        def along(parts: Array, k: int = k) -> Array:
            xs = np.zeros((len(parts), n))
            xs[:, k] = parts
            return xs

        if rates:
            found, off = derivative(lambda parts: np.array([point.rates(x) for x in along(parts)]), steps[k])
            point.rates(np.zeros(n))  # spins at the state itself
            a[:, k], a_off[:, k] = point.motions(found), np.abs(point.motions(off))
        if outputs:
            c[:, k], c_off[:, k] = derivative(lambda parts: point.columns(along(parts), outputs), steps[k])
    return (a, c), (a_off, c_off)


def _by_inputs(
    point: Point | ElasticPoint, names: tuple[str, ...], nominal: dict[str, float], outputs: tuple[str, ...]
) -> tuple[tuple[Array, Array], tuple[Array, Array]]:
    n, still = point.n, np.zeros(2 * point.n)
    b, d = np.zeros((2 * n, len(names))), np.zeros((len(outputs), len(names)))
    b_off, d_off = np.zeros_like(b), np.zeros_like(d)
    for k, name in enumerate(names):

        def seen(parts: Array, name: str = name) -> Array:
            rows = []
            for part in parts:
                point.inputs.set({name: nominal[name] + float(part)})
                rows.append(
                    np.concatenate([point.rates(still)[-n:] if n else still, point.columns(still[None], outputs)[0]])
                )
            point.inputs.set({name: nominal[name]})
            return np.array(rows)

        found, off = derivative(seen, _input_step(point, name, nominal))
        b[n:, k], d[:, k] = found[:n], found[n:]
        b_off[n:, k], d_off[:, k] = off[:n], off[n:]
    return (b, d), (b_off, d_off)


def _part(m: Array, off: Array) -> float:
    """The largest error, as a part of the largest entry."""
    return float(off.max(initial=0.0) / max(_largest(m), 1e-300)) if m.size else 0.0


def _largest(m: Array) -> float:
    """The largest absolute value, without room for another matrix."""
    return float(max(m.max(initial=0.0), -m.min(initial=0.0)))


def _cleaned(a: Array, off: Array) -> Array:
    """Entries below their error are nothing: ignorable coordinates then are so exactly."""
    bound = NOISE * off
    small = a <= bound
    small &= a >= -bound
    a[small] = 0.0
    return a
