"""What differs between a body in the plane and one in space: how many coordinates it has, and what they are called.

Plane: `q = (x, y, phi)`, `v = (x', y', w)`. Space: `q = (r, p)` with the unit quaternion p, `v = (r', w)`, w in body components.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.chart import LINE, QUATERNION, chart_of, moved_by
from vazba.frozen import frozen


@frozen
class Space:
    """The plane or space; what is said of columns is of those results have."""

    dimension: int
    nq: int  # coordinates of a body
    nv: int  # its velocities, and the components of a wrench
    turns: int  # how many of them turn it: the last
    axes: tuple[str, ...]  # along which it moves
    place: tuple[str, ...]  # columns that tell where it is
    pose: tuple[str, ...]  # and how it is turned, in angles
    coordinates: tuple[str, ...]  # its coordinates, as columns
    motion: tuple[str, ...]  # columns that tell how it moves
    wrench: tuple[str, ...]  # columns of a force and a moment
    momenta: tuple[str, ...]  # columns of the momentum and the moment of momentum
    down: tuple[float, ...]  # gravity unless said otherwise, m/s^2
    hinge: str  # the joint that holds a point
    section: tuple[str, ...]  # columns of what a section of a beam carries
    axis: int  # which axis of a joint's frame is its own: along a slide in the plane, z in space
    wrench_places: tuple[int, ...]  # where its parts stand among (fx, fy, fz, mx, my, mz)

    @property
    def moves(self) -> int:
        """Translations of a body."""
        return self.dimension

    def each(self, straight: float, turning: float) -> list[float]:
        """One number for every velocity of a body: this for translations, that for turns."""
        return [straight] * self.dimension + [turning] * self.turns

    def straight_and_turning(self, x: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Translations and turns of a vector in the velocities, body by body."""
        bodies = x.reshape(-1, self.nv)
        return bodies[:, : self.dimension], bodies[:, self.dimension :]

    def twist(self, x: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Velocity and angular velocity, three components each, of numbers in ground components."""
        six = np.zeros(6)
        six[list(self.wrench_places)] = x
        return six[:3], six[3:]

    def described(self, r: NDArray[np.float64], quaternion: Any, angle: float) -> list[float]:
        """Coordinates of a body at r, turned so."""
        return [r[0], r[1], angle] if self is PLANE else [*r, *quaternion]


PLANE = Space(
    dimension=2, nq=3, nv=3, turns=1, axes=("x", "y"), place=("x", "y", "angle"), pose=("x", "y", "angle"), coordinates=("x", "y", "angle"),
    motion=("vx", "vy", "w"), wrench=("fx", "fy", "m"), momenta=("px", "py", "l"), down=(0.0, -9.81), hinge="revolute", section=("N", "Q", "M"), axis=0,
    wrench_places=(0, 1, 5),
)  # fmt: skip
SPACE = Space(
    dimension=3, nq=7, nv=6, turns=3, axes=("x", "y", "z"), place=("x", "y", "z"), pose=("x", "y", "z", "phi_x", "phi_y", "phi_z"),
    coordinates=("x", "y", "z", "qw", "qx", "qy", "qz"), motion=("vx", "vy", "vz", "wx", "wy", "wz"), wrench=("fx", "fy", "fz", "mx", "my", "mz"),
    momenta=("px", "py", "pz", "lx", "ly", "lz"), down=(0.0, 0.0, -9.81), hinge="spherical", section=("N", "Qy", "Qz", "T", "My", "Mz"), axis=2,
    wrench_places=(0, 1, 2, 3, 4, 5),
)  # fmt: skip


def space_of(dimension: int) -> Space:
    """By its dimension, 2 or 3."""
    return PLANE if dimension == 2 else SPACE


def body_parts(dimension: int) -> list[tuple[int, int]]:
    """Rows of the chart of one body: its position and its turn."""
    return [(LINE, 3)] if dimension == 2 else [(LINE, 3), (QUATERNION, 1)]


@cache
def bodies_chart(dimension: int, count: int) -> NDArray[np.void]:
    """The chart of so many bodies."""
    return chart_of(body_parts(dimension) * count)


def displaced(
    dimension: int, q: NDArray[np.float64], step: NDArray[np.float64], scale: float = 1.0
) -> NDArray[np.float64]:
    """The coordinates of bodies after a displacement `scale * step` given in the velocity variables."""
    return moved_by(bodies_chart(dimension, len(q) // space_of(dimension).nq), q, step, scale)
