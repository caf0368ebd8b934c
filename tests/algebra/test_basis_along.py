"""The basis of a joint's axis: a rotation matrix for every direction, also a hair beside z."""

from __future__ import annotations

import numpy as np
import pytest

from vazba.joints.joint import basis_along


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("tilt", [0.0, 1e-15, 1e-12, 1e-9, 3e-8, 1e-7, 1e-6, 1.5e-6, 1e-5, 1e-3, 1.0])
def test_a_basis_is_a_rotation_whatever_the_direction(tilt, sign):
    """Columns are perpendicular and of length one to rounding; the third is the axis."""
    for angle in np.linspace(0.0, 6.0, 13):
        axis = np.array([tilt * np.cos(angle), tilt * np.sin(angle), sign])
        basis = basis_along(axis)
        assert basis.T @ basis == pytest.approx(np.eye(3), abs=1e-15)
        assert np.linalg.det(basis) == pytest.approx(1.0)
        assert basis[:, 2] == pytest.approx(axis / np.linalg.norm(axis), abs=1e-16)


def test_z_has_the_unit_basis():
    assert np.array_equal(basis_along(np.array([0.0, 0.0, 2.0])), np.eye(3))
