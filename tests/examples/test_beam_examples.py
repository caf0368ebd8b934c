"""Examples with flexible beams in their various models, against the elastica, beads on springs, Ritz's and Lagrange's equations, and each other."""

from __future__ import annotations

import copy
from dataclasses import replace
from functools import cache
from math import pi, sqrt
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_bvp, solve_ivp
from scipy.linalg import eigh

import vazba as vz
from reference.beads import Beads, refined
from reference.runs import home, let_go

G = 9.81


@cache
def values(name: str) -> dict[str, float]:
    return dict(vz.load(home(name)).scope().parameters)


def other(name: str, model: str, **keys: Any) -> vz.Model:
    """The example with all its elastic beams computed in another way."""
    out = copy.copy(vz.load(home(name)))
    keys = {"modes": None, "axial": None, "shapes": None, **keys}
    out.beams = {key: b if b.model == "rigid" else replace(b, model=model, **keys) for key, b in out.beams.items()}
    return out


def disc(diameter: float) -> tuple[float, float]:
    """Area and second moment of a round section."""
    return pi * diameter**2 / 4, pi * diameter**4 / 64


def tips(beads: Any, count: int, times: np.ndarray, angle: float = 0.0) -> np.ndarray:
    """Positions of the end by `count` and twice as many beads, extrapolated."""
    runs = [beads(n).run(times, beads(n).straight(angle))[:, -1, :2] for n in (count, 2 * count)]
    return refined(*runs)


def apart(one: np.ndarray, two: np.ndarray) -> float:
    return float(np.linalg.norm(one - two, axis=1).max())


# --- heavy cantilever -------------------------------------------------------------------------------------------------------


def strip(n: int) -> Beads:
    p = values("heavy-cantilever")
    area, moment = p["width"] * p["height"], p["width"] * p["height"] ** 3 / 12
    return Beads(n, p["L"], p["E"] * area, p["E"] * moment, p["rho"] * area, p["tau"], G, lambda _: (0.0, 0.0))


@cache
def elastica() -> Any:
    """`th, th', x, y` along the strip at rest: `E J th'' = q (L - s) cos th`; it does not stretch."""
    b = strip(1)
    load = b.line * G / b.ej

    def slopes(s: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.array([y[1], load * (b.length - s) * np.cos(y[0]), np.cos(y[0]), np.sin(y[0])])

    s = np.linspace(0, b.length, 200)
    found = solve_bvp(
        slopes, lambda a, e: np.array([a[0], e[1], a[2], a[3]]), s, np.zeros((4, 200)), tol=1e-10, max_nodes=10**5
    )
    assert found.success
    return found.sol


def test_a_heavy_cantilever_rests_as_the_elastica() -> None:
    m, b = vz.load(home("heavy-cantilever")), strip(1)
    rest, last = vz.equilibrium(m), let_go("heavy-cantilever")
    exact = elastica()(b.length)[2:]
    assert rest.stability == "stable"
    assert apart(rest["tip"].position, exact) < 1.5e-4
    assert apart(last.point("tip").position[-1:], exact) < 2e-3  # it still swings a little
    weight, s = b.line * G * b.length, np.linspace(0, b.length, 2001)
    centre = np.trapezoid(elastica()(s)[2], s) / b.length
    assert rest.reaction("clamp")[:2] == pytest.approx([0, weight], abs=1e-6 * weight)
    assert rest.reaction("clamp")[2] == pytest.approx(weight * centre, rel=5e-4)
    for x in (np.arange(12) + 0.5) / 12:
        assert last.station("strip", x).M[-1] == pytest.approx(b.ej * elastica()(x)[1], abs=0.01 * weight * centre)


def test_a_heavy_cantilever_vibrates_as_a_cantilever_and_about_its_rest_as_beads() -> None:
    m, b = vz.load(home("heavy-cantilever")), strip(1)
    unit = sqrt(b.ej / b.line) / b.length**2
    drawn = vz.modes(m.with_parameters(g=0))
    assert drawn.omegas[:2] == pytest.approx(np.square([1.87510407, 4.69409113]) * unit, rel=1e-4)
    assert drawn.dampings[0] == pytest.approx(b.damping * drawn.omegas[0] / 2, rel=1e-6)
    found = refined(*(strip(n).frequencies(strip(n).rest()) for n in (15, 30)))
    assert vz.modes(m).omegas[:2] == pytest.approx(found[:2], rel=2e-3)


def test_a_heavy_cantilever_falls_as_beads_do() -> None:
    res = vz.simulate(vz.load(home("heavy-cantilever")), until=2.0)
    assert apart(res.point("tip").position, tips(strip, 15, res.time)) < 1.5e-3


def test_shapes_in_a_frame_give_the_deflection_of_linear_theory() -> None:
    b = strip(1)
    rest = vz.equilibrium(other("heavy-cantilever", "modal", shapes="clamped", modes=4, stiffening=False))
    assert rest["tip"].y[0] == pytest.approx(-b.line * G * b.length**4 / (8 * b.ej), rel=1e-3)


# --- falling pendulum -----------------------------------------------------------------------------------------------------


def test_a_rubber_pendulum_falls_as_beads_do() -> None:
    p, res = values("falling-flexible-pendulum"), let_go("falling-flexible-pendulum")
    area, moment = disc(p["diameter"])
    expected = tips(lambda n: Beads(n, p["L"], p["E"] * area, p["E"] * moment, p["rho"] * area, p["tau"]), 16, res.time)
    tip = res.point("tip").position
    assert apart(tip, expected) < 1.5e-3
    assert apart(tip[:81], expected[:81]) < 3e-4
    stiff = vz.simulate(other("falling-flexible-pendulum", "rigid"))
    assert apart(stiff.point("tip").position, expected) > 0.2
    speed, mass = np.linalg.norm(stiff.point("tip").velocity, axis=1).max(), p["rho"] * area * p["L"]
    assert speed == pytest.approx(
        sqrt(3 * G * p["L"]), rel=1e-3
    )  # at the nearest of the stored instants; the rod is a little thick
    assert stiff["pin.fy"].max() == pytest.approx(2.5 * mass * G, rel=1e-3)


def test_a_rubber_pendulum_of_rigid_elements_falls_alike() -> None:
    nodal = let_go("falling-flexible-pendulum")
    res = vz.simulate(other("falling-flexible-pendulum", "rfe", elements=24))
    tip, expected = res.point("tip").position, nodal.point("tip").position
    assert apart(tip[:101], expected[:101]) < 1e-3
    assert apart(tip, expected) < 6e-3  # it has shear and rotary inertia, which show in the second second
    assert np.abs(nodal.energy.balance).max() < 1e-8 * np.ptp(nodal.energy.potential)


# --- rotating beam ----------------------------------------------------------------------------------------------------------


def hub(t: float) -> tuple[float, float, float]:
    """Angle, speed and acceleration of the hub."""
    p = values("rotating-beam")
    end, top = p["T"], p["speed"]
    u, wave = min(t, end), 2 * pi / p["T"]
    angle = top / end * (u**2 / 2 + (np.cos(wave * u) - 1) / wave**2) + top * max(t - end, 0.0)
    return angle, top / end * (u - np.sin(wave * u) / wave), top / end * (1 - np.cos(wave * u))


def seen_from_the_hub(res: vz.Result) -> np.ndarray:
    """How far the tip is from where it was drawn, along and across."""
    angle = np.array([hub(t)[0] for t in res.time])
    x, y = res.point("tip").position.T
    length = values("rotating-beam")["L"]
    return np.column_stack([np.cos(angle) * x + np.sin(angle) * y - length, np.cos(angle) * y - np.sin(angle) * x])


def test_a_beam_that_is_spun_up_lags_as_the_linear_equation_says_and_gets_longer() -> None:
    """Ritz's method with `(x/L)^2 .. (x/L)^6`: `M q'' + tau K q' + (K + w^2 (K_g - M)) q = -w' f`."""
    p, res = values("rotating-beam"), let_go("rotating-beam")
    x, w = np.polynomial.legendre.leggauss(12)
    x, w = (x + 1) * p["L"] / 2, w * p["L"] / 2
    k, line, ej = np.arange(2, 7)[:, None], p["rho"] * p["A"], p["E"] * p["J"]
    s = x / p["L"]
    f, d, dd = s**k, k * s ** (k - 1) / p["L"], k * (k - 1) * s ** (k - 2) / p["L"] ** 2
    mass, bend = line * (f * w) @ f.T, ej * (dd * w) @ dd.T
    pulled, push = line / 2 * (d * w * (p["L"] ** 2 - x**2)) @ d.T, line * (f * w) @ x

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        q, v = y[:5], y[5:]
        _, speed, acceleration = hub(t)
        force = -acceleration * push - bend @ (q + p["tau"] * v) - speed**2 * (pulled - mass) @ q
        return np.concatenate([v, np.linalg.solve(mass, force)])

    found = solve_ivp(rate, (0, res.time[-1]), np.zeros(10), "LSODA", res.time, rtol=1e-9, atol=1e-11)
    expected, lag = found.y[:5].sum(axis=0), seen_from_the_hub(res)
    assert expected.min() == pytest.approx(-0.57, abs=0.01)
    assert np.abs(lag[:, 1] - expected).max() < 0.01 * np.abs(expected).max()
    gained = line * p["speed"] ** 2 * p["L"] ** 3 / (3 * p["E"] * p["A"])
    assert lag[-20:, 0].mean() == pytest.approx(gained, rel=1e-3)
    # three axial shapes carry the first three waves of N: 1 - z^2 = 2/3 + 4/pi^2 (cos pi z - 1/4 cos 2 pi z + ..)
    z, most = 0.0625, line * p["speed"] ** 2 * p["L"] ** 2 / 2
    waves = 2 / 3 + 4 / pi**2 * (np.cos(pi * z) - np.cos(2 * pi * z) / 4)
    assert res.station("beam", z * p["L"]).N[-1] == pytest.approx(most * waves, rel=1e-3)


def test_a_beam_of_nodes_is_spun_up_alike() -> None:
    nodal = vz.simulate(other("rotating-beam", "ancf", elements=6), until=8.0)
    lag, expected = seen_from_the_hub(nodal), seen_from_the_hub(let_go("rotating-beam"))[: len(nodal)]
    assert np.abs(lag - expected).max() < 0.005 * np.abs(expected).max()


def test_without_stiffening_it_is_driven_outwards() -> None:
    res = vz.simulate(other("rotating-beam", "modal", shapes="clamped", modes=4, axial=3, stiffening=False), until=12.0)
    assert np.abs(seen_from_the_hub(res)[:, 1]).max() > 5.0


# --- slider-crank ---------------------------------------------------------------------------------------------------------------


def deflection(res: vz.Result) -> np.ndarray:
    """Of the rod's middle from the line between its ends."""
    start, end, middle = (res.point(name).position for name in ("B2", "C2", "middle"))
    along = (end - start) / np.linalg.norm(end - start, axis=1)[:, None]
    arm = middle - start
    return along[:, 0] * arm[:, 1] - along[:, 1] * arm[:, 0]


def test_a_flexible_rod_bends_as_lagranges_equations_say() -> None:
    """An inextensible rod with three sines: places of all its parts and of the slider as functions of their amplitudes and the time.

    `r = r(q, t)` gives `r'' = r_q q'' + b`, and `(sum m r_q^T r_q) q'' = -int E J k_q (k + tau k') dx - sum m r_q^T b`; r_q and b by differences.
    The sine of the turn is the slope, so that `k = w''/sqrt(1 - w'^2)`.
    """
    p, res = values("flexible-slider-crank"), let_go("flexible-slider-crank")
    r, length, speed = p["crank"], p["rod"], p["speed"]
    area, moment = disc(p["diameter"])
    x, w = np.polynomial.legendre.leggauss(10)
    x, w = (x + 1) * length / 2, w * length / 2
    k = np.arange(1, 4) * pi / length
    sines, slopes = np.sin(np.outer(k, x)), k[:, None] * np.cos(np.outer(k, x))
    low, high = k[:, None] - k[None, :], k[:, None] + k[None, :]

    def shortened(at: float) -> np.ndarray:
        """`int_0^x cos cos k k dx` of all pairs of slopes."""
        return np.outer(k, k) * at / 2 * (np.sinc(low * at / pi) + np.sinc(high * at / pi))

    pairs, ends = np.array([shortened(at) for at in x]), shortened(length)
    mass = np.concatenate([p["rho"] * area * w, p["rho"] * area * w, [p["slider"]]])

    def place(q: np.ndarray, t: float) -> np.ndarray:
        short, chord, v = q @ pairs @ q / 2, length - q @ ends @ q / 2, q @ sines
        s = -r * np.sin(speed * t) / chord
        c = sqrt(1 - s * s)
        bx, by = r * np.cos(speed * t), r * np.sin(speed * t)
        return np.concatenate([bx + (x - short) * c - v * s, by + (x - short) * s + v * c, [bx + chord * c]])

    def rate(t: float, y: np.ndarray) -> np.ndarray:
        q, v = y[:3], y[3:]
        by_q = np.column_stack([(place(q + e, t) - place(q - e, t)) / 2e-7 for e in 1e-7 * np.eye(3)])
        h = 2e-6
        rest = (place(q + h * v, t + h) - 2 * place(q, t) + place(q - h * v, t - h)) / h**2
        slope, curve = q @ slopes, -q @ (k[:, None] ** 2 * sines)
        flat = 1 / np.sqrt(1 - slope**2)
        bent_by = -(k[:, None] ** 2) * sines * flat + curve * slope * flat**3 * slopes
        force = -p["E"] * moment * bent_by @ (w * (curve * flat + p["tau"] * v @ bent_by)) - by_q.T @ (mass * rest)
        return np.concatenate([v, np.linalg.solve((by_q.T * mass) @ by_q, force)])

    found = solve_ivp(rate, (0, res.time[-1]), np.zeros(6), "DOP853", res.time, rtol=1e-6, atol=1e-9)
    expected = np.sin(k * length / 2) @ found.y[:3]
    assert np.abs(expected).max() == pytest.approx(0.0152 * length, rel=0.01)
    assert np.abs(deflection(res) - expected).max() < 0.005 * np.abs(expected).max()


@pytest.mark.parametrize(
    ("model", "keys", "close"),
    [
        ("modal", {"shapes": "static", "modes": 6, "axial": 2}, 1e-4),
        ("ancf", {"elements": 4}, 1e-4),
        ("rfe", {"elements": 8}, 3e-4),
    ],
)
def test_a_flexible_rod_bends_alike_in_all_models(model: str, keys: dict[str, Any], close: float) -> None:
    res = vz.simulate(other("flexible-slider-crank", model, **keys), rtol=1e-7, atol=1e-9)
    length = values("flexible-slider-crank")["rod"]
    assert np.abs(deflection(res) - deflection(let_go("flexible-slider-crank"))).max() < close * length


def test_a_stiff_rod_moves_the_slider_as_a_rigid_one() -> None:
    p = values("flexible-slider-crank")
    m = vz.load(home("flexible-slider-crank")).with_parameters(E=2e14, tau=1e-6)
    res = vz.simulate(m, until=2 * pi / p["speed"])
    phi = p["speed"] * res.time
    exact = p["crank"] * np.cos(phi) + np.sqrt(p["rod"] ** 2 - (p["crank"] * np.sin(phi)) ** 2)
    assert np.abs(res["slider.x"] - exact).max() < 2e-7


# --- robot arm ----------------------------------------------------------------------------------------------------------------------


def tube() -> tuple[float, float]:
    """Bending stiffness and mass for each metre."""
    p = values("flexible-robot-arm")
    outer, inner = p["diameter"], p["diameter"] - 2 * p["wall"]
    return p["E"] * pi * (outer**4 - inner**4) / 64, p["rho"] * pi * (outer**2 - inner**2) / 4


def test_a_robot_arm_sags_as_cantilevers_do() -> None:
    """Stretched out: one cantilever. With the forearm lifted: what it does to the end of the upper arm, and what it does itself."""
    p, m = values("flexible-robot-arm"), vz.load(home("flexible-robot-arm"))
    (ej, line), weight, l1, l2 = tube(), p["payload"] * G, p["L1"], p["L2"]
    q, total = line * G, l1 + l2
    out = vz.equilibrium(m)
    assert out["tip"].z[0] == pytest.approx(-weight * total**3 / (3 * ej) - q * total**4 / (8 * ej), rel=2e-3)
    slope = bend = 0.0
    for _ in range(10):  # the forearm is carried by the end of the upper arm, which has a slope
        c, s = np.cos(p["lift"] - slope), np.sin(p["lift"] - slope)
        bend = c * (weight * l2**3 / (3 * ej) + q * l2**4 / (8 * ej))
        end = weight + q * l2
        moment = weight * (l2 * c + bend * s) + q * l2**2 * c / 2
        slope = end * l1**2 / (2 * ej) + moment * l1 / ej + q * l1**3 / (6 * ej)
    drop = end * l1**3 / (3 * ej) + moment * l1**2 / (2 * ej) + q * l1**4 / (8 * ej)
    lifted = vz.equilibrium(m, t=p["end"] + 1)["tip"].position[0]
    expected = [0.0, l1 + l2 * c + bend * s, l2 * s - drop - bend * c]
    assert lifted == pytest.approx(expected, abs=0.005 * (l2 * np.sin(p["lift"]) - expected[2]))


def test_a_robot_arm_vibrates_as_a_cantilever_with_a_mass() -> None:
    """Ritz's method with powers of x; the two planes alike, but for the weight, which takes off the order of the sag squared."""
    p, (ej, line) = values("flexible-robot-arm"), tube()
    length = p["L1"] + p["L2"]
    x, w = np.polynomial.legendre.leggauss(12)
    s, w, k = (x + 1) / 2, w / 2 * length, np.arange(2, 8)[:, None]
    f, d, dd = s**k, k * s ** (k - 1) / length, k * (k - 1) * s ** (k - 2) / length**2
    slope = k[:, 0] / length
    area = line / p["rho"]
    mass = (
        line * (f * w) @ f.T
        + line * (ej / p["E"] / area) * (d * w) @ d.T
        + p["payload"]
        + 0.003 * np.outer(slope, slope)
    )
    exact = np.sqrt(eigh(ej * (dd * w) @ dd.T, mass, eigvals_only=True)[0]) / (2 * pi)
    found = vz.modes(vz.load(home("flexible-robot-arm")))
    assert found.frequencies[:2] == pytest.approx([exact, exact], rel=2e-3)


def test_a_robot_arm_of_nodes_moves_alike() -> None:
    """In space, with joints that turn and twist it."""
    res = let_go("flexible-robot-arm")
    same = vz.simulate(other("flexible-robot-arm", "ancf", elements=8), until=0.6)
    assert apart(res.point("tip").position[: len(same)], same.point("tip").position) < 2e-5


def test_a_robot_arm_of_rigid_elements_moves_alike() -> None:
    res, plain = let_go("flexible-robot-arm"), vz.simulate(other("flexible-robot-arm", "rigid"))
    same = vz.simulate(other("flexible-robot-arm", "rfe", elements=12))
    assert apart(res.point("tip").position, same.point("tip").position) < 2e-4
    assert apart(res.point("tip").position, plain.point("tip").position) == pytest.approx(0.113, abs=0.002)
    torque = np.abs(res["base.effort"]).max()
    assert torque == pytest.approx(175, abs=2)
    assert np.abs(same["base.effort"] - res["base.effort"]).max() < 0.01 * torque
    assert np.abs(plain["base.effort"]).max() == pytest.approx(108, abs=1)


# --- whip ---------------------------------------------------------------------------------------------------------------------------


def test_a_whip_runs_out_as_beads_do() -> None:
    p, res = values("whip"), let_go("whip")
    area, moment = disc(p["diameter"])

    def hand(t: float) -> tuple[float, float]:
        u, turn = min(t / p["stroke"], 1.0), p["to"] - p["from"]
        return p["from"] + turn * u**3 * (10 - 15 * u + 6 * u**2), turn * 30 * u**2 * (1 - u) ** 2 / p["stroke"]

    def carry(t: float) -> tuple[np.ndarray, np.ndarray]:
        angle, spin = hand(t)
        e = p["handle"] * np.array([np.cos(angle), np.sin(angle)])
        return e, spin * np.array([-e[1], e[0]])

    def cord(n: int) -> Beads:
        return Beads(n, p["L"], p["E"] * area, p["E"] * moment, p["rho"] * area, p["tau"], clamp=hand, carry=carry)

    soon = res.time <= 0.26
    expected = tips(cord, 30, res.time[soon], p["from"])
    assert apart(res.point("tip").position[soon], expected) < 0.02


def test_a_whip_gets_seven_times_as_fast_as_the_hand() -> None:
    res = let_go("whip")
    speed, hand = (np.linalg.norm(res.point(name).velocity, axis=1) for name in ("tip", "hand"))
    p = values("whip")
    assert hand.max() == pytest.approx(1.875 * (p["from"] - p["to"]) / p["stroke"] * p["handle"], rel=1e-6)
    finer = vz.simulate(other("whip", "ancf", elements=32), until=0.3)
    assert np.linalg.norm(finer.point("tip").velocity, axis=1).max() == pytest.approx(speed.max(), rel=0.01)
    assert speed.max() > 7 * hand.max()
    assert speed.max() == pytest.approx(54, abs=1)
    assert res.time[speed.argmax()] == pytest.approx(p["stroke"] + 0.08, abs=0.002)
