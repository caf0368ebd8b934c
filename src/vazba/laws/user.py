"""USER: `F = f(l, l', t, q, v)`, a function of the user's; what it does is work put in."""

from __future__ import annotations

from vazba._jit import call_law, inlined


@inlined
def tension(path, s, t, q_at, v_at):  # type: ignore[no-untyped-def]
    return call_law(path.pointer, path.length, path.rate, t, q_at, v_at, s.nq, s.nv)


@inlined
def slopes(path, s, t, q_at, v_at):  # type: ignore[no-untyped-def]
    """By differences: nothing is known of the function."""
    here = call_law(path.pointer, path.length, path.rate, t, q_at, v_at, s.nq, s.nv)
    step = 1e-7 * (1e-3 + abs(path.length))
    k = (call_law(path.pointer, path.length + step, path.rate, t, q_at, v_at, s.nq, s.nv) - here) / step
    step = 1e-7 * (1e-3 + abs(path.rate))
    b = (call_law(path.pointer, path.length, path.rate + step, t, q_at, v_at, s.nq, s.nv) - here) / step
    return k, b


@inlined
def _fine(path, s, t, q_at, v_at, by_rate):  # type: ignore[no-untyped-def]
    """One slope by differences over six places: good to about 1e-12 of what changes."""
    step = 1e-3 * (1e-3 + abs(path.rate if by_rate else path.length))
    total = 0.0
    for j in range(1, 4):
        more, factor = j * step, 0.75 if j == 1 else -0.15 if j == 2 else 1 / 60
        dl, dr = (0.0, more) if by_rate else (more, 0.0)
        above = call_law(path.pointer, path.length + dl, path.rate + dr, t, q_at, v_at, s.nq, s.nv)
        below = call_law(path.pointer, path.length - dl, path.rate - dr, t, q_at, v_at, s.nq, s.nv)
        total += factor * (above - below)
    return total / step


@inlined
def fine_slopes(path, s, t, q_at, v_at):  # type: ignore[no-untyped-def]
    """As `slopes`, as exactly as values of the function tell."""
    return _fine(path, s, t, q_at, v_at, False), _fine(path, s, t, q_at, v_at, True)
