"""Vectors made in one piece of memory."""

import numpy as np

from vazba._jit import F8, each, packed, record
from vazba.rooms import roomy


def test_vectors_in_one_piece_are_told_as_those_made_one_by_one():
    kind = record("ROOMS", each(F8, "a", "b", "c") | {"t": np.dtype("i4")}, "whole")
    table = np.arange(3, dtype="i4")
    arrays, made = roomy(kind, {"a": 2, "b": 0, "c": 5}, {"t": table}, whole=7)
    arrays["a"][:], arrays["c"][:] = 1.0, 2.0
    one_by_one = packed(kind, {**arrays, "t": table}, whole=7)
    for name in ("a", "c", "t"):
        assert (made[name], made[f"n_{name}"]) == (one_by_one[name], one_by_one[f"n_{name}"])
    assert (made.n_b, made.whole) == (0, 7)
    assert made.here != one_by_one.here
    assert arrays["a"].tolist() == [1.0, 1.0]
    assert arrays["c"].tolist() == [2.0] * 5
