"""How things look in a notebook: the page in a frame, tables, all without a magic command. Nothing is fetched."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from vazba.errors import VazbaError

if TYPE_CHECKING:
    from vazba.viewer.document import Document

HEIGHT = 480
LARGEST = 6_000_000  # bytes of numbers in a cell


def framed(document: Document, height: int = HEIGHT) -> str:
    """The page in a frame of its own."""
    from vazba.viewer.page import page

    inner = escape(page(document, str(document.header["name"]), embedded=True), quote=True)
    style = f"width: 100%; height: {height}px; border: 1px solid #d0d7e2; border-radius: 8px"
    title = escape(str(document.header["name"]), quote=True)
    return f'<iframe srcdoc="{inner}" sandbox="allow-scripts allow-downloads" style="{style}" title="{title}"></iframe>'


def shown(thing: Any) -> str:
    """The page of a model, a result or modes, or the reason why there is none."""
    from vazba.viewer.document import of_model, of_modes, of_result

    try:
        kind = type(thing).__name__
        made = (
            of_modes(thing)
            if kind == "Modes"
            else of_model(thing)
            if kind == "Model"
            else of_result(thing, budget=LARGEST)
        )
        return framed(made)
    except VazbaError as error:
        return f"<p>{escape(str(error))}</p>"


def table(headings: Sequence[str], rows: Iterable[Sequence[Any]], caption: str = "") -> str:
    """A small table; every text is escaped."""
    head = "".join(f"<th>{escape(str(word))}</th>" for word in headings)
    body = "".join("<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    said = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{said}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def lines(texts: Iterable[str]) -> str:
    """Paragraphs of plain text."""
    return "".join(f"<div>{escape(text)}</div>" for text in texts)
