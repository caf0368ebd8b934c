"""A run gives the same bits however often one looks at it, and however many output times there are: all examples, methods and integrators."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tests.fuzz.draw import draw

import vazba as vz
from vazba.formulations.in_independent import Minimal
from vazba.formulations.settings import INTEGRATORS, METHODS

from .bits import EXAMPLES, differing, home, run_at, run_in_pieces, set_to
from .test_same_motion import four_bar, spatial

ELASTIC = {  # beams with coordinates of their own: one formulation
    "buckled-column", "falling-flexible-pendulum", "flexible-robot-arm", "flexible-slider-crank", "heavy-cantilever", "rolled-strip", "rotating-beam", "whip",
}  # fmt: skip
SERIES = {"four-bar-free", "four-bar-ladder", "pendulum-chain"}
SPAN = 0.2  # s, of a run
SPANS = {  # stiff ones take short steps by explicit methods
    "flexible-robot-arm": 3e-4, "four-bar-flexible": 5e-4, "falling-flexible-pendulum": 0.01, "flexible-slider-crank": 3e-3, "heavy-cantilever": 5e-6,
    "rotating-beam": 0.01, "whip": 2e-3, "buckled-column": 2e-7, "rolled-strip": 1e-7, "tower-of-fifty": 0.01,
}  # fmt: skip
FORMULATED = {
    "absolute": ("auto", "dop853", "dopri5", "radau", "generalized_alpha"),
    "recursive": ("auto", "dop853", "dopri5", "generalized_alpha"),
    "minimal": ("auto", "dop853", "dopri5"),
}


def with_masses(name: str) -> vz.Model:
    """An example; those that are described for kinematics are let go: masses where there are none, and no drivers."""
    m = vz.load(home(name))
    bare = {key: body for key, body in m.bodies.items() if body.mass is None}
    if bare:
        inertia = 0.02 if m.dimension == 2 else [0.02, 0.03, 0.04]
        m.bodies |= {key: replace(body, mass=1.5, inertia=inertia) for key, body in bare.items()}
        m.drivers.clear()
    return m


def grids(span: float) -> tuple[np.ndarray, np.ndarray]:
    """Few output times; and many, at odd places too, with these among them."""
    few = np.array([0.0, 0.25, 0.5, 0.75, 1.0]) * span
    odd = np.array([0.1234567, 0.25 + 1e-9, 0.3, 0.5 - 1e-7, 0.777, 0.9999])
    return few, np.union1d(few, np.concatenate([np.arange(33) / 32, odd]) * span)


def look_in_all_ways(m: vz.Model, span: float, **options: str) -> tuple[vz.Result, list[str]]:
    """The run as usual, and what differs where it is looked at otherwise."""
    few, many = grids(span)
    usual = run_at(m, few, **options)
    seen: list[float] = []
    others = {
        "a step a look": run_in_pieces(1, m, few, **options),
        "seven steps a look, many instants, watched": run_in_pieces(7, m, many, **options, progress=lambda t, _: seen.append(t)),
        "no look": run_in_pieces(10**9, m, few, **options),
    }  # fmt: skip
    assert seen == sorted(seen)
    assert len(seen) >= usual.info["steps"] // 7
    return usual, [f"{words}: {text}" for words, other in others.items() for text in differing(usual, other)]


def test_every_integrator_is_meant():
    assert {"taylor", *(name for names in FORMULATED.values() for name in names)} == set(INTEGRATORS)
    assert {"auto", *FORMULATED} == set(METHODS)


@pytest.mark.parametrize("name", sorted(path.name for path in EXAMPLES.iterdir() if (path / "README.md").exists()))
def test_examples(name):
    m, found, span = with_masses(name), [], SPANS.get(name, SPAN)
    assert (name in ELASTIC) == any(beam.model in ("modal", "ancf") for beam in m.beams.values())
    for method, integrators in FORMULATED.items():
        for integrator in integrators:
            own = name in ELASTIC or bool(m.nodes)  # coordinates of their own
            if own and (method != "absolute" or integrator in ("dopri5", "generalized_alpha")):
                continue  # another formulation is refused; order 5 differs from order 8 by its numbers only
            if name == "user-law" and (method, integrator) != (
                "absolute",
                "auto",
            ):  # its function is compiled for each run
                continue
            usual, differences = look_in_all_ways(m, span, method=method, integrator=integrator)
            assert usual.info["steps"] > 0
            found += [f"{method} {integrator}: {text}" for text in differences]
    if name in SERIES:
        usual, differences = look_in_all_ways(m, span, method="recursive", integrator="taylor")
        assert "taylor" in usual.info["integrator"]
        found += [f"taylor: {text}" for text in differences]
    assert not found, "\n".join(found)


def eventful() -> vz.Model:
    """The four-bar of the neighbouring test (spring, damper, friction, a load that ends, a stop), with events."""
    m = four_bar()
    m.event("half", joint="D", value=1.8)
    m.event("early", joint="A", value=0.9)
    return m


@pytest.mark.parametrize("method", FORMULATED)
@pytest.mark.parametrize("make", [eventful, spatial])
def test_switches_events_and_friction(make, method):
    found = []
    for integrator in FORMULATED[method]:
        if integrator != "generalized_alpha":
            usual, differences = look_in_all_ways(make(), 1.2, method=method, integrator=integrator)
            assert usual.status == "done"
            assert usual.events
            found += [f"{integrator}: {text}" for text in differences]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("name", "span"), [("six-bar", 1.5), ("bennett", 2.0), ("three-loops", 2.0)])
def test_other_independent_speeds_are_chosen_on_the_way(name, span):
    """They are stored with each state, behind the whole turns."""
    seen, original = set(), Minimal.alike

    def alike(self, turns):
        seen.update(map(tuple, turns[:, len(self.system.turns0) :]))
        return original(self, turns)

    with set_to(Minimal, alike=alike):
        _, found = look_in_all_ways(with_masses(name), span, method="minimal")
    assert len(seen) > 1
    assert not found, "\n".join(found)


@pytest.mark.parametrize("integrator", ["dop853", "dopri5", "radau", "generalized_alpha"])
def test_loads_that_begin_at_an_output_time_but_for_rounding(integrator):
    """0.3 s is not 3 times 0.1 s to the last bit."""
    m = vz.Model("pendulum", dimension=2)
    m.body("rod", mass=2.0, inertia=0.3, com=(0, -0.6))
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.torque("motor", "rod", "6*cos(3*t)", start=0.3, stop=0.7)
    assert 3 * 0.1 != 0.3
    assert 7 * 0.1 != 0.7
    coarse, fine, finer = (vz.simulate(m, 1.0, every, integrator=integrator) for every in (0.5, 0.1, 0.05))
    assert differing(coarse, fine) == []
    assert differing(fine, finer) == []


def test_a_hopeless_run_is_given_up_at_the_same_step(monkeypatch):
    """Whether it is hopeless is asked after so many steps, not after so much time."""
    monkeypatch.setattr("vazba.simulation.run.PATIENCE", 2000)
    m = vz.Model("stiff", dimension=2)
    m.body("rod", mass=2.0, inertia=0.5)
    m.revolute("A", "ground", "rod", at=(0, 0))
    m.spring("s", joint="A", stiffness=1e16, free_angle=1e-9)
    runs = [run_in_pieces(steps, m, [0.0, 50.0, 100.0], integrator="dop853") for steps in (1, 7, 3000, 10**9)]
    assert all("it is given up" in run.message for run in runs)
    assert all(differing(runs[0], run) == [] for run in runs[1:])


@pytest.mark.parametrize("method", ["absolute", "recursive"])
@pytest.mark.parametrize("integrator", ["dop853", "dopri5", "radau"])
def test_states_between_steps_are_closed_as_those_at_their_ends(method, integrator):
    """A loop, and fifty instants within a step or more."""
    if (method, integrator) != ("recursive", "radau"):
        usual = run_at(with_masses("four-bar-free"), np.arange(2001) / 1000, method=method, integrator=integrator)
        assert usual.info["steps"] < 1000
        assert usual.constraint.position.max() < 1e-12
        assert usual.constraint.velocity.max() < 1e-11


def test_looks_do_not_decide_which_loop_rows_are_left_out():
    """Parallel cranks that pass their change point, where the rows that were left out before stay so, also if one looks just then."""
    model, seen = draw("cranks", 3, 73000013), []
    options = {"method": "recursive", "rtol": 1e-9, "atol": 1e-11}
    usual = run_in_pieces(10**9, model, [0.0, 0.5, 1.0], **options)
    for steps in (1, 7):
        seen += differing(usual, run_in_pieces(steps, model, [0.0, 0.5, 1.0], **options))
    assert not seen, "\n".join(seen)


def test_output_times_do_not_decide_which_rows_wear_out():
    """A method that does not factorise the rows in its steps saw the pivots of projected output states, and changed redundant rows by them."""
    _, found = look_in_all_ways(
        draw("near", 3, 51000039), 1.0, integrator="generalized_alpha", step=1 / 3000, method="absolute"
    )
    assert not found, "\n".join(found)
