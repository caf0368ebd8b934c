"""Picture of a feasible region: where a platform can be held, with the largest effort there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.figures.style import INK, look, picture_ending, save_figure

if TYPE_CHECKING:
    from vazba.inversion.feasible import Feasible

OUTSIDE = "#e8e8e8"


def draw_region(region: Feasible, path: str | Path | None = None) -> Any:
    """A matplotlib figure: largest effort where it is feasible, grey where it is not, with the ground points of what acts."""
    if path is not None:
        picture_ending(path)
    most = np.abs(np.stack(list(region.efforts.values()))).max(axis=0)
    shown = np.ma.masked_where(~region.feasible, most)
    axes = ["xyz".index(letter) for letter in region.plane]
    with look():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6.4, 5.2), layout="constrained")
        ax = figure.subplots()
        ax.set_facecolor(OUTSIDE)
        mesh = ax.pcolormesh(region.first, region.second, shown, cmap="viridis", shading="nearest")
        if region.feasible.any() and not region.feasible.all():
            ax.contour(
                region.first, region.second, region.feasible.astype(float), levels=[0.5], colors=INK, linewidths=1.0
            )
        figure.colorbar(mesh, ax=ax, label="largest effort, N")
        places = np.array(list(region.anchors.values())).reshape(-1, 3)
        if len(places):
            ax.plot(places[:, axes[0]], places[:, axes[1]], "s", color=INK, markersize=5)
        ax.set_xlabel(f"{region.point}.{region.plane[0]}, m")
        ax.set_ylabel(f"{region.point}.{region.plane[1]}, m")
        ax.set_aspect("equal")
        ax.set_title(f"{region.model.name}: where {region.point} can be held")
        if path is not None:
            save_figure(figure, path)
    return figure
