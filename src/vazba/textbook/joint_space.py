"""The equations of motion in joint coordinates, for those who call them by hand: `M(q) v' + h(q, v) = effort + J^T F (+ G^T lambda)`.

`vz.mass_matrix`, `vz.forward_dynamics` and `vz.inverse_dynamics` take a model or its `vz.joint_tree`, and one state or many (rows). `forces` are external
ones on named points or bodies: `{"tool": (fx, fy, fz)}`, or with a moment `(fx, fy, fz, mx, my, mz)`, ground components; in the plane `(fx, fy)` or
`(fx, fy, m)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba._jit import Boundary, boundary
from vazba.bodies.space import PLANE
from vazba.equations.records import DYNAMICS
from vazba.equations.recursive import call_tree, element_forces
from vazba.equations.verbs import EXTRA, call_derivative, call_place
from vazba.errors import SolveError, suggestion
from vazba.model import Model
from vazba.tables import numbers_at
from vazba.textbook.frames import jacobians_at
from vazba.textbook.joint_tree import JointTree, tree_for, vectors
from vazba.tree.records import TREE

Array = NDArray[np.float64]
Forces = Mapping[str, ArrayLike]
ALGORITHMS = ("articulated", "composite", "residual")

# of dynamics, a kernel, room for y and y', q, v, efforts or accelerations, how many states, the time, and where the answer goes
MANY = "void(int64, int64, int64, int64, int64, int64, int64, float64, int64)"


@boundary(MANY)
def forward_many(d_at, kernel, room_at, q_at, v_at, efforts_at, count, t, out_at):  # type: ignore[no-untyped-def]
    """Accelerations of many states, by addresses."""
    d = DYNAMICS.at(d_at)
    tree = TREE.at(d.tree)
    nq, nv, given = tree.nq, tree.nv, TREE.given(tree)
    n = nq + nv + EXTRA
    y, rate = numbers_at(room_at, n), numbers_at(room_at + 8 * n, n)
    q, v, efforts = numbers_at(q_at, count * nq), numbers_at(v_at, count * nv), numbers_at(efforts_at, count * nv)
    out = numbers_at(out_at, count * nv)
    for i in range(count):
        for k in range(nq):
            y[k] = q[i * nq + k]
        for k in range(nv):
            y[nq + k] = v[i * nv + k]
            given[k] = efforts[i * nv + k]
        call_derivative(kernel, d_at, room_at, room_at + 8 * n, t)
        for k in range(nv):
            out[i * nv + k] = rate[nq + k]
    for k in range(nv):
        given[k] = 0.0


@boundary(MANY)
def inverse_many(d_at, kernel, room_at, q_at, v_at, a_at, count, t, out_at):  # type: ignore[no-untyped-def]
    """Joint efforts of many states, by addresses."""
    d = DYNAMICS.at(d_at)
    tree = TREE.at(d.tree)
    nq, nv = tree.nq, tree.nv
    y, q, v = numbers_at(room_at, nq + nv + EXTRA), numbers_at(q_at, count * nq), numbers_at(v_at, count * nv)
    for i in range(count):
        for k in range(nq):
            y[k] = q[i * nq + k]
        for k in range(nv):
            y[nq + k] = v[i * nv + k]
        call_place(d.place, d_at, room_at, t)
        element_forces(d, tree, t)
        call_tree(tree.loads, d.tree, d.gravity, tree.elements)
        call_tree(kernel, d.tree, a_at + 8 * i * nv, out_at + 8 * i * nv)


def many_states(kernel: Boundary, j: JointTree, of: int, states: Array, v: Array, third: Array, t: float) -> Array:
    out, room = np.zeros((len(states), j.nv)), np.zeros(2 * (j.nq + j.nv + EXTRA))
    kernel(
        j._form.record.here, of, room.ctypes.data, states.ctypes.data, v.ctypes.data, third.ctypes.data, len(states), float(t), out.ctypes.data
    )  # fmt: skip
    return out


def efforts_of(j: JointTree, states: Array, forces: Forces | None) -> Array:
    """`J^T F`: what external forces are in the speeds, for every state; raises `ValueError`."""
    out = np.zeros((len(states), j.nv))
    flat = j.system.space is PLANE
    for name, given in (forces or {}).items():
        value = np.asarray(given, dtype=float)
        sizes = (2, 3) if flat else (3, 6)
        if value.ndim not in (1, 2) or value.shape[-1] not in sizes or not np.isfinite(value).all():
            what = "(fx, fy) or (fx, fy, m)" if flat else "(fx, fy, fz) or (fx, fy, fz, mx, my, mz)"
            raise ValueError(
                f"the force on {name} is {value.shape} numbers; give {what}, or a row of them for each state"
            )
        if value.ndim == 2 and len(value) not in (1, len(states)):
            raise ValueError(f"the force on {name} has {len(value)} rows where q has {len(states)}")
        rows = [*range(j.system.dimension), *([5] if flat else range(3, 6))][: value.shape[-1]]
        found = jacobians_at(j, states, name)[:, rows]
        out += np.einsum("nij,ni->nj", found, np.broadcast_to(np.atleast_2d(value), (len(states), len(rows))))
    return out


def forward_dynamics(
    model: Model | JointTree, q: ArrayLike, v: ArrayLike, effort: ArrayLike | None = None, t: float = 0.0, *,
    forces: Forces | None = None, algorithm: str = "articulated",
) -> Array:  # fmt: skip
    """Accelerations `v'` under gravity, all force elements, the joint efforts and the external forces given; loops and drivers are kept.

    Rows of q, v and effort: one state each. `algorithm`: `articulated` bodies, which is of order n; `composite` bodies: mass matrix, Newton-Euler bias and a
    dense solution; `residual`: the same with the mass matrix column by column from inverse dynamics.
    """
    j = tree_for(model)
    if algorithm not in ALGORITHMS:
        raise ValueError(f"algorithm = {algorithm!r} is unknown; {suggestion(str(algorithm), ALGORITHMS)}")
    q = np.asarray(q, dtype=float)
    states = j.inner(q)
    v, effort = vectors(v, j.nv, "v", len(states)), vectors(effort, j.nv, "effort", len(states))
    effort = effort + efforts_of(j, states, forces) if forces else effort
    if algorithm == "articulated":
        out = many_states(forward_many, j, j._form.derivative.address, states, v, effort, t)
    else:
        out = _solved(j, states, v, effort, t, algorithm)
    return out[0] if q.ndim == 1 else out


def _solved(j: JointTree, states: Array, v: Array, effort: Array, t: float, algorithm: str) -> Array:
    """`M v' = effort - h`, dense, one state after another; with loops `[[M, G^T], [G, 0]]`."""
    from vazba.textbook.recursion import loop_rows

    if j.system.model.frictions:
        raise SolveError(
            f"algorithm = {algorithm} does not go with friction, which depends on reactions: use articulated"
        )
    bias = many_states(inverse_many, j, j._tree.rooms[1].inverse.address, states, v, np.zeros_like(v), t)
    out = np.zeros_like(v)
    for i, x in enumerate(states):
        if algorithm == "composite":
            mass = composite_at(j, x)
        else:
            many = np.repeat(x[None], j.nv, 0), np.repeat(v[i][None], j.nv, 0)
            mass = many_states(inverse_many, j, j._tree.rooms[1].inverse.address, *many, np.eye(j.nv), t) - bias[i]
            mass = (mass + mass.T) / 2
        right = effort[i] - bias[i]
        if not j.loops:
            out[i] = np.linalg.solve(mass, right)
            continue
        g, gamma = loop_rows(j, x, v[i], t)
        free, held = np.linalg.solve(mass, right), np.linalg.solve(mass, g.T)
        out[i] = free + held @ np.linalg.lstsq(g @ held, gamma - g @ free, rcond=1e-11)[0]
    return out


def inverse_dynamics(
    model: Model | JointTree, q: ArrayLike, v: ArrayLike, a: ArrayLike, t: float = 0.0, *, forces: Forces | None = None
) -> Array:
    """Joint efforts that make a tree accelerate by a, beside gravity, all force elements and the external forces given (recursive Newton-Euler).

    Rows: one state each. Couplings of two joints (gears, joints of a robot that follow others) transmit nothing here: every joint is driven by itself.
    """
    j = tree_for(model)
    closed = j.closed_by(coupled=False)
    if closed:
        raise SolveError(
            f"the model has closed loops or drivers ({', '.join(closed[:5])}): efforts of all joints are not determined by the motion alone"
        )
    q = np.asarray(q, dtype=float)
    states = j.inner(q)
    v, a = vectors(v, j.nv, "v", len(states)), vectors(a, j.nv, "a", len(states))
    out = many_states(inverse_many, j, j._tree.rooms[1].inverse.address, states, v, a, t)
    out = out - efforts_of(j, states, forces) if forces else out
    return out[0] if q.ndim == 1 else out


def composite_at(j: JointTree, x: Array) -> Array:
    """Mass matrix at coordinates as the tables count them."""
    still, out = np.zeros(j.nv), np.zeros((j.nv, j.nv))
    x = np.ascontiguousarray(x)
    main, inverse = j._tree.rooms
    main.sweep(j._tree.record.here, x.ctypes.data, still.ctypes.data)
    inverse.composite(j._tree.record.here, out.ctypes.data, 0)
    return out


def mass_matrix(model: Model | JointTree, q: ArrayLike) -> Array:
    """Mass matrix of the tree in its speeds (composite bodies); with rows of q one matrix each."""
    j = tree_for(model)
    many = np.asarray(q, dtype=float)
    found: list[Any] = [composite_at(j, x) for x in j.inner(many)]
    return found[0] if many.ndim == 1 else np.array(found)
