"""Efforts and powers of drivers, component by component, from the multipliers of their equations.

The effort of a component is the generalised force conjugate to the driven value: the power is the sum of effort times rate. For distances, vectors and points
it is the multiplier itself. An orientation is held by other equations than its Cardan angles: the moment `mu` that these exert on the second body
gives `effort = Hinv^T S_1^T mu`, because the angular velocity is `S_1 Hinv eta'` (page of conventions).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.algebra.rotations import cardan_matrix, matrices
from vazba.kinematic.outputs import Outputs, Samples
from vazba.system import System

Array = NDArray[np.float64]
PAIRS = (
    (1, 2),
    (2, 0),
    (0, 1),
)  # axes of the first and the second frame that an orientation driver holds perpendicular


def show_efforts(system: System, kept: Outputs, samples: Samples, q: Array, multipliers: Array) -> None:
    """`effort` of drivers with one motion, `effort_x ..` of those with several, and `power`.

    `q`: coordinates of all bodies; `multipliers`: of unscaled equations (both over times).
    """
    if "driver" not in kept.names:
        return
    names, count = kept.names["driver"], len(multipliers)
    words = list(dict.fromkeys(f"effort{suffix}" for name in names for suffix, _, _ in system.driver_motions[name]))
    data = {word: np.full((count, len(names)), np.nan) for word in (*words, "power")}
    present = set()
    for k, name in enumerate(names):
        found = driver_efforts(system, name, samples[name], q, multipliers)
        data["power"][:, k] = sum(
            effort * values[1][:count] for effort, values in zip(found, samples[name], strict=True)
        )
        for (suffix, _, unit), effort in zip(system.driver_motions[name], found, strict=True):
            data[f"effort{suffix}"][:, k] = effort
            present.add((name, f"effort{suffix}"))
            kept.units["driver", name, f"effort{suffix}"] = "N" if unit == "m" else "N m"
    kept.data["driver"] |= data
    kept.absent |= {("driver", name, word) for name in names for word in words if (name, word) not in present}


def driver_efforts(
    system: System, name: str, laws: list[tuple[Array, Array, Array]], q: Array, multipliers: Array
) -> list[Array]:
    """The efforts of a driver's components over time; `laws`: its values with their derivatives."""
    if not turns(system, name):
        return [multipliers[:, row] for row in system.driver_rows[name]]
    angles = np.column_stack([values[0][: len(multipliers)] for values in laws])
    first, second = (_turned(system, q, body) for body in _bodies(system, name))
    wanted = np.einsum("tij,tjk->tik", first, np.array([cardan_matrix(row) for row in angles]).reshape(-1, 3, 3))
    moment = np.zeros((len(multipliers), 3))  # on the second body: of `a_i . b_j = 0` comes `lambda b_j x a_i`
    for row, (i, j) in zip(system.driver_rows[name], PAIRS, strict=True):
        moment += multipliers[:, row, None] * np.cross(second[:, :, j], wanted[:, :, i])
    local = np.einsum("tji,tj->ti", first, moment)
    return list(np.einsum("tji,tj->it", cardan_rates(angles), local))


def turns(system: System, name: str) -> bool:
    """Whether a driver prescribes an orientation."""
    group = next(g for g in system.groups if g.kind == "driver" and g.name == name)
    return any(word.startswith("rotation") for word in group.directions)


def cardan_rates(angles: Array) -> Array:
    """`Hinv` over time: angular velocity (in the first body's axes) `= Hinv eta'`."""
    x, y = angles[:, 0], angles[:, 1]
    zero, one = np.zeros(len(x)), np.ones(len(x))
    rows = [[one, zero, np.sin(y)], [zero, np.cos(x), -np.sin(x) * np.cos(y)], [zero, np.sin(x), np.cos(x) * np.cos(y)]]
    return np.array([list(row) for row in rows]).transpose(2, 0, 1)


def _bodies(system: System, name: str) -> tuple[str, str]:
    record = system.model.drivers[name]
    return tuple(record.bodies) if record.bodies is not None else ("ground", record.body)


def _turned(system: System, q: Array, body: str) -> Array:
    """`S` of a body over time."""
    if body == "ground":
        return np.tile(np.eye(3), (len(q), 1, 1))
    k = 7 * system.body_names.index(body)
    return matrices(q[:, k + 3 : k + 7])
