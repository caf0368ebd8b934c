"""A short slice of `make fuzz`: a few drawn mechanisms of every class. Classes that fail today are expected to, and say why."""

from __future__ import annotations

import copy
import functools
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import vazba as vz
import vazba.model  # registers all elements
from vazba.element import SECTIONS

from .check import METHODS, Check, state_of, wrenches
from .draw import KINDS, LOOPS, REDUNDANT, draw
from .poses import EXTENDED, described, ld, quaternion_matrix
from .runs import TURN, check_run, check_tolerance, with_signs_of
from .sketch import TREE
from .variants import reordered

pytestmark = pytest.mark.skipif(
    not EXTENDED, reason="numbers of this machine have no extended precision: the oracle is too coarse"
)
SEEDS = range(5)
RUN_SEEDS = range(2)
UNIQUE = ("methods", "order")  # what is promised of reactions that are not determined

PHYSICS_FAILS: dict[Any, str] = {}
KNOWN: dict[Any, str] = {}  # single models of classes that are right most of the time
MENDED = [  # single models that were wrong once
    ("driven", 2, 32), ("driven", 2, 2000009), ("doubled", 2, 1), ("doubled", 2, 2000004), ("doubled", 3, 10),
    ("slender", 3, 25), ("slender", 3, 33000000), ("near", 2, 24), ("near", 3, 19), ("near", 2, 31000030), ("near", 3, 2), ("flat rods", 3, 2),
    ("massless", 2, 9), ("massless", 3, 0),
    ("massless", 3, 31), ("massless", 2, 31000027), ("near", 2, 31000027), ("singular", 3, 31000011),
    ("massless", 3, 60000041), ("slender", 2, 31000042), ("slender", 3, 33000007), ("heavy", 3, 33000015), ("many", 2, 31000054),
    ("turns", 2, 2026000220), ("slender", 3, 2026000167), ("near", 3, 2026000172), ("heavy", 2, 2026000111), ("near", 2, 2026000053), ("near", 3, 2026000045),
    ("near", 3, 3001000046), ("near", 2, 3001000123), ("singular", 3, 3001000139), ("massless", 3, 3001000150),
]  # fmt: skip


def expected(kinds: Any, failing: Any) -> list[Any]:
    """Parameters, those that fail marked with the reason."""
    marks = {kind: [pytest.mark.xfail(reason=failing[kind], strict=True)] if kind in failing else [] for kind in kinds}
    return [pytest.param(*kind, id=" ".join(map(str, kind)), marks=marks[kind]) for kind in kinds]


@functools.cache
def faults_of(what: str, dimension: int) -> tuple[str, ...]:
    seeds = SEEDS[:2] if what == "many" else SEEDS
    return tuple(
        f"seed {seed}: {fault}" for seed in seeds for fault in Check(draw(what, dimension, seed), seed).run().faults
    )


@pytest.mark.parametrize(("what", "dimension"), expected(KINDS, PHYSICS_FAILS))
def test_physics(what: str, dimension: int) -> None:
    """Accelerations, determined reactions, balance of every body; nothing refused, no crash; the same told otherwise."""
    found = [
        text
        for text in faults_of(what, dimension)
        if not (what in (*REDUNDANT, "singular", "near") and text.split()[2] in UNIQUE)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(("what", "dimension", "seed"), expected([*KNOWN, *MENDED], KNOWN))
def test_physics_of_single_models(what: str, dimension: int, seed: int) -> None:
    """Models that `make fuzz` found and that are not mended yet; mended ones stay here without a mark."""
    found = [str(fault) for fault in Check(draw(what, dimension, seed), seed).run().faults]
    assert not found, "\n".join(found)


def test_rounding_is_not_taken_for_friction_that_locks() -> None:
    """Tiny moments of inertia leave the reactions of `absolute` with nine digits: friction settles as far as they do."""
    model = draw("slender", 2, 2000044)
    runs = [vz.simulate(model, 0.0, 0.1, method=method) for method in ("absolute", "minimal")]
    assert [run.status for run in runs] == ["done", "done"]
    first, second = (run.friction("e0").effort[0] for run in runs)
    assert first == pytest.approx(second, rel=1e-7)


@pytest.mark.parametrize(
    ("what", "dimension"), expected([kind for kind in KINDS if kind[0] in (*REDUNDANT, "singular", "near")], {})
)
def test_smallest_reactions(what: str, dimension: int) -> None:
    """Reactions that are not determined are the smallest ones: the same in every method and for every order of the elements."""
    found = [text for text in faults_of(what, dimension) if text.split()[2] in UNIQUE]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("what", "dimension"),
    expected([k for k in KINDS if k[0] not in ("singular", "near", "massless", "many")], {}),
)
def test_runs(what: str, dimension: int) -> None:
    """A tenth of a second by all methods and another integrator: the same motion, no energy lost."""
    found = [
        f"seed {seed}: {fault}"
        for seed in RUN_SEEDS
        for fault in check_run(draw(what, dimension, seed), seed, until=0.1).faults
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("what", "dimension", "seed"),
    expected([("bennett", 3, 3), ("bennett", 3, 5), ("cranks", 3, 1), ("flat", 3, 0)], {}),
)
def test_redundant_mechanisms_become_exact(what: str, dimension: int, seed: int) -> None:
    """At rtol 1e-12 all methods agree to 1e-10 of the size after a second, however redundant the joints are."""
    report = check_tolerance(draw(what, dimension, seed), seed)
    assert not report.notes
    assert not report.faults, "\n".join(str(fault) for fault in report.faults)


CHANGES: dict[str, Any] = {  # section, and what is changed a little in one of its elements: each must be noticed
    "bodies": lambda r: {"mass": r.mass * 1.0001},
    "joints": lambda r: (
        {"lead": r.lead * 1.001} if r.TYPE == "screw" else {"ratio": r.ratio * 1.001} if r.TYPE == "gear" else {}
    ),
    "springs": lambda r: {"damping": r.damping + 0.01},
    "dampers": lambda r: {"damping": r.damping * 1.01} if r.damping else {},
    "cables": lambda r: {"damping": r.damping + 0.01},
    "bushings": lambda r: {"damping": [x * 1.01 for x in r.damping]},
    "frictions": lambda r: {"viscous": r.viscous * 1.01},
    "forces": lambda r: {"force": [x if isinstance(x, str) else x * 1.001 for x in r.force]},
    "torques": lambda r: {"torque": [x * 1.001 for x in r.torque]} if isinstance(r.torque, list) else {},
}


@pytest.mark.parametrize("section", CHANGES)
def test_small_changes_are_noticed(section: str) -> None:
    """The oracle is told of another mass, lead, damping or force than the package: the check must see it in most models (not where nothing moves)."""
    seen = tried = 0
    for seed in range(100):
        model = draw("driven" if section == "joints" else "forces", 3, seed)
        for name, record in model.section(section).items():
            changes = CHANGES[section](record)
            if changes and any(np.any(body.velocity) for body in model.bodies.values()):
                truth = copy.copy(model)
                setattr(truth, section, {**model.section(section), name: replace(record, **changes)})
                tried += 1
                seen += bool(Check(model, seed, truth).run().faults)
                break
        if tried == 4:
            break
    assert tried == 4
    assert seen >= 2, f"{seen} of {tried}"


def test_every_joint_is_drawn() -> None:
    """A joint or section of elements that is added to the registry needs its place in the drawings, and in the oracle."""
    for dimension in (2, 3):
        known = {str(name) for name, cls in SECTIONS["joints"].types.items() if dimension in cls.DIMS}
        assert known == {*TREE[dimension], *LOOPS[dimension], "gear", "rack"}
    drawn = {
        "bodies",
        "points",
        "joints",
        "drivers",
        "springs",
        "dampers",
        "cables",
        "actuators",
        "limits",
        "forces",
        "torques",
        "bushings",
        "frictions",
    }
    # beams, nodes, bars and controllers have models and references of their own; events push nothing
    assert set(SECTIONS) - drawn == {"beams", "events", "nodes", "bars", "controllers"}


@pytest.mark.parametrize("dimension", [2, 3])
def test_every_force_and_driver_is_drawn(dimension: int) -> None:
    """Every kind of force element and driver comes up among the first seeds, and survives the checks of the drawing."""
    sections = {"springs", "dampers", "cables", "actuators", "limits", "forces", "torques", "bushings", "frictions"}
    keys = {"joint", "point", "points", "body", "bodies", "frame", "distance", "vector"}
    forces, drivers = set(), set()
    for seed in range(80):
        model = draw("forces", dimension, seed)
        forces |= {section for section in sections if model.section(section)}
        drivers |= {
            key
            for record in draw("driven", dimension, seed).drivers.values()
            for key in keys
            if getattr(record, key) is not None
        }
        if (forces, drivers) == (sections, keys):
            break
    assert forces == sections
    assert drivers == keys


@pytest.mark.parametrize(("what", "dimension", "seed"), [("slender", 2, 31000042), ("slender", 2, 3101000090), ("massless", 3, 50000180)])  # fmt: skip
def test_a_method_that_loses_digits_says_so(what: str, dimension: int, seed: int) -> None:
    """A slender body that floats in two rods costs `recursive` seven digits: it is told, and `auto` takes another method.

    In the second model accelerations are right to 1e-8, and a reaction is 2.5e-8 off; the third is a tree with a body without inertia, without loops.
    """
    model = draw(what, dimension, seed)
    runs = {method: vz.simulate(model, 1e-5, 1e-5, method=method) for method in ("recursive", "auto")}
    assert any('method = "absolute" is surer' in text for text in runs["recursive"].warnings)
    assert not any("is surer" in text for text in runs["auto"].warnings)
    assert runs["auto"].info["method"] == "absolute"


@pytest.mark.parametrize(("what", "dimension", "seed"), [("forces", 2, 60000039)])
def test_runs_of_single_models(what: str, dimension: int, seed: int) -> None:
    """Runs that `make fuzz` found wrong once: friction in the tangent of `generalized_alpha` followed what was stored."""
    assert not [str(fault) for fault in check_run(draw(what, dimension, seed), seed).faults]


def test_rows_that_wear_out_between_two_looks_are_noticed() -> None:
    """A flat linkage whose chosen rows become dependent within a step, though it is at no singular posture: `absolute` becomes as exact as the others."""
    model = draw("flat rods", 2, 60000039)
    assert not [str(fault) for fault in check_tolerance(model, 60000039).faults]
    assert not any("singular" in text for text in vz.simulate(model, 1.0, 0.1, method="absolute", rtol=1e-8).warnings)


@pytest.mark.parametrize(
    ("signs", "same"), [((1, 1, 1, 1), True), ((-1, -1, -1, -1), True), ((1, 1, -1, 1), False), ((-1, 1, 1, 1), False)]
)
def test_quaternions_have_one_sign(signs: tuple[int, ...], same: bool) -> None:
    """q and -q are one orientation; with the sign of one component changed it is another, and the check of bits sees that."""
    held = {name: np.array([[0.5, 0.1], [0.5, 0.7]]) for name in TURN}
    other = {name: np.repeat(held[name], 2, axis=0) for name in TURN}
    for name, sign in zip(TURN, signs):
        other[name][2, 1] *= sign
    found = all(np.array_equal(held[name], with_signs_of(held, name, other[name][::2], other)) for name in TURN)
    assert found is same


@pytest.mark.parametrize("method", METHODS)
def test_a_bushing_at_half_a_turn_is_named(method: str) -> None:
    """A bushing that measures turns by the rotation vector, which jumps at half a turn: the run that stops there says so (the angle from the quaternions)."""
    run = vz.simulate(draw("heavy", 3, 2026000059), 0.3, 0.05, method=method, rtol=1e-9, atol=1e-11)
    q = np.stack([run.data["body"][name] for name in TURN], axis=-1)
    a, b = (run.names["body"].index(name) for name in ("b3", "b2"))

    def relative(i: int) -> Any:
        one, two = (np.asarray(quaternion_matrix(ld(q[i, k])), float) for k in (b, a))
        return one.T @ two

    turn = relative(-1) @ relative(0).T
    assert np.degrees(np.arccos(np.clip((np.trace(turn) - 1) / 2, -1, 1))) == pytest.approx(180.0, abs=0.5)
    assert "bushing e1" in run.message
    assert "half a turn" in run.message


@pytest.mark.filterwarnings("ignore:the run stops:vazba.VazbaWarning")
@pytest.mark.parametrize(
    ("what", "dimension", "seed"), [("near", 3, 3001000046), ("near", 2, 3001000123), ("singular", 3, 3001000390)]
)
def test_a_run_that_starts_at_a_singular_posture_does_not_creep(what: str, dimension: int, seed: int) -> None:
    """Steps of 1e-15 s, of which a short run would take ten thousands: it ends, and says why."""
    run = vz.simulate(draw(what, dimension, seed), 1e-5, 1e-5, method="absolute")
    assert run.info["steps"] + run.info["rejected"] <= 4000  # looked at every 500
    assert run.status == "done" or "singular posture" in run.message


def test_rows_are_chosen_for_each_instant_by_itself() -> None:
    """What is told of an instant does not depend on how many others are stored, also where redundant rows wear out on the way."""
    model = draw("near", 3, 2026000053)
    few, many = (vz.simulate(model, 0.3, every, method="recursive", rtol=1e-9, atol=1e-11) for every in (0.05, 0.025))
    assert few.info["steps"] == many.info["steps"]
    for key, values in few.data["joint"].items():
        assert np.array_equal(values, many.data["joint"][key][::2], equal_nan=True), key


def test_a_method_that_fails_near_a_singular_posture_names_it() -> None:
    """`generalized_alpha` finds no solution of its step shortly before the change point (which is at 5.878 ms by the others)."""
    run = vz.simulate(draw("near", 2, 2026000029), 0.3, 0.05, integrator="generalized_alpha", step=1e-4)
    assert run.status == "failed"
    assert 4e-3 < run.time[-1] < 5.9e-3
    assert "a singular posture" in run.message


def test_the_step_of_an_implicit_method_that_cannot_be_solved_is_named() -> None:
    """A slender part snaps round within a millionth of a second, at up to 1e8 rad/s^2: no fixed step follows, `dop853` does."""
    model = draw("slender", 2, 51000199)
    run = vz.simulate(model, 0.2, 0.05, method="absolute", integrator="generalized_alpha", step=1e-3)
    assert run.status == "failed"
    assert "the equations of a step cannot be solved there" in run.message
    assert "fastest body: b2" in run.message
    assert vz.simulate(model, 0.2, 0.05, method="absolute", integrator="dop853").status == "done"


def test_minimal_changes_its_choice_before_one_of_many_loops_comes_to_its_pole() -> None:
    """Nine loops, one of which always has a small pivot: where another came to a pole of its coordinates, steps became short and 1e-3 of 536 J were open."""
    model = draw("many", 2, 51000079)
    exact, found = (
        vz.simulate(model, 1.0, 0.05, method=method, rtol=1e-12, atol=1e-14) for method in ("recursive", "minimal")
    )
    assert found.info["steps"] + found.info["rejected"] < 1.5 * (exact.info["steps"] + exact.info["rejected"])
    assert np.abs(found.data["energy"]["balance"]).max() < 1e-6
    for key in ("x", "y", "angle"):
        assert found.data["body"][key] == pytest.approx(exact.data["body"][key], abs=1e-7)


@pytest.mark.parametrize("method", METHODS)
def test_a_nearly_singular_start_with_a_slender_body_stays_as_drawn(method: str) -> None:
    """Closed to 1e-16 as it is drawn: a step onto the constraints that had lost its digits moved it by 5e-5 m and 48 m/s."""
    model = draw("slender", 3, 33000007)
    drawn, run = described(model), vz.simulate(model, 1e-5, 1e-5, method=method)
    assert not run.warnings
    state = state_of(run, 3)
    for name in model.bodies:
        assert np.asarray(state.r[name], float) == pytest.approx(np.asarray(drawn.r[name], float), abs=1e-9)
        assert np.asarray(state.v[name], float) == pytest.approx(np.asarray(drawn.v[name], float), abs=1e-9)


@pytest.mark.parametrize(("what", "seed"), [("cranks", 61000059), ("singular", 62000019)])
def test_velocities_that_would_jump_end_a_run(what: str, seed: int) -> None:
    """Parallel cranks locked behind their change point, with no motion left, and crept on for minutes; a start at one did too."""
    run = vz.simulate(draw(what, 2, seed), 1.0, 0.5, method="absolute", rtol=1e-9, atol=1e-11)
    assert run.status == "failed"
    assert "at a singular posture" in run.message
    assert run.info["steps"] + run.info["rejected"] < 5000
    told = any(
        "starts at a singular posture, " in text or "starts at a singular posture:" in text for text in run.warnings
    )
    assert told is (
        what == "singular"
    )  # where accelerations are not determined, as is said; else energy is kept up to the end
    assert told or np.abs(run.data["energy"]["balance"]).max() < 0.01 * run.data["energy"]["kinetic"].max()


def test_a_body_without_inertia_whose_motion_vanishes_is_named() -> None:
    """Led about its centre of mass: its acceleration grows beyond measure before its velocity does, and a damper was blamed."""
    for method in METHODS:
        run = vz.simulate(draw("massless", 2, 51000219), 1.0, 0.5, method=method, rtol=1e-9, atol=1e-11)
        assert run.status == "failed"
        assert "body b0 has no mass" in run.message


@pytest.mark.parametrize(("dimension", "seed", "method"), [(2, 2026000027, "recursive"), (3, 3001000074, "absolute")])
def test_smallest_reactions_beside_a_singular_posture(dimension: int, seed: int, method: str) -> None:
    """1e-10 beside it the rank is not clear, but decided: reactions do not depend on which rows are left out, so not on the order of the elements."""
    model = draw("near", dimension, seed)
    other, names = reordered(model, np.random.default_rng(seed))
    one, two = (wrenches(vz.simulate(m, 1e-5, 1e-5, method=method), dimension) for m in (model, other))
    size = max(np.abs(wrench).max() for wrench in one.values())
    for name, wrench in one.items():
        assert two[names["joints"][name]] == pytest.approx(wrench, abs=1e-8 * size)
