"""`vazba compare MODEL`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vazba.cli.common import (
    PICTURE_ENDINGS,
    Allowed,
    Every,
    ModelPath,
    Settings,
    Until,
    check_output,
    choice,
    number,
    read_model,
)
from vazba.cli.guard import INTERRUPTED, Refused
from vazba.cli.progress import progress, simulated
from vazba.cli.say import complain, counted, pairs, say, table, taken

if TYPE_CHECKING:
    from vazba.comparison.comparison import Comparison
    from vazba.model import Model

Rtol = Annotated[
    str | None, typer.Option(metavar="NUMBER", show_default=False, help="Relative tolerance of a step (1e-10).")
]
Atol = Annotated[
    str | None, typer.Option(metavar="NUMBER", show_default=False, help="Absolute tolerance of a step (1e-12).")
]
Tolerance = Annotated[
    str | None,
    typer.Option(
        metavar="NUMBER", show_default=False,
        help="Difference that is allowed, relative to the size of each kind of quantity (1e-6).",
    ),
]  # fmt: skip
Integrators = Annotated[
    list[str] | None,
    typer.Option(
        "--integrator", metavar="NAME", show_default=False,
        help="Another integrator to try with each method; may be given several times. Without it: dopri5 and radau where a run is cheap.",
    ),
]  # fmt: skip
Picture = Annotated[
    Path | None,
    typer.Option(
        "-o", "--picture", metavar="FILE", show_default=False, help="Draw the differences over time (.png, .svg, .pdf)."
    ),
]
Beams = Annotated[
    bool, typer.Option("--beams", help="Compare the models of its beams instead: rigid, rfe, modal, ancf.")
]


def compare(
    model: ModelPath,
    until: Until = None,
    every: Every = None,
    rtol: Rtol = None,
    atol: Atol = None,
    tolerance: Tolerance = None,
    integrator: Integrators = None,
    set_: Settings = None,
    allow_path: Allowed = None,
    picture: Picture = None,
    beams: Beams = False,
) -> None:
    """Run a mechanism by every method it has and several integrators: do they agree? (Exit code 3 where they do not.)

    Methods differ in how the equations are set up and solved; the model, the equations of the joints, the laws of forces and the integrators are the same.

    With --beams: run it with its beams rigid, of rigid finite elements, of shapes and of nodal coordinates, and tell how far they are apart.
    """
    if picture is not None:
        check_output(picture, PICTURE_ENDINGS)
    described = read_model(model, set_, allow_path)
    end, between = number(until, "--until", described), number(every, "--every", described)
    tolerances = {
        "rtol": number(rtol, "--rtol", described, "1e-11", positive=True),
        "atol": number(atol, "--atol", described, "1e-13", positive=True),
    }
    allowed = number(tolerance, "--tolerance", described, "1e-6", positive=True)
    if allowed is not None and not allowed < 1:
        raise Refused("--tolerance", f"{allowed:g} is not below 1", "it is relative", "give one such as 1e-6")
    from vazba.comparison.compare import TOLERANCE
    from vazba.comparison.compare import compare as run
    from vazba.faults import INTEGRATORS

    if beams:
        if tolerance is not None or len(integrator or ()) > 1:
            raise Refused("--beams", "it takes no --tolerance and at most one --integrator", "", "leave them out")
        _beams(described, end, between, tolerances, integrator, picture)
        return
    known = [name for name in INTEGRATORS if name != "auto"]
    others = [name for name in (choice(word, "--integrator", known) for word in integrator or ()) if name is not None]
    started = time.perf_counter()
    with progress("comparing", simulated) as step:
        found = run(
            described, end, between, **tolerances, tolerance=TOLERANCE if allowed is None else allowed,
            integrators=others or None, progress=step,
        )  # fmt: skip
    show(found, time.perf_counter() - started)
    if picture is not None and found.kinds:
        from vazba.figures import differences

        differences(found, picture)
        say(f"picture: {picture}")
    if found.interrupted:
        complain("stopped by the user; what was computed by then is shown")
        raise typer.Exit(INTERRUPTED)
    if not found.agree:
        raise typer.Exit(3)


def _beams(
    described: Model, end: float | None, between: float | None, tolerances: dict[str, float | None], integrator: list[str] | None,
    picture: Path | None,
) -> None:  # fmt: skip
    from vazba.comparison.compare_beams import compare_beams
    from vazba.faults import INTEGRATORS

    chosen = choice(integrator[0], "--integrator", list(INTEGRATORS)) if integrator else None
    with progress("comparing", simulated) as step:
        found = compare_beams(
            described, end, between, rtol=tolerances["rtol"], atol=tolerances["atol"], integrator=chosen, progress=step
        )
    points = found.points
    more = f" and {len(points) - 6} more" if len(points) > 6 else ""
    say(f"{described.name}: beams computed in {counted(len(found.results), 'way')}", "bold")
    table(
        f"Largest distance of {', '.join(points[:6])}{more}",
        found.headings,
        found.rows(),
        right=range(1, len(found.headings)),
    )
    for text in found.remarks():
        complain(text)
    if picture is not None:
        from vazba.figures import beam_differences

        beam_differences(found, picture)
        say(f"picture: {picture}")
    if any(result.status == "interrupted" for result in found.results.values()):
        complain("stopped by the user; what was computed by then is shown")
        raise typer.Exit(INTERRUPTED)
    if found.failures:
        raise typer.Exit(3)


def show(found: Comparison, elapsed: float) -> None:
    """Table and verdict on stdout."""
    reference, kinds = found.reference, found.kinds
    made = sum(run.result is not None for run in found.runs)
    say(f"{found.model.name}: {counted(made, 'run')} against a reference", "bold")
    span = f", t = {reference.time[0]:g} to {reference.time[-1]:.6g} s" if len(reference) else ""
    sizes = ", ".join(f"{kind} {found.scales[kind]:.4g} {_unit(kind)}" for kind in kinds)
    pairs([
        ("reference", f"{reference.info['method']}, {reference.info['integrator']}, rtol {found.tight['rtol']:.3g}, atol {found.tight['atol']:.3g}"),
        ("others", f"rtol {found.tolerances['rtol']:.3g}, atol {found.tolerances['atol']:.3g}"),
        ("instants", f"{len(reference)}{span}"),
        ("differences are relative to", sizes),
        ("time taken", taken(elapsed)),
    ])  # fmt: skip
    rows = []
    for run in found.runs:
        largest = [run.largest(kind) for kind in kinds]
        cells = ["" if row is None else f"{row.relative:.0e}" for row in largest]
        after = [f"{run.drift:.0e}", f"{run.balance:.0e}", f"{run.seconds:.3f}"] if run.result is not None else [""] * 3
        rows.append((run.method, run.used, *cells, *after, run.verdict))
    headings = ("method", "integrator", *kinds, "drift [m]", "balance [J]", "time [s]", "verdict")
    table("Largest differences from the reference", headings, rows, right=range(2, len(kinds) + 5))
    say()
    for text in found.remarks():
        say(text)
    say(found.verdict, "green" if found.agree else "red")


def _unit(kind: str) -> str:
    from vazba.result.agreement import UNITS

    return UNITS[kind]
