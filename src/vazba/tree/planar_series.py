"""The motion of a planar tree as power series of time: derivatives of every order at one instant, in O(n) each.

Everything is a series `x(t) = sum_k x_k t^k`, and products are convolutions. With the cosine c and sine s of a body's angle and its angular velocity w

    n c_n = -sum_j w_j s_(n-1-j),      n s_n = sum_j w_j c_(n-1-j)

all points fixed in bodies are linear in c and s, and so are their accelerations. What acts on a body at points (x, y) fixed in it (inertia at the mass
centre, joints that carry its children, loops) has the moment `c U - s W` about its origin, `U = sum x Fy - y Fx`, `W = sum x Fx + y Fy`: two products a body.

At order k everything is known but what the accelerations of that order contribute, and that is linear with the matrices of order zero: the articulated
masses, factorised once, give the accelerations of every order (`planar.solve`), with loads and biases made of what is known.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import F8, boundary, caller, each, get, inlined, packed, put, record
from vazba.joints.rows import COMPONENT
from vazba.laws.records import EFFORT, LINEAR
from vazba.tables import numbers_at
from vazba.tree.build import Tree
from vazba.tree.records import PLANAR_TREE, TREE, TURN

# Series of a body: angular velocity; cosine and sine of its angle; U and W of what acts on it; what its joint exerts on it.
SPIN, COS, SIN, ACROSS, ALONG, PULL_X, PULL_Y, OF_BODY = range(8)
# Series of a freedom: its coordinate; of a slide also its direction and how far it has gone.
VALUE, EX, EY, GX, GY, OF_FREEDOM = range(6)
# Where a loop holds a body: the equation, the axis (0: x, 1: y) and the factor with which the point's position counts in it.
PIN = np.dtype([("body", "i4"), ("row", "i4"), ("axis", "i4"), ("x", "f8"), ("y", "f8"), ("factor", "f8")], align=True)
# A slide: its body, the body it keeps its direction in (its own, or the parent), the turn before it (-1: none) and its sign, the direction.
SLIDING = np.dtype(
    [("freedom", "i4"), ("body", "i4"), ("guide", "i4"), ("turn", "i4"), ("sign", "f8"), ("x", "f8"), ("y", "f8")],
    align=True,
)
SERIES = record(
    "SERIES", {"pins": PIN, "slides": SLIDING} | each(F8, "bodies", "freedoms", "pulls", "lost"), "order", "width", "gravity", "expand"
)  # fmt: skip
call_solve = caller("int64(int64, int64, int64)")
EXPAND = "void(int64, int64, int64, int64)"
call_expand = caller(EXPAND)


def what_is_not_analytic(tree: Tree) -> str:
    """What the motion of a tree cannot be expanded for, in words, or nothing: a planar one under gravity and linear springs at its joints, its loops closed
    by pins, can."""
    return tree.attached.remembered("not analytic", None, lambda: _not_analytic(tree))


def _not_analytic(tree: Tree) -> str:
    attached = tree.attached
    t, rows = attached.tables, attached.tables.rows
    if tree.dimension != 2:
        return "it is spatial"
    if tree.light:
        return "a body has no mass, or no inertia"
    sprung = (t.paths["kind"] == EFFORT) & (t.paths["law"] == LINEAR)
    for (_, name), own in zip(attached.path_names, sprung.tolist(), strict=True):
        if not own:
            return f"{name} is not a linear spring at a joint"
    if tree.has_elements:
        return "loads, bushings or friction act in it"
    odd = np.flatnonzero((rows["kind"] != COMPONENT) | (rows["law"] != 0) | (rows["moving"] != 0))
    if len(odd):
        equation = int(rows["row"][odd[0]])
        return (
            f"{next(group.name for group in attached.groups if equation in group.rows)} closes a loop and is not a pin"
        )
    return "" if tree.nv else "nothing moves in it"


class Series:
    """Room for the series of a tree to an order; `gravity`: two numbers."""

    def __init__(self, tree: Tree, order: int, gravity: NDArray[np.float64]) -> None:
        width, count = order + 3, len(tree.bodies)
        rows, frames = tree.attached.tables.rows, tree.attached.tables.frames
        body, place = frames["body"].tolist(), frames["s"].tolist()
        fields = (rows[key].tolist() for key in ("row", "i", "a", "b", "factor", "scale"))
        pins = [
            (body[frame], row, i, *place[frame][:2], sign * factor * scale)
            for row, i, a, b, factor, scale in zip(*fields, strict=True)
            for frame, sign in ((a, -1.0), (b, 1.0))
            if body[frame] >= 0
        ]
        self.gravity = gravity
        self.arrays = {
            "bodies": np.zeros(OF_BODY * width * count), "freedoms": np.zeros(OF_FREEDOM * width * tree.nv), "pins": np.array(pins, PIN),
            "slides": np.array(_slides_of(tree), SLIDING),
            "pulls": np.zeros(2 * count), "lost": np.zeros(width),
        }  # fmt: skip
        self.arrays["bodies"].reshape(count, OF_BODY, width)[-1, COS, 0] = 1.0  # the ground
        self.record = packed(
            SERIES, self.arrays, order=order, width=width, gravity=gravity.ctypes.data, expand=expand.address
        )


def _slides_of(tree: Tree) -> list[tuple[Any, ...]]:
    """Rows of the table of slides."""
    found = []
    for k, b in enumerate(tree.bodies[:-1]):
        freedoms, turn = range(int(b["first"]), int(b["first"] + b["count"])), -1
        turns = any(tree.freedoms[j]["kind"] == TURN for j in freedoms)
        for j in freedoms:
            f = tree.freedoms[j]
            if f["kind"] == TURN:
                turn = j
                continue
            x, y, base = f["nx"], f["ny"], k
            if turns and turn < 0:  # it turns with the parent, in which the body was put down turned
                x, y, base = b["cos"] * x - b["sin"] * y, b["sin"] * x + b["cos"] * y, int(b["parent"])
            sign = tree.freedoms[turn]["sign"] if turn >= 0 else 0.0
            found.append((j, k, base, turn, sign, f["sign"] * x, f["sign"] * y))
    return found


@inlined
def _add(array, k, x):  # type: ignore[no-untyped-def]
    put(array, k, get(array, k) + x)


@inlined
def _act(store, at, width, x, y, fx, fy):  # type: ignore[no-untyped-def]
    """A force at the point (x, y) of a body."""
    _add(store, at + ACROSS * width, x * fy - y * fx)
    _add(store, at + ALONG * width, x * fx + y * fy)


@inlined
def _tentative(at, width, n, store):  # type: ignore[no-untyped-def]
    """Coefficients n of cosine and sine, without what the acceleration of order n - 2 adds."""
    spin, cos, sin, c, s = at + SPIN * width, at + COS * width, at + SIN * width, 0.0, 0.0
    for j in range(n - 1):
        w = get(store, spin + j)
        c -= w * get(store, sin + n - 1 - j)
        s += w * get(store, cos + n - 1 - j)
    put(store, cos + n, c / n)
    put(store, sin + n, s / n)


@inlined
def _moment(at, width, k, store):  # type: ignore[no-untyped-def]
    """`sum_(j > 0) c_j U_(k-j) - s_j W_(k-j)`."""
    cos, sin, across, along = at + COS * width, at + SIN * width, at + ACROSS * width + k, at + ALONG * width + k
    total = 0.0
    for j in range(1, k + 1):
        total += get(store, cos + j) * get(store, across - j) - get(store, sin + j) * get(store, along - j)
    return total


@inlined
def _go(slide, width, n, store, freedom):  # type: ignore[no-untyped-def]
    """Coefficients n of the direction of a slide and of the way it has gone, with the coordinate known below n."""
    base, at, x, y = OF_BODY * width * slide.guide, OF_FREEDOM * width * slide.freedom, 0.0, 0.0
    cos, sin = get(store, base + COS * width + n), get(store, base + SIN * width + n)
    put(freedom, at + EX * width + n, cos * slide.x - sin * slide.y)
    put(freedom, at + EY * width + n, sin * slide.x + cos * slide.y)
    for i in range(1, n + 1):
        q = get(freedom, at + VALUE * width + n - i)
        x += get(freedom, at + EX * width + i) * q
        y += get(freedom, at + EY * width + i) * q
    put(freedom, at + GX * width + n, x)
    put(freedom, at + GY * width + n, y)


@inlined
def _gone(slide, width, n, store, freedom):  # type: ignore[no-untyped-def]
    """The same once the coordinate is known at n."""
    _go(slide, width, n, store, freedom)
    at = OF_FREEDOM * width * slide.freedom
    q = get(freedom, at + VALUE * width + n)
    _add(freedom, at + GX * width + n, get(freedom, at + EX * width) * q)
    _add(freedom, at + GY * width + n, get(freedom, at + EY * width) * q)


@inlined
def _sliding(slide, k, bodies, width, store, freedom, efforts):  # type: ignore[no-untyped-def]
    """What a slide adds to bias, efforts and the moment on the parent at order k: it carries the joint's force along, and away from the turn before it."""
    n, b, at = k + 2, bodies[slide.body], OF_FREEDOM * width * slide.freedom
    pull = OF_BODY * width * slide.body + k
    along, across = 0.0, 0.0
    _go(slide, width, n, store, freedom)
    b.bx += n * (n - 1) * get(freedom, at + GX * width + n)
    b.by += n * (n - 1) * get(freedom, at + GY * width + n)
    for i in range(1, k + 1):
        x, y = get(store, pull + PULL_X * width - i), get(store, pull + PULL_Y * width - i)
        along += get(freedom, at + EX * width + i) * x + get(freedom, at + EY * width + i) * y
        across += get(freedom, at + GX * width + i) * y - get(freedom, at + GY * width + i) * x
    _add(efforts, slide.freedom, -along)
    if slide.turn >= 0:
        _add(efforts, slide.turn, -slide.sign * across)
    bodies[b.parent].f[2] -= across


@inlined
def _springs(t, k, width, freedom, efforts, lost):  # type: ignore[no-untyped-def]
    """Efforts of order k, and the energy dissipated, of order k + 1."""
    springs, given, power = TREE.springs(t), numbers_at(t.given, t.nv), 0.0
    for j in range(t.nv):
        put(efforts, j, get(given, j) if k == 0 else 0.0)
    for i in range(springs.shape[0]):
        spring = springs[i]
        at = OF_FREEDOM * width * spring.freedom + VALUE * width
        stretch = get(freedom, at + k) + (spring.offset if k == 0 else 0.0)
        effort = spring.stiffness * stretch + spring.damping * (k + 1) * get(freedom, at + k + 1)
        put(efforts, spring.freedom, get(efforts, spring.freedom) - effort)
        for j in range(k + 1 if spring.damping != 0.0 else 0):
            power += spring.damping * (j + 1) * get(freedom, at + j + 1) * (k - j + 1) * get(freedom, at + k - j + 1)
    put(lost, k + 1, power / (k + 1))


@boundary(EXPAND)
def expand(tree_address, series_address, first, last):  # type: ignore[no-untyped-def]
    """Coefficients of the accelerations of the orders `first <= k < last`; those below are known, the tree is swept and factorised at order zero."""
    t, r = TREE.at(tree_address), SERIES.at(series_address)
    bodies, store, freedom = PLANAR_TREE.bodies(t), SERIES.bodies(r), SERIES.freedoms(r)
    pins, slides = SERIES.pins(r), SERIES.slides(r)
    pulls, lost, g = SERIES.pulls(r), SERIES.lost(r), numbers_at(r.gravity, 2)
    rho, multipliers, efforts = (
        TREE.rho(t),
        TREE.multipliers(t),
        numbers_at(t.efforts, t.nv),
    )
    rates, width, count = numbers_at(t.rates, t.nv), r.width, t.n_bodies - 1
    if first == 0:
        _begin(t, slides, store, freedom, width)
    for k in range(first, last):
        n = k + 2
        often = float(n * (n - 1))
        gx, gy = (g[0], g[1]) if k == 0 else (0.0, 0.0)
        _springs(t, k, width, freedom, efforts, lost)
        for i in range(count):
            b, at = bodies[i], OF_BODY * width * i
            _tentative(at, width, n, store)
            c, s = often * get(store, at + COS * width + n), often * get(store, at + SIN * width + n)
            b.f[0], b.f[1] = b.m * (gx - c * b.cx + s * b.cy), b.m * (gy - s * b.cx - c * b.cy)
            if k == 0:
                x, y = get(store, at + COS * width), get(store, at + SIN * width)
                b.f[2] = b.m * (x * (b.cx * gy - b.cy * gx) - y * (b.cx * gx + b.cy * gy))
            else:
                b.f[2] = _moment(at, width, k, store)
            up = OF_BODY * width * b.parent
            c, s = often * get(store, up + COS * width + n), often * get(store, up + SIN * width + n)
            b.bx, b.by = c * b.x - s * b.y, s * b.x + c * b.y
        for j in range(slides.shape[0]):
            _sliding(slides[j], k, bodies, width, store, freedom, efforts)
        for j in range(rho.shape[0]):
            put(rho, j, 0.0)
        for j in range(pins.shape[0]):
            pin = pins[j]
            at = OF_BODY * width * pin.body + n
            c, s = get(store, at + COS * width), get(store, at + SIN * width)
            way = c * pin.x - s * pin.y if pin.axis == 0 else s * pin.x + c * pin.y
            put(rho, pin.row, get(rho, pin.row) - pin.factor * often * way)
        bodies[count].f[0] = bodies[count].f[1] = bodies[count].f[2] = 0.0
        call_solve(t.solve, tree_address, t.rho, t.rates)
        for j in range(t.nv):
            at = OF_FREEDOM * width * j
            q = get(rates, j) / often
            put(freedom, at + VALUE * width + n, q)
        for i in range(count):
            b, at = bodies[i], OF_BODY * width * i
            cos, sin, turn = at + COS * width, at + SIN * width, b.a[2] / often
            put(store, at + SPIN * width + k + 1, b.a[2] / (k + 1))
            c, s = get(store, cos + n) - turn * get(store, sin), get(store, sin + n) + turn * get(store, cos)
            put(store, cos + n, c)
            put(store, sin + n, s)
            x, y = b.m * (b.a[0] - gx), b.m * (b.a[1] - gy)
            put(store, at + ACROSS * width + k, b.cy * x - b.cx * y)
            put(store, at + ALONG * width + k, -b.cx * x - b.cy * y)
            put(pulls, 2 * i, x + b.m * often * (c * b.cx - s * b.cy))
            put(pulls, 2 * i + 1, y + b.m * often * (s * b.cx + c * b.cy))
        for j in range(slides.shape[0]):
            _gone(slides[j], width, n, store, freedom)
        for j in range(pins.shape[0]):
            pin = pins[j]
            at, force = OF_BODY * width * pin.body + k, pin.factor * get(multipliers, pin.row)
            x, y = (force, 0.0) if pin.axis == 0 else (0.0, force)
            _add(pulls, 2 * pin.body, -x)
            _add(pulls, 2 * pin.body + 1, -y)
            _act(store, at, width, pin.x, pin.y, x, y)
        for i in range(count - 1, -1, -1):
            b, at, x, y = bodies[i], OF_BODY * width * i + k, get(pulls, 2 * i), get(pulls, 2 * i + 1)
            put(store, at + PULL_X * width, x)
            put(store, at + PULL_Y * width, y)
            if b.parent != count:
                _add(pulls, 2 * b.parent, x)
                _add(pulls, 2 * b.parent + 1, y)
                _act(store, OF_BODY * width * b.parent + k, width, b.x, b.y, -x, -y)


@inlined
def _begin(t, slides, store, freedom, width):  # type: ignore[no-untyped-def]
    """Coefficients 0 and 1 at the state last swept."""
    count = t.n_bodies - 1
    states, q, v = TREE.states(t), numbers_at(t.q_now, t.nq), numbers_at(t.v_now, t.nv)
    for j in range(t.nv):
        put(freedom, OF_FREEDOM * width * j + VALUE * width, get(q, j))
        put(freedom, OF_FREEDOM * width * j + VALUE * width + 1, get(v, j))
    for i in range(count):
        state, at = states[i], OF_BODY * width * i
        w, c, s = state.w[2], state.s[0], state.s[3]
        put(store, at + SPIN * width, w)
        put(store, at + COS * width, c)
        put(store, at + SIN * width, s)
        put(store, at + COS * width + 1, -w * s)
        put(store, at + SIN * width + 1, w * c)
    for i in range(slides.shape[0]):
        for n in range(2):
            _gone(slides[i], width, n, store, freedom)
