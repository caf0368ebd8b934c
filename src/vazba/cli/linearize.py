"""`vazba linearize MODEL`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import Allowed, ModelPath, Settings, check_output, number, read_model
from vazba.cli.say import pairs, say, table, taken, warn

if TYPE_CHECKING:
    from vazba.linear.linear_model import LinearModel

ENDINGS = (".mat", ".json", ".npz")
MOST = 40  # rows of a table


def linearize(
    model: ModelPath,
    at: Annotated[
        str,
        typer.Option(
            metavar="PLACE",
            help="About which state: drawn (at rest), equilibrium, auto (as drawn where forces balance there, else the equilibrium), "
            "motion (positions and velocities as described), or an instant of a run, RESULT.nc@SECONDS.",
        ),
    ] = "auto",
    inputs: Annotated[
        list[str] | None,
        typer.Option("--input", metavar="NAME", show_default=False, help="An input: motor, push.x, rope.free_length; may be given several times."),
    ] = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option("--column", metavar="NAME", show_default=False, help="An output: any column (tool.x, A.angle_rate); may be given several times."),
    ] = None,
    time_: Annotated[
        str | None,
        typer.Option("--time", metavar="SECONDS", show_default=False, help="Drivers are held, and loads act, as at this time (0)."),
    ] = None,
    set_: Settings = None,
    allow_path: Allowed = None,
    output: Annotated[
        list[Path] | None,
        typer.Option("-o", "--output", metavar="FILE", show_default=False, help="Save it: .mat (Matlab, Octave), .npz or .json; may be given several times."),
    ] = None,
) -> None:  # fmt: skip
    """A linear model of small motions about a state: x' = A x + B u, y = C x + D u, and its eigenvalues."""
    places = [check_output(path, ENDINGS) for path in output or ()]
    described = read_model(model, set_, allow_path)
    t = number(time_, "--time", described)
    from vazba.linear.linearize import linearize as analyse

    started = time.perf_counter()
    found = analyse(described, at=at, inputs=inputs, outputs=outputs, t=t)
    show(found, time.perf_counter() - started)
    for path in places:
        found.save(path)
        say(f"saved: {path}")


def show(found: LinearModel, elapsed: float) -> None:
    """Names and eigenvalues on stdout, remarks on stderr."""
    say(
        f"{found.model.name}: {len(found.states)} states, {len(found.inputs)} inputs, {len(found.outputs)} outputs",
        "bold",
    )
    rows = [
        (word, ", ".join(names) or "none")
        for word, names in (("states", found.states), ("inputs", found.inputs), ("outputs", found.outputs))
    ]
    error = f"{found.error:.1g} of the largest entries (differences, not exact derivatives)"
    pairs([("about", found.where.removeprefix("about ")), *rows, ("error", error), ("time taken", taken(elapsed))])
    shown = found.eigenvalues[:MOST]
    if len(shown):
        cells = [(f"{s.real:.6g}", f"{s.imag:.6g}", f"{abs(s):.6g}") for s in shown]
        table(
            "Eigenvalues, the slowest first", ("real [1/s]", "imaginary [1/s]", "size [rad/s]"), cells, right=range(3)
        )
    if len(found.eigenvalues) > len(shown):
        say(f"... and {len(found.eigenvalues) - len(shown)} more")
    if not found.steady:
        say("speeds change at the state itself: this is how deviations from the motion through it begin to grow")
    say()
    warn(list(found.warnings))
