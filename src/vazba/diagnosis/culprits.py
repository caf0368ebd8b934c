"""Who is to blame for a run that cannot go on: laws of time that run away, laws of one's own that raise, elements that are too stiff."""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.case.time_laws import commands
from vazba.element import SECTIONS
from vazba.equations.tables import Dynamics, hardened
from vazba.kinematic.evaluate import Work
from vazba.kinematic.oddities import odd_values
from vazba.laws.records import CABLE, LIMIT, LINEAR, POINTS, REELED
from vazba.motion.motion import Motion
from vazba.system import System

Array = NDArray[np.float64]
NEAR = (0.0, 1e-12, 1e-10, 1e-8, 1e-6, 1e-4)  # s behind the last good state, for each second that has passed
UNBOUNDED = 1e6  # times what a law was before
FAST = 1e6  # 1/s or m/s: nothing people build moves like that


def runaway_law(system: System, t: float) -> str:
    """A law of time that has no value, or leaves all bounds, where the run stopped."""
    behind = t + np.array(NEAR) * (1.0 + t)
    before = np.linspace(0.0, 0.9 * t, 50)
    for label, what, law, start, stop in _laws(system):
        first, last = law.span()
        near = behind[(behind >= max(start, first)) & (behind < min(stop, last))]
        if not len(near):
            continue
        earlier = before[(before >= max(start, first)) & (before < min(stop, last))]
        with np.errstate(all="ignore"):
            here, then = np.abs(law.at(near)), np.abs(law.at(earlier))
        here, then = (here[:1], then[:1]) if not label.startswith("driver ") else (here, then)
        if not np.isfinite(here).all():
            return f"{label}: {what} has no finite value at t = {t:.6g} s. Correct it, or end the run before."
        usual = np.nanmax(then, axis=1, initial=0.0)
        if (here.max(axis=1) > UNBOUNDED * (usual + 1.0)).any():
            return f"{label}: {what} grows beyond all bounds at t = {t:.6g} s. Correct it, or end the run before."
    return ""


def _laws(system: System) -> Iterator[tuple[str, str, Motion, float, float]]:
    for record, values, key, law in commands(system):
        start, stop = getattr(values, "start", None), getattr(values, "stop", None)
        yield record.label, key, law, -np.inf if start is None else start, np.inf if stop is None else stop
    for name, parts in system.driver_motions.items():
        for _, law, _ in parts:
            yield f"driver {name}", "its motion", law, -np.inf, np.inf


def raised_by(record: Any, length: float, rate: float, t: float, q: Array, v: Array) -> str:
    """What a law of one's own raises, or gives instead of a number."""
    function = getattr(record, "law", None) or getattr(record, "function", None)
    if function is None:
        return ""
    try:
        state = (q, v) if len(inspect.signature(function).parameters) >= 5 else ()
        with np.errstate(all="ignore"):
            found = function(length, rate, t, *state)
    except Exception as error:  # noqa: BLE001  (a user's function may raise anything)
        return f" It raises {type(error).__name__}: {error}."
    return f" It gives {found}."


def fastest(system: System, dynamics: Dynamics, work: Work) -> tuple[str, float]:
    """The element whose own motion would be the fastest, and its rate in 1/s: `sqrt(K e)` or `B e`, with `e = c^T M^-1 c` of its column c, all joints
    taken away."""
    best = ("", 0.0)
    for k, (section, name) in enumerate(system.path_names):
        path = work.paths[k]
        if path["law"] not in (LINEAR, CABLE, REELED, LIMIT):
            continue
        unit = path["free"] if path["law"] == REELED else 1.0
        e = _ease(system, dynamics, work, k)
        rate = max(np.sqrt(max(path["stiffness"] / unit * e, 0.0)), path["damping"] / unit * e)
        if np.isfinite(rate) and rate > best[1]:
            best = (f"{SECTIONS[section].kind} {name}", float(rate))
    return best


def _ease(system: System, dynamics: Dynamics, work: Work, k: int) -> float:
    """`c^T M^-1 c`: how easily the path's length changes under a force of one."""
    path = work.paths[k]
    forces: dict[int, Array] = {}  # body -> force and moment about its centre of mass
    if path["kind"] == POINTS:
        stops = system.tables.stops[path["first"] : path["first"] + path["count"]]
        for a, b in itertools.pairwise(stops):
            d = work.poses["p"][b] - work.poses["p"][a]
            n = d / max(float(np.linalg.norm(d)), 1e-300)
            for frame, pull in ((a, n), (b, -n)):
                body = int(system.tables.frames[frame]["body"])
                if body >= 0:
                    arm = work.poses["p"][frame] - _centre(dynamics, work, body)
                    forces.setdefault(body, np.zeros(6))[:] += np.concatenate([pull, np.cross(arm, pull)])
    else:
        row = system.tables.coordinates[path["first"]]
        for frame in (row["a"], row["b"]):
            body = int(system.tables.frames[frame]["body"])
            if body >= 0:
                basis = np.array(work.poses["r"][frame]).reshape(3, 3)
                turning = system.path_units[k] == "rad"
                axis = basis[:, 2] if turning else basis[:, int(row["j"])]
                forces[body] = np.concatenate([np.zeros(3), axis] if turning else [axis, np.zeros(3)])
    total, masses = 0.0, hardened(dynamics.masses, system)
    for body, wrench in forces.items():
        mass, s = masses[body], np.array(work.states["s"][body]).reshape(3, 3)
        m, c = float(mass["m"]), np.array(mass["c"])
        inertia = np.array(mass["inertia"]).reshape(3, 3) - m * (c @ c * np.eye(3) - np.outer(c, c))
        moment = s.T @ wrench[3:]
        total += float(wrench[:3] @ wrench[:3]) / m
        if system.space is PLANE:
            total += float(moment[2] ** 2 / inertia[2, 2])
        else:
            total += float(moment @ np.linalg.solve(inertia, moment))
    return total


def _centre(dynamics: Dynamics, work: Work, body: int) -> Array:
    s = np.array(work.states["s"][body]).reshape(3, 3)
    return np.asarray(work.states["r"][body] + s @ dynamics.masses[body]["c"])


def too_fast(system: System, dynamics: Dynamics, work: Work, v: Array) -> str:
    """What makes steps small: a motion that has run away, or the stiffest element."""
    body = system.body_names[int(np.argmax(np.abs(v))) // system.space.nv] if len(v) else ""
    name, rate = fastest(system, dynamics, work)
    stiff = f"the stiffest element is {name}, with a motion of its own at {rate:.1e} 1/s" if rate > 0 else ""
    if len(v) and np.abs(v).max() > FAST:
        odd = [
            text.split(":")[0] for text in odd_values(system) if " is negative" in text or " is not positive" in text
        ]
        why = f"energy is fed in by {' and '.join(dict.fromkeys(odd))}" if odd else stiff or "look at forces that grow"
        return (
            f"velocities have run away (fastest body: {body}, {np.abs(v).max():.1e}): {why}. Look at the last results."
        )
    return f"{stiff}; fastest body: {body}" if stiff else f"fastest body: {body}"
