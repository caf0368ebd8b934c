"""Records of addresses and counts: how tables reach the kernels."""

from __future__ import annotations

from typing import Any

import numpy as np


def addresses(names: tuple[str, ...], *numbers: str) -> np.dtype[np.void]:
    """Type of a record that holds where each named array stands and how long it is (fields `x` and `n_x`), whole numbers,
    and its own address (`here`)."""
    return np.dtype(
        [*((key, "i8") for name in names for key in (name, f"n_{name}")), *((n, "i8") for n in numbers), ("here", "i8")]
    )


def packed(dtype: np.dtype[np.void], arrays: dict[str, Any], **numbers: int) -> Any:
    """One record of that type for these arrays (one-dimensional, contiguous); the caller keeps the arrays alive."""
    assert dtype.names is not None
    values = dict.fromkeys(dtype.names, 0)
    for name, array in arrays.items():
        if array.ndim != 1 or not array.flags.c_contiguous:
            raise ValueError(f"{name} is not a contiguous vector")
        values[name], values[f"n_{name}"] = array.ctypes.data, len(array)
    values.update((name, int(number)) for name, number in numbers.items())
    words = np.fromiter(values.values(), np.int64, len(values))
    words[-1] = words.ctypes.data
    return words.view(dtype).view(np.recarray)[0]


def on_lines(table: Any) -> Any:
    """A copy that begins at a line of the processor's cache (64 bytes): records of whole lines then touch no more than they must."""
    room = np.zeros(table.nbytes + 64, np.uint8)
    start = -room.ctypes.data % 64
    copy = room[start : start + table.nbytes].view(table.dtype)
    copy[:] = table
    return copy
