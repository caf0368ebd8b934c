"""Timing helpers shared by the benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any


def least_cpu(job: Callable[[], Any], repeat: int = 5) -> tuple[float, Any]:
    """Least CPU seconds of several runs, and the last outcome; one run before is not counted (caches, compiling)."""
    outcome, best = job(), float("inf")
    for _ in range(repeat):
        start = time.process_time()
        outcome = job()
        best = min(best, time.process_time() - start)
    return best, outcome


def row(*cells: object, widths: tuple[int, ...] = (38, 14, 14, 14)) -> None:
    """One line of a table."""
    print("  " + "".join(str(cell).ljust(width) for cell, width in zip(cells, widths, strict=False)))


def verdict(met: bool, target: str) -> bool:
    """Say whether a target is met."""
    print(f"  target {target}: {'met' if met else 'MISSED'}")
    return met
