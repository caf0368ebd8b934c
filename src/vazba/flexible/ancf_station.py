"""Pose, twist and Jacobian of a section of a nodal beam, from its coordinates and velocities."""

from __future__ import annotations

import math

from vazba._jit import get, inlined, jit, put
from vazba.algebra.chart import carried
from vazba.algebra.vectors import add, cross, dot, scaled, turned_back, unit
from vazba.flexible.ancf import (
    angle_about,
    between,
    direction,
    node_places,
    node_size,
    shape,
    slope,
    summed,
    summed_rates,
    vector,
)


@jit
# many: views of one record, made once for all stations
def ancf_station(st, beam, d, q, v, b, state, turns, big_b, bias):  # type: ignore[no-untyped-def]
    """Pose and twist of a station, its B (one part for each node of its element), and the acceleration it has while the velocities do not change."""
    h, e = beam.h, int(st.element)
    nn = node_size(d)
    x0, y0 = int(beam.q) + node_places(d) * e, int(beam.v) + nn * e
    f0, f1 = shape(st.x, h), slope(st.x, h)
    r, u, velocity, du = (
        summed(f0, q, x0, d),
        summed(f1, q, x0, d),
        summed_rates(f0, v, y0, d),
        summed_rates(f1, v, y0, d),
    )
    a, nb, at = dot(u, u), (3 if d == 2 else 6), int(st.bias)
    size = math.sqrt(a)
    for i in range(3):
        state.r[i], state.v[i] = r[i], velocity[i]
    for i in range(nb):
        put(bias, at + i, 0.0)
    for node in range(2):
        begin = b + node * nb * nn
        for i in range(d):
            for j in range(nn):
                put(big_b, begin + i * nn + j, f0[2 * node + j // d] if j < 2 * d and j % d == i else 0.0)
    if d == 2:
        turn = turns[int(st.turn)]
        angle = math.atan2(u[1], u[0])
        angle += 2.0 * math.pi * round((turn - angle) / (2.0 * math.pi))
        turns[int(st.turn)] = angle
        spin = (u[0] * du[1] - u[1] * du[0]) / a
        cosine, sine = u[0] / size, u[1] / size
        state.angle = angle
        state.s[0], state.s[1], state.s[3], state.s[4], state.s[8] = cosine, -sine, sine, cosine, 1.0
        state.w[2] = spin
        put(bias, at + 2, -2.0 * dot(u, du) * spin / a)
        for node in range(2):
            begin = b + node * 12 + 8
            for j in range(2):
                f = f1[2 * node + j] / a
                put(big_b, begin + 2 * j, -f * u[1])
                put(big_b, begin + 2 * j + 1, f * u[0])
        return
    t = scaled(u, 1.0 / size)
    dt = scaled(add(du, scaled(t, -dot(t, du))), 1.0 / size)
    ddt = _direction_rate(u, du, t, dt, size)
    roll, rolling, by_u, y_axis, across = 0.0, 0.0, (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for node in range(2):
        part, at_q, at_v = (1.0 - st.x if node == 0 else st.x), x0 + 9 * node, y0 + 7 * node
        u_k, du_k = vector(q, at_q + 3, 3), vector(v, at_v + 3, 3)
        t_k, dt_k, size_k = direction(u_k, du_k)
        one, arm, both = 1.0 + dot(t_k, t), between(t_k, t), add(dt_k, dt)
        turning = add(add(cross(dt_k, t), cross(t_k, dt)), scaled(arm, -dot(dt_k, t) - dot(t_k, dt)))
        y_axis, across = across, carried(t_k, t, vector(q, at_q + 6, 3))
        roll += part * (get(v, at_v + 6) - dot(arm, both))
        rolling -= part * (dot(turning, both) / one + dot(arm, add(_direction_rate(u_k, du_k, t_k, dt_k, size_k), ddt)))
        by_u = add(by_u, scaled(arm, -part / size))
        begin = b + node * 42 + 21
        for i in range(3):
            for j in range(3):
                put(big_b, begin + 7 * i + j, 0.0)
                put(big_b, begin + 7 * i + 3 + j, -part * arm[j] / size_k if i == 0 else 0.0)
            put(big_b, begin + 7 * i + 6, part if i == 0 else 0.0)
    phi = st.x * angle_about(t, y_axis, across)
    y_axis = add(scaled(y_axis, math.cos(phi)), scaled(cross(t, y_axis), math.sin(phi)))
    z_axis = cross(t, y_axis)
    for i in range(3):
        state.s[3 * i], state.s[3 * i + 1], state.s[3 * i + 2] = t[i], y_axis[i], z_axis[i]
    spin = add(cross(t, dt), scaled(t, roll))
    quick = turned_back(state.s, add(cross(t, ddt), add(scaled(t, rolling), scaled(dt, roll))))
    for i in range(3):
        state.w[i] = spin[i]
        put(bias, at + 3 + i, quick[i])
    for j in range(3):
        change = scaled(add(unit(j), scaled(t, -t[j])), 1.0 / size)
        own = turned_back(state.s, add(cross(t, change), scaled(t, by_u[j])))
        for node in range(2):
            for part in range(2):
                f, begin = f1[2 * node + part], b + node * 42 + 21 + 3 * part + j
                for i in range(3):
                    put(big_b, begin + 7 * i, get(big_b, begin + 7 * i) + f * own[i])


@inlined
def _direction_rate(u, du, t, dt, size):  # type: ignore[no-untyped-def]
    """Acceleration of the direction of u while u' stays."""
    return add(scaled(dt, -2.0 * dot(u, du) / (size * size)), scaled(t, -dot(dt, dt)))
