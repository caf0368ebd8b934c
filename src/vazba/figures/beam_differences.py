"""A mechanism with its beams computed in several ways: paths of its points, and how far they are from those of the first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from vazba.figures.style import figure_class, look, picture_ending, save_figure

if TYPE_CHECKING:
    from vazba.comparison.compare_beams import BeamComparison

MOST = 3  # points that are drawn


def beam_differences(comparison: BeamComparison, path: str | Path | None = None) -> Any:
    """A matplotlib figure of `vz.compare_beams`: for each point its height (y, in space z) over time, and the distance to the first run."""
    if path is not None:
        picture_ending(path)
    words = list(comparison.results)
    far = {
        name: max(float(comparison.apart(word, words[0], name).max(initial=0.0)) for word in words)
        for name in comparison.points
    }
    points = sorted(far, key=lambda name: -round(far[name], 9))[:MOST]  # those that are farthest apart
    axis = "y" if comparison.model.dimension == 2 else "z"
    with look():
        Figure = figure_class()

        figure = Figure(figsize=(9.6, 1.2 + 2.2 * max(len(points), 1)), layout="constrained")
        panels = figure.subplots(max(len(points), 1), 2, sharex=True, squeeze=False)
        for (left, right), name in zip(panels, points):
            for k, word in enumerate(words):
                result = comparison.results[word]
                left.plot(
                    result.time, getattr(result[name], axis), "-" if k % 2 == 0 else "--", linewidth=1.2, label=word
                )
                apart = comparison.apart(word, words[0], name)
                if k:
                    right.plot(
                        result.time[: len(apart)],
                        1e3 * apart,
                        "-" if k % 2 == 0 else "--",
                        linewidth=1.2,
                        color=f"C{k}",
                    )
            left.set_ylabel(f"{name}.{axis} [m]")
            right.set_ylabel(f"{name}: from {words[0]} [mm]")
        for ax in panels[-1]:
            ax.set_xlabel("time [s]")
        handles, labels = panels[0][0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=4)
        figure.suptitle(f"{comparison.model.name}: beams computed in {len(words)} ways", fontsize=11)
        if path is not None:
            save_figure(figure, path)
    return figure
