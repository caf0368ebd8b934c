"""Rank, dependencies and free motions of the constraint rows at the state last evaluated: dense for few unknowns, sparse for many.

Both work on `A = J W^-1/2` (rows in metres, velocities weighted) and give the same answers. `Dense` takes the singular value decomposition. `Sparse`
factorises `[[W, J^T], [J, -mu E]]` once: a pivot is the squared distance of a row from the rows before it. Rows with a small pivot are undecided; the left
singular vectors that belong to them are found by inverse iteration with that factorisation, and their singular values decide.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vazba._jit import packed
from vazba.kinematic.evaluate import Work
from vazba.kinematic.newton import FLOOR, MU, factor_values, solve_values
from vazba.system import System
from vazba.tables import TABLES, WORK

Array = NDArray[np.float64]
TOLERANCE = 1e-7  # singular values below this, relative to the largest, count as zero
FEW = 100  # velocities up to which the dense decomposition is as fast
SURE = 1e-6  # a row with a larger pivot is independent of those before it
STEPS = 120  # of Lanczos' method


def dense_jacobian(system: System, work: Work) -> Array:
    """`J` (rows scaled to metres) at the state last evaluated."""
    full, (rows, columns, places) = np.zeros((system.m, system.nv)), system.tables.spread
    full[rows, columns] = work.jacobian[places]
    return full


def rows_of(system: System, work: Work, count: int | None = None) -> Dense | Sparse:
    """The first `count` rows (all of them) at the state last evaluated."""
    count = system.m if count is None else count
    if system.nv > FEW:
        return Sparse(system, work, count)
    with np.errstate(all="ignore"):
        return Dense(dense_jacobian(system, work)[:count] / np.sqrt(system.tables.weights))


class Dense:
    """Few unknowns."""

    def __init__(self, a: Array) -> None:
        self.a = a

    @cached_property
    def finite(self) -> bool:
        return bool(np.isfinite(self.a).all())

    @cached_property
    def _svd(self) -> tuple[Array, Array, Array]:
        if self.a.size == 0:
            return np.eye(self.a.shape[0]), np.zeros(0), np.eye(self.a.shape[1])
        u, s, vt = np.linalg.svd(self.a, full_matrices=True)
        return u, s, vt

    @cached_property
    def sizes(self) -> Array:
        """Singular values."""
        if "_svd" in self.__dict__ or self.a.size == 0:
            return self._svd[1]
        return np.asarray(np.linalg.svd(self.a, compute_uv=False), float)

    @cached_property
    def rank(self) -> int:
        return int((self.sizes > TOLERANCE * self.sizes.max(initial=1e-300)).sum())

    @property
    def least(self) -> float:
        """The smallest singular value that is not zero, relative to the largest (1 without any)."""
        return float(self.sizes[self.rank - 1] / self.sizes[0]) if self.rank else 1.0

    @property
    def ways(self) -> Array:
        """Right singular vectors (rows)."""
        return self._svd[2]

    def dependencies(self) -> Array:
        """Left null vectors (rows)."""
        return self._svd[0][:, self.rank :].T

    def motions(self, most: int) -> Array:
        """Right null vectors (rows), at most so many."""
        return self._svd[2][self.rank :][:most]

    def some_motion(self, rng: np.random.Generator) -> Array:
        """A random combination of the right null vectors."""
        free = self._svd[2][self.rank :]
        return free.T @ rng.normal(size=len(free))

    def weakest(self, rank: int | None = None) -> tuple[float, Array]:
        """Smallest singular value that is not zero (or number `rank`), relative to the largest, and its left vector."""
        u, s, _ = self._svd
        last = (self.rank if rank is None else rank) - 1
        return float(s[last] / s[0]), u[:, last]


class Sparse:
    """Many unknowns."""

    def __init__(self, system: System, work: Work, count: int) -> None:
        self.m, self.nv, self.count = system.m, system.nv, count
        plan, strips = system.patient_plan, system.tables.strips
        self.roots = np.sqrt(system.tables.weights)
        along = np.arange(system.space.nv)
        with np.errstate(all="ignore"):
            self.blocks = work.jacobian[strips["start"][:, None] + along]
            self.blocks[strips["row"] >= count] = 0.0
            self.columns, self.rows = strips["column"][:, None] + along, strips["row"].astype(int)
            self.values, self.x = np.zeros(plan.values), np.zeros(self.nv + self.m)
            self.values[plan.pivots[: self.nv]] = system.tables.weights
            self.values[plan.pivots[self.nv :]] = -MU
            self.values[_targets(plan.places, along)] = self.blocks
            self.blocks = self.blocks / self.roots[self.columns]
            self.scratch = np.zeros(plan.scratch)
            self.plan = plan
            self.tables = packed(TABLES, {"nodes": plan.nodes, "entries": plan.entries, "pairs": plan.pairs})
            self.work = packed(WORK, {"values": self.values, "scratch": self.scratch, "x": self.x})
            self.finite = bool(np.isfinite(self.blocks).all())
            if self.finite:
                factor_values(self.tables.here, self.work.here, FLOOR)
                self.pivots = -1.0 / self.values[plan.pivots[self.nv :]][:count]

    @property
    def rank(self) -> int:
        return self.count - len(self._decided[0])

    @property
    def least(self) -> float:
        """The smallest distance of a row from those before it, in which a small singular value shows as a rule."""
        return float(np.sqrt(max(self.pivots.min(initial=1.0), 0.0)))

    def counted(self) -> int:
        """Rank by the pivots alone."""
        return self.count - int((self.pivots < FLOOR).sum())

    def dependencies(self) -> Array:
        """Left null vectors (rows)."""
        return self._decided[0][:, : self.count]

    def motions(self, most: int) -> Array:
        """Right null vectors (rows), at most so many."""
        rng = np.random.default_rng(11)
        found = self._moving(rng.normal(size=(self.nv, min(most, self.nv - self.rank))))
        return np.asarray(np.linalg.qr(found)[0].T)

    def some_motion(self, rng: np.random.Generator) -> Array:
        """A random combination of the right null vectors."""
        return self._moving(rng.normal(size=(self.nv, 1)))[:, 0]

    def weakest(self, rank: int | None = None) -> tuple[float, Array]:
        """Smallest singular value that is not zero (or number `rank`), relative to the largest, and its left vector."""
        null, small = self._decided
        if rank is not None and rank > self.rank:  # one of those that count as zero: the largest of them comes first
            k = min(rank - self.rank, len(null)) - 1
            return float(small[k] / self.largest), null[k, : self.count]

        def inverse(y: Array) -> Array:
            y = y - null.T @ (null @ y)
            y = self._inverse(y)
            return y - null.T @ (null @ y)

        _, u = _extreme(inverse, self.m, self.count)
        return float(np.linalg.norm(self._back(u[:, None])) / self.largest), u[: self.count]

    @cached_property
    def largest(self) -> float:
        """Largest singular value."""
        return float(np.sqrt(_extreme(lambda y: self._times(self._back(y[:, None]))[:, 0], self.m, self.count)[0]))

    @cached_property
    def _decided(self) -> tuple[Array, Array]:
        """Left null vectors (rows, of all m) and their singular values, the largest first."""
        doubtful = np.flatnonzero(self.pivots < SURE)
        if not len(doubtful):
            return np.zeros((0, self.m)), np.zeros(0)
        y = np.zeros((self.m, len(doubtful)))
        y[doubtful, np.arange(len(doubtful))] = 1.0
        for _ in range(4):
            for k in range(len(doubtful)):
                y[:, k] = self._inverse(y[:, k])
            y = np.linalg.qr(y)[0]
        _, s, vt = np.linalg.svd(self._back(y), full_matrices=False)
        zero = s <= TOLERANCE * self.largest
        return np.asarray((y @ vt[zero].T).T), s[zero]

    # --- A, its transpose, and what the factorisation gives --------------------------------------------------------------------

    def _times(self, z: Array) -> Array:
        """`A z` for columns z."""
        parts = np.einsum("sj,sjk->sk", self.blocks, z[self.columns])
        out = np.zeros((self.m, z.shape[1]))
        np.add.at(out, self.rows, parts)
        return out

    def _back(self, y: Array) -> Array:
        """`A^T y` for columns y."""
        out = np.zeros((self.nv, y.shape[1]))
        np.add.at(out, self.columns, self.blocks[:, :, None] * y[self.rows][:, None, :])
        return out

    def _inverse(self, y: Array) -> Array:
        """`(A A^T + mu E)^-1 y`."""
        self.x[: self.nv], self.x[self.nv :] = 0.0, -y
        solve_values(self.tables.here, self.work.here, self.x.ctypes.data)
        return self.x[self.nv :].copy()

    def _moving(self, z: Array) -> Array:
        """Columns z brought to `A z = 0` by the smallest change."""
        size, before = float(np.linalg.norm(z)), np.inf
        for _ in range(40):
            for k in range(z.shape[1]):
                self.x[: self.nv], self.x[self.nv :] = self.roots * z[:, k], 0.0
                solve_values(self.tables.here, self.work.here, self.x.ctypes.data)
                z[:, k] = self.roots * self.x[: self.nv]
            now = float(np.linalg.norm(self._times(z)))
            if now <= 1e-16 * size or not now < 0.9 * before:
                break
            before = now
        return z


def _targets(places: NDArray[np.void], along: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where in the values each strip's numbers stand: as `algebra.ldl.fill` puts them."""
    rows = places["rows"].astype(int)
    which = np.repeat(np.arange(len(places)), rows)
    down = np.arange(len(which)) - np.repeat(np.cumsum(rows) - rows, rows)
    first = places["target"][which] + down * places["down"][which]
    return first[:, None] + along * places["across"][which][:, None]


def _extreme(operator: Callable[[Array], Array], size: int, count: int) -> tuple[float, Array]:
    """Largest eigenvalue and its vector of a symmetric positive operator on the first `count` of its entries: Lanczos' method."""
    v = np.zeros(size)
    v[:count] = np.random.default_rng(3).normal(size=count)
    basis = [operator(v)]
    diagonal: list[float] = []
    beside: list[float] = []
    basis[0] /= max(float(np.linalg.norm(basis[0])), 1e-300)
    while True:
        w = operator(basis[-1])
        diagonal.append(float(basis[-1] @ w))
        kept = np.array(basis)
        for _ in range(2):
            w = w - kept.T @ (kept @ w)
        rest = float(np.linalg.norm(w))
        last = len(basis) >= min(STEPS, count) or not rest > 0
        if last or len(basis) % 10 == 0:
            values, vectors = np.linalg.eigh(np.diag(diagonal) + np.diag(beside, 1) + np.diag(beside, -1))
            if last or rest * abs(vectors[-1, -1]) <= 1e-6 * abs(values[-1]):
                return float(values[-1]), np.asarray(kept.T @ vectors[:, -1])
        beside.append(rest)
        basis.append(w / rest)
