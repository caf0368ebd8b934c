"""Idle motions: those in which nothing changes that a force depends on, such as a rod that spins about its own axis between ball joints, or a
floating structure that moves as one body.

A set of bodies (one body; bodies welded together; all that joints connect; all that joints and force elements connect) moves as one rigid body
along a screw. It is idle where, along that finite motion, no joint opens, no path that carries a force or has a stiffness changes its length, no
bushing goes from one of its bodies to another, and neither weights nor loads do work.
Idle motions have no stiffness by themselves; they say nothing about stability, and a search for rest
has no reason to make them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cross_matrix, matrices, rotation_about
from vazba.bodies.space import PLANE
from vazba.flexible.build import net_of
from vazba.joints.rows import DISTANCE
from vazba.laws.records import CABLE, LIMIT, POINTS, RATE, REELED, WATCH
from vazba.loads.kernels import BY_TIME, OFF
from vazba.statics.mechanics import Bodies
from vazba.statics.tangent import Posture
from vazba.system import System

Array = NDArray[np.float64]
SAME = 1e-6  # of the characteristic length, and of weights and loads: what changes by less does not change
ALLOWED = 1e-7  # of the largest singular value: rows of joints allow it
ROUNDING = 1e-6  # rows of joints this small, for motions of one metre, are none
SMALL, LARGE = 0.02, 0.3  # displacements that are tried, in characteristic lengths, or rad
OWN = 1e-3  # part of an idle motion that must be beside all others; those that are found twice differ by about SAME
MOVING = 1e-2  # part of an idle motion that must be left when nodes do not turn


class Probe:
    """What forces depend on, at postures of the bodies of a system beside q."""

    def __init__(self, mechanics: Bodies, q: Array) -> None:
        """`q`: coordinates of the system's bodies."""
        self.bodies = Bodies(mechanics.system, mechanics.dynamics, mechanics.t) if mechanics.elastic else mechanics
        self.masses = _masses(mechanics)
        self.q, self.system, self.length = q, mechanics.system, mechanics.length
        self.planar = mechanics.system.space is PLANE
        self.count = len(mechanics.system.body_names)
        if self.planar:
            self.places = np.column_stack([q.reshape(-1, 3)[:, :2], np.zeros(self.count)])
        else:
            self.places = q.reshape(-1, 7)[:, :3].copy()
        self.turned = self.axes(q)
        self.measured(q)
        work = self.bodies.work
        strange = np.isin(work.paths["law"], (RATE, WATCH))
        idle = np.isin(work.paths["law"], (CABLE, REELED, LIMIT)) & (work.paths["tension"] == 0)
        self.counted = ~(strange | idle)
        self.start = self.measured(q)

    def axes(self, q: Array) -> Array:
        """Orientation of every body, as matrices."""
        if self.planar:
            return np.broadcast_to(np.eye(3), (self.count, 3, 3))
        return matrices(q.reshape(-1, 7)[:, 3:])

    def twists(self, members: Array, centre: Array, q: Array | None = None) -> Array:
        """Velocities of all bodies when some move as one: columns are slides, then turns about `centre` (as far as the dimension has them), in metres."""
        axes = self.turned if q is None else self.axes(q)
        q = self.q if q is None else q
        if self.planar:
            places = np.column_stack([q.reshape(-1, 3)[:, :2], np.zeros(self.count)])
        else:
            places = q.reshape(-1, 7)[:, :3]
        size, lines = self.system.space.nv, self.system.dimension
        out, arms = np.zeros((self.count, size, size)), places[members] - centre
        for slide in range(lines):
            out[members, slide, slide] = 1.0
        for column in range(lines, size):
            w = np.zeros(3)
            w[2 if self.planar else column - 3] = 1.0 / self.length
            out[members, :lines, column] = np.cross(w, arms)[:, :lines]
            out[members, lines:, column] = w[2] if self.planar else axes[members].transpose(0, 2, 1) @ w
        return out.reshape(self.system.nv, size)

    def screw(self, x: Array, far: float) -> tuple[Array, Array, Array]:
        """Rotation vector, rotation, and displacement of the centre, of the finite screw `far * x`."""
        v, w = np.zeros(3), np.zeros(3)
        if self.planar:
            v[:2], w[2] = far * self.length * x[:2], far * x[2]
        else:
            v[:], w[:] = far * self.length * x[:3], far * x[3:]
        angle = float(np.linalg.norm(w))
        if not angle > 0:
            return w, np.eye(3), v
        a = cross_matrix(w / angle)
        along = v + (1 - np.cos(angle)) / angle * (a @ v) + (1 - np.sin(angle) / angle) * (a @ (a @ v))
        return w, rotation_about(w / angle, angle), along

    def moved(self, members: Array, centre: Array, x: Array, far: float) -> Array:
        """Coordinates after the finite screw `far * x` of some bodies as one."""
        w, turn, along = self.screw(x, far)
        lines, step = self.system.dimension, np.zeros((self.count, self.system.space.nv))
        arms = self.places[members] - centre
        step[members, :lines] = (arms @ turn.T + along - arms)[:, :lines]
        step[members, lines:] = w[2] if self.planar else self.turned[members].transpose(0, 2, 1) @ w
        return Bodies.moved(self.bodies, self.q, step.ravel())

    def rates(self, q: Array, motions: Array, members: Array) -> Array:
        """Of all that is measured, and the powers, in motions (columns)."""
        b, out = self.bodies, []
        gaps = np.asarray(Bodies.sparse_jacobian(b, q) @ motions)
        for motion in motions.T:
            b._force(q, np.ascontiguousarray(motion))
            out.append((b.work.paths["rate"] * b.arms)[self.counted])
        return np.vstack([gaps, np.array(out).T.reshape(-1, motions.shape[1]), self.powers(q, motions, members)])

    def measured(self, q: Array) -> Array:
        """Gaps of joints and lengths of paths, m."""
        b = self.bodies
        b._force(q, b.still)
        work = b.work
        lengths = work.paths["length"] * b.arms
        parts = [work.phi.copy(), lengths[self.counted] if hasattr(self, "counted") else lengths]
        return np.concatenate(parts)

    def powers(self, q: Array, motions: Array, members: Array) -> Array:
        """Power of weights and loads in motions (columns) of some bodies, beside what they could at most do."""
        b = self.bodies
        applied = b._force(q, b.still)
        weight = np.zeros_like(applied)
        gravity, size, axes = b.dynamics.gravity, 3 if self.planar else 6, self.axes(q)
        mass, c = self.masses["m"][members], self.masses["c"][members]
        if self.planar:
            cosine, sine = np.cos(q[3 * members + 2]), np.sin(q[3 * members + 2])
            x, y = cosine * c[:, 0] - sine * c[:, 1], sine * c[:, 0] + cosine * c[:, 1]
            own = mass[:, None] * np.column_stack(
                [np.tile(gravity[:2], (len(mass), 1)), x * gravity[1] - y * gravity[0]]
            )
        else:
            moment = np.cross(c, np.einsum("kji,j->ki", axes[members], gravity))
            own = mass[:, None] * np.hstack([np.tile(gravity, (len(mass), 1)), moment])
        weight.reshape(-1, size)[members] = own
        most = float(mass.sum() * np.linalg.norm(gravity))
        if len(b.work.loads):
            b.work.loads["on"] = OFF
            load = applied - b._force(q, b.still)
            b.work.loads["on"] = BY_TIME
            weight += load
            most += float((np.abs(load) / np.sqrt(self.system.tables.weights)).reshape(self.count, -1)[members].sum())
        return np.asarray(weight @ motions / most) if most > 0 else np.zeros(motions.shape[1])


def _masses(mechanics: Bodies) -> NDArray[np.void]:
    """Masses of the bodies; of an elastic beam they are spread over its stations, so that it weighs what it does where it moves as one."""
    if not mechanics.elastic:
        return mechanics.dynamics.masses
    out, system = mechanics.dynamics.masses.copy(), mechanics.system
    spread = mechanics.form.whole.dynamics.masses  # type: ignore[attr-defined]
    index = {name: k for k, name in enumerate(system.body_names)}
    own = [index[name] for beam in system.beams if beam.unit is not None for name, _ in beam.unit.stations]
    out[own] = spread[own]
    return out


def _nodes(system: System) -> list[int]:
    """Which bodies stand for nodes."""
    index = {name: k for k, name in enumerate(system.body_names)}
    return [index[name] for name in net_of(system).nodes]


class Pins:
    """What holds nodes: straight members and rows that end in them, by direction. Most bars of a large structure are held by these alone."""

    def __init__(self, probe: Probe) -> None:
        system, work, self.probe = probe.system, probe.bodies.work, probe
        nodes = _nodes(system)
        self.at: dict[int, list[tuple[int, Array]]] = {k: [] for k in nodes}
        frames, places, dimension = system.tables.frames, work.poses["p"], system.dimension
        paths, rows = work.paths, system.tables.rows
        straight = probe.counted & (paths["kind"] == POINTS) & (paths["count"] == 2)
        some = np.flatnonzero(straight & bool(nodes))
        ends: list[tuple[int, int]] = [tuple(system.tables.stops[paths["first"][k] :][:2].tolist()) for k in some]
        ends += [(int(row["a"]), int(row["b"])) for row in rows[rows["kind"] == DISTANCE]]
        for a, b in ends:
            d = places[b] - places[a]
            if not np.linalg.norm(d) > 0:
                continue
            d = d[:dimension] / np.linalg.norm(d)
            one, other = int(frames["body"][a]), int(frames["body"][b])
            for body, beyond in ((one, other), (other, one)):
                if body in self.at:
                    self.at[body].append((beyond, d))

    def hold(self, members: Array) -> bool:
        """Whether these are nodes, and no screw of them as one leaves all lengths as they are, but for those that move no node."""
        if not all(int(k) in self.at for k in members):
            return False
        probe, own = self.probe, {int(k) for k in members}
        dimension, size = probe.system.dimension, probe.system.space.nv
        arms = (probe.places[members] - probe.places[members].mean(axis=0)) / probe.length
        moves = np.zeros((len(members), dimension, size))
        moves[:, :, :dimension] = np.eye(dimension)
        if probe.planar:
            moves[:, 0, 2], moves[:, 1, 2] = -arms[:, 1], arms[:, 0]
        else:
            moves[:, [0, 1, 1, 2, 2, 0], [4, 3, 5, 4, 3, 5]] = np.column_stack(
                [arms[:, 2], -arms[:, 2], arms[:, 0], -arms[:, 0], arms[:, 1], -arms[:, 1]]
            )
        rows = [d @ moves[k] for k, body in enumerate(members) for beyond, d in self.at[int(body)] if beyond not in own]
        left = _null(np.array(rows).reshape(-1, size), SAME, absolute=True)
        return bool(np.abs(moves @ left).max(initial=0.0) < SAME)


def idle_motions(mechanics: Bodies, q: Array) -> Array:
    """A basis of the idle motions at q: columns, in velocities of the system's bodies, orthonormal in the metric of the weights."""
    system = mechanics.system
    where = mechanics.bodies(q)
    probe, roots = Probe(mechanics, where), np.sqrt(system.tables.weights)
    jacobian = Bodies.sparse_jacobian(probe.bodies, where).tocsr()
    pins = Pins(probe)
    found: list[Array] = []
    for members in _sets(mechanics):
        if pins.hold(members):
            continue
        centre = probe.places[members].mean(axis=0)
        motions = probe.twists(members, centre)
        rows = np.asarray(jacobian @ motions)
        allowed = _null(rows[np.abs(rows).max(axis=1, initial=0.0) > 0], ALLOWED)
        for x in _idle(probe, members, centre, motions, allowed):
            found.append(roots * (motions @ x))
    if not found:
        return np.zeros((system.nv, 0))
    left, sizes, _ = np.linalg.svd(np.array(found).T, full_matrices=False)
    return np.asarray(left[:, sizes > OWN * sizes[0]] / roots[:, None])


def _idle(probe: Probe, members: Array, centre: Array, motions: Array, x: Array) -> list[Array]:
    """Screws within the span of x (columns) that are idle."""
    if not x.shape[1]:
        return []
    x = x @ _null(probe.rates(probe.q, motions @ x, members), SAME, absolute=True)
    if all(_stays(probe, members, centre, screw) for screw in x.T):
        return list(x.T)
    found = []
    for carried in (False, True):
        y = x @ _null(_second(probe, members, centre, x, carried), SMALL, absolute=True)
        found += [screw for screw in y.T if _stays(probe, members, centre, screw)]
    return found


def _second(probe: Probe, members: Array, centre: Array, x: Array, carried: bool) -> Array:
    """How the rates along all screws change along each (columns): an idle screw changes none. The screws stand still in the ground (for a motion
    that the surroundings allow), or are carried along (for one the bodies themselves allow)."""
    out = []
    for screw in x.T:
        change = 0.0
        for far in (SMALL, -SMALL):
            q = probe.moved(members, centre, screw, far)
            _, turn, along = probe.screw(screw, far)
            motions = (
                probe.twists(members, centre + along, q) @ _turned(probe, turn, x)
                if carried
                else probe.twists(members, centre, q) @ x
            )
            change = change + probe.rates(q, motions, members).ravel() / (2 * far)
        out.append(change)
    return np.array(out).T


def _turned(probe: Probe, turn: Array, x: Array) -> Array:
    if probe.planar:
        return np.vstack([turn[:2, :2] @ x[:2], x[2:]])
    return np.vstack([turn @ x[:3], turn @ x[3:]])


def _stays(probe: Probe, members: Array, centre: Array, x: Array) -> bool:
    """Whether nothing changes along a finite screw."""
    for far in (LARGE, -LARGE):
        q = probe.moved(members, centre, x, far)
        if np.abs(probe.measured(q) - probe.start).max(initial=0.0) > SAME * probe.length:
            return False
        beside = probe.twists(members, centre, q) @ x  # of the same screw, which leaves its own axis where it is
        if np.abs(probe.powers(q, beside[:, None], members)).max() > SAME:
            return False
    return True


def _null(rows: Array, least: float, absolute: bool = False) -> Array:
    """Orthonormal null vectors, as columns."""
    count = rows.shape[1]
    if not rows.size or not count:
        return np.eye(count)
    _, sizes, right = np.linalg.svd(rows, full_matrices=rows.shape[0] < count)
    limit = least * (1.0 if absolute else max(float(sizes[0]), ROUNDING))
    return np.asarray(right[int((sizes > limit).sum()) :].T)


def _sets(mechanics: Bodies) -> list[Array]:
    """Which bodies may move as one."""
    system = mechanics.system
    index = {name: k for k, name in enumerate(system.body_names)}
    held = {index[name] for beam in system.beams if beam.unit is not None for name, _ in beam.unit.stations}
    joined = [(index.get(p.body_a, -1), index.get(p.body_b, -1), p.type) for p in system.joint_places.values()]
    welds = [(a, b) for a, b, kind in joined if kind == "fixed"]
    frames = system.tables.frames["body"]
    rows = [(int(frames[row["a"]]), int(frames[row["b"]])) for row in system.tables.rows]
    bushed = [(int(frames[row["a"]]), int(frames[row["b"]])) for row in system.tables.bushings]
    pulls = list(bushed)
    for path in mechanics.work.paths:
        if path["kind"] == POINTS:
            stops = system.tables.stops[path["first"] : path["first"] + path["count"]]
            bodies = [int(frames[stop]) for stop in stops]
            pulls += list(itertools.pairwise(bodies))
    beams = [tuple(index[name] for name, _ in beam.unit.stations) for beam in system.beams if beam.unit is not None]
    bars = [tuple(index[name] for name in frame) for frame in system.net.frames] if system.net is not None else []
    held |= {k for bar in bars for k in bar}
    beams += bars
    spans = [(chain[0], other) for chain in beams for other in chain[1:]]
    nodes = {index[name] for name in net_of(system).nodes}  # these do not turn
    found: dict[tuple[int, ...], None] = {(k,): None for k in range(len(index)) if k not in held and k not in nodes}
    for links in (welds + spans, rows + spans, rows + spans + pulls):
        for members in _components(len(index), links):
            if len(members) == 1 and members[0] in nodes:
                continue
            if not held & set(members) or links is not welds:
                found.setdefault(members)
    inside = (set(members) for members in found)
    return [
        np.array(members) for members, own in zip(found, inside) if all((a in own) == (b in own) for a, b in bushed)
    ]


def _components(count: int, links: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Bodies that hang together without the ground."""
    of = list(range(count))

    def root(k: int) -> int:
        while of[k] != k:
            of[k] = of[of[k]]
            k = of[k]
        return k

    for a, b in links:
        if a >= 0 and b >= 0:
            of[root(a)] = root(b)
    groups: dict[int, list[int]] = {}
    for k in range(count):
        groups.setdefault(root(k), []).append(k)
    return [tuple(members) for members in groups.values()]


def idle_parts(mechanics: Bodies, at: Posture) -> Array:
    """The idle motions as combinations y of the allowed ones, `v = N y`: orthonormal columns."""
    motions = idle_motions(mechanics, at.q)
    if not motions.shape[1] or not at.freedoms:
        return np.zeros((at.freedoms, 0))
    if not mechanics.elastic:
        y = at.n.T @ (mechanics.weights[:, None] * motions)
        return np.asarray(np.linalg.qr(y)[0])
    system = mechanics.system
    roots = np.sqrt(system.tables.weights)[:, None]
    basis, target = roots * mechanics.twists(at.q, at.n), roots * motions
    size, lines = system.space.nv, system.dimension
    nodes = np.array(_nodes(system), int)
    target[(size * nodes[:, None] + np.arange(lines, size)).ravel()] = 0.0  # nodes do not turn
    moving, sizes, _ = np.linalg.svd(target, full_matrices=False)
    target = moving[:, sizes > MOVING]  # turns of nodes alone are no motions; what is left of them is rounding
    if not target.shape[1]:
        return np.zeros((at.freedoms, 0))
    y, *_ = np.linalg.lstsq(basis, target, rcond=None)
    y = y[:, np.linalg.norm(basis @ y - target, axis=0) < 1e-6]
    return np.asarray(np.linalg.qr(y)[0])


def without(mechanics: Bodies, at: Posture, idle: Array) -> Posture:
    """The same posture, with the motions beside the idle ones alone."""
    if not idle.shape[1]:
        return at
    rest = np.linalg.qr(idle, mode="complete")[0][:, idle.shape[1] :]
    residual = rest.T @ at.residual
    left = mechanics.weights * (at.n @ (rest @ residual))
    return Posture(at.q, at.force, at.n @ rest, at.multipliers, residual, left, at.rank)
