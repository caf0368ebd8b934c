"""Examples of strips that are bent far: a column past buckling against the elastica, a strip rolled up against a circle."""

from __future__ import annotations

from dataclasses import replace
from math import cos, pi, sin

import numpy as np
import pytest
from scipy.integrate import solve_bvp

import vazba as vz
from reference.runs import home, let_go


def model(name: str, **parameters: float) -> vz.Model:
    return vz.load(home(name)).with_parameters(**parameters)


def elastica(ej: float, length: float, press: float, side: float) -> np.ndarray:
    """`EJ theta'' = -P sin theta - H cos theta` from the vertical, clamped below, free above: place of the upper end."""
    s = np.linspace(0, length, 200)
    guess = np.vstack([0.5 * s**2, s, 1.6 * np.sin(pi * s / 2 / length), 2.5 * np.cos(pi * s / 2 / length)])

    def rates(_: np.ndarray, y: np.ndarray) -> np.ndarray:
        return np.vstack(
            [np.sin(y[2]), np.cos(y[2]), y[3], -(press * np.sin(y[2]) + side * np.cos(y[2])) / ej],
        )

    found = solve_bvp(rates, lambda a, b: np.array([a[0], a[1], a[2], b[3]]), s, guess, tol=1e-10, max_nodes=20000)
    assert found.success
    return found.y[:2, -1]


@pytest.mark.parametrize("press", [1.05, 1.2, 1.5])
def test_the_column_rests_past_buckling_as_the_elastica(press: float) -> None:
    m = model("buckled-column", press=press)
    z = m.scope().parameters
    ej = 2.1e11 * 0.03 * 0.002**3 / 12
    assert z["euler"] == pytest.approx(pi**2 * ej / 4, rel=1e-12)
    p, h = press * z["euler"], 0.01 * press * z["euler"]
    x, y = elastica(ej, 1.0, p, h)
    found = vz.equilibrium(m, follow=True)
    assert found.stable
    assert (found["top"].x[0], found["top"].y[0]) == pytest.approx((x, y), abs=1.5e-3)
    clamp = [found.result.array("joint", "clamp", c)[0] for c in ("fx", "fy", "m")]
    top = found["top"]
    assert clamp == pytest.approx([-h, p, p * top.x[0] + h * top.y[0]], rel=1e-6)
    if press == 1.2:
        res = let_go("buckled-column")
        assert (res["top.x"][-1], res["top.y"][-1]) == pytest.approx((x, y), abs=1.5e-3)


@pytest.mark.parametrize(("press", "stable"), [(0.99, True), (1.01, False)])
def test_without_a_push_aside_the_straight_column_is_told_stable_or_not(press: float, stable: bool) -> None:
    found = vz.equilibrium(model("buckled-column", press=press, side=0.0), follow=True)
    assert abs(found["top"].x[0]) < 1e-9
    assert found.stable == stable


def arc(turn: float) -> tuple[float, float]:
    """End of a strip of length one that is bent to an arc."""
    return sin(turn) / turn, (1 - cos(turn)) / turn


@pytest.mark.parametrize(("t", "close"), [(1.5, 1e-5), (3.0, 2e-4), (6.0, 4e-3)])
def test_the_strip_is_rolled_up_to_a_circle(t: float, close: float) -> None:
    turn, ej = 2 * pi * t / 6, 2.1e11 * 0.02 * 0.0005**3 / 12
    found = vz.equilibrium(model("rolled-strip"), t=t, follow=True)
    assert found.stable
    assert (found["tip"].x[0], found["tip"].y[0]) == pytest.approx(arc(turn), abs=close)
    assert found.result.energy.elastic[0] == pytest.approx(ej * turn**2 / 2, rel=2 * close)
    assert found.result.array("joint", "clamp", "m")[0] == pytest.approx(-ej * turn, rel=1e-6)


def test_of_rigid_elements_it_comes_back_to_where_it_began() -> None:
    m = model("rolled-strip")
    m.beams["strip"] = replace(m.beams["strip"], model="rfe", elements=12)
    found = vz.equilibrium(m, t=6.0, follow=True)
    assert np.hypot(found["tip"].x[0], found["tip"].y[0]) < 1e-9
    assert (found["side"].x[0], found["side"].y[0]) == pytest.approx((0.0, 0.1), abs=1e-9)


def test_the_strip_is_a_circle_at_the_end_of_the_run() -> None:
    res = let_go("rolled-strip")
    assert np.hypot(res["tip.x"][-1], res["tip.y"][-1]) < 4e-3
    ej = 2.1e11 * 0.02 * 0.0005**3 / 12
    assert res.energy.elastic[-1] == pytest.approx(ej * (2 * pi) ** 2 / 2, rel=8e-3)
    assert res.energy.kinetic[-1] < 1e-6
