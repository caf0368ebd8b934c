"""A moving picture of a result: GIF, animated PNG, or a film (MP4, WebM) where ffmpeg is installed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from vazba.errors import Fault, ModelError, VazbaError, suggestion
from vazba.figures.draw import Scene
from vazba.figures.picture import model_of
from vazba.figures.skeleton import Array, Skeleton, motion, skeleton, world
from vazba.figures.style import COLOURS, INK, look, picture_ending
from vazba.figures.video import ENDINGS as FILMS
from vazba.figures.video import encoder, write_video
from vazba.files.atomic import write_whole
from vazba.progress import frames as in_frames
from vazba.progress import watching
from vazba.result import Result

ENDINGS = (".gif", ".apng", ".png", *FILMS)
MOST_FRAMES, MOST_OF_A_FILM = 150, 3000


class Frames(int):
    """How many frames were made; in a notebook, the moving picture."""

    def __new__(cls, count: int, path: Path) -> Frames:
        made = super().__new__(cls, count)
        made.path = path
        return made

    path: Path

    def _repr_html_(self) -> str:
        ending, data = self.path.suffix.lower(), b64encode(self.path.read_bytes()).decode("ascii")
        if ending in FILMS:
            return f'<video controls loop muted autoplay src="data:video/{ending[1:]};base64,{data}"></video>'
        return f'<img alt="{self!s} frames" src="data:image/{"gif" if ending == ".gif" else "png"};base64,{data}">'


def animate(
    result: Result,
    path: str | Path,
    fps: float = 25.0,
    seconds: float | None = None,
    trace: Iterable[str] = (),
    size: tuple[int, int] = (640, 480),
    progress: Callable[[float, float], None] | None = None,
    frames: int | None = None,
    view: str | tuple[float, float] | None = None,
) -> int:
    """Write a moving picture (.gif, .apng, .png; .mp4 and .webm where ffmpeg is installed) and return its number of frames.

    It runs in real time, or lasts `seconds`. `trace` names points (or bodies) whose paths are drawn. At most `frames`
    frames are made (150, of a film 3000), fewer a second if need be. `view` as for `vz.picture`. `size` is in pixels;
    `progress(done, total)` is called after each frame.
    """
    ending = picture_ending(path, ENDINGS)
    film = ending in FILMS
    pillow = None if film else _pillow()
    if film:
        encoder(path)  # before anything is drawn
    most = (MOST_OF_A_FILM if film else MOST_FRAMES) if frames is None else frames
    instants, lasts = _timing(result, fps, seconds, most)
    frame = skeleton(model_of(result))
    places = _traced(frame, trace)
    poses = motion(result)
    paths = {name: world(poses, place) for name, place in places.items()}
    scene = Scene(frame, poses, list(paths.values()), view)

    def drawn() -> Iterator[np.ndarray]:
        with watching(progress, "drawing", in_frames) as step:
            for done, image in enumerate(_images(result, scene, instants, paths, size), start=1):
                yield image
                if step is not None:
                    step(done, len(instants))

    if pillow is None:
        return Frames(write_video(path, drawn(), _rate(len(instants), lasts)), Path(path))
    delay = 10 * max(2, round(100 * lasts / max(1, len(instants) - 1)))  # ms, in steps of 10 as GIF knows them
    images = [pillow.fromarray(image) for image in drawn()]
    data = _gif(images, delay) if ending == ".gif" else _apng(images, delay)
    write_whole(path, data.getvalue())
    return Frames(len(images), Path(path))


def _rate(count: int, lasts: float) -> float:
    """Frames a second of a film."""
    return float(np.clip((count - 1) / lasts, 1.0, 120.0)) if count > 1 and lasts > 0 else 1.0


def _pillow() -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise VazbaError(f"animations need pillow: pip install 'vazba[plot]' ({error})") from error
    return Image


def _timing(result: Result, fps: float, seconds: float | None, most: int) -> tuple[list[int], float]:
    """Which instants become frames, and how long all of them last (s)."""
    result.index(0.0)  # refuses a result without instants
    for name, value in (("fps", fps), ("seconds", 1.0 if seconds is None else seconds), ("frames", most)):
        if not (np.isfinite(value) and value > 0):
            raise ModelError(
                Fault("animation", f"{name} = {value:g} is not allowed", "it must be positive", "correct the value")
            )
    start, end = float(result.time[0]), float(result.time[-1])
    lasts = end - start if seconds is None else seconds
    count = max(1, min(round(lasts * fps) + 1, len(result), most))
    instants = list(dict.fromkeys(result.index(t) for t in np.linspace(start, end, count)))
    return instants, lasts


def _traced(frame: Skeleton, trace: Iterable[str]) -> dict[str, tuple[str, Array]]:
    places = {name: frame.place(name) for name in ([trace] if isinstance(trace, str) else trace)}
    known = [*frame.points, *(part.body for part in frame.parts)]
    faults = [
        Fault("animation", f"there is no point or body '{name}' to trace", remedy=suggestion(name, known))
        for name, place in places.items()
        if place is None
    ]
    if faults:
        raise ModelError(faults)
    return {name: place for name, place in places.items() if place is not None}


def _images(
    result: Result, scene: Scene, instants: list[int], paths: dict[str, Array], size: tuple[int, int]
) -> Iterator[np.ndarray]:
    """The frames as RGB arrays. What stands still is drawn once; each frame starts from a copy of it."""
    with look():
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        figure = Figure(figsize=(size[0] / 100, size[1] / 100), dpi=100, layout="constrained")
        canvas = FigureCanvasAgg(figure)
        ax = figure.add_subplot()
        scene.stage(ax)
        ax.set_title(scene.skeleton.name)
        clock = ax.text(0.02, 0.98, "", transform=ax.transAxes, va="top", ha="left", fontsize=10, color=INK, zorder=7)
        clock.set_animated(True)
        digits = _digits(result.time[instants])
        canvas.draw()
        still = canvas.copy_from_bbox(figure.bbox)
        for k in instants:
            canvas.restore_region(still)
            artists = scene.draw(ax, k)
            for i, (name, positions) in enumerate(paths.items()):
                line = scene.flat(positions[: k + 1])
                colour = COLOURS[(i + 3) % len(COLOURS)]
                artists += ax.plot(*line.T, color=colour, linewidth=1.2, zorder=1.8)
                artists += ax.plot(*line[-1:].T, "o", color=colour, markersize=4, zorder=6)
                artists.append(
                    ax.annotate(name, line[-1], xytext=(5, 5), textcoords="offset points", fontsize=9, color=colour)
                )
            clock.set_text(f"t = {result.time[k]:.{digits}f} s")
            for artist in sorted([*artists, clock], key=lambda a: float(a.get_zorder())):
                ax.draw_artist(artist)
            yield np.asarray(canvas.buffer_rgba())[..., :3].copy()
            for artist in artists:
                artist.remove()


def _digits(times: Array) -> int:
    """Decimals that tell neighbouring frames apart."""
    steps = np.diff(times)
    step = float(steps.min()) if len(steps) and steps.min() > 0 else 0.01
    return int(np.clip(np.ceil(-np.log10(step)), 2, 6))


def _gif(images: list[Any], delay: int) -> BytesIO:
    """One palette for all frames, so that only what moves is stored."""
    image = _pillow()
    some = images[:: max(1, len(images) // 4)][:4]
    sheet = image.new("RGB", (some[0].width, some[0].height * len(some)), "white")
    for i, each in enumerate(some):
        sheet.paste(each, (0, i * each.height))
    palette = sheet.quantize(128, method=image.Quantize.MEDIANCUT)
    colours = np.array(palette.getpalette(), dtype=int).reshape(-1, 3)
    colours[colours.min(axis=1) > 245] = 255  # paper stays white
    palette.putpalette(colours.ravel().tolist())
    small = [each.quantize(palette=palette, dither=image.Dither.NONE) for each in images]
    data = BytesIO()
    small[0].save(data, "GIF", save_all=True, append_images=small[1:], duration=delay, loop=0, optimize=False)
    return data


def _apng(images: list[Any], delay: int) -> BytesIO:
    data = BytesIO()
    images[0].save(data, "PNG", save_all=True, append_images=images[1:], duration=delay, loop=0)
    return data
