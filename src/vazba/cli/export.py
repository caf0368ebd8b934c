"""`vazba export RESULT|MODEL`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from vazba.cli.common import RESULT_ENDINGS, Allowed, check_output, is_result, read_model, read_result, read_robot
from vazba.cli.completing import columns as columns_of
from vazba.cli.guard import Refused
from vazba.cli.say import counted, note, say

PAGES = (".html", ".htm")

Source = Annotated[
    Path,
    typer.Argument(
        metavar="RESULT|MODEL", readable=False, show_default=False,
        help="A result file (.nc, .csv, .parquet), modes .json, or a model to be written as .toml: a robot .urdf, a folder of tables, a result .nc ...",
    ),
]  # fmt: skip


def export(
    source: Source,
    output: Annotated[
        list[Path],
        typer.Option("-o", "--output", metavar="FILE", show_default=False,
                     help="Where to: .html to look at, .csv, .parquet or .nc for a result, .toml for a model; may be given several times."),
    ],
    floating_base: Annotated[
        bool, typer.Option("--floating-base", help="Let the root link of a robot (.urdf) go free instead of fixing it to the ground.")
    ] = False,
    ghost: Annotated[
        Path | None,
        typer.Option("--ghost", metavar="RESULT", show_default=False, help="A second result to be seen beside the first in the .html."),
    ] = None,
    column: Annotated[
        list[str] | None,
        typer.Option("--column", metavar="NAME", show_default=False, autocompletion=columns_of,
                     help="In the .html a curve that is open at first; in .csv and .parquet this column alone; several times."),
    ] = None,
    allow_path: Allowed = None,
) -> None:  # fmt: skip
    """The same in another form: a result or model as a page (.html) to look at and to send, results as .csv for spreadsheets or .parquet for data
    frames, models (robots too) as .toml.

    Example: vazba export run.nc -o run.html
    """
    models = [path for path in output if path.suffix.lower() == ".toml"]
    pages = [path for path in output if path.suffix.lower() in PAGES]
    results = [path for path in output if path not in models and path not in pages]
    for path in output:
        check_output(path, (*RESULT_ENDINGS, ".toml", *PAGES))
        if path.resolve() == source.resolve():
            raise Refused("-o", "the file would be written over itself", remedy="choose another name")
    if results and not is_result(source):
        remedy = "write the model as .toml, or run it first: vazba simulate, vazba kinematics"
        raise Refused(f"-o {results[0]}", f"{source} is no result", "only a result has numbers to write", remedy)
    if floating_base and source.suffix.lower() != ".urdf":
        raise Refused("--floating-base", f"{source} is no robot", "only a .urdf has a root link", "leave it out")
    if models:
        _models(source, models, floating_base, allow_path)
    if results:
        _results(source, results, column)
    if pages:
        _pages(source, pages, ghost, column, allow_path)
    elif ghost is not None or (column and not results):
        raise Refused(
            "--ghost" if ghost is not None else "--column", "there is no .html to show it in", remedy="add -o FILE.html"
        )


def _pages(
    source: Path, targets: list[Path], ghost: Path | None, columns: list[str] | None, allow: list[Path] | None
) -> None:
    from vazba.viewer.export import html

    if not is_result(source):
        if ghost is not None or columns:
            raise Refused(
                "--ghost" if ghost is not None else "--column", f"{source} is no result", remedy="run it first"
            )
        for path in targets:
            html(_shown(source, allow), path)
            say(f"saved: {path} ({path.stat().st_size / 1e6:.1f} MB); open it in any browser, it needs nothing else")
        return
    loaded = read_result(source)
    for column in columns or ():
        loaded.column(column)
    other = read_result(ghost) if ghost is not None else None
    for path in targets:
        html(loaded, path, other, columns)
        say(f"saved: {path} ({path.stat().st_size / 1e6:.1f} MB); open it in any browser, it needs nothing else")


def _shown(source: Path, allow: list[Path] | None) -> Any:
    """A model, or the modes of a .json file."""
    if source.suffix.lower() == ".json":
        from vazba.viewer.stored_modes import read_modes

        return read_modes(source)
    return read_model(source, allow=allow)


def _models(source: Path, targets: list[Path], floating_base: bool, allow: list[Path] | None) -> None:
    from vazba.files import save

    if source.suffix.lower() == ".urdf" and source.is_file():
        model, notes = read_robot(source, floating_base=floating_base)
        for text in notes:
            note(text)
    else:
        model = read_model(source, allow=allow)
    for path in targets:
        save(model, path)
        say(f"saved: {path} ({counted(len(model.joints), 'joint')})")


def _results(source: Path, targets: list[Path], columns: list[str] | None) -> None:
    loaded = read_result(source)
    for path in targets:
        loaded.save(path, columns)
        say(
            f"saved: {path} ({counted(len(columns) + 1 if columns else len(loaded.columns), 'column')}, {counted(len(loaded), 'instant')})"
        )
    if any(path.suffix.lower() == ".csv" for path in targets) and loaded.model_text is not None:
        note("a .csv holds the numbers alone; the model and the units stay in the .nc")
    if any(path.suffix.lower() == ".nc" for path in targets) and loaded.model_text is None:
        note("the source holds no model: the mechanism cannot be drawn or run again from the new file")
