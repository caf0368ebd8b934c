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
LITTLE = 1e-4  # of the largest inertia: motions that move so little run off
VANISHED = 1e-9  # of the largest inertia: accelerations are beyond all measure, though velocities are not yet


def pushed_without_mass(system: System, dynamics: Dynamics, work: Work) -> str:
    """What is said where forces act along motions that the joints allow and that move no mass, at the state last evaluated; nothing where they do not."""
    if not dynamics.light:
        return ""
    scale = np.sqrt(system.tables.weights)
    inertia, motions = _free_motions(system, dynamics, work)
    still = motions[:, inertia <= NOTHING]
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


def without_mass(system: System, dynamics: Dynamics, work: Work) -> str:
    """The body that moves most in motions that the joints allow and that move no mass, at the state last evaluated; nothing where there are none."""
    if not dynamics.light:
        return ""
    inertia, motions = _free_motions(system, dynamics, work)
    still = np.abs(motions[:, inertia <= NOTHING])
    if not still.size:
        return ""
    return system.body_names[int(np.argmax(still.max(axis=1))) // system.space.nv]


def moves_little(system: System, dynamics: Dynamics, work: Work, v: Array) -> str:
    """What is said where a free motion has come to move almost no mass and is quick, at the state last evaluated: it becomes quicker without bound; or where
    it has come to move none."""
    if not dynamics.light or not len(v):
        return ""
    inertia, motions = _free_motions(system, dynamics, work)
    scaled, per_body = v * np.sqrt(system.tables.weights), system.space.nv
    little = motions[:, inertia <= LITTLE]
    quick = np.abs(little @ (little.T @ scaled)).reshape(-1, per_body).max(axis=1)
    if not quick.max(initial=0.0) > 0.5 * np.abs(scaled).max():
        quick = (
            np.abs(motions[:, inertia <= VANISHED])
            .reshape(-1, per_body, (inertia <= VANISHED).sum())
            .max(axis=(1, 2), initial=0.0)
        )
    if not quick.max(initial=0.0) > 0.0:
        return ""
    name = system.body_names[int(np.argmax(quick))]
    return (
        f"body {name} has no mass (or no inertia about its centre of mass), and its joints now lead it in such a way that its motion moves next to nothing: "
        "velocities grow without bound. Give it some mass and inertia, or end the run before."
    )


def _free_motions(system: System, dynamics: Dynamics, work: Work) -> tuple[Array, Array]:
    """Inertia of the motions that the joints allow, beside the largest, and these motions (columns, scaled by the weights)."""
    scale = np.sqrt(system.tables.weights)
    mass = mass_matrix(system, dynamics, work) / scale[:, None] / scale
    _, sizes, rows = np.linalg.svd(dense_jacobian(system, work) / scale)
    free = rows[int((sizes > 1e-9 * sizes.max(initial=0.0)).sum()) :].T if system.m else np.eye(system.nv)
    inertia, motions = np.linalg.eigh(free.T @ mass @ free)
    return inertia / np.abs(mass).max(initial=1e-300), free @ motions
