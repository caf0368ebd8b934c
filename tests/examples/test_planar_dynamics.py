"""Planar examples that are let go, against motions found without the package: one equation in one coordinate, closed forms, statics."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import vazba as vz
from reference import jets, laws
from reference.jets import Jet, values
from reference.linkages import circles, direction, polar
from reference.runs import exchanged, home, let_go, near

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}
METHODS = ("absolute", "recursive", "minimal")


# --- four-bar ---------------------------------------------------------------------------------------------------------


class FourBar:
    """The rigid four-bar of uniform steel rods as a mechanism of one degree of freedom, the crank angle phi.

    Along phi the linkage has the reduced inertia `J = sum m (x'^2 + y'^2) + I psi'^2` and the potential energy `V = sum m g y`
    (primes: derivatives by phi), and moves by Eksergian's equation `J phi'' + J'/2 phi'^2 + V' = M`.
    """

    lengths = 1.2, 1.8, 2.0
    ground = (Jet(2.5), Jet(0.0))
    masses = tuple(7800 * pi * 0.01**2 / 4 * length for length in lengths)
    inertias = tuple(m * length**2 / 12 for m, length in zip(masses, lengths))

    def rods(self, crank):
        """Centre and angle of each rod, as jets of whatever the crank angle is a jet of."""
        a, b, c = self.lengths
        origin = (Jet(0.0), Jet(0.0))
        pin_b = polar(origin, a, crank)
        pin_c = circles(pin_b, self.ground, b, c, +1)
        middle = [
            ((p[0] + q[0]) * 0.5, (p[1] + q[1]) * 0.5)
            for p, q in ((origin, pin_b), (pin_b, pin_c), (self.ground, pin_c))
        ]
        angles = (crank, direction(pin_b, pin_c), direction(self.ground, pin_c))
        return list(zip(middle, angles)), (origin, pin_b, pin_c, self.ground)

    def reduced(self, phi):
        """`J, J'/2, V, V'` at crank angles."""
        inertia, half_slope, potential, slope = 0.0, 0.0, 0.0, 0.0
        for ((x, y), angle), m, i in zip(
            self.rods(jets.time(np.atleast_1d(phi).astype(float)))[0], self.masses, self.inertias
        ):
            inertia = inertia + m * (x.d**2 + y.d**2) + i * angle.d**2
            half_slope = half_slope + m * (x.d * x.dd + y.d * y.dd) + i * angle.d * angle.dd
            potential, slope = potential + m * G * y.f, slope + m * G * y.d
        return inertia, half_slope, potential, slope

    def free(self, times):
        """The crank angle as a jet of time, from rest at 60 degrees."""

        def rate(_, y):
            inertia, half_slope, _, slope = self.reduced(y[:1])
            return [y[1], -(half_slope[0] * y[1] ** 2 + slope[0]) / inertia[0]]

        found = solve_ivp(rate, (0, times[-1]), [pi / 3, 0], "DOP853", times, rtol=1e-11, atol=1e-12)
        phi, speed = found.y
        inertia, half_slope, _, slope = self.reduced(phi)
        return Jet(phi, speed, -(half_slope * speed**2 + slope) / inertia)

    def reactions(self, crank, torque=0.0):
        """Forces on the second body of the pins A, B, C, D by Newton and Euler, from the crank angle as a jet of time.

        Unknown are A and B (on the crank), C (on the rocker) and D; each rod gives two equations for forces and one for moments
        about its centre.
        """
        rods, pins = self.rods(crank)
        count = len(crank.f)
        where = [np.array(values(p, count)) for p in pins]
        # force of pin j on rod k: +1 if the rod is its second body, -1 if its first
        acts = {0: ((0, 1), (1, -1)), 1: ((1, 1), (2, -1)), 2: ((2, 1), (3, 1))}
        system, right = np.zeros((count, 9, 8)), np.zeros((count, 9))
        for k, ((centre, angle), m, i) in enumerate(zip(rods, self.masses, self.inertias)):
            middle = values(centre, count)
            right[:, 3 * k] = m * centre[0].dd
            right[:, 3 * k + 1] = m * (centre[1].dd + G)
            right[:, 3 * k + 2] = i * angle.dd - (torque if k == 0 else 0.0)
            for j, sign in acts[k]:
                arm = where[j] - middle
                system[:, 3 * k, 2 * j] = sign
                system[:, 3 * k + 1, 2 * j + 1] = sign
                system[:, 3 * k + 2, 2 * j] = -sign * arm[:, 1]
                system[:, 3 * k + 2, 2 * j + 1] = sign * arm[:, 0]
        forces = np.array([np.linalg.lstsq(a, b, rcond=None)[0] for a, b in zip(system, right)])
        gaps = np.einsum("tij,tj->ti", system, forces) - right
        assert np.abs(gaps).max() < 1e-6  # nine equations for eight unknowns: they fit, so torque and motion fit
        return {pin: forces[:, 2 * j : 2 * j + 2] for j, pin in enumerate("ABCD")}


def same_reactions(res, expected, tolerance, only=slice(None)):
    for pin, force in expected.items():
        view = res.joint(pin)
        near(np.column_stack([view.fx, view.fy])[only], force[only], tolerance)


@pytest.mark.parametrize("method", METHODS)
def test_four_bar_let_go_moves_like_one_mass_that_changes(method: str) -> None:
    bar = FourBar()
    res = vz.simulate(vz.load(home("four-bar-free")), until=2.6, method=method, **TIGHT)
    crank = bar.free(res.time)
    rods, _ = bar.rods(crank)
    for name, (_, angle) in zip(("crank", "coupler", "rocker"), rods):
        view = res.body(name)
        near(view.angle, angle.f, 1e-9)
        near(view.w, angle.d, 1e-9)
        near(view.alpha, angle.dd, 1e-8)
    same_reactions(res, bar.reactions(crank), 1e-8)
    near(let_go("four-bar-free").body("crank").angle[: len(res)], crank.f, 1e-7)  # with its own tolerances


def test_four_bar_does_not_drift_in_independent_coordinates() -> None:
    for name in ("four-bar-free", "four-bar-driven"):
        res = vz.simulate(vz.load(home(name)), method="minimal")
        fastest = max(np.abs(res.body(b)[q]).max() for b in ("crank", "coupler", "rocker") for q in ("vx", "vy", "w"))
        assert res.constraint.position.max() < 1e-13 * res.info["length"]
        assert res.constraint.velocity.max() < 1e-13 * max(1.0, fastest)


def test_four_bar_let_go_turns_back_where_it_is_as_high_as_at_the_start() -> None:
    """The period is `T = 2 int sqrt(J / 2 (V0 - V)) dphi` between the two ends; `phi = middle - half cos u` takes the poles away."""
    bar, res = FourBar(), vz.simulate(vz.load(home("four-bar-free")), **TIGHT)
    height = bar.reduced(pi / 3)[2][0]
    end = brentq(lambda phi: (bar.reduced(phi)[2] - height)[0], -1.6 * pi, -1.4 * pi, xtol=1e-14)
    crank, motion = res.body("crank"), res.energy
    assert crank.angle.min() == pytest.approx(end, abs=1e-4)  # at the nearest of the stored instants
    assert crank.angle.min() >= end - 1e-9
    near(motion.kinetic + motion.potential, np.full(len(res), height), 1e-9)
    u = (np.arange(400) + 0.5) * pi / 400
    inertia, _, potential, _ = bar.reduced((end + pi / 3) / 2 - (pi / 3 - end) / 2 * np.cos(u))
    period = 2 * np.sum(np.sqrt(inertia / (2 * (height - potential))) * (pi / 3 - end) / 2 * np.sin(u)) * pi / 400
    assert period == pytest.approx(4.3932, abs=1e-4)
    assert np.interp(0, crank.w[90:130], res.time[90:130]) == pytest.approx(period / 2, abs=1e-5)


@pytest.mark.parametrize("method", METHODS)
def test_four_bar_driven_torque_and_reactions(method: str) -> None:
    """The motion is given: torque by Eksergian, reactions by Newton and Euler, at all instants but those where the acceleration jumps."""
    bar, res = FourBar(), vz.simulate(vz.load(home("four-bar-driven")), method=method)
    times = (0.0, 0.5, 3.0, 3.5)
    crank = laws.trapezoid(res.time, pi / 3, 40 * 2 * pi / 60, times)
    steady = np.min(np.abs(res.time[:, None] - np.array(times)), axis=1) > 1e-9
    inertia, half_slope, _, slope = bar.reduced(crank.f)
    torque = inertia * crank.dd + half_slope * crank.d**2 + slope
    motor = res.driver("motor")
    near(motor.effort[steady], torque[steady], 1e-9)
    near(motor.power[steady], (torque * crank.d)[steady], 1e-9)
    same_reactions(res, bar.reactions(crank, torque), 1e-9, steady)
    assert np.abs(torque).max() == pytest.approx(60, abs=1)


def test_four_bar_driven_work_of_the_motor() -> None:
    bar, res = FourBar(), vz.simulate(vz.load(home("four-bar-driven")), **TIGHT)
    crank = laws.trapezoid(res.time, pi / 3, 40 * 2 * pi / 60, (0.0, 0.5, 3.0, 3.5))
    inertia, _, potential, _ = bar.reduced(crank.f)
    energy = inertia * crank.d**2 / 2 + potential
    near(res.energy.input, energy - energy[0], 1e-7)
    assert res.energy.input[-1] == pytest.approx(0, abs=1e-6 * exchanged(res))


# --- quarter car ------------------------------------------------------------------------------------------------------


class QuarterCar:
    """Two masses on springs and dampers above a moving road: `x = (s, u)` measured from rest, `x'' = -M^-1 (C x' + K x - ...)`."""

    sprung, wheel, ks, cs, kt, ct = 300.0, 40.0, 20e3, 1500.0, 180e3, 50.0
    half = 1.2 / (2 * 30 / 3.6)
    breaks = (0.5, 0.5 + half, 0.5 + 2 * half)

    def road(self, t):
        up = laws.smooth_step(t, 0.0, 0.03, *self.breaks[:2])
        return up + laws.smooth_step(t, 0.0, -0.03, *self.breaks[1:])

    def forces(self, t, y):
        """Tensions of suspension, absorber, tyre and rubber beyond those at rest."""
        s, u, ds, du = y
        z = self.road(t)
        return self.ks * (s - u), self.cs * (ds - du), self.kt * (u - z.f), self.ct * (du - z.d)

    def rate(self, t, y):
        spring, absorber, tyre, rubber = self.forces(t, y)
        return np.array([
            y[2], y[3], -(spring + absorber) / self.sprung, (spring + absorber - tyre - rubber) / self.wheel,
        ])  # fmt: skip

    def run(self, times):
        """From rest, piece by piece between the instants where the law of the road changes."""
        y, out = np.zeros(4), [np.zeros((4, int(np.sum(times <= self.breaks[0]))))]
        for a, b in zip(self.breaks, (*self.breaks[1:], times[-1])):
            part = solve_ivp(self.rate, (a, b), y, "DOP853", rtol=1e-12, atol=1e-14, dense_output=True)
            out.append(part.sol(times[(times > a) & (times <= b)]))
            y = part.y[:, -1]
        return np.hstack(out)


def test_quarter_car_is_two_masses_on_springs() -> None:
    car, res = QuarterCar(), vz.simulate(vz.load(home("quarter-car")), **TIGHT)
    t = res.time
    y = car.run(t)
    rate = car.rate(t, y)
    near(1000 * res.joint("guide").displacement, 1000 * y[0], 1e-8)  # mm, of 14
    near(1000 * res.joint("carrier").displacement, 1000 * y[1], 1e-8)
    near(res.body("car").vy, y[2], 1e-9)
    near(res.body("car").ay, rate[2], 1e-7)
    near(res.body("wheel").ay, rate[3], 1e-7)
    weight = G * car.sprung, G * (car.sprung + car.wheel)
    spring, absorber, tyre, rubber = car.forces(t, y)
    near(res.spring("suspension").force, spring - weight[0], 1e-9)
    near(res.damper("absorber").force, absorber, 1e-7)
    near(res.spring("tyre").force, tyre - weight[1], 1e-9)
    near(res.damper("rubber").force, rubber, 1e-7)
    assert np.max(tyre + rubber - weight[1]) < 0  # the tyre stays on the road
    # the road of 1 kg is lifted against its weight and the tyre
    near(res.driver("profile").effort, (car.road(t).dd + G) - (tyre + rubber - weight[1]), 1e-8)
    # spring and shock absorber stand 80 mm beside the guide, which holds their moment
    near(res.joint("guide").m, -0.08 * (spring - weight[0] - absorber), 1e-8)
    assert np.abs(res.joint("guide").fx).max() < 1e-9


def test_quarter_car_after_the_bump_is_a_sum_of_two_damped_modes() -> None:
    """Beyond the bump the motion is `sum c_k v_k exp(p_k t)`, with p, v from the eigenproblem of the free system."""
    car, res = QuarterCar(), let_go("quarter-car")
    free = np.column_stack([car.rate(0.0, column) for column in np.eye(4)])
    poles, shapes = np.linalg.eig(free)
    assert sorted(np.abs(poles) / (2 * pi)) == pytest.approx([1.2, 1.2, 11.1, 11.1], abs=0.1)
    late = res.time >= 0.7
    state = np.array([
        res.joint("guide").displacement, res.joint("carrier").displacement, res.body("car").vy, res.body("wheel").vy
    ])[:, late]  # fmt: skip
    t = res.time[late] - res.time[late][0]
    expected = (shapes * np.linalg.solve(shapes, state[:, 0].astype(complex))) @ np.exp(np.outer(poles, t))
    near(1000 * state, 1000 * expected.real, 1e-6)


# --- crane ------------------------------------------------------------------------------------------------------------


class Crane:
    """Boom angle and place of the hook, `q = (theta, x, y)`: constant masses, and two ropes whose lengths depend on them."""

    boom, load, length, foot = 800.0, 2000.0, 10.0, np.array([0.0, 1.5])
    mast, strain, loss = np.array([-2.0, 6.0]), 8e6, 1e4
    masses = np.array([800 * 10.0**2 / 3, 2000, 2000])
    still = 5.0, np.hypot(1.0, 5.0)  # winch to mast, drum to mast

    def __init__(self):
        theta = np.deg2rad(50)
        self.start = np.array([theta, 10 * np.cos(theta), 3.0])
        tip = self.foot + 10 * np.array([np.cos(theta), np.sin(theta)])
        along = (self.mast - tip) / np.linalg.norm(self.mast - tip)
        arm = (tip - self.foot)[0] * along[1] - (tip - self.foot)[1] * along[0]
        hoist = self.load * G / 2
        luff = (self.load + self.boom / 2) * G * tip[0] / arm - hoist
        self.tensions = np.array([hoist, luff])
        self.pin = np.array([0, (self.load + self.boom) * G]) - (hoist + luff) * along
        self.free = self.ropes(self.start)[0] / (1 + self.tensions / self.strain)

    def ropes(self, q):
        """Lengths of hoist and luffing rope, and their derivatives by theta, x, y."""
        tip = self.foot + self.length * np.array([np.cos(q[0]), np.sin(q[0])])
        turn = self.length * np.array([-np.sin(q[0]), np.cos(q[0])])
        to_mast, to_hook = tip - self.mast, tip - q[1:]
        a, b = np.linalg.norm(to_mast), np.linalg.norm(to_hook)
        slope, fall = to_mast @ turn / a, to_hook / b
        lengths = np.array([self.still[0] + a + 2 * b, self.still[1] + a])
        return lengths, np.array([[slope + 2 * fall @ turn, *(-2 * fall)], [slope, 0, 0]])

    def pull(self, q, v):
        lengths, slopes = self.ropes(q)
        return (self.strain * (lengths - self.free) + self.loss * (slopes @ v)) / self.free, slopes

    def rate(self, y, force):
        q, v = y[:3], y[3:]
        tensions, slopes = self.pull(q, v)
        weight = [-self.boom * G * self.length / 2 * np.cos(q[0]), 0, -self.load * G]
        return np.r_[v, (weight + np.r_[0, force] - tensions @ slopes) / self.masses]


def test_crane_stands_still_until_the_gust() -> None:
    crane, res = Crane(), vz.simulate(vz.load(home("crane-cable")), until=1.0, **TIGHT)
    still = slice(0, len(res) - 1)  # at 1 s the force is there
    near(res.cable("hoist").force[still], crane.tensions[0], 1e-10)
    near(res.cable("luff").force[still], crane.tensions[1], 1e-10)
    near(crane.tensions, [9810, 20976.5], 1e-5)
    pin = res.joint("pin")
    near(np.column_stack([pin.fx, pin.fy])[still], crane.pin, 1e-10)
    assert np.abs(res.body("load").acceleration[still]).max() < 1e-9
    assert np.abs(res.body("boom").alpha[still]).max() < 1e-9


def test_crane_in_the_gust() -> None:
    crane = Crane()
    res = vz.simulate(vz.load(home("crane-cable")), until=4.0, **TIGHT)
    late = res.time >= 1.0
    force = np.array([800.0, -2000.0])
    found = solve_ivp(
        lambda _, y: crane.rate(y, force), (1.0, 4.0), np.r_[crane.start, 0, 0, 0], "DOP853", res.time[late],
        rtol=1e-11, atol=1e-13,
    ).y  # fmt: skip
    near(res.body("boom").angle[late], found[0], 1e-9)
    near(res.body("load").x[late], found[1], 1e-9)
    near(res.body("load").y[late], found[2], 1e-9)
    tensions = np.array([crane.pull(y[:3], y[3:])[0] for y in found.T])
    near(res.cable("hoist").force[late], tensions[:, 0], 1e-7)
    near(res.cable("luff").force[late], tensions[:, 1], 1e-7)
    assert np.ptp(res.body("load").x) > 0.4
    assert np.abs(res.body("load").angle).max() < 1e-12
