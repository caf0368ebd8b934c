"""The sums over masses that the kinetic energy of a body with shapes is made of: see `flexible.modal`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def inertia_sums(dm: Array, place: Array, a: Array, spins: Array, turn: Array) -> dict[str, Array]:
    """Of masses `dm` (g) at `place` (g x 3), displaced by `a` (g x 3 x n), with moments of inertia `spins` (g x 3) turned by `turn` (g x 3 x n)."""
    cross = np.cross(place[:, :, None], a, axisa=1, axisb=1, axisc=1)
    h0 = np.einsum("g,gin->in", dm, cross) + np.einsum("gi,gin->in", spins, turn)
    pairs = np.cross(a[:, :, :, None], a[:, :, None, :], axisa=1, axisb=1, axisc=1)  # g i k l
    eye = np.eye(3)
    j0 = np.einsum("g,gk,gk,ij->ij", dm, place, place, eye) - np.einsum("g,gi,gj->ij", dm, place, place)
    j0 = j0 + np.diag(spins.sum(axis=0))
    along = np.einsum("gi,gin->gn", place, a)
    outer = np.einsum("gi,gjn->gnij", place, a)
    j1 = np.einsum("g,gn,ij->nij", 2 * dm, along, eye) - np.einsum(
        "g,gnij->nij", dm, outer + outer.transpose(0, 1, 3, 2)
    )
    dots = np.einsum("g,gin,gim->nm", dm, a, a)
    both = np.einsum("g,gin,gjm->nmij", dm, a, a)
    j2 = dots[:, :, None, None] * eye - (both + both.transpose(0, 1, 3, 2)) / 2
    upper = np.triu_indices(3)
    return {
        "m": np.array([dm.sum()]), "c0": np.einsum("g,gi->i", dm, place), "ia": np.einsum("g,gin->in", dm, a), "h0": h0,
        "h": np.einsum("g,gikl->kil", dm, pairs), "j0": j0[upper], "j1": j1[:, upper[0], upper[1]], "j2": j2[:, :, upper[0], upper[1]],
        "mass": dots + np.einsum("gi,gin,gim->nm", spins, turn, turn),
    }  # fmt: skip
