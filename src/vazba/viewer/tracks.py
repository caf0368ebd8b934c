"""Motions for the page: poses of all bodies (and places of the stations of beams) over time, packed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.figures.skeleton import Bent, Poses
from vazba.viewer.codec import Blob, Group, places, times, turns

Array = NDArray[np.float64]


def track(name: str, time: Array, poses: Poses, bodies: tuple[str, ...], blob: Blob, **more: Any) -> dict[str, Any]:
    """One motion: of each body its origin and its turn (planar: an angle, in space: a quaternion)."""
    planar = all(_flat(poses[body]) for body in bodies if body in poses)
    group = Group()
    made = {
        "name": name, "time": times(time), "planar": planar,
        "bodies": [None if body not in poses else _packed(poses[body], planar, group) for body in bodies],
        "bends": {body: _stations(pose, group) for body in bodies if isinstance(pose := poses.get(body), Bent)},
        **more,
    }  # fmt: skip
    group.close(blob)
    return made


def _flat(pose: Any) -> bool:
    r, s = pose
    return bool(not np.any(r[:, 2]) and np.all(s[:, 2, 2] == 1.0))


def _packed(pose: Any, planar: bool, group: Group) -> list[dict[str, Any]]:
    r, s = pose
    if planar:
        angle = np.unwrap(np.arctan2(s[:, 1, 0], s[:, 0, 0]))
        return [group.add(places(r[:, 0])), group.add(places(r[:, 1])), group.add(turns(angle))]
    q = quaternions(s)
    return [group.add(places(x)) for x in (*r.T, *q.T)]


def quaternions(s: Array) -> Array:
    """Unit quaternions (w, x, y, z) of rotation matrices (n, 3, 3), each on the side of the one before."""
    trace = s[:, 0, 0] + s[:, 1, 1] + s[:, 2, 2]
    four = np.stack([trace, s[:, 0, 0], s[:, 1, 1], s[:, 2, 2]], axis=1)
    best = np.argmax(four, axis=1)
    q = np.empty((len(s), 4))
    for kind in range(4):
        m = s[best == kind]
        if not len(m):
            continue
        if kind == 0:
            w = 1.0 + m[:, 0, 0] + m[:, 1, 1] + m[:, 2, 2]
            parts: list[Any] = [w, m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]]
        else:
            i, j, k = kind - 1, kind % 3, (kind + 1) % 3
            parts = [None] * 4
            parts[0] = m[:, k, j] - m[:, j, k]
            parts[i + 1] = 1.0 + m[:, i, i] - m[:, j, j] - m[:, k, k]
            parts[j + 1] = m[:, i, j] + m[:, j, i]
            parts[k + 1] = m[:, k, i] + m[:, i, k]
        q[best == kind] = np.stack(parts, axis=1)
    q /= np.linalg.norm(q, axis=1, keepdims=True)
    sides = np.sign(np.einsum("ni,ni->n", q[1:], q[:-1]))
    q[1:] *= np.cumprod(np.where(sides < 0, -1.0, 1.0))[:, None]
    return q


def _stations(pose: Bent, group: Group) -> dict[str, Any]:
    at = [float(x) for x in pose.stations]
    return {"at": at, "places": [[group.add(places(pose.places[:, k, i])) for i in range(3)] for k in range(len(at))]}


def extent(poses: Poses, cloud: dict[str, list[Array]], most: int = 300) -> tuple[list[float], list[float]]:
    """Corners of the box that holds the given local places of all bodies, over the whole motion."""
    low, high = np.full(3, np.inf), np.full(3, -np.inf)
    for body, local in cloud.items():
        if body not in poses:
            continue
        r, s = poses[body]
        some = slice(None, None, max(1, len(r) // most))
        points = np.array([[0.0, 0.0, 0.0], *local])
        where = (r[some, None] + np.einsum("nij,kj->nki", s[some], points)).reshape(-1, 3)
        if isinstance(poses[body], Bent):
            where = np.concatenate([where, poses[body].places[some].reshape(-1, 3)])  # type: ignore[attr-defined]
        where = where[np.isfinite(where).all(axis=1)]
        if len(where):
            low, high = np.minimum(low, where.min(axis=0)), np.maximum(high, where.max(axis=0))
    if not np.isfinite(low).all():
        low, high = np.zeros(3), np.ones(3)
    return low.tolist(), high.tolist()
