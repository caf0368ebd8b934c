"""The matrix of implicit steps, from the tangents of the elements: `[[M + c_d D + c_k K, J^T], [J, -mu E]]`.

Every path, friction and direction of a bushing with the column `c = dl/dv` and the slopes `k = dF/dl`, `b = dF/dl'` adds `kappa c c^T` with
`kappa = c_d b + c_k k`. It is carried as one more row `sqrt(kappa) c` with the pivot -1, so that the pattern stays that of bodies and
constraints and the block factorisation works in O(n). What turns with the bodies (the change of the columns, of J and of M) is left out: Newton's
iteration, which evaluates the equations exactly, makes up for it. Real for generalised-alpha and the real eigenvalue of Radau, complex for its
pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import addresses, boundary, caller, inlined, packed, view_of
from vazba.algebra.ldl import factor_any, plan, solve_any
from vazba.algebra.vectors import triple
from vazba.equations.absolute import mass_block
from vazba.equations.tables import dynamics_at, masses_at
from vazba.kinematic.evaluate import poses_at, states_at, work_at
from vazba.kinematic.newton import FLOOR, MU
from vazba.laws.dispatch import slopes
from vazba.laws.records import COORDINATE
from vazba.loads.bushing import bushing_columns
from vazba.loads.friction import normal_force
from vazba.paths.kernels import add_wrench, pull, push_row, row_state
from vazba.system import (
    System,
    bushings_at,
    entries_at,
    frames_at,
    frictions_at,
    integers_at,
    nodes_at,
    numbers_at,
    pairs_at,
    paths_at,
    places_at,
    rows_at,
    strips_at,
    tables_at,
)

complexes_at = view_of(np.complex128)
HOLD = np.dtype([("first", "i4"), ("count", "i4")], align=True)  # the bodies a tangent row touches
TOUCH = np.dtype([("body", "i4"), ("start", "i4")], align=True)  # one of them, and where its block stands
holds_at, touches_at = view_of(HOLD), view_of(TOUCH)
NAMES = (
    "nodes", "entries", "pairs", "places", "pivots", "holds", "touches", "blocks", "slopes", "columns", "dense", "values", "scratch", "x",
    "values_c", "scratch_c", "x_c", "mass", "theta", "rates", "theta_c", "rates_c",
)  # fmt: skip
KERNELS = ("gather", "factor_real", "factor_complex", "solve_real", "solve_complex", "shift_real", "shift_complex")
TANGENT = addresses(NAMES, "rows", *KERNELS)
tangent_at = view_of(TANGENT)


@dataclass(frozen=True)
class Tangent:
    """Arrays of the implicit matrix; `record` is what kernels are given."""

    arrays: dict[str, NDArray[Any]]
    record: Any


def tangent_of(system: System, collocating: bool = False) -> Tangent:
    """Lay out the matrix with a row for every path, friction and direction of a bushing; `more`: kernels only some integrators need."""
    tables, size = system.tables, 3 if system.dimension == 2 else 6
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
    arrays: dict[str, NDArray[Any]] = {
        "nodes": layout.nodes, "entries": layout.entries, "pairs": layout.pairs, "places": layout.places, "pivots": layout.pivots,
        "holds": holds, "touches": np.array(touches, TOUCH), "blocks": np.zeros(size * size * len(system.body_names)),
        "slopes": np.zeros(2 * len(touched)), "columns": np.zeros(at), "dense": np.zeros(system.nv), "values": np.zeros(layout.values),
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
    d, tan = dynamics_at(d_at, 1)[0], tangent_at(tan_at, 1)[0]
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    q_at, v_at = y_at, y_at + 8 * s.nq
    frames, states, poses = (
        frames_at(s.frames, s.n_frames),
        states_at(w.states, w.n_states),
        poses_at(w.poses, w.n_poses),
    )
    paths, coordinates, turns = (
        paths_at(w.paths, w.n_paths),
        rows_at(s.coordinates, s.n_coordinates),
        numbers_at(w.turns, w.n_turns),
    )
    holds, touches = holds_at(tan.holds, tan.n_holds), touches_at(tan.touches, tan.n_touches)
    dense, columns, slope = (
        numbers_at(tan.dense, tan.n_dense),
        numbers_at(tan.columns, tan.n_columns),
        numbers_at(tan.slopes, tan.n_slopes),
    )
    masses, blocks, block = (
        masses_at(d.masses, d.n_masses),
        numbers_at(tan.blocks, tan.n_blocks),
        numbers_at(tan.mass, tan.n_mass),
    )
    jacobian, size, at = numbers_at(w.jacobian, w.n_jacobian), s.nb, 0
    reference = numbers_at(d.reference, d.n_reference)[0]
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
    frictions, rows, multipliers = (
        frictions_at(s.frictions, s.n_frictions),
        rows_at(s.rows, s.n_rows),
        numbers_at(d.multipliers, d.n_multipliers),
    )
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
    bushings = bushings_at(s.bushings, s.n_bushings)
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
    places, pivots = places_at(tan.places, tan.n_places), integers_at(tan.pivots, tan.n_pivots)
    columns, slope, blocks = (
        numbers_at(tan.columns, tan.n_columns),
        numbers_at(tan.slopes, tan.n_slopes),
        numbers_at(tan.blocks, tan.n_blocks),
    )
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
            stiff = (c_d * max(slope[2 * k + 1], 0.0) + c_k * max(slope[2 * k], 0.0)) / reference
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
    d, tan = dynamics_at(d_at, 1)[0], tangent_at(tan_at, 1)[0]
    values, scratch = numbers_at(tan.values, tan.n_values), numbers_at(tan.scratch, tan.n_scratch)
    _fill(tables_at(d.tables, 1)[0], tan, c_d, c_k, numbers_at(d.reference, d.n_reference)[0], values)
    nodes, entries, pairs = (
        nodes_at(tan.nodes, tan.n_nodes),
        entries_at(tan.entries, tan.n_entries),
        pairs_at(tan.pairs, tan.n_pairs),
    )
    factor_any(nodes, entries, pairs, values, scratch, FLOOR)


@boundary(FACTOR)
def factor_complex(d_at, tan_at, real, imaginary):  # type: ignore[no-untyped-def]
    """Factorise `M + D/sigma + K/sigma^2` for a complex sigma."""
    d, tan = dynamics_at(d_at, 1)[0], tangent_at(tan_at, 1)[0]
    inverse = 1.0 / complex(real, imaginary)
    values, scratch = complexes_at(tan.values_c, tan.n_values_c), complexes_at(tan.scratch_c, tan.n_scratch_c)
    _fill(tables_at(d.tables, 1)[0], tan, inverse, inverse * inverse, numbers_at(d.reference, d.n_reference)[0], values)
    nodes, entries, pairs = (
        nodes_at(tan.nodes, tan.n_nodes),
        entries_at(tan.entries, tan.n_entries),
        pairs_at(tan.pairs, tan.n_pairs),
    )
    factor_any(nodes, entries, pairs, values, scratch, FLOOR)


SOLVE = "void(int64, int64, int64)"  # of tangent; the others are not used
call_solve = caller(SOLVE)


@boundary(SOLVE)
def solve_real(tan_at, _, __):  # type: ignore[no-untyped-def]
    """Solve in place, right side in `x`: velocities, multipliers, rows of tangents."""
    tan = tangent_at(tan_at, 1)[0]
    nodes, entries = nodes_at(tan.nodes, tan.n_nodes), entries_at(tan.entries, tan.n_entries)
    solve_any(nodes, entries, numbers_at(tan.values, tan.n_values), numbers_at(tan.x, tan.n_x))


@boundary(SOLVE)
def solve_complex(tan_at, _, __):  # type: ignore[no-untyped-def]
    """The same for the complex matrix, in `x_c`."""
    tan = tangent_at(tan_at, 1)[0]
    nodes, entries = nodes_at(tan.nodes, tan.n_nodes), entries_at(tan.entries, tan.n_entries)
    solve_any(nodes, entries, complexes_at(tan.values_c, tan.n_values_c), complexes_at(tan.x_c, tan.n_x_c))


@inlined
def add_mass_times(s, tan, x, x_at, scale, out):  # type: ignore[no-untyped-def]
    """`out += scale M x` with the mass blocks gathered."""
    blocks, size = numbers_at(tan.blocks, tan.n_blocks), s.nb
    for k in range(0, s.nv, size):
        for i in range(size):
            for j in range(size):
                out[k + i] += scale * blocks[k * size + i * size + j] * x[x_at + k + j]


@inlined
def add_stiffness_times(s, tan, x, scale, reference, out):  # type: ignore[no-untyped-def]
    """`out += scale K x`, divided by the reference mass."""
    holds, touches = holds_at(tan.holds, tan.n_holds), touches_at(tan.touches, tan.n_touches)
    columns, slope, size = numbers_at(tan.columns, tan.n_columns), numbers_at(tan.slopes, tan.n_slopes), s.nb
    for k in range(holds.shape[0]):
        stiff = max(slope[2 * k], 0.0) / reference
        if stiff == 0.0:
            continue
        hold, total = holds[k], scale * 0.0
        for e in range(hold.first, hold.first + hold.count):
            for j in range(size):
                total += columns[touches[e].start + j] * x[size * touches[e].body + j]
        total *= scale * stiff
        for e in range(hold.first, hold.first + hold.count):
            for j in range(size):
                out[size * touches[e].body + j] += columns[touches[e].start + j] * total


@inlined
def set_jacobian_times(s, tan, x, x_at, scale, out, out_at):  # type: ignore[no-untyped-def]
    """`out = scale J x` with the Jacobian gathered."""
    strips, columns = strips_at(s.strips, s.n_strips), numbers_at(tan.columns, tan.n_columns)
    for k in range(out_at, out.shape[0]):
        out[k] = 0.0
    for k in range(strips.shape[0]):
        strip, total = strips[k], scale * 0.0
        for j in range(s.nb):
            total += columns[strip.start + j] * x[x_at + strip.column + j]
        out[out_at + strip.row] += scale * total
