"""`vazba kinematics MODEL`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    RESULT_ENDINGS,
    Allowed,
    Every,
    ModelPath,
    Outputs,
    Settings,
    StartOption,
    StartTime,
    Until,
    check_output,
    number,
    read_model,
    start_option,
)
from vazba.cli.running import carry_out

if TYPE_CHECKING:
    from vazba.cli.progress import Step
    from vazba.result import Result

# Options of dynamic runs, taken so that one command line fits both.
Unused = Annotated[str | None, typer.Option(hidden=True)]


def kinematics(
    model: ModelPath,
    until: Until = None,
    every: Every = None,
    method: Unused = None,  # noqa: ARG001
    integrator: Unused = None,  # noqa: ARG001
    rtol: Unused = None,  # noqa: ARG001
    atol: Unused = None,  # noqa: ARG001
    stabilisation: Unused = None,  # noqa: ARG001
    step: Unused = None,  # noqa: ARG001
    start: StartOption = None,
    start_time: StartTime = None,
    set_: Settings = None,
    allow_path: Allowed = None,
    output: Outputs = None,
) -> None:
    """Move a driven mechanism: positions, velocities and accelerations over time."""
    outputs = [check_output(path, RESULT_ENDINGS) for path in output or ()]
    described = read_model(model, set_, allow_path)
    end, between = number(until, "--until", described), number(every, "--every", described)

    where, when = start_option(start), number(start_time, "--start-time", described)

    def analyse(tell: Step) -> Result:
        from vazba.simulation.driven import kinematics as run

        return run(described, end, between, start=where, start_time=when, progress=tell)

    carry_out("kinematics", model, described, outputs, analyse)
