"""A run that starts with given joint coordinates and rates: assembled round them, with velocities that fit.

Coordinates are held by drivers made for it. In the plane the angles of bodies count whole turns, which are given to the bodies afterwards: bodies that
turn that far while joints close would go astray.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import SPACE
from vazba.case.beam_start import spread
from vazba.case.starting import RATE, Start, extended, moved_start
from vazba.compiler import compile_model
from vazba.errors import Fault, ModelError, suggestion
from vazba.joints.rows import ANGLE, TURN
from vazba.kinematic.assembly import Assembly, assemble, open_gaps, row_scales
from vazba.kinematic.evaluate import evaluate, work_for
from vazba.kinematic.rank import dense_jacobian
from vazba.model import Model
from vazba.system import System
from vazba.tree.topology import topology_of

Array = NDArray[np.float64]
FITS = 1e-8  # of the characteristic length (a second): what rates may leave open
MOST = 6  # names in a line
FIXED = 1e10  # weight of a body that assembly keeps where it is


def at_values(system: System, start: Start, described: Model) -> tuple[System, dict[str, float]]:
    """The system that starts with given joint coordinates and rates, the rest assembled and its velocities nearest to those described; and
    what is given of shapes of beams."""
    rigid = _rooted(compile_model(described, rigid=True))
    names = _names(rigid)
    shapes = {key: value for key, value in start.values.items() if _shape(described, key)}
    joints = {key: value for key, value in start.values.items() if key not in shapes}
    known = [*names, *(name + RATE for name in names)]
    faults = [
        Fault("start", f"'{key}' is no coordinate of a joint", _why_not(described, key), suggestion(key, _of_the_same(key, known)))
        for key in joints if key not in known
    ]  # fmt: skip
    if faults:
        raise ModelError(faults)
    values = {key: value for key, value in joints.items() if not key.endswith(RATE)}
    assembly, turns = _closed(described, rigid, values, start.time)
    q, v = (
        assembly.q,
        _rates(
            described, rigid, assembly, {key: value for key, value in joints.items() if key.endswith(RATE)}, start.time
        ),
    )
    if len(rigid.body_names) != len(system.body_names) or system.beams:
        return moved_start(system, *spread(system, rigid, q, v), extended(turns, system.turns0)), shapes
    return moved_start(system, q, v, turns), shapes


def _rooted(rigid: System) -> System:
    """The bodies from which floating trees of joints grow stay where they are described, and move as described."""
    keep, per_body = rigid.keep.copy(), rigid.space.nv
    for link in topology_of(rigid).links:
        if link.joint is None:
            keep[per_body * link.body : per_body * (link.body + 1)] = FIXED
    return replace(rigid, keep=keep)


def _of_the_same(key: str, known: list[str]) -> list[str]:
    """Names of the same joint, or all."""
    return [name for name in known if name.partition(".")[0] == key.partition(".")[0]] or known


def _shape(model: Model, key: str) -> bool:
    owner, _, rest = key.partition(".")
    return owner in model.beams and rest.startswith("shape_")


def _why_not(model: Model, key: str) -> str:
    owner = key.partition(".")[0]
    if owner in model.joints:
        return f"joint {owner} ({model.joints[owner].TYPE}) has no such coordinate"
    if owner in model.beams:
        return "of beams shapes can be given: shape_1, shape_1_rate"
    return f"there is no joint '{owner}'"


def _held(model: Model, system: System, values: Mapping[str, tuple[float, float]], t: float, turns: Array) -> System:
    """The model with these coordinates driven along `value + rate (t' - t)`."""
    driven = copy.copy(model)
    driven.drivers = dict(model.drivers)
    for k, (key, (value, rate)) in enumerate(values.items()):
        joint, _, coordinate = key.partition(".")
        law: dict[str, Any] = {coordinate: {"polynomial": [value - rate * t, rate]}}
        driven.drive(f"start-{k}", joint=joint, **law)
    found = compile_model(driven, rigid=True)
    guided = (
        None
        if found.guided is None
        else replace(
            found.guided, q0=system.q0, v0=system.v0, keep=system.keep, turns0=extended(turns, found.guided.turns0)
        )
    )
    return replace(
        found, q0=system.q0, v0=system.v0, keep=system.keep, turns0=extended(turns, found.turns0), guided=guided
    )


def _closed(model: Model, rigid: System, values: Mapping[str, float], t: float) -> tuple[Assembly, Array]:
    """The assembly in which coordinates have given values, and the angles from which whole turns are counted."""
    turns = rigid.turns0.copy()
    for k, (joint, coordinate) in enumerate(rigid.coordinate_names):
        row = rigid.tables.coordinates[k]
        if row["kind"] == TURN and f"{joint}.{coordinate.name}" in values:
            turns[int(row["turn"])] = values[f"{joint}.{coordinate.name}"] / row["factor"]
    near = dict(values) if rigid.space is SPACE else _nearest(rigid, values, t)
    held, assembly = _with_others(model, rigid, near, t, turns)
    if not assembly.closed:
        said = [f"{key} = {value:.6g}" for key, value in values.items()]
        left = [
            f"{_told(name, list(values))} stays open by {gap:.3g} {unit}"
            for name, gap, unit in open_gaps(held, assembly)[:MOST]
        ]
        what = f"{', '.join(said[:MOST])} cannot be had" + (" together" if len(said) > 1 else "")
        raise ModelError(
            Fault("start", what, "; ".join(left), "give fewer values, or such as the joints (and drivers) allow")
        )
    q = assembly.q
    if near != values:
        q = _turned(rigid, q, {key: round((values[key] - near[key]) / (2 * np.pi)) for key in values})
    seen = _seen(rigid, q, assembly.work.turns, t)
    return replace(assembly, q=q, work=seen), seen.turns[: len(turns)].copy()


def _nearest(rigid: System, values: Mapping[str, float], t: float) -> dict[str, float]:
    """Angles in the plane without the whole turns they are away from the drawing: bodies that turn that far while joints close would go astray."""
    work = _seen(rigid, rigid.q0, rigid.turns0, t)
    drawn = {f"{joint}.{c.name}": (x, c.unit) for (joint, c), x in zip(rigid.coordinate_names, work.coordinates)}
    out = dict(values)
    for key, value in values.items():
        here, unit = drawn[key]
        if unit == "rad":
            out[key] = value - 2 * np.pi * round((value - here) / (2 * np.pi))
    return out


def _turned(rigid: System, q: Array, turns: Mapping[str, int]) -> Array:
    """Whole turns of joints in the plane given to the angles of bodies, so that no other joint turns, but for those that close loops.

    Bodies whose angles are held together (a slide, a weld) turn together."""
    index = {name: k for k, name in enumerate(rigid.body_names)}
    frames, rows = rigid.tables.frames["body"], rigid.tables.rows
    held = [(int(frames[row["a"]]), int(frames[row["b"]]), 0) for row in rows[rows["kind"] == ANGLE]]
    places = rigid.joint_places
    given = [(places[key.partition(".")[0]], n) for key, n in turns.items()]
    links = held + [(index.get(p.body_a, -1), index.get(p.body_b, -1), n) for p, n in given]
    links += [(index.get(p.body_a, -1), index.get(p.body_b, -1), 0) for p in places.values()]
    group = {k: k for k in (-1, *index.values())}
    offset = dict.fromkeys(group, 0)
    for a, b, n in links:
        if group[a] == group[b]:
            continue
        shift, old, keep = offset[a] + n - offset[b], group[b], group[a]
        for k in group:
            if group[k] == old:
                group[k], offset[k] = keep, offset[k] + shift
    out = q.copy()
    for k in index.values():
        still = offset[-1] if group[k] == group[-1] else 0
        out[3 * k + 2] += 2 * np.pi * (offset[k] - still)
    return out


def _with_others(
    model: Model, rigid: System, values: Mapping[str, float], t: float, turns: Array
) -> tuple[System, Assembly]:
    """The assembly with given coordinates. The others stay as drawn where that can be (in trees), else bodies move as little as they can."""
    drawn = assemble(rigid, t)
    if drawn.closed and set(values) < set(_names(rigid)):
        every = dict(zip(_names(rigid), drawn.work.coordinates.tolist(), strict=True)) | dict(values)
        held = _held(model, rigid, {key: (value, 0.0) for key, value in every.items()}, t, turns)
        assembly = assemble(replace(held, q0=drawn.q), t)
        if assembly.closed:
            return held, assembly
    held = _held(model, rigid, {key: (value, 0.0) for key, value in values.items()}, t, turns)
    return held, assemble(held, t)


def _names(system: System) -> list[str]:
    """Joint coordinates, `A.angle`."""
    return [f"{joint}.{coordinate.name}" for joint, coordinate in system.coordinate_names]


def _seen(rigid: System, q: Array, turns: Array, t: float) -> Any:
    work = work_for(rigid)
    work.turns[:] = turns[: len(work.turns)]
    evaluate(rigid, work, q, np.zeros(rigid.nv), t)
    return work


def _told(name: str, keys: list[str]) -> str:
    """A joint or driver by its name; those made to hold a value by what they hold."""
    mark = "driver start-"
    return keys[int(name.removeprefix(mark))] if name.startswith(mark) else name


def _rates(model: Model, rigid: System, assembly: Assembly, rates: Mapping[str, float], t: float) -> Array:
    """Velocities with which joints stay closed and coordinates have given rates. The other rates are as drawn where that can be, else velocities are the
    nearest to those described."""
    asked = {key.removesuffix(RATE): rate for key, rate in rates.items()}
    drawn = work_for(rigid)
    evaluate(rigid, drawn, rigid.q0, rigid.v0, t)
    for others in (dict(zip(_names(rigid), drawn.rates.tolist(), strict=True)), {}):
        held, v, left = _projected(model, rigid, assembly, others | asked, t)
        if left.max(initial=0.0) <= FITS * held.length * max(1.0, float(np.abs(v).max(initial=0.0))):
            return v
    scale = row_scales(held)
    parts = sorted(((max(left[list(g.rows)] / scale[list(g.rows)]), g) for g in held.groups), key=lambda part: -part[0])
    told = [
        f"{_told(g.label, list(asked))} by {gap:.3g} {g.units[0]}/s"
        for gap, g in parts[:MOST]
        if gap > 1e-6 * parts[0][0]
    ]
    said = ", ".join(f"{key} = {rate:.6g}" for key, rate in rates.items())
    raise ModelError(
        Fault(
            "start",
            f"{said} cannot be had",
            f"the joints (and drivers) do not allow it: {', '.join(told)}",
            "give fewer rates",
        )
    )


def _projected(
    model: Model, rigid: System, assembly: Assembly, rates: Mapping[str, float], t: float
) -> tuple[System, Array, Array]:
    """The system with rates held, the velocities nearest to those described (in metres), and what they leave open of each equation."""
    values = dict(zip(_names(rigid), assembly.work.coordinates.tolist(), strict=True))
    held = _held(model, rigid, {key: (values[key], rate) for key, rate in rates.items()}, t, assembly.work.turns)
    work = _seen(held, assembly.q, assembly.work.turns, t)
    jacobian, roots, v = dense_jacobian(held, work), np.sqrt(held.tables.weights), rigid.v0
    for free in (held.keep != FIXED, np.ones(rigid.nv, bool)):  # bodies that are kept move as described, if they can
        change = np.linalg.lstsq(jacobian[:, free] / roots[free], work.nu - jacobian @ rigid.v0, rcond=1e-10)[0]
        v = rigid.v0.copy()
        v[free] += change / roots[free]
        left = np.abs(jacobian @ v - work.nu)
        if left.max(initial=0.0) <= FITS * held.length * max(1.0, float(np.abs(v).max(initial=0.0))):
            break
    return held, v, left
