"""Degrees of freedom, redundant constraints, free motions and nearness to a singular posture, at one configuration.

Works on the Jacobian `A = J W^-1/2` (rows in metres, velocities weighted), whose singular values are comparable with 1. A left null
vector is a dependency between constraint rows; a right null vector is a motion that nothing forbids.
"""

from __future__ import annotations

from dataclasses import replace
from math import nan

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import displaced
from vazba.errors import Fault, ModelError
from vazba.frozen import frozen
from vazba.kinematic.evaluate import Work, evaluate, evaluate_position, work_for
from vazba.kinematic.newton import CONVERGED, SEEK, close
from vazba.kinematic.rank import Dense, Sparse, dense_jacobian, rows_of
from vazba.system import Group, System

Array = NDArray[np.float64]
DENSE_LIMIT = 900  # velocities: above this only counts are made, by the pivots of the sparse factorisation
MOST_MOTIONS = 40  # free motions that are described
BESIDE, APART = (
    1e-3,
    1e-2,
)  # of the size: how far beside a posture rows are looked at; and how far apart, beside that, they must be to count
INVOLVED = 0.2  # of the largest part: a smaller one is not named
ORDERS = 200  # eliminations in the search for small dependent sets, divided by how many there are


@frozen
class Dependency:
    """A smallest set of rows of which one follows from the others: (joint or driver, directions)."""

    members: tuple[tuple[str, tuple[str, ...]], ...]

    def __str__(self) -> str:
        return "; ".join(f"{name} ({', '.join(directions)})" for name, directions in self.members)


@frozen
class FreeMotion:
    """A motion that no joint or driver forbids: joint rates (relative), and the bodies that move."""

    joints: tuple[tuple[str, str, float], ...]  # (joint, coordinate, rate relative to the largest)
    bodies: tuple[str, ...]
    how: str = ""  # how the first of them moves

    def __str__(self) -> str:
        moving = ", ".join(self.bodies[:6]) + (f" and {len(self.bodies) - 6} more" if len(self.bodies) > 6 else "")
        if not self.joints:
            return f"{self.bodies[0]} {self.how}" + (f"; moving: {moving}" if len(self.bodies) > 1 else "")
        words = ", ".join(f"{joint}.{name} ({rate:+.3g})" for joint, name, rate in self.joints[:5])
        more = f" and {len(self.joints) - 5} more" if len(self.joints) > 5 else ""
        return f"{words}{more}; moving: {moving}"


@frozen
class Mobility:
    """What the constraints allow at one configuration."""

    freedoms_counted: int  # velocities minus joint rows (Gruebler)
    freedoms: int  # velocities minus rank of the joint rows
    redundant: int  # joint rows that follow from others
    undriven: int  # freedoms that no driver takes
    surplus_drivers: int  # driver rows that take no freedom
    dependencies: tuple[Dependency, ...]  # among the joints
    driver_dependencies: tuple[Dependency, ...]  # that involve surplus drivers
    free_motions: tuple[FreeMotion, ...]
    smallest: float  # smallest singular value that is not zero, relative to the largest
    weak: tuple[str, ...]  # joints and drivers that nearly depend on each other there
    singular: bool = False  # a little beside this configuration more equations are independent


def mobility(system: System, work: Work, q: Array, t: float, names: bool = True) -> Mobility:
    """Analyse the configuration `q` at time `t`; without `names` only the counts, which is faster."""
    evaluate_position(system, work, q, t)
    whole = rows_of(system, work)
    if not whole.finite:
        raise ModelError(
            Fault(
                "",
                "the numbers of the model are too large to compute with",
                "they overflow",
                "check positions and lengths",
            )
        )
    joints = system.joint_rows
    held = whole if joints == system.m else rows_of(system, work, joints)
    if system.nv > DENSE_LIMIT and isinstance(whole, Sparse) and isinstance(held, Sparse):
        return Mobility(
            *_counts(system, whole.counted(), held.counted()), (), (), (), nan if names else whole.least, ()
        )
    counts = _counts(system, whole.rank, held.rank)
    if not names:
        return Mobility(*counts, (), (), (), whole.least, ())
    driven: tuple[Dependency, ...] = ()
    if counts[-1]:
        involved = _dependencies(system, whole.dependencies())
        driven = tuple(d for d in involved if any(name.startswith("driver ") for name, _ in d.members))
    free = described_motions(system, work, q, t, _turnless(system, whole.motions(MOST_MOTIONS + system.turnless)))
    among_joints = _dependencies(system, held.dependencies())
    return Mobility(*counts, among_joints, driven, free, *_nearness(system, whole))


def _counts(system: System, rank: int, rank_joints: int) -> tuple[int, int, int, int, int]:
    joints, nv = system.joint_rows, system.nv - system.turnless
    surplus = (system.m - rank) - (joints - rank_joints)
    return nv - joints, nv - rank_joints, joints - rank_joints, nv - rank, surplus


def _turnless(system: System, motions: Array) -> Array:
    """The same without turns of the bodies that stand for nodes (rows)."""
    if not system.turnless or system.net is None:
        return motions
    size = system.space.nv
    kept = motions.copy()
    for name in system.net.nodes:
        k = size * system.body_names.index(name)
        kept[:, k + system.dimension : k + size] = 0.0
    _, sizes, rows = np.linalg.svd(kept, full_matrices=False)
    return np.asarray(rows[sizes > 1e-9][:MOST_MOTIONS])


def singular_here(system: System, bare: System, q: Array, found: Mobility) -> Mobility:
    """The same, told of a singular posture: the rank rises when the joints move a little along what is free here.

    `bare` is the system without its drivers. At a dead centre a driver seems to drive nothing, at a change point a linkage seems
    to have one freedom more. A chain that is held at both ends and stretched cannot follow what seems free: then rows beside it decide that cannot be met.
    """
    if system.nv > DENSE_LIMIT or not bare.m or not found.freedoms:
        return found
    work, weights = work_for(bare), np.sqrt(system.tables.weights)
    full = work if system is bare else work_for(system)
    evaluate_position(bare, work, q, 0.0)
    free = rows_of(bare, work)
    rng, followed = np.random.default_rng(5), False
    for _ in range(3):
        step = free.some_motion(rng) / weights
        size = 1e-3 / max(float(np.abs(step * weights).max(initial=0.0)), 1e-300) * system.length
        beside = displaced(system.dimension, q, step, size)
        status, _ = close(bare, work, beside, 0.0, SEEK)
        if status != CONVERGED:
            continue
        followed = True
        evaluate_position(system, full, beside, 0.0)
        rank = rows_of(system, full).rank
        rank_joints = rank if system is bare else rows_of(system, full, system.joint_rows).rank
        velocities = system.nv - system.turnless
        if rank > velocities - found.undriven or rank_joints > velocities - found.freedoms:
            return _told_singular(system, full, q, found, rank)
    if not followed and isinstance(free, Dense) and (more := rows_beside(bare, q, free)) is not None:
        return _told_singular(system, full, q, found, min(more[1], system.nv - system.turnless - found.undriven + 1))
    return found


def _told_singular(system: System, work: Work, q: Array, found: Mobility, rank: int) -> Mobility:
    evaluate_position(system, work, q, 0.0)
    return replace(found, singular=True, smallest=0.0, weak=_nearness(system, rows_of(system, work), rank)[1])


def rows_beside(system: System, q: Array, here: Dense, t: float = 0.0) -> tuple[Array, int] | None:
    """Rows (in metres) a thousandth of the size beside `q` along what seems free there, and how many are independent; None where no more are than at `q`.

    Joints are not closed there: by that redundant rows come apart with the square of the way, those of a singular posture with the way itself.
    """
    work, weights = work_for(system), np.sqrt(system.tables.weights)
    step = here.some_motion(np.random.default_rng(5)) / weights
    size = BESIDE * system.length / max(float(np.abs(step * weights).max(initial=0.0)), 1e-300)
    values = []
    for part in (0.5, 1.0):
        evaluate_position(system, work, displaced(system.dimension, q, step, part * size), t)
        a = dense_jacobian(system, work) / weights
        values.append(np.linalg.svd(a, compute_uv=False))
    half, whole = values
    rank = int(((whole > APART * BESIDE * whole.max(initial=1e-300)) & (whole < 3.0 * half)).sum())
    return (a, rank) if rank > here.rank else None


def _nearness(system: System, rows: Dense | Sparse, rank: int | None = None) -> tuple[float, tuple[str, ...]]:
    """Smallest singular value that is not zero, relative to the largest, and what is involved; of a singular posture number `rank`."""
    if not (rows.rank if rank is None else rank):
        return nan, ()
    size, vector = rows.weakest(rank)
    return size, tuple(involved(system, vector))


def involved(system: System, vector: Array) -> list[str]:
    """Joints and drivers with a part in a combination of rows; of drivers of several components, in which direction."""
    names, least = [], INVOLVED * np.abs(vector).max(initial=0.0)
    for group in system.groups:
        own = vector[list(group.rows)]
        if np.abs(own).max(initial=0.0) <= least:
            continue
        way = ""
        if group.kind == "driver" and len(own) > 1:
            own = own / (np.linalg.norm(own) * np.sign(own[np.argmax(np.abs(own))]))
            way = f" along ({', '.join(f'{0.0 if abs(x) < 5e-4 else x:.3g}' for x in own)})"
        names.append(group.label + way)
    return names


def sparse_basis(null: Array) -> list[Array]:
    """A basis of the rows of `null` whose vectors have few entries: eliminations in many orders, the smallest vectors win."""
    count, columns = null.shape
    if count == 0:
        return []
    rng = np.random.default_rng(7) if count > 1 else None  # of one vector nothing can be eliminated
    found: dict[bytes, Array] = {}
    for attempt in range(max(1, ORDERS // count) if rng else 1):
        order = np.arange(columns)[::-1] if attempt == 0 or rng is None else rng.permutation(columns)
        for vector in _eliminated(null, order):
            support = np.abs(vector) > 1e-6
            found.setdefault(support.tobytes(), np.where(support, vector, 0.0))
    chosen: list[Array] = []
    spanned = np.zeros((0, columns))
    for vector in sorted(found.values(), key=np.count_nonzero):
        rest = vector - spanned.T @ (spanned @ vector)
        rest -= spanned.T @ (spanned @ rest)
        if np.linalg.norm(rest) > 1e-6 * np.linalg.norm(vector):
            chosen.append(vector)
            spanned = np.vstack([spanned, rest / np.linalg.norm(rest)])
        if len(chosen) == count:
            break
    return chosen


def _eliminated(null: Array, order: NDArray[np.int64]) -> Array:
    """Reduced row echelon form with columns considered in the given order; rows scaled to largest entry 1."""
    rows = null.copy()
    done = 0
    for column in order:
        if done == len(rows):
            break
        pivot = done + int(np.argmax(np.abs(rows[done:, column])))
        if abs(rows[pivot, column]) < 1e-3 * np.abs(rows[done:]).max():
            continue
        rows[[done, pivot]] = rows[[pivot, done]]
        rows[done] /= rows[done, column]
        factors = rows[:, column].copy()
        factors[done] = 0.0
        rows -= np.outer(factors, rows[done])
        done += 1
    scale = np.abs(rows).max(axis=1, keepdims=True)
    return np.asarray(rows[:done] / scale[:done])


def _dependencies(system: System, null: Array) -> tuple[Dependency, ...]:
    return tuple(_named(system.groups, vector) for vector in sparse_basis(null))


def _named(groups: tuple[Group, ...], vector: Array) -> Dependency:
    members = []
    for group in groups:
        rows = [k for k in group.rows if k < len(vector) and vector[k] != 0]
        if rows:
            members.append((group.label, tuple(group.directions[k - group.first] for k in rows)))
    return Dependency(tuple(members))


def described_motions(system: System, work: Work, q: Array, t: float, motions: Array) -> tuple[FreeMotion, ...]:
    """Describe the motions: sparse in the bodies, told by the joint coordinates that change."""
    found = []
    per_body = system.space.nv
    for vector in sparse_basis(motions):
        v = vector / np.sqrt(system.tables.weights)
        evaluate(system, work, q, v, t)
        size = np.abs(vector).reshape(-1, per_body).max(axis=1)
        bodies = tuple(name for name, moves in zip(system.body_names, size, strict=True) if moves > 1e-6)
        scale = np.array([1.0 if c.unit == "m" else system.length for _, c in system.coordinate_names])
        rates = work.rates * scale
        largest = np.abs(rates).max(initial=0.0)
        order = np.argsort(-np.round(np.abs(rates) / max(largest, 1e-300), 6), kind="stable")  # of equal ones the first
        joints = tuple(
            (system.coordinate_names[k][0], system.coordinate_names[k][1].name, float(rates[k] / rates[order[0]]))
            for k in order if largest > 0 and abs(rates[k]) > 1e-6 * largest
        )  # fmt: skip
        first = int(np.argmax(size > 1e-6))
        found.append(FreeMotion(joints, bodies, _how(work.states[first])))
    return tuple(found)


def _how(state: np.void) -> str:
    """How a body moves, from its velocity and angular velocity: turns about an axis, or slides."""
    v, w = np.array(state["v"]), np.array(state["w"])
    speed, spin = float(np.linalg.norm(v)), float(np.linalg.norm(w))
    if spin < 1e-6 * max(speed, 1e-300):
        return f"can slide along {_direction(v / speed)}"
    at = np.array(state["r"]) + np.cross(w, v) / spin**2
    return (
        f"can turn about {_direction(w / spin)} through ({', '.join(f'{0.0 if abs(x) < 1e-9 else x:.4g}' for x in at)})"
    )


def _direction(n: Array) -> str:
    for k, axis in enumerate("xyz"):
        if abs(n[k]) > 1 - 1e-9:
            return axis
    return f"({', '.join(f'{0.0 if abs(x) < 1e-9 else x:.3g}' for x in n)})"
