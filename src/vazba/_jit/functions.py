"""Users' own functions as C addresses: compiled by Numba where it is installed and understands them, else called back in Python."""

from __future__ import annotations

import ctypes
import inspect
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from vazba._jit.mode import PLAIN
from vazba._jit.plain import FUNCTION, LAW, prototype

Found = tuple[int, object, bool]  # C address, what keeps it alive, whether it runs compiled
_STOPPED: list[bool] = []  # Ctrl-C that came in a user's function: it cannot cross the compiled code that called it


def stopped_in_callback() -> bool:
    """Whether Ctrl-C came inside a user's function since this was last asked."""
    found = bool(_STOPPED)
    _STOPPED.clear()
    return found


def note_stop() -> None:
    """Ctrl-C came inside a user's function."""
    _STOPPED.append(True)


def has_numba() -> bool:
    """Whether users' functions can be compiled here."""
    from importlib.util import find_spec

    return not PLAIN and find_spec("numba") is not None


def in_python_because(function: Callable[..., Any]) -> str:
    """What is said of a user's function that is called back in Python."""
    name = getattr(function, "__name__", "function")
    if PLAIN or has_numba():
        return f"the function {name} cannot be compiled and is called in Python: same result, about 100 times slower a call"
    how = "same result, about 100 times slower a call"
    return f"the function {name} is called in Python ({how}), since Numba is not installed: pip install 'vazba[laws]'"


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


def _in_python(function: Callable[..., float], signature: str) -> Found:
    callback = prototype(signature)(_guarded(function))
    return int(ctypes.cast(callback, ctypes.c_void_p).value or 0), callback, False


def _compiled(function: Callable[..., float], wrapper: Callable[[Any], Any], signature: str) -> Found | None:
    """The function through Numba; None where that is not installed or refuses it."""
    if not has_numba():
        return None
    import numba

    try:
        inner = (
            function if hasattr(function, "py_func") else numba.njit(error_model="numpy", boundscheck=True)(function)
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compiled = numba.cfunc(signature)(wrapper(inner))
    except Exception:  # noqa: BLE001  (whatever Numba refuses, Python can still run)
        return None
    return int(compiled.address), (compiled, inner), True


def function_address(function: Callable[[float], float]) -> Found:
    """C address of a user's `f(x)`: (address, object that keeps it alive, whether it runs compiled).

    A function Numba understands costs what a built-in one costs; any other is called back in Python (slower, same result).
    """

    def wrapper(inner: Any) -> Any:
        def guarded(x: float) -> float:
            try:
                return float(inner(x))
            except Exception:  # noqa: BLE001  (Numba would print it and go on with zero)
                return np.nan

        return guarded

    return _compiled(function, wrapper, FUNCTION) or _in_python(function, FUNCTION)


def law_address(function: Callable[..., float]) -> Found:
    """C address of a user's law `f(length, rate, t)` or `f(length, rate, t, q, v)`: (address, what keeps it alive, whether compiled)."""
    try:
        whole = len(inspect.signature(function).parameters) >= 5
    except (TypeError, ValueError):
        whole = False

    def wrapper(inner: Any) -> Any:
        if not whole:

            def of_length(length, rate, t, q, v, nq, nv):  # type: ignore[no-untyped-def]  # noqa: ANN001, ARG001
                try:
                    return float(inner(length, rate, t))
                except Exception:  # noqa: BLE001  (Numba would print it and go on with zero)
                    return np.nan

            return of_length
        from numba import carray

        def of_state(length, rate, t, q, v, nq, nv):  # type: ignore[no-untyped-def]  # noqa: ANN001
            try:
                return float(inner(length, rate, t, carray(q, nq), carray(v, nv)))
            except Exception:  # noqa: BLE001
                return np.nan

        return of_state

    def with_state(length: float, rate: float, t: float, q: int, v: int, nq: int, nv: int) -> float:
        if not whole:
            return function(length, rate, t)
        state = [np.array((ctypes.c_double * n).from_address(at)) for at, n in ((q, nq), (v, nv))]
        return function(length, rate, t, *state)

    kinds = LAW.replace("int64, int64", "CPointer(float64), CPointer(float64)", 1)
    return _compiled(function, wrapper, kinds) or _in_python(with_state, LAW)
