"""Arrays and records in memory, for the translator: where an item stands, what is read there and what is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from vazba._jit.language.arithmetic import converted
from vazba._jit.language.emitter import Emitter
from vazba._jit.language.kinds import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    ArrayKind,
    KernelError,
    RecordKind,
    Value,
    constant,
    items_of,
    joined,
)

FEW = 4  # items of a tuple that are told apart faster than through memory


def view(dtype: np.dtype[Any], address: str, lengths: Sequence[str]) -> Value:
    """An array of that type at an address."""
    return Value(ArrayKind(dtype, len(lengths)), (address, *lengths))


def index_of(e: Emitter, index: Value, length: str) -> str:
    """A place in an array; negative numbers count from its end."""
    if index.kind is BOOL:
        index = converted(e, index, INT)
    if index.kind is not INT:
        raise KernelError(f"a place in an array is a whole number, not {index.kind}")
    if index.natural:
        return index.only
    if index.known is not None:
        return e.made(f"add i64 {length}, {index.only}")
    below = e.made(f"icmp slt i64 {index.only}, 0")
    behind = e.made(f"add i64 {index.only}, {length}")
    return e.made(f"select i1 {below}, i64 {behind}, i64 {index.only}")


def item(e: Emitter, array: Value, indices: Sequence[Value]) -> Value | tuple[np.dtype[Any], str]:
    """A row of a matrix as an array, or the type and address of a single item."""
    kind = array.kind
    assert isinstance(kind, ArrayKind)
    base, lengths = array.parts[0], array.parts[1:]
    if len(indices) > kind.dimensions:
        raise KernelError(f"{kind} has {kind.dimensions} lengths")
    flat = index_of(e, indices[0], lengths[0])
    for k in range(1, kind.dimensions):
        flat = e.made(f"mul i64 {flat}, {lengths[k]}")
        if k < len(indices):
            flat = e.made(f"add i64 {flat}, {index_of(e, indices[k], lengths[k])}")
    return_row = len(indices) < kind.dimensions
    place = pointer(e, kind.dtype, base, flat)
    return view(kind.dtype, place, lengths[len(indices) :]) if return_row else (kind.dtype, place)


def pointer(e: Emitter, dtype: np.dtype[Any], base: str, index: str) -> str:
    """The address of an item of an array."""
    if dtype.names is None and dtype.kind == "f":
        return e.made(f"getelementptr inbounds double, ptr {base}, i64 {index}")
    if dtype.names is None and dtype.itemsize == 8:
        return e.made(f"getelementptr inbounds i64, ptr {base}, i64 {index}")
    return e.made(f"getelementptr inbounds [{dtype.itemsize} x i8], ptr {base}, i64 {index}")


def field(e: Emitter, record: Value, name: str) -> tuple[np.dtype[Any], str, int]:
    """Type, address and alignment of a field of a record."""
    kind = record.kind
    assert isinstance(kind, RecordKind)
    if kind.dtype.fields is None or name not in kind.dtype.fields:
        raise KernelError(f"the record has no field {name}; it has {', '.join(kind.dtype.names or ())}")
    dtype, offset = kind.dtype.fields[name][:2]
    place = e.made(f"getelementptr inbounds i8, ptr {record.only}, i64 {offset}") if offset else record.only
    return dtype, place, int(np.gcd(np.gcd(offset, kind.dtype.itemsize), 8))


def read(e: Emitter, dtype: np.dtype[Any], place: str, align: int = 8) -> Value:
    """What stands at an address: a number, a record, or an array inside a record."""
    if dtype.subdtype is not None:
        inner, shape = dtype.subdtype
        if len(shape) > 2:
            raise KernelError(f"arrays in records have one or two lengths, not {shape}")
        return view(inner, place, [str(n) for n in shape])
    if dtype.names is not None:
        return Value(RecordKind(dtype), (place,))
    if dtype.kind == "c":
        second = e.made(f"getelementptr inbounds double, ptr {place}, i64 1")
        return Value(COMPLEX, (_load(e, "double", place, align), _load(e, "double", second, align)))
    if dtype.kind == "f" and dtype.itemsize == 8:
        return Value(FLOAT, (_load(e, "double", place, align),))
    if dtype.kind in "iu":
        return Value(INT, (_widened(e, dtype, place, align),), None, dtype.kind == "u")
    if dtype.kind == "b":
        return Value(BOOL, (e.made(f"icmp ne i8 {_load(e, 'i8', place, 1)}, 0"),))
    raise KernelError(f"numbers of type {dtype} are not read in kernels")


def _load(e: Emitter, kind: str, place: str, align: int) -> str:
    size = {"double": 8, "i64": 8, "i32": 4, "i16": 2, "i8": 1}[kind]
    return e.made(f"load {kind}, ptr {place}, align {min(align, size)}")


def _widened(e: Emitter, dtype: np.dtype[Any], place: str, align: int) -> str:
    bits = 8 * dtype.itemsize
    found = _load(e, f"i{bits}", place, align)
    return found if bits == 64 else e.made(f"{'sext' if dtype.kind == 'i' else 'zext'} i{bits} {found} to i64")


def write(e: Emitter, dtype: np.dtype[Any], place: str, value: Value, align: int = 8) -> None:
    """Put a number (or a whole record) at an address."""
    if dtype.names is not None:
        if value.kind != RecordKind(dtype):
            raise KernelError(f"a record is written over by one of the same type, not by {value.kind}")
        e.declare("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
        e.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {place}, ptr {value.only}, i64 {dtype.itemsize}, i1 false)")
    elif dtype.kind == "c":
        real, imaginary = converted(e, value, COMPLEX).parts
        second = e.made(f"getelementptr inbounds double, ptr {place}, i64 1")
        e.line(f"store double {real}, ptr {place}, align {min(align, 8)}")
        e.line(f"store double {imaginary}, ptr {second}, align {min(align, 8)}")
    elif dtype.kind == "f" and dtype.itemsize == 8:
        e.line(f"store double {converted(e, value, FLOAT).only}, ptr {place}, align {min(align, 8)}")
    elif dtype.kind in "iub":
        if value.kind not in (INT, BOOL):
            raise KernelError(f"{value.kind} is written where whole numbers stand: say int(..)")
        bits, number = 8 * dtype.itemsize, converted(e, value, INT).only
        if bits < 64:
            number = e.made(f"trunc i64 {number} to i{bits}")
        e.line(f"store i{bits} {number}, ptr {place}, align {min(align, dtype.itemsize)}")
    else:
        raise KernelError(f"numbers of type {dtype} are not written in kernels")


def sliced(e: Emitter, array: Value, start: Value, stop: Value | None) -> Value:
    """`array[start:stop]`, as Python counts: never beyond the ends."""
    kind = array.kind
    if not isinstance(kind, ArrayKind):
        raise KernelError(f"{kind} is not cut")
    base, length, *others = array.parts
    first = _within(e, start, length)
    last = _within(e, stop, length) if stop is not None else length
    count = e.made(f"sub i64 {last}, {first}")
    none = e.made(f"icmp slt i64 {count}, 0")
    for across in others:
        first = e.made(f"mul i64 {first}, {across}")
    count = e.made(f"select i1 {none}, i64 0, i64 {count}")
    return view(kind.dtype, pointer(e, kind.dtype, base, first), [count, *others])


def _within(e: Emitter, place: Value, length: str) -> str:
    index = index_of(e, converted(e, place, INT), length)
    beyond = e.made(f"icmp sgt i64 {index}, {length}")
    index = e.made(f"select i1 {beyond}, i64 {length}, i64 {index}")
    if place.natural:
        return index
    below = e.made(f"icmp slt i64 {index}, 0")
    return e.made(f"select i1 {below}, i64 0, i64 {index}")


def chosen(e: Emitter, whole: Value, index: Value) -> Value:
    """An item of a tuple whose number is known only when it runs: of a few one after the other is looked at, many are laid into memory."""
    items = items_of(whole)
    kind = items[0].kind
    for one in items[1:]:
        kind = joined(kind, one.kind)
    parts = [part for one in items for part in converted(e, one, kind).parts]
    if len(set(kind.parts)) != 1 or kind.parts[0] not in ("double", "i64"):
        raise KernelError(f"which item of {whole.kind} must be known")
    word, width = kind.parts[0], len(kind.parts)
    if len(items) <= FEW:
        found = list(parts[-width:])
        for k in range(len(items) - 2, -1, -1):
            this = e.made(f"icmp eq i64 {index_of(e, index, str(len(items)))}, {k}")
            for j in range(width):
                found[j] = e.made(f"select i1 {this}, {word} {parts[k * width + j]}, {word} {found[j]}")
        return Value(kind, tuple(found))
    room = e.room(f"[{len(parts)} x {word}]")
    for k, part in enumerate(parts):
        place = e.made(f"getelementptr inbounds {word}, ptr {room}, i64 {k}")
        e.line(f"store {word} {part}, ptr {place}")
    first = e.made(f"mul i64 {index_of(e, index, str(len(items)))}, {width}")
    found = []
    for k in range(width):
        place = e.made(f"getelementptr inbounds {word}, ptr {room}, i64 {e.made(f'add i64 {first}, {k}')}")
        found.append(e.made(f"load {word}, ptr {place}"))
    return Value(kind, tuple(found))


def constant_array(e: Emitter, array: np.ndarray[Any, Any]) -> Value:
    """An array of the sources as a constant of the object code."""
    words = {"f": "double", "i": "i64"}
    if array.dtype.kind not in words or array.dtype.itemsize != 8 or array.ndim > 2:
        raise KernelError(f"constant arrays hold numbers of eight bytes, not {array.dtype}")
    kind = words[array.dtype.kind]
    numbers = [constant(x) for x in array.ravel().tolist()]
    text = ", ".join(f"{kind} {x.only}" for x in numbers if x is not None)
    name = e.constant_of(f"[{array.size} x {kind}] [{text}]")
    return view(array.dtype, name, [str(n) for n in array.shape])
