"""How far long work has come: a bar in a notebook cell or on a terminal alike, and nothing where nobody looks.

Analyses that are called from Python show one by themselves once they have taken a second (`watching`); the commands show theirs from the start.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html import escape
from typing import Any

Step = Callable[[float, float], None]
Words = Callable[[float, float, float | None], str]
WINDOW = 5.0  # s over which the pace is taken
PATIENCE = 1.0  # s of work before a bar is shown unasked
LOOKS = 0.1  # s between two changes of a bar


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


# --- where it is shown ------------------------------------------------------------------------------------------------


def in_notebook() -> bool:
    """Whether this is the kernel of a notebook."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return shell is not None and hasattr(shell, "kernel")


def looked_at() -> bool:
    """Whether somebody sees a bar."""
    return in_notebook() or (sys.stderr is not None and sys.stderr.isatty())


class NotebookBar:
    """A bar in the cell that runs; it goes when the work is done."""

    def __init__(self, title: str) -> None:
        self.title, self._handle = title, None

    def show(self, share: float, said: str) -> None:
        from IPython.display import HTML, display

        shown = HTML(
            f'<div role="status" style="font: 0.9em sans-serif">{escape(self.title)} '
            f'<progress max="1" value="{min(max(share, 0.0), 1.0):.4f}" style="width: 16em; vertical-align: middle"></progress> {escape(said)}</div>'
        )
        if self._handle is None:
            self._handle = display(shown, display_id=True)
        else:
            self._handle.update(shown)

    def close(self) -> None:
        if self._handle is not None:
            from IPython.display import HTML

            self._handle.update(HTML(""))


class TerminalBar:
    """A line on the error stream that goes when the work is done."""

    def __init__(self, title: str) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        text = TextColumn("{task.fields[said]}", markup=False)
        columns = (TextColumn(title, markup=False), BarColumn(30), text)
        console = Console(stderr=True, markup=False, highlight=False, emoji=False)
        self._bar: Any = Progress(*columns, console=console, transient=True)
        self._task = self._bar.add_task("", total=1.0, said="")
        self._bar.start()

    def show(self, share: float, said: str) -> None:
        self._bar.update(self._task, completed=share, said=said)

    def close(self) -> None:
        self._bar.stop()


def bar_for(title: str) -> NotebookBar | TerminalBar:
    """The bar that suits where this runs."""
    return NotebookBar(title) if in_notebook() else TerminalBar(title)


@contextmanager
def progress(title: str, describe: Words, patience: float = 0.0) -> Iterator[Step]:
    """A bar that `step(done, total)` moves; `describe(done, total, pace)` is the text beside it. It comes after `patience` seconds."""
    if not looked_at():
        yield _nothing
        return
    pace, started = Pace(), time.perf_counter()
    bars: list[NotebookBar | TerminalBar] = []
    shown = [-1.0]

    def step(done: float, total: float) -> None:
        now = time.perf_counter()
        if now - started < patience or (now - shown[0] < LOOKS and done < total):
            return
        shown[0] = now
        if not bars:
            bars.append(bar_for(title))
        bars[0].show(done / max(total, 1e-300), describe(done, total, pace(done)))

    if not patience:
        step(0.0, 1.0)
    try:
        yield step
    finally:
        for bar in bars:
            with contextlib.suppress(OSError, ValueError):  # a stream that is closed
                bar.close()


@contextmanager
def watching(given: Step | None, title: str = "moving", describe: Words | None = None) -> Iterator[Step | None]:
    """The callback that was given; where there is none and somebody looks, a bar of its own once the work takes long."""
    if given is not None or not looked_at():
        yield given
        return
    with progress(title, describe or simulated, PATIENCE) as step:
        yield step


def _nothing(done: float, total: float) -> None:  # noqa: ARG001
    """Nobody looks."""


# --- what is said beside it -------------------------------------------------------------------------------------------


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


def duration(seconds: float) -> str:
    """`0.13 s`, `45 s`, `3 min 20 s`, `2 h 5 min`."""
    if seconds < 10:
        return f"{seconds:.2f} s"
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 90:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
