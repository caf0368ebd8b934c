"""Models with elastic bodies: `[[M, J^T], [J, -mu E]] (v', -lambda) = (f, gamma)` in the unknowns of all bodies.

Elements, joints and drivers act on rigid bodies and on stations as they do everywhere; what differs is that the twist of a station is `B v` and its
acceleration `B v' + b`. So a row `G` on a station becomes `G B` on the unknowns, its right side `gamma - G b`, and a wrench `F` becomes `B^T F`.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, caller, get, inlined, jit, put
from vazba.algebra.ldl import factor_any, solve_any
from vazba.algebra.rotations import quaternion_matrix
from vazba.algebra.vectors import triple, turned
from vazba.equations.absolute import mass_block
from vazba.equations.forces import generalised_forces
from vazba.equations.tables import dynamics_at, masses_at
from vazba.equations.verbs import LOST, PLACE, VERB, WEAK_ROWS
from vazba.flexible.ancf import ancf_force, node_size
from vazba.flexible.ancf_station import ancf_station
from vazba.flexible.modal import evaluate_modal, modal_force, modal_mass
from vazba.flexible.modal_station import modal_station
from vazba.flexible.records import (
    OF_MODAL,
    OF_POINT,
    ancf_at,
    bent_at,
    blocks_at,
    flexible_at,
    links_at,
    modal_at,
    rigid_at,
    stations_at,
    stripes_at,
)
from vazba.kinematic.evaluate import call_position, call_velocity, largest, states_at, work_at
from vazba.kinematic.newton import FLOOR, MU
from vazba.system import entries_at, integers_at, nodes_at, numbers_at, pairs_at, places_at, tables_at

FLEX = "void(int64, int64, int64)"  # of flexible, and two addresses or numbers
call_flex = caller(FLEX)


@jit
def place_bodies(f, w, y_at, count):  # type: ignore[no-untyped-def]
    """Poses and twists of the rigid bodies and of the first `count` stations, with their B and biases."""
    q, v = numbers_at(y_at, f.nq), numbers_at(y_at + 8 * f.nq, f.nv)
    states, rigid = states_at(w.states, w.n_states), rigid_at(f.rigid, f.n_rigid)
    for k in range(rigid.shape[0]):
        b, x, z = states[rigid[k].body], rigid[k].q, rigid[k].v
        if f.dimension == 2:
            c, s = math.cos(q[x + 2]), math.sin(q[x + 2])
            b.r[0], b.r[1], b.angle = q[x], q[x + 1], q[x + 2]
            b.s[0], b.s[1], b.s[3], b.s[4], b.s[8] = c, -s, s, c, 1.0
            b.v[0], b.v[1], b.w[2] = v[z], v[z + 1], v[z + 2]
            continue
        m = quaternion_matrix((q[x + 3], q[x + 4], q[x + 5], q[x + 6]))
        for n in range(9):
            b.s[n] = m[n]
        spin = turned(m, (v[z + 3], v[z + 4], v[z + 5]))
        for n in range(3):
            b.r[n], b.v[n], b.w[n] = q[x + n], v[z + n], spin[n]
    data, work = numbers_at(f.constants, f.n_constants), numbers_at(f.work, f.n_work)
    modal, ancf, stations = (
        modal_at(f.modal, f.n_modal),
        ancf_at(f.ancf, f.n_ancf),
        stations_at(f.stations, f.n_stations),
    )
    big_b, bias, turns = numbers_at(f.b, f.n_b), numbers_at(f.bias, f.n_bias), numbers_at(w.turns, w.n_turns)
    for k in range(modal.shape[0]):
        evaluate_modal(modal[k], f.dimension, q, v, data, work)
    for k in range(count):
        st = stations[k]
        b = states[st.body]
        if st.kind == OF_MODAL:
            modal_station(st, modal[st.unit], f.dimension, q, v, data, work, int(st.b), b, big_b, bias)
        elif st.kind == OF_POINT:  # its B is constant, and it does not turn
            for n in range(f.dimension):
                b.r[n], b.v[n] = q[st.element + n], v[st.unit + n]
            b.s[0], b.s[4], b.s[8] = 1.0, 1.0, 1.0
        else:
            ancf_station(st, ancf[st.unit], f.dimension, q, v, int(st.b), b, turns, big_b, bias)


@boundary(FLEX)
def place_stations(f_at, w_at, y_at):  # type: ignore[no-untyped-def]
    """All stations, also those nothing takes hold of."""
    f, w = flexible_at(f_at, 1)[0], work_at(w_at, 1)[0]
    place_bodies(f, w, y_at, f.n_stations)


@boundary(FLEX)
def place_held(f_at, w_at, y_at):  # type: ignore[no-untyped-def]
    """The stations something takes hold of."""
    f, w = flexible_at(f_at, 1)[0], work_at(w_at, 1)[0]
    place_bodies(f, w, y_at, f.active)


@boundary(PLACE)
def place(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Poses and twists of bodies and frames at `(y, t)`, and the right side of the rows."""
    d = dynamics_at(d_at, 1)[0]
    s, w, f = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], flexible_at(d.flexible, 1)[0]
    call_flex(f.place, f.here, w.here, y_at)
    call_position(w.position, s.here, w.here, 0, t)
    call_velocity(w.velocity, s.here, w.here, 0)
    bent, bias = bent_at(f.bent, f.n_bent), numbers_at(f.bias, f.n_bias)
    jacobian, gamma = numbers_at(w.jacobian, w.n_jacobian), numbers_at(w.gamma, w.n_gamma)
    for k in range(bent.shape[0]):
        at, row, total = bent[k].start, bent[k].row, 0.0
        for n in range(f.nb):
            total += get(jacobian, at + n) * get(bias, bent[k].bias + n)
        put(gamma, row, get(gamma, row) - total)


@inlined
def reduce_rows(f, first, last, source, out):  # type: ignore[no-untyped-def]
    """Rows on bodies become rows on unknowns, for some of the links; `out` is zero before."""
    links, big_b, nb = links_at(f.links, f.n_links), numbers_at(f.b, f.n_b), f.nb
    for k in range(first, last):
        link = links[k]
        size, b = link.size_of, link.b
        for r in range(link.rows):
            at, to = link.source + r * nb, link.target + r * size
            if b < 0:
                for j in range(nb):
                    put(out, to + j, get(out, to + j) + get(source, at + j))
                continue
            for i in range(nb):
                x = get(source, at + i)
                if x != 0.0:
                    for j in range(size):
                        put(out, to + j, get(out, to + j) + x * get(big_b, b + i * size + j))


@jit
def reduce_force(f, d, out):  # type: ignore[no-untyped-def]
    """Add the forces on bodies and stations, as forces on the unknowns, to `out`."""
    force, nb = numbers_at(d.force, d.n_force), f.nb
    rigid, stations = rigid_at(f.rigid, f.n_rigid), stations_at(f.stations, f.n_stations)
    modal, ancf, big_b = modal_at(f.modal, f.n_modal), ancf_at(f.ancf, f.n_ancf), numbers_at(f.b, f.n_b)
    for k in range(rigid.shape[0]):
        for n in range(nb):
            out[rigid[k].v + n] += force[nb * rigid[k].body + n]
    for k in range(f.active):
        st = stations[k]
        if st.kind == OF_MODAL:
            start, size, parts = int(modal[st.unit].v), nb + int(modal[st.unit].n), 1
        elif st.kind == OF_POINT:
            start, size, parts = int(st.unit), int(f.dimension), 1
        else:
            size, parts = node_size(f.dimension), 2
            start = int(ancf[st.unit].v) + size * int(st.element)
        for part in range(parts):
            for i in range(nb):
                x = force[nb * st.body + i]
                if x != 0.0:
                    at = int(st.b) + (part * nb + i) * size
                    for j in range(size):
                        out[start + part * size + j] += x * get(big_b, at + j)


@boundary(PLACE)
def force(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """What acts on bodies and stations, and into `internal` what elastic bodies do themselves: their weight, elastic and inertia forces."""
    d = dynamics_at(d_at, 1)[0]
    f, v_at = flexible_at(d.flexible, 1)[0], y_at + 8 * d.nq
    generalised_forces(tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], d, y_at, v_at, t)
    q, v, out = numbers_at(y_at, f.nq), numbers_at(v_at, f.nv), numbers_at(f.internal, f.n_internal)
    for k in range(out.shape[0]):
        out[k] = 0.0
    modal, ancf = modal_at(f.modal, f.n_modal), ancf_at(f.ancf, f.n_ancf)
    data, work, powers = (
        numbers_at(f.constants, f.n_constants),
        numbers_at(f.work, f.n_work),
        numbers_at(d.powers, d.n_powers),
    )
    g, held, height = triple(numbers_at(d.gravity, d.n_gravity)), 0.0, 0.0
    for k in range(modal.shape[0]):
        elastic, lost = modal_force(modal[k], f.dimension, q, v, g, data, work, out)
        powers[LOST] += lost
        held += elastic
    for k in range(ancf.shape[0]):
        elastic, lost, potential = ancf_force(ancf[k], f.dimension, q, v, g, out)
        powers[LOST] += lost
        held += elastic
        height += potential
    energies = numbers_at(f.energies, f.n_energies)
    energies[0], energies[1] = held, height


@boundary(VERB)
def reduce_forces(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """All forces at hand, as forces on the unknowns, into `out`."""
    d = dynamics_at(d_at, 1)[0]
    f = flexible_at(d.flexible, 1)[0]
    internal, out = numbers_at(f.internal, f.n_internal), numbers_at(out_at, f.nv)
    for k in range(out.shape[0]):
        out[k] = internal[k]
    reduce_force(f, d, out)
    return 0


@jit
def gather_mass(f, w, d):  # type: ignore[no-untyped-def]
    """Blocks of the mass matrix, divided by the reference mass, at the state last placed; those of nodal coordinates are constant."""
    blocks, out, work = blocks_at(f.blocks, f.n_blocks), numbers_at(f.mass, f.n_mass), numbers_at(f.work, f.n_work)
    rigid, modal, states = rigid_at(f.rigid, f.n_rigid), modal_at(f.modal, f.n_modal), states_at(w.states, w.n_states)
    masses, block, nb = masses_at(d.masses, d.n_masses), numbers_at(d.block, d.n_block), f.nb
    reference = numbers_at(d.reference, d.n_reference)[0]
    for k in range(rigid.shape[0]):
        body, start = rigid[k].body, int(blocks[k].start)
        mass_block(f.dimension, states[body], masses[body], reference, block)
        for n in range(nb * nb):
            put(out, start + n, block[n])
    data = numbers_at(f.constants, f.n_constants)
    for k in range(modal.shape[0]):
        start = int(blocks[rigid.shape[0] + k].start)
        modal_mass(modal[k], f.dimension, data, work, 1.0 / reference, start, out)


@boundary(VERB)
def find_mass(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """`gather_mass`, by addresses."""
    d = dynamics_at(d_at, 1)[0]
    gather_mass(flexible_at(d.flexible, 1)[0], work_at(d.work, 1)[0], d)
    return 0


@inlined
def fill_rows(f, rows, columns, values):  # type: ignore[no-untyped-def]
    """Put the reduced rows into the values of the factorisation."""
    places = places_at(f.places, f.n_places)
    for e in range(rows):
        place = places[e]
        at, down, across, count = place.target, place.down, place.across, place.columns
        for i in range(place.rows):
            for j in range(count):
                values[at + i * down + j * across] = columns[place.start + i * count + j]


@jit
def gather_rows(f, w):  # type: ignore[no-untyped-def]
    """The rows on the unknowns at the position last placed."""
    out = numbers_at(f.jacobian, f.n_jacobian)
    for k in range(out.shape[0]):
        put(out, k, 0.0)
    reduce_rows(f, 0, f.n_links, numbers_at(w.jacobian, w.n_jacobian), out)


@boundary(VERB)
def factorise(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Factorise mass matrix and constraints at the state last placed; the number of dependent rows goes into `powers`."""
    d = dynamics_at(d_at, 1)[0]
    f, w = flexible_at(d.flexible, 1)[0], work_at(d.work, 1)[0]
    values, mass, out = (
        numbers_at(f.values, f.n_values),
        numbers_at(f.mass, f.n_mass),
        numbers_at(f.jacobian, f.n_jacobian),
    )
    gather_mass(f, w, d)
    gather_rows(f, w)
    for k in range(values.shape[0]):
        put(values, k, 0.0)
    blocks, pivots = blocks_at(f.blocks, f.n_blocks), integers_at(f.pivots, f.n_pivots)
    for k in range(blocks.shape[0]):
        b = blocks[k]
        for i in range(b.rows):
            for j in range(b.columns):
                put(values, b.target + i * b.down + j * b.across, get(mass, b.start + i * b.columns + j))
    for k in range(f.nv, pivots.shape[0]):
        put(values, pivots[k], -MU)
    fill_rows(f, f.n_places, out, values)
    nodes, entries, pairs = (
        nodes_at(f.nodes, f.n_nodes),
        entries_at(f.entries, f.n_entries),
        pairs_at(f.pairs, f.n_pairs),
    )
    dependent = factor_any(nodes, entries, pairs, values, numbers_at(f.scratch, f.n_scratch), FLOOR)
    numbers_at(d.powers, d.n_powers)[WEAK_ROWS] = dependent
    return dependent


@inlined
def subtract_rows_times(f, x, out):  # type: ignore[no-untyped-def]
    """`out -= J x` in the unknowns."""
    stripes, jacobian = stripes_at(f.stripes, f.n_stripes), numbers_at(f.jacobian, f.n_jacobian)
    for k in range(stripes.shape[0]):
        stripe, total = stripes[k], 0.0
        for j in range(stripe.count):
            total += get(jacobian, stripe.start + j) * get(x, stripe.column + j)
        put(out, stripe.row, get(out, stripe.row) - total)


@jit
def least_step(f, residual, step):  # type: ignore[no-untyped-def]
    """The smallest change (in the metric of M) that does `J step = residual`; the multipliers stand behind the velocities in `x`."""
    x, nv = numbers_at(f.x, f.n_x), f.nv
    for k in range(nv):
        x[k] = 0.0
    for k in range(residual.shape[0]):
        x[nv + k] = residual[k]
    nodes, entries = nodes_at(f.nodes, f.n_nodes), entries_at(f.entries, f.n_entries)
    solve_any(nodes, entries, numbers_at(f.values, f.n_values), x)
    for k in range(nv):
        step[k] = x[k]


@boundary(VERB)
def step(d_at, right_at, out_at):  # type: ignore[no-untyped-def]
    """`least_step`, by addresses."""
    d = dynamics_at(d_at, 1)[0]
    f = flexible_at(d.flexible, 1)[0]
    least_step(f, numbers_at(right_at, f.n_x - f.nv), numbers_at(out_at, f.nv))
    return 0


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations of the unknowns and multipliers from the forces and `gamma`; one refinement brings the rows to rounding."""
    d = dynamics_at(d_at, 1)[0]
    f, w = flexible_at(d.flexible, 1)[0], work_at(d.work, 1)[0]
    x, nv, gamma, a = numbers_at(f.x, f.n_x), f.nv, numbers_at(w.gamma, w.n_gamma), numbers_at(out_at, f.nv)
    multipliers, residual = numbers_at(d.multipliers, d.n_multipliers), numbers_at(w.residual, w.n_residual)
    reference, internal = numbers_at(d.reference, d.n_reference)[0], numbers_at(f.internal, f.n_internal)
    for k in range(nv):
        x[k] = internal[k]
    reduce_force(f, d, numbers_at(f.x, nv))
    for k in range(nv):
        x[k] /= reference
    for k in range(gamma.shape[0]):
        x[nv + k] = gamma[k]
    nodes, entries = nodes_at(f.nodes, f.n_nodes), entries_at(f.entries, f.n_entries)
    solve_any(nodes, entries, numbers_at(f.values, f.n_values), x)
    for k in range(nv):
        a[k] = x[k]
    for k in range(gamma.shape[0]):
        multipliers[k] = -x[nv + k] * reference
        residual[k] = gamma[k]
    subtract_rows_times(f, a, residual)
    if largest(residual) < 1e-14 * (largest(gamma) + largest(a)):
        return 0
    change = numbers_at(f.step, f.n_step)
    least_step(f, residual, change)
    for k in range(nv):
        a[k] += change[k]
    for k in range(gamma.shape[0]):
        multipliers[k] -= x[nv + k] * reference
    return 0


@boundary(VERB)
def slack(d_at, y_at, out_at):  # type: ignore[no-untyped-def]
    """`nu - Phi_v v` in the unknowns."""
    d = dynamics_at(d_at, 1)[0]
    f, w = flexible_at(d.flexible, 1)[0], work_at(d.work, 1)[0]
    nu, out = numbers_at(w.nu, w.n_nu), numbers_at(out_at, w.n_nu)
    gather_rows(f, w)
    for k in range(out.shape[0]):
        out[k] = nu[k]
    subtract_rows_times(f, numbers_at(y_at + 8 * d.nq, f.nv), out)
    return 0
