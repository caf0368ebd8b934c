"""What a method of integration is to the stepping loop, and the registry of all of them: a new one is one file that calls `enter`, and one import."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from vazba._jit import Boundary
from vazba.faults import INTEGRATORS
from vazba.frozen import frozen

if TYPE_CHECKING:
    from vazba.formulations.formulation import Formulation
    from vazba.formulations.settings import Settings

Array = NDArray[np.float64]


@dataclass
class Room:
    """What a method needs for one run."""

    own: Any  # what keeps its record alive, or None
    address: int  # of its record
    store: Array  # (rows x wide), wide at least the length of the state
    store_c: NDArray[np.complex128] = field(default_factory=lambda: np.zeros((0, 0), complex))


def anything(form: Formulation) -> str:  # noqa: ARG001
    """Nothing is in its way."""
    return ""


@frozen
class Method:
    """One method: its boundaries (see `run_record`) and what may be said of it."""

    name: str
    order: int
    attempt: Boundary
    accept: Boundary
    between: Boundary
    prepare: Callable[[Formulation, Settings, int], Room]  # for a formulation, settings, and the length of its state
    propose: Boundary | None = None
    extend: Boundary | None = None
    implicit: bool = False
    damps: bool = False  # takes energy out of high frequencies by design
    whole: bool = False  # its steps are not evened out before the end
    dense_good: bool = True  # its states between are as good as those at the end of a step
    least: float = 0.0  # s: the shortest step worth making up to a switch
    fits: Callable[[Formulation], str] = anything  # why it does not go with a formulation; nothing where it does


METHODS: dict[str, list[Method]] = {}  # by name; several where formulations have their own


def enter(method: Method) -> Method:
    """Make a method known by its name."""
    METHODS.setdefault(method.name, []).append(method)
    if method.name not in INTEGRATORS:
        INTEGRATORS.append(method.name)
    return method


def method_for(name: str, form: Formulation) -> tuple[Method | None, str]:
    """The method of that name that goes with a formulation, or why none does."""
    reasons = []
    for method in METHODS[name]:
        reason = method.fits(form)
        if not reason:
            return method, ""
        reasons.append(reason)
    return None, reasons[-1]
