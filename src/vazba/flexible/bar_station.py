"""Pose, twist and Jacobian of the frame in the middle of a planar bar, from the coordinates and velocities of its two nodes."""

from __future__ import annotations

import math

from vazba._jit import inlined, put


@inlined
def bar_station(st, q, v, state, turns, big_b, bias):  # type: ignore[no-untyped-def]
    """`r = (r_1 + r_2)/2`, its x axis from the first node to the second: `w = n x (v_2 - v_1)/l`; B has one part for each node, which follow each other."""
    x, z, b, at = int(st.element), int(st.unit), int(st.b), int(st.bias)
    u, w = q[x + 2] - q[x], q[x + 3] - q[x + 1]
    du, dw = v[z + 2] - v[z], v[z + 3] - v[z + 1]
    a = u * u + w * w
    size, spin = math.sqrt(a), (u * dw - w * du) / a
    turn = turns[int(st.turn)]
    angle = math.atan2(w, u)
    angle += 2.0 * math.pi * round((turn - angle) / (2.0 * math.pi))
    turns[int(st.turn)] = angle
    state.r[0], state.r[1], state.angle = 0.5 * (q[x] + q[x + 2]), 0.5 * (q[x + 1] + q[x + 3]), angle
    state.v[0], state.v[1], state.w[2] = 0.5 * (v[z] + v[z + 2]), 0.5 * (v[z + 1] + v[z + 3]), spin
    state.s[0], state.s[1], state.s[3], state.s[4], state.s[8] = u / size, -w / size, w / size, u / size, 1.0
    put(bias, at, 0.0)
    put(bias, at + 1, 0.0)
    put(bias, at + 2, -2.0 * (u * du + w * dw) * spin / a)
    for node in range(2):
        begin, sign = b + 6 * node, 2.0 * node - 1.0
        for i in range(2):
            for j in range(2):
                put(big_b, begin + 2 * i + j, 0.5 if i == j else 0.0)
        put(big_b, begin + 4, -sign * w / a)
        put(big_b, begin + 5, sign * u / a)
