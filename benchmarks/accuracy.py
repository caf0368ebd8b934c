"""How accurate: errors against closed forms, by every method, at the usual tolerances and at tight ones; writes docs/accuracy.csv.

python benchmarks/run.py accuracy
"""

from __future__ import annotations

import csv
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from measure import row, verdict
from scipy.special import ellipj, ellipk

import vazba as vz

DOCS = Path(__file__).parents[1] / "docs"
METHODS = ("absolute", "recursive", "minimal")
Case = tuple[vz.Model, float, float, Callable[[vz.Result], float], str]


def pendulum() -> Case:
    """A rod let go from 120 degrees above hanging: sin(theta/2) = k sn(K - w t, k)."""
    m = vz.Model("pendulum", dimension=2)
    m.body("rod", angle="30*deg", mass=2.0, inertia=0.2, com=(0.5, 0))
    m.revolute("A", "ground", "rod", at=(0, 0))
    w, k = np.sqrt(2.0 * 9.81 * 0.5 / (0.2 + 2.0 * 0.25)), np.sin(np.radians(60.0))

    def error(res: vz.Result) -> float:
        exact = 2 * np.arcsin(k * ellipj(ellipk(k**2) - w * res.time, k**2)[0]) - np.pi / 2
        return float(np.abs(res["rod"].angle - exact).max())

    return m, 20.0, 0.05, error, "rad"


def oscillator() -> Case:
    """A mass on a spring and a damper: e^(-d t) (cos + sin)."""
    m = vz.Model("oscillator", dimension=2, gravity=(0, 0))
    m.body("mass", position=(1.1, 0), mass=2.0, inertia=0.1)
    m.prismatic("line", "ground", "mass", at=(1.1, 0), axis=(1, 0))
    m.spring("s", m.point("p", "ground", (0, 0)), m.point("q", "mass", (0, 0)), stiffness=50.0, free_length=1.0)
    m.damper("d", "p", "q", damping=0.4)

    def error(res: vz.Result) -> float:
        d, w = 0.1, np.sqrt(25.0 - 0.01)
        exact = 1.0 + 0.1 * np.exp(-d * res.time) * (np.cos(w * res.time) + d / w * np.sin(w * res.time))
        return float(np.abs(res["mass"].x - exact).max())

    return m, 20.0, 0.05, error, "m"


def free_body() -> Case:
    """A symmetric body that tumbles freely: w_x + i w_y turns at (C/A - 1) w_z."""
    m = vz.Model("tumbling", gravity=(0, 0, 0))
    m.body("body", mass=1.0, inertia=(2.0, 2.0, 3.0), angular_velocity=(0.7, 0.0, 4.0))

    def error(res: vz.Result) -> float:
        turn = (3.0 / 2.0 - 1.0) * 4.0 * res.time
        w = res["body"].angular_velocity
        return float(np.abs(w - np.stack([0.7 * np.cos(turn), 0.7 * np.sin(turn), 4.0 + 0 * turn], axis=1)).max())

    return m, 20.0, 0.05, error, "rad/s"


def four_bar() -> Case:
    """A parallelogram whose coupler stays parallel: a pendulum of its three rods, theta'' = -w^2 sin theta."""
    m = vz.Model("parallelogram", dimension=2)
    for name, place, angle in (
        ("a", (0, 0), "-60*deg"),
        ("b", (2, 0), "-60*deg"),
        ("c", ("cos(60*deg)", "-sin(60*deg)"), 0),
    ):
        long = 2.0 if name == "c" else 1.0
        m.body(name, position=place, angle=angle, mass=long, inertia=long**3 / 12, com=(long / 2, 0))
    m.revolute("A", "ground", "a", at=(0, 0))
    m.revolute("D", "ground", "b", at=(2, 0))
    m.revolute("B", "a", "c", at=("cos(60*deg)", "-sin(60*deg)"))
    m.revolute("C", "b", "c", at=("2 + cos(60*deg)", "-sin(60*deg)"))
    inertia, weight = 2 * (1 / 12 + 1 / 4) + 2.0, (2 * 0.5 + 2.0) * 9.81
    w, k = np.sqrt(weight / inertia), np.sin(np.radians(15.0))

    def error(res: vz.Result) -> float:
        exact = 2 * np.arcsin(k * ellipj(ellipk(k**2) - w * res.time, k**2)[0]) - np.pi / 2
        return float(np.abs(res["a"].angle - exact).max())

    return m, 20.0, 0.05, error, "rad"


CASES = {
    "pendulum, 20 s": pendulum,
    "damped oscillator, 20 s": oscillator,
    "tumbling body, 20 s": free_body,
    "four-bar as a pendulum, 20 s": four_bar,
}
TOLERANCES = {"usual": {}, "tight": {"rtol": 1e-12, "atol": 1e-14}}


def run() -> bool:
    met, table = True, []
    for name, make in CASES.items():
        m, until, every, error, unit = make()
        for word, tolerance in TOLERANCES.items():
            cells = []
            for method in METHODS:
                res = vz.simulate(m, until, every, method=method, **tolerance)
                started = time.process_time()
                vz.simulate(m, until, every, method=method, **tolerance)
                off, took = error(res), time.process_time() - started
                cells.append(f"{off:.0e} {unit}, {1000 * took:.1f} ms")
                met &= off < (2e-5 if word == "usual" else 1e-8)
            row(f"{name}, {word}", *cells, widths=(42, 24, 24, 24))
            table.append([name, word, *cells])
    with (DOCS / "accuracy.csv").open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([["case", "tolerances", *METHODS], *table])
    return verdict(met, "2e-5 at the usual tolerances, 1e-8 at tight ones")
