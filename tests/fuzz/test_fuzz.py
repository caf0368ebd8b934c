"""A short slice of `make fuzz`: a few drawn mechanisms of every class. Classes that fail today are expected to, and say why."""

from __future__ import annotations

import functools
from typing import Any

import pytest

import vazba.model  # noqa: F401  (registers all elements)
from vazba.element import SECTIONS

from . import elements
from .check import Check
from .draw import KINDS, LOOPS, REDUNDANT, draw
from .poses import EXTENDED
from .runs import check_run
from .sketch import TREE

pytestmark = pytest.mark.skipif(
    not EXTENDED, reason="numbers of this machine have no extended precision: the oracle is too coarse"
)
SEEDS = range(8)
RUN_SEEDS = range(2)
UNIQUE = ("methods", "order")  # what is promised of reactions that are not determined

SLENDER = "one tiny moment of inertia: absolute loses digits (1e-6), and with redundant rows decides their rank by it"
PHYSICS_FAILS: dict[tuple[str, int], str] = {}
SMALLEST_FAILS: dict[tuple[str, int], str] = {}
RUN_FAILS: dict[tuple[str, int], str] = {}


def expected(kinds: Any, failing: dict[tuple[str, int], str]) -> list[Any]:
    """Parameters, those that fail marked with the reason."""
    return [
        pytest.param(*kind, id=f"{kind[0]} {kind[1]}D", marks=[pytest.mark.xfail(reason=failing[kind], strict=True)] if kind in failing else [])
        for kind in kinds
    ]  # fmt: skip


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


@pytest.mark.parametrize(
    ("what", "dimension"), expected([kind for kind in KINDS if kind[0] in REDUNDANT], SMALLEST_FAILS)
)
def test_smallest_reactions(what: str, dimension: int) -> None:
    """Reactions that are not determined are the smallest ones: the same in every method and for every order of the elements."""
    found = [text for text in faults_of(what, dimension) if text.split()[2] in UNIQUE]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("what", "dimension"),
    expected([k for k in KINDS if k[0] not in ("singular", "near", "massless", "many")], RUN_FAILS),
)
def test_runs(what: str, dimension: int) -> None:
    """A tenth of a second by all methods and another integrator: the same motion, no energy lost."""
    found = [
        f"seed {seed}: {fault}"
        for seed in RUN_SEEDS
        for fault in check_run(draw(what, dimension, seed), seed, until=0.1).faults
    ]
    assert not found, "\n".join(found)


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
    assert set(SECTIONS) - drawn == {
        "beams",
        "events",
    }  # beams have models and references of their own; events push nothing


@pytest.mark.parametrize("dimension", [2, 3])
def test_every_force_and_driver_is_drawn(dimension: int) -> None:
    """Every kind of force element and driver comes up among the first seeds, and survives the checks of the drawing."""
    forces, drivers = set(), set()
    for seed in range(40):
        model = draw("forces", dimension, seed)
        forces |= {section for section in ("springs", "dampers", "cables", "actuators", "limits", "forces", "torques", "bushings", "frictions")
                   if model.section(section)}  # fmt: skip
        for record in draw("driven", dimension, seed).drivers.values():
            drivers |= {
                key
                for key in ("joint", "point", "points", "body", "bodies", "frame", "distance", "vector")
                if getattr(record, key) is not None
            }
    assert len(forces) == 9
    assert drivers == {"joint", "point", "points", "body", "bodies", "frame", "distance", "vector"}
    assert len(elements.DRIVERS[dimension]) == 8
