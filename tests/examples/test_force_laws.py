"""Examples with a force by table and by a Python function, against SciPy: splines, quadrature, and equations in one coordinate."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline

import vazba as vz
from reference import jets
from reference.jets import Jet
from reference.runs import EXAMPLES, home, let_go, near

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


# --- engine -----------------------------------------------------------------------------------------------------------


class Engine:
    """Crank, rod and piston as a mechanism of one degree of freedom, the angle u of the crank behind the top dead centre.

    With the reduced inertia `J = sum m (x'^2 + y'^2) + I psi'^2`, the potential energy `V`, the length s of the gas column and its tension F(s):
    `J u'' + J'/2 u'^2 + V' = -F s'` (primes: derivatives by u, dots are written as rates).
    """

    throw, rod, gap, start = 0.04, 0.14, 0.01, math.radians(10)
    flywheel, piston, rod_mass = 0.08, 0.5, 0.6

    def __init__(self):
        lengths, forces = np.loadtxt(EXAMPLES / "engine-gas" / "gas.csv", delimiter=",", skiprows=1).T
        self.tension = CubicSpline(lengths, forces)

    def pin(self, u):
        """Place of the piston pin."""
        y = self.throw * jets.sin(u)
        return self.throw * jets.cos(u) + jets.sqrt(self.rod**2 - y * y)

    def column(self, u):
        return self.throw + self.rod + self.gap - self.pin(u)

    def reduced(self, u):
        """`J, J'/2, V', s, s'` at angles u."""
        u = jets.time(np.atleast_1d(u).astype(float))
        # the centre of the rod lies at 0.3 of its length from the crank pin (r cos u, r sin u)
        pin = self.pin(u)
        x = 0.7 * self.throw * jets.cos(u) + 0.3 * pin
        y = 0.7 * self.throw * jets.sin(u)
        lean = self.throw / self.rod * jets.sin(u)  # sine of the lean; its rate is that over the cosine
        cosine = jets.sqrt(1 - lean * lean)
        turn, turn_rate = lean.d / cosine.f, lean.dd / cosine.f - lean.d * cosine.d / cosine.f**2
        inertia = 0.1 * self.rod_mass * self.rod**2
        j = self.flywheel + self.piston * pin.d**2 + self.rod_mass * (x.d**2 + y.d**2) + inertia * turn**2
        half = self.piston * pin.d * pin.dd + self.rod_mass * (x.d * x.dd + y.d * y.dd) + inertia * turn * turn_rate
        column = self.column(u)
        return j, half, G * self.rod_mass * y.d, column.f, column.d

    def rate(self, _, y):
        j, half, slope, column, lever = (float(x[0]) for x in self.reduced(y[0]))
        return [y[1], (-float(self.tension(column)) * lever - half * y[1] ** 2 - slope) / j]

    def run(self):
        """From rest to the bottom dead centre."""

        def bottom(_, y):
            return y[0] - math.pi

        bottom.terminal = True
        fine = {"rtol": 1e-13, "atol": 1e-14, "max_step": 1e-4}  # the third derivative of the spline jumps: short steps
        return solve_ivp(self.rate, (0, 0.1), [self.start, 0.0], "DOP853", events=bottom, dense_output=True, **fine)


@pytest.fixture(scope="module")
def engine():
    return Engine(), vz.simulate(vz.load(home("engine-gas")), rtol=1e-13, atol=1e-15)


def test_the_work_of_the_gas_is_the_area_of_its_curve(engine):
    ideal, res = engine
    ends = ideal.column(Jet(np.array([ideal.start, math.pi]))).f
    area = -float(ideal.tension.integrate(*ends))
    assert area == pytest.approx(454.0, abs=0.5)
    assert -res.energy.elastic[-1] == pytest.approx(area, rel=1e-8)
    # what it gave is in the parts that move; the rod has come down a little
    j, *_ = (float(x[0]) for x in ideal.reduced(math.pi))
    fallen = G * ideal.rod_mass * 0.7 * ideal.throw * math.sin(ideal.start)
    assert j * res.body("crank").w[-1] ** 2 / 2 == pytest.approx(area + fallen, rel=1e-8)


def test_the_engine_moves_by_the_equation_of_its_crank(engine):
    ideal, res = engine
    found = ideal.run()
    assert res.time[-1] == pytest.approx(found.t_events[0][0], abs=1e-10)
    u, speed = found.sol(res.time)
    near(res.joint("A").angle, u, 1e-9)
    near(res.body("crank").w, speed, 1e-9)
    # the pin carries the piston against gas and inertia
    growth = np.array([ideal.rate(0.0, y)[1] for y in zip(u, speed)])
    pin = ideal.pin(Jet(u, speed, growth))
    gas = ideal.tension(ideal.column(Jet(u)).f)
    near(res.spring("gas").force, gas, 1e-8)
    near(res.joint("C").fx, ideal.piston * pin.dd - gas, 1e-7)


# --- magnet -----------------------------------------------------------------------------------------------------------


class Magnet:
    """A pendulum, `J u'' = -m g l sin u - F d'(u)`, with `d^2 = l^2 + a^2 - 2 a l cos u` the distance of the bob from the pole, a below the pin."""

    length, mass, inertia, depth = 0.5, 0.25, 0.002 + 0.25 * 0.5**2, 0.55

    def distance(self, u):
        d = np.sqrt(self.length**2 + self.depth**2 - 2 * self.depth * self.length * np.cos(u))
        return d, self.depth * self.length * np.sin(u) / d

    def force(self, t, u, speed):
        d, slope = self.distance(u)
        current = -np.expm1(-np.maximum(t - 3.0, 0.0) / 0.2)
        return current**2 * (6e-5 + 4e-5 * slope * speed) / d**4

    def rate(self, t, y):
        moment = -self.mass * G * self.length * np.sin(y[0]) - self.force(t, *y) * self.distance(y[0])[1]
        return [y[1], moment / self.inertia]

    def run(self, times):
        """Before and after the magnet is switched on."""
        y, parts = [math.radians(35), 0.0], []
        for a, b in ((0.0, 3.0), (3.0, times[-1])):
            part = solve_ivp(self.rate, (a, b), y, "DOP853", dense_output=True, rtol=1e-12, atol=1e-14)
            parts.append(part.sol(times[(times > a) & (times <= b)] if a else times[times <= b]))
            y = part.y[:, -1]
        return np.hstack(parts)


def test_the_magnet_catches_the_pendulum():
    ideal, res = Magnet(), vz.simulate(vz.load(home("user-law")), **TIGHT)
    u, speed = ideal.run(res.time)
    near(res.joint("pin").angle + math.pi / 2, u, 1e-8)
    near(res.body("pendulum").w, speed, 1e-8)
    magnet = res.spring("magnet")
    near(magnet.length, ideal.distance(u)[0], 1e-8)
    near(magnet.force, ideal.force(res.time, u, speed), 1e-7)
    # whatever the law does is the work put in: the change of the pendulum's own energy
    energy = ideal.inertia * speed**2 / 2 - ideal.mass * G * ideal.length * np.cos(u)
    near(res.energy.input, energy - energy[0], 1e-8)
    assert np.abs(res.energy.balance).max() < 1e-8
    assert np.abs(u[res.time > 6]).max() < 0.06  # it is caught
    near(let_go("user-law").joint("pin").angle + math.pi / 2, u, 1e-6)  # with its own tolerances
