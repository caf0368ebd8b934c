"""How the described start had to be changed to assemble, in words."""

from __future__ import annotations

import math

import numpy as np

from vazba.kinematic.assembly import Assembly, displacement, gaps
from vazba.kinematic.evaluate import evaluate_position, work_for
from vazba.system import System

TOLD = 1e-4  # of the characteristic length, and rad: less is the rounding of what was typed
MOST = 6  # bodies and joints that are named


def start_moved(system: System, assembly: Assembly, t: float = 0.0) -> list[str]:
    """The remark on bodies that were moved or turned from where they are described, and on the joints and drivers open there.

    Told is what was described: a body without `position` may be put anywhere, one without an angle or orientation may be turned.
    """
    far, turn = displacement(system, system.q0, assembly.q)
    if not (far > TOLD * system.length or turn > TOLD):
        return []
    width, bodies = system.space.nq, []
    for k, name in enumerate(system.body_names):
        said = system.model.bodies[name].given().keys()
        at = slice(width * k, width * k + width)
        far, turn = displacement(system, system.q0[at], assembly.q[at])
        parts = []
        if far > TOLD * system.length and "position" in said:
            parts.append(f"moved by {far:.3g} m")
        if turn > TOLD and said & {"angle", "orientation"}:
            parts.append(f"turned by {math.degrees(turn):.3g} deg")
        if parts:
            bodies.append((far + turn * system.length, f"body {name.split('#')[0]} was {' and '.join(parts)}"))
    if not bodies:
        return []
    work = work_for(system)
    evaluate_position(system, work, system.q0, t)
    open_ones = [
        f"{name} by {math.degrees(gap):.3g} deg" if unit == "rad" else f"{name} by {gap:.3g} {unit}"
        for name, gap, unit in gaps(system, work.phi)
        if gap > TOLD * (1.0 if unit == "rad" else system.length) and np.isfinite(gap)
    ]
    told = [text for _, text in sorted(bodies, key=lambda body: -body[0])]
    return [
        f"the start was changed to close the joints: {_some(told, '; ')}. Open as described: {_some(open_ones, ', ')}"
    ]


def _some(texts: list[str], between: str) -> str:
    """The first few, and how many more."""
    texts = list(dict.fromkeys(texts))
    more = f"{between}and {len(texts) - MOST} more" if len(texts) > MOST else ""
    return between.join(texts[:MOST]) + more
