"""What the commands that run a model share: the progress bar, saving, showing, and the exit code."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from vazba.cli.guard import INTERRUPTED
from vazba.cli.progress import Step, progress, simulated
from vazba.cli.say import complain, say, warn

if TYPE_CHECKING:
    from vazba.errors import VazbaError
    from vazba.model import Model
    from vazba.result import Result

NOT_KEPT = (
    "a Python function in the model cannot be kept in a file: "
    "the result holds its numbers, but not the model to draw or rerun it"
)


def carry_out(
    command: str,
    model: Path,
    described: Model,
    outputs: list[Path],
    analyse: Callable[[Step], Result],
    after: Callable[[Result], int] | None = None,
) -> None:
    """Run an analysis with a progress bar, save and show its result, and leave with the exit code it asks for.

    `after` is called with the result of a run that came to its end; it returns an exit code too.
    """
    from vazba.cli.summary import show

    started = time.perf_counter()
    result = watched("moving", analyse)
    elapsed = time.perf_counter() - started
    saved, lost = _saved(result, outputs)
    show(result, described, elapsed)
    for path in saved:
        say(f"saved: {path}")
    if any(path.suffix == ".nc" for path in saved) and not _keeps_model(result):
        warn([NOT_KEPT])
    if not outputs:
        say(f"nothing was saved; to keep the result: vazba {command} {model} -o {_suggested(described)}")
    ended_early = result.status in ("interrupted", "failed")
    if ended_early:
        complain(result.message)
    for error in lost:
        complain(str(error))
    if ended_early or lost:
        raise typer.Exit({"interrupted": INTERRUPTED, "failed": 3}.get(result.status, 2))
    if after is not None and (code := after(result)):
        raise typer.Exit(code)


def _saved(result: Result, outputs: list[Path]) -> tuple[list[Path], list[VazbaError]]:
    """Where the result was saved, and what stood in the way; where nothing could be written, it is kept in the folder for temporary files."""
    from vazba.errors import VazbaError

    saved: list[Path] = []
    lost: list[VazbaError] = []
    for path in outputs:
        try:
            result.save(path)
            saved.append(path)
        except VazbaError as error:
            lost.append(error)
    if lost and not saved:
        import tempfile

        with suppress(VazbaError, OSError):
            spare = Path(tempfile.mkdtemp(prefix="vazba-")) / f"{outputs[0].stem}.nc"
            result.save(spare)
            saved.append(spare)
    return saved, lost


def watched(title: str, analyse: Callable[[Step], Result]) -> Result:
    """The result of an analysis, with a progress bar while it runs; its warnings come after the bar."""
    from vazba.errors import VazbaWarning

    with warnings.catch_warnings(record=True) as caught, progress(title, simulated) as step:
        warnings.simplefilter("always")
        result = analyse(step)
    own = [str(w.message) for w in caught if issubclass(w.category, VazbaWarning)]
    warn(text for text in own if text != result.message and text not in result.warnings)  # these the summary tells
    return result


def _keeps_model(result: Result) -> bool:
    from vazba.errors import ModelError

    try:
        return result.model_text is not None
    except ModelError:
        return False


def _suggested(model: Model) -> str:
    stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in model.name).strip("-")
    return f"{stem or 'run'}.nc"
