"""What is said of beams whose model is too coarse for what is asked of them: too few elements or shapes, or no shear where it counts.

**Shear.** `modal` and `ancf` beams do not shear. In a bending mode the shear forces `Q = M'` make a beam more compliant by the part

    r = int Q^2/(kappa G A) dx / int M^2/(E J) dx = c E J/(kappa G A L^2),     c = L^2 int w'''^2 dx / int w''^2 dx

of what the moments do; without it the mode is too stiff by `r/(1 + r)`, its frequency too high by `sqrt(1 + r) - 1` (by the complementary
energy of the slender mode: exact to the first order in r). Modes that are driven at a higher frequency f have shorter waves: `r` grows with `f/f_1`.

**Shapes.** A shape that was left out, with its own frequency `f_n`, answers a load of the frequency f by `1/(1 - (f/f_n)^2)` times what it does at rest:
about the part `(f/f_n)^2` of it is missing however well the shapes kept hold what is at rest. From a quarter on (`f > f_n/2`) it is told.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from vazba.flexible.shapes import root
from vazba.kinematic.beam_check import Drive, bending_frequency, bending_unit, coarse_beams, ends_of, highest_drive
from vazba.lowering.elastic import MODES, MOST_MODES
from vazba.system import System

if TYPE_CHECKING:
    from vazba.lowering.carrier import BeamPlan

# c of the first bending mode, by how the ends are held
SHEAR = {
    ("clamped", "clamped"): 49.48, ("clamped", "pinned"): 27.23, ("clamped", "free"): 4.648, ("pinned", "pinned"): 9.870,
    ("free", "pinned"): 11.51, ("free", "free"): 12.30,
}  # fmt: skip
STILL = Drive(0.0, "")
STOCKY = 0.02  # part by which a mode is too stiff from which on it is told
FOLLOWED = 0.5  # part of the frequency of the first shape left out up to which drives are followed


def beam_warnings(system: System, end: float | None = None) -> list[str]:
    """Warnings of all beams for a run; `end`: how long it is."""
    elastic = _without_shear(system)
    out = coarse_beams(system, end)
    drive = highest_drive(system, end) if elastic else STILL
    for plan in elastic:
        out += stocky(plan, ends_of(system, plan), drive)
        if plan.span.model == "modal":
            out += few_shapes(plan, drive)
    return out


def stocky_beams(system: System) -> list[str]:
    """Warnings of all beams where nothing is driven: equilibrium, modes."""
    return [text for plan in _without_shear(system) for text in stocky(plan, ends_of(system, plan), STILL)]


def _without_shear(system: System) -> list[BeamPlan]:
    return [plan for plan in system.beams if plan.span.model in ("modal", "ancf") and plan.span.values.data is None]


def shear_part(plan: BeamPlan, ends: tuple[str, str], second_moment: float, drive: Drive) -> float:
    """`r`: compliance by shear over that by bending, in the first bending mode, or in what is driven faster."""
    span, (a, b) = plan.span, sorted(ends)
    first = SHEAR[a, b] * span.E * second_moment / (span.kappa * span.G * span.section.A * span.length**2)
    return first * max(1.0, drive.frequency / bending_frequency(plan, ends))


def stocky(plan: BeamPlan, ends: tuple[str, str], drive: Drive) -> list[str]:
    """A warning where shear is left out that counts: of the plane in which it counts most."""
    span, moments = plan.span, plan.span.bending_moments
    planes = dict(zip(("",) if len(moments) == 1 else (" along y", " along z"), moments, strict=True))
    parts = {plane: shear_part(plan, ends, j, drive) for plane, j in planes.items()}
    plane = max(parts, key=lambda key: parts[key])
    r = parts[plane]
    if r / (1 + r) < STOCKY:
        return []
    fast = drive.frequency > bending_frequency(plan, ends)
    what = f"bending at {drive.frequency:.4g} Hz ({drive.element})" if fast else "its first bending mode"
    stiff, high = 100 * r / (1 + r), 100 * (math.sqrt(1 + r) - 1)
    return [
        f"beam {plan.name}: it is stocky, and {span.model} beams do not shear: {what}{plane}, its ends {' - '.join(ends)}, is about {stiff:.2g} % too stiff, "
        f'its frequency {high:.2g} % too high; take model = "rfe", which shears'
    ]


def next_shape(plan: BeamPlan, modes: int) -> float:
    """Frequency of the first bending shape that is left out, Hz."""
    kind = plan.span.values.shapes or "static"
    if kind == "supported":
        beta = (modes + 1) * math.pi
    else:
        beta = root("clamped" if kind == "clamped" else "free", modes - 1 if kind == "static" else modes + 1)
    return beta**2 / (2 * math.pi) * bending_unit(plan)


def few_shapes(plan: BeamPlan, drive: Drive) -> list[str]:
    """A warning where the drive reaches what shapes were left out for."""
    modes = plan.span.values.modes if plan.span.values.modes is not None else MODES
    left = next_shape(plan, modes)
    if not drive.frequency > FOLLOWED * left:
        return []
    enough = (n for n in range(modes + 1, MOST_MODES + 1) if drive.frequency <= FOLLOWED * next_shape(plan, n))
    needed, missing = next(enough, None), 100 * min(1.0, (drive.frequency / left) ** 2)
    remedy = f"take modes = {needed} at least" if needed else "divide the beam, or use ancf"
    return [
        f"beam {plan.name}: {modes} bending shapes are too few for a drive of {drive.frequency:.4g} Hz ({drive.element}): the first one left out has "
        f"{left:.4g} Hz, and about {missing:.2g} % of what it would do is missing; {remedy}"
    ]
