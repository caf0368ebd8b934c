"""`vz.tensegrity.sweep`: natural frequencies against prestress."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError, SolveError
from vazba.frozen import frozen
from vazba.model import Model
from vazba.scope import shown
from vazba.statics.modes import modes
from vazba.tensegrity.analysis import analyse
from vazba.tensegrity.given import number
from vazba.tensegrity.prestress import no_state, refuse_pushing, with_tensions

Array = NDArray[np.float64]
STILL = 1e-6  # of the largest frequency: less is a motion of the whole


@frozen
class Sweep:
    """Frequencies (levels x modes, Hz, lowest first, without motions of the whole) for levels of prestress (largest member force, N)."""

    model: Model
    levels: Array
    frequencies: Array
    stable: NDArray[np.bool_]

    def __str__(self) -> str:
        head = f"{self.model.name}: lowest frequencies [Hz] against prestress"
        rows = [f"  {level:>10.5g} N  " + "  ".join(f"{f:>9.5g}" for f in row) + ("" if stands else "  UNSTABLE")
                for level, row, stands in zip(self.levels, self.frequencies, self.stable)]  # fmt: skip
        return "\n".join([head, *rows])


def at_levels(model: Model) -> Callable[[float], Model]:
    """The model with the self-stress that stiffens best (`analyse`), for a largest member force (N)."""
    found = analyse(model)
    if not found.static:
        raise ModelError(no_state(found))
    best = found.prestress if found.prestress.any() else found.self_stresses[:, 0]
    refuse_pushing(found, best)
    return lambda level: with_tensions(found.structure, level / np.abs(best).max() * best)


def sweep(model: Model, levels: Sequence[float], *, count: int = 6) -> Sweep:
    """The lowest `count` frequencies for each level: the self-stress that stiffens best (`analyse`), with this largest member force, about the drawn shape."""
    some = None if isinstance(levels, (str, Mapping)) or not hasattr(levels, "__len__") else list(levels)
    if not some:
        raise ModelError(Fault("sweep", f"levels = {shown(levels)} are not possible", "", "give some, as in [20, 50, 100]"))  # fmt: skip
    why = "it is the largest force of a member"
    wanted = np.array([number(model.scope(), "sweep", "level = {} N", level, why) for level in some])
    if not isinstance(count, (int, np.integer)) or isinstance(count, bool) or count < 1:
        raise ModelError(Fault("sweep", f"count = {shown(count)} is not possible", "", "give 1 or more"))
    made, rows, stands = at_levels(model), [], []
    for level in wanted:
        seen = modes(made(float(level)))
        frequencies = np.sort(seen.frequencies)
        rows.append(frequencies[frequencies > STILL * frequencies.max(initial=0.0)])
        stands.append(seen.stable)
    most = min(count, *(len(row) for row in rows))
    if not most:
        raise SolveError(f"{model.name}: nothing vibrates")
    return Sweep(model, wanted, np.array([row[:most] for row in rows]), np.array(stands))
