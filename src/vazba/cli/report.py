"""`vazba report RESULT`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vazba.cli.common import ResultPath, check_output, read_result
from vazba.cli.completing import columns as columns_of
from vazba.cli.say import say


def report(
    result: ResultPath,
    columns: Annotated[
        list[str] | None,
        typer.Argument(metavar="COLUMN...", show_default=False, autocompletion=columns_of, help="Curves to show; without them, a few that tell most."),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE", show_default=False, help="The report (.html); without it RESULT.html beside the result."),
    ] = None,
) -> None:  # fmt: skip
    """A report for a document: model, mobility, settings, energy, largest reactions with their times, events, curves. It prints well.

    Example: vazba report run.nc crank.angle A.fx -o report.html
    """
    target = check_output(output or result.with_suffix(".html"), (".html", ".htm"))
    loaded = read_result(result)
    for column in columns or ():
        loaded.column(column)
    from vazba.viewer.report import report as write

    write(loaded, target, columns or ())
    say(f"report: {target}")
