"""A still picture of a mechanism with the names of its parts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.errors import Fault, ModelError
from vazba.figures.draw import Scene
from vazba.figures.graph import draw_graph, panel_size
from vazba.figures.skeleton import Poses, described, skeleton, world
from vazba.figures.style import INK, figure_class, look, picture_ending, save_figure
from vazba.result import Result
from vazba.tensegrity.analysis import Analysis
from vazba.tensegrity.statics import Statics

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.textbook.structure import Structure


DPI = 100  # where the size is given in pixels


def picture(
    model: Model | Result | Analysis | Statics,
    path: str | Path | None = None,
    poses: Poses | None = None,
    labels: bool = True,
    structure: Structure | None = None,
    view: str | tuple[float, float] | None = None,
    size: tuple[int, int] | None = None,
) -> Any:
    """A matplotlib figure of the described configuration (or of `poses`, first instant), saved to .png, .svg or .pdf.

    `view`: `iso`, `front`, `top`, `left` ..., or azimuth and elevation in degrees; `size` in pixels, without it what suits the mechanism.
    Of a result, its first instant is drawn, of an analysis of `vz.tensegrity` its self-stress, of its statics the state under load. With `structure`
    (`vz.topology(model)`) tree and loops stand beside it.
    """
    if path is not None:
        picture_ending(path)
    if isinstance(model, (Analysis, Statics)):
        from vazba.figures.tensegrity import draw_structure

        return draw_structure(model, path, numbers=labels)
    if isinstance(model, Result):
        model, poses = _of_result(model, poses)
    frame = skeleton(model)
    scene = Scene(frame, described(model) if poses is None else poses, view=view)
    with look():
        Figure = figure_class()

        wide, high = _shape(scene) if size is None else (size[0] / DPI, size[1] / DPI)
        if structure is None:
            figure = Figure(figsize=(wide, high), layout="constrained")
            ax = figure.add_subplot()
        else:
            beside, least = panel_size(structure)
            figure = Figure(figsize=(wide + beside, max(high, least)), layout="constrained")
            ax, graph = figure.subplots(1, 2, width_ratios=[wide, beside])
            draw_graph(graph, structure)
        scene.stage(ax)
        scene.draw(ax, 0, frames=True)
        if labels:
            _names(ax, scene)
        ax.set_title(model.name)
        if path is not None:
            save_figure(figure, path, 150 if size is None else DPI)
    return figure


def _of_result(result: Result, poses: Poses | None) -> tuple[Model, Poses]:
    from vazba.figures.skeleton import motion

    model = model_of(result)
    if poses is None:
        result.index(0.0)  # refuses a result without instants
        poses = motion(result, slice(0, 1))
    return model, poses


def model_of(result: Result) -> Model:
    """The model of a result, which a picture needs."""
    if result.model is None:
        what, place = "the result holds no model", str(result.source) if result.source else None
        raise ModelError(Fault("", what, "the mechanism cannot be drawn without it", "use its .nc file", place))
    return result.model


def _shape(scene: Scene) -> tuple[float, float]:
    """Width and height in inches that suit the limits."""
    wide, high = scene.limits[1] - scene.limits[0]
    ratio = float(np.clip(high / wide, 0.35, 1.6))
    width = 7.2 if ratio < 1 else 7.2 / ratio
    return width, width * ratio + 0.7


def _names(ax: Any, scene: Scene) -> None:
    """Names of bodies at their middle, of joints beside them; those at one place share a label."""
    paper = {"boxstyle": "round,pad=0.12", "facecolor": "white", "edgecolor": "none", "alpha": 0.65}
    words: dict[tuple[int, int], list[str]] = {}
    places: dict[tuple[int, int], np.ndarray] = {}
    for mark in scene.skeleton.marks:
        p = scene.ends[mark.name][0 if mark.block is mark.a else 1][0]
        key = (round(p[0] / scene.unit), round(p[1] / scene.unit)) if np.isfinite(p).all() else (0, 0)
        words.setdefault(key, []).append(mark.name)
        places[key] = p
    for name, place in scene.skeleton.points.items():
        p = scene.flat(world(scene.poses, place))[0]
        if all(np.hypot(*(p - other)) > 0.5 * scene.unit for other in places.values()):
            ax.plot(*p[:, None], "o", color=INK, markersize=3.5, zorder=5)
            words.setdefault((round(p[0] / scene.unit), round(p[1] / scene.unit)), []).append(name)
            places.setdefault((round(p[0] / scene.unit), round(p[1] / scene.unit)), p)
    style: dict[str, Any] = {"textcoords": "offset points", "bbox": paper, "zorder": 6}
    for key, names in words.items():
        ax.annotate(", ".join(names), places[key], xytext=(7, 7), color=INK, fontsize=9, **style)
    for link, points in scene.links:
        middle = (points[0][0] + points[0][-1]) / 2
        ax.annotate(link.name, middle, xytext=(7, -9), color="#666666", fontsize=8, style="italic", **style)
    for part, lines in scene.parts:
        if scene.skeleton.is_node(part.body) and not lines:
            continue  # named as a point
        if lines:
            ends = lines[0][0][:-1] if part.filled else np.concatenate([line[0] for line in lines])
            middle = ends.mean(axis=0)
        else:
            middle = scene.flat(scene.poses[part.body][0])[0]
        colour = scene.colours[part.body]
        ax.annotate(part.body, middle, xytext=(0, -13), color=colour, fontsize=9.5, weight="bold", ha="center", **style)
