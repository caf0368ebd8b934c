"""From a system with elastic beams to the tables of their kernels, and to the layout of the factorisation."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import packed
from vazba.algebra.chart import LINE, chart_of
from vazba.algebra.chart import NODE as NODAL
from vazba.algebra.ldl import plan
from vazba.algebra.rotations import matrices
from vazba.bodies.space import body_parts
from vazba.flexible.ancf import ancf_masses
from vazba.flexible.modal import data_size, work_size
from vazba.flexible.records import (
    ANCF,
    BENT,
    BLOCK,
    FLEXIBLE,
    LINK,
    MODAL,
    OF_ANCF,
    OF_BAR,
    OF_MODAL,
    OF_POINT,
    PIN,
    RIGID,
    STATION,
    STRIPE,
)
from vazba.flexible.units import Net, Unit
from vazba.frozen import frozen
from vazba.system import System

Array = NDArray[np.float64]
NODE = {2: ("vx", "vy", "slope x", "slope y"), 3: ("vx", "vy", "vz", "slope x", "slope y", "slope z", "w along it")}
PLACES = {2: 4, 3: 9}  # coordinates of a node
Touch = tuple[int, int]  # a body, and where its block of a group of rows begins


@frozen
class Flexible:
    """Tables and work arrays; `arrays` by the names of the record."""

    system: System
    units: tuple[Unit, ...]
    nq: int
    nv: int
    arrays: dict[str, NDArray[Any]]
    active: int
    kernels: dict[str, int]
    bodies: tuple[int, ...]  # rigid bodies of the system
    names: tuple[tuple[str, str], ...]  # of each velocity: element and name

    @cached_property
    def record(self) -> Any:
        s = self.system
        return packed(
            FLEXIBLE, self.arrays, nq=self.nq, nv=self.nv, nb=3 if s.dimension == 2 else 6, dimension=s.dimension, active=self.active,
            rows=len(self.arrays["x"]) - self.nv, **self.kernels,
        )  # fmt: skip

    def start(self, q: Array, v: Array, extra: Array) -> Array:
        """State of a run from coordinates and velocities of the bodies of the system: every beam straight, in the pose and motion of its start."""
        n, out_q, out_v = (3, 3) if self.system.dimension == 2 else (7, 6), [], []
        index = {name: k for k, name in enumerate(self.system.body_names)}
        for k in self.bodies:
            out_q.append(q[n[0] * k : n[0] * (k + 1)])
            out_v.append(v[n[1] * k : n[1] * (k + 1)])
        for modal in (True, False):
            for unit in self.units:
                if (unit.shapes is not None) != modal:
                    continue
                k = index[unit.stations[0][0]]
                q_k, v_k = q[n[0] * k : n[0] * (k + 1)], v[n[1] * k : n[1] * (k + 1)]
                if modal:
                    zeros = np.zeros(unit.count)
                    out_q += [q_k, zeros]
                    out_v += [v_k, zeros]
                else:
                    nodes = _nodes(unit, q_k, v_k, self.system.dimension)
                    out_q.append(nodes[0])
                    out_v.append(nodes[1])
        for name in net_of(self.system).nodes:
            k, d = index[name], self.system.dimension
            out_q.append(q[n[0] * k : n[0] * k + d])
            out_v.append(v[n[1] * k : n[1] * k + d])
        return np.concatenate([*out_q, *out_v, extra])


def _nodes(unit: Unit, q: Array, v: Array, d: int) -> tuple[Array, Array]:
    """Positions and slopes, and their rates, of a straight beam that moves as a rigid body."""
    r, velocity, spin = np.zeros(3), np.zeros(3), np.zeros(3)
    r[:d], velocity[:d] = q[:d], v[:d]
    across = np.zeros(3)
    if d == 2:
        axis, spin[2] = np.array([np.cos(q[2]), np.sin(q[2]), 0.0]), v[2]
    else:
        turn = matrices(q[3:])
        axis, across, spin = turn[:, 0], turn[:, 1], turn @ v[3:]
    x = np.linspace(0.0, unit.span.length, unit.count + 1)[:, None]
    turning, many = np.cross(spin, axis), np.ones((unit.count + 1, 1))
    places, rates = [r + x * axis, many * axis], [velocity + x * turning, many * turning]
    if d == 2:
        return np.hstack([p[:, :2] for p in places]).ravel(), np.hstack([p[:, :2] for p in rates]).ravel()
    return np.hstack([*places, many * across]).ravel(), np.hstack([*rates, many * (spin @ axis)]).ravel()


def units_of(system: System) -> tuple[Unit, ...]:
    """The elastic beams of a system."""
    return tuple(beam.unit for beam in system.beams if beam.unit is not None)


def net_of(system: System) -> Net:
    """The single nodes of a system."""
    return system.net if system.net is not None else Net((), (), {}, ())


def has_unknowns(system: System) -> bool:
    """Whether something has coordinates of its own: elastic beams, or nodes."""
    return bool(units_of(system)) or bool(net_of(system).nodes)


class Layout:
    """Numbering of the unknowns and the tables that do not depend on which rows there are."""

    def __init__(self, system: System, q: Array) -> None:
        self.system, self.d = system, system.dimension
        self.nb, self.nqb = (3, 3) if self.d == 2 else (6, 7)
        units = units_of(system)
        self.units = (*(u for u in units if u.shapes is not None), *(u for u in units if u.shapes is None))
        index = {name: k for k, name in enumerate(system.body_names)}
        self.net = net_of(system)
        held = {index[name] for unit in units for name, _ in unit.stations} | {index[name] for name in self.net.nodes}
        held |= {index[name] for name, _, _ in self.net.frames}
        self.bodies = tuple(k for k in range(len(system.body_names)) if k not in held)
        self.turns: list[float] = []
        self.parts: dict[
            int, list[tuple[int, int, int]]
        ] = {}  # of a body: (block of unknowns, its size, where its B stands; -1: none)
        self.bias: dict[int, int] = {}
        self.sizes: list[int] = []
        self.coupled: list[tuple[int, int]] = []
        self.constants: list[Array] = []
        self.names: list[tuple[str, str]] = []
        self._number(index, q)

    # long: everything is numbered in one pass, each kind counting on from the one before
    def _number(self, index: dict[str, int], q: Array) -> None:
        d, nb, nqb = self.d, self.nb, self.nqb
        used = set(self.system.tables.frames["body"].tolist())
        at_q = at_v = at_data = at_work = at_b = 0
        rigid, modal, ancf = [], [], []
        stations: list[tuple[bool, tuple[Any, ...]]] = []
        own = ("vx", "vy", "w") if d == 2 else ("vx", "vy", "vz", "wx", "wy", "wz")
        for k in self.bodies:
            rigid.append((k, at_q, at_v))
            self.parts[k] = [(len(self.sizes), nb, -1)]
            self.sizes.append(nb)
            self.names += [(self.system.body_names[k], name) for name in own]
            at_q, at_v = at_q + nqb, at_v + nb
        blocks = len(self.bodies) + sum(u.shapes is not None for u in self.units)
        for unit in self.units:
            n, span = unit.count, unit.span
            if unit.shapes is not None:
                inv = unit.shapes.invariants
                numbers = [
                    inv[key].ravel()
                    for key in ("ia", "h0", "h", "j0", "j1", "j2", "mass", "stiffness", "damping", "kappa", "bent")
                ]
                counts = (unit.shapes.axial, unit.shapes.bends, unit.shapes.points)
                size = data_size(n, *counts, unit.shapes.twists)
                assert sum(map(len, numbers)) == size
                stretch = span.E * span.section.A * span.length
                modal.append((
                    at_q, at_v, n, at_data, at_work, *counts, float(inv["m"][0]), tuple(inv["c0"]), span.damping, stretch, span.section.Jz, span.section.Jy,
                    span.G * (span.section.It or 0.0) / span.E,
                ))  # fmt: skip
                self.names += [(span.name, name) for name in own] + [(span.name, f"shape {k + 1}") for k in range(n)]
                self.constants += numbers
                at_data, at_work = at_data + size, at_work + work_size(n, *counts, d - 1)
                block, size = len(self.sizes), nb + n
                self.sizes.append(size)
            else:
                length, section = span.length / n, span.section
                ancf.append((
                    at_q, at_v, n, blocks, length, span.mass_per_length, span.E * section.A, span.E * section.Jz, span.damping,
                    span.G * (section.It or 0.0), span.density * (section.Jy + section.Jz),
                ))  # fmt: skip
                block, size = len(self.sizes), len(NODE[d])
                self.sizes += [size] * (n + 1)
                self.coupled += [(block + k, block + k + 1) for k in range(n)]
                self.names += [(span.name, f"{what} of node {k}") for k in range(n + 1) for what in NODE[d]]
                blocks += 2 * n + 1
            for name, x in unit.stations:
                body = index[name]
                bias, turn = nb * (len(stations)), len(self.system.turns0) + len(self.turns)
                if unit.shapes is not None:
                    place = np.array([x])
                    rows = [unit.shapes.displacement(place)[0], unit.shapes.rotation(place)[0]]
                    entry = (body, OF_MODAL, len(modal) - 1, 0, at_b, bias, at_data, -1, x)
                    self.constants += [row.ravel() for row in rows]
                    at_data += 6 * n
                    self.parts[body] = [(block, size, at_b)]
                    at_b += nb * size
                else:
                    element = min(int(x / length + 1e-9), n - 1)
                    part = min(max(x / length - element, 0.0), 1.0)
                    if d == 2:
                        self.turns.append(float(q[3 * body + 2]))
                    entry = (body, OF_ANCF, len(ancf) - 1, element, at_b, bias, 0, turn, part)
                    self.parts[body] = [(block + element, size, at_b), (block + element + 1, size, at_b + nb * size)]
                    at_b += 2 * nb * size
                self.bias[body] = bias
                stations.append((body in used, entry))
            if unit.shapes is not None:
                at_q, at_v = at_q + nqb + n, at_v + nb + n
            else:
                at_q, at_v = at_q + PLACES[d] * (n + 1), at_v + len(NODE[d]) * (n + 1)
        first_node, start = len(self.sizes), {}
        for name in self.net.nodes:
            body, bias = index[name], nb * len(stations)
            start[name] = (at_q, at_v)
            entry = (body, OF_POINT, at_v, at_q, at_b, bias, 0, -1, 0.0)
            stations.append((True, entry))  # its weight takes hold of it
            self.parts[body] = [(len(self.sizes), d, at_b)]
            self.bias[body] = bias
            self.sizes.append(d)
            self.names += [(name, component) for component in ("vx", "vy", "vz")[:d]]
            at_q, at_v, at_b = at_q + d, at_v + d, at_b + nb * d
        for name, one, other in self.net.frames:
            body, bias, block = index[name], nb * len(stations), first_node + self.net.nodes.index(one)
            assert start[other][1] == start[one][1] + d
            turn = len(self.system.turns0) + len(self.turns)
            self.turns.append(float(q[3 * body + 2]))
            stations.append((True, (body, OF_BAR, start[one][1], start[one][0], at_b, bias, 0, turn, 0.0)))
            self.parts[body] = [(block, d, at_b), (block + 1, d, at_b + nb * d)]
            self.bias[body] = bias
            at_b += 2 * nb * d
        self._pins(first_node, start)
        stations.sort(key=lambda pair: not pair[0])
        parts = body_parts(d) * len(rigid)
        for unit in self.units:
            if unit.shapes is not None:
                parts += [*body_parts(d), (LINE, unit.count)]
            else:
                parts += [(LINE, PLACES[2])] * (unit.count + 1) if d == 2 else [(NODAL, 1)] * (unit.count + 1)
        parts += [(LINE, d)] * len(self.net.nodes)
        self.nq, self.nv, self.active = at_q, at_v, sum(used for used, _ in stations)
        self.tables: dict[str, NDArray[Any]] = {
            "rigid": np.array(rigid, RIGID), "chart": chart_of(parts), "modal": np.array(modal, MODAL), "ancf": np.array(ancf, ANCF),
            "pins": self.pins,
            "stations": np.array([entry for _, entry in stations], STATION), "constants": np.concatenate([*self.constants, np.zeros(0)]),
            "work": np.zeros(at_work), "b": np.zeros(at_b), "bias": np.zeros(nb * len(stations)),
        }  # fmt: skip

        for name in self.net.nodes:
            at = self.parts[index[name]][0][2]
            self.tables["b"][at : at + d * d] = np.eye(d).ravel()  # [E; 0]

    def _pins(self, first: int, start: dict[str, tuple[int, int]]) -> None:
        """Masses of nodes and of the bars between them: `self.weights` by block or pair of blocks, and the table of bars."""
        block = {name: first + k for k, name in enumerate(self.net.nodes)}
        self.weights: dict[tuple[int, int], float] = {
            (block[n], block[n]): m for n, m in zip(self.net.nodes, self.net.masses)
        }
        rows = []
        for a, b, mass, between in self.net.bars:
            at, place = [start.get(end, (-1, -1)) for end in (a, b)], np.zeros(6)
            for k, end in enumerate((a, b)):
                if end in block:
                    self.weights[block[end], block[end]] += mass / 2 - between
                else:
                    place[3 * k : 3 * k + self.d] = self.net.held[end]
            if a in block and b in block:
                pair = min(block[a], block[b]), max(block[a], block[b])
                self.weights[pair] = self.weights.get(pair, 0.0) + between
            rows.append(((at[0][0], at[1][0]), (at[0][1], at[1][1]), between, place))
        self.coupled += [pair for pair in self.weights if pair[0] != pair[1]]
        self.pins = np.array(rows, PIN)

    def rows(self, sizes: Sequence[int], touches: Sequence[Sequence[Touch]]) -> dict[str, NDArray[Any]]:
        """The tables of groups of rows: `sizes` how many rows each has, `touches` its bodies and where their blocks begin."""
        nb, links, stripes, bent = self.nb, [], [], []
        first, total = 0, 0
        starts: list[list[int]] = []
        blocks: list[list[int]] = []
        offsets = np.concatenate([[0], np.cumsum(self.sizes)]).astype(int)
        for count, touched in zip(sizes, touches, strict=True):
            mine: dict[int, int] = {}
            for body, source in touched:
                if body in self.bias:
                    bent += [(source + r * nb, first + r, self.bias[body]) for r in range(count)]
                for block, size, b in self.parts[body]:
                    if block not in mine:
                        mine[block] = total
                        stripes += [(total + r * size, first + r, offsets[block], size) for r in range(count)]
                        total += count * size
                    links.append((source, mine[block], count, size, b))
            blocks.append(list(mine))
            starts.append(list(mine.values()))
            first += count
        layout = plan(self.sizes, list(sizes), blocks, starts, coupled=self.coupled)
        return {
            "links": np.array(links, LINK), "stripes": np.array(stripes, STRIPE), "bent": np.array(bent, BENT), "nodes": layout.nodes,
            "entries": layout.entries, "pairs": layout.pairs, "places": layout.places, "pivots": layout.pivots,
            "blocks": self._blocks(layout, offsets), "jacobian": np.zeros(total), "values": np.zeros(layout.values),
            "scratch": np.zeros(layout.scratch), "x": np.zeros(self.nv + first),
        }  # fmt: skip

    def _blocks(self, layout: Any, offsets: NDArray[np.int64]) -> NDArray[np.void]:
        """The blocks of the mass matrix: of rigid bodies and modal beams, then of each nodal beam node and coupling in turn."""
        found, start = [], 0
        couplings = {(int(c["row"]), int(c["column"])): c for c in layout.couplings}

        def diagonal(k: int) -> None:
            nonlocal start
            n, at = self.sizes[k], int(offsets[k])
            found.append((at, at, n, n, start, int(layout.pivots[at]), n, 1))
            start += n * n

        count = len(self.bodies) + sum(u.shapes is not None for u in self.units)
        for k in range(count):
            diagonal(k)
        k = count
        for unit in self.units[count - len(self.bodies) :]:
            for node in range(unit.count + 1):
                diagonal(k)
                if node < unit.count:
                    a, b, n = int(offsets[k]), int(offsets[k + 1]), self.sizes[k]
                    c = couplings[a, b]
                    found.append((a, b, n, n, start, int(c["target"]), int(c["down"]), int(c["across"])))
                    start += n * n
                k += 1
        for one, other in self.weights:
            if one == other:
                diagonal(one)
                continue
            a, b, n = int(offsets[one]), int(offsets[other]), self.sizes[one]
            c = couplings[a, b]
            found.append((a, b, n, n, start, int(c["target"]), int(c["down"]), int(c["across"])))
            start += n * n
        return np.array(found, BLOCK)


def flexible_of(system: System, q: Array, reference: float, kernels: dict[str, int]) -> tuple[Flexible, Layout]:
    """Tables of a system with elastic beams in the assembled posture q; masses are divided by the reference mass."""
    if system.reused:
        layout, kept = system.remembered("unknowns", q.tobytes(), lambda: _laid(system, q))
        arrays = {name: array.copy() for name, array in kept.items()}
    else:
        layout, arrays = _laid(system, q)
    return Flexible(
        system, layout.units, layout.nq, layout.nv, with_room(layout, arrays, reference), layout.active, kernels, layout.bodies, tuple(layout.names)
    ), layout  # fmt: skip


def _laid(system: System, q: Array) -> tuple[Layout, dict[str, NDArray[Any]]]:
    """The unknowns of a system, and their tables."""
    layout = Layout(system, q)
    sizes = [len(group.directions) for group in system.groups]
    touches = [
        list(zip(bodies, starts, strict=True))
        for bodies, starts in zip(system.touches, system.block_starts, strict=True)
    ]
    return layout, layout.tables | layout.rows(sizes, touches)


def with_room(layout: Layout, arrays: dict[str, NDArray[Any]], reference: float) -> dict[str, NDArray[Any]]:
    """The same tables with work arrays, and the constant part of the mass matrix filled in."""
    nq, nv, size = layout.nq, layout.nv, int(sum(b["rows"] * b["columns"] for b in arrays["blocks"]))
    room = {
        "mass": size, "stiffness": size, "damping": size, "internal": nv, "step": nv, "theta": nv, "rates": nq,
        "q": layout.system.nq, "v": layout.system.nv, "energies": 8, "spare": 56, "v_dot": layout.system.nv,
    }  # fmt: skip
    found = dict(arrays) | {name: np.zeros(count) for name, count in room.items()}
    complexes = {"values_c": "values", "scratch_c": "scratch", "x_c": "x", "theta_c": "theta", "rates_c": "rates"}
    found |= {name: np.zeros(len(found[real]), complex) for name, real in complexes.items()}
    ancf, blocks, mass = found["ancf"], found["blocks"], found["mass"]
    ancf_masses(
        ancf.ctypes.data,
        len(ancf),
        layout.d,
        1.0 / reference,
        blocks.ctypes.data,
        len(blocks),
        mass.ctypes.data,
        len(mass),
    )
    first = len(blocks) - len(layout.weights)
    for block, weight in zip(blocks[first:], layout.weights.values()):
        n, at = int(block["rows"]), int(block["start"])
        mass[at : at + n * n] = (weight / reference * np.eye(n)).ravel()
    assert set(found) == set(FLEXIBLE.kinds)
    return found
