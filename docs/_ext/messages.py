"""All messages of the package, read from its sources: what is wrong, why, and how to mend it, by the part of the package that says it."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "vazba"
GROUPS = {
    "Writing a model": (
        "element", "scope", "expressions", "bodies", "beams", "points", "joints", "drivers", "motion", "paths", "laws", "loads", "model", "shapes", "faults"),
    "Reading and writing files": ("files",),
    "Putting it together": ("compiler", "attach", "layout", "lowering", "flexible", "system", "tree", "kinematic"),
    "Running it": ("case", "simulation", "integrate", "formulations", "tangent", "equations", "diagnosis", "reporting", "result"),
    "Other questions": ("statics", "inversion", "linear", "textbook", "comparison", "tensegrity", "studies", "fitting", "control"),
    "Commands, pictures, the page": ("cli", "figures", "viewer", "_jit", "progress", "errors"),
}  # fmt: skip
SAYING = {"Wrong": (0, 1, 2), "Fault": (1, 2, 3), "Refused": (1, 2, 3)} | dict.fromkeys(
    ("VazbaError", "SolveError", "AssemblyError", "CannotBuild"), (0,)
)
WORDS = ("what", "why", "remedy")


def messages() -> str:
    """A table for each group: as it is said, with `…` where names and numbers stand."""
    found: dict[str, dict[str, tuple[str, str]]] = {heading: {} for heading in GROUPS}
    rooms = {room: heading for heading, held in GROUPS.items() for room in held}
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        heading = rooms.get(room, "Other questions")
        for what, why, remedy in said(path):
            found[heading].setdefault(what, (why, remedy))
    parts = []
    for heading, held in found.items():
        rows = [
            f"| {_cell(what)} | {_cell(why)} | {_cell(remedy)} |"
            for what, (why, remedy) in sorted(held.items(), key=lambda item: item[0].lower())
        ]
        if rows:
            parts += [f"## {heading}", "| what is said | why | what helps |\n|---|---|---|\n" + "\n".join(rows)]
    return "\n\n".join(parts)


def said(path: Path) -> list[tuple[str, str, str]]:
    """What, why and remedy of every message that a file makes."""
    out = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if name not in SAYING:
            continue
        places = SAYING[name]
        texts = [text_of(node.args[k]) if k < len(node.args) else "" for k in places] + [""] * (3 - len(places))
        for keyword in node.keywords:
            if keyword.arg in WORDS:
                texts[WORDS.index(keyword.arg)] = text_of(keyword.value)
        if texts[0].replace("…", "").strip(" '.,:;=()") and len(texts[0]) > 6:
            out.append((texts[0], texts[1], texts[2]))
    return out


def text_of(node: ast.expr) -> str:
    """A text as it is written, with … for what is put in."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) if isinstance(part, ast.Constant) else "…" for part in node.values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return text_of(node.left) + text_of(node.right)
    if isinstance(node, ast.IfExp):
        return text_of(node.body) or text_of(node.orelse)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "suggestion":
        return "did you mean …? known: …"
    return "…"


def _cell(text: str) -> str:
    text = " ".join(text.split())
    if not text or text == "…":
        return ""
    for sign in "\\`*_{}[]<>|$#":
        text = text.replace(sign, "\\" + sign)
    return text
