"""`vz.joint_tree`: a model in the joint coordinates of its spanning tree, and what states of bodies are in them (`vz.speeds`).

Joint coordinates are those of the joints themselves, as results, drivers and starts count them: for robots the values of the robot's file. A motion that
is no coordinate of its joint (the turns of a ball joint, the turn of a pin in its slot) counts from the described posture, after assembly. A spherical joint
has a unit quaternion and for its speeds the relative angular velocity in the moved body's joint frame; a body that floats has its own position and quaternion,
velocity in ground and angular velocity in body components.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from vazba.case.beam_start import compiled, without_elastic
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError, SolveError, suggestion
from vazba.formulations.freedom_names import freedom_names, topology_with
from vazba.formulations.in_bodies import Absolute
from vazba.formulations.in_joints import Recursive
from vazba.joints.coupling import Coupling
from vazba.kinematic.assembly import refuse
from vazba.kinematic.check import analyse
from vazba.model import Model
from vazba.result import Result
from vazba.tree.coordinates import joint_coordinates_of, speeds_of
from vazba.tree.records import BALL

Array = NDArray[np.float64]
FITS = 1e-6  # of the size of the mechanism, and of the largest velocity: what a state may be off the joints of the tree


class JointTree:
    """A model in the joint coordinates of its spanning tree; made by `vz.joint_tree`."""

    def __init__(self, model: Model, cuts: Sequence[str] | None = None, root: str | None = None) -> None:
        system = without_elastic(compiled(model), "vz.joint_tree")
        assembly, _ = analyse(system, names=False)
        if not assembly.closed:
            raise refuse(system, assembly, 0.0)
        whole = Absolute(system, dynamics_of(system), assembly.work)
        self.model, self.system = model, system
        cuts = tuple(model.simulation.get("cuts") or ()) if cuts is None else cuts
        topology = topology_with(system, cuts, root=root)
        self._form = Recursive(whole, np.concatenate([assembly.q, np.zeros(system.nv + EXTRA)]), topology)
        self._tree = self._form.tree
        self._described = assembly.q
        self.coordinate_names = freedom_names(system, self._tree)
        self._shift = self._shifts(whole.work.coordinates)

    def _shifts(self, values: Array) -> Array:
        """What the joints' own coordinates are ahead of those of the tables, which start from zero."""
        own = {f"{joint}.{c.name}": x for (joint, c), x in zip(self.system.coordinate_names, values, strict=True)}
        out, at, tree = np.zeros(self.nq), 0, self._tree
        for k, name in enumerate(self.coordinate_names):
            ball = tree.freedoms["kind"][k] == BALL
            if not ball and name in own:
                out[at] = own[name] - tree.start[at]
            at += 1 + (bool(ball) and name.endswith("_z"))
        return out

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
    def root(self) -> str | None:
        """The body that floats and carries the others; None where the ground does."""
        links = self._tree.topology.links
        return next((self.system.body_names[link.body] for link in links if link.joint is None), None)

    @property
    def zero(self) -> Array:
        """Joint coordinates of the described posture."""
        return self._tree.start + self._shift

    def coordinates(self, state: Any) -> Array:
        """Joint coordinates of a posture: coordinates of the bodies (`x y angle` or `x y z qw qx qy qz` each), or a state as `vz.speeds` takes it."""
        if isinstance(state, np.ndarray | list) and np.size(state) == self.system.nq:
            q = np.ascontiguousarray(state, dtype=float)
        else:
            q, _ = self._bodies(state)
        return joint_coordinates_of(self._tree, q) + self._shift

    def _bodies(self, state: Any) -> tuple[Array, Array]:
        """Coordinates and velocities of the bodies of a state."""
        nq, nv = self.system.nq, self.system.nv
        if isinstance(state, Result):
            state = (state, float(state.time[-1]))
        if isinstance(state, tuple) and len(state) == 2 and isinstance(state[0], Result):
            from vazba.case.starting import Start, at_state

            system, _ = at_state(self.system, Start(result=state[0], instant=state[0].index(float(state[1]))))
            return system.q0, system.v0
        if isinstance(state, tuple) and len(state) == 2:
            q, v = (np.ascontiguousarray(part, dtype=float) for part in state)
        else:
            both = np.asarray(getattr(state, "state", state), dtype=float)
            q, v = np.ascontiguousarray(both[..., :nq]), np.ascontiguousarray(both[..., nq:])
        if q.shape != (nq,) or v.shape != (nv,):
            what = f"{nq} coordinates and {nv} velocities of the bodies are needed"
            raise ValueError(f"the state has the shapes {q.shape} and {v.shape}: {what}, or a result")
        return q, v

    def inner(self, q: ArrayLike, count: int | None = None) -> Array:
        """Rows of joint coordinates as the tables count them."""
        return vectors(q, self.nq, "q", count) - self._shift

    def closed_by(self, coupled: bool = True) -> tuple[str, ...]:
        """What closes loops; couplings of two joints too, where asked for."""
        joints = self.model.joints
        return tuple(name for name in self.loops if coupled or not isinstance(joints.get(name), Coupling))

    def __repr__(self) -> str:
        return f"<JointTree '{self.model.name}': {self.nv} speeds, {len(self.loops)} closures>"


def joint_tree(model: Model, cuts: Sequence[str] | None = None, root: str | None = None) -> JointTree:
    """The joint coordinates of a model: spanning tree, loops, names.

    `cuts` names joints to cut, `root` the body that floats and from which the tree grows (else those of the model's `[simulation]`).
    """
    return JointTree(model, cuts, root)


def tree_for(model: Model | JointTree) -> JointTree:
    """The tree of a model, or the one given."""
    return model if isinstance(model, JointTree) else JointTree(model)


def speeds(tree: Model | JointTree, state: Any) -> Array:
    """Speeds of a tree from the velocities of bodies, by projection onto the motions of its joints.

    `state`: coordinates and velocities of all bodies, `(q, v)` or one behind another as `vz.Stepper.state` gives them, a stepper, a result (its last instant),
    or `(result, t)`. Raises `SolveError` where they do not fit the joints.
    """
    j = tree_for(tree)
    q, v = j._bodies(state)
    x = joint_coordinates_of(j._tree, q)
    found = speeds_of(j._tree, x, v)
    back = j._form.bodies(np.concatenate([x, found, np.zeros(EXTRA)]))
    length, nq, nv = j.system.length, j.system.nq, j.system.nv
    sizes = np.where(np.arange(nv) % j.system.space.nv < j.system.dimension, 1.0, length)
    off = np.abs(back[nq : nq + nv] - v) * sizes
    if off.max(initial=0.0) > FITS * max(length, float((np.abs(v) * sizes).max(initial=0.0))):
        body = j.system.body_names[int(np.argmax(off)) // j.system.space.nv]
        raise SolveError(
            f"the state does not fit the joints of the tree: body {body} moves by {off.max():.3g} m/s (turns times {length:.3g} m) off what they allow"
        )
    return found


def vectors(given: ArrayLike | None, length: int, name: str, count: int | None = None) -> Array:
    """Rows of numbers, as many as there are states."""
    array = np.zeros(length) if given is None else np.asarray(given, dtype=float)
    if array.ndim not in (1, 2) or array.shape[-1] != length:
        raise ValueError(f"{name} has the shape {array.shape}; it must end in {length}")
    array = np.atleast_2d(array)
    if count is not None and len(array) not in (1, count):
        raise ValueError(f"{name} has {len(array)} rows where q has {count}")
    return np.ascontiguousarray(np.broadcast_to(array, (count or len(array), length)))


def frame_of(j: JointTree, frame: str) -> tuple[int, Array, Array]:
    """Body (-1: ground), position and basis in it of a point or of a body's own frame; raises `ModelError`."""
    system = j.system
    if frame in system.points:
        body, local = system.points[frame]
        turned = getattr(system.values["points"].get(frame), "orientation", None)
        from vazba.algebra.rotations import matrices

        return body, np.asarray(local), np.eye(3) if turned is None else matrices(turned)
    if frame in system.body_names:
        return system.body_names.index(frame), np.zeros(3), np.eye(3)
    known = (*system.points, *system.body_names)
    raise ModelError(Fault("", f"{frame} is neither a point nor a body", "", suggestion(str(frame), known)))
