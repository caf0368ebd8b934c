"""`vazba simulate MODEL`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

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
    choice,
    number,
    read_model,
    start_option,
)
from vazba.cli.guard import Refused
from vazba.cli.running import carry_out

if TYPE_CHECKING:
    from vazba.cli.progress import Step
    from vazba.model import Model
    from vazba.result import Result

Method = Annotated[
    str | None,
    typer.Option(metavar="NAME", show_default=False, help="Formulation: auto, absolute, recursive, minimal."),
]
Integrator = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", show_default=False,
        help="auto, taylor (series), dop853 (order 8), dopri5 (order 5), radau (implicit, for stiff models), generalized_alpha (implicit, fixed step).",
    ),
]  # fmt: skip
Stabilisation = Annotated[
    str | None,
    typer.Option(
        metavar="NAME", show_default=False,
        help="How joints are kept closed: auto, projection, baumgarte, none; with generalized_alpha index2, index3.",
    ),
]  # fmt: skip
Alpha = Annotated[
    str | None,
    typer.Option(metavar="1/S", show_default=False, help="Of baumgarte, by velocities; follows the step if not given."),
]
Beta = Annotated[
    str | None,
    typer.Option(metavar="1/S", show_default=False, help="Of baumgarte, by positions; as --alpha if not given."),
]
Rtol = Annotated[
    str | None, typer.Option(metavar="NUMBER", show_default=False, help="Relative tolerance of a step (1e-8).")
]
Atol = Annotated[
    str | None, typer.Option(metavar="NUMBER", show_default=False, help="Absolute tolerance of a step (1e-10).")
]
LongestStep = Annotated[
    str | None,
    typer.Option(metavar="SECONDS", show_default=False, help="Longest step; of generalized_alpha its fixed step."),
]
Cuts = Annotated[
    list[str] | None,
    typer.Option(
        metavar="JOINT", show_default=False,
        help="A joint the recursive and minimal methods are to cut; several with commas, or given several times.",
    ),
]  # fmt: skip
Independent = Annotated[
    list[str] | None,
    typer.Option(
        metavar="JOINT.COORDINATE", show_default=False,
        help="An independent coordinate of the minimal method, as A.angle; several with commas, or given several times.",
    ),
]  # fmt: skip
Check = Annotated[
    bool,
    typer.Option("--check", help="Run again with tolerances 100 times smaller, and show what that changes."),
]  # fmt: skip


def simulate(
    model: ModelPath,
    until: Until = None,
    every: Every = None,
    method: Method = None,
    integrator: Integrator = None,
    rtol: Rtol = None,
    atol: Atol = None,
    stabilisation: Stabilisation = None,
    alpha: Alpha = None,
    beta: Beta = None,
    step: LongestStep = None,
    cuts: Cuts = None,
    independent: Independent = None,
    start: StartOption = None,
    start_time: StartTime = None,
    check: Check = False,
    set_: Settings = None,
    allow_path: Allowed = None,
    output: Outputs = None,
) -> None:
    """Let a mechanism go: motion under gravity, springs, dampers, cables, forces, friction and drivers."""
    outputs = [check_output(path, RESULT_ENDINGS) for path in output or ()]
    described = read_model(model, set_, allow_path)
    end, between = number(until, "--until", described), number(every, "--every", described)
    given = {
        **words_of(method, integrator, stabilisation),
        "rtol": number(rtol, "--rtol", described, "1e-9", positive=True),
        "atol": number(atol, "--atol", described, "1e-11", positive=True),
        "step": number(step, "--step", described, "1e-3", positive=True),
        "alpha": number(alpha, "--alpha", described, "20"),
        "beta": number(beta, "--beta", described, "20"),
        "cuts": _listed(cuts),
        "independent": _listed(independent),
    }

    _fit(described, given)

    begin = {"start": start_option(start), "start_time": number(start_time, "--start-time", described)}

    def analyse(tell: Step) -> Result:
        return _simulate(described, end, between, given | begin, tell)

    def again(result: Result) -> int:
        from vazba.cli.checking import show_difference, tighter
        from vazba.cli.running import watched

        strict = tighter(described, given)
        other = watched("checking", lambda tell: _simulate(described, end, between, strict | begin, tell))
        return show_difference(result, other, strict)

    carry_out("simulate", model, described, outputs, analyse, again if check else None)


def _simulate(model: Model, end: float | None, between: float | None, given: dict[str, Any], tell: Step) -> Result:
    from vazba.simulation.simulate import simulate as run

    return run(model, end, between, progress=tell, **given)


def words_of(method: str | None, integrator: str | None, stabilisation: str | None) -> dict[str, str | None]:
    from vazba.faults import INTEGRATORS, STABILISATIONS
    from vazba.formulations.settings import METHODS

    return {
        "method": choice(method, "--method", METHODS),
        "integrator": choice(integrator, "--integrator", INTEGRATORS),
        "stabilisation": choice(stabilisation, "--stabilisation", STABILISATIONS),
    }


def _listed(words: list[str] | None) -> list[str] | None:
    """Names that were given with commas or one by one; an empty one means none."""
    if words is None:
        return None
    return [name.strip() for word in words for name in word.split(",") if name.strip()]


def _fit(model: Model, given: dict[str, Any]) -> None:
    """Refuse options that do not go together, before anything is compiled."""
    from vazba.errors import ModelError
    from vazba.formulations.settings import settings_of

    try:
        settings_of(model, **given)
    except ModelError as error:
        fault = error.faults[0]
        if fault.file is not None or all(value is None for value in given.values()):
            raise
        options = ", ".join(f"--{key}" for key in given if given[key] is not None)
        raise Refused(options, fault.what, fault.why, fault.remedy) from None
