"""What the page and the report tell about a run in words: how it was made, how exact it is, what the mechanism can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from vazba.errors import VazbaError

if TYPE_CHECKING:
    from vazba.kinematic.check import Check
    from vazba.model import Model
    from vazba.result import Result

Rows = list[list[str]]


def run_facts(result: Result) -> Rows:
    """Names and values: how the numbers were made, and the checks they carry."""
    info, count = result.info, len(result)
    rows: Rows = [
        ["analysis", str(info.get("analysis", "table"))],
        ["status", result.status + (f": {result.message}" if result.message else "")],
    ]
    if count:
        rows.append(["instants", f"{count}, t = {result.time[0]:g} to {result.time[-1]:.6g} s"])
    for key, label in (
        ("method", "method"),
        ("unknowns", "unknowns"),
        ("integrator", "integrator"),
        ("stabilisation", "constraints kept by"),
    ):
        if info.get(key):
            rows.append([label, str(info[key])])
    if "rtol" in info:
        rows.append(["tolerances", f"rtol {info['rtol']:.3g}, atol {info['atol']:.3g}"])
    if "steps" in info:
        rows.append(["steps", f"{info['steps']}" + (f", {info['rejected']} repeated" if info.get("rejected") else "")])
    if "energy" in result.names and count:
        rows.append(["energy balance", balance(result)])
    if "constraint" in result.names and count:
        drift = result.constraint
        rows.append(
            ["largest drift", f"{float(drift.position.max()):.1e} m, rate {float(drift.velocity.max()):.1e} m/s"]
        )
    if "inverse" in result.names and count:
        rows += _efforts(result)
    if info.get("frequency"):
        rows.append(["frequency", f"{float(info['frequency']):.6g} Hz"])
    return rows


def _efforts(result: Result) -> Rows:
    """Of an inverse analysis: what is missing, and how near the efforts come to their bounds."""
    rows: Rows = [
        ["not exerted by anybody", f"{float(result.array('inverse', 'inverse', 'residual').max()):.3g} N"],
        ["beyond the bounds", f"{float(result.array('inverse', 'inverse', 'violation').max()):.3g} N"],
    ]
    low, high = result.info.get("minimum") or {}, result.info.get("maximum") or {}
    for kind, quantity in (("actuator", "effort"), ("cable", "force"), ("spring", "force")):
        for name in result.names.get(kind, ()):
            if name in result.info.get("actuators", ()):
                values, unit = result.array(kind, name, quantity), result.unit_of(kind, name, quantity)
                ends = [f"{side[name]:g}" if np.isfinite(side.get(name, np.nan)) else "none" for side in (low, high)]
                said = f"{float(values.min()):.4g} to {float(values.max()):.4g} {unit}, bounds {ends[0]} and {ends[1]}"
                rows.append([f"{kind} {name}", said])
    return rows[:14]


def balance(result: Result) -> str:
    """How well the energy ledger closes, beside what went through it."""
    energy = result.energy
    kinds = [kind for kind in ("kinetic", "potential", "elastic", "input", "dissipated") if kind in energy]
    off = float(abs(energy.balance).max()) if "balance" in energy else 0.0
    exchanged = max((float(energy[kind].max() - energy[kind].min()) for kind in kinds), default=0.0)
    if not exchanged > 0:
        return f"closes within {off:.1e} J"
    return f"closes within {off:.1e} J, {off / exchanged:.0e} of {exchanged:.4g} J exchanged"


def checked(model: Model) -> Check | None:
    """The check of a model; nothing where it cannot be made."""
    from vazba.kinematic.check import check

    try:
        return check(model)
    except VazbaError:
        return None


def gaps_in_words(found: Check, most: int = 4) -> str:
    """Which joints stay open, and by how much."""
    gaps = [(name, gap, unit) for name, gap, unit in found.assembly.gaps if gap > 1e-9 * found.system.length]
    said = ", ".join(f"{name} by {gap:.3g} {unit}" for name, gap, unit in gaps[:most])
    more = f" and {len(gaps) - most} more" if len(gaps) > most else ""
    return f"does not assemble: open are {said}{more}"


def mobility_facts(found: Check | None) -> Rows:
    """Degrees of freedom, redundant constraints, what is driven."""
    if found is None:
        return []
    m = found.mobility
    rows: Rows = [
        ["assembles", "yes" if found.assembles else "no"],
        ["degrees of freedom", f"{m.freedoms} by rank, {m.freedoms_counted} by counting"],
        ["redundant constraints", str(m.redundant) if m.redundant else "none"],
    ]
    if found.drivers:
        rows.append(["driven", f"{m.freedoms - m.undriven} of {m.freedoms}"])
    return rows


def faults_of(error: VazbaError) -> list[dict[str, Any]]:
    """What is wrong, one by one, with file and line."""
    faults = getattr(error, "faults", ())
    if not faults:
        return [{"element": "", "what": str(error), "why": "", "remedy": "", "file": None, "line": None}]
    return [
        {"element": f.element, "what": f.what, "why": f.why, "remedy": f.remedy, "file": f.file, "line": f.line} for f in faults
    ]  # fmt: skip
