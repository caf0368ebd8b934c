"""Random mechanisms by class and seed: `draw("loops", 3, 17)` is always the same model.

| class      | what is drawn                                                                                       |
|------------|-----------------------------------------------------------------------------------------------------|
| tree       | open trees of all joints                                                                             |
| loops      | up to eight loops, no equation redundant                                                              |
| driven     | trees and loops with couplings and drivers of every kind                                              |
| forces     | trees and loops with up to twelve force elements of every kind                                        |
| many       | 15 to 30 bodies                                                                                      |
| heavy      | masses of ratios up to 1e8                                                                           |
| slender    | bodies with one tiny moment of inertia, or plates                                                     |
| floating   | parts that nothing joins to the ground                                                               |
| turns      | angles of several turns (in space: of drivers), springs and stops that count them                      |
| flat       | spatial linkages of parallel pins and guides: redundant                                               |
| doubled    | hinges, guides and welds made twice: redundant                                                        |
| cranks     | three or more parallel cranks that carry one bar: redundant, in space many times                       |
| flat rods  | flat linkages of slender rods                                                                        |
| massless   | bodies without mass, or without a moment of inertia, where the motion is determined all the same       |
| bennett    | Bennett and Bricard linkages: redundant, in no plane                                                   |
| singular   | at a change point, dead centre or stretched chain                                                     |
| near       | 1e-9 to 1e-2 away from one                                                                           |
"""

from __future__ import annotations

import zlib
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np

import vazba as vz

from . import elements
from .poses import GROUND
from .sketch import TREE, Sketch, about, turn

LOOPS = {
    2: ("revolute", "slot", "distance", "prismatic", "fixed"),
    3: ("spherical", "distance", "point_on_line", "point_on_plane", "universal", "cylindrical", "planar", "revolute", "prismatic", "screw"),
}  # fmt: skip


def tree(k: Sketch, count: int, ground: bool = True) -> None:
    """A tree of joints; without ground its root floats."""
    names = [GROUND] if ground else [k.loose(k.vector(1.0))]
    kinds = TREE[k.dim]
    while len(k.m.bodies) < count:
        reach = names[-3:] if k.rng.random() < 0.7 else names  # chains rather than stars
        names.append(k.carry(str(k.rng.choice(kinds)), str(k.rng.choice(reach))))


def close(k: Sketch, wanted: int) -> None:
    """Close loops by joints that hold as drawn, each of which takes away as many freedoms as it has rows."""
    before = k.oracle()
    for _ in range(3 * wanted):
        if wanted == 0:
            return
        kind, (first, second) = str(k.rng.choice(LOOPS[k.dim])), elements.pair_of(k)
        name = k.join(kind, first, second, (k.pose[first][0] + k.pose[second][0]) / 2 + k.vector(0.3))
        after = k.oracle()
        grown = after.rank - before.rank
        locked = after.rank == after.n and k.rng.random() < 0.9  # a structure now and then
        if grown < len(after.jacobian) - len(before.jacobian) or not after.clear or locked:
            del k.m.joints[name]
        else:
            before, wanted = after, wanted - 1


def scatter(k: Sketch, forces: int, kinds: tuple[str, ...] = elements.FORCES) -> None:
    for _ in range(forces):
        elements.force(k, str(k.rng.choice(kinds)))


WITHOUT_FRICTION = tuple(what for what in elements.FORCES if what != "friction")


def general(k: Sketch, what: str) -> None:
    rng = k.rng
    few = int(rng.integers(1, 7))
    count = int(rng.integers(15, 31)) if what == "many" else few
    tree(k, count, ground=what != "floating" or bool(rng.random() < 0.5))
    if what == "floating":
        for _ in range(int(rng.integers(1, 4))):
            k.loose(k.vector(1.5))
    if what in ("loops", "many", "heavy", "slender") or (what in ("driven", "forces", "turns") and rng.random() < 0.5):
        close(k, int(rng.integers(1, 9 if what in ("loops", "many") else 3)))
    if what == "driven":
        for _ in range(int(rng.integers(0, 3))):
            elements.coupling(k)
        for _ in range(int(rng.integers(1, 4))):
            elements.driver(k, str(rng.choice(elements.DRIVERS[k.dim])))
    if what == "turns":
        for _ in range(int(rng.integers(0, 3)) if k.dim == 3 else 0):
            elements.driver(k, "coordinate")
        scatter(k, int(rng.integers(1, 5)), ("joint spring", "limit", "joint damper", "spring"))
        if not k.m.drivers:  # whose turns would move what is coupled
            elements.coupling(k)
    scatter(k, int(rng.integers(2, 13)) if what == "forces" else int(rng.integers(0, 4)))


def plane_of(k: Sketch) -> tuple[Any, Any]:
    """Where a flat linkage lies: origin and axes, the third of which is normal to it."""
    if k.dim == 2:
        return k.vector(), about(2, k.angle())
    return k.vector(), turn(k.unit(3) * k.rng.uniform(0, 3)) if k.rng.random() < 0.8 else np.eye(3)


def flat(k: Sketch, what: str) -> None:
    """Bodies at points of a plane, joined by pins normal to it (some guides within it), closed by pins."""
    rng = k.rng
    origin, axes = plane_of(k)
    count = int(rng.integers(3, 9))
    names, left, normal = [GROUND], 0, axes[:, 2]

    def place() -> Any:
        return origin + axes @ np.array([*rng.normal(size=2), 0.2 * rng.normal() * (rng.random() < 0.3)])

    for _ in range(count):
        slides = rng.random() < 0.2
        s, angle = k.rotation()
        body = k.body(place(), s, angle)
        in_plane = axes @ np.array([*k.unit(2), 0.0])
        k.join(
            "prismatic" if slides else "revolute",
            str(rng.choice(names[-2:])),
            body,
            place(),
            in_plane if slides else normal,
        )
        names.append(body)
        left += 1
    for _ in range(int(rng.integers(1, 4))):
        if left <= 2:
            break
        kind = (
            str(rng.choice(["revolute", "revolute", "cylindrical", "spherical", "revolute"]))
            if k.dim == 3
            else "revolute"
        )
        first, second = elements.pair_of(k)
        k.join(kind, first, second, place(), normal)
        left -= 2
    scatter(k, int(rng.integers(0, 4)), WITHOUT_FRICTION)


def doubled(k: Sketch, what: str) -> None:
    """A tree or loop some joints of which are there twice: again, or shifted along their axis."""
    rng = k.rng
    general(k, "tree")
    k.m.frictions.clear()
    close(k, int(rng.integers(0, 2)))
    for name in list(k.m.joints):
        joint = k.m.joints[name]
        if joint.bodies is None or rng.random() < 0.4:
            continue
        axis, at = joint.axis, np.array(joint.at)
        if joint.TYPE in ("revolute", "prismatic", "cylindrical") and axis is not None:
            kinds = {
                "revolute": ("revolute", "cylindrical", "spherical"),
                "cylindrical": ("cylindrical",),
                "prismatic": ("prismatic",),
            }[joint.TYPE]
            kind = str(rng.choice(kinds)) if k.dim == 3 else joint.TYPE
            k.join(
                kind, *joint.bodies, at=at + rng.normal() * np.array(axis), axis=np.append(axis, [0.0] * (3 - k.dim))
            )
        elif joint.TYPE in ("fixed", "spherical", "revolute"):
            k.join(joint.TYPE, *joint.bodies, at=at if joint.TYPE != "fixed" else at + rng.normal(size=k.dim))


def cranks(k: Sketch, what: str, angle: float | None = None, count: int | None = None) -> None:
    """Parallel cranks of equal length on one bar; at angle zero they lie along it (a change point)."""
    rng = k.rng
    origin, axes = plane_of(k)
    count = int(rng.integers(3, 6)) if count is None else count
    length, tilt = rng.uniform(0.4, 1.2), rng.uniform(0.4, 2.6) if angle is None else angle
    arm = length * np.array([np.cos(tilt), np.sin(tilt), 0.0])
    s, phi = k.rotation()
    bar = k.body(origin + axes @ (arm + [0.5, 0, 0]), s, phi)
    for n in range(count):
        foot = np.array([n * rng.uniform(0.5, 1.0), 0.0, 0.0])
        s, phi = k.rotation()
        crank = k.body(origin + axes @ (foot + arm / 2), s, phi)
        k.join("revolute", GROUND, crank, origin + axes @ foot, axes[:, 2])
        k.join(
            "revolute",
            *((crank, bar) if rng.random() < 0.5 else (bar, crank)),
            at=origin + axes @ (foot + arm),
            axis=axes[:, 2],
        )
    if angle is None:
        scatter(k, int(rng.integers(0, 3)), WITHOUT_FRICTION)


def singular(k: Sketch, what: str) -> None:
    """A change point, a dead centre, or a chain held at both ends and stretched; or near one."""
    rng = k.rng
    off = float(10 ** rng.uniform(-9, -2)) if what == "near" else 0.0
    kind = int(rng.integers(3))
    if kind == 0:
        cranks(k, what, angle=off, count=2)
        return
    origin, axes = plane_of(k)
    lengths = rng.uniform(0.5, 1.0, 2)
    knee = lengths[0] * np.array([np.cos(off), np.sin(off), 0.0])
    end = np.array([knee[0] + np.sqrt(lengths[1] ** 2 - knee[1] ** 2), 0.0, 0.0])
    bodies = []
    for middle in (knee / 2, (knee + end) / 2, end):
        s, phi = k.rotation()
        bodies.append(k.body(origin + axes @ middle, s, phi))
    for first, second, at in (
        (GROUND, bodies[0], [0, 0, 0]),
        (bodies[0], bodies[1], knee),
        (bodies[1], bodies[2], end),
    ):
        k.join("revolute", first, second, origin + axes @ np.array(at, float), axes[:, 2])
    if kind == 1:
        k.join("prismatic", GROUND, bodies[2], origin + axes @ end, axes[:, 0])
    else:
        k.join("revolute", GROUND, bodies[2], origin + axes @ (end + [0.5, 0.0, 0.0]), axes[:, 2])


def massless(k: Sketch, what: str) -> None:
    """A tree or loop in which bodies have no mass, or no moment of inertia in one direction."""
    general(k, "loops" if k.rng.random() < 0.6 else "tree")
    k.m.frictions.clear()
    for name, body in list(k.m.bodies.items()):
        kind = int(k.rng.integers(3))
        if kind == 0:
            continue
        zero: Any = 0.0
        if k.dim == 3:
            values, axes = np.linalg.eigh(np.array(body.inertia))
            zero = (
                np.zeros((3, 3)).tolist() if kind == 1 else (axes[:, 1:] * values[1:].mean() @ axes[:, 1:].T).tolist()
            )
        k.m.bodies[name] = replace(body, mass=0.0 if kind == 1 else body.mass, inertia=zero)
        answer = k.oracle().answer()
        if not (answer.settled and answer.shaken < 1e-10 * max(answer.scale, 1.0)):
            k.m.bodies[name] = body


def bennett(k: Sketch, what: str) -> None:
    """Bennett's four-bar (`sin(alpha)/a = sin(beta)/b`), or Bricard's six-bar along the edges of a cube."""
    rng = k.rng
    origin, axes = plane_of(k)
    if rng.random() < 0.7:
        alpha, beta = rng.uniform(0.4, 1.2), rng.uniform(1.3, 2.4)
        a = rng.uniform(0.5, 1.2)
        b = a * np.sin(beta) / np.sin(alpha)
        one = rng.uniform(0.4, 2.5)
        two = 2 * np.arctan(np.sin((beta + alpha) / 2) / np.sin((beta - alpha) / 2) / np.tan(one / 2))
        place, basis, corners, pins = np.zeros(3), np.eye(3), [], []
        for angle, length, twist in ((one, a, alpha), (two, b, beta), (-one, a, alpha), (-two, b, beta)):
            corners.append(place)
            pins.append(basis[:, 2])
            basis = basis @ about(2, angle)
            place = place + length * basis[:, 0]
            basis = basis @ about(0, twist)
        assert np.abs(place).max() < 1e-12
    else:
        corners = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], float) * rng.uniform(
            0.5, 1.5
        )
        pins = np.eye(3)[[1, 2, 0, 1, 2, 0]]
    names = [GROUND]
    for first, second in pairwise(corners):
        s, phi = k.rotation()
        names.append(k.body(origin + axes @ ((first + second) / 2), s, phi))
    for number, (corner, pin) in enumerate(zip(corners, pins)):
        pair = (names[number], names[(number + 1) % len(names)])
        k.join("revolute", *(pair if rng.random() < 0.5 else pair[::-1]), at=origin + axes @ corner, axis=axes @ pin)
    scatter(k, int(rng.integers(0, 3)), WITHOUT_FRICTION)


CLASSES: dict[str, Any] = {
    **dict.fromkeys(("tree", "loops", "driven", "forces", "many", "heavy", "slender", "floating", "turns"), general),
    "flat": flat, "flat rods": flat, "doubled": doubled, "cranks": cranks, "massless": massless, "bennett": bennett, "singular": singular, "near": singular,
}  # fmt: skip
REDUNDANT = ("flat", "flat rods", "doubled", "cranks", "bennett")
KINDS = [(what, dimension) for what in CLASSES for dimension in (2, 3) if (what, dimension) != ("bennett", 2)]


def draw(what: str, dimension: int, seed: int) -> vz.Model:
    """The mechanism of a class, dimension and seed."""
    rng = np.random.default_rng([seed, zlib.crc32(what.encode()), dimension])
    k = Sketch(rng, dimension, f"{what} {dimension}D {seed}")
    if what == "heavy":
        k.weight = lambda: float(10 ** rng.uniform(-4, 4))
    if what in ("slender", "flat rods"):
        k.shape = "slender" if what == "flat rods" or rng.random() < 0.7 else "flat"
    if what == "turns":
        k.turns = 4
    CLASSES[what](k, what)
    still = what in ("singular", "near") and rng.random() < 0.5
    if not k.moving(0.0 if still else float(rng.choice([0.0, 0.5, 2.0], p=[0.15, 0.45, 0.4]))):
        k.m.drivers.clear()
        k.moving(0.5)
    return k.m
