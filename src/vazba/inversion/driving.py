"""What stands for drivers in a replay: motors, winches, forces and torques that exert the efforts found along the path."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import matrices
from vazba.drivers.driver import COORDINATES, Driver
from vazba.element import GROUND
from vazba.errors import Fault, ModelError
from vazba.frozen import frozen
from vazba.inversion.acting import made, played
from vazba.inversion.splines import Course, course_through, path_law
from vazba.loads.force import Force
from vazba.loads.torque import Torque
from vazba.model import Model
from vazba.motion.constant import Constant
from vazba.paths.actuator import Actuator
from vazba.reporting.efforts import cardan_rates
from vazba.result import Result

Array = NDArray[np.float64]


@frozen
class Standing:
    """Puts elements into `acted` that exert what the drivers of `model` do in `result`."""

    model: Model
    acted: Model
    result: Result
    gains: tuple[float, float] | None
    kinks: Array

    def all(self) -> Model:
        """Every driver that acts; `acted` is changed in place."""
        acted, scope = self.acted, self.model.scope()
        acted.actuators, acted.forces, acted.torques = dict(acted.actuators), dict(acted.forces), dict(acted.torques)
        for name in self.result.info["actuators"]:
            record = self.model.drivers[name]
            values = record.read(scope, [])
            kind = record.plan(values)
            if kind in ("joint", "distance"):
                self._motor(record, kind)
            elif self.gains is not None:
                raise ModelError(
                    Fault(record.label, "feedback does not fit it", "it acts on joint coordinates and distances",
                          "make elements actuated, or leave feedback out")
                )  # fmt: skip
            elif kind in ("point", "vector"):
                self._forces(record, framed=values.frame not in (None, GROUND))
            else:
                self._torque(record)
        return acted

    def _law(self, values: Array) -> Course | Constant:
        return course_through(self.result.time, values, self.kinks) if values.any() else Constant(0.0)

    def _laws(self, vectors: Array) -> list[Course | Constant]:
        return [self._law(column) for column in vectors.T]

    def _motor(self, record: Driver, kind: str) -> None:
        """An actuator at the joint, or a winch between the points."""
        name, times = record.name, self.result.time
        effort, value = self.result.array("driver", name, "effort"), self.result.array("driver", name, "value")
        if kind == "joint":
            key = next(key for key in COORDINATES if getattr(record, key) is not None)
            motor = made(Actuator, name, joint=record.joint, coordinate=key, origin=record.origin)
        else:
            motor, effort = made(Actuator, name, through=list(record.points), origin=record.origin), -effort
        rate = np.asarray(course_through(times, value, self.kinks).at(times)[1])
        law = path_law(times, (effort, value, rate), kind == "joint", self.gains, self.kinks)
        self.acted.actuators[name] = played(motor, law)  # type: ignore[assignment]

    def _components(self, record: Driver, size: int) -> Array:
        """Efforts of x, y, z; those that are not driven are zero."""
        out = np.zeros((len(self.result.time), size))
        words = [word for word in self.result.quantities("driver", record.name) if word.startswith("effort")]
        for word in words:
            axis = word[-1]
            if word == "effort":
                axis = next(key for key in ("x", "y", "z") if getattr(record, key) is not None)
            out[:, "xyz".index(axis)] = self.result.array("driver", record.name, word)
        return out

    def _turned(self, body: str) -> Array:
        """`S` of a body over time (plane: 2 x 2)."""
        size, result = self.model.dimension, self.result
        if body == GROUND:
            return np.tile(np.eye(size), (len(result.time), 1, 1))
        if size == 3:
            return matrices(np.column_stack([result.array("body", body, word) for word in ("qw", "qx", "qy", "qz")]))
        angle = result.array("body", body, "angle")
        c, s = np.cos(angle), np.sin(angle)
        return np.array([[c, -s], [s, c]]).transpose(2, 0, 1)

    def _forces(self, record: Driver, framed: bool) -> None:
        """A force on the driven point, its opposite on the first one; measured in the first body it is what that body feels at the second point."""
        acted, result, size = self.acted, self.result, self.model.dimension
        force = self._components(record, size)
        ends = [record.point] if record.point is not None else list(record.points)
        first = acted.points[ends[0]].body if len(ends) == 2 else GROUND
        if framed:
            force = np.einsum("tij,tj->ti", self._turned(first), force)
        for sign, name in zip((1.0, -1.0), reversed(ends), strict=False):
            if acted.points[name].body != GROUND:
                key = f"{record.name}-{name}"
                acted.forces[key] = made(Force, key, point=name, force=self._laws(sign * force), origin=record.origin)
        if framed:
            place = [np.column_stack([result.array("point", name, axis) for axis in "xyz"[:size]]) for name in ends]
            d, key = place[1] - place[0], f"{record.name}-{first}"
            torque: object = (
                self._laws(-np.cross(d, force))
                if size == 3
                else self._law(d[:, 1] * force[:, 0] - d[:, 0] * force[:, 1])
            )
            acted.torques[key] = made(Torque, key, body=first, torque=torque, origin=record.origin)

    def _torque(self, record: Driver) -> None:
        """The moment of an angle or orientation driver; of its efforts conjugate to the Cardan angles comes `mu = S_1 Hinv^-T effort`."""
        result = self.result
        pair = {"bodies": list(record.bodies)} if record.bodies is not None else {"body": record.body}
        if record.orientation is None:
            torque: object = self._law(result.array("driver", record.name, "effort"))
        else:
            effort = self._components(record, 3)
            angles = np.column_stack([result.array("driver", record.name, f"value_{axis}") for axis in "xyz"])
            local = np.linalg.solve(cardan_rates(angles).transpose(0, 2, 1), effort[..., None])[..., 0]
            first = record.bodies[0] if record.bodies is not None else GROUND
            torque = self._laws(np.einsum("tij,tj->ti", self._turned(first), local))
        self.acted.torques[record.name] = made(Torque, record.name, torque=torque, origin=record.origin, **pair)
