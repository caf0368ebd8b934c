"""Several events in one step, and whole turns of spatial joints in results with few instants."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import vazba as vz


@pytest.mark.parametrize("every", [0.1, 0.01])
def test_whole_turns_do_not_depend_on_the_output_times(every):
    """A disk on a torsion spring, `angle = 2.5 sin 20 t`: it turns by more than half a turn between two instants."""
    m = vz.Model("disk", dimension=3, gravity=(0, 0, 0))
    m.body("d", mass=1, inertia=(1, 1, 1), angular_velocity=(0, 0, 50))
    m.revolute("A", "ground", "d", at=(0, 0, 0), axis=(0, 0, 1))
    m.spring("s", joint="A", stiffness=400)
    r = vz.simulate(m, 1.0, every, rtol=1e-10, atol=1e-12)
    exact = 2.5 * np.sin(20 * r.time)
    assert r.joint("A").angle == pytest.approx(exact, abs=1e-8)
    assert r.spring("s").force == pytest.approx(400 * exact, abs=1e-5)


@pytest.mark.parametrize("integrator", ["dop853", "dopri5", "radau", "generalized_alpha"])
def test_several_events_in_one_step_come_in_order_and_once(integrator):
    m = vz.Model("pendulum", dimension=2)
    m.body("b", mass=2, inertia=0.5, com=(1, 0))
    m.revolute("A", "ground", "b", at=(0, 0))
    values = [-0.1 * k for k in range(1, 8)]
    for k, value in enumerate(values):
        m.event(f"e{k}", joint="A", value=value)
    m.event("end", joint="A", value=-1.0, stop=True)
    r = vz.simulate(m, 5, 0.5, integrator=integrator, rtol=1e-8, atol=1e-10)
    crossings = [lambda _, y, v=value: y[0] - v for value in (*values, -1.0)]
    exact = solve_ivp(
        lambda _, y: (y[1], -2 * 9.81 * np.cos(y[0]) / 2.5), (0, 1), (0, 0), rtol=1e-12, atol=1e-12, events=crossings
    )
    assert [name for _, name, _ in r.events] == [f"event e{k}" for k in range(7)] + ["event end"]
    loose = 1e-5 if integrator == "generalized_alpha" else 1e-7
    assert [t for t, _, _ in r.events] == pytest.approx([times[0] for times in exact.t_events], abs=loose)
    assert r.time[-1] == pytest.approx(exact.t_events[-1][0], abs=loose)
