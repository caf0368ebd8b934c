"""Sparse equations with many right sides, against NumPy's dense solution."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csc_array, eye_array, random_array

from vazba.algebra.columns import ManyColumns


@pytest.mark.parametrize(("n", "count"), [(1, 1), (7, 3), (120, 40)])
def test_many_columns(n: int, count: int) -> None:
    rng = np.random.default_rng(n)
    a = csc_array(random_array((n, n), density=min(1.0, 4.0 / n), rng=rng) + 2.0 * eye_array(n))
    a = a[rng.permutation(n)]
    right = rng.normal(size=(n, count))
    right[: n // 2, : count // 2] = 0.0
    found = ManyColumns(csc_array(a))
    assert found.solve(right) == pytest.approx(np.linalg.solve(a.toarray(), right), rel=1e-9, abs=1e-11)
    part = (n + 1) // 2
    padded = np.vstack([right[:part], np.zeros((n - part, count))])
    assert found.solve(right[:part]) == pytest.approx(np.linalg.solve(a.toarray(), padded)[:part], rel=1e-9, abs=1e-11)


def test_a_singular_matrix_is_told() -> None:
    with pytest.raises(RuntimeError):
        ManyColumns(csc_array(np.array([[1.0, 2.0], [2.0, 4.0]])))
