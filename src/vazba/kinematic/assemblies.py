"""The ways in which a mechanism can be assembled: found by descending from many starts around the description.

Numerical search finds some, perhaps not all: what is told is "at least". The starts are drawn by lot, always the same ones.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.bodies.space import PLANE
from vazba.compiler import compile_model
from vazba.frozen import frozen
from vazba.kinematic.assembly import CLOSED, Assembly, descend, displacement, nudged
from vazba.kinematic.evaluate import Work, evaluate, evaluate_position, gap_of, work_for
from vazba.kinematic.newton import CONVERGED, SEEK, close
from vazba.kinematic.rank import rows_of
from vazba.system import System

Array = NDArray[np.float64]
STARTS = 240  # of few bodies; of many fewer, so that it ends in seconds
MOST_FOUND = 64  # then the search ends
SAME = 1e-5  # of the characteristic length, and rad: closer ones are the same


@frozen
class Assemblies:
    """Coordinates of the assemblies found (the first is the one that analyses use), number of starts, and what was held meanwhile."""

    found: tuple[Array, ...]
    starts: int
    held: tuple[str, ...]  # joint coordinates that no driver moves


def find_assemblies(system: System, assembly: Assembly, starts: int | None = None) -> Assemblies:
    """Other configurations that close all joints at t = 0, with drivers (and freedoms that are not driven) at the values of the given one."""
    held, names = _held(system, assembly)
    if held is None:
        return Assemblies((assembly.q,), 0, ())
    starts = max(24, min(STARTS, 14400 // max(system.nv, 1))) if starts is None else starts
    rng, found, work = np.random.default_rng(20240229), [assembly.q], work_for(held)
    searched = held.guided or held
    room = work_for(searched)
    for k in range(starts):
        q = descend(searched, room, nudged(held, assembly.q, rng, 1 + k % 10), 0.0)
        evaluate_position(searched, room, q, 0.0)
        if gap_of(room) > CLOSED * system.length or not _closed(held, work, q):
            continue
        if not any(_same(system, q, other) for other in found):
            found.append(q)
        if len(found) == MOST_FOUND:
            break
    return Assemblies(tuple(found), k + 1, names)


def _closed(system: System, work: Work, q: Array) -> bool:
    """Close to rounding, in place."""
    status, _ = close(system, work, q, 0.0, SEEK)
    return bool(status == CONVERGED)


def _same(system: System, a: Array, b: Array) -> bool:
    """Whether two configurations are one: whole turns do not count."""
    if system.space is PLANE:
        a, b = a.copy(), b.copy()
        b[2::3] = a[2::3] + np.remainder(b[2::3] - a[2::3] + np.pi, 2 * np.pi) - np.pi
    far, turn = displacement(system, a, b)
    return far < SAME * system.length and turn < SAME


def _most_different(matrix: Array, count: int) -> tuple[list[int], list[float]]:
    """That many columns, each the longest of what the ones before it leave of all (a factorisation QR with pivoting), and these lengths."""
    rest, order, lengths = matrix.copy(), [], []
    for _ in range(count):
        sizes = np.linalg.norm(rest, axis=0)
        k = int(np.argmax(sizes))
        order.append(k)
        lengths.append(float(sizes[k]))
        along = rest[:, k] / max(sizes[k], 1e-300)
        rest -= np.outer(along, along @ rest)
    return order, lengths


def _held(system: System, assembly: Assembly) -> tuple[System | None, tuple[str, ...]]:
    """The system with a driver for each freedom that has none (it stays as assembled), and the joint coordinates so held; None where that cannot be."""
    evaluate(system, assembly.work, assembly.q, np.zeros(system.nv), 0.0)
    rows = rows_of(system, assembly.work)
    free = system.nv - rows.rank
    if free == 0:
        return system, ()
    if free > len(system.coordinate_names):
        return None, ()
    values, rates = assembly.work.coordinates.copy(), []
    for motion in rows.motions(free):
        evaluate(system, assembly.work, assembly.q, motion / np.sqrt(system.tables.weights), 0.0)
        rates.append(assembly.work.rates.copy())
    order, lengths = _most_different(np.array(rates), free)
    if not lengths[-1] > 1e-6 * lengths[0]:
        return None, ()
    model = copy.copy(system.model)
    model.drivers = dict(model.drivers)
    names = []
    for k in order:
        joint, coordinate = system.coordinate_names[k]
        held: dict[str, Any] = {coordinate.name: float(values[k])}
        model.drive(f"hold {joint} {coordinate.name}", joint=joint, **held)
        names.append(f"{joint}.{coordinate.name}")
    return compile_model(model), tuple(names)
