"""Absolute or recursive? CPU time of the same run by both methods (dop853, usual tolerances): examples and models made to be hard on the recursive one.

python benchmarks/methods.py     measures, and writes the table of the page docs/cost.md
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import loops
import measure
import numpy as np
import peers
import trees

import vazba as vz
from vazba.simulation import run as simulation

ROOT = Path(__file__).parents[1]
TURNS, PATIENCE = 15, 3.0  # times each is run, in turns; s after which no more are
ALLOWED = 1.1  # the method `auto` takes may take so many times longer than the other
EXAMPLES = (
    "user-law", "quarter-car", "four-bar-free", "four-bar-driven", "engine-gas", "four-bar-ladder", "pendulum-chain", "crane-cable", "heavy-top",
    "double-pendulum-tables", "crane-tables", "platform-tables", "platform-5N-tables", "serial-robot", "three-loops",
)  # fmt: skip


def pinned(dimension: int) -> vz.Model:
    """One rod on a pin."""
    m = vz.Model("one rod", dimension)
    m.body("rod", mass=1.0, inertia=0.1 if dimension == 2 else (0.1, 0.2, 0.3), com=(0.5, 0, 0)[:dimension])
    m.revolute("pin", "ground", "rod", at=(0, 0, 0)[:dimension], **({} if dimension == 2 else {"axis": (0, 1, 0)}))
    return m


def sprung(n: int, dimension: int, pins: int) -> vz.Model:
    """Bodies in a row, each tied to the next by a spring from corner to corner; some of the first are pinned to the ground."""
    m = vz.Model("sprung", dimension)
    for k in range(n):
        m.body(
            f"b{k}", position=(float(k), 0, 0)[:dimension], mass=1.0, inertia=0.1 if dimension == 2 else (0.1, 0.2, 0.3)
        )
        m.point(f"l{k}", f"b{k}", (-0.2, 0.1, 0.05)[:dimension])
        m.point(f"r{k}", f"b{k}", (0.2, 0.1, -0.05)[:dimension])
    m.point("wall", "ground", (-1, 0, 0)[:dimension])
    for k in range(n):
        m.spring(f"s{k}", f"r{k - 1}" if k else "wall", f"l{k}", stiffness=200.0, damping=0.5, free_length=0.5)
    for k in range(pins):
        axis = {} if dimension == 2 else {"axis": (0, 1, 0)}
        m.revolute(f"pin{k}", "ground", f"b{k}", at=(k - 0.2, 0.1, 0)[:dimension], **axis)
    return m


def barred(n: int, dimension: int) -> vz.Model:
    """Bodies in a row, each held to the one before by a bar (a distance): no joint carries any of them."""
    m = sprung(n, dimension, 0)
    m.name = "barred"
    m.springs.clear()
    for k in range(n):
        m.joint("distance", f"bar{k}", points=[f"r{k - 1}" if k else "wall", f"l{k}"])
    return m


def legs() -> vz.Model:
    """A platform on six legs with a spherical joint at each end: thirteen bodies' worth of balls."""
    m = vz.Model("legs", 3)
    m.body("plate", position=(0, 0, 1), mass=5.0, inertia=(1.0, 1.0, 2.0), velocity=(0.3, 0, 0))
    for k in range(6):
        a, b = math.pi * k / 3 + (0.15 if k % 2 else -0.15), math.pi * k / 3 + (-0.2 if k % 2 else 0.2)
        foot, head = np.array([1.5 * math.cos(a), 1.5 * math.sin(a), 0.0]), np.array([math.cos(b), math.sin(b), 1.0])
        m.body(f"leg{k}", position=((foot + head) / 2).tolist(), mass=1.0, inertia=(0.1, 0.1, 0.1))
        m.joint("spherical", f"foot{k}", bodies=["ground", f"leg{k}"], at=foot.tolist())
        m.joint("spherical", f"head{k}", bodies=[f"leg{k}", "plate"], at=head.tolist())
        if k >= 3:  # three of them are springs: something is to move
            del m.bodies[f"leg{k}"], m.joints[f"foot{k}"], m.joints[f"head{k}"]
            m.point(f"F{k}", "ground", foot.tolist())
            m.point(f"H{k}", "plate", (head - (0, 0, 1)).tolist())
            m.spring(f"strut{k}", f"F{k}", f"H{k}", stiffness=500.0, free_length=1.2)
    return m


def wheels(n: int) -> vz.Model:
    """Pendulums side by side, each geared to the next: one equation for each pair."""
    m = vz.Model("wheels", 2)
    for k in range(n):
        m.body(f"w{k}", position=(float(k), 0), mass=1.0 + 0.1 * k, inertia=0.1, com=(0.3, 0))
        m.revolute(f"a{k}", "ground", f"w{k}", at=(float(k), 0))
        if k:
            m.joint("gear", f"g{k}", joints=[f"a{k - 1}", f"a{k}"], ratio=-1)
    return m


MADE: dict[str, tuple[Callable[[], vz.Model], float]] = {  # model, and the time it runs
    "one rod on a pin, plane": (lambda: pinned(2), 5.0), "one rod on a pin, space": (lambda: pinned(3), 5.0),
    "10 bodies on springs, plane": (lambda: sprung(10, 2, 0), 2.0), "10 bodies on springs, space": (lambda: sprung(10, 3, 0), 2.0),
    "2 bodies on springs, 1 pinned, plane": (lambda: sprung(2, 2, 1), 2.0), "10 bodies on springs, 1 pinned, plane": (lambda: sprung(10, 2, 1), 2.0),
    "50 bodies on springs, 1 pinned, plane": (lambda: sprung(50, 2, 1), 1.0), "2 bodies on springs, 1 pinned, space": (lambda: sprung(2, 3, 1), 2.0),
    "10 bodies on springs, 1 pinned, space": (lambda: sprung(10, 3, 1), 2.0), "10 bodies on springs, 3 pinned, space": (lambda: sprung(10, 3, 3), 2.0),
    "10 bodies on springs, 5 pinned, space": (lambda: sprung(10, 3, 5), 2.0),
    "50 bodies on springs, 1 pinned, space": (lambda: sprung(50, 3, 1), 1.0),
    "1 body on a bar, plane": (lambda: barred(1, 2), 2.0), "1 body on a bar, space": (lambda: barred(1, 3), 2.0),
    "10 bodies on bars, plane": (lambda: barred(10, 2), 1.0), "10 bodies on bars, space": (lambda: barred(10, 3), 1.0),
    "40 bodies on bars, space": (lambda: barred(40, 3), 0.5),
    "plate on 3 legs of balls, 3 springs": (legs, 2.0), "10 geared pendulums": (lambda: wheels(10), 2.0),
    "chain of 3, space": (lambda: trees.model(3), 1.0), "chain of 20, space": (lambda: trees.model(20), 0.5),
    "ring of 30": (lambda: loops.ring(30), 0.5), "tower of 3": (lambda: loops.tower(3), 0.2), "tower of 30": (lambda: loops.tower(30), 0.1),
}  # fmt: skip


def example(name: str) -> vz.Model:
    sys.path.insert(0, str(ROOT / "tests"))
    from reference.runs import home

    return vz.load(home(name))


def timed(model: vz.Model, until: float) -> tuple[dict[str, float], str]:
    """Least CPU seconds by method, in turns; and what `auto` takes."""
    simulation.clock_time = peers.CPU_CLOCK
    best, spent = {"absolute": math.inf, "recursive": math.inf}, 0.0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        chosen = vz.simulate(model, until / 100, until / 100, integrator="dop853").info["method"]
        for _ in range(TURNS):
            for method in best:
                result = vz.simulate(model, until, until / 50, method=method, integrator="dop853")
                if result.status != "done":
                    raise RuntimeError(f"{model.name} by {method}: {result.message}")
                best[method] = min(best[method], result.info["seconds"])
                spent += result.info["seconds"]
            if spent > PATIENCE:
                break
    return best, chosen


def gathered() -> list[tuple[str, int, int, float, float, str]]:
    """Name, velocities and equations, CPU milliseconds of both, and which `auto` takes."""
    heads = f"{'':44}{'velocities':>12}{'equations':>12}{'absolute ms':>14}{'recursive ms':>14}{'ratio':>10}  auto"
    print(f"  {heads}")
    rows = []
    cases = [(name, lambda name=name: example(name), None) for name in EXAMPLES]
    cases += [(name, make, until) for name, (make, until) in MADE.items()]
    for name, make, until in cases:
        model = make()
        system = vz.compile_model(model)
        found, chosen = timed(model, until or min(5.0, model.scope().number(model.simulation["until"])))
        a, r = found["absolute"] * 1e3, found["recursive"] * 1e3
        rows.append((name, system.nv, system.m, a, r, chosen))
        print(f"  {name:44}{system.nv:12}{system.m:12}{a:14.2f}{r:14.2f}{a / r:10.2f}  {chosen}", flush=True)
    return rows


def run() -> bool:
    worst, name = max(((a if chosen == "absolute" else r) / min(a, r), name) for name, _, _, a, r, chosen in gathered())
    target = f"what auto takes needs at most {ALLOWED:g}x the time of the better (measured {worst:.2f}x, {name})"
    return measure.verdict(worst <= ALLOWED, target)


def write(rows: list[tuple[str, int, int, float, float, str]]) -> None:
    """The table of the page."""
    lines = ["model,velocities,equations,absolute [ms],recursive [ms],absolute / recursive,`auto` takes"]
    lines += [f'"{name}",{nv},{m},{a:.2f},{r:.2f},{a / r:.2f},{chosen}' for name, nv, m, a, r, chosen in rows]
    (ROOT / "docs" / "methods.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    write(gathered())
