"""The tools of kernels as plain Python: decorators that only mark, views of memory, calls through addresses.

Kernels compile from the same sources in worker processes (`language/` knows these tools by their marks). What stands here is what the sources
mean: `NUMBA_DISABLE_JIT=1` runs it.
"""

from __future__ import annotations

import ctypes
import operator
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
IN_PYTHON: dict[int, Callable[..., Any]] = {}  # boundaries that run as Python, by what stands for their address
WAITING: list[
    Callable[[], None]
] = []  # not empty while addresses are handed out whose code is being built: call it before calling one
CTYPES: dict[str, Any] = {"int64": ctypes.c_int64, "float64": ctypes.c_double, "void": None}


def types_of(signature: str) -> tuple[str, tuple[str, ...]]:
    """`void(int64, float64)` as `("void", ("int64", "float64"))`."""
    result, _, rest = signature.partition("(")
    return result.strip(), tuple(word.strip() for word in rest.rstrip(") ").split(",") if word.strip())


def prototype(signature: str) -> Any:
    """The ctypes type of a boundary."""
    result, arguments = types_of(signature)
    return ctypes.CFUNCTYPE(CTYPES[result], *(CTYPES[word] for word in arguments))


def _marked(how: str) -> Callable[[F], F]:
    def mark(function: F) -> F:
        function.__kernel__ = how  # type: ignore[attr-defined]
        return function

    return mark


jit: Callable[[F], F] = _marked("jit")
summing: Callable[[F], F] = _marked("summing")
inlined: Callable[[F], F] = _marked("inlined")


def caller(signature: str) -> Callable[..., Any]:
    """A function `(address, *arguments)` that calls a boundary of that signature from inside a kernel."""
    kind = prototype(signature)
    whole = [word == "int64" for word in types_of(signature)[1]]

    def call(address: int, *arguments: Any) -> Any:
        here = IN_PYTHON.get(int(address))
        if here is not None:
            return here(*arguments)
        if WAITING:
            WAITING[0]()
        return kind(int(address))(*(int(x) if is_whole else float(x) for is_whole, x in zip(whole, arguments)))

    call.__calls__ = signature  # type: ignore[attr-defined]
    return call


def view_of(dtype: Any) -> Callable[[int, int], Any]:
    """A function `(address, count) -> array` of that type, for use inside kernels.

    Tables reach the kernels as one record of addresses and counts: passing thirty arrays one by one makes each call and each
    compilation several times as expensive (an array is seven numbers, and its owner is counted).
    """
    dtype = np.dtype(dtype)

    def view(address: int, count: int) -> Any:
        if count == 0:
            return np.zeros(0, dtype).view(np.recarray) if dtype.names else np.zeros(0, dtype)
        raw = (ctypes.c_byte * (int(count) * dtype.itemsize)).from_address(int(address))
        array = np.frombuffer(raw, dtype)
        return array.view(np.recarray) if dtype.names else array

    view.__views__ = dtype  # type: ignore[attr-defined]
    return view


def matrix_of(dtype: Any) -> Callable[[int, int, int], Any]:
    """A function `(address, rows, columns) -> matrix`, as `view_of`."""
    vector = view_of(dtype)

    def matrix(address: int, rows: int, columns: int) -> Any:
        return vector(address, rows * columns).reshape(rows, columns)

    matrix.__views__ = np.dtype(dtype)  # type: ignore[attr-defined]
    return matrix


def record_at(dtype: np.dtype[np.void]) -> Callable[[int], Any]:
    """A function `address -> record` of that type."""
    vector = view_of(dtype)

    def at(address: int) -> Any:
        return vector(address, 1)[0]

    at.__views__ = dtype  # type: ignore[attr-defined]
    return at


def field_of(dtype: np.dtype[np.void], name: str, kind: np.dtype[Any]) -> Callable[[Any], Any]:
    """A function `record -> array` of the array a record of addresses holds under that name, of that kind."""
    vector, count = view_of(kind), f"n_{name}"

    def field(held: Any) -> Any:
        return vector(held[name], held[count])

    field.__views__ = kind  # type: ignore[attr-defined]
    field.__place__ = dtype.fields[name][1]  # type: ignore[attr-defined, index]
    return field


get = operator.getitem
put = operator.setitem


def call_address(address: int, x: float) -> float:
    """`f(x)` for the compiled (or Python) function whose C address is in a table."""
    return float(_FUNCTION(int(address))(x))


def call_law(address: int, length: float, rate: float, t: float, q: int, v: int, nq: int, nv: int) -> float:
    """`f(length, rate, t)` or `f(length, rate, t, q, v)` for the function whose C address is in a table; q and v are addresses."""
    return float(_LAW(int(address))(length, rate, t, int(q), int(v), int(nq), int(nv)))


FUNCTION, LAW = "float64(float64)", "float64(float64, float64, float64, int64, int64, int64, int64)"
_FUNCTION, _LAW = prototype(FUNCTION), prototype(LAW)
call_address.__calls__ = FUNCTION  # type: ignore[attr-defined]
call_law.__calls__ = LAW  # type: ignore[attr-defined]
