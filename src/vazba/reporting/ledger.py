"""Whether the energy ledger of a run closes: where it does not, the motion is not that of the model."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
KINDS = ("kinetic", "potential", "elastic", "input", "dissipated")
TIMES = (
    1e3  # the relative tolerance: errors of integration open up to ten times as much of what is exchanged or present
)
LEAST, MOST = 1e-5, 5e-2  # parts of it that are never told, and that are told whatever the tolerance
WRONG = 1e-2  # part of it, from which on the motion is not that of the model
NOTHING = 1e-9  # of the energies a model could have: less is rounding of forces that cancel


def possible_energy(mass: float, gravity: float, length: float, duration: float) -> float:
    """`m (g L + L^2/T^2)` in J: what a model of the size L has when it falls by its size, or moves by it during the run."""
    return mass * length * (gravity + length / duration**2 if duration > 0.0 else gravity)


def unbalanced(times: Array, energy: Mapping[str, Array], rtol: float, possible: float = 0.0) -> list[str]:
    """A remark where energy appears or disappears by more than errors of integration explain, with the time from which on; `possible`: see there."""
    with np.errstate(all="ignore"):  # a run that failed may hold infinite numbers
        off = np.abs(energy["balance"])
        passed = max(float(energy[kind].max() - energy[kind].min()) for kind in KINDS) if len(times) else 0.0
        present = float((energy["kinetic"] + np.abs(energy["elastic"])).max(initial=0.0))
    size = max(passed, present, NOTHING * possible)
    allowed = min(max(LEAST, TIMES * rtol), MOST)
    if not (np.isfinite(off).all() and off.max(initial=0.0) > allowed * size > 0.0):
        return []
    first = int(np.argmax(off > 0.5 * off.max()))
    told = "the motion behind it is wrong" if off.max() > WRONG * size else f"more than rtol = {rtol:g} explains"
    return [
        f"near t = {times[first]:.4g} s the energy balance opens: {off.max():.3g} J of {size:.3g} J are not accounted for, {told}; "
        "a singular posture or a force that jumps may be there: try another method (minimal) or other tolerances"
    ]
