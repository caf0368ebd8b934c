"""Poses of rigid bodies, many at a time, and derivatives by differences; NumPy alone, in extended precision.

Nothing here comes from the package. A body has an origin `r` and a rotation matrix `S` (a planar one also its angle, which counts turns); it moves with
the velocity `v` of its origin in ground components and its angular velocity `w` in body components: `r' = v`, `S' = S ~w`. Planar bodies are spatial ones
that move in x-y: of the six velocities they have numbers 0, 1 and 5.

Derivatives are central differences of order six and eight; where those of order four and six differ too much from them (a rod of a few millimetres turns far
in one step), steps are made smaller. With the 64 bits of an extended mantissa they are good to about 1e-13; where NumPy's `longdouble` is an ordinary
number (some ARM machines) `EXTENDED` is False, and the oracle is too coarse to be used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

LD = np.longdouble
EXTENDED = bool(np.finfo(LD).eps < 1e-18)
GROUND = "ground"
SIX = (1 / LD(60), -9 / LD(60), 45 / LD(60))  # first derivative, order six: at 3, 2, 1, opposite at -3, -2, -1
EIGHT = (
    4 / LD(5),
    -1 / LD(5),
    4 / LD(105),
    -1 / LD(280),
)  # first derivative, order eight: at 1 .. 4, opposite at -1 .. -4
BEND = (
    -205 / LD(72),
    8 / LD(5),
    -1 / LD(5),
    8 / LD(315),
    -1 / LD(560),
)  # second derivative, order eight: at 0, +-1 .. +-4
FOUR = (-1 / LD(12), 8 / LD(12))  # first derivative, order four: at 2, 1
BEND_SIX = (-49 / LD(18), 3 / LD(2), -3 / LD(20), 1 / LD(90))  # second derivative, order six: at 0, +-1 .. +-3
STEP, TIME_STEP = LD(5e-4), LD(6e-3)
FINER, ROUNDS, FINE = (
    LD(4),
    3,
    1e-9,
)  # steps are divided by this, so often at most, until the orders differ by so little
BENT = 1e3  # times as exactly second rates are wanted: near singular postures all depends on them

Function = Callable[["Poses", Any], Any]  # (poses, times) -> (count, rows)


def ld(x: Any) -> Any:
    return np.asarray(x, dtype=LD)


def dot(a: Any, b: Any) -> Any:
    return (a * b).sum(axis=-1)


def turned(s: Any, a: Any) -> Any:
    """`S a` for stacks of matrices and vectors."""
    return (s @ a[..., None])[..., 0]


def cross(a: Any, b: Any) -> Any:
    a, b = np.broadcast_arrays(a, b)
    x = [a[..., (i + 1) % 3] * b[..., (i + 2) % 3] - a[..., (i + 2) % 3] * b[..., (i + 1) % 3] for i in range(3)]
    return np.stack(x, axis=-1)


def transposed(s: Any) -> Any:
    return np.swapaxes(s, -1, -2)


def tilde(a: Any) -> Any:
    """Cross-product matrix."""
    z = np.zeros_like(a[..., 0])
    rows = [[z, -a[..., 2], a[..., 1]], [a[..., 2], z, -a[..., 0]], [-a[..., 1], a[..., 0], z]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def exponential(a: Any) -> Any:
    """Rotation matrices of rotation vectors: `E + sin(t)/t ~a + (1 - cos(t))/t^2 ~a ~a`."""
    t = np.sqrt(dot(a, a))
    safe = np.where(t == 0, LD(1), t)
    one = np.where(t == 0, LD(1), np.sin(safe) / safe)
    two = np.where(t == 0, LD(0.5), 2 * (np.sin(safe / 2) / safe) ** 2)
    k = tilde(a)
    return np.eye(3, dtype=LD) + one[..., None, None] * k + two[..., None, None] * k @ k


def quaternion_matrix(p: Any) -> Any:
    """`S` of a quaternion `(w, x, y, z)`, normalised here."""
    p = ld(p)
    w, x, y, z = p / np.sqrt(dot(p, p))
    return ld([
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ])  # fmt: skip


def axis_turn(k: int, angle: Any) -> Any:
    """Rotation matrices about axis k."""
    out = np.zeros((*np.shape(angle), 3), dtype=LD)
    out[..., k] = angle
    return exponential(out)


@dataclass
class Poses:
    """Poses of all bodies a function looks at; each array has the number of the pose as its first axis."""

    r: dict[str, Any]
    s: dict[str, Any]
    angle: dict[str, Any]


@dataclass
class State:
    """Where all bodies are and how they move, at time t."""

    dimension: int
    r: dict[str, Any]
    s: dict[str, Any]
    angle: dict[str, Any]
    v: dict[str, Any]
    w: dict[str, Any]  # body components
    t: float = 0.0

    @property
    def columns(self) -> tuple[int, ...]:
        return (0, 1, 5) if self.dimension == 2 else (0, 1, 2, 3, 4, 5)

    @property
    def bodies(self) -> list[str]:
        return [name for name in self.r if name != GROUND]

    def batch(self, bodies: Sequence[str], shifts: Mapping[str, Any], count: int) -> Poses:
        """`count` copies of the poses, those of some bodies displaced by twists (count x 6)."""
        out = Poses({}, {}, {})
        for name in bodies:
            r, s = np.broadcast_to(self.r[name], (count, 3)), np.broadcast_to(self.s[name], (count, 3, 3))
            angle = np.broadcast_to(self.angle[name], (count,))
            if name in shifts:
                d = shifts[name]
                r, s, angle = r + d[:, :3], s @ exponential(d[:, 3:]), angle + d[:, 5]
            out.r[name], out.s[name], out.angle[name] = r, s, angle
        return out


@dataclass
class Derivatives:
    """Value of a function of poses and time, its derivative by each body's velocities (rows x 6), its rate, and its second rate without accelerations."""

    value: Any
    by: dict[str, Any]
    rate: Any
    second: Any
    by_time: Any  # partial derivative by time
    blur: float = 0.0  # rounding of `second`


def derivatives(f: Function, bodies: Sequence[str], state: State) -> Derivatives:
    """All derivatives of a function at a state by differences, with steps that are small enough for it."""
    found, coarse = _differences(f, bodies, state, LD(1))
    for k in range(1, ROUNDS + 1):
        if not coarse > FINE:
            break
        other, left = _differences(f, bodies, state, FINER**-k)
        if not left < coarse:
            break
        found, coarse = other, left
    return found


def _differences(f: Function, bodies: Sequence[str], state: State, size: Any) -> tuple[Derivatives, float]:
    """All derivatives from one call with all the displaced poses, and what the next lower order finds otherwise."""
    bodies = list(dict.fromkeys(bodies))
    columns, speed = state.columns, LD(1)
    for name in bodies:
        speed = max(speed, np.sqrt(dot(state.v[name], state.v[name])), np.sqrt(dot(state.w[name], state.w[name])))
    step, h, tick = STEP * size, TIME_STEP * size / speed, TIME_STEP * size
    count = 6 * len(columns) * len(bodies) + 9 + 8
    shifts = {name: np.zeros((count, 6), dtype=LD) for name in bodies}
    times = np.full(count, LD(state.t))
    at = 0
    for name in bodies:
        for k in columns:
            for n in (-3, -2, -1, 1, 2, 3):
                shifts[name][at, k] = n * step
                at += 1
    for n in range(-4, 5):  # along the motion, with constant velocities
        for name in bodies:
            shifts[name][at] = n * h * np.concatenate([state.v[name], state.w[name]])
        times[at] += n * h
        at += 1
    for n in (-4, -3, -2, -1, 1, 2, 3, 4):  # time alone
        times[at] += n * tick
        at += 1
    y = f(state.batch(bodies, shifts, count), times)
    at, by, coarse = 0, {}, 0.0
    for name in bodies:
        block = np.zeros((y.shape[1], 6), dtype=LD)
        for k in columns:
            low, high = y[at : at + 3], y[at + 3 : at + 6][::-1]
            block[:, k] = sum(c * (b - a) for c, a, b in zip(SIX, low, high)) / step
            lower = sum(c * (b - a) for c, a, b in zip(FOUR, low[1:], high[1:])) / step
            coarse = max(coarse, _otherwise(block[:, k], lower, 1.0))
            at += 6
        by[name] = block
    path, clock = y[at : at + 9], y[at + 9 : at + 17]
    rate = sum(c * (path[4 + n] - path[4 - n]) for n, c in enumerate(EIGHT, 1)) / h
    second, lower = (
        (bends[0] * path[4] + sum(c * (path[4 + n] + path[4 - n]) for n, c in enumerate(bends[1:], 1))) / h**2
        for bends in (BEND, BEND_SIX)
    )
    coarse = max(coarse, BENT * _otherwise(second, lower, float(speed) ** 2))
    by_time = sum(c * (clock[3 + n] - clock[4 - n]) for n, c in enumerate(EIGHT, 1)) / tick
    far = 1.0 + max((float(np.abs(state.r[name]).max()) for name in bodies), default=0.0)
    blur = float(np.abs(ld(BEND)).sum() / h**2 * np.finfo(LD).eps) * far
    return Derivatives(path[4], by, rate, second, by_time, blur), coarse


def _otherwise(a: Any, b: Any, least: float) -> float:
    """Largest difference, beside the largest value or `least`."""
    return float(np.abs(a - b).max(initial=0.0) / max(least, np.abs(a).max(initial=0.0)))


def pose_of(body: Any, dimension: int) -> tuple[Any, Any, Any]:
    """Origin, rotation matrix and angle of a body as its record describes it (plain numbers)."""
    r = np.zeros(3, dtype=LD)
    if body is None:
        return r, np.eye(3, dtype=LD), LD(0)
    if body.position is not None:
        r[:dimension] = ld(body.position)
    if dimension == 2:
        angle = LD(body.angle or 0.0)
        return r, axis_turn(2, angle), angle
    if body.orientation is None:
        return r, np.eye(3, dtype=LD), LD(0)
    if "cardan" in body.orientation:
        x, y, z = ld(body.orientation["cardan"])
        return r, axis_turn(0, x) @ axis_turn(1, y) @ axis_turn(2, z), LD(0)
    return r, quaternion_matrix(body.orientation["quaternion"]), LD(0)


def described(model: Any) -> State:
    """The state a model describes: poses and velocities as written."""
    dim = model.dimension
    state = State(dim, {}, {}, {}, {}, {})
    for name, body in [(GROUND, None), *model.bodies.items()]:
        state.r[name], state.s[name], state.angle[name] = pose_of(body, dim)
        state.v[name], state.w[name] = np.zeros(3, dtype=LD), np.zeros(3, dtype=LD)
        if body is not None and body.velocity is not None:
            state.v[name][:dim] = ld(body.velocity)
        if body is not None and body.angular_velocity is not None:
            state.w[name][(2 if dim == 2 else slice(None))] = ld(body.angular_velocity)
    return state


def apart(a: Any, b: Any, metric: Any) -> float:
    """The largest difference; infinite where it is no finite number."""
    d = float(np.max(np.abs((np.asarray(a, float) - np.asarray(b, float)) * metric), initial=0.0))
    return d if np.isfinite(d) else np.inf
