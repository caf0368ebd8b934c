"""Applied forces of a model as generalised forces, each by virtual power: `-F dl/dv` of a length, `-(de/dv)^T (K e + B e')` of a bushing.

Nothing here comes from the package. Friction is not among them: it depends on reactions (`oracle`).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np

from .equations import Reader, formula, law
from .poses import GROUND, LD, Function, Poses, State, cross, derivatives, dot, ld, transposed, turned

Forces = dict[
    str, Any
]  # six generalised forces for each body: force in ground components, moment about the origin in body components


def add(out: Forces, by: dict[str, Any], effort: Any) -> None:
    """Add `effort . derivative` of rows to the generalised forces."""
    for body, block in by.items():
        if body != GROUND:
            out[body] = out[body] + np.atleast_1d(effort) @ block


def way(reader: Reader, names: Any) -> tuple[tuple[str, ...], Function]:
    """Length of the way through points."""
    frames = [reader.point(name) for name in names]

    def f(p: Poses, t: Any) -> Any:
        places = [frame.point(p) for frame in frames]
        return sum(np.sqrt(dot(b - a, b - a)) for a, b in pairwise(places))[:, None]

    return tuple(frame.body for frame in frames), f


def path_of(reader: Reader, record: Any) -> tuple[tuple[str, ...], Function]:
    """The length (or joint coordinate) an element lies along."""
    if getattr(record, "joint", None) is not None:
        bodies, g, _ = reader.coordinate(record.joint, record.coordinate)
        return bodies, lambda p, t: g(p, t)[:, None]
    return way(reader, getattr(record, "points", None) or record.through)


def curve(raw: Any) -> Callable[[Any], Any]:
    if isinstance(raw, str):
        return formula(raw, "x")
    return formula(raw["expression"], "x") if "expression" in raw else law(raw)


def tension(section: str, record: Any, length: Any, rate: Any, t: Any) -> Any:
    """What an element makes of length and rate; positive where it pulls the ends together."""
    if section == "springs":
        free = law(record.free_angle if record.free_angle is not None else record.free_length or 0.0)(t)
        stretch = length - free
        elastic = LD(record.stiffness) * stretch if record.stiffness is not None else curve(record.force)(stretch)
        return elastic + LD(record.damping or 0.0) * rate
    if section == "dampers":
        return LD(record.damping) * rate if record.damping is not None else curve(record.force)(rate)
    if section == "cables":
        free = law(record.free_length)(t)
        elastic = LD(record.stiffness) / free * (length - free)
        whole = elastic + LD(record.damping or 0.0) / free * rate
        return whole if elastic > 0 and whole > 0 else LD(0)
    if section == "limits":
        k, b = LD(record.stiffness), LD(record.damping or 0.0)
        if record.upper is not None and length > record.upper:
            return max(k * (length - LD(record.upper)) + b * rate, LD(0))
        if record.lower is not None and length < record.lower:
            return min(k * (length - LD(record.lower)) + b * rate, LD(0))
        return LD(0)
    assert section == "actuators"
    if record.joint is None:
        return law(record.tension)(t)
    return -law(record.torque if record.torque is not None else record.force)(t)


def acts(record: Any, t: Any) -> bool:
    return (record.start is None or record.start <= t) and (record.stop is None or t < record.stop)


def load(reader: Reader, record: Any, state: State) -> Forces:
    """A force at a point, or a torque."""
    out: Forces = {}
    dim, t = reader.dim, LD(state.t)
    torque = record.SECTION == "torques"
    raw = record.torque if torque else record.force
    parts = [law(x)(t) for x in (raw if isinstance(raw, (list, tuple)) else [raw])]
    vector = np.zeros(3, dtype=LD)
    if torque and dim == 2:
        vector[2] = parts[0]
    else:
        vector[:dim] = ld(parts)
    if record.frame is not None:
        vector = turned(state.s[record.frame], vector)
    if not torque:
        frame = reader.point(record.point)
        moment = cross(frame.local, turned(transposed(state.s[frame.body]), vector))
        return {frame.body: np.concatenate([vector, moment])}
    pair = [(record.body, 1)] if record.body is not None else [(record.bodies[1], 1), (record.bodies[0], -1)]
    for body, sign in pair:
        out[body] = np.concatenate([np.zeros(3, dtype=LD), sign * turned(transposed(state.s[body]), vector)])
    return out


def logarithm(r: Any) -> Any:
    """Rotation vectors (below half a turn)."""
    axis = np.stack([r[:, 2, 1] - r[:, 1, 2], r[:, 0, 2] - r[:, 2, 0], r[:, 1, 0] - r[:, 0, 1]], axis=1) / 2
    sine, cosine = np.sqrt(dot(axis, axis)), (r[:, 0, 0] + r[:, 1, 1] + r[:, 2, 2] - 1) / 2
    angle = np.arctan2(sine, cosine)
    small = sine < 1e-6  # angle/sine = 1 + s^2/6 + ..
    return axis * np.where(small, 1 + sine**2 / 6, angle / np.where(small, LD(1), sine))[:, None]


def square_root(r: Any) -> Any:
    """The rotation that, done twice, is r, by its angle 2 x: `E + k + k^2/(1 + c)` with `c = cos(x)`, `k = (r - r^T)/(4 c)`."""
    c = np.sqrt(1 + r[:, 0, 0] + r[:, 1, 1] + r[:, 2, 2])[:, None, None] / 2
    k = (r - transposed(r)) / (4 * c)
    return np.eye(3, dtype=LD) + k + k @ k / (1 + c)


def bushing(reader: Reader, record: Any, state: State) -> Forces:
    """Displacement of the second frame in axes half-way between both, and what its stiffness and damping make of it."""
    dim = reader.dim
    if record.points is not None:
        a, b = (reader.point(name) for name in record.points)
        place = [(a.body, a.local), (b.body, b.local)]
    else:
        place = [(body, reader.local(body, record.at)) for body in record.bodies]
    (first, s_a), (second, s_b) = place
    aligned = transposed(reader.home[second][1]) @ reader.home[first][1]
    turn = reader.home[second][2] - reader.home[first][2]

    def apart(p: Poses, t: Any) -> Any:
        d = p.r[second] + turned(p.s[second], s_b) - p.r[first] - turned(p.s[first], s_a)
        if dim == 2:
            angle = p.angle[second] - p.angle[first] - turn
            mean = p.angle[first] + (angle / 2 if record.axes != "first" else 0)
            c, s = np.cos(mean), np.sin(mean)
            return np.stack([c * d[:, 0] + s * d[:, 1], c * d[:, 1] - s * d[:, 0], angle], axis=1)
        left = transposed(p.s[first]) @ p.s[second] @ aligned
        e = turned(transposed(p.s[first]), d)
        if record.axes != "first":
            half = square_root(left) if record.turns == "vector" else (np.eye(3, dtype=LD) + left) / 2
            e = turned(transposed(half), e)
        if record.turns == "vector":
            return np.concatenate([e, logarithm(left)], axis=1)
        sines = np.stack(
            [left[:, 2, 1] - left[:, 1, 2], left[:, 0, 2] - left[:, 2, 0], left[:, 1, 0] - left[:, 0, 1]], axis=1
        )
        return np.concatenate([e, sines / 2], axis=1)

    x = derivatives(apart, (first, second), state)
    k, c = (matrix(raw, len(x.value)) for raw in (record.stiffness, record.damping))
    effort = k @ x.value + c @ x.rate
    out: Forces = {name: np.zeros(6, dtype=LD) for name in (first, second)}
    add(out, x.by, -effort)
    return out


def matrix(raw: Any, n: int) -> Any:
    values = ld(np.zeros(n) if raw is None else raw)
    return values if values.ndim == 2 else np.diag(values)


def applied(model: Any, state: State) -> Forces:
    """All applied forces but gravity and friction."""
    reader = Reader(model)
    out: Forces = {name: np.zeros(6, dtype=LD) for name in state.bodies}
    for section in ("springs", "dampers", "cables", "limits", "actuators"):
        for record in model.section(section).values():
            bodies, f = path_of(reader, record)
            x = derivatives(f, bodies, state)
            add(out, x.by, -tension(section, record, x.value[0], x.rate[0], LD(state.t)))
    loads = [
        load(reader, r, state) for s in ("forces", "torques") for r in model.section(s).values() if acts(r, state.t)
    ]
    for forces in loads + [bushing(reader, r, state) for r in model.bushings.values()]:
        for body, six in forces.items():
            if body != GROUND:
                out[body] = out[body] + six
    return out
