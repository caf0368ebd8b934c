"""What all figures share: the library, the look, and writing a file whole."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from vazba.errors import Fault, ModelError, VazbaError
from vazba.files.atomic import write_whole

# Okabe and Ito: eight colours that colour-blind readers tell apart (yellow left out: too pale on white)
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#555555")
INK = "#222222"
ENDINGS = (".png", ".svg", ".pdf")

_LOOK = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.labelsize": 10,
    "axes.edgecolor": "#888888",
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.7,
    "lines.linewidth": 1.6,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "text.parse_math": False,  # an element may be called $a$
    "axes.unicode_minus": True,
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "vazba",  # the same figure is the same file
}


def look() -> Any:
    """A context in which figures get the common look; a clear message where matplotlib is missing."""
    try:
        import matplotlib
        from cycler import cycler
    except ImportError as error:
        raise VazbaError(f"plots need matplotlib: pip install 'vazba[plot]' ({error})") from error
    return matplotlib.rc_context({**_LOOK, "axes.prop_cycle": cycler(color=COLOURS)})


@cache
def figure_class() -> Any:
    """Figures of matplotlib that show themselves in a notebook, without any magic command."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        def _repr_png_(self) -> bytes:
            image = BytesIO()
            self.savefig(image, format="png", dpi=110)
            return image.getvalue()

    ShownFigure.__name__ = "Figure"
    return ShownFigure


def picture_ending(path: str | Path, endings: tuple[str, ...] = ENDINGS) -> str:
    """The ending of a picture file, or a fault that names the known ones."""
    ending = Path(path).suffix.lower()
    if ending not in endings:
        raise ModelError(
            Fault("", f"'{path}': the ending does not say a known kind of picture", remedy=f"use {', '.join(endings)}")
        )
    return ending


def save_figure(figure: Any, path: str | Path, dpi: float = 150) -> None:
    """Write a figure as PNG, SVG or PDF, whole or not at all."""
    ending = picture_ending(path)
    stamp = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(ending)
    image = BytesIO()
    figure.savefig(image, format=ending[1:], dpi=dpi, metadata=stamp)
    write_whole(path, image.getvalue())
