"""Picture of a fit: measured and computed columns, and what is left of each."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.figures.style import COLOURS, INK, figure_class, look, picture_ending, save_figure

if TYPE_CHECKING:
    from vazba.fitting.fitted import Fit

MOST = 6  # columns that are drawn


def draw_residuals(found: Fit, path: str | Path | None = None) -> Any:
    """A matplotlib figure with a row for each column: to the left measured points and the computed curve, to the right the residuals over time."""
    if path is not None:
        picture_ending(path)
    columns = found.columns[:MOST]
    with look():
        figure = figure_class()(figsize=(9.6, 1.4 + 2.0 * len(columns)), layout="constrained")
        grid = figure.subplots(len(columns), 2, squeeze=False, sharex=True)
        for (curve, left), name in zip(grid, columns, strict=True):
            unit, run = found.result.unit(name), found.result
            computed = np.interp(found.time, run.time, run[name])
            curve.plot(
                found.time, computed + found.residuals[name], ".", color=COLOURS[1], markersize=3, label="measured"
            )
            curve.plot(run.time, run[name], color=COLOURS[0], label="computed")
            curve.set_ylabel(f"{name}, {unit}" if unit else name)
            left.plot(found.time, found.residuals[name], ".", color=COLOURS[1], markersize=3)
            left.axhline(0.0, color=INK, linewidth=0.8)
            for sign in (-2.0, 2.0):
                left.axhline(sign * found.noise[name], color=INK, linewidth=0.6, linestyle="--")
            left.set_ylabel(f"residual, {unit}" if unit else "residual")
        grid[0][0].legend(loc="best")
        for ax in grid[-1]:
            ax.set_xlabel("time, s")
        said = ", ".join(f"{name} = {found.values[name]:.5g}" for name in found.parameters[:6])
        figure.suptitle(f"{found.model.name}: {said}", fontsize=11)
        if path is not None:
            save_figure(figure, path)
    return figure
