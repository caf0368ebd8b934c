"""Pictures of bars and strings: bars thick, strings thin and coloured by tension, slack ones dashed, nodes numbered."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from vazba.errors import Fault, ModelError
from vazba.figures.draw import projection
from vazba.figures.style import INK, look, picture_ending, save_figure
from vazba.model import Model
from vazba.tensegrity.analysis import Analysis
from vazba.tensegrity.drawing import net_of
from vazba.tensegrity.net import Net
from vazba.tensegrity.statics import Statics
from vazba.tensegrity.structure import Structure
from vazba.tensegrity.sweep import Sweep

BAR_COLOUR, SLACK_COLOUR = "#444444", "#999999"
MOST_NUMBERS = 80  # nodes with their names


def draw_structure(
    what: Model | Analysis | Statics,
    path: str | Path | None = None,
    *,
    mechanism: int | None = None,
    numbers: bool = True,
) -> Any:
    """A matplotlib figure of a structure, saved to .png, .svg or .pdf.

    Of a model as drawn with the forces it has there; of an analysis with its self-stress (force over length, largest 1), and with `mechanism` (1, 2, ..) moved
    along one of its mechanisms; of statics at rest under its loads.
    """
    if path is not None:
        picture_ending(path)
    structure, net, forces, unit = _drawn(what)
    moved = _moved(what, mechanism, structure) if mechanism is not None else None
    with look():
        from matplotlib.colors import Normalize
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7.2, 6.4), layout="constrained")
        ax = figure.add_subplot()
        view = projection(net.dimension)[:2, : net.dimension]
        flat = {name: view @ place for name, place in net.nodes.items()}
        pull = [forces.get(name.split("/")[0], 0.0) for name in net.strings]
        norm = Normalize(0.0, max([*pull, 1e-300]))
        from matplotlib import colormaps

        colours = colormaps["viridis_r"]
        for name, (a, b) in net.bars.items():
            ax.plot(
                *np.array([flat[a], flat[b]]).T,
                color=BAR_COLOUR,
                linewidth=4.5,
                solid_capstyle="round",
                zorder=3,
                gid=name,
            )
        for name, (a, b), force in zip(net.strings, net.strings.values(), pull):
            slack = force <= 1e-9 * max([*pull, 1e-300])
            style: dict[str, Any] = (
                {"color": SLACK_COLOUR, "linestyle": "--"} if slack else {"color": colours(norm(force))}
            )
            ax.plot(*np.array([flat[a], flat[b]]).T, linewidth=1.4, zorder=2, gid=name, **style)
        if moved is not None:
            ends = {name: view @ place for name, place in moved.nodes.items()}
            for a, b in net.members.values():
                ax.plot(*np.array([ends[a], ends[b]]).T, color="#D55E00", linewidth=0.9, alpha=0.8, zorder=1)
        _nodes(ax, net, flat, numbers)
        ax.set_aspect("equal")
        ax.set_axis_off()
        ax.set_title(structure.model.name)
        if any(force > 0 for force in pull):
            from matplotlib.cm import ScalarMappable

            figure.colorbar(ScalarMappable(norm, colours), ax=ax, shrink=0.6, label=unit)
        if path is not None:
            save_figure(figure, path)
    return figure


def draw_sweep(found: Sweep, path: str | Path | None = None) -> Any:
    """Frequencies over prestress, a line for each mode."""
    if path is not None:
        picture_ending(path)
    with look():
        from matplotlib.figure import Figure

        figure = Figure(figsize=(6.4, 4.6), layout="constrained")
        ax = figure.add_subplot()
        for k, line in enumerate(found.frequencies.T):
            ax.plot(found.levels, line, marker="." if len(found.levels) < 30 else "", label=f"mode {k + 1}")
        ax.set_xlabel("largest member force [N]")
        ax.set_ylabel("frequency [Hz]")
        ax.set_ylim(bottom=0.0)
        ax.set_title(found.model.name)
        ax.legend()
        if path is not None:
            save_figure(figure, path)
    return figure


def _drawn(what: Model | Analysis | Statics) -> tuple[Structure, Net, Mapping[str, float], str]:
    """The structure, its drawing, forces by name and what they are."""
    if isinstance(what, Analysis):
        s = what.structure
        density = what.prestress / s.lengths
        size = max(float(np.abs(density).max(initial=0.0)), 1e-300)
        return s, net_of(s)[0], dict(zip(what.members, (density / size).tolist())), "force over length, largest 1"
    if isinstance(what, Statics):
        s = Structure(what.model)
        s.q = what.equilibrium.q
        return s, net_of(s)[0], what.forces, "tension [N]"
    s = Structure(what)
    s.mechanics.force(s.q, s.mechanics.still)
    tension = np.where(s.paths >= 0, np.append(s.mechanics.work.paths["tension"], 0.0)[s.paths], 0.0)
    return s, net_of(s)[0], dict(zip(s.names, tension.tolist())), "tension [N]"


def _moved(what: Model | Analysis | Statics, number: int, s: Structure) -> Net:
    """The drawing moved along a mechanism, far enough to be seen."""
    if not isinstance(what, Analysis) or not 1 <= number <= what.kinematic:
        there = what.kinematic if isinstance(what, Analysis) else 0
        raise ModelError(Fault("mechanism", f"there is no mechanism number {number}", f"there are {there}", "give 1, 2, .. of an analysis"))  # fmt: skip
    motion = what.mechanisms[:, number - 1]
    other = object.__new__(Structure)
    other.__dict__.update({key: value for key, value in s.__dict__.items() if key not in ("lengths", "_drawn", "rows")})
    other.q = s.mechanics.moved(s.q, 0.12 * s.length * motion / np.abs(motion * s.roots).max())
    moved, names = net_of(other)
    drawn, _ = net_of(s)
    return Net(
        drawn.name, {name: moved.nodes[names.get(name, name)] for name in drawn.nodes}, drawn.bars, drawn.strings
    )


def _nodes(ax: Any, net: Net, flat: Mapping[str, Any], numbers: bool) -> None:
    for name, place in flat.items():
        held = name in net.fixed
        ax.plot(*place[:, None], "^" if held else "o", color=INK, markersize=7 if held else 4, zorder=4)
    if not numbers or len(flat) > MOST_NUMBERS:
        return
    paper = {"boxstyle": "round,pad=0.1", "facecolor": "white", "edgecolor": "none", "alpha": 0.65}
    for name, place in flat.items():
        ax.annotate(name, place, xytext=(5, 5), textcoords="offset points", fontsize=8, color=INK, zorder=6, bbox=paper)
