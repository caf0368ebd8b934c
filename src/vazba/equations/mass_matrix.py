"""The mass matrix of all bodies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.equations.rotors import rotor_rows
from vazba.equations.tables import Dynamics
from vazba.kinematic.evaluate import Work
from vazba.system import System

if TYPE_CHECKING:
    from scipy.sparse import csc_array

Array = NDArray[np.float64]


def mass_matrix(system: System, dynamics: Dynamics, work: Work) -> Array:
    """`M`: blocks `[[m E, -m S ~c], [m ~c S^T, J_P]]` (space), `m, m, J_P` coupled by the turned `c` (plane); and rotors."""
    blocks, full = _blocks(system, dynamics, work), np.zeros((system.nv, system.nv))
    full[_places(blocks)] = blocks.ravel()
    if len(dynamics.rotors):
        rows = rotor_rows(system, work, dynamics.rotors)
        full += rows.T @ (dynamics.rotors["inertia"][:, None] * rows)
    return full


def sparse_mass_matrix(system: System, dynamics: Dynamics, work: Work) -> csc_array:
    """The same, sparse."""
    from scipy.sparse import csc_array

    blocks = _blocks(system, dynamics, work)
    found = csc_array((blocks.ravel(), _places(blocks)), shape=(system.nv, system.nv))
    if not len(dynamics.rotors):
        return found
    rows = csc_array(rotor_rows(system, work, dynamics.rotors) * np.sqrt(dynamics.rotors["inertia"])[:, None])
    return csc_array(found + rows.T @ rows)


def _places(blocks: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Row and column of every number of the blocks."""
    places = np.arange(blocks.shape[0] * blocks.shape[1]).reshape(blocks.shape[:2])
    rows, columns = np.broadcast_arrays(places[:, :, None], places[:, None, :])
    return rows.ravel(), columns.ravel()


def _blocks(system: System, dynamics: Dynamics, work: Work) -> Array:
    count, size = len(dynamics.masses), system.space.nv
    m, c, s = dynamics.masses["m"], dynamics.masses["c"], work.states["s"].reshape(-1, 3, 3)
    inertia, blocks = dynamics.masses["inertia"].reshape(-1, 3, 3), np.zeros((count, size, size))
    if system.space is PLANE:
        arm = np.einsum("kij,kj->ki", s, c)
        blocks[:, 0, 0] = blocks[:, 1, 1] = m
        blocks[:, 0, 2] = blocks[:, 2, 0] = -m * arm[:, 1]
        blocks[:, 1, 2] = blocks[:, 2, 1] = m * arm[:, 0]
        blocks[:, 2, 2] = inertia[:, 2, 2]
        return blocks
    for k in range(3):
        blocks[:, k, k] = m
    blocks[:, 3:, 3:] = inertia
    across = np.cross(c[:, None, :], np.eye(3)).transpose(0, 2, 1)  # ~c
    blocks[:, :3, 3:] = -m[:, None, None] * (s @ across)
    blocks[:, 3:, :3] = blocks[:, :3, 3:].transpose(0, 2, 1)
    return blocks
