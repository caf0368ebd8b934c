"""Straight paths between nodes: their forces, summed at the nodes.

Springs and taut cables without damping are most of them, and of these nothing is asked but how long they are. They stand in lists of their own (`tied`, `hard`,
`natural`), made anew when a mode may have changed, and are looked at some at a time, so that roots and quotients of several are drawn at once. All others
(damped, left to their law, points that meet) are listed by their numbers (`rest`). Nothing is written into the table of the paths.
"""

from __future__ import annotations

import math

from vazba._jit import get, inlined, jit, put
from vazba.algebra.vectors import dot, scaled, sub
from vazba.flexible.nodal import NODAL, TOGETHER
from vazba.laws.records import LINEAR, SLACK, TAUT
from vazba.paths.kernels import straight_force
from vazba.tables import CHANGED, KEPT, WORK


@inlined
def at(x, i, d):  # type: ignore[no-untyped-def]
    """The numbers of a place."""
    return get(x, i), get(x, i + 1), get(x, i + 2) if d == 3 else 0.0


@inlined
def between(x, i, j, d):  # type: ignore[no-untyped-def]
    """From one place to another."""
    return sub(at(x, j, d), at(x, i, d))


@inlined
def _add(x, i, f, d):  # type: ignore[no-untyped-def]
    """`x_i += f`."""
    for c in range(d):
        put(x, i + c, get(x, i + c) + f[c])


@jit
def _list(n, w, over):  # type: ignore[no-untyped-def]
    """Which paths pull by their length alone, with their stiffness (times `over`) and free length; and the rest. Slack cables are in neither list."""
    paths, ends, tied, hard, natural, rest = (
        WORK.paths(w), NODAL.ends(n), NODAL.tied(n), NODAL.hard(n), NODAL.natural(n), NODAL.rest(n),
    )  # fmt: skip
    count, others = 0, 0
    for k in range(paths.shape[0]):
        path, i, j = paths[k], get(ends, 2 * k), get(ends, 2 * k + 1)
        if i == j or (path.mode == SLACK and path.damping == 0.0):
            continue
        if path.damping == 0.0 and (path.law == LINEAR or path.mode == TAUT):
            tied[2 * count], tied[2 * count + 1] = i, j
            hard[count], natural[count] = over * path.stiffness, path.free
            count += 1
        else:
            rest[others] = k
            others += 1
    n.count_tied, n.count_rest = count, others
    if w.modes == CHANGED:
        w.modes = KEPT


@inlined
def _stretch(p, v, i, j, d):  # type: ignore[no-untyped-def]
    """`(vector from end to end, length, what makes a direction of the vector, rate)` of a straight path."""
    r, u = between(p, i, j, d), between(v, i, j, d)
    length = math.sqrt(dot(r, r))
    if length == 0.0:  # points that meet can only part, the way they do
        rate = math.sqrt(dot(u, u))
        return u, length, 1.0 / rate, rate
    return r, length, 1.0 / length, dot(r, u) / length


@inlined
def _pull_tied(n, p, v, d):  # type: ignore[no-untyped-def]
    """Those that pull by their length alone."""
    tied, hard, natural, x, lay = NODAL.tied(n), NODAL.hard(n), NODAL.natural(n), NODAL.x(n), NODAL.lay(n)
    for first in range(0, n.count_tied, TOGETHER):
        here = min(TOGETHER, n.count_tied - first)
        for c in range(here):
            r = between(p, int(get(tied, 2 * (first + c))), int(get(tied, 2 * (first + c) + 1)), d)
            put(lay, c, r[0])
            put(lay, TOGETHER + c, r[1])
            put(lay, 2 * TOGETHER + c, r[2])
            put(lay, 3 * TOGETHER + c, dot(r, r))
        for c in range(here):
            square = get(lay, 3 * TOGETHER + c)
            length = math.sqrt(square)
            stretch = length - get(natural, first + c)
            put(lay, 3 * TOGETHER + c, get(hard, first + c) * stretch * (length * (1.0 / square)))
        for c in range(here):
            i, j, pull = (
                int(get(tied, 2 * (first + c))),
                int(get(tied, 2 * (first + c) + 1)),
                get(lay, 3 * TOGETHER + c),
            )
            r = get(lay, c), get(lay, TOGETHER + c), get(lay, 2 * TOGETHER + c)
            if pull != pull:  # points that meet, or a state that is none
                r, length, one, _ = _stretch(p, v, i, j, d)
                pull = get(hard, first + c) * (length - get(natural, first + c))
                pull = pull * one if pull != 0.0 else 0.0
            f = scaled(r, pull)
            _add(x, i, f, d)
            _add(x, j, scaled(f, -1.0), d)


@inlined
def _pull_rest(n, w, p, v, over, d):  # type: ignore[no-untyped-def]
    """All others; returns the power dissipated."""
    paths, ends, rest, x, lost = WORK.paths(w), NODAL.ends(n), NODAL.rest(n), NODAL.x(n), 0.0
    for c in range(n.count_rest):
        k = int(get(rest, c))
        i, j, path = int(get(ends, 2 * k)), int(get(ends, 2 * k + 1)), paths[k]
        r, length, one, rate = _stretch(p, v, i, j, d)
        force, wasted = straight_force(path, length, rate)
        lost += wasted
        if force != 0.0:
            f = scaled(r, over * force * one)
            _add(x, i, f, d)
            _add(x, j, scaled(f, -1.0), d)
    return lost


@inlined
def pull_strands(n, w, p, v, over):  # type: ignore[no-untyped-def]
    """Add the forces of all straight paths on their ends, times `over`; returns the power dissipated."""
    if w.modes != KEPT:
        _list(n, w, over)
    if n.wide == 3:
        _pull_tied(n, p, v, 3)
        return _pull_rest(n, w, p, v, over, 3)
    _pull_tied(n, p, v, 2)
    return _pull_rest(n, w, p, v, over, 2)
