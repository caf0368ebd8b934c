"""Models with elastic bodies: `[[M, J^T], [J, -mu E]] (v', -lambda) = (f, gamma)` in the unknowns of all bodies.

Elements, joints and drivers act on rigid bodies and on stations as they do everywhere; what differs is that the twist of a station is `B v` and its
acceleration `B v' + b`. So a row `G` on a station becomes `G B` on the unknowns, its right side `gamma - G b`, and a wrench `F` becomes `B^T F`.
"""

from __future__ import annotations

from vazba._jit import boundary, caller, get, inlined, jit, put
from vazba.algebra.ldl import factor
from vazba.algebra.ldl import solve as solve_values
from vazba.algebra.vectors import triple
from vazba.bodies.mechanics import mass_block, place_body
from vazba.equations.forces import generalised_forces
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import LOST, PLACE, VERB, WEAK_ROWS
from vazba.flexible.ancf import ancf_force, node_size
from vazba.flexible.ancf_station import ancf_station
from vazba.flexible.bar_station import bar_station
from vazba.flexible.modal import evaluate_modal, modal_force, modal_mass
from vazba.flexible.modal_station import modal_station
from vazba.flexible.records import FLEXIBLE, OF_BAR, OF_MODAL, OF_POINT
from vazba.kinematic.evaluate import call_position, call_velocity, largest
from vazba.kinematic.newton import FLOOR, MU
from vazba.tables import TABLES, WORK, numbers_at

FLEX = "void(int64, int64, int64)"  # of flexible, and two addresses or numbers
call_flex = caller(FLEX)


@jit
def place_bodies(f, w, y_at, count):  # type: ignore[no-untyped-def]
    """Poses and twists of the rigid bodies and of the first `count` stations, with their B and biases."""
    q, v = numbers_at(y_at, f.nq), numbers_at(y_at + 8 * f.nq, f.nv)
    states, rigid = WORK.states(w), FLEXIBLE.rigid(f)
    for k in range(rigid.shape[0]):
        b, x, z = states[rigid[k].body], rigid[k].q, rigid[k].v
        place_body(f.dimension, b, q, x, v, z)
    data, work = FLEXIBLE.constants(f), FLEXIBLE.work(f)
    modal, ancf, stations = FLEXIBLE.modal(f), FLEXIBLE.ancf(f), FLEXIBLE.stations(f)
    big_b, bias, turns = FLEXIBLE.b(f), FLEXIBLE.bias(f), WORK.turns(w)
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
        elif st.kind == OF_BAR:
            bar_station(st, q, v, b, turns, big_b, bias)
        else:
            ancf_station(st, ancf[st.unit], f.dimension, q, v, int(st.b), b, turns, big_b, bias)


@boundary(FLEX)
def place_stations(f_at, w_at, y_at):  # type: ignore[no-untyped-def]
    """All stations, also those nothing takes hold of."""
    f, w = FLEXIBLE.at(f_at), WORK.at(w_at)
    place_bodies(f, w, y_at, f.n_stations)


@boundary(FLEX)
def place_held(f_at, w_at, y_at):  # type: ignore[no-untyped-def]
    """The stations something takes hold of."""
    f, w = FLEXIBLE.at(f_at), WORK.at(w_at)
    place_bodies(f, w, y_at, f.active)


@boundary(PLACE)
def place(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Poses and twists of bodies and frames at `(y, t)`, and the right side of the rows."""
    d = DYNAMICS.at(d_at)
    s, w, f = TABLES.at(d.tables), WORK.at(d.work), FLEXIBLE.at(d.flexible)
    call_flex(f.place, f.here, w.here, y_at)
    call_position(w.position, s.here, w.here, 0, t)
    call_velocity(w.velocity, s.here, w.here, 0)
    bent, bias = FLEXIBLE.bent(f), FLEXIBLE.bias(f)
    jacobian, gamma = WORK.jacobian(w), WORK.gamma(w)
    for k in range(bent.shape[0]):
        at, row, total = bent[k].start, bent[k].row, 0.0
        for n in range(f.nb):
            total += get(jacobian, at + n) * get(bias, bent[k].bias + n)
        put(gamma, row, get(gamma, row) - total)


@inlined
def reduce_rows(f, first, last, source, out):  # type: ignore[no-untyped-def]
    """Rows on bodies become rows on unknowns, for some of the links; `out` is zero before."""
    links, big_b, nb = FLEXIBLE.links(f), FLEXIBLE.b(f), f.nb
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
    force, nb = DYNAMICS.force(d), f.nb
    rigid, stations = FLEXIBLE.rigid(f), FLEXIBLE.stations(f)
    modal, ancf, big_b = FLEXIBLE.modal(f), FLEXIBLE.ancf(f), FLEXIBLE.b(f)
    for k in range(rigid.shape[0]):
        for n in range(nb):
            out[rigid[k].v + n] += force[nb * rigid[k].body + n]
    for k in range(f.active):
        st = stations[k]
        if st.kind == OF_MODAL:
            start, size, parts = int(modal[st.unit].v), nb + int(modal[st.unit].n), 1
        elif st.kind == OF_POINT or st.kind == OF_BAR:
            start, size, parts = int(st.unit), int(f.dimension), 1 if st.kind == OF_POINT else 2
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
    d = DYNAMICS.at(d_at)
    f, v_at = FLEXIBLE.at(d.flexible), y_at + 8 * d.nq
    generalised_forces(TABLES.at(d.tables), WORK.at(d.work), d, y_at, v_at, t)
    q, v, out = numbers_at(y_at, f.nq), numbers_at(v_at, f.nv), FLEXIBLE.internal(f)
    for k in range(out.shape[0]):
        out[k] = 0.0
    modal, ancf = FLEXIBLE.modal(f), FLEXIBLE.ancf(f)
    data, work, powers = FLEXIBLE.constants(f), FLEXIBLE.work(f), DYNAMICS.powers(d)
    g, held, height = triple(DYNAMICS.gravity(d)), 0.0, 0.0
    for k in range(modal.shape[0]):
        elastic, lost = modal_force(modal[k], f.dimension, q, v, g, data, work, out)
        powers[LOST] += lost
        held += elastic
    for k in range(ancf.shape[0]):
        elastic, lost, potential = ancf_force(ancf[k], f.dimension, q, v, g, out)
        powers[LOST] += lost
        held += elastic
        height += potential
    energies = FLEXIBLE.energies(f)
    energies[0], energies[1] = held, height


@boundary(VERB)
def reduce_forces(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """All forces at hand, as forces on the unknowns, into `out`."""
    d = DYNAMICS.at(d_at)
    f = FLEXIBLE.at(d.flexible)
    internal, out = FLEXIBLE.internal(f), numbers_at(out_at, f.nv)
    for k in range(out.shape[0]):
        out[k] = internal[k]
    reduce_force(f, d, out)
    return 0


@jit
def gather_mass(f, w, d):  # type: ignore[no-untyped-def]
    """Blocks of the mass matrix, divided by the reference mass, at the state last placed; those of nodal coordinates are constant."""
    blocks, out, work = FLEXIBLE.blocks(f), FLEXIBLE.mass(f), FLEXIBLE.work(f)
    rigid, modal, states = FLEXIBLE.rigid(f), FLEXIBLE.modal(f), WORK.states(w)
    masses, block, nb = DYNAMICS.masses(d), DYNAMICS.block(d), f.nb
    reference = DYNAMICS.reference(d)[0]
    for k in range(rigid.shape[0]):
        body, start = rigid[k].body, int(blocks[k].start)
        mass_block(f.dimension, states[body], masses[body], reference, block)
        for n in range(nb * nb):
            put(out, start + n, block[n])
    data = FLEXIBLE.constants(f)
    for k in range(modal.shape[0]):
        start = int(blocks[rigid.shape[0] + k].start)
        modal_mass(modal[k], f.dimension, data, work, 1.0 / reference, start, out)


@boundary(VERB)
def find_mass(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """`gather_mass`, by addresses."""
    d = DYNAMICS.at(d_at)
    gather_mass(FLEXIBLE.at(d.flexible), WORK.at(d.work), d)
    return 0


@inlined
def fill_rows(f, rows, columns, values):  # type: ignore[no-untyped-def]
    """Put the reduced rows into the values of the factorisation."""
    places = FLEXIBLE.places(f)
    for e in range(rows):
        place = places[e]
        at, down, across, count = place.target, place.down, place.across, place.columns
        for i in range(place.rows):
            for j in range(count):
                values[at + i * down + j * across] = columns[place.start + i * count + j]


@jit
def gather_rows(f, w):  # type: ignore[no-untyped-def]
    """The rows on the unknowns at the position last placed."""
    out = FLEXIBLE.jacobian(f)
    for k in range(out.shape[0]):
        put(out, k, 0.0)
    reduce_rows(f, 0, f.n_links, WORK.jacobian(w), out)


@boundary(VERB)
def factorise(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Factorise mass matrix and constraints at the state last placed; the number of dependent rows goes into `powers`."""
    d = DYNAMICS.at(d_at)
    f, w = FLEXIBLE.at(d.flexible), WORK.at(d.work)
    values, mass, out = FLEXIBLE.values(f), FLEXIBLE.mass(f), FLEXIBLE.jacobian(f)
    gather_mass(f, w, d)
    gather_rows(f, w)
    for k in range(values.shape[0]):
        put(values, k, 0.0)
    blocks, pivots = FLEXIBLE.blocks(f), FLEXIBLE.pivots(f)
    for k in range(blocks.shape[0]):
        b = blocks[k]
        for i in range(b.rows):
            for j in range(b.columns):
                put(values, b.target + i * b.down + j * b.across, get(mass, b.start + i * b.columns + j))
    for k in range(f.nv, pivots.shape[0]):
        put(values, pivots[k], -MU)
    fill_rows(f, f.n_places, out, values)
    nodes, entries, pairs = FLEXIBLE.nodes(f), FLEXIBLE.entries(f), FLEXIBLE.pairs(f)
    dependent = factor(nodes, entries, pairs, values, FLEXIBLE.scratch(f), FLOOR)
    DYNAMICS.powers(d)[WEAK_ROWS] = dependent
    return dependent


@inlined
def subtract_rows_times(f, x, out):  # type: ignore[no-untyped-def]
    """`out -= J x` in the unknowns."""
    stripes, jacobian = FLEXIBLE.stripes(f), FLEXIBLE.jacobian(f)
    for k in range(stripes.shape[0]):
        stripe, total = stripes[k], 0.0
        for j in range(stripe.count):
            total += get(jacobian, stripe.start + j) * get(x, stripe.column + j)
        put(out, stripe.row, get(out, stripe.row) - total)


@jit
def least_step(f, residual, step):  # type: ignore[no-untyped-def]
    """The smallest change (in the metric of M) that does `J step = residual`; the multipliers stand behind the velocities in `x`."""
    x, nv = FLEXIBLE.x(f), f.nv
    for k in range(nv):
        x[k] = 0.0
    for k in range(residual.shape[0]):
        x[nv + k] = residual[k]
    nodes, entries = FLEXIBLE.nodes(f), FLEXIBLE.entries(f)
    solve_values(nodes, entries, FLEXIBLE.values(f), x)
    for k in range(nv):
        step[k] = x[k]


@boundary(VERB)
def step(d_at, right_at, out_at):  # type: ignore[no-untyped-def]
    """`least_step`, by addresses."""
    d = DYNAMICS.at(d_at)
    f = FLEXIBLE.at(d.flexible)
    least_step(f, numbers_at(right_at, f.n_x - f.nv), numbers_at(out_at, f.nv))
    return 0


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations of the unknowns and multipliers from the forces and `gamma`; one refinement brings the rows to rounding."""
    d = DYNAMICS.at(d_at)
    f, w = FLEXIBLE.at(d.flexible), WORK.at(d.work)
    x, nv, gamma, a = FLEXIBLE.x(f), f.nv, WORK.gamma(w), numbers_at(out_at, f.nv)
    multipliers, residual = DYNAMICS.multipliers(d), WORK.residual(w)
    reference, internal = DYNAMICS.reference(d)[0], FLEXIBLE.internal(f)
    for k in range(nv):
        x[k] = internal[k]
    reduce_force(f, d, numbers_at(f.x, nv))
    for k in range(nv):
        x[k] /= reference
    for k in range(gamma.shape[0]):
        x[nv + k] = gamma[k]
    nodes, entries = FLEXIBLE.nodes(f), FLEXIBLE.entries(f)
    solve_values(nodes, entries, FLEXIBLE.values(f), x)
    for k in range(nv):
        a[k] = x[k]
    for k in range(gamma.shape[0]):
        multipliers[k] = -x[nv + k] * reference
        residual[k] = gamma[k]
    subtract_rows_times(f, a, residual)
    if largest(residual) < 1e-14 * (largest(gamma) + largest(a)):
        return 0
    change = FLEXIBLE.step(f)
    least_step(f, residual, change)
    for k in range(nv):
        a[k] += change[k]
    for k in range(gamma.shape[0]):
        multipliers[k] -= x[nv + k] * reference
    return 0


@boundary(VERB)
def slack(d_at, y_at, out_at):  # type: ignore[no-untyped-def]
    """`nu - Phi_v v` in the unknowns."""
    d = DYNAMICS.at(d_at)
    f, w = FLEXIBLE.at(d.flexible), WORK.at(d.work)
    nu, out = WORK.nu(w), numbers_at(out_at, w.n_nu)
    gather_rows(f, w)
    for k in range(out.shape[0]):
        out[k] = nu[k]
    subtract_rows_times(f, numbers_at(y_at + 8 * d.nq, f.nv), out)
    return 0
