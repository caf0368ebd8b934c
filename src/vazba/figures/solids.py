"""Faces of bodies that carry a shape or a mesh, in the body frame: polygons whose corners run counterclockwise seen from outside."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Wrong

Array = NDArray[np.float64]
ROUND, ZONES = 24, 10  # pieces of a circle, and of a ball from pole to pole
MOST = 6000  # triangles of a mesh that a picture shades; of larger ones every n-th
LIGHT = np.array([-0.45, 0.55, 0.8]) / np.linalg.norm([-0.45, 0.55, 0.8])  # right, up, towards the eye


def faces(shape: Mapping[str, Any]) -> list[Array]:
    """Faces of a shape as `ShapeField` reads it; none for one without bounds."""
    centre = np.array(shape.get("centre", (0.0, 0.0, 0.0)))
    if shape["form"] == "box":
        return [face * np.array(shape["size"]) / 2 + centre for face in _cube()]
    if shape["form"] == "sphere":
        return [shape["radius"] * face + centre for face in _ball()]
    if shape["form"] == "cylinder":
        return _cylinder(shape, centre)
    if shape["form"] == "plate":
        return _plate(np.array(shape["corners"]), float(shape.get("thickness") or 0.0))
    return []


def mesh_faces(mesh: Mapping[str, Any]) -> list[Array]:
    """Triangles of a mesh; none where it cannot be read, which the page and the check tell."""
    from vazba.viewer.meshes import placed, read_mesh

    try:
        triangles = placed(read_mesh(mesh["path"]), mesh).astype(float)
    except Wrong:
        return []
    return list(triangles[:: max(1, -(-len(triangles) // MOST))])


def _cube() -> list[Array]:
    out = []
    for axis in range(3):
        i, j = (axis + 1) % 3, (axis + 2) % 3
        for side in (1.0, -1.0):
            face = np.zeros((4, 3))
            face[:, axis] = side
            face[:, i], face[:, j] = [-1, 1, 1, -1], [-1, -1, 1, 1]
            out.append(face if side > 0 else face[::-1])
    return out


def _ball() -> list[Array]:
    polar = np.linspace(0, np.pi, ZONES + 1)
    around = np.linspace(0, 2 * np.pi, ROUND + 1)

    def at(p: float, a: float) -> tuple[float, float, float]:
        return float(np.sin(p) * np.cos(a)), float(np.sin(p) * np.sin(a)), float(np.cos(p))

    return [np.array([at(p, a), at(q, a), at(q, b), at(p, b)]) for p, q in pairwise(polar) for a, b in pairwise(around)]


def _cylinder(shape: Mapping[str, Any], centre: Array) -> list[Array]:
    axis = np.array(shape.get("axis", (0.0, 0.0, 1.0)))
    half = axis / np.linalg.norm(axis) * shape.get("length", 2 * shape["radius"]) / 2
    low, high = (np.array(shape.get(key, centre + sign * half)) for key, sign in (("start", -1), ("end", 1)))
    along = (high - low) / np.linalg.norm(high - low)
    x = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along)))])
    x /= np.linalg.norm(x)
    turn = np.linspace(0, 2 * np.pi, ROUND, endpoint=False)[:, None]
    ring = shape["radius"] * (np.cos(turn) * x + np.sin(turn) * np.cross(along, x))
    sides = [np.array([low + a, low + b, high + b, high + a]) for a, b in zip(ring, np.roll(ring, -1, axis=0))]
    return [high + ring, (low + ring)[::-1], *sides]


def _plate(corners: Array, thickness: float) -> list[Array]:
    normal = np.sum(np.cross(corners, np.roll(corners, -1, axis=0)), axis=0)
    size = float(np.linalg.norm(normal))
    if thickness <= 0 or size < 1e-12:
        return [corners, corners[::-1]]
    up, down = corners + normal / size * thickness / 2, corners - normal / size * thickness / 2
    ends = zip(up, np.roll(up, -1, axis=0), down, np.roll(down, -1, axis=0))
    return [up, down[::-1], *(np.array([c, d, b, a]) for a, b, c, d in ends)]


def shaded(polygons: list[Array], colour: Any, view: Array) -> tuple[list[Array], Array]:
    """Faces that are seen, farthest first, in the picture, with their colours: `view` has the rows right, up, towards the eye."""
    from matplotlib.colors import to_rgb

    seen = []
    for polygon in polygons:
        eye = polygon @ view.T
        edges = np.roll(eye, -1, axis=0)
        normal = np.sum(np.cross(eye, edges), axis=0)  # twice the area: works for any polygon
        size = float(np.linalg.norm(normal))
        if size > 0 and normal[2] > 1e-9 * size:
            seen.append((float(eye[:, 2].mean()), eye[:, :2], max(float(normal @ LIGHT) / size, 0.0)))
    seen.sort(key=lambda one: one[0])
    base = np.array(to_rgb(colour))
    colours = np.array([np.clip(base * (0.45 + 0.55 * lit) + 0.16 * lit, 0, 1) for _, _, lit in seen]).reshape(-1, 3)
    return [flat for _, flat, _ in seen], colours
