"""Values that are allowed but look odd: said by `check` and by every dynamic run."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from vazba.bodies.rigid import triangle_warning
from vazba.bodies.space import SPACE
from vazba.element import GROUND, SECTIONS, Element
from vazba.flexible.build import units_of
from vazba.flexible.shapes import Shapes
from vazba.motion.motion import Motion
from vazba.system import System

ALONG = ("springs", "dampers", "cables", "actuators")
SILENT = 1e-9  # a shape smaller than this (of its largest value) is nothing


def odd_values(system: System) -> list[str]:
    """Inertias no body has, stiffness and damping below zero, elements without effect."""
    out = []
    nodes = set(() if system.net is None else system.net.nodes)
    if system.space is SPACE:
        for name in system.model.bodies:
            tensor = system.values["bodies"][name].inertia
            odd = triangle_warning(tensor) if tensor is not None and name not in nodes else None
            out += [f"body {name}: {odd}"] if odd else []
    for heading in (*ALONG, "bushings", "forces", "torques"):
        for record in system.model.section(heading).values():
            values = system.values[heading][record.name]
            out += [f"{record.label}: {text}" for text in (*_negative(record, values), *_idle(system, record, values))]
    return out + degrees_meant(system) + _unfit_shapes(system) + _one_stiffness(system)


def degrees_meant(system: System) -> list[str]:
    """Angles of more than a turn that are round numbers: `"60 + 2*pi*t"` starts at 60 rad, and 60 degrees may be meant."""
    out, model = [], system.described
    scope = model.scope()
    for heading in SECTIONS:
        for record in model.section(heading).values():
            turning = [key for key in record.angles() if record.says(key)]
            if not turning:
                continue
            known = system.values.get(heading, {}).get(record.name) if model is system.model else None
            values = record.read(scope, []) if known is None else known
            for key in turning:
                value = getattr(values, key)
                start = float(value.at(0.0)[0]) if isinstance(value, Motion) else value
                if not isinstance(start, float) or abs(start) <= 2 * np.pi or abs(2 * start - round(2 * start)) > 1e-9:
                    continue
                which = f"{key} at the start" if isinstance(value, Motion) else key
                out.append(
                    f"{record.label}, {which}: {start:g} rad is {start / (2 * np.pi):.2g} turns; did you mean {start:g}*deg?"
                )
    return out


def _unfit_shapes(system: System) -> list[str]:
    """Joints at stations of modal beams where their shapes cannot do what the joint asks for."""
    out = []
    where = {
        name: (unit, x) for unit in units_of(system) if isinstance(unit.shapes, Shapes) for name, x in unit.stations
    }
    for group, touched in zip(system.groups, system.touches, strict=True):
        for body in touched:
            unit, x = where.get(system.body_names[body], (None, 0.0))
            if unit is None or not isinstance(unit.shapes, Shapes) or group.kind != "joint":
                continue
            station, shapes = np.array([x]), unit.shapes
            told = f"{group.label}: at station {x:g} m of beam {unit.span.name} its {shapes.kind} shapes"
            moves = (
                np.abs(shapes.displacement(station)).max() + unit.span.length * np.abs(shapes.rotation(station)).max()
            )
            bent = [
                abs(v) for v, kind in zip(shapes.values(station, 2)[:, 0], shapes.kinds, strict=True) if kind in "yz"
            ]
            if x > 0 and moves < SILENT:
                out.append(f"{told} neither move nor turn: they do not notice the joint; use shapes = static")
            elif "rad" in group.units and max(bent, default=0.0) < SILENT / unit.span.length**2:
                out.append(f"{told} have no curvature: they cannot carry the moment of the joint; use shapes = static")
    return out


def _one_stiffness(system: System) -> list[str]:
    """Nodal beams in space bend alike in all directions."""
    out = []
    for span in (unit.span for unit in units_of(system) if unit.shapes is None and system.space is SPACE):
        jy, jz = span.section.Jy, span.section.Jz
        if abs(jy - jz) > 1e-9 * max(jy, jz):
            out.append(
                f"beam {span.name}: ancf takes Jz = {jz:.4g} m^4 for bending in all directions, and Jy = {jy:.4g} m^4 for none: "
                "right only if it bends in its x-y plane; use rfe or modal"
            )
    return out


def _negative(record: Element, values: SimpleNamespace) -> list[str]:
    found = []
    for key, why in (("stiffness", "it pushes away from where it should hold"), ("damping", "it feeds energy in")):
        value = getattr(values, key, None)
        if value is None:
            continue
        if record.SECTION == "bushings":
            value = float(np.linalg.eigvalsh(np.asarray(value))[0])
            if value < -1e-12 * np.abs(getattr(values, key)).max():
                found.append(f"{key} is not positive (least principal value {value:.3g}): {why}")
        elif value < 0:
            found.append(f"{key} = {value:g} is negative: {why}")
    free = getattr(values, "free_length", None)
    if (
        record.SECTION == "springs"
        and values.points is not None
        and free is not None
        and not float(free.at(0.0)[0]) >= 0
    ):
        found.append(f"free_length = {float(free.at(0.0)[0]):g} is negative: it pulls at every length")
    return found


def _idle(system: System, record: Element, values: SimpleNamespace) -> list[str]:
    """Nothing moves under a force on the ground, or under one within a body."""
    if record.SECTION == "forces":
        return ["it acts on the ground: nothing moves by it"] if system.points[values.point][0] < 0 else []
    if record.SECTION == "torques":
        bodies = values.bodies or (values.body,)
        return ["it acts on the ground: nothing moves by it"] if set(bodies) == {GROUND} else []
    names = getattr(values, "points", None) or getattr(values, "through", None) or ()
    carriers = {system.points[name][0] for name in names} if record.SECTION != "bushings" else set()
    if all(name in system.described.nodes for name in names):
        return []  # a string between two supports is usual
    return ["all its points lie on one body: nothing moves by it"] if len(carriers) == 1 else []
