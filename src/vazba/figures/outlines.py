"""Outlines of bodies that carry a shape: `{box = ..}`, `{sphere = ..}`, `{circle = ..}`, `{cylinder = ..}`, `{plate = ..}`, as polylines in the body frame."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
ROUND = 37  # points of a circle
_AROUND = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]]) / 2


def outline(shape: Mapping[str, Any], dimension: int) -> tuple[list[Array], bool] | None:
    """Polylines, and whether the first is a filled polygon; nothing for a shape without bounds (a plane)."""
    centre = np.array(shape.get("centre", (0.0, 0.0, 0.0)))
    if shape["form"] == "box":
        return _box(np.array(shape["size"]), centre, dimension)
    if shape["form"] in ("sphere", "circle"):
        turns = np.eye(3)[[0, 1, 2]]
        flat = [_circle(centre, turns[i], turns[j], shape["radius"]) for i, j in ((0, 1), (0, 2), (1, 2))]
        return (flat[:1], True) if dimension == 2 else (flat, False)
    if shape["form"] == "plate":
        corners = np.array(shape["corners"])
        return [np.concatenate([corners, corners[:1]])], True
    if shape["form"] == "cylinder":
        return _cylinder(shape, centre)
    return None


def _box(size: Array, centre: Array, dimension: int) -> tuple[list[Array], bool]:
    if dimension == 2:
        return [np.column_stack([_AROUND * size[:2], np.zeros(5)]) + centre], True
    low, high = (np.column_stack([_AROUND * size[:2], np.full(5, z * size[2])]) + centre for z in (-0.5, 0.5))
    return [low, high, *(np.array([low[k], high[k]]) for k in range(4))], False


def _cylinder(shape: Mapping[str, Any], centre: Array) -> tuple[list[Array], bool]:
    axis = np.array(shape.get("axis", (0.0, 0.0, 1.0)))
    half = axis / np.linalg.norm(axis) * shape.get("length", 2 * shape["radius"]) / 2
    start, end = (np.array(shape.get(key, centre + sign * half)) for key, sign in (("start", -1), ("end", 1)))
    along = (end - start) / np.linalg.norm(end - start)
    x = np.cross(along, np.eye(3)[int(np.argmin(np.abs(along)))])
    x /= np.linalg.norm(x)
    y = np.cross(along, x)
    ends = [_circle(place, x, y, shape["radius"]) for place in (start, end)]
    return [*ends, *(np.array([ends[0][k], ends[1][k]]) for k in (0, ROUND // 4, ROUND // 2, 3 * ROUND // 4))], False


def _circle(centre: Array, x: Array, y: Array, radius: float) -> Array:
    angles = np.linspace(0, 2 * np.pi, ROUND)[:, None]
    return np.asarray(centre + radius * (np.cos(angles) * x + np.sin(angles) * y))
