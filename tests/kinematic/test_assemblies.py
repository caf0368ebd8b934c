"""Which joint coordinates are held while other assemblies are looked for."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import qr

from vazba.kinematic.assemblies import _most_different


@pytest.mark.parametrize("seed", range(5))
def test_columns_are_chosen_as_a_factorisation_with_pivoting_chooses_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    rows, columns = 2 + seed, 7
    matrix = rng.normal(size=(rows, columns)) * rng.uniform(0.1, 10.0, columns)
    order, lengths = _most_different(matrix, rows)
    _, r, expected = qr(matrix, mode="economic", pivoting=True)
    assert order == expected[:rows].tolist()
    assert lengths == pytest.approx(np.abs(np.diag(r)), rel=1e-10)


def test_a_column_that_brings_nothing_new_has_no_length() -> None:
    matrix = np.array([[1.0, 2.0, -3.0], [2.0, 4.0, -6.0]])
    order, lengths = _most_different(matrix, 2)
    assert order[0] == 2
    assert lengths[1] < 1e-12 * lengths[0]
