"""Driven ladder of N four-bars: cost per instant against N."""

from __future__ import annotations

import measure
import numpy as np

import vazba as vz

SIZES = (10, 100, 1000)
INSTANTS = 200


def model(n: int) -> vz.Model:
    """Parallelograms side by side: n + 1 cranks on the ground, n couplers, the first crank driven."""
    m = vz.Model(f"ladder {n}", dimension=2)
    m.body("crank0", position=(0, 0), angle="pi/2")
    m.revolute("A0", "ground", "crank0", at=(0, 0))
    for k in range(n):
        m.body(f"coupler{k}", position=(k, 1))
        m.body(f"crank{k + 1}", position=(k + 1, 0), angle="pi/2")
        m.revolute(f"B{k}", f"crank{k}", f"coupler{k}", at=(k, 1))
        m.revolute(f"C{k}", f"coupler{k}", f"crank{k + 1}", at=(k + 1, 1))
        m.revolute(f"A{k + 1}", "ground", f"crank{k + 1}", at=(k + 1, 0))
    m.drive("A0", angle="pi/2 + 0.5*sin(2*t)")
    return m


def run() -> bool:
    costs = []
    measure.row("N", "us/instant", "largest error", "rad")
    for n in SIZES:
        m = model(n)
        best = min(
            (vz.kinematics(m, until=1.0, every=1.0 / INSTANTS) for _ in range(4)), key=lambda r: r.info["seconds"]
        )
        error = np.abs(best[f"crank{n}"].angle - (np.pi / 2 + 0.5 * np.sin(2 * best.time))).max()
        costs.append(best.info["seconds"] / INSTANTS)
        measure.row(n, f"{costs[-1] * 1e6:.1f}", f"{error:.1e}")
    slope = np.polyfit(np.log(SIZES), np.log(costs), 1)[0]
    return measure.verdict(bool(slope <= 1.15), f"cost grows at most as N^1.15 (measured N^{slope:.2f})")
