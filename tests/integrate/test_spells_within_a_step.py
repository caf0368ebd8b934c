"""Cables, stops and events that switch to and fro within one long step: a ball thrown straight up, closed forms."""

from __future__ import annotations

import math

import pytest

import vazba as vz

G, THROWN, REACH = 9.81, 5.0, 1.27  # the ball rises to 1.2742 m
RISE = math.sqrt(THROWN**2 - 2 * G * REACH)  # m/s left at REACH
PASSED = (THROWN - RISE) / G


def ball(dimension):
    up = (0, THROWN) if dimension == 2 else (0, 0, THROWN)
    m = vz.Model("ball", dimension=dimension)
    m.body("ball", mass=1, inertia=0.1 if dimension == 2 else (0.1, 0.1, 0.1), velocity=up)
    m.point("centre", "ball", (0,) * dimension)
    m.point("hand", "ground", (0,) * dimension)
    return m


@pytest.mark.parametrize("integrator", ["dop853", "dopri5"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_an_event_passed_twice_in_a_step_is_seen_twice(dimension, integrator):
    m = ball(dimension)
    m.event("high", points=("hand", "centre"), value=REACH)
    r = vz.simulate(m, 1, 1, integrator=integrator)
    assert r.info["steps"] < 40  # long ones
    assert [t for t, _, _ in r.events] == pytest.approx([PASSED, PASSED + 2 * RISE / G], abs=1e-9)


@pytest.mark.parametrize("integrator", ["dop853", "dopri5"])
@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("element", ["cable", "limit"])
def test_a_short_pull_within_a_step_is_not_missed(dimension, integrator, element):
    """Taut for `2 phi/w`, `tan phi = w v/g`; before and after a free flight."""
    m, stiffness = ball(dimension), 50.0
    if element == "cable":
        m.cable("c", ("hand", "centre"), stiffness=stiffness * REACH, free_length=REACH)
    else:
        up = (0, 1) if dimension == 2 else (0, 0, 1)
        m.prismatic("guide", "ground", "ball", at=(0,) * dimension, axis=up)
        m.limit("c", joint="guide", upper=REACH, stiffness=stiffness)
    w = math.sqrt(stiffness)
    spell = 2 * math.atan2(w * RISE, G) / w
    r = vz.simulate(m, 1, 1, integrator=integrator, rtol=1e-9, atol=1e-11)
    assert [t for t, _, _ in r.events] == pytest.approx([PASSED, PASSED + spell], abs=1e-8)
    left = 1.0 - PASSED - spell
    height = r["ball"]["y" if dimension == 2 else "z"][-1]
    assert height == pytest.approx(REACH - RISE * left - G * left**2 / 2, abs=1e-8)
