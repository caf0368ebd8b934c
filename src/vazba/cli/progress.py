"""Progress bars on stderr, only where somebody looks."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vazba.cli.say import console, duration

Step = Callable[[float, float], None]


def _nothing(done: float, total: float) -> None:  # noqa: ARG001
    """Nobody looks."""


@contextmanager
def progress(title: str, describe: Callable[[float, float, float], str]) -> Iterator[Step]:
    """A bar that `step(done, total)` moves; `describe(done, total, seconds)` is the text beside it."""
    if not sys.stderr.isatty():
        yield _nothing
        return
    from rich.progress import BarColumn, Progress, TextColumn

    started = time.perf_counter()
    text = TextColumn("{task.fields[said]}", markup=False)
    columns = (TextColumn(title, markup=False), BarColumn(30), text)
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0, said="")

        def step(done: float, total: float) -> None:
            said = describe(done, total, time.perf_counter() - started)
            bar.update(task, completed=done, total=max(total, 1e-300), said=said)

        yield step


def simulated(done: float, total: float, seconds: float) -> str:
    """`1.2 of 10 s, 35 times real time, 3 s left`."""
    if done >= total:
        return "collecting the results"
    left = seconds * (total - done) / done if done > 0 else 0.0
    return f"{done:.4g} of {total:.4g} s, {speed(done, seconds)}, {duration(left)} left"


def frames(done: float, total: float, seconds: float) -> str:
    """`12 of 60 frames, 3 s left`."""
    left = seconds * (total - done) / done if done > 0 else 0.0
    return f"{done:.0f} of {total:.0f} frames, {duration(left)} left"


def speed(simulated_seconds: float, seconds: float) -> str:
    """How fast against the real mechanism."""
    ratio = simulated_seconds / max(seconds, 1e-9)
    return f"{ratio:.3g} times real time" if ratio < 1e4 else f"{ratio:.0f} times real time"
