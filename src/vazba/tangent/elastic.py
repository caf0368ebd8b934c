"""The matrix of implicit steps of models with elastic bodies: as in `tangent`, in the unknowns of all bodies.

Elastic bodies add their exact stiffness and damping to the blocks of the mass matrix; elements and constraints are carried as rows, `G B` on the unknowns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from vazba._jit import boundary, get, inlined, packed, put
from vazba.algebra.chart import put_tangent
from vazba.algebra.ldl import factor_any, solve_any
from vazba.equations.elastic import gather_mass, reduce_rows
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import EXTRA
from vazba.flexible.ancf_tangent import ancf_tangent
from vazba.flexible.build import Flexible, with_room
from vazba.flexible.modal import modal_tangent
from vazba.flexible.records import FLEXIBLE
from vazba.formulations.elastic import Elastic
from vazba.frozen import frozen
from vazba.kinematic.newton import FLOOR, MU
from vazba.tables import WORK, numbers_at
from vazba.tangent.bodies import FACTOR, GATHER, TANGENT, Tangent, call_gather, complexes_at, tangent_of
from vazba.tangent.bodies import gather as base_gather
from vazba.tangent.shifted import MU_COMPLEX, MU_REAL, SHIFT, take_shifted


@frozen
class FlexibleTangent:
    """What the integrator is given, and what it keeps alive."""

    record: Any
    base: Tangent
    implicit: Flexible


def flexible_tangent_of(form: Elastic) -> FlexibleTangent:
    """Lay out the matrix with rows for constraints, paths, frictions and directions of bushings."""
    system, layout = form.system, form.layout
    base = tangent_of(system)
    sizes = [len(group.directions) for group in system.groups]
    touches = [
        list(zip(bodies, starts, strict=True))
        for bodies, starts in zip(system.touches, system.block_starts, strict=True)
    ]
    held = base.arrays["touches"]
    for hold in base.arrays["holds"]:
        mine = held[int(hold["first"]) : int(hold["first"] + hold["count"])]
        touches.append([(int(t["body"]), int(t["start"])) for t in mine])
        sizes.append(1)
    arrays = with_room(layout, layout.tables | layout.rows(sizes, touches), float(form.dynamics.reference[0]))
    implicit = Flexible(
        system, layout.units, layout.nq, layout.nv, arrays, layout.active, {"base_gather": base_gather.address}, layout.bodies, form.flexible.names
    )  # fmt: skip
    form.flexible.record.implicit = implicit.record.here
    kernels = {
        "gather": gather, "factor_real": factor_real, "factor_complex": factor_complex, "shift_real": shift_real, "shift_complex": shift_complex,
    }  # fmt: skip
    addresses = {name: kernel.address for name, kernel in kernels.items()}
    return FlexibleTangent(packed(TANGENT, base.arrays, rows=len(base.arrays["holds"]), **addresses), base, implicit)


@boundary(GATHER)
def gather(d_at, tan_at, y_at, t):  # type: ignore[no-untyped-def]
    """Rows, slopes, mass, stiffness and damping at the state y, whose forces and multipliers were last computed."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    f = FLEXIBLE.at(FLEXIBLE.at(d.flexible).implicit)
    call_gather(f.base_gather, d_at, tan_at, y_at, t)
    out = FLEXIBLE.jacobian(f)
    for k in range(out.shape[0]):
        put(out, k, 0.0)
    reduce_rows(f, 0, f.n_links, TANGENT.columns(tan), out)
    gather_mass(f, WORK.at(d.work), d)
    stiffness, damping = FLEXIBLE.stiffness(f), FLEXIBLE.damping(f)
    for k in range(stiffness.shape[0]):
        stiffness[k] = damping[k] = 0.0
    modal, ancf, blocks = FLEXIBLE.modal(f), FLEXIBLE.ancf(f), FLEXIBLE.blocks(f)
    data, q, v = FLEXIBLE.constants(f), numbers_at(y_at, f.nq), numbers_at(y_at + 8 * f.nq, f.nv)
    work = FLEXIBLE.work(f)
    for k in range(modal.shape[0]):
        modal_tangent(modal[k], f.dimension, q, v, data, work, int(blocks[f.n_rigid + k].start), stiffness, damping)
    for k in range(ancf.shape[0]):
        ancf_tangent(ancf[k], f.dimension, q, blocks, stiffness, damping, FLEXIBLE.spare(f))


@inlined
def _fill(f, tan, c_d, c_k, reference, values):  # type: ignore[no-untyped-def]
    """Put everything into the values; `c_d`, `c_k` real or complex."""
    blocks, pivots = FLEXIBLE.blocks(f), FLEXIBLE.pivots(f)
    mass, stiffness, damping = FLEXIBLE.mass(f), FLEXIBLE.stiffness(f), FLEXIBLE.damping(f)
    columns, slope, places = FLEXIBLE.jacobian(f), TANGENT.slopes(tan), FLEXIBLE.places(f)
    m = pivots.shape[0] - f.nv - tan.rows
    for k in range(values.shape[0]):
        values[k] = 0.0
    for k in range(blocks.shape[0]):
        b = blocks[k]
        for i in range(b.rows):
            for j in range(b.columns):
                at = b.start + i * b.columns + j
                values[b.target + i * b.down + j * b.across] = (
                    get(mass, at) + (c_d * get(damping, at) + c_k * get(stiffness, at)) / reference
                )
    for k in range(f.nv, f.nv + m):
        values[pivots[k]] = -MU
    for k in range(f.nv + m, pivots.shape[0]):
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


@boundary(FACTOR)
def factor_real(d_at, tan_at, c_d, c_k):  # type: ignore[no-untyped-def]
    """Factorise `M + c_d D + c_k K` with the constraints."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    f = FLEXIBLE.at(FLEXIBLE.at(d.flexible).implicit)
    values = FLEXIBLE.values(f)
    _fill(f, tan, c_d, c_k, DYNAMICS.reference(d)[0], values)
    nodes, entries, pairs = FLEXIBLE.nodes(f), FLEXIBLE.entries(f), FLEXIBLE.pairs(f)
    factor_any(nodes, entries, pairs, values, FLEXIBLE.scratch(f), FLOOR)


@boundary(FACTOR)
def factor_complex(d_at, tan_at, real, imaginary):  # type: ignore[no-untyped-def]
    """Factorise `M + D/sigma + K/sigma^2` for a complex sigma."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    f = FLEXIBLE.at(FLEXIBLE.at(d.flexible).implicit)
    inverse = 1.0 / complex(real, imaginary)
    values = FLEXIBLE.values_c(f)
    _fill(f, tan, inverse, inverse * inverse, DYNAMICS.reference(d)[0], values)
    nodes, entries, pairs = FLEXIBLE.nodes(f), FLEXIBLE.entries(f), FLEXIBLE.pairs(f)
    factor_any(nodes, entries, pairs, values, FLEXIBLE.scratch_c(f), FLOOR)


@inlined
def _add_times(f, matrix, x, x_at, scale, out):  # type: ignore[no-untyped-def]
    """`out += scale A x` for a symmetric matrix in blocks."""
    blocks = FLEXIBLE.blocks(f)
    for k in range(blocks.shape[0]):
        b = blocks[k]
        for i in range(b.rows):
            for j in range(b.columns):
                value = scale * get(matrix, b.start + i * b.columns + j)
                out[b.row + i] += value * x[x_at + b.column + j]
                if b.row != b.column:
                    out[b.column + j] += value * x[x_at + b.row + i]


@inlined
# many: real and complex numbers stand in arrays of their own
def _add_rows(f, tan, x, r_v, v_at, stiff_scale, rate_scale, reference, m, out):  # type: ignore[no-untyped-def]
    """Stiffness of the elements times x, and the constraints' rows times the velocities."""
    stripes, columns, slope = FLEXIBLE.stripes(f), FLEXIBLE.jacobian(f), TANGENT.slopes(tan)
    at = 0
    while at < stripes.shape[0]:
        row, total, last = stripes[at].row, stiff_scale * 0.0, at
        while last < stripes.shape[0] and stripes[last].row == row:
            last += 1
        if row < m:
            for e in range(at, last):
                for j in range(stripes[e].count):
                    total += columns[stripes[e].start + j] * r_v[v_at + stripes[e].column + j]
            out[f.nv + row] += rate_scale * total
        else:
            stiff = max(slope[2 * (row - m)], 0.0) / reference
            if stiff > 0.0:
                for e in range(at, last):
                    for j in range(stripes[e].count):
                        total += columns[stripes[e].start + j] * x[stripes[e].column + j]
                total *= stiff_scale * stiff
                for e in range(at, last):
                    for j in range(stripes[e].count):
                        out[stripes[e].column + j] += columns[stripes[e].start + j] * total
        at = last


@inlined
# many: real and complex numbers stand in arrays of their own
def _shift(d, f, tan, q, r, sigma, values, x, theta, rates):  # type: ignore[no-untyped-def]
    """`r` becomes the solution of `(sigma - f_y) x = r`; see `radau`."""
    nq, nv, reference = f.nq, f.nv, DYNAMICS.reference(d)[0]
    m = f.rows - tan.rows
    chart = FLEXIBLE.chart(f)
    put_tangent(chart, q, r, theta)
    for k in range(x.shape[0]):
        x[k] = 0.0
    _add_times(f, FLEXIBLE.mass(f), r, nq, 1.0 / sigma, x)
    _add_times(f, FLEXIBLE.stiffness(f), theta, 0, -1.0 / (sigma * sigma * reference), x)
    _add_rows(f, tan, theta, r, nq, -1.0 / (sigma * sigma), 1.0 / sigma, reference, m, x)
    nodes, entries = FLEXIBLE.nodes(f), FLEXIBLE.entries(f)
    solve_any(nodes, entries, values, x)
    take_shifted(chart, q, nv, sigma, x, theta, rates, r)


@boundary(SHIFT)
def shift_real(d_at, tan_at, q_at, r_at, h):  # type: ignore[no-untyped-def]
    """Solve with the real eigenvalue."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    f = FLEXIBLE.at(FLEXIBLE.at(d.flexible).implicit)
    q, r = numbers_at(q_at, f.nq), numbers_at(r_at, f.nq + f.nv + EXTRA)
    theta, rates, x = FLEXIBLE.theta(f), FLEXIBLE.rates(f), FLEXIBLE.x(f)
    _shift(d, f, tan, q, r, MU_REAL / h, FLEXIBLE.values(f), x, theta, rates)


@boundary(SHIFT)
def shift_complex(d_at, tan_at, q_at, r_at, h):  # type: ignore[no-untyped-def]
    """Solve with the complex one."""
    d, tan = DYNAMICS.at(d_at), TANGENT.at(tan_at)
    f = FLEXIBLE.at(FLEXIBLE.at(d.flexible).implicit)
    q, r = numbers_at(q_at, f.nq), complexes_at(r_at, f.nq + f.nv + EXTRA)
    theta, rates, x = FLEXIBLE.theta_c(f), FLEXIBLE.rates_c(f), FLEXIBLE.x_c(f)
    _shift(d, f, tan, q, r, MU_COMPLEX / h, FLEXIBLE.values_c(f), x, theta, rates)
