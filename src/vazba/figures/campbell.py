"""Frequencies over a parameter of a model; over the speed of a rotor: Campbell's picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.figures.style import COLOURS, figure_class, look, picture_ending, save_figure

if TYPE_CHECKING:
    from vazba.statics.mode_sweep import ModeSweep

MARKS = {"forward": "^", "backward": "v", "": "o"}


def campbell(sweep: ModeSweep, path: str | Path | None = None) -> Any:
    """A matplotlib figure, saved to .png, .svg or .pdf; forward and backward whirl have marks of their own, what grows is red."""
    if path is not None:
        picture_ending(path)
    with look():
        figure = figure_class()(figsize=(7.6, 5.0), layout="constrained")
        ax = figure.subplots()
        f = sweep.frequencies
        for k in range(f.shape[1]):
            ax.plot(sweep.values, f[:, k], color=COLOURS[k % len(COLOURS)], linewidth=1.2)
        for word, mark in MARKS.items():
            points = [
                (value, mode.damped_frequency, mode.growth > 1e-9 * (1.0 + mode.omega))
                for value, found in zip(sweep.values, sweep.found, strict=True) for mode in found if mode.whirl == word and mode.damped_frequency > 0
            ]  # fmt: skip
            if points:
                x, y, grows = (np.array(column) for column in zip(*points, strict=True))
                label = f"{word} whirl" if word else None
                ax.scatter(x, y, s=14, marker=mark, c=np.where(grows, "#c8372d", "#3c434f"), label=label, zorder=3)
        if sweep.speeds.any():
            ax.plot(sweep.values, sweep.speeds / (2 * np.pi), "--", color="#8a8f98", label="speed of rotation")
        if ax.get_legend_handles_labels()[0]:
            ax.legend()
        ax.set_xlabel(sweep.parameter)
        ax.set_ylabel("frequency [Hz]")
        ax.set_ylim(bottom=0.0)
        figure.suptitle(f"{sweep.model.name}: frequencies over {sweep.parameter}", fontsize=12)
        if path is not None:
            save_figure(figure, path)
    return figure
