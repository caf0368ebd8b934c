"""`vazba simulate MODEL`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    RESULT_ENDINGS,
    Every,
    ModelPath,
    Outputs,
    Settings,
    Until,
    check_output,
    number,
    read_model,
)
from vazba.cli.kinematics import carry_out

if TYPE_CHECKING:
    from vazba.cli.kinematics import Progress
    from vazba.result import Result


def simulate(
    model: ModelPath,
    until: Until = None,
    every: Every = None,
    method: Annotated[str | None, typer.Option(show_default=False, help="Formulation: auto or absolute.")] = None,
    integrator: Annotated[str | None, typer.Option(show_default=False, help="auto or dopri5.")] = None,
    rtol: Annotated[float | None, typer.Option(show_default=False, help="Relative tolerance (1e-8).")] = None,
    atol: Annotated[float | None, typer.Option(show_default=False, help="Absolute tolerance (1e-10).")] = None,
    set_: Settings = None,
    output: Outputs = None,
) -> None:
    """Let a mechanism go: motion under gravity, springs, dampers, cables, forces and drivers."""
    outputs = [check_output(path, RESULT_ENDINGS) for path in output or ()]
    described = read_model(model, set_)
    end, between = number(until, "--until", described), number(every, "--every", described)

    def analyse(step: Progress) -> Result:
        from vazba.dynamics.run import simulate as run

        return run(described, end, between, method=method, integrator=integrator, rtol=rtol, atol=atol, progress=step)

    carry_out("simulate", model, described, outputs, analyse)
