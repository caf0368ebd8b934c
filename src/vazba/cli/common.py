"""What several commands share: arguments, `--set`, reading the model, and checking the places of the output first."""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.guard import Refused
from vazba.cli.say import note, warn

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result import Result

RESULT_ENDINGS = (".nc", ".csv", ".parquet")
PICTURE_ENDINGS = (".png", ".svg", ".pdf")
MOVING_ENDINGS = (".gif", ".apng", ".png", ".mp4", ".webm")
MOST_SWEPT = 10_000  # values of a sweep

ModelPath = Annotated[
    Path,
    typer.Argument(
        metavar="MODEL",
        readable=False,  # the readers tell more
        show_default=False,
        help="A .toml file, a folder of CSV tables, a robot .urdf, a .py file that defines `model` (it is run), or a result .nc.",
    ),
]
ResultPath = Annotated[
    Path,
    typer.Argument(metavar="RESULT", readable=False, show_default=False, help="A result file: .nc, .csv or .parquet."),
]
Until = Annotated[
    str | None, typer.Option(metavar="SECONDS", show_default=False, help="End of the run; it starts at t = 0.")
]
Every = Annotated[str | None, typer.Option(metavar="SECONDS", show_default=False, help="Time between two results.")]
Outputs = Annotated[
    list[Path] | None,
    typer.Option(
        "-o", "--output", metavar="FILE", show_default=False,
        help="Save the result: .nc (all of it), .csv or .parquet (the table); may be given several times.",
    ),
]  # fmt: skip


def _parameters(incomplete: str) -> list[str]:
    from vazba.cli.completing import parameters

    return parameters(incomplete)


Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        show_default=False,
        autocompletion=_parameters,
        help="Another value of a parameter, a number or an expression; may be given several times.",
    ),
]

Allowed = Annotated[
    list[Path] | None,
    typer.Option(
        "--allow-path", metavar="PATH", show_default=False,
        help="A folder or file that the model may read tables and data from, beside its own folder; may be given several times.",
    ),
]  # fmt: skip


StartOption = Annotated[
    list[str] | None,
    typer.Option(
        "--start", metavar="WHERE", show_default=False,
        help="drawn, equilibrium, a result file with @time (default: its last instant), or joint values as A.angle=30*deg, A.angle_rate=2 (several times).",
    ),
]  # fmt: skip
StartTime = Annotated[
    str | None,
    typer.Option(
        "--start-time",
        metavar="SECONDS",
        show_default=False,
        help="Time at which it starts (0, or the instant of a result).",
    ),
]


def start_option(words: Iterable[str] | None) -> str | dict[str, str] | None:
    """What --start says: one word or file, or joint values."""
    said = list(words or ())
    if not said:
        return None
    values = [word for word in said if "=" in word and not Path(word.rpartition("@")[0] or word).exists()]
    if not values and len(said) == 1:
        return said[0]
    if len(values) < len(said):
        raise Refused(
            "--start",
            "several starts are given",
            remedy="give one word or file, or joint values: --start A.angle=30*deg",
        )
    found: dict[str, str] = {}
    for word in values:
        name, _, text = (part.strip() for part in word.partition("="))
        found[name] = text
    return found


def settings(words: Iterable[str] | None) -> dict[str, float | str]:
    """`["a=1.2", "b=2*a"]` as names and values."""
    values: dict[str, float | str] = {}
    for word in words or ():
        name, sign, text = (part.strip() for part in word.partition("="))
        if not (name and sign and text):
            raise Refused("--set", f"'{word}' does not say a name and a value", remedy="write --set name=value")
        try:
            values[name] = float(text)
        except ValueError:
            values[name] = text
    return values


def read_model(path: Path, words: Iterable[str] | None = None, allow: Iterable[Path] | None = None) -> Model:
    """The model of a file or folder with some parameters changed; says so when that runs code."""
    changes = settings(words)
    from vazba.files import load

    if path.suffix.lower() == ".py" and path.is_file():
        note(f"running the Python file {path}")
    if path.suffix.lower() == ".urdf" and path.is_file():
        return read_robot(path, changes)[0]
    return load(path, changes, allow=allow or ())


def read_robot(
    path: Path, changes: Mapping[str, float | str] | None = None, floating_base: bool = False
) -> tuple[Model, list[str]]:
    """The model of a robot, and what became of its parts; what could not be taken over is said."""
    from vazba.errors import VazbaWarning
    from vazba.files import load
    from vazba.files.urdf import urdf_reading

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", VazbaWarning)
        model = load(path, changes, floating_base)
    warn(str(w.message) for w in caught)
    return model, urdf_reading(path, floating_base).notes


def number(text: str | None, option: str, model: Model, example: str = "1.5", positive: bool = False) -> float | None:
    """The value of an option: a number, or an expression over the parameters of the model."""
    if text is None:
        return None
    from vazba.errors import Wrong

    try:
        value = model.scope().number(text)
    except Wrong as error:
        raise Refused(option, str(error), remedy=f"give a number, as in {option} {example}") from None
    if positive and not value > 0:
        raise Refused(option, f"{value:g} is not positive", remedy=f"give a positive number, as in {option} {example}")
    return value


def choice(word: str | None, option: str, known: Sequence[str]) -> str | None:
    """The value of an option that is one word out of a few."""
    if word is not None and word not in known:
        from vazba.errors import suggestion

        raise Refused(option, f"'{word}' is unknown", remedy=suggestion(word, known))
    return word


def is_result(path: Path) -> bool:
    """Whether a path is meant as a result file."""
    return path.suffix.lower() in RESULT_ENDINGS and not path.is_dir()


def read_result(path: Path) -> Result:
    """A result; one whose run ended early says so."""
    from vazba.result import Result

    result = Result.load(path)
    if result.status != "done":
        note(f"{path}: this run is not complete ({result.status}): {result.message}", "yellow")
    return result


def may_write(path: Path) -> bool:
    """Whether the system lets this user write to a file or folder."""
    return os.access(path, os.W_OK)


def check_output(path: Path, endings: Sequence[str]) -> Path:
    """Refuse a place that cannot be written, or an ending that is not known, before any work is done."""
    folder, option = path.parent, f"-o {path}"
    if path.suffix.lower() not in endings:
        what = f"the ending '{path.suffix}' is not known" if path.suffix else "the name has no ending"
        raise Refused(option, what, "it says in which form to write", f"use {', '.join(endings)}")
    try:
        if not folder.is_dir():
            raise Refused(option, f"there is no folder {folder}", remedy="make it first, or choose another place")
        if path.is_dir():
            raise Refused(option, "this is a folder", remedy="name a file")
        target = path if path.exists() else folder
        if not (may_write(folder) and may_write(target)):
            raise Refused(option, f"you may not write to {target}", remedy="choose a place where you may write")
    except OSError as error:
        raise Refused(option, "the file cannot be written", error.strerror or str(error)) from None
    for ending, package in ((".parquet", "pyarrow"),):
        if path.suffix.lower() == ending and find_spec(package) is None:
            remedy = "pip install 'vazba[tables]', or write .nc or .csv"
            raise Refused(option, f"{ending} files need {package}, which is not installed", remedy=remedy)
    if path.suffix.lower() in (*PICTURE_ENDINGS, *MOVING_ENDINGS) and find_spec("matplotlib") is None:
        raise Refused(option, "pictures need matplotlib, which is not installed", remedy="pip install 'vazba[plot]'")
    return path
