"""Section forces of elastic beams at their stations, from the strains there: `N = E A e`, `M = E J k`, `Q = -M'`, each with its damping."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vazba.flexible.bending import bending_factor, shortening, winding_factor
from vazba.flexible.build import NODE, PLACES, Flexible
from vazba.flexible.imported import ImportedShapes
from vazba.flexible.shapes import Shapes
from vazba.flexible.units import Unit

Array = NDArray[np.float64]


def section_forces(flexible: Flexible, states: Array) -> dict[str, Array]:
    """Of every station: `N, Q, M` (plane) or `N, Qy, Qz, T, My, Mz` in the axes of the section, over the states of a run."""
    found: dict[str, Array] = {}
    modal, ancf = iter(flexible.arrays["modal"]), iter(flexible.arrays["ancf"])
    d, nq = flexible.system.dimension, flexible.nq
    rigid = (3, 3) if d == 2 else (7, 6)
    for unit in flexible.units:
        if isinstance(unit.shapes, ImportedShapes):  # strains inside are not known
            next(modal)
        elif unit.shapes is not None:
            u = next(modal)
            x, y, n = int(u["q"]) + rigid[0], nq + int(u["v"]) + rigid[1], unit.count
            q, rate = states[:, x : x + n], states[:, y : y + n]
            found |= {name: _modal(unit.shapes, q, rate, at, d) for name, at in unit.stations}
        else:
            u = next(ancf)
            counts = [size * (unit.count + 1) for size in (PLACES[d], len(NODE[d]))]
            q, v = states[:, int(u["q"]) :][:, : counts[0]], states[:, nq + int(u["v"]) :][:, : counts[1]]
            q, v = (x.reshape(len(states), unit.count + 1, -1) for x in (q, v))
            found |= {name: _nodal(unit, q, v, at, d) for name, at in unit.stations}
    return found


def _modal(shapes: Shapes, q: Array, rate: Array, at: float, d: int) -> Array:
    x, span, inv = np.array([at]), shapes.span, shapes.invariants
    axial, tau, (kappa, waves) = shapes.axial, span.damping, shapes.waves
    strains = kappa * (q[:, :axial] + tau * rate[:, :axial])
    if shapes.points:
        table = inv["bent"].reshape(shapes.points, -1)
        slopes, weighted = table[:, : shapes.bends], table[:, 2 * shapes.bends : 2 * shapes.bends + axial]
        z, quick = np.zeros((len(q), shapes.points)), np.zeros((len(q), shapes.points))
        for plane in range(d - 1):
            mine = slice(axial + plane * shapes.bends, axial + (plane + 1) * shapes.bends)
            s, v = q[:, mine] @ slopes.T, rate[:, mine] @ slopes.T
            z, quick = z + s * s, quick + 2 * s * v
        g, g_z, _ = shortening(z)
        strains = strains + (g + tau * g_z * quick) @ weighted
    pull = span.E * span.section.A * (strains @ waves(x)[:, 0])
    values = _moments(shapes, q, rate, x)
    if d == 2:
        return np.column_stack([pull, -values["y'"], values["y"]])
    return np.column_stack([pull, -values["y'"], -values["z'"], values["t"], -values["z"], values["y"]])


def _moments(shapes: Shapes, q: Array, rate: Array, x: Array) -> dict[str, Array]:
    """Moments of bending and twist at a station, and their derivatives along the beam (named with a dash)."""
    q, found = q + shapes.span.damping * rate, {}
    strain: dict[str, list[Array]] = {}
    for letter, order, _ in shapes.strains()[1:]:
        mine = np.array([kind == letter for kind in shapes.kinds], float)
        strain[letter] = [
            q @ (shapes.values(x, order + n)[:, 0] * mine) for n in range(-1, 2)
        ]  # slope, curvature, its derivative
    s, c, d = (np.array([strain[letter][n] for letter in "yz"]) for n in range(3))
    if shapes.points:  # the slope of a beam that keeps its length bends it more
        z, mixed = (s * s).sum(axis=0), (s * c).sum(axis=0)
        b, b_z, _ = bending_factor(z)
        more = 2 * b_z * mixed**2 + b * ((c * c).sum(axis=0) + (s * d).sum(axis=0))
        if "t" in strain:
            strain["t"][1] = strain["t"][1] - winding_factor(z)[0] * (s[0] * c[1] - s[1] * c[0])
        c, d = c + b * mixed * s, d + more * s + b * mixed * c
        if "t" in strain:  # into the axes of the section
            cosine, sine = np.cos(strain["t"][0]), np.sin(strain["t"][0])
            c, d = (np.array([cosine * x[0] + sine * x[1], cosine * x[1] - sine * x[0]]) for x in (c, d))
    strain["y"][1:], strain["z"][1:] = (c[0], d[0]), (c[1], d[1])
    for letter, _, stiffness in shapes.strains()[1:]:
        found[letter], found[letter + "'"] = stiffness * strain[letter][1], stiffness * strain[letter][2]
    return found


def _slope(x: float, h: float) -> Array:
    """First derivatives of the functions of an element of length h at its part x."""
    return np.array([6 * x * (x - 1) / h, (1 - x) * (1 - 3 * x), 6 * x * (1 - x) / h, x * (3 * x - 2)])


def _bend(x: float, h: float) -> Array:
    """Second ones."""
    return np.array([(12 * x - 6) / h**2, (6 * x - 4) / h, (6 - 12 * x) / h**2, (6 * x - 2) / h])


def _nodal(unit: Unit, q: Array, v: Array, at: float, d: int) -> Array:
    span, h = unit.span, unit.span.length / unit.count
    e = min(int(at / h + 1e-9), unit.count - 1)
    x = at / h - e
    first, second = _slope(x, h), _bend(x, h)
    third = np.array([12 / h**3, 6 / h**2, -12 / h**3, 6 / h**2])

    def vectors(values: Array) -> list[Array]:
        near = values[:, e : e + 2, : 2 * d].reshape(len(values), 4, d)
        near = np.concatenate([near, np.zeros((len(values), 4, 3 - d))], axis=2)
        return [np.einsum("i,tij->tj", f, near) for f in (first, second, third)]

    (u, w, z), (du, dw, dz) = vectors(q), vectors(v)
    a = np.einsum("ti,ti->t", u, u)[:, None]
    size = np.sqrt(a)
    t, ea, ej, tau = u / size, span.E * span.section.A, span.E * span.section.Jz, span.damping
    k = np.cross(u, w) / a
    k_x = np.cross(u, z) / a - 2 * k * np.einsum("ti,ti->t", u, w)[:, None] / a
    stretch = size[:, 0] - 1
    if tau > 0:
        stretch = stretch + tau * np.einsum("ti,ti->t", t, du)
        turning = np.cross(u, du) / a
        rate = (np.cross(du, w) + np.cross(u, dw)) / a - 2 * k * np.einsum("ti,ti->t", u, du)[:, None] / a
        if d == 3:  # as seen from the section, which spins
            turning = turning + t * _roll(q, v, e, x, t, du / size)[:, None]
        k = k + tau * (rate - np.cross(turning, k))
        k_x = k_x + tau * (np.cross(du, z) + np.cross(u, dz)) / a
    moment, across = ej * k, np.cross(t, ej * k_x)
    if d == 2:
        normal = np.stack([-t[:, 1], t[:, 0], 0 * t[:, 0]], axis=1)
        return np.column_stack([ea * stretch, np.einsum("ti,ti->t", normal, across), moment[:, 2]])
    axes = _axes(q, e, x, t)
    return np.column_stack([
        ea * stretch, np.einsum("ti,tij->tj", across, axes)[:, 1:], _torque(unit, q, v, e), np.einsum("ti,tij->tj", moment, axes)[:, 1:],
    ])  # fmt: skip


def _carried(a: Array, b: Array, e: Array) -> Array:
    """Vectors e, turned as the smallest turns from a to b do."""
    n = np.cross(a, b)
    once = np.cross(n, e)
    return np.asarray(e + once + np.cross(n, once) / (1 + np.einsum("ti,ti->t", a, b))[:, None])


def _angle(t: Array, a: Array, b: Array) -> Array:
    """Angles about t from a to b."""
    return np.arctan2(np.einsum("ti,ti->t", t, np.cross(a, b)), np.einsum("ti,ti->t", a, b))


def _directions(q: Array, e: int) -> list[Array]:
    """Of the beam at both nodes of an element."""
    return [q[:, k, 3:6] / np.linalg.norm(q[:, k, 3:6], axis=1)[:, None] for k in (e, e + 1)]


def _axes(q: Array, e: int, x: float, t: Array) -> Array:
    """Axes of a section, carried from both nodes of its element."""
    first, second = (_carried(a, t, q[:, e + k, 6:9]) for k, a in enumerate(_directions(q, e)))
    phi = (x * _angle(t, first, second))[:, None]
    y = np.cos(phi) * first + np.sin(phi) * np.cross(t, first)
    return np.stack([t, y, np.cross(t, y)], axis=2)


def _roll(q: Array, v: Array, e: int, x: float, t: Array, rate: Array) -> Array:
    """Spin of a section about the beam, carried from both nodes of its element; `rate`: that of t, what is along t does not count."""
    total = np.zeros(len(q))
    for k, (near, part) in enumerate(zip(_directions(q, e), (1 - x, x), strict=True)):
        arm = np.cross(near, t) / (1 + np.einsum("ti,ti->t", near, t))[:, None]
        moving = v[:, e + k, 3:6] / np.linalg.norm(q[:, e + k, 3:6], axis=1)[:, None]
        total += part * (v[:, e + k, 6] - np.einsum("ti,ti->t", arm, moving + rate))
    return total


def _torque(unit: Unit, q: Array, v: Array, e: int) -> Array:
    """Of an element: see `flexible.ancf`."""
    span, (a, b) = unit.span, _directions(q, e)
    twist = _angle(b, _carried(a, b, q[:, e, 6:9]), q[:, e + 1, 6:9])
    normal, one = np.cross(a, b), 1 + np.einsum("ti,ti->t", a, b)
    rates = v[:, e : e + 2, 3:6] / np.linalg.norm(q[:, e : e + 2, 3:6], axis=2)[:, :, None]
    rate = v[:, e + 1, 6] - v[:, e, 6] + np.einsum("ti,tki->t", normal, rates) / one  # normal to both
    return np.asarray(span.G * (span.section.It or 0.0) * (twist + span.damping * rate) * unit.count / span.length)
