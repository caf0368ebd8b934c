"""All methods and integrators give the same motion, reactions, efforts and energies on every example with masses."""

from __future__ import annotations

import dataclasses

import pytest

import vazba as vz
from reference.runs import EXAMPLES, home
from vazba.equations.tables import mass_faults
from vazba.formulations.settings import METHODS

NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir() and path.name[0] not in "._")
MODELS = {name: vz.load(home(name)) for name in NAMES}
WITH_MASSES = [name for name in NAMES if not mass_faults(MODELS[name])]
MODELS["four-bar-flexible"] = MODELS["four-bar-flexible"].with_parameters(n=2)  # explicit methods follow its vibrations
SHORT = {
    "double-pendulum-tables": 10.0, "pendulum-chain": 3.0, "serial-robot": 2.0, "four-bar-flexible": 0.01,
    "heavy-cantilever": 0.2, "buckled-column": 0.05, "rolled-strip": 0.05, "tower-of-fifty": 0.02,
    "falling-flexible-pendulum": 0.2, "rotating-beam": 1.0, "flexible-slider-crank": 0.01, "flexible-robot-arm": 0.1, "whip": 0.005,
}  # s  # fmt: skip
# Kinematic examples, given masses; they are driven as they are. Bennett's linkage passes its stretched posture at t = 0.3056 s.
GIVEN = {
    "gear-train": 1.0,
    "hooke-pair": 0.5,
    "quick-return": 0.5,
    "rssr": 0.5,
    "screw-press": 1.0,
    "six-bar": 0.5,
    "slider-crank": 0.5,
    "stewart": 0.2,
    "bennett": 0.4,
}


# Examples whose beams or nodes have coordinates of their own: they have the absolute method only. All others have the three.
OWN_COORDINATES = {
    "buckled-column", "falling-flexible-pendulum", "flexible-robot-arm", "flexible-slider-crank", "heavy-cantilever", "rolled-strip", "rotating-beam", "whip",
    "cable-net", "class-two-tower", "d-bar", "six-bar-ball", "stayed-mast", "t-bar", "tensegrity-prism", "tensegrity-tower", "tower-of-fifty",
}  # fmt: skip
# Integrators that work in absolute coordinates only.
ABSOLUTE_ONLY = {"radau"}


def expected(name: str, method: str, integrator: str) -> str:
    """The verdict of a run. A model error of any other kind would count as "does not apply" too: here it is found."""
    if method != "absolute" and (name in OWN_COORDINATES or integrator in ABSOLUTE_ONLY):
        return "does not apply"
    return "agrees"


def all_agree(name: str, found: vz.Comparison) -> None:
    assert found.agree, found.summary
    verdicts = {(run.method, run.integrator): run.verdict for run in found.runs}
    assert verdicts == {key: expected(name, *key) for key in verdicts}, found.summary
    assert {method for method, integrator in verdicts if integrator == "auto"} == set(METHODS) - {"auto"}
    assert len({integrator for _, integrator in verdicts}) * 3 == len(verdicts)
    assert {"positions", "velocities", "energy"} <= set(found.kinds)
    for run in found.runs:
        assert run.verdict == "agrees" or (run.verdict == "does not apply" and run.remark), run
        if run.verdict == "agrees":
            assert run.worst is not None
            assert run.worst.relative <= found.tolerance
            assert run.drift < 1e-9 * found.scales["positions"]


def test_the_examples_with_masses_are_known() -> None:
    assert set(NAMES) - set(WITH_MASSES) == set(GIVEN)
    elastic = {name for name in NAMES if any(beam.model in ("modal", "ancf") for beam in MODELS[name].beams.values())}
    assert elastic | {name for name in NAMES if MODELS[name].nodes} == OWN_COORDINATES


@pytest.mark.parametrize("name", WITH_MASSES)
def test_all_methods_agree(name: str) -> None:
    all_agree(name, vz.compare(MODELS[name], SHORT.get(name)))


@pytest.mark.parametrize("name", GIVEN)
def test_mechanisms_with_masses_of_any_kind_agree_too(name: str) -> None:
    model = vz.load(home(name))
    planar = model.dimension == 2
    for k, (body, record) in enumerate(model.bodies.items()):
        inertia = 0.02 * (1 + k) if planar else [0.02 * (1 + 0.1 * k), 0.025, 0.03 + 0.002 * k]
        centre = [0.05, 0.02] if planar else [0.05, 0.02, -0.03]
        model.bodies[body] = dataclasses.replace(record, mass=1.0 + 0.3 * k, inertia=inertia, com=centre)
    all_agree(name, vz.compare(model, GIVEN[name], GIVEN[name] / 50))
