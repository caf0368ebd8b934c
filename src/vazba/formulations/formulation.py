"""What a run, its integrators and its report ask of a formulation; and the formulations by name. A new one is one file that calls `enter`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary
from vazba.equations.derivative import derivative
from vazba.equations.tables import Dynamics
from vazba.formulations.settings import METHODS, Settings
from vazba.formulations.turns import hand_over
from vazba.frozen import frozen
from vazba.kinematic.evaluate import Work
from vazba.system import System
from vazba.tree.build import Tree

if TYPE_CHECKING:
    from vazba.formulations.in_bodies import Absolute

Array = NDArray[np.float64]


class Formulation:
    """A model in the coordinates of one formulation. Its boundaries stand in `record` (`equations.verbs`)."""

    name: str  # of its method
    derivative: Boundary = derivative
    has_tangent = False  # implicit methods can ask for its tangent
    own_coordinates = False  # it has bodies with coordinates of their own
    joints: Tree | None = None  # the tree whose joint coordinates it integrates
    system: System
    dynamics: Dynamics
    work: Work
    record: Any
    whole: Absolute  # the same in the coordinates of all bodies

    @property
    def unknowns(self) -> str:
        """What is integrated, in words."""
        raise NotImplementedError

    @property
    def remarks(self) -> list[str]:
        """What is to be said of it after a run."""
        return []

    def start(self, y: Array) -> Array:
        """State of a run from the bodies' coordinates and velocities."""
        raise NotImplementedError

    def bodies(self, y: Array, t: float = 0.0) -> Array:
        """The bodies' coordinates and velocities from the state of a run at time t (drivers close loops too)."""
        raise NotImplementedError

    def turns_at(self, states: Array, turns: Array) -> Array:  # noqa: ARG002
        """The angles by which whole turns are counted, at stored states that were kept with `turns`."""
        return turns

    def alike(self, turns: Array) -> Iterator[slice]:
        """Stored states that may be looked at together, one set after another; what it chose on the way is set for each."""
        yield slice(0, len(turns))

    def redundant(self, states: Array) -> bool:  # noqa: ARG002
        """Whether reactions are not unique, so that the whole must find the smallest."""
        return False

    def sections(self, states: Array) -> dict[str, Array]:  # noqa: ARG002
        """Section forces of beams with elastic coordinates of their own, by the name of their station."""
        return {}

    def looked_at(self, times: Array, states: Array) -> list[str]:  # noqa: ARG002
        """Warnings that only the states of a run can give."""
        return []

    def tangent(self, collocating: bool) -> Any:
        """Matrices for implicit steps; `collocating`: with those of complex numbers, for methods of several stages."""
        raise NotImplementedError(f"{self.name} has no tangent")


@frozen
class Entry:
    """A formulation known by name: how one is made at the state y of all bodies."""

    name: str
    make: Callable[[Absolute, Array, Settings], Formulation]


FORMULATIONS: dict[str, Entry] = {}


def enter(name: str, make: Callable[[Absolute, Array, Settings], Formulation]) -> None:
    """Make a formulation known by its name, which is then a `method`."""
    FORMULATIONS[name] = Entry(name, make)
    if name not in METHODS:
        METHODS.append(name)


def take_over(into: Formulation, other: Formulation, y: Array | None = None) -> None:
    """Modes of switching elements, loads that act and whole turns, from one formulation (at its state y) to another of the same model."""
    if into is other:
        return
    for key in ("mode", "held", "flipped", "missed", "met", "x_0", "v_0"):
        into.work.paths[key] = other.work.paths[key]
    into.work.loads["on"] = other.work.loads["on"]
    hand_over(into, other, y)


def counted(count: int, word: str, many: str = "") -> str:
    """`3 rows`."""
    return f"{count} {word if count == 1 else many or word + 's'}"
