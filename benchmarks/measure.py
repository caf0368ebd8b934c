"""Timing helpers shared by the benchmarks, and the tables they leave for the page docs/speed.md."""

from __future__ import annotations

import csv
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

TABLES = Path(__file__).parents[1] / "docs" / "speed"
COLUMNS = ("case", "who", "CPU time", "error", "times vazba's")
NOTED: list[tuple[str, ...]] = []  # rows of the benchmark that runs
JUDGED: list[tuple[str, str]] = []  # its targets, and what came out


def least_cpu(job: Callable[[], Any], repeat: int = 5) -> tuple[float, Any]:
    """Least CPU seconds of several runs, and the last outcome; one run before is not counted (caches, compiling)."""
    outcome, best = job(), float("inf")
    for _ in range(repeat):
        start = time.process_time()
        outcome = job()
        best = min(best, time.process_time() - start)
    return best, outcome


def in_turns(jobs: dict[str, Callable[[], Any]], turns: int = 7) -> tuple[dict[str, float], dict[str, Any]]:
    """Least CPU seconds of each job, and what each gave last. They take turns, so that a busy machine slows all of them alike."""
    found = {name: job() for name, job in jobs.items()}
    least = dict.fromkeys(jobs, float("inf"))
    for _ in range(turns):
        for name, job in jobs.items():
            start = time.process_time()
            found[name] = job()
            least[name] = min(least[name], time.process_time() - start)
    return least, found


def row(*cells: object, widths: tuple[int, ...] = (38, 14, 14, 14)) -> None:
    """One line of a table."""
    print("  " + "".join(str(cell).ljust(width) for cell, width in zip(cells, widths, strict=False)))


def duration(seconds: float) -> str:
    """Seconds in the unit that suits them, three digits."""
    for size, unit in ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs")):
        if seconds >= size or unit == "µs":
            return f"{seconds / size:.3g} {unit}"
    return ""


def note(case: str, who: str, seconds: float | str, error: str = "", ratio: float | None = None) -> None:
    """A row of the page: what was measured, of whom, and how many times what vazba needs it is."""
    said = seconds if isinstance(seconds, str) else duration(seconds)
    NOTED.append((case, who, said, error, "" if ratio is None else f"{ratio:.2g}"))


def verdict(met: bool | None, target: str) -> bool:
    """Say whether a target is met; `None`: it cannot be told, which is neither."""
    said = "not judged" if met is None else "met" if met else "MISSED"
    print(f"  target {target}: {said}")
    JUDGED.append((target, said.lower()))
    return met is not False


def write_tables(name: str) -> None:
    """What the benchmark of that name has noted, as tables of the page; those of other benchmarks stay as they are."""
    TABLES.mkdir(exist_ok=True)
    if NOTED:
        _write(TABLES / f"{name}.csv", [COLUMNS, *NOTED])
    path = TABLES / "targets.csv"
    kept = []
    if path.exists():
        with path.open(newline="", encoding="utf-8") as file:
            kept = [line for line in csv.reader(file) if line and line[0] not in (name, "benchmark")]
    if JUDGED:
        kept += [[name, *pair] for pair in JUDGED]
    _write(path, [("benchmark", "target", "verdict"), *sorted(kept, key=lambda line: line[0])])
    NOTED.clear()
    JUDGED.clear()


def _write(path: Path, rows: list[Any]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
