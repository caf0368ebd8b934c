"""Examples of bars and strings: forces and frequencies by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq
from tests.tensegrity.nodal import Nodal, prism

import vazba as vz
from reference.runs import found_efforts, home, let_go

T, G = vz.tensegrity, 9.81


def model(name: str) -> vz.Model:
    return vz.load(home(name))


def test_the_prism_has_the_forces_twist_and_frequencies_of_the_closed_form() -> None:
    for level in (100.0, 200.0):
        m = model("tensegrity-prism").with_parameters(level=level)
        del m.forces["push"]
        found = T.analyse(m)
        t = vz.equilibrium(m).tensions
        side = np.sqrt(4 + 2 * (1 - np.cos(np.pi / 6)))
        assert t["side2"] == pytest.approx(level, rel=1e-9)
        assert t["top1"] / np.sqrt(3) == pytest.approx(level / side / np.sqrt(3), rel=1e-9)
        bar = np.sqrt(4 + 2 * (1 - np.cos(5 * np.pi / 6)))  # its ends are 150 degrees apart
        assert t["bar3"] == pytest.approx(-level / side * bar, rel=1e-9)
        assert found.stable
        free = prism(3, 1.0, 1.0, 2.0)
        state = free.self_stresses()[:, 0]
        state *= level / state[-1]
        wanted = prism(3, 1.0, 1.0, 2.0, held=True).frequencies(state, 1e4, 1.0)
        assert vz.modes(m).frequencies == pytest.approx(wanted, rel=1e-7)


def test_the_ball_is_pressed_symmetrically() -> None:
    res = let_go("six-bar-ball")
    strings = np.array([res[f"string{k + 1}.force"][0] for k in range(24)])
    assert np.ptp(strings) < 1e-9
    assert res["bar-z-.force"][0] / 2.0 == pytest.approx(
        -1.5 * strings[0] / np.sqrt(1.5), rel=1e-3
    )  # the press has begun
    for column in ("px", "py", "pz", "lx", "ly", "lz"):
        assert np.abs(res[f"momentum.{column}"]).max() < 1e-9
    assert res["x++.y"] == pytest.approx(-res["x-+.y"], abs=1e-9)
    assert res["x++.y"].min() < 0.499


def test_the_tower_stands_with_densities_by_hand() -> None:
    m = model("tensegrity-tower")
    assert vz.modes(m).stable
    m.forces.clear()
    m.gravity = [0, 0, 0]
    eq = vz.equilibrium(m)
    assert eq.moved < 1e-9
    s = T.analyse(m).structure
    density = {name: eq.tensions[name] / long for name, long in zip(s.names, s.lengths)}
    q = density["side3-1"]
    assert density["bar3-2"] == pytest.approx(-q, rel=1e-9)
    assert density["ringm5-1"] == pytest.approx(q / np.sqrt(3), rel=1e-9)
    assert 3 * density["ringn3-1"] + density["belt2-1a"] == pytest.approx(np.sqrt(3) * q, rel=1e-9)


def test_the_springs_carry_the_tower_whose_bars_meet() -> None:
    m = model("class-two-tower")
    assert T.analyse(m, members=[*m.bars, *m.cables]).bars_at_a_node == 2
    tensions = vz.equilibrium(m).tensions
    assert sum(tensions[f"spring{k}"] for k in (1, 2, 3)) == pytest.approx(9 * 0.5 * G, rel=1e-6)
    res = let_go("class-two-tower")
    sunk = 2.4 - np.mean([res[f"n3-{k}.z"] for k in (1, 2, 3)], axis=0)
    once, decay = 4.5 * G / (3 * 600.0), 15.0 / (2 * 4.5)
    wanted = once * (1 + np.exp(-decay * np.pi / np.sqrt(3 * 600.0 / 4.5 - decay**2)))  # a mass on a damped spring
    assert sunk.max() == pytest.approx(wanted, rel=0.02)  # the tower gives a little, too


def test_a_load_along_a_t_bar_goes_through_its_bars() -> None:
    """And across: middle with arms and strings, `w^2` of the symmetric motion from stiffness and mass written here."""
    m = model("t-bar")
    del m.forces["tap"]
    t = vz.equilibrium(m).tensions
    assert (t["bar-left"], t["bar-right"]) == pytest.approx((-700.0, -700.0), rel=1e-9)
    pull = 200.0 * np.hypot(1.0, 0.25) / 2.0
    assert t["left-lower"] == pytest.approx(pull, rel=1e-9)
    assert t["arm-upper"] == pytest.approx(-2 * pull * 0.25 / np.hypot(1.0, 0.25), rel=1e-9)
    # the three nodes of the middle move together across: strings stretch by sin a, and turn; bars under 700 N turn the other way
    a, length, ea = np.arctan(0.25), np.hypot(1.0, 0.25), 2e5
    free = ea * length / (ea + pull)
    across = 4 * (ea / free * np.sin(a) ** 2 + pull / length * np.cos(a) ** 2) - 2 * 700.0 / 1.0
    mass = 2 * 0.5 / 3 + 2 * 0.1
    assert np.abs(vz.modes(m).omegas / np.sqrt(across / mass) - 1).min() < 1e-6


def test_the_width_of_the_d_bar_at_rest_is_a_root_of_virtual_work() -> None:
    m, ea, load, side = model("d-bar"), 2e5, 100.0, np.hypot(1.0, 0.25)
    free = {"along": ea * 2.0 / (ea + 200.0), "across": ea * 0.5 / (ea + 50.0)}

    def force(name: str, length: float) -> float:
        return max(ea * (length / free[name] - 1), 0.0)

    def left(h: float) -> float:
        long = 2 * np.sqrt(side**2 - h**2)
        return (force("along", long) + load) * (-4 * h / long) + 2 * force("across", 2 * h)

    h = brentq(left, 0.2, 0.3, xtol=1e-14)
    eq = vz.equilibrium(m)
    assert eq.result["upper.y"][0] == pytest.approx(h, rel=1e-9)
    long = 2 * np.sqrt(side**2 - h**2)
    assert eq.tensions["along"] == pytest.approx(force("along", long), rel=1e-6)
    push = (force("along", long) + load) / (2 * (long / 2) / side)
    assert eq.tensions["left-upper"] == pytest.approx(-push, rel=1e-6)


def test_the_arm_is_held_by_its_winches_and_follows_them() -> None:
    res = found_efforts("tensegrity-arm")
    assert min(res[f"{name}.force"].min() for name in ("left1", "right1", "left2", "right2")) >= 20.0 - 1e-9

    def moment(force: float, at: str, towards: str, about: np.ndarray) -> float:
        """Of a pull at the last instant."""
        p, other = (res.point(name).position[-1] for name in (at, towards))
        n = (other - p) / np.linalg.norm(other - p)
        arm = p - about
        return force * float(arm[0] * n[1] - arm[1] * n[0])

    last = {name: res[f"{name}.force"][-1] for name in ("left1", "right1", "left2", "right2")}
    two = res.body("two").position[-1]
    centre_one, centre_two = (
        res.body(name).position[-1]
        + 0.25 * np.array([np.cos(res[f"{name}.angle"][-1]), np.sin(res[f"{name}.angle"][-1])])
        for name in ("one", "two")
    )
    knee = sum(moment(last[f"{side}2"], f"two-{side}", f"one-{side}", two) for side in ("left", "right"))
    assert knee == pytest.approx(1.0 * G * (centre_two[0] - two[0]), rel=1e-6)
    base = sum(moment(last[f"{side}1"], f"one-{side}", f"ground-{side}", np.zeros(2)) for side in ("left", "right"))
    assert base == pytest.approx(1.5 * G * centre_one[0] + 1.0 * G * centre_two[0], rel=1e-6)
    assert vz.replay(res, feedback={"kp": 20000, "kd": 1000})["tracking.position"].max() < 1e-6


def test_the_net_lies_on_its_saddle_and_vibrates_as_a_matrix_written_here_says() -> None:
    m = model("cable-net")
    del m.forces["load"]
    places = {name: np.array(node.position, float) for name, node in m.nodes.items()}
    assert max(abs(p[2] - 4 * p[0] * p[1] / 36.0) for p in places.values()) < 1e-12
    eq = vz.equilibrium(m)
    assert eq.moved < 1e-9
    index = {name: k for k, name in enumerate(places)}
    held = tuple(index[name] for name, node in m.nodes.items() if node.fixed)
    nodal = Nodal(
        np.array(list(places.values())), [], [tuple(index[e] for e in c.through) for c in m.cables.values()], held
    )
    tension = np.array([eq.tensions[name] for name in m.cables])
    assert tension / nodal.directions()[1] == pytest.approx(np.full(len(tension), 300.0), rel=1e-9)
    wanted = np.sqrt(np.linalg.eigvalsh(nodal.stiffness(tension, 2e6)) / 2.0)
    assert vz.modes(m).omegas == pytest.approx(wanted, rel=1e-6)


def test_the_mast_sways_with_the_frequency_of_its_closed_form() -> None:
    m = model("stayed-mast")
    del m.forces["gust"]
    long, pull, ea = np.hypot(10.0, 6.0), 5000.0, 3e6
    tensions = vz.equilibrium(m).tensions
    assert tensions["guy-north"] == pytest.approx(pull, rel=1e-9)
    push = 4 * pull * 10.0 / long + (20.0 + 40.0 + 4 * 0.8 * long / 2) * G
    assert tensions["mast"] == pytest.approx(-push, rel=1e-9)
    c, free = 6.0 / long, ea * long / (ea + pull)
    stiff = 2 * ea / free * c**2 + 2 * pull / long * (1 - c**2) + 2 * pull / long - push / 10.0
    mass = 20.0 + 80.0 / 3 + 4 * 0.8 * long / 3
    assert vz.modes(m).omegas == pytest.approx([np.sqrt(stiff / mass)] * 2, rel=1e-6)


def test_the_tower_of_fifty_stages_by_hand() -> None:
    m = model("tower-of-fifty")
    found = T.analyse(m)
    assert len(found.members) == 150 + 744
    assert found.static - found.kinematic == len(found.members) - 3 * 297  # Calladine's count
    assert (found.rigid, found.finite, found.bars_at_a_node) == (0, 0, 1)
    assert found.stable
    eq = vz.equilibrium(m)  # nothing pushes yet
    assert (eq.stable, eq.moved < 1e-9) == (True, True)
    density = {name: eq.tensions[name] / long for name, long in zip(found.structure.names, found.structure.lengths)}
    for stage in range(1, 51):
        q = density[f"side{stage}-3"]
        assert density[f"bar{stage}-2"] == pytest.approx(-q, rel=1e-9)
        below, above = density[f"ringn{stage}-1"], density[f"ringm{stage}-1"]
        for ring, belt in ((below, f"belt{stage - 1}-1a"), (above, f"belt{stage}-1a"))[stage == 1 :]:  # feet are held
            assert 3 * ring + density.get(belt, 0.0) == pytest.approx(np.sqrt(3) * q, rel=1e-9)


def test_every_node_of_the_tower_of_fifty_stages_is_in_balance_under_load() -> None:
    m, load = model("tower-of-fifty"), np.array([1e-4, 5e-5, 3.0])
    m.forces.clear()
    found = T.statics(m, {f"m50-{k}": load.tolist() for k in (1, 2, 3)}).equilibrium
    place = {name: k for k, name in enumerate(m.nodes)}
    at = np.array([[found.result.array("point", name, c)[0] for c in "xyz"] for name in m.nodes])
    ends = np.array([[place[e] for e in (*c.through,)] for c in m.cables.values()])
    free = np.array([c.free_length for c in m.cables.values()])
    gap = at[ends[:, 1]] - at[ends[:, 0]]
    long = np.linalg.norm(gap, axis=1)
    left = np.zeros_like(at)
    left[[place[f"m50-{k}"] for k in (1, 2, 3)]] += load
    pull = gap * (2e5 * np.maximum(1 / free - 1 / long, 0.0))[:, None]
    np.add.at(left, ends[:, 0], pull)
    np.add.at(left, ends[:, 1], -pull)
    for bar in m.bars.values():  # what is left goes along the bar, alike at both ends
        a, b = (place[e] for e in bar.nodes)
        along = (at[b] - at[a]) / np.linalg.norm(at[b] - at[a])
        push = left[b] @ along
        left[b] -= push * along
        left[a] += push * along
    held = np.array([bool(node.fixed) for node in m.nodes.values()])
    assert np.abs(left[~held]).max() < 1e-5
    assert np.linalg.norm(at[place["m50-1"]] - m.nodes["m50-1"].position) > 1e-4
    feet = sum(left[held])
    assert feet[2] == pytest.approx(9.0, rel=1e-4)
