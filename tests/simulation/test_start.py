"""Where a run starts: `start` and `start_time`."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin, sqrt
from pathlib import Path

import numpy as np
import pytest

import vazba as vz

EXAMPLES = Path(__file__).parents[2] / "examples"


def chain(dimension: int = 2) -> vz.Model:
    """Two rods that hang in a chain, pushed by a force that follows the time."""
    d = dimension
    m = vz.Model("chain", dimension=d)
    for k, name in enumerate(("upper", "lower")):
        spin = {} if d == 2 else {"angular_velocity": (0, 0, 0.3), "velocity": (0, 0.3 * (0.5 + k), 0)}
        m.body(name, position=(0.5 + k, 0, 0)[:d], mass=1 + k, inertia=0.1 if d == 2 else (0.05, 0.1, 0.12), **spin)
    if d == 2:
        m.revolute("A", "ground", "upper", at=(0, 0))
        m.revolute("B", "upper", "lower", at=(1, 0))
    else:
        m.universal("A", "ground", "upper", at=(0, 0, 0), axes=((0, 1, 0), (0, 0, 1)))
        m.revolute("B", "upper", "lower", at=(1, 0, 0), axis=(0, 1, 0))
    tip = m.point("tip", "lower", (0.5, 0, 0)[:d])
    m.force("push", tip, ("3*sin(4*t)", 0, 0)[:d])
    return m


TIGHT = {"rtol": 1e-11, "atol": 1e-12}


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_run_in_two_parts_is_the_run_at_once(dimension: int, method: str, tmp_path: Path) -> None:
    m = chain(dimension)
    whole = vz.simulate(m, until=1.2, every=0.1, method=method, **TIGHT)
    first = vz.simulate(m, until=0.8, every=0.1, method=method, **TIGHT)
    first.save(tmp_path / "first.nc")
    for start, from_ in (
        (first, 8),
        (tmp_path / "first.nc", 8),
        (f"{tmp_path / 'first.nc'}@0.5", 5),
        ((first, 0.5), 5),
    ):
        rest = vz.simulate(m, until=1.2, every=0.1, method=method, start=start, **TIGHT)
        np.testing.assert_allclose(rest.time, whole.time[from_:], atol=1e-12)
        assert not rest.warnings
        for name in ("x", "y", "vx", "vy"):
            np.testing.assert_allclose(rest["lower"][name], whole["lower"][name][from_:], atol=1e-8)


def test_time_goes_on_from_where_it_starts() -> None:
    """`x'' = cos t` from rest at t = 1.5: `x = cos 1.5 - cos t - (t - 1.5) sin 1.5`."""
    m = vz.Model("cart", dimension=2, gravity=(0, 0))
    m.body("cart", position=(0, 0), mass=1, inertia=1)
    m.prismatic("rail", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.force("push", m.point("P", "cart", (0, 0)), ("cos(t)", 0))
    res = vz.simulate(m, until=4, every=0.5, start_time=1.5, **TIGHT)
    assert res.time[0] == 1.5
    assert res.time[-1] == 4
    np.testing.assert_allclose(res["cart"].x, cos(1.5) - np.cos(res.time) - (res.time - 1.5) * sin(1.5), atol=1e-9)
    m.simulation |= {"start_time": 1.5, "until": 4, "every": 0.5}
    np.testing.assert_array_equal(vz.simulate(m, **TIGHT)["cart"].x, res["cart"].x)


def test_joint_values_and_rates() -> None:
    res = vz.simulate(chain(), until=0.1, every=0.1, start={"A.angle": "30*deg", "A.angle_rate": 2, "B.angle_rate": -1})
    upper, lower = res["upper"], res["lower"]
    assert upper.angle[0] == pytest.approx(pi / 6)
    assert lower.angle[0] == pytest.approx(pi / 6)  # B stays as drawn
    assert upper.w[0] == pytest.approx(2)
    assert lower.w[0] == pytest.approx(1)
    np.testing.assert_allclose(lower.position[0], 1.5 * np.array([cos(pi / 6), sin(pi / 6)]), atol=1e-12)


@pytest.mark.parametrize("turns", [0, 1, -4])
def test_the_rest_of_a_loop_is_assembled_round_what_is_given(turns: int) -> None:
    """Four-bar: position and velocity of the coupler's end by the crank, and by the rocker."""
    m = vz.load(EXAMPLES / "four-bar-free" / "four-bar-free.toml")
    given = 1.0 + 2 * pi * turns
    res = vz.simulate(m, until=0.1, every=0.1, start={"A.angle": given, "A.angle_rate": 3.0})
    assert res["A"].angle[0] == pytest.approx(given, abs=1e-12)
    crank = m.joints["A"].bodies[1]
    assert res[crank].w[0] == pytest.approx(3.0)
    assert res.constraint.position[0] < 1e-12
    assert res.constraint.velocity[0] < 1e-10
    beside = vz.simulate(m, until=0.1, every=0.1, start={"A.angle": 1.0, "A.angle_rate": 3.0})
    np.testing.assert_allclose(beside[crank].position, res[crank].position, atol=1e-9)


@pytest.mark.parametrize("other", [{"B.angle": 0.4 - 2 * pi}, {}])
def test_bodies_on_a_slide_turn_whole_turns_together(other: dict[str, float]) -> None:
    """The angle of a planar slide is held, whole turns included: a turn given to one of its bodies is one of the other."""
    m = vz.Model("slide", dimension=2, gravity=(0, 0))
    for name, x in (("crank", 0.0), ("block", 1.0), ("tip", 2.0)):
        m.body(name, position=(x, 0), mass=1, inertia=1)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.prismatic("P", "crank", "block", at=(1, 0), axis=(1, 0))
    m.revolute("B", "block", "tip", at=(1.5, 0))
    res = vz.simulate(m, until=0.1, every=0.1, start={"A.angle": 0.3 + 4 * pi} | other)
    np.testing.assert_allclose(res["block"].position[0], [cos(0.3), sin(0.3)], atol=1e-12)  # not 2 m away
    assert res["block"].angle[0] == pytest.approx(0.3 + 4 * pi)
    assert res["B"].angle[0] == pytest.approx(other.get("B.angle", 0.0), abs=1e-12)
    again = vz.simulate(m, until=0.2, every=0.1, start=res)
    assert again["A"].angle[0] == pytest.approx(0.3 + 4 * pi)
    assert not again.warnings


def test_whole_turns_go_on_from_a_stored_start(tmp_path: Path) -> None:
    """A shaft on a torsion spring, `w0/k sin(k t)`: stopped and started anew after hundreds of turns."""
    inertia, spring, speed = 0.02, 0.05, 3000.0
    m = vz.Model("shaft", dimension=3, gravity=(0, 0, 0))
    m.body("shaft", position=(0, 0, 0), mass=1, inertia=(inertia,) * 3, angular_velocity=(0, 0, speed))
    m.revolute("A", "ground", "shaft", at=(0, 0, 0), axis=(0, 0, 1))
    m.spring("twist", joint="A", stiffness=spring)
    rate = sqrt(spring / inertia)
    for method in ("absolute", "recursive"):
        first = vz.simulate(m, until=0.3, every=0.1, method=method, **TIGHT)
        first.save(tmp_path / "first.nc")
        for other in ("absolute", "recursive", "minimal"):
            rest = vz.simulate(m, until=0.6, every=0.1, method=other, start=tmp_path / "first.nc", **TIGHT)
            np.testing.assert_allclose(rest["A"].angle, speed / rate * np.sin(rate * rest.time), atol=1e-6)


@pytest.mark.parametrize("model", ["rfe", "modal", "ancf"])
def test_elastic_beams_start_at_rest_where_they_lie(model: str, tmp_path: Path) -> None:
    m = vz.load(EXAMPLES / "heavy-cantilever" / "heavy-cantilever.toml")
    m.beams = {name: replace(beam, model=model) for name, beam in m.beams.items()}
    rest = vz.equilibrium(m)
    rest.save(tmp_path / "rest.nc")
    station = rest.result.names["station"][-1]
    sag = -rest.result.station(station).y[0]
    assert sag > 0.1
    loaded = vz.load(tmp_path / "rest.nc")
    for what, start in ((m, rest), (m, "equilibrium"), (m, tmp_path / "rest.nc"), (loaded, None)):
        res = vz.simulate(what, until=0.02, every=0.01, start=start)
        np.testing.assert_allclose(res.station(station).y, -sag, atol=1e-7 * sag)
    drawn = vz.simulate(loaded, until=0.02, every=0.01, start="drawn")
    assert drawn.station(station).y[0] == 0.0


@pytest.mark.parametrize("model", ["rfe", "modal", "ancf"])
def test_elastic_beams_go_on_from_a_stored_instant(model: str, tmp_path: Path) -> None:
    m = vz.load(EXAMPLES / "falling-flexible-pendulum" / "falling-flexible-pendulum.toml")
    m.beams = {name: replace(beam, model=model) for name, beam in m.beams.items()}
    tight = {"rtol": 1e-9, "atol": 1e-11}
    whole = vz.simulate(m, until=0.1, every=0.02, **tight)
    vz.simulate(m, until=0.08, every=0.02, **tight).save(tmp_path / "part.nc")
    rest = vz.simulate(m, until=0.1, every=0.02, start=f"{tmp_path / 'part.nc'}@0.06", **tight)
    for name in whole.names["station"]:
        for c in ("x", "y", "vx", "vy"):
            np.testing.assert_allclose(rest.station(name)[c], whole.station(name)[c][3:], atol=1e-6)


def test_shapes_of_modal_beams_by_name() -> None:
    """What a shape moves away its rate moves at that speed; a shape that there is not is refused."""
    m = vz.load(EXAMPLES / "heavy-cantilever" / "heavy-cantilever.toml")
    m.gravity = [0, 0]
    m.beams = {name: replace(beam, model="modal") for name, beam in m.beams.items()}
    (beam,) = m.beams
    flat = vz.simulate(m, until=0.01, every=0.01)
    station = flat.names["station"][-1]
    size = 1e-4
    res = vz.simulate(m, until=0.01, every=0.01, start={f"{beam}.shape_1": size})
    moving = vz.simulate(m, until=0.01, every=0.01, start={f"{beam}.shape_1_rate": size})
    away = np.array([res.station(name).y[0] for name in res.names["station"]])
    rate = np.array([moving.station(name).vy[0] for name in res.names["station"]])
    along = np.array([res.station(name).x[0] - flat.station(name).x[0] for name in res.names["station"]])
    assert max(np.abs(away).max(), np.abs(along).max()) > 0.5 * size
    np.testing.assert_allclose(rate, away, atol=1e-3 * size)
    assert abs(moving.station(station).y[0]) < 1e-12
    with pytest.raises(vz.ModelError, match="is no shape of a beam"):
        vz.simulate(m, until=0.01, start={f"{beam}.shape_99": size})


def test_kinematics_from_another_time_and_another_assembly() -> None:
    m = vz.load(EXAMPLES / "four-bar-driven" / "four-bar-driven.toml")
    whole = vz.kinematics(m, until=1, every=0.1)
    late = vz.kinematics(m, until=1, every=0.1, start=vz.kinematics(m, until=0.5, every=0.1))
    np.testing.assert_allclose(late.time, whole.time[5:], atol=1e-12)
    for name in whole.names["body"]:
        np.testing.assert_allclose(late.body(name).position, whole.body(name).position[5:], atol=1e-9)
    again = vz.kinematics(m, until=1, every=0.1, start=whole, start_time=0)  # time and state are two things
    assert again.time[0] == 0


WRONG = [
    ({"Z.angle": 1}, "there is no joint 'Z'"),
    ({"A.angl": 1}, "did you mean 'A.angle'"),
    ({"A.displacement": 1}, "joint A (revolute) has no such coordinate"),
    ({"A.angle": "1+"}, "A.angle: expression"),
    ({"A.angle": float("nan")}, "not a finite number"),
    ("drawm", "did you mean 'drawn'"),
    ("nowhere.nc", "there is no such file"),
    (7, "is not understood"),
]


@pytest.mark.parametrize(("start", "said"), WRONG)
def test_a_wrong_start_is_explained(start: object, said: str) -> None:
    with pytest.raises(vz.ModelError) as error:
        vz.simulate(chain(), until=1, start=start)
    assert said in str(error.value)


def test_values_that_contradict_the_loop_are_named() -> None:
    m = vz.load(EXAMPLES / "four-bar-free" / "four-bar-free.toml")
    with pytest.raises(vz.ModelError) as error:
        vz.simulate(m, until=1, start={"A.angle": 1.0, "B.angle": 2.9})
    assert "A.angle = 1, B.angle = 2.9 cannot be had together" in str(error.value)
    assert "joint C stays open by" in str(error.value)
    with pytest.raises(vz.ModelError) as error:
        vz.simulate(m, until=1, start={"A.angle_rate": 1.0, "B.angle_rate": 2.9})
    assert "A.angle_rate = 1, B.angle_rate = 2.9 cannot be had" in str(error.value)


def test_results_of_other_models_and_other_times_are_refused() -> None:
    res = vz.simulate(chain(), until=0.5, every=0.1)
    other = vz.load(EXAMPLES / "four-bar-free" / "four-bar-free.toml")
    with pytest.raises(vz.ModelError, match="of another model"):
        vz.simulate(other, until=1, start=res)
    with pytest.raises(vz.ModelError, match="no stored instant"):
        vz.simulate(chain(), until=1, start=(res, 0.123))
    with pytest.raises(vz.ModelError, match="lies before the start"):
        vz.simulate(chain(), until=0.2, start=res)
    with pytest.raises(vz.ModelError, match="time starts at 0"):
        vz.simulate(chain(), until=0.2, start_time=-1)


def test_a_start_in_the_file(tmp_path: Path) -> None:
    m = chain()
    m.start = {"A.angle": "30*deg", "A.angle_rate": 2}
    vz.save(m, tmp_path / "chain.toml")
    assert '[start]\n"A.angle" = "30*deg"' in (tmp_path / "chain.toml").read_text()
    loaded = vz.load(tmp_path / "chain.toml")
    res = vz.simulate(loaded, until=0.1, every=0.1)
    assert res["A"].angle[0] == pytest.approx(pi / 6)
    drawn = vz.simulate(loaded, until=0.1, every=0.1, start="drawn")
    assert drawn["A"].angle[0] == 0
    loaded.simulation["start"] = "equilibrium"
    with pytest.raises(vz.ModelError, match="keep one of them"):
        vz.simulate(loaded, until=0.1)
