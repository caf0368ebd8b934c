"""How the commands speak: plain text and tables on stdout, notes and errors on stderr, readable when piped."""

from __future__ import annotations

import functools
import io
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from vazba.progress import duration as duration

if TYPE_CHECKING:
    from rich.console import Console

WIDE = 4000  # columns where the output is no terminal: nothing is folded or cut


@functools.cache
def _plain() -> type[Console]:
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Plain


def console(stderr: bool = False) -> Console:
    """A console for what `sys.stdout` or `sys.stderr` is now; texts of the user are never read as markup."""
    stream = sys.stderr if stderr else sys.stdout
    if stream is None:  # closed by whoever started the program
        return _plain()(file=io.StringIO(), width=WIDE, markup=False, highlight=False, emoji=False)
    wide = None if stream.isatty() else WIDE
    return _plain()(stderr=stderr, width=wide, markup=False, highlight=False, emoji=False)


_LAST: dict[bool, tuple[Any, Console]] = {}  # consoles that lines were last written to, and their streams


def _line(text: str, style: str | None, stderr: bool) -> None:
    stream, held = sys.stderr if stderr else sys.stdout, _LAST.get(stderr)
    if held is None or held[0] is not stream or stream is None:
        held = _LAST[stderr] = stream, console(stderr)
    held[1].print(text, style=style, soft_wrap=True)


def say(text: str = "", style: str | None = None) -> None:
    """A line on stdout."""
    _line(text, style, False)


def note(text: str, style: str | None = None) -> None:
    """A line on stderr."""
    _line(text, style, True)


def complain(text: str) -> None:
    """A line on stderr that says what is wrong."""
    note(text, "red")


def warn(texts: Iterable[str]) -> None:
    """Warnings on stderr."""
    for text in texts:
        note(f"warning: {text}", "yellow")


def table(title: str, headings: Sequence[str], rows: Iterable[Sequence[Any]], right: Iterable[int] = ()) -> None:
    """A table on stdout. Texts are folded between words where the terminal is narrow; nothing is cut, and numbers (the
    columns `right`) are not folded."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    cells = [[str(cell) for cell in row] for row in rows]
    sheet = Table(box=SIMPLE_HEAD, title=Text(title, "bold"), title_justify="left", pad_edge=False, show_edge=False,
                  padding=(0, 1, 0, 0))  # fmt: skip
    needed = 0
    for k, (heading, *column) in enumerate(zip(headings, *cells)):
        numbers = k in set(right)
        words = [heading, *column] if numbers else [word for cell in (heading, *column) for word in cell.split()]
        least = max((len(word) for word in words), default=1)
        sheet.add_column(Text(heading), justify="right" if numbers else "left", min_width=least, overflow="fold")
        needed += least + 2
    for row in cells:
        sheet.add_row(*(Text(cell) for cell in row))
    out = console()
    out.width = max(out.width, needed)
    out.print()
    out.print(sheet)


def pairs(rows: Iterable[tuple[str, str]]) -> None:
    """Names and values in two columns on stdout."""
    held = list(rows)
    wide = max((len(name) for name, _ in held), default=0)
    for name, value in held:
        say(f"  {name:<{wide}}  {value}")


def counted(count: int, noun: str) -> str:
    """`1 fault`, `3 faults`."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def taken(elapsed: float) -> str:
    """The time a command took, and how much of it went into building kernels for the first time."""
    from vazba._jit.builder import SECONDS

    building = f", of it {duration(sum(SECONDS))} for building kernels, once" if SECONDS else ""
    return f"{duration(elapsed)}{building}"
