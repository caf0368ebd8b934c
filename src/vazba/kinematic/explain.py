"""Why a kinematic run cannot go on, in the words of its joints and drivers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.kinematic.evaluate import Work
from vazba.kinematic.loop import CONFLICT_ACCELERATION, CONFLICT_VELOCITY, MORE
from vazba.kinematic.mobility import DENSE_LIMIT, involved
from vazba.kinematic.rank import rows_of
from vazba.system import System

if TYPE_CHECKING:
    from vazba.kinematic.following import Following

Array = NDArray[np.float64]
MOST_TIMES = 6  # change points whose times are told


@frozen
class Jump:
    """A motion law that is not continuous."""

    driver: str
    time: float
    before: float
    after: float
    unit: str

    def __str__(self) -> str:
        return (
            f"driver {self.driver}: its motion jumps at t = {self.time:.9g} s from {self.before:.6g} to {self.after:.6g} {self.unit}; "
            "no velocity belongs to that, and what follows starts from the posture behind the jump"
        )


def jump_of_a_law(system: System, t: float, after: float) -> Jump | None:
    """The driver whose motion has another value a very short time later than its rate explains; None where all are continuous."""
    for name, motions in system.driver_motions.items():
        for _, motion, unit in motions:
            (f, g), (f1, g1), _ = (np.asarray(x, float) for x in motion.at([t, after]))
            size = 1.0 if unit == "rad" else system.length
            if abs(g - f) > 1e-7 * size + 2 * (after - t) * (abs(f1) + abs(g1)):
                return Jump(name, after, float(f), float(g), unit)
    return None


def passed_change_points(passed: list[tuple[float, tuple[str, ...]]]) -> list[str]:
    """The remark on change points that the run has passed."""
    if not passed:
        return []
    times = ", ".join(f"{t:.9g}" for t, _ in passed[:MOST_TIMES])
    more = f" and {len(passed) - MOST_TIMES} more" if len(passed) > MOST_TIMES else ""
    names = list(dict.fromkeys(name for _, involved in passed for name in involved))
    which = f" ({', '.join(names[:8])})" if names else ""
    what = "a change point" if len(passed) == 1 else f"{len(passed)} change points"
    return [
        f"the mechanism passed {what} at t = {times} s{more}{which}: branches of its motion meet there, and the drivers do not determine which one it "
        "takes; the run went on along the smooth one"
    ]


def explain_stop(run: Following, status: int) -> str:
    """One paragraph: time, posture, the joints involved, and what to change."""
    system, work, t = run.system, run.work, float(run.clock[0])
    run.evaluate()
    culprits, smallest = weakest(system, work)
    drivers = [name for name in culprits if name.startswith("driver ")] or (
        [f"driver {name}" for name in system.driver_rows] if len(system.driver_rows) == 1 else []
    )
    joints = [name for name in culprits if not name.startswith("driver ")]
    where, posture = f"at t = {t:.9g} s", _posture(system, run.q)
    target = float(run.times[min(run.done, len(run.times) - 1)])
    if status == MORE:
        return (f"the run was given up {where}: after millions of steps the next output time {target:.9g} s is not in sight. A driver asks for "
                f"an enormous motion between two output times. Posture: {posture}. Check the motion laws, or lower every.")  # fmt: skip
    jump = jump_of_a_law(system, t, float(run.clock[1]))
    if jump is not None:
        return (f"the run stops {where}: the motion of driver {jump.driver} jumps there from {jump.before:.6g} to {jump.after:.6g} {jump.unit}, and no posture "
                f"near this one belongs to the new value. Posture: {posture}. Make the motion law continuous.")  # fmt: skip
    near = f" (smallest singular value {smallest:.1e} of the largest)" if np.isfinite(smallest) else ""
    culprit = f"; {' and '.join(drivers)} cannot go on" if drivers else ""
    names = f" Joints involved: {', '.join(joints)}." if joints else ""
    if np.isfinite(smallest) and smallest < 1e-2:
        return (f"the run stops at t = {run.locked_at():.9g} s: the mechanism locks up at a dead centre, the limit of its reach{near}{culprit}.{names} "
                f"Posture: {posture}. Shorten the driven motion to what the lengths allow, change the lengths, or drive another joint.")  # fmt: skip
    if status in (CONFLICT_VELOCITY, CONFLICT_ACCELERATION):
        level = "velocities" if status == CONFLICT_VELOCITY else "accelerations"
        remedy = (
            "Remove one of the drivers or make their motions agree."
            if len(system.driver_rows) > 1
            else "Check lengths and axes of these joints."
        )
        return (f"the {level} asked for contradict each other {where}: no motion satisfies {', '.join(culprits) or 'all constraints'} together. "
                f"Posture: {posture}. {remedy}")  # fmt: skip
    return (f"the run stops {where}: no configuration was found that follows on smoothly towards t = {target:.9g} s{near}{culprit}.{names} Posture: {posture}. "
            "Shorten the driven motion to what the lengths allow, change the lengths, or drive another joint.")  # fmt: skip


def weakest(system: System, work: Work) -> tuple[list[str], float]:
    """Joints and drivers whose equations nearly depend on each other, and how nearly (smallest singular value)."""
    if system.nv > DENSE_LIMIT:
        return [], float("nan")
    smallest, vector = rows_of(system, work).weakest(system.nv)
    return involved(system, vector), smallest


def _posture(system: System, q: Array) -> str:
    """The first few bodies' positions."""
    width, names = system.space.nq, system.space.place
    parts = []
    for k, name in enumerate(system.body_names[:4]):
        values = ", ".join(
            f"{label} = {0.0 if abs(q[width * k + i]) < 1e-11 else q[width * k + i]:.6g}"
            for i, label in enumerate(names)
        )
        parts.append(f"{name}: {values}")
    return "; ".join(parts) + ("; ..." if len(system.body_names) > 4 else "")
