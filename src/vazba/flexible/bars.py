"""What a uniform bar between two nodes has beside the masses of its ends."""

from __future__ import annotations

from vazba._jit import inlined
from vazba.algebra.vectors import cross, dot, sub


@inlined
def _end(pin, side, dimension, q, v):  # type: ignore[no-untyped-def]
    """Place and velocity of an end of a bar."""
    if pin.v[side] < 0:
        return (pin.place[3 * side], pin.place[3 * side + 1], pin.place[3 * side + 2]), (0.0, 0.0, 0.0)
    i, j = int(pin.q[side]), int(pin.v[side])
    if dimension == 2:
        return (q[i], q[i + 1], 0.0), (v[j], v[j + 1], 0.0)
    return (q[i], q[i + 1], q[i + 2]), (v[j], v[j + 1], v[j + 2])


@inlined
def pin_energies(pin, dimension, q, v, energies):  # type: ignore[no-untyped-def]
    """What `[[a, b], [b, a]]` is less than half the mass at either end: `b/2 |v_b - v_a|^2`, and `b (r_b - r_a) x (v_b - v_a)`."""
    r_a, v_a = _end(pin, 0, dimension, q, v)
    r_b, v_b = _end(pin, 1, dimension, q, v)
    r, u = sub(r_b, r_a), sub(v_b, v_a)
    spin = cross(r, u)
    energies[0] -= pin.between / 2.0 * dot(u, u)
    for n in range(3):
        energies[5 + n] -= pin.between * spin[n]
