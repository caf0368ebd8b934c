"""The record by which Python starts the compiled loop of an integrator."""

from __future__ import annotations

import numpy as np

from vazba._jit import addresses, matrix_of, view_of

RUN = addresses(
    ("y", "clock", "times", "breaks", "settings", "out", "notes", "log", "store", "store_c", "trial"),
    "d", "kernel", "own", "first", "last", "width", "wide", "reached",
)  # fmt: skip
runs_at, matrix_at, complexes_2d = view_of(RUN), matrix_of(np.float64), matrix_of(np.complex128)
ENTRY = "int64(int64)"
