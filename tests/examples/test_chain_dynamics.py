"""Chain of pendulums and ladder of four-bars, against minimal coordinates, modes and elliptic functions."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import eigh
from scipy.special import ellipj, ellipk, jn_zeros

import vazba as vz
from reference import jets
from reference.jets import Jet
from reference.runs import home, near

G = 9.81
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


class Chain:
    """N uniform rods below each other; angles from the vertical: `sum_j M_ij (cos(i-j) th_j'' + sin(i-j) th_j'^2) + g_i sin th_i = 0`."""

    def __init__(self, count=10, length=0.2, mass=0.5):
        k = np.arange(1, count + 1)
        below = count - np.maximum(k[:, None], k) + 0.5 - np.eye(count) / 6  # 1/3 on the diagonal
        self.mass, self.weight = mass * length**2 * below, mass * G * length * (count - k + 0.5)
        self.count = count

    def rate(self, _, y):
        angle, speed = np.split(y, 2)
        apart = angle[:, None] - angle
        force = -(self.mass * np.sin(apart)) @ speed**2 - self.weight * np.sin(angle)
        return np.r_[speed, np.linalg.solve(self.mass * np.cos(apart), force)]


def chain_angles(res):
    return np.array([res.body(f"rod{k}").angle for k in range(1, 11)]) + pi / 2


def test_chain_agrees_with_minimal_coordinates() -> None:
    chain, start = Chain(), np.deg2rad(80)
    res = vz.simulate(vz.load(home("pendulum-chain")), until=1.6, **TIGHT)
    found = solve_ivp(
        chain.rate, (0, 1.6), np.r_[np.full(10, start), np.zeros(10)], "DOP853", res.time, rtol=1e-12, atol=1e-13
    )
    near(chain_angles(res), found.y[:10], 1e-8)
    near(np.array([res.body(f"rod{k}").w for k in range(1, 11)]), found.y[10:], 1e-8)


def test_chain_keeps_its_energy_while_it_lashes() -> None:
    res = vz.simulate(vz.load(home("pendulum-chain")), **TIGHT)
    total = res.energy.kinetic + res.energy.potential
    height = -0.2 * np.cos(np.deg2rad(80)) * np.sum(np.arange(10) + 0.5)  # all centres together
    near(total, np.full(len(res), 0.5 * G * height), 1e-9)
    assert np.abs(res.body("rod10").w).max() > 30


def test_chain_in_small_swings_is_the_sum_of_its_modes() -> None:
    chain, start = Chain(), 1e-4
    squares, modes = eigh(np.diag(chain.weight), chain.mass)
    res = vz.simulate(vz.load(home("pendulum-chain")).with_parameters(start=start), 5.0, 0.05, rtol=1e-11, atol=1e-16)
    amounts = modes.T @ chain.mass @ np.full(10, start)
    expected = modes @ (amounts[:, None] * np.cos(np.sqrt(squares)[:, None] * res.time))
    near(chain_angles(res) / start, expected / start, 1e-7)
    lowest, rope = np.sqrt(squares[0]) / (2 * pi), jn_zeros(0, 1)[0] / (4 * pi) * np.sqrt(G / 2.0)
    assert lowest == pytest.approx(0.4240, abs=5e-5)
    assert rope == pytest.approx(0.4238, abs=5e-5)


def test_ladder_is_a_pendulum() -> None:
    """`I phi'' + k sin(phi) = 0`: `sin(phi/2) = sin(phi0/2) cd(w t)`, all cranks alike, the rungs without turning."""
    count, start = 10, pi / 3
    inertia, weight = (count + 1) / 3 + count, G * ((count + 1) / 2 + count)
    w, k = np.sqrt(weight / inertia), np.sin(start / 2)
    res = vz.simulate(vz.load(home("four-bar-ladder")), **TIGHT)
    t = res.time
    assert t[-1] > 2 * 4 * ellipk(k**2) / w  # two periods
    _, cn, dn, _ = ellipj(w * t, k**2)
    angle = 2 * np.arcsin(k * cn / dn)
    speed = (
        -np.sign(np.sin(pi * t * w / (2 * ellipk(k**2))))
        * w
        * np.sqrt(2 * np.clip(np.cos(angle) - np.cos(start), 0, None))
    )
    phi = Jet(angle, speed, -(w**2) * np.sin(angle))
    for i in range(count + 1):
        near(res.body(f"crank{i}").angle, angle - pi / 2, 1e-9)
        near(res.body(f"crank{i}").alpha, phi.dd, 1e-8)
    end = (jets.sin(phi), -jets.cos(phi))
    for i in range(1, count + 1):
        rung = res.body(f"rung{i}")
        near(rung.x, end[0].f + i - 1, 1e-9)
        near(rung.y, end[1].f, 1e-9)
        near(rung.ay, end[1].dd, 1e-8)
        near(rung.angle, np.zeros(len(t)), 1e-9)
    # forces of the ground = (masses times accelerations of the centres) - weight
    moved = (count + 1) / 2 + count
    ground = [sum(res.joint(f"A{i}")[q] for i in range(count + 1)) for q in ("fx", "fy")]
    near(ground[0], moved * end[0].dd, 1e-8)
    near(ground[1], moved * end[1].dd + (2 * count + 1) * G, 1e-8)
