"""`vazba plot`, `vazba animate` and `vazba picture`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    MOVING_ENDINGS,
    PICTURE_ENDINGS,
    RESULT_ENDINGS,
    Allowed,
    ResultPath,
    Settings,
    check_output,
    is_result,
    read_model,
    read_result,
)
from vazba.cli.completing import columns as columns_of
from vazba.cli.guard import Refused
from vazba.cli.say import say, table

if TYPE_CHECKING:
    from vazba.result import Result


View = Annotated[
    str | None,
    typer.Option(
        "--view",
        metavar="VIEW",
        show_default=False,
        help="front, top, left, iso ..., or azimuth,elevation in degrees (space only).",
    ),
]


Size = Annotated[
    str | None, typer.Option("--size", metavar="WIDTHxHEIGHT", show_default=False, help="Pixels, as in 800x600.")
]


def _size(text: str) -> tuple[int, int]:
    """`800x600` as two numbers."""
    wide, sign, high = text.lower().partition("x")
    if not (sign and wide.isdigit() and high.isdigit() and 50 <= int(wide) <= 4000 and 50 <= int(high) <= 4000):
        raise Refused("--size", f"'{text}' is no size", remedy="write --size 800x600, each from 50 to 4000")
    return int(wide), int(high)


def plot(
    things: Annotated[
        list[Path],
        typer.Argument(
            metavar="RESULT... COLUMN...", show_default=False, autocompletion=columns_of,
            help="Result files, and what to plot of them: crank.angle, plate (its position), '*.vx', 'hypot(B.vx, B.vy)', or B.x:B.y (a path).",
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", show_default=False,
                     help="The picture (.png, .svg, .pdf); without it RESULT.png beside the result."),
    ] = None,
    x: Annotated[str, typer.Option("--x", metavar="COLUMN", help="What is along the horizontal axis.")] = "time",
    title: Annotated[str | None, typer.Option(metavar="TEXT", show_default=False, help="Another title.")] = None,
    listed: Annotated[bool, typer.Option("--list", help="Show the columns with their units, and draw nothing.")] = False,
) -> None:  # fmt: skip
    """Curves of one or several results, with units and legend."""
    files = [thing for thing in things if is_result(thing) or thing.is_file()]
    columns = [str(thing) for thing in things if thing not in files]
    if not files:
        what = f"none of {', '.join(columns)} is a result file"
        raise Refused("plot", what, remedy=f"name a file ending in {', '.join(RESULT_ENDINGS)}")
    target = output or files[0].with_suffix(".png")
    if not listed:
        check_output(target, PICTURE_ENDINGS)
    results = [read_result(path) for path in files]
    if listed:
        for result in results:
            _list(result)
        return
    from vazba.figures import plot as draw

    draw(results, columns, target, x, title)
    say(f"picture: {target}")


def _list(result: Result) -> None:
    rows = []
    for column in result.columns:
        values = result.column(column)
        ends = (f"{values.min():.6g}", f"{values.max():.6g}") if len(values) else ("", "")
        rows.append((column, result.unit(column), *ends))
    table(f"{result.source or result.name}", ("column", "unit", "smallest", "largest"), rows, right=(2, 3))


def animate(
    result: ResultPath,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", show_default=False,
                     help="The moving picture (.gif, .apng; .mp4 and .webm where ffmpeg is installed); without it RESULT.gif beside the result."),
    ] = None,
    fps: Annotated[float, typer.Option(metavar="NUMBER", help="Pictures a second.")] = 25.0,
    seconds: Annotated[
        float | None,
        typer.Option(metavar="NUMBER", show_default=False, help="How long it lasts; without it as long as the motion."),
    ] = None,
    trace: Annotated[
        list[str] | None,
        typer.Option(metavar="POINT", show_default=False, help="Draw the path of a point or body; several times."),
    ] = None,
    view: View = None,
    size: Size = None,
) -> None:  # fmt: skip
    """A moving picture of a result."""
    target = check_output(output or result.with_suffix(".gif"), MOVING_ENDINGS)
    loaded = read_result(result)
    from vazba.cli.progress import frames, progress
    from vazba.figures import animate as draw

    with progress("drawing", frames) as step:
        count = draw(loaded, target, fps, seconds, trace or (), progress=step, view=view, size=_size(size or "640x480"))
    say(f"moving picture: {target} ({count} frames)")


def picture(
    source: Annotated[
        Path, typer.Argument(metavar="MODEL|RESULT", show_default=False, help="A model, or a result file.")
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", show_default=False,
                     help="The picture (.png, .svg, .pdf); without it the model's name with .png, in this folder."),
    ] = None,
    time: Annotated[
        float | None,
        typer.Option("--time", metavar="SECONDS", show_default=False, help="The instant of a result; the first one otherwise."),
    ] = None,
    view: View = None,
    size: Size = None,
    set_: Settings = None,
    allow_path: Allowed = None,
) -> None:  # fmt: skip
    """Draw a mechanism with the names of its parts."""
    target = check_output(output or Path(f"{source.resolve().stem}.png"), PICTURE_ENDINGS)
    if is_result(source):
        if set_:
            raise Refused("--set", "a result is already computed", remedy="run the model again with --set")
        _picture_of_result(source, target, time, view, size)
        return
    if time is not None:
        remedy = "run vazba kinematics with -o FILE.nc, and draw that file"
        raise Refused("--time", "a model has no times, only a result has", remedy=remedy)
    described = read_model(source, set_, allow_path)
    from vazba.cli.check import draw_assembled
    from vazba.kinematic.check import check

    draw_assembled(check(described), target, view=view, size=_size(size) if size else None)


def _picture_of_result(source: Path, target: Path, time: float | None, view: str | None, size: str | None) -> None:
    result = read_result(source)
    from vazba.figures import picture as draw
    from vazba.figures.skeleton import motion

    k = result.index(0.0 if time is None else time)
    draw(result, target, motion(result, slice(k, k + 1)), view=view, size=_size(size) if size else None)
    say(f"picture: {target} (t = {result.time[k]:.6g} s)")
