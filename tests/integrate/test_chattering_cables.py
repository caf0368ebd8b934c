"""A load on a cable whose reel shakes: it goes taut and slack dozens of times, also between two long steps, and shortens faster than it can pull.

Held against the one equation of motion `m y'' = -m g + F`, `F = max(0, k (l - l0) + b l')/l0` where `l = -y` is beyond l0, by SciPy with short steps.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import vazba as vz

G, UNTIL = 10.0, 0.1
SHAKEN = {  # amplitude in m, frequency in 1/s, k in N, b in N s
    "slowly": (1e-3, 300, 1e4, 30.0),
    "quickly": (1e-3, 500, 1e4, 30.0),
    "much quicker than the load falls": (2e-4, 2000, 1e6, 300.0),
}


def hoist(a: float, w: float, k: float, b: float) -> vz.Model:
    m = vz.Model("hoist", dimension=2, gravity=(0.0, -G))
    m.body("load", position=(0, -1), mass=1.0, inertia=0.1)
    m.prismatic("S", "ground", "load", at=(0, 0), axis=(0, 1))
    m.point("O", "ground", (0, 0))
    m.point("P", "load", (0, 0))
    m.cable("c", ["O", "P"], stiffness=k, damping=b, free_length=f"1 + {a}*sin({w}*t)")
    return m


def heights(a: float, w: float, k: float, b: float, times: np.ndarray) -> np.ndarray:
    def rate(t: float, s: np.ndarray) -> list[float]:
        free = 1.0 + a * np.sin(w * t)
        stretch = -s[0] - free
        return [s[1], -G + (max(0.0, k * stretch - b * s[1]) / free if stretch > 0 else 0.0)]

    told = solve_ivp(
        rate, (0, times[-1]), [-1.0, 0.0], "DOP853", t_eval=times, rtol=1e-10, atol=1e-13, max_step=UNTIL / 2000
    )
    return told.y[0]


RUNS = [("absolute", "dop853"), ("absolute", "dopri5"), ("absolute", "radau"), ("recursive", "dop853"), ("minimal", "dop853")]  # fmt: skip


@pytest.mark.parametrize("name", SHAKEN)
def test_no_spell_is_missed(name: str) -> None:
    """The same motion and the same switches in all; a cable never pushes."""
    times = np.linspace(0, UNTIL, 201)
    truth, happened = heights(*SHAKEN[name], times), []
    for method, integrator in RUNS:
        run = vz.simulate(
            hoist(*SHAKEN[name]), UNTIL, UNTIL / 200, method=method, integrator=integrator, rtol=1e-9, atol=1e-12
        )
        assert run.status == "done"
        assert run["load"].y == pytest.approx(truth, abs=1e-9), (method, integrator)
        assert run.cable("c").force.min() >= 0.0
        assert np.abs(run.energy.balance).max() < 1e-7
        happened.append([(what, t) for t, _, what in run.events if what != "switches rapidly"])
    assert len(happened[0]) >= 5
    for other in happened[1:]:
        assert [what for what, _ in other] == [what for what, _ in happened[0]]
        assert [t for _, t in other] == pytest.approx([t for _, t in happened[0]], abs=1e-7)
    assert any("shortens too fast" in what for what, _ in happened[0])


@pytest.mark.parametrize(("method", "integrator"), RUNS)
@pytest.mark.parametrize("damping", [0.0, 300.0])
def test_a_run_that_starts_stretched_on_a_moving_reel(method: str, integrator: str, damping: float) -> None:
    """Stretched by a tenth, shortening faster than it is wound up: all formulations know how it stood at the start, and where it first switches."""
    m = hoist(0.0, 1.0, 1e4, damping)
    m.cables["c"] = replace(m.cables["c"], free_length="0.9 - 0.1*t")
    m.bodies["load"] = replace(m.bodies["load"], velocity=(0.0, 8.0))
    times = np.linspace(0, 0.02, 41)

    def rate(t: float, s: np.ndarray) -> list[float]:
        free = 0.9 - 0.1 * t
        stretch = -s[0] - free
        return [s[1], -G + (max(0.0, 1e4 * stretch - damping * s[1]) / free if stretch > 0 else 0.0)]

    truth = solve_ivp(rate, (0, 0.02), [-1.0, 8.0], "DOP853", t_eval=times, rtol=1e-10, atol=1e-13, max_step=1e-5).y[0]
    run = vz.simulate(m, 0.02, 0.02 / 40, method=method, integrator=integrator, rtol=1e-9, atol=1e-12)
    assert run.status == "done", run.message
    assert run["load"].y == pytest.approx(truth, abs=1e-9)
    assert run.info["steps"] < 400
