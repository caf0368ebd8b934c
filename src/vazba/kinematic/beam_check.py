"""Whether a beam may be taken as rigid: its first bending frequency beside the highest frequency at which the model is driven.

The first bending frequency is that of a slender beam, `f = (beta L)^2/(2 pi L^2) sqrt(E J/(rho A))` with the least J. How its ends are held is read
from the joints there: guides, welds and joints that are driven clamp, all others are pins; elastic supports and what hangs on the beam are left out.

A drive is taken to reach up to the largest of

- the turns in a second at its highest speed, if it turns (in a mechanism everything then varies at least as fast),
- the frequency below which nine tenths of the power of its acceleration (forces: of their change) lie, by the Fourier transform of 4096 samples.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Wrong
from vazba.system import System

if TYPE_CHECKING:
    from vazba.lowering.carrier import BeamPlan

Array = NDArray[np.float64]
CLAMPING = ("fixed", "prismatic", "cylindrical", "screw")
# (beta L) of the first bending mode, by how the ends are held
FIRST = {
    ("clamped", "clamped"): 4.730040745, ("clamped", "pinned"): 3.926602312, ("clamped", "free"): 1.875104069,
    ("pinned", "pinned"): math.pi, ("free", "pinned"): 3.926602312, ("free", "free"): 4.730040745,
}  # fmt: skip
RIGID = 0.1  # part of the first frequency up to which a beam may be taken as rigid
SAMPLES, POWER = 4096, 0.9
USUAL_SPAN = 10.0  # s, looked at when the model does not say how long it runs


class Drive(NamedTuple):
    """The highest frequency at which the model is driven, and by what."""

    frequency: float  # Hz
    element: str


class Source(NamedTuple):
    """What drives: its law over the run (forces: themselves; drivers: accelerations, or a wave of their turns), and how long it lasts, s."""

    section: str
    name: str
    drive: Drive
    law: Array
    span: float


def ends_of(system: System, plan: BeamPlan) -> tuple[str, str]:
    """How the start and the end of a beam are held."""
    found = ["free", "free"]
    bodies = {name: float(offset[0]) for name, offset in plan.bodies}
    driven = {driver.joint for driver in system.model.drivers.values()}
    for name, place in system.joint_places.items():
        for body, local in ((place.body_a, place.local_a), (place.body_b, place.local_b)):
            if body not in bodies:
                continue
            for k, at in enumerate((0.0, plan.span.length)):
                if abs(bodies[body] + local[0] - at) < 1e-6 * plan.span.length and found[k] != "clamped":
                    found[k] = "clamped" if place.type in CLAMPING or name in driven else "pinned"
    return found[0], found[1]


def bending_frequency(plan: BeamPlan, ends: tuple[str, str]) -> float:
    """First bending frequency, Hz."""
    a, b = sorted(ends)
    return FIRST[a, b] ** 2 / (2 * math.pi) * bending_unit(plan)


def bending_unit(plan: BeamPlan) -> float:
    """`sqrt(E J/(rho A))/L^2` with the least J, 1/s."""
    span = plan.span
    return math.sqrt(span.E * min(span.bending_moments) / span.mass_per_length) / span.length**2


def run_length(system: System) -> float:
    """What the model says of the length of its run, s, or 10 s."""
    try:
        raw = system.model.simulation.get("until")
        return USUAL_SPAN if raw is None else system.model.scope().number(raw)
    except Wrong:
        return USUAL_SPAN


def highest_drive(system: System, end: float | None = None) -> Drive:
    """The highest frequency of drivers, forces and torques over a run (or what the model says of its length, or 10 s)."""
    return max((source.drive for source in drives(system, end)), key=lambda d: d.frequency, default=Drive(0.0, ""))


def drives(system: System, end: float | None = None) -> list[Source]:
    """Every driver, force and torque."""
    end = run_length(system) if end is None else end
    found: list[Source] = []
    if not end > 0:
        return found
    for name, parts in system.driver_motions.items():
        low, high = system.driver_spans[name]
        times = np.linspace(max(low, 0.0), min(high, end), SAMPLES)
        for _, motion, unit in parts:
            with np.errstate(all="ignore"):
                _, rate, law = (np.asarray(x) for x in motion.at(times))
            turning, highest = (
                (float(np.abs(rate).max()) / (2 * math.pi) if unit == "rad" else 0.0),
                _spectrum(law, times),
            )
            if turning > highest:
                law = np.sin(2 * math.pi * turning * times)
            drive = Drive(max(turning, highest), f"driver {name}")
            found.append(Source("drivers", name, drive, law + 0.0 * times, float(times[-1] - times[0])))
    times = np.linspace(0.0, end, SAMPLES)
    for heading, key in (("forces", "force"), ("torques", "torque")):
        for record in system.model.section(heading).values():
            values = system.values[heading][record.name]
            acts = (times >= (values.start or 0.0)) & (times <= (end if values.stop is None else values.stop))
            for motion in _listed(getattr(values, key)):
                with np.errstate(all="ignore"):
                    law, change = (np.asarray(x) + 0.0 * times for x in motion.at(times)[:2])
                drive = Drive(_spectrum(change, times), record.label)
                found.append(Source(heading, record.name, drive, law * acts, end))
    return [one for one in found if math.isfinite(one.drive.frequency)]


def _listed(motions: Any) -> tuple[Any, ...]:
    return tuple(motions) if isinstance(motions, (tuple, list)) else () if motions is None else (motions,)


def _spectrum(values: Array, times: Array) -> float:
    """Frequency below which nine tenths of the power of a signal lie; zero where there is nothing but a constant."""
    values = np.broadcast_to(values, times.shape)
    span = float(times[-1] - times[0])
    if not np.isfinite(values).all() or not span > 0 or np.ptp(values) <= 1e-9 * np.abs(values).max():
        return 0.0
    power = np.abs(np.fft.rfft((values - values.mean()) * np.hanning(len(values)))) ** 2
    place = int(np.searchsorted(np.cumsum(power), POWER * power.sum()))
    return float(place / (span * len(values) / (len(values) - 1)))


def beam_lines(system: System) -> list[str]:
    """For every beam: what it is, its first bending frequency beside the highest drive frequency, and what follows; of a system with rigid beams."""
    drive = highest_drive(system)
    return [_line(plan, ends_of(system, plan), drive) for plan in system.beams]


def _line(plan: BeamPlan, ends: tuple[str, str], drive: Drive) -> str:
    span, first = plan.span, bending_frequency(plan, ends)
    how = {"rigid": "rigid", "modal": "modal"}.get(span.model, f"{span.model} of {span.elements} elements")
    mass, what, data = (
        span.mass_per_length * span.length,
        f"first bending frequency {{}} Hz ({' - '.join(ends)})",
        span.values.data,
    )
    if data is not None and span.model == "modal":
        first, mass, what = (
            float(data.omegas.min()) / (2 * math.pi),
            float(data.masses.sum()),
            "first frequency {} Hz (of its data)",
        )
    text = f"beam {plan.name}: {how}, {span.length:.6g} m, {mass:.4g} kg; {what.format(f'{first:.4g}')}"
    if not drive.frequency:
        return f"{text}; nothing drives the model"
    text += f", highest drive frequency {drive.frequency:.4g} Hz ({drive.element})"
    if drive.frequency <= RIGID * first:
        return f"{text}: rigid is good enough (the drive stays below a tenth of it)"
    what = "rigid may not be good enough" if span.model == "rigid" else "its elasticity counts"
    return f"{text}: {what} (the drive is not below a tenth of it)"


def coarse_beams(system: System, end: float | None = None) -> list[str]:
    """Warnings of beams of too few elements for the frequencies that drive the model: two elements for a half wave are the least."""
    plans = [plan for plan in system.beams if plan.span.model in ("rfe", "natural", "ancf")]
    drive = highest_drive(system, end) if plans else Drive(0.0, "")
    out = []
    for plan in plans:
        n, unit = plan.span.elements, math.pi / 2 * bending_unit(plan)
        reach = unit * (n / 2) ** 2
        if drive.frequency > reach:
            needed = math.ceil(2 * math.sqrt(drive.frequency / unit))
            out.append(
                f"beam {plan.name}: {n} elements are too coarse for a drive of {drive.frequency:.4g} Hz ({drive.element}): they follow bending up to about "
                f"{reach:.4g} Hz; take at least {needed} elements"
            )
    return out
