"""`vazba tensegrity MODEL`."""

from __future__ import annotations

import time
import warnings
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
    number,
    read_model,
)
from vazba.cli.guard import Refused
from vazba.cli.say import counted, pairs, say, table, taken, warn

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.tensegrity.analysis import Analysis
    from vazba.tensegrity.statics import Statics
    from vazba.tensegrity.sweep import Sweep

MOST = 60  # rows of a table


def tensegrity(
    model: ModelPath,
    set_: Settings = None,
    allow_path: Allowed = None,
    level: Annotated[
        str | None,
        typer.Option("--level", metavar="N", show_default=False, help="Prestress it: largest member force, N; prints the free lengths."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", show_default=False, help="With --level: write the prestressed model (.toml)."),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", show_default=False, help="Draw it with its self-stress (.png, .svg, .pdf)."),
    ] = None,
    mechanism: Annotated[
        int | None, typer.Option("--mechanism", metavar="N", show_default=False, help="Draw this mechanism into the picture, or move it.")
    ] = None,
    animate: Annotated[
        Path | None,
        typer.Option(
            "--animate", metavar="FILE", show_default=False,
            help="A moving picture of a mechanism, the first unless --mechanism says (.gif, .apng, .mp4, .webm, .html).",
        ),
    ] = None,
    force: Annotated[
        list[str] | None,
        typer.Option("--force", metavar="NAME=N", show_default=False, help="Prestress it: force of a member or group; as many as there are states."),
    ] = None,
    load: Annotated[
        list[str] | None,
        typer.Option("--load", metavar="NODE=FX,FY,FZ", show_default=False, help="Forces of all members under this load; may be given several times."),
    ] = None,
    steps: Annotated[int, typer.Option("--steps", metavar="N", help="With --load: in so many equal parts.")] = 1,
    sweep: Annotated[
        str | None,
        typer.Option("--sweep", metavar="level=A..B", show_default=False, help="Frequencies against prestress: level=20..200, level=20..200/5, level=20,50."),
    ] = None,
) -> None:  # fmt: skip
    """Self-stress, mechanisms and stability of bars and strings; prestress (--level, --force), loads (--load), frequencies against prestress (--sweep)."""
    if picture is not None:
        check_output(picture, PICTURE_ENDINGS)
    if animate is not None:
        check_output(animate, (*MOVING_ENDINGS, ".html"))
    if output is not None:
        check_output(output, (".toml",))
    described = read_model(model, set_, allow_path)
    wanted = number(level, "--level", described)
    forces = {name: _numbers(text, "--force", described, 1)[0] for name, text in _named(force, "--force", "side1=100")}
    loads = {
        name: _numbers(text, "--load", described, described.dimension)
        for name, text in _named(load, "--load", "n1=0,0,-10")
    }
    if wanted is not None and forces:
        raise Refused("--force", "--level is given too", "both say how tight it is", "give one of them")
    levels = None if sweep is None else _levels(sweep, described)
    from vazba.errors import VazbaWarning
    from vazba.tensegrity import analyse, prestress

    started = time.perf_counter()
    found = analyse(described)
    show(found, time.perf_counter() - started)
    if wanted is not None or forces:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", VazbaWarning)
            described = stressed = prestress(described, forces if wanted is None else wanted)
        _free_lengths(stressed, found, "the forces given" if forces else f"{wanted:g} N")
        warn(str(one.message) for one in told if issubclass(one.category, VazbaWarning))
        if output is not None:
            from vazba.files import save

            save(stressed, output)
            say(f"saved: {output}")
    if animate is not None:
        _animate(found, animate, mechanism)
    drawn: Analysis | Statics | Sweep = found
    if loads:
        from vazba.tensegrity import statics

        drawn = statics(described, loads, steps)
        say(f"\n{drawn}")
    if levels is not None:
        from vazba.tensegrity import sweep as swept

        drawn = swept(described, levels)
        say(f"\n{drawn}")
    if picture is not None:
        from vazba.figures.tensegrity import draw_structure, draw_sweep
        from vazba.tensegrity import Sweep

        draw_sweep(drawn, picture) if isinstance(drawn, Sweep) else draw_structure(drawn, picture, mechanism=mechanism)
        say(f"picture: {picture}")


def _animate(found: Analysis, path: Path, mechanism: int | None) -> None:
    """A mechanism as a moving picture, or as a page."""
    if not found.kinematic:
        raise Refused("--animate", "there is no mechanism to be moved", remedy="vazba modes --animate moves modes")
    moving = found.motion(mechanism or 1)
    if path.suffix.lower() == ".html":
        from vazba.viewer.export import html

        html(moving, path)
    else:
        from vazba.figures import animate as draw

        draw(moving, path, seconds=2.0)
    say(f"moving picture: {path} (mechanism {mechanism or 1})")


def _named(texts: list[str] | None, option: str, example: str) -> list[tuple[str, str]]:
    """Name and value of each `NAME=VALUE`."""
    found = [text.partition("=") for text in texts or ()]
    for name, sign, value in found:
        if not sign or not name or not value:
            raise Refused(option, f"'{name}{sign}{value}' is not understood", "", f"write {option} {example}")
    return [(name.strip(), value) for name, _, value in found]


def _numbers(text: str, option: str, model: Model, count: int) -> list[float]:
    parts = text.split(",")
    if len(parts) != count:
        raise Refused(option, f"'{text}' has {len(parts)} numbers", f"{count} are needed", "separate them by commas")
    return [float(number(part, option, model) or 0.0) for part in parts]


def _levels(text: str, model: Model) -> list[float]:
    """Levels of `level=20..200` (ten of them), `level=20..200/5` or `level=20,50,100`."""
    name, _, values = text.partition("=")
    if name.strip() != "level" or not values:
        raise Refused(
            "--sweep",
            f"'{text}' is not understood",
            "prestress is swept here, other parameters by vazba modes",
            "write --sweep level=20..200",
        )
    if ".." not in values:
        return _numbers(values, "--sweep", model, values.count(",") + 1)
    span, _, count = values.replace(":", "/").partition("/")
    low, _, high = span.partition("..")
    many = int(number(count, "--sweep", model) or 0) if count else 10
    if not 2 <= many <= MOST_SWEPT:
        few = "few" if many < 2 else "many"
        why, remedy = f"2 to {MOST_SWEPT} are possible", "write --sweep level=20..200/5"
        raise Refused("--sweep", f"{many} levels are too {few}", why, remedy)
    first, last = (number(part, "--sweep", model) or 0.0 for part in (low, high))
    return [first + (last - first) * k / (many - 1) for k in range(many)]


def show(found: Analysis, elapsed: float) -> None:
    """Counts, verdict and the self-stress by group."""
    say(f"{found.model.name}: {found.verdict}", "bold")
    mechanisms = counted(found.kinematic, "mechanism")
    if found.kinematic:
        mechanisms += f": {found.infinitesimal} infinitesimal, {found.finite} finite"
    rows = [
        ("members", f"{len(found.members)}, class {found.bars_at_a_node}"),
        ("rank", f"{found.rank} (singular values below {found.tolerance:g} of the largest count as zero)"),
        ("self-stress", counted(found.static, "state")), ("mechanisms", mechanisms), ("rigid motions", str(found.rigid)),
    ]  # fmt: skip
    if found.idle:
        from vazba.tensegrity.analysis import listed

        rows.append(("idle", f"{listed(found.idle)}: free to turn about the own axis"))
    pairs([*rows, ("time taken", taken(elapsed))])
    if found.prestress.any():
        place = {name: k for k, name in enumerate(found.members)}
        cells = []
        for group, names in list(found.groups.items())[:MOST]:
            t = found.prestress[[place[name] for name in names]]
            density = t / found.structure.lengths[[place[name] for name in names]]
            cells.append((group, str(len(names)), names[0], f"{t[0]:.6g}", f"{density[0]:.6g}"))
        title = "Self-stress that stiffens best, largest force 1 N"
        table(title, ("group", "members", "first", "force [N]", "force over length [N/m]"), cells, right=(1, 3, 4))


def _free_lengths(model: Model, found: Analysis, force: str) -> None:
    cells = [(name, f"{length:.8g}") for name, length in list(model.free_lengths.items())[:MOST]]
    table(f"Free lengths for {force}", ("member", "free length [m]"), cells, right=(1,))
    if len(found.members) > MOST:
        say(f"... and {len(found.members) - MOST} more")
