"""Motions that are no mechanisms: of the structure as a whole, and turns of rods about their own axes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cross_matrix
from vazba.tensegrity.structure import SAME, Structure

Array = NDArray[np.float64]


def rigid_motions(s: Structure) -> Array:
    """Motions of the whole (columns): translations, then turns about the ground's axes."""
    r, turn = s.poses(s.q)
    out = np.zeros((len(s.roots), 3 if s.planar else 6))
    for k, name in enumerate(s.system.body_names):
        i = s.first[name]
        if name in s.net.nodes:
            out[i : i + s.system.dimension] = _of_point(r[k], s.planar)
        elif s.planar:
            out[i : i + 3] = [[1, 0, -r[k, 1]], [0, 1, r[k, 0]], [0, 0, 1]]
        else:
            out[i : i + 3, :3], out[i : i + 3, 3:] = np.eye(3), -cross_matrix(r[k])
            out[i + 3 : i + 6, 3:] = turn[k].T
    return out


def anchored(s: Structure) -> Array:
    """Velocities of the members' ends on the ground in motions of the whole: these are none, or it is no rigid motion (rows; columns as `rigid_motions`)."""
    held = s.places(s.q)[s.segments.body < 0]
    blocks = [_of_point(p, s.planar) for p in held]
    return np.concatenate(blocks) if blocks else np.zeros((0, 3 if s.planar else 6))


def _of_point(p: Array, planar: bool) -> Array:
    """Velocity of a place in motions of the whole."""
    if planar:
        return np.array([[1.0, 0.0, -p[1]], [0.0, 1.0, p[0]]])
    return np.column_stack([np.eye(3), -cross_matrix(p)])


def spins(s: Structure) -> tuple[Array, list[str]]:
    """Turns of a body about the line through all that is fastened to it (columns), and the names of the bodies."""
    if s.planar:
        return np.zeros((len(s.roots), 0)), []
    _, turn = s.poses(s.q)
    found, names = [], []
    fastened = s.system.attachments
    for k, name in enumerate(s.system.body_names):
        if name in s.net.nodes:
            continue
        held = np.array([local for _, local in fastened[name]]).reshape(-1, 3)
        if not len(held):
            continue
        middle = held.mean(axis=0)
        axes = _lines(held - middle, SAME * s.length)
        for axis in axes:
            z, i = np.zeros(len(s.roots)), s.first[name]
            z[i : i + 3], z[i + 3 : i + 6] = -turn[k] @ np.cross(axis, middle), axis
            found.append(z)
            names.append(name)
    return np.array(found).reshape(len(found), -1).T if found else np.zeros((len(s.roots), 0)), names


def _lines(offsets: Array, unit: float) -> Array:
    """Axes about which nothing moves: all three where all offsets are none, one where they are on a line, else none (rows)."""
    sizes = np.linalg.norm(offsets, axis=1)
    if sizes.max() <= unit:
        return np.eye(3)
    axis = offsets[int(sizes.argmax())] / sizes.max()
    return axis[None] if np.abs(np.cross(axis, offsets)).max() <= unit else np.zeros((0, 3))
