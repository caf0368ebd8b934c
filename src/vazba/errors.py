"""What can go wrong, said so that a mechanical engineer can mend it.

A wrong model is a list of `Fault` (all of them at once) inside one `ModelError`. A model that cannot be put together is an
`AssemblyError`, a run that cannot go on a `SolveError`. Each knows the exit code the command line ends with.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from difflib import get_close_matches
from typing import ParamSpec, TypeVar

from vazba.frozen import frozen

P = ParamSpec("P")
T = TypeVar("T")


@frozen
class Fault:
    """One thing wrong with the input: where it stands, what it is, why it cannot be, and how to mend it."""

    element: str  # "body crank", "joint A", "parameter a", "" for the file as a whole
    what: str
    why: str = ""
    remedy: str = ""
    file: str | None = None
    line: int | None = None

    def __str__(self) -> str:
        place = "" if self.file is None else (f"{self.file}:{self.line}: " if self.line else f"{self.file}: ")
        subject = f"{self.element}: " if self.element else ""
        return place + subject + "; ".join(part for part in (self.what, self.why, self.remedy) if part)

    def at(self, file: str | None, line: int | None) -> Fault:
        """The same fault with a place, unless it has one."""
        return self if self.file is not None else replace(self, file=file, line=line)


class VazbaError(Exception):
    """Base of all errors of this package."""

    exit_code = 3


class ModelError(VazbaError):
    """The input is wrong; `faults` lists everything that is."""

    exit_code = 2

    def __init__(self, faults: Fault | Iterable[Fault]) -> None:
        self.faults: tuple[Fault, ...] = (faults,) if isinstance(faults, Fault) else tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


def gathered(faults: list[Fault], call: Callable[P, T], *args: P.args, **options: P.kwargs) -> T | None:
    """What a call returns; where the input is wrong its faults are added to `faults`, so that others can be looked for."""
    try:
        return call(*args, **options)
    except ModelError as error:
        faults.extend(error.faults)
        return None


class AssemblyError(VazbaError):
    """The joints and drivers cannot all be satisfied; `gaps` ranks what stays open: (element, gap, unit)."""

    def __init__(self, message: str, gaps: Iterable[tuple[str, float, str]] = ()) -> None:
        self.gaps = tuple(gaps)
        super().__init__(message)


class SolveError(VazbaError):
    """A run could not go on; `result` holds what was computed before."""

    def __init__(self, message: str, result: object = None) -> None:
        self.result = result
        super().__init__(message)


class VazbaWarning(UserWarning):
    """A run ended early, or something about a result deserves a look."""


def suggestion(word: str, known: Iterable[str]) -> str:
    """`did you mean 'x'?` where a known word is close, otherwise the known words (if they are few)."""
    choices = sorted(str(k) for k in known)
    small = {choice.lower(): choice for choice in reversed(choices)}
    close = get_close_matches(str(word), choices, n=1, cutoff=0.6)
    close = close or [small[found] for found in get_close_matches(str(word).lower(), small, n=1, cutoff=0.6)]
    if close:
        return f"did you mean '{close[0]}'?"
    if not choices:
        return ""
    return "known: " + ", ".join(choices[:12]) + (", ..." if len(choices) > 12 else "")


class Wrong(Exception):  # noqa: N818  (not an error of a run: a remark about one value, turned into a `Fault`)
    """One value is wrong: what, why and how to mend it. Whoever knows the element and the line makes a `Fault` of it."""

    def __init__(self, what: str, why: str = "", remedy: str = "") -> None:
        self.what, self.why, self.remedy = what, why, remedy
        super().__init__("; ".join(part for part in (what, why, remedy) if part))

    def fault(self, element: str, file: str | None = None, line: int | None = None) -> Fault:
        """The same remark as a fault of an element."""
        return Fault(element, self.what, self.why, self.remedy, file, line)
