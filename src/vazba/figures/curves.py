"""Curves of results: `plot(res, ["plate.x", "plate.vx", "L.x:L.y"], "run.png")`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, NamedTuple

from vazba.errors import Fault, ModelError, suggestion
from vazba.figures.style import COLOURS, figure_class, look, picture_ending, save_figure
from vazba.result import Result
from vazba.result.view import UnknownName

MOST_CURVES = 60  # more cannot be told apart


class Curve(NamedTuple):
    """One column over another."""

    x: str
    y: str


def plot(
    results: Result | Sequence[Result] | Mapping[str, Result],
    columns: Sequence[str] | str,
    path: str | Path | None = None,
    x: str = "time",
    title: str | None = None,
) -> Any:
    """A matplotlib figure of columns over time (or over the column `x`), saved to `path` (.png, .svg, .pdf) if given.

    A column is `plate.x`, `plate` (its position), a pattern `*.x`, an expression `hypot(plate.vx, plate.vy)`, or a pair
    `L.x:L.y` (a trajectory, with equal axes). Curves are grouped by unit into panels one above the other; several results are overlaid, with their file
    names in the legend.
    """
    if path is not None:
        picture_ending(path)
    runs = _named(results)
    wanted = [columns] if isinstance(columns, str) else list(columns)
    pairs, panels = _panels(runs, wanted, x)
    with look():
        Figure = figure_class()

        count = len(panels) + len(pairs)
        height = max(2.6, min(9.0, 1.2 + 2.1 * count)) if count > 1 or not pairs else 5.4
        figure = Figure(figsize=(7.6, height + 2.4 * len(pairs) * (count > 1)), layout="constrained")
        ratios = [2.2] * len(pairs) + [1.0] * len(panels)
        grid = figure.add_gridspec(count, 1, height_ratios=ratios)
        for row, curve in enumerate(pairs):
            _trajectory(figure.add_subplot(grid[row]), runs, curve)
        shared = None
        for row, (unit, curves) in enumerate(panels.items(), start=len(pairs)):
            shared = figure.add_subplot(grid[row], sharex=shared)
            _panel(shared, runs, unit, curves)
            last = row == count - 1
            shared.tick_params(labelbottom=last)
            if last:
                shared.set_xlabel(_label(x, next(iter(runs.values())).unit(x)))
        figure.suptitle(_title(runs) if title is None else title, fontsize=12)
        if path is not None:
            save_figure(figure, path)
    return figure


def _named(results: Result | Sequence[Result] | Mapping[str, Result]) -> dict[str, Result]:
    """The results by the name the legend gives them: file names where there are any, made different if need be."""
    if isinstance(results, Mapping):
        return dict(results)
    several = [results] if isinstance(results, Result) else list(results)
    if not several:
        raise ModelError(Fault("plot", "there is no result to plot", remedy="name at least one file"))
    names = [res.source.name if res.source is not None else res.name for res in several]
    if len(set(names)) < len(names):
        names = [str(r.source) if r.source and names.count(n) > 1 else n for n, r in zip(names, several)]
    if len(set(names)) < len(names):
        names = [f"{name} ({i})" for i, name in enumerate(names, start=1)]
    return dict(zip(names, several))


def _title(runs: dict[str, Result]) -> str:
    return ", ".join(dict.fromkeys(res.name for res in runs.values()))


def _panels(runs: dict[str, Result], wanted: list[str], x: str) -> tuple[list[Curve], dict[str, list[Curve]]]:
    """Trajectories, and the other curves by unit; everything unknown at once."""
    faults: list[Fault] = []
    found: dict[Curve, None] = {}
    for name, res in runs.items():
        if not len(res):
            faults.append(Fault(f"result {name}", "it holds no instant", res.message, "leave it out"))
        where = f"result {name}" if len(runs) > 1 else "plot"
        for word in [*wanted, *([] if x == "time" else [x])]:
            made = _curves(res, word, x)
            if not made:
                faults.append(Fault(where, f"there is no column '{word}'", remedy=_nearest(res, word)))
            elif word != x or word in wanted:
                found |= dict.fromkeys(made)
    if not wanted:
        known = next(iter(runs.values())).columns[1:]
        faults.append(Fault("plot", "no column is named", remedy=suggestion("", known)))
    if len(found) > MOST_CURVES:
        faults.append(
            Fault("plot", f"{len(found)} curves cannot be told apart", f"at most {MOST_CURVES}", "name fewer columns")
        )
    if faults:
        raise ModelError(faults)
    pairs = [curve for curve in found if curve.x != x]
    panels: dict[str, list[Curve]] = {}
    for curve in found:
        if curve.x == x:
            panels.setdefault(next(iter(runs.values())).unit(curve.y), []).append(curve)
    return pairs, panels


def _curves(res: Result, word: str, x: str) -> list[Curve]:
    left, colon, right = word.partition(":")
    if colon:
        return [Curve(left, right)] if _is_column(res, left) and _is_column(res, right) else []
    if _is_column(res, word):
        return [Curve(x, word)]
    if any(sign in word for sign in "*?"):
        return [Curve(x, column) for column in res.columns[1:] if fnmatchcase(column, word)]
    kinds = res.kinds_of(word)
    if not kinds:
        return []
    own = [column for column in res.columns[1:] if column.startswith(f"{word}.")]
    places = [column for column in own if column in (f"{word}.x", f"{word}.y", f"{word}.z")]
    return [Curve(x, column) for column in places or own]


def _is_column(res: Result, word: str) -> bool:
    if word == "time" or ("." in word and word in res and not res.kinds_of(word)):  # `arm@0.5` is a station
        return True
    try:
        return ":" not in word and res.expressed(word) is not None
    except UnknownName:
        return False


def _nearest(res: Result, word: str) -> str:
    names = {name for held in res.names.values() for name in held}
    for part in word.split(":"):
        name = part.partition(".")[0]
        if not _is_column(res, part):
            own = [column for column in res.columns if column.startswith(f"{name}.")]
            return suggestion(part, own or (res.columns if "." in part else names))
    return ""


def _label(word: str, unit: str) -> str:
    return f"{word} [{_sign(unit)}]" if unit else word


def _sign(unit: str) -> str:
    return unit.replace("^2", "²")


def _panel(ax: Any, runs: dict[str, Result], unit: str, curves: list[Curve]) -> None:
    """Columns of one unit; each result has its line style."""
    lines = []
    for i, curve in enumerate(curves):
        for j, (name, res) in enumerate(runs.items()):
            label = curve.y if len(runs) == 1 else f"{curve.y}, {name}"
            (line,) = ax.plot(res.column(curve.x), res.column(curve.y), **_stroke(i * len(runs) + j, j, len(res)))
            lines.append((line, label))
    if len(lines) == 1:
        ax.set_ylabel(_label(curves[0].y, unit))
        return
    quantities = {curve.y.rpartition(".")[2] for curve in curves}
    ax.set_ylabel(_label(quantities.pop() if len(quantities) == 1 else "", unit or "-").strip())
    _legend(ax, lines)


def _trajectory(ax: Any, runs: dict[str, Result], curve: Curve) -> None:
    """One column over another; equal axes where both have the same unit. A dot marks the start."""
    first = next(iter(runs.values()))
    lines = []
    for j, (name, res) in enumerate(runs.items()):
        u, v = res.column(curve.x), res.column(curve.y)
        style = _stroke(j, 0, len(res))
        (line,) = ax.plot(u, v, **style)
        ax.plot(u[:1], v[:1], "o", color=line.get_color(), markersize=5)
        lines.append((line, f"{curve.x}:{curve.y}" if len(runs) == 1 else name))
    if first.unit(curve.x) == first.unit(curve.y):
        ax.set_aspect("equal", adjustable="datalim")
    ax.set_xlabel(_label(curve.x, first.unit(curve.x)))
    ax.set_ylabel(_label(curve.y, first.unit(curve.y)))
    if len(runs) > 1:
        _legend(ax, lines)


def _stroke(i: int, j: int, count: int) -> dict[str, Any]:
    dashes = ("-", "--", ":", "-.")
    dash = dashes[(j + i // len(COLOURS)) % len(dashes)]
    return {"color": COLOURS[i % len(COLOURS)], "linestyle": dash, "marker": "o" if count == 1 else "", "markersize": 4}


def _legend(ax: Any, lines: list[tuple[Any, str]]) -> None:
    wide = max(len(label) for _, label in lines) > 24 or len(lines) > 8
    place: dict[str, Any] = {"loc": "upper left", "bbox_to_anchor": (1.0, 1.02)} if not wide else {}
    if wide:
        place = {"loc": "lower left", "bbox_to_anchor": (0.0, 1.0), "ncols": 2 if len(lines) > 1 else 1}
    ax.legend([line for line, _ in lines], [label for _, label in lines], **place)
