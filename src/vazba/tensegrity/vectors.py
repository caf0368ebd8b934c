"""Vectors and rotations of many things at once."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def three(v: Any) -> Array:
    """With zeros behind, up to three components."""
    return np.append(np.asarray(v, float), np.zeros(3 - len(v)))


def rotations(p: Array) -> Array:
    """Rotation matrices of unit quaternions (rows)."""
    w, x, y, z = (p / np.linalg.norm(p, axis=1)[:, None]).T
    return np.stack([
        1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
        2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
        2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
    ], axis=1).reshape(-1, 3, 3)  # fmt: skip


def crosses(v: Array) -> Array:
    """Cross-product matrices of vectors (rows)."""
    out = np.zeros((len(v), 3, 3))
    out[:, 0, 1], out[:, 0, 2], out[:, 1, 2] = -v[:, 2], v[:, 1], -v[:, 0]
    return out - out.transpose(0, 2, 1)
