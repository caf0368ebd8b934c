"""Linear models against differences of runs: how small changes of the start are carried from t to t + dt."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm

import vazba as vz

EXAMPLES = Path(__file__).parents[2] / "examples"
TIGHT = {"rtol": 1e-12, "atol": 1e-13}
DT, H = 0.01, 4e-3
STENCIL = ((1, 3 / 4), (2, -3 / 20), (3, 1 / 60))  # central differences of sixth order


def double_pendulum() -> vz.Model:
    """In space, on two axes that are not parallel, with a spring and a damper."""
    m = vz.Model("double pendulum")
    m.body(
        "a", position=(0, 0, 0), mass=1.5, inertia=(0.02, 0.03, 0.01), com=(0.2, 0, -0.1), angular_velocity=(0, 2.0, 0)
    )
    m.body(
        "b",
        position=(0.4, 0, -0.2),
        mass=0.8,
        inertia=(0.01, 0.015, 0.02, 0.002, 0, 0),
        com=(0.1, 0.1, 0),
        angular_velocity=(0, 2.0, 0),
    )
    m.revolute("A", "ground", "a", at=(0, 0, 0), axis=(0, 1, 0))
    m.revolute("B", "a", "b", at=(0.4, 0, -0.2), axis=(0.6, 0, 0.8))
    m.spring("s", joint="B", stiffness=3.0, damping=0.05)
    return m


def driven_pair() -> vz.Model:
    """A pendulum on a crank that is driven."""
    m = vz.Model("driven", dimension=2)
    m.body("crank", position=(0, 0), mass=1, inertia=0.1)
    m.body("bob", position=(0.5, 0), mass=1, inertia=0.02, com=(0.1, -0.25))
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "bob", at=(0.5, 0))
    m.drive("spin", joint="A", angle="3*t + 0.2*sin(4*t)")
    return m


def four_bar() -> vz.Model:
    return vz.load(EXAMPLES / "four-bar-free" / "four-bar-free.toml")


@pytest.mark.parametrize(("make", "t"), [(double_pendulum, 0.2), (driven_pair, 0.4), (four_bar, 0.3)])
def test_changes_of_the_start_are_carried_on_as_the_linear_models_say(make, t):
    """`x' = A(t) x` over a step, by Magnus' series to the fourth order in dt (A at two points of Gauss), against central differences of runs: to 1e-6."""
    m = make()
    points = t + DT * (0.5 + np.array([-1.0, 1.0]) * np.sqrt(3) / 6)
    run = vz.simulate(m, t, t, **TIGHT)
    found = []
    for at in points:
        part = vz.simulate(m, float(at), float(at), **TIGHT)
        found.append(vz.linearize(m, at=(part, float(at))))
    one, two = (lin.A for lin in found)
    carried = expm(0.5 * DT * (one + two) + np.sqrt(3) / 12 * DT**2 * (two @ one - one @ two))
    states = found[0].states
    here = np.array([run[name][-1] for name in states])

    def after(x):
        r = vz.simulate(m, t + DT, DT, start=dict(zip(states, x.tolist(), strict=True)), start_time=t, **TIGHT)
        return np.array([r[name][-1] for name in states])

    columns = [
        sum(c * (after(here + k * H * e) - after(here - k * H * e)) for k, c in STENCIL) / H
        for e in np.eye(len(states))
    ]
    assert (np.array(columns).T - np.eye(len(states))) / DT == pytest.approx(
        (carried - np.eye(len(states))) / DT, abs=1e-6 * max(1.0, np.abs(one).max())
    )
