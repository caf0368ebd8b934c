"""Users' controllers as C addresses: of the time and what they read, into what they write."""

from __future__ import annotations

import ctypes
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from vazba._jit.functions import Found, has_numba, note_stop
from vazba._jit.plain import prototype

CONTROL = "void(float64, int64, int64)"


class Calling:
    """How a function is called: with the time or without, what it reads one by one or as one array; `sizes`: numbers of each name it writes."""

    def __init__(
        self, function: Callable[..., Any], reads: int, writes: Mapping[str, int], timed: bool, whole: bool
    ) -> None:
        self.function, self.reads, self.writes, self.timed, self.whole = function, reads, writes, timed, whole
        self.said = ""  # what it last raised, or gave that is no number
        self.outs = sum(writes.values())

    def values(self, t: float, x: Sequence[float]) -> list[float]:
        """What it writes, one number after another; not-a-number where it fails."""
        arguments = ([t] if self.timed else []) + ([np.array(x)] if self.whole else list(x))
        for _ in range(3):
            try:
                return self._flat(self.function(*arguments))
            except KeyboardInterrupt:  # noted, and asked again: a missing value would spoil the run that is to be kept
                note_stop()
            except Exception as error:  # noqa: BLE001  (a user's function may raise anything)
                self.said = f"at t = {t:.6g} s it raises {type(error).__name__}: {error}"
                break
        return [float("nan")] * self.outs

    def _flat(self, found: Any) -> list[float]:
        names = list(self.writes)
        if isinstance(found, Mapping):
            lacking = [name for name in names if name not in found]
            if lacking or len(found) != len(names):
                raise ValueError(f"gives {', '.join(map(str, found)) or 'nothing'}, expected {', '.join(names)}")
            parts = [found[name] for name in names]
        else:
            parts = [found] if len(names) == 1 else list(found)
        if len(parts) != len(names):
            raise ValueError(f"gives {len(parts)} values, {len(names)} are written ({', '.join(names)})")
        out: list[float] = []
        for name, part in zip(names, parts, strict=True):
            numbers = np.asarray(part, float).ravel()
            if len(numbers) != self.writes[name]:
                raise ValueError(f"gives {len(numbers)} numbers for {name}, {self.writes[name]} are needed")
            out += numbers.tolist()
        if not np.isfinite(out).all():
            raise ValueError(f"gives {found}")
        return out


def control_address(calling: Calling, compiled: bool) -> Found:
    """C address of a controller: (address, what keeps it alive, whether it runs compiled)."""
    found = _compiled(calling) if compiled else None
    return found if found is not None else _in_python(calling)


def _in_python(calling: Calling) -> Found:
    def call(t: float, x_at: int, out_at: int) -> None:
        x = (ctypes.c_double * calling.reads).from_address(x_at)
        out = (ctypes.c_double * calling.outs).from_address(out_at)
        for k, value in enumerate(calling.values(t, list(x))):
            out[k] = value

    callback = prototype(CONTROL)(call)
    return int(ctypes.cast(callback, ctypes.c_void_p).value or 0), callback, False


def _compiled(calling: Calling) -> Found | None:
    """The function through Numba; None where that is not installed or refuses it."""
    if not has_numba() or calling.outs != len(calling.writes):
        return None
    import numba

    arguments = ["t"] if calling.timed else []
    arguments += ["x"] if calling.whole else [f"x[{k}]" for k in range(calling.reads)]
    several = "; ".join(f"out[{k}] = r[{k}]" for k in range(calling.outs))
    for taking in ("out[0] = r", several) if calling.outs == 1 else (several,):
        lines = [
            "def call(t, x_at, out_at):", f"    x, out = carray(x_at, {calling.reads}), carray(out_at, {calling.outs})", "    try:",
            f"        r = inner({', '.join(arguments)})", f"        {taking}", "    except Exception:",
            f"        for k in range({calling.outs}):", "            out[k] = np.nan",
        ]  # fmt: skip
        try:
            function = calling.function
            inner = (
                function
                if hasattr(function, "py_func")
                else numba.njit(error_model="numpy", boundscheck=True)(function)
            )
            made: dict[str, Any] = {"carray": numba.carray, "inner": inner, "np": np}
            exec("\n".join(lines), made)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                compiled = numba.cfunc(CONTROL.replace("int64", "CPointer(float64)"))(made["call"])
        except Exception:  # noqa: BLE001  (whatever Numba refuses, Python can still run)
            continue
        return int(compiled.address), (compiled, inner), True
    return None
