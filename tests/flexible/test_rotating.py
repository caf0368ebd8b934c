"""Rotating beams: centrifugal force makes them stiffer. Frequencies against published ones, and the spin-up manoeuvre."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import curve_fit

import vazba as vz

from .cases import round_beam, vector

# First flapwise frequency of a uniform cantilever without hub, by `sqrt(E J/(rho A L^4))`, at the speeds 0, 2 and 6 of that unit: A. D. Wright, C. E. Smith,
# R. W. Thresher, J. L. C. Wang, Vibration modes of centrifugally stiffened beams, J. Appl. Mech. 49 (1982) 197-202. In the plane of rotation, where the
# centrifugal force turns with the beam, it is `w^2 - W^2` less what the Coriolis force takes off: 3.6195 at W = 2 for a radius of gyration of L/70 (S. M.
# Hamza cherif, A. Houmat, 24th ICAS Congress 2004).
FLAPWISE = {0.0: 3.5160, 2.0: 4.1373, 6.0: 7.3604}
RATIO = 0.01
SIZES: dict[str, dict[str, Any]] = {
    "rfe": {"elements": 12, "kappa": 10.0},  # hardly shears, as slender beams do
    "modal": {"modes": 4, "axial": 4, "shapes": "clamped"},
    "ancf": {"elements": 4},
}


def ringing(t: np.ndarray, y: np.ndarray) -> float:
    """Frequency of a slowly decaying vibration about rest."""

    def wave(x: np.ndarray, w: float, c: float, a: float, b: float, rest: float) -> np.ndarray:
        return np.exp(-c * x) * (a * np.cos(w * x) + b * np.sin(w * x)) + rest

    y = (y - y.mean()) / np.ptp(y)
    changes = t[:-1][np.diff(np.sign(y)) != 0]
    guess = np.pi * (len(changes) - 1) / (changes[-1] - changes[0])
    found, _ = curve_fit(wave, t, y, p0=(guess, 0.02, 0.5, 0.5, 0.0))
    assert np.abs(wave(t, *found) - y).max() < 0.01
    return float(found[0])


def spun(model: str, dimension: int, speed: float) -> tuple[vz.Result, np.ndarray]:
    """A run of twelve units of time at constant speed, and its times; a little weight across, or a small shake in the plane, lets it vibrate. Damping
    takes away all but the first mode, of which it changes the frequency by 2e-5."""
    unit = RATIO
    g = vector(3, 0.0, 0.0, -1e-5 * unit**2) if dimension == 3 else None
    m, _ = round_beam(dimension, RATIO, gravity=g, model=model, damping=3e-3 / unit, **SIZES[model])
    m.revolute("A", "ground", "b", at=vector(dimension), **({"axis": (0, 0, 1)} if dimension == 3 else {}))
    shake = f" + 1e-5*sin({10 * unit}*t)*exp(-{3 * unit}*t)" if dimension == 2 else ""
    m.drive("A", angle=f"{speed * unit}*t{shake}")
    m.point("tip", "b", vector(dimension, 1.0))
    r = vz.simulate(m, until=12 / unit, every=0.05 / unit, rtol=1e-6, atol=1e-10)
    assert r.status == "done"
    return r, r.time * unit


@pytest.mark.parametrize("model", SIZES)
@pytest.mark.parametrize("speed", FLAPWISE)
def test_flapwise_frequency(speed, model):
    """Beams in space pass many turns. Twelve rigid elements are off by (pi/24)^2/6, the others by the stretch of W^2/3e4 and by rotary
    inertia (2.3e-4)."""
    r, t = spun(model, 3, speed)
    close = 3.5e-3 if model == "rfe" else 3e-4 + speed**2 / 3e4
    assert ringing(t[t > 6], r["tip.z"][t > 6]) == pytest.approx(FLAPWISE[speed], rel=close)


@pytest.mark.parametrize("model", SIZES)
def test_frequency_in_the_plane_of_rotation(model):
    r, t = spun(model, 2, 2.0)
    c, s = np.cos(2.0 * t), np.sin(2.0 * t)
    found = ringing(t[t > 6], (c * r["tip.y"] - s * r["tip.x"])[t > 6])
    limit = np.sqrt(FLAPWISE[2.0] ** 2 - 4.0)
    if model == "rfe":
        assert found == pytest.approx(limit, rel=3.5e-3)
    else:
        assert 3.6195 < found < limit  # between a thicker beam and one that cannot stretch


def test_southwells_coefficient():
    """At slow rotation `w^2 = w_0^2 + 1.193 W^2` (R. V. Southwell, B. S. Gough, ARC R&M 766, 1921): Rayleigh's quotient with the mode at rest."""
    squares = [ringing(t[t > 6], r["tip.z"][t > 6]) ** 2 for r, t in (spun("modal", 3, w) for w in (0.0, 0.7))]
    assert (squares[1] - squares[0]) / 0.7**2 == pytest.approx(1.193, abs=0.01)


# --- spin-up ---------------------------------------------------------------------------------------------------------------
# T. R. Kane, R. R. Ryan, A. K. Banerjee, Dynamics of a cantilever beam attached to a moving base, J. Guidance 10 (1987) 139-151; these numbers of
# J. C. Simo, L. Vu-Quoc, On the dynamics in space of rods undergoing large motions, Comput. Meth. Appl. Mech. Eng. 66 (1988) 125-161:
L, EA, EI, GA, LINE, SPEED, TIME = 10.0, 2.8e7, 1.4e4, 1e7, 1.2, 6.0, 15.0
STEADY = LINE * SPEED**2 * L**3 / (3 * EA)  # 5.14e-4 m: the centrifugal force stretches it by this
SPINNING: dict[str, dict[str, Any]] = {
    "rfe": {"elements": 12},
    "modal": {"modes": 4, "axial": 3},
    "ancf": {"elements": 4},
}


def angle(t: np.ndarray) -> np.ndarray:
    x = np.minimum(t, TIME)
    law = SPEED / TIME * (x**2 / 2 + (TIME / (2 * np.pi)) ** 2 * (np.cos(2 * np.pi * x / TIME) - 1))
    return np.asarray(law + SPEED * np.maximum(t - TIME, 0.0))


def spin_up(until: float, **values: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray, vz.Result]:
    """Times, and the tip's displacement along and across the frame that turns as the driver says."""
    m = vz.Model("spin-up", dimension=2, gravity=(0, 0))
    section = {"A": 1.0, "J": EI / EA}
    m.beam("b", (0, 0), (L, 0), section=section, E=EA, G=GA, kappa=1.0, density=LINE, damping=1e-4, **values)
    m.revolute("A", "ground", "b", at=(0, 0))
    x = f"min(t, {TIME})"
    wave = f"{(TIME / (2 * np.pi)) ** 2}*(cos({2 * np.pi / TIME}*{x}) - 1)"
    m.drive("A", angle=f"{SPEED / TIME}*({x}**2/2 + {wave}) + {SPEED}*max(t - {TIME}, 0)")
    m.point("tip", "b", (L, 0))
    r = vz.simulate(m, until=until, every=0.02, rtol=1e-6, atol=1e-8)
    c, s = np.cos(angle(r.time)), np.sin(angle(r.time))
    return r.time, c * r["tip.x"] + s * r["tip.y"] - L, c * r["tip.y"] - s * r["tip.x"], r


def linear_spin_up() -> np.ndarray:
    """Deflection of the tip every 0.02 s by the linear theory with centrifugal stiffening, in four polynomials:
    `rho A (w'' - W^2 w + W' x) + E J w'''' - (T w')' = 0`, `T = rho A W^2 (L^2 - x^2)/2`."""
    x, weights = np.polynomial.legendre.leggauss(20)
    x, weights = (x + 1) / 2 * L, weights * L / 2
    shapes = [np.polynomial.Polynomial([0.0] * k + [L ** -float(k)]) for k in range(2, 6)]
    f, f1, f2 = (np.array([p.deriv(n)(x) if n else p(x) for p in shapes]) for n in range(3))
    mass, stiff = LINE * (f * weights) @ f.T, EI * (f2 * weights) @ f2.T
    turned = LINE * ((f1 * weights * (L**2 - x**2) / 2) @ f1.T) - mass
    push, back = LINE * f @ (weights * x), np.linalg.inv(mass)

    def rates(t: float, y: np.ndarray) -> np.ndarray:
        s = min(t, TIME)
        speed = SPEED / TIME * (s - TIME / (2 * np.pi) * np.sin(2 * np.pi * s / TIME))
        gain = SPEED / TIME * (1 - np.cos(2 * np.pi * s / TIME))
        return np.concatenate([y[4:], back @ (-(stiff + speed**2 * turned) @ y[:4] - push * gain)])

    found = solve_ivp(rates, (0, TIME), np.zeros(8), "DOP853", np.arange(0, TIME, 0.02), rtol=1e-6, atol=1e-7)
    return np.asarray(found.y[:4].sum(axis=0))


@pytest.fixture(scope="module")
def reference() -> np.ndarray:
    return linear_spin_up()


@pytest.mark.parametrize("model", SPINNING)
def test_spin_up(model, reference):
    """It lags behind by 0.57 m (linear theory: to the square of the slope, 1 per cent), comes back, and is stretched in the end."""
    t, along, across, r = spin_up(18.0, model=model, **SPINNING[model])
    assert across.min() == pytest.approx(-0.574, abs=0.008)
    assert across[: len(reference)] == pytest.approx(reference, abs=0.011)
    late = t > 16.0
    assert np.abs(across[late]).max() < 6e-3
    assert along[late].mean() == pytest.approx(STEADY, rel=5e-3)
    assert np.hypot(r["A.fx"], r["A.fy"])[late] == pytest.approx(LINE * L**2 / 2 * SPEED**2, rel=2e-3)


@pytest.mark.parametrize("what", [{"axial": 0}, {"axial": 3, "stiffening": False}])
def test_without_stiffening_it_runs_away(what):
    """With its frame in the hub the centrifugal force then only pushes it outwards: faster than its first frequency, 3.8 rad/s, it never comes back."""
    _, _, across, _ = spin_up(12.0, model="modal", shapes="clamped", modes=4, **what)
    assert across.min() < -3.0
    assert across[-1] == across.min()
