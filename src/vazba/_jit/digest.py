"""What a kernel is made of, as one digest: its own code, the kernels it calls, and the constants they use, wherever they stand.

Compiled code is kept under this name, so that it is never stale, and a change of one kernel compiles anew only what reaches it. Comments, docstrings
and the order of functions do not count.
"""

from __future__ import annotations

import hashlib
import sys
import types
from functools import cache
from typing import Any

import numpy as np

_PACKAGE = __name__.partition(".")[0]


def _written(value: Any) -> str:
    """A constant as text; raises `TypeError` for what is none."""
    if isinstance(value, np.ndarray):
        return f"array {value.dtype.descr} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, np.dtype):
        return f"dtype {value.descr if value.names else value.str} {value.itemsize}"
    if isinstance(value, (tuple, frozenset)):
        return f"({', '.join(_written(x) for x in value)})"
    if isinstance(value, types.CodeType):
        return _code(value)
    if value is None or value is Ellipsis or isinstance(value, (bool, int, float, complex, str, bytes, np.generic)):
        return f"{type(value).__name__} {value!r}"
    raise TypeError(f"{value!r} is no constant")


def _code(code: types.CodeType) -> str:
    constants = [
        x for k, x in enumerate(code.co_consts) if not (k == 0 and isinstance(x, str))
    ]  # without the docstring
    return (
        f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} {[_written(x) for x in constants]}"
    )


def _parts(function: types.FunctionType) -> tuple[str, list[types.FunctionType]]:
    """A kernel's own text with the constants it uses, and the kernels it calls."""
    text = [getattr(function, "__kernel__", ""), _code(function.__code__), _written(function.__defaults__)]
    called = []

    def take(name: str, value: Any) -> None:
        if isinstance(value, types.FunctionType):
            if hasattr(value, "__calls__"):
                text.append(f"{name} calls {value.__calls__}")
            elif hasattr(value, "__views__"):
                text.append(f"{name} views {_written(value.__views__)} at {getattr(value, '__place__', '')}")
            elif hasattr(value, "__kernel__"):
                text.append(f"{name} kernel")
                called.append(value)
            else:
                text.append(f"{name} function {value.__module__}")
        elif isinstance(value, types.ModuleType):
            text.append(f"{name} module {value.__name__}")
            if value.__name__.partition(".")[0] in (_PACKAGE, function.__module__.partition(".")[0]):
                for inner in names:
                    if hasattr(value, inner):
                        take(inner, getattr(value, inner))
        else:
            try:
                text.append(f"{name} {_written(value)}")
            except TypeError:  # a builtin, a type
                text.append(f"{name} {getattr(value, '__qualname__', type(value).__qualname__)}")

    names = function.__code__.co_names
    for name in names:
        if name in function.__globals__:
            take(name, function.__globals__[name])
    return "\n".join(text), called


@cache
def _reached(function: types.FunctionType) -> tuple[str, tuple[types.FunctionType, ...]]:
    text, called = _parts(function)
    return text, tuple(called)


def _tree(text: str) -> str:
    """What a source says, whatever its layout and comments."""
    import ast

    tree = ast.parse(text)
    for part in ast.walk(tree):
        if isinstance(part, (ast.Module, ast.FunctionDef, ast.ClassDef)) and ast.get_docstring(part) is not None:
            part.body = part.body[1:]
    return ast.dump(tree)


@cache
def tools() -> str:
    """The versions of what makes machine code, and of the sources that steer it."""
    from importlib.metadata import PackageNotFoundError, version
    from pathlib import Path

    words = [f"python {sys.version_info[:2]}"]
    try:
        words.append(f"llvmlite {version('llvmlite')}")
    except PackageNotFoundError:
        words.append("llvmlite none")
    here = Path(__file__).parent
    words += [_tree(path.read_text()) for path in (here / "worker.py", *sorted((here / "language").glob("*.py")))]
    return "\n".join(words)


@cache
def reach(function: types.FunctionType) -> frozenset[types.FunctionType]:
    """A kernel and all it calls, however far."""
    seen, open_ends = {function}, [function]
    while open_ends:
        for one in _reached(open_ends.pop())[1]:
            if one not in seen:
                seen.add(one)
                open_ends.append(one)
    return frozenset(seen)


def fingerprint(function: types.FunctionType, signature: str, cpu: str) -> str:
    """The name under which the compiled code of a boundary is kept."""
    name = f"{function.__module__}:{function.__qualname__}"  # its symbol in the object
    digest = hashlib.blake2b(f"{tools()}\n{cpu}\n{name}\n{signature}".encode(), digest_size=16)
    seen, open_ends = {function}, [function]
    while open_ends:
        text, called = _reached(open_ends.pop())
        digest.update(text.encode())
        for one in called:
            if one not in seen:
                seen.add(one)
                open_ends.append(one)
    return digest.hexdigest()
