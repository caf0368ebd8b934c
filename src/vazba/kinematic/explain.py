"""Why a kinematic run cannot go on, in the words of its joints and drivers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.kinematic.evaluate import Work, evaluate_position
from vazba.kinematic.loop import CONFLICT_ACCELERATION, CONFLICT_VELOCITY, MORE
from vazba.kinematic.mobility import DENSE_LIMIT
from vazba.kinematic.rank import dense_jacobian
from vazba.system import System

Array = NDArray[np.float64]


def explain_stop(system: System, work: Work, q: Array, t: float, target: float, status: int) -> str:
    """One paragraph: time, posture, the joints involved, and what to change."""
    evaluate_position(system, work, q, t)
    involved, smallest = weakest(system, work)
    drivers = [name for name in involved if name.startswith("driver ")]
    joints = [name for name in involved if not name.startswith("driver ")]
    where = f"at t = {t:.9g} s"
    posture = _posture(system, q)
    if status in (CONFLICT_VELOCITY, CONFLICT_ACCELERATION):
        level = "velocities" if status == CONFLICT_VELOCITY else "accelerations"
        return (f"the {level} asked for contradict each other {where}: no motion satisfies {', '.join(involved) or 'all constraints'} together. "
                f"Posture: {posture}. Remove one of the drivers or make their motions agree.")  # fmt: skip
    if status == MORE:
        return (f"the run was given up {where}: after millions of steps the next output time {target:.9g} s is not in sight. A driver asks for "
                f"an enormous motion between two output times. Posture: {posture}. Check the motion laws, or lower every.")  # fmt: skip
    near = f" (smallest singular value {smallest:.1e} of the largest)" if np.isfinite(smallest) else ""
    if np.isfinite(smallest) and smallest < 1e-2:
        what = f"the mechanism is at a dead centre or at the limit of its reach{near}"
    else:
        what = f"no configuration was found that follows on smoothly towards t = {target:.9g} s{near}"
    culprit = f"; {' and '.join(drivers)} cannot go on" if drivers else ""
    names = f" Joints involved: {', '.join(joints)}." if joints else ""
    return (f"the run stops {where}: {what}{culprit}.{names} Posture: {posture}. "
            "Shorten the driven motion to what the lengths allow, change the lengths, or drive another joint.")  # fmt: skip


def weakest(system: System, work: Work) -> tuple[list[str], float]:
    """Joints and drivers whose equations nearly depend on each other, and how nearly (smallest singular value)."""
    if system.nv > DENSE_LIMIT:
        return [], float("nan")
    a = dense_jacobian(system, work) / np.sqrt(system.tables.weights)
    u, s, _ = np.linalg.svd(a, full_matrices=False)
    last = min(system.m, system.nv) - 1
    weights = np.abs(u[:, last])
    involved = [g.label for g in system.groups if weights[list(g.rows)].max() > 0.2 * weights.max()]
    return involved, float(s[last] / s[0])


def _posture(system: System, q: Array) -> str:
    """The first few bodies' positions."""
    width, names = (3, ("x", "y", "angle")) if system.dimension == 2 else (7, ("x", "y", "z"))
    parts = []
    for k, name in enumerate(system.body_names[:4]):
        values = ", ".join(
            f"{label} = {0.0 if abs(q[width * k + i]) < 1e-11 else q[width * k + i]:.6g}"
            for i, label in enumerate(names)
        )
        parts.append(f"{name}: {values}")
    return "; ".join(parts) + ("; ..." if len(system.body_names) > 4 else "")
