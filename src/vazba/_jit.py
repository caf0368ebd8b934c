"""The package's one way to compile: `from vazba._jit import jit`.

Kernels are compiled by Numba into a cache folder named by a digest of all package sources. Numba's own cache looks only at the
file a kernel stands in: when a kernel in *another* file changes, a cached caller would silently keep the old code. With the
digest in the folder's name a change anywhere gives a new folder; folders not used for a while are removed.

`NUMBA_DISABLE_JIT=1` runs the kernels as plain Python.
"""

from __future__ import annotations

import ctypes
import hashlib
import operator
import os
import shutil
import time
from collections.abc import Callable
from functools import cache, cached_property
from pathlib import Path
from types import FunctionType
from typing import Any, TypeVar

import numpy as np

_KEEP_DAYS = 14.0
_KEEP_NEWEST = 3


def cache_root() -> Path:
    """Folder of all compiled code of this package: `VAZBA_CACHE`, or the user's cache folder."""
    named = os.environ.get("VAZBA_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "vazba"


def sources_digest() -> str:
    """Digest of every source file that holds kernels: changes when any kernel may have changed."""
    here = Path(__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(here.rglob("*.py")):
        text = path.read_bytes()
        if b"_jit" in text:  # a file with kernels
            digest.update(path.relative_to(here).as_posix().encode())
            digest.update(text)
    return digest.hexdigest()


def _prune(root: Path, current: str) -> None:
    """Remove compiled code of older sources: what is neither recent nor among the newest few."""
    try:
        old = sorted((p for p in root.iterdir() if p.is_dir() and p.name != current), key=lambda p: p.stat().st_mtime)
        for folder in old[:-_KEEP_NEWEST] if len(old) > _KEEP_NEWEST else []:
            if time.time() - folder.stat().st_mtime > _KEEP_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)
    except OSError:
        pass  # the cache is a convenience: never a reason to stop


def _prepare() -> Path:
    root, name = cache_root(), sources_digest()
    folder = root / name
    fresh = not folder.is_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if fresh:
            _prune(root, name)
    except OSError:
        pass  # an unwritable home: Numba then compiles without keeping
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    return folder


CACHE = _prepare()

import numba  # noqa: E402  (the cache folder must be named before Numba starts)
from numba.core import cgutils, sigutils  # noqa: E402
from numba.core import types as nb_types  # noqa: E402
from numba.core.registry import CPUDispatcher  # noqa: E402
from numba.extending import intrinsic  # noqa: E402
from numba.np.arrayobj import populate_array  # noqa: E402


def _without_blas() -> None:
    """Numba asks for SciPy's BLAS when the first kernel is loaded: 0.2 s, for products of matrices no kernel here makes.

    It asks again, as it should, when a user's own function multiplies matrices.
    """
    from numba.np import linalg

    asked = getattr(linalg, "ensure_blas", None)
    linalg.ensure_blas = lambda: None
    try:
        import numba.np.arraymath  # noqa: F401
    finally:
        linalg.ensure_blas = asked


_without_blas()

F = TypeVar("F", bound=Callable[..., Any])


_HOW: dict[str, Any] = {
    "cache": True,
    "error_model": "numpy",
    "fastmath": {"contract", "nsz"},
    "no_cfunc_wrapper": True,
}


class _Inner(CPUDispatcher):  # type: ignore[misc]
    """A small kernel as other kernels call it: compiled without the part that takes arguments from Python, which costs more than the rest.

    Called from Python it is compiled once more, with that part.
    """

    def __call__(self, *arguments: Any) -> Any:
        return self.from_python(*arguments)

    @cached_property
    def from_python(self) -> Any:
        inner = self.py_func
        numba.config.CACHE_DIR = str(CACHE)
        outer = FunctionType(inner.__code__, inner.__globals__, inner.__name__, inner.__defaults__, inner.__closure__)
        outer.__module__, outer.__qualname__ = (
            inner.__module__,
            f"{inner.__qualname__}_from_python",
        )  # kept in a file of its own
        return numba.njit(**_HOW)(outer)


def jit(function: F) -> F:
    """Compile a kernel: no Python objects inside, cached, division by zero gives inf or nan instead of raising."""
    numba.config.CACHE_DIR = str(CACHE)
    return numba.njit(**_HOW)(function)  # type: ignore[no-any-return]


def summing(function: F) -> F:
    """As `jit`, for sums over long arrays: in what order is left to the compiler, which then takes several numbers at a time."""
    numba.config.CACHE_DIR = str(CACHE)
    return numba.njit(**_HOW | {"fastmath": {"contract", "nsz", "reassoc"}})(function)  # type: ignore[no-any-return]


def inlined(function: F) -> F:
    """As `jit`, for the smallest helpers: always pasted into their callers. A call that passes arrays costs more than they do."""
    numba.config.CACHE_DIR = str(CACHE)
    compiled = numba.njit(**_HOW, forceinline=True, no_cpython_wrapper=True)(function)
    if not numba.config.DISABLE_JIT:
        compiled.__class__ = _Inner
    return compiled  # type: ignore[no-any-return]


class Boundary:
    """A large kernel that other kernels call through its address.

    Numba compiles all that a kernel calls into it again, at every level; through an address it is compiled once. Its arguments are
    numbers: addresses of records and arrays, and values. The address goes into a record (never into code: code is kept on disk).
    """

    def __init__(self, function: Callable[..., Any], signature: str) -> None:
        self.function, self.signature = function, signature
        self.__doc__, self.__name__ = function.__doc__, function.__name__

    @cached_property
    def compiled(self) -> Any:
        numba.config.CACHE_DIR = str(CACHE)
        return numba.cfunc(self.signature, cache=True, error_model="numpy", fastmath={"contract", "nsz"})(self.function)

    @cached_property
    def address(self) -> int:
        """Where kernels find it."""
        if numba.config.DISABLE_JIT:
            _IN_PYTHON[id(self)] = self.function
            return id(self)
        return int(self.compiled.address)

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        return self.function(*arguments) if numba.config.DISABLE_JIT else self.compiled.ctypes(*arguments)


_IN_PYTHON: dict[int, Callable[..., Any]] = {}


def boundary(signature: str) -> Callable[[Callable[..., Any]], Boundary]:
    """Make a kernel a boundary: `@boundary("void(int64, int64, float64)")`."""
    return lambda function: Boundary(function, signature)


def caller(signature: str) -> Callable[..., Any]:
    """A function `(address, *arguments)` that calls a boundary of that signature from inside a kernel."""
    if numba.config.DISABLE_JIT:
        return lambda address, *arguments: _IN_PYTHON[int(address)](*arguments)
    wanted = sigutils.normalize_signature(signature)
    arguments, result = wanted[0], wanted[1]

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        from llvmlite import ir

        given = [context.get_value_type(kind) for kind in arguments]
        returned = ir.VoidType() if result == nb_types.void else context.get_value_type(result)
        pointer = builder.inttoptr(args[0], ir.FunctionType(returned, given).as_pointer())
        value = builder.call(pointer, args[1:])
        return context.get_dummy_value() if result == nb_types.void else value

    if len(arguments) == 3:

        @intrinsic
        def call(typingctx, address, a, b, c):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            return result(nb_types.int64, *arguments), codegen
    elif len(arguments) == 5:

        @intrinsic
        def call(typingctx, address, a, b, c, d, e):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            return result(nb_types.int64, *arguments), codegen
    else:

        @intrinsic
        def call(typingctx, address, a, b, c, d):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            return result(nb_types.int64, *arguments), codegen

    return call  # type: ignore[no-any-return]


def is_warm() -> bool:
    """True when code compiled from exactly these sources is on disk."""
    return any(CACHE.glob("**/*.nbc"))


_ONE_NUMBER = nb_types.float64(nb_types.float64)


@intrinsic
def _call_pointer(typingctx, address, x):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
    """Call the C function `double f(double)` at an integer address."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        from llvmlite import ir

        double = ir.DoubleType()
        pointer_type = ir.FunctionType(double, [double]).as_pointer()
        return builder.call(builder.inttoptr(args[0], pointer_type), [args[1]])

    return nb_types.float64(nb_types.int64, nb_types.float64), codegen


def _call_in_python(address: int, x: float) -> float:
    return float(ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(int(address))(x))


@jit
def call_address(address: int, x: float) -> float:
    """`f(x)` for the compiled (or Python) function whose C address is in a table."""
    return _call_pointer(address, x)


def view_of(dtype: Any) -> Callable[[int, int], Any]:
    """A function `(address, count) -> array` of that type, for use inside kernels.

    Tables reach the kernels as one record of addresses and counts: passing thirty arrays one by one makes each call and each
    compilation several times as expensive (an array is seven numbers, and its owner is counted).
    """
    dtype = np.dtype(dtype)
    if numba.config.DISABLE_JIT:

        def in_python(address: int, count: int) -> Any:
            if count == 0:
                return np.zeros(0, dtype).view(np.recarray)
            raw = (ctypes.c_byte * (int(count) * dtype.itemsize)).from_address(int(address))
            array = np.frombuffer(raw, dtype)
            return array.view(np.recarray) if dtype.names else array

        return in_python
    array_type = nb_types.Array(numba.from_dtype(dtype), 1, "C")

    @intrinsic
    def view(typingctx, address, count):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
            array = context.make_array(array_type)(context, builder)
            size = context.get_constant(nb_types.intp, dtype.itemsize)
            populate_array(
                array, data=builder.inttoptr(args[0], array.data.type), shape=cgutils.pack_array(builder, [args[1]]),
                strides=cgutils.pack_array(builder, [size]), itemsize=size, meminfo=None,
            )  # fmt: skip
            return array._getvalue()

        return array_type(nb_types.int64, nb_types.int64), codegen

    return view  # type: ignore[no-any-return]


@intrinsic
def get(typingctx, array, index):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
    """`array[index]` of a contiguous vector, without looking whether the index is negative."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        return builder.load(builder.gep(data, [args[1]], inbounds=True))

    return array.dtype(array, nb_types.int64), codegen


@intrinsic
def put(typingctx, array, index, value):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
    """`array[index] = value` of a contiguous vector, without looking whether the index is negative."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        data = context.make_array(signature.args[0])(context, builder, args[0]).data
        builder.store(args[2], builder.gep(data, [args[1]], inbounds=True))
        return context.get_dummy_value()

    return nb_types.void(array, nb_types.int64, array.dtype), codegen


def addresses(names: tuple[str, ...], *numbers: str) -> np.dtype[np.void]:
    """Type of a record that holds where each named array stands and how long it is (fields `x` and `n_x`), whole numbers,
    and its own address (`here`)."""
    return np.dtype(
        [*((key, "i8") for name in names for key in (name, f"n_{name}")), *((n, "i8") for n in numbers), ("here", "i8")]
    )


def packed(dtype: np.dtype[np.void], arrays: dict[str, Any], **numbers: int) -> Any:
    """One record of that type for these arrays (one-dimensional, contiguous); the caller keeps the arrays alive."""
    place, kind = _places(dtype)
    values = [0] * len(place)
    for name, array in arrays.items():
        if array.ndim != 1 or not array.flags.c_contiguous:
            raise ValueError(f"{name} is not a contiguous vector")
        k = place[name]
        values[k], values[k + 1] = address_of(array), len(array)
    for name, number in numbers.items():
        values[place[name]] = number
    held = np.array(values, np.int64)  # whole: far faster than field by field
    held[-1] = address_of(held)
    return np.ndarray(1, kind, held)[0]


@cache
def _places(dtype: np.dtype[np.void]) -> tuple[dict[str, int], np.dtype[np.void]]:
    """Place of each field of a record of addresses, and the type whose fields are attributes."""
    return {name: k for k, name in enumerate(dtype.names or ())}, np.dtype((np.record, dtype))


_NOTHING = np.zeros(8)
_NOWHERE = int(_NOTHING.ctypes.data)  # of arrays that hold nothing


def address_of(array: Any) -> int:
    """Where the numbers of an array stand: as `array.ctypes.data`, in a quarter of the time."""
    if not array.size:
        return _NOWHERE
    return ctypes.addressof(ctypes.c_byte.from_buffer(array)) if array.flags.writeable else int(array.ctypes.data)


def on_lines(table: Any) -> Any:
    """A copy that begins at a line of the processor's cache (64 bytes): records of whole lines then touch no more than they must."""
    if not table.size:
        return table
    room = np.zeros(table.nbytes + 64, np.uint8)
    copy = np.ndarray(len(table), table.dtype, room, -address_of(room) % 64)
    copy[:] = table
    return copy


_STOPPED: list[
    bool
] = []  # Ctrl-C that came while a user's function ran: it cannot cross the compiled code that called it


def stopped_in_callback() -> bool:
    """Whether Ctrl-C came inside a user's function since this was last asked."""
    found = bool(_STOPPED)
    _STOPPED.clear()
    return found


def _guarded(function: Callable[..., float]) -> Callable[..., float]:
    """A function that can be called from compiled code: what it raises becomes not-a-number, which the caller notices."""

    def safely(*arguments: Any) -> float:
        for _ in range(3):
            try:
                return float(function(*arguments))
            except KeyboardInterrupt:  # noted, and asked again: a missing value would spoil the run that is to be kept
                _STOPPED.append(True)
            except Exception:  # noqa: BLE001
                break
        return float("nan")

    return safely


def function_address(function: Callable[[float], float]) -> tuple[int, object, bool]:
    """C address of a user's `f(x)`: (address, object that keeps it alive, whether it runs compiled).

    A function Numba understands costs what a built-in one costs; any other is called back in Python (slower, same result).
    """
    import warnings

    if not numba.config.DISABLE_JIT:
        try:
            inner = numba.njit(error_model="numpy", boundscheck=True)(function)

            def guarded(x: float) -> float:
                try:
                    return float(inner(x))
                except Exception:  # noqa: BLE001  (Numba would print it and go on with zero)
                    return np.nan

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compiled = numba.cfunc(_ONE_NUMBER)(guarded)
            return int(compiled.address), (compiled, inner), True
        except Exception:  # noqa: BLE001  (whatever Numba refuses, Python can still run)
            pass

    safely = _guarded(function)
    callback = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(safely)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    return int(address or 0), callback, False


_LAW = nb_types.float64(*[nb_types.float64] * 3, *[nb_types.int64] * 4)
_LAW_IN_PYTHON = ctypes.CFUNCTYPE(ctypes.c_double, *[ctypes.c_double] * 3, *[ctypes.c_int64] * 4)
_doubles = view_of(np.float64)


@intrinsic
def _call_law(typingctx, address, length, rate, t, q, v, nq, nv):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
    """Call the C function behind a user's law at an integer address."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
        from llvmlite import ir

        double, whole = ir.DoubleType(), ir.IntType(64)
        kind = ir.FunctionType(double, [double] * 3 + [whole] * 4).as_pointer()
        return builder.call(builder.inttoptr(args[0], kind), args[1:])

    return nb_types.float64(nb_types.int64, *_LAW.args), codegen


@inlined
def call_law(address, length, rate, t, q, v, nq, nv):  # type: ignore[no-untyped-def]
    """`f(length, rate, t)` or `f(length, rate, t, q, v)` for the function whose C address is in a table; q and v are addresses."""
    return _call_law(address, length, rate, t, q, v, nq, nv)


def law_address(function: Callable[..., float]) -> tuple[int, object, bool]:
    """C address of a user's law `f(length, rate, t)` or `f(length, rate, t, q, v)`: (address, what keeps it alive, whether compiled)."""
    import inspect
    import warnings

    try:
        whole = len(inspect.signature(function).parameters) >= 5
    except (TypeError, ValueError):
        whole = False
    if not numba.config.DISABLE_JIT:
        try:
            inner = (
                function
                if hasattr(function, "py_func")
                else numba.njit(error_model="numpy", boundscheck=True)(function)
            )
            doubles = _doubles

            def of_length(length, rate, t, q, v, nq, nv):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
                try:
                    return float(inner(length, rate, t))
                except Exception:  # noqa: BLE001  (Numba would print it and go on with zero)
                    return np.nan

            def of_state(length, rate, t, q, v, nq, nv):  # type: ignore[no-untyped-def]  # noqa: ANN001
                try:
                    return float(inner(length, rate, t, doubles(q, nq), doubles(v, nv)))
                except Exception:  # noqa: BLE001
                    return np.nan

            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compiled = numba.cfunc(_LAW)(of_state if whole else of_length)
            return int(compiled.address), (compiled, inner), True
        except Exception:  # noqa: BLE001  (whatever Numba refuses, Python can still run)
            pass

    def with_state(length: float, rate: float, t: float, q: int, v: int, nq: int, nv: int) -> float:
        if not whole:
            return function(length, rate, t)
        state = [np.array((ctypes.c_double * n).from_address(at)) for at, n in ((q, nq), (v, nv))]
        return function(length, rate, t, *state)

    safely = _guarded(with_state)
    callback = _LAW_IN_PYTHON(safely)
    return int(ctypes.cast(callback, ctypes.c_void_p).value or 0), callback, False


def _call_law_in_python(address: int, *arguments: Any) -> float:
    return float(_LAW_IN_PYTHON(int(address))(*(int(x) if k > 2 else x for k, x in enumerate(arguments))))


if numba.config.DISABLE_JIT:
    call_address = _call_in_python
    call_law = _call_law_in_python
    get = operator.getitem
    put = operator.setitem

__all__ = [
    "CACHE", "address_of", "addresses", "boundary", "cache_root", "call_address", "call_law", "caller", "function_address", "get", "inlined", "is_warm",
    "jit", "law_address", "on_lines", "packed", "put", "sources_digest", "stopped_in_callback", "view_of",
]  # fmt: skip
