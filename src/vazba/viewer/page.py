"""One self-contained HTML page: script, style, header and numbers in it. Nothing is ever fetched from elsewhere.

Texts of the model stand in a block of JSON in which every `<` is written as an escape: they are data, and never markup. The policy in the head lets the
browser run one script, known by its digest, and forbids all connections (but to the own server, where it is served).
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from vazba.viewer.document import Document

FOLDER = Path(__file__).parent / "bundle"


@cache
def bundle() -> tuple[str, str]:
    """The built script and style sheet."""
    return (FOLDER / "viewer.js").read_text(encoding="utf-8"), (FOLDER / "viewer.css").read_text(encoding="utf-8")


def page(document: Document | None, title: str = "vazba", live: bool = False, embedded: bool = False) -> str:
    """The HTML text; `live` without a document asks its server for one; `embedded` shows the picture and the time alone."""
    script, style = bundle()
    # 'unsafe-eval': programs that drive a browser evaluate their conditions in the page; the page itself never does, and markup stays forbidden
    connect = "'self'" if live else "'none'"
    policy = (
        f"default-src 'none'; script-src '{_digest(script)}' 'unsafe-eval'; style-src '{_digest(style)}'; "
        f"img-src data: blob:; connect-src {connect}; base-uri 'none'; form-action 'none'"
    )
    parts = [
        "<!doctype html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
        f"<title>{escape(title)}</title>",
        f"<style>{style}</style>",
        "</head>",
        f'<body data-live="{int(live)}" data-embedded="{int(embedded)}">',
        "<noscript>This page shows a moving mechanism and needs JavaScript.</noscript>",
    ]
    if document is not None:
        parts.append(f'<script type="application/json" id="vazba-header">{as_json(document.header)}</script>')
        packed = base64.b64encode(document.blob).decode("ascii")
        parts.append(f'<script type="text/plain" id="vazba-numbers">{packed}</script>')
    parts += [f"<script>{script}</script>", "</body>", "</html>", ""]
    return "\n".join(parts)


def as_json(value: Any) -> str:
    """JSON that may stand inside HTML: no `<`, `>` or `&`, and no number that JSON does not have."""
    text = json.dumps(_plain(value), ensure_ascii=True, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (str, int, bool)):
        return value
    return str(value)


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
