"""What is reported of beams: their start frame like a body, and stations along them, with the section forces where they are elastic.

The section forces at a cut are what the part behind it exerts on the part before it, in the axes of the beam there: `N` along it (positive in tension),
`Q` (space: `Qy`, `Qz`) across, and the moment `M` (space: `T`, `My`, `Mz`). Positive `M` (`Mz`) bends the beam towards its +y, positive `My` towards its -z.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import half_turned, rotation_vectors, vector_rates
from vazba.element import SECTIONS
from vazba.system import System

if TYPE_CHECKING:
    from vazba.kinematic.outputs import Motions, Outputs
    from vazba.lowering.carrier import BeamPlan, Station

Array = NDArray[np.float64]
LEVELS = ("", "v", "a")


def show_beams(system: System, out: Outputs, moving: Motions) -> None:
    """Take out what stands for beams, put in their start frames (as bodies) and stations."""
    index = {name: k for k, name in enumerate(system.body_names)}
    for plan in system.beams:
        if plan.hidden:
            _start_frame(plan, out, moving, index)
    hidden = {(SECTIONS[heading].kind, name) for plan in system.beams for heading, name in plan.hidden}
    _keep_segments(system, out, index)
    for kind in {kind for kind, _ in hidden} & set(out.names):
        take_out(out, kind, {name for other, name in hidden if other == kind})
    _stations(system, out, moving, index)


def _start_frame(plan: BeamPlan, out: Outputs, moving: Motions, index: dict[str, int]) -> None:
    body, local = plan.start
    k = index[body]
    columns = {name: values[:, k] for name, values in out.data["body"].items()}
    axes = "xyz"[: 2 if moving.planar else 3]
    for level, vector in zip(LEVELS, moving.point(k, local), strict=True):
        columns |= {level + axis: values for axis, values in zip(axes, vector, strict=True)}
    out.names["body"] = (*out.names["body"], plan.name)
    out.data["body"] = {name: np.column_stack([values, columns[name]]) for name, values in out.data["body"].items()}


def _keep_segments(system: System, out: Outputs, index: dict[str, int]) -> None:
    """The motion of rigid segments is kept beside the columns, for whoever needs the whole motion (`vz.inverse`); nobody is shown it."""
    names = [name for plan in system.beams if plan.unit is None and plan.hidden for name, _ in plan.bodies]
    if not names:
        return
    places = [index[name] for name in names]
    out.names["segment"] = tuple(names)
    out.data["segment"] = {
        quantity: values[:, places] for quantity, values in out.data["body"].items() if not quantity.startswith("phi")
    }
    out.absent |= {("segment", name, quantity) for name in names for quantity in out.data["segment"]}


def take_out(out: Outputs, kind: str, names: set[str]) -> None:
    kept = [k for k, name in enumerate(out.names[kind]) if name not in names]
    out.names[kind] = tuple(out.names[kind][k] for k in kept)
    out.data[kind] = {quantity: values[:, kept] for quantity, values in out.data[kind].items()}
    if not kept:
        del out.names[kind], out.data[kind]
    out.absent = {key for key in out.absent if key[0] != kind or key[1] not in names}
    out.units = {key: unit for key, unit in out.units.items() if key[0] != kind or key[1] not in names}


def _stations(system: System, out: Outputs, moving: Motions, index: dict[str, int]) -> None:
    axes = "xyz"[: system.dimension]
    quantities = [level + axis for level in LEVELS for axis in axes]
    names, found = [], []
    for plan in system.beams:
        for station in plan.stations:
            places = [moving.point(index[body], local) for body, local in station.places]
            vectors = [np.mean([place[level] for place in places], axis=0) for level in range(3)]
            names.append(station.name)
            found.append(np.concatenate(vectors))
    out.names["station"] = tuple(names)
    cube = np.array(found)  # stations x quantities x times
    out.data["station"] = {quantity: np.ascontiguousarray(cube[:, k].T) for k, quantity in enumerate(quantities)}


def show_sections(
    system: System, out: Outputs, moving: Motions, reaction: Callable[[str], Array], known: dict[str, Array]
) -> None:
    """Add the section forces of all elastic elements; `reaction` tells force and moment of a joint on its second body over time.

    `known`: those of stations of beams with elastic coordinates of their own (times x components).
    """
    words = system.space.section
    names = out.names["station"]
    place = {name: k for k, name in enumerate(names)}
    columns = {word: np.full((moving.count, len(names)), np.nan) for word in words}
    present = set()
    for plan in system.beams:
        for station in plan.stations:
            if station.name in known:
                forces = list(known[station.name].T)
            elif station.element is not None:
                forces = section_forces(system, plan, station, moving, reaction)
            else:
                continue
            present.add(station.name)
            for word, values in zip(words, forces, strict=True):
                columns[word][:, place[station.name]] = values
    if not present:
        return
    out.data["station"] |= columns
    out.absent |= {("station", name, word) for name in names for word in words if name not in present}


def section_forces(
    system: System, plan: BeamPlan, station: Station, moving: Motions, reaction: Callable[[str], Array]
) -> list[Array]:
    """Section forces at an elastic element over time, in axes half-way between the segments it joins."""
    assert station.element is not None
    index = {name: k for k, name in enumerate(system.body_names)}
    (a, local_a), (b, local_b) = ((index[body], local) for body, local in station.places)
    if plan.span.flexibility == "bending":
        record, wrench = system.model.springs[station.element], reaction(station.element)
        turn, rate = moving.q[:, b, 2] - moving.q[:, a, 2], moving.v[:, b, 2] - moving.v[:, a, 2]
        c, s = _half_way(moving, a, b)
        x, y = -wrench[:, 0], -wrench[:, 1]
        stiffness, damping = float(record.stiffness), float(record.damping)  # type: ignore[arg-type]
        return [c * x + s * y, c * y - s * x, stiffness * turn + damping * rate]
    p_a, v_a, _ = moving.point(a, local_a)
    p_b, v_b, _ = moving.point(b, local_b)
    d, d_dot = (np.stack([y - x for x, y in zip(*pair, strict=True)], axis=-1) for pair in ((p_a, p_b), (v_a, v_b)))
    if moving.planar:
        turn, rate = moving.q[:, b, 2] - moving.q[:, a, 2], moving.v[:, b, 2] - moving.v[:, a, 2]
        w = 0.5 * (moving.v[:, a, 2] + moving.v[:, b, 2])
        seen = d_dot - np.stack([-w * d[:, 1], w * d[:, 0]], axis=-1)
        c, s = _half_way(moving, a, b)
        e = np.stack([c * d[:, 0] + s * d[:, 1], c * d[:, 1] - s * d[:, 0], turn])
        e_dot = np.stack([c * seen[:, 0] + s * seen[:, 1], c * seen[:, 1] - s * seen[:, 0], rate])
    else:
        phi = rotation_vectors(moving.s[:, a].transpose(0, 2, 1) @ moving.s[:, b])
        axes = half_turned(moving.s[:, a], phi).transpose(0, 2, 1)
        w, mean = moving.w[:, b] - moving.w[:, a], 0.5 * (moving.w[:, a] + moving.w[:, b])
        half = np.linalg.norm(phi, axis=1, keepdims=True) / 2
        p = np.einsum("tij,tj->ti", moving.s[:, a], phi / 2) * np.sinc(half / np.pi)  # n sin(theta/2)
        seen = d_dot - np.cross(mean - np.cross(p, w) / (2 * (1 + np.cos(half))), d)
        before = np.einsum("tji,tj->ti", moving.s[:, a], w)
        e = np.concatenate([np.einsum("tij,tj->it", axes, d), phi.T])
        e_dot = np.concatenate([np.einsum("tij,tj->it", axes, seen), vector_rates(phi, before).T])
    record = system.model.bushings[station.element]
    stiffness = np.array(record.stiffness)
    damping = np.zeros(len(stiffness)) if record.damping is None else np.array(record.damping)
    return list(stiffness[:, None] * e + damping[:, None] * e_dot)


def _half_way(moving: Motions, a: int, b: int) -> tuple[Array, Array]:
    """Cosine and sine of the mean angle of two planar bodies."""
    angle = 0.5 * (moving.q[:, a, 2] + moving.q[:, b, 2])
    return np.cos(angle), np.sin(angle)
