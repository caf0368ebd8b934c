"""Small dense systems against NumPy: with row exchanges, transposed, positive definite, and the choice of columns."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.algebra.dense import choose_columns, lu_factor, lu_solve, lu_solve_transposed, solve_symmetric


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8, 13])
def test_elimination_with_row_exchanges(n: int) -> None:
    rng = np.random.default_rng(n)
    for _ in range(20):
        a, b = rng.normal(size=(n, n)), rng.normal(size=n)
        factors, order = a.ravel().copy(), np.zeros(n, np.int32)
        least = lu_factor(factors, n, order)
        x, z = b.copy(), b.copy()
        lu_solve(factors, n, order, x)
        lu_solve_transposed(factors, n, order, z)
        loose = 1e-13 * np.linalg.cond(a)
        assert x == pytest.approx(np.linalg.solve(a, b), rel=loose, abs=loose * np.abs(x).max())
        assert z == pytest.approx(np.linalg.solve(a.T, b), rel=loose, abs=loose * np.abs(z).max())
        assert least == pytest.approx(np.abs(np.diag(factors.reshape(n, n))).min())


@pytest.mark.parametrize("n", [1, 2, 5, 9])
def test_positive_definite(n: int) -> None:
    rng = np.random.default_rng(n)
    root, b = rng.normal(size=(n, n)), rng.normal(size=n)
    a = root @ root.T + 0.1 * np.eye(n)
    x = b.copy()
    solve_symmetric(a.ravel().copy(), n, x)
    assert x == pytest.approx(np.linalg.solve(a, b), rel=1e-10, abs=1e-10)


@pytest.mark.parametrize(("m", "n", "rank"), [(3, 7, 3), (5, 6, 3), (4, 4, 4), (6, 3, 2)])
def test_the_choice_of_columns_is_regular_and_as_large_as_the_rank(m: int, n: int, rank: int) -> None:
    rng = np.random.default_rng(10 * m + n)
    a = rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))
    rows, columns = np.zeros(m, np.int32), np.zeros(n, np.int32)
    found, least = choose_columns(a.ravel().copy(), m, n, min(m, n), 1e-9, rows, columns)
    assert found == rank
    assert sorted(rows) == list(range(m))
    assert sorted(columns) == list(range(n))
    part = a[np.ix_(rows[:found], columns[:found])]
    assert np.linalg.cond(part) < 1e3
    assert least > 1e-3
