"""`vazba export RESULT`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vazba.cli.common import RESULT_ENDINGS, ResultPath, check_output, read_result
from vazba.cli.guard import Refused
from vazba.cli.say import counted, note, say


def export(
    result: ResultPath,
    output: Annotated[
        list[Path],
        typer.Option("-o", "--output", metavar="FILE", show_default=False,
                     help="Where to: .csv, .parquet or .nc; may be given several times."),
    ],
) -> None:  # fmt: skip
    """The same numbers in another form: .csv for spreadsheets, .parquet for data frames."""
    targets = [check_output(path, RESULT_ENDINGS) for path in output]
    if any(path.resolve() == result.resolve() for path in targets):
        raise Refused("-o", "the result would be written over itself", remedy="choose another name")
    loaded = read_result(result)
    for path in targets:
        loaded.save(path)
        say(f"saved: {path} ({counted(len(loaded.columns), 'column')}, {counted(len(loaded), 'instant')})")
    if any(path.suffix.lower() == ".csv" for path in targets) and loaded.model_text is not None:
        note("a .csv holds the numbers alone; the model and the units stay in the .nc")
    if any(path.suffix.lower() == ".nc" for path in targets) and loaded.model_text is None:
        note("the source holds no model: the mechanism cannot be drawn or run again from the new file")
