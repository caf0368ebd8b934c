"""Friction, stops, events, actuators and gears on elastic beams: against laws that hold whatever bends, and against the rigid rod."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import cumulative_simpson, quad

import vazba as vz

MODELS: dict[str, dict[str, Any]] = {
    "rfe": {"model": "rfe", "elements": 8},
    "modal": {"model": "modal", "modes": 4, "axial": 2},
    "ancf": {"model": "ancf", "elements": 4},
}
SECTION = {"A": 1e-4, "J": 1e-9}  # with density 1e4: 1 kg/m
G = 9.81
each = pytest.mark.parametrize("model", MODELS)


def arm(
    model: str, stiff: float = 1.0, gravity: float = G, name: str = "b", at: tuple[float, float] = (0.0, 0.0)
) -> vz.Model:
    """A metre of beam on a pin at its start; first frequency as it swings about 25 Hz times the root of `stiff`."""
    m = vz.Model("arm", dimension=2, gravity=(0.0, -gravity))
    return with_arm(m, model, stiff, name, at)


def with_arm(m: vz.Model, model: str, stiff: float, name: str, at: tuple[float, float]) -> vz.Model:
    values = {"section": SECTION, "E": 1.0e11 * stiff, "density": 1.0e4, "damping": 1e-4 / stiff}
    m.beam(name, at, (at[0] + 1.0, at[1]), **values, **MODELS[model])
    m.revolute(f"A{name}", "ground", name, at=at)
    return m


def swing_time(angle: float) -> float:
    """Of a rigid rod of a metre on a pin from horizontal rest to `angle` below: `phi'^2 = 3 g sin(phi)`."""
    return quad(lambda x: 2 * x / np.sqrt(3 * G * np.sin(x * x)), 0.0, np.sqrt(angle))[
        0
    ]  # phi = x^2: regular at the start


@each
def test_an_actuator_gives_its_impulse_to_the_moment_of_momentum(model):
    """Nothing else acts about the pin: `L = int T dt`, however the beam bends; and it does bend."""
    m = arm(model, gravity=0.0)
    m.actuator("motor", joint="Ab", torque="4*sin(9*t)")
    r = vz.simulate(m, 0.5, 0.01, rtol=1e-8, atol=1e-10)
    exact = 4 / 9 * (1 - np.cos(9 * r.time))
    assert r.momentum.l == pytest.approx(exact, abs=1e-6)
    assert r.energy.elastic.max() > 1e-3
    assert np.abs(r.energy.balance).max() < 1e-5 * r.energy.kinetic.max()


@each
def test_an_event_of_a_stiff_beam_is_that_of_the_rod(model):
    """The rod swings down by 60 degrees after the time of a quadrature; a beam 100 times as stiff as the soft one within its bending (1e-3)."""
    m = arm(model, stiff=100.0)
    m.event("passed", joint="Ab", value=-np.pi / 3, direction="falling", stop=True)
    r = vz.simulate(m, 2.0, 0.05, rtol=1e-7, atol=1e-9)
    assert r.time[-1] == pytest.approx(swing_time(np.pi / 3), rel=2e-3)
    assert r.joint("Ab").angle[-1] == pytest.approx(-np.pi / 3, abs=1e-7)  # located
    assert "passed" in r.message


@each
def test_a_stop_throws_a_stiff_beam_back_as_the_rod(model):
    """It touches at the time of the quadrature, pushes by `K (x - bound)` while it does, and energy is kept; until it turns again it moves as the rod."""
    m = arm(model, stiff=100.0)
    m.limit("stop", "Ab", lower=-np.pi / 3, stiffness=300.0)
    r = vz.simulate(m, 1.0, 0.002, rtol=1e-8, atol=1e-10)
    times = [t for t, name, _ in r.info["located"] if "stop" in name]
    assert times[0] == pytest.approx(swing_time(np.pi / 3), rel=2e-3)
    assert len(times) >= 2
    x, torque = r.joint("Ab").angle, r.limit("stop").force
    beyond = x < -np.pi / 3 - 1e-6
    assert beyond.any()
    assert np.abs(torque[beyond]) == pytest.approx(-300.0 * (x[beyond] + np.pi / 3), rel=1e-6)
    assert np.abs(torque[x > -np.pi / 3 + 1e-6]).max() == 0.0
    away = np.flatnonzero((r.time > times[1] + 0.01) & (np.gradient(x) <= 0))[0]  # turns again
    rigid = vz.simulate(_rigid(m), 1.0, 0.002, rtol=1e-9, atol=1e-11).joint("Ab").angle
    assert x[:away] == pytest.approx(rigid[:away], abs=0.03)
    assert np.abs(r.energy.balance).max() < 1e-4 * r.energy.kinetic.max()


def _rigid(m: vz.Model) -> vz.Model:
    from vazba.comparison.compare_beams import with_beams

    return with_beams(m, "rigid")


@each
def test_friction_in_the_pin_of_a_soft_beam(model):
    """Its moment is `mu r N w/sqrt(w^2 + s^2)` by the reaction of the pin and the rate of its angle; moment of momentum: its impulse and that of the weight."""
    m = arm(model)
    m.friction("pin", "Ab", coefficient=0.4, radius=0.05, speed=0.2)
    r = vz.simulate(m, 0.6, 0.002, rtol=1e-8, atol=1e-10)
    pin, rubbing = r.joint("Ab"), r.friction("pin")
    rate = np.gradient(pin.angle, r.time, edge_order=2)
    law = -0.4 * 0.05 * np.hypot(pin.fx, pin.fy) * rubbing.rate / np.sqrt(rubbing.rate**2 + 0.2**2)
    assert rubbing.effort == pytest.approx(law, abs=1e-6 * np.abs(law).max())
    assert rubbing.rate[2:-2] == pytest.approx(rate[2:-2], abs=2e-2 * np.abs(rate).max())
    assert r.energy.dissipated[-1] > -cumulative_simpson(rubbing.power, x=r.time)[-1] > 0.01  # and damping
    shift = cumulative_simpson(rubbing.effort, x=r.time, initial=0.0)
    free = r.momentum.l - shift
    assert free[-1] == pytest.approx(-G * np.trapezoid(_lever(r), r.time), rel=2e-3)
    assert np.abs(shift[-1]) > 0.02


def _lever(r: vz.Result) -> np.ndarray:
    """Mass times the distance of the mass centre from the pin, across gravity, by a sum over the stations."""
    names = [name for name in r.names["station"] if name.startswith("b@")]
    at = np.array([float(name.split("@")[1]) for name in names])
    x = np.array([r.station(name).x for name in names])
    return np.trapezoid(x, at, axis=0)


@each
def test_friction_holds_back_a_sliding_beam_by_its_weight(model):
    """A beam on a guide: its momentum falls by the impulse of friction, and where vibration has gone by `mu m g t`."""
    m = vz.Model("sled", dimension=2, gravity=(0.0, -G))
    values = {"section": SECTION, "E": 1.0e11, "density": 1.0e4, "damping": 5e-3}
    m.beam("b", (0, 0), (1, 0), velocity=(3.0, 0.0), **values, **MODELS[model])
    m.joint("prismatic", "S", "ground", "b", at=(0, 0), axis=(1, 0))
    m.friction("rail", "S", coefficient=0.2, speed=0.01)
    r = vz.simulate(m, 1.0, 0.005, rtol=1e-8, atol=1e-10)
    impulse = cumulative_simpson(r.friction("rail").effort, x=r.time, initial=0.0)
    assert r.momentum.px - 3.0 == pytest.approx(impulse, abs=2e-3)
    late = r.time > 0.5
    slope = np.polyfit(r.time[late], r.momentum.px[late], 1)[0]
    assert slope == pytest.approx(-0.2 * G, rel=5e-3)


@each
def test_a_gear_between_two_beams(model):
    """`angle_1 = -2 angle_2` at every instant; the gear takes and gives no power; stiff beams turn as rods, by `T/(I_1 + I_2/4)`."""
    for stiff in (1.0, 30.0):
        m = arm(model, stiff=stiff, gravity=0.0)
        with_arm(m, model, stiff, "c", (0.0, 2.0))
        m.gear("G", "Ab", "Ac", ratio=-2.0)
        m.actuator("motor", joint="Ab", torque=2.0)
        r = vz.simulate(m, 0.4, 0.01, rtol=1e-6, atol=1e-8)
        one, two = r.joint("Ab").angle, r.joint("Ac").angle
        assert one == pytest.approx(-2 * two, abs=1e-8)
        assert np.abs(r.energy.balance).max() < 1e-5 * r.energy.kinetic.max()
        if stiff > 1:
            inertia = 1 / 3 + 1e4 * SECTION["J"]  # of a rod about its end, and of its thickness
            assert one == pytest.approx(2.0 / (1.25 * inertia) * r.time**2 / 2, abs=4e-4)
