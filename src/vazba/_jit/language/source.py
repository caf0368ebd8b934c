"""The source of a kernel as a syntax tree, and what its translation leaves."""

from __future__ import annotations

import ast
import types
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from vazba._jit.language.kinds import AnyKind


@dataclass(frozen=True)
class Translated:
    """A function of LLVM: what it returns, its text, and what that needs."""

    name: str
    result: AnyKind
    text: str
    calls: tuple[Translated, ...]
    declared: frozenset[str]
    constants: frozenset[str]


@cache
def _functions_of(path: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """All functions of a source file, by name and first line."""
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    found = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {(node.name, min([node.lineno, *(d.lineno for d in node.decorator_list)])): node for node in found}


def tree_of(function: types.FunctionType) -> ast.FunctionDef:
    """The syntax tree of a function."""
    code = function.__code__
    return _functions_of(code.co_filename)[function.__name__, code.co_firstlineno]


def counters_of(tree: ast.FunctionDef) -> set[str]:
    """Variables that nothing but ranges sets."""
    counters: set[str] = set()
    others = {a.arg for a in tree.args.args}
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            over = node.iter
            is_range = isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range"
            (counters if is_range else others).add(node.target.id)
    targets = [target for node in ast.walk(tree) if isinstance(node, ast.Assign) for target in node.targets]
    targets += [node.target for node in ast.walk(tree) if isinstance(node, ast.AugAssign)]
    for target in targets:
        others |= {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    return counters - others
