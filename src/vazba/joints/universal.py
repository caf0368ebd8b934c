"""Universal (Hooke, Cardan) joint: a cross with one arm in each body."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from vazba.element import element
from vazba.errors import Wrong
from vazba.joints.joint import Array, Coordinate, PairJoint, Pose, basis_along, coincide, perpendicular_axes, turn
from vazba.joints.rows import TURN, Row


@element("joints", "universal", dims=(3,))
class Universal(PairJoint):
    """Points meet and the two arms stay perpendicular: `a_z . b_z = 0`; `axes` are the arms.

    `angle_1` turns the cross about the arm in the first body, `angle_2` the second body about the arm in the second.
    """

    NEEDS_AXIS = (3,)
    ROWS = {3: (*coincide(3), perpendicular_axes("z", "z", "rotation about the normal of the cross"))}
    FREE = {3: (turn("z", of="a"), turn("z", of="b"))}
    COORDINATES = {
        3: (
            Coordinate("angle_1", Row(TURN, "angle_1", j=2)),
            Coordinate("angle_2", Row(TURN, "angle_2", j=2, factor=-1.0, swap=True)),
        )
    }

    def _bases_3d(self, values: SimpleNamespace, pose_a: Pose, pose_b: Pose) -> tuple[Array, Array]:
        """z along the own arm, x towards the other arm as drawn (local form: with aligned body frames)."""
        if values.axes is None:
            raise Wrong(
                "axes is missing", "a universal joint has two arms", "add axes = [[..], [..]], the arm in each body"
            )
        n_a, n_b, drawn = self._axes_3d(values, pose_a, pose_b)
        b_in_a, a_in_b = (pose_a.s.T @ pose_b.s @ n_b, pose_b.s.T @ pose_a.s @ n_a) if drawn else (n_b, n_a)
        return _basis(n_a, b_in_a), _basis(n_b, a_in_b)


def _basis(z: Array, towards: Array) -> Array:
    x = towards - z * (z @ towards)
    if np.linalg.norm(x) < 1e-9:
        return basis_along(z)
    x = x / np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])
