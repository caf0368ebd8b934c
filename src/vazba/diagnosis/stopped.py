"""Why a run could not go on: the slow look in Python that names what is to blame."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import displaced
from vazba.case.start import COINCIDE, meeting
from vazba.diagnosis.culprits import raised_by, runaway_law, too_fast
from vazba.diagnosis.massless import moves_little, pushed_without_mass
from vazba.element import SECTIONS
from vazba.equations.derivative import derivative
from vazba.equations.forces import all_forces
from vazba.equations.tables import Dynamics
from vazba.integrate.run_record import NOT_FINITE
from vazba.kinematic.check import undriven
from vazba.kinematic.evaluate import Work, evaluate
from vazba.kinematic.mobility import Mobility, mobility, singular_here
from vazba.laws.records import POINTS, REELED, USER
from vazba.system import System

Array = NDArray[np.float64]
CRAWLING = 100  # a code of its own: the run goes on, but would not come to its end
AHEAD = (1e-12, 1e-10, 1e-8, 1e-6, 1e-4)  # s behind the last good state
THERE, NEAR_BY = (
    1e-4,
    1e-2,
)  # smallest singular values, relative to the largest: of singular postures, and where equations of a step may have no solution
MANY = 20_000  # steps, after which a run is looked at that begins near a singular posture
JUMPS = 1e-2  # trace above -1: within 6 degrees of half a turn


def why_stopped(  # many: all that is known of a run that ended
    system: System,
    dynamics: Dynamics,
    work: Work,
    record: Any,
    y: Array,
    t: float,
    code: int,
    implicit: bool = False,
    near: bool = False,
) -> str:
    """One sentence: when, which element, what to change. `near`: the run saw a singular posture before it."""
    q, v = y[: system.nq].copy(), y[system.nq : system.nq + system.nv].copy()
    begin = f"the run stops at t = {t:.9g} s: "
    guilty = runaway_law(system, t)
    if not guilty and np.isfinite(y).all():
        evaluate(system, work, q, v, t)
        guilty = moves_little(system, dynamics, work, v) or _half_turned(system, work)
    if not guilty:
        cause = too_fast(system, dynamics, work, v)
        guilty = cause if cause.startswith("velocities") else _bad_force(system, dynamics, work, record, q, v, t)
    if not guilty and code == NOT_FINITE:
        guilty = _bad_ahead(system, dynamics, work, record, y, t)
    if guilty:
        return begin + (_dead_centre(system, work, q, v, t) or guilty)
    evaluate(system, work, q, v, t)
    all_forces(record.here, q.ctypes.data, v.ctypes.data, t)
    if loose := pushed_without_mass(system, dynamics, work):
        return begin + loose
    if len(system.tables.frictions) and not _settles(record, y, t):
        return (f"{begin}accelerations and friction forces do not settle: a joint locks itself. "
                f"Involved: {', '.join(system.model.frictions)}. Lower the coefficient of friction or the radius.")  # fmt: skip
    if system.m:
        found, there = _posture(system, work, q, t)
        if there or ((near or (code == NOT_FINITE and found.smallest < NEAR_BY)) and found.weak):
            where = "the mechanism is at a singular posture (change point, dead centre, or a lock)"
            where = where if there else where.replace("is at", "is near")
            return f"{begin}{where}. Involved: {', '.join(found.weak)}. Change the dimensions, or start elsewhere."
    if code == NOT_FINITE and implicit and np.isfinite(_rates(record, y, t)).all():
        return (f"{begin}the equations of a step cannot be solved there ({cause}): something moves faster than steps can follow. "
                'Try integrator = "dop853", or a shorter step.')  # fmt: skip
    if code == NOT_FINITE:
        return f"{begin}accelerations are no longer finite. Look at the last results; large velocities show which body is to blame."
    remedy = "loosen rtol and atol" if implicit else "try integrator = radau, or loosen rtol and atol"
    if code == CRAWLING:
        return (f"{begin}it is given up: with steps as short as they have become it would take more than a hundred million ({cause}). "
                f"Lower its stiffness, give it damping, {remedy}; "
                "with results stored more often it goes on all the same.")  # fmt: skip
    return (f"{begin}the step needed for the tolerance became too small ({cause}). A very stiff element or a force that jumps may be the cause: "
            f"{remedy}.")  # fmt: skip


def _posture(system: System, work: Work, q: Array, t: float) -> tuple[Mobility, bool]:
    """What can move there, and whether the posture is singular."""
    found = mobility(system, work, q, t, names=True)
    found = singular_here(system, undriven(system) if system.driver_rows else system, q, found)
    return found, bool(found.singular or found.smallest < THERE)


def _dead_centre(system: System, work: Work, q: Array, v: Array, t: float) -> str:
    """What drivers cannot do: the limit of a mechanism's reach, towards which velocities grow beyond all measure."""
    if not (system.driver_rows and np.isfinite(q).all() and np.isfinite(v).all()):
        return ""
    evaluate(system, work, q, v, t)
    found, there = _posture(system, work, q, t)
    if not there:
        return ""
    drivers = ", ".join(f"driver {name}" for name in system.driver_rows)
    return (
        f"the mechanism is at a singular posture, a dead centre: {drivers} cannot go on. Involved: {', '.join(found.weak)}. "
        "Shorten the driven motion to what the lengths allow, change the lengths, or start elsewhere."
    )


def stays_near(system: System, work: Work, y: Array, t: float, steps: int, lost: float) -> list[str]:  # many: as above
    """Words for a run that began near a singular posture and after so many steps has not come away from it; `lost`: open in its ledger, in J."""
    found = mobility(system, work, y[: system.nq], t)
    if not found.smallest < THERE:
        return []
    return [
        f"after {steps} steps the mechanism is still near a singular posture (smallest singular value {found.smallest:.1g} of the largest), where it has "
        f"hardly room to move: steps are short, and their errors add up ({lost:.2g} J are open in the energy balance). Involved: {', '.join(found.weak)}; "
        "its lengths may leave less play than was meant"
    ]


def _half_turned(system: System, work: Work) -> str:
    """A bushing that measures turns by the rotation vector, where that jumps."""
    for k, bushing in enumerate(system.tables.bushings):
        a, b = (np.array(work.poses["r"][bushing[side]]).reshape(3, 3) for side in ("a", "b"))
        if bushing["exact"] and np.trace(a.T @ b) < -1.0 + JUMPS:
            names = list(system.model.bushings)
            name = names[k] if len(names) == len(system.tables.bushings) else ""
            return (f"bushing {name}".strip() + ": its bodies are half a turn from where they were, and there the rotation vector, by which it measures turns, "
                    'jumps. End the run before, or take turns = "sine".')  # fmt: skip
    return ""


def _rates(record: Any, y: Array, t: float) -> Array:
    rate = np.zeros(len(y))
    derivative(record.here, y.ctypes.data, rate.ctypes.data, t)
    return rate


def _settles(record: Any, y: Array, t: float) -> bool:
    """Whether friction and reactions agree at the last good state and just after it."""
    for ahead in (0.0, *AHEAD):
        there = y + ahead * _rates(record, y, t) if ahead else y
        if not np.isfinite(_rates(record, there, t + ahead)).all():
            return False
    return True


def _bad_ahead(system: System, dynamics: Dynamics, work: Work, record: Any, y: Array, t: float) -> str:
    """What is no longer finite just after the last good state, where the motion was going."""
    rate = np.zeros(len(y))
    derivative(record.here, y.ctypes.data, rate.ctypes.data, t)
    v, a = (x[system.nq : system.nq + system.nv] for x in (y, rate))
    if not np.isfinite(a).all():
        return ""
    for ahead in AHEAD:
        q = displaced(system.dimension, y[: system.nq], v + 0.5 * ahead * a, ahead)
        guilty = _bad_force(system, dynamics, work, record, q, v + ahead * a, t + ahead)
        if guilty:
            return guilty
    return ""


def _bad_force(system: System, dynamics: Dynamics, work: Work, record: Any, q: Array, v: Array, t: float) -> str:
    """A path or a body whose force is not a finite number at this state."""
    evaluate(system, work, q, v, t)
    all_forces(record.here, q.ctypes.data, v.ctypes.data, t)
    guilty = _bad_path(system, work, q, v, t)
    if guilty or np.isfinite(dynamics.force).all():
        return guilty
    body = system.body_names[int(np.argmin(np.isfinite(dynamics.force))) // system.space.nv]
    return f"a force on body {body} is no longer a finite number. Look at the loads with expressions in t and at user-written laws there."


def _bad_path(system: System, work: Work, q: Array, v: Array, t: float) -> str:
    """A path without length, or a user's law without a value."""
    for k, (section, name) in enumerate(system.path_names):
        path = work.paths[k]
        label = f"{SECTIONS[section].kind} {name}"
        met = meeting(system, work, k, COINCIDE) if path["kind"] == POINTS else None
        if met and path["tension"] != 0:
            return (f"{label}: two of its points coincide ({met[0]} and {met[1]}), so that its direction is not defined. "
                    "Move one of the points, or give it another path.")  # fmt: skip
        if path["law"] == REELED and not path["free"] > 1e-6 * system.length:
            return f"{label}: its free length has become {path['free']:.3g} m. It must stay positive: end the run before, or reel in less."
        if not np.isfinite(path["tension"]):
            own = path["law"] == USER or path["pointer"] != 0
            what = "its law gives no finite number" if own else "its force is no finite number"
            length, rate = float(path["length"]), float(path["rate"])
            why = raised_by(system.model.section(section)[name], length, rate, t, q, v) if path["law"] == USER else ""
            return f"{label}: {what} at length {length:.6g}, rate {rate:.6g}.{why} Correct the law or its table."
    return ""
