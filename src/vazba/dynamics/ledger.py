"""Whether the energy ledger of a run closes: where it does not, the motion is not that of the model."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
KINDS = ("kinetic", "potential", "elastic", "input", "dissipated")
ALLOWED, TIMES = 1e-2, 1e3  # of the energy exchanged or present; of the relative tolerance, where that is looser


def unbalanced(times: Array, energy: Mapping[str, Array], rtol: float) -> list[str]:
    """A remark where energy appears or disappears by more than errors of integration explain, with the time from which on."""
    with np.errstate(all="ignore"):  # a run that failed may hold infinite numbers
        off = np.abs(energy["balance"])
        passed = max(float(energy[kind].max() - energy[kind].min()) for kind in KINDS) if len(times) else 0.0
        present = float((energy["kinetic"] + np.abs(energy["elastic"])).max(initial=0.0))
    size = max(passed, present)
    if not (np.isfinite(off).all() and off.max(initial=0.0) > max(ALLOWED, TIMES * rtol) * size > 0.0):
        return []
    first = int(np.argmax(off > 0.5 * off.max()))
    return [
        f"near t = {times[first]:.4g} s the energy balance opens: {off.max():.3g} J of {size:.3g} J are not accounted for, and the motion behind it is wrong; "
        "a singular posture or a force that jumps may be there: try another method (minimal) or other tolerances"
    ]
