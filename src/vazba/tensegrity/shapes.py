"""Generators: `prism`, `tower`, `t_bar`, `d_bar`, `icosahedron`, `platform`.

All take what the structure is built of: `as_` ("nodes" or "bodies"), `stiffness` (EA of a string, N), `damping` (of a string, N s), `bar_mass` (kg),
`bar_stiffness` (EA, N; rigid unless given, with nodes), `diameter` (of bars, m, with bodies), `prestress` (largest force of a member, N; 0: none),
`gravity` (none unless given), and `supported` (the nodes below are held).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE, SPACE, space_of
from vazba.errors import Fault, ModelError
from vazba.model import Model
from vazba.tensegrity.given import sizes
from vazba.tensegrity.net import Build, Net, held, model_of

Array = NDArray[np.float64]


def _counted(shape: str, name: str, value: int, least: int) -> None:
    if not isinstance(value, (int, np.integer)) or isinstance(value, bool) or value < least:
        raise ModelError(Fault(shape, f"{name} = {value!r} is not possible", f"it must be a whole number from {least} on", "correct the value"))  # fmt: skip


def string_twist(bars: int) -> float:
    """By how much the upper polygon of a prism is turned against the lower one, seen along a vertical string: `pi/2 - pi/n`.

    The two ends of a bar are `pi/2 + pi/n` apart: 150 degrees of three bars. Only there the prism has a self-stress.
    """
    return float(np.pi / 2 - np.pi / bars)


def prism_net(
    bars: int = 3, radius: float = 1.0, height: float = 2.0, twist: float | str = "auto", top_radius: float | None = None
) -> Net:  # fmt: skip
    """A prism as a drawing: nodes b1 .. (below), t1 .. (above), bars bar1 .., strings bottom1, top1, side1 .."""
    _counted("prism", "bars", bars, 3)
    upper = radius if top_radius is None else top_radius
    sizes("prism", {"radius": radius, "height": height, "top_radius": upper})
    turn = _twist("prism", bars, twist)
    around = 2 * np.pi * np.arange(bars) / bars
    nodes = {f"b{k + 1}": np.array([radius * np.cos(a), radius * np.sin(a), 0.0]) for k, a in enumerate(around)}
    nodes |= {
        f"t{k + 1}": np.array([upper * np.cos(a + turn), upper * np.sin(a + turn), height])
        for k, a in enumerate(around)
    }
    number = range(1, bars + 1)
    after = {k: k % bars + 1 for k in number}
    groups = {group: tuple(f"{word}{k}" for k in number) for group, word in _PRISM.items()}
    strings = {f"bottom{k}": (f"b{k}", f"b{after[k]}") for k in number}
    strings |= {f"top{k}": (f"t{k}", f"t{after[k]}") for k in number}
    strings |= {f"side{k}": (f"b{k}", f"t{k}") for k in number}
    return Net("prism", nodes, {f"bar{k}": (f"b{k}", f"t{after[k]}") for k in number}, strings, groups)


_PRISM = {"bars": "bar", "bottom": "bottom", "top": "top", "side": "side"}


def _twist(shape: str, bars: int, twist: float | str) -> float:
    if twist == "auto":
        return string_twist(bars)
    if isinstance(twist, str) or not np.isfinite(twist):
        raise ModelError(Fault(shape, f"twist = {twist!r} is no angle", "", 'give "auto" or radians'))
    return float(twist)


def prism(
    bars: int = 3, radius: float = 1.0, height: float = 2.0, twist: float | str = "auto", *, top_radius: float | None = None,
    supported: bool = False, **built: Any,
) -> Model:  # fmt: skip
    """A prism of n bars: two polygons of strings, n strings and n bars between them.

    `twist` is that of the strings, `pi/2 - pi/n` ("auto") where it has a self-stress; then the ends of a bar are `pi/2 + pi/n` apart. Of the force
    densities q (force over length) there, with radii a below and b above: bars `-q`, sides `q`, below `q b/(2 a sin(pi/n))`, above
    `q a/(2 b sin(pi/n))`. It has one self-stress and `2 n - 5` mechanisms.
    """
    build = _build("prism", built)
    net = prism_net(bars, radius, height, twist, top_radius)
    return model_of(held(net, tuple(f"b{k + 1}" for k in range(bars))) if supported else net, build)


def tower_net(
    stages: int = 5, bars: int = 3, radius: float = 1.0, height: float = 1.5, top_radius: float | None = None
) -> Net:
    """A tower as a drawing: rings of nodes n0-1 .., n1-1 ..; between two rings bars bar1-1 .. and strings side1-1 .., around them ring0-1 .."""
    _counted("tower", "stages", stages, 1)
    _counted("tower", "bars", bars, 3)
    last = radius if top_radius is None else top_radius
    sizes("tower", {"radius": radius, "height": height, "top_radius": last})
    radii = radius * (last / radius) ** (np.arange(stages + 1) / stages)
    nodes: dict[str, Array] = {}
    rods: dict[str, tuple[str, str]] = {}
    strings: dict[str, tuple[str, str]] = {}
    groups: dict[str, tuple[str, ...]] = {}
    number = range(1, bars + 1)
    after = {k: k % bars + 1 for k in number}
    start = 0.0
    for stage in range(stages + 1):
        for k in number:
            angle = start + 2 * np.pi * (k - 1) / bars
            nodes[f"n{stage}-{k}"] = np.array(
                [radii[stage] * np.cos(angle), radii[stage] * np.sin(angle), stage * height]
            )
            strings[f"ring{stage}-{k}"] = (f"n{stage}-{k}", f"n{stage}-{after[k]}")
        groups[f"ring{stage}"] = tuple(f"ring{stage}-{k}" for k in number)
        if stage == stages:
            break
        hand = 1 if stage % 2 == 0 else -1  # neighbours turn against each other
        start += hand * string_twist(bars)
        before = {after[k]: k for k in number}
        for k in number:
            rods[f"bar{stage + 1}-{k}"] = (f"n{stage}-{k}", f"n{stage + 1}-{after[k] if hand > 0 else before[k]}")
            strings[f"side{stage + 1}-{k}"] = (f"n{stage}-{k}", f"n{stage + 1}-{k}")
        groups[f"bars{stage + 1}"] = tuple(f"bar{stage + 1}-{k}" for k in number)
        groups[f"sides{stage + 1}"] = tuple(f"side{stage + 1}-{k}" for k in number)
    return Net("tower", nodes, rods, strings, groups)


def stack_net(
    stages: int = 5, bars: int = 3, radius: float = 1.0, height: float = 1.5, top_radius: float | None = None
) -> Net:
    """As `tower_net`, with a polygon of its own below and above for every stage: nodes n1-1 .. (below), m1-1 .. (above), no two bars meet (class 1).

    Where two stages meet their polygons lie in one plane, turned by `pi/n` against each other; between them goes a zigzag of strings belt1-1 ..
    """
    plain = tower_net(stages, bars, radius, height, top_radius)
    number = range(1, bars + 1)
    after = {k: k % bars + 1 for k in number}
    nodes: dict[str, Array] = {}
    rods: dict[str, tuple[str, str]] = {}
    strings: dict[str, tuple[str, str]] = {}
    groups: dict[str, tuple[str, ...]] = {}
    turn = 0.0
    for stage in range(1, stages + 1):
        below: list[str] = []
        above: list[str] = []
        for k in number:
            for word, level, place in ((f"n{stage}", stage - 1, below), (f"m{stage}", stage, above)):
                x, y, z = plain.nodes[f"n{level}-{k}"]
                c, s = np.cos(turn), np.sin(turn)
                nodes[f"{word}-{k}"] = np.array([c * x - s * y, s * x + c * y, z])
                strings[f"ring{word}-{k}"] = (f"{word}-{k}", f"{word}-{after[k]}")
                place.append(f"ring{word}-{k}")
        for kind, drawn, net in (("bar", plain.bars, rods), ("side", plain.strings, strings)):
            names = [f"{kind}{stage}-{k}" for k in number]
            for name in names:
                low, high = drawn[name]
                net[name] = (f"n{stage}-{low.partition('-')[2]}", f"m{stage}-{high.partition('-')[2]}")
            groups[f"{kind}s{stage}"] = tuple(names)
        groups |= {f"below{stage}": tuple(below), f"above{stage}": tuple(above)}
        if stage > 1:
            belt: dict[str, tuple[str, str]] = {}
            for k in number:
                at = nodes[f"n{stage}-{k}"]
                near = sorted(number, key=lambda j: float(np.linalg.norm(nodes[f"m{stage - 1}-{j}"] - at)))[:2]
                belt |= {
                    f"belt{stage - 1}-{k}{side}": (f"n{stage}-{k}", f"m{stage - 1}-{j}") for side, j in zip("ab", near)
                }
            strings |= belt
            groups[f"belt{stage - 1}"] = tuple(belt)
        turn += np.pi / bars
    return Net("stack", nodes, rods, strings, groups)


def tower(
    stages: int = 5, bars: int = 3, radius: float = 1.0, height: float = 1.5, *, top_radius: float | None = None, supported: bool = False,
    class_: int = 2, **built: Any,
) -> Model:  # fmt: skip
    """Prisms on each other, turning by turns to the left and to the right; with `class_ = 2` they share their polygons, so that two bars meet at a node, with
    `class_ = 1` each has its own, which strings between them join, and no two bars meet.

    Each stage has one self-stress of its own and `2 n - 5` mechanisms (class 2). Radii go from `radius` to `top_radius` by a constant factor.
    """
    if class_ not in (1, 2):
        raise ModelError(Fault("tower", f"class_ = {class_!r} is not possible", "one or two bars meet at a node", "class_ = 1 or 2"))  # fmt: skip
    build = _build("tower", built)
    net = (tower_net if class_ == 2 else stack_net)(stages, bars, radius, height, top_radius)
    first = "n0" if class_ == 2 else "n1"
    return model_of(held(net, tuple(f"{first}-{k + 1}" for k in range(bars))) if supported else net, build)


def t_bar(length: float = 2.0, width: float = 1.0, *, dimension: int = 2, arms: int = 3, **built: Any) -> Model:
    """Two bars in line, held straight by short bars across and strings around: a bar that buckles later (planar, or in space with `arms` arms).

    With strings at the angle a to the line (`tan a = width / length`), each with tension t: bars along the line push with `2 t cos a`, those across
    with `2 t sin a`; in space with `arms t cos a`, and less across by what the strings around the arms take.
    """
    sizes("t_bar", {"length": length, "width": width})
    build = _build("t_bar", built)
    across = _around("t_bar", dimension, arms, width / 2)
    nodes = {
        "left": _along(-length / 2, dimension),
        "right": _along(length / 2, dimension),
        "middle": _along(0.0, dimension),
    }
    nodes |= {f"arm{k + 1}": p for k, p in enumerate(across)}
    bars = {"bar-left": ("left", "middle"), "bar-right": ("middle", "right")}
    bars |= {f"across{k + 1}": ("middle", f"arm{k + 1}") for k in range(len(across))}
    strings = {f"string-{end}{k + 1}": (end, f"arm{k + 1}") for end in ("left", "right") for k in range(len(across))}
    if space_of(dimension) is SPACE:  # without these each arm could turn about the line
        strings |= {f"around{k + 1}": (f"arm{k + 1}", f"arm{(k + 1) % arms + 1}") for k in range(arms)}
    groups = {
        "along": ("bar-left", "bar-right"),
        "across": tuple(f"across{k + 1}" for k in range(len(across))),
        "strings": tuple(n for n in strings if n.startswith("string")),
    }
    if space_of(dimension) is SPACE:
        groups["around"] = tuple(n for n in strings if n.startswith("around"))
    return model_of(Net("t-bar", nodes, bars, strings, groups), build)


def d_bar(length: float = 2.0, width: float = 1.0, *, dimension: int = 2, arms: int = 3, **built: Any) -> Model:
    """A diamond of bars with strings along and across it: takes a push along the line by bars under the angle a (`tan a = width / length`).

    With a force `-f` in each bar: the string along the line pulls with `2 f cos a` (in space `arms f cos a`), the one across with `2 f sin a`
    (in space those around with `2 f sin a / (2 sin(pi/arms))`).
    """
    sizes("d_bar", {"length": length, "width": width})
    build = _build("d_bar", built)
    across = _around("d_bar", dimension, arms, width / 2)
    count = len(across)
    nodes = {"left": _along(-length / 2, dimension), "right": _along(length / 2, dimension)}
    nodes |= {f"arm{k + 1}": p for k, p in enumerate(across)}
    bars = {f"bar-{end}{k + 1}": (end, f"arm{k + 1}") for end in ("left", "right") for k in range(count)}
    pairs = [(0, 1)] if count == 2 else [(k, (k + 1) % count) for k in range(count)]
    strings = {"along": ("left", "right")} | {f"across{i + 1}": (f"arm{i + 1}", f"arm{j + 1}") for i, j in pairs}
    groups = {"bars": tuple(bars), "along": ("along",), "across": tuple(n for n in strings if n != "along")}
    return model_of(Net("d-bar", nodes, bars, strings, groups), build)


def _along(x: float, dimension: int) -> Array:
    return np.array([x, 0.0, 0.0][:dimension])


def _around(shape: str, dimension: int, arms: int, radius: float) -> list[Array]:
    if space_of(dimension) is PLANE:
        return [np.array([0.0, radius]), np.array([0.0, -radius])]
    if dimension not in (2, 3):
        raise ModelError(Fault(shape, f"dimension = {dimension!r} is not possible", "a model is planar (2) or spatial (3)", "dimension = 2 or 3"))  # fmt: skip
    _counted(shape, "arms", arms, 3)
    angles = 2 * np.pi * np.arange(arms) / arms
    return [np.array([0.0, radius * np.cos(a), radius * np.sin(a)]) for a in angles]


def icosahedron(bar: float = 2.0, **built: Any) -> Model:
    """The ball of six bars in three parallel pairs, half a bar's length apart, and 24 equal strings; bars push with `3/2` of the strings' density."""
    sizes("icosahedron", {"bar": bar})
    build = _build("icosahedron", built)
    h = bar / 2
    nodes: dict[str, Array] = {}
    bars: dict[str, tuple[str, str]] = {}
    strings: dict[str, tuple[str, str]] = {}
    for axis, letter in enumerate("xyz"):
        for side in (1, -1):
            for end in (1, -1):
                p = np.zeros(3)
                p[axis], p[(axis + 1) % 3] = end * h, side * h / 2
                nodes[f"{letter}{'+' if side > 0 else '-'}{'+' if end > 0 else '-'}"] = p
            word = f"{letter}{'+' if side > 0 else '-'}"
            bars[f"bar-{word}"] = (f"{word}-", f"{word}+")
    names = list(nodes)
    near = np.sqrt(1.5) * h
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            if abs(np.linalg.norm(nodes[a] - nodes[b]) - near) < 1e-9 * h:
                strings[f"string{len(strings) + 1}"] = (a, b)
    return model_of(Net("icosahedron", nodes, bars, strings, {"bars": tuple(bars), "strings": tuple(strings)}), build)


def platform(
    radius: float = 1.0, top_radius: float = 1.5, rod: float = 2.0, *, stiffness: float = 1500.0, damping: float = 10.0, free_length: float = 2.91,
    gravity: tuple[float, float, float] = (0.0, 0.0, -9.8),
) -> Model:  # fmt: skip
    """A plate on three rods (ball joints) held by six crosswise cables from the feet to the heads: rigid bodies and cables."""
    lengths = {
        "radius": radius,
        "top_radius": top_radius,
        "rod": rod,
        "stiffness": stiffness,
        "free_length": free_length,
    }
    sizes("platform", lengths, {"damping": damping})
    if rod <= abs(top_radius - radius):
        raise ModelError(
            Fault(
                "platform",
                f"rod = {rod:g} m is too short",
                f"feet and heads are {abs(top_radius - radius):g} m apart already",
                "give longer rods",
            )
        )
    height = np.sqrt(rod**2 - (top_radius - radius) ** 2)
    m = Model("platform", gravity=list(gravity))
    m.body("plate", position=[0.0, 0.0, height], mass=5.0, inertia=[1.0, 1.0, 5.0])
    for k in range(3):
        around = np.array([np.cos(2 * np.pi * k / 3), np.sin(2 * np.pi * k / 3), 0.0])
        foot, head = radius * around, top_radius * around + [0.0, 0.0, height]
        axis = (head - foot) / rod
        tilt = float(np.arctan2(np.hypot(axis[0], axis[1]), axis[2]))
        c, s = np.cos(tilt / 2), np.sin(tilt / 2)
        m.body(f"rod{k + 1}", position=(foot + head) / 2, orientation={"quaternion": [c, -s * around[1], s * around[0], 0.0]}, mass=1.0,
               inertia=[1.0, 1.0, 0.1])  # fmt: skip
        m.point(f"foot{k + 1}", "ground", foot)
        m.point(f"head{k + 1}", "plate", top_radius * around)
        m.point(f"low{k + 1}", f"rod{k + 1}", [0.0, 0.0, -rod / 2])
        m.point(f"high{k + 1}", f"rod{k + 1}", [0.0, 0.0, rod / 2])
        m.spherical(f"below{k + 1}", f"foot{k + 1}", f"low{k + 1}")
        m.spherical(f"above{k + 1}", f"high{k + 1}", f"head{k + 1}")
    for k, (foot_number, head_number) in enumerate(((1, 2), (2, 3), (3, 1), (1, 3), (3, 2), (2, 1))):
        m.cable(
            f"cable{k + 1}",
            through=[f"foot{foot_number}", f"head{head_number}"],
            stiffness=stiffness,
            damping=damping,
            free_length=free_length,
        )
    return m


def _build(shape: str, built: dict[str, Any]) -> Build:
    from vazba.errors import suggestion

    known = Build.__dataclass_fields__
    unknown = [name for name in built if name not in known]
    if unknown:
        raise ModelError(
            [Fault(shape, f"there is no option '{name}'", "", suggestion(name, known)) for name in unknown]
        )
    return Build(**built)
