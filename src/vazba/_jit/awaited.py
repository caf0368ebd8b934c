"""Kernels whose code is still being built: their addresses can be written into records before they are there.

What an analysis needs is known when it has packed its records; till then it asks for one address after the other. An address that is asked for and not
at hand is that of a stand-in, which jumps to wherever its slot says, and the worker processes begin. The first call of a boundary from Python
waits until all that was asked for is there, and fills the slots. So a process waits for the kernels it uses and for no others. It pays one more jump a
call; the next process finds the library and needs no stand-ins.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import threading
from collections.abc import Sequence
from typing import Any

from vazba._jit import builder, library
from vazba._jit.boundaries import BOUNDARIES, Boundary
from vazba._jit.plain import WAITING, prototype, types_of
from vazba._jit.worker import symbol_of
from vazba._jit.works import Works

_LLVM = {"int64": "i64", "float64": "double", "void": "void"}
SOON = (  # what every simulation asks for in the end, one after the other; large ones
    "vazba.integrate.loop:advance",
    "vazba.reporting.observe:observe",
    "vazba.kinematic.joint_history:joints_along",
    "vazba.equations.derivative:derivative",
)
_LOCK = threading.RLock()
_WORKS: list[Works] = []  # that of this process, once there is something to build
_ASKED: dict[str, Boundary] = {}  # those without code
_SLOTS: dict[str, int] = {}  # where their stand-ins look
_PRINTS: dict[str, str] = {}  # of all boundaries that were looked for
_STORED: dict[str, bytes] = {}  # object code of those that are there
_KEPT: list[Any] = []


def addresses_of(name: str, boundaries: Sequence[Boundary]) -> dict[str, int]:
    """The address of a boundary, and of others of the same kind whose code is in the cache."""
    with _LOCK:
        cpu = library.cpu_kind()
        new = [one for one in boundaries if one.name not in _PRINTS]
        _PRINTS.update(builder.prints_of(new, cpu))
        there = builder.stored({one.name: _PRINTS[one.name] for one in new}, cpu)
        if there:
            _STORED.update(there)
            found = _installed(name)
            if name in found:
                return found
        builder.must_have_llvm()
        return {name: _stand_in(next(one for one in boundaries if one.name == name))}


def _installed(name: str) -> dict[str, int]:
    """Link what is there of the package that boundary is of, and load it."""
    of = name.partition(".")[0]
    objects = {one: code for one, code in _STORED.items() if one.partition(".")[0] == of}
    return library.install(objects, _PRINTS if of == "vazba" else None)


def _stand_in(boundary: Boundary) -> int:
    """A function of the same signature that jumps to where its slot says; a boundary that is called all the same before it is there waits for itself."""
    from llvmlite import binding

    name, kind = symbol_of(boundary.name), prototype(boundary.signature)
    result, arguments = types_of(boundary.signature)
    given = ", ".join(f"{_LLVM[word]} %x{k}" for k, word in enumerate(arguments))
    value = ("", "void") if result == "void" else ("%y = ", f"{_LLVM[result]} %y")
    text = f"""@slot = global ptr null
    define {_LLVM[result]} @{name}({given}) {{
        %p = load ptr, ptr @slot
        {value[0]}musttail call {_LLVM[result]} %p({given})
        ret {value[1]}
    }}"""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    machine = binding.Target.from_default_triple().create_target_machine()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(text), machine)
    engine.finalize_object()

    def late(*numbers: Any) -> Any:
        settle()
        return kind(_slot(slot).value)(*numbers)

    slot, callback = engine.get_global_value_address("slot"), kind(late)
    _slot(slot).value = ctypes.cast(callback, ctypes.c_void_p).value or 0
    _KEPT.append((engine, callback))
    _ASKED[boundary.name], _SLOTS[boundary.name] = boundary, slot
    WAITING.append(settle)
    _begun()
    return int(engine.get_function_address(name))


def _slot(address: int) -> Any:
    return ctypes.c_int64.from_address(address)


def _begun() -> Works:
    """The works of this process with all that is asked for; after a fork those of the parent are not ours."""
    if not _WORKS or _WORKS[0].owner != os.getpid():
        _WORKS[:] = [Works(library.cpu_kind())]
        atexit.register(_WORKS[0].close)
    _WORKS[0].ask(list(_ASKED.values()), _PRINTS)
    expected = [BOUNDARIES[name] for name in SOON if name in BOUNDARIES and name in _PRINTS and name not in _STORED]
    _WORKS[0].expect(expected, _PRINTS)
    return _WORKS[0]


def settle() -> None:
    """Wait for the code of all that was asked for, and let the stand-ins jump there."""
    with _LOCK:
        names = list(_ASKED)
        if not names:
            return
        try:
            _STORED.update(builder.waited_for(_begun(), names, more=True))
        except BaseException:
            _WORKS.clear()  # asked for again, it is tried again
            raise
        found: dict[str, int] = {}
        for name in names:
            found = found if name in found else found | _installed(name)
            _slot(_SLOTS[name]).value = found[name]
        _ASKED.clear()
        WAITING.clear()
