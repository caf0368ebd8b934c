"""Independent speeds: closure solved at every evaluation, so that there is nothing to drift and nothing to stabilise.

The speeds of the tree are split into independent ones s and dependent ones: `G eta = nu` gives `eta = J s + eta_0`, `G eta' = gamma'` gives
`eta' = J s' + eta_1`, and the joint coordinates of the dependent freedoms follow from `Phi = 0` by Newton's method. Then

    (J^T M J) s' = -J^T (h + M eta_1),      G_d^T lambda = (M eta' + h)_d

with the mass matrix M of the tree by composite bodies and the loads h by the recursive Newton-Euler sweep: another road than that of `recursive`.
The state is `y = (joint coordinates, independent speeds, work put in, energy dissipated, energy stored in curves)`; of the joint coordinates those that depend
are a first guess. The choice of independent speeds is the best conditioned one, or the one the user named; it is made anew when another becomes much better.
Of rows that depend on others only as many are used as are independent, which is a matter of geometry alone: masses play no part in it.
"""

from __future__ import annotations

import math

import numpy as np

from vazba._jit import F8, I4, boundary, each, jit, record
from vazba.algebra.chart import move, normalise
from vazba.algebra.dense import choose_columns, lu_factor, lu_solve, lu_solve_transposed, solve_symmetric
from vazba.equations.records import DYNAMICS
from vazba.equations.recursive import call_tree
from vazba.equations.verbs import PLACE, PROJECT, RECHOOSE, VERB, call_place
from vazba.kinematic.evaluate import call_position, call_velocity, largest
from vazba.tables import TABLES, WORK, numbers_at
from vazba.tree.records import TREE
from vazba.tree.springs import watch_joints

MINIMAL = record(
    "MINIMAL",
    each(F8, "g", "lu", "mass", "reduced", "j", "eta", "rates", "still", "bias", "loads", "right", "scaled", "pivots", "kept", "row_sizes", "reaches")
    | each(I4, "independent", "dependent", "rows", "order", "all_rows", "all_columns", "spare"),
    "r", "ns", "inverse", "composite", "closure", "loop_loads", "loop_bias",
)  # fmt: skip
# m or rad: how far dependent coordinates may be off within a step and at its end; farther is another branch
GUESS, RESULT = 1.0, 1e-3
MUCH_BETTER = 4.0  # times: the smallest pivot of another choice, or a dependent speed beside an independent one, for which the choice is changed
FAR_BETTER = 20.0  # times: a step that makes the choice so bad is not taken
NAMED_MUCH, NAMED_FAR = 40.0, 200.0  # the same two for a choice the user named, which is kept longer
# Places in `pivots`: the two limits in use, when a named choice was given up, the smallest pivot of the best choice, and how far dependent speeds went with
# independent ones when the choice was made (0: not looked at yet). Pivots tell of the worst loop only; of each loop this does.
MUCH, FAR, CHANGED, BEST, WENT = range(5)
FAINT = 1e-9  # of the largest inertia
LEAST = 1e-9  # part of what a row is made of that is left of it when it depends on others


@jit
def _factor_closure(d, w, tree, m):  # type: ignore[no-untyped-def]
    """The loop rows in the speeds, and the factors of their dependent part."""
    call_tree(m.closure, d.tree, w.jacobian, m.g)
    g, lu, r, nv = MINIMAL.g(m), MINIMAL.lu(m), m.r, tree.nv
    rows, dependent = MINIMAL.rows(m), MINIMAL.dependent(m)
    for i in range(r):
        for j in range(r):
            lu[i * r + j] = g[rows[i] * nv + dependent[j]]
    lu_factor(lu, r, MINIMAL.order(m))


@jit
def _close(d, s, w, tree, m, y_at, t, farthest):  # type: ignore[no-untyped-def]
    """Close the loops by the dependent coordinates; returns the largest gap that is left, 1 when they would have to move farther than `farthest`."""
    q, rates, right = numbers_at(y_at, tree.nq), MINIMAL.rates(m), MINIMAL.right(m)
    chart = DYNAMICS.chart(d)
    normalise(chart, q)
    call_tree(tree.sweep, d.tree, y_at, m.still)
    if s.n_frames > 0:
        call_position(w.position, s.here, w.here, 0, t)
    if m.r == 0:
        return largest(WORK.phi(w))
    rows, dependent, order = MINIMAL.rows(m), MINIMAL.dependent(m), MINIMAL.order(m)
    phi, before, far = WORK.phi(w), math.inf, 0.0
    left = largest(phi)
    for _ in range(12):
        _factor_closure(d, w, tree, m)
        if left < 1e-15 or not left < 0.5 * before:
            break
        before = left
        for i in range(m.r):
            right[i] = -phi[rows[i]]
        lu_solve(MINIMAL.lu(m), m.r, order, right)
        for i in range(m.r):
            far += abs(right[i])
        if not far < farthest:
            return 1.0
        for k in range(tree.nv):
            rates[k] = 0.0
        for i in range(m.r):
            rates[dependent[i]] = right[i]
        move(chart, q, rates, 1.0, q)
        call_tree(tree.sweep, d.tree, y_at, m.still)
        call_position(w.position, s.here, w.here, 0, t)
        left = largest(phi)
    return left


@jit
def _spread(tree, m, known, independent_values, out):  # type: ignore[no-untyped-def]
    """`out` with the independent values and the dependent ones that meet `G out = known`."""
    g, right, nv = MINIMAL.g(m), MINIMAL.right(m), tree.nv
    rows, dependent, independent = (
        MINIMAL.rows(m), MINIMAL.dependent(m), MINIMAL.independent(m),
    )  # fmt: skip
    for k in range(m.ns):
        out[independent[k]] = independent_values[k]
    for i in range(m.r):
        total = known[rows[i]]
        for k in range(m.ns):
            total -= g[rows[i] * nv + independent[k]] * independent_values[k]
        right[i] = total
    lu_solve(MINIMAL.lu(m), m.r, MINIMAL.order(m), right)
    for i in range(m.r):
        out[dependent[i]] = right[i]


@jit
def independent_rows(tree, m, most):  # type: ignore[no-untyped-def]
    """Rows that do not depend on others at the position last evaluated, into the first numbers of `all_rows`; returns how many.

    Rows are divided by what they do to the bodies they touch, columns by how far their freedoms move bodies: numbers of order one, and rounding where rows
    depend on others, however small all of them are.
    """
    g, scaled, nv = MINIMAL.g(m), MINIMAL.scaled(m), tree.nv
    sizes, reaches = MINIMAL.row_sizes(m), MINIMAL.reaches(m)
    for i in range(tree.n_rho):
        for k in range(nv):
            scaled[i * nv + k] = g[i * nv + k] / (sizes[i] * reaches[k])
    rows, columns = MINIMAL.all_rows(m), MINIMAL.all_columns(m)
    found, _ = choose_columns(scaled, tree.n_rho, nv, most, LEAST, rows, columns)
    return found


@jit
def _least_inertia(mass, reaches, nv):  # type: ignore[no-untyped-def]
    """Inertia of a freedom, over the square of its reach, below which it counts as this."""
    most = 0.0
    for k in range(nv):
        most = max(most, mass[k * nv + k] / (reaches[k] * reaches[k]))
    return FAINT * most if most > 0.0 else 1.0


@jit
def _root(mass, reaches, nv, k, least):  # type: ignore[no-untyped-def]
    """Root of the inertia of a freedom, which may be nothing where bodies have no mass."""
    return math.sqrt(max(mass[k * nv + k], least * reaches[k] * reaches[k]))


@jit
def dependent_columns(tree, m, r):  # type: ignore[no-untyped-def]
    """The best conditioned choice of dependent freedoms for the first r of `all_rows`, into the first numbers of `all_columns`; columns are weighed by the
    inertia of their freedoms. Returns `(how many, the smallest pivot)`."""
    g, scaled, mass, nv = MINIMAL.g(m), MINIMAL.scaled(m), MINIMAL.mass(m), tree.nv
    rows, reaches = MINIMAL.all_rows(m), MINIMAL.reaches(m)
    least = _least_inertia(mass, reaches, nv)
    for i in range(r):
        for k in range(nv):
            scaled[i * nv + k] = g[rows[i] * nv + k] / _root(mass, reaches, nv, k, least)
    spare, columns = MINIMAL.spare(m), MINIMAL.all_columns(m)
    return choose_columns(scaled, r, nv, r, 0.0, spare, columns)


@jit
def choose(tree, m):  # type: ignore[no-untyped-def]
    """The best conditioned choice of rows and dependent freedoms at the position last evaluated, as many as are in use; see `dependent_columns`."""
    if tree.n_rho > m.r and independent_rows(tree, m, m.r) < m.r:
        return 0, 0.0
    return dependent_columns(tree, m, m.r)


@jit
def _pivot(tree, m):  # type: ignore[no-untyped-def]
    """The smallest pivot of the choice at hand, with columns weighed as in `dependent_columns`."""
    g, mass, scaled, nv, r = MINIMAL.g(m), MINIMAL.mass(m), MINIMAL.scaled(m), tree.nv, m.r
    rows, dependent, reaches = MINIMAL.rows(m), MINIMAL.dependent(m), MINIMAL.reaches(m)
    least = _least_inertia(mass, reaches, nv)
    for i in range(r):
        for k in range(r):
            scaled[i * r + k] = g[rows[i] * nv + dependent[k]] / _root(mass, reaches, nv, dependent[k], least)
    return lu_factor(scaled, r, MINIMAL.spare(m))


@jit
def _columns(tree, m):  # type: ignore[no-untyped-def]
    """Row k of `j`: how all freedoms move with the independent one k."""
    nv, r, g, j, right = tree.nv, m.r, MINIMAL.g(m), MINIMAL.j(m), MINIMAL.right(m)
    rows, dependent, independent = (
        MINIMAL.rows(m), MINIMAL.dependent(m), MINIMAL.independent(m),
    )  # fmt: skip
    for k in range(m.ns):
        for i in range(r):
            right[i] = -g[rows[i] * nv + independent[k]]
        lu_solve(MINIMAL.lu(m), r, MINIMAL.order(m), right)
        for i in range(nv):
            j[k * nv + i] = 0.0
        j[k * nv + independent[k]] = 1.0
        for i in range(r):
            j[k * nv + dependent[i]] = right[i]


@jit
def _goes(tree, m):  # type: ignore[no-untyped-def]
    """How far a dependent speed goes with an independent one, at most, both weighed as in `dependent_columns`: by so much the choice is better if they change
    places."""
    mass, j, nv, reaches = MINIMAL.mass(m), MINIMAL.j(m), tree.nv, MINIMAL.reaches(m)
    dependent, independent = MINIMAL.dependent(m), MINIMAL.independent(m)
    least, most = _least_inertia(mass, reaches, nv), 0.0
    for k in range(m.ns):
        own = _root(mass, reaches, nv, independent[k], least)
        for i in range(m.r):
            most = max(most, abs(j[k * nv + dependent[i]]) * _root(mass, reaches, nv, dependent[i], least) / own)
    return most


@boundary(PLACE)
def place(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Close the loops at y (whose dependent coordinates are set), then poses and twists of bodies and frames, and the loop rows."""
    d = DYNAMICS.at(d_at)
    s, w, tree, m = TABLES.at(d.tables), WORK.at(d.work), TREE.at(d.tree), MINIMAL.at(d.minimal)
    left = _close(d, s, w, tree, m, y_at, t, GUESS)
    eta = MINIMAL.eta(m)
    _spread(tree, m, WORK.nu(w), numbers_at(y_at + 8 * tree.nq, m.ns), eta)
    if not left < 1e-6:
        for k in range(eta.shape[0]):
            eta[k] = math.nan
    call_tree(tree.sweep, d.tree, y_at, m.eta)
    if s.n_frames > 0:
        call_velocity(w.velocity, s.here, w.here, 0)
    watch_joints(tree, w)
    if tree.state:
        call_tree(tree.absolute, d.tree, 0, 0)


@boundary(VERB)
def factorise(d_at, unused, unused_too):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Mass matrix, J, its projection of the mass, and the accelerations that belong to the speeds."""
    d = DYNAMICS.at(d_at)
    w, tree, m = WORK.at(d.work), TREE.at(d.tree), MINIMAL.at(d.minimal)
    call_tree(m.composite, d.tree, m.mass, 0)
    nv, ns = tree.nv, m.ns
    mass, j, reduced, right = MINIMAL.mass(m), MINIMAL.j(m), MINIMAL.reduced(m), MINIMAL.right(m)
    pivots = MINIMAL.pivots(m)
    _columns(tree, m)
    if pivots[WENT] > 0.0 and _goes(tree, m) > pivots[FAR] * pivots[WENT]:
        j[0] = math.nan  # no step leads there with this choice
    for k in range(ns):
        for i in range(nv):
            total = 0.0
            for o in range(nv):
                total += mass[i * nv + o] * j[k * nv + o]
            right[i] = total
        for o in range(ns):
            total = 0.0
            for i in range(nv):
                total += j[o * nv + i] * right[i]
            reduced[k * ns + o] = total
    rho, gamma = TREE.rho(tree), WORK.gamma(w)
    for k in range(rho.shape[0]):
        rho[k] = gamma[k]
    call_tree(m.loop_bias, d.tree, w.jacobian, tree.rho)
    _spread(tree, m, rho, numbers_at(m.still, ns), MINIMAL.bias(m))
    return 0


@boundary(VERB)
def solve(d_at, out_at, unused):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """`s'` into `out`, accelerations of all freedoms, multipliers and joint loads, with the forces of the elements at hand."""
    d = DYNAMICS.at(d_at)
    w, tree, m = WORK.at(d.work), TREE.at(d.tree), MINIMAL.at(d.minimal)
    nv, ns, r = tree.nv, m.ns, m.r
    mass, j, bias, h = MINIMAL.mass(m), MINIMAL.j(m), MINIMAL.bias(m), MINIMAL.loads(m)
    reduced, scratch, out = MINIMAL.reduced(m), MINIMAL.scaled(m), numbers_at(out_at, ns)
    rates, right, multipliers = MINIMAL.rates(m), MINIMAL.right(m), TREE.multipliers(tree)
    call_tree(tree.loads, d.tree, d.gravity, tree.elements)
    call_tree(m.inverse, d.tree, m.still, m.loads)
    for i in range(nv):
        total = h[i]
        for o in range(nv):
            total += mass[i * nv + o] * bias[o]
        right[i] = total
    for k in range(ns):
        total = 0.0
        for i in range(nv):
            total -= j[k * nv + i] * right[i]
        out[k] = total
    for k in range(ns * ns):
        scratch[k] = reduced[k]
    solve_symmetric(scratch, ns, out)
    for i in range(nv):
        total = bias[i]
        for k in range(ns):
            total += j[k * nv + i] * out[k]
        rates[i] = total
    rows, dependent = MINIMAL.rows(m), MINIMAL.dependent(m)
    for i in range(r):
        total = h[dependent[i]]
        for o in range(nv):
            total += mass[dependent[i] * nv + o] * rates[o]
        right[i] = total
    lu_solve_transposed(MINIMAL.lu(m), r, MINIMAL.order(m), right)
    for k in range(multipliers.shape[0]):
        multipliers[k] = 0.0
    for i in range(r):
        multipliers[rows[i]] = right[i]
    call_tree(tree.loads, d.tree, d.gravity, tree.elements)
    call_tree(m.loop_loads, d.tree, w.jacobian, 0)
    call_tree(m.inverse, d.tree, m.rates, m.loads)
    return 0


@boundary(PROJECT)
def project_state(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Set the dependent coordinates of y; returns the largest gap that is left."""
    d = DYNAMICS.at(d_at)
    s, w, tree, m = TABLES.at(d.tables), WORK.at(d.work), TREE.at(d.tree), MINIMAL.at(d.minimal)
    return _close(d, s, w, tree, m, y_at, t, RESULT)


@boundary(RECHOOSE)
def rechoose(d_at, y_at, t):  # type: ignore[no-untyped-def]
    """Take another choice of independent speeds where one is much better: y is written anew; returns whether it was."""
    d = DYNAMICS.at(d_at)
    tree, m = TREE.at(d.tree), MINIMAL.at(d.minimal)
    if m.r == 0:
        return 0
    call_place(d.place, d_at, y_at, t)
    call_tree(m.composite, d.tree, m.mass, 0)
    now, pivots = _pivot(tree, m), MINIMAL.pivots(m)
    found, best = choose(tree, m)
    pivots[BEST] = best
    _columns(tree, m)
    goes = max(_goes(tree, m), 1.0)
    if pivots[WENT] == 0.0:
        pivots[WENT] = goes
    if found < m.r or not (best > pivots[MUCH] * now or goes > pivots[MUCH] * pivots[WENT]):
        return 0
    if pivots[MUCH] != MUCH_BETTER:  # named by the user: from now on chosen freely
        pivots[MUCH], pivots[FAR], pivots[CHANGED] = MUCH_BETTER, FAR_BETTER, t
    take_choice(tree, m)
    _factor_closure(d, WORK.at(d.work), tree, m)
    _columns(tree, m)
    pivots[WENT] = max(_goes(tree, m), 1.0)
    eta, speeds = MINIMAL.eta(m), numbers_at(y_at + 8 * tree.nq, m.ns)
    independent = MINIMAL.independent(m)
    for k in range(m.ns):
        speeds[k] = eta[independent[k]]
    return 1


@jit
def take_choice(tree, m):  # type: ignore[no-untyped-def]
    """Enter the choice made last; freedoms stay in their order."""
    rows, dependent, independent = (
        MINIMAL.rows(m), MINIMAL.dependent(m), MINIMAL.independent(m),
    )  # fmt: skip
    all_rows, columns, r = MINIMAL.all_rows(m), MINIMAL.all_columns(m), m.r
    kept = MINIMAL.kept(m)  # stored with every state
    for i in range(columns.shape[0]):
        kept[i] = columns[i]
    for i in range(all_rows.shape[0]):
        kept[columns.shape[0] + i] = all_rows[i]
    for i in range(r):
        rows[i] = all_rows[i]
        dependent[i] = columns[i]
    count = 0
    for k in range(tree.nv):
        mine = True
        for i in range(r):
            mine = mine and dependent[i] != k
        if mine:
            independent[count] = k
            count += 1


@boundary("int64(int64, int64, int64)")
def choose_at(tree_record, m_at, most):  # type: ignore[no-untyped-def]
    """The first choice: at most so many rows, and their dependent freedoms; returns how many."""
    tree, m = TREE.at(tree_record), MINIMAL.at(m_at)
    r = independent_rows(tree, m, most)
    dependent_columns(tree, m, r)
    return r


@boundary("void(int64, int64)")
def take_choice_at(tree_record, m_at):  # type: ignore[no-untyped-def]
    """`take_choice`, by addresses."""
    take_choice(TREE.at(tree_record), MINIMAL.at(m_at))


def sizes(nv: int, rows: int, r: int) -> dict[str, tuple[int, type]]:
    """Arrays of the record, by their lengths and types."""
    ns, numbers, whole = nv - r, np.float64, np.int32
    return {
        "g": (rows * nv, numbers), "lu": (r * r, numbers), "mass": (nv * nv, numbers), "reduced": (ns * ns, numbers), "j": (ns * nv, numbers),
        "eta": (nv, numbers), "rates": (nv, numbers), "still": (nv, numbers), "bias": (nv, numbers), "loads": (nv, numbers),
        "right": (max(nv, rows), numbers), "independent": (ns, whole), "dependent": (r, whole), "rows": (r, whole), "order": (r, whole),
        "all_rows": (rows, whole), "all_columns": (nv, whole), "scaled": (max(rows * nv, ns * ns, r * r), numbers), "pivots": (5, numbers), "spare": (r, whole),
        "row_sizes": (rows, numbers), "reaches": (nv, numbers),
    }  # fmt: skip
