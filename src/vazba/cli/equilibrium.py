"""`vazba equilibrium MODEL`."""

from __future__ import annotations

import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    PICTURE_ENDINGS,
    RESULT_ENDINGS,
    Allowed,
    ModelPath,
    Outputs,
    Settings,
    check_output,
    number,
    read_model,
)
from vazba.cli.modes import Time
from vazba.cli.say import complain, pairs, say, table, taken, warn

if TYPE_CHECKING:
    from vazba.statics.equilibrium_result import Equilibrium

MOST = 40  # rows of a table


def equilibrium(
    model: ModelPath,
    time_: Time = None,
    follow: Annotated[
        bool,
        typer.Option(
            "--follow",
            help="Let gravity and loads grow from nothing and follow the equilibria by arc length: past buckling (with a small imperfection) and snap-through.",
        ),
    ] = False,
    path: Annotated[
        Path | None,
        typer.Option(
            "--path",
            metavar="FILE",
            show_default=False,
            help="With --follow: save parts of the loads and places along the way (.csv).",
        ),
    ] = None,
    set_: Settings = None,
    allow_path: Allowed = None,
    output: Outputs = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", show_default=False, help="Draw it at rest (.png, .svg, .pdf)."),
    ] = None,
) -> None:
    """Where a mechanism comes to rest under its weight, springs, cables and loads; with tensions and reactions."""
    outputs = [check_output(file, RESULT_ENDINGS) for file in output or ()]
    if path is not None:
        check_output(path, (".csv",))
    if picture is not None:
        check_output(picture, PICTURE_ENDINGS)
    described = read_model(model, set_, allow_path)
    t = number(time_, "--time", described) or 0.0
    from vazba.errors import VazbaWarning
    from vazba.statics.equilibrium import equilibrium as analyse

    started = time.perf_counter()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", VazbaWarning)  # a failure is told below
        found = analyse(described, t=t, follow=follow or path is not None)
    show(found, time.perf_counter() - started)
    for file in outputs:
        found.save(file)
        say(f"saved: {file}")
    if path is not None and found.path is not None:
        found.path.save(path)
        say(f"saved: {path}")
    if picture is not None:
        from vazba.figures import picture as draw

        draw(found.result, picture)
        say(f"picture: {picture}")
    if not found.ok:
        complain(found.message)
        raise typer.Exit(3)


def show(found: Equilibrium, elapsed: float) -> None:
    """Tables on stdout, remarks on stderr."""
    from vazba.bodies.space import space_of

    outcome = (
        f"{found.stability_in_words()} equilibrium"
        if found.ok
        else "NO equilibrium found; the state with the least force left"
    )
    say(f"{found.model.name}: {outcome}", "bold")
    rows = [("where", found.moved_in_words()), ("found", f"{found.found_in_words()}; {found.residual_in_words()}")]
    if found.path is not None and len(found.path.parts):
        turned = [f"{found.path.parts[k]:.4g}" for k in found.path.turning]
        way = f"{len(found.path.parts) - 1} steps" + (
            f"; the loads turn back at {', '.join(turned)} of them" if turned else ""
        )
        rows.append(("path", way))
    if found.model.drivers:
        rows.append(("drivers", f"held as at t = {found.t:g} s"))
    if found.ok and found.stiffness.size:
        rows.append(
            ("least stiffness", f"{_tidy(float(found.stiffness[0]))} N/m (turns count at the characteristic length)")
        )
    rows += [("idle" if text in found.idle else "free", text) for text in found.free]
    pairs([*rows, ("time taken", taken(elapsed))])
    result, space = found.result, space_of(found.result.dimension)
    _table(found, "body", "Bodies", space.pose)
    pulls = [
        (kind, name, quantity) for kind, quantity in (("spring", "force"), ("cable", "force"), ("actuator", "effort"), ("limit", "force"))
        for name in result.names.get(kind, ())
    ]  # fmt: skip
    if pulls:
        cells = [
            (name, kind, _tidy(float(result.array(kind, name, quantity)[0])), result.unit_of(kind, name, quantity),
             "slack" if kind == "cable" and name in found.slack else "")
            for kind, name, quantity in pulls[:MOST]
        ]  # fmt: skip
        table("Forces, positive in tension", ("name", "kind", "force", "unit", ""), cells, right=(2,))
        _more(len(pulls))
    _table(
        found,
        "joint",
        "Reactions on the second bodies",
        space.wrench,
    )
    _table(found, "driver", "Drivers", ("effort",))
    say()
    warn(found.warnings)


def _table(found: Equilibrium, kind: str, title: str, wanted: tuple[str, ...]) -> None:
    """What elements of a kind have of some quantities."""
    result = found.result
    names = [name for name in result.names.get(kind, ()) if set(wanted) <= set(result.quantities(kind, name))]
    if not names:
        return
    units = [{result.unit_of(kind, name, quantity) for name in names} for quantity in wanted]
    headings = [f"{q} [{unit.copy().pop()}]" if len(unit) == 1 else q for q, unit in zip(wanted, units)]
    cells = [(name, *(_tidy(float(result.array(kind, name, q)[0])) for q in wanted)) for name in names[:MOST]]
    table(title, ("name", *headings), cells, right=range(1, len(wanted) + 1))
    _more(len(names))


def _more(count: int) -> None:
    if count > MOST:
        say(f"... and {count - MOST} more")


def _tidy(value: float) -> str:
    return f"{0.0 if abs(value) < 1e-9 else value:.6g}"
