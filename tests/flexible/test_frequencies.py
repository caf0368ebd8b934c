"""Frequencies of supported, clamped and free beams against closed forms: how fast each model converges; and under axial forces."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz

from .cases import BETA, bending, hold, round_beam, vector

SLENDER = 2.5e-4  # radius of gyration by length: shear and rotary inertia take less than 1e-5 off


def errors(how: str, ratio: float, dimension: int = 2, count: int = 2, **values: object) -> np.ndarray:
    m, unit = round_beam(dimension, ratio, **values)
    return bending(hold(m, how), count) / unit / np.repeat(np.square(BETA[how]), dimension - 1)[:count] - 1


@pytest.mark.parametrize("how", BETA)
def test_nodal_beams_converge_with_the_fourth_order(how):
    """Cubic elements: the error falls to a sixteenth. They have no rotary inertia, so that the closed form is theirs, however thick they are."""
    found = np.array([errors(how, 0.02, model="ancf", elements=n) for n in (4, 6, 12)])
    assert (found > 0).all()  # stiffer than the beam, as Ritz's method is
    order = np.log(found[:-1] / found[1:]) / np.log([[6 / 4], [12 / 6]])
    assert order[1] == pytest.approx(4.0, abs=0.21), order
    assert (np.abs(order[1] - 4.0) < np.abs(order[0] - 4.0)).all()  # it tends to four
    assert found[-1].max() < 2e-4


@pytest.mark.parametrize("how", BETA)
def test_rigid_elements_converge_with_the_second_order(how):
    """Where no end is clamped faster still, down to what shear and rotary inertia take off."""
    found = np.abs([errors(how, SLENDER, model="rfe", elements=n) for n in (8, 16)])
    order = np.log2(found[0] / found[1])
    assert order == pytest.approx(2.0, abs=0.05) if how == "clamped" else order.min() > 2.5, order
    assert found[1].max() < (4e-3 if how == "clamped" else 1e-4)


@pytest.mark.parametrize("dimension", [2, 3])
@pytest.mark.parametrize("how", BETA)
def test_modal_beams_are_exact_for_their_shapes(how, dimension):
    """Held as its shapes are (in space bending frequencies stand twice, but for the supported one, whose pin clamps it across)."""
    if how == "supported" and dimension == 3:
        pytest.skip("a pin holds it otherwise in the other plane")
    found = errors(how, SLENDER, dimension, count=3 * (dimension - 1), model="modal", shapes=how, modes=3)
    assert (found < 0).all()  # rotary inertia
    assert found.min() > -1e-5


@pytest.mark.parametrize("ratio", [0.02, 0.1])
def test_a_supported_modal_beam_is_rayleighs_exactly(ratio):
    """With rotary inertia, also of thick beams: `w_k^2 = E J (k pi/L)^4/(rho A + rho J (k pi/L)^2)`."""
    m, _ = round_beam(2, ratio, model="modal", shapes="supported", modes=4, axial=0)
    k = np.arange(1, 5) * np.pi
    exact = np.sqrt(ratio**2 * k**4 / (1 + ratio**2 * k**2))
    assert bending(hold(m, "supported"), 4) == pytest.approx(exact, rel=1e-10)


@pytest.mark.parametrize("how", BETA)
def test_static_shapes_are_right_however_a_beam_is_held(how):
    """The same six shapes for every way; the error falls as shapes are added."""
    found = np.array([errors(how, SLENDER, model="modal", modes=n) for n in (4, 6, 8)])
    assert np.abs(found[1:]).max() < 1e-3
    assert (found[1:] < 0.6 * found[:-1]).all()


@pytest.mark.parametrize("model", ["modal", "ancf"])
def test_axial_and_torsional_frequencies_of_a_clamped_bar(model):
    """It stretches at `pi/2 sqrt(E/rho)/L`, and twists (round, modal) at `pi/2 sqrt(G/rho)/L`."""
    size = {"axial": 6, "twist": 6, "modes": 2} if model == "modal" else {"elements": 4}
    m, _ = round_beam(3, 0.5, model=model, G=0.3, **size)  # so thick that bending is faster than stretching
    found = bending(hold(m, "clamped"), 12)
    for modulus in (1.0, 0.3) if model == "modal" else (1.0,):
        exact = np.pi / 2 * np.sqrt(modulus)
        assert np.abs(found / exact - 1).min() < (2e-3 if model == "modal" else 1e-5), modulus


# a pinned beam under an axial force: `w = w_1 sqrt(1 + N/N_E)`, `N_E = pi^2 E J/L^2` (S. P. Timoshenko, Vibration Problems in Engineering)
PARTS = (2.0, -0.5, -0.9)
SHAPES = {
    "rfe": {"elements": 16},
    "modal": {"shapes": "supported", "modes": 2, "axial": 1},
    "ancf": {"elements": 8},
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("model", SHAPES)
def test_pulled_and_pressed_beams(model, part):
    ratio = 1e-3
    m, unit = round_beam(2, ratio, model=model, **SHAPES[model])
    hold(m, "supported")
    m.point("end", "b", (1.0, 0.0))
    m.force("N", "end", (part * (np.pi * ratio) ** 2, 0.0))
    first = bending(m, 1, at="equilibrium")[0] / (np.pi**2 * unit)
    # the length changes by the strain N/(E A); rigid elements feel the force at as many pins: (pi/n)^2/12 too much of it; elements: as without a force
    close = 4 * abs(part) * (np.pi * ratio) ** 2 + {
        "rfe": abs(part) * 1.05 * (np.pi / 16) ** 2 / 12,
        "ancf": 3.5e-5,
    }.get(model, 0.0)
    assert first**2 == pytest.approx(1 + part, abs=close)


@pytest.mark.parametrize("model", SHAPES)
def test_a_beam_pressed_beyond_eulers_force_buckles(model):
    """Straight it is in equilibrium still, but an unstable one: below Euler's force a stable one."""
    ratio, found = 1e-3, {}
    for part in (-0.99, -1.01):
        m, _ = round_beam(2, ratio, model=model, **SHAPES[model])
        hold(m, "supported")
        m.point("end", "b", (1.0, 0.0))
        m.force("N", "end", (part * (np.pi * ratio) ** 2, 0.0))
        at = vz.equilibrium(m)
        assert at.ok
        found[part] = at.stability
    assert found == {-0.99: "stable", -1.01: "UNSTABLE"}


@pytest.mark.parametrize("shapes", [{"axial": 0}, {"axial": 2, "stiffening": False}])
def test_without_stiffening_axial_forces_do_not_count(shapes):
    m, unit = round_beam(2, 1e-3, model="modal", shapes="supported", modes=2, **shapes)
    hold(m, "supported")
    m.point("end", "b", (1.0, 0.0))
    m.force("N", "end", (3 * (np.pi * 1e-3) ** 2, 0.0))
    assert bending(m, 1)[0] == pytest.approx(np.pi**2 * unit, rel=2e-5)


def test_a_mass_at_the_tip_of_a_cantilever():
    """`w^2 = 3 E J/(m L^3)` where the beam is light beside the mass; with 33/140 of the beam's mass (Rayleigh) to 2e-5."""
    for model, size in (("modal", {"modes": 4}), ("ancf", {"elements": 6})):
        m, unit = round_beam(2, SLENDER, model=model, **size)
        hold(m, "clamped")
        m.body("w", position=vector(2, 1.0), mass=20.0, inertia=1e-9)
        m.fixed("F", "b", "w", at=vector(2, 1.0))
        assert bending(m, 1)[0] == pytest.approx(unit * np.sqrt(3 / (20 + 33 / 140)), rel=2e-5), model
