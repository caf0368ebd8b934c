"""Models of nodes alone: the equations of `equations.elastic` where every body is a point, masses are constant, and rows are bars and planes.

    [[W x E, J^T], [J, -mu E]] (v', -lambda) = (f, gamma),      J of a row: -n at one end, n at the other

W holds the masses between nodes, the same for every direction E. Parts that have nothing to do with each other are solved apart: nodes of which no row takes
hold by the factors of W, which are found once; a bar that shares its nodes with no other in closed form, since `J M^-1 J^T` is constant there; all
others by the block factorisation. Poses of frames are written once a step (`see`), for those who look at them then.
"""

from __future__ import annotations

import math

from vazba._jit import boundary, get, inlined, jit, put
from vazba.algebra.ldl import factor
from vazba.algebra.ldl import solve as solve_values
from vazba.equations.forces import call_forces
from vazba.equations.records import DYNAMICS
from vazba.equations.verbs import FACTORISED, GIVEN, LOST, PLACE, STORED, VERB, WEAK_ROWS, call_place, call_verb
from vazba.flexible.nodal import NODAL
from vazba.flexible.records import FLEXIBLE
from vazba.kinematic.evaluate import largest
from vazba.kinematic.newton import FLOOR
from vazba.laws.records import BY_LAW
from vazba.paths.kernels import is_straight, straight_force
from vazba.tables import WORK, numbers_at


@inlined
def _between(x, i, j, d):  # type: ignore[no-untyped-def]
    """From one place to another."""
    z = get(x, j + 2) - get(x, i + 2) if d == 3 else 0.0
    return get(x, j) - get(x, i), get(x, j + 1) - get(x, i + 1), z


@inlined
def _add_along(x, i, scale, n, d):  # type: ignore[no-untyped-def]
    """`x_i += scale n`."""
    for c in range(d):
        put(x, i + c, get(x, i + c) + scale * n[c])


@inlined
def _dot(a, b):  # type: ignore[no-untyped-def]
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def _take(n, y_at, nv):  # type: ignore[no-untyped-def]
    """Coordinates and velocities of the state."""
    y, places, speeds = numbers_at(y_at, 2 * nv), NODAL.places(n), NODAL.speeds(n)
    for k in range(nv):
        put(places, k, get(y, k))
    for k in range(nv):
        put(speeds, k, get(y, nv + k))


@inlined
def _see_rods(n, w, d):  # type: ignore[no-untyped-def]
    """Directions of the rows, `phi` and `gamma`."""
    rods, p, v, phi, gamma = NODAL.rods(n), NODAL.places(n), NODAL.speeds(n), WORK.phi(w), WORK.gamma(w)
    for k in range(rods.shape[0]):
        rod = rods[k]
        i, j, row = int(rod.a), int(rod.b), int(rod.row)
        r = _between(p, i, j, d)
        if rod.flat:
            put(phi, row, _dot(rod.n, r) - rod.value)
            put(gamma, row, 0.0)
            continue
        u, square = _between(v, i, j, d), _dot(r, r)
        length = math.sqrt(square)
        one = length * (1.0 / square)  # divides while the root is being drawn
        along = _dot(r, u) * one
        rod.n[0], rod.n[1], rod.n[2] = r[0] * one, r[1] * one, r[2] * one
        put(phi, row, length - rod.value)
        put(gamma, row, (along * along - _dot(u, u)) * one)


@boundary(PLACE)
def see(d_at, y_at, t):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Poses of frames and states of bodies at the state y: where they are, and their velocities; they do not turn."""
    d = DYNAMICS.at(d_at)
    w, n = WORK.at(d.work), NODAL.at(d.nodal)
    states, poses, bodies, frames = WORK.states(w), WORK.poses(w), NODAL.bodies(n), NODAL.frames(n)
    q, v = numbers_at(y_at, d.nq), numbers_at(y_at + 8 * d.nq, d.nv)
    for k in range(bodies.shape[0]):
        b, at = states[bodies[k].which], bodies[k].at
        for c in range(n.dimension):
            b.r[c], b.v[c] = q[at + c], v[at + c]
    for k in range(frames.shape[0]):
        pose, at = poses[frames[k].which], frames[k].at
        for c in range(n.dimension):
            pose.p[c], pose.v[c] = q[at + c], v[at + c]


@boundary(PLACE)
def place(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Where nodes and rows are; poses only where something else than straight paths asks for them."""
    d = DYNAMICS.at(d_at)
    w, n = WORK.at(d.work), NODAL.at(d.nodal)
    _take(n, y_at, d.nv)
    if n.dimension == 3:
        _see_rods(n, w, 3)
    else:
        _see_rods(n, w, 2)
    if n.others != 0 or d.load_kernel != 0:
        call_place(d.see, d_at, y_at, t)


@inlined
def _pull(n, w, d):  # type: ignore[no-untyped-def]
    """Forces of all straight paths on their ends; returns the power dissipated."""
    paths, ends, p, v, x, lost = WORK.paths(w), NODAL.ends(n), NODAL.places(n), NODAL.speeds(n), NODAL.x(n), 0.0
    for k in range(paths.shape[0]):
        path = paths[k]
        if not is_straight(path):
            continue
        i, j = int(get(ends, 2 * k)), int(get(ends, 2 * k + 1))
        r = _between(p, i, j, d)
        square, rate = _dot(r, r), 0.0
        length = math.sqrt(square)
        one = length * (1.0 / square)
        if path.damping != 0.0 or path.mode == BY_LAW or length == 0.0:
            u = _between(v, i, j, d)
            if length == 0.0:  # points that meet can only part, the way they do
                r, rate = u, math.sqrt(_dot(u, u))
                one = 1.0 / rate
            else:
                rate = _dot(r, u) * one
            path.rate = rate
        path.length = length
        force, wasted = straight_force(path, length, rate)
        path.tension = force
        lost += wasted
        if force != 0.0:
            _add_along(x, i, force * one, r, d)
            _add_along(x, j, -force * one, r, d)
    return lost


@inlined
def _add_others(n, d, y_at, t, x):  # type: ignore[no-untyped-def]
    """Forces of other paths and of loads, which act on bodies."""
    force, bodies = DYNAMICS.force(d), NODAL.bodies(n)
    width = 3 if n.dimension == 2 else 6
    for k in range(force.shape[0]):
        force[k] = 0.0
    if n.others != 0:
        call_forces(n.others, d.here, y_at, y_at + 8 * d.nq, t)
    if d.load_kernel != 0:
        call_forces(d.load_kernel, d.here, y_at, y_at + 8 * d.nq, t)
    for k in range(bodies.shape[0]):
        body, at = bodies[k].which, bodies[k].at
        for c in range(n.dimension):
            x[at + c] += force[width * body + c]


@boundary(PLACE)
def force(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """All forces over the reference mass, into the vector that is solved for."""
    d = DYNAMICS.at(d_at)
    w, n = WORK.at(d.work), NODAL.at(d.nodal)
    powers, g, x, heavy = DYNAMICS.powers(d), DYNAMICS.gravity(d), NODAL.x(n), NODAL.heavy(n)
    powers[GIVEN], powers[LOST], powers[STORED] = 0.0, 0.0, 0.0
    energies, size = FLEXIBLE.energies(FLEXIBLE.at(d.flexible)), n.dimension
    energies[0], energies[1] = 0.0, 0.0
    for k in range(d.nv, n.first_row):
        put(x, k, 0.0)
    for k in range(heavy.shape[0]):
        for c in range(size):
            put(x, size * k + c, get(heavy, k) * g[c])
    if d.path_kernel != 0:
        powers[LOST] = _pull(n, w, 3) if size == 3 else _pull(n, w, 2)
    if n.others != 0 or d.load_kernel != 0:
        _add_others(n, d, y_at, t, x)
    over = 1.0 / DYNAMICS.reference(d)[0]
    for k in range(d.nv):
        put(x, k, get(x, k) * over)


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
            for c in range(n.dimension):
                put(values, spot.target + c * spot.stride, spot.sign * rods[spot.rod].n[c])
        dependent = factor(
            NODAL.joined(n), NODAL.joined_entries(n), NODAL.joined_pairs(n), values, NODAL.joined_scratch(n), FLOOR
        )
    DYNAMICS.powers(d)[WEAK_ROWS] = dependent
    return dependent


@inlined
def _solve_alone(n, d):  # type: ignore[no-untyped-def]
    """Bars that share no node: `M^-1 f`, less what the row takes."""
    rods, x, first = NODAL.rods(n), NODAL.x(n), n.first_row
    for k in range(n.alone):
        rod = rods[k]
        i, j, at = int(rod.a), int(rod.b), first + int(rod.row)
        along, aa, ab, bb = 0.0, rod.aa, rod.ab, rod.bb
        for c in range(d):
            f, g = get(x, i + c), get(x, j + c)
            u, v = aa * f + ab * g, ab * f + bb * g
            along += rod.n[c] * (v - u)
            put(x, i + c, u)
            put(x, j + c, v)
        held = (along - get(x, at)) * rod.ease
        put(x, at, held)
        one, other = (aa - ab) * held, (ab - bb) * held
        for c in range(d):
            put(x, i + c, get(x, i + c) + one * rod.n[c])
            put(x, j + c, get(x, j + c) + other * rod.n[c])


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
    if n.dimension == 3:
        _solve_alone(n, 3)
        _solve_lone(n, 3)
    else:
        _solve_alone(n, 2)
        _solve_lone(n, 2)
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
        for c in range(n.dimension):
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
        x[k] = 0.0
    for k in range(m):
        x[first + k] = right[k]
    solve_apart(n)
    for k in range(d.nv):
        out[k] = x[k]
    return 0


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Accelerations and multipliers from the forces and `gamma`; one refinement brings rows that share nodes to rounding."""
    d = DYNAMICS.at(d_at)
    w, n = WORK.at(d.work), NODAL.at(d.nodal)
    x, first, gamma, a = NODAL.x(n), n.first_row, WORK.gamma(w), numbers_at(out_at, d.nv)
    multipliers, residual, reference = DYNAMICS.multipliers(d), WORK.residual(w), DYNAMICS.reference(d)[0]
    for k in range(gamma.shape[0]):
        x[first + k] = gamma[k]
    solve_apart(n)
    for k in range(d.nv):
        a[k] = x[k]
    for k in range(gamma.shape[0]):
        multipliers[k] = -x[first + k] * reference
    if n.n_spots == 0:
        return 0
    for k in range(gamma.shape[0]):
        residual[k] = gamma[k]
    for k in range(d.nv, first):
        x[k] = 0.0
    _subtract_rows_times(n, x, 0, residual)
    if largest(residual) < 1e-14 * (largest(gamma) + largest(a)):
        return 0
    for k in range(first):
        x[k] = 0.0
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
    """As of all models with coordinates of their own, after all frames and rows are placed as these do."""
    d = DYNAMICS.at(d_at)
    n = NODAL.at(d.nodal)
    call_place(n.place_all, d_at, y_at, DYNAMICS.powers(d)[FACTORISED])
    call_verb(n.show_all, d_at, y_at, rates_at)
    return 0
