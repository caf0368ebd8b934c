"""What a user reads of states in joint coordinates: the same as of absolute ones, with accelerations and reactions from the recursion."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba._jit import jit
from vazba.algebra.vectors import add, cross, sub, triple, turned
from vazba.dynamics.absolute import call_derivative
from vazba.dynamics.forces import generalised_forces
from vazba.dynamics.observe import FIXED, keep_instant
from vazba.dynamics.recursive import call_tree, rub
from vazba.integrate.posture import watch_posture
from vazba.kinematic.evaluate import call_position, call_velocity, states_at, work_at
from vazba.system import System, numbers_at, tables_at
from vazba.tree.build import Tree
from vazba.tree.records import BALL, tree_at

LINK = np.dtype([("joint", "i4"), ("parent", "i4"), ("forward", "i4"), ("ball", "i4"), ("other", "f8", 3)], align=True)


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


@jit
def observe_tree(  # type: ignore[no-untyped-def]
    d, d_tree, kernel, whole, links, rows, times, states, seen, owner, second, stored, more, rubbed, rates, passed
):
    """As `observe` for states in joint coordinates. `d`: the same system in absolute coordinates; `whole`: its derivative, where reactions are not unique
    and the smallest are taken (0: they are); `rows`: which of its equations the loop rows are."""
    s, w = tables_at(d.tables, 1)[0], work_at(d.work, 1)[0]
    s_tree, w_tree, tree = tables_at(d_tree.tables, 1)[0], work_at(d_tree.work, 1)[0], tree_at(d_tree.tree, 1)[0]
    multipliers, loop = numbers_at(d.multipliers, d.n_multipliers), numbers_at(tree.multipliers, tree.n_multipliers)
    a, found = numbers_at(d.acceleration, d.n_acceleration), numbers_at(tree.acceleration, tree.n_acceleration)
    turns, turns_tree = numbers_at(w.turns, w.n_turns), numbers_at(w_tree.turns, w_tree.n_turns)
    q, v = numbers_at(tree.q, tree.n_q), numbers_at(tree.v, tree.n_v)
    state = np.zeros(q.shape[0] + v.shape[0] + 3)
    for i in range(times.shape[0]):
        for k in range(turns.shape[0]):
            turns[k] = turns_tree[k] = seen[i, k]
        call_derivative(kernel, d_tree.here, states[i].ctypes.data, rates.ctypes.data, times[i])
        watch_posture(d_tree, passed)
        call_tree(tree.absolute, d_tree.tree, 1, 0)
        if whole != 0:
            for k in range(q.shape[0]):
                state[k] = q[k]
            for k in range(v.shape[0]):
                state[q.shape[0] + k] = v[k]
            call_derivative(whole, d.here, state.ctypes.data, rates.ctypes.data, times[i])
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
        keep_instant(s, w, d, q, v, i, owner, second, stored, more)
        if whole == 0:
            primary_reactions(tree, links, more[i, FIXED + multipliers.shape[0] :])
        rub(d_tree, s_tree, w_tree, tree, rubbed[i])


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
