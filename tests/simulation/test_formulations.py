"""Absolute, recursive and minimal dynamics on given mechanisms: three loops in space, redundant loops, dead centres, stops, whole turns, failed runs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import vazba as vz

from .formulations import Formulations

EXAMPLES = Path(__file__).parents[2] / "examples"
METHODS = ("absolute", "recursive", "minimal")
JOINT = ("recursive", "minimal")
TIGHT = {"rtol": 1e-11, "atol": 1e-13}


def columns(r: vz.Result, kind: str, *quantities: str) -> Any:
    """Columns of all elements of a kind, side by side."""
    return np.column_stack([r[f"{name}.{q}"] for name in r.names[kind] for q in quantities if f"{name}.{q}" in r])


def spread(r: vz.Result, kind: str, *quantities: str) -> float:
    return max(1.0, float(np.abs(columns(r, kind, *quantities)).max()))


def motion(dimension: int) -> tuple[str, ...]:
    return (
        ("x", "y", "angle", "vx", "vy", "w") if dimension == 2 else ("x", "y", "z", "vx", "vy", "vz", "wx", "wy", "wz")
    )


def rates(dimension: int) -> tuple[str, ...]:
    return ("ax", "ay", "alpha") if dimension == 2 else ("ax", "ay", "az", "alx", "aly", "alz")


def wrench(dimension: int) -> tuple[str, ...]:
    return ("fx", "fy", "m") if dimension == 2 else ("fx", "fy", "fz", "mx", "my", "mz")


def same_run(r: vz.Result, reference: vz.Result, near: float, reactions: float | None = None) -> None:
    """Motion, accelerations, reactions and joint coordinates of two runs, relative to the largest of each kind."""
    dim = reference.model.dimension
    assert r.status == reference.status
    assert r.time == pytest.approx(reference.time, abs=1e-8)
    for kind, quantities, loose in (
        ("body", motion(dim), near), ("body", rates(dim), reactions or near), ("joint", wrench(dim), reactions or near),
        ("joint", ("angle", "angle_1", "angle_2", "displacement"), near),
    ):  # fmt: skip
        if not any(f"{name}.{q}" in reference for name in reference.names[kind] for q in quantities):
            continue
        found, expected = columns(r, kind, *quantities), columns(reference, kind, *quantities)
        gap = np.abs(found - expected).max() / spread(reference, kind, *quantities)
        assert gap < loose, f"{kind} {quantities}: {gap:.3g}"


# --- three loops in space ---------------------------------------------------------------------------------------------------


@cache
def three_loops() -> Formulations:
    return Formulations(vz.load(EXAMPLES / "three-loops" / "three-loops.toml"))


def random_states(f: Formulations, count: int, away: float) -> list[Any]:
    rng, found = np.random.default_rng(5), []
    while len(found) < count:
        x = f.state(rng, 0.7, away=away, speed=2.0)
        if x is not None and f.conditioned(x, 0.7) > 2e-4:
            found.append(x)
    return found


def test_three_loops_are_cut_once_each() -> None:
    f = three_loops()
    assert len(f.tree.topology.links) == 7
    assert len(f.tree.topology.closures) == 3
    assert (f.mobility.freedoms, f.mobility.redundant) == (2, 0)
    assert len(f.minimal.independent) == 2


def test_three_loops_in_space_at_random_states() -> None:
    """Accelerations of the seven bodies, multipliers of the three cut joints, wrenches of all ten, on twenty-five states."""
    f, worst = three_loops(), 0.0
    for x in random_states(f, 25, 0.3):
        for found in f.differences(x, 0.7).values():
            worst = max(worst, *found.values())
        dense = f.dense(x, 0.7)
        for name in METHODS:
            assert f.seen(name, x, 0.7).acceleration == pytest.approx(
                dense.acceleration, rel=1e-9, abs=1e-9 * np.abs(dense.acceleration).max()
            )
    assert worst < 1e-10


def planar_three_loops() -> vz.Model:
    """Seven bars and three loops in the plane: two four-bars that share a coupler, and a slot."""
    m = vz.Model("three loops in the plane", dimension=2)
    pins = {
        "A": (0.0, 0.0), "B": (0.3, 0.6), "C": (1.2, 0.9), "D": (1.4, 0.0), "E": (0.7, 1.3), "F": (1.9, 1.2), "G": (2.2, 0.1), "H": (2.6, 1.0),
    }  # fmt: skip

    def bar(name: str, mass: float, *corners: str) -> None:
        place = np.mean([pins[c] for c in corners], axis=0)
        m.body(name, position=place.tolist(), angle=0.3 * len(name), mass=mass, inertia=0.1 * mass, com=(0.05, -0.03))

    for name, mass, *corners in (
        ("crank", 1.0, "A", "B"), ("coupler", 2.0, "B", "C", "E"), ("rocker", 1.5, "C", "D"), ("bar", 1.2, "E", "F"), ("lever", 1.4, "F", "G", "H"),
        ("slide", 0.7, "H"), ("pusher", 0.6, "A"),
    ):  # fmt: skip
        bar(name, mass, *corners)
    for pin, first, second in (
        ("A", "ground", "crank"), ("B", "coupler", "crank"), ("C", "coupler", "rocker"), ("D", "rocker", "ground"), ("E", "coupler", "bar"),
        ("F", "bar", "lever"), ("G", "ground", "lever"),
    ):  # fmt: skip
        m.revolute(pin, first, second, at=pins[pin])
    m.prismatic("P", "lever", "slide", at=pins["H"], axis=(1, 0.4))
    m.slot("S", "slide", "ground", at=(2.7, 1.1), axis=(0.2, 1))
    m.prismatic("Q", "pusher", "crank", at=(0.2, 0.2), axis=(0.3, 1))
    m.spring("s", joint="Q", stiffness=60, free_length=0.1, damping=2)
    m.spring("t", joint="P", stiffness=80, damping=1)
    m.point("X", "lever", (0.2, 0.1))
    m.point("O", "ground", (2, 2))
    m.spring("u", "X", "O", stiffness=30, free_length=0.5)
    m.damper("d", joint="E", damping=0.4)
    m.force("push", "X", ("10*cos(3*t)", 4))
    return m


def test_three_loops_in_the_plane_at_random_states() -> None:
    f, worst = Formulations(planar_three_loops()), 0.0
    assert (len(f.tree.topology.links), len(f.tree.topology.closures), f.mobility.redundant) == (7, 3, 0)
    for x in random_states(f, 25, 0.3):
        for found in f.differences(x, 0.7).values():
            worst = max(worst, *found.values())
    assert worst < 1e-10


def with_velocities(model: vz.Model, seed: int, size: float = 1.0) -> vz.Model:
    """Random velocities of all bodies, which the run brings onto the joints."""
    rng = np.random.default_rng(seed)
    for b in model.bodies.values():
        object.__setattr__(b, "velocity", (size * rng.normal(size=model.dimension)).tolist())
        turn = size * rng.normal(size=3)
        object.__setattr__(b, "angular_velocity", float(turn[0]) if model.dimension == 2 else turn.tolist())
    return model


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("dimension", "method"),
    [(2, "recursive"), (2, "minimal"), (3, "recursive"), (3, "minimal")],
)
def test_runs_of_three_loops_from_random_velocities(dimension: int, seed: int, method: str) -> None:
    make = planar_three_loops if dimension == 2 else lambda: vz.load(EXAMPLES / "three-loops" / "three-loops.toml")
    first, second = (
        vz.simulate(with_velocities(make(), seed), 0.3, 0.02, method=name, **TIGHT) for name in ("absolute", method)
    )
    same_run(second, first, 1e-8)


# --- redundant loops, dead centres, change points ---------------------------------------------------------------------------


def four_bar(
    dimension: int,
    ground: float,
    crank: float,
    coupler: float,
    rocker: float,
    start: float,
    spin: float = 0.0,
    side: float = 1.0,
) -> vz.Model:
    """Four-bar of uniform rods of 1 kg/m; in space with four parallel pins, three of whose equations are redundant."""
    m = vz.Model("four-bar", dimension=dimension, gravity=(0, -9.81, 0)[:dimension])
    a, d = np.zeros(2), np.array([ground, 0.0])
    b = crank * np.array([np.cos(start), np.sin(start)])
    reach = np.linalg.norm(d - b)
    along = (coupler**2 - rocker**2 + reach**2) / (2 * reach)
    e = (d - b) / reach
    c = b + along * e + side * np.sqrt(max(coupler**2 - along**2, 0.0)) * np.array([-e[1], e[0]])
    across = np.array([[0.0, -1.0], [1.0, 0.0]])
    others = np.linalg.solve(np.column_stack([across @ (c - b), -across @ (c - d)]), -spin * across @ b)
    spins, speeds = (spin, *others), (np.zeros(2), spin * across @ b, np.zeros(2))
    for name, p, q, w, u in zip(("crank", "coupler", "rocker"), (a, b, d), (b, c, c), spins, speeds):
        size, angle = np.linalg.norm(q - p), float(np.arctan2(*(q - p)[::-1]))
        j = size**3 / 12
        if dimension == 2:
            m.body(
                name,
                position=p.tolist(),
                angle=angle,
                mass=size,
                inertia=j,
                com=(size / 2, 0),
                angular_velocity=w,
                velocity=u,
            )
        else:
            m.body(name, position=[*p, 0], orientation={"cardan": [0, 0, angle]}, mass=size, inertia=[1e-4, j, j], com=(size / 2, 0, 0),
                   angular_velocity=[0, 0, w], velocity=[*u, 0])  # fmt: skip
    axis = {} if dimension == 2 else {"axis": (0, 0, 1)}
    for name, first, second, at in (
        ("A", "ground", "crank", a),
        ("B", "crank", "coupler", b),
        ("C", "coupler", "rocker", c),
        ("D", "ground", "rocker", d),
    ):
        m.revolute(name, first, second, at=(*at, 0)[:dimension], **axis)
    return m


@pytest.mark.parametrize("method", METHODS)
def test_a_spatial_four_bar_of_parallel_pins_moves_as_the_planar_one(method: str) -> None:
    """Three equations are redundant; forces in the plane are unique all the same."""
    flat = vz.simulate(four_bar(2, 2.5, 1.2, 1.8, 2.0, 1.05), 2.0, 0.02, method="absolute", **TIGHT)
    r = vz.simulate(four_bar(3, 2.5, 1.2, 1.8, 2.0, 1.05), 2.0, 0.02, method=method, **TIGHT)
    assert r.status == "done"
    for body in ("crank", "coupler", "rocker"):
        for planar, spatial in (
            ("x", "x"),
            ("y", "y"),
            ("vx", "vx"),
            ("w", "wz"),
            ("ax", "ax"),
            ("ay", "ay"),
            ("alpha", "alz"),
        ):
            assert r.body(body)[spatial] == pytest.approx(
                flat.body(body)[planar], abs=1e-8 * max(1, np.abs(flat.body(body)[planar]).max())
            )
    for pin in "ABCD":
        for q in ("fx", "fy"):
            assert r.joint(pin)[q] == pytest.approx(flat.joint(pin)[q], abs=1e-7 * np.abs(flat.joint(pin)[q]).max())
    assert np.abs(np.diff(r.joint("A").angle - flat.joint("A").angle)).max() < 1e-9
    assert np.abs(r.energy.balance).max() < 1e-8


def door(hinges: dict[str, float]) -> vz.Model:
    m = vz.Model("door", dimension=3)
    m.body("door", position=(0.4, 0, 1), mass=20, inertia=(2, 3, 1.2), angular_velocity=(0, 0, 2), velocity=(0, 0.8, 0))
    for name, height in hinges.items():
        m.revolute(name, "ground", "door", at=(0, 0, height), axis=(0, 0, 1))
    m.point("knob", "door", (0.4, 0, 0))
    m.force("push", "knob", (0, 5, 0), frame="door")
    return m


@pytest.mark.parametrize("method", METHODS)
def test_a_door_on_two_hinges_moves_as_on_one(method: str) -> None:
    """`(J + m s^2) phi'' = F d`: five equations are redundant; the sum of the reactions is unique, how they share it is not."""
    r = vz.simulate(door({"low": 0.2, "high": 1.8}), 1.0, 0.1, method=method, **TIGHT)
    one = vz.simulate(door({"low": 0.2}), 1.0, 0.1, method="absolute", **TIGHT)
    t = r.time
    speed = 2 * t + 5 * 0.8 / (1.2 + 20 * 0.4**2) * t**2 / 2
    for hinge in ("low", "high"):
        assert r.joint(hinge).angle == pytest.approx(speed, abs=1e-9)
    for q in ("fx", "fy", "fz"):
        assert r.joint("low")[q] + r.joint("high")[q] == pytest.approx(one.joint("low")[q], abs=1e-7)


def test_a_four_bar_through_its_dead_centres_keeps_its_way() -> None:
    """No link can turn around (2 + 1 > 1.2 + 1.5): each has dead centres, and no coordinate serves all the way. The positions."""
    m = four_bar(2, 2.0, 1.2, 1.0, 1.5, 0.8, spin=6.0)
    first, r = (vz.simulate(m, 3.0, 0.01, method=name, **TIGHT) for name in ("absolute", "minimal"))
    for body in m.bodies:
        assert np.sum(np.diff(np.sign(first.body(body).w)) != 0) > 2
        for q in ("x", "y", "angle"):
            assert r.body(body)[q] == pytest.approx(first.body(body)[q], abs=1e-8)
    assert max(r.constraint.position.max(), r.constraint.velocity.max()) < 1e-12


@pytest.mark.parametrize("method", ["recursive", "minimal"])
def test_a_four_bar_through_its_dead_centres(method: str) -> None:
    m = four_bar(2, 2.0, 1.2, 1.0, 1.5, 0.8, spin=6.0)
    first, r = (vz.simulate(m, 3.0, 0.01, method=name, **TIGHT) for name in ("absolute", method))
    same_run(r, first, 1e-7)
    assert np.abs(r.energy.balance).max() < 1e-7


def parallelogram(spin: float, times: Any) -> Any:
    """Crank and rocker (1 kg, 1 m) turn alike, the coupler (2 kg) does not turn: `(1/3 + 1/3 + 2) phi'' = -(1/2 + 1/2 + 2) g cos phi`."""
    found = solve_ivp(
        lambda _, y: (y[1], -3 * 9.81 * np.cos(y[0]) / (8 / 3)),
        (0, times[-1]),
        (1.0, spin),
        "DOP853",
        times,
        rtol=1e-12,
        atol=1e-12,
    )
    return found.y[0]


@pytest.mark.parametrize(("method", "rtol"), [("absolute", 1e-7), ("recursive", 1e-8), ("minimal", 1e-8)])
def test_a_parallelogram_stays_one_through_its_change_points(method: str, rtol: float) -> None:
    """Stretched on one line at every half turn, where it could change to an antiparallelogram; its momentum carries it on.

    In dependent coordinates nothing is determined in the change point itself: the tolerances are such that no step ends too close to it.
    """
    r = vz.simulate(
        four_bar(2, 2.0, 1.0, 2.0, 1.0, 1.0, spin=12.0), 1.0, 0.01, method=method, rtol=rtol, atol=rtol / 100
    )
    turn = parallelogram(12.0, r.time)
    assert np.ptp(turn) > 4 * np.pi
    assert r.body("crank").angle == pytest.approx(turn, abs=2e-6)
    assert r.body("rocker").angle == pytest.approx(turn, abs=2e-6)
    assert r.body("coupler").angle == pytest.approx(np.zeros(len(turn)), abs=1e-10)


def test_a_parallelogram_in_independent_coordinates_at_tight_tolerances() -> None:
    """Nothing is singular in the coordinates that are independent."""
    r = vz.simulate(
        four_bar(2, 2.0, 1.0, 2.0, 1.0, 1.0, spin=12.0), 1.0, 0.01, method="minimal", rtol=1e-10, atol=1e-12
    )
    assert r.body("crank").angle == pytest.approx(parallelogram(12.0, r.time), abs=1e-8)


# --- forces that depend on reactions, that switch, that stop a run ----------------------------------------------------------------


def rubbing(dimension: int) -> vz.Model:
    """The four-bar with friction in a pin of the tree and in one that may be cut, a stop, a cable that goes slack, and events."""
    m = four_bar(dimension, 2.5, 1.2, 1.8, 2.0, 1.05)
    if dimension == 3:  # no redundant loop: the reactions that rub are unique
        del m.joints["C"], m.joints["D"]
        m.spherical("C", "coupler", "rocker", at=(*corner(m), 0))
        m.cylindrical("D", "ground", "rocker", at=(2.5, 0, 0), axis=(0, 0, 1))
    axis = {} if dimension == 2 else {"coordinate": "angle"}
    m.friction("fa", "A", coefficient=0.2, radius=0.1, viscous=0.05, speed=0.02)
    m.friction("fd", "D", coefficient=0.3, radius=0.08, speed=0.02, **axis)
    m.friction("fb", "B", coefficient=0.1, radius=0.05, speed=0.02)
    m.limit("stop", "B", lower=-2.0, upper=0.4, stiffness=300, damping=3)
    m.point("P", "coupler", (0.9, 0.3, 0)[:dimension])
    m.point("Q", "ground", (1.0, 2.6, 0)[:dimension])
    m.cable("rope", ["P", "Q"], stiffness=80, damping=4, free_length=1.2)
    m.event("down", joint="A", value=0.6)
    return m


def corner(m: vz.Model) -> Any:
    """Pin C as drawn: the far end of the coupler."""
    b = m.bodies["coupler"]
    turn = b.angle if m.dimension == 2 else b.orientation["cardan"][2]
    return np.array(b.position[:2]) + 1.8 * np.array([np.cos(turn), np.sin(turn)])


@cache
def rubbed(dimension: int, method: str) -> vz.Result:
    return vz.simulate(rubbing(dimension), 6.0, 0.02, method=method, **TIGHT)


@pytest.mark.parametrize("dimension", [2, 3])
def test_what_the_run_with_friction_meets(dimension: int) -> None:
    """All that is compared below happens."""
    r = rubbed(dimension, "absolute")
    names = [name for _, name, _ in r.events]
    assert {"limit stop", "cable rope", "event down"} == set(names)
    assert min(names.count("cable rope"), names.count("event down")) >= 2
    assert r.energy.dissipated[-1] > 0.1 * np.ptp(r.energy.potential)


@pytest.mark.parametrize("method", JOINT)
@pytest.mark.parametrize("dimension", [2, 3])
def test_friction_stops_cables_and_events(dimension: int, method: str) -> None:
    first, r = rubbed(dimension, "absolute"), rubbed(dimension, method)
    happened = [[event for event in run.events if event[2] != "switches rapidly"] for run in (r, first)]
    assert [event[1:] for event in happened[0]] == [event[1:] for event in happened[1]]
    assert [t for t, _, _ in happened[0]] == pytest.approx([t for t, _, _ in happened[1]], abs=1e-8)
    same_run(r, first, 1e-7)
    for kind in ("friction", "limit", "cable"):
        assert columns(r, kind, "force", "torque", "effort") == pytest.approx(
            columns(first, kind, "force", "torque", "effort"), abs=1e-6
        )
    for kind in ("kinetic", "elastic", "input", "dissipated", "balance"):
        assert r.energy[kind] == pytest.approx(first.energy[kind], abs=1e-7)


def test_an_event_ends_a_run() -> None:
    m = four_bar(2, 2.5, 1.2, 1.8, 2.0, 1.05)
    m.event("passing", joint="D", value=1.7)
    m.event("end", joint="A", value=-0.8, stop=True)
    first, *others = (vz.simulate(m, 3.0, 0.1, method=method, **TIGHT) for method in METHODS)
    assert first.joint("A").angle[-1] == pytest.approx(-0.8, abs=1e-10)
    for r in others:
        assert r.message == first.message
        assert [event[1:] for event in r.events] == [event[1:] for event in first.events]
        assert [event[0] for event in r.events] == pytest.approx([event[0] for event in first.events], abs=1e-10)
        same_run(r, first, 1e-8)


def test_a_ball_joint_through_large_rotations() -> None:
    """A chain of heavy tops that tumbles: quaternions go round many times, in either direction of the joint."""
    runs = {}
    for method in METHODS:
        m = vz.Model("tumbling", dimension=3)
        m.body(
            "a", position=(0, 0, 0), mass=2, inertia=(0.1, 0.2, 0.25), com=(0, 0, -0.2), angular_velocity=(9, 14, 11)
        )
        m.body(
            "b",
            position=(0, 0, -0.5),
            mass=1,
            inertia=(0.05, 0.08, 0.1),
            com=(0.1, 0, -0.2),
            angular_velocity=(-20, 4, 7),
            velocity=(-7, 4.5, 0),
        )
        m.spherical("A", "a", "ground", at=(0, 0, 0))
        m.spherical("B", "a", "b", at=(0, 0, -0.5))
        runs[method] = vz.simulate(m, 2.0, 0.01, method=method, **TIGHT)
    first = runs["absolute"]
    assert np.abs(first.body("b").wx).max() * 2.0 > 4 * np.pi
    for method in JOINT:
        same_run(runs[method], first, 2e-7)  # it is chaotic: differences of 1e-11 grow
        assert np.abs(runs[method].energy.balance).max() < 1e-8 * first.energy.kinetic.max()
        for q in ("lx", "ly", "lz"):  # moment of momentum about the pivot, from rest of the package's own sums
            assert runs[method].momentum[q] == pytest.approx(first.momentum[q], abs=1e-6)


@pytest.mark.parametrize("stabilisation", ["projection", "baumgarte"])
@pytest.mark.parametrize("integrator", ["dopri5", "dop853"])
def test_explicit_integrators_and_stabilisations(integrator: str, stabilisation: str) -> None:
    m = planar_three_loops()
    first = vz.simulate(m, 1.0, 0.05, method="absolute", **TIGHT)
    for method in METHODS:
        r = vz.simulate(
            m, 1.0, 0.05, method=method, integrator=integrator, stabilisation=stabilisation, rtol=1e-9, atol=1e-11
        )
        assert r.status == "done"
        for body in m.bodies:
            assert r.body(body).x == pytest.approx(first.body(body).x, abs=1e-6)


@pytest.mark.parametrize("name", ["pendulum-chain", "four-bar-ladder"])
def test_chains_and_ladders_at_random_states(name: str) -> None:
    found = [EXAMPLES / name / f"{name}{ending}" for ending in (".toml", ".py")]
    f = Formulations(vz.load(next(path for path in found if path.exists())))
    rng, count = np.random.default_rng(2), 0
    while count < 5:
        x = f.state(rng, away=1.0 if name == "pendulum-chain" else 0.05)
        if x is not None:
            count += 1
            assert max(value for each in f.differences(x).values() for value in each.values()) < 1e-11


# --- stiff models, interrupted and failed runs ---------------------------------------------------------------------------------


def stiff_pendulum(driven: bool) -> vz.Model:
    """A pendulum that carries a second one, which meets a hard stop on its way; the pivot may be driven."""
    m = vz.Model("stiff", dimension=2)
    m.body("cart", mass=1, inertia=1)
    m.body("a", mass=1, inertia=0.1, com=(0.5, 0))
    m.body("b", position=(1, 0), mass=1, inertia=0.1, com=(0.5, 0))
    m.prismatic("X", "ground", "cart", at=(0, 0), axis=(1, 0))
    m.revolute("A", "cart", "a", at=(0, 0))
    m.revolute("B", "a", "b", at=(1, 0))
    m.limit("stop", "B", upper=0.35, stiffness=2e4, damping=3e4)
    if driven:
        m.drive("X", displacement="0.5*sin(3*t)")
    else:
        m.spring("x", joint="X", stiffness=40)
    return m


@pytest.mark.parametrize(("driven", "method"), [
    (False, "recursive"), (False, "minimal"), (True, "recursive"), (True, "minimal"),
])  # fmt: skip
def test_a_stiff_model_goes_on_in_absolute_coordinates(driven: bool, method: str) -> None:
    m = stiff_pendulum(driven)
    r = vz.simulate(m, 1.5, 0.05, method=method, rtol=1e-8, atol=1e-10)
    tight = vz.simulate(m, 1.5, 0.05, method="absolute", integrator="radau", rtol=1e-10, atol=1e-12)
    assert r.info["method"] == f"{method} then absolute"
    assert r.info["integrator"].endswith("radau")
    for body in m.bodies:
        for q in ("x", "y", "angle"):
            assert r.body(body)[q] == pytest.approx(tight.body(body)[q], abs=1e-6)
    if driven:
        assert r.body("cart").x == pytest.approx(0.5 * np.sin(3 * r.time), abs=1e-8)


@pytest.mark.parametrize("method", METHODS)
def test_ctrl_c_keeps_what_was_computed(method: str) -> None:
    def look(t: float, _: float) -> None:
        if t > 0.5:
            raise KeyboardInterrupt

    r = vz.simulate(four_bar(2, 2.5, 1.2, 1.8, 2.0, 1.05), 200.0, 0.01, method=method, progress=look, **TIGHT)
    whole = vz.simulate(
        four_bar(2, 2.5, 1.2, 1.8, 2.0, 1.05), float(np.ceil(r.time[-1])), 0.01, method="absolute", **TIGHT
    )
    assert r.status == "interrupted"
    assert 0.5 < r.time[-1] < 200
    stored = len(r.time) - 1  # the last instant is where it was stopped
    assert r.time[:stored] == pytest.approx(0.01 * np.arange(stored))
    assert r.body("crank").angle[:50] == pytest.approx(whole.body("crank").angle[:50], abs=1e-8)


@pytest.mark.parametrize("method", METHODS)
def test_a_failed_run_keeps_what_was_computed(method: str) -> None:
    m = four_bar(2, 2.5, 1.2, 1.8, 2.0, 1.05)
    m.point("P", "coupler", (0.9, 0))
    m.force("f", "P", ["1/(t - 0.57)**2", 0])
    with pytest.warns(vz.VazbaWarning, match="force f: force grows beyond all bounds at t = 0.57 s"):
        r = vz.simulate(m, 1.0, 0.05, method=method)
    assert r.status == "failed"
    assert r.time[:12] == pytest.approx(0.05 * np.arange(12))
    assert np.isfinite(columns(r, "body", *motion(2))).all()
    assert np.isfinite(columns(r, "joint", *wrench(2))).all()


# --- whole turns ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("kind", ["revolute", "cylindrical", "screw", "universal"])
def test_whole_turns(kind: str, forward: bool) -> None:
    """Angles go on beyond a turn, wherever the angle began, on a first joint and on one after it, whose body may be first or second."""
    runs = {}
    for method in METHODS:
        m = vz.Model("turns", dimension=3)
        m.body(
            "a",
            position=(0.1, 0.2, 0),
            orientation={"cardan": [0.3, -0.4, 2.0]},
            mass=1,
            inertia=(0.2, 0.25, 0.3),
            angular_velocity=(1, 2, 14),
        )
        m.body("b", position=(0.4, 0.3, 0.1), orientation={"cardan": [-1.0, 0.5, -2.5]}, mass=1, inertia=(0.2, 0.22, 0.3), com=(0.02, 0, 0.01),
               angular_velocity=(2, -3, -40))  # fmt: skip
        more = {"axes": [(0, 0, 1), (1, 0, 0)]} if kind == "universal" else {"axis": (0.1, -0.2, 1)}
        if kind == "screw":
            more["lead"] = 0.05
        m.joint(kind, "A", bodies=["ground", "a"] if forward else ["a", "ground"], at=(0, 0, 0), **more)
        m.joint(kind, "B", bodies=["a", "b"] if forward else ["b", "a"], at=(0.2, 0.2, 0), **more)
        angle = "angle_1" if kind == "universal" else "angle"
        m.spring("s", joint="A", coordinate=angle, stiffness=0.5)
        if kind == "cylindrical":
            m.spring("k", joint="A", coordinate="displacement", stiffness=30)
            m.spring("l", joint="B", coordinate="displacement", stiffness=30)
        runs[method] = vz.simulate(m, 1.2 if kind == "universal" else 3.0, 0.05, method=method, **TIGHT)
    first = runs["absolute"]
    assert max(np.ptp(columns(first, "joint", "angle", "angle_1", "angle_2"), axis=0)) > 4 * np.pi
    for method in JOINT:
        same_run(runs[method], first, 1e-6)  # universal joints tumble: differences grow
        assert runs[method].spring("s").force == pytest.approx(first.spring("s").force, abs=1e-5)


def test_whole_turns_of_loop_joints_and_in_the_plane() -> None:
    """A crank-rocker let run: its crank goes round, and so does the coupler against it."""
    m = four_bar(2, 2.5, 0.5, 2.0, 1.5, 0.3, spin=15.0)
    flat = {method: vz.simulate(m, 2.0, 0.05, method=method, **TIGHT) for method in METHODS}
    assert np.ptp(flat["absolute"].joint("A").angle) > 6 * np.pi
    assert np.ptp(flat["absolute"].joint("B").angle) > 6 * np.pi
    for method in JOINT:
        same_run(flat[method], flat["absolute"], 1e-7)
    m = four_bar(3, 2.5, 0.5, 2.0, 1.5, 0.3, spin=15.0)
    for method in METHODS:
        r = vz.simulate(m, 2.0, 0.05, method=method, **TIGHT)
        for pin in "ABCD":
            shift = r.joint(pin).angle - flat["absolute"].joint(pin).angle
            assert shift == pytest.approx(np.full(len(shift), shift[0]), abs=1e-7)


PROGRAM = """
import json, sys
import vazba as vz
out = {}
for name in ("four-bar-free", "three-loops"):
    m = vz.load(f"{sys.argv[1]}/{name}/{name}.toml")
    for method in ("recursive", "minimal"):
        r = vz.simulate(m, 0.04, 0.02, method=method)
        out[f"{name} {method}"] = r.table()[1].tolist()
json.dump(out, sys.stdout)
"""


def test_without_the_compiler() -> None:
    """`NUMBA_DISABLE_JIT=1` gives the compiled numbers but for rounding."""
    found = []
    for value in ("0", "1"):
        done = subprocess.run([sys.executable, "-c", PROGRAM, str(EXAMPLES)], capture_output=True, text=True, check=False, timeout=300,
                              env={**os.environ, "NUMBA_DISABLE_JIT": value})  # fmt: skip
        assert done.returncode == 0, done.stderr
        found.append(json.loads(done.stdout))
    for case, rows in found[0].items():
        a, b = np.array(rows), np.array(found[1][case])
        assert b == pytest.approx(a, rel=1e-9, abs=1e-9 * max(1.0, np.abs(a[np.isfinite(a)]).max()), nan_ok=True)
