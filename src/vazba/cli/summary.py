"""What a run ends with on the screen: a few lines about the run, and where the bodies are at its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vazba.cli.progress import speed
from vazba.cli.say import counted, duration, pairs, say, table, taken, warn

if TYPE_CHECKING:
    from vazba.model import Model
    from vazba.result import Result

MOST_BODIES = 40  # rows of the table of the last instant
MOST_EVENTS = 5  # located events that are listed
SWITCHING = ("cables", "limits", "events")  # sections whose elements switch, or watch for something
NOTHING = 1e-15  # J: what rounding makes of rest
HARDLY = 1e-3  # of the energy present: less exchanged than this is hardly any
OUTCOMES = {"done": "done", "failed": "STOPPED before the end", "interrupted": "stopped by Ctrl-C"}


def show(result: Result, model: Model, elapsed: float) -> None:
    """The summary of a run of `model` that took `elapsed` seconds, on stdout; its remarks on stderr."""
    outcome = OUTCOMES.get(result.status, result.status)
    if result.status == "done" and result.message:
        outcome += f", {result.message}"
    say(f"{result.name}: {outcome}", "bold")
    pairs(_rows(result, model, elapsed))
    if len(result):
        _last_instant(result)
        say()
    warn(result.warnings)


def _rows(result: Result, model: Model, elapsed: float) -> list[tuple[str, str]]:
    info, count = result.info, len(result)
    rows = [("instants", f"{count}" + (f", t = {result.time[0]:g} to {result.time[-1]:.6g} s" if count else ""))]
    rows += _dynamic(result, model) if info.get("analysis") == "simulate" else _kinematic(result)
    if count and "constraint" in result.names:
        drift = result.constraint
        rows.append(
            ("largest drift", f"{drift.position.max():.1e} m in a joint or driver, rate {drift.velocity.max():.1e} m/s")
        )
    spent = taken(elapsed)
    if count and result.time[-1] > 0 and info.get("seconds"):
        seconds = float(info["seconds"])
        spent += f": {speed(float(result.time[-1]) / max(elapsed, seconds))}; {duration(seconds)} of it in the steps"
    rows.append(("time taken", spent))
    return rows


def _kinematic(result: Result) -> list[tuple[str, str]]:
    info = result.info
    if "newton_iterations" not in info:
        return []
    halved = counted(info["halvings"], "time") if info.get("halvings") else "none"
    return [("steps", f"{info['steps']}, {halved} halved"), ("Newton iterations", f"{info['newton_iterations']}")]


def _dynamic(result: Result, model: Model) -> list[tuple[str, str]]:
    info = result.info
    tolerances = f"rtol {info['rtol']:.3g}, atol {info['atol']:.3g}"
    how = f"{info['method']}{' (chosen by auto)' if info.get('chosen') == 'auto' else ''}"
    rows = [
        ("method", f"{how}: {info['unknowns']}" if "unknowns" in info else how),
        ("integrator", f"{info['integrator']} ({tolerances}); constraints kept by {info['stabilisation']}"),
        ("steps", f"{info['steps']}, {counted(info['rejected'], 'time')} repeated; {info['evaluations']} evaluations"),
    ]
    if info["events"] or any(model.section(heading) for heading in SWITCHING):
        rows += _events(result)
    if len(result):
        rows.append(("energy balance", energy_balance(result)))
    return rows


def _events(result: Result) -> list[tuple[str, str]]:
    """How many, and the first of them."""
    count, listed = int(result.info["events"]), result.events[:MOST_EVENTS]
    rows = [("events", f"{count} located" if count else "none")]
    rows += [("", f"t = {time:.6g} s: {element} {what}") for time, element, what in listed]
    if count > len(listed):
        rows.append(("", f"... and {count - len(listed)} more"))
    return rows


def energy_balance(result: Result) -> str:
    """How well the energy ledger closes, beside what went through it and what is there.

    A mechanism that exchanges hardly any energy (a steady top, one at rest) is judged by the energy it has.
    """
    energy = result.energy
    off = float(abs(energy.balance).max())
    kinds = ("kinetic", "potential", "elastic", "input", "dissipated")
    exchanged = max(float(energy[kind].max() - energy[kind].min()) for kind in kinds)
    present = max(float(energy.kinetic.max()), float(energy.elastic.max()))
    if not max(exchanged, present) > NOTHING:
        return "nothing moved"
    said = f"closes within {off:.1e} J"
    if exchanged < HARDLY * present:
        return f"{said}: {off / present:.0e} of {present:.4g} J present (kinetic or elastic); hardly any is exchanged"
    said += f": {off / exchanged:.0e} of {exchanged:.4g} J exchanged"
    return said + (f", {off / present:.0e} of {present:.4g} J present (kinetic or elastic)" if present > 0 else "")


def _last_instant(result: Result) -> None:
    from vazba.bodies.space import space_of

    names = result.names.get("body", ())
    shown = names[:MOST_BODIES]
    wanted = space_of(result.dimension).place + space_of(result.dimension).motion[:3]
    if not shown or not set(wanted) <= set(result.data["body"]):
        return
    headings = [f"{q} [{result.unit_of('body', shown[0], q)}]" for q in wanted]
    rows = [(name, *(_tidy(float(result.array("body", name, q)[-1])) for q in wanted)) for name in shown]
    table(f"Bodies at t = {result.time[-1]:.6g} s", ("name", *headings), rows, right=range(1, 7))
    if len(names) > len(shown):
        say(f"... and {len(names) - len(shown)} more bodies")


def _tidy(value: float) -> str:
    return f"{0.0 if abs(value) < 1e-12 else value:.6g}"
