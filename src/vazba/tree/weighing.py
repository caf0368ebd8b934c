"""Masses of the bodies of a tree, seen from their internal frames."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import steiner

MORE = 1e2  # times what bodies without mass are given in absolute coordinates: `light` converges slower, and loses fewer digits
_UPPER = np.triu_indices(3)


def weigh(bodies: NDArray[np.void], masses: NDArray[np.void], origins: NDArray[Any], basis: NDArray[Any]) -> None:
    """Enter masses, their centres and inertias in the internal frames, whose origins and bases stand in the frames of the bodies."""
    m, c = masses["m"], masses["c"]
    arm = c - origins
    bodies["m"], bodies["soft"], turning = m, MORE * masses["soft"], MORE * masses["soft_turn"]
    bodies["soft_turn"], light = turning, bodies["lightness"]
    light[:, 0] = 1.0 / (m + bodies["soft"])
    if "cx" in (bodies.dtype.names or ()):  # in the plane
        j = masses["inertia"][:, 8] - m * (c**2).sum(axis=1) + m * (arm**2).sum(axis=1)
        bodies["cx"], bodies["cy"], bodies["j"], light[:, 1] = arm[:, 0], arm[:, 1], j, 1.0 / (j + turning)
        return
    inertia = masses["inertia"].reshape(-1, 3, 3) + m[:, None, None] * (steiner(arm) - steiner(c))
    inertia = basis.transpose(0, 2, 1) @ inertia @ basis
    bodies["c"] = np.einsum("kji,kj->ki", basis, arm)
    bodies["j"] = inertia[:, _UPPER[0], _UPPER[1]]
    light[:, 1] = 3.0 / (np.einsum("kii->k", inertia) + 3.0 * turning)
