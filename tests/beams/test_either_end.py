"""A beam of rigid finite elements is the same from either end, and converges to the beam of Reissner with the second order.

The reference is the geometrically exact beam under a force F at its tip, a boundary value problem:

    r' = R (1 + N/EA, Q/GA),  phi' = M/EJ,  M' = -(r' x F),   (N, Q) = R^T F,   r(0) = 0,  phi(0) = 0,  M(L) = 0
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_bvp

import vazba as vz

EA, GA, EJ, FORCE = 100.0, 34.0, 1.0, (0.4, 1.0)  # thick: it shears by 3 per cent and bends by 25 degrees
SIZES = (6, 12, 24, 48)


def reissner(force: tuple[float, float] = FORCE) -> np.ndarray:
    """Where the tip is."""
    fx, fy = force

    def rate(_: Any, y: np.ndarray) -> np.ndarray:
        c, s = np.cos(y[2]), np.sin(y[2])
        e, g = 1 + (c * fx + s * fy) / EA, (c * fy - s * fx) / GA
        x, z = c * e - s * g, s * e + c * g
        return np.vstack([x, z, y[3] / EJ, z * fx - x * fy])

    grid = np.linspace(0, 1, 21)
    guess = np.vstack([grid, 0 * grid, 0 * grid, fy * (1 - grid)])
    held = lambda a, b: np.array([a[0], a[1], a[2], b[3]])  # noqa: E731
    found = solve_bvp(rate, held, grid, guess, tol=1e-10, max_nodes=20000)
    assert found.success
    return found.sol(1.0)[:2]


def cantilever(n: int, reverse: bool, dimension: int = 2, skew: float = 0.0, **values: Any) -> vz.Model:
    """Clamped at (0, 0), with the force at its tip; `from` is the clamp, or (reverse) the tip. In space the plane is turned by `skew` about x."""
    zeros = [0.0] * (dimension - 1)
    clamp, tip = [0.0, *zeros], [1.0, *zeros]
    m = vz.Model("thick", dimension=dimension, gravity=[0.0] * dimension)
    section = {"A": 1.0, "J": EJ / EA} if dimension == 2 else {"A": 1.0, "Jy": EJ / EA, "Jz": EJ / EA, "It": 0.015}
    ends = (tip, clamp) if reverse else (clamp, tip)
    m.beam("b", *ends, section=section, E=EA, G=40.0, kappa=GA / 40.0, density=1.0, elements=n, **values)
    m.fixed("A", "ground", "b", at=clamp)
    m.point("tip", "b", [0.0 if reverse else 1.0, *zeros])
    across = [FORCE[1]] if dimension == 2 else [FORCE[1] * np.cos(skew), FORCE[1] * np.sin(skew)]
    m.force("F", "tip", [FORCE[0], *across])
    return m


def place(view: Any, k: int = 0) -> np.ndarray:
    return np.array([view[axis][k] for axis in "xyz" if axis in view.quantities])


@pytest.mark.parametrize("dimension", [2, 3])
def test_a_thick_cantilever_from_both_ends(dimension):
    """The tips of both agree to rounding, and go to Reissner's with the second order."""
    exact, skew, errors = reissner(), 0.9, []
    if dimension == 3:
        exact = np.array([exact[0], exact[1] * np.cos(skew), exact[1] * np.sin(skew)])
    for n in SIZES:
        tips = [place(vz.equilibrium(cantilever(n, reverse, dimension, skew))["tip"]) for reverse in (False, True)]
        assert tips[0] == pytest.approx(tips[1], abs=1e-10), n
        errors.append(np.abs(tips[0] - exact).max())
    assert np.log2(np.array(errors[:-1]) / errors[1:]) == pytest.approx(2.0, abs=0.1), errors
    assert errors[-1] < 5e-5


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("flexibility", ["all", "bending"])
def test_the_motion_does_not_tell_the_ends_apart(dimension, flexibility):
    """Let go with a force on the tip, damped: places, energies, section forces (mirrored) and reactions."""
    if dimension == 3 and flexibility == "bending":
        return  # refused in space
    runs = []
    for reverse in (False, True):
        m = cantilever(5, reverse, dimension, 0.9, damping=2e-3, flexibility=flexibility)
        runs.append(vz.simulate(m, 0.6, 0.1, rtol=1e-10, atol=1e-12))
    a, b = runs
    assert a["tip"].y[-1] > 0.02
    for word in ("tip.x", "tip.y", "A.fx", "A.fy", "energy.elastic", "energy.dissipated"):
        assert a[word] == pytest.approx(b[word], abs=1e-7), word
    mine, other = a.station("b@0.3"), b.station("b@0.7")
    signs = {"N": 1, "Q": 1, "M": -1} if dimension == 2 else {"N": 1, "T": 1}
    for word, sign in signs.items():
        assert mine[word] == pytest.approx(sign * other[word], abs=1e-6), word
    assert np.abs(mine["N"]).max() > 1e-2


@pytest.mark.parametrize("n", [6, 7])
def test_a_moment_where_two_segments_meet(n):
    """At a cut it acts on the segment nearer to the middle: the same one from either end."""
    tips = []
    for reverse in (False, True):
        m = cantilever(n, reverse)
        m.forces.clear()
        at = 1.5 / n
        m.torque("T", f"b@{1 - at if reverse else at:.15g}", 0.5)
        tips.append(place(vz.equilibrium(m)["tip"]))
    assert tips[0] == pytest.approx(tips[1], abs=1e-10)
    assert tips[0][1] > 0.02


def test_axes_of_section_forces_lie_half_way():
    """Under the force alone `N` and `Q` at every cut are the components of F in the axes half-way between the segments there."""
    at = vz.equilibrium(cantilever(6, False))
    for k in range(6):
        view = at.result.station(f"b@{(k + 0.5) / 6:g}")
        n, q = view.N[0], view.Q[0]
        assert n**2 + q**2 == pytest.approx(FORCE[0] ** 2 + FORCE[1] ** 2, rel=1e-9)
        bent = np.arctan2(FORCE[1], FORCE[0]) - np.arctan2(q, n)
        assert 0 < bent < 0.5
    assert at.reaction("A")[:2] == pytest.approx([-FORCE[0], -FORCE[1]], rel=1e-9)
