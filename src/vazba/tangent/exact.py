"""The exact tangent: `K = -d(F + J^T lambda - M a)/dq` and `D = -dF/dv`, lambda and a held, as sparse matrices over the velocities.

Every path, friction and direction of a bushing is a scalar function g with the column `c = dg/dv`, its derivative `C = dc/dq` (`tangent.second`) and an
effort e with slopes k, b: it gives

    K += e C + k c c^T + b c (v^T C)          D += b c c^T

a rotor of inertia I at a joint adds its effort `I s''` to e (what its motion makes stands in `tangent.rotors`), rows of joints and drivers give `-lambda
C`, loads and weights what turns with the bodies, inertia its terms in velocities and accelerations. An element writes a small full matrix over the bodies
it touches; where its numbers belong in the sparse matrix is laid out once.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba._jit import F8, I4, boundary, each, inlined, jit, record
from vazba.algebra.vectors import add, cross, scaled, sub, triple, turned, turned_back, unit
from vazba.equations.records import DYNAMICS
from vazba.joints.rows import DISTANCE
from vazba.laws.dispatch import slopes
from vazba.laws.records import POINTS, USER
from vazba.laws.user import fine_slopes
from vazba.loads.bushing import strains
from vazba.loads.friction import normal_force
from vazba.loads.kernels import acts, load_vector
from vazba.paths.kernels import row_state
from vazba.tables import TABLES, WORK, numbers_at
from vazba.tangent.second import add_bushing, add_change, add_scalar, component, unit_spin

Array = NDArray[np.float64]
ELEMENT = np.dtype(
    [("first", "i4"), ("count", "i4"), ("start", "i8")], align=True
)  # bodies it touches; where its matrix begins
EXACT = record(
    "EXACT", {"elements": ELEMENT, "bodies": I4, "row_element": I4} | each(F8, "stiffness", "damping", "c", "second", "accelerations"),
    "paths", "bushings", "frictions", "loads", "masses",  # where each kind of element begins
)  # fmt: skip


@inlined
def _place(x, element, body):  # type: ignore[no-untyped-def]
    """Which of the bodies an element touches this one is; -1: the ground."""
    bodies = EXACT.bodies(x)
    for k in range(element.count):
        if bodies[element.first + k] == body:
            return k
    return -1


@jit
def _where(s, x, element, a, b):  # type: ignore[no-untyped-def]
    """Places of the bodies of two frames among those of an element, and how many velocities they all have."""
    frames = TABLES.frames(s)
    at_a, at_b = _place(x, element, frames[a].body), _place(x, element, frames[b].body)
    return at_a * s.nb if at_a >= 0 else -1, at_b * s.nb if at_b >= 0 else -1, element.count * s.nb


@jit
def _speed(s, w, body, j):  # type: ignore[no-untyped-def]
    """The j-th velocity of a body."""
    b = WORK.states(w)[body]
    return component(s.nb, b, j, triple(b.v), triple(b.w))


@jit
def _clear(x, width):  # type: ignore[no-untyped-def]
    c, second = EXACT.c(x), EXACT.second(x)
    for k in range(width):
        c[k] = 0.0
    for k in range(width * width):
        second[k] = 0.0


@jit
def _put_scalar(s, w, x, element, effort, k, b):  # type: ignore[no-untyped-def]
    """Add what a scalar function with derivatives `c`, `second` does whose effort (against it) has the slopes k and b."""
    c, second, width = EXACT.c(x), EXACT.second(x), element.count * s.nb
    stiffness, damping = EXACT.stiffness(x), EXACT.damping(x)
    bodies, nb = EXACT.bodies(x), s.nb
    for j in range(width):
        change = 0.0  # v^T C
        if b != 0.0:
            for n in range(width):
                change += _speed(s, w, bodies[element.first + n // nb], n % nb) * second[n * width + j]
        slope = k * c[j] + b * change
        for i in range(width):
            at = element.start + i * width + j
            stiffness[at] += effort * second[i * width + j] + c[i] * slope
            damping[at] += b * c[i] * c[j]


@jit
def _rows(s, w, x, multipliers):  # type: ignore[no-untyped-def]
    """Joints and drivers: the columns that carry the multipliers turn."""
    rows, owner, elements = (
        TABLES.rows(s),
        EXACT.row_element(x),
        EXACT.elements(x),
    )
    kept = WORK.kept(w)
    c, stiffness = EXACT.c(x), EXACT.stiffness(x)
    for k in range(rows.shape[0]):
        r = rows[k]
        element = elements[owner[k]]
        factor = -multipliers[r.row] * r.factor * r.scale
        if factor == 0.0 or element.count == 0 or kept[r.row] == 0.0:
            continue
        where = _where(s, x, element, r.a, r.b)
        own = numbers_at(x.stiffness + 8 * element.start, where[2] * where[2])
        add_scalar(s, w, (int(r.kind), int(r.i), int(r.j), int(r.a), int(r.b)), factor, where, c, own)
    return stiffness.shape[0]


@jit
def _paths(s, w, x, t, q_at, v_at):  # type: ignore[no-untyped-def]
    paths, stops, elements = (
        WORK.paths(w),
        TABLES.stops(s),
        EXACT.elements(x),
    )
    coordinates = TABLES.coordinates(s)
    c, second = EXACT.c(x), EXACT.second(x)
    for n in range(paths.shape[0]):
        path, element = paths[n], elements[x.paths + n]
        k, b = fine_slopes(path, s, t, q_at, v_at) if path.law == USER else slopes(path, s, w, t, q_at, v_at)
        if element.count == 0 or (path.tension == 0.0 and k == 0.0 and b == 0.0 and path.rotor == 0.0):
            continue
        _clear(x, element.count * s.nb)
        if path.kind == POINTS:
            for e in range(path.first, path.first + path.count - 1):
                where = _where(s, x, element, stops[e], stops[e + 1])
                add_scalar(s, w, (DISTANCE, 0, 0, int(stops[e]), int(stops[e + 1])), 1.0, where, c, second)
        else:
            r = coordinates[path.first]
            where = _where(s, x, element, r.a, r.b)
            add_scalar(s, w, (int(r.kind), int(r.i), int(r.j), int(r.a), int(r.b)), r.factor, where, c, second)
        effort = path.tension
        if path.rotor != 0.0:
            effort += path.rotor * _quickness(s, w, x, element)
        _put_scalar(s, w, x, element, effort, k, b)


@jit
def _quickness(s, w, x, element):  # type: ignore[no-untyped-def]
    """Second derivative `c a + v^T C v` of a scalar function whose derivatives stand in `c`, `second`."""
    c, second, width, nb = EXACT.c(x), EXACT.second(x), element.count * s.nb, s.nb
    bodies, a, total = EXACT.bodies(x), EXACT.accelerations(x), 0.0
    for j in range(width):
        body = bodies[element.first + j // nb]
        total += c[j] * a[nb * body + j % nb]
        speed = _speed(s, w, body, j % nb)
        for n in range(width):
            total += _speed(s, w, bodies[element.first + n // nb], n % nb) * second[n * width + j] * speed
    return total


@jit
def _frictions(s, w, x, multipliers):  # type: ignore[no-untyped-def]
    """With the normal force held."""
    frictions, coordinates = TABLES.frictions(s), TABLES.coordinates(s)
    rows, poses, turns = TABLES.rows(s), WORK.poses(w), WORK.turns(w)
    elements, c, second = (
        EXACT.elements(x),
        EXACT.c(x),
        EXACT.second(x),
    )
    for n in range(frictions.shape[0]):
        f, element = frictions[n], elements[x.frictions + n]
        r = coordinates[f.coordinate]
        _, rate = row_state(r, poses, turns)
        press, soft = f.coefficient * f.arm * normal_force(f, rows, poses, multipliers), rate * rate + f.speed * f.speed
        _clear(x, element.count * s.nb)
        where = _where(s, x, element, r.a, r.b)
        add_scalar(s, w, (int(r.kind), int(r.i), int(r.j), int(r.a), int(r.b)), r.factor, where, c, second)
        effort = press * rate / soft**0.5 + f.viscous * rate
        _put_scalar(s, w, x, element, effort, 0.0, press * f.speed * f.speed / soft**1.5 + f.viscous)


@jit
def _bushing(s, w, x, bushing, element):  # type: ignore[no-untyped-def]
    """`e_i = sum_j K_ij g_j + B_ij g_j'`: components are kept one behind another in `c` and `second`."""
    n, width, nb = int(bushing.n), element.count * s.nb, s.nb
    where, bodies = _where(s, x, element, int(bushing.a), int(bushing.b)), EXACT.bodies(x)
    stiffness, damping = EXACT.stiffness(x), EXACT.damping(x)
    c, second = EXACT.c(x), EXACT.second(x)
    for k in range(n * width):
        c[k] = 0.0
    for k in range(n * width * width):
        second[k] = 0.0
    for i in range(n):
        own, square = (
            numbers_at(x.c + 8 * i * width, width),
            numbers_at(x.second + 8 * i * width * width, width * width),
        )
        add_bushing(s, w, bushing, i, where, own, square)
    for col in range(width):
        for i in range(n):
            slope = 0.0
            for j in range(n):
                change = 0.0
                for m in range(width):
                    speed = _speed(s, w, bodies[element.first + m // nb], m % nb)
                    change += speed * second[(j * width + m) * width + col]
                slope += bushing.k[n * i + j] * c[j * width + col] + bushing.b_matrix[n * i + j] * change
            for row in range(width):
                at, more = element.start + row * width + col, 0.0
                for j in range(n):
                    more += bushing.b_matrix[n * i + j] * c[j * width + col]
                stiffness[at] += c[i * width + row] * slope
                damping[at] += c[i * width + row] * more


@jit
def _bushing_efforts(s, w, x, bushing, element, e):  # type: ignore[no-untyped-def]
    """`sum_i e_i C_i`, after `_bushing`; `e`: the six strains."""
    n, width, nb = int(bushing.n), element.count * s.nb, s.nb
    bodies, stiffness = EXACT.bodies(x), EXACT.stiffness(x)
    c, second = EXACT.c(x), EXACT.second(x)
    for i in range(n):
        effort = 0.0
        for j in range(n):
            rate = 0.0
            for m in range(width):
                rate += _speed(s, w, bodies[element.first + m // nb], m % nb) * c[j * width + m]
            effort += bushing.k[n * i + j] * e[j] + bushing.b_matrix[n * i + j] * rate
        for k in range(width * width):
            stiffness[element.start + k] += effort * second[i * width * width + k]


@jit
def _loads(s, w, x, t):  # type: ignore[no-untyped-def]
    """Loads turn with the body whose axes they have; their moments turn with the bodies they act on."""
    loads, poses, frames = WORK.loads(w), WORK.poses(w), TABLES.frames(s)
    states, elements = WORK.states(w), EXACT.elements(x)
    laws, ops, numbers = TABLES.laws(s), TABLES.ops(s), TABLES.numbers(s)
    zero = (0.0, 0.0, 0.0)
    for n in range(loads.shape[0]):
        load, element = loads[n], elements[x.loads + n]
        if not acts(load, t):
            continue
        vector = load_vector(load, poses, laws, ops, numbers, WORK.stack(w), t)
        width = element.count * s.nb
        own = numbers_at(x.stiffness + 8 * element.start, width * width)
        for side in range(2 if load.torque != 0 and load.other >= 0 else 1):
            frame = load.frame if side == 0 else load.other
            row = _place(x, element, frames[frame].body) * s.nb
            if row < 0:
                continue
            sign = -1.0 if side == 0 else 1.0  # K = -dF/dq
            wrench = (vector, zero, sign) if load.torque == 0 else (zero, vector, sign)
            turning = frames[load.axes].body if load.axes >= 0 else -1
            for k in range(s.dimension, s.nb):
                spin = unit_spin(s.nb, states[frames[frame].body], k)
                add_change(s, w, frame, (row, row + k, width, own), wrench, (zero, zero), spin)
                if turning >= 0:
                    change = cross(unit_spin(s.nb, states[turning], k), vector)
                    by = (change, zero) if load.torque == 0 else (zero, change)
                    at = _place(x, element, turning) * s.nb + k
                    add_change(s, w, frame, (row, at, width, own), wrench, by, zero)


@jit
def _inertia(s, w, d, x):  # type: ignore[no-untyped-def]
    """Weight and inertia of bodies: `K = -d(F - M a)/dq`, `D = -dF/dv`, with the centre of mass at c in the body."""
    states, masses, elements = (
        WORK.states(w),
        DYNAMICS.masses(d),
        EXACT.elements(x),
    )
    g, a = triple(DYNAMICS.gravity(d)), EXACT.accelerations(x)
    stiffness, damping, nb, flat = (
        EXACT.stiffness(x),
        EXACT.damping(x),
        s.nb,
        s.nb == 3,
    )
    zero = (0.0, 0.0, 0.0)
    for n in range(masses.shape[0]):
        b, mass, start = states[n], masses[n], elements[x.masses + n].start
        c, m, i = triple(mass.c), mass.m, nb * n
        line = (a[i], a[i + 1], 0.0 if flat else a[i + 2])
        turn = (0.0, 0.0, a[i + 2]) if flat else (a[i + 3], a[i + 4], a[i + 5])
        spin = turned_back(b.s, triple(b.w))
        inside = scaled(add(cross(spin, cross(spin, c)), cross(turn, c)), m)  # what -S of it acts on the origin
        falls = turned_back(b.s, sub(g, line))
        for k in range(s.dimension, nb):
            e = unit(2 if flat else k - 3)
            force = turned(b.s, scaled(cross(e, inside), -1.0))
            moment = turned(b.s, scaled(cross(c, cross(falls, e)), m))
            push = turned(b.s, scaled(add(cross(e, cross(spin, c)), cross(spin, cross(e, c))), -m))
            whirl = zero
            if not flat:
                whirl = turned(b.s, add(cross(turned(mass.inertia, spin), e), cross(turned(mass.inertia, e), spin)))
            for j in range(nb):
                at = start + j * nb + k
                stiffness[at] -= component(s.nb, b, j, force, moment)
                damping[at] -= component(s.nb, b, j, push, whirl)


@boundary("void(int64, int64, int64, float64)")
def gather_exact(d_at, x_at, y_at, t):  # type: ignore[no-untyped-def]
    """Fill `stiffness` and `damping` at the state y, whose forces and multipliers were last computed."""
    d, x = DYNAMICS.at(d_at), EXACT.at(x_at)
    s, w = TABLES.at(d.tables), WORK.at(d.work)
    stiffness, damping = EXACT.stiffness(x), EXACT.damping(x)
    multipliers = DYNAMICS.multipliers(d)
    for k in range(stiffness.shape[0]):
        stiffness[k] = 0.0
        damping[k] = 0.0
    _rows(s, w, x, multipliers)
    _paths(s, w, x, t, y_at, y_at + 8 * d.nq)
    _frictions(s, w, x, multipliers)
    bushings, elements = TABLES.bushings(s), EXACT.elements(x)
    poses = WORK.poses(w)
    for n in range(bushings.shape[0]):
        bushing, element = bushings[n], elements[x.bushings + n]
        if element.count > 0:
            _bushing(s, w, x, bushing, element)
            _bushing_efforts(s, w, x, bushing, element, strains(bushing, poses[bushing.a], poses[bushing.b]))
    _loads(s, w, x, t)
    _inertia(s, w, d, x)
