"""A result, a model or modes as one HTML file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from vazba.files.atomic import write_whole

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result import Result
    from vazba.statics.equilibrium_result import Equilibrium
    from vazba.statics.mode_results import Modes
    from vazba.viewer.document import Document


def html(
    thing: Result | Model | Modes | Equilibrium,
    path: str | Path,
    other: Result | None = None,
    columns: Iterable[str] | None = None,
) -> Path:
    """Write a page that shows the motion and its curves anywhere, without a network: `res.html("run.html")`.

    `other` is a second result of the same mechanism, shown as a ghost; `columns` are the curves that are open at first and kept in any case.
    """
    from vazba.viewer.page import page

    made = document_of(thing, other, columns)
    return write_whole(Path(path), page(made, f"{made.header['name']} · vazba"))


def document_of(
    thing: Any, other: Result | None = None, columns: Iterable[str] | None = None, live: bool = False
) -> Document:
    """What the page is given for a result, a model, modes or an equilibrium."""
    from vazba.model import Model
    from vazba.result import Result
    from vazba.statics.equilibrium_result import Equilibrium
    from vazba.statics.mode_results import Modes
    from vazba.viewer.document import of_model, of_modes, of_result

    if isinstance(thing, Equilibrium):
        thing = thing.result
    if isinstance(thing, Result):
        return of_result(thing, other, columns=columns, live=live)
    if isinstance(thing, Modes):
        return of_modes(thing)
    if isinstance(thing, Model):
        from vazba.viewer.session import short_run

        run, trouble = short_run(thing)
        return of_model(thing, run, trouble, live)
    raise TypeError(f"{type(thing).__name__} cannot be shown: give a model, a result, modes or an equilibrium")
