"""What is said of beams whose model is too coarse for what is asked of them: too few elements or shapes, or no shear where it counts.

**Shear.** `modal` and `ancf` beams do not shear. In a bending mode the shear forces `Q = M'` make a beam more compliant by the part

    r = int Q^2/(kappa G A) dx / int M^2/(E J) dx = c E J/(kappa G A L^2),     c = L^2 int w'''^2 dx / int w''^2 dx

of what the moments do; without it the mode is too stiff by `r/(1 + r)`, its frequency too high by `sqrt(1 + r) - 1` (by the complementary
energy of the slender mode: exact to the first order in r). Modes that are driven at a higher frequency f have shorter waves: `r` grows with `f/f_1`.

**Shapes.** See `kinematic.beam_shapes`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from vazba.kinematic.beam_check import Drive, bending_frequency, coarse_beams, ends_of, highest_drive
from vazba.kinematic.beam_shapes import few_shapes
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


def beam_warnings(system: System, end: float | None = None) -> list[str]:
    """Warnings of all beams for a run; `end`: how long it is."""
    elastic = _without_shear(system)
    out = coarse_beams(system, end)
    drive = highest_drive(system, end) if elastic else STILL
    for plan in elastic:
        out += stocky(plan, ends_of(system, plan), drive)
    return out + few_shapes(system, [plan for plan in elastic if plan.span.model == "modal"], end)


def beams_at_rest(system: System) -> list[str]:
    """Warnings of all beams where nothing is driven: equilibrium, modes."""
    elastic = _without_shear(system)
    out = [text for plan in elastic for text in stocky(plan, ends_of(system, plan), STILL)]
    return out + few_shapes(system, [plan for plan in elastic if plan.span.model == "modal"], still=True)


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
