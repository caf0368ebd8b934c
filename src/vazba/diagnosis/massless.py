"""Bodies without mass that something pushes while nothing holds them: no acceleration follows from that."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.equations.mass_matrix import mass_matrix
from vazba.equations.tables import Dynamics
from vazba.kinematic.evaluate import Work
from vazba.kinematic.rank import dense_jacobian
from vazba.system import System

Array = NDArray[np.float64]
NOTHING = 1e-12  # of the largest inertia, force: counts as none


def pushed_without_mass(system: System, dynamics: Dynamics, work: Work) -> str:
    """What is said where forces act along motions that the joints allow and that move no mass, at the state last evaluated; nothing where they do not."""
    if not len(dynamics.massless):
        return ""
    scale = np.sqrt(system.tables.weights)
    mass = mass_matrix(system, dynamics, work) / scale[:, None] / scale
    _, sizes, rows = np.linalg.svd(dense_jacobian(system, work) / scale)
    free = rows[int((sizes > 1e-9 * sizes.max(initial=0.0)).sum()) :].T if system.m else np.eye(system.nv)
    inertia, motions = np.linalg.eigh(free.T @ mass @ free)
    still = free @ motions[:, inertia <= NOTHING * np.abs(mass).max(initial=1e-300)]
    force = dynamics.force / scale
    pushed = still @ (still.T @ force)
    if not np.abs(pushed).max(initial=0.0) > 1e-9 * np.abs(force).max(initial=0.0):
        return ""
    per_body = system.space.nv
    k = int(np.argmax(np.abs(pushed).reshape(-1, per_body).max(axis=1)))
    name = system.body_names[k]
    return (
        f"forces act on body {name}, which has no mass (or no inertia) in a motion that its joints leave free: no acceleration follows. "
        "Give it some mass and inertia, or hold it by a joint."
    )
