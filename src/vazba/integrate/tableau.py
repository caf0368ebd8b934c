"""The numbers of an explicit Runge-Kutta method, as one record for the compiled loop.

Stages `k_i = f(y + h sum_j a_ij k_j, t + c_i h)`; row `stages` of `a` gives the new state, whose derivative is the stage of that number (and the
first of the next step); the rows behind it are further stages the continuous extension `y + h sum_i k_i p_i(theta)` needs.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import F8, each, packed, record
from vazba.frozen import frozen

Array = NDArray[np.float64]
NAMES = ("a", "c", "error", "error_low", "dense", "settings", "weights")
TABLEAU = record("TABLEAU", each(F8, *NAMES), "stages", "rows", "degree")


@frozen
class Tableau:
    """One method; `error` gives the local error estimate, `error_low` a second one of lower order (zeros: none)."""

    name: str
    stages: int
    extra: int
    order: int
    a: Array
    c: Array
    error: Array
    error_low: Array
    dense: Array
    stiff: float  # h times the largest eigenvalue at the edge of stability

    def __post_init__(self) -> None:
        """The compiled loop adds eight stages at a time: one such sum for the errors, two for all else (`explicit._eight`)."""
        for name, most in (("error", 8), ("error_low", 8), ("a", 16), ("dense", 16)):
            rows = np.atleast_2d(getattr(self, name).T if name == "dense" else getattr(self, name))
            if int(np.count_nonzero(rows, axis=1).max()) > most:
                raise ValueError(f"{self.name}: more than {most} stages count in a row of {name}")

    @property
    def rows(self) -> int:
        return self.stages + 1 + self.extra

    @cached_property
    def _arrays(self) -> dict[str, Array]:
        settings = np.array([1.0 / self.order, self.stiff])
        found = {
            "a": self.a,
            "c": self.c,
            "error": self.error,
            "error_low": self.error_low,
            "dense": self.dense,
            "settings": settings,
        }
        return {name: np.ascontiguousarray(array, float).ravel() for name, array in found.items()}

    def for_run(self) -> tuple[Any, Array]:
        """The record for one run, and weights of the stages for its kernels to write into: runs in several threads must not share them."""
        weights = np.zeros(self.rows)
        arrays = self._arrays | {"weights": weights}
        return packed(TABLEAU, arrays, stages=self.stages, rows=self.rows, degree=self.dense.shape[1]), weights
