"""Nodes, bars and strings as a drawing, and the model made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE, space_of
from vazba.errors import Fault, ModelError, suggestion
from vazba.frozen import frozen
from vazba.model import Model
from vazba.tensegrity.given import sizes
from vazba.tensegrity.nullspace import spaces
from vazba.tensegrity.stability import SLACK, pulling

Array = NDArray[np.float64]
FORMS = ("nodes", "bodies")


@frozen
class Net:
    """A drawing: places by name, bars and strings by their ends, what is held, and members that are alike."""

    name: str
    nodes: dict[str, Array]
    bars: dict[str, tuple[str, str]]
    strings: dict[str, tuple[str, str]]
    groups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()
    along: dict[str, tuple[int, ...]] = field(default_factory=dict)  # axes along which other nodes cannot move
    pieces: dict[str, tuple[str, ...]] = field(default_factory=dict)  # of strings through more than two nodes

    @property
    def dimension(self) -> int:
        return len(next(iter(self.nodes.values())))

    @cached_property
    def members(self) -> dict[str, tuple[str, str]]:
        """Bars, then strings."""
        return {**self.bars, **self.strings}

    def vector(self, name: str) -> Array:
        """From the first to the second end of a member."""
        a, b = self.members[name]
        return self.nodes[b] - self.nodes[a]

    def length(self, name: str) -> float:
        return float(np.linalg.norm(self.vector(name)))

    def incidence(self) -> Any:
        """C (members x nodes): 1 at the second end, -1 at the first; sparse."""
        from scipy.sparse import csr_array

        place = {name: k for k, name in enumerate(self.nodes)}
        ends = np.array([(place[a], place[b]) for a, b in self.members.values()])
        count = len(ends)
        values = np.tile([-1.0, 1.0], count)
        return csr_array((values, (np.repeat(np.arange(count), 2), ends.ravel())), shape=(count, len(place)))

    @cached_property
    def free(self) -> NDArray[np.bool_]:
        """Which nodes can move along which axes (nodes x axes)."""
        out = np.array([[name not in self.fixed] * self.dimension for name in self.nodes], bool)
        for k, name in enumerate(self.nodes):
            out[k, list(self.along.get(name, ()))] = False
        return out

    @cached_property
    def rows(self) -> list[str]:
        """The nodes to which the rows of `equilibrium` belong."""
        names = np.array(list(self.nodes))
        return [str(name) for axis in self.free.T for name in names[axis]]

    def load(self, forces: Mapping[str, Any]) -> Array:
        """Forces on nodes, in the rows of `equilibrium`; what acts on supports is left out."""
        place, out = {name: k for k, name in enumerate(self.nodes)}, np.zeros((len(self.nodes), self.dimension))
        for name, force in forces.items():
            out[place[name]] += np.asarray(force, float)[: self.dimension]
        return np.concatenate([out[axis, i] for i, axis in enumerate(self.free.T)])

    def whole(self) -> tuple[list[str], Any]:
        """Members with those in pieces as one, and their forces to those of the pieces: sparse (pieces x members)."""
        from scipy.sparse import csr_array

        owner = {piece: name for name, parts in self.pieces.items() for piece in parts}
        names = list(dict.fromkeys(owner.get(name, name) for name in self.members))
        place = {name: k for k, name in enumerate(names)}
        of = [place[owner.get(name, name)] for name in self.members]
        return names, csr_array((np.ones(len(of)), (np.arange(len(of)), of)), shape=(len(of), len(names)))

    def equilibrium(self) -> Any:
        """The members' force densities on all that can move: rows components of nodes, axis after axis, columns members; sparse."""
        from scipy.sparse import diags_array, vstack

        x = np.array(list(self.nodes.values()))
        c = self.incidence()
        gaps = c @ x
        return vstack([c.T.tocsr()[free] @ diags_array(gaps[:, i]) for i, free in enumerate(self.free.T)]).tocsr()


@frozen
class Build:
    """What a drawing is built of: EA of strings and damping, mass and thickness of bars, prestress, weight."""

    as_: str = "nodes"
    stiffness: float = 1e4  # EA of a string, N
    damping: float = 0.0  # of a string, N s
    bar_mass: float = 1.0  # kg each
    node_mass: float = 0.0  # kg each, beside the bars'
    bar_stiffness: float | None = None  # EA of a bar, N; None: rigid
    diameter: float | None = None  # of a bar, m: a fiftieth of its length
    prestress: float = 100.0  # largest force of a member, N; 0: as drawn without force
    gravity: tuple[float, ...] | None = None  # none


def forces_of(net: Net, level: float, like: Mapping[str, float] | None = None) -> dict[str, float]:
    """A self-stress with all strings pulling and forces alike in each group, largest force `level`; raises `ModelError` where there is none.

    `like`: wanted forces, which the self-stress comes nearest to.
    """
    names = list(net.members)
    a = net.equilibrium()
    groups = net.groups or {name: (name,) for name in names}
    lengths = np.array([net.length(name) for name in names])
    place = {name: k for k, name in enumerate(names)}
    alike = np.zeros((len(names), len(groups)))
    for k, members in enumerate(groups.values()):
        for member in members:
            alike[place[member], k] = 1.0
    from scipy.sparse import csr_array

    states = spaces(csr_array((a @ (alike / lengths[:, None])).T)).dependencies  # of group forces
    strings = np.array([any(m in net.strings for m in members) for members in groups.values()])
    if like is not None and states.shape[1]:
        wanted = np.array([like.get(group, 0.0) for group in groups])
        factors = np.linalg.lstsq(states, wanted, rcond=None)[0]
        found = states @ factors
    else:
        found = pulling(states, strings).tensions
    size = np.abs(found).max(initial=0.0)
    if not size > 0 or (found[strings] <= SLACK * size).any():
        loose = [g for g, t, string in zip(groups, found, strings) if string and t <= SLACK * max(size, 1e-300)]
        what = "there is no self-stress with all strings pulling in this shape" + (
            f": {', '.join(loose)} would have to push" if size > 0 else ""
        )
        raise ModelError(Fault(net.name, what, "", "give twist = \"auto\", or prestress = 0 to have it without"))  # fmt: skip
    return dict(zip(names, (level / size * (alike @ found)).tolist()))


def model_of(net: Net, build: Build) -> Model:
    """The model: bars as slender rods (bodies), or nodes and bars."""
    if build.as_ not in FORMS:
        raise ModelError(Fault(net.name, f"as_ = {build.as_!r} is unknown", "", suggestion(str(build.as_), FORMS)))
    above = (
        "stiffness",
        "bar_mass",
        *(key for key in ("bar_stiffness", "diameter") if getattr(build, key) is not None),
    )
    values = {key: getattr(build, key) for key in (*above, "damping", "node_mass", "prestress")}
    values = sizes(net.name, {k: v for k, v in values.items() if k in above}, {k: v for k, v in values.items() if k not in above})  # fmt: skip
    build = replace(build, **values)  # type: ignore[arg-type]
    gravity = build.gravity if build.gravity is not None else (0.0,) * net.dimension
    model = Model(net.name, dimension=net.dimension, gravity=list(gravity))
    forces = forces_of(net, build.prestress) if build.prestress > 0 else dict.fromkeys(net.members, 0.0)
    most = -min(forces[name] for name in net.bars) if net.bars else 0.0
    if build.bar_stiffness is not None and most >= build.bar_stiffness:
        what = f"bar_stiffness = {build.bar_stiffness:g} N is too little"
        why = f"bars push with {most:.4g} N: no free length is long enough"
        raise ModelError(Fault(net.name, what, why, "make them stiffer, or the prestress less"))
    (_as_nodes if build.as_ == "nodes" else _as_bodies)(model, net, build, forces)
    for name, ends in net.strings.items():
        free = build.stiffness * net.length(name) / (build.stiffness + forces[name])
        model.cable(name, through=list(ends), stiffness=build.stiffness, damping=build.damping, free_length=float(free))  # fmt: skip
    return model


def _as_bodies(model: Model, net: Net, build: Build, forces: Mapping[str, float]) -> None:  # noqa: ARG001
    """Rods with the frame in the middle and local x along them; points at nodes; ball joints (pins) where bars meet or are held."""
    owner: dict[str, str] = {}
    for name, (a, b) in net.bars.items():
        axis, length = net.vector(name), net.length(name)
        mass, thick = build.bar_mass, build.diameter if build.diameter is not None else net.length(name) / 50
        across, along = mass * length**2 / 12, mass * thick**2 / 8
        middle = (net.nodes[a] + net.nodes[b]) / 2
        if space_of(net.dimension) is PLANE:
            pose: dict[str, Any] = {"angle": float(np.arctan2(axis[1], axis[0])), "inertia": across}
        else:
            pose = {"orientation": {"quaternion": _towards(axis / length)}, "inertia": [along, across, across]}
        model.body(name, position=middle, mass=mass, **pose)
        for node, x in ((a, -length / 2), (b, length / 2)):
            local = [x, 0.0, 0.0][: net.dimension]
            if node not in owner:
                owner[node] = name
                model.point(node, name, local)
            else:
                other = model.point(f"{node}-{name}", name, local)
                model.joint(space_of(net.dimension).hinge, f"at-{node}-{name}", node, other)
    for node, place in net.nodes.items():
        if node in net.fixed:
            if node in owner:
                foot = model.point(f"{node}-ground", "ground", place)
                model.joint(space_of(net.dimension).hinge, f"foot-{node}", foot, node)
            else:
                model.point(node, "ground", place)
        elif node not in owner:
            why, remedy = "a body has mass and extent, a node alone has not", 'use as_ = "nodes"'
            raise ModelError(Fault(f"node {node}", "no bar ends here", why, remedy))


def _as_nodes(model: Model, net: Net, build: Build, forces: Mapping[str, float]) -> None:
    """Nodes, and bars between them."""
    for node, place in net.nodes.items():
        model.node(node, place, mass=build.node_mass, fixed=node in net.fixed)
    for name, ends in net.bars.items():
        elastic: dict[str, Any] = {}
        if build.bar_stiffness is not None:
            ea, length = build.bar_stiffness, net.length(name)
            elastic = {"stiffness": ea, "free_length": float(ea * length / (ea + forces[name]))}
        model.bar(name, ends, mass=build.bar_mass, **elastic)


def _towards(axis: Array) -> list[float]:
    """The quaternion of the shortest turn that brings x to an axis."""
    if axis[0] < -1 + 1e-12:
        return [0.0, 0.0, 0.0, 1.0]
    p = np.array([1.0 + axis[0], 0.0, -axis[2], axis[1]])
    return (p / np.linalg.norm(p)).tolist()


def held(net: Net, names: tuple[str, ...]) -> Net:
    """The same with nodes held."""
    return replace(net, fixed=names)
