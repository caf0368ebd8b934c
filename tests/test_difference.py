"""How far two results are apart: by arrays whose difference is known."""

from __future__ import annotations

import numpy as np
import pytest

import vazba as vz
from vazba.result import Result
from vazba.result.difference import common_instants

TIME = np.linspace(0.0, 1.0, 11)


def result(time=TIME, shift=0.0, turn=0.0, push=0.0, sign=1.0):
    """A spatial body moved by `shift` along (3, 4, 0)/5 and turned by `turn` about z at t = 0.5; a joint with more force then."""
    there = np.isclose(time, 0.5).astype(float)
    angle = turn * there
    body = {
        "x": 10.0 * time + 0.6 * shift * there, "y": 0.8 * shift * there, "z": 0.0 * time,
        "qw": sign * np.cos(angle / 2), "qx": 0.0 * time, "qy": 0.0 * time, "qz": sign * np.sin(angle / 2),
        "phi_x": 0.0 * time, "phi_y": 0.0 * time, "phi_z": angle,
    }  # fmt: skip
    joint = {"fx": 200.0 + push * there, "fy": 0.0 * time, "fz": 0.0 * time, "mx": 0.0 * time, "my": 0.0 * time, "mz": 1e-15 * sign + 0.0 * time}  # fmt: skip
    energy = {"kinetic": 1.0 + 0.0 * time, "balance": sign * 1e-9 + 0.0 * time}
    return Result(None, time, {"body": body, "joint": joint, "energy": energy}, {"body": ("b",), "joint": ("A",)})


def test_vectors_and_orientations_are_compared_as_a_whole():
    rows = {
        (row.kind, row.element, row.quantity): row
        for row in result().difference(result(shift=1e-3, turn=2e-4, push=0.5, sign=-1.0))
    }
    place, turned, force = (rows[key] for key in (("body", "b", "position"), ("body", "b", "orientation"), ("joint", "A", "reaction force")))  # fmt: skip
    assert (place.largest, place.unit, place.time) == (pytest.approx(1e-3), "m", 0.5)
    assert place.relative == pytest.approx(1e-4)
    assert (turned.largest, turned.unit) == (pytest.approx(2e-4, rel=1e-6), "rad")
    assert (force.largest, force.unit, force.relative) == (pytest.approx(0.5), "N", pytest.approx(0.5 / 200.5))
    # rounding of a moment that is zero is no difference, and the balance is an error itself
    assert rows["joint", "A", "reaction moment"].relative < 1e-14
    assert ("energy", "energy", "balance") not in rows
    assert not any(quantity.startswith("phi") for _, _, quantity in rows)


def test_the_relatively_largest_comes_first():
    rows = result().difference(result(shift=1e-3, turn=0.0, push=1e-3))
    assert [row.quantity for row in rows[:2]] == ["position", "reaction force"]
    assert str(rows[0]) == "b position: 1.00e-03 m at t = 0.5 s"
    assert max(row.largest for row in result().difference(result())) == 0.0


def test_only_common_instants_count():
    fine = np.linspace(0.0, 1.2, 25)
    mine, yours = common_instants(TIME, fine)
    assert TIME[mine] == pytest.approx(fine[yours], abs=1e-12)
    assert len(mine) == 11
    (place,) = (row for row in result().difference(result(fine, shift=1e-3)) if row.quantity == "position")
    assert (place.largest, place.time) == (pytest.approx(1e-3), 0.5)
    with pytest.raises(vz.ModelError, match="no instant in common"):
        result().difference(result(TIME + 0.01234))
