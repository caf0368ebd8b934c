"""What every motion law is: a record of what the user wrote that can be lowered to numbers for the kernel.

A record made in Python may hold expression texts over parameters; `resolve(scope)` gives the same record in plain
numbers and raises `Wrong` where that cannot be. `lower()` then turns it into one of three numeric forms.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from vazba.element import Number, Scope, shown
from vazba.errors import Wrong, suggestion
from vazba.expressions import Program
from vazba.frozen import frozen

PROGRAM, PIECES, POINTER = 0, 1, 2

Values = NDArray[np.float64]


@frozen
class Lowered:
    """A motion law as numbers.

    PROGRAM: `ops` and `numbers` of a stack machine. PIECES: `pieces` polynomials of `width` coefficients; `numbers`
    holds the start of each piece, then the coefficients of each in powers of `t - start`; the first piece also holds
    before its start, the last one for ever. POINTER: C addresses of `f`, `f'`, `f''`, 0 where to be differenced;
    `alive` keeps them valid.
    """

    kind: int
    ops: NDArray[np.int32] = field(default_factory=lambda: np.zeros(0, np.int32))
    numbers: Values = field(default_factory=lambda: np.zeros(0))
    pieces: int = 0
    width: int = 0
    addresses: tuple[int, int, int] = (0, 0, 0)
    alive: tuple[object, ...] = ()
    in_python: tuple[str, ...] = ()  # what is to be said of functions that are not compiled
    slots: tuple[tuple[int, str], ...] = ()  # of the numbers: columns that are written there

    @staticmethod
    def from_program(program: Program) -> Lowered:
        """Code of an expression in `t`."""
        return Lowered(PROGRAM, program.ops, program.numbers, slots=program.slots)

    @staticmethod
    def from_pieces(starts: Sequence[float], coefficients: Sequence[Sequence[float]] | Values) -> Lowered:
        """Polynomials one after another."""
        rows = np.array(coefficients, np.float64)
        numbers = np.concatenate([np.array(starts, np.float64), rows.ravel()])
        return Lowered(PIECES, numbers=numbers, pieces=rows.shape[0], width=rows.shape[1])


@frozen
class Motion(ABC):
    """A law f(t) with its first and second time derivative; f in rad or m, t in s."""

    key: ClassVar[str] = ""  # the word for it in files

    @classmethod
    @abstractmethod
    def from_raw(cls, raw: Any) -> Motion:
        """The record from what stands behind its key in a file; raises `Wrong`."""

    @abstractmethod
    def resolve(self, scope: Scope) -> Motion:
        """The same law with all expressions over parameters replaced by numbers; raises `Wrong`."""

    @abstractmethod
    def lower(self) -> Lowered:
        """The law as numbers for the kernel; the record must be resolved."""

    @abstractmethod
    def to_raw(self) -> Any:
        """What `read_motion` makes this law from again, fit for a TOML file."""

    @classmethod
    @abstractmethod
    def example(cls, rng: np.random.Generator) -> Self:
        """A random valid instance, for tests that hold for every law."""

    @property
    def columns(self) -> tuple[str, ...]:
        """Columns of the result it depends on, beside the time."""
        return ()

    def span(self) -> tuple[float, float]:
        """Times between which the law is known."""
        return -math.inf, math.inf

    def breaks(self) -> tuple[float, ...]:
        """Times at which f'' jumps."""
        return ()

    def at(self, t: float | Sequence[float] | Values) -> tuple[Values, Values, Values]:
        """f, f', f'' at one or many times (arrays shaped as `t`)."""
        from vazba.motion.kernels import LawTable, motions_over

        table = LawTable()
        index = table.add(self.resolve(Scope()))
        times = np.asarray(t, np.float64)
        f, f1, f2 = motions_over(*table.arrays(), index, times.ravel())
        return f.reshape(times.shape), f1.reshape(times.shape), f2.reshape(times.shape)


def keys_of(cls: type[Motion], raw: Any, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, Any]:
    """The entries of an inline table after checking their names."""
    word = cls.key
    form = f"{word} = {{{', '.join([*required, *optional])}}}"
    if not isinstance(raw, Mapping):
        raise Wrong(f"{word} = {shown(raw)} is not a table of values", remedy=f"write {form}")
    for key in raw:
        if key not in required and key not in optional:
            raise Wrong(f"{word} has the unknown key '{key}'", remedy=suggestion(str(key), [*required, *optional]))
    missing = [key for key in required if key not in raw]
    if missing:
        raise Wrong(f"{word} lacks {' and '.join(missing)}", remedy=f"write {form}")
    return dict(raw)


def named(scope: Scope, name: str, raw: Any) -> float:
    """A number; what is wrong with it is said with its name."""
    try:
        return scope.number(raw)
    except Wrong as wrong:
        raise Wrong(f"{name}: {wrong.what}", wrong.why, wrong.remedy) from wrong


def numbers(scope: Scope, name: str, raw: Any) -> tuple[float, ...]:
    """A list of numbers; what is wrong with one is said with its place in the list."""
    flat = raw.ndim == 1 if isinstance(raw, np.ndarray) else isinstance(raw, Sequence) and not isinstance(raw, str)
    if not flat:
        raise Wrong(f"{name} = {shown(raw)} is not a list of numbers")
    return tuple(named(scope, f"{name}[{k}]", item) for k, item in enumerate(raw, start=1))


def plain(raw: Any) -> Any:
    """Numbers and lists as a TOML writer takes them."""
    if isinstance(raw, (list, tuple, np.ndarray)):
        return [plain(item) for item in raw]
    return raw if isinstance(raw, (str, int, float)) and not isinstance(raw, np.generic) else float(raw)


__all__ = [
    "PIECES",
    "POINTER",
    "PROGRAM",
    "Lowered",
    "Motion",
    "Number",
    "Scope",
    "Values",
    "keys_of",
    "named",
    "numbers",
    "plain",
]
