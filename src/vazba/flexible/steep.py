"""Modal beams that bend beyond what their shapes can say."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vazba.flexible.bending import STEEP
from vazba.flexible.build import Flexible
from vazba.flexible.shapes import Shapes

Array = NDArray[np.float64]
LINEAR = 0.35  # slope from which shapes without shortening are wrong by several per cent
LOOKED_AT = 41  # places along a beam


def steep_beams(flexible: Flexible, times: Array, states: Array) -> list[str]:
    """A warning for every modal beam whose slope in its own frame was too large at one of the states of a run."""
    found, d = [], flexible.system.dimension
    for unit, u in zip(flexible.units, flexible.arrays["modal"], strict=False):  # modal beams come first
        shapes = unit.shapes
        if not isinstance(shapes, Shapes):  # imported: strains inside are not known
            continue
        first = int(u["q"]) + (3 if d == 2 else 7) + shapes.axial
        slopes = shapes.values(np.linspace(0.0, unit.span.length, LOOKED_AT), 1)[shapes.axial :][: shapes.bends]
        planes = [states[:, first + k * shapes.bends :][:, : shapes.bends] @ slopes for k in range(d - 1)]
        steepest = np.sqrt(sum(plane**2 for plane in planes)).max(axis=1)
        most = math.sqrt(STEEP) if shapes.points else LINEAR
        k = int(np.argmax(np.nan_to_num(steepest)))
        if not steepest[k] > most:
            continue
        angle = math.degrees(math.asin(min(steepest[k], 1.0)) if shapes.points else math.atan(steepest[k]))
        right = (
            "its shapes are right up to 72"
            if shapes.points
            else "linear shapes (no axial ones, or stiffening = false) are good up to 20"
        )
        found.append(
            f"beam {unit.span.name}: its slope in its own frame reaches {angle:.0f} degrees at t = {times[k]:.4g} s, and {right}: "
            'take model = "ancf" or "rfe", or cut it into two beams'
        )
    return found
