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


MOST_SHOWN = 40  # rows and columns of a matrix whose numbers are shown; of larger ones its pattern


def matrix(name: str, meaning: str, values: Any, rows: Sequence[str], columns: Sequence[str]) -> str:
    """A matrix or vector to be opened: its numbers with labels, or where it is not zero."""
    import numpy as np

    array = np.asarray(values, float)
    size = " x ".join(str(n) for n in array.shape)
    head = f"<summary><b>{escape(name)}</b> {escape(meaning)} ({size})</summary>"
    if max(array.shape) > MOST_SHOWN:
        inner = _pattern(np.atleast_2d(array))
    else:
        grid = array if array.ndim == 2 else array[:, None]
        labels = list(rows) or [""] * len(grid)
        inner = table(
            ["", *(columns or [name])], ([label, *(f"{x:.5g}" for x in line)] for label, line in zip(labels, grid))
        )
    return f'<details>{head}<div style="overflow-x: auto">{inner}</div></details>'


def _pattern(array: Any) -> str:
    """Where a large matrix is not zero, as a picture of at most 200 x 200 cells."""
    import numpy as np

    high, wide = (min(200, n) for n in array.shape)
    i, j = np.nonzero(array)
    cells = sorted(set(zip((i * high // array.shape[0]).tolist(), (j * wide // array.shape[1]).tolist())))
    path = "".join(f"M{x} {y}h1v1h-1z" for y, x in cells)
    drawn = f'<path d="{path}" fill="currentColor"/></svg><p>{len(i)} of {array.size} are not zero</p>'
    return f'<svg viewBox="0 0 {wide} {high}" width="{min(400, 4 * wide)}" style="border: 1px solid #888">{drawn}'


def lines(texts: Iterable[str]) -> str:
    """Paragraphs of plain text."""
    return "".join(f"<div>{escape(text)}</div>" for text in texts)
