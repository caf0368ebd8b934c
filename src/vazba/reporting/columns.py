"""Some columns of a run, without the report of all of them: for loops outside, and for analyses that run a model again and again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import packed
from vazba.algebra.rotations import cardan_angles, matrices
from vazba.bodies.space import PLANE, SPACE, space_of
from vazba.element import SECTIONS
from vazba.equations.control import LOOKING, RUNNING
from vazba.equations.verbs import EXTRA, FIXED
from vazba.formulations.formulation import Formulation
from vazba.kinematic.path_history import along
from vazba.laws.records import BY_LAW, POINTS
from vazba.loads.kernels import BY_TIME
from vazba.reporting.observe import OBSERVED, observe, owners
from vazba.system import System

Array = NDArray[np.float64]
IN_PLANE = {
    word: (level, k)
    for level, words in enumerate((("x", "y", "angle"), ("vx", "vy", "w"), ("ax", "ay", "alpha")))
    for k, word in enumerate(words)
}
IN_SPACE = {
    word: (level, k)
    for level, words in enumerate((
        ("x", "y", "z", "qw", "qx", "qy", "qz"), ("vx", "vy", "vz", "wx", "wy", "wz"), ("ax", "ay", "az", "alx", "aly", "alz"),
    ))
    for k, word in enumerate(words)
}  # fmt: skip
CARDAN = {"phi_x": 0, "phi_y": 1, "phi_z": 2}
REACTIONS = {2: {"fx": 0, "fy": 1, "m": 5}, 3: {"fx": 0, "fy": 1, "fz": 2, "mx": 3, "my": 4, "mz": 5}}
PARTS = {"length": 0, "value": 0, "rate": 1, "force": 2, "effort": 2}
PUSHING = ("actuators", "controllers")


@dataclass
class Seen:
    """What was found at some instants: see `reporting.observe`."""

    system: System
    form: Formulation
    times: Array
    stored: Array
    more: Array
    written: Array
    ledger: Array
    _paths: list[Array] = field(default_factory=list)

    @property
    def paths(self) -> Array:
        if not self._paths:
            self._paths.append(along(self.system, self.form.whole.work, self.times, self.stored, self.written))
        return self._paths[0]


Taker = Callable[[Seen], Array]


class Columns:
    """Columns by name; `whole`: some of them only a report of everything has."""

    def __init__(self, system: System, names: Sequence[str]) -> None:
        self.system, self.names = system, tuple(names)
        plain = not system.beams and system.net is None
        found = [self._taker(*name.partition(".")[::2]) if plain else None for name in names]
        self.takers: list[Taker] = [taker for taker in found if taker is not None]
        self.whole = len(self.takers) < len(found)

    def of(self, seen: Seen) -> Array:
        """Instants x columns."""
        return (
            np.column_stack([taker(seen) for taker in self.takers]) if self.takers else np.zeros((len(seen.times), 0))
        )

    def _taker(self, owner: str, word: str) -> Taker | None:
        system = self.system
        if owner in system.body_names and (found := self._body(system.body_names.index(owner), word)):
            return found
        if owner in system.points and (found := self._point(*system.points[owner], word)):
            return found
        return (
            self._joint(owner, word) or self._path(owner, word) or (self._energy(word) if owner == "energy" else None)
        )

    def _row(self, row: int) -> Taker:
        return lambda seen: seen.stored[row]

    def _rows(self, body: int, level: int) -> slice:
        """Of the coordinates, velocities or accelerations of a body."""
        system, planar = self.system, self.system.space is PLANE
        size = (3 if planar else 7) if level == 0 else (3 if planar else 6)
        first = (0, system.nq, system.nq + system.nv)[level] + size * body
        return slice(first, first + size)

    def _body(self, body: int, word: str) -> Taker | None:
        columns = IN_PLANE if self.system.space is PLANE else IN_SPACE
        if word in columns:
            level, k = columns[word]
            return self._row(self._rows(body, level).start + k)
        if word in CARDAN and self.system.space is SPACE:
            rows = self._rows(body, 0)
            return lambda seen: cardan_angles(matrices(seen.stored[rows][3:].T))[:, CARDAN[word]]
        return None

    def _point(self, body: int, local: Array, word: str) -> Taker | None:
        axes = "xyz"[: self.system.dimension]
        level, axis = (("", "v", "a").index(word[:-1]) if word[:-1] in ("", "v", "a") else -1), word[-1:]
        if level < 0 or not axis or axis not in axes:
            return None
        k = axes.index(axis)
        if body < 0:
            return lambda seen: np.full(len(seen.times), local[k] if level == 0 else 0.0)
        rows = [self._rows(body, n) for n in range(3)]
        return lambda seen: _moving(self.system.dimension, [seen.stored[r] for r in rows], local)[level][k]

    def _joint(self, owner: str, word: str) -> Taker | None:
        system, nc = self.system, len(self.system.coordinate_names)
        first = system.nq + 2 * system.nv
        for k, (joint, coordinate) in enumerate(system.coordinate_names):
            if joint == owner and word in (coordinate.name, f"{coordinate.name}_rate"):
                return self._row(first + k + (nc if word.endswith("_rate") else 0))
        names, parts = list(system.joint_places), REACTIONS[system.dimension]
        if owner in names and word in parts:
            place = FIXED + system.m + 6 * names.index(owner) + parts[word]
            return lambda seen: seen.more[:, place]
        return None

    def _path(self, owner: str, word: str) -> Taker | None:
        system = self.system
        held = {axis.cable for plan in system.plans for _, axis in plan.axes}
        for k, (section, name) in enumerate(system.path_names):
            quantities = getattr(next(iter(SECTIONS[section].types.values())), "QUANTITIES", ())
            if name != owner or word not in quantities or name in held or word not in (*PARTS, "power"):
                continue
            turned = section in PUSHING and system.tables.paths[k]["kind"] != POINTS  # efforts at joints push
            if word == "power":
                return partial(_power, k)
            sign, part = -1.0 if turned and PARTS[word] == 2 else 1.0, PARTS[word]
            return partial(_along, k, part, sign)
        return None

    def _energy(self, word: str) -> Taker | None:
        places = {"kinetic": 0, "potential": 1}
        if word in places:
            return lambda seen: seen.more[:, places[word]]
        if word == "elastic":
            return lambda seen: seen.more[:, 2] + seen.ledger[:, 2]
        ledger = {"input": 0, "dissipated": 1}
        return (lambda seen: seen.ledger[:, ledger[word]]) if word in ledger else None


def _power(k: int, seen: Seen) -> Array:
    return np.asarray(-seen.paths[k, 2] * seen.paths[k, 1])


def _along(k: int, part: int, sign: float, seen: Seen) -> Array:
    return np.asarray(sign * seen.paths[k, part])


def _moving(dimension: int, motion: list[Array], local: Array) -> tuple[Array, Array, Array]:
    """Position, velocity and acceleration of a point of a body (components x instants)."""
    q, v, a = motion
    if space_of(dimension) is PLANE:
        c, s, w, al = np.cos(q[2]), np.sin(q[2]), v[2], a[2]
        x, y = c * local[0] - s * local[1], s * local[0] + c * local[1]
        place, speed = np.stack([q[0] + x, q[1] + y]), np.stack([v[0] - w * y, v[1] + w * x])
        return place, speed, np.stack([a[0] - al * y - w * w * x, a[1] + al * x - w * w * y])
    turn = matrices(q[3:].T)
    arm, w, al = turn @ local, (turn @ v[3:].T[..., None])[..., 0], (turn @ a[3:].T[..., None])[..., 0]
    across = np.cross(w, arm)
    return q[:3] + arm.T, v[:3] + across.T, a[:3] + (np.cross(al, arm) + np.cross(w, across)).T


class Watch:
    """One instant of a run looked at again and again: all arrays are made once."""

    def __init__(self, form: Formulation, y: Array) -> None:
        system, n = form.system, len(y)
        form.record.redundant = form.redundant(y[None])
        names, owner, second = owners(system)
        self.form, self.n = form, n
        self.times = np.zeros(1)
        self.stored = np.zeros((system.nq + 2 * system.nv + 2 * len(system.coordinate_names) + 2, 1))
        self.more = np.zeros((1, FIXED + system.m + 6 * len(names)))
        self.written = np.zeros((1, 0 if system.controls is None else int(system.controls.n_outs)))
        self.states, self.turns = np.zeros((1, n)), np.zeros((1, len(form.work.turns)))
        arrays: dict[str, Any] = {
            "times": self.times, "states": self.states, "turns": self.turns, "owner": owner, "second": second, "stored": self.stored, "more": self.more,
            "rubbed": np.zeros(2 * len(system.tables.frictions)), "rates": np.zeros(n), "passed": np.zeros(64), "written": self.written,
        }  # fmt: skip
        self.arrays = {name: array.reshape(-1) for name, array in arrays.items()}
        self.record = packed(OBSERVED, self.arrays)
        works = {id(work): work for work in (form.work, form.whole.work)}.values()
        self.kept = [
            (getattr(work, key), getattr(work, key).copy()) for work in works for key in ("paths", "loads", "turns")
        ]
        self.works = list(works)

    def look(self, y: Array, t: float) -> Seen:
        """What is found at the state y, where the run stands."""
        form, controls = self.form, self.form.system.controls
        for array, before in self.kept:
            before[...] = array
        baumgarte = form.dynamics.baumgarte
        alpha, beta = baumgarte
        baumgarte[:] = 0.0
        for work in self.works:
            work.paths["mode"], work.loads["on"] = BY_LAW, BY_TIME
        self.times[0], self.states[0] = t, y
        self.turns[0] = form.work.turns
        if form.joints is not None:
            self.turns[:] = form.turns_at(self.states, self.turns)
        if controls is not None:
            controls.looking = LOOKING
        observe(form.record.here, self.record.here)
        if controls is not None:
            controls.looking = RUNNING
        seen = Seen(
            form.system, form, self.times, self.stored, self.more, self.written, self.states[:, self.n - EXTRA :]
        )
        if len(form.system.tables.paths):
            seen.paths  # noqa: B018  (found now, while elements are taken by their laws)
        for array, before in self.kept:
            array[...] = before
        baumgarte[:] = alpha, beta
        return seen
