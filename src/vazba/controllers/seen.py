"""What a controller may see and set, by name: columns of joints, bodies, points and elements along paths; inputs of the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vazba.bodies.space import PLANE, space_of
from vazba.controllers.controller import Axis, Controller
from vazba.errors import Wrong, suggestion
from vazba.frozen import frozen

if TYPE_CHECKING:
    from vazba.model import Model

LENGTH, RATE, POSITION, VELOCITY, ANGLE, TURNING, CARDAN = range(7)  # what is read at a path or place
AXES = ("x", "y", "z")
ALONG = ("springs", "dampers", "cables", "actuators", "limits", "controllers")
LENGTHS = {"length": LENGTH, "value": LENGTH, "rate": RATE}


@frozen
class Seen:
    """One column: of a joint coordinate, of the frame of a body, of a point, or of the path of an element."""

    what: int
    axis: int = 0
    joint: str | None = None
    coordinate: str | None = None
    body: str | None = None
    point: str | None = None
    path: tuple[str, str] | None = None  # section, name


@frozen
class ControlPlan:
    """A controller as it stands in the tables: paths it acts on, places it reads `(path, what, axis)`."""

    record: Controller
    axes: tuple[tuple[int, Axis], ...]
    reads: tuple[tuple[int, int, int], ...]
    writes: tuple[str, ...] = ()
    every: float | None = None


def places(dimension: int) -> dict[str, tuple[int, int]]:
    """Columns of points (the first two of each axis) and bodies that can be read."""
    axes = AXES[:dimension]
    found = {axis: (POSITION, k) for k, axis in enumerate(axes)} | {
        f"v{axis}": (VELOCITY, k) for k, axis in enumerate(axes)
    }
    if space_of(dimension) is PLANE:
        return found | {"angle": (ANGLE, 2), "w": (TURNING, 2)}
    turning = {f"w{axis}": (TURNING, k) for k, axis in enumerate(axes)}
    return found | turning | {f"phi_{axis}": (CARDAN, k) for k, axis in enumerate(axes)}


def seen(model: Model, name: str, coordinates: dict[str, list[str]], key: str = "reads") -> Seen:
    """A column that a controller or a law reads; `coordinates`: those of each joint, `key`: where it stands. Raises `Wrong`."""
    owner, _, word = name.rpartition(".")
    known: list[str] = []
    if owner in coordinates:
        for coordinate in coordinates[owner]:
            known += [f"{owner}.{coordinate}", f"{owner}.{coordinate}_rate"]
            if word in (coordinate, f"{coordinate}_rate"):
                return Seen(LENGTH if word == coordinate else RATE, joint=owner, coordinate=coordinate)
    columns = places(model.dimension)
    if owner in model.bodies:
        known += [f"{owner}.{column}" for column in columns]
        if word in columns:
            return Seen(*columns[word], body=owner)
    if owner in model.points:
        only = [column for column, (what, _) in columns.items() if what in (POSITION, VELOCITY)]
        known += [f"{owner}.{column}" for column in only]
        if word in only:
            return Seen(*columns[word], point=owner)
    for section in ALONG:
        record = model.section(section).get(owner)
        if record is None or (section == "controllers" and not record.given().keys() & {"joint", "cable"}):
            continue
        words = [w for w in LENGTHS if w in record.QUANTITIES]
        known += [f"{owner}.{w}" for w in words]
        if word in words:
            joint = getattr(record, "joint", None)
            if joint is not None:
                return Seen(
                    LENGTHS[word],
                    joint=joint,
                    coordinate=record.coordinate or next(iter(coordinates.get(joint, ())), None),
                )
            return Seen(LENGTHS[word], path=("cables", record.cable) if section == "controllers" else (section, owner))
    if not owner:
        raise Wrong(
            f"{key}: '{name}' is not a column", "", f'write NAME.QUANTITY, such as "{name}.angle" or "{name}.x"'
        )
    if known:
        raise Wrong(
            f"{key}: '{name}' cannot be read", f"of {owner} there are {', '.join(known)}", suggestion(name, known)
        )
    names = [*model.joints, *model.bodies, *model.points, *(n for section in ALONG for n in model.section(section))]
    raise Wrong(f"{key}: there is nothing called '{owner}'", "", suggestion(owner, names))


def inputs_of(model: Model) -> set[str]:
    """Names of all inputs of a model (`case.inputs`)."""
    axes = AXES[: model.dimension]
    found = {word for name in model.actuators for word in (name, f"{name}.effort")}
    found |= {word for name in model.forces for word in (name, *(f"{name}.{axis}" for axis in axes))}
    turning = () if space_of(model.dimension) is PLANE else axes
    found |= {word for name in model.torques for word in (name, *(f"{name}.{axis}" for axis in turning))}
    for name, record in {**model.springs, **model.cables}.items():
        at_joint = getattr(record, "joint", None) is not None
        if getattr(record, "law", None) is None:
            found |= {name, f"{name}.free_angle", f"{name}.free_length"} if at_joint else {name, f"{name}.free_length"}
    return found
