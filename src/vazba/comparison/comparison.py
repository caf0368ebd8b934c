"""What `vz.compare` returns: the runs, how far each is from the reference, and the verdict in words and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from vazba.errors import VazbaError
from vazba.frozen import frozen
from vazba.model import Model
from vazba.result import Result
from vazba.result.agreement import UNITS, Agreement, Apart

AGREES, DIFFERS, OPEN, FAILED, NOT_FOR = "agrees", "DIFFERS", "not judged", "FAILED", "does not apply"


@frozen
class Compared:
    """One method with one integrator: its run and how far it is from the reference."""

    method: str
    integrator: str  # as asked for; `used` tells what `auto` took
    verdict: str  # agrees, DIFFERS, not judged, FAILED, does not apply
    remark: str = ""
    result: Result | None = None
    agreement: Agreement | None = None
    count: int | None = None  # instants over which it was judged; None: all

    @property
    def name(self) -> str:
        """`recursive`, or with an integrator that was asked for `absolute, radau`."""
        return self.method if self.integrator == "auto" else f"{self.method}, {self.integrator}"

    @property
    def used(self) -> str:
        """The integrator that was used."""
        asked = "" if self.integrator == "auto" else self.integrator
        return asked if self.result is None else str(self.result.info.get("integrator", asked))

    @property
    def kinds(self) -> tuple[str, ...]:
        return self.agreement.kinds if self.agreement is not None else ()

    def largest(self, kind: str) -> Apart | None:
        """The largest difference of a kind of quantity over the time that was judged."""
        return self.agreement.largest(kind, self.count) if self.agreement is not None and kind in self.kinds else None

    @property
    def worst(self) -> Apart | None:
        """The relatively largest difference over the time that was judged."""
        return self.agreement.worst(self.count) if self.agreement is not None else None

    @property
    def drift(self) -> float:
        """Largest violation of a constraint, m."""
        return _largest(self.result, "constraint", "position")

    @property
    def balance(self) -> float:
        """How well the energy ledger closes, J."""
        return _largest(self.result, "energy", "balance")

    @property
    def seconds(self) -> float:
        """Time taken in the steps."""
        return float("nan") if self.result is None else float(self.result.info.get("seconds", float("nan")))


@frozen
class Comparison:
    """The answer of `vz.compare`; `print` tells it."""

    model: Model
    tolerance: float  # relative to `scales`
    tolerances: dict[str, float]  # rtol and atol of the runs
    tight: dict[str, float]  # those of the reference, and of reruns
    reference: Result
    scales: dict[str, float]  # the size of each kind of quantity, in its unit
    runs: tuple[Compared, ...]
    notes: tuple[str, ...]
    interrupted: bool = False

    @property
    def agree(self) -> bool:
        """Whether every method and integrator that applies to the model gives the same, within the tolerance."""
        judged = [run for run in self.runs if run.verdict != NOT_FOR]
        whole = self.reference.status == "done" and not self.interrupted
        return whole and bool(judged) and all(run.verdict == AGREES for run in judged)

    @property
    def results(self) -> dict[str, Result]:
        """The results by method (`recursive`) and integrator (`absolute, radau`); `reference` is the one all are compared with."""
        found = {run.name: run.result for run in self.runs if run.result is not None}
        return {"reference": self.reference, **found}

    @property
    def kinds(self) -> tuple[str, ...]:
        """What was compared."""
        return tuple(kind for kind in UNITS if any(kind in run.kinds for run in self.runs))

    def rows(self) -> Iterator[tuple[Compared, Apart]]:
        """Each run and each kind of quantity with its largest difference."""
        for run in self.runs:
            for kind in run.kinds:
                found = run.largest(kind)
                if found is not None:
                    yield run, found

    @property
    def summary(self) -> str:
        """The verdict, what differs most, what was not compared, and why."""
        return "\n".join([self.verdict, *self.remarks()])

    @property
    def verdict(self) -> str:
        """One line."""
        words = {
            name: [run.name for run in self.runs if run.verdict == name] for name in (AGREES, DIFFERS, OPEN, FAILED)
        }
        if self.agree:
            worst = max((run.worst.relative for run in self.runs if run.verdict == AGREES and run.worst), default=0.0)
            return f"{self.model.name}: all agree within {self.tolerance:g}; the largest difference is {worst:.1e}"
        if self.interrupted:
            return f"{self.model.name}: the comparison was stopped"
        if self.reference.status != "done":
            return f"{self.model.name}: the reference run did not come to its end"
        parts = [f"{verdict}: {'; '.join(names)}" for verdict, names in words.items() if names and verdict != AGREES]
        return f"{self.model.name}: they do NOT agree within {self.tolerance:g}. {'. '.join(parts)}"

    def remarks(self) -> list[str]:
        """What is to be said of single runs, and of the whole."""
        out = []
        for run in self.runs:
            if run.verdict in (DIFFERS, OPEN) and run.worst is not None:
                out.append(f"{run.name} differs most in {run.worst}")
            if run.remark:
                out.append(f"{run.name} {run.verdict}{', ' if run.verdict == AGREES else ': '}{run.remark}")
        return out + list(self.notes)

    def __str__(self) -> str:
        kinds = self.kinds
        cells = [["method", "integrator", *kinds, "drift [m]", "time [s]", ""]]
        for run in self.runs:
            found = [run.largest(kind) for kind in kinds]
            differences = ["" if row is None else f"{row.relative:.0e}" for row in found]
            cells.append([run.method, run.used, *differences, _shown(run.drift), _shown(run.seconds, "g"), run.verdict])
        wide = [max(len(row[k]) for row in cells) for k in range(len(cells[0]))]
        table = ["  ".join(cell.ljust(w) for cell, w in zip(row, wide)).rstrip() for row in cells]
        return "\n".join([*table, self.summary])

    def to_dataframe(self) -> Any:
        """One row for each run and kind of quantity, as a pandas DataFrame."""
        try:
            import pandas
        except ImportError as error:
            raise VazbaError(f"this needs pandas: pip install 'vazba[tables]' ({error})") from error
        columns = ["method", "integrator", "kind", "relative", "difference", "unit", "element", "quantity", "time",
                   "drift", "balance", "seconds", "verdict", "remark"]  # fmt: skip
        made: list[tuple[Any, ...]] = []
        for run in self.runs:
            after = (run.drift, run.balance, run.seconds, run.verdict, run.remark)
            rows = [row for row in map(run.largest, run.kinds) if row is not None]
            held = [(r.kind, r.relative, r.difference, r.unit, r.element, r.quantity, r.time) for r in rows]
            nothing = ("", np.nan, np.nan, "", "", "", np.nan)
            made += [(run.method, run.used, *row, *after) for row in held or [nothing]]
        return pandas.DataFrame(made, columns=columns)


def _largest(result: Result | None, kind: str, quantity: str) -> float:
    values = result.data.get(kind, {}).get(quantity) if result is not None else None
    return float("nan") if values is None or not values.size else float(np.abs(values).max())


def _shown(value: float, form: str = "e") -> str:
    return "" if np.isnan(value) else f"{value:.1e}" if form == "e" else f"{value:.2g}"
