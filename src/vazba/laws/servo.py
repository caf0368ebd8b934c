"""SERVO: `F = K (l - l0(t)) + B (l' - l0'(t)) + g(t)`, between bounds: a controller that holds a length or a joint coordinate at its target l0.

At a joint the feed-forward `g` is an effort that moves its second body along the coordinate, and so comes with the other sign. All its work is put in.
"""

from __future__ import annotations

from vazba._jit import inlined
from vazba.laws.curves import law_value
from vazba.laws.records import COORDINATE


@inlined
def demand(path, s, w, t, gains, curve):  # type: ignore[no-untyped-def]
    """What it would pull with without bounds; `gains`: K and B."""
    f = gains[0] * (path.length - path.free) + gains[1] * (path.rate - path.free_rate)
    if curve > 0:
        g, _ = law_value(s, w, curve, t)
        f += -g if path.kind == COORDINATE else g
    return f


@inlined
def within(f, lower, upper):  # type: ignore[no-untyped-def]
    """Between bounds; not-a-number stays what it is."""
    if f < lower:
        return lower
    return upper if f > upper else f


@inlined
def tension(path, s, w, t):  # type: ignore[no-untyped-def]
    return within(demand(path, s, w, t, (path.stiffness, path.damping), path.curve), path.lower, path.upper)


@inlined
def slopes(path, s, w, t):  # type: ignore[no-untyped-def]
    f = demand(path, s, w, t, (path.stiffness, path.damping), path.curve)
    if f < path.lower or f > path.upper:
        return 0.0, 0.0
    return path.stiffness, path.damping
