"""Progress bars on stderr, only where somebody looks."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from vazba.cli.say import console, duration

Step = Callable[[float, float], None]
WINDOW = 5.0  # s over which the pace is taken


def _nothing(done: float, total: float) -> None:  # noqa: ARG001
    """Nobody looks."""


class Pace:
    """How much is done in a second of late: what went before (reading, compiling) does not count."""

    def __init__(self, clock: Callable[[], float] = time.perf_counter) -> None:
        self._clock = clock
        self._seen: deque[tuple[float, float]] = deque()

    def __call__(self, done: float) -> float | None:
        """The pace when `done` is reached; None as long as it is not known."""
        now = self._clock()
        self._seen.append((now, done))
        while len(self._seen) > 2 and now - self._seen[1][0] > WINDOW:
            self._seen.popleft()
        then, before = self._seen[0]
        return (done - before) / (now - then) if now > then and done > before else None


@contextmanager
def progress(title: str, describe: Callable[[float, float, float | None], str]) -> Iterator[Step]:
    """A bar that `step(done, total)` moves; `describe(done, total, pace)` is the text beside it."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield _nothing
        return
    from rich.progress import BarColumn, Progress, TextColumn

    pace = Pace()
    text = TextColumn("{task.fields[said]}", markup=False)
    columns = (TextColumn(title, markup=False), BarColumn(30), text)
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=1.0, said="")

        def step(done: float, total: float) -> None:
            bar.update(task, completed=done, total=max(total, 1e-300), said=describe(done, total, pace(done)))

        yield step


def simulated(done: float, total: float, pace: float | None) -> str:
    """`1.2 of 10 s, 35 times real time, 3 s left`."""
    if done >= total:
        return "collecting the results"
    reached = f"{done:.4g} of {total:.4g} s"
    return reached if pace is None else f"{reached}, {speed(pace)}, {duration((total - done) / pace)} left"


def frames(done: float, total: float, pace: float | None) -> str:
    """`12 of 60 frames, 3 s left`."""
    reached = f"{done:.0f} of {total:.0f} frames"
    return reached if pace is None else f"{reached}, {duration((total - done) / pace)} left"


def speed(ratio: float) -> str:
    """How fast against the real mechanism: simulated seconds in a second."""
    return f"{ratio:.3g} times real time" if ratio < 1e4 else f"{ratio:.0f} times real time"
