"""`vazba kinematics MODEL`."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable
from pathlib import Path
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
from vazba.cli.guard import INTERRUPTED
from vazba.cli.progress import progress, simulated, speed
from vazba.cli.say import complain, counted, duration, pairs, say, table, warn

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result import Result

    Progress = Callable[[float, float], None] | None

# Options of dynamic runs, taken so that one command line fits both.
Unused = Annotated[str | None, typer.Option(hidden=True)]
MOST_BODIES = 40  # rows of the table of the last instant


def kinematics(
    model: ModelPath,
    until: Until = None,
    every: Every = None,
    method: Unused = None,  # noqa: ARG001
    integrator: Unused = None,  # noqa: ARG001
    rtol: Unused = None,  # noqa: ARG001
    atol: Unused = None,  # noqa: ARG001
    set_: Settings = None,
    output: Outputs = None,
) -> None:
    """Move a driven mechanism: positions, velocities and accelerations over time."""
    outputs = [check_output(path, RESULT_ENDINGS) for path in output or ()]
    described = read_model(model, set_)
    end, step_between = number(until, "--until", described), number(every, "--every", described)

    def analyse(step: Progress) -> Result:
        from vazba.kinematic.run import kinematics as run

        return run(described, end, step_between, progress=step)

    carry_out("kinematics", model, described, outputs, analyse)


def carry_out(
    command: str, model: Path, described: Model, outputs: list[Path], analyse: Callable[[Progress], Result]
) -> None:
    """Run an analysis with a progress bar, save and show its result, and leave with the exit code it asks for."""
    clocks = time.perf_counter(), time.process_time()
    result, compiling = _run(command, analyse)
    elapsed, used = time.perf_counter() - clocks[0], time.process_time() - clocks[1]
    for path in outputs:
        result.save(path)
    _show(result, elapsed, used, compiling)
    for path in outputs:
        say(f"saved: {path}")
    if any(path.suffix == ".nc" for path in outputs) and not _keeps_model(result):
        warn(
            [
                "a Python function in the model cannot be kept in a file: the result holds its numbers, but not the model to draw or rerun it"
            ]
        )
    if not outputs:
        say(f"nothing was saved; to keep the result: vazba {command} {model} -o {_suggested(described)}")
    if result.status == "interrupted":
        complain(result.message)
        raise typer.Exit(INTERRUPTED)
    if result.status == "failed":
        complain(result.message)
        raise typer.Exit(3)


def _keeps_model(result: Result) -> bool:
    from vazba.errors import ModelError

    try:
        return result.model_text is not None
    except ModelError:
        return False


def _run(command: str, analyse: Callable[[Progress], Result]) -> tuple[Result, bool]:
    from vazba.cli.compiling import announce

    compiling = announce(command)
    from vazba.errors import VazbaWarning

    with warnings.catch_warnings(record=True) as caught, progress("moving", simulated) as step:
        warnings.simplefilter("always")
        result = analyse(step)
    own = [str(w.message) for w in caught if issubclass(w.category, VazbaWarning)]
    warn(text for text in own if text != result.message)
    return result, compiling


def _show(result: Result, elapsed: float, used: float, compiling: bool) -> None:
    info, count = result.info, len(result.time)
    say(f"{result.name}: {_outcome(result)}", "bold")
    drift = result.constraint if count and "constraint" in result.names else None
    rows = [("instants", f"{count}" + (f", t = {result.time[0]:g} to {result.time[-1]:.6g} s" if count else ""))]
    if "events" in info:
        rows.append(
            (
                "steps",
                f"{info['steps']}, {counted(info['rejected'], 'time')} repeated; {info['evaluations']} evaluations",
            )
        )
        rows.append(("switches of cables", f"{info['events']}"))
        if count:
            energy = result.energy
            exchanged = max(
                float(abs(energy[q] - energy[q][0]).max())
                for q in ("kinetic", "potential", "elastic", "input", "dissipated")
            )
            rows.append(("energy balance", f"{abs(energy.balance).max():.1e} J of {exchanged:.4g} J exchanged"))
    elif "steps" in info:
        halved = counted(info["halvings"], "time") if info.get("halvings") else "none"
        rows.append(("steps", f"{info['steps']}, {halved} halved"))
        rows.append(("Newton iterations", f"{info['newton_iterations']}"))
    if drift is not None:
        rows.append(("largest gap in a joint", f"{drift.position.max():.1e} m, rate {drift.velocity.max():.1e} m/s"))
    extra = ", with compiling" if compiling else ""
    rows.append(("time taken", f"{duration(elapsed)}, of the processor {duration(used)}{extra}"))
    if count and result.time[-1] > 0 and not compiling:
        rows.append(("speed", speed(float(result.time[-1]), float(info.get("seconds", elapsed)))))
    pairs(rows)
    if count:
        _last_instant(result)
        say()
    warn(result.warnings)


def _outcome(result: Result) -> str:
    return {"done": "done", "failed": "STOPPED before the end", "interrupted": "stopped by Ctrl-C"}.get(
        result.status, result.status
    )


def _last_instant(result: Result) -> None:
    names = result.names.get("body", ())
    shown = names[:MOST_BODIES]
    wanted = ("x", "y", "angle", "vx", "vy", "w") if result.dimension == 2 else ("x", "y", "z", "vx", "vy", "vz")
    if not shown or not set(wanted) <= set(result.data["body"]):
        return
    headings = [f"{q} [{result.unit_of('body', shown[0], q)}]" for q in wanted]
    rows = [(name, *(_tidy(float(result.array("body", name, q)[-1])) for q in wanted)) for name in shown]
    table(f"Bodies at t = {result.time[-1]:.6g} s", ("name", *headings), rows, right=range(1, 7))
    if len(names) > len(shown):
        say(f"... and {len(names) - len(shown)} more bodies")


def _tidy(value: float) -> str:
    return f"{0.0 if abs(value) < 1e-12 else value:.6g}"


def _suggested(model: Model) -> str:
    stem = "".join(c if c.isalnum() or c in "-_" else "-" for c in model.name).strip("-")
    return f"{stem or 'run'}.nc"
