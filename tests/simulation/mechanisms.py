"""Random mechanisms: trees of all joints that can carry a body, closed by joints, couplings and drivers, with force elements of all kinds on them.

Everything is drawn where it fits: bodies at random poses, joints by `bodies` and `at` in that posture, so that it is assembled as described.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st

import vazba as vz

CARRIES = {  # joints that can be in a tree, with their freedoms
    2: {"revolute": 1, "prismatic": 1, "slot": 2, "fixed": 0, "free": 3},
    3: {"revolute": 1, "prismatic": 1, "cylindrical": 2, "universal": 2, "spherical": 3, "planar": 3, "screw": 1, "fixed": 0, "free": 6},
}  # fmt: skip
CLOSES = {  # joints that close a loop, with their equations
    2: {"revolute": 2, "slot": 1, "distance": 1, "prismatic": 2},
    3: {"spherical": 3, "distance": 1, "point_on_line": 2, "point_on_plane": 1, "universal": 4, "cylindrical": 4, "planar": 3},
}  # fmt: skip
ELEMENTS = (  # and "law", which is compiled anew for every mechanism: a second
    "spring", "curve", "damper", "cable", "force", "follower", "torque", "between", "bushing", "winch", "at joint", "motor", "friction",
)  # fmt: skip
ANGLES, SLIDES = ("angle", "angle_1", "angle_2"), ("displacement",)
AXES = {
    2: {"prismatic", "slot"},
    3: {"revolute", "prismatic", "cylindrical", "planar", "screw", "point_on_line", "point_on_plane"},
}


@dataclass(frozen=True)
class Plan:
    """What a mechanism is made of; numbers come from the seed."""

    dimension: int
    links: tuple[tuple[str, int, bool], ...]  # joint, parent (-1: ground), whether the body is the joint's second
    closures: tuple[tuple[str, int, int], ...] = ()  # joint, first and second body
    elements: tuple[tuple[str, int, int], ...] = ()  # element, first and second body
    extras: tuple[str, ...] = ()  # "gear", "driver", "distance driver"
    seed: int = 0


def coordinate_names(kind: str, dimension: int) -> tuple[str, ...]:
    found = {"revolute": ("angle",), "prismatic": ("displacement",), "universal": ("angle_1", "angle_2")}
    found |= {"screw": ("angle", "displacement"), "cylindrical": ("angle", "displacement")}
    return ("displacement",) if kind == "slot" and dimension == 2 else found.get(kind, ())


def unit(rng: np.random.Generator, n: int) -> Any:
    v = rng.normal(size=n)
    return v / np.linalg.norm(v)


def by_state(length: float, rate: float, t: float, q: np.ndarray, v: np.ndarray) -> float:
    """A law that looks at the whole state."""
    return 3.0 * length + 0.5 * rate + 0.1 * t + 0.2 * q[0] - 0.3 * v[1]


def by_length(length: float, rate: float, t: float) -> float:
    return 4.0 * (length - 0.5) + 0.3 * rate


def build(plan: Plan) -> vz.Model:
    """The mechanism of a plan."""
    rng, dim = np.random.default_rng(plan.seed), plan.dimension
    m = vz.Model("random", dimension=dim, gravity=tuple(3 * unit(rng, dim)))
    names = [f"b{k}" for k in range(len(plan.links))]
    place = [*(0.7 * rng.normal(size=(len(names), dim))), np.zeros(dim)]
    for k, name in enumerate(names):
        values: dict[str, Any] = {
            "position": place[k].tolist(),
            "mass": rng.uniform(0.5, 3.0),
            "com": (0.3 * rng.normal(size=dim)).tolist(),
        }
        if dim == 2:
            values |= {"angle": rng.uniform(-4, 4), "inertia": rng.uniform(0.1, 1.0)}
        else:
            root = rng.normal(size=(3, 3))
            turn = np.linalg.qr(root)[0]
            a, b, c = rng.uniform(0.1, 0.6, 3)
            values |= {
                "orientation": {"quaternion": unit(rng, 4).tolist()},
                "inertia": (turn @ np.diag([b + c, a + c, a + b]) @ turn.T).tolist(),
            }
        m.body(name, **values)
    names.append("ground")
    moving: list[tuple[str, str]] = []
    for k, (kind, parent, second) in enumerate(plan.links):
        if kind == "free":
            continue
        pair = [names[parent], names[k]] if second else [names[k], names[parent]]
        at = (place[k] + place[parent]) / 2 + 0.3 * rng.normal(size=dim)
        m.joint(kind, f"j{k}", bodies=pair, at=at.tolist(), **direction(kind, dim, rng))
        moving += [(f"j{k}", c) for c in coordinate_names(kind, dim)]
    for k, (kind, first, second) in enumerate(plan.closures):
        values = direction(kind, dim, rng)
        if kind == "distance":
            m.point(f"c{k}a", names[first], rng.normal(size=dim).tolist())
            m.point(f"c{k}b", names[second], rng.normal(size=dim).tolist())
            m.joint(kind, f"c{k}", points=[f"c{k}a", f"c{k}b"])
        else:
            m.joint(
                kind, f"c{k}", bodies=[names[first], names[second]], at=(0.8 * rng.normal(size=dim)).tolist(), **values
            )
        if kind != "cylindrical":  # a coordinate that a loop gives is met by drivers and springs too
            moving += [(f"c{k}", c) for c in coordinate_names(kind, dim)]
    extras(m, plan, moving, names, rng)
    for k, (what, first, second) in enumerate(plan.elements):
        element(m, f"e{k}", what, (names[first], names[second]), moving, rng)
    return m


def direction(kind: str, dim: int, rng: np.random.Generator) -> dict[str, Any]:
    """Axes of a joint, and its numbers."""
    out: dict[str, Any] = {}
    if kind in AXES[dim]:
        out["axis"] = unit(rng, dim).tolist()
    if kind == "universal":
        arm = unit(rng, 3)
        out["axes"] = [arm.tolist(), np.cross(arm, unit(rng, 3)).tolist()]
    if kind == "screw":
        out["lead"] = float(rng.choice([-1, 1]) * rng.uniform(0.2, 1.5))
    return out


def extras(m: vz.Model, plan: Plan, moving: list[tuple[str, str]], names: list[str], rng: np.random.Generator) -> None:
    """Couplings and drivers."""
    pins = [joint for joint, c in moving if c == "angle" and m.joints[joint].TYPE == "revolute"]
    for k, what in enumerate(plan.extras):
        if what == "gear" and len(pins) > 1:
            a, b = rng.choice(len(pins), 2, replace=False)
            m.gear(f"g{k}", pins[a], pins[b], ratio=float(rng.uniform(0.4, 2.0) * rng.choice([-1, 1])))
        elif what == "driver" and moving:
            joint, c = moving[int(rng.integers(len(moving)))]
            if joint not in m.drivers:
                m.drive(joint, joint=joint, **{c: f"{drawn(m, joint, c)!r} + 0.3*t + 0.2*sin(2*t)"})
        elif what == "distance driver":
            m.point(f"x{k}", names[0], rng.normal(size=plan.dimension).tolist())
            m.point(f"y{k}", "ground", (2 + rng.normal(size=plan.dimension)).tolist())
            length = drawn_distance(m, f"x{k}", f"y{k}")
            m.drive(f"x{k}", points=(f"x{k}", f"y{k}"), distance=f"{length!r} + 0.2*t + 0.1*t**2")


def drawn(m: vz.Model, joint: str, coordinate: str) -> float:
    """Value of a joint's coordinate as described."""
    system = vz.compile_model(m)
    from vazba.kinematic.evaluate import evaluate, work_for

    work = work_for(system)
    evaluate(system, work, system.q0.copy(), np.zeros(system.nv), 0.0)
    k = next(i for i, (name, c) in enumerate(system.coordinate_names) if name == joint and c.name == coordinate)
    return float(work.coordinates[k])


def drawn_distance(m: vz.Model, first: str, second: str) -> float:
    from vazba.algebra.rotations import matrices

    ends = []
    for name in (first, second):
        point = m.points[name]
        position = np.array(point.position)
        if point.body != "ground":
            b = m.bodies[point.body]
            if m.dimension == 2:
                c, s = np.cos(b.angle), np.sin(b.angle)
                position = np.array(b.position) + np.array([[c, -s], [s, c]]) @ position
            else:
                position = np.array(b.position) + matrices(np.array(b.orientation["quaternion"])) @ position
        ends.append(position)
    return float(np.linalg.norm(ends[1] - ends[0]))


def element(
    m: vz.Model, name: str, what: str, pair: tuple[str, str], moving: list[tuple[str, str]], rng: np.random.Generator
) -> None:
    """Add a force element between two bodies, or at some joint."""
    dim = m.dimension
    ends = [m.point(f"{name}{side}", body, rng.normal(size=dim).tolist()).name for side, body in zip("pq", pair)]
    joint, coordinate = moving[int(rng.integers(len(moving)))] if moving else ("", "")
    at = {"joint": joint, "coordinate": coordinate}
    turning = coordinate.startswith("angle")
    body = next((b for b in pair if b != "ground"), "b0")
    if what == "spring":
        m.spring(name, *ends, stiffness=rng.uniform(5, 20), free_length=rng.uniform(0.2, 2), damping=rng.uniform(0, 2))
    elif what == "curve":
        m.spring(name, *ends, force="9*x + 2*x**3", free_length="0.7 + 0.2*sin(3*t)")
    elif what == "law":
        m.spring(name, *ends, law=by_state if rng.random() < 0.5 else by_length)
    elif what == "damper":
        m.damper(name, *ends, damping=rng.uniform(0.5, 3))
    elif what == "cable":
        m.point(f"{name}r", "ground", (2 * unit(rng, dim)).tolist())
        m.cable(name, [ends[0], f"{name}r", ends[1]], stiffness=20.0, damping=1.0, free_length=rng.uniform(0.5, 5))
    elif what == "force":
        m.force(name, ends[0] if pair[0] != "ground" else ends[1], (5 * rng.normal(size=dim)).tolist())
    elif what == "follower":
        m.force(name, ends[0] if pair[0] != "ground" else ends[1], ["3*cos(t)", 1.0, 2.0][:dim], frame=body)
    elif what == "torque":
        m.torque(
            name,
            body,
            float(rng.normal()) if dim == 2 else rng.normal(size=3).tolist(),
            frame=body if rng.random() < 0.5 else None,
        )
    elif what == "between" and pair[0] != pair[1]:
        m.torque(name, bodies=pair, torque=float(rng.normal()) if dim == 2 else rng.normal(size=3).tolist())
    elif what == "bushing" and pair[0] != pair[1]:
        n = 3 if dim == 2 else 6
        m.bushing(
            name,
            *pair,
            at=(0.5 * rng.normal(size=dim)).tolist(),
            stiffness=rng.uniform(2, 9, n).tolist(),
            damping=rng.uniform(0.1, 1, n).tolist(),
        )
    elif what == "winch":
        m.actuator(name, through=ends, tension="5 + sin(4*t)")
    elif what == "at joint" and joint:
        free = {"free_angle": 0.3} if turning else {"free_length": 0.3}
        m.spring(name, **at, stiffness=rng.uniform(3, 9), damping=rng.uniform(0, 1), **free)
    elif what == "motor" and joint:
        m.actuator(name, **at, **({"torque": "2*cos(t)"} if turning else {"force": "2*cos(t)"}))
    elif what == "friction" and joint:
        pin = {"radius": 0.05} if turning else {}
        m.friction(name, **at, coefficient=0.1, viscous=0.2, speed=0.1, **pin)


@st.composite
def plans(draw: Any, dimension: int, loops: int = 0, most: int = 6) -> Plan:
    """Plans of trees, or of mechanisms with up to `loops` closures, couplings and drivers."""
    count = draw(st.integers(2 if loops else 1, most))
    kinds = list(CARRIES[dimension])
    links = tuple(
        (draw(st.sampled_from(kinds)), draw(st.integers(-1, k - 1)), draw(st.booleans())) for k in range(count)
    )
    body = st.integers(-1, count - 1)
    elements = tuple(draw(st.lists(st.tuples(st.sampled_from(ELEMENTS), body, body), max_size=5)))
    left = sum(CARRIES[dimension][kind] for kind, _, _ in links)
    closures, more = [], []
    for _ in range(draw(st.integers(1, loops)) if loops else 0):
        kind = draw(st.sampled_from([*CLOSES[dimension], "gear", "driver", "distance driver"]))
        first, second = draw(body), draw(body)
        rows = CLOSES[dimension].get(kind, 1)
        if rows >= left:
            continue
        if kind in CLOSES[dimension]:
            if first == second:
                continue
            closures.append((kind, first, second))
        else:
            more.append(kind)
        left -= rows
    return Plan(dimension, links, tuple(closures), elements, tuple(more), draw(st.integers(0, 2**31)))
