"""The differences of a comparison over time, on a logarithmic scale: a panel for each kind of quantity, a curve for each method and integrator."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.errors import Fault, ModelError
from vazba.figures.style import figure_class, look, picture_ending, save_figure
from vazba.result.agreement import UNITS

if TYPE_CHECKING:
    from vazba.comparison.comparison import Comparison

LEAST = 1e-18  # part of the size of a kind: below it is drawn nothing


def differences(comparison: Comparison, path: str | Path | None = None) -> Any:
    """A matplotlib figure of what each run of `vz.compare` differs from the reference, saved to .png, .svg or .pdf.

    Angles count at the characteristic length, moments as forces at its end, so that each panel has one unit.
    """
    if path is not None:
        picture_ending(path)
    kinds, runs = comparison.kinds, [run for run in comparison.runs if run.agreement is not None]
    if not kinds:
        raise ModelError(Fault("compare", "there is nothing to draw", "no run has an instant", "look at its messages"))
    with look():
        Figure = figure_class()
        from matplotlib.ticker import FuncFormatter

        figure = Figure(figsize=(7.6, max(3.2, 1.4 + 1.55 * len(kinds))), layout="constrained")
        panels = figure.subplots(len(kinds), 1, sharex=True, squeeze=False)[:, 0]
        for ax, kind in zip(panels, kinds):
            scale = comparison.scales[kind]
            ax.set_yscale("log")
            ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:.0e}"))
            for k, run in enumerate(runs):
                assert run.agreement is not None
                if kind in run.kinds:
                    values = run.agreement.apart[kind]
                    shown = np.where((values > LEAST * scale) & np.isfinite(values), values, np.nan)
                    dots = "." if len(values) < 30 else ""
                    label = f"{run.method}, {run.used}"
                    ax.plot(
                        run.agreement.time, shown, "-" if k % 2 == 0 else "--", marker=dots, linewidth=1.2, label=label
                    )
            ax.axhline(comparison.tolerance * scale, color="#888888", linestyle=":", linewidth=1.4, label="tolerance")
            unit = UNITS[kind].replace("^2", "²")
            ax.set_ylabel(f"{kind} [{unit}]")
        panels[-1].set_xlabel("time [s]")
        length = comparison.scales["positions"]
        figure.suptitle(
            f"{comparison.model.name}: differences from {comparison.reference.info.get('method', '')} at rtol "
            f"{comparison.tight['rtol']:g}\n(angles and moments at the characteristic length {length:.3g} m)",
            fontsize=11,
        )
        handles, labels = panels[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside lower center", ncols=3)
        if path is not None:
            save_figure(figure, path)
    return figure
