"""Numbers on their way into the page: whole numbers, differenced, split into bytes of equal weight, deflated.

    code   whole numbers modulo 2^32, differenced `order` times; zigzag (0, -1, 1, -2 ...); all lowest bytes, then all second ones ...; deflate
    place  positions: multiples of a power of two, at most 2^-25 of the largest; the error is half of that, below that of float32
    turn   planar angles: multiples of 2^-28 of a turn, modulo 16 turns
    float  curves: the bits of float32 taken as whole numbers: exact

The page undoes it in `viewer/src/codec.ts`.
"""

from __future__ import annotations

import math
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Packed = tuple[dict[str, Any], bytes]  # how to read it, and the bytes before they are deflated
BITS = 26  # of the largest position
TURN_BITS = 28  # of a turn
MOST_ORDER = 4


class Blob:
    """Deflated bytes that grow; what is added is told by where it lies."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.size = 0

    def add(self, packed: Packed, room: int | None = None) -> dict[str, Any] | None:
        """Where a packed array lies, and how to read it; nothing where it would take more than `room` bytes."""
        head, raw = packed
        data = zlib.compress(raw, 4)
        return None if room is not None and len(data) > room else {**head, **self.put(data)}

    def put(self, data: bytes) -> dict[str, int]:
        """Where deflated bytes lie."""
        place = {"offset": self.size, "bytes": len(data)}
        self.parts.append(data)
        self.size += len(data)
        return place

    def bytes(self) -> bytes:
        """All of it."""
        return b"".join(self.parts)


class Group:
    """Arrays that are read together: deflated as one, which a browser inflates at once; `at` is the place of each among the inflated bytes."""

    def __init__(self) -> None:
        self.heads: list[dict[str, Any]] = []
        self.parts: list[bytes] = []
        self.size = 0

    def add(self, packed: Packed) -> dict[str, Any]:
        head, raw = packed
        self.heads.append({**head, "at": self.size})
        self.parts.append(raw)
        self.size += len(raw)
        return self.heads[-1]

    def close(self, blob: Blob) -> None:
        """Into the blob; all heads are told where."""
        place = blob.put(zlib.compress(b"".join(self.parts), 5))
        for head in self.heads:
            head.update(place)


def places(values: Array) -> Packed:
    """Positions or components of quaternions."""
    values = _finite(values)
    largest = float(np.abs(values).max(initial=0.0))
    step = 2.0 ** (math.ceil(math.log2(largest)) - BITS) if largest > 1e-300 else 1.0
    head, data = _packed(np.round(values / step).astype(np.int64))
    return {"form": "place", "step": step, **head}, data


def turns(angles: Array) -> Packed:
    """Planar angles, rad."""
    head, data = _packed(np.round(_finite(angles) / (2 * math.pi) * 2.0**TURN_BITS).astype(np.int64))
    return {"form": "turn", "step": 2 * math.pi / 2.0**TURN_BITS, **head}, data


def floats(values: Array) -> Packed:
    """A curve: float32, exact."""
    with np.errstate(over="ignore"):
        bits = np.asarray(values, np.float32).view(np.int32).astype(np.int64)
    head, data = _packed(bits, most=1)
    return {"form": "float", **head}, data


def times(values: Array) -> dict[str, Any]:
    """Times: start and step where they are evenly spaced, else the numbers themselves."""
    count = len(values)
    if count == 0:
        return {"count": 0, "start": 0.0, "step": 1.0}
    step = float(values[-1] - values[0]) / (count - 1) if count > 1 else 1.0
    even = values[0] + step * np.arange(count)
    if np.abs(even - values).max() <= 1e-12 * max(1.0, float(np.abs(values).max())):
        return {"count": count, "start": float(values[0]), "step": step}
    return {"count": count, "values": [float(t) for t in values]}


def _finite(values: Array) -> Array:
    """What is not a number stays where it was before."""
    values = np.array(values, float)
    wrong = ~np.isfinite(values)
    if wrong.any():
        last = np.maximum.accumulate(np.where(wrong, -1, np.arange(len(values))))
        values = np.where(last >= 0, values[np.maximum(last, 0)], 0.0)
    return values


def _packed(whole: NDArray[np.int64], most: int = MOST_ORDER) -> Packed:
    """The order of differences that leaves the smallest numbers, and the bytes, not yet deflated."""
    best, order, cost = _signed(whole), 0, _cost(_signed(whole))
    current = whole
    for k in range(1, most + 1):
        current = np.diff(current, prepend=0)
        small = _signed(current)
        if (here := _cost(small)) < cost:
            best, order, cost = small, k, here
    zigzag = ((best << 1) ^ (best >> 31)).astype(np.uint32)
    planes = zigzag.astype("<u4").view(np.uint8).reshape(-1, 4).T
    used = max((k + 1 for k in range(4) if planes[k].any()), default=0)
    return {"count": len(whole), "order": order, "planes": used}, np.ascontiguousarray(planes[:used]).tobytes()


def _signed(values: NDArray[np.int64]) -> NDArray[np.int32]:
    return (values & 0xFFFFFFFF).astype(np.uint32).view(np.int32)


def _cost(values: NDArray[np.int32]) -> float:
    """Bits, roughly."""
    return float(np.log2(1.0 + np.abs(values.astype(np.float64))).sum())
