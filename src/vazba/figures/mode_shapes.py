"""Mode shapes: the mechanism at rest in grey, and displaced over it; a panel for each mode."""

from __future__ import annotations

import math
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.errors import Fault, ModelError
from vazba.figures.draw import Scene
from vazba.figures.skeleton import motion, skeleton
from vazba.figures.style import figure_class, look, picture_ending, save_figure

if TYPE_CHECKING:
    from vazba.statics.mode_results import Mode, Modes

PHASES = np.array([0.0, 0.25, 0.75])  # of a period: at rest, and displaced to both sides
RESTING, OTHER = "#b0b0b0", 0.3


def mode_shapes(modes: Modes, path: str | Path | None = None, count: int = 6, mode: int | None = None) -> Any:
    """A matplotlib figure of the lowest `count` modes that are not free, or of one `mode` by its number, saved to .png, .svg or .pdf.

    Displacements are made large enough to be seen, and joints stay closed; the other side of the motion is drawn faintly.
    """
    from vazba.statics.mode_results import FREE
    from vazba.statics.moving import moving

    if path is not None:
        picture_ending(path)
    if mode is not None:
        chosen = [found for found in modes if found.number == mode]
    else:
        chosen = ([found for found in modes if found.kind != FREE] or list(modes))[:count]
    if not chosen:
        raise ModelError(Fault("modes", "there is nothing to draw", f"there are {len(modes)} modes"))
    frame = skeleton(modes.model)
    scenes = [Scene(frame, motion(moving(modes, found.number, None, PHASES))) for found in chosen]
    columns = min(3, math.ceil(math.sqrt(len(chosen))))
    rows = math.ceil(len(chosen) / columns)
    with look():
        Figure = figure_class()

        wide, high = scenes[0].limits[1] - scenes[0].limits[0]
        across = 4.2 * float(np.clip(1.5 * wide / high, 0.6, 1.0))
        tall = 4.2 * float(np.clip(high / wide, 0.45, 1.5))
        figure = Figure(figsize=(across * columns, (tall + 0.7) * rows), layout="constrained")
        panels = figure.subplots(rows, columns, squeeze=False).ravel()
        for ax, found, scene in zip(panels, chosen, scenes):
            scene.stage(ax)
            for artist in scene.draw(ax, 0):
                artist.set_color(RESTING)
                artist.set_alpha(0.5)
            for artist in scene.draw(ax, 2):
                artist.set_alpha(OTHER)
            scene.draw(ax, 1)
            ax.set_title(_title(found), fontsize=10)
        for ax in panels[len(chosen) :]:
            ax.set_axis_off()
        figure.suptitle(textwrap.fill(f"{modes.model.name}, {modes.where()}", int(12 * across * columns)), fontsize=11)
        if path is not None:
            save_figure(figure, path)
    return figure


def _title(mode: Mode) -> str:
    from vazba.statics.mode_results import FREE, UNSTABLE

    if mode.kind == FREE:
        return f"{mode.number}: free"
    if mode.kind == UNSTABLE:
        return f"{mode.number}: UNSTABLE, grows with {mode.growth:.4g} 1/s"
    damped = f", damping {mode.damping:.3g}" if mode.damping else ""
    return f"{mode.number}: {mode.frequency:.4g} Hz{damped}"
