"""Least squares within bounds against two other solvers."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.algebra.bounded import bounded_least, room_of


def solved(a, b, low, high, guess=None, fixed=None):
    p, n = a.shape
    x = np.zeros(n) if guess is None else np.array(guess, float)
    fixed = np.zeros(n, np.int32) if fixed is None else np.array(fixed, np.int32)
    room, order = np.zeros(room_of(p, n)), np.zeros(n, np.int32)
    rounds = bounded_least(a.ravel(order="F").copy(), p, p, n, b.copy(), low, high, x, fixed, order, room)
    assert rounds > 0
    return x


def drawn(rng, number):
    """A matrix, with dependent rows and columns at times, a right side that can be met or not, and bounds."""
    p, n = rng.integers(1, 7), rng.integers(1, 9)
    a = rng.normal(size=(p, n))
    if number % 3 == 0 and n > 2:
        a[:, 0] = a[:, 1]
    if number % 5 == 0 and p > 1:
        a[-1] = a[0]
    low = np.where(rng.random(n) < 0.8, rng.uniform(-1, 0.5, n), -np.inf)
    high = np.where(np.isinf(low) | (rng.random(n) < 0.5), np.inf, low + rng.uniform(0, 3, n))
    b = rng.normal(size=p) * rng.choice([0.1, 1, 5])
    if number % 2:
        b = a @ np.clip(rng.normal(size=n), np.maximum(low, -9), np.minimum(high, 9))
    return a, b, low, high


def test_least_squares_and_the_smallest_of_them():
    """First aim against SciPy's BVLS, second against the quadratic programme of DAQP at the value of the first."""
    daqp = pytest.importorskip("daqp")
    from scipy.optimize import lsq_linear

    rng = np.random.default_rng(3)
    compared = 0
    for number in range(300):
        a, b, low, high = drawn(rng, number)
        x = solved(a, b, low, high)
        assert (low <= x).all()
        assert (x <= high).all()
        other = lsq_linear(
            a, b, (np.maximum(low, -1e6), np.minimum(high, 1e6)), method="bvls", tol=1e-15, max_iter=1000
        )
        assert np.linalg.norm(a @ x - b) <= np.linalg.norm(a @ other.x - b) + 1e-10
        n, p = len(x), len(b)
        met = a @ x
        smallest, _, flag, _ = daqp.solve(
            np.eye(n), np.zeros(n), np.ascontiguousarray(a), np.r_[np.minimum(high, 1e30), met], np.r_[np.maximum(low, -1e30), met],
            np.r_[np.zeros(n, np.int32), np.full(p, 5, np.int32)].astype(np.int32),
        )  # fmt: skip
        if flag > 0:
            compared += 1
            assert x == pytest.approx(smallest, abs=1e-9)
    assert compared > 250


def test_the_guess_does_not_matter():
    rng = np.random.default_rng(4)
    for number in range(60):
        a, b, low, high = drawn(rng, number)
        x = solved(a, b, low, high)
        sides = np.where(np.isfinite(low) & (rng.random(len(x)) < 0.5), -1, 0)
        assert solved(a, b, low, high, rng.normal(size=len(x)), sides) == pytest.approx(x, abs=1e-9)


def test_bounds_that_are_the_same_hold():
    a = np.array([[1.0, 1.0]])
    assert solved(a, np.array([5.0]), np.array([2.0, 0.0]), np.array([2.0, 9.0])) == pytest.approx([2.0, 3.0])
