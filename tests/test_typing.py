"""What editors and type checkers are told about results. `make lint` checks the types (`assert_type`), running it checks that they are true."""

from __future__ import annotations

from typing import Any, assert_type

import numpy as np
from numpy.typing import NDArray

import vazba as vz

Array = NDArray[np.float64]


def test_all_public_names_are_told_to_type_checkers() -> None:
    assert sorted(vz.__all__) == sorted([*vz._HOMES, *vz._ROOMS, "__version__"])


def test_quantities_of_a_result_are_typed() -> None:
    m = vz.Model("swing", dimension=2)
    rod = m.body("rod", mass=1.0, inertia=0.1)
    m.revolute("A", "ground", rod, at=(-0.5, 0))
    res = vz.simulate(m, until=0.1, every=0.05)
    assert_type(res, vz.Result)
    arrays = [
        assert_type(res["rod"].position, Array), assert_type(res["A"].force_vector, Array), assert_type(res["rod"]["vx"], Array),
        assert_type(res[rod].velocity, Array), assert_type(res.joint("A").moment, Array), assert_type(res.energy.balance, Array),
    ]  # fmt: skip
    assert all(isinstance(array, np.ndarray) and len(array) == len(res) for array in arrays)
    last: Any = res["rod.x"].max() + res["time"][-1]  # a column is an array
    assert np.isfinite(last)
