"""Baumgarte's stabilisation on loops, where there is something to drift: its law at single states, and what it does along runs.

`Phi'' + 2 alpha Phi' + beta^2 Phi = 0` for every equation that is kept by multipliers, in absolute coordinates, in joint coordinates and with elastic
beams; independent speeds close their loops at every evaluation and have nothing to stabilise.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import vazba as vz
from vazba.equations.verbs import EXTRA
from vazba.formulations.elastic import Elastic

from .formulations import Formulations, recursive_moved

BEAMS: dict[str, dict[str, Any]] = {"modal": {"modes": 2, "axial": 1}, "ancf": {"elements": 2}}
OFF, ON = (0.0, 0.0), (3.0, 5.0)  # alpha, beta in 1/s


def loop(dimension: int, rod: str = "rigid") -> vz.Model:
    """A four-bar linkage, in space with a ball and a universal joint at its rod, which may be an elastic beam."""
    z = (0.0,) * (dimension - 2)
    axis = {"axis": (0, 0, 1)} if z else {}
    m = vz.Model("loop", dimension=dimension, gravity=(0, -9.81, *z))
    a, b, c, d = (0.0, 0.0), (0.3, 0.4), (1.2, 0.9), (1.0, 0.0)
    for name, (p, q) in {"crank": (a, b), "rod": (b, c), "rocker": (d, c)}.items():
        if name == "rod" and rod != "rigid":
            section = {"shape": "round", "diameter": 0.05}
            m.beam("rod", (*p, *z), (*q, *z), section=section, E=1e7, G=4e6, density=500, model=rod, **BEAMS[rod])
            continue
        middle, moment = np.mean([p, q], axis=0), ((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) / 12
        m.body(name, position=(*middle, *z), mass=1, inertia=moment if not z else (1e-2, moment, moment))
    m.revolute("A", "ground", "crank", at=(*a, *z), **axis)
    m.revolute("D", "ground", "rocker", at=(*d, *z), **axis)
    if z:
        m.spherical("B", "crank", "rod", at=(*b, 0.0))
        m.universal("C", "rod", "rocker", at=(*c, 0.0), axes=[(0, 0, 1), (1, 0, 0)])
    else:
        m.revolute("B", "crank", "rod", at=b)
        m.revolute("C", "rod", "rocker", at=c)
    return m


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("pair", [OFF, ON])
@pytest.mark.parametrize("method", ["absolute", "recursive"])
def test_open_loops_are_drawn_shut_as_the_law_says(method: str, pair: tuple[float, float], dimension: int) -> None:
    """`J v' = gamma - 2 alpha (J v - nu) - beta^2 Phi` at states whose loops are open, with matrices made by NumPy."""
    f, rng = Formulations(loop(dimension)), np.random.default_rng(3)
    x = f.state(rng)
    assert x is not None
    nq, nv = f.tree.nq, f.tree.nv
    recursive_moved(f.tree, x, 0.01 * rng.normal(size=nv))
    x[nq : nq + nv] += 0.1 * rng.normal(size=nv)
    form: Any = getattr(f, method)
    y = f.bodies(x) if method == "absolute" else x.copy()
    form.dynamics.baumgarte[:] = pair
    rate = np.zeros(len(y))
    form.derivative(form.record.here, y.ctypes.data, rate.ctypes.data, 0.0)
    m, v = f.dense(x), f.bodies(x)[f.system.nq : -EXTRA]
    if method == "absolute":
        a, tolerance = rate[f.system.nq : -EXTRA], 1e-9
    else:  # of the bodies, by central differences along the motion in joint coordinates
        h = 1e-5
        a, tolerance = (f.bodies(x + h * rate) - f.bodies(x - h * rate))[f.system.nq : -EXTRA] / (2 * h), 1e-6
    opening = m.jacobian @ v - m.nu
    assert np.abs(m.phi).max() > 1e-3
    assert np.abs(opening).max() > 1e-2
    alpha, beta = pair
    wanted = m.gamma - 2 * alpha * opening - beta**2 * m.phi
    assert m.jacobian @ a == pytest.approx(wanted, abs=tolerance * np.abs(a).max())


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("pair", [OFF, ON])
@pytest.mark.parametrize("rod", BEAMS)
def test_elastic_loops_are_drawn_shut_as_the_law_says(rod: str, pair: tuple[float, float], dimension: int) -> None:
    """The same of elastic beams, with both rates of the gaps by central differences along the motion."""
    f, rng = Formulations(loop(dimension, rod)), np.random.default_rng(4)
    form = Elastic(f.absolute, f.assembled)
    y = form.start(f.assembled)
    nq, nv = form.flexible.nq, form.flexible.nv
    per_body, moves = (3, 2) if dimension == 2 else (7, 3)
    for k in range(2):  # crank and rocker stand first
        y[per_body * k : per_body * k + moves] += 0.01 * rng.normal(size=moves)
    y[nq : nq + nv] = 0.1 * rng.normal(size=nv)

    def rates(y: Any) -> tuple[Any, Any]:
        rate = np.zeros(len(y))
        form.dynamics.baumgarte[:] = pair
        form.derivative(form.record.here, y.ctypes.data, rate.ctypes.data, 0.0)
        return rate, form.work.phi.copy()

    def gap_rate(y: Any, h: float = 1e-4) -> Any:
        rate = rates(y)[0]
        return (rates(y + h * rate)[1] - rates(y - h * rate)[1]) / (2 * h)

    rate, gap = rates(y)
    h = 1e-5
    second = (gap_rate(y + h * rate) - gap_rate(y - h * rate)) / (2 * h)
    assert np.abs(gap).max() > 1e-3
    assert np.abs(gap_rate(y)).max() > 1e-2
    alpha, beta = pair
    wanted = -2 * alpha * gap_rate(y) - beta**2 * gap
    assert second == pytest.approx(wanted, abs=2e-3)
    assert np.abs(wanted).max() > 0.3 or pair == OFF


@pytest.mark.parametrize("method", ["absolute", "recursive"])
def test_runs_drift_more_without_it(method: str) -> None:
    """Loose tolerances, gaps at the end of the run; given `alpha` and `beta` hold them smaller than those that follow the step."""

    def gap(**more: Any) -> float:
        r = vz.simulate(loop(2), 3.0, 0.75, method=method, integrator="dopri5", rtol=1e-4, atol=1e-6, **more)
        assert r.status == "done"
        return float(r.constraint.position[-1])

    without, usual = gap(stabilisation="none"), gap(stabilisation="baumgarte")
    assert usual < 0.7 * without
    assert gap(alpha=20, beta=20) < 0.1 * without
    assert without > 1e-9  # there is something to drift
    assert gap() < 1e-12


def swinging() -> vz.Model:
    m = vz.Model("pendulum", dimension=2)
    m.body("a", position=(1, 0), mass=1, inertia=0.1)
    m.revolute("A", "ground", "a", at=(0, 0))
    return m


def test_without_stabilisation_drift_grows_with_the_square_of_time() -> None:
    """Errors of a step go into `Phi''`; nothing opposes them, so `Phi` grows as they are integrated twice. Baumgarte's terms bound it."""
    gaps = {}
    for name in ("none", "baumgarte"):
        r = vz.simulate(
            swinging(), 80, 1, method="absolute", integrator="dopri5", stabilisation=name, rtol=1e-6, atol=1e-8
        )
        gaps[name] = [float(r.constraint.position[k - 3 : k + 3].max()) for k in (10, 20, 40, 76)]
    slope = np.polyfit(np.log([10, 20, 40, 76]), np.log(gaps["none"]), 1)[0]
    assert slope == pytest.approx(2.0, abs=0.25)
    assert max(gaps["baumgarte"]) < 2 * min(gaps["baumgarte"])


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"alpha": -1}, "alpha = -1 1/s is negative; the gaps would grow"),
        ({"alpha": 5, "stabilisation": "projection"}, "alpha is given; stabilisation = projection has no such terms"),
        ({"beta": 5, "integrator": "radau"}, "beta is given; stabilisation = auto has no such terms"),
        ({"stabilisation": "none", "integrator": "radau"}, "stabilisation = none does not go with radau"),
        ({"stabilisation": "none", "integrator": "generalized_alpha"}, "stabilisation = none does not go with generalized_alpha"),
    ],
)  # fmt: skip
def test_settings_that_do_not_go_together(given: dict[str, Any], words: str) -> None:
    with pytest.raises(vz.ModelError, match=words):
        vz.simulate(swinging(), 1, 1, **given)


def test_alpha_in_the_file_chooses_it_and_gives_way() -> None:
    m = swinging()
    m.simulation.update(alpha="10*2", until=0.5, every=0.5)
    m.simulation["method"] = "absolute"
    assert vz.simulate(m, integrator="dop853").info["stabilisation"] == "baumgarte"
    assert vz.simulate(m, integrator="dop853", stabilisation="projection").info["stabilisation"] == "projection"
