"""Which curves of a result are open at first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from vazba.result import Result

MOST_PLOTS = 3


def curves_first(result: Result, wanted: Iterable[str] | None) -> list[list[str]]:
    """Columns by plot: those asked for, or a few that are most telling. One instant has no curves."""
    held = set(result.columns)
    if wanted:
        by_unit: dict[str, list[str]] = {}
        for key in wanted:
            if key in held:
                by_unit.setdefault(result.unit(key), []).append(key)
        return list(by_unit.values())[:4]
    if len(result) < 2:
        return []
    mover, plots = _mover(result), [_efforts(result)]
    if mover is not None:
        plots.append([f"{mover}.{q}" for q in ("x", "y", "z")])
    if not plots[0]:
        plots.append(_forces(result))
    energies = [f"energy.{q}" for q in ("kinetic", "potential", "elastic") if f"energy.{q}" in held]
    if energies:
        plots.append(energies)
    elif mover is not None:
        plots.append([f"{mover}.{q}" for q in ("vx", "vy", "vz")])
    found = [_moving(result, [key for key in plot if key in held]) for plot in plots]
    return [plot for plot in found if plot][:MOST_PLOTS]


def _efforts(result: Result) -> list[str]:
    """Of inverse dynamics: what was asked for."""
    if result.analysis != "inverse":
        return []
    kinds = (("actuator", "effort"), ("cable", "force"), ("driver", "effort"))
    acting = set(result.info.get("actuators", ()))
    return [f"{n}.{q}" for kind, q in kinds for n in result.names.get(kind, ()) if n in acting][:6]


def _forces(result: Result) -> list[str]:
    pulling = [f"{name}.force" for kind in ("cable", "spring") for name in result.names.get(kind, ())][:3]
    return pulling or [f"{name}.{q}" for name in result.names.get("joint", ())[:1] for q in ("fx", "fy", "fz")]


def _moving(result: Result, keys: list[str]) -> list[str]:
    """Those that change by more than rounding; all where none does."""
    columns = {key: np.nan_to_num(result.column(key)) for key in keys}
    least = 1e-9 * max((float(np.abs(values).max()) for values in columns.values()), default=0.0)
    return [key for key, values in columns.items() if np.ptp(values) > least] or keys


def _mover(result: Result) -> str | None:
    """The body, or the station of a beam, that travels farthest."""
    best, far = None, 0.0
    for kind in ("body", "station"):
        for name in result.names.get(kind, ()):
            axes = [q for q in ("x", "y", "z") if q in result.quantities(kind, name)]
            spans = [np.ptp(result.array(kind, name, q)) for q in axes]
            if spans and max(spans) > 1.0001 * far:
                best, far = name, float(max(spans))
    return best
