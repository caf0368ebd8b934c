"""The four-bar let go with another crank each time: what one more variant costs, all that must be made anew included.

Tolerances are those that reach 1e-6 rad in `four_bar_free.py`; the error beside each time is the largest of all variants.
"""

from __future__ import annotations

import contextlib
import dataclasses
import time
from collections.abc import Callable, Iterator
from typing import Any

import compiled
import four_bar_by_hand as hand
import four_bar_free as bar
import measure
import numpy as np
import peers
from peers import Array

import vazba as vz
from vazba.simulation.repeated import Repeated

CRANKS = np.linspace(1.0, 1.3, 8).tolist()
LENGTHS = {"ground": bar.GROUND, "coupler": bar.COUPLER, "rocker": bar.ROCKER}
TOLERANCE = {"rtol": 3e-8, "atol": 3e-8, "integrator": "taylor"}


@contextlib.contextmanager
def with_crank(length: float) -> Iterator[None]:
    """The benchmark of the four-bar with another crank."""
    before, bar.CRANK = bar.CRANK, length
    try:
        yield
    finally:
        bar.CRANK = before


def model() -> vz.Model:
    m = vz.load(peers.Path(__file__).parents[1] / "examples" / "four-bar-free" / "four-bar-free.toml")
    m.parameters |= LENGTHS | {"diameter": 2 * bar.RADIUS, "rho": bar.DENSITY}
    for name in ("crank", "coupler", "rocker"):  # the example's rods are thin
        inertia = f"rho*area*{name}*({name}**2/12 + diameter**2/16)"
        m.bodies[name] = dataclasses.replace(m.bodies[name], inertia=inertia)
    return m


def ways(found: dict[str, Any]) -> tuple[dict[str, Callable[[float], Array]], dict[str, float]]:
    """For each a function of the length of the crank, and what had to be done once before, CPU seconds."""
    m, numbers, before = model(), hand.numbers, {}
    solve, start = compiled.solver(hand.reduced), np.array([bar.START, 0.0])
    begun = time.process_time()
    solve(start, numbers(1.2), bar.TIMES[:2], 1e-3, 1e-3)
    before["Numba, one freedom by hand + compiled DOP853"] = time.process_time() - begun
    repeated = Repeated(m, bar.TIMES, ["crank.angle"], **TOLERANCE)

    def simulated(crank: float) -> Array:
        m.parameters["crank"] = crank
        return vz.simulate(m, bar.UNTIL, bar.EVERY, **TOLERANCE)["crank"].angle

    jobs: dict[str, Callable[[float], Array]] = {
        "vazba, vz.simulate": simulated,
        "vazba, the loop of vz.fit and vz.sensitivity": lambda crank: repeated({"crank": crank})[:, 0],
        "Numba, one freedom by hand + compiled DOP853": lambda crank: solve(start, numbers(crank), bar.TIMES, 1e-9, 1e-9)[:, 0],
    }  # fmt: skip
    if "heyoka" in found:
        begun = time.process_time()
        series = hand.series(found["heyoka"], 1e-7)
        before["heyoka, one freedom by hand"] = time.process_time() - begun
        jobs["heyoka, one freedom by hand"] = lambda crank: hand.run_series(series, numbers(crank))
    for name, make, setting in (("pinocchio", bar.by_pinocchio, 3e-10), ("mujoco", bar.by_mujoco, 64)):
        if name in found:

            def rebuilt(crank: float, make: Any = make, package: Any = found[name], setting: Any = setting) -> Array:
                with with_crank(crank):
                    made = make(package)
                    way = next((one for one in made if "LSODA" in one.name), made[0])
                    return way.prepare(setting)()

            jobs["pinocchio + LSODA (odeint)" if name == "pinocchio" else "MuJoCo RK4"] = rebuilt
    return jobs, before


def run() -> bool:
    jobs, before = ways(peers.installed("pinocchio", "mujoco", "heyoka"))
    solve, numbers, start = compiled.solver(hand.reduced), hand.numbers, np.array([bar.START, 0.0])
    right = [solve(start, numbers(crank), bar.TIMES, 3e-14, 1e-15)[:, 0] for crank in CRANKS]
    least, answers = measure.in_turns(
        {name: lambda job=job: [job(crank) for crank in CRANKS] for name, job in jobs.items()}, 5
    )
    own = least["vazba, vz.simulate"]
    measure.row("", "ms a variant", "error rad", "made once", widths=(52, 14, 14, 20))
    for name in sorted(jobs, key=least.__getitem__):
        error = max(float(np.abs(a - b).max()) for a, b in zip(answers[name], right, strict=True))
        once = f"{before[name]:.2f} s before" if name in before else ""
        measure.row(name, f"{1e3 * least[name] / len(CRANKS):.2f}", f"{error:.0e}", once, widths=(52, 14, 14, 20))
        said = f"**{name}**" if name == "vazba, vz.simulate" else f"{name} ({once})" if once else name
        case = "four-bar let go, 10 s, with another crank" if name == min(jobs, key=least.__getitem__) else ""
        measure.note(case, said, least[name] / len(CRANKS), f"{error:.0e} rad", least[name] / own)
    return True
