"""What values in kernels are, for the translator: numbers, tuples, arrays and records, each as a few numbers in registers.

A value has a kind and its parts: one register (or constant) of LLVM for each number it is made of. A tuple is the parts of its items one after the other,
an array an address and its lengths, a record an address. What is known while translating (constants, functions, modules) is kept beside it.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any

import numpy as np


class KernelError(Exception):
    """What stands in a kernel is not in its language."""


@dataclass(frozen=True)
class Kind:
    """A number: its name, and its parts in the types of LLVM."""

    name: str
    parts: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class TupleKind:
    """Several values side by side."""

    items: tuple[AnyKind, ...]

    @property
    def parts(self) -> tuple[str, ...]:
        return tuple(part for item in self.items for part in item.parts)

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.items))})"


@dataclass(frozen=True)
class ArrayKind:
    """A contiguous array: where it stands, and its one or two lengths."""

    dtype: np.dtype[Any]
    dimensions: int

    @property
    def parts(self) -> tuple[str, ...]:
        return ("ptr", *("i64",) * self.dimensions)

    def __str__(self) -> str:
        return f"array of {self.dtype.str if self.dtype.names is None else 'records ' + _marked(self.dtype)} [{self.dimensions}]"


@dataclass(frozen=True)
class RecordKind:
    """A record: where it stands."""

    dtype: np.dtype[Any]
    parts: tuple[str, ...] = ("ptr",)

    def __str__(self) -> str:
        return f"record {_marked(self.dtype)}"


AnyKind = Kind | TupleKind | ArrayKind | RecordKind
INT, FLOAT, BOOL = Kind("int", ("i64",)), Kind("float", ("double",)), Kind("bool", ("i1",))
COMPLEX, NOTHING = Kind("complex", ("double", "double")), Kind("nothing", ())
THING = Kind("thing", ())  # a function, a module, a type: known while translating, and no number
NUMBERS = (BOOL, INT, FLOAT, COMPLEX)  # from the narrowest to the widest
WORDS = {"int64": INT, "float64": FLOAT, "void": NOTHING}  # of signatures


@dataclass(frozen=True)
class Value:
    """A value in the course of a kernel; `known`: its constant; `natural`: a whole number that is never negative."""

    kind: AnyKind
    parts: tuple[str, ...]
    known: Any = None
    natural: bool = False

    @property
    def only(self) -> str:
        (part,) = self.parts
        return part


ZERO, ONE = Value(INT, ("0",), 0, True), Value(INT, ("1",), 1, True)


def _marked(dtype: np.dtype[Any]) -> str:
    return f"{dtype.descr} {dtype.itemsize}"


def double(x: float) -> str:
    """A constant of LLVM, to the bit."""
    return "0x" + struct.pack(">d", x).hex().upper()


def constant(value: Any) -> Value | None:
    """A number or a tuple of numbers as a value; None for anything else."""
    if isinstance(value, (bool, np.bool_)):
        return Value(BOOL, ("true" if value else "false",), bool(value))
    if isinstance(value, (int, np.integer)):
        return Value(INT, (str(int(value)),), int(value), int(value) >= 0)
    if isinstance(value, (float, np.floating)):
        return Value(FLOAT, (double(float(value)),), float(value))
    if isinstance(value, (complex, np.complexfloating)):
        return Value(COMPLEX, (double(float(value.real)), double(float(value.imag))), complex(value))
    if isinstance(value, tuple):
        items = [constant(item) for item in value]
        if all(item is not None for item in items):
            return tuple_of([item for item in items if item is not None])
    return None


def tuple_of(items: list[Value]) -> Value:
    """Values side by side."""
    return Value(TupleKind(tuple(item.kind for item in items)), tuple(part for item in items for part in item.parts))


def items_of(value: Value) -> list[Value]:
    """The items of a tuple."""
    if not isinstance(value.kind, TupleKind):
        raise KernelError(f"{value.kind} has no items that are known by number")
    found, at = [], 0
    for kind in value.kind.items:
        parts = value.parts[at : at + len(kind.parts)]
        at += len(kind.parts)
        found.append(_item(kind, parts))
    return found


def _item(kind: AnyKind, parts: tuple[str, ...]) -> Value:
    if kind is INT and parts[0].lstrip("-").isdigit():
        return Value(kind, parts, int(parts[0]), int(parts[0]) >= 0)
    return Value(kind, parts)


def joined(a: AnyKind, b: AnyKind) -> AnyKind:
    """The kind that holds values of both; raises where there is none."""
    if a == b:
        return a
    if isinstance(a, Kind) and isinstance(b, Kind) and a in NUMBERS and b in NUMBERS:
        return NUMBERS[max(NUMBERS.index(a), NUMBERS.index(b))]
    if isinstance(a, TupleKind) and isinstance(b, TupleKind) and len(a.items) == len(b.items):
        return TupleKind(tuple(joined(x, y) for x, y in zip(a.items, b.items, strict=True)))
    raise KernelError(f"is {a} here and {b} there")
