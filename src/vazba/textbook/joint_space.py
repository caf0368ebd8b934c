"""The equations of motion in joint coordinates, for those who call them by hand: `M(q) v' + h(q, v) = effort (+ G^T lambda)`.

`vz.joint_tree(model)` lays out the spanning tree once; `vz.mass_matrix`, `vz.forward_dynamics`, `vz.inverse_dynamics` and `vz.jacobian` take it
(or a model). Joint coordinates are zero in the described posture, after assembly, and count as the joints' own do: second body relative to first.
A spherical joint has a unit quaternion for its coordinates and the relative angular velocity in the moved body's joint frame for its speeds; so has a
body that floats, after its position.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba._jit import Boundary, boundary
from vazba.case.beam_start import compiled, without_elastic
from vazba.equations.records import DYNAMICS
from vazba.equations.recursive import call_tree, element_forces
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA, call_derivative, call_place
from vazba.errors import Fault, ModelError, SolveError, suggestion
from vazba.formulations.freedom_names import topology_with
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_joints import Recursive
from vazba.kinematic.assembly import refuse
from vazba.kinematic.check import analyse
from vazba.model import Model
from vazba.tables import numbers_at
from vazba.tree.coordinates import joint_coordinates_of
from vazba.tree.records import TREE

Array = NDArray[np.float64]


class JointTree:
    """A model in the joint coordinates of its spanning tree; made by `vz.joint_tree`."""

    def __init__(self, model: Model, cuts: Sequence[str] | None = None) -> None:
        system = without_elastic(compiled(model), "vz.joint_tree")
        assembly, _ = analyse(system, names=False)
        if not assembly.closed:
            raise refuse(system, assembly, 0.0)
        whole = Absolute(system, dynamics_of(system), assembly.work)
        self.model, self.system = model, system
        cuts = tuple(model.simulation.get("cuts") or ()) if cuts is None else cuts
        self._form = Recursive(
            whole, np.concatenate([assembly.q, np.zeros(system.nv + EXTRA)]), topology_with(system, cuts)
        )
        self._tree = self._form.tree
        self._described = assembly.q

    @property
    def nq(self) -> int:
        """Number of joint coordinates."""
        return self._tree.nq

    @property
    def nv(self) -> int:
        """Number of speeds."""
        return self._tree.nv

    @property
    def names(self) -> tuple[str, ...]:
        """What each speed belongs to: joint (or floating body) and motion, as `elbow turn z`."""
        return tuple(f"{owner} {what}" for owner, what in self._tree.names)

    @property
    def loops(self) -> tuple[str, ...]:
        """Joints, couplings and drivers kept by equations, not by the tree."""
        return tuple(group.name for group in self._tree.attached.groups)

    @property
    def zero(self) -> Array:
        """Joint coordinates of the described posture."""
        return self._tree.start.copy()

    def coordinates(self, q: ArrayLike) -> Array:
        """Joint coordinates from coordinates of the bodies (`x y angle` or `x y z qw qx qy qz` each), which must fit the joints."""
        return joint_coordinates_of(self._tree, np.ascontiguousarray(q, dtype=float))

    def __repr__(self) -> str:
        return f"<JointTree '{self.model.name}': {self.nv} speeds, {len(self.loops)} closures>"


def joint_tree(model: Model, cuts: Sequence[str] | None = None) -> JointTree:
    """The joint coordinates of a model: spanning tree, loops, names; `cuts` names joints to cut (else those of the model's `[simulation]`)."""
    return JointTree(model, cuts)


def _taken(model: Model | JointTree) -> JointTree:
    return model if isinstance(model, JointTree) else JointTree(model)


def _vectors(given: ArrayLike | None, length: int, name: str, count: int | None = None) -> Array:
    array = np.zeros(length) if given is None else np.asarray(given, dtype=float)
    if array.ndim not in (1, 2) or array.shape[-1] != length:
        raise ValueError(f"{name} has the shape {array.shape}; it must end in {length}")
    array = np.atleast_2d(array)
    if count is not None and len(array) not in (1, count):
        raise ValueError(f"{name} has {len(array)} rows where q has {count}")
    return np.ascontiguousarray(np.broadcast_to(array, (count or len(array), length)))


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


def _many(kernel: Boundary, j: JointTree, of: int, states: Array, v: Array, third: Array, t: float) -> Array:
    out, room = np.zeros((len(states), j.nv)), np.zeros(2 * (j.nq + j.nv + EXTRA))
    kernel(
        j._form.record.here, of, room.ctypes.data, states.ctypes.data, v.ctypes.data, third.ctypes.data, len(states), float(t), out.ctypes.data
    )  # fmt: skip
    return out


def forward_dynamics(
    model: Model | JointTree, q: ArrayLike, v: ArrayLike, effort: ArrayLike | None = None, t: float = 0.0
) -> Array:
    """Accelerations `v'` under gravity, all force elements and the joint efforts given; loops and drivers are kept. Rows of q, v and effort: one state each."""
    j = _taken(model)
    q = np.asarray(q, dtype=float)
    states = _vectors(q, j.nq, "q")
    v, effort = _vectors(v, j.nv, "v", len(states)), _vectors(effort, j.nv, "effort", len(states))
    out = _many(forward_many, j, j._form.derivative.address, states, v, effort, t)
    return out[0] if q.ndim == 1 else out


def inverse_dynamics(model: Model | JointTree, q: ArrayLike, v: ArrayLike, a: ArrayLike, t: float = 0.0) -> Array:
    """Joint efforts that make a tree accelerate by a, beside gravity and all force elements (recursive Newton-Euler). Rows: one state each."""
    j = _taken(model)
    if j.loops:
        raise SolveError(
            f"the model has closed loops or drivers ({', '.join(j.loops[:5])}): efforts of all joints are not determined by the motion alone"
        )
    q = np.asarray(q, dtype=float)
    states = _vectors(q, j.nq, "q")
    v, a = _vectors(v, j.nv, "v", len(states)), _vectors(a, j.nv, "a", len(states))
    out = _many(inverse_many, j, j._tree.rooms[1].inverse.address, states, v, a, t)
    return out[0] if q.ndim == 1 else out


def _swept(j: JointTree, q: ArrayLike) -> Any:
    x, still = np.ascontiguousarray(_vectors(q, j.nq, "q")[0]), np.zeros(j.nv)
    main, inverse = j._tree.rooms
    main.sweep(j._tree.record.here, x.ctypes.data, still.ctypes.data)
    return inverse


def mass_matrix(model: Model | JointTree, q: ArrayLike) -> Array:
    """Mass matrix of the tree in its speeds (composite bodies)."""
    j = _taken(model)
    out = np.zeros((j.nv, j.nv))
    _swept(j, q).composite(j._tree.record.here, out.ctypes.data, 0)
    return out


def jacobian(model: Model | JointTree, q: ArrayLike, frame: str) -> Array:
    """Velocity of a point's or body's origin (three rows) and angular velocity of its body (three rows), ground components, for each speed."""
    j = _taken(model)
    system, tree_ = j.system, j._tree
    if frame in system.points:
        body, local = system.points[frame]
    elif frame in system.body_names:
        body, local = system.body_names.index(frame), np.zeros(3)
    else:
        known = (*system.points, *system.body_names)
        raise ModelError(Fault("", f"{frame} is neither a point nor a body", "", suggestion(frame, known)))
    _swept(j, q)
    out = np.zeros((6, j.nv))
    if body < 0:
        return out
    k = tree_.topology.place[body]
    inside = tree_.internals[k]
    s = tree_.states[k]
    p = s["r"] + s["s"].reshape(3, 3) @ inside.basis.T @ (local - inside.origin)
    while k >= 0:
        b = tree_.bodies[k]
        for n in range(int(b["first"]), int(b["first"] + b["count"])):
            c = tree_.freedoms[n]["c"]
            u, w = tree_.attached.space.twist(c)
            out[:3, n], out[3:, n] = u + np.cross(w, p - tree_.states["r"][k]), w
        k = tree_.topology.links[k].parent
    return out
