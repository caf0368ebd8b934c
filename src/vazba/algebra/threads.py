"""Dense algebra by one thread: matrices of a few hundred rows gain little by more, and their threads wait for each other where processors are shared.

OpenBLAS, as it comes with NumPy and SciPy, is asked by its own functions; other libraries are left as they are.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LINKED = ("numpy._core._multiarray_umath", "scipy.linalg._fblas")  # extensions that are linked with it
NAMES = ("scipy_openblas_{}_num_threads64_", "scipy_openblas_{}_num_threads", "openblas_{}_num_threads64_", "openblas_{}_num_threads")  # fmt: skip
_guard = threading.Lock()
_inside: list[list[tuple[Any, int]]] = []  # one entry for each that is inside: what the first found


@contextmanager
def one_thread() -> Iterator[None]:
    """OpenBLAS takes one thread inside, and as many as before behind it (also where several are inside at once)."""
    with _guard:
        found = _inside[0] if _inside else []
        known = {id(put) for put, _ in found}
        for get, put in _libraries():
            if id(put) not in known:
                found.append((put, int(get())))
                put(1)
        _inside.append(found)
    try:
        yield
    finally:
        with _guard:
            _inside.pop()
            if not _inside:
                for put, before in found:
                    put(before)


_asked: dict[str, tuple[Any, Any]] = {}


def _libraries() -> list[tuple[Any, Any]]:
    """How many threads each takes, and how that is said; of those that are loaded."""
    for name in LINKED:
        module = sys.modules.get(name)
        if module is None or name in _asked:
            continue
        try:
            library = ctypes.CDLL(str(module.__file__))
        except OSError:
            continue
        for form in NAMES:
            if hasattr(library, form.format("get")):
                _asked[name] = getattr(library, form.format("get")), getattr(library, form.format("set"))
                break
    return list(_asked.values())
