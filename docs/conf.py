"""Documentation of vazba: `make docs`. Building needs no network; MathJax draws the formulas in the browser."""

from __future__ import annotations

import importlib
import inspect
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "docs" / "_ext")]

project = "vazba"
author = "vazba contributors"
copyright = "vazba contributors"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
version = release

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.mathjax",
    "sphinx_copybutton",
    "sphinx_design",
    "generated",
    "live",
]
exclude_patterns = ["_build", "_ext"]
highlight_language = "none"
myst_enable_extensions = ["amsmath", "dollarmath", "deflist", "colon_fence"]
myst_heading_anchors = 3
html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["vazba.css"]
html_title = f"vazba {release}"

autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True}

_LITERAL = re.compile(r"(``.+?``|`[^`\n]+`)")


class PublicNames(SphinxDirective):
    """Documentation of names of a module (imported when first used); without names, of all of its `__all__` not shown before."""

    required_arguments = 1
    optional_arguments = 100

    def run(self) -> list[Any]:
        module, *names = self.arguments
        module = importlib.import_module(module)
        shown = vars(self.env).setdefault("public_names_shown", {}).setdefault(self.env.docname, set())
        lines: list[str] = []
        for name in names or [n for n in getattr(module, "__all__", ()) if f"{module.__name__}.{n}" not in shown]:
            value = getattr(module, name)
            shown.add(f"{module.__name__}.{name}")
            if inspect.isclass(value):
                kind = "autoexception" if issubclass(value, BaseException) else "autoclass"
            elif callable(value):
                kind = "autofunction"
            else:
                continue
            lines += [f".. {kind}:: {module.__name__}.{name}", ""]
        return self.parse_text_to_nodes("\n".join(lines))


def plain_docstring(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are written for readers of the source: `code` in backticks, formulas and tables as they look best.

    Paragraphs become text with literals; indented lines and tables are shown as they stand.
    """
    text: list[str] = []
    verbatim = False
    for line in lines:
        as_is = bool(line.strip()) and line[0] in " |" and not line.lstrip().startswith(("- ", "* "))
        if as_is and not verbatim:
            text += ["", "::", ""]
        elif line.strip() and verbatim and not as_is:
            text.append("")
        if line.strip():
            verbatim = as_is
        text.append("   " + line if as_is else plain_text(line))
    lines[:] = text


def plain_text(line: str) -> str:
    """One line of a docstring as reStructuredText: backticks are literals, other signs of markup mean themselves."""
    parts = _LITERAL.split(line)
    for k, part in enumerate(parts):
        if k % 2 == 0:
            parts[k] = re.sub(r"([|*\\]|_(?=\W|$))", r"\\\1", part)
        elif not part.startswith("``"):
            parts[k] = f"`{part}`"
    return "".join(parts)


def setup(app: Any) -> None:
    app.add_directive("public-names", PublicNames)
    app.connect("autodoc-process-docstring", plain_docstring)
