"""From a system and its topology to the tables of the recursive kernels.

The tables are laid out for the posture in which the mechanism was assembled: there all joint coordinates are zero, but for slides that follow a turn and
for bodies that float. Elements and loop rows are moved to the internal frames: they do not notice.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Template
from vazba.algebra.rotations import matrices, quaternion
from vazba.bodies.kernels import STATE
from vazba.frozen import frozen
from vazba.joints.rows import TURN as TURNING
from vazba.kinematic.evaluate import Work
from vazba.laws.records import EFFORT
from vazba.rooms import roomy
from vazba.system import System
from vazba.tree import light
from vazba.tree.attached import in_the_tree
from vazba.tree.carry import Carried, carried
from vazba.tree.links import link_table, tree_chart
from vazba.tree.records import (
    BALL,
    PLAIN,
    PLANAR_BODY,
    PLANAR_FREEDOM,
    PLANAR_SLOT,
    PLANAR_TREE,
    SLIDE,
    SPATIAL_BODY,
    SPATIAL_FREEDOM,
    SPATIAL_SLOT,
    SPATIAL_TREE,
    TURN,
)
from vazba.tree.rotors import enter_rotors, enter_stiffness, freedoms_of
from vazba.tree.springs import own_elements
from vazba.tree.topology import Topology, motions
from vazba.tree.weighing import weigh

Array = NDArray[np.float64]
ELIMINATION = ("factor", "solve", "still")  # kernels of trees with loops or friction, and of integrators that factorise
CARRIED = ("slots", "touches", "pairs", "near_slots", "near_pairs", "fills")


@frozen(eq=False, repr=False)
class Internal:
    """Internal frame of a body: origin and basis in the body's own frame, and where both are in the assembled posture."""

    origin: Array
    basis: Array
    p: Array
    e: Array


_UNIT = np.eye(3)
_ON_GROUND = Internal(np.zeros(3), _UNIT, np.zeros(3), _UNIT)


@frozen(eq=False, repr=False)
class Tree:
    """The tables of a tree, its work arrays, and the system and work of what is attached to it (elements, loop rows) in internal frames."""

    topology: Topology
    dimension: int
    bodies: NDArray[np.void]
    freedoms: NDArray[np.void]
    carried: Carried
    states: NDArray[np.void]
    start: Array  # joint coordinates in the assembled posture
    names: tuple[tuple[str, str], ...]  # of each freedom: joint (or body that floats), what moves
    internals: tuple[Internal, ...]
    attached: System
    work: Work
    rows: tuple[int, ...]  # equations of the whole system that are the rows here
    arrays: dict[str, NDArray[Any]]
    seen: tuple[tuple[int, int, float], ...]  # whole turns of coordinates: (coordinate, freedom's coordinate, offset)
    held: Any  # the record of the arrays, as they were made

    @cached_property
    def _template(self) -> Template:
        return Template(PLANAR_TREE if self.dimension == 2 else SPATIAL_TREE, self._tables, self.record)

    def copied(self) -> Tree:
        """The same as when it was first copied, at other places, but for what no kernel writes into."""
        arrays, record = self._template.made()
        bodies, freedoms, states = (arrays.pop(name) for name in ("bodies", "freedoms", "states"))
        rows = replace(self.carried, **{name: arrays.pop(name) for name in CARRIED})
        copy = replace(
            self, bodies=bodies, freedoms=freedoms, carried=rows, states=states, work=self.work.copied(states[:-1]), arrays=arrays,
        )  # fmt: skip
        copy.__dict__.update(record=record, chart=self.chart, light=self.light, has_elements=self.has_elements)
        return copy

    @property
    def nq(self) -> int:
        return len(self.start)

    @property
    def nv(self) -> int:
        return len(self.freedoms)

    @cached_property
    def chart(self) -> NDArray[np.void]:
        """How its coordinates follow its speeds."""
        return tree_chart(self.freedoms)

    @cached_property
    def record(self) -> Any:
        """What kernels are given; of the large ones only those the accelerations need."""
        record = self.held
        record.dimension, record.nb, record.nq, record.nv = (
            self.dimension,
            3 if self.dimension == 2 else 6,
            self.nq,
            self.nv,
        )
        record.rows, record.elements, record.state = self.attached.jacobian_size, self.has_elements, self.needs_state
        record.light = self.light
        alone = not self.rows and not len(self.attached.tables.frictions) and not self.light
        if self.light:
            record.lighten = (light.lighten_planar if self.dimension == 2 else light.lighten_spatial).address
        self._enter(record, "sweep", "loads", "wrench", "absolute", *(("articulated",) if alone else ELIMINATION))
        return record

    @property
    def _tables(self) -> dict[str, NDArray[Any]]:
        """All its arrays, by the names of the record."""
        tables: dict[str, NDArray[Any]] = {"bodies": self.bodies, "freedoms": self.freedoms, "states": self.states}
        return tables | {name: getattr(self.carried, name) for name in CARRIED} | self.arrays

    def need(self, *kernels: str) -> None:
        """Have further kernels compiled: ELIMINATION, "loop_loads"."""
        self._enter(self.record, *kernels)

    def _enter(self, record: Any, *kernels: str) -> None:
        room, back = self.rooms
        for name in kernels:
            record[name] = getattr(back if name == "loop_loads" else room, name).address

    @cached_property
    def light(self) -> bool:
        """Whether a body has no mass, or no inertia about an axis."""
        return bool(self.bodies["soft"].any() or self.bodies["soft_turn"].any())

    @property
    def rooms(self) -> tuple[Any, Any]:
        """The modules with its kernels: forward, and inverse."""
        from vazba.tree import planar, planar_inverse, spatial, spatial_inverse

        return (planar, planar_inverse) if self.dimension == 2 else (spatial, spatial_inverse)

    @property
    def needs_state(self) -> bool:
        """Whether a user's function looks at the coordinates of the bodies."""
        paths = self.attached.tables.paths
        return bool(len(paths) and (paths["pointer"] != 0).any())

    @cached_property
    def has_elements(self) -> bool:
        """Whether anything acts on the bodies but gravity."""
        t = self.attached.tables
        acting = int((t.paths["kind"] != EFFORT).sum()) if len(t.paths) else 0
        return bool(acting + len(t.loads) + len(t.bushings) + len(t.frictions))


def tree_of(
    system: System, masses: NDArray[np.void], q: Array, values: Array, topology: Topology, central: bool = False
) -> Tree:
    """Tables of the tree for the assembled posture q, in which the joints' coordinates have these values.

    `central`: bodies that float are followed by their centres of mass (else by their origins). About another point a slender body loses as many digits as
    `m c^2` is larger than its moment of inertia.
    """

    def built() -> Tree:
        builder = _Builder(system, masses, q, values, topology)
        builder.central = central
        return builder.tree()

    if not system.reused:
        return built()
    key = masses.tobytes(), q.tobytes(), values.tobytes(), topology, central
    return system.remembered("tree", key, built).copied()


class _Builder:
    central = False

    def __init__(self, system: System, masses: NDArray[np.void], q: Array, values: Array, topology: Topology) -> None:
        self.system, self.masses, self.values, self.topology = system, masses, values, topology
        self.planar = system.dimension == 2
        self.index = {name: k for k, name in enumerate(system.body_names)}
        self.turning: dict[str, list[int]] = {}  # turning coordinates of each joint
        for k, (name, coordinate) in enumerate(system.coordinate_names):
            if coordinate.row.kind == TURNING:
                self.turning.setdefault(name, []).append(k)
        if self.planar:
            places = q.reshape(-1, 3)
            self.angles = places[:, 2]
            self.r, self.s = np.zeros((len(places), 3)), np.zeros((len(places), 3, 3))
            self.r[:, :2] = places[:, :2]
            self.s[:, 0, 0] = self.s[:, 1, 1] = np.cos(self.angles)
            self.s[:, 1, 0] = np.sin(self.angles)
            self.s[:, 0, 1], self.s[:, 2, 2] = -self.s[:, 1, 0], 1.0
        else:
            self.angles = np.zeros(len(q) // 7)
            self.r, self.s = q.reshape(-1, 7)[:, :3], matrices(q.reshape(-1, 7)[:, 3:])

    def tree(self) -> Tree:
        count = len(self.topology.links)
        self.bodies = np.zeros(count + 1, PLANAR_BODY if self.planar else SPATIAL_BODY)
        self.freedoms: list[tuple[Any, ...]] = []
        self.start: list[float] = []
        self.names: list[tuple[str, str]] = []
        self.internals: list[Internal] = []
        self.seen: list[tuple[int, int, float]] = []
        self.alone: list[tuple[str, int, int, float]] = []  # joints with one freedom, its number, place and value
        self.begins: list[Array] = []
        own, bodies = (
            np.array([self._body(link) for link in self.topology.links], np.int32).reshape(-1, 4),
            self.bodies[:count],
        )
        bodies["parent"] = [link.parent if link.parent >= 0 else count for link in self.topology.links]
        bodies["first"], bodies["at"], bodies["count"], bodies["code"] = own.T
        self._places()
        origins, basis = (np.array([getattr(i, name) for i in self.internals]) for name in ("origin", "basis"))
        weigh(bodies, self.masses[[link.body for link in self.topology.links]], origins, basis)
        own_of = own_elements(self.system, self.alone, self.values)
        self.bodies[count]["parent"] = count
        states = np.zeros(count + 1, STATE)
        states["s"] = _UNIT.ravel()
        attached, work, rows = in_the_tree(self.system, self.topology, self.internals, own_of.paths, states[:count])
        slot_type = PLANAR_SLOT if self.planar else SPATIAL_SLOT
        nb, m, links = (3 if self.planar else 6), len(rows), self.topology.links
        rows_of = carried(
            self.bodies, links, self.topology.closures, attached.groups, attached.block_starts, nb, slot_type
        )
        sizes = {
            "couplings": rows_of.couplings, **dict.fromkeys(("scales", "alone", "compliances", "rho", "multipliers", "asked", "left", "left_out"), m),
            **dict.fromkeys(("stiffness", "damping", "stiff", "given", "efforts", "rates"), len(self.freedoms)), "force": nb * count, "q": self.system.nq,
            "v": self.system.nv, "acceleration": self.system.nv, "wrenches": nb * count, "frames_in": 12 * count, "lit": 2, "own": count,
        }  # fmt: skip
        freedoms = np.array(self.freedoms, PLANAR_FREEDOM if self.planar else SPATIAL_FREEDOM)
        tabled: dict[str, Any] = {
            **own_of.tables(), "equations": np.array(rows, np.int32),
            "links": link_table(self.system, self.topology, self.internals, self.bodies, freedoms),
        }  # fmt: skip
        others = {"bodies": self.bodies, "freedoms": freedoms, "states": states}
        others |= {name: getattr(rows_of, name) for name in CARRIED} | tabled
        arrays, held = roomy(PLANAR_TREE if self.planar else SPATIAL_TREE, sizes, others)
        arrays["own"][:] = [link.body for link in self.topology.links]
        for own, i in zip(arrays["frames_in"].reshape(count, 12), self.internals, strict=True):
            own[:3], own[3:] = 0.0 - i.origin if self.planar else -i.basis.T @ i.origin, i.basis.T.ravel()
        numbered = freedoms_of(self.system, self.topology, self.names)
        enter_stiffness(self.system, numbered, arrays["stiffness"], arrays["damping"])
        enter_rotors(self.system, numbered, freedoms)
        return Tree(
            self.topology, self.system.dimension, self.bodies, freedoms,
            rows_of, states, np.array(self.start), tuple(self.names), tuple(self.internals), attached,
            work, rows, {**arrays, **tabled}, tuple(self.seen), held,
        )  # fmt: skip

    # --- bodies and joints --------------------------------------------------------------------------------------------------

    def _body(self, link: Any) -> tuple[int, int, int, int]:
        """Enter the freedoms of a link; where they and their coordinates begin, how many there are, and whether they only turn."""
        r, s = self.r[link.body], self.s[link.body]
        first, at = len(self.freedoms), len(self.start)
        sequence = self._sequence(link)
        if link.joint is None:
            origin = np.array(self.masses[link.body]["c"]) if self.central else np.zeros(3)
            internal, begin = Internal(origin, _UNIT, r + s @ origin, s), _ON_GROUND.p
            values = {n: float(internal.p["xyz".index(word[1])]) for n, word in enumerate(sequence) if word[0] == "S"}
            values |= {n: float(self.angles[link.body]) for n, word in enumerate(sequence) if word == "Tz"}
        else:
            internal, begin, values = self._internal(link, sequence)
        self.internals.append(internal)
        self.begins.append(begin)
        self._freedoms(link, sequence, values, internal)
        mine = self.freedoms[first:]
        plain = mine and all(f[0] != SLIDE and (self.planar or f[3] == 0.0) for f in mine)
        return first, at, len(mine), PLAIN if plain else 0

    def _places(self) -> None:
        """Where the motions of each body begin in its parent, and which way it is turned there."""
        links, bodies = self.topology.links, self.bodies[:-1]
        parents, floats = bodies["parent"], np.array([link.joint is None for link in links], bool)
        p, e = (np.array([getattr(i, name) for i in (*self.internals, _ON_GROUND)]) for name in ("p", "e"))
        place = np.einsum("kji,kj->ki", e[parents], np.array(self.begins).reshape(-1, 3) - p[parents])
        if not self.planar:
            basis = np.where(floats[:, None, None], _UNIT, e[parents].transpose(0, 2, 1) @ e[:-1])
            bodies["place"], bodies["basis"] = place, basis.reshape(-1, 9)
            return
        angles = np.append(self.angles[[link.body for link in links]], 0.0)
        turn = np.where(floats, 0.0, angles[:-1] - angles[parents])
        bodies["x"], bodies["y"], bodies["turn"] = place[:, 0], place[:, 1], turn
        bodies["cos"], bodies["sin"] = np.cos(turn), np.sin(turn)

    def _sequence(self, link: Any) -> list[str]:
        if link.joint is None:
            return ["Sx", "Sy", "Tz"] if self.planar else ["Sx", "Sy", "Sz", "B"]
        words = (motions(self.system.joint_places[link.joint].free, self.system.dimension) or "").split()
        return words[::-1] if self.planar and not link.forward else words

    def _internal(self, link: Any, sequence: list[str]) -> tuple[Internal, Array, dict[int, float]]:
        """Internal frame of a body on a joint, where its motions begin, and coordinates that are not zero in this posture."""
        joint, (r, s) = self.system.joint_places[link.joint], (self.r[link.body], self.s[link.body])
        origin, own = (joint.local_b, joint.basis_b) if link.forward else (joint.local_a, joint.basis_a)
        p, basis, values = r + s @ origin, own, {}
        begin = p
        if self.planar:
            basis = _UNIT
            if sequence == ["Tz", "Sx"]:  # a slot: it turns about the pin and slides along itself
                begin = self._other_point(link, joint)
                axis = s @ joint.basis_b[:, 0]
                values[1] = float(axis @ (p - begin))
        elif sequence == ["Tz", "Ty"]:  # a universal joint: first the arm of the parent, then the own one
            other = self._other_basis(link, joint)[:, 2]
            y = s @ own[:, 2]
            z = other - y * (y @ other)
            z /= np.linalg.norm(z)
            basis = s.T @ np.column_stack([np.cross(y, z), y, z])
        elif len(sequence) == 3 and link.forward:  # faces: they slide along the axes of the first
            basis = s.T @ self._other_basis(link, joint)
        return Internal(np.asarray(origin), basis, p, s if self.planar else s @ basis), begin, values

    def _other_point(self, link: Any, joint: Any) -> Array:
        name, local = (joint.body_a, joint.local_a) if link.forward else (joint.body_b, joint.local_b)
        if name == "ground":
            return np.asarray(local)
        k = self.index[name]
        return np.asarray(self.r[k] + self.s[k] @ local)

    def _other_basis(self, link: Any, joint: Any) -> Array:
        name, basis = (joint.body_a, joint.basis_a) if link.forward else (joint.body_b, joint.basis_b)
        return np.asarray(basis if name == "ground" else self.s[self.index[name]] @ basis)

    def _freedoms(self, link: Any, sequence: list[str], values: dict[int, float], internal: Internal) -> None:
        joint = self.system.joint_places[link.joint] if link.joint is not None else None
        sign = 1.0 if link.forward else -1.0
        owner = link.joint or self.system.body_names[link.body]
        for n, word in enumerate(sequence):
            if word == "B":
                self.start += [1.0, 0.0, 0.0, 0.0]
                if joint is None:
                    self.start[-4:] = [float(x) for x in quaternion(internal.e)]
                for axis in range(3):
                    self._entry(BALL, axis, 1.0, 0.0, (0.0, 0.0), (owner, f"turn {'xyz'[axis]}"))
                continue
            axis = "xyz".index(word[1])
            direction = _UNIT[axis]
            if self.planar and joint is not None and word[0] == "S":
                k = self.index[joint.body_b] if joint.body_b != "ground" else -1
                world = (self.s[k] if k >= 0 else _UNIT) @ joint.basis_b[:, 0]
                direction = internal.e.T @ world
            advance = joint.free[0].advance if joint is not None and word[0] == "T" and len(joint.free) == 1 else 0.0
            if word[0] == "T":
                self._turns(link, n, len(self.start), sign, values.get(n, 0.0))
            if joint is not None and len(sequence) == 1 and advance == 0.0:
                self.alone.append((link.joint, len(self.freedoms), len(self.start), sign * values.get(n, 0.0)))
            self.start.append(sign * values.get(n, 0.0))
            what = ("turn " if word[0] == "T" else "slide ") + word[1]
            self._entry(TURN if word[0] == "T" else SLIDE, axis, sign, advance, direction[:2], (owner, what))

    def _entry(self, kind: int, axis: int, sign: float, advance: float, direction: Any, name: tuple[str, str]) -> None:
        zeros = (0.0,) * (3 if self.planar else 6)
        data = (kind, direction[0], direction[1], sign) if self.planar else (kind, axis, sign, advance)
        self.freedoms.append((*data, zeros, zeros, 0.0, 0.0, 0.0, 0.0))
        self.names.append(name)

    def _turns(self, link: Any, n: int, at: int, sign: float, value: float) -> None:
        """A turning coordinate of the joint grows as this freedom does: `coordinate = offset + freedom`."""
        if link.joint is None or self.planar:
            return
        found = self.turning.get(link.joint, [])
        if n < len(found) and len(found) > 1 and not link.forward:
            found = found[::-1]
        turns = [i for i, word in enumerate(self._sequence(link)) if word[0] == "T"]
        if n in turns and turns.index(n) < len(found):
            self.seen.append((found[turns.index(n)], at, -sign * value))
