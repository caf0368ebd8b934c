"""From the coordinates and velocities of bodies to those of the joints of a tree."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import matrices, quaternion
from vazba.tree import planar, spatial
from vazba.tree.build import Tree
from vazba.tree.records import BALL, TURN

Array = NDArray[np.float64]


def joint_coordinates_of(tree: Tree, q: Array) -> Array:
    """Joint coordinates of a posture given by the bodies' coordinates (which fit the joints of the tree)."""
    flat = tree.dimension == 2
    out = tree.start.copy()
    count = len(tree.topology.links)
    p, e, angle = np.zeros((count + 1, 3)), np.zeros((count + 1, 3, 3)), np.zeros(count + 1)
    e[count] = np.eye(3)
    for k, (link, inside) in enumerate(zip(tree.topology.links, tree.internals, strict=True)):
        if flat:
            x, y, angle[k] = q[3 * link.body : 3 * link.body + 3]
            c, z = math.cos(angle[k]), math.sin(angle[k])
            r, s = np.array([x, y, 0.0]), np.array([[c, -z, 0.0], [z, c, 0.0], [0.0, 0.0, 1.0]])
        else:
            r, s = q[7 * link.body : 7 * link.body + 3], matrices(q[7 * link.body + 3 : 7 * link.body + 7])
        p[k], e[k] = r + s @ inside.origin, s @ inside.basis
        b = tree.bodies[k]
        i = int(b["parent"])
        if flat:
            _planar(tree, k, out, p[k] - p[i], e[i], e[k], angle[k] - angle[i])
        else:
            before = e[i] @ b["basis"].reshape(3, 3)
            _spatial(tree, k, out, before.T @ (p[k] - p[i]) - b["basis"].reshape(3, 3).T @ b["place"], before.T @ e[k])
    return out


def _planar(tree: Tree, k: int, out: Array, d: Array, parent: Array, own: Array, turn: float) -> None:
    b = tree.bodies[k]
    left = d[:2] - (parent @ np.array([b["x"], b["y"], 0.0]))[:2]
    c, s = b["cos"], b["sin"]
    basis = parent[:2, :2] @ np.array([[c, -s], [s, c]])  # before the joint's motions
    for j in range(int(b["first"]), int(b["first"] + b["count"])):
        f = tree.freedoms[j]
        if f["kind"] == TURN:
            out[j] = f["sign"] * (turn - b["turn"])
            basis = own[:2, :2]
        else:
            out[j] = f["sign"] * float(left @ basis @ np.array([f["nx"], f["ny"]]))


def _spatial(tree: Tree, k: int, out: Array, d: Array, r: Array) -> None:
    b = tree.bodies[k]
    at, kinds = int(b["at"]), tree.freedoms[int(b["first"]) : int(b["first"] + b["count"])]
    turns = [f for f in kinds if f["kind"] == TURN]
    j = 0
    while j < len(kinds):
        f = kinds[j]
        if f["kind"] == BALL:
            p = quaternion(r)
            out[at : at + 4] = p
            at, j = at + 4, j + 3
            continue
        if f["kind"] != TURN:
            value = d[f["axis"]]
        elif len(turns) == 2:
            value = math.atan2(-r[0, 1], r[1, 1]) if f["axis"] == 2 else math.atan2(-r[2, 0], r[2, 2])
        elif f["advance"] != 0.0:
            value = d[2] / f["advance"]
        else:
            value = math.atan2(r[1, 0], r[0, 0])
        out[at] = f["sign"] * value
        at, j = at + 1, j + 1


def speeds_of(tree: Tree, x: Array, v: Array) -> Array:
    """Speeds of the freedoms from the bodies' velocities (which fit the joints of the tree), at the joint coordinates x."""
    if not v.any():
        return np.zeros(tree.nv)
    nb, count = (3 if tree.dimension == 2 else 6), len(tree.topology.links)
    zeros = np.zeros(tree.nv)
    (planar if nb == 3 else spatial).sweep(tree.record.here, x.ctypes.data, zeros.ctypes.data)
    out, bodies = np.zeros(tree.nv), tree.bodies[:count]
    origin, basis = (np.array([getattr(i, key) for i in tree.internals]) for key in ("origin", "basis"))
    s = np.einsum("kij,klj->kil", tree.states["s"][:count].reshape(-1, 3, 3), basis)
    own = v.reshape(-1, nb)[[link.body for link in tree.topology.links]]
    u, w, d = (np.zeros((count + 1, 3)) for _ in range(3))  # the ground is the last one
    if nb == 3:
        u[:count, :2], w[:count, 2] = own[:, :2], own[:, 2]
        d[:count, 0], d[:count, 1] = bodies["dx"], bodies["dy"]
    else:
        u[:count], w[:count], d[:count] = own[:, :3], np.einsum("kij,kj->ki", s, own[:, 3:]), bodies["d"]
    u[:count] += np.cross(w[:count], np.einsum("kij,kj->ki", s, origin))
    parent = bodies["parent"]
    relative = np.hstack([u[:count] - u[parent] - np.cross(w[parent], d[:count]), w[:count] - w[parent]])
    if nb == 3:
        relative = relative[:, [0, 1, 5]]
    for size in range(1, int(bodies["count"].max(initial=0)) + 1):
        chosen = np.flatnonzero(bodies["count"] == size)
        freedoms = bodies["first"][chosen][:, None] + np.arange(size)
        rows = tree.freedoms["c"][freedoms]  # of each body the columns of its freedoms
        out[freedoms] = np.einsum("kji,kj->ki", np.linalg.pinv(rows), relative[chosen])
    return out
