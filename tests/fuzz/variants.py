"""The same mechanism told otherwise: other names and another order of elements, another place of the ground frame."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import vazba as vz
from vazba.element import SECTIONS, NameField

from .poses import GROUND, pose_of
from .sketch import about, quaternion_of, turn


def reordered(model: vz.Model, rng: np.random.Generator) -> tuple[vz.Model, dict[str, dict[str, str]]]:
    """A copy with all elements renamed and in another order; the new names by section."""
    other = vz.Model(model.name, model.dimension, model.gravity, model.parameters)
    names = {}
    for section in SECTIONS:
        held = list(model.section(section))
        labels = rng.permutation(len(held))
        names[section] = {name: f"{section[:2]}_{labels[k]}" for k, name in enumerate(held)}
    for section in SECTIONS:
        records = list(model.section(section).values())
        for k in rng.permutation(len(records)):
            other.add(_renamed(records[k], names))
    return other, names


def _renamed(record: Any, names: dict[str, dict[str, str]]) -> Any:
    changes: dict[str, Any] = {"name": names[record.SECTION][record.name]}
    for key, field in record.schema().items():
        raw = getattr(record, key)
        if raw is None or not isinstance(field, NameField):
            continue
        known = {old: new for section in field.to for old, new in names.get(section, {}).items()} | {GROUND: GROUND}
        changes[key] = known[raw] if isinstance(raw, str) else [known[name] for name in raw]
    return replace(record, **changes)


def moved(model: vz.Model, rng: np.random.Generator) -> tuple[vz.Model, Any]:
    """A copy seen from another ground frame, and the rotation of what is told in ground components.

    Turned only where no element counts an angle from the ground frame or commands ground components; shifted always.
    """
    dim = model.dimension
    turns = not (model.drivers or _counts_from_ground(model))
    s = np.eye(3) if not turns else about(2, rng.uniform(-3, 3)) if dim == 2 else turn(rng.normal(size=3))
    angle = float(np.arctan2(s[1, 0], s[0, 0])) if dim == 2 else 0.0
    shift = np.append(rng.normal(size=dim), [0.0] * (3 - dim))
    other = vz.Model(model.name, dim, None, model.parameters)

    def full(v: Any) -> Any:
        return np.append(np.asarray(v, float), [0.0] * (3 - dim))

    def place(v: Any) -> list[float]:
        return (shift + s @ full(v))[:dim].tolist()

    def direction(v: Any) -> list[float]:
        return (s @ full(v))[:dim].tolist()

    def on_ground(name: str) -> bool:
        return model.points[name].body == GROUND

    default = (0.0, -9.81) if dim == 2 else (0.0, 0.0, -9.81)
    other.gravity = direction(default if model.gravity is None else model.gravity)
    for body in model.bodies.values():
        changes: dict[str, Any] = {"position": place(body.position if body.position is not None else [0.0] * dim)}
        if body.velocity is not None:
            changes["velocity"] = direction(body.velocity)
        if dim == 2:
            changes["angle"] = (body.angle or 0.0) + angle
        elif turns:
            changes["orientation"] = {"quaternion": quaternion_of(s @ np.asarray(pose_of(body, dim)[1], float))}
        other.add(replace(body, **changes))
    for point in model.points.values():
        ground = point.body == GROUND and point.position is not None
        other.add(replace(point, position=place(point.position) if ground else point.position))
    for joint in model.joints.values():
        changes = {}
        if getattr(joint, "at", None) is not None:
            changes["at"] = place(joint.at)
            changes["axis"] = None if joint.axis is None else direction(joint.axis)
            changes["axes"] = None if joint.axes is None else [direction(n) for n in joint.axes]
        elif getattr(joint, "points", None) is not None:
            if joint.axes is not None:
                changes["axes"] = [direction(n) if on_ground(p) else n for n, p in zip(joint.axes, joint.points)]
            if joint.axis is not None and on_ground(joint.points[1]):
                changes["axis"] = direction(joint.axis)
        other.add(replace(joint, **changes))
    for section in ("springs", "dampers", "cables", "actuators", "limits", "frictions", "drivers"):
        for record in model.section(section).values():
            other.add(_driven(record, shift[:dim]) if section == "drivers" else record)
    for bushing in model.bushings.values():
        other.add(replace(bushing, at=None if bushing.at is None else place(bushing.at)))
    for force in model.forces.values():
        other.add(force if force.frame is not None else replace(force, force=direction(force.force)))
    for torque in model.torques.values():
        other.add(torque if torque.frame is not None or dim == 2 else replace(torque, torque=direction(torque.torque)))
    return other, s


def _counts_from_ground(model: vz.Model) -> bool:
    """Whether something depends on how the ground frame is turned: angles told from it, joints that hold frames aligned, axes of bushings."""

    def bodies(joint: Any) -> list[str]:
        return list(joint.bodies) if joint.bodies is not None else [model.points[p].body for p in joint.points]

    paired = {name: joint for name, joint in model.joints.items() if joint.TYPE not in ("gear", "rack")}
    grounded = {name for name, joint in paired.items() if GROUND in bodies(joint)}
    users = [
        r for s in ("springs", "limits") for r in model.section(s).values() if getattr(r, "joint", None) in grounded
    ]
    local = [
        j
        for name, j in paired.items()
        if name in grounded and j.points is not None and j.TYPE in ("prismatic", "fixed", "screw")
    ]
    coordinates = [
        r for s in ("actuators", "dampers") for r in model.section(s).values() if getattr(r, "joint", None) in grounded
    ]
    planes = [r for r in coordinates if paired[r.joint].TYPE in ("planar", "point_on_plane", "universal")]
    bushed = [b for b in model.bushings.values() if GROUND in (b.bodies or [model.points[p].body for p in b.points])]
    rubbed = [
        f
        for f in model.frictions.values()
        if f.joint in grounded and paired[f.joint].TYPE in ("planar", "point_on_plane", "universal")
    ]
    return bool(users or local or planes or bushed or rubbed)


def _driven(driver: Any, shift: Any) -> Any:
    """A driver of a point in ground components follows the shift."""
    if driver.point is None:
        return driver
    changes = {}
    if driver.position is not None:
        changes["position"] = [_plus(raw, x) for raw, x in zip(driver.position, shift)]
    for key, x in zip("xyz", shift):
        if getattr(driver, key) is not None:
            changes[key] = _plus(getattr(driver, key), x)
    return replace(driver, **changes)


def _plus(raw: Any, x: float) -> Any:
    x = float(x)
    if isinstance(raw, str):
        return f"{raw} + {x!r}" if x >= 0 else f"{raw} - {-x!r}"
    ((kind, values),) = raw.items()
    if kind == "polynomial":
        return {kind: [values[0] + x, *values[1:]]}
    return {kind: {**values, "mean": values["mean"] + x}}
