"""What a fit has found."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.frozen import frozen
from vazba.model import Model
from vazba.result import Result

Array = NDArray[np.float64]


@frozen
class Fit:
    """Parameters that bring a model closest to measured columns.

    `values`, `intervals` and `deviations` by parameter; `noise` and `residuals` (measured less computed) by column. `unidentifiable`: combinations of
    parameters that the data do not tell, each as a table of relative changes that leave all columns as they are.
    """

    model: Model  # with the values found
    parameters: tuple[str, ...]
    start: Mapping[str, float]
    values: Mapping[str, float]
    deviations: Mapping[str, float]  # standard deviations; infinite where the data do not tell
    intervals: Mapping[str, tuple[float, float]]
    confidence: float
    correlation: Array
    columns: tuple[str, ...]
    time: Array
    residuals: Mapping[str, Array]
    noise: Mapping[str, float]  # standard deviation of the residuals of each column
    unidentifiable: tuple[Mapping[str, float], ...]
    result: Result  # the run with the values found, at the measured instants
    status: str
    message: str
    warnings: tuple[str, ...] = ()
    info: Mapping[str, Any] = field(default_factory=dict)

    @property
    def ok(self) -> bool:
        """Whether it has come to its end."""
        return self.status == "done"

    def __getitem__(self, name: str) -> float:
        return self.values[name]

    def __repr__(self) -> str:
        parts = ", ".join(f"{name} = {self.values[name]:.6g} +- {self._half(name):.2g}" for name in self.parameters)
        return f"<Fit {self.model.name!r}: {parts}; {self.status}>"

    def _half(self, name: str) -> float:
        low, high = self.intervals[name]
        return 0.5 * (high - low)

    def rows(self) -> list[tuple[str, float, float, float, float]]:
        """`(parameter, value, lower and upper end of its interval, start)`."""
        return [(name, self.values[name], *self.intervals[name], self.start[name]) for name in self.parameters]

    def to_dict(self) -> dict[str, Any]:
        """Everything but the run, as numbers and texts."""
        found: dict[str, Any] = {
            "model": self.model.name, "status": self.status, "message": self.message, "warnings": list(self.warnings), "confidence": self.confidence,
            "parameters": {
                name: {"value": value, "lower": low, "upper": high, "start": start, "deviation": self.deviations[name]}
                for name, value, low, high, start in self.rows()
            },
            "correlation": self.correlation.tolist(), "noise": dict(self.noise), "unidentifiable": [dict(one) for one in self.unidentifiable],
            **self.info,
        }  # fmt: skip
        return found

    def save(self, path: str | Path) -> Path:
        """Write it as .json."""
        from vazba.files.atomic import write_whole

        return write_whole(path, json.dumps(_plain(self.to_dict()), indent=1) + "\n")

    def plot(self, path: str | Path | None = None) -> Any:
        """A matplotlib figure: measured and computed columns, and below them what is left; saved where a path is given."""
        from vazba.figures.residuals import draw_residuals

        return draw_residuals(self, path)


def _plain(value: Any) -> Any:
    """Infinite numbers as texts: JSON has none."""
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, float) and not np.isfinite(value):
        return str(value)
    return value
