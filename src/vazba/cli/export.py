"""`vazba export RESULT|MODEL`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vazba.cli.common import RESULT_ENDINGS, Allowed, check_output, is_result, read_model, read_result, read_robot
from vazba.cli.guard import Refused
from vazba.cli.say import counted, note, say

Source = Annotated[
    Path,
    typer.Argument(
        metavar="RESULT|MODEL", readable=False, show_default=False,
        help="A result file (.nc, .csv, .parquet), or a model to be written as .toml: a robot .urdf, a folder of tables, a result .nc ...",
    ),
]  # fmt: skip


def export(
    source: Source,
    output: Annotated[
        list[Path],
        typer.Option("-o", "--output", metavar="FILE", show_default=False,
                     help="Where to: .csv, .parquet or .nc for a result, .toml for a model; may be given several times."),
    ],
    floating_base: Annotated[
        bool, typer.Option("--floating-base", help="Let the root link of a robot (.urdf) go free instead of fixing it to the ground.")
    ] = False,
    column: Annotated[
        list[str] | None,
        typer.Option("--column", metavar="NAME", show_default=False,
                     help="Write this column alone, as B.force or energy.total; may be given several times (.csv, .parquet)."),
    ] = None,
    allow_path: Allowed = None,
) -> None:  # fmt: skip
    """The same in another form: results as .csv for spreadsheets or .parquet for data frames, models (robots too) as .toml."""
    models = [path for path in output if path.suffix.lower() == ".toml"]
    results = [path for path in output if path not in models]
    for path in output:
        check_output(path, (*RESULT_ENDINGS, ".toml"))
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
