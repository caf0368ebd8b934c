"""Planar examples against their closed forms: positions, velocities and accelerations of the bodies at all instants."""

from math import atan2, pi, sqrt

import numpy as np
import pytest

import vazba as vz
from reference import jets, laws
from reference.jets import Jet, asin, cos, sin
from reference.linkages import carried, circles, direction, polar
from reference.runs import follows_planar, home, near, run, same
from vazba.kinematic.outputs import Motions

ORIGIN = (Jet(0.0), Jet(0.0))


def coordinates(res, i):
    """q, q', q'' of the slider-crank's nine coordinates at one instant."""
    names = ("crank", "rod", "slider")
    levels = (("x", "y", "angle"), ("vx", "vy", "w"), ("ax", "ay", "alpha"))
    return [np.array([res.body(n)[q][i] for n in names for q in level]) for level in levels]


# --- slider-crank -----------------------------------------------------------------------------------------------------


def test_slider_crank_at_all_31_instants() -> None:
    a, b, c = 1.0, 5.0, 4.0
    res = run("slider-crank")
    near(res.time, 0.05 * np.arange(31), 1e-15)
    t = jets.time(res.time)
    phi1 = t * t + pi / 2
    x2, y2 = a * cos(phi1), a * sin(phi1)
    phi2 = asin((c - y2) / b)
    x3 = x2 + b * cos(phi2)
    follows_planar(res, "crank", ORIGIN, phi1, 1e-12)
    follows_planar(res, "rod", (x2, y2), phi2, 1e-12)
    follows_planar(res, "slider", (x3, Jet(c)), Jet(0.0), 1e-12)


def test_slider_crank_at_the_known_instant() -> None:
    end = sqrt(pi / 2)
    res = vz.kinematics(vz.load(home("slider-crank")), until=end, every=end / 20)
    q, v, _ = coordinates(res, -1)
    near(q, [0, 0, pi, -1, 0, atan2(4, 3), 2, 4, 0], 1e-12)
    near(v, sqrt(2 * pi) * np.array([0, 0, 1, 0, -1, 1 / 3, -4 / 3, 0, 0]), 1e-12)


@pytest.mark.parametrize("dimension", [2, 3])
def test_point_kinematics(dimension: int) -> None:
    """A rod's frame at (0,1), angle atan(3/4), velocity (-1,0,0), acceleration (0,-1,1/4): its point (5,0)."""
    model = vz.Model("rod", dimension)
    model.body("rod")
    angle = atan2(3, 4)
    if dimension == 2:
        q, v, a = [0, 1, angle], [-1, 0, 0], [0, -1, 0.25]
    else:  # the same about z: position and quaternion, then linear and angular velocity
        q, v, a = [0, 1, 0, np.cos(angle / 2), 0, 0, np.sin(angle / 2)], [-1, 0, 0, 0, 0, 0], [0, -1, 0, 0, 0, 0.25]
    moving = Motions(vz.compile_model(model), *(np.array([x], dtype=float) for x in (q, v, a)))
    place, velocity, acceleration = (np.array(level).T for level in moving.point(0, np.array([5.0, 0, 0])))
    near(place[0, :2], [4, 4], 1e-15)
    near(velocity[0, :2], [-1, 0], 1e-15)
    near(acceleration[0, :2], [-0.75, 0], 1e-15)


def test_point_kinematics_in_a_run() -> None:
    """The same state occurs in the slider-crank whose crank passes the upright at the steady speed 1 rad/s."""
    model = vz.load(home("slider-crank"))
    del model.drivers["crank"]
    model.drive("A", angle="pi/2 + t")
    res = vz.kinematics(model, until=0.0)
    q, v, a = coordinates(res, 0)
    near(q[3:6], [0, 1, atan2(3, 4)], 1e-14)
    near(v[3:6], [-1, 0, 0], 1e-14)
    near(a[3:6], [0, -1, 0.25], 1e-14)
    point = res.point("C2")
    near([point.x[0], point.y[0], point.vx[0], point.vy[0], point.ax[0], point.ay[0]], [4, 4, -1, 0, -0.75, 0], 1e-14)


# --- four-bar ---------------------------------------------------------------------------------------------------------

G, A, B, C, LEVER = 2.5, 1.2, 1.8, 2.0, 0.5


def test_four_bar_by_circle_intersection() -> None:
    res = run("four-bar")
    times = (0.0, 0.5, 3.0, 3.5)
    law = laws.trapezoid(res.time, pi / 3, 40 * 2 * pi / 60, times)
    d = (Jet(G), Jet(0.0))
    b = polar(ORIGIN, A, law)
    c = circles(b, d, B, C, +1)
    coupler, rocker = direction(b, c), direction(d, c)
    steady = np.min(np.abs(res.time[:, None] - np.array(times)), axis=1) > 1e-9  # the acceleration jumps at the others
    follows_planar(res, "crank", ORIGIN, law, 1e-12, steady)
    follows_planar(res, "coupler", b, coupler, 1e-12, steady)
    follows_planar(res, "rocker", d, rocker, 1e-12, steady)
    point = carried(b, coupler, (LEVER, 0.0))
    same(res.point("L"), "x vx ax", point[0], 1e-12, only=steady)
    same(res.point("L"), "y vy ay", point[1], 1e-12, only=steady)
    near(res.body("rocker").w[~steady], rocker.d[~steady], 1e-12)


def test_four_bar_satisfies_freudenstein() -> None:
    """K1 cos phi4 - K2 cos phi2 + K3 = cos(phi2 - phi4), with phi2 of the crank and phi4 of the rocker."""
    res = run("four-bar")
    phi2, phi4 = res.body("crank").angle, res.body("rocker").angle
    k1, k2, k3 = G / A, G / C, (A**2 - B**2 + C**2 + G**2) / (2 * A * C)
    near(k1 * np.cos(phi4) - k2 * np.cos(phi2) + k3, np.cos(phi2 - phi4), 1e-13)


def test_four_bar_is_a_crank_rocker() -> None:
    res = run("four-bar")
    assert A + G < B + C  # Grashof
    assert np.ptp(res.body("crank").angle) == pytest.approx(2 * 2 * pi)  # 40 rpm for 0.25 + 2.5 + 0.25 s
    ends = [np.arccos((G**2 + C**2 - x**2) / (2 * G * C)) for x in (B - A, B + A)]  # dead centres, interior angle at D
    assert pi - ends[1] - 1e-9 <= res.body("rocker").angle.min()
    assert res.body("rocker").angle.max() <= pi - ends[0] + 1e-9
    assert np.ptp(res.body("rocker").angle) == pytest.approx(ends[1] - ends[0], abs=1e-3)


# --- quick return -----------------------------------------------------------------------------------------------------


def test_quick_return() -> None:
    r, d, length, b, h, period = 0.10, 0.20, 0.40, 0.12, 0.38, 1.2
    res = run("quick-return")
    t = jets.time(res.time)
    crank = 2 * pi / period * t - pi / 6
    centre = (Jet(0.0), Jet(d))
    pin = polar(centre, r, crank)
    rocker = jets.atan2(pin[1], pin[0])
    e = polar(ORIGIN, length, rocker)
    rod = asin((h - e[1]) / b)
    follows_planar(res, "crank", centre, crank, 1e-12)
    follows_planar(res, "rocker", ORIGIN, rocker, 1e-12)
    follows_planar(res, "rod", e, rod, 1e-12)
    follows_planar(res, "ram", (e[0] + b * cos(rod), Jet(h)), Jet(0.0), 1e-12)
    along = jets.sqrt(pin[0] * pin[0] + pin[1] * pin[1])
    near(np.abs(res.joint("slot").displacement), along.f, 1e-12)


def test_quick_return_takes_twice_as_long_forward_as_back() -> None:
    """The rocker turns back where it is tangent to the crank circle, half angle asin(r/d) = 30 deg from the upright: the crank
    takes 180 + 60 deg one way and 180 - 60 deg the other, a time ratio of 2."""
    res = run("quick-return")
    w, angle = res.body("rocker").w, res.body("rocker").angle
    one, two, three = (res.index(t) for t in (0.0, 0.8, 1.2))
    near(w[[one, two, three]], np.zeros(3), 1e-12)
    near(angle[[one, two, three]], np.array([pi / 3, 2 * pi / 3, pi / 3]), 1e-12)
    assert (w[one + 1 : two] > 0).all()
    assert (w[two + 1 : three] < 0).all()
    assert (two - one) / (three - two) == 2


# --- six-bar ----------------------------------------------------------------------------------------------------------


def test_six_bar_by_two_dyads() -> None:
    a, g, b, gamma, p, q = 0.10, 0.22, 0.30, 130 * pi / 180, 0.329, 0.20
    res = run("six-bar")
    crank = 2 * pi * jets.time(res.time)
    d, f = (Jet(g), Jet(0.0)), (Jet(0.69), Jet(0.54))
    pin_b = polar(ORIGIN, a, crank)
    pin_c = circles(pin_b, d, b, b, +1)
    coupler = direction(pin_b, pin_c)
    pin_p = polar(pin_c, b, coupler + (pi + gamma))  # turned by gamma from the direction C to B
    pin_q = circles(pin_p, f, p, q, +1)
    lever = direction(f, pin_q)
    follows_planar(res, "coupler", pin_b, coupler, 1e-12)
    follows_planar(res, "rocker", d, direction(d, pin_c), 1e-12)
    follows_planar(res, "rod", pin_p, direction(pin_p, pin_q), 1e-12)
    follows_planar(res, "lever", f, lever, 1e-12)


def test_six_bar_dwells() -> None:
    res = run("six-bar")
    lever = np.degrees(res.body("lever").angle)
    resting = (res.time >= 128 / 360) & (res.time <= 228 / 360)
    assert np.ptp(lever) > 45
    assert np.ptp(lever[resting]) < 0.3


# --- gear train -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("brake", [0.0, 3.0, -7.5])
def test_gear_train_follows_willis(brake: float) -> None:
    """(w_sun - w_carrier)/(w_ring - w_carrier) = -z_ring/z_sun; then two spur stages, then the rack."""
    z_sun, z_planet, z_ring, module = 24, 18, 60, 0.002
    res = run("gear-train") if brake == 0 else vz.kinematics(vz.load(home("gear-train")).with_parameters(brake=brake))
    sun = laws.trapezoid(res.time, 0.0, 2 * pi, (0, 1, 4, 5))
    ring = brake * jets.time(res.time)
    carrier = (z_sun * sun + z_ring * ring) / (z_sun + z_ring)
    planet = carrier + (sun - carrier) * (-z_sun / z_planet)
    shaft2 = carrier * (-90 / 30)
    shaft3 = shaft2 * (-20 / 60)
    rack = shaft3 * (module * 25 / 2)
    arm = module * (z_sun + z_planet) / 2
    steady = np.abs(res.time - np.round(res.time)) > 1e-9
    same(res.body("sun"), "angle w", sun, 1e-12)
    same(res.body("ring"), "angle w", ring, 1e-12)
    follows_planar(res, "carrier", ORIGIN, carrier, 1e-12, steady)
    follows_planar(res, "planet", polar(ORIGIN, arm, carrier), planet, 1e-12, steady)
    x2, x3 = 0.12, 0.20
    follows_planar(res, "shaft2", (Jet(x2), Jet(0.0)), shaft2, 1e-12, steady)
    follows_planar(res, "shaft3", (Jet(x3), Jet(0.0)), shaft3, 1e-12, steady)
    follows_planar(res, "rack", (x3 + rack, Jet(-0.025)), Jet(0.0), 1e-12, steady)


def test_gear_train_with_the_ring_held_reduces_by_three_and_a_half() -> None:
    res = run("gear-train")
    turns = res.body("sun").angle[-1] / (2 * pi)
    assert turns == pytest.approx(4)  # 1/2 + 3 + 1/2
    assert res.body("carrier").angle[-1] == pytest.approx(2 * pi * turns / (1 + 60 / 24), abs=1e-12)
