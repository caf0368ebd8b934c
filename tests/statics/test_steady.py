"""Modes about steady motions, and over a parameter, against closed forms."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from scipy.linalg import eigh

import vazba as vz

M, JD, JP, ARM, K, KT = 2.0, 0.05, 0.08, 0.15, 8000.0, 300.0


def overhung(omega=250.0):
    """A disc on the end of a massless shaft that springs in all directions alike: its bearing stands still, the disc turns in it."""
    m = vz.Model("overhung rotor", gravity=(0, 0, 0))
    m.parameters["omega"] = omega
    m.body("bearing", position=(0, 0, 0), mass=0, inertia=(0, 0, 0))
    m.body("disc", position=(0, 0, ARM), mass=M, inertia=(JD, JD, JP))
    m.bushing("shaft", "ground", "bearing", at=(0, 0, 0), stiffness=(K, K, 1e6, KT, KT, 1e5))
    m.revolute("A", "bearing", "disc", at=(0, 0, ARM), axis=(0, 0, 1))
    m.drive("spin", joint="A", angle={"polynomial": [0, "omega"]})
    return m


def whirl_speeds(omega):
    """`m u'' + k (u - a t) = 0`, `J_d t'' - i J_p W t' - k a (u - a t) + k_t t = 0` with `u = x + i y`, `t = theta_y - i theta_x`; positive: forward."""
    mass, spin = np.diag([M, JD]), np.diag([0, -1j * JP * omega])
    k = np.array([[K, -K * ARM], [-K * ARM, K * ARM**2 + KT]])
    a = np.block([[np.zeros((2, 2)), np.eye(2)], [-np.linalg.solve(mass, k), -np.linalg.solve(mass, spin)]])
    return np.sort(np.linalg.eigvals(a).imag)


@pytest.mark.parametrize("omega", [0.0, 40.0, 250.0])
def test_overhung_rotor(omega):
    found = vz.modes(overhung(omega), at="motion")
    assert not found.warnings
    speeds = whirl_speeds(omega)
    for s in speeds:
        assert np.abs(found.omegas - abs(s)).min() < 1e-6 * abs(s)  # the bearing has a billionth of a mass
    if omega:
        signed = {"forward": 1.0, "backward": -1.0}
        got = sorted(
            signed[mode.whirl] * mode.omega for mode in found if mode.whirl and mode.omega < 1.01 * abs(speeds).max()
        )
        assert got == pytest.approx(speeds, rel=1e-6)


def test_campbell(tmp_path):
    """Forward whirl meets the speed where the closed form says: `det(K - W^2 M') = 0` with `J_d - J_p` for `J_d`."""
    values = np.linspace(0, 300, 61)
    sweep = vz.sweep_modes(overhung(), "omega", values, count=4)
    assert {found.at for found in sweep} == {"motion"}
    for row, omega in zip(sweep.frequencies[::10], values[::10], strict=True):
        assert np.sort(row) == pytest.approx(np.sort(np.abs(whirl_speeds(omega))) / (2 * np.pi), rel=1e-5)
    k = np.array([[K, -K * ARM], [-K * ARM, K * ARM**2 + KT]])
    forward = [np.sqrt(x.real) for x in np.linalg.eigvals(np.linalg.solve(np.diag([M, JD - JP]), k)) if x.real > 0]
    backward = [np.sqrt(x.real) for x in np.linalg.eigvals(np.linalg.solve(np.diag([M, JD + JP]), k)) if x.real > 0]
    expected = sorted(w for w in (*forward, *backward) if w < 300)
    assert [value for value, _ in sweep.critical()] == pytest.approx(expected, rel=2e-2)
    sweep.save(tmp_path / "c.csv")
    with (tmp_path / "c.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 4 * 61
    assert float(rows[0]["frequency"]) == pytest.approx(sweep.frequencies[0, 0], rel=1e-12)
    sweep.picture(tmp_path / "c.png")
    assert (tmp_path / "c.png").stat().st_size > 10_000


def rotating_beam(eta, dimension):
    """Length 1, `E J = 1e-4`, `rho A = 1`: frequencies in units of 0.01 rad/s; stretched by less than 1e-3."""
    d = dimension
    m = vz.Model("rotating", dimension=d, gravity=[0.0] * d)
    root, tip = [0.0] * d, [1.0] + [0.0] * (d - 1)
    section = {"A": 10.0, "J": 1e-4} if d == 2 else {"A": 10.0, "Jy": 1e-4, "Jz": 1e-4, "It": 2e-4}
    m.body("hub", position=root, mass=1.0, inertia=1.0 if d == 2 else [1.0] * 3)
    m.beam(
        "b",
        root,
        tip,
        section=section,
        E=1.0,
        density=0.1,
        model="rfe",
        elements=16,
        **({} if d == 2 else {"orientation": {"quaternion": [1, 0, 0, 0]}}),
    )
    m.fixed("c", "hub", "b", at=root)
    m.revolute("A", "ground", "hub", at=root, **({} if d == 2 else {"axis": (0, 0, 1)}))
    m.drive("spin", joint="A", angle={"polynomial": [0.0, 0.01 * eta]})
    return m


# First flapwise frequency of a uniform beam clamped on the axis, in units of sqrt(EJ/(rho A))/L^2: A. D. Wright, C. E. Smith, R. W. Thresher, J. L. C. Wang,
# Vibration modes of centrifugally stiffened beams, J. Appl. Mech. 49 (1982) 197; lead-lag is less by the square of the speed.
FLAP = {2.0: 4.1373, 6.0: 7.3604}


def flapwise(eta, count=12):
    """The same by Ritz: `int w''^2 + eta^2 (1 - x^2)/2 w'^2 = omega^2 int w^2` with `w = x^2 ... x^(count + 1)`, in Legendre's polynomials of x."""
    from numpy.polynomial import Polynomial
    from numpy.polynomial.legendre import Legendre, leggauss

    x, weight = leggauss(40)
    x, weight = (x + 1) / 2, weight / 2
    shapes = [Polynomial([0, 0, 1]) * Legendre.basis(k, domain=[0, 1]).convert(kind=Polynomial) for k in range(count)]
    w, w1, w2 = (np.array([shape.deriv(order)(x) if order else shape(x) for shape in shapes]) for order in range(3))
    stiff = (w2 * weight) @ w2.T + eta**2 * (w1 * weight * (1 - x**2) / 2) @ w1.T
    return float(np.sqrt(eigh(stiff, (w * weight) @ w.T, eigvals_only=True)[0]))


@pytest.mark.parametrize("eta", FLAP)
def test_rotating_beam(eta):
    assert flapwise(eta) == pytest.approx(FLAP[eta], abs=1e-4)
    flat = vz.modes(rotating_beam(eta, 2), at="motion", count=1)
    assert np.hypot(100 * flat.omegas[0], eta) == pytest.approx(FLAP[eta], rel=3e-3)
    space = vz.modes(rotating_beam(eta, 3), at="motion", count=2)
    assert 100 * space.omegas[1] == pytest.approx(FLAP[eta], rel=3e-3)
    assert space.omegas[0] == pytest.approx(flat.omegas[0], rel=1e-6)


def test_a_rotor_that_is_not_round_on_supports_that_are_not_is_told():
    m = vz.Model("uneven", gravity=(0, 0, 0))
    m.body("disc", position=(0, 0, 0), mass=1.0, inertia=(0.01, 0.02, 0.03), angular_velocity=(0, 0, 50))
    for axis, stiff in zip(np.eye(3), (100.0, 200.0, 300.0), strict=True):
        for side in (1.0, -1.0):
            name = f"{np.argmax(axis)}{'+' if side > 0 else '-'}"
            m.spring(
                f"s{name}",
                m.point(f"O{name}", "ground", (2 * side * axis).tolist()),
                m.point(f"P{name}", "disc", (0, 0, 0.1)),
                stiffness=stiff,
                free_length=1.0,
            )
    assert any("while it turns" in text for text in vz.modes(m, at="motion").warnings)


def test_a_motion_that_is_not_steady_is_refused():
    m = vz.Model("two", dimension=2, gravity=(0, 0))
    m.body("a", position=(0, 0), mass=1, inertia=1, velocity=(1, 0))
    m.body("b", position=(0, 1), mass=1, inertia=1, angular_velocity=2)
    with pytest.raises(vz.SolveError, match="not steady"):
        vz.modes(m, at="motion")


def test_faults_of_a_sweep():
    with pytest.raises(vz.ModelError, match="no parameter 'omga'"):
        vz.sweep_modes(overhung(), "omga", [1, 2])
    with pytest.raises(vz.ModelError, match="no values"):
        vz.sweep_modes(overhung(), "omega", [])
