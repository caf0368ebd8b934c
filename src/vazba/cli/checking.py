"""`vazba simulate --check`: the same run at a tighter tolerance, and what that changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from vazba.cli.guard import INTERRUPTED
from vazba.cli.say import complain, counted, say, table

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result import Result
    from vazba.result.difference import Difference

TIGHTER = 100.0
LEAST = 1e-14  # relative tolerance: below it is rounding
SHORTER = 4.0  # for a fixed step
MOST, MOST_OF_A_KIND = 12, 4  # rows that are shown
ROUNDING = 1e-14  # relative differences below it are not worth a row
# What an engineer asks for; rates, accelerations and powers follow from these.
SHOWN = {
    *("position", "orientation", "angle", "angle_1", "angle_2", "displacement", "displacement_1", "displacement_2"),
    *("reaction force", "reaction moment", "length", "value", "force", "effort"),
    *("kinetic", "potential", "elastic", "input", "dissipated"),
}


def tighter(model: Model, given: dict[str, Any]) -> dict[str, Any]:
    """The settings of a run with tolerances 100 times smaller; a fixed step becomes a quarter."""
    from vazba.formulations.settings import settings_of

    now = settings_of(model, **given)
    other = {**given, "rtol": max(now.rtol / TIGHTER, LEAST), "atol": now.atol / TIGHTER}
    if now.integrator == "generalized_alpha" and now.step is not None:
        other["step"] = now.step / SHORTER
    return other


def show_difference(result: Result, other: Result, settings: dict[str, Any]) -> int:
    """The table of differences on stdout; returns the exit code."""
    if other.status in ("failed", "interrupted"):
        complain(f"the run at the tighter tolerance did not come to its end: {other.message}")
    if other.status == "interrupted":
        return INTERRUPTED
    found = result.difference(other)
    rows = worst_of_each(found)
    shown = _interesting(rows)
    fixed = f", step {settings['step']:.3g} s" if settings.get("step") and _fixed(result) else ""
    how = f"rtol {settings['rtol']:.3g}, atol {settings['atol']:.3g}{fixed}"
    table(
        f"Largest differences from a run with {how}",
        ("element", "quantity", "difference", "unit", "relative", "at t [s]"),
        [
            (f"{row.kind} {row.element}" if row.kind != row.element else row.element, row.quantity.replace("_", " "),
             f"{row.largest:.1e}", row.unit, f"{row.relative:.0e}", f"{row.time:.6g}")
            for row in shown
        ],
        right=(2, 4, 5),
    )  # fmt: skip
    if len(rows) > len(shown):
        say(f"... and {len(rows) - len(shown)} more, with smaller differences than others of their kind")
    say()
    for line in found.left_out:
        say(f"Not compared: {line}.")
    for line in _events(result, other):
        say(line)
    say(_meaning(rows))
    return 3 if other.status == "failed" else 0


def worst_of_each(rows: list[Difference]) -> list[Difference]:
    """Of each element what differs most, relative to the size of such quantities; the largest first."""
    found: dict[tuple[str, str], Difference] = {}
    for row in rows:
        if row.quantity in SHOWN:
            found.setdefault((row.kind, row.element), row)
    return list(found.values())


def _interesting(rows: list[Difference]) -> list[Difference]:
    """The first rows, some of each kind; the first one in any case."""
    shown: list[Difference] = rows[:1]
    for row in rows[1:]:
        if row.relative > ROUNDING and sum(other.kind == row.kind for other in shown) < MOST_OF_A_KIND:
            shown.append(row)
    return shown[:MOST]


def _fixed(result: Result) -> bool:
    return "generalized_alpha" in str(result.info.get("integrator", ""))


def _events(result: Result, other: Result) -> list[str]:
    """Whether both runs noticed the same, and how much later or earlier."""
    mine, yours = (_by_kind(run) for run in (result, other))
    if not mine and not yours:
        return []
    if {key: len(times) for key, times in mine.items()} != {key: len(times) for key, times in yours.items()}:
        return [
            f"Events: {len(result.events)} in the run, {len(other.events)} at the tighter tolerance, not all of them the same: "
            "between them the runs may differ more than elsewhere."
        ]
    later = max(abs(a - b) for key, times in mine.items() for a, b in zip(times, yours[key], strict=True))
    return [f"Events: the same {counted(len(result.events), 'event')} in both, the largest shift {later:.1e} s."]


def _by_kind(result: Result) -> dict[tuple[str, str], list[float]]:
    """Times of the events by element and what happened: events at one instant may be listed in any order."""
    found: dict[tuple[str, str], list[float]] = {}
    for when, element, what in result.events:
        found.setdefault((element, what), []).append(when)
    return found


def _meaning(rows: list[Difference]) -> str:
    if not rows or rows[0].largest == 0:
        return "Both runs give the same numbers."
    worst = rows[0].relative
    text = (
        "The tighter run is nearer to the exact solution: the differences tell about how large the errors of the first run are "
        "(relative: beside the largest value with that unit)."
    )
    if worst > 1e-2:
        text += (
            " They are LARGE: the motion may depend on the smallest disturbance (chaos, an impact, a tipping point), or the tolerances are too loose; "
            "do not rely on single values, and try --rtol and --atol a hundred times smaller."
        )
    return text
