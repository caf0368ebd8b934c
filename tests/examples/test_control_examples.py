"""Examples of control: errors that fade as told, the textbook's equations integrated by SciPy, loops outside, parameters found."""

from __future__ import annotations

import runpy

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import vazba as vz
from reference.runs import EXAMPLES, found_efforts, home, let_go

G = 9.81


def test_errors_of_the_arm_fade_as_told():
    res = let_go("arm-computed-torque")
    w, t = 12.0, res.time
    reach = dict(zip(range(1, 8), (0.8, 0.6, -0.5, -1.1, 0.7, 0.9, 1.5), strict=True))
    x = np.clip(t, 0, 1)
    path = x**3 * (10 - 15 * x + 6 * x**2)
    for k, angle in reach.items():
        e0 = {2: -0.1, 4: 0.1}.get(k, 0.0)
        expected = e0 * (1 + w * t) * np.exp(-w * t)
        assert np.abs(angle * path - res[f"axis{k}.angle"] - expected).max() < 2e-7
    assert np.abs(res["energy.balance"]).max() < 1e-6 * np.ptp(res["energy.potential"])


def test_on_the_path_the_torques_of_the_arm_are_those_of_inverse_dynamics():
    model = vz.load(home("arm-computed-torque"))
    driven = vz.load(home("arm-computed-torque"))
    model.start, driven.start, driven.controllers = {}, {}, {}
    for key, law in model.controllers["arm"].targets.items():
        driven.drive(key, angle=law)
    res = vz.simulate(model, 1.0, 0.1, rtol=1e-10, atol=1e-11)
    wanted = vz.inverse(driven, until=1.0, every=0.1)
    for k in range(1, 8):
        effort = wanted[f"axis{k}.effort"]
        assert np.abs(res[f"arm_axis{k}.effort"] - effort).max() < 1e-6 * (1 + np.abs(effort).max())
    replayed = vz.replay(wanted)
    assert replayed["tracking.position"].max() < 1e-8
    assert replayed["tracking.angle"].max() < 1e-8


def test_delta_goes_along_its_path_and_holds_its_weight():
    res = found_efforts("delta")
    replayed = vz.replay(res)
    assert replayed["tracking.position"].max() < 1e-8
    assert replayed["tracking.angle"].max() < 1e-8
    fine = vz.inverse(vz.load(home("delta")), every=0.001)
    powers = sum(fine[f"motor{k}.power"] for k in (1, 2, 3))
    masses = {"plate": 1.2, "arm1": 0.5, "arm2": 0.5, "arm3": 0.5}
    height = sum(mass * fine[f"{name}.z"] for name, mass in masses.items())
    assert np.trapezoid(powers, fine.time) == pytest.approx(
        G * (height[-1] - height[0]), abs=2e-5
    )  # it rests at both ends
    assert np.trapezoid(powers[:251], fine.time[:251]) > 0.3
    assert np.abs(fine["plate.phi_x"]).max() < 1e-9  # it does not turn


def cart_and_rod(force, cart, mass, length, inertia):
    """`(M + m) x'' - m l cos(a) a'' + m l sin(a) a'^2 = u`, `(J + m l^2) a'' - m l cos(a) x'' = m g l sin(a)`."""

    def rate(t, y):
        x, a, v, w = y
        matrix = [[cart + mass, -mass * length * np.cos(a)], [-mass * length * np.cos(a), inertia + mass * length**2]]
        right = [force(x, a, v, w) - mass * length * np.sin(a) * w**2, mass * G * length * np.sin(a)]
        return [v, w, *np.linalg.solve(matrix, right)]

    return rate


def test_the_pendulum_is_held_upright_as_the_equations_say():
    made = runpy.run_path(str(home("inverted-pendulum")))
    m, arm, cart = made["ROD"], made["LENGTH"], made["CART"]
    j = m * arm**2 / 3
    mass = np.array([[cart + m, -m * arm], [-m * arm, j + m * arm**2]])
    a = np.zeros((4, 4))
    a[:2, 2:], a[2:, 1] = np.eye(2), np.linalg.solve(mass, [0, m * G * arm])
    b = np.concatenate([[0, 0], np.linalg.solve(mass, [1, 0])])
    assert np.allclose(made["A"], a, atol=1e-6)
    assert np.allclose(made["B"][:, 0], b, atol=1e-7)
    assert np.linalg.eigvals(a - np.outer(b, made["K"])).real.max() < -0.5
    res = let_go("inverted-pendulum")
    k = made["K"]
    rate = cart_and_rod(lambda *y: -k @ np.array(y), cart, m, arm, j)
    expected = solve_ivp(rate, (0, 4), [0, 0.35, 0, 0], t_eval=res.time, rtol=1e-10, atol=1e-12).y
    assert np.abs(res["hinge.angle"] - expected[1]).max() < 1e-7
    assert np.abs(res["rail.displacement"] - expected[0]).max() < 1e-7
    assert abs(res["hinge.angle"][-1]) < 2e-3
    assert np.abs(res["energy.balance"]).max() < 1e-7


def test_the_loop_swings_the_pole_up():
    made = runpy.run_path(str(home("cart-pole-loop")))
    seen = np.array(made["swing_up"]())
    assert abs(np.remainder(seen[-1, 2] + np.pi, 2 * np.pi) - np.pi) < 1e-3
    assert abs(seen[-1, 1]) < 1e-3
    y, until = np.array([0.0, 3.0, 0.0, 0.0]), 150  # the same loop around the textbook's equations
    for k in range(until):
        assert np.allclose(seen[k, 1:], y, atol=1e-6)
        force = made["policy"](*y)
        rate = cart_and_rod(lambda *_, force=force: force, made["CART"], made["ROD"], made["LENGTH"], made["INERTIA"])
        y = solve_ivp(rate, (0, 0.01), y, rtol=1e-10, atol=1e-12).y[:, -1]


def test_the_quarter_car_is_identified():
    model, data = vz.load(home("quarter-car-fit")), EXAMPLES / "quarter-car-fit" / "measured.csv"
    found = vz.fit(model, data, ["ks", "cs", "kt"])
    for name, true in (("ks", 20000.0), ("cs", 1500.0), ("kt", 180000.0)):
        low, high = found.intervals[name]
        assert low < true < high
        assert high - low < 0.1 * true
    assert found.noise["car.y"] == pytest.approx(2e-4, rel=0.15)
    assert found.noise["wheel.y"] == pytest.approx(3e-4, rel=0.15)
    assert not found.unidentifiable
