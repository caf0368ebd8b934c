"""Boundaries: the kernels that have an address."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from vazba._jit import mode
from vazba._jit.plain import IN_PYTHON, WAITING, prototype

BOUNDARIES: dict[str, Boundary] = {}  # all that are defined in the modules imported so far
_ADDRESSES: dict[str, int] = {}  # those whose code is loaded
_LOOKED: list[bool] = []


class Boundary:
    """A large kernel that other kernels, and Python, call through its address.

    All that a kernel calls is compiled into it again, at every level; through an address it is compiled once. Its arguments are
    numbers: addresses of records and arrays, and values. The address goes into a record (never into code: code is kept on disk).
    """

    def __init__(self, function: Any, signature: str) -> None:
        self.function, self.signature = function, signature
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self.name = f"{function.__module__}:{function.__qualname__}"
        BOUNDARIES[self.name] = self

    @cached_property
    def address(self) -> int:
        """Where kernels find it."""
        if mode.PLAIN:
            IN_PYTHON[id(self)] = self.function
            return id(self)
        return _address_of(self.name)

    @cached_property
    def _from_python(self) -> Callable[..., Any]:
        if mode.PLAIN:
            return self.function  # type: ignore[no-any-return]
        return prototype(self.signature)(self.address)  # type: ignore[no-any-return]

    def __call__(self, *arguments: Any) -> Any:
        """Call it from Python."""
        call = self._from_python
        if WAITING:
            WAITING[0]()
        return call(*arguments)


def boundary(signature: str) -> Callable[[Callable[..., Any]], Boundary]:
    """Make a kernel a boundary: `@boundary("void(int64, int64, float64)")`."""
    return lambda function: Boundary(function, signature)


def _address_of(name: str) -> int:
    from vazba._jit import library

    if not _LOOKED:
        _LOOKED.append(True)
        _ADDRESSES.update(library.shipped() or library.indexed())
    if (
        name not in _ADDRESSES
    ):  # those of other packages are in no index: only their digests tell whether they are stale
        from vazba._jit.awaited import addresses_of

        package = name.partition(".")[0]
        _ADDRESSES.update(
            addresses_of(name, [one for one in BOUNDARIES.values() if one.name.partition(".")[0] == package])
        )
    return _ADDRESSES[name]


def _is_own(name: str) -> bool:
    return name.startswith("vazba.")


def all_of_the_package() -> list[Boundary]:
    """Every boundary of the package: the modules that define some are imported."""
    import importlib
    import pkgutil

    import vazba

    for module in pkgutil.walk_packages(vazba.__path__, "vazba."):
        found = module.module_finder.find_spec(module.name, None)  # type: ignore[call-arg]
        if found is not None and found.origin and "@boundary" in Path(found.origin).read_text(encoding="utf-8"):
            importlib.import_module(module.name)
    return [boundary for boundary in BOUNDARIES.values() if _is_own(boundary.name)]


def build_all() -> int:
    """Build the code of every boundary of the package that is not at hand; how many were compiled."""
    from vazba._jit import builder, library

    if mode.PLAIN:
        return 0
    boundaries, before = all_of_the_package(), builder.COUNT[0]
    known = library.shipped() or library.indexed()
    if not {boundary.name for boundary in boundaries} <= set(known):
        known = library.install(builder.built(boundaries), builder.prints_of(boundaries, library.cpu_kind()))
    _ADDRESSES.update(known)
    return builder.COUNT[0] - before
