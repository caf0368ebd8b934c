"""`vz.sweep_modes`: frequencies against a parameter of a model: speed of a rotor (Campbell's picture), prestress, stiffness, load."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.errors import Fault, ModelError, SolveError, suggestion
from vazba.frozen import frozen
from vazba.model import Model
from vazba.statics.mode_results import Modes
from vazba.statics.modes import MOTION, modes

Array = NDArray[np.float64]
COUNT = 12
COLUMNS = ("mode", "kind", "frequency", "omega", "damping", "growth", "whirl", "speed")


@frozen
class ModeSweep:
    """Modes at several values of a parameter: `for modes in sweep`, `sweep.frequencies` (values x modes, Hz)."""

    model: Model
    parameter: str
    values: Array
    found: tuple[Modes, ...]
    warnings: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Modes]:
        return iter(self.found)

    def __getitem__(self, k: int) -> Modes:
        return self.found[k]

    @property
    def frequencies(self) -> Array:
        """Frequencies (of damped ones those of the oscillation), Hz: a row for each value, the lowest first; nan where there are fewer modes."""
        rows = [[mode.damped_frequency for mode in found] for found in self.found]
        out = np.full((len(rows), max(map(len, rows), default=0)), np.nan)
        for k, row in enumerate(rows):
            out[k, : len(row)] = row
        return out

    @property
    def speeds(self) -> Array:
        """Of the steady motions, rad/s; zeros about rest."""
        return np.array([found.speed for found in self.found])

    def critical(self) -> list[tuple[float, int]]:
        """Where a frequency meets the speed of rotation: values of the parameter (by straight lines between those looked at), and the mode."""
        out, f = [], self.frequencies - self.speeds[:, None] / (2 * np.pi)
        for column in range(f.shape[1] if self.speeds.any() else 0):
            for k in range(len(f) - 1):
                a, b = f[k, column], f[k + 1, column]
                if a > 0 >= b or a < 0 <= b:
                    out.append(
                        (float(self.values[k] + (self.values[k + 1] - self.values[k]) * a / (a - b)), column + 1)
                    )
        return sorted(out)

    def columns(self) -> dict[str, list[Any]]:
        """A row for each mode at each value."""
        first = self.parameter if self.parameter not in COLUMNS else f"parameter {self.parameter}"
        out: dict[str, list[Any]] = {first: []} | {name: [] for name in COLUMNS}
        for value, found in zip(self.values, self.found, strict=True):
            for mode in found:
                row = (
                    mode.number,
                    mode.kind,
                    mode.damped_frequency,
                    mode.omega,
                    mode.damping,
                    mode.growth,
                    mode.whirl,
                    found.speed,
                )
                out[first].append(float(value))
                for name, cell in zip(COLUMNS, row, strict=True):
                    out[name].append(cell)
        return out

    def __str__(self) -> str:
        f = self.frequencies
        ends = f"{self.values[0]:g} to {self.values[-1]:g}"
        lines = [f"{self.model.name}: modes at {len(self)} values of {self.parameter}, {ends}"]
        for k in range(f.shape[1]):
            lines.append(f"  mode {k + 1}: {f[0, k]:.6g} Hz to {f[-1, k]:.6g} Hz")
        lines += [
            f"  mode {mode} meets the speed of rotation at {self.parameter} = {value:.6g}"
            for value, mode in self.critical()
        ]
        return "\n".join(lines + [f"  warning: {text}" for text in self.warnings])

    def save(self, path: str | Path) -> None:
        """Write to .csv: a row for each mode at each value."""
        from vazba.files.modes import write_table

        write_table(self.columns(), path)

    def picture(self, path: str | Path | None = None) -> Any:
        """Frequencies over the parameter; with the speed of rotation, where there is one: Campbell's picture (.png, .svg, .pdf)."""
        from vazba.figures.campbell import campbell

        return campbell(self, path)


def sweep_modes(
    model: Model,
    parameter: str,
    values: Sequence[float] | Array,
    *,
    at: str = "auto",
    t: float = 0.0,
    count: int = COUNT,
    made: Callable[[float], Model] | None = None,
) -> ModeSweep:
    """`vz.modes` of the model with each of these values of a parameter; `at` as there, `auto` about the motion where velocities are described.

    `made`: the model for a value, where it is not that with another parameter.
    A value at which there are none (nothing balances, the joints do not close) has no modes and a warning.
    """
    if made is None and parameter not in model.parameters:
        known = suggestion(parameter, model.parameters) if model.parameters else "give the model parameters"
        raise ModelError(Fault("sweep", f"the model has no parameter '{parameter}'", "", known))
    numbers = np.asarray(values, float)
    if not numbers.size or not np.isfinite(numbers).all():
        raise ModelError(
            Fault("sweep", "there are no values to sweep over", "", "give numbers, as numpy.linspace(0, 300, 31)")
        )
    found, remarks = [], []
    models = [made(float(x)) if made else model.with_parameters(**{parameter: float(x)}) for x in numbers]
    place = _place(models, at, t)
    for value, one in zip(numbers, models, strict=True):
        try:
            found.append(modes(one, at=place, t=t, count=count))
        except SolveError as error:
            remarks.append(f"{parameter} = {value:g}: {error}")
            continue
        remarks += found[-1].warnings
    if not found:
        raise SolveError(f"there are no modes at any value of {parameter}: {remarks[0]}")
    kept = [value for value in numbers if not any(text.startswith(f"{parameter} = {value:g}: ") for text in remarks)]
    return ModeSweep(model, parameter, np.array(kept), tuple(found), tuple(dict.fromkeys(remarks)))


def _place(models: list[Model], at: str, t: float) -> str:
    """About the motion, where the model describes one at some value."""
    if at != "auto":
        return at
    from vazba.case.beam_start import compiled
    from vazba.kinematic.evaluate import evaluate_position, work_for

    for one in (models[-1], models[0]):
        system = compiled(one, t)
        work = work_for(system)
        evaluate_position(system, work, system.q0, t)
        if system.v0.any() or work.nu.any():
            return MOTION
    return at
