"""How far two results of one model are apart: two tolerances, two integrators, two formulations.

    for row in res.difference(other):
        print(row)

Vectors are compared as a whole (the length of their difference), orientations by the angle between them. So that metres can be ranked beside newtons, each
difference also stands relative to the largest value of its unit in both results.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError

if TYPE_CHECKING:
    from vazba.result.result import Result

Array = NDArray[np.float64]

# Quantities that belong together; what is in none of these stands alone.
VECTORS = {
    "position": ("x", "y", "z"),
    "orientation": ("qw", "qx", "qy", "qz"),
    "velocity": ("vx", "vy", "vz"),
    "angular velocity": ("w", "wx", "wy", "wz"),
    "acceleration": ("ax", "ay", "az"),
    "angular acceleration": ("alpha", "alx", "aly", "alz"),
    "reaction force": ("fx", "fy", "fz"),
    "reaction moment": ("m", "mx", "my", "mz"),
    "momentum": ("px", "py", "pz"),
    "moment of momentum": ("l", "lx", "ly", "lz"),
}
_NAMES = {part: name for name, parts in VECTORS.items() for part in parts}
_SKIPPED = {
    "phi_x",
    "phi_y",
    "phi_z",
    "balance",
}  # angles that wrap: the orientation tells; the balance is an error itself


@dataclass(frozen=True)
class Difference:
    """The largest difference of one quantity of one element, and the instant at which it occurs."""

    kind: str
    element: str
    quantity: str
    largest: float
    unit: str
    time: float  # s
    relative: float  # to the largest value with that unit

    def __str__(self) -> str:
        return f"{self.element} {self.quantity}: {self.largest:.2e} {self.unit} at t = {self.time:.6g} s".replace(
            "  ", " "
        )


def difference(a: Result, b: Result) -> list[Difference]:
    """The largest difference of everything both results have, at the instants both have; the relatively largest first."""
    mine, yours = common_instants(a.time, b.time)
    if not len(mine):
        raise ModelError(
            Fault("result", "the two results have no instant in common", "nothing is interpolated", "run both with the same every")
        )  # fmt: skip
    rows, largest = [], {"rad": 1.0, "m": float(a.info.get("length", 0.0))}
    for kind, name, quantity, unit, apart, size in over_time(a, b, mine, yours):
        if not np.isfinite(apart).any():
            continue
        k = int(np.nanargmax(apart))
        rows.append((kind, name, quantity, float(apart[k]), unit, float(a.time[mine[k]])))
        if quantity != "orientation":
            largest[unit] = max(largest.get(unit, 0.0), float(np.nanmax(size)))
    # moments that are nearly zero everywhere (pins in the plane) are measured by forces at arms
    largest["N m"] = max(largest.get("N m", 0.0), 1e-3 * largest.get("N", 0.0) * largest.get("m", 0.0))
    made = [Difference(*row, row[3] / largest[row[4]] if largest[row[4]] > 0 else 0.0) for row in rows]
    return sorted(made, key=lambda row: -row.relative)


def over_time(
    a: Result, b: Result, mine: NDArray[np.intp], yours: NDArray[np.intp]
) -> Iterator[tuple[str, str, str, str, Array, Array]]:
    """`(kind, element, quantity, unit, difference, size)` of everything both results have, at the instants with these places in each of them."""
    for kind, name, quantity, parts, unit in _shared(a, b):
        values, others = (
            np.stack([result.array(kind, name, part)[at] for part in parts]) for result, at in ((a, mine), (b, yours))
        )
        apart = _angle(values, others) if quantity == "orientation" else np.sqrt(((values - others) ** 2).sum(axis=0))
        yield kind, name, quantity, unit, apart, np.sqrt(np.fmax((values**2).sum(axis=0), (others**2).sum(axis=0)))


def common_instants(a: Array, b: Array) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Places of the instants that both have, in each of them."""
    if not len(a) or not len(b):
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    after = np.clip(np.searchsorted(b, a), 1, max(len(b) - 1, 1))
    nearest = np.where(
        np.abs(b[after - 1] - a) <= np.abs(b[np.minimum(after, len(b) - 1)] - a),
        after - 1,
        np.minimum(after, len(b) - 1),
    )
    near = np.abs(b[nearest] - a) <= 1e-9 * max(float(np.ptp(a)), float(np.ptp(b)), 1e-300)
    return np.flatnonzero(near), nearest[near]


def _shared(a: Result, b: Result) -> Iterator[tuple[str, str, str, tuple[str, ...], str]]:
    """`(kind, element, what it is called, its parts, unit)` of everything that both results have."""
    for kind, names in a.names.items():
        if kind == "constraint" or kind not in b.names:
            continue
        for name in names:
            if name not in b.names[kind]:
                continue
            theirs = b.quantities(kind, name)
            groups: dict[str, list[str]] = {}
            for part in a.quantities(kind, name):
                if part in theirs and part not in _SKIPPED:
                    groups.setdefault(_NAMES.get(part, part), []).append(part)
            for quantity, parts in groups.items():
                unit = "rad" if quantity == "orientation" else a.unit_of(kind, name, parts[0])
                yield kind, name, quantity, tuple(parts), unit


def _angle(p: Array, q: Array) -> Array:
    """Angle between two orientations given as unit quaternions (either sign is the same orientation)."""
    apart = np.minimum(np.sqrt(((p - q) ** 2).sum(axis=0)), np.sqrt(((p + q) ** 2).sum(axis=0)))
    return 4.0 * np.arcsin(np.minimum(apart / 2.0, 1.0))
