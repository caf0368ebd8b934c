"""What all joints share: how a user places one, and how it is stated from both sides.

A joint is data. `ROWS` says what it forbids (scalar equations between frame `a` on the first and frame `b` on the second body),
`FREE` what it leaves free (turns and slides of b relative to a), `COORDINATES` the angles and displacements it reports and can be
driven by. A test ties the sides: free motions satisfy the rows, and the ranks add to three (planar) or six.

Frames: origin at the joint's point; in space the z axis lies along the joint's axis, in the plane the x axis lies along the
slide. An angle is that of the second body relative to the first, zero where their frames are aligned (up to the smallest
rotation that aligns the axes); a displacement is `axis . (p_b - p_a)`. `drawn` counts a pin's or a guide's coordinate from another zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cross_of, perpendicular, smallest_rotation, unit_of
from vazba.element import Element, NamesField, NumberField, Vector, VectorField, VectorsField, given
from vazba.errors import Wrong
from vazba.frozen import frozen
from vazba.joints.rows import ANGLE, COMPONENT, NORMAL_A, NORMAL_B, PERP, TURN, Row

Array = NDArray[np.float64]
AXES = "xyz"


@frozen
class Freedom:
    """A motion of frame b relative to frame a that the joint allows: a turn about or a slide along an axis of a or b."""

    turns: bool
    axis: str  # "x" "y" "z", or "1" "2": two directions perpendicular to d (distance joint)
    of: str = "b"  # whose axis
    about: str = "b"  # a turn goes through the origin of this frame
    advance: float = 0.0  # slide along the same axis that belongs to a turn, m/rad (screw)


@frozen
class Coordinate:
    """An angle or displacement a joint reports and can be driven by: `factor * g(a, b)`."""

    name: str
    row: Row

    @property
    def unit(self) -> str:
        return "rad" if self.row.kind in (ANGLE, TURN) else "m"


@frozen(eq=False, repr=False)
class Placed:
    """A frame on a body: local position and basis (columns are its axes)."""

    body: str
    position: Array
    basis: Array


UNIT, _ZERO = np.eye(3), np.zeros(3)
UNIT.flags.writeable = _ZERO.flags.writeable = False


@frozen(eq=False, repr=False)
class Pose:
    """Described pose of a body: origin, rotation matrix, and planar angle."""

    r: Array
    s: Array
    angle: float = 0.0

    def local(self, point: Any) -> Array:
        return self.s.T @ (np.asarray(point) - self.r)  # type: ignore[no-any-return]


ON_GROUND = Pose(_ZERO, UNIT)


@frozen(eq=False, repr=False)
class Laid:
    """A joint ready for the tables: its two frames, rows and coordinates."""

    a: Placed
    b: Placed
    rows: tuple[Row, ...]
    coordinates: tuple[Coordinate, ...]
    free: tuple[Freedom, ...]
    drawn: float = 0.0  # angle from which whole turns are counted


def coincide(dimension: int) -> tuple[Row, ...]:
    """The points meet: `p_a - p_b = 0`."""
    return tuple(Row(COMPONENT, f"translation {AXES[k]}", i=k, factor=-1.0) for k in range(dimension))


def perpendicular_axes(a: str, b: str, direction: str) -> Row:
    """Axis `a` of frame a stays perpendicular to axis `b` of frame b."""
    return Row(PERP, direction, i=AXES.index(a), j=AXES.index(b))


def aligned() -> tuple[Row, ...]:
    """The z axes stay parallel."""
    return (
        perpendicular_axes("y", "z", "rotation about local x"),
        perpendicular_axes("x", "z", "rotation about local y"),
    )


def no_turn() -> Row:
    """No rotation about the common z axis either."""
    return perpendicular_axes("x", "y", "rotation about local z")


@lru_cache(maxsize=64)
def guides(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows that hold the axes the right way round while assembling.

    `a_x . b_z = a_y . b_z = 0` is met by opposite axes too. With `a_z . b_z = 1` beside it (true wherever the joint is closed
    as meant, and then without a derivative) the sum of squares falls all the way from opposite to parallel. Only equations that are such a row
    and nothing else say so: one with further addends, another value, or frame b first may be met with the axes at an angle.
    """
    alone = [
        row
        for row, after in zip(rows, (*rows[1:], None), strict=True)
        if not (row.continues or (after and after.continues))
    ]
    held = {(row.i, row.j) for row in alone if row.kind == PERP and row.value == 0 and not row.swap}
    if not {(0, 2), (1, 2)} <= held:
        return ()
    axis, about = (
        Row(PERP, f"direction {word} the axis", i=k, j=k, value=1.0) for word, k in (("of", 2), ("about", 0))
    )
    return (axis, about) if (0, 1) in held else (axis,)


def on_line(axis: str, of: str = "b") -> Row:
    """`axis . d = 0` with an axis of frame a or b."""
    k = AXES.index(axis)
    return Row(NORMAL_B if of == "b" else NORMAL_A, f"translation local {axis}", i=k, j=k)


def turn(axis: str, of: str = "b", about: str = "b") -> Freedom:
    return Freedom(True, axis, of, about)


def slide(axis: str, of: str = "b") -> Freedom:
    return Freedom(False, axis, of)


ANGLE_2D = Coordinate("angle", Row(ANGLE, "angle"))
ANGLE_3D = Coordinate("angle", Row(TURN, "angle", j=0))


def displacement(axis: str, name: str = "displacement", of: str = "b") -> Coordinate:
    return Coordinate(name, replace(on_line(axis, of), direction=name))


class Joint(Element):
    """Base of everything in `[joints]`."""

    ROWS: ClassVar[Mapping[int, tuple[Row, ...]]] = {}
    FREE: ClassVar[Mapping[int, tuple[Freedom, ...]]] = {}
    COORDINATES: ClassVar[Mapping[int, tuple[Coordinate, ...]]] = {}

    def drawing(self) -> Mapping[str, Any]:
        """A mark of its type."""
        return {"form": str(self.TYPE)}

    def free(self, values: SimpleNamespace, dimension: int) -> tuple[Freedom, ...]:  # noqa: ARG002
        """What it leaves free."""
        return self.FREE.get(dimension, ())


@frozen
class PairJoint(Joint):
    """A joint between two bodies, placed by `bodies` + `at` (+ `axis`), or by two local `points` (+ `axis` / `axes`)."""

    bodies: Any = given(NamesField("the two bodies it joins (or `points`)", to=("bodies",), default=None))
    at: Vector | None = given(VectorField("where, ground components, described configuration", unit="m", default=None))
    points: Any = given(
        NamesField("one point on each body, instead of `bodies` and `at`", to=("points",), default=None)
    )
    axis: Vector | None = given(VectorField(
        "direction: ground components in the described configuration; in 2D with `points`: in the second body's frame",
        direction=True, default=None))  # fmt: skip
    axes: Any = given(
        VectorsField(
            "one direction in each body (with `at`: ground components)",
            count=2,
            direction=True,
            default=None,
            dims=(3,),
        )
    )

    NEEDS_AXIS: ClassVar[tuple[int, ...]] = ()  # dimensions in which a direction must be given
    LOCKS_TURN: ClassVar[tuple[int, ...]] = ()  # dimensions in which the relative rotation about the axis is fixed
    NEEDS_PLACE: ClassVar[bool] = True

    def lay(
        self,
        values: SimpleNamespace,
        place: Mapping[str, Pose],
        points: Mapping[str, tuple[str, Array]],
        dimension: int,
    ) -> Laid:
        """Frames, rows and coordinates in the described configuration; raises `Wrong`."""
        (body_a, s_a), (body_b, s_b) = self._where(values, place, points)
        pose_a, pose_b = place[body_a], place[body_b]
        lay = self._bases_2d if dimension == 2 else self._bases_3d
        basis_a, basis_b = lay(values, pose_a, pose_b)
        a, b = Placed(body_a, s_a, basis_a), Placed(body_b, s_b, basis_b)
        drawn = getattr(values, "drawn", None)
        if drawn is not None:
            a, b = self._counted(drawn, a, b, pose_a, pose_b)
        rows = self.rows(values, a, b, place, dimension)
        return Laid(a, b, rows, self.COORDINATES.get(dimension, ()), self.free(values, dimension), drawn or 0.0)

    def _counted(self, drawn: float, a: Placed, b: Placed, pose_a: Pose, pose_b: Pose) -> tuple[Placed, Placed]:  # noqa: ARG002
        """The frames between which the coordinate has a given value as described; joints with such a coordinate say how."""
        return a, b

    def rows(
        self, values: SimpleNamespace, a: Placed, b: Placed, place: Mapping[str, Pose], dimension: int
    ) -> tuple[Row, ...]:  # noqa: ARG002
        """The rows with their values; joints with sizes of their own (a length, a lead) say more."""
        return self.ROWS[dimension]

    def _where(
        self, values: SimpleNamespace, place: Mapping[str, Pose], points: Mapping[str, tuple[str, Array]]
    ) -> list[tuple[str, Array]]:
        if values.points is not None and values.bodies is None:
            return [points[name] for name in values.points]
        at = np.zeros(3)
        if values.at is not None:
            at[: len(values.at)] = values.at
        elif self.NEEDS_PLACE:
            raise Wrong(
                "at is missing", "the place of the joint is not known", "add at = [..], or use points = [.., ..]"
            )
        return [(name, place[name].local(at)) for name in values.bodies]

    def _bases_2d(self, values: SimpleNamespace, pose_a: Pose, pose_b: Pose) -> tuple[Array, Array]:
        if values.axis is None:
            if 2 in self.NEEDS_AXIS:
                raise Wrong("axis is missing", "the direction is not known", "add axis = [.., ..]")
            return UNIT, UNIT
        x = np.array([*values.axis, 0.0]) / np.linalg.norm(values.axis)
        if values.bodies is not None:
            x = pose_b.s.T @ x
        basis = np.column_stack([x, [-x[1], x[0], 0.0], [0.0, 0.0, 1.0]])
        return pose_a.s.T @ pose_b.s @ basis, basis

    def _bases_3d(self, values: SimpleNamespace, pose_a: Pose, pose_b: Pose) -> tuple[Array, Array]:
        n_a, n_b, drawn = self._axes_3d(values, pose_a, pose_b)
        basis_a = basis_along(n_a)
        if drawn and 3 in self.LOCKS_TURN:
            return basis_a, pose_b.s.T @ pose_a.s @ basis_a
        return basis_a, smallest_rotation(n_a, n_b) @ basis_a

    def _axes_3d(self, values: SimpleNamespace, pose_a: Pose, pose_b: Pose) -> tuple[Array, Array, bool]:
        """Local axes in both bodies, and whether they come from the described configuration."""
        if values.axes is not None and values.axis is not None:
            raise Wrong("both axis and axes are given", "they say the same thing twice", "keep one of them")
        if values.axes is not None:
            n_a, n_b = (unit_of(np.array(n)) for n in values.axes)
            return (n_a, n_b, False) if values.points is not None else (pose_a.s.T @ n_a, pose_b.s.T @ n_b, True)
        if values.axis is None and 3 in self.NEEDS_AXIS:
            raise Wrong("axis is missing", "the direction of the joint is not known",
                        "add axis = [.., .., ..] (ground components), or axes = [[..], [..]] local to each body")  # fmt: skip
        n = unit_of(np.array(values.axis if values.axis is not None else (0.0, 0.0, 1.0)))
        return pose_a.s.T @ n, pose_b.s.T @ n, True


def drawn_field(what: str, unit: str) -> Any:
    """Which value the coordinate has as described: that counts, for robots, from the zero of their file."""
    meaning = f"the {what} in the described configuration (not given: as measured between the frames of its bodies)"
    return given(NumberField(meaning, unit=unit, default=None, dims=(3,)))


def basis_along(axis: Array) -> Array:
    """A right-handed basis whose z axis is `axis`; for z itself the identity."""
    z = unit_of(axis)
    if abs(z[2]) <= 1 - 1e-12:
        x = perpendicular(z)
    else:  # a hair beside it: the x axis, as far as it is perpendicular
        x = unit_of(np.array([1.0, 0.0, 0.0]) - z[0] * z)
    return np.array([x, cross_of(z, x), z]).T
