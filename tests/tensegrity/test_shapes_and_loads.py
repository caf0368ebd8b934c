"""Form-finding, statics, sizes; and what is refused, by name."""

from __future__ import annotations

import numpy as np
import pytest
from tests.tensegrity.nodal import Nodal

import vazba as vz

T = vz.tensegrity
RHO, E, SIGMA = 7800.0, 2.1e11, 2.35e8


def net(n: int) -> tuple[dict[str, tuple[float, float, float]], dict[str, tuple[str, str]], list[str]]:
    """A square net of n x n nodes whose rim lies on `z = x y`."""
    name = {(i, j): f"n{i}-{j}" for i in range(n) for j in range(n)}
    nodes = {
        name[i, j]: (float(i), float(j), float(i * j) if i in (0, n - 1) or j in (0, n - 1) else 0.0)
        for i in range(n)
        for j in range(n)
    }
    members = {f"x{i}-{j}": (name[i, j], name[i + 1, j]) for i in range(n - 1) for j in range(n)}
    members |= {f"y{i}-{j}": (name[i, j], name[i, j + 1]) for i in range(n) for j in range(n - 1)}
    rim = [name[i, j] for i in range(n) for j in range(n) if i in (0, n - 1) or j in (0, n - 1)]
    return nodes, members, rim


def test_a_net_of_equal_force_densities_is_a_discrete_harmonic_surface() -> None:
    """`z = x y` is harmonic, also for the five-point sum: the net must lie on it, with `x`, `y` as drawn."""
    nodes, members, rim = net(7)
    form = T.form_find(nodes, 3.0, members=members, fixed=rim)
    for name, place in form.positions.items():
        assert place[2] == pytest.approx(place[0] * place[1], abs=1e-12)
        assert place[:2] == pytest.approx(nodes[name][:2], abs=1e-12)
    assert form.forces["x2-3"] == pytest.approx(3.0 * form.lengths["x2-3"], rel=1e-12)
    assert form.moved["n3-3"] == pytest.approx(9.0, rel=1e-12)
    assert form.moved["n0-3"] == 0.0


def test_force_densities_by_group_balance_every_node() -> None:
    nodes, members, rim = net(5)
    groups = {"along": [m for m in members if m[0] == "x"], "across": [m for m in members if m[0] == "y"]}
    form = T.form_find(nodes, {"along": 2.0, "across": 5.0}, members=members, fixed=rim, groups=groups)
    place = {name: k for k, name in enumerate(nodes)}
    nodal = Nodal(
        np.array(list(form.positions.values())),
        [],
        [(place[a], place[b]) for a, b in members.values()],
        tuple(place[n] for n in rim),
    )
    left = nodal.matrix() @ np.array([form.forces[m] for m in members])
    assert np.abs(left).max() < 1e-12


def test_a_free_prism_is_brought_to_its_twist() -> None:
    """Force densities of the closed form: the shape nearest to a prism drawn with a wrong twist has the right one."""
    q = {**{f"bar{k}": -1.0 for k in (1, 2, 3)}, **{f"side{k}": 1.0 for k in (1, 2, 3)}}
    q |= {f"{word}{k}": 1 / np.sqrt(3) for word in ("top", "bottom") for k in (1, 2, 3)}
    form = T.form_find(T.prism(3, 1.0, 2.0, twist=0.7, prestress=0, as_="bodies"), q)
    low, high = form.positions["b1"], form.positions["t1"]
    turn = np.arctan2(high[1], high[0]) - np.arctan2(low[1], low[0])
    assert turn == pytest.approx(np.pi / 6, abs=1e-9)
    with pytest.raises(
        vz.ModelError, match=r"singular: the only shapes that balance lie in a line; .* 4 null vectors, and has 2"
    ):
        T.form_find(
            T.prism(3, 1.0, 2.0, prestress=0, as_="bodies"),
            {**q, **{f"top{k}": 0.7 for k in (1, 2, 3)}, **{f"bottom{k}": 0.7 for k in (1, 2, 3)}},
        )


@pytest.mark.parametrize("method", ["nonlinear", "dynamic_relaxation"])
def test_a_shape_from_free_lengths(method: str) -> None:
    """A prism with shorter strings at its sides turns and sinks; both ways find the state that `vz.equilibrium` finds, and its forces balance."""
    m = T.prism(3, 1.0, 2.0, prestress=100.0, as_="bodies")
    for k in (1, 2, 3):
        m.cables[f"side{k}"] = type(m.cables["side1"])(
            name=f"side{k}", through=[f"b{k}", f"t{k}"], stiffness=1e4, free_length=1.9
        )
    form = T.form_find(m, method=method)
    eq = vz.equilibrium(m)
    assert form.forces["side1"] == pytest.approx(eq.tensions["side1"], rel=1e-6)
    assert max(form.moved.values()) > 0.005


def test_forces_under_load_balance_at_every_node() -> None:
    """By the nodal model, at the places found: forces of bars, strings and loads."""
    m = T.tower(2, 3, 1.0, 1.5, supported=True, prestress=200.0, as_="bodies", stiffness=5e4)
    loads = {"n2-1": (3.0, 1.0, -20.0), "n2-2": (0.0, -2.0, -30.0), "n1-3": (1.0, 0.0, 5.0)}
    found = T.statics(m, loads, steps=2)
    place = {name: k for k, name in enumerate(["n0-1", "n0-2", "n0-3", "n1-1", "n1-2", "n1-3", "n2-1", "n2-2", "n2-3"])}
    x = np.array([found.positions[name] for name in place])
    from vazba.tensegrity.shapes import tower_net

    drawn = tower_net(2, 3, 1.0, 1.5)
    pairs = {name: (place[a], place[b]) for name, (a, b) in drawn.members.items()}
    nodal = Nodal(x, [], list(pairs.values()), (0, 1, 2))
    left = nodal.matrix() @ np.array([found.forces[name] for name in pairs])
    for name, force in loads.items():
        at = 3 * (place[name] - 3)
        left[at : at + 3] += force
    assert np.abs(left).max() < 1e-6
    assert found.ok
    assert not found.slack
    assert len(found.path) == 2


def test_a_string_goes_slack_where_the_load_takes_its_pull() -> None:
    """A block between two strings in line, prestressed with 10 N, EA/l equal: 8 N on it leave 14 N and 6 N, 30 N leave one slack and 30 N in the other."""
    m = vz.Model("line", dimension=2, gravity=[0, 0])
    m.body("bead", position=[1.0, 0.0], mass=1.0, inertia=1.0)
    m.point("P", "bead", [0.0, 0.0])
    m.point("A", "ground", [0.0, 0.0])
    m.point("B", "ground", [2.0, 0.0])
    m.revolute("pin", "ground", m.body("slide", position=[1.0, 0.0], mass=1.0, inertia=1.0), at=(1.0, 0.0))
    m.prismatic("guide", "slide", "bead", at=(1.0, 0.0), axis=(1.0, 0.0))
    m.cable("left", through=["A", "P"], stiffness=1000.0, free_length=1000 / 1010)
    m.cable("right", through=["P", "B"], stiffness=1000.0, free_length=1000 / 1010)
    found = T.statics(m, {"P": (8.0, 0.0)})
    assert (found.forces["left"], found.forces["right"]) == pytest.approx((14.0, 6.0), rel=1e-9)
    found = T.statics(m, {"P": (30.0, 0.0)}, strings=T.Material(E=1e9, strength=1.5e7))
    assert found.slack == ("right",)
    assert found.forces["left"] == pytest.approx(30.0, rel=1e-9)
    assert found.yielding == ("left",)  # A = 1000/1e9 m2: 15 N
    assert {row.name: row.state for row in found.table} == {"left": "YIELDS", "right": "slack"}


def test_bars_buckle_beyond_eulers_load() -> None:
    """A T-bar pressed along its line: `pi^2 E I/l^2` with `I = A^2/(4 pi)`, `A = m/(rho l)`."""
    m = T.t_bar(2.0, 0.5, bar_mass=0.05, prestress=10.0, as_="bodies")
    area = 0.05 / (RHO * 1.0)
    limit = np.pi**2 * E * area**2 / (4 * np.pi) / 1.0**2
    for factor, buckling in ((0.9, ()), (1.1, ("bar-left", "bar-right"))):
        push = factor * limit - 10.0
        found = T.statics(m, {"left": (push, 0.0), "right": (-push, 0.0)}, bars=T.Material(E, RHO, SIGMA))
        row = next(row for row in found.table if row.name == "bar-left")
        assert row.limit == pytest.approx(limit, rel=1e-9)
        assert found.buckling == buckling
        assert row.force < -0.8 * factor * limit
    with pytest.warns(vz.VazbaWarning, match="bar bar-left buckles"):
        T.prestress(
            T.t_bar(2.0, 0.5, bar_mass=0.05, prestress=0, as_="bodies"), 2 * limit, bars=T.Material(E, RHO, SIGMA)
        )


def test_sizes_of_a_diamond_by_hand() -> None:
    """P along a D-bar: bars push with `P/(2 cos a)`, the string across pulls with `P tan a`; areas by buckling and by yield."""
    p, angle, long = 1000.0, np.arctan(0.5), np.sqrt(1.25)
    found = T.size(T.d_bar(2.0, 1.0, as_="bodies"), {"left": (p, 0.0), "right": (-p, 0.0)})
    push = p / (2 * np.cos(angle))
    area = np.sqrt(4 * long**2 * push / (np.pi * E))
    assert found.areas["bar-left1"] == pytest.approx(area, rel=1e-6)
    assert found.areas["across1"] == pytest.approx(p * np.tan(angle) / SIGMA, rel=1e-6)
    assert found.areas["along"] == pytest.approx(0.0, abs=1e-15)
    assert found.mass == pytest.approx(RHO * (4 * area * long + p * np.tan(angle) / SIGMA), rel=1e-6)
    assert (found.by["bar-left1"], found.by["across1"], found.by["along"]) == ("buckling", "yield", "none")
    both = T.size(
        T.d_bar(2.0, 1.0, as_="bodies"),
        [{"left": (p, 0.0), "right": (-p, 0.0)}, {"left": (-p, 0.0), "right": (p, 0.0)}],
    )
    assert both.areas["along"] == pytest.approx(p / SIGMA, rel=1e-6)  # the pull goes straight through
    assert both.areas["bar-left1"] == pytest.approx(area, rel=1e-6)


def test_a_t_bar_may_be_lighter_than_a_single_bar() -> None:
    """Against buckling: one bar of 2 m needs `A = sqrt(4 L^2 P/(pi E))`; two of half the length need half the area each (strings idle in the ideal)."""
    p = 1000.0
    one = RHO * 2.0 * np.sqrt(4 * 2.0**2 * p / (np.pi * E))
    found = T.size(T.t_bar(2.0, 0.4, as_="bodies"), {"left": (p, 0.0), "right": (-p, 0.0)})
    assert found.mass == pytest.approx(one / 2, rel=1e-6)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: T.prestress(_prism(), {"side1": -5.0}), r"bottom1, .* would have to push; a string cannot"),
        (lambda: T.prestress(_prism(), {"side1": 5.0, "top1": 3.0}), "2 forces are given, and there are 1 self-stress states"),
        (lambda: T.prestress(T.tower(2, prestress=0, as_="bodies"), 10.0), "one number is given, and there are 2 self-stress states"),
        (lambda: T.prestress(_prism(), {"sied1": 5.0}), "no member or group 'sied1'; did you mean 'side1'"),
        (lambda: T.prestress(_prism(), {"g": 5.0}, groups={"g": ["side1", "top1"]}), "the groups do not fit the symmetry: .* group g"),
        (lambda: T.analyse(_prism(), groups={"g": ["side1"], "h": ["side1"]}), "member side1 is in group g too"),
        (lambda: T.analyse(vz.tensegrity.platform(), members=["cabel1"]), "there is no such member; did you mean 'cable1'"),
        (lambda: T.analyse(_flat()), "cable c: its length is 0 m between P and A; a member without length has no direction"),
        (lambda: T.analyse(_bare()), "has no members"),
        (lambda: T.prism(2), "bars = 2 is not possible"),
        (lambda: T.prism(3, -1.0), "radius = -1 is not allowed"),
        (lambda: T.prism(3, as_="beams"), "as_ = 'beams' is unknown"),
        (lambda: T.prism(3, stifness=3.0), "no option 'stifness'; did you mean 'stiffness'"),
        (lambda: T.prism(3, twist=0.2, as_="bodies"), "no self-stress with all strings pulling"),
        (lambda: T.statics(_prism(), {"t9": (0, 0, 1)}), "load at t9: there is no such node, point or body"),
        (lambda: T.statics(_prism(), {"t1": (0, 1)}), "load at t1: .* 2"),
        (lambda: T.prestress(_prism(), "much"), "level = much N is not possible"),
        (lambda: T.statics(_prism(), steps=0), "steps = 0 is not possible"),
        (lambda: T.size(T.d_bar(as_="bodies"), {"left": (0.0, 10.0)}), "cannot be carried in the drawn shape"),
        (lambda: T.form_find({"a": (0, 0), "b": (1, 0), "c": (3, 3)}, 1.0, members={"m": ("a", "b")}, fixed=["a"]), "node c: no member holds it"),
        (lambda: T.form_find({"a": (0, 0), "b": (1, 0)}, 1.0, members={"m": ("a", "d")}), "member m: there is no node 'd'"),
        (lambda: T.form_find({"a": (0, 0), "b": (1, 0), "e": (2, 0)}, {"m": 1.0, "n": -1.0}, members={"m": ("a", "b"), "n": ("b", "e")}, fixed=["a", "e"]),
         "the linear form-finding is singular; nodes b can be anywhere"),
        (lambda: T.form_find(_prism(), method="magic"), "method = 'magic' is unknown"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_by_name(call: object, told: str) -> None:
    with pytest.raises(vz.ModelError, match=told):
        call()  # type: ignore[operator]


def _prism() -> vz.Model:
    return T.prism(3, 1.0, 2.0, prestress=0, as_="bodies")


def _bare() -> vz.Model:
    m = vz.Model("bare", dimension=2)
    m.body("b", mass=1.0, inertia=1.0)
    return m


def _flat() -> vz.Model:
    m = _bare()
    m.point("P", "b", (0.0, 0.0))
    m.point("A", "ground", (0.0, 0.0))
    m.point("B", "ground", (1.0, 0.0))
    m.cable("c", through=["P", "A"], stiffness=1.0, free_length=0.5)
    m.cable("d", through=["P", "B"], stiffness=1.0, free_length=0.5)
    return m


def test_loads_of_a_question_leave_names_of_the_model_free() -> None:
    m = T.prism(3, supported=True)
    wanted = T.statics(m, {"t1": (0.0, 0.0, -6.0)}).forces
    m.force("load-t1", point="t1", force=(0.0, 0.0, -1.0))
    assert T.statics(m, {"t1": (0.0, 0.0, -5.0)}).forces == pytest.approx(wanted, rel=1e-9)
