"""A ledger that does not close is said, with the time; errors of integration are not."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.reporting.ledger import KINDS, possible_energy, unbalanced


def ledger(balance, kinetic=50.0):
    times = np.linspace(0, 2, len(balance))
    energy = {kind: np.zeros(len(times)) for kind in KINDS} | {"balance": np.asarray(balance, float)}
    energy["kinetic"] = kinetic * np.sin(times) ** 2
    energy["potential"] = -energy["kinetic"]
    return times, energy


@pytest.mark.parametrize(
    ("balance", "rtol"),
    [(np.zeros(21), 1e-8), (np.linspace(0, 4e-4, 21), 1e-8), (np.linspace(0, 2, 21), 1e-3), (np.zeros(0), 1e-8), (np.full(21, np.nan), 1e-8)],
)  # fmt: skip
def test_errors_of_integration_are_not_said(balance, rtol):
    assert unbalanced(*ledger(balance), rtol) == []


@pytest.mark.parametrize(
    ("part", "rtol", "wrong"), [(2e-5, 1e-9, False), (8e-3, 1e-8, False), (2e-2, 1e-8, True), (0.1, 1e-3, True), (0.1, 0.5, True)]
)  # fmt: skip
def test_more_than_errors_of_integration_is_said(part, rtol, wrong):
    """These open ten times the relative tolerance at most; a tenth of the energy is said whatever the tolerance."""
    (said,) = unbalanced(*ledger(np.linspace(0, 50 * part, 21)), rtol)
    assert ("the motion behind it is wrong" if wrong else f"more than rtol = {rtol:g} explains") in said


def test_nothing_that_moves_has_nothing_to_lose():
    assert unbalanced(*ledger(np.full(21, 1e-12), kinetic=0.0), 1e-8) == []


def test_rounding_of_a_model_at_rest_is_not_said():
    """Two welded bodies stand still: their energies are rounding of forces that cancel, however it compares with itself."""
    m = vz.Model("welded", dimension=3)
    m.body("a", mass=1, inertia=[0.1, 0.1, 0.1])
    m.body("b", mass=1, inertia=[0.1, 0.1, 0.1], orientation={"cardan": [0.3, 0.4, 0.5]})
    m.fixed("A", "ground", "a", at=(0, 0, 0))
    m.fixed("B", "a", "b", at=(0.7, 0.2, 1))
    m.fixed("C", "a", "b", at=(0.3, 1.2, 1))
    r = vz.simulate(m, 0.5, 0.5, method="absolute")
    assert r.status == "done"
    assert not [text for text in r.warnings if "not unique" not in text]


def test_little_energy_is_held_against_what_the_model_could_have():
    """A pendulum of 1 kg and 1 m could have 10 J: 1e-22 J is nothing, 1e-3 J is not; nor is it where nothing but the motion gives a measure."""
    times, energy = ledger(np.linspace(0, 1e-22, 21), kinetic=1e-22)
    assert len(unbalanced(times, energy, 1e-8)) == 1
    assert unbalanced(times, energy, 1e-8, possible_energy(1.0, 9.81, 1.0, 2.0)) == []
    assert (
        len(unbalanced(*ledger(np.linspace(0, 1e-3, 21), kinetic=1e-3), 1e-8, possible_energy(1.0, 9.81, 1.0, 2.0)))
        == 1
    )
    assert possible_energy(2.0, 0.0, 3.0, 0.5) == pytest.approx(2.0 * (3.0 / 0.5) ** 2)
    assert possible_energy(2.0, 9.81, 3.0, 0.0) == pytest.approx(2.0 * 9.81 * 3.0)


def test_energy_that_disappears_is_said_with_its_time():
    (said,) = unbalanced(*ledger(np.where(np.arange(21) >= 12, -20.0, 0.0)), 1e-8)
    assert "near t = 1.2 s" in said
    assert "20 J of 50 J" in said
