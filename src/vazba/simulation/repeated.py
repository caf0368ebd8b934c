"""The same run again and again with other parameters: only some columns are looked at, and nothing is told of what is the same every time."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vazba.case.again import Again
from vazba.case.prepare import prepared
from vazba.case.starting import start_of
from vazba.equations.tables import dynamics_of
from vazba.equations.verbs import EXTRA
from vazba.errors import Fault, ModelError, SolveError, VazbaWarning, suggestion
from vazba.integrate.run_record import DONE
from vazba.model import Model
from vazba.reporting.columns import Columns, Seen
from vazba.reporting.observe import observed
from vazba.result import Result
from vazba.simulation.run import Run
from vazba.simulation.simulate import run_of

Array = NDArray[np.float64]


class Repeated:
    """Runs of a model over the same instants. `runs(values)` gives columns (instants x columns) for these values of parameters."""

    def __init__(self, model: Model, times: Array, columns: Sequence[str], start: Any = None, **said: Any) -> None:
        self.start, self.said = start, said
        self.times, self.columns = np.ascontiguousarray(times, float), tuple(columns)
        begin = start_of(model, start, float(self.times[0]))
        self.settings, _, _, _ = prepared(model, float(self.times[-1]), None, begin.time, **said)
        self.again, self.count = Again(model, begin.time), 0

    def __call__(self, values: Mapping[str, float]) -> Array:
        """Columns at all instants; raises `SolveError` where a run cannot be made to its end, `ModelError` where a value is not allowed."""
        self.count += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", VazbaWarning)
            run, q = self._run(values, told=False)
            run._set_up(q)
            _, code, interrupted = run._integrate(None)
            if interrupted:
                raise KeyboardInterrupt
            if code != DONE:
                said = ", ".join(f"{name} = {value:.6g}" for name, value in values.items())
                raise SolveError(f"with {said}: {run._why(code)}")
            return self._columns(run)

    def result(self, values: Mapping[str, float]) -> Result:
        """The whole run."""
        run, q = self._run(values, told=True)
        return run.result(q, None)

    def _run(self, values: Mapping[str, float], told: bool) -> tuple[Run, Array]:
        system = self.again.system(values)
        begin = start_of(system.described, self.start, float(self.times[0]))
        return run_of(system, dynamics_of(system), begin, self.times, self.settings, told)

    def _columns(self, run: Run) -> Array:
        columns = Columns(run.system, self.columns)
        if columns.whole:
            kept = run._report(self.times)
            found = Result(
                run.system.described,
                self.times,
                kept.data,
                kept.names,
                kept.units,
                absent=kept.absent,
                state=kept.state,
            )
            unknown = [name for name in self.columns if name not in found or "." not in name]
            if unknown:
                raise ModelError(
                    [
                        Fault("columns", f"'{name}' is no column of this model", "", suggestion(name, found.columns))
                        for name in unknown
                    ]
                )
            return np.column_stack([found[name] for name in self.columns])
        parts = []
        for k, (form, first, states) in enumerate(run.segments):
            last = run.segments[k + 1][1] if k + 1 < len(run.segments) else len(self.times)
            here, n = states[: last - first], states.shape[1] - len(form.work.turns)
            y, turns = np.ascontiguousarray(here[:, :n]), np.ascontiguousarray(here[:, n:])
            stored, more, _, written = observed(form, self.times[first:last], y, turns, run.passed)
            parts.append(
                columns.of(Seen(run.system, form, self.times[first:last], stored, more, written, y[:, n - EXTRA :]))
            )
        return np.concatenate(parts)
