"""What a user reads of states in joint coordinates: the same as of absolute ones, with accelerations and reactions from the recursion."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba._jit import boundary, jit, view_of
from vazba.algebra.vectors import add, cross, sub, triple, turned
from vazba.equations.absolute import call_derivative
from vazba.equations.forces import generalised_forces
from vazba.equations.posture import watch_posture
from vazba.equations.recursive import call_tree, rub
from vazba.equations.tables import dynamics_at
from vazba.kinematic.evaluate import call_position, call_velocity, states_at, work_at
from vazba.report.observe import FIXED, OBSERVE, keep_instant, observed_at, see_turns
from vazba.system import System, integers_at, numbers_at, tables_at
from vazba.tree.build import Tree
from vazba.tree.records import BALL, tree_at

LINK = np.dtype([("joint", "i4"), ("parent", "i4"), ("forward", "i4"), ("ball", "i4"), ("other", "f8", 3)], align=True)
links_at = view_of(LINK)


@jit
def primary_reactions(tree, links, out):  # type: ignore[no-untyped-def]
    """Force and moment of the joints of the tree on their second bodies, at their points there, ground components."""
    states, wrench = states_at(tree.states, tree.n_bodies), numbers_at(tree.wrenches, tree.nb)
    for k in range(links.shape[0]):
        link = links[k]
        if link.joint < 0:
            continue
        call_tree(tree.wrench, tree.here, k, tree.wrenches)
        planar = tree.nb == 3
        force = (wrench[0], wrench[1], 0.0 if planar else wrench[2])
        moment = (0.0, 0.0, wrench[2]) if planar else (wrench[3], wrench[4], wrench[5])
        if link.ball:
            moment = (0.0, 0.0, 0.0)  # but for rounding
        sign = 1.0
        if not link.forward:  # it carries its first body: the second gets the opposite, about its own point
            parent = states[link.parent]
            second = add(triple(parent.r), turned(parent.s, triple(link.other)))
            moment = add(moment, cross(sub(triple(states[k].r), second), force))
            sign = -1.0
        for i in range(3):
            out[6 * link.joint + i], out[6 * link.joint + 3 + i] = sign * force[i], sign * moment[i]


@boundary(OBSERVE)
def observe_tree(d_tree_at, derivative, o_at):  # type: ignore[no-untyped-def]
    """As `observe` for states in joint coordinates. `whole`: the same system in absolute coordinates; `whole_derivative`: its derivative, where reactions
    are not unique and the smallest are taken (0: they are); `rows`: which of its equations the loop rows are."""
    d_tree, o = dynamics_at(d_tree_at, 1)[0], observed_at(o_at, 1)[0]
    d = dynamics_at(o.whole, 1)[0]
    s, w, count = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0], o.n_times
    s_tree, w_tree, tree = tables_at(d_tree.tables, 1)[0], work_at(d_tree.work, 1)[0], tree_at(d_tree.tree, 1)[0]
    multipliers, loop = numbers_at(d.multipliers, d.n_multipliers), numbers_at(tree.multipliers, tree.n_multipliers)
    a, found = numbers_at(d.acceleration, d.n_acceleration), numbers_at(tree.acceleration, tree.n_acceleration)
    turns, turns_tree = numbers_at(w.turns, w.n_turns), numbers_at(w_tree.turns, w_tree.n_turns)
    q, v, state = numbers_at(tree.q, tree.n_q), numbers_at(tree.v, tree.n_v), numbers_at(o.whole_state, o.n_whole_state)
    times, n, rows = numbers_at(o.times, count), o.n_states // max(count, 1), integers_at(o.rows, o.n_rows)
    links, passed, width = links_at(o.links, o.n_links), numbers_at(o.passed, o.n_passed), o.n_more // max(count, 1)
    for i in range(count):
        see_turns(o, w, i)
        for k in range(turns.shape[0]):
            turns_tree[k] = turns[k]
        call_derivative(derivative, d_tree_at, o.states + 8 * i * n, o.rates, times[i])
        watch_posture(d_tree, passed)
        call_tree(tree.absolute, d_tree.tree, 1, 0)
        if o.whole_derivative != 0:
            for k in range(q.shape[0]):
                state[k] = q[k]
            for k in range(v.shape[0]):
                state[q.shape[0] + k] = v[k]
            call_derivative(o.whole_derivative, d.here, o.whole_state, o.rates, times[i])
        else:
            call_position(w.position, s.here, w.here, tree.q, times[i])
            call_velocity(w.velocity, s.here, w.here, tree.v)
            generalised_forces(s, w, d, tree.q, tree.v, times[i])
            for k in range(multipliers.shape[0]):
                multipliers[k] = 0.0
            for k in range(loop.shape[0]):
                multipliers[rows[k]] = loop[k]
        for k in range(a.shape[0]):
            a[k] = found[k]
        keep_instant(s, w, d, q, v, i, o)
        if o.whole_derivative == 0:
            at = FIXED + multipliers.shape[0]
            primary_reactions(tree, links, numbers_at(o.more + 8 * (i * width + at), width - at))
        each = o.n_rubbed // count
        rub(d_tree, s_tree, w_tree, tree, numbers_at(o.rubbed + 8 * i * each, each))


def link_table(system: System, tree: Tree, names: tuple[str, ...]) -> NDArray[np.void]:
    """For each body of the tree its primary joint (-1: it floats) among `names`, and where the joint's point on the parent is."""
    index = {name: k for k, name in enumerate(names)}
    table = np.zeros(len(tree.topology.links), LINK)
    for k, link in enumerate(tree.topology.links):
        parent = link.parent if link.parent >= 0 else len(table)
        ball = system.dimension != 2 and all(f["kind"] == BALL for f in _freedoms(tree, k))
        table[k] = (-1, parent, int(link.forward), int(ball), np.zeros(3))
        if link.joint is not None:
            place = system.joint_places[link.joint]
            table[k]["joint"] = index[link.joint]
            local = place.local_a if link.forward else place.local_b
            if link.parent >= 0:
                internal = tree.internals[link.parent]
                local = internal.basis.T @ (local - internal.origin)
            table[k]["other"] = local
    return table


def _freedoms(tree: Tree, k: int) -> NDArray[np.void]:
    first = int(tree.bodies[k]["first"])
    return (
        tree.freedoms[first : first + int(tree.bodies[k]["count"])]
        if tree.bodies[k]["count"]
        else np.zeros(1, tree.freedoms.dtype)
    )
