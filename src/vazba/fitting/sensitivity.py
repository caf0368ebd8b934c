"""`vz.sensitivity`: derivatives of results by parameters, with their error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.case.prepare import require_model
from vazba.errors import Fault, ModelError, suggestion
from vazba.frozen import frozen
from vazba.kinematic.run import time_grid
from vazba.model import Model
from vazba.simulation.repeated import Repeated

Array = NDArray[np.float64]
RTOL, ATOL = 1e-11, 1e-13
FIRST, TRIES = 1e-2, 3  # of a parameter: the first step; how often it is made ten times shorter
UNIT = 1.0  # what a parameter that is zero is measured by


@frozen
class Sensitivity:
    """`d(output)/d(parameter)` over time: `s["tool.x", "k"]`; `s.error["tool.x", "k"]` estimates how far it may be off."""

    model: Model
    time: Array
    outputs: tuple[str, ...]
    parameters: tuple[str, ...]
    values: Array  # the outputs themselves (instants x outputs)
    derivatives: Array  # instants x outputs x parameters
    errors: Array  # as these
    at: Mapping[str, float]  # values of the parameters
    runs: int = 0

    def __getitem__(self, key: tuple[str, str]) -> Array:
        return self._of(self.derivatives, key)

    @property
    def error(self) -> Mapping[tuple[str, str], Array]:
        """Errors by output and parameter."""
        return {(o, p): self.errors[:, i, j] for i, o in enumerate(self.outputs) for j, p in enumerate(self.parameters)}

    def _of(self, array: Array, key: tuple[str, str]) -> Array:
        output, parameter = key
        for name, known in ((output, self.outputs), (parameter, self.parameters)):
            if name not in known:
                raise KeyError(f"there is no '{name}'; {suggestion(name, known)}")
        return np.asarray(array[:, self.outputs.index(output), self.parameters.index(parameter)])

    @property
    def largest(self) -> dict[tuple[str, str], float]:
        """What a change of a parameter by all of its value would do to an output at most, to first order."""
        size = np.abs(self.derivatives).max(axis=0) * np.array([abs(self.at[p]) or UNIT for p in self.parameters])
        return {(o, p): float(size[i, j]) for i, o in enumerate(self.outputs) for j, p in enumerate(self.parameters)}

    def to_dataframe(self) -> Any:
        """A table with the time and one column `d(output)/d(parameter)` for each pair."""
        import pandas as pd

        columns = {f"d({o})/d({p})": self[o, p] for o in self.outputs for p in self.parameters}
        return pd.DataFrame({"time": self.time, **columns})


def named_parameters(model: Model, parameters: Iterable[str] | str | None) -> dict[str, float]:
    """Parameters by name with their values; without names all that are given as plain numbers. Raises `ModelError`."""
    known = model.scope([]).parameters
    free = [name for name, raw in model.parameters.items() if isinstance(raw, Real) and not isinstance(raw, bool)]
    names = (
        free if parameters is None else [parameters] if isinstance(parameters, str) else list(dict.fromkeys(parameters))
    )
    if not names:
        raise ModelError(
            Fault("parameters", "the model has none", "there is nothing to change", "name numbers in [parameters]")
        )
    faults = [
        Fault(
            f"parameter {name}",
            "there is no such parameter",
            "",
            suggestion(name, model.parameters) if model.parameters else "add it to [parameters]",
        )
        for name in names
        if name not in known
    ]
    if faults:
        raise ModelError(faults)
    return {name: float(known[name]) for name in names}


def sensitivity(
    model: Model, outputs: Iterable[str] | str, parameters: Iterable[str] | str | None = None, until: float | None = None, every: float | None = None, *,
    start: Any = None, start_time: float | None = None, method: str | None = None, integrator: str | None = None, rtol: float = RTOL, atol: float = ATOL,
) -> Sensitivity:  # fmt: skip
    """Derivatives of columns of a run by parameters, over time, and their error.

    `outputs`: columns (`"tool.x"`, `"A.angle"`, `"rope.force"`); `parameters`: names in `[parameters]`, without them all that are plain numbers. Runs with
    parameters a little larger and smaller are made, with tight tolerances; Richardson's extrapolation of central differences, with the step whose
    extrapolations agree best, gives the derivative and its error.
    """
    require_model(model)
    at = named_parameters(model, parameters)
    names = (outputs,) if isinstance(outputs, str) else tuple(outputs)
    times = time_grid(model, until, every, start_time or 0.0)
    runs = Repeated(model, times, names, start, method=method, integrator=integrator, rtol=rtol, atol=atol)
    values = runs(at)
    scale = np.abs(values).max(axis=0)
    found = [derivative(runs, at, name, scale) for name in at]
    return Sensitivity(
        model, times, names, tuple(at), values, np.stack([d for d, _ in found], axis=2), np.stack([e for _, e in found], axis=2), at, runs.count,
    )  # fmt: skip


def derivative(runs: Repeated, at: Mapping[str, float], name: str, scale: Array) -> tuple[Array, Array]:
    """`d(columns)/d(name)`, and its error: from central differences over h and h/2, of several h the best at each instant."""
    size = abs(at[name]) or UNIT
    noise = runs.settings.rtol * scale + runs.settings.atol
    best: tuple[Array, Array] | None = None
    for k in range(TRIES):
        h = size * FIRST * 10.0**-k
        d1, d2 = (_central(runs, at, name, step) for step in (h, 0.5 * h))
        finer, off = (4.0 * d2 - d1) / 3.0, np.abs(d2 - d1) / 3.0
        off = off * np.minimum(1.0, 0.1 + np.abs(d2 - d1) / (np.abs(d2) + 1e-300)) + 4.0 * noise / h
        if best is None:
            best = finer, off
        else:
            better = off < best[1]
            best = np.where(better, finer, best[0]), np.where(better, off, best[1])
    assert best is not None
    return best


def _central(runs: Repeated, at: Mapping[str, float], name: str, h: float) -> Array:
    up, down = ({**at, name: at[name] + sign * h} for sign in (1.0, -1.0))
    return np.asarray((runs(up) - runs(down)) / (2.0 * h))
