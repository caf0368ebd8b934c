"""Whether the damping of beams asks for an implicit integrator from the start.

A damper b between two bodies makes a motion decay at the rate `lambda = b (1/m_a + s_a^2/J_a + 1/m_b + s_b^2/J_b)`, and an explicit method must make steps of
about `6/lambda` for as long as the run lasts, although that motion is over at once. While it runs it may notice this by itself; where drivers stir all fast
motions a little at every step it does not.
"""

from __future__ import annotations

import numpy as np

from vazba.equations.tables import Dynamics
from vazba.flexible.build import units_of
from vazba.flexible.imported import ImportedShapes
from vazba.flexible.units import Unit
from vazba.system import System

MOST = 1e5  # lambda times the length of the run from which an implicit method is cheaper


def has_elastic_beams(system: System) -> bool:
    """Whether beams in it carry waves."""
    return any(plan.span.model != "rigid" for plan in system.beams)


def stiff_beams(system: System, dynamics: Dynamics, span: float) -> bool:
    """Whether an explicit method would make far more steps than the motion of the damped beams needs."""
    if not system.beams:
        return False
    units = units_of(system)
    if any(unit.shapes is None for unit in units):  # nodes carry waves far faster than any motion of interest
        return True
    decay = max((_decay(unit) for unit in units), default=0.0)
    return max(fastest_decay(system, dynamics), decay) * span > MOST


def _decay(unit: Unit) -> float:
    """The largest `damping w^2` of the shapes of a modal beam."""
    shapes = unit.shapes
    if shapes is None or not shapes.count:
        return 0.0
    if isinstance(shapes, ImportedShapes):
        return float((2 * shapes.data.dampings * shapes.data.omegas).max())
    if unit.span.damping == 0.0:
        return 0.0
    inv, span = shapes.invariants, shapes.span
    stiffness = inv["stiffness"] + np.diag(
        [*(span.E * span.section.A * span.length * inv["kappa"] ** 2), *[0.0] * (shapes.count - shapes.axial)]
    )
    return float(span.damping * np.abs(np.linalg.eigvals(np.linalg.solve(inv["mass"], stiffness))).max())


def fastest_decay(system: System, dynamics: Dynamics) -> float:
    """The largest `lambda` of all bushings, 1/s."""
    found, tables = 0.0, system.tables
    for bushing in tables.bushings:
        n = int(bushing["n"])
        damping = np.diag(bushing["b_matrix"][: n * n].reshape(n, n))
        if not damping.any():
            continue
        shift, turn = 0.0, 0.0
        for side in "ab":
            frame = tables.frames[bushing[side]]
            if frame["body"] < 0:
                continue
            mass = dynamics.masses[frame["body"]]
            lateral = float(mass["inertia"].max())
            shift += 1.0 / float(mass["m"]) + float(np.abs(frame["s"]).max()) ** 2 / lateral
            turn += 1.0 / lateral
        along = 2 if n == 3 else 3
        found = max(found, float(damping[:along].max()) * shift, float(damping[n - 1]) * turn)
    return 2.0 * found  # neighbours double it
