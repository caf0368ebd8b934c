"""`vazba modes MODEL`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    MOVING_ENDINGS,
    PICTURE_ENDINGS,
    Allowed,
    ModelPath,
    Settings,
    check_output,
    choice,
    number,
    read_model,
)
from vazba.cli.guard import Refused
from vazba.cli.say import counted, pairs, say, table, taken, warn

if TYPE_CHECKING:
    from vazba.statics.mode_results import Mode, Modes

ENDINGS = (".json", ".csv")
At = Annotated[
    str | None,
    typer.Option(
        metavar="PLACE", show_default=False,
        help="About which state: drawn (as described and assembled), equilibrium (where it comes to rest), "
        "or auto: as drawn where forces balance there, else about the equilibrium.",
    ),
]  # fmt: skip
Time = Annotated[
    str | None,
    typer.Option(
        "--time", metavar="SECONDS", show_default=False, help="Drivers are held, and loads act, as at this time (0)."
    ),
]


def modes(
    model: ModelPath,
    at: At = None,
    count: Annotated[int, typer.Option(metavar="NUMBER", help="How many modes are shown, the lowest first.")] = 20,
    time_: Time = None,
    set_: Settings = None,
    allow_path: Allowed = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "-o", "--output", metavar="FILE", show_default=False,
            help="Save all modes: .json (everything) or .csv (a row for each mode, with its shape); may be given several times.",
        ),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", show_default=False, help="Draw the lowest shapes that are not free, or that of --mode (.png, .svg, .pdf)."),
    ] = None,
    animate: Annotated[
        Path | None,
        typer.Option("--animate", metavar="FILE", show_default=False, help="A moving picture of one mode (.gif, .apng)."),
    ] = None,
    mode: Annotated[
        int | None,
        typer.Option("--mode", metavar="NUMBER", show_default=False, help="Which mode is drawn or moved."),
    ] = None,
) -> None:  # fmt: skip
    """Natural frequencies, damping and shapes of small motions: what vibrates, what is free, what falls over?"""
    outputs = [check_output(path, ENDINGS) for path in output or ()]
    if picture is not None:
        check_output(picture, PICTURE_ENDINGS)
    if animate is not None:
        check_output(animate, MOVING_ENDINGS)
    if count < 1:
        raise Refused("--count", f"{count} is not positive", remedy="give 1 or more")
    from vazba.statics.modes import PLACES
    from vazba.statics.modes import modes as analyse

    place = choice(at, "--at", PLACES) or "auto"
    described = read_model(model, set_, allow_path)
    t = number(time_, "--time", described) or 0.0

    started = time.perf_counter()
    found = analyse(described, at=place, t=t)
    _number(found, mode)
    show(found, count, time.perf_counter() - started)
    for path in outputs:
        found.save(path)
        say(f"saved: {path}")
    if picture is not None:
        from vazba.figures import mode_shapes

        mode_shapes(found, picture, mode=mode)
        say(f"picture: {picture}")
    if animate is not None:
        from vazba.figures import animate as draw

        frames = draw(found.motion(_number(found, mode)), animate, seconds=2.0)
        say(f"moving picture: {animate} ({frames} frames)")


def _number(found: Modes, asked: int | None) -> int:
    """The mode that is drawn."""
    if asked is not None and not 1 <= asked <= len(found):
        remedy = f"give 1 to {len(found)}" if len(found) else "nothing can move"
        raise Refused("--mode", f"there is no mode {asked}", remedy=remedy)
    return asked or next((mode.number for mode in found if mode.frequency > 0), 1)


def show(found: Modes, count: int, elapsed: float) -> None:
    """Table on stdout, remarks on stderr."""
    say(found.headline(), "bold")
    rows = [("about", found.where().removeprefix("about "))]
    if found.equilibrium is not None:
        rows.append(("equilibrium", f"{found.equilibrium.found_in_words()}; {found.equilibrium.residual_in_words()}"))
    rows += [("idle" if text in found.idle else "free", text) for text in found.free]
    pairs([*rows, ("time taken", taken(elapsed))])
    shown = found.modes[:count]
    if shown:
        headings = (
            "mode",
            "frequency [Hz]",
            "[rad/s]",
            "damping ratio",
            "growth [1/s]",
            "",
            "moving (part of the energy)",
        )
        table("Modes, the lowest first", headings, [_row(mode) for mode in shown], right=range(5))
    if len(found) > len(shown):
        say(f"... and {counted(len(found) - len(shown), 'more mode')}, up to {found.frequencies.max():.6g} Hz")
    say()
    warn(found.warnings)


def _row(mode: Mode) -> tuple[str, ...]:
    from vazba.statics.mode_results import CREEPS, FREE, UNSTABLE

    word = {FREE: "free", UNSTABLE: "UNSTABLE", CREEPS: "creeps"}.get(mode.kind, "")
    frequencies = (f"{mode.frequency:.6g}", f"{mode.omega:.6g}")
    damping = "" if mode.damping != mode.damping else f"{mode.damping:.4g}"
    growth = f"{mode.growth:.6g}" if mode.kind == UNSTABLE else ""
    return (str(mode.number), *frequencies, damping, growth, word, mode.moves)
