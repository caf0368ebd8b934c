"""What joints, couplings and drivers forbid, written from the description of the model format: residuals of body poses.

Nothing here comes from the package. An equation knows the bodies it looks at and is a function of their poses and of time, zero where it holds.
Frames: *a* on the first body, *b* on the second, origins in the joint's points; z along the axis in space, x along the slide in the plane; `d = p_b - p_a`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from .poses import GROUND, LD, Function, Poses, axis_turn, cross, dot, exponential, ld, pose_of, transposed, turned

Scalar = Callable[[Poses, Any], Any]  # (poses, times) -> (count,)
LETTERS = "xyz"
TURN = 2 * np.arctan2(LD(0), LD(-1))


@dataclass
class Equation:
    """Rows of one joint or driver: its name, the section it stands in, the bodies, the residual, and where its reaction is told (body, local point)."""

    section: str
    name: str
    bodies: tuple[str, ...]
    f: Function
    place: tuple[str, Any] | None = None


@dataclass
class Frame:
    """A frame on a body: local position and basis (columns)."""

    body: str
    local: Any
    basis: Any

    def point(self, poses: Poses) -> Any:
        return poses.r[self.body] + turned(poses.s[self.body], self.local)

    def axis(self, poses: Poses, k: int) -> Any:
        return turned(poses.s[self.body], self.basis[:, k])


def law(raw: Any) -> Callable[[Any], Any]:
    """A motion law as it is written: a number, an expression in t, a polynomial or a harmonic."""
    if isinstance(raw, (int, float)):
        return lambda t: np.full(np.shape(t), LD(raw))
    if isinstance(raw, str):
        return formula(raw, "t")
    ((kind, values),) = raw.items()
    if kind == "expression":
        return formula(values, "t")
    if kind == "polynomial":
        return lambda t: sum(LD(c) * t**k for k, c in enumerate(values))
    if kind == "harmonic":
        mean, phase = LD(values.get("mean", 0.0)), LD(values.get("phase", 0.0))
        return lambda t: mean + LD(values["amplitude"]) * np.sin(TURN * LD(values["frequency"]) * t + phase)
    raise NotImplementedError(kind)


def formula(text: str, variable: str) -> Callable[[Any], Any]:
    """An expression of numbers, `+ - * / **`, sin and cos in one variable, its numbers read in extended precision."""
    numbers = re.sub(r"(?<![\w.])(\d+\.?\d*(?:[eE][-+]?\d+)?)", r"LD(float('\1'))", text)
    code = compile(re.sub(r"\*\*LD\(float\('(\d+)'\)\)", r"**\1", numbers), text, "eval")
    known = {"sin": np.sin, "cos": np.cos, "LD": LD, "float": float, "__builtins__": {}}
    return lambda x: eval(code, known, {variable: x}) + LD(0) * x


def perpendicular_to(z: Any) -> Any:
    """The x axis of a frame with the given z axis: x itself for z, otherwise the projection of the coordinate axis that is least along z."""
    if abs(z[2]) > 1 - 1e-12:
        return ld([1, 0, 0])
    e = np.eye(3, dtype=LD)[int(np.argmin(np.abs(z)))]
    x = e - z * dot(e, z)
    return x / np.sqrt(dot(x, x))


def basis_of(z: Any) -> Any:
    z = z / np.sqrt(dot(z, z))
    x = perpendicular_to(z)
    return np.stack([x, cross(z, x), z], axis=1)


def smallest(a: Any, b: Any) -> Any:
    """The smallest rotation that takes one direction to another."""
    n, c = cross(a, b), dot(a, b)
    s = np.sqrt(dot(n, n))
    if s < 1e-15:
        if c > 0:
            return np.eye(3, dtype=LD)
        return exponential(perpendicular_to(a) * TURN / 2)
    return exponential(n / s * np.arctan2(s, c))


class Reader:
    """Frames, points and coordinates of a model."""

    def __init__(self, model: Any) -> None:
        self.model, self.dim = model, model.dimension
        self.home = {name: pose_of(body, self.dim) for name, body in [(GROUND, None), *model.bodies.items()]}

    def vector(self, raw: Any) -> Any:
        out = np.zeros(3, dtype=LD)
        out[: self.dim] = ld(raw)
        return out

    def local(self, body: str, at: Any) -> Any:
        r, s, _ = self.home[body]
        return turned(transposed(s), self.vector(at) - r)

    def point(self, name: str) -> Frame:
        record = self.model.points[name]
        if record.position is not None:
            local = self.vector(record.position)
        elif record.at is not None:
            local = self.local(record.body, record.at)
        else:
            local = np.zeros(3, dtype=LD)
        return Frame(record.body, local, np.eye(3, dtype=LD))

    def frames(self, joint: Any) -> tuple[Frame, Frame]:
        """The two frames of a joint between bodies."""
        if joint.points is not None:
            a, b = (self.point(name) for name in joint.points)
        else:
            a, b = (Frame(body, self.local(body, joint.at), np.eye(3, dtype=LD)) for body in joint.bodies)
        s_a, s_b = self.home[a.body][1], self.home[b.body][1]
        if self.dim == 2:
            if joint.axis is not None:
                x = self.vector(joint.axis)
                x = x / np.sqrt(dot(x, x))
                if joint.points is None:
                    x = turned(transposed(s_b), x)
                z = ld([0, 0, 1])
                b.basis = np.stack([x, cross(z, x), z], axis=1)
            return a, b
        drawn = joint.points is None or joint.axes is None
        if joint.axes is not None:
            n_a, n_b = (ld(n) / np.sqrt(dot(ld(n), ld(n))) for n in joint.axes)
            if drawn:
                n_a, n_b = turned(transposed(s_a), n_a), turned(transposed(s_b), n_b)
        else:
            n = ld(joint.axis if joint.axis is not None else (0, 0, 1))
            n = n / np.sqrt(dot(n, n))
            n_a, n_b = turned(transposed(s_a), n), turned(transposed(s_b), n)
        if joint.TYPE == "universal":
            relative = transposed(s_a) @ s_b if drawn else np.eye(3, dtype=LD)
            a.basis, b.basis = towards(n_a, turned(relative, n_b)), towards(n_b, turned(transposed(relative), n_a))
        else:
            a.basis = basis_of(n_a)
            if drawn and joint.TYPE in ("prismatic", "fixed"):
                b.basis = transposed(s_b) @ s_a @ a.basis
            else:
                b.basis = smallest(n_a, n_b) @ a.basis
        return a, b

    def coordinate(self, name: str, which: str | None) -> tuple[tuple[str, str], Scalar, bool]:
        """A joint's coordinate: its bodies, its function, and whether it is an angle."""
        joint = self.model.joints[name]
        a, b = self.frames(joint)
        kind, dim = joint.TYPE, self.dim
        which = which or ("angle" if kind == "revolute" else "displacement")
        bodies = (a.body, b.body)
        if which == "angle" and dim == 2:
            return bodies, lambda p, _: p.angle[b.body] - p.angle[a.body], True
        if which.startswith("angle"):
            if which == "angle":
                first, second, axis, sign = a, b, 0, 1
            else:
                first, second, axis, sign = (a, b, 2, 1) if which == "angle_1" else (b, a, 2, -1)
            return bodies, self._counted(name, which, follow(first, second, axis, sign)), True
        of, k = b, 0 if dim == 2 else 2
        if kind in ("planar", "point_on_plane"):
            of, k = a if kind == "planar" else b, int(which[-1]) - 1
        return bodies, lambda p, _: dot(of.axis(p, k), b.point(p) - a.point(p)), False

    def _counted(self, name: str, which: str, g: Scalar) -> Scalar:
        """An angle with as many whole turns as its driver says it starts with."""
        for driver in self.model.drivers.values():
            if driver.joint == name and getattr(driver, which) is not None:
                home = Poses(
                    *({n: np.atleast_1d(h[i])[None] if i < 2 else h[i] for n, h in self.home.items()} for i in range(3))
                )
                start = law(getattr(driver, which))(LD(0))
                turns = np.round((start - g(home, LD(0))[0]) / TURN)
                return lambda p, t: g(p, t) + turns * TURN
        return g


def towards(z: Any, other: Any) -> Any:
    x = other - z * dot(z, other)
    x = x / np.sqrt(dot(x, x))
    return np.stack([x, cross(z, x), z], axis=1)


def follow(a: Frame, b: Frame, axis: int, sign: int) -> Scalar:
    """Angle of an axis of b in the x-y plane of a, without a jump among neighbouring poses."""

    def f(p: Poses, t: Any) -> Any:
        u = b.axis(p, axis)
        c, s = dot(a.axis(p, 0), u), dot(a.axis(p, 1), u)
        first = np.arctan2(s[0], c[0])
        return sign * (first + np.arctan2(s * np.cos(first) - c * np.sin(first), c * np.cos(first) + s * np.sin(first)))

    return f


def joint_equation(reader: Reader, joint: Any) -> Equation:
    """What a joint between two bodies forbids."""
    a, b = reader.frames(joint)
    kind, dim = joint.TYPE, reader.dim
    home = reader.home
    held = home[b.body][2] - home[a.body][2] if joint.points is None or kind == "fixed" else LD(0)
    if dim == 2 and kind in ("prismatic", "fixed") and joint.angle is not None:
        held = LD(joint.angle)
    drawn = Poses(*({n: h[i][None] if i < 2 else np.array([h[i]]) for n, h in home.items()} for i in range(3)))

    def rows(p: Poses, t: Any) -> list[Any]:
        d = b.point(p) - a.point(p)
        meet = [d[:, k] for k in range(dim)]
        turn = p.angle[b.body] - p.angle[a.body] - held
        if kind == "distance":
            return [np.sqrt(dot(d, d)) - length]
        if dim == 2:
            off = dot(b.axis(p, 1), d)
            return {"revolute": meet, "fixed": [*meet, turn], "prismatic": [turn, off], "slot": [off]}[kind]
        ax, ay, az = (a.axis(p, k) for k in range(3))
        bx, by, bz = (b.axis(p, k) for k in range(3))
        parallel = [dot(ax, bz), dot(ay, bz)]
        on_line = [dot(bx, d), dot(by, d)]
        if kind == "screw":
            return [*parallel, *on_line, dot(bz, d) - per_radian * angle(p, t) - offset]
        return {
            "spherical": meet, "revolute": [*meet, *parallel], "fixed": [*meet, *parallel, dot(ax, by)],
            "prismatic": [*parallel, dot(ax, by), *on_line], "cylindrical": [*parallel, *on_line], "universal": [*meet, dot(az, bz)],
            "planar": [*parallel, dot(az, d)], "point_on_line": on_line, "point_on_plane": [dot(bz, d)],
        }[kind]  # fmt: skip

    length = per_radian = offset = LD(0)
    angle = follow(a, b, 0, 1)
    if kind == "distance":
        d = b.point(drawn) - a.point(drawn)
        length = LD(joint.length) if joint.length is not None else np.sqrt(dot(d, d))[0]
    if kind == "screw":
        per_radian = LD(joint.lead) / TURN
        if joint.points is None or joint.axis is not None:
            offset = dot(b.axis(drawn, 2), b.point(drawn) - a.point(drawn))[0] - per_radian * angle(drawn, 0)[0]
    return Equation(
        "joints", joint.name, (a.body, b.body), lambda p, t: np.stack(rows(p, t), axis=1), (b.body, b.local)
    )


def coupling_equation(reader: Reader, joint: Any) -> Equation:
    """Gear and rack: `first = ratio second + offset`; the offset has no part in the derivatives and is left out."""
    words = ("displacement", "angle") if joint.TYPE == "rack" else ("angle", "angle")
    (bodies, first, _), (others, second, _) = (reader.coordinate(n, w) for n, w in zip(joint.joints, words))
    if joint.TYPE == "rack":
        ratio = LD(joint.radius)
    elif joint.ratio is not None:
        ratio = LD(joint.ratio)
    else:
        ratio = LD(joint.teeth[1]) / LD(joint.teeth[0]) * (1 if joint.internal else -1)
    return Equation(
        "joints", joint.name, (*bodies, *others), lambda p, t: (first(p, t) - ratio * second(p, t))[:, None]
    )


def driver_equation(reader: Reader, d: Any) -> Equation:
    """A prescribed motion; each line of the table of drivers."""
    dim = reader.dim

    def made(bodies: tuple[str, ...], f: Function) -> Equation:
        return Equation("drivers", d.name, bodies, f)

    if d.joint is not None:
        which = next(
            k
            for k in ("angle", "displacement", "angle_1", "angle_2", "displacement_1", "displacement_2")
            if getattr(d, k) is not None
        )
        bodies, g, _ = reader.coordinate(d.joint, which)
        value = law(getattr(d, which))
        return made(bodies, lambda p, t: (g(p, t) - value(t))[:, None])
    if d.body is not None or d.bodies is not None:
        first, second = (GROUND, d.body) if d.body is not None else d.bodies
        if dim == 2:
            value = law(d.angle)
            return made((first, second), lambda p, t: (p.angle[second] - p.angle[first] - value(t))[:, None])
        laws = [law(raw) for raw in d.orientation["cardan"]]

        def apart(p: Poses, t: Any) -> Any:
            goal = axis_turn(0, laws[0](t)) @ axis_turn(1, laws[1](t)) @ axis_turn(2, laws[2](t))
            left = transposed(goal) @ transposed(p.s[first]) @ p.s[second]
            return (
                np.stack(
                    [left[:, 2, 1] - left[:, 1, 2], left[:, 0, 2] - left[:, 2, 0], left[:, 1, 0] - left[:, 0, 1]],
                    axis=1,
                )
                / 2
            )

        return made((first, second), apart)
    if d.point is not None:
        b, a = reader.point(d.point), Frame(GROUND, np.zeros(3, dtype=LD), np.eye(3, dtype=LD))
    else:
        a, b = (reader.point(name) for name in d.points)
    if d.distance is not None:
        value = law(d.distance)
        apart = lambda p: b.point(p) - a.point(p)  # noqa: E731
        return made((a.body, b.body), lambda p, t: (np.sqrt(dot(apart(p), apart(p))) - value(t))[:, None])
    whole = d.vector if d.vector is not None else d.position
    wanted = (
        {k: whole[k] for k in range(dim)}
        if whole is not None
        else {k: getattr(d, c) for k, c in enumerate(LETTERS[:dim]) if getattr(d, c) is not None}
    )
    laws = {k: law(raw) for k, raw in wanted.items()}

    def components(p: Poses, t: Any) -> Any:
        away = b.point(p) - a.point(p)
        if d.frame is not None:
            away = turned(transposed(p.s[d.frame]), away)
        return np.stack([away[:, k] - value(t) for k, value in laws.items()], axis=1)

    return made((a.body, b.body), components)


def equations(model: Any) -> list[Equation]:
    """All equations of a model, joints first."""
    reader, out = Reader(model), []
    for joint in model.joints.values():
        out.append((coupling_equation if joint.TYPE in ("gear", "rack") else joint_equation)(reader, joint))
    return out + [driver_equation(reader, d) for d in model.drivers.values()]
