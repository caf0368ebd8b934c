"""From the states of a run to what a user reads: bodies, points, joints, drivers, springs, over all stored times at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cardan_angles, matrices
from vazba.bodies.space import PLANE
from vazba.element import SECTIONS
from vazba.kinematic.bar_outputs import show_bars
from vazba.kinematic.beam_outputs import show_beams
from vazba.kinematic.evaluate import Work
from vazba.kinematic.joint_history import joint_history
from vazba.laws.records import COMMAND, LISTEN, POINTS
from vazba.system import System

Array = NDArray[np.float64]
Data = dict[str, dict[str, Array]]
PUSHING = ("actuators", "controllers")  # whose efforts at joints move the second body along the coordinate
AT_ONCE = 50_000  # numbers of a column that are computed together: what is needed on the way stays small


@dataclass
class Outputs:
    """Arrays by kind and quantity (time x element), names by kind, and what single elements do not have."""

    data: Data = field(default_factory=dict)
    names: dict[str, tuple[str, ...]] = field(default_factory=dict)
    absent: set[tuple[str, str, str]] = field(default_factory=set)
    units: dict[tuple[str, ...], str] = field(default_factory=dict)  # where they are not the usual ones
    state: dict[str, Array] = field(default_factory=dict)  # what columns do not hold of the state: times x numbers


class Motions:
    """Motion of all bodies over time, from which that of any point follows; body -1 is the ground."""

    def __init__(self, system: System, q: Array, v: Array, a: Array) -> None:
        nt, nb = len(q), len(system.body_names)
        self.count, self.planar = nt, system.space is PLANE
        if self.planar:
            self.q, self.v, self.a = (x.reshape(nt, nb, 3) for x in (q, v, a))
            self.cos, self.sin = np.cos(self.q[..., 2]), np.sin(self.q[..., 2])
        else:
            self.q, self.v, self.a = q.reshape(nt, nb, 7), v.reshape(nt, nb, 6), a.reshape(nt, nb, 6)
            self.s = matrices(self.q[..., 3:])
            self.w = np.einsum("tbij,tbj->tbi", self.s, self.v[..., 3:])
            self.al = np.einsum("tbij,tbj->tbi", self.s, self.a[..., 3:])

    def point(self, body: int, local: Array) -> tuple[list[Array], list[Array], list[Array]]:
        """Position, velocity and acceleration, component by component, of a point fixed in a body.

        `p = r + S s`, `p' = r' + w x S s`, `p'' = r'' + al x S s + w x (w x S s)`.
        """
        zero = np.zeros(self.count)
        if body < 0:
            size = 2 if self.planar else 3
            return [zero + x for x in local[:size]], [zero] * size, [zero] * size
        out = [values[0] for values in self.points([body], local[None])]
        size = len(out) // 3
        return out[:size], out[size : 2 * size], out[2 * size :]

    def points(self, bodies: list[int], locals_: Array) -> list[Array]:
        """The same for points of several bodies at once: `x, y, x', y', x'', y''` (points x times)."""
        place = np.array(bodies, int)
        q, v, a = (np.ascontiguousarray(motion[:, place].transpose(2, 1, 0)) for motion in (self.q, self.v, self.a))
        if not self.planar:
            arm = (self.s[:, place] @ locals_[None, :, :, None])[..., 0].transpose(2, 1, 0)
            w, al = (x[:, place].transpose(2, 1, 0) for x in (self.w, self.al))
            across = _cross(w, arm)
            turning, inwards = _cross(al, arm), _cross(w, across)
            moved = [(q[k] + arm[k], v[k] + across[k], a[k] + turning[k] + inwards[k]) for k in range(3)]
            return [parts[level] for level in range(3) for parts in moved]
        c, s, (w, al) = self.cos[:, place].T, self.sin[:, place].T, (v[2], a[2])
        first, second = locals_[:, 0, None], locals_[:, 1, None]
        x, y = c * first - s * second, s * first + c * second
        square = w * w
        return [q[0] + x, q[1] + y, v[0] - w * y, v[1] + w * x, a[0] - al * y - square * x, a[1] + al * x - square * y]


def _cross(a: Sequence[Array] | Array, b: Sequence[Array] | Array) -> list[Array]:
    """`a x b`, component by component."""
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


Samples = dict[str, list[tuple[Array, Array, Array]]]  # of each driver: f, f', f'' of its motions


def driven_motions(system: System, times: Array) -> Samples:
    """Motions of all drivers at the given times."""
    with np.errstate(all="ignore"):
        return {name: [motion.at(times) for _, motion, _ in parts] for name, parts in system.driver_motions.items()}


def outputs(system: System, work: Work, times: Array, stored: Array, samples: Samples, paths: Array) -> Outputs:
    """Everything a kinematic run reports, from what its loop has stored (quantities x times)."""
    nq, nv, nc = system.nq, system.nv, len(system.coordinate_names)
    rows = stored.T
    q, v, a = rows[:, :nq], rows[:, nq : nq + nv], rows[:, nq + nv : nq + 2 * nv]
    coordinates, drift = rows[:, nq + 2 * nv : nq + 2 * nv + nc], rows[:, nq + 2 * nv + 2 * nc :]
    out = Outputs()
    moving = Motions(system, q, v, a)
    _bodies(system, out, moving, q, v, a)
    _points(system, out, moving)
    _joints(system, out, (coordinates, *joint_history(system, work, times, stored)))
    show_drivers(system, out, times, samples)
    _paths(system, out, paths)
    if system.beams:
        show_beams(system, out, moving)
    if system.net is not None:
        show_bars(system, out)
    out.names["constraint"] = ("constraint",)
    out.data["constraint"] = {"position": drift[:, :1], "velocity": drift[:, 1:2]}
    return out


def _bodies(system: System, out: Outputs, moving: Motions, q: Array, v: Array, a: Array) -> None:
    nt, nb = len(q), len(system.body_names)
    out.names["body"] = system.body_names
    if system.space is PLANE:
        columns = [("x", "y", "angle"), ("vx", "vy", "w"), ("ax", "ay", "alpha")]
        out.data["body"] = {
            name: x.reshape(nt, nb, 3)[..., k] for x, names in zip((q, v, a), columns, strict=True) for k, name in enumerate(names)
        }  # fmt: skip
        return
    q7, v6, a6 = q.reshape(nt, nb, 7), v.reshape(nt, nb, 6), a.reshape(nt, nb, 6)
    cardan = cardan_angles(moving.s)
    parts = {
        ("x", "y", "z"): q7[..., :3], ("phi_x", "phi_y", "phi_z"): cardan, ("qw", "qx", "qy", "qz"): q7[..., 3:],
        ("vx", "vy", "vz"): v6[..., :3], ("wx", "wy", "wz"): v6[..., 3:], ("ax", "ay", "az"): a6[..., :3], ("alx", "aly", "alz"): a6[..., 3:],
    }  # fmt: skip
    out.data["body"] = {name: values[..., k] for names, values in parts.items() for k, name in enumerate(names)}


def _points(system: System, out: Outputs, moving: Motions) -> None:
    if not system.points:
        return
    out.names["point"] = tuple(system.points)
    axes = "xyz"[: system.dimension]
    columns = {level + axis: np.empty((len(system.points), moving.count)) for level in ("", "v", "a") for axis in axes}
    places = list(system.points.values())
    moved = [k for k, (body, _) in enumerate(places) if body >= 0]
    size = max(1, AT_ONCE // max(1, moving.count))
    for part in (moved[first : first + size] for first in range(0, len(moved), size)):
        found = moving.points([places[k][0] for k in part], np.array([places[k][1] for k in part]))
        for column, values in zip(columns.values(), found, strict=True):
            column[part] = values
    held = [k for k, (body, _) in enumerate(places) if body < 0]
    for number, column in enumerate(columns.values()):
        level, axis = divmod(number, len(axes))
        column[held] = np.array([places[k][1][axis] if level == 0 else 0.0 for k in held])[:, None]
    out.data["point"] = {name: values.T for name, values in columns.items()}


def _joints(system: System, out: Outputs, found: tuple[Array, Array, Array, Array]) -> None:
    """Coordinates with their rates and accelerations, and by how much each joint is open."""
    names = tuple(group.name for group in system.groups if group.kind == "joint")
    if not names:
        return
    out.names["joint"] = names
    suffixes = ("", "_rate", "_acceleration")
    own = dict.fromkeys(c.name for _, c in system.coordinate_names)
    quantities = [name + suffix for suffix in suffixes for name in own]
    data = {quantity: np.full((len(found[0]), len(names)), np.nan) for quantity in quantities}
    present = set()
    column = {name: k for k, name in enumerate(names)}
    for name in own:
        of = [(k, joint) for k, (joint, coordinate) in enumerate(system.coordinate_names) if coordinate.name == name]
        for suffix, values in zip(suffixes, found[:3], strict=True):
            data[name + suffix][:, [column[joint] for _, joint in of]] = values[:, [k for k, _ in of]]
            present |= {(joint, name + suffix) for _, joint in of}
    out.data["joint"] = data | {"drift": np.ascontiguousarray(found[3])}
    out.absent |= {
        ("joint", name, quantity) for name in names for quantity in quantities if (name, quantity) not in present
    }


def show_drivers(system: System, out: Outputs, times: Array, samples: Samples) -> None:
    """Values of the drivers."""
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
        for (suffix, _, _), values in zip(parts, samples[name], strict=True):
            data[f"value{suffix}"][:, k] = values[0][: len(times)]
            present.add((name, f"value{suffix}"))
        out.units |= {("driver", name, f"value{suffix}"): unit for suffix, _, unit in parts}
    out.data["driver"] = data
    out.absent |= {
        ("driver", name, quantity) for name in names for quantity in quantities if (name, quantity) not in present
    }


def _paths(system: System, out: Outputs, paths: Array) -> None:
    """Lengths, rates and forces of springs, dampers, cables, limits and actuators along the motion."""
    for section in dict.fromkeys(section for section, _ in system.path_names):
        kind = SECTIONS[section].kind
        record = next(iter(SECTIONS[section].types.values()))
        wanted = getattr(record, "QUANTITIES", ())
        if not wanted:
            continue
        rows = [k for k, (where, _) in enumerate(system.path_names) if where == section]
        if section == "controllers":  # a place that is read is no column, nor an effort nobody has found
            unknown = (LISTEN,) if system.controls is not None else (LISTEN, COMMAND)
            rows = [k for k in rows if system.tables.paths[k]["law"] not in unknown]
        if not rows:
            continue
        out.names[kind] = tuple(system.path_names[k][1] for k in rows)
        length, rate, tension = (paths[rows, part].T for part in range(3))
        tension = _commanded(system, section, rows, paths, tension)
        joints = np.array(
            [section in PUSHING and system.tables.paths[k]["kind"] != POINTS for k in rows]
        )  # efforts at joints push, tensions pull
        effort = np.where(joints, -tension, tension)
        columns = {
            "length": length, "value": length, "rate": rate, "force": tension, "effort": effort,
            "power": np.where(joints, effort * rate, -effort * rate),
        }  # fmt: skip
        out.data[kind] = {quantity: columns[quantity] for quantity in wanted}
        for k in rows:
            name, unit = system.path_names[k][1], system.path_units[k]
            effort_unit = "N" if unit == "m" else "N m"
            units = {"length": unit, "value": unit, "rate": f"{unit}/s", "force": effort_unit, "effort": effort_unit}
            out.units |= {(kind, name, quantity): units[quantity] for quantity in wanted if quantity in units}


def _commanded(system: System, section: str, rows: list[int], paths: Array, tension: Array) -> Array:
    """Tensions of a section, where controllers take the place of laws of cables."""
    held = {axis.cable: row for plan in system.plans for row, axis in plan.axes if axis.cable is not None}
    if section != "cables" or not held:
        return tension
    tension = tension.copy()
    for k, row in enumerate(rows):
        name = system.path_names[row][1]
        if name in held:
            tension[:, k] = paths[held[name], 2]
    return tension
