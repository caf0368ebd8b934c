"""Records of addresses and counts: how tables reach the kernels."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from vazba._jit.plain import field_of, record_at

Kinds = dict[str, "np.dtype[Any] | None"]  # what each array holds; None: it depends on the model, and `of` tells


class Record(ModuleType):
    """A type of record that holds where arrays stand and how long they are (fields `x` and `n_x`), whole numbers, and its own address (`here`).

    A field knows what its array holds: `WORK = record("WORK", each(F8, "phi", "nu") | {"states": STATE})`. In a kernel `w = WORK.at(address)` is the
    record there, and `WORK.phi(w)` the array. To the translator it is a module, whose functions are looked up while compiling.
    """

    def __init__(self, name: str, kinds: Kinds, whole: tuple[str, ...]) -> None:
        super().__init__(f"vazba.records.{name}")
        keys = [*(key for field in kinds for key in (field, f"n_{field}")), *whole, "here"]
        self.dtype: np.dtype[np.void] = np.dtype([(key, "i8") for key in keys])
        self.kinds, self.whole, self.at = kinds, whole, record_at(self.dtype)
        for field, kind in kinds.items():
            if field in self.__dict__:
                raise ValueError(f"{field} means something else in a record")
            if kind is not None:
                setattr(self, field, field_of(self.dtype, field, kind))

    def with_kinds(self, name: str, **kinds: Any) -> Record:
        """The same record where arrays that depend on the model hold this."""
        return Record(name, self.kinds | {field: np.dtype(kind) for field, kind in kinds.items()}, self.whole)


def record(name: str, arrays: Mapping[str, Any], *whole: str) -> Record:
    """A type of record: its name, what each of its arrays holds, and its whole numbers (see `Record`)."""
    return Record(name, {field: None if kind is None else np.dtype(kind) for field, kind in arrays.items()}, whole)


def each(kind: Any, *names: str) -> dict[str, Any]:
    """Several arrays of a record that hold the same."""
    return dict.fromkeys(names, kind)


def packed(kind: Record, arrays: dict[str, Any], **numbers: int) -> Any:
    """One record of that type for these arrays (one-dimensional, contiguous); the caller keeps the arrays alive."""
    place, kinds = _places(kind.dtype), kind.kinds
    values = [0] * len(place)
    for name, array in arrays.items():
        if array.ndim != 1 or not array.flags.c_contiguous:
            raise ValueError(f"{name} is not a contiguous vector")
        wanted, dtype = kinds[name], array.dtype
        if dtype is not wanted and wanted is not None and dtype != wanted:
            raise TypeError(f"{name} of {kind.__name__} is to hold {wanted}, not {dtype}")
        k, count = place[name], len(array)
        values[k], values[k + 1] = address_of(array) if count else _NOWHERE, count
    for name, number in numbers.items():
        values[place[name]] = number
    held = np.array(values, np.int64)  # whole: far faster than field by field
    held[-1] = address_of(held)
    return fields_of(kind.dtype, held)


@cache
def _places(dtype: np.dtype[np.void]) -> dict[str, int]:
    """Place of each field of a record of addresses."""
    return {name: k for k, name in enumerate(dtype.names or ())}


def fields_of(dtype: np.dtype[np.void], held: Any) -> Any:
    """The record that stands at the beginning of an array, which it keeps alive: its fields are attributes, at a tenth of the time `np.record` takes."""
    return _structure(dtype).from_buffer(held)


@cache
def _structure(dtype: np.dtype[np.void]) -> Any:
    kinds = {"i": ctypes.c_int64, "f": ctypes.c_double}
    fields = [(name, kinds[dtype[name].kind]) for name in dtype.names or ()]
    if dtype.itemsize != 8 * len(fields):
        raise TypeError("fields of a record are numbers of eight bytes")
    return type("Fields", (_Fields,), {"_fields_": fields, "__slots__": ()})


class _Fields(ctypes.Structure):
    """A record whose fields are attributes, and items by their names."""

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


F8, I4 = np.dtype(np.float64), np.dtype(np.int32)
_from_buffer, _addressof = ctypes.c_byte.from_buffer, ctypes.addressof
_NOTHING = np.zeros(8)
_NOWHERE = int(_NOTHING.ctypes.data)  # of arrays that hold nothing


def address_of(array: Any) -> int:
    """Where the numbers of an array stand: as `array.ctypes.data`, in a quarter of the time."""
    if not array.size:
        return _NOWHERE
    try:
        return _addressof(_from_buffer(array))
    except TypeError:  # nobody may write there
        return int(array.ctypes.data)


LINE = 64  # bytes of a line of the processor's cache


def on_lines(table: Any) -> Any:
    """A copy that begins at a line of the processor's cache: records of whole lines then touch no more than they must."""
    if not table.size:
        return table
    room = np.zeros(table.nbytes + LINE, np.uint8)
    copy = np.ndarray(len(table), table.dtype, room, -address_of(room) % LINE)
    copy[:] = table
    return copy


class Template:
    """A record and its arrays as they are now, from which others are made: all arrays are copied at once, each to the beginning of a line."""

    def __init__(self, kind: Record, arrays: Mapping[str, Any], held: Any) -> None:
        place, self.dtype, self.size = _places(kind.dtype), kind.dtype, 0
        self.parts: list[tuple[str, int, np.dtype[Any], int]] = []  # name, length, type, where it stands
        self.values = np.frombuffer(held, np.int64).copy()
        for name, array in arrays.items():
            self.parts.append((name, len(array), array.dtype, self.size))
            self.values[place[name]] = self.size if len(array) else self.values[place[name]]
            self.size += -(-array.nbytes // LINE) * LINE
        self.moved = np.array([place[name] for name, count, _, _ in self.parts if count], np.intp)
        self.bytes = np.zeros(self.size, np.uint8)
        for (_, count, _, at), array in zip(self.parts, arrays.values(), strict=True):
            if count:
                self.bytes[at : at + array.nbytes] = np.ascontiguousarray(array).view(np.uint8)

    def made(self) -> tuple[dict[str, Any], Any]:
        """Copies of the arrays, by name, and the record that tells where they are."""
        room = np.empty(self.size + LINE, np.uint8)
        here = address_of(room)
        first = -here % LINE
        room[first : first + self.size] = self.bytes
        values = self.values.copy()
        values[self.moved] += here + first
        values[-1] = address_of(values)
        arrays = {name: np.ndarray(count, dtype, room, first + at) for name, count, dtype, at in self.parts}
        return arrays, fields_of(self.dtype, values)
