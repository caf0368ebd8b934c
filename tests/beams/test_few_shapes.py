"""The error that is told of modal beams with too few shapes: against closed forms, and against runs with many shapes."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import vazba as vz
from vazba.flexible.shapes import root
from vazba.flexible.truncation import BEND, TWIST, Held, Law, Load, Truncation

from .test_beam_warnings import STEEL, beam

CLAMPED = [Held(0.0, True)]
UNIT = np.sqrt(STEEL["E"] * 0.02**2 / 12 / STEEL["density"])  # of frequencies of the beam below, rad/s


def told(warnings: Any) -> float:
    """Part that is told, 0 where nothing is."""
    text = [line for line in warnings if "are too few" in line]
    assert len(text) <= 1
    if not text:
        return 0.0
    return 0.5 if "more than half" in text[0] else float(re.search(r"off by about ([\d.e+-]+) %", text[0])[1]) / 100


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_what_a_cantilever_misses_at_rest(count):
    """A force at the end: each mode has `4/beta^4` of the compliance 1/3, the static shapes all of it."""
    load = Truncation(BEND, CLAMPED, [Load("force", 1.0)])
    kept = sum(4 / root("clamped", k) ** 4 for k in range(1, count + 1))
    assert load.error("clamped", count) == pytest.approx(1 - 3 * kept, rel=1e-3)
    assert load.error("static", 2) < 1e-6


@pytest.mark.parametrize("count", [1, 2, 4])
def test_what_sines_miss_at_rest(count):
    """Between pins, under its weight: `(x - 2 x^3 + x^4)/24` is `sum of odd 4/(k pi)^5 sin(k pi x)`."""
    x = np.linspace(0, 1, 2001)
    kept = sum((4 / (k * np.pi) ** 5 if k % 2 else 0.0) * np.sin(k * np.pi * x) for k in range(1, count + 1))
    wanted = np.abs((x - 2 * x**3 + x**4) / 24 - kept).max() / (5 / 384)
    load = Truncation(BEND, [Held(0.0), Held(1.0)], [Load("shift")])
    assert load.error("supported", count) == pytest.approx(wanted, rel=0.05)


@pytest.mark.parametrize("count", [1, 2, 4])
def test_what_twist_misses_at_rest(count):
    """Held at the start, with its inertia: `x - x^2/2` is x/2 and `sum of odd 4/(k pi)^3 sin(k pi x)`."""
    x = np.linspace(0, 1, 2001)
    kept = x / 2 + sum((4 / (k * np.pi) ** 3 if k % 2 else 0.0) * np.sin(k * np.pi * x) for k in range(1, count))
    wanted = np.abs(x - x**2 / 2 - kept).max() / 0.5
    assert Truncation(TWIST, [Held(0.0)], [Load("shift")]).error("static", count) == pytest.approx(wanted, rel=0.03)


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("part", [0.2, 0.5, 0.8])
@pytest.mark.parametrize("kind", ["force", "shift"])
def test_a_cantilever_in_steady_motion(count, part, kind):
    """Damped, so that it swings with the load alone: `sum phi_k(x) F_k/(w_k^2 - W^2)`, `phi_k = cosh - cos - sigma (sinh - sin)`, `F_k` being
    `phi_k(1)` by a force at the end and the mean `2 sigma_k/beta_k` by a moving base."""
    omega = part * root("clamped", count + 1) ** 2
    beta = np.array([root("clamped", k) for k in range(1, 10)])
    sigma, z = (np.sinh(beta) - np.sin(beta)) / (np.cosh(beta) + np.cos(beta)), np.outer(np.linspace(0, 1, 301), beta)
    phi = np.cosh(z) - np.cos(z) - sigma * (np.sinh(z) - np.sin(z))
    damping = 0.02 / omega
    answers = (
        phi * (phi[-1] if kind == "force" else 2 * sigma / beta) / (beta**4 * (1 + 1j * damping * omega) - omega**2)
    )
    wanted = np.abs(answers[:, count:].sum(axis=1)).max() / np.abs(answers.sum(axis=1)).max()
    span = 400 * 2 * np.pi / omega
    t = np.linspace(0, span, 8192)
    law = Law(np.sin(omega * t) * np.minimum(1.0, t / (0.5 * span)), span, omega, damping)
    found = Truncation(BEND, CLAMPED, [Load(kind, 1.0 if kind == "force" else 0.0)], law).error("clamped", count)
    assert wanted / 2 < found < 2 * wanted, (found, wanted)


def shaken(held: str, modes: int, frequency: float, shapes: str, at: float, base: bool) -> vz.Model:
    m = beam(held, 0.02, model="modal", modes=modes, shapes=shapes, axial=0)
    wave = f"sin({2 * np.pi * frequency:.12g}*t)"
    if base:
        del m.joints["J0"]
        m.joint("prismatic", "J0", "ground", "b", at=(0, 0), axis=(0, 1))
        m.drive("J0", displacement=f"1e-4*{wave}")
    else:
        m.point("P", "b", (at, 0.0))
        m.force("F", "P", (0.0, wave))
    return m


@pytest.mark.parametrize(
    ("held", "shapes", "modes", "omega", "at", "base"),
    [
        ("clamped - free", "static", 3, 0.4 * root("free", 2) ** 2, 1.0, False),  # nothing was said of 8.5 %
        ("clamped - free", "static", 3, 0.25 * root("free", 2) ** 2, 1.0, True),
        ("clamped - free", "static", 4, 0.7 * root("free", 3) ** 2, 1.0, False),
        ("clamped - free", "clamped", 2, 0.7 * root("clamped", 3) ** 2, 1.0, False),
        ("pinned - pinned", "supported", 2, 0.5 * (3 * np.pi) ** 2, 0.5, False),
        ("pinned - pinned", "static", 3, 0.4 * root("free", 2) ** 2, 0.5, False),
        ("clamped - clamped", "static", 4, 0.6 * root("free", 3) ** 2, 0.5, False),
        ("clamped - pinned", "static", 3, 0.4 * root("free", 2) ** 2, 0.5, False),
    ],
)
def test_the_error_told_is_that_of_a_run(held, shapes, modes, omega, at, base):
    """Against the same run with 16 shapes: largest difference of deflections over the largest deflection."""
    f = omega * UNIT / (2 * np.pi)
    until = 8 / f
    few, many = (
        vz.simulate(shaken(held, n, f, kind, at, base), until, until / 400, rtol=1e-6, atol=1e-11)
        for n, kind in ((modes, shapes), (16, "static"))
    )
    move = 1e-4 * np.sin(2 * np.pi * f * np.linspace(0, until, 401)) if base else 0.0
    where = [0.3125, 0.4375, 0.5625, 1.0]
    a, b = (np.array([r.station("b", x).y - move for x in where]) for r in (few, many))
    true = np.abs(a - b).max() / np.abs(b).max()
    found = told(few.warnings)
    assert true > 0.01
    assert true / 2 < found < 2 * true, (found, true)
    assert not told(many.warnings)


@pytest.mark.parametrize("shapes", ["static", "clamped"])
def test_the_number_told_is_enough(shapes):
    m = shaken("clamped - free", 3, 0.6 * root("clamped", 4) ** 2 * UNIT / (2 * np.pi), shapes, 1.0, False)
    m.simulation["until"] = 0.05
    text = next(line for line in vz.check(m).warnings if "are too few" in line)
    needed = int(re.search(r"modes = (\d+)", text)[1])
    for n, silent in ((needed, True), (needed - 1, False)):
        m.beams["b"] = type(m.beams["b"])(**{**vars(m.beams["b"]), "modes": n})
        assert (told(vz.check(m).warnings) == 0.0) == silent


def test_shapes_that_do_not_fit_are_told_at_rest():
    """Sines in a cantilever: the moment at the clamp is missing, and other shapes are named."""
    m = beam("clamped - free", 0.02, model="modal", shapes="supported")
    text = next(line for line in vz.equilibrium(m).warnings if "are too few" in line)
    assert 'shapes = "static"' in text
    assert "at rest" in text


def test_shapes_of_twist():
    """A shaft that is twisted at its end, above the first frequency left out: told by `check` and runs alike, not at the number they tell."""
    m = vz.Model("shaft", dimension=3, gravity=[0.0] * 3)
    section = {"shape": "round", "diameter": 0.02}
    m.beam("b", [0, 0, 0], [1, 0, 0], section=section, **STEEL, model="modal", twist=2, modes=12, axial=0)
    m.fixed("J", "ground", "b", at=[0, 0, 0])
    m.torque("T", torque=["sin(2*pi*1500*t)", 0, 0], body="b@1")  # the first mode has sqrt(G/rho)/4L = 806 Hz
    m.simulation["until"] = 0.002
    lines = [
        [line for line in warnings if "shapes of twist are too few" in line]
        for warnings in (vz.check(m).warnings, vz.simulate(m, 0.002, 0.001).warnings)
    ]
    assert len(lines[0]) == 1
    assert lines[0] == lines[1]
    needed = int(re.search(r"twist = (\d+)", lines[0][0])[1])
    m.beams["b"] = type(m.beams["b"])(**{**vars(m.beams["b"]), "twist": needed})
    assert not [line for line in vz.check(m).warnings if "shapes of twist" in line]
