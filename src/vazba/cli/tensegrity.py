"""`vazba tensegrity MODEL`."""

from __future__ import annotations

import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import PICTURE_ENDINGS, Allowed, ModelPath, Settings, check_output, number, read_model
from vazba.cli.say import counted, pairs, say, table, taken, warn

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.tensegrity.analysis import Analysis

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
        int | None, typer.Option("--mechanism", metavar="N", show_default=False, help="Draw this mechanism into the picture.")
    ] = None,
) -> None:  # fmt: skip
    """Self-stress, mechanisms and stability of bars and strings; with --level the free lengths for a prestress."""
    if picture is not None:
        check_output(picture, PICTURE_ENDINGS)
    if output is not None:
        check_output(output, (".toml",))
    described = read_model(model, set_, allow_path)
    force = number(level, "--level", described)
    from vazba.errors import VazbaWarning
    from vazba.tensegrity import analyse, prestress

    started = time.perf_counter()
    found = analyse(described)
    show(found, time.perf_counter() - started)
    if force is not None:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", VazbaWarning)
            stressed = prestress(described, force)
        _free_lengths(stressed, found, force)
        warn(str(one.message) for one in told if issubclass(one.category, VazbaWarning))
        if output is not None:
            from vazba.files import save

            save(stressed, output)
            say(f"saved: {output}")
    if picture is not None:
        from vazba.figures.tensegrity import draw_structure

        draw_structure(found, picture, mechanism=mechanism)
        say(f"picture: {picture}")


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


def _free_lengths(model: Model, found: Analysis, force: float) -> None:
    cells = [(name, f"{length:.8g}") for name, length in list(model.free_lengths.items())[:MOST]]
    table(f"Free lengths for {force:g} N", ("member", "free length [m]"), cells, right=(1,))
    if len(found.members) > MOST:
        say(f"... and {len(found.members) - MOST} more")
