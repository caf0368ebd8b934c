"""Structures of all kinds: in line, flat, held in part, with strings through several nodes; the same whatever they are called, where and how large they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.tensegrity.nodal import Nodal

import vazba as vz

T = vz.tensegrity
SQUARE = {"a": (0.0, 0.0), "b": (1.0, 0.0), "c": (1.0, 1.0), "d": (0.0, 1.0)}
RHO, SIGMA = T.STEEL.density, T.STEEL.strength


def cross(
    order: int = 0, scale: float = 1.0, turn: float = 0.0, prefix: str = "", dimension: int = 2, stiffness: float | None = None
) -> vz.Model:  # fmt: skip
    """Two bars across each other, four strings around them."""
    rng, zero = np.random.default_rng(order), [0.0] * (dimension - 2)
    m = vz.Model("cross", dimension=dimension, gravity=[0.0] * dimension)
    c, s = np.cos(turn), np.sin(turn)
    strings = {f"s{k + 1}": ends for k, ends in enumerate(("ab", "bc", "cd", "da"))}
    for name in rng.permutation(list(SQUARE)).tolist() if order else SQUARE:
        x, y = SQUARE[name]
        m.node(prefix + name, [scale * (c * x - s * y) + 7 * turn, scale * (s * x + c * y), *zero], mass=0.1)
    for name, ends in {"p": "ac", "q": "bd"}.items():
        m.bar(prefix + name, [prefix + end for end in ends], mass=1.0, stiffness=stiffness)
    for name in rng.permutation(list(strings)).tolist() if order else strings:
        m.cable(prefix + name, through=[prefix + end for end in strings[name]], stiffness=1e3, free_length=0.9 * scale)
    return m


@pytest.mark.parametrize(
    "how",
    [{}, {"order": 1}, {"order": 2}, {"scale": 1e-3}, {"scale": 1e3}, {"turn": 0.7}, {"prefix": "z"}, {"stiffness": 1e6}],
)  # fmt: skip
def test_names_order_size_and_frame_do_not_matter(how: dict[str, float]) -> None:
    """By hand: at a corner of the square the bar pushes with sqrt(2) times the pull of a string."""
    found = T.analyse(cross(**how))  # type: ignore[arg-type]
    assert (found.rank, found.static, found.kinematic, found.rigid, found.stable) == (5, 1, 0, 3, True)
    t, prefix = found.tension(), str(how.get("prefix", ""))
    for k in (1, 2, 3, 4):
        assert t[f"{prefix}p"] == pytest.approx(-np.sqrt(2) * t[f"{prefix}s{k}"], rel=1e-9)
    tight = vz.equilibrium(T.prestress(cross(**how), 20.0)).tensions  # type: ignore[arg-type]
    assert tight[f"{prefix}q"] == pytest.approx(-20.0, rel=1e-8)
    assert tight[f"{prefix}s3"] == pytest.approx(20.0 / np.sqrt(2), rel=1e-8)


def test_a_flat_cross_in_space_is_stiffened_across_its_plane() -> None:
    """Corners by turns up and down: each string turns by 2/l, each bar not at all; `K = sum t/l (dz)^2 = 4 (t/l) 4`, for a motion of length 2."""
    found = T.analyse(cross(dimension=3))
    assert (found.static, found.kinematic, found.rigid, found.stable) == (1, 1, 6, True)
    assert found.stiffness == pytest.approx([16 / np.sqrt(2) / 4], rel=1e-9)


def in_line(axis: tuple[float, ...], count: int = 4) -> vz.Model:
    """A string of beads of 1 kg, 1 m apart, between two walls."""
    m, u = vz.Model("beads", dimension=len(axis), gravity=[0.0] * len(axis)), np.array(axis) / np.linalg.norm(axis)
    for k in range(count + 1):
        m.node(f"n{k}", (k * u).tolist(), mass=1.0, fixed=k in (0, count) or None)
    for k in range(count):
        m.cable(f"s{k}", through=[f"n{k}", f"n{k + 1}"], stiffness=1e6, free_length=0.9)
    return m


@pytest.mark.parametrize("axis", [(1.0, 0.0), (1.0, 0.0, 0.0), (1.0, 2.0, -0.5)])
def test_beads_on_a_line(axis: tuple[float, ...]) -> None:
    """`w = 2 sqrt(t/(m l)) sin(k pi/(2 n))`, in space twice each; a turn about the line is no motion of nodes."""
    across = len(axis) - 1
    found = T.analyse(in_line(axis))
    assert (found.static, found.kinematic, found.rigid, found.stable) == (1, 3 * across, 0, True)
    wanted = np.repeat(2 * np.sqrt(10.0) * np.sin(np.arange(1, 4) * np.pi / 8) / (2 * np.pi), across)
    seen = np.sort(vz.modes(T.prestress(in_line(axis), 10.0)).frequencies)
    assert seen[: 3 * across] == pytest.approx(wanted, rel=1e-6)


@pytest.mark.parametrize(("axis", "motions"), [((0.6, 0.8), 3), ((0.6, 0.8, 0.0), 5), ((0.5, -0.3, 0.9), 5)])
def test_a_bar_and_a_string_alone(axis: tuple[float, ...], motions: int) -> None:
    """Two nodes on a line move as a whole in two and one (plane) or three and two (space) ways."""
    m = vz.Model("pair", dimension=len(axis), gravity=[0.0] * len(axis))
    m.node("a", [0.0] * len(axis), mass=0.1)
    m.node("b", list(axis), mass=0.1)
    m.bar("p", ["a", "b"], mass=1.0)
    m.cable("s", through=["a", "b"], stiffness=1e3, free_length=0.5)
    found = T.analyse(m)
    assert (found.static, found.kinematic, found.rigid, found.stable) == (1, 0, motions, True)
    assert found.tension()["p"] == pytest.approx(-found.tension()["s"], rel=1e-9)


def on_a_rail() -> vz.Model:
    """A node that can move along x only, on two strings to the walls."""
    m = vz.Model("rail", dimension=2, gravity=[0, 0])
    m.node("a", [0, 0], fixed=True)
    m.node("b", [1, 0.5], mass=1.0, fixed=["y"])
    m.node("c", [3, 0], fixed=True)
    m.cable("s", through=["a", "b"], stiffness=1e3, free_length=0.9)
    m.cable("t", through=["b", "c"], stiffness=1e3, free_length=0.9)
    return m


def test_forms_keep_what_holds_a_node_in_part() -> None:
    """Force densities 2 and 1: `2 x = 3 - x` along the rail; across it stays where it is held."""
    form = T.form_find(on_a_rail(), {"s": 2.0, "t": 1.0})
    assert form.positions["b"] == pytest.approx([1.0, 0.5], abs=1e-12)
    form = T.form_find(on_a_rail(), {"s": 1.0, "t": 2.0})
    assert form.positions["b"] == pytest.approx([2.0, 0.5], abs=1e-12)


def test_sizes_know_what_holds_a_node_in_part() -> None:
    """A load of 100 N against x is taken by one string alone, at `cos a = 2/sqrt(4.25)`; what acts across the rail by the rail."""
    found = T.size(on_a_rail(), {"b": (-100.0, -1000.0)})
    pull = 100.0 * np.sqrt(4.25) / 2
    assert found.forces[0] == pytest.approx({"s": 0.0, "t": pull}, abs=1e-7)
    assert found.mass == pytest.approx(RHO * pull / SIGMA * np.sqrt(4.25), rel=1e-9)


def hung(load_at: float = 1.0) -> vz.Model:
    """One string over a node that slides along it."""
    m = vz.Model("hung", dimension=2, gravity=[0, 0])
    m.node("a", [0, 0], fixed=True)
    m.node("b", [load_at, -1], mass=1.0)
    m.node("c", [2, 0], fixed=True)
    m.cable("s", through=["a", "b", "c"], stiffness=1e3, free_length=2.5)
    return m


def test_a_string_through_three_nodes_has_one_force() -> None:
    """`2 t sin 45 = 100 N`, area t/strength, length `2 sqrt(2)`; a load to the side it cannot carry."""
    found = T.size(hung(), {"b": (0.0, -100.0)})
    assert found.forces[0] == pytest.approx({"s": 100 / np.sqrt(2)}, rel=1e-9)
    assert found.mass == pytest.approx(RHO * 100 / np.sqrt(2) / SIGMA * 2 * np.sqrt(2), rel=1e-9)
    with pytest.raises(vz.ModelError, match=r"cannot be carried in the drawn shape: .* at b"):
        T.size(hung(), {"b": (50.0, -100.0)})


def test_rods_under_a_string_of_several_pieces_are_pushed() -> None:
    """Two hinged props, each along the bisector of the string over its head (45 degrees to level): they push with `2 t cos 67.5 deg`."""
    m = vz.Model("props", dimension=2, gravity=[0, 0])
    tilt = 1 / np.tan(np.pi * 3 / 8)
    for name, x, side in (("A", 0.0, 1.0), ("B", 2.0, -1.0)):
        foot, head = np.array([x + side * tilt, 0.0]), np.array([x, 1.0])
        long, axis = float(np.linalg.norm(head - foot)), head - foot
        m.body(name, position=(foot + head) / 2, angle=float(np.arctan2(axis[1], axis[0])), mass=1e-3, inertia=1e-3)
        m.point(f"low{name}", name, [-long / 2, 0.0])
        m.point(f"high{name}", name, [long / 2, 0.0])
        m.point(f"foot{name}", "ground", foot)
        m.revolute(f"hinge{name}", f"foot{name}", f"low{name}")
    m.point("left", "ground", [-1.0, 0.0])
    m.point("right", "ground", [3.0, 0.0])
    m.cable("s", through=["left", "highA", "highB", "right"], stiffness=1e6, free_length=4.0)
    with pytest.warns(vz.VazbaWarning, match=f"bar A buckles: it pushes with {2 * 500 * np.cos(np.pi * 3 / 8):.4g} N"):
        T.prestress(m, 500.0, bars=T.STEEL)


def test_nodes_that_are_drawn_at_one_place_stay_two() -> None:
    """Two beads at the same place on two lines: each is where its own strings balance."""
    m = vz.Model("two lines", dimension=2, gravity=[0, 0])
    for name, place in {"a": (-1, 0), "b": (2, 0), "c": (0, -1), "d": (0, 3)}.items():
        m.node(name, place, fixed=True)
    for name, ends in {"x": "ab", "y": "cd"}.items():
        m.node(name, [0, 0], mass=1.0)
        for end in ends:
            m.cable(f"{name}{end}", through=[name, end], stiffness=1e3, free_length=0.5)
    form = T.form_find(m, 1.0)
    assert form.positions["x"] == pytest.approx([0.5, 0.0], abs=1e-12)
    assert form.positions["y"] == pytest.approx([0.0, 1.0], abs=1e-12)


def _pushed() -> vz.Model:
    """Bars below and above, strings for the rest: diagonals that pull press the sides."""
    m = vz.Model("pushed", dimension=2, gravity=[0, 0])
    for name, place in SQUARE.items():
        m.node(name, place, mass=0.1)
    m.bar("p", ["a", "b"], mass=1)
    m.bar("q", ["c", "d"], mass=1)
    for k, ends in enumerate(("ac", "bd", "bc", "da")):
        m.cable(f"s{k}", through=list(ends), stiffness=1e3, free_length=0.9)
    return m


def test_the_verdict_names_the_strings_that_would_push() -> None:
    """Of the square the diagonals have one sign and all sides the other."""
    found = T.analyse(_pushed())
    assert not found.stable
    named = found.verdict.partition("; ")[2]
    assert named.startswith(("s0, s1 would", "s2, s3 would"))


NODES, MEMBERS = {**SQUARE, "e": (0.3, 0.2)}, {k: (k, "e") for k in SQUARE}


def _form(densities: object, **more: object) -> object:
    return T.form_find(NODES, densities, **{"members": MEMBERS, "fixed": list(SQUARE), **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: T.prestress(cross(), [1, 2]), r"prestress: level = \[1, 2\] N is not possible; it is the largest force"),
        (lambda: T.prestress(cross(), level="much"), "prestress: level = much N is not possible"),
        (lambda: T.prestress(cross(), {"s1": "much"}), "prestress: s1 = much N is not possible"),
        (lambda: T.prestress(cross(), {"s1": float("nan")}), "prestress: s1 = nan N is not possible"),
        (lambda: T.prestress(cross(), {"g": 1.0}, groups={"g": []}), "group g: it is empty"),
        (lambda: T.prestress(cross(), {"g": 1.0}, groups=[("g", ["s1"])]), r"groups = \[.*\] is no table"),
        (lambda: T.analyse(cross(), groups={"g": 3}), "group g: 3 is no list of names"),
        (lambda: T.analyse(cross(), groups={"s1": ["s2", "s3"]}), "group s1: cable s1 has the same name; one of them would be lost"),
        (lambda: T.analyse(cross(), tolerance=-1.0), "tolerance = -1 is not possible"),
        (lambda: T.analyse(cross(), tolerance=2.0), "tolerance = 2 is not below 1"),
        (lambda: T.analyse(cross(), members="s9"), "member s9: there is no such member"),
        (lambda: T.sweep(cross(), "much"), "sweep: levels = 'much' are not possible"),
        (lambda: T.sweep(cross(), [10.0, -1.0]), "sweep: level = -1 N is not possible"),
        (lambda: T.sweep(cross(), [10.0], count=0), "sweep: count = 0 is not possible"),
        (lambda: T.statics(cross(), [("a", (1, 0))]), r"statics: loads = \[.*\] is no table"),
        (lambda: T.statics(cross(), {"a": 3}), "load at a: 3 is not a vector"),
        (lambda: T.statics(cross(), bars="steel"), "statics: bars = 'steel' is no material"),
        (lambda: T.size(hung(), {"b": (0.0, float("nan"))}), "load at b: nan is not a finite number"),
        (lambda: T.size(hung(), []), "size: there are no loads"),
        (lambda: T.size(hung(), None), "size: loads = None is no table"),
        (lambda: T.size(hung(), {"b": (0, -1)}, factor="big"), "size: factor = big is not possible"),
        (lambda: T.size(hung(), {"b": (0, -1)}, least_tension=-5), "size: least_tension = -5 N is not possible; a string that may push"),
        (lambda: T.size(T.platform(), {"head1": (0, 0, -1)}), "body plate: it is no bar; size: only bars and strings"),
        (lambda: T.form_find(T.platform(), 1.0), "body plate: it is no bar; form_find: only bars and strings"),
        (lambda: T.prism(3, "wide"), "prism: radius = wide is not allowed; it must be positive"),
        (lambda: T.prism(3, stiffness="hard"), "prism: stiffness = hard is not allowed"),
        (lambda: T.prism(3, prestress=float("nan")), "prism: prestress = nan is not allowed; it must be zero or positive"),
        (lambda: T.prism(3, prestress=float("inf")), "prism: prestress = inf is not allowed"),
        (lambda: T.prism(3, as_="bodies", diameter=-1), "prism: diameter = -1 is not allowed"),
        (lambda: T.tower(2, node_mass=-1, damping=-1), "tower: damping = -1 is not allowed.*\n.*node_mass = -1 is not allowed"),
        (lambda: T.prism(3, prestress=100, bar_stiffness=10), "bar_stiffness = 10 N is too little; bars push with 100 N"),
        (lambda: T.Material(E=0.0), "material: E = 0 is not possible; give a positive number"),
        (lambda: _form("much"), "force_densities = much N/m is not possible"),
        (lambda: _form(float("nan")), "force_densities = nan N/m is not possible"),
        (lambda: _form({"a": 1, "g": 5, "h": 3}, groups={"g": ["a", "b"], "h": ["c", "d"]}), "member a is given 1 and 5 N/m"),
        (lambda: _form({"a": 1, "h": 3}, groups={"a": ["a", "b"], "h": ["c", "d"]}), "group a: a member has the same name"),
        (lambda: T.form_find({**NODES, "f": "abc"}, 1.0, members=MEMBERS), "node f: 'abc' is no place"),
        (lambda: T.form_find(on_a_rail(), 1.0, fixed=["zz"]), "fixed: there is no node 'zz'"),
        (lambda: T.form_find(None, 1.0), "what = None is no table"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_name(call: object, told: str) -> None:
    with pytest.raises(vz.ModelError, match=told):
        call()  # type: ignore[operator]


def test_two_members_of_one_name_are_told() -> None:
    """One of them would not be looked at; a spring that is no member takes no name."""
    m = cross()
    m.cable("p", through=["a", "b"], stiffness=1e3, free_length=1.0)
    with pytest.raises(vz.ModelError, match="cable p: another member has the same name"):
        T.analyse(m)
    m = cross()
    m.spring("s1", "a", "b", stiffness=1e3, free_length=1.0)
    assert T.analyse(m).static == 1
    m.springs["s1"] = replace(m.springs["s1"], member=True)
    with pytest.raises(vz.ModelError, match="s1: another member has the same name"):
        T.analyse(m)


def test_a_bar_between_nodes_a_hair_apart_is_called_a_bar() -> None:
    m = cross()
    m.node("e", [1e-13, 0.0], mass=0.1)
    m.bar("z", ["a", "e"], mass=1.0)
    with pytest.raises(vz.ModelError, match="bar z: its length is 1e-13 m between a and e"):
        vz.equilibrium(m)


def test_a_shape_whose_nodes_are_all_held_stays() -> None:
    form = T.form_find(NODES, 1.0, members=MEMBERS, fixed=list(NODES))
    assert all(far == 0.0 for far in form.moved.values())


def test_a_slender_tower_stands_however_soft_it_is() -> None:
    """Fourteen stages a hundredth as wide as high: the softest stiffness of its mechanisms is that of matrices written down apart, 6e-9 N/m a newton."""
    m = T.tower(14, 3, 0.01, 1.0, class_=1, supported=True, prestress=0)
    found = T.analyse(m)
    index = {name: k for k, name in enumerate(m.nodes)}
    pairs = [tuple(index[end] for end in bar.nodes) for bar in m.bars.values()]
    strings = [tuple(index[end] for end in cable.through) for cable in m.cables.values()]
    held = tuple(index[name] for name, node in m.nodes.items() if node.fixed)
    nodal = Nodal(np.array([node.position for node in m.nodes.values()]), pairs, strings, held)
    tension = found.prestress[[found.members.index(name) for name in (*m.bars, *m.cables)]]
    _, sizes, vt = np.linalg.svd(nodal.matrix().T)
    mechanisms = vt[int((sizes > 1e-9 * sizes[0]).sum()) :].T
    least = np.linalg.eigvalsh(mechanisms.T @ nodal.stiffness(tension, 1e-6) @ mechanisms)[0]
    assert 0 < least < 1e-8
    assert found.stiffness[0] == pytest.approx(least, rel=1e-4)
    assert found.stable
