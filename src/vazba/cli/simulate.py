"""`vazba simulate MODEL`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import RESULT_ENDINGS, ModelPath, Settings, check_output, number, read_model
from vazba.cli.kinematics import carry_out

if TYPE_CHECKING:
    from vazba.cli.kinematics import Progress
    from vazba.result import Result


def simulate(
    model: ModelPath,
    until: Annotated[str | None, typer.Option(metavar="SECONDS", show_default=False, help="End of the run; it starts at t = 0.")] = None,
    every: Annotated[str | None, typer.Option(metavar="SECONDS", show_default=False, help="Time between two results.")] = None,
    method: Annotated[str | None, typer.Option(show_default=False, help="Formulation: auto or absolute.")] = None,
    integrator: Annotated[str | None, typer.Option(show_default=False, help="auto or dopri5.")] = None,
    rtol: Annotated[float | None, typer.Option(show_default=False, help="Relative tolerance (1e-8).")] = None,
    atol: Annotated[float | None, typer.Option(show_default=False, help="Absolute tolerance (1e-10).")] = None,
    set_: Settings = None,
    output: Annotated[
        list[Path] | None,
        typer.Option(
            "-o", "--output", metavar="FILE", show_default=False,
            help="Save the result: .nc (all of it), .csv or .parquet (the table); may be given several times.",
        ),
    ] = None,
) -> None:  # fmt: skip
    """Let a mechanism go: motion under gravity, springs, dampers, cables, forces and drivers."""
    outputs = [check_output(path, RESULT_ENDINGS) for path in output or ()]
    described = read_model(model, set_)
    end, between = number(until, "--until", described), number(every, "--every", described)

    def analyse(step: Progress) -> Result:
        from vazba.dynamics.run import simulate as run

        return run(described, end, between, method=method, integrator=integrator, rtol=rtol, atol=atol, progress=step)

    carry_out("simulate", model, described, outputs, analyse)
