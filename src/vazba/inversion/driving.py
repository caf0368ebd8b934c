"""What stands for drivers in a replay: motors, winches, forces and torques that exert the efforts found along the path."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import matrices
from vazba.drivers.driver import COORDINATES, Driver
from vazba.element import GROUND
from vazba.errors import Fault, ModelError
from vazba.inversion.splines import course_through
from vazba.loads.force import Force
from vazba.loads.torque import Torque
from vazba.model import Model
from vazba.motion.constant import Constant
from vazba.paths.actuator import Actuator
from vazba.paths.kernels import COMMAND, LINEAR
from vazba.paths.path import Law
from vazba.report.efforts import cardan_rates
from vazba.result import Result

Array = NDArray[np.float64]
NO_KINKS = np.zeros(0)


def driven_elements(model: Model, acted: Model, result: Result, gains: tuple[float, float] | None) -> Model:
    """Add to `acted` what exerts the efforts of the drivers of `model`; changed in place."""
    acted.actuators, acted.forces, acted.torques = dict(acted.actuators), dict(acted.forces), dict(acted.torques)
    scope = model.scope()
    for name in result.names.get("driver", ()):
        record = model.drivers[name]
        values = record.read(scope, [])
        kind = record.plan(values)
        if kind in ("joint", "distance"):
            _motor(acted, record, kind, result, gains)
        elif gains is not None:
            raise ModelError(
                Fault(
                    record.label,
                    "feedback does not fit it",
                    "it acts on joint coordinates and distances",
                    "make the elements that act actuated, or leave feedback out",
                )
            )
        elif kind in ("point", "vector"):
            _forces(acted, record, result, framed=values.frame not in (None, GROUND))
        else:
            _torque(acted, record, result)
    return acted


def _motor(acted: Model, record: Driver, kind: str, result: Result, gains: tuple[float, float] | None) -> None:
    from vazba.inversion.acting import played

    name, times = record.name, result.time
    effort, value = result.array("driver", name, "effort"), result.array("driver", name, "value")
    pushes = kind == "joint"
    if pushes:
        key = next(key for key in COORDINATES if getattr(record, key) is not None)
        motor = Actuator(name=name, joint=record.joint, coordinate=key, origin=record.origin)
    else:
        motor, effort = Actuator(name=name, through=list(record.points), origin=record.origin), -effort
    if gains is None:
        law = Law(COMMAND, -1.0 if pushes else 1.0, curve=course_through(times, effort, NO_KINKS))
    else:
        kp, kd = gains
        rate = np.array([course_through(times, value, NO_KINKS).at(t)[1] for t in times], float)
        law = Law(
            LINEAR,
            kp,
            kd,
            free=course_through(times, value + (kd * rate - (-effort if pushes else effort)) / kp, NO_KINKS),
        )
    acted.actuators[name] = played(motor, law)  # type: ignore[assignment]


def _components(record: Driver, result: Result, size: int) -> Array:
    """Efforts of x, y, z; those that are not driven are zero."""
    out = np.zeros((len(result.time), size))
    words = [word for word in result.quantities("driver", record.name) if word.startswith("effort")]
    if words == ["effort"]:
        axis = next("xyz".index(key) for key in ("x", "y", "z") if getattr(record, key) is not None)
        out[:, axis] = result.array("driver", record.name, "effort")
        return out
    for word in words:
        out[:, "xyz".index(word[-1])] = result.array("driver", record.name, word)
    return out


def _laws(times: Array, vectors: Array) -> list[object]:
    return [course_through(times, column, NO_KINKS) if column.any() else Constant(0.0) for column in vectors.T]


def _turned(model: Model, result: Result, body: str) -> Array:
    """`S` of a body over time (plane: 2 x 2)."""
    size = model.dimension
    if body == GROUND:
        return np.tile(np.eye(size), (len(result.time), 1, 1))
    if size == 3:
        return matrices(np.column_stack([result.array("body", body, word) for word in ("qw", "qx", "qy", "qz")]))
    c, s = np.cos(angle := result.array("body", body, "angle")), np.sin(angle)
    return np.array([[c, -s], [s, c]]).transpose(2, 0, 1)


def _forces(acted: Model, record: Driver, result: Result, framed: bool) -> None:
    """A force on the driven point, and its opposite on the first one; measured in the first body it is what that body feels at the second point."""
    size, times = acted.dimension, result.time
    force = _components(record, result, size)
    ends = [record.point] if record.point is not None else list(record.points)
    first = acted.points[ends[0]].body if len(ends) == 2 else GROUND
    if framed:
        force = np.einsum("tij,tj->ti", _turned(acted, result, first), force)
    for sign, name in zip((1.0, -1.0), reversed(ends), strict=False):
        if acted.points[name].body != GROUND:
            key = f"{record.name}-{name}"
            acted.forces[key] = Force(name=key, point=name, force=_laws(times, sign * force), origin=record.origin)
    if framed:
        place = [np.column_stack([result.array("point", name, axis) for axis in "xyz"[:size]]) for name in ends]
        d = place[1] - place[0]
        key = f"{record.name}-{first}"
        if size == 2:
            moment = -(d[:, 0] * force[:, 1] - d[:, 1] * force[:, 0])
            torque: object = course_through(times, moment, NO_KINKS)
        else:
            torque = _laws(times, -np.cross(d, force))
        acted.torques[key] = Torque(name=key, body=first, torque=torque, origin=record.origin)


def _torque(acted: Model, record: Driver, result: Result) -> None:
    """The moment of an angle or orientation driver; of its efforts conjugate to the Cardan angles comes `mu = S_1 Hinv^-T effort`."""
    times = result.time
    pair = {"bodies": list(record.bodies)} if record.bodies is not None else {"body": record.body}
    if record.orientation is None:
        torque: object = course_through(times, result.array("driver", record.name, "effort"), NO_KINKS)
    else:
        effort = _components(record, result, 3)
        angles = np.column_stack([result.array("driver", record.name, f"value_{axis}") for axis in "xyz"])
        local = np.linalg.solve(cardan_rates(angles).transpose(0, 2, 1), effort[..., None])[..., 0]
        first = record.bodies[0] if record.bodies is not None else GROUND
        torque = _laws(times, np.einsum("tij,tj->ti", _turned(acted, result, first), local))
    acted.torques[record.name] = Torque(name=record.name, torque=torque, origin=record.origin, **pair)
