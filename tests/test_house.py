"""The shape of the sources: short files, short functions, few arguments, the plane told from space in few rooms."""

import ast
import re
from pathlib import Path

import pytest

import vazba

ROOT = Path(vazba.__file__).parent
SOURCES = sorted(p for p in ROOT.rglob("*.py"))
# Rooms with kernels, where a function has at most 80 lines and 8 arguments unless a comment on its first line says why: `# long: ...`, `# many: ...`
KERNELS = (
    "_jit", "algebra", "bodies", "joints", "motion", "paths", "laws", "loads", "kinematic", "tree", "equations", "formulations", "tangent", "integrate",
    "reporting", "flexible", "inversion",
)  # fmt: skip
# Bodies (rigid and elastic), joints, trees and drawing may ask whether a model is planar; others ask `bodies.space`
ASKING = ("bodies", "beams", "flexible", "lowering", "joints", "tree", "figures", "viewer")


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_files_are_short(path):
    assert len(path.read_text().splitlines()) <= 400


@pytest.mark.parametrize(
    "path", [p for p in SOURCES if p.relative_to(ROOT).parts[0] in KERNELS], ids=lambda p: str(p.relative_to(ROOT))
)
def test_functions_of_kernel_rooms_are_short(path):
    text = path.read_text()
    lines, faults = text.splitlines(), []
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef):
            continue
        head = " ".join(lines[node.lineno - 2 : node.body[0].lineno])
        length = node.end_lineno - node.lineno + 1
        arguments = len(node.args.posonlyargs) + len(node.args.args) + len(node.args.kwonlyargs)
        if length > 80 and not re.search(r"# long(, many)?: ", head):
            faults.append(f"{node.name}: {length} lines")
        if arguments > 8 and not re.search(r"# (long, )?many: ", head):
            faults.append(f"{node.name}: {arguments} arguments")
    assert not faults


def test_few_rooms_ask_whether_a_model_is_planar():
    asking = [
        str(p.relative_to(ROOT)) for p in SOURCES
        if p.relative_to(ROOT).parts[0] not in ASKING and re.search(r"dimension (==|!=) [23]\b", p.read_text())
    ]  # fmt: skip
    assert asking == []


def test_nothing_asks_for_the_class_of_a_formulation():
    assert [str(p) for p in SOURCES if re.search(r"isinstance\([^)]*\bElastic\b", p.read_text())] == []
