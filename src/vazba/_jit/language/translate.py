"""Kernels as text of LLVM: a Python function and the kinds of its arguments in, one function of LLVM out.

The language of kernels is small (see CONTRIBUTING): numbers, tuples, views of arrays and records; `if`, `while`, `for` over ranges and tuples; calls of
kernels, of addresses and of a few mathematical functions.
"""

from __future__ import annotations

import hashlib
import types
from typing import Any

from vazba._jit.language.function import Function, Version
from vazba._jit.language.kinds import WORDS, AnyKind, KernelError
from vazba._jit.language.source import Translated
from vazba._jit.plain import types_of


class Program:
    """All translations of a process: a kernel is translated once for the kinds it is called with."""

    def __init__(self) -> None:
        self._made: dict[tuple[Any, tuple[AnyKind, ...]], Translated] = {}
        self._open: list[Any] = []

    def translated(self, function: types.FunctionType, kinds: tuple[AnyKind, ...]) -> Translated:
        """A kernel for arguments of these kinds."""
        key = (function, kinds)
        if key not in self._made:
            if key in self._open:
                raise KernelError(f"{function.__name__} calls itself")
            self._open.append(key)
            mark = hashlib.blake2b(" ".join(map(str, kinds)).encode(), digest_size=8).hexdigest()
            name = f'"{function.__module__}.{function.__qualname__}.{mark}"'
            self._made[key] = _translated(self, function, kinds, name)
            self._open.pop()
        return self._made[key]

    def module(self, function: types.FunctionType, signature: str, symbol: str) -> str:
        """The text of a module that holds a boundary under its symbol, and all it calls."""
        result, words = types_of(signature)
        whole = _translated(self, function, tuple(WORDS[word] for word in words), symbol, WORDS[result])
        found: dict[str, Translated] = {}
        open_ends = [whole]
        while open_ends:
            one = open_ends.pop()
            if one.name not in found:
                found[one.name] = one
                open_ends += one.calls
        parts = sorted({text for one in found.values() for text in one.constants | one.declared})
        return "\n".join([*parts, *(found[name].text for name in sorted(found))])


def _translated(
    program: Program, function: types.FunctionType, kinds: tuple[AnyKind, ...], name: str, result: AnyKind | None = None
) -> Translated:
    variables: dict[Version, AnyKind] = {}
    returned = result
    while True:
        made = Function(program, function, kinds, variables, returned)
        made.translate()
        if not made.widened:
            return made.whole(name, result is not None)
        variables, returned = made.kinds, made.result
