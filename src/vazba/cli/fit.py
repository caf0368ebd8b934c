"""`vazba fit MODEL DATA`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    PICTURE_ENDINGS,
    Allowed,
    ModelPath,
    Settings,
    StartOption,
    check_output,
    read_model,
    start_option,
)
from vazba.cli.guard import Refused
from vazba.cli.say import pairs, say, table, taken, warn

if TYPE_CHECKING:
    from vazba.fitting.fitted import Fit

ENDINGS = (".json", *PICTURE_ENDINGS)


def fit(
    model: ModelPath,
    data: Annotated[
        Path,
        typer.Argument(
            metavar="DATA", readable=False, show_default=False,
            help="Measured columns: a .csv or .parquet table (or a result .nc) with time and columns called as in results (car.y, A.angle).",
        ),
    ],
    parameter: Annotated[
        list[str] | None,
        typer.Option(
            "-p", "--parameter", metavar="NAME[=LOW..HIGH]", show_default=False,
            help="A parameter to be found, with bounds if you like (ks=1e4..5e4); may be given several times. Without it all that are plain numbers.",
        ),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option("--column", metavar="NAME", show_default=False, help="A column that counts; may be given several times (all of the table)."),
    ] = None,
    confidence: Annotated[float, typer.Option(metavar="PART", help="Probability of the intervals.")] = 0.95,
    start: StartOption = None,
    set_: Settings = None,
    allow_path: Allowed = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "-o", "--output", metavar="FILE", show_default=False,
            help="Save it: .json (numbers), .png, .svg or .pdf (residuals); may be given several times.",
        ),
    ] = None,
) -> None:  # fmt: skip
    """Parameters of a model from measured columns, with intervals, and what the measurement does not tell."""
    places = [check_output(path, ENDINGS) for path in output or ()]
    described = read_model(model, set_, allow_path)
    wanted = _parameters(parameter)
    from vazba.fitting.fit import fit as analyse

    started = time.perf_counter()
    found = analyse(described, data, wanted, columns=column, confidence=confidence, start=start_option(start))
    show(found, time.perf_counter() - started)
    for path in places:
        if path.suffix == ".json":
            found.save(path)
        else:
            found.plot(path)
        say(f"saved: {path}")
    if not found.ok:
        raise typer.Exit(3)


def _parameters(words: list[str] | None) -> dict[str, tuple[float, float] | None] | None:
    """`ks`, or `ks=1e4..5e4` with bounds."""
    if not words:
        return None
    found: dict[str, tuple[float, float] | None] = {}
    for word in words:
        for part in word.split(","):
            name, sign, text = (piece.strip() for piece in part.partition("="))
            found[name] = None
            if sign:
                low, dots, high = text.partition("..")
                try:
                    found[name] = (float(low), float(high))
                except ValueError as error:
                    raise Refused(
                        "--parameter", f"'{part}' does not say bounds", remedy=f"write {name}=LOW..HIGH"
                    ) from error
                if not dots:
                    raise Refused("--parameter", f"'{part}' does not say bounds", remedy=f"write {name}=LOW..HIGH")
    return found


def show(found: Fit, elapsed: float) -> None:
    """Values with their intervals on stdout, remarks on stderr."""
    say(f"{found.model.name}: {len(found.parameters)} parameters from {found.info['numbers']} measured numbers", "bold")
    cells = [
        (name, f"{value:.6g}", f"{low:.6g}", f"{high:.6g}", f"{start:.6g}")
        for name, value, low, high, start in found.rows()
    ]
    part = f"{100 * found.confidence:g} %"
    table("Parameters", ("parameter", "value", f"from ({part})", "to", "began at"), cells, right=range(1, 5))
    noise = ", ".join(f"{name} {value:.3g} {found.result.unit(name)}".strip() for name, value in found.noise.items())
    pairs(
        [
            ("left of the columns", f"{noise} (standard deviation)"),
            ("runs", str(found.info["runs"])),
            ("time taken", taken(elapsed)),
        ]
    )
    if found.message:
        say(found.message)
    say()
    warn(list(found.warnings))
