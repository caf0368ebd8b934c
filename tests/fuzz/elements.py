"""Force elements, couplings and drivers of every kind, put on a sketch where they fit."""

from __future__ import annotations

from typing import Any

import numpy as np

from .poses import GROUND
from .sketch import Sketch, cardan_of

FORCES = (
    "spring", "curve", "damper", "rate curve", "cable", "reeled", "winch", "force", "follower", "torque", "between", "bushing", "motor",
    "joint spring", "joint damper", "limit", "friction",
)  # fmt: skip
DRIVERS = {
    2: ("coordinate", "distance", "vector", "component", "point", "point component", "angle", "angle between"),
    3: ("coordinate", "distance", "vector", "component", "point", "point component", "orientation", "orientation between"),
}  # fmt: skip


def pair_of(k: Sketch) -> list[str]:
    """Two different bodies, one of which may be the ground."""
    names = [*k.m.bodies, GROUND]
    while True:
        pair = [str(x) for x in k.rng.choice(names, 2)]
        if pair[0] != pair[1]:
            return pair


def force(k: Sketch, what: str) -> None:
    """Add a force element of a kind; nothing where it does not fit."""
    rng, m, dim = k.rng, k.m, k.dim
    name = f"e{sum(len(m.section(s)) for s in ('springs', 'dampers', 'cables', 'actuators', 'forces', 'torques', 'bushings', 'limits', 'frictions'))}"
    pair = pair_of(k)
    body = next(b for b in pair if b != GROUND)
    moving = k.coordinates()
    joint, coordinate = moving[int(rng.integers(len(moving)))] if moving else ("", "")
    turns, at = coordinate.startswith("angle"), {"joint": joint, "coordinate": coordinate}
    if what in ("motor", "joint spring", "joint damper", "limit", "friction") and not joint:
        return
    if what == "spring":
        m.spring(
            name,
            *ends(k, pair),
            stiffness=rng.uniform(5, 50),
            free_length=rng.uniform(0.1, 2),
            damping=rng.uniform(0, 2),
        )
    elif what == "curve":
        m.spring(name, *ends(k, pair), force="9*x + 2*x**3", free_length="0.7 + 0.2*sin(3*t)", damping=0.3)
    elif what == "damper":
        m.damper(name, *ends(k, pair), damping=rng.uniform(0.5, 3))
    elif what == "rate curve":
        m.damper(name, *ends(k, pair), force="2*x + 0.5*x**3")
    elif what in ("cable", "reeled", "winch"):
        stops = ends(k, [*pair, *pair_of(k), *pair_of(k)][: int(rng.integers(2, 6))])
        if what == "winch":
            m.actuator(name, through=stops, tension="5 + sin(4*t)")
        else:
            free = rng.uniform(0.2, 4) if what == "cable" else f"{rng.uniform(0.5, 3)!r} - 0.1*t"
            m.cable(name, stops, stiffness=rng.uniform(5, 50), damping=rng.uniform(0, 3), free_length=free)
    elif what == "force":
        m.force(name, k.point(body), (5 * rng.normal(size=dim)).tolist())
    elif what == "follower":
        m.force(name, k.point(body), ["3*cos(t)", 1.0, "2 - t"][:dim], frame=body)
    elif what == "torque":
        own = bool(rng.random() < 0.5)
        m.torque(
            name,
            body,
            float(rng.normal()) if dim == 2 else rng.normal(size=3).tolist(),
            **({"frame": body} if own else {}),
        )
    elif what == "between":
        m.torque(name, bodies=pair, torque="1.5*cos(t)" if dim == 2 else rng.normal(size=3).tolist())
    elif what == "bushing":
        bushing(k, name, pair)
    elif what == "motor":
        m.actuator(name, **at, **{"torque" if turns else "force": "2*cos(t)"})
    elif what == "joint spring":
        free = {"free_angle" if turns else "free_length": k.value(joint, coordinate) + float(rng.normal())}
        m.spring(name, **at, stiffness=rng.uniform(3, 30), damping=rng.uniform(0, 1), **free)
    elif what == "joint damper":
        m.damper(name, **at, damping=rng.uniform(0.2, 2))
    elif what == "limit":
        x = k.value(joint, coordinate)
        low, high = (
            (x - 1, x + 0.5) if rng.random() < 0.5 else (x + 0.1, x + 2) if rng.random() < 0.5 else (x - 2, x - 0.1)
        )
        m.limit(
            name,
            joint,
            coordinate=coordinate,
            lower=low,
            upper=high,
            stiffness=rng.uniform(20, 200),
            damping=rng.uniform(0, 2),
        )
    elif what == "friction":
        pin = {"radius": rng.uniform(0.01, 0.06)} if turns else {}
        m.friction(
            name,
            joint,
            coordinate=coordinate,
            coefficient=rng.uniform(0, 0.2),
            viscous=rng.uniform(0.01, 0.3),
            speed=0.1,
            **pin,
        )


def bushing(k: Sketch, name: str, pair: list[str]) -> None:
    rng, n = k.rng, 3 if k.dim == 2 else 6
    root = rng.normal(size=(n, n))
    full = bool(rng.random() < 0.5)
    values: dict[str, Any] = {"stiffness": (10 * np.eye(n) + root @ root.T if full else rng.uniform(5, 50, n)).tolist()}
    values["damping"] = rng.uniform(0.1, 1, n).tolist()
    if k.dim == 3 and rng.random() < 0.5:
        values["turns"] = "vector"
    if rng.random() < 0.25:
        values["axes"] = "first"
    if rng.random() < 0.5:
        k.m.bushing(name, *pair, at=k.cut(k.vector()), **values)
    else:
        k.m.bushing(name, *ends(k, pair), **values)


def ends(k: Sketch, bodies: list[str]) -> list[str]:
    return [k.point(body) for body in bodies]


def coupling(k: Sketch) -> None:
    """A gear between two angles or a rack, where there are joints for it and it takes away one freedom."""
    kinds = {name: joint.TYPE for name, joint in k.m.joints.items()}
    pins, guides = ([n for n, t in kinds.items() if t == word] for word in ("revolute", "prismatic"))
    before, name = k.oracle().rank, k.name()
    if len(pins) > 1 and (not guides or k.rng.random() < 0.6):
        first, second = (str(x) for x in k.rng.choice(pins, 2, replace=False))
        k.m.gear(name, first, second, ratio=float(k.rng.choice([-1, 1]) * k.rng.uniform(0.3, 3)))
    elif pins and guides:
        k.m.rack(
            name,
            str(k.rng.choice(guides)),
            str(k.rng.choice(pins)),
            radius=float(k.rng.choice([-1, 1]) * k.rng.uniform(0.1, 0.6)),
        )
    else:
        return
    if k.oracle().rank == before:
        del k.m.joints[name]


def law(k: Sketch, start: float) -> Any:
    """A motion law that begins at a value."""
    rng, kind = k.rng, k.rng.integers(3)
    a, b = float(rng.normal() * 0.5), float(rng.normal() * 0.5)
    if kind == 0:
        return f"{start!r} + {a!r}*t + {abs(b)!r}*sin(2*t)"
    if kind == 1:
        return {"polynomial": [start, a, b, 0.1]}
    phase = float(rng.uniform(-1, 1))
    return {
        "harmonic": {"mean": start - 0.2 * float(np.sin(phase)), "amplitude": 0.2, "frequency": 0.5, "phase": phase}
    }


def driver(k: Sketch, what: str) -> None:
    """Add a driver of a kind where it takes away as many freedoms as it has equations; nothing where it does not."""
    rng, m, dim = k.rng, k.m, k.dim
    before, name, rows = k.oracle().rank, f"d{len(m.drivers)}", 1
    pair = pair_of(k)
    body = next(b for b in pair if b != GROUND)
    moving = [x for x in k.coordinates() if x[0] not in [d.joint for d in m.drivers.values()]]
    if what == "coordinate":
        if not moving:
            return
        joint, c = moving[int(rng.integers(len(moving)))]
        counted = c.startswith("angle") and dim == 3 and m.joints[joint].TYPE != "screw"  # a nut would go as many leads
        turns = 2 * np.pi * int(rng.integers(-k.turns, k.turns + 1)) if counted else 0.0
        m.drive(name, joint=joint, **{c: law(k, k.value(joint, c) + turns)})
    elif what in ("distance", "vector", "component"):
        points = ends(k, pair)
        places = [k.at(b, np.append(m.points[p].position, [0.0] * (3 - dim))) for b, p in zip(pair, points)]
        d, framed = places[1] - places[0], bool(rng.random() < 0.5) and pair[0] != GROUND
        more = {"frame": pair[0]} if framed and what != "distance" else {}
        d_own = k.pose[pair[0]][1].T @ d if more else d
        if what == "distance":
            m.drive(name, points=points, distance=law(k, float(np.linalg.norm(d))))
        elif what == "vector":
            rows = dim
            m.drive(name, points=points, vector=[law(k, float(x)) for x in d_own[:dim]], **more)
        else:
            c = int(rng.integers(dim))
            m.drive(name, points=points, **{"xyz"[c]: law(k, float(d_own[c]))}, **more)
    elif what in ("point", "point component"):
        point = k.point(body)
        place = k.at(body, np.append(m.points[point].position, [0.0] * (3 - dim)))
        if what == "point":
            rows = dim
            m.drive(name, point=point, position=[law(k, float(x)) for x in place[:dim]])
        else:
            c = int(rng.integers(dim))
            m.drive(name, point=point, **{"xyz"[c]: law(k, float(place[c]))})
    elif what.startswith("angle"):
        first, second = (GROUND, body) if what == "angle" else pair
        start = law(k, k.pose[second][2] - k.pose[first][2])
        m.drive(name, angle=start, **({"body": body} if what == "angle" else {"bodies": pair}))
    else:
        first, second = (GROUND, body) if what == "orientation" else pair
        angles, rows = cardan_of(k.pose[first][1].T @ k.pose[second][1]), 3
        m.drive(
            name,
            orientation={"cardan": [law(k, x) for x in angles]},
            **({"body": body} if what == "orientation" else {"bodies": pair}),
        )
    oracle = k.oracle()
    if oracle.rank != before + rows or not oracle.clear or oracle.consistent_velocities(np.zeros(oracle.n)) is None:
        del m.drivers[name]
