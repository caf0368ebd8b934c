"""What rotors of motors make of small motions about a motion.

Displacements `theta = T x` of the bodies move a joint's coordinate by `ds = c T x`. As that is so all the time, `ds'' = (c T x)''`, and with `p = c T` the
rotor's effort `-I ds''` adds, in the directions T,

    I p^T p x'' + 2 I p^T p' x' + I p^T p'' x,      p' = c' T + c T',      p'' = c'' T + 2 c' T' + c T''

The turn of c itself, with the effort at hand, stands in the stiffness of `tangent.exact`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.equations.mass_matrix import sparse_mass_matrix
from vazba.equations.tables import Dynamics
from vazba.kinematic.evaluate import Work
from vazba.system import System
from vazba.tangent.series import gather_series

Array = NDArray[np.float64]


def mass_without_rotors(system: System, dynamics: Dynamics, work: Work) -> Any:
    """The mass matrix of the bodies alone."""
    from dataclasses import replace

    return sparse_mass_matrix(system, replace(dynamics, rotors=dynamics.rotors[:0]), work)


def rotor_series(system: System, record: Any, accelerations: Array) -> tuple[Array, Array, Array]:
    """`c`, `c'`, `c''` of all rotors, times the roots of their inertias, at the state last evaluated (rotors x velocities)."""
    tables, nb, count = system.tables, system.space.nv, len(system.tables.coordinates)
    jacobian, seen = np.zeros(3 * max(system.jacobian_size, 1)), np.zeros(3 * max(2 * nb * count, 1))
    gather_series(record.here, accelerations.ctypes.data, jacobian.ctypes.data, seen.ctypes.data, 0)
    parts = seen[: 6 * nb * count].reshape(3, count, 2, nb)
    out = np.zeros((3, len(tables.rotors), system.nv))
    for n, path in enumerate(tables.rotors.tolist()):
        coordinate, root = int(tables.paths["first"][path]), np.sqrt(tables.paths["rotor"][path])
        for side, body in enumerate(tables.held_by(path)):
            if body >= 0:
                out[:, n, nb * body : nb * body + nb] += root * parts[:, coordinate, side]
    return out[0], out[1], out[2]


def rotor_parts(c: tuple[Array, Array, Array], t: Any, t1: Any, t2: Any) -> tuple[Any, Any, Any]:
    """`p`, `p'`, `p''` given T and its derivatives (numbers or sparse; None: nothing moves)."""
    if t1 is None:
        return c[0] @ t, c[1] @ t, c[2] @ t
    return c[0] @ t, c[1] @ t + c[0] @ t1, c[2] @ t + 2.0 * (c[1] @ t1) + c[0] @ t2


def rotor_products(parts: Any) -> tuple[Any, Any, Any]:
    """What rotors add to mass, damping and stiffness."""
    p, p1, p2 = parts
    return p.T @ p, 2.0 * p.T @ p1, p.T @ p2
