"""ENTERED: laws of files of their own. One is three boundaries and a name; an element gives it by `Law(ENTERED, entered=...)`.

    tension(l, l', t, numbers) -> F          numbers: the address of the six constants K, B, l0, lower, upper, 0
    slope(l, l', t, numbers, of_rate) -> dF/dl, or dF/dl' where `of_rate` is not zero
    energy(l, t, numbers) -> what it stores

Of the power `F l'` taken from the bodies, what is not stored is dissipated: `lost = (F - dE/dl) l'`, with the conservative part by `tension` at rest.
"""

from __future__ import annotations

import numpy as np

from vazba._jit import Boundary, caller, inlined, view_of
from vazba.frozen import frozen

TENSION = "float64(float64, float64, float64, int64)"
SLOPE = "float64(float64, float64, float64, int64, int64)"
ENERGY = "float64(float64, float64, int64)"
call_tension, call_slope, call_energy = caller(TENSION), caller(SLOPE), caller(ENERGY)
KERNELS = np.dtype([("tension", "i8"), ("slope", "i8"), ("energy", "i8"), ("numbers", "f8", 6)], align=True)
_NUMBERS = int(KERNELS.fields["numbers"][1]) if KERNELS.fields else 24  # where its constants stand
kernels_at = view_of(KERNELS)


@frozen
class EnteredLaw:
    """The boundaries of a law."""

    name: str
    tension: Boundary
    slope: Boundary
    energy: Boundary

    def table(self, *numbers: float) -> np.ndarray:
        """Its record for one element; the caller keeps it alive."""
        record = np.zeros(1, KERNELS)
        record[0]["tension"], record[0]["slope"], record[0]["energy"] = (
            self.tension.address, self.slope.address, self.energy.address,
        )  # fmt: skip
        record[0]["numbers"][: len(numbers)] = numbers
        return record


@inlined
def tension(path, t):  # type: ignore[no-untyped-def]
    return call_tension(kernels_at(path.pointer, 1)[0].tension, path.length, path.rate, t, path.pointer + _NUMBERS)


@inlined
def slopes(path, t):  # type: ignore[no-untyped-def]
    kernel, numbers = kernels_at(path.pointer, 1)[0].slope, path.pointer + _NUMBERS
    k = call_slope(kernel, path.length, path.rate, t, numbers, 0)
    return k, call_slope(kernel, path.length, path.rate, t, numbers, 1)


@inlined
def powers(path, t):  # type: ignore[no-untyped-def]
    still = call_tension(kernels_at(path.pointer, 1)[0].tension, path.length, 0.0, t, path.pointer + _NUMBERS)
    return 0.0, (path.tension - still) * path.rate, 0.0


@inlined
def energy(path, t):  # type: ignore[no-untyped-def]
    return call_energy(kernels_at(path.pointer, 1)[0].energy, path.length, t, path.pointer + _NUMBERS)
