"""Records of addresses and counts: how tables reach the kernels."""

from __future__ import annotations

import ctypes
from functools import cache
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
    place, kind = _places(dtype)
    values = [0] * len(place)
    for name, array in arrays.items():
        if array.ndim != 1 or not array.flags.c_contiguous:
            raise ValueError(f"{name} is not a contiguous vector")
        k = place[name]
        values[k], values[k + 1] = address_of(array), len(array)
    for name, number in numbers.items():
        values[place[name]] = number
    held = np.array(values, np.int64)  # whole: far faster than field by field
    held[-1] = address_of(held)
    return np.ndarray(1, kind, held)[0]


@cache
def _places(dtype: np.dtype[np.void]) -> tuple[dict[str, int], np.dtype[np.void]]:
    """Place of each field of a record of addresses, and the type whose fields are attributes."""
    return {name: k for k, name in enumerate(dtype.names or ())}, np.dtype((np.record, dtype))


_NOTHING = np.zeros(8)
_NOWHERE = int(_NOTHING.ctypes.data)  # of arrays that hold nothing


def address_of(array: Any) -> int:
    """Where the numbers of an array stand: as `array.ctypes.data`, in a quarter of the time."""
    if not array.size:
        return _NOWHERE
    return ctypes.addressof(ctypes.c_byte.from_buffer(array)) if array.flags.writeable else int(array.ctypes.data)


def on_lines(table: Any) -> Any:
    """A copy that begins at a line of the processor's cache (64 bytes): records of whole lines then touch no more than they must."""
    if not table.size:
        return table
    room = np.zeros(table.nbytes + 64, np.uint8)
    copy = np.ndarray(len(table), table.dtype, room, -address_of(room) % 64)
    copy[:] = table
    return copy
