"""Rotors of motors: each adds `1/2 I s'^2` to the energy, s the coordinate of its joint, I its inertia behind the gear.

With the derivative c of the coordinate by the velocities, `s' = c v` and `s'' = c v' + b`, that is

    M + I c c^T        and the force        -I b c

In the coordinates of all bodies c belongs to both bodies of the joint: M has a block between them. Trees have s itself (`tree.rotors`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, jit, view_of
from vazba.algebra.vectors import dot, triple
from vazba.bodies.kernels import add_row
from vazba.equations.records import ROTOR
from vazba.joints.rows import scalar_terms
from vazba.paths.kernels import push_row, row_state
from vazba.system import System
from vazba.tables import TABLES, WORK

Array = NDArray[np.float64]
rotors_at = view_of(ROTOR)


def rotors_of(system: System) -> NDArray[np.void]:
    """The table of a system, as its factorisation is laid out."""
    t = system.tables
    table, taken = np.zeros(len(t.rotors), ROTOR), 0
    for rotor, path in zip(table, t.rotors.tolist(), strict=True):
        rotor["coordinate"], rotor["inertia"] = t.paths["first"][path], t.paths["rotor"][path]
        rotor["a"], rotor["b"] = t.held_by(path)
        if min(rotor["a"], rotor["b"]) >= 0:
            block, taken = system.plan.couplings[taken], taken + 1
            rotor["target"], rotor["down"], rotor["across"] = block["target"], block["down"], block["across"]
    return table


@jit
def rotor_columns(s, w, rotors):  # type: ignore[no-untyped-def]
    """Fill `c` of all rotors at the position last evaluated."""
    coordinates, frames = TABLES.coordinates(s), TABLES.frames(s)
    states, poses = WORK.states(w), WORK.poses(w)
    for k in range(rotors.shape[0]):
        rotor = rotors[k]
        r = coordinates[rotor.coordinate]
        _, _, d_va, d_wa, d_vb, d_wb = scalar_terms(r.kind, r.i, r.j, poses[r.a], poses[r.b], 0.0)
        for i in range(6):
            rotor.c_a[i] = rotor.c_b[i] = 0.0
        if rotor.a >= 0:
            add_row(s.dimension, states[rotor.a], frames[r.a], d_va, d_wa, r.factor, rotor.c_a, 0)
        if rotor.b >= 0:
            add_row(s.dimension, states[rotor.b], frames[r.b], d_vb, d_wb, r.factor, rotor.c_b, 0)


@boundary("void(int64, int64, int64, int64)")
def fill_columns(s_at, w_at, rotors, count):  # type: ignore[no-untyped-def]
    """`rotor_columns`, by addresses."""
    rotor_columns(TABLES.at(s_at), WORK.at(w_at), rotors_at(rotors, count))


@jit
def add_rotor_blocks(nb, rotors, pivots, reference, values):  # type: ignore[no-untyped-def]
    """Add `I c c^T`, over the reference mass, to the blocks of a matrix that is to be factorised."""
    for k in range(rotors.shape[0]):
        rotor = rotors[k]
        inertia = rotor.inertia / reference
        if rotor.a >= 0:
            _add_square(nb, rotor.c_a, inertia, pivots[nb * rotor.a], values)
        if rotor.b >= 0:
            _add_square(nb, rotor.c_b, inertia, pivots[nb * rotor.b], values)
        if rotor.a >= 0 and rotor.b >= 0:
            for i in range(nb):
                for j in range(nb):
                    values[rotor.target + i * rotor.down + j * rotor.across] += inertia * rotor.c_a[i] * rotor.c_b[j]


@jit
def _add_square(nb, c, inertia, at, values):  # type: ignore[no-untyped-def]
    for i in range(nb):
        for j in range(nb):
            values[at + i * nb + j] += inertia * c[i] * c[j]


@jit
def add_rotors_dense(nb, rotors, n, out):  # type: ignore[no-untyped-def]
    """Add `I c c^T` to a full matrix with n columns, row by row."""
    for k in range(rotors.shape[0]):
        rotor = rotors[k]
        a, b = nb * rotor.a, nb * rotor.b
        for i in range(nb):
            for j in range(nb):
                if rotor.a >= 0:
                    out[(a + i) * n + a + j] += rotor.inertia * rotor.c_a[i] * rotor.c_a[j]
                if rotor.b >= 0:
                    out[(b + i) * n + b + j] += rotor.inertia * rotor.c_b[i] * rotor.c_b[j]
                if rotor.a >= 0 and rotor.b >= 0:
                    out[(a + i) * n + b + j] += rotor.inertia * rotor.c_a[i] * rotor.c_b[j]
                    out[(b + j) * n + a + i] += rotor.inertia * rotor.c_a[i] * rotor.c_b[j]


@jit
def quickness(nb, rotor, a):  # type: ignore[no-untyped-def]
    """`c a`."""
    total = 0.0
    for j in range(nb):
        if rotor.a >= 0:
            total += rotor.c_a[j] * a[nb * rotor.a + j]
        if rotor.b >= 0:
            total += rotor.c_b[j] * a[nb * rotor.b + j]
    return total


@jit
def add_rotors_times(nb, rotors, a, factor, out):  # type: ignore[no-untyped-def]
    """`out += factor I c (c a)`."""
    for k in range(rotors.shape[0]):
        rotor = rotors[k]
        effort = factor * rotor.inertia * quickness(nb, rotor, a)
        for j in range(nb):
            if rotor.a >= 0:
                out[nb * rotor.a + j] += effort * rotor.c_a[j]
            if rotor.b >= 0:
                out[nb * rotor.b + j] += effort * rotor.c_b[j]


@jit
def add_rotor_sizes(nb, rotors, a, sizes):  # type: ignore[no-untyped-def]
    """Add the sizes of `I c (c a)`."""
    for k in range(rotors.shape[0]):
        rotor = rotors[k]
        effort = abs(rotor.inertia * quickness(nb, rotor, a))
        for j in range(nb):
            if rotor.a >= 0:
                sizes[nb * rotor.a + j] += effort * abs(rotor.c_a[j])
            if rotor.b >= 0:
                sizes[nb * rotor.b + j] += effort * abs(rotor.c_b[j])


@jit
def rotor_forces(s, w, rotors, out):  # type: ignore[no-untyped-def]
    """Add `-I b c` at the position and velocity last evaluated."""
    coordinates, frames = TABLES.coordinates(s), TABLES.frames(s)
    states, poses = WORK.states(w), WORK.poses(w)
    for k in range(rotors.shape[0]):
        r = coordinates[rotors[k].coordinate]
        a, b = poses[r.a], poses[r.b]
        _, rest, d_va, _, d_vb, _ = scalar_terms(r.kind, r.i, r.j, a, b, 0.0)
        rest += dot(d_va, triple(a.a_0)) + dot(d_vb, triple(b.a_0))
        push_row(s.dimension, r, frames, states, poses, -rotors[k].inertia * r.factor * rest, out)


@jit
def rotor_energy(s, w, rotors):  # type: ignore[no-untyped-def]
    """Energy of all rotors at the state last evaluated."""
    coordinates, total = TABLES.coordinates(s), 0.0
    for k in range(rotors.shape[0]):
        _, rate = row_state(coordinates[rotors[k].coordinate], WORK.poses(w), WORK.turns(w))
        total += 0.5 * rotors[k].inertia * rate * rate
    return total


def rotor_rows(system: System, work: object, rotors: NDArray[np.void]) -> Array:
    """`c` of all rotors (rotors x velocities) at the position last evaluated."""
    fill_columns(system.tables.here, work.here, rotors.ctypes.data, len(rotors))  # type: ignore[attr-defined]
    nb, rows = system.space.nv, np.zeros((len(rotors), system.nv))
    for row, rotor in zip(rows, rotors, strict=True):
        for body, c in ((int(rotor["a"]), rotor["c_a"]), (int(rotor["b"]), rotor["c_b"])):
            if body >= 0:
                row[nb * body : nb * body + nb] += c[:nb]
    return rows
