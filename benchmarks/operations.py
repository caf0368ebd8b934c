"""Multiplications and additions of one evaluation, counted: articulated, composite and residual methods on chains of revolute joints in space.

    python benchmarks/operations.py        counts, and writes the table of the page docs/cost.md

The kernels run in plain Python with their arithmetic rewritten to count itself (on numbers with a fraction; indices do not count), so what is counted is
what is compiled, and nothing is estimated. A division counts as a multiplication, a difference as an addition; sines, cosines and roots are not counted.
"""

from __future__ import annotations

import os

os.environ["NUMBA_DISABLE_JIT"] = "1"

import ast
import csv
import importlib.abc
import importlib.machinery
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[1] / "docs"
SIZES = (2, 3, 5, 7, 10, 20, 50)
COUNTED = ("vazba.tree", "vazba.algebra")
count: Counter[str] = Counter()
KINDS = {ast.Add: "added", ast.Sub: "subtracted", ast.Mult: "multiplied", ast.Div: "divided"}


def _counted(kind: str, plain: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def one(a: Any, b: Any) -> Any:
        if isinstance(a, float) or isinstance(b, float):
            count[kind] += 1
        return plain(a, b)

    return one


TOOLS = {
    "added": _counted("additions", lambda a, b: a + b), "subtracted": _counted("additions", lambda a, b: a - b),
    "multiplied": _counted("multiplications", lambda a, b: a * b), "divided": _counted("multiplications", lambda a, b: a / b),
}  # fmt: skip


class _Rewritten(ast.NodeTransformer):
    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        name = KINDS.get(type(node.op))
        return node if name is None else ast.copy_location(_call(name, node.left, node.right), node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        name = KINDS.get(type(node.op))
        if name is None:
            return node
        there = ast.parse(ast.unparse(node.target), mode="eval").body
        return ast.copy_location(ast.Assign([node.target], _call(name, there, node.value)), node)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(f"counted_{name}", ast.Load()), list(arguments), [])


class _Loader(importlib.machinery.SourceFileLoader):
    def source_to_code(self, data: Any, path: Any, *, _optimize: int = -1) -> Any:  # type: ignore[override]
        tree = ast.fix_missing_locations(_Rewritten().visit(ast.parse(data)))
        return compile(tree, path, "exec")

    def get_code(self, fullname: str) -> Any:
        return self.source_to_code(self.get_data(self.get_filename(fullname)), self.get_filename(fullname))

    def exec_module(self, module: Any) -> None:
        module.__dict__.update({f"counted_{name}": tool for name, tool in TOOLS.items()})
        super().exec_module(module)


class _Finder(importlib.abc.MetaPathFinder):
    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:  # noqa: ARG002
        if not fullname.startswith(COUNTED):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec is not None and spec.origin and spec.origin.endswith(".py"):
            spec.loader = _Loader(fullname, spec.origin)
        return spec


sys.meta_path.insert(0, _Finder())

import numpy as np  # noqa: E402
import trees  # noqa: E402

import vazba as vz  # noqa: E402
from vazba.algebra.dense import solve_symmetric  # noqa: E402
from vazba.tree import spatial, spatial_inverse  # noqa: E402


def evaluations(n: int) -> dict[str, Callable[[], Any]]:
    """What each method does for one state, as it is compiled (see `cost.py`)."""
    tree = vz.joint_tree(trees.model(n))
    form, nv = tree._form, tree.nv
    here, gravity, rng = form.tree.record.here, form.record.gravity, np.random.default_rng(0)
    q, v = rng.uniform(-1, 1, tree.nq), rng.uniform(-1, 1, nv)
    still, out, mass = np.zeros(nv), np.zeros(nv), np.zeros(nv * nv)

    def solved(columns: Callable[[], Any]) -> None:
        spatial.sweep(here, q.ctypes.data, v.ctypes.data)
        spatial.loads(here, gravity, 0)
        spatial_inverse.inverse(here, still.ctypes.data, out.ctypes.data)
        columns()
        solve_symmetric(mass, nv, out)

    def residual() -> None:
        for k in range(nv):
            spatial.still(here, 0, 0)
            still[k] = 1.0
            spatial_inverse.inverse(here, still.ctypes.data, mass.ctypes.data + 8 * k * nv)
            still[k] = 0.0

    def articulated(held: Any = tree) -> None:  # noqa: ARG001  (kernels know addresses: who calls them keeps the tree)
        spatial.sweep(here, q.ctypes.data, v.ctypes.data)
        spatial.articulated(here, gravity, out.ctypes.data)

    return {
        "residual": lambda: solved(residual),
        "composite": lambda: solved(lambda: spatial_inverse.composite(here, mass.ctypes.data, 0)),
        "articulated": articulated,
    }


def main() -> None:
    rows: list[list[Any]] = []
    for n in SIZES:
        row: list[Any] = [n]
        found = evaluations(n)
        for evaluate in found.values():
            count.clear()
            evaluate()
            row += [count["multiplications"], count["additions"]]
        rows.append(row)
        print(row, flush=True)
    names = [f"{name} {kind}" for name in ("residual", "composite", "articulated") for kind in ("×", "+")]
    with (DOCS / "operations.csv").open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, lineterminator="\n").writerows([["bodies", *names], *rows])


if __name__ == "__main__":
    main()
