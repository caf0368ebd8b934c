"""Change points at tight tolerances, and very light parts: both leave the accelerations ill-conditioned."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import vazba as vz

TIGHT = {"rtol": 1e-11, "atol": 1e-13}
G = 9.81
UNTIL = 0.04  # s


def windows(n: int) -> vz.Model:
    """n four-bars of unit links side by side: n + 1 rods on the ground, n bars on their tips. All cross their change point together when the rods lie down."""
    m = vz.Model("windows", dimension=2)
    for k in range(n + 1):
        at = {"position": (k, 0.5), "angle": np.pi / 2, "velocity": (0.5, 0), "angular_velocity": -1.0}
        m.body(f"rod{k}", mass=1.0, inertia=1 / 12, **at)
        m.revolute(f"A{k}", "ground", f"rod{k}", at=(k, 0))
    for k in range(n):
        m.body(f"bar{k}", position=(k + 0.5, 1.0), mass=1.0, inertia=1 / 12, velocity=(1.0, 0))
        m.revolute(f"B{k}", f"rod{k}", f"bar{k}", at=(k, 1))
        m.revolute(f"C{k}", f"bar{k}", f"rod{k + 1}", at=(k + 1, 1))
    return m


def swing(n: int, times: np.ndarray) -> np.ndarray:
    """The angle of the rods by one equation: bars do not turn."""
    inertia, weight = (n + 1) / 3 + n, G * ((n + 1) / 2 + n)
    found = solve_ivp(
        lambda _, y: [y[1], -weight * np.cos(y[0]) / inertia], (0, times[-1]), [np.pi / 2, -1.0], method="DOP853",
        t_eval=times, rtol=1e-13, atol=1e-14,
    )  # fmt: skip
    return found.y[0]


@pytest.mark.parametrize(("n", "method"), [(2, "recursive"), (2, "minimal"), (40, "recursive"), (40, "minimal")])
def test_coupled_four_bars_pass_their_change_point(n: int, method: str) -> None:
    run = vz.simulate(windows(n), 2.0, 0.1, method=method, **TIGHT)
    assert run.status == "done"
    truth = swing(n, run.time)
    assert truth.min() < -0.5  # they have passed it
    assert run["rod0"].angle == pytest.approx(truth, abs=5e-8)
    assert run[f"rod{n}"].angle == pytest.approx(truth, abs=5e-8)


def test_absolute_coordinates_pass_it_or_say_where_they_stop() -> None:
    """Where every step ends in the change point itself, nothing is determined there: time, kind and joints are told, and all before is right."""
    run = vz.simulate(windows(2), 2.0, 0.1, method="absolute", **TIGHT)
    assert run["rod0"].angle == pytest.approx(swing(2, run.time), abs=5e-8)
    if run.status == "failed":
        assert np.sin(run["rod0"].angle[-1]) == pytest.approx(0.0, abs=1e-3)
        assert "change point" in run.message
        assert f"t = {run.time[-1]:.3g}" in run.message
        assert all(f"joint {name}" in run.message for name in ("B0", "C0", "B1", "C1"))


@pytest.mark.parametrize("rtol", [1e-11, 1e-12])
def test_what_stops_at_a_change_point_stops_soon(rtol: float) -> None:
    """Forty of them in absolute coordinates: what is off the constraints sees a pole there, and steps creep towards it."""
    run = vz.simulate(windows(40), 2.0, 0.1, method="absolute", rtol=rtol, atol=rtol / 100)
    assert run["rod0"].angle == pytest.approx(swing(40, run.time), abs=5e-8)
    if run.status == "failed":
        assert "change point" in run.message
        assert run.info["steps"] + run.info["rejected"] < 2500


def stretched(dimension: int, axes: np.ndarray) -> vz.Model:
    """Three bars in a row, held at both ends: they cannot move at all, though first-order motions seem free. In space their pins are redundant."""
    m = vz.Model("chain", dimension=dimension, gravity=(1.0, -9.0) if dimension == 2 else axes @ (1.0, -9.0, 0.5))
    ends, bodies = (0.0, 0.68, 1.25, 1.75), ("ground", "b0", "b1", "b2", "ground")
    at = (lambda x: (x, 0.0)) if dimension == 2 else (lambda x: axes @ (x, 0.0, 0.0))
    for k in range(3):
        about = 0.1 if dimension == 2 else 0.1 * np.eye(3)
        m.body(f"b{k}", position=at((ends[k] + ends[k + 1]) / 2), mass=1.0 + k, inertia=about)
    for k in range(4):
        m.revolute(
            f"j{k}", bodies[k], bodies[k + 1], at=at(ends[k]), **({} if dimension == 2 else {"axis": axes[:, 2]})
        )
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal", "auto"])
@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
@pytest.mark.filterwarnings("ignore::vazba.VazbaWarning")
def test_a_stretched_chain_stays_and_its_joints_closed(dimension: int, method: str, rtol: float) -> None:
    """Its configuration is the only one: that it starts at a singular posture is told; whatever a method does there, no joint comes apart."""
    axes = np.linalg.qr(np.random.default_rng(3).normal(size=(3, 3)))[0]
    m = stretched(dimension, axes)
    assert vz.check(m).mobility.singular
    run = vz.simulate(m, 0.3, 0.05, method=method, rtol=rtol, atol=rtol / 100)
    (told,) = (text for text in run.warnings if "starts at a singular posture" in text)
    assert "accelerations and reactions there, which need not fit each other" in told
    assert all(f"joint j{k}" in told for k in range(4))
    place = ["x", "y", "z"][:dimension]
    drawn = np.array([m.bodies["b1"].position[k] for k in range(dimension)], float)
    moved = np.array([run[f"b1.{key}"] for key in place]) - drawn[:, None]
    gap = 1.001e-6  # m: states that cannot be brought nearer to their constraints are refused
    assert run["constraint.position"].max() < gap
    # bars 0.68, 0.57 and 0.5 m long whose inner ends are x aside need x^2 / 2 (1 / 0.68 + 1 / 0.5) more between their outer ends; four joints give way
    assert np.abs(moved).max() < np.sqrt(2 * 4 * gap / (1 / 0.68 + 1 / 0.5))


def with_play(play: float, speed: float) -> vz.Model:
    """Three links of 1 m between pins that are `3 m - play` apart, the outer ones turning at one speed: the inner pins can go round a small loop only."""
    m, c = vz.Model("play", dimension=2, gravity=(0.0, 0.0)), 1.0 - play / 2
    s, ends = np.sqrt(play - play**2 / 4), [np.zeros(2)]
    for k, (way, w) in enumerate([((c, s), speed), ((1.0, 0.0), -2 * c * speed), ((c, -s), speed)]):
        ends.append(ends[-1] + way)
        v = {0: (-s * speed, c * speed), 1: (-2 * s * speed, 0.0), 2: (-s * speed, -c * speed)}[k]
        at = {"position": ends[-1] - np.array(way) / 2, "angle": np.arctan2(way[1], way[0])}
        m.body(f"b{k}", mass=1.0, inertia=0.1, **at, velocity=np.array(v) / 2, angular_velocity=w)
    for k, (a, b) in enumerate([("ground", "b0"), ("b0", "b1"), ("b1", "b2"), ("b2", "ground")]):
        m.revolute(f"j{k}", a, b, at=ends[k])
    return m


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_many_steps_beside_a_singular_posture_are_told(method: str) -> None:
    """Angles a + b + c = 0 with a^2 + b^2 + c^2 = 2 play, an ellipse: it is gone round thousands of times."""
    play = 1e-10
    run = vz.simulate(with_play(play, 1.0), UNTIL, UNTIL / 50, method=method, rtol=1e-9, atol=1e-12)
    assert run.status == "done"
    angles = np.array([run[f"b{k}.angle"] for k in range(3)])
    assert (angles**2).sum(axis=0) == pytest.approx(np.full(len(run.time), 2 * play), rel=1e-4)
    told = [text for text in run.warnings if text.startswith(f"after {run.info['steps']} steps")]
    assert len(told) == 1
    assert "still near a singular posture" in told[0]
    assert f"{np.abs(run.energy.balance).max():.2g} J are open" in told[0]
    assert all(f"joint j{k}" in told[0] for k in range(4))
    short = vz.simulate(with_play(play, 1.0), UNTIL / 10, UNTIL / 10, method=method, rtol=1e-9, atol=1e-12)
    assert not any("steps" in text for text in short.warnings)


def folded(angle: float, speed: float) -> vz.Model:
    """A parallelogram, cranks of 1 m and a coupler of 2 m, that far from the posture in which all lie on one line."""
    m, tip = vz.Model("folded", dimension=2), np.array([np.cos(angle), np.sin(angle)])
    v = speed * np.array([-tip[1], tip[0]])
    for name, foot in (("crank", (0, 0)), ("rocker", (2, 0))):
        at = {"position": tip / 2 + foot, "angle": angle, "velocity": v / 2, "angular_velocity": speed}
        m.body(name, mass=1.0, inertia=0.1, **at)
    m.body("coupler", position=tip + (1, 0), mass=1.0, inertia=0.4, velocity=v)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "coupler", at=tip)
    m.revolute("C", "coupler", "rocker", at=tip + (2, 0))
    m.revolute("D", "rocker", "ground", at=(2, 0))
    return m


def test_what_rounding_does_near_a_change_point_is_told() -> None:
    """A velocity e across the constraints turns the coupler by e / angle, which asks for e / angle^2 of acceleration, by forces whose arm is the angle."""
    told = [vz.simulate(folded(angle, 1.0), 1e-6, 1e-6).info["rounding"] for angle in (1e-4, 1e-5)]
    (a, force), (nearer_a, nearer_force) = told
    eps = np.finfo(float).eps
    assert eps / 1e-4**2 / 30 < a < 30 * eps / 1e-4**2
    assert nearer_a / a == pytest.approx(1e2, rel=0.05)
    assert nearer_force / force == pytest.approx(1e3, rel=0.05)
    run = vz.simulate(folded(1e-5, 1.0), 1e-6, 1e-6)
    assert any("starts near a singular posture" in text for text in run.warnings)
    for angle, speed in ((0.1, 1.0), (1e-5, 0.0)):
        run = vz.simulate(folded(angle, speed), 1e-6, 1e-6)
        assert run.info["rounding"] is None
        assert not run.warnings


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_a_start_in_a_change_point_names_its_joints_and_what_is_not_determined(method: str) -> None:
    """Ten digits from it rounding decides between translation of the coupler and its turn, and reactions are told for one of them."""
    (told,) = vz.simulate(folded(1e-10, 0.0), 1e-6, 1e-6, method=method).warnings
    assert "starts at a singular posture" in told
    assert "accelerations and reactions there, which need not fit each other" in told
    assert told.endswith("involved: joint A, joint B, joint C, joint D")


def cart_pole(cart: float, pole: float) -> vz.Model:
    m = vz.Model("cart-pole", dimension=2)
    m.body("cart", mass=cart, inertia=0.01 * cart)
    m.body("pole", position=(0.5 * np.sin(0.3), 0.5 * np.cos(0.3)), angle=np.pi / 2 - 0.3, mass=pole, inertia=pole / 12)
    m.prismatic("rail", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.revolute("pin", "cart", "pole", at=(0, 0))
    return m


@pytest.mark.parametrize(("cart", "pole"), [(1e-7, 1.0), (1.0, 1e-7)])
def test_a_light_cart_pole_takes_few_steps_in_absolute_coordinates(cart: float, pole: float) -> None:
    """`[[M + m, m l cos], [m l cos, m (l^2 + 1/12)]]`, l = 1/2, by hand."""

    def rate(_: float, y: np.ndarray) -> list[float]:
        angle, w = y  # from the vertical
        c, s = np.cos(angle), np.sin(angle)
        mass = np.array([[cart + pole, 0.5 * pole * c], [0.5 * pole * c, pole / 3]])
        return [w, float(np.linalg.solve(mass, [0.5 * pole * s * w * w, 0.5 * pole * G * s])[1])]

    run = vz.simulate(cart_pole(cart, pole), 1.0, 0.1, method="absolute", **TIGHT)
    truth = solve_ivp(rate, (0, 1), [0.3, 0.0], t_eval=run.time, rtol=1e-12, atol=1e-13, method="DOP853").y[0]
    assert run.status == "done"
    assert np.pi / 2 - run["pole"].angle == pytest.approx(truth, abs=1e-7)
    assert run.info["steps"] + run.info["rejected"] < 500
