"""The same run under other circumstances, and what differs in its bits."""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import vazba as vz
from vazba.case import prepare
from vazba.simulation import run as runs

EXAMPLES = Path(__file__).parents[2] / "examples"
COUNTS = ("steps", "rejected", "events", "located", "method", "integrator", "unknowns", "rtol", "atol")


def home(name: str) -> Path:
    """The model of an example: its .toml or .py file, or the folder of tables."""
    files = [EXAMPLES / name / f"{name}{ending}" for ending in (".toml", ".py")]
    return next((file for file in files if file.exists()), EXAMPLES / name)


@contextlib.contextmanager
def set_to(module: Any, **values: Any) -> Iterator[None]:
    """Other values of a module, for a while."""
    before = {name: getattr(module, name) for name in values}
    try:
        for name, value in values.items():
            setattr(module, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)


def run_at(model: vz.Model, times: Sequence[float] | np.ndarray, **options: Any) -> vz.Result:
    """A run with these output times; its warnings stand in the result."""
    grid = np.array(times, float)
    with set_to(prepare, time_grid=lambda *_: grid), warnings.catch_warnings():
        warnings.simplefilter("ignore", vz.VazbaWarning)
        return vz.simulate(model, **options)


def run_in_pieces(steps: int, model: vz.Model, times: Sequence[float] | np.ndarray, **options: Any) -> vz.Result:
    """The same, with so many steps from one look at the progress bar to the next, whatever the clock says."""
    with set_to(runs, FEW_STEPS=steps, MANY_STEPS=steps, GROW=1, TICK=1e9):
        return run_at(model, times, **options)


def differing(one: vz.Result, two: vz.Result) -> list[str]:
    """What differs of two runs to the same end: counts, events, and the columns at the instants both have. The same instants: all that is told, too."""
    found = [f"{key}: {one.info[key]} and {two.info[key]}" for key in COUNTS if one.info[key] != two.info[key]]
    if one.status != two.status:
        found.append(f"{one.status} {one.message} and {two.status} {two.message}")
    _, mine, other = np.intersect1d(one.time, two.time, return_indices=True)
    if len(mine) != min(len(one), len(two)) or len(mine) < 2:
        return [*found, f"{len(mine)} instants in common of {len(one)} and {len(two)}"]
    if len(one) == len(two) and (one.warnings, one.message) != (two.warnings, two.message):
        found.append(f"{one.warnings} {one.message} and {two.warnings} {two.message}")
    if {kind: set(held) for kind, held in one.data.items()} != {kind: set(held) for kind, held in two.data.items()}:
        return [*found, "columns"]
    for kind, held in one.data.items():
        for quantity, values in held.items():
            a, b = values[mine], two.data[kind][quantity][other]
            if a.tobytes() != b.tobytes():
                found.append(f"{kind} {quantity} by {np.nanmax(np.abs(a - b)):.2g}")
    return found


def digest(result: vz.Result) -> str:
    """All numbers of a run and its counts, in short."""
    import hashlib

    held = hashlib.sha256(result.time.tobytes())
    for kind in sorted(result.data):
        for quantity in sorted(result.data[kind]):
            held.update(f"{kind} {quantity}".encode() + result.data[kind][quantity].tobytes())
    held.update(repr([result.info[key] for key in COUNTS]).encode())
    return held.hexdigest()
