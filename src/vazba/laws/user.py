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
