"""The mass matrix of all bodies, dense."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cross_matrix
from vazba.bodies.space import PLANE
from vazba.equations.tables import Dynamics
from vazba.kinematic.evaluate import Work
from vazba.system import System

Array = NDArray[np.float64]


def mass_matrix(system: System, dynamics: Dynamics, work: Work) -> Array:
    """`M`: blocks `[[m E, -m S ~c], [m ~c S^T, J_P]]` (space), `m, m, J_P` coupled by the turned `c` (plane)."""
    size = system.space.nv
    full = np.zeros((system.nv, system.nv))
    for k, mass in enumerate(dynamics.masses):
        m, c, s = float(mass["m"]), mass["c"], work.states[k]["s"].reshape(3, 3)
        block = np.zeros((size, size))
        if system.space is PLANE:
            x, y, _ = s @ c
            block[:] = [[m, 0, -m * y], [0, m, m * x], [-m * y, m * x, mass["inertia"][8]]]
        else:
            block[:3, :3], block[3:, 3:] = m * np.eye(3), mass["inertia"].reshape(3, 3)
            block[:3, 3:] = -m * s @ cross_matrix(c)
            block[3:, :3] = block[:3, 3:].T
        full[size * k : size * (k + 1), size * k : size * (k + 1)] = block
    return full
