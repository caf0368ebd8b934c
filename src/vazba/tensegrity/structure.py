"""A model as a structure: members (what carries one force along its path), the motions its joints allow, and how both meet.

    T t + J^T lambda = 0        self-stress: tensions of the members that need no load,
    T^T v = 0,  J v = 0         mechanism: a motion that changes no member's length to first order.

`T` holds the distribution columns `-(dl/dv)^T` of the members, `J` the rows of the joints (drivers held). Both are sparse here and are made anew from
the places of the bodies, apart from the kernels of the dynamics.
"""

from __future__ import annotations

import itertools
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.errors import Fault, ModelError, suggestion
from vazba.flexible.build import has_unknowns, net_of, units_of
from vazba.frozen import frozen
from vazba.laws.records import POINTS
from vazba.model import Model
from vazba.statics.prepare import Prepared, prepared
from vazba.tensegrity.nullspace import FEW, spaces
from vazba.tensegrity.vectors import crosses, rotations, three

Array = NDArray[np.float64]
STRING, BAR, SPRING = "string", "bar", "spring"
KIND_OF = {"cables": STRING, "springs": SPRING}
SAME = 1e-9  # of the characteristic length: places nearer to each other are one


@frozen
class Member:
    """One force along a path: `kind` is string (cannot push), bar or spring; `ends` are the places it goes through, in order."""

    name: str
    kind: str
    ends: tuple[str, ...]


@frozen
class Segments:
    """The straight pieces of all members: bodies (-1: ground), local places and the member each belongs to."""

    member: NDArray[np.intp]
    body: NDArray[np.intp]  # (count, 2)
    local: Array  # (count, 2, 3)


class Structure:
    """Members, places and allowed motions of a model at its drawn (assembled) state."""

    def __init__(self, model: Model, members: Any = None) -> None:
        self.model = model
        self.start: Prepared = prepared(model, 0.0)
        self.mechanics, self.q = self.start.mechanics, self.start.q
        self.system = self.mechanics.system
        self.net = net_of(self.system)
        self.planar = self.system.space is PLANE
        self.length = self.mechanics.length
        self.roots = np.sqrt(self.mechanics.weights)
        self._find(members)
        self._refuse_points()

    def _find(self, wanted: Any) -> None:
        """The members: all cables and bars, and the springs that are marked, or those named."""
        tables, scope, net = self.system.tables, self.model.scope(), self.net
        index = {name: k for k, name in enumerate(self.system.body_names)}
        known: dict[str, int] = dict.fromkeys(net.rigid, -1)
        for k, (section, name) in enumerate(self.system.path_names):
            if section not in KIND_OF or tables.paths[k]["kind"] != POINTS:
                continue
            spring = self.model.springs.get(name) if section == "springs" and name not in net.elastic else None
            if spring is not None and wanted is None and not spring.read(scope, []).member:
                continue
            if name in known:
                who, why = (
                    f"{self.system.model.section(section)[name].KIND} {name}",
                    "members are called by their names",
                )
                raise ModelError(Fault(who, "another member has the same name", why, "rename one of them"))
            known[name] = k
        for name in wanted or ():
            if name not in known:
                raise ModelError(Fault(f"member {name}", "there is no such member", "", suggestion(name, known)))
        found: list[Member] = []
        member, body, local, paths = [], [], [], []
        for name, k in known.items():
            if k < 0:
                places = [(index.get(end, -1), three(net.held.get(end, ()))) for end in net.ends[name]]
                kind, ends = BAR, net.ends[name]
            else:
                section = self.system.path_names[k][0]
                kind = BAR if name in net.elastic else KIND_OF[section]
                record = self.system.model.section(section)[name]
                ends = tuple(record.through if section == "cables" else record.points)
                first, count = int(tables.paths[k]["first"]), int(tables.paths[k]["count"])
                frames = tables.frames[tables.stops[first : first + count]]
                places = [(int(frame["body"]), frame["s"]) for frame in frames]
            if wanted is not None and name not in wanted:
                continue
            for one, other in itertools.pairwise(places):
                member.append(len(found))
                body.append((one[0], other[0]))
                local.append((one[1], other[1]))
            found.append(Member(name, kind, ends))
            paths.append(k)
        self.members = tuple(found)
        self.paths = np.array(paths, np.intp)  # rows of the table of paths; -1: a rigid bar
        self.segments = Segments(
            np.array(member, np.intp), np.array(body, np.intp).reshape(-1, 2), np.array(local, float).reshape(-1, 2, 3)
        )

    def _refuse_points(self) -> None:
        """Members of zero length have no direction; a structure without members has no questions."""
        if not self.members:
            why, remedy = "there is nothing to analyse", "add cables or bars, or mark springs with member = true"
            raise ModelError(Fault("", f"{self.model.name} has no members", why, remedy))
        held, single = {int(k) for k in self.segments.body.ravel()}.union(*self.system.touches), set(self.net.nodes)
        faults = [
            Fault(f"node {name}", "nothing holds it", "no member, joint or driver ends there", "fasten something to it, or remove it")
            for k, name in enumerate(self.system.body_names) if name in single and k not in held
        ]  # fmt: skip
        ends = self.places(self.q)
        lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
        for k in np.flatnonzero(lengths <= SAME * self.length):
            member = self.members[self.segments.member[k]]
            what = f"its length is {lengths[k]:.2g} m between {' and '.join(member.ends)}"
            word = "cable" if member.kind == STRING else member.kind
            faults.append(Fault(f"{word} {member.name}", what, "a member without length has no direction", "draw its ends apart"))  # fmt: skip
        if faults:
            raise ModelError(faults)

    # --- names ---------------------------------------------------------------------------------------------------------------

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(member.name for member in self.members)

    @cached_property
    def strings(self) -> NDArray[np.bool_]:
        """Which members cannot push."""
        return np.array([member.kind == STRING for member in self.members], bool)

    def label(self, k: int) -> str:
        """How messages call a member."""
        word = {STRING: "cable"}.get(self.members[k].kind, self.members[k].kind)
        return f"{word} {self.members[k].name}"

    # --- geometry ------------------------------------------------------------------------------------------------------------

    def poses(self, q: Array) -> tuple[Array, Array]:
        """`r` (bodies, 3) and `S` (bodies, 3, 3); the ground is the last."""
        x = self.mechanics.bodies(q)
        if self.planar:
            x = x.reshape(-1, 3)
            c, s, zero = np.cos(x[:, 2]), np.sin(x[:, 2]), np.zeros(len(x))
            r = np.column_stack([x[:, :2], zero])
            turn = np.stack([c, -s, zero, s, c, zero, zero, zero, zero + 1.0], axis=1).reshape(-1, 3, 3)
        else:
            x = x.reshape(-1, 7)
            r, turn = x[:, :3], rotations(x[:, 3:])
        return np.concatenate([r, np.zeros((1, 3))]), np.concatenate([turn, np.eye(3)[None]])

    def places(self, q: Array) -> Array:
        """Ends of all segments (count, 2, 3)."""
        r, turn = self.poses(q)
        s = self.segments
        return r[s.body] + np.einsum("kaij,kaj->kai", turn[s.body], s.local)

    @cached_property
    def lengths(self) -> Array:
        """Of all members, m."""
        gaps = np.diff(self.places(self.q), axis=1)[:, 0]
        found = np.bincount(self.segments.member, np.linalg.norm(gaps, axis=1), minlength=len(self.members))
        return np.asarray(found, float)

    # --- equations -----------------------------------------------------------------------------------------------------------

    def _relative(self, q: Array) -> tuple[Array, Array, Any, Array, Array]:
        """Of all segments: unit vector, length, `B` with `d(p_b - p_a) = B dv` (sparse, in bodies' velocities), arms, and `S^T n` at both ends."""
        from scipy.sparse import csr_array

        s, (_, turn) = self.segments, self.poses(q)
        ends = self.places(q)
        gap = ends[:, 1] - ends[:, 0]
        length = np.linalg.norm(gap, axis=1)
        n = gap / length[:, None]
        size, count = 3 if self.planar else 6, len(s.member)
        rows, columns, values = [], [], []
        arm = np.einsum("kaij,kaj->kai", turn[s.body], s.local)
        for end, sign in ((0, -1.0), (1, 1.0)):
            block = np.zeros((count, 3, size))
            if self.planar:
                block[:, 0, 0] = block[:, 1, 1] = sign
                block[:, 0, 2], block[:, 1, 2] = -sign * arm[:, end, 1], sign * arm[:, end, 0]
            else:
                block[:, :, :3] = sign * np.eye(3)
                block[:, :, 3:] = -sign * turn[s.body[:, end]] @ crosses(s.local[:, end])
            held = s.body[:, end] >= 0
            k = np.flatnonzero(held)
            rows.append(np.broadcast_to((3 * k)[:, None, None] + np.arange(3)[None, :, None], (len(k), 3, size)))
            first = size * s.body[k, end]
            columns.append(np.broadcast_to(first[:, None, None] + np.arange(size)[None, None, :], (len(k), 3, size)))
            values.append(block[k])
        flat = [np.concatenate([part.ravel() for part in parts]) for parts in (values, rows, columns)]
        b = csr_array((flat[0], (flat[1], flat[2])), shape=(3 * count, size * len(self.system.body_names)))
        back = np.einsum("kaji,kj->kai", turn[s.body], n)
        return n, length, b, arm, back

    @cached_property
    def _drawn(self) -> tuple[Array, Array, Any, Array, Array]:
        return self._relative(self.q)

    def columns(self) -> Any:
        """T in the bodies' velocities: sparse (velocities x members)."""
        from scipy.sparse import csr_array

        n, _, b, _, _ = self._drawn
        count = len(n)
        pull = csr_array(
            (-n.ravel(), (np.arange(3 * count), np.repeat(self.segments.member, 3))),
            shape=(3 * count, len(self.members)),
        )
        return (b.T @ pull).tocsr()

    def hardened(self, tensions: Array) -> Any:
        """Geometric stiffness of tensions held, sparse and symmetric, in the bodies' velocities: the Hessian of `sum t l` (see `docs/theory`)."""
        from scipy.sparse import bsr_array, csr_array

        n, length, b, arm, back = self._drawn
        s, size = self.segments, 3 if self.planar else 6
        t = np.asarray(tensions, float)[s.member]
        across = (np.eye(3)[None] - n[:, :, None] * n[:, None, :]) * (t / length)[:, None, None]
        count = len(n)
        middle = bsr_array((across, np.arange(count), np.arange(count + 1)), shape=(3 * count, 3 * count))
        out = b.T @ (middle.tocsr() @ b)
        rows, columns, values = [], [], []
        for end, sign in ((0, -1.0), (1, 1.0)):
            k = np.flatnonzero(s.body[:, end] >= 0)
            first = size * s.body[k, end]
            if self.planar:
                turned = -sign * t[k] * (n[k] * arm[k, end]).sum(axis=1)
                rows.append(first + 2)
                columns.append(first + 2)
                values.append(turned)
                continue
            m, local = back[k, end], s.local[k, end]
            both = m[:, :, None] * local[:, None, :]
            block = (both + both.transpose(0, 2, 1)) / 2 - (m * local).sum(axis=1)[:, None, None] * np.eye(3)
            place = first[:, None] + 3 + np.arange(3)
            rows.append(np.broadcast_to(place[:, :, None], block.shape).ravel())
            columns.append(np.broadcast_to(place[:, None, :], block.shape).ravel())
            values.append((sign * t[k, None, None] * block).ravel())
        turns = csr_array((np.concatenate(values), (np.concatenate(rows), np.concatenate(columns))), shape=out.shape)
        return (out + turns).tocsr()

    def lifted(self, wrenches: Any) -> Any:
        """Generalised forces on the unknowns from those on bodies (columns)."""
        return wrenches if self._unknowns is None else (self._unknowns.T @ wrenches).tocsr()

    @cached_property
    def _unknowns(self) -> Any:
        """B, the bodies' velocities by the unknowns (sparse); None where they are the same."""
        from scipy.sparse import csr_array

        if not has_unknowns(self.system):
            return None
        if units_of(self.system):
            return csr_array(self.mechanics.twists(self.q, np.eye(len(self.roots))))
        parts = ("vx", "vy", "w") if self.planar else ("vx", "vy", "vz", "wx", "wy", "wz")
        index = {name: k for k, name in enumerate(self.system.body_names)}
        rows = [len(parts) * index[name] + parts.index(part) for name, part in self.mechanics.names]
        count = len(rows)
        return csr_array((np.ones(count), (rows, np.arange(count))), shape=(self.system.nv, count))

    def stiffened(self, tensions: Array, motions: Array) -> Array:
        """Geometric stiffness of tensions held, times motions (columns)."""
        if self._unknowns is None:
            return np.asarray(self.hardened(tensions) @ motions)
        return np.asarray(self._unknowns.T @ (self.hardened(tensions) @ (self._unknowns @ motions)))

    def equilibrium_matrix(self, columns: Any) -> Any:
        """`N^T T` with N the orthonormal allowed motions; of large structures sparse, where no joint binds the motions, else dense."""
        scaled = columns.multiply(1.0 / self.roots[:, None]).tocsr()
        if not self.rows.shape[0]:
            return scaled.toarray() if max(scaled.shape) <= FEW else scaled
        n = spaces((self.rows.multiply(1.0 / self.roots)).tocsr()).motions
        return n.T @ scaled.toarray() if max(scaled.shape) <= FEW else n.T @ scaled

    def bars_at_a_node(self) -> int:
        """How many bars (bodies) meet at most at an end of a member: the class of the tensegrity."""
        if self.net.nodes:
            ends = [end for member in self.members if member.kind == BAR for end in member.ends]
            return max((ends.count(end) for end in set(ends)), default=0)
        _, which = np.unique(
            np.round(self.places(self.q).reshape(-1, 3) / (SAME * 1e3 * self.length)), axis=0, return_inverse=True
        )
        bodies = self.segments.body.reshape(-1)
        held = {(int(place), int(body)) for place, body in zip(np.ravel(which), bodies) if body >= 0}
        count = np.bincount([place for place, _ in held]) if held else np.zeros(1, int)
        return int(max(count.max(initial=0), self._jointed()))

    def _jointed(self) -> int:
        """How many bodies meet at most at one place by joints."""
        r, turn = self.poses(self.q)
        index = {name: k for k, name in enumerate((*self.system.body_names, "ground"))}
        met: dict[tuple[int, ...], set[str]] = {}
        for place in self.system.joint_places.values():
            k = index[place.body_b]
            p = r[k] + turn[k] @ np.append(place.local_b, np.zeros(3 - len(place.local_b)))
            key = tuple(np.round(p / (SAME * 1e3 * self.length)).astype(int).tolist())
            met.setdefault(key, set()).update({place.body_a, place.body_b} - {"ground"})
        return max((len(bodies) for bodies in met.values()), default=0)

    @cached_property
    def rows(self) -> Any:
        """J, sparse."""
        from scipy.sparse import csr_array

        return csr_array(self.mechanics.jacobian(self.q)[self._kept])

    @cached_property
    def groups(self) -> list[Any]:
        """Joints and drivers; rigid bars are members."""
        return [group for group in self.system.groups if group.name not in self.net.rigid]

    @cached_property
    def _kept(self) -> list[int]:
        return [row for group in self.groups for row in group.rows]

    def bent(self, multipliers: Array, motions: Array) -> Array:
        """`-d(J^T lambda)/dq` along motions (columns), of reactions held: what they add to the stiffness.

        A joint that holds two points together with the force f gives `U = -f (p_b - p_a)`, whose second derivatives are those of the points alone; other
        joints are moved by small steps.
        """
        from scipy.sparse import csr_array

        size, (_, turn) = 3 if self.planar else 6, self.poses(self.q)
        meeting = "revolute" if self.planar else "spherical"
        index = {name: k for k, name in enumerate(self.system.body_names)}
        others = np.zeros(len(multipliers), bool)
        where: list[tuple[int, int]] = []
        values: list[float] = []
        owner = np.repeat(np.arange(len(self.groups)), [len(g.directions) for g in self.groups])
        gather = csr_array((multipliers, (owner, np.arange(len(owner)))), shape=(len(self.groups), len(owner)))
        pulls = (gather @ self.rows).tocsr()
        for k, group in enumerate(self.groups):
            place = self.system.joint_places.get(group.name) if group.kind == "joint" else None
            rows = np.flatnonzero(owner == k)
            if place is None or place.type != meeting:
                others[rows] = True
                continue
            known = place.body_b if place.body_b in index else place.body_a
            span = slice(pulls.indptr[k], pulls.indptr[k + 1])
            along, f = pulls.indices[span] - self.first[known], np.zeros(3)
            inside = (along >= 0) & (along < (2 if self.planar else 3))
            f[along[inside]] = pulls.data[span][inside] * (1.0 if known == place.body_b else -1.0)
            for body, local, sign in ((place.body_a, place.local_a, 1.0), (place.body_b, place.local_b, -1.0)):
                if body not in index or body in self.net.nodes:
                    continue
                local = np.append(local, np.zeros(3 - len(local)))
                m, at = turn[index[body]].T @ f, self.first[body]
                if self.planar:
                    where.append((at + 2, at + 2))
                    values.append(-sign * float(m @ local))
                    continue
                both = np.outer(m, local)
                block = sign * ((both + both.T) / 2 - (m @ local) * np.eye(3))
                where += [(at + size - 3 + i, at + size - 3 + j) for i in range(3) for j in range(3)]
                values += block.ravel().tolist()
        out = np.zeros_like(motions)
        if values:
            i, j = np.array(where).T
            out += csr_array((values, (i, j)), shape=(len(self.roots), len(self.roots))) @ motions
        if others.any() and np.abs(multipliers[others]).max() > 0:
            out += self._moved_rows(np.where(others, multipliers, 0.0), motions)
        return out

    def _moved_rows(self, multipliers: Array, motions: Array) -> Array:
        out = np.zeros_like(motions)
        for k, motion in enumerate(motions.T):
            h = 1e-3 * self.length / max(float(np.abs(motion * self.roots).max()), 1e-300)
            for j, c in ((1, 2 / 3), (2, -1 / 12)):
                ahead, behind = (self.mechanics.moved(self.q, sign * j * h * motion) for sign in (1, -1))
                change = (self.mechanics.jacobian(ahead) - self.mechanics.jacobian(behind))[self._kept].T @ multipliers
                out[:, k] -= c / h * change
        return out

    @cached_property
    def first(self) -> dict[str, int]:
        """Where the velocities of each body begin."""
        return {name: k for k, (name, part) in reversed(list(enumerate(self.mechanics.names))) if part == "vx"}
