"""Times no step may cross: what acts for a moment only is neither missed nor smeared."""

from __future__ import annotations

import pytest

import vazba as vz

BEGIN, END, PUSH, MASS = 0.5003, 0.5005, 30.0, 2.0


@pytest.mark.parametrize("integrator", ["dop853", "dopri5", "radau"])
@pytest.mark.parametrize("dimension", [2, 3])
def test_a_knock_between_two_steps(dimension: int, integrator: str) -> None:
    """`m v = F (t_2 - t_1)` for a body that nothing else moves, at loose tolerances: each step sees a constant force."""
    zero = (0.0,) * dimension
    m = vz.Model("knock", dimension=dimension, gravity=zero)
    m.body("box", mass=MASS, inertia=1.0 if dimension == 2 else [1.0, 1.0, 1.0])
    m.point("P", "box", zero)
    m.force("F", "P", [PUSH, *zero[1:]], start=BEGIN, stop=END)
    run = vz.simulate(m, 1.0, 0.25, integrator=integrator, rtol=1e-4, atol=1e-4)
    speed = PUSH * (END - BEGIN) / MASS
    assert run["box.vx"] == pytest.approx([0, 0, 0, speed, speed], rel=1e-12, abs=1e-15)
    assert run["box.x"][-1] == pytest.approx(speed * (1.0 - (BEGIN + END) / 2), rel=1e-12)
