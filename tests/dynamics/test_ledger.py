"""A ledger that does not close is said, with the time; errors of integration are not."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.dynamics.ledger import KINDS, unbalanced


def ledger(balance, kinetic=50.0):
    times = np.linspace(0, 2, len(balance))
    energy = {kind: np.zeros(len(times)) for kind in KINDS} | {"balance": np.asarray(balance, float)}
    energy["kinetic"] = kinetic * np.sin(times) ** 2
    energy["potential"] = -energy["kinetic"]
    return times, energy


@pytest.mark.parametrize(
    ("balance", "rtol"),
    [(np.zeros(21), 1e-8), (np.linspace(0, 0.4, 21), 1e-8), (np.linspace(0, 5, 21), 1e-3), (np.zeros(0), 1e-8), (np.full(21, np.nan), 1e-8)],
)  # fmt: skip
def test_errors_of_integration_are_not_said(balance, rtol):
    assert unbalanced(*ledger(balance), rtol) == []


def test_nothing_that_moves_has_nothing_to_lose():
    assert unbalanced(*ledger(np.full(21, 1e-12), kinetic=0.0), 1e-8) == []


def test_energy_that_disappears_is_said_with_its_time():
    (said,) = unbalanced(*ledger(np.where(np.arange(21) >= 12, -20.0, 0.0)), 1e-8)
    assert "near t = 1.2 s" in said
    assert "20 J of 50 J" in said
