"""CURVE `F = g(s) + B l'`, RATE `F = g(l')` and COMMAND `F = c g(t)`: a table, a polynomial or an expression g."""

from __future__ import annotations

import numpy as np

from vazba._jit import inlined, view_of
from vazba.motion.kernels import LAW, motion_at
from vazba.tables import TABLES, WORK

laws_at, integers_at, numbers_at = view_of(LAW), view_of(np.int32), view_of(np.float64)


@inlined
def law_value(s, w, law, x):  # type: ignore[no-untyped-def]
    """Value and slope of a motion law (a curve, a command, a free length) at x."""
    laws, ops, numbers = TABLES.laws(s), TABLES.ops(s), TABLES.numbers(s)
    f, f1, _ = motion_at(laws, ops, numbers, WORK.stack(w), int(law), x)
    return f, f1


@inlined
def curve_tension(path, s, w):  # type: ignore[no-untyped-def]
    f, _ = law_value(s, w, path.curve, path.length - path.free)
    return f + path.damping * path.rate


@inlined
def curve_powers(path):  # type: ignore[no-untyped-def]
    """What the curve stores is integrated along the way."""
    force = path.tension - path.damping * path.rate
    return -force * path.free_rate, path.damping * path.rate * path.rate, force * (path.rate - path.free_rate)


@inlined
def curve_slopes(path, s, w):  # type: ignore[no-untyped-def]
    _, k = law_value(s, w, path.curve, path.length - path.free)
    return k, path.damping


@inlined
def rate_tension(path, s, w):  # type: ignore[no-untyped-def]
    f, _ = law_value(s, w, path.curve, path.rate)
    return f


@inlined
def rate_slopes(path, s, w):  # type: ignore[no-untyped-def]
    _, b = law_value(s, w, path.curve, path.rate)
    return 0.0, b


@inlined
def command_tension(path, s, w, t):  # type: ignore[no-untyped-def]
    f, _ = law_value(s, w, path.curve, t)
    return path.stiffness * f
