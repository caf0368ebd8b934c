"""From the states of a run to what a user reads: bodies, points, joints, drivers, springs, over all stored times at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cardan_angles, matrices
from vazba.system import System

Array = NDArray[np.float64]
Data = dict[str, dict[str, Array]]


@dataclass
class Outputs:
    """Arrays by kind and quantity (time x element), names by kind, and what single elements do not have."""

    data: Data = field(default_factory=dict)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    absent: set[tuple[str, str, str]] = field(default_factory=set)


@dataclass(frozen=True)
class Motions:
    """Poses, velocities and accelerations of all bodies over time, in ground components; index -1 is the ground."""

    r: Array  # (time, body + 1, 3)
    s: Array  # (time, body + 1, 3, 3)
    v: Array
    w: Array
    a: Array
    al: Array

    def point(self, body: int, local: Array) -> tuple[Array, Array, Array]:
        """Position, velocity and acceleration of a point fixed in a body."""
        arm = self.s[:, body] @ local
        w = self.w[:, body]
        across = np.cross(w, arm)
        return (
            self.r[:, body] + arm,
            self.v[:, body] + across,
            self.a[:, body] + np.cross(self.al[:, body], arm) + np.cross(w, across),
        )


def motions(system: System, q: Array, v: Array, a: Array) -> Motions:
    """Body motions from stored states."""
    nt, nb = len(q), len(system.body_names)
    r, vel, acc, w, al = (np.zeros((nt, nb + 1, 3)) for _ in range(5))
    s = np.zeros((nt, nb + 1, 3, 3))
    s[:, -1] = np.eye(3)
    if system.dimension == 2:
        q3, v3, a3 = (x.reshape(nt, nb, 3) for x in (q, v, a))
        r[:, :-1, :2], vel[:, :-1, :2], acc[:, :-1, :2] = q3[..., :2], v3[..., :2], a3[..., :2]
        w[:, :-1, 2], al[:, :-1, 2] = v3[..., 2], a3[..., 2]
        c, sn = np.cos(q3[..., 2]), np.sin(q3[..., 2])
        s[:, :-1, 0, 0], s[:, :-1, 0, 1], s[:, :-1, 1, 0], s[:, :-1, 1, 1], s[:, :-1, 2, 2] = c, -sn, sn, c, 1.0
    else:
        q7, v6, a6 = q.reshape(nt, nb, 7), v.reshape(nt, nb, 6), a.reshape(nt, nb, 6)
        s[:, :-1] = matrices(q7[..., 3:])
        r[:, :-1], vel[:, :-1], acc[:, :-1] = q7[..., :3], v6[..., :3], a6[..., :3]
        w[:, :-1] = np.einsum("tbij,tbj->tbi", s[:, :-1], v6[..., 3:])
        al[:, :-1] = np.einsum("tbij,tbj->tbi", s[:, :-1], a6[..., 3:])
    return Motions(r, s, vel, w, acc, al)


def outputs(system: System, times: Array, q: Array, v: Array, a: Array, coordinates: Array, drift: Array) -> Outputs:
    """Everything a kinematic run reports."""
    out = Outputs()
    moving = motions(system, q, v, a)
    _bodies(system, out, moving, q, v, a)
    _points(system, out, moving)
    _joints(system, out, coordinates)
    _drivers(system, out, times)
    _paths(system, out, moving)
    out.names["constraint"] = ("constraint",)
    out.data["constraint"] = {"position": drift[:, :1], "velocity": drift[:, 1:2]}
    return out


def _bodies(system: System, out: Outputs, moving: Motions, q: Array, v: Array, a: Array) -> None:
    nt, nb = len(q), len(system.body_names)
    out.names["body"] = system.body_names
    if system.dimension == 2:
        columns = [("x", "y", "angle"), ("vx", "vy", "w"), ("ax", "ay", "alpha")]
        out.data["body"] = {
            name: x.reshape(nt, nb, 3)[..., k] for x, names in zip((q, v, a), columns, strict=True) for k, name in enumerate(names)
        }  # fmt: skip
        return
    q7, v6, a6 = q.reshape(nt, nb, 7), v.reshape(nt, nb, 6), a.reshape(nt, nb, 6)
    cardan = cardan_angles(moving.s[:, :-1])
    parts = {
        ("x", "y", "z"): q7[..., :3], ("phi_x", "phi_y", "phi_z"): cardan, ("qw", "qx", "qy", "qz"): q7[..., 3:],
        ("vx", "vy", "vz"): v6[..., :3], ("wx", "wy", "wz"): v6[..., 3:], ("ax", "ay", "az"): a6[..., :3], ("alx", "aly", "alz"): a6[..., 3:],
    }  # fmt: skip
    out.data["body"] = {name: values[..., k] for names, values in parts.items() for k, name in enumerate(names)}


def _points(system: System, out: Outputs, moving: Motions) -> None:
    if not system.points:
        return
    out.names["point"] = tuple(system.points)
    found = [moving.point(body, local) for body, local in system.points.values()]
    axes = "xyz"[: system.dimension]
    out.data["point"] = {
        prefix + axis: np.stack([point[level][:, k] for point in found], axis=1)
        for level, prefix in enumerate(("", "v", "a")) for k, axis in enumerate(axes)
    }  # fmt: skip


def _joints(system: System, out: Outputs, coordinates: Array) -> None:
    names = tuple(group.name for group in system.groups if group.kind == "joint")
    if not names:
        return
    out.names["joint"] = names
    quantities = list(dict.fromkeys(c.name for _, c in system.coordinate_names))
    data = {quantity: np.full((len(coordinates), len(names)), np.nan) for quantity in quantities}
    present = set()
    for k, (joint, coordinate) in enumerate(system.coordinate_names):
        data[coordinate.name][:, names.index(joint)] = coordinates[:, k]
        present.add((joint, coordinate.name))
    out.data["joint"] = data
    out.absent |= {
        ("joint", name, quantity) for name in names for quantity in quantities if (name, quantity) not in present
    }


def _drivers(system: System, out: Outputs, times: Array) -> None:
    names = tuple(system.driver_motions)
    if not names:
        return
    out.names["driver"] = names
    quantities = list(
        dict.fromkeys(f"value{suffix}" for parts in system.driver_motions.values() for suffix, _, _ in parts)
    )
    data = {quantity: np.full((len(times), len(names)), np.nan) for quantity in quantities}
    present = set()
    for k, (name, parts) in enumerate(system.driver_motions.items()):
        for suffix, motion, _ in parts:
            data[f"value{suffix}"][:, k] = motion.at(times)[0]
            present.add((name, f"value{suffix}"))
    out.data["driver"] = data
    out.absent |= {
        ("driver", name, quantity) for name in names for quantity in quantities if (name, quantity) not in present
    }


def _paths(system: System, out: Outputs, moving: Motions) -> None:
    """Lengths, rates and tensions of springs, dampers and cables along the motion."""
    scope = system.model.scope()
    for kind, section in (
        ("spring", system.model.springs),
        ("damper", system.model.dampers),
        ("cable", system.model.cables),
    ):
        if not section:
            continue
        out.names[kind] = tuple(section)
        columns: dict[str, list[Array]] = {"length": [], "rate": [], "force": []}
        for record in section.values():
            values = record.read(scope, [])
            length, rate = _along(
                moving, [system.points[name] for name in (values.through if kind == "cable" else values.points)]
            )
            columns["length"].append(length)
            columns["rate"].append(rate)
            columns["force"].append(record.tension(values, length, rate))
        out.data[kind] = {quantity: np.stack(arrays, axis=1) for quantity, arrays in columns.items()}


def _along(moving: Motions, stops: list[tuple[int, Array]]) -> tuple[Array, Array]:
    """Length of a path through points, and its rate."""
    length, rate = np.zeros(len(moving.r)), np.zeros(len(moving.r))
    states = [moving.point(body, local) for body, local in stops]
    for (p, v, _), (p_next, v_next, _) in pairwise(states):
        d = p_next - p
        segment = np.linalg.norm(d, axis=1)
        length += segment
        with np.errstate(invalid="ignore", divide="ignore"):
            rate += np.where(segment > 0, np.einsum("ti,ti->t", d, v_next - v) / segment, 0.0)
    return length, rate
