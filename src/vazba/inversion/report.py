"""From what an inverse analysis has found to a result: columns, and what is to be said of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.element import SECTIONS
from vazba.equations.verbs import FIXED
from vazba.inversion.kernels import ENDLESS, LOCKED, RESIDUAL, SIZE, STATE, VIOLATION
from vazba.kinematic.assembly import row_scales
from vazba.kinematic.evaluate import evaluate_position
from vazba.kinematic.mobility import described_motions
from vazba.kinematic.outputs import Outputs, driven_motions, outputs
from vazba.kinematic.path_history import along
from vazba.model import Model
from vazba.reporting.efforts import show_efforts
from vazba.reporting.report import show_frictions, show_reactions
from vazba.result import Result

if TYPE_CHECKING:
    from vazba.inversion.inverse import Solved

Array = NDArray[np.float64]
NOTABLE = 1e-7  # part of the terms from which what is missing is told
MOST_NAMED = 8


def report(model: Model, solved: Solved, settings: dict[str, Any]) -> Result:
    """The result of an inverse analysis."""
    system, course, count = solved.system, solved.course, solved.done
    times = course.times[:count]
    samples = driven_motions(system, times)
    stored = np.ascontiguousarray(solved.stored[:, :count])
    kept = outputs(system, solved.work, times, stored, samples, along(system, solved.work, times, stored))
    more, m = solved.more[:count], system.m
    names = tuple(system.joint_places)
    show_reactions(system, kept, names, more[:, FIXED + m :].reshape(count, len(names), 6))
    show_efforts(system, kept, samples, stored[: system.nq].T, more[:, FIXED : FIXED + m] * row_scales(system))
    show_frictions(system, kept, solved.rubbed[:count].reshape(count, -1, 2))
    _chosen(solved, kept)
    _free_lengths(solved, kept)
    if course.told is not None and "driver" not in kept.names:
        kept.names["driver"] = course.told.names["driver"]
        kept.data["driver"] = {word: values[:count] for word, values in course.told.data["driver"].items()}
        kept.absent |= {key for key in course.told.absent if key[0] == "driver"}
        kept.units |= {
            ("driver", name, word): course.told.unit_of("driver", name, word)
            for name in kept.names["driver"]
            for word in kept.data["driver"]
        }
    kept.names["inverse"] = ("inverse",)
    balance = solved.balance[:count]
    kept.data["inverse"] = {
        "residual": balance[:, RESIDUAL : RESIDUAL + 1],
        "violation": balance[:, VIOLATION : VIOLATION + 1],
    }
    info = {
        "analysis": "inverse", **settings, "seconds": solved.seconds, "instants": count,
        "microseconds_per_instant": 1e6 * solved.seconds / max(count, 1), "length": float(system.length),
    }  # fmt: skip
    status = "interrupted" if solved.interrupted else "done"
    message = f"stopped by the user after {count} instants; what was computed is kept" if solved.interrupted else ""
    remarks = [*course.remarks, *solved.dynamics.remarks, *_remarks(solved)]
    return Result(model, times, kept.data, kept.names, kept.units, status, message, remarks, info, absent=kept.absent)


def _chosen(solved: Solved, kept: Outputs) -> None:
    """The efforts found, instead of those of the elements' own laws."""
    for k, one in enumerate(solved.cast.acting):
        kind = SECTIONS[one.section].kind
        place = kept.names[kind].index(one.name)
        effort = solved.efforts[: solved.done, k]
        if one.section != "actuators":
            kept.data[kind]["force"][:, place] = effort
            continue
        rate = kept.data[kind]["rate"][:, place]
        kept.data[kind]["effort"][:, place] = effort
        kept.data[kind]["power"][:, place] = effort * rate if one.pushes else -effort * rate


def _free_lengths(solved: Solved, kept: Outputs) -> None:
    """The free length with which a cable of its own stiffness has the tension found: of `F = k (l - l0)/l0 + b l'/l0` is `l0 = (k l + b l')/(k + F)`."""
    if "cable" not in kept.names:
        return
    acting = {one.name for one in solved.cast.acting if one.section == "cables"}
    data, times = kept.data["cable"], solved.course.times[: solved.done]
    free = np.zeros_like(data["length"])
    for k, name in enumerate(kept.names["cable"]):
        values = solved.system.values["cables"][name]
        if name in acting:
            length, rate, force = (data[word][:, k] for word in ("length", "rate", "force"))
            with np.errstate(all="ignore"):
                free[:, k] = (values.stiffness * length + values.damping * rate) / (values.stiffness + force)
        else:
            free[:, k] = values.free_length.at(times)[0]
    data["free_length"] = free


def _remarks(solved: Solved) -> list[str]:
    """What bounds or missing actuators forbid, by name; joints that lock themselves."""
    balance, out = solved.balance[: solved.done], []
    size = np.maximum(balance[:, SIZE], 1e-300)
    short = np.flatnonzero(balance[:, VIOLATION] > NOTABLE * size)
    if len(short):
        out.append(_infeasible(solved, short))
    few = np.flatnonzero(balance[:, RESIDUAL] > NOTABLE * size)
    if len(few):
        out.append(_too_few(solved, few))
    locked = np.flatnonzero(balance[:, STATE] == LOCKED)
    if len(locked):
        out.append(
            f"friction and reactions do not settle {_when(solved, locked)}: a joint locks itself there, and its efforts mean nothing"
        )
    endless = np.flatnonzero(balance[:, STATE] == ENDLESS)
    if len(endless):
        out.append(
            f"the choice of efforts did not come to its end {_when(solved, endless)}: they are within their bounds, but not the smallest"
        )
    return out


def _when(solved: Solved, chosen: NDArray[np.intp]) -> str:
    times = solved.course.times
    if len(chosen) == 1:
        return f"at t = {times[chosen[0]]:.6g} s"
    whole = len(chosen) == chosen[-1] - chosen[0] + 1
    return f"{'from' if whole else f'at {len(chosen)} instants between'} t = {times[chosen[0]]:.6g} s {'to' if whole else 'and'} {times[chosen[-1]]:.6g} s"


def _infeasible(solved: Solved, short: NDArray[np.intp]) -> str:
    """Instants, elements at their bounds, and the direction of what is missing."""
    worst = int(short[np.argmax(solved.balance[short, VIOLATION])])
    stuck = []
    for k, one in enumerate(solved.cast.acting):
        effort = solved.efforts[worst, k]
        if effort == one.minimum or effort == one.maximum:
            side = "minimum" if effort == one.minimum else "maximum"
            stuck.append(f"{one.label} ({side} {effort:.4g})")
    named = ", ".join(stuck[:MOST_NAMED]) + (f" and {len(stuck) - MOST_NAMED} more" if len(stuck) > MOST_NAMED else "")
    return (
        f"the motion asks for more than the bounds allow {_when(solved, short)}: at t = {solved.course.times[worst]:.6g} s "
        f"{solved.balance[worst, VIOLATION]:.4g} N are missing, {_missing(solved, worst)}; at their bounds: {named or 'none'}"
    )


def _missing(solved: Solved, i: int) -> str:
    """The largest force and moment that are missing, and on which body."""
    system = solved.system
    straight, turning = system.space.straight_and_turning(solved.missing[i])
    force, moment = np.linalg.norm(straight, axis=1), np.linalg.norm(turning, axis=1)
    k, j = int(np.argmax(force)), int(np.argmax(moment))
    if force[k] * system.length >= moment[j]:
        return f"most on body {system.body_names[k]}: {force[k]:.4g} N along ({_vector(straight[k] / force[k])})"
    axis = "z" if system.space is PLANE else f"({_vector(turning[j] / moment[j])}) of the body"
    return f"most on body {system.body_names[j]}: {moment[j]:.4g} N m about {axis}"


def _vector(n: Array) -> str:
    return ", ".join(f"{0.0 if abs(x) < 5e-4 else x:.3g}" for x in n)


def _too_few(solved: Solved, few: NDArray[np.intp]) -> str:
    """What would move because nothing that acts can hold it."""
    worst = int(few[np.argmax(solved.balance[few, RESIDUAL])])
    system, weights = solved.system, solved.system.tables.weights
    t = 0.0 if solved.course.still else float(solved.course.times[worst])
    evaluate_position(system, solved.work, solved.course.q[worst], t)
    told = described_motions(
        system, solved.work, solved.course.q[worst], t, (solved.missing[worst] / np.sqrt(weights))[None]
    )
    motion = str(told[0]) if told else ""
    return (
        f"too few efforts: {solved.balance[worst, RESIDUAL]:.4g} N are left over {_when(solved, few)} (least squares), which nothing that acts can give; "
        f"what would move at t = {solved.course.times[worst]:.6g} s: {motion}"
    )
