"""Values that are allowed but look odd: said by `check` and by every dynamic run."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from vazba.bodies.rigid import triangle_warning
from vazba.element import GROUND, Element
from vazba.system import System

ALONG = ("springs", "dampers", "cables", "actuators")


def odd_values(system: System) -> list[str]:
    """Inertias no body has, stiffness and damping below zero, elements without effect."""
    out = []
    scope = system.model.scope()
    if system.dimension == 3:
        for name, body in system.model.bodies.items():
            tensor = body.read(scope, []).inertia
            odd = triangle_warning(tensor) if tensor is not None else None
            out += [f"body {name}: {odd}"] if odd else []
    for heading in (*ALONG, "bushings", "forces", "torques"):
        for record in system.model.section(heading).values():
            values = record.read(scope, [])
            out += [f"{record.label}: {text}" for text in (*_negative(record, values), *_idle(system, record, values))]
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
    return ["all its points lie on one body: nothing moves by it"] if len(carriers) == 1 else []
