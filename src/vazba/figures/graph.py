"""The constraint graph of a mechanism: bodies as boxes under the ground, joints of the tree solid, cut joints dashed, loops coloured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.element import GROUND
from vazba.figures.style import COLOURS, INK

if TYPE_CHECKING:
    from vazba.textbook.structure import Structure

NAMED = 45  # bodies up to which names are written
MOST_LOOPS = 40  # loops up to which the way around is coloured
QUIET = "#999999"


def draw_graph(ax: Any, structure: Structure) -> None:
    """Draw tree and loops into the axes."""
    places = layout(structure)
    named = len(structure.bodies) <= NAMED
    edges = {body.body: body for body in structure.bodies}
    for k, loop in enumerate(structure.loops):
        colour = COLOURS[k % len(COLOURS)]
        if k < MOST_LOOPS:
            for a, b in zip(loop.bodies, loop.bodies[1:]):
                _line(
                    ax,
                    places[a],
                    places[b],
                    color=colour,
                    linewidth=9 - 6 * k / max(len(structure.loops), 1),
                    alpha=0.3,
                    zorder=1,
                )
        _cut(ax, places[loop.bodies[0]], places[loop.bodies[-1]], loop.cut if named else "", colour, k)
    for name, body in edges.items():
        floats = body.joint is None
        _line(
            ax,
            places[body.parent],
            places[name],
            color=QUIET if floats else INK,
            linewidth=1.5,
            linestyle=":" if floats else "-",
            zorder=2,
        )
        if named and not floats:
            middle = [(u + v) / 2 for u, v in zip(places[body.parent], places[name])]
            paper = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
            ax.annotate(str(body.joint), middle, ha="center", va="center", fontsize=8, color=INK, bbox=paper, zorder=3)
    for name, place in places.items():
        if named:
            box = {"boxstyle": "round,pad=0.3", "facecolor": "#dddddd" if name == GROUND else "white", "edgecolor": INK}
            ax.annotate(name, place, ha="center", va="center", fontsize=9, color=INK, bbox=box, zorder=4)
        else:
            ax.plot(*place, "s" if name == GROUND else "o", color=INK, markersize=4, zorder=4)
    _frame(ax, structure, places)


def panel_size(structure: Structure) -> tuple[float, float]:
    """Width and least height of the panel, inches."""
    places = layout(structure).values()
    if len(structure.bodies) > NAMED:
        return 7.0, 5.0
    letters = max((len(body.body) for body in structure.bodies), default=1)
    across = 1.0 + max(x for x, _ in places) - min(x for x, _ in places)
    return min(max(4.2, across * max(0.6, 0.35 + 0.08 * letters)), 16.0), min(
        1.6 - 0.75 * min(y for _, y in places), 12.0
    )


def layout(structure: Structure) -> dict[str, tuple[float, float]]:
    """Where each body stands: the ground on top, children under their parent, the ends of branches side by side."""
    children: dict[str, list[str]] = {}
    for body in structure.bodies:
        children.setdefault(body.parent, []).append(body.body)
    across: dict[str, float] = {}
    ends = 0
    for body in reversed(structure.bodies):  # children come after their parents, so before them here
        below = [across[name] for name in children.get(body.body, ())]
        across[body.body] = sum(below) / len(below) if below else float(ends)
        ends += not below
    roots = [across[name] for name in children.get(GROUND, ())]
    places = {body.body: (-across[body.body], -float(body.depth)) for body in structure.bodies}
    return {GROUND: (-sum(roots) / len(roots) if roots else 0.0, 0.0), **places}


def _line(ax: Any, a: tuple[float, float], b: tuple[float, float], **style: Any) -> None:
    ax.plot([a[0], b[0]], [a[1], b[1]], solid_capstyle="round", **style)


def _cut(ax: Any, a: tuple[float, float], b: tuple[float, float], name: str, colour: str, k: int) -> None:
    """A dashed arc that passes below what stands between (beside it, where one body stands under the other)."""
    aside = 0.7 if abs(a[0] - b[0]) < 0.3 else 0.0
    top = ((a[0] + b[0]) / 2 + aside, (a[1] + b[1]) / 2 if aside else min(a[1], b[1]) - 0.3 - 0.2 * (k % 4))
    s = np.linspace(0.0, 1.0, 40)
    x, y = ((1 - s) ** 2 * u + 2 * s * (1 - s) * c + s**2 * v for u, c, v in zip(a, top, b))
    ax.plot(x, y, linestyle="--", color=colour, linewidth=1.6, zorder=2)
    if name:
        paper = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.8}
        ax.annotate(
            name,
            (x[20], y[20]),
            ha="center",
            va="center",
            fontsize=8,
            color=colour,
            style="italic",
            bbox=paper,
            zorder=3,
        )


def _frame(ax: Any, structure: Structure, places: dict[str, tuple[float, float]]) -> None:
    from matplotlib.lines import Line2D

    xs, ys = zip(*places.values())
    ax.set_xlim(min(xs) - 0.7, max(xs) + 0.7)
    ax.set_ylim(min(ys) - (0.7 if structure.loops else 0.5), max(ys) + 0.5)
    ax.axis("off")
    marks = [Line2D([], [], color=INK, label="joint of the tree")]
    if structure.loops:
        marks.append(Line2D([], [], color=COLOURS[0], linestyle="--", label="cut joint, closes a loop (coloured)"))
    if any(body.joint is None for body in structure.bodies):
        marks.append(Line2D([], [], color=QUIET, linestyle=":", label="floats"))
    ax.legend(handles=marks, loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=len(marks))
    ax.set_title("tree and loops")
