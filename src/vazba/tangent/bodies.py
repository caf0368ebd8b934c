"""The matrix of implicit steps, from the tangents of the elements: `[[M + c_d D + c_k K, J^T], [J, -mu E]]`.

Every path, friction and direction of a bushing with the column `c = dl/dv` and the slopes `k = dF/dl`, `b = dF/dl'` adds `kappa c c^T` with
`kappa = c_d b + c_k k + I`, I that of a rotor at its joint. It is carried as one more row `sqrt(kappa) c` with the pivot -1, so that the pattern stays that
of bodies and constraints and the block factorisation works in O(n). What turns with the bodies (the change of the columns, of J and of M) is left out: Newton's
iteration, which evaluates the equations exactly, makes up for it. Real for generalised-alpha and the real eigenvalue of Radau, complex for its
pair.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import F8, I4, boundary, caller, each, inlined, packed, record, view_of
from vazba.algebra.ldl import ENTRY, NODE, PAIR, PLACE, factor_any, plan, solve_any
from vazba.algebra.vectors import triple
from vazba.bodies.mechanics import add_wrench, mass_block
from vazba.equations.records import DYNAMICS
from vazba.frozen import frozen
from vazba.kinematic.newton import FLOOR, MU
from vazba.laws.dispatch import slopes
from vazba.laws.records import COORDINATE
from vazba.loads.bushing import bushing_columns
from vazba.loads.friction import normal_force
from vazba.paths.kernels import pull, push_row, row_state
from vazba.system import System
from vazba.tables import TABLES, WORK

complexes_at = view_of(np.complex128)
HOLD = np.dtype([("first", "i4"), ("count", "i4")], align=True)  # the bodies a tangent row touches
TOUCH = np.dtype([("body", "i4"), ("start", "i4")], align=True)  # one of them, and where its block stands
KERNELS = ("gather", "factor_real", "factor_complex", "solve_real", "solve_complex", "shift_real", "shift_complex")
TANGENT = record(
    "TANGENT",
    {"nodes": NODE, "entries": ENTRY, "pairs": PAIR, "places": PLACE, "pivots": I4, "holds": HOLD, "touches": TOUCH}
    | each(F8, "blocks", "slopes", "inertias", "columns", "dense", "values", "scratch", "x", "mass", "theta", "rates")
    | each(np.complex128, "values_c", "scratch_c", "x_c", "theta_c", "rates_c"),
    "rows", *KERNELS,
)  # fmt: skip


@frozen
class Tangent:
    """Arrays of the implicit matrix; `record` is what kernels are given."""

    arrays: dict[str, NDArray[Any]]
    record: Any


def tangent_of(system: System, collocating: bool = False) -> Tangent:
    """Lay out the matrix with a row for every path, friction and direction of a bushing; `more`: kernels only some integrators need."""
    tables, size = system.tables, system.space.nv
    frames = tables.frames["body"]
    found: list[list[int]] = []
    for path in tables.paths:
        if path["kind"] == COORDINATE:
            row = tables.coordinates[path["first"]]
            held = [frames[row["a"]], frames[row["b"]]]
        else:
            held = [frames[k] for k in tables.stops[path["first"] : path["first"] + path["count"]]]
        found.append(held)
    for friction in tables.frictions:
        row = tables.coordinates[friction["coordinate"]]
        found.append([frames[row["a"]], frames[row["b"]]])
    for bushing in tables.bushings:
        found += [[frames[bushing["a"]], frames[bushing["b"]]]] * int(bushing["n"])
    touched = [tuple(dict.fromkeys(int(b) for b in held if b >= 0)) for held in found]
    starts, at = [], system.jacobian_size
    for bodies in touched:
        starts.append(tuple(at + k * size for k in range(len(bodies))))
        at += size * len(bodies)
    groups = [len(group.directions) for group in system.groups]
    layout = plan(
        [size] * len(system.body_names), [*groups, *[1] * len(touched)], [*system.touches, *touched], [*system.block_starts, *starts]
    )  # fmt: skip
    holds = np.zeros(len(touched), HOLD)
    touches: list[tuple[int, int]] = []
    for k, (bodies, begin) in enumerate(zip(touched, starts, strict=True)):
        holds[k] = (len(touches), len(bodies))
        touches += list(zip(bodies, begin, strict=True))
    n = system.nv + system.m + len(touched)
    inertias = np.zeros(len(touched))
    inertias[: len(tables.paths)] = tables.paths["rotor"]
    arrays: dict[str, NDArray[Any]] = {
        "nodes": layout.nodes, "entries": layout.entries, "pairs": layout.pairs, "places": layout.places, "pivots": layout.pivots,
        "holds": holds, "touches": np.array(touches, TOUCH), "blocks": np.zeros(size * size * len(system.body_names)),
        "slopes": np.zeros(2 * len(touched)), "inertias": inertias, "columns": np.zeros(at), "dense": np.zeros(system.nv), "values": np.zeros(layout.values),
        "scratch": np.zeros(layout.scratch), "x": np.zeros(n), "values_c": np.zeros(layout.values, complex),
        "scratch_c": np.zeros(layout.scratch, complex), "x_c": np.zeros(n, complex), "mass": np.zeros(36),
        "theta": np.zeros(system.nv), "rates": np.zeros(system.nq), "theta_c": np.zeros(system.nv, complex), "rates_c": np.zeros(system.nq, complex),
    }  # fmt: skip
    kernels = {"gather": gather, "factor_real": factor_real, "solve_real": solve_real}
    if collocating:
        from vazba.tangent import shifted

        complexes = {"factor_complex": factor_complex, "solve_complex": solve_complex}
        kernels |= complexes | {"shift_real": shifted.shift_real, "shift_complex": shifted.shift_complex}
    return Tangent(
        arrays, packed(TANGENT, arrays, rows=len(touched), **{name: kernel.address for name, kernel in kernels.items()})
    )


@inlined
def _gather(hold, touches, size, dense, columns):  # type: ignore[no-untyped-def]
    """Move the column from the dense vector into its blocks."""
    for e in range(hold.first, hold.first + hold.count):
        body, start = touches[e].body, touches[e].start
        for j in range(size):
            columns[start + j] = dense[size * body + j]
            dense[size * body + j] = 0.0


GATHER = "void(int64, int64, int64, float64)"  # of dynamics, tangent, state, and the time
call_gather = caller(GATHER)


@boundary(GATHER)
def gather(d_at, tan_at, y_at, t):  # type: ignore[no-untyped-def]
    """Columns, slopes, Jacobian and mass blocks at the state y, whose forces and multipliers were last computed."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    q_at, v_at = y_at, y_at + 8 * s.nq
    frames, states, poses = TABLES.frames(s), WORK.states(w), WORK.poses(w)
    paths, coordinates, turns = WORK.paths(w), TABLES.coordinates(s), WORK.turns(w)
    holds, touches = TANGENT.holds(tan), TANGENT.touches(tan)
    dense, columns, slope = TANGENT.dense(tan), TANGENT.columns(tan), TANGENT.slopes(tan)
    masses, blocks, block = DYNAMICS.masses(d), TANGENT.blocks(tan), TANGENT.mass(tan)
    jacobian, size, at = WORK.jacobian(w), s.nb, 0
    reference = DYNAMICS.reference(d)[0]
    for k in range(jacobian.shape[0]):
        columns[k] = jacobian[k]
    for k in range(masses.shape[0]):
        mass_block(s.dimension, states[k], masses[k], reference, block)
        for j in range(size * size):
            blocks[k * size * size + j] = block[j]
    for k in range(paths.shape[0]):
        path = paths[k]
        slope[2 * at], slope[2 * at + 1] = slopes(path, s, w, t, q_at, v_at)
        pull(path, s, w, -1.0, dense)
        _gather(holds[at], touches, size, dense, columns)
        at += 1
    frictions, rows, multipliers = TABLES.frictions(s), TABLES.rows(s), DYNAMICS.multipliers(d)
    for k in range(frictions.shape[0]):
        f = frictions[k]
        row = coordinates[f.coordinate]
        _, rate = row_state(row, poses, turns)
        normal = normal_force(f, rows, poses, multipliers)
        slope[2 * at] = 0.0
        slope[2 * at + 1] = f.viscous + f.coefficient * f.arm * normal * f.speed**2 / (rate * rate + f.speed**2) ** 1.5
        push_row(s.dimension, row, frames, states, poses, 1.0, dense)
        _gather(holds[at], touches, size, dense, columns)
        at += 1
    bushings = TABLES.bushings(s)
    for k in range(bushings.shape[0]):
        bushing = bushings[k]
        for i in range(bushing.n):
            d_va, d_wa, d_vb, d_wb = bushing_columns(bushing, i, poses[bushing.a], poses[bushing.b])
            for side in range(2):
                f = frames[bushing.a if side == 0 else bushing.b]
                if f.body >= 0:
                    d_v, d_w = (d_va, d_wa) if side == 0 else (d_vb, d_wb)
                    add_wrench(s.dimension, f.body, states[f.body], triple(f.s), d_v, d_w, dense)
            slope[2 * at], slope[2 * at + 1] = bushing.k[(bushing.n + 1) * i], bushing.b_matrix[(bushing.n + 1) * i]
            _gather(holds[at], touches, size, dense, columns)
            at += 1


@inlined
def _fill(s, tan, c_d, c_k, reference, values):  # type: ignore[no-untyped-def]
    """Put everything into the values; `c_d`, `c_k` real or complex."""
    places, pivots = TANGENT.places(tan), TANGENT.pivots(tan)
    columns, slope, blocks = TANGENT.columns(tan), TANGENT.slopes(tan), TANGENT.blocks(tan)
    inertia = TANGENT.inertias(tan)
    size, nv, m = s.nb, s.nv, pivots.shape[0] - s.nv - tan.rows
    for k in range(values.shape[0]):
        values[k] = 0.0
    for k in range(0, nv, size):
        at = pivots[k]
        for j in range(size * size):
            values[at + j] = blocks[k * size + j]
    for k in range(nv, nv + m):
        values[pivots[k]] = -MU
    for k in range(nv + m, pivots.shape[0]):
        values[pivots[k]] = -1.0
    for e in range(places.shape[0]):
        place = places[e]
        k = place.row - m
        factor_of = c_d * 0.0 + 1.0
        if k >= 0:
            stiff = (c_d * max(slope[2 * k + 1], 0.0) + c_k * max(slope[2 * k], 0.0) + inertia[k]) / reference
            factor_of = np.sqrt(stiff) if abs(stiff) > 0.0 else stiff
        for i in range(place.rows):
            for j in range(place.columns):
                values[place.target + i * place.down + j * place.across] = (
                    factor_of * columns[place.start + i * place.columns + j]
                )


FACTOR = "void(int64, int64, float64, float64)"  # of dynamics, tangent, and two numbers
call_factor = caller(FACTOR)


@boundary(FACTOR)
def factor_real(d_at, tan_at, c_d, c_k):  # type: ignore[no-untyped-def]
    """Factorise `M + c_d D + c_k K` with the constraints."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    values, scratch = TANGENT.values(tan), TANGENT.scratch(tan)
    _fill(TABLES.at(d.tables), tan, c_d, c_k, DYNAMICS.reference(d)[0], values)
    nodes, entries, pairs = TANGENT.nodes(tan), TANGENT.entries(tan), TANGENT.pairs(tan)
    factor_any(nodes, entries, pairs, values, scratch, FLOOR)


@boundary(FACTOR)
def factor_complex(d_at, tan_at, real, imaginary):  # type: ignore[no-untyped-def]
    """Factorise `M + D/sigma + K/sigma^2` for a complex sigma."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    inverse = 1.0 / complex(real, imaginary)
    values, scratch = TANGENT.values_c(tan), TANGENT.scratch_c(tan)
    _fill(TABLES.at(d.tables), tan, inverse, inverse * inverse, DYNAMICS.reference(d)[0], values)
    nodes, entries, pairs = TANGENT.nodes(tan), TANGENT.entries(tan), TANGENT.pairs(tan)
    factor_any(nodes, entries, pairs, values, scratch, FLOOR)


SOLVE = "void(int64, int64, int64)"  # of tangent; the others are not used
call_solve = caller(SOLVE)


@boundary(SOLVE)
def solve_real(tan_at, _, __):  # type: ignore[no-untyped-def]
    """Solve in place, right side in `x`: velocities, multipliers, rows of tangents."""
    tan = TANGENT.at(tan_at)
    nodes, entries = TANGENT.nodes(tan), TANGENT.entries(tan)
    solve_any(nodes, entries, TANGENT.values(tan), TANGENT.x(tan))


@boundary(SOLVE)
def solve_complex(tan_at, _, __):  # type: ignore[no-untyped-def]
    """The same for the complex matrix, in `x_c`."""
    tan = TANGENT.at(tan_at)
    nodes, entries = TANGENT.nodes(tan), TANGENT.entries(tan)
    solve_any(nodes, entries, TANGENT.values_c(tan), TANGENT.x_c(tan))


@inlined
def add_mass_times(s, tan, x, x_at, scale, reference, out):  # type: ignore[no-untyped-def]
    """`out += scale M x`, divided by the reference mass, with the mass blocks gathered."""
    holds, touches = TANGENT.holds(tan), TANGENT.touches(tan)
    columns, inertia = TANGENT.columns(tan), TANGENT.inertias(tan)
    blocks, size = TANGENT.blocks(tan), s.nb
    for k in range(0, s.nv, size):
        for i in range(size):
            for j in range(size):
                out[k + i] += scale * blocks[k * size + i * size + j] * x[x_at + k + j]
    for k in range(holds.shape[0]):
        if inertia[k] > 0.0:
            add_square_times(holds[k], touches, columns, size, x, x_at, scale * (inertia[k] / reference), out)


@inlined
def add_square_times(hold, touches, columns, size, x, x_at, factor, out):  # type: ignore[no-untyped-def]
    """`out += factor c (c x)` for the column c of one tangent row."""
    total = factor * 0.0
    for e in range(hold.first, hold.first + hold.count):
        for j in range(size):
            total += columns[touches[e].start + j] * x[x_at + size * touches[e].body + j]
    total *= factor
    for e in range(hold.first, hold.first + hold.count):
        for j in range(size):
            out[size * touches[e].body + j] += columns[touches[e].start + j] * total


@inlined
def add_stiffness_times(s, tan, x, scale, reference, out):  # type: ignore[no-untyped-def]
    """`out += scale K x`, divided by the reference mass."""
    holds, touches = TANGENT.holds(tan), TANGENT.touches(tan)
    columns, slope, size = TANGENT.columns(tan), TANGENT.slopes(tan), s.nb
    for k in range(holds.shape[0]):
        stiff = max(slope[2 * k], 0.0) / reference
        if stiff > 0.0:
            add_square_times(holds[k], touches, columns, size, x, 0, scale * stiff, out)


@inlined
def set_jacobian_times(s, tan, x, x_at, scale, out, out_at):  # type: ignore[no-untyped-def]
    """`out = scale J x` with the Jacobian gathered."""
    strips, columns = TABLES.strips(s), TANGENT.columns(tan)
    for k in range(out_at, out.shape[0]):
        out[k] = 0.0
    for k in range(strips.shape[0]):
        strip, total = strips[k], scale * 0.0
        for j in range(s.nb):
            total += columns[strip.start + j] * x[x_at + strip.column + j]
        out[out_at + strip.row] += scale * total
