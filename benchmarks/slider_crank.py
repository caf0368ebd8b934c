"""Slider-crank, 10,000 instants of position, velocity and acceleration: vazba against NumPy + scipy.optimize.fsolve per instant."""

from __future__ import annotations

import measure
import numpy as np
from scipy.optimize import fsolve

import vazba as vz

A, B, C, END, INSTANTS = 1.0, 5.0, 4.0, 1.5, 10_000


def model() -> vz.Model:
    m = vz.Model("slider-crank", dimension=2)
    for name in ("crank", "rod", "slider"):
        m.body(name)
    m.revolute("A", m.point("O", "ground", (0, 0)), m.point("A1", "crank", (0, 0)))
    m.revolute("B", m.point("B1", "crank", (A, 0)), m.point("B2", "rod", (0, 0)))
    m.revolute("C", m.point("C2", "rod", (B, 0)), m.point("C3", "slider", (0, 0)))
    m.prismatic("S", "C3", m.point("G", "ground", (0, C)), axis=(1, 0))
    m.drive("A", angle="t**2 + pi/2")
    return m


def closed_form(t: np.ndarray) -> np.ndarray:
    phi = t**2 + np.pi / 2
    x2, y2 = A * np.cos(phi), A * np.sin(phi)
    phi2 = np.arcsin((C - y2) / B)
    zero = np.zeros_like(t)
    return np.stack([zero, zero, phi, x2, y2, phi2, x2 + B * np.cos(phi2), zero + C, zero], axis=1)


def constraints(q: np.ndarray, t: float) -> np.ndarray:
    x1, y1, f1, x2, y2, f2, x3, y3, f3 = q
    return np.array([
        x1, y1, x1 + A * np.cos(f1) - x2, y1 + A * np.sin(f1) - y2, x2 + B * np.cos(f2) - x3, y2 + B * np.sin(f2) - y3, f3, y3 - C,
        f1 - t**2 - np.pi / 2,
    ])  # fmt: skip


def jacobian(q: np.ndarray, t: float) -> np.ndarray:  # noqa: ARG001
    _, _, f1, _, _, f2, _, _, _ = q
    j = np.zeros((9, 9))
    j[0, 0] = j[1, 1] = j[2, 0] = j[3, 1] = j[4, 3] = j[5, 4] = j[6, 8] = j[7, 7] = j[8, 2] = 1
    j[2, 3] = j[3, 4] = j[4, 6] = j[5, 7] = -1
    j[2, 2], j[3, 2], j[4, 5], j[5, 5] = -A * np.sin(f1), A * np.cos(f1), -B * np.sin(f2), B * np.cos(f2)
    return j


def by_fsolve(times: np.ndarray, **options: object) -> np.ndarray:
    """The script an engineer would write: fsolve from the last position, then two linear solves."""
    q, out = closed_form(times[:1])[0], np.zeros((len(times), 9))
    for k, t in enumerate(times):
        q = fsolve(constraints, q, args=(t,), **options)
        j = jacobian(q, t)
        v = np.linalg.solve(j, np.array([0, 0, 0, 0, 0, 0, 0, 0, 2 * t]))
        w1, w2 = v[2] ** 2, v[5] ** 2
        gamma = np.array(
            [
                0,
                0,
                A * np.cos(q[2]) * w1,
                A * np.sin(q[2]) * w1,
                B * np.cos(q[5]) * w2,
                B * np.sin(q[5]) * w2,
                0,
                0,
                2.0,
            ]
        )
        np.linalg.solve(j, gamma)
        out[k] = q
    return out


def run() -> bool:
    m = model()
    every = END / (INSTANTS - 1)
    own, result = measure.least_cpu(lambda: vz.kinematics(m, until=END, every=every))
    times = result.time
    exact = closed_form(times)
    mine = np.stack([result[b][c] for b in ("crank", "rod", "slider") for c in ("x", "y", "angle")], axis=1)
    measure.row("", "CPU ms", "us/instant", "largest error")

    def line(name: str, seconds: float, found: np.ndarray) -> None:
        error = np.abs(found - exact).max()
        measure.row(name, f"{seconds * 1e3:.1f}", f"{seconds / len(times) * 1e6:.2f}", f"{error:.1e}")

    line("vazba, whole call", own, mine)
    loose, found = measure.least_cpu(lambda: by_fsolve(times), repeat=1)
    line("NumPy + fsolve, its own tolerance", loose, found)
    plain, found = measure.least_cpu(lambda: by_fsolve(times, xtol=1e-12), repeat=1)
    line("NumPy + fsolve, same accuracy", plain, found)
    careful, found = measure.least_cpu(lambda: by_fsolve(times, xtol=1e-12, fprime=jacobian), repeat=1)
    line("the same with an analytic Jacobian", careful, found)
    print(f"  {loose / own:.0f}x, {plain / own:.0f}x and {careful / own:.0f}x faster")
    ratio = loose / own
    return measure.verdict(ratio >= 50, f"at least 50x faster than fsolve as it comes (measured {ratio:.0f}x)")
