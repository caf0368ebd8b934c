"""The four-bar by hand: what somebody can do who knows the mechanism. One freedom, or three angles and the two rows of the closure, in the plane.

The same formulas in Numba under a compiled DOP853, in heyoka (Taylor series compiled for these equations), and around pinocchio's mass matrix and forces.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import compiled
import four_bar_free as bar
import numba
import numpy as np
import peers
from peers import Array, Job, Way

G = bar.G


def numbers(crank: float = bar.CRANK) -> Array:
    """Lengths, masses, and moments of inertia: of crank and rocker about their pins on the ground, of the coupler about its centre."""
    (m1, j1, _), (m2, j2, _), (m3, j3, _) = (bar.rod(length) for length in (crank, bar.COUPLER, bar.ROCKER))
    moments = j1 + m1 * crank**2 / 4, j2, j3 + m3 * bar.ROCKER**2 / 4
    return np.array([bar.GROUND, crank, bar.COUPLER, bar.ROCKER, m1, m2, m3, *moments])


def one_freedom(sin: Callable[..., Any], cos: Callable[..., Any], sqrt: Callable[..., Any]) -> Callable[..., Any]:
    """Acceleration of the crank from its angle and speed, in terms of these three functions."""

    def acceleration(f1, w1, g, a, b, c, m1, m2, m3, j1, j2, j3):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        s1, c1 = sin(f1), cos(f1)
        ex, ey = g - a * c1, -a * s1
        square = ex * ex + ey * ey
        along = (b * b - c * c + square) / (2.0 * square)
        across = sqrt(b * b / square - along * along)
        c2, s2 = (along * ex - across * ey) / b, (along * ey + across * ex) / b
        c3, s3 = (b * c2 - ex) / c, (b * s2 - ey) / c
        closing = s2 * c3 - c2 * s3
        k2, k3 = a * (s3 * c1 - c3 * s1) / (b * closing), a * (s2 * c1 - c2 * s1) / (c * closing)
        # for a speed of 1 of the crank, while its acceleration is zero: those of coupler and rocker
        rx = a * c1 + b * k2 * k2 * c2 - c * k3 * k3 * c3
        ry = a * s1 + b * k2 * k2 * s2 - c * k3 * k3 * s3
        g2, g3 = -(rx * c3 + ry * s3) / (b * closing), -(rx * c2 + ry * s2) / (c * closing)
        h = 0.5 * b
        tx, ty = -a * s1 - h * k2 * s2, a * c1 + h * k2 * c2
        ux, uy = -a * c1 - h * (g2 * s2 + k2 * k2 * c2), -a * s1 + h * (g2 * c2 - k2 * k2 * s2)
        mass = j1 + m2 * (tx * tx + ty * ty) + j2 * k2 * k2 + j3 * k3 * k3
        weight = -G * (0.5 * m1 * a * c1 + m2 * ty + 0.5 * m3 * c * k3 * c3)
        return (weight - w1 * w1 * (m2 * (tx * ux + ty * uy) + j2 * k2 * g2 + j3 * k3 * g3)) / mass

    return acceleration


_acceleration = numba.njit(error_model="numpy")(one_freedom(math.sin, math.cos, math.sqrt))


@numba.njit(error_model="numpy")
def reduced(_, y, p, out):  # type: ignore[no-untyped-def]
    out[0] = y[1]
    out[1] = _acceleration(y[0], y[1], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9])


@numba.njit(error_model="numpy")
def closed_by_rows(_, y, p, out):  # type: ignore[no-untyped-def]
    """Angles of the three rods, `a e1 + b e2 - c e3` held: mass matrix 3 x 3, two rows, `J M^-1 J^T` of order two."""
    a, b, c, m1, m2, m3 = p[1], p[2], p[3], p[4], p[5], p[6]
    s1, c1, s2, c2, s3, c3 = (
        math.sin(y[0]),
        math.cos(y[0]),
        math.sin(y[1]),
        math.cos(y[1]),
        math.sin(y[2]),
        math.cos(y[2]),
    )
    w1, w2, w3 = y[3] * y[3], y[4] * y[4], y[5] * y[5]
    n11, n22, n12 = p[7] + m2 * a * a, p[8] + 0.25 * m2 * b * b, 0.5 * m2 * a * b * (c1 * c2 + s1 * s2)
    turn = 0.5 * m2 * a * b * (s1 * c2 - c1 * s2)
    f1, f2, f3 = -turn * w2 - G * (0.5 * m1 + m2) * a * c1, turn * w1 - 0.5 * G * m2 * b * c2, -0.5 * G * m3 * c * c3
    d = n11 * n22 - n12 * n12
    u1, u2, u3 = (n22 * f1 - n12 * f2) / d, (n11 * f2 - n12 * f1) / d, f3 / p[9]
    x1, x2, x3, z1, z2, z3 = -a * s1, -b * s2, c * s3, a * c1, b * c2, -c * c3
    gx = a * w1 * c1 + b * w2 * c2 - c * w3 * c3 - (x1 * u1 + x2 * u2 + x3 * u3)
    gz = a * w1 * s1 + b * w2 * s2 - c * w3 * s3 - (z1 * u1 + z2 * u2 + z3 * u3)
    i1, i2, i3 = (n22 * x1 - n12 * x2) / d, (n11 * x2 - n12 * x1) / d, x3 / p[9]
    k1, k2, k3 = (n22 * z1 - n12 * z2) / d, (n11 * z2 - n12 * z1) / d, z3 / p[9]
    xx, xz, zz = x1 * i1 + x2 * i2 + x3 * i3, x1 * k1 + x2 * k2 + x3 * k3, z1 * k1 + z2 * k2 + z3 * k3
    d = xx * zz - xz * xz
    lx, lz = (zz * gx - xz * gz) / d, (xx * gz - xz * gx) / d
    out[0], out[1], out[2] = y[3], y[4], y[5]
    out[3], out[4], out[5] = u1 + i1 * lx + k1 * lz, u2 + i2 * lx + k2 * lz, u3 + i3 * lx + k3 * lz


def by_numba() -> list[Way]:
    f2, f3 = bar.closed(bar.START)
    return [
        compiled.way("Numba, one freedom by hand", reduced, np.array([bar.START, 0.0]), numbers(), bar.TIMES, lambda y: y[:, 0]),
        compiled.way(
            "Numba, two rows by hand", closed_by_rows, np.array([bar.START, f2, f3, 0, 0, 0]), numbers(), bar.TIMES, lambda y: y[:, 0]
        ),
    ]  # fmt: skip


def series(hy: Any, tolerance: float) -> Any:
    """heyoka's integrator of the one freedom, its numbers as parameters."""
    f1, w1 = hy.make_vars("f1", "w1")
    acceleration = one_freedom(hy.sin, hy.cos, hy.sqrt)(f1, w1, *(hy.par[k] for k in range(len(numbers()))))
    return hy.taylor_adaptive([(f1, w1), (w1, acceleration)], [bar.START, 0.0], pars=numbers(), tol=tolerance)


def run_series(integrator: Any, parameters: Array) -> Array:
    integrator.time, integrator.state[:], integrator.pars[:] = 0.0, (bar.START, 0.0), parameters
    return integrator.propagate_grid(bar.TIMES)[-1][:, 0]


def by_heyoka(hy: Any) -> list[Way]:
    """Compiled for this mechanism and tolerance, which takes its time: not counted here, see `variants.py`."""

    def prepare(tolerance: float) -> Job:
        integrator = series(hy, tolerance)
        return lambda: run_series(integrator, numbers())

    return [Way("heyoka, one freedom by hand", prepare, [t for t in peers.TOLERANCES if t > 1e-13])]


def by_pinocchio(pin: Any) -> list[Way]:
    """Its mass matrix and forces of the two chains; the closure by hand: two rows, or projected on the one freedom."""
    model = bar.pinocchio_chains(pin)[0]
    data, a, b, c = model.createData(), bar.CRANK, bar.COUPLER, bar.ROCKER
    system, right = np.zeros((5, 5)), np.zeros(5)
    crba, nle = pin.crba, pin.nonLinearEffects

    def rows(_: float, y: Array) -> Array:
        f1, f2, f3 = y[0], y[0] + y[1], y[2]
        w1, w2, w3 = y[3] ** 2, (y[3] + y[4]) ** 2, y[5] ** 2
        s1, c1, s2, c2, s3, c3 = (of(f) for f in (f1, f2, f3) for of in (math.sin, math.cos))
        system[:3, :3] = crba(model, data, y[:3])
        right[:3] = -nle(model, data, y[:3], y[3:])
        system[3, :3] = system[:3, 3] = -a * s1 - b * s2, -b * s2, c * s3
        system[4, :3] = system[:3, 4] = a * c1 + b * c2, b * c2, -c * c3
        right[3] = a * w1 * c1 + b * w2 * c2 - c * w3 * c3
        right[4] = a * w1 * s1 + b * w2 * s2 - c * w3 * s3
        return np.concatenate([y[3:], np.linalg.solve(system, right)[:3]])

    def freedom(_: float, y: Array) -> tuple[float, float]:
        f1, w1 = float(y[0]), float(y[1])
        f2, f3 = bar.closed(f1)
        s1, c1, s2, c2, s3, c3 = (of(f) for f in (f1, f2, f3) for of in (math.sin, math.cos))
        closing = s2 * c3 - c2 * s3
        k2, k3 = a * (s3 * c1 - c3 * s1) / (b * closing), a * (s2 * c1 - c2 * s1) / (c * closing)
        rx, ry = a * c1 + b * k2**2 * c2 - c * k3**2 * c3, a * s1 + b * k2**2 * s2 - c * k3**2 * s3
        g2, g3 = -(rx * c3 + ry * s3) / (b * closing), -(rx * c2 + ry * s2) / (c * closing)
        q, along = np.array([f1, f2 - f1, f3]), np.array([1.0, k2 - 1.0, k3])
        mass = crba(model, data, q)
        rest = mass @ np.array([0.0, g2 * w1 * w1, g3 * w1 * w1]) + nle(model, data, q, along * w1)
        return w1, -float(along @ rest) / float(along @ mass @ along)

    f2, f3 = bar.closed(bar.START)
    start = np.array([bar.START, f2 - bar.START, f3, 0, 0, 0])
    ways = peers.scipy_ways("pinocchio, two rows by hand", rows, start, bar.TIMES, lambda states: states[:, 0])
    one = np.array([bar.START, 0.0])
    return ways + peers.scipy_ways(
        "pinocchio, one freedom by hand", freedom, one, bar.TIMES, lambda states: states[:, 0]
    )
