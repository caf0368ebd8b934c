"""Bars and strings: runs as nodes and as rigid bodies side by side, statics of large structures, a net of 10,000 nodes.

The stack is that of `tensegrity.py` (class 1, rigid bars, a blow, 1 s); errors are those of the nodes against a script at a very tight tolerance.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import measure
import numpy as np
import peers
from peers import Array

import tensegrity as stacks
import vazba as vz

WIDTHS = (40, 14, 14, 16, 14)
TOLERANCES = (1e-5, 1e-6, 1e-7, 1e-8)
SIDE = 101  # nodes along a side of the net: 10,201


def _timed(models: dict[str, vz.Model], until: float, every: float, **how: Any) -> dict[str, tuple[float, vz.Result]]:
    """Least CPU seconds of the integration in five runs, by turns: what else the machine does then falls on all alike."""
    sample: Callable[[vz.Result], Any] = lambda result: result  # noqa: E731
    jobs = {name: peers.Own(model, until, every, sample, **how) for name, model in models.items()}
    best: dict[str, tuple[float, vz.Result]] = {}
    for _ in range(5):
        for name, job in jobs.items():
            found: Any = job()
            best[name] = min(best.get(name, (np.inf, found))[0], job.seconds), found
    return best


def stack(prisms: int = 100) -> bool:
    """Nodes and bars against rigid bodies at equal tolerance and at equal error: at least 1.5 times as fast."""
    s = stacks.stack(prisms)
    exact: Array = stacks.reference(s)
    print(f"  {s.rods} bars, {len(s.cables)} cables, {stacks.UNTIL:g} s, dop853")
    measure.row("", "tolerance", "CPU [s]", "error [m]", "evaluations", widths=WIDTHS)
    found: dict[str, list[tuple[float, float]]] = {}
    models = {"rigid bodies": stacks.rod_model(s), "nodes and bars": stacks.node_model(s)}
    for tolerance in TOLERANCES:
        runs = _timed(models, stacks.UNTIL, stacks.EVERY, integrator="dop853", rtol=tolerance, atol=tolerance)
        for name, (seconds, result) in runs.items():
            error = float(np.abs(stacks._nodes(result, s) - exact).max())
            found.setdefault(name, []).append((seconds, error))
            measure.row(
                name, f"{tolerance:g}", f"{seconds:.4g}", f"{error:.2g}", result.info["evaluations"], widths=WIDTHS
            )
    rods, nodes = (np.array(found[name]) for name in ("rigid bodies", "nodes and bars"))
    equal = (rods[:, 0] / nodes[:, 0]).min()
    errors = np.exp(np.linspace(np.log(max(rods[-1, 1], nodes[-1, 1])), np.log(min(rods[0, 1], nodes[0, 1])), 5))
    line = [np.exp(np.interp(np.log(errors), np.log(way[::-1, 1]), np.log(way[::-1, 0]))) for way in (rods, nodes)]
    accurate = (line[0] / line[1]).min()
    print(
        f"  nodes are {equal:.2f} times as fast at equal tolerance, {accurate:.2f} times at equal error (least of all)"
    )
    return measure.verdict(min(equal, accurate) >= 1.5, "1.5 times as fast as rigid bodies")


def towers() -> bool:
    """The same for a tower whose bars meet (class 2), and for elastic bars."""
    built = {"radius": 0.5, "height": 1.0, "stiffness": 2000.0, "prestress": 60.0}
    measure.row("", "tolerance", "CPU [s]", "", "evaluations", widths=WIDTHS)
    ways: dict[str, dict[str, Any]] = {
        "class 2, rigid bodies": {"as_": "bodies"}, "class 2, nodes and bars": {}, "elastic bars": {"bar_stiffness": 2e5},
    }  # fmt: skip
    models = {name: vz.tensegrity.tower(100, 3, **built, **more) for name, more in ways.items()}
    for model in models.values():
        model.force("tap", point="n0-1", force=[0, 0, 20], stop=0.1)
    runs = _timed(models, 0.5, 0.05, integrator="dop853", rtol=1e-6, atol=1e-6)
    for name, (seconds, result) in runs.items():
        measure.row(name, "1e-06", f"{seconds:.4g}", "", result.info["evaluations"], widths=WIDTHS)
    ratio = runs["class 2, rigid bodies"][0] / runs["class 2, nodes and bars"][0]
    return measure.verdict(ratio >= 1.5, f"1.5 times as fast as rigid bodies, class 2 ({ratio:.2f})")


def statics() -> bool:
    """Analysis, equilibrium and twenty modes of 300 bars."""
    model, met = vz.tensegrity.tower(100, 3, class_=1, prestress=500, supported=True), []
    jobs: tuple[tuple[str, Callable[[], Any], float], ...] = (
        ("analyse, 300 bars", lambda: vz.tensegrity.analyse(model), 2.0),
        ("equilibrium, 300 bars", lambda: vz.equilibrium(model), 2.0),
        ("twenty lowest modes, 300 bars", lambda: vz.modes(model, count=20), 3.0),
    )  # fmt: skip
    for name, job, most in jobs:
        seconds, _ = measure.least_cpu(job, 1)
        met.append(measure.verdict(seconds < most, f"{name}: {seconds:.2f} s of {most:g} s"))
    return all(met)


def net_of_cables(side: int = SIDE) -> vz.Model:
    """A square net on a rim bent to a saddle, every inner node with its weight; free lengths shorter than drawn."""
    m = vz.Model("net", dimension=3)
    for i in range(side):
        for j in range(side):
            x, y = i / (side - 1) - 0.5, j / (side - 1) - 0.5
            edge = i in (0, side - 1) or j in (0, side - 1)
            m.node(f"n{i}-{j}", (60 * x, 60 * y, 24 * x * y), mass=3.0, fixed=edge or None)
    for i in range(side):
        for j in range(side):
            for k, (a, b) in enumerate(((i + 1, j), (i, j + 1))):
                if max(a, b) < side and not (i == a in (0, side - 1) or j == b in (0, side - 1)):
                    far = np.linalg.norm(np.subtract(m.nodes[f"n{a}-{b}"].position, m.nodes[f"n{i}-{j}"].position))
                    m.cable(f"c{k}-{i}-{j}", (f"n{i}-{j}", f"n{a}-{b}"), stiffness=2e6, free_length=float(0.997 * far))
    return m


def net() -> bool:
    """Equilibrium of a net of more than 10,000 nodes under its weight: every node balances."""
    model = net_of_cables()
    start, wall = time.process_time(), time.perf_counter()
    found = vz.equilibrium(model)
    seconds, wall = time.process_time() - start, time.perf_counter() - wall
    left = unbalanced(found)
    sagged = float(found.moved)
    print(
        f"  {len(model.nodes)} nodes, {len(model.cables)} cables: {seconds:.1f} s CPU, {wall:.1f} s; {left:.2g} N left, moved by {sagged:.3g} m"
    )
    return measure.verdict(seconds < 20 and found.ok and left < 1e-3, "10,000 nodes at rest in 20 s")


def unbalanced(found: Any) -> float:
    """The largest force left at a node, summed here from places and free lengths."""
    model, place = found.model, {name: k for k, name in enumerate(found.model.nodes)}
    at = np.array([[found.result.array("point", name, c)[0] for c in "xyz"] for name in model.nodes])
    ends = np.array([[place[end] for end in cable.through] for cable in model.cables.values()])
    free = np.array([cable.free_length for cable in model.cables.values()])
    d = at[ends[:, 1]] - at[ends[:, 0]]
    long = np.linalg.norm(d, axis=1)
    pull = 2e6 * np.maximum(long / free - 1, 0.0) / long
    total = np.zeros_like(at)
    total[:, 2] -= 3.0 * 9.81
    np.add.at(total, ends[:, 0], pull[:, None] * d)
    np.add.at(total, ends[:, 1], -pull[:, None] * d)
    loose = np.array([not node.fixed for node in model.nodes.values()])
    return float(np.abs(total[loose]).max())


def run() -> bool:
    return all([stack(), towers(), statics(), net()])
