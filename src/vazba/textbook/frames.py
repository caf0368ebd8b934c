"""Where frames of a tree are and how they move with its speeds: `vz.placement`, `vz.jacobian`, of one posture or of many at compiled speed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba._jit import F8, Boundary, boundary, each, packed, record
from vazba.algebra.vectors import add, cross, sub, triple, turned
from vazba.bodies.space import PLANE
from vazba.equations.verbs import call_verb
from vazba.model import Model
from vazba.textbook.joint_tree import JointTree, frame_of, tree_for
from vazba.tree.records import PLANAR_TREE, SPATIAL_TREE, TREE

Array = NDArray[np.float64]
# Of a frame: the tree, its body there, and its position and basis in the body's internal frame (row by row); speeds that are zero; states to look at.
FRAME = record("FRAME", each(F8, "local", "still", "q", "out"), "tree", "body", "count")
LOOK = "int64(int64, int64, int64)"


@boundary(LOOK)
def placements(frame_address, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Basis (row by row) and position of the frame, twelve numbers for each state."""
    f = FRAME.at(frame_address)
    t = TREE.at(f.tree)
    local, out = FRAME.local(f), FRAME.out(f)
    states = TREE.states(t)
    for i in range(f.count):
        call_verb(t.sweep, f.tree, f.q + 8 * i * t.nq, f.still)
        s, at = states[f.body], 12 * i
        p = add(triple(s.r), turned(s.s, (local[0], local[1], local[2])))
        for k in range(3):
            axis = turned(s.s, (local[3 + k], local[6 + k], local[9 + k]))
            out[at + k], out[at + 3 + k], out[at + 6 + k] = axis[0], axis[1], axis[2]
            out[at + 9 + k] = p[k]
    return 0


@boundary(LOOK)
def jacobians(frame_address, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Six rows by speeds for each state: velocity of the frame's origin, angular velocity."""
    f = FRAME.at(frame_address)
    t = TREE.at(f.tree)
    local, out = FRAME.local(f), FRAME.out(f)
    states, nv, ground = TREE.states(t), t.nv, t.n_bodies - 1
    bodies, freedoms = SPATIAL_TREE.bodies(t), SPATIAL_TREE.freedoms(t)
    for i in range(f.count):
        call_verb(t.sweep, f.tree, f.q + 8 * i * t.nq, f.still)
        p = add(triple(states[f.body].r), turned(states[f.body].s, (local[0], local[1], local[2])))
        k, at = f.body, 6 * nv * i
        while k != ground:
            b, arm = bodies[k], sub(p, triple(states[k].r))
            for n in range(b.first, b.first + b.count):
                c = freedoms[n].c
                w = (c[3], c[4], c[5])
                u = add((c[0], c[1], c[2]), cross(w, arm))
                for row in range(3):
                    out[at + row * nv + n], out[at + (3 + row) * nv + n] = u[row], w[row]
            k = b.parent
    return 0


@boundary(LOOK)
def planar_jacobians(frame_address, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """The same in the plane."""
    f = FRAME.at(frame_address)
    t = TREE.at(f.tree)
    local, out = FRAME.local(f), FRAME.out(f)
    states, nv, ground = TREE.states(t), t.nv, t.n_bodies - 1
    bodies, freedoms = PLANAR_TREE.bodies(t), PLANAR_TREE.freedoms(t)
    for i in range(f.count):
        call_verb(t.sweep, f.tree, f.q + 8 * i * t.nq, f.still)
        p = add(triple(states[f.body].r), turned(states[f.body].s, (local[0], local[1], local[2])))
        k, at = f.body, 6 * nv * i
        while k != ground:
            b, r = bodies[k], states[k].r
            for n in range(b.first, b.first + b.count):
                c = freedoms[n].c
                out[at + n] = c[0] - c[2] * (p[1] - r[1])
                out[at + nv + n] = c[1] + c[2] * (p[0] - r[0])
                out[at + 5 * nv + n] = c[2]
            k = b.parent
    return 0


def _looked(j: JointTree, kernel: Boundary, x: Array, frame: tuple[int, Array, Array], per_state: int) -> Array:
    body, local, basis = frame
    tree = j._tree
    k = tree.topology.place[body]
    inside = tree.internals[k]
    place = np.concatenate([inside.basis.T @ (local - inside.origin), (inside.basis.T @ basis).ravel()])
    out, still = np.zeros((len(x), per_state)), np.zeros(j.nv)
    frame_record: Any = packed(
        FRAME,
        {"local": place, "still": still, "q": x.reshape(-1), "out": out.reshape(-1)},
        tree=tree.record.here,
        body=k,
        count=len(x),
    )
    kernel(frame_record.here, 0, 0)
    return out


def placement(tree: Model | JointTree, q: ArrayLike, frame: str) -> tuple[Array, Array]:
    """`(R, p)` of a point's or a body's frame at joint coordinates q: a vector with components `s` in it is `R s + p` in the ground.

    With rows of q, stacks: R is n x 3 x 3, p is n x 3. Planar models stand in the plane z = 0.
    """
    j = tree_for(tree)
    many = np.asarray(q, dtype=float)
    x, found = j.inner(many), frame_of(j, frame)
    if found[0] < 0:
        r, p = np.broadcast_to(found[2], (len(x), 3, 3)).copy(), np.broadcast_to(found[1], (len(x), 3)).copy()
    else:
        out = _looked(j, placements, x, found, 12)
        r, p = out[:, :9].reshape(-1, 3, 3).copy(), out[:, 9:].copy()
    return (r[0], p[0]) if many.ndim == 1 else (r, p)


def jacobian(model: Model | JointTree, q: ArrayLike, frame: str) -> Array:
    """Velocity of a point's or body's origin (three rows) and angular velocity of its body (three rows), ground components, for each speed.

    With rows of q: one matrix each, n x 6 x speeds.
    """
    j = tree_for(model)
    many = np.asarray(q, dtype=float)
    out = jacobians_at(j, j.inner(many), frame)
    return out[0] if many.ndim == 1 else out


def jacobians_at(j: JointTree, x: Array, frame: str) -> Array:
    """The same at coordinates as the tables count them."""
    found = frame_of(j, frame)
    if found[0] < 0:
        return np.zeros((len(x), 6, j.nv))
    kernel = planar_jacobians if j.system.space is PLANE else jacobians
    return _looked(j, kernel, x, found, 6 * j.nv).reshape(-1, 6, j.nv)
