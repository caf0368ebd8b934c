"""How far two results of one model are apart: two tolerances, two integrators, two formulations.

    found = res.difference(other)
    print(found)  # every row, and the columns that only one of them has: found.only_first, found.only_second

Vectors are compared as a whole (the length of their difference), orientations by the angle between them. So that metres can be ranked beside newtons, each
difference also stands relative to the largest value of its unit in both results.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError
from vazba.frozen import frozen

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
CARDAN = ("phi_x", "phi_y", "phi_z")
TABLE = "table"  # the kind of what stands in a bare table of columns
MOST_NAMED = 12  # columns that are named in words
Place = tuple[str, str, str]  # kind, element, quantity


@frozen
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


class Differences(list[Difference]):
    """The rows, and what could not be compared: columns that only one of the results has, instants that only one has."""

    def __init__(
        self,
        rows: list[Difference],
        compared: int,
        only_first: tuple[str, ...],
        only_second: tuple[str, ...],
        instants: int,
        skipped: tuple[int, int],
    ) -> None:
        super().__init__(rows)
        self.compared = compared  # columns that both have
        self.only_first, self.only_second = only_first, only_second  # names of columns
        self.instants, self.skipped = instants, skipped  # instants that both have; that only the first, the second has

    @property
    def left_out(self) -> list[str]:
        """What was not compared, in words: an empty list when both results have the same columns and instants."""
        said = []
        for which, columns, count in (
            ("first", self.only_first, self.skipped[0]),
            ("second", self.only_second, self.skipped[1]),
        ):
            if columns:
                shown = ", ".join(columns[:MOST_NAMED]) + (", ..." if len(columns) > MOST_NAMED else "")
                plural = "s are" if len(columns) > 1 else " is"
                said.append(f"{len(columns)} column{plural} in the {which} result only: {shown}")
            if count:
                said.append(f"{count} instant{'s are' if count > 1 else ' is'} in the {which} result only")
        return said

    def __str__(self) -> str:
        head = f"compared {self.compared} columns at {self.instants} instants; the relatively largest difference first"
        return "\n".join([head, *self.left_out, *(f"  {row}" for row in self)])


def difference(a: Result, b: Result) -> Differences:
    """The largest difference of everything both results have, at the instants both have; the relatively largest first."""
    mine, yours = common_instants(a.time, b.time)
    if not len(mine):
        raise ModelError(
            Fault("result", "the two results have no instant in common", "nothing is interpolated", "run both with the same every")
        )  # fmt: skip
    length = float(a.info.get("length", 0.0) or b.info.get("length", 0.0))
    rows, largest = [], {"rad": 1.0, "m": length}
    for kind, name, quantity, unit, apart, size in over_time(a, b, mine, yours):
        apart = np.where(np.isnan(apart) & ~np.isnan(size), np.inf, apart)  # a number in one of them only
        if np.isnan(apart).all():
            continue
        k = int(np.nanargmax(apart))
        rows.append((kind, name, quantity, float(apart[k]), unit, float(a.time[mine[k]])))
        if quantity != "orientation":
            largest[unit] = max(largest.get(unit, 0.0), float(np.nanmax(size)))
    # moments that are nearly zero everywhere (pins in the plane) are measured by forces at arms
    largest["N m"] = max(largest.get("N m", 0.0), 1e-3 * largest.get("N", 0.0) * largest.get("m", 0.0))
    made = [Difference(*row, row[3] / largest[row[4]] if largest[row[4]] > 0 else 0.0) for row in rows]
    pairs = _pairs(a, b)
    taken = {column for _, column in pairs.values()}
    return Differences(
        sorted(made, key=lambda row: -row.relative),
        len(pairs),
        tuple(column for column in a.columns[1:] if column not in pairs),
        tuple(column for column in b.columns[1:] if column not in taken),
        len(mine),
        (len(a.time) - len(mine), len(b.time) - len(set(yours.tolist()))),
    )


def over_time(
    a: Result, b: Result, mine: NDArray[np.intp], yours: NDArray[np.intp]
) -> Iterator[tuple[str, str, str, str, Array, Array]]:
    """`(kind, element, quantity, unit, difference, size)` of everything both results have, at the instants with these places in each of them."""
    for (kind, name, quantity), columns in _groups(a, b).items():
        values, others = (
            np.stack([result.column(pair[k])[at] for pair in columns])
            for k, result, at in ((0, a, mine), (1, b, yours))
        )
        size = np.sqrt(np.fmax((values**2).sum(axis=0), (others**2).sum(axis=0)))
        if quantity == "orientation":
            apart = _angle(_quaternion(values), _quaternion(others))
        else:
            apart = np.sqrt(((values - others) ** 2).sum(axis=0))
        yield kind, name, quantity, _unit(a, b, quantity, columns[0]), apart, size


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


def _pairs(a: Result, b: Result) -> dict[str, tuple[Place, str]]:
    """For each column of the first result that the second has too: what it is, and its name there.

    Kind, element and quantity tell which belong together; a bare table knows no kinds, and is matched by the names of its columns.
    """
    theirs = {b.place(column): column for column in b.columns[1:]}
    pairs: dict[str, tuple[Place, str]] = {}
    for column in a.columns[1:]:
        place = a.place(column)
        other = theirs.get(place)
        if other is None and column in b and TABLE in (place[0], b.place(column)[0]):
            other = column
        if other is not None:
            there = b.place(other)
            pairs[column] = (there if place[0] == TABLE else place, other)
    return pairs


def _groups(a: Result, b: Result) -> dict[Place, list[tuple[str, str]]]:
    """Columns of both results that belong together, by `(kind, element, what they are called)`."""
    pairs = _pairs(a, b)
    turned = {(kind, name) for (kind, name, part), _ in pairs.values() if part == "qw"}
    groups: dict[Place, list[tuple[str, str]]] = {}
    for column, ((kind, name, part), other) in pairs.items():
        if kind == "constraint" or part in ("balance", "drift"):  # errors themselves
            continue
        if part in CARDAN:  # angles that wrap: the orientation is compared, by quaternions where both have them
            if (kind, name) in turned:
                continue
            quantity = "orientation" if {f"{name}.{angle}" for angle in CARDAN} <= pairs.keys() else part
        else:
            quantity = _NAMES.get(part, part)
        groups.setdefault((kind, name, quantity), []).append((column, other))
    return groups


def _unit(a: Result, b: Result, quantity: str, columns: tuple[str, str]) -> str:
    return "rad" if quantity == "orientation" else a.unit(columns[0]) or b.unit(columns[1])


def _quaternion(parts: Array) -> Array:
    """Unit quaternions of four rows, or of three Cardan angles: `S = Rx(phi_x) Ry(phi_y) Rz(phi_z)`."""
    if len(parts) == 4:
        return parts
    (cx, cy, cz), (sx, sy, sz) = np.cos(parts / 2), np.sin(parts / 2)
    return np.stack([
        cx * cy * cz - sx * sy * sz, sx * cy * cz + cx * sy * sz, cx * sy * cz - sx * cy * sz, cx * cy * sz + sx * sy * cz,
    ])  # fmt: skip


def _angle(p: Array, q: Array) -> Array:
    """Angle between two orientations given as unit quaternions (either sign is the same orientation)."""
    apart = np.minimum(np.sqrt(((p - q) ** 2).sum(axis=0)), np.sqrt(((p + q) ** 2).sum(axis=0)))
    return 4.0 * np.arcsin(np.minimum(apart / 2.0, 1.0))
