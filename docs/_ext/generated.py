"""Parts of the pages that are made from the package while they are built, so that they cannot go stale.

A line `<!-- generated: NAME arguments -->` in a page is replaced by the Markdown that `MAKERS[NAME](*arguments)` returns.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import gallery
import live
import messages
import registry_tables

MAKERS: dict[str, Callable[..., str]] = {
    "keys": registry_tables.keys,
    "typed": registry_tables.typed,
    "joint-keys": registry_tables.joint_keys,
    "joints": registry_tables.joints,
    "drivers": registry_tables.drivers,
    "motions": registry_tables.motions,
    "functions": registry_tables.functions,
    "tables": registry_tables.tables,
    "simulation": registry_tables.simulation,
    "quantities": registry_tables.quantities,
    "commands": registry_tables.commands,
    "gallery": gallery.gallery,
    "live": live.live,
    "messages": messages.messages,
}

_LINE = re.compile(r"^<!-- generated: (.+?) -->$", re.MULTILINE)


def filled(text: str) -> str:
    """A page with its generated parts."""

    def made(found: re.Match[str]) -> str:
        name, *arguments = found[1].split()
        return MAKERS[name](*arguments)

    return _LINE.sub(made, text)


def _source_read(app: Any, docname: str, content: list[str]) -> None:
    content[0] = filled(content[0])


def _made_pages(app: Any, env: Any, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Pages with generated parts are read again: what they are made from is not among their files."""
    return [name for name in env.found_docs if _LINE.search(env.doc2path(name).read_text(encoding="utf-8"))]


def setup(app: Any) -> dict[str, bool]:
    app.connect("source-read", _source_read)
    app.connect("env-get-outdated", _made_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
