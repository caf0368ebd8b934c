"""`vz.compare_beams`: the same mechanism with its beams rigid, of rigid finite elements, of shapes and of nodal coordinates."""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Sequence
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from vazba.beams.beam import MODELS
from vazba.errors import Fault, ModelError, VazbaError, suggestion
from vazba.frozen import frozen
from vazba.kinematic.run import Progress
from vazba.model import Model
from vazba.result import Result
from vazba.simulation.simulate import simulate

Array = NDArray[np.float64]
COMPARED = ("rigid", "rfe", "modal", "ancf")  # `natural` moves as `rfe` does


@frozen
class BeamComparison:
    """Runs of one model by the models of its beams; `print` it for a table."""

    model: Model
    results: dict[str, Result]
    failures: dict[str, str] = field(default_factory=dict)

    @property
    def points(self) -> tuple[str, ...]:
        """The points that are compared: those of the model, or the ends of its beams."""
        first = next(iter(self.results.values()))
        named = tuple(first.names.get("point", ()))
        return named or tuple(name for name in first.names.get("station", ()) if self._in_all(name))

    def _in_all(self, name: str) -> bool:
        return all(name in result.names.get("station", ()) for result in self.results.values())

    def apart(self, one: str, other: str, point: str) -> Array:
        """Distance of a point between two of the runs over time, m."""
        a, b = self.results[one], self.results[other]
        count = min(len(a), len(b))
        axes = "xyz"[: self.model.dimension]
        return np.asarray(
            np.sqrt(sum((getattr(a[point], axis)[:count] - getattr(b[point], axis)[:count]) ** 2 for axis in axes))
        )

    def largest(self, one: str, other: str) -> tuple[float, str]:
        """Largest distance of any of the points, and which."""
        found = [(float(self.apart(one, other, name).max(initial=0.0)), name) for name in self.points]
        return max(found, default=(0.0, ""))

    def rows(self) -> list[tuple[str, ...]]:
        """For each run: largest distance to every other, drift, balance, steps, time."""
        words = list(self.results)
        out = []
        for word, result in self.results.items():
            cells = ["" if other == word else f"{self.largest(word, other)[0]:.2e}" for other in words]
            info = result.info
            balance = float(np.abs(result["energy"].balance).max(initial=0.0))
            drift = float(np.abs(result["constraint"].position).max(initial=0.0))
            cells += [f"{drift:.0e}", f"{balance:.0e}", str(info["steps"]), f"{info['seconds']:.3f}"]
            out.append((word, *cells))
        return out

    @property
    def headings(self) -> tuple[str, ...]:
        return ("beams", *(f"to {word} [m]" for word in self.results), "drift [m]", "balance [J]", "steps", "time [s]")

    def __str__(self) -> str:
        table = [self.headings, *self.rows()]
        widths = [max(len(row[k]) for row in table) for k in range(len(self.headings))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table
        ]
        return "\n".join(
            [f"{self.model.name}: largest distance of {', '.join(self.points[:6])}", *lines, *self.remarks()]
        )

    def remarks(self) -> list[str]:
        """What could not be run, and what is to be said of what was."""
        said = [f"{word}: {text}" for word, result in self.results.items() for text in result.warnings]
        return [*said, *(f"{word}: {why}" for word, why in self.failures.items())]


def with_beams(model: Model, word: str) -> Model:
    """A copy of a model in which all beams that are not rigid are computed as said."""
    out = copy.copy(model)
    out.beams = {
        name: beam if beam.model == "rigid" else dataclasses.replace(beam, model=word)
        for name, beam in model.beams.items()
    }
    return out


def compare_beams(
    model: Model, until: float | None = None, every: float | None = None, *, models: Sequence[str] = COMPARED, integrator: str | None = None,
    rtol: float | None = None, atol: float | None = None, progress: Progress | None = None,
) -> BeamComparison:  # fmt: skip
    """Run a model with its elastic beams computed in each of `models`, and tell how far its points are apart. `print` the answer for a table."""
    if not any(beam.model != "rigid" for beam in model.beams.values()):
        raise ModelError(
            Fault("compare", "the model has no elastic beams", "", 'add [beams.NAME], or give one model = "rfe"')
        )
    for word in models:
        if word not in MODELS:
            raise ModelError(Fault("compare", f"beams cannot be computed as {word!r}", "", suggestion(word, MODELS)))
    results: dict[str, Result] = {}
    failures: dict[str, str] = {}
    for word in models:
        try:
            result = simulate(
                with_beams(model, word), until, every, integrator=integrator, rtol=rtol, atol=atol, progress=progress
            )
        except VazbaError as error:
            failures[word] = str(error).splitlines()[0]
            continue
        results[word] = result
        if result.status == "failed":
            failures[word] = result.message
        if result.status == "interrupted":
            break
    if not results:
        raise ModelError([Fault(f"beams as {word}", why) for word, why in failures.items()])
    return BeamComparison(model, results, failures)
