"""`vazba modes MODEL`."""

from __future__ import annotations

import math
import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    MOST_SWEPT,
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
    from vazba.model import Model
    from vazba.statics.mode_results import Mode, Modes
    from vazba.statics.mode_sweep import ModeSweep

ENDINGS = (".json", ".csv")
SWEPT = 31  # values of a parameter
At = Annotated[
    str | None,
    typer.Option(
        metavar="PLACE", show_default=False,
        help="About which state: drawn (as described and assembled), equilibrium (where it comes to rest), "
        "motion (the steady motion described: rotors, mechanisms that turn), or auto: as drawn where forces balance there, else about the equilibrium.",
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
        typer.Option(
            "--animate", metavar="FILE", show_default=False, help="A moving picture of one mode (.gif, .apng, .mp4, .webm), or a page of all (.html).",
        ),
    ] = None,
    mode: Annotated[
        int | None,
        typer.Option("--mode", metavar="NUMBER", show_default=False, help="Which mode is drawn or moved."),
    ] = None,
    sweep: Annotated[
        str | None,
        typer.Option(
            "--sweep", metavar="NAME=A..B[/N]", show_default=False,
            help="Frequencies at N (31) values of a parameter: omega=0..300, prestress=10..500/50. --picture draws them (Campbell's picture), -o saves a .csv.",
        ),
    ] = None,
) -> None:  # fmt: skip
    """Natural frequencies, damping and shapes of small motions: what vibrates, what is free, what falls over?"""
    outputs = [check_output(path, ENDINGS) for path in output or ()]
    if picture is not None:
        check_output(picture, PICTURE_ENDINGS)
    if animate is not None:
        check_output(animate, (*MOVING_ENDINGS, ".html"))
    if count < 1:
        raise Refused("--count", f"{count} is not positive", remedy="give 1 or more")
    from vazba.statics.modes import MOTION, PLACES
    from vazba.statics.modes import modes as analyse

    place = choice(at, "--at", (*PLACES, MOTION)) or "auto"
    asked = _sweep(sweep, animate, mode, outputs)
    described = read_model(model, set_, allow_path)
    t = number(time_, "--time", described) or 0.0

    started = time.perf_counter()
    if asked is not None:
        swept(sweep_modes_of(described, asked, place, t, count), outputs, picture, time.perf_counter() - started)
        return
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
    if animate is not None and animate.suffix.lower() == ".html":
        from vazba.viewer.export import html

        say(f"page: {html(found, animate)}")
    elif animate is not None:
        from vazba.figures import animate as draw

        frames = draw(found.motion(_number(found, mode)), animate, seconds=2.0)
        say(f"moving picture: {animate} ({frames} frames)")


def _sweep(
    text: str | None, animate: Path | None, mode: int | None, outputs: list[Path]
) -> tuple[str, float, float, int] | None:
    """Parameter, its ends, and how many values."""
    if text is None:
        return None
    found = re.fullmatch(r"\s*(\w+)\s*=\s*([^/]+?)\s*\.\.\s*([^/]+?)\s*(?:/\s*(\d+))?\s*", text)
    remedy = "write --sweep omega=0..300, or omega=0..300/61 for 61 values"
    if found is None:
        raise Refused("--sweep", f"'{text}' does not say a parameter and two ends", remedy=remedy)
    try:
        low, high, count = float(found[2]), float(found[3]), int(found[4] or SWEPT)
    except ValueError:
        raise Refused("--sweep", f"'{text}': its ends are not numbers", remedy=remedy) from None
    if count > MOST_SWEPT:
        raise Refused("--sweep", f"{count} values are too many", f"2 to {MOST_SWEPT} are possible", remedy)
    if count < 2 or not (math.isfinite(low) and math.isfinite(high)) or low == high:
        raise Refused("--sweep", f"'{text}' has not two values", remedy=remedy)
    if animate is not None or mode is not None:
        raise Refused("--sweep", "it goes with --picture and -o FILE.csv only", remedy="leave out --animate and --mode")
    for path in outputs:
        check_output(path, (".csv",))
    return found[1], low, high, count


def sweep_modes_of(model: Model, asked: tuple[str, float, float, int], at: str, t: float, count: int) -> ModeSweep:
    """The modes at all values."""
    import numpy as np

    from vazba.statics.mode_sweep import sweep_modes

    name, low, high, values = asked
    made = None
    if name == "level" and name not in model.parameters and (model.cables or model.bars):  # of prestress
        from vazba.tensegrity.sweep import at_levels

        if min(low, high) <= 0:
            raise Refused("--sweep", f"level = {min(low, high):g} is not possible", "it is the largest force of a member", "give positive numbers")  # fmt: skip
        made = at_levels(model)
    return sweep_modes(model, name, np.linspace(low, high, values), at=at, t=t, count=count, made=made)


def swept(found: ModeSweep, outputs: list[Path], picture: Path | None, elapsed: float) -> None:
    """Frequencies at both ends and between on stdout; files."""
    say(str(found).splitlines()[0], "bold")
    pairs([("about", found[-1].where().removeprefix("about ")), ("time taken", taken(elapsed))])
    f, chosen = found.frequencies, sorted({0, len(found) // 4, len(found) // 2, 3 * len(found) // 4, len(found) - 1})
    headings = ("mode", *(f"{found.parameter} = {found.values[k]:g}" for k in chosen))
    rows = [(str(n + 1), *(f"{f[k, n]:.6g}" for k in chosen)) for n in range(f.shape[1])]
    table("Frequencies [Hz], the lowest first", headings, rows, right=range(len(headings)))
    for value, mode in found.critical():
        say(f"mode {mode} meets the speed of rotation at {found.parameter} = {value:.6g}")
    for path in outputs:
        found.save(path)
        say(f"saved: {path}")
    if picture is not None:
        found.picture(picture)
        say(f"picture: {picture}")
    warn(found.warnings)


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
