"""Where the numbers of the exact tangent belong in sparse matrices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import packed
from vazba.laws.records import COORDINATE
from vazba.system import System
from vazba.tangent.exact import ELEMENT, EXACT, gather_exact

if TYPE_CHECKING:
    from scipy.sparse import csc_array

Array = NDArray[np.float64]
KINDS = ("paths", "bushings", "frictions", "loads", "masses")


class Pattern:
    """A sparse matrix whose entries are sums of numbers that come in a fixed order."""

    def __init__(self, rows: NDArray[Any], columns: NDArray[Any], shape: tuple[int, int]) -> None:
        """Entries with a negative row or column are left out."""
        self.shape = shape
        self.used = np.flatnonzero((rows >= 0) & (columns >= 0))
        key = columns[self.used].astype(np.int64) * shape[0] + rows[self.used]
        order = np.argsort(key, kind="stable")
        key = key[order]
        new = np.concatenate([[True], key[1:] != key[:-1]]) if len(key) else np.zeros(0, bool)
        found, self.place = key[new], np.zeros(len(key), np.int64)
        self.place[order] = np.cumsum(new) - 1
        self.indices = (found % shape[0]).astype(np.int32)
        self.starts = np.searchsorted(found, np.arange(shape[1] + 1, dtype=np.int64) * shape[0]).astype(np.int32)

    def filled(self, values: Array) -> csc_array:
        from scipy.sparse import csc_array

        data = np.bincount(self.place, weights=values[self.used], minlength=len(self.indices))
        return csc_array((data, self.indices, self.starts), shape=self.shape)


class ExactTangent:
    """`K` and `D` of a system's elements (see `tangent.exact`) over some unknowns: by default the velocities of all bodies."""

    def __init__(self, system: System, unknowns: NDArray[np.int64] | None = None, count: int | None = None) -> None:
        """`unknowns`: of each velocity of the system's bodies the number of the unknown it is, -1 where it is none; `count`: how many there are."""
        tables, nb = system.tables, system.space.nv
        touched = _touched(system)
        elements = np.zeros(len(touched), ELEMENT)
        counts = np.array([len(bodies) for bodies in touched], int)
        elements["count"] = counts
        elements["first"] = np.concatenate([[0], np.cumsum(counts)[:-1]]) if len(counts) else []
        sizes = (nb * counts) ** 2
        elements["start"] = np.concatenate([[0], np.cumsum(sizes)[:-1]]) if len(counts) else []
        bodies = np.array([body for touch in touched for body in touch], np.int32)
        width, whole = nb * int(counts.max(initial=1)), int(sizes.sum())
        room = max(width, 12 * 6 if len(tables.bushings) else 0)
        owner = np.zeros(system.m, np.int32)
        for k, group in enumerate(system.groups):
            owner[group.first : group.first + len(group.directions)] = k
        self.arrays: dict[str, NDArray[Any]] = {
            "elements": elements, "bodies": bodies, "row_element": owner[tables.rows["row"]].astype(np.int32), "stiffness": np.zeros(whole),
            "damping": np.zeros(whole), "c": np.zeros(room), "second": np.zeros(max(width * width, 6 * 144 if len(tables.bushings) else 0)),
            "accelerations": np.zeros(system.nv),
        }  # fmt: skip
        sizes_of = (len(tables.paths), len(tables.bushings), len(tables.frictions), len(tables.loads), 0)
        first = np.cumsum([len(system.groups), *sizes_of])[:-1]
        self.record = packed(EXACT, self.arrays, **dict(zip(KINDS, first.tolist(), strict=True)))
        n = system.nv if count is None else count
        numbers = np.arange(system.nv) if unknowns is None else unknowns
        self.pattern = Pattern(*_entries(touched, numbers.reshape(-1, nb)), (n, n))

    def gathered(self, record: Any, y: Array, t: float) -> tuple[csc_array, csc_array]:
        """`K`, `D` at the state y of the equations `record`, whose forces and multipliers were last computed."""
        gather_exact(record.here, self.record.here, y.ctypes.data, t)
        return self.pattern.filled(self.arrays["stiffness"]), self.pattern.filled(self.arrays["damping"])


def _touched(system: System) -> list[tuple[int, ...]]:
    """Bodies every element touches: groups of rows, paths, bushings, frictions, loads, masses."""
    tables, frames = system.tables, system.tables.frames["body"]
    found: list[Any] = list(system.touches)
    ends = np.column_stack([frames[tables.coordinates[side]] for side in ("a", "b")]).tolist()  # of each coordinate
    stops, paths = frames[tables.stops].tolist(), tables.paths
    for kind, first, count in zip(*(paths[key].tolist() for key in ("kind", "first", "count")), strict=True):
        found.append(ends[first] if kind == COORDINATE else stops[first : first + count])
    found += [[frames[b["a"]], frames[b["b"]]] for b in tables.bushings]
    found += [ends[k] for k in tables.frictions["coordinate"].tolist()]
    for load in tables.loads:
        found.append([frames[load[key]] for key in ("frame", "other", "axes") if load[key] >= 0])
    found += [[k] for k in range(len(system.body_names))]
    return [tuple(dict.fromkeys(int(body) for body in bodies if body >= 0)) for bodies in found]


def _entries(touched: list[tuple[int, ...]], numbers: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Row and column of every number the elements write, one element after another."""
    counts = np.array([len(bodies) for bodies in touched], int)
    nb = numbers.shape[1]
    starts = np.concatenate([[0], np.cumsum((nb * counts) ** 2)])
    rows, columns = np.zeros(int(starts[-1]), np.int32), np.zeros(int(starts[-1]), np.int32)
    for count in np.unique(counts[counts > 0]).tolist():
        which = np.flatnonzero(counts == count)
        own = numbers[np.array([touched[k] for k in which])].reshape(len(which), -1)
        width = own.shape[1]
        at = starts[which][:, None] + np.arange(width * width)
        rows[at] = np.repeat(own, width, axis=1)
        columns[at] = np.tile(own, (1, width))
    return rows, columns
