"""Accelerations and reactions of a model at a state, by dense algebra in extended precision; nothing here comes from the package.

    M a = f + J^T lambda,     J a = gamma

with the mass of each body about its origin, `J` and `gamma` from differences of the residuals (`equations`), `f` by virtual power (`loads`). The rank of J is
that of its singular values in a metric of geometry alone: rows of unit length, turns measured by a length. Its left null vectors tell which reactions are
not determined; those that are, are told with the force and moment a joint exerts on its second body at its point, in ground components.

How exact the answer is, is measured: all numbers are disturbed in the fifteenth digit, and second rates by what their
differences may be off, and the equations solved again (`shaken`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .equations import Equation, Reader, equations
from .loads import applied
from .poses import GROUND, LD, Derivatives, State, cross, derivatives, dot, ld, tilde, turned

RANK, CLEAR = 1e-13, 1e-6  # singular values below are zero (by rounding 1e-15); between the two the rank is not clear
DIGITS = 1e-15
BLURRED = 1e-2  # of its own differences' rounding: `shaken` counts a thousand times (`check.CONDITION`)
MOST_ROUNDS = 400


@dataclass
class Wrench:
    """Force and moment of a joint on its second body at its point, what of it is determined (a projector), and its change when shaken."""

    value: Any  # 6: force, moment
    determined: Any  # 6x6, in units of force and moment/length
    shaken: float = 0.0
    shaken_all: float = 0.0  # also of what is not determined, which is the smallest


@dataclass
class Answer:
    """What the oracle says of a state."""

    acceleration: dict[str, Any]  # body -> 6: origin, ground components; angular, body components
    wrenches: dict[str, Wrench]
    efforts: dict[str, tuple[float, bool]]  # of drivers with one row: value, and whether it is determined
    forces: dict[str, Any]  # applied, gyroscopic and gravity forces on each body, generalised
    masses: dict[str, Any]  # 6x6
    parts: list[tuple[Equation, Derivatives]]
    length: float
    rank: int
    rows: int
    freedoms: int
    clear: bool  # whether the rank is
    consistent: bool  # whether the accelerations the equations ask for exist
    settled: bool = True  # whether friction and reactions were found together
    shaken: float = 0.0  # change of the accelerations (angular ones times length)
    scale: float = 0.0  # the largest acceleration
    load: float = 0.0  # the largest force
    violation: float = 0.0  # of the velocity level, m/s
    weakest: float = 1.0  # smallest singular value that counts, beside the largest
    gap: float = 0.0  # of the position level (without couplings, whose offset is the drawn one)
    undetermined: list[str] = field(default_factory=list)


def body_terms(body: Any, name: str, state: State, gravity: Any) -> tuple[Any, Any]:
    """Mass about the origin (velocities in ground, angular ones in body components), and gravity with gyroscopic forces."""
    dim, s, w = state.dimension, state.s[name], state.w[name]
    m, c, j = LD(body.mass), np.zeros(3, dtype=LD), np.zeros((3, 3), dtype=LD)
    if body.com is not None:
        c[:dim] = ld(body.com)
    raw = ld(body.inertia)
    if raw.ndim == 0:
        j[2, 2] = raw
    elif raw.ndim == 2:
        j = raw
    else:
        x, y, z, xy, xz, yz = [*raw, LD(0), LD(0), LD(0)][:6]
        j = ld([[x, -xy, -xz], [-xy, y, -yz], [-xz, -yz, z]])
    arm = tilde(c)
    mass = np.zeros((6, 6), dtype=LD)
    mass[:3, :3], mass[:3, 3:] = m * np.eye(3), -m * s @ arm
    mass[3:, :3] = mass[:3, 3:].T
    about = j - m * arm @ arm
    mass[3:, 3:] = about
    weight, back = m * gravity, s.T
    force = weight - m * turned(s, cross(w, cross(w, c)))
    moment = cross(c, turned(back, weight)) - cross(w, turned(about, w))
    return mass, np.concatenate([force, moment])


def solve(a: Any, b: Any) -> Any:
    """Gaussian elimination with row pivoting in extended precision; b may have several columns. Not-a-number where it is singular."""
    a, b = a.copy(), b.copy()
    n = len(a)
    for k in range(n):
        at = k + int(np.argmax(np.abs(a[k:, k])))
        if abs(a[at, k]) < 1e-16:
            return np.full(b.shape, LD(np.nan))
        if at != k:
            a[[k, at]], b[[k, at]] = a[[at, k]], b[[at, k]]
        factor = a[k + 1 :, k] / a[k, k]
        a[k + 1 :, k:] -= factor[:, None] * a[k, k:]
        b[k + 1 :] -= factor[:, None] * b[k]
    for k in range(n - 1, -1, -1):
        b[k] = (b[k] - a[k, k + 1 :] @ b[k + 1 :]) / a[k, k]
    return b


class Oracle:
    """The dense equations of a model at a state."""

    def __init__(self, model: Any, state: State) -> None:
        self.model, self.state, self.reader = model, state, Reader(model)
        self.bodies, self.columns = state.bodies, list(state.columns)
        places = [state.r[b] for b in state.r]
        self.length = float(max(0.1, *(np.sqrt(dot(p - q, p - q)) for p in places for q in places)))
        self.parts = [(e, derivatives(e.f, e.bodies, state)) for e in equations(model)]
        gravity = np.zeros(3, dtype=LD)
        default = (0, -9.81) if model.dimension == 2 else (0, 0, -9.81)
        gravity[: model.dimension] = ld(model.gravity if model.gravity is not None else default)
        self.gravity = gravity
        n = len(self.columns)
        self.span = {b: slice(k * n, (k + 1) * n) for k, b in enumerate(self.bodies)}
        self.n = n * len(self.bodies)
        self.jacobian = np.zeros((sum(len(d.value) for _, d in self.parts), self.n), dtype=LD)
        self.gamma, self.rate, self.by_time, self.value = (np.zeros(len(self.jacobian), dtype=LD) for _ in range(4))
        self.blur = np.zeros(len(self.jacobian))  # rounding of gamma
        self.rows: list[slice] = []
        at = 0
        for _, d in self.parts:
            rows = slice(at, at + len(d.value))
            self.rows.append(rows)
            for body, block in d.by.items():
                if body != GROUND:
                    self.jacobian[rows, self.span[body]] += block[:, self.columns]
            self.gamma[rows], self.rate[rows], self.by_time[rows], self.value[rows] = (
                -d.second,
                d.rate,
                d.by_time,
                d.value,
            )
            self.blur[rows] = d.blur
            at = rows.stop
        unit = np.array([1.0 if c < 3 else self.length for c in self.columns] * len(self.bodies))
        scaled = np.asarray(self.jacobian / unit, dtype=float)
        size = np.linalg.norm(scaled, axis=1)
        self.size = np.where(size > 0, size, 1.0)
        self.scaled, self.unit = scaled / self.size[:, None], unit
        self.u, s, self.vt = (
            np.linalg.svd(self.scaled) if len(scaled) else (np.zeros((0, 0)), np.zeros(0), np.eye(self.n))
        )
        top = max(1.0, s[0]) if len(s) else 1.0
        self.singular = s
        self.rank = int((s > RANK * top).sum())
        self.clear = not ((s > RANK * top) & (s < CLEAR * top)).any()

    def consistent_velocities(self, wanted: Any) -> Any | None:
        """The velocities nearest to the wanted ones that the equations allow; None where there are none."""
        left = np.asarray(self.by_time, dtype=float) / self.size
        v = np.asarray(wanted, dtype=float) * self.unit
        if len(left):
            ru = self.u[:, : self.rank]
            for _ in range(3):
                v = v - self.vt[: self.rank].T @ ((ru.T @ (self.scaled @ v + left)) / self.singular[: self.rank])
            if np.abs(self.scaled @ v + left).max() > 1e-9 * max(1.0, np.abs(left).max()):
                return None
        return v / self.unit

    def _solved(self, masses: Any, jacobian: Any, force: Any, gamma: Any) -> tuple[Any, Any]:
        """Accelerations and multipliers (the smallest in the metric of the rows) for several columns of forces."""
        r, n = self.rank, self.n
        mix = ld(self.u[:, :r].T / self.size)
        jac = mix @ jacobian
        own = np.diag(masses)
        d = 1 / np.sqrt(np.where(own > 0, own, own.max() or LD(1)))  # a massless body is scaled like the heaviest
        jd = jac * d
        norm = np.sqrt((jd * jd).sum(axis=1))
        jd = jd / norm[:, None]
        matrix = np.zeros((n + r, n + r), dtype=LD)
        matrix[:n, :n], matrix[:n, n:], matrix[n:, :n] = masses * d * d[:, None], -jd.T, jd
        right = np.zeros((n + r, force.shape[1]), dtype=LD)
        right[:n] = force * d[:, None]
        right[n:] = (mix @ gamma / norm)[:, None]
        x = solve(matrix, right)
        return x[:n] * d[:, None], mix.T @ (x[n:] / norm[:, None])

    def answer(self, seed: int = 0) -> Answer:
        """Accelerations and reactions, and how far they are determined."""
        masses, forces = {}, applied(self.model, self.state)
        whole, force = np.zeros((self.n, self.n), dtype=LD), np.zeros(self.n, dtype=LD)
        for b in self.bodies:
            mass, own = body_terms(self.model.bodies[b], b, self.state, self.gravity)
            masses[b], forces[b] = mass, forces[b] + own
            whole[self.span[b], self.span[b]] = mass[np.ix_(self.columns, self.columns)]
            force[self.span[b]] = forces[b][self.columns]
        r = self.rank
        left = np.asarray(self.gamma, dtype=float) / self.size
        rest = self.u[:, r:].T @ left if len(left) else np.zeros(0)
        consistent = not len(rest) or bool(np.abs(rest).max() < 1e-8 * max(1.0, np.abs(left).max()))
        rng = np.random.default_rng(seed)

        def noise(x: Any) -> Any:
            return x * (1 + DIGITS * rng.uniform(-1, 1, x.shape))

        half, gamma = noise(whole), noise(self.gamma) + BLURRED * self.blur * rng.uniform(-1, 1, self.blur.shape)
        shaken = self._with_friction((half + half.T) / 2, noise(self.jacobian), noise(force), gamma)
        a, multipliers, rubbed, settled = self._with_friction(whole, self.jacobian, force, self.gamma)
        settled &= bool(np.isfinite(a).all())
        for b in self.bodies:
            forces[b] = forces[b].copy()
            forces[b][self.columns] += rubbed[self.span[b]]
        unit = ld(self.unit)
        out = Answer(
            {b: self._six(a[self.span[b]]) for b in self.bodies}, {}, {}, forces, masses, self.parts, self.length, r, len(self.jacobian),
            self.n - r, self.clear, consistent, settled, float(np.abs((shaken[0] - a) * unit).max()), float(np.abs(a * unit).max()),
        )  # fmt: skip
        out.weakest = float(self.singular[r - 1] / self.singular[0]) if r else 1.0
        out.violation = float(np.abs(self.rate / self.size).max()) if len(self.rate) else 0.0
        told = [
            abs(x)
            for rows, (e, _) in zip(self.rows, self.parts)
            if e.place or e.section == "drivers"
            for x in self.value[rows]
        ]
        out.gap = float(max(told, default=0.0))
        loose = self.u[:, r:] / self.size[:, None]  # multipliers that do nothing
        for k, (equation, d) in enumerate(self.parts):
            rows = self.rows[k]
            if equation.section == "drivers" and len(d.value) == 1:
                out.efforts[equation.name] = (
                    float(multipliers[rows][0]),
                    bool(np.abs(loose[rows]).max(initial=0.0) * self.size[rows] < 1e-7),
                )
            if equation.place is None:
                continue
            to = self.to_wrench(equation, d)
            value, other = (to @ x[rows] for x in (multipliers, shaken[1]))
            metric = np.array([1.0] * 3 + [1 / self.length] * 3)
            free = np.asarray(to, dtype=float) @ loose[rows] * metric[:, None]
            q, s, _ = np.linalg.svd(free, full_matrices=True) if free.size else (np.eye(6), np.zeros(0), None)
            count = int((s > 1e-7).sum())
            keep = np.eye(6) - q[:, :count] @ q[:, :count].T
            if count:
                out.undetermined.append(equation.name)
                rubs = any(f.joint == equation.name and f.coefficient for f in self.model.frictions.values())
                out.settled &= not (rubs and np.abs(q[:3, :count]).max() > 1e-7)
            change = np.asarray((other - value) * metric, dtype=float)
            out.wrenches[equation.name] = Wrench(
                value, keep, float(np.abs(keep @ change).max()), float(np.abs(change).max())
            )
            out.load = max(out.load, float(np.abs(keep @ np.asarray(value * metric, dtype=float)).max()))
        return out

    def to_wrench(self, equation: Equation, d: Derivatives) -> Any:
        """6 x rows: from multipliers to force and moment on the second body at the joint's point, ground components."""
        body, local = equation.place or ("", None)
        block, s = d.by[body], self.state.s[body]
        force = block[:, :3]
        moment = turned(s[None], block[:, 3:]) - cross(turned(s, local)[None], force)
        return np.concatenate([force, moment], axis=1).T

    def _six(self, x: Any) -> Any:
        out = np.zeros(6, dtype=LD)
        out[self.columns] = x
        return out

    def _with_friction(self, masses: Any, jacobian: Any, force: Any, gamma: Any) -> tuple[Any, Any, Any, bool]:
        """Accelerations, multipliers, friction forces, and whether they settled: friction follows the reactions, which follow friction."""
        rubs, rubbed = self._frictions(), np.zeros(self.n, dtype=LD)
        columns = np.stack([force, *(force + direction for *_, direction in rubs)], axis=1)  # with unit efforts of each
        a, multipliers = self._solved(masses, jacobian, columns, gamma)
        a0, l0, da, dl = a[:, 0], multipliers[:, 0], a[:, 1:] - a[:, :1], multipliers[:, 1:] - multipliers[:, :1]
        efforts, settled = np.zeros(len(rubs), dtype=LD), not rubs
        for _ in range(MOST_ROUNDS if rubs else 0):
            found = l0 + dl @ efforts
            new = ld([effort(found) for effort, *_ in rubs])
            settled = bool(np.abs(new - efforts).max() <= 1e-16 * max(1.0, np.abs(new).max()))
            efforts = new
            if settled or not np.isfinite(efforts).all():
                break
        for x, (*_, direction) in zip(efforts, rubs):
            rubbed = rubbed + x * direction
        return a0 + da @ efforts, l0 + dl @ efforts, rubbed, settled

    def _frictions(self) -> list[Any]:
        """For each friction: its effort as a function of the multipliers, name, rate, and the generalised force of a unit effort."""
        out = []
        where = {e.name: k for k, (e, _) in enumerate(self.parts) if e.section == "joints"}
        for record in self.model.frictions.values():
            bodies, g, turns = self.reader.coordinate(record.joint, record.coordinate)
            x = derivatives(lambda p, t, g=g: g(p, t)[:, None], bodies, self.state)
            k = where[record.joint]
            to, rows, rate = self.to_wrench(*self.parts[k])[:3], self.rows[k], x.rate[0]
            arm = LD(record.radius) if turns and record.radius is not None else LD(1)
            share = LD(record.coefficient or 0.0) * arm * rate / np.sqrt(rate**2 + LD(record.speed) ** 2)
            effort = _rubbing(to, rows, share, LD(record.viscous or 0.0) * rate)
            direction = np.zeros(self.n, dtype=LD)
            for body, block in x.by.items():
                if body != GROUND:
                    direction[self.span[body]] += block[0, self.columns]
            out.append((effort, record.name, rate, direction))
        return out


def _rubbing(to: Any, rows: slice, share: Any, drag: Any) -> Callable[[Any], Any]:
    """Effort of friction as a function of the multipliers."""

    def effort(multipliers: Any) -> Any:
        f = to @ multipliers[rows]
        return -share * np.sqrt(dot(f, f)) - drag

    return effort


def ask(model: Any, state: State) -> Answer:
    """What the oracle says of a model at a state."""
    return Oracle(model, state).answer()
