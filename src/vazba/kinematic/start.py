"""How the described start had to be changed to assemble, in words."""

from __future__ import annotations

import math

import numpy as np

from vazba.kinematic.assembly import Assembly, displacements, gaps
from vazba.system import System

TOLD = 1e-4  # of the characteristic length, and rad: less is the rounding of what was typed
MOST = 6  # bodies and joints that are named


def start_moved(system: System, assembly: Assembly) -> list[str]:
    """The remark on bodies that were moved or turned from where they are described, and on the joints and drivers open there.

    Told is what was described: a body without `position` may be put anywhere, one without an angle or orientation may be turned.
    """
    bodies, least = [], TOLD * system.length
    for name, far, turn in zip(
        system.body_names, *map(np.ndarray.tolist, displacements(system, system.q0, assembly.q))
    ):
        if not (far > least or turn > TOLD):
            continue
        body, parts = system.model.bodies[name], []
        if far > least and body.says("position"):
            parts.append(f"moved by {far:.3g} m")
        if turn > TOLD and (body.says("angle") or body.says("orientation")):
            parts.append(f"turned by {math.degrees(turn):.3g} deg")
        if parts:
            bodies.append((far + turn * system.length, f"body {name.split('#')[0]} was {' and '.join(parts)}"))
    if not bodies:
        return []
    open_ones = [
        f"{name} by {math.degrees(gap):.3g} deg" if unit == "rad" else f"{name} by {gap:.3g} {unit}"
        for name, gap, unit in gaps(system, assembly.drawn)
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
