"""A mechanism while it is drawn: bodies placed by joint values along a tree, joints that hold in the drawn posture.

Two ways of placing a joint are used: by `bodies`, `at` and `axis` (any posture fits), and by local `points` and `axes`, for which the next body is placed
by its own forward kinematics: `X_b = X_a F_a Q F_b^-1` with the frames F of the joint and the relative pose Q its coordinates make.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

import vazba as vz

from .equations import Reader, basis_of, smallest
from .oracle import Oracle
from .poses import GROUND, described, exponential, ld

TREE = {  # joints that carry the next body; some leave it as free as if it floated
    2: ("revolute", "prismatic", "slot", "fixed", "distance"),
    3: ("revolute", "prismatic", "cylindrical", "universal", "spherical", "planar", "screw", "fixed", "point_on_line", "point_on_plane", "distance"),
}  # fmt: skip
COORDINATES = {
    2: {"revolute": ("angle",), "prismatic": ("displacement",), "slot": ("displacement",)},
    3: {
        "revolute": ("angle",), "prismatic": ("displacement",), "cylindrical": ("angle", "displacement"), "universal": ("angle_1", "angle_2"),
        "planar": ("angle", "displacement_1", "displacement_2"), "screw": ("angle", "displacement"), "point_on_line": ("displacement",),
        "point_on_plane": ("displacement_1", "displacement_2"),
    },
}  # fmt: skip
WITHOUT_AXIS = {2: ("revolute", "fixed", "distance"), 3: ("spherical", "distance", "fixed")}


def about(k: int, angle: float) -> Any:
    v = np.zeros(3)
    v[k] = angle
    return turn(v)


def turn(vector: Any) -> Any:
    return np.asarray(exponential(ld(vector)), dtype=float)


def cardan_of(s: Any) -> list[float]:
    """Angles of `S = Rx Ry Rz`."""
    y = float(np.arcsin(np.clip(s[0, 2], -1, 1)))
    return [float(np.arctan2(-s[1, 2], s[2, 2])), y, float(np.arctan2(-s[0, 1], s[0, 0]))]


def quaternion_of(s: Any) -> list[float]:
    """Unit quaternion of a rotation matrix, from its largest component."""
    t = np.array([s[0, 0] + s[1, 1] + s[2, 2], s[0, 0], s[1, 1], s[2, 2]])
    k = int(np.argmax(t))
    p = np.zeros(4)
    if k == 0:
        p[:] = 1 + t[0], s[2, 1] - s[1, 2], s[0, 2] - s[2, 0], s[1, 0] - s[0, 1]
    else:
        i, j, n = k - 1, k % 3, (k + 1) % 3
        p[0], p[k] = s[n, j] - s[j, n], 1 + 2 * t[k] - t[0]
        p[1 + j], p[1 + n] = s[j, i] + s[i, j], s[n, i] + s[i, n]
    return (p / np.linalg.norm(p)).tolist()


class Sketch:
    """A model with the poses of its bodies."""

    def __init__(self, rng: np.random.Generator, dimension: int, name: str) -> None:
        self.rng, self.dim = rng, dimension
        gravity = self.unit(dimension) * rng.choice([0.0, 1.0, 9.81], p=[0.1, 0.2, 0.7])
        self.m = vz.Model(name, dimension=dimension, gravity=gravity.tolist())
        self.pose: dict[str, tuple[Any, Any, float]] = {GROUND: (np.zeros(3), np.eye(3), 0.0)}
        self.weight = lambda: float(10 ** rng.uniform(-0.5, 0.5))  # draws a mass
        self.shape = "any"  # of bodies: "any", "slender", "flat"
        self.turns = 0  # most whole turns of a drawn angle

    def unit(self, n: int | None = None) -> Any:
        v = self.rng.normal(size=n or self.dim)
        return v / np.linalg.norm(v)

    def vector(self, size: float = 1.0) -> Any:
        """A random vector of three components, in the plane with z = 0."""
        v = size * self.rng.normal(size=3)
        if self.dim == 2:
            v[2] = 0.0
        return v

    def cut(self, v: Any) -> list[float]:
        return np.asarray(v, dtype=float)[: self.dim].tolist()

    def angle(self) -> float:
        whole = int(self.rng.integers(-self.turns, self.turns + 1)) if self.turns else 0
        return float(self.rng.uniform(-3, 3) + 2 * np.pi * whole)

    def rotation(self) -> tuple[Any, float]:
        if self.dim == 2:
            angle = self.angle()
            return about(2, angle), angle
        return turn(self.unit(3) * self.rng.uniform(0, 3)), 0.0

    # --- bodies -------------------------------------------------------------------------------------------------------------

    def body(self, r: Any, s: Any, angle: float = 0.0) -> str:
        """Add a body at a pose, with random mass, inertia and centre of mass."""
        rng, name, mass = self.rng, f"b{len(self.m.bodies)}", self.weight()
        size = rng.uniform(0.2, 0.8)
        values: dict[str, Any] = {"position": self.cut(r), "mass": mass}
        if self.dim == 2:
            values |= {
                "angle": float(angle),
                "inertia": mass * size**2 * (10 ** rng.uniform(-8, -3) if self.shape != "any" else 1.0),
            }
            values["com"] = (0.0 if self.shape != "any" and rng.random() < 0.5 else 0.3) * rng.normal(size=2)
        else:
            tiny = 10 ** rng.uniform(-8, -3)
            a, b, c = rng.uniform(0.2, 1.0, 3)
            if self.shape == "slender":
                b, c, a = tiny * b, tiny * c, 1.0
            elif self.shape == "flat":
                c = tiny
            axes = turn(self.unit(3) * rng.uniform(0, 3)) if rng.random() < 0.7 else np.eye(3)
            tensor = axes @ np.diag([b + c, a + c, a + b]) @ axes.T * mass * size**2
            values["inertia"] = ((tensor + tensor.T) / 2).tolist()
            along = axes[:, 0] * rng.normal() if self.shape == "slender" else rng.normal(size=3)
            values["com"] = 0.3 * along * (rng.random() < 0.7)
            values["orientation"] = {"quaternion": quaternion_of(s)}
        self.m.body(name, **values)
        self.pose[name] = (np.asarray(r, float), np.asarray(s, float), float(angle))
        return name

    def loose(self, near: Any = None, spread: float = 0.7) -> str:
        """A body at a random pose."""
        s, angle = self.rotation()
        return self.body(self.vector(spread) + (0.0 if near is None else near), s, angle)

    def at(self, body: str, local: Any) -> Any:
        r, s, _ = self.pose[body]
        return r + s @ local

    def point(self, body: str, local: Any | None = None, place: Any | None = None) -> str:
        """Add a point, by its local position or its place."""
        r, s, _ = self.pose[body]
        if place is not None:
            local = s.T @ (np.asarray(place) - r)
        local = self.vector(0.5) if local is None else local
        return self.m.point(f"p{len(self.m.points)}", body, self.cut(local)).name

    # --- joints -------------------------------------------------------------------------------------------------------------

    def name(self) -> str:
        k = len(self.m.joints)
        while f"j{k}" in self.m.joints:
            k += 1
        return f"j{k}"

    def join(self, kind: str, first: str, second: str, at: Any, axis: Any | None = None) -> str:
        """A joint that holds as drawn, at a place and with an axis in ground components."""
        name, values = self.name(), dict[str, Any]()
        if kind == "distance":
            ends = [self.point(first), self.point(second)]
            self.m.joint(kind, name, points=ends)
            return name
        if kind == "universal":
            arm = self.unit(3) if axis is None else np.asarray(axis)
            other = np.cross(arm, self.unit(3))
            values["axes"] = [arm.tolist(), (other / np.linalg.norm(other)).tolist()]
        elif kind not in WITHOUT_AXIS[self.dim]:
            values["axis"] = self.cut(
                self.unit(3) if axis is None and self.dim == 3 else np.append(self.unit(2), 0) if axis is None else axis
            )
        if kind == "screw":
            values["lead"] = float(self.rng.choice([-1, 1]) * self.rng.uniform(0.1, 1.0))
        self.m.joint(kind, name, bodies=[first, second], at=self.cut(at), **values)
        return name

    def carry(self, kind: str, parent: str) -> str:
        """The next body of a tree, on a joint of the given kind; returns the body."""
        rng = self.rng
        if rng.random() < 0.5 or kind in ("distance", "universal") or (kind == "fixed" and self.dim == 3):
            place = self.at(parent, self.vector(0.5))
            body = self.loose(place, 0.4)
            pair = (parent, body) if rng.random() < 0.7 else (body, parent)
            self.join(kind, *pair, at=place)
            return body
        local, own = self.vector(0.5), self.vector(0.5)
        n_a, n_b = (ld(self.unit(3)) for _ in range(2)) if self.dim == 3 else (ld([0, 0, 1]), ld([0, 0, 1]))
        basis = np.asarray(basis_of(n_a), float)
        other = np.asarray(smallest(n_a, n_b), float) @ basis
        if self.dim == 2:
            x = self.unit(2)
            basis = other = np.array([[x[0], -x[1], 0], [x[1], x[0], 0], [0, 0, 1]])
        return self._placed(kind, parent, (local, own), (basis, other), (n_a, n_b))

    def _placed(self, kind: str, parent: str, points: Any, bases: Any, axes: Any) -> str:
        """A joint by local points and axes; the body follows from the drawn joint values."""
        rng, angle, dim = self.rng, self.angle(), self.dim
        lead = float(rng.choice([-1, 1]) * rng.uniform(0.1, 1.0))
        free, slide = turn(self.unit(3) * rng.uniform(0, 3)), rng.uniform(-0.5, 0.5, 3)
        if dim == 2:
            held = kind == "fixed" or (kind == "prismatic" and rng.random() < 0.5)
            angle = 0.0 if held else angle
            relative = about(2, angle)
            d = {"prismatic": slide[0] * relative[:, 0], "slot": slide[0] * relative[:, 0]}.get(kind, np.zeros(3))
        else:
            if kind == "screw":
                angle = float(rng.uniform(-3, 3))
            fixed = kind in ("prismatic", "fixed")
            relative = (
                np.eye(3)
                if fixed
                else free
                if kind in ("spherical", "point_on_line", "point_on_plane")
                else about(2, angle)
            )
            d = {
                "prismatic": slide[0] * relative[:, 2], "cylindrical": slide[0] * relative[:, 2], "screw": lead / (2 * np.pi) * angle * relative[:, 2],
                "planar": np.array([slide[0], slide[1], 0.0]), "point_on_line": slide[0] * relative[:, 2],
                "point_on_plane": relative @ np.array([slide[0], slide[1], 0.0]),
            }.get(kind, np.zeros(3))  # fmt: skip
        r, s, phi = self.pose[parent]
        second = rng.random() < 0.7  # whether the new body is the joint's second
        if second:
            turned = s @ bases[0] @ relative @ bases[1].T
            origin = r + s @ (points[0] + bases[0] @ d) - turned @ points[1]
            body = self.body(origin, turned, phi + angle)
        else:
            turned = s @ bases[1] @ relative.T @ bases[0].T
            origin = r + s @ points[1] - turned @ (bases[0] @ d + points[0])
            body = self.body(origin, turned, phi - angle)
        pair = (parent, body) if second else (body, parent)
        ends = [self.point(name, local) for name, local in zip(pair, points)]
        values: dict[str, Any] = {"points": ends}
        if dim == 3 and kind != "spherical":
            values["axes"] = [[float(x) for x in n] for n in axes]
        if dim == 2 and kind in ("prismatic", "slot"):
            values["axis"] = self.cut(bases[1][:, 0])
        if dim == 2 and kind == "prismatic" and angle != 0:
            values["angle"] = angle
        if kind == "screw":
            values["lead"] = lead
        self.m.joint(kind, self.name(), **values)
        return body

    # --- what is true of it ---------------------------------------------------------------------------------------------------

    def oracle(self) -> Oracle:
        return Oracle(self.m, described(self.m))

    def coordinates(self) -> list[tuple[str, str]]:
        """All joint coordinates."""
        table = COORDINATES[self.dim]
        return [(name, c) for name, joint in self.m.joints.items() for c in table.get(joint.TYPE, ())]

    def value(self, joint: str, coordinate: str) -> float:
        """Drawn value of a joint coordinate."""
        bodies, g, _ = Reader(self.m).coordinate(joint, coordinate)
        return float(g(described(self.m).batch(list(dict.fromkeys(bodies)), {}, 1), ld([0.0]))[0])

    def moving(self, speed: float) -> bool:
        """Give all bodies random velocities that the equations allow; False where there are none."""
        oracle = self.oracle()
        per = len(oracle.columns)
        v = oracle.consistent_velocities(speed * self.rng.normal(size=oracle.n))
        if v is None:
            return False
        for k, name in enumerate(oracle.bodies):
            own = v[k * per : (k + 1) * per]
            spin = float(own[2]) if self.dim == 2 else own[3:].tolist()
            self.m.bodies[name] = replace(self.m.bodies[name], velocity=own[: self.dim].tolist(), angular_velocity=spin)
        return True
