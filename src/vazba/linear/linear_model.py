"""What `vz.linearize` returns."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import VazbaError
from vazba.frozen import frozen
from vazba.model import Model

Array = NDArray[np.float64]
NOTHING = 1e-9  # of the fastest rate: slower ones are none
SPREAD = 10.0  # times the root of the error of A: what becomes of two rates that are both zero


@frozen(repr=False)
class LinearModel:
    """`x' = A x + B u`, `y = C x + D u`: deviations from a state. Units are those of the columns (m, rad, s, N, N m)."""

    model: Model
    where: str  # in words
    t: float
    A: Array
    B: Array
    C: Array
    D: Array
    states: tuple[str, ...]  # `A.angle` .., then `A.angle_rate` ..
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    input_units: tuple[str, ...]
    acceleration: Array  # of the independent coordinates at the state itself: zero in an equilibrium or a steady motion
    nominal: Array  # inputs at the state
    errors: dict[str, float]  # of A, B, C, D: estimate, as a part of the largest entry
    off: float  # the same of A, in its units
    warnings: tuple[str, ...] = ()

    @property
    def error(self) -> float:
        """Estimate of the largest relative error of the matrices: derivatives are differences."""
        return max(self.errors.values(), default=0.0)

    @cached_property
    def eigenvalues(self) -> NDArray[np.complex128]:
        """Of A, 1/s, the slowest first. Ignorable coordinates (a cart along its rail, a spin) are kept, as 0."""
        from scipy.linalg import eigvals

        if not len(self.A):
            return np.zeros(0, complex)
        found = np.asarray(eigvals(self.A), complex)
        nothing = max(NOTHING * float(np.abs(found).max()), SPREAD * float(np.sqrt(self.off)))
        found[np.abs(found) <= nothing] = 0.0
        order = np.lexsort((np.round(found.imag, 9), np.round(found.real, 9), np.round(np.abs(found), 9)))
        return found[order]

    @property
    def steady(self) -> bool:
        """Whether nothing accelerates at the state itself."""
        scale = float(np.abs(self.A).max(initial=0.0)) + 1.0
        return bool(np.abs(self.acceleration).max(initial=0.0) <= 1e-6 * scale)

    def to_scipy(self) -> Any:
        """As a `scipy.signal.StateSpace`."""
        from scipy.signal import StateSpace

        return StateSpace(self.A, self.B, self.C, self.D)

    def to_control(self) -> Any:
        """As a state-space model of python-control, with the names."""
        try:
            import control  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ImportError as error:
            raise VazbaError(
                f"this needs python-control: pip install control ({error}); to_scipy() does without"
            ) from error
        return control.ss(
            self.A, self.B, self.C, self.D, states=_plain(self.states), inputs=_plain(self.inputs), outputs=_plain(self.outputs), name="vazba",
        )  # fmt: skip

    def save(self, path: str | Path) -> None:
        """Write to .mat (Matlab, Octave), .npz (NumPy) or .json."""
        from vazba.files.linear import write

        write(self, path)

    def __repr__(self) -> str:
        return f"<LinearModel {self.model.name!r}, {self.where}: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs>"

    def _repr_html_(self) -> str:
        """In a notebook: the words, and the four matrices to be opened."""
        from vazba.viewer.notebook import lines, matrix

        x, u, y = self.states, self.inputs, self.outputs
        parts = (("A", "states to rates", self.A, x, x), ("B", "inputs to rates", self.B, x, u), ("C", "states to outputs", self.C, y, x),
                 ("D", "inputs to outputs", self.D, y, u))  # fmt: skip
        return lines(str(self).splitlines()) + "".join(matrix(*part) for part in parts if part[2].size)

    def __str__(self) -> str:
        lines = [
            repr(self)[1:-1],
            f"  states: {', '.join(self.states)}",
            f"  inputs: {', '.join(self.inputs) or 'none'}",
        ]
        lines += [f"  outputs: {', '.join(self.outputs) or 'none'}"]
        lines += [
            "  eigenvalues (1/s): "
            + ", ".join(f"{s.real:.6g}{s.imag:+.6g}i" if s.imag else f"{s.real:.6g}" for s in self.eigenvalues)
        ]
        return "\n".join([*lines, *(f"  warning: {text}" for text in self.warnings)])


def _plain(names: tuple[str, ...]) -> list[str]:
    """Names without dots, which python-control keeps for itself."""
    return [name.replace(".", "_") for name in names]
