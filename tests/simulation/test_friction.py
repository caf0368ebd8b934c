"""Friction in joints against closed forms, an algebraic solution of its own, and SciPy."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import vazba as vz

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}
FINE = 1e-7  # m/s or rad/s: smoothing that is not felt while things move


def block(dimension=2, order=("ground", "block"), slope=0.0, speed=2.0):
    """A block of 3 kg on a guide that rises with `slope`, moving up along it."""
    m = vz.Model("block", dimension=dimension, gravity=(0, -G, 0)[:dimension])
    along = np.array([np.cos(slope), np.sin(slope), 0.0])[:dimension]
    m.body("block", mass=3.0, inertia=0.2 if dimension == 2 else [0.2, 0.2, 0.2], velocity=(speed * along).tolist())
    m.prismatic("S", *order, at=(0,) * dimension, axis=along.tolist())
    return m


@pytest.mark.parametrize("order", [("ground", "block"), ("block", "ground")])
@pytest.mark.parametrize(("dimension", "x_s"), [(2, 0.02), (3, 0.02), (2, 1e-3)])
def test_a_block_slides_to_rest(dimension, order, x_s):
    """`v' = -mu g v/sqrt(v^2 + x_s^2)` stops after `(v0 sqrt(v0^2 + x_s^2) + x_s^2 asinh(v0/x_s)) / (2 mu g)`: v0^2/(2 mu g) but for x_s."""
    mu, v0 = 0.25, 2.0
    m = block(dimension, order)
    m.friction("F", "S", coefficient=mu, speed=x_s)
    r = vz.simulate(m, 2.5, 0.05)
    reached = (v0 * np.hypot(v0, x_s) + x_s**2 * np.arcsinh(v0 / x_s)) / (2 * mu * G)
    way = r.body("block").x
    assert way[-1] == pytest.approx(reached, abs=1e-7)
    assert way[-1] == pytest.approx(v0**2 / (2 * mu * G), rel=10 * (x_s / v0) ** 2)
    sliding = r.time < 0.9 * v0 / (mu * G)
    assert way[sliding] == pytest.approx(v0 * r.time[sliding] - mu * G / 2 * r.time[sliding] ** 2, abs=20 * x_s**2)
    assert np.abs(r.friction("F").effort[sliding]) == pytest.approx(mu * 3.0 * G, rel=(x_s / 0.2) ** 2)
    assert r.energy.dissipated[-1] == pytest.approx(0.5 * 3.0 * v0**2, rel=1e-7)
    assert np.diff(r.energy.dissipated).min() > -1e-9
    assert np.abs(r.friction("F").power + np.gradient(r.energy.dissipated, r.time))[3:15].max() < 0.02 * 3 * mu * G * v0


def test_up_and_down_an_incline():
    """`a = -g (sin + mu cos)` up the slope and `g (sin - mu cos)` down: it comes back slower, by the loss on twice the way."""
    slope, mu, v0 = 0.5, 0.3, 3.0
    m = block(slope=slope, speed=v0)
    m.friction("F", "S", coefficient=mu, speed=1e-5)
    m.event("home", joint="S", value=0.0, direction="falling", stop=True)
    r = vz.simulate(m, 5.0, 0.05, rtol=1e-9, atol=1e-11)
    up, down = G * (np.sin(slope) + mu * np.cos(slope)), G * (np.sin(slope) - mu * np.cos(slope))
    top = v0**2 / (2 * up)
    home = v0 / up + np.sqrt(2 * top / down)
    assert r.joint("S").displacement.max() == pytest.approx(top, rel=2e-3)  # output times only
    assert r.time[-1] == pytest.approx(home, abs=2e-5)  # x_s / g is the time it takes to pass the jump
    assert np.hypot(r.body("block").vx, r.body("block").vy)[-1] == pytest.approx(np.sqrt(2 * down * top), abs=2e-5)
    assert r.energy.dissipated[-1] == pytest.approx(2 * top * mu * 3.0 * G * np.cos(slope), rel=1e-5)
    moving = r.time < 0.9 * v0 / up
    assert r.joint("S").displacement[moving] == pytest.approx(
        v0 * r.time[moving] - up / 2 * r.time[moving] ** 2, abs=1e-8
    )


def test_a_block_on_a_flat_slope_creeps():
    """Below the angle of friction it would stay; smoothed, it creeps with the speed at which friction carries it."""
    slope, mu, x_s = 0.2, 0.4, 1e-3
    m = block(slope=slope, speed=0.0)
    m.friction("F", "S", coefficient=mu, speed=x_s)
    r = vz.simulate(m, 1.0, 0.1)
    share = np.tan(slope) / mu
    assert r.joint("S").displacement[-1] == pytest.approx(0, abs=1.1e-3)
    speed = np.hypot(r.body("block").vx, r.body("block").vy)[-1]
    assert speed == pytest.approx(x_s * share / np.sqrt(1 - share**2), rel=1e-6)


@pytest.mark.parametrize("dimension", [2, 3])
def test_pin_friction_of_a_wheel(dimension):
    """The pin carries weight and a side force: `J w' = -mu r N - c w`, `N^2 = (m g)^2 + F^2`."""
    mu, radius, c, j = 0.2, 0.03, 0.05, 0.5
    flat = dimension == 2
    m = vz.Model("wheel", dimension=dimension, gravity=(0, -G, 0)[:dimension])
    m.body("wheel", mass=4.0, inertia=j if flat else [0.3, 0.3, j], angular_velocity=20.0 if flat else [0, 0, 20.0])
    m.revolute("A", "wheel", "ground", at=(0,) * dimension, **({} if flat else {"axis": (0, 0, 1)}))
    m.point("hub", "wheel", (0,) * dimension)
    m.force("belt", "hub", (25.0, 0, 0)[:dimension])
    m.friction("F", "A", coefficient=mu, radius=radius, viscous=c, speed=FINE)
    r = vz.simulate(m, 3.0, 0.1, **TIGHT)
    normal = np.hypot(4.0 * G, 25.0)
    steady = mu * radius * normal / c
    w = (20.0 + steady) * np.exp(-c / j * r.time) - steady
    assert w[-1] > 5
    assert r.body("wheel")["w" if flat else "wz"] == pytest.approx(w, abs=1e-8)
    assert np.hypot(r.joint("A").fx, r.joint("A").fy) == pytest.approx(normal, abs=1e-8)
    assert r.friction("F").rate == pytest.approx(-w, abs=1e-8)  # the ground, second, relative to the wheel
    assert r.friction("F").effort == pytest.approx(mu * radius * normal + c * w, abs=1e-8)
    assert r.friction("F").power == pytest.approx(-w * (mu * radius * normal + c * w), abs=1e-7)
    assert r.energy.dissipated == pytest.approx(0.5 * j * (400 - w**2), abs=1e-7)


def test_viscous_friction_alone():
    m = block(speed=1.5)
    m.friction("F", "S", viscous=2.0)
    r = vz.simulate(m, 2.0, 0.1, **TIGHT)
    assert r.body("block").vx == pytest.approx(1.5 * np.exp(-2 / 3 * r.time), abs=1e-10)


# --- the reaction depends on friction -------------------------------------------------------------------------------------


def smooth_sign(rate, speed):
    return rate / np.sqrt(rate**2 + speed**2)


def test_pendulum_with_pin_friction():
    """Pin force and angular acceleration depend on each other: `J_A alpha = -m g c sin phi - mu r N(alpha) sgn`, solved by bisection."""
    mass, c, j, mu, radius, speed = 2.0, 0.6, 1.02, 0.3, 0.15, 1e-3

    def pin(phi, w, alpha):
        along = mass * (c * w**2 + G * np.cos(phi))
        across = mass * (c * alpha + G * np.sin(phi))
        return np.hypot(along, across)

    def acceleration(phi, w):
        def rest(alpha):
            return j * alpha + mass * G * c * np.sin(phi) + mu * radius * pin(phi, w, alpha) * smooth_sign(w, speed)

        return brentq(rest, -200, 200, xtol=1e-14, rtol=1e-15)

    m = vz.Model("pendulum", dimension=2)
    m.body("rod", mass=mass, inertia=j - mass * c**2, com=[0, -c], angle=2.0, angular_velocity=1.5)
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.friction("F", "A", coefficient=mu, radius=radius, speed=speed)
    first = acceleration(2.0, 1.5)
    assert vz.matrices(m).acceleration[2] == pytest.approx(first, rel=1e-12)
    r = vz.simulate(m, 1.0, 0.02, **TIGHT)
    found = solve_ivp(lambda _, y: [y[1], acceleration(*y)], (0, 1.0), [2.0, 1.5], "DOP853", r.time, rtol=1e-11, atol=1e-12)  # fmt: skip
    assert found.y[1].min() < -1 < 1 < found.y[1].max()  # it comes to rest and turns
    assert r.body("rod").angle == pytest.approx(found.y[0], abs=1e-8)
    alpha = np.array([acceleration(*y) for y in found.y.T])
    assert r.body("rod").alpha == pytest.approx(alpha, abs=1e-5)
    carried = [pin(phi, w, a) for (phi, w), a in zip(found.y.T, alpha)]
    assert np.hypot(r.joint("A").fx, r.joint("A").fy) == pytest.approx(carried, abs=1e-5)
    assert np.abs(r.energy.balance).max() < 1e-8


def cart(mu, speed):
    """A cart of 1.5 kg on a rough guide with a rod of 2 kg hanging from it."""
    m = vz.Model("cart", dimension=2)
    m.body("cart", mass=1.5, inertia=0.1, velocity=(0.8, 0.0))
    m.body("rod", mass=2.0, inertia=0.1, com=[0, -0.5], angle=1.2, velocity=(0.8, 0.0), angular_velocity=3.0)
    m.prismatic("S", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.revolute("A", "cart", "rod", at=(0, 0))
    m.friction("F", "S", coefficient=mu, speed=speed)
    return m


def test_a_pendulum_on_a_rough_cart():
    """The guide's force holds the rod's, which depends on the cart's acceleration, which depends on the guide's force: one linear system."""
    big, mass, c, j, mu, speed = 1.5, 2.0, 0.5, 0.1, 0.4, 2e-3

    def solve(y):
        _, phi, v, w = y
        s, k = np.sin(phi), np.cos(phi)
        drag = mu * smooth_sign(v, speed)
        for sign in (1.0, -1.0):  # of the guide's force
            left = [
                [big + mass, mass * c * k, sign * drag],
                [mass * c * k, j + mass * c**2, 0.0],
                [0.0, -mass * c * s, 1.0],
            ]
            right = [mass * c * w**2 * s, -mass * G * c * s, (big + mass) * G + mass * c * w**2 * k]
            x, alpha, normal = np.linalg.solve(left, right)
            if normal * sign >= 0:
                break
        return x, alpha, normal

    m = cart(mu, speed)
    x, alpha, _ = solve([0, 1.2, 0.8, 3.0])
    r = vz.matrices(m)
    assert r.acceleration[[0, 5]] == pytest.approx([x, alpha], rel=1e-11)
    r = vz.simulate(m, 1.5, 0.03, **TIGHT)
    found = solve_ivp(lambda _, y: [y[2], y[3], *solve(y)[:2]], (0, 1.5), [0, 1.2, 0.8, 3.0], "DOP853", r.time, rtol=1e-11, atol=1e-12)  # fmt: skip
    assert np.sum(np.diff(np.sign(found.y[2])) != 0) >= 2  # the cart turns back and forth
    assert r.body("cart").x == pytest.approx(found.y[0], abs=1e-8)
    assert r.body("rod").angle == pytest.approx(found.y[1], abs=1e-8)
    carried = np.array([solve(y)[2] for y in found.y.T])
    assert r.joint("S").fy == pytest.approx(carried, abs=1e-5)
    efforts = -mu * np.abs(carried) * smooth_sign(found.y[2], speed)
    assert r.friction("F").effort == pytest.approx(efforts, abs=1e-4)
    assert r.energy.dissipated[-1] > 1
    assert np.abs(r.energy.balance).max() < 1e-8


def test_the_same_friction_by_both_explicit_methods_and_radau():
    runs = [vz.simulate(cart(0.4, 2e-3), 1.0, 0.1, rtol=1e-9, atol=1e-11, integrator=name) for name in ("dopri5", "dop853", "radau")]  # fmt: skip
    for r in runs[1:]:
        assert r.body("cart").x == pytest.approx(runs[0].body("cart").x, abs=1e-7)
        assert r.energy.dissipated == pytest.approx(runs[0].energy.dissipated, abs=1e-6)


def test_friction_that_locks_the_joint_is_named():
    """A pin wider than the pendulum is long: the more it brakes, the more it presses."""
    m = vz.Model("jammed", dimension=2)
    m.body("rod", mass=2.0, inertia=0.05, com=[0, -0.6], angular_velocity=3.0)
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.friction("wide", "A", coefficient=1.2, radius=0.8)
    with pytest.warns(vz.VazbaWarning, match="wide"):
        r = vz.simulate(m, 1.0, 0.1)
    assert r.status == "failed"
    assert "locks itself" in r.message


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
@pytest.mark.parametrize("part", [0.8, 0.95, 0.999])
def test_a_pin_that_nearly_locks(method, part):
    """`J alpha = -m g c sin - mu r N`, `N = m |(c w^2 + g cos, c alpha + g sin)|` has a solution while `mu r m c < J`: close to that friction and reaction
    settle slowly one after the other, and are found together."""
    mass, c, j, w, phi, speed = 2.0, 0.6, 0.05 + 2.0 * 0.36, 3.0, 0.7, 1e-4
    radius = part * j / (mass * c) / 0.5
    m = vz.Model("wide pin", dimension=2)
    m.body("rod", mass=mass, inertia=0.05, com=[0, -c], angle=phi, angular_velocity=w)
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.friction("F", "A", coefficient=0.5, radius=radius, speed=speed)

    def pin(alpha):
        return mass * np.hypot(c * w**2 + G * np.cos(phi), c * alpha + G * np.sin(phi))

    def rest(alpha):
        return j * alpha + mass * G * c * np.sin(phi) + 0.5 * radius * pin(alpha) * smooth_sign(w, speed)

    found = brentq(rest, -1e7, 0, xtol=1e-13, rtol=1e-14)
    r = vz.simulate(m, 0.0, 0.1, method=method)
    assert r.status == "done", r.message
    assert r.body("rod").alpha[0] == pytest.approx(found, rel=1e-9)
    assert r.friction("F").effort[0] == pytest.approx(-0.5 * radius * pin(found) * smooth_sign(w, speed), rel=1e-9)
    assert vz.matrices(m).acceleration[2] == pytest.approx(found, rel=1e-9)


@pytest.mark.parametrize("method", ["absolute", "recursive", "minimal"])
def test_several_wide_pins_settle_together(method):
    """Five arms in a row, each brought to 0.7 of what locks its pin: every effort is `mu r N` of the reaction that is told, and power and balance agree."""
    m = vz.Model("arms", dimension=2)
    for k in range(5):
        m.body(
            f"b{k}",
            position=(0.6 * k, 0),
            mass=1.0 + 0.2 * k,
            inertia=0.05,
            com=[0.3, 0.02 * k],
            velocity=(0, 1.8 * k),
            angular_velocity=3.0 * (-1) ** k,
        )
        m.revolute(f"A{k}", f"b{k - 1}" if k else "ground", f"b{k}", at=(0.6 * k, 0))
        m.friction(f"F{k}", f"A{k}", coefficient=0.4, radius=0.25, speed=1e-3)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", vz.VazbaWarning)  # the velocities are brought onto the pins
        r = vz.simulate(m, 0.2, 0.02, method=method, **TIGHT)
    assert r.status == "done", r.message
    for k in range(5):
        normal = np.hypot(r.joint(f"A{k}").fx, r.joint(f"A{k}").fy)
        f = r.friction(f"F{k}")
        assert f.effort == pytest.approx(-0.4 * 0.25 * normal * smooth_sign(f.rate, 1e-3), rel=1e-8, abs=1e-8)
    assert np.abs(r.energy.balance).max() < 1e-7


@pytest.mark.parametrize(
    ("method", "integrator"),
    [("absolute", name) for name in ("dopri5", "dop853", "radau", "generalized_alpha")] + [("recursive", "dop853"), ("minimal", "dop853")],
)  # fmt: skip
def test_what_friction_takes_is_in_the_books_of_every_integrator(method, integrator):
    """All of `m v^2/2` at the end; on the way what is missing of it."""
    m = block(2, ("ground", "block"))
    m.friction("F", "S", coefficient=0.25, speed=0.02)
    r = vz.simulate(m, 1.5, 0.1, method=method, integrator=integrator, rtol=1e-7, atol=1e-9)
    lost = 0.5 * 3.0 * (2.0**2 - r.body("block").vx ** 2)
    assert r.energy.dissipated == pytest.approx(
        lost, abs={"generalized_alpha": 2e-4, "radau": 1e-5}.get(integrator, 1e-6)
    )
    assert r.energy.dissipated[-1] > 5.9
