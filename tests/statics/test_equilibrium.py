"""Where mechanisms come to rest, against closed forms and against equations of statics solved otherwise."""

from __future__ import annotations

import warnings
from itertools import pairwise
from math import atan2, cos, pi, radians, remainder, sin, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq, fsolve

import vazba as vz

G = 9.81


def block_on(kind: str, stiffness: float, free: float, **values: object) -> vz.Model:
    """A block of 3 kg that slides vertically, hung from the origin, drawn 2 m below."""
    m = vz.Model("hanging", dimension=2)
    m.body("block", position=(0, -2), mass=3.0, inertia=1.0)
    m.prismatic("guide", "ground", "block", at=(0, -2), axis=(0, 1))
    ends = m.point("O", "ground", (0, 0)), m.point("P", "block", (0, 0))
    if kind == "spring":
        m.spring("s", *ends, stiffness=stiffness, free_length=free, **values)
    else:
        m.cable("s", list(ends), stiffness=stiffness, free_length=free, **values)
    return m


def test_hanging_spring() -> None:
    found = vz.equilibrium(block_on("spring", 500.0, 1.0, damping=3.0))
    assert found.ok
    assert found.stable
    assert found["block"].y[0] == pytest.approx(-(1 + 3 * G / 500), abs=1e-13)
    assert found.tensions == {"s": pytest.approx(3 * G, rel=1e-12)}
    assert found.stiffness == pytest.approx([500.0], rel=1e-9)
    assert found.residual < 1e-9
    assert found.moved == pytest.approx(2 - (1 + 3 * G / 500), rel=1e-9)
    np.testing.assert_allclose(found.reaction("guide"), 0, atol=1e-9)
    assert found.result.info["analysis"] == "equilibrium"
    assert len(found.result) == 1
    assert found.result["block"].vy[0] == 0


@pytest.mark.parametrize("free", [0.5, 1.99, 2.0, 2.5, 30.0])
@pytest.mark.parametrize("stiffness", [1e2, 1e5, 1e8])
def test_a_cable_is_found_taut_however_slack_it_is_drawn(stiffness: float, free: float) -> None:
    found = vz.equilibrium(block_on("cable", stiffness, free))
    assert found.stable
    assert found["block"].y[0] == pytest.approx(-free * (1 + 3 * G / stiffness), rel=1e-9)
    assert found.tensions["s"] == pytest.approx(3 * G, rel=1e-6)
    assert found.slack == ()


def test_a_cable_that_is_too_long_stays_slack() -> None:
    m = block_on("cable", 1e4, 2.0)
    m.cable("long", ["O", "P"], stiffness=1e4, free_length=2.5)
    found = vz.equilibrium(m)
    assert found.slack == ("long",)
    assert found.tensions == {"s": pytest.approx(3 * G), "long": 0.0}
    assert "cable long: 0 N, slack" in found.summary()


def test_a_ring_on_two_cables_in_space() -> None:
    """Three cables from corners of a triangle to one point under its weight; of a fourth, which is long, nothing is felt."""
    m = vz.Model("lamp", dimension=3)
    m.body("lamp", position=(0.3, -0.2, -1), mass=5.0, inertia=(0.1, 0.1, 0.1))
    m.point("P", "lamp", (0, 0, 0.2))
    angles = [0, 2 * pi / 3, 4 * pi / 3]
    for k, angle in enumerate(angles):
        top = m.point(f"T{k}", "ground", (2 * cos(angle), 2 * sin(angle), 0))
        m.cable(f"c{k}", [top, "P"], stiffness=2e4, free_length=2.5)
    m.cable("long", [m.point("T", "ground", (0, 0, 1)), "P"], stiffness=2e4, free_length=9.0)
    found = vz.equilibrium(m)
    depth = brentq(
        lambda z: 3 * 2e4 / 2.5 * (sqrt(4 + z * z) - 2.5) * z / sqrt(4 + z * z) - 5 * G, 1.5, 3.0, xtol=1e-14
    )
    np.testing.assert_allclose(found["lamp"].position[0], [0, 0, -depth - 0.2], atol=1e-9)
    assert found.slack == ("long",)
    assert found.stability == "stable"  # it may spin, which changes nothing
    assert len(found.idle) == 1
    assert "turn about z" in found.idle[0]


# --- chains -----------------------------------------------------------------------------------------------------------


def chain(n: int, span: float, link: float) -> vz.Model:
    """n masses on n + 1 massless rods between two pins; drawn as a polygon that sags a little."""
    m = vz.Model("chain", dimension=2)
    points = [m.point("P0", "ground", (0, 0))]
    for k in range(1, n + 1):
        x = k * span / (n + 1)
        m.body(f"b{k}", position=(x, -0.3 * sin(pi * x / span)), mass=0.2, inertia=0.01)
        points.append(m.point(f"P{k}", f"b{k}", (0, 0)))
    points.append(m.point("E", "ground", (span, 0)))
    for k, (p, q) in enumerate(pairwise(points)):
        m.distance(f"rod{k}", p, q, length=link)
    return m


def funicular(n: int, span: float, link: float, weight: float) -> np.ndarray:
    """Masses of a chain of equal links: link k has the slope `(n/2 - k) weight/H`, and the horizontal pull H closes the span."""

    def slopes(pull: float) -> np.ndarray:
        return (np.arange(n + 1) - n / 2) * weight / pull

    def miss(pull: float) -> float:
        return float((link / np.sqrt(1 + slopes(pull) ** 2)).sum() - span)

    s = slopes(brentq(miss, 1e-6 * weight, 1e6 * weight, xtol=1e-15))
    steps = link * np.array([np.ones(n + 1), s]) / np.sqrt(1 + s**2)
    return np.cumsum(steps, axis=1)[:, :-1].T


@pytest.mark.parametrize(("n", "span", "link"), [(1, 1.0, 0.8), (2, 1.0, 0.5), (9, 2.0, 0.3), (24, 2.0, 0.2)])
def test_a_chain_hangs_in_its_funicular_polygon(n: int, span: float, link: float) -> None:
    found = vz.equilibrium(chain(n, span, link))
    places = np.array([found[f"b{k}"].position[0] for k in range(1, n + 1)])
    np.testing.assert_allclose(places, funicular(n, span, link, 0.2 * G), atol=1e-9)
    assert found.ok
    ends = [found.reaction(f"rod{k}")[:2] for k in (0, n)]
    assert abs(ends[0][1] - ends[1][1]) == pytest.approx(n * 0.2 * G, rel=1e-9)
    assert ends[0][0] == pytest.approx(ends[1][0], rel=1e-9)


def test_a_cantilever_of_rods_and_springs_bends_far() -> None:
    """Ten rods with springs at the pins, a load at the tip that bends it by more than a right angle: moments of each pin solved by `fsolve`."""
    n, link, stiffness, load = 10, 0.1, 20.0, 90.0
    m = vz.Model("cantilever", dimension=2, gravity=(0, 0))
    for k in range(n):
        m.body(f"r{k}", position=((k + 0.5) * link, 0), mass=0.1, inertia=0.001)
        m.revolute(f"j{k}", "ground" if k == 0 else f"r{k - 1}", f"r{k}", at=(k * link, 0))
        m.spring(f"s{k}", joint=f"j{k}", stiffness=stiffness, free_angle=0.0)
    m.force("tip", m.point("T", f"r{n - 1}", (link / 2, 0)), (0, -load))
    found = vz.equilibrium(m)

    def moments(angles: np.ndarray) -> np.ndarray:
        bends = np.diff(angles, prepend=0.0)
        arms = np.cumsum((link * np.cos(angles))[::-1])[::-1]
        return stiffness * bends + load * arms

    angles = fsolve(moments, -np.linspace(0.1, 1.4, n), xtol=1e-12)
    assert np.abs(moments(angles)).max() < 1e-9
    np.testing.assert_allclose([found[f"r{k}"].angle[0] for k in range(n)], angles, atol=1e-9)
    assert found.stable


def test_a_shallow_arch_snaps_through_under_its_load() -> None:
    """Two springs to a block, 0.2 m above the line of the pins: below the limit load it sags, above it comes to rest below the line."""
    stiffness, half, rise = 1000.0, 1.0, 0.2
    free = sqrt(half**2 + rise**2)

    def force(y: float) -> float:
        return 2 * stiffness * (sqrt(half**2 + y**2) - free) * y / sqrt(half**2 + y**2)

    heights = np.linspace(0, rise, 100001)
    limit = -min(force(y) for y in heights[::100])
    for load, low, high in ((0.8 * limit, 0.118, rise), (1.2 * limit, -0.6, -rise)):
        m = vz.Model("arch", dimension=2, gravity=(0, 0))
        m.body("b", position=(0, rise), mass=1.0, inertia=1.0)
        m.prismatic("g", "ground", "b", at=(0, rise), axis=(0, 1))
        m.point("P", "b", (0, 0))
        for k, x in enumerate((-half, half)):
            m.spring(m.point(f"Q{k}", "ground", (x, 0)), "P", stiffness=stiffness, free_length=free)
        m.force("push", "P", (0, -load))
        found = vz.equilibrium(m)
        expected = brentq(lambda y, load=load: force(y) + load, low, high, xtol=1e-14)
        assert found["b"].y[0] == pytest.approx(expected, abs=1e-9)
        assert found.stable


# --- reactions, drivers, time -----------------------------------------------------------------------------------------


def test_reactions_of_a_beam_with_an_overhang() -> None:
    m = vz.Model("beam", dimension=2, gravity=(0, 0))
    m.body("beam", position=(0, 0), mass=1.0, inertia=1.0)
    m.revolute("A", "ground", "beam", at=(0, 0))
    m.distance("B", m.point("G", "ground", (3, -1)), m.point("R", "beam", (3, 0)))
    m.force("load", m.point("L", "beam", (4, 0)), (0, -60.0))
    found = vz.equilibrium(m)
    assert found.how == "as drawn"
    np.testing.assert_allclose(found.reaction("A"), [0, -20, 0], atol=1e-9)
    np.testing.assert_allclose(found.reaction("B")[:2], [0, 80], atol=1e-9)


def test_a_driver_is_held_and_its_effort_is_that_of_statics() -> None:
    """An arm that its driver accelerates: at rest in the angle of that time, the effort holds the weight and nothing else."""
    m = vz.Model("arm", dimension=2)
    m.body("arm", mass=2.0, inertia=0.5, com=(0.4, 0))
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.drive("A", angle="3*t**2 + t")
    for t in (0.0, 0.3):
        found = vz.equilibrium(m, t=t)
        angle = 3 * t * t + t
        assert found["arm"].angle[0] == pytest.approx(angle, abs=1e-12)
        assert found.result.driver("A").effort[0] == pytest.approx(2 * G * 0.4 * cos(angle), rel=1e-10)
        assert found.result.driver("A").power[0] == 0
        assert found.result["arm"].alpha[0] == pytest.approx(0, abs=1e-12)


def test_loads_act_as_at_the_time() -> None:
    m = block_on("spring", 500.0, 1.0)
    m.force("push", "P", (0, "-10*t"), start=1.0)
    for t, push in ((0.5, 0.0), (1.5, 15.0)):
        assert vz.equilibrium(m, t=t).tensions["s"] == pytest.approx(3 * G + push, rel=1e-10)


def test_a_stop_holds_what_leans_on_it() -> None:
    m = vz.Model("lid", dimension=2)
    m.body("lid", angle=0.3, mass=1.0, inertia=0.1, com=(0.5, 0))
    m.revolute("A", "ground", "lid", at=(0, 0))
    m.limit("stop", "A", lower=0.0, stiffness=1e4)
    found = vz.equilibrium(m)
    angle = brentq(lambda x: -1e4 * x - G * 0.5 * cos(x), -0.01, 0.0, xtol=1e-16)
    assert found["lid"].angle[0] == pytest.approx(angle, rel=1e-9)


def test_bushings_in_space_sink_under_the_weight() -> None:
    m = vz.Model("engine", dimension=3)
    m.body("engine", position=(0, 0, 0.5), mass=80.0, inertia=(3, 4, 5))
    for k, (x, y) in enumerate(((-1, -1), (-1, 1), (1, -1), (1, 1))):
        m.bushing(f"u{k}", "ground", "engine", at=(0.4 * x, 0.3 * y, 0.5), stiffness=(1e5, 1e5, 2e5, 10, 10, 10))
    found = vz.equilibrium(m)
    np.testing.assert_allclose(found["engine"].position[0], [0, 0, 0.5 - 80 * G / 8e5], atol=1e-12)
    assert found.stable


def test_a_joint_is_wound_up_beyond_a_whole_turn() -> None:
    """A wheel wound up by a torque beyond a whole turn, against a spring at its joint."""
    for dimension in (2, 3):
        m = vz.Model("winding", dimension=dimension)
        still = {"position": (0,) * dimension, "mass": 1.0}
        m.body("wheel", **still, inertia=0.2 if dimension == 2 else (0.2, 0.2, 0.2))
        m.revolute("A", "ground", "wheel", at=(0,) * dimension, **({} if dimension == 2 else {"axis": (0, 0, 1)}))
        m.spring("s", joint="A", stiffness=2.0, free_angle=0.0)
        m.torque("T", "wheel", 20.0 if dimension == 2 else (0, 0, 20.0))
        found = vz.equilibrium(m)
        assert found.result.joint("A").angle[0] == pytest.approx(10.0, rel=1e-10)
        assert vz.modes(m).omegas == pytest.approx([sqrt(2 / 0.2)], rel=1e-9)


# --- stability, and where there is none ---------------------------------------------------------------------------------


def test_a_balanced_pencil_is_an_unstable_equilibrium() -> None:
    m = vz.Model("pencil", dimension=2)
    m.body("pencil", angle=pi / 2, mass=1.0, inertia=0.1, com=(0.5, 0))
    m.revolute("A", "ground", "pencil", at=(0, 0))
    found = vz.equilibrium(m)
    assert found.ok
    assert not found.stable
    assert found.how == "as drawn"
    assert found.stability == "UNSTABLE"
    assert any("UNSTABLE" in text and "A.angle" in text for text in found.warnings)


def test_from_beside_the_unstable_one_the_stable_one_is_found() -> None:
    m = vz.Model("pencil", dimension=2)
    m.body("pencil", angle=radians(89.999), mass=1.0, inertia=0.1, com=(0.5, 0))
    m.revolute("A", "ground", "pencil", at=(0, 0))
    found = vz.equilibrium(m)
    assert found.stable
    assert found["pencil"].angle[0] == pytest.approx(-pi / 2, abs=1e-12)


def test_a_balanced_wheel_is_indifferent_and_stays() -> None:
    m = vz.Model("wheel", dimension=2)
    m.body("wheel", angle=0.3, mass=1.0, inertia=0.1)
    m.revolute("A", "ground", "wheel", at=(0, 0))
    found = vz.equilibrium(m)
    assert found.stability == "indifferent"
    assert found["wheel"].angle[0] == 0.3
    assert found.free == ("A.angle (+1); moving: wheel",)


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_body_that_nothing_holds_is_named(dimension: int) -> None:
    m = vz.Model("falls", dimension=dimension)
    m.body("stone", position=(1,) * dimension, mass=2.0, inertia=1.0 if dimension == 2 else (1, 1, 1))
    with pytest.warns(vz.VazbaWarning, match="nothing holds"):
        found = vz.equilibrium(m)
    assert not found.ok
    assert found.status == "failed"
    assert f"19.62 N: stone can slide along {'y' if dimension == 2 else 'z'}" in found.message
    assert found.result.status == "failed"
    with pytest.raises(vz.SolveError, match="stone can slide"):
        vz.modes(m)


def test_a_slide_on_a_slope_is_a_mechanism_without_equilibrium() -> None:
    m = vz.Model("slope", dimension=2)
    m.body("sledge", mass=2.0, inertia=1.0)
    m.prismatic("slope", "ground", "sledge", at=(0, 0), axis=(cos(0.3), sin(0.3)))
    with pytest.warns(vz.VazbaWarning):
        found = vz.equilibrium(m)
    assert f"{2 * G * sin(0.3):.4g} N: slope.displacement" in found.message


def test_a_motor_on_a_free_wheel_has_no_equilibrium() -> None:
    m = vz.Model("motor", dimension=2)
    m.body("wheel", mass=2.0, inertia=1.0)
    m.revolute("A", "ground", "wheel", at=(0, 0))
    m.torque("T", "wheel", 3.0)
    with pytest.warns(vz.VazbaWarning):
        found = vz.equilibrium(m)
    assert "A.angle" in found.message


def test_loads_in_parts_lead_where_all_at_once_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """With Newton's method kept to few steps the parts of the load are needed, and lead to the same place."""
    from vazba.statics import balance

    m = chain(9, 2.0, 0.3)
    monkeypatch.setattr(balance, "MOST", 1)
    found = vz.equilibrium(m)
    assert found.ok
    assert found.how == "loads in 10 parts"
    places = np.array([found[f"b{k}"].position[0] for k in range(1, 10)])
    np.testing.assert_allclose(places, funicular(9, 2.0, 0.3, 0.2 * G), atol=1e-9)
    np.testing.assert_allclose(found.result.energy.potential, 0.2 * G * places[:, 1].sum(), rtol=1e-9)


def test_relaxation_comes_to_rest_at_the_same_place(monkeypatch: pytest.MonkeyPatch) -> None:
    from vazba.statics import balance

    m = chain(5, 2.0, 0.45)
    monkeypatch.setattr(balance, "MOST", 1)
    monkeypatch.setattr(balance, "MOST_PART", 1)
    found = vz.equilibrium(m)
    assert found.ok
    assert found.how == "relaxation"
    places = np.array([found[f"b{k}"].position[0] for k in range(1, 6)])
    np.testing.assert_allclose(places, funicular(5, 2.0, 0.45, 0.2 * G), atol=1e-8)


def test_it_is_where_a_damped_motion_comes_to_rest() -> None:
    """The same model let go with much damping ends in the equilibrium."""
    m = vz.Model("settles", dimension=2)
    m.body("a", angle=0.0, mass=1.0, inertia=0.1, com=(0.5, 0))
    m.body("b", position=(1, 0), angle=0.2, mass=0.5, inertia=0.1, com=(0.3, 0.1))
    m.revolute("A", "ground", "a", at=(0, 0))
    m.revolute("B", "a", "b", at=(1, 0))
    for joint in "AB":
        m.damper(f"d{joint}", joint=joint, damping=2.0)
    m.cable("c", [m.point("Q", "ground", (0.5, 1.0)), m.point("P", "b", (0.5, 0))], stiffness=40.0, free_length=1.2)
    found = vz.equilibrium(m)
    res = vz.simulate(m, until=60, every=60)
    for name in "ab":
        assert res[name].angle[-1] == pytest.approx(found[name].angle[0], abs=1e-7)
    assert res["c"].force[-1] == pytest.approx(found.tensions["c"], rel=1e-6)


def test_redundant_joints_are_told() -> None:
    m = vz.Model("door", dimension=3)
    m.body("door", position=(0.5, 0, 1), mass=10.0, inertia=(1, 1, 1))
    for name, z in (("low", 0.2), ("high", 1.8)):
        m.revolute(name, "ground", "door", at=(0, 0, z), axis=(0, 0, 1))
    found = vz.equilibrium(m)
    assert any("how these joints share their reactions is not determined" in text for text in found.warnings)
    assert found.reaction("low")[2] + found.reaction("high")[2] == pytest.approx(10 * G, rel=1e-9)


def test_wrong_input_is_told_at_once() -> None:
    m = vz.Model("wrong", dimension=2)
    m.body("b")
    with pytest.raises(vz.ModelError, match="mass and inertia are not given"):
        vz.equilibrium(m)
    with pytest.raises(vz.ModelError, match="is not a model"):
        vz.modes("model.toml")  # type: ignore[arg-type]
    with pytest.raises(vz.ModelError, match="at = 'rest' is unknown"):
        vz.modes(block_on("spring", 1.0, 1.0), at="rest")
    with pytest.raises(vz.ModelError, match="time starts at 0"):
        vz.modes(block_on("spring", 1.0, 1.0), t=-1.0)


def test_no_warning_is_issued_where_all_is_well() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert vz.equilibrium(block_on("spring", 500.0, 1.0)).warnings == ()


def test_a_light_part_beside_a_heavy_one_comes_to_rest_too() -> None:
    """A pendulum of 0.1 kg on a machine of a million: the unbalanced force is nothing beside the weight of the machine, and still counts."""
    m = vz.Model("press", dimension=2)
    m.body("machine", position=(0, 0), mass=1e6, inertia=1e6)
    m.bushing("foundation", "ground", "machine", at=(0, 0), stiffness=(1e9, 1e9, 1e9))
    m.body("tag", position=(0, 0), angle=-1.2, mass=0.1, inertia=0.01, com=(0.3, 0))
    m.revolute("hook", "machine", "tag", at=(0, 0))
    found = vz.equilibrium(m)
    assert found["tag"].angle[0] == pytest.approx(-pi / 2, abs=1e-9)
    modes = vz.modes(m)
    assert modes.at == "equilibrium"
    assert modes[0].omega == pytest.approx(sqrt(0.1 * G * 0.3 / (0.01 + 0.1 * 0.09)), rel=1e-6)


def test_points_that_coincide_as_drawn_are_named() -> None:
    m = vz.Model("together", dimension=2)
    m.body("b", mass=1.0, inertia=1.0)
    m.spring("s", m.point("O", "ground", (0, 0)), m.point("P", "b", (0, 0)), stiffness=10.0, free_length=1.0)
    with pytest.raises(vz.ModelError, match="spring s: its points O and P coincide"):
        vz.equilibrium(m)
    with pytest.raises(vz.ModelError, match="spring s: its points O and P coincide"):
        vz.modes(m)


def test_a_law_without_a_value_is_named() -> None:
    m = block_on("spring", 500.0, 1.0)
    m.spring("odd", "O", "P", force="sqrt(x)", free_length=3.0)
    with pytest.raises(vz.SolveError, match="spring odd: no finite force as drawn"):
        vz.equilibrium(m)


def test_points_pulled_together_until_they_meet_are_named() -> None:
    m = vz.Model("winch", dimension=2, gravity=(0, 0))
    m.body("b", position=(1, 0.2), mass=1.0, inertia=1.0)
    m.actuator("winch", through=[m.point("O", "ground", (0, 0)), m.point("P", "b", (0, 0))], tension=5.0)
    with pytest.warns(
        vz.VazbaWarning, match="the points O and P of actuator winch are pulled together until they meet"
    ):
        vz.equilibrium(m)


def test_drivers_are_followed_on_their_branch() -> None:
    """A four-bar linkage whose crank has turned far: it stands where the closure by circles says, not folded to the other side."""
    a, b, c, d = 1.0, 1.5, 1.45, 1.2

    def bars(angle: float) -> list[tuple[np.ndarray, float]]:
        p, o = a * np.array([cos(angle), sin(angle)]), np.array([d, 0.0])
        gap = o - p
        far = float(np.hypot(*gap))
        along = (b * b - c * c + far * far) / (2 * far)
        e = gap / far
        q = p + along * e + sqrt(b * b - along * along) * np.array([-e[1], e[0]])
        return [(start, atan2(*(end - start)[::-1])) for start, end in ((np.zeros(2), p), (p, q), (o, q))]

    m = vz.Model("four-bar", dimension=2, gravity=(0, 0))
    for name, (start, angle), length in zip("abc", bars(1.0), (a, b, c)):
        m.body(name, position=start.tolist(), angle=angle, mass=1.0, inertia=1.0)
        m.point(f"{name}0", name, (0, 0))
        m.point(f"{name}1", name, (length, 0))
    m.point("O", "ground", (0, 0))
    m.point("D", "ground", (d, 0))
    for k, pair in enumerate((("O", "a0"), ("a1", "b0"), ("b1", "c1"), ("D", "c0"))):
        m.revolute(f"j{k}", *pair)
    m.drive("j0", angle="1 + t")
    for t in (3.0, 5.6, 6.2, 12.0):
        found = vz.equilibrium(m, t=t)
        expected = bars(1 + t)[2][1]
        assert remainder(found["c"].angle[0] - expected, 2 * pi) == pytest.approx(0, abs=1e-9)
        assert found.result.joint("j0").angle[0] == pytest.approx(1 + t, abs=1e-9)
