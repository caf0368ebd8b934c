"""Models of nodes alone: the equations of `equations.elastic` where every body is a point, masses are constant, and rows are bars and planes.

    [[W x E, J^T], [J, -mu E]] (v', -lambda) = (f, gamma),      J of a row: -n at one end, n at the other

W holds the masses between nodes, the same for every direction E. Parts that have nothing to do with each other are solved apart: nodes of which no row takes
hold by the factors of W, which are found once; a bar that shares its nodes with no other in closed form, since `J M^-1 J^T` is constant there; bars that
meet and close no loop from the leaves of their tree (`limbs`); all others by the block factorisation. What straight paths do: `strands`.
Poses of frames are written once a step (`see`), for those who look at them then.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, get, inlined, jit, put
from vazba.algebra.ldl import factor
from vazba.algebra.ldl import solve as solve_values
from vazba.algebra.vectors import add, dot, scaled, sub, triple
from vazba.equations.forces import call_forces
from vazba.equations.limbs import factor_limbs, solve_limbs
from vazba.equations.records import DYNAMICS
from vazba.equations.strands import at, between, pull_strands
from vazba.equations.verbs import FACTORISED, GIVEN, LOST, PLACE, STORED, VERB, WEAK_ROWS, call_place, call_verb
from vazba.flexible.nodal import NODAL
from vazba.flexible.records import FLEXIBLE
from vazba.kinematic.evaluate import largest
from vazba.kinematic.newton import FLOOR
from vazba.tables import WORK, numbers_at


@inlined
def _take(n, y_at, nv):  # type: ignore[no-untyped-def]
    """Coordinates and velocities of all places: those of the state, and behind them, where there are such, of places on the ground."""
    if n.first_row == nv:
        return _held(n, y_at, nv)
    y, places, speeds = numbers_at(y_at, 2 * nv), NODAL.places(n), NODAL.speeds(n)
    for k in range(nv):
        put(places, k, get(y, k))
    for k in range(nv):
        put(speeds, k, get(y, nv + k))
    return _held(n, y_at, nv)


@inlined
def _held(n, y_at, nv):  # type: ignore[no-untyped-def]
    """The same after `place`."""
    count = n.first_row
    if count == nv:
        return numbers_at(y_at, count), numbers_at(y_at + 8 * nv, count)
    return numbers_at(n.places, count), numbers_at(n.speeds, count)


@inlined
def _see_rods(n, w, p, v, d):  # type: ignore[no-untyped-def]
    """Directions of the rows, `phi` and `gamma`."""
    rods, phi, gamma = NODAL.rods(n), WORK.phi(w), WORK.gamma(w)
    for k in range(rods.shape[0]):
        rod = rods[k]
        i, j, row = int(rod.a), int(rod.b), int(rod.row)
        r = between(p, i, j, d)
        if rod.level:
            put(phi, row, dot(triple(rod.n), r) - rod.value)
            put(gamma, row, 0.0)
            continue
        u, square = between(v, i, j, d), dot(r, r)
        length = math.sqrt(square)
        one = length * (1.0 / square)  # divides while the root is being drawn
        along = dot(r, u) * one
        rod.n[0], rod.n[1], rod.n[2] = r[0] * one, r[1] * one, r[2] * one
        put(phi, row, length - rod.value)
        put(gamma, row, (along * along - dot(u, u)) * one)


@inlined
def _see_poses(n, w, y_at, nv, d):  # type: ignore[no-untyped-def]
    """Where bodies and frames are, and their velocities; they do not turn."""
    states, poses, bodies, frames = WORK.states(w), WORK.poses(w), NODAL.bodies(n), NODAL.frames(n)
    q, v = numbers_at(y_at, nv), numbers_at(y_at + 8 * nv, nv)
    for k in range(bodies.shape[0]):
        b, at = states[bodies[k].which], int(bodies[k].at)
        for c in range(d):
            b.r[c], b.v[c] = get(q, at + c), get(v, at + c)
    for k in range(frames.shape[0]):
        pose, at = poses[frames[k].which], int(frames[k].at)
        for c in range(d):
            pose.p[c], pose.v[c] = get(q, at + c), get(v, at + c)


@boundary(PLACE)
def see(d_at, y_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Poses of frames and states of bodies at the state y, for those who look at them after a step."""
    d = DYNAMICS.at(d_at)
    n, w = NODAL.at(d.nodal), WORK.at(d.work)
    if n.wide == 3:
        _see_poses(n, w, y_at, d.nv, 3)
    else:
        _see_poses(n, w, y_at, d.nv, 2)


@boundary(PLACE)
def place(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Where nodes and rows are; poses only where something else than straight paths asks for them."""
    d = DYNAMICS.at(d_at)
    w, n = WORK.at(d.work), NODAL.at(d.nodal)
    p, v = _take(n, y_at, d.nv)
    if n.wide == 3:
        _see_rods(n, w, p, v, 3)
    else:
        _see_rods(n, w, p, v, 2)
    if n.others != 0 or d.load_kernel != 0:
        call_place(d.see, d_at, y_at, t)


@inlined
def _add_others(n, d, y_at, t, over):  # type: ignore[no-untyped-def]
    """Forces of other paths and of loads, which act on bodies, times `over`."""
    force, bodies, x = DYNAMICS.force(d), NODAL.bodies(n), NODAL.x(n)
    width = 3 if n.wide == 2 else 6
    for k in range(force.shape[0]):
        force[k] = 0.0
    if n.others != 0:
        call_forces(n.others, d.here, y_at, y_at + 8 * d.nq, t)
    if d.load_kernel != 0:
        call_forces(d.load_kernel, d.here, y_at, y_at + 8 * d.nq, t)
    for k in range(bodies.shape[0]):
        body, at = bodies[k].which, bodies[k].at
        for c in range(n.wide):
            x[at + c] += over * force[width * body + c]


@boundary(PLACE)
def force(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """All forces over the reference mass, into the vector that is solved for."""
    d = DYNAMICS.at(d_at)
    w, n = WORK.at(d.work), NODAL.at(d.nodal)
    powers, x, weight, over = DYNAMICS.powers(d), NODAL.x(n), NODAL.weight(n), 1.0 / DYNAMICS.reference(d)[0]
    powers[GIVEN], powers[LOST], powers[STORED] = 0.0, 0.0, 0.0
    energies = FLEXIBLE.energies(FLEXIBLE.at(d.flexible))
    energies[0], energies[1] = 0.0, 0.0
    for k in range(n.first_row):
        put(x, k, get(weight, k))
    if d.path_kernel != 0:
        p, v = _held(n, y_at, d.nv)
        powers[LOST] = pull_strands(n, w, p, v, over)
    if n.others != 0 or d.load_kernel != 0:
        _add_others(n, d, y_at, t, over)


@boundary(VERB)
def factorise(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """The mass of nodes without rows once; that of rows that share nodes in every posture. Returns the number of dependent rows."""
    d = DYNAMICS.at(d_at)
    n = NODAL.at(d.nodal)
    if n.ready == 0:
        factor(NODAL.nodes(n), NODAL.entries(n), NODAL.pairs(n), NODAL.values(n), NODAL.scratch(n), FLOOR)
        n.ready = 1
    spots, rods, values, constant = NODAL.spots(n), NODAL.rods(n), NODAL.joined_values(n), NODAL.constant(n)
    dependent = 0
    if spots.shape[0] > 0:
        for k in range(values.shape[0]):
            put(values, k, get(constant, k))
        for k in range(spots.shape[0]):
            spot = spots[k]
            for c in range(n.wide):
                put(values, spot.target + c * spot.stride, spot.sign * rods[spot.rod].n[c])
        dependent = factor(
            NODAL.joined(n), NODAL.joined_entries(n), NODAL.joined_pairs(n), values, NODAL.joined_scratch(n), FLOOR
        )
    if n.n_limbs > 0:
        factor_limbs(n)
    DYNAMICS.powers(d)[WEAK_ROWS] = dependent
    return dependent


@inlined
def _solve_alone(n, d):  # type: ignore[no-untyped-def]
    """Bars that share no node: `M^-1 f`, less what the row takes."""
    rods, x, first = NODAL.rods(n), NODAL.x(n), n.first_row
    for k in range(n.alone):
        rod = rods[k]
        i, j, row = int(rod.a), int(rod.b), first + int(rod.row)
        aa, ab, bb, one = rod.aa, rod.ab, rod.bb, triple(rod.n)
        f, g = at(x, i, d), at(x, j, d)
        u, v = add(scaled(f, aa), scaled(g, ab)), add(scaled(f, ab), scaled(g, bb))
        held = (dot(one, sub(v, u)) - get(x, row)) * rod.ease
        put(x, row, held)
        u, v = add(u, scaled(one, (aa - ab) * held)), add(v, scaled(one, (ab - bb) * held))
        for c in range(d):
            put(x, i + c, u[c])
            put(x, j + c, v[c])


@inlined
def _solve_lone(n, d):  # type: ignore[no-untyped-def]
    """Nodes of which no row takes hold: one factorisation for all directions."""
    nodes, entries, values, x = NODAL.nodes(n), NODAL.entries(n), NODAL.values(n), NODAL.x(n)
    for k in range(nodes.shape[0]):
        i, first, panel = int(nodes[k].x), int(nodes[k].first), int(nodes[k].panel)
        for e in range(nodes[k].count):
            j, factor_of = int(entries[first + e].x), get(values, panel + e)
            for c in range(d):
                put(x, j + c, get(x, j + c) - factor_of * get(x, i + c))
        inverse = get(values, int(nodes[k].block))
        for c in range(d):
            put(x, i + c, get(x, i + c) * inverse)
    for k in range(nodes.shape[0] - 1, -1, -1):
        i, first, panel = int(nodes[k].x), int(nodes[k].first), int(nodes[k].panel)
        for e in range(nodes[k].count):
            j, factor_of = int(entries[first + e].x), get(values, panel + e)
            for c in range(d):
                put(x, i + c, get(x, i + c) - factor_of * get(x, j + c))


@jit
def solve_apart(n):  # type: ignore[no-untyped-def]
    """Solve in place: forces (over the reference mass) and right sides of rows become accelerations, and multipliers with the sign changed."""
    if n.wide == 3:
        _solve_alone(n, 3)
        _solve_lone(n, 3)
        solve_limbs(n, 3)
    else:
        _solve_alone(n, 2)
        _solve_lone(n, 2)
        solve_limbs(n, 2)
    joined = NODAL.joined(n)
    if joined.shape[0] > 0:
        solve_values(joined, NODAL.joined_entries(n), NODAL.joined_values(n), NODAL.x(n))


@jit
def _subtract_rows_times(n, x, first, out):  # type: ignore[no-untyped-def]
    """`out -= J x` of the rows from one on."""
    rods = NODAL.rods(n)
    for k in range(first, rods.shape[0]):
        rod = rods[k]
        i, j, total = int(rod.a), int(rod.b), 0.0
        for c in range(n.wide):
            total += rod.n[c] * (get(x, j + c) - get(x, i + c))
        put(out, int(rod.row), get(out, int(rod.row)) - total)


@boundary(VERB)
def step(d_at, right_at, out_at):  # type: ignore[no-untyped-def]
    """The smallest change (in the metric of M) that does `J step = right`."""
    d = DYNAMICS.at(d_at)
    n = NODAL.at(d.nodal)
    x, first, m = NODAL.x(n), n.first_row, n.n_x - n.first_row
    right, out = numbers_at(right_at, m), numbers_at(out_at, d.nv)
    for k in range(first):
        put(x, k, 0.0)
    for k in range(m):
        put(x, first + k, get(right, k))
    solve_apart(n)
    for k in range(d.nv):
        put(out, k, get(x, k))
    return 0


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations and multipliers from the forces and `gamma`; one refinement brings rows that share nodes to rounding."""
    d = DYNAMICS.at(d_at)
    w, n = WORK.at(d.work), NODAL.at(d.nodal)
    x, first, gamma, a = NODAL.x(n), n.first_row, WORK.gamma(w), numbers_at(out_at, d.nv)
    multipliers, residual, reference = DYNAMICS.multipliers(d), WORK.residual(w), DYNAMICS.reference(d)[0]
    for k in range(gamma.shape[0]):
        put(x, first + k, get(gamma, k))
    solve_apart(n)
    for k in range(d.nv):
        put(a, k, get(x, k))
    for k in range(gamma.shape[0]):
        put(multipliers, k, -get(x, first + k) * reference)
    if n.n_spots == 0 and n.n_limbs == 0:
        return 0
    for k in range(gamma.shape[0]):
        residual[k] = gamma[k]
    for k in range(d.nv, first):
        x[k] = 0.0
    _subtract_rows_times(n, x, 0, residual)
    if largest(residual) < 1e-14 * (largest(gamma) + largest(a)):
        return 0
    for k in range(first):
        put(x, k, 0.0)
    for k in range(gamma.shape[0]):
        x[first + k] = residual[k]
    solve_apart(n)
    for k in range(d.nv):
        a[k] += x[k]
    for k in range(gamma.shape[0]):
        multipliers[k] -= x[first + k] * reference
    return 0


@boundary(VERB)
def slack(d_at, y_at, out_at):  # type: ignore[no-untyped-def]
    """`-Phi_v v`: no row is driven."""
    d = DYNAMICS.at(d_at)
    n = NODAL.at(d.nodal)
    v, speeds, out = numbers_at(y_at + 8 * d.nq, d.nv), NODAL.speeds(n), numbers_at(out_at, n.n_x - n.first_row)
    for k in range(d.nv):
        put(speeds, k, get(v, k))
    for k in range(out.shape[0]):
        out[k] = 0.0
    _subtract_rows_times(n, speeds, 0, out)
    return 0


@boundary(VERB)
def show(d_at, y_at, rates_at):  # type: ignore[no-untyped-def]
    """As of all models with coordinates of their own, after frames, rows and paths are looked at as these do."""
    d = DYNAMICS.at(d_at)
    n = NODAL.at(d.nodal)
    t = DYNAMICS.powers(d)[FACTORISED]
    call_place(n.place_all, d_at, y_at, t)
    call_place(n.force_all, d_at, y_at, t)
    call_verb(n.show_all, d_at, y_at, rates_at)
    return 0
