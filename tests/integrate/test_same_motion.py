"""Every integrator with every way of keeping the constraints: closed form of a pendulum, and models with one of each force element."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ellipj

import vazba as vz
from vazba.formulations.settings import INTEGRATORS, STABILISATIONS

G = 9.81
RUNS = [  # (integrator, stabilisation, error allowed in metres and radians); a new pair is one more line
    ("auto", "auto", 1e-8),
    ("dopri5", "projection", 1e-8),
    ("dopri5", "baumgarte", 1e-7),
    ("dop853", "projection", 1e-8),
    ("dop853", "baumgarte", 1e-7),
    ("radau", "projection", 1e-8),
    ("generalized_alpha", "index2", 1e-6),  # of second order
    ("generalized_alpha", "index3", 1e-6),
]


def test_nothing_is_left_out():
    elsewhere = {"taylor", "none"}  # not for these elements: test_taylor; drifts: tests of Baumgarte's terms
    assert {word for pair in RUNS for word in pair[:2]} | elsewhere == {*INTEGRATORS, *STABILISATIONS}


def run(m, until, every, integrator, stabilisation):
    return vz.simulate(m, until, every, integrator=integrator, stabilisation=stabilisation, rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize(("integrator", "stabilisation", "error"), RUNS)
@pytest.mark.parametrize("dimension", [2, 3])
def test_pendulum_by_elliptic_functions(dimension, integrator, stabilisation, error):
    """From rest at 100 degrees: `sin(phi/2) = k cd(w t)`."""
    m = vz.Model("pendulum", dimension=dimension, gravity=(0, -G, 0)[:dimension])
    start, flat = np.deg2rad(100), dimension == 2
    turn = {"angle": start} if flat else {"orientation": {"cardan": [0, 0, float(start)]}}
    m.body("rod", mass=2.0, inertia=0.3 if flat else [0.3, 0.1, 0.3], com=(0, -0.6, 0)[:dimension], **turn)
    m.revolute("A", "ground", "rod", at=(0,) * dimension, **({} if flat else {"axis": (0, 0, 1)}))
    r = run(m, 3.0, 0.1, integrator, stabilisation)
    k = np.sin(start / 2)
    _, cn, dn, _ = ellipj(np.sqrt(2.0 * G * 0.6 / 1.02) * r.time, k**2)
    swing = 2 * np.arcsin(k * cn / dn)
    angle = r.joint("A").angle - r.joint("A").angle[0] + start
    assert angle == pytest.approx(swing, abs=10 * error)
    assert np.abs(r.energy.balance).max() < 100 * error
    assert r.constraint.position.max() < (1e-8 if stabilisation == "baumgarte" else 1e-12)
    assert r.constraint.velocity.max() < (1e-5 if stabilisation in ("baumgarte", "index3") else 1e-12)
    assert r.info["stabilisation"] == ("projection" if stabilisation == "auto" else stabilisation)


def four_bar():
    """A closed loop with a spring, a damper, a rough pin, a motor that is switched off and a stop that is hit."""
    m = vz.Model("four-bar", dimension=2)
    m.rod("crank", (0, 0), (0.4, 0.6), diameter=0.04, density=7800)
    m.rod("coupler", (0.4, 0.6), (1.6, 0.9), diameter=0.03, density=7800)
    m.rod("rocker", (1.8, 0), (1.6, 0.9), diameter=0.03, density=7800)
    m.revolute("A", "ground", "crank", at=(0, 0))
    m.revolute("B", "crank", "coupler", at=(0.4, 0.6))
    m.revolute("C", "coupler", "rocker", at=(1.6, 0.9))
    m.revolute("D", "ground", "rocker", at=(1.8, 0))
    m.spring("s", "crank_end", "rocker_start", stiffness=80.0, free_length=1.2)
    m.damper("d", joint="D", damping=0.8)
    m.friction("pin", "B", coefficient=0.2, radius=0.02, speed=0.1)
    m.torque("motor", "crank", "6*cos(3*t)", stop=0.6)
    m.limit("stop", "D", lower=1.66, stiffness=2000.0, damping=10.0)
    return m


def spatial():
    """Two bodies on a universal joint and a ball, with a cable that goes taut and a bushing."""
    m = vz.Model("spatial", dimension=3)
    m.body("a", mass=2.0, inertia=[0.3, 0.3, 0.1], com=(0, 0, -0.5), angular_velocity=(2.0, 1.0, 0))
    m.body(
        "b", mass=1.0, inertia=[0.1, 0.2, 0.2], position=(0, 0, -1), com=(0.3, 0, 0), angular_velocity=(0, -3.0, 1.0)
    )
    m.universal("U", "ground", "a", at=(0, 0, 0), axes=[[1, 0, 0], [0, 1, 0]])
    m.spherical("S", "a", "b", at=(0, 0, -1))
    m.point("O", "ground", (1.0, 0, -0.5))
    m.point("E", "b", (0.6, 0, 0))
    m.cable("c", ["O", "E"], stiffness=150.0, damping=2.0, free_length=0.7)
    m.bushing("K", "ground", "a", at=(0, 0, 0), stiffness=(0, 0, 0, 12, 15, 9), damping=(0, 0, 0, 0.2, 0.2, 0.2))
    return m


@pytest.fixture(scope="module")
def tight():
    return {make: vz.simulate(make(), 1.2, 0.05, rtol=1e-12, atol=1e-14, integrator="dop853") for make in (four_bar, spatial)}  # fmt: skip


@pytest.mark.parametrize(("integrator", "stabilisation", "error"), RUNS)
@pytest.mark.parametrize("make", [four_bar, spatial])
def test_same_motion(make, integrator, stabilisation, error, tight):
    r, reference = run(make(), 1.2, 0.05, integrator, stabilisation), tight[make]
    assert r.status == "done"
    assert reference.events
    assert [event[1:] for event in r.events] == [event[1:] for event in reference.events]
    assert [t for t, _, _ in r.events] == pytest.approx([t for t, _, _ in reference.events], abs=30 * error)
    for name in r.names["body"]:
        for q in "xyz"[: reference.dimension]:
            assert r.body(name)[q] == pytest.approx(reference.body(name)[q], abs=10 * error)
            assert r.body(name)[f"v{q}"] == pytest.approx(reference.body(name)[f"v{q}"], abs=100 * error)
    for name in r.names["joint"]:
        for q in ("fx", "fy"):
            scale = 1 + np.abs(reference.joint(name)[q]).max()
            assert r.joint(name)[q] == pytest.approx(reference.joint(name)[q], abs=1000 * error * scale)
    for part in ("dissipated", "input"):
        scale = 1 + np.abs(reference.energy[part]).max()
        assert r.energy[part] == pytest.approx(reference.energy[part], abs=100 * error * scale)
