"""Beams: implicit steps of chains of segments, a nodal pendulum against Exudyn, shapes against rigid finite elements."""

from __future__ import annotations

import math
from typing import Any

import measure
import numpy as np
import peers
from peers import Array, Job, Way

import vazba as vz
from vazba.simulation import run as simulation

STEEL = {"E": 2.1e11, "G": 0.81e11, "density": 7800}
CHAIN = {32: 9.0, 128: 36.0, 512: 158.0}  # segments: us a step of a prototype, of which 1.5 times are allowed
SOFT = {"E": 2e6, "density": 1000.0}  # rubber: the pendulum bends a lot
LENGTH, DIAMETER, UNTIL, EVERY = 1.0, 0.02, 0.5, 0.05
ELEMENTS = (8, 32, 128, 512)
FINE = (512, 1024)  # steps between two outputs of the runs that Exudyn is held against
LOOSE = (1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 1e-4, 1e-5)  # tolerances of one step; the error of a run is far smaller


def chain_steps() -> bool:
    """A steel rod of pinned segments swings; generalised-alpha in joint coordinates, fixed step."""
    print("  implicit step of a chain of rigid finite elements, generalised-alpha, joint coordinates")
    measure.row("segments", "us a step", "iterations", "balance J")
    met = True
    for n, prototype in CHAIN.items():
        m = vz.Model("chain", dimension=2)
        section = {"shape": "round", "diameter": 0.01}
        m.beam(
            "arm",
            (0, 0),
            (1, 0),
            section=section,
            model="rfe",
            elements=n,
            flexibility="bending",
            damping=1e-5,
            **STEEL,
        )
        m.revolute("A", "ground", "arm", at=(0, 0))
        best, result = math.inf, None
        for _ in range(5):
            result = vz.simulate(m, 0.2, 0.05, method="recursive", integrator="generalized_alpha", step=1e-3)
            best = min(best, result.info["seconds"] / result.info["steps"])
        assert result is not None
        iterations = result.info["evaluations"] / result.info["steps"]
        measure.row(n, f"{best * 1e6:.1f}", f"{iterations:.2f}", f"{np.abs(result['energy'].balance).max():.0e}")
        met &= best * 1e6 <= 1.5 * prototype
    return measure.verdict(met, "at most 1.5 times 9 / 36 / 158 us")


def pendulum(n: int) -> vz.Model:
    m = vz.Model("pendulum", dimension=2)
    m.beam(
        "arm",
        (0, 0),
        (LENGTH, 0),
        section={"shape": "round", "diameter": DIAMETER},
        model="ancf",
        elements=n,
        damping=1e-3,
        **SOFT,
    )
    m.revolute("A", "ground", "arm", at=(0, 0))
    m.point("T", "arm", (LENGTH, 0))
    return m


def by_exudyn(exu: Any, n: int) -> list[Way]:
    """Its planar cable of nodal coordinates with the same damping; generalised-alpha and its Runge-Kutta methods are too slow here, so the first alone."""
    from exudyn.beams import GenerateStraightLineANCFCable2D
    from exudyn.itemInterface import Cable2D, SensorNode

    area, moment = math.pi * DIAMETER**2 / 4, math.pi * DIAMETER**4 / 64
    container = exu.SystemContainer()
    mbs = container.AddSystem()
    cable = Cable2D(
        physicsMassPerLength=SOFT["density"] * area, physicsBendingStiffness=SOFT["E"] * moment, physicsAxialStiffness=SOFT["E"] * area,
        physicsBendingDamping=1e-3 * SOFT["E"] * moment, physicsAxialDamping=1e-3 * SOFT["E"] * area, useReducedOrderIntegration=0,
    )  # fmt: skip
    found = GenerateStraightLineANCFCable2D(
        mbs=mbs, positionOfNode0=[0, 0, 0], positionOfNode1=[LENGTH, 0, 0], numberOfElements=n, cableTemplate=cable,
        massProportionalLoad=[0, -9.81, 0], fixedConstraintsNode0=[1, 1, 0, 0],
    )  # fmt: skip
    sensor = mbs.AddSensor(
        SensorNode(nodeNumber=found[0][-1], storeInternal=True, outputVariableType=exu.OutputVariableType.Position)
    )
    mbs.Assemble()
    solve = peers.exudyn_solver(exu, mbs, UNTIL, EVERY, exu.DynamicSolverType.GeneralizedAlpha, sparse=n > 16)

    def prepare(steps: int) -> Job:
        def job() -> Array:
            try:
                solve(steps)
            except exu.SolverError:  # its Newton iteration needs shorter steps
                return np.zeros((0, 2))
            return np.asarray(mbs.GetSensorStoredData(sensor))[:, 1:3]

        return job

    coarse, fine = (
        prepare(steps)() for steps in FINE
    )  # a method of second order: the rest of its error is a third of the difference
    limit = fine + (fine - coarse) / 3

    def error_of(tip: Array) -> float:
        return float(np.abs(tip - limit).max()) if tip.shape == limit.shape else math.inf

    name = "Exudyn ANCFCable2D, generalised-alpha"
    return [Way(name, prepare, peers.STEPS, say=peers.per_output(EVERY), error_of=error_of)]


def nodal_pendulum() -> bool:
    """Time at equal error of the tip: against the run of the same number of elements at tight tolerance, each package against its own."""
    found = peers.installed("exudyn")
    met = True
    for n in ELEMENTS:
        m = pendulum(n)
        tight = vz.simulate(m, UNTIL, EVERY, integrator="radau", rtol=1e-9, atol=1e-11)
        reference = np.column_stack([tight["T"].x, tight["T"].y])

        def error_of(tip: Array, reference: Array = reference) -> float:
            return float(np.abs(tip - reference).max()) if tip.shape == reference.shape else math.inf

        ways = peers.own_ways(
            m, UNTIL, EVERY, lambda r: np.column_stack([r["T"].x, r["T"].y]), integrators=("radau",), settings=LOOSE
        )
        if "exudyn" in found:
            ways += by_exudyn(found["exudyn"], n)
        print(f"  nodal pendulum, {n} elements, {UNTIL} s")
        times = peers.race(ways, (1e-4,), error_of, "m", f"nodal pendulum of {n} elements, {UNTIL} s")
        met &= peers.verdict(times, 3.0, "m")
    return met


def four_bar(model: str, **more: Any) -> vz.Model:
    """Case 4: ground 2.5, crank 1.2, coupler 1.8, rocker 2.0 m, rods of 10 mm, up to 40 rpm and back to rest."""
    m = vz.Model("four-bar", dimension=2)
    a, d = np.zeros(2), np.array([2.5, 0.0])
    b = 1.2 * np.array([math.cos(math.pi / 3), math.sin(math.pi / 3)])
    way = d - b
    long = float(np.linalg.norm(way))
    x = (1.8**2 - 2.0**2 + long**2) / (2 * long)
    e = way / long
    c = b + x * e + math.sqrt(1.8**2 - x**2) * np.array([-e[1], e[0]])
    m.rod("crank", a, b, diameter=0.01, density=7800)
    for name, start, end in (("coupler", b, c), ("rocker", d, c)):
        m.beam(
            name, start, end, section={"shape": "round", "diameter": 0.01}, model=model, damping=5e-4, **STEEL, **more
        )
    for name, bodies, at in (
        ("A", ("ground", "crank"), a),
        ("B", ("crank", "coupler"), b),
        ("C", ("coupler", "rocker"), c),
        ("D", ("ground", "rocker"), d),
    ):
        m.revolute(name, *bodies, at=at)
    m.point("L", "coupler", (0.5, 0.0))
    m.drive("A", angle={"trapezoid": {"start": "60*deg", "speed": "40*2*pi/60", "times": [0, 0.5, 3.0, 3.5]}})
    return m


def path_of_l(model: str, tolerance: float, **more: Any) -> tuple[Array, float]:
    """Places of point L every 0.01 s of the run of 3.5 s, and the CPU seconds it took."""
    simulation.clock_time = peers.CPU_CLOCK
    r = vz.simulate(four_bar(model, **more), 3.5, 0.01, rtol=tolerance, atol=tolerance / 100, integrator="radau")
    return np.column_stack([r["L"].x, r["L"].y]), float(r.info["seconds"])


def largest(difference: Array) -> float:
    return float(np.hypot(*difference.T).max())


class LeftOf:
    """How far point L is from where the same model puts it when refined without end; `seconds` is what the integration took."""

    def __init__(self, limit: Array, model: str, tolerance: float, **more: Any) -> None:
        self.limit, self.call, self.seconds = limit, lambda: path_of_l(model, tolerance, **more), 0.0

    def __call__(self) -> Array:
        places, self.seconds = self.call()
        return places - self.limit


def models_of_the_four_bar() -> bool:
    """Time at equal error, each model against its own limit: beams of segments shear, those of nodes have no inertia of their sections."""
    coarse, fine = (path_of_l("rfe", 1e-4, elements=n)[0] for n in (96, 192))
    limits = {"rfe": fine + (fine - coarse) / 3, "modal": path_of_l("modal", 1e-5, modes=14, axial=10)[0]}
    limits["ancf"] = path_of_l("ancf", 1e-5, elements=24)[0]
    print("  four-bar with elastic coupler and rocker (25 mm of bending), 3.5 s: point L")
    for a, b in (("rfe", "modal"), ("modal", "ancf"), ("ancf", "rfe")):
        print(f"  limits of {a} and {b} are {largest(limits[a] - limits[b]):.1e} m apart")
    ways = []
    for name, model, more in (
        ("vazba nine shapes: 6 bending, 3 axial", "modal", {"modes": 6, "axial": 3}),
        ("vazba nine shapes: 5 bending, 4 axial", "modal", {"modes": 5, "axial": 4}),
        *((f"rfe {n} elements", "rfe", {"elements": n}) for n in (48, 64, 80)), *((f"ancf {n} elements", "ancf", {"elements": n}) for n in (6, 8)),
    ):  # fmt: skip

        def prepare(tolerance: float, model: str = model, more: dict[str, Any] = more) -> Job:
            return LeftOf(limits[model], model, tolerance, **more)

        ways.append(Way(name, prepare, (1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 1e-4)))
    return peers.verdict(peers.race(ways, (8e-6,), largest, "m"), 10.0, "m", "rfe", ("steps",))


def run() -> bool:
    return all([chain_steps(), nodal_pendulum(), models_of_the_four_bar()])
