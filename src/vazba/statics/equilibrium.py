"""`vz.equilibrium`: where a mechanism comes to rest under its loads."""

from __future__ import annotations

import warnings
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.threads import one_thread
from vazba.equations.posture import PLACES
from vazba.errors import VazbaWarning
from vazba.kinematic.assembly import displacement
from vazba.model import Model
from vazba.reporting.report import report
from vazba.result import Result
from vazba.statics.balance import balance, unheld
from vazba.statics.equilibrium_result import Equilibrium
from vazba.statics.following import LoadPath
from vazba.statics.following import follow as follow_loads
from vazba.statics.large import is_large, large_posture
from vazba.statics.mechanics import Bodies
from vazba.statics.naming import bodies_in_words, motions_in_words, points_that_meet
from vazba.statics.prepare import Prepared, prepared
from vazba.statics.search import Balance
from vazba.statics.tangent import posture
from vazba.statics.verdict import judged

Array = NDArray[np.float64]
PLACED = ("body", "point", "node")  # of these a path tells where they are
WHERE = ("x", "y", "z", "angle", "phi_x", "phi_y", "phi_z", "qw", "qx", "qy", "qz")


def equilibrium(model: Model, *, t: float = 0.0, follow: bool = False) -> Equilibrium:
    """The state near the drawn one in which nothing accelerates; where forces have a potential a stable one, unless it is drawn balanced.

    Drivers are held at their values at time `t`, loads and commanded forces act as at that time. Where there is none (a body that
    nothing holds) the answer has `status` "failed" and a `message` that names the motion, which is also issued as a `VazbaWarning`.

    `follow`: gravity, loads and commanded forces grow from nothing, and the path of equilibria is followed by arc length, over limit points (snap-through) and
    far beyond buckling (which needs a small imperfection: a push, a slight bend): the end of the path is taken, stable or not, and `path` holds the way.
    """
    with one_thread():
        found = settled(prepared(model, t), follow)
    if not found.ok:
        warnings.warn(found.message, VazbaWarning, stacklevel=2)
    return found


def settled(start: Prepared, follow: bool = False) -> Equilibrium:
    """The equilibrium found from where a mechanism is drawn."""
    mechanics, remarks = start.mechanics, list(start.remarks)
    path = _followed(start) if follow else None
    found = balance(mechanics, start.q) if path is None else _end_of(mechanics, start.q, path)
    at = found.posture
    verdict = judged(mechanics, at.q, found.force)
    stability, falling = verdict.stability, motions_in_words(mechanics, at.q, verdict.falling)
    if found.balanced and falling:
        remarks.append(f"the equilibrium is UNSTABLE: the smallest push makes it leave; {'; '.join(falling)}")
    if start.redundant:
        remarks.append(
            f"{start.redundant} equations of the joints follow from others: how these joints share their reactions is not determined (the smallest are given)"
        )
    idle = motions_in_words(mechanics, at.q, verdict.idle)
    message = "" if found.balanced else path.message if path is not None else _why(mechanics, found)
    info = {
        "analysis": "equilibrium", "how": found.how, "steps": found.steps, "residual": at.size, "force": found.force, "stability": stability,
        "length": mechanics.length,
    }  # fmt: skip
    result = _result(start, at.q, "done" if found.balanced else "failed", message, remarks, info)
    slack = [name for name in result.names.get("cable", ()) if not result.array("cable", name, "force")[0] > 0]
    return Equilibrium(
        start.model, mechanics.t, result.status, message, result, at.q, at.size, found.force, found.how, found.steps,
        *displacement(mechanics.system, mechanics.bodies(start.q), mechanics.bodies(at.q)), stability, verdict.stiffness,
        motions_in_words(mechanics, at.q, verdict.free) + idle, idle, tuple(slack),
        tuple(dict.fromkeys(remarks)), path,
    )  # fmt: skip


def _followed(start: Prepared) -> LoadPath:
    """The path of equilibria under growing loads, with the places of bodies and points along it."""
    mechanics = start.mechanics
    begun = mechanics.work.turns.copy()
    path = follow_loads(mechanics, start.q)
    if not len(path.parts):
        return path
    states = []
    mechanics.work.turns[:] = begun  # whole turns are counted along the path again
    for q in path.q:
        mechanics.look(q)
        form, state = mechanics.instant(q)
        states.append(state)
    steps = np.arange(len(states), dtype=float)
    kept = report(mechanics.system, mechanics.work, steps, [(form, 0, np.array(states))], np.zeros(PLACES))
    names = {kind: own for kind, own in kept.names.items() if kind in PLACED}
    data = {kind: {name: kept.data[kind][name] for name in kept.data[kind] if name in WHERE} for kind in names}
    return replace(path, result=Result(start.model, steps, data, names, info={"analysis": "path"}))


def _end_of(mechanics: Bodies, q: Array, path: LoadPath) -> Balance:
    """Where a path ends, as a balance."""
    look = large_posture if is_large(mechanics) else posture
    at = look(mechanics, path.q[-1] if len(path.parts) else q)
    steps = max(len(path.parts) - 1, 0)
    return Balance(at, mechanics.largest_force(at.q), not path.message, "path", steps)


def _result(
    start: Prepared, q: Array, status: str, message: str, remarks: list[str], info: dict[str, object]
) -> Result:
    """Everything at rest, as one instant."""
    mechanics = start.mechanics
    system, work = mechanics.system, mechanics.work
    mechanics.look(q)
    form, state = mechanics.instant(q)
    times = np.array([mechanics.t])
    kept = report(system, work, times, [(form, 0, state[None])], np.zeros(PLACES))
    remarks += form.looked_at(times, state[None])
    return Result(
        start.model, times, kept.data, kept.names, kept.units, status, message, remarks, info, absent=kept.absent, state=kept.state,
    )  # fmt: skip


def _why(mechanics: Bodies, found: Balance) -> str:
    """Why there is no equilibrium: what moves away, and which force moves it."""
    at = found.last or found.posture
    for place in (at, found.posture):
        met = points_that_meet(mechanics, place.q)
        if met:
            return (
                f"no equilibrium was found: {met} are pulled together until they meet, and there the force has no direction. "
                "Make it longer or weaker, or join these points."
            )
    free = unheld(mechanics, at, found.force)
    if free is not None:
        told = motions_in_words(mechanics, at.q, free[0][:, None])
        return (
            f"there is no equilibrium: nothing holds the mechanism against {free[1]:.4g} N: {told[0]}. "
            "Add a spring, a cable, a joint or a driver that takes this force, or remove the load (gravity too)."
        )
    where = bodies_in_words(mechanics, at)
    if found.gone:
        return f"no equilibrium was found: the search leads farther and farther away; unbalanced: {where}. Add what holds it, or draw it nearer to rest."
    return (
        f"no equilibrium was found: {found.posture.size:.4g} N are left unbalanced ({found.force:.4g} N is the largest force), most at {where}, "
        f"after {found.steps} steps. Draw it nearer to where it rests, or look whether forces feed energy in (loads that turn with a body, laws of one's own)."
    )
